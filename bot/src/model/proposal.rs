//! A proposal: orders that wait for the commander's word, or that a player is still putting together.

use crate::model::ids::ProposalId;
use crate::model::ids::{CampaignId, UserId};
use crate::model::played::Played;
use engine::campaign::State;

/// What has become of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProposalStanding {
    /// It is still being put together.
    Draft,
    /// It waits for the commander.
    Open,
    /// It has been approved, and carried out.
    Approved,
    /// It has been declined.
    Declined,
    /// The campaign has moved on, and it can be ordered no more.
    Overtaken,
}

impl ProposalStanding {
    pub(crate) const ALL: [Self; 5] = [Self::Draft, Self::Open, Self::Approved, Self::Declined, Self::Overtaken];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Approved => "approved",
            Self::Declined => "declined",
            Self::Overtaken => "overtaken",
        }
    }
}

/// A proposal.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal<G: Played = State> {
    /// By which the journal knows it, and its buttons.
    pub id: ProposalId,
    /// Its number in its campaign, from 1; of a draft none that counts.
    pub number: u32,
    /// The campaign it is for.
    pub campaign: CampaignId,
    /// Who makes it.
    pub user: UserId,
    /// The last order the campaign had seen when it was begun.
    pub base: u32,
    /// What is proposed, in order.
    pub orders: Vec<G::Order>,
    /// What has become of it.
    pub standing: ProposalStanding,
}

impl<G: Played> Proposal<G> {
    /// Whether it waits for somebody's word in a position: one that can be ordered no more waits for nobody, and says so when it is settled.
    #[must_use]
    pub fn waits_in(&self, state: &G) -> bool {
        self.orders.first().is_some_and(|order| state.permit(state.giver(order), order).is_ok())
    }
}
