//! A game that is no campaign, through the whole house: two sides with a hidden number each, begun by a command of its own, joined,
//! played at private sheets by both at once, undone with the other side's word, exported without its secrets, proved, reminded, closed and
//! taken up again. And the law that nobody is shown what their seat may not see, by whatever way the house has of showing.

mod played;
#[path = "../../../../engine/tests/toy/mod.rs"]
#[allow(unreachable_pub, dead_code, reason = "the engine's tests play it too")]
mod toy;

use std::sync::Arc;

use sandbox::{Member, Message};
use umpire::drawing::atlas::Atlas;
use umpire::files::{import, proof};
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::despatch::Picture;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::log_filter::LogFilter;
use umpire::table::room::Room;
use umpire::table::tables::Hosted;
use umpire::table::tables::{Founding, Given, Tables};

use crate::table::Table;
use toy::{Numbers, Order, Position, Side};

/// Opens a member's own sheet from a public message: nobody else sees it.
async fn sheet(member: &Member, of: &Message) -> Message {
    let sheet = member.press(of, "My sheet").await;
    assert!(sheet.is_ephemeral());
    sheet.message()
}

/// The names of the files among a message's attachments.
fn files(message: &Message) -> Vec<String> {
    message.attachments().iter().map(|file| file.name.clone()).collect()
}

/// A game that rich has begun and tom has joined, and its first message.
async fn begun(table: &Table) -> (Member, Member, Message) {
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/two_numbers").await;
    let opening = table.wait_for("**Two Numbers begins.**").await;
    tom.run("/campaign join").await;
    table.wait_for("joins").await;
    (rich, tom, opening)
}

