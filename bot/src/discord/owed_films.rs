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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_is_looked_at_once_for_what_it_owes_and_not_while_it_pauses() {
        let (films, campaign, guild) = (OwedFilms::default(), CampaignId(1), Some(GuildId(7)));
        films.may_owe(campaign);
        assert_eq!(films.to_be_looked_at(100), [campaign]);
        films.is_looked_at(campaign);
        assert!(films.to_be_looked_at(100).is_empty());
        films.still_owes(campaign);
        films.pause(campaign, guild, 100);
        assert!(films.to_be_looked_at(101).is_empty());
        films.sign(guild);
        assert_eq!(films.to_be_looked_at(101), [campaign], "Discord may take it now");
        films.taken(campaign);
        assert_eq!(films.to_be_looked_at(101), [campaign], "another may be owed until that is read");
    }

    #[test]
    fn who_owed_something_before_is_not_known_until_it_could_be_read() {
        let films = OwedFilms::default();
        assert!(!films.are_known());
        films.found(None);
        assert!(!films.are_known());
        films.found(Some(vec![CampaignId(2), CampaignId(1)]));
        assert!(films.are_known());
        assert_eq!(films.to_be_looked_at(0), [CampaignId(1), CampaignId(2)]);
    }
}
