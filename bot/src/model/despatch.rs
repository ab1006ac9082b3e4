//! A despatch: what the umpire posts, as data, with its buttons, menu, picture, file and place. It is written into the outbox as JSON and read
//! back after any restart, so its fields are only ever added to.

use crate::model::custom_id::CustomId;
use crate::model::ids::{ChannelId, UserId};
use crate::model::standing::Called;
use crate::words;
use serde::{Deserialize, Serialize};

/// What a despatch is about, for the colour of its edge; the words say the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// The umpire's own business.
    #[default]
    Staff,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// A battle.
    Battle,
}

impl Tone {
    /// Red, green, blue.
    #[must_use]
    pub const fn colour(self) -> u32 {
        match self {
            Self::Staff => 0x00C8_AD7F,
            Self::Good => 0x003E_7D4C,
            Self::Bad => 0x0025_2525,
            Self::Battle => 0x00A8_2E2A,
        }
    }
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonStyle {
    /// The usual next step.
    Primary,
    /// One among others.
    #[default]
    Secondary,
    /// What cannot be undone.
    Danger,
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// How it looks.
    #[serde(default)]
    pub style: ButtonStyle,
    /// What it does.
    pub id: CustomId,
}

/// A line of a menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// What it costs or risks.
    pub description: String,
    /// What it stands for.
    pub value: String,
}

/// A menu of at most 25 lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Menu {
    /// What it asks.
    pub placeholder: String,
    /// What it does.
    pub id: CustomId,
    /// Its lines.
    pub choices: Vec<Choice>,
    /// How many of them may be chosen at once, at least one.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub most: u8,
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_one(most: &u8) -> bool {
    *most == 1
}

/// A picture to go with a despatch, drawn when it is posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// The campaign's map as it stood at the despatch's revision.
    Map {
        /// What the map's title block says besides the campaign's name.
        subtitle: String,
        /// The island that it is cropped to, if it is not the whole map.
        #[serde(default)]
        island: Option<String>,
        /// The islands that it is cropped to, the one with most to be seen first: as many of them as go together on a phone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        around: Vec<String>,
    },
    /// The table of a battle, as its dice lay it.
    Terrain {
        /// The row of the journal that began the battle.
        battle: u32,
    },
    /// The campaign on film, up to the despatch's revision.
    Film,
    /// One of its turns on film, in two seconds.
    TurnFilm {
        /// Which.
        turn: u8,
    },
    /// The charts of the campaign's report, up to the despatch's revision.
    Report,
    /// The board of a game that is played on one, as it stood at the despatch's revision, and as everybody may see it.
    Board,
    /// The same, all of it, where the picture shows only what is round the action.
    WholeBoard,
    /// The hand of whoever looks at it, who alone may see it.
    Hand,
}

impl Picture {
    /// What stands before the name of a sea area among the islands that a map is cropped to.
    pub const SEA_AREA: &str = "sea area ";
    /// What a map is called among the message's attachments.
    pub const MAP: &str = "map.png";
    /// What the board of a game is called there.
    pub const BOARD: &str = "board.png";
    /// What the table of a battle is called there.
    pub const FIELD: &str = "field.png";

    /// What it is called among the message's attachments.
    #[must_use]
    pub const fn file_name(&self) -> &'static str {
        match self {
            Self::Map { .. } => Self::MAP,
            Self::Terrain { .. } => Self::FIELD,
            Self::Film => "film.gif",
            Self::TurnFilm { .. } => "turn.gif",
            Self::Report => "report.png",
            Self::Board | Self::WholeBoard => Self::BOARD,
            Self::Hand => "hand.png",
        }
    }
}

/// A file to go with a despatch. It is kept with the despatch, so that it is the same whenever it is posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attachment {
    /// The file's name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Where a despatch is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the campaign's channel.
    #[default]
    Channel,
    /// In the thread of a battle.
    Thread {
        /// The row of the journal that began the battle.
        battle: u32,
        /// Whether the thread is closed after it.
        closes: bool,
    },
    /// In the thread for summaries.
    Summaries,
    /// To a member, by direct message.
    Direct {
        /// Who.
        user: UserId,
    },
    /// In another channel.
    Elsewhere {
        /// Which, by Discord's id.
        channel: ChannelId,
    },
}

