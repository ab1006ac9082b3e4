//! Overlays for the map: what the engine says of a position becomes badges and arrows. Pure; no rule is known here.

use std::collections::BTreeMap;

use engine::campaign::odds::siege::{self, SiegeEnd};
use engine::campaign::odds::{Fraction, revolt};
use engine::campaign::rules::supply;
use engine::campaign::{Event, ShipPlace, State, SupplySystem, UnitPlace};
use engine::game::Game;
use engine::pack::{Pack, SeaAreaId, ShipId, ShipSet, SpaceId, UnitId};

use crate::drawing::situation::spot;
use pictures::odds::percent;
use pictures::overlay::{Badge, Movement, Overlay, Spot, Weight};

/// From this chance on a badge stands out, and from this on it stands out most.
const UNEASY: f64 = 0.25;
const GRAVE: f64 = 0.5;

fn weight(of: Fraction) -> Weight {
    match of.value() {
        value if value >= GRAVE => Weight::Grave,
        value if value >= UNEASY => Weight::Uneasy,
        _ => Weight::Calm,
    }
}

/// How likely each place that can rise is to do so at the next roll.
#[must_use]
pub fn revolts(state: &State) -> Overlay {
    let pack = state.pack();
    let places = revolt::revolts(state).places;
    let badges = places
        .iter()
        .filter(|place| !place.rises.is_zero())
        .map(|place| Badge {
            at: spot(pack, pack.map.space_of(place.location)),
            words: percent(place.rises.value()),
            weight: weight(place.rises),
        })
        .collect();
    Overlay { about: "Chance to rise".to_owned(), badges, movements: Vec::new() }
}

/// Who would be fed if it were looked to now, and what stores lie where.
#[must_use]
pub fn supplies(state: &State) -> Overlay {
    let pack = state.pack();
    let short = supply::short_now(state);
    let badges = pack
        .map
        .space_ids()
        .filter_map(|space| {
            // Stores feed nobody by the simple rules.
            let points = if state.options().supply == SupplySystem::Advanced { state.supply(space) } else { 0 };
            let units = state.units_at(space);
            let hungry = units.intersection(short).len();
            let mut parts = Vec::new();
            match (units.is_empty(), hungry) {
                (true, _) => {}
                (false, 0) => parts.push("fed".to_owned()),
                (false, hungry) if hungry == units.len() => parts.push("short".to_owned()),
                (false, hungry) => parts.push(format!("{hungry} short")),
            }
            if points > 0 {
                parts.push(format!("{points} {}", if points == 1 { "point" } else { "points" }));
            }
            let weight = if hungry > 0 { Weight::Grave } else { Weight::Calm };
            (!parts.is_empty()).then(|| Badge { at: spot(pack, space), words: parts.join(", "), weight })
        })
        .collect();
    Overlay { about: "Supply".to_owned(), badges, movements: Vec::new() }
}

/// Each siege with its level, and how likely the place is to fall when the turn ends.
#[must_use]
pub fn sieges(state: &State) -> Overlay {
    let pack = state.pack();
    let badges = state
        .besieged()
        .iter()
        .filter_map(|location| siege::siege(state, location))
        .map(|odds| {
            let falls = odds.ends().chance(|end| *end == SiegeEnd::Fallen);
            let storm = odds.storm.as_ref().map_or_else(String::new, |(_, of)| format!(", a storm first {}", percent(of.value())));
            Badge {
                at: spot(pack, pack.map.space_of(odds.location)),
                words: format!("level {}, falls {}{storm}", odds.level, percent(falls.value())),
                weight: weight(falls),
            }
        })
        .collect();
    Overlay { about: "Sieges".to_owned(), badges, movements: Vec::new() }
}

/// The position in which a turn began, or the next that did, from what the journal says happened; the last, if none did.
#[must_use]
pub fn when_turn_began<'a>(mut state: State, events: impl Iterator<Item = &'a Event>, turn: u8) -> State {
    for event in events {
        state.apply(event);
        if matches!(event, Event::TurnBegan { turn: began } if *began >= turn) {
            break;
        }
    }
    state
}

/// Where somebody is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whereabouts {
    Space(SpaceId),
    Sea(SeaAreaId),
}

