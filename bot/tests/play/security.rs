//! Who may do what: each cell of the tables in `docs/security.md` is played, that of the campaign here, that of the other games in `games`.
//! No command is left out of them that is not listed here with the reason.

mod games;

use std::collections::BTreeSet;

use sandbox::{Member, Message};
use sqlx::SqlitePool;
use umpire::doors::data::Data;
use umpire::doors::error::CommandError;

use crate::table::{Table, is_board};

const DOCUMENT: &str = include_str!("../../../docs/security.md");
const MANAGE_SERVER: u64 = 1 << 5;
const APPOINTED: &str = "/staff appoint member:@anne post:\"chief of staff\"";
const CORRECTED: &str = "/campaign correct is:correct.points.80";

/// Whoever asks, as the head of the table has them, from the right to the left: those who are refused come before those who change
/// something.
const ASKERS: [&str; 8] = [
    "Runs the umpire",
    "Of another server",
    "Manages the server",
    "Not in the game",
    "Looks on",
    "Member without a post",
    "Member with a post",
    "Commander in chief",
];

/// What a refusal says. None of it is in an answer to one who may.
const REFUSALS: [&str; 26] = [
    "who has the command, may do that",
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
    "It is not you who is waited for",
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
    "You are in already",
    "is out of date",
    "not what is waited for",
];

/// How what is done begins that changes nothing by itself: it shows, or asks first.
const HARMLESS: [&str; 10] = ["Look:", "Read", "Prove", "Take the file", "End", "See", "Delete", "Ask", "Have", "Begin"];

/// The commands that no row names, by the reason why none has to.
const IN_NO_ROW: [(&str, &[&str]); 6] = [
    (
        "shows something, and changes nothing",
        &[
            "campaign list",
            "campaign report",
            "campaign status",
            "forces",
            "help",
            "ledger",
            "map",
            "odds encounter",
            "odds march",
            "odds pursuit",
            "odds revolt",
            "odds siege",
            "odds sortie",
            "rule",
            "rules",
            "staff roster",
            "sudan record",
            "supply",
        ],
    ),
    ("shows something, and notes how far whoever asks has read", &["summary"]),
    ("shows something; what is thrown for it are no game's dice", &["terrain"]),
    ("shows a side its own sheet, as /battle cards does; what is told the units from there are orders", &["battle orders"]),
    (
        "is about whoever gives it alone, who has to be in the game for it",
        &["campaign leave", "staff away", "staff calls", "staff willing"],
    ),
    ("gives an order as /play does, of which it differs by what is offered", &["move", "replacements", "sail", "siege"]),
];

/// What a row is done with: what stands in its quotation marks.
fn quoted(what: &str) -> impl Iterator<Item = &str> {
    what.split('`').skip(1).step_by(2)
}

/// The rows of one of the document's tables, whose head begins so: what is done, and for each who asks, from the left, what comes of it.
fn rows<const ASKED: usize>(head: &str, askers: [&str; ASKED]) -> Vec<(String, Vec<String>)> {
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

/// What is written of the games of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Written {
    /// Rows of the journals.
    rows: i64,
    /// Until when those who are waited for are left alone, in seconds, all together.
    left_alone: i64,
    /// What was put before a commander.
    proposed: i64,
    /// For what a second word was asked.
    asked: i64,
}

impl Written {
    /// Whether what a row says has been done since: that is a row of the journal, but for more time.
    fn is_done(self, what: &str, since: Self) -> bool {
        self.rows > since.rows || what.starts_with("Give more time") && self.left_alone > since.left_alone
    }
}

async fn written(table: &Table) -> Written {
    const WRITTEN: &str = "SELECT (SELECT COUNT(*) FROM journal), (SELECT COALESCE(SUM(not_before), 0) FROM reminders), \
                           (SELECT COUNT(*) FROM proposals), \
                           (SELECT COUNT(*) FROM outbox WHERE json_extract(despatch, '$.asks') LIKE 'undo%')";
    let pool = SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(table.database())).await.unwrap();
    let (rows, left_alone, proposed, asked): (i64, i64, i64, i64) = sqlx::query_as(WRITTEN).fetch_one(&pool).await.unwrap();
    pool.close().await;
    Written { rows, left_alone, proposed, asked }
}

/// Presses a button in somebody's own channel, on whatever message is there, as a client that was tampered with can; what was answered.
async fn pressed(asker: &Member, id: &str) -> String {
    let own = asker.channel().messages().last().unwrap_or_else(|| panic!("a message to press on")).id();
    asker.press_raw(own, id).await.unwrap().text()
}

/// Puts the game away, or deletes it, where a row begins with that; where it is so already nothing is done.
async fn put_away_or_deleted(player: &Member, what: &str) {
    if what.starts_with("Go on with it") {
        player.run("/campaign archive").await;
    }
    if what.starts_with("Bring it back") {
        let asked = player.run("/campaign delete campaign:1").await;
        let sure = asked.components().into_iter().find(|button| button.style == Some(4)).and_then(|button| button.custom_id);
        if let Some(sure) = sure {
            asked.press(&sure).await;
        }
    }
}

