//! What a besieged garrison can do, and what it comes to: sit tight, or a sortie and the siege roll after it (*Garrison
//! Sortie/Breakout*, *Sortie Table*, *Siege Table*).
//!
//! A sortie's losses are followed on a copy of the position, shared out as the umpire does it, because a weaker garrison, or one
//! without its guns, rolls worse for the siege. A breakout is a battle on the table: of it only the enemy's force is known, and
//! who may be met beyond.

use super::ahead::ahead;
use super::encounter;
use super::siege::{self, SiegeEnd, share_out, stands};
use crate::campaign::event::Event;
use crate::campaign::proceedings::follow;
use crate::campaign::roll::Roll;
use crate::campaign::rules::{movement, sieges};
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::odds::spread::{self, Spread};
use crate::pack::{LocationId, SpaceId, UnitSet};

/// A row of the Sortie Table with its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortieRow {
    /// That it is hit.
    pub chance: Fraction,
    /// What it is called.
    pub result: String,
    /// Units it costs.
    pub lost: u16,
    /// How the siege stands before its own roll.
    pub then: SiegeEnd,
}

/// The chances of a sortie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortieOdds {
    /// Who sallies.
    pub units: UnitSet,
    /// The roll, with every modifier and its reason; not thrown.
    pub roll: Roll,
    /// The rows that can be hit.
    pub rows: Vec<SortieRow>,
    /// How the siege stands when its own roll has been made too.
    pub ends: Spread<SiegeEnd>,
    /// The mean of the units it costs, those of the siege's own roll after it included.
    pub mean_lost: Fraction,
}

/// The chances of a sortie of `units`; `None` where nobody is besieged or nobody sallies.
#[must_use]
pub fn sortie(state: &State, at: LocationId, units: UnitSet) -> Option<SortieOdds> {
    let units = if state.besieged().contains(at) { units.intersection(state.garrison(at)) } else { UnitSet::EMPTY };
    if units.is_empty() {
        return None;
    }
    let state = &*ahead(state);
    let looked_to = siege::supply_looked_to(state, at);
    let state = looked_to.as_ref().unwrap_or(state);
    let tables = &state.pack().tables;
    let roll = sieges::sortie_roll(state, at, units);
    let mut rows = Vec::new();
    let mut ends = Vec::new();
    let mut mean_lost = Fraction::ZERO;
    for (row, chance) in spread::rows(&tables.sortie, roll.modifier()).iter() {
        let result = &tables.sortie.rows()[*row].result;
        let after = follow(state, |proceedings| {
            proceedings.note(Event::SiegeTaken { at });
            proceedings.note(Event::GarrisonReady { sortie: true });
            let modifier = sieges::sortie_add(tables, result);
            proceedings.note(Event::SortieRolled { at, roll: roll.clone(), modifier });
            sieges::follow_sortie(proceedings, at, units, result);
            share_out(proceedings);
        });
        let lost = state.garrison(at).len().saturating_sub(after.garrison(at).len()) as u16;
        let end = stands(&after, at);
        let then = end.unwrap_or(SiegeEnd::Level(after.siege_level(at)));
        rows.push(SortieRow { chance, result: result.result.clone(), lost, then });
        let (after_roll, and_then) = end.map_or_else(|| siege::ends(&after, at), |end| (Spread::certain(end), Fraction::ZERO));
        mean_lost = mean_lost + chance * (Fraction::whole(lost.into()) + and_then);
        ends.extend(after_roll.iter().map(|(end, also)| (*end, chance * also)));
    }
    Some(SortieOdds { units, roll, rows, ends: ends.into_iter().collect(), mean_lost })
}

/// So many of a garrison as a staff would tell them off for a sortie: horse first, then foot, guns last, because they serve the
/// place better.
#[must_use]
pub fn told_off(state: &State, at: LocationId, count: usize) -> UnitSet {
    let roster = &state.pack().roster;
    let garrison = state.garrison(at);
    let horse = garrison.intersection(roster.cavalry);
    let guns = garrison.intersection(roster.guns).without(horse);
    let foot = garrison.without(horse).without(guns);
    horse.iter().chain(foot.iter()).chain(guns.iter()).take(count).collect()
}

/// How strong sorties are worth comparing: where another unit changes the modifiers, and everyone.
#[must_use]
pub fn sizes(state: &State, at: LocationId) -> Vec<usize> {
    let all = state.garrison(at).len();
    let modifier = |count: usize| sieges::sortie_roll(state, at, told_off(state, at, count)).modifier();
    let mut sizes: Vec<usize> = (1..=all).filter(|count| *count == 1 || modifier(*count) != modifier(count - 1)).collect();
    if all > 0 && sizes.last() != Some(&all) {
        sizes.push(all);
    }
    sizes
}

/// Where a breakout leads, with the chance of meeting the enemy there too.
#[must_use]
pub fn ways_out(state: &State, at: LocationId, units: UnitSet) -> Vec<(SpaceId, Fraction)> {
    let map = &state.pack().map;
    let ways = map.neighbours(map.space_of(at));
    ways.iter().map(|space| (space, encounter::met(&movement::prospect(state, space, units, true)))).collect()
}
