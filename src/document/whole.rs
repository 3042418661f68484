//! The whole of what is authored.

use super::ground::stand_on_ground;
use super::{JumpTake, Key, Poser, RecordingTake, Setup};
use crate::character::Character;
use crate::gait::{Walk, WalkOrder};
use crate::level::Level;
use crate::motion::Clip;
use std::sync::Arc;

/// Everything that undo brings back. Clones are cheap: large parts are shared.
#[derive(Clone, Debug)]
pub struct Document {
    /// The body.
    pub character: Arc<Character>,
    /// The shipped name or the path it was loaded from.
    pub character_source: String,
    /// The ground.
    pub level: Arc<Level>,
    /// The shipped name or the path it was loaded from.
    pub level_source: String,
    /// What is posed now.
    pub setup: Arc<Setup>,
    /// In the order of time.
    pub keys: Vec<Arc<Key>>,
    /// The key that `setup` belongs to: edits of the setup are edits of this key.
    pub current_key: Option<usize>,
    /// A walk or a recording, shown on the timeline instead of the keys while it is there.
    pub take: Option<Take>,
}

/// A motion that was not made of keys.
#[derive(Clone, Debug)]
pub enum Take {
    /// Made of footprints that can be moved.
    Walk(Arc<WalkTake>),
    /// Made of a height and a distance.
    Jump(Arc<JumpTake>),
    /// Somebody's motion beside its balanced correction.
    Recording(Arc<RecordingTake>),
}

impl Take {
    /// "a walk of 14 steps", "a jump of 0.30 m", "the recording dance".
    pub fn words(&self) -> String {
        match self {
            Self::Walk(take) => {
                let steps = take.walk.footsteps.iter();
                match steps.filter(|step| !step.closes).count() {
                    1 => "a walk of 1 step".to_owned(),
                    count => format!("a walk of {count} steps"),
                }
            }
            Self::Jump(take) => format!("a jump of {:.2} m", take.order.height),
            Self::Recording(take) => format!("the recording {}", take.name),
        }
    }

    /// Whether both are the very same motion, not only an equal one.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Walk(a), Self::Walk(b)) => Arc::ptr_eq(a, b),
            (Self::Jump(a), Self::Jump(b)) => Arc::ptr_eq(a, b),
            (Self::Recording(a), Self::Recording(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Memory of its poses [bytes].
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Walk(take) => take.walk.clip.bytes(),
            Self::Jump(take) => take.jump.clip.bytes(),
            Self::Recording(take) => take.recorded.bytes() + take.balanced.bytes(),
        }
    }
}

/// A walk, and what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkTake {
    /// How and where it walks.
    pub order: WalkOrder,
    /// What came of it.
    pub walk: Walk,
}

impl Document {
    /// A body at rest on the ground of a level.
    pub fn new(
        character: Arc<Character>,
        character_source: impl Into<String>,
        level: Arc<Level>,
        level_source: impl Into<String>,
    ) -> Self {
        let mut setup = Setup::new(&character);
        stand_on_ground(&mut Poser::default(), &character, &level, &mut setup);
        Self {
            character,
            character_source: character_source.into(),
            level,
            level_source: level_source.into(),
            setup: Arc::new(setup),
            keys: Vec::new(),
            current_key: None,
            take: None,
        }
    }

    /// The take's motion: the walk, the jump, or the balanced one of a recording.
    pub fn clip(&self) -> Option<&Clip> {
        self.take.as_ref().map(|take| match take {
            Take::Walk(walk) => &walk.walk.clip,
            Take::Jump(jump) => &jump.jump.clip,
            Take::Recording(recording) => &recording.balanced,
        })
    }

    /// How long the timeline is: the take, or up to the last key [s].
    pub fn duration_secs(&self) -> f64 {
        let last_key = self.keys.last().map_or(0.0, |key| key.secs);
        self.clip().map_or(last_key, Clip::duration_secs)
    }

    /// Puts another setup in place of the one that is posed, and into its key.
    pub(super) fn put_setup(&mut self, setup: Arc<Setup>) {
        if let Some(key) = self.current_key.and_then(|index| self.keys.get_mut(index)) {
            *key = Arc::new(Key {
                setup: Arc::clone(&setup),
                ..**key
            });
        }
        self.setup = setup;
    }

    /// Whether all but what is posed now is the same.
    pub(super) fn has_the_same_parts(&self, other: &Self) -> bool {
        let keys = || self.keys.iter().zip(&other.keys);
        self.has_the_same_ground_and_take(other)
            && self.keys.len() == other.keys.len()
            && keys().all(|(a, b)| same(a, b))
    }

    /// Whether all but what is posed and keyed is the same.
    pub(super) fn has_the_same_ground_and_take(&self, other: &Self) -> bool {
        same(&self.character, &other.character)
            && same(&self.level, &other.level)
            && self.character_source == other.character_source
            && self.level_source == other.level_source
            && self.take == other.take
    }
}

impl PartialEq for Document {
    /// Parts that are shared are not looked into: a level may have a million cells.
    fn eq(&self, other: &Self) -> bool {
        same(&self.setup, &other.setup)
            && self.current_key == other.current_key
            && self.has_the_same_parts(other)
    }
}

impl PartialEq for Take {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Walk(a), Self::Walk(b)) => same(a, b),
            (Self::Jump(a), Self::Jump(b)) => same(a, b),
            (Self::Recording(a), Self::Recording(b)) => same(a, b),
            _ => false,
        }
    }
}

/// Whether two shared values are the same; one value is not looked into.
pub(super) fn same<T: PartialEq>(a: &Arc<T>, b: &Arc<T>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}
