//! A house rule as it is told: an option of the set-up, and what it is or is to be.

use engine::campaign::{OptionChange, SupplySystem};

use crate::words;

/// What is so once a change is made, in a few words: "besiegers may storm".
#[must_use]
pub fn says(change: OptionChange) -> String {
    let said = |yes: bool, with: &str, without: &str| if yes { with.to_owned() } else { without.to_owned() };
    match change {
        OptionChange::RandomStart(on) => said(on, "a die decides where the rebellion begins", "the rebellion begins where it is printed"),
        OptionChange::Storming(on) => said(on, "besiegers may storm", "besiegers do not storm"),
        OptionChange::SiegeReinforcement(on) => said(on, "boats run into besieged ports at a risk", "boats enter besieged ports freely"),
        OptionChange::GunboatsAtSieges(on) => said(on, "gunboats help at sieges, at a risk", "gunboats make no difference at sieges"),
        OptionChange::GunboatEncounters(on) => said(on, "ships may meet the enemy's", "no enemy is met at sea"),
        OptionChange::Supply(SupplySystem::Advanced) => "supply is advanced".to_owned(),
        OptionChange::Supply(SupplySystem::Simple) => "supply is simple".to_owned(),
        OptionChange::FieldForceByCard(on) => {
            said(on, "[field force] clears the island that the card names", "[field force] clears the island of the rules")
        }
        OptionChange::VictorStops(on) => said(on, "a victor stops where it fought", "a victor goes on with what movement it has"),
        OptionChange::FractionsDown(on) => said(on, "fractions of losses are dropped", "fractions of losses are rounded up"),
        OptionChange::EarlierSiegeRows(on) => {
            said(on, "the Siege Table's earlier row counts where two overlap", "the Siege Table's later row counts where two overlap")
        }
        OptionChange::ReliefJoinsSiege(on) => {
            said(on, "a relieving force that wins joins the besieged", "a relief that wins lifts the siege")
        }
        OptionChange::FortifiedTownValue(Some(value)) => format!("a fortified town is worth {value}"),
        OptionChange::FortifiedTownValue(None) => "a fortified town is worth what the pack says".to_owned(),
        OptionChange::Steps(steps) => format!("a unit has {}", words::count(steps.into(), "step", "steps")),
        OptionChange::StepsPerReplacement(steps) => {
            format!("a replacement point brings back {}", words::count(steps.into(), "step", "steps"))
        }
        OptionChange::Boards(on) => said(on, "battles can be fought on the board", "battles are fought on the group's own table"),
        OptionChange::Rubs(rubs) => {
            format!("{} one on the board", words::count(rubs.into(), "[enemy] unit is", "[enemy] units are"))
        }
        OptionChange::BothBrokenIsDrawn(on) => said(
            on,
            "on the board nobody holds the field when both sides break off",
            "on the board [army] hold the field when both sides break off",
        ),
        OptionChange::GunboatsOnBoard(on) => said(on, "gunboats in the harbour are on the board", "gunboats are not on the board"),
    }
}

/// The word of a change, by which it is chosen where it is completed as it is typed.
#[must_use]
pub fn key(change: OptionChange) -> String {
    let on = |word: &str, on: bool| format!("{word}.{}", u8::from(on));
    match change {
        OptionChange::RandomStart(is) => on("random-start", is),
        OptionChange::Storming(is) => on("storming", is),
        OptionChange::SiegeReinforcement(is) => on("siege-reinforcement", is),
        OptionChange::GunboatsAtSieges(is) => on("gunboats-at-sieges", is),
        OptionChange::GunboatEncounters(is) => on("gunboat-encounters", is),
        OptionChange::Supply(system) => on("supply", system == SupplySystem::Advanced),
        OptionChange::FieldForceByCard(is) => on("field-force-by-card", is),
        OptionChange::VictorStops(is) => on("victor-stops", is),
        OptionChange::FractionsDown(is) => on("fractions-down", is),
        OptionChange::EarlierSiegeRows(is) => on("earlier-siege-rows", is),
        OptionChange::ReliefJoinsSiege(is) => on("relief-joins-siege", is),
        OptionChange::FortifiedTownValue(value) => format!("fortified-town.{}", value.unwrap_or_default()),
        OptionChange::Steps(steps) => format!("steps.{steps}"),
        OptionChange::StepsPerReplacement(steps) => format!("steps-per-replacement.{steps}"),
        OptionChange::Boards(is) => on("boards", is),
        OptionChange::Rubs(rubs) => format!("rubs.{rubs}"),
        OptionChange::BothBrokenIsDrawn(is) => on("both-broken-is-drawn", is),
        OptionChange::GunboatsOnBoard(is) => on("gunboats-on-board", is),
    }
}
