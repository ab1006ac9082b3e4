//! The promises of the board picture.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::boards;

use boards::{battle, crowded, everything, open, set_ground, unit};
use pictures::board::*;
use pictures::geometry::Rect;
use pictures::{Svg, draw, encode, png};
use resvg::tiny_skia::Pixmap;
use resvg::usvg;

/// Boards of every size, whole and round the action.
fn all() -> Vec<(String, Board)> {
    let mut all = vec![("everything".to_owned(), everything()), ("empty".to_owned(), open(12, 8)), ("crowded".to_owned(), crowded())];
    for (columns, rows, ours, enemies) in [(12, 8, 12, 14), (16, 12, 20, 24), (24, 16, 37, 43), (24, 16, 80, 43)] {
        for seed in 1..6 {
            let whole = battle(columns, rows, ours, enemies, seed);
            let window = around(&whole);
            all.push((format!("{columns} by {rows}, number {seed}"), whole.clone()));
            if window.is_some() {
                all.push((format!("{columns} by {rows}, number {seed}, round the action"), Board { window, ..whole }));
            }
        }
    }
    all
}

/// The boxes of all lettering, in pixels of the picture, with what it says.
fn lettering(svg: &Svg) -> Vec<(String, Rect)> {
    let tree = png::parse(svg).unwrap();
    let mut found: Vec<(String, Rect)> = Vec::new();
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        for node in group.children() {
            match node {
                usvg::Node::Text(text) => {
                    let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                    let area = text.flattened().abs_bounding_box();
                    let area = Rect::new(area.x().into(), area.y().into(), area.width().into(), area.height().into());
                    found.push((words, area));
                }
                usvg::Node::Group(inner) => groups.push(inner),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn no_word_or_number_lies_over_another_or_leaves_the_sheet() {
    for (name, board) in all() {
        let svg = board_picture(&board);
        let sheet = Rect::new(0.0, 0.0, f64::from(svg.width), f64::from(svg.height));
        let boxes = lettering(&svg);
        for (number, (words, area)) in boxes.iter().enumerate() {
            assert!(sheet.contains(area), "{name}: {words} leaves the sheet");
            for (other, beside) in &boxes[..number] {
                // Rims touch before letters do.
                let ink = area.grown(-2.0);
                assert!(!ink.overlaps(&beside.grown(-2.0)), "{name}: {words} at {area:?} lies over {other} at {beside:?}");
            }
        }
    }
}

#[test]
fn lettering_has_an_x_height_of_seven_pixels_where_a_phone_shows_the_picture() {
    // Of the typeface, in ems.
    const X_HEIGHT: f64 = 0.429;
    for (name, board) in all() {
        let shown = board.shown();
        if shown.columns > MOST_COLUMNS || shown.rows > MOST_ROWS {
            continue;
        }
        let svg = board_picture(&board);
        // Sizes are in units of the sheet, of which its width has so many.
        let width: f64 = svg.text.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        for size in svg.text.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            let seen = size * X_HEIGHT * 390.0 / width;
            assert!(seen >= 7.0, "{name}: lettering of {size} on {width}, an x-height of {seen:.2} pixels");
        }
    }
}

/// The brightness of each pixel of the part where a board's middle is, at the size a phone shows it.
fn grey(board: &Board) -> Vec<u8> {
    let pixels = draw(&board_picture(board)).unwrap();
    // Nine pixels become one.
    let (width, height) = (pixels.width() as usize / 3, pixels.height() as usize / 3);
    let mut grey = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let mut sum = 0_u32;
            for (down, across) in (0..3).flat_map(|down| (0..3).map(move |across| (down, across))) {
                sum += brightness(&pixels, column * 3 + across, row * 3 + down);
            }
            grey.push((sum / 9) as u8);
        }
    }
    grey
}

fn brightness(pixels: &Pixmap, column: usize, row: usize) -> u32 {
    let colour = pixels.pixel(column as u32, row as u32).unwrap();
    (u32::from(colour.red()) * 299 + u32::from(colour.green()) * 587 + u32::from(colour.blue()) * 114) / 1000
}

/// Pixels of a phone's picture that differ plainly between two boards, without the legend.
fn differing(one: &Board, other: &Board) -> usize {
    let (one, other) = (grey(one), grey(other));
    one.iter().zip(&other).filter(|(a, b)| a.abs_diff(**b) >= 40).count()
}

