//! What `/rule` and `/help` say, kept word for word and within Discord's limits.

use engine::campaign::Seat;
use engine::campaign::rulebook;
use engine::campaign::{Options, Order, Post, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{Pack, nearest_few};
use umpire::despatches::help::HelpRequest;
use umpire::despatches::rule::{Book, Found, Subject};
use umpire::despatches::sheet;
use umpire::model::battle::BattleRow;
use umpire::model::custom_id::CustomId;
use umpire::model::despatch::Despatch;
use umpire::model::ids::{CampaignId, ChannelId, MessageId, UserId};
use umpire::model::roster::{Member, Roster};
use umpire::model::standing::Standing;
use umpire::model::standing_orders::StandingOrders;
use umpire::model::topic::Topic;

const COMMANDER: UserId = UserId(11);
const PLAYER: UserId = UserId(22);
const SPECTATOR: UserId = UserId(33);
const STRANGER: UserId = UserId(44);

fn begun(options: Options) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let order = Order::SetUp { scenario: "uprising".to_owned(), options };
    state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
    state.give(Seat::Umpire, &Order::Appoint { member: 0, post: Post::Commander }, &mut Dice::scripted(&[])).unwrap();
    state
}

fn told(book: &Book<'_>, typed: &str) -> Despatch {
    match book.find(typed) {
        Found::One(subject) => book.tell(subject),
        Found::Perhaps(perhaps) => book.unclear(typed, &perhaps),
    }
}

/// Whether a message of it is within Discord's limits, with nothing cut off.
#[track_caller]
fn fits(despatch: &Despatch) {
    let body = despatch.body();
    assert!(body.chars().count() <= 4_000, "{} characters: {}", body.chars().count(), despatch.sentence);
    assert!(!body.contains("more roll") && !body.ends_with('…'), "cut off: {body}");
    assert!(despatch.sentence.chars().count() <= 1_900, "{}", despatch.sentence);
    assert!(despatch.buttons.len() <= 25, "{}", despatch.sentence);
    let mut ids: Vec<String> = despatch.buttons.iter().map(|button| button.id.to_string()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), despatch.buttons.len(), "a button twice: {:?}", despatch.buttons);
    for button in &despatch.buttons {
        assert!(button.id.to_string().len() <= 100 && !button.label.is_empty() && button.label.chars().count() <= 80, "{button:?}");
    }
}

#[test]
fn everything_that_can_be_asked_about_is_told_within_discords_limits_and_found_by_its_name() {
    let pack = Pack::embedded().unwrap();
    let state = begun(Options { storming: true, gunboats_at_sieges: true, ..Options::default() });
    for book in [Book::of(&pack, None), Book::of(&pack, Some(&state))] {
        let subjects = book.completions("");
        assert!(subjects.len() > 200, "{} subjects", subjects.len());
        for subject in subjects {
            let despatch = book.tell(subject);
            fits(&despatch);
            assert!(
                despatch.sentence.starts_with("**") && !despatch.facts.is_empty() || matches!(subject, Subject::Rule(_)),
                "{despatch:?}"
            );
            assert!((1..=100).contains(&book.label(subject).chars().count()));
            assert_eq!(book.of_key(&subject.key()), Some(subject));
            // Places and units may share a name with a heading; nothing else does.
            let Found::One(found) = book.find(book.name(subject)) else { panic!("{} is not found", book.name(subject)) };
            assert_eq!(book.name(found).to_lowercase(), book.name(subject).to_lowercase());
        }
        fits(&book.contents());
        fits(&book.unclear("xyzzy", &[]));
    }
}

