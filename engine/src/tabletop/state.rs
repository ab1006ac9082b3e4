//! A battle in progress: everything that the events so far have made true.

use std::sync::Arc;

use smallvec::SmallVec;

use super::cards::{Cards, PlayingCard};
use super::heroic::HeroicCards;
use super::instruction::{Instruction, Whom, Wing};
use super::options::Options;
use super::order::CombatCards;
use super::pack::{Arm, BattlePack};
use super::phase::{Active, Phase, Question, Step};
use super::plan::Plan;
use super::player::Player;
use super::position::Position;
use super::side::Side;
use super::square::{Aspect, Facing, Square};
use super::unit::{Place, Unit, UnitId};
use super::unit_set::UnitSet;
use crate::edition::LeftOut;
use crate::tabletop::board::{Board, Size};

/// A unit's playing card, or a Leader's for those whom they coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// To whom.
    pub unit: UnitId,
    /// Which.
    pub card: PlayingCard,
    /// Those whom a Leader coordinates with it.
    pub with: UnitSet,
}

/// Two units locked in one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Where.
    pub square: Square,
    /// Who charged.
    pub charger: UnitId,
    /// Whom.
    pub charged: UnitId,
    /// Where the charge has struck.
    pub struck: Aspect,
    /// The way the charger came.
    pub way: Facing,
    /// What cards add in this turn's combat, to the charger and to the charged.
    pub cards: [i8; 2],
    /// Which of the two sides has answered whether it plays a card.
    pub answered: [bool; 2],
    /// Whether its combat has been fought this turn, or it began in this turn.
    pub fought: bool,
}

impl Contact {
    /// The two units.
    #[must_use]
    pub const fn units(&self) -> [UnitId; 2] {
        [self.charger, self.charged]
    }
}

/// What is kept of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Army {
    /// Whether it knows of no enemy yet.
    pub asleep: bool,
    /// The turn in which it woke, if it was asleep.
    pub woke: Option<u8>,
    /// Whether it must break off.
    pub breaks_off: bool,
    /// The turn at whose end it had to break off; 0 if it has not.
    pub broke_off_in: u8,
    /// Whether it gives the battle up with this turn (N10).
    pub gives_up: bool,
    /// What it does when asked for a card in a combat.
    pub combat_cards: CombatCards,
    /// The centre of its brigade square.
    pub brigade: Option<Square>,
    /// The last turn in which its brigade square acted as one; 0 if it never did.
    pub acted_as_one_in: u8,
}

/// A battle.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Who stands where.
    pub position: Position,
    /// What is fought; none before it is set up.
    pub plan: Option<Arc<Plan>>,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// Where it stands.
    pub phase: Phase,
    /// The step of the turn.
    pub step: Step,
    /// How many packs are dealt from.
    pub packs: u8,
    /// The playing cards undealt.
    pub undealt: Cards,
    /// The playing cards turned this turn.
    pub turned: Cards,
    /// The cards dealt this turn, of those who have not acted.
    pub dealt: SmallVec<[Dealt; 8]>,
    /// Cards dealt this turn to those aboard a boat, who have not acted, since another's card was taken: the earlier rules forgot them then.
    pub dealt_aboard: SmallVec<[Dealt; 2]>,
    /// The Heroic Leadership cards.
    pub heroic: HeroicCards,
    /// Ours, then the enemy's.
    pub sides: [Army; 2],
    /// Units locked in combat.
    pub contacts: SmallVec<[Contact; 4]>,
    /// Units that have acted, or tried to recover, in this step.
    pub acted: UnitSet,
    /// Leaders who have been carried along in a charge in this step.
    pub carried: UnitSet,
    /// Leaders who have gone along with a unit in this turn, by a move or in a charge.
    pub gone_along: UnitSet,
    /// Units that act on a card of their own, not on their Leader's.
    pub on_their_own: UnitSet,
    /// Boats that lie still in the next turn, to take units aboard or land them.
    pub still: UnitSet,
    /// Units that a slow waking keeps from acting this turn (N07).
    pub drowsy: UnitSet,
    /// Instructions, by unit; what has none is asked about.
    pub instructions: SmallVec<[(UnitId, Instruction); 4]>,
    /// Who plays ours, then the enemy.
    pub players: [Option<Player>; 2],
    /// Rules read as they were before they were mended.
    pub(super) left_out: LeftOut,
}

