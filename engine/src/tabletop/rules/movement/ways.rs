//! Where a unit can get to: every square and facing, by the way of fewest points, then of fewest turns.
//!
//! A unit moves only the way it faces, so a way is made of turns and of squares ahead. Passing through a friend costs its points on each
//! square so occupied, and the way goes on to a square where the unit may stop (T50); where it may share the square and stops there, it
//! has passed through nobody and pays nothing more. Of two ways that cost the same the search takes always the same one.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::standing::Standing;
use super::tariff::{Straight, ground_cost, open_way, turn_cost};
use crate::tabletop::board::Board;
use crate::tabletop::pack::Tariff;
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// The most points that a search looks at: two D12, a card, March Column, and something over.
pub(super) const MOST: u8 = 62;

/// A turn or a square ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To face that way; a boat by 45°.
    Turn(Facing),
    /// To the square ahead.
    Advance(Square),
}

/// A step of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PaidStep {
    /// What is done.
    pub step: Step,
    /// Its points.
    pub cost: u8,
}

/// A way: its steps, what they cost together, and how many of them are turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Way {
    /// The steps, in order.
    pub steps: SmallVec<[PaidStep; 8]>,
    /// Their points.
    pub points: u8,
    /// Turns among them.
    pub turns: u8,
}

impl Way {
    /// The squares it enters, in order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + '_ {
        self.steps.iter().filter_map(|paid| if let Step::Advance(square) = paid.step { Some(square) } else { None })
    }
}

/// Where a unit may stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stop {
    /// The square.
    pub square: Square,
    /// How it faces there.
    pub facing: Facing,
    /// What the way costs.
    pub points: u8,
    /// The turns of the way.
    pub turns: u8,
}

const UNREACHED: u16 = u16::MAX;
const START: u16 = 0;
const ADVANCED: u16 = 9;
const CAME_ON: u16 = 10;

/// Points, turns and the last step in one number, so that the lesser of two is the better way.
#[inline]
const fn packed(points: u8, turns: u8, by: u16) -> u16 {
    (points as u16) << 10 | (turns as u16) << 4 | by
}

#[inline]
const fn points(cell: u16) -> u8 {
    (cell >> 10) as u8
}

#[inline]
const fn turns(cell: u16) -> u8 {
    (cell >> 4 & 63) as u8
}

const fn has_turned(cell: u16) -> bool {
    let by = cell & 15;
    START < by && by < ADVANCED
}

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The points there are.
    pub(crate) points: u8,
    /// The fewest that a square ahead can cost.
    pub(crate) least: u8,
    /// Those below which no way gets anywhere.
    pub(crate) straight: Straight,
    /// The square, and the facing if it must be one, with which it may end: what cannot come to it with the points is not looked at.
    pub(crate) goal: Option<(Square, Option<Facing>)>,
}

/// Where a search begins: square and facing, and what was paid to get there from outside the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    pub(crate) square: Square,
    pub(crate) facing: Facing,
    /// `None` where the unit stands already.
    pub(crate) paid: Option<u8>,
}

/// Every square and facing that was reached, whether one may stop there or not.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    columns: u8,
    rows: u8,
    cells: SmallVec<[u16; SMALL]>,
    /// The lowest and the highest place of a cell that was reached.
    within: (usize, usize),
}

/// Room for the cells of the smallest board, 12 × 8 squares of eight facings.
const SMALL: usize = 1024;

/// States to be looked at, in a list for each number of points.
struct Queue {
    /// The most points.
    limit: u8,
    /// The most points with which who has turned can still go on: they do not turn again.
    turned: Option<u8>,
    heads: [u16; MOST as usize + 1],
    entries: SmallVec<[(u16, u16); 512]>,
}

impl Queue {
    #[inline]
    fn push(&mut self, points: u8, state: usize) {
        let head = &mut self.heads[usize::from(points)];
        self.entries.push((state as u16, *head));
        *head = (self.entries.len() - 1) as u16;
    }

    /// Whether there is anything to be looked at after a state.
    #[inline]
    fn takes(&self, cell: u16) -> bool {
        !has_turned(cell) || self.turned.is_some_and(|most| points(cell) <= most)
    }
}

