//! Marches: attacks by all who can reach and be spared, towns to be taken and held, and the way to where units are wanted.

use engine::khartoum::ids::{SpaceId, Spaces, UnitId, Units};
use engine::khartoum::order::Order;
use engine::khartoum::rules::movement::{Bounds, groups_of};

use super::battle::Force;
use super::eye::Eye;

/// Units that go somewhere, from one space or from several.
#[derive(Clone, Debug)]
pub(super) struct Enterprise {
    /// What is gained by it.
    pub(super) gain: f32,
    /// Its moves.
    pub(super) moves: Vec<(Units, SpaceId)>,
}

/// A unit, or a boat with whom it carries, that can move, and where to.
struct Mover {
    units: Units,
    from: SpaceId,
    ends: Spaces,
}

/// All that a side may undertake, the best first, as far as it gains anything.
pub(super) fn enterprises(eye: &Eye<'_>) -> Vec<Enterprise> {
    let bounds = Bounds::of(eye.state);
    let singles = singles(eye, &bounds);
    let mut all: Vec<Enterprise> = Vec::new();
    for target in eye.hostile().iter() {
        all.extend(attack(eye, &bounds, &singles, target));
    }
    for mover in stacks(eye, &bounds).iter().chain(&singles) {
        go(eye, mover, &mut all);
    }
    all.retain(|enterprise| enterprise.gain > eye.weights.march);
    all.sort_by(|one, other| other.gain.total_cmp(&one.gain));
    all
}

/// Each unit that can move.
fn singles(eye: &Eye<'_>, bounds: &Bounds) -> Vec<Mover> {
    let of = |unit: UnitId| {
        let ends = bounds.ends(eye.state, Units::of(unit)).ok()?;
        Some(Mover { units: Units::of(unit), from: eye.state.where_is(unit)?, ends })
    };
    bounds.movable().iter().filter_map(of).collect()
}

/// Each stack that can move as one, and each boat with whom it takes.
fn stacks(eye: &Eye<'_>, bounds: &Bounds) -> Vec<Mover> {
    let state = eye.state;
    let mut stacks = Vec::new();
    let mut left = bounds.movable();
    while let Some(from) = left.first().and_then(|unit| state.where_is(unit)) {
        let here = left.intersection(state.here(from));
        left = left.without(here);
        if here.len() < 2 {
            continue;
        }
        for units in groups_of(state, here) {
            if units.len() > 1
                && let Ok(ends) = bounds.ends(state, units)
            {
                stacks.push(Mover { units, from, ends });
            }
        }
    }
    stacks
}

/// What it costs that units leave a space.
fn leaving(eye: &Eye<'_>, units: Units, from: SpaceId) -> f32 {
    let before = eye.force(eye.side, from);
    let after = eye.sum(eye.state.units(eye.side, from).without(units));
    eye.worth(from, before) - eye.worth(from, &after)
}

