//! The optional rules: each in a sentence as it is played with and without it, and how it is settled among the options.

use engine::campaign::{OptionChange, Options, SupplySystem};

/// An optional rule.
#[derive(Clone, Copy, Debug)]
pub struct OptionalRule {
    /// How it is played with it.
    pub with: &'static str,
    /// How it is played without.
    pub without: &'static str,
    /// Whether a campaign plays it.
    pub is_played: fn(&Options) -> bool,
    /// Lets a campaign play it.
    pub play: fn(&mut Options),
    /// Whether a change in mid-campaign is about it.
    pub is_changed_by: fn(&OptionChange) -> bool,
}

/// All of them that are the same in every scenario.
pub const OPTIONAL: [OptionalRule; 5] = [
    OptionalRule {
        with: "Supply is advanced: capacities, supply points, columns.",
        without: "Supply is simple.",
        is_played: |options| matches!(options.supply, SupplySystem::Advanced),
        play: |options| options.supply = SupplySystem::Advanced,
        is_changed_by: |change| matches!(change, OptionChange::Supply(_)),
    },
    OptionalRule {
        with: "Besiegers may storm.",
        without: "Besiegers do not storm.",
        is_played: |options| options.storming,
        play: |options| options.storming = true,
        is_changed_by: |change| matches!(change, OptionChange::Storming(_)),
    },
    OptionalRule {
        with: "Boats run into besieged ports at a risk.",
        without: "Boats enter besieged ports freely.",
        is_played: |options| options.siege_reinforcement,
        play: |options| options.siege_reinforcement = true,
        is_changed_by: |change| matches!(change, OptionChange::SiegeReinforcement(_)),
    },
    OptionalRule {
        with: "Gunboats help at sieges, at a risk.",
        without: "Gunboats make no difference at sieges.",
        is_played: |options| options.gunboats_at_sieges,
        play: |options| options.gunboats_at_sieges = true,
        is_changed_by: |change| matches!(change, OptionChange::GunboatsAtSieges(_)),
    },
    OptionalRule {
        with: "Ships may meet the enemy's.",
        without: "No enemy is met at sea.",
        is_played: |options| options.gunboat_encounters,
        play: |options| options.gunboat_encounters = true,
        is_changed_by: |change| matches!(change, OptionChange::GunboatEncounters(_)),
    },
];

/// How a campaign is played by a rule.
#[must_use]
pub fn said(rule: &OptionalRule, options: &Options) -> &'static str {
    if (rule.is_played)(options) { rule.with } else { rule.without }
}

/// The plain game, or the full one: with every optional rule.
#[must_use]
pub fn options(full: bool) -> Options {
    // Where battles are fought is the group's to choose, battle by battle.
    let mut options = Options { boards: true, ..Options::default() };
    if full {
        OPTIONAL.iter().for_each(|rule| (rule.play)(&mut options));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_game_plays_every_optional_rule_and_the_plain_game_none() {
        for rule in OPTIONAL {
            assert!((rule.is_played)(&options(true)) && !(rule.is_played)(&options(false)), "{}", rule.with);
        }
    }
}
