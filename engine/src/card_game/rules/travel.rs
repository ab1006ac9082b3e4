//! Travel: units march over borders.

use crate::card_game::cards::CardId;
use crate::card_game::pack::{Arm, Card};
use crate::card_game::refusal::Refusal;
use crate::card_game::region::Region;
use crate::card_game::state::{State, Travel};
use crate::tabletop::side::Side;

/// Whether a Movement card leads over a border (C06).
fn leads_over(state: &State, card: &Card, one: Region, other: Region) -> bool {
    let west = card.ways_if_west.as_ref().filter(|_| state.options.river_in_the_west);
    west.unwrap_or(&card.ways).iter().any(|way| *way == [one, other] || *way == [other, one])
}

/// Whether the die and the Movement card suffice for what has marched: the card carries what goes over its ways, the die the rest (C06).
fn suffices(state: &State, side: Side, travel: &Travel) -> bool {
    let card = travel.card.and_then(|card| state.card(side, card));
    let (mut on_ways, mut off) = (0_u8, 0_u8);
    for (border, marched) in state.pack.borders().iter().zip(travel.marched) {
        match card {
            Some(card) if leads_over(state, card, border[0], border[1]) => on_ways += marched,
            _ => off += marched,
        }
    }
    off + on_ways.saturating_sub(card.map_or(0, |card| card.moves)) <= travel.die
}

/// Whether the die and the Movement card suffice for what has marched and one unit more over this border; without a border, for what has
/// marched alone.
pub(in crate::card_game) fn carries(state: &State, side: Side, border: Option<usize>) -> bool {
    let mut travel = state.travel;
    if let Some(marched) = border.and_then(|border| travel.marched.get_mut(border)) {
        *marched += 1;
    }
    suffices(state, side, &travel)
}

/// Whether a unit may cross this border and stand beyond it, whatever carries it; gives back its row.
///
/// # Errors
///
/// Why not.
pub(in crate::card_game) fn may_go(state: &State, side: Side, card: CardId, from: Region, to: Region) -> Result<&Card, Refusal> {
    let Some(row) = state.card(side, card).filter(|row| row.arm.is_unit()) else { return Err(Refusal::WrongKind) };
    if state.army(side).ready[from as usize].of(card) == 0 {
        return Err(Refusal::NoUnit);
    }
    if state.pack.border(from, to).is_none() {
        return Err(Refusal::NotAdjacent);
    }
    if !state.pack.may_enter(row.arm, to) {
        return Err(Refusal::Closed);
    }
    if state.is_full(side, to, row.arm) { Err(Refusal::Full) } else { Ok(row) }
}

/// Whether a side may move a unit so: one region a turn (C04), cavalry and boats for free (C15).
///
/// # Errors
///
/// Why not.
pub fn may_march(state: &State, side: Side, card: CardId, from: Region, to: Region) -> Result<(), Refusal> {
    let row = may_go(state, side, card, from, to)?;
    let border = state.pack.border(from, to).filter(|_| !row.arm.moves_free());
    if carries(state, side, border) { Ok(()) } else { Err(Refusal::NoMoves) }
}

/// Whether a side may play a Movement card: one a turn (C06).
///
/// # Errors
///
/// Why not.
pub fn may_play(state: &State, side: Side, card: CardId) -> Result<(), Refusal> {
    if state.card(side, card).is_none_or(|row| row.arm != Arm::Movement) {
        return Err(Refusal::WrongKind);
    }
    if state.travel.card.is_some() {
        return Err(Refusal::OneMovement);
    }
    if state.army(side).hand.cards.of(card) == 0 { Err(Refusal::NoCard) } else { Ok(()) }
}
