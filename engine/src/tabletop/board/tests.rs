use super::*;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A small board on which these squares are filled so.
fn board(grounds: &[(&str, Ground)]) -> Board {
    let mut board = Board::open(Size::Small);
    for (at, ground) in grounds {
        board.set_ground(square(at), *ground);
    }
    board
}

fn with_edges(mut board: Board, edges: &[(&str, &str, Edge)]) -> Board {
    for (one, other, edge) in edges {
        board.set_edge(square(one), square(other), Some(*edge));
    }
    board
}

fn between(from: (u8, u8), to: (u8, u8)) -> Vec<(u8, u8)> {
    let squares: Vec<(u8, u8)> = line(Square::new(from.0, from.1), Square::new(to.0, to.1)).map(|at| (at.column, at.row)).collect();
    squares[1..squares.len() - 1].to_vec()
}

#[track_caller]
fn sees(board: &Board, from: &str, to: &str) -> bool {
    let there = board.sees(square(from), square(to), |_| false);
    assert_eq!(there, board.sees(square(to), square(from), |_| false), "who sees is seen, {from} {to}:\n{board}");
    there
}

#[test]
fn a_board_has_one_of_three_sizes_by_the_units_of_the_larger_side() {
    assert_eq!(Size::ALL.map(Size::columns_and_rows), [(12, 8), (16, 12), (24, 16)]);
    assert_eq!(
        [0, 24, 25, 48, 49, 80].map(Size::for_units),
        [Size::Small, Size::Small, Size::Medium, Size::Medium, Size::Large, Size::Large]
    );
    assert_eq!(Board::open(Size::Large).squares().count(), 24 * 16);
}

#[test]
fn only_squares_whose_inside_the_line_crosses_lie_between_t06() {
    assert_eq!(between((0, 0), (3, 3)), [(1, 1), (2, 2)]);
    assert_eq!(between((0, 0), (2, 1)), [(1, 0), (1, 1)]);
    assert_eq!(between((4, 4), (4, 1)), [(4, 3), (4, 2)]);
    assert_eq!(between((0, 0), (1, 0)), []);
}

#[test]
fn the_same_squares_lie_between_from_either_end_t06() {
    let small = Board::open(Size::Small);
    for from in small.squares() {
        for to in small.squares() {
            let mut back: Vec<Square> = line(to, from).collect();
            back.reverse();
            assert!(line(from, to).eq(back), "{from} {to}");
        }
    }
}

#[test]
fn direct_line_of_sight_a_hill_hides_those_behind_it_and_not_those_beside_it() {
    // The example's diagram is missing: unit 1 at A8, units A and B behind the hill, unit C past it.
    let hill = board(&[("C6", Ground::Hill), ("D5", Ground::Hill)]);
    assert!(!sees(&hill, "A8", "F3") && !sees(&hill, "A8", "E4"));
    assert!(sees(&hill, "A8", "E8"));
}

#[test]
fn cover_in_a_square_between_blocks_and_in_the_end_squares_does_not_t07() {
    for ground in [Ground::Growth, Ground::BuiltUp, Ground::OvergrownHill] {
        assert!(!sees(&board(&[("C4", ground)]), "A4", "E4"), "{ground:?}");
        assert!(sees(&board(&[("A4", ground), ("E4", ground)]), "A4", "E4"), "{ground:?}");
    }
    assert!(sees(&board(&[("C4", Ground::Water), ("B4", Ground::Impassable)]), "A4", "E4"));
}

#[test]
fn walls_and_ramparts_block_between_and_count_as_theirs_on_the_edges_of_the_ends_t07() {
    let at = |one, other, edge| with_edges(board(&[]), &[(one, other, edge)]);
    for edge in Edge::ALL {
        assert_eq!(sees(&at("B4", "C4", edge), "A4", "E4"), ![Edge::Wall, Edge::Rampart].contains(&edge), "{edge:?}");
        assert!(sees(&at("A4", "B4", edge), "A4", "E4") && sees(&at("D4", "E4", edge), "A4", "E4"), "{edge:?}");
    }
}

#[test]
fn a_wall_stops_a_line_through_a_corner_if_it_lies_on_both_ways_round() {
    let end = with_edges(board(&[]), &[("B4", "B5", Edge::Wall)]);
    assert!(sees(&end, "A6", "D3"), "the end of a wall");
    let whole = with_edges(board(&[]), &[("B4", "B5", Edge::Wall), ("C4", "C5", Edge::Wall)]);
    assert!(!sees(&whole, "A6", "D3"));
}

#[test]
fn units_hide_one_another_only_where_the_battle_is_fought_so_t08() {
    let open = board(&[]);
    assert!(sees(&open, "A4", "E4"));
    assert!(!open.sees(square("A4"), square("E4"), |at| at == square("C4")));
    assert!(open.sees(square("A4"), square("E4"), |at| [square("A4"), square("E4")].contains(&at)), "the ends themselves do not block");
}

