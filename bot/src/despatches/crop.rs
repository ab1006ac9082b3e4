//! The map that goes with a despatch: of the islands where something moved it, the one where most did first.

use std::cmp::Reverse;

use crate::model::despatch::Picture;
use engine::campaign::{Correction, Event, ShipPlace, State, Station, UnitPlace};
use engine::pack::{IslandId, Pack, SeaAreaId};

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

/// The map of a passage that ends at sea, and took nobody anywhere else: the sea area that was reached, and where the ships came from.
#[must_use]
pub fn passage(before: &State, events: &[Event]) -> Option<Picture> {
    let map = &before.pack().map;
    befell(before.pack(), events).filter(Vec::is_empty)?;
    let mut sailed = events.iter().filter_map(|event| match event {
        Event::ShipsSailed { ships, to: Station::Sea(to), .. } => Some((*ships, *to)),
        _ => None,
    });
    let (ships, first) = sailed.next()?;
    let to = sailed.next_back().map_or(first, |(_, to)| to);
    let sea = |area: SeaAreaId| format!("{}{}", Picture::SEA_AREA, map.sea_areas[area.index()].name);
    let from = ships.iter().find_map(|ship| match before.ship_place(ship) {
        ShipPlace::Sea(area) => Some(sea(area)),
        ShipPlace::Port(port) => Some(map.island(map.location(port).island).name.clone()),
        ShipPlace::Reserve | ShipPlace::Lost => None,
    });
    let mut around = vec![sea(to)];
    around.extend(from.filter(|from| *from != around[0]));
    Some(Picture::Map { subtitle: format!("Turn {}", before.turn()), island: None, around })
}

#[cfg(test)]
mod tests {
    use engine::game::Game as _;

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
    fn a_passage_that_ends_at_sea_is_shown_with_the_sea_or_island_it_came_from() {
        let mut state = State::new(Pack::embedded().unwrap());
        let pack = std::sync::Arc::clone(state.pack());
        let ship = engine::pack::ShipId::at(0);
        let ships = engine::pack::ShipSet::of(ship);
        let area = |name: &str| SeaAreaId::at(pack.map.sea_areas.iter().position(|area| area.name == name).unwrap());
        let sailed = |to| Event::ShipsSailed { ships, to, functions: 1 };
        let around = |state: &State, events: &[Event]| match passage(state, events) {
            Some(Picture::Map { around, .. }) => around,
            _ => Vec::new(),
        };
        state.apply(&sailed(Station::Space(pack.map.space_of(pack.map.find_location("Port Stanley").unwrap()))));
        let out = [sailed(Station::Sea(area("A"))), sailed(Station::Sea(area("B")))];
        assert_eq!(around(&state, &out), ["sea area B", "Lopez"]);
        state.apply(&out[0]);
        assert_eq!(around(&state, &out[1..]), ["sea area B", "sea area A"]);
        let and_lost = [out[1].clone(), Event::LocationLost { location: pack.map.find_location("Olga").unwrap() }];
        assert_eq!(passage(&state, &and_lost), None, "what befell an island is shown there");
        assert_eq!(Picture::SEA_AREA, pictures::crop::SEA_AREA, "the pictures know it by the same word");
        let ground = crate::drawing::situation::ground(&pack).unwrap();
        let (mut together, mut pairs) = (0, 0);
        for from in &pack.map.sea_areas {
            for to in from.adjacent.iter() {
                let both =
                    [from.name.clone(), pack.map.sea_areas[to.index()].name.clone()].map(|name| format!("{}{name}", Picture::SEA_AREA));
                let (shown, left_out) = pictures::crop::together(&ground, &both);
                assert_eq!(shown[0], both[0], "where the ships are is shown in any case");
                together += usize::from(left_out.is_empty());
                pairs += 1;
            }
        }
        assert!(together * 2 > pairs, "{together} of {pairs} pairs of neighbours go together on a phone");
    }

    #[test]
    fn a_map_that_waits_to_be_posted_since_an_earlier_day_is_read() {
        let read: Picture = serde_json::from_str(r#"{"map":{"subtitle":"Turn 3","island":null}}"#).unwrap();
        assert_eq!(read, Picture::Map { subtitle: "Turn 3".to_owned(), island: None, around: Vec::new() });
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"map":{"subtitle":"Turn 3","island":null}}"#);
    }
}
