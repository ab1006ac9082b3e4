//! Carrying an order out that was permitted, and going on until somebody is asked.

use super::event::Event;
use super::mended::Mended;
use super::order::{Battle, Order, SetUp};
use super::phase::{EndedBy, Outcome, Phase, Question};
use super::plan::Plan;
use super::proceedings::Proceedings;
use super::rules::{activation, boats, break_off, brigades, charges, charging, deal, deployment, impetuous, turn};
use super::side::Side;
use super::typical::muster;
use super::unit::UnitId;

/// Carries an order out, and goes on until somebody is asked.
pub(super) fn resolve(proceedings: &mut Proceedings<'_>, order: &Order) {
    carry_out(proceedings, order);
    let is_standing = matches!(
        order,
        Order::Coordinate { .. }
            | Order::LieStill { .. }
            | Order::CombatCards { .. }
            | Order::Instruct { .. }
            | Order::Seat { .. }
            | Order::Concede(_)
    );
    if !is_standing {
        turn::go_on(proceedings);
    }
}

/// Carries an order out, and no more.
pub(super) fn carry_out(proceedings: &mut Proceedings<'_>, order: &Order) {
    match order {
        Order::SetUp(set_up) => self::set_up(proceedings, set_up),
        Order::Place { unit, square, facing, formation } => {
            proceedings.note(Event::Placed { unit: *unit, square: *square, facing: *facing, formation: *formation });
        }
        Order::Ready(side) => ready(proceedings, *side),
        Order::Next(unit) => activation::activate(proceedings, *unit),
        Order::NextBrigade(side) => {
            activation::activate_brigade(proceedings, *side);
            brigades::close_if_spent(proceedings, *side);
        }
        Order::Move { unit, to, facing } => activation::move_to(proceedings, *unit, *to, *facing),
        Order::Charge { unit, target, from } => {
            let points = proceedings.state.active().map_or(0, |active| activation::to_move(proceedings.state, active));
            let found = charging::charges_at(&proceedings.state.position, *unit, *target, points);
            if let Some(charge) = found.iter().find(|charge| charge.last == *from) {
                charges::charge(proceedings, charge);
                activation::close_if_spent(proceedings);
            }
        }
        Order::Fire { unit, weapon, target } => activation::fire(proceedings, *unit, *weapon, *target),
        Order::Form { unit, formation } => activation::form(proceedings, *unit, Some(*formation)),
        Order::Mount(unit) => activation::form(proceedings, *unit, None),
        Order::Stand(unit) => stand(proceedings, *unit),
        Order::FormBrigade { leader, centre } => {
            let side = proceedings.state.unit(*leader).side;
            let placed = activation::next_card(proceedings.state).and_then(|dealt| brigades::can_form(proceedings.state, &dealt, *centre));
            if let Some(placed) = placed {
                brigades::form(proceedings, side, *centre, &placed);
            }
        }
        Order::MarchBrigade { side, way } => brigades::march(proceedings, *side, *way),
        Order::BreakBrigade(side) => brigades::leave(proceedings, *side),
        Order::Volley { unit, target } => {
            let side = proceedings.state.unit(*unit).side;
            activation::fire(proceedings, *unit, 0, *target);
            brigades::close_if_spent(proceedings, side);
        }
        Order::StandBrigade(side) => brigades::stand(proceedings, *side),
        Order::GoFor { unit, target } => impetuous::go_for(proceedings, *unit, *target),
        Order::Pursue { unit, to } => {
            if let Some(Question::Pursuit { pursued, .. }) = proceedings.state.question() {
                charges::pursue(proceedings, *unit, pursued, *to);
            }
        }
        Order::Play { side, card, unit } => {
            if let Some(Question::Recovery(_)) = proceedings.state.question() {
                proceedings.note(Event::CardPlayed { side: *side, card: *card, unit: *unit });
                proceedings.note(Event::Recovered(*unit));
            } else {
                activation::play(proceedings, *side, *card, *unit);
            }
        }
        Order::NoCard(side) => proceedings.note(Event::CardPassed(*side)),
        Order::Leave(unit) => {
            let with = proceedings.state.companions(*unit).collect();
            proceedings.note(Event::Left { unit: *unit, with });
        }
        Order::LetGo(side) => break_off::let_go(proceedings, *side),
        Order::Embark { unit, boat } => boats::embark(proceedings, *unit, *boat),
        Order::Land { unit, to } => boats::land(proceedings, *unit, *to),
        Order::Coordinate { unit, with_leader } => {
            proceedings.note(Event::Coordinated { unit: *unit, with_leader: *with_leader });
        }
        Order::LieStill { boat, still } => {
            proceedings.note(Event::LiesStill { boat: *boat, still: *still });
        }
        Order::CombatCards { side, play } => {
            proceedings.note(Event::CombatCards { side: *side, play: *play });
        }
        Order::Instruct { side, whom, instruction } => {
            let units = proceedings.state.meant(*side, *whom).collect();
            proceedings.note(Event::Instructed { units, instruction: *instruction });
        }
        Order::Seat { side, player } => proceedings.note(Event::Seated { side: *side, player: *player }),
        // In a campaign a battle is given up at a turn's end (N10).
        Order::Concede(side) if stops_at_turn_s_end(proceedings) => proceedings.note(Event::GivesUp(*side)),
        Order::Concede(side) => {
            proceedings.note(Event::Ended(Outcome { winner: Some(side.other()), by: EndedBy::Conceded }));
        }
    }
}

