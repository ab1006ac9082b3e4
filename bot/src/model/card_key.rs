//! The keys of a card game's orders: a word, the side, then what the order is about, part by part.
//!
//! Keys stand in buttons for ever. Whatever comes from outside is read strictly: nothing reads back but what is written here. Cards are
//! chosen several at a time, so that a line of a menu may mean several orders, and the lines chosen together come with a `+` between them.

use std::fmt::Display;
use std::str::FromStr;

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::order::{Order, Standing};
use engine::card_game::region::Region;
use engine::tabletop::side::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The key of what is no order by itself: that the table gives the orders of the staff, where it was ended in their midst.
pub const GO_ON: &str = "go-on";

/// The key of the orders that the staff would give in a phase, for whoever takes its advice.
pub const AS_ADVISED: &str = "as-advised";

/// The most cards that a line of a menu means.
const MOST_CARDS: u8 = 20;

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

/// The key of a card that is exchanged; `copy` tells it from others of its name.
#[must_use]
pub fn exchanged(side: Side, card: CardId, copy: u8) -> Option<String> {
    Some(format!("exchange.{}.{}.{copy}", word(&side)?, card.0))
}

/// The key of so many of a card laid in a region.
#[must_use]
pub fn laid(side: Side, card: CardId, region: Region, count: u8) -> Option<String> {
    let key = key(&Order::Lay { side, card, region })?;
    Some(if count == 1 { key } else { format!("{key}.{count}") })
}

/// The key of so many of a unit that march.
#[must_use]
pub fn marched(side: Side, card: CardId, [from, to]: [Region; 2], count: u8) -> Option<String> {
    let key = key(&Order::March { side, card, from, to })?;
    Some(if count == 1 { key } else { format!("{key}.{count}") })
}

/// The key of an order; nothing for what no button gives.
#[must_use]
pub fn key(order: &Order) -> Option<String> {
    let of = |what: &str, side: &Side| self::word(side).map(|side| format!("{what}.{side}"));
    Some(match order {
        Order::SetUp(_) | Order::Seat { .. } => return None,
        Order::Relieve { side, cards } if cards.is_empty() => format!("{}.none", of("relieve", side)?),
        Order::Relieve { side, cards } => {
            let cards: Vec<String> = cards.iter().map(|card| card.0.to_string()).collect();
            format!("{}.{}", of("relieve", side)?, cards.join("-"))
        }
        Order::Lay { side, card, region } => format!("{}.{}.{}", of("lay", side)?, card.0, word(region)?),
        Order::Deployed(side) => of("deployed", side)?,
        Order::March { side, card, from, to } => format!("{}.{}.{}.{}", of("march", side)?, card.0, word(from)?, word(to)?),
        Order::PlayMovement { side, card } => format!("{}.{}", of("movement", side)?, card.0),
        Order::Travelled(side) => of("travelled", side)?,
        Order::PlayTactics { side, card } => format!("{}.{}", of("tactics", side)?, card.0),
        Order::Pass(side) => of("pass", side)?,
        Order::Lose { side, card } => format!("{}.{}", of("lose", side)?, card.0),
        Order::Stand { side, what, on } => format!("{}.{}.{}", of("stand", side)?, word(what)?, if *on { "on" } else { "off" }),
        Order::Concede(side) => of("resign", side)?,
    })
}

/// The one order that a key means: several cards exchanged are one order.
#[must_use]
pub fn order_of(key: &str) -> Option<Order> {
    match orders_of(key)?.as_slice() {
        [order] => Some(order.clone()),
        _ => None,
    }
}

/// The orders that a key means, one after another; none of what the table gives by itself, or the staff advises.
#[must_use]
pub fn orders_of(key: &str) -> Option<Vec<Order>> {
    if key == GO_ON || key == AS_ADVISED {
        return Some(Vec::new());
    }
    let lines: Vec<Vec<&str>> = key.split('+').map(|line| line.split('.').collect()).collect();
    if let [["exchange", side, ..], ..] = lines.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
        return exchange(of_word(side)?, &lines);
    }
    let mut orders = Vec::new();
    for line in lines {
        let (line, count) = match line.as_slice() {
            ["lay", _, _, _, count] | ["march", _, _, _, _, count] => {
                (&line[..line.len() - 1], read::<u8>(count).filter(|count| (2..=MOST_CARDS).contains(count))?)
            }
            _ => (&line[..], 1),
        };
        let order = one(line)?;
        orders.extend(std::iter::repeat_n(order, count.into()));
    }
    Some(orders)
}

