//! Chances of a conflict before its dice are thrown, exact: how it ends as it stands, and with each Tactics card that a side may play, by
//! what the other side may hold.
//!
//! What the other side holds is reckoned from what a seat sees: its hand is so many of the cards that are not seen, each hand as likely as
//! any other. Where the Advantage is counted again after each loss (C13) the weakest unit is taken to fall first, as by the standing order;
//! where a die says which unit falls, each as likely as any other (C12).

mod by_die;
mod table;

use super::cards::CardId;
use super::options::WipedOut;
use super::rules::conflict::{asked, fits, force, weakest};
use super::state::{Conflict, Phase, State};
use super::view::View;
use crate::odds::{Fraction, Spread};
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;
pub use table::{Ending, EndsBy};
use table::{Table, shares};

/// The chances of a Tactics card, or of none, for the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TacticsChances {
    /// The card; none is a pass.
    pub card: Option<CardId>,
    /// That the side controls the region afterwards if the other side plays nothing more.
    pub unanswered: Fraction,
    /// That it does if the other side, where it still may, plays the best card that it holds by chance and that takes the Advantage.
    pub answered: Fraction,
    /// That the other side holds such a card.
    pub may_be_answered: Fraction,
}

/// How likely each ending of the conflict that is fought is if nobody plays another Tactics card; `None` if none is fought. While a side is
/// asked which unit it loses, the weakest is taken to be it.
#[must_use]
pub fn conflict(state: &State) -> Option<Spread<Ending>> {
    let Phase::Conflict(fought) = state.phase else { return None };
    Some(spread(&Field::of(state, &fought), state, &fought))
}

/// What each Tactics card that a side may play in the conflict is worth to it, and a pass, first of all; nothing where it is not asked.
#[must_use]
pub fn tactics(view: &View, side: Side) -> Vec<TacticsChances> {
    let state = view.state();
    let Phase::Conflict(fought) = state.phase else { return Vec::new() };
    if fought.loser.is_some() || !asked(state, &fought).contains(&side) {
        return Vec::new();
    }
    let held = state.army(side).hand.cards;
    let cards = held.each().map(|(card, _)| card).filter(|card| fits(state, side, *card, fought.region).is_ok()).map(Some);
    std::iter::once(None).chain(cards).map(|card| chances(state, &fought, side, card)).collect()
}

/// The same for whoever holds a seat; nothing for the umpire, who plays no cards.
#[must_use]
pub fn tactics_of(view: &View, seat: Seat) -> Vec<TacticsChances> {
    seat.side().map_or_else(Vec::new, |side| tactics(view, side))
}

/// The chances of a card by what the other side may answer.
fn chances(state: &State, fought: &Conflict, side: Side, card: Option<CardId>) -> TacticsChances {
    let other = side.other();
    let mut field = Field::of(state, fought);
    field.tactics[side as usize] = card_force(state, side, card);
    let controls = |field: &Field| spread(field, state, fought).chance(|ending| ending.controls() == Some(side));
    let unanswered = controls(&field);
    let closed = TacticsChances { card, unanswered, answered: unanswered, may_be_answered: Fraction::ZERO };
    if fought.declared[other as usize].is_some() {
        return closed;
    }
    // By their force the cards that could be an answer, and with each what is left to the side that asks.
    let unseen = state.army(other).deck.and(&state.army(other).hand.cards);
    let hand = state.army(other).hand.len();
    let mut answers: Vec<(u16, u32)> = Vec::new();
    for (answer, count) in unseen.each().filter(|(answer, _)| fits(state, other, *answer, fought.region).is_ok()) {
        let adds = card_force(state, other, Some(answer));
        match answers.iter_mut().find(|(force, _)| *force == adds) {
            Some((_, all)) => *all += u32::from(count),
            None => answers.push((adds, count.into())),
        }
    }
    answers.sort_by(|one, other| other.cmp(one));
    let (mut answered, mut better, mut none_better, mut may) = (Fraction::ZERO, 0, Fraction::ONE, Fraction::ZERO);
    for (adds, count) in answers {
        let mut with = field;
        with.tactics[other as usize] = adds;
        let left = controls(&with);
        if left >= unanswered {
            continue;
        }
        let none = misses(unseen.len().into(), better + count, hand);
        let this = less(none_better, none);
        answered = answered + this * left;
        may = may + this;
        (better, none_better) = (better + count, none);
    }
    TacticsChances { answered: answered + none_better * unanswered, may_be_answered: may, ..closed }
}

fn card_force(state: &State, side: Side, card: Option<CardId>) -> u16 {
    card.and_then(|card| state.card(side, card)).map_or(0, |row| row.force.into())
}

/// That a hand of so many out of so many cards has none of so many.
#[must_use]
pub fn misses(cards: u32, wanted: u32, hand: u8) -> Fraction {
    let dealt = |place: u32| Fraction::new(cards.saturating_sub(wanted + place).into(), cards.saturating_sub(place).into());
    (0..u32::from(hand).min(cards)).fold(Fraction::ONE, |all, place| all * dealt(place))
}

