//! Nobody is shown what is their enemy's: where an ambush lies, what units were told to do, what is done with cards in combats. Two battles
//! that differ in nothing else are shown alike by every way the house has.

use std::sync::Arc;

use engine::game::Game as _;
use engine::tabletop::instruction::{Instruction, Whom};
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, CombatCards, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::plan::Plan;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;
use serde_json::json;
use umpire::drawing::atlas::Atlas;
use umpire::files::import;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::despatch::Picture;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::played::Played as _;
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Given, Tables};
use umpire::table::undo::Undoing;

use crate::two_numbers::shown;

const OURS: UserId = UserId(11);
const ENEMY: UserId = UserId(12);
const ONLOOKER: UserId = UserId(13);

/// What one side alone may know.
struct Secret {
    /// Where one of the hidden units is put at first, and where it stays, of the squares that are free.
    places: [usize; 2],
    told: Instruction,
    cards: CombatCards,
}

const ONE: Secret = Secret { places: [0, 5], told: Instruction::Attack, cards: CombatCards::Always };
const OTHER: Secret = Secret { places: [3, 2], told: Instruction::FallBack, cards: CombatCards::Never };

/// A column on open ground, and an enemy who lies hidden at the far end of it.
fn ambush() -> Plan {
    let mut plan = BattlePack::embedded().unwrap().scenario("marching").unwrap().plan.clone();
    plan.title = "The valley".to_owned();
    plan.first = Side::Ours;
    plan.ours.area = serde_json::from_value(json!({ "set_up": ["A1:B8"] })).unwrap();
    plan.enemy.area = serde_json::from_value(json!({ "hidden": ["J1:L8"] })).unwrap();
    plan.enemy.forces.retain(|force| !force.troop.contains("cavalry"));
    plan
}

/// A battle on a journal of its own.
struct Ambush {
    _folder: tempfile::TempDir,
    tables: Arc<Tables<State>>,
    id: CampaignId,
    interactions: u64,
}

impl Ambush {
    async fn begun(plan: Plan) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        let tables = Arc::new(Tables::<State>::new(journal));
        let set_up = SetUp { battle: Battle::Plan(Box::new(plan)), options: Options::default() };
        let orders =
            vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None), (Order::SetUp(Arc::new(set_up)), None)];
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: BattlePack::embedded().unwrap(), orders };
        let id = tables.found(founding, Seed([9; 32]), InteractionId(1), OURS).await.unwrap().campaign;
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
        let undone = self.tables.undo(self.id, interaction, user, None, None).await;
        assert!(matches!(undone, Ok(Undoing::Done(_))), "{undone:?}");
    }

    /// Puts a hidden unit elsewhere.
    async fn place(&mut self, place: usize) {
        let state = self.state().await;
        let mut legal = Vec::new();
        state.legal_orders(Side::Enemy.into(), &mut legal);
        let puts = |order: &Order| if let Order::Place { unit, square, .. } = order { Some((*unit, *square)) } else { None };
        let (first, here) = legal.iter().find_map(puts).map(|(unit, _)| (unit, state.unit(unit).square)).unwrap();
        let mut free: Vec<_> =
            legal.iter().filter_map(puts).filter(|(unit, square)| *unit == first && *square != here).map(|(_, square)| square).collect();
        free.dedup();
        let to = free[place % free.len()];
        let order = legal.iter().find(|order| puts(order) == Some((first, to))).unwrap();
        self.order(ENEMY, order).await;
    }

    /// Everybody stands until it has come so far.
    async fn stand_until(&mut self, enough: impl Fn(&State) -> bool) {
        for _ in 0..200 {
            let state = self.state().await;
            if enough(&state) {
                return;
            }
            let side = state.side_asked().unwrap();
            let mut legal = Vec::new();
            state.legal_orders(side.into(), &mut legal);
            let stand = legal.iter().find(|order| matches!(order, Order::Stand(_) | Order::Next(_))).unwrap_or(&legal[0]).clone();
            self.order(if side == Side::Ours { OURS } else { ENEMY }, &stand).await;
        }
        panic!("it never came so far");
    }

    fn instruct(instruction: Instruction) -> Order {
        Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction }
    }

    /// Set up with a secret, everybody standing until ours are asked in the second turn; then the enemy is told what to do.
    async fn with(secret: &Secret) -> Self {
        let mut battle = Self::begun(ambush()).await;
        battle.order(OURS, &Order::Ready(Side::Ours)).await;
        battle.place(secret.places[0]).await;
        battle.place(secret.places[1]).await;
        battle.undo(ENEMY).await;
        battle.place(secret.places[1]).await;
        battle.order(ENEMY, &Order::CombatCards { side: Side::Enemy, play: secret.cards }).await;
        battle.order(ENEMY, &Self::instruct(secret.told)).await;
        battle.order(ENEMY, &Self::instruct(Instruction::AskMe)).await;
        battle.order(ENEMY, &Order::Ready(Side::Enemy)).await;
        battle.stand_until(|state| state.side_asked() == Some(Side::Ours) && state.turn == 2).await;
        assert!(battle.state().await.position.units.iter().any(|unit| unit.hidden), "they lie hidden still");
        battle.order(ENEMY, &Self::instruct(secret.told)).await;
        battle.undo(ENEMY).await;
        battle.order(ENEMY, &Self::instruct(secret.told)).await;
        battle
    }

    /// Everything a reader is shown, and the film.
    async fn shown(&self, reader: UserId) -> Vec<String> {
        let topics =
            ["mine", "all", "turn", "form", "setup", "instruct", "instruct.all", "standing", "board", "rolls.0", "rolls.1", "rolls.2"];
        let mut all = shown(&self.tables, self.id, reader, &topics).await;
        let room = Arc::clone(&self.tables) as Arc<dyn Room>;
        let atlas = Arc::new(Atlas::default());
        let revision = self.tables.snapshot(self.id).await.unwrap().campaign.revision;
        for picture in [Picture::WholeBoard, Picture::Film] {
            for viewer in [None, Some(reader)] {
                let plate = room.plate(&atlas, self.id, revision, &picture, viewer).await.unwrap();
                all.push(format!("{} {:?}", plate.alt_text, plate.bytes));
            }
        }
        let last = room.last_deed(self.id).await.unwrap().unwrap();
        all.push(format!("{:?}", (last.labels, last.rows)));
        all
    }
}

