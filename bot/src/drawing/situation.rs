//! The map's ground and situation as plain data for the pictures.

use engine::campaign::{Control, GarrisonView, TrainPlace, View};
use engine::pack::{LocationKind, Pack, ShipClass, ShipSet, SpaceId, SpaceSet};
use pictures::overlay::Spot;
use pictures::{
    Chart, ChartError, FieldForce, Holders, MapGround, Overlay, Place, PlaceKind, Railway, Route, Sea, Ship, ShipKind, Situation, Standing,
    Strength,
};
use std::collections::BTreeMap;

/// The file of a pack that says how its map is drawn. A pack without one is drawn all the same.
pub const CHART_FILE: &str = "chart.toml";

/// What a pack fixes of its map's picture.
///
/// # Errors
///
/// If its chart makes no sense, with file, key and reason.
pub fn ground(pack: &Pack) -> Result<MapGround, ChartError> {
    let embedded = include_str!("../../../config/campaigns/false-prophet/chart.toml");
    let chart = match pack.sources().get(CHART_FILE) {
        Some(text) => Chart::parse(CHART_FILE, text)?,
        // The pack in the program leaves its chart to the bot, which alone draws.
        None if pack.is_of_the_program() => Chart::parse(CHART_FILE, embedded)?,
        None => Chart::default(),
    };
    let map = &pack.map;
    let ground = MapGround {
        title: pack.outline.title.clone(),
        holders: Holders {
            native: pack.words.sides.native.clone(),
            allied: pack.words.sides.allied.clone(),
            enemy: pack.words.sides.enemy.clone(),
        },
        islands: map.islands.iter().map(|island| island.name.clone()).collect(),
        places: map
            .locations
            .iter()
            .map(|location| Place {
                name: location.name.clone(),
                island: map.island(location.island).name.clone(),
                kind: match location.kind {
                    LocationKind::Village => PlaceKind::Village,
                    LocationKind::Town => PlaceKind::Town,
                    LocationKind::FortifiedTown => PlaceKind::FortifiedTown,
                },
                at: location.at,
                port: location.is_port(),
            })
            .collect(),
        routes: map
            .paths
            .iter()
            .map(|path| Route {
                from: map.location(path.from).name.clone(),
                to: map.location(path.to).name.clone(),
                points: path.points.iter().filter_map(|space| map.point_at(*space)).map(|point| point.at).collect(),
            })
            .collect(),
        seas: map.sea_areas.iter().map(|area| Sea { name: area.name.clone(), at: area.at }).collect(),
        chart,
    };
    ground.chart.check(CHART_FILE, &ground)?;
    Ok(ground)
}

/// What a view puts on the map.
#[must_use]
pub fn situation(pack: &Pack, view: &View, caption: &str) -> Situation {
    let map = &pack.map;
    let places: BTreeMap<String, Standing> = view
        .locations
        .iter()
        .map(|here| {
            let standing = Standing {
                control: match here.control {
                    Control::Native => pictures::Control::Native,
                    Control::NativePacified => pictures::Control::Pacified,
                    Control::Allied => pictures::Control::Allied,
                    Control::Enemy => pictures::Control::Enemy,
                },
                garrison: strength(pack, &here.garrison),
                redoubts: here.redoubts.into(),
                siege_level: here.siege_level,
                ships: ships(pack, view, here.ships),
                changed: here.changed,
            };
            (map.location(here.location).name.clone(), standing)
        })
        .collect();
    let forces = view
        .forces
        .iter()
        .filter_map(|(space, force)| {
            let point = map.point_at(*space)?;
            let [from, to] = point.between.map(|end| map.location(end).name.clone());
            Some(FieldForce { from, to, point: usize::from(point.number) - 1, strength: strength(pack, force) })
        })
        .collect();
    let at_sea = map
        .sea_areas
        .iter()
        .zip(&view.at_sea)
        .filter(|(_, afloat)| !afloat.is_empty())
        .map(|(area, afloat)| (area.name.clone(), ships(pack, view, *afloat)))
        .collect();
    let railway = railway(pack, view);
    Situation { caption: caption.to_owned(), places, forces, at_sea, railway, overlay: Overlay::default() }
}

/// The train and its track: every two spaces next to each other that both have some.
fn railway(pack: &Pack, view: &View) -> Railway {
    let TrainPlace::At(base) = view.train.place else { return Railway::default() };
    let map = &pack.map;
    let railed = view.train.track.union(SpaceSet::of(map.space_of(base)));
    let pairs = railed.iter().flat_map(|from| map.neighbours(from).intersection(railed).iter().map(move |to| (from, to)));
    let track = pairs.filter(|(from, to)| from < to).map(|(from, to)| (spot(pack, from), spot(pack, to))).collect();
    Railway { train: Some(map.location(base).name.clone()), track }
}

