//! What the campaign adds to how its orders are told: who fights a battle and in which thread, the turn's summary, the report at the end;
//! and its pictures.

use std::sync::Arc;
use std::time::Duration;

use engine::campaign::{Event, Order, Post, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::tabletop;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::player::Strength;
use engine::tabletop::side::Side;
use engine::tabletop::state::State as Battle;
use sha2::{Digest, Sha256};

use crate::despatches::field::nested::{rolls_asked_for, with_rolls_of};
use crate::despatches::field::told::rolls_of_turn;
use crate::despatches::{battle, corrected, crop, guide, on_board, summary};
use crate::drawing::atlas::Atlas;
use crate::drawing::board::{self as drawing, Extent};
use crate::drawing::charts;
use crate::drawing::plate::Plate;
use crate::drawing::survey::Survey;
use crate::model::despatch::{Despatch, Picture, Place};
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, ChannelId, UserId};
use crate::model::played::Played as _;
use crate::model::roster::Roster;
use crate::model::standing::Standing;
use crate::model::standing_orders::SummaryTo;
use crate::table::error::TableError;
use crate::table::field::{Commander, by_itself, calls_all, rolls_of};
use crate::table::reminders::call_by_post;
use crate::table::tables::{Hosted, News, Step, plainly};
use crate::table::tables::{Table, Tables};

impl Hosted for State {
    fn may_go_on(&self) -> bool {
        self.board().is_some()
    }

    fn follows_by_itself(&self, order: &Order) -> bool {
        matches!(order, Order::Field(_) | Order::ReportFought)
    }

    /// On the board: those who are instructed, and a staff where it commands.
    fn goes_on(&self, roster: &Roster, since: &[Event], left: Duration) -> Option<Order> {
        let board = self.board()?;
        if board.is_by_staff() && board.battle().is_over() {
            return Some(Order::ReportFought);
        }
        let since = on_board::events_there(since);
        let order = by_itself(board.battle(), &since, left, |side| match side {
            _ if board.is_by_staff() => Some(Commander::Staff(Strength::Plain)),
            Side::Enemy if roster.staff_on_board() => Some(Commander::Staff(roster.opponent.unwrap_or(Strength::Plain))),
            _ => Some(Commander::Member),
        });
        order.map(Order::Field)
    }

    fn gives_for_a_member(&self, roster: &Roster) -> bool {
        let Some(board) = self.board().filter(|board| !board.is_by_staff()) else { return false };
        board.battle().side_asked().is_some_and(|side| side == Side::Ours || !roster.staff_on_board())
    }

