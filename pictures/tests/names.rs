//! Whose a name is can be seen: it stands nearest the symbol of its own place, and is printed whole.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::specimen;

use pictures::furniture::road;
use pictures::geometry::Rect;
use pictures::labels::PlacedName;
use pictures::*;

/// Pixels between the lines of a name and something, by what lies between it and a box.
fn nearest(name: &PlacedName, distance: impl Fn(&Rect) -> f64) -> f64 {
    name.line_areas().map(|line| distance(&line)).fold(f64::INFINITY, f64::min)
}

/// Symbols and roads that are nearer a name than its own place's symbol is.
fn strangers(ground: &MapGround, sheet: &MapSheet) -> Vec<String> {
    let frame = sheet.frame();
    let mut found = Vec::new();
    for name in sheet.names() {
        let place = ground.places.iter().find(|place| place.name == name.place).unwrap();
        let own = nearest(name, |line| line.between(&sheet.symbol_of(&name.place).unwrap()));
        for other in ground.places.iter().filter(|other| other.name != name.place) {
            let Some(symbol) = sheet.symbol_of(&other.name) else { continue };
            let theirs = nearest(name, |line| line.between(&symbol));
            if theirs <= own {
                found.push(format!("{}: {own:.0} to its own symbol, {theirs:.0} to that of {}", name.place, other.name));
            }
        }
        for route in ground.routes.iter().filter(|route| route.from != place.name && route.to != place.name) {
            let theirs = road(ground, route)
                .unwrap()
                .into_iter()
                .map(|point| nearest(name, |line| line.apart(frame.px(point))))
                .fold(f64::INFINITY, f64::min);
            if theirs <= own {
                found.push(format!("{}: {own:.0} to its own symbol, {theirs:.0} to the road {}–{}", name.place, route.from, route.to));
            }
        }
    }
    found
}

fn extents(ground: &MapGround) -> Vec<Extent> {
    let mut extents: Vec<Extent> = ground.islands.iter().cloned().map(Extent::Island).collect();
    extents.push(Extent::Whole);
    for pair in ground.islands.windows(2) {
        extents.push(Extent::Islands(crop::together(ground, pair).0));
    }
    extents
}

#[test]
fn every_name_stands_nearer_the_symbol_of_its_place_than_any_other_symbol_or_any_road_of_others() {
    let ground = specimen::ground();
    let mut found = Vec::new();
    for extent in extents(&ground) {
        let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
        found.extend(strangers(&ground, &sheet).into_iter().map(|stranger| format!("{extent:?}: {stranger}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The boxes of all lettering, in pixels of the finished picture.
fn lettering(svg: &Svg) -> Vec<Rect> {
    let tree = pictures::png::parse(svg).unwrap();
    let mut found = Vec::new();
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        for node in group.children() {
            match node {
                resvg::usvg::Node::Text(text) => {
                    let area = text.flattened().abs_bounding_box();
                    found.push(Rect::new(area.x().into(), area.y().into(), area.width().into(), area.height().into()));
                }
                resvg::usvg::Node::Group(inner) => groups.push(inner),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn whatever_is_lettered_is_whole_and_none_of_it_runs_from_the_map_into_its_border() {
    let ground = specimen::ground();
    for extent in extents(&ground) {
        let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
        let svg = sheet.background();
        let zoom = sheet.frame().zoom;
        let paper = Rect::new(0.0, 0.0, f64::from(svg.width), f64::from(svg.height));
        let map = sheet.frame().map;
        let map = Rect::new(map.x * zoom, map.y * zoom, map.w * zoom, map.h * zoom);
        let boxes = lettering(&svg);
        assert!(boxes.len() > sheet.names().len());
        for area in boxes.iter().chain(&lettering(&sheet.moment(&specimen::worst()))) {
            assert!(paper.contains(area), "{area:?} leaves the paper on {extent:?}");
            assert!(map.contains(area) || !map.overlaps(area), "{area:?} crosses the edge of the map on {extent:?}");
        }
    }
}
