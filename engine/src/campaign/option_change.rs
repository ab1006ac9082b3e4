//! A change of one of the options a group has chosen: which, and to what.

use serde::{Deserialize, Serialize};

use super::options::{MOST_RUBS, MOST_STEPS, Options, SupplySystem};

/// An option, and what it is to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionChange {
    /// [`Options::random_start`].
    RandomStart(bool),
    /// [`Options::storming`].
    Storming(bool),
    /// [`Options::siege_reinforcement`].
    SiegeReinforcement(bool),
    /// [`Options::gunboats_at_sieges`].
    GunboatsAtSieges(bool),
    /// [`Options::gunboat_encounters`].
    GunboatEncounters(bool),
    /// [`Options::supply`].
    Supply(SupplySystem),
    /// [`Options::field_force_by_card`].
    FieldForceByCard(bool),
    /// [`Options::victor_stops`].
    VictorStops(bool),
    /// [`Options::fractions_down`].
    FractionsDown(bool),
    /// [`Options::earlier_siege_rows`].
    EarlierSiegeRows(bool),
    /// [`Options::relief_joins_siege`].
    ReliefJoinsSiege(bool),
    /// [`Options::fortified_town_value`].
    FortifiedTownValue(Option<u8>),
    /// [`Options::steps`].
    Steps(u8),
    /// [`Options::steps_per_replacement`].
    StepsPerReplacement(u8),
    /// [`Options::boards`].
    Boards(bool),
    /// [`Options::rubs`].
    Rubs(u8),
    /// [`Options::both_broken_is_drawn`].
    BothBrokenIsDrawn(bool),
    /// [`Options::gunboats_on_board`].
    GunboatsOnBoard(bool),
}

impl OptionChange {
    /// The options once it is made.
    #[must_use]
    pub const fn made(self, mut options: Options) -> Options {
        match self {
            Self::RandomStart(on) => options.random_start = on,
            Self::Storming(on) => options.storming = on,
            Self::SiegeReinforcement(on) => options.siege_reinforcement = on,
            Self::GunboatsAtSieges(on) => options.gunboats_at_sieges = on,
            Self::GunboatEncounters(on) => options.gunboat_encounters = on,
            Self::Supply(system) => options.supply = system,
            Self::FieldForceByCard(on) => options.field_force_by_card = on,
            Self::VictorStops(on) => options.victor_stops = on,
            Self::FractionsDown(on) => options.fractions_down = on,
            Self::EarlierSiegeRows(on) => options.earlier_siege_rows = on,
            Self::ReliefJoinsSiege(on) => options.relief_joins_siege = on,
            Self::FortifiedTownValue(value) => options.fortified_town_value = value,
            Self::Steps(steps) => options.steps = steps,
            Self::StepsPerReplacement(steps) => options.steps_per_replacement = steps,
            Self::Boards(on) => options.boards = on,
            Self::Rubs(rubs) => options.rubs = rubs,
            Self::BothBrokenIsDrawn(on) => options.both_broken_is_drawn = on,
            Self::GunboatsOnBoard(on) => options.gunboats_on_board = on,
        }
        options
    }

    /// Every single change there is of these options, whether a campaign under way can make it or not.
    #[must_use]
    pub fn all(options: Options) -> Vec<Self> {
        // Named one by one, so that a new option is not forgotten here.
        let Options {
            random_start,
            storming,
            siege_reinforcement,
            gunboats_at_sieges,
            gunboat_encounters,
            supply,
            field_force_by_card,
            victor_stops,
            fractions_down,
            earlier_siege_rows,
            relief_joins_siege,
            fortified_town_value,
            steps,
            steps_per_replacement,
            boards,
            rubs,
            both_broken_is_drawn,
            gunboats_on_board,
        } = options;
        let other_supply = match supply {
            SupplySystem::Simple => SupplySystem::Advanced,
            SupplySystem::Advanced => SupplySystem::Simple,
        };
        let mut changes = vec![
            Self::RandomStart(!random_start),
            Self::Storming(!storming),
            Self::SiegeReinforcement(!siege_reinforcement),
            Self::GunboatsAtSieges(!gunboats_at_sieges),
            Self::GunboatEncounters(!gunboat_encounters),
            Self::Supply(other_supply),
            Self::FieldForceByCard(!field_force_by_card),
            Self::VictorStops(!victor_stops),
            Self::FractionsDown(!fractions_down),
            Self::EarlierSiegeRows(!earlier_siege_rows),
            Self::ReliefJoinsSiege(!relief_joins_siege),
        ];
        let values = [None, Some(15), Some(20)];
        changes.extend(values.into_iter().filter(|value| *value != fortified_town_value).map(Self::FortifiedTownValue));
        changes.extend((1..=MOST_STEPS).filter(|other| *other != steps).map(Self::Steps));
        changes.extend((1..=MOST_STEPS).filter(|other| *other != steps_per_replacement).map(Self::StepsPerReplacement));
        changes.push(Self::Boards(!boards));
        changes.extend((1..=MOST_RUBS).filter(|other| *other != rubs).map(Self::Rubs));
        changes.extend([Self::BothBrokenIsDrawn(!both_broken_is_drawn), Self::GunboatsOnBoard(!gunboats_on_board)]);
        changes
    }
}
