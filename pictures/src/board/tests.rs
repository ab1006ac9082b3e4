//! What stands in one square stands clear of what else does, all of it is shown, and nothing leaves the board.

use super::cells::{self, Manner, Part};
use super::counters::{self, Shape};
use super::*;
use crate::png::draw;

/// Half the height of a number, in hundredths of a square's side.
const HALF_HEIGHT: f64 = 17.5;

fn unit(label: &str, arm: Arm, formation: Option<Formation>, eighths: u8) -> Counter {
    Counter {
        label: label.into(),
        name: String::new(),
        party: Party::Enemy,
        arm,
        formation,
        cell: (0, 0),
        heading: Heading::eighths(eighths),
        figures: 4,
        full: 4,
        disorganised: false,
        impetuous: false,
        hidden: false,
        acts: false,
        aboard: Vec::new(),
    }
}

fn formations(arm: Arm) -> Vec<Option<Formation>> {
    use Formation::{Column, Deployed, EnMasse, Limbered, Line, MarchColumn, Square, Transport};
    match arm {
        Arm::Infantry => [Line, MarchColumn, Column, Square, EnMasse].map(Some).to_vec(),
        Arm::Cavalry | Arm::Camelry => [Line, Column, EnMasse].map(Some).to_vec(),
        Arm::Artillery | Arm::MachineGun => [Deployed, Limbered].map(Some).to_vec(),
        Arm::Transport => vec![Some(Transport)],
        Arm::Leader | Arm::Gunboat | Arm::RiverBoat => vec![None],
    }
}

/// Points of a block, turned as it is drawn: of a hollow its faces alone.
fn points(counter: &Counter, (x, y): (f64, f64), degrees: f64, scale: f64) -> Vec<(f64, f64)> {
    let (wide, deep) = counters::half_size(counter);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let along = |half: f64| (0..=20).map(move |step| (f64::from(step) / 10.0 - 1.0) * half);
    along(wide)
        .flat_map(|across| along(deep).map(move |down| (across, down)))
        .filter(|(across, down)| counters::shape_of(counter) != Shape::Hollow || across.abs().max(down.abs()) > 30.0)
        .map(|(across, down)| (x + scale * (across * cos - down * sin), y + scale * (across * sin + down * cos)))
        .collect()
}

