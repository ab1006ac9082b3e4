//! The report of a game of the siege that is over: how it ended, the towns held, what each side lost, its battles, how lucky it was, and what
//! it still hid.

use engine::game::Game as _;
use engine::khartoum::event::Event;
use engine::khartoum::ids::{SpaceId, Units};
use engine::khartoum::state::State;
use engine::tabletop::side::Side;

use crate::despatches::khartoum::board::footer;
use crate::despatches::khartoum::{names, story};
use crate::model::despatch::{Despatch, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// What a side did, added up.
#[derive(Clone, Debug, Default)]
struct Sum {
    attacks: u32,
    won: u32,
    lost: Vec<String>,
    shots: u32,
    hits: u32,
    /// Hits that were to be expected of its shots.
    expected: f64,
    skipped: u32,
}

/// The report of a game, from the position before its first order and all that happened.
#[must_use]
pub fn report(opening: &State, events: &[Event], standing: Standing) -> Despatch {
    let mut state = opening.clone();
    let mut sums = [Sum::default(), Sum::default()];
    let mut sudden: Vec<(SpaceId, u8)> = Vec::new();
    for event in events {
        match event {
            Event::BattleBegan { attacker, .. } => sums[*attacker as usize].attacks += 1,
            Event::BattleEnded { winner, .. } if state.battle.is_some_and(|battle| battle.attacker == *winner) => {
                sums[*winner as usize].won += 1;
            }
            Event::Ended(_) if story::decided(&state, event).is_some_and(|battle| battle.attacker == Side::Enemy) => {
                sums[Side::Enemy as usize].won += 1;
            }
            Event::Fired(shot) => {
                let sum = &mut sums[state.side_of(shot.unit) as usize];
                sum.shots += 1;
                sum.hits += u32::from(shot.hit.is_some());
                sum.expected += f64::from(shot.value) / f64::from(shot.roll.sides.max(1));
            }
            Event::Died { unit, .. } => {
                sums[state.side_of(*unit) as usize].lost.push(format!("{} (turn {})", names::unit(&state, *unit), state.turn));
            }
            Event::Skipped { side, .. } => sums[*side as usize].skipped += 1,
            _ => {}
        }
        state.apply(event);
        for space in state.pack.map.sudden_death.iter() {
            if state.occupies(Side::Enemy, space) && sudden.iter().all(|(fallen, _)| *fallen != space) {
                sudden.push((space, state.turn));
            }
        }
    }
    let Some(outcome) = state.outcome() else { return Despatch::saying("**The game is not over.**") };
    let held: Vec<&str> = state
        .spaces()
        .filter(|space| state.is_town(*space) && state.occupies(Side::Ours, *space))
        .map(|space| names::space(&state, space))
        .collect();
    let mut facts = vec![format!(
        "It took {}. {} hold {}: {} victory points.",
        words::count(state.turn.into(), "turn", "turns"),
        names::the_side(&state, Side::Ours),
        if held.is_empty() { "no town".to_owned() } else { words::list(&held) },
        outcome.points
    )];
    for (space, turn) in sudden {
        facts.push(format!("{} was first lost on turn {turn}.", names::space(&state, space)));
    }
    for (side, sum) in Side::BOTH.into_iter().zip(&sums) {
        facts.push(format!(
            "**{}**: {}, {} won; {} skipped",
            words::sentence_case(names::bare_side(&state, side)),
            words::count(sum.attacks as usize, "attack", "attacks"),
            words::number(sum.won as usize),
            words::count(sum.skipped as usize, "turn", "turns")
        ));
        facts.push(format!("Lost: {}", if sum.lost.is_empty() { "nobody".to_owned() } else { sum.lost.join(", ") }));
        let left: Units = state.on_map(side);
        facts.push(format!("On the map at the end: {}", names::units(&state, left)));
        let hand: Vec<String> = state.hands[side as usize].held.iter().map(|card| names::card(&state, card)).collect();
        if !hand.is_empty() {
            facts.push(format!("Held and never played: {}", words::list(&hand)));
        }
        facts.push(format!(
            "-# Luck: {} hits in {}, where {:.1} were to be expected",
            sum.hits,
            words::count(sum.shots as usize, "shot", "shots"),
            sum.expected
        ));
    }
    Despatch {
        facts,
        tone: Tone::Battle,
        footer: footer(&state, standing.revision),
        picture: Some(Picture::WholeBoard),
        // It closes what grew before it.
        section: Some("the siege is over".to_owned()),
        ..Despatch::saying(format!("**{}: {}.**", names::title(&state), story::ended(&state, outcome)))
    }
}

#[cfg(test)]
mod tests {
    use engine::khartoum::event::Cause;
    use engine::khartoum::pack::Pack;
    use engine::khartoum::phase::{EndedBy, Outcome, Place};

    use super::*;
    use crate::model::ids::CampaignId;

    #[test]
    fn the_battle_that_ends_the_game_at_once_counts_among_those_that_are_won_27_k12() {
        let pack = Pack::embedded().unwrap();
        let mut opening = State::new(pack.clone());
        opening.turn = 3;
        let (space, garrison) = (pack.space_keyed("khartoum").unwrap(), pack.unit_keyed("khartoum_garrison").unwrap());
        for (unit, at) in [("ali", "wadi_halfa"), ("muhamed", "suakin"), ("abdulah", "khartoum"), ("khartoum_garrison", "khartoum")] {
            opening.put(pack.unit_keyed(unit).unwrap(), Place::On(pack.space_keyed(at).unwrap()));
        }
        let events = [
            Event::BattleBegan { space, attacker: Side::Enemy, landing: false, unsupplied: Units::EMPTY },
            Event::Died { unit: garrison, from: space, to: Place::InBox, cause: Cause::Fire },
            Event::Ended(Outcome { winner: Side::Enemy, by: EndedBy::SuddenDeath, points: 0 }),
        ];
        let told = story::story(&opening, &events);
        let lines = &told.last().unwrap().lines;
        assert_eq!(
            lines[lines.len() - 2..],
            ["**The Mahdists win in Khartoum.**", "**The Mahdists hold Wadi Halfa, Khartoum and Suakin: a total victory.**"]
        );
        let facts = report(&opening, &events, Standing::commanded(CampaignId(1), 9, None)).facts;
        assert!(facts.iter().any(|fact| fact == "**Mahdists**: one attack, one won; no turns skipped"), "{facts:#?}");
    }
}
