use super::*;
use crate::tabletop::board::Size;
use crate::tabletop::ground::Ground;

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

#[test]
fn friends_in_adjacent_rear_squares_count_batteries_and_transport_too_and_no_leader_t05() {
    let position = position(
        "a: dervish infantry with spears, enemy, D4, S, en masse, 4\n\
         b: dervish artillery, enemy, C3, S, deployed, 1\n\
         c: transport, enemy, D3, S, transport, 1, disorganised\n\
         d: leader, enemy, E3, S, 1\n\
         e: dervish machine gun, enemy, D4, S, deployed, 1\n\
         f: dervish infantry with spears, enemy, E4, S, en masse, 4\n\
         g: dervish infantry with spears, enemy, E5, S, en masse, 4\n\
         h: dervish infantry with spears, enemy, C3, S, en masse, 4\n",
    );
    let unit = UnitId(0);
    assert_eq!(position.friends_behind(unit), 3, "two on C3, where a battery shares the square, and the transport:\n{position}");
    assert_eq!(position.friends_adjacent(unit), 5, "{position}");
    assert_eq!((position.leaders_near(unit), position.figures_beside(unit)), (1, 1), "{position}");
}

#[test]
fn a_position_is_written_as_text_and_read_again() {
    let mut position = position(
        "a: british infantry, ours, C3, NE, march column, 3, disorganised\n\
         b: leader, ours, C3, N, 1\n\
         c: dervish cavalry with spears, enemy, L8, W, en masse, 4\n",
    );
    Arc::make_mut(&mut position.board).set_ground("B2".parse().unwrap(), Ground::BuiltUp);
    let text = position.to_string();
    assert_eq!(Position::parse(Arc::clone(&position.pack), position.options, &text).unwrap(), position, "{text}");
}

#[test]
fn a_text_that_is_no_position_is_refused_with_its_line() {
    let board = Board::open(Size::Small).to_string();
    for (line, reason) in [
        ("a: hussars, ours, C3, N, line, 4", "no such troops"),
        ("a: british infantry, C3, N, line, 4", "ours or enemy must follow the troops"),
        ("a: british infantry, ours, M3, N, line, 4", "a square of the board must follow the side"),
        ("a: british infantry, ours, C3, up, line, 4", "a facing must follow the square: N, NE, E, SE, S, SW, W or NW"),
        ("a: british infantry, ours, C3, N, en masse, 4", "a formation that these troops can take must follow the facing"),
        ("a: british infantry, ours, C3, N, line", "the number of figures must follow"),
        ("a: british infantry, ours, C3, N, line, 4, tired", "nothing but \"disorganised\" may come last"),
    ] {
        let read = Position::parse(BattlePack::embedded().unwrap(), Options::default(), &format!("{board}\n{line}"));
        assert_eq!(read.unwrap_err(), PositionError::Unit { line: line.to_owned(), reason });
    }
}

#[test]
fn a_unit_is_in_combat_with_an_enemy_unit_in_its_square_and_not_with_a_leader() {
    let locked = |there: &str| position(&format!("a: egyptian infantry, ours, D4, N, line, 4\nb: {there}\n")).is_locked(UnitId(0));
    assert!(locked("dervish infantry with spears, enemy, D4, S, en masse, 4"));
    assert!(!locked("leader, enemy, D4, S, 1") && !locked("leader, ours, D4, S, 1"));
    assert!(!locked("dervish infantry with spears, enemy, D3, S, en masse, 4"));
}

#[test]
fn gendarmerie_in_square_is_read_where_it_is_so_set_t26() {
    let text = format!("{}\na: gendarmerie, ours, C3, N, square, 4\n", Board::open(Size::Small));
    let read = |irregulars_form_square| {
        Position::parse(BattlePack::embedded().unwrap(), Options { irregulars_form_square, ..Options::default() }, &text)
    };
    assert!(read(false).is_err());
    assert_eq!(read(true).unwrap().units[0].formation, Some(Formation::Square));
}

/// They are written down and seen by their side only: what they add would tell where they lie.
#[test]
fn who_lies_in_ambush_supports_nobody_until_they_show_themselves_n06() {
    let mut position = position(
        "a: dervish infantry with spears, enemy, D4, S, en masse, 4\n\
         b: dervish infantry with spears, enemy, D3, S, en masse, 4\n",
    );
    let counted = |position: &Position| (position.friends_behind(UnitId(0)), position.friends_adjacent(UnitId(0)));
    assert_eq!(counted(&position), (1, 1));
    position.units[1].hidden = true;
    assert_eq!(counted(&position), (0, 0));
    position.ambushes_support = true;
    assert_eq!(counted(&position), (1, 1), "as it was read before that was mended");
}
