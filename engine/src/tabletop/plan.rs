//! What a battle is fought on, by whom and under which special rules: a scenario, typical armies, a campaign's battle, all alike.
//!
//! A plan is written into the journal whole, so that a battle begun today is replayed with its own ground and forces, whatever becomes of
//! the files.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::board::Board;
use super::formation::Formation;
use super::pack::troops::{Arm, Troop};
use super::side::Side;
use super::square::{Facing, Square};
use super::unit::UnitId;
use super::unit_set::UnitSet;

/// A battle to be fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What the battle is called.
    pub title: String,
    /// The board, as text ([`Board::parse`]).
    pub board: String,
    /// The side that is set up first, and sees nothing of the other's places.
    pub first: Side,
    /// Ours.
    pub ours: SidePlan,
    /// The enemy's.
    pub enemy: SidePlan,
    /// A side that knows of no enemy yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asleep: Option<Asleep>,
    /// The troops, by key, that may throw down their arms when a charge forces them back (T62).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pleads: Vec<String>,
    /// What decides if nobody has to break off; without it such a battle is drawn (T60).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<Aim>,
    /// Whether the battle is over with the turn in which a side must break off, without the walk off the board (N10).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops_at_break_off: bool,
}

/// One side of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePlan {
    /// What the side is called.
    pub name: String,
    /// Where it is set up, where a force does not say otherwise.
    pub area: Start,
    /// Where it faces at first.
    pub facing: Facing,
    /// Its units.
    pub forces: Vec<Force>,
    /// The centre of the brigade square as which its infantry and batteries begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// Which way its units face at first, each from where it stands, if not all one way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Faces>,
    /// The formations in which its units are set up, of those that they can take; none named: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Formation>,
}

/// Which way a side faces that is not all on one side of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faces {
    /// Towards the middle of the board.
    Inward,
    /// Away from the middle of the board.
    Outward,
}

impl Faces {
    /// Which way a unit in a square of a board faces; `None` in its very middle.
    #[must_use]
    pub fn at(self, square: Square, board: &Board) -> Option<Facing> {
        let (columns, rows) = board.size().columns_and_rows();
        // Twice the way to the middle, so that it is counted in whole numbers.
        let right = i16::from(columns) - 1 - 2 * i16::from(square.column);
        let down = i16::from(rows) - 1 - 2 * i16::from(square.row);
        let inward = match (right.abs() > 2 * down.abs(), down.abs() > 2 * right.abs()) {
            (true, _) => (right.signum(), 0),
            (_, true) => (0, down.signum()),
            _ => (right.signum(), down.signum()),
        };
        let way = Facing::ALL.into_iter().find(|facing| (facing.way().right, facing.way().down) == inward)?;
        Some(match self {
            Self::Inward => way,
            Self::Outward => way.opposite(),
        })
    }
}

impl SidePlan {
    /// Whether one of its units that can take these formations may be set up in this one.
    #[must_use]
    pub fn allows(&self, formation: Formation, can_take: &[Formation]) -> bool {
        self.formations.contains(&formation) || !self.formations.iter().any(|named| can_take.contains(named))
    }

    /// Where its forces begin, each in its turn.
    pub fn starts(&self) -> impl Iterator<Item = &Start> {
        self.forces.iter().map(|force| force.area.as_ref().unwrap_or(&self.area))
    }
}

/// Where units begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// On the board, anywhere in an area.
    SetUp(Area),
    /// Off the board: they come on at these squares of its edge, on the first turn or later (N04).
    ComesOn(Area),
    /// On the board and hidden (N06), anywhere in an area.
    Hidden(Area),
}

impl Start {
    /// The squares.
    #[must_use]
    pub const fn area(&self) -> &Area {
        match self {
            Self::SetUp(area) | Self::ComesOn(area) | Self::Hidden(area) => area,
        }
    }
}

/// Units of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Their key in the pack.
    pub troop: String,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub units: u8,
    /// Figures of each, where they are not at full strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<u8>,
    /// Shots that each has for the battle, where ammunition is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shots: Option<u8>,
    /// Where they begin, if not where their side does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Start>,
    /// The first turn on which they may come on.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub from_turn: u8,
}

const fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

