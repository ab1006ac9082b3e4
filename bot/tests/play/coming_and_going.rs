//! Who comes to a game and goes again: how many can be there at once, and by which numbers the rules know them.

use std::collections::BTreeSet;

use engine::campaign::rules::seats::MOST_MEMBERS;
use engine::campaign::{self, State as Campaign};
use engine::card_game::options::Options;
use engine::card_game::order::Order;
use engine::card_game::pack::CardPack;
use engine::card_game::state::State as CardGame;
use engine::pack::Pack;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;
use umpire::journal::members::NUMBERS;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::table::error::TableError;
use umpire::table::tables::{Founding, Hosted, Tables};

/// Who begins each game.
const FOUNDER: u64 = 1;

/// A game on a journal of its own.
struct Played<G: Hosted> {
    _folder: tempfile::TempDir,
    tables: Tables<G>,
    id: CampaignId,
    interactions: u64,
}

impl<G: Hosted> Played<G> {
    async fn begun(pack: G::Pack, orders: Vec<G::Order>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::<G>::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
        let orders = orders.into_iter().map(|order| (order, None)).collect();
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack, orders };
        let id = tables.found(founding, Seed([5; 32]), InteractionId(1), UserId(FOUNDER)).await.unwrap().campaign;
        Self { _folder: folder, tables, id, interactions: 1 }
    }

    fn interaction(&mut self) -> InteractionId {
        self.interactions += 1;
        InteractionId(self.interactions)
    }

    async fn looks_on(&mut self, user: u64) -> Result<(), TableError> {
        let interaction = self.interaction();
        self.tables.join(self.id, interaction, UserId(user), true).await.map(|_| ())
    }

    async fn plays(&mut self, user: u64) -> Result<(), TableError> {
        let interaction = self.interaction();
        self.tables.join(self.id, interaction, UserId(user), false).await.map(|_| ())
    }

    async fn leaves(&mut self, user: u64) {
        let interaction = self.interaction();
        self.tables.leave(self.id, interaction, UserId(user)).await.unwrap();
    }

    /// The numbers of those who are there, each of whom has one of their own; also as the journal is read anew.
    async fn numbers(&self) -> Vec<(u64, u8)> {
        let now = self.tables.snapshot(self.id).await.unwrap();
        let anew = Tables::<G>::new(self.tables.journal().clone()).snapshot(self.id).await.unwrap();
        assert!(anew.state == now.state);
        assert_eq!(anew.roster.members, now.roster.members);
        let members = &now.roster.members;
        assert_eq!(members.iter().map(|member| member.number).collect::<BTreeSet<u8>>().len(), members.len());
        members.iter().map(|member| (member.user.0, member.number)).collect()
    }

    async fn is_proved(&self) -> bool {
        self.tables.prove(self.id).await.unwrap().proof.is_ok()
    }
}

/// A card game whose founder plays one side.
async fn card_game() -> Played<CardGame> {
    let orders = vec![Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, Order::SetUp(Options::default())];
    Played::begun(CardPack::embedded().unwrap(), orders).await
}

#[test]
fn the_journal_has_as_many_numbers_for_members_as_the_rules_of_the_campaign_know() {
    assert_eq!(NUMBERS, MOST_MEMBERS);
}

#[tokio::test]
async fn however_many_have_come_and_gone_whoever_comes_takes_a_side_that_is_vacant() {
    not_beside!("no umpire is started");
    let mut game = card_game().await;
    game.plays(2).await.unwrap();
    for onlooker in 100..165 {
        game.looks_on(onlooker).await.unwrap();
        game.leaves(onlooker).await;
    }
    game.leaves(2).await;
    for player in 200..205 {
        game.plays(player).await.unwrap();
        assert!(matches!(game.plays(300).await, Err(TableError::NoSeat(_))), "both sides are taken");
        game.leaves(player).await;
    }
    // Also one who was there before, and whose number is another's by now.
    game.plays(100).await.unwrap();
    let numbers = game.numbers().await;
    assert!(numbers.len() == 2 && numbers[0] == (FOUNDER, 0) && numbers[1].0 == 100, "{numbers:?}");
    assert!(game.is_proved().await);
}

#[tokio::test]
async fn those_who_look_on_keep_no_player_out_and_are_not_more_than_there_can_be() {
    not_beside!("no umpire is started");
    let mut game = card_game().await;
    for onlooker in 100..124 {
        game.looks_on(onlooker).await.unwrap();
    }
    assert!(matches!(game.looks_on(124).await, Err(TableError::Full)));
    game.plays(2).await.unwrap();
    game.leaves(100).await;
    assert!(matches!(game.looks_on(124).await, Err(TableError::Full)));
    game.leaves(101).await;
    game.looks_on(124).await.unwrap();
    assert_eq!(game.numbers().await.len(), 25);
}

#[tokio::test]
async fn a_campaign_that_has_had_as_many_members_as_there_are_numbers_takes_another_as_soon_as_somebody_has_left() {
    not_beside!("no umpire is started");
    let set_up = campaign::Order::SetUp { scenario: "uprising".to_owned(), options: campaign::Options::default() };
    let mut game = Played::<Campaign>::begun(Pack::embedded().unwrap(), vec![set_up]).await;
    for player in 100..163 {
        game.plays(player).await.unwrap();
    }
    assert!(matches!(game.plays(200).await, Err(TableError::Full)), "all of them are there");
    game.leaves(130).await;
    game.plays(200).await.unwrap();
    let numbers = game.numbers().await;
    assert_eq!(numbers.len(), usize::from(MOST_MEMBERS));
    assert_eq!(numbers.iter().find(|(user, _)| *user == 200), Some(&(200, 31)), "the number of whoever left");
    assert!(matches!(game.plays(130).await, Err(TableError::Full)));
    assert!(game.is_proved().await);
}
