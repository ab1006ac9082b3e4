//! Nobody is shown the other side's hand, what it exchanges before both have chosen, what it has laid, or its standing orders (N18, N20). Two
//! card games that differ in nothing else are shown alike by every way the house has; at random positions too.

use std::sync::Arc;

use engine::card_game::cards::CardId;
use engine::card_game::event::Event;
use engine::card_game::options::Options;
use engine::card_game::order::{Order, Standing as StandingOrder};
use engine::card_game::pack::CardPack;
use engine::card_game::state::{Phase, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use umpire::despatches::cards::{sheets, told};
use umpire::drawing::atlas::Atlas;
use umpire::drawing::card_game as drawing;
use umpire::files::import;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::despatch::Picture;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::played::Played as _;
use umpire::model::standing::Standing;
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Given, Tables};

use crate::battle_hidden::the_same;
use crate::two_numbers::shown;

const OURS: UserId = UserId(11);
const ENEMY: UserId = UserId(12);
const ONLOOKER: UserId = UserId(13);

/// A card game on a journal of its own.
struct Cards {
    _folder: tempfile::TempDir,
    tables: Arc<Tables<State>>,
    id: CampaignId,
    interactions: u64,
}

impl Cards {
    async fn begun(seed: u8) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        let tables = Arc::new(Tables::<State>::new(journal));
        let orders =
            vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None), (Order::SetUp(Options::default()), None)];
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: CardPack::embedded().unwrap(), orders };
        let id = tables.found(founding, Seed([seed; 32]), InteractionId(1), OURS).await.unwrap().campaign;
        tables.join(id, InteractionId(2), ENEMY, false).await.unwrap();
        tables.join(id, InteractionId(3), ONLOOKER, true).await.unwrap();
        Self { _folder: folder, tables, id, interactions: 3 }
    }

    fn interaction(&mut self) -> InteractionId {
        self.interactions += 1;
        InteractionId(self.interactions)
    }

    async fn state(&self) -> State {
        self.tables.snapshot(self.id).await.unwrap().state
    }

    async fn order(&mut self, user: UserId, order: &Order) {
        let interaction = self.interaction();
        let given = self.tables.order(self.id, interaction, user, order, None, None).await;
        assert!(matches!(given, Ok(Given::Done(_))), "{order:?}: {given:?}");
    }

    async fn undo(&mut self, user: UserId) {
        let interaction = self.interaction();
        self.tables.undo(self.id, interaction, user, None, None).await.unwrap();
    }

    /// A game in which the enemy has chosen what to exchange, but ours have not; and what else it did that nobody sees.
    async fn in_relief(seed: u8, cards: &[CardId], passes: bool) -> Self {
        let mut game = Self::begun(seed).await;
        let side = Side::Enemy;
        // Where a standing order is given each game gives one, and it says something else.
        let what = if passes { StandingOrder::Pass } else { StandingOrder::WeakestFalls };
        game.order(ENEMY, &Order::Stand { side, what, on: true }).await;
        let relieve = Order::Relieve { side, cards: cards.iter().copied().collect() };
        game.order(ENEMY, &relieve).await;
        game.undo(ENEMY).await;
        game.order(ENEMY, &relieve).await;
        game
    }

    /// A game in which the enemy has laid a card, and another in its stead, in a region, and ours are asked.
    async fn deployed(seed: u8, cards: [CardId; 2]) -> Self {
        let mut game = Self::begun(seed).await;
        for (user, side) in [(OURS, Side::Ours), (ENEMY, Side::Enemy)] {
            game.order(user, &Order::Relieve { side, cards: engine::card_game::cards::Cards::NONE }).await;
        }
        assert_eq!(game.state().await.phase, Phase::Deploying(Side::Enemy), "seed {seed} has the enemy lay first");
        let lay = |card: CardId| Order::Lay { side: Side::Enemy, card, region: engine::card_game::region::Region::West };
        game.order(ENEMY, &lay(cards[0])).await;
        game.undo(ENEMY).await;
        game.order(ENEMY, &lay(cards[1])).await;
        game.order(ENEMY, &Order::Deployed(Side::Enemy)).await;
        game
    }

    /// Everything a reader is shown, and the pictures.
    async fn shown(&self, reader: UserId) -> Vec<String> {
        let topics = ["hand", "standing", "table", "rolls.draws.0", "rolls.draws.1", "rolls.0", "rolls.1"];
        let mut all = shown(&self.tables, self.id, reader, &topics).await;
        let room = Arc::clone(&self.tables) as Arc<dyn Room>;
        let atlas = Arc::new(Atlas::default());
        let revision = self.tables.snapshot(self.id).await.unwrap().campaign.revision;
        for picture in [Picture::WholeBoard, Picture::Film, Picture::Hand] {
            for viewer in [None, Some(reader)] {
                let plate = room.plate(&atlas, self.id, revision, &picture, viewer).await;
                all.push(plate.map_or_else(|error| error, |plate| format!("{} {:?}", plate.alt_text, plate.bytes)));
            }
        }
        let last = room.last_deed(self.id).await.unwrap().unwrap();
        all.push(format!("{:?}", (last.labels, last.rows)));
        // What is refused says no more.
        for key in ["lay.enemy.0.west", "tactics.enemy.10", "exchange.enemy.3.1", "as-advised"] {
            let refused = room.order(self.id, InteractionId(9_000), ONLOOKER, key, None, None).await.err();
            all.push(format!("{:?}", refused.map(|error| error.sentence())));
        }
        all
    }
}

