//! The report of a campaign: how the victory points went, what it cost, whether the dice were fair, and who did what; from everything the
//! journal holds of it. Pure.

pub mod honour;
pub mod luck;

use crate::despatches::{labels, position};
use crate::model::ids::UserId;
use std::collections::BTreeMap;

use engine::campaign::{CardUse, Control, Correction, Ending, Event, Favours, Order, State};
use engine::game::Game;
use engine::pack::{CardNumber, LocationId, UnitId};
use serde_json::Value;

use crate::despatches::group;
use crate::model::despatch::{Despatch, Picture, Tone};
use crate::words;
use honour::Honours;
use luck::Luck;
use pictures::odds::Shade;
use pictures::report::{LuckBar, OWN_DICE, ReportSheet, TurnLosses};

/// Kinds of rolls with a bar of their own, those with most dice.
const BARS: usize = 10;
/// Cards named.
const CARDS: usize = 6;

/// How a siege ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SiegeEnd {
    Broken,
    Fallen,
    StillOn,
}

/// A siege.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Siege {
    at: LocationId,
    from: u8,
    to: u8,
    end: SiegeEnd,
}

/// A campaign, added up.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    state: State,
    points: Vec<(u8, i16)>,
    losses: BTreeMap<u8, TurnLosses>,
    battles: (u32, u32),
    cards: BTreeMap<CardNumber, u32>,
    sieges: Vec<Siege>,
    luck: Luck,
    /// What was corrected, with the turn of it.
    corrections: Vec<(u8, String)>,
    /// Who commanded the Mahdists how often.
    commands: Vec<(UserId, u32)>,
    /// Its battles.
    honours: Honours,
    /// Whether the group has closed it before its end.
    closed: bool,
}

impl Report {
    /// The report of a campaign that the group has closed, if it has.
    #[must_use]
    pub fn closed(self, closed: bool) -> Self {
        Self { closed, ..self }
    }

    /// The report with the roll of its battles.
    #[must_use]
    pub fn honouring(self, honours: Honours) -> Self {
        Self { honours, ..self }
    }

