//! What the rules call the people of a war, and what they tell of single cards.
//!
//! The engine knows a governor, a field force and its commander, an expedition, an enemy and allies; who they are is the pack's. A text
//! of ours names them by a word in brackets, `[governor]`, and [`Words::fill`] puts the pack's word there. The first edition of the
//! pack had no such file: what it would say is laid over every pack that brings none of its own.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::cards::{Card, CardEffect, Leader};
use super::error::PackError;
use super::identifiers::{CardNumber, CardSet};
use super::read::read_toml;
use super::triggers::Trigger;

/// The file's name inside a pack.
pub(super) const FILE: &str = "words.toml";

/// What the first edition of the pack would say in this file.
const FIRST_EDITION: &str = include_str!("../../../config/editions/1/words.toml");

/// The chapters besides that of the cards to which a rule of the pack's can belong.
const CHAPTERS: [&str; 2] = ["Event Triggers", "Example of Play"];

/// The longest name of a person or a side, in characters.
const LONGEST_NAME: usize = 40;

/// Who the leaders are; a pack without such a leader names none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderNames {
    /// Who governs a place and stays in it.
    #[serde(default)]
    pub governor: String,
    /// Who commands the field force.
    #[serde(default)]
    pub field_force: String,
    /// Who leads the expedition.
    #[serde(default)]
    pub expedition: String,
    /// Who takes over from the field force.
    #[serde(default)]
    pub successor: String,
    /// The units that guard the governor.
    #[serde(default)]
    pub guards: String,
}

/// What the sides are called.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// The enemy's: "Mahdist".
    pub enemy: String,
    /// The enemy: "Mahdists".
    pub enemies: String,
    /// Who leads the enemy.
    pub enemy_leader: String,
    /// Ours, of both kinds.
    pub ours: String,
    /// All of ours: "Anglo-Egyptians".
    pub army: String,
    /// Of those of ours who are here from the start.
    pub native: String,
    /// Those of ours who are here from the start.
    pub natives: String,
    /// Of those of ours who come later.
    pub allied: String,
    /// Those of ours who come later.
    pub allies: String,
    /// Who alone can remove a commander once the allies have come.
    pub government: String,
    /// The enemy's small craft.
    #[serde(default = "boats")]
    pub boats: String,
}

fn boats() -> String {
    "boats".to_owned()
}

/// What the parts of the map are called.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandWords {
    /// One of them: "island".
    pub island: String,
    /// All of them: "islands".
    pub islands: String,
}

impl Default for LandWords {
    fn default() -> Self {
        Self { island: "island".to_owned(), islands: "islands".to_owned() }
    }
}

/// A ruling, and in a phrase what it settled.
pub type Ruling = (u8, String);

/// What a rule about cards tells from the numbers of the pack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Topic {
    /// The governor, his guard and his end.
    #[serde(rename = "governor")]
    Governor,
    /// The field force's island and its recall.
    #[serde(rename = "field force")]
    FieldForce,
    /// Whoever takes over from it.
    #[serde(rename = "successor")]
    Successor,
    /// The expedition's marches.
    #[serde(rename = "expedition")]
    Expedition,
    /// The armoured train.
    #[serde(rename = "armoured train")]
    ArmouredTrain,
    /// Redoubts.
    #[serde(rename = "redoubts")]
    Redoubts,
    /// A raid.
    #[serde(rename = "raid")]
    Raid,
}

impl Topic {
    /// Whether an effect of a card is what the topic is about.
    const fn is_brought_by(self, effect: &CardEffect) -> bool {
        match self {
            Self::Governor => matches!(effect, CardEffect::LeaderArrives { leader: Leader::Governor, .. }),
            Self::FieldForce => matches!(effect, CardEffect::LeaderArrives { leader: Leader::FieldForce, .. }),
            Self::Successor => matches!(effect, CardEffect::LeaderArrives { leader: Leader::Successor, .. }),
            Self::Expedition => matches!(effect, CardEffect::Expedition { .. }),
            Self::ArmouredTrain => matches!(effect, CardEffect::ArmouredTrain { .. }),
            Self::Redoubts => matches!(effect, CardEffect::Redoubts { .. }),
            Self::Raid => matches!(effect, CardEffect::Raid { .. }),
        }
    }

