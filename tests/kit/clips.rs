//! Clips as files, for tests of the whole program.

use contrapposto::character::Character;
use contrapposto::io::write_clip_text;
use contrapposto::motion::Clip;

/// A clip as the text of its file.
pub(crate) fn clip_text(character: &Character, clip: &Clip) -> String {
    let mut bytes = Vec::new();
    write_clip_text(character, clip, &mut bytes, &mut |_| ()).expect("memory takes all");
    String::from_utf8(bytes).expect("it is text")
}
