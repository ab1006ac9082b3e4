//! What `/rule` answers: a rule of the rulebook in our words, or a card, a random event, a place, a kind of unit or a ship.
//!
//! What is asked about is a [`Subject`]; it has a name, which is typed, and a key, which a button carries.

use engine::campaign::rulebook::{self, Line, Rule, effect_words};
use engine::campaign::rules::movement::FUNCTIONS;
use engine::campaign::rules::play;
use engine::campaign::rules::reach::{CAVALRY_RATE, INFANTRY_RATE};
use engine::campaign::{Control, ShipPlace, State};
use engine::pack::{Card, CardNumber, Deck, LocationId, Nation, Pack, RandomEvent, ShipClass, ShipId, UnitKindId, nearest_few};

use crate::despatches::forces;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::words;

/// Subjects that are offered when nothing is quite what was typed.
const MOST_OFFERED: usize = 5;

/// What can be asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A rule, by its place in the rulebook.
    Rule(usize),
    /// A card.
    Card(CardNumber),
    /// A random event, by its number.
    Event(u8),
    /// A place.
    Place(LocationId),
    /// A kind of unit.
    Kind(UnitKindId),
    /// A ship.
    Ship(ShipId),
}

impl Subject {
    /// What a button says of it.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Self::Rule(index) => format!("r{index}"),
            Self::Card(number) => format!("c{}", number.0),
            Self::Event(number) => format!("e{number}"),
            Self::Place(location) => format!("p{}", location.index()),
            Self::Kind(kind) => format!("k{}", kind.index()),
            Self::Ship(ship) => format!("s{}", ship.index()),
        }
    }
}

/// What can be asked about a pack, each with what it is called; `state` is the campaign that asks, if one does.
pub struct Book<'a> {
    pack: &'a Pack,
    state: Option<&'a State>,
    rules: Vec<Rule>,
    names: Vec<(Subject, String)>,
}

/// What was found for a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This.
    One(Subject),
    /// One of these, perhaps; or nothing like it.
    Perhaps(Vec<Subject>),
}

/// Whether what stands before a row is a number, which needs no colon after it.
fn is_short(on: &str) -> bool {
    on.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-')) && on.chars().count() <= 12
}

const fn class_word(class: ShipClass) -> &'static str {
    match class {
        ShipClass::Gunboat => "gunboat",
        ShipClass::Transport => "transport",
    }
}

