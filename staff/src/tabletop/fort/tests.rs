use engine::game::Game;
use engine::tabletop::options::Options;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::position::Position;
use engine::tabletop::square::Aspect;

use super::*;

/// Ours on open ground: so many battalions and, after them, batteries and a Leader.
fn ours(battalions: usize, batteries: usize) -> State {
    let pack = BattlePack::embedded().unwrap();
    let mut lines = Vec::new();
    let board = engine::tabletop::board::Board::open(engine::tabletop::board::Size::Small).to_string();
    let letters = "abcdefghijklmnop";
    let mut units = letters.chars();
    for place in 0..battalions {
        let column = char::from(b'B' + place as u8);
        lines.push(format!("{}: british infantry, ours, {column}5, N, line, 4", units.next().unwrap()));
    }
    for place in 0..batteries {
        let column = char::from(b'B' + place as u8);
        lines.push(format!("{}: british artillery, ours, {column}6, N, deployed, 2", units.next().unwrap()));
    }
    lines.push(format!("{}: leader, ours, B5, N, 1", units.next().unwrap()));
    let text = format!("{board}\n{}", lines.join("\n"));
    let mut state = State::opening(&pack);
    state.position = Position::parse(pack, Options::default(), &text).unwrap();
    (state.turn, state.phase) = (2, Phase::Playing);
    state
}

#[test]
fn whoever_charges_a_stand_meets_a_front_with_two_friends_behind_it() {
    for (battalions, batteries) in [(3, 2), (4, 1), (5, 2), (6, 2), (8, 2), (9, 1)] {
        let state = ours(battalions, batteries);
        let fort = fort(&state, Side::Ours, &[], None);
        let board = &state.position.board;
        let held =
            |square: Square| fort.iter().filter(|(unit, at, _)| *at == square && state.position.troop(*unit).arm != Arm::Leader).count();
        for (unit, square, facing) in fort.iter().filter(|(unit, ..)| state.position.troop(*unit).arm == Arm::Infantry) {
            for ahead in Facing::ALL {
                let Some(last) = square.next(ahead).filter(|last| board.has(*last) && held(*last) == 0) else { continue };
                let corners = [Square::new(square.column, last.row), Square::new(last.column, square.row)];
                if ahead.is_diagonal() && corners.into_iter().any(|corner| held(corner) > 0) {
                    continue;
                }
                assert_eq!(facing.aspect(ahead.way()), Aspect::Front, "{battalions}: {unit:?} at {square} from {last}: {fort:?}");
                let behind: usize = [3, 4, 5].into_iter().filter_map(|eighths| square.next(facing.turned(eighths))).map(held).sum();
                assert!(behind >= 2, "{battalions}: {behind} behind {unit:?} at {square}: {fort:?}");
            }
        }
        assert_eq!(fort.len(), battalions + batteries + 1, "all have a place, the Leader too");
    }
}

#[test]
fn a_stand_that_is_taken_up_stays_where_it_is() {
    let mut state = ours(5, 2);
    let first = fort(&state, Side::Ours, &[], None);
    for (unit, square, facing) in &first {
        let of = &mut state.position.units[unit.index()];
        (of.square, of.facing) = (*square, *facing);
    }
    assert_eq!(fort(&state, Side::Ours, &[], None), first);
}
