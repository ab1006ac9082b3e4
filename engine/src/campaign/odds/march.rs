//! Whether a march arrives: the chance of meeting the enemy in each space of the way (*Movement*, *Encounter Table*).
//!
//! A force that meets nobody in a Mahdist place retakes it, and that bears on the spaces after it: the way is followed on a copy.

use super::ahead::ahead;
use super::encounter;
use crate::campaign::proceedings::follow;
use crate::campaign::round::BattleKind;
use crate::campaign::rules::movement::{self, Prospect};
use crate::campaign::rules::reach;
use crate::campaign::rules::retaking;
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::pack::{SpaceId, SpaceSet, UnitSet};

/// A space of the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which.
    pub space: SpaceId,
    /// What waits there for a force that has come so far.
    pub prospect: Prospect,
    /// That it is met there, if it has come so far.
    pub met: Fraction,
    /// That it comes so far and is met there.
    pub stopped: Fraction,
    /// That it comes so far and is not met there.
    pub passed: Fraction,
}

/// The chances of a march.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarchOdds {
    /// Who marches.
    pub units: UnitSet,
    /// The way, without the space it begins in.
    pub steps: Vec<Step>,
    /// That it arrives without having met anybody.
    pub arrives: Fraction,
    /// Spaces the force can go in a round, or in what is left of this one.
    pub spaces: u8,
}

/// Who would march from a space: the force being moved there, else all of its units that have not moved this round.
#[must_use]
pub fn force_at(state: &State, from: SpaceId) -> UnitSet {
    let state = &*ahead(state);
    match state.round().force() {
        Some(force) if force.at == from => force.units,
        _ => state.units_at(from).iter().filter(|unit| range(state, UnitSet::of(*unit)) > 0).collect(),
    }
}

/// Spaces units can go: what is left to those that were activated, their rate for the others.
fn range(state: &State, units: UnitSet) -> u8 {
    let active = state.round().active();
    let each = units.iter().map(|unit| if active.contains(unit) { state.movement_left(unit) } else { reach::rate(state, unit) });
    each.min().unwrap_or(0)
}

/// The spaces `units` can reach from one in a round.
#[must_use]
pub fn reach(state: &State, from: SpaceId, units: UnitSet) -> SpaceSet {
    let state = &*ahead(state);
    reach::within(state, from, range(state, units))
}

/// The chances of `units` that march from one space to another by the shortest way, in as many rounds as that takes; `None` where
/// there is no way, or nobody to go it.
#[must_use]
pub fn march(state: &State, from: SpaceId, to: SpaceId, units: UnitSet) -> Option<MarchOdds> {
    let state = &*ahead(state);
    let known = state.pack().map.space_ids().count();
    if units.is_empty() || from == to || from.index() >= known || to.index() >= known {
        return None;
    }
    let way = if state.is_besieged(from) { neighbour(state, from, to) } else { reach::way(state, from, to) };
    if way.is_empty() {
        return None;
    }
    let breakout = state.is_besieged(from);
    let allied = !units.intersection(state.pack().roster.allied).is_empty();
    // What hides another force, or has begun with it, is none of this one's.
    let other_moves = state.round().force().is_some_and(|force| force.at != from);
    let mut so_far = if other_moves { follow(state, movement::close) } else { state.clone() };
    let mut arrives = Fraction::ONE;
    let mut steps = Vec::with_capacity(way.len());
    for space in way {
        // Out of a siege there is first the battle with the besiegers.
        let prospect = if breakout { Prospect::Battle(BattleKind::Breakout) } else { movement::prospect(&so_far, space, units, true) };
        let met = encounter::met(&prospect);
        let (stopped, passed) = (arrives * met, arrives * met.rest());
        arrives = passed;
        if let Some(location) = so_far.pack().map.location_at(space)
            && !so_far.control(location).is_held()
        {
            so_far = follow(&so_far, |proceedings| retaking::retake(proceedings, location, allied));
        }
        steps.push(Step { space, prospect, met, stopped, passed });
    }
    Some(MarchOdds { units, steps, arrives, spaces: range(state, units) })
}

/// The way out of a siege: only into the next space.
fn neighbour(state: &State, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
    if state.pack().map.neighbours(from).contains(to) { vec![to] } else { Vec::new() }
}
