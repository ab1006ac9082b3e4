//! What happened in a card game as it is told to everybody: a line for each thing that could be seen, its dice apart.

use engine::card_game::cards::Cards;
use engine::card_game::event::{EndedBy, Event, Outcome};
use engine::card_game::pack::Face;
use engine::card_game::region::Region;
use engine::card_game::roll::{Contest, Purpose, Roll};
use engine::card_game::rules::conflict::current;
use engine::card_game::state::{Phase, State};
use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::tabletop::side::Side;

use crate::despatches::cards::names;
use crate::words;

/// What a message of the channel is about: what belongs to one grows together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A turn up to its conflicts: Relief, what is laid, who marches, the regions that fall without a conflict before the first.
    Turn,
    /// A conflict, with the regions that fall without one after it.
    Conflict(Region),
}

/// What a stretch of a game has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// What it is about.
    pub about: About,
    /// The turn.
    pub turn: u8,
    /// Whether that begins with it.
    pub begins: bool,
    /// The lines, in the order in which it happened.
    pub lines: Vec<String>,
    /// The rolls, a line each.
    pub dice: Vec<String>,
    /// Whether the table has changed so that it is worth a picture.
    pub pictured: bool,
}

impl Story {
    const fn new(about: About, turn: u8, begins: bool) -> Self {
        Self { about, turn, begins, lines: Vec::new(), dice: Vec::new(), pictured: false }
    }
}

/// The events that everybody may see of those that follow `before`.
#[must_use]
pub fn public(before: &State, events: &[Event]) -> Vec<Event> {
    let mut state = before.clone();
    let mut seen = Vec::with_capacity(events.len());
    for event in events {
        // What is shown once the game is over was no less hidden when it happened.
        let shown = state.shown(event, None);
        state.apply(event);
        seen.extend(shown);
    }
    seen
}

/// Tells public events, by the position before the first as everybody sees it; a story for each turn and each conflict that they reach into.
#[must_use]
pub fn story(before: &State, events: &[Event]) -> Vec<Story> {
    let seen = before.public_view();
    let mut state = seen.state().clone();
    let begun = match state.phase {
        Phase::Conflict(fought) => About::Conflict(fought.region),
        _ => About::Turn,
    };
    let mut told = vec![Story::new(begun, state.turn, false)];
    let mut marches: Vec<(Side, Region, Region, Cards)> = Vec::new();
    for event in events {
        match event {
            Event::TurnBegan(turn) => told.push(Story::new(About::Turn, *turn, true)),
            Event::ConflictBegan(region) => told.push(Story::new(About::Conflict(*region), state.turn, true)),
            _ => {}
        }
        let Some(now) = told.last_mut() else { continue };
        if let Event::Marched { side, card, from, to } = event {
            let same = marches.iter_mut().find(|(of, one, other, _)| (of, one, other) == (side, from, to));
            match same {
                Some((.., cards)) => cards.add(*card, 1),
                None => marches.push((*side, *from, *to, Cards::one(*card))),
            }
        } else {
            for (side, from, to, cards) in marches.drain(..) {
                now.lines.push(marched(&state, side, from, to, &cards));
                now.pictured = true;
            }
            now.lines.extend(line(&state, event));
        }
        now.dice.extend(roll_of(event).map(|roll| roll_line(&state, roll)));
        now.pictured |= match event {
            Event::Revealed(laid) => laid.iter().flatten().any(|cards| !cards.is_empty()),
            Event::Unopposed { taken, .. } => taken.is_some(),
            Event::ConflictEnded { .. } | Event::Ended(_) => true,
            _ => false,
        };
        state.apply(event);
    }
    if let Some(now) = told.last_mut() {
        for (side, from, to, cards) in marches {
            now.lines.push(marched(&state, side, from, to, &cards));
            now.pictured = true;
        }
    }
    told.retain(|story| story.begins || !story.lines.is_empty() || !story.dice.is_empty());
    told
}

fn taken(state: &State, side: Side, region: Region) -> String {
    format!("{} take {}", names::the_side(state, side), names::region(state, region))
}

fn marched(state: &State, side: Side, from: Region, to: Region, cards: &Cards) -> String {
    let [from, to] = [from, to].map(|region| names::region(state, region));
    format!("{} march from {from} to {to}: {}.", names::the_side(state, side), names::list(state, side, cards))
}

