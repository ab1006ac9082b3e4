//! Where names and plates stand on the map of a theatre, and what its film and its words are.

use super::super::geometry::Rect;
use super::layout::{self, HEIGHT, LEFT, RIGHT};
use super::{Arm, Party, Route, RouteKind, Space, SpaceKind, Stack, Theatre, Turn, alt_text, film, picture, signs};

const NAMES: [&str; 5] = ["El Metemmeh", "Abu Hamed", "Ed Damer", "Murrat Wells", "Fort of the river"];

/// A map of spaces along a river, some of which have units of one side or of both.
fn theatre(held: impl Fn(usize) -> usize) -> Theatre {
    let stack = |party| Stack { party, arm: Arm::Foot, name: "1st Foot".into(), units: 12, strength: 40, unseen: Some(3) };
    let space = |place: usize| Space {
        name: NAMES[place % NAMES.len()].into(),
        at: (0.15 + 0.22 * (place % 4) as f64, 0.02 + 0.135 * (place / 4) as f64),
        kind: SpaceKind::ALL[place % SpaceKind::ALL.len()],
        points: (place % 6 == 1).into(),
        port: place % 6 == 3,
        red: place == 4,
        holder: None,
        stacks: [Party::Ours, Party::Enemy].into_iter().take(held(place)).map(stack).collect(),
        fought: held(place) == 2,
    };
    Theatre {
        title: "A war by the river".into(),
        caption: "Turn 2 of 4".into(),
        ours: "The fleet".into(),
        enemies: "The tribes".into(),
        points: 3,
        wanted: 12,
        turn: 2,
        turns: [true, false, false, true].map(|flood| Turn { flood }).into(),
        spaces: (0..32).map(space).collect(),
        routes: (4..32).map(|place| Route { kind: RouteKind::ALL[place % 4], between: [place - 4, place] }).collect(),
        coast: vec![(0.9, -0.05), (0.95, 0.3), (1.05, 0.5)],
        notes: vec!["The camp has a card".into()],
    }
}

/// How much two rectangles have in common.
fn in_common(one: &Rect, other: &Rect) -> f64 {
    let wide = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
    let high = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
    if wide > 0.0 && high > 0.0 { wide * high } else { 0.0 }
}

#[test]
fn no_name_or_plate_leaves_the_map_or_lies_over_another_or_over_a_sign() {
    let some =
        |every: usize, both: usize| move |place: usize| usize::from(place.is_multiple_of(every)) + usize::from(place.is_multiple_of(both));
    for (every, both) in [(64, 64), (2, 64), (3, 5), (2, 4)] {
        let theatre = theatre(some(every, both));
        let blocks = layout::blocks(&theatre, 100.0);
        let map = Rect::new(LEFT, 100.0, RIGHT - LEFT, HEIGHT);
        for (place, block) in blocks.iter().enumerate() {
            assert!(map.contains(&block.all), "{place} at {:?} leaves the map", block.all);
            for (other, over) in blocks[..place].iter().enumerate() {
                assert!(in_common(&block.all, &over.all) < 1.0, "{place} at {:?} lies over {other} at {:?}", block.all, over.all);
            }
            for (other, space) in theatre.spaces.iter().enumerate() {
                let half = signs::half(space.kind, space.points) * 0.8;
                let sign = Rect::around(layout::place(space, 100.0), half, half);
                assert!(in_common(&block.all, &sign) < 1.0, "{place} at {:?} lies over the sign of {other}", block.all);
            }
        }
    }
}

#[test]
fn where_there_is_room_a_name_stands_nearer_to_its_own_sign_than_to_any_other() {
    let theatre = theatre(|_| 0);
    let signs: Vec<Rect> = theatre
        .spaces
        .iter()
        .map(|space| {
            let half = signs::half(space.kind, space.points);
            Rect::around(layout::place(space, 100.0), half, half)
        })
        .collect();
    for (place, block) in layout::blocks(&theatre, 100.0).iter().enumerate() {
        let nearest = (0..signs.len()).min_by(|one, other| block.all.between(&signs[*one]).total_cmp(&block.all.between(&signs[*other])));
        assert_eq!(nearest, Some(place), "{:?}", block.all);
    }
}

#[test]
fn the_same_theatre_gives_the_same_picture_and_its_words_name_who_stands_where() {
    let one = theatre(|place| usize::from(place == 1));
    assert_eq!(picture(&one).text, picture(&one).text);
    let words = alt_text(&one);
    assert!(words.contains("Abu Hamed") && words.chars().count() <= super::LONGEST, "{words}");
    let mut alone = one;
    alone.spaces[1].stacks[0] = Stack { units: 1, unseen: Some(0), ..alone.spaces[1].stacks[0].clone() };
    assert!(alt_text(&alone).contains("Abu Hamed (town, 1 point): The fleet 1 unit, strength 40"), "{}", alt_text(&alone));
}

#[test]
fn a_film_of_no_map_is_refused_and_one_of_two_is_made() {
    assert!(film(&[]).is_err());
    let film = film(&[theatre(|_| 0), theatre(|place| place % 3)]).unwrap();
    assert!(film.starts_with(b"GIF89a"));
}
