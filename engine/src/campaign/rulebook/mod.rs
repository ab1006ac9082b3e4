//! What the rules say, for those who ask: a paragraph for each heading of the rulebook, in our own words, with the modifiers and rows
//! it uses, the rulings that settled it, and what a group has chosen where it leaves a choice.
//!
//! The headings are those of `RULES.md`, which names for each the function that keeps it; a test holds the two lists against each
//! other. Numbers come from the pack and from the rules' own constants, so that what is said cannot drift from what is done.

mod battles;
mod cards;
mod encounters;
mod movement;
mod random_events;
mod rebellion;
mod set_up;
mod sieges;
mod supply;
mod turn;
mod victory;

use super::options::Options;
use super::roll::Reason;
use crate::pack::{DiceSpec, Pack, Table};

pub use random_events::effect_words;

/// A line of the small table under a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Something is added to the roll.
    Adds {
        /// How much.
        add: i8,
        /// Why, as a roll says it; the names in it mean nothing here.
        reason: Reason,
        /// Why, as the rulebook puts it.
        why: String,
    },
    /// A row of a table, or of a list.
    Row {
        /// What the dice must show, or what is spoken of.
        on: String,
        /// What it brings.
        brings: String,
    },
}

/// A rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its heading in the rulebook.
    pub heading: &'static str,
    /// The chapter it belongs to.
    pub chapter: &'static str,
    /// Other words that people look for it by.
    pub also: Vec<&'static str>,
    /// What it says, in our words.
    pub says: String,
    /// The modifiers and rows it uses.
    pub lines: Vec<Line>,
    /// The rulings that settled it, by number, each in a phrase.
    pub rulings: Vec<(u8, &'static str)>,
    /// How the campaign that asks plays it, where the group has a choice.
    pub here: Vec<String>,
    /// Headings that go on from it.
    pub see: Vec<&'static str>,
}

impl Rule {
    fn new(chapter: &'static str, heading: &'static str, says: impl Into<String>) -> Self {
        Self {
            heading,
            chapter,
            also: Vec::new(),
            says: says.into(),
            lines: Vec::new(),
            rulings: Vec::new(),
            here: Vec::new(),
            see: Vec::new(),
        }
    }

    fn also(mut self, words: &[&'static str]) -> Self {
        self.also.extend(words);
        self
    }

    fn adds(mut self, add: i8, reason: Reason, why: impl Into<String>) -> Self {
        self.lines.push(Line::Adds { add, reason, why: why.into() });
        self
    }

    fn row(mut self, on: impl Into<String>, brings: impl Into<String>) -> Self {
        self.lines.push(Line::Row { on: on.into(), brings: brings.into() });
        self
    }

    /// The rows of a table whose dice take no modifiers.
    fn rows<R>(mut self, table: &Table<R>, brings: impl Fn(&R) -> String) -> Self {
        for row in table.rows() {
            self = self.row(row.on(), brings(&row.result));
        }
        self
    }

    /// The rows of a table whose ends take what modifiers carry past them (R18).
    fn open_rows<R>(mut self, table: &Table<R>, brings: impl Fn(&R) -> String) -> Self {
        let last = table.rows().len() - 1;
        for (index, row) in table.rows().iter().enumerate() {
            let on = match index {
                0 => format!("{} or less", row.to),
                index if index == last => format!("{} or more", row.from),
                _ => row.on(),
            };
            self = self.row(on, brings(&row.result));
        }
        self
    }

    fn ruling(mut self, number: u8, phrase: &'static str) -> Self {
        self.rulings.push((number, phrase));
        self
    }

    /// How a campaign plays it: nothing is said where nobody has chosen yet.
    fn here(mut self, options: Option<Options>, says: impl Fn(Options) -> String) -> Self {
        self.here.extend(options.map(says));
        self
    }

    fn see(mut self, headings: &[&'static str]) -> Self {
        self.see.extend(headings);
        self
    }
}

/// Every rule, in the order of the rulebook; with the options of a campaign, how it plays them.
#[must_use]
pub fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    [
        set_up::rules(pack, options),
        turn::rules(pack),
        rebellion::rules(pack),
        movement::rules(pack, options),
        encounters::rules(pack),
        battles::rules(pack, options),
        sieges::rules(pack, options),
        supply::rules(pack, options),
        cards::rules(pack, options),
        random_events::rules(pack),
        victory::rules(pack, options),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What a die or dice need, as people say it: "6", or "5 or more".
fn or_more(needs: i16, dice: DiceSpec) -> String {
    match needs {
        needs if needs == dice.most() => needs.to_string(),
        needs => format!("{needs} or more"),
    }
}

/// One of two phrases.
fn whether(yes: bool, with: &str, without: &str) -> String {
    if yes { with.to_owned() } else { without.to_owned() }
}

/// "one unit", "4 units".
fn units(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "one unit".to_owned(),
        count => format!("{count} units"),
    }
}

/// "Suakin", "Suakin and Friday Harbor".
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
