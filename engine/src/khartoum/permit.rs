//! Whether an order is allowed, and whose it is.

use super::ids::{CardId, SpaceId, UnitId, Units};
use super::order::Order;
use super::phase::Phase;
use super::refusal::Refusal;
use super::rules::recruits::Question;
use super::rules::{cards, effects, fight, movement, recruits, retreat, set_up, stacks, turn};
use super::state::State;
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;

/// Whose an order is.
pub(super) const fn giver(order: &Order) -> Seat {
    match order {
        Order::SetUp(_) | Order::Seat { .. } => Seat::Umpire,
        Order::Convert(_) | Order::Replace(_) | Order::Activate(_) => Seat::Ours,
        Order::Summon(_) | Order::Mislead(_) | Order::Lead(_) | Order::Top(_) | Order::StacksDone => Seat::Enemy,
        Order::Deploy { side, .. }
        | Order::DeployByDefault(side)
        | Order::Draw(side)
        | Order::PlayCard { side, .. }
        | Order::PutAside(side)
        | Order::Recruit { side, .. }
        | Order::Place { side, .. }
        | Order::Forgo { side, .. }
        | Order::RecruitByDefault(side)
        | Order::RecruitsDone(side)
        | Order::Move { side, .. }
        | Order::MovesDone(side)
        | Order::Fight { side, .. }
        | Order::FightInOrder(side)
        | Order::BreakOff { side, .. }
        | Order::Retreat { side, .. }
        | Order::RetreatByDefault(side)
        | Order::Stand { side, .. }
        | Order::Concede(side) => match side {
            Side::Ours => Seat::Ours,
            Side::Enemy => Seat::Enemy,
        },
    }
}

/// Whether the units, spaces and cards that an order names are there at all.
fn names_what_is(state: &State, order: &Order) -> Result<(), Refusal> {
    let unit = |unit: UnitId| (unit.index() < state.places.len()).then_some(()).ok_or(Refusal::NoUnit);
    let space = |space: SpaceId| (space.index() < state.on.len()).then_some(()).ok_or(Refusal::Closed);
    let units = |units: Units| units.is_within(Units::up_to(state.places.len())).then_some(()).ok_or(Refusal::NoUnit);
    let card = |card: CardId| state.pack.card(card).map(|_| ()).ok_or(Refusal::NoCard);
    match *order {
        Order::Deploy { unit: which, at, .. } | Order::Place { unit: which, at, .. } | Order::Retreat { unit: which, to: at, .. } => {
            unit(which)?;
            space(at)
        }
        Order::Convert(which) | Order::Replace(which) | Order::Summon(which) | Order::Top(which) => unit(which),
        Order::Recruit { unit: which, .. } | Order::Forgo { unit: which, .. } => unit(which),
        Order::Mislead(at) | Order::Lead(at) | Order::Fight { space: at, .. } => space(at),
        Order::PlayCard { card: which, .. } => card(which),
        Order::Move { units: which, to, .. } => {
            units(which)?;
            space(to)
        }
        Order::BreakOff { units: which, .. } => units(which),
        _ => Ok(()),
    }
}

