//! Sent without its picture: what Discord does not take may be the picture, too large for it or too long on the way, and what a message
//! says is better told without than not at all. While Discord stumbles it is tried with its picture alone for five minutes, and then
//! without too.
//!
//! Since when a despatch has been tried the journal remembers, for whoever looks whether it has been posted already; of boards it is kept
//! here.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::discord::errors::Meaning;
use crate::model::ids::CampaignId;

/// For how many seconds after the first attempt something is tried with its picture alone while Discord stumbles.
const WITH_ITS_PICTURE: i64 = 5 * 60;

/// What is sent with a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pictured {
    /// A despatch that is posted.
    Despatch,
    /// A film. It is drawn anew for each try: it is not tried for ever where the umpire may post no files.
    Film,
    /// A message that grows, and is to have another picture. Where that is refused, what the message does not show is posted anew.
    Growing,
    /// A board.
    Board,
}

impl Pictured {
    /// It was not taken with its picture, for this reason: whether it is to be tried without. `tried_since` is when it was first tried, if
    /// that is known, and `now` the time, in seconds since 1970.
    pub(crate) fn goes_without(self, meaning: Meaning, tried_since: Option<i64>, now: i64) -> bool {
        let is_tried_for_long = tried_since.is_some_and(|at| now - at >= WITH_ITS_PICTURE);
        match meaning {
            Meaning::Refused => self != Self::Growing,
            Meaning::Stumbles => is_tried_for_long,
            Meaning::Forbidden => is_tried_for_long && self == Self::Film,
            Meaning::Archived | Meaning::Locked | Meaning::Gone => false,
        }
    }
}

/// Since when Discord has stumbled over boards with their pictures, in seconds since 1970: kept in memory alone, until they are written.
#[derive(Default)]
pub(crate) struct Stumbling(Mutex<HashMap<CampaignId, i64>>);

impl Stumbling {
    fn all(&self) -> MutexGuard<'_, HashMap<CampaignId, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A board was not taken with its picture, for this reason, at this time in seconds since 1970: whether it is to be tried without.
    pub(crate) fn goes_without(&self, campaign: CampaignId, meaning: Meaning, now: i64) -> bool {
        let since = (meaning == Meaning::Stumbles).then(|| *self.all().entry(campaign).or_insert(now));
        Pictured::Board.goes_without(meaning, since, now)
    }

    /// A board is written, or will not be.
    pub(crate) fn end(&self, campaign: CampaignId) {
        self.all().remove(&campaign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_discord_stumbles_over_goes_without_its_picture_five_minutes_after_it_was_first_tried() {
        for pictured in [Pictured::Despatch, Pictured::Film, Pictured::Growing, Pictured::Board] {
            let goes_without = |since, now| pictured.goes_without(Meaning::Stumbles, since, now);
            assert!(!goes_without(Some(1_000), 1_299), "{pictured:?}");
            assert!(goes_without(Some(1_000), 1_300), "{pictured:?}");
            assert!(!goes_without(None, 1_300), "{pictured:?}: it is not known to have been tried");
        }
    }

    #[test]
    fn what_is_refused_goes_without_its_picture_at_once_unless_it_grows_and_a_film_also_where_no_files_may_be_posted() {
        let all = [Pictured::Despatch, Pictured::Film, Pictured::Growing, Pictured::Board];
        let go_without = |meaning, now| all.map(|pictured| pictured.goes_without(meaning, Some(1_000), now));
        assert_eq!(go_without(Meaning::Refused, 1_000), [true, true, false, true]);
        assert_eq!(go_without(Meaning::Forbidden, 1_299), [false; 4]);
        assert_eq!(go_without(Meaning::Forbidden, 1_300), [false, true, false, false]);
        for meaning in [Meaning::Archived, Meaning::Locked, Meaning::Gone] {
            assert_eq!(go_without(meaning, 9_000), [false; 4], "{meaning:?}");
        }
    }

    #[test]
    fn a_board_goes_without_its_picture_at_once_where_that_is_refused_and_five_minutes_after_discord_first_stumbled_over_it() {
        let (stumbling, campaign) = (Stumbling::default(), CampaignId(1));
        assert!(stumbling.goes_without(campaign, Meaning::Refused, 1_000));
        assert!(!stumbling.goes_without(campaign, Meaning::Stumbles, 1_000));
        assert!(!stumbling.goes_without(CampaignId(2), Meaning::Stumbles, 1_200));
        assert!(!stumbling.goes_without(campaign, Meaning::Stumbles, 1_299));
        assert!(!stumbling.goes_without(campaign, Meaning::Forbidden, 1_300));
        assert!(stumbling.goes_without(campaign, Meaning::Stumbles, 1_300));
        stumbling.end(campaign);
        assert!(!stumbling.goes_without(campaign, Meaning::Stumbles, 1_301), "the next is tried with its picture again");
        assert!(stumbling.goes_without(CampaignId(2), Meaning::Stumbles, 1_500));
    }
}
