//! What each event makes true.

use super::cards::CardId;
use super::event::Event;
use super::order::Standing;
use super::region::Region;
use super::state::{Army, Conflict, Phase, State, Travel};
use crate::tabletop::side::Side;

impl State {
    fn of(&mut self, side: Side) -> &mut Army {
        &mut self.armies[side as usize]
    }

    fn conflict(&mut self, change: impl FnOnce(&mut Conflict)) {
        if let Phase::Conflict(conflict) = &mut self.phase {
            change(conflict);
        }
    }

    /// Makes an event true.
    pub(super) fn make_true(&mut self, event: &Event) {
        match event {
            Event::SetUp(options) => (self.options, self.phase) = (*options, Phase::Beginning),
            Event::TurnBegan(turn) => (self.turn, self.phase) = (*turn, Phase::Relief),
            Event::Shuffled(side) => {
                let army = self.of(*side);
                army.deck = army.deck.and(&army.discards);
                army.discards = super::cards::Cards::NONE;
            }
            Event::Drew { side, card, .. } => {
                let army = self.of(*side);
                match card {
                    Some(card) => {
                        army.deck.take(*card);
                        army.hand.cards.add(*card, 1);
                    }
                    None => army.hand.unseen += 1,
                }
            }
            Event::Relieving { side, cards } => self.of(*side).relief = Some(cards.unwrap_or_default()),
            Event::Discarded { side, cards } => {
                let army = self.of(*side);
                army.relief = None;
                cards.iter().for_each(|card| from_hand(army, card));
                army.discards = army.discards.and(cards);
            }
            Event::Contested { contest, high: Some(high), .. } => self.ordered(*contest, *high),
            Event::Contested { high: None, .. } => {}
            Event::Laid { side, card, region } => {
                let army = self.of(*side);
                match card {
                    Some(card) => {
                        from_hand(army, *card);
                        army.laid[*region as usize].cards.add(*card, 1);
                    }
                    None => {
                        army.hand.unseen = army.hand.unseen.saturating_sub(1);
                        army.laid[*region as usize].unseen += 1;
                    }
                }
            }
            Event::Deployed(side) => self.phase = if *side == self.last { Phase::Revealing } else { Phase::Deploying(self.last) },
            Event::Revealed(laid) => {
                for (army, laid) in self.armies.iter_mut().zip(laid.iter()) {
                    for (region, cards) in Region::ALL.into_iter().zip(laid) {
                        let pile = std::mem::take(&mut army.laid[region as usize]);
                        if pile.unseen > 0 {
                            // Seen from the other side they were among the deck's.
                            for card in cards.iter() {
                                army.deck.take(card);
                            }
                        }
                        army.ready[region as usize] = army.ready[region as usize].and(cards);
                    }
                }
            }
            Event::MarchRolled { side, roll } => {
                self.travel = Travel { die: roll.sum().try_into().unwrap_or(0), ..Travel::default() };
                self.phase = Phase::Travelling(*side);
            }
            Event::MovementPlayed { side, card } => {
                let army = self.of(*side);
                from_hand(army, *card);
                army.discards.add(*card, 1);
                self.travel.card = Some(*card);
            }
            Event::Marched { side, card, from, to } => {
                let free = self.card(*side, *card).is_some_and(|card| card.arm.moves_free());
                let border = self.pack.border(*from, *to).filter(|_| !free);
                if let Some(marched) = border.and_then(|border| self.travel.marched.get_mut(border)) {
                    *marched += 1;
                }
                let army = self.of(*side);
                army.ready[*from as usize].take(*card);
                army.moved[*to as usize].add(*card, 1);
            }
            Event::Travelled(side) => {
                let army = self.of(*side);
                for region in Region::ALL {
                    let moved = std::mem::take(&mut army.moved[region as usize]);
                    army.ready[region as usize] = army.ready[region as usize].and(&moved);
                }
                self.travel = Travel::default();
                self.phase = if *side == self.last { Phase::Regions(0) } else { Phase::Marching(self.last) };
            }
            Event::Unopposed { region, taken } | Event::ConflictEnded { region, taken } => self.settle(*region, *taken),
            Event::ConflictBegan(region) => self.phase = Phase::Conflict(Conflict::new(*region)),
            Event::Declared { side, card, face_down: true } => {
                self.conflict(|conflict| conflict.face_down[*side as usize] = Some(*card));
            }
            Event::Declared { side, card, face_down: false } => self.declare(*side, *card),
            Event::Unveiled(cards) => {
                self.declare(Side::Ours, cards[0]);
                self.declare(Side::Enemy, cards[1]);
                self.conflict(|conflict| conflict.face_down = [None; 2]);
            }
            Event::Advantage { side, .. } => {
                self.conflict(|conflict| {
                    (conflict.advantage, conflict.is_counted_again, conflict.by_die) = (Some(*side), false, None);
                });
            }
            Event::ConflictRolled(_) => {}
            Event::MustLose(side) => self.conflict(|conflict| conflict.loser = Some(*side)),
            Event::Lost { side, card, .. } => {
                let again = self.options.advantage_again;
                self.conflict(|conflict| {
                    conflict.loser = None;
                    conflict.is_counted_again = again;
                });
                if let Phase::Conflict(Conflict { region, .. }) = self.phase {
                    let army = self.of(*side);
                    army.ready[region as usize].take(*card);
                    army.discards.add(*card, 1);
                }
            }
            Event::Stands { side, what: Standing::Pass, on } => self.of(*side).passes = *on,
            Event::Stands { side, what: Standing::WeakestFalls, on } => self.of(*side).weakest_falls = *on,
            Event::Seated { side, player } => self.players[*side as usize] = *player,
            Event::Ended(outcome) => self.phase = Phase::Over(*outcome),
        }
    }

    fn declare(&mut self, side: Side, card: Option<CardId>) {
        if let Some(card) = card {
            from_hand(self.of(side), card);
        }
        self.conflict(|conflict| conflict.declared[side as usize] = Some(card));
    }

    /// A region is done with for this turn: its Tactics are discarded.
    fn settle(&mut self, region: Region, taken: Option<Side>) {
        if let Phase::Conflict(conflict) = self.phase {
            for (army, declared) in self.armies.iter_mut().zip(conflict.declared) {
                if let Some(card) = declared.flatten() {
                    army.discards.add(card, 1);
                }
            }
        }
        if taken.is_some() {
            self.control[region as usize] = taken;
        }
        self.phase = Phase::Regions(region as u8 + 1);
    }
}

/// A card leaves the hand; seen from the other side it comes out of what was unseen.
fn from_hand(army: &mut Army, card: CardId) {
    if !army.hand.cards.take(card) && army.hand.unseen > 0 {
        army.hand.unseen -= 1;
        army.deck.take(card);
    }
}
