//! Work for one campaign beside that for others: nobody waits for what another owes, and for one campaign only one thing is under way.
//! Those for which there is no room yet stand in line.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::Future;

use tokio::task::{Id, JoinSet};

use crate::model::ids::CampaignId;

/// What is under way. It ends with whoever holds it.
#[derive(Default)]
pub(crate) struct SideBySide {
    tasks: JoinSet<()>,
    campaigns: HashMap<Id, CampaignId>,
    /// The same campaigns.
    under_way: HashSet<CampaignId>,
}

impl SideBySide {
    /// For how many campaigns something is under way.
    pub(crate) fn count(&self) -> usize {
        self.campaigns.len()
    }

    /// Whether something is under way for a campaign.
    pub(crate) fn is_at(&self, campaign: CampaignId) -> bool {
        self.under_way.contains(&campaign)
    }

    /// Begins work for a campaign for which none is under way.
    pub(crate) fn begin(&mut self, campaign: CampaignId, work: impl Future<Output = ()> + Send + 'static) {
        if self.under_way.insert(campaign) {
            let task = self.tasks.spawn(work);
            self.campaigns.insert(task.id(), campaign);
        }
    }

    /// Waits until something is done; for ever, if nothing is under way.
    pub(crate) async fn one_done(&mut self) {
        let done = match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => {
                tracing::error!(%error, "work for a campaign broke off");
                error.id()
            }
            None => std::future::pending().await,
        };
        if let Some(campaign) = self.campaigns.remove(&done) {
            self.under_way.remove(&campaign);
        }
    }
}

/// Campaigns in line, each once: who came first is first.
#[derive(Default)]
pub(crate) struct Line {
    places: HashMap<CampaignId, u64>,
    campaigns: BTreeMap<u64, CampaignId>,
    /// The last place that was taken.
    last: u64,
}

impl Line {
    /// A campaign goes to the end, unless it stands in line already.
    pub(crate) fn join(&mut self, campaign: CampaignId) {
        let place = *self.places.entry(campaign).or_insert(self.last + 1);
        if place > self.last {
            self.campaigns.insert(place, campaign);
            self.last = place;
        }
    }

    /// A campaign stands in line no more.
    pub(crate) fn leave(&mut self, campaign: CampaignId) {
        if let Some(place) = self.places.remove(&campaign) {
            self.campaigns.remove(&place);
        }
    }

    /// Takes the first out of the line.
    pub(crate) fn take(&mut self) -> Option<CampaignId> {
        let (_, campaign) = self.campaigns.pop_first()?;
        self.places.remove(&campaign);
        Some(campaign)
    }

    /// All of them, the first first.
    pub(crate) fn all(&self) -> impl Iterator<Item = CampaignId> {
        self.campaigns.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::unbounded_channel;

    #[tokio::test]
    async fn for_one_campaign_one_thing_is_under_way_and_another_begins_once_it_is_done_or_broke_off() {
        let (mut work, campaign) = (SideBySide::default(), CampaignId(1));
        let (tell, mut told) = unbounded_channel();
        for (number, breaks_off) in [(1, false), (2, true), (3, false)] {
            for number in [number, 10 * number] {
                let tell = tell.clone();
                work.begin(campaign, async move {
                    tell.send(number).unwrap();
                    assert!(!breaks_off, "it breaks off");
                });
            }
            assert!(work.is_at(campaign) && !work.is_at(CampaignId(2)));
            work.one_done().await;
            assert_eq!((work.is_at(campaign), work.count(), told.try_recv().ok()), (false, 0, Some(number)));
        }
        assert!(told.try_recv().is_err(), "of two at once the second was not begun");
    }

    #[test]
    fn who_stands_in_line_keeps_their_place_and_who_comes_again_goes_to_the_end() {
        let mut line = Line::default();
        for number in [3, 1, 2, 3, 1] {
            line.join(CampaignId(number));
        }
        assert!(line.all().eq([3, 1, 2].map(CampaignId)));
        assert_eq!(line.take(), Some(CampaignId(3)));
        line.join(CampaignId(3));
        line.leave(CampaignId(1));
        line.leave(CampaignId(7));
        assert!(line.all().eq([2, 3].map(CampaignId)));
        line.join(CampaignId(1));
        assert_eq!([(); 4].map(|()| line.take()), [Some(CampaignId(2)), Some(CampaignId(3)), Some(CampaignId(1)), None]);
    }
}