/// What is posted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Despatch {
    /// One plain sentence that can be read alone.
    pub sentence: String,
    /// The facts, few.
    pub facts: Vec<String>,
    /// The dice, a line each.
    pub dice: Vec<String>,
    /// What is next, and who does it.
    pub next: String,
    /// What it is about.
    pub tone: Tone,
    /// Small print below: the campaign, the turn, the number in the journal.
    pub footer: String,
    /// A picture.
    pub picture: Option<Picture>,
    /// A file.
    pub attachment: Option<Attachment>,
    /// A menu.
    pub menu: Option<Menu>,
    /// Buttons, at most 20 beside a menu.
    pub buttons: Vec<Button>,
    /// The one person it calls.
    pub mention: Option<UserId>,
    /// Others it calls with that one: all who are waited for.
    pub also_mention: Vec<UserId>,
    /// Of those it calls, who need do nothing after all: named like the others, and not notified.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<UserId>,
    /// Where it is posted.
    pub place: Place,
    /// What it belongs to: despatches of the same section, one after another in a channel, are one message that grows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Whether what other messages of its game say is next is over with it, though it offers no order itself.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub takes_over: bool,
    /// The section whose messages ask for nothing any more with it, as a vote that is counted, or a battle that goes on elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settles: Option<String>,
    /// What it asks the group for a second word for, or, said by itself, that nothing is asked for any more.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asks: String,
    /// Whether all of it stands in the message itself, for groups that have embeds off.
    #[serde(skip)]
    pub plain: bool,
}

impl Despatch {
    /// The section of what is said by the way: it belongs to whatever was told last.
    pub const BY_THE_WAY: &str = "by the way";

    /// What the section of a vote begins with: its messages are over when the vote is, and not when something is ordered.
    pub const THE_VOTE: &str = "the vote on ";

    /// The section of what a battle's thread begins with, which offers how it is fought.
    pub const THE_BATTLE: &str = "the battle";

    /// The section of a request to undo: it is over when it is granted or declined, and when anything else is ordered.
    pub const THE_REQUEST: &str = "the request to undo";

    /// What a despatch asks for that takes back a request: nothing.
    pub const ASKS_NOTHING: &str = "nothing";