    /// Whether the engine tells the topic itself.
    const fn is_told_by_the_engine(self) -> bool {
        matches!(self, Self::Governor | Self::FieldForce | Self::Expedition | Self::ArmouredTrain)
    }
}

/// A rule with a heading of its own for some cards.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRule {
    /// Its heading.
    pub heading: String,
    /// The chapter it belongs to, if not that of the cards.
    #[serde(default)]
    pub chapter: String,
    /// What it is about, where the engine has to know.
    #[serde(default)]
    pub of: Option<Topic>,
    /// The cards.
    pub cards: Vec<CardNumber>,
    /// What it says; nothing where the engine tells it from the pack's numbers.
    #[serde(default)]
    pub says: String,
    /// Other words that people look for it by.
    #[serde(default)]
    pub also: Vec<String>,
    /// Headings that go on from it.
    #[serde(default)]
    pub see: Vec<String>,
    /// What settled it.
    #[serde(default)]
    pub rulings: Vec<Ruling>,
}

/// What settled a rule of the engine's for this pack alone.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// The rule's heading.
    pub heading: String,
    /// The rulings.
    pub rulings: Vec<Ruling>,
}

/// What is said of the set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUpWords {
    /// Which cards wait, and for what; nothing if none does.
    #[serde(default)]
    pub waiting: String,
    /// The heading of the second scenario's rule.
    #[serde(default)]
    pub shorter: String,
    /// Other words that people look for it by.
    #[serde(default)]
    pub shorter_also: Vec<String>,
    /// What has happened before it begins.
    #[serde(default)]
    pub shorter_says: String,
    /// What settled it.
    #[serde(default)]
    pub shorter_rulings: Vec<Ruling>,
}

/// `words.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Who the leaders are.
    #[serde(default)]
    pub leaders: LeaderNames,
    /// What the sides are called.
    pub sides: Sides,
    /// What the parts of the map are called, if not islands.
    #[serde(default)]
    pub land: LandWords,
    /// Rules about cards, in the order in which they are told.
    #[serde(default, rename = "rule")]
    pub rules: Vec<CardRule>,
    /// What settled rules of the engine's.
    #[serde(default)]
    pub settled: Vec<Settled>,
    /// What is said of the set-up.
    #[serde(default)]
    pub set_up: SetUpWords,
    /// What is said when a trigger fires, by its key.
    #[serde(default)]
    pub triggers: BTreeMap<String, String>,
}

