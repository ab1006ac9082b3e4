use std::sync::Arc;

use rand::{RngExt, SeedableRng};

use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::edge::Edge;
use crate::tabletop::ground::Ground;
use crate::tabletop::options::{MoreFigures, Options};
use crate::tabletop::pack::BattlePack;

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

/// The charges of the first unit at the second.
fn at_second(position: &Position, points: u8) -> Vec<Charge> {
    charges_at(position, UnitId(0), UnitId(1), points).into_vec()
}

/// The one charge of the first unit at the second.
#[track_caller]
fn only(position: &Position) -> Charge {
    let mut charges = at_second(position, 20);
    assert_eq!(charges.len(), 1, "{charges:?}\n{position}");
    charges.remove(0)
}

/// Scores and outcome of the one charge, both dice given.
#[track_caller]
fn thrown(position: &Position, faces: [u16; 2]) -> ([i16; 2], Outcome) {
    let mut dice = Dice::scripted(&faces);
    let charge = only(position);
    let [charging, charged] = throw(position, &charge, &mut dice).unwrap();
    dice.finish().unwrap();
    let scores = [charging.total(), charged.total()];
    (scores, outcome(position, charge.target, scores[0] - scores[1]).unwrap())
}

/// What the first unit adds to its charge at the second, and what that adds.
#[track_caller]
fn modifiers(position: &Position) -> [i16; 2] {
    rolls(position, &only(position)).unwrap().map(|roll| roll.modifier())
}

const fn toll(falls_back: u8, figures: u8, disorganised: bool) -> Toll {
    Toll { falls_back, figures, disorganised }
}

#[test]
fn charging_example_1_with_the_sum_put_right_t27() {
    let position = position(
        "a: dervish cavalry with spears, enemy, B4, E, en masse, 4\n\
         b: egyptian infantry, ours, D4, N, line, 4, disorganised\n",
    );
    let charge = only(&position);
    assert_eq!((charge.struck, charge.last, charge.line), (Aspect::Flank, at("C4"), Facing::East));
    let (scores, outcome) = thrown(&position, [6, 2]);
    assert_eq!(scores, [11, 3], "{position}");
    assert_eq!(outcome, Outcome { enters: true, charging: toll(0, 0, false), charged: toll(2, 2, true) });
}

#[test]
fn charging_example_2() {
    let position = position(
        "a: british cavalry, ours, D6, N, line, 4\n\
         b: dervish infantry with spears, enemy, D4, S, en masse, 4, disorganised\n\
         c: dervish infantry with spears, enemy, C3, S, en masse, 4\n\
         d: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
         e: dervish infantry with spears, enemy, E3, S, en masse, 4\n",
    );
    let (scores, outcome) = thrown(&position, [4, 3]);
    assert_eq!(scores, [9, 10], "{position}");
    assert_eq!(outcome, Outcome { enters: false, charging: toll(2, 0, false), charged: toll(0, 0, false) });
}

#[test]
fn bashi_bazouks_example_the_charge_t34() {
    let position = position(
        "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\n\
         b: bashi-bazouks, ours, D4, N, en masse, 4\n\
         c: egyptian infantry, ours, D5, N, line, 4\n",
    );
    let (scores, outcome) = thrown(&position, [5, 2]);
    assert_eq!(scores, [10, 2], "no modifiers, not even for a friend behind:\n{position}");
    assert_eq!(outcome, Outcome { enters: true, charging: toll(0, 0, false), charged: toll(2, 2, true) });
}

#[test]
fn egyptian_gendarmerie_example_3_with_the_sum_put_right_t27_t34() {
    let position = position(
        "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\n\
         b: gendarmerie, ours, D4, N, en masse, 4\n",
    );
    let (scores, outcome) = thrown(&position, [7, 8]);
    assert_eq!(scores, [12, 8], "{position}");
    assert_eq!(outcome.charged, toll(2, 2, true));
}

