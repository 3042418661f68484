//! What happens to a ghost, as people write it: `frame=120 link=chest force=200,0,0 secs=0.2`.
//!
//! A push and a throw are words `name=value` with spaces between them, in any order, each at most once. When it happens is
//! said by `frame` or by `secs_at`; what has a usual value need not be said.

use super::Error;
use crate::character::{Character, LinkId};
use crate::control::{Push, Throw};
use crate::math::ShortNumber;
use crate::motion::Clip;
use crate::motion::audit::ahead_xz;
use crate::physics::BodyScale;
use glam::DVec3;

const PUSH_WORDS: [&str; 5] = ["frame", "secs_at", "link", "force", "secs"];
const THROW_WORDS: [&str; 7] = [
    "frame", "secs_at", "link", "speed", "mass", "radius", "from",
];
const SIDES: [&str; 5] = ["front", "back", "left", "right", "above"];

/// A push lasts this long when nobody says [s].
const PUSH_SECS: f64 = 0.2;
/// A throw is this fast [m/s], heavy [kg] and large [m] when nobody says.
const THROW: [f64; 3] = [5.0, 5.0, 0.1];
/// Forces below and beyond these are slips of the keyboard, for a body as heavy as a person [N].
const FORCES: [f64; 2] = [1e-3, 1e5];

/// Reads a `--push`.
pub(super) fn read_push(text: &str, character: &Character, clip: &Clip) -> Result<Push, Error> {
    let words = Words::split("--push", text, &PUSH_WORDS)?;
    let force = words.need("force", "force=200,0,0")?;
    let parts: Result<Vec<f64>, _> = force.split(',').map(|part| part.trim().parse()).collect();
    let Ok([x, y, z]) = parts.as_deref() else {
        let message = format!("force={force}: write three numbers in newtons, x,y,z");
        return Err(words.wrong(&message));
    };
    let vector = DVec3::new(*x, *y, *z);
    let [least, most] = FORCES.map(|newtons| newtons * BodyScale::of(character).mass);
    if !(least..=most).contains(&vector.length()) {
        // Three digits are enough of a limit that goes with the weight.
        let told = |newtons: f64| format!("{newtons:.2e}").parse().unwrap_or(newtons);
        let (least, most) = (ShortNumber(told(least)), ShortNumber(told(most)));
        let message = format!("force={force}: valid are {least} to {most} newtons");
        return Err(words.wrong(&message));
    }
    Ok(Push {
        start_secs: words.start_secs(clip)?,
        secs: words.number("secs", PUSH_SECS, (0.001, 60.0))?,
        link: words.link(character)?,
        force: vector,
    })
}

/// Reads a `--throw`. The ball is aimed at where the plan has the link when it arrives.
pub(super) fn read_throw(text: &str, character: &Character, clip: &Clip) -> Result<Throw, Error> {
    let words = Words::split("--throw", text, &THROW_WORDS)?;
    let start_secs = words.start_secs(clip)?;
    let speed = words.number("speed", THROW[0], (1.0, 50.0))?;
    let from = words.find("from").unwrap_or(SIDES[0]);
    if !SIDES.contains(&from) {
        return Err(Error::unknown("--throw from", "side", from, SIDES));
    }
    // Balls start a metre away from what they are thrown at.
    let arrival = clip.nearest_frame(start_secs + 1.0 / speed);
    let pose = &clip.frames[arrival].pose;
    let ahead = ahead_xz(character, pose);
    let ahead = DVec3::new(ahead.x, 0.0, ahead.y);
    let side = match from {
        "back" => -ahead,
        "left" => DVec3::Y.cross(ahead),
        "right" => ahead.cross(DVec3::Y),
        "above" => DVec3::Y,
        _ => ahead,
    };
    Ok(Throw {
        start_secs,
        mass: words.number("mass", THROW[1], (0.01, 500.0))?,
        radius: words.number("radius", THROW[2], (0.01, 0.3))?,
        ..Throw::at_link(character, pose, words.link(character)?, -side, speed)
    })
}

