//! *Random Terrain*, rule by rule.

use std::collections::BTreeSet;

use super::*;
use crate::pack::Pack;
use crate::pack::{LocationKind, Terrain};

fn tables() -> Tables {
    Pack::embedded().unwrap().tables.clone()
}

fn seeded(plan: Plan, seed: u8) -> Battlefield {
    battlefield(&Pack::embedded().unwrap().tables, plan, &mut Dice::seeded([seed; 32], 0)).unwrap()
}

/// Two dice for each letter, row by row: `.` open ground, `~` dry river bed, `s` small hill, `L` large hill, `C` cliff,
/// `o` oasis, `r` rocks and scrub. Squares that the map dictates are left blank.
fn laid(plan: Plan, rows: &[&str]) -> Battlefield {
    let faces: Vec<u16> = rows
        .concat()
        .chars()
        .filter(|letter| *letter != ' ')
        .flat_map(|letter| match letter {
            'C' => [1, 1],
            'o' => [1, 2],
            's' => [2, 2],
            '~' => [1, 4],
            'r' => [5, 5],
            'L' => [6, 6],
            _ => [3, 4],
        })
        .collect();
    let mut dice = Dice::scripted(&faces);
    let field = battlefield(&tables(), plan, &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()));
    field
}

fn spot(name: &str) -> Spot {
    let column = name.as_bytes()[0] - b'A';
    Spot { row: name[1..].parse::<u8>().unwrap() - 1, column }
}

fn where_is(field: &Battlefield, feature: Feature) -> Vec<String> {
    field.spots().filter(|at| field.feature(*at) == Some(feature)).map(|at| at.to_string()).collect()
}

fn course(field: &Battlefield) -> Vec<Vec<String>> {
    field.rivers.iter().flat_map(|river| &river.reaches).map(|reach| reach.iter().map(Spot::to_string).collect()).collect()
}

const HOUSES: [Option<LocationKind>; 4] = [None, Some(LocationKind::Village), Some(LocationKind::Town), Some(LocationKind::FortifiedTown)];

/// Every plan there can be for tables of every size.
fn every_plan() -> impl Iterator<Item = Plan> {
    let sizes = SIDES.flat_map(|width| SIDES.map(move |depth| (width, depth)));
    sizes.flat_map(|(width, depth)| {
        HOUSES.into_iter().flat_map(move |settlement| {
            [Site::Middle, Site::FarSide].into_iter().flat_map(move |site| {
                let edges = Edge::ALL.into_iter().map(Some).chain([None]);
                edges.map(move |harbour| Plan { width, depth, settlement, site, harbour })
            })
        })
    })
}

#[test]
fn random_terrain_every_total_of_two_dice_has_its_row() {
    let tables = tables();
    let rows = [
        (2, Terrain::CliffHill),
        (3, Terrain::Oasis),
        (4, Terrain::SmallHill),
        (5, Terrain::DryRiverBed),
        (6, Terrain::OpenGround),
        (7, Terrain::OpenGround),
        (8, Terrain::OpenGround),
        (9, Terrain::OpenGround),
        (10, Terrain::RocksAndScrub),
        (11, Terrain::DryRiverBed),
        (12, Terrain::LargeHill),
    ];
    for (total, terrain) in rows {
        assert_eq!(tables.terrain.row(total).result, terrain, "{total}");
    }
}

#[test]
fn random_terrain_dice_go_to_the_squares_row_by_row_from_the_far_left() {
    let mut dice = Dice::scripted(&[1, 1, 1, 2, 2, 2, 3, 4, 6, 4, 6, 6]);
    let field = battlefield(&tables(), Plan::open(3, 2), &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()));
    let rows: Vec<_> = field.spots().map(|at| (at.to_string(), field.feature(at).unwrap().words())).collect();
    let expected = [
        ("A1", "hill with a cliff on one side"),
        ("B1", "oasis"),
        ("C1", "small hill"),
        ("A2", "open ground"),
        ("B2", "rocks and scrub"),
        ("C2", "large hill"),
    ];
    assert_eq!(rows, expected.map(|(at, words)| (at.to_owned(), words)));
    assert!(field.rolls().all(|roll| roll.purpose == Purpose::Terrain && roll.faces.len() == 2));
}

