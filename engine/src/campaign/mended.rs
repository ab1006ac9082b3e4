//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, LeftOut, Mending};
use crate::game::Game as _;
use crate::tabletop;

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(9);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// What a trigger makes true counts at once for the others.
    TriggersAtOnce,
    /// A damaged ship loads, lands and counts for supply.
    DamagedShipsServe,
    /// Boats that enter a siege with no gunboat along damage nothing.
    OnlyGunboatsUnderFire,
    /// Random events 32, 45 and 55 slow supply too.
    SupplySlowed,
    /// What reaches any garrison or force reaches one on a movement point too.
    ForcesOnTheRoad,
    /// Arrivals are never fewer because counters are used up.
    CountersNumberedOn,
    /// On the board a unit that has fired does not fire again as a Square.
    FiresOnceOnTheBoard,
    /// On the board troops come on over the edge where their squares lie, also by the square in its corner.
    ComesOnOverItsEdge,
    /// On the board an impetuous unit that does not reach the enemy goes along the shortest route.
    ImpetuousByTheShortestRoute,
    /// On the board Heroic Leadership cards are dealt when the armies are deployed.
    DealtWhenDeployed,
    /// On the board Leaders act once and in no combat; and what else was mended of rare things there with it.
    LeadersActOnceOnTheBoard,
    /// What was mended of rare things together: the train takes only who is there, a force that waits keeps its march, the guard stays
    /// with a governor at all times, an event of the action rounds ends with them; and, on the board, ambushes and impetuous units.
    TrainTakesWhoIsThere,
    /// On the board whoever is in ambush has a card of their own, and a boat with a Leader aboard fires again by a card.
    AmbushesTellNothing,
    /// On the board limbered gunners fight beside nobody, corner batteries limber, Leaders act once and with their brigade; and what else was
    /// mended of rare things there with it.
    LimberedGunnersDoNotFight,
    /// What was mended of rare things together: who marches to the relief of a place whose garrison breaks out relieves it; supply by itself goes
    /// through no place of the enemy's and out of no siege, the train out of and past none; guides lead for the round; leaders' Ops are Ops to
    /// random events; allies alone are no garrison of the natives.
    ReliefMeetsBreakout,
    /// Who has to attack goes all the way to the nearest place of the enemy's, or as near as they come, and an expedition all together.
    AttacksReachTheEnemy,
}

impl Mended {
    /// Those of the gridded battle's rules, in the order of its own list; none where it makes no difference in a campaign, in which a battle
    /// is over before anybody breaks off (N10).
    const ON_THE_BOARD: [Option<Self>; tabletop::state::State::MENDINGS.len()] = [
        Some(Self::FiresOnceOnTheBoard),
        Some(Self::ComesOnOverItsEdge),
        Some(Self::ImpetuousByTheShortestRoute),
        Some(Self::DealtWhenDeployed),
        None,
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        Some(Self::LeadersActOnceOnTheBoard),
        None,
        None,
        Some(Self::TrainTakesWhoIsThere),
        Some(Self::TrainTakesWhoIsThere),
        Some(Self::AmbushesTellNothing),
        Some(Self::AmbushesTellNothing),
        None,
        None,
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
        None,
        None,
        None,
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
        Some(Self::LimberedGunnersDoNotFight),
    ];
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[
    Mending { since: Edition(2), ruling: "R26", says: "What one trigger makes true counts at once for the others, those before it too." },
    Mending { since: Edition(2), ruling: "R58", says: "A damaged ship loads, lands and counts for supply as a sound one does." },
    Mending {
        since: Edition(2),
        ruling: "R67",
        says: "Of boats that enter a siege under fire only gunboats are damaged; with none along nothing is.",
    },
    Mending { since: Edition(2), ruling: "R70", says: "Random events 32, 45 and 55 slow supply too, with an escort or without." },
    Mending {
        since: Edition(2),
        ruling: "R69",
        says: "Card 37 reaches a force that stands on a movement point, as it reaches a garrison.",
    },
    Mending {
        since: Edition(2),
        ruling: "R68",
        says: "Whoever arrives arrives, whatever counters are unused: further units are numbered on.",
    },
    Mending {
        since: Edition(3),
        ruling: "T11",
        says: "On the board a unit that has fired and then forms Square does not fire again in that turn.",
    },
    Mending {
        since: Edition(4),
        ruling: "N04",
        says: "On the board troops that come on over one edge enter the square in its corner over that edge alone, not over the other.",
    },
    Mending {
        since: Edition(4),
        ruling: "T33",
        says: "On the board an impetuous unit that does not reach the enemy goes along the shortest route there as far as its points go.",
    },
    Mending {
        since: Edition(4),
        ruling: "Before battle begins",
        says: "On the board the first Heroic Leadership cards are dealt when both sides are deployed, not before.",
    },
    Mending {
        since: Edition(5),
        ruling: "T24, T29, T33, T37, T39",
        says: "On the board a Leader in a combat or carried along in a charge does not act again, none but those on the Leader's card who are in order \
               fire in a brigade square's volley, who comes on as impetuous charges, a battery does not fall back with a charge that it was not in, \
               and a boat is not raised above what it began with.",
    },
    Mending {
        since: Edition(6),
        ruling: "R43, N06, T35",
        says: "The train takes whoever boarded it and is still there; a force that waits while others land, cross or ride keeps what it has left of \
               its march; the guard of a governor stays in a breakout too; what a random event adds to meeting the enemy ends with the action \
               rounds; on the board who is in ambush supports nobody, and no impetuous unit goes for a battery behind others.",
    },
    Mending {
        since: Edition(7),
        ruling: "N03, N06, T23, T49",
        says: "On the board who is in ambush has a card of their own and counts for nothing of who is seen, and a gunboat with a Leader aboard fires again by \
               'Enhanced firepower!'.",
    },
    Mending {
        since: Edition(8),
        ruling: "N06, T35, T46, T47, T50, T57",
        says: "On the board limbered gunners fight beside nobody and those in a corner of a brigade square limber there, a battery is lost with the unit that \
               it falls back with, a Leader who went along with an impetuous unit does not act again, one aboard a boat is dealt a card, a brigade acts as \
               one with its Leader in it, a boat goes while the stream carries it, and who is in ambush stands in nobody's way on their own side.",
    },
    Mending {
        since: Edition(9),
        ruling: "R29, R41, R43, R61, R69",
        says: "Who marches to the relief of a place whose garrison breaks out in the same round relieves it; supply by itself goes through no place of the \
               enemy's and out of no siege; the train leaves no besieged or sick place and passes none that is besieged; guides lead a force for all \
               of the round; the Ops of cards 21 and 54 have what random events add to Ops; card 37 reaches no garrison of allies alone.",
    },
    Mending {
        since: Edition(9),
        ruling: "R48",
        says: "Who has to attack marches to the nearest place of the enemy's, or as near to it as they come, and an expedition that lands goes together.",
    },
];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }

    /// What is left out of the mended rules of a battle on the board.
    pub(super) fn left_out_on_the_board(&self) -> LeftOut {
        let all = LeftOut::after(Edition::FIRST, tabletop::state::State::MENDINGS);
        let is_read = |rule: Option<Mended>| rule.is_none_or(|rule| self.reads(rule));
        let read = Mended::ON_THE_BOARD.into_iter().enumerate().filter(|(_, rule)| is_read(*rule));
        read.fold(all, |left, (place, _)| left.without(place))
    }
}
