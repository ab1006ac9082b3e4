//! How many presses a battle on the gridded board takes, how often it changes hands, and what its channel hears: live, by post with
//! instructions, and alone against the staff.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use engine::tabletop::instruction::{Instruction, Whom};
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::{Actor, Phase};
use engine::tabletop::player::{Player, Strength};
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::custom_id::CustomId;
use umpire::model::despatch::ButtonStyle;
use umpire::model::field_key::GO_ON;
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::model::pace::Pace;
use umpire::model::standing_orders::StandingOrders;
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Tables};

use crate::quiet::posted;

const OURS: UserId = UserId(11);
const ENEMY: UserId = UserId(12);

/// How a battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Two members with the usual presses.
    Live,
    /// Two members, who have told their units what to do.
    ByPost,
    /// One member against the staff.
    Alone,
    /// One member against the staff, with instructions.
    AloneWithInstructions,
}

/// What was counted in a battle.
#[derive(Default, Debug)]
struct Counted {
    turns: u8,
    presses: [usize; 2],
    /// Presses that answered what is a player's own: an occasion for a Heroic card, a question.
    own: [usize; 2],
    most_in_a_turn: usize,
    hands: usize,
    messages: usize,
    edits: usize,
    pings: usize,
}

/// Fights a battle to its end by the button that is the usual next step.
async fn fought(scenario: &str, way: Way, paced: bool, seed: u8) -> Counted {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    let tables = Arc::new(Tables::<State>::new(Journal::open(&database).await.unwrap()));
    let set_up = SetUp { battle: Battle::Scenario(scenario.to_owned()), options: Options::default() };
    let mut orders = vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None)];
    let alone = matches!(way, Way::Alone | Way::AloneWithInstructions);
    if alone {
        orders.push((Order::Seat { side: Side::Enemy, player: Some(Player::Staff(Strength::Plain)) }, None));
    }
    orders.push((Order::SetUp(Arc::new(set_up)), None));
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: BattlePack::embedded().unwrap(), orders };
    let mut interaction = 1;
    let mut next = move || {
        interaction += 1;
        InteractionId(interaction)
    };
    let id = tables.found(founding, Seed([seed; 32]), InteractionId(1), OURS).await.unwrap().campaign;
    if !alone {
        tables.join(id, next(), ENEMY, false).await.unwrap();
    }
    if paced {
        let pace = Some(Pace { hours: 24, quiet: None, paused: false });
        tables.settle_standing_orders(id, next(), OURS, |orders| StandingOrders { pace, ..orders }).await.unwrap();
    }
    let instructed = [(OURS, Side::Ours, Instruction::HoldAndFire), (ENEMY, Side::Enemy, Instruction::Attack)];
    let told = match way {
        Way::ByPost => &instructed[..],
        Way::AloneWithInstructions => &instructed[..1],
        Way::Live | Way::Alone => &[],
    };
    for (user, side, instruction) in told {
        let order = Order::Instruct { side: *side, whom: Whom::All, instruction: *instruction };
        tables.order(id, next(), *user, &order, None, None).await.unwrap();
    }
    let room = Arc::clone(&tables) as Arc<dyn Room>;
    let mut counted = Counted::default();
    let mut in_turns: BTreeMap<(u8, Side), usize> = BTreeMap::new();
    let mut asked = HashSet::new();
    let (mut seen, mut last) = (0, None);
    for _ in 0..2_000 {
        let (rows, latest) = posted(&database, seen).await;
        seen = latest;
        for (despatch, new) in rows {
            counted.pings += despatch.mention.iter().chain(&despatch.also_mention).count();
            if new { counted.messages += 1 } else { counted.edits += 1 }
        }
        let snapshot = tables.snapshot(id).await.unwrap();
        let Some(side) = snapshot.state.side_asked() else { break };
        let user = if side == Side::Ours { OURS } else { ENEMY };
        let board = room.board(id).await.unwrap().despatch;
        let key = board.buttons.iter().find_map(|button| match &button.id {
            CustomId::Order { key, .. } if button.style == ButtonStyle::Primary => Some(key.clone()),
            _ => None,
        });
        let key = key.unwrap_or_else(|| panic!("nothing usual is offered: {board:?}"));
        room.order(id, next(), user, &key, None, Some(snapshot.campaign.revision)).await.unwrap();
        counted.presses[side as usize] += 1;
        let up = match snapshot.state.phase {
            Phase::Acting(active) => Some(active.actor),
            _ => None,
        };
        let with_leader = |actor| matches!(actor, Actor::Unit(unit) if snapshot.state.leaders_with(unit).next().is_some());
        let has_cards = !snapshot.state.heroic.hands[side as usize].is_empty();
        if key != GO_ON && snapshot.state.turn > 0 || has_cards && up.is_some_and(with_leader) {
            counted.own[side as usize] += 1;
        }
        if key == GO_ON
            && let Some(actor) = up
        {
            assert!(asked.insert((snapshot.state.turn, actor)), "asked twice about {actor:?} in turn {}", snapshot.state.turn);
        }
        if std::env::var_os("PRESSES").is_some() {
            println!(
                "  turn {}, {side:?}: {key}, {:?}",
                snapshot.state.turn,
                up.map_or_else(|| format!("{:?}", snapshot.state.phase), |up| format!("{up:?}"))
            );
        }
        *in_turns.entry((snapshot.state.turn, side)).or_default() += 1;
        if last.is_some_and(|last| last != user) {
            counted.hands += 1;
        }
        last = Some(user);
    }
    let over = tables.snapshot(id).await.unwrap();
    assert!(over.state.outcome().is_some(), "it came to an end");
    counted.turns = over.state.turn;
    counted.most_in_a_turn = in_turns.values().copied().max().unwrap_or_default();
    tables.journal().close().await;
    counted
}

