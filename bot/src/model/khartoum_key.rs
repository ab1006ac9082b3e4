//! The keys of the orders of the mini-game of the siege: a word, the side where it has one, then units, spaces and cards by their numbers.
//!
//! Keys stand in buttons for ever. Whatever comes from outside is read strictly: nothing reads back but what is written here. Several units
//! are one number, a bit for each, in hexadecimal.

use std::fmt::Display;
use std::str::FromStr;

use engine::khartoum::ids::{CardId, SpaceId, UnitId, Units};
use engine::khartoum::options::BreakOff;
use engine::khartoum::order::Order;
use engine::khartoum::pack::counters::Contingent;
use engine::tabletop::side::Side;

/// The key of what is no order by itself: that the table gives the orders of the staff, where it was ended in their midst.
pub const GO_ON: &str = "go-on";

/// The key of the orders that the staff would give until its phase is over, for whoever takes its advice.
pub const AS_ADVISED: &str = "as-advised";

/// What was written so, and only that.
fn read<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::Ours => "ours",
        Side::Enemy => "enemy",
    }
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side_word(*side) == word)
}

const fn contingent_word(contingent: Contingent) -> &'static str {
    match contingent {
        Contingent::Allied => "allied",
        Contingent::Native => "native",
    }
}

const fn break_off_word(what: BreakOff) -> &'static str {
    match what {
        BreakOff::WhenOutmatched => "outmatched",
        BreakOff::LeadersWhenOutmatched => "leaders",
        BreakOff::Stand => "stand",
        BreakOff::Ask => "ask",
    }
}

/// Units as one number.
#[must_use]
pub fn units_word(units: Units) -> String {
    let bits = units.iter().fold(0_u64, |bits, unit| bits | 1_u64.checked_shl(unit.0.into()).unwrap_or(0));
    format!("{bits:x}")
}

/// The units of a number.
#[must_use]
pub fn units_of(word: &str) -> Option<Units> {
    let bits = u64::from_str_radix(word, 16).ok()?;
    let units: Units = (0..64_u8).filter(|place| bits >> place & 1 == 1).map(UnitId).collect();
    (units_word(units) == word).then_some(units)
}

/// The key of an order; nothing for what no button gives.
#[must_use]
pub fn key(order: &Order) -> Option<String> {
    Some(match order {
        Order::SetUp(_) | Order::Seat { .. } => return None,
        Order::Deploy { side, unit, at } => format!("deploy.{}.{}.{}", side_word(*side), unit.0, at.0),
        Order::DeployByDefault(side) => format!("default.{}", side_word(*side)),
        Order::Draw(side) => format!("draw.{}", side_word(*side)),
        Order::PlayCard { side, card } => format!("card.{}.{}", side_word(*side), card.0),
        Order::PutAside(side) => format!("aside.{}", side_word(*side)),
        Order::Convert(unit) => format!("convert.{}", unit.0),
        Order::Replace(unit) => format!("replace.{}", unit.0),
        Order::Summon(unit) => format!("summon.{}", unit.0),
        Order::Mislead(space) => format!("mislead.{}", space.0),
        Order::Lead(space) => format!("lead.{}", space.0),
        Order::Recruit { side, unit } => format!("recruit.{}.{}", side_word(*side), unit.0),
        Order::Place { side, unit, at } => format!("place.{}.{}.{}", side_word(*side), unit.0, at.0),
        Order::Forgo { side, unit } => format!("forgo.{}.{}", side_word(*side), unit.0),
        Order::RecruitByDefault(side) => format!("recruits.{}", side_word(*side)),
        Order::RecruitsDone(side) => format!("recruited.{}", side_word(*side)),
        Order::Activate(contingent) => format!("activate.{}", contingent_word(*contingent)),
        Order::Move { side, units, to } => format!("move.{}.{}.{}", side_word(*side), units_word(*units), to.0),
        Order::MovesDone(side) => format!("moved.{}", side_word(*side)),
        Order::Fight { side, space } => format!("fight.{}.{}", side_word(*side), space.0),
        Order::FightInOrder(side) => format!("battles.{}", side_word(*side)),
        Order::BreakOff { side, units } => format!("break.{}.{}", side_word(*side), units_word(*units)),
        Order::Retreat { side, unit, to } => format!("retreat.{}.{}.{}", side_word(*side), unit.0, to.0),
        Order::RetreatByDefault(side) => format!("retreats.{}", side_word(*side)),
        Order::Top(unit) => format!("top.{}", unit.0),
        Order::StacksDone => "stacked".to_owned(),
        Order::Stand { side, what } => format!("stand.{}.{}", side_word(*side), break_off_word(*what)),
        Order::Concede(side) => format!("resign.{}", side_word(*side)),
    })
}

