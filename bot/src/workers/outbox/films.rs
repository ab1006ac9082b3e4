//! The films among what is to be posted: they take seconds to draw, and nothing else waits for them.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

use super::{Outbox, PublishError, ROUND};
use crate::discord::side_by_side::SideBySide;
use crate::model::ids::CampaignId;
use crate::model::outbox_row::Waiting;

/// How many campaigns' films are drawn or posted at a time. Their rows are in memory meanwhile.
const FILMS_AT_ONCE: usize = 4;

impl Outbox {
    /// Says that there may be a film of a campaign to be drawn.
    pub fn film_asked_for(&self, campaign: CampaignId) {
        self.filmed().insert(campaign);
        self.film.notify_one();
    }

    fn filmed(&self) -> MutexGuard<'_, BTreeSet<CampaignId>> {
        self.filmed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes it that whoever owes anything may owe a film; if that cannot be read, it is tried again with the next round.
    pub(super) async fn look_for_films(&self) {
        let campaigns = self.journal.campaigns_waiting().await;
        self.films_are_known.store(campaigns.is_ok(), Ordering::SeqCst);
        match campaigns {
            Ok(campaigns) => self.filmed().extend(campaigns),
            Err(error) => tracing::error!(%error, "the films cannot be read"),
        }
        self.film.notify_one();
    }

    /// Draws and posts films until the umpire stops, some campaigns' beside each other: they take seconds, and nothing else waits for them.
    /// What was being drawn at a stop is drawn again after the next start.
    pub async fn run_films(self: Arc<Self>) {
        let (mut rounds, mut posting) = (self.journal.clock().rounds(ROUND), SideBySide::default());
        self.look_for_films().await;
        loop {
            if let Err(error) = self.begin_films(&mut posting).await {
                tracing::error!(%error, "the films cannot be read");
            }
            tokio::select! {
                () = rounds.next() => {
                    if !self.films_are_known.load(Ordering::SeqCst) {
                        self.look_for_films().await;
                    }
                }
                () = self.film.notified() => {}
                () = posting.one_done() => {}
            }
        }
    }

    /// Begins with the films of campaigns for which none is under way, as long as there is room.
    async fn begin_films(self: &Arc<Self>, posting: &mut SideBySide) -> Result<(), PublishError> {
        let campaigns = self.filmed().clone();
        for campaign in campaigns {
            if posting.count() >= FILMS_AT_ONCE {
                break;
            }
            if posting.is_at(campaign) || !self.film_pauses.is_over(campaign, self.journal.now()) {
                continue;
            }
            // One that is asked for from now on is said again, and so is one of a server that the umpire is invited back to.
            self.filmed().remove(&campaign);
            let owed = match self.journal.owed(campaign).await {
                Ok(owed) => owed,
                Err(error) => {
                    self.filmed().insert(campaign);
                    return Err(error.into());
                }
            };
            // One that cannot be read is set aside with the other despatches.
            let waiting = if owed.is_away { Vec::new() } else { owed.waiting };
            let films: Vec<Waiting> = waiting.into_iter().flatten().filter(|waiting| waiting.despatch.is_a_film()).collect();
            if !films.is_empty() {
                // Until it is known that they are posted.
                self.filmed().insert(campaign);
                let outbox = Arc::clone(self);
                posting.begin(campaign, async move {
                    if let Err(error) = outbox.post_films(campaign, &films).await {
                        tracing::warn!(campaign = campaign.0, %error, "a film is waiting");
                        let guild = outbox.journal.guild_of(campaign).await.ok().flatten();
                        outbox.film_pauses.lengthen(campaign, guild, outbox.journal.now());
                    }
                });
            }
        }
        Ok(())
    }

    async fn post_films(&self, campaign: CampaignId, films: &[Waiting]) -> Result<(), PublishError> {
        for waiting in films {
            match self.post(waiting).await {
                Ok(()) => self.film_pauses.end(campaign),
                Err(PublishError::Refused(reason)) => self.set_aside(campaign, waiting.id, &reason, true).await?,
                Err(PublishError::NoChannel(reason)) => self.set_aside(campaign, waiting.id, &reason, false).await?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
