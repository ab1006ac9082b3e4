//! Forces that are not free to go where they like: what they owe, and where it sends them.
//!
//! The governor's guard stays with him (*Gordon Sent to Friday Harbor*). What came with the field force has its island to clear before it may
//! go elsewhere (*General Graham Arrives*, R09). The expedition marches at the enemy as it lands, and tries again each turn (R48); a card under
//! random event 36 has to send the nearest force at the nearest Mahdist place. Nothing else is done in a round until that has been.

use super::reach::{is_sick, rate, reach};
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::mended::Mended;
use crate::campaign::phase::Phase;
use crate::campaign::round::{Force, Step};
use crate::campaign::state::State;
use crate::pack::{IslandId, SpaceId, SpaceSet, UnitKindId, UnitSet};

/// The governor's guard: whether enough of its kinds stay at `at` when `units` leave; as many as there are, if there are too few.
#[must_use]
pub fn guard_stays(state: &State, at: SpaceId, units: UnitSet) -> bool {
    if !matches!(state.governor().place, GovernorPlace::At(place) if state.pack().map.space_of(place) == at) {
        return true;
    }
    let Some(governor) = &state.pack().leaders.governor else { return true };
    let guards: UnitSet = governor
        .guard_kinds
        .iter()
        .fold(UnitSet::EMPTY, |guards, kind: &UnitKindId| guards.union(state.pack().roster.kinds[kind.index()].all()))
        .intersection(state.units_at(at));
    guards.without(units).len() >= usize::from(governor.guard).min(guards.len())
}

/// As many of the units at a space as may leave it together: all but the governor's guard.
#[must_use]
pub fn may_leave(state: &State, at: SpaceId, units: UnitSet) -> UnitSet {
    units.iter().fold(UnitSet::EMPTY, |leaving, unit| {
        let more = leaving.union(UnitSet::of(unit));
        if guard_stays(state, at, more) { more } else { leaving }
    })
}

/// The island the field force has to clear (*General Graham Arrives*), if there is one.
#[must_use]
pub fn field_forces_island(state: &State) -> Option<IslandId> {
    let field_force = state.pack().leaders.field_force.as_ref()?;
    Some(if state.options().field_force_by_card { field_force.or_clears } else { field_force.clears })
}

/// Whether what came with the field force may enter a space before its work is done: on its island, or a friendly port.
#[must_use]
pub fn field_force_may_enter(state: &State, space: SpaceId) -> bool {
    let map = &state.pack().map;
    field_forces_island(state) == Some(map.island_of_space(space))
        || map.location_at(space).is_some_and(|location| state.control(location).is_held() && map.location(location).is_port())
}

/// Whether the field force's island is cleared and garrisoned: no Mahdist place, and a unit in each (R09).
#[must_use]
pub fn field_forces_work_is_done(state: &State) -> bool {
    let Some(island) = field_forces_island(state) else { return true };
    state
        .pack()
        .map
        .island(island)
        .locations
        .iter()
        .all(|location| state.control(location).is_held() && !state.garrison(location).is_empty())
}

/// Whether some of these units could be sent off from a space: they can move, or could for an Op.
fn could_go(state: &State, space: SpaceId, among: UnitSet) -> bool {
    let there = state.units_at(space).intersection(among);
    if there.is_empty() || is_sick(state, space) || state.is_besieged(space) || state.round().battle_at(space).is_some() {
        return false;
    }
    let fresh = state.round().step() == Step::Choose || (state.round().ops() > 0 && !state.round().activated.contains(space));
    let able: UnitSet = there
        .iter()
        .filter(|unit| state.movement_left(*unit) > 0 || (fresh && !state.round().active.contains(*unit) && rate(state, *unit) > 0))
        .collect();
    let bound = if state.field_force().free { UnitSet::EMPTY } else { state.field_force().units };
    able.without(bound).iter().any(|unit| guard_stays(state, space, UnitSet::of(unit)))
}

/// Who has to attack the enemy before anything else is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attacker {
    /// The expedition: as it lands, or because it has not tried to retake anything this turn.
    Expedition,
    /// Whoever is nearest the enemy (random event 36).
    Nearest,
}

/// Who has to attack the enemy before anything else is done, whether or not they can; nobody in most rounds.
#[must_use]
pub fn attacker(state: &State) -> Option<Attacker> {
    if state.round().expedition_march || expedition_must_march_now(state) {
        return Some(Attacker::Expedition);
    }
    state.round().must_attack.then_some(Attacker::Nearest)
}

