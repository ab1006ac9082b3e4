//! A rule as it is told: its heading, what it says, the rows and modifiers under it; and the few turns of phrase that every chapter
//! uses.

use std::borrow::Cow;

use crate::campaign::options::Options;
use crate::campaign::roll::Reason;
use crate::dice::DiceSpec;
use crate::pack::{Table, Words};

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
    pub heading: String,
    /// The chapter it belongs to.
    pub chapter: String,
    /// Other words that people look for it by.
    pub also: Vec<String>,
    /// What it says, in our words.
    pub says: String,
    /// The modifiers and rows it uses.
    pub lines: Vec<Line>,
    /// The rulings that settled it, by number, each in a phrase.
    pub rulings: Vec<(u8, String)>,
    /// How the campaign that asks plays it, where the group has a choice.
    pub here: Vec<String>,
    /// Headings that go on from it.
    pub see: Vec<String>,
}

impl Rule {
    pub(super) fn new(chapter: impl Into<String>, heading: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            chapter: chapter.into(),
            also: Vec::new(),
            says: says.into(),
            lines: Vec::new(),
            rulings: Vec::new(),
            here: Vec::new(),
            see: Vec::new(),
        }
    }

    pub(super) fn also<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.also.extend(words.into_iter().map(Into::into));
        self
    }

    pub(super) fn adds(mut self, add: i8, reason: Reason, why: impl Into<String>) -> Self {
        self.lines.push(Line::Adds { add, reason, why: why.into() });
        self
    }

    pub(super) fn row(mut self, on: impl Into<String>, brings: impl Into<String>) -> Self {
        self.lines.push(Line::Row { on: on.into(), brings: brings.into() });
        self
    }

    /// The rows of a table whose dice take no modifiers.
    pub(super) fn rows<R>(mut self, table: &Table<R>, brings: impl Fn(&R) -> String) -> Self {
        for row in table.rows() {
            self = self.row(row.on(), brings(&row.result));
        }
        self
    }

    /// The rows of a table whose ends take what modifiers carry past them (R18).
    pub(super) fn open_rows<R>(mut self, table: &Table<R>, brings: impl Fn(&R) -> String) -> Self {
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

    pub(super) fn ruling(mut self, number: u8, phrase: impl Into<String>) -> Self {
        self.rulings.push((number, phrase.into()));
        self
    }

    /// How a campaign plays it: nothing is said where nobody has chosen yet.
    pub(super) fn here(mut self, options: Option<Options>, says: impl Fn(Options) -> String) -> Self {
        self.here.extend(options.map(says));
        self
    }

    pub(super) fn see<W: Into<String>>(mut self, headings: impl IntoIterator<Item = W>) -> Self {
        self.see.extend(headings.into_iter().map(Into::into));
        self
    }

    /// The same with the pack's words for its people.
    pub(super) fn filled(mut self, words: &Words) -> Self {
        let fill = |text: &mut String| {
            if let Cow::Owned(filled) = words.fill(text) {
                *text = filled;
            }
        };
        fill(&mut self.heading);
        fill(&mut self.chapter);
        fill(&mut self.says);
        self.also.iter_mut().chain(&mut self.here).chain(&mut self.see).for_each(fill);
        self.rulings.iter_mut().for_each(|(_, phrase)| fill(phrase));
        for line in &mut self.lines {
            match line {
                Line::Adds { why, .. } => fill(why),
                Line::Row { on, brings } => {
                    fill(on);
                    fill(brings);
                }
            }
        }
        self
    }
}

/// What a die or dice need, as people say it: "6", or "5 or more".
pub(super) fn or_more(needs: i16, dice: DiceSpec) -> String {
    match needs {
        needs if needs == dice.most() => needs.to_string(),
        needs => format!("{needs} or more"),
    }
}

/// One of two phrases.
pub(super) fn whether(yes: bool, with: &str, without: &str) -> String {
    if yes { with.to_owned() } else { without.to_owned() }
}

/// "one unit", "4 units".
pub(super) fn units(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "one unit".to_owned(),
        count => format!("{count} units"),
    }
}

/// "Olga", "Olga and Lopez".
pub(super) fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
