//! *Card Explanations*: the cards that need more than their own text.
//!
//! Which cards have a rule of their own, and under what heading, the pack says; what follows from its numbers is told here.

use super::rule::{Rule, or_more, units};
use crate::campaign::options::Options;
use crate::campaign::roll::{Reason, island_name};
use crate::campaign::rules::train;
use crate::pack::{CardRule, Pack, Topic};

const CHAPTER: &str = "Card Explanations";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    of_chapter(pack, options, "")
}

/// The pack's own rules that belong to a chapter; those about cards name none.
pub(super) fn of_chapter(pack: &Pack, options: Option<Options>, chapter: &str) -> Vec<Rule> {
    pack.words.rules.iter().filter(|rule| rule.chapter == chapter).filter_map(|rule| tell(pack, options, rule)).collect()
}

/// A rule of the pack's; none where the pack lacks what it is about.
fn tell(pack: &Pack, options: Option<Options>, card_rule: &CardRule) -> Option<Rule> {
    let chapter = if card_rule.chapter.is_empty() { CHAPTER } else { card_rule.chapter.as_str() };
    let rule = card_rule
        .cards
        .iter()
        .filter_map(|number| pack.card(*number))
        .fold(Rule::new(chapter, card_rule.heading.as_str(), card_rule.says.as_str()), |rule, card| {
            rule.row(format!("{} {}", card.number.0, card.title), format!("{} Ops. {}", card.ops, card.text))
        });
    let rule = rule.also(card_rule.also.iter().map(String::as_str));
    let rule = match card_rule.of {
        Some(Topic::FieldForce) => field_force(pack, options, rule)?,
        Some(Topic::Expedition) => expedition(pack, rule)?,
        Some(Topic::Governor) => governor(pack, rule)?,
        Some(Topic::ArmouredTrain) => armoured_train(pack, rule),
        Some(Topic::Successor | Topic::Redoubts | Topic::Raid) | None => rule,
    };
    let rule = card_rule.rulings.iter().fold(rule, |rule, (number, phrase)| rule.ruling(*number, phrase.as_str()));
    Some(rule.see(card_rule.see.iter().map(String::as_str)))
}

/// *General Graham Arrives*.
fn field_force(pack: &Pack, options: Option<Options>, mut rule: Rule) -> Option<Rule> {
    let field_force = pack.leaders.field_force.as_ref()?;
    let island = |island| island_name(pack, island);
    rule.says = format!(
        "What lands with [field force] first clears and garrisons {}, and fights nowhere else until it has. When he is recalled, {} is thrown for each unit that came with him: on {} it goes with him.",
        island(field_force.clears),
        field_force.recalled.dice,
        or_more(field_force.recalled.needs, field_force.recalled.dice)
    );
    Some(rule.ruling(9, "cleared means no [enemy] place left on the [island], and a unit of ours in each").here(options, move |options| {
        let clears = if options.field_force_by_card { field_force.or_clears } else { field_force.clears };
        format!("[field force] clears {}.", island(clears))
    }))
}

/// *Armored Train Arrives*.
fn armoured_train(pack: &Pack, mut rule: Rule) -> Rule {
    let aboard = u64::try_from(pack.train_units).unwrap_or_default();
    rule.says = format!(
        "The train runs on track you lay, {} points in all, next to the train or to track that lies. A run loads, goes along the track, unloads and comes back, and nobody on it is rolled for; it leaves no besieged place and passes none. Two empty transports can carry train and track to another [island].",
        pack.track
    );
    rule.row("1 Op", format!("lays {} points of track", train::TRACK_FOR_AN_OP))
        .row("1 Op", "one run, there and back")
        .row("room", format!("{} of infantry or guns, or one of cavalry", units(aboard)))
        .ruling(57, "places count as points of track; there is one set of it")
}

/// *Hicks Expedition*.
fn expedition(pack: &Pack, mut rule: Rule) -> Option<Rule> {
    let expedition = pack.leaders.expedition?;
    rule.says = format!(
        "{} land at a friendly port of the [island] that has most [enemy] places, and march at once, all together, at the nearest of them, or as near to it as they come. In every turn after that they must try again at least once, until {}% of them are lost. Others may go with them. Once their [island] is clear they should go by ship to another: nothing makes them, that is left to you.",
        units(pack.expedition_units.len() as u64),
        expedition.free_at_percent_lost
    );
    let why = format!("to be met, on the first {} turns from the landing", expedition.turns);
    Some(rule.adds(expedition.encounter_add, Reason::Expedition, why).ruling(
        48,
        "the first march is free; ties between [islands] are your choice; with no friendly port there, the next worst [island]",
    ))
}

/// *Gordon Sent to Friday Harbor*.
fn governor(pack: &Pack, mut rule: Rule) -> Option<Rule> {
    let governor = pack.leaders.governor.as_ref()?;
    rule.says = format!(
        "{} of the [guards] stay with [governor] while he is there. Once his place is besieged, {} at the end of each Sieges phase says whether he wants to leave: he does on {}, and has to be taken to another open port by ship. If his place or his ship is lost with him in it he is dead, for {:+} victory points.",
        units(governor.guard),
        governor.leaves.dice,
        or_more(governor.leaves.needs, governor.leaves.dice),
        governor.points_if_killed
    );
    Some(rule.adds(pack.tables.siege.modifiers.governor, Reason::Governor, "to the siege roll, while he is in the place"))
}