#[test]
fn our_infantry_charges_only_the_disorganised_or_in_flank_or_rear_t34() {
    let charge = |ours: &str, enemy: &str| {
        let position = position(&format!("a: {ours}, 4\nb: {enemy}\n"));
        !at_second(&position, 20).is_empty()
    };
    let (foot, horse) = ("british infantry, ours, D6, N, line", "british cavalry, ours, D6, N, line");
    let spears = |facing: &str, after: &str| format!("dervish infantry with spears, enemy, D4, {facing}, en masse, 4{after}");
    assert!(!charge(foot, &spears("S", "")) && charge(foot, &spears("S", ", disorganised")));
    assert!(charge(foot, &spears("E", "")) && charge(foot, &spears("N", "")));
    assert!(!charge("egyptian camelry dismounted, ours, D6, N, line", &spears("S", "")));
    assert!(charge("egyptian camelry, ours, D6, N, line", &spears("S", "")) && charge(horse, &spears("S", "")));
    assert!(charge("bazingers, ours, D6, N, en masse", &spears("S", "")));
    let enemy_foot = "a: dervish infantry with spears, enemy, D6, N, en masse, 4\n";
    let met = position(&format!("{enemy_foot}b: british infantry, ours, D4, S, line, 4\n"));
    assert_eq!(only(&met).struck, Aspect::Front);
    let shaky = position("a: british infantry, ours, D6, N, line, 4\nb: bashi-bazouks, enemy, D4, S, en masse, 4\n");
    assert_eq!(at_second(&shaky, 20).len(), 1, "shaky troops, in front too:\n{shaky}");
}

#[test]
fn irregulars_may_charge_anything_t26() {
    for irregular in ["gendarmerie", "bazingers", "bashi-bazouks"] {
        let units = format!("a: {irregular}, ours, D6, N, en masse, 4\nb: dervish infantry with spears, enemy, D4, S, en masse, 4\n");
        assert_eq!(only(&position(&units)).struck, Aspect::Front);
    }
}

#[test]
fn march_columns_squares_batteries_and_transport_do_not_charge() {
    for unit in [
        "british infantry, ours, D6, N, march column, 4",
        "british infantry, ours, D6, N, square, 4",
        "british artillery, ours, D6, N, limbered, 2",
        "transport, ours, D6, N, transport, 1",
        "leader, ours, D6, N, 1",
    ] {
        let position = position(&format!("a: {unit}\nb: dervish infantry with spears, enemy, D5, N, en masse, 4, disorganised\n"));
        assert!(!can_charge(&position, UnitId(0)) && at_second(&position, 20).is_empty(), "{position}");
    }
}

#[test]
fn nobody_charges_into_a_combat_a_boat_a_lone_leader_or_an_ambush_t38_t43_t45() {
    let horse = "a: british cavalry, ours, D6, N, line, 4\n";
    let charged = |units: &str| !at_second(&position(&format!("{horse}{units}")), 20).is_empty();
    let spears = "b: dervish infantry with spears, enemy, D4, S, en masse, 4\n";
    assert!(charged(spears));
    assert!(!charged(&format!("{spears}c: egyptian infantry, ours, D4, N, line, 4\n")));
    assert!(!charged("b: gunboat, enemy, D4, S, 6\n") && !charged("b: leader, enemy, D4, S, 1\n"));
    let mut hidden = position(&format!("{horse}{spears}"));
    hidden.units[1].hidden = true;
    assert!(at_second(&hidden, 20).is_empty());
    let mut friend = position(&format!("{horse}{spears}"));
    friend.units[1].side = crate::tabletop::side::Side::Ours;
    assert!(at_second(&friend, 20).is_empty(), "nor a friend");
}

#[test]
fn of_several_in_a_square_a_charge_meets_the_infantry_and_the_gunners_count_t35() {
    let mut shared = position(
        "a: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
         b: british artillery, ours, D4, N, deployed, 2\n\
         c: british infantry, ours, D4, N, line, 4\n\
         d: leader, ours, D4, N, 1\n",
    );
    let all = charges(&shared, UnitId(0), 4);
    assert_eq!(all.iter().map(|charge| charge.target).collect::<Vec<_>>(), [UnitId(2)], "{shared}");
    assert_eq!(figures_facing(&shared, UnitId(2), Aspect::Front), 7);
    shared.options.more_figures = MoreFigures::Never;
    assert_eq!(figures_facing(&shared, UnitId(2), Aspect::Front), 4);
    let alone = position(
        "a: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
         b: british artillery, ours, D4, E, deployed, 2\n\
         c: british artillery, ours, H4, E, limbered, 2\n",
    );
    assert_eq!(modifiers(&alone), [4, 2], "deployed gunners fight all round:\n{alone}");
    assert_eq!(figures_facing(&alone, UnitId(2), Aspect::Front), 0);
}