fn ship_at(state: &State, ship: ShipId) -> Option<Whereabouts> {
    match state.ship_place(ship) {
        ShipPlace::Port(port) => Some(Whereabouts::Space(state.pack().map.space_of(port))),
        ShipPlace::Sea(area) => Some(Whereabouts::Sea(area)),
        ShipPlace::Reserve | ShipPlace::Lost => None,
    }
}

fn unit_at(state: &State, unit: UnitId) -> Option<Whereabouts> {
    match state.unit_place(unit) {
        UnitPlace::At(space) => Some(Whereabouts::Space(space)),
        UnitPlace::Aboard(ship) => ship_at(state, ship),
        UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => None,
    }
}

fn spot_of(pack: &Pack, at: Whereabouts) -> Spot {
    match at {
        Whereabouts::Space(space) => spot(pack, space),
        Whereabouts::Sea(area) => Spot::Sea(pack.map.sea_areas[area.index()].name.clone()),
    }
}

/// Whether one gets from one to the other only by water.
fn is_afloat(pack: &Pack, from: Whereabouts, to: Whereabouts) -> bool {
    match (from, to) {
        (Whereabouts::Space(from), Whereabouts::Space(to)) => pack.map.island_of_space(from) != pack.map.island_of_space(to),
        _ => true,
    }
}

/// Who went from where to where between two positions; who came, and who was lost.
#[must_use]
pub fn moves(before: &State, now: &State) -> Overlay {
    let pack = now.pack();
    let mut went: BTreeMap<(Whereabouts, Whereabouts), (usize, ShipSet)> = BTreeMap::new();
    let (mut came, mut lost): (BTreeMap<Whereabouts, usize>, BTreeMap<Whereabouts, usize>) = (BTreeMap::new(), BTreeMap::new());
    for unit in (0..pack.roster.units.len()).map(UnitId::at) {
        match (unit_at(before, unit), unit_at(now, unit)) {
            (Some(from), Some(to)) if from != to => went.entry((from, to)).or_default().0 += 1,
            (None, Some(at)) => *came.entry(at).or_default() += 1,
            (Some(at), None) => *lost.entry(at).or_default() += 1,
            _ => {}
        }
    }
    for ship in (0..pack.roster.ships.len()).map(ShipId::at) {
        if let (Some(from), Some(to)) = (ship_at(before, ship), ship_at(now, ship))
            && from != to
        {
            went.entry((from, to)).or_default().1.insert(ship);
        }
    }
    let movements = went
        .into_iter()
        .map(|((from, to), (units, ships))| Movement {
            units: units as u32,
            ships: ships.iter().map(|ship| pack.roster.ships[ship.index()].name.clone()).collect(),
            afloat: !ships.is_empty() || is_afloat(pack, from, to),
            from: spot_of(pack, from),
            to: spot_of(pack, to),
        })
        .collect();
    let came = came.into_iter().map(|(at, units)| (at, format!("+{units}"), Weight::Calm));
    let lost = lost.into_iter().map(|(at, units)| (at, format!("−{units}"), Weight::Grave));
    let badges = came.chain(lost).map(|(at, words, weight)| Badge { at: spot_of(pack, at), words, weight }).collect();
    Overlay { about: "Units that came or were lost".to_owned(), badges, movements }
}

#[cfg(test)]
mod tests {
    use engine::campaign::Seat;
    use engine::campaign::{Options, Order, Source};
    use engine::dice::Dice;

    use super::*;

    fn campaign() -> (State, Vec<Event>) {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        let events = state.give(Seat::Umpire, &order, &mut Dice::scripted(&[])).unwrap();
        (state, events)
    }

