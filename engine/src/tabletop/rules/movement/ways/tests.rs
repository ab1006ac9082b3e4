use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};

use super::*;
use crate::tabletop::board::Size;
use crate::tabletop::edge::Edge;
use crate::tabletop::ground::Ground;
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::rules::movement::tariff::open_step;

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn position(units: &str) -> Position {
    position_on(Size::Small, units)
}

fn position_on(size: Size, units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(size));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

/// The cheapest way's points to a square, however the unit faces there.
fn points(position: &Position, unit: u8, square: &str) -> Option<u8> {
    let reach = reach(position, UnitId(unit), 20);
    Facing::ALL.into_iter().filter_map(|facing| reach.cost(at(square), facing)).map(|(points, _)| points).min()
}

const THROUGH: &str = "a: british infantry, ours, D4, N, line, 4\nb: egyptian infantry, ours, D3, N, line, 4\n";

#[test]
fn passing_a_friend_costs_2_points_more_and_goes_on_to_a_square_where_it_may_stop_t50() {
    let passing = position(THROUGH);
    let reach = reach(&passing, UnitId(0), 6);
    assert_eq!(reach.cost(at("D3"), Facing::North), None, "it may not stop with another battalion");
    let way = reach.way(at("D2"), Facing::North).unwrap();
    let costs: Vec<u8> = way.steps.iter().map(|paid| paid.cost).collect();
    assert_eq!((way.points, costs), (6, vec![4, 2]), "{passing}");
    let two = position(&format!("{THROUGH}c: sudanese infantry, ours, D2, N, line, 4\n"));
    assert_eq!(super::reach(&two, UnitId(0), 10).cost(at("D1"), Facing::North), Some((10, 0)), "each square so occupied");
    let disorganised = position(&THROUGH.replace("D3, N, line, 4", "D3, N, line, 4, disorganised"));
    assert_eq!(super::reach(&disorganised, UnitId(0), 6).cost(at("D2"), Facing::North), None, "not through disorganised friends");
    let enemy = position("a: british infantry, ours, D4, N, line, 4\nb: dervish artillery, enemy, D3, N, deployed, 1\n");
    assert_eq!(super::reach(&enemy, UnitId(0), 6).cost(at("D2"), Facing::North), None, "nor through the enemy");
}

#[test]
fn a_leader_joins_friends_and_pays_for_passing_through_them_t50() {
    let joins = position("a: leader, ours, D4, N, 1\nb: egyptian infantry, ours, D3, N, line, 4\n");
    assert_eq!(points(&joins, 0, "D3"), Some(2), "he has passed through nobody");
    assert_eq!(points(&joins, 0, "D2"), Some(6));
    let way = reach(&joins, UnitId(0), 6).way(at("D2"), Facing::North).unwrap();
    assert_eq!(way.steps.iter().map(|paid| paid.cost).collect::<Vec<_>>(), [4, 2], "paid on entering");
    let rallies = position("a: leader, ours, D4, N, 1\nb: egyptian infantry, ours, D3, N, line, 4, disorganised\n");
    assert_eq!(points(&rallies, 0, "D3"), Some(2), "also those that are disorganised");
    assert_eq!(reach(&rallies, UnitId(0), 6).cost(at("D2"), Facing::North), None);
    let leaves = position("a: leader, ours, D4, N, 1\nb: egyptian infantry, ours, D4, N, line, 4\n");
    assert_eq!(points(&leaves, 0, "D3"), Some(2), "he leaves the unit he is with for nothing");
    let meets = position("a: british infantry, ours, D4, N, line, 4\nb: leader, ours, D3, N, 1\n");
    assert_eq!((points(&meets, 0, "D3"), points(&meets, 0, "D2")), (Some(2), Some(4)), "a Leader is no unit to pass through");
}

