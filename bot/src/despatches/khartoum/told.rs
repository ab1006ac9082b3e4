//! What the channel is told of a deed: a message for each player turn and each battle, which grows as it goes on; and how it is told that a
//! game begins, or goes back.

use engine::game::Game as _;
use engine::khartoum::event::Event;
use engine::khartoum::state::State;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::khartoum::board::{footer, join, next, to_sheet};
use crate::despatches::khartoum::story::{About, Story, story};
use crate::despatches::khartoum::{labels, names};
use crate::model::despatch::{ButtonStyle, Despatch, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// What a player turn, or a battle in it, is told in: one message that grows.
#[must_use]
pub fn section(turn: u8, about: About) -> String {
    let side = |side: Side| side as usize + 1;
    match about {
        About::SetUp => "siege, set-up".to_owned(),
        About::Turn(of) => format!("siege, turn {turn}, side {}", side(of)),
        About::Battle(of, space) => format!("siege, turn {turn}, side {}, battle {}", side(of), space.index() + 1),
    }
}

/// What is told of a deed, or nothing where nothing has happened that anybody could see. `events` led from `before` to `after`.
#[must_use]
pub fn deed(before: &State, after: &State, events: &[Event], standing: Standing) -> Vec<Despatch> {
    let mut stories = story(before, events);
    let last = stories.len().saturating_sub(1);
    // All of a deed is drawn as it stands after it: one picture of that is enough.
    let shown = stories.iter().rposition(|story| story.pictured);
    for (place, story) in stories.iter_mut().enumerate() {
        story.pictured = Some(place) == shown;
    }
    let despatches = stories.into_iter().enumerate().map(|(place, story)| {
        let mut despatch = told(story, after, standing);
        if place < last {
            despatch.is_followed();
        }
        despatch
    });
    despatches.collect()
}

fn told(story: Story, after: &State, standing: Standing) -> Despatch {
    let Story { about, turn, begins, mut lines, dice, pictured } = story;
    // The first of a message opens it; what grows below it needs no heading of its own.
    let sentence = match (about, begins) {
        (About::SetUp, true) => format!("**{}: the sides set up.**", names::title(after)),
        (About::Turn(side), true) => format!("**Turn {turn}: {}.**", names::side(after, side)),
        (About::Battle(side, space), true) => {
            format!("**Turn {turn}: {} attack {}.**", names::side(after, side), names::space(after, space))
        }
        (_, false) if lines.is_empty() => format!("Turn {turn} goes on."),
        (_, false) => lines.remove(0),
    };
    let mut buttons = vec![to_sheet(standing, "My side", "hand", ButtonStyle::Secondary)];
    buttons.extend(join(after, standing));
    Despatch {
        facts: lines,
        dice,
        next: next(after, standing),
        footer: footer(after, standing.revision),
        picture: pictured.then_some(Picture::Board),
        buttons,
        tone: if matches!(about, About::Battle(..)) { Tone::Battle } else { Tone::Staff },
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
            Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
            None => "nobody yet".to_owned(),
        };
        format!("{}: {}, played by {who}.", names::the_side(after, side), words::count(after.all(side).len(), "counter", "counters"))
    };
    let sudden: Vec<&str> = after.pack.map.sudden_death.iter().map(|space| names::space(after, space)).collect();
    let mut facts: Vec<String> = Side::BOTH.into_iter().map(who).collect();
    facts.push(format!(
        "{} turns. {} win at the end with {} victory points, and {} at once when they hold {}.",
        words::sentence_case(&words::number(tables.turns().into())),
        names::the_side(after, Side::Ours),
        tables.victory_points,
        names::side(after, Side::Enemy),
        words::list(&sudden)
    ));
    facts.push(OURS.to_owned());
    facts.extend(labels::settings(after).into_iter().map(|line| format!("-# {line}")));
    let mut buttons: Vec<_> = join(after, standing).into_iter().collect();
    buttons.push(to_sheet(standing, "My side", "hand", ButtonStyle::Primary));
    Despatch {
        facts,
        next: next(after, standing),
        tone: Tone::Battle,
        footer: footer(after, standing.revision),
        picture: Some(Picture::Board),
        buttons,
        section: Some(section(0, About::SetUp)),
        takes_over: true,
        ..Despatch::saying(format!("**{}: the counters are laid out.**", names::title(after)))
    }
    .calling(standing.called)
}

/// Said wherever what is ours is shown.
pub const OURS: &str = "-# The scenario's own rules (23 to 29) are the text's; the standard rules, the map, most strengths and the cards are this \
                        umpire's own.";

/// What is told where a deed was taken back: what is as before, as everybody may see it. `was` is the game with the deed, `is` without it.
#[must_use]
pub fn reverted(was: &State, is: &State) -> Vec<String> {
    let (was, is) = (was.public_view(), is.public_view());
    let (was, is) = (was.state(), is.state());
    let mut facts = Vec::new();
    if was.turn != is.turn {
        facts.push(format!("Turn {} again, not {}.", is.turn, was.turn));
    }
    let differs = |side: Side| {
        let there = |of: &State| {
            let spaces: Vec<_> = of.spaces().map(|space| (of.units(side, space), names::unseen(of, space))).collect();
            (spaces, of.hands[side as usize])
        };
        there(was) != there(is)
    };
    let moved: Vec<&str> = Side::BOTH.into_iter().filter(|side| differs(*side)).map(|side| names::side(is, side)).collect();
    if !moved.is_empty() {
        facts.push(format!("The units and cards of {} are as before.", words::list(&moved)));
    }
    if was.is_over() && !is.is_over() {
        facts.push("The game goes on.".to_owned());
    }
    facts
}