    /// The ground of a battle that goes on the board is the one that was posted with it.
    async fn completed<'a>(tables: &'a Tables, table: &'a Table, order: &'a Order) -> Result<Option<Order>, TableError> {
        let _ = tables;
        if !matches!(order, Order::FightOut { .. } | Order::LetStaffFight { .. }) {
            return Ok(None);
        }
        let mut dice = ground_dice(table, table.checkpoints.opened().unwrap_or_default());
        Ok(Some(staff::board::with_ground(&table.state, order.clone(), &mut dice)))
    }

    /// While a battle is fought on the board it is where those are who fight it.
    async fn board_stands_in(tables: &Tables, id: CampaignId) -> Result<Option<ChannelId>, TableError> {
        if tables.snapshot(id).await?.state.board().is_none() {
            return Ok(None);
        }
        Ok(tables.battle_being_fought(id).await?.and_then(|battle| battle.thread))
    }

    async fn sheet_of_rolls<'a>(
        tables: &'a Tables,
        id: CampaignId,
        reader: UserId,
        topic: &'a str,
        page: usize,
    ) -> Result<Option<Despatch>, TableError> {
        let Some((turn, began)) = rolls_asked_for(topic) else { return Ok(None) };
        let snapshot = tables.snapshot(id).await?;
        let seat = on_board::seat_there(snapshot.state.seat_seeing(&snapshot.roster, reader));
        let rows = tables.journal.orders::<Self>(id, snapshot.campaign.revision).await?;
        // Up to the next battle.
        let of_it = rows.iter().take_while(|row| began.is_none_or(|began| row.revision <= began || !Self::opens_a_thread(&row.events)));
        let events = on_board::events_there(of_it.flat_map(|row| &row.events));
        let pack = BattlePack::embedded().map_err(|errors| TableError::Refused(errors.to_string()))?;
        let battle = Battle::opening(&pack);
        let (battle, rolls) = rolls_of(battle, &events, turn, seat);
        let told = rolls_of_turn(&battle, &rolls, turn, page, snapshot.standing());
        let told = if let Some(began) = began { with_rolls_of(told, began) } else { told };
        Ok(Some(Despatch { footer: snapshot.state.footer(snapshot.campaign.revision), ..told }))
    }

    async fn news<'a>(tables: &'a Tables, table: &'a Table, step: Step<'a, Self>) -> Result<News, TableError> {
        let goes_on_the_board = matches!(step.order, Order::FightOut { .. }) && step.thread.is_none();
        let alone = if goes_on_the_board { tables.muster_alone(table, step.after, step.position).await? } else { None };
        if let Some(news) = on_the_board(table, &step, alone) {
            return Ok(news);
        }
        let Step { before, after, events, revision, .. } = step;
        let began = Self::opens_a_thread(events);
        let besides = if began { tables.muster(table, after, revision, step.position).await? } else { None };
        let mut despatches = plainly(table, &step).despatches;
        if let Some(mut despatch) = despatches.pop() {
            if began || (before.battle().is_some() && after.battle().is_none()) {
                despatch.section = after.section();
            }
            if summary::ends_a_turn(events) {
                despatch.section = Some(format!("turn {}: the end", before.turn()));
            }
            if let Order::Correct { .. } = step.order {
                corrected::tell(&mut despatch, before, step.order);
            }
            if let (Some(_), Some(passage)) = (&despatch.picture, crop::passage(before, events)) {
                despatch.picture = Some(passage);
            }
            despatch.facts.splice(0..0, battle::cost(before, events));
            if besides.is_some() {
                despatch.is_followed();
            }
            match step.thread {
                Some(battle) if after.battle().is_some() && !began => {
                    despatch.place = Place::Thread { battle, closes: false };
                    despatch.section = None;
                    despatches.push(despatch);
                }
                // The aftermath belongs to those who fought, and to the channel.
                Some(battle) => {
                    let mut aftermath = Despatch { picture: None, place: Place::Thread { battle, closes: true }, ..despatch.clone() };
                    aftermath.is_followed();
                    despatches.extend([aftermath, despatch]);
                }
                None => despatches.push(despatch),
            }
        }
        if let (Order::ReportFought, Some(board), Some(last)) = (step.order, before.board(), despatches.first()) {
            // How it went on the board comes before what it comes to.
            let rows = tables.journal.orders::<Self>(table.campaign.id, table.campaign.revision).await?;
            let all = rows.iter().flat_map(|row| &row.events).chain(step.unwritten);
            let mut fought = on_board::fought(board.battle(), &on_board::events_there(all), revision);
            fought.footer = after.footer(revision);
            fought.place = if step.thread.is_some() { last.place } else { Place::Channel };
            if let Place::Thread { battle, .. } = fought.place {
                fought.place = Place::Thread { battle, closes: false };
            }
            fought.section = None;
            despatches.insert(0, fought);
        }
        if summary::ends_a_turn(events) {
            let standing = table.standing(after, revision);
            if let Some(mut summary) = tables.turn_ended(table, step.unwritten, before.turn(), after, standing).await? {
                summary.place = summary_place(table, after);
                summary.section = Some(format!("turn {}: in summary", before.turn()));
                if !step.is_last || summary.place != Place::Channel {
                    summary.is_followed();
                }
                if let Some(despatch) = despatches.last_mut().filter(|_| summary.place == Place::Channel) {
                    despatch.is_followed();
                }
                despatches.push(summary);
            }
        }
        if after.ending().is_some() && before.ending().is_none() {
            let mut report = tables.report_with(table, step.unwritten).await?.despatch(revision);
            // What is next comes last.
            if let Some(despatch) = despatches.last_mut() {
                report.follows(despatch);
            }
            despatches.push(report);
        }
        Ok(News { despatches, besides })
    }

    /// The thread of a battle that is fought on, or that never was, is told too, and goes on from there.
    async fn taken_back<'a>(
        tables: &'a Tables,
        table: &'a Table,
        before: &'a Self,
        began: Option<u32>,
        mut told: Despatch,
    ) -> Result<Vec<Despatch>, TableError> {
        let fought_on = Self::thread_of(tables, table.campaign.id, began, before).await?;
        let Some(battle) = fought_on.or(table.thread) else { return Ok(vec![told]) };
        let mut in_thread = Despatch { picture: None, place: Place::Thread { battle, closes: fought_on.is_none() }, ..told.clone() };
        if fought_on.is_some() {
            told.is_followed();
        } else {
            in_thread.is_followed();
        }
        Ok(vec![in_thread, told])
    }

    /// A campaign that the rules ended has had its report.
    async fn closing<'a>(tables: &'a Tables, table: &'a Table) -> Result<Vec<Despatch>, TableError> {
        if table.state.ending().is_some() {
            return Ok(Vec::new());
        }
        Ok(vec![tables.report_with(table, &[]).await?.closed(true).despatch(table.campaign.revision + 1)])
    }

    async fn waited_for_in_a_thread<'a>(tables: &'a Tables, table: &'a Table) -> Result<Option<(u32, Vec<UserId>)>, TableError> {
        let Some(battle) = table.thread else { return Ok(None) };
        let sides = tables.journal.battle(table.campaign.id, battle).await?.map(|row| row.sides).unwrap_or_default();
        // On the board only one side is waited for at a time.
        let asked = table.state.board().and_then(|board| board.battle().side_asked());
        let is_asked = |enemy: bool| asked.is_none_or(|side| enemy == (side == Side::Enemy));
        let is_player = |user: UserId| table.roster.members.iter().any(|member| member.user == user && !member.spectator);
        let told_off = sides.into_iter().filter(|(user, enemy)| is_asked(*enemy) && is_player(*user));
        let mut users: Vec<UserId> = told_off.map(|(user, _)| user).collect();
        // Of who has left nothing is waited for: the staff, or another, commands in their place, and somebody lets it go on.
        if users.is_empty() {
            users.extend(table.state.called(&table.roster).first);
        }
        if users.is_empty() {
            return Ok(None);
        }
        // A vote is waited for wherever else they are.
        if table.state.vote().is_some() || table.state.option_vote().is_some() {
            let called = table.state.called(&table.roster).first;
            let voters = table.state.waited_for(&table.roster).into_iter().filter(|user| Some(*user) != called);
            let more: Vec<UserId> = voters.filter(|user| !users.contains(user)).collect();
            users.extend(more);
        }
        Ok(Some((battle, users)))
    }

    fn guide(&self, standing: Standing) -> Option<Despatch> {
        guide::step(self, standing)
    }

    fn guided(&self) -> Vec<Order> {
        guide::orders(self)
    }

    async fn thread_of<'a>(tables: &'a Tables, id: CampaignId, last: Option<u32>, position: &'a Self) -> Result<Option<u32>, TableError> {
        Ok(match last.filter(|_| position.battle().is_some()) {
            Some(battle) => tables.journal.battle(id, battle).await?.map(|row| row.revision),
            None => None,
        })
    }

    async fn plate<'a>(
        tables: &'a Tables,
        atlas: &'a Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &'a Picture,
        seat: Option<Self::Seat>,
    ) -> Result<Plate, String> {
        match picture {
            Picture::Map { subtitle, island, around } => {
                let state = tables.state_at(id, revision).await.map_err(in_a_sentence)?;
                atlas
                    .plate(&state, island.as_ref().map_or(around.as_slice(), std::slice::from_ref), subtitle)
                    .await
                    .map_err(|error| error.to_string())
            }
            // The table of a battle.
            Picture::Terrain { battle } => {
                let state = tables.state_at(id, revision).await.map_err(in_a_sentence)?;
                let mut dice = tables.terrain_dice(id, *battle).await.map_err(in_a_sentence)?;
                let survey = Survey::of_battle(&state, &mut dice).map_err(|error| error.to_string())?;
                survey.plate(atlas).await.map_err(|error| error.to_string())
            }
            // Up to the revision at which it was asked for.
            Picture::Film => {
                let (pack, orders) = tables.orders_up_to(id, revision).await.map_err(in_a_sentence)?;
                atlas.film(pack, orders).await.map_err(|error| error.to_string())
            }
            Picture::TurnFilm { turn } => {
                let (pack, orders) = tables.orders_up_to(id, revision).await.map_err(in_a_sentence)?;
                atlas.turn_film(pack, orders, *turn).await.map_err(|error| error.to_string())
            }
            Picture::Report => {
                let report = tables.report(id, revision).await.map_err(in_a_sentence)?;
                charts::report(atlas, report.sheet()).await.map_err(|error| error.to_string())
            }
            Picture::Hand => Err("nobody holds a hand of cards in a campaign".to_owned()),
            // The board of the battle that is fought on one.
            Picture::Board | Picture::WholeBoard => {
                let extent = if *picture == Picture::Board { Extent::Action } else { Extent::Whole };
                let state = tables.state_at(id, revision).await.map_err(in_a_sentence)?;
                let board = state.board().ok_or("no battle is fought on the board")?;
                let there = on_board::seat_there(seat);
                let view = board.view(there.and_then(tabletop::seat::Seat::side));
                drawing::plate(atlas, &view, there, extent).await.map_err(|error| error.to_string())
            }
        }
    }
}

