//! 6.0 and 28.0 Recruits: by lot, by name, of the player's choice; where they are placed; landings (29.13); the chief's return (29.5).

use super::super::event::{Event, Placing};
use super::super::ids::{SpaceId, Spaces, UnitId, Units};
use super::super::mended::Mended;
use super::super::pack::counters::{Contingent, Role};
use super::super::phase::{Phase, Place};
use super::super::proceedings::Proceedings;
use super::super::roll::Purpose;
use super::super::state::State;
use super::losses;
use crate::tabletop::side::Side;

/// Where a recruit may be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spots {
    /// Without enemies.
    pub free: Spaces,
    /// Ports with enemies, on which it would land (29.13).
    pub landing: Spaces,
}

impl Spots {
    /// All.
    #[must_use]
    pub const fn all(self) -> Spaces {
        self.free.union(self.landing)
    }
}

/// What the recruiting side is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where this unit is placed.
    Where(UnitId, Spots),
    /// Which of these comes next, if any.
    Which(Units),
    /// Nothing.
    Nothing,
}

/// Where a recruit of the side whose turn it is may be placed (28.0, 29.13, K19).
#[must_use]
pub fn spots(state: &State, unit: UnitId) -> Spots {
    let side = state.side_of(unit);
    let has_room = |space: &SpaceId| state.has_room(side, *space, Units::of(unit));
    let is_free = |space: &SpaceId| !state.has(side.other(), *space) && has_room(space);
    let map = &state.pack.map;
    let counters = &state.pack.counters;
    let named = state.card().map(|card| card.recruit_named).unwrap_or_default();
    let Some(row) = state.unit(unit) else { return Spots::default() };
    if side == Side::Enemy {
        let anywhere = state.card().is_some_and(|card| card.recruit_by_lot.anywhere);
        let with_chief = counters.chief.and_then(|chief| state.where_is(chief)).map_or(Spaces::EMPTY, Spaces::of);
        let spaces = if anywhere { Spaces::up_to(state.on.len()) } else { state.play.towns.union(with_chief) };
        return Spots { free: spaces.iter().filter(is_free).collect(), landing: Spaces::EMPTY };
    }
    if counters.garrisons.contains(unit) {
        let garrisoned = |space: &SpaceId| !state.here(*space).intersection(counters.garrisons).is_empty();
        let at_home = |space: &SpaceId| row.home.is_none_or(|home| home == *space);
        let spaces = state.play.towns.iter().filter(|space| at_home(space) && !garrisoned(space) && is_free(space));
        return Spots { free: spaces.collect(), landing: Spaces::EMPTY };
    }
    let is_named = named.units.contains(unit);
    let towns = if is_named { map.recruits.union(named.also) } else { map.recruits };
    let occupied = towns.intersection(state.play.towns);
    if counters.boats.contains(unit) {
        let spaces = occupied.intersection(map.river).without(map.ports);
        return Spots { free: spaces.iter().filter(is_free).collect(), landing: Spaces::EMPTY };
    }
    let lands = row.contingent == Some(Contingent::Allied) || row.role == Some(Role::Governor);
    let ports = if lands { map.ports } else { Spaces::EMPTY };
    let landing = ports.iter().filter(|space| state.has(Side::Enemy, *space) && has_room(space)).collect();
    Spots { free: occupied.union(ports).iter().filter(is_free).collect(), landing }
}

/// What the recruiting side is asked now.
#[must_use]
pub fn question(state: &State) -> Question {
    let play = &state.play;
    if let Some(unit) = play.chosen {
        return Question::Where(unit, spots(state, unit));
    }
    if play.again == 0
        && let Some(unit) = play.recruits.first()
    {
        return Question::Where(unit, spots(state, unit));
    }
    let natives = if play.natives > 0 {
        state.boxed(Side::Ours).intersection(state.pack.counters.contingents[Contingent::Native as usize])
    } else {
        Units::EMPTY
    };
    let offered = if play.again > 0 { play.recruits.union(natives) } else { natives };
    let offered: Units = offered.iter().filter(|unit| !spots(state, *unit).all().is_empty()).collect();
    if offered.is_empty() { Question::Nothing } else { Question::Which(offered) }
}

/// Whether a question leaves a choice.
#[must_use]
pub fn is_open(question: &Question) -> bool {
    match question {
        Question::Where(_, spots) => spots.free.len() > 1 || !spots.landing.is_empty(),
        Question::Which(_) => true,
        Question::Nothing => false,
    }
}

/// Of several spaces the one that is taken by default: one with own units, then a town, then map order (K30).
#[must_use]
pub fn preferred(state: &State, side: Side, spaces: Spaces) -> Option<SpaceId> {
    spaces.iter().min_by_key(|space| (!state.has(side, *space), !state.is_town(*space), *space))
}

