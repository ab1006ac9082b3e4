//! The data of the gridded battle, loaded and checked: troops, formations, tables, Heroic Leadership cards.
//!
//! It stands in `config/tabletop/`, apart from every campaign's pack, and is part of the program.

mod counters;
mod fault;
mod formations;
mod heroic;
pub(crate) mod rulebook;
mod scenarios;
mod tables;
pub(in crate::tabletop) mod troops;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use counters::{Counter, Counters, EnemyArms};
pub use formations::FormationRow;
pub use heroic::{HeroicCard, HeroicEffect, HeroicPack};
pub use rulebook::Paragraph;
pub use scenarios::Scenario;
pub use tables::{
    Boats, Charge, ChargeModifiers, ChargeOutcome, CombatOutcome, HandToHand, HandToHandModifiers, Impetuous, Recovery, SideNames, Tables,
    Tariff, Toll,
};
pub use troops::{Arm, Armament, BySide, Charges, Troop, TroopId, Whose};

use super::board::Board;
use super::formation::Formation;
use crate::pack::{PackError, PackErrors, fingerprint};

/// The data of the gridded battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattlePack {
    /// The troops, in the order of the file.
    pub troops: Vec<Troop>,
    /// The tables.
    pub tables: Tables,
    /// The Heroic Leadership cards.
    pub heroic: HeroicPack,
    /// The scenarios, in the order in which they are offered.
    pub scenarios: Vec<Scenario>,
    /// What the rules say, in the order of the text.
    pub rulebook: Vec<Paragraph>,
    /// What a campaign's counters are on the board.
    pub counters: Counters,
    formations: [FormationRow; 8],
    sources: BTreeMap<String, String>,
    fingerprint: String,
}

/// The texts of the files.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// `troops.toml`.
    pub troops: &'a str,
    /// `formations.toml`.
    pub formations: &'a str,
    /// `tables.toml`.
    pub tables: &'a str,
    /// `heroic.toml`.
    pub heroic: &'a str,
    /// `rulebook.toml`.
    pub rulebook: &'a str,
    /// `campaign.toml`.
    pub campaign: &'a str,
    /// The scenarios: the name of each file and its text.
    pub scenarios: &'a [(&'a str, &'a str)],
}

/// What comes with the umpire.
pub const EMBEDDED: Sources<'static> = Sources {
    troops: include_str!("../../../../config/tabletop/troops.toml"),
    formations: include_str!("../../../../config/tabletop/formations.toml"),
    tables: include_str!("../../../../config/tabletop/tables.toml"),
    heroic: include_str!("../../../../config/tabletop/heroic.toml"),
    rulebook: include_str!("../../../../config/tabletop/rulebook.toml"),
    campaign: include_str!("../../../../config/tabletop/campaign.toml"),
    scenarios: &[
        ("scenarios/night_march.toml", include_str!("../../../../config/tabletop/scenarios/night_march.toml")),
        ("scenarios/marching.toml", include_str!("../../../../config/tabletop/scenarios/marching.toml")),
        ("scenarios/form_square.toml", include_str!("../../../../config/tabletop/scenarios/form_square.toml")),
    ],
};

impl Sources<'_> {
    /// The texts by the names of their files.
    fn files(&self) -> BTreeMap<String, String> {
        let named = [
            ("troops.toml", self.troops),
            ("formations.toml", self.formations),
            ("tables.toml", self.tables),
            ("heroic.toml", self.heroic),
            ("rulebook.toml", self.rulebook),
            ("campaign.toml", self.campaign),
        ];
        named.iter().chain(self.scenarios).map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }
}

