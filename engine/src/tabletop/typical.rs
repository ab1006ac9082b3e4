//! *Typical armies*: a battle made from dice, on ground made from dice.
//!
//! Ours: three or four battalions of infantry of any nation, perhaps a regiment of cavalry or camelry, artillery or machine guns or both,
//! a baggage train, a Leader. The enemy: six to eight of infantry and two to four mounted, of each no more than half with firearms,
//! perhaps a battery, perhaps a baggage train, a Leader. The ground has some patches of every kind and an obstacle; now and then a river
//! with a gunboat, or a river boat, of each side. Which troops those are, the pack says: they are found by what they are.

use super::area::{Area, Block};
use super::board::{Board, Size};
use super::edge::Edge;
use super::formation::Formation;
use super::ground::Ground;
use super::pack::{Arm, BattlePack, Troop, Whose};
use super::plan::{Force, Plan, SidePlan, Start};
use super::roll::{Purpose, Roll};
use super::side::Side;
use super::square::{Facing, Square};
use crate::dice::{Dice, DiceSpec};

/// Dice for an army.
const ARMY: DiceSpec = DiceSpec { count: 9, sides: 6 };
/// Dice for the ground.
const GROUND: DiceSpec = DiceSpec { count: 24, sides: 12 };
/// The most patches of ground.
const PATCHES: usize = 5;

/// The kinds of troops that typical armies are made of, by their keys; each has one at least.
struct Kinds<'a> {
    foot: Vec<&'a Troop>,
    horse: Vec<&'a Troop>,
    camels: Vec<&'a Troop>,
    guns: Vec<&'a Troop>,
    machine_guns: Vec<&'a Troop>,
    transport: &'a Troop,
    leader: &'a Troop,
    gunboat: Option<&'a Troop>,
    river_boats: Vec<&'a Troop>,
    native: Native<'a>,
}

struct Native<'a> {
    rifles: &'a Troop,
    spears: &'a Troop,
    horse: [&'a Troop; 2],
    camels: [&'a Troop; 2],
    guns: &'a Troop,
    machine_guns: &'a Troop,
}

fn kinds(pack: &BattlePack) -> Option<Kinds<'_>> {
    let of = |whose: Whose, arm: Arm| {
        let dismounted = |troop: &Troop| pack.troops.iter().any(|other| other.dismounted.as_ref() == Some(&troop.key));
        let is = move |troop: &&Troop| troop.whose == whose && troop.arm == arm && !troop.shaky && !dismounted(troop);
        pack.troops.iter().filter(is).collect::<Vec<_>>()
    };
    let armed = |arm: Arm, armed: bool| of(Whose::Enemy, arm).into_iter().find(|troop| troop.fire.is_empty() != armed);
    let one = |whose: Whose, arm: Arm| of(whose, arm).into_iter().next();
    let kinds = Kinds {
        foot: of(Whose::Ours, Arm::Infantry).into_iter().filter(|troop| troop.formations.contains(&Formation::Line)).collect(),
        horse: of(Whose::Ours, Arm::Cavalry),
        camels: of(Whose::Ours, Arm::Camelry),
        guns: of(Whose::Ours, Arm::Artillery),
        machine_guns: of(Whose::Ours, Arm::MachineGun),
        transport: one(Whose::Either, Arm::Transport)?,
        leader: one(Whose::Either, Arm::Leader)?,
        gunboat: one(Whose::Either, Arm::Gunboat),
        river_boats: of(Whose::Either, Arm::RiverBoat),
        native: Native {
            rifles: armed(Arm::Infantry, true)?,
            spears: armed(Arm::Infantry, false)?,
            horse: [armed(Arm::Cavalry, true)?, armed(Arm::Cavalry, false)?],
            camels: [armed(Arm::Camelry, true)?, armed(Arm::Camelry, false)?],
            guns: one(Whose::Enemy, Arm::Artillery)?,
            machine_guns: one(Whose::Enemy, Arm::MachineGun)?,
        },
    };
    let all = [&kinds.foot, &kinds.horse, &kinds.camels, &kinds.guns, &kinds.machine_guns];
    let complete = all.iter().all(|kinds| !kinds.is_empty());
    complete.then_some(kinds)
}

/// Whether the pack has the troops of typical armies.
#[must_use]
pub fn can_be_mustered(pack: &BattlePack) -> bool {
    kinds(pack).is_some()
}

/// Makes a battle of typical armies: the plan, and the dice that made it. `None` if the pack has not the troops.
#[must_use]
pub fn muster(pack: &BattlePack, dice: &mut Dice) -> Option<(Plan, Vec<Roll>)> {
    let kinds = kinds(pack)?;
    let [ours, enemy] = Side::BOTH.map(|side| dice.throw(Roll::new(Purpose::Army(side), ARMY), ARMY.count));
    let ground = dice.throw(Roll::new(Purpose::Ground, GROUND), GROUND.count);
    let mut faces = Faces { faces: &ground.faces, next: 0 };
    let (board, river) = board(&mut faces);
    let mut plan = Plan {
        title: "A battle of typical armies".to_owned(),
        board: board.to_string(),
        first: Side::Enemy,
        ours: side(&pack.tables.sides.ours, (5, 7), Facing::North, our_army(&kinds, &mut Faces { faces: &ours.faces, next: 0 })),
        enemy: side(&pack.tables.sides.enemy, (0, 1), Facing::South, native_army(&kinds, &mut Faces { faces: &enemy.faces, next: 0 })),
        asleep: None,
        pleads: Vec::new(),
        aim: None,
        stops_at_break_off: false,
    };
    if let Some(column) = river {
        let boats: Vec<&Troop> = kinds.gunboat.into_iter().chain(kinds.river_boats.iter().copied()).collect();
        if let Some(boat) = pick(&boats, faces.take()) {
            for (side, rows) in [(&mut plan.ours, (5, 7)), (&mut plan.enemy, (0, 1))] {
                let area = Area(vec![Block::between(Square::new(column, rows.0), Square::new(column, rows.1))]);
                side.forces.push(Force { area: Some(Start::SetUp(area)), ..force(boat, 1) });
            }
        }
    }
    Some((plan, vec![ours, enemy, ground]))
}

