//! One bot in two processes, each with a range of shards and a journal of its own; and servers moved between the journals, also where the move is
//! killed. All of it with the umpire's own program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use sandbox::permissions::SEND_MESSAGES;
use sandbox::{Channel, Guild, Member, Message, Sandbox};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use umpire::journal::store::Journal;

use crate::killed::{Chance, setting, usual};
use crate::program::{PATIENCE, output, output_of};
use crate::signals::tell;
use crate::table::{EXAMPLE_OF_PLAY, Table, give_an_order, is_board};

/// A process of the umpire's that serves some shards; killed when it is dropped.
struct Umpire(Child);

impl Umpire {
    /// Starts it and waits until each of its shards is connected; without a range it serves all there are, which is one here.
    async fn started(sandbox: &Sandbox, journal: &Path, shards: Option<(&str, u64)>) -> Self {
        let before = sandbox.connections().identified;
        let mut command = program(Some(sandbox), journal);
        command.stdin(Stdio::null());
        if let Some((range, _)) = shards {
            command.env("UMPIRE_SHARDS", range);
        }
        let umpire = Self(command.spawn().unwrap());
        let all = before + shards.map_or(1, |(_, count)| count);
        let begun = Instant::now();
        while sandbox.connections().identified < all {
            assert!(begun.elapsed() < PATIENCE, "it does not connect\n{}", sandbox.transcript());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        sandbox.wait_for_commands().await;
        umpire
    }

    /// Ends it as Ctrl-C does, and waits for it.
    async fn stopped(mut self) {
        let child = std::mem::replace(&mut self.0, Command::new("true").spawn().unwrap());
        tell(&child, Signal::INT);
        let ended = tokio::task::spawn_blocking(move || output_of(child).status).await.unwrap();
        assert!(ended.success(), "{ended}");
    }
}

impl Drop for Umpire {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program(sandbox: Option<&Sandbox>, journal: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("UMPIRE_DATABASE", journal).env("UMPIRE_LOG", "warn").env_remove("DISCORD_TOKEN").env_remove("UMPIRE_SHARDS");
    if let Some(sandbox) = sandbox {
        command.env("DISCORD_TOKEN", sandbox.token()).env("UMPIRE_DISCORD_API", sandbox.base());
    }
    command
}

/// What the umpire's program says of a task, and whether it ended well.
fn said(command: &mut Command) -> (bool, String) {
    let output = output(command);
    (output.status.success(), [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap()).concat())
}

/// Servers of a sandbox, one on each of two shards.
fn one_on_each(table: &Table) -> [Guild; 2] {
    let mut found = [None, None];
    for number in 0..200 {
        let guild = table.sandbox.guild(&format!("Mess {number}"));
        let shard = usize::try_from((guild.id() >> 22) % 2).unwrap();
        found[shard].get_or_insert(guild);
        if let [Some(first), Some(second)] = &found {
            return [first.clone(), second.clone()];
        }
        // A server's number tells when it was made, and so does its shard.
        table.sandbox.advance(Duration::from_millis(1));
    }
    panic!("all servers are on one shard");
}

fn general(guild: &Guild) -> Channel {
    guild.channel("general")
}

/// The board, which says this.
async fn board_says(guild: &Guild, says: &str) -> Message {
    general(guild).wait_for(|message| is_board(message) && message.text().contains(says)).await
}

fn boards(guild: &Guild) -> Vec<u64> {
    general(guild).messages().iter().filter(|message| is_board(message)).map(Message::id).collect()
}

/// Begins a campaign that a member called rich commands.
async fn campaign(guild: &Guild) -> Member {
    let rich = guild.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    board_says(guild, "play a card, or pass").await;
    rich
}

/// Throws dice, and gives what the channel tells of them.
async fn thrown(guild: &Guild) -> String {
    let before = general(guild).messages().len();
    guild.member("rich").run("/roll what:30D10").await;
    let begun = Instant::now();
    loop {
        let told =
            general(guild).messages().into_iter().skip(before).map(|message| message.text()).find(|text| text.contains("thrown 30D10"));
        if let Some(told) = told {
            return told.split(['[', ']']).nth(1).unwrap_or_else(|| panic!("{told}")).to_owned();
        }
        assert!(begun.elapsed() < PATIENCE, "the roll is not told");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn number(journal: &Path, query: &str) -> i64 {
    let mut journal = connected(journal).await;
    let number = sqlx::query_scalar(AssertSqlSafe(query.to_owned())).fetch_one(&mut journal).await.unwrap();
    journal.close().await.unwrap();
    number
}

/// A connection to a journal's file; one that a kill left half changed is put right by it.
async fn connected(journal: &Path) -> SqliteConnection {
    SqliteConnection::connect_with(&sqlx::sqlite::SqliteConnectOptions::new().filename(journal).create_if_missing(false)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_with_a_shard_each_play_on_one_bot_and_a_server_moved_between_their_journals_goes_on_with_its_buttons_board_and_dice()
{
    not_beside!("the umpires are processes of their own in every run");
    let table = Table::bare().await;
    let sandbox = &table.sandbox;
    let [north, south] = one_on_each(&table);
    let (first, second) = (table.database(), table.database().with_file_name("second.db"));
    Journal::make(&first).await.unwrap().close().await;
    // One process serves both servers.
    let alone = Umpire::started(sandbox, &first, None).await;
    let (northern, southern) = (campaign(&north).await, campaign(&south).await);
    let mut seen = vec![thrown(&south).await];
    let (old, board) = (table_message(&south, "the rebellion spreads"), board_says(&south, "play a card, or pass").await);
    alone.stopped().await;
    // Then it is split. What is of the other shard is left alone until it is moved.
    let (made, says) = said(program(None, &second).env("UMPIRE_SHARDS", "1/2").arg("new"));
    assert!(made, "{says}");
    let (fine, says) = said(program(Some(sandbox), &first).env("UMPIRE_SHARDS", "0/2").arg("check"));
    assert!(fine && says.contains(&format!("leaves alone what its journal has of other shards: server {}.", south.id())), "{says}");
    let (wrong, says) = said(program(Some(sandbox), &first).env("UMPIRE_SHARDS", "0-2/2").arg("check"));
    assert!(!wrong && says.contains("discord.shards: \"0-2/2\" is no range of shards"), "{says}");
    let on_first = Umpire::started(sandbox, &first, Some(("0/2", 1))).await;
    let on_second = Umpire::started(sandbox, &second, Some(("1/2", 1))).await;
    assert_eq!(number(&first, "SELECT COUNT(*) FROM departures").await, 0, "it was not removed from a server that others serve");
    northern.press(&board_says(&north, "play a card, or pass").await, "Pass: 1 Op").await;
    board_says(&north, "one Op left").await;
    let without = southern.run("/turn").await.text();
    assert!(without.contains("no campaign") || without.contains("No campaign"), "{without}");
    let (refused, says) = said(program(None, &first).args(["move", &south.id().to_string(), "--to"]).arg(&second));
    assert!(!refused && says.contains("another umpire is running on"), "{says}");
    on_first.stopped().await;
    on_second.stopped().await;
    // The server is moved, and goes on where it stood, on the other process.
    let (unknown, says) = said(program(None, &first).args(["move", "12", "--to"]).arg(&second));
    assert!(!unknown && says.contains("server 12: there is nothing of it"), "{says}");
    let (moved, says) = said(program(None, &first).args(["move", "--shards", "1/2", "--to"]).arg(&second));
    assert!(moved && says.contains(&format!("server {}: moved one game with ", south.id())), "{says}");
    let (again, says) = said(program(None, &first).args(["move", &south.id().to_string(), "--to"]).arg(&second));
    assert!(again && says.contains("moved before; one game in"), "{says}");
    let (fine, says) = said(program(Some(sandbox), &first).env("UMPIRE_SHARDS", "0/2").arg("check"));
    assert!(fine && says.contains("this umpire serves 0/2, and every server of its journal is on them"), "{says}");
    let on_first = Umpire::started(sandbox, &first, Some(("0/2", 1))).await;
    let on_second = Umpire::started(sandbox, &second, Some(("1/2", 1))).await;
    // A button of before the move is pressed, and the board of before it is edited.
    southern.press_raw(old.id(), &usual(&old).unwrap()).await.unwrap();
    let now = board_says(&south, "one Op left").await;
    assert_eq!((now.id(), boards(&south)), (board.id(), vec![board.id()]), "{}", sandbox.transcript());
    seen.push(thrown(&south).await);
    let (southern_proof, northern_proof) = (southern.run("/campaign verify").await.text(), northern.run("/campaign verify").await.text());
    assert!(southern_proof.contains("Proved") && northern_proof.contains("Proved"), "{southern_proof}\n{northern_proof}");
    // Both play at the same time, and a game begun here has no number of those begun there.
    let (one, other) = tokio::join!(thrown(&north), thrown(&south));
    seen.extend([one, other]);
    southern.in_channel("second").run("/campaign start scenario:uprising").await;
    northern.in_channel("second").run("/campaign start scenario:uprising").await;
    table
        .until("both are begun", async || {
            number(&first, "SELECT COUNT(*) FROM campaigns").await == 2 && number(&second, "SELECT COUNT(*) FROM campaigns").await == 2
        })
        .await;
    assert!(number(&second, "SELECT MAX(id) FROM campaigns").await > 1_000_000 + number(&first, "SELECT MAX(id) FROM campaigns").await);
    // Nor does a board that takes the place of another have a nonce that Discord does not take.
    let (there, board_there) = (southern.in_channel("second"), south.channel("second"));
    let first_board = board_there.wait_for(is_board).await;
    for line in 0..8 {
        there.say(&format!("chatter {line}")).await;
    }
    // One that has just begun has looked at nothing yet.
    on_second.stopped().await;
    let on_second = Umpire::started(sandbox, &second, Some(("1/2", 1))).await;
    give_an_order(&there).await;
    board_there.wait_for(|message| is_board(message) && message.id() > first_board.id()).await;
    sandbox.assert_nothing_refused();
    // What waits to be posted when its process is killed goes along too.
    south.deny_bot(&general(&south), SEND_MESSAGES);
    southern.run("/roll what:29D10").await;
    let waiting = "SELECT COUNT(*) FROM outbox WHERE message IS NULL AND failed IS NULL";
    table.until("it waits", async || number(&second, waiting).await > 0).await;
    drop(on_second);
    on_first.stopped().await;
    south.allow_bot(&general(&south), SEND_MESSAGES);
    // Back to one process, that is told its shards by a range of two.
    let (moved, says) = said(program(None, &second).args(["move", &south.id().to_string(), "--to"]).arg(&first));
    assert!(moved && says.contains("moved two games with "), "{says}");
    let both = Umpire::started(sandbox, &first, Some(("0-1/2", 2))).await;
    let is_told = |message: &Message| message.text().contains("thrown 29D10") && !is_board(message);
    general(&south).wait_for(is_told).await;
    seen.extend([thrown(&south).await, thrown(&north).await]);
    assert_eq!(general(&south).messages().iter().filter(|message| is_told(message)).count(), 1);
    let now = board_says(&south, "one Op left").await;
    southern.press(&now, "Undo: Pass: 1 Op").await;
    // Where it has been buried it is posted anew, and the old one shrunk after that.
    table
        .until("one board says so", async || {
            let messages = general(&south).messages();
            let mut boards = messages.iter().filter(|message| is_board(message));
            boards.next().is_some_and(|board| board.text().contains("play a card, or pass")) && boards.next().is_none()
        })
        .await;
    let proof = southern.run("/campaign verify").await.text();
    assert!(proof.contains("Proved"), "{proof}");
    let mut distinct = seen.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), seen.len(), "dice were thrown twice: {seen:?}");
    both.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_is_deleted_once_its_own_shards_are_heard_of_and_nothing_of_others() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside_with("UMPIRE_SHARDS", "0/2").await;
    let [mine, of_another] = one_on_each(&table);
    let rich = mine.member("rich");
    for channel in ["first", "second"] {
        rich.in_channel(channel).run("/campaign start scenario:uprising").await;
    }
    // Long ago the umpire was removed from both servers, as far as the journal knows.
    table.kill_umpire().await;
    let elsewhere = of_another.id();
    let change = format!("UPDATE campaigns SET guild = {elsewhere} WHERE id = 1; INSERT INTO departures SELECT guild, 1, 2 FROM campaigns");
    let mut journal = connected(&table.database()).await;
    sqlx::raw_sql(AssertSqlSafe(change)).execute(&mut journal).await.unwrap();
    journal.close().await.unwrap();
    mine.remove_bot();
    table.start_umpire().await;
    let ours = "SELECT COUNT(*) FROM campaigns WHERE id = 2";
    table.until("it is deleted", async || number(&table.database(), ours).await == 0).await;
    // The other comes before it where games are deleted.
    assert_eq!(number(&table.database(), "SELECT COUNT(*) FROM campaigns WHERE id = 1").await, 1);
    assert_eq!(number(&table.database(), "SELECT COUNT(*) FROM departures").await, 1);
}

/// The latest message of a server that says this and is no board.
fn table_message(guild: &Guild, says: &str) -> Message {
    let messages = general(guild).messages();
    messages.into_iter().rev().find(|message| message.text().contains(says) && !is_board(message)).unwrap()
}

/// Every row of every table but the file's own, each as text, and how many servers' they are.
async fn held(journal: &Path) -> BTreeMap<String, Vec<String>> {
    let mut journal = connected(journal).await;
    let query =
        "SELECT made.name, part.name FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part WHERE made.type = 'table'";
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let listed: Vec<(String, String)> = sqlx::query_as(query).fetch_all(&mut journal).await.unwrap();
    for (table, column) in listed {
        columns.entry(table).or_default().push(format!("quote(\"{column}\")"));
    }
    let mut held = BTreeMap::new();
    for (table, columns) in columns
        .into_iter()
        .filter(|(table, _)| !["_sqlx_migrations", "commits", "looked_through", "sqlite_sequence"].contains(&table.as_str()))
    {
        let query = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(" || ',' || "));
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query)).fetch_all(&mut journal).await.unwrap();
        if !rows.is_empty() {
            held.insert(table, rows);
        }
    }
    let whole: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut journal).await.unwrap();
    assert_eq!(whole, ["ok"]);
    journal.close().await.unwrap();
    held
}

