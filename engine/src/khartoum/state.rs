//! A position of the game.

use std::sync::Arc;

use smallvec::SmallVec;

use super::battle::Battle;
use super::ids::{CardId, Cards, SpaceId, Spaces, UnitId, Units};
use super::options::{BreakOff, Options};
use super::pack::Pack;
use super::pack::cards::{Activation, Card};
use super::pack::counters::Unit;
use super::pack::map::{Space, Terrain};
use super::phase::{Phase, Place};
use crate::edition::LeftOut;
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The data.
    pub pack: Arc<Pack>,
    /// The settings.
    pub options: Options,
    /// Where it stands.
    pub phase: Phase,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// Where each unit is, in counter order.
    pub places: Vec<Place>,
    /// Who is in each space, in map order.
    pub on: Vec<Units>,
    /// The unit that the enemy has put on top of each stack; elsewhere the weakest is (K24).
    pub tops: Vec<Option<UnitId>>,
    /// Spaces in which enemy stacks have changed since they were last ordered.
    pub changed: Spaces,
    /// The cards of ours, and of the enemy.
    pub hands: [Hand; 2],
    /// Cards that have brought their named units once (28.0).
    pub brought: Cards,
    /// The card of each side whose effects hold this turn.
    pub effects: [Option<CardId>; 2],
    /// The player turn.
    pub play: PlayerTurn,
    /// The battle that is fought.
    pub battle: Option<Battle>,
    /// The standing orders of ours, and of the enemy (K29).
    pub stands: [BreakOff; 2],
    /// Who plays each side.
    pub players: [Option<Player>; 2],
    /// In a view, how many units and cards are there that are not seen; in a game none.
    pub unseen: Unseen,
    /// Rules read as they were before they were mended.
    pub left_out: LeftOut,
}

/// The cards of a side. For who may not see what is held that is among those of the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The draw set: the next card is a die thrown when it is drawn (K13).
    pub deck: Cards,
    /// Put to one side (K15).
    pub held: Cards,
    /// Discarded.
    pub discards: Cards,
    /// Removed. One pile with the discards, and kept apart only to be told (K05).
    pub removed: Cards,
    /// Whether the first and the second set are one since a reshuffle.
    pub mixed: bool,
}

/// What is not seen, in a view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unseen {
    /// Enemy units under the top one of each space, in map order; empty where nothing is hidden, or their number is too (K24).
    pub stacks: Vec<u8>,
    /// Enemy units in the box.
    pub boxed: u8,
    /// Enemy recruits that are drawn and not placed.
    pub drawn: u8,
    /// Cards that each side holds.
    pub held: [u8; 2],
    /// Whether the number of enemy units is hidden too.
    pub numbers: bool,
}

/// What has been done in a player turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTurn {
    /// Whose it is.
    pub side: Side,
    /// The hold card that is drawn, and neither played nor put aside.
    pub drawn: Option<CardId>,
    /// The card in play.
    pub card: Option<CardId>,
    /// The towns that the side occupied before its recruits (K19).
    pub towns: Spaces,
    /// The garrison that is being converted, and its space (K36).
    pub garrison: Option<(UnitId, SpaceId)>,
    /// Spaces of which units are still to be led astray (K38).
    pub misled: Spaces,
    /// Those units.
    pub astray: Units,
    /// The space from which units are being led, and how far.
    pub guides: Option<(SpaceId, u8)>,
    /// Recruits that are named or drawn, and still to be placed.
    pub recruits: Units,
    /// How many of the named may come again; 0 where all come.
    pub again: u8,
    /// Native units that may still be chosen.
    pub natives: u8,
    /// Enemy recruits that have been placed; ours see them when all are (K42).
    pub arrived: Units,
    /// The recruit that is chosen, and placed next.
    pub chosen: Option<UnitId>,
    /// Who moves and attacks.
    pub active: Option<Activation>,
    /// Units that have moved.
    pub moved: Units,
    /// Units that have landed on an enemy.
    pub landed: Units,
    /// Whence attackers entered the space of their battle.
    pub came: SmallVec<[(UnitId, SpaceId); 8]>,
    /// Whether battles are fought in map order.
    pub in_order: bool,
    /// Whether the turn is skipped (K10).
    pub skipped: bool,
}

impl PlayerTurn {
    /// One that begins.
    #[must_use]
    pub fn new(side: Side) -> Self {
        Self {
            side,
            drawn: None,
            card: None,
            towns: Spaces::EMPTY,
            garrison: None,
            misled: Spaces::EMPTY,
            astray: Units::EMPTY,
            guides: None,
            recruits: Units::EMPTY,
            again: 0,
            natives: 0,
            arrived: Units::EMPTY,
            chosen: None,
            active: None,
            moved: Units::EMPTY,
            landed: Units::EMPTY,
            came: SmallVec::new(),
            in_order: false,
            skipped: false,
        }
    }
}

impl State {
    /// The position before the first order.
    #[must_use]
    pub fn new(pack: Arc<Pack>) -> Self {
        let spaces = pack.map.spaces.len();
        let hands = Side::BOTH.map(|side| Hand { deck: pack.deck.of[side as usize], ..Hand::default() });
        Self {
            options: Options::default(),
            phase: Phase::Unset,
            turn: 0,
            places: vec![Place::InBox; pack.counters.units.len()],
            on: vec![Units::EMPTY; spaces],
            tops: vec![None; spaces],
            changed: Spaces::EMPTY,
            hands,
            brought: Cards::EMPTY,
            effects: [None; 2],
            play: PlayerTurn::new(Side::Enemy),
            battle: None,
            stands: [BreakOff::default(); 2],
            players: [None; 2],
            unseen: Unseen::default(),
            left_out: LeftOut::NONE,
            pack,
        }
    }