#[test]
fn random_terrain_each_square_is_rolled_once_and_what_the_map_gives_is_not_rolled() {
    let tables = tables();
    for plan in every_plan() {
        let field = seeded(plan, 3);
        assert_eq!(field.squares.len(), usize::from(plan.width) * usize::from(plan.depth), "{plan:?}");
        for square in &field.squares {
            match (&square.feature, &square.roll) {
                (Feature::Terrain(terrain), Some(roll)) => assert_eq!(*terrain, tables.terrain.row(roll.total()).result, "{plan:?}"),
                (Feature::Settlement(kind), None) => assert_eq!(Some(*kind), plan.settlement, "{plan:?}"),
                (Feature::Harbour, None) => assert!(plan.harbour.is_some(), "{plan:?}"),
                other => panic!("{other:?} on {plan:?}"),
            }
        }
        let houses = field.squares.iter().any(|square| matches!(square.feature, Feature::Settlement(_)));
        let water = field.squares.iter().any(|square| square.feature == Feature::Harbour);
        assert_eq!((houses, water), (plan.settlement.is_some(), plan.harbour.is_some()), "{plan:?}");
        assert!(field.rolls().count() > 0, "{plan:?}");
    }
}

#[test]
fn random_terrain_players_dice_are_asked_for_by_the_square() {
    let mut dice = Dice::table(vec![3, 4, 2]);
    battlefield(&tables(), Plan::open(2, 2), &mut dice).unwrap();
    assert_eq!(dice.finish().unwrap_err().to_string(), "3 dice are not enough: a square's terrain takes 2D6, and 1 of them came.");
}

#[test]
fn random_terrain_a_table_too_small_or_too_large_is_refused_in_a_sentence_before_a_die_is_thrown() {
    for (width, depth) in [(0, 4), (1, 4), (4, 1), (13, 4), (4, 13), (255, 255)] {
        let mut dice = Dice::scripted(&[]);
        let refused = battlefield(&tables(), Plan::open(width, depth), &mut dice).unwrap_err();
        assert_eq!(refused.to_string(), format!("A table of {width} by {depth} feet cannot be laid: each side is 2 to 12 feet long."));
        assert_eq!(dice.finish(), Ok(()));
    }
}

#[test]
fn random_terrain_a_defended_place_stands_in_the_middle_of_the_far_side() {
    let place = |width, depth, kind| {
        let plan = Plan { settlement: Some(kind), site: Site::FarSide, ..Plan::open(width, depth) };
        where_is(&seeded(plan, 1), Feature::Settlement(kind)).join(" ")
    };
    assert_eq!(place(6, 4, LocationKind::FortifiedTown), "C1 D1 C2 D2");
    assert_eq!(place(5, 4, LocationKind::Village), "C1");
    assert_eq!(place(8, 6, LocationKind::Town), "D2 E2", "a row behind it where the table is deep");
    assert_eq!(place(2, 2, LocationKind::FortifiedTown), "A1", "never more than half the ground");
}

#[test]
fn random_terrain_else_a_place_stands_in_the_middle_of_the_table() {
    let plan = Plan { settlement: Some(LocationKind::FortifiedTown), ..Plan::open(6, 4) };
    assert_eq!(where_is(&seeded(plan, 1), Feature::Settlement(LocationKind::FortifiedTown)).join(" "), "C2 D2 C3 D3");
    let plan = Plan { settlement: Some(LocationKind::Village), ..Plan::open(5, 5) };
    assert_eq!(where_is(&seeded(plan, 1), Feature::Settlement(LocationKind::Village)).join(" "), "C3");
}

#[test]
fn random_terrain_a_harbour_lies_along_a_whole_edge_and_the_houses_come_down_to_it() {
    let village = Feature::Settlement(LocationKind::Village);
    let port = |edge, site| seeded(Plan { settlement: Some(LocationKind::Village), harbour: Some(edge), site, ..Plan::open(5, 3) }, 1);
    let left = port(Edge::Left, Site::Middle);
    assert_eq!(where_is(&left, Feature::Harbour).join(" "), "A1 A2 A3");
    assert_eq!(where_is(&left, village), ["B2"]);
    assert_eq!(where_is(&port(Edge::Right, Site::Middle), village), ["D2"]);
    assert_eq!(where_is(&port(Edge::Near, Site::Middle), village), ["C2"]);
    assert_eq!(where_is(&port(Edge::Far, Site::FarSide), village), ["C2"]);
    assert_eq!(where_is(&port(Edge::Near, Site::FarSide), village), ["C1"], "what is defended stays on the far side");
}