/// A name as it is compared: in lower case, punctuation aside.
fn plain(text: &str) -> String {
    let kept: String = text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl<'a> Book<'a> {
    /// All that a campaign's pack tells, or with no campaign the pack's alone.
    #[must_use]
    pub fn of(pack: &'a Pack, state: Option<&'a State>) -> Self {
        let rules = rulebook::rules(pack, state.map(State::options));
        let mut names: Vec<(Subject, String)> =
            rules.iter().enumerate().map(|(index, rule)| (Subject::Rule(index), rule.heading.to_owned())).collect();
        names.extend(pack.map.location_ids().map(|place| (Subject::Place(place), pack.location_name(place).to_owned())));
        names.extend(pack.cards.iter().map(|card| (Subject::Card(card.number), format!("Card {}: {}", card.number.0, card.title))));
        names.extend(
            pack.random_events.iter().map(|event| (Subject::Event(event.number), format!("Event {}: {}", event.number, event.title))),
        );
        names.extend(pack.roster.kinds.iter().enumerate().map(|(index, kind)| (Subject::Kind(UnitKindId::at(index)), kind.name.clone())));
        // A ship may bear the name of a place.
        names.extend(
            pack.roster.ships.iter().enumerate().map(|(index, ship)| (Subject::Ship(ShipId::at(index)), format!("The {}", ship.name))),
        );
        Self { pack, state, rules, names }
    }

    /// What a subject is called.
    #[must_use]
    pub fn name(&self, subject: Subject) -> &str {
        self.names.iter().find(|(known, _)| *known == subject).map_or("", |(_, name)| name)
    }

    /// The subject of a button's key.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<Subject> {
        self.names.iter().map(|(subject, _)| *subject).find(|subject| subject.key() == key)
    }

    /// How well a subject answers to what was typed: 0 best; none not at all.
    fn rank(&self, subject: Subject, name: &str, typed: &str) -> Option<u8> {
        let name = plain(name);
        let others: Vec<String> = match subject {
            Subject::Rule(index) => {
                self.rules.get(index).map_or_else(Vec::new, |rule| rule.also.iter().map(|other| plain(other)).collect())
            }
            // A card and an event answer to their number and to their title as well.
            Subject::Card(_) | Subject::Event(_) => match name.splitn(3, ' ').collect::<Vec<_>>().as_slice() {
                [kind, number, title] => vec![format!("{kind} {number}"), (*number).to_owned(), (*title).to_owned()],
                _ => Vec::new(),
            },
            Subject::Ship(ship) => vec![plain(&self.pack.roster.ships[ship.index()].name)],
            Subject::Place(_) | Subject::Kind(_) => Vec::new(),
        };
        let words: Vec<&str> = typed.split(' ').collect();
        let holds_words = |text: &str| words.iter().all(|word| text.split(' ').any(|own| own.starts_with(word)));
        match () {
            () if name == typed => Some(0),
            () if others.iter().any(|other| other == typed) => Some(1),
            () if name.starts_with(typed) => Some(2),
            () if holds_words(&name) => Some(3),
            () if others.iter().any(|other| holds_words(other)) => Some(4),
            () if name.contains(typed) => Some(5),
            () => None,
        }
    }

    /// What goes on from what was typed, the best first; with nothing typed, the rules with tables, then the rest.
    #[must_use]
    pub fn completions(&self, typed: &str) -> Vec<Subject> {
        let typed = plain(typed);
        if typed.is_empty() {
            let asked_most = |subject: &Subject| {
                let rule = if let Subject::Rule(index) = subject { self.rules.get(*index) } else { None };
                !rule.is_some_and(|rule| rule.lines.iter().any(|line| matches!(line, Line::Adds { .. })))
            };
            let mut subjects: Vec<Subject> = self.names.iter().map(|(subject, _)| *subject).collect();
            subjects.sort_by_key(asked_most);
            return subjects;
        }
        self.ranked(&typed).into_iter().map(|(_, subject)| subject).collect()
    }

    /// What answers to something typed, the best first.
    fn ranked(&self, typed: &str) -> Vec<(u8, Subject)> {
        let mut ranked: Vec<(u8, Subject)> =
            self.names.iter().filter_map(|(subject, name)| Some((self.rank(*subject, name, typed)?, *subject))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked
    }

    /// What was meant.
    #[must_use]
    pub fn find(&self, typed: &str) -> Found {
        let wanted = plain(typed);
        if wanted.is_empty() {
            return Found::Perhaps(Vec::new());
        }
        // A name that is typed whole is meant, whatever else begins with it.
        let mut ranked: Vec<(u8, Subject)> = self.ranked(&wanted);
        if let Some((0, subject)) = ranked.first() {
            return Found::One(*subject);
        }
        // A number alone may be a card's and an event's.
        if ranked.iter().any(|(rank, _)| *rank == 1) {
            ranked.retain(|(rank, _)| *rank == 1);
        }
        ranked.truncate(MOST_OFFERED);
        match ranked.as_slice() {
            [(_, only)] => Found::One(*only),
            [] => Found::Perhaps(self.nearest(typed)),
            several => Found::Perhaps(several.iter().map(|(_, subject)| *subject).collect()),
        }
    }

    fn nearest(&self, typed: &str) -> Vec<Subject> {
        let others = self
            .rules
            .iter()
            .enumerate()
            .flat_map(|(index, rule)| rule.also.iter().map(move |other| (Subject::Rule(index), other.as_str())));
        let known: Vec<(Subject, &str)> = self.names.iter().map(|(subject, name)| (*subject, name.as_str())).chain(others).collect();
        let mut near = Vec::new();
        for name in nearest_few(typed, known.iter().map(|(_, name)| *name), MOST_OFFERED * 2) {
            if let Some((subject, _)) = known.iter().find(|(_, other)| *other == name)
                && !near.contains(subject)
            {
                near.push(*subject);
            }
        }
        near.truncate(MOST_OFFERED);
        near
    }

    /// What a line of the completion says: the name, and where it belongs.
    #[must_use]
    pub fn label(&self, subject: Subject) -> String {
        let name = self.name(subject);
        let belongs = match subject {
            Subject::Rule(index) => self.rules.get(index).map_or("", |rule| rule.chapter.as_str()),
            Subject::Card(_) => "a card",
            Subject::Event(_) => "a random event",
            Subject::Place(place) => self.pack.map.location(place).kind.word(),
            Subject::Kind(_) => "units",
            Subject::Ship(ship) => class_word(self.pack.roster.ships[ship.index()].class),
        };
        let label = if belongs == name || belongs.is_empty() { name.to_owned() } else { format!("{name} — {belongs}") };
        words::shortened(&label, 100)
    }

    fn button(&self, subject: Subject) -> Button {
        Button {
            label: words::shortened(self.name(subject), 80),
            style: ButtonStyle::Secondary,
            id: CustomId::Rule { subject: subject.key() },
        }
    }

    /// The answer about a subject.
    #[must_use]
    pub fn tell(&self, subject: Subject) -> Despatch {
        match subject {
            Subject::Rule(index) => self.rules.get(index).map_or_else(|| self.contents(), |rule| self.rule(rule)),
            Subject::Card(number) => self.pack.card(number).map_or_else(|| self.contents(), |card| self.card(card)),
            Subject::Event(number) => {
                let event = self.pack.random_events.iter().find(|event| event.number == number);
                event.map_or_else(|| self.contents(), |event| self.event(event))
            }
            Subject::Place(place) => self.place(place),
            Subject::Kind(kind) => self.kind(kind),
            Subject::Ship(ship) => self.ship(ship),
        }
    }

    fn rule(&self, rule: &Rule) -> Despatch {
        let mut facts: Vec<String> = rule
            .lines
            .iter()
            .map(|line| match line {
                Line::Adds { add, why, .. } => format!("**{add:+}** {why}"),
                Line::Row { on, brings } => format!("**{on}{}** {brings}", if is_short(on) { "" } else { ":" }),
            })
            .collect();
        facts.extend(rule.here.iter().map(|here| format!("*In this campaign:* {here}")));
        let settled = rule.rulings.iter().map(|(number, phrase)| format!("R{number:02}: {phrase}"));
        let next = rule.see.iter().filter_map(|heading| self.names.iter().find(|(_, name)| name == heading).map(|(subject, _)| *subject));
        Despatch {
            facts,
            dice: settled.collect(),
            footer: rule.chapter.to_owned(),
            buttons: next.map(|subject| self.button(subject)).collect(),
            ..Despatch::saying(format!("**{}.** {}", rule.heading.trim_end_matches(['!', '?', '.']), rule.says))
        }
    }

    fn card(&self, card: &Card) -> Despatch {
        let deck = if card.deck == Deck::Allied { &self.pack.words.sides.allied } else { &self.pack.words.sides.native };
        let mut facts = vec![card.text.clone()];
        facts.push(if card.effects.is_empty() {
            "The event is only a story: play the card for Ops or replacements (R59).".to_owned()
        } else if card.leaves_campaign {
            "Played as an event it leaves the campaign for good.".to_owned()
        } else {
            "Played as an event it stays in the deck.".to_owned()
        });
        let (falls, all) = play::random_event_falls(card);
        facts.push(format!("Random event on {}: {falls} in {all}.", card.random_event));
        if let Some(state) = self.state {
            let piles = [
                (state.hand(), "in your hand"),
                (state.draw_pile(), "in the draw pile"),
                (state.discard_pile(), "among the discards"),
                (state.removed_cards(), "out of the campaign"),
            ];
            let place = piles.iter().find(|(pile, _)| pile.contains(card.number)).map_or("set aside for now", |(_, place)| place);
            facts.push(format!("*In this campaign:* it is {place}."));
        }
        let explained = self.rules.iter().enumerate().filter(|(_, rule)| {
            let row = format!("{} {}", card.number.0, card.title);
            rule.lines.iter().any(|line| matches!(line, Line::Row { on, .. } if *on == row))
        });
        Despatch {
            facts,
            footer: format!("{deck} deck"),
            buttons: explained.map(|(index, _)| self.button(Subject::Rule(index))).take(3).collect(),
            ..Despatch::saying(format!("**Card {}, {}: {}.**", card.number.0, card.title, words::count(card.ops.into(), "Op", "Ops")))
        }
    }

    fn event(&self, event: &RandomEvent) -> Despatch {
        let explained = self.rules.iter().enumerate().filter(|(_, rule)| {
            let row = format!("{} {}", event.number, event.title);
            rule.lines.iter().any(|line| matches!(line, Line::Row { on, .. } if *on == row))
        });
        Despatch {
            facts: vec![event.text.clone()],
            footer: "Random Events".to_owned(),
            buttons: explained.map(|(index, _)| self.button(Subject::Rule(index))).take(1).collect(),
            ..Despatch::saying(format!(
                "**Random event {}, {}:** {}.",
                event.number,
                event.title,
                effect_words(self.pack, &event.effect).trim_end_matches('.')
            ))
        }
    }

    fn place(&self, at: LocationId) -> Despatch {
        let (pack, map) = (self.pack, &self.pack.map);
        let place = map.location(at);
        let value = self.state.map_or_else(|| map.value(at), |state| state.value(at));
        let mut facts = vec![format!(
            "Worth {}. Beside it: {}.",
            words::count(usize::try_from(value).unwrap_or_default(), "victory point", "victory points"),
            if place.adjacent.is_empty() { "nothing".to_owned() } else { words::places(pack, place.adjacent) }
        )];
        let seas: Vec<&str> = place.port_on.iter().map(|area| map.sea_areas[area.index()].name.as_str()).collect();
        facts.push(if seas.is_empty() {
            "No port.".to_owned()
        } else {
            format!("A port on Sea {} {}.", if seas.len() == 1 { "Area" } else { "Areas" }, words::list(&seas))
        });
        if !place.rises_only_with.is_empty() {
            facts.push(format!("It can rise only while {} are all lost.", words::places(pack, place.rises_only_with)));
        }
        if let Some(state) = self.state {
            let held = match state.control(at) {
                Control::Enemy => "in [enemy] hands",
                Control::Native => "ours",
                Control::NativePacified => "ours, retaken by [native] troops",
                Control::Allied => "ours, retaken by [allied] troops",
            };
            let siege = match state.siege_level(at) {
                0 => String::new(),
                level => format!(", besieged (level {level})"),
            };
            let garrison = state.garrison(at);
            let there = if garrison.is_empty() { String::new() } else { format!("; {}", words::units(pack, garrison)) };
            facts.push(format!("*In this campaign:* {}{siege}{there}.", words::told(pack, held)));
        }
        let island = &map.island(place.island).name;
        Despatch {
            facts,
            ..Despatch::saying(format!("**{}, a {} on {}.**", place.name, place.kind.word(), pack.words.island_name(island)))
        }
    }

    fn kind(&self, kind: UnitKindId) -> Despatch {
        let kind = &self.pack.roster.kinds[kind.index()];
        let whose = words::told(self.pack, if kind.nation == Nation::Allied { "[allied] or allied" } else { "[native]" });
        let arm = match kind.arm {
            engine::pack::Arm::Infantry => "infantry",
            engine::pack::Arm::Cavalry => "cavalry",
            engine::pack::Arm::Camels => "camel troops",
            engine::pack::Arm::Artillery => "artillery",
            engine::pack::Arm::MachineGuns => "machine guns",
        };
        let rate = if kind.arm.is_cavalry() { CAVALRY_RATE } else { INFANTRY_RATE };
        let mut facts = vec![
            format!("Marches {} when activated.", words::count(rate.into(), "space", "spaces")),
            format!("For your table: {}.", kind.quality.trim_end_matches('.')),
        ];
        if let Some(state) = self.state {
            let on_the_map =
                kind.all().iter().filter(|unit| state.space_of_unit(*unit).is_some() || state.ship_of_unit(*unit).is_some()).count();
            facts.push(format!("*In this campaign:* {on_the_map} of {} with the army.", kind.units.len()));
        }
        Despatch {
            facts,
            ..Despatch::saying(format!("**{}: {whose} {arm}, {}.**", kind.name, words::count(kind.units.len(), "unit", "units")))
        }
    }

    fn ship(&self, ship: ShipId) -> Despatch {
        let what = &self.pack.roster.ships[ship.index()];
        let mut facts = vec![format!("Has {} when activated.", words::count(FUNCTIONS.into(), "function", "functions"))];
        if !what.note.is_empty() {
            facts.push(what.note.clone());
        }
        if let Some(state) = self.state {
            let now = match state.ship_place(ship) {
                ShipPlace::Reserve => "She has not come yet".to_owned(),
                ShipPlace::Lost => "She is lost".to_owned(),
                ShipPlace::Port(_) | ShipPlace::Sea(_) => forces::ship(state, ship).unwrap_or_default(),
            };
            facts.push(format!("*In this campaign:* {now}."));
        }
        let carries = words::count(what.carries.into(), "unit", "units");
        Despatch { facts, ..Despatch::saying(format!("**The {}: a {} that carries {carries}.**", what.name, class_word(what.class))) }
    }

    /// What nobody calls anything here by; the nearest are offered.
    #[must_use]
    pub fn unclear(&self, typed: &str, perhaps: &[Subject]) -> Despatch {
        let said = words::typed(typed.trim(), 40);
        if perhaps.is_empty() {
            let mut despatch = self.contents();
            despatch.sentence =
                format!("Nothing in the rulebook is called \"{said}\". Its headings are these; `/rule` completes them as you type.");
            return despatch;
        }
        let names: Vec<&str> = perhaps.iter().map(|subject| self.name(*subject)).collect();
        let asked = match names.as_slice() {
            [only] => (*only).to_owned(),
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
            [] => String::new(),
        };
        let buttons = perhaps.iter().map(|subject| self.button(*subject)).collect();
        Despatch { buttons, ..Despatch::saying(format!("Nothing in the rulebook is just \"{said}\". Did you mean {asked}?")) }
    }

    /// The headings, chapter by chapter.
    #[must_use]
    pub fn contents(&self) -> Despatch {
        let mut facts: Vec<String> = Vec::new();
        for chapter in self.rules.chunk_by(|before, after| before.chapter == after.chapter) {
            let headings: Vec<&str> = chapter.iter().map(|rule| rule.heading.as_str()).collect();
            if let Some(first) = chapter.first() {
                facts.push(format!("**{}** {}", first.chapter, headings.join(" · ")));
            }
        }
        Despatch {
            facts,
            footer: "Cards, random events, places, units and ships can be asked about too.".to_owned(),
            ..Despatch::saying("**The rulebook, heading by heading.** `/rule heading:` tells any of it.")
        }
    }
}
