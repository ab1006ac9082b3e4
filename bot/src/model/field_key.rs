//! The keys of a gridded battle's orders: a word, then what the order is about, part by part.
//!
//! Keys stand in buttons for ever. Whatever comes from outside is read strictly: nothing reads back but what is written here.

use std::fmt::Display;
use std::str::FromStr;

use engine::tabletop::formation::Formation;
use engine::tabletop::instruction::{Whom, Wing};
use engine::tabletop::order::Order;
use engine::tabletop::side::Side;
use engine::tabletop::square::Square;
use engine::tabletop::unit::UnitId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The key of what is no order: that the table gives the orders of those who are instructed, or of the staff.
pub const GO_ON: &str = "go-on";

/// The word of a value that has few, as the journal writes it.
fn word(value: &impl Serialize) -> Option<String> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Some(word),
        _ => None,
    }
}

/// The value of a word.
fn of_word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned())).ok()
}

/// What was written so, and only that.
fn read<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

/// The word by which an instruction says whom it is for.
#[must_use]
pub fn whom_word(whom: Whom) -> String {
    match whom {
        Whom::All => "all".to_owned(),
        Whom::Wing(Wing::Left) => "left".to_owned(),
        Whom::Wing(Wing::Centre) => "centre".to_owned(),
        Whom::Wing(Wing::Right) => "right".to_owned(),
        Whom::Unit(unit) => unit.0.to_string(),
    }
}

/// Whom a word of an instruction means.
#[must_use]
pub fn whom_of(text: &str) -> Option<Whom> {
    Some(match text {
        "all" => Whom::All,
        "left" => Whom::Wing(Wing::Left),
        "centre" => Whom::Wing(Wing::Centre),
        "right" => Whom::Wing(Wing::Right),
        unit => Whom::Unit(UnitId(read(unit)?)),
    })
}

/// The key of an order; nothing for what no button gives.
#[must_use]
pub fn key(order: &Order) -> Option<String> {
    let side = |word: &str, side: Side| self::word(&side).map(|side| format!("{word}.{side}"));
    Some(match order {
        Order::SetUp(_) | Order::Seat { .. } => return None,
        Order::Place { unit, square, facing, formation } => {
            let formation = formation.map_or(Some("none".to_owned()), |formation| word(&formation))?;
            format!("place.{}.{square}.{}.{formation}", unit.0, word(facing)?)
        }
        Order::Ready(whose) => side("ready", *whose)?,
        Order::Next(unit) => format!("next.{}", unit.0),
        Order::NextBrigade(whose) => side("next-brigade", *whose)?,
        Order::Move { unit, to, facing } => format!("move.{}.{to}.{}", unit.0, word(facing)?),
        Order::Charge { unit, target, from } => format!("charge.{}.{}.{from}", unit.0, target.0),
        Order::Fire { unit, weapon, target } => format!("fire.{}.{weapon}.{}", unit.0, target.0),
        Order::Form { unit, formation } => format!("form.{}.{}", unit.0, word(formation)?),
        Order::Mount(unit) => format!("mount.{}", unit.0),
        Order::Stand(unit) => format!("stand.{}", unit.0),
        Order::FormBrigade { leader, centre } => format!("form-brigade.{}.{centre}", leader.0),
        Order::MarchBrigade { side: whose, way } => format!("{}.{}", side("march-brigade", *whose)?, word(way)?),
        Order::BreakBrigade(whose) => side("break-brigade", *whose)?,
        Order::Volley { unit, target } => format!("volley.{}.{}", unit.0, target.0),
        Order::StandBrigade(whose) => side("stand-brigade", *whose)?,
        Order::GoFor { unit, target } => format!("go-for.{}.{}", unit.0, target.0),
        Order::Pursue { unit, to: Some(to) } => format!("pursue.{}.{to}", unit.0),
        Order::Pursue { unit, to: None } => format!("stay.{}", unit.0),
        Order::Play { side: whose, card, unit } => format!("{}.{}.{}", side("play-card", *whose)?, word(card)?, unit.0),
        Order::NoCard(whose) => side("no-card", *whose)?,
        Order::Leave(unit) => format!("leave-board.{}", unit.0),
        Order::LetGo(whose) => side("let-go", *whose)?,
        Order::Embark { unit, boat } => format!("embark.{}.{}", unit.0, boat.0),
        Order::Land { unit, to } => format!("land-at.{}.{to}", unit.0),
        Order::Coordinate { unit, with_leader } => format!("{}.{}", if *with_leader { "with-leader" } else { "on-its-own" }, unit.0),
        Order::LieStill { boat, still } => format!("{}.{}", if *still { "lie-still" } else { "get-up-steam" }, boat.0),
        Order::CombatCards { side: whose, play } => format!("{}.{}", side("combat-cards", *whose)?, word(play)?),
        Order::Instruct { side: whose, whom, instruction } => {
            format!("{}.{}.{}", side("instruct", *whose)?, whom_word(*whom), word(instruction)?)
        }
        Order::Concede(whose) => side("give-up", *whose)?,
    })
}

