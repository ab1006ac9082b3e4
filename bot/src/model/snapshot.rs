//! A campaign as it stands at one moment, to be shown: nothing in it changes while it is looked at.

use crate::model::campaign::Campaign;
use crate::model::despatch::Despatch;
use crate::model::ids::UserId;
use crate::model::last_deed::LastDeed;
use crate::model::played::Played;
use crate::model::roster::{Authority, Roster};
use crate::model::standing::Standing;
use engine::campaign::State;

/// A campaign as it stands, to be shown.
#[derive(Clone, Debug)]
pub struct Snapshot<G: Played = State> {
    /// The campaign as it is kept.
    pub campaign: Campaign<G>,
    /// Its state.
    pub state: G,
    /// Its members.
    pub roster: Roster,
    /// Orders that a member is putting together, and that this state has been carried on by.
    pub drafted: Vec<G::Order>,
    /// What was ordered last, if it can be undone.
    pub last_deed: Option<LastDeed>,
    /// The last row that changed the state: a button offered since then is up to date.
    pub last_order: u32,
}

impl<G: Played> Snapshot<G> {
    /// What despatches need to know besides the state.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let standing = self.state.standing(&self.roster, self.campaign.id, self.campaign.revision);
        Standing { offered: self.campaign.standing_orders.offered, ..standing }
    }

    /// Whether a user's order is an order or a proposal; nothing where they give none.
    #[must_use]
    pub fn authority(&self, user: UserId, order: &G::Order) -> Option<Authority> {
        self.state.seat(&self.roster, user)?;
        Some(self.state.authority(&self.roster, &self.campaign.standing_orders, user, order))
    }

    /// What a member is asked once before their order, offered at a revision or typed as the game stands, if it is one to be asked about.
    /// What is refused, or only proposed, is told so without a question before it.
    #[must_use]
    pub fn question(&self, user: UserId, order: &G::Order, offered_at: Option<u32>) -> Option<Despatch> {
        let gives = self.authority(user, order) == Some(Authority::Gives);
        self.state.question(order, self.campaign.id, offered_at.unwrap_or(self.campaign.revision)).filter(|_| gives)
    }
}
