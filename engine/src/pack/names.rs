//! Names become identifiers while a file is read.
//!
//! A pack's files speak in names ("Suakin", "Krupp Battery"); rules compare identifiers. The lists of names known so far
//! stand in a directory while a later file is read, so that a name nobody knows is reported by serde with its place in
//! the file and the nearest name that would do.

use std::cell::RefCell;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::identifiers::{IslandId, LocationId, LocationSet, SeaAreaId, ShipId, UnitKindId};

/// The names of one pack, in the order of their identifiers.
#[derive(Clone, Default, Debug)]
pub(super) struct Directory {
    pub(super) islands: Vec<String>,
    pub(super) locations: Vec<String>,
    pub(super) sea_areas: Vec<String>,
    pub(super) unit_kinds: Vec<String>,
    pub(super) unit_pools: Vec<String>,
    pub(super) ships: Vec<String>,
}

thread_local! {
    static DIRECTORY: RefCell<Directory> = RefCell::default();
}

/// Puts `directory` in force for what this thread reads while `read` runs.
pub(super) fn with_directory<T>(directory: &Directory, read: impl FnOnce() -> T) -> T {
    let before = DIRECTORY.with(|current| current.replace(directory.clone()));
    let result = read();
    DIRECTORY.with(|current| current.replace(before));
    result
}

/// The place of `name` in `names`, or a sentence saying that there is none and what was perhaps meant.
fn place(names: &[String], what: &str, name: &str) -> Result<usize, String> {
    names.iter().position(|known| known == name).ok_or_else(|| match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("no {what} is named \"{name}\"; did you mean \"{near}\"?"),
        None => format!("no {what} is named \"{name}\""),
    })
}

/// The name most like `name`, when one is like enough to be worth suggesting.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    names
        .map(|known| (strsim::jaro_winkler(&wanted, &known.to_lowercase()), known))
        .filter(|(likeness, _)| *likeness >= 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, known)| known)
}

/// The names most like `name`, the likest first, at most `most`: a name may be meant by one of its words alone.
#[must_use]
pub fn nearest_few<'a>(name: &str, names: impl Iterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let wanted = name.trim().to_lowercase();
    let mut near: Vec<(f64, &str)> = names
        .map(|known| {
            let lower = known.to_lowercase();
            let whole = strsim::jaro_winkler(&wanted, &lower);
            // Of two names that are equally like, the one that is meant whole comes first.
            let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
            let word = words.map(|word| strsim::jaro_winkler(&wanted, word) * 0.97).fold(0.0, f64::max);
            (whole.max(word), known)
        })
        .filter(|(likeness, _)| *likeness >= 0.8)
        .collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    near.into_iter().map(|(_, known)| known).take(most).collect()
}

/// The thing of this name in the list that `list` picks from the directory in force.
fn find<E: Error>(list: impl Fn(&Directory) -> &[String], what: &str, name: &str) -> Result<usize, E> {
    DIRECTORY.with(|directory| place(list(&directory.borrow()), what, name)).map_err(E::custom)
}

macro_rules! named {
    ($function:ident, $list:ident, $what:literal, $id:ty) => {
        pub(super) fn $function<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$id, D::Error> {
            find(|directory| &directory.$list, $what, &String::deserialize(deserializer)?).map(<$id>::at)
        }
    };
}

macro_rules! named_list {
    ($function:ident, $list:ident, $what:literal, $id:ty) => {
        pub(super) fn $function<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<$id>, D::Error> {
            let names = Vec::<String>::deserialize(deserializer)?;
            names.iter().map(|name| find(|directory| &directory.$list, $what, name).map(<$id>::at)).collect()
        }
    };
}

named!(location, locations, "location", LocationId);
named_list!(locations, locations, "location", LocationId);
named!(island, islands, "island", IslandId);
named_list!(islands, islands, "island", IslandId);
named_list!(sea_areas, sea_areas, "sea area", SeaAreaId);
named!(unit_kind, unit_kinds, "kind of unit", UnitKindId);
named_list!(unit_kinds, unit_kinds, "kind of unit", UnitKindId);
named!(ship, ships, "ship", ShipId);
named_list!(ships, ships, "ship", ShipId);

/// A set of locations, by name.
pub(super) fn location_set<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LocationSet, D::Error> {
    Ok(locations(deserializer)?.into_iter().collect())
}

/// A pool of unit kinds: checked to have at least one kind in it.
pub(super) fn unit_pool<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    find(|directory| &directory.unit_pools, "pool of units", &name)?;
    Ok(name)
}

/// A location, where none need be named.
pub(super) fn optional_location<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<LocationId>, D::Error> {
    location(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_nobody_knows_is_answered_with_the_nearest_one() {
        let names = ["Suakin".to_owned(), "Sinkat".to_owned(), "Tokar".to_owned()];
        assert_eq!(place(&names, "location", "Suakn").unwrap_err(), "no location is named \"Suakn\"; did you mean \"Suakin\"?");
        assert_eq!(place(&names, "location", "Khartoum").unwrap_err(), "no location is named \"Khartoum\"");
    }

    #[test]
    fn the_nearest_few_come_likest_first_and_a_name_may_be_meant_by_one_of_its_words() {
        let names = ["Pursuit Table", "Sortie Table", "Siege Table", "Sieges", "Revolt"];
        assert_eq!(nearest_few("persuit", names.into_iter(), 3), ["Pursuit Table"]);
        assert_eq!(nearest_few("Seiges", names.into_iter(), 3), ["Sieges", "Siege Table"]);
        assert_eq!(nearest_few("Seiges", names.into_iter(), 1), ["Sieges"]);
        assert!(nearest_few("logarithm", names.into_iter(), 3).is_empty());
        assert!(nearest_few("", names.into_iter(), 3).is_empty());
    }
}