/// What dice show, one after the other; where there are no more, 1.
struct Faces<'a> {
    faces: &'a [u8],
    next: usize,
}

impl Faces<'_> {
    fn take(&mut self) -> u8 {
        self.next += 1;
        self.faces.get(self.next - 1).copied().unwrap_or(1)
    }
}

/// The one of several that a die's face names.
fn pick<'a>(kinds: &[&'a Troop], face: u8) -> Option<&'a Troop> {
    kinds.get(usize::from(face.saturating_sub(1)) % kinds.len().max(1)).copied()
}

fn force(troop: &Troop, units: u8) -> Force {
    Force { troop: troop.key.clone(), units, figures: None, shots: None, area: None, from_turn: 1 }
}

fn side(name: &str, rows: (u8, u8), facing: Facing, forces: Vec<Force>) -> SidePlan {
    let last = Size::Small.columns_and_rows().0 - 1;
    let area = Area(vec![Block::between(Square::new(0, rows.0), Square::new(last, rows.1))]);
    let forces = forces.into_iter().filter(|force| force.units > 0).collect();
    SidePlan { name: name.to_owned(), area: Start::SetUp(area), facing, forces, square: None, faces: None, formations: Vec::new() }
}

fn our_army(kinds: &Kinds<'_>, faces: &mut Faces<'_>) -> Vec<Force> {
    let battalions = if faces.take() <= 3 { 3 } else { 4 };
    let nations: [u8; 4] = std::array::from_fn(|_| faces.take());
    let mut forces: Vec<Force> =
        nations.iter().take(battalions).filter_map(|face| pick(&kinds.foot, *face)).map(|troop| force(troop, 1)).collect();
    let (mounted, nation) = (faces.take(), faces.take());
    let mounted = match mounted {
        1 | 2 => None,
        3 | 4 => pick(&kinds.horse, nation),
        _ => pick(&kinds.camels, nation),
    };
    forces.extend(mounted.map(|troop| force(troop, 1)));
    let (batteries, nation) = (faces.take(), faces.take());
    if batteries != 3 && batteries != 4 {
        forces.extend(pick(&kinds.guns, nation).map(|troop| force(troop, 1)));
    }
    if batteries > 2 {
        forces.extend(pick(&kinds.machine_guns, nation).map(|troop| force(troop, 1)));
    }
    forces.extend([force(kinds.transport, 1), force(kinds.leader, 1)]);
    forces
}

fn native_army(kinds: &Kinds<'_>, faces: &mut Faces<'_>) -> Vec<Force> {
    let native = &kinds.native;
    // No more than half have firearms.
    let armed = |units: u8, face: u8| units / 2 * face / 6;
    let foot = 6 + faces.take().div_ceil(2) - 1;
    let rifles = armed(foot, faces.take());
    let mounted = 2 + faces.take().div_ceil(2) - 1;
    let carbines = armed(mounted, faces.take());
    let [with, without] = if faces.take() <= 4 { native.horse } else { native.camels };
    let (battery, baggage) = (faces.take(), faces.take());
    let mut forces =
        vec![force(native.rifles, rifles), force(native.spears, foot - rifles), force(with, carbines), force(without, mounted - carbines)];
    forces.push(force(native.guns, u8::from(battery == 4 || battery == 5)));
    forces.push(force(native.machine_guns, u8::from(battery == 6)));
    forces.push(force(kinds.transport, u8::from(baggage >= 5)));
    forces.push(force(kinds.leader, 1));
    forces
}

/// The ground, and the column of the river if there is one.
fn board(faces: &mut Faces<'_>) -> (Board, Option<u8>) {
    let mut board = Board::open(Size::Small);
    let (columns, rows) = Size::Small.columns_and_rows();
    let (river, number) = (faces.take(), usize::from(faces.take()));
    for place in 0..PATCHES {
        let (kind, column, row) = (faces.take(), faces.take() - 1, faces.take());
        // What nobody stands on lies between the two armies.
        let (ground, row) = match kind {
            1..=3 => (Ground::Hill, row % rows),
            4..=7 => (Ground::Growth, row % rows),
            8 => (Ground::OvergrownHill, row % rows),
            9 | 10 => (Ground::BuiltUp, row % rows),
            11 => (Ground::Water, 2 + row % 3),
            _ => (Ground::Impassable, 2 + row % 3),
        };
        if place < 2 + number / 4 {
            for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                board.set_ground(Square::new(column + right, row + down), ground);
            }
        }
    }
    let (kind, column, row) = (faces.take(), faces.take() - 1, 2 + faces.take() % 3);
    let edges = [Edge::DryBed, Edge::Fence, Edge::Gully, Edge::Ford, Edge::Stream, Edge::Trench, Edge::Wall, Edge::Rampart, Edge::Cliff];
    if let Some(edge) = edges.get(usize::from(kind) - 1) {
        for across in column..columns.min(column + 5) {
            board.set_edge(Square::new(across, row), Square::new(across, row + 1), Some(*edge));
        }
    }
    let (column, stream) = (2 + faces.take() % 8, if faces.take() <= 6 { Facing::North } else { Facing::South });
    if river > 2 {
        return (board, None);
    }
    for row in 0..rows {
        board.set_ground(Square::new(column, row), Ground::River(stream));
    }
    (board, Some(column))
}

#[cfg(test)]
mod tests;