    /// A unit's counter.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> Option<&Unit> {
        self.pack.unit(unit)
    }

    /// A space of the map.
    #[must_use]
    pub fn space(&self, space: SpaceId) -> Option<&Space> {
        self.pack.space(space)
    }

    /// All spaces, in map order.
    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..self.on.len()).map(SpaceId::at)
    }

    /// Whose a unit is.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Side {
        if self.pack.counters.of[Side::Ours as usize].contains(unit) { Side::Ours } else { Side::Enemy }
    }

    /// All units of a side.
    #[must_use]
    pub fn all(&self, side: Side) -> Units {
        self.pack.counters.of[side as usize]
    }

    /// Where a unit is.
    #[must_use]
    pub fn place(&self, unit: UnitId) -> Place {
        self.places.get(unit.index()).copied().unwrap_or(Place::Out)
    }

    /// The space in which a unit is.
    #[must_use]
    pub fn where_is(&self, unit: UnitId) -> Option<SpaceId> {
        if let Place::On(space) = self.place(unit) { Some(space) } else { None }
    }

    /// Everybody in a space.
    #[must_use]
    pub fn here(&self, space: SpaceId) -> Units {
        self.on.get(space.index()).copied().unwrap_or_default()
    }

    /// The units of a side in a space.
    #[must_use]
    pub fn units(&self, side: Side, space: SpaceId) -> Units {
        self.here(space).intersection(self.all(side))
    }

    /// Whether a side has units in a space.
    #[must_use]
    pub fn has(&self, side: Side, space: SpaceId) -> bool {
        !self.units(side, space).is_empty()
    }

    /// Whether a side occupies a space: it alone has units there (3.0).
    #[must_use]
    pub fn occupies(&self, side: Side, space: SpaceId) -> bool {
        self.has(side, space) && !self.has(side.other(), space)
    }

    /// Whether units of both sides are in a space.
    #[must_use]
    pub fn is_contested(&self, space: SpaceId) -> bool {
        self.has(Side::Ours, space) && self.has(Side::Enemy, space)
    }

    /// The spaces in which battles are to be fought, in map order.
    #[must_use]
    pub fn contested(&self) -> Spaces {
        self.spaces().filter(|space| self.is_contested(*space)).collect()
    }

    /// The units of a side that are on the map.
    #[must_use]
    pub fn on_map(&self, side: Side) -> Units {
        self.on.iter().fold(Units::EMPTY, |all, units| all.union(*units)).intersection(self.all(side))
    }

    /// The units of a side in its reinforcements box.
    #[must_use]
    pub fn boxed(&self, side: Side) -> Units {
        self.all(side).iter().filter(|unit| self.place(*unit) == Place::InBox).collect()
    }

    /// The card in play, if its effects hold.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        self.play.card.filter(|card| self.effects[self.play.side as usize] == Some(*card)).and_then(|card| self.pack.card(card))
    }

    /// Whether the river is in flood (29.11).
    #[must_use]
    pub fn is_flood(&self) -> bool {
        self.pack.tables.is_flood(self.turn)
    }

    /// What a space is now: a fortress on flood turns, unless a card says otherwise (K07).
    #[must_use]
    pub fn terrain(&self, space: SpaceId) -> Terrain {
        let Some(row) = self.space(space) else { return Terrain::Open };
        if let Some((_, terrain)) = self.card().and_then(|card| card.terrain).filter(|(changed, _)| *changed == space) {
            return terrain;
        }
        if row.fortress && self.is_flood() { Terrain::Fortress } else { row.kind }
    }

    /// Whether a space is a town, a fortress among them (K07).
    #[must_use]
    pub fn is_town(&self, space: SpaceId) -> bool {
        self.space(space).is_some_and(|row| row.kind == Terrain::Town)
    }

    /// How many units of a side may be in a space (K23).
    #[must_use]
    pub fn stack(&self) -> usize {
        let stack = self.pack.tables.stack;
        usize::from(if self.options.larger_stacks { stack.larger } else { stack.usual })
    }

    /// Whether these units may join those of their side in a space (9.0); units that are there already count once.
    #[must_use]
    pub fn has_room(&self, side: Side, space: SpaceId, units: Units) -> bool {
        let stacking = units.intersection(self.pack.counters.stacking).without(self.here(space));
        stacking.is_empty() || self.units(side, space).intersection(self.pack.counters.stacking).len() + stacking.len() <= self.stack()
    }

    /// The unit on top of an enemy stack (K24).
    #[must_use]
    pub fn top(&self, space: SpaceId) -> Option<UnitId> {
        let units = self.units(Side::Enemy, space);
        let chosen = self.tops.get(space.index()).copied().flatten().filter(|top| units.contains(*top));
        chosen.or_else(|| units.iter().min_by_key(|unit| self.unit(*unit).map_or(0, |row| row.strength)))
    }

    /// The space from which an attacker entered that of its battle.
    #[must_use]
    pub fn came_from(&self, unit: UnitId) -> Option<SpaceId> {
        self.play.came.iter().find(|(came, _)| *came == unit).map(|(_, from)| *from)
    }

    /// The victory points of ours: for each town that any unit of theirs occupies (27.0, 22.0).
    #[must_use]
    pub fn points(&self) -> u8 {
        let held = self.spaces().filter(|space| self.occupies(Side::Ours, *space));
        held.filter_map(|space| self.space(space)).fold(0, |all, space| all.saturating_add(space.victory_points))
    }
}
