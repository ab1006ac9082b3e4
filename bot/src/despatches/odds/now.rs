//! The odds behind one button: those that bear on what is to be done now come first, the others stand beside them.

use engine::campaign::State;
use engine::campaign::odds::{march, pursuit, revolt, siege};
use engine::pack::SpaceId;

use crate::despatches::odds::{Told, march as told_march, pursuit as told_pursuit, revolt as told_revolt, siege as told_siege};
use crate::despatches::position;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle};
use crate::model::ids::CampaignId;
use crate::model::odds_subject::OddsSubject;
use crate::model::standing::Standing;

const fn label(subject: OddsSubject) -> &'static str {
    match subject {
        OddsSubject::Pursuit => "Pursuit odds",
        OddsSubject::March => "March odds",
        OddsSubject::Sieges => "Siege odds",
        OddsSubject::Revolts => "Revolt odds",
    }
}

/// Whether there is anything to reckon in the position on the map.
fn applies(subject: OddsSubject, state: &State) -> bool {
    match subject {
        OddsSubject::Pursuit => pursuit::from_battle(state).is_some(),
        OddsSubject::March => state.round().force().is_some_and(|force| !march::reach(state, force.at, force.units).is_empty()),
        OddsSubject::Sieges => !state.besieged().is_empty(),
        OddsSubject::Revolts => state.scenario().is_some() && state.ending().is_none(),
    }
}

/// These odds for the position on the map; nothing where there is nothing to reckon.
fn told_of(subject: OddsSubject, state: &State, standing: Standing) -> Option<Told> {
    match subject {
        OddsSubject::Pursuit => told_pursuit::of_battle(state, position::footer(state, standing.revision)),
        OddsSubject::March => {
            let force = state.round().force()?;
            let marches: Vec<(SpaceId, march::MarchOdds)> = march::reach(state, force.at, force.units)
                .iter()
                .filter_map(|to| march::march(state, force.at, to, force.units).map(|odds| (to, odds)))
                .collect();
            (!marches.is_empty()).then(|| told_march::reach(state, standing, force.at, force.units, &marches))
        }
        OddsSubject::Sieges => {
            let sieges: Vec<siege::SiegeOdds> = state.besieged().iter().filter_map(|place| siege::siege(state, place)).collect();
            (!sieges.is_empty()).then(|| told_siege::sieges(state, standing, &sieges))
        }
        OddsSubject::Revolts => applies(subject, state).then(|| told_revolt::revolts(state, standing, &revolt::revolts(state))),
    }
}

/// The board's button for odds.
#[must_use]
pub fn button(campaign: CampaignId) -> Button {
    Button { label: "Odds".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Odds { campaign, about: None } }
}

/// The odds that are asked for, or those that press most; with a button for each of the others.
#[must_use]
pub fn told(state: &State, standing: Standing, about: Option<OddsSubject>) -> Option<Told> {
    let applying: Vec<OddsSubject> = OddsSubject::ALL.into_iter().filter(|about| applies(*about, state)).collect();
    let wanted = about.or_else(|| applying.first().copied())?;
    let mut told = told_of(wanted, state, standing)?;
    told.despatch.buttons = applying
        .into_iter()
        .filter(|other| *other != wanted)
        .map(|other| Button {
            label: label(other).to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Odds { campaign: standing.campaign, about: Some(other) },
        })
        .collect();
    Some(told)
}