/// A space on the map's picture.
pub(super) fn spot(pack: &Pack, space: SpaceId) -> Spot {
    match pack.map.point_at(space) {
        Some(point) => {
            let [from, to] = point.between.map(|end| pack.location_name(end).to_owned());
            Spot::Point { from, to, point: usize::from(point.number).saturating_sub(1) }
        }
        None => Spot::Place(pack.map.space_name(space)),
    }
}

pub(super) fn strength(pack: &Pack, garrison: &GarrisonView) -> Strength {
    Strength {
        foot: garrison.foot.into(),
        horse: garrison.horse.into(),
        guns: garrison.guns.into(),
        allied: !garrison.units.intersection(pack.roster.allied).is_empty(),
    }
}

pub(super) fn ships(pack: &Pack, view: &View, ships: ShipSet) -> Vec<Ship> {
    ships
        .iter()
        .map(|ship| {
            let seen = view.ships.get(ship.index()).copied().unwrap_or_default();
            let ship = &pack.roster.ships[ship.index()];
            let kind = match ship.class {
                ShipClass::Gunboat => ShipKind::Gunboat,
                ShipClass::Transport => ShipKind::Transport,
            };
            Ship { name: ship.name.clone(), kind, damaged: seen.damage > 0, aboard: seen.aboard.into() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::campaign::{Event, Options, Order, Seat, State};
    use engine::dice::Dice;
    use engine::game::Game as _;

    #[test]
    fn the_campaign_of_an_earlier_umpire_is_drawn_by_the_programs_chart_and_a_groups_own_pack_without() {
        let today = Pack::embedded().unwrap();
        let mut files = today.sources().clone();
        let set_up = files.get_mut("setup.toml").unwrap();
        *set_up = set_up.replace("and Graham is on his way.", "and Graham has landed.");
        let earlier = Pack::load(files.clone()).unwrap();
        assert!(earlier.fingerprint() != today.fingerprint() && earlier.is_of_the_program(), "the pack of 29 November 2026");
        assert!(ground(&earlier).unwrap().chart == ground(&today).unwrap().chart);
        files.get_mut("setup.toml").unwrap().push('\n');
        assert!(ground(&Pack::load(files).unwrap()).unwrap().chart == Chart::default());
    }

    #[test]
    fn the_train_and_its_track_are_drawn_and_told_in_words() {
        let pack = std::sync::Arc::new(Pack::embedded().unwrap());
        let mut state = State::opening(&pack);
        let order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        state.give(Seat::Commander, &order, &mut Dice::seeded([7; 32], 0)).unwrap();
        let space = |name: &str| pack.map.find_space(name).unwrap();
        let shown = |state: &State| situation(&pack, &state.view(Seat::Player), "Turn 1");
        assert_eq!(shown(&state).railway, Railway::default());
        let at = pack.map.location_at(space("Eastsound")).unwrap();
        state.apply(&Event::TrainArrived { at });
        for name in ["Rosario–Eastsound 2 of 2", "Rosario–Eastsound 1 of 2", "Rosario", "Olga–Rosario"] {
            state.apply(&Event::TrackLaid { at: space(name), paid: 0 });
        }
        let drawn = shown(&state);
        assert_eq!(drawn.railway.track.len(), 4, "{:?}", drawn.railway);
        let ground = ground(&pack).unwrap();
        let told = pictures::alt_text(&ground, &drawn, &pictures::Extent::Whole);
        assert!(told.contains("The train at Eastsound, with 4 points of track, through Rosario."), "{told}");
        let sheet = pictures::MapSheet::lay_out(&ground, &pictures::Extent::Whole, pictures::USUAL_WIDTH);
        let plain = pictures::Situation { railway: Railway::default(), ..drawn.clone() };
        let sleepers = |situation: &pictures::Situation| sheet.moment(situation).text.matches("stroke-dasharray").count();
        assert_eq!(sleepers(&drawn) - sleepers(&plain), 4, "a stretch from each space to the next");
        let badges = |situation: &pictures::Situation| {
            sheet.tags(situation).iter().filter(|tag| matches!(tag.tag.kind, pictures::tags::TagKind::Badge { .. })).count()
        };
        assert_eq!((badges(&plain), badges(&drawn)), (0, 1));
    }
}
