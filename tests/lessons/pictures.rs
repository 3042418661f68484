//! Pictures of lessons and figures are those that are committed.

use contrapposto::cli::run;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

fn program(words: &[&str], last: &Path) -> String {
    let words = ["contrapposto"].iter().chain(words);
    let args = words.map(|word| OsString::from(*word)).chain([last.into()]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    run(args, &mut out, &mut err).unwrap_or_else(|e| panic!("{e}"));
    String::from_utf8(out).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("contrapposto_{name}_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Mean difference of two pictures, 0 to 255.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    let [a, b] = [a, b].map(|png| tiny_skia::Pixmap::decode_png(png).unwrap());
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let apart = a.data().iter().zip(b.data());
    let sum: f64 = apart.map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    sum / a.data().len() as f64
}

#[test]
fn the_figures_of_the_paper_are_those_of_the_gallery() {
    let made = folder("figures");
    program(&["figures", "--out"], &made);
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/figures");
    let mut count = 0;
    for entry in std::fs::read_dir(&gallery).unwrap() {
        let name = entry.unwrap().file_name();
        let read = |folder: &Path| std::fs::read(folder.join(&name)).unwrap();
        let (old, new) = (read(&gallery), read(&made));
        if name == "README.md" {
            assert_eq!(
                String::from_utf8(old).unwrap(),
                String::from_utf8(new).unwrap()
            );
        } else {
            let apart = difference(&old, &new);
            assert!(apart < 0.05, "{}: {apart}", name.display());
            count += 1;
        }
    }
    assert_eq!(count, 15);
    std::fs::remove_dir_all(made).unwrap();
}

#[test]
fn a_handout_has_a_picture_for_every_page_and_every_figure_filled_in() {
    let made = folder("handout");
    program(&["lesson", "3", "--handout"], &made);
    let text = std::fs::read_to_string(made.join("lesson_03.md")).unwrap();
    for page in 1..=4 {
        let name = format!("lesson_03_{page}.png");
        assert!(text.contains(&name));
        assert!(made.join(name).is_file());
    }
    assert!(text.contains("## Exercise") && text.contains("## Answers"));
    assert!(!text.contains('{'), "{text}");
    std::fs::remove_dir_all(made).unwrap();
}
