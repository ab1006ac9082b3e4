//! `umpire skirmish`: gridded battles played out, and how they end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use engine::game::Game;
use engine::tabletop::event::Event;
use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::{BattlePack, Scenario};
use engine::tabletop::refusal::Refusal;
use engine::tabletop::state::State;
use engine::tabletop::unit::Place;
use indicatif::{ProgressBar, ProgressStyle};
use staff::tabletop::Searching;
use staff::tabletop::skirmish::{Skirmish, Tally, Which, skirmish};

use crate::despatches::field::tell::tell;
use crate::despatches::field::{rolls, rule};

/// Who plays a side.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum StaffName {
    /// Any legal order.
    Random,
    /// As a sensible officer would.
    Plain,
    /// Plays the next activations out and chooses by result.
    Searching,
}

/// What is simulated.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The scenario's key, the file of one of your own, or "typical": typical armies on random ground.
    #[arg(long, default_value = "night march")]
    scenario: String,
    /// How many battles.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    battles: u64,
    /// The seed of the first; each further one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays ours.
    #[arg(long, value_enum, default_value_t = StaffName::Plain)]
    ours: StaffName,
    /// Who plays the enemy.
    #[arg(long, value_enum, default_value_t = StaffName::Plain)]
    theirs: StaffName,
    /// How many plays a searching staff has for each decision.
    #[arg(long, default_value_t = Searching::USUAL, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plays: u32,
    /// A setting of the battle, such as "turns=30" or "units_hide"; may be given several times.
    #[arg(long = "setting", value_name = "NAME[=VALUE]")]
    settings: Vec<String>,
    /// The result as JSON.
    #[arg(long, conflicts_with = "tell")]
    json: bool,
    /// The first battle as a story, and nothing else.
    #[arg(long)]
    tell: bool,
}

