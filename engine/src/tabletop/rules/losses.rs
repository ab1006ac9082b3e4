//! What units lose: figures, order, their Leaders, their place on the board.
//!
//! A hit is stopped by a black card where the target has cover; then a card is turned for each Leader with it, and a Leader who is
//! removed takes the hit for the unit (T19, T20). Else it becomes disorganised, or loses a figure if it is so already. A unit without
//! figures is removed (T55); transport goes with its first figure (T25); a boat sinks with all aboard (T47).

use smallvec::SmallVec;

use super::ambushes::reveal;
use super::firing::{Effect, effect};
use crate::dice::DiceSpec;
use crate::tabletop::cards::PlayingCard;
use crate::tabletop::event::{Event, Loss, Units};
use crate::tabletop::mended::Mended;
use crate::tabletop::pack::Arm;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::rules::falling_back;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::{Place, UnitId};

/// Turns the top card of those undealt, for cover or for a Leader; those turned this turn are shuffled when none is left (T44).
pub(in crate::tabletop) fn turn_card(proceedings: &mut Proceedings<'_>, unit: UnitId) -> Option<PlayingCard> {
    if proceedings.state.undealt.is_empty() {
        if proceedings.state.turned.is_empty() {
            return None;
        }
        proceedings.note(Event::TurnedShuffled);
    }
    let (card, roll) = draw(proceedings, Purpose::PlayingCard(unit))?;
    proceedings.note(Event::Turned { card, roll, unit });
    Some(card)
}

/// Draws a card from those undealt: the die says which.
pub(in crate::tabletop) fn draw(proceedings: &mut Proceedings<'_>, purpose: Purpose) -> Option<(PlayingCard, Roll)> {
    let undealt = proceedings.state.undealt;
    if undealt.is_empty() {
        return None;
    }
    let roll = proceedings.dice.throw(Roll::new(purpose, DiceSpec { count: 1, sides: undealt.len() }), 1);
    let place = usize::try_from(roll.sum() - 1).unwrap_or(0);
    undealt.nth(place).map(|card| (card, roll))
}

/// What a hit does: cover, Leaders, order, figures.
pub(in crate::tabletop) fn hit(proceedings: &mut Proceedings<'_>, target: UnitId, in_cover: bool) {
    if in_cover && turn_card(proceedings, target).is_some_and(PlayingCard::is_black) {
        return;
    }
    if leaders_take(proceedings, target) {
        return;
    }
    match effect(&proceedings.state.position, target) {
        Effect::Disorganises => proceedings.note(Event::Disorganised(target)),
        Effect::TakesAFigure | Effect::TakesAFlotationPoint => {
            lose_figures(proceedings, target, 1);
        }
    }
}

/// Turns a card for each Leader with a unit; whether one of them takes the hit for it (T19).
pub(in crate::tabletop) fn leaders_take(proceedings: &mut Proceedings<'_>, unit: UnitId) -> bool {
    let leaders: SmallVec<[UnitId; 2]> = proceedings.state.leaders_with(unit).collect();
    let mut taken = false;
    for leader in leaders {
        taken |= leader_card(proceedings, leader);
    }
    taken
}

/// Turns a card for a Leader: *Leaders in combat*. Whether they take a hit for those they are with.
fn leader_card(proceedings: &mut Proceedings<'_>, leader: UnitId) -> bool {
    let Some(card) = turn_card(proceedings, leader) else { return false };
    if !card.is_black() {
        return false;
    }
    if card.is_court() {
        let how = if card.suit() == Some(crate::tabletop::cards::Suit::Spades) { Loss::Killed } else { Loss::Wounded };
        proceedings.note(Event::Lost { unit: leader, how });
        return true;
    }
    proceedings.state.options().any_wound_takes_the_hit
}

/// Takes figures from a unit, or flotation points from a boat, and removes it when none is left; whether it is still there.
pub(in crate::tabletop) fn lose_figures(proceedings: &mut Proceedings<'_>, unit: UnitId, figures: u8) -> bool {
    let left = proceedings.state.unit(unit).figures;
    let figures = figures.min(left);
    if figures > 0 {
        proceedings.note(Event::FiguresLost { unit, figures });
    }
    if figures < left {
        return true;
    }
    let arm = proceedings.state.position.troop(unit).arm;
    let how = match arm {
        Arm::Transport => Loss::Captured,
        _ if arm.is_boat() => Loss::Sunk,
        _ => Loss::Destroyed,
    };
    if arm.is_boat() {
        let aboard: SmallVec<[UnitId; 2]> =
            proceedings.state.position.all().filter(|other| proceedings.state.unit(*other).place == Place::Aboard(unit)).collect();
        aboard.into_iter().for_each(|other| proceedings.note(Event::Lost { unit: other, how }));
    }
    proceedings.note(Event::Lost { unit, how });
    false
}