/// One chance less another that is no greater.
fn less(one: Fraction, other: Fraction) -> Fraction {
    (one.rest() + other).rest()
}

/// The forces of both sides as their units fall, weakest first.
#[derive(Clone, Copy)]
struct Field {
    tactics: [u16; 2],
}

impl Field {
    fn of(state: &State, fought: &Conflict) -> Self {
        Self { tactics: Side::BOTH.map(|side| card_force(state, side, fought.declared[side as usize].flatten())) }
    }
}

/// The force of a side with so many units left, for each number from none to all, the weakest fallen first.
fn ladder(state: &State, side: Side, fought: &Conflict) -> Vec<u16> {
    let mut state = state.clone();
    let mut forces = vec![force(&state, side, fought.region)];
    while let Some(card) = weakest(&state, side, &state.units(side, fought.region)) {
        let army = &mut state.armies[side as usize];
        if !army.ready[fought.region as usize].take(card) {
            army.moved[fought.region as usize].take(card);
        }
        forces.push(force(&state, side, fought.region));
    }
    forces.reverse();
    forces
}

/// The force that a side has on the whole with so many units left, by its force with none to all.
fn means(ladder: &[u16]) -> Vec<u16> {
    let (full, units) = (ladder.last().copied().unwrap_or(0), ladder.len().saturating_sub(1).max(1));
    (0..ladder.len()).map(|left| (usize::from(full) * left / units) as u16).collect()
}

/// How likely each ending is.
fn spread(field: &Field, state: &State, fought: &Conflict) -> Spread<Ending> {
    let ladders = Side::BOTH.map(|side| ladder(state, side, fought));
    // A loss that is due counts, whichever unit its owner says.
    let due = |side: Side| usize::from(fought.loser == Some(side));
    let most = Side::BOTH.map(|side| ladders[side as usize].len().saturating_sub(1 + due(side)));
    let again = state.options.advantage_again;
    let has_ended = most.contains(&0) && state.options.wiped_out != WipedOut::RollOn;
    let is_counted_again = fought.is_counted_again || (again && fought.loser.is_some());
    let table = Table { state, fought, again };
    let any_may_fall = again && state.options.random_losses;
    if any_may_fall
        && !has_ended
        && let Some(spread) = by_die::spread(&table, field.tactics, is_counted_again)
    {
        return spread;
    }
    // Where hosts are too great for that, each unit that falls is taken for one of their mean force.
    let ladders = if any_may_fall { ladders.map(|ladder| means(&ladder)) } else { ladders };
    let by_forces = |units: [usize; 2]| -> [Fraction; 2] {
        let forces = [0, 1].map(|side: usize| ladders[side].get(units[side]).copied().unwrap_or(0) + field.tactics[side]);
        shares(forces, state.holder(fought.region)).map(|halves| Fraction::new(halves, 2))
    };
    let now = match fought.advantage.filter(|_| has_ended || !is_counted_again) {
        Some(Side::Ours) => [Fraction::ONE, Fraction::ZERO],
        Some(Side::Enemy) => [Fraction::ZERO, Fraction::ONE],
        None => by_forces(most),
    };
    // By the units left of both and who has the Advantage: how it ends. The fewest units come first.
    let mut ends: Vec<Vec<[Spread<Ending>; 2]>> = Vec::with_capacity(most[0] + 1);
    for ours in 0..=most[0] {
        let mut row: Vec<[Spread<Ending>; 2]> = Vec::with_capacity(most[1] + 1);
        for enemy in 0..=most[1] {
            let cell = Side::BOTH.map(|advantage| {
                let before = |units: [usize; 2], same: Side| -> Spread<Ending> {
                    let known =
                        if units[0] == ours { row.get(units[1]) } else { ends.get(units[0]).and_then(|row: &Vec<_>| row.get(units[1])) };
                    let Some(cell) = known else { return Spread::certain(table.fallen(advantage, units[advantage as usize] == 0)) };
                    if again { mixed(cell, by_forces(units)) } else { cell[same as usize].clone() }
                };
                table.ends([ours, enemy], advantage, before)
            });
            row.push(cell);
        }
        ends.push(row);
    }
    let cell = ends.last().and_then(|row| row.last());
    cell.map_or_else(|| Spread::certain(table.fallen(Side::Ours, most[Side::Ours as usize] == 0)), |cell| mixed(cell, now))
}

/// Two spreads, each with its share.
fn mixed(cell: &[Spread<Ending>; 2], shares: [Fraction; 2]) -> Spread<Ending> {
    let parts = cell.iter().zip(shares).filter(|(_, share)| !share.is_zero());
    parts.flat_map(|(spread, share)| spread.iter().map(move |(ending, chance)| (*ending, chance * share))).collect()
}

#[cfg(test)]
mod tests;
