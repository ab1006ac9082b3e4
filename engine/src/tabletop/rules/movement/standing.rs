//! Who stands in the way of a unit: where it may stop, and through whom it may pass (*Restrictions*).
//!
//! A Leader may share a square with friends, a battery with one unit of infantry, cavalry or camelry; transport and boats share theirs
//! with no unit. A unit may pass through friends that are not disorganised, a boat through nobody (T45, T50). It may enter the square of
//! an enemy Leader who is alone, and stops there (T43). An enemy in ambush is not seen, and so stands in nobody's way (N06); nor does a friend
//! in ambush, or what a way costs would tell that they are there, but to stop with them takes the room that it takes with anybody.

use crate::tabletop::pack::Arm;
use crate::tabletop::position::Position;
use crate::tabletop::square::Square;
use crate::tabletop::unit::{Unit, UnitId};

/// The most squares that a board has.
pub(crate) const SQUARES: usize = 24 * 16;

const OCCUPIED: u8 = 1;
const ENEMY: u8 = 1 << 1;
const ENEMY_LEADER: u8 = 1 << 2;
const DISORGANISED: u8 = 1 << 3;
const MAIN: u8 = 1 << 4;
const BATTERY: u8 = 1 << 5;
const OTHER: u8 = 1 << 6;
/// One of the three in sight, who is passed through, or cannot be.
const SEEN: u8 = 1 << 7;
const FRIENDS: u8 = MAIN | BATTERY | OTHER;

/// What a square is to a unit that would enter it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Whether it may stop there.
    pub stop: bool,
    /// Whether it may go on from there.
    pub go_on: bool,
    /// Whether it passes through a friend there, if it goes on.
    pub through_friend: bool,
}

impl Room {
    /// Whether it may enter at all.
    #[must_use]
    #[inline]
    pub const fn lets_in(self) -> bool {
        self.stop || self.go_on
    }

    /// Whether it pays for passing through a friend as soon as it enters: it cannot stop there.
    #[must_use]
    #[inline]
    pub const fn only_passes(self) -> bool {
        self.through_friend && !self.stop
    }
}

/// Who stands where, as one unit sees it.
#[derive(Clone, Debug)]
pub struct Standing {
    arm: Arm,
    columns: usize,
    flags: [u8; SQUARES],
}

#[inline]
const fn flag(arm: Arm) -> u8 {
    match arm {
        Arm::Infantry | Arm::Cavalry | Arm::Camelry => MAIN,
        Arm::Artillery | Arm::MachineGun => BATTERY,
        Arm::Transport | Arm::Gunboat | Arm::RiverBoat => OTHER,
        Arm::Leader => 0,
    }
}

fn flags_of(position: &Position, mover: &Unit, other: &Unit) -> u8 {
    let arm = position.pack.troop(other.troop).arm;
    match (other.side == mover.side, arm) {
        (false, _) if other.hidden => 0,
        (false, Arm::Leader) => OCCUPIED | ENEMY_LEADER,
        (false, _) => OCCUPIED | ENEMY,
        (true, _) if other.hidden && !mover.hidden && !position.ambushes_block => flag(arm),
        (true, _) => {
            let seen = if flag(arm) == 0 { 0 } else { SEEN };
            OCCUPIED | flag(arm) | seen | if other.disorganised { DISORGANISED } else { 0 }
        }
    }
}

#[inline]
const fn room(arm: Arm, flags: u8) -> Room {
    let friends = flags & FRIENDS;
    if flags & ENEMY != 0 {
        return Room { stop: false, go_on: false, through_friend: false };
    }
    if flags & ENEMY_LEADER != 0 {
        let captures = friends == 0 && !matches!(arm, Arm::Leader) && !arm.is_boat();
        return Room { stop: captures, go_on: false, through_friend: false };
    }
    if friends == 0 {
        return Room { stop: true, go_on: true, through_friend: false };
    }
    let stop = match flag(arm) {
        0 => true,
        MAIN => friends == BATTERY,
        BATTERY => friends == MAIN,
        _ => false,
    };
    let through_friend = flags & SEEN != 0;
    let go_on = flags & DISORGANISED == 0 && !(through_friend && arm.is_boat());
    Room { stop, go_on, through_friend }
}

impl Standing {
    /// Who stands where, for a unit; it does not stand in its own way.
    #[must_use]
    pub fn of(position: &Position, unit: UnitId) -> Self {
        let mover = position.unit(unit);
        let columns = usize::from(position.board.size().columns_and_rows().0);
        let mut standing = Self { arm: position.troop(unit).arm, columns, flags: [0; SQUARES] };
        for (index, other) in position.units.iter().enumerate() {
            if index != unit.index() && other.is_on_board() {
                let at = standing.index(other.square);
                if let Some(flags) = standing.flags.get_mut(at) {
                    *flags |= flags_of(position, mover, other);
                }
            }
        }
        standing
    }

    #[inline]
    const fn index(&self, square: Square) -> usize {
        square.row as usize * self.columns + square.column as usize
    }

    #[inline]
    fn flags_at(&self, index: usize) -> u8 {
        self.flags.get(index).copied().unwrap_or(0)
    }

    #[inline]
    fn flags(&self, square: Square) -> u8 {
        self.flags_at(self.index(square))
    }

    /// What a square is to the unit, by its place on the board, row by row.
    #[inline]
    pub(super) fn room_at(&self, index: usize) -> Room {
        room(self.arm, self.flags_at(index))
    }

    /// Whether nobody is in the way in a square, by its place.
    #[inline]
    pub(super) fn is_free_at(&self, index: usize) -> bool {
        self.flags_at(index) == 0
    }

    /// Whether anybody else stands in a square, by its place.
    #[inline]
    pub(super) fn is_occupied_at(&self, index: usize) -> bool {
        self.flags_at(index) & OCCUPIED != 0
    }

    /// Whether anybody else stands in a square of the board.
    #[must_use]
    #[inline]
    pub fn is_occupied(&self, square: Square) -> bool {
        self.flags(square) & OCCUPIED != 0
    }

    /// What a square of the board is to the unit.
    #[must_use]
    #[inline]
    pub fn room(&self, square: Square) -> Room {
        room(self.arm, self.flags(square))
    }
}
