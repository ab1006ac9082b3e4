//! 13.0 to 18.0 Battle: superiority, rounds, fire, panic, elite units, breaking off, the end.

use smallvec::SmallVec;

use super::super::battle::{Battle, Step};
use super::super::event::{Cause, Effect, Event, Hit, Shot};
use super::super::ids::{SpaceId, UnitId, Units};
use super::super::options::BreakOff;
use super::super::pack::tables::{TerrainRow, Tie};
use super::super::proceedings::{Proceedings, SIDES, face};
use super::super::roll::{Modifier, Purpose, Reason, Roll};
use super::super::state::State;
use super::{losses, retreat, supply};
use crate::dice::DiceSpec;
use crate::tabletop::side::Side;

/// The row of the table of terrain effects for a battle.
#[must_use]
pub fn ground(state: &State, battle: &Battle) -> TerrainRow {
    *state.pack.tables.terrain.of(state.terrain(battle.space))
}

/// How many rounds a battle has at the most (13.2).
#[must_use]
pub fn rounds(state: &State) -> u8 {
    let battle = &state.pack.tables.battle;
    if state.options.more_rounds { battle.more_rounds } else { battle.rounds }
}

/// The units of a side in a battle that have not panicked.
#[must_use]
pub fn steady(state: &State, battle: &Battle, side: Side) -> Units {
    state.units(side, battle.space).without(battle.panicked)
}

/// The fire value of a unit in a battle, and what it is made of beside its strength (13.3).
#[must_use]
pub fn fire_value(state: &State, battle: &Battle, unit: UnitId) -> (u8, SmallVec<[Modifier; 2]>) {
    let tables = &state.pack.tables.battle;
    let strength = state.unit(unit).map_or(1, |row| row.strength);
    let mut modifiers = SmallVec::new();
    let mut add = |reason: Reason, add: i8| {
        if add != 0 {
            modifiers.push(Modifier { reason, add });
        }
    };
    if state.side_of(unit) == battle.attacker {
        add(Reason::Terrain, ground(state, battle).attackers_fire);
    }
    if battle.unsupplied.contains(unit) {
        add(Reason::Unsupplied, tables.fire_unsupplied);
    }
    for card in state.effects.iter().flatten().filter_map(|card| state.pack.card(*card)) {
        if card.fire.0.contains(unit) {
            add(Reason::Card, card.fire.1);
        }
    }
    let value = modifiers.iter().map(|modifier: &Modifier| modifier.add).fold(strength as i8, i8::saturating_add);
    (value.clamp(tables.least_fire, tables.most_fire).unsigned_abs(), modifiers)
}

/// What a side adds to its die for superiority (13.1).
#[must_use]
pub fn superiority_modifiers(state: &State, battle: &Battle, side: Side) -> SmallVec<[Modifier; 2]> {
    let (tables, counters) = (&state.pack.tables.battle, &state.pack.counters);
    let (own, other) = (state.units(side, battle.space), state.units(side.other(), battle.space));
    let any = |units: Units, wanted: Units| !units.intersection(wanted).is_empty();
    let reasons = [
        (any(own, counters.leaders), Reason::Leader, tables.leader),
        (any(own, counters.mounted) && !any(other, counters.mounted), Reason::Mounted, tables.mounted),
        (any(own, battle.unsupplied), Reason::Unsupplied, tables.superiority_unsupplied),
    ];
    reasons.into_iter().filter(|(holds, ..)| *holds).map(|(_, reason, add)| Modifier { reason, add }).collect()
}

/// Who has superiority in a tie (29.15).
#[must_use]
pub fn wins_tie(state: &State, battle: &Battle) -> Side {
    match ground(state, battle).tie {
        Tie::Defender => battle.attacker.other(),
        Tie::Ours => Side::Ours,
        Tie::Enemy => Side::Enemy,
    }
}

/// Who has superiority without dice: the side whose card says so (K35).
#[must_use]
pub fn certain_superiority(state: &State) -> Option<Side> {
    state.card().filter(|card| card.superiority).map(|card| card.side)
}