/// An attack on a space by all who can reach it and be spared.
fn attack(eye: &Eye<'_>, bounds: &Bounds, singles: &[Mover], target: SpaceId) -> Option<Enterprise> {
    let side = eye.side;
    let there = *eye.force(side, target);
    let defenders = eye.force(side.other(), target);
    let room = (eye.state.stack() as u8).saturating_sub(there.stacking);
    let mut comers: Vec<(&Mover, f32)> = singles
        .iter()
        .filter(|mover| mover.ends.contains(target))
        .map(|mover| (mover, mover.units.first().map_or(0.0, |unit| eye.lore.row(unit).strength)))
        .collect();
    if comers.is_empty() {
        return None;
    }
    comers.sort_by(|(one, first), (other, second)| second.total_cmp(first).then(one.units.first().cmp(&other.units.first())));
    let stakes = eye.weights.stakes + eye.points(target);
    let (mut force, mut taken, mut cost) = (there, 0, 0.0);
    let mut moves: Vec<(Units, SpaceId)> = Vec::new();
    let mut gone = Units::EMPTY;
    for (mover, _) in comers {
        let Some(row) = mover.units.first().map(|unit| *eye.lore.row(unit)) else { continue };
        if row.stacking > 0 && taken >= room {
            continue;
        }
        // With those who have left before.
        let together = gone.intersection(eye.state.here(mover.from)).union(mover.units);
        let before = leaving(eye, together.without(mover.units), mover.from);
        let costs = leaving(eye, together, mover.from) - before;
        if costs > stakes {
            continue;
        }
        cost += costs;
        taken += row.stacking;
        force.add(&row);
        gone = gone.union(mover.units);
        moves.push((mover.units, target));
    }
    let forecast = eye.attack(target, side, &force, defenders);
    // Whoever has entered must fight: then any help is better than none.
    if forecast.wins < eye.weights.attacks_from && there.is_empty() {
        return None;
    }
    let now = if there.is_empty() { 0.0 } else { eye.attack(target, side, &there, defenders).wins };
    let mut left = force;
    left.units *= 1.0 - forecast.falls[0];
    left.fire *= 1.0 - forecast.falls[0];
    let nobody = Force::default();
    let won = eye.hold(target, &left, &nobody) - eye.hold(target, &nobody, defenders) + eye.presence(target, &left);
    let beaten = eye.weights.other * forecast.falls[1].max(0.4) * defenders.worth + if defenders.garrisons > 0 { 0.2 } else { 0.0 };
    let gain = (forecast.wins - now) * (won + beaten) - eye.weights.own * forecast.falls[0] * force.worth - cost;
    (!moves.is_empty()).then(|| Enterprise { gain, moves: together(eye, bounds, &moves, target) })
}

/// Moves to a space with those of the same space made one, where they are listed so.
fn together(eye: &Eye<'_>, bounds: &Bounds, moves: &[(Units, SpaceId)], to: SpaceId) -> Vec<(Units, SpaceId)> {
    let all = moves.iter().fold(Units::EMPTY, |all, (units, _)| all.union(*units));
    let (mut left, mut orders) = (all, Vec::new());
    while let Some(from) = left.first().and_then(|unit| eye.state.where_is(unit)) {
        let (here, can) = (left.intersection(eye.state.here(from)), bounds.movable().intersection(eye.state.here(from)));
        left = left.without(here);
        let is_one = groups_of(eye.state, can).contains(&here) && bounds.ends(eye.state, here).is_ok_and(|ends| ends.contains(to));
        if is_one { orders.push((here, to)) } else { orders.extend(here.iter().map(|unit| (Units::of(unit), to))) }
    }
    orders
}

/// Where a unit or a stack may go without a fight.
fn go(eye: &Eye<'_>, mover: &Mover, all: &mut Vec<Enterprise>) {
    let force = eye.sum(mover.units);
    let cost = leaving(eye, mover.units, mover.from);
    let mut best: Option<(f32, SpaceId)> = None;
    for to in mover.ends.iter() {
        if !eye.force(eye.side.other(), to).is_empty() {
            continue;
        }
        let here = eye.force(eye.side, to);
        let gain = eye.worth(to, &here.with(&force)) - eye.worth(to, here) - cost;
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, to));
        }
    }
    if let Some((gain, to)) = best {
        all.push(Enterprise { gain, moves: vec![(mover.units, to)] });
    }
}

/// The moves of the best enterprise, and of the next best ones that share no space with those before: what they gain is the same whether
/// those are made or not.
pub(super) fn together_ahead(eye: &Eye<'_>) -> Vec<Order> {
    let (mut touched, mut orders) = (Spaces::EMPTY, Vec::new());
    for enterprise in enterprises(eye) {
        let from = |units: Units| units.first().and_then(|unit| eye.state.where_is(unit));
        let spaces: Spaces = enterprise.moves.iter().flat_map(|(units, to)| from(*units).into_iter().chain([*to])).collect();
        if spaces.intersection(touched).is_empty() {
            touched = touched.union(spaces);
            orders.extend(orders_of(eye, &enterprise));
        }
    }
    orders
}

/// The orders of an enterprise.
pub(super) fn orders_of(eye: &Eye<'_>, enterprise: &Enterprise) -> Vec<Order> {
    enterprise.moves.iter().map(|(units, to)| Order::Move { side: eye.side, units: *units, to: *to }).collect()
}
