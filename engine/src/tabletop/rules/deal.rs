//! *Turn sequence*, steps 1 to 3: the deal.
//!
//! Each unit and each Leader is dealt a card, except those locked in combat, impetuous or disorganised ones, those of a side that knows of
//! no enemy, boats that lie still, and units aboard of others (T47). A Leader's card serves all whom they coordinate: those of their side in their square and the adjacent
//! ones, unless they are to act on their own (N03) or lie in ambush (N06). King, Queen and Jack bring a Leader's side a Heroic Leadership card, up to three.

use super::losses::draw;
use crate::dice::DiceSpec;
use crate::tabletop::cards::{Cards, PlayingCard};
use crate::tabletop::event::{Event, Units};
use crate::tabletop::mended::Mended;
use crate::tabletop::pack::Arm;
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::side::Side;
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, UnitId};
use crate::tabletop::unit_set::UnitSet;

/// The least of a D6 on which a unit that wakes slowly acts (N07).
const ROUSED: i16 = 5;

/// Whether a unit that wakes slowly acts.
pub(in crate::tabletop) fn is_roused(roll: &Roll) -> bool {
    roll.total() >= ROUSED
}

/// Whether a unit may be dealt a card this turn, on its own or through its Leader.
#[must_use]
pub fn may_act(state: &State, unit: UnitId, turn: u8) -> bool {
    let of = state.unit(unit);
    let there = match of.place {
        Place::Board => !state.still.has(unit),
        Place::Waiting => from_turn(state, unit) <= turn && !state.side(of.side).breaks_off,
        Place::Aboard(boat) => {
            let is_leader = state.position.troop(unit).arm == Arm::Leader;
            state.still.has(boat) || (is_leader && state.reads(Mended::LeadersAboardAreDealt))
        }
        Place::Left | Place::Lost => false,
    };
    there && !of.disorganised && !of.impetuous && !state.side(of.side).asleep && !state.drowsy.has(unit) && !state.is_locked(unit)
}

/// Whether a boat lies still for the complete turn: it was dealt no card for that reason, and so has not moved and will not.
pub(super) fn lies_still(state: &State, boat: UnitId) -> bool {
    state.still.has(boat) && !state.acted.has(boat) && !state.dealt.iter().any(|dealt| dealt.unit == boat)
}

/// Whether who is aboard a boat goes ashore at all: a Leader is dealt a card aboard a boat under way too, and stays aboard then.
#[must_use]
pub fn can_land(state: &State, unit: UnitId, boat: UnitId) -> bool {
    let is_leader = state.position.troop(unit).arm == Arm::Leader;
    !is_leader || !state.reads(Mended::LeadersAboardAreDealt) || lies_still(state, boat)
}

/// The first turn on which a unit may come on.
fn from_turn(state: &State, unit: UnitId) -> u8 {
    state.plan.as_ref().and_then(|plan| plan.force_of(unit)).map_or(1, |(_, force)| force.from_turn)
}

/// Those whom a Leader coordinates: friends in their square and adjacent ones who may act and are not to act on their own; no boats, no Leaders.
/// A card is dealt face up: with whom it is shared would tell where an ambush lies, so nobody in one shares one (N06).
#[must_use]
pub fn coordinated(state: &State, leader: UnitId, turn: u8) -> UnitSet {
    let of = state.unit(leader);
    let own_cards = state.reads(Mended::AmbushesTellNothing);
    if !of.is_on_board() || (own_cards && of.hidden) {
        return UnitSet::NONE;
    }
    let near = |unit: &UnitId| {
        let square = state.unit(*unit).square;
        square == of.square || square.is_adjacent_to(of.square)
    };
    let leads = |unit: &UnitId| {
        let arm = state.position.troop(*unit).arm;
        let is_seen = !own_cards || !state.unit(*unit).hidden;
        is_seen && arm != Arm::Leader && !arm.is_boat() && !state.on_their_own.has(*unit) && may_act(state, *unit, turn)
    };
    state.position.of(of.side).filter(near).filter(leads).collect()
}

/// How many packs a turn's deal needs (T44).
fn packs(state: &State, turn: u8) -> u8 {
    let units = state.position.all().filter(|unit| may_act(state, *unit, turn)).count();
    if units > usize::from(Cards::packs(1, false).len()) { 2 } else { 1 }
}

/// A turn begins, and its cards are shuffled.
pub(in crate::tabletop) fn begin_turn(proceedings: &mut Proceedings<'_>) {
    let turn = proceedings.state.turn.saturating_add(1);
    let packs = packs(proceedings.state, turn);
    proceedings.note(Event::TurnBegan { turn, packs });
}

