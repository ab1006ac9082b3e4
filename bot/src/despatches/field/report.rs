//! The report of a battle that is over: how it ended, what each side lost, unit by unit, how lucky each was, and the turn that decided.

use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::pack::Arm;
use engine::tabletop::roll::{Purpose, Roll};
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::Place;

use crate::despatches::field::board::{footer, title};
use crate::despatches::field::story::{NEWS, ended, story};
use crate::despatches::field::{names, told};
use crate::model::despatch::{Despatch, Tone};
use crate::words;

/// A side's luck, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Luck {
    shots: u32,
    hits: u32,
    expected: f64,
    throws: u32,
    above: f64,
}

impl Luck {
    fn shot(&mut self, roll: &Roll, at_most: u8) {
        self.shots += 1;
        self.hits += u32::from(roll.total() <= i16::from(at_most));
        self.expected += f64::from(at_most.min(roll.sides)) / f64::from(roll.sides.max(1));
    }

    fn throw(&mut self, roll: &Roll) {
        for face in &roll.faces {
            self.throws += 1;
            self.above += f64::from(*face) - (f64::from(roll.sides) + 1.0) / 2.0;
        }
    }

    fn told(self) -> String {
        let shots = match self.shots {
            0 => "no shot".to_owned(),
            _ => format!(
                "{} of {}, where {:.1} were to be expected",
                words::count(self.hits as usize, "hit", "hits"),
                words::count(self.shots as usize, "shot", "shots"),
                self.expected
            ),
        };
        let throws = match self.throws {
            0 => String::new(),
            count => format!("; dice in charges and combats {:+.1} from the mean, of {count}", self.above / f64::from(count)),
        };
        format!("{shots}{throws}")
    }
}

/// The report of a battle, from the position before its first order and all that happened.
#[must_use]
pub fn report(opening: &State, events: &[Event], revision: u32) -> Despatch {
    let mut state = opening.clone();
    let mut luck = [Luck::default(); 2];
    let (mut full, mut cards): (Vec<u8>, [u8; 2]) = (Vec::new(), [0; 2]);
    // How far each side was from breaking off, at the end of each turn, and where in the events that turn began.
    let mut turns: Vec<(u8, usize, State)> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        match event {
            Event::SetUp { units, .. } => full = units.iter().map(|unit| unit.figures).collect(),
            Event::TurnBegan { turn, .. } => turns.push((*turn, place, state.clone())),
            Event::Fired { unit, roll, at_most, .. } => luck[state.unit(*unit).side as usize].shot(roll, *at_most),
            Event::Charged { rolls, .. } => rolls.iter().for_each(|roll| throw(&state, &mut luck, roll)),
            Event::Fought { combat, .. } => combat.rolls.iter().for_each(|roll| throw(&state, &mut luck, roll)),
            Event::CardPlayed { side, card, .. } if *card != Heroic::HardLuck => cards[*side as usize] += 1,
            _ => {}
        }
        state.apply(event);
    }
    let Some(outcome) = state.outcome() else { return Despatch::saying("**The battle is not over.**") };
    let mut facts = vec![format!("It took {}.", words::count(state.turn.into(), "turn", "turns"))];
    for side in Side::BOTH {
        facts.push(format!("**{}**", words::sentence_case(&names::side(&state, side))));
        facts.push(losses(&state, &full, side));
        let cards = match cards[side as usize] {
            0 => String::new(),
            count => format!("; {} played", words::count(count.into(), "Heroic card", "Heroic cards")),
        };
        facts.push(format!("-# Luck: {}{cards}", luck[side as usize].told()));
    }
    facts.extend(turning_point(&state, &turns, events, outcome.winner));
    Despatch {
        facts,
        tone: Tone::Battle,
        footer: footer(&state, revision),
        // It closes what grew before it.
        section: Some("the battle is over".to_owned()),
        ..Despatch::saying(format!("**{}: {}.**", title(&state), ended(&state, outcome)))
    }
}

