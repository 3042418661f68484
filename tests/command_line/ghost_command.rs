//! `contrapposto ghost` and `contrapposto bench physics` as people call them.

use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;

/// Answer, or exit code and the one line of an error.
fn run(args: &[&str]) -> Result<String, (u8, String)> {
    let words = ["contrapposto"].iter().chain(args);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    contrapposto::cli::run(words.map(OsString::from), &mut out, &mut err)
        .map_err(|e| (e.exit_code(), e.line().unwrap_or_default()))?;
    Ok(String::from_utf8(out).expect("answers are text"))
}

/// A short walk up the first stairs, in a folder that vanishes.
fn with_walk(work: impl FnOnce(&Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("walk.ron").display().to_string();
    let walk = ["walk", "--static", "--level", "stairs", "--steps", "3"];
    run(&[&walk[..], &["--out", &path]].concat()).expect("people walk");
    work(folder.path(), &path);
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("the report is written");
    serde_json::from_str(&text).expect("the report is JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

const PUSH: &str = "frame=120 link=chest force=200,0,0 secs=0.2";

#[test]
fn a_ghost_follows_a_walk_and_all_of_it_is_written() {
    with_walk(|folder, walk| {
        let [clip, report, picture] =
            ["ghost.bvh", "ghost.json", "ghost.png"].map(|name| folder.join(name));
        let paths = [&clip, &report, &picture].map(|path| path.to_str().unwrap());
        let text = run(&[
            "ghost",
            walk,
            "--push",
            PUSH,
            "--throw",
            "secs_at=2 link=chest",
            "--out",
            paths[0],
            "--report",
            paths[1],
            "--picture",
            paths[2],
        ])
        .unwrap();
        for part in [
            "times faster than it plays",
            "Joint error ",
            "it did not fall",
            "hardest working joints",
            "ghost.bvh: ",
            "ghost.json.",
            "ghost.png.",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }

        let answer = read(&report);
        assert!(number(&answer["rms_deg"]) > 0.0 && number(&answer["rms_deg"]) < 2.0);
        assert!(number(&answer["worst_deg"]) >= number(&answer["rms_deg"]));
        assert!(number(&answer["support_moved_mm"]) < 1.0);
        assert_eq!(answer["fell"], false);
        assert_eq!(answer["level"], "stairs");
        assert_eq!(
            answer["pushes"][0]["force_n"],
            serde_json::json!([200.0, 0.0, 0.0])
        );
        assert_eq!(answer["pushes"][0]["start_secs"], 1.0);
        assert_eq!(answer["throws"][0]["mass_kg"], 5.0);
        assert_eq!(answer["settings"]["steps_hz"], 480.0);
        let curve = answer["curve"].as_array().unwrap();
        assert_eq!(curve.len() as u64, answer["frames"].as_u64().unwrap() - 1);
        let knee = &answer["joints"]["left_knee"];
        assert!(number(&knee["torque_nm"]) > 10.0 && number(&knee["effort"]) > 0.01);

        // Every field of the report is told in its document.
        let document = include_str!("../../docs/json.md");
        let section = document.split("## `ghost --json`").nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap();
        for field in answer.as_object().unwrap().keys() {
            assert!(section.contains(&format!("`{field}`")), "{field}");
        }

        // What was written is a clip again, and a picture.
        let checked = run(&[
            "convert",
            paths[0],
            folder.join("again.ron").to_str().unwrap(),
        ]);
        let frames = format!("{} frames", answer["frames"]);
        assert!(checked.unwrap().contains(&frames));
        assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    });
}

#[test]
fn the_same_ghost_goes_the_same_way_and_a_push_another() {
    with_walk(|folder, walk| {
        let hash = |args: &[&str]| {
            let path = folder.join("report.json");
            let words = [&["ghost", walk, "--report", path.to_str().unwrap()], args].concat();
            run(&words).unwrap();
            read(&path)["hash"].as_str().unwrap().to_owned()
        };
        let pushed = hash(&["--push", PUSH, "--feedback"]);
        assert_eq!(pushed, hash(&["--push", PUSH, "--feedback"]));
        let alone = hash(&[]);
        assert_ne!(pushed, alone);
        for other in [
            ["--tone", "3"],
            ["--strength", "0.5"],
            ["--hz", "1000"],
            ["--throw", "frame=60 link=head from=left mass=1"],
        ] {
            assert_ne!(alone, hash(&other), "{other:?}");
        }
        assert_ne!(alone, hash(&["--no-anticipation"]));
        assert_ne!(alone, hash(&["--controller", "pose"]));
    });
}

#[test]
fn a_push_is_seen_in_the_curve_while_it_acts() {
    with_walk(|folder, walk| {
        let path = folder.join("report.json");
        let report = path.to_str().unwrap();
        run(&["ghost", walk, "--push", PUSH, "--report", report]).unwrap();
        let answer = read(&path);
        let worst = |from: f64, to: f64| {
            let frames = answer["curve"].as_array().unwrap().iter();
            let within = frames.filter(|f| (from..to).contains(&number(&f["secs"])));
            within.map(|f| number(&f["worst_deg"])).fold(0.0, f64::max)
        };
        assert!(worst(1.0, 1.4) > 2.0 * worst(0.5, 1.0));
    });
}

#[test]
fn bad_options_are_refused_with_what_would_be_right() {
    with_walk(|folder, walk| {
        let nowhere = folder.join("no/such.json").display().to_string();
        for (args, part) in [
            (
                ["--push", "frame=99999 link=chest force=1,0,0"],
                "frame=99999: the clip has frames 0 to ",
            ),
            (
                ["--push", "frame=9 link=chst force=1,0,0"],
                "did you mean \"chest\"?",
            ),
            (
                ["--push", "frame=9 link=chest force=1,0"],
                "force=1,0: write three numbers in newtons, x,y,z",
            ),
            (
                ["--push", "frame=9 link=chest force=1,0,0 secs=0"],
                "secs=0: valid is 0.001 to 60",
            ),
            (
                ["--throw", "secs_at=-1 link=chest"],
                "secs_at=-1: valid is 0 to ",
            ),
            (
                ["--throw", "frame=9 link=chest from=below"],
                "there are front, back, left, right, above",
            ),
            (["--tone", "-1"], "--tone -1: valid is 0.1 to 50"),
            (["--hz", "1e9"], "--hz 1000000000: valid is 30 to 20000"),
            (
                ["--strength", "NaN"],
                "--strength NaN: valid is 0.01 to 100",
            ),
            (["--out", walk], "is the file that is read"),
            (["--picture", "ghost.jpg"], "a picture's name ends in .png"),
            (["--report", &nowhere], "the folder does not exist"),
            (["--level", "moon"], "moon"),
        ] {
            let (code, message) = run(&[&["ghost", walk], &args[..]].concat()).unwrap_err();
            assert_eq!(code, 2, "{message}");
            assert!(message.contains(part), "no {part:?} in {message}");
        }
    });
}

#[test]
fn scenes_of_physics_end_in_the_same_state_every_time() {
    let bench = |scene: &str, hz: &str| -> Value {
        let words = [
            "bench", "physics", "--scene", scene, "--hz", hz, "--secs", "0.5",
        ];
        let text = run(&[&words[..], &["--repeat", "1", "--json"]].concat()).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    for scene in ["stand", "fall", "float"] {
        let first = bench(scene, "500");
        assert_eq!(first["steps"], 250);
        assert!(number(&first["steps_per_sec"]) > 0.0);
        assert_eq!(first["hash"], bench(scene, "500")["hash"], "{scene}");
        assert_ne!(first["hash"], bench(scene, "1000")["hash"], "{scene}");
    }
    assert_eq!(bench("stand", "500")["contacts"], 8);
    assert_eq!(bench("float", "500")["contacts"], 0);
    let (code, message) = run(&["bench", "physics", "--secs", "0"]).unwrap_err();
    assert_eq!((code, &*message), (2, "--secs 0: valid is 0.01 to 600"));
}

#[test]
fn of_a_ghost_two_hundred_metres_up_nobody_says_that_it_did_not_fall() {
    with_walk(|folder, walk| {
        let text = std::fs::read_to_string(walk).unwrap();
        let lifted = text.lines().map(|line| {
            let Some((before, after)) = line.split_once("(root: (") else {
                return line.to_owned();
            };
            let (x, after) = after.split_once(", ").unwrap();
            let (y, after) = after.split_once(", ").unwrap();
            let y: f64 = y.parse().unwrap();
            format!("{before}(root: ({x}, {}, {after}", y + 200.0)
        });
        let lifted: Vec<String> = lifted.collect();
        let up = folder.join("up.ron");
        std::fs::write(&up, lifted.join("\n")).unwrap();
        let report = folder.join("up.json");
        let paths = [&up, &report].map(|path| path.to_str().unwrap());
        let text = run(&["ghost", paths[0], "--report", paths[1]]).unwrap();
        assert!(text.contains("it was in the air."), "{text}");
        assert_eq!(read(&report)["fell"], true);
    });
}
