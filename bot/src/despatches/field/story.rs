//! What happened in a gridded battle as a story, in its order: the shots that told, charges, combats and losses each in a sentence with all
//! that came of it, and what happened between two of these together.
//!
//! It is made from events as their reader may see them, and from the positions that they lead through.

use engine::game::Game as _;
use engine::tabletop::cards::PlayingCard;
use engine::tabletop::event::{Event, Loss};
use engine::tabletop::heroic::Heroic;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::{EndedBy, Outcome};
use engine::tabletop::rules::combat::Ending;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use crate::despatches::field::names;
use crate::words;

/// A sentence of the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// How much it weighs: the heaviest is the headline.
    pub weight: u8,
    /// What it says, without its full stop.
    pub text: String,
    /// The side that it is good news for, if it is for one.
    pub favours: Option<Side>,
}

/// What happened in a stretch of a battle, turn by turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chapter {
    /// The turn.
    pub turn: u8,
    /// Whether it began in this stretch.
    pub begins: bool,
    /// The sentences, in order.
    pub told: Vec<Told>,
    /// What has happened since the last of them.
    since: Since,
}

/// What happens between sentences of weight, and is told together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Since {
    /// Who became impetuous.
    unheld: Vec<UnitId>,
    /// Where the units stand now that moved or were formed, in short.
    moved: Vec<String>,
    /// Who is in order again.
    recovered: Vec<UnitId>,
    /// Who fired at whom without effect.
    missed: Vec<(UnitId, UnitId)>,
}

impl Chapter {
    /// Whether there is nothing to tell.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        !self.begins && self.told.is_empty()
    }

    /// The weight of its heaviest sentence; 0 if it has none.
    #[must_use]
    pub fn weight(&self) -> u8 {
        self.told.iter().map(|told| told.weight).max().unwrap_or_default()
    }

    /// Tells what has happened since the last sentence.
    fn settle(&mut self, state: &State) {
        let Since { unheld, mut moved, recovered, missed } = std::mem::take(&mut self.since);
        if !unheld.is_empty() {
            let who = names::by_kind(state, &unheld);
            let text =
                format!("{} could not be held, and {} impetuous", words::sentence_case(&who), if unheld.len() == 1 { "is" } else { "are" });
            self.told.push(Told { weight: 45, text, favours: None });
        }
        settle(&mut moved);
        let mut parts = Vec::new();
        if !moved.is_empty() {
            parts.push(format!("Moved: {}", moved.join("; ")));
        }
        if !missed.is_empty() {
            parts.push(format!("{}: {}", if parts.is_empty() { "Fired without effect" } else { "fired without effect" }, shots(&missed)));
        }
        if !recovered.is_empty() {
            let numbers: Vec<String> = recovered.iter().map(|unit| names::number(*unit).to_string()).collect();
            parts.push(format!("{}: {}", if parts.is_empty() { "In order again" } else { "in order again" }, words::list(&numbers)));
        }
        if !parts.is_empty() {
            self.told.push(Told { weight: QUIET, text: parts.join("; "), favours: None });
        }
    }
}