    /// A despatch that says this.
    #[must_use]
    pub fn saying(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), ..Self::default() }
    }

    /// Another despatch follows at once: that one says what is next, offers it, and calls whom it waits for.
    pub fn is_followed(&mut self) {
        self.menu = None;
        self.buttons.clear();
        self.next.clear();
        self.takes_over = false;
        self.calls_nobody();
    }

    /// Calls whom the game waits for, if it says what is next.
    #[must_use]
    pub fn calling(self, called: Called) -> Self {
        if self.next.is_empty() {
            return self;
        }
        let Called { first, second, spared } = called;
        Self { mention: first, also_mention: second.into_iter().collect(), spared: spared.into_iter().collect(), ..self }
    }

    fn calls_nobody(&mut self) {
        self.mention = None;
        self.also_mention.clear();
        self.spared.clear();
    }

    /// Whether Discord notifies a user of it.
    #[must_use]
    pub fn notifies(&self, user: UserId) -> bool {
        (self.mention == Some(user) || self.also_mention.contains(&user)) && !self.spared.contains(&user)
    }

    /// It follows another at once, and takes over what is next, what is offered and who is called.
    pub fn follows(&mut self, other: &mut Self) {
        self.menu = other.menu.take();
        self.buttons = std::mem::take(&mut other.buttons);
        self.next = std::mem::take(&mut other.next);
        self.mention = other.mention.take();
        self.also_mention = std::mem::take(&mut other.also_mention);
        self.spared = std::mem::take(&mut other.spared);
    }

    /// Calls nobody but those of whom `calls` is true.
    pub fn call_only(&mut self, calls: impl Fn(UserId) -> bool) {
        let mut called = self.mention.take().into_iter().chain(std::mem::take(&mut self.also_mention)).filter(|user| calls(*user));
        self.mention = called.next();
        self.also_mention = called.collect();
        self.spared.retain(|user| calls(*user));
    }

    /// What it offered is over: nothing is next any more, and only what can be looked at or answered at any time stays.
    pub fn is_closed(&mut self) {
        self.menu = None;
        // Where nobody waits for a side any more there is none to take; a campaign is joined at any time. A vote's message is closed by its end.
        let is_over = |id: &CustomId| match id {
            CustomId::Join { .. } => self.takes_over,
            CustomId::Vote { .. } | CustomId::OptionVote { .. } => true,
            // Of what was ordered last alone an undo can be asked for.
            CustomId::Undo { .. } | CustomId::UndoTo { .. } | CustomId::DeclineUndo { .. } => true,
            other => other.offers_an_order(),
        };
        self.buttons.retain(|button| !is_over(&button.id));
        self.next.clear();
        self.calls_nobody();
    }

    /// Whether it is the last in its thread, which is closed then.
    #[must_use]
    pub const fn closes_its_thread(&self) -> bool {
        matches!(self.place, Place::Thread { closes: true, .. })
    }

    /// Whether it waits for a film, which takes its time: it is posted when that is drawn, and holds up no other.
    #[must_use]
    pub fn is_a_film(&self) -> bool {
        self.picture == Some(Picture::Film)
    }

    /// The body of the embed: facts, dice in small print, what is next; never more than Discord's 4,096 characters. Where
    /// the dice do not fit, the last line says how many are left out.
    #[must_use]
    pub fn body(&self) -> String {
        self.body_within(4_000)
    }

    /// The same with room for so many characters; what is next is never left out.
    #[must_use]
    pub fn body_within(&self, most: usize) -> String {
        let next = if self.next.is_empty() { String::new() } else { format!("\n\n**Next:** {}", self.next) };
        let room = most.saturating_sub(next.chars().count());
        let mut body = words::lines_within(&self.facts, room);
        for (index, line) in self.dice.iter().enumerate() {
            let line = format!("{}-# {line}", if body.is_empty() { "" } else { "\n" });
            if body.chars().count() + line.chars().count() > room.saturating_sub(40) {
                let left_out = self.dice.len() - index;
                body.push_str(&format!("\n-# … and {left_out} more {}", if left_out == 1 { "roll" } else { "rolls" }));
                break;
            }
            body.push_str(&line);
        }
        if body.is_empty() { next.trim_start().to_owned() } else { body + &next }
    }

    /// Whether a message has room for all of it, every roll too.
    #[must_use]
    pub fn is_shown_whole(&self) -> bool {
        let most = if self.plain { 1_900_usize.saturating_sub(self.sentence.chars().count() + self.footer.chars().count()) } else { 4_000 };
        let lines = self.facts.iter().map(|fact| fact.chars().count() + 1).chain(self.dice.iter().map(|line| line.chars().count() + 4));
        // What is next stands apart, under its own word; the last line is for what is left out.
        lines.sum::<usize>() + self.next.chars().count() + 60 <= most
    }

    /// All of it as plain text, as a reader sees it: for transcripts, tests, and places without embeds.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut text = format!("{}\n{}", self.sentence, self.body());
        if let Some(menu) = &self.menu {
            text.push_str(&format!("\n({})", menu.placeholder));
            for choice in &menu.choices {
                text.push_str(&format!("\n  · {} — {}", choice.label, choice.description));
            }
        }
        if !self.buttons.is_empty() {
            text.push('\n');
            text.push_str(&self.buttons.iter().map(|button| format!("[{}]", button.label)).collect::<Vec<_>>().join(" "));
        }
        if !self.footer.is_empty() {
            text.push_str(&format!("\n{}", self.footer));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_with_far_too_many_dice_stays_within_discords_limit_and_says_what_is_left_out() {
        let despatch = Despatch {
            facts: vec!["facts".to_owned()],
            dice: (0..400).map(|index| format!("roll {index} with a modifier and its reason")).collect(),
            next: "@commander".to_owned(),
            ..Despatch::saying("So it went.")
        };
        let body = despatch.body();
        assert!(body.chars().count() <= 4_096, "{}", body.chars().count());
        assert!(body.contains("more rolls") && body.ends_with("**Next:** @commander"));
    }

    #[test]
    fn a_body_with_far_too_many_facts_has_whole_lines_and_says_how_many_are_left_out() {
        let despatch = Despatch {
            facts: (0..300).map(|index| format!("**Unit {index}** goes on, and is told of.")).collect(),
            next: "@commander".to_owned(),
            ..Despatch::saying("So it went.")
        };
        let body = despatch.body();
        assert!(body.chars().count() <= 4_000, "{}", body.chars().count());
        let lines: Vec<&str> = body.lines().collect();
        let shown = lines.iter().filter(|line| line.ends_with("told of.")).count();
        assert_eq!(lines[shown], format!("… and {} more lines", 300 - shown));
        assert!(body.ends_with("**Next:** @commander"));
        let one = Despatch { facts: vec!["x".repeat(5_000)], ..Despatch::default() }.body();
        assert!(one.chars().count() == 4_000 && one.ends_with('…'), "{}", one.chars().count());
    }
}
