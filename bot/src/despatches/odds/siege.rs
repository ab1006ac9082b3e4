//! What sieges come to.

use std::collections::BTreeSet;

use crate::despatches::position;
use engine::campaign::odds::Fraction;
use engine::campaign::odds::siege::{SiegeEnd, SiegeOdds};
use engine::campaign::{Roll, State};
use engine::pack::{Pack, SiegeOutcome};

use crate::despatches::odds::{Told, chance, dashed, exactly, falls, happens, is_broken, reckoning, siege_legend, siege_parts, table};
use crate::model::despatch::{Despatch, Tone};
use crate::model::standing::Standing;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet};

/// The odds of one siege, or of all.
#[must_use]
pub fn sieges(state: &State, standing: Standing, sieges: &[SiegeOdds]) -> Told {
    let pack = state.pack();
    let name = |odds: &SiegeOdds| pack.location_name(odds.location).to_owned();
    // The next to be rolled for first.
    let worst = sieges.iter().max_by_key(|odds| (!odds.resolved, falls(&odds.ends())));
    let sentence = match (sieges, worst) {
        ([], _) | (_, None) => "**Nobody is besieged.**".to_owned(),
        ([only], _) => {
            let ends = only.ends();
            let (falls, broken) = (happens(falls(&ends), "", "falls"), happens(is_broken(&ends), "is ", "broken"));
            format!("**When {} ends {} {falls}; the siege {broken}.**", the_turn(only), name(only))
        }
        (_, Some(worst)) => format!(
            "**{} besieged; likeliest to fall when {} ends is {}, {}.**",
            words::sentence_case(&words::count(sieges.len(), "place is", "places are")),
            the_turn(worst),
            name(worst),
            chance(falls(&worst.ends()))
        ),
    };
    let facts = match sieges {
        [] => Vec::new(),
        [only] => vec![rows(only)],
        several => vec![summary(state, several)],
    };
    let mut dice = Vec::new();
    for odds in sieges {
        let ends = odds.ends();
        let units = words::count(odds.garrison.into(), "unit", "units");
        let resolved = if odds.resolved { "; rolled for in this turn already, and next when another ends" } else { "" };
        dice.push(format!(
            "{}; {units}, level {}{resolved}; exactly {} fallen, {} broken",
            reckoning(pack, &name(odds), &odds.roll),
            odds.level,
            exactly(falls(&ends)),
            exactly(is_broken(&ends))
        ));
        if let Some((roll, of)) = &odds.storm {
            dice.push(storm_reckoned(pack, roll, *of));
        }
    }
    if !sieges.is_empty() {
        dice.push("For a garrison that sits tight: see `/odds sortie` for one that does not.".to_owned());
    }
    Told {
        despatch: Despatch {
            facts,
            dice,
            footer: position::footer(state, standing.revision),
            tone: if sieges.is_empty() { Tone::Good } else { Tone::Staff },
            ..Despatch::saying(sentence)
        },
        sheet: sheet(state, sieges),
    }
}

/// The turn at whose end a siege is rolled for next.
const fn the_turn(odds: &SiegeOdds) -> &'static str {
    if odds.resolved { "the next turn" } else { "the turn" }
}

/// Its number.
pub(super) const fn turn_of(state: &State, odds: &SiegeOdds) -> u8 {
    if odds.resolved { state.turn() + 1 } else { state.turn() }
}

/// The roll for a storm in small print, and how often the rest holds.
pub(super) fn storm_reckoned(pack: &Pack, roll: &Roll, of: Fraction) -> String {
    format!("{}; the rest holds if there is none ({})", reckoning(pack, "a storm first", roll), chance(of.rest()))
}

fn outcome(result: SiegeOutcome) -> &'static str {
    match result {
        SiegeOutcome::Lifted => "lifted",
        SiegeOutcome::Continues => "continues",
        SiegeOutcome::Tightens => "tightens",
        SiegeOutcome::Famine => "famine",
        SiegeOutcome::Surrender => "surrender",
    }
}

/// The rows of the table that can be hit.
fn rows(odds: &SiegeOdds) -> String {
    let lines: Vec<Vec<String>> = odds
        .rows
        .iter()
        .map(|row| {
            let then = match row.end {
                SiegeEnd::Broken => "broken".to_owned(),
                SiegeEnd::Fallen => "falls".to_owned(),
                SiegeEnd::Level(level) => format!("level {level}"),
            };
            let lost = if row.lost == 0 { "–".to_owned() } else { row.lost.to_string() };
            vec![outcome(row.result).to_owned(), chance(row.chance), lost, then]
        })
        .collect();
    table(12, &["Siege", "", "lost", "then"], &lines)
}

fn summary(state: &State, sieges: &[SiegeOdds]) -> String {
    let lines: Vec<Vec<String>> = sieges
        .iter()
        .map(|odds| {
            let ends = odds.ends();
            let name = state.pack().location_name(odds.location).to_owned();
            vec![name, odds.level.to_string(), dashed(is_broken(&ends)), dashed(falls(&ends))]
        })
        .collect();
    table(15, &["Place", "level", "broken", "falls"], &lines)
}

fn sheet(state: &State, sieges: &[SiegeOdds]) -> OddsSheet {
    let bars: Vec<Bar> = sieges
        .iter()
        .map(|odds| {
            let ends = odds.ends();
            Bar {
                label: format!("{}, level {}", state.pack().location_name(odds.location), odds.level),
                parts: siege_parts(&ends, odds.level),
                figure: chance(falls(&ends)),
            }
        })
        .collect();
    let turns: BTreeSet<u8> = sieges.iter().map(|odds| turn_of(state, odds)).collect();
    let turns: Vec<String> = turns.iter().map(u8::to_string).collect();
    OddsSheet {
        title: "Sieges".to_owned(),
        caption: format!("at the end of turn {}, garrisons sitting tight; at the right, falls", turns.join(" or ")),
        legend: siege_legend(&bars.iter().map(|bar| bar.parts.clone()).collect::<Vec<_>>()),
        groups: vec![Group { heading: String::new(), bars }],
    }
}