impl Tables {
    /// Asks whether a member's side is to give the battle up that is fought on the board.
    ///
    /// # Errors
    ///
    /// If the one who asked commands no side there, there is nothing to give up, or the journal cannot be read.
    pub async fn ask_withdrawal_on_board(&self, id: CampaignId, user: UserId) -> Result<Despatch, TableError> {
        let snapshot = self.snapshot(id).await?;
        let side = snapshot.roster.side_on_board(&snapshot.state, user).ok_or(TableError::Spectator)?;
        let order = Order::Field(tabletop::order::Order::Concede(side));
        let permitted = snapshot.state.permit(engine::campaign::Seat::OnBoard(side), &order);
        permitted.map_err(|refusal| TableError::Refused(State::refused(snapshot.state.pack(), &refusal)))?;
        snapshot.state.question(&order, id, snapshot.campaign.revision).ok_or(TableError::UnknownOrder)
    }
}

/// What is posted for an order with which the battle is, or was, on the board; nothing where it has nothing to do with it, or what came of
/// it is told as of every battle. `alone` is the row that opens the thread of one who plays alone.
fn on_the_board(table: &Table, step: &Step<'_, State>, alone: Option<Entry>) -> Option<News> {
    let Step { after, unwritten, revision, .. } = *step;
    if !matches!(step.order, Order::Field(_) | Order::FightOut { .. } | Order::LetStaffFight { .. }) {
        return None;
    }
    if !step.is_last {
        return Some(News { despatches: Vec::new(), besides: alone });
    }
    let standing = table.standing(after, revision);
    let events = on_board::events_there(unwritten);
    let mut despatches = match table.state.board() {
        Some(before) => on_board::deed(before.battle(), after, &events, standing),
        // It goes on the board in this deed, whatever the staff has done there already.
        None => on_board::opening(after, standing).into_iter().collect(),
    };
    if let Some(began) = table.checkpoints.opened() {
        despatches = despatches.into_iter().map(|told| with_rolls_of(told, began)).collect();
    }
    call_by_post(&mut despatches, &table.campaign.standing_orders, calls_all(&events));
    let opened = match alone.as_ref().map(|row| &row.kind) {
        Some(EntryKind::Assigned { battle, .. }) => Some(*battle),
        _ => step.thread,
    };
    if let Some(battle) = opened {
        despatches.iter_mut().for_each(|despatch| despatch.place = Place::Thread { battle, closes: false });
        // Alone one had no thread before: where the battle was met it says where it goes on, and offers no more.
        if table.thread.is_none() && table.state.board().is_none() {
            despatches.insert(0, on_board::goes_to_a_thread(after, standing));
        }
    }
    Some(News { despatches, besides: alone })
}

/// The dice that lay the table of a battle: they come from the campaign's seed and the battle's row, so that the field is the same whoever
/// asks for it and however often, and can be proved like every other roll.
pub(super) fn ground_dice(table: &Table, battle: u32) -> Dice {
    let mut hash = Sha256::new();
    hash.update(table.campaign.sealed.dice().0);
    hash.update(b"terrain");
    hash.update(battle.to_be_bytes());
    Dice::seeded(hash.finalize().into(), 0)
}

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
fn in_a_sentence(error: TableError) -> String {
    error.to_string()
}

/// Where the summary of a turn goes.
fn summary_place(table: &Table, state: &State) -> Place {
    match table.campaign.standing_orders.summary_to {
        SummaryTo::Channel => Place::Channel,
        SummaryTo::Thread => Place::Summaries,
        SummaryTo::ChiefOfStaff => table.roster.holder(state, Post::ChiefOfStaff).map_or(Place::Channel, |user| Place::Direct { user }),
        SummaryTo::Elsewhere(channel) => Place::Elsewhere { channel },
    }
}