/// A campaign under way, and everybody who asks.
struct Company {
    table: Table,
    /// As [`ASKERS`] has them.
    askers: [Member; 8],
    /// The campaign's file, as it began.
    file: Vec<u8>,
}

impl Company {
    async fn gathered() -> Self {
        let table = Table::laid().await;
        let (rich, others) = table.campaign(&["tom", "anne"]).await;
        let Ok([tom, anne]) = <[Member; 2]>::try_from(others) else { panic!("both have joined") };
        rich.run(APPOINTED).await;
        table.wait_for("chief of staff").await;
        let vera = table.member("vera");
        vera.run("/campaign join looking_on:True").await;
        table.wait_for("looks on").await;
        let file = rich.run("/campaign export").await.attachments()[0].bytes.to_vec();
        let warden = table.member("warden");
        table.guild.give_role(&warden, table.guild.role("Wardens", MANAGE_SERVER));
        let other = table.sandbox.guild("The Other Mess");
        other.role("Guests", 0);
        table.guild.role("Guests", 0);
        let elsewhere = other.member("hostile");
        elsewhere.run("/roll what:1D6").await;
        table.guild.channel("general").wait_for(is_board).await;
        let (operator, stranger) = (table.member("operator"), table.member("stranger"));
        Self { table, askers: [operator, elsewhere, warden, stranger, vera, tom, anne, rich], file }
    }

    /// The buttons of the campaign's channel that say this, the newest first.
    fn buttons(&self, label: &str) -> Vec<String> {
        let messages = self.table.guild.channel("general").messages();
        let components = messages.iter().rev().flat_map(Message::components);
        components.filter(|component| component.label.as_deref() == Some(label)).filter_map(|button| button.custom_id.clone()).collect()
    }

    /// The button that answers whether a correction is meant so.
    async fn put_it_right(&self) -> String {
        let [.., rich] = &self.askers;
        let asked = rich.run(CORRECTED).await.message();
        let button = asked.component("Put it right").and_then(|button| button.custom_id.clone());
        button.unwrap_or_else(|| panic!("nothing can be put right: {}", asked.text()))
    }

    /// Makes ready what a row is about.
    async fn prepared(&self, what: &str) {
        let [.., tom, _, _] = &self.askers;
        let label = quoted(what).next().unwrap_or_default();
        let before = self.buttons(label).len();
        match what {
            _ if what.starts_with("Approve") => drop(tom.run("/turn order:Pass").await),
            _ if what.starts_with("Agree") => drop(pressed(tom, &self.put_it_right().await).await),
            _ if what.contains("`/staff side") => return self.a_battle_begins().await,
            _ => return,
        }
        self.table.until("it is proposed", async || self.buttons(label).len() > before).await;
    }