/// The roll of an event that everybody may see.
#[must_use]
pub const fn roll_of(event: &Event) -> Option<&Roll> {
    match event {
        Event::Contested { roll, .. } | Event::MarchRolled { roll, .. } | Event::ConflictRolled(roll) => Some(roll),
        Event::Drew { roll, .. } | Event::Lost { roll, .. } => roll.as_ref(),
        _ => None,
    }
}

/// A roll in a line, with what it was for.
#[must_use]
pub fn roll_line(state: &State, roll: &Roll) -> String {
    let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let whose = match roll.purpose {
        Purpose::Card(side) | Purpose::March(side) | Purpose::Loss(side) => format!("{}, ", names::bare_side(state, side)),
        Purpose::Conflict(region) => format!("{}, ", names::region(state, region)),
        Purpose::Contest(_) => format!("{} and {}, ", names::bare_side(state, Side::Ours), names::bare_side(state, Side::Enemy)),
    };
    let table = if roll.table { " (table dice)" } else { "" };
    format!("{whose}{}: {}D{} [{faces}]{table}", roll.purpose.label(), roll.faces.len(), roll.sides)
}

/// Who is to lose a unit by what a conflict's die shows, and whether they have one: rolled on, nobody may be left (C11).
#[must_use]
pub fn loser(before: &State, roll: &Roll) -> Option<(Side, bool)> {
    let fought = current(before)?;
    let advantage = fought.advantage?;
    let side = match before.pack.tables.face(roll.faces.first().copied()?) {
        Face::Advantage => advantage,
        Face::Other => advantage.other(),
        Face::Control => return None,
    };
    Some((side, !before.units(side, fought.region).is_empty()))
}