/// Whether a battle that is given up goes on to the end of the turn: one that stops with the turn in which a side must break off does, once
/// it has begun.
fn stops_at_turn_s_end(proceedings: &Proceedings<'_>) -> bool {
    let stops = proceedings.state.plan.as_ref().is_some_and(|plan| plan.stops_at_break_off);
    stops && !matches!(proceedings.state.phase, Phase::Deploying(_))
}

fn set_up(proceedings: &mut Proceedings<'_>, set_up: &SetUp) {
    let pack = std::sync::Arc::clone(&proceedings.state.position.pack);
    let plan: Box<Plan> = match &set_up.battle {
        Battle::Plan(plan) => plan.clone(),
        Battle::Scenario(key) => match pack.scenario(key) {
            Some(scenario) => Box::new(scenario.plan.clone()),
            None => return,
        },
        Battle::Typical => match muster(&pack, proceedings.dice) {
            Some((plan, rolls)) => {
                proceedings.note(Event::Mustered { rolls });
                Box::new(plan)
            }
            None => return,
        },
    };
    // A scenario was checked when its file was read.
    let read = match &set_up.battle {
        Battle::Scenario(key) => pack.scenario(key).and_then(|scenario| scenario.board.clone()),
        Battle::Typical | Battle::Plan(_) => None,
    };
    let Some(board) = read.or_else(|| plan.check(&pack.troops).ok().map(std::sync::Arc::new)) else { return };
    let units = deployment::lay(&pack, &plan, &board, !proceedings.state.reads(Mended::AmbushesTellNothing));
    proceedings.note(Event::SetUp { plan, options: set_up.options, units });
    if !proceedings.state.reads(Mended::DealtWhenDeployed) {
        deal_hands(proceedings);
    }
}

/// The last of what is done before the battle: each side is dealt its Heroic Leadership cards, unless it holds them.
fn deal_hands(proceedings: &mut Proceedings<'_>) {
    for side in Side::BOTH {
        for _ in 0..proceedings.state.position.pack.heroic.hand {
            deal::deal_heroic(proceedings, side);
        }
    }
}

fn ready(proceedings: &mut Proceedings<'_>, side: Side) {
    let first = proceedings.state.plan.as_ref().map_or(Side::Ours, |plan| plan.first);
    if side == first {
        proceedings.note(Event::Deploys(side.other()));
    } else {
        if proceedings.state.reads(Mended::DealtWhenDeployed) {
            deal_hands(proceedings);
        }
        deal::begin_turn(proceedings);
    }
}

/// A unit has done what it was to do; a Leader asked who is next, all those whom they coordinate.
fn stand(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    if let Phase::Asking(Question::Next(leader)) = proceedings.state.phase {
        let with = activation::next_card(proceedings.state).map(|dealt| dealt.with);
        with.into_iter().flat_map(super::unit_set::UnitSet::iter).for_each(|unit| proceedings.note(Event::Done(unit)));
        proceedings.note(Event::Done(leader));
        return;
    }
    proceedings.note(Event::Done(unit));
}
