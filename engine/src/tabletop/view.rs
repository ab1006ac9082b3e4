//! What a seat sees: the battle without the other side's Heroic Leadership cards, its ambushes, and what it has told its units to do.

use super::event::Event;
use super::heroic::{HeroicCounts, HeroicHand};
use super::order::CombatCards;
use super::phase::{Actor, Phase};
use super::plan::{Plan, Start};
use super::rules::deployment::first_formation;
use super::seat::Seat;
use super::side::Side;
use super::square::Square;
use super::state::State;
use super::unit::{Place, UnitId};

/// A battle as a seat sees it. What it may not see is not in it: of the other side's hand the number of cards alone, those cards being
/// among the undealt; its hidden units lie in the first square of where they may be; nobody on it has an instruction, nor it a standing order
/// about cards in combats, and none of its hidden units one to act on its own, nor the gain of the
/// formation it is in.
#[derive(Clone, PartialEq, Debug)]
pub struct View(State);

impl View {
    /// What is seen.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.0
    }
}

/// What a seat sees of a battle; the umpire everything, nobody's seat what both sides see.
#[must_use]
pub fn view(state: &State, seat: Option<Seat>) -> View {
    let mut seen = state.clone();
    for side in Side::BOTH {
        if seat == Some(Seat::Umpire) || seat.and_then(Seat::side) == Some(side) {
            continue;
        }
        let hand = seen.heroic.hands[side as usize];
        seen.heroic.undealt = seen.heroic.undealt.and(hand.cards);
        seen.heroic.hands[side as usize] = HeroicHand { cards: HeroicCounts::default(), unseen: hand.len() };
        let position = &seen.position;
        seen.instructions.retain(|(unit, _)| position.unit(*unit).side != side);
        seen.sides[side as usize].combat_cards = CombatCards::Ask;
        let hidden: Vec<UnitId> = seen.position.all().filter(|unit| seen.unit(*unit).side == side && seen.unit(*unit).hidden).collect();
        for unit in hidden {
            seen.on_their_own.remove(unit);
            if let Phase::Acting(active) = &mut seen.phase
                && active.actor == Actor::Unit(unit)
            {
                active.gain = 0;
            }
            let facing = seen.plan.as_ref().map_or(seen.unit(unit).facing, |plan| plan.side(side).facing);
            let square = seen.plan.as_ref().map_or(Square::new(0, 0), |plan| start(plan, unit));
            let troop = seen.position.troop(unit);
            let formation = seen.plan.as_ref().and_then(|plan| first_formation(troop, Place::Board, plan.side(side)));
            if let Some(of) = seen.position.units.get_mut(unit.index()) {
                (of.square, of.facing, of.formation) = (square, facing, formation);
            }
        }
    }
    View(seen)
}

fn start(plan: &Plan, unit: UnitId) -> Square {
    let area = plan.start_of(unit).map(Start::area);
    area.and_then(|area| area.squares().next()).unwrap_or(Square::new(0, 0))
}

/// What a seat may see of an event.
#[must_use]
pub fn shown(state: &State, event: &Event, seat: Option<Seat>) -> Option<Event> {
    let sees = |side: Side| seat == Some(Seat::Umpire) || seat.and_then(Seat::side) == Some(side);
    match event {
        Event::Activated { unit, roll, .. } if state.unit(*unit).hidden && !sees(state.unit(*unit).side) => {
            Some(Event::Activated { unit: *unit, roll: roll.clone(), gain: 0 })
        }
        Event::HeroicDealt { side, .. } if !sees(*side) => Some(Event::HeroicDealt { side: *side, card: None, roll: None }),
        Event::CombatCards { side, .. } if !sees(*side) => None,
        Event::Instructed { units, .. } if units.iter().any(|unit| !sees(state.unit(*unit).side)) => None,
        Event::Placed { unit, .. } | Event::Coordinated { unit, .. } if state.unit(*unit).hidden && !sees(state.unit(*unit).side) => None,
        Event::SetUp { plan, options, units } => {
            let mut units = units.clone();
            for (place, unit) in units.iter_mut().enumerate() {
                if unit.hidden && !sees(unit.side) {
                    (unit.square, unit.facing) = (start(plan, UnitId::at(place)), plan.side(unit.side).facing);
                }
            }
            Some(Event::SetUp { plan: plan.clone(), options: *options, units })
        }
        _ => Some(event.clone()),
    }
}