    /// In an action round in which nobody has marched yet, the men at Olga meet the enemy on the road. The commander in chief has the
    /// enemy's side in the battle.
    async fn a_battle_begins(&self) {
        let [.., rich] = &self.askers;
        rich.run("/staff willing how:\"I volunteer\"").await;
        rich.run("/move order:\"Activate Olga\"").await;
        let marches = rich.complete("/move order:March to").await;
        let march = marches.iter().find(|choice| choice.name.contains("El Obeid")).unwrap_or_else(|| panic!("no march: {marches:?}"));
        rich.run(&format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
        let fight = rich.complete("/battle order order:Fight").await.remove(0).value;
        rich.run(&format!("/battle order order:{}", fight.as_str().unwrap())).await;
    }

    /// The commander puts a round into a member's hands, or takes out of them what is there.
    async fn delegates(&self, member: &Member, what: &str) {
        let [.., rich] = &self.askers;
        rich.run(&format!("/staff delegate member:@{} what:\"{what}\"", member.name())).await;
    }

    /// Makes ready what somebody needs for what a row says.
    async fn made_ready_for(&self, asker: &Member, what: &str) {
        let [.., tom, anne, rich] = &self.askers;
        put_away_or_deleted(rich, what).await;
        if what.starts_with("Give more time to themselves") && [tom.id(), anne.id()].contains(&asker.id()) {
            self.delegates(asker, "this action round").await;
        }
    }

    /// Does what a row says, in the asker's own channel; what was answered.
    async fn done(&self, asker: &Member, typed_or_pressed: &str) -> String {
        match typed_or_pressed {
            line if line.starts_with("/campaign start") => asker.in_channel("free").run(line).await.text(),
            line if line.starts_with("/campaign import") => {
                let free = asker.in_channel(&format!("free-for-{}", asker.name()));
                free.attaching("campaign.json", self.file.clone()).run(line).await.text()
            }
            line if line.starts_with('/') => asker.run(line).await.text(),
            "Put it right" => pressed(asker, &self.put_it_right().await).await,
            label => {
                let buttons = self.buttons(label);
                let button = buttons.first().unwrap_or_else(|| panic!("no button {label}\n{}", self.table.sandbox.transcript()));
                pressed(asker, button).await
            }
        }
    }

    /// Those who did not call a vote answer it so that nothing comes of it.
    async fn voted_down(&self, caller: &Member, label: &str) {
        let [.., tom, anne, rich] = &self.askers;
        self.table.until("the vote is posted", async || !self.buttons(label).is_empty()).await;
        let button = self.buttons(label).remove(0);
        for voter in [tom, anne, rich].into_iter().filter(|voter| voter.id() != caller.id()) {
            let said = pressed(voter, &button).await;
            assert!(said.contains("Your vote is counted"), "{}: {said}", voter.name());
        }
    }

    /// Brings things back to where they were before somebody did what a row says.
    async fn as_before(&self, asker: &Member, what: &str) {
        let [.., vera, tom, _, rich] = &self.askers;
        match what {
            _ if what.contains("`/campaign archive") => drop(rich.run("/campaign resume campaign:1").await),
            _ if what.contains("`/staff appoint") => drop(rich.run(APPOINTED).await),
            _ if what.contains("`/campaign hand_over") => drop(tom.run("/campaign hand_over member:@rich").await),
            _ if what.contains("`/staff delegate") => self.delegates(tom, "nothing any more").await,
            _ if what.starts_with("Give more time to themselves") => self.delegates(asker, "nothing any more").await,
            _ if what.contains("`/campaign house_rule") => self.voted_down(asker, "Against it").await,
            _ if what.contains("`/staff dismiss") => self.voted_down(asker, "Keep").await,
            _ if what.contains("`/campaign join") && asker.id() == vera.id() => drop(vera.run("/campaign join looking_on:True").await),
            _ if what.contains("`/campaign join") => drop(asker.run("/campaign leave").await),
            _ => {}
        }
    }

    /// What comes of it when somebody does what a row says; the next is asked where this one was.
    async fn comes_of(&self, asker: &Member, what: &str, typed_or_pressed: &str) -> &'static str {
        self.made_ready_for(asker, what).await;
        let before = written(&self.table).await;
        let said = self.done(asker, typed_or_pressed).await;
        let after = written(&self.table).await;
        let refused = REFUSALS.iter().any(|refusal| said.contains(refusal));
        let is_done = after.is_done(what, before);
        let may = if refused {
            "no"
        } else if after.proposed > before.proposed {
            "proposes"
        } else if what.starts_with("Throw") && !is_done {
            "loose"
        } else {
            "yes"
        };
        println!("{what}, {}: {may}: {}", asker.name(), said.lines().next().unwrap_or_default());
        let is_harmless = HARMLESS.iter().any(|begins| what.starts_with(begins));
        assert_eq!(is_done, may == "yes" && !is_harmless, "{what}, {}: {may}, and this was answered: {said}", asker.name());
        if is_done {
            self.as_before(asker, what).await;
        }
        may
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_what_the_table_of_the_document_says_and_no_more() {
    let company = Company::gathered().await;
    let (mut found, mut wrong) = (String::new(), String::new());
    for (what, stated) in rows("What is done", ASKERS) {
        company.prepared(&what).await;
        assert!(quoted(&what).next().is_some(), "{what}: what is typed or pressed stands in quotation marks");
        for typed_or_pressed in quoted(&what) {
            let mut came_of_it = Vec::new();
            for asker in &company.askers {
                came_of_it.insert(0, company.comes_of(asker, &what, typed_or_pressed).await);
            }
            found.push_str(&format!("| {what} | {} |\n", came_of_it.join(" | ")));
            if came_of_it != stated {
                wrong.push_str(&format!("{typed_or_pressed}: {came_of_it:?}, and the document says {stated:?}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{found}");
}

#[test]
fn every_command_stands_in_a_row_of_the_document_or_is_listed_with_the_reason_why_none_has_to() {
    fn names(command: &poise::Command<Data, CommandError>, of: &str, into: &mut BTreeSet<String>) {
        let name = format!("{of}{}", command.name);
        command.subcommands.iter().for_each(|inner| names(inner, &format!("{name} "), into));
        if command.subcommands.is_empty() {
            into.insert(name);
        }
    }
    let mut registered = BTreeSet::new();
    umpire::commands::all().iter().for_each(|command| names(command, "", &mut registered));
    let rows = [rows("What is done", ASKERS), rows("What is done in a game of two", games::ASKERS)].concat();
    let typed = rows.iter().flat_map(|(what, _)| quoted(what)).filter_map(|quoted| quoted.strip_prefix('/'));
    let name = |typed: &str| typed.split(' ').take_while(|word| !word.contains(':')).collect::<Vec<_>>().join(" ");
    let named: BTreeSet<String> = typed.map(name).collect();
    let listed: BTreeSet<String> = IN_NO_ROW.iter().flat_map(|(_, commands)| commands.iter()).map(|name| (*name).to_owned()).collect();
    let stands = &named | &listed;
    let left_out: Vec<&String> = registered.difference(&stands).collect();
    assert!(left_out.is_empty(), "who may give {left_out:?}? Write a row in docs/security.md, or list them with why none has to");
    let unknown: Vec<&String> = stands.difference(&registered).collect();
    assert!(unknown.is_empty(), "there are no such commands: {unknown:?}");
    let both: Vec<&String> = named.intersection(&listed).collect();
    assert!(both.is_empty(), "a row says who may give {both:?}: they are listed for nothing");
}
