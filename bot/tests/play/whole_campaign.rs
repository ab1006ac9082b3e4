//! A whole campaign played through the sandbox by the cautious staff: every order is given by a button, a menu or a command that the
//! umpire offered, and nothing it sends to Discord is refused. Every battle of it is fought out on the board.

use std::time::{Duration, Instant};

use crate::program::PATIENCE;
use crate::table::Table;
use engine::campaign::{Event, Options, Order, State};
use engine::game::Game;
use engine::pack::Pack;
use sandbox::{Member, Message, Reply};
use serde_json::{Value, json};
use staff::{Cautious, Staff};
use umpire::despatches::battle::thread_name;
use umpire::despatches::order_keys::order_key;
use umpire::despatches::sheet;
use umpire::model::topic::Topic;

/// What is to be pressed for an order.
enum Press {
    Button { message: Message, id: String },
    Line { message: Message, id: String, value: String },
}

fn components(message: &Message) -> Vec<Value> {
    let rows = message.json()["components"].as_array().cloned().unwrap_or_default();
    rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
}

/// The button or line of a message that gives the order of this key.
fn offers(message: &Message, key: &str) -> Option<Press> {
    for component in components(message) {
        let id = component["custom_id"].as_str().unwrap_or_default().to_owned();
        if id.starts_with("order:") && id.split(':').nth(3) == Some(key) {
            return Some(Press::Button { message: message.clone(), id });
        }
        let lines = component["options"].as_array().cloned().unwrap_or_default();
        if lines.iter().any(|line| line["value"] == key) {
            return Some(Press::Line { message: message.clone(), id, value: key.to_owned() });
        }
    }
    None
}

/// The button of a message that opens the sheet of a topic, or turns its page.
fn opens(message: &Message, topic: Topic, page: usize) -> Option<String> {
    components(message)
        .iter()
        .filter_map(|component| component["custom_id"].as_str())
        .find(|id| {
            let parts: Vec<&str> = id.split(':').collect();
            matches!(parts.as_slice(), ["sheet", _, word, at] if *word == topic.word() && *at == page.to_string())
        })
        .map(str::to_owned)
}

/// The dice of the campaign.
const SEED: u8 = 5;

struct Played {
    table: Table,
    player: Member,
    state: State,
    pool: sqlx::SqlitePool,
    revision: i64,
    /// How each order was given.
    buttons: usize,
    lines: usize,
    commands: usize,
}

impl Played {
    async fn begin() -> Self {
        // Dice that are known: a random event can end a campaign with its first card.
        let mut table = Table::bare_with(Duration::from_millis(15)).await;
        let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options { steps: 4, boards: true, ..Options::default() } };
        table.found(SEED, [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec()).await;
        table.start_umpire().await;
        let player = table.member("rich");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let state = State::new(Pack::embedded().unwrap());
        let mut game = Self { table, player, state, pool, revision: 0, buttons: 0, lines: 0, commands: 0 };
        game.read_on().await;
        game
    }

    /// Replays what the journal says since it was read last; how many rows there were.
    async fn read_on(&mut self) -> usize {
        let rows: Vec<(i64, String)> = sqlx::query_as("SELECT revision, events FROM journal WHERE revision > ? ORDER BY revision")
            .bind(self.revision)
            .fetch_all(&self.pool)
            .await
            .unwrap();
        for (revision, events) in &rows {
            let events: Vec<Event> = serde_json::from_str(events).unwrap();
            self.state.replay(&events);
            self.revision = *revision;
        }
        rows.len()
    }

    /// The messages the player sees that may still offer something, the latest first.
    fn surfaces(&self) -> Vec<Message> {
        let mut messages = self.player.channel().messages_for(&self.player);
        messages.reverse();
        messages.truncate(6);
        messages
    }

    fn find(&self, key: &str) -> Option<Press> {
        let up_to_date = |press: &Press| {
            let (Press::Button { id, .. } | Press::Line { id, .. }) = press;
            id.split(':').nth(2).and_then(|revision| revision.parse::<i64>().ok()).is_some_and(|revision| revision >= self.revision)
        };
        self.surfaces().iter().filter_map(|message| offers(message, key)).find(up_to_date)
    }

    /// Opens the sheet of a topic and turns its pages until it offers the order.
    async fn open_sheet(&self, topic: Topic, key: &str) -> Option<Press> {
        for page in 0..12 {
            let (message, id) = self.surfaces().iter().find_map(|message| Some((message.clone(), opens(message, topic, page)?)))?;
            self.player.press_raw(message.id(), &id).await.unwrap();
            if let Some(press) = self.find(key) {
                return Some(press);
            }
        }
        None
    }

    /// Presses on where the umpire asks once more.
    async fn is_sure(&self, reply: &Reply) {
        let Some(message) = reply.try_message() else { return };
        let sure = message.components().iter().filter_map(|component| component.custom_id.clone()).find(|id| id.starts_with("sure:"));
        if let Some(sure) = sure {
            self.player.press_raw(message.id(), &sure).await.unwrap();
        }
    }