/// A board with one thing in its middle, and everything that the legend may tell somewhere else, so that legends are alike.
fn told_apart<T: Copy + std::fmt::Debug>(things: &[T], with: impl Fn(T) -> Board) {
    for (number, one) in things.iter().enumerate() {
        for other in &things[..number] {
            let differ = differing(&with(*one), &with(*other));
            assert!(differ >= 12, "{one:?} and {other:?} differ in {differ} pixels of a phone");
        }
    }
}

/// Small enough that what differs below the board is cut off: the legend is as high on both, or one is shorter.
fn only(board: Board) -> Board {
    Board { window: Some(Window { column: 4, row: 3, columns: 3, rows: 3 }), ..board }
}

#[test]
fn every_ground_is_told_apart_without_colour() {
    let mut kinds: Vec<Ground> = Ground::ALL.to_vec();
    kinds.extend((0..8).filter(|eighth| *eighth != 2).map(|eighth| Ground::River(Heading::eighths(eighth))));
    told_apart(&kinds, |ground| {
        let mut board = open(12, 8);
        set_ground(&mut board, (5, 4), ground);
        only(board)
    });
}

#[test]
fn every_edge_is_told_apart_without_colour() {
    told_apart(&Edge::ALL, |edge| {
        let mut board = open(12, 8);
        board.edges.push(EdgeLine { cell: (5, 4), below: false, edge });
        only(board)
    });
}

#[test]
fn every_formation_is_told_apart_without_colour() {
    let foot = [Formation::Line, Formation::MarchColumn, Formation::Column, Formation::Square, Formation::EnMasse];
    told_apart(&foot, |formation| {
        only(Board { counters: vec![unit(7, Party::Ours, Arm::Infantry, Some(formation), (5, 4), 0)], ..open(12, 8) })
    });
    told_apart(&[Formation::Deployed, Formation::Limbered], |formation| {
        only(Board { counters: vec![unit(7, Party::Ours, Arm::Artillery, Some(formation), (5, 4), 0)], ..open(12, 8) })
    });
}

#[test]
fn every_arm_of_either_side_is_told_apart_without_colour() {
    let both: Vec<(Arm, Party)> = Arm::ALL.into_iter().flat_map(|arm| [(arm, Party::Ours), (arm, Party::Enemy)]).collect();
    told_apart(&both, |(arm, party)| {
        let formation = match arm {
            Arm::Artillery | Arm::MachineGun => Some(Formation::Deployed),
            Arm::Transport => Some(Formation::Transport),
            Arm::Leader | Arm::Gunboat | Arm::RiverBoat => None,
            Arm::Infantry | Arm::Cavalry | Arm::Camelry => Some(Formation::EnMasse),
        };
        only(Board { counters: vec![unit(7, party, arm, formation, (5, 4), 0)], ..open(12, 8) })
    });
}

#[test]
fn every_way_to_face_is_told_apart() {
    for (arm, formation) in [(Arm::Infantry, Formation::Line), (Arm::Cavalry, Formation::EnMasse), (Arm::Infantry, Formation::MarchColumn)]
    {
        let ways: Vec<u8> = (0..8).collect();
        told_apart(&ways, |facing| {
            only(Board { counters: vec![unit(7, Party::Enemy, arm, Some(formation), (5, 4), facing)], ..open(12, 8) })
        });
    }
}

#[test]
fn every_mark_of_a_unit_is_seen_without_colour() {
    let plain = unit(7, Party::Ours, Arm::Cavalry, Some(Formation::Line), (5, 4), 0);
    let marked = [
        plain.clone(),
        Counter { disorganised: true, ..plain.clone() },
        Counter { impetuous: true, ..plain.clone() },
        Counter { hidden: true, ..plain.clone() },
        Counter { acts: true, ..plain.clone() },
        Counter { figures: 3, ..plain },
    ];
    let numbers: Vec<usize> = (0..marked.len()).collect();
    told_apart(&numbers, |number| only(Board { counters: vec![marked[number].clone()], ..open(12, 8) }));
}

