//! Whether an order is allowed: nothing is thrown and nothing changed.

use super::brigade::Brigade;
use super::heroic::Heroic;
use super::instruction::Whom;
use super::order::{Battle, Order, SetUp};
use super::pack::Arm;
use super::phase::{Active, Actor, Phase, Question};
use super::refusal::Refusal;
use super::rules::activation::{
    all_may_stand, brigade_to_act, is_held, limbers_in_a_corner, may_act_alone, may_leave, may_move, may_play, must_go, next_card, next_of,
    permit_shot, still_goes, to_move,
};
use super::rules::charging::charges_at;
use super::rules::deployment::may_place;
use super::rules::impetuous::nearest_enemies;
use super::rules::movement::forms::{formation_cost, mount_cost};
use super::rules::moves::has_joined_a_friend;
use super::rules::pursuit::pursuit;
use super::rules::{boats, brigades, marching};
use super::seat::Seat;
use super::side::Side;
use super::state::State;
use super::typical::can_be_mustered;
use super::unit::{Place, UnitId};

/// Whose an order is: a side's, or the umpire's.
pub(super) fn giver(state: &State, order: &Order) -> Seat {
    let of = |unit: UnitId| state.find(unit).map_or(Seat::Umpire, |unit| Seat::from(unit.side));
    match order {
        Order::SetUp(_) | Order::Seat { .. } => Seat::Umpire,
        Order::Ready(side)
        | Order::NextBrigade(side)
        | Order::MarchBrigade { side, .. }
        | Order::BreakBrigade(side)
        | Order::StandBrigade(side)
        | Order::Play { side, .. }
        | Order::NoCard(side)
        | Order::LetGo(side)
        | Order::Concede(side)
        | Order::CombatCards { side, .. }
        | Order::Instruct { side, .. } => Seat::from(*side),
        Order::Place { unit, .. }
        | Order::Next(unit)
        | Order::Move { unit, .. }
        | Order::Charge { unit, .. }
        | Order::Fire { unit, .. }
        | Order::Form { unit, .. }
        | Order::Mount(unit)
        | Order::Stand(unit)
        | Order::FormBrigade { leader: unit, .. }
        | Order::Volley { unit, .. }
        | Order::GoFor { unit, .. }
        | Order::Pursue { unit, .. }
        | Order::Leave(unit)
        | Order::Embark { unit, .. }
        | Order::Land { unit, .. }
        | Order::Coordinate { unit, .. }
        | Order::LieStill { boat: unit, .. } => of(*unit),
    }
}

/// Whether an order is allowed.
pub(super) fn permit(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if matches!(state.phase, Phase::Over(_)) {
        return Err(Refusal::Over);
    }
    if !units_of(order).iter().flatten().all(|unit| state.find(*unit).is_some()) {
        return Err(Refusal::NoUnit);
    }
    if giver(state, order) != seat {
        return Err(Refusal::NotYours);
    }
    match order {
        Order::SetUp(set_up) => permit_set_up(state, set_up),
        Order::Coordinate { .. } | Order::LieStill { .. } | Order::CombatCards { .. } | Order::Instruct { .. } | Order::Concede(_) => {
            permit_standing(state, order)
        }
        Order::Seat { side, player } => (state.player(*side) != *player).then_some(()).ok_or(Refusal::AlreadySo),
        Order::Place { unit, square, facing, formation } => match state.phase {
            Phase::Deploying(side) if state.unit(*unit).side == side => {
                may_place(state, *unit, *square, *facing, *formation).then_some(()).ok_or(Refusal::CannotPlace)
            }
            _ => Err(Refusal::NotNow),
        },
        Order::Ready(side) => (state.phase == Phase::Deploying(*side)).then_some(()).ok_or(Refusal::NotNow),
        Order::LetGo(side) => {
            let lets = !matches!(state.phase, Phase::Unset | Phase::Deploying(_)) && state.beaten() == Some(side.other());
            lets.then_some(()).ok_or(Refusal::NotBreakingOff)
        }
        Order::Next(_) | Order::NextBrigade(_) | Order::FormBrigade { .. } => permit_next(state, order),
        Order::GoFor { unit, target } => match state.question() {
            Some(Question::GoFor(asked)) if asked == *unit => {
                nearest_enemies(state, *unit).contains(target).then_some(()).ok_or(Refusal::NoUnit)
            }
            _ => Err(Refusal::NotNow),
        },
        Order::Pursue { unit, to } => match state.question() {
            Some(Question::Pursuit { unit: asked, pursued }) if asked == *unit => {
                let open = to.is_none_or(|to| pursuit(&state.position, *unit, pursued).iter().any(|(square, _)| *square == to));
                open.then_some(()).ok_or(Refusal::CannotMove)
            }
            _ => Err(Refusal::NotNow),
        },
        Order::Play { side, card, unit } => permit_card(state, *side, *card, *unit),
        Order::NoCard(side) => match state.question() {
            Some(Question::CombatCard { side: asked, .. }) if asked == *side => Ok(()),
            Some(Question::Recovery(unit)) if state.unit(unit).side == *side => Ok(()),
            _ => Err(Refusal::NotNow),
        },
        Order::MarchBrigade { .. } | Order::BreakBrigade(_) | Order::Volley { .. } | Order::StandBrigade(_) => permit_brigade(state, order),
        Order::Stand(unit) => match state.question() {
            Some(Question::Next(leader)) if leader == *unit => {
                if all_may_stand(state, leader) {
                    Ok(())
                } else {
                    Err(Refusal::BreakingOff)
                }
            }
            _ => match acting(state, *unit)? {
                active if must_go(state, active, *unit) => Err(Refusal::BreakingOff),
                _ => Ok(()),
            },
        },
        Order::Move { .. }
        | Order::Charge { .. }
        | Order::Fire { .. }
        | Order::Form { .. }
        | Order::Mount(_)
        | Order::Leave(_)
        | Order::Embark { .. }
        | Order::Land { .. } => permit_act(state, order),
    }
}

