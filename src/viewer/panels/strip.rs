//! The margin of a whole motion as a strip of a few hundred columns, kept until the motion changes.

use crate::motion::{Audit, Clip, Contacts};
use crate::viewer::scene::shown::Motion;
use std::sync::Arc;

/// One column of the strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    /// The smallest margin of its frames; nothing in the air [m].
    pub(crate) margin: Option<f64>,
    /// Soles that stand in its first frame.
    pub(crate) contacts: Contacts,
}

/// The moment of a motion that is nearest to a fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lowest {
    /// On the timeline [s].
    pub(crate) secs: f64,
    /// [m]
    pub(crate) margin: f64,
}

/// Columns of a motion, and its lowest margin.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarginStrip {
    pub(crate) columns: Vec<Column>,
    pub(crate) lowest: Option<Lowest>,
    /// What they are of; held, so that its memory is nobody else's.
    of: Option<Motion>,
    /// Whether margins are those of the zero-moment point, and are known.
    kind: Kind,
    /// From which share of it to which.
    part: [f64; 2],
}

impl MarginStrip {
    /// Looks at a part of a motion, from one share of it to another; again only when it is another one or wider.
    pub(crate) fn follow(
        &mut self,
        motion: &Motion,
        margins: &Margins,
        part: [f64; 2],
        count: usize,
    ) {
        let same_motion = self.of.as_ref().is_some_and(|of| are_same(of, motion));
        let is_same = same_motion && self.kind == margins.kind();
        if !is_same {
            self.lowest = lowest(motion, margins);
            self.of = Some(motion.clone());
            self.kind = margins.kind();
        }
        if !is_same || self.columns.len() != count || self.part != part {
            self.columns = columns(motion.clip(), margins, part, count);
            self.part = part;
        }
    }
}

/// Which margins a strip shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of the centre of mass.
    #[default]
    AtRest,
    /// Of the zero-moment point, once it has been measured.
    InMotion { is_known: bool },
}

/// The margins of a motion frame by frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Margins<'a> {
    /// Of the centre of mass, as the clip has them.
    AtRest,
    /// Of the zero-moment point; nothing until it is measured.
    InMotion(Option<&'a Audit>),
}

impl Margins<'_> {
    const fn kind(&self) -> Kind {
        match self {
            Self::AtRest => Kind::AtRest,
            Self::InMotion(audit) => Kind::InMotion {
                is_known: audit.is_some(),
            },
        }
    }

    /// Of a frame; nothing in the air [m].
    pub(crate) fn of(&self, clip: &Clip, frame: usize) -> Option<f64> {
        let at_rest = clip.frames[frame].margin;
        match self {
            Self::AtRest => at_rest,
            Self::InMotion(audit) => {
                let measured = audit.as_ref()?.in_motion(frame)?.dynamic_margin;
                measured.map(|margin| margin.metres)
            }
        }
    }
}

/// Two motions that share their memory are the same.
fn are_same(a: &Motion, b: &Motion) -> bool {
    match (a, b) {
        (Motion::Walk(a), Motion::Walk(b)) => Arc::ptr_eq(a, b),
        (Motion::Jump(a), Motion::Jump(b)) => Arc::ptr_eq(a, b),
        (Motion::Recording(a), Motion::Recording(b)) => Arc::ptr_eq(a, b),
        (Motion::Keys(a), Motion::Keys(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

fn columns(clip: &Clip, margins: &Margins, [begin, end]: [f64; 2], count: usize) -> Vec<Column> {
    let frames = clip.frames.len();
    let frame = |column: usize| {
        let share = begin + (end - begin) * column as f64 / count as f64;
        (share * frames as f64) as usize
    };
    (0..count)
        .map(|column| {
            let from = frame(column);
            let to = frame(column + 1).max(from + 1).min(frames);
            let from = from.min(frames - 1);
            Column {
                margin: (from..to)
                    .map(|frame| margins.of(clip, frame))
                    .min_by(|a, b| {
                        let low = f64::NEG_INFINITY;
                        a.unwrap_or(low).total_cmp(&b.unwrap_or(low))
                    })
                    .flatten(),
                contacts: clip.frames[from].contacts,
            }
        })
        .collect()
}

/// The first of the lowest, where one stands.
fn lowest(motion: &Motion, margins: &Margins) -> Option<Lowest> {
    let clip = motion.clip();
    let frames = 0..clip.frames.len();
    let standing = frames.filter_map(|frame| Some((frame, margins.of(clip, frame)?)));
    let lowest = standing.min_by(|a, b| a.1.total_cmp(&b.1));
    lowest.map(|(frame, margin)| Lowest {
        secs: motion.start_secs() + clip.frame_time(frame),
        margin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::motion::Recorder;

    fn clip(margins: &[Option<f64>]) -> Clip {
        let human = load_character("human").unwrap();
        let mut recorder = Recorder::new(&human);
        let frames = margins.iter().map(|margin| {
            let mut frame = recorder.frame(human.rest.clone(), Contacts::one(0));
            frame.margin = *margin;
            frame
        });
        Clip {
            name: String::new(),
            character: "human".to_owned(),
            level: None,
            balance: None,
            start_secs: 0.0,
            frame_secs: 0.5,
            frames: frames.collect(),
        }
    }

    #[test]
    fn the_lowest_margin_is_found_where_somebody_stands() {
        let clip = clip(&[Some(0.05), None, Some(-0.01), Some(0.02), Some(-0.01)]);
        let found = lowest(&Motion::Keys(Arc::new(clip)), &Margins::AtRest);
        let first = Lowest {
            secs: 1.0,
            margin: -0.01,
        };
        assert_eq!(found, Some(first));
    }

    #[test]
    fn keys_that_begin_later_are_where_they_are_on_the_timeline() {
        let late = Clip {
            start_secs: 2.0,
            ..clip(&[Some(0.05), Some(0.01), Some(0.02)])
        };
        let motion = Motion::Keys(Arc::new(late));
        assert_eq!(lowest(&motion, &Margins::AtRest).unwrap().secs, 2.5);
        assert_eq!(motion.frame_at(1.0), None);
        assert_eq!(motion.frame_at(2.5), Some(1));
        assert_eq!(motion.frame_at(3.5), None);
    }

    #[test]
    fn a_column_shows_the_worst_of_its_frames_and_every_column_has_one() {
        let margins: Vec<Option<f64>> = (0..7).map(|k| Some(f64::from(k))).collect();
        let clip = clip(&margins);
        let all = [0.0, 1.0];
        let narrow = columns(&clip, &Margins::AtRest, all, 2);
        assert_eq!(narrow[0].margin, Some(0.0));
        assert_eq!(narrow[1].margin, Some(3.0));
        let wide = columns(&clip, &Margins::AtRest, all, 20);
        assert_eq!(wide.len(), 20);
        assert_eq!(wide[19].margin, Some(6.0));
        let end = columns(&clip, &Margins::AtRest, [0.6, 1.0], 4);
        assert_eq!(end[0].margin, Some(4.0));
        assert_eq!(end[3].margin, Some(6.0));
    }
}