impl BattlePack {
    /// Loads the data from its files.
    ///
    /// # Errors
    ///
    /// Everything found wrong, each with file, key and reason. The tables are read first, since the troops name their weapons.
    pub fn load(sources: &Sources<'_>) -> Result<Self, PackErrors> {
        let tables = tables::read(sources.tables);
        let formations = formations::read(sources.formations);
        let heroic = heroic::read(sources.heroic);
        let (tables, formations, heroic) = match (tables, formations, heroic) {
            (Ok(tables), Ok(formations), Ok(heroic)) => (tables, formations, heroic),
            (tables, formations, heroic) => {
                return Err(PackErrors([tables.err(), formations.err(), heroic.err()].into_iter().flatten().flatten().collect()));
            }
        };
        let troops = troops::read(sources.troops, &tables).map_err(PackErrors)?;
        let rulebook = rulebook::read(sources.rulebook, sources.tables).map_err(PackErrors)?;
        let counters = counters::read(sources.campaign, &troops).map_err(PackErrors)?;
        let files = sources.files();
        let fingerprint = fingerprint(&files);
        let mut pack = Self { troops, tables, heroic, scenarios: Vec::new(), rulebook, counters, formations, sources: files, fingerprint };
        for (file, text) in sources.scenarios {
            let scenario = Scenario::read(file, text, &pack.troops)?;
            if pack.scenario(&scenario.key).is_some() {
                return Err(PackErrors(vec![PackError::new(file, "key", "another scenario has this key")]));
            }
            pack.scenarios.push(scenario);
        }
        Ok(pack)
    }

    /// Loads the data from files by their names, as a journal keeps them; those of the program give what comes with it.
    ///
    /// # Errors
    ///
    /// As [`Self::load`], or the name of a file that is not there.
    pub fn load_files(files: &BTreeMap<String, String>) -> Result<Arc<Self>, PackErrors> {
        if let Ok(embedded) = Self::embedded()
            && embedded.sources == *files
        {
            return Ok(embedded);
        }
        let of = |name: &'static str| {
            let text = files.get(name).map(String::as_str);
            text.ok_or_else(|| PackErrors(vec![PackError::new(name, "", "there is no such file")]))
        };
        let scenarios: Vec<(&str, &str)> =
            files.iter().filter(|(name, _)| name.starts_with("scenarios/")).map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let sources = Sources {
            troops: of("troops.toml")?,
            formations: of("formations.toml")?,
            tables: of("tables.toml")?,
            heroic: of("heroic.toml")?,
            rulebook: of("rulebook.toml")?,
            // Journals of battles that began before campaigns had boards are without it.
            campaign: files.get("campaign.toml").map_or(EMBEDDED.campaign, String::as_str),
            scenarios: &scenarios,
        };
        Self::load(&sources).map(Arc::new)
    }

    /// The texts of its files, by their names.
    #[must_use]
    pub const fn sources(&self) -> &BTreeMap<String, String> {
        &self.sources
    }

    /// The SHA-256 of its files, in hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What the rules say under a heading.
    #[must_use]
    pub fn paragraph(&self, heading: &str) -> Option<&Paragraph> {
        self.rulebook.iter().find(|paragraph| paragraph.heading == heading)
    }

    /// The scenario of this key.
    #[must_use]
    pub fn scenario(&self, key: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.key == key)
    }

    /// The board of this text, if it is that of a scenario.
    #[must_use]
    pub fn board(&self, text: &str) -> Option<Arc<Board>> {
        self.scenarios.iter().find(|scenario| scenario.plan.board == text).and_then(|scenario| scenario.board.clone())
    }

    /// What comes with the umpire.
    ///
    /// # Errors
    ///
    /// None as shipped: a test loads it. The error is there because it is loaded as any other data are.
    pub fn embedded() -> Result<Arc<Self>, PackErrors> {
        static EMBEDDED_PACK: OnceLock<Result<Arc<BattlePack>, PackErrors>> = OnceLock::new();
        EMBEDDED_PACK.get_or_init(|| Self::load(&EMBEDDED).map(Arc::new)).clone()
    }

    /// What a formation does.
    #[must_use]
    pub const fn formation(&self, formation: Formation) -> &FormationRow {
        &self.formations[formation as usize]
    }

    /// A kind of unit.
    #[must_use]
    #[inline]
    pub fn troop(&self, troop: TroopId) -> &Troop {
        &self.troops[troop.index()]
    }

    /// The kind of unit of this key.
    #[must_use]
    pub fn troop_of_key(&self, key: &str) -> Option<TroopId> {
        self.troops.iter().position(|troop| troop.key == key).map(TroopId::at)
    }
}

#[cfg(test)]
mod tests;
