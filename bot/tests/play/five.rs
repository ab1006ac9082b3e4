//! Five members at the Example of Play: a commander in chief, a chief of staff and three players, and how they give orders.
//!
//! The campaign is founded in the journal before the umpire comes, because `/campaign start` has no way to say which cards are dealt: its

//! hand is the Example's, its rebellion too, and its seed is known, so that every run of it is the same. All else goes through Discord.

pub(crate) mod example;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use engine::campaign::Seat;
use engine::campaign::rules::rebellion;
use engine::campaign::{Event, Options, Order, State, Station};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{LocationId, Pack, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};
use sandbox::{Channel, Member, Message, Reply};
use serde_json::{Value, json};
use umpire::despatches::labels;
use umpire::despatches::order_keys::order_key;
use umpire::model::orders::asked_by;
use umpire::model::orders::question::Question;
use umpire::model::topic::Topic;

use crate::program::PATIENCE;
use crate::table::{Table, is_board};

/// The members, by what they are: commander in chief, chief of staff, players.
pub(crate) const MEMBERS: [&str; 5] = ["rich", "anne", "tom", "kate", "will"];

/// A game of five.
pub(crate) struct Five {
    pub(crate) table: Table,
    pub(crate) state: State,
    pool: sqlx::SqlitePool,
    /// The last row of the journal, and the last that is an order.
    revision: i64,
    last_order: i64,
    /// Replies that the handbook quotes, by name.
    pub(crate) quotes: BTreeMap<&'static str, String>,
    /// Pictures that the handbook shows, by name.
    pub(crate) pictures: BTreeMap<&'static str, Vec<u8>>,
    /// How many orders were given by buttons and menus, and how many by commands.
    pub(crate) pressed: usize,
    pub(crate) typed: usize,
}

impl Five {
    /// The campaign founded, the umpire come, everybody joined, Anne chief of staff, and Tom and Kate ready to command the Mahdists.
    pub(crate) async fn begun() -> Self {
        let mut table = Table::bare_with(Duration::from_millis(40)).await;
        let hand = faces_of_a_hand(&State::new(Pack::embedded().unwrap()), &[30, 33, 37, 39, 43, 47, 50]);
        let dice = |text: &str| text.split_whitespace().map(|face| face.parse().unwrap()).collect::<Vec<u16>>();
        let orders = vec![
            (Order::SetUp { scenario: "uprising".into(), options: Options { boards: true, ..Options::default() } }, None),
            (Order::DrawCards, Some(hand)),
            (Order::CheckRevolts, Some(dice(crate::table::EXAMPLE_OF_PLAY))),
        ];
        table.found(7, orders).await;
        table.start_umpire().await;
        table.wait_for("the rebellion spreads").await;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let mut five = Self {
            table,
            state: State::new(Pack::embedded().unwrap()),
            pool,
            revision: 0,
            last_order: 0,
            quotes: BTreeMap::new(),
            pictures: BTreeMap::new(),
            pressed: 0,
            typed: 0,
        };
        for name in &MEMBERS[1..] {
            five.member(name).run("/campaign join").await;
        }
        for name in ["tom", "kate"] {
            five.member(name).run("/staff willing how:\"I volunteer\"").await;
        }
        five.member("rich").run("/staff appoint member:@anne post:\"chief of staff\"").await;
        five.read_on().await;
        five
    }

    pub(crate) fn member(&self, name: &str) -> Member {
        self.table.member(name)
    }

    pub(crate) fn general(&self) -> Channel {
        self.table.guild.channel("general")
    }

    /// Reads the journal anew: what still stands of it gives the position. Whether there is more than before.
    pub(crate) async fn read_on(&mut self) -> bool {
        let rows: Vec<(i64, String, String, Option<i64>)> =
            sqlx::query_as("SELECT revision, kind, events, undone_by FROM journal ORDER BY revision").fetch_all(&self.pool).await.unwrap();
        let last = rows.last().map_or(0, |row| row.0);
        if last == self.revision {
            return false;
        }
        self.revision = last;
        self.state = State::new(Pack::embedded().unwrap());
        for (revision, kind, events, undone_by) in rows {
            if ["order", "undone"].contains(&kind.as_str()) {
                self.last_order = revision;
            }
            if undone_by.is_none() {
                self.state.replay(&serde_json::from_str::<Vec<Event>>(&events).unwrap());
            }
        }
        true
    }

    /// Waits until the journal has more.
    #[track_caller]
    pub(crate) fn moved(&mut self) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let begun = Instant::now();
            while !self.read_on().await {
                assert!(begun.elapsed() < PATIENCE, "{caller}: nothing more is in the journal\n{}", self.table.sandbox.transcript());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }

