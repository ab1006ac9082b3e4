//! The odds behind one button: those that bear on what is to be done now come first, the others stand beside them.

use engine::campaign::State;
use engine::campaign::odds::{march, pursuit, revolt, siege};
use engine::pack::SpaceId;

use super::{Told, march as told_march, pursuit as told_pursuit, revolt as told_revolt, siege as told_siege};
use crate::despatches::board::{self, Standing};
use crate::despatches::{Button, ButtonStyle, CustomId};
use crate::journal::CampaignId;

/// What the odds are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The pursuit, should ours leave the field of the battle being fought.
    Pursuit,
    /// The march of the force on the move: every space within its reach.
    March,
    /// Every siege, when the turn ends.
    Sieges,
    /// Every place that may rise next.
    Revolts,
}

impl About {
    /// In the order in which they press.
    pub const ALL: [Self; 4] = [Self::Pursuit, Self::March, Self::Sieges, Self::Revolts];

    /// The word of it in a button's id.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pursuit => "pursuit",
            Self::March => "march",
            Self::Sieges => "sieges",
            Self::Revolts => "revolts",
        }
    }

    /// What a word in a button's id is about.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|about| about.word() == word)
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Pursuit => "Pursuit odds",
            Self::March => "March odds",
            Self::Sieges => "Siege odds",
            Self::Revolts => "Revolt odds",
        }
    }

    /// Whether there is anything to reckon in the position on the map.
    #[must_use]
    pub fn applies(self, state: &State) -> bool {
        match self {
            Self::Pursuit => pursuit::from_battle(state).is_some(),
            Self::March => state.round().force().is_some_and(|force| !march::reach(state, force.at, force.units).is_empty()),
            Self::Sieges => !state.besieged().is_empty(),
            Self::Revolts => state.scenario().is_some() && state.ending().is_none(),
        }
    }

    /// These odds for the position on the map; nothing where there is nothing to reckon.
    #[must_use]
    pub fn told(self, state: &State, standing: Standing) -> Option<Told> {
        match self {
            Self::Pursuit => {
                let (situation, lost) = pursuit::from_battle(state)?;
                let odds = pursuit::pursuit(&state.pack().tables, state.options(), situation, lost);
                let footer = board::footer(state, standing.revision);
                Some(told_pursuit::pursuit(state.pack(), footer, &odds, lost, "steps"))
            }
            Self::March => {
                let force = state.round().force()?;
                let marches: Vec<(SpaceId, march::MarchOdds)> = march::reach(state, force.at, force.units)
                    .iter()
                    .filter_map(|to| march::march(state, force.at, to, force.units).map(|odds| (to, odds)))
                    .collect();
                (!marches.is_empty()).then(|| told_march::reach(state, standing, force.at, force.units, &marches))
            }
            Self::Sieges => {
                let sieges: Vec<siege::SiegeOdds> = state.besieged().iter().filter_map(|place| siege::siege(state, place)).collect();
                (!sieges.is_empty()).then(|| told_siege::sieges(state, standing, &sieges))
            }
            Self::Revolts => self.applies(state).then(|| told_revolt::revolts(state, standing, &revolt::revolts(state))),
        }
    }
}

/// The board's button for odds.
#[must_use]
pub fn button(campaign: CampaignId) -> Button {
    Button { label: "Odds".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Odds { campaign, about: None } }
}

/// The odds that are asked for, or those that press most; with a button for each of the others.
#[must_use]
pub fn told(state: &State, standing: Standing, about: Option<About>) -> Option<Told> {
    let applying: Vec<About> = About::ALL.into_iter().filter(|about| about.applies(state)).collect();
    let wanted = about.or_else(|| applying.first().copied())?;
    let mut told = wanted.told(state, standing)?;
    told.despatch.buttons = applying
        .into_iter()
        .filter(|other| *other != wanted)
        .map(|other| Button {
            label: other.label().to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Odds { campaign: standing.campaign, about: Some(other) },
        })
        .collect();
    Some(told)
}
