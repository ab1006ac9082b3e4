//! Pauses: what Discord did not take waits, longer each time, campaign by campaign; a sign that it may be taken now cuts them short.
//!
//! They are kept in memory alone: after a restart everything is tried at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::ids::{CampaignId, GuildId};

/// The first pause, in seconds.
const FIRST: i64 = 15;

/// The longest, in seconds.
const LONGEST: i64 = 15 * 60;

struct Pause {
    guild: Option<GuildId>,
    /// When it began, in seconds since 1970.
    begun: i64,
    /// How long it is, in seconds.
    length: i64,
    /// When it ends, in seconds since 1970.
    until: i64,
}

/// The pauses of campaigns for which something waits.
#[derive(Default)]
pub(crate) struct Pauses(Mutex<HashMap<CampaignId, Pause>>);

impl Pauses {
    fn all(&self) -> MutexGuard<'_, HashMap<CampaignId, Pause>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a campaign of this server owes was not taken: it pauses, twice as long as the last time.
    pub(crate) fn lengthen(&self, campaign: CampaignId, guild: Option<GuildId>, now: i64) {
        let mut all = self.all();
        let length = all.get(&campaign).map_or(FIRST, |pause| (pause.length * 2).min(LONGEST));
        all.insert(campaign, Pause { guild, begun: now, length, until: now + length });
    }

    /// What a campaign owes could not be read from the journal or written in it: it pauses, as long each time, for a disk has room again or not.
    pub(crate) fn begin(&self, campaign: CampaignId, guild: Option<GuildId>, now: i64) {
        self.all().insert(campaign, Pause { guild, begun: now, length: FIRST, until: now + FIRST });
    }

    /// What a campaign owed was taken.
    pub(crate) fn end(&self, campaign: CampaignId) {
        self.all().remove(&campaign);
    }

    /// Whether a campaign does not pause.
    pub(crate) fn is_over(&self, campaign: CampaignId, now: i64) -> bool {
        self.all().get(&campaign).is_none_or(|pause| pause.until <= now)
    }

    /// Something has changed on a server, or everywhere: its pauses are over for now. Whether there were any.
    pub(crate) fn cut_short(&self, guild: Option<GuildId>) -> bool {
        self.cut_to(guild, 0, 0)
    }

    /// The same of pauses of which a sign leaves so many seconds: one that is younger ends then at the latest, an older one now. `now` is
    /// in seconds since 1970. Whether any is over now.
    pub(crate) fn cut_to(&self, guild: Option<GuildId>, seconds: i64, now: i64) -> bool {
        let mut any = false;
        for pause in self.all().values_mut().filter(|pause| guild.is_none() || pause.guild.is_none() || pause.guild == guild) {
            // One that began in the future is none: the clock was set back since.
            let is_young = (0..seconds).contains(&(now - pause.begun));
            pause.until = if is_young { pause.until.min(pause.begun + seconds) } else { 0 };
            any |= pause.until <= now;
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_quarter_of_an_hour_and_a_sign_on_their_server_cuts_them_short() {
        let (pauses, campaign, guild) = (Pauses::default(), CampaignId(1), GuildId(7));
        let mut lengths = Vec::new();
        for _ in 0..8 {
            pauses.lengthen(campaign, Some(guild), 1_000);
            lengths.push((1..).find(|seconds| pauses.is_over(campaign, 1_000 + seconds)).unwrap());
        }
        assert_eq!(lengths, [15, 30, 60, 120, 240, 480, 900, 900]);
        assert!(!pauses.cut_short(Some(GuildId(8))) && !pauses.is_over(campaign, 1_000));
        assert!(pauses.cut_short(Some(guild)) && pauses.is_over(campaign, 1_000));
        pauses.lengthen(campaign, Some(guild), 1_000);
        assert!(pauses.cut_short(None) && pauses.is_over(campaign, 1_000));
        pauses.end(campaign);
        pauses.lengthen(campaign, Some(guild), 1_000);
        assert!(pauses.is_over(campaign, 1_015), "after what was taken they begin anew");
        for _ in 0..3 {
            pauses.begin(campaign, Some(guild), 1_000);
            assert!(!pauses.is_over(campaign, 1_014) && pauses.is_over(campaign, 1_015), "where the journal is at fault they stay as long");
        }
    }

    #[test]
    fn a_sign_can_leave_a_minute_of_a_pause() {
        let (pauses, campaign, guild) = (Pauses::default(), CampaignId(1), Some(GuildId(7)));
        for _ in 0..4 {
            pauses.lengthen(campaign, guild, 1_000);
        }
        assert!(!pauses.cut_to(Some(GuildId(8)), 60, 1_100) && !pauses.is_over(campaign, 1_119), "a sign of another server");
        assert!(!pauses.cut_to(guild, 60, 1_010) && !pauses.is_over(campaign, 1_059));
        assert!(pauses.is_over(campaign, 1_060), "the sign is not lost");
        pauses.lengthen(campaign, guild, 1_000);
        assert!(pauses.cut_to(None, 60, 1_060) && pauses.is_over(campaign, 1_060), "one that is older is over at once");
        pauses.lengthen(campaign, guild, 1_000);
        assert!(pauses.cut_to(guild, 60, 900) && pauses.is_over(campaign, 900), "the clock was set back");
        pauses.end(campaign);
        pauses.lengthen(campaign, guild, 1_000);
        assert!(!pauses.cut_to(guild, 60, 1_010) && pauses.is_over(campaign, 1_015), "it grows no longer by it");
    }
}
