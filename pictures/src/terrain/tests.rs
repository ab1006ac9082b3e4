//! The promises of the field picture, for tables of every size.

use std::collections::HashSet;

use resvg::usvg;

use super::super::canvas::Canvas;
use super::super::geometry::Rect;
use super::super::{draw, encode, png};
use super::*;

/// A table of a size with every kind on it that finds room, and both sides on every edge.
fn crowded(width: usize, depth: usize) -> Field {
    let kinds: Vec<Plot> = Plot::ALL.into_iter().filter(|plot| *plot != Plot::Harbour).collect();
    let mut field = Field {
        title: "The field at Friday Harbor".into(),
        caption: "Anglo-Egyptian surprise attack".into(),
        width,
        depth,
        squares: (0..width * depth).map(|number| kinds[(number * 7) % kinds.len()]).collect(),
        beds: Vec::new(),
        arrivals: Edge::ALL.into_iter().flat_map(|edge| [Party::Ours, Party::Enemy].map(|party| Arrival { party, edge })).collect(),
        army: "Anglo-Egyptians".into(),
        enemies: "Mahdists".into(),
    };
    for row in 0..depth {
        field.squares[row * width] = Plot::Harbour;
    }
    field.beds = field.cells_of(Plot::RiverBed).map(|cell| vec![cell]).collect();
    field
}

fn bare(width: usize, depth: usize) -> Field {
    Field {
        title: "The field at Tamai".into(),
        caption: String::new(),
        arrivals: vec![],
        beds: vec![],
        squares: vec![],
        army: "Anglo-Egyptians".into(),
        enemies: "Mahdists".into(),
        width,
        depth,
    }
}

fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (2..=12).flat_map(|width| (2..=12).map(move |depth| (width, depth)))
}