#[test]
fn random_terrain_a_harbour_is_one_foot_deep_along_whichever_edge_it_lies() {
    for (edge, squares) in [(Edge::Far, "A1 B1 C1"), (Edge::Near, "A4 B4 C4"), (Edge::Left, "A1 A2 A3 A4"), (Edge::Right, "C1 C2 C3 C4")] {
        let field = seeded(Plan { harbour: Some(edge), ..Plan::open(3, 4) }, 1);
        assert_eq!(where_is(&field, Feature::Harbour).join(" "), squares, "{edge:?}");
    }
}

#[test]
fn random_terrain_a_row_lies_behind_a_defended_place_only_if_four_are_left_before_it() {
    for (depth, at) in [(4, "A1"), (5, "A1"), (6, "A2"), (12, "A2")] {
        let plan = Plan { settlement: Some(LocationKind::Village), site: Site::FarSide, ..Plan::open(2, depth) };
        assert_eq!(where_is(&seeded(plan, 1), Feature::Settlement(LocationKind::Village)), [at], "{depth} feet deep");
    }
}

#[test]
fn random_terrain_nothing_lies_off_the_table() {
    let field = seeded(Plan::open(5, 3), 1);
    assert_eq!((field.width(), field.depth()), (5, 3));
    assert!(field.square(spot("E3")).is_some() && field.feature(spot("E3")).is_some());
    for off in ["F1", "A4", "F4"] {
        assert!(field.square(spot(off)).is_none() && field.feature(spot(off)).is_none(), "{off}");
    }
}

#[test]
fn random_terrain_the_kind_of_battle_and_the_campaign_map_say_what_is_laid() {
    let pack = Pack::embedded().unwrap();
    let at = |name: &str, battle: &Battle| {
        let location = pack.map.location(pack.map.find_location(name).unwrap());
        Plan::at(6, 4, location, Site::of(battle))
    };
    let assault = at("Suakin", &Battle::assault());
    assert_eq!((assault.settlement, assault.site, assault.harbour), (Some(LocationKind::FortifiedTown), Site::FarSide, Some(Edge::Far)));
    let meeting = Battle { battle_type: Some(BattleType::Encounter), ..Battle::assault() };
    assert_eq!(at("Suakin", &meeting).harbour, Some(Edge::Left));
    assert_eq!(at("Rosario", &meeting).harbour, None, "no port");
    let defence = Battle { battle_type: Some(BattleType::Defense), ..Battle::assault() };
    assert_eq!(Site::of(&defence), Site::FarSide);
}

