//! A game at home: the program without a token keeps what is played in its sandbox, unless it is told to forget.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::program::{PATIENCE, output};
use crate::signals::tell;
use crate::started::{Lines, Started};

/// The program in a folder, with its sandbox's address and what it said at the start.
struct Home {
    child: Started,
    address: String,
    said: String,
}

impl Home {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
        command
            .args(arguments)
            .env_remove("DISCORD_TOKEN")
            .env_remove("UMPIRE_DATABASE")
            .env("UMPIRE_SANDBOX_PORT", "0")
            .current_dir(folder);
        let mut child = Started::by(command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null()));
        let lines = Lines::of(child.child().stdout.take().unwrap());
        let said: Vec<String> = (0..3).map(|_| lines.line()).collect();
        let address = said[1].split("http://").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().to_owned();
        Self { child, address, said: said.join("\n") }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (address, body) = (&self.address, body.to_string());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head =
            format!("{method} {path} HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
        write!(stream, "{head}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_default()
    }

    /// Rich's line in the first channel of the sandbox, and a message that says this, which comes of it.
    fn run(&self, line: &str, said: &str) {
        let patience = Instant::now() + PATIENCE;
        let world = loop {
            let world = self.ask("GET", "/page/state", &Value::Null);
            if world["bot"]["connected"] == true {
                break world;
            }
            assert!(Instant::now() < patience, "the umpire does not connect: {world}");
            std::thread::sleep(Duration::from_millis(50));
        };
        let guild = &world["guilds"][0];
        let channel = guild["channels"][0]["id"].as_str().unwrap().to_owned();
        let members = guild["members"].as_array().unwrap();
        let rich = members.iter().find(|member| member["name"] == "rich").and_then(|member| member["id"].as_str()).unwrap();
        loop {
            self.ask("POST", &format!("/page/channels/{channel}/commands"), &json!({ "as": rich, "line": line }));
            // A bot that has connected registers its commands a moment later: until then there is no such command to be given.
            for _ in 0..20 {
                let told = self.ask("GET", &format!("/page/channels/{channel}/messages?as={rich}"), &Value::Null).to_string();
                if told.contains(said) {
                    return;
                }
                assert!(Instant::now() < patience, "nobody said \"{said}\": {told}");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    fn stop(mut self) {
        tell(self.child.child(), Signal::INT);
        assert!(self.child.ended().status.success(), "Ctrl-C ends it cleanly");
    }
}

#[test]
fn a_game_at_home_is_kept_and_goes_on_after_the_program_has_ended() {
    not_beside!("it is the program in every run");
    let folder = tempfile::tempdir().unwrap();
    let home = Home::start(folder.path(), &[]);
    assert!(home.said.contains("is kept in umpire-sandbox.db"), "{}", home.said);
    home.run("/campaign start scenario:uprising", "the uprising begins");
    home.stop();
    let again = Home::start(folder.path(), &[]);
    assert!(again.said.contains("was played before is kept in umpire-sandbox.db"), "{}", again.said);
    again.run("/turn", "turn 1");
    again.stop();
}

#[test]
fn who_wants_nothing_kept_says_so() {
    not_beside!("it is the program in every run");
    let folder = tempfile::tempdir().unwrap();
    let home = Home::start(folder.path(), &["--forget"]);
    assert!(home.said.contains("forgotten when it ends"), "{}", home.said);
    home.stop();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_of_games_on_discord_is_not_played_on_in_the_sandbox() {
    not_beside!("it is the program in every run");
    let folder = tempfile::tempdir().unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases/0014_commits.db");
    let file = folder.path().join("umpire.db");
    std::fs::copy(kept, &file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env_remove("DISCORD_TOKEN").env("UMPIRE_DATABASE", &file).env("UMPIRE_SANDBOX_PORT", "0").current_dir(folder.path());
    let ended = output(&mut command);
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && said.contains("is of games played on Discord: set DISCORD_TOKEN"), "{said}");
}
