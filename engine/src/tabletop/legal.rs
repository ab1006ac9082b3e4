//! The orders that a seat may give now: all of them, in a stable order, the standing ones apart.

use std::cell::LazyCell;
use std::sync::Arc;

use super::brigade::Brigade;
use super::formation::Formation;
use super::heroic::Heroic;
use super::instruction::{Instruction, Whom, Wing};
use super::options::Options;
use super::order::{Battle, CombatCards, Order, SetUp};
use super::pack::Arm;
use super::permit::permit_standing;
use super::phase::{Active, Actor, Phase, Question};
use super::rules::activation::{
    all_may_stand, brigade_to_act, is_held, is_led, limbers_in_a_corner, may_fire, may_leave, may_play_led, must_go, next_card, next_of,
    permit_shot, still_goes, stops_among, to_move,
};
use super::rules::charging::charges_among;
use super::rules::deployment::placings;
use super::rules::impetuous::nearest_enemies;
use super::rules::movement::forms::{formation_cost, mount_cost};
use super::rules::movement::standing::Standing;
use super::rules::moves::has_joined_a_friend;
use super::rules::pursuit::pursuit;
use super::rules::{boats, brigades, firing, marching};
use super::seat::Seat;
use super::side::Side;
use super::square::Facing;
use super::state::State;
use super::typical::can_be_mustered;
use super::unit::{Place, UnitId};

/// The orders that move the battle on.
pub(super) fn orders(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    match (state.phase, seat.side()) {
        (Phase::Unset, None) => {
            let scenarios = state.position.pack.scenarios.iter();
            let typical = can_be_mustered(&state.position.pack).then_some(Battle::Typical);
            let battles = scenarios.map(|scenario| Battle::Scenario(scenario.key.clone())).chain(typical);
            orders.extend(battles.map(|battle| Order::SetUp(Arc::new(SetUp { battle, options: Options::default() }))));
        }
        (Phase::Unset | Phase::Over(_) | Phase::Playing, _) | (_, None) => {}
        (Phase::Deploying(deploying), Some(side)) if deploying == side => deployment(state, side, orders),
        (Phase::Deploying(_), Some(_)) => {}
        (Phase::Asking(question), Some(side)) => answers(state, side, question, orders),
        (Phase::Acting(active), Some(side)) => {
            let whose = match active.actor {
                Actor::Unit(unit) => state.unit(unit).side,
                Actor::Brigade(side) => side,
            };
            match active.actor {
                _ if whose != side => {}
                Actor::Unit(unit) => acts(state, &active, unit, orders),
                Actor::Brigade(_) => brigade_acts(state, &active, side, orders),
            }
        }
    }
    if let Some(side) = seat.side()
        && state.beaten() == Some(side.other())
        && !matches!(state.phase, Phase::Over(_))
    {
        orders.push(Order::LetGo(side));
    }
}

fn deployment(state: &State, side: Side, orders: &mut Vec<Order>) {
    orders.push(Order::Ready(side));
    for unit in state.position.all().filter(|unit| state.unit(*unit).side == side) {
        placings(state, unit, |square, facing, formation| orders.push(Order::Place { unit, square, facing, formation }));
    }
}

fn answers(state: &State, side: Side, question: Question, orders: &mut Vec<Order>) {
    let hand = state.heroic.hands[side as usize].cards;
    match question {
        Question::CombatCard { square, side: asked } if asked == side => {
            let units = state.contact_in(square).map_or([None; 2], |contact| contact.units().map(Some));
            let own = units.into_iter().flatten().find(|unit| state.unit(*unit).side == side);
            if let Some(unit) = own.filter(|_| hand.of(Heroic::Fighting) > 0) {
                orders.push(Order::Play { side, card: Heroic::Fighting, unit });
            }
            orders.push(Order::NoCard(side));
        }
        Question::GoFor(unit) if state.unit(unit).side == side => {
            orders.extend(nearest_enemies(state, unit).into_iter().map(|target| Order::GoFor { unit, target }));
        }
        Question::Next(leader) if state.unit(leader).side == side => {
            let Some(dealt) = next_card(state) else { return };
            if brigade_to_act(state, &dealt).is_some() {
                orders.push(Order::NextBrigade(side));
            }
            orders.extend(next_of(state, &dealt).map(Order::Next));
            let at = state.unit(leader).square;
            let centres = std::iter::once(Some(at)).chain(Facing::ALL.into_iter().map(|facing| at.next(facing))).flatten();
            let centres = centres.filter(|centre| brigades::can_form(state, &dealt, *centre).is_some());
            orders.extend(centres.map(|centre| Order::FormBrigade { leader, centre }));
            if all_may_stand(state, leader) {
                orders.push(Order::Stand(leader));
            }
        }
        Question::Pursuit { unit, pursued } if state.unit(unit).side == side => {
            let squares = pursuit(&state.position, unit, pursued);
            orders.extend(squares.into_iter().map(|(to, _)| Order::Pursue { unit, to: Some(to) }));
            orders.push(Order::Pursue { unit, to: None });
        }
        Question::Recovery(unit) if state.unit(unit).side == side => {
            if hand.of(Heroic::Recover) > 0 {
                orders.push(Order::Play { side, card: Heroic::Recover, unit });
            }
            orders.push(Order::NoCard(side));
        }
        Question::CombatCard { .. } | Question::GoFor(_) | Question::Next(_) | Question::Pursuit { .. } | Question::Recovery(_) => {}
    }
}

