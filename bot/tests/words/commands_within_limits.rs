//! The command tree within Discord's limits: one command over one of them makes the whole registration fail.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use twilight_model::application::command::Command;

/// Kinds of options, as Discord numbers them.
const SUBCOMMAND: u64 = 1;
const SUBCOMMAND_GROUP: u64 = 2;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const NUMBER: u64 = 10;

/// Where a command is installed, and where it may be given.
const GUILD_INSTALL: u64 = 0;
const USER_INSTALL: u64 = 1;
const GUILD: u64 = 0;
const BOT_DM: u64 = 1;
const PRIVATE_CHANNEL: u64 = 2;

/// Whole numbers Discord takes in options.
const MOST_INTEGER: f64 = 9_007_199_254_740_991.0;

#[test]
fn every_command_that_is_rationed_is_one_of_ours() {
    fn names(commands: &[poise::Command<umpire::doors::data::Data, umpire::doors::error::CommandError>]) -> Vec<String> {
        let deeper = commands.iter().flat_map(|command| names(&command.subcommands));
        commands.iter().map(|command| command.name.to_string()).chain(deeper).collect()
    }
    let ours = names(&umpire::commands::all());
    for name in umpire::doors::ration::LONG {
        assert!(ours.iter().any(|ours| ours == name), "{name} is not among {ours:?}");
    }
}

