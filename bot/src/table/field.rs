//! What the gridded battle adds to how its orders are told: the orders that the table gives for a staff, or for those who were instructed; a
//! deed told whole, turn by turn; its report; its pictures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::order::Order;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::{Actor, Phase, Question};
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use staff::tabletop::{BattleStaff as _, Plain, Searching};

use crate::despatches::field::rolls::of_event;
use crate::despatches::field::{board, report, told};
use crate::drawing::atlas::Atlas;
use crate::drawing::board::{self as drawing, Extent};
use crate::drawing::plate::Plate;
use crate::model::custom_id::ROLLS;
use crate::model::despatch::{Despatch, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::played::Played;
use crate::model::roster::Roster;
use crate::table::error::TableError;
use crate::table::reminders::call_by_post;
use crate::table::tables::{Hosted, News, Step, Table, Tables};

/// Who commands a side: somebody who is asked, or a staff.
#[derive(Clone, Copy, Debug)]
pub(super) enum Commander {
    /// A member of the group.
    Member,
    /// A staff.
    Staff(Strength),
}

/// The order that is given by itself in a battle: a staff's, or that of those who are instructed, or the only one there is.
pub(super) fn by_itself(battle: &State, since: &[Event], left: Duration, commander: impl Fn(Side) -> Option<Commander>) -> Option<Order> {
    let begun = Instant::now();
    let side = battle.side_asked()?;
    let mut orders = Vec::new();
    battle.legal_orders(Seat::from(side), &mut orders);
    let strength = match commander(side)? {
        Commander::Staff(strength) => strength,
        // Where nothing can be done but to stand, nobody is asked; unless a card could tell, whatever is held: who is not asked then holds none that
        // does, and both sides see how many they hold.
        Commander::Member if matches!(orders.as_slice(), [order] if only_stands(battle, side, order)) => return orders.pop(),
        Commander::Member => {
            board::instructed(battle)?;
            // What is instructed goes on by itself to the turn's end, and stops where a card could tell. Who of those with a Leader is first
            // is no stop of its own: the one who then acts may be.
            let begins = since.iter().any(|event| matches!(event, Event::TurnBegan { .. }));
            let is_first = matches!(battle.phase, Phase::Asking(Question::Next(_)));
            if begins && !is_first || is_an_occasion(battle, side, since) {
                return None;
            }
            Strength::Plain
        }
    };
    let view = battle.view(Seat::from(side));
    let choice = match strength {
        _ if orders.len() < 2 => 0,
        Strength::Searching if left >= TOO_SHORT => {
            let seed = (u64::from(battle.turn) << 32) + (orders.len() + since.len()) as u64;
            let plays = if left >= ENOUGH { Searching::USUAL } else { FEWER };
            Searching::new(seed, plays).until(begun + left).choose(&view, side, &orders)
        }
        Strength::Searching | Strength::Plain => Plain::default().choose(&view, side, &orders),
    };
    (choice < orders.len()).then(|| orders.swap_remove(choice))
}

/// As long as so much time is left, the searching staff weighs each decision by its usual plays.
const ENOUGH: Duration = Duration::from_millis(700);

/// By how many plays it weighs a decision afterwards, so that the last of a turn with many orders are weighed too.
const FEWER: u32 = 40;

/// Less time than this is too little to think in.
const TOO_SHORT: Duration = Duration::from_millis(200);

impl Hosted for State {
    fn may_go_on(&self) -> bool {
        true
    }

    fn follows_by_itself(&self, _order: &Order) -> bool {
        true
    }

    fn goes_on(&self, _roster: &Roster, since: &[Event], left: Duration) -> Option<Order> {
        by_itself(self, since, left, |side| match self.player(side)? {
            Player::Staff(strength) => Some(Commander::Staff(strength)),
            Player::Member(_) => Some(Commander::Member),
        })
    }

    fn gives_for_a_member(&self, _roster: &Roster) -> bool {
        self.side_asked().and_then(|side| self.player(side)).is_some_and(|player| matches!(player, Player::Member(_)))
    }

    async fn news<'a>(tables: &'a Tables<Self>, table: &'a Table<Self>, step: Step<'a, Self>) -> Result<News, TableError> {
        if !step.is_last {
            return Ok(News::default());
        }
        let Step { after, unwritten, revision, .. } = step;
        let mut despatches = told::deed(&table.state, after, unwritten, table.standing(after, revision));
        call_by_post(&mut despatches, &table.campaign.standing_orders, calls_all(unwritten));
        if after.is_over() && !table.state.is_over() {
            let mut told = reported(tables, table, unwritten, revision).await?;
            if let Some(last) = despatches.last_mut() {
                told.follows(last);
            }
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
        let Some(turn) = topic.strip_prefix(ROLLS).and_then(|turn| turn.parse::<u8>().ok()) else { return Ok(None) };
        let snapshot = tables.snapshot(id).await?;
        let seat = snapshot.state.seat(&snapshot.roster, reader);
        let rows = tables.journal.orders::<State>(id, snapshot.campaign.revision).await?;
        let events: Vec<Event> = rows.into_iter().flat_map(|row| row.events).collect();
        let (_, rolls) = rolls_of(State::opening(&snapshot.campaign.pack), &events, turn, seat);
        Ok(Some(told::rolls_of_turn(&snapshot.state, &rolls, turn, page, snapshot.standing())))
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
                let extent = if *picture == Picture::Board { Extent::Action } else { Extent::Whole };
                let state = tables.state_at(id, revision).await.map_err(|error| error.to_string())?;
                let view = seat.map_or_else(|| state.public_view(), |seat| state.view(seat));
                drawing::plate(atlas, &view, seat, extent).await.map_err(|error| error.to_string())
            }
            // Up to the revision at which it was asked for.
            Picture::Film => {
                let (pack, orders) = tables.orders_up_to(id, revision).await.map_err(|error| error.to_string())?;
                let events = orders.into_iter().flat_map(|row| row.events).collect();
                drawing::film(atlas, State::opening(&pack), events).await.map_err(|error| error.to_string())
            }
            other => Err(format!("a battle has no picture of that kind: {other:?}")),
        }
    }
}

