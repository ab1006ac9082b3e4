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

    /// How far a square is from there, in squares straight on.
    pub(super) fn squares_from(&self, square: Square) -> f32 {
        let points = self.points.get(usize::from(square.row) * self.columns + usize::from(square.column)).copied().unwrap_or(u16::MAX);
        f32::from(points.min(100)) / f32::from(ORTHOGONAL)
    }
}

#[cfg(test)]
mod tests;
