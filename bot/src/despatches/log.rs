//! The log: the journal row by row, the newest first, in a line or two each; and one row with all its rolls.

use crate::model::log_filter::{LogFilter, LogSubject};

use engine::campaign::{Decision, Order, State};
use engine::pack::SpaceId;
use serde_json::Value;

use crate::despatches::report::luck::rolls_in;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu};
use crate::model::entry::JournalRow;
use crate::model::ids::{CampaignId, UserId};
use crate::model::lifecycle::Filing;
use crate::model::played::{Line, Played};
use crate::model::roster::Roster;
use crate::model::topic::Topic;
use crate::words;

/// Rows on a page.
pub const ON_A_PAGE: usize = 8;
/// Characters of a row's line.
const LINE: usize = 220;
/// News that stand in the line of a row.
const NEWS_SHOWN: usize = 3;
/// News from this weight on stand in the line of a row.
const NEWS: u8 = 20;

/// What an order is about, given in this position.
pub(super) fn subject_of(state: &State, order: &Order) -> LogSubject {
    if order.is_about_the_group() {
        return LogSubject::Group;
    }
    if matches!(order, Order::Correct { .. }) {
        return LogSubject::Corrections;
    }
    match (Topic::of(order), state.decision()) {
        (Topic::Rebellion, _) => LogSubject::Rebellion,
        (Topic::Cards, _) => LogSubject::Cards,
        (Topic::Move, _) => LogSubject::Marches,
        (Topic::Sail, _) => LogSubject::Voyages,
        (Topic::Battle, _) => LogSubject::Battles,
        (Topic::Siege, _) => LogSubject::Sieges,
        (Topic::Replacements, _) => LogSubject::Replacements,
        (Topic::Decision, Some(Decision::Retreat { .. }) | None) => LogSubject::Rebellion,
        (Topic::Decision, Some(Decision::Battle { .. } | Decision::RetreatFrom { .. } | Decision::Casualties { .. })) => {
            LogSubject::Battles
        }
        (Topic::Decision, Some(Decision::Duel { .. } | Decision::Ferry { .. })) => LogSubject::Voyages,
        (Topic::Decision, Some(Decision::Garrison { .. } | Decision::BreakOut { .. })) => LogSubject::Sieges,
        (
            Topic::Decision,
            Some(
                Decision::Reinforce { .. }
                | Decision::PlaceShip { .. }
                | Decision::Redoubts { .. }
                | Decision::Raid { .. }
                | Decision::RaidGarrison { .. }
                | Decision::ExchangeCard { .. }
                | Decision::TakeCard { .. }
                | Decision::ExchangeFor { .. }
                | Decision::EaseSiege { .. }
                | Decision::Replacements { .. }
                | Decision::ExpeditionLands { .. },
            ),
        ) => LogSubject::Cards,
    }
}

fn filter_words<G: Played>(filter: &LogFilter, pack: &G::Pack) -> String {
    let mut parts = Vec::new();
    parts.extend(filter.about.map(|about| about.word().to_owned()));
    parts.extend(filter.member.map(|member| format!("by <@{member}>")));
    parts.extend(place_name::<G>(filter, pack).map(|place| format!("at {place}")));
    parts.extend(filter.turn.map(|turn| format!("of turn {turn}")));
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

fn place_name<G: Played>(filter: &LogFilter, pack: &G::Pack) -> Option<String> {
    G::place_name(pack, filter.place?)
}

fn shows<G: Played>(filter: &LogFilter, pack: &G::Pack, told: &Told) -> bool {
    filter.member.is_none_or(|member| member == told.user && told.staff.is_none())
        && filter.about.is_none_or(|about| about == told.about)
        && filter.turn.is_none_or(|turn| turn == told.turn)
        && (filter.place.is_none() || place_name::<G>(filter, pack).is_some_and(|place| told.tells_of(&place)))
}

/// The number of a place for a filter.
#[must_use]
pub fn place_number(space: SpaceId) -> Option<u16> {
    u16::try_from(space.index()).ok()
}

/// A row, told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Its number.
    pub revision: u32,
    /// Who did it, or asked for it.
    pub user: UserId,
    /// Which staff gave the order, if its side is played by one.
    pub staff: Option<String>,
    /// The turn it was done in.
    pub turn: u8,
    /// What it is about.
    pub about: LogSubject,
    /// What was done.
    pub what: String,
    /// What came of it, the greatest news first.
    pub facts: Vec<String>,
    /// The rolls.
    pub rolls: Vec<String>,
    /// When, in seconds since 1970.
    pub at: i64,
    /// Whether it was undone.
    pub undone: bool,
}

