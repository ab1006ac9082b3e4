//! How the mini-game of the siege is to begin, asked step by step for the one who begins it: which side, against whom.

use engine::khartoum::options::Options;
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::tabletop::side::Side;

use crate::despatches::duel;
use crate::despatches::khartoum::told::OURS;
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
pub fn step(pack: &Pack, choices: DuelChoices, direct: bool) -> Option<Despatch> {
    let id = |choices: DuelChoices| CustomId::Khartoum { choices };
    let sides = &pack.tables.sides;
    match choices {
        DuelChoices { side: None, .. } => {
            let sudden: Vec<&str> = pack.map.sudden_death.iter().map(|space| pack.space_name(space)).collect();
            let count = |side: Side| words::count(pack.counters.of[side as usize].len(), "counter", "counters");
            let facts = vec![
                format!(
                    "{} turns of a card each, on a map of {} spaces. An hour or two against the staff; by post about twenty turns to and fro.",
                    words::sentence_case(&words::number(pack.tables.turns().into())),
                    pack.map.spaces.len()
                ),
                format!(
                    "**{}**: {}. They hold towns, and win at the end with {} victory points. None of their units is hidden.",
                    words::sentence_case(&sides.ours),
                    count(Side::Ours),
                    pack.tables.victory_points
                ),
                format!(
                    "**{}**: {}, of each stack the top one alone is seen. They win with {}, or if the other side has too few points at the end.",
                    words::sentence_case(&sides.enemy),
                    count(Side::Enemy),
                    words::list(&sudden)
                ),
                OURS.to_owned(),
            ];
            Some(duel::which_side(facts, Side::BOTH.map(|side| sides.of(side)), id))
        }
        DuelChoices { opponent: None, .. } => Some(duel::against_whom(choices, direct, "what is hidden", id)),
        DuelChoices { .. } => None,
    }
}
