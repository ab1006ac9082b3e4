//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, Mending};

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(7);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// A unit that has fired does not fire again as a Square.
    FiresOnceInAllFormations,
    /// Troops come on over the edge where their squares lie, also by the square in its corner.
    ComesOnOverItsEdge,
    /// An impetuous unit that does not reach the enemy goes along the shortest route.
    ImpetuousByTheShortestRoute,
    /// Heroic Leadership cards are dealt when the armies are deployed.
    DealtWhenDeployed,
    /// Who breaks off goes, and does nothing first that keeps them from it; Leaders are no units.
    BreaksOffBeforeAllElse,
    /// A Leader in a combat has no card, and one carried along in a charge has acted.
    LeadersActOnceAndInNoCombat,
    /// In a brigade square's volley nobody fires who is out of order or not on its Leader's card; who has a card of their own keeps it.
    VolleyOnItsLeadersCard,
    /// A brigade in square throws the die of those who form its faces.
    TheDieOfItsFaces,
    /// A charge wakes a camp as a move does, and so does a brigade that forms.
    ChargesReachTheRampart,
    /// Who comes on as impetuous charges with what is left of their points.
    ImpetuousFromTheEdge,
    /// A boat is not raised above what it began the battle with.
    RefloatedToItsStart,
    /// A repulsed unit leaves a battery where it stands that did not charge with it.
    BatteriesDoNotCharge,
    /// Leaving the board out of steep or difficult ground costs what any move out of it does.
    LeavingHardGround,
    /// Who is left on a card of a side that breaks off is not made to stand unasked, and a brigade square goes as a unit does.
    BreaksOffTogether,
    /// An impetuous unit goes for nobody whom no charge meets.
    GoesForWhomAChargeMeets,
    /// Who is in ambush is no friend behind or beside a unit.
    AmbushesSupportNobody,
    /// Whoever is in ambush is dealt a card of their own, and counts for nothing of who is seen.
    AmbushesTellNothing,
    /// A boat with a Leader aboard fires again by 'Enhanced firepower!'.
    BoatsFireAgain,
    /// A unit of a side that breaks off fires, if it goes all the same.
    FiresAsItGoes,
    /// A side that has won breaks off too, once half of its units are disorganised or lost.
    BothBreakOff,
    /// Gunners who are limbered fight beside nobody.
    LimberedGunnersDoNotFight,
    /// A battery in the corner of a brigade square limbers and unlimbers there.
    CornersLimber,
    /// A brigade square of a side that breaks off does not leave its formation before it has gone.
    GoesBeforeItLeavesItsFormation,
    /// A brigade square that has marched has gone.
    HasGoneWhenItHasMarched,
    /// Where a brigade square cannot go as one its units leave it, each for itself, when their side breaks off.
    LeaveASquareThatCannotGo,
    /// A Leader who went along with an impetuous unit does not act again in that turn.
    LeadersActOnceInATurn,
    /// Gunners who fell back with a unit are lost with it.
    GunnersLostInFallingBack,
    /// A brigade in square acts as one only with its Leader in it.
    LeaderInTheSquare,
    /// A Leader aboard a boat under way is dealt a card, and who is aboard keeps theirs and acts on it.
    LeadersAboardAreDealt,
    /// A boat has not acted while the stream would still carry it.
    CarriedByTheStream,
    /// Who is in ambush stands in nobody's way on their own side.
    AmbushesInNobodysWay,
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[
    Mending { since: Edition(2), ruling: "T11", says: "A unit that has fired and then forms Square does not fire again in that turn." },
    Mending {
        since: Edition(3),
        ruling: "N04",
        says: "Troops that come on over one edge enter the square in its corner over that edge alone, not over the other.",
    },
    Mending {
        since: Edition(3),
        ruling: "T33",
        says: "An impetuous unit that does not reach the enemy goes along the shortest route there as far as its points go.",
    },
    Mending {
        since: Edition(3),
        ruling: "Before battle begins",
        says: "The first Heroic Leadership cards are dealt when both sides are deployed, not before.",
    },
    Mending {
        since: Edition(3),
        ruling: "T31",
        says: "A unit that has to break off turns, forms or mounts only if it can still go afterwards; a Leader is no unit, and may stand.",
    },
    Mending {
        since: Edition(4),
        ruling: "T39",
        says: "A Leader in a combat has no card, and one who was carried along in a charge does not act again in that turn.",
    },
    Mending {
        since: Edition(4),
        ruling: "T29",
        says: "In a brigade square's volley fires nobody who is disorganised or not on the Leader's card, and who has a card of their own keeps it.",
    },
    Mending {
        since: Edition(4),
        ruling: "T57",
        says: "A brigade in square throws the action die of the infantry that can form its faces, whoever else is with the side.",
    },
    Mending {
        since: Edition(4),
        ruling: "T61",
        says: "Who comes to the rampart in a charge, or as a brigade forms, wakes the camp as who moves there.",
    },
    Mending {
        since: Edition(4),
        ruling: "T33",
        says: "An impetuous unit that comes on charges the nearest enemy if what is left of its points is enough.",
    },
    Mending {
        since: Edition(4),
        ruling: "T24",
        says: "'Recover!' raises a boat to the flotation points that it began the battle with and no further.",
    },
    Mending {
        since: Edition(4),
        ruling: "T37",
        says: "A repulsed unit falls back with its Leaders; a battery in the square where its charge began stays there.",
    },
    Mending { since: Edition(4), ruling: "T12", says: "To leave the board from steep or difficult ground costs a point more for each." },
    Mending {
        since: Edition(5),
        ruling: "Break off battle",
        says: "Those whom a Leader coordinates, and a brigade square, stand only where they cannot go, when their side breaks off.",
    },
    Mending {
        since: Edition(5),
        ruling: "T35",
        says: "An impetuous unit does not go for a battery in a square with infantry, cavalry or camelry, whom its charge meets.",
    },
    Mending {
        since: Edition(5),
        ruling: "N06",
        says: "Who is in ambush counts as no friend behind or beside a unit until they show themselves.",
    },
    Mending {
        since: Edition(6),
        ruling: "N06, N03",
        says: "Who is in ambush has a card of their own until they show themselves, counts for nothing of who is seen, and shows themselves with who shares \
               their square or is kept from falling back by them; no Leader joins them by default.",
    },
    Mending {
        since: Edition(6),
        ruling: "T23, T49",
        says: "A gunboat with a Leader aboard fires one of its weapons again by 'Enhanced firepower!', as any unit does.",
    },
    Mending {
        since: Edition(6),
        ruling: "Break off battle: firing",
        says: "A unit of a side that breaks off may fire, if it has left its square, or still can with the points that the shot leaves.",
    },
    Mending {
        since: Edition(6),
        ruling: "Break off battle: both",
        says: "When half of its units are disorganised or lost in a later turn, the side that has won breaks off as well; who had to first has lost.",
    },
    Mending {
        since: Edition(7),
        ruling: "Limbered",
        says: "Gunners who are limbered add no figure to the unit in their square, nor to the face of a brigade square that they point to.",
    },
    Mending {
        since: Edition(7),
        ruling: "To limber or unlimber",
        says: "A battery in the corner of a brigade square limbers and unlimbers there, when it acts for itself.",
    },
    Mending {
        since: Edition(7),
        ruling: "Break off battle: formation",
        says: "A brigade square of a side that breaks off leaves its formation only where it cannot go.",
    },
    Mending {
        since: Edition(7),
        ruling: "Break off battle: marched",
        says: "A brigade square of a side that breaks off has gone when it has marched a square, and may fire or stand then.",
    },
    Mending {
        since: Edition(7),
        ruling: "Break off battle: brigade",
        says: "When a side breaks off whose brigade square cannot act as one, each of its units goes for itself, and pays 2 points to leave it.",
    },
    Mending {
        since: Edition(7),
        ruling: "Turn sequence",
        says: "A Leader who went along with an impetuous unit does not act again in that turn.",
    },
    Mending {
        since: Edition(7),
        ruling: "T35",
        says: "A battery that falls back with a unit is lost with it, when the figure that it loses for being blocked is its last.",
    },
    Mending { since: Edition(7), ruling: "T57", says: "A brigade in square acts as one only while its Leader is within its nine squares." },
    Mending {
        since: Edition(7),
        ruling: "T47",
        says: "A Leader aboard a boat under way is dealt a card and can play Heroic ones; whoever is aboard acts on their card, and keeps it when another \
               acts first.",
    },
    Mending {
        since: Edition(7),
        ruling: "T46",
        says: "A boat that has not moved yet may go while the stream would carry it, though no point is left.",
    },
    Mending {
        since: Edition(7),
        ruling: "N06, T50",
        says: "Who is in ambush stands in nobody's way on their own side either: to pass through them costs nothing, and no diagonal is closed by them.",
    },
];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }
}
