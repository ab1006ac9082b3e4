//! *Turn sequence*, step 4: hand-to-hand combats are fought, square by square from the far left, row by row (N02).
//!
//! Before the dice each side may play 'Hand-to-hand fighting!' for a unit with which a Leader shares the square, the side that charged
//! first, openly. It is asked wherever what both sides see allows it, a Leader there and a card in the hand, whichever card that is.
//! After the dice a card is turned for each Leader in the combat. The winner stays (T41), a loser who cannot fall back at all too (N01).

use smallvec::SmallVec;

use super::combat::{self, Ending, Fighter};
use super::losses::{fall_back, leaders_take, lose_figures, overrun};
use crate::tabletop::event::{Event, Units};
use crate::tabletop::heroic::Heroic;
use crate::tabletop::order::CombatCards;
use crate::tabletop::phase::{Phase, Question, Step};
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::square::{Aspect, Square};
use crate::tabletop::state::{Contact, State};
use crate::tabletop::unit::UnitId;

/// Whether a side may play a card for its unit in a combat, as both sides see it.
fn may_play(state: &State, unit: UnitId) -> bool {
    let side = state.unit(unit).side;
    !state.heroic.hands[side as usize].is_empty() && state.leaders_with(unit).next().is_some()
}

/// Goes on with the combats of the turn until a side is asked for a card or all have been fought.
pub(in crate::tabletop) fn go_on(proceedings: &mut Proceedings<'_>) {
    while let Some(square) = proceedings.state.next_combat() {
        let Some(contact) = proceedings.state.contact_in(square).copied() else { return };
        for (place, unit) in contact.units().into_iter().enumerate() {
            if contact.answered[place] || !may_play(proceedings.state, unit) {
                continue;
            }
            let side = proceedings.state.unit(unit).side;
            match proceedings.state.side(side).combat_cards {
                CombatCards::Ask => {
                    proceedings.note(Event::Asked(Question::CombatCard { square, side }));
                    return;
                }
                CombatCards::Always if proceedings.state.heroic.hands[side as usize].cards.of(Heroic::Fighting) > 0 => {
                    proceedings.note(Event::CardPlayed { side, card: Heroic::Fighting, unit });
                }
                CombatCards::Always | CombatCards::Never => {}
            }
        }
        fight(proceedings, square);
        if proceedings.state.contact_in(square).is_some_and(|contact| !contact.fought) {
            // Nothing that fights stands there: such a combat is left as it is.
            break;
        }
    }
    if proceedings.state.phase == Phase::Playing {
        proceedings.note(Event::StepBegan(Step::Impetuous));
    }
}

fn fight(proceedings: &mut Proceedings<'_>, square: Square) {
    let Some(contact) = proceedings.state.contact_in(square).copied() else { return };
    let fighters = [
        Fighter { unit: contact.charger, struck: Aspect::Front, cards: contact.cards[0] },
        Fighter { unit: contact.charged, struck: contact.struck, cards: contact.cards[1] },
    ];
    let Some(combat) = combat::fight(&proceedings.state.position, fighters, proceedings.dice) else { return };
    let ending = combat.ending;
    let leaders: SmallVec<[bool; 2]> = {
        proceedings.note(Event::Fought { square, combat });
        contact.units().into_iter().map(|unit| leaders_take(proceedings, unit)).collect()
    };
    if let Ending::Lost { loser, by } = ending {
        let taken = leaders[usize::from(loser == contact.charged)];
        lose(proceedings, &contact, loser, by, taken);
    }
    overrun(proceedings, square);
}

fn lose(proceedings: &mut Proceedings<'_>, contact: &Contact, loser: UnitId, by: i16, leader_takes: bool) {
    let was_disorganised = combat::is_disorganised(&proceedings.state.position, loser);
    let toll = combat::toll(&proceedings.state.position.pack.tables.hand_to_hand, by, was_disorganised);
    let there = leader_takes || toll.figures == 0 || lose_figures(proceedings, loser, toll.figures);
    if !there {
        return;
    }
    let away = if loser == contact.charged { contact.way } else { contact.way.opposite() };
    let with: Units = proceedings.state.beside(loser).collect();
    let retreat = fall_back(proceedings, loser, (contact.square, away), toll.falls_back, with);
    if retreat.is_there && toll.disorganised && !leader_takes && !proceedings.state.unit(loser).disorganised {
        proceedings.note(Event::Disorganised(loser));
    }
}

#[cfg(test)]
mod tests;
