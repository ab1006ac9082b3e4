//! 19.0 Retreat: where units go that break off or have lost (K26, K30).

use super::super::battle::{Battle, Step};
use super::super::event::{Cause, Event};
use super::super::ids::{SpaceId, Spaces, UnitId, Units};
use super::super::mended::Mended;
use super::super::proceedings::Proceedings;
use super::super::state::State;
use super::movement::{is_navigable, may_use};
use super::{losses, recruits};
use crate::tabletop::side::Side;

/// Where a unit of a battle can retreat to: attackers to the space from which they entered; where that is barred or full, and all others, to
/// an adjacent space by a route they may use, without enemies, and for defenders not one from which an attacker entered, also one who is
/// lost or has broken off since (19.0).
#[must_use]
pub fn spaces(state: &State, battle: &Battle, unit: UnitId) -> Spaces {
    let side = state.side_of(unit);
    let boat = state.pack.counters.boats.contains(unit);
    let is_open = |to: SpaceId| {
        !state.has(side.other(), to) && state.has_room(side, to, Units::of(unit)) && (!boat || is_navigable(state, battle.space, to))
    };
    let attacks = side == battle.attacker;
    if attacks && let Some(from) = state.came_from(unit).filter(|from| is_open(*from)) {
        return Spaces::of(from);
    }
    let entered: Spaces = if attacks {
        Spaces::EMPTY
    } else if state.reads(Mended::NotWhereAnyAttackerEntered) {
        battle.entered
    } else {
        state.units(battle.attacker, battle.space).iter().filter_map(|attacker| state.came_from(attacker)).collect()
    };
    let steps = state.pack.map.steps.get(battle.space.index()).into_iter().flatten();
    steps.filter(|(kind, to)| may_use(state, unit, *kind) && is_open(*to) && !entered.contains(*to)).map(|(_, to)| *to).collect()
}

/// The next unit that retreats, and where it can.
#[must_use]
pub fn next(state: &State) -> Option<(UnitId, Spaces)> {
    let battle = state.battle.as_ref().filter(|battle| battle.leaving().is_some())?;
    let unit = battle.going.first()?;
    Some((unit, spaces(state, battle, unit)))
}

/// Who is asked where a unit retreats to: its owner, where there is more than one space (K30).
#[must_use]
pub fn asked(state: &State) -> Option<Side> {
    let (unit, spaces) = next(state)?;
    (spaces.len() > 1 && !state.options.umpire_retreats && !falls(state, unit)).then(|| state.side_of(unit))
}

/// Whether a unit that would have to retreat is lost: a garrison (29.3), and whoever has landed and lost (29.13).
#[must_use]
pub fn falls(state: &State, unit: UnitId) -> bool {
    let lands = state.battle.is_some_and(|battle| battle.landing && battle.step == Step::Rout(Side::Ours));
    lands || state.pack.counters.garrisons.contains(unit)
}

/// The next unit retreats by default, or is lost.
pub(in super::super) fn by_default(proceedings: &mut Proceedings<'_>) {
    let Some((unit, spaces)) = next(proceedings.state) else { return };
    let state = &*proceedings.state;
    if falls(state, unit) {
        let garrison = state.pack.counters.garrisons.contains(unit);
        losses::die(proceedings, unit, if garrison { Cause::Retreat } else { Cause::Landing });
        return;
    }
    match recruits::preferred(state, state.side_of(unit), spaces) {
        Some(to) => proceedings.note(Event::Retreated { unit, to }),
        None => losses::die(proceedings, unit, Cause::Retreat),
    }
}
