//! What the rules say, for those who ask: a paragraph for each heading of the rulebook, in our own words, with the modifiers and rows
//! it uses, the rulings that settled it, and what a group has chosen where it leaves a choice.
//!
//! The headings are those of `RULES.md`, which names for each the function that keeps it; a test holds the two lists against each
//! other. Numbers come from the pack and from the rules' own constants, so that what is said cannot drift from what is done.

mod battles;
mod cards;
mod encounters;
mod movement;
mod random_events;
mod rebellion;
mod rule;
mod set_up;
mod sieges;
mod supply;
mod turn;
mod victory;

use super::options::Options;
use crate::pack::Pack;

pub use random_events::{InStore, effect_words, in_force, in_store};
pub use rule::{Line, Rule};

/// Every rule, in the order of the rulebook; with the options of a campaign, how it plays them.
#[must_use]
pub fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    [
        set_up::rules(pack, options),
        turn::rules(pack),
        rebellion::rules(pack),
        movement::rules(pack, options),
        encounters::rules(pack),
        battles::rules(pack, options),
        sieges::rules(pack, options),
        supply::rules(pack, options),
        cards::rules(pack, options),
        random_events::rules(pack),
        victory::rules(pack, options),
    ]
    .into_iter()
    .flatten()
    .map(|rule| settled(pack, rule).filled(&pack.words))
    .collect()
}

/// A rule with what settled it for this pack alone.
fn settled(pack: &Pack, mut rule: Rule) -> Rule {
    let own = pack.words.settled.iter().filter(|settled| settled.heading == rule.heading);
    let own: Vec<_> = own.flat_map(|settled| settled.rulings.iter().cloned()).collect();
    if !own.is_empty() {
        rule.rulings.extend(own);
        rule.rulings.sort_by_key(|(number, _)| *number);
    }
    rule
}
