//! What is asked once more before it is done: what spends a card for good, gives away Ops, or ends a turn.
//!
//! What can be taken back freely is not asked about. Playing a card throws for a random event, so it cannot; most cards come back with
//! the next reshuffling, but most that are played for their event leave the campaign, and one played for replacements costs victory points.

use crate::despatches::position;
use engine::campaign::Seat;
use engine::campaign::{CardUse, Order, Phase, State};
use engine::game::Game as _;
use engine::pack::{CardEffect, CardNumber, LocationSet};

use crate::despatches::labels;
use crate::despatches::order_keys::order_key;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::ids::CampaignId;
use crate::words;

/// What comes of a card played for its event: whether the round goes on, and where the card goes.
fn comes_of(state: &State, number: CardNumber) -> String {
    let card = state.pack().card(number);
    let goes_on = card.and_then(|card| {
        card.effects.iter().find_map(|effect| match effect {
            CardEffect::Ops { points } => Some(format!("with {}", words::count((*points).into(), "Op", "Ops"))),
            CardEffect::Expedition { .. } => Some("with its march".to_owned()),
            CardEffect::FreePassage { units } => Some(format!("with hired ships for {}", words::count((*units).into(), "unit", "units"))),
            _ => None,
        })
    });
    // Ships that were hired by a card before this one wait for somebody still.
    let hired = || (state.passage() > 0).then(|| "with the hired ships".to_owned());
    let round = goes_on.or_else(hired).map_or_else(|| "the round ends".to_owned(), |with| format!("the round goes on {with}"));
    let leaves = card.is_some_and(|card| card.leaves_campaign);
    format!("{round}, and the card {}", if leaves { "leaves the campaign" } else { "stays in the deck" })
}

/// The question about an order, if it is one to be asked about and can be given at all.
#[must_use]
pub fn question(state: &State, order: &Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
    let pack = state.pack();
    let (sentence, consequence) = match order {
        Order::Play { card, r#as: CardUse::Event } => (
            format!("**Play {} for its event?**", position::card(state, *card)),
            format!("Its random event is thrown for first; then the event takes place, {}.", comes_of(state, *card)),
        ),
        Order::Play { card, r#as: CardUse::Replacements } => {
            (format!("**Play {} for replacements?**", position::card(state, *card)), labels::describe_order(state, order).1)
        }
        Order::EndRound if state.phase() == (Phase::Action { round: pack.outline.turns.action_rounds }) => {
            let left = match state.round().ops() {
                0 => String::new(),
                ops => format!("{} not used. ", words::sentence_case(&words::count(ops.into(), "Op is", "Ops are"))),
            };
            let sieges = if state.besieged().is_empty() { "" } else { " and sieges are rolled for" };
            // What nobody holds falls without a roll.
            let empty: LocationSet = state.besieged().iter().filter(|location| state.garrison(*location).is_empty()).collect();
            let falls = match empty.len() {
                0 => String::new(),
                1 => format!("Nobody is left in {}: it falls. ", words::places(pack, empty)),
                _ => format!("Nobody is left in {}: they fall. ", words::places(pack, empty)),
            };
            (
                format!("**End the last action round of turn {}?**", state.turn()),
                format!(
                    "{left}{falls}Supply is looked to{sieges} at once. To undo that takes a second player's word, or one more press of who plays alone."
                ),
            )
        }
        Order::Fight { at } if state.round().ops() > 0 || position::before_it(state).is_some() => {
            let ops = state.round().ops();
            let unused = (ops > 0).then(|| format!("{} not used", words::count(ops.into(), "Op is", "Ops are")));
            let still = position::before_it(state).map(|who| format!("{who} can still march"));
            let lost = words::list(&unused.into_iter().chain(still).collect::<Vec<_>>());
            let question = format!("**Fight at {} now?**", pack.map.space_name(*at));
            (
                question,
                format!("{lost}: once a battle is fought nobody is activated any more this round, and nobody marches but the victors."),
            )
        }
        _ => return None,
    };
    state.permit(Seat::Commander, order).ok()?;
    let key = order_key(order)?;
    Some(Despatch {
        facts: vec![words::sentence_case(&consequence)],
        buttons: vec![
            Button {
                label: match order {
                    Order::EndRound => "End the turn",
                    Order::Fight { .. } => "Fight",
                    _ => "Play it",
                }
                .to_owned(),
                style: ButtonStyle::Danger,
                id: CustomId::Sure { campaign, revision, key },
            },
            Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Back { campaign } },
        ],
        ..Despatch::saying(sentence)
    })
}
