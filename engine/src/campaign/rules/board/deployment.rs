//! *A campaign's battle on the board: where*: how both sides are set up, by the type of battle.
//!
//! A move is two squares; charge range is two squares, of horse four (N05), counted as the text counts ranges. What the board cannot give is
//! as far as it can: a distance shrinks until there is room. A share of a force is taken from every arm alike.

use std::collections::BTreeMap;

use super::ground::{self, Ground};
use super::roster::{Fighter, Role, Roster};
use crate::campaign::field::FieldBattle;
use crate::campaign::round::BattleKind;
use crate::campaign::rules::terrain::{Army, Edge, entries};
use crate::pack::{BattleType, SurpriseHour};
use crate::tabletop::area::{Area, Block};
use crate::tabletop::formation::Formation;
use crate::tabletop::plan::{Asleep, Faces, Force, SidePlan, Start, Waking};
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};

/// Squares of a move (N05).
const MOVE: u8 = 2;
/// Squares that foot charges over.
const CHARGE: u8 = 2;
/// Squares that horse charges over.
const MOUNTED_CHARGE: u8 = 4;
/// Turns within which those come on who come on by shares.
const SHARES: usize = 5;

/// Both sides set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployed {
    /// Who is set up first.
    pub first: Side,
    /// Ours, then the enemy.
    pub sides: [Lines; 2],
    /// A side that knows of no enemy yet (N07).
    pub asleep: Option<Asleep>,
}

impl Deployed {
    /// A side.
    #[must_use]
    pub const fn side(&self, side: Side) -> &Lines {
        &self.sides[side as usize]
    }
}

/// How a side is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Where each of its units begins, and from which turn.
    pub posts: Vec<(Start, u8)>,
    /// Where it faces.
    pub facing: Facing,
    /// Which way its units face, if not all one way.
    pub faces: Option<Faces>,
    /// The formations in which it is set up; none named: any.
    pub formations: Vec<Formation>,
}

impl Lines {
    /// All of a side in one place.
    fn all(fighters: &[Fighter], start: &Start, facing: Facing) -> Self {
        Self { posts: vec![(start.clone(), 1); fighters.len()], facing, faces: None, formations: Vec::new() }
    }

    const fn facing_out(mut self) -> Self {
        self.faces = Some(Faces::Outward);
        self
    }

    const fn facing_in(mut self) -> Self {
        self.faces = Some(Faces::Inward);
        self
    }

    /// The side of a plan that these fighters are.
    #[must_use]
    pub fn plan(&self, name: &str, fighters: &[Fighter]) -> SidePlan {
        let mut usual: BTreeMap<String, (usize, &Start)> = BTreeMap::new();
        for (start, _) in &self.posts {
            usual.entry(format!("{start:?}")).or_insert((0, start)).0 += 1;
        }
        let area = usual.values().max_by_key(|(units, _)| *units).map_or(Start::SetUp(Area::default()), |(_, start)| (*start).clone());
        let mut forces: Vec<Force> = Vec::new();
        for (fighter, (start, from_turn)) in fighters.iter().zip(&self.posts) {
            let force = Force {
                troop: fighter.troop.clone(),
                units: 1,
                figures: fighter.figures,
                shots: fighter.shots,
                area: (*start != area).then(|| start.clone()),
                from_turn: *from_turn,
            };
            match forces.last_mut() {
                Some(last) if *last == Force { units: last.units, ..force.clone() } => last.units += 1,
                _ => forces.push(force),
            }
        }
        SidePlan {
            name: name.to_owned(),
            area,
            facing: self.facing,
            forces,
            square: None,
            faces: self.faces,
            formations: self.formations.clone(),
        }
    }
}

