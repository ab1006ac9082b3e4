//! The orders that a seat may give.

use super::ids::Units;
use super::options::{BreakOff, Options};
use super::order::Order;
use super::pack::counters::Contingent;
use super::permit::permit;
use super::phase::Phase;
use super::rules::recruits::Question;
use super::rules::{cards, effects, fight, movement, recruits, retreat, set_up, stacks, turn};
use super::state::State;
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;

/// The orders of a seat that the game waits for. Of moves those of the groups in [`movement::groups`] are listed; any other units that can
/// move together may be ordered to.
pub(super) fn orders(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let Some(side) = seat.side() else {
        if state.phase == Phase::Unset {
            orders.push(Order::SetUp(Options::default()));
        }
        return;
    };
    if turn::asked(state) != Some(side) {
        return;
    }
    match state.phase {
        Phase::Deploying(_) => {
            if let Some(unit) = set_up::next(state, side) {
                orders.extend(set_up::spaces(state, unit).iter().map(|at| Order::Deploy { side, unit, at }));
            }
            orders.push(Order::DeployByDefault(side));
        }
        Phase::Drawing(_) => {
            if !cards::drawn_from(state, side).is_empty() {
                orders.push(Order::Draw(side));
            }
            orders.extend(state.hands[side as usize].held.iter().map(|card| Order::PlayCard { side, card }));
        }
        Phase::Holding(_) => {
            orders.extend(state.play.drawn.map(|card| Order::PlayCard { side, card }));
            orders.push(Order::PutAside(side));
        }
        Phase::Converting if state.play.garrison.is_none() => {
            orders.extend(effects::convertible(state).iter().map(Order::Convert));
        }
        Phase::Converting => orders.extend(effects::infantry(state).iter().map(Order::Replace)),
        Phase::Summoning => orders.extend(effects::invited(state).iter().map(Order::Summon)),
        Phase::Misleading => match effects::being_led(state) {
            Some((units, from, throw)) => orders.extend(effects::led_to(state, from, throw, units).iter().map(Order::Lead)),
            None => orders.extend(state.play.misled.iter().map(Order::Mislead)),
        },
        Phase::Recruiting => recruiting(state, side, orders),
        Phase::Returning => {
            if let Some((unit, spaces)) = recruits::returning(state) {
                orders.extend(spaces.iter().map(|at| Order::Place { side, unit, at }));
            }
            orders.push(Order::RecruitByDefault(side));
        }
        Phase::Activating => orders.extend(Contingent::BOTH.map(Order::Activate)),
        Phase::Moving => {
            moves(state, side, orders);
            orders.push(Order::MovesDone(side));
        }
        Phase::Battles => {
            orders.extend(state.contested().iter().map(|space| Order::Fight { side, space }));
            orders.push(Order::FightInOrder(side));
        }
        Phase::Fighting => fighting(state, side, orders),
        Phase::Stacking => {
            orders.extend(stacks::under_the_top(state).iter().map(Order::Top));
            orders.push(Order::StacksDone);
        }
        Phase::Unset | Phase::Beginning(_) | Phase::Effect | Phase::Recruits | Phase::Ending | Phase::Over(_) => {}
    }
}

fn recruiting(state: &State, side: Side, orders: &mut Vec<Order>) {
    match recruits::question(state) {
        Question::Where(unit, spots) => {
            orders.extend(spots.all().iter().map(|at| Order::Place { side, unit, at }));
            if spots.free.is_empty() {
                orders.push(Order::Forgo { side, unit });
            }
        }
        Question::Which(units) => {
            orders.extend(units.iter().map(|unit| Order::Recruit { side, unit }));
            orders.push(Order::RecruitsDone(side));
        }
        Question::Nothing => {}
    }
    orders.push(Order::RecruitByDefault(side));
}

fn moves(state: &State, side: Side, orders: &mut Vec<Order>) {
    let bounds = movement::Bounds::of(state);
    let mut movable = bounds.movable();
    while let Some(space) = movable.first().and_then(|unit| state.where_is(unit)) {
        movable = movable.without(state.here(space));
        for units in movement::groups_of(state, bounds.movable().intersection(state.here(space))) {
            if let Ok(ends) = bounds.ends(state, units) {
                orders.extend(ends.iter().map(|to| Order::Move { side, units, to }));
            }
        }
    }
}

fn fighting(state: &State, side: Side, orders: &mut Vec<Order>) {
    let Some(battle) = &state.battle else { return };
    if fight::asked(state).is_some() {
        let can = fight::can_break_off(state, battle, side);
        let leaders = can.intersection(state.pack.counters.leaders);
        let mut choices = vec![Units::EMPTY, can];
        for units in [leaders].into_iter().chain(can.iter().map(Units::of)) {
            if !choices.contains(&units) {
                choices.push(units);
            }
        }
        orders.extend(choices.into_iter().map(|units| Order::BreakOff { side, units }));
    } else if let Some((unit, spaces)) = retreat::next(state) {
        orders.extend(spaces.iter().map(|to| Order::Retreat { side, unit, to }));
        orders.push(Order::RetreatByDefault(side));
    }
}

/// The standing orders of a seat: each would change something.
pub(super) fn standing(state: &State, seat: Seat) -> Vec<Order> {
    let Some(side) = seat.side() else { return Vec::new() };
    let all = BreakOff::ALL.map(|what| Order::Stand { side, what }).into_iter().chain([Order::Concede(side)]);
    all.filter(|order| permit(state, seat, order).is_ok()).collect()
}
