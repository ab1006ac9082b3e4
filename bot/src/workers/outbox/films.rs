//! The films among what is to be posted: they take seconds to draw, and nothing else waits for them.

use std::sync::Arc;

use super::{Outbox, PublishError, ROUND};
use crate::discord::side_by_side::SideBySide;
use crate::model::ids::CampaignId;
use crate::model::outbox_row::Waiting;

/// How many campaigns' films are drawn or posted at a time. Their rows are in memory meanwhile.
const FILMS_AT_ONCE: usize = 4;

impl Outbox {
    /// Says that there is a film to be drawn.
    pub fn film_asked_for(&self) {
        self.film.notify_one();
    }

    /// Draws and posts films until the umpire stops, some campaigns' beside each other: they take seconds, and nothing else waits for them.
    /// What was being drawn at a stop is drawn again after the next start.
    pub async fn run_films(self: Arc<Self>) {
        let (mut rounds, mut posting) = (self.journal.clock().rounds(ROUND), SideBySide::default());
        loop {
            if let Err(error) = self.begin_films(&mut posting).await {
                tracing::error!(%error, "the films cannot be read");
            }
            tokio::select! {
                () = rounds.next() => {}
                () = self.film.notified() => {}
                () = posting.one_done() => {}
            }
        }
    }

    /// Begins with the films of campaigns for which none is under way, as long as there is room.
    async fn begin_films(self: &Arc<Self>, posting: &mut SideBySide) -> Result<(), PublishError> {
        for campaign in self.journal.campaigns_waiting().await? {
            if posting.count() >= FILMS_AT_ONCE {
                break;
            }
            if posting.is_at(campaign) || !self.film_pauses.is_over(campaign, self.journal.now()) {
                continue;
            }
            // One that cannot be read is set aside with the other despatches.
            let waiting = self.journal.waiting(campaign).await?.into_iter().flatten();
            let films: Vec<Waiting> = waiting.filter(|waiting| waiting.despatch.is_a_film()).collect();
            if !films.is_empty() {
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