/// An event that could be seen, by the position before it; nothing where it has nothing to say.
#[must_use]
pub fn line(before: &State, event: &Event) -> Option<String> {
    let the = |side: &Side| names::the_side(before, *side);
    let region = |region: &Region| names::region(before, *region);
    let card = |side: &Side, card| names::card(before, *side, card);
    Some(match event {
        Event::Shuffled(side) => format!("{} shuffle their discards into a new deck.", the(side)),
        Event::Relieving { side, .. } => format!("{} have chosen what they exchange.", the(side)),
        Event::Discarded { side, cards } if cards.is_empty() => format!("{} exchange nothing.", the(side)),
        Event::Discarded { side, cards } => format!("{} exchange {}.", the(side), names::list(before, *side, cards)),
        Event::Contested { contest, high: Some(high), .. } => match contest {
            Contest::Deploy => format!("{} lay their cards last.", the(high)),
            Contest::Travel => format!("{} march last.", the(high)),
            Contest::Tactics => format!("{} declare their Tactics last.", the(high)),
            Contest::Advantage => format!("Equal forces: the Advantage falls to {}.", names::side(before, *high)),
        },
        Event::Contested { high: None, .. } => return None,
        Event::Deployed(side) => {
            let laid = &before.army(*side).laid;
            let each: Vec<String> = Region::ALL
                .into_iter()
                .zip(laid)
                .filter(|(_, pile)| !pile.is_empty())
                .map(|(place, pile)| format!("{} in {}", pile.len(), region(&place)))
                .collect();
            match each.is_empty() {
                true => format!("{} lay nothing.", the(side)),
                false => format!("{} lay cards face down: {}.", the(side), words::list(&each)),
            }
        }
        Event::Revealed(laid) => {
            let mut parts = Vec::new();
            for (side, laid) in Side::BOTH.into_iter().zip(laid.iter()) {
                let each: Vec<String> = Region::ALL
                    .into_iter()
                    .zip(laid)
                    .filter(|(_, cards)| !cards.is_empty())
                    .map(|(place, cards)| format!("{} in {}", names::list(before, side, cards), region(&place)))
                    .collect();
                if !each.is_empty() {
                    parts.push(format!("{} have laid {}.", the(&side), each.join("; ")));
                }
            }
            if parts.is_empty() { "Nothing was laid.".to_owned() } else { format!("The cards are turned up. {}", parts.join(" ")) }
        }
        Event::MarchRolled { side, roll } => {
            let units = usize::try_from(roll.sum()).unwrap_or(0);
            format!("{} may march with {}.", the(side), words::count(units, "unit", "units"))
        }
        Event::MovementPlayed { side, card: played } => format!("{} play {}.", the(side), card(side, *played)),
        Event::Marched { side, card, from, to } => marched(before, *side, *from, *to, &Cards::one(*card)),
        Event::Travelled(side) => format!("{} have marched.", the(side)),
        Event::Unopposed { region: place, taken: Some(side) } => format!("{} take {} without a fight.", the(side), region(place)),
        Event::ConflictBegan(place) => {
            let units = Side::BOTH.map(|side| {
                let units = before.units(side, *place);
                format!("{} with {}", names::side(before, side), names::list(before, side, &units))
            });
            format!("{} against {}.", words::sentence_case(&units[0]), units[1])
        }
        Event::Declared { side, face_down: true, .. } => format!("{} have chosen their Tactics.", the(side)),
        Event::Declared { side, card: Some(played), .. } => format!("{} play {}.", the(side), card(side, *played)),
        Event::Declared { side, card: None, .. } => format!("{} play no Tactics.", the(side)),
        Event::Unveiled(cards) => {
            let each = Side::BOTH.map(|side| {
                let played = cards[side as usize].map_or_else(|| "none".to_owned(), |played| card(&side, played));
                (names::side(before, side), played)
            });
            let [(ours, our_card), (enemy, their_card)] = each;
            format!("The Tactics are turned up: {ours} play {our_card}, {enemy} {their_card}.")
        }
        Event::Advantage { side, forces } if forces[0] == forces[1] => {
            let region = if let Phase::Conflict(conflict) = &before.phase { Some(conflict.region) } else { None };
            let why = match region.and_then(|region| before.holder(region)) {
                Some(holder) if holder == *side => "being in control",
                _ => "by the higher die",
            };
            format!("{} have the Advantage of equal forces of {}, {why}.", the(side), forces[0])
        }
        Event::Advantage { side, forces } => format!(
            "{} have the Advantage, with a force of {} against {}.",
            the(side),
            forces[*side as usize],
            forces[side.other() as usize]
        ),
        Event::ConflictRolled(roll) => {
            let face = roll.faces.first().copied().unwrap_or(6);
            let does = match before.pack.tables.face(face) {
                _ if matches!(loser(before, roll), Some((_, false))) => "nobody is left to be lost",
                Face::Advantage => "the side with the Advantage loses a unit",
                Face::Other => "the other side loses a unit",
                Face::Control => "the side with the Advantage has control",
            };
            format!("{face}: {does}.")
        }
        Event::Lost { side, card: unit, .. } => format!("{} lose {}.", the(side), card(side, *unit)),
        Event::ConflictEnded { region: place, taken: Some(side) } => format!("**{}.**", taken(before, *side, *place)),
        Event::ConflictEnded { region: place, taken: None } => match before.holder(*place) {
            Some(side) => format!("{} keep {}.", the(&side), region(place)),
            None => format!("{} stays nobody's.", region(place)),
        },
        Event::Seated { side, player: None } => format!("Nobody plays {} now.", names::side(before, *side)),
        Event::Ended(outcome) => format!("**{}.**", ended(before, *outcome)),
        _ => return None,
    })
}

/// How it ended, in a sentence without its stop.
#[must_use]
pub fn ended(state: &State, outcome: Outcome) -> String {
    let [ours, enemy] = Side::BOTH.map(|side| state.held(side));
    let (more, fewer) = (ours.max(enemy), ours.min(enemy));
    match (outcome.winner, outcome.by) {
        (Some(winner), EndedBy::AllRegions) => format!("{} hold all five regions and have won", names::the_side(state, winner)),
        (Some(winner), EndedBy::Conceded) => {
            format!("{} resign: {} have won", names::the_side(state, winner.other()), names::side(state, winner))
        }
        (Some(winner), EndedBy::Turns) => format!("{} have won, with regions {more} to {fewer}", names::the_side(state, winner)),
        (None, _) => format!("It ends in a draw, with regions {more} to {fewer}"),
    }
}
