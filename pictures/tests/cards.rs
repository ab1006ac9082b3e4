//! The promises of the pictures of the card game.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::deals;

use deals::{all_cards, beginning, deploying, hand, middle, region, stack, worst};
use pictures::cards::*;
use pictures::geometry::Rect;
use pictures::{Svg, draw, encode, png};
use resvg::tiny_skia::Pixmap;
use resvg::usvg;

/// Numbers that look like chance, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

fn any_stack(party: Party, numbers: &mut Numbers) -> Stack {
    let kinds = if party == Party::Ours { 13 } else { 19 };
    let units: Vec<(usize, u8)> = (0..numbers.below(8)).map(|_| (numbers.below(kinds), numbers.below(12) as u8)).collect();
    stack(party, &units, numbers.below(9) as u8)
}

fn any_table(numbers: &mut Numbers) -> Table {
    let mut table = beginning();
    for region in &mut table.regions {
        region.holder = [None, Some(Party::Ours), Some(Party::Enemy)][numbers.below(3)];
        region.fought = numbers.below(4) == 0;
        region.news = ["", "taken this turn", "the Mahdists have the advantage"][numbers.below(3)].to_owned();
        for party in [Party::Ours, Party::Enemy] {
            if numbers.below(3) > 0 {
                region.stacks.push(any_stack(party, numbers));
            }
        }
    }
    table
}

fn any_hand(numbers: &mut Numbers) -> Hand {
    let party = [Party::Ours, Party::Enemy][numbers.below(2)];
    let cards: Vec<(usize, u8, bool)> =
        (0..numbers.below(13)).map(|_| (numbers.below(22), numbers.below(4) as u8 + 1, numbers.below(3) == 0)).collect();
    hand(party, &cards)
}

/// Every specimen, and many made up.
fn all() -> Vec<(String, Svg)> {
    let mut all = Vec::new();
    let mut numbers = Numbers(3);
    for (name, table) in [("beginning", beginning()), ("deploying", deploying()), ("middle", middle()), ("worst", worst())] {
        all.push((format!("table, {name}"), table_picture(&table)));
    }
    for party in [Party::Ours, Party::Enemy] {
        all.push((format!("all cards of {party:?}"), hand_picture(&all_cards(party))));
    }
    for number in 0..25 {
        all.push((format!("table {number}"), table_picture(&any_table(&mut numbers))));
        all.push((format!("hand {number}"), hand_picture(&any_hand(&mut numbers))));
    }
    all
}

/// Units of the sheet that its width has.
fn units_wide(svg: &Svg) -> f64 {
    svg.text.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
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
    for (name, svg) in all() {
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
fn lettering_is_at_least_eleven_pixels_where_a_phone_shows_the_picture() {
    for (name, svg) in all() {
        let width = units_wide(&svg);
        for size in svg.text.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            let seen = size * 390.0 / width;
            assert!(seen >= 11.0, "{name}: lettering of {size} on {width}, {seen:.2} pixels");
        }
    }
}

fn brightness(pixels: &Pixmap, column: usize, row: usize) -> u32 {
    let colour = pixels.pixel(column as u32, row as u32).unwrap();
    (u32::from(colour.red()) * 299 + u32::from(colour.green()) * 587 + u32::from(colour.blue()) * 114) / 1000
}

/// The brightness of each pixel as a phone shows it: a little more than 390 of them to the line.
fn grey(svg: &Svg) -> Vec<u8> {
    let pixels = draw(svg).unwrap();
    let (width, height) = (pixels.width() as usize / 2, pixels.height() as usize / 2);
    let mut grey = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            let four = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let sum: u32 = four.iter().map(|(down, across)| brightness(&pixels, column * 2 + across, row * 2 + down)).sum();
            grey.push((sum / 4) as u8);
        }
    }
    grey
}

/// Each of these pictures differs plainly from each other one, colours left out.
fn told_apart(pictures: &[(String, Svg)], least: usize) {
    let grey: Vec<Vec<u8>> = pictures.iter().map(|(_, svg)| grey(svg)).collect();
    for (number, one) in grey.iter().enumerate() {
        for (before, other) in grey[..number].iter().enumerate() {
            let differ = one.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) >= 40).count();
            assert!(differ >= least, "{} and {} differ in {differ} pixels of a phone", pictures[number].0, pictures[before].0);
        }
    }
}

#[test]
fn every_kind_of_card_of_either_side_is_told_apart_by_its_figure_without_colour() {
    let mut pictures = Vec::new();
    for party in [Party::Ours, Party::Enemy] {
        for kind in Kind::ALL {
            let card = HandCard { kind, name: "Card".into(), note: String::new(), force: 5, count: 1, marked: false };
            let one = Hand { title: "Hand".into(), caption: String::new(), party, cards: vec![card] };
            pictures.push((format!("{kind:?} of {party:?}"), hand_picture(&one)));
        }
    }
    told_apart(&pictures, 300);
}

#[test]
fn a_marked_card_and_copies_of_a_card_are_seen_without_colour() {
    let cards = [(5, 1, false), (5, 1, true), (5, 2, false), (5, 3, false)];
    let pictures: Vec<_> = cards.iter().map(|card| (format!("{card:?}"), hand_picture(&hand(Party::Enemy, &[*card])))).collect();
    told_apart(&pictures, 30);
}

/// A table on which the one region is like this, with a legend that is the same whatever it is like.
fn only(change: impl Fn(&mut RegionState)) -> Svg {
    let mut table = beginning();
    table.notes.clear();
    change(&mut table.regions[1]);
    table_picture(&table)
}