/// Deals this turn's cards.
pub(in crate::tabletop) fn deal(proceedings: &mut Proceedings<'_>) {
    rouse(proceedings);
    let turn = proceedings.state.turn;
    let mut covered = UnitSet::NONE;
    let mut groups: smallvec::SmallVec<[(UnitId, UnitSet); 4]> = smallvec::SmallVec::new();
    for side in Side::BOTH {
        for leader in proceedings.state.leaders(side) {
            if may_act(proceedings.state, leader, turn) {
                let group: UnitSet = coordinated(proceedings.state, leader, turn).iter().filter(|unit| !covered.has(*unit)).collect();
                group.iter().for_each(|unit| covered.insert(unit));
                groups.push((leader, group));
            }
        }
    }
    // Whom the joker wakes is dealt from the next turn (T61).
    let awake: UnitSet = proceedings.state.position.all().filter(|unit| may_act(proceedings.state, *unit, turn)).collect();
    for unit in awake.iter() {
        if !covered.has(unit) {
            let group = groups.iter().find(|(leader, _)| *leader == unit).map_or(UnitSet::NONE, |(_, group)| *group);
            deal_to(proceedings, unit, group);
        }
    }
}

/// On the turn after it woke, a side that wakes slowly throws for each of its units (N07).
fn rouse(proceedings: &mut Proceedings<'_>) {
    let Some(asleep) = proceedings.state.plan.as_ref().and_then(|plan| plan.asleep.clone()) else { return };
    let woke = proceedings.state.side(asleep.side).woke;
    let turn = proceedings.state.turn;
    if !asleep.slowly || woke.is_none_or(|woke| woke + 1 != turn) {
        return;
    }
    for unit in proceedings.state.position.all() {
        if proceedings.state.unit(unit).side == asleep.side && may_act(proceedings.state, unit, turn) {
            let roll = proceedings.dice.throw(Roll::new(Purpose::Rousing(unit), DiceSpec { count: 1, sides: 6 }), 1);
            proceedings.note(Event::Roused { unit, roll });
        }
    }
}

fn deal_to(proceedings: &mut Proceedings<'_>, unit: UnitId, group: UnitSet) {
    let Some((card, roll)) = draw(proceedings, Purpose::PlayingCard(unit)) else { return };
    let with: Units = if card == PlayingCard::JOKER { Units::new() } else { group.iter().collect() };
    proceedings.note(Event::Dealt { unit, card, roll, with });
    let side = proceedings.state.unit(unit).side;
    if card == PlayingCard::JOKER {
        // Shown; the sleepers know, and the unit is dealt another card (T61).
        if proceedings.state.side(side.other()).asleep {
            proceedings.note(Event::Woke(side.other()));
        }
        deal_to(proceedings, unit, group);
    } else if card.is_court() && proceedings.state.position.troop(unit).arm == Arm::Leader {
        deal_heroic(proceedings, side);
    }
}

/// Deals a side a Heroic Leadership card, unless its hand is full. The discards are shuffled when none is left.
pub(in crate::tabletop) fn deal_heroic(proceedings: &mut Proceedings<'_>, side: Side) {
    if proceedings.state.heroic.hands[side as usize].len() >= proceedings.state.position.pack.heroic.hand {
        return;
    }
    if proceedings.state.heroic.undealt.is_empty() {
        if proceedings.state.heroic.discards.is_empty() {
            return;
        }
        proceedings.note(Event::HeroicShuffled);
    }
    let undealt = proceedings.state.heroic.undealt;
    let dice = DiceSpec { count: 1, sides: undealt.len() };
    let roll = proceedings.dice.throw(Roll::new(Purpose::HeroicCard(side), dice), 1);
    let card = undealt.nth(u8::try_from(roll.sum() - 1).unwrap_or(0));
    proceedings.note(Event::HeroicDealt { side, card, roll: Some(roll) });
}

/// A side wakes if this is what wakes it.
pub(in crate::tabletop) fn wake(proceedings: &mut Proceedings<'_>, side: Side, by: impl Fn(&Waking) -> bool) {
    let asleep = proceedings.state.side(side).asleep;
    let wakes = proceedings.state.plan.as_ref().and_then(|plan| plan.asleep.as_ref()).is_some_and(|plan| plan.woken_by.iter().any(by));
    if asleep && wakes {
        proceedings.note(Event::Woke(side));
    }
}

#[cfg(test)]
mod tests;
