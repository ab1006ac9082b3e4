//! A turn that is shown: what to press next on a campaign of one's own, and the rule in a sentence. What comes next follows from the
//! position alone, so a restart changes nothing, and whoever presses something else is taken on from there.

use engine::campaign::odds::march;
use engine::campaign::rules::movement;
use engine::campaign::{CardUse, Decision, Order, Phase, Seat, State, Station, Step};
use engine::game::Game as _;
use engine::pack::SpaceId;

use crate::despatches::lifecycle::forget_button;
use crate::despatches::{garrison, position, sheet};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::orders::card_ops;
use crate::model::standing::Standing;
use crate::words;

/// The seed of the turn that is shown: one with which all of it comes up.
pub const SEED: [u8; 32] = {
    let mut seed = [51; 32];
    seed[0] = 3;
    seed
};

/// A step.
struct Guided {
    /// What it is about.
    about: &'static str,
    /// The rule, in a sentence.
    rule: String,
    /// What its button says.
    label: String,
    /// What it does.
    orders: Vec<Order>,
}

fn guided(about: &'static str, rule: impl Into<String>, label: impl Into<String>, orders: Vec<Order>) -> Option<Guided> {
    Some(Guided { about, rule: rule.into(), label: label.into(), orders })
}

/// The orders of the step that comes next; none when the turn is over, or the campaign.
#[must_use]
pub fn orders(state: &State) -> Vec<Order> {
    next(state).map(|step| step.orders).unwrap_or_default()
}

/// The step that comes next, as a message; and when the turn is over, how it goes on from there.
#[must_use]
pub fn step(state: &State, standing: Standing) -> Option<Despatch> {
    let footer = position::footer(state, standing.revision);
    let Standing { campaign, revision, .. } = standing;
    if let Some(Guided { about, rule, label, .. }) = next(state) {
        let button =
            Button { label: words::shortened(&label, 80), style: ButtonStyle::Primary, id: CustomId::Guide { campaign, revision } };
        return Some(Despatch {
            next: format!("press *{}*; or do something else with `/turn`, and it goes on from there.", button.label),
            facts: vec![words::told(state.pack(), &rule)],
            buttons: vec![button],
            // It offers its step until something else is told.
            section: Some(format!("show me, No. {revision}")),
            footer,
            ..Despatch::saying(format!("**Show me: {about}**"))
        });
    }
    let over = state.phase() == Phase::Draw && state.turn() == 1 + first_turn(state);
    over.then(|| Despatch {
        facts: vec![
            "From the draw to the summary: all others go the same way, until the campaign is won, lost, or its last \
             turn ends."
                .to_owned(),
            "Play on here as long as you like, with the buttons above or with `/turn`. `/campaign start`, in a channel, begins a campaign to keep."
                .to_owned(),
        ],
        buttons: vec![forget_button(campaign)],
        footer,
        ..Despatch::saying("**Show me: that was a turn.**")
    })
}

/// The turn with which the campaign began.
fn first_turn(state: &State) -> u8 {
    state.scenario().map_or(1, |scenario| scenario.first_turn)
}

fn legal(state: &State) -> Vec<Order> {
    sheet::legal(state)
}

fn next(state: &State) -> Option<Guided> {
    if state.ending().is_some() || state.turn() > first_turn(state) {
        return None;
    }
    if let Some(decision) = state.decision() {
        return decide(state, decision);
    }
    match state.phase() {
        Phase::Draw => guided(
            "the cards.",
            "A turn begins with a hand of cards, drawn by the umpire's dice: they give you events, Ops and replacements.",
            "Draw the cards",
            vec![Order::DrawCards],
        ),
        Phase::Rebellion => guided(
            "the rebellion.",
            "Each place still quiet is rolled for; every place in revolt near it adds to the roll, so that a rebellion spreads from where it \
             is. A garrison may put it down, be besieged, get away, or go over.",
            "Roll the rebellion",
            vec![Order::CheckRevolts],
        ),
        Phase::Action { round } => act(state, round),
        Phase::Replacements => guided(
            "replacements.",
            "Points won with cards bring steps back to units that lost some; then the victory points of the turn are counted.",
            "Keep what points are left",
            vec![Order::EndReplacements],
        ),
        Phase::SetUp | Phase::Supply | Phase::Sieges | Phase::Adjust => None,
    }
}

fn decide(state: &State, decision: &Decision) -> Option<Guided> {
    match decision {
        Decision::Battle { .. } => {
            let (field, _) = state.battle()?;
            let loss = field.units.first().map(|unit| Order::ReportLoss { unit, steps: 1 });
            let orders = loss.into_iter().filter(|loss| state.permit(Seat::Commander, loss).is_ok()).chain([Order::HoldField]).collect();
            guided(
                "the battle.",
                "Here a battle is fought with figures on your table, and the umpire is told what it cost and who held the field. Let us say that you \
                 won, and that one unit lost a step; the umpire rolls how many of the lost come back.",
                "Report: won, one step lost",
                orders,
            )
        }
        Decision::Casualties { .. } => guided(
            "losses.",
            "Who bears losses is yours to choose, unit by unit; or the umpire shares them out.",
            "Share the losses out",
            vec![Order::SpreadLosses],
        ),
        Decision::Garrison { location } => {
            let (label, orders) = garrison::advised(state, *location);
            guided(
                "the siege.",
                "When a turn ends each siege is rolled for. Before that its garrison may sally out to break the siege, break out to get away, or \
                 sit tight: the buttons above have the odds of each, and we take the one likeliest to break it.",
                label,
                // Who has been chosen already is not chosen again.
                orders.into_iter().filter(|order| *order != Order::CommitAll || state.permit(Seat::Commander, order).is_ok()).collect(),
            )
        }
        _ => {
            let first = legal(state).into_iter().next()?;
            let label = sheet::choice(state, &first)?.label;
            guided(
                "a decision.",
                "Some dice and cards ask you something before anything else goes on; the first answer does here.",
                label,
                vec![first],
            )
        }
    }
}