/// The number on a member's own sheet.
async fn own_number(member: &Member, of: &Message) -> u8 {
    let sheet = sheet(member, of).await;
    let text = sheet.text();
    let number = text.split("Your number is ").nth(1).and_then(|rest| rest.split('.').next()).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_two_sides_is_begun_joined_played_at_private_sheets_and_closed() {
    let table = Table::laid_with_games(played::game).await;
    let (rich, tom, opening) = begun(&table).await;
    assert!(opening.text().contains("The dice are sealed: the SHA-256 of their seed is"), "{}", opening.text());
    let anne = table.member("anne");
    assert!(anne.run("/campaign join").await.text().contains("Both sides are taken: look on instead."));
    anne.run("/campaign join looking_on:true").await;
    assert!(anne.run("/play").await.text().contains("Another game is played in this channel"));
    assert!(anne.run("/help").await.text().contains("Each side at its own sheet."));
    assert!(anne.run("/rule").await.is_ephemeral() && anne.run("/roll").await.text().contains("1D6"));
    // Each draws at their own sheet; the channel is told that they have, and not what.
    for member in [&rich, &tom] {
        let sheet = sheet(member, &opening).await;
        assert_eq!(files(&sheet), ["board.png"], "the sheet has a picture of its own");
        let answered = member.press(&sheet, "Draw").await;
        assert!(answered.text().contains("Your number is "), "{}", answered.text());
    }
    table.wait_for("Red draws a number.").await;
    let drawn = table.wait_for("Blue draws a number.").await;
    for message in table.messages() {
        assert!(!message.text().contains("the hidden number"), "{}", message.text());
    }
    let (red, blue) = (own_number(&rich, &opening).await, own_number(&tom, &opening).await);
    // Anne has no sheet: she only looks on.
    assert!(anne.press(&drawn, "My sheet").await.text().contains("no sheet"));
    // Rich has a sheet open; Tom guesses meanwhile, and Rich's menu still holds: the choices on it are the same.
    let rich_sheet = sheet(&rich, &drawn).await;
    let wrong = (1..=6).find(|number| *number != red).unwrap();
    let tom_sheet = sheet(&tom, &drawn).await;
    tom.select(&tom_sheet, "Guess one number, or two", &[&format!("Blue guesses {wrong}")]).await;
    table.wait_for(&format!("Blue guesses {wrong}.")).await;
    let others: Vec<u8> = (1..=6).filter(|number| *number != blue).take(2).collect();
    let labels: Vec<String> = others.iter().map(|number| format!("Red guesses {number}")).collect();
    rich.select(&rich_sheet, "Guess one number, or two", &labels.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let guessed = table.wait_for(&format!("Red guesses {} or {}.", others[0], others[1])).await;
    // The board stands in the channel with its picture exchanged, and says what everybody may know.
    let board = table.guild.channel("general").wait_for(|message| message.text().contains("Two Numbers — ")).await;
    assert_eq!(files(&board), ["board.png"]);
    // Past a die it takes the other side's word to undo, and an onlooker's is none.
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    assert!(!anne.press(&request, "Agree: undo it").await.text().contains("Undone"));
    assert!(rich.press(&request, "Agree: undo it").await.text().contains("the other has to agree"));
    tom.press(&request, "Agree: undo it").await;
    table.wait_for("Undone: Red guesses").await;
    let marked = table.wait_for("undone by No. ").await;
    assert_eq!(marked.id(), guessed.id());
    // While it runs its file has no secret in it, and says that it is for reading.
    let file = rich.run("/campaign export").await;
    assert!(file.text().contains("two rows are left out: what one side alone may know"), "{}", file.text());
    let running = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert!(!running.contains("hidden_number") && !running.contains("\"seed\""), "{running}");
    assert!(matches!(import::read::<Position>(running.as_bytes()), Err(import::ImportError::Hidden(2))));
    let proved = rich.run("/campaign verify").await;
    assert!(proved.text().contains("Proved: four orders run again"), "{}", proved.text());
    // The log tells each reader what their seat may know.
    let log = |member: Member| async move { member.run("/campaign log number:3").await.text() };
    assert!(log(rich.clone()).await.contains("the hidden number"), "their own die");
    assert!(!log(tom.clone()).await.contains("the hidden number"), "the other's die");
    assert!(!log(anne.clone()).await.contains("the hidden number"));
    let list = rich.run("/campaign list").await;
    assert!(list.text().contains(&format!("<@{}> against <@{}>", rich.id(), tom.id())), "{}", list.text());
    // Tom guesses right from now on, until the guess is heard.
    for _ in 0..40 {
        let sheet = sheet(&tom, &opening).await;
        tom.select(&sheet, "Guess one number, or two", &[&format!("Blue guesses {red}")]).await;
        if table.messages().iter().any(|message| message.text().contains("That is right.")) {
            break;
        }
    }
    table.guild.channel("general").wait_for(|message| message.text().contains("Blue has won")).await;
    let over = rich.run("/campaign end").await;
    assert!(over.text().contains("End the game?"), "{}", over.text());
    rich.press(&over.message(), "End the game").await;
    table.wait_for("The seed of its dice was").await;
    // Closed, its file has everything, proves itself, and is taken up again as another game.
    let file = rich.run("/campaign export").await;
    let closed = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert!(closed.contains("hidden_number"), "{closed}");
    let proved = proof::prove::<Position>(&closed, None).unwrap();
    assert!(proved.end == "Blue has won" && proved.unproved == 0, "{proved:?}");
    let taken_up = rich.attaching("two_numbers.json", closed).run("/campaign import file:two_numbers.json").await;
    taken_up.taken_back().await;
    // What is over is opened to be read, and takes no orders.
    table.wait_for("is opened from a file to be read").await;
    assert!(rich.run("/undo").await.text().contains("There is no campaign in this channel"));
    assert!(rich.run("/campaign log").await.text().contains("The journal, the newest first"));
    table.sandbox.assert_nothing_refused();
}

/// A game on a journal of its own, in which Blue has drawn `hidden` with a die of their own, and both have guessed once.
async fn with_hidden(hidden: u16) -> (tempfile::TempDir, Arc<Tables<Position>>, CampaignId) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
    let tables = Arc::new(Tables::<Position>::new(journal));
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Numbers::six(), orders: Vec::new() };
    let id = tables.found(founding, Seed([9; 32]), InteractionId(1), RED).await.unwrap().campaign;
    tables.join(id, InteractionId(2), BLUE, false).await.unwrap();
    tables.join(id, InteractionId(3), ONLOOKER, true).await.unwrap();
    let orders = [
        (RED, Order::Draw(Side::Red), vec![2]),
        (BLUE, Order::Draw(Side::Blue), vec![hidden]),
        (BLUE, Order::Guess(Side::Blue, vec![5]), vec![3]),
        (RED, Order::Guess(Side::Red, vec![1]), vec![6]),
        (BLUE, Order::Guess(Side::Blue, vec![3, 4]), vec![1]),
    ];
    for (interaction, (user, order, faces)) in (4..).zip(orders) {
        let given = tables.order(id, InteractionId(interaction), user, &order, Some(faces), None).await.unwrap();
        assert!(matches!(given, Given::Done(_)), "{given:?}");
    }
    (folder, tables, id)
}

