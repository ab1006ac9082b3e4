//! The position of a campaign, and what each event does to it.
//!
//! Everything a rule asks for is a set of small numbers, so that asking is cheap. Nothing here knows a rule: the
//! chapters of [`super::rules`] do, and [`super::apply`] makes their events true.

use std::sync::Arc;

use super::board::FieldBoard;
pub(super) use super::counters::{Control, ShipPlace, UnitPlace};
use super::decision::Decision;
use super::event::{Ending, LedgerEntry};
use super::field::{FieldBattle, FieldStage};
use super::leaders::{Expedition, FieldForce, Governor, Train};
use super::option_change::OptionChange;
use super::options::Options;
use super::order::{Post, Station};
use super::phase::Phase;
use super::round::Round;
use crate::edition::LeftOut;
use crate::pack::{
    CardSet, LocationId, LocationSet, Pack, ReplacementPoints, Scenario, SeaAreaId, ShipId, ShipSet, SpaceId, UnitId, UnitSet,
};

impl From<Station> for ShipPlace {
    /// Ships on a space are in the port that it is.
    fn from(station: Station) -> Self {
        match station {
            Station::Space(space) => Self::Port(LocationId(space.0)),
            Station::Sea(area) => Self::Sea(area),
        }
    }
}

/// A siege being resolved (*Siege Outcome*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SiegeNow {
    pub(super) at: LocationId,
    /// Told off for a sortie or breakout.
    pub(super) committed: UnitSet,
    /// The garrison has done what it chose.
    pub(super) ready: bool,
    /// It was a sortie.
    pub(super) sortie: bool,
    /// What the sortie, or a storm beaten, adds to the roll.
    pub(super) sortie_add: i8,
    pub(super) storm_rolled: bool,
    pub(super) storm_beaten: bool,
    pub(super) storm_lost: bool,
    /// The Siege Table has been rolled on.
    pub(super) rolled: bool,
    /// Levels it tightens by.
    pub(super) levels: u8,
}

impl SiegeNow {
    /// A siege of which nothing has been resolved yet.
    pub(super) const fn at(at: LocationId) -> Self {
        Self {
            at,
            committed: UnitSet::EMPTY,
            ready: false,
            sortie: false,
            sortie_add: 0,
            storm_rolled: false,
            storm_beaten: false,
            storm_lost: false,
            rolled: false,
            levels: 0,
        }
    }
}

/// The whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) pack: Arc<Pack>,
    pub(super) scenario: Option<usize>,
    pub(super) options: Options,
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) ending: Option<Ending>,
    pub(super) enemy_held: LocationSet,
    pub(super) pacified: LocationSet,
    pub(super) allied: LocationSet,
    pub(super) besieged: LocationSet,
    pub(super) changed: LocationSet,
    pub(super) siege_levels: [u8; LocationSet::CAPACITY],
    pub(super) redoubts: [u8; LocationSet::CAPACITY],
    /// Supply points on each space.
    pub(super) supply: Vec<u8>,
    /// Of them, those that came this round and go no farther.
    pub(super) supply_moved: Vec<u8>,
    pub(super) units: Vec<UnitPlace>,
    pub(super) steps: Vec<u8>,
    /// Spaces each unit can still go this round.
    pub(super) movement: Vec<u8>,
    pub(super) came_from: Vec<Option<SpaceId>>,
    /// Points each unit was given this turn.
    pub(super) replaced: Vec<u8>,
    /// Turns in a row each unit has been without supply.
    pub(super) hungry: Vec<u8>,
    pub(super) unsupplied: UnitSet,
    pub(super) at_space: Vec<UnitSet>,
    pub(super) lost_units: UnitSet,
    pub(super) reserve_units: UnitSet,
    pub(super) ships: Vec<ShipPlace>,
    pub(super) in_port: Vec<ShipSet>,
    pub(super) at_sea: Vec<ShipSet>,
    pub(super) damage: [u8; ShipSet::CAPACITY],
    pub(super) functions: [u8; ShipSet::CAPACITY],
    pub(super) aboard: Vec<UnitSet>,
    pub(super) ship_supply: [u8; ShipSet::CAPACITY],
    pub(super) draw: CardSet,
    pub(super) hand: CardSet,
    pub(super) discard: CardSet,
    pub(super) removed: CardSet,
    pub(super) entered: CardSet,
    pub(super) played_events: CardSet,
    pub(super) owed: CardSet,
    pub(super) replacements: ReplacementPoints,
    pub(super) triggers_fired: Vec<bool>,
    pub(super) unchecked: LocationSet,
    pub(super) victory_points: i16,
    pub(super) ledger: Vec<LedgerEntry>,
    pub(super) decisions: Vec<Decision>,
    pub(super) round: Round,
    pub(super) field: Option<(FieldBattle, FieldStage)>,
    /// Steps each unit has lost in the battle being fought.
    pub(super) field_losses: Vec<u8>,
    pub(super) reported: UnitSet,
    /// The board of the battle being fought, if it is fought there. Boxed: a position without one stays small.
    pub(super) board: Option<Box<FieldBoard>>,
    /// The board of the battle being fought was left for a real table.
    pub(super) left_board: bool,
    pub(super) sieges_due: LocationSet,
    pub(super) siege: Option<SiegeNow>,
    /// Added to siege rolls this turn.
    pub(super) siege_add: [i8; LocationSet::CAPACITY],
    pub(super) encounter_add: i8,
    pub(super) passage: u8,
    pub(super) replacement_card: bool,
    pub(super) replacements_done: bool,
    pub(super) supply_done: bool,
    pub(super) adjusted: bool,
    pub(super) governor_rolled: bool,
    pub(super) no_ops_next: bool,
    pub(super) next_ops: i8,
    pub(super) next_ops_attack: bool,
    pub(super) governor: Governor,
    pub(super) field_force: FieldForce,
    pub(super) expedition: Expedition,
    pub(super) train: Train,
    pub(super) seats: Vec<(u8, Post)>,
    pub(super) vote: Option<Vec<(u8, bool)>>,
    /// The vote on an option that is being held: what is to be changed, members, and whether they agree.
    pub(super) option_vote: Option<(OptionChange, Vec<(u8, bool)>)>,
    /// What was changed of the options since the set-up, with the turn of it.
    pub(super) option_changes: Vec<(u8, OptionChange)>,
    /// The mendings that the rules are read without, while an order of an earlier edition is given anew.
    pub(super) left_out: LeftOut,
}