/// A side that knows of no enemy: it is dealt no cards until it wakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asleep {
    /// Which.
    pub side: Side,
    /// What wakes it.
    pub woken_by: Vec<Waking>,
    /// Whether it wakes slowly: on the turn after, each of its units acts on 5 or 6 of a D6 only (N07).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slowly: bool,
}

/// What wakes a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waking {
    /// The joker, dealt to a unit of the other side (T61).
    Joker,
    /// An enemy in one of these squares (T61).
    Reached(Area),
    /// Fire at one of its units, or a charge (N07).
    Contact,
    /// A 6 of a D6 at the end of a turn (N07).
    Alarm,
}

/// What decides a battle in which nobody has to break off (T60).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// A side must have more units that are not disorganised in these squares than the other; else the other has won.
    Hold {
        /// Whose aim it is.
        side: Side,
        /// The squares.
        squares: Area,
    },
    /// The side with more units on the board that are not disorganised has won; with as many on both, the enemy (N17).
    MoreUnits,
}

/// As many blocks as the largest board has squares.
const MOST_BLOCKS: usize = 24 * 16;

/// The squares of a brigade square: its centre and those about it.
fn nine(centre: Square) -> impl Iterator<Item = Square> {
    std::iter::once(Some(centre)).chain(Facing::ALL.into_iter().map(move |facing| centre.next(facing))).flatten()
}