    /// The commander gives an order: by a button or a menu where no dice of the Example have to be typed, and by command otherwise.
    pub(crate) async fn give(&mut self, order: Order, faces: &[u16]) {
        self.give_as("rich", order, faces).await;
    }

    /// A member gives an order that is carried out at once.
    pub(crate) async fn give_as(&mut self, who: &str, order: Order, faces: &[u16]) {
        let who = self.member(who);
        if faces.is_empty() && self.by_buttons(&who, &order).await {
            self.pressed += 1;
        } else {
            self.by_command(&who, &order, faces).await;
            self.typed += 1;
        }
        self.moved().await;
        // People think before their next order: by hand, to see what each order asks of Discord by itself.
        if let Some(pace) = std::env::var("FIVE_PACE").ok().and_then(|seconds| seconds.parse().ok()) {
            tokio::time::sleep(Duration::from_secs(pace)).await;
        }
    }

    /// Types the order's first letters, chooses it from what is completed, and adds the dice.
    pub(crate) async fn by_command(&self, who: &Member, order: &Order, faces: &[u16]) -> Reply {
        let (key, label) = (order_key(order).unwrap(), labels::describe_order(&self.state, order).0);
        let command = Topic::of(order).command();
        let offered = who.complete(&format!("/{command} order:\"{label}\"")).await;
        assert!(offered.iter().any(|choice| choice.value == key.as_str()), "{label}: {offered:?}\n{}", self.table.sandbox.transcript());
        let dice: Vec<String> = faces.iter().map(u16::to_string).collect();
        let dice = if dice.is_empty() { String::new() } else { format!(" dice:\"{}\"", dice.join(" ")) };
        who.run(&format!("/{command} order:{key}{dice}")).await
    }

    /// Gives an order by the buttons and menus of what the member sees; false if none of them offers it.
    pub(crate) async fn by_buttons(&self, who: &Member, order: &Order) -> bool {
        let key = order_key(order).unwrap();
        let mut found = self.offering(who, &key);
        if found.is_none() {
            // The sheet of its topic, or that of its question, page by page.
            let words = [Some(Topic::of(order).word()), asked_by(order).map(Question::word)];
            for (word, page) in words.into_iter().flatten().flat_map(|word| (0..6).map(move |page| (word, page))) {
                let Some((message, id)) =
                    self.looked_at(who).into_iter().find_map(|message| Some((message.id(), opens(&message, word, page)?)))
                else {
                    continue;
                };
                who.press_raw(message, &id).await.unwrap();
                found = self.offering(who, &key);
                if found.is_some() {
                    break;
                }
            }
        }
        let Some((message, id, value)) = found else { return false };
        let reply = match value {
            None => who.press_raw(message, &id).await.unwrap(),
            Some(value) => who.use_raw(message, json!({ "component_type": 3, "custom_id": id, "values": [value] })).await.unwrap(),
        };
        // Where the umpire asks once more, one is sure.
        if let Some(message) = reply.try_message()
            && let Some(sure) = ids(&message).into_iter().find(|id| id.starts_with("sure:"))
        {
            who.press_raw(message.id(), &sure).await.unwrap();
        }
        true
    }

    /// What a member looks at in the channel, the latest first; every other order they begin with the board, wherever it stands. By hand with
    /// `FIVE_LOOK=latest` or `FIVE_LOOK=board` always with one of them, to see what either asks of Discord.
    fn looked_at(&self, who: &Member) -> Vec<Message> {
        let mut messages = who.channel().messages_for(who);
        messages.reverse();
        let begins_with_the_board = match std::env::var("FIVE_LOOK").as_deref() {
            Ok("latest") => false,
            Ok("board") => true,
            _ => self.pressed.is_multiple_of(2),
        };
        let board = messages.iter().find(|message| is_board(message)).filter(|_| begins_with_the_board).cloned();
        messages.truncate(8);
        board.into_iter().chain(messages).collect()
    }

    /// The button, or the line of a menu, that gives the order of this key as things stand.
    fn offering(&self, who: &Member, key: &str) -> Option<(u64, String, Option<String>)> {
        let current = |id: &str| id.split(':').nth(2).and_then(|at| at.parse::<i64>().ok()).is_some_and(|at| at >= self.last_order);
        self.looked_at(who).iter().find_map(|message| {
            components(message).into_iter().find_map(|component| {
                let id = component["custom_id"].as_str().filter(|id| current(id))?.to_owned();
                if id.starts_with("order:") && id.split(':').nth(3) == Some(key) {
                    return Some((message.id(), id, None));
                }
                let lines = component["options"].as_array().cloned().unwrap_or_default();
                lines.iter().any(|line| line["value"] == key).then(|| (message.id(), id, Some(key.to_owned())))
            })
        })
    }

