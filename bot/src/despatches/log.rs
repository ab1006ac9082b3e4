//! The log: the journal row by row, the newest first, in a line or two each; and one row with all its rolls.

use crate::despatches::position;
use crate::model::log_filter::{LogFilter, LogSubject};
use std::sync::Arc;

use engine::campaign::{Decision, Event, Order, State};
use engine::game::Game;
use engine::pack::{Pack, SpaceId};

use crate::despatches::lines;
use crate::despatches::lines::Line;
use crate::despatches::report::luck::rolls_in;
use crate::despatches::{campaign, labels};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu};
use crate::model::entry::JournalRow;
use crate::model::ids::{CampaignId, UserId};
use crate::model::lifecycle::Filing;
use crate::model::roster::Roster;
use crate::model::topic::Topic;
use crate::words;

/// Rows on a page.
const ON_A_PAGE: usize = 8;
/// Characters of a row's line.
const LINE: usize = 220;
/// News that stand in the line of a row.
const NEWS_SHOWN: usize = 3;
/// News from this weight on stand in the line of a row.
const NEWS: u8 = 20;

/// What an order is about, given in this position.
fn subject_of(state: &State, order: &Order) -> LogSubject {
    if order.is_about_the_group() {
        return LogSubject::Group;
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

fn filter_words(filter: &LogFilter, pack: &Pack) -> String {
    let mut parts = Vec::new();
    parts.extend(filter.about.map(|about| about.word().to_owned()));
    parts.extend(filter.member.map(|member| format!("by <@{member}>")));
    parts.extend(place_name(filter, pack).map(|place| format!("at {place}")));
    parts.extend(filter.turn.map(|turn| format!("of turn {turn}")));
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

fn place_name(filter: &LogFilter, pack: &Pack) -> Option<String> {
    let space = pack.map.space_ids().find(|space| Some(space.index()) == filter.place.map(usize::from))?;
    Some(pack.map.space_name(space))
}

fn shows(filter: &LogFilter, pack: &Pack, told: &Told) -> bool {
    filter.member.is_none_or(|member| member == told.user)
        && filter.about.is_none_or(|about| about == told.about)
        && filter.turn.is_none_or(|turn| turn == told.turn)
        && (filter.place.is_none() || place_name(filter, pack).is_some_and(|place| told.tells_of(&place)))
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
    /// Who did it.
    pub user: UserId,
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

impl Told {
    /// Whether it tells of a place, as a word of its own.
    fn tells_of(&self, place: &str) -> bool {
        let within = |text: &str| {
            text.match_indices(place).any(|(at, _)| {
                let stands_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
                stands_apart(text[..at].chars().next_back()) && stands_apart(text[at + place.len()..].chars().next())
            })
        };
        within(&self.what) || self.facts.iter().any(|fact| within(fact))
    }

    fn line(&self) -> String {
        let mut text = self.what.clone();
        let news = if self.about == LogSubject::Rolls { &self.rolls } else { &self.facts };
        if !news.is_empty() {
            text.push_str(&format!(" — {}", news.iter().take(NEWS_SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")));
        }
        if news.len() > NEWS_SHOWN {
            text.push_str(&format!(" And {} more.", words::number(news.len() - NEWS_SHOWN)));
        }
        let text = words::shortened(&text, LINE);
        let text = if self.undone { format!("~~{}~~", text.replace("~~", "")) } else { text };
        format!("**No. {}** · turn {} · <@{}> · <t:{}:f>\n{text}", self.revision, self.turn, self.user, self.at)
    }
}

/// Tells every row of a journal, in order; members are called as the roster knows them.
#[must_use]
pub fn told(pack: &Arc<Pack>, rows: &[JournalRow], roster: &Roster) -> Vec<Told> {
    let mut state = State::new(Arc::clone(pack));
    rows.iter()
        .map(|row| {
            let order = (row.kind == "order").then(|| serde_json::from_value::<Order>(row.entry.clone()).ok()).flatten();
            match order {
                Some(order) => of_an_order(&mut state, &order, row, roster),
                None => of_another(&state, row),
            }
        })
        .collect()
}

fn of_an_order(state: &mut State, order: &Order, row: &JournalRow, roster: &Roster) -> Told {
    let events: Vec<Event> = serde_json::from_value(row.events.clone()).unwrap_or_default();
    let about = subject_of(state, order);
    let what = match order {
        Order::SetUp { .. } => "Set the campaign up".to_owned(),
        Order::Appoint { .. } => "A post is given".to_owned(),
        Order::Discharge { .. } => "A member leaves the group".to_owned(),
        // How somebody voted is nobody's business.
        Order::Vote { .. } => "A vote on the commander in chief".to_owned(),
        order => labels::describe_order(state, order).0,
    };
    let turn = state.turn();
    // What was undone is told as it was, and changes nothing.
    let mut after = state.clone();
    after.replay(&events);
    let turn = if turn == 0 { after.turn() } else { turn };
    let mut facts: Vec<(u8, String)> = events
        .iter()
        // What was asked says that already.
        .filter(|event| !matches!(event, Event::Activated { .. } | Event::CardPlayed { .. } | Event::RoundPassed { .. }))
        .filter_map(|event| lines::line(&after, event))
        .filter_map(|line| if let Line::Fact(weight, fact) = line { Some((weight, fact)) } else { None })
        .filter(|(weight, _)| *weight >= NEWS)
        .collect();
    facts.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let rolls = campaign::every_roll(&after, &events);
    if !row.undone {
        *state = after;
    }
    let mut facts: Vec<String> = facts.into_iter().map(|(_, fact)| fact).collect();
    if let Order::Appoint { member, post } = order {
        let who = roster.user(*member).map_or_else(|| "somebody who has left".to_owned(), |user| user.mention());
        facts.push(format!("{who}: {}.", words::post(*post)));
    }
    Told { revision: row.revision, user: row.user, turn, about, what, facts, rolls, at: row.written_at, undone: row.undone }
}

/// What became of the campaign's papers.
fn filed(entry: &serde_json::Value) -> String {
    match serde_json::from_value::<Filing>(entry.clone()) {
        Ok(Filing::Renamed(name)) => format!("Called the campaign {}", name.as_str()),
        Ok(Filing::Archived) => "Put the campaign away".to_owned(),
        Ok(Filing::TakenUp(channel)) => format!("Took the campaign up again in <#{channel}>"),
        Ok(Filing::Deleted { .. }) => "Deleted the campaign".to_owned(),
        Ok(Filing::Restored) => "Brought the campaign back".to_owned(),
        Err(_) => "Filed the campaign's papers".to_owned(),
    }
}

fn of_another(state: &State, row: &JournalRow) -> Told {
    let filing;
    let what = match row.kind.as_str() {
        "filed" => {
            filing = filed(&row.entry);
            &filing
        }
        "roll" => "A roll at the table",
        "joined" => "Joined the campaign",
        "left" => "Left the campaign",
        "closed" => "Closed the campaign",
        "standing_orders" => "Settled how the group plays",
        "delegated" => "Put something into a member's hands, or took it back",
        "assigned" => "The sides of the battle were given out",
        "willing" => "Said how they feel about commanding the enemy",
        "undone" => "Undid what was done",
        _ => "Something was written down",
    };
    let about = if row.kind == "roll" { LogSubject::Rolls } else { LogSubject::Group };
    let mut rolls = Vec::new();
    rolls_in(&row.entry, &mut |roll| rolls.push(words::roll(state.pack(), roll)));
    Told {
        revision: row.revision,
        user: row.user,
        turn: state.turn(),
        about,
        what: what.to_owned(),
        facts: Vec::new(),
        rolls,
        at: row.written_at,
        undone: row.undone,
    }
}

/// A page of the log; the first is 0, and holds the newest rows.
#[must_use]
pub fn page(state: &State, id: CampaignId, rows: &[Told], filter: LogFilter, page: u16) -> Despatch {
    let pack = state.pack();
    let shown: Vec<&Told> = rows.iter().rev().filter(|row| shows(&filter, pack, row)).collect();
    let footer = position::footer(state, rows.last().map_or(0, |row| row.revision));
    let asked = filter_words(&filter, pack);
    if shown.is_empty() {
        return Despatch { footer, ..Despatch::saying(format!("**The journal has no such row{asked}.**")) };
    }
    let pages = shown.len().div_ceil(ON_A_PAGE);
    let at = usize::from(page).min(pages - 1);
    let here: Vec<&Told> = shown.iter().copied().skip(at * ON_A_PAGE).take(ON_A_PAGE).collect();
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
            description: match row.rolls.len() {
                0 => "no rolls".to_owned(),
                rolls => words::count(rolls, "roll", "rolls"),
            },
            value: row.revision.to_string(),
        })
        .collect();
    let count = words::count(shown.len(), "row", "rows");
    let pages = if pages > 1 { format!(" · page {} of {pages}", at + 1) } else { String::new() };
    Despatch {
        facts: here.iter().map(|row| row.line()).collect(),
        menu: Some(Menu { placeholder: "Show a row with all its rolls".to_owned(), id: CustomId::LogRow { campaign: id }, choices }),
        buttons,
        footer: format!("{footer}{pages}"),
        ..Despatch::saying(format!("**The journal, the newest first: {count}{asked}.**"))
    }
}

/// A row with all that came of it, and all its rolls.
#[must_use]
pub fn row(state: &State, told: &Told) -> Despatch {
    let mut facts = vec![format!("<@{}>, turn {}, <t:{}:f>", told.user, told.turn, told.at)];
    if told.undone {
        facts.push("It was undone later; the dice stay spent.".to_owned());
    }
    facts.extend(told.facts.iter().map(|fact| words::shortened(fact, LINE)));
    facts.truncate(14);
    let what = words::shortened(&told.what, 200);
    let what = if told.undone { format!("~~{what}~~") } else { what };
    Despatch {
        facts,
        dice: told.rolls.clone(),
        footer: format!("{} · turn {} · No. {}", state.pack().outline.short_title, told.turn, told.revision),
        ..Despatch::saying(format!("**No. {}: {what}.**", told.revision))
    }
}

#[cfg(test)]
mod tests;
