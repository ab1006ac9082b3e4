//! How far it is to where a side has to be at the end, or to the enemy: over what ground, and round whoever stands in the way.

use engine::tabletop::board::Board;
use engine::tabletop::square::{Facing, Square};

/// What a square costs more that somebody stands in: they may be gone by then, or have to be driven out.
const BARRED: u16 = 5;
/// A step straight on, in action points; the others likewise.
const ORTHOGONAL: u16 = 2;
const DIAGONAL: u16 = 3;
const BAD_GROUND: u16 = 1;
const OBSTACLE: u16 = 2;
const TURN: u16 = 1;

/// Action points from each square to the nearest that is gone to, by the board's index.
#[derive(Clone, Debug)]
pub(super) struct Road {
    columns: usize,
    points: Vec<u16>,
}

impl Road {
    /// Every square's way to the nearest of those gone to, which are at 0 whoever stands there.
    pub(super) fn to(board: &Board, goals: impl Iterator<Item = Square>, barred_by: impl Iterator<Item = Square>) -> Self {
        let (columns, rows) = board.size().columns_and_rows();
        let columns = usize::from(columns);
        let index = |square: Square| usize::from(square.row) * columns + usize::from(square.column);
        let mut barred = vec![false; columns * usize::from(rows)];
        for square in barred_by.filter(|square| board.has(*square)) {
            barred[index(square)] = true;
        }
        let mut points = vec![u16::MAX; barred.len()];
        let mut open: Vec<Square> = goals.filter(|square| board.has(*square) && board.ground(*square).is_land()).collect();
        for square in &open {
            points[index(*square)] = 0;
        }
        // The battle's boards are small, so that whoever has become nearer is simply looked at again.
        while let Some(square) = open.pop() {
            let here = points[index(square)];
            let enters = if barred[index(square)] && here > 0 { BARRED } else { 0 };
            for facing in Facing::ALL {
                let Some(from) = square.next(facing).filter(|from| board.has(*from)) else { continue };
                let ground = (board.ground(from), board.ground(square));
                if !ground.0.is_land() || !board.lets_through(from, square) {
                    continue;
                }
                let slants = facing.is_diagonal();
                let shut = slants && {
                    let (one, other) = engine::tabletop::board::corners(from, square);
                    barred[index(one)] || barred[index(other)]
                };
                if shut {
                    continue;
                }
                let bad =
                    u16::from(ground.0.is_difficult() || ground.1.is_difficult()) + u16::from(ground.0.is_steep() || ground.1.is_steep());
                let crosses = if board.obstacle(from, square).is_some() { OBSTACLE } else { 0 };
                let step = if slants { DIAGONAL } else { ORTHOGONAL } + bad * BAD_GROUND + crosses + enters;
                let far = here.saturating_add(step);
                if far < points[index(from)] {
                    points[index(from)] = far;
                    open.insert(0, from);
                }
            }
        }
        Self { columns, points }
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
