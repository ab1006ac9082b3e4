//! Conflict: forces, Tactics, the Advantage, the conflict table, losses, control.

use crate::card_game::cards::{CardId, Cards};
use crate::card_game::event::Event;
use crate::card_game::mended::Mended;
use crate::card_game::options::WipedOut;
use crate::card_game::pack::{Arm, Face, Needs};
use crate::card_game::proceedings::Proceedings;
use crate::card_game::refusal::Refusal;
use crate::card_game::region::Region;
use crate::card_game::roll::{Contest, Purpose};
use crate::card_game::state::{Conflict, Phase, State};
use crate::tabletop::side::Side;

/// The force of a side's units in a region, combined arms with it (C25).
#[must_use]
pub fn force(state: &State, side: Side, region: Region) -> u16 {
    let units = state.units(side, region);
    let of = |(card, count): (CardId, u8)| state.card(side, card).map_or(0, |row| u16::from(row.force) * u16::from(count));
    let bonus = &state.pack.tables.combined_arms;
    let all = bonus.of(side).iter().all(|arm| state.any(side, &units, |row| row.arm == *arm));
    units.each().map(of).sum::<u16>() + if all { u16::from(bonus.adds) } else { 0 }
}

/// Whether the conditions of a Tactics card hold for a side in a region (C08, C23).
///
/// # Errors
///
/// Why not.
pub fn fits(state: &State, side: Side, card: CardId, region: Region) -> Result<(), Refusal> {
    let Some(row) = state.card(side, card).filter(|row| row.arm.is_tactics()) else { return Err(Refusal::WrongKind) };
    let controls = state.holder(region) == Some(side);
    let kind = match row.arm {
        Arm::Attack => !controls,
        Arm::Defence => controls,
        _ => true,
    };
    let units = state.units(side, region);
    let needs = match row.needs {
        Some(Needs::Allied) => state.any(side, &units, |unit| unit.allied),
        Some(Needs::Infantry) => state.any(side, &units, |unit| unit.arm == Arm::Infantry),
        None => true,
    };
    let there = row.region.is_none_or(|wanted| wanted == region);
    if kind && needs && there { Ok(()) } else { Err(Refusal::Condition) }
}

/// Who is asked for Tactics: who does not control the region, then the other (C07); both where they choose at once; nobody who passes by a
/// standing order.
#[must_use]
pub fn asked(state: &State, conflict: &Conflict) -> Vec<Side> {
    undeclared(state, conflict).into_iter().filter(|side| !state.army(*side).passes).collect()
}

/// Who declares next, by themselves or by a standing order.
fn undeclared(state: &State, conflict: &Conflict) -> Vec<Side> {
    let is_open = |side: &Side| conflict.declared[*side as usize].is_none() && conflict.face_down[*side as usize].is_none();
    let first = state.holder(conflict.region).map(Side::other).or(conflict.first);
    let in_turn = match first {
        _ if state.options.tactics_at_once => Side::BOTH.to_vec(),
        Some(first) => [first, first.other()].into_iter().filter(is_open).take(1).collect(),
        None => Vec::new(),
    };
    in_turn.into_iter().filter(is_open).collect()
}

/// The force of both, Tactics with it.
#[must_use]
pub fn forces(state: &State, conflict: &Conflict) -> [u16; 2] {
    Side::BOTH.map(|side| {
        let card = conflict.declared[side as usize].flatten();
        let tactics = card.and_then(|card| state.card(side, card)).map_or(0, |row| u16::from(row.force));
        force(state, side, conflict.region) + tactics
    })
}

/// The unit that falls by default: the weakest first, Leader and Flag last (C12).
#[must_use]
pub fn weakest(state: &State, side: Side, units: &Cards) -> Option<CardId> {
    let worth = |card: &CardId| state.card(side, *card).map(|row| (matches!(row.arm, Arm::Leader | Arm::Flag), row.force));
    units.each().map(|(card, _)| card).min_by_key(worth)
}