fn throw(state: &State, luck: &mut [Luck; 2], roll: &Roll) {
    if let Purpose::Charge(unit) | Purpose::MeetCharge(unit) | Purpose::HandToHand(unit) = roll.purpose {
        luck[state.unit(unit).side as usize].throw(roll);
    }
}

/// What a side has lost, unit by unit.
fn losses(state: &State, full: &[u8], side: Side) -> String {
    let mut told = Vec::new();
    let (mut lost, mut had) = (0_u32, 0_u32);
    for unit in state.position.all().filter(|unit| state.unit(*unit).side == side) {
        let of = state.unit(unit);
        let was = full.get(unit.index()).copied().unwrap_or(of.figures);
        let arm = state.position.troop(unit).arm;
        let left = if of.place == Place::Lost { 0 } else { of.figures };
        if arm != Arm::Leader {
            (lost, had) = (lost + u32::from(was.saturating_sub(left)), had + u32::from(was));
        }
        if of.place == Place::Lost {
            told.push(format!("{} lost", names::unit(state, unit)));
        } else if left < was {
            told.push(format!("{} {was} → {left}", names::unit(state, unit)));
        }
    }
    if told.is_empty() { "No figure lost.".to_owned() } else { format!("{lost} of {had} figures lost: {}.", told.join(", ")) }
}

/// How near a side is to breaking off: 1 is there.
fn shaken(state: &State, side: Side) -> f64 {
    let strength = state.strength(side);
    2.0 * f64::from(strength.disorganised + strength.lost) / f64::from(strength.of.max(1))
}

/// The turn in which most was decided for the winner, and what weighed most in it: with the turn in which the other side must break off it
/// is decided (T60).
fn turning_point(end: &State, turns: &[(u8, usize, State)], events: &[Event], winner: Option<Side>) -> Option<String> {
    let winner = winner?;
    let lost = |event: &Event| matches!(event, Event::BreaksOff { side, .. } if *side == winner.other());
    let decided = events.iter().position(lost).unwrap_or(events.len());
    let until = turns.iter().take_while(|(_, first, _)| *first <= decided).count();
    let ahead = |state: &State| shaken(state, winner.other()) - shaken(state, winner);
    let gained = turns.iter().enumerate().take(until).map(|(place, (_, _, before))| {
        let after = turns.get(place + 1).map_or(end, |(_, _, after)| after);
        (place, ahead(after) - ahead(before))
    });
    let (place, _) = gained.max_by(|one, other| one.1.total_cmp(&other.1)).filter(|(_, gain)| *gain > 0.0)?;
    let (turn, first, before) = turns.get(place)?;
    let upto = turns.get(place + 1).map_or(events.len(), |(_, next, _)| *next);
    let seen = told::public(before, events.get(*first..upto)?);
    let chapters = story(before, &seen);
    // Of what weighs most the first that was good for the winner.
    let mut of_winner = chapters
        .iter()
        .flat_map(|chapter| &chapter.told)
        .filter(|told| told.favours == Some(winner) && told.weight >= NEWS && told.weight < 90);
    let mut best = of_winner.next()?;
    for told in of_winner {
        if told.weight > best.weight {
            best = told;
        }
    }
    Some(format!("The turn that decided was turn {turn}: {}.", best.text))
}

#[cfg(test)]
mod tests {
    use engine::tabletop::unit::UnitId;

    use super::*;

    #[test]
    fn luck_says_how_many_hits_were_to_be_expected() {
        let mut luck = Luck::default();
        let roll = |face: u8| {
            let mut roll = Roll::new(Purpose::Fire(UnitId(0)), engine::dice::DiceSpec { count: 1, sides: 6 });
            roll.faces.push(face);
            roll
        };
        luck.shot(&roll(2), 4);
        luck.shot(&roll(6), 4);
        luck.throw(&roll(6));
        assert_eq!(
            luck.told(),
            "one hit of two shots, where 1.3 were to be expected; dice in charges and combats +2.5 from the mean, of 1"
        );
    }
}