const SCENARIOS: [&str; 3] = ["marching", "night march", "form square"];

/// Fights some battles one way, and tells what it took.
async fn count(way: Way, paced: bool) -> Vec<Counted> {
    let mut all = Vec::new();
    for scenario in SCENARIOS {
        for seed in 1..=2 {
            let counted = fought(scenario, way, paced, seed).await;
            println!("{way:?}{}, {scenario}, seed {seed}: {counted:?}", if paced { " with a pace" } else { "" });
            all.push(counted);
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn by_post_with_instructions_a_side_presses_twice_a_turn_and_is_called_once_for_each() {
    not_beside!("no umpire is started");
    for counted in count(Way::ByPost, true).await {
        let (all, own): (usize, usize) = (counted.presses.iter().sum(), counted.own.iter().sum());
        // Both set-ups, and one press a turn by whoever is first; all else is a player's own to answer.
        assert!(all - own <= 2 + usize::from(counted.turns), "{counted:?}");
        assert!(all <= 4 * usize::from(counted.turns) + 2, "two a turn and side: {counted:?}");
        assert!(counted.most_in_a_turn <= 3, "{counted:?}");
        assert!((1..=all).contains(&counted.pings), "somebody is called, and nobody but for a press: {counted:?}");
        assert!(counted.messages <= 4 * usize::from(counted.turns) + 8, "{counted:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn live_nobody_is_called_in_the_midst_of_a_turn() {
    not_beside!("no umpire is started");
    for counted in count(Way::Live, false).await {
        assert!(counted.pings <= usize::from(counted.turns) + 4, "{counted:?}");
        assert!(counted.messages <= 4 * usize::from(counted.turns) + 8, "{counted:?}");
        // A side acts until a card of the other's is next, and the smaller one has eight units at most: twice for each it changes hands.
        assert!(counted.hands <= 16 * usize::from(counted.turns) + 8, "{counted:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_against_the_staff_nobody_is_called_and_instructions_save_presses() {
    not_beside!("no umpire is started");
    let (asked, instructed) = (count(Way::Alone, false).await, count(Way::AloneWithInstructions, false).await);
    for counted in asked.iter().chain(&instructed) {
        assert_eq!((counted.pings, counted.presses[1], counted.hands), (0, 0, 0), "{counted:?}");
    }
    let all = |counted: &[Counted]| counted.iter().map(|counted| counted.presses[0]).sum::<usize>();
    assert!(2 * all(&instructed) < all(&asked), "{} against {}", all(&instructed), all(&asked));
}