/// The third file of a move that is being committed.
fn third(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().flatten().map(|file| file.path());
    files.into_iter().find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains("-mj")))
}

/// Starts a move and kills it: as soon as it commits and so much later, or so much after its start. Whether it was in the midst of its commit.
fn killed_move(from: &Path, to: &Path, guild: i64, at_the_commit: bool, later: Duration) -> bool {
    let folder = from.parent().unwrap();
    let mut command = program(None, from);
    command.args(["move", &guild.to_string(), "--to"]).arg(to).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut moving = command.spawn().unwrap();
    let begun = Instant::now();
    while at_the_commit && third(folder).is_none() && moving.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "the move does not come to its end");
    }
    std::thread::sleep(later);
    let _ = moving.kill();
    moving.wait().unwrap();
    third(folder).is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_killed_at_any_moment_leaves_the_server_whole_in_one_journal_and_is_done_when_it_is_run_again() {
    not_beside!("the move is a process of its own in every run");
    let folder = tempfile::tempdir().unwrap();
    let (mut from, mut to) = (folder.path().join("one.db"), folder.path().join("two.db"));
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases/0014_commits.db"), &from).unwrap();
    Journal::open(&from).await.unwrap().close().await;
    Journal::make(&to).await.unwrap().close().await;
    let guild = number(&from, "SELECT guild FROM campaigns LIMIT 1").await;
    assert_eq!(number(&from, "SELECT COUNT(DISTINCT guild) FROM campaigns").await, 1);
    let (all, nothing) = (held(&from).await, BTreeMap::new());
    let begun = Instant::now();
    let (moved, says) = said(program(None, &from).args(["move", &guild.to_string(), "--to"]).arg(&to));
    assert!(moved, "{says}");
    let takes = begun.elapsed();
    (from, to) = (to, from);
    let (mut chance, mut in_the_commit, mut refused, mut carried_over) = (Chance::new(setting("KILLS_SEED", 5)), 0, 0, 0);
    for kill in 0..setting("KILLS", 4) * 3 {
        let at_the_commit = kill % 3 > 0;
        let most = if at_the_commit { takes / 8 } else { takes };
        let later = Duration::from_micros(chance.below(u64::try_from(most.as_micros()).unwrap()));
        if killed_move(&from, &to, guild, at_the_commit, later) {
            in_the_commit += 1;
            refused += refused_elsewhere(&from, &to);
        }
        // Whichever is opened first.
        let (here, there) = if chance.below(2) == 0 {
            let here = held(&from).await;
            (here, held(&to).await)
        } else {
            let there = held(&to).await;
            (held(&from).await, there)
        };
        let is_done = there == all;
        assert!((is_done && here == nothing) || (here == all && there == nothing), "kill {kill}: it is in both, in neither, or in parts");
        carried_over += u32::from(is_done);
        let (done, says) = said(program(None, &from).args(["move", &guild.to_string(), "--to"]).arg(&to));
        assert!(done && says.contains(if is_done { "moved before" } else { "nothing of it is here any more" }), "{says}");
        assert_eq!((held(&from).await, held(&to).await), (nothing.clone(), all.clone()));
        (from, to) = (to, from);
    }
    println!(
        "{in_the_commit} kills in the midst of a commit, of which {refused} journals could not be opened elsewhere; {carried_over} after it"
    );
}