/// The order of a key.
#[must_use]
pub fn order_of(key: &str) -> Option<Order> {
    let parts: Vec<&str> = key.split('.').collect();
    let (word, rest) = parts.split_first()?;
    let unit = |text: &str| read(text).map(UnitId);
    let square = |text: &str| read::<Square>(text);
    Some(match (*word, rest) {
        ("place", [of, to, facing, formation]) => Order::Place {
            unit: unit(of)?,
            square: square(to)?,
            facing: of_word(facing)?,
            formation: if *formation == "none" { None } else { Some(of_word::<Formation>(formation)?) },
        },
        ("ready", [side]) => Order::Ready(of_word(side)?),
        ("next", [of]) => Order::Next(unit(of)?),
        ("next-brigade", [side]) => Order::NextBrigade(of_word(side)?),
        ("move", [of, to, facing]) => Order::Move { unit: unit(of)?, to: square(to)?, facing: of_word(facing)? },
        ("charge", [of, target, from]) => Order::Charge { unit: unit(of)?, target: unit(target)?, from: square(from)? },
        ("fire", [of, weapon, target]) => Order::Fire { unit: unit(of)?, weapon: read(weapon)?, target: unit(target)? },
        ("form", [of, formation]) => Order::Form { unit: unit(of)?, formation: of_word(formation)? },
        ("mount", [of]) => Order::Mount(unit(of)?),
        ("stand", [of]) => Order::Stand(unit(of)?),
        ("form-brigade", [of, centre]) => Order::FormBrigade { leader: unit(of)?, centre: square(centre)? },
        ("march-brigade", [side, way]) => Order::MarchBrigade { side: of_word(side)?, way: of_word(way)? },
        ("break-brigade", [side]) => Order::BreakBrigade(of_word(side)?),
        ("volley", [of, target]) => Order::Volley { unit: unit(of)?, target: unit(target)? },
        ("stand-brigade", [side]) => Order::StandBrigade(of_word(side)?),
        ("go-for", [of, target]) => Order::GoFor { unit: unit(of)?, target: unit(target)? },
        ("pursue", [of, to]) => Order::Pursue { unit: unit(of)?, to: Some(square(to)?) },
        ("stay", [of]) => Order::Pursue { unit: unit(of)?, to: None },
        ("play-card", [side, card, of]) => Order::Play { side: of_word(side)?, card: of_word(card)?, unit: unit(of)? },
        ("no-card", [side]) => Order::NoCard(of_word(side)?),
        ("leave-board", [of]) => Order::Leave(unit(of)?),
        ("let-go", [side]) => Order::LetGo(of_word(side)?),
        ("embark", [of, boat]) => Order::Embark { unit: unit(of)?, boat: unit(boat)? },
        ("land-at", [of, to]) => Order::Land { unit: unit(of)?, to: square(to)? },
        ("with-leader", [of]) => Order::Coordinate { unit: unit(of)?, with_leader: true },
        ("on-its-own", [of]) => Order::Coordinate { unit: unit(of)?, with_leader: false },
        ("lie-still", [of]) => Order::LieStill { boat: unit(of)?, still: true },
        ("get-up-steam", [of]) => Order::LieStill { boat: unit(of)?, still: false },
        ("combat-cards", [side, play]) => Order::CombatCards { side: of_word(side)?, play: of_word(play)? },
        ("instruct", [side, whom, instruction]) => {
            Order::Instruct { side: of_word(side)?, whom: whom_of(whom)?, instruction: of_word(instruction)? }
        }
        ("give-up", [side]) => Order::Concede(of_word(side)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::dice::Dice;
    use engine::game::Game as _;
    use engine::tabletop::options::Options;
    use engine::tabletop::order::{Battle, SetUp};
    use engine::tabletop::pack::BattlePack;
    use engine::tabletop::seat::Seat;
    use engine::tabletop::state::State;

    use super::*;

    #[test]
    fn every_order_of_a_battle_has_a_key_that_reads_back_and_fits_in_a_button() {
        let pack = BattlePack::embedded().unwrap();
        let battles = pack.scenarios.iter().map(|scenario| Battle::Scenario(scenario.key.clone())).chain([Battle::Typical]);
        let mut dice = Dice::seeded([3; 32], 0);
        for battle in battles {
            let mut state = State::opening(&pack);
            let set_up = Order::SetUp(Arc::new(SetUp { battle, options: Options::default() }));
            state.give(Seat::Umpire, &set_up, &mut dice).unwrap();
            for step in 0..400_usize {
                let Some(seat) = state.waits_for() else { break };
                let mut orders = Vec::new();
                state.legal_orders(seat, &mut orders);
                for order in orders.iter().chain(&state.standing_orders(seat)) {
                    let key = key(order).unwrap();
                    assert_eq!(order_of(&key).as_ref(), Some(order), "{key}");
                    assert!(key.len() <= 60 && !key.contains([':', '+']), "{key}");
                }
                let ready = orders.iter().find(|order| matches!(order, Order::Ready(_)));
                let order = ready.unwrap_or(&orders[step * 7 % orders.len()]).clone();
                state.give(seat, &order, &mut dice).unwrap();
            }
        }
    }

    #[test]
    fn what_is_not_written_so_is_no_key() {
        for text in ["", "stand", "stand.07", "stand.x", "move.1.a5.north", "move.1.A5.up", "place.1.A5.north.square.", "go-on", "fire.1.1"]
        {
            assert_eq!(order_of(text), None, "{text}");
        }
    }
}