/// The boxes of all lettering.
fn lettering(tree: &usvg::Tree) -> Vec<Rect> {
    let mut found = Vec::new();
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        for node in group.children() {
            match node {
                usvg::Node::Text(text) => {
                    // The ink, without the room above and below that the font keeps.
                    let area = text.flattened().abs_bounding_box();
                    found.push(Rect::new(area.x().into(), area.y().into(), area.width().into(), area.height().into()));
                }
                usvg::Node::Group(inner) => groups.push(inner),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn a_table_of_every_size_is_well_formed_with_all_lettering_on_the_sheet_and_clear_of_other_lettering() {
    for (width, depth) in sizes() {
        for field in [crowded(width, depth), bare(width, depth)] {
            let svg = field_sketch(&field);
            let tree = png::parse(&svg).unwrap();
            let sheet = Rect::new(0.0, 0.0, f64::from(svg.width), f64::from(svg.height));
            let boxes = lettering(&tree);
            assert!(boxes.len() >= 2 * (width + depth), "{width} by {depth}");
            for (number, area) in boxes.iter().enumerate() {
                assert!(sheet.contains(area), "{width} by {depth}: lettering at {area:?} leaves the sheet");
                for other in &boxes[..number] {
                    assert!(!area.overlaps(other), "{width} by {depth}: {area:?} lies over {other:?}");
                }
            }
        }
    }
}

#[test]
fn a_usual_table_makes_a_picture_of_about_twelve_hundred_pixels_and_no_table_a_huge_one() {
    for (width, depth) in sizes() {
        let svg = field_sketch(&bare(width, depth));
        let longer = svg.width.max(svg.height);
        assert!(longer <= if width.max(depth) <= 8 { 1200 } else { 1800 }, "{width} by {depth}: {longer}");
    }
}

#[test]
fn the_same_field_gives_the_same_png() {
    let field = crowded(6, 4);
    let picture = || encode(&draw(&field_sketch(&field)).unwrap()).unwrap();
    let png = picture();
    assert!(png.starts_with(b"\x89PNG") && png.len() < 600_000, "{} bytes", png.len());
    assert_eq!(png, picture());
}

#[test]
fn no_lettering_is_smaller_than_twenty_pixels() {
    for (width, depth) in [(2, 2), (12, 2), (2, 12), (12, 12), (6, 4)] {
        for size in field_sketch(&crowded(width, depth)).text.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            assert!(size >= 19.0, "lettering of {size} pixels on {width} by {depth}");
        }
    }
}

#[test]
fn each_kind_of_terrain_is_known_by_its_shape_without_colour() {
    let shape = |plot: Plot| {
        let mut canvas = Canvas::default();
        signs::draw(&mut canvas, plot, (0.0, 0.0), 100.0, (0, 0));
        if plot == Plot::RiverBed {
            beds::draw_sample(&mut canvas, (0.0, 0.0), 100.0);
        }
        let text = canvas.finish(1.0, 1.0).text;
        // All that is a colour goes: #rrggbb.
        text.split('#').enumerate().map(|(number, part)| if number == 0 { part } else { &part[6.min(part.len())..] }).collect::<String>()
    };
    let shapes: HashSet<String> = Plot::ALL.into_iter().map(shape).collect();
    assert_eq!(shapes.len(), Plot::ALL.len());
}

#[test]
fn the_legend_names_every_kind_on_the_table_and_no_other() {
    let mut field = bare(4, 4);
    field.squares = vec![Plot::Oasis, Plot::LargeHill];
    let text = field_sketch(&field).text;
    for plot in Plot::ALL {
        let named = text.contains(&format!(">{}<", plot.words()));
        assert_eq!(named, matches!(plot, Plot::Oasis | Plot::LargeHill), "{plot:?}");
    }
}

#[test]
fn the_alt_text_names_every_kind_present_within_a_thousand_letters() {
    for (width, depth) in sizes() {
        for field in [crowded(width, depth), bare(width, depth)] {
            let text = alt_text(&field);
            assert!(text.chars().count() <= LONGEST, "{width} by {depth}: {}", text.chars().count());
            for plot in field.kinds() {
                assert!(text.contains(plot.words()), "{plot:?} is not in: {text}");
            }
        }
    }
}

#[test]
fn the_alt_text_of_a_table_too_full_to_list_counts_its_squares() {
    let mut field = crowded(12, 12);
    field.title = "A very long title ".repeat(40);
    field.caption = "and a long caption ".repeat(40);
    let text = alt_text(&field);
    assert!(text.contains(" squares.") && text.chars().count() <= LONGEST, "{text}");
    for plot in field.kinds() {
        assert!(text.contains(plot.words()), "{plot:?} is not in: {text}");
    }
}

#[test]
fn the_alt_text_says_what_lies_where_and_who_comes_on_where() {
    let mut field = bare(4, 3);
    field.caption = "Ambush".into();
    field.squares = vec![Plot::Harbour; 4];
    field.squares.extend([
        Plot::Open,
        Plot::Village,
        Plot::RiverBed,
        Plot::CliffHill,
        Plot::Open,
        Plot::Open,
        Plot::RiverBed,
        Plot::RiverBed,
    ]);
    field.beds = vec![vec![(2, 1), (2, 2), (3, 2)]];
    field.arrivals = [Edge::Left, Edge::Right].map(|edge| Arrival { party: Party::Enemy, edge }).to_vec();
    insta::assert_snapshot!(alt_text(&field), @"The field at Tamai. Ambush. A table of 4 by 3 feet: columns A to D from the left, rows 1 to 3 from the far edge. Harbour: along the far edge. Village: B2. Hill with a cliff: D2 (cliff on its near side). Dry river bed: C2–C3–D3. Open ground elsewhere. Mahdists enter over the left and right edges.");
}

#[test]
fn a_title_that_would_break_xml_or_the_sheet_is_drawn_as_far_as_it_goes() {
    let mut field = bare(3, 3);
    for title in ["<&\">' \u{0}\u{8}]]>".to_owned(), "Wadi ".repeat(60), "x".repeat(500), String::new()] {
        field.title = title.clone();
        field.caption = title;
        let svg = field_sketch(&field);
        let tree = png::parse(&svg).unwrap();
        let sheet = Rect::new(0.0, 0.0, f64::from(svg.width), f64::from(svg.height));
        for area in lettering(&tree) {
            assert!(sheet.contains(&area), "{area:?} leaves the sheet");
        }
    }
}

#[test]
fn a_field_that_makes_no_sense_is_drawn_all_the_same() {
    let mut field = bare(0, 0);
    draw(&field_sketch(&field)).unwrap();
    field = bare(3, 2);
    field.squares = vec![Plot::Harbour, Plot::Town, Plot::Harbour, Plot::Town, Plot::FortifiedTown];
    field.beds = vec![vec![], vec![(9, 9)], vec![(0, 0), (2, 1)]];
    draw(&field_sketch(&field)).unwrap();
    assert!(alt_text(&field).contains("Town: B1 and A2"));
}