/// Whether an order is allowed now.
pub(super) fn permit(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if matches!(state.phase, Phase::Over(_)) {
        return Err(Refusal::Over);
    }
    if seat != giver(order) {
        return Err(Refusal::NotYours);
    }
    let holds = |holds: bool, refusal: Refusal| if holds { Ok(()) } else { Err(refusal) };
    match (order, state.phase) {
        (Order::Seat { side, player }, _) => return holds(state.players[*side as usize] != *player, Refusal::AlreadySo),
        (Order::SetUp(_), Phase::Unset) => return Ok(()),
        (_, Phase::Unset) | (Order::SetUp(_), _) => return Err(Refusal::NotNow),
        (Order::Concede(_), _) => return Ok(()),
        (Order::Stand { side, what }, _) => return holds(state.stands[*side as usize] != *what, Refusal::AlreadySo),
        _ => {}
    }
    let Some(side) = turn::asked(state).filter(|side| Seat::from(*side) == seat) else { return Err(Refusal::NotNow) };
    names_what_is(state, order)?;
    match (order, state.phase) {
        (Order::Deploy { unit, at, .. }, Phase::Deploying(_)) => {
            holds(set_up::next(state, side) == Some(*unit), Refusal::NoUnit)?;
            holds(set_up::spaces(state, *unit).contains(*at), Refusal::Closed)
        }
        (Order::DeployByDefault(_), Phase::Deploying(_)) => Ok(()),
        (Order::Draw(_), Phase::Drawing(_)) => holds(!cards::drawn_from(state, side).is_empty(), Refusal::NoCard),
        (Order::PlayCard { card, .. }, Phase::Drawing(_) | Phase::Holding(_)) => {
            holds(cards::may_play(state, side, *card), Refusal::NoCard)
        }
        (Order::PutAside(_), Phase::Holding(_)) => Ok(()),
        (Order::Convert(unit), Phase::Converting) if state.play.garrison.is_none() => {
            holds(effects::convertible(state).contains(*unit), Refusal::NoUnit)
        }
        (Order::Replace(unit), Phase::Converting) if state.play.garrison.is_some() => {
            holds(effects::infantry(state).contains(*unit), Refusal::NoUnit)
        }
        (Order::Summon(unit), Phase::Summoning) => holds(effects::invited(state).contains(*unit), Refusal::NoUnit),
        (Order::Mislead(space), Phase::Misleading) if state.play.guides.is_none() => {
            holds(state.play.misled.contains(*space), Refusal::Closed)
        }
        (Order::Lead(to), Phase::Misleading) => {
            let (units, from, throw) = effects::being_led(state).ok_or(Refusal::NotNow)?;
            holds(effects::led_to(state, from, throw, units).contains(*to), Refusal::Closed)
        }
        (_, Phase::Recruiting) => recruit(state, order),
        (Order::RecruitByDefault(_), Phase::Returning) => Ok(()),
        (Order::Place { unit, at, .. }, Phase::Returning) => {
            let (chief, spaces) = recruits::returning(state).ok_or(Refusal::NotNow)?;
            holds(chief == *unit, Refusal::NoUnit)?;
            holds(spaces.contains(*at), Refusal::Closed)
        }
        (Order::Activate(_), Phase::Activating) => Ok(()),
        (Order::Move { units, to, .. }, Phase::Moving) => movement::may_move(state, *units, *to),
        (Order::MovesDone(_), Phase::Moving) => Ok(()),
        (Order::Fight { space, .. }, Phase::Battles) => holds(state.is_contested(*space), Refusal::NoBattle),
        (Order::FightInOrder(_), Phase::Battles) => Ok(()),
        (Order::BreakOff { units, .. }, Phase::Fighting) if fight::asked(state).is_some() => {
            let can = state.battle.map_or(Units::EMPTY, |battle| fight::can_break_off(state, &battle, side));
            holds(units.is_within(can), Refusal::CannotBreakOff)
        }
        (Order::Retreat { unit, to, .. }, Phase::Fighting) if retreat::asked(state).is_some() => {
            let (next, spaces) = retreat::next(state).ok_or(Refusal::NotNow)?;
            holds(next == *unit, Refusal::NoUnit)?;
            holds(spaces.contains(*to), Refusal::Closed)
        }
        (Order::RetreatByDefault(_), Phase::Fighting) if retreat::asked(state).is_some() => Ok(()),
        (Order::Top(unit), Phase::Stacking) => holds(stacks::under_the_top(state).contains(*unit), Refusal::NoUnit),
        (Order::StacksDone, Phase::Stacking) => Ok(()),
        _ => Err(Refusal::NotNow),
    }
}

/// Whether an order is allowed while recruits are placed.
fn recruit(state: &State, order: &Order) -> Result<(), Refusal> {
    let holds = |holds: bool, refusal: Refusal| if holds { Ok(()) } else { Err(refusal) };
    match (order, recruits::question(state)) {
        (Order::RecruitByDefault(_), _) | (Order::RecruitsDone(_), Question::Which(_)) => Ok(()),
        (Order::RecruitsDone(_), _) => Err(Refusal::MustPlace),
        (Order::Recruit { unit, .. }, Question::Which(units)) => holds(units.contains(*unit), Refusal::NoUnit),
        (Order::Place { unit, at, .. }, Question::Where(asked, spots)) => {
            holds(asked == *unit, Refusal::NoUnit)?;
            holds(spots.all().contains(*at), Refusal::Closed)
        }
        (Order::Forgo { unit, .. }, Question::Where(asked, spots)) => {
            holds(asked == *unit, Refusal::NoUnit)?;
            holds(spots.free.is_empty(), Refusal::MustPlace)
        }
        _ => Err(Refusal::NotNow),
    }
}

/// The seats that are waited for.
pub(super) fn acting(state: &State) -> Vec<Seat> {
    match state.phase {
        Phase::Unset => vec![Seat::Umpire],
        Phase::Over(_) => Vec::new(),
        _ => turn::asked(state).map(Seat::from).into_iter().collect(),
    }
}
