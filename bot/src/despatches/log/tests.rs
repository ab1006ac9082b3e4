use super::*;
use crate::model::ids::UserId;
use crate::model::log_filter::LogFilter;
use engine::campaign::Event;
use engine::game::Game as _;
use engine::pack::Pack;
use staff::recorded::recorded;

fn rows() -> Vec<JournalRow> {
    let mut rows: Vec<JournalRow> = (1..)
        .zip(recorded(7, 3))
        .map(|(revision, row)| JournalRow {
            revision,
            kind: "order".to_owned(),
            user: UserId(1 + u64::from(revision % 3)),
            entry: serde_json::to_string(&row.order).unwrap(),
            events: serde_json::to_string(&row.events).unwrap(),
            written_at: 1_000_000 + i64::from(revision),
            undone_by: None,
        })
        .collect();
    let revision = rows.len() as u32 + 1;
    let entry = serde_json::json!({ "roll": { "for": "free", "sides": 6, "faces": [4] } }).to_string();
    let events = "[]".to_owned();
    rows.push(JournalRow { revision, kind: "roll".to_owned(), user: UserId(9), entry, events, written_at: 2_000_000, undone_by: None });
    rows
}

fn state() -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    for row in recorded(7, 3) {
        state.replay(&row.events);
    }
    state
}

fn all() -> Vec<Told> {
    told::<State>(&Pack::embedded().unwrap(), &rows(), &Roster::default(), None)
}

#[test]
fn pages_begin_with_the_newest_row_and_every_row_stands_on_one_of_them() {
    let (state, rows) = (state(), all());
    let mut numbers = Vec::new();
    for number in 0.. {
        let page = page(&state, CampaignId(1), &rows, LogFilter::default(), number);
        numbers.extend(page.menu.unwrap().choices.into_iter().map(|choice| choice.value.parse::<u32>().unwrap()));
        if page.buttons.iter().all(|button| button.label != "Older") {
            break;
        }
    }
    assert_eq!(numbers, (1..=rows.len() as u32).rev().collect::<Vec<_>>());
    let past = page(&state, CampaignId(1), &rows, LogFilter::default(), u16::MAX);
    assert!(past.plain().contains("No. 1: ") && past.buttons.len() == 1, "a page past the end is the last");
}

#[test]
fn a_filter_shows_what_it_says_and_all_of_it() {
    let (state, rows) = (state(), all());
    let pack = state.pack();
    let shown = |filter: LogFilter| rows.iter().filter(|row| shows::<State>(&filter, pack, row)).count();
    assert_eq!(shown(LogFilter { member: Some(UserId(9)), ..LogFilter::default() }), 1);
    let by_kind: usize = LogSubject::ALL.map(|about| shown(LogFilter { about: Some(about), ..LogFilter::default() })).iter().sum();
    assert_eq!(by_kind, rows.len(), "every row is about one thing");
    for about in [LogSubject::Marches, LogSubject::Cards, LogSubject::Rebellion, LogSubject::Rolls] {
        assert!(shown(LogFilter { about: Some(about), ..LogFilter::default() }) > 0, "{}", about.word());
    }
    let by_turn: usize = (1..=3).map(|turn| shown(LogFilter { turn: Some(turn), ..LogFilter::default() })).sum();
    assert_eq!(by_turn, rows.len());
    let lost = rows.iter().flat_map(|row| &row.facts).find_map(|fact| fact.strip_suffix(" is lost.")).unwrap();
    let place = place_number(pack.map.find_space(lost).unwrap());
    let filter = LogFilter { place, ..LogFilter::default() };
    assert!(rows.iter().any(|row| shows::<State>(&filter, pack, row) && row.about == LogSubject::Rebellion));
    assert!(shown(filter) < rows.len() / 2);
    // What is looked for is never among what is only counted.
    let many = Told {
        facts: ["Rosario is lost.", "Tamai is lost.", "Shaw is lost.", "Olga is lost."].map(str::to_owned).to_vec(),
        ..rows[0].clone()
    };
    assert!(!many.line(None).contains("Olga") && many.line(Some("Olga")).contains("Olga is lost."), "{}", many.line(Some("Olga")));
    let none = page(&state, CampaignId(1), &rows, LogFilter { turn: Some(99), about: Some(LogSubject::Sieges), ..LogFilter::default() }, 0);
    assert_eq!(none.sentence, "**The journal has no such row: sieges, of turn 99.**");
}