#[test]
fn who_has_joined_a_friend_and_goes_on_with_the_same_points_pays_for_passing_through_him_t50() {
    let joined = position("a: leader, ours, D3, N, 1\nb: egyptian infantry, ours, D3, N, line, 4\n");
    let cost = |square: &str, facing| onward(&joined, UnitId(0), 8).cost(at(square), facing).map(|(points, _)| points);
    assert_eq!((cost("D2", Facing::North), cost("D3", Facing::East), cost("D1", Facing::North)), (Some(4), Some(1), Some(6)));
    let way = onward(&joined, UnitId(0), 8).way(at("D1"), Facing::North).unwrap();
    assert_eq!(way.steps.iter().map(|paid| paid.cost).collect::<Vec<_>>(), [4, 2]);
    let stuck = position("a: leader, ours, D3, N, 1\nb: egyptian infantry, ours, D3, N, line, 4, disorganised\n");
    assert!(onward(&stuck, UnitId(0), 8).stops().all(|stop| stop.square == at("D3")), "not through the disorganised");
    let alone = position("a: leader, ours, D3, N, 1\n");
    assert_eq!(onward(&alone, UnitId(0), 2).cost(at("D2"), Facing::North), Some((2, 0)));
}

#[test]
fn a_battery_shares_a_square_with_one_unit_and_transport_with_none() {
    let unit = |mover: &str, there: &str| {
        let position = position(&format!("a: {mover}\n{there}"));
        points(&position, 0, "D3")
    };
    let (battery, foot) = ("british artillery, ours, D4, N, limbered, 2", "british infantry, ours, D4, N, line, 4");
    let foot_there = "b: egyptian infantry, ours, D3, N, line, 4\n";
    let battery_there = "b: british machine gun, ours, D3, N, deployed, 2\n";
    assert_eq!(unit(battery, foot_there), Some(2));
    assert_eq!(unit(foot, battery_there), Some(2));
    assert_eq!(unit(battery, battery_there), None);
    assert_eq!(unit(battery, &format!("{foot_there}c: british machine gun, ours, D3, N, deployed, 2\n")), None);
    assert_eq!(unit(battery, "b: transport, ours, D3, N, transport, 1\n"), None);
    assert_eq!(unit("transport, ours, D4, N, transport, 1", battery_there), None);
    assert_eq!(unit("leader, ours, D4, N, 1", "b: transport, ours, D3, N, transport, 1\n"), Some(2));
}

#[test]
fn a_unit_enters_the_square_of_an_enemy_leader_who_is_alone_and_stops_there_t43() {
    let alone = position("a: british infantry, ours, D4, N, line, 4\nb: leader, enemy, D3, N, 1\nc: leader, ours, E4, N, 1\n");
    assert_eq!(points(&alone, 0, "D3"), Some(2));
    assert_eq!(reach(&alone, UnitId(0), 4).cost(at("D2"), Facing::North), None, "{alone}");
    assert_eq!(points(&alone, 2, "D3"), None, "no Leader takes another");
}

#[test]
fn an_enemy_in_ambush_stands_in_nobody_s_way_n06() {
    let mut position = position("a: british infantry, ours, D4, N, line, 4\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n");
    assert_eq!(points(&position, 0, "D2"), Some(11), "round him");
    position.units[1].hidden = true;
    assert_eq!(points(&position, 0, "D2"), Some(4));
}

