//! What the channel is told of a deed in a gridded battle: a despatch for each turn that it reaches into, and those of one turn grow together.
//!
//! They offer no orders: the board does, which is always near the bottom and up to date.

use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::phase::Phase;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;

use crate::despatches::field::board::{footer, join, next};
use crate::despatches::field::names;
use crate::despatches::field::story::{Chapter, Told, story};
use crate::model::custom_id::{CustomId, ROLLS};
use crate::model::despatch::{Button, ButtonStyle, Despatch, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// A sentence that weighs so much is worth a picture.
const PICTURED: u8 = 80;

/// A sentence that weighs so much is what its message opens with.
const DECIDES: u8 = 90;

/// What a battle's turn is told in: one message that grows.
#[must_use]
pub fn section(turn: u8) -> String {
    format!("battle, turn {turn}")
}

/// The events that everybody may see of those that follow `before`.
#[must_use]
pub fn public(before: &State, events: &[Event]) -> Vec<Event> {
    let mut state = before.clone();
    let mut seen = Vec::with_capacity(events.len());
    for event in events {
        state.apply(event);
        seen.extend(state.shown(event, None));
    }
    seen
}

/// What is told of a deed, or nothing where nothing has happened that anybody could see. `events` led from `before` to `after`.
#[must_use]
pub fn deed(before: &State, after: &State, events: &[Event], standing: Standing) -> Vec<Despatch> {
    let seen = public(before, events);
    let chapters = story(before, &seen);
    let mut despatches: Vec<Despatch> = chapters.iter().flat_map(|chapter| told(chapter, after, standing)).collect();
    if let Some((_, earlier)) = despatches.split_last_mut() {
        for despatch in earlier {
            let rolls = despatch.buttons.clone();
            despatch.is_followed();
            despatch.buttons = rolls;
        }
    }
    despatches
}

/// What is told of a chapter, in its order; and what decides by itself after that, to stand above all else of its message.
fn told(chapter: &Chapter, after: &State, standing: Standing) -> Vec<Despatch> {
    let decides = |told: &&Told| told.weight >= DECIDES && !matches!(after.phase, Phase::Deploying(_));
    let (decisive, others): (Vec<&Told>, Vec<&Told>) = chapter.told.iter().partition(decides);
    let said = |told: &Told| format!("{}.", told.text);
    let heavy = chapter.weight() >= PICTURED;
    let mut lines: Vec<String> = others.into_iter().map(said).collect();
    let despatch = |sentence: String, facts: Vec<String>, tone: Tone| {
        Despatch {
            facts,
            next: next(after, standing),
            tone,
            footer: footer(after, standing.revision),
            picture: heavy.then_some(Picture::Board),
            // While the sides are set up nothing is thrown that anybody asks after.
            buttons: if chapter.turn > 0 { vec![all_rolls(chapter.turn, standing)] } else { Vec::new() },
            section: Some(section(chapter.turn)),
            // As long as a side is waited for it is offered to whoever comes.
            takes_over: Side::BOTH.into_iter().all(|side| after.player(side).is_some()),
            ..Despatch::saying(sentence)
        }
        .calling(standing.called)
    };
    let mut despatches = Vec::new();
    // The first of a turn opens its message; what grows below it needs no heading of its own.
    if chapter.begins {
        despatches.push(despatch(format!("**Turn {}.**", chapter.turn), lines, Tone::Staff));
    } else if !lines.is_empty() {
        let sentence = lines.remove(0);
        despatches.push(despatch(sentence, lines, Tone::Staff));
    }
    // What came of it last weighs most.
    let mut decisive: Vec<String> = decisive.into_iter().map(said).collect();
    if let Some(last) = decisive.pop() {
        despatches.push(despatch(format!("**{last}**"), decisive, Tone::Battle));
    }
    despatches
}

/// The button to every roll of a turn.
fn all_rolls(turn: u8, standing: Standing) -> Button {
    let id = CustomId::Sheet { campaign: standing.campaign, topic: format!("{ROLLS}{turn}"), page: 0 };
    Button { label: "All rolls".to_owned(), style: ButtonStyle::Secondary, id }
}

/// Rolls on a page.
const ON_A_PAGE: usize = 30;

/// Every roll of a turn that its reader may know, page by page.
#[must_use]
pub fn rolls_of_turn(state: &State, rolls: &[String], turn: u8, page: usize, standing: Standing) -> Despatch {
    let pages = rolls.len().div_ceil(ON_A_PAGE).max(1);
    let at = page.min(pages - 1);
    let turned = |label: &str, page: usize| Button {
        label: label.to_owned(),
        style: ButtonStyle::Secondary,
        id: CustomId::Sheet { campaign: standing.campaign, topic: format!("{ROLLS}{turn}"), page: u16::try_from(page).unwrap_or(0) },
    };
    let mut buttons = Vec::new();
    if at > 0 {
        buttons.push(turned("Earlier", at - 1));
    }
    if at + 1 < pages {
        buttons.push(turned("Further", at + 1));
    }
    let of = if pages > 1 { format!(", page {} of {pages}", at + 1) } else { String::new() };
    let sentence = format!("**{} of turn {turn}{of}.**", words::sentence_case(&words::count(rolls.len(), "roll", "rolls")));
    Despatch {
        dice: rolls.iter().skip(at * ON_A_PAGE).take(ON_A_PAGE).cloned().collect(),
        buttons,
        footer: footer(state, standing.revision),
        ..Despatch::saying(sentence)
    }
}

/// What is told of a battle that begins.
#[must_use]
pub fn opening(after: &State, standing: Standing) -> Despatch {
    let Some(plan) = &after.plan else { return Despatch::saying("**A battle begins.**") };
    let mut facts = Vec::new();
    let scenario = after.position.pack.scenarios.iter().find(|scenario| scenario.plan.title == plan.title);
    facts.extend(scenario.map(|scenario| scenario.text.trim().to_owned()));
    for side in Side::BOTH {
        let who = match after.player(side) {
            Some(Player::Member(_)) => "a member".to_owned(),
            Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
            None => "nobody yet".to_owned(),
        };
        facts.push(format!("{}: {}, played by {who}.", words::sentence_case(&names::side(after, side)), units(after, side)));
    }
    if scenario.is_some() {
        facts.push("-# The map is ours: the text of the rules has none.".to_owned());
    }
    Despatch {
        facts,
        next: next(after, standing),
        tone: Tone::Battle,
        footer: footer(after, standing.revision),
        picture: Some(Picture::Board),
        buttons: join(after, standing).into_iter().collect(),
        takes_over: true,
        ..Despatch::saying(format!("**{}: a battle on the gridded board, of {} turns at the most.**", plan.title, after.options().turns.0))
    }
    .calling(standing.called)
}

/// A side's units by kind: "6 British infantry, 1 British artillery".
#[must_use]
pub fn units(state: &State, side: Side) -> String {
    let Some(plan) = &state.plan else { return String::new() };
    let mut kinds: Vec<(String, u16)> = Vec::new();
    for force in &plan.side(side).forces {
        let name = state
            .position
            .pack
            .troop_of_key(&force.troop)
            .map_or_else(|| force.troop.clone(), |troop| state.position.pack.troop(troop).name.clone());
        match kinds.iter_mut().find(|(kind, _)| *kind == name) {
            Some((_, count)) => *count += u16::from(force.units),
            None => kinds.push((name, u16::from(force.units))),
        }
    }
    words::list(&kinds.iter().map(|(name, count)| counted(name, *count)).collect::<Vec<_>>())
}

/// So many of a kind of troops: of infantry there is more or less, of guns, boats and Leaders there are one or several.
fn counted(name: &str, count: u16) -> String {
    let several = count > 1 && ["gun", "boat", "Leader"].iter().any(|end| name.ends_with(end));
    format!("{count} {name}{}", if several { "s" } else { "" })
}

/// What is told where a deed was taken back: what is as before, in short. `was` is the battle with the deed, `is` without it.
#[must_use]
pub fn reverted(was: &State, is: &State) -> Vec<String> {
    let mut facts = Vec::new();
    if was.turn != is.turn {
        facts.push(format!("Turn {} again, not {}.", is.turn, was.turn));
    }
    let differs = |unit: &engine::tabletop::unit::UnitId| {
        let (one, other) = (was.find(*unit), is.find(*unit));
        let seen = |of: &engine::tabletop::unit::Unit| {
            (!of.hidden).then_some((of.square, of.facing, of.formation, of.figures, of.disorganised, of.place))
        };
        one.and_then(seen) != other.and_then(seen)
    };
    let is_hidden = |unit: &engine::tabletop::unit::UnitId| is.find(*unit).is_some_and(|unit| unit.hidden);
    let (hidden, seen): (Vec<_>, Vec<_>) = is.position.all().filter(differs).partition(is_hidden);
    if !seen.is_empty() {
        let back: Vec<String> = seen.into_iter().map(|unit| names::unit_at(is, unit)).collect();
        facts.push(format!("As before: {}.", words::list(&back)));
    }
    // Where they lie is not said again.
    if !hidden.is_empty() {
        facts.push(format!("Hidden again: {}.", words::count(hidden.len(), "unit", "units")));
    }
    if matches!(was.phase, Phase::Over(_)) && !matches!(is.phase, Phase::Over(_)) {
        facts.push("The battle goes on.".to_owned());
    }
    facts
}