#[test]
fn no_number_lies_over_a_unit_whatever_it_is_and_however_it_faces() {
    let mut found = Vec::new();
    for arm in Arm::ALL {
        for formation in formations(arm) {
            for eighths in 0..8 {
                for label in ["7", "48", "123"] {
                    let one = unit(label, arm, formation, eighths);
                    let other = Counter { party: Party::Ours, ..one.clone() };
                    let friend = unit("13", Arm::Artillery, Some(Formation::Deployed), 0);
                    let leader = |label: &str| unit(label, Arm::Leader, None, 0);
                    for counters in [
                        vec![one.clone()],
                        vec![one.clone(), leader("9")],
                        vec![one.clone(), leader("9"), leader("10")],
                        vec![one.clone(), friend.clone(), leader("9"), leader("10")],
                        vec![one.clone(), friend.clone(), other.clone(), leader("9"), leader("10")],
                        vec![one.clone(), friend.clone(), other.clone(), Counter { disorganised: true, ..friend }, leader("9")],
                        vec![one, other],
                    ] {
                        let what = format!("{arm:?} {formation:?} {eighths} {label}, {} here", counters.len());
                        clear(&Board { columns: 1, rows: 1, counters, ..Board::default() }, &what, &mut found);
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{} of them: {found:#?}", found.len());
}

fn clear(board: &Board, what: &str, found: &mut Vec<String>) {
    let parts = cells::parts(board, (0, 0));
    let mut numbers = 0;
    for part in &parts {
        let Part::Word { words, at, manner, narrow } = part else { continue };
        numbers += 1;
        let half = cells::half_width(words, *manner) * narrow;
        if at.0.abs() + half > 51.0 || at.1.abs() + HALF_HEIGHT > 51.0 {
            found.push(format!("{what}: {words} leaves its square"));
        }
        for other in &parts {
            let Part::Block { counter, at: middle, degrees, scale } = other else { continue };
            let over = points(counter, *middle, *degrees, *scale)
                .into_iter()
                .find(|(x, y)| (x - at.0).abs() < half - 1.0 && (y - at.1).abs() < HALF_HEIGHT - 1.0);
            if let Some(over) = over {
                found.push(format!("{what}: {words} lies over {:?} at {over:.0?}", counter.arm));
            }
        }
    }
    assert!(numbers > 0, "{what}: nothing says which unit it is");
}

/// A board of one square.
fn square(counters: &[Counter], chances: &[Chance]) -> Board {
    Board { columns: 1, rows: 1, counters: counters.into(), chances: chances.into(), ..Board::default() }
}

/// Four units of different arms and two sides, the first of them friends.
fn four() -> [Counter; 4] {
    let one = unit("11", Arm::Infantry, Some(Formation::Line), 0);
    let other = unit("14", Arm::Camelry, Some(Formation::Column), 2);
    [
        one,
        unit("12", Arm::Artillery, Some(Formation::Deployed), 0),
        unit("13", Arm::Cavalry, Some(Formation::EnMasse), 3),
        Counter { party: Party::Ours, ..other },
    ]
}

/// Where the flags of Leaders are in a square.
fn flags(board: &Board) -> Vec<(f64, f64)> {
    let of = |part: &Part<'_>| match part {
        Part::Block { counter, at, .. } if counter.arm == Arm::Leader => Some(*at),
        _ => None,
    };
    cells::parts(board, (0, 0)).iter().filter_map(of).collect()
}

#[test]
fn each_leader_among_friends_has_one_flag_in_a_place_of_its_own_however_many_units_are_there() {
    for friends in 1..=4 {
        for leaders in 1..=3 {
            let mut counters = four()[..friends].to_vec();
            counters.extend((0..leaders).map(|number| unit(&(20 + number).to_string(), Arm::Leader, None, 0)));
            let found = flags(&square(&counters, &[]));
            assert_eq!(found.len(), leaders, "{leaders} among {friends}: {found:?}");
            for (number, at) in found.iter().enumerate() {
                let apart = |other: &(f64, f64)| (at.0 - other.0).hypot(at.1 - other.1);
                assert!(found[..number].iter().all(|other| apart(other) > 7.0), "{leaders} among {friends}: {found:?}");
            }
        }
    }
}

#[test]
fn a_leader_of_either_side_is_with_the_unit_of_that_side() {
    let enemy = unit("11", Arm::Infantry, Some(Formation::Line), 0);
    let ours = Counter { party: Party::Ours, ..unit("12", Arm::Infantry, Some(Formation::Line), 4) };
    let leader = Counter { party: Party::Ours, ..unit("21", Arm::Leader, None, 0) };
    let upper = flags(&square(&[ours.clone(), enemy.clone(), leader.clone()], &[]));
    let lower = flags(&square(&[enemy, ours, leader], &[]));
    assert!(upper.len() == 1 && upper[0].1 < 0.0 && lower.len() == 1 && lower[0].1 > 0.0, "{upper:?} {lower:?}");
}

/// What the legend of a board says.
fn explained(board: &Board) -> Vec<String> {
    legend::entries(board).into_iter().map(|entry| entry.words).collect()
}

#[test]
fn of_units_too_many_for_their_square_disorder_and_leaders_are_shown_and_the_legend_explains_only_what_is_drawn() {
    let [foot, battery, horse, _] = four();
    let in_disorder = Counter { disorganised: true, impetuous: true, figures: 2, ..horse };
    let mut counters = vec![foot.clone(), battery, in_disorder, unit("21", Arm::Leader, None, 0)];
    let board = square(&counters, &[]);
    let shown = cells::parts(&board, (0, 0));
    let written = |wanted: Manner| shown.iter().filter(|part| matches!(part, Part::Word { manner, .. } if *manner == wanted)).count();
    assert_eq!((written(Manner::Chip(Party::Enemy)), written(Manner::ChipInDisorder(Party::Enemy))), (2, 1));
    let words = explained(&board);
    for drawn in ["Leader", "disorganised"] {
        assert!(words.iter().any(|entry| entry == drawn), "{drawn} is not in {words:?}");
    }
    for hidden in ["foot", "guns", "horse", "Line", "deployed", "en masse", "impetuous", "figure lost"] {
        assert!(words.iter().all(|entry| entry != hidden), "{hidden} is in {words:?}");
    }
    counters.push(Counter { cell: (1, 0), figures: 3, ..foot });
    let words = explained(&Board { columns: 2, ..square(&counters, &[]) });
    for drawn in ["foot", "Line", "figure lost", "Leader", "disorganised"] {
        assert!(words.iter().any(|entry| entry == drawn), "{drawn} is not in {words:?}");
    }
}

fn chance(label: &str, aim: Aim, percent: u8) -> Chance {
    Chance { cell: (0, 0), label: label.into(), aim, percent }
}

/// The numbers in the upper and in the lower half of a square, from left to right.
fn rows(board: &Board) -> [Vec<String>; 2] {
    let parts = cells::parts(board, (0, 0));
    let row = |is_lower: bool| -> Vec<String> {
        let of = |part: &Part<'_>| match part {
            Part::Word { words, at, .. } if (at.1 > 0.0) == is_lower => Some((at.0, words.clone())),
            _ => None,
        };
        let mut found: Vec<(f64, String)> = parts.iter().filter_map(of).collect();
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        found.into_iter().map(|(_, words)| words).collect()
    };
    [row(false), row(true)]
}

#[test]
fn every_chance_of_every_target_is_shown_beside_its_own_number_and_the_legend_explains_those_shown() {
    let [foot, battery, horse, _] = four();
    let (fire, charge) = ("fire, % to tell", "charge, % to get in");
    let told = |board: &Board| {
        let words = explained(board);
        [fire, charge].map(|entry| words.iter().any(|words| words == entry))
    };
    let shot = square(std::slice::from_ref(&foot), &[chance("11", Aim::Fire, 67)]);
    assert_eq!((rows(&shot), told(&shot)), ([vec!["11".to_owned()], vec!["67".to_owned()]], [true, false]));
    let both = square(std::slice::from_ref(&foot), &[chance("11", Aim::Charge, 50), chance("11", Aim::Fire, 67)]);
    assert_eq!((rows(&both), told(&both)), ([vec!["11".to_owned()], vec!["67".to_owned(), "50".to_owned()]], [true, true]));
    let unseen = square(&[], &[chance("11", Aim::Charge, 50), chance("11", Aim::Fire, 67)]);
    assert_eq!((rows(&unseen), told(&unseen)), ([vec!["67".to_owned()], vec!["50".to_owned()]], [true, true]));
    let aims = [chance("12", Aim::Fire, 33), chance("11", Aim::Charge, 100), chance("11", Aim::Fire, 67)];
    let two = square(&[foot.clone(), battery.clone()], &aims);
    let [upper, lower] = rows(&two);
    assert_eq!((upper.join(" "), lower.join(" ")), ("11 67 100".to_owned(), "12 33".to_owned()));
    // A Leader who can be shot at by himself has a number as units have.
    let led = square(&[foot.clone(), unit("21", Arm::Leader, None, 0)], &[chance("21", Aim::Fire, 17)]);
    assert_eq!(rows(&led).map(|row| row.join(" ")), ["11".to_owned(), "21 17".to_owned()]);
    let three = square(&[foot, battery, horse], &aims);
    assert_eq!(rows(&three).concat().len(), 6, "{:?}", rows(&three));
}

#[test]
fn numbers_in_a_row_have_room_whatever_the_chances_are() {
    let mut found = Vec::new();
    for count in 0..=4 {
        for (one, other) in [(5, 7), (67, 50), (100, 100)] {
            let aims = [chance("11", Aim::Fire, one), chance("11", Aim::Charge, other), chance("12", Aim::Fire, other)];
            let mut counters = four()[..count].to_vec();
            counters.push(unit("21", Arm::Leader, None, 0));
            let board = square(&counters, &aims);
            clear(&board, &format!("{count} units, {one} and {other}"), &mut found);
            let boxes: Vec<(f64, f64, f64)> = cells::parts(&board, (0, 0))
                .iter()
                .filter_map(|part| match part {
                    Part::Word { words, at, manner, narrow } => Some((at.0, at.1, cells::half_width(words, *manner) * narrow)),
                    _ => None,
                })
                .collect();
            for (number, (x, y, half)) in boxes.iter().enumerate() {
                for (other_x, other_y, other_half) in &boxes[..number] {
                    let apart = (x - other_x).abs() >= half + other_half || (y - other_y).abs() >= 2.0 * HALF_HEIGHT;
                    assert!(apart, "{count} units: {boxes:?}");
                }
            }
        }
    }
    assert!(found.is_empty(), "{} of them: {found:#?}", found.len());
}

#[test]
fn the_outline_of_a_brigade_square_ends_where_what_is_shown_of_the_board_ends() {
    let window = Window { column: 6, row: 4, columns: 4, rows: 3 };
    // One is shown whole in every picture, so that legends are alike.
    let with = |more: Option<Cell>| Board {
        columns: 16,
        rows: 12,
        window: Some(window),
        brigades: std::iter::once((7, 5)).chain(more).map(|centre| (centre, Party::Ours)).collect(),
        ..Board::default()
    };
    let layout = sheet::lay_out(&with(None));
    let (left, top) = (layout.corner.0 * sheet::ZOOM, layout.corner.1 * sheet::ZOOM);
    let (right, bottom) = (left + 4.0 * layout.side * sheet::ZOOM, top + 3.0 * layout.side * sheet::ZOOM);
    let without = draw(&board_picture(&with(None))).unwrap();
    for centre in (2..=8).flat_map(|row| (4..=11).map(move |column| (column, row))).filter(|centre| *centre != (7, 5)) {
        let drawn = draw(&board_picture(&with(Some(centre)))).unwrap();
        let differing: Vec<(f64, f64)> = without
            .pixels()
            .iter()
            .zip(drawn.pixels())
            .enumerate()
            .filter(|(_, (one, other))| one != other)
            .map(|(at, _)| ((at as u32 % drawn.width()).into(), (at as u32 / drawn.width()).into()))
            .collect();
        let beyond = differing.iter().find(|(x, y)| *x < left - 2.0 || *x > right + 1.0 || *y < top - 2.0 || *y > bottom + 1.0);
        assert_eq!(beyond, None, "round {centre:?} it leaves the board");
        let is_near = (5..=10).contains(&centre.0) && (3..=7).contains(&centre.1);
        assert_eq!(!differing.is_empty(), is_near, "round {centre:?}");
    }
}

#[test]
fn the_legend_explains_a_brigade_square_of_which_a_part_is_shown_and_no_other() {
    let window = Window { column: 6, row: 4, columns: 4, rows: 3 };
    for (centre, is_shown) in [((7, 5), true), ((5, 3), true), ((10, 7), true), ((4, 5), false), ((7, 8), false)] {
        let board = Board { columns: 16, rows: 12, window: Some(window), brigades: vec![(centre, Party::Enemy)], ..Board::default() };
        assert_eq!(explained(&board).iter().any(|words| words == "brigade square"), is_shown, "{centre:?}");
    }
}

#[test]
fn a_film_is_as_high_as_the_highest_of_its_boards_which_their_layouts_tell() {
    let board = |rows: u8| Board { columns: 4, rows, counters: four().into(), ..Board::default() };
    let boards = [board(2), board(5), board(3)];
    let mut highest = 0;
    for board in &boards {
        let svg = board_picture(board);
        assert_eq!(sheet::size(board), (svg.width, svg.height));
        highest = highest.max((svg.height as f32 * (900.0 / svg.width as f32)).ceil() as u16);
    }
    let bytes = film(&boards).unwrap();
    let mut decoder = ::gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (900, highest));
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, 3);
}