/// The words of one option.
struct Words<'t> {
    option: &'static str,
    text: &'t str,
    pairs: Vec<(&'t str, &'t str)>,
}

impl<'t> Words<'t> {
    fn split(option: &'static str, text: &'t str, valid: &[&'static str]) -> Result<Self, Error> {
        let mut words = Self {
            option,
            text,
            pairs: Vec::new(),
        };
        for word in text.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                let all = valid.join(", ");
                let message = format!("{word:?} has no `=`; write name=value, of {all}");
                return Err(words.wrong(&message));
            };
            if !valid.contains(&name) {
                return Err(Error::unknown(option, "word", name, valid.iter().copied()));
            }
            if words.find(name).is_some() {
                return Err(words.wrong(&format!("{name} is said twice")));
            }
            words.pairs.push((name, value));
        }
        Ok(words)
    }

    fn wrong(&self, message: &str) -> Error {
        Error::Arguments(format!("{} {:?}: {message}", self.option, self.text))
    }

    fn find(&self, name: &str) -> Option<&'t str> {
        let found = self.pairs.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    fn need(&self, name: &str, example: &str) -> Result<&'t str, Error> {
        let missing = || self.wrong(&format!("{name} is missing; for example {example}"));
        self.find(name).ok_or_else(missing)
    }

    /// A number within bounds; the usual one when nobody says.
    fn number(&self, name: &str, usual: f64, (least, most): (f64, f64)) -> Result<f64, Error> {
        let Some(text) = self.find(name) else {
            return Ok(usual);
        };
        match text.parse() {
            Ok(value) if (least..=most).contains(&value) => Ok(value),
            _ => Err(self.wrong(&format!("{name}={text}: valid is {least} to {most}"))),
        }
    }

    /// When it happens, since the first frame [s].
    fn start_secs(&self, clip: &Clip) -> Result<f64, Error> {
        let last = clip.frames.len().saturating_sub(1);
        match (self.find("frame"), self.find("secs_at")) {
            (Some(text), None) => match text.parse::<usize>() {
                Ok(frame) if frame <= last => Ok(frame as f64 * clip.frame_secs),
                _ => Err(self.wrong(&format!("frame={text}: the clip has frames 0 to {last}"))),
            },
            (None, Some(_)) => self.number("secs_at", 0.0, (0.0, clip.duration_secs())),
            (Some(_), Some(_)) => Err(self.wrong("frame and secs_at both say when; keep one")),
            (None, None) => {
                Err(self.wrong("when? Write frame=120, or secs_at=1.5 for a time in seconds"))
            }
        }
    }

    fn link(&self, character: &Character) -> Result<LinkId, Error> {
        let name = self.need("link", "link=chest")?;
        character.find_link(name).ok_or_else(|| {
            let valid = character.links.iter().map(|link| link.name.as_str());
            Error::unknown(&format!("{} link", self.option), "link", name, valid)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::kinematics::Kinematics;
    use crate::motion::{Contacts, Recorder};

    fn standing() -> (Character, Clip) {
        let human = load_character("human").unwrap();
        let both: Contacts = [0, 1].into_iter().collect();
        let frame = Recorder::new(&human).frame(human.rest.clone(), both);
        let clip = Clip {
            name: "standing".to_owned(),
            character: "human".to_owned(),
            level: None,
            balance: None,
            start_secs: 0.0,
            frame_secs: 0.02,
            frames: vec![frame; 101],
        };
        (human, clip)
    }

    #[test]
    fn a_push_is_words_in_any_order() {
        let (human, clip) = standing();
        let read = |text: &str| read_push(text, &human, &clip).unwrap();
        let push = read("link=chest force=200,-1e1,0 frame=50");
        assert_eq!(push.start_secs, 1.0);
        assert_eq!(push.secs, PUSH_SECS);
        assert_eq!(push.force, DVec3::new(200.0, -10.0, 0.0));
        let same = read("secs_at=1 force=200,-10,0   secs=0.2 link=chest");
        assert_eq!(push, same);
    }

    #[test]
    fn how_hard_a_push_may_be_goes_with_the_weight() {
        let (mut human, clip) = standing();
        let hard = "link=chest force=3e7,0,0 frame=50";
        let line = read_push(hard, &human, &clip).unwrap_err().to_string();
        assert!(line.contains("valid are 0.001 to 100000 newtons"), "{line}");
        for link in &mut human.links {
            link.mass *= 1000.0;
            link.inertia_in_link *= 1000.0;
        }
        assert_eq!(read_push(hard, &human, &clip).unwrap().force.x, 3e7);
        let line = read_push("link=chest force=1e9,0,0 frame=50", &human, &clip).unwrap_err();
        assert!(
            line.to_string()
                .contains("valid are 1 to 100000000 newtons"),
            "{line}"
        );
    }

    #[test]
    fn a_ball_comes_from_where_it_is_said_to() {
        let (human, clip) = standing();
        let chest = human.find_link("chest").unwrap();
        let kin = Kinematics::of(&human, &human.rest);
        let target = kin.link(chest).point(human.link(chest).com_in_link);
        let sides = [
            ("front", DVec3::Z),
            ("back", DVec3::NEG_Z),
            ("left", DVec3::X),
            ("right", DVec3::NEG_X),
            ("above", DVec3::Y),
        ];
        for (name, side) in sides {
            let text = format!("frame=0 link=chest from={name} mass=2");
            let throw = read_throw(&text, &human, &clip).unwrap();
            assert!(throw.from.distance(target + side) < 1e-9, "{name}");
            assert_eq!(throw.mass, 2.0);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_what_would_be_right() {
        let (human, clip) = standing();
        for (text, part) in [
            ("frame=50 link=chest", "force is missing"),
            ("frame=50 force=1,0,0", "link is missing"),
            ("link=chest force=1,0,0", "when? Write frame=120"),
            ("frame=50 link=chst force=1,0,0", "did you mean \"chest\"?"),
            (
                "frame=50 link=chest force=1,0",
                "force=1,0: write three numbers",
            ),
            (
                "frame=50 link=chest force=1,0,x",
                "force=1,0,x: write three",
            ),
            ("frame=50 link=chest force=0,0,0", "valid are 0.001 to"),
            ("frame=50 link=chest force=inf,0,0", "valid are 0.001 to"),
            ("frame=50 link=chest force=nan,0,0", "valid are 0.001 to"),
            (
                "frame=101 link=chest force=1,0,0",
                "frame=101: the clip has frames 0 to 100",
            ),
            (
                "frame=-1 link=chest force=1,0,0",
                "frame=-1: the clip has frames 0 to 100",
            ),
            (
                "secs_at=2.1 link=chest force=1,0,0",
                "secs_at=2.1: valid is 0 to 2",
            ),
            ("frame=1 secs_at=1 link=chest force=1,0,0", "both say when"),
            (
                "frame=1 frame=2 link=chest force=1,0,0",
                "frame is said twice",
            ),
            (
                "frame=1 link=chest force=1,0,0 secs=-1",
                "secs=-1: valid is 0.001 to 60",
            ),
            ("frame=1 link=chest forse=1,0,0", "did you mean \"force\"?"),
            ("frame=1 chest force=1,0,0", "\"chest\" has no `=`"),
            ("", "force is missing"),
        ] {
            let error = read_push(text, &human, &clip).unwrap_err();
            let line = error.line().unwrap();
            assert!(line.starts_with("--push") && line.contains(part), "{line}");
            assert_eq!(error.exit_code(), 2);
        }
        let error = read_throw("frame=1 link=chest from=frnt", &human, &clip).unwrap_err();
        let line = error.line().unwrap();
        assert!(line.contains("did you mean \"front\"?"), "{line}");
    }
}
