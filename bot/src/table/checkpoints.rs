//! Positions kept in memory along a campaign's journal, so that reading back costs the same at row 10,000 as at row 10: whoever wants an
//! earlier position begins at the checkpoint before it instead of the opening.
//!
//! A checkpoint holds the position of the campaign as it stands now: what was undone is not in it. Of a time before an undo it serves only
//! where that undo voided nothing before it.

use std::sync::Arc;

use engine::game::Game;

/// Rows that change the position between one checkpoint and the next.
const APART: u32 = 32;
/// The most that are kept: of more, one of the older is dropped.
const MOST: usize = 320;
/// The latest, which are never dropped: undo begins at them.
const LATEST: usize = 8;

/// The position after a row.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint<G> {
    /// The row; 0 for the opening, before the first.
    pub(super) revision: u32,
    /// How many rows that changed the position, and stand, led to it: their numbers jump where a journal was put back from a backup.
    passed: u32,
    /// The position.
    pub(super) state: Arc<G>,
    /// The last row up to there that opened a thread.
    pub(super) opened: Option<u32>,
}

/// The checkpoints of a campaign, in order of their rows, the opening first.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<G> {
    kept: Vec<Checkpoint<G>>,
    /// Rows since the last that was kept.
    since: u32,
    /// The last row that opened a thread: that began a battle.
    opened: Option<u32>,
    /// Each row that voids others, with the first row it voids.
    undone: Vec<(u32, u32)>,
}

impl<G: Game> Checkpoints<G> {
    /// Those of a campaign that begins with this position; `undone` names each row that voids others, with the first it voids.
    pub(super) fn new(opening: G, undone: Vec<(u32, u32)>) -> Self {
        Self { kept: vec![Checkpoint { revision: 0, passed: 0, state: Arc::new(opening), opened: None }], since: 0, opened: None, undone }
    }

    /// How many there are.
    pub(super) const fn count(&self) -> usize {
        self.kept.len()
    }

    /// The last row that opened a thread: that began a battle.
    pub(super) const fn opened(&self) -> Option<u32> {
        self.opened
    }

    /// Hears of `rows` rows that changed the position, the last of them `revision`; `began` is the one that opened a thread, if one did.
    pub(super) fn pass(&mut self, revision: u32, rows: u32, state: &G, began: Option<u32>) {
        self.opened = began.or(self.opened);
        self.since += rows;
        if self.since < APART {
            return;
        }
        let passed = self.passed();
        self.since = 0;
        self.kept.push(Checkpoint { revision, passed, state: Arc::new(state.clone()), opened: self.opened });
        if self.kept.len() > MOST {
            // Of the older ones the one goes that is missed least: between its neighbours there are the fewest rows.
            let gap = |index: &usize| self.kept[index + 1].revision - self.kept[index - 1].revision;
            if let Some(least) = (1..self.kept.len() - LATEST).min_by_key(gap) {
                self.kept.remove(least);
            }
        }
    }

    /// Hears of an undo: row `by` voids rows from `first` on; `opened` is the last row that opened a thread and stands.
    pub(super) fn undo(&mut self, by: u32, first: u32, opened: Option<u32>) {
        self.kept.retain(|checkpoint| checkpoint.revision < first);
        self.since = 0;
        self.opened = opened;
        self.undone.push((by, first));
    }

    /// The checkpoint to begin at for the position after row `revision` as it was when that row was the latest.
    pub(super) fn at(&self, revision: u32) -> Option<&Checkpoint<G>> {
        let serves = |checkpoint: &&Checkpoint<G>| {
            checkpoint.revision <= revision && self.undone.iter().all(|(by, first)| *by <= revision || *first > checkpoint.revision)
        };
        self.kept.iter().rev().find(serves)
    }

