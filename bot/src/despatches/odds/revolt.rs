//! The places that may rise next.

use crate::despatches::position;
use engine::campaign::State;
use engine::campaign::odds::Fraction;
use engine::campaign::odds::revolt::{PlaceOdds, RevoltOdds};
use engine::campaign::rules::rebellion::Rising;

use crate::despatches::odds::{Told, chance, dashed, mean, part, reckoning, table};
use crate::model::despatch::Despatch;
use crate::model::standing::Standing;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet, Shade};

/// The odds of the next revolt rolls.
#[must_use]
pub fn revolts(state: &State, standing: Standing, odds: &RevoltOdds) -> Told {
    let pack = state.pack();
    let mut places: Vec<&PlaceOdds> = odds.places.iter().collect();
    // The likeliest first; where they are alike, the order in which they are rolled for.
    places.sort_by_key(|place| std::cmp::Reverse(place.rises));
    let (able, unable): (Vec<&PlaceOdds>, Vec<&PlaceOdds>) = places.into_iter().partition(|place| !place.rises.is_zero());
    let when = if odds.under_way { "in this rebellion" } else { "in the next rebellion, should nothing change before" };
    let sentence = match able.first() {
        None => "**No place can rise as the map stands.**".to_owned(),
        Some(first) => {
            let alike = able.iter().take_while(|place| place.rises == first.rises).count();
            let likeliest = match alike {
                1 => format!("likeliest {}, {}", pack.location_name(first.location), chance(first.rises)),
                _ => format!("{alike} of them at {}, the likeliest", chance(first.rises)),
            };
            format!("**{} may rise {when}: {likeliest}.**", words::sentence_case(&words::count(able.len(), "place", "places")))
        }
    };
    let mut facts = Vec::new();
    if !able.is_empty() {
        let lines: Vec<Vec<String>> = able
            .iter()
            .map(|place| {
                vec![pack.location_name(place.location).to_owned(), chance(place.rises), dashed(place.lost), dashed(place.besieged)]
            })
            .collect();
        facts.push(table(15, &["Place", "rises", "lost", "siege"], &lines));
        let several = odds.risings.mean();
        facts.push(format!(
            "Risings to be expected: {}; none {}, three or more {}.",
            mean(several),
            chance(odds.risings.chance(|risings| *risings == 0)),
            chance(odds.risings.chance(|risings| *risings >= 3))
        ));
    }
    if !unable.is_empty() {
        facts.push(format!("No chance as things stand; a place that is lost before them may change that: {}.", names(state, &unable)));
    }
    if !odds.waiting.is_empty() {
        facts.push(format!("Not rolled for until others are lost: {}.", words::places(pack, odds.waiting)));
    }
    Told {
        despatch: Despatch {
            facts,
            dice: small_print(state, &able),
            footer: position::footer(state, standing.revision),
            ..Despatch::saying(sentence)
        },
        sheet: sheet(state, odds, &able),
    }
}

fn names(state: &State, places: &[&PlaceOdds]) -> String {
    words::list(&places.iter().map(|place| state.pack().location_name(place.location)).collect::<Vec<_>>())
}

fn small_print(state: &State, able: &[&PlaceOdds]) -> Vec<String> {
    let pack = state.pack();
    let mut lines = Vec::new();
    if !able.is_empty() {
        lines.push("As the position stands: a place that rises counts at once for the rolls after it.".to_owned());
    }
    let (bare, modified): (Vec<&PlaceOdds>, Vec<&PlaceOdds>) = able.iter().copied().partition(|place| place.roll.modifiers.is_empty());
    lines.extend(modified.iter().map(|place| {
        let line = reckoning(pack, pack.location_name(place.location), &place.roll);
        let there = state.garrison(place.location).len();
        let units = words::count(there, "unit", "units");
        match place.rising {
            Rising::Unopposed => line,
            Rising::Garrisoned if there == 1 => format!("{line}; {units} rolls for its fate"),
            Rising::Garrisoned => format!("{line}; {units} roll for their fate"),
            Rising::Besieged => format!("{line}; {units} would be besieged"),
        }
    }));
    let mut needs: Vec<i16> = bare.iter().filter_map(|place| place.roll.needs).collect();
    needs.sort_unstable();
    needs.dedup();
    for need in needs {
        let same: Vec<&PlaceOdds> = bare.iter().copied().filter(|place| place.roll.needs == Some(need)).collect();
        lines.push(format!("Without modifiers, needing {need}: {}", names(state, &same)));
    }
    lines
}

fn sheet(state: &State, odds: &RevoltOdds, able: &[&PlaceOdds]) -> OddsSheet {
    let put_down = |place: &PlaceOdds| {
        let open = place.lost + place.besieged;
        // What rises and is put down again by its garrison.
        Fraction::new(
            (place.rises.top() * open.bottom()).saturating_sub(open.top() * place.rises.bottom()),
            place.rises.bottom() * open.bottom(),
        )
    };
    let bars: Vec<Bar> = able
        .iter()
        .map(|place| Bar {
            label: state.pack().location_name(place.location).to_owned(),
            parts: vec![part(place.lost, Shade::Solid), part(place.besieged, Shade::Crossed), part(put_down(place), Shade::Dotted)],
            figure: chance(place.rises),
        })
        .collect();
    let legend = [(Shade::Solid, "rises and is lost"), (Shade::Crossed, "rises and is besieged"), (Shade::Dotted, "rises but is put down")];
    let used = |shade: Shade| bars.iter().flat_map(|bar| &bar.parts).any(|part| part.shade == shade && part.share > 0.0);
    OddsSheet {
        title: if odds.under_way { "This rebellion".to_owned() } else { "The next rebellion".to_owned() },
        caption: format!("turn {}, as the map stands: chance to rise", state.turn()),
        legend: legend.into_iter().filter(|(shade, _)| used(*shade)).map(|(shade, words)| (shade, words.to_owned())).collect(),
        groups: vec![Group { heading: String::new(), bars }],
    }
}