#[test]
fn a_unit_that_comes_on_pays_for_the_first_square_as_for_any_other_n04() {
    let mut position = position("a: british infantry, ours, A1, N, line, 4\nb: egyptian infantry, ours, C8, N, line, 4\n");
    position.units[0].place = crate::tabletop::unit::Place::Waiting;
    Arc::make_mut(&mut position.board).set_ground(at("E8"), Ground::Growth);
    let reach = entries(&position, UnitId(0), &[at("B8"), at("C8"), at("E8"), at("L8")], Over::TheirEdge, 4);
    let cost = |square: &str, facing| reach.cost(at(square), facing).map(|(points, _)| points);
    assert_eq!((cost("B8", Facing::North), cost("B8", Facing::East)), (Some(2), Some(3)));
    assert_eq!((cost("B7", Facing::North), cost("E8", Facing::North)), (Some(4), Some(3)), "{position}");
    assert_eq!((cost("C8", Facing::North), cost("C7", Facing::North)), (None, None), "a friend stands there: 4 to pass, 6 in all");
    assert_eq!((cost("L8", Facing::North), cost("L8", Facing::West)), (Some(2), Some(3)), "over their edge, and then it turns");
    let way = reach.way(at("B7"), Facing::North).unwrap();
    assert_eq!(way.squares().collect::<Vec<_>>(), [at("B8"), at("B7")]);
    let through = entries(&position, UnitId(0), &[at("C8")], Over::TheirEdge, 6);
    assert_eq!(through.cost(at("C7"), Facing::North), Some((6, 0)));
    assert_eq!(entries(&position, UnitId(0), &[at("D4")], Over::TheirEdge, 6).stops().count(), 0, "from an edge alone");
}

#[test]
fn a_square_in_a_corner_is_entered_over_the_edge_of_the_others_and_alone_over_either_n04() {
    let mut position = position("a: british infantry, ours, A1, N, line, 4\n");
    position.units[0].place = crate::tabletop::unit::Place::Waiting;
    let cost = |from: &[&str], over, facing| {
        let from: Vec<Square> = from.iter().map(|square| at(square)).collect();
        entries(&position, UnitId(0), &from, over, 4).cost(at("A1"), facing).map(|(points, _)| points)
    };
    let (left, top) = (Facing::East, Facing::South);
    for from in [["A1", "A2", "A3"].as_slice(), &["A1", "A8"]] {
        let costs = |over| [left, top].map(|facing| cost(from, over, facing));
        assert_eq!(costs(Over::TheirEdge), [Some(2), Some(3)], "over the left edge, {from:?}");
        assert_eq!(costs(Over::AnyEdge), [Some(2), Some(2)], "the earlier reading");
    }
    assert_eq!(cost(&["A1", "B1"], Over::TheirEdge, left), Some(3), "over the upper edge, and then it turns");
    for from in [["A1"].as_slice(), &["A1", "A2", "B1"]] {
        assert_eq!([left, top].map(|facing| cost(from, Over::TheirEdge, facing)), [Some(2), Some(2)], "over either, {from:?}");
    }
}

#[test]
fn of_two_ways_for_the_same_points_the_one_with_fewer_turns_is_taken() {
    let position = position("a: british infantry, ours, D4, N, line, 4\n");
    let way = reach(&position, UnitId(0), 12).way(at("F4"), Facing::East).unwrap();
    assert_eq!((way.points, way.turns, way.squares().collect::<Vec<_>>()), (5, 1, vec![at("E4"), at("F4")]));
}

/// A small board of random ground with random units.
fn random(rng: &mut impl Rng) -> Position {
    random_on(rng, Size::Small)
}

/// The same on a board of any size.
fn random_on(rng: &mut impl Rng, size: Size) -> Position {
    let lines = [
        "british infantry, ours, {}, N, line, 4",
        "british artillery, ours, {}, E, limbered, 2",
        "leader, ours, {}, S, 1",
        "transport, ours, {}, W, transport, 1",
        "egyptian infantry, ours, {}, NE, column, 3, disorganised",
        "dervish cavalry with spears, enemy, {}, SW, en masse, 4",
        "leader, enemy, {}, SW, 1",
        "dervish artillery, enemy, {}, S, deployed, 1",
        "gunboat, ours, {}, SE, 6",
        "sudanese infantry, ours, {}, NW, line, 2",
    ];
    let square = |rng: &mut dyn Rng| Square::new(rng.random_range(0..6), rng.random_range(0..5));
    let units = lines.into_iter().zip('a'..).map(|(line, letter)| format!("{letter}: {}\n", line.replace("{}", &square(rng).to_string())));
    let mut position = position_on(size, &units.collect::<String>());
    let board = Arc::make_mut(&mut position.board);
    let grounds = [Ground::Open, Ground::Open, Ground::Open, Ground::Hill, Ground::Growth, Ground::OvergrownHill, Ground::Water];
    for of in board.squares().collect::<Vec<_>>() {
        board.set_ground(of, grounds[rng.random_range(0..grounds.len())]);
        for facing in [Facing::East, Facing::South] {
            let edge = [None, None, None, None, Some(Edge::Wall), Some(Edge::Cliff), Some(Edge::Gate)][rng.random_range(0..7)];
            if let Some(other) = of.next(facing).filter(|other| board.has(*other)) {
                board.set_edge(of, other, edge);
            }
        }
    }
    position
}

