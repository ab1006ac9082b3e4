//! What the README says is true, and the pages it sends to: every command and snippet in them is run.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::program::{PATIENCE, output, output_of};
use crate::signals::tell;
use crate::table::Table;

const README: &str = include_str!("../../../README.md");
const COMMANDS: &str = include_str!("../../../docs/commands.md");
const SIMULATIONS: &str = include_str!("../../../docs/simulations.md");

/// The fenced blocks of a language on a page.
fn blocks(page: &'static str, language: &str) -> Vec<&'static str> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix(language)).map(str::trim).collect()
}

#[test]
fn the_table_of_commands_is_what_is_registered() {
    let listed: Vec<(String, String)> = COMMANDS
        .lines()
        .filter_map(|line| line.strip_prefix("| `/"))
        .map(|line| {
            let (name, rest) = line.split_once("` | ").expect("a name and a text");
            (name.to_owned(), rest.trim_end_matches(" |").to_owned())
        })
        .collect();
    let mut registered = Vec::new();
    for command in umpire::commands::all() {
        let description = |command: &poise::Command<_, _>| command.description.as_deref().unwrap_or_default().to_owned();
        if command.subcommands.is_empty() {
            registered.push((command.name.to_string(), description(&command)));
        }
        for subcommand in &command.subcommands {
            registered.push((format!("{} {}", command.name, subcommand.name), description(subcommand)));
        }
    }
    assert_eq!(listed, registered);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_of_commands_are_answered() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let examples: Vec<&str> = blocks(COMMANDS, "text").into_iter().flat_map(str::lines).filter(|line| line.starts_with('/')).collect();
    assert_eq!(examples.len(), 3);
    for line in examples {
        let reply = anna.run(line).await;
        assert!(reply.text().contains("-#"), "{line}: {}", reply.text());
    }
    table.sandbox.assert_nothing_refused();
}

#[test]
fn the_program_started_without_a_token_says_so_and_serves_the_page() {
    not_beside!("it is the program in every run");
    // The README's command builds and starts this program.
    assert!(blocks(README, "sh").contains(&"cargo run"));
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_umpire"))
        .env_remove("DISCORD_TOKEN")
        .env("UMPIRE_SANDBOX_PORT", "0")
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (sender, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let first = told.recv_timeout(PATIENCE).unwrap();
    assert!(first.contains("no DISCORD_TOKEN"), "{first}");
    let second = told.recv_timeout(PATIENCE).unwrap();
    let address = second.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().trim_end_matches('/').to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{second}");
    let mut page = TcpStream::connect(&address).unwrap();
    page.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(page, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<html"), "{answer}");
    tell(&child, Signal::INT);
    assert!(output_of(child).status.success(), "Ctrl-C ends it cleanly");
    let third = told.recv_timeout(PATIENCE).unwrap();
    assert!(third.contains("kept in umpire-sandbox.db") && home.path().join("umpire-sandbox.db").exists(), "{third}");
}

#[test]
fn every_shell_snippet_is_one_the_tests_know() {
    let known = [
        "cargo run",
        "cargo test --workspace",
        NEW,
        "DISCORD_TOKEN=… cargo run --release",
        SIMULATE,
        SKIRMISH,
        LONGER_SKIRMISH,
        CARDS,
        SIEGES,
    ];
    let blocks: Vec<&str> = [README, COMMANDS, SIMULATIONS].into_iter().flat_map(|page| blocks(page, "sh")).collect();
    for block in &blocks {
        assert!(known.contains(block), "who runs this? {block}");
    }
    assert!(known.iter().all(|snippet| blocks.contains(snippet)), "all are written somewhere");
    let continuous = include_str!("../../../.ci/run");
    assert!(continuous.contains("cargo test --workspace"), "CI runs the README's test command");
}

const NEW: &str = "cargo run --release -- new";

/// The address of somebody in Discord's place who knows no token.
fn knows_no_token() -> String {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", door.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut caller in door.incoming().map_while(Result::ok) {
            let _ = caller.read(&mut [0; 4_096]);
            let body = r#"{"message": "401: Unauthorized", "code": 0}"#;
            let head = "HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\nconnection: close";
            let _ = write!(caller, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        }
    });
    address
}