/// Cards of the enemy's first hand that may be exchanged for one another unseen: two names, units that go to the west.
async fn two_units(seed: u8) -> [CardId; 2] {
    let state = Cards::begun(seed).await.state().await;
    let held = state.army(Side::Enemy).hand.cards;
    let fits = |card: &CardId| {
        state
            .card(Side::Enemy, *card)
            .is_some_and(|row| row.arm.is_like_with_like() && state.pack.may_enter(row.arm, engine::card_game::region::Region::West))
    };
    let units: Vec<CardId> = held.each().map(|(card, _)| card).filter(fits).collect();
    [units[0], units[1]]
}

/// A seed with which the enemy lays first.
async fn enemy_lays_first() -> u8 {
    for seed in 1..40 {
        let mut game = Cards::begun(seed).await;
        for (user, side) in [(OURS, Side::Ours), (ENEMY, Side::Enemy)] {
            game.order(user, &Order::Relieve { side, cards: engine::card_game::cards::Cards::NONE }).await;
        }
        if game.state().await.phase == Phase::Deploying(Side::Enemy) {
            return seed;
        }
    }
    panic!("the enemy never lays first");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_that_differ_only_in_what_is_exchanged_or_laid_are_shown_the_same_to_whoever_may_not_see_it_n18_n20() {
    not_beside!("no umpire is started");
    let seed = enemy_lays_first().await;
    let [one, other] = two_units(seed).await;
    let relieved = (Cards::in_relief(seed, &[one], true).await, Cards::in_relief(seed, &[other], false).await);
    let deployed = (Cards::deployed(seed, [one, other]).await, Cards::deployed(seed, [other, one]).await);
    for (first, second) in [&relieved, &deployed] {
        for reader in [OURS, ONLOOKER] {
            the_same(&first.shown(reader).await, &second.shown(reader).await, reader);
        }
        // Whose they are sees them, and by them the two games differ: the law could fail.
        assert_ne!(first.shown(ENEMY).await, second.shown(ENEMY).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_running_card_game_has_no_row_that_a_side_hides_and_one_of_a_closed_game_has_them_all() {
    not_beside!("no umpire is started");
    let seed = enemy_lays_first().await;
    let mut game = Cards::deployed(seed, two_units(seed).await).await;
    let file = Room::file(game.tables.as_ref(), game.id).await.unwrap();
    for word in ["\"drew\"", "\"relieve\"", "\"lay\"", "\"laid\"", "\"seed\""] {
        assert!(!file.text.contains(word), "{word} is in the file");
    }
    assert!(matches!(import::read::<State>(file.text.as_bytes()), Err(import::ImportError::Hidden(_))));
    let rows = game.tables.journal().all_orders::<State>(game.id, u32::MAX).await.unwrap();
    let secret = |order: &Order| matches!(order, Order::Relieve { .. } | Order::Lay { .. });
    assert!(file.hidden as usize >= rows.iter().filter(|row| secret(&row.order)).count(), "{} rows are hidden", file.hidden);
    game.order(ENEMY, &Order::Concede(Side::Enemy)).await;
    let interaction = game.interaction();
    game.tables.close(game.id, interaction, OURS).await.unwrap();
    let closed = Room::file(game.tables.as_ref(), game.id).await.unwrap();
    assert_eq!(closed.hidden, 0);
    assert!(closed.text.contains("\"drew\"") && closed.text.contains("\"laid\""));
    umpire::files::proof::prove::<State>(&closed.text, None).unwrap();
}

/// The same position with one card of a side's hand, or face down, put in another's place that lies in its deck.
fn twin(state: &State, side: Side, chance: u64) -> Option<State> {
    let army = state.army(side);
    let in_deck: Vec<CardId> = army.deck.each().map(|(card, _)| card).collect();
    let hidden: Vec<(Option<usize>, CardId)> = army
        .hand
        .cards
        .each()
        .map(|(card, _)| (None, card))
        .chain(army.laid.iter().enumerate().flat_map(|(place, pile)| pile.cards.each().map(move |(card, _)| (Some(place), card))))
        .collect();
    let (place, out) = *hidden.get(chance as usize % hidden.len().max(1))?;
    let within = *in_deck.iter().filter(|card| **card != out).nth(chance as usize / 7 % in_deck.len().max(1))?;
    let mut twin = state.clone();
    let army = &mut twin.armies[side as usize];
    army.deck.take(within);
    army.deck.add(out, 1);
    let pile = match place {
        Some(place) => &mut army.laid[place],
        None => &mut army.hand,
    };
    pile.cards.take(out);
    pile.cards.add(within, 1);
    if let Some(relief) = &mut army.relief {
        *relief = engine::card_game::cards::Cards::NONE;
    }
    Some(twin)
}

/// What the other side and the public are told of a position, and of an event in it.
fn words(state: &State, side: Side) -> Vec<String> {
    let standing = Standing::commanded(CampaignId(1), 7, None);
    let other = Seat::from(side.other());
    let mut told: Vec<String> = vec![
        format!("{:?}", state.board(standing)),
        format!("{:?}", state.reverted(state)),
        pictures::cards::table_alt_text(&drawing::table(state.public_view().state())),
        format!("{:?}", drawing::hand(state.view(other).state(), side.other())),
        state.where_it_stands(),
        state.next(standing),
        format!("{:?}", sheets::advised(state, side.other())),
    ];
    for seat in [None, Some(other)] {
        for topic in ["hand", "standing", "table"] {
            told.push(format!("{:?}", state.sheet(seat, standing, topic, 0)));
        }
    }
    let mut orders = Vec::new();
    state.legal_orders(other, &mut orders);
    told.extend(orders.iter().map(|order| format!("{:?}", state.label(order, Some(other)))));
    told
}

#[test]
fn at_random_positions_the_other_side_and_the_public_are_told_the_same_whatever_a_side_holds() {
    let standing = Standing::commanded(CampaignId(1), 7, None);
    let (mut positions, mut laid) = (0, 0);
    for seed in 0..24_u8 {
        let options = Options { tactics_at_once: seed % 3 == 0, random_losses: seed % 4 == 0, ..Options::default() };
        let mut state = State::opening(&CardPack::embedded().unwrap());
        let mut dice = Dice::seeded([seed; 32], 0);
        state.give(Seat::Umpire, &Order::SetUp(options), &mut dice).unwrap();
        let mut chance = 0x9E37_79B9_7F4A_7C15_u64 ^ u64::from(seed);
        for _ in 0..150 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let acting = state.acting();
            let Some(seat) = acting.get((chance >> 40) as usize % acting.len().max(1)).copied() else { break };
            for side in Side::BOTH {
                let Some(twin) = twin(&state, side, chance >> 33) else { continue };
                assert_eq!(words(&state, side), words(&twin, side), "{side:?} in {:?}", state.phase);
                positions += 1;
                // The same for what happens next, if it is hidden.
                if state.phase == Phase::Deploying(side) {
                    let lay = |state: &State| {
                        let mut orders = Vec::new();
                        state.legal_orders(Seat::from(side), &mut orders);
                        orders.into_iter().find_map(|order| match order {
                            Order::Lay { card, region: to @ engine::card_game::region::Region::North, .. } => {
                                Some(Event::Laid { side, card: Some(card), region: to })
                            }
                            _ => None,
                        })
                    };
                    let deed = |state: &State| {
                        let event = lay(state)?;
                        let mut after = state.clone();
                        after.apply(&event);
                        Some(format!("{:?} {:?}", told::deed(state, &after, &[event], standing), words(&after, side)))
                    };
                    if let (Some(one), Some(other)) = (deed(&state), deed(&twin)) {
                        // Where the cards that may be laid differ, the advice to the other side does not.
                        assert_eq!(one, other);
                        laid += 1;
                    }
                }
            }
            let mut orders = Vec::new();
            state.legal_orders(seat, &mut orders);
            let order = orders[(chance >> 20) as usize % orders.len()].clone();
            state.give(seat, &order, &mut dice).unwrap();
        }
    }
    assert!(positions > 2_000 && laid > 40, "{positions} positions, {laid} cards laid");
}