const RED: UserId = UserId(11);
const BLUE: UserId = UserId(12);
const ONLOOKER: UserId = UserId(13);

/// Everything that a reader is shown of a game by whatever way the house has: boards, sheets, menus and their ids, completions, the log and
/// its rows, rolls, pictures with their words, the file, reminders, and what is posted for everybody. Times are left out.
pub(crate) async fn shown<G: Hosted>(tables: &Arc<Tables<G>>, id: CampaignId, reader: UserId, topics: &[&str]) -> Vec<String> {
    let room = Arc::clone(tables) as Arc<dyn Room>;
    let atlas = Arc::new(Atlas::default());
    let revision = tables.snapshot(id).await.unwrap().campaign.revision;
    let mut shown = vec![
        format!("{:?}", room.board(id).await.unwrap().despatch),
        format!("{:?}", room.seen(id, reader).await.unwrap()),
        format!("{:?}", room.status(id, reader).await.unwrap()),
        format!("{:?}", room.legal(id, reader).await.unwrap()),
        format!("{:?}", room.log_page(id, reader, LogFilter::default(), 0).await.unwrap()),
        room.file(id).await.unwrap().text,
        room.listed(id).await.unwrap(),
        format!("{:?}", room.proved(id).await.unwrap()),
        format!("{:?}", room.waiting(id).await.unwrap().map(|waiting| waiting.users)),
    ];
    for topic in topics {
        shown.push(format!("{:?}", room.sheet(id, reader, topic, 0).await.unwrap()));
    }
    for row in 1..=revision {
        shown.push(format!("{:?}", room.log_row(id, reader, row).await.unwrap()));
        shown.push(format!("{:?}", room.rolls(id, reader, row).await.unwrap()));
        for viewer in [None, Some(reader)] {
            let plate = room.plate(&atlas, id, row, &Picture::Board, viewer).await.unwrap();
            shown.push(format!("{} {:?}", plate.alt_text, plate.bytes));
        }
    }
    for posted in tables.journal().waiting(id).await.unwrap() {
        shown.push(format!("{:?}", posted.unwrap().despatch));
    }
    // Whatever time it was written at has nothing to do with what is hidden.
    shown
        .into_iter()
        .map(|text| text.split("<t:").map(|part| part.split_once('>').map_or(part, |(_, rest)| rest)).collect())
        .map(without_start)
        .collect()
}

