//! Whether a march arrives unmet.

use crate::despatches::position;
use engine::campaign::State;
use engine::campaign::odds::march::MarchOdds;
use engine::pack::{SpaceId, UnitSet};

use crate::despatches::odds::encounter::small_print;
use crate::despatches::odds::{Told, brief, chance, dashed, exactly, part, table};
use crate::model::despatch::Despatch;
use crate::model::standing::Standing;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet, Shade};

/// The odds of a march, space by space.
#[must_use]
pub fn way(state: &State, standing: Standing, from: SpaceId, to: SpaceId, odds: &MarchOdds) -> Told {
    let map = &state.pack().map;
    let (origin, goal) = (map.space_name(from), map.space_name(to));
    let length = words::count(odds.steps.len(), "space", "spaces");
    let sentence = if odds.arrives.is_zero() {
        format!("**From {origin} to {goal}, {length}: certain to meet the enemy on the way.**")
    } else if odds.arrives.is_one() {
        format!("**From {origin} to {goal}, {length}: nobody can be met on the way.**")
    } else {
        format!("**From {origin} to {goal}, {length}: it arrives unmet {} of the time.**", chance(odds.arrives))
    };
    let mut lines: Vec<Vec<String>> =
        odds.steps.iter().map(|step| vec![brief(state.pack(), step.space), dashed(step.met), dashed(step.stopped)]).collect();
    lines.push(vec!["arrives unmet".to_owned(), String::new(), dashed(odds.arrives)]);
    let mut facts = vec![table(24, &["Space", "met", "stops"], &lines)];
    let rounds = odds.steps.len().div_ceil(usize::from(odds.spaces.max(1)));
    if rounds > 1 || odds.spaces == 0 {
        facts.push(format!(
            "At {} in a round, that takes {}.",
            words::count(odds.spaces.into(), "space", "spaces"),
            words::count(rounds, "round", "rounds")
        ));
    }
    facts.push(format!("Marching: {}.", words::units(state.pack(), odds.units)));
    let mut dice: Vec<String> =
        odds.steps.iter().map(|step| small_print(state.pack(), &map.space_name(step.space), &step.prospect)).collect();
    dice.push(format!("exactly {} unmet; places entered unmet are retaken, which bears on the spaces after them", exactly(odds.arrives)));
    Told {
        despatch: Despatch { facts, dice, footer: position::footer(state, standing.revision), ..Despatch::saying(sentence) },
        sheet: OddsSheet {
            title: format!("{origin} to {goal}"),
            caption: "where the march would be stopped, and whether it arrives".to_owned(),
            legend: Vec::new(),
            groups: vec![Group { heading: String::new(), bars: bars(state, odds) }],
        },
    }
}

fn bars(state: &State, odds: &MarchOdds) -> Vec<Bar> {
    let bar = |label: String, of, shade| Bar { label, parts: vec![part(of, shade)], figure: dashed(of) };
    let steps = odds.steps.iter().map(|step| bar(brief(state.pack(), step.space), step.stopped, Shade::Solid));
    steps.chain([bar("Arrives unmet".to_owned(), odds.arrives, Shade::Barred)]).collect()
}

/// The odds of every space a force can reach in a round.
#[must_use]
pub fn reach(state: &State, standing: Standing, from: SpaceId, units: UnitSet, marches: &[(SpaceId, MarchOdds)]) -> Told {
    let map = &state.pack().map;
    let origin = map.space_name(from);
    let mut marches: Vec<&(SpaceId, MarchOdds)> = marches.iter().collect();
    marches.sort_by_key(|(_, odds)| std::cmp::Reverse(odds.arrives));
    let safe = marches.iter().filter(|(_, odds)| odds.arrives.is_one()).count();
    let sentence = match (marches.len(), safe) {
        (0, _) => format!("**Nobody can march from {origin} this round.**"),
        (all, safe) if all == safe => format!("**From {origin} every space within a round's march is safe.**"),
        (all, 0) => {
            format!("**From {origin} {} can be reached in a round, none of them for certain unmet.**", words::count(all, "space", "spaces"))
        }
        (all, safe) => format!(
            "**From {origin} {} can be reached in a round, {} for certain unmet.**",
            words::count(all, "space", "spaces"),
            words::number(safe)
        ),
    };
    let lines: Vec<Vec<String>> =
        marches.iter().map(|(to, odds)| vec![brief(state.pack(), *to), odds.steps.len().to_string(), dashed(odds.arrives)]).collect();
    let mut facts = Vec::new();
    if !lines.is_empty() {
        facts.push(table(24, &["To", "far", "unmet"], &lines));
        facts.push(format!("Marching: {}.", words::units(state.pack(), units)));
    }
    let dice = marches
        .iter()
        .filter_map(|(to, odds)| {
            let last = odds.steps.last()?;
            // What is friendly is told by its hundred in the table.
            (!last.met.is_zero() || odds.steps.len() == 1).then(|| small_print(state.pack(), &map.space_name(*to), &last.prospect))
        })
        .collect();
    let bars = marches
        .iter()
        .map(|(to, odds)| Bar {
            label: brief(state.pack(), *to),
            parts: vec![part(odds.arrives, Shade::Barred), part(odds.arrives.rest(), Shade::Solid)],
            figure: dashed(odds.arrives),
        })
        .collect();
    Told {
        despatch: Despatch { facts, dice, footer: position::footer(state, standing.revision), ..Despatch::saying(sentence) },
        sheet: OddsSheet {
            title: format!("From {origin}"),
            caption: "a round's march, by the shortest way".to_owned(),
            legend: vec![(Shade::Barred, "arrives unmet".to_owned()), (Shade::Solid, "meets the enemy".to_owned())],
            groups: vec![Group { heading: String::new(), bars }],
        },
    }
}
