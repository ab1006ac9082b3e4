//! Reading back: whatever was ordered and undone, the position of every row is the one that a replay of the journal from its opening gives.

use engine::campaign::{Options, Order, State};
use engine::card_game;
use engine::game::Game as _;
use engine::pack::Pack;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use staff::{Random, Staff};
use umpire::despatches::{log, sheet};
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::log_filter::LogFilter;
use umpire::table::tables::{Founding, Tables};

/// What a replay from the opening makes of the rows that stood at a revision.
async fn replayed(journal: &Journal, id: CampaignId, revision: u32) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    for row in journal.orders::<State>(id, revision).await.unwrap() {
        state.replay(&row.events);
    }
    state
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_is_read_back_as_a_replay_from_the_opening_gives_it_whatever_was_undone() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), UserId(7)).await.unwrap().campaign;
    let (mut staff, mut interaction) = (Random::new(4), 1);
    for step in 0..12 {
        for _ in 0..25 {
            let state = tables.snapshot(id).await.unwrap().state;
            let orders = sheet::legal(&state);
            if orders.is_empty() {
                break;
            }
            interaction += 1;
            tables.order(id, InteractionId(interaction), UserId(7), &orders[staff.choose(&state, &orders)], None, None).await.unwrap();
        }
        if step == 5 {
            interaction += 1;
            tables.join(id, InteractionId(interaction), UserId(8), false).await.unwrap();
        }
        // Some steps go back farther than the last checkpoint.
        for _ in 0..if step % 4 == 3 { 45 } else { 6 } {
            interaction += 1;
            if tables.undo(id, InteractionId(interaction), UserId(7), None, Some(UserId(if step > 5 { 8 } else { 7 }))).await.is_err() {
                break;
            }
        }
    }
    let journal = tables.journal();
    let snapshot = tables.snapshot(id).await.unwrap();
    assert!(snapshot.campaign.revision > 300, "{}", snapshot.campaign.revision);
    assert_eq!(snapshot.state, replayed(journal, id, snapshot.campaign.revision).await);
    let again = Tables::new(journal.clone());
    for tables in [&tables, &again] {
        for revision in 1..=snapshot.campaign.revision {
            assert!(tables.state_at(id, revision).await.unwrap() == replayed(journal, id, revision).await, "row {revision}");
        }
    }
    // A page of the log reads no more than its own rows and those since a checkpoint, and says the same as one made of all of them.
    let all = tables.log(id, UserId(7)).await.unwrap();
    for at in 0..=u16::try_from(all.len() / log::ON_A_PAGE + 2).unwrap() {
        let page = tables.log_page(id, UserId(7), LogFilter::default(), at).await.unwrap();
        assert_eq!(page, log::page(&snapshot.state, id, &all, LogFilter::default(), at), "page {at}");
    }
    for told in all.iter().step_by(11) {
        let row = tables.log_row(id, UserId(7), told.revision).await.unwrap();
        assert_eq!(row, Ok(log::row(&snapshot.state, told)));
    }
    assert_eq!(tables.log_row(id, UserId(7), snapshot.campaign.revision + 1).await.unwrap(), Err(snapshot.campaign.revision));
    let reopened = again.snapshot(id).await.unwrap();
    assert_eq!((reopened.last_deed, reopened.last_order, reopened.state), (snapshot.last_deed, snapshot.last_order, snapshot.state));

    journal.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_a_member_laid_together_are_all_named_as_what_was_ordered_last_also_when_the_game_is_read_back() {
    use card_game::cards::Cards;
    use card_game::order::Order;
    use card_game::state::{Phase, State};
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::<State>::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
    let seat = |side| (Order::Seat { side, player: Some(Player::Member(0)) }, None);
    let orders = vec![seat(Side::Ours), (Order::SetUp(card_game::options::Options::default()), None)];
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: card_game::pack::CardPack::embedded().unwrap(), orders };
    let users = [UserId(7), UserId(8)];
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), users[0]).await.unwrap().campaign;
    tables.join(id, InteractionId(2), users[1], false).await.unwrap();
    for (interaction, side) in [(3, Side::Ours), (4, Side::Enemy)] {
        let nothing = Order::Relieve { side, cards: Cards::NONE };
        tables.order(id, InteractionId(interaction), users[side as usize], &nothing, None, None).await.unwrap();
    }
    let state = tables.snapshot(id).await.unwrap().state;
    let Phase::Deploying(side) = state.phase else { panic!("{:?}", state.phase) };
    let mut legal = Vec::new();
    state.legal_orders(Seat::from(side), &mut legal);
    let lays = |order: &Order| if let Order::Lay { card, .. } = order { Some(*card) } else { None };
    let first = legal.iter().find(|order| lays(order).is_some()).unwrap().clone();
    let second = legal.iter().find(|order| lays(order).is_some_and(|card| Some(card) != lays(&first))).unwrap().clone();
    tables.answers(id, InteractionId(5), users[side as usize], &[first, second], None, None).await.unwrap();
    let last = tables.snapshot(id).await.unwrap().last_deed.unwrap();
    assert_eq!((last.labels.len(), last.rows.len(), last.quiet), (2, 2, true), "{last:?}");
    let again = Tables::<State>::new(tables.journal().clone());
    assert_eq!(again.snapshot(id).await.unwrap().last_deed, Some(last));
    tables.journal().close().await;
}
