//! *Victory or Defeat?*; *Event Triggers*; *Group Play*; the house's own; *Example of Play*.

use super::cards::of_chapter;
use super::rule::{Rule, named};
use crate::campaign::options::Options;
use crate::campaign::roll::island_name;
use crate::pack::{CardNumber, Condition, Pack, RandomEffect, Topic, Trigger};

const CHAPTER: &str = "Victory or Defeat?";
const TRIGGERS: &str = "Event Triggers";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    let mut rules = vec![victory_points(pack, options), victory(pack), triggers(pack)];
    rules.extend(of_chapter(pack, options, TRIGGERS));
    rules.push(group_play());
    rules.extend(house());
    rules.extend(of_chapter(pack, options, "Example of Play"));
    rules
}

fn victory_points(pack: &Pack, options: Option<Options>) -> Rule {
    let track = &pack.outline.victory;
    let values = &pack.map.values;
    let fortified = |options: Options| options.fortified_town_value.map_or(values.fortified_town, i16::from);
    let mut rule = Rule::new(
        CHAPTER,
        "Victory Points",
        "The rebellion's score: what we lose adds to it, what we win takes off. What happens in a turn is entered in the ledger, and counted when the turn ends.",
    )
    .also(["VP", "score", "points", "value of a place", "ledger"])
    .row("village", format!("{} lost, {} retaken", plus(values.village), minus(values.village)))
    .row("town", format!("{} lost, {} retaken", plus(values.town), minus(values.town)));
    let strong = options.map_or(values.fortified_town, fortified);
    rule = rule
        .row("fortified town", format!("{} lost, {} retaken", plus(strong), minus(strong)))
        .row(format!("{:+}", track.battle_lost), "each battle lost")
        .row(format!("{:+}", track.battle_won), "each battle won")
        .row(
            format!("{:+}", track.heavy_losses),
            format!("each battle, won or lost, that cost {}% of our units or more", track.heavy_losses_percent),
        )
        .row(format!("{:+}", track.replacements_card), "each card played for replacements");
    if let Some(governor) = &pack.leaders.governor {
        rule = rule.row(format!("{:+}", governor.points_if_killed), "[governor] killed");
    }
    for bonus in &track.bonus {
        rule = rule.row(
            format!("{:+}", bonus.points),
            format!("at the end of each of turns {} to {}, while the total is {} or more", bonus.from_turn, bonus.to_turn, bonus.at_least),
        );
    }
    rule.ruling(24, "the share is of units at the start, against those left after battle and pursuit, before any come back")
        .ruling(25, "late turns add last of all, and not once the total is nought")
        .ruling(41, "a battle is whatever was fought on the table: not a sortie, a siege roll or a duel at sea")
        .here(options, |options| format!("a fortified town is worth {}.", fortified(options)))
        .see(["Victory or Defeat?", "Event Triggers"])
}

fn plus(points: i16) -> String {
    format!("{points:+}")
}

fn minus(points: i16) -> String {
    format!("{:+}", points.saturating_neg())
}

fn victory(pack: &Pack) -> Rule {
    let track = &pack.outline.victory;
    let last = pack.outline.turns.last;
    let at_once = numbers(pack, |effect| matches!(effect, RandomEffect::VictoryPoints { .. }));
    let at_once = match at_once.as_slice() {
        [] => String::new(),
        [only] => format!(", except event {only}, which can end it at once"),
        several => format!(", except events {}, which can end it at once", named(several.iter().map(String::as_str))),
    };
    Rule::new(
        CHAPTER,
        "Victory or Defeat?",
        format!(
            "At {} victory points the rebellion is beaten, whatever it still holds; at {} the governments give the country up. After turn {last} it is a draw.",
            track.won_at, track.lost_at
        ),
    )
    .also(["win", "lose", "draw", "end of the campaign"])
    .ruling(61, format!("looked at when the turn's points are counted{at_once}"))
    .see(["Victory Points", "Event Triggers"])
}

fn triggers(pack: &Pack) -> Rule {
    let mut rule = Rule::new(
        TRIGGERS,
        TRIGGERS,
        "Some things happen by themselves when the victory points, or the map, come to a certain pass. Each happens once.",
    )
    .also(["[allies] arrive", "[allies] enter", "when do the [allies] come", "triggers"]);
    for trigger in &pack.triggers {
        rule = rule.row(sentence_case(&condition(pack, &trigger.when)), consequence(pack, trigger));
    }
    rule = rule.ruling(
        26,
        "in the printed order, when points have been adjusted, and what one makes true counts at once for the others; a Rebellion phase that is skipped stays skipped, even if points rise again",
    )
    .ruling(50, "a card comes for another of the hand; with an empty hand it waits for the next draw");
    if pack.words.heading_of(Topic::Successor).is_some() {
        rule = rule.ruling(51, "[successor] comes though [field force] never did, and a [field force] who comes later is not recalled");
    }
    let leaders = [Topic::FieldForce, Topic::Governor].into_iter().filter_map(|topic| pack.words.heading_of(topic));
    rule.see(["Victory Points"]).see(leaders)
}