/// The points of a way walked step by step, without a search: `None` where a step is not allowed.
fn walked(position: &Position, unit: UnitId, way: &Way) -> Option<(u8, Square, Facing)> {
    let of = position.unit(unit);
    let standing = Standing::of(position, unit);
    let (mut spent, mut square, mut facing, mut passing) = (0, of.square, of.facing, false);
    for paid in &way.steps {
        match paid.step {
            Step::Turn(to) => {
                spent += turn_cost(position, unit, square);
                facing = to;
            }
            Step::Advance(to) => {
                let room = standing.room(square);
                if passing && !room.go_on {
                    return None;
                }
                spent += if passing && room.through_friend { 2 } else { 0 };
                assert_eq!(square.next(facing), Some(to), "only ahead");
                spent += open_step(position, &standing, square, to, position.troop(unit).arm.is_boat())?;
                (square, passing) = (to, true);
            }
        }
    }
    standing.room(square).stop.then_some((spent, square, facing))
}

/// The least points, and the fewest turns for them, to every square and facing: every cost is made less until nothing changes.
fn by_force(position: &Position, unit: UnitId) -> std::collections::BTreeMap<(Square, Facing), (u8, u8)> {
    let of = position.unit(unit);
    let standing = Standing::of(position, unit);
    let floats = position.troop(unit).arm.is_boat();
    let mut costs = std::collections::BTreeMap::from([((of.square, of.facing), (0, 0))]);
    loop {
        let mut better = Vec::new();
        for ((square, facing), (spent, turns)) in &costs {
            for to in Facing::ALL {
                let eighths = if floats { facing.eighths_to(to) } else { u8::from(to != *facing) };
                better.push(((*square, to), (spent + eighths * turn_cost(position, unit, *square), turns + eighths)));
            }
            let room = standing.room(*square);
            let Some(ahead) = square.next(*facing) else { continue };
            let left = if *square == of.square { Some(0) } else { room.go_on.then_some(if room.through_friend { 2 } else { 0 }) };
            let step = open_step(position, &standing, *square, ahead, floats).filter(|_| standing.room(ahead).lets_in());
            if let (Some(left), Some(step)) = (left, step) {
                better.push(((ahead, *facing), (spent + left + step, *turns)));
            }
        }
        let before = costs.clone();
        for (state, cost) in better.into_iter().filter(|(_, (spent, _))| *spent <= 30) {
            costs.entry(state).and_modify(|old| *old = cost.min(*old)).or_insert(cost);
        }
        if costs == before {
            return costs;
        }
    }
}

