//! 7.0 and 8.0 Movement: who moves, how far and by what routes; boats and whom they carry (29.10, K25); the sea link (29.12); stacking (9.0).

use smallvec::SmallVec;

use super::super::ids::{SpaceId, Spaces, UnitId, Units};
use super::super::pack::cards::Activation;
use super::super::pack::counters::{Class, Contingent};
use super::super::pack::map::RouteKind;
use super::super::refusal::Refusal;
use super::super::state::State;
use super::recruits::preferred;
use crate::tabletop::side::Side;

/// The ways of some units: where they can go, and by what spaces.
#[derive(Clone, Debug)]
pub struct Ways {
    from: SpaceId,
    before: [u8; Spaces::CAPACITY],
    /// Where they can go.
    pub ends: Spaces,
}

impl Ways {
    /// The way to one of the ends: its spaces without the first, with the last.
    #[must_use]
    pub fn to(&self, end: SpaceId) -> SmallVec<[SpaceId; 4]> {
        let mut way = SmallVec::new();
        let mut at = end;
        while at != self.from && way.len() <= Spaces::CAPACITY {
            way.insert(0, at);
            at = SpaceId(self.before.get(at.index()).copied().unwrap_or(self.from.0));
        }
        way
    }
}

/// Who may move and attack in this player turn (29.2, 29.4, K22).
#[must_use]
pub fn active(state: &State) -> Units {
    let counters = &state.pack.counters;
    let of = |contingent: Contingent| {
        let governor = counters.governor.map_or(Units::EMPTY, Units::of);
        counters.contingents[contingent as usize].union(governor)
    };
    match state.play.active {
        None | Some(Activation::Either) => Units::EMPTY,
        Some(Activation::Allied) => of(Contingent::Allied),
        Some(Activation::Native) => of(Contingent::Native),
        Some(Activation::Both) => counters.of[Side::Ours as usize],
        Some(Activation::All) => counters.of[Side::Enemy as usize],
    }
}

/// Whether a boat may enter or leave these two spaces now: some are closed to boats while the river is low (29.11, K26).
#[must_use]
pub fn is_navigable(state: &State, from: SpaceId, to: SpaceId) -> bool {
    state.is_flood() || [from, to].into_iter().all(|space| state.space(space).is_some_and(|row| !row.flood_only))
}

/// Whether a unit by itself may use a route (29.8, 29.9, 29.10, 29.12).
#[must_use]
pub fn may_use(state: &State, unit: UnitId, kind: RouteKind) -> bool {
    let Some(row) = state.unit(unit) else { return false };
    match (kind, row.class) {
        (_, Class::Garrison) => false,
        (_, Class::Boat) => kind == RouteKind::River,
        (RouteKind::Road | RouteKind::River, _) => true,
        (RouteKind::Desert, _) => row.side == Side::Enemy || matches!(row.class, Class::Leader | Class::Camel),
        (RouteKind::Sea, _) => row.side == Side::Ours,
    }
}

/// The units that can still move: those active that have not moved, that are no garrisons, and in whose space no enemy is.
#[must_use]
pub fn movable(state: &State) -> Units {
    let side = state.play.side;
    let ready = active(state).without(state.play.moved).without(state.pack.counters.garrisons);
    state.on.iter().fold(Units::EMPTY, |all, units| {
        let ours = units.intersection(ready);
        if ours.is_empty() || !units.intersection(state.all(side.other())).is_empty() { all } else { all.union(ours) }
    })
}

/// How far a unit goes in this player turn (7.0).
#[must_use]
pub fn allowance(state: &State, unit: UnitId) -> u8 {
    let Some(row) = state.unit(unit) else { return 0 };
    let spaces = state.pack.tables.movement.of(row.class);
    let more = state.card().filter(|card| card.side == row.side).map_or(0, |card| card.allowance);
    if spaces == 0 { 0 } else { spaces.saturating_add(more) }
}

