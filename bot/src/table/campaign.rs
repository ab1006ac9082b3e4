//! What the campaign adds to how its orders are told: who fights a battle and in which thread, the turn's summary, the report at the end;
//! and its pictures.

use std::sync::Arc;

use engine::campaign::{Order, Post, State};

use crate::despatches::{battle, corrected, crop, guide, summary};
use crate::drawing::atlas::{Atlas, Plate};
use crate::drawing::charts;
use crate::drawing::survey::Survey;
use crate::model::despatch::{Despatch, Picture, Place};
use crate::model::ids::{CampaignId, UserId};
use crate::model::played::Played as _;
use crate::model::standing::Standing;
use crate::model::standing_orders::SummaryTo;
use crate::table::error::TableError;
use crate::table::tables::{Hosted, News, Step, plainly};
use crate::table::tables::{Table, Tables};

impl Hosted for State {
    async fn news<'a>(tables: &'a Tables, table: &'a Table, step: Step<'a, Self>) -> Result<News, TableError> {
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
        let mut users: Vec<UserId> = sides.into_iter().map(|(user, _)| user).collect();
        if users.is_empty() {
            return Ok(None);
        }
        // A vote is waited for wherever else they are.
        if table.state.vote().is_some() || table.state.option_vote().is_some() {
            let called = table.state.called(&table.roster);
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
        _seat: Option<Self::Seat>,
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
            Picture::Board => Err("a campaign's board has no picture".to_owned()),
        }
    }
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
