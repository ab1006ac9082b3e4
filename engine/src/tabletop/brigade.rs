//! *Brigade Squares*: 3 × 3 squares that fight as one figure.
//!
//! Infantry in Line stands at the middle of each face, facing out; corners are empty or hold a battery; anything may stand in the centre
//! (T57). What stands so is a brigade square, however it came to; it is fully formed while all four faces are there. A battery in a corner
//! belongs to the one face that it points to (T22).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::board::corners;
use super::formation::Formation;
use super::pack::Arm;
use super::position::Position;
use super::rules::movement::tariff::ground_cost;
use super::side::Side;
use super::square::{Facing, Square};
use super::unit::UnitId;

/// The four faces.
pub const FACES: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

/// Three squares by three of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Brigade {
    /// Whose.
    pub side: Side,
    /// The square in the middle.
    pub centre: Square,
}

/// What forming a brigade square makes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Its place.
    pub square: Square,
    /// How it faces there.
    pub facing: Facing,
    /// Its formation there.
    pub formation: Option<Formation>,
}

/// A step of the whole figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Where it stands then.
    pub brigade: Brigade,
    /// What it costs each of its units: the dearest of the nine squares.
    pub cost: u8,
    /// Where each unit and Leader ends; they face as before.
    pub units: SmallVec<[(UnitId, Square); 16]>,
}