/// Goes a step on with a conflict; whether there was a step to go, or a side is asked.
pub(in crate::card_game) fn step(proceedings: &mut Proceedings<'_>, conflict: Conflict) -> bool {
    let state = &*proceedings.state;
    let region = conflict.region;
    if let [Some(ours), Some(enemy)] = conflict.face_down {
        proceedings.note(Event::Unveiled([ours, enemy]));
        return true;
    }
    if conflict.declared.contains(&None) {
        let undeclared = undeclared(state, &conflict);
        let face_down = state.options.tactics_at_once;
        // That a card lies face down at once would tell the other side of the standing order before it has chosen.
        let waits = face_down && state.reads(Mended::StandingPassLast) && !asked(state, &conflict).is_empty();
        if let Some(side) = undeclared.iter().copied().find(|side| state.army(*side).passes && !waits) {
            proceedings.note(Event::Declared { side, card: None, face_down });
            return true;
        }
        if undeclared.is_empty() {
            proceedings.contest(Contest::Tactics);
            return true;
        }
        return false;
    }
    if let Some(side) = conflict.loser {
        return lose(proceedings, side, region);
    }
    let left = Side::BOTH.map(|side| !state.units(side, region).is_empty());
    if state.options.wiped_out != WipedOut::RollOn
        && let Some(alone) = Side::BOTH.into_iter().find(|side| !left[side.other() as usize])
    {
        let stays = state.options.wiped_out == WipedOut::NoChange && conflict.advantage == Some(alone.other());
        end(proceedings, region, (!stays).then_some(alone));
        return true;
    }
    match conflict.advantage {
        Some(side) if !conflict.is_counted_again => roll(proceedings, side, region),
        _ => advantage(proceedings, &conflict),
    }
    true
}

/// Who has the greater force has the Advantage; of equal forces the controller, or the higher die (C09).
fn advantage(proceedings: &mut Proceedings<'_>, conflict: &Conflict) {
    let forces = forces(proceedings.state, conflict);
    let side = match forces[0].cmp(&forces[1]) {
        std::cmp::Ordering::Greater => Some(Side::Ours),
        std::cmp::Ordering::Less => Some(Side::Enemy),
        std::cmp::Ordering::Equal => proceedings.state.holder(conflict.region).or(conflict.by_die),
    };
    match side {
        Some(side) => proceedings.note(Event::Advantage { side, forces }),
        None => proceedings.contest(Contest::Advantage),
    }
}

/// The conflict table.
fn roll(proceedings: &mut Proceedings<'_>, advantage: Side, region: Region) {
    let roll = proceedings.throw(Purpose::Conflict(region), 1, 6);
    let face = roll.faces.first().map_or(Face::Control, |face| proceedings.state.pack.tables.face(*face));
    proceedings.note(Event::ConflictRolled(roll));
    let loser = match face {
        _ if proceedings.ran_out() => return end(proceedings, region, Some(advantage)),
        Face::Control => return end(proceedings, region, Some(advantage)),
        Face::Advantage => advantage,
        Face::Other => advantage.other(),
    };
    // Where it is rolled on, nobody is left to be lost (C11).
    if !proceedings.state.units(loser, region).is_empty() {
        proceedings.note(Event::MustLose(loser));
    }
}

/// A side loses a unit: by a die, by its standing order, the only one; else its owner is asked (C12).
fn lose(proceedings: &mut Proceedings<'_>, side: Side, region: Region) -> bool {
    let state = &*proceedings.state;
    let units = state.units(side, region);
    if state.options.random_losses {
        let (place, roll) = proceedings.choose(Purpose::Loss(side), units.len());
        let Some(card) = units.iter().nth(place) else { return false };
        proceedings.note(Event::Lost { side, card, roll });
        return true;
    }
    let is_asked = units.each().count() > 1 && !state.army(side).weakest_falls;
    match weakest(state, side, &units).filter(|_| !is_asked) {
        Some(card) => {
            proceedings.note(Event::Lost { side, card, roll: None });
            true
        }
        None => false,
    }
}

fn end(proceedings: &mut Proceedings<'_>, region: Region, gains: Option<Side>) {
    let taken = gains.filter(|side| proceedings.state.holder(region) != Some(*side));
    proceedings.note(Event::ConflictEnded { region, taken });
}

/// The conflict that is fought, if one is.
#[must_use]
pub const fn current(state: &State) -> Option<Conflict> {
    if let Phase::Conflict(conflict) = state.phase { Some(conflict) } else { None }
}