/// Every command, as it is registered.
fn registered() -> Vec<Value> {
    let commands = umpire::commands::all();
    let built = poise::builtins::create_application_commands(&commands);
    built.iter().map(|command| serde_json::to_value(command).unwrap()).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> BTreeSet<u64> {
    list(value).iter().map(|number| number.as_u64().unwrap()).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is text in {value}"))
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Calls `look` with every option of a command, and with the path to it: "campaign start dice".
fn every_option(command: &Value, path: &str, look: &mut impl FnMut(&str, &Value)) {
    for option in list(&command["options"]) {
        let path = format!("{path} {}", text(option, "name"));
        look(&path, option);
        every_option(option, &path, look);
    }
}

fn every_command_and_option(mut look: impl FnMut(&str, &Value)) {
    for command in registered() {
        let name = format!("/{}", text(&command, "name"));
        look(&name, &command);
        every_option(&command, &name, &mut look);
    }
}

/// Discord's `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case; ours are in Latin letters.
fn is_a_name(name: &str) -> bool {
    (1..=32).contains(&characters(name))
        && name.chars().all(|letter| matches!(letter, '-' | '_' | '\'') || letter.is_alphanumeric())
        && name == name.to_lowercase()
}

/// Everything Discord counts towards a command's 8,000 characters: names, descriptions, and the values of choices.
fn weight(value: &Value) -> usize {
    let own = characters(text(value, "name")) + value["description"].as_str().map_or(0, characters);
    let choices: usize = list(&value["choices"])
        .iter()
        .map(|choice| characters(text(choice, "name")) + choice["value"].as_str().map_or(0, characters))
        .sum();
    own + choices + list(&value["options"]).iter().map(weight).sum::<usize>()
}

#[test]
fn names_are_in_lower_case_and_of_letters_discord_takes() {
    every_command_and_option(|path, value| assert!(is_a_name(text(value, "name")), "{path}"));
}

#[test]
fn descriptions_have_1_to_100_characters_and_say_more_than_the_name() {
    every_command_and_option(|path, value| {
        let (name, description) = (text(value, "name"), text(value, "description"));
        assert!((1..=100).contains(&characters(description)), "{path}: {description:?} has {} characters", characters(description));
        assert_eq!(description, description.trim(), "{path}");
        let words: BTreeSet<String> =
            description.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let own: BTreeSet<String> = name.split(['-', '_']).map(str::to_owned).collect();
        // "What about" for a topic is the shortest that still says something; the framework's own stand-in says nothing.
        assert!(words.difference(&own).count() >= 2, "{path}: {description:?} says no more than its name");
        assert_ne!(description, "A slash command", "{path} has the framework's stand-in for a description");
        assert!(description.starts_with(|letter: char| letter.is_uppercase()), "{path}: {description:?}");
    });
}

#[test]
fn an_option_that_several_commands_have_is_described_the_same_in_all_of_them() {
    for name in ["private", "share"] {
        let mut described = BTreeSet::new();
        let mut count = 0;
        every_command_and_option(|path, value| {
            if path.ends_with(&format!(" {name}")) {
                described.insert(text(value, "description").to_owned());
                count += 1;
            }
        });
        assert!(count > 1 && described.len() == 1, "{name}: {described:?}");
    }
}

#[test]
fn there_are_no_more_commands_options_and_choices_than_discord_takes_and_none_twice() {
    let commands = registered();
    assert!((1..=100).contains(&commands.len()));
    let names: BTreeSet<&str> = commands.iter().map(|command| text(command, "name")).collect();
    assert_eq!(names.len(), commands.len(), "a name twice");
    every_command_and_option(|path, value| {
        for key in ["options", "choices"] {
            let entries = list(&value[key]);
            assert!(entries.len() <= 25, "{path} has {} {key}", entries.len());
            let names: BTreeSet<&str> = entries.iter().map(|entry| text(entry, "name")).collect();
            assert_eq!(names.len(), entries.len(), "{path} has two {key} of one name");
        }
    });
}

#[test]
fn every_command_stays_within_8_000_characters() {
    for command in registered() {
        assert!(weight(&command) <= 8_000, "/{} has {} characters", text(&command, "name"), weight(&command));
    }
}

#[test]
fn subcommands_stand_alone_and_no_deeper_than_in_a_group() {
    for command in registered() {
        let name = text(&command, "name");
        let kinds: BTreeSet<u64> = list(&command["options"]).iter().map(|option| option["type"].as_u64().unwrap()).collect();
        let nested = kinds.contains(&SUBCOMMAND) || kinds.contains(&SUBCOMMAND_GROUP);
        assert!(
            !nested || kinds.iter().all(|kind| matches!(*kind, SUBCOMMAND | SUBCOMMAND_GROUP)),
            "/{name} mixes subcommands and options"
        );
        every_option(&command, &format!("/{name}"), &mut |path, option| {
            let depth = path.split(' ').count() - 1;
            match option["type"].as_u64().unwrap() {
                SUBCOMMAND_GROUP => assert_eq!(depth, 1, "{path}"),
                SUBCOMMAND => assert!(depth <= 2, "{path}"),
                kind => {
                    assert!((STRING..=11).contains(&kind), "{path} is of kind {kind}");
                    assert!(list(&option["options"]).is_empty(), "{path} has options of its own");
                }
            }
        });
    }
}

#[test]
fn what_is_required_comes_before_what_is_not() {
    every_command_and_option(|path, value| {
        let required: Vec<bool> = list(&value["options"]).iter().map(|option| option["required"].as_bool().unwrap_or(false)).collect();
        assert!(required.is_sorted_by(|before, after| before >= after), "{path}: {required:?}");
    });
}

#[test]
fn choices_are_short_of_the_options_kind_and_never_with_autocompletion() {
    every_command_and_option(|path, value| {
        let completes = value["autocomplete"].as_bool().unwrap_or(false);
        let choices = list(&value["choices"]);
        let kind = value["type"].as_u64().unwrap_or_default();
        let takes_choices = matches!(kind, STRING | INTEGER | NUMBER);
        assert!(!completes || choices.is_empty(), "{path} has choices and completes");
        assert!(takes_choices || (choices.is_empty() && !completes), "{path} is of a kind without choices");
        for choice in choices {
            let name = text(choice, "name");
            assert!((1..=100).contains(&characters(name)), "{path}: {name}");
            match kind {
                STRING => assert!((1..=100).contains(&characters(text(choice, "value"))), "{path}: {name}"),
                _ => assert!(choice["value"].as_f64().unwrap().abs() <= MOST_INTEGER, "{path}: {name}"),
            }
        }
    });
}

#[test]
fn least_and_most_are_in_order_within_discords_range_and_on_options_that_have_them() {
    every_command_and_option(|path, value| {
        let kind = value["type"].as_u64().unwrap_or_default();
        let bound = |key: &str| value[key].as_f64();
        if bound("min_value").is_some() || bound("max_value").is_some() {
            assert!(matches!(kind, INTEGER | NUMBER), "{path} is no number");
            let (least, most) = (bound("min_value").unwrap_or(-MOST_INTEGER), bound("max_value").unwrap_or(MOST_INTEGER));
            assert!(-MOST_INTEGER <= least && least < most && most <= MOST_INTEGER, "{path}: {least} to {most}");
        }
        if bound("min_length").is_some() || bound("max_length").is_some() {
            assert_eq!(kind, STRING, "{path} is no text");
            let (least, most) = (bound("min_length").unwrap_or(0.0), bound("max_length").unwrap_or(6_000.0));
            assert!((0.0..=6_000.0).contains(&least) && (1.0..=6_000.0).contains(&most) && least <= most, "{path}: {least} to {most}");
        }
        // Whatever is typed is bounded: text that nobody bounds comes with up to 6,000 characters.
        let bounded = value["max_length"].is_u64() || !list(&value["choices"]).is_empty();
        assert!(kind != STRING || bounded, "{path} takes text of any length");
    });
}

#[test]
fn quick_rolls_are_for_guilds_and_users_everywhere_battles_for_direct_messages_too_and_campaigns_for_guilds_only() {
    let everywhere = BTreeSet::from([GUILD, BOT_DM, PRIVATE_CHANNEL]);
    for command in registered() {
        let (installs, contexts) = (numbers(&command["integration_types"]), numbers(&command["contexts"]));
        match text(&command, "name") {
            "encounter" | "pursuit" | "terrain" | "roll" | "rule" | "help" | "map" => {
                assert_eq!(installs, BTreeSet::from([GUILD_INSTALL, USER_INSTALL]), "{command}");
                assert_eq!(contexts, everywhere, "{command}");
            }
            // A command new to this list has to say where it belongs.
            // One fights a battle alone in direct messages, or plays cards there, with what belongs to it, its papers too.
            name @ ("battle" | "sudan" | "khartoum" | "campaign" | "turn" | "undo" | "rules") => {
                assert_eq!(installs, BTreeSet::from([GUILD_INSTALL]), "/{name}");
                assert_eq!(contexts, BTreeSet::from([GUILD, BOT_DM]), "/{name}");
            }
            name @ ("play" | "move" | "sail" | "siege" | "replacements" | "forces" | "supply" | "ledger" | "staff" | "odds" | "summary"
            | "pace") => {
                assert_eq!(installs, BTreeSet::from([GUILD_INSTALL]), "/{name}");
                assert_eq!(contexts, BTreeSet::from([GUILD]), "/{name}");
            }
            name => panic!("is /{name} a quick roll, a battle's, or a campaign's?"),
        }
    }
}

#[test]
fn every_command_of_the_tour_is_there() {
    let names: BTreeSet<String> = registered().iter().map(|command| text(command, "name").to_owned()).collect();
    for name in [
        "campaign",
        "turn",
        "play",
        "move",
        "sail",
        "battle",
        "sudan",
        "khartoum",
        "siege",
        "replacements",
        "undo",
        "staff",
        "pace",
        "forces",
        "supply",
        "rules",
        "summary",
        "map",
        "odds",
        "encounter",
        "pursuit",
        "roll",
        "rule",
        "help",
    ] {
        assert!(names.contains(name), "/{name}");
    }
}

#[test]
fn twilights_model_of_discord_takes_every_command() {
    for mut command in registered() {
        // What Discord itself puts where nothing is said: a chat command; and the version it keeps of one.
        command["type"] = json!(command["type"].as_u64().unwrap_or(1));
        command["version"] = json!("1");
        let read: Command = serde_json::from_value(command.clone()).unwrap_or_else(|error| panic!("{error}: {command:#}"));
        twilight_validate::command::command(&read).unwrap_or_else(|error| panic!("{error}: {command:#}"));
        twilight_validate::command::options(&read.options).unwrap_or_else(|error| panic!("{error}: {command:#}"));
        for option in &read.options {
            twilight_validate::command::option(option).unwrap_or_else(|error| panic!("{error}: {command:#}"));
        }
    }
}