impl State {
    /// A campaign of `pack` before anything is set up.
    #[must_use]
    pub fn new(pack: Arc<Pack>) -> Self {
        let locations = pack.map.locations.len();
        let spaces = locations + pack.map.points.len();
        let units = pack.roster.units.len();
        let ships = pack.roster.ships.len();
        Self {
            scenario: None,
            options: Options::default(),
            turn: 0,
            phase: Phase::SetUp,
            ending: None,
            enemy_held: LocationSet::EMPTY,
            pacified: LocationSet::EMPTY,
            allied: LocationSet::EMPTY,
            besieged: LocationSet::EMPTY,
            changed: LocationSet::EMPTY,
            siege_levels: [0; LocationSet::CAPACITY],
            redoubts: [0; LocationSet::CAPACITY],
            supply: vec![0; spaces],
            supply_moved: vec![0; spaces],
            units: vec![UnitPlace::Reserve; units],
            steps: vec![0; units],
            movement: vec![0; units],
            came_from: vec![None; units],
            replaced: vec![0; units],
            hungry: vec![0; units],
            unsupplied: UnitSet::EMPTY,
            at_space: vec![UnitSet::EMPTY; spaces],
            lost_units: UnitSet::EMPTY,
            reserve_units: UnitSet::up_to(units).without(pack.roster.further),
            ships: vec![ShipPlace::Reserve; ships],
            in_port: vec![ShipSet::EMPTY; locations],
            at_sea: vec![ShipSet::EMPTY; pack.map.sea_areas.len()],
            damage: [0; ShipSet::CAPACITY],
            functions: [0; ShipSet::CAPACITY],
            aboard: vec![UnitSet::EMPTY; ships],
            ship_supply: [0; ShipSet::CAPACITY],
            draw: CardSet::EMPTY,
            hand: CardSet::EMPTY,
            discard: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            entered: CardSet::EMPTY,
            played_events: CardSet::EMPTY,
            owed: CardSet::EMPTY,
            replacements: ReplacementPoints::default(),
            triggers_fired: vec![false; pack.triggers.len()],
            unchecked: LocationSet::EMPTY,
            victory_points: 0,
            ledger: Vec::new(),
            decisions: Vec::new(),
            round: Round::default(),
            field: None,
            field_losses: vec![0; units],
            reported: UnitSet::EMPTY,
            board: None,
            left_board: false,
            sieges_due: LocationSet::EMPTY,
            siege: None,
            siege_add: [0; LocationSet::CAPACITY],
            encounter_add: 0,
            passage: 0,
            replacement_card: false,
            replacements_done: false,
            supply_done: false,
            adjusted: false,
            governor_rolled: false,
            no_ops_next: false,
            next_ops: 0,
            next_ops_attack: false,
            governor: Governor::default(),
            field_force: FieldForce::default(),
            expedition: Expedition::default(),
            train: Train::default(),
            seats: Vec::new(),
            vote: None,
            option_vote: None,
            option_changes: Vec::new(),
            left_out: LeftOut::NONE,
            pack,
        }
    }

