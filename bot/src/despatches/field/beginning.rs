//! How a battle is to begin, asked step by step for the one who begins it: which battle, which side, against whom.

use std::sync::Arc;

use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::{BattlePack, Scenario};
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::side::Side;

use crate::despatches::opening::AS_USUAL;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::skirmish::{Opponent, Skirmish};
use crate::words;

/// Scenarios that are offered by a button.
const MOST_SCENARIOS: usize = 18;

/// What typical armies are called where scenarios are offered.
pub const TYPICAL: &str = "Typical armies";

fn scenario(pack: &BattlePack, skirmish: Skirmish) -> Option<&Scenario> {
    pack.scenarios.get(usize::from(skirmish.battle?))
}

/// The battle that was chosen; nothing for what this umpire does not have, or not any more.
#[must_use]
pub fn battle(pack: &BattlePack, skirmish: Skirmish) -> Option<Battle> {
    let chosen = usize::from(skirmish.battle?);
    match pack.scenarios.get(chosen) {
        Some(scenario) => Some(Battle::Scenario(scenario.key.clone())),
        None => (chosen == pack.scenarios.len()).then_some(Battle::Typical),
    }
}

/// The orders that a battle is begun with, once everything is chosen.
#[must_use]
pub fn orders(pack: &BattlePack, skirmish: Skirmish, options: Options) -> Option<Vec<Order>> {
    let (side, opponent) = (skirmish.side?, skirmish.opponent?);
    let mut orders = vec![Order::Seat { side, player: Some(Player::Member(0)) }];
    let other = match opponent {
        Opponent::Plain => Some(Player::Staff(Strength::Plain)),
        Opponent::Searching => Some(Player::Staff(Strength::Searching)),
        Opponent::Member => None,
        Opponent::Oneself => Some(Player::Member(0)),
    };
    orders.extend(other.map(|player| Order::Seat { side: side.other(), player: Some(player) }));
    orders.push(Order::SetUp(Arc::new(SetUp { battle: battle(pack, skirmish)?, options })));
    Some(orders)
}

/// What the sides of a battle are called.
fn sides(pack: &BattlePack, skirmish: Skirmish) -> [String; 2] {
    match scenario(pack, skirmish) {
        Some(scenario) => Side::BOTH.map(|side| scenario.plan.side(side).name.clone()),
        None => [pack.tables.sides.ours.clone(), pack.tables.sides.enemy.clone()],
    }
}

/// What is asked next; nothing once everything is chosen.
#[must_use]
pub fn step(pack: &BattlePack, skirmish: Skirmish, direct: bool) -> Option<Despatch> {
    let (asked, facts, choices): (&str, Vec<String>, Vec<(String, Skirmish)>) = match skirmish {
        _ if battle(pack, skirmish).is_none() => {
            let offered = pack.scenarios.iter().take(MOST_SCENARIOS);
            let mut facts: Vec<String> = offered
                .clone()
                .map(|scenario| format!("**{}**: {}", scenario.plan.title, scenario.text.trim().replace('\n', " ")))
                .collect();
            facts.push(format!("**{TYPICAL}**: forces as the rules suggest them, on ground that dice lay out."));
            let titles = offered.map(|scenario| scenario.plan.title.clone()).chain([TYPICAL.to_owned()]);
            let choices = titles.zip(0_u8..).map(|(title, number)| (title, Skirmish { battle: Some(number), ..Skirmish::default() }));
            let mut choices: Vec<(String, Skirmish)> = choices.collect();
            if let Some((title, first)) = choices.first().cloned() {
                let ours = &sides(pack, first)[Side::Ours as usize];
                facts.push(format!("**{AS_USUAL}**: {title}, {ours}, against the plain staff; it begins at once."));
                choices.push((AS_USUAL.to_owned(), Skirmish { side: Some(Side::Ours), opponent: Some(Opponent::Plain), ..first }));
            }
            ("1 of 3: which battle?", facts, choices)
        }
        Skirmish { side: None, .. } => {
            let names = sides(pack, skirmish);
            let choices = Side::BOTH
                .map(|side| (words::sentence_case(&names[side as usize]), Skirmish { side: Some(side), opponent: None, ..skirmish }));
            ("2 of 3: which side do you play?", Vec::new(), choices.into())
        }
        Skirmish { opponent: None, .. } => {
            let mut facts = vec![
                "**The staff** plays at once: the *plain* one as a sensible officer would, the *searching* one after playing on in its head."
                    .to_owned(),
                "**Whoever joins**: the first who presses *Join* takes the other side.".to_owned(),
                "**Both sides**: you move them all.".to_owned(),
            ];
            let named = |opponent: Opponent| match opponent {
                Opponent::Plain => "The plain staff",
                Opponent::Searching => "The searching staff",
                Opponent::Member => "Whoever joins",
                Opponent::Oneself => "I play both sides",
            };
            if direct {
                facts.retain(|fact| !fact.contains("joins"));
            }
            let offered = Opponent::ALL.into_iter().filter(|opponent| !(direct && *opponent == Opponent::Member));
            let choices = offered.map(|opponent| (named(opponent).to_owned(), Skirmish { opponent: Some(opponent), ..skirmish }));
            ("3 of 3: against whom?", facts, choices.collect())
        }
        Skirmish { .. } => return None,
    };
    let mut buttons: Vec<Button> = choices
        .into_iter()
        .map(|(label, skirmish)| Button {
            label: words::shortened(&label, 80),
            style: ButtonStyle::Primary,
            id: CustomId::Skirmish { skirmish },
        })
        .collect();
    if let Some(back) = skirmish.back().filter(|_| battle(pack, skirmish).is_some()) {
        buttons.push(Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Skirmish { skirmish: back } });
    }
    Some(Despatch { facts, buttons, ..Despatch::saying(format!("**{asked}**")) })
}

/// What a battle is called before it is begun.
#[must_use]
pub fn title(pack: &BattlePack, skirmish: Skirmish) -> String {
    scenario(pack, skirmish).map_or_else(|| TYPICAL.to_owned(), |scenario| scenario.plan.title.clone())
}