    /// Adds up what happened: the events of every order, what was thrown besides at the table, and who commanded the Mahdists.
    #[must_use]
    pub fn of<'a>(start: State, orders: impl Iterator<Item = &'a [Event]>, thrown: &[Value], commands: Vec<(UserId, u32)>) -> Self {
        let mut report = Self {
            state: start,
            points: Vec::new(),
            losses: BTreeMap::new(),
            battles: (0, 0),
            cards: BTreeMap::new(),
            sieges: Vec::new(),
            luck: Luck::default(),
            corrections: Vec::new(),
            commands,
            honours: Honours::default(),
            closed: false,
        };
        // What a side on the board hides counts when the battle is over: the sum of the dice would tell the one that is not shown.
        let mut hidden = Vec::new();
        for events in orders {
            for event in events {
                report.see(event);
                let is_told = report.state.tells_all() || report.state.shown(event, None).as_ref() == Some(event);
                if is_told { report.throw(event) } else { hidden.push(event) }
            }
            if report.state.tells_all() {
                hidden.drain(..).for_each(|event| report.throw(event));
            }
        }
        thrown.iter().for_each(|written| report.luck.add::<State>(written));
        report.close_books();
        report
    }

    /// The report with the dice of what was undone: it has not happened, but they lie where they fell. While a battle is fought on the board,
    /// without those that fell on one.
    #[must_use]
    pub fn with_undone<'a>(mut self, orders: impl Iterator<Item = &'a [Event]>) -> Self {
        let tells_all = self.state.tells_all();
        for event in orders.flatten().filter(|event| tells_all || !matches!(event, Event::Field(_))) {
            self.throw(event);
        }
        self
    }

    fn throw(&mut self, event: &Event) {
        if let Ok(written) = serde_json::to_value(event) {
            self.luck.add::<State>(&written);
        }
    }

    fn see(&mut self, event: &Event) {
        let steps = steps(&self.state);
        let fighting = self.state.battle().map(|(battle, _)| {
            let force = &battle.force;
            u32::from(force.foot)
                + u32::from(force.horse)
                + u32::from(force.rifles)
                + u32::from(force.artillery)
                + u32::from(force.machine_guns)
        });
        if self.points.is_empty() && matches!(event, Event::TurnBegan { .. }) {
            self.points.push((0, self.state.victory_points()));
        }
        if let Event::Corrected { correction } = event {
            let label = labels::describe_order(&self.state, &Order::Correct { correction: *correction }).0;
            let what = label.strip_prefix("Correction: ").unwrap_or(&label).to_owned();
            self.corrections.push((self.state.turn(), what));
        }
        self.state.apply(event);
        let turn = self.state.turn();
        let losses = self.losses.entry(turn).or_insert(TurnLosses { turn, ours: 0, theirs: 0 });
        match event {
            Event::UnitsMutinied { .. }
            | Event::UnitsDestroyed { .. }
            | Event::UnitsLost { .. }
            | Event::StepsLost { .. }
            | Event::LossReported { .. }
            | Event::FieldStepLost { .. }
            | Event::ShipSunk { .. } => losses.ours += steps.saturating_sub(self::steps(&self.state)),
            Event::StepsReturned { steps, .. } => losses.ours = losses.ours.saturating_sub(u32::from(*steps)),
            Event::BattleEnded { won, .. } => {
                if *won {
                    self.battles.0 += 1;
                    losses.theirs += fighting.unwrap_or_default();
                } else {
                    self.battles.1 += 1;
                }
            }
            Event::CardPlayed { card, r#as: CardUse::Event, .. } => *self.cards.entry(*card).or_default() += 1,
            Event::PointsAdjusted { to, .. } => self.points.push((turn, *to)),
            Event::Corrected { correction: Correction::Siege { at, level: 0 } } => self.end_siege(*at, SiegeEnd::Broken),
            Event::Corrected { correction: Correction::Siege { at, .. } } if !self.is_under_siege(*at) => {
                self.sieges.push(Siege { at: *at, from: turn, to: turn, end: SiegeEnd::StillOn });
            }
            Event::Corrected { correction: Correction::Place { at, control: Control::Enemy } } => self.end_siege(*at, SiegeEnd::Fallen),
            // Some sieges a scenario begins with.
            Event::SetUp { .. } => {
                let from = self.state.scenario().map_or(turn, |scenario| scenario.first_turn);
                let sieges = self.state.besieged().iter().map(|at| Siege { at, from, to: from, end: SiegeEnd::StillOn });
                self.sieges.extend(sieges);
            }
            Event::SiegeBegan { location } => {
                self.sieges.push(Siege { at: *location, from: turn, to: turn, end: SiegeEnd::StillOn });
            }
            Event::SiegeLifted { at } => self.end_siege(*at, SiegeEnd::Broken),
            Event::LocationLost { location } => self.end_siege(*location, SiegeEnd::Fallen),
            _ => {}
        }
    }

    fn is_under_siege(&self, at: LocationId) -> bool {
        self.sieges.iter().any(|siege| siege.at == at && siege.end == SiegeEnd::StillOn)
    }

    fn end_siege(&mut self, at: LocationId, end: SiegeEnd) {
        let turn = self.state.turn();
        if let Some(siege) = self.sieges.iter_mut().find(|siege| siege.at == at && siege.end == SiegeEnd::StillOn) {
            (siege.to, siege.end) = (turn, end);
        }
    }

    /// What is still going on is told as it stands.
    fn close_books(&mut self) {
        let (turn, points) = (self.state.turn(), self.state.victory_points());
        if self.points.is_empty() {
            self.points.push((0, points));
        }
        if self.points.last().is_none_or(|(last, at)| *last != turn && *at != points) {
            self.points.push((turn, points));
        }
        for siege in self.sieges.iter_mut().filter(|siege| siege.end == SiegeEnd::StillOn) {
            siege.to = turn;
        }
        self.losses.remove(&0);
    }

    fn caption(&self) -> String {
        let turn = self.state.turn();
        match self.state.ending() {
            Some(ending) => format!("{} after turn {turn}", words::sentence_case(position::ending_words(ending))),
            None if self.closed => format!("Closed in turn {turn}"),
            None => format!("Turn {turn} so far"),
        }
    }

    /// The charts.
    #[must_use]
    pub fn sheet(&self) -> ReportSheet {
        let outline = &self.state.pack().outline;
        let luck = self.luck.kinds().into_iter().take(BARS);
        ReportSheet {
            title: outline.short_title.clone(),
            caption: self.caption(),
            points: self.points.clone(),
            won_at: outline.victory.won_at,
            lost_at: outline.victory.lost_at,
            enemy: self.state.pack().words.sides.enemy.clone(),
            enemies: self.state.pack().words.sides.enemies.clone(),
            losses: self.losses.values().copied().collect(),
            luck: luck
                .map(|kind| LuckBar {
                    label: format!(
                        "{}{} ({})",
                        kind.label,
                        if kind.table { format!(" {OWN_DICE}") } else { String::new() },
                        kind.throws.dice
                    ),
                    deviations: kind.throws.deviations(),
                    shade: match kind.served() {
                        Some(Favours::Ours) => Shade::Barred,
                        Some(Favours::Enemies) => Shade::Hatched,
                        None => Shade::Plain,
                    },
                    figure: match format!("{:+.1}", kind.throws.deviations()).replace('-', "−") {
                        none if none.ends_with("0.0") => "0.0".to_owned(),
                        figure => figure,
                    },
                })
                .collect(),
        }
    }

    /// The message: the figures in words, and the dice kind by kind in small print.
    #[must_use]
    pub fn despatch(&self, revision: u32) -> Despatch {
        let outline = &self.state.pack().outline;
        let so_far = if self.closed || self.state.ending().is_some() { "" } else { ", so far" };
        let mut facts = vec![self.points_fact(), self.losses_fact()];
        facts.extend(self.siege_fact());
        facts.extend(self.cards_fact());
        facts.extend(group::enemy_commands(self.state.pack(), &self.commands, 12));
        facts.extend(self.honours.lines(self.state.pack()));
        facts.extend(self.corrections_fact());
        facts.extend(self.luck.verdict(&self.state.pack().words.sides.enemies).map(|verdict| format!("**Dice:** {verdict}")));
        Despatch {
            facts,
            dice: self.luck.lines(&self.state.pack().words.sides.enemies).into_iter().take(BARS).collect(),
            tone: match self.state.ending() {
                Some(Ending::Victory) => Tone::Good,
                Some(Ending::Defeat) => Tone::Bad,
                _ => Tone::Staff,
            },
            footer: position::footer(&self.state, revision),
            picture: Some(Picture::Report),
            ..Despatch::saying(format!("**{} in figures{so_far}.**", outline.short_title))
        }
    }

    fn points_fact(&self) -> String {
        let lost_at = self.state.pack().outline.victory.lost_at;
        let (first, last) = (self.points.first().map_or(0, |(_, points)| *points), self.state.victory_points());
        let highest = self.points.iter().max_by_key(|(turn, points)| (*points, std::cmp::Reverse(*turn)));
        let highest = highest.map_or_else(String::new, |(turn, points)| {
            let when = if *turn == 0 { "at the start".to_owned() } else { format!("after turn {turn}") };
            format!("; the highest {points}, {when}")
        });
        format!("**Victory points:** from {first} to {last} of {lost_at}{highest}.")
    }

    fn losses_fact(&self) -> String {
        let ours: u32 = self.losses.values().map(|losses| losses.ours).sum();
        let theirs: u32 = self.losses.values().map(|losses| losses.theirs).sum();
        let worst = self.losses.values().max_by_key(|losses| (losses.ours, std::cmp::Reverse(losses.turn)));
        let worst = worst.filter(|worst| worst.ours > 0 && self.losses.len() > 1);
        let worst = worst.map_or_else(String::new, |worst| format!(", {} of them in turn {}", worst.ours, worst.turn));
        let battles = match self.battles {
            (0, 0) => "Battles: none".to_owned(),
            (won, 0) => format!("Battles: {} won, none lost", words::number(won as usize)),
            (0, lost) => format!("Battles: none won, {} lost", words::number(lost as usize)),
            (won, lost) => format!("Battles: {} won, {} lost", words::number(won as usize), words::number(lost as usize)),
        };
        format!(
            "**Losses:** {}{worst}. {battles}; {} driven from the field.",
            if ours == 0 {
                "none of our units".to_owned()
            } else {
                format!("{} of our units", words::count(ours as usize, "step", "steps"))
            },
            words::told(self.state.pack(), &words::count(theirs as usize, "[enemy] unit", "[enemy] units"))
        )
    }

    fn corrections_fact(&self) -> Option<String> {
        const NAMED: usize = 5;
        let mut named: Vec<String> = self.corrections.iter().take(NAMED).map(|(turn, what)| format!("turn {turn}: {what}")).collect();
        if self.corrections.len() > NAMED {
            named.push(format!("{} more", words::number(self.corrections.len() - NAMED)));
        }
        let count = words::number(self.corrections.len());
        (!named.is_empty()).then(|| words::shortened(&format!("**Corrections, by agreement:** {count}; {}.", named.join("; ")), 900))
    }

    fn siege_fact(&self) -> Option<String> {
        let pack = self.state.pack();
        let longest = self.sieges.iter().max_by_key(|siege| (siege.to - siege.from.min(siege.to), std::cmp::Reverse(siege.from)))?;
        let when = if longest.from == longest.to {
            format!("in turn {}", longest.from)
        } else {
            format!("turns {} to {}", longest.from, longest.to)
        };
        let end = match longest.end {
            SiegeEnd::Broken => "until it was broken",
            SiegeEnd::Fallen => "until the place fell",
            SiegeEnd::StillOn => "and still on",
        };
        Some(format!(
            "**Sieges:** {}; the longest that of {}, {when}, {end}.",
            words::number(self.sieges.len()),
            pack.location_name(longest.at)
        ))
    }

    fn cards_fact(&self) -> Option<String> {
        if self.cards.is_empty() {
            return None;
        }
        let played: u32 = self.cards.values().sum();
        let mut cards: Vec<(&CardNumber, &u32)> = self.cards.iter().collect();
        cards.sort_by_key(|(number, times)| (std::cmp::Reverse(**times), number.0));
        // Where one alone would be left out, it is named too.
        let shown = if cards.len() > CARDS + 1 { CARDS } else { cards.len() };
        let named: Vec<String> = cards
            .iter()
            .take(shown)
            .map(|(number, times)| {
                let title = self.state.pack().card(**number).map_or_else(|| number.0.to_string(), |card| card.title.clone());
                if **times > 1 { format!("{title} ({times} times)") } else { title }
            })
            .collect();
        let named = match cards.len() - shown {
            0 => words::list(&named),
            left_out => format!("{} and {} others", named.join(", "), words::number(left_out)),
        };
        Some(format!("**Played for their events:** {}: {named}.", words::count(played as usize, "card", "cards")))
    }
}

