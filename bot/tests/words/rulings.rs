//! `docs/rulings.md`: how the umpire reads its rulebooks, made from what it says itself. `UPDATE_HANDBOOK=1` writes it anew.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use engine::campaign::{self, rulebook};
use engine::card_game;
use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum;
use engine::pack::Pack;
use engine::tabletop;
use engine::tabletop::options::{MoreFigures, Options, Turns};
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use umpire::despatches::field::rule::settings;
use umpire::despatches::forces;
use umpire::model::ids::CampaignId;
use umpire::model::standing::Standing;

/// How a campaign on the board with the usual options reads the rulebook, a line for each reading.
fn campaign() -> Vec<String> {
    let mut state = campaign::State::new(Pack::embedded().unwrap());
    let options = campaign::Options { boards: true, ..campaign::Options::default() };
    let order = campaign::Order::SetUp { scenario: "uprising".to_owned(), options };
    state.give(campaign::Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
    forces::rules(&state, Standing::commanded(CampaignId(1), 1, None)).facts
}

/// How a battle with these options reads its rules, a line for each setting: the number of its ruling, and what it says.
fn battle(options: Options) -> Vec<(String, String)> {
    let mut state = tabletop::state::State::opening(&BattlePack::embedded().unwrap());
    let set_up = SetUp { battle: Battle::Scenario("form square".to_owned()), options };
    state.give(tabletop::seat::Seat::Umpire, &Order::SetUp(Arc::new(set_up)), &mut Dice::seeded([1; 32], 0)).unwrap();
    let lines = settings(&state, 1).facts;
    let parted = |line: String| line.replace("**", "").split_once(": ").map(|(number, says)| (number.to_owned(), says.to_owned()));
    lines.into_iter().filter_map(parted).collect()
}

fn page() -> String {
    let mut page = "# The rulings\n\n\
        What the rulebooks leave open, and how this umpire reads it. `/rules` says of a game how it is played, `/rule` says the rule itself. This page\n\
        is made from what the umpire says, and a test holds the two together.\n\n\
        ## A campaign\n\nWhat `/rules` says of a campaign with the usual options:\n\n"
        .to_owned();
    for line in campaign() {
        writeln!(page, "- {line}").unwrap();
    }
    page.push_str(
        "\nWhat settled a heading of the rulebook that leaves something open, ruling by ruling:\n\n| Heading | Ruling |\n|---|---|\n",
    );
    for rule in rulebook::rules(&Pack::embedded().unwrap(), None).iter().filter(|rule| !rule.rulings.is_empty()) {
        let rulings: Vec<String> = rule.rulings.iter().map(|(number, says)| format!("R{number:02}: {says}")).collect();
        writeln!(page, "| {} | {} |", rule.heading, rulings.join("<br>")).unwrap();
    }
    page.push_str("\n## A battle on the board\n\nThe settings of `/battle new`, as they usually are and the other way:\n\n| Ruling | Usually | Otherwise |\n|---|---|---|\n");
    let otherwise = battle(Options {
        more_figures: MoreFigures::Always,
        horse_throws_its_greater_die: true,
        units_hide: true,
        points_every_turn: true,
        artillery_fires_twice: true,
        square_fires_each_way: true,
        edge_lets_go: true,
        any_wound_takes_the_hit: true,
        irregulars_form_square: true,
        hard_luck_stays: true,
        turns: Turns(20),
    });
    for ((number, usual), (_, other)) in battle(Options::default()).into_iter().zip(otherwise) {
        assert_ne!(usual, other, "{number} has two sides");
        writeln!(page, "| {number} | {usual} | {other} |").unwrap();
    }
    page.push_str(
        "\nWhat each heading of the battle rules says, and the rulings in it:\n\n| Heading | In our words | Rulings |\n|---|---|---|\n",
    );
    for paragraph in BattlePack::embedded().unwrap().rulebook.iter().filter(|paragraph| !paragraph.rulings.is_empty()) {
        let text = paragraph.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(page, "| {} | {text} | {} |", paragraph.heading, paragraph.rulings.join(", ")).unwrap();
    }
    cards_page(&mut page);
    khartoum_page(&mut page);
    page
}

/// How a game of the siege with these options reads its rules, a line for each setting.
fn siege(options: khartoum::options::Options) -> Vec<(String, String)> {
    let mut state = khartoum::state::State::opening(&khartoum::pack::Pack::embedded().unwrap());
    let order = khartoum::order::Order::SetUp(options);
    state.give(tabletop::seat::Seat::Umpire, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
    let lines = umpire::despatches::khartoum::rule::settings(&state, 1).facts;
    let parted = |line: String| line.replace("**", "").split_once(": ").map(|(number, says)| (number.to_owned(), says.to_owned()));
    lines.into_iter().filter_map(parted).collect()
}

fn khartoum_page(page: &mut String) {
    use khartoum::options::{BreakOff, Options};
    page.push_str("\n## Khartoum\n\nThe settings of `/khartoum new`, as they usually are and the other way:\n\n| Ruling | Usually | Otherwise |\n|---|---|---|\n");
    let otherwise = siege(Options {
        held_face_up: true,
        larger_stacks: true,
        hidden_numbers: true,
        more_rounds: true,
        break_off: BreakOff::LeadersWhenOutmatched,
        umpire_retreats: true,
        guides_everywhere: true,
        no_attrition: true,
    });
    let further = [BreakOff::Stand, BreakOff::Ask].map(|break_off| siege(Options { break_off, ..Options::default() }));
    for (place, ((number, usual), (_, other))) in siege(Options::default()).into_iter().zip(otherwise).enumerate() {
        assert_ne!(usual, other, "{number} has two sides");
        let more = further.iter().filter(|lines| lines[place].1 != usual).map(|lines| format!("; or {}", lines[place].1));
        writeln!(page, "| {number} | {usual} | {other}{} |", more.collect::<String>()).unwrap();
    }
    page.push_str(
        "\nOf this game the scenario's own rules survive, 23 to 29; all else is ours. What each heading says, and the rulings in it:\n\n\
         | Heading | In our words | Rulings |\n|---|---|---|\n",
    );
    for paragraph in khartoum::pack::Pack::embedded().unwrap().rulebook.iter().filter(|paragraph| !paragraph.rulings.is_empty()) {
        let text = paragraph.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(page, "| {} | {text} | {} |", paragraph.heading, paragraph.rulings.join(", ")).unwrap();
    }
}

/// How a card game with these options reads its rules, a line for each setting.
fn card_game(options: card_game::options::Options) -> Vec<(String, String)> {
    let mut state = card_game::state::State::opening(&card_game::pack::CardPack::embedded().unwrap());
    let order = card_game::order::Order::SetUp(options);
    state.give(tabletop::seat::Seat::Umpire, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
    let lines = umpire::despatches::cards::rule::settings(&state, 1).facts;
    let parted = |line: String| line.replace("**", "").split_once(": ").map(|(number, says)| (number.to_owned(), says.to_owned()));
    lines.into_iter().filter_map(parted).collect()
}

fn cards_page(page: &mut String) {
    use card_game::options::{Like, Options, WipedOut};
    page.push_str("\n## The card game\n\nThe settings of `/sudan new`, as they usually are and the other way:\n\n| Ruling | Usually | Otherwise |\n|---|---|---|\n");
    let otherwise = card_game(Options {
        like: Like::Type,
        river_in_the_west: true,
        tactics_at_once: true,
        wiped_out: WipedOut::NoChange,
        random_losses: true,
        advantage_again: true,
    });
    let further = card_game(Options { like: Like::Off, wiped_out: WipedOut::RollOn, ..Options::default() });
    for (((number, usual), (_, other)), (_, third)) in card_game(Options::default()).into_iter().zip(otherwise).zip(further) {
        assert_ne!(usual, other, "{number} has two sides");
        let third = if third == usual { String::new() } else { format!("; or {third}") };
        writeln!(page, "| {number} | {usual} | {other}{third} |").unwrap();
    }
    page.push_str("\nWhat each heading of its rules says, and the rulings in it:\n\n| Heading | In our words | Rulings |\n|---|---|---|\n");
    for paragraph in card_game::pack::CardPack::embedded().unwrap().rulebook.iter().filter(|paragraph| !paragraph.rulings.is_empty()) {
        let text = paragraph.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(page, "| {} | {text} | {} |", paragraph.heading, paragraph.rulings.join(", ")).unwrap();
    }
}

#[test]
fn the_page_of_rulings_says_what_the_umpire_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rulings.md");
    let page = page();
    if std::env::var_os("UPDATE_HANDBOOK").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == page, "docs/rulings.md is out of date; UPDATE_HANDBOOK=1 writes it anew:\n{page}");
}