#[test]
fn type_of_battle_says_which_edges_the_sides_come_on_over() {
    let come = |battle_type, harbour| {
        let battle = Battle { battle_type, ..Battle::assault() };
        let words = |entry: Entry| format!("{:?} {}", entry.army, entry.edge.word());
        entries(&battle, harbour).into_iter().map(words).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(come(None, Some(Edge::Far)), "Ours near");
    assert_eq!(come(Some(BattleType::Encounter), None), "Enemy far, Ours near");
    assert_eq!(come(Some(BattleType::Ambush), Some(Edge::Left)), "Enemy far, Enemy near, Enemy right");
    assert_eq!(come(Some(BattleType::ProbingAttack), Some(Edge::Far)), "Enemy near");
    assert_eq!(come(Some(BattleType::EnemySurpriseAttack), None), "");
}

#[test]
fn in_a_storm_of_ours_the_place_stands_in_the_middle_and_the_enemy_comes_on_over_every_edge_but_the_waters() {
    let walls = Battle::assault();
    let words = |kind, harbour| {
        let words = |entry: Entry| format!("{:?} {}", entry.army, entry.edge.word());
        entries_in(kind, &walls, harbour).into_iter().map(words).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(words(BattleKind::Storm, None), "Enemy far, Enemy near, Enemy left, Enemy right");
    assert_eq!(words(BattleKind::Storm, Some(Edge::Left)), "Enemy far, Enemy near, Enemy right");
    assert_eq!(Site::in_battle(BattleKind::Storm, &walls), Site::Middle);
    // An assault of ours on walls of theirs is as it was.
    assert_eq!(words(BattleKind::Encounter, Some(Edge::Far)), "Ours near");
    assert_eq!(Site::in_battle(BattleKind::Landing, &walls), Site::FarSide);
}

#[test]
fn river_beds_that_touch_stay_where_they_were_rolled() {
    let field = laid(Plan::open(4, 3), &["..~.", ".~~.", "~~.."]);
    assert!(field.moves.is_empty());
    assert_eq!(course(&field), [["C1", "C2", "B2", "B3", "A3"]]);
}

#[test]
fn river_beds_apart_are_moved_until_they_make_one_course_and_the_dice_stay_as_they_fell() {
    let field = laid(Plan::open(6, 4), &["~.....", "..~...", "......", "r...~~"]);
    assert_eq!(field.rivers.len(), 1);
    assert_eq!(field.rivers[0].spots().count(), 4, "as many pieces as were rolled");
    assert_eq!(field.square(spot("A1")).unwrap().feature, Feature::Terrain(Terrain::DryRiverBed));
    assert_eq!(where_is(&field, Feature::Terrain(Terrain::DryRiverBed)).len(), 4);
    assert_eq!(where_is(&field, Feature::Terrain(Terrain::RocksAndScrub)), ["A4"]);
}

#[test]
fn a_river_bed_that_must_run_through_a_hill_changes_places_with_it() {
    let field = laid(Plan::open(5, 2), &["~~s~s", "LLLLL"]);
    assert_eq!(field.moves, [Move { from: spot("D1"), to: spot("C1") }]);
    assert_eq!(field.feature(spot("D1")), Some(Feature::Terrain(Terrain::SmallHill)));
    assert_eq!(course(&field), [["A1", "B1", "C1"]]);
}

#[test]
fn a_river_bed_is_joined_by_moving_the_fewest_pieces_and_then_the_least_ground() {
    let field = laid(Plan::open(7, 2), &["~...~~~", "......."]);
    assert_eq!(field.moves, [Move { from: spot("A1"), to: spot("D1") }], "one piece comes to the three");
    let field = laid(Plan::open(7, 2), &["~~s...~", "LLLLLLL"]);
    assert_eq!(field.moves, [Move { from: spot("G1"), to: spot("C1") }], "one piece to a hill sooner than two to open ground");
}

#[test]
fn a_river_bed_goes_around_a_hill_where_it_can() {
    let field = laid(Plan::open(3, 3), &["~L~", "...", "~.~"]);
    assert!(!field.moves.iter().any(|moved| moved.to == spot("B1")), "{:?}", field.moves);
    assert_eq!(where_is(&field, Feature::Terrain(Terrain::LargeHill)), ["B1"]);
}

#[test]
fn a_river_bed_may_have_an_arm() {
    let field = laid(Plan::open(5, 3), &["..~..", "..~..", "~~~~~"]);
    assert!(field.moves.is_empty());
    let reaches = course(&field);
    assert_eq!(reaches.len(), 2);
    assert_eq!(reaches[0].len(), 5);
    assert!(reaches[0].contains(&reaches[1][0]), "{reaches:?}");
}

#[test]
fn a_river_bed_runs_on_from_an_end_sooner_than_it_sends_out_an_arm() {
    // B3 lies two squares from the end at D3 and two from the middle at B1.
    let field = laid(Plan::open(4, 3), &["~~~~", "...~", ".~.~"]);
    assert_eq!(field.moves, [Move { from: spot("B3"), to: spot("C3") }]);
    assert_eq!(course(&field), [["A1", "B1", "C1", "D1", "D2", "D3", "C3"]]);
}

#[test]
fn a_river_bed_takes_the_shorter_of_two_ways_over_ground_of_the_same_worth() {
    // A hill is worth as much as open ground and twice rocks and scrub, which are three squares.
    let field = laid(Plan::open(3, 2), &[".rr", "~s~"]);
    assert_eq!(field.moves, [Move { from: spot("C2"), to: spot("B2") }]);
}

#[test]
fn a_river_bed_keeps_to_the_far_side_where_nothing_else_speaks_for_a_way() {
    let field = laid(Plan::open(3, 3), &["~..", "...", "..~"]);
    assert_eq!(field.moves, [Move { from: spot("C3"), to: spot("B1") }]);
}

#[test]
fn arms_of_a_river_bed_that_are_equally_long_are_told_from_the_left() {
    let field = laid(Plan::open(7, 2), &["..~.~..", "~~~~~~~"]);
    assert_eq!(course(&field)[1..], [["C2", "C1"], ["E2", "E1"]]);
}

#[test]
fn a_lone_piece_of_river_bed_is_a_river_and_no_piece_is_none() {
    assert_eq!(course(&laid(Plan::open(2, 2), &[".~", ".."])), [["B1"]]);
    assert!(laid(Plan::open(2, 2), &["..", ".s"]).rivers.is_empty());
}

#[test]
fn a_place_that_parts_the_table_parts_the_rivers() {
    let plan = Plan { settlement: Some(LocationKind::Village), harbour: Some(Edge::Left), ..Plan::open(2, 5) };
    let field = laid(plan, &[" ~", " .", "  ", " .", " ~"]);
    assert_eq!(course(&field), [["B1"], ["B5"]]);
    assert!(field.moves.is_empty());
}

#[test]
fn whatever_is_rolled_each_river_holds_together_and_no_piece_is_added_or_lost() {
    for (seed, plan) in every_plan().enumerate() {
        let field = seeded(plan, (seed % 251) as u8);
        let bed = Feature::Terrain(Terrain::DryRiverBed);
        let told: Vec<Spot> = field.rivers.iter().flat_map(River::spots).collect();
        let unique: BTreeSet<Spot> = told.iter().copied().collect();
        assert_eq!(told.len(), unique.len(), "a square is told twice on {plan:?}");
        let as_laid: BTreeSet<Spot> = field.spots().filter(|at| field.feature(*at) == Some(bed)).collect();
        assert_eq!(unique, as_laid, "{plan:?}");
        let mut rolled: Vec<_> = field.squares.iter().map(|square| square.feature.words()).collect();
        let mut laid: Vec<_> = field.spots().filter_map(|at| field.feature(at)).map(Feature::words).collect();
        rolled.sort_unstable();
        laid.sort_unstable();
        assert_eq!(rolled, laid, "{plan:?}");
        for river in &field.rivers {
            for reach in &river.reaches {
                assert!(reach.windows(2).all(|pair| touch(pair[0], pair[1])), "{reach:?}");
            }
            for (number, arm) in river.reaches.iter().enumerate().skip(1) {
                assert!(river.reaches[..number].iter().any(|reach| reach.contains(&arm[0])), "{river:?}");
            }
        }
        if plan.settlement.is_none() {
            assert!(field.rivers.len() <= 1, "{plan:?}");
        }
    }
}

fn touch(a: Spot, b: Spot) -> bool {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
}

#[test]
fn a_table_of_nothing_but_river_bed_is_one_river_laid_in_good_time() {
    let field = laid(Plan::open(12, 12), &["~~~~~~~~~~~~"; 12]);
    assert_eq!((field.rivers.len(), field.rivers[0].spots().count()), (1, 144));
}

#[test]
fn a_table_is_written_and_read_back_as_it_was() {
    let plan = Plan { settlement: Some(LocationKind::Town), harbour: Some(Edge::Near), ..Plan::open(8, 6) };
    let field = seeded(plan, 9);
    let text = serde_json::to_string(&field).unwrap();
    assert_eq!(serde_json::from_str::<Battlefield>(&text).unwrap(), field);
    assert_eq!(seeded(plan, 9), field, "the same dice, the same table");
}

#[test]
fn a_pack_with_terrain_that_nobody_knows_is_refused_with_what_is_known() {
    let mut sources = Pack::embedded().unwrap().sources().clone();
    let tables = sources.get_mut("tables.toml").unwrap();
    *tables = tables.replace("\"oasis\"", "\"glacier\"");
    let error = Pack::load(sources).unwrap_err().to_string();
    assert!(error.contains("tables.toml") && error.contains("glacier") && error.contains("oasis"), "{error}");
}