/// A file says when its game was begun.
fn without_start(text: String) -> String {
    match text.split_once("\"started_at\":") {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|letter: char| letter.is_ascii_digit())),
        None => text,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_that_differ_only_in_what_a_seat_cannot_see_are_shown_to_it_the_same_by_every_way_there_is() {
    let (_one, three, first) = with_hidden(3).await;
    let (_two, six, second) = with_hidden(6).await;
    for reader in [RED, ONLOOKER] {
        let (one, two) = (shown(&three, first, reader, &["mine"]).await, shown(&six, second, reader, &["mine"]).await);
        assert_eq!(one.len(), two.len());
        for (one, two) in one.iter().zip(&two) {
            assert_eq!(one, two, "reader {reader}");
        }
    }
    // Who drew it sees it, and by it the two games differ: the law could fail.
    assert_ne!(shown(&three, first, BLUE, &["mine"]).await, shown(&six, second, BLUE, &["mine"]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_act_at_once_a_button_is_out_of_date_only_when_its_owners_own_choices_have_changed() {
    let (_folder, tables, id) = with_hidden(3).await;
    let opened_at = tables.snapshot(id).await.unwrap().campaign.revision - 1;
    // Since it was opened only the other side has guessed. Opened before Red's own guess it would be that press once more.
    let given = tables.order(id, InteractionId(49), RED, &Order::Guess(Side::Red, vec![2]), Some(vec![6]), Some(opened_at - 1)).await;
    assert!(matches!(given, Err(umpire::table::error::TableError::OutOfDate)), "{given:?}");
    let given = tables.order(id, InteractionId(50), RED, &Order::Guess(Side::Red, vec![2]), Some(vec![6]), Some(opened_at)).await;
    assert!(matches!(given, Ok(Given::Done(_))), "{given:?}");
    // Before they had drawn, nothing could be guessed: that sheet is another.
    let given = tables.order(id, InteractionId(51), RED, &Order::Guess(Side::Red, vec![4]), Some(vec![6]), Some(3)).await;
    assert!(matches!(given, Err(umpire::table::error::TableError::OutOfDate)), "{given:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_waited_for_in_any_game_is_reminded_after_its_pace_and_nobody_else() {
    let mut table = Table::laid_with_games(played::game).await;
    let (rich, tom, opening) = begun(&table).await;
    rich.run("/pace set hours:24").await;
    let own = sheet(&rich, &opening).await;
    rich.press(&own, "Draw").await;
    table.wait_for("Red draws a number.").await;
    table.stop_umpire().await;
    let tables = Tables::<Position>::new(Journal::open(&table.database()).await.unwrap());
    let waiting = tables.waiting(CampaignId(1)).await.unwrap().unwrap();
    assert_eq!(waiting.users, [UserId(tom.id())], "Red has drawn");
    let due = waiting.due.unwrap();
    assert!(tables.remind(CampaignId(1), due - 1).await.unwrap().is_none());
    assert!(tables.remind(CampaignId(1), due).await.unwrap().is_some());
    tables.journal().close().await;
    table.start_umpire().await;
    let reminder = table.wait_for("The game has waited since").await;
    assert_eq!(reminder.mentions(), [tom.name()]);
}

/// Asks Discord for something in the bot's name, as an administrator's other bot might.
async fn by_the_bot(table: &Table, method: &str, path: &str, body: &'static str) -> reqwest::StatusCode {
    let address = format!("{}/api/v10/{path}", table.sandbox.base());
    let request = reqwest::Client::new().request(method.parse().unwrap(), address);
    let request = request.header("authorization", format!("Bot {}", table.sandbox.token())).header("content-type", "application/json");
    request.body(body).send().await.unwrap().status()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_a_thread_is_kept_there_and_opened_again_when_the_thread_was_archived() {
    let table = Table::laid_with_games(played::game).await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    let message = rich.say("A game, in a thread of its own.").await;
    let general = table.guild.channel("general").id();
    let opened =
        by_the_bot(&table, "POST", &format!("channels/{general}/messages/{}/threads", message.id()), r#"{"name":"Two Numbers"}"#).await;
    assert!(opened.is_success(), "{opened}");
    let thread = table.guild.channel("general").wait_for_thread("Two Numbers").await;
    let (rich, tom) = (rich.at(&thread), tom.at(&thread));
    rich.run("/two_numbers").await;
    let opening = thread.wait_for(|message| message.text().contains("**Two Numbers begins.**")).await;
    let board = thread.wait_for(|message| message.text().contains("Two Numbers — ")).await;
    tom.run("/campaign join").await;
    let archived = by_the_bot(&table, "PATCH", &format!("channels/{}", thread.id()), r#"{"archived":true}"#).await;
    assert!(archived.is_success() && thread.is_archived(), "{archived}");
    for member in [&rich, &tom] {
        let own = sheet(member, &opening).await;
        member.press(&own, "Draw").await;
    }
    let edited = thread.wait_for(|message| message.id() == board.id() && message.text().contains("Drawn: Red, Blue")).await;
    assert_eq!(files(&edited), ["board.png"], "one picture, exchanged");
    assert!(!thread.is_archived());
    table.sandbox.assert_nothing_refused();
}
