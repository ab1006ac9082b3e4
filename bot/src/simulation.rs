//! `umpire simulate`: whole campaigns played out, and how they end.

use std::sync::Arc;
use std::time::Instant;

use engine::campaign::Options;
use engine::pack::Pack;
use indicatif::{ProgressBar, ProgressStyle};
use staff::simulate::{Battles, Plan, Tally, Which, simulate};
use staff::tabletop::{Searching, skirmish};

/// Who plays.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum StaffName {
    /// Any legal order.
    Random,
    /// As a careful group would.
    Cautious,
}

/// How battles are settled.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum BattlesName {
    /// By the simple model that stands for a real table.
    Dice,
    /// Fought out on the board of the gridded battle, by the staff on both sides.
    Board,
}

/// Who fights on the board.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum FighterName {
    /// As a sensible officer would.
    Plain,
    /// Plays the next activations out and chooses by result.
    Searching,
}

/// What is simulated.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// How many campaigns.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    campaigns: u64,
    /// The seed of the first; each further one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays.
    #[arg(long, value_enum, default_value_t = StaffName::Cautious)]
    staff: StaffName,
    /// How battles are settled.
    #[arg(long, value_enum, default_value_t = BattlesName::Dice)]
    battles: BattlesName,
    /// On the board, how many of the enemy's units are one.
    #[arg(long, default_value_t = Options::default().rubs, value_parser = clap::value_parser!(u8).range(1..=3))]
    rubs: u8,
    /// Who fights on the board, on both sides.
    #[arg(long, value_enum, default_value_t = FighterName::Plain)]
    fighters: FighterName,
    /// How many plays a searching staff has for each decision.
    #[arg(long, default_value_t = Searching::USUAL, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plays: u32,
    /// The scenario.
    #[arg(long, default_value = "uprising")]
    scenario: String,
    /// The result as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the campaigns and prints what came of them.
///
/// # Errors
///
/// If the pack has no such scenario.
pub fn run(arguments: &Arguments, pack: &Arc<Pack>) -> Result<(), String> {
    if pack.scenario(&arguments.scenario).is_none() {
        let known: Vec<&str> = pack.scenarios.iter().map(|scenario| scenario.key.as_str()).collect();
        return Err(format!("there is no scenario \"{}\"; there are {}", arguments.scenario, known.join(" and ")));
    }
    let plan = Plan {
        pack: Arc::clone(pack),
        scenario: arguments.scenario.clone(),
        options: Options { boards: matches!(arguments.battles, BattlesName::Board), rubs: arguments.rubs, ..Options::default() },
        battles: match (arguments.battles, arguments.fighters) {
            (BattlesName::Dice, _) => Battles::Dice,
            (BattlesName::Board, FighterName::Plain) => Battles::Board(skirmish::Which::Plain),
            (BattlesName::Board, FighterName::Searching) => Battles::Board(skirmish::Which::Searching(arguments.plays)),
        },
        staff: match arguments.staff {
            StaffName::Random => Which::Random,
            StaffName::Cautious => Which::Cautious,
        },
        seed: arguments.seed,
    };
    let style =
        ProgressStyle::with_template("{bar:40} {pos} of {len} campaigns, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
    // Drawn on the error stream, and only for somebody who watches.
    let bar = ProgressBar::new(arguments.campaigns).with_style(style);
    let begun = Instant::now();
    let tally = simulate(&plan, arguments.campaigns, || bar.inc(1));
    bar.finish_and_clear();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&tally).map_err(|error| error.to_string())?);
    } else {
        print!("{}", report(&plan, &tally));
        eprintln!("{} campaigns in {:.1} s", tally.campaigns, begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The result in words and columns.
#[must_use]
pub fn report(plan: &Plan, tally: &Tally) -> String {
    let share = |count: u64| 100.0 * count as f64 / tally.campaigns.max(1) as f64;
    let each = |count: u64| count as f64 / tally.campaigns.max(1) as f64;
    let mut lines = vec![format!("{} campaigns, \"{}\", {} staff, seeds from {}", tally.campaigns, plan.scenario, plan.staff, plan.seed)];
    for (ending, turns) in &tally.endings {
        let count: u64 = turns.values().sum();
        let by_turn: Vec<String> = turns.iter().map(|(turn, count)| format!("{turn}: {count}")).collect();
        lines.push(format!("  {ending:8} {:5.1} %   by turn  {}", share(count), by_turn.join("  ")));
    }
    lines.push("Victory points after each turn, of the campaigns that saw it:".to_owned());
    for (turn, (sum, count)) in &tally.points_by_turn {
        lines.push(format!("  turn {turn:2}  {:6.1}  ({count} campaigns)", *sum as f64 / (*count).max(1) as f64));
    }
    lines.push(format!(
        "For each campaign: {:.1} orders, {:.1} places lost, {:.1} won back, {:.1} sieges begun, {:.1} broken",
        each(tally.orders),
        each(tally.places_lost),
        each(tally.places_retaken),
        each(tally.sieges_begun),
        each(tally.sieges_broken)
    ));
    let kinds: std::collections::BTreeSet<&String> = tally.battles_won.keys().chain(tally.battles_lost.keys()).collect();
    for kind in kinds {
        let won = tally.battles_won.get(kind).copied().unwrap_or_default();
        let lost = tally.battles_lost.get(kind).copied().unwrap_or_default();
        lines.push(format!("  {kind:9} {:.2} battles, {:.0} % won", each(won + lost), 100.0 * won as f64 / (won + lost).max(1) as f64));
    }
    let of_steps = |steps: u64| 100.0 * steps as f64 / tally.steps_in_battle.max(1) as f64;
    lines.push(format!(
        "Of the steps that fought {:.0} % were lost in battle, {:.0} % in pursuits",
        of_steps(tally.steps_lost),
        of_steps(tally.steps_lost_in_pursuit)
    ));
    if let Battles::Board(fighters) = plan.battles {
        lines.push(format!(
            "On the board, {fighters} staff, {} enemy units to one: {:.1} battles, {:.1} turns each",
            plan.options.rubs,
            each(tally.fought_on_board),
            tally.board_turns as f64 / tally.fought_on_board.max(1) as f64
        ));
    }
    for (battle, (won, lost)) in &tally.battle_types {
        lines.push(format!("  {battle:14} {:.2} battles, {:.0} % won", each(won + lost), 100.0 * *won as f64 / (won + lost).max(1) as f64));
    }
    for (trigger, (count, turns)) in &tally.triggers {
        lines.push(format!("  {trigger}: in {:.1} %, on average in turn {:.1}", share(*count), *turns as f64 / (*count).max(1) as f64));
    }
    lines.push("Cards, played for each campaign as event, Ops, replacements:".to_owned());
    for (card, [event, ops, points]) in &tally.cards {
        let title = plan.pack.card(engine::pack::CardNumber(*card)).map_or("", |card| card.title.as_str());
        lines.push(format!("  {card:2} {title:32} {:5.2} {:5.2} {:5.2}", each(*event), each(*ops), each(*points)));
    }
    lines.join("\n") + "\n"
}
