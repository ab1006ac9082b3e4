//! The card game as plain data for its pictures: the hand of a side, and the table with its five regions, each from what a seat sees.

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::event::Event;
use engine::card_game::order::Order;
use engine::card_game::pack::{Arm, Card};
use engine::card_game::region::Region;
use engine::card_game::rules::conflict::{current, force};
use engine::card_game::state::{Phase, State};
use engine::card_game::view::View;
use engine::game::Game as _;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use pictures::board::Party;
use pictures::cards::{self, Hand, HandCard, Kind, RegionState, Stack, Table};

use crate::despatches::cards::{board, names};
use crate::drawing::atlas::{Atlas, AtlasError};
use crate::drawing::film;
use crate::drawing::plate::Plate;
use crate::drawing::sketch::Sketch;
use crate::model::despatch::Picture;
use crate::words;

/// Draws the hand of a side.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn hand_plate(atlas: &Atlas, view: &View, side: Side) -> Result<Plate, AtlasError> {
    let hand = hand(view.state(), side);
    atlas.picture(move || Ok(Sketch::new(Picture::Hand.file_name(), cards::hand_picture(&hand), cards::hand_alt_text(&hand)))).await
}

/// Draws the table as a seat sees it.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn table_plate(atlas: &Atlas, view: &View) -> Result<Plate, AtlasError> {
    let table = table(view.state());
    atlas.picture(move || Ok(Sketch::new(Picture::BOARD, cards::table_picture(&table), cards::table_alt_text(&table)))).await
}

/// Draws the film of a game from what happened in it: the table at the end of each turn, as both sides saw it.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn film(atlas: &Atlas, opening: State, events: Vec<Event>) -> Result<Plate, AtlasError> {
    let draw = move || {
        let mut state = opening;
        let mut scenes = Vec::new();
        for event in &events {
            // What a turn has come to is seen before the next begins.
            if matches!(event, Event::TurnBegan(turn) if *turn > 1) {
                scenes.push(table(state.public_view().state()));
            }
            state.apply(event);
        }
        scenes.push(table(state.public_view().state()));
        let bytes = cards::film(&scenes)?;
        let alt_text = film::said_of_stills(&scenes, cards::table_alt_text);
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

/// What is drawn on a card: camelry is cavalry to the rules, and has an animal of its own.
fn kind(row: &Card) -> Kind {
    match row.arm {
        Arm::Infantry => Kind::Infantry,
        Arm::Shock => Kind::Shock,
        Arm::Cavalry if row.name.contains("Camel") => Kind::Camelry,
        Arm::Cavalry => Kind::Cavalry,
        Arm::Artillery => Kind::Artillery,
        Arm::MachineGun => Kind::MachineGun,
        Arm::Rifle => Kind::Rifle,
        Arm::Boat => Kind::Boat,
        Arm::Leader => Kind::Leader,
        Arm::Flag => Kind::Flag,
        Arm::Tactics => Kind::Tactics,
        Arm::Attack => Kind::Attack,
        Arm::Defence => Kind::Defence,
        Arm::Movement => Kind::Movement,
    }
}

/// The hand of a side, with what it may play now marked.
#[must_use]
pub fn hand(seen: &State, side: Side) -> Hand {
    let mut legal = Vec::new();
    seen.legal_orders(Seat::from(side), &mut legal);
    let playable = |card: CardId| {
        legal.iter().any(|order| match order {
            Order::Lay { card: of, .. } | Order::PlayMovement { card: of, .. } | Order::PlayTactics { card: of, .. } => *of == card,
            _ => false,
        })
    };
    let drawn = |(card, count): (CardId, u8)| {
        let row = seen.card(side, card)?;
        let note = match row.moves {
            0 => row.note.clone().unwrap_or_default(),
            moves => format!("{moves} units"),
        };
        Some(HandCard { kind: kind(row), name: row.name.clone(), note, force: row.force, count, marked: playable(card) })
    };
    let cards = seen.army(side).hand.cards;
    // Whose hand it is stands before it.
    let phase = match seen.phase {
        Phase::Deploying(of) if of == side => "Deploy".to_owned(),
        Phase::Marching(of) | Phase::Travelling(of) if of == side => "Travel".to_owned(),
        _ => words::sentence_case(&board::phase(seen)),
    };
    Hand {
        title: format!("Hand, turn {}", seen.turn),
        caption: format!("{} · {phase}", names::the_side(seen, side)),
        party: party(side),
        cards: cards.each().filter_map(drawn).collect(),
    }
}

fn units(seen: &State, side: Side, cards: &Cards) -> Vec<(Kind, String, u8)> {
    let drawn = |(card, count): (CardId, u8)| seen.card(side, card).map(|row| (kind(row), row.name.clone(), count));
    cards.each().filter_map(drawn).collect()
}

/// The table as plain data, by what is seen of it.
#[must_use]
pub fn table(seen: &State) -> Table {
    let fought = current(seen).map(|fought| fought.region);
    let region = |region: Region| {
        let stack = |side: Side| {
            let open = seen.units(side, region);
            let face_down = seen.army(side).laid[region as usize].len();
            let stack = Stack { party: party(side), units: units(seen, side, &open), force: force(seen, side, region), face_down };
            (!open.is_empty() || face_down > 0).then_some(stack)
        };
        RegionState {
            name: names::region(seen, region).to_owned(),
            holder: seen.holder(region).map(party),
            stacks: Side::BOTH.into_iter().filter_map(stack).collect(),
            fought: fought == Some(region),
            news: String::new(),
        }
    };
    let held = Side::BOTH.map(|side| u8::try_from(seen.held(side)).unwrap_or(u8::MAX));
    let note = |side: Side| format!("{}: {}", words::sentence_case(names::bare_side(seen, side)), names::piles_in_words(seen, side));
    let caption = match seen.phase {
        Phase::Over(_) | Phase::Unset => words::sentence_case(&board::stage(seen)),
        _ => format!("Turn {} of {} · {}", seen.turn, seen.pack.tables.turns, words::sentence_case(&board::phase(seen))),
    };
    Table {
        title: names::title(seen).to_owned(),
        caption,
        ours: words::sentence_case(names::bare_side(seen, Side::Ours)),
        enemies: words::sentence_case(names::bare_side(seen, Side::Enemy)),
        held,
        regions: Region::ALL.map(region),
        notes: Side::BOTH.map(note).into(),
    }
}
