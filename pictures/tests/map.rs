//! The promises of the map picture, held against the campaign's own ground and against worse.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test says with it what it expects")]

use crate::specimen;

use std::collections::HashSet;

use pictures::furniture::road;
use pictures::geometry::Rect;
use pictures::land::{Land, lands};
use pictures::lettering::ink;
use pictures::markers::{colour, mark_name};
use pictures::tags::TagKind;
use pictures::*;

fn extents(ground: &MapGround) -> Vec<Extent> {
    let islands = ground.islands.iter().cloned().map(Extent::Island);
    std::iter::once(Extent::Whole).chain(islands).chain(crops(ground)).collect()
}

/// All pictures of several islands: what goes together of each two, and of all, each of them first.
fn crops(ground: &MapGround) -> Vec<Extent> {
    let mut crops = Vec::new();
    for first in &ground.islands {
        for second in ground.islands.iter().filter(|second| *second != first) {
            crops.push(crop::together(ground, &[first.clone(), second.clone()]).0);
        }
        let others = ground.islands.iter().filter(|other| *other != first);
        crops.push(crop::together(ground, &std::iter::once(first).chain(others).cloned().collect::<Vec<_>>()).0);
    }
    crops.retain(|crop| crop.len() > 1);
    crops.sort();
    crops.dedup();
    crops.into_iter().map(Extent::Islands).collect()
}

#[track_caller]
fn assert_apart(first: (&str, &Rect), second: (&str, &Rect), extent: &Extent) {
    assert!(!first.1.overlaps(second.1), "{} lies over {} on {extent:?}: {first:?} {second:?}", first.0, second.0);
}

#[test]
fn every_name_stands_inside_the_frame_clear_of_other_names_and_of_symbols() {
    for ground in [specimen::ground(), specimen::uncharted()] {
        for extent in extents(&ground) {
            let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
            for (index, name) in sheet.names().iter().enumerate() {
                assert!(sheet.frame().map.contains(&name.area), "{} leaves the frame on {extent:?}", name.place);
                for other in &sheet.names()[..index] {
                    assert_apart((&name.place, &name.area), (&other.place, &other.area), &extent);
                }
                for symbol in sheet.symbols() {
                    assert_apart((&name.place, &name.area), ("a symbol", &symbol), &extent);
                }
            }
        }
    }
}

#[test]
fn a_picture_names_every_place_it_is_about() {
    for ground in [specimen::ground(), specimen::uncharted()] {
        for extent in extents(&ground) {
            let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
            let named: HashSet<&str> = sheet.names().iter().map(|name| name.place.as_str()).collect();
            for place in &ground.places {
                let about = extent == Extent::Whole || extent.islands().contains(&place.island);
                assert!(!about || named.contains(place.name.as_str()), "{} has no name on {extent:?}", place.name);
            }
        }
    }
}

/// Pixels that the letter x is high when it is lettered in a style.
fn x_height(style: &lettering::Lettering) -> f64 {
    let mut canvas = canvas::Canvas::default();
    canvas.letter((200.0, 400.0), canvas::Anchor::Start, &lettering::Lettering { size: 400.0, halo: None, ..*style }, "x");
    let drawn = draw(&canvas.finish(600.0, 600.0)).unwrap();
    let inked = |row: u32| (0..600).any(|column| drawn.pixel(column, row).is_some_and(|pixel| pixel.alpha() > 127));
    f64::from((0..600).filter(|row| inked(*row)).count() as u32) * style.size / 400.0
}

#[test]
fn the_names_of_every_picture_of_islands_are_large_enough_on_a_phone() {
    const PHONE: f64 = 390.0;
    for ground in [specimen::ground(), specimen::uncharted()] {
        for extent in extents(&ground) {
            let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
            let frame = sheet.frame();
            if extent == Extent::Whole {
                continue;
            }
            assert!((3.0 / 4.0..=4.0 / 3.0).contains(&(frame.width / frame.height)), "{extent:?}: {} by {}", frame.width, frame.height);
            assert!((f64::from(sheet.background().width) - f64::from(USUAL_WIDTH)).abs() < 1.0);
            for name in sheet.names() {
                let high = x_height(&name.style) * PHONE / frame.width;
                assert!(high >= 7.0, "{} is {high:.1} pixels high on {extent:?}", name.place);
            }
        }
    }
}