/// Whether a place stands in a text, as a word of its own.
fn stands_in(text: &str, place: &str) -> bool {
    text.match_indices(place).any(|(at, _)| {
        let stands_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        stands_apart(text[..at].chars().next_back()) && stands_apart(text[at + place.len()..].chars().next())
    })
}

impl Told {
    /// Whether it tells of a place, as a word of its own.
    fn tells_of(&self, place: &str) -> bool {
        stands_in(&self.what, place) || self.facts.iter().any(|fact| stands_in(fact, place))
    }

    /// It in a line; what tells of a place that is looked for comes first.
    fn line(&self, place: Option<&str>) -> String {
        let mut text = self.what.clone();
        let mut news = if self.about == LogSubject::Rolls { self.rolls.clone() } else { self.facts.clone() };
        if let Some(place) = place {
            news.sort_by_key(|fact| !stands_in(fact, place));
        }
        if !news.is_empty() {
            text.push_str(&format!(" — {}", news.iter().take(NEWS_SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")));
        }
        if news.len() > NEWS_SHOWN {
            text.push_str(&format!(" And {} more.", words::number(news.len() - NEWS_SHOWN)));
        }
        let text = words::shortened(&text, LINE);
        let text = if self.undone { format!("~~{}~~", text.replace("~~", "")) } else { text };
        format!("**No. {}**{} · {} · <t:{}:f>\n{text}", self.revision, in_turn(" · ", self.turn), self.who(), self.at)
    }

    /// Who did it: a member, a staff, or the umpire by itself.
    fn who(&self) -> String {
        match &self.staff {
            Some(staff) => staff.clone(),
            None if self.user == UserId::UMPIRE => "the umpire".to_owned(),
            None => self.user.mention(),
        }
    }
}

/// "turn 3" after what stands before it; nothing in a game without turns.
fn in_turn(before: &str, turn: u8) -> String {
    if turn == 0 { String::new() } else { format!("{before}turn {turn}") }
}

/// Tells every row of a journal, in order, as `seat` may see it, or the public; members are called as the roster knows them.
#[must_use]
pub fn told<G: Played>(pack: &G::Pack, rows: &[JournalRow], roster: &Roster, seat: Option<G::Seat>) -> Vec<Told> {
    told_from(G::opening(pack), rows, roster, seat)
}

/// Tells rows that follow on a position, each in the position in which it was given: what was undone later had happened until then.
#[must_use]
pub fn told_from<G: Played>(mut state: G, rows: &[JournalRow], roster: &Roster, seat: Option<G::Seat>) -> Vec<Told> {
    let mut undone: Vec<Undone<G>> = Vec::new();
    let mut told = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        while let Some(Undone { by, before, since }) = undone.pop_if(|undone| undone.by <= row.revision) {
            state = before;
            let stands = |earlier: &&JournalRow| earlier.undone_by.is_none_or(|later| later > by);
            rows[since..index].iter().filter(stands).for_each(|earlier| state.replay(&events_of::<G>(earlier)));
        }
        if let Some(by) = row.undone_by
            && undone.last().is_none_or(|undone| undone.by != by)
        {
            undone.push(Undone { by, before: state.clone(), since: index });
        }
        let order = (row.kind == "order").then(|| serde_json::from_str::<G::Order>(&row.entry).ok()).flatten();
        told.push(match order {
            Some(order) => of_an_order(&mut state, &order, row, roster, seat),
            None => of_another(&state, row),
        });
    }
    told
}

/// Rows that another undid.
struct Undone<G> {
    /// The number of that other row.
    by: u32,
    /// The position before the first of them.
    before: G,
    /// The first of them among the rows that are told.
    since: usize,
}

/// What happened by a row; nothing where it says nothing that this game knows.
fn events_of<G: Played>(row: &JournalRow) -> Vec<G::Event> {
    serde_json::from_str(&row.events).unwrap_or_default()
}

fn of_an_order<G: Played>(state: &mut G, order: &G::Order, row: &JournalRow, roster: &Roster, seat: Option<G::Seat>) -> Told {
    let events = events_of::<G>(row);
    let (about, staff) = (state.subject(order), state.by_the_staff(order));
    let (what, fact) = state.in_the_log(order, roster);
    let what = what.unwrap_or_else(|| state.label(order, seat).0);
    let turn = state.turn();
    let mut after = state.clone();
    after.replay(&events);
    let turn = if turn == 0 { after.turn() } else { turn };
    let shown: Vec<G::Event> = events.iter().filter_map(|event| after.shown(event, seat)).collect();
    let rolls = after.every_roll(&shown);
    // What was asked says that already.
    let news: Vec<G::Event> = shown.into_iter().filter(|event| !G::says_itself(event)).collect();
    let facts = G::lines(state, &after, &news).into_iter();
    let mut facts: Vec<(u8, String)> =
        facts.filter_map(|line| if let Line::Fact(weight, fact) = line { Some((weight, fact)) } else { None }).collect();
    facts.retain(|(weight, _)| *weight >= NEWS);
    facts.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    *state = after;
    let mut facts: Vec<String> = facts.into_iter().map(|(_, fact)| fact).collect();
    facts.extend(fact);
    let undone = row.undone_by.is_some();
    Told { revision: row.revision, user: row.user, staff, turn, about, what, facts, rolls, at: row.written_at, undone }
}

/// What became of the game's lifecycle.
fn filed(entry: &Value, noun: &str) -> String {
    match serde_json::from_value::<Filing>(entry.clone()) {
        Ok(Filing::Renamed(name)) => format!("Called the {noun} {}", name.as_str()),
        Ok(Filing::Archived) => format!("Put the {noun} away"),
        Ok(Filing::TakenUp(channel)) => format!("Took the {noun} up again in <#{channel}>"),
        Ok(Filing::Deleted { .. }) => format!("Deleted the {noun}"),
        Ok(Filing::Forgotten { .. }) => "Ended the trial, to be forgotten".to_owned(),
        Ok(Filing::Restored) => format!("Brought the {noun} back"),
        Ok(Filing::FromBackup) => "The umpire's journal was put back from a backup: the dice go on from elsewhere".to_owned(),
        Err(_) => format!("Filed something of the {noun}"),
    }
}

/// What an undo took back, by its numbers.
fn undid(entry: &Value) -> String {
    let rows: Vec<u64> = entry.get("voids").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64).collect();
    match rows.as_slice() {
        [] => "Undid what was done".to_owned(),
        [one] => format!("Undid No. {one}"),
        [first, .., last] => format!("Undid No. {first} to {last}"),
    }
}

fn of_another<G: Played>(state: &G, row: &JournalRow) -> Told {
    let (filing, undone, of_a_member);
    let entry = serde_json::from_str(&row.entry).unwrap_or_default();
    let what = match row.kind.as_str() {
        "filed" => {
            filing = filed(&entry, G::NOUN);
            &filing
        }
        "roll" => "A roll at the table",
        did @ ("joined" | "left" | "closed") => {
            of_a_member = format!("{} the {}", words::sentence_case(did), G::NOUN);
            &of_a_member
        }
        "standing_orders" => "Settled how the group plays",
        "delegated" => "Put something into a member's hands, or took it back",
        "assigned" => "The sides of the battle were given out",
        // Both are said by commands of their own; older rows do not say which of them it was.
        "willing" => match entry.get("about").and_then(Value::as_str) {
            Some("away") => "Said that they are away",
            Some("back") => "Said that they are back",
            Some(_) => "Said how they feel about commanding the enemy",
            None => "Said how they feel about commanding the enemy, or until when they are away",
        },
        "undone" => {
            undone = undid(&entry);
            &undone
        }
        _ => "Something was written down",
    };
    let about = if row.kind == "roll" { LogSubject::Rolls } else { LogSubject::Group };
    // Rows of earlier days do not say what was settled, or put into whose hands.
    let told = entry.get("told").and_then(Value::as_array).into_iter().flatten();
    let facts = told.filter_map(Value::as_str).map(str::to_owned).collect();
    let mut rolls = Vec::new();
    rolls_in(&entry, &mut |_, written| rolls.extend(state.roll_in_words(written)));
    Told {
        revision: row.revision,
        user: row.user,
        staff: None,
        turn: state.turn(),
        about,
        what: what.to_owned(),
        facts,
        rolls,
        at: row.written_at,
        undone: row.undone_by.is_some(),
    }
}

/// A page of the log that is filtered; the first is 0, and holds the newest rows.
#[must_use]
pub fn page<G: Played>(state: &G, id: CampaignId, rows: &[Told], filter: LogFilter, page: u16) -> Despatch {
    let pack = state.pack();
    let shown: Vec<&Told> = rows.iter().rev().filter(|row| shows::<G>(&filter, pack, row)).collect();
    let at = usize::from(page).min(shown.len().div_ceil(ON_A_PAGE).saturating_sub(1));
    let here: Vec<&Told> = shown.iter().copied().skip(at * ON_A_PAGE).take(ON_A_PAGE).collect();
    leaf(state, id, rows.last().map_or(0, |row| row.revision), filter, &here, Leaf { at, rows: shown.len() })
}

/// Which leaf of the log: its page from 0, and how many rows there are on all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The page.
    pub at: usize,
    /// The rows.
    pub rows: usize,
}

