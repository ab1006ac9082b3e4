//! What despatches must know of a campaign besides its position: its number, its revision, who commands, who is called.

use engine::tabletop::player::Strength;

use crate::model::ids::{CampaignId, UserId};
use crate::model::standing_orders::Offered;

/// Whom a despatch calls: whoever the game seems to wait for, as far as all of them may know, two sides at most.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Called {
    /// Who is called first, and in sentences is said to be next.
    pub first: Option<UserId>,
    /// Who is called beside them.
    pub second: Option<UserId>,
    /// Which of the two need do nothing: a standing order, of which nobody else knows, answers for them. They are named as the other is, but
    /// Discord notifies them of nothing.
    pub spared: Option<UserId>,
}

impl Called {
    /// One who is to act, or nobody.
    #[must_use]
    pub const fn one(first: Option<UserId>) -> Self {
        Self { first, second: None, spared: None }
    }
}

/// What a despatch must know of a campaign besides its state.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its revision: what buttons will carry.
    pub revision: u32,
    /// Who commands, if anybody does.
    pub commander: Option<UserId>,
    /// Who is to act, and is called: the commander, or into whose hands they have put the round; in a game of two sides, their players.
    pub called: Called,
    /// Which staff commands the enemy where a battle of the campaign is fought on the board; `None` where players do.
    pub staff: Option<Strength>,
    /// What the group has offered first when a battle is to be fought.
    pub offered: Offered,
}

impl Standing {
    /// Where whoever commands is to act in person.
    #[must_use]
    pub const fn commanded(campaign: CampaignId, revision: u32, commander: Option<UserId>) -> Self {
        Self { campaign, revision, commander, called: Called::one(commander), staff: None, offered: Offered::Board }
    }
}
