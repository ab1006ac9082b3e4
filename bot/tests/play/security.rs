//! Who may do what: each cell of the tables in `docs/security.md` is played, that of the campaign here, that of the other games in `games`.

mod games;

use sandbox::Member;
use sqlx::SqlitePool;

use crate::table::{Table, is_board};

const DOCUMENT: &str = include_str!("../../../docs/security.md");
const MANAGE_SERVER: u64 = 1 << 5;
const APPOINTED: &str = "/staff appoint member:@anne post:\"chief of staff\"";

/// Whoever asks, as the head of the table has them, from the right to the left: those who are refused come before those who change something.
const ASKERS: [&str; 7] = [
    "Runs the umpire",
    "Of another server",
    "Manages the server",
    "Not in the game",
    "Member without a post",
    "Member with a post",
    "Commander in chief",
];

/// What a refusal says. None of it is in an answer to one who may.
const REFUSALS: [&str; 25] = [
    "Only the commander in chief",
    "Only its commander in chief",
    "You are not in this",
    "You are not in that campaign",
    "You look on in this campaign",
    "There is no campaign in this channel",
    "There is no such campaign here",
    "belongs to another campaign",
    "can take it back",
    "whoever manages this server",
    "No campaign has been played in this channel",
    // In games of two sides.
    "There is no battle on a board in this channel",
    "There is no card game in this channel",
    "There is no game of the siege in this channel",
    "Only those who command a side have its sheet",
    "Only those who play a side",
    "That is no sheet I know",
    "That is no order you can give now",
    "for the other side to order",
    "the other has to agree",
    "Both sides are taken",
    "It is not over, and somebody plays the other side",
    "You are in this campaign already",
    "is out of date",
    "not what is waited for",
];

/// How what is done begins that changes nothing by itself: it shows, or asks first.
const HARMLESS: [&str; 7] = ["Look:", "Read", "Prove", "Take the file", "End", "See", "Delete"];

/// The rows of one of the document's tables, whose head begins so: what is done, and for each who asks, from the left, what comes of it.
fn rows(head: &str, askers: [&str; 7]) -> Vec<(String, Vec<String>)> {
    let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut lines = DOCUMENT.lines().skip_while(|line| !line.starts_with(&format!("| {head} |")));
    let head = cells(lines.next().expect("the table is there"));
    let from_the_left: Vec<&str> = askers.into_iter().rev().collect();
    assert_eq!(head[1..], from_the_left, "who asks");
    let rows: Vec<(String, Vec<String>)> = lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let mut cells = cells(line);
            let what = cells.remove(0);
            assert_eq!(cells.len(), askers.len(), "{what}");
            (what, cells)
        })
        .collect();
    assert!(rows.len() >= 15, "the table has its rows");
    rows
}

async fn number(table: &Table, sql: &'static str) -> i64 {
    let pool = SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(table.database())).await.unwrap();
    let number = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
    pool.close().await;
    number
}

/// Does what a row says, in the asker's own channel; what was answered.
async fn done(table: &Table, asker: &Member, what: &str) -> String {
    let quoted = what.split('`').nth(1).unwrap_or_else(|| panic!("{what}: what is typed or pressed stands in quotation marks"));
    if quoted.starts_with('/') {
        return asker.run(quoted).await.text();
    }
    // A button of the campaign's channel; pressed elsewhere, as a client that was tampered with can, on whatever message is there.
    let messages = table.guild.channel("general").messages();
    let mut components = messages.iter().rev().flat_map(sandbox::Message::components);
    let id = components.find(|component| component.label.as_deref() == Some(quoted)).and_then(|button| button.custom_id.clone());
    let id = id.unwrap_or_else(|| panic!("no button {quoted}\n{}", table.sandbox.transcript()));
    let own = asker.channel().messages().last().unwrap_or_else(|| panic!("a message to press on")).id();
    asker.press_raw(own, &id).await.unwrap().text()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_what_the_table_of_the_document_says_and_no_more() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    rich.run(APPOINTED).await;
    table.wait_for("chief of staff").await;
    let warden = table.member("warden");
    table.guild.give_role(&warden, table.guild.role("Wardens", MANAGE_SERVER));
    let other = table.sandbox.guild("The Other Mess");
    other.role("Guests", 0);
    table.guild.role("Guests", 0);
    let elsewhere = other.member("hostile");
    elsewhere.run("/roll what:1D6").await;
    table.guild.channel("general").wait_for(is_board).await;
    let (tom, anne) = (&others[0], &others[1]);
    let (operator, stranger) = (table.member("operator"), table.member("stranger"));
    let askers = [&operator, &elsewhere, &warden, &stranger, tom, anne, &rich];
    let (mut found, mut wrong) = (String::new(), String::new());
    for (what, stated) in rows("What is done", ASKERS) {
        let mut came_of_it = Vec::new();
        if what.contains("`Approve`") {
            tom.run("/turn order:Pass").await;
            let proposed =
                |message: &sandbox::Message| message.components().iter().any(|button| button.label.as_deref() == Some("Approve"));
            table.guild.channel("general").wait_for(proposed).await;
        }
        for asker in askers {
            let (rows, proposals) = (table.journal_rows().await, number(&table, "SELECT COUNT(*) FROM proposals").await);
            let said = done(&table, asker, &what).await;
            let refused = REFUSALS.iter().any(|refusal| said.contains(refusal));
            let has_proposed = number(&table, "SELECT COUNT(*) FROM proposals").await > proposals;
            let may = if refused {
                "no"
            } else if has_proposed {
                "proposes"
            } else {
                "yes"
            };
            println!("{what}: {may}: {}", said.lines().next().unwrap_or_default());
            let is_harmless = HARMLESS.iter().any(|begins| what.starts_with(begins));
            let is_done = table.journal_rows().await > rows;
            assert_eq!(is_done, may == "yes" && !is_harmless, "{what}, {}: {may}, and this was answered: {said}", asker.name());
            // The next is asked where this one was.
            match what.split('`').nth(1) {
                Some("/campaign archive") if is_done => drop(rich.run("/campaign resume campaign:1").await),
                Some(line) if is_done && line.starts_with("/staff appoint") => drop(rich.run(APPOINTED).await),
                _ => {}
            }
            came_of_it.insert(0, may);
        }
        found.push_str(&format!("| {what} | {} |\n", came_of_it.join(" | ")));
        if came_of_it != stated {
            wrong.push_str(&format!("{what}: {came_of_it:?}, and the document says {stated:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{found}");
}
