//! What the mini-game of the siege adds to how its orders are told: the orders that the table gives for a staff; a deed told whole, player turn
//! by player turn and battle by battle; its report; its pictures.

use std::sync::Arc;
use std::time::Duration;

use engine::game::Game as _;
use engine::khartoum::event::Event;
use engine::khartoum::order::Order;
use engine::khartoum::state::State;
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::seat::Seat;
use staff::khartoum::{KhartoumStaff as _, Plain, Searching};

use crate::despatches::khartoum::{board, report, told};
use crate::drawing::atlas::Atlas;
use crate::drawing::khartoum as drawing;
use crate::drawing::plate::Plate;
use crate::model::despatch::Picture;
use crate::model::ids::CampaignId;
use crate::model::roster::Roster;
use crate::table::error::TableError;
use crate::table::reminders::call_by_post;
use crate::table::tables::{Hosted, News, Step, Table, Tables};

/// How many plays the searching staff weighs each decision by.
const PLAYS: u32 = 60;

/// Less time than this is too little to think in.
const TOO_SHORT: Duration = Duration::from_millis(50);

impl Hosted for State {
    fn may_go_on(&self) -> bool {
        true
    }

    /// A staff's order did; several of a member's are what they chose together.
    fn follows_by_itself(&self, order: &Order) -> bool {
        let side = self.giver(order).side();
        side.is_some_and(|side| matches!(self.players[side as usize], Some(Player::Staff(_))))
    }

    fn goes_on(&self, _roster: &Roster, since: &[Event], left: Duration) -> Option<Order> {
        let side = board::asked(self)?;
        let Some(Player::Staff(strength)) = self.players[side as usize] else { return None };
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
            let mut told = report::report(&Self::opening(&table.campaign.pack), &events, standing);
            if let Some(last) = despatches.last_mut() {
                told.follows(last);
            }
            despatches.push(told);
        }
        Ok(News { despatches, besides: None })
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
                drawing::plate(atlas, &state.public_view(), picture).await.map_err(|error| error.to_string())
            }
            Picture::Hand => {
                let seat = seat.filter(|seat| seat.side().is_some()).ok_or("who plays no side sees what everybody sees")?;
                let state = tables.state_at(id, revision).await.map_err(|error| error.to_string())?;
                drawing::plate(atlas, &state.view(seat), picture).await.map_err(|error| error.to_string())
            }
            // Up to the revision at which it was asked for.
            Picture::Film => {
                let (pack, orders) = tables.orders_up_to(id, revision).await.map_err(|error| error.to_string())?;
                let events = orders.into_iter().flat_map(|row| row.events).collect();
                drawing::film(atlas, Self::opening(&pack), events).await.map_err(|error| error.to_string())
            }
            other => Err(format!("this game has no picture of that kind: {other:?}")),
        }
    }
}
