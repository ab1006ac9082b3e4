//! What the card game adds to how its orders are told: the orders that the table gives for a staff; a deed told whole, turn by turn; its report
//! with both hands; its pictures; how two members stand against each other.

use std::sync::Arc;
use std::time::Duration;

use engine::card_game::event::Event;
use engine::card_game::order::Order;
use engine::card_game::state::State;
use engine::game::Game as _;
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use staff::card_game::{CardStaff as _, Plain, Searching};

use crate::despatches::cards::report::{self, DRAWS};
use crate::despatches::cards::{board, told};
use crate::despatches::duel::user_of;
use crate::drawing::atlas::Atlas;
use crate::drawing::card_game as drawing;
use crate::drawing::plate::Plate;
use crate::model::card_record::CardRecord;
use crate::model::custom_id::ROLLS;
use crate::model::despatch::{Despatch, Picture};
use crate::model::ids::{CampaignId, GuildId, UserId};
use crate::model::played::Played;
use crate::model::roster::Roster;
use crate::table::error::TableError;
use crate::table::reminders::call_by_post;
use crate::table::tables::{Hosted, News, Step, Table, Tables};

/// How many plays the searching staff weighs each decision by.
const PLAYS: u32 = 150;

/// Less time than this is too little to think in.
const TOO_SHORT: Duration = Duration::from_millis(50);

/// Finished games that are counted at the most for how two members stand.
const MOST_GAMES: u32 = 50;

impl Hosted for State {
    fn may_go_on(&self) -> bool {
        true
    }

    /// A staff's order did; several of a member's are what they chose together.
    fn follows_by_itself(&self, order: &Order) -> bool {
        let side = self.giver(order).side();
        side.is_some_and(|side| matches!(self.players[side as usize], Some(Player::Staff(_))))
    }

    /// A staff's order; where both sides act at once the staff's comes after the member's, and sees nothing of it.
    fn goes_on(&self, _roster: &Roster, since: &[Event], left: Duration) -> Option<Order> {
        let staffed = |side: &Side| match self.players[*side as usize] {
            Some(Player::Staff(strength)) => Some((*side, strength)),
            _ => None,
        };
        let (side, strength) = board::asked(self).iter().find_map(staffed)?;
        let seat = Seat::from(side);
        let mut orders = Vec::new();
        self.legal_orders(seat, &mut orders);
        let view = self.view(seat);
        let choice = match strength {
            _ if orders.len() < 2 => 0,
            Strength::Searching if left >= TOO_SHORT => {
                let seed = (u64::from(self.turn) << 32) + (orders.len() + since.len()) as u64;
                Searching::new(seed, PLAYS).within(left / 3).choose(&view, side, &orders)
            }
            Strength::Searching | Strength::Plain => Plain::default().choose(&view, side, &orders),
        };
        (choice < orders.len()).then(|| orders.swap_remove(choice))
    }

