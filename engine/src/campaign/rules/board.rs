//! *When fought in a campaign*: a battle of the campaign fought out on the board of the gridded battle.
//!
//! While the report of a battle is awaited it may be fought on the board instead, if the group's options say so: its ground is the table
//! that was rolled for it ([`ground`]), its troops are the campaign's counters ([`roster`]), set up by the type of battle
//! ([`deployment`]). From then on there are orders on the board alone, and leaving it for a real table, after which it is not offered
//! again. Decided, the battle is reported as it was fought ([`report`]), and goes the way of every other.
//!
//! Who of the players commands which side is not the engine's: an order on the board is given in the seat of its side, [`Seat::OnBoard`],
//! and whoever lets players give orders says who has it. The board keeps what the umpire says of it ([`tabletop::order::Order::Seat`]).

pub mod deployment;
pub mod ground;
pub mod report;
pub mod roster;

use std::sync::Arc;

use super::field;
use crate::campaign::event::Event;
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::order::Order;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::seat::Seat;
use crate::campaign::state::State;
use crate::game::Game;
use crate::pack::{ShipId, UnitId};
use crate::tabletop;
use crate::tabletop::instruction::{Instruction, Whom};
use crate::tabletop::options::Options;
use crate::tabletop::order::{Battle, SetUp};
use crate::tabletop::pack::BattlePack;
use crate::tabletop::plan::{Aim, Plan};
use crate::tabletop::side::Side;

/// A battle as it is to be fought on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Arranged {
    /// What is fought.
    pub plan: Plan,
    /// Our units, in the order of the board's first ones.
    pub units: Vec<UnitId>,
    /// Our ships, which come after them.
    pub ships: Vec<ShipId>,
}

/// The battle that is being fought, as it is on the board with this ground.
///
/// # Errors
///
/// Why it cannot be fought there.
pub fn arrange(state: &State, dice: &GroundDice) -> Result<Arranged, Refusal> {
    let (battle, _) = state.battle().ok_or(Refusal::NotAsked)?;
    let pack = BattlePack::embedded().map_err(|_| Refusal::NoRoomOnBoard)?;
    let field = ground::surveyed(state, dice)?;
    let mut ground = ground::Ground::of(&field, battle);
    let roster = roster::Roster::of(state, battle, &pack, ground.board.size())?;
    let deployed = deployment::deploy(&mut ground, battle, &roster);
    let words = &state.pack().words;
    let [ours, enemy] = [(Side::Ours, &words.sides.army), (Side::Enemy, &words.sides.enemies)]
        .map(|(side, name)| deployed.side(side).plan(name, roster.side(side)));
    let plan = Plan {
        title: format!("{} at {}", battle.battle.title(words), state.pack().map.space_name(battle.at)),
        board: ground.board.to_string(),
        first: deployed.first,
        ours,
        enemy,
        asleep: deployed.asleep,
        pleads: Vec::new(),
        aim: Some(Aim::MoreUnits),
        stops_at_break_off: true,
    };
    if plan.check(&pack.troops).is_err() {
        return Err(Refusal::NoRoomOnBoard);
    }
    Ok(Arranged { plan, units: battle.units.iter().collect(), ships: roster.ships })
}

/// Whether a random event has the enemy come straight on (N14): only such an event has something to note of a battle.
fn is_headlong(state: &State) -> bool {
    state.battle().is_some_and(|(battle, _)| !battle.note.is_empty())
}

pub(super) fn permit_open(state: &State, dice: &GroundDice) -> Result<(), Refusal> {
    field::fighting(state)?;
    if !state.options().boards {
        return Err(Refusal::NoBoards);
    }
    if state.left_board {
        return Err(Refusal::BoardWasLeft);
    }
    if state.board().is_some() {
        return Err(Refusal::BoardFirst);
    }
    if !state.reported.is_empty() {
        return Err(Refusal::ReportBegun);
    }
    arrange(state, dice).map(|_| ())
}