/// Who fired at whom, by their numbers, each who fired once: "3 at 17 and 20, 5 at 17 twice".
fn shots(missed: &[(UnitId, UnitId)]) -> String {
    let mut by: Vec<(UnitId, Vec<(UnitId, usize)>)> = Vec::new();
    for (unit, target) in missed {
        let at = by.iter().position(|(other, _)| other == unit).unwrap_or_else(|| {
            by.push((*unit, Vec::new()));
            by.len() - 1
        });
        match by[at].1.iter_mut().find(|(other, _)| other == target) {
            Some((_, times)) => *times += 1,
            None => by[at].1.push((*target, 1)),
        }
    }
    let told = by.into_iter().map(|(unit, targets)| {
        let at: Vec<String> = targets
            .into_iter()
            .map(|(target, times)| match times {
                1 => names::number(target).to_string(),
                more => format!("{} {}", names::number(target), words::times(more)),
            })
            .collect();
        format!("{} at {}", names::number(unit), words::list(&at))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The weight of what is told together, since it comes to little.
pub const QUIET: u8 = 5;

/// The weight of a sentence from which on it is news.
pub const NEWS: u8 = 40;

/// The story of events, the first of which is in the turn of `before`.
#[must_use]
pub fn story(before: &State, events: &[Event]) -> Vec<Chapter> {
    let mut teller = Teller {
        state: before.clone(),
        chapters: vec![Chapter { turn: before.turn, ..Chapter::default() }],
        going: None,
        hit: None,
        aboard: Vec::new(),
    };
    for event in events {
        teller.tell(event);
        teller.state.apply(event);
    }
    teller.close();
    let Teller { state, mut chapters, .. } = teller;
    for chapter in &mut chapters {
        chapter.settle(&state);
    }
    chapters.retain(|chapter| !chapter.is_empty());
    chapters
}

/// Of several moves of one unit the last counts, with where it turned to after it.
fn settle(movements: &mut Vec<String>) {
    let mut settled: Vec<(String, Vec<String>)> = Vec::new();
    for line in movements.drain(..) {
        let Some((who, what)) = line.split_once(' ') else { continue };
        let earlier = settled.iter().position(|(other, _)| other == who).map(|at| settled.remove(at).1);
        let mut all = earlier.unwrap_or_default();
        all.retain(|before| what.starts_with("faces ") && !before.starts_with("faces "));
        all.push(what.to_owned());
        settled.push((who.to_owned(), all));
    }
    movements.extend(settled.into_iter().map(|(who, all)| format!("{who} {}", words::list(&all))));
}

struct Teller {
    state: State,
    chapters: Vec<Chapter>,
    /// The sentence that is being told, if it may go on.
    going: Option<Going>,
    /// A shot that hit, of which nothing has come yet.
    hit: Option<Hit>,
    /// Who was lost aboard a boat that is lost next.
    aboard: Vec<UnitId>,
}

/// A sentence that is being told, and what has come of it so far.
struct Going {
    /// Its place among the sentences of the chapter.
    at: usize,
    /// What it opens with: who charged whom, or nothing.
    opening: String,
    /// Those it has named in full.
    named: Vec<UnitId>,
    /// What has become of whom, in order.
    parts: Vec<Part>,
    /// Whether it opens with the scores of a charge or a combat, of which something has to come.
    contest: bool,
}

/// What has become of one unit.
struct Part {
    unit: UnitId,
    /// What stands before what it did: a stop and its name.
    subject: String,
    deeds: Vec<Deed>,
}

/// Something that became of a unit, or that it did.
#[derive(Clone, PartialEq, Eq)]
enum Deed {
    /// So many figures were lost: in all, where more than one thing cost some.
    Figures(u16),
    /// Anything else, as it is said after the unit's name.
    Said(String),
}

impl Deed {
    fn told(&self) -> String {
        match self {
            Self::Figures(1) => "lost a figure".to_owned(),
            Self::Figures(more) => format!("lost {} figures", words::number((*more).into())),
            Self::Said(said) => said.clone(),
        }
    }
}

impl Going {
    fn text(&self) -> String {
        let mut text = self.opening.clone();
        for part in &self.parts {
            text.push_str(&format!("{} {}", part.subject, words::list(&part.deeds.iter().map(Deed::told).collect::<Vec<_>>())));
        }
        if self.contest && self.parts.is_empty() {
            text.push_str("; nobody gave way");
        }
        words::sentence_case(&text)
    }
}

/// A shot that hit.
struct Hit {
    /// Who fired at whom.
    text: String,
    /// Who was hit.
    target: UnitId,
    /// Who turned a black card for it: the one who was hit, in cover, or a Leader there, who may take it.
    black: Option<UnitId>,
}

impl Teller {
    fn chapter(&mut self) -> &mut Chapter {
        if self.chapters.is_empty() {
            self.chapters.push(Chapter::default());
        }
        let last = self.chapters.len() - 1;
        &mut self.chapters[last]
    }

    fn who(&self, unit: UnitId) -> String {
        names::unit(&self.state, unit)
    }

    fn close(&mut self) {
        if let Some(Hit { text, target, black }) = self.hit.take() {
            let text = match black {
                Some(unit) if unit == target => format!("{text}: a hit, stopped by cover"),
                Some(leader) => format!("{text}: a hit, which {} took, unhurt", self.who(leader)),
                None => format!("{text}: a hit"),
            };
            self.push(Told { weight: 15, text, favours: None });
        }
        self.going = None;
    }

    /// Tells a sentence, after what has happened before it.
    fn push(&mut self, told: Told) {
        let state = self.state.clone();
        let chapter = self.chapter();
        chapter.settle(&state);
        chapter.told.push(told);
    }

    fn say(&mut self, weight: u8, text: &str, favours: Option<Side>) {
        self.close();
        self.push(Told { weight, text: words::sentence_case(text), favours });
    }

    /// Goes on with the sentence that is being told; whether one is.
    fn adds(&mut self, unit: UnitId, deed: Deed) -> bool {
        let Some(mut going) = self.going.take() else { return false };
        match going.parts.last_mut().filter(|part| part.unit == unit) {
            Some(part) => {
                // Some for the toll, and one for the way back that was barred.
                let before = part.deeds.iter_mut().find_map(|of| if let Deed::Figures(figures) = of { Some(figures) } else { None });
                match (before, &deed) {
                    (Some(figures), Deed::Figures(more)) => *figures += more,
                    _ => part.deeds.push(deed),
                }
            }
            None => {
                let known = going.named.contains(&unit) && !self.is_leader(unit);
                let who = if known { format!("unit {}", names::number(unit)) } else { self.who(unit) };
                going.named.push(unit);
                going.parts.push(Part { unit, subject: format!("; {who}"), deeds: vec![deed] });
            }
        }
        if let Some(told) = self.chapter().told.get_mut(going.at) {
            told.text = going.text();
        }
        self.going = Some(going);
        true
    }

    fn is_leader(&self, unit: UnitId) -> bool {
        self.state.find(unit).is_some() && self.state.position.troop(unit).arm == Arm::Leader
    }

    /// Says who charged or fought whom, with the scores: what comes of it is added.
    fn contest(&mut self, weight: u8, text: &str, named: Vec<UnitId>, favours: Option<Side>) {
        self.goes_on(weight, Going { at: 0, opening: text.to_owned(), named, parts: Vec::new(), contest: true }, favours);
    }

    /// Says what has become of a unit, after an opening: more is added.
    fn opens(&mut self, weight: u8, (opening, subject): (String, String), (unit, deed): (UnitId, Deed), favours: Option<Side>) {
        let part = Part { unit, subject, deeds: vec![deed] };
        self.goes_on(weight, Going { at: 0, opening, named: vec![unit], parts: vec![part], contest: false }, favours);
    }

    /// Says a sentence that may go on.
    fn goes_on(&mut self, weight: u8, going: Going, favours: Option<Side>) {
        self.say(weight, &going.text(), favours);
        let at = self.chapter().told.len().saturating_sub(1);
        self.going = Some(Going { at, ..going });
    }

    /// Says something in between, by which a sentence that is being told does not end.
    fn aside(&mut self, weight: u8, text: &str) {
        match self.going {
            Some(_) => self.push(Told { weight, text: words::sentence_case(text), favours: None }),
            None => self.say(weight, text, None),
        }
    }

    /// Adds what has come of it to the sentence that is being told, or says it by itself.
    fn then(&mut self, weight: u8, unit: UnitId, what: &str) {
        self.becomes(weight, unit, Deed::Said(what.to_owned()));
    }

    fn becomes(&mut self, weight: u8, unit: UnitId, deed: Deed) {
        let favours = self.state.find(unit).map(|of| of.side.other());
        if let Some(Hit { text, target, .. }) = self.hit.take() {
            let subject = if unit == target { ", which".to_owned() } else { format!(": a hit, and {}", self.who(unit)) };
            self.opens(weight, (text, subject), (unit, deed), favours);
            return;
        }
        if self.adds(unit, deed.clone()) {
            let at = self.going.as_ref().map_or(0, |going| going.at);
            if let Some(told) = self.chapter().told.get_mut(at)
                && weight >= told.weight
            {
                (told.weight, told.favours) = (weight, favours);
            }
            return;
        }
        self.opens(weight, (String::new(), self.who(unit)), (unit, deed), favours);
    }

    fn moved(&mut self, line: String) {
        self.close();
        self.chapter().since.moved.push(line);
    }

    fn tell(&mut self, event: &Event) {
        let at = |teller: &Self, unit: UnitId| teller.state.find(unit).map_or_else(String::new, |of| of.square.to_string());
        match event {
            Event::SetUp { plan, .. } => self.say(90, &format!("{}: the sides are laid out", plan.title), None),
            Event::Deploys(side) => {
                let (done, next) = (names::the_side(&self.state, side.other()), names::the_side(&self.state, *side));
                self.say(30, &format!("{done} are set up; {next} are next"), None);
            }
            Event::TurnBegan { turn, .. } => {
                self.close();
                let state = self.state.clone();
                self.chapter().settle(&state);
                self.chapters.push(Chapter { turn: *turn, begins: true, ..Chapter::default() });
            }
            Event::Woke(side) => self.aside(75, &format!("{} know that they are attacked", names::the_side(&self.state, *side))),
            Event::CardPlayed { side, card, unit } => {
                let (who, name) = (names::the_side(&self.state, *side), names::heroic(&self.state, *card));
                match card {
                    Heroic::HardLuck => self.say(20, &format!("{who} throw *{name}* away"), None),
                    _ => self.say(45, &format!("{who} play *{name}* for {}", self.who(*unit)), Some(*side)),
                }
            }
            Event::Fought { square, combat } => {
                let [one, other] = combat.rolls.each_ref().map(engine::dice::Roll::total);
                let units = self.state.contact_in(*square).map(engine::tabletop::state::Contact::units);
                let who =
                    units.map_or_else(String::new, |[charger, charged]| format!(", {} against {}", self.who(charger), self.who(charged)));
                let text = format!("hand to hand at {square}{who}, {one} to {other}");
                match combat.ending {
                    Ending::GoesOn => self.say(50, &format!("{text}; it goes on"), None),
                    Ending::Lost { loser, .. } => {
                        let favours = self.state.find(loser).map(|of| of.side.other());
                        self.contest(50, &text, units.map_or_else(Vec::new, Vec::from), favours);
                    }
                }
            }
            Event::Fired { unit, target, roll, at_most, .. } => {
                self.close();
                if roll.total() <= i16::from(*at_most) {
                    let text =
                        format!("{} at {} fired at {} at {}", self.who(*unit), at(self, *unit), self.who(*target), at(self, *target));
                    self.hit = Some(Hit { text: words::sentence_case(&text), target: *target, black: None });
                } else {
                    self.chapter().since.missed.push((*unit, *target));
                }
            }
            Event::Turned { unit, card, .. } => {
                if let Some(hit) = self.hit.as_mut().filter(|_| card.is_black()) {
                    hit.black = Some(*unit);
                }
            }
            Event::Charged { unit, target, struck, rolls, .. } => {
                let (one, other) = (rolls[0].total(), rolls[1].total());
                let text = format!(
                    "{} charged {} at {}{}, {one} to {other}",
                    self.who(*unit),
                    self.who(*target),
                    at(self, *target),
                    names::struck_in(&self.state, *target, *struck)
                );
                let by = self.state.find(*unit).map(|of| of.side);
                let favours = by.map(|side| if one > other { side } else { side.other() });
                self.contest(55, &text, vec![*target, *unit], favours);
            }
            Event::Entered { unit, square, against, .. } => {
                let what = if against.is_some() { format!("is locked with them at {square}") } else { format!("took {square}") };
                if !self.adds(*unit, Deed::Said(what.clone())) {
                    let text = format!("{} {what}", self.who(*unit));
                    self.say(45, &text, None);
                }
            }
            Event::PleaTried { unit, .. } => self.then(40, *unit, "wavered"),
            Event::Disorganised(unit) => self.then(50, *unit, "became disorganised"),
            Event::FiguresLost { unit, figures } => {
                let boat = self.state.find(*unit).is_some() && self.state.position.troop(*unit).arm.is_boat();
                let deed = match (boat, *figures) {
                    (true, 1) => Deed::Said("lost a flotation point".to_owned()),
                    (true, more) => Deed::Said(format!("lost {} flotation points", words::number(more.into()))),
                    (false, figures) => Deed::Figures(figures.into()),
                };
                self.becomes(55, *unit, deed);
            }
            Event::Refloated(unit) => self.then(35, *unit, "has one flotation point more"),
            // Those aboard are lost with the boat, and told with it.
            Event::Lost { unit, how: Loss::Sunk } if self.state.find(*unit).is_some_and(|of| matches!(of.place, Place::Aboard(_))) => {
                self.aboard.push(*unit);
            }
            Event::Lost { unit, how } => {
                let aboard = std::mem::take(&mut self.aboard);
                let weight = if aboard.iter().chain([unit]).any(|unit| self.is_leader(*unit)) { 85 } else { 80 };
                let with = match aboard.as_slice() {
                    [] => String::new(),
                    aboard => format!(" with {} aboard", names::by_kind(&self.state, aboard)),
                };
                self.then(weight, *unit, &format!("{}{with}", loss(*how)));
            }
            Event::FellBack { unit, to, .. } => self.then(50, *unit, &format!("fell back to {to}")),
            Event::Left { unit, .. } if self.going.as_ref().is_some_and(|going| going.named.contains(unit)) => {
                self.then(60, *unit, "left the board");
            }
            Event::Left { unit, .. } => self.say(60, &format!("{} left the board", self.who(*unit)), None),
            Event::LeaderEscaped { leader, to } => self.say(50, &format!("{} got away to {to}", self.who(*leader)), None),
            Event::Revealed(unit) => self.aside(60, &format!("{} showed themselves at {}", self.who(*unit), at(self, *unit))),
            Event::BecameImpetuous(unit) => {
                self.close();
                self.chapter().since.unheld.push(*unit);
            }
            Event::Recovered(unit) => {
                self.close();
                self.chapter().since.recovered.push(*unit);
            }
            Event::Moved { unit, to, facing, .. } => {
                let here = self.state.find(*unit).is_some_and(|of| of.square == *to && of.is_on_board());
                let line = if here {
                    format!("{} faces {}", names::number(*unit), names::facing(*facing))
                } else {
                    format!("{} to {to}", names::number(*unit))
                };
                self.moved(line);
            }
            Event::Landed { unit, to, .. } => self.moved(format!("{} to {to}", names::number(*unit))),
            Event::Pursued { unit, to, .. } => {
                let what = format!("pursued to {to}");
                if !self.adds(*unit, Deed::Said(what.clone())) {
                    let text = format!("{} {what}", self.who(*unit));
                    self.say(30, &text, None);
                }
            }
            // Where somebody in ambush is, is not told with what they do there.
            Event::Formed { unit, .. } if self.state.find(*unit).is_some_and(|of| of.hidden) => {}
            Event::Formed { unit, formation, .. } => {
                let at = at(self, *unit);
                self.moved(format!("{} {} at {at}", names::number(*unit), names::formed(*formation)));
            }
            Event::BrigadeFormed { side, centre, .. } => {
                self.say(60, &format!("{} formed brigade square round {centre}", names::the_side(&self.state, *side)), Some(*side));
            }
            Event::BrigadeMarched { side, way, .. } => {
                self.say(20, &format!("the square of {} marched {}", names::the_side(&self.state, *side), names::facing(*way)), None);
            }
            // It is broken by what the enemy did to one of its units, or left by an order.
            Event::BrigadeBroken(side) if self.going.is_none() => {
                self.say(20, &format!("{} left brigade square", names::the_side(&self.state, *side)), None);
            }
            Event::BrigadeBroken(side) => {
                self.say(65, &format!("the brigade square of {} is no more", names::the_side(&self.state, *side)), Some(side.other()));
            }
            Event::Embarked { unit, boat } => self.moved(format!("{} aboard {}", names::number(*unit), names::number(*boat))),
            Event::BreaksOff { side, disorganised, lost, of } => {
                let text =
                    format!("{} must break off: {disorganised} disorganised and {lost} lost of {of}", names::the_side(&self.state, *side));
                self.say(95, &text, Some(side.other()));
            }
            Event::GivesUp(side) => {
                let text = format!("{} give the battle up, and leave it at the turn's end", names::the_side(&self.state, *side));
                self.say(80, &text, Some(side.other()));
            }
            Event::Ended(outcome) => self.say(100, &ended(&self.state, *outcome), outcome.winner),
            // Whoever acts next has sentences of their own.
            Event::Activated { .. } | Event::BrigadeActivated { .. } => self.close(),
            Event::Dealt { unit, card, .. } if *card == PlayingCard::JOKER => {
                self.aside(60, &format!("the joker is turned up, for {}, which is dealt another card", self.who(*unit)));
            }
            // Those that a battle begins with are dealt while it is set up.
            Event::HeroicDealt { side, .. } if self.state.turn > 0 => {
                self.aside(20, &format!("{} are dealt a Heroic card", names::the_side(&self.state, *side)));
            }
            Event::Roused { .. }
            | Event::Alarm { .. }
            | Event::HeroicDealt { .. }
            | Event::HeroicShuffled
            | Event::TurnedShuffled
            | Event::Dealt { .. }
            | Event::StepBegan(_)
            | Event::Asked(_)
            | Event::CardPassed(_)
            | Event::Tried { .. }
            | Event::Mustered { .. }
            | Event::Placed { .. }
            | Event::Done(_)
            | Event::BrigadeDone { .. }
            | Event::Coordinated { .. }
            | Event::LiesStill { .. }
            | Event::CombatCards { .. }
            | Event::Instructed { .. }
            | Event::Seated { .. } => {}
        }
    }
}

/// How a battle has ended.
#[must_use]
pub fn ended(state: &State, outcome: Outcome) -> String {
    let by = |winner: Option<Side>| match (outcome.by, winner) {
        (EndedBy::BreakOff, Some(winner)) => format!("{} broke off", names::the_side(state, winner.other())),
        (EndedBy::Conceded, Some(winner)) => format!("{} gave it up", names::the_side(state, winner.other())),
        (EndedBy::BreakOff | EndedBy::BothBrokeOff, _) => "both sides had to break off".to_owned(),
        (EndedBy::Aim, _) => "the turns are up, and the aim decides".to_owned(),
        (EndedBy::Turns | EndedBy::Conceded, _) => "the turns are up".to_owned(),
    };
    match outcome.winner {
        Some(winner) => format!("{} have won the battle: {}", names::the_side(state, winner), by(Some(winner))),
        None => format!("the battle is drawn: {}", by(None)),
    }
}

/// How somebody was lost.
#[must_use]
pub const fn loss(how: Loss) -> &'static str {
    match how {
        Loss::Destroyed => "was destroyed",
        Loss::Captured => "was captured",
        Loss::Sunk => "sank",
        Loss::Pleaded => "threw down its arms",
        Loss::Killed => "was killed",
        Loss::Wounded => "was wounded and carried off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_a_charge_is_told_unit_by_unit_with_all_figures_together_and_a_tie_as_nothing() {
        let pack = engine::tabletop::pack::BattlePack::embedded().unwrap();
        let mut teller = Teller { state: State::opening(&pack), chapters: Vec::new(), going: None, hit: None, aboard: Vec::new() };
        teller.contest(55, "spearmen charged riflemen, 9 to 6", vec![UnitId(4), UnitId(7)], None);
        assert_eq!(teller.chapters[0].told[0].text, "Spearmen charged riflemen, 9 to 6; nobody gave way");
        teller.becomes(55, UnitId(4), Deed::Figures(2));
        teller.then(50, UnitId(4), "became disorganised");
        teller.becomes(55, UnitId(4), Deed::Figures(1));
        teller.aside(75, "the enemy know that they are attacked");
        teller.then(50, UnitId(7), "took G6");
        let told = "Spearmen charged riflemen, 9 to 6; unit 5 lost three figures and became disorganised; unit 8 took G6";
        assert_eq!(teller.chapters[0].told[0].text, told, "though something was told in between");
        assert_eq!(teller.chapters[0].told[1].text, "The enemy know that they are attacked");
    }

    #[test]
    fn where_a_unit_went_is_told_though_it_turned_afterwards() {
        let told = ["7 to C4", "8 faces west", "7 to D4", "7 faces east", "7 faces north", "9 to A1", "9 in Line at A1", "8 to B2"];
        let mut movements: Vec<String> = told.map(ToOwned::to_owned).into();
        settle(&mut movements);
        assert_eq!(movements, ["7 to D4 and faces north", "9 in Line at A1", "8 to B2"]);
    }

    #[test]
    fn what_happened_between_two_sentences_is_told_before_the_second_and_shots_say_who_fired_at_whom() {
        let pack = engine::tabletop::pack::BattlePack::embedded().unwrap();
        let mut teller = Teller { state: State::opening(&pack), chapters: Vec::new(), going: None, hit: None, aboard: Vec::new() };
        teller.moved("7 to C4".to_owned());
        for target in [16, 19, 16] {
            teller.chapter().since.missed.push((UnitId(2), UnitId(target)));
        }
        teller.chapter().since.recovered.push(UnitId(8));
        teller.say(80, "the guns were destroyed", None);
        teller.moved("8 to C5".to_owned());
        let state = teller.state.clone();
        teller.chapter().settle(&state);
        let told: Vec<&str> = teller.chapters[0].told.iter().map(|told| told.text.as_str()).collect();
        assert_eq!(
            told,
            ["Moved: 7 to C4; fired without effect: 3 at 17 twice and 20; in order again: 9", "The guns were destroyed", "Moved: 8 to C5"]
        );
    }
}