/// Recruits come: by lot, by name, or of the player's choice.
pub(in super::super) fn begin(proceedings: &mut Proceedings<'_>) {
    let Some(card) = proceedings.state.card() else {
        return proceedings.note(Event::Went(Phase::Returning));
    };
    let (lot, named, natives) = (card.recruit_by_lot.units, card.recruit_named.units, card.recruit_native);
    for _ in 0..lot {
        let from = proceedings.state.boxed(Side::Enemy).without(proceedings.state.play.recruits);
        if from.is_empty() {
            break;
        }
        let (place, roll) = proceedings.choose(Purpose::Recruit, from.len());
        proceedings.note(Event::DrewRecruit { unit: from.nth(place), roll });
    }
    if !named.is_empty() {
        let state = &*proceedings.state;
        let again = state.play.card.is_some_and(|card| state.brought.contains(card));
        let wanted = if again { Place::Eliminated } else { Place::InBox };
        // Who dies out of the game never comes again, also if they are among the eliminated because they did not land (K04).
        let never = |unit: UnitId| again && losses::goes_to(state, unit) == Place::Out && state.reads(Mended::GovernorNeverAgain);
        let units: Units = named.iter().filter(|unit| state.place(*unit) == wanted && !never(*unit)).collect();
        let again = if again && !units.is_empty() { state.pack.tables.again } else { 0 };
        proceedings.note(Event::Named { units, again });
    }
    if natives > 0 {
        proceedings.note(Event::NativesOffered(natives));
    }
    proceedings.note(Event::Went(Phase::Recruiting));
}

/// A recruit is placed, or the chief returns.
pub(in super::super) fn place(proceedings: &mut Proceedings<'_>, unit: UnitId, at: SpaceId) {
    let state = &*proceedings.state;
    let side = state.side_of(unit);
    let why = if state.phase == Phase::Returning {
        Placing::Return
    } else if state.has(side.other(), at) {
        Placing::Landing
    } else {
        Placing::Recruit
    };
    proceedings.note(Event::Placed { side, unit: Some(unit), at, why });
}

/// A unit that has no space, or forgoes the only ones: ours from overseas go to the eliminated, others stay in their box (K17, K18).
pub(in super::super) fn forgo(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    if proceedings.state.side_of(unit) == Side::Enemy {
        proceedings.note(Event::StayedInBox { unit: Some(unit) });
    } else {
        proceedings.note(Event::Forwent(unit));
    }
}

/// Goes on where the side has no choice.
pub(in super::super) fn go_on(proceedings: &mut Proceedings<'_>) {
    match question(proceedings.state) {
        Question::Where(unit, spots) => match spots.free.first() {
            Some(at) => place(proceedings, unit, at),
            None => forgo(proceedings, unit),
        },
        Question::Which(_) | Question::Nothing => done(proceedings),
    }
}

/// Answers what is asked by default: the strongest units, to the spaces preferred; nobody lands on an enemy.
pub(in super::super) fn by_default(proceedings: &mut Proceedings<'_>) {
    let state = &*proceedings.state;
    let side = state.play.side;
    match question(state) {
        Question::Where(unit, spots) => match preferred(state, side, spots.free) {
            Some(at) => place(proceedings, unit, at),
            None => forgo(proceedings, unit),
        },
        Question::Which(units) => {
            let can = units.iter().filter(|unit| !spots(state, *unit).free.is_empty());
            match can.min_by_key(|unit| std::cmp::Reverse(state.unit(*unit).map_or(0, |row| row.strength))) {
                Some(unit) => proceedings.note(Event::Chose { side, unit }),
                None => done(proceedings),
            }
        }
        Question::Nothing => done(proceedings),
    }
}

/// No more recruits are taken.
pub(in super::super) fn done(proceedings: &mut Proceedings<'_>) {
    let side = proceedings.state.play.side;
    proceedings.note(Event::RecruitsDone(side));
    proceedings.note(Event::Went(Phase::Returning));
}

/// The chief, if due in this player turn, and the spaces without ours to return to (29.5).
#[must_use]
pub fn returning(state: &State) -> Option<(UnitId, Spaces)> {
    let chief = state.pack.counters.chief?;
    let due = matches!(state.place(chief), Place::Away(turn) if turn <= state.turn);
    let spaces: Spaces =
        state.spaces().filter(|space| !state.has(Side::Ours, *space) && state.has_room(Side::Enemy, *space, Units::of(chief))).collect();
    (due && state.play.side == Side::Enemy && !spaces.is_empty()).then_some((chief, spaces))
}
