//! The position of a campaign, and what each event does to it.
//!
//! Everything a rule asks for is a set of small numbers, so that asking is cheap. Nothing here knows a rule: [`State::apply`]
//! only makes events true.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::decision::Decision;
use super::event::{Ending, Event, LedgerEntry};
use super::order::{Options, Order};
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::view::View;
use super::{legal, rules};
use crate::dice::Dice;
use crate::game::{Game, Seat};
use crate::pack::{
    CardNumber, CardSet, LocationId, LocationSet, Pack, ReplacementPoints, Scenario, SeaAreaId, ShipId, ShipSet, SpaceId, UnitId, UnitSet,
};

/// Where the turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing has been set up.
    SetUp,
    /// Draw New Cards.
    Draw,
    /// Rebellion.
    Rebellion,
    /// An action round.
    Action {
        /// Which, from 1.
        round: u8,
    },
    /// Supply Phase.
    Supply,
    /// Resolve Sieges.
    Sieges,
    /// Receive Replacements.
    Replacements,
    /// Adjust Victory Point Totals.
    Adjust,
}

impl Phase {
    /// What the umpire waits for in this phase, as the end of a sentence.
    #[must_use]
    pub fn waits_for(self) -> String {
        match self {
            Self::SetUp => "the campaign is still to be set up".to_owned(),
            Self::Draw => "the cards are still to be drawn".to_owned(),
            Self::Rebellion => "the rebellion is still being rolled for".to_owned(),
            Self::Action { round } => format!("it is action round {round}"),
            Self::Supply => "supply is being looked to".to_owned(),
            Self::Sieges => "sieges are being resolved".to_owned(),
            Self::Replacements => "replacements are coming in".to_owned(),
            Self::Adjust => "victory points are being counted".to_owned(),
        }
    }
}

/// Who holds a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// Egyptian, never lost.
    Egyptian,
    /// Retaken by Egyptian forces: pacified, may rise again.
    EgyptianPacified,
    /// Retaken by British forces: pacified for good.
    British,
    /// In revolt.
    Mahdist,
}

impl Control {
    /// Whether the location is on the Anglo-Egyptian side.
    #[must_use]
    pub const fn is_held(self) -> bool {
        !matches!(self, Self::Mahdist)
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitPlace {
    /// Not in the campaign yet.
    Reserve,
    /// On the map.
    At(SpaceId),
    /// Destroyed, or gone over to the enemy.
    Lost,
}

/// Where a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShipPlace {
    /// Not in the campaign yet.
    Reserve,
    /// In port.
    Port(LocationId),
    /// At sea.
    Sea(SeaAreaId),
    /// Sunk.
    Lost,
}

/// The whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pack: Arc<Pack>,
    pub(super) scenario: Option<usize>,
    pub(super) options: Options,
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) ending: Option<Ending>,
    pub(super) mahdist: LocationSet,
    pub(super) pacified: LocationSet,
    pub(super) british: LocationSet,
    pub(super) besieged: LocationSet,
    pub(super) changed: LocationSet,
    siege_levels: Vec<u8>,
    redoubts: Vec<u8>,
    supply: Vec<u8>,
    units: Vec<UnitPlace>,
    at_space: Vec<UnitSet>,
    ships: Vec<ShipPlace>,
    pub(super) draw: CardSet,
    pub(super) hand: CardSet,
    pub(super) discard: CardSet,
    pub(super) removed: CardSet,
    pub(super) entered: CardSet,
    replacements: ReplacementPoints,
    triggers_fired: Vec<bool>,
    pub(super) unchecked: LocationSet,
    pub(super) victory_points: i16,
    pub(super) ledger: Vec<LedgerEntry>,
    pub(super) decisions: Vec<Decision>,
}