/// Sets both sides up; what is dug or built for it is laid on the ground.
#[must_use]
pub fn deploy(ground: &mut Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let mut deployed = match (battle.battle.battle_type, battle.kind) {
        (None, BattleKind::Storm) => storm(ground, roster),
        (None, _) => assault(ground, battle, roster),
        (Some(BattleType::EnemySurpriseAttack), _) => surprise(ground, roster),
        (Some(BattleType::Ambush), _) => ambush(ground, battle, roster),
        (Some(BattleType::ProbingAttack), _) => probing(ground, battle, roster),
        (Some(BattleType::Encounter), _) => encounter(ground, battle, roster),
        (Some(BattleType::Defense), _) => defence(ground, battle, roster),
        (Some(BattleType::OurSurpriseAttack), _) => our_surprise(ground, battle, roster),
    };
    // Boats lie on the harbour's water, wherever the others are.
    let water: Vec<Square> = ground.board.squares().filter(|square| ground.board.ground(*square).is_water()).collect();
    for (fighter, post) in roster.ours.iter().zip(&mut deployed.sides[Side::Ours as usize].posts) {
        if fighter.role == Role::Boat {
            *post = (Start::SetUp(area(&water)), 1);
        }
    }
    deployed
}

/// Units that take room where they are set up.
fn count(fighters: &[Fighter]) -> usize {
    fighters.iter().filter(|fighter| fighter.role == Role::Fights).count()
}

// Squares.

/// Squares as blocks: runs of a row, those of equal width in rows below one another as one.
#[must_use]
pub fn area(squares: &[Square]) -> Area {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable_by_key(|square| (square.row, square.column));
    sorted.dedup();
    let mut blocks: Vec<Block> = Vec::new();
    let mut next = 0;
    while let Some(first) = sorted.get(next).copied() {
        let mut last = first;
        next += 1;
        while let Some(square) = sorted.get(next).filter(|square| square.row == last.row && square.column == last.column + 1) {
            last = *square;
            next += 1;
        }
        let above =
            |block: &&mut Block| block.first.column == first.column && block.last.column == last.column && block.last.row + 1 == first.row;
        match blocks.iter_mut().find(above) {
            Some(block) => block.last.row = first.row,
            None => blocks.push(Block::between(first, last)),
        }
    }
    Area(blocks)
}

fn land(ground: &Ground) -> Vec<Square> {
    ground.board.squares().filter(|square| ground.board.ground(*square).is_land()).collect()
}

/// The squares of an edge on which troops can stand.
fn at_edge(ground: &Ground, edge: Edge) -> Vec<Square> {
    let (columns, rows) = ground.board.size().columns_and_rows();
    let is_there = |square: &Square| match edge {
        Edge::Far => square.row == 0,
        Edge::Near => square.row + 1 == rows,
        Edge::Left => square.column == 0,
        Edge::Right => square.column + 1 == columns,
    };
    land(ground).into_iter().filter(is_there).collect()
}

/// Which way those face who come from an edge.
const fn away_from(edge: Edge) -> Facing {
    match edge {
        Edge::Far => Facing::South,
        Edge::Near => Facing::North,
        Edge::Left => Facing::East,
        Edge::Right => Facing::West,
    }
}

fn comes_on(ground: &Ground, edges: &[Edge]) -> Start {
    let squares: Vec<Square> = edges.iter().flat_map(|edge| at_edge(ground, *edge)).collect();
    Start::ComesOn(area(&squares))
}

fn distance(square: Square, from: &[Square]) -> u8 {
    from.iter().map(|other| square.range_to(*other)).min().unwrap_or(u8::MAX)
}

/// Land at a distance or more from some squares, with room for so many: as far as the board can give it.
fn beyond(ground: &Ground, from: &[Square], squares: u8, room: usize) -> Vec<Square> {
    let at = |least: u8| -> Vec<Square> { land(ground).into_iter().filter(|square| distance(*square, from) >= least).collect() };
    (1..=squares).rev().map(at).find(|found| found.len() >= room).unwrap_or_else(|| at(1))
}

/// Land within a distance of some squares, with room for so many.
fn within(ground: &Ground, from: &[Square], squares: u8, room: usize) -> Vec<Square> {
    let at =
        |most: u8| -> Vec<Square> { land(ground).into_iter().filter(|square| (1..=most).contains(&distance(*square, from))).collect() };
    (squares..=40).map(at).find(|found| found.len() >= room).unwrap_or_else(|| at(u8::MAX))
}