/// The ways of these units together.
///
/// # Errors
///
/// Why they cannot move together at all.
pub fn ways(state: &State, units: Units) -> Result<Ways, Refusal> {
    let side = state.play.side;
    let from = units.first().and_then(|unit| state.where_is(unit)).ok_or(Refusal::NotTogether)?;
    if !units.is_within(movable(state)) || !units.is_within(state.here(from)) {
        return Err(Refusal::NotTogether);
    }
    let boats = units.intersection(state.pack.counters.boats);
    // Whom boats take goes where they go (K25).
    let movers = if boats.is_empty() { units } else { boats };
    if units.without(movers).len() > boats.len() * usize::from(state.pack.tables.boats.carry) {
        return Err(Refusal::TooMany);
    }
    let furthest = movers.iter().map(|unit| allowance(state, unit)).min().unwrap_or(0);
    let uses = |kind: RouteKind| movers.iter().all(|unit| may_use(state, unit, kind));
    let usable = [RouteKind::Road, RouteKind::River, RouteKind::Desert, RouteKind::Sea].map(uses);
    let mut ways = Ways { from, before: [u8::MAX; Spaces::CAPACITY], ends: Spaces::EMPTY };
    let (mut reached, mut edge) = (Spaces::of(from), Spaces::of(from));
    for _ in 0..furthest {
        let mut next = Spaces::EMPTY;
        for space in edge.iter() {
            for (kind, to) in state.pack.map.steps.get(space.index()).into_iter().flatten() {
                if reached.contains(*to) || !usable[*kind as usize] || (!boats.is_empty() && !is_navigable(state, space, *to)) {
                    continue;
                }
                let before = ways.before[to.index()];
                let pair: Spaces = [SpaceId(before), space].into_iter().filter(|one| one.0 != u8::MAX).collect();
                ways.before[to.index()] = preferred(state, side, pair).unwrap_or(space).0;
                next.insert(*to);
            }
        }
        reached = reached.union(next);
        // Entering a space with enemies ends the move; boats pass through, but for those that halt them (K21, 29.10).
        let goes_on = |space: &SpaceId| {
            !state.has(side.other(), *space) || (!boats.is_empty() && state.space(*space).is_some_and(|row| !row.fortress))
        };
        edge = next.iter().filter(goes_on).collect();
    }
    reached.remove(from);
    ways.ends = reached.iter().filter(|to| state.has_room(side, *to, units)).collect();
    Ok(ways)
}

/// Whether these units may move there together.
///
/// # Errors
///
/// Why not.
pub fn may_move(state: &State, units: Units, to: SpaceId) -> Result<(), Refusal> {
    let ways = ways(state, units)?;
    if ways.ends.contains(to) {
        return Ok(());
    }
    let full = to.index() < state.on.len() && !state.has_room(state.play.side, to, units);
    Err(if full { Refusal::Full } else { Refusal::TooFar })
}

/// The groups in which units of a space are offered to move: each unit, all together, the mounted, all on foot, each boat with whom it takes.
/// Any other group that can move may be ordered too.
#[must_use]
pub fn groups(state: &State, space: SpaceId) -> SmallVec<[Units; 16]> {
    let counters = &state.pack.counters;
    let here = movable(state).intersection(state.here(space));
    let mut groups: SmallVec<[Units; 16]> = here.iter().map(Units::of).collect();
    let land = here.without(counters.boats);
    let boats = here.intersection(counters.boats);
    let mut add = |units: Units| {
        if units.len() > 1 && !groups.contains(&units) {
            groups.push(units);
        }
    };
    add(land);
    add(land.intersection(counters.mounted));
    add(land.without(counters.mounted));
    add(land.intersection(counters.leaders.union(counters.mounted)));
    let mut strongest: SmallVec<[UnitId; 16]> = land.iter().collect();
    strongest.sort_by_key(|unit| std::cmp::Reverse(state.unit(*unit).map_or(0, |row| row.strength)));
    for boats in boats.iter().map(Units::of).chain([boats]) {
        let carried = boats.len() * usize::from(state.pack.tables.boats.carry);
        add(boats.union(strongest.iter().take(carried).copied().collect()));
    }
    groups
}
