//! Reminders: looks from time to time whether somebody is waited for too long, and has them called.
//!
//! A reminder is written into the outbox in the transaction that counts it, so a restart neither loses one nor sends it twice. In memory it is
//! only kept how long a campaign need not be looked at again: it is looked at when something may be due, or has happened in it, and read when
//! something is due. What is due and may not be sent, as in quiet hours, is read seldom.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::journal::reminders::Paced;
use crate::model::ids::CampaignId;
use crate::model::pace::QuietHours;
use crate::table::error::TableError;
use crate::table::room::Room;
use crate::table::rooms::Rooms;
use crate::table::tables::Done;
use crate::workers::outbox::Outbox;

/// How often it is looked. A reminder may be late by this much.
const ROUND: Duration = Duration::from_secs(20);

/// For how many seconds at least a campaign is left alone in which a reminder is due and could not be sent.
const LEFT_ALONE: i64 = 15 * 60;

/// Sends what is due, until the umpire stops.
pub async fn run(rooms: Rooms, outbox: Arc<Outbox>) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    let mut looked = Looked::default();
    loop {
        send_due(&rooms, &outbox, &mut looked).await;
        rounds.next().await;
    }
}

/// The campaigns that were looked at: each as it stood then, and the moment before which nothing is to be sent unless another row comes, as where
/// the pace is changed or somebody is back, or more time is given.
#[derive(Debug, Default)]
struct Looked(HashMap<CampaignId, (Paced, i64)>);

impl Looked {
    /// Whether it has to be looked at a campaign.
    fn is_due(&self, paced: Paced, now: i64) -> bool {
        self.0.get(&paced.id).is_none_or(|(then, due)| *then != paced || *due <= now)
    }

    /// Nothing is to be sent in a campaign before `due`; nothing at all if it is not given.
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
            remind(&*room, campaign, now).await
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

/// Writes the reminder that is due in a campaign at `now`, in seconds since 1970, if one is and may be sent. Besides it is said when it is to be
/// looked again, if at all.
async fn remind(room: &dyn Room, campaign: CampaignId, now: i64) -> Result<(Option<Done>, Option<i64>), TableError> {
    let due = room.due(campaign).await?;
    if due.is_none_or(|due| due > now) {
        return Ok((None, due));
    }
    let reminded = room.remind(campaign, now).await?;
    let due = room.waiting(campaign).await?.and_then(|waiting| waiting.due);
    if reminded.is_some() || due.is_none_or(|due| due > now) {
        return Ok((reminded, due));
    }
    let (pace, _) = room.pace(campaign).await?;
    Ok((None, Some(later(pace.and_then(|pace| pace.quiet), now))))
}

/// When it is looked again at what was due at `now` and could not be sent: it is quiet, or everybody who is waited for is away.
fn later(quiet: Option<QuietHours>, now: i64) -> i64 {
    quiet.map_or(now, |quiet| quiet.after(now)).max(now + LEFT_ALONE)
}

#[cfg(test)]
mod tests {
    use engine::campaign::{Options, Order, State};
    use engine::pack::Pack;

    use super::*;
    use crate::journal::store::Journal;
    use crate::model::campaign::Seed;
    use crate::model::ids::{ChannelId, GuildId, InteractionId, UserId};
    use crate::model::pace::Pace;
    use crate::model::time_zone::TimeZone;
    use crate::table::tables::{Founding, Tables};

    const HOUR: i64 = 3_600;
    const DAY: i64 = 24 * HOUR;

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

    #[tokio::test]
    async fn what_is_due_and_may_not_be_sent_is_looked_at_again_after_the_quiet_hours_or_a_while_or_when_something_happens() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::<State>::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
        let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
        let rich = UserId(7);
        let id = tables.found(founding, Seed([5; 32]), InteractionId(1), rich).await.unwrap().campaign;
        let night = Pace { hours: 24, quiet: Some(QuietHours { from: 22, to: 7, zone: TimeZone::default() }), paused: false };
        tables.settle_pace(id, InteractionId(2), rich, Some(night)).await.unwrap();
        let look = async |now: i64| {
            let (reminded, again) = remind(&tables, id, now).await.unwrap();
            (reminded.is_some(), again)
        };
        let stands = async || tables.journal().paced().await.unwrap()[0];
        // It fell due a day or more ago.
        let midnight = (tables.journal().now() / DAY + 3) * DAY;
        let morning = midnight + 7 * HOUR;
        assert_eq!(look(midnight).await, (false, Some(morning)), "it is quiet");
        assert_eq!(look(morning - 60).await, (false, Some(morning - 60 + LEFT_ALONE)));
        let (mut looked, before) = (Looked::default(), stands().await);
        looked.not_before(before, Some(morning));
        assert!(!looked.is_due(stands().await, midnight + 20), "nor is it looked in the next round");
        tables.say_willing(id, InteractionId(3), rich, None, Some(Some(morning + DAY))).await.unwrap();
        assert!(looked.is_due(stands().await, midnight + 20), "who goes away, or is back, is a row");
        assert_eq!(look(morning).await, (false, Some(morning + LEFT_ALONE)), "they are away");
        looked.not_before(stands().await, Some(morning + LEFT_ALONE));
        tables.say_willing(id, InteractionId(4), rich, None, Some(None)).await.unwrap();
        assert!(looked.is_due(stands().await, morning + 20));
        looked.not_before(stands().await, Some(morning + LEFT_ALONE));
        tables.settle_pace(id, InteractionId(5), rich, Some(Pace { hours: 12, ..night })).await.unwrap();
        assert!(looked.is_due(stands().await, morning + 20), "so is another pace");
        assert_eq!(look(morning + 20).await, (true, Some(morning + 20 + 12 * HOUR)));
        assert_eq!(look(morning + 40).await, (false, Some(morning + 20 + 12 * HOUR)));
        tables.journal().close().await;
    }
}
