//! How far it is to where a side has to be at the end, or to the enemy: over what ground, and round whoever stands in the way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use engine::tabletop::board::{Board, corners};
use engine::tabletop::square::{Facing, Square};

/// What a square costs more that somebody stands in: they may be gone by then, or have to be driven out.
const BARRED: u16 = 5;
/// A step straight on, in action points; the others likewise.
const ORTHOGONAL: u16 = 2;
const DIAGONAL: u16 = 3;
const BAD_GROUND: u16 = 1;
const OBSTACLE: u16 = 2;
const TURN: u16 = 1;

/// What the steps between the squares of a board cost, whoever stands there.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    columns: usize,
    /// Of each square, by the board's index, whether one can stand there, and what it costs to come from its neighbours, by facing.
    squares: Vec<(bool, [Option<Step>; 8])>,
}

/// From a neighbour.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u16,
    points: u16,
    /// The squares beside a slanting step.
    beside: Option<[u16; 2]>,
}

impl Steps {
    /// Those of a board.
    pub(super) fn of(board: &Board) -> Self {
        let columns = usize::from(board.size().columns_and_rows().0);
        let number = |square: Square| u16::from(square.row) * columns as u16 + u16::from(square.column);
        let step = |square: Square, facing: Facing| {
            let from = square.next(facing).filter(|from| board.has(*from))?;
            let ground = (board.ground(from), board.ground(square));
            if !ground.0.is_land() || !board.lets_through(from, square) {
                return None;
            }
            let beside = facing.is_diagonal().then(|| {
                let (one, other) = corners(from, square);
                [number(one), number(other)]
            });
            let bad = u16::from(ground.0.is_difficult() || ground.1.is_difficult()) + u16::from(ground.0.is_steep() || ground.1.is_steep());
            let crosses = if board.obstacle(from, square).is_some() { OBSTACLE } else { 0 };
            let straight = if beside.is_some() { DIAGONAL } else { ORTHOGONAL };
            Some(Step { from: number(from), points: straight + bad * BAD_GROUND + crosses, beside })
        };
        let squares = board.squares().map(|square| (board.ground(square).is_land(), Facing::ALL.map(|facing| step(square, facing))));
        Self { columns, squares: squares.collect() }
    }

    fn index(&self, square: Square) -> Option<usize> {
        let index = usize::from(square.row) * self.columns + usize::from(square.column);
        (usize::from(square.column) < self.columns && index < self.squares.len()).then_some(index)
    }
}

/// Action points from each square to the nearest that is gone to, by the board's index.
#[derive(Clone, Debug)]
pub(super) struct Road {
    columns: usize,
    points: Vec<u16>,
}

impl Road {
    /// Every square's way to the nearest of those gone to, which are at 0 whoever stands there: by Dijkstra's algorithm.
    pub(super) fn to(steps: &Steps, goals: impl Iterator<Item = Square>, barred_by: impl Iterator<Item = Square>) -> Self {
        let mut barred = vec![false; steps.squares.len()];
        for index in barred_by.filter_map(|square| steps.index(square)) {
            barred[index] = true;
        }
        let mut points = vec![u16::MAX; barred.len()];
        let mut open = BinaryHeap::with_capacity(barred.len());
        for index in goals.filter_map(|square| steps.index(square)).filter(|index| steps.squares[*index].0) {
            points[index] = 0;
            open.push(Reverse((0, index)));
        }
        while let Some(Reverse((here, index))) = open.pop() {
            if here > points[index] {
                continue;
            }
            let enters = if barred[index] && here > 0 { BARRED } else { 0 };
            for step in steps.squares[index].1.iter().flatten() {
                if step.beside.is_some_and(|beside| beside.iter().any(|corner| barred[usize::from(*corner)])) {
                    continue;
                }
                let (from, far) = (usize::from(step.from), here.saturating_add(step.points + enters));
                if far < points[from] {
                    points[from] = far;
                    open.push(Reverse((far, from)));
                }
            }
        }
        Self { columns: steps.columns, points }
    }

    /// What it costs more to go on from a square for who faces so, in squares straight on: a turn, where the way leads elsewhere.
    pub(super) fn turn_from(&self, square: Square, facing: Facing) -> f32 {
        if self.points_from(square) == 0 {
            return 0.0;
        }
        let by = |way: Facing| {
            let step = if way.is_diagonal() { DIAGONAL } else { ORTHOGONAL };
            square.next(way).map_or(u16::MAX, |next| self.points_from(next).saturating_add(step))
        };
        let best = Facing::ALL.into_iter().map(by).min().unwrap_or(u16::MAX);
        f32::from(by(facing).saturating_sub(best).min(TURN)) / f32::from(ORTHOGONAL)
    }

    fn points_from(&self, square: Square) -> u16 {
        let column = usize::from(square.column);
        if column >= self.columns {
            return u16::MAX;
        }
        self.points.get(usize::from(square.row) * self.columns + column).copied().unwrap_or(u16::MAX)
    }

    /// How far a square is from there, in squares straight on.
    pub(super) fn squares_from(&self, square: Square) -> f32 {
        f32::from(self.points_from(square).min(100)) / f32::from(ORTHOGONAL)
    }
}

#[cfg(test)]
mod tests;