    /// The board, once it says what the journal says.
    pub(crate) async fn board(&self, says: &str) -> Message {
        self.general().wait_for(|message| is_board(message) && message.text().contains(says)).await
    }

    /// Keeps a reply for the handbook, with what changes from run to run replaced.
    pub(crate) fn quote(&mut self, name: &'static str, text: &str) {
        let mut text = text.to_owned();
        for name in MEMBERS {
            text = text.replace(&format!("<@{}>", self.member(name).id()), &format!("@{name}"));
        }
        self.quotes.insert(name, timeless(&text));
    }

    /// Keeps a picture for the handbook.
    pub(crate) fn picture(&mut self, name: &'static str, bytes: &[u8]) {
        self.pictures.insert(name, bytes.to_vec());
    }

    #[track_caller]
    pub(crate) fn at(&self, name: &str) -> LocationId {
        self.state.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    pub(crate) fn space(&self, name: &str) -> SpaceId {
        self.state.pack().map.find_space(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    pub(crate) fn port(&self, name: &str) -> Station {
        Station::Space(self.space(name))
    }

    #[track_caller]
    pub(crate) fn sea(&self, name: &str) -> Station {
        Station::Sea(SeaAreaId::at(self.state.pack().map.sea_areas.iter().position(|area| area.name == name).unwrap()))
    }

    #[track_caller]
    pub(crate) fn unit(&self, name: &str) -> UnitId {
        UnitId::at(self.state.pack().roster.units.iter().position(|unit| unit.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    #[track_caller]
    pub(crate) fn ship(&self, name: &str) -> ShipId {
        ShipId::at(self.state.pack().roster.ships.iter().position(|ship| ship.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    #[track_caller]
    pub(crate) fn kind(&self, name: &str) -> UnitKindId {
        UnitKindId::at(self.state.pack().roster.kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    /// The dice with which exactly these places rise, each garrison's die as given.
    pub(crate) fn rebellion_dice(&self, rising: &[(&str, &[u16])]) -> Vec<u16> {
        let mut state = self.state.clone();
        let mut all = Vec::new();
        while let Some(location) = rebellion::due_now(&state).first() {
            let name = state.pack().location_name(location).to_owned();
            let needed = rebellion::revolt_roll(&state, location).face_needed().unwrap();
            let faces: Vec<u16> = match rising.iter().find(|(other, _)| *other == name) {
                Some((_, fate)) => std::iter::once(6).chain(fate.iter().copied()).collect(),
                None if needed > 6 => Vec::new(),
                None => vec![1],
            };
            state.give(Seat::Commander, &Order::CheckRevolt { location }, &mut Dice::scripted(&faces)).unwrap();
            all.extend(faces);
        }
        all
    }
}

/// The dice that draw these cards: each by its place among those left in the pile.
pub(crate) fn faces_of_a_hand(before: &State, cards: &[u8]) -> Vec<u16> {
    let entering: &[u8] = if before.turn() == 2 { &[36] } else { &[] };
    let mut set_up = before.clone();
    if before.draw_pile().iter().next().is_none() {
        let order = Order::SetUp { scenario: "uprising".into(), options: Options::default() };
        set_up.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
    }
    let mut pile: Vec<u8> = set_up.draw_pile().iter().map(|card| card.0).chain(entering.iter().copied()).collect();
    pile.sort_unstable();
    let place = |card: &u8| {
        let place = pile.iter().position(|other| other == card).unwrap();
        pile.remove(place);
        place as u16 + 1
    };
    cards.iter().map(place).collect()
}

fn components(message: &Message) -> Vec<Value> {
    let rows = message.json()["components"].as_array().cloned().unwrap_or_default();
    rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
}

fn ids(message: &Message) -> Vec<String> {
    components(message).iter().filter_map(|component| component["custom_id"].as_str().map(str::to_owned)).collect()
}

/// The button of a message that opens the sheet of a topic, or turns its page.
fn opens(message: &Message, topic: &str, page: usize) -> Option<String> {
    ids(message).into_iter().find(|id| {
        let parts: Vec<&str> = id.split(':').collect();
        matches!(parts.as_slice(), ["sheet", _, word, at] if *word == topic && *at == page.to_string())
    })
}

/// A text without what changes from run to run: times and links.
fn timeless(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once("<t:") {
        let (_, after) = tail.split_once('>').unwrap();
        out.push_str(before);
        out.push_str("(the time)");
        rest = after;
    }
    out + rest
}
