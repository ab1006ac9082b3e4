//! What a seat sees of a battle is drawn, and nothing else.

use std::path::PathBuf;
use std::sync::Arc;

use engine::dice::Dice;
use engine::tabletop::area::Area;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::plan::{Plan, Start};
use staff::tabletop::{BattleStaff, Plain};

use super::*;
use crate::drawing::sketch::Drawn;

fn pack() -> Arc<BattlePack> {
    BattlePack::embedded().unwrap()
}

/// A battle as it stands after each order of plain staffs on both sides, from the set-up on, until `enough`.
fn played(battle: &Battle, seed: u8, enough: impl Fn(&State) -> bool) -> State {
    let mut state = State::new(pack());
    let mut dice = Dice::seeded([seed; 32], 0);
    let mut events = Vec::new();
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle: battle.clone(), options: Options::default() })), &mut dice, &mut events);
    let mut staffs = [Plain::default(), Plain::default()];
    while let Some(side) = state.side_asked().filter(|_| !enough(&state)) {
        let mut legal = Vec::new();
        state.legal_orders(side.into(), &mut legal);
        let choice = staffs[side as usize].choose(&state.view(side.into()), side, &legal);
        state.resolve(&legal[choice], &mut dice, &mut events);
    }
    state
}

fn scenario(key: &str) -> Battle {
    Battle::Scenario(key.to_owned())
}

/// A scenario whose enemy lies hidden.
fn ambush() -> Battle {
    let mut plan: Plan = pack().scenario("marching").unwrap().plan.clone();
    plan.enemy.area = Start::Hidden(area(&plan.enemy.area));
    for force in &mut plan.enemy.forces {
        force.area = None;
    }
    Battle::Plan(Box::new(plan))
}

fn area(start: &Start) -> Area {
    start.area().clone()
}

fn acting(state: &State) -> bool {
    state.active().is_some()
}

/// A board drawn anew.
fn drawn(board: &Board) -> Result<Plate, pictures::PictureError> {
    Drawn::default().plate(sketch(board))
}

#[test]
fn every_unit_on_the_board_is_drawn_where_it_stands() {
    for key in ["night march", "marching", "form square"] {
        let state = played(&scenario(key), 3, |state| state.turn == 3 && acting(state));
        let board = board(&state.view(Seat::Umpire), Some(Seat::Umpire), Extent::Whole);
        assert!(board.our_map, "{key}");
        let on_board: Vec<UnitId> = state.position.all().filter(|unit| state.unit(*unit).is_on_board()).collect();
        assert_eq!(board.counters.len(), on_board.len());
        for (counter, unit) in board.counters.iter().zip(on_board) {
            let of = state.unit(unit);
            assert_eq!(board::cell_name(counter.cell), of.square.to_string());
            assert_eq!((counter.figures, counter.disorganised), (of.figures, of.disorganised));
            assert!(counter.full >= counter.figures);
        }
    }
}

#[test]
fn what_the_picture_marks_is_what_the_one_that_acts_may_do() {
    let mut marked = (0, 0);
    for (key, turn) in [("night march", 3), ("marching", 2), ("form square", 4)] {
        let state = played(&scenario(key), 5, |state| state.turn == turn && acting(state));
        let board = board(&state.public_view(), None, Extent::Whole);
        let Some(side) = state.side_asked() else { continue };
        let mut legal = Vec::new();
        state.legal_orders(side.into(), &mut legal);
        for (cell, _) in &board.reach {
            assert!(legal.iter().any(|order| matches!(order, Order::Move { to, .. } if (to.column, to.row) == *cell)), "{key}: {cell:?}");
        }
        for chance in &board.chances {
            let target = |unit: &UnitId| number(*unit).to_string() == chance.label;
            let may = legal.iter().any(|order| match (order, chance.aim) {
                (Order::Fire { target: at, .. } | Order::Volley { target: at, .. }, Aim::Fire)
                | (Order::Charge { target: at, .. }, Aim::Charge) => target(at),
                _ => false,
            });
            assert!(may && chance.percent <= 100, "{key}: {chance:?}");
        }
        marked = (marked.0 + board.reach.len(), marked.1 + board.chances.len());
    }
    assert!(marked.0 > 0, "nobody could go anywhere");
}

