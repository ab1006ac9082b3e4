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

/// What bounds the moves of the side whose turn it is, reckoned once for all its units.
#[derive(Clone, Debug)]
pub struct Bounds {
    side: Side,
    movable: Units,
    hostile: Spaces,
    is_flood: bool,
    /// The spaces in which units of the side stand that count for stacking, with how many.
    crowds: SmallVec<[(SpaceId, usize); 24]>,
}

impl Bounds {
    /// Those of a position.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let side = state.play.side;
        let (own, stacking) = (state.all(side), state.pack.counters.stacking);
        let (mut hostile, mut crowds) = (Spaces::EMPTY, SmallVec::new());
        for (space, here) in (0..).map(SpaceId::at).zip(&state.on) {
            if !here.without(own).is_empty() {
                hostile.insert(space);
            }
            let crowd = here.intersection(own).intersection(stacking);
            if !crowd.is_empty() {
                crowds.push((space, crowd.len()));
            }
        }
        Self { side, movable: movable(state), hostile, is_flood: state.is_flood(), crowds }
    }

    /// The units that can still move.
    #[must_use]
    pub const fn movable(&self) -> Units {
        self.movable
    }

    /// Where these units can move together, and the edge of each step there: the spaces from which the next may be taken.
    fn steps(&self, state: &State, units: Units) -> Result<(Group, SmallVec<[Spaces; 8]>), Refusal> {
        let group = Group::of(state, self, units)?;
        let (mut reached, mut edge) = (Spaces::of(group.from), Spaces::of(group.from));
        let mut edges = SmallVec::new();
        for _ in 0..group.furthest {
            edges.push(edge);
            let next = edge.iter().fold(Spaces::EMPTY, |all, space| all.union(group.next(state, self, space))).without(reached);
            reached = reached.union(next);
            // Entering a space with enemies ends the move; boats pass through, but for those that halt them (K21, 29.10).
            let halts = if group.boats { self.hostile.intersection(state.pack.map.fortresses) } else { self.hostile };
            edge = next.without(halts);
        }
        edges.push(reached);
        Ok((group, edges))
    }

    /// Where these units can move together.
    ///
    /// # Errors
    ///
    /// Why they cannot move together at all.
    pub fn ends(&self, state: &State, units: Units) -> Result<Spaces, Refusal> {
        let (group, edges) = self.steps(state, units)?;
        let mut reached = edges.last().copied().unwrap_or_default();
        reached.remove(group.from);
        // Stacking (9.0), as [`State::has_room`] says it of one space.
        let more = units.intersection(state.pack.counters.stacking).len();
        let full = match state.stack().checked_sub(more) {
            _ if more == 0 => Spaces::EMPTY,
            Some(room) => self.crowds.iter().filter(|(_, crowd)| *crowd > room).map(|(space, _)| *space).collect(),
            None => reached,
        };
        Ok(reached.without(full))
    }
}

/// Units that move together: where they are, how far they go, and by which routes.
struct Group {
    from: SpaceId,
    furthest: u8,
    uses: [bool; 4],
    boats: bool,
}

impl Group {
    fn of(state: &State, bounds: &Bounds, units: Units) -> Result<Self, Refusal> {
        let from = units.first().and_then(|unit| state.where_is(unit)).ok_or(Refusal::NotTogether)?;
        if !units.is_within(bounds.movable) || !units.is_within(state.here(from)) {
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
        let uses = [RouteKind::Road, RouteKind::River, RouteKind::Desert, RouteKind::Sea].map(uses);
        Ok(Self { from, furthest, uses, boats: !boats.is_empty() })
    }

    /// The spaces that the group can enter from one.
    fn next(&self, state: &State, bounds: &Bounds, space: SpaceId) -> Spaces {
        let map = &state.pack.map;
        let Some(kinds) = map.by_kind.get(space.index()) else { return Spaces::EMPTY };
        let next = kinds.iter().zip(self.uses).filter(|(_, uses)| *uses).fold(Spaces::EMPTY, |all, (to, _)| all.union(*to));
        match self.boats && !bounds.is_flood {
            true if map.flood_only.contains(space) => Spaces::EMPTY,
            true => next.without(map.flood_only),
            false => next,
        }
    }
}

/// The ways of these units together.
///
/// # Errors
///
/// Why they cannot move together at all.
pub fn ways(state: &State, units: Units) -> Result<Ways, Refusal> {
    let bounds = Bounds::of(state);
    let (group, edges) = bounds.steps(state, units)?;
    let mut ways = Ways { from: group.from, before: [u8::MAX; Spaces::CAPACITY], ends: bounds.ends(state, units)? };
    let mut reached = Spaces::of(group.from);
    for edge in edges.iter().take(usize::from(group.furthest)) {
        let mut next = Spaces::EMPTY;
        for space in edge.iter() {
            for to in group.next(state, &bounds, space).without(reached).iter() {
                let before = ways.before[to.index()];
                let pair: Spaces = [SpaceId(before), space].into_iter().filter(|one| one.0 != u8::MAX).collect();
                ways.before[to.index()] = preferred(state, bounds.side, pair).unwrap_or(space).0;
                next.insert(to);
            }
        }
        reached = reached.union(next);
    }
    Ok(ways)
}

/// Whether these units may move there together.
///
/// # Errors
///
/// Why not.
pub fn may_move(state: &State, units: Units, to: SpaceId) -> Result<(), Refusal> {
    if Bounds::of(state).ends(state, units)?.contains(to) {
        return Ok(());
    }
    let full = to.index() < state.on.len() && !state.has_room(state.play.side, to, units);
    Err(if full { Refusal::Full } else { Refusal::TooFar })
}

/// The groups in which units of a space are offered to move: each unit, all together, the mounted, all on foot, each boat with whom it takes.
/// Any other group that can move may be ordered too.
#[must_use]
pub fn groups(state: &State, space: SpaceId) -> SmallVec<[Units; 16]> {
    groups_of(state, movable(state).intersection(state.here(space)))
}

/// The groups of these units of one space, all of which can still move.
#[must_use]
pub fn groups_of(state: &State, here: Units) -> SmallVec<[Units; 16]> {
    let counters = &state.pack.counters;
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
