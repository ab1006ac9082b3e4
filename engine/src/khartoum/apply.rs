//! What each event makes true.

use super::battle::{Battle, Step};
use super::event::{Event, Placing};
use super::ids::{Spaces, UnitId, Units};
use super::phase::{Phase, Place};
use super::proceedings::face;
use super::state::{Hand, PlayerTurn, State};
use crate::tabletop::side::Side;

impl State {
    fn hand(&mut self, side: Side) -> &mut Hand {
        &mut self.hands[side as usize]
    }

    fn fighting(&mut self, change: impl FnOnce(&mut Battle)) {
        if let Some(battle) = &mut self.battle {
            change(battle);
        }
    }

    /// Puts a unit somewhere, from wherever it was.
    pub fn put(&mut self, unit: UnitId, place: Place) {
        let enemy = self.side_of(unit) == Side::Enemy;
        let Some(is) = self.places.get_mut(unit.index()) else { return };
        let was = std::mem::replace(is, place);
        if let Place::On(space) = was
            && let (Some(units), Some(top)) = (self.on.get_mut(space.index()), self.tops.get_mut(space.index()))
        {
            units.remove(unit);
            *top = top.filter(|top| *top != unit);
            if enemy {
                self.changed.insert(space);
            }
        }
        if let Place::On(space) = place
            && let Some(units) = self.on.get_mut(space.index())
        {
            units.insert(unit);
            if enemy {
                self.changed.insert(space);
            }
        }
    }