/// A block of land about a square as small as has room for so many; wider than deep, as boards are.
fn about(ground: &Ground, middle: (u8, u8), room: usize) -> Vec<Square> {
    let (columns, rows) = ground.board.size().columns_and_rows();
    let block = |half: u8| -> Vec<Square> {
        // Twice the distance from the middle, which lies between squares.
        let near = |square: &Square| {
            let across = (2 * square.column + 1).abs_diff(2 * middle.0);
            let down = (2 * square.row + 1).abs_diff(2 * middle.1);
            across <= 2 * half + 2 && down <= 2 * half
        };
        land(ground).into_iter().filter(near).collect()
    };
    (1..columns.max(rows)).map(block).find(|found| found.len() >= room).unwrap_or_else(|| land(ground))
}

/// The middle of the board, between its squares.
const fn middle(ground: &Ground) -> (u8, u8) {
    let (columns, rows) = ground.board.size().columns_and_rows();
    (columns / 2, rows / 2)
}

/// The middle of the houses, or of the board where there are none.
fn middle_of_houses(ground: &Ground) -> (u8, u8) {
    let houses = &ground.houses;
    let ends = |of: fn(&Square) -> u8| houses.iter().map(of).min().zip(houses.iter().map(of).max());
    match (ends(|at| at.column), ends(|at| at.row)) {
        (Some((left, right)), Some((far, near))) => ((left + right).div_ceil(2), (far + near).div_ceil(2)),
        _ => middle(ground),
    }
}

/// Some squares, and those round them, as few as have room for so many.
fn round(ground: &Ground, squares: &[Square], room: usize) -> Vec<Square> {
    let at = |most: u8| -> Vec<Square> { land(ground).into_iter().filter(|square| distance(*square, squares) <= most).collect() };
    (0..=40).map(at).find(|found| found.len() >= room).unwrap_or_else(|| land(ground))
}

// Ours, where they come on or land.

/// Where ours come from, and which way they face then: over the near edge, or ashore where ships have landed them.
fn arrival(ground: &Ground, battle: &FieldBattle, ours: &[Fighter], taken: &[Square]) -> (Start, Facing) {
    match (battle.kind, ground.harbour) {
        (BattleKind::Landing, Some(harbour)) => {
            let water: Vec<Square> = ground.board.squares().filter(|square| ground.board.ground(*square).is_water()).collect();
            let free = |most: u8, apart: u8| -> Vec<Square> {
                let ashore = land(ground).into_iter().filter(|square| distance(*square, &water) <= most);
                ashore.filter(|square| distance(*square, taken) > apart).collect()
            };
            let bank = (1..=40).map(|most| free(most, 1)).find(|found| found.len() >= count(ours));
            (Start::SetUp(area(&bank.unwrap_or_else(|| free(u8::MAX, 0)))), away_from(harbour))
        }
        _ => (comes_on(ground, &[Edge::Near]), Facing::North),
    }
}

// By the type of battle.

/// Both come on from opposite edges.
fn encounter(ground: &Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let (start, facing) = arrival(ground, battle, &roster.ours, &[]);
    let from = match (&start, ground.harbour) {
        (Start::SetUp(_), Some(harbour)) => ground::opposite(harbour),
        _ => Edge::Far,
    };
    let ours = Lines::all(&roster.ours, &start, facing);
    let enemy = Lines::all(&roster.enemy, &comes_on(ground, &[from]), away_from(from));
    Deployed { first: Side::Ours, sides: [ours, enemy], asleep: None }
}

/// The enemy in the village, the town or the best ground, with trenches on its near side; ours come on opposite.
fn defence(ground: &mut Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let block = if ground.houses.is_empty() { best_ground(ground) } else { ground.houses.clone() };
    ground.entrench(&block);
    let near = block.iter().map(|at| at.row).max().unwrap_or(0);
    let (_, rows) = ground.board.size().columns_and_rows();
    let to = |row: u8| -> Vec<Square> { land(ground).into_iter().filter(|square| square.row <= row).collect() };
    let held = (near..rows).map(to).find(|found| found.len() >= count(&roster.enemy)).unwrap_or_else(|| to(rows));
    against(ground, battle, roster, &held)
}

