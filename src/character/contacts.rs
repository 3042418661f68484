//! Which soles carry weight, as a set.

/// A set of soles, by index into [`super::Character::soles`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contacts(u32);

impl Contacts {
    /// Soles that it can tell apart: a character has no more.
    pub const MOST: usize = u32::BITS as usize;

    /// No sole.
    pub const NONE: Self = Self(0);

    /// One sole.
    pub const fn one(sole: usize) -> Self {
        Self(1 << sole)
    }

    /// Whether a sole is among them.
    pub const fn contains(self, sole: usize) -> bool {
        self.0 >> sole & 1 == 1
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, sole: usize) -> Self {
        Self(self.0 | 1 << sole)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, sole: usize) -> Self {
        Self(self.0 & !(1 << sole))
    }

    /// How many.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and those.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are in both.
    #[must_use]
    pub const fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// These without those.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest index.
    pub const fn first(self) -> Option<usize> {
        if self.is_empty() {
            None
        } else {
            Some(self.0.trailing_zeros() as usize)
        }
    }

    /// Each of them, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..Self::MOST).filter(move |sole| self.contains(*sole))
    }
}

impl FromIterator<usize> for Contacts {
    fn from_iter<I: IntoIterator<Item = usize>>(soles: I) -> Self {
        soles.into_iter().fold(Self::NONE, Self::with)
    }
}
