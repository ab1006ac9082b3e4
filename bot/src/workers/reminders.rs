//! Reminders: looks from time to time whether somebody is waited for too long, and has them called.
//!
//! A reminder is written into the outbox in the transaction that counts it, so a restart neither loses one nor sends it twice. In memory it is
//! only kept how long a campaign need not be looked at again: it is looked at when something may be due, or has happened in it, and read when
//! something is due.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::journal::reminders::Paced;
use crate::model::ids::CampaignId;
use crate::table::error::TableError;
use crate::table::rooms::Rooms;
use crate::workers::outbox::Outbox;

/// How often it is looked. A reminder may be late by this much.
const ROUND: Duration = Duration::from_secs(20);

/// Sends what is due, until the umpire stops.
pub async fn run(rooms: Rooms, outbox: Arc<Outbox>) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    let mut looked = Looked::default();
    loop {
        send_due(&rooms, &outbox, &mut looked).await;
        rounds.next().await;
    }
}

/// The campaigns that were looked at: each as it stood then, and the moment before which nothing falls due unless another row comes or more
/// time is given.
#[derive(Debug, Default)]
struct Looked(HashMap<CampaignId, (Paced, i64)>);

impl Looked {
    /// Whether it has to be looked at a campaign.
    fn is_due(&self, paced: Paced, now: i64) -> bool {
        self.0.get(&paced.id).is_none_or(|(then, due)| *then != paced || *due <= now)
    }

    /// Nothing falls due in a campaign before `due`; nothing at all if it is not given.
    fn not_before(&mut self, paced: Paced, due: Option<i64>) {
        self.0.insert(paced.id, (paced, due.unwrap_or(i64::MAX)));
    }

    /// Forgets those that are not among these, in order of their numbers.
    fn keep(&mut self, paced: &[Paced]) {
        self.0.retain(|id, _| paced.binary_search_by_key(id, |paced| paced.id).is_ok());
    }
}

async fn send_due(rooms: &Rooms, outbox: &Outbox, looked: &mut Looked) {
    let campaigns = match rooms.journal().paced().await {
        Ok(campaigns) => campaigns,
        Err(error) => {
            tracing::error!(%error, "the reminders cannot be read");
            return;
        }
    };
    let now = rooms.journal().now();
    looked.keep(&campaigns);
    for paced in campaigns {
        if !looked.is_due(paced, now) {
            continue;
        }
        let (campaign, rooms) = (paced.id, rooms.clone());
        let reminded = async move {
            let room = rooms.of(campaign).await?;
            let due = room.due(campaign).await?;
            if due.is_none_or(|due| due > now) {
                return Ok((None, due));
            }
            let reminded = room.remind(campaign, now).await?;
            let due = room.waiting(campaign).await?.and_then(|waiting| waiting.due);
            Ok::<_, TableError>((reminded, due))
        };
        // A position that nobody foresaw ends the reminders of its own game alone.
        match tokio::spawn(reminded).await {
            Ok(Ok((None, due))) => looked.not_before(paced, due),
            Ok(Ok((Some(_), due))) => {
                looked.not_before(paced, due);
                // A server on which posting takes long holds up no other's reminders.
                outbox.look();
            }
            Ok(Err(error)) => tracing::error!(campaign = campaign.0, %error, "a reminder was not written"),
            Err(error) => {
                tracing::error!(campaign = campaign.0, %error, "work for a campaign broke off");
                looked.not_before(paced, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_is_looked_at_again_when_something_falls_due_or_another_row_has_come() {
        let paced = |id, revision| Paced { id: CampaignId(id), revision, not_before: None };
        let mut looked = Looked::default();
        assert!(looked.is_due(paced(1, 4), 100));
        looked.not_before(paced(1, 4), Some(200));
        assert!(!looked.is_due(paced(1, 4), 199) && looked.is_due(paced(1, 4), 200));
        assert!(looked.is_due(paced(1, 5), 100), "something has happened in it");
        assert!(looked.is_due(Paced { not_before: Some(150), ..paced(1, 4) }, 100), "more time was given");
        looked.not_before(paced(2, 1), None);
        assert!(!looked.is_due(paced(2, 1), i64::MAX - 1), "nobody is waited for");
        looked.keep(&[paced(2, 1)]);
        assert!(looked.0.len() == 1 && looked.is_due(paced(1, 4), 100), "of what has no pace any more nothing is kept");
    }
}