/// The spaces from which the enemy has to be attacked before anything else is done; none for most rounds.
#[must_use]
pub fn duty_spaces(state: &State) -> SpaceSet {
    if !matches!(state.phase(), Phase::Action { .. }) || state.round().step() != Step::Operations {
        return SpaceSet::EMPTY;
    }
    match attacker(state) {
        Some(Attacker::Expedition) => spaces_where(state, state.expedition().units),
        Some(Attacker::Nearest) => nearest_attackers(state),
        None => SpaceSet::EMPTY,
    }
}

/// The spaces from which some of these units could be sent at the enemy.
fn spaces_where(state: &State, among: UnitSet) -> SpaceSet {
    rings_of_attackers(state, among).fold(SpaceSet::EMPTY, SpaceSet::union)
}

/// The spaces with a force that could attack, nearest the enemy.
fn nearest_attackers(state: &State) -> SpaceSet {
    rings_of_attackers(state, state.units_ashore()).find(|ring| !ring.is_empty()).unwrap_or(SpaceSet::EMPTY)
}

/// Those spaces ring by ring, from next to the enemy outwards.
fn rings_of_attackers(state: &State, among: UnitSet) -> impl Iterator<Item = SpaceSet> {
    state.rings(state.enemy_spaces()).skip(1).map(move |ring| ring.iter().filter(|space| could_go(state, *space, among)).collect())
}

/// Whether random event 36 can be obeyed.
pub(super) fn attack_is_possible(state: &State) -> bool {
    !nearest_attackers(state).is_empty()
}

pub(super) fn must_still_attack(state: &State) -> bool {
    !duty_spaces(state).is_empty()
}

/// The expedition has not tried to retake anything this turn, this is its last round, and it could.
#[must_use]
pub fn expedition_must_march_now(state: &State) -> bool {
    let expedition = state.expedition();
    let last = matches!(state.phase(), Phase::Action { round } if round >= state.pack().outline.turns.action_rounds);
    last && expedition.arrived > 0
        && !expedition.free
        && !expedition.attempted
        && matches!(state.round().step(), Step::Choose | Step::Operations)
        && rings_of_attackers(state, expedition.units).any(|ring| !ring.is_empty())
}

/// Where a force goes that has to attack: to the nearest Mahdist place, or of the spaces that it can march to those nearest to that.
pub(super) fn at_the_enemy(state: &State, force: &Force) -> SpaceSet {
    let reach = reach(state, force);
    if !state.reads(Mended::AttacksReachTheEnemy) {
        return reach.intersection(closer(state, force.at));
    }
    let enemy = state.enemy_spaces();
    let nearest = state.rings(SpaceSet::of(force.at)).map(|ring| ring.intersection(enemy)).find(|places| !places.is_empty());
    let nearer =
        |goals: SpaceSet| state.rings(goals).take_while(|ring| !ring.contains(force.at)).find_map(|ring| some(ring.intersection(reach)));
    nearest.and_then(nearer).unwrap_or(SpaceSet::EMPTY)
}

/// These, unless there are none.
fn some(spaces: SpaceSet) -> Option<SpaceSet> {
    (!spaces.is_empty()).then_some(spaces)
}

/// The spaces nearer to the enemy than this; none if he cannot be reached.
fn closer(state: &State, from: SpaceId) -> SpaceSet {
    let mut closer = SpaceSet::EMPTY;
    for ring in state.rings(state.enemy_spaces()) {
        if ring.contains(from) {
            return closer;
        }
        closer = closer.union(ring);
    }
    SpaceSet::EMPTY
}

/// Whether the force that is moving has to go at the enemy first.
pub(super) fn has_a_duty(state: &State, force: &Force) -> bool {
    let alone = force.units.is_empty() && state.reads(Mended::AttacksReachTheEnemy);
    !alone && duty_spaces(state).contains(force.at)
}

/// The expedition that goes at the enemy as it lands goes together.
pub(super) fn going_together(state: &State, force: &Force) -> UnitSet {
    let goes = state.round().expedition_march && has_a_duty(state, force) && guard_stays(state, force.at, force.units);
    if goes && state.reads(Mended::AttacksReachTheEnemy) { state.expedition().units } else { UnitSet::EMPTY }
}
