//! Work for one campaign beside that for others: nobody waits for what another owes, and for one campaign only one thing is under way.

use std::collections::HashMap;
use std::future::Future;

use tokio::task::{Id, JoinSet};

use crate::model::ids::CampaignId;

/// What is under way. It ends with whoever holds it.
#[derive(Default)]
pub(crate) struct SideBySide {
    tasks: JoinSet<()>,
    campaigns: HashMap<Id, CampaignId>,
}

impl SideBySide {
    /// For how many campaigns something is under way.
    pub(crate) fn count(&self) -> usize {
        self.campaigns.len()
    }

    /// Whether something is under way for a campaign.
    pub(crate) fn is_at(&self, campaign: CampaignId) -> bool {
        self.campaigns.values().any(|at| *at == campaign)
    }

    /// Begins work for a campaign for which none is under way.
    pub(crate) fn begin(&mut self, campaign: CampaignId, work: impl Future<Output = ()> + Send + 'static) {
        if !self.is_at(campaign) {
            let task = self.tasks.spawn(work);
            self.campaigns.insert(task.id(), campaign);
        }
    }

    /// Waits until something is done; for ever, if nothing is under way.
    pub(crate) async fn one_done(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => {
                self.campaigns.remove(&id);
            }
            Some(Err(error)) => {
                tracing::error!(%error, "work for a campaign broke off");
                self.campaigns.remove(&error.id());
            }
            None => std::future::pending().await,
        }
    }
}
