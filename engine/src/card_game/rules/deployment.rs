//! Deploy: unit cards are laid face down.

use crate::card_game::cards::CardId;
use crate::card_game::options::Like;
use crate::card_game::refusal::Refusal;
use crate::card_game::region::Region;
use crate::card_game::state::State;
use crate::tabletop::side::Side;

/// Whether a region takes a card at all, like or unlike: it is open to the side (C05), boats never in the west, one Leader and one Flag.
fn takes(state: &State, side: Side, card: CardId, region: Region) -> Result<(), Refusal> {
    let Some(row) = state.card(side, card).filter(|row| row.arm.is_unit()) else { return Err(Refusal::WrongKind) };
    if !state.pack.region(region).deploys.contains(&side) || !state.pack.may_enter(row.arm, region) {
        return Err(Refusal::Closed);
    }
    if state.is_full(side, region, row.arm) { Err(Refusal::Full) } else { Ok(()) }
}

/// Whether a region holds a unit like this one, or got one this turn (C03).
fn has_like(state: &State, side: Side, card: CardId, region: Region) -> bool {
    let (army, place) = (state.army(side), region as usize);
    let here = [&army.ready[place], &army.moved[place], &army.laid[place].cards];
    match state.options.like {
        Like::Name => here.into_iter().any(|cards| cards.of(card) > 0),
        Like::Type => here.into_iter().any(|cards| !cards.is_empty() && cards.each().any(|(other, _)| state.alike(side, card, other))),
        Like::Off => false,
    }
}

/// Whether a side may lay a card there: like units with like if possible, Leaders and Flags exempt (C03).
///
/// # Errors
///
/// Why not.
pub fn may_lay(state: &State, side: Side, card: CardId, region: Region) -> Result<(), Refusal> {
    takes(state, side, card, region)?;
    if open_to(state, side, card)[region as usize] { Ok(()) } else { Err(Refusal::Unlike) }
}

/// In which of the regions a side may lay a card, by C03: those with a unit like it if one of them takes it, else all that take it.
pub(in crate::card_game) fn open_to(state: &State, side: Side, card: CardId) -> [bool; 5] {
    let takes = Region::ALL.map(|region| takes(state, side, card, region).is_ok());
    if state.card(side, card).is_none_or(|row| !row.arm.is_like_with_like()) {
        return takes;
    }
    let like = Region::ALL.map(|region| takes[region as usize] && has_like(state, side, card, region));
    if like.contains(&true) { like } else { takes }
}