impl State {
    /// A campaign of `pack` before anything is set up.
    #[must_use]
    pub fn new(pack: Arc<Pack>) -> Self {
        let locations = pack.map.locations.len();
        let spaces = locations + pack.map.points.len();
        Self {
            scenario: None,
            options: Options::default(),
            turn: 0,
            phase: Phase::SetUp,
            ending: None,
            mahdist: LocationSet::EMPTY,
            pacified: LocationSet::EMPTY,
            british: LocationSet::EMPTY,
            besieged: LocationSet::EMPTY,
            changed: LocationSet::EMPTY,
            siege_levels: vec![0; locations],
            redoubts: vec![0; locations],
            supply: vec![0; locations],
            units: vec![UnitPlace::Reserve; pack.roster.units.len()],
            at_space: vec![UnitSet::EMPTY; spaces],
            ships: vec![ShipPlace::Reserve; pack.roster.ships.len()],
            draw: CardSet::EMPTY,
            hand: CardSet::EMPTY,
            discard: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            entered: CardSet::EMPTY,
            replacements: ReplacementPoints::default(),
            triggers_fired: vec![false; pack.triggers.len()],
            unchecked: LocationSet::EMPTY,
            victory_points: 0,
            ledger: Vec::new(),
            decisions: Vec::new(),
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
    pub const fn mahdist(&self) -> LocationSet {
        self.mahdist
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
        if self.mahdist.contains(location) {
            Control::Mahdist
        } else if self.british.contains(location) {
            Control::British
        } else if self.pacified.contains(location) {
            Control::EgyptianPacified
        } else {
            Control::Egyptian
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

    /// Supply points at a location.
    #[must_use]
    pub fn supply(&self, location: LocationId) -> u8 {
        self.supply[location.index()]
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

    fn ships_at(&self, place: ShipPlace) -> ShipSet {
        (0..self.ships.len()).map(ShipId::at).filter(|ship| self.ships[ship.index()] == place).collect()
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

    fn place_unit(&mut self, unit: UnitId, place: UnitPlace) {
        if let UnitPlace::At(space) = self.units[unit.index()] {
            self.at_space[space.index()].remove(unit);
        }
        if let UnitPlace::At(space) = place {
            self.at_space[space.index()].insert(unit);
        }
        self.units[unit.index()] = place;
    }

    fn place_units(&mut self, units: UnitSet, place: UnitPlace) {
        for unit in units.iter() {
            self.place_unit(unit, place);
        }
    }

    fn set_up(&mut self, key: &str, options: Options) {
        let pack = Arc::clone(&self.pack);
        let Some(index) = pack.scenarios.iter().position(|scenario| scenario.key == key) else { return };
        let scenario = &pack.scenarios[index];
        self.scenario = Some(index);
        self.options = options;
        self.victory_points = scenario.victory_points;
        self.mahdist = scenario.mahdist;
        self.replacements = scenario.replacements;
        self.draw = scenario.draw;
        self.hand = scenario.hand;
        self.removed = scenario.removed;
        for (fired, trigger) in self.triggers_fired.iter_mut().zip(&pack.triggers) {
            *fired = scenario.triggers_fired.contains(&trigger.key);
        }
        for garrison in &scenario.garrisons {
            self.place_units(garrison.units, UnitPlace::At(pack.map.space_of(garrison.at)));
            for ship in garrison.ships.iter() {
                self.ships[ship.index()] = ShipPlace::Port(garrison.at);
            }
            self.supply[garrison.at.index()] = garrison.supply;
            self.siege_levels[garrison.at.index()] = garrison.siege_level;
            if garrison.siege_level > 0 {
                self.besieged.insert(garrison.at);
            }
        }
    }

    fn take_card(&mut self, card: CardNumber) {
        self.draw.remove(card);
        self.hand.insert(card);
    }
}

impl Game for State {
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn permit(&self, _seat: Seat, order: &Order) -> Result<(), Refusal> {
        rules::permit(self, order)
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        rules::resolve(&mut Proceedings::new(self, dice, events), order);
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::SetUp { scenario, options } => self.set_up(scenario, *options),
            Event::RebellionBegan { location, .. } => self.mahdist = LocationSet::of(*location),
            Event::TurnBegan { turn } => {
                self.turn = *turn;
                self.ledger.clear();
                self.changed = LocationSet::EMPTY;
            }
            Event::PhaseBegan { phase } => self.phase = *phase,
            Event::RevoltsDue { locations } => self.unchecked = *locations,
            Event::CardsEntered { cards } => {
                self.draw = self.draw.union(*cards);
                self.entered = self.entered.union(*cards);
            }
            Event::DiscardsShuffled => {
                self.draw = self.draw.union(self.discard);
                self.discard = CardSet::EMPTY;
            }
            Event::CardDrawn { card, .. } => self.take_card(*card),
            Event::RevoltChecked { location, .. } => self.unchecked.remove(*location),
            Event::GarrisonFateRolled { .. } | Event::RoundPassed { .. } => {}
            Event::UnitsMutinied { units, .. } | Event::UnitsDestroyed { units, .. } => self.place_units(*units, UnitPlace::Lost),
            Event::UnitsRetreated { to, units, .. } => {
                let space = self.pack.map.space_of(*to);
                self.place_units(*units, UnitPlace::At(space));
            }
            Event::LocationLost { location } => {
                self.mahdist.insert(*location);
                self.pacified.remove(*location);
                self.besieged.remove(*location);
                self.changed.insert(*location);
                self.siege_levels[location.index()] = 0;
                self.redoubts[location.index()] = 0;
                self.supply[location.index()] = 0;
            }
            Event::ShipsPutToSea { to, ships, .. } => {
                for ship in ships.iter() {
                    self.ships[ship.index()] = ShipPlace::Sea(*to);
                }
            }
            Event::SiegeBegan { location } => {
                self.besieged.insert(*location);
                self.changed.insert(*location);
                self.siege_levels[location.index()] = 1;
            }
            Event::DecisionPut { decision } => self.decisions.push(decision.clone()),
            Event::DecisionMade => {
                self.decisions.pop();
            }
            Event::LedgerEntered { entry } => self.ledger.push(*entry),
            Event::PointsAdjusted { to, .. } => self.victory_points = *to,
            Event::Ended { ending } => {
                self.ending = Some(*ending);
                self.decisions.clear();
            }
        }
    }

    fn legal_orders(&self, _seat: Seat, orders: &mut Vec<Order>) {
        legal::list(self, orders);
    }

    fn view(&self, _seat: Seat) -> View {
        View::of(self)
    }
}
