//! How a card game is to begin, asked step by step for the one who begins it: which side, against whom.

use engine::card_game::options::Options;
use engine::card_game::order::Order;
use engine::card_game::pack::{CardPack, RegionRow};
use engine::card_game::region::Region;
use engine::tabletop::side::Side;

use crate::despatches::duel;
use crate::model::custom_id::CustomId;
use crate::model::despatch::Despatch;
use crate::model::duel_choices::DuelChoices;
use crate::words;

/// The orders that a game is begun with, once everything is chosen.
#[must_use]
pub fn orders(choices: DuelChoices, options: Options) -> Option<Vec<Order>> {
    let seated = duel::seated(choices)?.into_iter();
    let mut orders: Vec<Order> = seated.map(|(side, player)| Order::Seat { side, player }).collect();
    orders.push(Order::SetUp(options));
    Some(orders)
}

/// What is asked next; nothing once everything is chosen.
#[must_use]
pub fn step(pack: &CardPack, choices: DuelChoices, direct: bool) -> Option<Despatch> {
    let id = |choices: DuelChoices| CustomId::CardGame { choices };
    match choices {
        DuelChoices { side: None, .. } => {
            let regions = |wanted: &dyn Fn(&RegionRow) -> bool| {
                let all: Vec<&str> = Region::ALL
                    .into_iter()
                    .map(|region| pack.region(region))
                    .filter(|row| wanted(row))
                    .map(|row| row.name.as_str())
                    .collect();
                words::list(&all)
            };
            let told = |side: Side| {
                let units: u32 = pack.deck(side).iter().filter(|card| card.arm.is_unit()).map(|card| u32::from(card.count)).sum();
                let own = regions(&|row| row.holder == Some(side));
                let own = if own.is_empty() { "hold nothing at first".to_owned() } else { format!("hold {own} from the start") };
                format!(
                    "**{}**: {} cards, {units} of them units; {own}, and lay their units in {}.",
                    words::sentence_case(pack.tables.sides.of(side)),
                    pack.all(side).len(),
                    regions(&|row| row.deploys.contains(&side))
                )
            };
            let mut facts = vec![format!(
                "{} regions, {} turns, a hand of {} cards each that the other side never sees. Whoever holds more regions at the end has won, and \
                 whoever holds all of them at any time.",
                words::sentence_case(&words::number(Region::ALL.len())),
                words::number(pack.tables.turns.into()),
                words::number(pack.tables.hand.into())
            )];
            facts.extend(Side::BOTH.map(told));
            Some(duel::which_side(facts, Side::BOTH.map(|side| pack.tables.sides.of(side)), id))
        }
        DuelChoices { opponent: None, .. } => Some(duel::against_whom(choices, direct, "your cards", id)),
        DuelChoices { .. } => None,
    }
}