/// A word of a plan as its fault says it, however long it is.
fn shown(word: &str) -> String {
    word.chars().take(60).collect()
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {reason}")]
pub struct PlanError {
    /// Where in it.
    pub at: String,
    /// Why.
    pub reason: String,
}

impl Plan {
    /// A side's part.
    #[must_use]
    pub const fn side(&self, side: Side) -> &SidePlan {
        match side {
            Side::Ours => &self.ours,
            Side::Enemy => &self.enemy,
        }
    }

    /// The side and the force that a unit belongs to: units are numbered force by force, ours first.
    #[must_use]
    pub fn force_of(&self, unit: UnitId) -> Option<(Side, &Force)> {
        let forces = Side::BOTH.into_iter().flat_map(|side| self.side(side).forces.iter().map(move |force| (side, force)));
        let mut left = unit.index();
        for (side, force) in forces {
            match left.checked_sub(usize::from(force.units)) {
                Some(rest) => left = rest,
                None => return Some((side, force)),
            }
        }
        None
    }

    /// Where a unit begins.
    #[must_use]
    pub fn start_of(&self, unit: UnitId) -> Option<&Start> {
        self.force_of(unit).map(|(side, force)| force.area.as_ref().unwrap_or(&self.side(side).area))
    }

    /// Units of a side set up in an area with fewer squares: how many, and how many squares. Leaders share, brigade squares have their own.
    fn crowded(&self, side: Side, troops: &[Troop], board: &Board) -> Option<(usize, usize)> {
        let plan = self.side(side);
        let areas = plan.starts().filter(|start| !matches!(start, Start::ComesOn(_)));
        areas.filter(|_| plan.square.is_none()).find_map(|start| {
            let of = |boats: bool| {
                let here = plan.forces.iter().zip(plan.starts()).filter(|(_, other)| *other == start);
                let arms =
                    here.filter_map(|(force, _)| troops.iter().find(|troop| troop.key == force.troop).map(|troop| (troop.arm, force)));
                let units = arms.filter(|(arm, _)| *arm != Arm::Leader && arm.is_boat() == boats);
                let units: usize = units.map(|(_, force)| usize::from(force.units)).sum();
                let fits = |ground: super::ground::Ground| if boats { ground.is_water() } else { ground.is_land() };
                (units, start.area().squares().filter(|square| fits(board.ground(*square))).count())
            };
            [of(false), of(true)].into_iter().find(|(units, squares)| units > squares)
        })
    }

    /// A square where a side's hidden units may be and the other side may be set up: there the one would tell of the other.
    fn ambush_among(&self, side: Side, board: &Board) -> Option<Square> {
        let hidden = self.side(side).starts().filter(|start| matches!(start, Start::Hidden(_)));
        let others: Vec<&Area> =
            self.side(side.other()).starts().filter(|start| !matches!(start, Start::ComesOn(_))).map(Start::area).collect();
        hidden.flat_map(|start| start.area().squares()).find(|square| board.has(*square) && others.iter().any(|area| area.has(*square)))
    }

    /// More of something than any battle has: forces, blocks of an area, what wakes a side, troops that plead.
    fn too_many(&self) -> Option<PlanError> {
        let bound = |at: String, count: usize, most: usize, what: &str| {
            (count > most).then(|| PlanError { at, reason: format!("{count} {what} are more than the {most} there can be") })
        };
        let blocks = |at: String, area: &Area| bound(at, area.0.len(), MOST_BLOCKS, "blocks of squares");
        let of_side = |side: Side| {
            let (plan, at) = (self.side(side), if side == Side::Ours { "ours" } else { "enemy" });
            let forces = bound(format!("{at}.forces"), plan.forces.len(), UnitSet::MOST, "forces");
            let formations = bound(format!("{at}.formations"), plan.formations.len(), Formation::ALL.len(), "formations");
            let area = |(place, force): (usize, &Force)| blocks(format!("{at}.forces[{place}].area"), force.area.as_ref()?.area());
            let found = forces.or(formations).or_else(|| blocks(format!("{at}.area"), plan.area.area()));
            found.or_else(|| plan.forces.iter().enumerate().find_map(area))
        };
        let woken_by = || {
            let woken_by = &self.asleep.as_ref()?.woken_by;
            let area = |(place, waking): (usize, &Waking)| match waking {
                Waking::Reached(area) => blocks(format!("asleep.woken_by[{place}]"), area),
                Waking::Joker | Waking::Contact | Waking::Alarm => None,
            };
            let ways = bound("asleep.woken_by".to_owned(), woken_by.len(), UnitSet::MOST, "ways to wake");
            ways.or_else(|| woken_by.iter().enumerate().find_map(area))
        };
        let aim = || match &self.aim {
            Some(Aim::Hold { squares, .. }) => blocks("aim.squares".to_owned(), squares),
            Some(Aim::MoreUnits) | None => None,
        };
        let pleads = bound("pleads".to_owned(), self.pleads.len(), UnitSet::MOST, "troops");
        pleads.or_else(|| Side::BOTH.into_iter().find_map(of_side)).or_else(woken_by).or_else(aim)
    }

    /// What a scenario of one's own is asked besides ([`Self::check`]): that nobody stands where a brigade square is formed at the
    /// beginning, neither of the other side nor of its own who have no place in it.
    ///
    /// # Errors
    ///
    /// The first brigade square that has not its room.
    pub fn check_squares(&self, troops: &[Troop], board: &Board) -> Result<(), PlanError> {
        let set_up = |side: Side| self.side(side).starts().filter(|start| !matches!(start, Start::ComesOn(_))).map(Start::area);
        for side in Side::BOTH {
            let plan = self.side(side);
            let Some(centre) = plan.square else { continue };
            let at = if side == Side::Ours { "ours.square" } else { "enemy.square" };
            let fault = |reason: String| Err(PlanError { at: at.to_owned(), reason });
            let theirs = self.side(side.other()).square;
            let taken = |square: &Square| {
                theirs.is_some_and(|theirs| nine(theirs).any(|other| other == *square))
                    || set_up(side.other()).any(|area| area.has(*square))
            };
            if let Some(square) = nine(centre).find(taken) {
                return fault(format!("the brigade square round {centre} takes {square}, where the other side can be set up"));
            }
            let units = |belongs: &dyn Fn(&Troop) -> bool| {
                let troop = |force: &&Force| troops.iter().find(|troop| troop.key == force.troop).is_some_and(belongs);
                plan.forces.iter().filter(troop).map(|force| usize::from(force.units)).sum::<usize>()
            };
            let foot = units(&|troop| troop.arm == Arm::Infantry && troop.formations.contains(&Formation::Line));
            let guns = units(&|troop| troop.arm.is_battery());
            let inside = units(&|troop| troop.arm.is_mounted() || troop.arm == Arm::Transport);
            let all = units(&|troop| troop.arm != Arm::Leader && !troop.arm.is_boat());
            let others = all - foot.min(4) - guns.min(3) - inside.min(1);
            let coming = plan.starts().any(|start| matches!(start, Start::ComesOn(_)));
            let free = |square: &Square| board.ground(*square).is_land() && !nine(centre).any(|other| other == *square);
            let room: std::collections::HashSet<Square> = set_up(side).flat_map(Area::squares).filter(free).collect();
            if !coming && others > room.len() {
                return fault(format!("{others} units have no place in the brigade square, and {} squares about it", room.len()));
            }
        }
        Ok(())
    }

    /// Checks it against the troops there are: a board that can be read, troops that there are, squares on the board with room for those who
    /// begin there, units enough to fight with and not more than a battle can have.
    ///
    /// # Errors
    ///
    /// Everything found wrong.
    pub fn check(&self, troops: &[Troop]) -> Result<Board, Vec<PlanError>> {
        // What no battle has is not gone through: a file from elsewhere may have as much of it as it likes.
        if let Some(too_many) = self.too_many() {
            return Err(vec![too_many]);
        }
        let of_key = |key: &str| troops.iter().find(|troop| troop.key == key);
        let mut faults = Vec::new();
        let mut fault = |at: &str, reason: String| faults.push(PlanError { at: at.to_owned(), reason });
        let board = match Board::parse(&self.board) {
            Ok((board, marks)) if marks.is_empty() => board,
            Ok(_) => return Err(vec![PlanError { at: "board".to_owned(), reason: "no unit's mark belongs there".to_owned() }]),
            Err(error) => return Err(vec![PlanError { at: "board".to_owned(), reason: error.to_string() }]),
        };
        let mut units = 0_usize;
        for side in Side::BOTH {
            let plan = self.side(side);
            let at = if side == Side::Ours { "ours" } else { "enemy" };
            let mut counting = 0_usize;
            for (place, force) in plan.forces.iter().enumerate() {
                let at = format!("{at}.forces[{place}]");
                let Some(troop) = of_key(&force.troop) else {
                    fault(&format!("{at}.troop"), format!("there are no troops \"{}\"", shown(&force.troop)));
                    continue;
                };
                if force.units == 0 || force.figures == Some(0) {
                    fault(&at, "there must be one at least".to_owned());
                }
                let full = if troop.arm.is_boat() { troop.flotation } else { troop.figures };
                if force.figures.is_some_and(|figures| figures > full) {
                    fault(&format!("{at}.figures"), format!("at full strength it has {full}"));
                }
                if troop.arm.counts_for_break_off() {
                    counting += usize::from(force.units);
                }
                units += usize::from(force.units);
                let start = force.area.as_ref().unwrap_or(&plan.area);
                let can = |square: Square| {
                    let ground = board.ground(square);
                    if troop.arm.is_boat() { ground.is_water() } else { ground.is_land() }
                };
                if let Some(off) = start.area().squares().find(|square| !board.has(*square)) {
                    fault(&format!("{at}.area"), format!("{off} is not on the board"));
                } else if start.area().squares().filter(|square| can(*square)).count() == 0 {
                    fault(&format!("{at}.area"), "none of these squares has ground for it".to_owned());
                }
                if let Start::ComesOn(area) = start
                    && let Some(inside) = area.squares().find(|square| board.outward(*square).is_none())
                {
                    fault(&format!("{at}.area"), format!("{inside} is not on the edge of the board"));
                }
            }
            if let Some(centre) = plan.square
                && nine(centre).filter(|square| board.ground(*square).is_land()).count() < 9
            {
                fault(&format!("{at}.square"), format!("a brigade square round {centre} needs nine squares of land"));
            }
            if let Some((crowded, squares)) = self.crowded(side, troops, &board) {
                fault(&format!("{at}.area"), format!("{crowded} units have no room in {squares} squares"));
            }
            if let Some(square) = self.ambush_among(side, &board) {
                fault(&format!("{at}.area"), format!("units are hidden in {square}, where the other side can be set up"));
            }
            if counting == 0 {
                fault(&format!("{at}.forces"), "there must be one unit at least that can fight".to_owned());
            }
        }
        if units > UnitSet::MOST {
            fault("forces", format!("{units} units are more than the {} a battle can have", UnitSet::MOST));
        }
        for (place, key) in self.pleads.iter().enumerate() {
            if of_key(key).is_none_or(|troop| troop.arm != Arm::Infantry) {
                fault(&format!("pleads[{place}]"), format!("there is no infantry \"{}\"", shown(key)));
            }
        }
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }
}