#[test]
fn a_journal_is_made_once_and_an_umpire_without_one_says_how_and_makes_none_by_itself() {
    not_beside!("it is the program in every run");
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("volume").join("umpire.db");
    let address = knows_no_token();
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
        command.args(arguments).env("UMPIRE_DATABASE", &database).env("DISCORD_TOKEN", "x").env("UMPIRE_DISCORD_API", &address);
        let output = output(&mut command);
        (output.status.success(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let (started, said) = program(&[]);
    assert!(!started && said.contains("there is no journal at") && said.contains("`umpire new` makes a new one"), "{said}");
    assert!(!database.parent().unwrap().exists());
    let snippet = NEW.split_once(" -- ").unwrap().1;
    let (made, said) = program(&[snippet]);
    assert!(made && said.contains("A new journal is at") && database.exists(), "{said}");
    let (again, said) = program(&[snippet]);
    assert!(!again && said.contains("there is a journal at"), "{said}");
    let (started, said) = program(&[]);
    assert!(!started && said.contains("does not know the token") && !said.contains("journal"), "it is opened: {said}");
}

const SIMULATE: &str = "cargo run --release -- simulate --campaigns 200 --staff cautious";

#[test]
fn the_simulation_plays_campaigns_out_and_tells_how_they_end() {
    not_beside!("it is the program in every run");
    // The snippet itself, but for fewer campaigns.
    let snippet = SIMULATE.split_once(" -- ").unwrap().1.replace("200", "3");
    for (more, tells) in [(vec![], "3 campaigns, \"uprising\", Cautious staff"), (vec!["--json"], "\"campaigns\": 3")] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(snippet.split(' ')).args(more));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && told.contains(tells), "{told}");
    }
    let nonsense = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(["simulate", "--scenario", "khartoum"]));
    assert!(!nonsense.status.success());
    let said = String::from_utf8(nonsense.stderr).unwrap();
    assert!(said.contains("there is no scenario \"khartoum\"; there are uprising and reconquest"), "{said}");
}

const SKIRMISH: &str = "cargo run --release -- skirmish --battles 200 --ours plain --theirs searching";

#[test]
fn the_skirmish_plays_battles_out_and_tells_how_they_end_or_one_as_a_story() {
    not_beside!("it is the program in every run");
    // The snippet itself, but for fewer battles.
    let snippet = SKIRMISH.split_once(" -- ").unwrap().1.replace("200", "2");
    for (more, tells) in [
        (vec!["--plays", "5"], "2 battles, \"night march\", ours plain, the enemy searching"),
        (vec!["--plays", "5", "--json"], "\"battles\": 2"),
        (vec!["--plays", "5", "--tell"], "TURN 1"),
    ] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(snippet.split(' ')).args(more));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && told.contains(tells), "{told}");
    }
    let nonsense = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(["skirmish", "--scenario", "waterloo"]));
    assert!(!nonsense.status.success());
    let said = String::from_utf8(nonsense.stderr).unwrap();
    assert!(said.contains("there is no scenario \"waterloo\", and no file of that name; there are \"typical\", \"night march\""), "{said}");
}

const LONGER_SKIRMISH: &str =
    "cargo run --release -- skirmish --battles 400 --seed 20000 --scenario typical --theirs random --setting turns=25";

#[test]
fn a_skirmish_is_fought_by_other_settings_and_says_so_and_a_setting_there_is_not_is_refused_t60() {
    not_beside!("it is the program in every run");
    let skirmish = |settings: &[&str]| {
        let named = settings.iter().flat_map(|setting| ["--setting", *setting]);
        output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(["skirmish", "--battles", "2"]).args(named))
    };
    // The snippet itself, but for fewer battles.
    let snippet = LONGER_SKIRMISH.split_once(" -- ").unwrap().1.replace("400", "2");
    let longer = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(snippet.split(' ')));
    let told = String::from_utf8(longer.stdout).unwrap();
    assert!(told.contains("2 battles, \"typical\"") && told.contains("T60: the last turn is turn 25"), "{told}");
    let fought = skirmish(&["turns=1", "units_hide", "more_figures=never"]);
    let told = String::from_utf8(fought.stdout).unwrap();
    assert!(told.contains("otherwise than usual: T03: Leaders and gun crews count in a contact not at all; T08: a unit in a"), "{told}");
    assert!(told.contains("T60: the last turn is turn 1") && told.contains("For each battle: 1.0 turns"), "{told}");
    for (setting, complaint) in [
        ("turn=30", "there is no setting \"turn\"; there are any_wound_takes_the_hit, "),
        ("turns=50", "1 to 40 turns"),
        ("turns=many", "\"turns\" cannot be \"many\": invalid type"),
        ("more_figures=10", "expected one of `within_the_limit`, `always`, `never`"),
    ] {
        let refused = skirmish(&[setting]);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && said.contains(complaint), "{setting}: {said}");
    }
}