#[test]
fn transport_meets_a_charge_with_its_die_and_no_figure_t25() {
    let position = position(
        "a: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
         b: transport, ours, D4, N, transport, 1\n",
    );
    let [_, charged] = rolls(&position, &only(&position)).unwrap();
    assert_eq!((charged.sides, charged.modifier()), (6, 0));
}

#[test]
fn the_front_column_says_how_many_take_part_and_only_figures_still_left_t04() {
    let figures = |unit: &str| figures_charging(&position(&format!("a: {unit}\n")), UnitId(0));
    assert_eq!(figures("british cavalry, ours, D6, N, column, 4"), 2);
    assert_eq!(figures("british cavalry, ours, D6, N, column, 1"), 1);
    assert_eq!(figures("british cavalry, ours, D6, N, line, 3"), 3);
    assert_eq!(figures("dervish cavalry with spears, enemy, D6, N, en masse, 4"), 4);
    let led = position("a: british cavalry, ours, D6, N, line, 3\nb: leader, ours, D6, N, 1\n");
    assert_eq!(figures_charging(&led, UnitId(0)), 3, "a Leader is none of them");
}

#[test]
fn a_formation_faces_a_charge_with_what_it_has_there_and_a_square_with_all() {
    let facing = |formation: &str| {
        let position = position(&format!("a: british infantry, ours, D4, N, {formation}, 4\n"));
        [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|struck| figures_facing(&position, UnitId(0), struck))
    };
    assert_eq!(facing("line"), [4, 1, 0]);
    assert_eq!(facing("march column"), [1, 0, 0]);
    assert_eq!(facing("column"), [2, 2, 2]);
    assert_eq!(facing("square"), [4, 4, 4]);
}

#[test]
fn enemy_horse_charges_with_a_d8_or_its_d12_where_it_is_so_set_t02() {
    let mut position = position(
        "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\n\
         b: british infantry, ours, D4, N, line, 4\n",
    );
    let sides = |position: &Position| rolls(position, &only(position)).unwrap().map(|roll| roll.sides);
    assert_eq!(sides(&position), [8, 6]);
    position.options.horse_throws_its_greater_die = true;
    assert_eq!(sides(&position), [12, 6]);
}

#[test]
fn a_charge_takes_the_route_of_fewest_points_then_turns_and_needs_them_for_the_last_square_too_t14() {
    let mut position = position(
        "a: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
         b: british infantry, ours, D5, N, line, 4\n",
    );
    assert_eq!((only(&position).way.points, at_second(&position, 5).len(), at_second(&position, 6).len()), (6, 0, 1));
    Arc::make_mut(&mut position.board).set_ground(at("D5"), Ground::OvergrownHill);
    assert_eq!((only(&position).way.points, at_second(&position, 7).len()), (8, 0), "with its ground");
    Arc::make_mut(&mut position.board).set_ground(at("D5"), Ground::Open);
    position.units[0].square = at("D3");
    Arc::make_mut(&mut position.board).set_edge(at("D4"), at("D5"), Some(Edge::Wall));
    let charge = only(&position);
    assert_eq!((charge.way.points, charge.crosses_obstacle), (6, true), "and its obstacle: the squares beside are no nearer\n{position}");
    assert_eq!(modifiers(&position), [3, 4], "which takes 1 off");
}