fn acts(state: &State, active: &Active, unit: UnitId, orders: &mut Vec<Order>) {
    let (of, listed) = (state.unit(unit), orders.len());
    if !must_go(state, active, unit) {
        orders.push(Order::Stand(unit));
    }
    let points = to_move(state, active);
    let standing = LazyCell::new(|| Standing::of(&state.position, unit));
    for weapon in 0..state.position.troop(unit).fire.len() as u8 {
        if may_fire(state, active, unit, weapon).is_ok() {
            let shots = firing::targets(&state.position, unit, weapon);
            let shots = shots.iter().filter(|shot| permit_shot(state, active, unit, weapon, shot.target).is_ok());
            orders.extend(shots.map(|shot| Order::Fire { unit, weapon, target: shot.target }));
        }
    }
    cards(state, active, unit, orders);
    match of.place {
        Place::Board => {}
        Place::Waiting => {
            moves(state, active, unit, &standing, orders);
            return;
        }
        Place::Aboard(boat) => {
            let bank = Facing::ALL.into_iter().filter_map(|facing| state.unit(boat).square.next(facing));
            orders.extend(bank.filter(|to| boats::may_land(state, active, unit, *to)).map(|to| Order::Land { unit, to }));
            return;
        }
        Place::Left | Place::Lost => return,
    }
    let held = is_held(state, unit);
    if !held && !state.side(of.side).breaks_off && !has_joined_a_friend(state, unit) {
        let charges = charges_among(&state.position, unit, &standing, points);
        orders.extend(charges.iter().map(|charge| Order::Charge { unit, target: charge.target, from: charge.last }));
    }
    if of.formation.is_some() && (!held || limbers_in_a_corner(state, unit)) {
        let forms = Formation::ALL.into_iter();
        let forms = forms.filter(|form| formation_cost(&state.position, unit, *form).is_some_and(|cost| cost <= points));
        orders.extend(forms.map(|formation| Order::Form { unit, formation }));
        if !held && mount_cost(&state.position, unit).is_some_and(|cost| cost <= points) {
            orders.push(Order::Mount(unit));
        }
    }
    if may_leave(state, active, unit) {
        orders.push(Order::Leave(unit));
    }
    let boats = state.position.of(of.side).filter(|boat| state.position.troop(*boat).arm.is_boat());
    orders.extend(boats.filter(|boat| boats::may_embark(state, active, unit, *boat)).map(|boat| Order::Embark { unit, boat }));
    moves(state, active, unit, &standing, orders);
    if must_go(state, active, unit) {
        let mut of_it = orders.split_off(listed);
        of_it.retain(|order| still_goes(state, active, unit, order));
        orders.append(&mut of_it);
    }
}

fn moves(state: &State, active: &Active, unit: UnitId, standing: &LazyCell<Standing, impl FnOnce() -> Standing>, orders: &mut Vec<Order>) {
    stops_among(state, active, unit, standing, |to, facing| orders.push(Order::Move { unit, to, facing }));
}

fn cards(state: &State, active: &Active, unit: UnitId, orders: &mut Vec<Order>) {
    let side = state.unit(unit).side;
    let hand = state.heroic.hands[side as usize].cards;
    if hand.kinds().next().is_some() && is_led(state, unit) {
        let playable = hand.kinds().filter(|card| may_play_led(state, active, *card, unit));
        orders.extend(playable.map(|card| Order::Play { side, card, unit }));
    }
}

fn brigade_acts(state: &State, active: &Active, side: Side, orders: &mut Vec<Order>) {
    let Some(centre) = state.side(side).brigade else { return };
    let brigade = Brigade { side, centre };
    if !marching::must_go(state, active, brigade) {
        orders.push(Order::StandBrigade(side));
    }
    for unit in brigade.units(&state.position) {
        if brigades::fires(state, brigade, unit) && may_fire(state, active, unit, 0).is_ok() {
            let shots = firing::targets(&state.position, unit, 0);
            orders.extend(shots.iter().map(|shot| Order::Volley { unit, target: shot.target }));
        }
    }
    let ways = Facing::ALL.into_iter().filter(|way| marching::may_march(state, active, brigade, *way));
    orders.extend(ways.map(|way| Order::MarchBrigade { side, way }));
    if marching::may_break(state, active, brigade) {
        orders.push(Order::BreakBrigade(side));
    }
    for leader in state.leaders(side) {
        cards(state, active, leader, orders);
    }
}

/// The standing orders that would change something: whom Leaders coordinate, boats that lie still, cards in combats, instructions; and that
/// a side gives the battle up. Who plays a side is the group's business, and is not listed.
pub(super) fn standing_orders(state: &State, seat: Seat) -> Vec<Order> {
    let (Some(side), false) = (seat.side(), matches!(state.phase, Phase::Unset | Phase::Over(_))) else { return Vec::new() };
    let mut orders = Vec::new();
    orders.extend([CombatCards::Ask, CombatCards::Always, CombatCards::Never].map(|play| Order::CombatCards { side, play }));
    let own = || state.position.all().filter(|unit| state.unit(*unit).side == side);
    for unit in own() {
        let arm = state.position.troop(unit).arm;
        if arm.is_boat() {
            orders.extend([true, false].map(|still| Order::LieStill { boat: unit, still }));
        } else if arm != Arm::Leader {
            orders.extend([true, false].map(|with_leader| Order::Coordinate { unit, with_leader }));
        }
    }
    let wings = Wing::ALL.into_iter().map(Whom::Wing);
    for whom in std::iter::once(Whom::All).chain(wings).chain(own().map(Whom::Unit)) {
        orders.extend(Instruction::ALL.map(|instruction| Order::Instruct { side, whom, instruction }));
    }
    orders.push(Order::Concede(side));
    orders.retain(|order| permit_standing(state, order).is_ok());
    orders
}
