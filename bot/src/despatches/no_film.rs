//! What is posted instead of a film that could not be drawn, or that Discord did not take.

use crate::model::despatch::Despatch;
use crate::model::outbox_row::Waiting;

/// How it begins.
const NO_FILM: &str = "**The film could not be drawn or posted this time.**";

/// What is posted instead of a film; `command` asks for one.
#[must_use]
pub fn instead(film: &Waiting, command: &str) -> Despatch {
    Despatch::saying(format!("{NO_FILM} Ask again with `{command}`, and tell whoever runs the umpire if it stays so.\n{}", number(film)))
}

/// Whether a message with this content was posted instead of a film.
#[must_use]
pub fn is_instead(content: &str) -> bool {
    content.starts_with(NO_FILM)
}

/// Whether such a message was posted instead of this film.
#[must_use]
pub fn is_instead_of(film: &Waiting, content: &str) -> bool {
    content.ends_with(&number(film))
}

/// How it ends, by which it is told from what was posted instead of another film.
fn number(film: &Waiting) -> String {
    format!("-# film {}", film.id.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::{CampaignId, ChannelId, OutboxId};

    #[test]
    fn what_is_posted_instead_of_a_film_is_told_from_what_is_posted_instead_of_another() {
        let [one, eleven] = [1, 11].map(|id| Waiting {
            id: OutboxId(id),
            campaign: CampaignId(1),
            revision: 3,
            channel: ChannelId(2),
            despatch: Despatch::saying("A film."),
            attempted_at: None,
        });
        let told = instead(&eleven, "/campaign film").sentence;
        assert!(is_instead(&told) && is_instead_of(&eleven, &told) && !is_instead_of(&one, &told), "{told}");
        assert!(!is_instead(&one.despatch.sentence));
    }
}