#[test]
fn no_way_costs_more_than_the_points_each_ends_at_its_stop_and_none_is_cheaper() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(14);
    let (mut ways, mut unreached) = (0, 0);
    for round in 0..60 {
        let position = random(&mut rng);
        let unit = UnitId([0, 1, 2, 3, 8, 9][round % 6]);
        let limit = [3, 6, 9, 12][round % 4];
        let (reach, least) = (reach(&position, unit, limit), by_force(&position, unit));
        let start = (position.unit(unit).square, position.unit(unit).facing);
        for stop in reach.stops() {
            let way = reach.way(stop.square, stop.facing).unwrap();
            assert!(way.points <= limit && way.points == stop.points && way.turns == stop.turns, "{way:?}\n{position}");
            assert_eq!(way.steps.iter().map(|paid| paid.cost).sum::<u8>(), way.points, "{way:?}\n{position}");
            assert_eq!(least.get(&(stop.square, stop.facing)), Some(&(way.points, way.turns)), "{way:?}\n{position}");
            if stop.square != start.0 {
                assert_eq!(walked(&position, unit, &way), Some((way.points, stop.square, stop.facing)), "{way:?}\n{position}");
            }
            ways += 1;
        }
        let standing = Standing::of(&position, unit);
        for (state, (spent, _)) in &least {
            let stops = *state != start && (state.0 == start.0 || standing.room(state.0).stop);
            if stops && *spent <= limit {
                assert!(reach.cost(state.0, state.1).is_some(), "{state:?} for {spent}\n{position}");
            } else {
                unreached += 1;
            }
        }
    }
    assert!(ways > 1_000 && unreached > 100, "{ways} ways, {unreached} states out of reach");
}

/// By a tariff of a group's own, three times in four: squares diagonally and orthogonally, a turn, and what is met.
fn by_another_tariff(position: &mut Position, round: usize) {
    let others = [(1, 3, 3, 1), (3, 1, 1, 2), (1, 1, 1, 0), (5, 2, 2, 99), (2, 2, 4, 255), (6, 2, 1, 1)];
    if !round.is_multiple_of(4) {
        let tariff = &mut Arc::make_mut(&mut position.pack).tables.tariff;
        let (diagonal, orthogonal, turn, met) = others[round % others.len()];
        (tariff.diagonal_move, tariff.orthogonal_move, tariff.turn) = (diagonal, orthogonal, turn);
        (tariff.cross_obstacle, tariff.steep_ground, tariff.difficult_ground, tariff.pass_friend) = (met, met, met, met);
    }
}

#[test]
fn the_way_sought_to_one_square_and_facing_is_the_one_found_among_all() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(50);
    let (mut ways, mut none) = (0, 0);
    for round in 0..120 {
        let mut position = random(&mut rng);
        by_another_tariff(&mut position, round);
        let unit = UnitId([0, 1, 2, 3, 8, 9][round % 6]);
        let (limit, began_there) = ([3, 6, 7, 9, 12][round % 5], round % 4 < 2);
        let all = from_where_it_stands(&position, unit, limit, began_there);
        for goal in position.board.squares().flat_map(|square| Facing::ALL.map(|facing| (square, facing))) {
            let sought = toward(&position, unit, limit, began_there, goal).way(goal.0, goal.1);
            assert_eq!(sought, all.way(goal.0, goal.1), "{goal:?}\n{position}");
            *if sought.is_some() { &mut ways } else { &mut none } += 1;
        }
    }
    assert!(ways > 3_000 && none > 3_000, "{ways} ways, {none} out of reach");
}