/// What is told of what differs: all of it would be too long.
#[track_caller]
pub(crate) fn the_same(one: &[String], other: &[String], reader: UserId) {
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(other) {
        let parts = one.bytes().zip(other.bytes()).position(|(one, other)| one != other);
        if one == other {
            continue;
        }
        let at = parts.unwrap_or_else(|| one.len().min(other.len()));
        let part = |text: &str| String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(300)..(at + 200).min(text.len())]).into_owned();
        panic!("reader {reader} is shown what is hidden:\n{}\n-----\n{}", part(one), part(other));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_battles_that_differ_only_in_an_ambush_and_what_it_was_told_are_shown_the_same_to_whoever_may_not_see_it_n06() {
    not_beside!("no umpire is started");
    let (one, other) = (Ambush::with(&ONE).await, Ambush::with(&OTHER).await);
    for reader in [OURS, ONLOOKER] {
        the_same(&one.shown(reader).await, &other.shown(reader).await, reader);
    }
    // Whose it is sees it, and by it the two battles differ: the law could fail.
    assert_ne!(one.shown(ENEMY).await, other.shown(ENEMY).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_running_battle_has_no_row_that_a_side_hides_and_one_of_a_closed_battle_has_them_all() {
    not_beside!("no umpire is started");
    let mut battle = Ambush::with(&ONE).await;
    let file = Room::file(battle.tables.as_ref(), battle.id).await.unwrap();
    for word in ["\"heroic_dealt\"", "\"placed\"", "\"place\"", "\"instruct\"", "\"instructed\"", "\"combat_cards\"", "\"seed\""] {
        assert!(!file.text.contains(word), "{word} is in the file");
    }
    assert!(matches!(import::read::<State>(file.text.as_bytes()), Err(import::ImportError::Hidden(_))));
    // Each row of the journal that a side hides is counted.
    let rows = battle.tables.journal().all_orders::<State>(battle.id, u32::MAX).await.unwrap();
    let secret = |order: &Order| matches!(order, Order::Place { .. } | Order::Instruct { .. } | Order::CombatCards { .. });
    assert!(file.hidden as usize >= rows.iter().filter(|row| secret(&row.order)).count(), "{} rows are hidden", file.hidden);
    battle.order(ENEMY, &Order::Concede(Side::Enemy)).await;
    let interaction = battle.interaction();
    battle.tables.close(battle.id, interaction, OURS).await.unwrap();
    let closed = Room::file(battle.tables.as_ref(), battle.id).await.unwrap();
    assert_eq!(closed.hidden, 0);
    assert!(closed.text.contains("\"instructed\"") && closed.text.contains("\"placed\""));
    umpire::files::proof::prove::<State>(&closed.text, None).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_after_a_unit_of_the_other_side_is_told_nothing_of_it() {
    not_beside!("no umpire is started");
    let battle = Ambush::with(&ONE).await;
    let state = battle.state().await;
    let hidden = state.position.all().find(|unit| state.unit(*unit).hidden).unwrap();
    let UnitId(number) = hidden;
    for topic in [format!("setup.{number}"), format!("facing.{number}"), format!("instruct.unit.{number}")] {
        let sheet = Room::sheet(battle.tables.as_ref(), battle.id, OURS, &topic, 0).await;
        assert!(!matches!(sheet, Ok(Some(_))), "{topic}: {sheet:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_offers_what_was_instructed_without_saying_what_it_is() {
    not_beside!("no umpire is started");
    let mut plan = ambush();
    plan.enemy.area = serde_json::from_value(json!({ "set_up": ["J1:L8"] })).unwrap();
    let mut battle = Ambush::begun(plan).await;
    battle.order(OURS, &Order::Ready(Side::Ours)).await;
    battle.order(ENEMY, &Order::Ready(Side::Enemy)).await;
    battle.stand_until(|state| state.side_asked() == Some(Side::Enemy) && state.active().is_some()).await;
    let snapshot = battle.tables.snapshot(battle.id).await.unwrap();
    let boards = [Instruction::Attack, Instruction::FallBack].map(|instruction| {
        let mut state = snapshot.state.clone();
        state.instructions = state.position.of(Side::Enemy).map(|unit| (unit, instruction)).collect();
        format!("{:?}", state.board(snapshot.standing()))
    });
    assert!(boards[0].contains("As instructed"), "{}", boards[0]);
    assert_eq!(boards[0], boards[1]);
    // It goes on by the word of whoever commands that side, and by nobody else's.
    let instructs = Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction: Instruction::HoldAndFire };
    battle.order(ENEMY, &instructs).await;
    // With a turn it stops, so that they may think again.
    battle.stand_until(|state| state.side_asked() == Some(Side::Enemy) && state.active().is_some()).await;
    for (user, goes_on) in [(OURS, false), (ENEMY, true)] {
        let interaction = battle.interaction();
        let given = battle.tables.answers(battle.id, interaction, user, &[], None, None).await;
        assert_eq!(matches!(given, Ok(Given::Done(_))), goes_on, "{given:?}");
    }
}