impl Field {
    #[inline]
    fn state(&self, square: Square, facing: Facing) -> usize {
        (usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)) * 8 + facing as usize
    }

    #[inline]
    fn square_and_facing(&self, state: usize) -> (Square, Facing) {
        let (index, columns) = (state / 8, usize::from(self.columns));
        (Square::new((index % columns) as u8, (index / columns) as u8), Facing::ALL[state % 8])
    }

    /// Looks as far as the points go, or until the cheapest way to the goal is found. `turn` is what a turn costs in a square, `turns_to` whether one is made there to face so, `advance` what
    /// the square ahead costs, if it is open; with `by_eighths` each turn is of 45°.
    pub(crate) fn search(
        board: &Board,
        seeds: &[Seed],
        bounds: Bounds,
        by_eighths: bool,
        turn: impl Fn(Square) -> u8,
        turns_to: impl Fn(Square, Facing) -> bool,
        advance: impl Fn((Square, Facing), Square) -> Option<u8>,
    ) -> Self {
        let (columns, rows) = board.size().columns_and_rows();
        let states = usize::from(columns) * usize::from(rows) * 8;
        let mut field = Self { columns, rows, cells: smallvec::smallvec![UNREACHED; states], within: (states, 0) };
        let limit = bounds.points.min(MOST);
        let turned = if by_eighths { Some(limit) } else { limit.checked_sub(bounds.least) };
        let mut queue = Queue { limit, turned, heads: [u16::MAX; MOST as usize + 1], entries: SmallVec::new() };
        for seed in seeds.iter().filter(|seed| board.has(seed.square)) {
            let by = if seed.paid.is_some() { CAME_ON } else { START };
            field.relax(&mut queue, seed.square, seed.facing, (seed.paid.unwrap_or(0), 0, by));
        }
        let goal = bounds.goal.filter(|(square, _)| board.has(*square));
        let found = |field: &Self, spent: u8| {
            let is = |square: Square, facing: Facing| points(field.cells[field.state(square, facing)]) == spent;
            goal.is_some_and(|(square, facing)| match facing {
                Some(facing) => is(square, facing),
                None => Facing::ALL.into_iter().any(|facing| is(square, facing)),
            })
        };
        // Whether the goal lies farther than the points reach that are left.
        let is_too_far = |square: Square, spent: u8| {
            let far =
                |goal: Square| bounds.straight.points(square.column.abs_diff(goal.column).into(), square.row.abs_diff(goal.row).into());
            goal.is_some_and(|(goal, _)| spent.saturating_add(far(goal)) > limit)
        };
        // The points at which a square was first entered: from there on every facing of it costs a turn more at the most, so that who
        // enters it for more points gains nothing by turning.
        let mut entered: SmallVec<[u8; SMALL / 8]> = smallvec::smallvec![u8::MAX; states / 8];
        for spent in 0..=limit {
            if found(&field, spent) {
                break;
            }
            let mut entry = queue.heads[usize::from(spent)];
            while let Some((state, next)) = queue.entries.get(usize::from(entry)).copied() {
                entry = next;
                let cell = field.cells[usize::from(state)];
                if points(cell) != spent {
                    continue;
                }
                let (square, facing) = field.square_and_facing(usize::from(state));
                let turned = turns(cell);
                if let Some(ahead) = square.next(facing).filter(|ahead| board.has(*ahead))
                    && let Some(cost) = advance((square, facing), ahead)
                {
                    let cost = spent.saturating_add(cost);
                    if !is_too_far(ahead, cost) {
                        field.relax(&mut queue, ahead, facing, (cost, turned, ADVANCED));
                    }
                }
                let first = &mut entered[usize::from(state) / 8];
                if !by_eighths && (has_turned(cell) || *first < spent) {
                    continue;
                }
                *first = spent;
                let cost = spent.saturating_add(turn(square));
                if cost <= limit && !is_too_far(square, cost) {
                    let eighths: &[usize] = if by_eighths { &[1, 7] } else { &[1, 2, 3, 4, 5, 6, 7] };
                    for to in eighths.iter().map(|eighths| facing.turned(*eighths)).filter(|to| turns_to(square, *to)) {
                        field.relax(&mut queue, square, to, (cost, turned + 1, facing as u16 + 1));
                    }
                }
            }
        }
        field
    }

    #[inline]
    fn relax(&mut self, queue: &mut Queue, square: Square, facing: Facing, (spent, turned, by): (u8, u8, u16)) {
        if spent > queue.limit {
            return;
        }
        let state = self.state(square, facing);
        let (old, new) = (self.cells[state], packed(spent, turned, by));
        if new < old {
            self.cells[state] = new;
            self.within = (self.within.0.min(state), self.within.1.max(state));
            if queue.takes(new) && (points(old) != spent || !queue.takes(old)) {
                queue.push(spent, state);
            }
        }
    }

    /// Points and turns to a square and facing.
    #[inline]
    pub(crate) fn cost(&self, square: Square, facing: Facing) -> Option<(u8, u8)> {
        if square.column >= self.columns || square.row >= self.rows {
            return None;
        }
        let cell = self.cells[self.state(square, facing)];
        (cell != UNREACHED).then(|| (points(cell), turns(cell)))
    }

    /// The way to a square and facing that was reached.
    pub(crate) fn way(&self, square: Square, facing: Facing) -> Option<Way> {
        let (all, turned) = self.cost(square, facing)?;
        let mut steps = SmallVec::new();
        let (mut square, mut facing, mut left) = (square, facing, all);
        loop {
            let cell = self.cells[self.state(square, facing)];
            let (step, before) = match cell & 15 {
                START => break,
                CAME_ON => (Step::Advance(square), None),
                ADVANCED => (Step::Advance(square), square.next(facing.opposite()).map(|before| (before, facing))),
                turned => (Step::Turn(facing), Some((square, Facing::ALL[usize::from(turned - 1) % 8]))),
            };
            let spent = before.and_then(|(square, facing)| self.cost(square, facing)).map_or(0, |(spent, _)| spent);
            steps.push(PaidStep { step, cost: left.saturating_sub(spent) });
            left = spent;
            let Some(before) = before else { break };
            (square, facing) = before;
        }
        steps.reverse();
        Some(Way { steps, points: all, turns: turned })
    }
}