/// The order that exchanges the cards of all lines.
fn exchange(side: Side, lines: &[Vec<&str>]) -> Option<Vec<Order>> {
    let mut cards = Cards::NONE;
    for line in lines {
        let ["exchange", of, card, copy] = line.as_slice() else { return None };
        if of_word::<Side>(of)? != side || read::<u8>(copy).is_none() || cards.len() >= MOST_CARDS {
            return None;
        }
        cards.add(read(card).map(CardId)?, 1);
    }
    Some(vec![Order::Relieve { side, cards }])
}

fn one(parts: &[&str]) -> Option<Order> {
    let card = |text: &str| read(text).map(CardId);
    Some(match parts {
        ["relieve", side, "none"] => Order::Relieve { side: of_word(side)?, cards: Cards::NONE },
        ["relieve", side, cards] => {
            let listed: Vec<CardId> = cards.split('-').map(card).collect::<Option<_>>()?;
            // Written in the order of the deck, and only so.
            let cards: Cards = listed.iter().copied().collect();
            if cards.len() > MOST_CARDS || !cards.iter().eq(listed) {
                return None;
            }
            Order::Relieve { side: of_word(side)?, cards }
        }
        ["lay", side, which, region] => Order::Lay { side: of_word(side)?, card: card(which)?, region: of_word(region)? },
        ["deployed", side] => Order::Deployed(of_word(side)?),
        ["march", side, which, from, to] => {
            Order::March { side: of_word(side)?, card: card(which)?, from: of_word(from)?, to: of_word(to)? }
        }
        ["movement", side, which] => Order::PlayMovement { side: of_word(side)?, card: card(which)? },
        ["travelled", side] => Order::Travelled(of_word(side)?),
        ["tactics", side, which] => Order::PlayTactics { side: of_word(side)?, card: card(which)? },
        ["pass", side] => Order::Pass(of_word(side)?),
        ["lose", side, which] => Order::Lose { side: of_word(side)?, card: card(which)? },
        ["stand", side, what, on @ ("on" | "off")] => {
            Order::Stand { side: of_word(side)?, what: of_word::<Standing>(what)?, on: *on == "on" }
        }
        ["resign", side] => Order::Concede(of_word(side)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use engine::card_game::options::Options;
    use engine::card_game::pack::CardPack;
    use engine::card_game::state::State;
    use engine::dice::Dice;
    use engine::game::Game as _;
    use engine::tabletop::seat::Seat;

    use super::*;

    #[test]
    fn every_order_of_a_card_game_has_a_key_that_reads_back_and_fits_in_a_button() {
        for seed in 0..6 {
            let options = Options { tactics_at_once: seed % 2 == 0, ..Options::default() };
            let mut state = State::opening(&CardPack::embedded().unwrap());
            let mut dice = Dice::seeded([seed; 32], 0);
            state.give(Seat::Umpire, &Order::SetUp(options), &mut dice).unwrap();
            for step in 0..2_000_usize {
                let acting = state.acting();
                let Some(seat) = acting.get(step % acting.len().max(1)).copied() else { break };
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
    fn lines_chosen_together_are_one_exchange_or_as_many_orders_as_they_mean() {
        let (side, three, five) = (Side::Enemy, CardId(3), CardId(5));
        let lines = [exchanged(side, five, 1), exchanged(side, three, 1), exchanged(side, three, 2)].map(Option::unwrap);
        let cards = [three, three, five].into_iter().collect();
        assert_eq!(order_of(&lines.join("+")), Some(Order::Relieve { side, cards }));
        let lay = laid(side, three, Region::West, 2).unwrap();
        let march = marched(side, five, [Region::South, Region::East], 1).unwrap();
        let expected = [
            Order::Lay { side, card: three, region: Region::West },
            Order::Lay { side, card: three, region: Region::West },
            Order::March { side, card: five, from: Region::South, to: Region::East },
        ];
        assert_eq!(orders_of(&format!("{lay}+{march}")), Some(expected.to_vec()));
    }

    #[test]
    fn what_is_not_written_so_is_no_key() {
        let keys = [
            "",
            "lay.ours.5",
            "lay.ours.05.north",
            "lay.ours.5.north.1",
            "lay.ours.5.north.99",
            "lay.ours.5.home.x",
            "relieve.ours.5-3",
            "relieve.ours.",
            "exchange.ours.3.1+lay.ours.3.home",
            "exchange.ours.3.1+exchange.enemy.3.1",
            "stand.ours.pass.maybe",
            "deployed.nobody",
        ];
        for text in keys {
            assert_eq!(orders_of(text), None, "{text}");
        }
        assert_eq!((orders_of(GO_ON), orders_of(AS_ADVISED)), (Some(Vec::new()), Some(Vec::new())));
        assert_eq!(order_of(AS_ADVISED), None);
    }
}
