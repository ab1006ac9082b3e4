//! How a campaign is to begin, asked step by step with buttons, for the one who starts it alone.

use std::sync::Arc;

use engine::pack::{Pack, Scenario};

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::opening::Opening;
use crate::model::optional::OPTIONAL;
use crate::words;

/// Scenarios that are offered by a button.
const MOST_SCENARIOS: usize = 20;

/// The button under the first question about any new game that leaves out the others.
pub const AS_USUAL: &str = "As usual";

/// The campaign and the scenario that are chosen; nothing for what this umpire does not have, or not any more.
#[must_use]
pub fn chosen(packs: &[Arc<Pack>], opening: Opening) -> Option<(&Arc<Pack>, &Scenario)> {
    let pack = packs.get(usize::from(opening.pack))?;
    Some((pack, pack.scenarios.get(usize::from(opening.scenario?))?))
}

/// What is asked next; nothing once everything is chosen.
#[must_use]
pub fn step(packs: &[Arc<Pack>], opening: Opening) -> Option<Despatch> {
    let (asked, facts, choices) = match (chosen(packs, opening), opening) {
        (None, _) => scenarios(packs),
        (Some(_), Opening { full: None, .. }) => {
            let rules: Vec<String> = OPTIONAL.iter().map(|rule| format!("· {}", rule.with)).collect();
            (
                "2 of 4: a plain game, or the full one?",
                vec![
                    "**Plain**: without the optional rules. The better one for a first evening.".to_owned(),
                    format!("**Full**: with all of them.\n{}", rules.join("\n")),
                ],
                vec![
                    ("A plain game".to_owned(), Opening { full: Some(false), ..opening }),
                    ("The full game".to_owned(), Opening { full: Some(true), ..opening }),
                ],
            )
        }
        (Some(_), Opening { alone: None, .. }) => (
            "3 of 4: alone, or in a group?",
            vec![
                "**Alone**: all of it can be played by one. The umpire plays the rebellion; a battle is fought against the staff on a board, settled by the staff, or \
                 reported from your own table."
                    .to_owned(),
                "**In a group**: you command, others join and propose; in a battle some of them command the enemy.".to_owned(),
            ],
            vec![
                ("Alone".to_owned(), Opening { alone: Some(true), ..opening }),
                ("In a group".to_owned(), Opening { alone: Some(false), ..opening }),
            ],
        ),
        (Some(_), Opening { trial: None, .. }) => (
            "4 of 4: to keep, or a trial?",
            vec![
                "**To keep**: it stays until you end it, and its dice can be proved.".to_owned(),
                "**A trial**: the same game, forgotten after 24 hours without an order, or when you say so.".to_owned(),
            ],
            vec![
                ("Begin, to keep".to_owned(), Opening { trial: Some(false), ..opening }),
                ("Begin a trial".to_owned(), Opening { trial: Some(true), ..opening }),
            ],
        ),
        (Some(_), _) => return None,
    };
    let mut buttons: Vec<Button> = choices
        .into_iter()
        .map(|(label, opening)| Button {
            label: words::shortened(&label, 80),
            style: ButtonStyle::Secondary,
            id: CustomId::Begin { opening },
        })
        .collect();
    if let Some(back) = opening.back().filter(|_| opening.scenario.is_some()) {
        buttons.push(Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Begin { opening: back } });
    }
    let so_far = said(packs, opening);
    Some(Despatch {
        facts,
        buttons,
        footer: if so_far.is_empty() {
            "If you like to type: these and every other setting are options of /campaign start".to_owned()
        } else {
            so_far
        },
        ..Despatch::saying(format!("**A new campaign, {asked}**"))
    })
}

type Asked = (&'static str, Vec<String>, Vec<(String, Opening)>);

fn scenarios(packs: &[Arc<Pack>]) -> Asked {
    let all = packs.iter().enumerate().flat_map(|(pack, known)| {
        known.scenarios.iter().enumerate().map(move |(number, scenario)| {
            let title = if packs.len() > 1 { format!("{}: {}", known.outline.short_title, scenario.title) } else { scenario.title.clone() };
            (title, scenario, Opening { pack: pack as u8, scenario: Some(number as u8), ..Opening::default() })
        })
    });
    let all: Vec<(String, &Scenario, Opening)> = all.take(MOST_SCENARIOS).collect();
    let mut facts: Vec<String> =
        all.iter().map(|(title, scenario, _)| words::shortened(&format!("**{title}**: {}", scenario.summary), 300)).collect();
    let first = all.first().map(|(title, _, opening)| (title.clone(), *opening));
    let mut choices: Vec<(String, Opening)> = all.into_iter().map(|(title, _, opening)| (title, opening)).collect();
    if let Some((title, opening)) = first {
        facts.push(format!("**{AS_USUAL}**: {title}, a plain game, alone, to keep; it begins at once."));
        choices.push((AS_USUAL.to_owned(), Opening { full: Some(false), alone: Some(true), trial: Some(false), ..opening }));
    }
    ("1 of 4: where does it begin?", facts, choices)
}

/// What has been chosen so far.
fn said(packs: &[Arc<Pack>], opening: Opening) -> String {
    let Some((pack, scenario)) = chosen(packs, opening) else { return String::new() };
    let mut parts = vec![format!("{}, {}", pack.outline.short_title, scenario.title)];
    parts.extend(opening.full.map(|full| if full { "the full game" } else { "a plain game" }.to_owned()));
    parts.extend(opening.alone.map(|alone| if alone { "alone" } else { "in a group" }.to_owned()));
    parts.join(" · ")
}

/// It begins.
#[must_use]
pub fn begins() -> Despatch {
    Despatch::saying("It begins below.")
}
