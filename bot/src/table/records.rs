//! What the journal says of a campaign, for those who look back: the film, the report, the log, and whoever wants proof.

use crate::model::export::Export;
use crate::model::proof::Finding;

use engine::pack::hexadecimal;

use crate::despatches::log::{Told, told_from};
use crate::files::export::{export, whole};
use crate::files::proof::prove;
use crate::model::campaign::seal;
use crate::model::entry::OrderRow;
use crate::model::ids::{CampaignId, ChannelId, UserId};
use crate::model::snapshot::Snapshot;
use crate::table::error::TableError;
use crate::table::tables::Hosted;
use crate::table::tables::Tables;

impl<G: Hosted> Tables<G> {
    /// The campaign of a channel, or the last that was played there, if none is now.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn remembered_in(&self, channel: ChannelId) -> Result<Snapshot<G>, TableError> {
        let id = match self.journal.campaign_in(channel).await? {
            Some(id) => id,
            None => self.journal.last_campaign_in(channel).await?.ok_or(TableError::NoCampaign)?,
        };
        self.snapshot(id).await
    }

    /// Every order of a campaign up to and with a revision, and the pack it is played with.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn orders_up_to(&self, id: CampaignId, revision: u32) -> Result<(G::Pack, Vec<OrderRow<G>>), TableError> {
        let pack = self.snapshot(id).await?.campaign.pack;
        Ok((pack, self.journal.orders(id, revision).await?))
    }

    /// Runs a campaign again and proves its dice with the seed, which stays secret.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read. That the campaign is not proved is no error, but a finding.
    pub async fn prove(&self, id: CampaignId) -> Result<Finding, TableError> {
        let campaign = self.snapshot(id).await?.campaign;
        let orders = self.journal.all_orders::<G>(id, campaign.revision).await?;
        let announced = self.journal.announced_at_the_start(id, &seal(campaign.seed)).await?;
        let (gap, rolls) = self.journal.gap_in_the_stream(id).await?;
        let seed = hexadecimal(&campaign.seed.0);
        let proof = tokio::task::spawn_blocking(move || {
            let text = serde_json::to_string(&whole(&campaign, orders)).map_err(|error| error.to_string())?;
            prove::<G>(&text, Some(&seed)).map_err(|error| error.to_string())
        });
        let proof = proof.await.unwrap_or_else(|error| Err(error.to_string()));
        Ok(Finding { proof, announced, gap, rolls })
    }

    /// A game as a file: its name there, and what is in it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn exported(&self, id: CampaignId) -> Result<Export<G>, TableError> {
        let campaign = self.snapshot(id).await?.campaign;
        let orders = self.journal.all_orders(id, campaign.revision).await?;
        Ok(export(&campaign, orders))
    }

    /// Every row of a game's journal, told as its reader may know it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn log(&self, id: CampaignId, reader: UserId) -> Result<Vec<Told>, TableError> {
        let snapshot = self.snapshot(id).await?;
        let seat = snapshot.state.seat(&snapshot.roster, reader);
        let mut opening = G::opening(&snapshot.campaign.pack);
        Ok(told_from(&mut opening, &self.journal.rows(id).await?, &snapshot.roster, seat))
    }
}
