//! Every table of the campaign rulebook, as the pack gives it.
//!
//! Each struct here is a table or a block of modifiers under the heading named with it.

use serde::Deserialize;

use super::error::PackError;
use super::identifiers::LocationId;
use super::map::{ByLocationKind, Map};
use super::names::{self, Directory, with_directory};
use super::read::read_toml;
use super::supply::{Supply, SupplyEntry};
use super::table::Table;
use super::words::Words;
use crate::dice::DiceSpec;

/// The file's name inside a pack.
pub(super) const FILE: &str = "tables.toml";

/// *How The Rebellion Spreads*: what a location needs to rise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revolt {
    /// The die.
    pub dice: DiceSpec,
    /// What a village or town needs.
    pub needs: i16,
    /// What a fortified town needs.
    pub needs_fortified_town: i16,
    /// What a place pacified by Egyptian forces needs.
    pub needs_pacified: i16,
    /// A garrison this strong is besieged instead of overthrown.
    pub besieged_from_units: u8,
    /// The modifiers.
    pub modifiers: RevoltModifiers,
}

/// Modifiers to a revolt roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevoltModifiers {
    /// For each adjacent location in revolt.
    pub adjacent_location: i8,
    /// At least one adjacent island in total revolt.
    pub adjacent_island: i8,
    /// A fortress whose island is otherwise all in revolt (R02).
    pub own_island: i8,
}

/// *Occupied Spaces*: what becomes of a garrison too small to be besieged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GarrisonFate {
    /// It joins the revolt.
    Mutiny,
    /// It fights its way out.
    Retreat,
    /// It puts the revolt down, for now.
    Stopped,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FateRow {
    fate: GarrisonFate,
}

/// *Encounter Table*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounters {
    /// The die.
    pub dice: DiceSpec,
    /// Needed at a movement point.
    pub movement_point: i16,
    /// Needed at a Mahdist village.
    pub village: i16,
    /// Needed at a Mahdist town. A Mahdist fortified town is automatic.
    pub town: i16,
    /// The modifiers.
    pub modifiers: EncounterModifiers,
}

/// Modifiers to an encounter roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncounterModifiers {
    /// Every location of the island is Mahdist-held.
    #[serde(rename = "island_all_mahdist", alias = "island_all_enemy")]
    pub island_all_enemy: i8,
    /// A fortified town of the island is Mahdist-held (once, R10).
    pub fortified_town_on_island: i8,
    /// A movement point between two Anglo-Egyptian locations.
    pub between_two_held: i8,
}

/// *Mahdist Force Size*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceSize {
    /// Units of infantry.
    pub foot: DiceSpec,
    /// Units of cavalry.
    pub horse: DiceSpec,
    /// Units with rifles.
    pub rifles: DiceSpec,
    /// The chance of guns: one for each die that shows `guns_on` or more.
    pub guns: DiceSpec,
    /// What a die must show.
    pub guns_on: u8,
    /// Whether it is an artillery piece or a machine gun...
    pub guns_kind: DiceSpec,
    /// ...a machine gun from this on.
    pub machine_gun_from: u8,
    /// What a Mahdist fortified town has instead.
    pub fortified_town: FortifiedForce,
}

/// *Modifiers & Notes* on the force in a fortified town.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortifiedForce {
    /// Further dice for rifles.
    pub rifles: DiceSpec,
    /// The dice for guns, all of them artillery (R16).
    pub guns: DiceSpec,
}

/// *Type of Battle*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum BattleType {
    /// The Mahdists fall on the column.
    #[serde(rename = "mahdist surprise attack", alias = "surprise attack")]
    EnemySurpriseAttack,
    /// The Mahdists lie hidden.
    #[serde(rename = "ambush")]
    Ambush,
    /// The Mahdists feel their way.
    #[serde(rename = "probing attack")]
    ProbingAttack,
    /// Both sides meet.
    #[serde(rename = "encounter")]
    Encounter,
    /// The Mahdists stand.
    #[serde(rename = "defense")]
    Defense,
    /// The Mahdists are caught asleep.
    #[serde(rename = "anglo-egyptian surprise attack", alias = "our surprise attack")]
    OurSurpriseAttack,
}

impl BattleType {
    /// The name of the rulebook, to open a sentence with.
    #[must_use]
    pub fn title(self, words: &Words) -> String {
        let title = match self {
            Self::EnemySurpriseAttack => "[enemy] surprise attack",
            Self::Ambush => "Ambush",
            Self::ProbingAttack => "Probing attack",
            Self::Encounter => "Encounter battle",
            Self::Defense => "Defense",
            Self::OurSurpriseAttack => "[ours] surprise attack",
        };
        words.fill(title).into_owned()
    }
}

