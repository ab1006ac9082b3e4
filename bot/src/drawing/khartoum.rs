//! The mini-game of the siege as plain data for its pictures: the map with who stands where, as a seat sees it.

use engine::game::Game as _;
use engine::khartoum::event::Event;
use engine::khartoum::ids::SpaceId;
use engine::khartoum::pack::counters::Class;
use engine::khartoum::pack::map::{RouteKind, Terrain};
use engine::khartoum::state::State;
use engine::khartoum::view::View;
use engine::tabletop::side::Side;
use pictures::theatre::{self, Arm, Party, Route, Space, SpaceKind, Stack, Theatre, Turn};

use crate::despatches::khartoum::{board, names};
use crate::drawing::atlas::{Atlas, AtlasError};
use crate::drawing::film;
use crate::drawing::plate::Plate;
use crate::drawing::sketch::Sketch;
use crate::model::despatch::Picture;
use crate::words;

/// Draws the map as a seat sees it.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn plate(atlas: &Atlas, view: &View, picture: &Picture) -> Result<Plate, AtlasError> {
    let (drawn, name) = (theatre(view.state()), picture.file_name());
    atlas.picture(move || Ok(Sketch::new(name, theatre::picture(&drawn), theatre::alt_text(&drawn)))).await
}

/// Draws the film of a game from what happened in it: the map at the end of each player turn, as everybody saw it.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn film(atlas: &Atlas, opening: State, events: Vec<Event>) -> Result<Plate, AtlasError> {
    let draw = move || {
        let mut state = opening;
        let mut scenes = Vec::new();
        for event in &events {
            // What a player turn has come to is seen before the next begins.
            if matches!(event, Event::PlayerTurnBegan(_)) {
                scenes.push(theatre(state.public_view().state()));
            }
            state.apply(event);
        }
        scenes.push(theatre(state.public_view().state()));
        let bytes = theatre::film(&scenes)?;
        let alt_text = film::said_of_stills(&scenes, theatre::alt_text);
        Ok(Plate { name: Picture::Film.file_name(), bytes, alt_text })
    };
    atlas.draw_film(draw).await
}

const fn party(side: Side) -> Party {
    match side {
        Side::Ours => Party::Ours,
        Side::Enemy => Party::Enemy,
    }
}

const fn arm(class: Class) -> Arm {
    match class {
        Class::Foot => Arm::Foot,
        Class::Cavalry => Arm::Cavalry,
        Class::Camel => Arm::Camel,
        Class::Leader => Arm::Leader,
        Class::Boat => Arm::Boat,
        Class::Garrison => Arm::Garrison,
    }
}

fn kind(seen: &State, space: SpaceId) -> SpaceKind {
    match seen.terrain(space) {
        Terrain::Fortress => SpaceKind::Fortress,
        Terrain::Town => SpaceKind::Town,
        Terrain::River => SpaceKind::River,
        Terrain::Port => SpaceKind::Port,
        Terrain::Open => SpaceKind::Open,
        Terrain::Desert => SpaceKind::Desert,
    }
}

fn stack(seen: &State, side: Side, space: SpaceId) -> Option<Stack> {
    let there = seen.units(side, space);
    let unseen = if side == Side::Enemy { names::unseen(seen, space) } else { 0 };
    if there.is_empty() && unseen == 0 {
        return None;
    }
    let rows = || there.iter().filter_map(|unit| seen.unit(unit));
    // What a stack is drawn as: its leader, else its strongest unit.
    let shown = rows().max_by_key(|row| (row.class == Class::Leader, row.class != Class::Garrison, row.strength));
    Some(Stack {
        party: party(side),
        arm: shown.map_or(Arm::Foot, |row| arm(row.class)),
        name: shown.map_or_else(String::new, |row| row.name.clone()),
        units: u8::try_from(there.len()).unwrap_or(u8::MAX),
        strength: rows().map(|row| u16::from(row.strength)).sum(),
        unseen: if side == Side::Enemy && names::hides_numbers(seen, space) { None } else { Some(unseen) },
    })
}

/// The map as plain data, by what is seen of it.
#[must_use]
pub fn theatre(seen: &State) -> Theatre {
    let pack = &seen.pack;
    let space = |(place, row): (usize, &engine::khartoum::pack::map::Space)| {
        let at = SpaceId::at(place);
        let holder = Side::BOTH.into_iter().find(|side| {
            let unseen = *side == Side::Enemy && names::unseen(seen, at) > 0;
            (seen.has(*side, at) || unseen) && !seen.has(side.other(), at)
        });
        Space {
            name: row.name.clone(),
            at: (f64::from(row.x), f64::from(row.y)),
            kind: kind(seen, at),
            points: row.victory_points,
            port: row.port,
            red: row.red,
            holder: holder.map(party),
            stacks: Side::BOTH.into_iter().filter_map(|side| stack(seen, side, at)).collect(),
            fought: seen.battle.is_some_and(|battle| battle.space == at),
        }
    };
    let route = |route: &engine::khartoum::pack::map::Route| Route {
        kind: match route.kind {
            RouteKind::Road => theatre::RouteKind::Road,
            RouteKind::River => theatre::RouteKind::River,
            RouteKind::Desert => theatre::RouteKind::Desert,
            RouteKind::Sea => theatre::RouteKind::Sea,
        },
        between: route.between.map(|space| space.index()),
    };
    let turns = pack.tables.turn.iter().map(|turn| Turn { flood: turn.flood }).collect();
    let mut notes = board::effects(seen);
    notes.extend(board::held(seen));
    Theatre {
        title: names::title(seen).to_owned(),
        caption: words::sentence_case(&board::stage(seen)),
        ours: words::sentence_case(names::bare_side(seen, Side::Ours)),
        enemies: words::sentence_case(names::bare_side(seen, Side::Enemy)),
        points: seen.points(),
        wanted: pack.tables.victory_points,
        turn: seen.turn,
        turns,
        spaces: pack.map.spaces.iter().enumerate().map(space).collect(),
        routes: pack.map.routes.iter().map(route).collect(),
        coast: pack.map.coast.iter().map(|[x, y]| (f64::from(*x), f64::from(*y))).collect(),
        notes: notes.into_iter().map(|note| note.trim_start_matches("-# ").to_owned()).collect(),
    }
}