/// The steps of all our units on the map.
fn steps(state: &State) -> u32 {
    (0..state.pack().roster.units.len()).map(|unit| u32::from(state.steps(UnitId::at(unit)))).sum()
}

#[cfg(test)]
mod tests {
    use engine::campaign::rules::battle::Battle as Type;
    use engine::campaign::{BattleKind, Decision, EnemyForce, FieldBattle, GroundDice, Options, Seat};
    use engine::dice::Dice;
    use engine::pack::{Pack, ShipSet};
    use engine::tabletop::{self, side::Side};

    use super::*;
    use staff::recorded::recorded;

    fn report(turns: u8) -> Report {
        let rows = recorded(7, turns);
        Report::of(
            State::new(Pack::embedded().unwrap()),
            rows.iter().map(|row| row.events.as_slice()),
            &[],
            vec![(UserId(1), 3), (UserId(2), 1)],
        )
    }

    #[test]
    fn points_are_those_of_each_turns_end_beginning_with_those_before_the_first() {
        let report = report(3);
        assert_eq!(report.points.iter().map(|(turn, _)| *turn).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(report.points[2].1, report.state.victory_points());
        let words = report.despatch(1).plain();
        assert!(words.contains(&format!("from {} to {} of 300", report.points[0].1, report.points[2].1)), "{words}");
        assert!(words.contains("in figures, so far.**") && words.contains("<@1> three times and <@2> once"), "{words}");
    }

    #[test]
    fn steps_lost_are_those_missing_from_the_map_less_those_that_came_and_those_made_good() {
        let rows = recorded(7, 5);
        let (mut come, mut gone) = (0_i64, 0_i64);
        let mut state = State::new(Pack::embedded().unwrap());
        let mut first = 0;
        for (index, row) in rows.iter().enumerate() {
            for event in &row.events {
                let before = i64::from(steps(&state));
                state.apply(event);
                let change = i64::from(steps(&state)) - before;
                match event {
                    Event::UnitsArrived { .. } | Event::ExpeditionLanded { .. } | Event::UnitReplaced { .. } => come += change,
                    Event::UnitsRecalled { .. } => gone -= change,
                    _ => {}
                }
            }
            if index == 0 {
                first = i64::from(steps(&state));
            }
        }
        let lost: u32 = report(5).losses.values().map(|losses| losses.ours).sum();
        assert_eq!(i64::from(lost), first + come - gone - i64::from(steps(&state)));
        assert!(lost > 0);
    }

    #[test]
    fn every_die_of_the_stream_is_in_the_luck_once() {
        let rows = recorded(7, 5);
        let dice = u64::from(report(5).luck.streamed.dice);
        let words = rows.last().unwrap().position_after;
        // A word of the stream is a die, but for the few that are passed over so that no face is favoured.
        assert!(dice <= words && words - dice < 3, "{dice} dice from {words} words");
    }

    #[test]
    fn the_die_of_a_card_that_one_side_alone_sees_is_in_the_luck_when_the_battle_is_over() {
        let start = State::new(Pack::embedded().unwrap());
        let (mut state, mut dice) = (start.clone(), Dice::seeded([5; 32], 0));
        let options = Options { boards: true, ..Options::default() };
        let mut rows = vec![state.give(Seat::Commander, &Order::SetUp { scenario: "uprising".to_owned(), options }, &mut dice).unwrap()];
        let at = state.pack().map.find_space("El Obeid").unwrap();
        let force = EnemyForce { foot: 6, horse: 0, rifles: 1, artillery: 0, machine_guns: 0, rolls: Vec::new() };
        let (units, ships, note) = (state.units_at(at), ShipSet::EMPTY, String::new());
        let battle = Box::new(FieldBattle { at, units, ships, kind: BattleKind::Storm, force, battle: Type::assault(), note });
        rows.push(vec![Event::BattleBegan { battle }, Event::DecisionPut { decision: Decision::Battle { at } }]);
        state.replay(&rows[1]);
        for order in [
            Order::FightOut { ground: GroundDice::default() },
            Order::Field(tabletop::order::Order::Ready(Side::Ours)),
            Order::Field(tabletop::order::Order::Ready(Side::Enemy)),
            Order::LeaveBoard,
        ] {
            rows.push(state.give(state.giver(&order), &order, &mut dice).unwrap());
        }
        let points = |luck: &Luck| luck.kinds().iter().map(|kind| (kind.name(), kind.throws.dice, kind.throws.shown)).collect::<Vec<_>>();
        let cards = |rows: &[Vec<Event>]| {
            let written: Vec<Value> = rows.iter().map(|row| serde_json::to_value(row).unwrap()).collect();
            let mut luck = Luck::default();
            written.iter().for_each(|written| luck.add::<State>(written));
            let told = Report::of(start.clone(), rows.iter().map(Vec::as_slice), &[], Vec::new()).luck;
            (luck.streamed.dice - told.streamed.dice, points(&told) == points(&luck))
        };
        let (hidden, _) = cards(&rows[..rows.len() - 1]);
        assert!(hidden > 0, "Heroic Leadership cards were dealt");
        assert_eq!(cards(&rows), (0, true));
        // What was undone of a battle does not tell it either.
        let undone = |report: Report| report.with_undone(rows[3..5].iter().map(Vec::as_slice)).luck.streamed.dice;
        let fought = || Report::of(start.clone(), rows[..3].iter().map(Vec::as_slice), &[], Vec::new());
        assert_eq!(undone(fought()), fought().luck.streamed.dice);
    }

    #[test]
    fn the_longest_siege_is_told_with_how_it_ended() {
        let at = LocationId::at(3);
        let name = Pack::embedded().unwrap().location_name(at).to_owned();
        let turn = |turn| vec![Event::TurnBegan { turn }];
        for (end, words) in [
            (Event::SiegeLifted { at }, "until it was broken"),
            (Event::LocationLost { location: at }, "until the place fell"),
            (Event::TurnBegan { turn: 4 }, "and still on"),
        ] {
            let rows = [turn(1), vec![Event::SiegeBegan { location: at }], turn(2), turn(3), turn(4), vec![end]];
            let report = Report::of(State::new(Pack::embedded().unwrap()), rows.iter().map(Vec::as_slice), &[], Vec::new());
            let told = report.siege_fact().unwrap();
            assert_eq!(told, format!("**Sieges:** one; the longest that of {name}, turns 1 to 4, {words}."));
        }
    }

    #[test]
    fn a_siege_that_a_scenario_begins_with_is_told_from_its_first_turn() {
        let start = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "reconquest".to_owned(), options: Options::default() };
        let set_up = start.clone().give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
        let at = start.pack().map.find_location("Friday Harbor").unwrap();
        let rows = [set_up, vec![Event::TurnBegan { turn: 12 }], vec![Event::SiegeLifted { at }]];
        let report = Report::of(start, rows.iter().map(Vec::as_slice), &[], Vec::new());
        let told = report.siege_fact().unwrap();
        assert_eq!(told, "**Sieges:** one; the longest that of Friday Harbor, turns 11 to 12, until it was broken.");
    }

    #[test]
    fn a_report_stays_within_discords_limits_however_long_the_campaign() {
        let mut report = report(6);
        report.commands = (0..60).map(|user| (UserId(u64::MAX - user), 99)).collect();
        let rows = recorded(7, 20);
        let six = || (0..6).map(|user| (UserId(u64::MAX - user), user % 2 == 0)).collect::<Vec<_>>();
        let sides = (0..u32::try_from(rows.len()).unwrap()).map(|row| (row, six())).collect();
        let numbered = rows.iter().enumerate().map(|(row, order)| (u32::try_from(row).unwrap(), order.events.as_slice()));
        let report = report.honouring(Honours::of(&Pack::embedded().unwrap(), numbered, &sides));
        let despatch = report.despatch(u32::MAX);
        assert!(despatch.body().chars().count() <= 4_096 && despatch.facts.iter().all(|fact| fact.chars().count() < 1_000));
        assert!(despatch.body().contains("standard deviations"));
    }
}
