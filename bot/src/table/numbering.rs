//! The numbers of a game's rows. They go up by one from 1 on, but where a journal was put back from a backup they jump; where they do is read
//! once, so that a page of the log is found without counting rows.

use crate::model::ids::CampaignId;
use crate::table::error::TableError;
use crate::table::tables::{Hosted, Tables};

/// The rows of a game's journal by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// Where the numbers jump: the last before it and the first after it, in order.
    jumps: Vec<(u32, u32)>,
    /// The latest row; 0 for a journal without one.
    latest: u32,
}

impl Numbering {
    /// The rows that follow one another, the newest first: the first and the last of each run.
    fn runs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let lasts = std::iter::once(self.latest).chain(self.jumps.iter().rev().map(|jump| jump.0));
        let firsts = self.jumps.iter().rev().map(|jump| jump.1).chain([1]);
        firsts.zip(lasts).filter(|(first, last)| first <= last)
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.runs().map(|(first, last)| (last - first) as usize + 1).sum()
    }

    /// The numbers of the oldest and the newest of some rows: of `count` after `skipped` newer ones, or as many as there are.
    pub(super) fn newest(&self, skipped: usize, count: usize) -> Option<(u32, u32)> {
        let numbers = self.runs().flat_map(|(first, last)| (first..=last).rev());
        let mut numbers = numbers.skip(skipped).take(count);
        let newest = numbers.next()?;
        Some((numbers.last().unwrap_or(newest), newest))
    }
}

impl<G: Hosted> Tables<G> {
    /// The rows of a game by their numbers, as it stands now.
    pub(super) async fn numbering(&self, id: CampaignId) -> Result<Numbering, TableError> {
        let table = self.table(id).await?;
        let seen = table.seen();
        let latest = seen.campaign.revision;
        if let Some(jumps) = seen.jumps.clone() {
            return Ok(Numbering { jumps, latest });
        }
        let jumps = self.journal.jumps(id, latest).await?;
        // They do not change while the umpire runs. Whoever is at the game leaves it to the next who looks.
        if let Some(mut table) = table.try_lock() {
            table.jumps = Some(jumps.clone());
        }
        Ok(Numbering { jumps, latest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_and_found_by_number_also_where_the_numbers_jump() {
        let numbering = Numbering { jumps: vec![(3, 100), (101, 500)], latest: 502 };
        let all = [502, 501, 500, 101, 100, 3, 2, 1];
        assert_eq!(numbering.count(), all.len());
        for skipped in 0..=all.len() {
            for count in 1..=4 {
                let page: Vec<u32> = all.into_iter().skip(skipped).take(count).collect();
                let expected = page.last().copied().zip(page.first().copied());
                assert_eq!(numbering.newest(skipped, count), expected, "{count} after {skipped}");
            }
        }
        let young = Numbering { jumps: Vec::new(), latest: 0 };
        assert_eq!((young.count(), young.newest(0, 5)), (0, None), "a journal without rows");
        let first_gone = Numbering { jumps: vec![(0, 7)], latest: 8 };
        assert_eq!((first_gone.count(), first_gone.newest(0, 5)), (2, Some((7, 8))));
    }
}