const CARDS: &str = "cargo run --release -- sudan --games 2000 --ours plain --theirs plain";

#[test]
fn card_games_are_played_out_and_it_is_told_how_they_end_or_one_as_a_story() {
    not_beside!("it is the program in every run");
    // The snippet itself, but for fewer games.
    let snippet = CARDS.split_once(" -- ").unwrap().1.replace("2000", "5");
    for (more, tells) in [
        (vec![], "5 card games, ours plain, the enemy plain, seeds from 1"),
        (vec!["--json"], "\"games\": 5"),
        (vec!["--tell"], "The conflict table: "),
    ] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(snippet.split(' ')).args(more));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && told.contains(tells), "{told}");
    }
}

const SIEGES: &str = "cargo run --release -- khartoum --games 200 --ours plain --theirs plain";

#[test]
fn sieges_are_played_out_and_it_is_told_how_they_end() {
    not_beside!("it is the program in every run");
    // The snippet itself, but for fewer games.
    let snippet = SIEGES.split_once(" -- ").unwrap().1.replace("200", "2");
    for (more, tells) in [(vec![], "2 games of the siege, ours plain, the enemy plain, seeds from 1"), (vec!["--json"], "\"games\": 2")] {
        let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).args(snippet.split(' ')).args(more));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && told.contains(tells), "{told}");
    }
}

#[test]
fn help_names_every_setting_that_comes_from_the_environment() {
    let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).arg("--help"));
    let help = String::from_utf8(output.stdout).unwrap();
    let settings = include_str!("../../../config/umpire.toml");
    for variable in
        settings.split(|letter: char| !(letter.is_ascii_uppercase() || letter == '_')).filter(|word| word.starts_with("UMPIRE_"))
    {
        assert!(help.contains(variable), "{variable}");
    }
    assert!(help.contains("DISCORD_TOKEN"));
}

#[test]
fn every_file_the_readme_or_a_page_of_the_docs_points_to_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<_> = docs
        .chain([root.join("README.md"), root.join("CONTRIBUTING.md")])
        .filter(|page| page.extension().is_some_and(|kind| kind == "md"))
        .collect();
    assert!(pages.len() > 8, "{pages:?}");
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let is_here = target.starts_with("http") || file.is_empty() || page.parent().unwrap().join(file).exists();
            assert!(is_here, "{}: {target}", page.display());
        }
    }
}

#[test]
fn the_front_page_shows_each_game_with_a_picture_and_the_command_that_begins_it() {
    let games: Vec<&str> = README.lines().filter(|line| line.starts_with("| ![")).collect();
    let begins: Vec<&str> = games.iter().filter_map(|line| line.rsplit('`').nth(1)).collect();
    assert_eq!(begins, ["/campaign start", "/battle new", "/sudan new", "/khartoum new"]);
    for command in begins {
        let (name, of) = command[1..].split_once(' ').unwrap();
        let all = umpire::commands::all();
        assert!(all.iter().any(|command| command.name == name && command.subcommands.iter().any(|subcommand| subcommand.name == of)));
    }
    assert!(README.lines().count() < 120, "the rest stands in docs/");
}

#[test]
fn the_number_of_permissions_is_their_sum() {
    use poise::serenity_prelude::Permissions;
    let sum = Permissions::VIEW_CHANNEL
        | Permissions::SEND_MESSAGES
        | Permissions::SEND_MESSAGES_IN_THREADS
        | Permissions::CREATE_PUBLIC_THREADS
        | Permissions::CREATE_PRIVATE_THREADS
        | Permissions::EMBED_LINKS
        | Permissions::ATTACH_FILES
        | Permissions::READ_MESSAGE_HISTORY;
    assert!(README.contains(&format!("permissions={}", sum.bits())), "{}", sum.bits());
}
