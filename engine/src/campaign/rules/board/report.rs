//! What flows back from the board to the campaign: steps lost by unit, who held the field, what the pursuit asks, damage to ships. Never
//! the enemy's losses: the campaign does not count them.
//!
//! A unit loses steps as it lost figures, fractions as the group reads them (R17), but never its last step while a figure stands, and all
//! of them with the last. Ours hold the field if the enemy must break off, if both must in the same turn (N11), or if nobody must and
//! ours have more units in good order when the turns are up (N17).

use crate::campaign::order::Odds;
use crate::campaign::state::State;
use crate::game::Game;
use crate::pack::{ShipId, UnitId};
use crate::tabletop;
use crate::tabletop::phase::{EndedBy, Outcome};
use crate::tabletop::side::Side;
use crate::tabletop::square::Facing;
use crate::tabletop::state::State as Board;
use crate::tabletop::unit::Place;

/// What is reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it ended on the board.
    pub outcome: Outcome,
    /// Steps lost, by unit; those that lost none are not in it.
    pub losses: Vec<(UnitId, u8)>,
    /// Markers of damage, by ship; none if it was sunk.
    pub ships: Vec<(ShipId, Option<u8>)>,
    /// Who held the field.
    pub field: Field,
}

/// Who held the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Ours.
    Held,
    /// Ours left it, and are pursued.
    Left {
        /// Units of our cavalry on the board in good order.
        cavalry: u8,
        /// Whether no way leads off the board (N09).
        surrounded: bool,
        /// How far ours are outnumbered by units in good order (N08).
        odds: Odds,
    },
    /// Nobody held it, and nobody pursues.
    LeftUnpursued,
}

/// What the board would give to a withdrawal from it now: what a pursuit of ours asks, and what the battle has cost so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Steps lost so far, by unit; 0 for those that lost none.
    pub losses: Vec<(UnitId, u8)>,
    /// Units of our cavalry on the board in good order.
    pub cavalry: u8,
    /// Whether no way leads off the board (N09).
    pub surrounded: bool,
    /// Our units on the board in good order (N08).
    pub ours: u16,
    /// The enemy's.
    pub theirs: u16,
}

impl Standing {
    /// How far ours are outnumbered.
    #[must_use]
    pub const fn odds(&self) -> Odds {
        match (self.ours, self.theirs) {
            (ours, theirs) if theirs > 3 * ours => Odds::OverThreeToOne,
            (ours, theirs) if theirs > 2 * ours => Odds::OverTwoToOne,
            _ => Odds::Even,
        }
    }

    /// Whether a unit of ours has a step left.
    fn has_left(&self, state: &State, unit: UnitId) -> bool {
        self.losses.iter().any(|(other, steps)| *other == unit && state.steps(unit) > *steps)
    }
}

/// How a withdrawal would stand that began now; `None` without a battle on the board.
#[must_use]
pub fn standing(state: &State) -> Option<Standing> {
    let board = state.board()?;
    let on_board = board.battle();
    let (battle, _) = state.battle()?;
    let losses = board.units().map(|(unit, there)| (unit, steps_lost(state, unit, there))).collect();
    let in_order = |unit: &tabletop::unit::UnitId| {
        on_board.find(*unit).is_some_and(|of| of.is_on_board() && !of.disorganised)
            && on_board.position.troop(*unit).arm.counts_for_break_off()
    };
    let of = |side: Side| on_board.position.of(side).filter(in_order).count() as u16;
    let surrounded = is_surrounded(on_board);
    let mut standing = Standing { losses, cavalry: 0, surrounded, ours: of(Side::Ours), theirs: of(Side::Enemy) };
    let horse = state.pack().roster.cavalry.intersection(battle.units);
    let rides =
        |(unit, there): &(UnitId, tabletop::unit::UnitId)| horse.contains(*unit) && standing.has_left(state, *unit) && in_order(there);
    standing.cavalry = board.units().filter(rides).count() as u8;
    Some(standing)
}