#[test]
fn no_square_of_the_route_is_occupied_diagonals_are_open_and_horse_crosses_no_obstacle_t14() {
    let foot = "a: dervish infantry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n";
    let charge = |units: &str| at_second(&position(units), 20);
    assert_eq!(charge(foot)[0].way.points, 4);
    let round = charge(&format!("{foot}c: dervish infantry with spears, enemy, D3, S, en masse, 4\n"));
    assert!(round.is_empty(), "beside the straight line the corners are closed: {round:?}");
    let aslant = "a: dervish infantry with spears, enemy, C3, SE, en masse, 4\nb: british infantry, ours, D4, NW, line, 4\n";
    assert_eq!(charge(aslant)[0].way.points, 3);
    assert_eq!([2, 3].map(|points| at_second(&position(aslant), points).len()), [0, 1]);
    let closed = charge(&format!("{aslant}c: transport, enemy, D3, S, transport, 1\n"));
    assert_eq!(closed.iter().map(|charge| charge.last).collect::<Vec<_>>(), [at("C4")], "the diagonal is closed");
    let mut horse = position("a: dervish cavalry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n");
    for column in 0..12 {
        Arc::make_mut(&mut horse.board).set_edge(Square::new(column, 1), Square::new(column, 2), Some(Edge::Gully));
    }
    assert!(at_second(&horse, 30).is_empty(), "{horse}");
    horse.units[0].troop = horse.pack.troop_of_key("dervish infantry with spears").unwrap();
    assert_eq!(only(&horse).way.points, 6);
}

#[test]
fn a_square_is_nearer_by_squares_or_orthogonally_so_a_charge_may_swerve_round_water_t14() {
    let mut position = position("a: dervish infantry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n");
    Arc::make_mut(&mut position.board).set_ground(at("D3"), Ground::Water);
    let lasts: Vec<_> = at_second(&position, 20).iter().map(|charge| (charge.last, charge.way.points)).collect();
    assert_eq!(lasts, [(at("C3"), 8), (at("E3"), 8)], "{position}");
    position.units[0].square = at("D3");
    position.units[0].facing = Facing::North;
    Arc::make_mut(&mut position.board).set_edge(at("D3"), at("D4"), Some(Edge::Cliff));
    assert!(at_second(&position, 20).is_empty(), "one beside the enemy does not go round:\n{position}");
}

#[test]
fn of_routes_that_cost_the_same_one_is_listed_for_each_last_square_t14_t30() {
    let position = position("a: dervish infantry with spears, enemy, A1, N, en masse, 4\nb: british infantry, ours, B3, E, line, 4\n");
    let routes = at_second(&position, 7);
    let lasts: Vec<_> = routes.iter().map(|charge| (charge.last, charge.line, charge.struck, charge.way.points)).collect();
    assert_eq!(lasts, [(at("A2"), Facing::SouthEast, Aspect::Rear, 7), (at("B2"), Facing::South, Aspect::Flank, 7)], "{position}");
    assert!(at_second(&position, 6).is_empty());
}

#[test]
fn a_unit_in_combat_does_not_charge_t39() {
    let units = "a: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
                 b: british infantry, ours, D4, N, line, 4\n\
                 c: british infantry, ours, D3, N, line, 4\n";
    assert!(at_second(&position(units), 20).is_empty());
    assert_eq!(at_second(&position(&units.replace("D3, N", "D8, N")), 20).len(), 1);
}

#[test]
fn the_side_struck_is_that_of_the_last_square_not_of_where_the_charge_began_t30_t59() {
    let from = |square: &str, facing: &str| {
        let units =
            format!("a: dervish infantry with spears, enemy, {square}, {facing}, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n");
        only(&position(&units))
    };
    let flank = from("A3", "E");
    assert_eq!((flank.last, flank.struck), (at("C3"), Aspect::Front), "it began in flank and ends in front: {flank:?}");
    assert_eq!(from("A4", "E").struck, Aspect::Flank);
    assert_eq!(from("D6", "N").struck, Aspect::Rear);
    let ours = position("a: british infantry, ours, A3, E, line, 4\nb: dervish infantry with spears, enemy, D4, N, en masse, 4\n");
    assert!(at_second(&ours, 20).is_empty(), "our infantry would find the front:\n{ours}");
}

