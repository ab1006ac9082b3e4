//! A campaign as it is kept, and the seed its dice come from.

use crate::model::campaign_name::CampaignName;
use crate::model::ids::{CampaignId, ChannelId, GuildId, MessageId};
use crate::model::lifecycle::Lifecycle;
use crate::model::played::Played;
use crate::model::standing_orders::StandingOrders;
use engine::campaign::State;
use engine::pack::hexadecimal;
use sha2::{Digest, Sha256};

/// A campaign as it is kept, or another game of the house: both are rows of the same table.
#[derive(Clone, Debug)]
pub struct Campaign<G: Played = State> {
    /// Its number.
    pub id: CampaignId,
    /// The guild it is played in.
    pub guild: GuildId,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// The pack it is played with.
    pub pack: G::Pack,
    /// What the dice come from.
    pub sealed: Sealed,
    /// Rows in its journal.
    pub revision: u32,
    /// When it was started, in seconds since 1970.
    pub started_at: i64,
    /// When it was closed, if it was.
    pub closed_at: Option<i64>,
    /// What the group has settled for itself.
    pub standing_orders: StandingOrders,
    /// Its name, and whether it is put away or deleted.
    pub lifecycle: Lifecycle,
}

/// The secret a campaign's dice come from. Never shown by `Debug`, so that it cannot get into a log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// What a game's dice come from: a secret seed, and the message by which it was committed to before any die was thrown.
///
/// The number of that message is Discord's to give and is mixed into the stream, so that nobody can try seeds out before they choose one
/// (a [commitment](https://en.wikipedia.org/wiki/Commitment_scheme) to the seed with a share in the dice that nobody chose). Games of which
/// no message is known have the dice of the bare seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sealed {
    /// The secret.
    pub seed: Seed,
    /// The message with the seal.
    pub message: Option<MessageId>,
}

impl Sealed {
    /// The seed of the stream of dice: the secret itself, or the SHA-256 of the secret and the eight bytes, big-endian, of the message's number.
    #[must_use]
    pub fn dice(self) -> Seed {
        self.message.map_or(self.seed, |message| {
            Seed(Sha256::new().chain_update(self.seed.0).chain_update(message.0.to_be_bytes()).finalize().into())
        })
    }

    /// SHA-256 of the secret, in hexadecimal.
    #[must_use]
    pub fn seal(self) -> String {
        seal(self.seed)
    }
}

impl From<Seed> for Sealed {
    fn from(seed: Seed) -> Self {
        Self { seed, message: None }
    }
}

/// SHA-256 of a campaign's seed, in hexadecimal: announced before the first die is thrown.
#[must_use]
pub fn seal(seed: Seed) -> String {
    hexadecimal(&Sha256::digest(seed.0))
}

impl<G: Played> Campaign<G> {
    /// What it is called: by its group, or else by its pack.
    #[must_use]
    pub fn title(&self) -> &str {
        self.lifecycle.name.as_ref().map_or(G::title(&self.pack), CampaignName::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_come_from_the_secret_and_the_number_of_the_message_that_sealed_it_and_from_the_bare_secret_where_none_is_known() {
        let seed = Seed([7; 32]);
        assert_eq!(Sealed::from(seed).dice(), seed);
        let under = |message| Sealed { seed, message: Some(MessageId(message)) };
        let by_hand = Sha256::digest([[7; 32].as_slice(), &[0, 0, 0, 0, 0, 0, 0, 1]].concat());
        assert_eq!(under(1).dice().0, <[u8; 32]>::from(by_hand));
        assert_ne!(under(1).dice(), under(2).dice());
        assert_eq!(under(1).seal(), seal(seed), "the seal is of the secret, which it is posted with");
    }
}