/// Where a unit stands before it moves.
#[derive(Clone, Copy, Debug)]
struct Start {
    square: Square,
    facing: Facing,
    /// Whether it was there when its activation began, and so leaves those that it stands with for nothing.
    began_there: bool,
}

/// Where a unit may get to.
#[derive(Clone, Debug)]
pub struct Reach {
    field: Field,
    start: Option<Start>,
    standing: Standing,
    pass_friend: u8,
}

/// Where a unit that stands on the board may get to with so many points.
#[must_use]
pub fn reach(position: &Position, unit: UnitId, points: u8) -> Reach {
    from_where_it_stands(position, unit, points, true)
}

/// Where a unit may get to with what is left of its points after it has entered its square in the same activation: if a friend stands there,
/// it goes on through them, and pays for it now.
#[must_use]
pub fn onward(position: &Position, unit: UnitId, points: u8) -> Reach {
    from_where_it_stands(position, unit, points, false)
}

/// The way that a unit takes to one square and facing: the search ends with it, and looks only where it can lead. Of anything else it says nothing.
#[must_use]
pub fn toward(position: &Position, unit: UnitId, points: u8, began_there: bool, goal: (Square, Facing)) -> Reach {
    let of = position.unit(unit);
    let start = Start { square: of.square, facing: of.facing, began_there };
    search(
        position,
        unit,
        Some(start),
        &[Seed { square: of.square, facing: of.facing, paid: None }],
        (points, Some((goal.0, Some(goal.1)))),
    )
}

fn from_where_it_stands(position: &Position, unit: UnitId, points: u8, began_there: bool) -> Reach {
    let of = position.unit(unit);
    let start = Start { square: of.square, facing: of.facing, began_there };
    search(position, unit, Some(start), &[Seed { square: of.square, facing: of.facing, paid: None }], (points, None))
}

/// Over which edges troops come on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The edge along which all of their squares lie, if there is one; also into the square in its corner.
    TheirEdge,
    /// Any edge at which a square lies.
    AnyEdge,
}

/// Where a unit may get to that comes on over the edge into one of the squares given, straight ahead (N04): it pays for that square as
/// for any other. A square in a corner of the board lies at two edges.
#[must_use]
pub fn entries(position: &Position, unit: UnitId, from: &[Square], over: Over, points: u8) -> Reach {
    let standing = Standing::of(position, unit);
    let floats = position.troop(unit).arm.is_boat();
    let tariff = &position.pack.tables.tariff;
    let (columns, rows) = position.board.size().columns_and_rows();
    let at = |square: Square| {
        [
            (Facing::South, square.row == 0),
            (Facing::West, square.column + 1 == columns),
            (Facing::North, square.row + 1 == rows),
            (Facing::East, square.column == 0),
        ]
    };
    let along = |facing: Facing| from.iter().all(|square| at(*square).contains(&(facing, true)));
    let has_one = over == Over::TheirEdge && at(Square::new(0, 0)).into_iter().any(|(facing, _)| along(facing));
    let mut seeds: SmallVec<[Seed; 24]> = SmallVec::new();
    for square in from.iter().copied().filter(|square| position.board.has(*square)) {
        let room = standing.room(square);
        let Some(cost) = ground_cost(&position.board, tariff, square, square, floats).filter(|_| room.lets_in()) else { continue };
        let paid = Some(if room.only_passes() { cost.saturating_add(tariff.pass_friend) } else { cost });
        let edges = at(square).into_iter().filter(|(facing, lies)| *lies && (!has_one || along(*facing)));
        seeds.extend(edges.map(|(facing, _)| Seed { square, facing, paid }));
    }
    search(position, unit, None, &seeds, (points, None))
}