impl Brigade {
    /// Its nine squares as far as the numbers reach, the centre first, then round from the north.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        std::iter::once(self.centre).chain(Facing::ALL.into_iter().filter_map(move |facing| self.centre.next(facing)))
    }

    /// Whether a square is one of the nine.
    #[must_use]
    pub fn has(self, square: Square) -> bool {
        square == self.centre || square.is_adjacent_to(self.centre)
    }

    /// The infantry that forms a face: in Line, at its middle, facing out.
    #[must_use]
    pub fn face(self, position: &Position, face: Facing) -> Option<UnitId> {
        let square = self.centre.next(face).filter(|_| !face.is_diagonal())?;
        let forms = |unit: &UnitId| {
            let of = position.unit(*unit);
            of.facing == face && of.formation == Some(Formation::Line) && position.troop(*unit).arm == Arm::Infantry
        };
        position.of_in(self.side, square).find(forms)
    }

    /// Whether all four faces are there.
    #[must_use]
    pub fn is_fully_formed(self, position: &Position) -> bool {
        FACES.into_iter().all(|face| self.face(position, face).is_some())
    }

    /// The batteries in corners that belong to a face: those that point to it (T22).
    pub fn batteries(self, position: &Position, face: Facing) -> impl Iterator<Item = UnitId> + '_ {
        let corner = |eighths| self.centre.next(face.turned(eighths));
        let belongs = move |unit: &UnitId| position.unit(*unit).facing == face && position.troop(*unit).arm.is_battery();
        [corner(7), corner(1)].into_iter().flatten().flat_map(move |square| position.of_in(self.side, square)).filter(belongs)
    }

    /// The faces that an enemy in a corner is near to, whose front they strike from there (T57); none for any other square.
    #[must_use]
    pub fn faces_near_corner(self, corner: Square) -> Option<[Facing; 2]> {
        let diagonal = self.centre.facing_to(corner).filter(|facing| facing.is_diagonal())?;
        Some([diagonal.turned(7), diagonal.turned(1)])
    }

    /// All of its side within the nine squares, Leaders too.
    pub fn units(self, position: &Position) -> impl Iterator<Item = UnitId> + '_ {
        position.of(self.side).filter(move |unit| self.has(position.unit(*unit).square))
    }

    /// The fully formed brigade square of which a unit forms a face.
    #[must_use]
    pub fn of_face(position: &Position, unit: UnitId) -> Option<Self> {
        let of = position.unit(unit);
        if !of.is_on_board() || of.formation != Some(Formation::Line) || of.facing.is_diagonal() {
            return None;
        }
        let brigade = Self { side: of.side, centre: of.square.next(of.facing.opposite())? };
        (brigade.face(position, of.facing) == Some(unit) && brigade.is_fully_formed(position)).then_some(brigade)
    }

    /// The fully formed brigade square that a unit or Leader is in: in a face, a corner or the centre.
    #[must_use]
    pub fn of_part(position: &Position, unit: UnitId) -> Option<Self> {
        let of = position.unit(unit);
        let centres = std::iter::once(Some(of.square)).chain(Facing::ALL.into_iter().map(|facing| of.square.next(facing))).flatten();
        let mut brigades = centres.map(|centre| Self { side: of.side, centre });
        brigades.find(|brigade| of.is_on_board() && position.board.has(brigade.centre) && brigade.is_fully_formed(position))
    }

    /// The whole figure one square on, orthogonally or diagonally: no square of it may be closed to one that stands in it, nobody else may
    /// stand where it comes to, or beside a diagonal step, and no enemy within it. `None` if it cannot.
    #[must_use]
    pub fn shifted(self, position: &Position, way: Facing) -> Option<Shift> {
        let brigade = Self { side: self.side, centre: self.centre.next(way)? };
        let is_of_it = |unit: UnitId| position.unit(unit).side == self.side && self.has(position.unit(unit).square);
        let is_free = |square: Square| position.on(square).all(|unit| is_of_it(unit) || is_unseen(position, self.side, unit));
        let mut cost = 0;
        for square in self.squares() {
            let to = square.next(way).filter(|to| position.board.has(*to))?;
            let (one, other) = corners(square, to);
            if !is_free(square) || !is_free(to) || !is_free(one) || !is_free(other) {
                return None;
            }
            cost = cost.max(ground_cost(&position.board, &position.pack.tables.tariff, square, to, false)?);
        }
        let units = self.units(position).filter_map(|unit| Some((unit, position.unit(unit).square.next(way)?))).collect();
        Some(Shift { brigade, cost, units })
    }

    /// Who takes which place when a brigade square is formed here (T58): each pays for it as for a change of formation.
    ///
    /// Each face takes a unit of infantry that can form Line, is not disorganised nor in combat, and stands on the place or adjacent to it;
    /// one on its place before another, then the first of the list. A battery in a corner stays, and turns to one of its two faces
    /// if it points to neither. Whoever is in the centre stays. Nobody else may stand in the eight squares round it, Leaders aside.
    /// `None` if it cannot be formed. Those who stand so already stay, and pay all the same.
    #[must_use]
    pub fn can_form(self, position: &Position) -> Option<SmallVec<[Placed; 8]>> {
        let open = |square: Square| position.board.ground(square).is_land();
        if self.squares().filter(|square| open(*square)).count() < 9 {
            return None;
        }
        let mut chosen = [None; 4];
        if !self.choose(position, 0, &mut chosen) {
            return None;
        }
        let mut placed: SmallVec<[Placed; 8]> = SmallVec::new();
        for (face, unit) in FACES.into_iter().zip(chosen) {
            placed.push(Placed { unit: unit?, square: self.centre.next(face)?, facing: face, formation: Some(Formation::Line) });
        }
        for unit in position.all().filter(|unit| position.unit(*unit).is_on_board()) {
            let of = position.unit(unit);
            let arm = position.troop(unit).arm;
            let taken = placed.iter().any(|place| place.unit == unit);
            if taken || !self.has(of.square) || of.square == self.centre && of.side == self.side || is_unseen(position, self.side, unit) {
                continue;
            }
            match self.faces_near_corner(of.square) {
                _ if of.side != self.side => return None,
                _ if arm == Arm::Leader => {}
                Some(faces) if arm.is_battery() => {
                    let facing = if faces.contains(&of.facing) { of.facing } else { faces[0] };
                    placed.push(Placed { unit, square: of.square, facing, formation: of.formation });
                }
                _ => return None,
            }
        }
        Some(placed)
    }

    /// Finds a unit for each face from this one on.
    fn choose(self, position: &Position, face: usize, chosen: &mut [Option<UnitId>; 4]) -> bool {
        let Some(facing) = FACES.get(face) else { return true };
        let Some(place) = self.centre.next(*facing) else { return false };
        for on_it in [true, false] {
            for unit in position.of(self.side) {
                let square = position.unit(unit).square;
                let near = if on_it { square == place } else { square.is_adjacent_to(place) };
                if near && can_be_face(position, unit) && !chosen.contains(&Some(unit)) {
                    chosen[face] = Some(unit);
                    if self.choose(position, face + 1, chosen) {
                        return true;
                    }
                    chosen[face] = None;
                }
            }
        }
        false
    }
}

/// Whether a unit can form a face of a brigade square, if it stands near enough.
#[must_use]
pub fn can_be_face(position: &Position, unit: UnitId) -> bool {
    let troop = position.troop(unit);
    let fit = troop.arm == Arm::Infantry && troop.formations.contains(&Formation::Line);
    fit && !position.unit(unit).disorganised && !position.is_locked(unit)
}

/// An enemy in ambush, who is in nobody's way (N06).
fn is_unseen(position: &Position, side: Side, unit: UnitId) -> bool {
    position.unit(unit).side != side && position.unit(unit).hidden
}

#[cfg(test)]
mod tests;