fn act(state: &State, round: u8) -> Option<Guided> {
    let round_ends = || {
        guided(
            "the end of a round.",
            "When all have moved and fought, the round ends; Ops that were not used are gone. A turn has several rounds, one card each.",
            "End the round",
            vec![Order::EndRound],
        )
    };
    match state.round().step() {
        Step::Choose if round == 1 => {
            let (card, ops) = best_card(state)?;
            let title = state.pack().card(card).map(|card| card.title.clone()).unwrap_or_default();
            guided(
                "a card.",
                "A card is played for its event, for replacements, or for Ops, which let places act. Two dice may bring a random event first.",
                format!("Play {} {title} for {}", card.0, words::count(ops.into(), "Op", "Ops")),
                vec![Order::Play { card, r#as: CardUse::Ops }],
            )
        }
        Step::Choose => {
            let left = state.pack().outline.turns.action_rounds.saturating_sub(round) + 1;
            let orders: Vec<Order> = (0..left).flat_map(|_| [Order::Pass, Order::EndRound]).collect();
            guided(
                "the rest of the turn.",
                "So it goes on, round by round. To pass gives an Op and keeps the cards; here we pass until the turn ends, when supply is looked to \
                 and sieges are rolled for.",
                format!("Pass the other {}", words::count(left.into(), "round", "rounds")),
                orders,
            )
        }
        Step::Operations => {
            if let Some(at) = state.round().battles_to_fight().first().map(|met| met.at) {
                return guided(
                    "the encounter.",
                    "The enemy is met. First everybody moves who is to move; then the battle begins, and dice say in what force the enemy is there, \
                     and how it starts.",
                    format!("Fight at {}", state.pack().map.space_name(at)),
                    vec![Order::Fight { at }],
                );
            }
            // A force that stands where it was activated has not marched yet.
            if let Some(force) = state.round().force()
                && state.round().activated().contains(force.at)
                && let Some(to) = target(state, force.at)
            {
                return guided(
                    "the march.",
                    "A force marches as far as its slowest unit can. Where the enemy may be, a die is thrown on entering: the menu *Where to?* has \
                     the chance for every space.",
                    format!("March to {}", state.pack().map.space_name(to)),
                    vec![Order::March { to }],
                );
            }
            // Where ships lie too, it is asked who is to move.
            if state.round().force().is_none()
                && let Some(Order::Form { at }) = legal(state).into_iter().find(|order| matches!(order, Order::Form { .. }))
            {
                return guided(
                    "a force.",
                    "Those who move together are a force: all of a place, unless some are left behind.",
                    format!("Move from {}", state.pack().map.space_name(at)),
                    vec![Order::Form { at }],
                );
            }
            if state.round().activated().is_empty()
                && state.round().ops() > 0
                && let Some(from) = base(state)
            {
                return guided(
                    "an activation.",
                    "An Op activates a place: the units there may march, or its ships sail. We take one with the enemy at its door.",
                    format!("Activate {}", state.pack().map.space_name(from)),
                    vec![Order::Activate { at: Station::Space(from) }],
                );
            }
            round_ends()
        }
        Step::Fighting => match state.round().battles_to_fight().first().map(|met| met.at) {
            Some(at) => guided(
                "the next battle.",
                "Battles are fought one after the other.",
                format!("Fight at {}", state.pack().map.space_name(at)),
                vec![Order::Fight { at }],
            ),
            None => round_ends(),
        },
        Step::RandomEvent { .. } | Step::CardEvent { .. } => None,
    }
}

/// The card that gives most Ops.
fn best_card(state: &State) -> Option<(engine::pack::CardNumber, u8)> {
    let playable = |order: &Order| match order {
        Order::Play { card, r#as: CardUse::Ops } => state.pack().card(*card).map(|known| (*card, card_ops(state, known))),
        _ => None,
    };
    // Of several alike the first.
    legal(state).iter().filter_map(playable).rev().max_by_key(|(_, ops)| *ops)
}

/// The place of the enemy's that those at a place can march to, where they are likeliest to be met.
fn target(state: &State, from: SpaceId) -> Option<SpaceId> {
    likeliest(state, from).map(|(to, _)| to)
}

fn likeliest(state: &State, from: SpaceId) -> Option<(SpaceId, f64)> {
    let units = match state.round().force().filter(|force| force.at == from) {
        Some(force) => force.units,
        None => march::force_at(state, from),
    };
    let enemy = |to: &SpaceId| state.pack().map.location_at(*to).is_some_and(|location| state.enemy_held().contains(location));
    let mut best: Option<(SpaceId, f64)> = None;
    for to in march::reach(state, from, units).iter().filter(enemy) {
        let Some(odds) = march::march(state, from, to, units) else { continue };
        let met = odds.steps.last().filter(|step| matches!(step.prospect, movement::Prospect::Roll(_))).map(|_| 1.0 - odds.arrives.value());
        if let Some(met) = met.filter(|met| best.is_none_or(|(_, best)| *met > best)) {
            best = Some((to, met));
        }
    }
    best
}

/// The place that can be activated whose force is likeliest to meet the enemy.
fn base(state: &State) -> Option<SpaceId> {
    let mut best: Option<(SpaceId, f64)> = None;
    for order in legal(state) {
        if let Order::Activate { at: Station::Space(from) } = order
            && let Some((_, met)) = likeliest(state, from)
            && best.is_none_or(|(_, best)| met > best)
        {
            best = Some((from, met));
        }
    }
    best.map(|(from, _)| from)
}