/// The fewest points that a square ahead can cost.
pub(crate) fn least(tariff: &Tariff) -> u8 {
    tariff.orthogonal_move.min(tariff.diagonal_move)
}

fn search(
    position: &Position,
    unit: UnitId,
    start: Option<Start>,
    seeds: &[Seed],
    (points, goal): (u8, Option<(Square, Option<Facing>)>),
) -> Reach {
    let standing = Standing::of(position, unit);
    let floats = position.troop(unit).arm.is_boat();
    let pass_friend = position.pack.tables.tariff.pass_friend;
    let at_start = |square: Square| start.is_some_and(|start| start.began_there && start.square == square);
    let advance = |(from, facing): (Square, Facing), to: Square| {
        let (left, room) = (standing.room(from), standing.room(to));
        if !room.lets_in() || (!left.go_on && !at_start(from)) {
            return None;
        }
        let passed = left.through_friend && left.stop && !at_start(from);
        let cost = open_way(position, &standing, (from, facing), to, floats)?;
        let times = u8::from(passed) + u8::from(room.only_passes());
        Some(cost.saturating_add(pass_friend.saturating_mul(times)))
    };
    let tariff = &position.pack.tables.tariff;
    let bounds = Bounds { points, least: least(tariff), straight: Straight::by(tariff), goal };
    let field = Field::search(&position.board, seeds, bounds, floats, |square| turn_cost(position, unit, square), |_, _| true, advance);
    Reach { field, start, standing, pass_friend }
}

impl Reach {
    /// Points and turns to a square and facing where the unit may stop; `None` also for where it stands.
    #[must_use]
    #[inline]
    pub fn cost(&self, square: Square, facing: Facing) -> Option<(u8, u8)> {
        let at_start = self.start.filter(|start| start.square == square);
        let stays = at_start.is_some_and(|start| start.facing == facing);
        let stops = !stays && (at_start.is_some() || self.standing.room(square).stop);
        self.field.cost(square, facing).filter(|_| stops)
    }

    /// Whether it goes through a square where it may not stop, because friends lie there in ambush, as through an empty one.
    #[must_use]
    pub fn passes_unseen(&self, square: Square) -> bool {
        let room = self.standing.room(square);
        room.go_on && !room.stop && !room.through_friend
    }

    /// Everywhere it may stop, by square, row by row, and facing; without where it stands.
    pub fn stops(&self) -> impl Iterator<Item = Stop> + '_ {
        let (lowest, highest) = self.field.within;
        let reached = lowest <= highest;
        let squares = if reached { lowest / 8..highest / 8 + 1 } else { 0..0 };
        squares.flat_map(move |index| {
            let (square, _) = self.field.square_and_facing(index * 8);
            let at_start = self.start.filter(|start| start.square == square);
            let cells = &self.field.cells[index * 8..index * 8 + 8];
            let stops = cells.iter().any(|cell| *cell != UNREACHED) && (at_start.is_some() || self.standing.room(square).stop);
            let stays = at_start.map(|start| start.facing as usize);
            let open = cells.iter().enumerate().filter(move |(facing, cell)| stops && **cell != UNREACHED && stays != Some(*facing));
            open.map(move |(facing, cell)| Stop { square, facing: Facing::ALL[facing], points: points(*cell), turns: turns(*cell) })
        })
    }

    /// The way to a square and facing where it may stop. What passing through a friend costs is paid on entering their square.
    #[must_use]
    pub fn way(&self, square: Square, facing: Facing) -> Option<Way> {
        self.cost(square, facing)?;
        let mut way = self.field.way(square, facing)?;
        let advances: SmallVec<[usize; 8]> =
            (0..way.steps.len()).filter(|place| matches!(way.steps[*place].step, Step::Advance(_))).collect();
        for pair in advances.windows(2) {
            let Step::Advance(passed) = way.steps[pair[0]].step else { continue };
            let room = self.standing.room(passed);
            if room.through_friend && room.stop && self.start.is_none_or(|start| start.square != passed) {
                way.steps[pair[0]].cost += self.pass_friend;
                way.steps[pair[1]].cost -= self.pass_friend;
            }
        }
        Some(way)
    }
}

#[cfg(test)]
mod tests;