impl Words {
    /// A text of ours with the pack's words where it names people by a word in brackets.
    #[must_use]
    pub fn fill<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(first) = text.find('[') else { return Cow::Borrowed(text) };
        let (mut filled, mut rest) = (text[..first].to_owned(), &text[first..]);
        while let Some(end) = rest.find(']') {
            let (tag, after) = (&rest[1..end], &rest[end + 1..]);
            let (article, name) = split_article(tag);
            match self.word(name) {
                Some(word) => {
                    if !article.is_empty() {
                        let vowel = word.starts_with(|letter: char| "aeiouAEIOU".contains(letter));
                        filled.push_str(article);
                        filled.push_str(if vowel { "n " } else { " " });
                    }
                    filled.push_str(word);
                }
                None => filled.push_str(&rest[..=end]),
            }
            let next = after.find('[').unwrap_or(after.len());
            filled.push_str(&after[..next]);
            rest = &after[next..];
            if rest.is_empty() {
                break;
            }
        }
        filled.push_str(rest);
        Cow::Owned(filled)
    }

    /// The name of a leader.
    #[must_use]
    pub fn leader(&self, leader: Leader) -> &str {
        match leader {
            Leader::Governor => &self.leaders.governor,
            Leader::FieldForce => &self.leaders.field_force,
            Leader::Successor => &self.leaders.successor,
        }
    }

    /// "Orcas Island", but not "Orcas Island Island".
    #[must_use]
    pub fn island_name(&self, name: &str) -> String {
        let mut letters = self.land.island.chars();
        let kind: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        if name.ends_with(&kind) { name.to_owned() } else { format!("{name} {kind}") }
    }

    /// The heading of the rule about a topic, if the pack has one.
    #[must_use]
    pub fn heading_of(&self, topic: Topic) -> Option<&str> {
        self.rules.iter().find(|rule| rule.of == Some(topic)).map(|rule| rule.heading.as_str())
    }

    fn word(&self, tag: &str) -> Option<&str> {
        self.names().into_iter().find(|name| name.tag == tag).map(|name| name.word)
    }

    /// The first tag in a text that nothing stands for.
    pub(super) fn unknown_tag<'a>(&self, text: &'a str) -> Option<&'a str> {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once('[')
            && let Some((tag, after)) = after.split_once(']')
        {
            if self.word(split_article(tag).1).is_none_or(str::is_empty) {
                return Some(tag);
            }
            rest = after;
        }
        None
    }

    /// Everything that is called by a name of the pack's, in the order of the file.
    pub(super) fn names(&self) -> [Name<'_>; 18] {
        let (leaders, sides, land) = (&self.leaders, &self.sides, &self.land);
        [
            Name { key: "leaders.governor", tag: "governor", word: &leaders.governor },
            Name { key: "leaders.field_force", tag: "field force", word: &leaders.field_force },
            Name { key: "leaders.expedition", tag: "expedition", word: &leaders.expedition },
            Name { key: "leaders.successor", tag: "successor", word: &leaders.successor },
            Name { key: "leaders.guards", tag: "guards", word: &leaders.guards },
            Name { key: "sides.enemy", tag: "enemy", word: &sides.enemy },
            Name { key: "sides.enemies", tag: "enemies", word: &sides.enemies },
            Name { key: "sides.enemy_leader", tag: "enemy leader", word: &sides.enemy_leader },
            Name { key: "sides.ours", tag: "ours", word: &sides.ours },
            Name { key: "sides.army", tag: "army", word: &sides.army },
            Name { key: "sides.native", tag: "native", word: &sides.native },
            Name { key: "sides.natives", tag: "natives", word: &sides.natives },
            Name { key: "sides.allied", tag: "allied", word: &sides.allied },
            Name { key: "sides.allies", tag: "allies", word: &sides.allies },
            Name { key: "sides.government", tag: "government", word: &sides.government },
            Name { key: "sides.boats", tag: "boats", word: &sides.boats },
            Name { key: "land.island", tag: "island", word: &land.island },
            Name { key: "land.islands", tag: "islands", word: &land.islands },
        ]
    }
}

/// What is called by a name of the pack's.
pub(super) struct Name<'a> {
    /// Where the name stands in the file.
    pub(super) key: &'static str,
    /// What it is called in brackets.
    pub(super) tag: &'static str,
    /// The name; empty for a leader whom the pack has not.
    pub(super) word: &'a str,
}

/// A tag in two parts, of which the first may be empty: "a" before a word becomes "an" where the word asks for it.
fn split_article(tag: &str) -> (&str, &str) {
    match tag.split_once(' ') {
        Some((article @ ("a" | "A"), name)) => (article, name),
        _ => ("", tag),
    }
}