#[test]
fn every_heading_is_found_by_its_other_names_and_with_two_letters_exchanged() {
    let pack = Pack::embedded().unwrap();
    let book = Book::of(&pack, None);
    for rule in rulebook::rules(&pack, None) {
        for other in &rule.also {
            let found = match book.find(other) {
                Found::One(subject) => vec![subject],
                Found::Perhaps(perhaps) => perhaps,
            };
            assert!(found.iter().any(|subject| book.name(*subject) == rule.heading), "{other}: {found:?}");
        }
        let mut letters: Vec<char> = rule.heading.chars().collect();
        letters.swap(2, 3);
        let typo: String = letters.into_iter().collect();
        let found = match book.find(&typo) {
            Found::One(subject) => vec![subject],
            Found::Perhaps(perhaps) => perhaps,
        };
        assert!(found.iter().any(|subject| book.name(*subject) == rule.heading), "{typo}: {found:?}");
    }
    assert!(nearest_few("zzzz", ["Revolt"].into_iter(), 3).is_empty());
}

#[test]
fn every_button_of_a_rule_leads_to_something() {
    let pack = Pack::embedded().unwrap();
    let book = Book::of(&pack, None);
    for subject in book.completions("") {
        for button in book.tell(subject).buttons {
            let CustomId::Rule { subject: key } = &button.id else { panic!("{button:?}") };
            let next = book.of_key(key).unwrap();
            assert_ne!(next, subject, "a rule leads to itself");
            assert!(book.name(next).starts_with(button.label.trim_end_matches('…')));
        }
    }
}

#[test]
fn rules_cards_events_places_and_units_in_words() {
    let pack = Pack::embedded().unwrap();
    let book = Book::of(&pack, None);
    let asked = [
        "Revolt",
        "Encounter Table",
        "Pursuit Table",
        "Event Triggers",
        "35",
        "Event 56",
        "Suakin",
        "Militia",
        "seige tabel",
        "siege",
        "qqqq",
    ];
    let words: Vec<String> = asked.iter().map(|typed| format!("/rule heading:{typed}\n{}", told(&book, typed).plain())).collect();
    reads!("rule_told", words.join("\n\n"));
}

#[test]
fn a_rule_says_how_the_campaign_plays_it() {
    let state = begun(Options { storming: true, earlier_siege_rows: true, ..Options::default() });
    let book = Book::of(state.pack(), Some(&state));
    let asked = ["Siege Table", "Siege Outcome", "Battles (cont.)", "Card 36", "Tokar", "Victory Points"];
    let words: Vec<String> = asked.iter().map(|typed| format!("/rule heading:{typed}\n{}", told(&book, typed).plain())).collect();
    reads!("rule_told_in_a_campaign", words.join("\n\n"));
}

#[test]
fn the_pages_of_the_rounds_and_of_the_expedition_say_what_goes_on_and_what_is_left_to_the_players() {
    let rules = rulebook::rules(&Pack::embedded().unwrap(), None);
    let says = |heading: &str| rules.iter().find(|rule| rule.heading == heading).unwrap().says.clone();
    let rounds = says("Action Rounds");
    assert!(rounds.contains("so does an event, unless it gives Ops, a march or passage"), "{rounds}");
    let expedition = says("Hicks Expedition");
    assert!(expedition.contains("go by ship to another: nothing makes them, that is left to you"), "{expedition}");
}

fn group() -> Roster {
    Roster {
        members: vec![Member::new(COMMANDER, 0, false), Member::new(PLAYER, 1, false), Member::new(SPECTATOR, 2, true)],
        ..Roster::default()
    }
}

fn advice(state: &State, user: UserId, proposers: &[UserId]) -> Despatch {
    advice_in(state, user, proposers, None)
}

fn advice_in(state: &State, user: UserId, proposers: &[UserId], battle: Option<&BattleRow>) -> Despatch {
    let (roster, orders) = (group(), StandingOrders::default());
    let standing = Standing::commanded(CampaignId(1), 7, roster.commanding(state));
    HelpRequest { state, standing, roster: &roster, orders: &orders, user, drafting: false, proposers, battle }.advice()
}

/// A battle in its thread: the player against the commander.
fn the_battle() -> BattleRow {
    let sides = vec![(COMMANDER, false), (PLAYER, true)];
    BattleRow { revision: 5, name: "Battle of Olga, turn 1".to_owned(), thread: Some(ChannelId(77)), message: Some(MessageId(76)), sides }
}