    /// Makes an event true.
    pub(super) fn make_true(&mut self, event: &Event) {
        match event {
            Event::SetUp(options) => (self.options, self.stands) = (*options, [options.break_off; 2]),
            Event::Went(phase) => self.phase = *phase,
            Event::TurnBegan(turn) => (self.turn, self.effects) = (*turn, [None; 2]),
            Event::PlayerTurnBegan(side) => self.play = PlayerTurn::new(*side),
            Event::Placed { unit, at, why, .. } => {
                if let Some(unit) = *unit {
                    self.placed(unit, *why);
                    self.put(unit, Place::On(*at));
                }
            }
            Event::Drew { side, card, .. } => {
                if let Some(card) = card {
                    self.hand(*side).deck.remove(*card);
                }
                self.play.drawn = *card;
            }
            Event::PutAside { side, card } => {
                if let Some(card) = card {
                    self.hand(*side).held.insert(*card);
                }
                self.play.drawn = None;
            }
            Event::Played { side, card, holds, towns } => {
                self.hand(*side).held.remove(*card);
                (self.play.drawn, self.play.card, self.play.towns) = (None, Some(*card), *towns);
                self.effects[*side as usize] = holds.then_some(*card);
            }
            Event::Skipped { .. } => self.play.skipped = true,
            Event::Reshuffled { side, card, .. } => {
                let hand = self.hand(*side);
                hand.discards.remove(*card);
                hand.removed.remove(*card);
                hand.deck.insert(*card);
                hand.mixed = true;
            }
            Event::Disposed { side, card, removed } => {
                self.play.card = None;
                let hand = self.hand(*side);
                if *removed { hand.removed.insert(*card) } else { hand.discards.insert(*card) }
            }
            Event::Converting(unit) => self.play.garrison = self.where_is(*unit).map(|space| (*unit, space)),
            Event::Converted { garrison, unit, at } => {
                self.play.garrison = None;
                self.put(*garrison, Place::InBox);
                self.put(*unit, Place::On(*at));
            }
            Event::EffectDone => {
                (self.play.garrison, self.play.misled, self.play.astray, self.play.guides) = (None, Spaces::EMPTY, Units::EMPTY, None);
            }
            Event::Misleading { spaces, units } => (self.play.misled, self.play.astray) = (*spaces, *units),
            Event::GuidesRolled { space, roll, .. } => {
                self.play.misled.remove(*space);
                self.play.guides = Some((*space, face(roll)));
            }
            Event::Led { units, to, .. } => {
                self.play.guides = None;
                self.play.astray = self.play.astray.without(*units);
                units.iter().for_each(|unit| self.put(unit, Place::On(*to)));
            }
            Event::DrewRecruit { unit, .. } => {
                if let Some(unit) = unit {
                    self.play.recruits.insert(*unit);
                }
            }
            Event::StayedInBox { unit } => {
                if let Some(unit) = unit {
                    self.play.recruits.remove(*unit);
                }
            }
            Event::Named { units, again } => {
                (self.play.recruits, self.play.again) = (*units, *again);
                if let Some(card) = self.play.card {
                    self.brought.insert(card);
                }
            }
            Event::NativesOffered(count) => self.play.natives = *count,
            Event::Chose { unit, .. } => self.play.chosen = Some(*unit),
            Event::Forwent(unit) => {
                self.placed(*unit, Placing::Recruit);
                self.put(*unit, Place::Eliminated);
            }
            Event::RecruitsDone(_) => {
                (self.play.recruits, self.play.again, self.play.natives, self.play.chosen) = (Units::EMPTY, 0, 0, None);
            }
            Event::Activated(activation) => self.play.active = Some(*activation),
            Event::Moved { units, from, way, .. } => {
                let (Some(units), Some(to)) = (units, way.last()) else { return };
                let last = way.len().checked_sub(2).and_then(|place| way.get(place)).unwrap_or(from);
                for unit in units.iter() {
                    self.put(unit, Place::On(*to));
                    self.play.came.push((unit, *last));
                }
                self.play.moved = self.play.moved.union(*units);
            }
            Event::BattlesInOrder => self.play.in_order = true,
            Event::BattleBegan { space, attacker, landing, unsupplied } => {
                let entered = self.units(*attacker, *space).iter().filter_map(|unit| self.came_from(unit)).collect();
                self.battle = Some(Battle { entered, ..Battle::new(*space, *attacker, *landing, *unsupplied) });
            }
            Event::Superiority { side, .. } => self.fighting(|battle| battle.superior = Some(*side)),
            Event::RoundBegan(round) => self.fighting(|battle| battle.round = *round),
            Event::Fought(step) => self.fighting(|battle| battle.step = *step),
            Event::Panicked(unit) => self.fighting(|battle| battle.panicked.insert(*unit)),
            Event::BrokeOff { side, units } => {
                self.fighting(|battle| (battle.going, battle.step) = (*units, Step::Leave(*side)));
            }
            Event::Lost(side) => {
                let going = self.battle.map_or(Units::EMPTY, |battle| self.units(*side, battle.space));
                self.fighting(|battle| (battle.going, battle.step) = (going, Step::Rout(*side)));
            }
            Event::Retreated { unit, to } => {
                self.left(*unit);
                self.put(*unit, Place::On(*to));
            }
            Event::BattleEnded { .. } => self.battle = None,
            Event::Died { unit, to, .. } => {
                self.left(*unit);
                self.put(*unit, *to);
            }
            Event::Topped { unit, at } => {
                if let Some(top) = self.tops.get_mut(at.index()) {
                    *top = Some(*unit);
                }
            }
            Event::StacksDone => self.changed = Spaces::EMPTY,
            Event::Stands { side, what } => self.stands[*side as usize] = *what,
            Event::Seated { side, player } => self.players[*side as usize] = *player,
            Event::Ended(outcome) => self.phase = Phase::Over(*outcome),
            Event::Summoned { .. } | Event::Fired(_) | Event::ReturnRolled { .. } | Event::Attrition { .. } => {}
        }
    }

    /// A recruit has its place, and counts as one of those that were allowed.
    fn placed(&mut self, unit: UnitId, why: Placing) {
        let play = &mut self.play;
        let was_chosen = play.chosen == Some(unit);
        if play.recruits.contains(unit) {
            play.recruits.remove(unit);
            if was_chosen {
                play.again = play.again.saturating_sub(1);
                if play.again == 0 {
                    play.recruits = Units::EMPTY;
                }
            }
        } else if was_chosen {
            play.natives = play.natives.saturating_sub(1);
        }
        if was_chosen {
            play.chosen = None;
        }
        if why == Placing::Landing {
            play.landed.insert(unit);
        }
        if why == Placing::Recruit && play.side == Side::Enemy {
            play.arrived.insert(unit);
        }
    }

    /// A unit is no part of the battle any more.
    fn left(&mut self, unit: UnitId) {
        self.fighting(|battle| {
            battle.going.remove(unit);
            battle.panicked.remove(unit);
        });
    }
}