#[test]
fn of_units_without_blocks_sides_and_disorder_are_told_apart_without_colour() {
    let line = |number, party| unit(number, party, Arm::Infantry, Some(Formation::Line), (5, 4), 0);
    let kinds = [(Party::Ours, false), (Party::Ours, true), (Party::Enemy, false), (Party::Enemy, true)];
    told_apart(&kinds, |(party, disorganised)| {
        let one = Counter { disorganised, ..line(17, party) };
        // Units of both sides are there anyhow, and one elsewhere is disorganised: what else is drawn, and the legend, are alike.
        let elsewhere = Counter { cell: (4, 3), disorganised: true, ..line(6, Party::Ours) };
        only(Board { counters: vec![one, line(8, Party::Ours), line(9, Party::Enemy), elsewhere], ..open(12, 8) })
    });
}

#[test]
fn the_same_board_gives_the_same_png() {
    let picture = || encode(&draw(&board_picture(&battle(24, 16, 37, 43, 2))).unwrap()).unwrap();
    let png = picture();
    assert!(png.starts_with(b"\x89PNG") && png.len() < 600_000, "{} bytes", png.len());
    assert_eq!(png, picture());
}

#[test]
fn a_window_of_a_large_board_shows_who_acts_and_a_small_board_has_none() {
    assert_eq!(around(&everything()), None);
    for seed in 0..20 {
        let board = battle(24, 16, 37, 43, seed);
        let window = around(&board).unwrap();
        assert_eq!((window.columns, window.rows), (MOST_COLUMNS, MOST_ROWS));
        let acts = board.counters.iter().find(|counter| counter.acts).unwrap();
        assert!(window.shows(acts.cell), "{window:?} without {:?}", acts.cell);
        assert!(window.column + window.columns <= board.columns && window.row + window.rows <= board.rows);
    }
}

#[test]
fn the_alt_text_fits_whatever_stands_on_the_board() {
    for (name, mut board) in all() {
        board.notes = vec!["British: 12 yet to come on, 3 lost".into()];
        let words = alt_text(&board);
        assert!(words.chars().count() <= LONGEST, "{name}: {}", words.chars().count());
        board.title = "A very long title ".repeat(60);
        board.caption = "and a caption ".repeat(60);
        assert!(alt_text(&board).chars().count() <= LONGEST, "{name}");
    }
}

#[test]
fn a_board_that_makes_no_sense_is_drawn_all_the_same() {
    for (columns, rows) in [(0, 0), (1, 1), (26, 2), (2, 26)] {
        let mut board = open(columns, rows);
        board.title = "<&\">' \u{0}]]> ".repeat(30);
        board.counters = vec![unit(1234, Party::Ours, Arm::Infantry, None, (40, 40), 9)];
        board.counters.push(Counter { figures: 9, full: 0, ..unit(5, Party::Enemy, Arm::Gunboat, Some(Formation::Square), (0, 0), 3) });
        board.grounds = vec![Ground::Hill; 3];
        board.reach = vec![((200, 200), 200)];
        draw(&board_picture(&board)).unwrap();
        assert!(alt_text(&board).chars().count() <= LONGEST);
        assert!(around(&board).is_none_or(|window| window.columns <= columns));
    }
}

#[test]
fn the_alt_text_is_a_list_of_who_acts_what_they_may_do_the_units_and_the_ground() {
    let mut board = open(12, 8);
    board.our_map = true;
    set_ground(&mut board, (4, 0), Ground::BuiltUp);
    board.edges.push(EdgeLine { cell: (4, 2), below: true, edge: Edge::Rampart });
    let line = unit(7, Party::Ours, Arm::Infantry, Some(Formation::Line), (3, 4), 0);
    board.counters = vec![
        Counter { acts: true, figures: 3, ..line.clone() },
        Counter { label: "8".into(), cell: (5, 5), disorganised: true, ..line },
        unit(9, Party::Ours, Arm::Leader, None, (5, 5), 0),
        Counter { hidden: true, ..unit(12, Party::Enemy, Arm::Cavalry, Some(Formation::EnMasse), (6, 1), 5) },
    ];
    board.reach = vec![((3, 3), 2), ((4, 3), 3)];
    board.chances = vec![Chance { cell: (6, 1), label: "12".into(), aim: Aim::Fire, percent: 67 }];
    board.notes = vec!["Mahdists: 2 yet to come on".into()];
    insta::assert_snapshot!(alt_text(&board));
}