pub(super) fn resolve_open(proceedings: &mut Proceedings<'_>, dice: &GroundDice, by_staff: bool) {
    let Ok(Arranged { plan, units, ships }) = arrange(proceedings.state, dice) else { return };
    let headlong = is_headlong(proceedings.state);
    proceedings.note(Event::BoardOpened { units, ships, by_staff, headlong });
    let set_up = SetUp { battle: Battle::Plan(Box::new(plan)), options: Options::default() };
    resolve_field(proceedings, &tabletop::order::Order::SetUp(Arc::new(set_up)));
    if headlong {
        let attack = tabletop::order::Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction: Instruction::Attack };
        resolve_field(proceedings, &attack);
    }
}

/// What a side's command may order: its own, on the board, and nothing else.
pub(super) fn permit_on_board(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Order::Field(order) = order else { return Err(Refusal::OnBoardOnly) };
    let board = state.board().ok_or(Refusal::NoBoard)?;
    board.battle().permit(tabletop::seat::Seat::from(side), order).map_err(Refusal::Field)?;
    match order {
        tabletop::order::Order::Instruct { side: Side::Enemy, instruction, .. }
            if board.is_headlong() && *instruction != Instruction::Attack =>
        {
            Err(Refusal::Headlong)
        }
        _ => Ok(()),
    }
}

/// An order on the board from a seat that commands no side there: the umpire says who plays a side.
pub(super) fn permit_field(state: &State, seat: Seat, order: &tabletop::order::Order) -> Result<(), Refusal> {
    let board = state.board().ok_or(Refusal::NoBoard)?;
    match seat {
        Seat::Umpire => board.battle().permit(tabletop::seat::Seat::Umpire, order).map_err(Refusal::Field),
        _ => Err(Refusal::Field(tabletop::refusal::Refusal::NotYours)),
    }
}

pub(super) fn resolve_field(proceedings: &mut Proceedings<'_>, order: &tabletop::order::Order) {
    let Some(mut battle) = proceedings.state.board().map(|board| board.battle().clone()) else { return };
    let mut events = Vec::new();
    battle.resolve(order, proceedings.dice, &mut events);
    // On a copy: the board itself changes only by what is written down.
    events.into_iter().for_each(|event| proceedings.note(Event::Field(Box::new(event))));
}

pub(super) fn permit_leave(state: &State) -> Result<(), Refusal> {
    let board = state.board().ok_or(Refusal::NoBoard)?;
    if board.battle().is_over() { Err(Refusal::BoardDecided) } else { Ok(()) }
}

pub(super) fn permit_report(state: &State) -> Result<(), Refusal> {
    let board = state.board().ok_or(Refusal::NoBoard)?;
    if board.battle().is_over() { Ok(()) } else { Err(Refusal::BoardUndecided) }
}

/// The losses by unit, the damage to ships, and who held the field: then as if they had been reported from a real table.
pub(super) fn resolve_report(proceedings: &mut Proceedings<'_>) {
    let Some(report) = report::report(proceedings.state) else { return };
    proceedings.note(Event::BoardReported { outcome: report.outcome });
    for (unit, steps) in report.losses {
        proceedings.note(Event::LossReported { unit, steps });
    }
    for (ship, damage) in report.ships {
        match damage {
            Some(damage) => proceedings.note(Event::ShipDamaged { ship, damage }),
            None => super::victory::sink(proceedings, ship),
        }
    }
    match report.field {
        report::Field::Held => field::resolve_hold(proceedings),
        report::Field::Left { cavalry, surrounded, odds } => field::resolve_withdraw(proceedings, cavalry, surrounded, odds),
        report::Field::LeftUnpursued => field::resolve_unpursued(proceedings),
    }
}

#[cfg(test)]
mod deployment_tests;
#[cfg(test)]
mod journal_tests;
#[cfg(test)]
mod report_tests;
#[cfg(test)]
mod tests;
