//! The map that goes with a despatch: of the islands where something moved it, the one where most did first.

use std::cmp::Reverse;

use crate::model::despatch::Picture;
use engine::campaign::{Correction, Event, ShipPlace, State, Station, UnitPlace};
use engine::pack::{IslandId, Pack};

/// The map of islands, named once for each thing that befell them; of all, if none is named.
pub(super) fn of(pack: &Pack, subtitle: String, befell: &[IslandId]) -> Picture {
    let times = |id: IslandId| befell.iter().filter(|other| **other == id).count();
    let mut touched: Vec<IslandId> = befell.to_vec();
    touched.sort_unstable();
    touched.dedup();
    touched.sort_by_key(|id| Reverse(times(*id)));
    let names: Vec<String> = touched.into_iter().map(|id| pack.map.island(id).name.clone()).collect();
    match <[String; 1]>::try_from(names) {
        Ok([only]) => Picture::Map { subtitle, island: Some(only), around: Vec::new() },
        Err(islands) => Picture::Map { subtitle, island: None, around: islands },
    }
}

/// The map, where what happened moved it.
pub(super) fn map(state: &State, events: &[Event]) -> Option<Picture> {
    let befell = befell(state.pack(), events)?;
    Some(of(state.pack(), format!("Turn {}", state.turn()), &befell))
}

/// Where events moved the map, an island for each of them; none if they did not. What happened at sea is nowhere.
pub(super) fn befell(pack: &Pack, events: &[Event]) -> Option<Vec<IslandId>> {
    let map = &pack.map;
    let mut islands = Vec::new();
    let mut moved = false;
    for event in events {
        let island = match event {
            Event::LocationLost { location } | Event::LocationRetaken { location, .. } | Event::SiegeBegan { location, .. } => {
                Some(map.location(*location).island)
            }
            Event::SiegeLifted { at } | Event::UnitsTookShip { to: at, .. } => Some(map.location(*at).island),
            Event::ForceMoved { to, .. } | Event::UnitsMoved { to, .. } | Event::UnitsArrived { at: to, .. } => {
                Some(map.island_of_space(*to))
            }
            Event::ShipsSailed { to: Station::Space(to), .. } => Some(map.island_of_space(*to)),
            Event::ShipsSailed { to: Station::Sea(_), .. } => None,
            Event::Corrected { correction } => match correction {
                Correction::Unit { to: UnitPlace::At(at), .. } => Some(map.island_of_space(*at)),
                Correction::Ship { to: ShipPlace::Port(at), .. }
                | Correction::Place { at, .. }
                | Correction::Siege { at, .. }
                | Correction::Redoubts { at, .. } => Some(map.location(*at).island),
                Correction::Unit { .. } | Correction::Ship { .. } => None,
                _ => continue,
            },
            _ => continue,
        };
        moved = true;
        islands.extend(island);
    }
    moved.then_some(islands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_shows_where_most_happened_first_and_one_island_alone_as_it_always_did() {
        let pack = Pack::embedded().unwrap();
        let at = |name: &str| pack.map.find_location(name).unwrap();
        let lost = |name: &str| Event::LocationLost { location: at(name) };
        let shown = |events: &[Event]| match befell(&pack, events).map(|befell| of(&pack, "Turn 2".to_owned(), &befell)) {
            Some(Picture::Map { island, around, .. }) => Some((island, around)),
            _ => None,
        };
        let events = [lost("Stuart"), lost("Tamai"), lost("Olga"), Event::SiegeBegan { location: at("Roche Harbor") }];
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(shown(&events).map(|(_, islands)| islands[0].clone()), Some("San Juan".to_owned()));
        assert_eq!(shown(&events).map(|(_, islands)| islands.len()), Some(3));
        assert_eq!(shown(&events[1..2]), Some((Some("San Juan".to_owned()), Vec::new())));
        let sailed = |to| Event::ShipsSailed { ships: engine::pack::ShipSet::EMPTY, to, functions: 1 };
        let at_sea = sailed(Station::Sea(engine::pack::SeaAreaId::at(0)));
        assert_eq!(shown(std::slice::from_ref(&at_sea)), Some((None, Vec::new())), "a passage at sea is shown on the whole map");
        let to_port = sailed(Station::Space(pack.map.space_of(at("Port Stanley"))));
        assert_eq!(
            shown(&[at_sea, to_port, lost("Decatur")]),
            Some((None, names(&["Decatur", "Lopez"]))).map(|(none, mut islands)| {
                islands.sort_by_key(|name| pack.map.islands.iter().position(|island| island.name == *name));
                (none, islands)
            })
        );
        assert_eq!(shown(&[]), None);
    }

    #[test]
    fn a_map_that_waits_to_be_posted_since_an_earlier_day_is_read() {
        let read: Picture = serde_json::from_str(r#"{"map":{"subtitle":"Turn 3","island":null}}"#).unwrap();
        assert_eq!(read, Picture::Map { subtitle: "Turn 3".to_owned(), island: None, around: Vec::new() });
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"map":{"subtitle":"Turn 3","island":null}}"#);
    }
}