    /// The last checkpoint so many rows back, of the campaign as it stands now; the opening, if there are not as many.
    pub(super) fn back(&self, rows: u32) -> Option<&Checkpoint<G>> {
        let upto = self.passed().saturating_sub(rows);
        self.kept.iter().rev().find(|checkpoint| checkpoint.passed <= upto)
    }

    /// How many rows that changed the position, and stand, led to the campaign as it stands now; after an undo, to the last checkpoint before it.
    fn passed(&self) -> u32 {
        self.kept.last().map_or(0, |last| last.passed) + self.since
    }

    /// From which row on the rows from `first` up to and with `last` can be told: from the first that one of those voids, or of what it voids.
    pub(super) fn voided_from(&self, first: u32, last: u32) -> u32 {
        // Backwards, for what is voided may void something itself.
        let undone = self.undone.iter().rev().filter(|(by, _)| *by <= last);
        undone.fold(first, |begins, (by, voided)| if *by >= begins { begins.min(*voided) } else { begins })
    }

    /// The last checkpoint before a row, of the campaign as it stands now.
    pub(super) fn before(&self, revision: u32) -> Option<&Checkpoint<G>> {
        self.kept.iter().rev().find(|checkpoint| checkpoint.revision < revision)
    }
}

#[cfg(test)]
mod tests {
    use engine::campaign::State;
    use engine::pack::Pack;

    use super::*;

    fn passed(rows: u32) -> Checkpoints<State> {
        let state = State::new(Pack::embedded().unwrap());
        let mut checkpoints = Checkpoints::new(state.clone(), Vec::new());
        for revision in 1..=rows {
            checkpoints.pass(revision, 1, &state, None);
        }
        checkpoints
    }

    #[test]
    fn a_late_position_is_never_farther_than_the_rows_between_two_checkpoints_and_memory_is_bounded() {
        let checkpoints = passed(20_000);
        assert!(checkpoints.kept.len() <= MOST);
        for revision in 19_800..=20_000 {
            let from = checkpoints.at(revision).unwrap().revision;
            assert!(from <= revision && revision - from < APART, "{revision} from {from}");
        }
        for revision in 0..20_000 {
            let from = checkpoints.at(revision).unwrap().revision;
            assert!(from <= revision && revision - from < 2_000, "{revision} from {from}");
        }
    }

    #[test]
    fn so_many_rows_back_are_counted_though_their_numbers_jump_where_a_journal_was_put_back() {
        let mut checkpoints = passed(1_000);
        let state = State::new(Pack::embedded().unwrap());
        for revision in 60_001..=60_100 {
            checkpoints.pass(revision, 1, &state, None);
        }
        assert_eq!(checkpoints.back(50).unwrap().revision, 60_024, "the row 60050 is 50 back");
        assert_eq!(checkpoints.back(800).unwrap().revision, 288, "the row 300 is 800 back");
        assert_eq!(checkpoints.back(5_000).unwrap().revision, 0);
        checkpoints.undo(60_101, 60_030, None);
        assert_eq!(checkpoints.back(800).unwrap().revision, 224, "of the row 60024 the row 224 is 800 back");
    }

    #[test]
    fn what_was_undone_serves_neither_the_time_after_it_nor_is_what_came_after_it_used_for_the_time_before() {
        let mut checkpoints = passed(100);
        checkpoints.undo(101, 70, Some(12));
        assert_eq!(checkpoints.opened(), Some(12));
        assert_eq!(checkpoints.at(200).unwrap().revision, 64, "the position of row 96 was voided");
        let state = State::new(Pack::embedded().unwrap());
        for revision in 102..=140 {
            checkpoints.pass(revision, 1, &state, None);
        }
        assert_eq!(checkpoints.at(140).unwrap().revision, 133);
        assert_eq!(checkpoints.at(90).unwrap().revision, 64, "when row 90 was the latest, rows 70 to 100 stood");
        assert_eq!(checkpoints.before(64).unwrap().revision, 32);
        assert_eq!(checkpoints.at(0).unwrap().revision, 0, "the opening is always kept");
    }
}