    async fn give(&mut self, order: &Order, by_command: bool) {
        let key = order_key(order).unwrap();
        let mut press = if by_command { None } else { self.find(&key) };
        if press.is_none() && !by_command {
            press = self.open_sheet(Topic::of(order), &key).await;
        }
        match press {
            Some(Press::Button { message, id }) => {
                let reply = self.player.press_raw(message.id(), &id).await.unwrap();
                self.is_sure(&reply).await;
                self.buttons += 1;
            }
            Some(Press::Line { message, id, value }) => {
                let data = json!({ "component_type": 3, "custom_id": id, "values": [value] });
                let reply = self.player.use_raw(message.id(), data).await.unwrap();
                self.is_sure(&reply).await;
                self.lines += 1;
            }
            None => {
                let command = Topic::of(order).command();
                let offered = self.player.complete(&format!("/{command} order:")).await;
                assert!(!offered.is_empty(), "/{command} completes what is legal");
                let reply = self.player.run(&format!("/{command} order:{key}")).await;
                self.is_sure(&reply).await;
                self.commands += 1;
            }
        }
        let begun = Instant::now();
        while self.read_on().await == 0 {
            assert!(begun.elapsed() < PATIENCE, "{order:?} is not in the journal\n{}", self.table.sandbox.transcript());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Presses that end any battle on the board.
const MOST_PRESSES: usize = 1_500;

impl Played {
    /// Fights the battle that has gone on the board to its end with the usual presses, in its thread, and reports it as it was fought.
    async fn fight_it_out(&mut self) -> usize {
        let name = self.state.battle().map(|(battle, _)| thread_name(&self.state, battle)).unwrap();
        let there = self.player.at(&self.player.channel().wait_for_thread(&name).await);
        // Discord has the thread a moment before the journal says whose it is.
        let is_known = async || !there.run("/turn").await.text().contains("There is no campaign in this channel");
        self.table.until("the thread is known", is_known).await;
        for pressed in 0..MOST_PRESSES {
            let own = there.run("/turn").await.message();
            let usual = own.components().iter().filter(|button| button.style == Some(1)).find_map(|button| button.label.clone());
            let usual = usual.unwrap_or_else(|| panic!("nothing is put forward: {}", own.text()));
            there.press(&own, &usual).await;
            if usual == "Report as fought" {
                let begun = Instant::now();
                while self.state.board().is_some() {
                    assert!(begun.elapsed() < PATIENCE, "{}", self.table.sandbox.transcript());
                    self.read_on().await;
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                return pressed + 1;
            }
        }
        panic!("no end after {MOST_PRESSES} presses");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cautious_staff_plays_a_whole_campaign_by_buttons_menus_and_commands_and_its_battles_on_the_board() {
    not_beside!("one long campaign more would show nothing new");
    let mut game = Played::begin().await;
    let mut staff = Cautious::new(11);
    let (mut given, mut fought) = (0, Vec::new());
    while game.state.ending().is_none() {
        let orders = sheet::legal(&game.state);
        if let Some(order) = orders.iter().find(|order| matches!(order, Order::FightOut { .. })) {
            game.give(&order.clone(), false).await;
            fought.push(game.fight_it_out().await);
            continue;
        }
        let order = orders[staff.choose(&game.state, &orders)].clone();
        given += 1;
        assert!(given < 5_000, "the campaign goes on and on");
        game.give(&order, given % 9 == 0).await;
    }
    assert!(!fought.is_empty(), "a battle is fought on the board");
    println!("presses in battles on the board: {fought:?}");
    assert!(game.buttons > 20 && game.lines > 20 && game.commands > 10, "{} {} {}", game.buttons, game.lines, game.commands);
    // The journal has it before the channel: the ending is posted after it is written.
    game.table.wait_for("after turn").await;
    // The report follows, once, with what is next; its seed is for the end.
    let report = game.table.wait_for(" in figures.").await;
    assert!(report.attachments()[0].bytes.starts_with(b"\x89PNG") && report.text().contains("/campaign end"), "{}", report.text());
    let end = game.player.run("/campaign end").await;
    game.player.press(&end.message(), "End the campaign").await;
    let closed = game.table.wait_for("is closed").await;
    assert!(closed.text().contains("The seed of its dice was"), "{}", closed.text());
    game.table.sandbox.settle().await;
    let reports = game.table.messages().iter().filter(|message| message.text().contains("in figures")).count();
    assert_eq!(reports, 1, "a campaign that the rules ended has had its report");
    println!(
        "{:?} in turn {}: {} buttons, {} lines, {} commands",
        game.state.ending(),
        game.state.turn(),
        game.buttons,
        game.lines,
        game.commands
    );
    game.table.sandbox.assert_nothing_refused();
}
