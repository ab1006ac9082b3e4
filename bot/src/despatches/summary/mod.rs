//! The chief of staff's summary: a turn, or what happened since somebody last looked, from the position before, the events, and the
//! position after. Pure.
//!
//! It is told three times over, shorter each time: the Markdown file holds everything, the message a line for each section, the
//! notification one sentence. A file for each section; each says what it has in one line, and in full.

mod corrections;
mod dangers;
mod forces;
mod ground;
mod headline;
mod ledger;
mod losses;
mod ships;
mod stores;

use crate::despatches::position;
use crate::model::ids::UserId;
use engine::campaign::{Event, State};
use engine::game::Game;

use crate::despatches::group;
use crate::model::despatch::{Attachment, Despatch, Picture, Tone};
use crate::words;

/// What a summary is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// A turn.
    Turn(u8),
    /// What happened since somebody last looked.
    SinceLastLook,
}

/// What a summary is made from.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// What it is of.
    pub span: Span,
    /// The position it begins with.
    pub before: State,
    /// What happened.
    pub events: Vec<Event>,
    /// The position it ends with.
    pub after: State,
    /// Rows of the journal that the one who looks had been told of, and that have been undone since.
    pub taken_back: Vec<u32>,
    /// Who has commanded the Mahdists up to now, and how often; most often first.
    pub commands: Vec<(UserId, u32)>,
}

impl Account {
    /// The account of a turn, from everything that ever happened; `None` if the turn has not begun. Of a turn that is not over it is
    /// the account so far.
    #[must_use]
    pub fn of_turn<'a>(start: State, events: impl IntoIterator<Item = &'a Event>, turn: u8) -> Option<Self> {
        let (mut state, mut before, mut happened) = (start, None, Vec::new());
        for event in events {
            state.apply(event);
            match event {
                Event::TurnBegan { turn: began } if *began == turn => before = Some(state.clone()),
                Event::TurnBegan { .. } if before.is_some() => break,
                _ if before.is_some() => happened.push(event.clone()),
                _ => {}
            }
        }
        before.map(|before| Self {
            span: Span::Turn(turn),
            before,
            events: happened,
            after: state,
            taken_back: Vec::new(),
            commands: Vec::new(),
        })
    }

    /// Whether it is of a turn that is over.
    fn is_over(&self) -> bool {
        self.after.ending().is_some() || self.after.turn() != self.before.turn()
    }

    /// What it is of, as a title.
    fn title(&self) -> String {
        match self.span {
            Span::Turn(turn) if self.is_over() => format!("Turn {turn} in summary"),
            Span::Turn(turn) => format!("Turn {turn} so far"),
            Span::SinceLastLook => "Since you last looked".to_owned(),
        }
    }
}

/// Whether these events end a turn, or the campaign with it; those with which it is set up begin the first. Where the points of a turn give a card for
/// another it is over when that is settled.
#[must_use]
pub fn ends_a_turn(events: &[Event]) -> bool {
    let begins = events.iter().any(|event| matches!(event, Event::SetUp { .. }));
    !begins && events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::Ended { .. }))
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What it says in one line; nothing, if it has nothing to say in a message.
    pub brief: String,
    /// All of it, a line for each entry.
    pub full: Vec<String>,
}

/// A summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    title: String,
    campaign: String,
    file: String,
    sentence: String,
    headline: String,
    sections: Vec<Section>,
    why: Vec<String>,
    /// Told in the message alone: a file cannot name people.
    commands: Option<String>,
    caption: String,
    /// The turn that is over, if it is of one: its film goes with it.
    turn: Option<u8>,
    tone: Tone,
}

/// Characters that a section takes of a message, and those that the headline and each line of small print take: together with what is
/// next they stay below Discord's 4,096 for the text of an embed.
const BRIEF: usize = 300;
const HEADLINE: usize = 650;
const SMALL_PRINT: usize = 160;

/// The summary of an account.
#[must_use]
pub fn summary(account: &Account) -> Summary {
    let state = &account.after;
    let (dangers, why) = dangers::section(account);
    let mut sections = vec![
        ground::section(account),
        forces::section(account),
        losses::section(account),
        ledger::section(account),
        stores::section(account),
        ships::section(account),
        dangers,
    ];
    sections.extend(corrections::section(account));
    let title = account.title();
    let file = match account.span {
        Span::Turn(turn) => format!("turn-{turn}-summary.md"),
        Span::SinceLastLook => "summary.md".to_owned(),
    };
    Summary {
        campaign: state.pack().outline.title.clone(),
        file,
        sentence: headline::sentence(account, &title),
        headline: headline::paragraph(account),
        sections,
        why,
        commands: group::enemy_commands(account.after.pack(), &account.commands, 6),
        caption: match account.span {
            Span::Turn(turn) if account.is_over() => format!("The end of turn {turn}"),
            _ => format!("Turn {}", state.turn()),
        },
        turn: match account.span {
            Span::Turn(turn) if account.is_over() => Some(turn),
            _ => None,
        },
        tone: headline::tone(account),
        title,
    }
}

impl Summary {
    /// What the map that goes with it is called.
    #[must_use]
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The message: a sentence, a line for each section, and why the dangers are what they are in small print.
    #[must_use]
    pub fn despatch(&self, state: &State, revision: u32) -> Despatch {
        let mut facts = vec![words::shortened(&self.headline, HEADLINE)];
        facts.extend(
            self.sections
                .iter()
                .filter(|section| !section.brief.is_empty())
                .map(|section| words::shortened(&format!("**{}:** {}", section.title, section.brief), BRIEF)),
        );
        facts.extend(self.commands.clone());
        Despatch {
            facts,
            dice: self.why.iter().map(|line| words::shortened(line, SMALL_PRINT)).collect(),
            tone: self.tone,
            footer: position::footer(state, revision),
            picture: Some(match self.turn {
                Some(turn) => Picture::TurnFilm { turn },
                None => Picture::Map { subtitle: self.caption.clone(), island: None, around: Vec::new() },
            }),
            attachment: Some(Attachment { name: self.file.clone(), text: self.markdown() }),
            ..Despatch::saying(words::shortened(&self.sentence, 400))
        }
    }

    /// All of it, as a file in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n*{}*\n\n{}\n", self.title, self.campaign, self.headline);
        for section in &self.sections {
            text.push_str(&format!("\n## {}\n\n", section.title));
            if section.full.is_empty() {
                text.push_str("Nothing to report.\n");
            }
            for line in &section.full {
                text.push_str(&format!("- {line}\n"));
            }
        }
        text
    }
}