/// A journal carried elsewhere from where a move was killed in the midst of its commit is refused in a sentence. How many of both are: the kill may
/// have come before either was touched.
fn refused_elsewhere(from: &Path, to: &Path) -> u32 {
    let (folder, mut told) = (from.parent().unwrap(), 0);
    for journal in [from, to] {
        let elsewhere = tempfile::tempdir().unwrap();
        let name = journal.file_name().unwrap().to_string_lossy().into_owned();
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let its_name = file.file_name().unwrap().to_string_lossy().into_owned();
            if its_name.starts_with(&name) && !its_name.contains("-mj") {
                std::fs::copy(&file, elsewhere.path().join(its_name)).unwrap();
            }
        }
        let carried = elsewhere.path().join(&name);
        let rollback = std::fs::read(carried.with_file_name(format!("{name}-journal"))).unwrap_or_default();
        let names_the_third = rollback.ends_with(&[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
        // The folder where it was killed cannot be seen from there.
        let away = folder.with_extension("away");
        std::fs::rename(folder, &away).unwrap();
        let (fine, says) = said(program(None, &carried).arg("check"));
        std::fs::rename(&away, folder).unwrap();
        // A rollback journal that does not name the third file yet is taken back wherever it is.
        let refused = says.contains("a move of servers was broken off") && says.contains("umpire move");
        assert!(fine != names_the_third && refused == names_the_third, "{says}");
        told += u32::from(refused);
    }
    told
}
