//! A staff that plays sensibly: it holds fortresses, keeps small garrisons from being cut off, relieves and counter-attacks when the odds
//! are good, and spends points when units are worn.
//!
//! Every legal order gets a mark from what the position says; the best is given, ties by the list's order. Battles are reported by the
//! model of [`crate::table`]; where the board is offered the staff fights them out there.

use engine::campaign::rules::{card_events, duties};
use engine::campaign::{CardUse, Decision, Order, Phase, State, Station, Step};
use engine::pack::{CardEffect, LocationId, LocationKind, SpaceId, UnitSet};

use crate::random::Random;
use crate::staff::Staff;
use crate::table::{self, Report};

/// What a Mahdist force weighs on average, by [`crate::table`].
const USUAL_ENEMY: f64 = 12.5;
/// How much heavier ours should be before they go and look for it.
const GOOD_ODDS: f64 = 1.1;
/// Below this an order is not worth giving.
const NOTHING: i32 = 0;

/// The cautious staff.
#[derive(Clone, Debug)]
pub struct Cautious {
    random: Random,
    report: Option<(Report, usize)>,
    /// Where the force that moves has been this round, so that it does not walk in circles.
    came_from: Option<SpaceId>,
    /// The phase, and the orders given in it: past [`MOST_ORDERS`] any order is better than going on in circles.
    phase: Option<(u8, Phase, u32)>,
}

/// Orders of a round after which it stops thinking.
const MOST_ORDERS: u32 = 150;

/// What Hicks or random event 36 demands before anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Duty {
    None,
    March,
    /// Somebody in the force may not march there.
    Leave,
}

impl Duty {
    fn of(state: &State, orders: &[Order]) -> Self {
        let spaces = duties::duty_spaces(state);
        if spaces.is_empty() {
            return Self::None;
        }
        let stuck = state.round().force().is_some_and(|force| spaces.contains(force.at))
            && !orders.iter().any(|order| matches!(order, Order::March { .. }));
        if stuck { Self::Leave } else { Self::March }
    }
}

impl Cautious {
    /// A staff whose battles a seed gives.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), report: None, came_from: None, phase: None }
    }

    fn battle(&mut self, state: &State, orders: &[Order]) -> Option<usize> {
        let Some(Decision::Battle { .. }) = state.decision() else {
            self.report = None;
            return None;
        };
        let (battle, _) = state.battle()?;
        let on_board = |order: &Order| matches!(order, Order::LetStaffFight { .. } | Order::ReportFought | Order::LeaveBoard);
        if let Some(order) = orders.iter().position(on_board) {
            return Some(order);
        }
        let (report, told) = self.report.take().unwrap_or_else(|| (table::fight(state, battle, &mut self.random), 0));
        let order = table::next_order(state, &report, told)?;
        self.report = Some((report, told + 1));
        orders.iter().position(|listed| *listed == order)
    }

    fn mark(&self, state: &State, order: &Order, duty: Duty) -> i32 {
        match order {
            // What has to be done first is done: the nearest goes at the enemy, leaving behind whoever may not come.
            Order::March { .. } | Order::Form { .. } if duty == Duty::March => 35,
            Order::Leave { .. } if duty == Duty::Leave => 34,
            Order::Play { card, r#as } => play(state, *card, *r#as),
            Order::Activate { at: Station::Space(space) } => activation(state, *space),
            Order::March { to } => self.march(state, *to),
            Order::Fight { .. } => 50,
            Order::EndRound => 1,
            Order::Place { at, count, .. } => place_value(state, *at) + i32::from(*count),
            Order::PlaceShip { at } | Order::FerryTo { to: at } => place_value(state, state.pack().map.space_of(*at)),
            Order::Retreat { to } | Order::RetreatByShip { to } => place_value(state, state.pack().map.space_of(*to)),
            Order::RetreatTo { to } | Order::BreakOutTo { to } => place_value(state, *to),
            Order::BuildRedoubt { at } => place_value(state, state.pack().map.space_of(*at)),
            Order::LandExpedition { port } => 10 - i32::from(state.siege_level(*port)),
            Order::Raid { location } => i32::from(state.value(*location)),
            Order::Decline => 5,
            Order::GiveCard { card } => {
                state.pack().card(*card).map_or(0, |card| 20 - i32::from(card.ops) - 5 * i32::from(!card.effects.is_empty()))
            }
            Order::TakeCard { card } => {
                state.pack().card(*card).map_or(0, |card| i32::from(card.ops) + 5 * i32::from(!card.effects.is_empty()))
            }
            Order::ChooseSiege { location } => i32::from(state.value(*location)) + i32::from(state.siege_level(*location)),
            Order::SpreadLosses | Order::EndDuel | Order::DrawCards | Order::CheckRevolts => 20,
            Order::Sortie => sortie(state),
            Order::CommitAll => commit(state),
            Order::SitTight => 10,
            Order::Replace { unit } => 10 + i32::from(state.options().steps - state.steps(*unit)),
            Order::Rebuild { .. } => 5,
            Order::EndReplacements => 1,
            Order::EmbarkGovernor => 40,
            Order::Pass => 2,
            Order::Halt => -5,
            Order::MarchUnmet => 30,
            Order::Gather => -5,
            _ => -10,
        }
    }

    /// A march goes at a weak enemy if ours are strong, and home if they are not.
    fn march(&self, state: &State, to: SpaceId) -> i32 {
        let Some(force) = state.round().force() else { return -1 };
        if self.came_from == Some(to) {
            return -1;
        }
        let ours = table::our_weight(state, force.units.iter());
        let value = objective(state, to, ours);
        if value > 0 {
            return 60 + value;
        }
        // Home: a small force is safer in a bigger garrison.
        let here = i32::try_from(state.units_at(force.at).len()).unwrap_or_default();
        let safe = safety(state, to);
        if here < 4 && safe > safety(state, force.at) && !state.is_enemy_held(to) { 40 + safe } else { -1 }
    }
}