/// The rows of one page, the newest first; `newest` is the latest row of the journal.
#[must_use]
pub fn leaf<G: Played>(state: &G, id: CampaignId, newest: u32, filter: LogFilter, here: &[&Told], leaf: Leaf) -> Despatch {
    let footer = state.footer(newest);
    let (asked, place) = (filter_words::<G>(&filter, state.pack()), place_name::<G>(&filter, state.pack()));
    if here.is_empty() {
        return Despatch { footer, ..Despatch::saying(format!("**The journal has no such row{asked}.**")) };
    }
    let (at, pages) = (leaf.at, leaf.rows.div_ceil(ON_A_PAGE));
    let turn_to = |to: usize| CustomId::Log { campaign: id, page: u16::try_from(to).unwrap_or(u16::MAX), filter };
    let mut buttons = Vec::new();
    if at > 0 {
        buttons.push(Button { label: "Newer".to_owned(), style: ButtonStyle::Secondary, id: turn_to(at - 1) });
    }
    if at + 1 < pages {
        buttons.push(Button { label: "Older".to_owned(), style: ButtonStyle::Secondary, id: turn_to(at + 1) });
    }
    let choices: Vec<Choice> = here
        .iter()
        .map(|row| Choice {
            label: format!("No. {}: {}", row.revision, row.what),
            description: match row.rolls.iter().filter(|line| words::is_thrown(line)).count() {
                0 => "no rolls".to_owned(),
                rolls => words::count(rolls, "roll", "rolls"),
            },
            value: row.revision.to_string(),
        })
        .collect();
    let count = words::count(leaf.rows, "row", "rows");
    let pages = if pages > 1 { format!(" · page {} of {pages}", at + 1) } else { String::new() };
    Despatch {
        facts: here.iter().map(|row| row.line(place.as_deref())).collect(),
        menu: Some(Menu {
            placeholder: "Show a row with all its rolls".to_owned(),
            id: CustomId::LogRow { campaign: id },
            choices,
            most: 1,
        }),
        buttons,
        footer: format!("{footer}{pages}"),
        ..Despatch::saying(format!("**The journal, the newest first: {count}{asked}.**"))
    }
}

/// How much is told of what came of a row.
const MOST_FACTS: usize = 14;

/// A row with all that came of it, and all its rolls.
#[must_use]
pub fn row<G: Played>(state: &G, told: &Told) -> Despatch {
    let mut facts = vec![format!("{}{}, <t:{}:f>", words::sentence_case(&told.who()), in_turn(", ", told.turn), told.at)];
    if told.undone {
        facts.push("It was undone later; the dice stay spent.".to_owned());
    }
    facts.extend(told.facts.iter().map(|fact| words::shortened(fact, LINE)));
    if facts.len() > MOST_FACTS {
        let more = facts.len() - (MOST_FACTS - 1);
        facts.truncate(MOST_FACTS - 1);
        facts.push(format!("And {} more, which the film, the map and the rolls show.", words::count(more, "thing", "things")));
    }
    let what = words::shortened(&told.what, 200);
    let what = if told.undone { format!("~~{what}~~") } else { what };
    Despatch {
        facts,
        dice: told.rolls.clone(),
        footer: format!("{}{} · No. {}", G::short_title(state.pack()), in_turn(" · ", told.turn), told.revision),
        ..Despatch::saying(format!("**No. {}: {what}.**", told.revision))
    }
}

#[cfg(test)]
mod tests;
