//! Exit codes: 0 is done, 1 is a bound that is not kept, 2 is not done.

use crate::folder::Folder;

fn code(folder: &Folder, args: &[&str]) -> Option<i32> {
    folder.run(args).status.code()
}

#[test]
fn a_miss_is_a_failure_when_people_say_so() {
    let folder = Folder::new();
    folder.text(&["walk", "--steps", "2", "--out", "walk.ron"]);
    let push = "secs_at=0.3 link=chest force=4000,0,0 secs=0.5";
    for (kept, missed) in [
        (
            &["pose", "--reach", "left_hand=0.5,1.3,0.4"][..],
            &["pose", "--reach", "left_hand=0.35,1,1.4"][..],
        ),
        (
            &["walk", "--steps", "2"],
            &["walk", "-c", "mannequin", "-l", "stepping_stones"],
        ),
        (
            &["ghost", "walk.ron"],
            &["ghost", "walk.ron", "--free", "--push", push],
        ),
    ] {
        for more in [&[][..], &["--json"]] {
            let strict = [more, &["--fail-on-miss"]].concat();
            assert_eq!(
                code(&folder, &[kept, &strict].concat()),
                Some(0),
                "{kept:?}"
            );
            assert_eq!(
                code(&folder, &[missed, more].concat()),
                Some(0),
                "{missed:?}"
            );
            let output = folder.run(&[missed, &strict].concat());
            assert_eq!(output.status.code(), Some(1), "{missed:?}");
            // The answer says it all.
            assert!(
                !output.stdout.is_empty() && output.stderr.is_empty(),
                "{missed:?}"
            );
        }
    }
}

#[test]
fn what_is_not_done_has_a_code_of_its_own() {
    let folder = Folder::new();
    folder.text(&["walk", "--steps", "1", "--out", "walk.ron"]);
    let strict = ["check", "walk.ron", "--margin-mm", "900"];
    assert_eq!(code(&folder, &strict), Some(1));
    for args in [
        &["check", "none.ron"][..],
        &["pose", "--raech", "x"],
        &["pose", "--out", "missing/pose.ron"],
    ] {
        assert_eq!(code(&folder, args), Some(2), "{args:?}");
    }
    let help = folder.text(&["--help"]);
    assert!(
        help.contains("Exit codes:\n  0  done\n  1  done, but"),
        "{help}"
    );
}
