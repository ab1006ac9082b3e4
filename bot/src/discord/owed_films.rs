//! Which campaigns may owe a film. Films are looked for there alone: to look through everything that waits takes longer than to post it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::discord::pauses::Pauses;
use crate::discord::side_by_side::Line;
use crate::model::ids::{CampaignId, GuildId};

/// How many seconds of a pause a sign leaves: signs come with every command, and a film is drawn anew each time it is tried.
const LEFT_BY_A_SIGN: i64 = 60;

/// Campaigns that may owe a film, and the pauses of those whose film Discord did not take.
#[derive(Default)]
pub(crate) struct OwedFilms {
    campaigns: Mutex<Line>,
    /// Whether those that owed one before are among them.
    are_known: AtomicBool,
    wake: Notify,
    pauses: Pauses,
}

impl OwedFilms {
    /// A campaign may owe a film.
    pub(crate) fn may_owe(&self, campaign: CampaignId) {
        self.kept().join(campaign);
        self.wake.notify_one();
    }

    /// These owed something before; `None` if that could not be read.
    pub(crate) fn found(&self, campaigns: Option<Vec<CampaignId>>) {
        self.are_known.store(campaigns.is_some(), Ordering::SeqCst);
        let mut kept = self.kept();
        for campaign in campaigns.into_iter().flatten() {
            kept.join(campaign);
        }
        drop(kept);
        self.wake.notify_one();
    }

    /// Whether it is known who owed something before.
    pub(crate) fn are_known(&self) -> bool {
        self.are_known.load(Ordering::SeqCst)
    }

    /// The campaigns that may owe a film, those left out whose pause is not over; whoever was looked at longest ago first, so that films
    /// that are tried again and again hold up no other.
    pub(crate) fn to_be_looked_at(&self, now: i64) -> Vec<CampaignId> {
        self.kept().all().filter(|campaign| self.pauses.is_over(*campaign, now)).collect()
    }

    /// What a campaign owes is about to be read: a film asked for from now on is said again.
    pub(crate) fn is_looked_at(&self, campaign: CampaignId) {
        self.kept().leave(campaign);
    }

    /// It is not known yet that a campaign owes no film any more.
    pub(crate) fn still_owes(&self, campaign: CampaignId) {
        self.kept().join(campaign);
    }

    /// A campaign's film was not taken: it is tried again after a pause, longer than the last.
    pub(crate) fn pause(&self, campaign: CampaignId, guild: Option<GuildId>, now: i64) {
        self.pauses.lengthen(campaign, guild, now);
    }

    /// A campaign's film was taken.
    pub(crate) fn taken(&self, campaign: CampaignId) {
        self.pauses.end(campaign);
    }

    /// Something has changed on a server, or everywhere, at this time in seconds since 1970: what Discord did not take it may take now.
    /// It is tried when a minute of its pause is over.
    pub(crate) fn sign(&self, guild: Option<GuildId>, now: i64) {
        if self.pauses.cut_to(guild, LEFT_BY_A_SIGN, now) {
            self.wake.notify_one();
        }
    }

    /// Waits until there may be a film to be drawn.
    pub(crate) async fn wait(&self) {
        self.wake.notified().await;
    }

    fn kept(&self) -> MutexGuard<'_, Line> {
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
        for _ in 0..4 {
            films.pause(campaign, guild, 100);
        }
        assert!(films.to_be_looked_at(160).is_empty());
        films.sign(guild, 110);
        assert!(films.to_be_looked_at(159).is_empty(), "it was drawn less than a minute ago");
        assert_eq!(films.to_be_looked_at(160), [campaign], "Discord may take it now");
        films.taken(campaign);
        assert_eq!(films.to_be_looked_at(160), [campaign], "another may be owed until that is read");
    }

    #[test]
    fn whoever_was_looked_at_longest_ago_is_first_whatever_their_number() {
        let films = OwedFilms::default();
        for number in [1, 2, 3] {
            films.may_owe(CampaignId(number));
        }
        films.is_looked_at(CampaignId(1));
        films.still_owes(CampaignId(1));
        films.may_owe(CampaignId(2));
        films.may_owe(CampaignId(0));
        assert_eq!(films.to_be_looked_at(0), [2, 3, 1, 0].map(CampaignId));
    }

    #[test]
    fn who_owed_something_before_is_not_known_until_it_could_be_read() {
        let films = OwedFilms::default();
        assert!(!films.are_known());
        films.found(None);
        assert!(!films.are_known());
        films.found(Some(vec![CampaignId(2), CampaignId(1)]));
        assert!(films.are_known());
        assert_eq!(films.to_be_looked_at(0), [CampaignId(2), CampaignId(1)]);
    }
}
