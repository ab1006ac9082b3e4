//! *Supply*; *Replacements*.

use super::rule::{Rule, named, or_more, whether};
use crate::campaign::options::{Options, SupplySystem};
use crate::campaign::roll::Reason;
use crate::campaign::rules::replacements::{MOST_FOR_A_UNIT, POINTS_TO_REBUILD};
use crate::pack::{CardEffect, Pack, RandomEffect};

const CHAPTER: &str = "Supply";
const REPLACEMENTS: &str = "Replacements";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    vec![simple(pack, options), advanced(pack, options), effects(pack, options), replacements(pack, options)]
}

fn simple(pack: &Pack, options: Option<Options>) -> Rule {
    let bases = named(pack.tables.supply.bases.iter().map(|base| pack.location_name(*base)));
    Rule::new(
        CHAPTER,
        "Simple Supply System",
        "A force is in supply if it has a way by land, clear of the enemy, to a friendly port that ships of ours could serve from a base. No ship has to sail for it, but at least one has to be afloat.",
    )
    .also(["supply", "in supply", "supply line"])
    .row("bases", bases)
    .ruling(33, "nobody is fed once both bases are lost; a besieged base still serves")
    .ruling(58, "a damaged ship counts")
    .here(options, |options| whether(options.supply == SupplySystem::Simple, "supply is simple: this rule is played.", "supply is advanced: this rule is not used."))
    .see(["Out of Supply Effects", "Advanced Supply System"])
}

fn advanced(pack: &Pack, options: Option<Options>) -> Rule {
    let table = &pack.tables.supply;
    let mut rule = Rule::new(
        CHAPTER,
        "Advanced Supply System",
        "Every place feeds so many units, and the road nobody. Who is more eats supply points, which march with a force as slowly as infantry, go by ship like a unit, and are lost if the enemy meets them unescorted.",
    )
    .also(["supply points", "capacity of a place"])
    .row("village", format!("feeds {}", table.village))
    .row("town", format!("feeds {}", table.town))
    .row("fortified town", format!("feeds {}", table.fortified_town))
    .row("supply point", format!("feeds {} more", table.units_per_point));
    if let Some(base) = table.home() {
        rule = rule.row(pack.location_name(base), format!("receives {} points a turn", table.home_points));
    }
    if let Some(base) = table.overseas() {
        rule = rule.row(
            pack.location_name(base),
            format!("receives {} points a turn, {} once the [allies] are in", table.overseas_points, table.overseas_points_with_allies),
        );
    }
    for garrison in pack.scenarios.first().into_iter().flat_map(|scenario| &scenario.garrisons).filter(|garrison| garrison.supply > 0) {
        rule = rule.row(pack.location_name(garrison.at), format!("begins with {} points", garrison.supply));
    }
    rule.ruling(60, "the larger die counts from the turn after the [allied] cards enter")
        .here(options, |options| {
            whether(
                options.supply == SupplySystem::Advanced,
                "supply is advanced: this rule is played.",
                "supply is simple: this rule is not used.",
            )
        })
        .see(["Out of Supply Effects", "Simple Supply System"])
}

fn effects(pack: &Pack, options: Option<Options>) -> Rule {
    let table = &pack.tables.supply;
    Rule::new(
        CHAPTER,
        "Out of Supply Effects",
        format!(
            "Units without supply march a space less, and add {:+} to the siege roll of the place they are in. By the advanced system those that go short for the {} turn running also begin to die: {} for each, lost on {}, and a turn later sooner.",
            pack.tables.siege.modifiers.out_of_supply,
            ordinal(table.attrition_from_turn),
            table.attrition,
            or_more(table.attrition_needs, table.attrition),
        ),
    )
    .also(["attrition", "out of supply", "unsupplied", "starvation"])
    .adds(1, Reason::TurnsUnsupplied, format!("to the die, for each turn past the {}", ordinal(table.attrition_from_turn)))
    .ruling(60, "the first dice fall in the Supply phase of that turn; in the end nobody is left")
    .here(options, |options| {
        whether(options.supply == SupplySystem::Advanced, "supply is advanced: units die of want.", "supply is simple: nobody dies of want.")
    })
    .see(["Simple Supply System", "Advanced Supply System", "Siege Table"])
}

fn ordinal(number: u8) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        number => format!("{number}th"),
    }
}

fn replacements(pack: &Pack, options: Option<Options>) -> Rule {
    let track = &pack.outline.victory;
    let mut rule = Rule::new(
        REPLACEMENTS,
        "Replacements",
        format!(
            "Once a turn a card may be played for replacements: as many points as it has Ops, of the nation whose deck it is from, for {:+} victory points. Points are spent in the Replacements phase on units of that nation, or kept. A unit takes {MOST_FOR_A_UNIT} points a turn at most, and none in a besieged place.",
            track.replacements_card
        ),
    )
    .also(["replacement points", "rebuild", "refill units"])
    .row(format!("{POINTS_TO_REBUILD} points"), "raise a lost unit again, at any friendly place that is not besieged");
    for card in &pack.cards {
        for effect in &card.effects {
            if let CardEffect::ReplacementsByArm { infantry, cavalry, guns } = effect {
                rule = rule.row(
                    format!("card {}", card.number.0),
                    format!("as its event: {infantry} [allied] points for infantry, {cavalry} for cavalry, {guns} for guns"),
                );
            }
        }
    }
    for event in &pack.random_events {
        if matches!(event.effect, RandomEffect::Replacements { .. } | RandomEffect::ReplacementsByRoll { .. }) {
            rule = rule.row(format!("event {}", event.number), super::random_events::effect_words(pack, &event.effect));
        }
    }
    let by_arm = pack
        .cards
        .iter()
        .find(|card| !card.leaves_campaign && card.effects.iter().any(|effect| matches!(effect, CardEffect::ReplacementsByArm { .. })));
    if let Some(card) = by_arm {
        let phrase = format!(
            "card {} stays in the deck; its event is not the turn's card for replacements and costs no victory points",
            card.number.0
        );
        rule = rule.ruling(49, phrase);
    }
    rule.ruling(52, "points keep from turn to turn; those of events are [native] until the [allies] are in, then as the players say")
        .here(options, |options| format!("a point brings back {} of a unit's {} steps.", options.steps_per_replacement, options.steps))
        .see(["Group options", "Using the Cards"])
}