/// The numbers of the random events that have such an effect.
fn numbers(pack: &Pack, has: impl Fn(&RandomEffect) -> bool) -> Vec<String> {
    pack.random_events.iter().filter(|event| has(&event.effect)).map(|event| event.number.to_string()).collect()
}

fn condition(pack: &Pack, when: &Condition) -> String {
    let all = |parts: &[Condition], joint: &str| parts.iter().map(|part| condition(pack, part)).collect::<Vec<_>>().join(joint);
    match when {
        Condition::Any { any } => all(any, ", or "),
        Condition::All { all: parts } => all(parts, ", and "),
        Condition::PointsAtLeast { points_at_least } => format!("{points_at_least} points or more"),
        Condition::PointsAtMost { points_at_most } => format!("{points_at_most} points or less"),
        Condition::IslandLost { island_lost, except } => {
            let but = except.map_or_else(String::new, |place| format!(" but {}", pack.location_name(place)));
            format!("all of {}{but} is lost", island_name(pack, *island_lost))
        }
        Condition::Besieged { besieged } => format!("{} is besieged", pack.location_name(*besieged)),
        Condition::Fired { fired } => {
            pack.triggers.iter().find(|trigger| trigger.key == *fired).map_or_else(String::new, |trigger| match &trigger.when {
                Condition::PointsAtLeast { .. } => "the [allies] are in".to_owned(),
                when => condition(pack, when),
            })
        }
        Condition::CardPlayed { card_played } => format!("{} has been played as an event", title(pack, *card_played)),
    }
}

fn consequence(pack: &Pack, trigger: &Trigger) -> String {
    let then = &trigger.consequence;
    let mut parts = Vec::new();
    if let Some(card) = then.exchange_for {
        let may = if then.may_decline { "may come" } else { "comes" };
        parts.push(format!("{} {may} to the hand for another card", title(pack, card)));
    }
    match then.cards_enter.as_slice() {
        [] => {}
        [first, .., last] if then.cards_enter.len() > 3 => {
            let left_out = pack
                .cards
                .iter()
                .map(|card| card.number)
                .filter(|card| (first.0..=last.0).contains(&card.0) && !then.cards_enter.contains(card));
            let left_out: Vec<String> = left_out.map(|card| card.0.to_string()).collect();
            let but = if left_out.is_empty() { String::new() } else { format!(", but for {}", named(left_out.iter().map(String::as_str))) };
            parts.push(format!("cards {} to {} enter the draw pile{but}", first.0, last.0));
        }
        few => parts.push(format!(
            "{} {} the draw pile",
            few.iter().map(|card| title(pack, *card)).collect::<Vec<_>>().join(" and "),
            if few.len() == 1 { "enters" } else { "enter" }
        )),
    }
    if let Some(leader) = then.recall {
        parts.push(format!("{} is recalled", pack.words.leader(leader)));
    }
    if then.skip_rebellion {
        parts.push("the Rebellion phase is skipped from now on".to_owned());
    }
    named(parts.iter().map(String::as_str))
}

fn title(pack: &Pack, card: CardNumber) -> String {
    pack.card(card).map_or_else(|| "a card".to_owned(), |card| format!("\"{}\"", card.title))
}

fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn group_play() -> Rule {
    Rule::new(
        "Group Play",
        "Group Play",
        "One member is commander in chief and has the last word; one is chief of staff and keeps the papers. Until the [allies] come the group may vote its commander out, by more than half of its members; after that nobody can. Who leaves the group gives up their post.",
    )
    .also(["commander in chief", "chief of staff", "vote", "dismiss the commander"])
    .see(["Event Triggers"])
}

/// What the house adds, so that a group can go on when something went wrong, or when it thinks otherwise.
fn house() -> [Rule; 2] {
    const HOUSE: &str = "The House's Own";
    [
        Rule::new(
            HOUSE,
            "Corrections",
            "What went wrong at the table, or is ruled otherwise by the house, is put right by a correction: where a unit, ship or card is, whose a place is, a siege, points, steps, stores. It takes two players, one of them the commander, throws no dice and brings nothing about by itself. It waits while a decision or a battle does, and is listed wherever the campaign is proved.",
        )
        .also(["correct the position", "house ruling", "mistake"])
        .see(["Group Play"]),
        Rule::new(
            HOUSE,
            "House Rules in Mid-campaign",
            "Options of the set-up that can be otherwise from one moment to the next are changed by a vote of more than half of the members, and count from that turn on. Fixed are the steps of a unit, the system of supply, what a fortified town is worth and where the rebellion began, and what [field force] has to clear once he has come.",
        )
        .also(["change an option", "change the options"])
        .see(["Group Play", "Corrections"]),
    ]
}
