//! The positions that a game's rows were ordered in, those that were undone later among them.

use crate::model::entry::OrderRow;
use crate::model::played::Played;

/// Where a game stands between two of its rows: as what stands made it, and as what was undone later had made it then.
pub(super) struct Positions<G> {
    /// What stands for good.
    stands: G,
    /// What is void from a later row on: the number of that row, and the position as it is before then; the innermost last.
    void: Vec<(u32, G)>,
}

impl<G: Played> Positions<G> {
    pub(super) fn from(opening: G) -> Self {
        Self { stands: opening, void: Vec::new() }
    }

    /// Goes past a row: the positions in which it was ordered, and after it.
    pub(super) fn pass(&mut self, row: &OrderRow<G>) -> (G, &G) {
        while self.void.pop_if(|(by, _)| *by < row.revision).is_some() {}
        let before = self.void.last().map_or(&self.stands, |(_, then)| then).clone();
        if let Some(by) = row.undone_by {
            if self.void.last().is_none_or(|(other, _)| *other != by) {
                self.void.push((by, before.clone()));
            }
        } else {
            self.stands.replay(&row.events);
        }
        // What stands is about the group, where it was ordered in between, and all that is void then has seen it.
        let seen_by = if row.undone_by.is_some() { self.void.len().saturating_sub(1) } else { 0 };
        for (_, then) in self.void.iter_mut().skip(seen_by) {
            then.replay(&row.events);
        }
        (before, self.void.last().map_or(&self.stands, |(_, then)| then))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::campaign::{Event, Order, State};
    use engine::game::Game as _;
    use engine::pack::Pack;

    /// A row that begins a turn of its own number.
    fn row(revision: u32, undone_by: Option<u32>) -> OrderRow {
        let events = vec![Event::TurnBegan { turn: revision as u8 }];
        OrderRow { revision, order: Order::Pass, events, position_before: 0, position_after: 0, undone_by, edition: State::EDITION }
    }

    #[test]
    fn what_was_undone_is_read_where_it_was_ordered_and_what_stands_where_that_is_gone() {
        // 3 was undone by 4 and 7 by 8, each on its own; 5 too, and with it 6, by 9, when 7 was void already.
        let rows = [(1, None), (2, None), (3, Some(4)), (5, Some(9)), (6, Some(9)), (7, Some(8)), (10, None)];
        let mut positions = Positions::from(State::new(Pack::embedded().unwrap()));
        let passed: Vec<(u8, u8)> = rows
            .into_iter()
            .map(|(revision, undone_by)| {
                let (before, after) = positions.pass(&row(revision, undone_by));
                (before.turn(), after.turn())
            })
            .collect();
        assert_eq!(passed, [(0, 1), (1, 2), (2, 3), (2, 5), (5, 6), (6, 7), (2, 10)]);
    }
}