#[test]
fn the_effects_of_cover_the_target_s_own_square_covers_all_round_and_the_firer_s_does_not_t07_t40() {
    let growth = board(&[("E4", Ground::Growth)]);
    assert!(growth.covers(square("E4"), square("A4")) && growth.covers(square("E4"), square("E8")));
    assert!(!growth.covers(square("A4"), square("E4")));
    assert!(!board(&[("E4", Ground::Hill)]).covers(square("E4"), square("A4")), "a hill hides and does not cover");
}

#[test]
fn an_obstacle_covers_against_fire_across_it_also_from_a_trench_t40() {
    for edge in Edge::ALL {
        let board = with_edges(board(&[]), &[("D4", "E4", edge)]);
        assert_eq!(board.covers(square("E4"), square("A4")), edge.is_obstacle(), "{edge:?}");
        assert!(!board.covers(square("E4"), square("E8")), "not against fire from another side: {edge:?}");
        assert!(!board.covers(square("D4"), square("A4")), "not on the far side of the target: {edge:?}");
        assert_eq!(board.covers(square("D4"), square("E4")), edge.is_obstacle(), "but it belongs to both squares: {edge:?}");
    }
}

#[test]
fn the_earth_rampart_covers_and_hinders_diagonally_too_t40() {
    let mut board = board(&[]);
    for column in 0..12 {
        board.set_edge(Square::new(column, 2), Square::new(column, 3), Some(Edge::Rampart));
    }
    assert!(board.covers(square("E3"), square("D4")) && board.covers(square("E3"), square("C5")));
    assert_eq!(board.obstacle(square("D4"), square("E3")), Some(Edge::Rampart));
    assert_eq!(board.obstacle(square("D4"), square("E4")), None);
}

#[test]
fn nobody_crosses_a_cliff_and_its_end_can_be_passed_diagonally() {
    let end = with_edges(board(&[]), &[("B4", "B5", Edge::Cliff)]);
    assert!(!end.lets_through(square("B4"), square("B5")) && !end.lets_through(square("B5"), square("B4")));
    assert!(end.lets_through(square("B5"), square("C4")));
    let corner = with_edges(board(&[]), &[("B4", "B5", Edge::Cliff), ("B5", "C5", Edge::Cliff)]);
    assert!(!corner.lets_through(square("B5"), square("C4")), "both ways round are closed");
}

#[test]
fn a_gate_neither_hinders_nor_covers_nor_hides() {
    assert!(!Edge::Gate.is_obstacle() && !Edge::Gate.hides() && !Edge::Gate.is_impassable());
}

#[test]
fn a_board_is_written_as_text_and_read_again() {
    let mut board = Board::open(Size::Small);
    for (index, ground) in Ground::ALL.into_iter().enumerate() {
        board.set_ground(Square::new((index % 12) as u8, (index / 12) as u8), ground);
    }
    for (index, edge) in Edge::ALL.into_iter().enumerate() {
        board.set_edge(Square::new(index as u8, 5), Square::new(index as u8, 6), Some(edge));
        board.set_edge(Square::new(index as u8, 3), Square::new(index as u8 + 1, 3), Some(edge));
    }
    let marks = vec![Mark { square: square("C2"), letter: 'a' }, Mark { square: square("L8"), letter: 'Z' }];
    let text = board.text(&marks);
    assert_eq!(Board::parse(&text), Ok((board, marks)), "{text}");
}

#[test]
fn what_is_kept_of_the_ways_out_of_squares_follows_every_change_of_ground_and_edge() {
    let mut board = Board::open(Size::Small);
    for change in 0..300_usize {
        let at = Square::new((change * 7 % 11) as u8, (change * 5 % 7) as u8);
        match change % 3 {
            0 => board.set_ground(at, Ground::ALL[change * 13 % Ground::ALL.len()]),
            1 => board.set_edge(at, Square::new(at.column + 1, at.row), Edge::ALL.get(change % (Edge::ALL.len() + 1)).copied()),
            _ => board.set_edge(at, Square::new(at.column, at.row + 1), Edge::ALL.get(change % (Edge::ALL.len() + 1)).copied()),
        }
        let text = board.to_string();
        assert_eq!(Board::parse(&text), Ok((board.clone(), Vec::new())), "{text}");
    }
}

#[test]
fn a_text_that_is_no_board_is_refused_with_line_and_letter() {
    let good = Board::open(Size::Small).to_string();
    let bad = good.replacen('.', "?", 1);
    assert_eq!(Board::parse(&bad).unwrap_err().to_string(), "line 1, letter 1: '?' stands for nothing there");
    assert_eq!(Board::parse(""), Err(BoardError::Size { columns: 0, lines: 0 }));
    let short: Vec<&str> = good.lines().enumerate().map(|(number, line)| if number == 2 { "." } else { line }).collect();
    assert_eq!(Board::parse(&short.join("\n")), Err(BoardError::Length { line: 3, columns: 12 }));
    let edge: Vec<&str> = good.lines().enumerate().map(|(number, line)| if number == 1 { " w" } else { line }).collect();
    assert!(matches!(Board::parse(&edge.join("\n")), Err(BoardError::Letter { line: 2, position: 2, letter: 'w' })));
}