/// Whether those are called who play at one table: a turn or a set-up begins.
pub(super) fn calls_all(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::Deploys(_)))
}

/// The rolls of a turn that a seat may know, and the battle at the end of all events.
pub(super) fn rolls_of(mut battle: State, events: &[Event], turn: u8, seat: Option<Seat>) -> (State, Vec<String>) {
    let mut rolls = Vec::new();
    for event in events {
        battle.apply(event);
        if battle.turn == turn
            && let Some(shown) = battle.shown(event, seat)
        {
            rolls.extend(of_event(&battle, &shown));
        }
    }
    (battle, rolls)
}

/// Whether an order is to stand, of those with whom no Heroic card can tell: no Leader is with them, or their side holds none.
fn only_stands(state: &State, side: Side, order: &Order) -> bool {
    let holds_none = state.heroic.hands[side as usize].is_empty();
    match order {
        Order::Stand(unit) => holds_none || state.leaders_with(*unit).next().is_none() && state.position.troop(*unit).arm != Arm::Leader,
        Order::StandBrigade(_) => holds_none,
        _ => false,
    }
}

/// Whether a Heroic card could tell, whatever is held: a unit has come up that has done nothing yet, with a Leader, and its side has cards. Who
/// was asked about it is not asked again.
fn is_an_occasion(state: &State, side: Side, since: &[Event]) -> bool {
    let Phase::Acting(active) = state.phase else { return false };
    let Actor::Unit(unit) = active.actor else { return false };
    let fresh = active.spent == 0 && active.shots == 0 && !active.moved;
    let has_come_up = since.iter().any(|event| matches!(event, Event::Activated { unit: up, .. } if *up == unit));
    fresh && has_come_up && !state.heroic.hands[side as usize].is_empty() && state.leaders_with(unit).next().is_some()
}

/// The report of a battle that is over: `unwritten` is what the journal does not know of yet.
async fn reported(tables: &Tables<State>, table: &Table<State>, unwritten: &[Event], revision: u32) -> Result<Despatch, TableError> {
    let rows = tables.journal.orders::<State>(table.campaign.id, table.campaign.revision).await?;
    let events: Vec<Event> = rows.into_iter().flat_map(|row| row.events).chain(unwritten.iter().cloned()).collect();
    Ok(report::report(&State::opening(&table.campaign.pack), &events, revision))
}

#[cfg(test)]
mod tests {
    use engine::dice::Dice;
    use engine::tabletop::heroic::HeroicHand;
    use engine::tabletop::options::Options;
    use engine::tabletop::order::{Battle, SetUp};
    use engine::tabletop::pack::BattlePack;
    use engine::tabletop::unit::UnitId;

    use super::*;

    #[test]
    fn who_can_but_stand_is_asked_all_the_same_where_a_heroic_card_of_their_side_could_tell() {
        let (mut state, mut dice) = (State::opening(&BattlePack::embedded().unwrap()), Dice::seeded([3; 32], 0));
        let set_up = SetUp { battle: Battle::Scenario("form square".to_owned()), options: Options::default() };
        let mut next = Some(Order::SetUp(Arc::new(set_up)));
        while let Some(order) = next {
            state.give(state.giver(&order), &order, &mut dice).unwrap();
            next = state.side_asked().filter(|_| state.turn == 0).map(Order::Ready);
        }
        let leader = state.position.of(Side::Ours).find(|unit| state.position.troop(*unit).arm == Arm::Leader).unwrap();
        let led = state.position.of(Side::Ours).find(|unit| *unit != leader && state.leaders_with(*unit).next().is_some()).unwrap();
        let alone = state.position.of(Side::Ours).find(|unit| state.leaders_with(*unit).next().is_none() && *unit != leader).unwrap();
        let stands = |state: &State, unit: UnitId| only_stands(state, Side::Ours, &Order::Stand(unit));
        let brigade = Order::StandBrigade(Side::Ours);
        assert!(!state.heroic.hands[Side::Ours as usize].is_empty(), "the scenario deals cards");
        assert_eq!([leader, led, alone].map(|unit| stands(&state, unit)), [false, false, true]);
        assert!(!only_stands(&state, Side::Ours, &brigade));
        state.heroic.hands[Side::Ours as usize] = HeroicHand::default();
        assert_eq!([leader, led, alone].map(|unit| stands(&state, unit)), [true; 3]);
        assert!(only_stands(&state, Side::Ours, &brigade));
    }
}