/// Plays the battles and prints what came of them.
///
/// # Errors
///
/// If there is no such scenario or setting, or the scenario's file is wrong.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let pack = BattlePack::embedded().map_err(|error| error.to_string())?;
    let which = |name: StaffName| match name {
        StaffName::Random => Which::Random,
        StaffName::Plain => Which::Plain,
        StaffName::Searching => Which::Searching(arguments.plays),
    };
    let plan = Skirmish {
        battle: battle(&arguments.scenario, &pack)?,
        pack,
        options: options(&arguments.settings)?,
        staffs: [which(arguments.ours), which(arguments.theirs)],
        seed: arguments.seed,
    };
    if arguments.tell {
        print!("{}", story(&plan));
        return Ok(());
    }
    let style =
        ProgressStyle::with_template("{bar:40} {pos} of {len} battles, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
    // Drawn on the error stream, and only for somebody who watches.
    let bar = ProgressBar::new(arguments.battles).with_style(style);
    let begun = Instant::now();
    let tally = skirmish(&plan, arguments.battles, || bar.inc(1));
    bar.finish_and_clear();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&tally).map_err(|error| error.to_string())?);
    } else {
        print!("{}", report(&arguments.scenario, &plan, &tally));
        eprintln!("{} battles in {:.1} s", tally.battles, begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The battle that a name means: a scenario's key, typical armies, or the path of a file.
fn battle(name: &str, pack: &Arc<BattlePack>) -> Result<Battle, String> {
    if name == "typical" {
        return Ok(Battle::Typical);
    }
    if pack.scenario(name).is_some() {
        return Ok(Battle::Scenario(name.to_owned()));
    }
    let path = PathBuf::from(name);
    if !path.is_file() {
        let known: Vec<String> = pack.scenarios.iter().map(|scenario| format!("\"{}\"", scenario.key)).collect();
        return Err(format!("there is no scenario \"{name}\", and no file of that name; there are \"typical\", {}", known.join(", ")));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let scenario = Scenario::read(name, &text, &pack.troops).map_err(|errors| errors.to_string())?;
    Ok(Battle::Plan(Box::new(scenario.plan)))
}

/// The settings of a battle from those that are named, the others as usual.
///
/// # Errors
///
/// What is no setting, what it cannot be, and turns that no battle has.
fn options(named: &[String]) -> Result<Options, String> {
    let failed = |error: serde_json::Error| error.to_string();
    let mut written = serde_json::to_value(Options::default()).map_err(failed)?;
    for named in named {
        let (name, value) = named.split_once('=').map_or((named.trim(), "true"), |(name, value)| (name.trim(), value.trim()));
        let known = written.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>().join(", ")).unwrap_or_default();
        let Some(setting) = written.get_mut(name) else {
            return Err(format!("there is no setting \"{name}\"; there are {known}"));
        };
        let word = serde_json::Value::from(value);
        *setting = if setting.is_string() { word } else { serde_json::from_str(value).unwrap_or(word) };
        serde_json::from_value::<Options>(written.clone()).map_err(|error| format!("\"{name}\" cannot be \"{value}\": {error}"))?;
    }
    let options: Options = serde_json::from_value(written).map_err(failed)?;
    if options.turns.is_fought() { Ok(options) } else { Err(Refusal::Turns.to_string()) }
}

/// The first battle of a plan as a story, with the board at the beginning of each turn.
fn story(plan: &Skirmish) -> String {
    let played = plan.play(0);
    let mut state = State::opening(&plan.pack);
    let mut story = String::new();
    for event in &played.events {
        if let Some(line) = tell(&state, event) {
            story.push_str(&line);
            story.push('\n');
            if let Event::Charged { .. } | Event::Fought { .. } | Event::Tried { .. } = event {
                rolls::of_event(&state, event).iter().for_each(|roll| story.push_str(&format!("    {roll}\n")));
            }
        }
        state.apply(event);
        if let Event::TurnBegan { .. } = event {
            story.push_str(&standing(&state));
        }
    }
    story
}

/// The board and who is there, each with the number by which they are told of; who has left it is not.
fn standing(state: &State) -> String {
    let text = state.position.to_string();
    let lines: Vec<&str> = text.lines().collect();
    // A line for each unit stands at the end.
    let (board, units) = lines.split_at(lines.len().saturating_sub(state.position.all().count()));
    let mut told = board.join("\n") + "\n\n";
    for (unit, line) in state.position.all().zip(units) {
        let place = match state.unit(unit).place {
            Place::Left | Place::Lost => continue,
            Place::Board => "",
            Place::Waiting => ", not yet on the board",
            Place::Aboard(_) => ", aboard",
        };
        let (letter, what) = line.split_once(':').unwrap_or(("", *line));
        told.push_str(&format!("{letter}, {}:{what}{place}\n", unit.0 + 1));
    }
    told + "\n"
}

/// The result in words and columns.
#[must_use]
pub fn report(name: &str, plan: &Skirmish, tally: &Tally) -> String {
    let battles = tally.battles.max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / battles;
    let each = |count: u64| count as f64 / battles;
    let [ours, theirs] = plan.staffs;
    let mut lines = vec![format!("{} battles, \"{name}\", ours {ours}, the enemy {theirs}, seeds from {}", tally.battles, plan.seed)];
    let unusual = rule::unusual(plan.options);
    if !unusual.is_empty() {
        lines.push(format!("  read otherwise than usual: {}", unusual.join("; ")));
    }
    lines.push(format!(
        "  ours have won {:.1} %, the enemy {:.1} %, drawn {:.1} %",
        share(tally.ours),
        share(tally.enemy),
        share(tally.drawn)
    ));
    for (ending, count) in &tally.endings {
        lines.push(format!("  {ending:24} {:5.1} %", share(*count)));
    }
    lines.push(format!(
        "For each battle: {:.1} turns, {:.1} activations, {:.1} orders, {:.1} shots, {:.1} charges",
        each(tally.turns),
        each(tally.activations),
        each(tally.orders),
        each(tally.shots),
        each(tally.charges)
    ));
    lines.push("Figures and units lost for each battle:".to_owned());
    for (arm, figures) in &tally.figures_lost {
        let units = tally.units_lost.get(arm).copied().unwrap_or_default();
        lines.push(format!("  {arm:24} {:6.2} {:6.2}", each(*figures), each(units)));
    }
    lines.push("Heroic Leadership cards played for each battle, and how often their side has won:".to_owned());
    for (card, (played, won)) in &tally.cards {
        lines.push(format!("  {card:24} {:6.2} {:5.1} %", each(*played), 100.0 * *won as f64 / (*played).max(1) as f64));
    }
    lines.join("\n") + "\n"
}
