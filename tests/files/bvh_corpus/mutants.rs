//! A hundred thousand broken files: none makes the reader panic, hang or take memory that the file does not fill.

use super::GOOD;
use contrapposto::io::bvh::parse_bvh;
use contrapposto::math::Random;

/// How many files are made.
const MUTANTS: usize = 100_000;

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "{",
    "}",
    "{ {",
    "JOINT",
    "ROOT b",
    "End Site",
    "OFFSET",
    "CHANNELS",
    "MOTION",
    "HIERARCHY",
    "Frames:",
    "Frame Time:",
    "Xposition",
    "Zrotation",
    "0",
    "-0",
    "1e999",
    "NaN",
    "inf",
    "-1",
    "3",
    "6",
    "99999999999999999999",
    "4000000000",
    "1e-320",
    ".5",
    "5.",
    ".",
    "-",
    "+",
    "e",
    ":",
    "\u{feff}",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "ü",
    "1e9",
];

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len().max(1)).min(bytes.len());
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(9) {
        // One byte is another one.
        0 if at < bytes.len() => bytes[at] = random.bits() as u8,
        // A piece is gone.
        1 => drop(bytes.drain(at..end)),
        // The rest is gone.
        2 if random.below(4) == 0 => bytes.truncate(at),
        // A piece is there twice.
        3 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        // A piece stands elsewhere.
        4 => {
            let piece: Vec<u8> = bytes.drain(at..end).collect();
            let to = random.below(bytes.len() + 1).min(bytes.len());
            bytes.splice(to..to, piece);
        }
        // A word too many.
        5 => {
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(at..at, format!(" {word} ").into_bytes());
        }
        // A word is another one.
        6 => {
            let is_blank = |byte: &u8| byte.is_ascii_whitespace();
            let start = bytes[..at].iter().rposition(is_blank).map_or(0, |i| i + 1);
            let stop = bytes[at..]
                .iter()
                .position(is_blank)
                .map_or(bytes.len(), |i| at + i);
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(start..stop, word.bytes());
        }
        // A number is another one.
        7 => {
            if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                let value = random.between(-1e3, 1e3);
                bytes.splice(at + digit..=at + digit, format!("{value}").into_bytes());
            }
        }
        // Joints in joints.
        8 if random.below(20) == 0 => {
            let deep = "JOINT x {\nOFFSET 1 1 1\n".repeat(1 + random.below(700));
            bytes.splice(at..at, deep.into_bytes());
        }
        _ => {}
    }
}

#[test]
fn a_hundred_thousand_broken_files_are_read_or_refused() {
    let mut random = Random::new(2024);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..MUTANTS {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            mutate(&mut bytes, &mut random);
        }
        let mut outcome = None;
        // Two joints, their notes and an error are small; what is read grows with the file only.
        let allowed = 200 * bytes.len() as u64 + 20_000;
        let taken = allocation_counter::measure(|| outcome = Some(parse_bvh("a.bvh", &bytes)));
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            taken.bytes_max < allowed,
            "{} bytes for\n{text}",
            taken.bytes_max
        );
        match outcome.unwrap() {
            Ok(bvh) => {
                read += 1;
                let recording = bvh.recording();
                assert!(recording.frame_secs > 0.0, "{text}");
                let mut world = Vec::new();
                for row in 0..recording.rows() {
                    recording.world_from_joint(row, &mut world);
                    assert!(world.iter().all(|w| w.translation.is_finite()), "{text}");
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.place.is_some(), "{error}\n{text}");
                assert!(error.to_string().len() < 400, "{error}");
            }
        }
    }
    // Both happen often: the mutations are neither harmless nor hopeless.
    assert!(
        read > MUTANTS / 10 && refused > MUTANTS / 10,
        "{read} {refused}"
    );
}