/// What an attack on a space promises to a force of this weight; nought if it should not be made.
fn objective(state: &State, to: SpaceId, ours: f64) -> i32 {
    let map = &state.pack().map;
    let Some(location) = map.location_at(to) else { return 0 };
    let walls = map.location(location).kind == LocationKind::FortifiedTown;
    let enemy = if walls { USUAL_ENEMY * 1.6 } else { USUAL_ENEMY };
    if ours < enemy * GOOD_ODDS {
        return 0;
    }
    if state.is_enemy_held(to) {
        return i32::from(state.value(location));
    }
    if state.besieged().contains(location) { i32::from(state.value(location)) + 10 } else { 0 }
}

/// How safe a held space is: a fortress, or a garrison that a revolt only besieges.
fn safety(state: &State, at: SpaceId) -> i32 {
    let Some(location) = state.pack().map.location_at(at) else { return -5 };
    if state.is_enemy_held(at) || state.is_besieged(at) {
        return -10;
    }
    let fortress = if state.pack().map.location(location).kind == LocationKind::FortifiedTown { 8 } else { 0 };
    fortress + (state.units_at(at).len() as i32).min(6)
}

/// How much a reinforcement is worth at a space.
fn place_value(state: &State, at: SpaceId) -> i32 {
    let Some(location) = state.pack().map.location_at(at) else { return 3 };
    if state.is_enemy_held(at) {
        return -20;
    }
    let units = state.units_at(at).len() as i32;
    // Where it makes the fourth unit it saves the place from falling outright.
    let saves = if (1..4).contains(&units) { 6 } else { 0 };
    let siege = if state.is_besieged(at) { -4 } else { 0 };
    i32::from(state.value(location)) / 2 + saves + siege
}