/// A row of *Type of Battle*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleRow {
    /// The type.
    pub battle: BattleType,
    /// How both sides are set up, in our words.
    pub deployment: String,
}

/// The hour of an Anglo-Egyptian surprise attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SurpriseHour {
    /// At dawn.
    Dawn,
    /// At dusk or by night.
    Dusk,
}

/// A row of the hours of surprise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HourRow {
    /// The hour.
    pub hour: SurpriseHour,
    /// How both sides are set up, in our words.
    pub deployment: String,
}

/// How an assault on a Mahdist fortified town is set up (R47).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assault {
    /// How both sides are set up, in our words.
    pub deployment: String,
}

/// *Random Terrain*: what lies on a square foot of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Terrain {
    /// Nothing that hinders.
    #[serde(rename = "open ground")]
    OpenGround,
    /// A low rise.
    #[serde(rename = "small hill")]
    SmallHill,
    /// A hill that fills its square.
    #[serde(rename = "large hill")]
    LargeHill,
    /// A hill that nobody can climb or descend on one side.
    #[serde(rename = "hill with a cliff on one side")]
    CliffHill,
    /// Water and palms.
    #[serde(rename = "oasis")]
    Oasis,
    /// Stones and bushes.
    #[serde(rename = "rocks and scrub")]
    RocksAndScrub,
    /// A watercourse without water.
    #[serde(rename = "dry river bed")]
    DryRiverBed,
}

impl Terrain {
    /// Every kind.
    pub const ALL: [Self; 7] =
        [Self::OpenGround, Self::SmallHill, Self::LargeHill, Self::CliffHill, Self::Oasis, Self::RocksAndScrub, Self::DryRiverBed];

    /// The words of the pack.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::OpenGround => "open ground",
            Self::SmallHill => "small hill",
            Self::LargeHill => "large hill",
            Self::CliffHill => "hill with a cliff on one side",
            Self::Oasis => "oasis",
            Self::RocksAndScrub => "rocks and scrub",
            Self::DryRiverBed => "dry river bed",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    terrain: Terrain,
}

/// A row of the *Pursuit Table*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PursuitResult {
    /// What the row is called.
    pub result: String,
    /// Percent of what is left that is lost (R19).
    pub losses: u8,
}

/// Modifiers to the pursuit roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PursuitModifiers {
    /// No unit of cavalry on the board.
    pub no_cavalry: i8,
    /// Surrounded on all sides.
    pub surrounded: i8,
    /// Outnumbered more than 3:1 in units.
    pub outnumbered_three_to_one: i8,
    /// Outnumbered more than 2:1, and not more than 3:1 (R15).
    pub outnumbered_two_to_one: i8,
    /// For each unit of cavalry on the board.
    pub each_cavalry_unit: i8,
}

/// *Determine Casualties*: what brings a lost stand, figure or unit back.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The die for each.
    pub dice: DiceSpec,
    /// Needed when the field was held.
    pub needs_field_held: u8,
    /// Needed after a retreat.
    pub needs_after_retreat: u8,
}

/// A row of the *Sortie Table*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortieResult {
    /// What the row is called.
    pub result: String,
    /// Percent of the units involved that is lost.
    #[serde(default)]
    pub loses_percent: u8,
    /// Units lost.
    #[serde(default)]
    pub loses_units: u8,
    /// Added to the siege level.
    #[serde(default)]
    pub level: i8,
}

/// Modifiers to the sortie roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortieModifiers {
    /// For each multiple of four units.
    pub each_four_units: i8,
    /// Two or more units of cavalry.
    pub two_or_more_cavalry: i8,
}

/// What a siege roll brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SiegeOutcome {
    /// The siege is broken.
    Lifted,
    /// It continues.
    Continues,
    /// It tightens.
    Tightens,
    /// Desertion, famine and plague.
    Famine,
    /// The place falls.
    Surrender,
}

/// A row of the *Siege Table*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiegeResult {
    /// What happens.
    pub result: SiegeOutcome,
    /// Units lost.
    #[serde(default)]
    pub loses_units: u8,
    /// Percent of the garrison lost.
    #[serde(default)]
    pub loses_percent: u8,
    /// Levels the siege tightens by this turn (R20), where the row says.
    #[serde(default)]
    pub levels: Option<u8>,
}

/// Modifiers to the siege roll.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is the line of the Siege Table's modifiers that its name says")]
pub struct SiegeModifiers {
    pub level_2: i8,
    pub level_3: i8,
    pub level_4: i8,
    pub few_units: i8,
    pub disaster: i8,
    pub limited_success: i8,
    pub artillery: i8,
    pub gunboat: i8,
    #[serde(alias = "gordon")]
    pub governor: i8,
    pub out_of_supply: i8,
    pub storm_beaten: i8,
}