/// The units that an order names.
const fn units_of(order: &Order) -> [Option<UnitId>; 2] {
    match order {
        Order::SetUp(_)
        | Order::Ready(_)
        | Order::NextBrigade(_)
        | Order::MarchBrigade { .. }
        | Order::BreakBrigade(_)
        | Order::StandBrigade(_)
        | Order::NoCard(_)
        | Order::LetGo(_)
        | Order::Concede(_)
        | Order::Seat { .. }
        | Order::CombatCards { .. }
        | Order::Instruct { whom: Whom::All | Whom::Wing(_), .. } => [None, None],
        Order::Place { unit, .. }
        | Order::Next(unit)
        | Order::Move { unit, .. }
        | Order::Form { unit, .. }
        | Order::Mount(unit)
        | Order::Stand(unit)
        | Order::FormBrigade { leader: unit, .. }
        | Order::Pursue { unit, .. }
        | Order::Play { unit, .. }
        | Order::Leave(unit)
        | Order::Land { unit, .. }
        | Order::Coordinate { unit, .. }
        | Order::LieStill { boat: unit, .. }
        | Order::Instruct { whom: Whom::Unit(unit), .. } => [Some(*unit), None],
        Order::Charge { unit, target, .. }
        | Order::Fire { unit, target, .. }
        | Order::Volley { unit, target }
        | Order::GoFor { unit, target }
        | Order::Embark { unit, boat: target } => [Some(*unit), Some(*target)],
    }
}

fn permit_set_up(state: &State, set_up: &SetUp) -> Result<(), Refusal> {
    if state.phase != Phase::Unset {
        return Err(Refusal::NotNow);
    }
    if !set_up.options.turns.is_fought() {
        return Err(Refusal::Turns);
    }
    let pack = &state.position.pack;
    let checked = match &set_up.battle {
        Battle::Scenario(key) => pack.scenario(key).ok_or_else(|| Refusal::NoScenario(key.clone()))?.plan.check(&pack.troops),
        Battle::Plan(plan) => plan.check(&pack.troops),
        Battle::Typical if can_be_mustered(pack) => return Ok(()),
        Battle::Typical => return Err(Refusal::Plan("the pack has not the troops of typical armies".to_owned())),
    };
    checked.map(|_| ()).map_err(|faults| Refusal::Plan(faults.first().map(ToString::to_string).unwrap_or_default()))
}

/// Standing orders are taken at any time in a battle, by its side; one that says what is so already is refused.
pub(super) fn permit_standing(state: &State, order: &Order) -> Result<(), Refusal> {
    if state.phase == Phase::Unset {
        return Err(Refusal::NotNow);
    }
    let changes = match order {
        Order::Coordinate { unit, with_leader } => {
            let arm = state.position.troop(*unit).arm;
            if arm == Arm::Leader || arm.is_boat() || matches!(state.unit(*unit).place, Place::Left | Place::Lost) {
                return Err(Refusal::NoUnit);
            }
            state.on_their_own.has(*unit) == *with_leader
        }
        Order::LieStill { boat, still } => {
            if !state.position.troop(*boat).arm.is_boat() || !state.unit(*boat).is_on_board() {
                return Err(Refusal::NoUnit);
            }
            state.still.has(*boat) != *still
        }
        Order::CombatCards { side, play } => state.side(*side).combat_cards != *play,
        Order::Concede(side) => !state.side(*side).gives_up,
        Order::Instruct { side, whom, instruction } => {
            let mut meant = state.meant(*side, *whom).peekable();
            if meant.peek().is_none() {
                return Err(Refusal::NoUnit);
            }
            meant.any(|unit| state.instruction(unit) != *instruction)
        }
        _ => return Err(Refusal::NotNow),
    };
    changes.then_some(()).ok_or(Refusal::AlreadySo)
}