/// Reads and checks `words.toml`, or what the first edition would say in it where a pack has none.
pub(super) fn read(text: Option<&str>, cards: &[Card], triggers: &[Trigger]) -> Result<Words, Vec<PackError>> {
    let own = text.is_some();
    let mut words: Words = read_toml(FILE, text.unwrap_or(FIRST_EDITION)).map_err(|error| vec![error])?;
    let known: CardSet = cards.iter().map(|card| card.number).collect();
    if !own {
        // A pack of the first edition may have been given other cards: what it has not is not told.
        for rule in &mut words.rules {
            rule.cards.retain(|card| card.index() < CardSet::CAPACITY && known.contains(*card));
        }
        words.triggers.retain(|key, _| triggers.iter().any(|trigger| trigger.key == *key));
        return Ok(words);
    }
    let errors = faults(&words, cards, known);
    if errors.is_empty() { Ok(words) } else { Err(errors) }
}

fn faults(words: &Words, cards: &[Card], known: CardSet) -> Vec<PackError> {
    let mut errors = Vec::new();
    let mut fault = |key: String, reason: String| errors.push(PackError::new(FILE, key, reason));
    for Name { key, word, .. } in words.names() {
        let needed = match key {
            "leaders.governor" | "leaders.guards" => brings(cards, Topic::Governor),
            "leaders.field_force" => brings(cards, Topic::FieldForce),
            "leaders.expedition" => brings(cards, Topic::Expedition),
            "leaders.successor" => brings(cards, Topic::Successor),
            _ => true,
        };
        if word.chars().count() > LONGEST_NAME {
            fault(key.to_owned(), format!("a name has {LONGEST_NAME} characters at most"));
        }
        if needed == word.trim().is_empty() {
            let reason = if needed { "the campaign has one, and it needs a name" } else { "no card brings one: leave the name out" };
            fault(key.to_owned(), reason.to_owned());
        }
    }
    for (index, rule) in words.rules.iter().enumerate() {
        let key = |field: &str| format!("rule[{index}].{field}");
        for card in rule.cards.iter().filter(|card| card.index() >= CardSet::CAPACITY || !known.contains(**card)) {
            fault(key("cards"), format!("there is no card {}", card.0));
        }
        if rule.heading.trim().is_empty() || rule.heading.chars().count() > 60 {
            fault(key("heading"), "a heading has 1 to 60 characters".to_owned());
        }
        if !rule.chapter.is_empty() && !CHAPTERS.contains(&rule.chapter.as_str()) {
            fault(key("chapter"), format!("the chapter of the cards, which is not named, or {}", CHAPTERS.join(" or ")));
        }
        let told = rule.of.is_some_and(Topic::is_told_by_the_engine);
        if told != rule.says.trim().is_empty() || rule.says.chars().count() > 700 {
            let reason = if told { "the umpire tells this from the pack's numbers: leave it out" } else { "1 to 700 characters" };
            fault(key("says"), reason.to_owned());
        }
        if let Some(topic) = rule.of
            && !rule.cards.iter().any(|number| cards.iter().any(|card| card.number == *number && has(card, topic)))
        {
            fault(key("of"), "none of these cards brings it".to_owned());
        }
    }
    errors
}

fn has(card: &Card, topic: Topic) -> bool {
    card.effects.iter().any(|effect| topic.is_brought_by(effect))
}

fn brings(cards: &[Card], topic: Topic) -> bool {
    cards.iter().any(|card| has(card, topic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_brackets_is_put_in_and_what_is_no_word_of_ours_stays() {
        let words: Words = toml::from_str(FIRST_EDITION).unwrap();
        assert_eq!(words.fill("a [enemy] village"), format!("a {} village", words.sides.enemy));
        assert_eq!(words.fill("[governor]"), words.leaders.governor);
        assert_eq!(words.fill("[a enemy], [An] [a ours]"), format!("a {}, [An] an {}", words.sides.enemy, words.sides.ours));
        assert_eq!(words.fill("[nobody] of [x"), "[nobody] of [x");
        assert_eq!(words.fill("plain"), "plain");
    }
}
