//! What the channel is told of a deed in a card game: a message for each turn, which grows as the turn goes on; and how it is told that a
//! game begins, or goes back.

use engine::card_game::event::Event;
use engine::card_game::region::Region;
use engine::card_game::state::State;
use engine::game::Game as _;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::cards::board::{footer, join, next, to_sheet};
use crate::despatches::cards::story::{About, Story, public, story};
use crate::despatches::cards::{labels, names};
use crate::model::despatch::{ButtonStyle, Despatch, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// What a turn, or a conflict in it, is told in: one message that grows.
#[must_use]
pub fn section(turn: u8, about: About) -> String {
    match about {
        About::Turn => format!("card game, turn {turn}"),
        About::Conflict(region) => format!("card game, turn {turn}, conflict {}", region as usize + 1),
    }
}

/// What is told of a deed, or nothing where nothing has happened that anybody could see. `events` led from `before` to `after`.
#[must_use]
pub fn deed(before: &State, after: &State, events: &[Event], standing: Standing) -> Vec<Despatch> {
    let mut stories = story(before, &public(before, events));
    let last = stories.len().saturating_sub(1);
    // All of a deed is drawn as it stands after it: one picture of that is enough.
    let shown = stories.iter().rposition(|story| story.pictured);
    for (place, story) in stories.iter_mut().enumerate() {
        story.pictured = Some(place) == shown;
    }
    stories
        .into_iter()
        .enumerate()
        .map(|(place, story)| {
            let mut despatch = told(story, after, standing);
            if place < last {
                despatch.is_followed();
            }
            despatch
        })
        .collect()
}

fn told(story: Story, after: &State, standing: Standing) -> Despatch {
    let Story { about, turn, begins, mut lines, dice, pictured } = story;
    // The first of a message opens it; what grows below it needs no heading of its own.
    let sentence = match (about, begins) {
        (About::Turn, true) => format!("**Turn {turn}: the hands are filled.**"),
        (About::Conflict(region), true) => format!("**Turn {turn}: conflict in {}.**", names::region(after, region)),
        (_, false) if lines.is_empty() => format!("Turn {turn} goes on."),
        (_, false) => lines.remove(0),
    };
    let mut buttons = vec![to_sheet(standing, "My hand", "hand", ButtonStyle::Secondary)];
    buttons.extend(join(after, standing));
    Despatch {
        facts: lines,
        dice,
        next: next(after, standing),
        footer: footer(after, standing.revision),
        picture: pictured.then_some(Picture::Board),
        buttons,
        section: Some(section(turn, about)),
        ..Despatch::saying(sentence)
    }
    .calling(standing.called)
}

/// What is told of a game that begins.
#[must_use]
pub fn opening(after: &State, standing: Standing) -> Despatch {
    let tables = &after.pack.tables;
    let who = |side: Side| {
        let who = match after.players[side as usize] {
            Some(Player::Member(_)) => "a member".to_owned(),
            _ => labels::player(after, side),
        };
        format!("{}: {}, played by {who}.", names::the_side(after, side), words::count(after.pack.all(side).len().into(), "card", "cards"))
    };
    let mut facts: Vec<String> = Side::BOTH.into_iter().map(who).collect();
    facts.push(format!(
        "{} turns of Logistics, Relief, Deploy, Travel and Conflict. Whoever holds more of the five regions at the end has won, and whoever holds \
         all of them at any time.",
        words::sentence_case(&words::number(tables.turns.into()))
    ));
    facts.extend(labels::settings(&after.options).into_iter().map(|line| format!("-# {line}")));
    let mut buttons: Vec<_> = join(after, standing).into_iter().collect();
    buttons.push(to_sheet(standing, "My hand", "hand", ButtonStyle::Primary));
    Despatch {
        facts,
        next: next(after, standing),
        tone: Tone::Battle,
        footer: footer(after, standing.revision),
        picture: Some(Picture::Board),
        buttons,
        takes_over: true,
        ..Despatch::saying(format!("**{}: the cards are dealt.**", names::title(after)))
    }
    .calling(standing.called)
}

/// What is told where a deed was taken back: what is as before, as everybody may see it. `was` is the game with the deed, `is` without it.
#[must_use]
pub fn reverted(was: &State, is: &State) -> Vec<String> {
    let mut facts = Vec::new();
    if was.turn != is.turn {
        facts.push(format!("Turn {} again, not {}.", is.turn, was.turn));
    }
    let back: Vec<String> = Region::ALL
        .into_iter()
        .filter(|region| was.holder(*region) != is.holder(*region))
        .map(|region| {
            let holder = is.holder(region).map_or("nobody", |side| names::side(is, side));
            format!("{} with {holder}", names::region(is, region))
        })
        .collect();
    if !back.is_empty() {
        facts.push(format!("As before: {}.", words::list(&back)));
    }
    let differs = |side: Side| {
        let counts = |of: &State| {
            Region::ALL.map(|region| (of.units(side, region), of.army(side).laid[region as usize].len(), of.army(side).hand.len()))
        };
        counts(was) != counts(is)
    };
    let moved: Vec<&str> = Side::BOTH.into_iter().filter(|side| differs(*side)).map(|side| names::side(is, side)).collect();
    if !moved.is_empty() {
        facts.push(format!("The cards of {} are as before.", words::list(&moved)));
    }
    if was.is_over() && !is.is_over() {
        facts.push("The game goes on.".to_owned());
    }
    facts
}