#[test]
fn stops_and_their_points_found_alone_are_those_that_ways_are_found_to() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(51);
    let (mut stops, mut friends) = (0, 0);
    for round in 0..120 {
        let mut position = random_on(&mut rng, Size::ALL[round % 3]);
        by_another_tariff(&mut position, round);
        // Some lie in ambush, which is nobody's business, or was.
        position.ambushes_block = round % 7 == 0;
        for unit in &mut position.units {
            unit.hidden = rng.random_range(0..6) == 0;
        }
        let unit = UnitId([0, 1, 2, 3, 4, 9][round % 6]);
        let (limit, began_there) = ([0, 1, 2, 3, 4, 5, 6, 8, 12, 20, 62, 255][round % 12], round % 4 < 2);
        let all = from_where_it_stands(&position, unit, limit, began_there);
        let wanted: Vec<(Square, Facing)> = all.stops().map(|stop| (stop.square, stop.facing)).collect();
        let mut found = Vec::new();
        super::super::stops::stops(&position, unit, &Standing::of(&position, unit), limit, began_there, |square, facings| {
            found.extend(facings.iter().map(|facing| (square, facing)));
        });
        assert_eq!(found, wanted, "{limit} points, {began_there}\n{position}");
        let standing = Standing::of(&position, unit);
        // All of a small board's, and some of a larger one's.
        let goals = position.board.squares().flat_map(|square| Facing::ALL.map(|facing| (square, facing)));
        for goal in goals.step_by([1, 7, 29][round % 3]) {
            let points = super::super::stops::points_to(&position, unit, limit, began_there, goal);
            assert_eq!(points, all.cost(goal.0, goal.1).map(|(points, _)| points), "{goal:?}, {limit} points, {began_there}\n{position}");
        }
        stops += found.len();
        friends += found.iter().filter(|(square, _)| standing.room(*square).through_friend).count();
    }
    assert!(stops > 2_000 && friends > 20, "{stops} stops, {friends} with friends");
}

#[test]
fn a_friend_in_ambush_stands_in_nobody_s_way_but_nobody_stops_with_them_who_may_not_n06_t50() {
    let hidden = |units: &str, ambushes_block: bool| {
        let mut position = position(units);
        position.ambushes_block = ambushes_block;
        position.units[1].hidden = true;
        position
    };
    let reached = |units: &str, blocks: bool| ["D3", "D2"].map(|square| points(&hidden(units, blocks), 0, square));
    assert_eq!(reached(THROUGH, false), [None, Some(4)], "to pass through them costs nothing");
    assert_eq!(reached(THROUGH, true), [None, Some(6)], "as the sixth edition read it");
    let way = reach(&hidden(THROUGH, false), UnitId(0), 6).way(at("D2"), Facing::North).unwrap();
    assert_eq!(way.steps.iter().map(|paid| paid.cost).collect::<Vec<_>>(), [2, 2]);
    let disorganised = THROUGH.replace("D3, N, line, 4", "D3, N, line, 4, disorganised");
    assert_eq!(reached(&disorganised, false), [None, Some(4)]);
    assert_eq!(
        reached(&THROUGH.replace("a: british infantry, ours, D4, N, line, 4", "a: leader, ours, D4, N, 1"), false),
        [Some(2), Some(4)]
    );
    let boats = "a: gunboat, ours, D4, N, 6\nb: gunboat, ours, D3, N, 6\n";
    for (blocks, passes) in [(false, true), (true, false)] {
        let mut afloat = hidden(boats, blocks);
        let board = Arc::make_mut(&mut afloat.board);
        board.squares().collect::<Vec<_>>().into_iter().for_each(|square| board.set_ground(square, Ground::Water));
        let goes = reach(&afloat, UnitId(0), 4);
        assert_eq!((goes.cost(at("D3"), Facing::North), goes.cost(at("D2"), Facing::North).is_some()), (None, passes));
    }
    // No diagonal is closed by them, and troops come on through them for nothing.
    let aslant = THROUGH.replace("D4, N", "D4, NE");
    assert_eq!([false, true].map(|blocks| points(&hidden(&aslant, blocks), 0, "E3").unwrap()), [3, 6]);
    let coming = [false, true].map(|blocks| {
        let mut position = hidden(&THROUGH.replace("D3", "D8"), blocks);
        position.units[0].place = crate::tabletop::unit::Place::Waiting;
        entries(&position, UnitId(0), &[at("D8")], Over::TheirEdge, 9).cost(at("D7"), Facing::North).map(|(points, _)| points)
    });
    assert_eq!(coming, [Some(4), Some(6)]);
    // Who is in ambush too knows of them as before.
    let mut both = hidden(THROUGH, false);
    both.units[0].hidden = true;
    assert_eq!(points(&both, 0, "D2"), Some(6));
}