#[test]
fn help_has_three_to_six_lines_for_everyone_at_every_point_of_a_campaign() {
    let everyone = [COMMANDER, PLAYER, SPECTATOR, STRANGER];
    let registered: Vec<String> = umpire::commands::all().iter().map(|command| command.name.to_string()).collect();
    for seed in 1..6_u64 {
        let mut state = begun(Options { gunboat_encounters: true, storming: true, ..Options::default() });
        let mut dice = Dice::seeded([seed as u8; 32], 0);
        let mut choice = seed;
        loop {
            let legal = sheet::legal(&state);
            let battle = the_battle();
            for (user, battle) in everyone.into_iter().flat_map(|user| [(user, None), (user, Some(&battle))]) {
                let despatch = advice_in(&state, user, &[PLAYER], battle);
                fits(&despatch);
                assert!((3..=6).contains(&despatch.facts.len()), "{:?}", despatch.facts);
                for line in &despatch.facts {
                    for named in line.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.strip_prefix('/')) {
                        let command = named.split(' ').next().unwrap_or_default();
                        assert!(registered.iter().any(|known| known == command), "/{named} is no command: {line}");
                    }
                    assert!(
                        line.contains('`') || line.contains('*') || line.contains("propose"),
                        "{line} names neither command nor button"
                    );
                }
            }
            // What is legal is named to those who can order it.
            let told = advice(&state, COMMANDER, &[]).facts.join("\n");
            for (topic, command) in
                [(Topic::Siege, "`/siege`"), (Topic::Replacements, "`/replacements`"), (Topic::Move, "`/move`"), (Topic::Sail, "`/sail`")]
            {
                let can = legal.iter().any(|order| Topic::of(order) == topic);
                assert_eq!(told.contains(command), can, "{command}: {told}");
            }
            if state.ending().is_some() {
                break;
            }
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let order = legal[(choice >> 33) as usize % legal.len()].clone();
            state.give(Seat::Commander, &order, &mut dice).unwrap();
        }
    }
}

#[test]
fn help_in_words() {
    let mut state = begun(Options::default());
    let mut words = Vec::new();
    let mut say = |what: &str, state: &State, user: UserId, proposers: &[UserId]| {
        words.push(format!("— {what}\n{}", advice(state, user, proposers).plain()));
    };
    say("the commander, before the draw", &state, COMMANDER, &[]);
    let mut dice = Dice::seeded([3; 32], 0);
    let give = |state: &mut State, order: Order, dice: &mut Dice| state.give(Seat::Commander, &order, dice).unwrap();
    give(&mut state, Order::DrawCards, &mut dice);
    say("a player, at the rebellion", &state, PLAYER, &[]);
    give(&mut state, Order::CheckRevolts, &mut dice);
    while state.decision().is_some() {
        say("the commander, asked something", &state, COMMANDER, &[]);
        let order = sheet::legal(&state)[0].clone();
        give(&mut state, order, &mut dice);
        if state.decision().is_none() {
            give(&mut state, Order::CheckRevolts, &mut dice);
        }
    }
    say("the commander, with a proposal waiting", &state, COMMANDER, &[PLAYER]);
    say("a player whose proposal waits", &state, PLAYER, &[PLAYER]);
    give(&mut state, Order::Pass, &mut dice);
    say("the commander, with an Op", &state, COMMANDER, &[]);
    say("a spectator", &state, SPECTATOR, &[]);
    say("a stranger", &state, STRANGER, &[]);
    let battle = the_battle();
    for (what, user) in [("who commands the Mahdists in a battle", PLAYER), ("who commands ours", COMMANDER)] {
        words.push(format!("— {what}\n{}", advice_in(&state, user, &[], Some(&battle)).plain()));
    }
    reads!("help_now", words.join("\n\n"));
}
