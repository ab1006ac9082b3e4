//! How units go about it, by what they are told or by what their kind does.

use engine::tabletop::brigade::Brigade;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::Actor;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;

use crate::tabletop::ground::Glance;

/// How a unit goes about it: what it is told, or what its kind does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// At the enemy, to charge.
    Close,
    /// Forward to where it shoots, charging where that is good.
    Shoot,
    /// Forward to shoot, never to charge.
    ShootOnly,
    /// Where it stands.
    Hold,
    /// In Square where it stands.
    HoldInSquare,
    /// Before the main body, out of the reach of charges, never to charge.
    Screen,
    /// Back to its own edge.
    Back,
    /// Away from the enemy and off the board, as its side breaks off.
    Off,
}

/// What whoever acts is told to do: a brigade in square what the Leader in it is.
pub(crate) fn told(state: &State, actor: Actor) -> Instruction {
    match actor {
        Actor::Unit(unit) => state.instruction(unit),
        Actor::Brigade(side) => {
            let centre = state.side(side).brigade;
            let is_in_it = |leader: &UnitId| centre.is_none_or(|centre| Brigade { side, centre }.has(state.unit(*leader).square));
            let mut told = state.leaders(side).filter(is_in_it).map(|leader| state.instruction(leader));
            told.find(|instruction| *instruction != Instruction::AskMe).unwrap_or_default()
        }
    }
}

/// How a unit goes about it now.
pub(super) fn manner(glance: &Glance<'_>, unit: UnitId) -> Manner {
    let state = glance.state;
    let of = state.unit(unit);
    if state.side(of.side).breaks_off {
        return Manner::Off;
    }
    match state.instruction(unit) {
        Instruction::Attack => Manner::Close,
        Instruction::Advance => Manner::ShootOnly,
        Instruction::HoldAndFire => Manner::Hold,
        Instruction::FormSquare => Manner::HoldInSquare,
        Instruction::Screen => Manner::Screen,
        Instruction::FallBack => Manner::Back,
        Instruction::AskMe => {
            let troop = state.position.troop(unit);
            let armed = troop.fire.first().and_then(|armament| state.position.pack.tables.ranges.get(armament.weapon.of(of.side)));
            let asleep = state.plan.as_ref().and_then(|plan| plan.asleep.as_ref());
            let late = f32::from(state.turn) / f32::from(state.options().turns.0);
            // Who is surprised where they are set up waits there for an enemy who comes on, and comes out when nothing comes of it.
            let defends = asleep.is_some_and(|asleep| asleep.side == of.side) && late < glance.weights.patience * glance.order.max(0.1);
            match (armed, troop.arm) {
                _ if defends && !troop.arm.is_mounted() => Manner::Hold,
                // The weaker side lets the other come.
                _ if !glance.fort.is_empty() => Manner::Hold,
                (None, _) => Manner::Close,
                (Some(range), Arm::Infantry) if *range <= 1 => Manner::Close,
                (Some(range), _) if *range <= 1 && troop.arm.is_mounted() => Manner::Close,
                (Some(_), _) => Manner::Shoot,
            }
        }
    }
}

#[cfg(test)]
mod tests;