#[test]
fn a_face_of_a_fully_formed_brigade_square_has_no_flank_and_counts_its_corner_battery_t22() {
    let brigade = "b: british infantry, ours, E4, N, line, 4\n\
                   c: british infantry, ours, F5, E, line, 4\n\
                   d: egyptian infantry, ours, E6, S, line, 4\n\
                   e: egyptian infantry, ours, D5, W, line, 4\n\
                   f: british artillery, ours, F4, N, deployed, 2\n";
    let on = |square: &str, facing: &str, target: u8, units: &str| {
        let position = position(&format!("a: dervish infantry with spears, enemy, {square}, {facing}, en masse, 4\n{units}"));
        let charge = charges_at(&position, UnitId(0), UnitId(target), 20).into_iter().next().unwrap();
        (charge.struck, rolls(&position, &charge).unwrap()[1].modifier())
    };
    assert_eq!(on("E2", "S", 1, brigade), (Aspect::Front, 4 + 2 + 2), "top: its guns, and the two faces beside it stand behind it");
    assert_eq!(on("H5", "W", 2, brigade), (Aspect::Front, 4 + 2), "right: without the guns");
    assert_eq!(on("D4", "E", 1, brigade), (Aspect::Front, 4 + 2 + 2), "from an empty corner (T57)");
    let broken = brigade.replace("D5, W, line", "D5, W, column");
    assert_eq!(on("D4", "E", 1, &broken), (Aspect::Flank, 1 + 2), "no longer fully formed");
}

#[test]
fn every_outcome_is_that_of_the_table_with_a_figure_more_from_2_on_for_the_disorganised() {
    let fresh = position("a: british infantry, ours, D4, N, line, 4\n");
    let tired = position("a: british infantry, ours, D4, N, line, 4, disorganised\n");
    let lost = |position: &Position| [-3, -2, -1, 0, 1, 2, 3, 9].map(|by| outcome(position, UnitId(0), by).unwrap().charged.figures);
    assert_eq!(lost(&fresh), [0, 0, 0, 0, 0, 0, 1, 1]);
    assert_eq!(lost(&tired), [0, 0, 0, 0, 0, 1, 2, 2]);
    let enters = [-3, -2, -1, 0, 1, 2, 3].map(|by| outcome(&fresh, UnitId(0), by).unwrap().enters);
    assert_eq!(enters, [false, false, false, false, true, true, true]);
    let halted = outcome(&fresh, UnitId(0), 0).unwrap();
    assert_eq!((halted.charging, halted.charged), (Toll::default(), Toll::default()), "it halts before the enemy (T37)");
}

#[test]
fn every_charge_listed_is_paid_for_comes_nearer_with_each_square_and_ends_at_its_target() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(59);
    let mut listed = 0;
    for round in 0..150 {
        let mut lines = String::new();
        for letter in 'a'..='n' {
            let square = Square::new(rng.random_range(0..8), rng.random_range(0..8));
            let unit = ["egyptian infantry, ours", "british cavalry, ours", "bazingers, enemy", "dervish cavalry with spears, enemy"];
            let unit = unit[rng.random_range(0..4)];
            let formation = if unit.ends_with("ours") { "line" } else { "en masse" };
            let facing = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][rng.random_range(0..8)];
            lines.push_str(&format!("{letter}: {unit}, {square}, {facing}, {formation}, 4\n"));
        }
        let mut position = position(&lines);
        for square in position.board.squares().collect::<Vec<_>>() {
            let grounds = [Ground::Open, Ground::Open, Ground::Growth, Ground::Hill, Ground::Water];
            Arc::make_mut(&mut position.board).set_ground(square, grounds[rng.random_range(0..5)]);
            if let Some(right) = square.next(Facing::East).filter(|_| rng.random_range(0..4) == 0) {
                Arc::make_mut(&mut position.board).set_edge(square, right, Some(Edge::Fence));
            }
        }
        let points = [4, 8, 14][round % 3];
        let tariff = &mut Arc::make_mut(&mut position.pack).tables.tariff;
        (tariff.diagonal_move, tariff.orthogonal_move, tariff.turn) = [(3, 2, 1), (1, 3, 3), (3, 1, 1), (5, 2, 2)][round % 4];
        for unit in position.all().filter(|unit| can_charge(&position, *unit)) {
            for target in position.of(position.unit(unit).side.other()).filter(|target| can_be_charged(&position, *target)) {
                let mut all = SmallVec::new();
                add_charges(&position, &Standing::of(&position, unit), unit, target, points, &mut all);
                assert_eq!(charges_at(&position, unit, target, points), all, "those that are out of reach are seen at once\n{position}");
            }
            for charge in charges(&position, unit, points) {
                let (goal, mounted) = (position.unit(charge.target).square, position.troop(unit).arm.is_mounted());
                assert!(charge.way.points <= points && charge.way.squares().last() == Some(goal), "{charge:?}\n{position}");
                assert_eq!(charge.last.next(charge.line), Some(goal), "{charge:?}\n{position}");
                let mut last = position.unit(unit).square;
                for square in charge.way.squares() {
                    assert!(is_nearer(square, last, goal), "{charge:?}\n{position}");
                    assert!(square == goal || position.on(square).all(|other| other == unit), "{charge:?}\n{position}");
                    assert!(!mounted || position.board.obstacle(last, square).is_none(), "{charge:?}\n{position}");
                    last = square;
                }
                assert!(may_strike(&position, unit, charge.target, charge.struck));
                assert_eq!(charges_at(&position, unit, charge.target, points).iter().filter(|other| **other == charge).count(), 1);
                assert!(charges_at(&position, unit, charge.target, charge.way.points - 1).is_empty(), "fewest points: {charge:?}");
                listed += 1;
            }
        }
    }
    assert!(listed > 300, "{listed}");
}