/// The report of the battle on the board; `None` while it is not decided.
#[must_use]
pub fn report(state: &State) -> Option<Report> {
    let board = state.board()?;
    let on_board = board.battle();
    let outcome = on_board.outcome()?;
    let standing = standing(state)?;
    let lost = &standing.losses;
    let marker = on_board.pack().counters.flotation_of_a_marker;
    let ships = board.ships().filter_map(|(ship, there)| {
        let of = on_board.unit(there);
        let markers = figures_at_first(on_board, there).saturating_sub(of.figures) / marker.max(1);
        match of.place {
            Place::Lost => Some((ship, None)),
            _ => (markers > 0).then_some((ship, Some(markers))),
        }
    });
    let stands = lost.iter().any(|(unit, steps)| state.steps(*unit) > *steps);
    let ours_won = match (outcome.by, outcome.winner) {
        (EndedBy::BothBrokeOff, _) => !state.options().both_broken_is_drawn,
        (_, winner) => winner == Some(Side::Ours),
    };
    let drawn = outcome.by == EndedBy::BothBrokeOff && state.options().both_broken_is_drawn;
    let field = match (stands, ours_won, drawn) {
        (true, true, _) => Field::Held,
        (_, _, true) => Field::LeftUnpursued,
        _ => Field::Left { cavalry: standing.cavalry, surrounded: standing.surrounded, odds: standing.odds() },
    };
    Some(Report { outcome, losses: standing.losses.into_iter().filter(|(_, steps)| *steps > 0).collect(), ships: ships.collect(), field })
}

/// The figures with which a unit began.
fn figures_at_first(board: &Board, unit: tabletop::unit::UnitId) -> u8 {
    let force = board.plan.as_ref().and_then(|plan| plan.force_of(unit)).map(|(_, force)| force);
    let troop = force.and_then(|force| board.pack().troop_of_key(&force.troop)).map(|troop| board.pack().troop(troop));
    let full = troop.map_or(0, |troop| if troop.arm.is_boat() { troop.flotation } else { troop.figures });
    force.and_then(|force| force.figures).unwrap_or(full)
}

/// Steps that a unit has lost on the board.
fn steps_lost(state: &State, unit: UnitId, there: tabletop::unit::UnitId) -> u8 {
    let Some(board) = state.board().map(|board| board.battle()) else { return 0 };
    let Some(of) = board.find(there) else { return 0 };
    let steps = state.steps(unit);
    let at_first = figures_at_first(board, there);
    if of.place == Place::Lost || of.figures == 0 {
        return steps;
    }
    share(steps, at_first.saturating_sub(of.figures), at_first, state.options().fractions_down)
}

/// Steps for figures lost, of a unit that still stands: rounded up or down, never the last.
#[must_use]
pub fn share(steps: u8, lost: u8, at_first: u8, down: bool) -> u8 {
    let (part, whole) = (u16::from(steps) * u16::from(lost), u16::from(at_first.max(1)));
    let exact = if down { part / whole } else { part.div_ceil(whole) };
    (exact as u8).min(steps.saturating_sub(1))
}

/// Whether no unit of ours has a way to any edge over squares that an enemy in good order neither holds nor stands next to (N09).
#[must_use]
pub fn is_surrounded(board: &Board) -> bool {
    let fights = |unit: &tabletop::unit::UnitId| board.position.troop(*unit).arm.counts_for_break_off();
    let enemies: Vec<_> =
        board.position.of(Side::Enemy).filter(fights).map(|unit| *board.unit(unit)).filter(|of| !of.disorganised).collect();
    let ground = &board.position.board;
    let threatened = |square| enemies.iter().any(|enemy| enemy.square == square || enemy.square.is_adjacent_to(square));
    let mut ways: Vec<_> = board.position.of(Side::Ours).filter(fights).map(|unit| board.unit(unit).square).collect();
    let got_away = board.position.all().filter(fights).any(|unit| {
        let of = board.unit(unit);
        of.side == Side::Ours && matches!(of.place, Place::Left | Place::Waiting)
    });
    if ways.is_empty() || got_away {
        return false;
    }
    let mut reached = ways.clone();
    while let Some(at) = ways.pop() {
        if ground.outward(at).is_some() {
            return false;
        }
        for next in Facing::ALL.into_iter().filter_map(|facing| at.next(facing)) {
            let open = ground.has(next) && ground.ground(next).is_land() && ground.lets_through(at, next) && !threatened(next);
            if open && !reached.contains(&next) {
                reached.push(next);
                ways.push(next);
            }
        }
    }
    true
}
