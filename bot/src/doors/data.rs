//! What every command and press has at hand, and which interactions were seen lately.

use crate::discord::edits::Edits;
use crate::discord::lateness::Lateness;
use crate::discord::sight::Sights;
use crate::doors::ration::Rations;
use crate::doors::sheets::Sheets;
use crate::doors::under_way::UnderWay;
use crate::drawing::atlas::Atlas;
use crate::files::import::turns::Turns;
use crate::metrics::Metrics;
use crate::model::ids::{InteractionId, MessageId, UserId};
use crate::table::rooms::Rooms;
use crate::table::tables::Tables;
use crate::workers::departures::Departures;
use crate::workers::outbox::Outbox;
use engine::card_game::pack::CardPack;
use engine::khartoum::pack::Pack as KhartoumPack;
use engine::pack::Pack;
use engine::tabletop::pack::BattlePack;
use poise::serenity_prelude::Http;
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// What every command has at hand.
pub struct Data {
    /// The campaigns.
    pub tables: Arc<Tables>,
    /// Every game of the house, the campaigns among them.
    pub rooms: Rooms,
    /// What posts despatches.
    pub outbox: Arc<Outbox>,
    /// What edits messages that stand.
    pub edits: Arc<Edits>,
    /// What asks Discord for all but answers to interactions, and heeds its limits.
    pub http: Arc<Http>,
    /// Which servers the umpire is on.
    pub departures: Arc<Departures>,
    /// What draws maps.
    pub atlas: Arc<Atlas>,
    /// The usual pack of new campaigns, and of rolls without one.
    pub pack: Arc<Pack>,
    /// The data of battles on the gridded board.
    pub battle_pack: Arc<BattlePack>,
    /// The data of the card game.
    pub card_pack: Arc<CardPack>,
    /// The data of the mini-game of the siege.
    pub khartoum_pack: Arc<KhartoumPack>,
    /// Every pack of new campaigns, the usual one first.
    pub packs: Vec<Arc<Pack>>,
    /// Interactions answered lately.
    pub seen: Seen<InteractionId>,
    /// How long interactions were on their way, lately.
    pub lateness: Lateness,
    /// Messages whose one roll has been rolled lately.
    pub rolled: Seen<MessageId>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Private sheets whose pictures are being drawn.
    pub sheets: Sheets,
    /// What takes long, rationed by member.
    pub rations: Rations,
    /// Who sees which channel, as Discord said it lately.
    pub sights: Sights,
    /// Whose files are taken up.
    pub imports: Turns,
    /// Everything under way, so that the umpire can end when all of it is done.
    pub under_way: UnderWay,
}

impl Data {
    /// What draws the pictures that somebody asks for.
    pub(crate) fn atlas_of(&self, user: UserId) -> Arc<Atlas> {
        self.atlas.asked_by(user)
    }
}

/// What was seen lately, so that it is acted on once. Discord may deliver an interaction twice; the second is dropped before anything is
/// rolled. What changes a campaign is guarded by the journal as well, so that a restart between the two does no harm.
pub struct Seen<Id>(Mutex<(HashSet<Id>, VecDeque<Id>)>);

impl<Id> Default for Seen<Id> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Id: Copy + Eq + Hash> Seen<Id> {
    const KEPT: usize = 10_000;

    /// Whether this is the first time; from now on it is not.
    pub fn first_time(&self, id: Id) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > Self::KEPT
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }

    /// Takes back that something was seen: what it asked for was not done.
    pub fn forget(&self, id: Id) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.0.remove(&id);
        seen.1.retain(|known| *known != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_seen_once_and_memory_is_bounded() {
        let seen = Seen::default();
        assert!(seen.first_time(InteractionId(1)));
        assert!(!seen.first_time(InteractionId(1)));
        for id in (2..20_000).map(InteractionId) {
            assert!(seen.first_time(id));
        }
        assert_eq!(seen.0.lock().unwrap().0.len(), Seen::<InteractionId>::KEPT);
    }
}