/// A Leader is no unit that meets a charge before the guns do (T35).
#[test]
fn a_battery_with_a_leader_alone_beside_it_is_charged_itself_t35() {
    let horse = "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\nb: british artillery, ours, D4, N, deployed, 2\n";
    for beside in ["leader, ours, D4, N, 1", "british machine gun, ours, D4, N, deployed, 2"] {
        let position = position(&format!("{horse}c: {beside}\n"));
        assert_eq!(at_second(&position, 20).len(), 1, "{position}");
    }
}

/// One column aside and three rows on: a diagonal for 3, two squares for 4, and a turn for 1 (*Charging*, T14).
#[test]
fn a_charge_costs_its_squares_and_its_turn_and_no_more_t14() {
    let units = "a: british cavalry, ours, D6, N, line, 4\nb: dervish infantry with spears, enemy, E3, S, en masse, 4\n";
    assert!(at_second(&position(units), 7).is_empty());
    let charges = at_second(&position(units), 8);
    assert!(!charges.is_empty() && charges.iter().all(|charge| charge.way.points == 8), "{charges:?}");
}

/// *The effect of unit tactical formation*: of the limbered no bases can fight, whomever they are with.
#[test]
fn gunners_who_are_limbered_add_no_figure_to_their_unit_nor_to_the_face_that_they_point_to_t22_t35() {
    let brigade = "a: british infantry, ours, D3, N, line, 4\nb: british infantry, ours, E4, E, line, 4\n\
                   c: british infantry, ours, D5, S, line, 4\nd: british infantry, ours, C4, W, line, 4\n";
    let shared = "a: british infantry, ours, D3, N, line, 4\nb: british artillery, ours, D3, N, deployed, 2\n";
    let corner = format!("{brigade}e: british artillery, ours, E3, N, deployed, 2\n");
    for units in [shared, &corner] {
        let figures = |units: &str, limbered_fight: bool| {
            let mut position = position(units);
            position.limbered_fight = limbered_fight;
            (figures_facing(&position, UnitId(0), Aspect::Front), combat::figures(&position, UnitId(0), Aspect::Front))
        };
        let limbered = units.replace("deployed", "limbered");
        let by_hand = if units == shared { 6 } else { 4 };
        assert_eq!(figures(units, false), (6, by_hand), "{units}");
        assert_eq!(figures(&limbered, false), (4, 4), "{units}");
        assert_eq!(figures(&limbered, true), (6, by_hand), "as the sixth edition read it: {units}");
    }
}

#[test]
fn a_friend_in_ambush_does_not_stand_in_a_charge_s_way_n06() {
    let charged = |hidden: bool, blocks: bool| {
        let mut position = position(
            "a: british cavalry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D4, S, en masse, 4\n\
             c: egyptian infantry, ours, D7, N, line, 4\n",
        );
        (position.units[2].hidden, position.ambushes_block) = (hidden, blocks);
        charges(&position, UnitId(0), 20).first().map(|charge| charge.way.points)
    };
    assert_eq!(charged(true, false), Some(8));
    assert_ne!(charged(true, true), Some(8), "as the sixth edition read it");
    assert_eq!(charged(true, true), charged(false, false));
}