#[test]
fn a_picture_of_islands_that_lie_too_far_apart_shows_the_first_with_its_neighbours_and_names_the_others() {
    let ground = specimen::ground();
    let of = |islands: &[&str]| crop::together(&ground, &islands.iter().map(|island| (*island).to_owned()).collect::<Vec<_>>());
    assert_eq!(of(&["Shaw", "Orcas"]), (vec!["Shaw".to_owned(), "Orcas".to_owned()], vec![]));
    assert_eq!(of(&["San Juan", "Orcas", "Shaw"]), (vec!["San Juan".to_owned(), "Shaw".to_owned()], vec!["Orcas".to_owned()]));
    assert_eq!(of(&[]), (vec![], vec![]));
    let text = alt_text(&ground, &specimen::rebellion(), &Extent::Islands(vec!["Shaw".into(), "Stuart".into()]));
    insta::assert_snapshot!(text, @"Map of Shaw and Stuart, Turn 3, after the rebellion. Mahdist: Stuart; Tokar. Retaken and pacified: Shaw. News from Stuart and Tokar. Garrisons: Shaw 1 foot.");
}

#[test]
fn for_one_island_or_none_no_coast_is_laid_out() {
    let mut ground = specimen::ground();
    // Laid out, it would need more points than there is memory for.
    ground.chart.coasts[0].outline[0] = [f64::INFINITY, 0.0];
    assert_eq!(crop::together(&ground, &[]), (vec![], vec![]));
    assert_eq!(crop::together(&ground, &["Shaw".to_owned()]), (vec!["Shaw".to_owned()], vec![]));
}