#[test]
fn two_battles_that_differ_in_what_a_seat_cannot_see_alone_are_drawn_alike_for_it() {
    let state = played(&ambush(), 7, |state| state.turn == 1 && acting(state));
    let mut other = state.clone();
    let mut moved = 0;
    for unit in state.position.all().filter(|unit| state.unit(*unit).hidden) {
        let of = &mut other.position.units[unit.index()];
        let squares: Vec<Square> = state.plan.as_ref().unwrap().start_of(unit).unwrap().area().squares().collect();
        let at = squares.iter().position(|square| *square == of.square).unwrap_or_default();
        of.square = squares[(at + 1) % squares.len()];
        of.facing = of.facing.turned(3);
        moved += 1;
    }
    assert!(moved > 0, "nobody lies hidden");
    let hand = &mut other.heroic.hands[Side::Enemy as usize];
    let undealt = other.heroic.undealt;
    other.heroic.undealt = undealt.and(hand.cards);
    for seat in [None, Some(Seat::Ours)] {
        let see = |state: &State| engine::tabletop::view::view(state, seat);
        for extent in [Extent::Action, Extent::Whole] {
            let [one, another] = [&state, &other].map(|state| board(&see(state), seat, extent));
            assert_eq!(one, another, "{seat:?}");
            let [one, another] = [&one, &another].map(|board| drawn(board).unwrap());
            assert!(one.bytes == another.bytes && one.alt_text == another.alt_text, "{seat:?}");
        }
    }
    let own = |state: &State| board(&state.view(Seat::Enemy), Some(Seat::Enemy), Extent::Whole);
    assert_ne!(own(&state), own(&other), "their own side sees them");
    assert!(own(&state).counters.iter().any(|counter| counter.hidden));
}

#[test]
fn the_words_of_a_battle_fit_what_discord_takes() {
    for key in ["night march", "marching", "form square"] {
        for turn in 1..8 {
            let state = played(&scenario(key), 11, |state| state.turn == turn && acting(state));
            let board = board(&state.public_view(), None, Extent::Action);
            let words = board::alt_text(&board);
            assert!(words.chars().count() <= board::LONGEST, "{key}, turn {turn}: {}", words.chars().count());
        }
    }
}

#[test]
fn the_words_of_a_battle_are_a_list() {
    let state = played(&scenario("night march"), 3, |state| state.turn == 3 && acting(state));
    insta::assert_snapshot!(board::alt_text(&board(&state.public_view(), None, Extent::Action)));
}

/// Writes the pictures of battles into a folder, to be looked at: `BOARDS=/tmp cargo nextest run -p umpire boards_to_look_at`.
#[test]
fn boards_to_look_at() {
    let Some(folder) = std::env::var_os("BOARDS").map(PathBuf::from) else { return };
    for key in ["night march", "marching", "form square"] {
        let set_up = played(&scenario(key), 3, |state| matches!(state.phase, Phase::Deploying(_)));
        let middle = played(&scenario(key), 3, |state| state.turn == 4 && acting(state));
        let shooting = played(&scenario(key), 3, |state| {
            acting(state) && state.turn >= 3 && !board(&state.public_view(), None, Extent::Whole).chances.is_empty()
        });
        let fighting = played(&scenario(key), 3, |state| acting(state) && !state.contacts.is_empty());
        for (when, state) in [("set-up", set_up), ("middle", middle), ("shooting", shooting), ("fighting", fighting)] {
            let plate = drawn(&board(&state.public_view(), None, Extent::Action)).unwrap();
            std::fs::write(folder.join(format!("{key}, {when}.png")), plate.bytes).unwrap();
            std::fs::write(folder.join(format!("{key}, {when}.txt")), plate.alt_text).unwrap();
        }
    }
}