/// What a hit that does not eliminate does to a unit, before an elite unit's die (14.0, 29.7).
#[must_use]
pub fn panic(state: &State, battle: &Battle, unit: UnitId) -> Effect {
    let side = state.side_of(unit);
    if battle.panicked.contains(unit) {
        return Effect::Dies;
    }
    if side != battle.attacker && ground(state, battle).ignores_panic {
        return Effect::Ignored;
    }
    let governed = state.pack.counters.governor.is_some_and(|governor| state.units(side, battle.space).contains(governor));
    if state.unit(unit).is_some_and(|row| row.eliminates) && !governed { Effect::Breaks } else { Effect::Panics }
}

/// The units of a side that can break off: those unpanicked of the classes that do (29.16); nobody who has landed (K20).
#[must_use]
pub fn can_break_off(state: &State, battle: &Battle, side: Side) -> Units {
    if battle.landing && side == Side::Ours {
        return Units::EMPTY;
    }
    steady(state, battle, side).intersection(state.pack.counters.break_off)
}

/// Whether a side is outmatched: the fire values of its unpanicked units add up to less than half the other's (K29).
#[must_use]
pub fn is_outmatched(state: &State, battle: &Battle, side: Side) -> bool {
    let sum = |side: Side| steady(state, battle, side).iter().map(|unit| u16::from(fire_value(state, battle, unit).0)).sum::<u16>();
    sum(side) * 2 < sum(side.other())
}

/// The side that is asked whether it breaks off (K29, K41).
#[must_use]
pub fn asked(state: &State) -> Option<Side> {
    let battle = state.battle.as_ref()?;
    let Step::BreakOff(side) = battle.step else { return None };
    let is_asked = state.stands[side as usize] == BreakOff::Ask;
    (is_asked && !can_break_off(state, battle, side).is_empty()).then_some(side)
}

/// A battle begins: supply is judged (21.3).
pub(in super::super) fn begin(proceedings: &mut Proceedings<'_>, space: SpaceId) {
    let state = &*proceedings.state;
    let attacker = state.play.side;
    let landing = !state.play.landed.intersection(state.here(space)).is_empty();
    let unsupplied = supply::unsupplied(state, space, attacker);
    proceedings.note(Event::BattleBegan { space, attacker, landing, unsupplied });
}

/// Goes a step on with a battle in which nobody is asked.
pub(in super::super) fn step(proceedings: &mut Proceedings<'_>, battle: &Battle) {
    match battle.step {
        Step::Superiority => superiority(proceedings, battle),
        Step::Fire(side) => fire(proceedings, battle, side),
        Step::BreakOff(side) => {
            let state = &*proceedings.state;
            let can = can_break_off(state, battle, side);
            let goes = match state.stands[side as usize] {
                BreakOff::WhenOutmatched => can,
                BreakOff::LeadersWhenOutmatched => can.intersection(state.pack.counters.leaders),
                BreakOff::Stand | BreakOff::Ask => Units::EMPTY,
            };
            let goes = if !goes.is_empty() && is_outmatched(state, battle, side) { goes } else { Units::EMPTY };
            break_off(proceedings, side, goes);
        }
        Step::Leave(_) | Step::Rout(_) if !battle.going.is_empty() => retreat::by_default(proceedings),
        Step::Leave(side) => after_leaving(proceedings, battle, side),
        Step::Rout(side) => proceedings.note(Event::BattleEnded { space: battle.space, winner: side.other() }),
    }
}

/// These units break off, or none.
pub(in super::super) fn break_off(proceedings: &mut Proceedings<'_>, side: Side, units: Units) {
    if units.is_empty() {
        if let Some(battle) = proceedings.state.battle {
            after_leaving(proceedings, &battle, side);
        }
    } else {
        proceedings.note(Event::BrokeOff { side, units });
    }
}

/// A side with nobody unpanicked left has lost; else the other may break off, and then a round begins (13.4, 18.0).
fn after_leaving(proceedings: &mut Proceedings<'_>, battle: &Battle, side: Side) {
    if steady(proceedings.state, battle, side).is_empty() {
        proceedings.note(Event::Lost(side));
    } else if side == battle.attacker {
        proceedings.note(Event::Fought(Step::BreakOff(side.other())));
    } else {
        proceedings.note(Event::RoundBegan(battle.round + 1));
        proceedings.note(Event::Fought(Step::Fire(battle.superior.unwrap_or(battle.attacker))));
    }
}

