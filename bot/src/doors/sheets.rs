//! The pictures of private sheets: of those that one member presses for in one game, one after another, only the last is still looked at.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::model::ids::{CampaignId, UserId};

/// Sheets whose pictures are being drawn, or wait for it.
#[derive(Debug, Default)]
pub struct Sheets {
    /// What tells each that another has been pressed for: it is dropped then.
    drawn: Mutex<HashMap<(UserId, CampaignId), oneshot::Sender<()>>>,
}

impl Sheets {
    /// What `drawing` comes to, unless the member presses for another sheet of the game before that: then it is given up, and nobody else has to
    /// wait for it.
    pub async fn newest<T>(&self, user: UserId, campaign: CampaignId, drawing: impl Future<Output = T>) -> Option<T> {
        let (newest, superseded) = oneshot::channel();
        {
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            drawn.retain(|_, other| !other.is_closed());
            drawn.insert((user, campaign), newest);
        }
        tokio::select! {
            biased;
            picture = drawing => Some(picture),
            _ = superseded => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn of_sheets_pressed_for_one_after_another_the_last_is_drawn_and_what_others_press_for_too() {
        let sheets = Sheets::default();
        let (rich, tom, game) = (UserId(1), UserId(2), CampaignId(1));
        let first = sheets.newest(rich, game, pending::<()>());
        let of_another_game = sheets.newest(rich, CampaignId(2), async {
            tokio::task::yield_now().await;
            2
        });
        let (first, of_another_game, ()) = tokio::join!(first, of_another_game, async {
            assert_eq!(sheets.newest(tom, game, ready(3)).await, Some(3));
            assert_eq!(sheets.newest(rich, game, ready(4)).await, Some(4));
        });
        assert_eq!((first, of_another_game), (None, Some(2)));
        assert_eq!(sheets.newest(rich, game, ready(5)).await, Some(5));
        assert!(sheets.drawn.lock().unwrap().len() <= 1, "of what is drawn nothing is kept");
    }
}