#[test]
fn no_name_of_the_whole_map_lies_over_a_road_or_across_a_coast() {
    let sheet = MapSheet::lay_out(&specimen::ground(), &Extent::Whole, USUAL_WIDTH);
    let mut faults = Vec::new();
    for name in sheet.names() {
        for line in name.line_areas() {
            let (roads, ashore) = sheet.under(&line);
            if roads > 0.0 {
                faults.push(format!("{} over a road ({roads:.3})", name.place));
            }
            if ashore > 0.1 && ashore < 0.9 {
                faults.push(format!("{} across a coast ({ashore:.2})", name.place));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_place_movement_point_and_road_lies_on_its_own_island() {
    let ground = specimen::ground();
    let lands = lands(&ground);
    let on = |island: &str, point: Km| lands.iter().any(|land| land.island.as_deref() == Some(island) && land.holds(point));
    for place in &ground.places {
        assert!(on(&place.island, place.at), "{} lies in the water", place.name);
    }
    for route in &ground.routes {
        let island = &ground.places.iter().find(|place| place.name == route.from).unwrap().island;
        for point in road(&ground, route).unwrap().into_iter().chain(route.points.clone()) {
            assert!(on(island, point), "the road from {} to {} is wet at {point:?}", route.from, route.to);
        }
    }
}

#[test]
fn every_port_lies_within_a_kilometre_of_the_water() {
    let ground = specimen::ground();
    let lands = lands(&ground);
    for place in ground.places.iter().filter(|place| place.port) {
        let own = lands.iter().filter(|land| land.island.as_deref() == Some(&place.island));
        let nearest = own.flat_map(|land| land.outline.clone()).map(|shore| distance(shore, place.at));
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(nearest < 1.0, "{} is {nearest:.1} km from the water", place.name);
    }
}

fn distance(a: Km, b: Km) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn no_two_islands_touch() {
    let lands = lands(&specimen::ground());
    let name = |land: &Land| land.island.clone().unwrap_or_else(|| format!("the islet at {:?}", land.outline[0]));
    for (index, land) in lands.iter().enumerate() {
        for other in &lands[..index] {
            let nearest = land.outline.iter().flat_map(|a| other.outline.iter().map(|b| distance(*a, *b))).fold(f64::INFINITY, f64::min);
            assert!(nearest > 0.15, "{} and {} are {nearest:.2} km apart", name(land), name(other));
            assert!(!land.holds(other.outline[0]) && !other.holds(land.outline[0]));
        }
    }
}

#[test]
fn the_chart_names_only_what_the_map_has() {
    let ground = specimen::ground();
    ground.chart.check("chart.toml", &ground).unwrap();
    let mut strange = ground.clone();
    strange.chart.coasts[2].island = "Laputa".into();
    let error = strange.chart.check("chart.toml", &strange).unwrap_err();
    assert_eq!(error.to_string(), "chart.toml: coast 3 (Laputa): the map has no such island");
}

#[test]
fn a_malformed_chart_is_refused_with_file_key_and_reason() {
    let error = |text: &str| Chart::parse("chart.toml", text).unwrap_err().to_string();
    assert_eq!(
        error("[[coast]]\nisland = \"Shaw\"\noutline = [[0, 0], [1, 1]]\n"),
        "chart.toml: coast 1 (Shaw), outline: needs at least 3 corners, has 2"
    );
    assert_eq!(
        error("[sheet]\nwest = 3.0\neast = 1.0\nsouth = 0.0\nnorth = 1.0\n"),
        "chart.toml: sheet: east must be more than west, north more than south"
    );
    assert_eq!(error("[[label]]\nplace = \"Shaw\"\nside = \"E\"\nlines = 3\n"), "chart.toml: label 1 (Shaw), lines: must be 1 or 2, is 3");
    let side = error("[[label]]\nplace = \"Olga\"\nside = \"E\"\n[[label]]\nplace = \"Shaw\"\nside = \"up\"\n");
    assert!(side.starts_with("chart.toml: label 2 (Shaw): ") && side.contains("up"), "{side}");
    let unknown = error("[[hill]]\nname = \"Mt. Young\"\nheight = 3\n");
    assert!(unknown.starts_with("chart.toml: hill 1 (Mt. Young): ") && unknown.contains("height"), "{unknown}");
    assert!(error("[furniture]\ntitle = [").starts_with("chart.toml: line 2"));
}

#[test]
fn a_chart_with_a_number_that_would_take_endless_time_or_memory_to_draw_is_refused() {
    let hill = |more: &str| format!("[[hill]]\nname = \"Mt. Young\"\n{more}\n");
    let coast = |more: &str| format!("[[coast]]\nisland = \"Shaw\"\noutline = {more}\n");
    let furniture = "[furniture]\ntitle = [0, 0]\ntitle_width = 5.0\nlegend = [0, 0]\ncompass = [0, inf]\nscale_bar = [0, 0]\n".to_owned();
    for (text, told) in [
        (hill("at = [0, 0]\nhalf_axes = [inf, 1.0]"), "hill 1 (Mt. Young), half_axes: must be 0 to 1000, is inf"),
        (hill("at = [0, 0]\nhalf_axes = [1.0, 1e9]"), "hill 1 (Mt. Young), half_axes: must be 0 to 1000, is 1000000000"),
        (hill("at = [0, 0]\nhalf_axes = [nan, 1.0]"), "hill 1 (Mt. Young), half_axes: must be 0 to 1000, is NaN"),
        (hill("at = [0, 0]\nhalf_axes = [0.0, 1.0]"), "hill 1 (Mt. Young), half_axes: must both be more than 0"),
        (hill("at = [0, 20000]\nhalf_axes = [1.0, 1.0]"), "hill 1 (Mt. Young), at: must be -10000 to 10000, is 20000"),
        (hill("at = [0, 0]\nhalf_axes = [1.0, 1.0]\nturn = nan"), "hill 1 (Mt. Young), turn: must be -360 to 360, is NaN"),
        (hill("at = [0, 0]\nhalf_axes = [1.0, 1.0]\nlabel = [inf, 0]"), "hill 1 (Mt. Young), label: must be -10000 to 10000, is inf"),
        ("[graticule]\nlongitude = 0.0\nlatitude = 90.0\n".into(), "graticule, latitude: must be -85 to 85, is 90"),
        ("[graticule]\nlongitude = nan\nlatitude = 9.0\n".into(), "graticule, longitude: must be -180 to 180, is NaN"),
        (
            "[sheet]\nwest = 0.0\neast = 2.0\nsouth = 0.0\nnorth = 9.0\n".into(),
            "sheet: must be at most four times as wide as high, or as high as wide",
        ),
        ("[sheet]\nwest = 0.0\neast = 1e-9\nsouth = 0.0\nnorth = 1e-9\n".into(), "sheet: must be at least 1 km wide and high"),
        ("[sheet]\nwest = 0.0\neast = inf\nsouth = 0.0\nnorth = inf\n".into(), "sheet, east: must be -10000 to 10000, is inf"),
        (coast("[[0, 0], [1, 1], [1e12, 0]]"), "coast 1 (Shaw), outline: corner 3 is more than 10000 km off"),
        (coast("[[0, 0], [1, 1], [0, inf]]"), "coast 1 (Shaw), outline: corner 3 is not a number"),
        (coast("[[0, 0], [9000, 0], [0, 9000]]"), "coast 1 (Shaw), outline: with it all outlines are longer than 20000 km"),
        (furniture, "furniture, compass: must be -10000 to 10000, is inf"),
        ("[[sea]]\nname = \"A\"\nat = [0, -1e5]\n".into(), "sea 1 (A), at: must be -10000 to 10000, is -100000"),
        ("[[water]]\nname = \"Sound\"\nat = [0, 0]\nturn = inf\n".into(), "water 1 (Sound), turn: must be -360 to 360, is inf"),
        ("[[label]]\nplace = \"Shaw\"\nside = \"E\"\nshift = [0, inf]\n".into(), "label 1 (Shaw), shift: must be -100 to 100, is inf"),
    ] {
        assert_eq!(Chart::parse("chart.toml", &text).unwrap_err().to_string(), format!("chart.toml: {told}"), "{text}");
    }
}

#[test]
fn the_largest_hill_and_the_smallest_sheet_of_a_chart_are_drawn() {
    let mut ground = specimen::ground();
    ground.chart.hills[0].half_axes = [1_000.0, 1_000.0];
    let sheet = ground.chart.sheet.as_mut().unwrap();
    (sheet.east, sheet.north) = (sheet.west + 1.0, sheet.south + 1.0);
    let drawn = MapSheet::lay_out(&ground, &Extent::Whole, USUAL_WIDTH).background();
    assert!(drawn.text.len() < 20_000_000, "{} bytes", drawn.text.len());
}

#[test]
fn who_holds_a_place_is_told_without_colour_too() {
    let marks: HashSet<_> = Control::ALL.into_iter().map(mark_name).collect();
    assert_eq!(marks.len(), Control::ALL.len());
    assert_eq!(colour(Control::Native), ink::GREEN);
    assert_eq!(colour(Control::Allied), ink::RED);
    let svg = staff_map(&specimen::ground(), &specimen::rebellion(), &Extent::Whole);
    for control in Control::ALL {
        assert!(svg.text.contains(&format!("class=\"{}\"", mark_name(control))), "{control:?}");
    }
    assert!(svg.text.contains("class=\"siege-2\""));
}

#[test]
fn the_worst_situation_still_fits_without_anything_over_anything() {
    let ground = specimen::ground();
    let situation = specimen::worst();
    for extent in extents(&ground) {
        let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
        let tags = sheet.tags(&situation);
        for (index, tag) in tags.iter().enumerate() {
            assert!(sheet.frame().map.contains(&tag.area), "{tag:?} leaves the frame");
            // On a crop there may be no room for all.
            if tag.crowded {
                continue;
            }
            for other in &tags[..index] {
                assert_apart(("a tag", &tag.area), ("a tag", &other.area), &extent);
            }
            for name in sheet.names() {
                assert_apart(("a tag", &tag.area), (&name.place, &name.area), &extent);
            }
            for symbol in sheet.symbols() {
                assert_apart(("a tag", &tag.area), ("a symbol", &symbol), &extent);
            }
        }
        let garrisons: Vec<_> = tags.iter().filter(|tag| matches!(tag.tag.kind, TagKind::Garrison { .. })).collect();
        assert_eq!(garrisons.len(), sheet.symbols().len(), "every place that is shown has its garrison on {extent:?}");
        if extent == Extent::Whole {
            let with_room = garrisons.iter().filter(|tag| !tag.crowded).count();
            let ships = tags.iter().filter(|tag| matches!(tag.tag.kind, TagKind::Ships(_)) && !tag.crowded).count();
            let in_port = situation.places.values().filter(|standing| !standing.ships.is_empty()).count();
            assert_eq!((with_room, ships), (ground.places.len(), in_port + ground.seas.len()));
        }
    }
}

/// Ships with names that no map has room for.
fn fleet(names: &[&str]) -> Vec<Ship> {
    names.iter().map(|name| Ship { name: name.repeat(80), kind: ShipKind::Gunboat, damaged: false, aboard: 2 }).collect()
}

#[test]
fn ships_for_whose_names_there_is_no_room_are_counted_and_no_ship_is_left_out() {
    let ground = specimen::ground();
    let port = ground.places.iter().find(|place| place.port).unwrap();
    for ships in [fleet(&["W"]), fleet(&["W", "M"])] {
        let mut situation = Situation::default();
        situation.places.insert(port.name.clone(), Standing { ships: ships.clone(), ..Standing::default() });
        for extent in [Extent::Whole, Extent::Island(port.island.clone())] {
            let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
            let tags = sheet.tags(&situation);
            assert_eq!(tags.len(), 1, "{extent:?}");
            assert!(matches!(&tags[0].tag.kind, TagKind::CountedShips(counted) if *counted == ships) && !tags[0].crowded, "{tags:?}");
            let words = if ships.len() == 1 { "> +2<" } else { ">×2 +4<" };
            assert!(sheet.moment(&situation).text.contains(words), "{words} is not drawn on {extent:?}");
        }
    }
}

#[test]
fn a_tag_without_any_room_is_laid_over_what_is_there_on_the_map_and_one_with_nothing_to_say_is_not_drawn() {
    let cover = geometry::Cover::of_areas(600.0, 400.0, &[]);
    let map = Rect::new(20.0, 20.0, 560.0, 360.0);
    let strength = |foot| Strength { foot, horse: 2, guns: 1, allied: true };
    let garrison = |foot| TagKind::Garrison { strength: strength(foot), redoubts: 2, siege_level: 4 };
    let nobody = TagKind::Garrison { strength: Strength::default(), redoubts: 0, siege_level: 0 };
    let badge = TagKind::Badge { words: "level 2, falls 67%".into(), weight: overlay::Weight::Grave };
    let kinds = [garrison(4), nobody, TagKind::Field(strength(3)), TagKind::Ships(fleet(&["W"])), badge];
    for at in [(300.0, 200.0), (22.0, 22.0), (578.0, 200.0)] {
        let wanted = kinds.iter().map(|kind| tags::Tag { kind: kind.clone(), at, reach: 20.0, name: None }).collect();
        // Everything is taken, the left third of the map twice.
        let taken = vec![map, Rect::new(20.0, 20.0, 180.0, 360.0)];
        let placed = tags::place_tags(wanted, tags::Surroundings { map, taken, land: &cover, roads: &cover, magnify: 1.0 });
        assert_eq!(placed.len(), 4, "{placed:?}");
        for tag in &placed {
            assert!(tag.crowded && map.contains(&tag.area), "{tag:?}");
            assert!(tag.area.apart(at) < 250.0, "{tag:?} is far from {at:?}");
        }
    }
}

#[test]
fn every_badge_of_an_overlay_has_room_clear_of_names_symbols_and_the_words_of_arrows() {
    let ground = specimen::ground();
    let situation = specimen::marked();
    for extent in extents(&ground) {
        let sheet = MapSheet::lay_out(&ground, &extent, USUAL_WIDTH);
        let tags = sheet.tags(&situation);
        let arrows = sheet.arrows(&situation);
        if extent == Extent::Whole {
            let with_room = tags.iter().filter(|tag| matches!(tag.tag.kind, TagKind::Badge { .. }) && !tag.crowded).count();
            assert_eq!((with_room, arrows.len()), (ground.places.len(), situation.overlay.movements.len()));
        }
        for (index, tag) in tags.iter().enumerate() {
            // On a crop there may be no room for all.
            if tag.crowded {
                continue;
            }
            for other in &tags[..index] {
                assert_apart(("a tag", &tag.area), ("a tag", &other.area), &extent);
            }
            for name in sheet.names() {
                assert_apart(("a tag", &tag.area), (&name.place, &name.area), &extent);
            }
            for symbol in sheet.symbols() {
                assert_apart(("a tag", &tag.area), ("a symbol", &symbol), &extent);
            }
            for arrow in &arrows {
                assert_apart(("a tag", &tag.area), (&arrow.words, &arrow.words_area), &extent);
            }
        }
    }
}

#[test]
fn the_alt_text_of_a_sea_area_tells_of_its_ships_alone() {
    let mut situation = specimen::start();
    let sea = specimen::ground().seas[0].name.clone();
    let ship = Ship { name: "Sultan".into(), kind: ShipKind::Gunboat, damaged: false, aboard: 0 };
    situation.at_sea.insert(sea.clone(), vec![ship]);
    let extent = Extent::Islands(vec![format!("{}{sea}", crop::SEA_AREA)]);
    let text = alt_text(&specimen::ground(), &situation, &extent);
    assert!(text.starts_with(&format!("Map of sea area {sea}, ")), "{text}");
    assert!(text.contains(&format!("In sea area {sea}: gunboat Sultan.")) && !text.contains("Garrisons"), "{text}");
    let sheet = MapSheet::lay_out(&specimen::ground(), &extent, USUAL_WIDTH);
    let whole = MapSheet::lay_out(&specimen::ground(), &Extent::Whole, USUAL_WIDTH);
    assert!(sheet.symbols().len() < whole.symbols().len(), "it is a crop");
}

#[test]
fn an_overlay_is_told_in_words_before_all_else() {
    let mut situation = specimen::marked();
    situation.overlay.badges.truncate(2);
    situation.overlay.movements.truncate(4);
    let text = alt_text(&specimen::ground(), &situation, &Extent::Whole);
    insta::assert_snapshot!(text.split(" Besieged:").next().unwrap(), @"Map, Turn 3, with every mark there is. Marks: Stuart 17%; Waldron 33%. Moves: 4 units from Friday Harbor to Sinkat; 1 unit from Sinkat to Friday Harbor; 2 units from False Bay to the road Friday Harbor–False Bay; 3 units and Dongola from Friday Harbor to Port Stanley by water.");
    let island = alt_text(&specimen::ground(), &situation, &Extent::Island("Shaw".into()));
    assert!(!island.contains("Marks:") && !island.contains("Moves:"), "{island}");
}

#[test]
fn the_alt_text_names_every_lost_and_every_besieged_place() {
    let ground = specimen::ground();
    for situation in [specimen::start(), specimen::rebellion(), specimen::worst()] {
        let text = alt_text(&ground, &situation, &Extent::Whole);
        assert!(text.chars().count() <= 1024, "{}", text.chars().count());
        for (place, standing) in &situation.places {
            if standing.control == Control::Enemy || standing.siege_level > 0 {
                assert!(text.contains(place.as_str()), "{place} is not in: {text}");
            }
        }
    }
}

#[test]
fn the_alt_text_of_an_island_tells_of_that_island_only() {
    let text = alt_text(&specimen::ground(), &specimen::rebellion(), &Extent::Island("Lopez".into()));
    insta::assert_snapshot!(text, @"Map of Lopez, Turn 3, after the rebellion. Mahdist: Richardson and Mud Bay. British: Port Stanley. All else is Egyptian. News from Mud Bay. Garrisons: Port Stanley 3 foot, 1 horse, 1 battery (with British); Lopez 2 foot. In the field between Lopez and Richardson: 4 foot, 1 horse. At Port Stanley: gunboat Sphinx and gunboat Metemma (damaged).");
}

#[test]
fn names_that_would_break_xml_are_drawn_as_they_are() {
    let mut ground = specimen::ground();
    let hostile = "<&\">' \u{0}\u{8}]]>";
    ground.title = hostile.into();
    ground.places[3].name = hostile.into();
    ground.seas[0].name = hostile.into();
    ground.islands[0] = hostile.into();
    let mut situation = specimen::rebellion();
    situation.caption = hostile.into();
    let ship = Ship { name: hostile.into(), kind: ShipKind::Gunboat, damaged: true, aboard: 0 };
    situation.places.insert(hostile.into(), Standing { ships: vec![ship], ..Standing::default() });
    let svg = staff_map(&ground, &situation, &Extent::Whole);
    pictures::png::parse(&svg).unwrap();
    assert!(svg.text.contains("&lt;&amp;&quot;&gt;' ]]&gt;"));
}

#[test]
fn units_aboard_are_counted_beside_their_ship_or_beside_several() {
    let mut situation = specimen::rebellion();
    let port = situation.places.values_mut().find(|standing| !standing.ships.is_empty()).unwrap();
    port.ships[0].aboard = 3;
    let name = port.ships[0].name.clone();
    assert!(staff_map(&specimen::ground(), &situation, &Extent::Whole).text.contains(&format!(">{name} +3<")));
    let port = situation.places.values_mut().find(|standing| !standing.ships.is_empty()).unwrap();
    let transport = Ship { name: "Dongola".into(), kind: ShipKind::Transport, damaged: false, aboard: 2 };
    port.ships = vec![transport; 4];
    assert!(staff_map(&specimen::ground(), &situation, &Extent::Whole).text.contains(">×4 +8<"));
}

#[test]
fn no_lettering_is_smaller_than_eighteen_pixels() {
    for extent in [Extent::Whole, Extent::Island("Shaw".into())] {
        let svg = staff_map(&specimen::ground(), &specimen::worst(), &extent);
        for size in svg.text.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            assert!(size >= 18.0, "lettering of {size} pixels");
        }
    }
}

#[test]
fn the_picture_is_a_png_of_the_usual_width_that_discord_shows_at_once() {
    let background = MapBackground::prepare(&specimen::ground(), &Extent::Whole, USUAL_WIDTH).unwrap();
    let png = background.png(&specimen::rebellion()).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert!(png.len() < 1_500_000, "{} bytes", png.len());
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    assert_eq!(pixels.width(), USUAL_WIDTH);
    assert_eq!(png, background.png(&specimen::rebellion()).unwrap(), "the same situation, the same picture");
}

#[test]
fn an_unknown_island_gives_the_whole_map_and_an_empty_pack_gives_a_sheet() {
    let ground = specimen::ground();
    let nowhere = MapSheet::lay_out(&ground, &Extent::Island("Laputa".into()), USUAL_WIDTH);
    let whole = MapSheet::lay_out(&ground, &Extent::Whole, USUAL_WIDTH);
    assert_eq!(nowhere.frame(), whole.frame());
    let empty = MapGround {
        title: String::new(),
        holders: Holders::default(),
        islands: vec![],
        places: vec![],
        routes: vec![],
        seas: vec![],
        chart: Chart::default(),
    };
    let svg = staff_map(&empty, &Situation::default(), &Extent::Whole);
    pictures::png::draw(&svg).unwrap();
}
