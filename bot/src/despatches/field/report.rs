//! The report of a battle that is over: how it ended, what each side lost, unit by unit, how lucky each was, and the turn that decided.

use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::EndedBy;
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

/// What was lost of how much, with the units that lost some.
#[derive(Default)]
struct Tally {
    lost: u32,
    had: u32,
    told: Vec<String>,
}

/// What a side has lost, unit by unit.
fn losses(state: &State, full: &[u8], side: Side) -> String {
    // Figures of the units, flotation points of the boats.
    let mut tallies: [Tally; 2] = Default::default();
    for unit in state.position.all().filter(|unit| state.unit(*unit).side == side) {
        let of = state.unit(unit);
        let was = full.get(unit.index()).copied().unwrap_or(of.figures);
        let arm = state.position.troop(unit).arm;
        let left = if of.place == Place::Lost { 0 } else { of.figures };
        let tally = &mut tallies[usize::from(arm.is_boat())];
        if arm != Arm::Leader {
            (tally.lost, tally.had) = (tally.lost + u32::from(was.saturating_sub(left)), tally.had + u32::from(was));
        }
        if of.place == Place::Lost {
            tally.told.push(format!("{} {}", names::unit(state, unit), if arm.is_boat() { "sunk" } else { "lost" }));
        } else if left < was {
            tally.told.push(format!("{} {was} → {left}", names::unit(state, unit)));
        }
    }
    let [figures, points] = tallies.map(|Tally { lost, had, told }| (format!("{lost} of {had}"), told.join(", ")));
    let mut lines = Vec::new();
    if !figures.1.is_empty() {
        lines.push(format!("{} figures lost: {}.", figures.0, figures.1));
    }
    if !points.1.is_empty() {
        lines.push(format!("{} flotation points lost: {}.", points.0, points.1));
    }
    if lines.is_empty() { "No figure lost.".to_owned() } else { lines.join(" ") }
}

/// How near a side is to breaking off: 1 is there.
fn shaken(state: &State, side: Side) -> f64 {
    let strength = state.strength(side);
    2.0 * f64::from(strength.disorganised + strength.lost) / f64::from(strength.of.max(1))
}

/// The turn in which most was decided for the winner, and what weighed most in it: with the turn in which the other side must break off it
/// is decided (T60).
fn turning_point(end: &State, turns: &[(u8, usize, State)], events: &[Event], winner: Option<Side>) -> Option<String> {
    // Who gives the battle up decides it then.
    let winner = winner.filter(|_| end.outcome().is_none_or(|outcome| outcome.by != EndedBy::Conceded))?;
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
    use std::sync::Arc;

    use engine::tabletop::board::{Board, Size};
    use engine::tabletop::options::Options;
    use engine::tabletop::pack::BattlePack;
    use engine::tabletop::position::Position;
    use engine::tabletop::unit::UnitId;

    use super::*;

    #[test]
    fn figures_and_flotation_points_are_counted_apart() {
        let pack = BattlePack::embedded().unwrap();
        let text = format!(
            "{}\na: british infantry, ours, A8, N, line, 3\nb: gunboat, ours, C8, N, 5\nc: british infantry, ours, D8, N, line, 4\n",
            Board::open(Size::Small)
        );
        let mut state = State::opening(&pack);
        state.position = Position::parse(Arc::clone(&pack), Options::default(), &text).unwrap();
        let told = |state: &State| losses(state, &[4, 6, 4], Side::Ours);
        assert_eq!(told(&state), "1 of 8 figures lost: British infantry (1) 4 → 3. 1 of 6 flotation points lost: Gunboat (2) 6 → 5.");
        state.position.units[1].place = Place::Lost;
        assert!(told(&state).ends_with("6 of 6 flotation points lost: Gunboat (2) sunk."), "{}", told(&state));
        state.position.units[0].figures = 4;
        state.position.units[1].place = Place::Board;
        state.position.units[1].figures = 6;
        assert_eq!(told(&state), "No figure lost.");
    }

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
