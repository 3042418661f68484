//! `{"left_knee": …, "left_hip": …}` in the order of the file. A map type would hide a name that is there twice.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Names, and what is said of each.
#[derive(Clone, Debug)]
pub(super) struct Entries<V>(pub(super) Vec<(String, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> Entries<V> {
    /// What is said of a name.
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        let mut entries = self.0.iter();
        entries.find_map(|(own, value)| (own == name).then_some(value))
    }

    /// The first name that is there twice.
    pub(super) fn twice(&self) -> Option<&str> {
        let names = || self.0.iter().map(|(name, _)| name.as_str());
        let mut counted = names().enumerate();
        let twice = counted.find(|(count, name)| names().take(*count).any(|n| n == *name));
        twice.map(|(_, name)| name)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Entries<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of names, as in {\"left_knee\": …}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}
