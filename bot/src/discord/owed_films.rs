//! Which campaigns may owe a film. Films are looked for there alone: to look through everything that waits takes longer than to post it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::discord::pauses::Pauses;
use crate::model::ids::{CampaignId, GuildId};

/// Campaigns that may owe a film, and the pauses of those whose film Discord did not take.
#[derive(Default)]
pub(crate) struct OwedFilms {
    campaigns: Mutex<BTreeSet<CampaignId>>,
    /// Whether those that owed one before are among them.
    are_known: AtomicBool,
    wake: Notify,
    pauses: Pauses,
}

impl OwedFilms {
    /// A campaign may owe a film.
    pub(crate) fn may_owe(&self, campaign: CampaignId) {
        self.kept().insert(campaign);
        self.wake.notify_one();
    }

    /// These owed something before; `None` if that could not be read.
    pub(crate) fn found(&self, campaigns: Option<Vec<CampaignId>>) {
        self.are_known.store(campaigns.is_some(), Ordering::SeqCst);
        self.kept().extend(campaigns.into_iter().flatten());
        self.wake.notify_one();
    }

    /// Whether it is known who owed something before.
    pub(crate) fn are_known(&self) -> bool {
        self.are_known.load(Ordering::SeqCst)
    }

    /// The campaigns that may owe a film, those left out whose pause is not over.
    pub(crate) fn to_be_looked_at(&self, now: i64) -> Vec<CampaignId> {
        self.kept().iter().copied().filter(|campaign| self.pauses.is_over(*campaign, now)).collect()
    }

    /// What a campaign owes is about to be read: a film asked for from now on is said again.
    pub(crate) fn is_looked_at(&self, campaign: CampaignId) {
        self.kept().remove(&campaign);
    }

    /// It is not known yet that a campaign owes no film any more.
    pub(crate) fn still_owes(&self, campaign: CampaignId) {
        self.kept().insert(campaign);
    }

    /// A campaign's film was not taken: it is tried again after a pause, longer than the last.
    pub(crate) fn pause(&self, campaign: CampaignId, guild: Option<GuildId>, now: i64) {
        self.pauses.lengthen(campaign, guild, now);
    }

    /// A campaign's film was taken.
    pub(crate) fn taken(&self, campaign: CampaignId) {
        self.pauses.end(campaign);
    }

    /// Something has changed on a server, or everywhere: what Discord did not take it may take now.
    pub(crate) fn sign(&self, guild: Option<GuildId>) {
        if self.pauses.cut_short(guild) {
            self.wake.notify_one();
        }
    }

    /// Waits until there may be a film to be drawn.
    pub(crate) async fn wait(&self) {
        self.wake.notified().await;
    }

    fn kept(&self) -> MutexGuard<'_, BTreeSet<CampaignId>> {
        self.campaigns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
