//! Who has two feet.

/// Every shipped character that walks.
pub(crate) const BIPEDS: [&str; 9] = [
    "human",
    "mannequin",
    "planar",
    "hobbler",
    "tall_thin",
    "short_stout",
    "pot_belly",
    "chicken",
    "four_armed",
];