/// The enemy holds the walls; ours come on, or land from the harbour.
fn assault(ground: &Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let block = if ground.houses.is_empty() { best_ground(ground) } else { ground.houses.clone() };
    let held = round(ground, &block, count(&roster.enemy));
    against(ground, battle, roster, &held)
}

/// The enemy set up in some squares, which ours come against.
fn against(ground: &Ground, battle: &FieldBattle, roster: &Roster, held: &[Square]) -> Deployed {
    let (start, facing) = arrival(ground, battle, &roster.ours, held);
    let enemy = Lines::all(&roster.enemy, &Start::SetUp(area(held)), facing.opposite());
    Deployed { first: Side::Enemy, sides: [Lines::all(&roster.ours, &start, facing), enemy], asleep: None }
}

/// The foot of the far half that gives most cover and height, nearest the middle line.
fn best_ground(ground: &Ground) -> Vec<Square> {
    let (columns, rows) = ground.board.size().columns_and_rows();
    let feet = (0..rows / 4).flat_map(|row| (0..columns / 2).map(move |column| crate::campaign::rules::terrain::Spot { row, column }));
    let worth = |squares: &[Square; 4]| -> (usize, std::cmp::Reverse<u8>) {
        let of = squares.iter().map(|square| ground.board.ground(*square));
        let good = of.map(|ground| 2 * usize::from(ground.covers()) + usize::from(ground.is_steep())).sum();
        (good, std::cmp::Reverse((2 * squares[0].column + 2).abs_diff(columns)))
    };
    feet.map(ground::squares)
        .filter(|squares| squares.iter().all(|square| ground.board.ground(*square).is_land()))
        .max_by_key(worth)
        .map_or_else(Vec::new, |squares| squares.to_vec())
}

/// Ours hold the walls; the enemy comes on from every edge.
fn storm(ground: &Ground, roster: &Roster) -> Deployed {
    let held = if ground.houses.is_empty() {
        about(ground, middle(ground), count(&roster.ours))
    } else {
        round(ground, &ground.houses, count(&roster.ours))
    };
    let ours = Lines::all(&roster.ours, &Start::SetUp(area(&held)), Facing::North).facing_out();
    let enemy = Lines::all(&roster.enemy, &comes_on(ground, &Edge::ALL), Facing::South).facing_in();
    Deployed { first: Side::Ours, sides: [ours, enemy], asleep: None }
}

/// Ours in the middle of the board.
fn in_the_middle(ground: &Ground, roster: &Roster) -> (Lines, Vec<Square>) {
    let held = about(ground, middle(ground), count(&roster.ours));
    (Lines::all(&roster.ours, &Start::SetUp(area(&held)), Facing::North).facing_out(), held)
}

/// Ours in the middle, in Square or Column; a quarter of theirs within charge range, a quarter two moves off or more, the rest four.
fn surprise(ground: &Ground, roster: &Roster) -> Deployed {
    let (mut ours, held) = in_the_middle(ground, roster);
    ours.formations = vec![Formation::Square, Formation::Column];
    let room = count(&roster.enemy);
    let near = |mounted: bool| Start::SetUp(area(&within(ground, &held, if mounted { MOUNTED_CHARGE } else { CHARGE }, room)));
    let (on_foot, mounted) = (near(false), near(true));
    let far = |moves: u8| Start::SetUp(area(&beyond(ground, &held, moves * MOVE, room)));
    let (second, rest) = (far(2), far(4));
    let mut enemy = Lines::all(&roster.enemy, &rest, Facing::South).facing_in();
    for ((fighter, post), place) in roster.enemy.iter().zip(&mut enemy.posts).zip(0_usize..) {
        post.0 = match (place % 4, fighter.is_mounted) {
            (0, false) => on_foot.clone(),
            (0, true) => mounted.clone(),
            (1, _) => second.clone(),
            _ => rest.clone(),
        };
    }
    Deployed { first: Side::Ours, sides: [ours, enemy], asleep: None }
}