#[test]
fn a_post_is_told_by_name_and_a_vote_without_how_it_was_cast() {
    let group = |entry: Order, events: Vec<Event>| JournalRow {
        revision: 1,
        entry: serde_json::to_string(&entry).unwrap(),
        events: serde_json::to_string(&events).unwrap(),
        ..rows()[0].clone()
    };
    let post = engine::campaign::Post::ChiefOfStaff;
    let rows = [
        group(Order::Appoint { member: 4, post }, vec![Event::Appointed { member: 4, post }]),
        group(Order::Vote { member: 4, dismiss: true }, vec![Event::Voted { member: 4, dismiss: true }]),
    ];
    let roster = Roster { members: vec![crate::model::roster::Member::new(UserId(77), 4, false)], ..Roster::default() };
    let told = told::<State>(&Pack::embedded().unwrap(), &rows, &roster, None);
    assert!(told[0].line(None).ends_with("A post is given — <@77>: chief of staff."), "{}", told[0].line(None));
    assert!(
        told[1].line(None).ends_with("A vote on the commander in chief") && told[1].about == LogSubject::Group,
        "{}",
        told[1].line(None)
    );
}

#[test]
fn a_place_is_told_of_by_its_whole_name_only() {
    let told = Told { what: "March to Lopez Sound".to_owned(), ..all()[0].clone() };
    assert!(told.tells_of("Lopez") && !told.tells_of("Lop") && !told.tells_of("Sounds"));
}

#[test]
fn each_row_of_what_was_undone_is_told_in_the_position_that_those_before_it_had_made() {
    let mut rows = rows();
    let whole = all();
    // Everything after the tenth row is undone at the end, through the ends of turns.
    let last = rows.last().unwrap().revision;
    rows.iter_mut().filter(|row| row.revision > 10 && row.kind == "order").for_each(|row| row.undone_by = Some(last + 1));
    let told = told::<State>(&Pack::embedded().unwrap(), &rows, &Roster::default(), None);
    assert!(told.iter().any(|row| row.undone && row.turn == 3), "turns that were undone are told by their numbers");
    for (told, whole) in told.iter().zip(&whole) {
        assert_eq!((&told.what, &told.facts, &told.rolls, told.turn), (&whole.what, &whole.facts, &whole.rolls, whole.turn));
    }
    // What comes after the undo is told from where it goes back to.
    let again = JournalRow { revision: last + 2, undone_by: None, ..rows[10].clone() };
    rows.push(again);
    let told = super::told::<State>(&Pack::embedded().unwrap(), &rows, &Roster::default(), None);
    let anew = told.last().unwrap();
    assert_eq!((&anew.what, &anew.facts, anew.turn), (&whole[10].what, &whole[10].facts, whole[10].turn));
}

#[test]
fn what_was_undone_is_struck_through_and_what_follows_is_told_as_if_it_had_not_been() {
    let mut rows = rows();
    let index = rows.iter().position(|row| row.entry.contains("\"check_revolts\"")).unwrap();
    let revision = rows[index].revision;
    // The same rebellion, rolled anew by the row that comes next.
    rows[index + 1..].iter_mut().for_each(|row| row.revision += 2);
    rows[index].undone_by = Some(revision + 1);
    let again = JournalRow { revision: revision + 2, undone_by: None, ..rows[index].clone() };
    rows.insert(index + 1, again);
    let told = told::<State>(&Pack::embedded().unwrap(), &rows, &Roster::default(), None);
    assert!(told[index].line(None).contains("\n~~Roll the rebellion") && told[index].line(None).ends_with("~~"));
    assert!(!told[index + 1].line(None).contains("~~"));
    assert_eq!(told[index].facts, told[index + 1].facts);
    let later: Vec<Told> = all()[index + 1..].iter().map(|told| Told { revision: told.revision + 2, ..told.clone() }).collect();
    assert_eq!(told[index + 2..], later);
    assert!(row(&state(), &told[index]).plain().contains("It was undone later"));
}

#[test]
fn a_row_is_told_with_every_roll_and_when_it_was() {
    let rows = all();
    let rebellion = rows.iter().find(|row| row.about == LogSubject::Rebellion && row.rolls.len() > 10).unwrap();
    let despatch = row(&state(), rebellion);
    assert!(despatch.plain().contains(":f>") && despatch.dice.len() == rebellion.rolls.len());
    assert_eq!(row(&state(), rows.last().unwrap()).dice, ["roll 1D6 [4]"]);
}

#[test]
fn a_page_of_the_longest_rows_stays_within_discords_limits() {
    let long = Told {
        what: "W".repeat(900),
        facts: vec!["F".repeat(900)],
        undone: true,
        user: UserId(u64::MAX),
        revision: u32::MAX,
        ..all()[0].clone()
    };
    let filter = LogFilter { member: Some(UserId(u64::MAX)), turn: Some(long.turn), about: Some(long.about), place: None };
    let page = page(&state(), CampaignId(i64::MAX), &vec![long; 40], filter, 1);
    assert!(page.body().chars().count() <= 4_096 && page.body().matches("**No. ").count() == ON_A_PAGE);
    assert!(page.buttons.iter().all(|button| button.id.to_string().len() <= 100));
}