#[test]
fn every_kind_of_unit_of_either_side_is_told_apart_on_the_table_without_colour() {
    let mut pictures = Vec::new();
    for party in [Party::Ours, Party::Enemy] {
        for kind in Kind::ALL {
            let one = Stack { party, units: vec![(kind, "Unit".into(), 1)], force: 5, face_down: 0 };
            pictures.push((format!("{kind:?} of {party:?}"), only(|region| region.stacks = vec![one.clone()])));
        }
    }
    told_apart(&pictures, 40);
}

#[test]
fn who_holds_a_region_and_what_lies_face_down_is_told_apart_without_colour() {
    let mut table = beginning();
    table.enemies = "A side".into();
    table.ours = "A side".into();
    let pictures: Vec<_> = [None, Some(Party::Ours), Some(Party::Enemy)]
        .into_iter()
        .map(|holder| {
            table.regions[2] = region("Region", holder, vec![]);
            (format!("{holder:?}"), table_picture(&table))
        })
        .collect();
    told_apart(&pictures, 60);
    let backs: Vec<_> = [(Party::Ours, 1), (Party::Enemy, 1), (Party::Ours, 3)]
        .into_iter()
        .map(|(party, count)| (format!("{count} of {party:?}"), only(|region| region.stacks = vec![stack(party, &[], count)])))
        .collect();
    told_apart(&backs, 12);
}

#[test]
fn the_conflict_of_the_moment_is_seen_and_said() {
    let (calm, fought) = (only(|_| {}), only(|region| region.fought = true));
    assert!(!calm.text.contains(">Conflict<") && fought.text.contains(">Conflict<"));
    let mut table = beginning();
    table.regions[4].fought = true;
    assert!(table_alt_text(&table).contains("Eastern Sudan: held by nobody, conflict now. No units."));
}

#[test]
fn the_same_data_give_the_same_png() {
    let pictures = || [table_picture(&middle()), hand_picture(&all_cards(Party::Enemy))].map(|svg| encode(&draw(&svg).unwrap()).unwrap());
    let first = pictures();
    assert!(first.iter().all(|png| png.starts_with(b"\x89PNG") && png.len() < 400_000));
    assert_eq!(first, pictures());
}

#[test]
fn what_makes_no_sense_is_drawn_all_the_same() {
    let odd = "<&\">' \u{0}]]> ".repeat(30);
    let long = "Unterseebootswaffenmeister-Donaudampfschifffahrtsgesellschaft".repeat(3);
    let card = HandCard { kind: Kind::Rifle, name: long.clone(), note: odd.clone(), force: 255, count: 255, marked: true };
    let none = HandCard { name: String::new(), note: String::new(), force: 0, count: 0, ..card.clone() };
    let hand = Hand { title: odd.clone(), caption: long.clone(), party: Party::Ours, cards: vec![card, none] };
    draw(&hand_picture(&hand)).unwrap();
    let units: Vec<(Kind, String, u8)> = Kind::ALL.iter().map(|kind| (*kind, long.clone(), 255)).collect();
    let crowd = Stack { party: Party::Enemy, units, force: u16::MAX, face_down: 255 };
    let mut table = worst();
    table.held = [255, 255];
    for region in &mut table.regions {
        *region = RegionState { name: long.clone(), holder: None, stacks: vec![crowd.clone(); 3], fought: true, news: odd.clone() };
    }
    for table in [&table, &Table::default()] {
        let svg = table_picture(table);
        let sheet = Rect::new(0.0, 0.0, f64::from(svg.width), f64::from(svg.height));
        for (words, area) in lettering(&svg) {
            assert!(sheet.contains(&area), "{words} leaves the sheet");
        }
        draw(&svg).unwrap();
        assert!(table_alt_text(table).chars().count() <= LONGEST);
    }
    assert!(hand_alt_text(&hand).chars().count() <= LONGEST);
}

#[test]
fn the_alt_texts_fit_whatever_lies_on_the_table() {
    let mut numbers = Numbers(8);
    for _ in 0..200 {
        let table = any_table(&mut numbers);
        let words = table_alt_text(&table);
        assert!(words.chars().count() <= LONGEST);
        assert!(words.contains("Eastern Sudan: held by"), "all regions are told: {words}");
        assert!(hand_alt_text(&any_hand(&mut numbers)).chars().count() <= LONGEST);
    }
    for party in [Party::Ours, Party::Enemy] {
        assert!(hand_alt_text(&all_cards(party)).chars().count() <= LONGEST);
    }
    assert!(table_alt_text(&worst()).chars().count() <= LONGEST);
}

#[test]
fn the_alt_text_of_a_hand_is_a_list_of_its_cards() {
    insta::assert_snapshot!(hand_alt_text(&hand(
        Party::Ours,
        &[(0, 2, false), (5, 1, true), (14, 1, false), (15, 1, false), (21, 1, true)]
    )));
}

#[test]
fn the_alt_text_of_the_table_is_a_list_of_the_regions_with_who_holds_them_and_their_units() {
    let mut table = deploying();
    table.regions[2].fought = true;
    table.regions[3].news = "taken this turn".into();
    insta::assert_snapshot!(table_alt_text(&table));
}

#[test]
fn the_alt_text_of_a_crowded_table_leaves_out_the_roads_and_tells_units_by_their_kind_where_it_must() {
    let mut table = middle();
    insta::assert_snapshot!(table_alt_text(&table));
    table.notes = vec!["Anglo-Egyptians: a note that takes a good part of what room there is".into(); 4];
    insta::assert_snapshot!(table_alt_text(&table));
}

#[test]
fn the_film_shows_each_table_a_moment_and_the_last_a_while() {
    let tables = [beginning(), deploying(), middle()];
    let bytes = film(&tables).unwrap();
    let mut decoder = ::gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [160, 160, 400]);
    assert_eq!(bytes, film(&tables).unwrap());
    assert!(film(&[]).is_err());
}