    /// The pack it is played with.
    #[must_use]
    pub fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// The scenario being played, once set up.
    #[must_use]
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.map(|index| &self.pack.scenarios[index])
    }

    /// The group's options.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The turn, from 1; 0 before the campaign is set up.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Where the turn stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How the campaign ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Victory points as last adjusted; high is bad for the players.
    #[must_use]
    pub const fn victory_points(&self) -> i16 {
        self.victory_points
    }

    /// This turn's lines of the ledger, to be counted when the turn ends.
    #[must_use]
    pub fn ledger(&self) -> &[LedgerEntry] {
        &self.ledger
    }

    /// The decision to be made now, if any.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.decisions.last()
    }

    /// Locations in revolt.
    #[must_use]
    pub const fn enemy_held(&self) -> LocationSet {
        self.enemy_held
    }

    /// Locations besieged; they are Anglo-Egyptian still (R04).
    #[must_use]
    pub const fn besieged(&self) -> LocationSet {
        self.besieged
    }

    /// Locations still to be rolled for in this Rebellion phase.
    #[must_use]
    pub const fn unchecked(&self) -> LocationSet {
        self.unchecked
    }

    /// Who holds a location.
    #[must_use]
    pub const fn control(&self, location: LocationId) -> Control {
        if self.enemy_held.contains(location) {
            Control::Enemy
        } else if self.allied.contains(location) {
            Control::Allied
        } else if self.pacified.contains(location) {
            Control::NativePacified
        } else {
            Control::Native
        }
    }

    /// How far a siege has gone: 0 for none.
    #[must_use]
    pub fn siege_level(&self, location: LocationId) -> u8 {
        self.siege_levels[location.index()]
    }

    /// Redoubts at a location.
    #[must_use]
    pub fn redoubts(&self, location: LocationId) -> u8 {
        self.redoubts[location.index()]
    }

    /// Supply points on a space.
    #[must_use]
    pub fn supply(&self, space: SpaceId) -> u8 {
        self.supply[space.index()]
    }

    /// The units on a space.
    #[must_use]
    pub fn units_at(&self, space: SpaceId) -> UnitSet {
        self.at_space[space.index()]
    }

    /// The units at a location.
    #[must_use]
    pub fn garrison(&self, location: LocationId) -> UnitSet {
        self.at_space[location.index()]
    }

    /// Where a unit is.
    #[must_use]
    pub fn unit_place(&self, unit: UnitId) -> UnitPlace {
        self.units[unit.index()]
    }

    /// Where a ship is.
    #[must_use]
    pub fn ship_place(&self, ship: ShipId) -> ShipPlace {
        self.ships[ship.index()]
    }

    /// The ships in a port.
    #[must_use]
    pub fn ships_in(&self, port: LocationId) -> ShipSet {
        self.ships_at(ShipPlace::Port(port))
    }

    /// The ships in a sea area.
    #[must_use]
    pub fn ships_at_sea(&self, area: SeaAreaId) -> ShipSet {
        self.ships_at(ShipPlace::Sea(area))
    }

    /// The ships at a place.
    pub(super) fn ships_at(&self, place: ShipPlace) -> ShipSet {
        match place {
            ShipPlace::Port(port) => self.in_port.get(port.index()).copied().unwrap_or(ShipSet::EMPTY),
            ShipPlace::Sea(area) => self.at_sea.get(area.index()).copied().unwrap_or(ShipSet::EMPTY),
            ShipPlace::Reserve | ShipPlace::Lost => ShipSet::EMPTY,
        }
    }

    /// The cards in hand.
    #[must_use]
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The cards in the draw pile; which of them comes next, nobody knows.
    #[must_use]
    pub const fn draw_pile(&self) -> CardSet {
        self.draw
    }

    /// The cards in the discard pile.
    #[must_use]
    pub const fn discard_pile(&self) -> CardSet {
        self.discard
    }

    /// The cards that have left the campaign.
    #[must_use]
    pub const fn removed_cards(&self) -> CardSet {
        self.removed
    }

    /// Replacement points at hand.
    #[must_use]
    pub const fn replacements(&self) -> ReplacementPoints {
        self.replacements
    }

    /// Whether a trigger of the pack has fired.
    #[must_use]
    pub fn trigger_fired(&self, trigger: usize) -> bool {
        self.triggers_fired.get(trigger).copied().unwrap_or(false)
    }

    /// What the action round keeps in mind.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The battle being fought, and how far it has come.
    #[must_use]
    pub fn battle(&self) -> Option<(&FieldBattle, FieldStage)> {
        self.field.as_ref().map(|(battle, stage)| (battle, *stage))
    }

    /// The board of the battle being fought, if it is fought there.
    #[must_use]
    pub fn board(&self) -> Option<&FieldBoard> {
        self.board.as_deref()
    }

    /// The steps a unit has lost in the battle being fought.
    #[must_use]
    pub fn lost_in_battle(&self, unit: UnitId) -> u8 {
        self.field_losses[unit.index()]
    }

    /// The steps a unit has; 0 if it is not on the map.
    #[must_use]
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.steps[unit.index()]
    }

    /// The spaces a unit can still go this round.
    #[must_use]
    pub fn movement_left(&self, unit: UnitId) -> u8 {
        self.movement[unit.index()]
    }

    /// The functions a ship can still do this round.
    #[must_use]
    pub fn functions_left(&self, ship: ShipId) -> u8 {
        self.functions[ship.index()]
    }

    /// A ship's markers of damage.
    #[must_use]
    pub fn damage(&self, ship: ShipId) -> u8 {
        self.damage[ship.index()]
    }

    /// The units aboard a ship.
    #[must_use]
    pub fn aboard(&self, ship: ShipId) -> UnitSet {
        self.aboard[ship.index()]
    }

    /// Supply points aboard a ship.
    #[must_use]
    pub fn supply_aboard(&self, ship: ShipId) -> u8 {
        self.ship_supply[ship.index()]
    }

    /// Units that were without supply when it was last looked to.
    #[must_use]
    pub const fn unsupplied(&self) -> UnitSet {
        self.unsupplied
    }

    /// Cards that are to come to the hand, for others (R50).
    #[must_use]
    pub const fn cards_owed(&self) -> CardSet {
        self.owed
    }

    /// Units that hired ships may still carry this turn.
    #[must_use]
    pub const fn passage(&self) -> u8 {
        self.passage
    }

    /// The governor.
    #[must_use]
    pub const fn governor(&self) -> Governor {
        self.governor
    }

    /// The field force.
    #[must_use]
    pub const fn field_force(&self) -> FieldForce {
        self.field_force
    }

    /// The expedition.
    #[must_use]
    pub const fn expedition(&self) -> Expedition {
        self.expedition
    }

    /// The armoured train.
    #[must_use]
    pub const fn train(&self) -> Train {
        self.train
    }

    /// The posts of the group's members.
    #[must_use]
    pub fn seats(&self) -> &[(u8, Post)] {
        &self.seats
    }

    /// The vote on the commander in chief, if one is being held: members and whether they dismiss.
    #[must_use]
    pub fn vote(&self) -> Option<&[(u8, bool)]> {
        self.vote.as_deref()
    }

    /// The vote on an option, if one is being held: what is to be changed, members, and whether they agree.
    #[must_use]
    pub fn option_vote(&self) -> Option<(OptionChange, &[(u8, bool)])> {
        self.option_vote.as_ref().map(|(change, votes)| (*change, votes.as_slice()))
    }

    /// What was changed of the options since the set-up, with the turn of it, in order.
    #[must_use]
    pub fn option_changes(&self) -> &[(u8, OptionChange)] {
        &self.option_changes
    }

    /// What a place is worth, by the pack or the group's option.
    #[must_use]
    pub fn value(&self, location: LocationId) -> i16 {
        match (self.pack.map.location(location).kind, self.options.fortified_town_value) {
            (crate::pack::LocationKind::FortifiedTown, Some(value)) => value.into(),
            _ => self.pack.map.value(location),
        }
    }

    /// Every ship in the campaign.
    #[must_use]
    pub fn fleet_list(&self) -> ShipSet {
        self.in_port.iter().chain(&self.at_sea).fold(ShipSet::EMPTY, |all, here| all.union(*here))
    }

    /// Whether the British have entered the campaign: a trigger that brings in their cards has fired (*Event Triggers*).
    #[must_use]
    pub fn allies_entered(&self) -> bool {
        self.pack.triggers.iter().zip(&self.triggers_fired).any(|(trigger, fired)| {
            *fired
                && trigger
                    .consequence
                    .cards_enter
                    .iter()
                    .any(|card| self.pack.card(*card).is_some_and(|card| card.deck == crate::pack::Deck::Allied))
        })
    }
}
