//! What despatches must know of a campaign besides its position: its number, its revision, who commands, who is called.

use crate::model::ids::{CampaignId, UserId};
use crate::model::standing_orders::Offered;

/// What a despatch must know of a campaign besides its state.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its revision: what buttons will carry.
    pub revision: u32,
    /// Who commands, if anybody does.
    pub commander: Option<UserId>,
    /// Who is to act, and is called: the commander, or into whose hands they have put the round.
    pub called: Option<UserId>,
    /// What the group has offered first when a battle is to be fought.
    pub offered: Offered,
}

impl Standing {
    /// Where whoever commands is to act in person.
    #[must_use]
    pub const fn commanded(campaign: CampaignId, revision: u32, commander: Option<UserId>) -> Self {
        Self { campaign, revision, commander, called: commander, offered: Offered::Board }
    }
}
