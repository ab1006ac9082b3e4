//! The part of a large board that a picture for a phone shows: as many squares as can be lettered large enough, round the action.

use super::data::{Board, Window};

/// The most columns of a picture for a phone.
pub const MOST_COLUMNS: u8 = 12;
/// The most rows of a picture for a phone.
pub const MOST_ROWS: u8 = 8;

/// The window round the action: who acts, what they can reach and aim at; then who is locked in combat; then where the two sides are
/// nearest each other. A board that is shown whole on a phone has none.
pub fn around(board: &Board) -> Option<Window> {
    let (columns, rows) = (board.columns.min(MOST_COLUMNS), board.rows.min(MOST_ROWS));
    if (columns, rows) == (board.columns, board.rows) {
        return None;
    }
    let weights = weights(board);
    let windows =
        (0..=board.rows - rows).flat_map(|row| (0..=board.columns - columns).map(move |column| Window { column, row, columns, rows }));
    let worth = |window: &Window| {
        let inside: i64 = weights.iter().filter(|(cell, _)| window.shows(*cell)).map(|(_, weight)| weight).sum();
        // Of windows that show as much, the one whose middle is nearest.
        let middle = (i64::from(window.column) * 2 + i64::from(columns) - 1, i64::from(window.row) * 2 + i64::from(rows) - 1);
        let apart: i64 = weights
            .iter()
            .map(|((column, row), weight)| ((i64::from(*column) * 2 - middle.0).abs() + (i64::from(*row) * 2 - middle.1).abs()) * weight)
            .sum();
        (inside, -apart)
    };
    windows.max_by_key(worth)
}

fn weights(board: &Board) -> Vec<((u8, u8), i64)> {
    let mut weights = Vec::new();
    for (number, counter) in board.counters.iter().enumerate() {
        let near = board
            .counters
            .iter()
            .filter(|other| other.party != counter.party)
            .map(|other| counter.cell.0.abs_diff(other.cell.0) + counter.cell.1.abs_diff(other.cell.1))
            .min();
        let weight = match near {
            _ if counter.acts => 100_000,
            Some(0) => 400,
            Some(1..=3) => 60,
            Some(4..=6) => 20,
            _ => 5,
        };
        // The first of equals, so that one window is the best.
        weights.push((counter.cell, weight + i64::from(number == 0)));
    }
    weights.extend(board.chances.iter().map(|chance| (chance.cell, 2_000)));
    weights.extend(board.reach.iter().map(|(cell, _)| (*cell, 100)));
    weights
}
