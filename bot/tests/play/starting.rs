//! A start without Discord: the umpire waits for it, says so once, and ends when it is told to; with a wrong token it ends at once.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::program::{PATIENCE, output, output_of};
use crate::signals::tell;
use crate::started::{Lines, Started};
use crate::table::Table;
use sandbox::Sandbox;
use sandbox::permissions::{READ_MESSAGE_HISTORY, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS};
use umpire::journal::store::Journal;

const CANNOT: &str = "Discord cannot be reached";

/// A journal in a folder of its own, and the umpire's program for it; of Discord, only where it should be.
pub(crate) async fn program(port: u16, token: &str) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    Journal::make(&database).await.unwrap().close().await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command
        .env("DISCORD_TOKEN", token)
        .env("UMPIRE_DISCORD_API", format!("http://127.0.0.1:{port}"))
        .env("UMPIRE_DATABASE", database)
        .env("UMPIRE_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    (folder, command)
}

/// Lets a program try to reach Discord so many times, in vain.
#[track_caller]
fn shut_the_door(door: &TcpListener, times: usize) {
    door.set_nonblocking(true).unwrap();
    let begun = Instant::now();
    for _ in 0..times {
        while let Err(error) = door.accept() {
            assert!(error.kind() == ErrorKind::WouldBlock && begun.elapsed() < PATIENCE, "it does not try to reach Discord: {error}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What a program says in its log.
fn log(umpire: &mut Started) -> Lines {
    Lines::of(umpire.child().stderr.take().unwrap())
}

pub(crate) fn tell_to_stop(child: &Child) {
    tell(child, Signal::TERM);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_that_cannot_reach_discord_says_so_once_and_plays_as_soon_as_it_can() {
    not_beside!("the umpire is a process of its own in every run");
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = sandbox::Settings { port: door.local_addr().unwrap().port(), ..sandbox::Settings::default() };
    let (_folder, mut command) = program(settings.port, &settings.token).await;
    let mut umpire = Started::by(&mut command);
    shut_the_door(&door, 2);
    drop(door);
    let said = log(&mut umpire);
    let line = said.line();
    assert!(line.contains(CANNOT) && line.contains("trying again until it can"), "{line}");
    let sandbox = Sandbox::start(settings).await.unwrap();
    let guild = sandbox.guild("The Officers' Mess");
    sandbox.wait_for_commands().await;
    let reply = guild.member("rich").run("/roll what:1D6 dice:4").await;
    assert!(reply.text().contains("1D6: 4"), "{}", reply.text());
    tell_to_stop(umpire.child());
    let ended = umpire.ended();
    let rest = said.rest();
    assert!(!rest.contains(CANNOT), "{rest}");
    assert!(ended.status.success(), "{rest}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_that_waits_for_discord_tells_its_supervisor_that_it_works_and_ends_at_once_when_it_is_told_to() {
    not_beside!("the umpire is a process of its own in every run");
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_folder, mut command) = program(door.local_addr().unwrap().port(), "whichever").await;
    // A port that was free a moment ago; at an address at which no other test takes one meanwhile, where the system has more than one.
    let free = TcpListener::bind("127.77.0.2:0").or_else(|_| TcpListener::bind("127.0.0.1:0")).unwrap();
    let metrics = free.local_addr().unwrap();
    drop(free);
    let mut umpire = Started::by(command.env("UMPIRE_METRICS", metrics.to_string()));
    shut_the_door(&door, 1);
    let line = log(&mut umpire).line();
    assert!(line.contains(CANNOT), "{line}");
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let asked = async |path: &str| client.get(format!("http://{metrics}{path}")).send().await.unwrap().status().as_u16();
    assert_eq!((asked("/healthz").await, asked("/readyz").await), (200, 503));
    let begun = Instant::now();
    tell_to_stop(umpire.child());
    assert!(umpire.ended().status.success());
    // The next request is taken and never answered: whoever waits for its end waits for thirty seconds.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn a_settings_file_that_is_there_and_cannot_be_read_stops_the_umpire_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    // A folder in its place is read by nobody, not even by who may do everything.
    std::fs::create_dir_all(folder.path().join("config/umpire.toml")).unwrap();
    let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).arg("check").current_dir(folder.path()));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("config/umpire.toml: cannot be read"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_whose_token_discord_does_not_know_ends_at_once_with_a_sentence() {
    not_beside!("the umpire is a process of its own in every run");
    let sandbox = Sandbox::start(sandbox::Settings::default()).await.unwrap();
    let port = sandbox.base().rsplit(':').next().unwrap().parse().unwrap();
    let (_folder, mut command) = program(port, "not-the-token").await;
    let output = output(&mut command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("Discord does not know the token in DISCORD_TOKEN") && !said.contains(CANNOT), "{said}");
    assert!(!said.contains("not-the-token"), "secrets never reach logs: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_whose_connection_discord_closes_for_good_ends_with_a_sentence_and_what_was_done_is_kept() {
    not_beside!("the umpire is a process of its own in every run");
    let says =
        [(4004, "Discord does not know the token in DISCORD_TOKEN"), (4014, "Discord does not let this bot hear of what it asks for")];
    for (code, sentence) in says {
        let settings = sandbox::Settings::default();
        let token = settings.token.clone();
        let sandbox = Sandbox::start(settings).await.unwrap();
        let port = sandbox.base().rsplit(':').next().unwrap().parse().unwrap();
        let (folder, mut command) = program(port, &token).await;
        let child = command.spawn().unwrap();
        let rich = sandbox.guild("The Officers' Mess").member("rich");
        sandbox.wait_for_commands().await;
        rich.run("/campaign start scenario:uprising").await;
        sandbox.close_gateway(code);
        let output = output_of(child);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(sentence), "{code}: {said}");
        assert!(!said.contains(&token), "secrets never reach logs: {said}");
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        assert!(journal.campaign_in(umpire::model::ids::ChannelId(rich.channel().id())).await.unwrap().is_some(), "{code}");
        journal.close().await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_leaves_no_core_dump_in_which_secrets_could_be_read() {
    not_beside!("the umpire is a process of its own in every run");
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_folder, mut command) = program(door.local_addr().unwrap().port(), "a token").await;
    let mut umpire = Started::by(&mut command);
    shut_the_door(&door, 1);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", umpire.child().id())).unwrap();
    let of_core_dumps: Vec<&str> =
        limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap().split_whitespace().take(2).collect();
    assert_eq!(of_core_dumps, ["0", "0"]);
    tell_to_stop(umpire.child());
    drop(door);
    assert!(umpire.ended().status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_before_a_start_names_the_channels_in_which_games_go_on_and_the_umpire_may_not_post() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.in_channel("second").run("/campaign start scenario:uprising").await;
    let second = table.guild.channel("second");
    second.wait_for(|message| message.text().contains("seven cards")).await;
    let permissions = |table: &Table| {
        let output = output(table.program().arg("check"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}");
        said.lines().find_map(|line| line.strip_prefix("permissions: ")).unwrap().to_owned()
    };
    assert_eq!(permissions(&table), "the umpire may post in all two channels asked about in which games go on.");
    table.guild.deny_bot(&second, SEND_MESSAGES | READ_MESSAGE_HISTORY);
    let said = permissions(&table);
    let named =
        format!("channel {} of server {}: the umpire lacks Send Messages and Read Message History there", second.id(), table.guild.id());
    assert!(said.starts_with("of two channels in which games go on") && said.contains(&named), "{said}");
    // A game in a thread is posted by another leave, that of the channel which it hangs in.
    let general = table.guild.channel("general");
    rich.run("/battle new scenario:\"Marching across the Sudan\"").await;
    let thread = general.wait_for_thread("Battle: Marching across the Sudan").await;
    thread.wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    table.guild.deny_bot(&general, SEND_MESSAGES_IN_THREADS);
    let said = permissions(&table);
    let named = format!("channel {} of server {}: the umpire lacks Send Messages in Threads there", thread.id(), table.guild.id());
    assert!(said.starts_with("of three channels in which games go on") && said.contains(&named), "{said}");
    assert!(!said.contains(&general.id().to_string()), "{said}");
    table.stop_umpire().await;
    assert_eq!(permissions(&table), said, "nor need an umpire run for it");
}