/// Both throw, unless a card has settled it; ties go by the table (13.1, 29.15).
fn superiority(proceedings: &mut Proceedings<'_>, battle: &Battle) {
    let certain = certain_superiority(proceedings.state);
    let side = certain.unwrap_or_else(|| {
        let rolls = Side::BOTH.map(|side| {
            let mut roll = Roll::new(Purpose::Superiority(side), DiceSpec { count: 1, sides: SIDES });
            roll.modifiers = superiority_modifiers(proceedings.state, battle, side);
            proceedings.throw_for(roll)
        });
        let [ours, enemy] = [rolls[0].total(), rolls[1].total()];
        let side = match ours.cmp(&enemy) {
            std::cmp::Ordering::Greater => Side::Ours,
            std::cmp::Ordering::Less => Side::Enemy,
            std::cmp::Ordering::Equal => wins_tie(proceedings.state, battle),
        };
        proceedings.note(Event::Superiority { side, rolls: Some(Box::new(rolls)), tie: ours == enemy });
        side
    });
    if certain.is_some() {
        proceedings.note(Event::Superiority { side, rolls: None, tie: false });
    }
    proceedings.note(Event::RoundBegan(1));
    proceedings.note(Event::Fought(Step::Fire(side)));
}

/// A side fires, and the results take effect (13.2).
fn fire(proceedings: &mut Proceedings<'_>, battle: &Battle, side: Side) {
    let other = side.other();
    for unit in steady(proceedings.state, battle, side).iter() {
        if proceedings.state.has(other, battle.space) {
            shoot(proceedings, unit, other);
        }
    }
    let Some(battle) = &proceedings.state.battle else { return };
    let next = if steady(proceedings.state, battle, other).is_empty() {
        Event::Lost(other)
    } else if battle.superior == Some(side) {
        Event::Fought(Step::Fire(other))
    } else if battle.round >= rounds(proceedings.state) {
        Event::Lost(battle.attacker)
    } else {
        Event::Fought(Step::BreakOff(battle.attacker))
    };
    proceedings.note(next);
}

/// A unit fires: its die, the lot, the elite unit's die (13.3, K27).
fn shoot(proceedings: &mut Proceedings<'_>, unit: UnitId, other: Side) {
    let Some(battle) = proceedings.state.battle else { return };
    let (value, modifiers) = fire_value(proceedings.state, &battle, unit);
    let roll = proceedings.throw(Purpose::Fire(unit));
    let shown = face(&roll);
    let (eliminates, elite) = (proceedings.state.pack.tables.battle.eliminates, proceedings.state.pack.tables.battle.elite);
    let mut hit = None;
    if shown <= value {
        let state = &*proceedings.state;
        let steady = steady(state, &battle, other);
        let candidates = if steady.is_empty() { state.units(other, battle.space) } else { steady };
        let (place, lot) = proceedings.choose(Purpose::Lot, candidates.len());
        if let Some(struck) = candidates.nth(place) {
            let state = &*proceedings.state;
            let mut effect = if shown <= eliminates { Effect::Dies } else { panic(state, &battle, struck) };
            let mut die = None;
            if matches!(effect, Effect::Panics | Effect::Breaks) && state.unit(struck).is_some_and(|row| row.elite) {
                let roll = proceedings.throw(Purpose::Elite(struck));
                if face(&roll) <= elite {
                    effect = Effect::Stands;
                }
                die = Some(roll);
            }
            hit = Some(Hit { unit: struck, lot, elite: die, effect });
        }
    }
    let done = hit.as_ref().map(|hit| (hit.unit, hit.effect));
    proceedings.note(Event::Fired(Box::new(Shot { unit, value, modifiers, roll, hit })));
    match done {
        Some((struck, Effect::Panics)) => proceedings.note(Event::Panicked(struck)),
        Some((struck, Effect::Dies)) => losses::die(proceedings, struck, Cause::Fire),
        Some((struck, Effect::Breaks)) => losses::die(proceedings, struck, Cause::Panic),
        Some((_, Effect::Stands | Effect::Ignored)) | None => {}
    }
}