/// The edges that the enemy comes on over.
fn their_edges(ground: &Ground, battle: &FieldBattle) -> Vec<Edge> {
    entries(&battle.battle, ground.harbour).into_iter().filter(|entry| entry.army == Army::Enemy).map(|entry| entry.edge).collect()
}

/// Ours in the middle; a quarter of theirs hidden two moves off or more, the rest come on anywhere, not out of water.
fn ambush(ground: &Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let (ours, held) = in_the_middle(ground, roster);
    let hidden = Start::Hidden(area(&beyond(ground, &held, 2 * MOVE, count(&roster.enemy).div_ceil(4))));
    let mut enemy = Lines::all(&roster.enemy, &comes_on(ground, &their_edges(ground, battle)), Facing::South).facing_in();
    for ((_, post), _) in fighting(roster).zip(&mut enemy.posts).zip(0..).filter(|(_, place)| place % 4 == 0) {
        post.0 = hidden.clone();
    }
    Deployed { first: Side::Ours, sides: [ours, enemy], asleep: None }
}

/// The enemy's units that fight; its Leader comes last.
fn fighting(roster: &Roster) -> impl Iterator<Item = &Fighter> {
    roster.enemy.iter().take_while(|fighter| fighter.role == Role::Fights)
}

/// Ours in the middle; a quarter of theirs three moves off or more, the rest come on over one edge, a share each turn.
fn probing(ground: &Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let (ours, held) = in_the_middle(ground, roster);
    let near = Start::SetUp(area(&beyond(ground, &held, 3 * MOVE, count(&roster.enemy).div_ceil(4) + 1)));
    let edges = their_edges(ground, battle);
    let mut enemy = Lines::all(&roster.enemy, &comes_on(ground, &edges), Facing::South).facing_in();
    let later = fighting(roster).count() - fighting(roster).count().div_ceil(4);
    let mut come = 0;
    for ((_, post), place) in fighting(roster).zip(&mut enemy.posts).zip(0_usize..) {
        if place % 4 == 0 {
            post.0 = near.clone();
        } else {
            post.1 = 1 + (come * SHARES / later.max(1)) as u8;
            come += 1;
        }
    }
    Deployed { first: Side::Ours, sides: [ours, enemy], asleep: None }
}

/// The enemy in the middle, around a village or town if there is one, and asleep; half of ours within charge range at dawn, four moves off
/// at dusk, the rest come on over one edge.
fn our_surprise(ground: &Ground, battle: &FieldBattle, roster: &Roster) -> Deployed {
    let held = about(ground, middle_of_houses(ground), count(&roster.enemy));
    let enemy = Lines::all(&roster.enemy, &Start::SetUp(area(&held)), Facing::South).facing_out();
    let dusk = battle.battle.hour == Some(SurpriseHour::Dusk);
    let room = count(&roster.ours);
    let start = |mounted: bool| {
        let squares = match (dusk, mounted) {
            (true, _) => beyond(ground, &held, 4 * MOVE, room),
            (false, false) => within(ground, &held, CHARGE, room),
            (false, true) => within(ground, &held, MOUNTED_CHARGE, room),
        };
        Start::SetUp(area(&squares))
    };
    let (on_foot, mounted) = (start(false), start(true));
    let (rest, facing) = arrival(ground, battle, &roster.ours, &held);
    let mut ours = Lines::all(&roster.ours, &rest, facing).facing_in();
    for ((fighter, post), place) in roster.ours.iter().zip(&mut ours.posts).zip(0_usize..) {
        if place % 2 == 0 && fighter.role == Role::Fights {
            post.0 = if fighter.is_mounted { mounted.clone() } else { on_foot.clone() };
        }
    }
    let woken_by = if dusk { vec![Waking::Contact, Waking::Alarm] } else { vec![Waking::Contact] };
    Deployed { first: Side::Enemy, sides: [ours, enemy], asleep: Some(Asleep { side: Side::Enemy, woken_by, slowly: true }) }
}
