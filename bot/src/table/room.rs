//! Every game of the house behind one door: what commands, presses and workers ask of a game without knowing which it is. All of it is
//! written once, over the game's own types.

use std::any::Any;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;

use crate::despatches::campaign::{all_rolls, proved};
use crate::despatches::{group, lifecycle, sheet};
use crate::drawing::atlas::Atlas;
use crate::drawing::plate::Plate;
use crate::files::import::ImportError;
use crate::files::import::turns::Turn;
use crate::journal::error::JournalError;
use crate::model::calls::Calls;
use crate::model::campaign::{Sealed, Seed};
use crate::model::campaign_name::CampaignName;
use crate::model::despatch::{Despatch, Picture};
use crate::model::export::Export;
use crate::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, ProposalId, UserId};
use crate::model::landmark::Landmark;
use crate::model::last_deed::LastDeed;
use crate::model::lifecycle::Trial;
use crate::model::log_filter::LogFilter;
use crate::model::pace::{Pace, QuietHours};
use crate::model::played::Commands;
use crate::model::snapshot::Snapshot;
use crate::model::style::Style;
use crate::model::waiting::Waiting;
use crate::table::error::{LifecycleError, TableError};
use crate::table::landmarks::BackTo;
use crate::table::lifecycle::OnServer;
use crate::table::proposals::SettledProposal;
use crate::table::tables::Hosted;
use crate::table::tables::{Done, Given, Tables};
use crate::table::undo::{Declined, Undoing};

/// Posts the seal of new dice; or says in a sentence why it could not be.
pub type Sealing<'a> = BoxFuture<'a, Result<Sealed, String>>;

/// A board to be written, and where.
#[derive(Clone, Debug)]
pub struct Board {
    /// What it shows.
    pub despatch: Despatch,
    /// The server.
    pub guild: GuildId,
    /// The channel, or the thread.
    pub channel: ChannelId,
    /// The latest row.
    pub revision: u32,
    /// Whether the game is closed, or put away: then no new board is put up.
    pub closed: bool,
}

/// An order of a key that was given.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// What came of it.
    pub given: Given,
    /// Whether the channel is told nothing of it, so that the one who gave it is to be answered.
    pub quiet: bool,
}

/// A game as a file.
#[derive(Clone, Debug)]
pub struct ExportedFile {
    /// What the file is called.
    pub name: String,
    /// How many orders are in it.
    pub orders: usize,
    /// What is in it.
    pub text: String,
    /// Whether the seed is in it.
    pub reveals_the_seed: bool,
    /// How many rows are left out because the game runs.
    pub hidden: u32,
}

