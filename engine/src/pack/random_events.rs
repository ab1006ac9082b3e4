//! The 36 random events, with their effects as a typed vocabulary.
//!
//! Rulebook: *Random Events*. Two dice name the event, the first the tens.

use serde::Deserialize;

use super::cards::Placement;
use super::entry;
use super::error::PackError;
use super::identifiers::UnitKindId;
use super::names::{self, Directory, with_directory};
use super::read::read_toml;
use super::tables::BattleType;

/// The file's name inside a pack.
pub(super) const FILE: &str = "random_events.toml";

/// How long an effect lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Duration {
    /// This action round.
    Round,
    /// The rest of the turn.
    Turn,
}

/// Which siege an effect falls on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum WhichSiege {
    /// One at random.
    #[serde(rename = "random siege")]
    Random,
    /// One at random whose garrison has no British in it.
    #[serde(rename = "random siege without british", alias = "random siege without allies")]
    RandomWithoutAllies,
    /// One of the players' choice.
    #[serde(rename = "chosen siege")]
    Chosen,
}

/// The pile a card is exchanged with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Pile {
    /// The draw pile.
    #[serde(rename = "draw pile")]
    Draw,
    /// The discard pile.
    #[serde(rename = "discard pile")]
    Discard,
}

/// What a random event does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields say what they are: `add` is added to the roll or number the variant names")]
pub enum RandomEffect {
    /// Encounter rolls are modified.
    #[serde(rename = "encounter modifier")]
    EncounterModifier { add: i8, lasts: Duration },
    /// A random ship is damaged.
    #[serde(rename = "ship damaged")]
    ShipDamaged { damage: u8 },
    /// A random besieged place loses units at random, none of them British.
    #[serde(rename = "garrison deserts")]
    GarrisonDeserts { units: u8 },
    /// This turn's siege roll of one place is modified.
    #[serde(rename = "siege modifier")]
    SiegeModifier { add: i8, at: WhichSiege },
    /// Victory points change at once (R61).
    #[serde(rename = "victory points")]
    VictoryPoints { add: i16 },
    /// Units arrive.
    #[serde(rename = "units")]
    Units {
        #[serde(deserialize_with = "names::unit_kind")]
        of: UnitKindId,
        count: u8,
        at: Placement,
    },
    /// No card for Ops in the next action round.
    #[serde(rename = "no ops next round")]
    NoOpsNextRound,
    /// One force moves this round without encounter rolls, if the card is used for Ops (R11).
    #[serde(rename = "unmet march")]
    UnmetMarch,
    /// A siege's level changes.
    #[serde(rename = "siege level")]
    SiegeLevel { add: i8, at: WhichSiege },
    /// Replacement points.
    #[serde(rename = "replacements")]
    Replacements { points: u8 },
    /// Replacement points by a die.
    #[serde(rename = "replacements by roll")]
    ReplacementsByRoll { sides: u8, add: u8 },
    /// Ops cards give more.
    #[serde(rename = "more ops")]
    MoreOps { add: u8, lasts: Duration },
    /// All forces march slower or faster this round.
    #[serde(rename = "movement modifier")]
    MovementModifier { add: i8 },
    /// The next card played for Ops gives more or fewer.
    #[serde(rename = "next ops card")]
    NextOpsCard { add: i8 },
    /// Redoubts are built.
    #[serde(rename = "redoubts")]
    Redoubts { count: u8, at: Placement },
    /// The next card played for Ops must send a force at the nearest Mahdist location.
    #[serde(rename = "next ops card must attack")]
    NextOpsCardMustAttack,
    /// A random siege without British in the garrison ends in the Mahdi's hands.
    #[serde(rename = "siege betrayed")]
    SiegeBetrayed,
    /// A random Mahdist village returns to Anglo-Egyptian control.
    #[serde(rename = "village returns")]
    VillageReturns,
    /// A card in hand may be exchanged.
    #[serde(rename = "exchange card")]
    ExchangeCard { with: Pile },
    /// Forces at some random locations cannot move this round.
    #[serde(rename = "locations cannot move")]
    LocationsCannotMove { count: u8 },
    /// Ships carry more this round.
    #[serde(rename = "ship capacity")]
    ShipCapacity { add: u8 },
    /// A battle this round is of this type.
    #[serde(rename = "battle type")]
    BattleType {
        battle: BattleType,
        #[serde(default)]
        note: String,
    },
    /// A random ship strikes a rock.
    #[serde(rename = "ship strikes rock")]
    ShipStrikesRock { sunk_on: u8, damage: u8 },
    /// A random lost ship is replaced.
    #[serde(rename = "lost ship replaced")]
    LostShipReplaced { at: Placement },
}

impl RandomEffect {
    /// Whether its kind is all there is to say of it. serde passes over whatever else stands there.
    const fn is_kind_alone(&self) -> bool {
        matches!(self, Self::NoOpsNextRound | Self::UnmetMarch | Self::NextOpsCardMustAttack | Self::SiegeBetrayed | Self::VillageReturns)
    }
}

/// A random event.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomEvent {
    /// The two dice that name it: 11 to 66.
    pub number: u8,
    /// Its title.
    pub title: String,
    /// What it tells, in our words.
    pub text: String,
    /// What it does.
    pub effect: RandomEffect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventsFile {
    event: Vec<RandomEvent>,
}

/// The keys of the effects, before anything else of them is understood.
#[derive(Deserialize)]
struct KeysOnly {
    event: Vec<EventKeys>,
}

#[derive(Deserialize)]
struct EventKeys {
    effect: toml::Table,
}

/// What stands beside the kind of an effect that has nothing else.
fn surplus(text: &str, events: &[RandomEvent]) -> Result<Vec<PackError>, PackError> {
    let file: KeysOnly = read_toml(FILE, text)?;
    let mut errors = Vec::new();
    for (index, (event, keys)) in events.iter().zip(file.event).enumerate().filter(|(_, (event, _))| event.effect.is_kind_alone()) {
        for key in keys.effect.keys().filter(|key| *key != "kind") {
            let reason = format!("event {} has nothing but its `kind`: leave `{key}` out", event.number);
            errors.push(PackError::new(FILE, format!("event[{index}].effect.{key}"), reason));
        }
    }
    Ok(errors)
}

/// Reads and checks `random_events.toml`: one event for each two dice, in the order of their numbers.
pub(super) fn read(text: &str, directory: &Directory) -> Result<Vec<RandomEvent>, Vec<PackError>> {
    let mut file: EventsFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = if entry::is_new() { surplus(text, &file.event).map_err(|error| vec![error])? } else { Vec::new() };
    for (index, event) in file.event.iter().enumerate() {
        let (first, second) = (event.number / 10, event.number % 10);
        if !(1..=6).contains(&first) || !(1..=6).contains(&second) {
            errors.push(PackError::new(FILE, format!("event[{index}].number"), format!("two dice cannot show {}", event.number)));
        } else if file.event[..index].iter().any(|other| other.number == event.number) {
            errors.push(PackError::new(FILE, format!("event[{index}].number"), format!("event {} is there twice", event.number)));
        }
    }
    if errors.is_empty() && file.event.len() != 36 {
        errors.push(PackError::new(FILE, "event", format!("{} events, but two dice name 36", file.event.len())));
    }
    file.event.sort_by_key(|event| event.number);
    if errors.is_empty() { Ok(file.event) } else { Err(errors) }
}