    async fn news<'a>(tables: &'a Tables<Self>, table: &'a Table<Self>, step: Step<'a, Self>) -> Result<News, TableError> {
        if !step.is_last {
            return Ok(News::default());
        }
        let Step { after, unwritten, revision, .. } = step;
        let standing = table.standing(after, revision);
        let mut despatches = told::deed(&table.state, after, unwritten, standing);
        let begins = unwritten.iter().any(|event| matches!(event, Event::TurnBegan(_)));
        call_by_post(&mut despatches, &table.campaign.standing_orders, begins);
        if after.is_over() && !table.state.is_over() {
            let rows = tables.journal.orders::<Self>(table.campaign.id, table.campaign.revision).await?;
            let events: Vec<Event> = rows.into_iter().flat_map(|row| row.events).chain(unwritten.iter().cloned()).collect();
            let record = tables.record_after(table, after).await?;
            let mut told = report::report(&Self::opening(&table.campaign.pack), &events, standing, record.as_ref());
            let draws = std::mem::take(&mut told.buttons);
            if let Some(last) = despatches.last_mut() {
                told.follows(last);
            }
            told.buttons.extend(draws);
            despatches.push(told);
        }
        Ok(News { despatches, besides: None })
    }

    async fn sheet_of_rolls<'a>(
        tables: &'a Tables<Self>,
        id: CampaignId,
        reader: UserId,
        topic: &'a str,
        page: usize,
    ) -> Result<Option<Despatch>, TableError> {
        let draws = topic.strip_prefix(ROLLS).and_then(|topic| topic.strip_prefix(DRAWS)).and_then(|side| side.strip_prefix('.'));
        let side = match draws {
            Some("0") => Side::Ours,
            Some("1") => Side::Enemy,
            _ => return Ok(None),
        };
        let _ = (reader, page);
        let snapshot = tables.snapshot(id).await?;
        if !snapshot.state.is_over() {
            return Ok(Some(Despatch::saying("The draws are shown when the game is over.")));
        }
        let rows = tables.journal.orders::<Self>(id, snapshot.campaign.revision).await?;
        let events: Vec<Event> = rows.into_iter().flat_map(|row| row.events).collect();
        let opening = Self::opening(&snapshot.campaign.pack);
        let facts = report::draws(&opening, &events, side);
        let named = opening.pack.tables.sides.of(side);
        Ok(Some(Despatch {
            facts,
            footer: snapshot.state.footer(snapshot.campaign.revision),
            ..Despatch::saying(format!("**In which order {named} drew their cards.**"))
        }))
    }

    async fn plate<'a>(
        tables: &'a Tables<Self>,
        atlas: &'a Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &'a Picture,
        seat: Option<Seat>,
    ) -> Result<Plate, String> {
        match picture {
            Picture::Board | Picture::WholeBoard => {
                let state = tables.state_at(id, revision).await.map_err(|error| error.to_string())?;
                drawing::table_plate(atlas, &state.public_view()).await.map_err(|error| error.to_string())
            }
            Picture::Hand => {
                let side = seat.and_then(Seat::side).ok_or("who plays no side has no hand")?;
                let state = tables.state_at(id, revision).await.map_err(|error| error.to_string())?;
                drawing::hand_plate(atlas, &state.view(Seat::from(side)), side).await.map_err(|error| error.to_string())
            }
            // Up to the revision at which it was asked for.
            Picture::Film => {
                let (pack, orders) = tables.orders_up_to(id, revision).await.map_err(|error| error.to_string())?;
                let events = orders.into_iter().flat_map(|row| row.events).collect();
                drawing::film(atlas, Self::opening(&pack), events).await.map_err(|error| error.to_string())
            }
            other => Err(format!("a card game has no picture of that kind: {other:?}")),
        }
    }
}

impl Tables<State> {
    /// How the two members of a game that has just ended stand against each other, this game counted; nothing where one side was a staff's.
    async fn record_after(&self, table: &Table<State>, after: &State) -> Result<Option<CardRecord>, TableError> {
        let [Some(ours), Some(enemy)] = Side::BOTH.map(|side| user_of(&after.players, &table.roster, side)) else { return Ok(None) };
        let mut record = self.standing_of(table.campaign.guild, [ours, enemy], Some(table.campaign.id)).await?;
        record.count(winner(after, &table.roster));
        Ok(Some(record))
    }

    /// How two members stand against each other on a server, by the latest games that they have finished; `but` one, which is not over yet in
    /// the journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn standing_of(&self, guild: GuildId, players: [UserId; 2], but: Option<CampaignId>) -> Result<CardRecord, TableError> {
        let mut record = CardRecord::new(players);
        // They are read anew, so that no game that ends waits for another that does.
        let others = Self::new(self.journal.clone());
        for id in self.journal.games_of_both::<State>(guild, players, MOST_GAMES).await? {
            if Some(id) == but {
                continue;
            }
            let snapshot = match others.snapshot(id).await {
                Ok(snapshot) => snapshot,
                // One that cannot be read counts for nobody.
                Err(error) => {
                    tracing::warn!(game = id.0, %error, "a card game is not counted");
                    continue;
                }
            };
            let sides = Side::BOTH.map(|side| user_of(&snapshot.state.players, &snapshot.roster, side));
            let are_they = players.iter().all(|player| sides.contains(&Some(*player)));
            if snapshot.state.is_over() && are_they {
                record.count(winner(&snapshot.state, &snapshot.roster));
            }
        }
        Ok(record)
    }
}

/// The member who has won a game.
fn winner(state: &State, roster: &Roster) -> Option<UserId> {
    state.outcome()?.winner.and_then(|side| user_of(&state.players, roster, side))
}
