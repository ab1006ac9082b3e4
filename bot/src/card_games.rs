//! Card games played out by simulated players, and how they end.

use std::fmt::Write as _;
use std::time::Instant;

use engine::card_game::options::Options;
use engine::card_game::pack::CardPack;
use engine::card_game::state::State;
use engine::game::Game;
use engine::tabletop::side::Side;
use indicatif::{ProgressBar, ProgressStyle};
use staff::card_game::series::{Series, Tally, Which, series};

use crate::despatches::cards::tell::tell;
use crate::skirmish::StaffName;
use crate::words;

/// What is simulated.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// How many games.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
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
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plays: u32,
    /// The result as JSON.
    #[arg(long, conflicts_with = "tell")]
    json: bool,
    /// The first game as a story, and nothing else.
    #[arg(long)]
    tell: bool,
}

/// Plays the games and prints what came of them.
///
/// # Errors
///
/// If the data of the game, or the result, cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let pack = CardPack::embedded().map_err(|error| error.to_string())?;
    let which = |name: StaffName| match name {
        StaffName::Random => Which::Random,
        StaffName::Plain => Which::Plain,
        StaffName::Searching => Which::Searching(arguments.plays),
    };
    let staffs = [which(arguments.ours), which(arguments.theirs)];
    let plan = Series { pack, options: Options::default(), staffs, seed: arguments.seed };
    if arguments.tell {
        print!("{}", story(&plan));
        return Ok(());
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
    // Drawn on the error stream, and only for somebody who watches.
    let bar = ProgressBar::new(arguments.games).with_style(style);
    let begun = Instant::now();
    let tally = series(&plan, arguments.games, || bar.inc(1));
    bar.finish_and_clear();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&tally).map_err(|error| error.to_string())?);
    } else {
        print!("{}", report(&plan, &tally));
        eprintln!("{} games in {:.1} s", tally.games, begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The first game of a plan as a story.
fn story(plan: &Series) -> String {
    let played = plan.play(0);
    let mut state = State::opening(&plan.pack);
    let mut story = String::new();
    for event in &played.events {
        if let Some(line) = tell(&state, event) {
            story.push_str(&line);
            story.push('\n');
        }
        state.apply(event);
    }
    let _ =
        writeln!(story, "The dice of the conflicts favoured ours by {:+.1} rolls.", staff::card_game::series::luck(&state, &played.events));
    story
}

/// The result in words and columns.
#[must_use]
pub fn report(plan: &Series, tally: &Tally) -> String {
    let games = tally.games.max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / games;
    let each = |count: u64| count as f64 / games;
    let [ours, theirs] = plan.staffs;
    let names = Side::BOTH.map(|side| words::sentence_case(plan.pack.tables.sides.of(side)));
    let mut lines = vec![
        format!("{} card games, ours {ours}, the enemy {theirs}, seeds from {}", tally.games, plan.seed),
        format!(
            "  {} (ours) have won {:.1} %, {} {:.1} %, drawn {:.1} %",
            names[0],
            share(tally.ours),
            plan.pack.tables.sides.enemy,
            share(tally.enemy),
            share(tally.drawn)
        ),
    ];
    for (ending, count) in &tally.endings {
        lines.push(format!("  {ending:26} {:5.1} %", share(*count)));
    }
    lines.push("Regions at the end, ours to the enemy's:".to_owned());
    for (points, count) in &tally.points {
        lines.push(format!("  {points:26} {:5.1} %", share(*count)));
    }
    if !tally.sudden.is_empty() {
        lines.push("All regions at once, by turn:".to_owned());
        for (turn, count) in &tally.sudden {
            lines.push(format!("  turn {turn:<21} {:5.1} %", share(*count)));
        }
    }
    lines.push(format!(
        "For each game: {:.1} turns, {:.1} orders, {:.1} conflicts, {:.1} rolls, units lost {:.1} to {:.1}",
        each(tally.turns),
        each(tally.orders),
        each(tally.conflicts),
        each(tally.rolls),
        each(tally.units_lost[0]),
        each(tally.units_lost[1])
    ));
    lines.push(format!(
        "Luck on the conflict table: {:.1} rolls either way; who had the better of it has won {:.1} %",
        (tally.luck_squared / games).sqrt(),
        100.0 * tally.lucky_won as f64 / tally.lucky.max(1) as f64
    ));
    lines.push("Tactics and Movement cards played for each game, and how often their side has won:".to_owned());
    for (card, (played, won)) in &tally.cards {
        lines.push(format!("  {card:26} {:6.2} {:5.1} %", each(*played), 100.0 * *won as f64 / (*played).max(1) as f64));
    }
    lines.join("\n") + "\n"
}
