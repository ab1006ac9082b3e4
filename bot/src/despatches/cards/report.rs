//! The report of a card game that is over: how it ended, what each side lost, how lucky each was, both hands, the order of the draws, and how
//! the two players stand against each other.

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::event::Event;
use engine::card_game::pack::Face;
use engine::card_game::rules::conflict::current;
use engine::card_game::state::State;
use engine::game::Game as _;
use engine::tabletop::side::Side;

use crate::despatches::cards::board::footer;
use crate::despatches::cards::{names, story};
use crate::model::card_record::CardRecord;
use crate::model::custom_id::{CustomId, ROLLS};
use crate::model::despatch::{Button, ButtonStyle, Despatch, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// The topic of the sheet that has the order of a side's draws, before the side's place.
pub const DRAWS: &str = "draws";

/// What a side did, added up.
#[derive(Clone, Debug, Default)]
struct Sum {
    lost: Cards,
    tactics: Cards,
    taken: u8,
    /// Rolls of the conflict table with the Advantage, those for which it had a unit to lose, and those that cost one.
    rolls: u32,
    risked: u32,
    ill: u32,
    marched: u32,
}

/// The report of a game, from the position before its first order and all that happened.
#[must_use]
pub fn report(opening: &State, events: &[Event], standing: Standing, record: Option<&CardRecord>) -> Despatch {
    let mut state = opening.clone();
    let mut sums = [Sum::default(), Sum::default()];
    let mut advantage = Side::Ours;
    let mut turns: Vec<(u8, [usize; 2])> = Vec::new();
    for event in events {
        match event {
            Event::TurnBegan(turn) => turns.push((*turn, Side::BOTH.map(|side| state.held(side)))),
            Event::Advantage { side, .. } => advantage = *side,
            Event::ConflictRolled(roll) => {
                let stands = current(&state).is_some_and(|fought| !state.units(advantage, fought.region).is_empty());
                let sum = &mut sums[advantage as usize];
                sum.rolls += 1;
                sum.risked += u32::from(stands);
                sum.ill += u32::from(story::loser(&state, roll) == Some((advantage, true)));
            }
            Event::Lost { side, card, .. } => sums[*side as usize].lost.add(*card, 1),
            Event::Declared { side, card: Some(card), .. } => sums[*side as usize].tactics.add(*card, 1),
            Event::Unopposed { taken: Some(side), .. } | Event::ConflictEnded { taken: Some(side), .. } => sums[*side as usize].taken += 1,
            Event::Marched { side, .. } => sums[*side as usize].marched += 1,
            _ => {}
        }
        state.apply(event);
    }
    let Some(outcome) = state.outcome() else { return Despatch::saying("**The game is not over.**") };
    let mut facts = vec![format!("It took {}.", words::count(state.turn.into(), "turn", "turns"))];
    for (side, sum) in Side::BOTH.into_iter().zip(&sums) {
        facts.push(format!(
            "**{}**, {} at the end, {} taken on the way, {} marched",
            words::sentence_case(names::bare_side(&state, side)),
            names::regions_held(&state, side),
            words::count(sum.taken.into(), "region", "regions"),
            words::count(sum.marched as usize, "unit", "units")
        ));
        facts.push(format!("Lost: {}", names::list(&state, side, &sum.lost)));
        facts.push(format!("Tactics played: {}", names::list(&state, side, &sum.tactics)));
        facts.push(format!("Hand at the end: {}", names::list(&state, side, &state.army(side).hand.cards)));
        facts.push(format!("-# Luck: {}", luck(&state, sum)));
    }
    facts.extend(turning_point(&state, &turns, outcome.winner));
    facts.extend(record.map(told));
    let draws = |side: Side| Button {
        label: format!("Draws of {}", names::side(&state, side)),
        style: ButtonStyle::Secondary,
        id: CustomId::Sheet { campaign: standing.campaign, topic: format!("{}{DRAWS}.{}", ROLLS, side as usize), page: 0 },
    };
    Despatch {
        facts,
        tone: Tone::Battle,
        footer: footer(&state, standing.revision),
        picture: Some(Picture::Board),
        buttons: Side::BOTH.map(draws).into(),
        // It closes what grew before it.
        section: Some("the card game is over".to_owned()),
        ..Despatch::saying(format!("**{}: {}.**", names::title(&state), story::ended(&state, outcome)))
    }
}

/// How lucky a side was when it had the Advantage.
fn luck(state: &State, sum: &Sum) -> String {
    if sum.rolls == 0 {
        return "it never rolled on the conflict table with the Advantage".to_owned();
    }
    let faces = state.pack.tables.conflict.faces;
    let ill = faces.iter().filter(|face| **face == Face::Advantage).count() as f64 / faces.len() as f64;
    format!(
        "{} on the conflict table with the Advantage; {} cost a unit of its own, where {:.1} were to be expected",
        words::count(sum.rolls as usize, "roll", "rolls"),
        words::number(sum.ill as usize),
        ill * f64::from(sum.risked)
    )
}

/// The turn in which most was decided for the winner: by how many regions they held more, or the other side fewer.
fn turning_point(end: &State, turns: &[(u8, [usize; 2])], winner: Option<Side>) -> Option<String> {
    let winner = winner?;
    let ahead = |held: [usize; 2]| held[winner as usize] as i32 - held[winner.other() as usize] as i32;
    let last = Side::BOTH.map(|side| end.held(side));
    let after = |place: usize| turns.get(place + 1).map_or(last, |(_, held)| *held);
    let gained = turns.iter().enumerate().map(|(place, (turn, before))| (*turn, ahead(after(place)) - ahead(*before), after(place)));
    // Of turns in which as much was gained the later weighs more.
    let (turn, _, held) = gained.filter(|(_, gain, _)| *gain > 0).max_by_key(|(turn, gain, _)| (*gain, *turn))?;
    Some(format!(
        "The turn that decided was turn {turn}: after it {} held {}, {} {}.",
        names::side(end, winner),
        words::count(held[winner as usize], "region", "regions"),
        names::side(end, winner.other()),
        match held[winner.other() as usize] {
            0 => "none".to_owned(),
            held => words::number(held),
        }
    ))
}

/// How two players stand against each other, in a line.
#[must_use]
pub fn told(record: &CardRecord) -> String {
    let [one, other] = record.players.map(|user| user.mention());
    format!(
        "Between {one} and {other}: {}; {one} has won {}, {other} {}, drawn {}.",
        words::count(record.games(), "game", "games"),
        record.won[0],
        record.won[1],
        record.drawn
    )
}

/// The order in which a side drew its cards, turn by turn, once the game is over (N20).
#[must_use]
pub fn draws(opening: &State, events: &[Event], side: Side) -> Vec<String> {
    let mut turns: Vec<(u8, Vec<CardId>)> = Vec::new();
    for event in events {
        match event {
            Event::TurnBegan(turn) => turns.push((*turn, Vec::new())),
            Event::Drew { side: of, card: Some(card), .. } if *of == side => {
                if let Some((_, drawn)) = turns.last_mut() {
                    drawn.push(*card);
                }
            }
            _ => {}
        }
    }
    let line = |(turn, drawn): &(u8, Vec<CardId>)| {
        let each: Vec<String> = drawn.iter().map(|card| names::card(opening, side, *card)).collect();
        format!("Turn {turn}: {}.", if each.is_empty() { "nothing".to_owned() } else { each.join(", ") })
    };
    turns.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::card_game::options::{Options, WipedOut};
    use engine::card_game::order::Order;
    use engine::card_game::pack::CardPack;
    use engine::card_game::region::Region;
    use engine::card_game::state::{Conflict, Phase};
    use engine::dice::Dice;
    use engine::tabletop::seat::Seat;

    use super::*;
    use crate::model::ids::CampaignId;

    #[test]
    fn where_a_conflict_is_rolled_on_no_loss_is_told_or_counted_of_a_side_with_nobody_left_c11() {
        let mut state = State::new(CardPack::embedded().unwrap());
        state.options = Options { wiped_out: WipedOut::RollOn, ..Options::default() };
        (state.turn, state.phase) = (state.pack.tables.turns, Phase::Conflict(Conflict::new(Region::Home)));
        for (side, name) in [(Side::Ours, "British Infantry"), (Side::Enemy, "Ansar Spearmen")] {
            let card = state.pack.card_named(side, name).unwrap();
            state.armies[side as usize].ready[Region::Home as usize].add(card, 1);
        }
        let before = state.clone();
        let mut events = state.give(Seat::Enemy, &Order::Pass(Side::Enemy), &mut Dice::scripted(&[])).unwrap();
        events.extend(state.give(Seat::Ours, &Order::Pass(Side::Ours), &mut Dice::scripted(&[1, 2, 4, 6])).unwrap());
        let mut told: Vec<String> = story::story(&before, &events).into_iter().flat_map(|story| story.lines).collect();
        told.retain(|line| line.starts_with(|letter: char| letter.is_ascii_digit()));
        let rolled = [
            "1: the side with the Advantage loses a unit.",
            "2: nobody is left to be lost.",
            "4: the other side loses a unit.",
            "6: the side with the Advantage has control.",
        ];
        assert_eq!(told, rolled);
        let facts = report(&before, &events, Standing::commanded(CampaignId(1), 9, None), None).facts;
        let luck =
            "-# Luck: four rolls on the conflict table with the Advantage; one cost a unit of its own, where 0.3 were to be expected";
        assert!(facts.iter().any(|fact| fact == luck), "{facts:#?}");
    }

    #[test]
    fn a_side_that_holds_nothing_after_the_turn_that_decided_holds_none() {
        let mut end = State::new(Arc::clone(&CardPack::embedded().unwrap()));
        end.control = [Some(Side::Enemy); 5];
        let told = turning_point(&end, &[(1, [1, 0])], Some(Side::Enemy)).unwrap();
        assert!(told.ends_with("held five regions, the Anglo-Egyptians none."), "{told}");
    }
}