/// *Siege Table*, in both readings of its overlapping rows (R01).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Siege {
    /// The later row where two overlap.
    pub table: Table<SiegeResult>,
    /// The earlier row where two overlap.
    pub earlier_rows: Table<SiegeResult>,
    /// The highest siege level.
    pub highest_level: u8,
    /// The modifiers.
    pub modifiers: SiegeModifiers,
    /// A garrison below this is few.
    pub few_units: ByLocationKind,
}

/// Optional: *Sieges-Storming the Defenses!*
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storm {
    /// The die.
    pub dice: DiceSpec,
    /// What it needs.
    pub needs: i16,
    /// Added for each siege level past the first.
    pub each_level_past_first: i8,
}

/// A row of *Reinforcements/Replacements During a Siege* or *Gunboats During a Siege*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoatResult {
    /// What happens to the boats.
    pub result: String,
    /// Damage markers.
    #[serde(default)]
    pub damage: u8,
}

/// A row of *Gunboat Encounters*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyFlotilla {
    /// Lightly armed gunboats.
    pub light: u8,
    /// Heavily armed gunboats.
    pub heavy: u8,
    /// Dhows with riflemen.
    #[serde(rename = "dhows", alias = "boats")]
    pub boats: u8,
}

/// A row of *Random Locations*: a location, or a shore with a table of its own.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum RandomLocation {
    /// The location itself.
    Place(#[serde(deserialize_with = "names::location")] LocationId),
    /// A row of *Sea Area Random Location Table*, by name.
    Shore(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceRow {
    #[serde(deserialize_with = "names::location")]
    place: LocationId,
}

/// A sea area's row of *Sea Area Random Location Table*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shore {
    /// Its name: "A/B".
    pub name: String,
    /// The locations on it.
    pub table: Table<LocationId>,
}

/// Every table of the rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each field is the table or block its type documents")]
pub struct Tables {
    pub revolt: Revolt,
    pub garrison_fate: Table<GarrisonFate>,
    pub encounter: Encounters,
    pub force: ForceSize,
    pub battle: Table<BattleRow>,
    pub surprise_hour: Table<HourRow>,
    pub assault: Assault,
    pub terrain: Table<Terrain>,
    pub pursuit: Table<PursuitResult>,
    pub pursuit_modifiers: PursuitModifiers,
    pub recovery: Recovery,
    pub sortie: Table<SortieResult>,
    pub sortie_modifiers: SortieModifiers,
    pub siege: Siege,
    pub storm: Storm,
    pub boats_into_siege: Table<BoatResult>,
    pub gunboat_at_siege: Table<BoatResult>,
    pub gunboat_encounter_needs: i16,
    pub gunboat_encounter: Table<EnemyFlotilla>,
    pub supply: Supply,
    pub random_locations: Table<RandomLocation>,
    pub shores: Vec<Shore>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    revolt: Revolt,
    garrison_fate: Table<FateRow>,
    encounter: Encounters,
    force: ForceSize,
    battle: Table<BattleRow>,
    surprise_hour: Table<HourRow>,
    assault: Assault,
    terrain: Table<TerrainRow>,
    pursuit: PursuitEntry,
    recovery: Recovery,
    sortie: SortieEntry,
    siege: SiegeEntry,
    storm: Storm,
    boats_into_siege: Table<BoatResult>,
    gunboat_at_siege: Table<BoatResult>,
    gunboat_encounter: GunboatEncounterEntry,
    supply: SupplyEntry,
    random_locations: Table<RandomLocation>,
    #[serde(default)]
    shore: Vec<ShoreEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PursuitEntry {
    dice: DiceSpec,
    rows: Vec<super::table::Row<PursuitResult>>,
    modifiers: PursuitModifiers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SortieEntry {
    dice: DiceSpec,
    rows: Vec<super::table::Row<SortieResult>>,
    modifiers: SortieModifiers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiegeEntry {
    dice: DiceSpec,
    highest_level: u8,
    rows: Vec<super::table::Row<SiegeResult>>,
    earlier_rows: Vec<super::table::Row<SiegeResult>>,
    modifiers: SiegeModifiers,
    few_units: ByLocationKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GunboatEncounterEntry {
    dice: DiceSpec,
    needs: i16,
    rows: Vec<super::table::Row<EnemyFlotilla>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShoreEntry {
    name: String,
    dice: DiceSpec,
    rows: Vec<super::table::Row<PlaceRow>>,
}

/// The same table with each result replaced.
fn results<A: Clone, B>(table: &Table<A>, change: impl Fn(A) -> B) -> Table<B> {
    let rows =
        table.rows().iter().map(|row| super::table::Row { from: row.from, to: row.to, result: change(row.result.clone()) }).collect();
    table.with_rows(rows)
}

/// Reads and checks `tables.toml`.
pub(super) fn read(text: &str, directory: &Directory, map: &Map) -> Result<Tables, Vec<PackError>> {
    let file: TablesFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut fault = |key: &str, reason: String| errors.push(PackError::new(FILE, key, reason));
    for (key, dice) in [("revolt.dice", file.revolt.dice), ("encounter.dice", file.encounter.dice), ("recovery.dice", file.recovery.dice)] {
        if dice.count != 1 {
            fault(key, format!("one die is rolled, not {dice}"));
        }
    }
    if file.revolt.besieged_from_units == 0 {
        fault("revolt.besieged_from_units", "at least one unit is needed to be besieged".to_owned());
    }
    for (key, needs) in
        [("recovery.needs_field_held", file.recovery.needs_field_held), ("recovery.needs_after_retreat", file.recovery.needs_after_retreat)]
    {
        if needs == 0 || needs > file.recovery.dice.sides + 1 {
            fault(key, format!("{} cannot need {needs}", file.recovery.dice));
        }
    }
    if file.force.guns_on == 0 || file.force.guns_on > file.force.guns.sides + 1 {
        fault("force.guns_on", format!("{} cannot show {}", file.force.guns, file.force.guns_on));
    }
    if file.siege.highest_level == 0 || file.siege.highest_level > 4 {
        fault("siege.highest_level", "modifiers are given for siege levels 1 to 4".to_owned());
    }
    for (index, row) in file.pursuit.rows.iter().enumerate() {
        if row.result.losses > 100 {
            fault(&format!("pursuit.rows[{index}].losses"), format!("{} percent cannot be lost", row.result.losses));
        }
    }
    let pursuit = Table::new(file.pursuit.dice, file.pursuit.rows).map_err(|reason| PackError::new(FILE, "pursuit", reason));
    let sortie = Table::new(file.sortie.dice, file.sortie.rows).map_err(|reason| PackError::new(FILE, "sortie", reason));
    let siege = Table::new(file.siege.dice, file.siege.rows).map_err(|reason| PackError::new(FILE, "siege.rows", reason));
    let earlier = Table::new(file.siege.dice, file.siege.earlier_rows).map_err(|reason| PackError::new(FILE, "siege.earlier_rows", reason));
    let flotilla = Table::new(file.gunboat_encounter.dice, file.gunboat_encounter.rows)
        .map_err(|reason| PackError::new(FILE, "gunboat_encounter", reason));
    let mut shores = Vec::new();
    for (index, shore) in file.shore.into_iter().enumerate() {
        let rows = shore.rows.into_iter().map(|row| super::table::Row { from: row.from, to: row.to, result: row.result.place }).collect();
        match Table::new(shore.dice, rows) {
            Ok(table) => shores.push(Shore { name: shore.name, table }),
            Err(reason) => fault(&format!("shore[{index}]"), reason),
        }
    }
    for row in file.random_locations.rows() {
        if let RandomLocation::Shore(name) = &row.result
            && !shores.iter().any(|shore| shore.name == *name)
        {
            fault("random_locations", format!("no shore is named \"{name}\""));
        }
    }
    for location in map.location_ids() {
        if !file.random_locations.rows().iter().any(|row| row.result == RandomLocation::Place(location)) {
            fault("random_locations", format!("{} is not in the table", map.location(location).name));
        }
    }
    match (pursuit, sortie, siege, earlier, flotilla, file.supply.checked().map_err(|reason| PackError::new(FILE, "supply", reason))) {
        (Ok(pursuit), Ok(sortie), Ok(siege), Ok(earlier_rows), Ok(gunboat_encounter), Ok(supply)) if errors.is_empty() => Ok(Tables {
            revolt: file.revolt,
            garrison_fate: results(&file.garrison_fate, |row| row.fate),
            encounter: file.encounter,
            force: file.force,
            battle: file.battle,
            surprise_hour: file.surprise_hour,
            assault: file.assault,
            terrain: results(&file.terrain, |row| row.terrain),
            pursuit,
            pursuit_modifiers: file.pursuit.modifiers,
            recovery: file.recovery,
            sortie,
            sortie_modifiers: file.sortie.modifiers,
            siege: Siege {
                table: siege,
                earlier_rows,
                highest_level: file.siege.highest_level,
                modifiers: file.siege.modifiers,
                few_units: file.siege.few_units,
            },
            storm: file.storm,
            boats_into_siege: file.boats_into_siege,
            gunboat_at_siege: file.gunboat_at_siege,
            gunboat_encounter_needs: file.gunboat_encounter.needs,
            gunboat_encounter,
            supply,
            random_locations: file.random_locations,
            shores,
        }),
        (pursuit, sortie, siege, earlier, flotilla, supply) => {
            errors.extend([pursuit.err(), sortie.err(), siege.err(), earlier.err(), flotilla.err(), supply.err()].into_iter().flatten());
            Err(errors)
        }
    }
}