fn permit_next(state: &State, order: &Order) -> Result<(), Refusal> {
    let (Some(Question::Next(leader)), Some(dealt)) = (state.question(), next_card(state)) else { return Err(Refusal::NotNow) };
    let side = state.unit(leader).side;
    match order {
        Order::Next(unit) => {
            let named = *unit != leader || may_act_alone(state, leader);
            (named && next_of(state, &dealt).any(|next| next == *unit)).then_some(()).ok_or(Refusal::NotActing)
        }
        Order::NextBrigade(of) if *of == side => brigade_to_act(state, &dealt).map(|_| ()).ok_or(Refusal::CannotBrigade),
        Order::FormBrigade { leader: by, centre } if *by == leader => {
            brigades::can_form(state, &dealt, *centre).map(|_| ()).ok_or(Refusal::CannotBrigade)
        }
        _ => Err(Refusal::NotNow),
    }
}

fn permit_card(state: &State, side: Side, card: Heroic, unit: UnitId) -> Result<(), Refusal> {
    if state.unit(unit).side != side {
        return Err(Refusal::NotYours);
    }
    let plays = match state.question() {
        Some(Question::CombatCard { square, side: asked }) => {
            let fights = state.contact_in(square).is_some_and(|contact| contact.units().contains(&unit));
            asked == side && card == Heroic::Fighting && fights
        }
        Some(Question::Recovery(asked)) => asked == unit && card == Heroic::Recover,
        Some(Question::GoFor(_) | Question::Next(_) | Question::Pursuit { .. }) => false,
        None => state.active().is_some_and(|active| may_play(state, active, card, unit)),
    };
    if !plays {
        return Err(Refusal::CannotPlay);
    }
    if state.heroic.hands[side as usize].cards.of(card) == 0 {
        return Err(Refusal::NoCard);
    }
    Ok(())
}

fn acting(state: &State, unit: UnitId) -> Result<&Active, Refusal> {
    match state.active() {
        Some(active) if active.actor == Actor::Unit(unit) => Ok(active),
        Some(_) => Err(Refusal::NotActing),
        None => Err(Refusal::NotNow),
    }
}

fn permit_brigade(state: &State, order: &Order) -> Result<(), Refusal> {
    let Some(active) = state.active() else { return Err(Refusal::NotNow) };
    let Actor::Brigade(side) = active.actor else { return Err(Refusal::NotActing) };
    let Some(centre) = state.side(side).brigade else { return Err(Refusal::NotActing) };
    let brigade = Brigade { side, centre };
    match order {
        Order::MarchBrigade { side: of, way } if *of == side => {
            marching::may_march(state, active, brigade, *way).then_some(()).ok_or(Refusal::CannotMove)
        }
        Order::BreakBrigade(of) if *of == side => {
            let must_go = marching::must_go(state, active, brigade);
            marching::may_break(state, active, brigade).then_some(()).ok_or(if must_go {
                Refusal::BreakingOff
            } else {
                Refusal::CannotBrigade
            })
        }
        Order::StandBrigade(of) if *of == side => {
            if marching::must_go(state, active, brigade) {
                Err(Refusal::BreakingOff)
            } else {
                Ok(())
            }
        }
        Order::Volley { unit, target } if brigades::fires(state, brigade, *unit) => permit_shot(state, active, *unit, 0, *target),
        _ => Err(Refusal::NotActing),
    }
}

fn permit_act(state: &State, order: &Order) -> Result<(), Refusal> {
    let unit = units_of(order)[0].ok_or(Refusal::NoUnit)?;
    let active = acting(state, unit)?;
    let points = to_move(state, active);
    let of = state.unit(unit);
    let formable = of.is_on_board() && !is_held(state, unit);
    let limbers = formable || limbers_in_a_corner(state, unit);
    let breaks_off = state.side(of.side).breaks_off;
    if !still_goes(state, active, unit, order) {
        return Err(Refusal::BreakingOff);
    }
    match order {
        Order::Move { to, facing, .. } => {
            let there = matches!(of.place, Place::Board | Place::Waiting);
            (there && may_move(state, active, unit, *to, *facing)).then_some(()).ok_or(Refusal::CannotMove)
        }
        Order::Charge { target, from, .. } => {
            if breaks_off {
                return Err(Refusal::BreakingOff);
            }
            let open = formable
                && !has_joined_a_friend(state, unit)
                && charges_at(&state.position, unit, *target, points).iter().any(|charge| charge.last == *from);
            open.then_some(()).ok_or(Refusal::CannotCharge)
        }
        Order::Fire { weapon, target, .. } => permit_shot(state, active, unit, *weapon, *target),
        Order::Form { formation, .. } => {
            let cost = formation_cost(&state.position, unit, *formation).filter(|cost| limbers && *cost <= points);
            cost.map(|_| ()).ok_or(Refusal::CannotForm)
        }
        Order::Mount(_) => {
            mount_cost(&state.position, unit).filter(|cost| formable && *cost <= points).map(|_| ()).ok_or(Refusal::CannotForm)
        }
        Order::Leave(_) => may_leave(state, active, unit).then_some(()).ok_or(Refusal::CannotMove),
        Order::Embark { boat, .. } => boats::may_embark(state, active, unit, *boat).then_some(()).ok_or(Refusal::CannotFerry),
        Order::Land { to, .. } => boats::may_land(state, active, unit, *to).then_some(()).ok_or(Refusal::CannotFerry),
        _ => Err(Refusal::NotNow),
    }
}