    fn badge<'a>(overlay: &'a Overlay, place: &str) -> Option<&'a str> {
        overlay.badges.iter().find(|badge| badge.at == Spot::Place(place.to_owned())).map(|badge| badge.words.as_str())
    }

    #[test]
    fn places_that_may_rise_bear_their_chance_and_those_that_cannot_bear_none() {
        let (mut state, _) = campaign();
        assert_eq!(badge(&revolts(&state), "Tamai"), Some("17%"));
        assert_eq!(badge(&revolts(&state), "Friday Harbor"), None);
        let location = state.pack().map.find_location("Ginnis").unwrap();
        state.apply(&Event::LocationLost { location });
        assert_eq!(badge(&revolts(&state), "Tamai"), Some("33%"));
        assert_eq!(badge(&revolts(&state), "Ginnis"), None);
    }

    #[test]
    fn a_siege_bears_its_level_and_its_chance_to_fall() {
        let (mut state, _) = campaign();
        assert!(sieges(&state).badges.is_empty());
        let location = state.pack().map.find_location("Friday Harbor").unwrap();
        state.apply(&Event::SiegeBegan { location });
        assert_eq!(badge(&sieges(&state), "Friday Harbor"), Some("level 1, falls 3%"));
    }

    #[test]
    fn everyone_is_fed_at_the_start_and_nobody_without_a_base_and_a_ship() {
        let (mut state, _) = campaign();
        let words: Vec<String> = supplies(&state).badges.into_iter().map(|badge| badge.words).collect();
        assert!(words.iter().all(|words| words == "fed"), "{words:?}");
        for name in ["Friday Harbor", "Suakin"] {
            let location = state.pack().map.find_location(name).unwrap();
            state.apply(&Event::LocationLost { location });
        }
        assert_eq!(badge(&supplies(&state), "Olga"), Some("short"));
    }

    /// Positions of campaigns played at random, each with an earlier one.
    fn positions(count: usize) -> Vec<(State, State)> {
        use staff::{Random, Staff};
        let mut found = Vec::new();
        for seed in 0_u64.. {
            let (mut state, _) = campaign();
            let mut dice = Dice::seeded([seed as u8; 32], 0);
            let mut random = Random::new(seed);
            let mut before = state.clone();
            let mut legal = Vec::new();
            for number in 1..600 {
                legal.clear();
                state.legal_orders(Seat::Commander, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let order = legal[random.choose(&state, &legal).min(legal.len() - 1)].clone();
                if state.give(Seat::Commander, &order, &mut dice).is_err() {
                    break;
                }
                if number % 12 == 0 {
                    found.push((before.clone(), state.clone()));
                    if found.len() == count {
                        return found;
                    }
                }
                if number % 48 == 0 {
                    before = state.clone();
                }
            }
        }
        found
    }

    #[test]
    fn arrows_keep_to_roads_and_water_and_their_words_touch_nothing_in_a_thousand_positions() {
        use pictures::geometry::Rect;
        let pack = Pack::embedded().unwrap();
        let ground = crate::drawing::situation::ground(&pack).unwrap();
        let sheet = pictures::MapSheet::lay_out(&ground, &pictures::Extent::Whole, pictures::USUAL_WIDTH);
        let frame = sheet.frame();
        let roads: Vec<(f64, f64)> = ground
            .routes
            .iter()
            .filter_map(|route| pictures::furniture::road(&ground, route))
            .flat_map(|line| line.into_iter().map(|point| frame.px(point)).collect::<Vec<_>>())
            .collect();
        let ashore = |at: (f64, f64)| sheet.under(&Rect::around(at, 2.0, 2.0)).1 > 0.0;
        let apart = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        // How far the water is from a point, in pixels.
        let to_water = |at: (f64, f64)| {
            let around = (-40..=40).flat_map(|x| (-40..=40).map(move |y| (at.0 + 4.0 * f64::from(x), at.1 + 4.0 * f64::from(y))));
            around.filter(|near| !ashore(*near)).map(|near| apart(near, at)).fold(f64::INFINITY, f64::min)
        };
        let (mut faults, mut arrows_seen, mut afloat_seen, mut over_each_other, mut beside) = (Vec::new(), 0, 0, 0, 0);
        let mut most = std::collections::BTreeMap::<&str, f64>::new();
        for (before, now) in positions(1_000) {
            let view = now.view(Seat::Player);
            let overlay = moves(&before, &now);
            let situation = pictures::Situation { overlay, ..crate::drawing::situation::situation(&pack, &view, "") };
            let (arrows, tags) = (sheet.arrows(&situation), sheet.tags(&situation));
            for (index, arrow) in arrows.iter().enumerate() {
                arrows_seen += 1;
                beside += usize::from(arrow.lane > 0);
                let words = &arrow.words_area;
                let mut touches = |what: &str, area: &Rect| {
                    if area.overlaps(words) {
                        faults.push(format!("\"{}\" over {what}", arrow.words));
                    }
                };
                sheet.names().iter().for_each(|name| touches(&name.place, &name.area));
                sheet.symbols().iter().for_each(|symbol| touches("a symbol", symbol));
                if !arrow.afloat {
                    let others = arrows[..index].iter().filter(|other| !other.afloat);
                    over_each_other += others.filter(|other| pictures::ways::go_together(&arrow.line, &other.line, 4.0)).count();
                }
                tags.iter().for_each(|tag| touches("a tag", &tag.area));
                arrows[..index].iter().for_each(|other| touches("the words of another arrow", &other.words_area));
                let (start, end) = (arrow.line[0], arrow.line[arrow.line.len() - 1]);
                let shore = if arrow.afloat { (to_water(start), to_water(end)) } else { (0.0, 0.0) };
                for point in &arrow.line {
                    if arrow.afloat {
                        afloat_seen += 1;
                        if ashore(*point) {
                            let further = (apart(*point, start) - shore.0).min(apart(*point, end) - shore.1);
                            let farthest = most.entry("over land, beyond the nearest shore").or_default();
                            *farthest = farthest.max(further);
                        }
                    } else {
                        let off = roads.iter().map(|road| apart(*road, *point)).fold(f64::INFINITY, f64::min);
                        let farthest = most.entry("off the road").or_default();
                        // Of those that go the same way along it the second goes beside the first.
                        *farthest = farthest.max(off - pictures::map::LANE * f64::from(arrow.lane));
                    }
                }
            }
        }
        assert!(arrows_seen > 1_000 && afloat_seen > 1_000, "{arrows_seen} arrows");
        assert!(beside > 0 && over_each_other == 0, "{beside} go beside another, {over_each_other} over one");
        assert!(faults.is_empty(), "{} of {arrows_seen}: {:#?}", faults.len(), &faults[..faults.len().min(20)]);
        // A road is drawn through points some 4 pixels apart, and an arrow runs 8 beside it.
        assert!(most["off the road"] < 14.0, "{most:?}");
        // Whoever comes from inland, or goes there, goes over land to the nearest shore, and a little further where it is winding.
        assert!(most["over land, beyond the nearest shore"] < 24.0, "{most:?}");
    }

    #[test]
    fn moves_lead_from_where_units_and_ships_were_when_the_turn_began_to_where_they_are() {
        let (mut state, mut events) = campaign();
        let before = when_turn_began(State::new(Pack::embedded().unwrap()), events.iter(), 1);
        assert!(moves(&before, &state).movements.is_empty());
        let pack = std::sync::Arc::clone(state.pack());
        let location = |name: &str| pack.map.find_location(name).unwrap();
        let units = state.garrison(location("False Bay"));
        let ship = ShipId::at(pack.roster.ships.iter().position(|ship| ship.name == "Kassala").unwrap());
        let lost = state.garrison(location("Olga"));
        let happened = [
            Event::UnitsRetreated { from: location("False Bay"), to: location("Friday Harbor"), units },
            Event::ShipsPutToSea { from: location("Suakin"), to: SeaAreaId::at(0), ships: ShipSet::of(ship) },
            Event::UnitsDestroyed { location: location("Olga"), units: lost },
            Event::UnitsArrived {
                units: pack.roster.kinds[1].units.intersection(pack.roster.allied).union(state.reserve_of(engine::pack::UnitKindId::at(1))),
                at: pack.map.space_of(location("Suakin")),
                source: Source::Reserve,
            },
        ];
        for event in happened {
            state.apply(&event);
            events.push(event);
        }
        let before = when_turn_began(State::new(Pack::embedded().unwrap()), events.iter(), 1);
        let overlay = moves(&before, &state);
        let told = overlay.sentences(|_| true);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[1].contains("2 units from False Bay to Friday Harbor"), "{told:?}");
        assert!(told[1].contains("Kassala from Suakin to sea area A by water"), "{told:?}");
        assert!(told[0].contains("Olga −1") && told[0].contains("Suakin +"), "{told:?}");
    }
}