impl State {
    /// Before anything has been set up.
    #[must_use]
    pub fn new(pack: Arc<BattlePack>) -> Self {
        let board = Arc::new(Board::open(Size::Small));
        Self {
            position: Position::new(pack, Options::default(), board, Vec::new()),
            plan: None,
            turn: 0,
            phase: Phase::Unset,
            step: Step::Deal,
            packs: 1,
            undealt: Cards::NONE,
            turned: Cards::NONE,
            dealt: SmallVec::new(),
            dealt_aboard: SmallVec::new(),
            heroic: HeroicCards::default(),
            sides: [Army::default(); 2],
            contacts: SmallVec::new(),
            acted: UnitSet::NONE,
            carried: UnitSet::NONE,
            gone_along: UnitSet::NONE,
            on_their_own: UnitSet::NONE,
            still: UnitSet::NONE,
            drowsy: UnitSet::NONE,
            instructions: SmallVec::new(),
            players: [None; 2],
            left_out: LeftOut::NONE,
        }
    }

    /// A unit.
    #[must_use]
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        self.position.unit(unit)
    }

    /// A unit, if there is one of this number.
    #[must_use]
    #[inline]
    pub fn find(&self, unit: UnitId) -> Option<&Unit> {
        self.position.units.get(unit.index())
    }

    /// What is kept of a side.
    #[must_use]
    #[inline]
    pub const fn side(&self, side: Side) -> &Army {
        &self.sides[side as usize]
    }

    /// Who plays a side, if anybody does.
    #[must_use]
    pub const fn player(&self, side: Side) -> Option<Player> {
        self.players[side as usize]
    }

    /// The settings.
    #[must_use]
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.position.options
    }

    /// The activation going on.
    #[must_use]
    #[inline]
    pub const fn active(&self) -> Option<&Active> {
        if let Phase::Acting(active) = &self.phase { Some(active) } else { None }
    }

    /// What a side is asked.
    #[must_use]
    pub const fn question(&self) -> Option<Question> {
        if let Phase::Asking(question) = self.phase { Some(question) } else { None }
    }

    /// The contact in a square.
    #[must_use]
    pub fn contact_in(&self, square: Square) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.square == square)
    }

    /// Whether a unit's square is one of a combat: it is dealt no card, does not move, fire, or get fired at (T18, T39).
    #[must_use]
    pub fn is_locked(&self, unit: UnitId) -> bool {
        !self.contacts.is_empty() && self.position.is_locked(unit)
    }

    /// Leaders of a side on the board.
    pub fn leaders(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.position.of(side).filter(|unit| self.position.troop(*unit).arm == Arm::Leader)
    }

    /// Leaders of a unit's side in its square, or aboard it.
    pub fn leaders_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let of = *self.unit(unit);
        let is_with = move |(_, leader): &(usize, &Unit)| {
            let is_there = leader.square == of.square && leader.is_on_board() && of.is_on_board();
            leader.side == of.side && (is_there || leader.place == Place::Aboard(unit))
        };
        // Few are there: that is quicker seen than who is a Leader.
        self.position
            .units
            .iter()
            .enumerate()
            .filter(is_with)
            .map(|(index, _)| UnitId::at(index))
            .filter(move |other| *other != unit && self.position.troop(*other).arm == Arm::Leader && self.position.counts_for(unit, *other))
    }

    /// Whom a Leader accompanies: the unit in their square, the main one before a battery; nobody where they are alone.
    #[must_use]
    pub fn accompanied_by(&self, leader: UnitId) -> Option<UnitId> {
        let of = self.unit(leader);
        if let Place::Aboard(boat) = of.place {
            return Some(boat);
        }
        let rank = |unit: &UnitId| {
            let arm = self.position.troop(*unit).arm;
            (arm.is_battery(), !arm.counts_for_break_off())
        };
        let counts = |unit: &UnitId| self.position.troop(*unit).arm != Arm::Leader && self.position.counts_for(leader, *unit);
        let others = self.position.of_in(of.side, of.square).filter(counts);
        others.filter(|_| of.is_on_board()).min_by_key(rank)
    }

    /// Leaders who accompany a unit.
    pub fn companions(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.leaders_with(unit).filter(move |leader| self.accompanied_by(*leader) == Some(unit))
    }

    /// Everybody who shares a unit's square on its side: its battery, Leaders.
    pub fn beside(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let of = *self.unit(unit);
        self.position.of_in(of.side, of.square).filter(move |other| *other != unit)
    }

    /// The side that has lost because it had to break off, and the other not in the same turn (T60).
    #[must_use]
    pub const fn beaten(&self) -> Option<Side> {
        let [ours, enemy] = &self.sides;
        match (ours.breaks_off, enemy.breaks_off) {
            (true, true) if ours.broke_off_in == enemy.broke_off_in => None,
            (true, true) => Some(if ours.broke_off_in < enemy.broke_off_in { Side::Ours } else { Side::Enemy }),
            (true, false) => Some(Side::Ours),
            (false, true) => Some(Side::Enemy),
            (false, false) => None,
        }
    }

    /// What a unit is told to do.
    #[must_use]
    pub fn instruction(&self, unit: UnitId) -> Instruction {
        self.instructions.iter().find(|(whose, _)| *whose == unit).map_or(Instruction::AskMe, |(_, instruction)| *instruction)
    }

    /// The units of a side that an instruction is for: those on the board or to come on, boats and Leaders too.
    pub fn meant(&self, side: Side, whom: Whom) -> impl Iterator<Item = UnitId> + '_ {
        let facing = self.plan.as_ref().map_or(Facing::North, |plan| plan.side(side).facing);
        let (columns, rows) = self.position.board.size().columns_and_rows();
        let wing = move |square: Square| {
            // The place from left to right as the side sees it, along the board's edge behind it.
            let way = facing.way();
            let across = if way.down == 0 { (square.row, rows, way.right > 0) } else { (square.column, columns, way.down < 0) };
            let (place, of, from_left) = across;
            let third = u16::from(place) * 3 / u16::from(of);
            match (third, from_left) {
                (1, _) => Wing::Centre,
                (0, true) | (2, false) => Wing::Left,
                _ => Wing::Right,
            }
        };
        self.position.all().filter(move |unit| {
            let of = self.unit(*unit);
            let there = of.side == side && !matches!(of.place, Place::Left | Place::Lost);
            there
                && match whom {
                    Whom::All => true,
                    Whom::Unit(one) => one == *unit,
                    Whom::Wing(wanted) => of.is_on_board() && wing(of.square) == wanted,
                }
        })
    }

    /// Units of a side for *Break off battle*: disorganised on the board or aboard, lost or gone, and all there were (T31).
    #[must_use]
    pub fn strength(&self, side: Side) -> Strength {
        let mut strength = Strength::default();
        for unit in self.position.all().map(|unit| (unit, self.unit(unit))) {
            let (id, unit) = unit;
            if unit.side != side || !self.position.troop(id).arm.counts_for_break_off() {
                continue;
            }
            strength.of += 1;
            match unit.place {
                Place::Lost | Place::Left => strength.lost += 1,
                Place::Board | Place::Waiting | Place::Aboard(_) => strength.disorganised += u8::from(unit.disorganised),
            }
        }
        strength
    }
}

/// A side's units, counted for *Break off battle*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strength {
    /// Disorganised.
    pub disorganised: u8,
    /// Lost, or gone from the board.
    pub lost: u8,
    /// All there were.
    pub of: u8,
}

impl Strength {
    /// Whether half or more are disorganised or lost.
    #[must_use]
    pub const fn breaks_off(self) -> bool {
        2 * (self.disorganised as u16 + self.lost as u16) >= self.of as u16
    }
}