/// The order that a key means.
#[must_use]
pub fn order_of(key: &str) -> Option<Order> {
    let unit = |text: &str| read(text).map(UnitId);
    let space = |text: &str| read(text).map(SpaceId);
    let parts: Vec<&str> = key.split('.').collect();
    Some(match parts.as_slice() {
        ["deploy", whose, which, at] => Order::Deploy { side: side(whose)?, unit: unit(which)?, at: space(at)? },
        ["default", whose] => Order::DeployByDefault(side(whose)?),
        ["draw", whose] => Order::Draw(side(whose)?),
        ["card", whose, which] => Order::PlayCard { side: side(whose)?, card: read(which).map(CardId)? },
        ["aside", whose] => Order::PutAside(side(whose)?),
        ["convert", which] => Order::Convert(unit(which)?),
        ["replace", which] => Order::Replace(unit(which)?),
        ["summon", which] => Order::Summon(unit(which)?),
        ["mislead", at] => Order::Mislead(space(at)?),
        ["lead", at] => Order::Lead(space(at)?),
        ["recruit", whose, which] => Order::Recruit { side: side(whose)?, unit: unit(which)? },
        ["place", whose, which, at] => Order::Place { side: side(whose)?, unit: unit(which)?, at: space(at)? },
        ["forgo", whose, which] => Order::Forgo { side: side(whose)?, unit: unit(which)? },
        ["recruits", whose] => Order::RecruitByDefault(side(whose)?),
        ["recruited", whose] => Order::RecruitsDone(side(whose)?),
        ["activate", which] => Order::Activate(Contingent::BOTH.into_iter().find(|one| contingent_word(*one) == *which)?),
        ["move", whose, units, to] => Order::Move { side: side(whose)?, units: units_of(units)?, to: space(to)? },
        ["moved", whose] => Order::MovesDone(side(whose)?),
        ["fight", whose, at] => Order::Fight { side: side(whose)?, space: space(at)? },
        ["battles", whose] => Order::FightInOrder(side(whose)?),
        ["break", whose, units] => Order::BreakOff { side: side(whose)?, units: units_of(units)? },
        ["retreat", whose, which, to] => Order::Retreat { side: side(whose)?, unit: unit(which)?, to: space(to)? },
        ["retreats", whose] => Order::RetreatByDefault(side(whose)?),
        ["top", which] => Order::Top(unit(which)?),
        ["stacked"] => Order::StacksDone,
        ["stand", whose, what] => {
            Order::Stand { side: side(whose)?, what: BreakOff::ALL.into_iter().find(|one| break_off_word(*one) == *what)? }
        }
        ["resign", whose] => Order::Concede(side(whose)?),
        _ => return None,
    })
}

/// The orders that a key means; none of what the table gives by itself, or the staff advises.
#[must_use]
pub fn orders_of(key: &str) -> Option<Vec<Order>> {
    if key == GO_ON || key == AS_ADVISED {
        return Some(Vec::new());
    }
    key.split('+').map(order_of).collect()
}

#[cfg(test)]
mod tests {
    use engine::dice::Dice;
    use engine::game::Game as _;
    use engine::khartoum::options::Options;
    use engine::khartoum::pack::Pack;
    use engine::khartoum::state::State;
    use engine::tabletop::seat::Seat;

    use super::*;

    #[test]
    fn every_order_has_a_key_that_reads_back_and_fits_in_a_button() {
        for seed in 0..6 {
            let mut state = State::opening(&Pack::embedded().unwrap());
            let mut dice = Dice::seeded([seed; 32], 0);
            let options = Options { break_off: BreakOff::Ask, ..Options::default() };
            state.give(Seat::Umpire, &Order::SetUp(options), &mut dice).unwrap();
            for step in 0..2_000_usize {
                let Some(seat) = state.acting().first().copied() else { break };
                let mut orders = Vec::new();
                state.legal_orders(seat, &mut orders);
                for order in orders.iter().chain(&state.standing_orders(seat)) {
                    let key = key(order).unwrap();
                    assert_eq!(order_of(&key).as_ref(), Some(order), "{key}");
                    assert!(key.len() <= 60 && !key.contains([':', '+']), "{key}");
                }
                let order = orders[step * 7 % orders.len()].clone();
                state.give(seat, &order, &mut dice).unwrap();
            }
        }
    }

    #[test]
    fn what_is_not_written_so_is_no_key() {
        let keys = [
            "",
            "move.ours.5",
            "move.ours.05.3",
            "move.ours.FF.3",
            "move.ours.+f.3",
            "move.nobody.f.3",
            "deploy.ours.1.300",
            "stand.ours.perhaps",
            "activate.all",
            "stacked.ours",
        ];
        for text in keys {
            assert_eq!(orders_of(text), None, "{text}");
        }
        assert_eq!((orders_of(GO_ON), orders_of(AS_ADVISED)), (Some(Vec::new()), Some(Vec::new())));
        assert_eq!(order_of(AS_ADVISED), None);
    }
}
