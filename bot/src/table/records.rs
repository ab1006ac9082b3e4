//! What the journal says of a campaign, for those who look back: the film, the report, the log, and whoever wants proof.

use crate::aside::apart;
use crate::model::despatch::Despatch;
use crate::model::export::Export;
use crate::model::log_filter::LogFilter;
use crate::model::proof::Finding;

use engine::pack::hexadecimal;

use crate::despatches::campaign;
use crate::despatches::log::{self, Told, told_from};
use crate::files::export::{export, whole};
use crate::files::proof::prove;
use crate::journal::error::JournalError;
use crate::model::entry::{Deed, OrderRow};
use crate::model::ids::{CampaignId, ChannelId, InteractionId, UserId};
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
        let rows = campaign.revision;
        let proving = async {
            let orders = self.journal.all_orders::<G>(id, campaign.revision).await?;
            // A message that has a number was posted.
            let announced = campaign.sealed.message.is_some() || self.journal.announced_at_the_start(id, &campaign.sealed.seal()).await?;
            let (gap, rolls) = self.journal.gap_in_the_stream(id).await?;
            let seed = hexadecimal(&campaign.sealed.seed.0);
            let proof = apart(move || {
                let text = serde_json::to_string(&whole(&campaign, orders)).map_err(|error| error.to_string())?;
                prove::<G>(&text, Some(&seed)).map_err(|error| error.to_string())
            });
            let proof = proof.await.unwrap_or_else(|error| Err(error.to_string()));
            Ok(Finding { proof, announced, gap, rolls })
        };
        self.journal.in_one_turn(id, rows, proving).await?
    }

    /// What `written` makes of a game as a file, in the turn in which it is read: of a long game both are large.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn exported<T: Send + 'static>(
        &self,
        id: CampaignId,
        written: impl FnOnce(Export<G>) -> T + Send + 'static,
    ) -> Result<T, TableError> {
        let campaign = self.snapshot(id).await?.campaign;
        let rows = campaign.revision;
        let exporting = async {
            let orders = self.journal.all_orders(id, rows).await?;
            Ok(self.journal.in_turn(id, orders.len(), move || written(export(&campaign, orders))).await?)
        };
        self.journal.in_one_turn(id, rows, exporting).await?
    }

    /// Asks for the film of a game; whether it will be drawn for this, or one is being drawn already. Any member may ask, also when
    /// the game is over.
    ///
    /// # Errors
    ///
    /// If the one who asked is no member, or the journal cannot be written.
    pub async fn ask_for_film(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<bool, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer(G::COMMANDS))?;
        let seat = table.state.seat(&table.roster, member.user).unwrap_or(G::bystander());
        let despatch = campaign::film(&table.state, user, table.campaign.revision);
        Ok(self.journal.ask_for_film(&table.campaign, Deed { interaction, user, seat: G::seat_word(seat) }, &despatch).await?)
    }

    /// Rows of a game's journal from `first` up to and with `last`, told as their reader may know them. What lies before them is read from the
    /// checkpoint before, for the position alone.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn log_between(&self, id: CampaignId, reader: UserId, first: u32, last: u32) -> Result<Vec<Told>, TableError> {
        let table = self.as_it_stands(id).await?;
        let seat = table.state.seat_seeing(&table.roster, reader);
        // Where one of them voids earlier ones, it is told from the first of those on, for the position goes back to before it.
        let begins = table.checkpoints.voided_from(first, last);
        let (after, state) = match self.position_at(&table, begins.saturating_sub(1)).await {
            // What can be read of the others is told all the same.
            Err(TableError::Journal(JournalError::UnreadableRow { .. })) => match table.checkpoints.before(begins) {
                Some(from) => (from.revision, G::clone(&from.state)),
                None => (0, G::opening(&table.campaign.pack)),
            },
            position => (begins.saturating_sub(1), position?),
        };
        let rows = self.journal.rows_between(id, after, last).await?;
        let mut told = told_from(state, &rows, &table.roster, seat);
        told.retain(|row| row.revision >= first);
        Ok(told)
    }

    /// A page of the log, the first being 0, and the newest rows on it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn log_page(&self, id: CampaignId, reader: UserId, filter: LogFilter, page: u16) -> Result<Despatch, TableError> {
        let snapshot = self.snapshot(id).await?;
        // What is looked for may be anywhere.
        if filter != LogFilter::default() {
            return Ok(log::page(&snapshot.state, id, &self.log(id, reader).await?, filter, page));
        }
        let numbering = self.numbering(id).await?;
        let rows = numbering.count();
        // Of a page that is not there the last is shown.
        let at = usize::from(page).min(rows.div_ceil(log::ON_A_PAGE).saturating_sub(1));
        let told = match numbering.newest(at * log::ON_A_PAGE, log::ON_A_PAGE) {
            Some((first, last)) => self.log_between(id, reader, first, last).await?,
            None => Vec::new(),
        };
        let here: Vec<&Told> = told.iter().rev().collect();
        let leaf = log::Leaf { at, rows };
        Ok(log::leaf(&snapshot.state, id, snapshot.campaign.revision, filter, &here, leaf))
    }

    /// A row of the log, or the number of the latest, if there is none of this number.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn log_row(&self, id: CampaignId, reader: UserId, number: u32) -> Result<Result<Despatch, u32>, TableError> {
        let snapshot = self.snapshot(id).await?;
        let told = if number == 0 { None } else { self.log_between(id, reader, number, number).await?.pop() };
        Ok(told.map(|told| log::row(&snapshot.state, &told)).ok_or(snapshot.campaign.revision))
    }

    /// Every row of a game's journal, told as its reader may know it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn log(&self, id: CampaignId, reader: UserId) -> Result<Vec<Told>, TableError> {
        let snapshot = self.snapshot(id).await?;
        let seat = snapshot.state.seat_seeing(&snapshot.roster, reader);
        let (opening, latest) = (G::opening(&snapshot.campaign.pack), snapshot.campaign.revision);
        let telling = async {
            let rows = self.journal.rows(id).await?;
            Ok(self.journal.in_turn(id, rows.len(), move || told_from(opening, &rows, &snapshot.roster, seat)).await?)
        };
        self.journal.in_one_turn(id, latest, telling).await?
    }
}
