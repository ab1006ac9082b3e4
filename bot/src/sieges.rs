//! Games of the siege played out by simulated players, and how they end.

use std::time::Instant;

use engine::khartoum::options::Options;
use engine::khartoum::pack::Pack;
use engine::tabletop::side::Side;
use indicatif::{ProgressBar, ProgressStyle};
use staff::khartoum::series::{Series, Tally, Which, series};

use crate::skirmish::StaffName;
use crate::words;

/// What is simulated.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// How many games.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
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
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plays: u32,
    /// The result as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints what came of them.
///
/// # Errors
///
/// If the data of the game, or the result, cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let pack = Pack::embedded().map_err(|error| error.to_string())?;
    let which = |name: StaffName| match name {
        StaffName::Random => Which::Random,
        StaffName::Plain => Which::Plain,
        StaffName::Searching => Which::Searching(arguments.plays),
    };
    let staffs = [which(arguments.ours), which(arguments.theirs)];
    let plan = Series { pack, options: Options::default(), staffs, seed: arguments.seed };
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

/// The result in words and columns.
#[must_use]
pub fn report(plan: &Series, tally: &Tally) -> String {
    let games = tally.games.max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / games;
    let each = |count: u64| count as f64 / games;
    let [ours, theirs] = plan.staffs;
    let mut lines = vec![
        format!("{} games of the siege, ours {ours}, the enemy {theirs}, seeds from {}", tally.games, plan.seed),
        format!(
            "  {} (ours) have won {:.1} %, {} {:.1} %",
            words::sentence_case(plan.pack.tables.sides.of(Side::Ours)),
            share(tally.ours),
            plan.pack.tables.sides.of(Side::Enemy),
            share(tally.enemy)
        ),
    ];
    for (ending, count) in &tally.endings {
        lines.push(format!("  {ending:26} {:5.1} %", share(*count)));
    }
    lines.push("Victory points of ours, where they decided:".to_owned());
    for (points, count) in &tally.points {
        lines.push(format!("  {points:<26} {:5.1} %", share(*count)));
    }
    if !tally.sudden.is_empty() {
        lines.push("Sudden death, by turn:".to_owned());
        for (turn, count) in &tally.sudden {
            lines.push(format!("  turn {turn:<21} {:5.1} %", share(*count)));
        }
    }
    lines.push("Held by ours at the end:".to_owned());
    for (town, count) in &tally.held {
        lines.push(format!("  {town:26} {:5.1} %", share(*count)));
    }
    lines.push(format!(
        "For each game: {:.1} turns, {:.1} orders, {:.1} player turns skipped to {:.1}",
        each(tally.turns),
        each(tally.orders),
        each(tally.skipped[0]),
        each(tally.skipped[1])
    ));
    lines.push(format!(
        "  attacks {:.1} ({:.1} won) to {:.1} ({:.1} won); units lost {:.1} to {:.1}, and {:.1} of ours for want of supply",
        each(tally.battles[0]),
        each(tally.won[0]),
        each(tally.battles[1]),
        each(tally.won[1]),
        each(tally.fallen[0]),
        each(tally.fallen[1]),
        each(tally.starved)
    ));
    lines.push("Cards played for each game, and how often their side has won:".to_owned());
    for (card, (played, won)) in &tally.cards {
        lines.push(format!("  {card:34} {:6.2} {:5.1} %", each(*played), 100.0 * *won as f64 / (*played).max(1) as f64));
    }
    lines.join("\n") + "\n"
}
