//! Nobody is shown which units the other side has under its top ones, what it draws and puts aside, or its standing orders (10.0, K15, K17,
//! K24). Two sieges that differ in nothing else are shown alike by every way the house has; at random positions too.

use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game as _;
use engine::khartoum::ids::{SpaceId, UnitId};
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::phase::Phase;
use engine::khartoum::state::State;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use umpire::drawing::atlas::Atlas;
use umpire::drawing::khartoum as drawing;
use umpire::files::import;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::despatch::Picture;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::khartoum_key::key;
use umpire::model::played::Played as _;
use umpire::model::standing::Standing;
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Given, Tables};

use crate::battle_hidden::the_same;
use crate::two_numbers::shown;

const OURS: UserId = UserId(11);
const ENEMY: UserId = UserId(12);
const ONLOOKER: UserId = UserId(13);

/// A siege on a journal of its own.
struct Siege {
    _folder: tempfile::TempDir,
    tables: Arc<Tables<State>>,
    id: CampaignId,
    interactions: u64,
}

impl Siege {
    async fn begun(seed: u8) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        let tables = Arc::new(Tables::<State>::new(journal));
        let orders =
            vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None), (Order::SetUp(Options::default()), None)];
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
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

    async fn legal(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        self.state().await.legal_orders(Seat::from(side), &mut orders);
        orders
    }

    async fn order(&mut self, user: UserId, order: &Order) {
        let interaction = self.interaction();
        let given = self.tables.order(self.id, interaction, user, order, None, None).await;
        assert!(matches!(given, Ok(Given::Done(_))), "{order:?}: {given:?}");
    }

    /// Sets up the enemy with two units in one order in two spaces, or the other way round, each under others; and a standing order.
    async fn set_up(seed: u8, is_crossed: bool) -> Self {
        let mut game = Self::begun(seed).await;
        let what = if is_crossed { BreakOff::Stand } else { BreakOff::Ask };
        game.order(ENEMY, &Order::Stand { side: Side::Enemy, what }).await;
        for _ in 0..80 {
            let state = game.state().await;
            let Some(side) = state.acting().first().and_then(|seat| seat.side()) else { break };
            let user = if side == Side::Ours { OURS } else { ENEMY };
            let legal = game.legal(side).await;
            let deploys = legal.iter().any(|order| matches!(order, Order::Deploy { .. }));
            if !deploys {
                break;
            }
            let default = legal.iter().find(|order| matches!(order, Order::DeployByDefault(_))).cloned();
            game.order(user, &default.unwrap_or_else(|| legal[0].clone())).await;
        }
        game
    }

    /// Everything a reader is shown, and the pictures.
    async fn shown(&self, reader: UserId) -> Vec<String> {
        let topics = ["hand", "standing", "map", "from.3", "who.1"];
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
        for key in ["draw.enemy", "default.enemy", "stand.enemy.ask", "as-advised"] {
            let refused = room.order(self.id, InteractionId(9_000), ONLOOKER, key, None, None).await.err();
            all.push(format!("{:?}", refused.map(|error| error.sentence())));
        }
        all
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_that_differ_only_in_a_standing_order_are_shown_the_same_to_whoever_may_not_see_it() {
    not_beside!("no umpire is started");
    let (one, other) = (Siege::set_up(3, true).await, Siege::set_up(3, false).await);
    for reader in [OURS, ONLOOKER] {
        the_same(&one.shown(reader).await, &other.shown(reader).await, reader);
    }
    // Whose it is sees it, and by it the two games differ: the law could fail.
    assert_ne!(one.shown(ENEMY).await, other.shown(ENEMY).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_running_siege_has_no_row_that_a_side_hides_and_one_of_a_closed_one_has_them_all() {
    not_beside!("no umpire is started");
    let mut game = Siege::set_up(5, true).await;
    let file = Room::file(game.tables.as_ref(), game.id).await.unwrap();
    assert!(!file.text.contains("\"seed\"") && !file.text.contains("\"stand\""), "{}", file.text);
    assert!(matches!(import::read::<State>(file.text.as_bytes()), Err(import::ImportError::Hidden(_))));
    game.order(ENEMY, &Order::Concede(Side::Enemy)).await;
    let interaction = game.interaction();
    game.tables.close(game.id, interaction, OURS).await.unwrap();
    let closed = Room::file(game.tables.as_ref(), game.id).await.unwrap();
    assert_eq!(closed.hidden, 0);
    umpire::files::proof::prove::<State>(&closed.text, None).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_mahdists_set_up_where_is_not_told_by_the_order_in_which_they_are_placed_29_14_k42() {
    not_beside!("no umpire is started");
    let pack = Pack::embedded().unwrap();
    let (mut one, mut other) = (Siege::begun(7).await, Siege::begun(7).await);
    for game in [&mut one, &mut other] {
        game.order(OURS, &Order::DeployByDefault(Side::Ours)).await;
    }
    let places = [
        ("mahdi", "bara", "bara"),
        ("abdulah", "bara", "shaykan"),
        ("muhamed", "shaykan", "bara"),
        ("ali", "shaykan", "shaykan"),
        ("osman_digna", "tamai", "tamai"),
        ("a_cavalry", "tamai", "tamai"),
        ("b_cavalry", "shaykan", "shaykan"),
    ];
    for (unit, here, there) in places {
        for (game, at) in [(&mut one, here), (&mut other, there)] {
            let (unit, at) = (pack.unit_keyed(unit).unwrap(), pack.space_keyed(at).unwrap());
            game.order(ENEMY, &Order::Deploy { side: Side::Enemy, unit, at }).await;
        }
        for reader in [OURS, ONLOOKER] {
            the_same(&one.shown(reader).await, &other.shown(reader).await, reader);
        }
    }
    assert_ne!(one.shown(ENEMY).await, other.shown(ENEMY).await);
    let told = one.shown(OURS).await.concat();
    assert!(told.contains("The Mahdists set up two units in Bara, three units in Shaykan and two units in Tamai."));
}

/// The same position with two enemy units that ours do not see changed for one another, if there are two in different spaces.
fn twin(state: &State, chance: u64) -> Option<State> {
    let seen = state.public_view();
    let is_hidden = |unit: UnitId, space: SpaceId| !seen.state().units(Side::Enemy, space).contains(unit);
    let hidden: Vec<(UnitId, SpaceId)> = state
        .spaces()
        .flat_map(|space| state.units(Side::Enemy, space).iter().map(move |unit| (unit, space)))
        .filter(|(unit, space)| is_hidden(*unit, *space))
        .collect();
    let (one, here) = *hidden.get(chance as usize % hidden.len().max(1))?;
    // Where recruits are placed, the room in a stack decides whether anybody is asked: not every unit takes some.
    let takes_room = |unit: UnitId| state.pack.counters.stacking.contains(unit);
    let is_alike = |unit: UnitId| state.phase != Phase::Recruiting || takes_room(unit) == takes_room(one);
    let others: Vec<_> = hidden.iter().filter(|(unit, space)| *space != here && is_alike(*unit)).collect();
    let (other, there) = **others.get(chance as usize / 7 % others.len().max(1))?;
    // Who of the two has moved already is seen by neither.
    if state.play.moved.contains(one) || state.play.moved.contains(other) {
        return None;
    }
    let mut twin = state.clone();
    // Where the enemy has put none on top the weakest is: it stays so, whoever lies under it.
    twin.tops = seen.state().tops.clone();
    // Whoever has just arrived is not shown yet, whoever it is.
    let arrived = state.play.arrived;
    for (unit, instead) in [(one, other), (other, one)] {
        twin.play.arrived.remove(unit);
        if arrived.contains(instead) {
            twin.play.arrived.insert(unit);
        }
    }
    twin.on[here.index()].remove(one);
    twin.on[here.index()].insert(other);
    twin.on[there.index()].remove(other);
    twin.on[there.index()].insert(one);
    twin.places.swap(one.index(), other.index());
    Some(twin)
}

/// What ours and the public are told of a position.
fn words(state: &State) -> Vec<String> {
    let standing = Standing::commanded(CampaignId(1), 7, None);
    let ours = Seat::from(Side::Ours);
    let mut told: Vec<String> = vec![
        format!("{:?}", state.board(standing)),
        format!("{:?}", state.reverted(state)),
        format!("{:?}", drawing::theatre(state.public_view().state())),
        format!("{:?}", drawing::theatre(state.view(ours).state())),
        state.where_it_stands(),
        state.next(standing),
    ];
    for seat in [None, Some(ours)] {
        for topic in ["hand", "standing", "map"] {
            told.push(format!("{:?}", state.sheet(seat, standing, topic, 0)));
        }
    }
    let mut orders = Vec::new();
    state.legal_orders(ours, &mut orders);
    told.extend(orders.iter().map(|order| format!("{:?} {:?}", state.label(order, Some(ours)), key(order))));
    told
}

#[test]
fn at_random_positions_ours_and_the_public_are_told_the_same_whichever_units_lie_unseen() {
    let mut positions = 0;
    for seed in 0..12_u8 {
        let options = Options { hidden_numbers: seed % 3 == 0, held_face_up: seed % 4 == 0, ..Options::default() };
        let mut state = State::opening(&Pack::embedded().unwrap());
        let mut dice = Dice::seeded([seed; 32], 0);
        state.give(Seat::Umpire, &Order::SetUp(options), &mut dice).unwrap();
        let mut chance = 0x9E37_79B9_7F4A_7C15_u64 ^ u64::from(seed);
        for _ in 0..220 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let acting = state.acting();
            let Some(seat) = acting.get((chance >> 40) as usize % acting.len().max(1)).copied() else { break };
            if let Some(twin) = twin(&state, chance >> 33) {
                assert!(twin.public_view() == state.public_view(), "in {:?}", state.phase);
                assert_eq!(words(&twin), words(&state), "in {:?}", state.phase);
                positions += 1;
            }
            let mut orders = Vec::new();
            state.legal_orders(seat, &mut orders);
            let order = orders[(chance >> 20) as usize % orders.len()].clone();
            state.give(seat, &order, &mut dice).unwrap();
        }
    }
    assert!(positions > 200, "{positions} positions");
}
