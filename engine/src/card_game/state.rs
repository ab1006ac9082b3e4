//! A position of the game.

use std::sync::Arc;

use super::cards::{CardId, Cards};
use super::event::Outcome;
use super::options::{Like, Options};
use super::pack::{Arm, Card, CardPack};
use super::region::Region;
use super::roll::Contest;
use crate::edition::LeftOut;
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The data.
    pub pack: Arc<CardPack>,
    /// The settings.
    pub options: Options,
    /// Where it stands.
    pub phase: Phase,
    /// The turn, from 1.
    pub turn: u8,
    /// Ours, and the enemy's.
    pub armies: [Army; 2],
    /// Who controls each region.
    pub control: [Option<Side>; 5],
    /// Who deploys, or moves, last.
    pub last: Side,
    /// What the side that moves has moved.
    pub travel: Travel,
    /// Who plays each side.
    pub players: [Option<Player>; 2],
    /// Rules read as they were before they were mended.
    pub left_out: LeftOut,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Not begun.
    Unset,
    /// A turn begins.
    Beginning,
    /// Hands are filled, and cards may be exchanged: both sides at once.
    Relief,
    /// A side lays cards.
    Deploying(Side),
    /// What was laid is to be revealed.
    Revealing,
    /// A side is to throw its die.
    Marching(Side),
    /// A side moves.
    Travelling(Side),
    /// The regions from this place on have still to be settled.
    Regions(u8),
    /// A conflict.
    Conflict(Conflict),
    /// It is over.
    Over(Outcome),
}

/// Cards that may be hidden: those that are known, and how many are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    /// Known.
    pub cards: Cards,
    /// Unknown to who looks.
    pub unseen: u8,
}

impl Pile {
    /// How many.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.cards.len().saturating_add(self.unseen)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The cards of a side. For who may not see hand and face-down cards they are among those of the deck.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Army {
    /// A set: the next card is a die thrown when it is drawn.
    pub deck: Cards,
    /// The hand.
    pub hand: Pile,
    /// Discarded, and open (N21).
    pub discards: Cards,
    /// Face down in the regions.
    pub laid: [Pile; 5],
    /// Units that have not moved this turn.
    pub ready: [Cards; 5],
    /// Units that have.
    pub moved: [Cards; 5],
    /// What it exchanges, once it has chosen.
    pub relief: Option<Cards>,
    /// Whether it always passes (C07).
    pub passes: bool,
    /// Whether its weakest unit falls without a question (C12).
    pub weakest_falls: bool,
}

/// What the side that moves has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Travel {
    /// What its die shows.
    pub die: u8,
    /// Its Movement card.
    pub card: Option<CardId>,
    /// Units that have marched, and not for free, over each border.
    pub marched: [u8; 10],
}

/// A conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Where.
    pub region: Region,
    /// Who declares first, once that is known.
    pub first: Option<Side>,
    /// What was declared face down and is not seen yet.
    pub face_down: [Option<Option<CardId>>; 2],
    /// What was declared.
    pub declared: [Option<Option<CardId>>; 2],
    /// Who has the Advantage.
    pub advantage: Option<Side>,
    /// Whether it is to be counted again before the next roll (C13).
    pub is_counted_again: bool,
    /// Who had the higher die for it, if it came to that.
    pub by_die: Option<Side>,
    /// Who is to lose a unit.
    pub loser: Option<Side>,
}

impl Conflict {
    /// One that begins.
    #[must_use]
    pub const fn new(region: Region) -> Self {
        Self {
            region,
            first: None,
            face_down: [None; 2],
            declared: [None; 2],
            advantage: None,
            is_counted_again: false,
            by_die: None,
            loser: None,
        }
    }
}

impl State {
    /// The position before the first order.
    #[must_use]
    pub fn new(pack: Arc<CardPack>) -> Self {
        let control = Region::ALL.map(|region| pack.region(region).holder);
        let armies = [Side::Ours, Side::Enemy].map(|side| Army { deck: pack.all(side), ..Army::default() });
        Self {
            pack,
            options: Options::default(),
            phase: Phase::Unset,
            turn: 0,
            armies,
            control,
            last: Side::Ours,
            travel: Travel::default(),
            players: [None; 2],
            left_out: LeftOut::NONE,
        }
    }

    /// The cards of a side.
    #[must_use]
    pub const fn army(&self, side: Side) -> &Army {
        &self.armies[side as usize]
    }

    /// A card of a side.
    #[must_use]
    pub fn card(&self, side: Side, card: CardId) -> Option<&Card> {
        self.pack.card(side, card)
    }

    /// The open units of a side in a region.
    #[must_use]
    pub fn units(&self, side: Side, region: Region) -> Cards {
        let army = self.army(side);
        army.ready[region as usize].and(&army.moved[region as usize])
    }

    /// Who controls a region.
    #[must_use]
    pub const fn holder(&self, region: Region) -> Option<Side> {
        self.control[region as usize]
    }

    /// How many regions a side controls.
    #[must_use]
    pub fn held(&self, side: Side) -> usize {
        self.control.iter().filter(|holder| **holder == Some(side)).count()
    }

    /// The units of a side of which the predicate holds.
    pub(super) fn any(&self, side: Side, cards: &Cards, wanted: impl Fn(&Card) -> bool) -> bool {
        cards.each().any(|(card, _)| self.card(side, card).is_some_and(&wanted))
    }

    /// Whether a region has no room for another of its kind: one Leader and one Flag (C22).
    #[must_use]
    pub fn is_full(&self, side: Side, region: Region, arm: Arm) -> bool {
        let most = match arm {
            Arm::Leader => self.pack.tables.leaders,
            Arm::Flag => self.pack.tables.flags,
            _ => return false,
        };
        let all = self.units(side, region).and(&self.army(side).laid[region as usize].cards);
        let of = |(card, count): (CardId, u8)| if self.card(side, card).is_some_and(|card| card.arm == arm) { count } else { 0 };
        all.each().map(of).sum::<u8>() >= most
    }

    /// Whether two cards of a side are alike (C03).
    #[must_use]
    pub fn alike(&self, side: Side, one: CardId, other: CardId) -> bool {
        match self.options.like {
            Like::Name => one == other,
            Like::Type => match (self.card(side, one), self.card(side, other)) {
                (Some(one), Some(other)) => one.arm == other.arm,
                _ => false,
            },
            Like::Off => false,
        }
    }

    /// Who has the higher die sets the order of this.
    pub(super) fn ordered(&mut self, contest: Contest, high: Side) {
        match contest {
            Contest::Deploy => (self.last, self.phase) = (high, Phase::Deploying(high.other())),
            Contest::Travel => (self.last, self.phase) = (high, Phase::Marching(high.other())),
            Contest::Tactics | Contest::Advantage => {
                if let Phase::Conflict(conflict) = &mut self.phase {
                    if contest == Contest::Tactics {
                        conflict.first = Some(high.other());
                    } else {
                        conflict.by_die = Some(high);
                    }
                }
            }
        }
    }
}