/// A kind of game, and all that are played of it.
#[async_trait]
pub trait Room: Send + Sync {
    /// All that are played of it, with the game's own types.
    fn tables(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;

    /// The word for the game in the journal.
    fn name(&self) -> &'static str;

    /// What one of it is called in a sentence.
    fn commands(&self) -> Commands;

    /// Whether a key is that of an order.
    fn is_key(&self, key: &str) -> bool;

    /// What is asked before an order is given that cannot be taken back, offered at a revision or typed as it stands, if anything is.
    async fn question(&self, id: CampaignId, user: UserId, offered_at: Option<u32>, key: &str) -> Result<Option<Despatch>, TableError>;

    /// Gives the order of a key, or proposes it.
    async fn order(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        key: &str,
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Ordered, TableError>;

    /// What the one who gave the order of a key sees next.
    async fn follows(&self, id: CampaignId, user: UserId, key: &str, given: &Given) -> Result<Despatch, TableError>;

    /// What a member may order now, each with its key.
    async fn legal(&self, id: CampaignId, user: UserId) -> Result<Vec<(String, String)>, TableError>;

    /// A sheet of orders, for the member who asks alone; nothing for a topic there is not.
    async fn sheet(&self, id: CampaignId, user: UserId, topic: &str, page: usize) -> Result<Option<Despatch>, TableError>;

    /// The board as a member sees it: with what they are putting together, and a sheet of what they alone may order.
    async fn seen(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError>;

    /// How it stands, and who plays, for a member.
    async fn status(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError>;

    /// The board as everybody sees it, to be written into the channel.
    async fn board(&self, id: CampaignId) -> Result<Board, TableError>;

    /// Draws a despatch's picture as it was at a revision, as `viewer` may see it, or everybody.
    async fn plate(
        &self,
        atlas: &Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &Picture,
        viewer: Option<UserId>,
    ) -> Result<Plate, String>;

    /// Undoes what was ordered last, asks for the second word it takes, or gives it.
    async fn undo(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        first: Option<u32>,
        asked_by: Option<UserId>,
    ) -> Result<Undoing, TableError>;

    /// The points it can be taken back to, the newest first.
    async fn landmarks(&self, id: CampaignId) -> Result<Vec<Landmark>, TableError>;

    /// What can be undone last, as far as anybody may know it.
    async fn last_deed(&self, id: CampaignId) -> Result<Option<LastDeed>, TableError>;

    /// Goes back to a point: shows what that takes back, asks for the second word it takes, or gives it.
    async fn undo_to(&self, id: CampaignId, interaction: InteractionId, user: UserId, back: BackTo) -> Result<Undoing, TableError>;

    /// Declines to undo what a member asked to undo, or takes back that one asked.
    async fn decline_undo(&self, id: CampaignId, interaction: InteractionId, user: UserId, asked_by: UserId) -> Result<Done, TableError>;

    /// Posts why somebody declined what a member proposed, by its number, or asked to undo, by 0.
    async fn say_why(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        declined: Declined,
        why: &str,
    ) -> Result<Done, TableError>;

    /// Approves or declines a proposal.
    async fn settle(&self, id: ProposalId, interaction: InteractionId, user: UserId, approve: bool) -> Result<SettledProposal, TableError>;

    /// Puts what a member has put together before whoever decides.
    async fn propose_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(Done, bool), TableError>;

    /// Drops what a member is putting together.
    async fn drop_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(), TableError>;

    /// Whom a game waits for.
    async fn waiting(&self, id: CampaignId) -> Result<Option<Waiting>, TableError>;

    /// When somebody is to be reminded next, if somebody is waited for then; a game that is not in memory is not read for it.
    async fn due(&self, id: CampaignId) -> Result<Option<i64>, TableError>;

    /// Writes the reminder that is due at `at`, if one is.
    async fn remind(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError>;

    /// Gives those who are waited for more time.
    async fn extend(&self, id: CampaignId, interaction: InteractionId, user: UserId, hours: u16) -> Result<Done, TableError>;

    /// Settles after how long somebody is reminded.
    async fn settle_pace(&self, id: CampaignId, interaction: InteractionId, user: UserId, pace: Option<Pace>) -> Result<Done, TableError>;

    /// The pace that is settled, and the quiet hours of it or of the last.
    async fn pace(&self, id: CampaignId) -> Result<(Option<Pace>, Option<QuietHours>), TableError>;

    /// A page of the log, as its reader may know it.
    async fn log_page(&self, id: CampaignId, reader: UserId, filter: LogFilter, page: u16) -> Result<Despatch, TableError>;

    /// A row of the log; nothing if there is none of that number.
    async fn log_row(&self, id: CampaignId, reader: UserId, number: u32) -> Result<Result<Despatch, u32>, TableError>;

    /// Every roll of a row, as its reader may know them; nothing if there is no such row.
    async fn rolls(&self, id: CampaignId, reader: UserId, revision: u32) -> Result<Option<Despatch>, TableError>;

    /// What running it again has proved.
    async fn proved(&self, id: CampaignId) -> Result<Despatch, TableError>;

    /// A game as a file.
    async fn file(&self, id: CampaignId) -> Result<ExportedFile, TableError>;

    /// Starts a game from a file, of which nothing is believed; once it is found good, new dice are sealed for what is still to be thrown.
    async fn import(
        &self,
        file: (Vec<u8>, Turn),
        place: OnServer,
        sealing: Sealing<'_>,
        interaction: InteractionId,
        user: UserId,
    ) -> Result<Result<Done, ImportError>, TableError>;

    /// Takes a seat, or looks on.
    async fn join(&self, id: CampaignId, interaction: InteractionId, user: UserId, spectator: bool) -> Result<Done, TableError>;

    /// Gives up a seat.
    async fn leave(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError>;

    /// Closes it and reveals its seed.
    async fn close(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError>;

    /// Whether the one who asks may close it.
    async fn may_close(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError>;

    /// Calls it something.
    async fn rename(&self, id: CampaignId, interaction: InteractionId, user: UserId, name: CampaignName) -> Result<Done, TableError>;

    /// Puts it away.
    async fn archive(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError>;

    /// Takes it up again.
    async fn take_up(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError>;

    /// Asks whether it is to be deleted, if the one who asks may.
    async fn ask_delete(&self, id: CampaignId, user: UserId, place: OnServer, now: i64) -> Result<Despatch, TableError>;

    /// Deletes it.
    async fn delete(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError>;

    /// Ends a trial, to be forgotten.
    async fn forget(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError>;

    /// Takes the next step of a turn that is shown.
    async fn take_step(&self, id: CampaignId, interaction: InteractionId, user: UserId, offered_at: u32) -> Result<Given, TableError>;

    /// Brings it back.
    async fn restore(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError>;

    /// Destroys it, if its grace is over.
    async fn purge(&self, id: CampaignId, at: i64) -> Result<bool, TableError>;

    /// Tells the channel of a trial that it is forgotten, if nobody has played it for a day.
    async fn lapse(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError>;

    /// Whether it takes orders, for a button pressed in a channel.
    async fn takes_orders(&self, id: CampaignId, channel: ChannelId) -> Result<(), TableError>;

    /// Its line in a list of a server's games.
    async fn listed(&self, id: CampaignId) -> Result<String, TableError>;

    /// What a game is called that is played with the pack of this fingerprint, and that its group has given no name.
    async fn title_of(&self, pack: &str) -> Result<String, TableError>;

    /// How what is said of it looks.
    async fn style(&self, id: CampaignId) -> Style;

    /// Writes down how a member wants to be called.
    async fn choose_calls(&self, id: CampaignId, user: UserId, calls: Calls) -> Result<(), TableError>;
}

#[async_trait]
impl<G: Hosted> Room for Tables<G> {
    fn tables(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn commands(&self) -> Commands {
        G::COMMANDS
    }

    fn is_key(&self, key: &str) -> bool {
        G::orders_of(key).is_some()
    }

    async fn question(&self, id: CampaignId, user: UserId, offered_at: Option<u32>, key: &str) -> Result<Option<Despatch>, TableError> {
        let Some(order) = G::order_of(key) else { return Ok(None) };
        Ok(self.seen_by(id, user).await?.question(user, &order, offered_at))
    }

    async fn order(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        key: &str,
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Ordered, TableError> {
        let mut orders = G::orders_of(key).ok_or(TableError::UnknownOrder)?;
        let table = self.table(id).await?;
        let _own = table.begins(user);
        if orders.is_empty() {
            let snapshot = self.seen_by(id, user).await?;
            let seat = snapshot.state.seat_seeing(&snapshot.roster, user);
            orders = snapshot.state.orders_meant(seat, key).ok_or(TableError::UnknownOrder)?;
        }
        let given = self.answers(id, interaction, user, &orders, faces, offered_at).await?;
        Ok(Ordered { given, quiet: !orders.is_empty() && orders.iter().all(G::is_quiet) })
    }

    async fn follows(&self, id: CampaignId, user: UserId, key: &str, given: &Given) -> Result<Despatch, TableError> {
        match G::orders_of(key).ok_or(TableError::UnknownOrder)?.pop() {
            Some(order) => self.what_follows(id, user, &order, given).await,
            None => match G::OWN_SHEET {
                Some(topic) => Ok(Room::sheet(self, id, user, topic, 0).await?.unwrap_or_default()),
                None => self.seen(id, user).await,
            },
        }
    }

    async fn legal(&self, id: CampaignId, user: UserId) -> Result<Vec<(String, String)>, TableError> {
        let snapshot = self.seen_by(id, user).await?;
        let Some(seat) = snapshot.state.seat_seeing(&snapshot.roster, user) else { return Ok(Vec::new()) };
        let mut orders = Vec::new();
        snapshot.state.legal_orders(seat, &mut orders);
        let label = |order: &G::Order| Some((snapshot.state.label(order, Some(seat)).0, G::key(order)?));
        Ok(orders.iter().filter_map(label).collect())
    }

    async fn sheet(&self, id: CampaignId, user: UserId, topic: &str, page: usize) -> Result<Option<Despatch>, TableError> {
        if let Some(rolls) = G::sheet_of_rolls(&self, id, user, topic, page).await? {
            return Ok(Some(rolls));
        }
        let snapshot = self.seen_by(id, user).await?;
        let seat = snapshot.state.seat_seeing(&snapshot.roster, user);
        let Some(mut sheet) = snapshot.state.sheet(seat, snapshot.standing(), topic, page) else { return Ok(None) };
        sheet::with_draft(&mut sheet, id, &self.draft_lines(&snapshot).await?);
        Ok(Some(sheet))
    }

    async fn seen(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError> {
        let snapshot = self.seen_by(id, user).await?;
        let mut board = crate::despatches::board::of(&snapshot);
        board.picture = None;
        sheet::with_draft(&mut board, id, &self.draft_lines(&snapshot).await?);
        Ok(board)
    }

    async fn status(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError> {
        let snapshot = self.snapshot(id).await?;
        let mut despatch = Room::seen(self, id, user).await?;
        let players: Vec<String> = snapshot
            .roster
            .members
            .iter()
            .map(|member| match snapshot.state.role(&snapshot.roster, *member) {
                _ if member.spectator => format!("<@{}> (looking on)", member.user),
                None => member.user.mention(),
                Some(role) => format!("<@{}> ({role})", member.user),
            })
            .collect();
        despatch.facts.extend(snapshot.state.changed_rules());
        let shown = players.len().min(25);
        let more = if players.len() > shown { format!(" and {} more", players.len() - shown) } else { String::new() };
        despatch.facts.push(format!("Players: {}{more}", players[..shown].join(", ")));
        let begun = snapshot.campaign.started_at;
        despatch.facts.push(match snapshot.campaign.lifecycle.trial {
            Some(Trial::Demonstration) => {
                format!("Begun <t:{begun}:D>; a demonstration: its seed was chosen beforehand, and its dice prove nothing")
            }
            _ => format!("Begun <t:{begun}:D>; SHA-256 of its dice's seed `{}`", snapshot.campaign.sealed.seal()),
        });
        if snapshot.campaign.lifecycle.trial.is_some() {
            despatch.facts.push("A trial: forgotten after 24 hours without an order.".to_owned());
            despatch.buttons.push(lifecycle::forget_button(id));
        }
        Ok(despatch)
    }

    async fn board(&self, id: CampaignId) -> Result<Board, TableError> {
        let snapshot = self.snapshot(id).await?;
        let over = lifecycle::over(&snapshot.campaign);
        let closed = over.is_some();
        let mut despatch = crate::despatches::board::of(&snapshot);
        despatch.plain = snapshot.campaign.standing_orders.plain;
        let readable = self.as_it_stands(id).await?.is_readable();
        if let Err(error) = readable {
            despatch.is_followed();
            despatch.facts.insert(0, format!("**{}**", TableError::from(error).sentence()));
        }
        if let Some(waiting) = self.waiting(id).await? {
            let reminded = waiting.due.map_or_else(String::new, |due| format!("; the next reminder <t:{due}:R>"));
            despatch.facts.push(format!("Waiting since <t:{}:f>{reminded}.", waiting.since));
        }
        let open = self.journal.open_proposals::<G>(id).await?;
        let open: Vec<_> = open
            .iter()
            .filter(|proposal| !closed && proposal.waits_in(&snapshot.state))
            .map(|proposal| (proposal.number, proposal.user))
            .collect();
        despatch.facts.extend(group::proposals_wait(&open));
        if let Some(over) = over {
            despatch.is_followed();
            despatch.sentence.push_str(" — ");
            despatch.sentence.push_str(&over);
        }
        let Snapshot { campaign, .. } = snapshot;
        let channel = if closed { None } else { G::board_stands_in(&self, id).await? };
        let channel = channel.unwrap_or(campaign.channel);
        Ok(Board { despatch, guild: campaign.guild, channel, revision: campaign.revision, closed })
    }

    async fn plate(
        &self,
        atlas: &Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &Picture,
        viewer: Option<UserId>,
    ) -> Result<Plate, String> {
        let seat = match viewer {
            Some(viewer) => {
                let now = self.snapshot(id).await.map_err(|error| error.to_string())?;
                now.state.seat_seeing(&now.roster, viewer)
            }
            None => None,
        };
        G::plate(self, atlas, id, revision, picture, seat).await
    }

    async fn undo(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        first: Option<u32>,
        asked_by: Option<UserId>,
    ) -> Result<Undoing, TableError> {
        Self::undo(self, id, interaction, user, first, asked_by).await
    }

    async fn landmarks(&self, id: CampaignId) -> Result<Vec<Landmark>, TableError> {
        Self::landmarks(self, id).await
    }

    async fn last_deed(&self, id: CampaignId) -> Result<Option<LastDeed>, TableError> {
        Ok(self.snapshot(id).await?.last_deed)
    }

    async fn undo_to(&self, id: CampaignId, interaction: InteractionId, user: UserId, back: BackTo) -> Result<Undoing, TableError> {
        Self::undo_to(self, id, interaction, user, back).await
    }

    async fn decline_undo(&self, id: CampaignId, interaction: InteractionId, user: UserId, asked_by: UserId) -> Result<Done, TableError> {
        Self::decline_undo(self, id, interaction, user, asked_by).await
    }

    async fn say_why(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        declined: Declined,
        why: &str,
    ) -> Result<Done, TableError> {
        Self::say_why(self, id, interaction, user, declined, why).await
    }

    async fn settle(&self, id: ProposalId, interaction: InteractionId, user: UserId, approve: bool) -> Result<SettledProposal, TableError> {
        self.settled(id, interaction, user, approve).await
    }

    async fn propose_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(Done, bool), TableError> {
        Self::propose_draft(self, id, interaction, user).await
    }

    async fn drop_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(), TableError> {
        Self::drop_draft(self, id, interaction, user).await
    }

    async fn waiting(&self, id: CampaignId) -> Result<Option<Waiting>, TableError> {
        Self::waiting(self, id).await
    }

    async fn due(&self, id: CampaignId) -> Result<Option<i64>, TableError> {
        Self::due(self, id).await
    }

    async fn remind(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError> {
        Self::remind(self, id, at).await
    }

    async fn extend(&self, id: CampaignId, interaction: InteractionId, user: UserId, hours: u16) -> Result<Done, TableError> {
        Self::extend(self, id, interaction, user, hours).await
    }

    async fn settle_pace(&self, id: CampaignId, interaction: InteractionId, user: UserId, pace: Option<Pace>) -> Result<Done, TableError> {
        self.settle_standing_orders(id, interaction, user, |before| before.paced(pace)).await
    }

    async fn pace(&self, id: CampaignId) -> Result<(Option<Pace>, Option<QuietHours>), TableError> {
        let settled = self.snapshot(id).await?.campaign.standing_orders;
        Ok((settled.pace, settled.quiet()))
    }

    async fn log_page(&self, id: CampaignId, reader: UserId, filter: LogFilter, page: u16) -> Result<Despatch, TableError> {
        Self::log_page(self, id, reader, filter, page).await
    }

    async fn log_row(&self, id: CampaignId, reader: UserId, number: u32) -> Result<Result<Despatch, u32>, TableError> {
        Self::log_row(self, id, reader, number).await
    }

    async fn rolls(&self, id: CampaignId, reader: UserId, revision: u32) -> Result<Option<Despatch>, TableError> {
        let Some((state, events)) = self.row(id, revision).await? else { return Ok(None) };
        let now = self.snapshot(id).await?;
        let seat = now.state.seat_seeing(&now.roster, reader);
        let shown: Vec<G::Event> = events.iter().filter_map(|event| state.shown(event, seat)).collect();
        Ok(Some(all_rolls(&state, &shown, revision)))
    }

    async fn proved(&self, id: CampaignId) -> Result<Despatch, TableError> {
        if self.snapshot(id).await?.campaign.lifecycle.trial == Some(Trial::Demonstration) {
            return Err(LifecycleError::Demonstration.into());
        }
        let finding = self.prove(id).await?;
        let snapshot = self.snapshot(id).await?;
        Ok(proved(&snapshot.state, &finding, &snapshot.campaign))
    }

    async fn file(&self, id: CampaignId) -> Result<ExportedFile, TableError> {
        // Its seed is no secret: whoever read its file could take it for proved.
        if self.snapshot(id).await?.campaign.lifecycle.trial == Some(Trial::Demonstration) {
            return Err(LifecycleError::Demonstration.into());
        }
        let name = format!("{}-{}.json", G::NAME, id.0);
        let written = |export: Export<G>| {
            let text = serde_json::to_string(&export).map_err(|error| JournalError::Unreadable(format!("export: {error}")))?;
            Ok(ExportedFile { name, text, orders: export.entries.len(), reveals_the_seed: export.seed.is_some(), hidden: export.hidden })
        };
        self.exported(id, written).await?
    }

    async fn import(
        &self,
        (bytes, turn): (Vec<u8>, Turn),
        place: OnServer,
        sealing: Sealing<'_>,
        interaction: InteractionId,
        user: UserId,
    ) -> Result<Result<Done, ImportError>, TableError> {
        let imported = match self.given_again(bytes, &turn).await? {
            Ok(imported) => imported,
            Err(error) => return Ok(Err(error)),
        };
        // Others' files are read while Discord takes the seal; no other of this server.
        let _own = turn.over();
        // In what is over nothing is thrown any more.
        let sealed = if imported.state.is_over() { Ok(Sealed::from(Seed(rand::random()))) } else { sealing.await };
        match sealed {
            Ok(sealed) => Ok(Ok(Self::import(self, imported, place, sealed, interaction, user).await?)),
            Err(sentence) => Ok(Err(ImportError::NotSealed(sentence))),
        }
    }

    async fn join(&self, id: CampaignId, interaction: InteractionId, user: UserId, spectator: bool) -> Result<Done, TableError> {
        Self::join(self, id, interaction, user, spectator).await
    }

    async fn leave(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        Self::leave(self, id, interaction, user).await
    }

    async fn close(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        Self::close(self, id, interaction, user).await
    }

    async fn may_close(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError> {
        let table = self.as_it_stands(id).await?;
        self.ending_seat(&table, user)?;
        Ok(lifecycle::ask_close(&table.campaign, table.state.turn()))
    }

    async fn rename(&self, id: CampaignId, interaction: InteractionId, user: UserId, name: CampaignName) -> Result<Done, TableError> {
        Self::rename(self, id, interaction, user, name).await
    }

    async fn archive(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        Self::archive(self, id, interaction, user).await
    }

    async fn take_up(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        Self::take_up(self, id, interaction, user, place).await
    }

    async fn ask_delete(&self, id: CampaignId, user: UserId, place: OnServer, now: i64) -> Result<Despatch, TableError> {
        let snapshot = self.on_server(id, place.guild).await?;
        self.may_delete(id, user, place).await?;
        Ok(lifecycle::ask_delete(&snapshot, now))
    }

    async fn delete(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        Self::delete(self, id, interaction, user, place).await
    }

    async fn forget(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        Self::forget(self, id, interaction, user, place).await
    }

    async fn take_step(&self, id: CampaignId, interaction: InteractionId, user: UserId, offered_at: u32) -> Result<Given, TableError> {
        let orders = self.snapshot(id).await?.state.guided();
        if orders.is_empty() {
            return Err(TableError::OutOfDate);
        }
        self.answers(id, interaction, user, &orders, None, Some(offered_at)).await
    }

    async fn restore(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        Self::restore(self, id, interaction, user, place).await
    }

    async fn purge(&self, id: CampaignId, at: i64) -> Result<bool, TableError> {
        Self::purge(self, id, at).await
    }

    async fn lapse(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError> {
        Self::lapse(self, id, at).await
    }

    async fn takes_orders(&self, id: CampaignId, channel: ChannelId) -> Result<(), TableError> {
        Self::takes_orders(self, id, channel).await
    }

    async fn listed(&self, id: CampaignId) -> Result<String, TableError> {
        let snapshot = self.snapshot(id).await?;
        Ok(lifecycle::listed(&snapshot, self.waiting(id).await?.as_ref()))
    }

    async fn title_of(&self, pack: &str) -> Result<String, TableError> {
        if let Some(own) = self.packs.iter().find(|own| G::fingerprint(own) == pack) {
            return Ok(G::title(own).to_owned());
        }
        Ok(G::title(&self.journal.pack::<G>(pack).await?).to_owned())
    }

    async fn style(&self, id: CampaignId) -> Style {
        Self::style(self, id).await
    }

    async fn choose_calls(&self, id: CampaignId, user: UserId, calls: Calls) -> Result<(), TableError> {
        Self::choose_calls(self, id, user, calls).await
    }
}