/// A unit falls back so many squares from a square, away as the facing says, and with it those who share its fate; blocked it loses a
/// figure more, and if that was its last its gunners are lost with it (T35); gone over the edge it is off the board (T16). Whether it is still
/// on the board, and has moved.
pub(in crate::tabletop) fn fall_back(
    proceedings: &mut Proceedings<'_>,
    unit: UnitId,
    (from, away): (Square, Facing),
    squares: u8,
    with: Units,
) -> Retreat {
    let back = falling_back::fall_back(&proceedings.state.position, unit, from, away, squares);
    if back.blocked && proceedings.state.reads(Mended::AmbushesTellNothing) {
        // An ambush that it runs into shows itself.
        let into = back.square.next(away);
        for side in Side::BOTH {
            reveal(proceedings, side, |square| Some(square) == into);
        }
    }
    if back.gone {
        proceedings.note(Event::Left { unit, with });
        return Retreat { is_there: false, moved: true };
    }
    let moved = back.square != from;
    let is_gunner = |other: &UnitId| proceedings.state.position.troop(*other).arm.is_battery();
    let gunners: SmallVec<[UnitId; 1]> = with.iter().copied().filter(is_gunner).collect();
    if moved {
        proceedings.note(Event::FellBack { unit, to: back.square, facing: back.facing, with });
    }
    let is_there = !back.blocked || lose_figures(proceedings, unit, 1);
    if moved && !is_there && proceedings.state.reads(Mended::GunnersLostInFallingBack) {
        gunners.into_iter().for_each(|unit| proceedings.note(Event::Lost { unit, how: Loss::Captured }));
    }
    Retreat { is_there, moved }
}

/// How a unit has fallen back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tabletop) struct Retreat {
    /// Whether it is still on the board.
    pub(in crate::tabletop) is_there: bool,
    /// Whether it has left its square.
    pub(in crate::tabletop) moved: bool,
}

/// Gunners who were behind a unit that is no more, in a square that the enemy has entered, are lost with it (T35); a Leader left alone
/// there gets to the nearest friend within a move, or is captured (T43, N05).
pub(in crate::tabletop) fn overrun(proceedings: &mut Proceedings<'_>, square: Square) {
    let mut here: SmallVec<[UnitId; 4]> = proceedings.state.position.on(square).collect();
    let sides = |side: Side| here.iter().any(|unit| proceedings.state.unit(*unit).side == side);
    if !sides(Side::Ours) || !sides(Side::Enemy) {
        return;
    }
    // Gunners first: a Leader is alone when they are lost.
    here.sort_by_key(|unit| proceedings.state.position.troop(*unit).arm == Arm::Leader);
    for unit in here {
        let state = &*proceedings.state;
        let of = *state.unit(unit);
        let troop = state.position.troop(unit);
        let is_main = |other: &UnitId| {
            let arm = state.position.troop(*other).arm;
            arm != Arm::Leader && !arm.is_battery()
        };
        // A Leader is taken by gunners too.
        let takes = |other: &UnitId| is_main(other) || (troop.arm == Arm::Leader && state.position.troop(*other).arm.is_battery());
        let enemies = state.position.of_in(of.side.other(), square).any(|other| takes(&other));
        let friends = state.position.of_in(of.side, square).any(|other| other != unit && is_main(&other));
        // A battery that was charged itself fights for itself.
        let fights = state.contact_in(square).is_some_and(|contact| contact.units().contains(&unit));
        if !enemies || friends || fights {
            continue;
        }
        if troop.arm.is_battery() {
            proceedings.note(Event::Lost { unit, how: Loss::Captured });
        } else if troop.arm == Arm::Leader
            && state.position.of_in(of.side, square).all(|other| state.position.troop(other).arm == Arm::Leader)
        {
            let refuge = refuge(proceedings, unit);
            proceedings.note(match refuge {
                Some(to) => Event::LeaderEscaped { leader: unit, to },
                None => Event::Lost { unit, how: Loss::Captured },
            });
        }
    }
}

/// The square of the nearest friend within a move of two squares, by squares from the far left, row by row.
fn refuge(proceedings: &Proceedings<'_>, leader: UnitId) -> Option<Square> {
    const MOVE: u8 = 2;
    let state = &*proceedings.state;
    let from = state.unit(leader).square;
    let friends = state.position.of(state.unit(leader).side).filter(|unit| {
        let arm = state.position.troop(*unit).arm;
        arm != Arm::Leader && !arm.is_boat() && !state.is_locked(*unit) && state.position.counts_for(leader, *unit)
    });
    let squares = friends.map(|unit| state.unit(unit).square).filter(|square| from.range_to(*square) <= MOVE);
    squares.min_by_key(|square| (from.nearness_to(*square), square.row, square.column))
}

#[cfg(test)]
mod tests;