/// Whom it pays to activate: a force that can attack something, or a small one that can get to safety.
fn activation(state: &State, at: SpaceId) -> i32 {
    let loose: UnitSet = state
        .units_at(at)
        .without(state.round().active())
        .iter()
        .filter(|unit| duties::guard_stays(state, at, UnitSet::of(*unit)))
        .collect();
    if loose.is_empty() || state.is_besieged(at) {
        return -1;
    }
    let ours = table::our_weight(state, loose.iter());
    let map = &state.pack().map;
    let best = map
        .location_ids()
        .map(|location| (map.space_of(location), location))
        .filter_map(|(space, _)| Some((space, state.spaces_to(at, engine::pack::SpaceSet::of(space))?)))
        .filter(|(_, spaces)| (1..=3).contains(spaces))
        .map(|(space, _)| objective(state, space, ours))
        .max()
        .unwrap_or_default();
    let fortress = map.location_at(at).is_some_and(|location| map.location(location).kind == LocationKind::FortifiedTown);
    // An attack may empty a village, not a fortress.
    if best > 0 && (!fortress || loose.len() >= 6) {
        return 30 + best;
    }
    if loose.len() < 4 && !fortress && state.units_at(at).len() < 4 { 12 } else { -1 }
}

fn play(state: &State, number: engine::pack::CardNumber, r#as: CardUse) -> i32 {
    let Some(card) = state.pack().card(number) else { return -1 };
    match r#as {
        CardUse::Event => {
            let units: i32 = card
                .effects
                .iter()
                .map(|effect| match effect {
                    CardEffect::Units { count, .. } => i32::from(*count) * 4,
                    CardEffect::Expedition { .. } => 30,
                    CardEffect::Ship { .. } => 2,
                    CardEffect::Raid { .. } => 12,
                    CardEffect::ReplacementsByArm { .. } => 4,
                    _ => 3,
                })
                .sum();
            if card_events::is_possible(state, card) { 20 + units } else { -1 }
        }
        CardUse::Ops => {
            let best = state.pack().map.space_ids().map(|space| activation(state, space)).max().unwrap_or_default();
            if best > 0 { 10 + best + i32::from(card.ops) } else { 4 - i32::from(card.ops) }
        }
        CardUse::Replacements => {
            let full = state.options().steps;
            let missing: u32 = state.units_ashore().iter().map(|unit| u32::from(full.saturating_sub(state.steps(unit)))).sum();
            let have = u32::from(state.replacements().native) + u32::from(state.replacements().allied);
            if missing > 4 + have * u32::from(state.options().steps_per_replacement) { 25 } else { -1 }
        }
    }
}

/// A garrison sallies when it is strong, and the siege far gone.
fn wants_to_sally(state: &State, at: LocationId) -> bool {
    state.siege_level(at) >= 3 && state.garrison(at).len() >= 8
}

fn commit(state: &State) -> i32 {
    match state.decision() {
        Some(Decision::Garrison { location }) if wants_to_sally(state, *location) => 30,
        _ => -1,
    }
}

fn sortie(state: &State) -> i32 {
    match state.decision() {
        Some(Decision::Garrison { location }) if wants_to_sally(state, *location) => 25,
        _ => -1,
    }
}

impl Staff<State> for Cautious {
    fn choose(&mut self, state: &State, orders: &[Order]) -> usize {
        if let Some(order) = self.battle(state, orders) {
            return order;
        }
        let given = match self.phase {
            Some((turn, phase, given)) if (turn, phase) == (state.turn(), state.phase()) => given + 1,
            _ => 0,
        };
        self.phase = Some((state.turn(), state.phase(), given));
        if given > MOST_ORDERS {
            return self.random.below(orders.len());
        }
        let duty = Duty::of(state, orders);
        let best = orders
            .iter()
            .enumerate()
            .map(|(index, order)| (self.mark(state, order, duty), index))
            // The first of the best.
            .max_by_key(|(mark, index)| (*mark, std::cmp::Reverse(*index)));
        let (mark, index) = best.unwrap_or_default();
        // Nothing worth doing with the Ops that are left: the round ends, if it can.
        let index = if mark <= NOTHING && state.round().step() == Step::Operations {
            orders.iter().position(|order| *order == Order::EndRound).unwrap_or(index)
        } else {
            index
        };
        self.came_from = match &orders[index] {
            Order::March { .. } => state.round().force().map(|force| force.at),
            Order::Halt | Order::EndRound => None,
            _ => self.came_from,
        };
        index
    }
}
