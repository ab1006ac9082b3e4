//! What happened in the mini-game of the siege as it is told to everybody: a line for each thing that could be seen, its dice apart. A player
//! turn is a message that grows, and so is each battle.

use std::cmp::Ordering;

use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::khartoum::battle::Battle;
use engine::khartoum::event::{Cause, Effect, Event, Placing, Shot, Skip};
use engine::khartoum::ids::{SpaceId, UnitId, Units};
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::pack::counters::{Class, Contingent};
use engine::khartoum::phase::{EndedBy, Outcome, Phase, Place};
use engine::khartoum::roll::{Modifier, Purpose, Reason, Roll};
use engine::khartoum::state::State;
use engine::tabletop::side::Side;

use crate::despatches::khartoum::names;
use crate::words;

/// What a message of the channel is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The set-up.
    SetUp,
    /// A player turn, apart from its battles.
    Turn(Side),
    /// A battle in it.
    Battle(Side, SpaceId),
}

/// What a stretch of a game has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// What it is about.
    pub about: About,
    /// The turn.
    pub turn: u8,
    /// Whether that begins with it.
    pub begins: bool,
    /// The lines, in the order in which it happened.
    pub lines: Vec<String>,
    /// The rolls, a line each.
    pub dice: Vec<String>,
    /// Whether the map has changed so that it is worth a picture.
    pub pictured: bool,
}

impl Story {
    const fn new(about: About, turn: u8, begins: bool) -> Self {
        Self { about, turn, begins, lines: Vec::new(), dice: Vec::new(), pictured: false }
    }
}

/// What a position belongs to.
#[must_use]
pub fn about(state: &State) -> About {
    match state.battle {
        _ if state.turn == 0 => About::SetUp,
        Some(battle) => About::Battle(battle.attacker, battle.space),
        None => About::Turn(state.play.side),
    }
}

/// What is told together, one thing after another.
#[derive(Default)]
struct Together {
    placed: Vec<(Side, Placing, SpaceId, Vec<Option<UnitId>>)>,
    recruits: usize,
    panicked: Units,
    retreated: Vec<(SpaceId, Units)>,
}

impl Together {
    /// What an event belongs to, by its kind: what is of another kind is told before it.
    fn takes(&mut self, state: &State, event: &Event, lines: &mut Vec<String>) -> bool {
        match event {
            Event::Placed { side, unit, at, why } => {
                self.end_but(state, lines, 0);
                match self.placed.iter_mut().find(|(of, reason, to, _)| (of, reason, to) == (side, why, at)) {
                    Some((.., units)) => units.push(*unit),
                    None => self.placed.push((*side, *why, *at, vec![*unit])),
                }
            }
            Event::DrewRecruit { .. } => {
                self.end_but(state, lines, 1);
                self.recruits += 1;
            }
            Event::Panicked(unit) => {
                self.end_but(state, lines, 2);
                self.panicked.insert(*unit);
            }
            Event::Retreated { unit, to } => {
                self.end_but(state, lines, 3);
                match self.retreated.iter_mut().find(|(space, _)| space == to) {
                    Some((_, units)) => units.insert(*unit),
                    None => self.retreated.push((*to, Units::of(*unit))),
                }
            }
            _ => return false,
        }
        true
    }

    fn end(&mut self, state: &State, lines: &mut Vec<String>) {
        self.end_but(state, lines, usize::MAX);
    }

    fn end_but(&mut self, state: &State, lines: &mut Vec<String>, kept: usize) {
        if kept != 0 {
            lines.extend(placed(state, &std::mem::take(&mut self.placed)));
        }
        if kept != 1 && self.recruits > 0 {
            let drawn = words::count(std::mem::take(&mut self.recruits), "recruit", "recruits");
            lines.push(format!("{} draw {drawn} by lot.", names::the_side(state, Side::Enemy)));
        }
        if kept != 2 && !self.panicked.is_empty() {
            let panicked = std::mem::take(&mut self.panicked);
            lines.push(format!("{} {}.", names::the_units(state, panicked), if panicked.len() == 1 { "panics" } else { "panic" }));
        }
        if kept != 3 {
            for (to, units) in std::mem::take(&mut self.retreated) {
                let verb = if units.len() == 1 { "retreats" } else { "retreat" };
                lines.push(format!("{} {verb} to {}.", names::the_units(state, units), names::space(state, to)));
            }
        }
    }
}

/// Units that were placed, a line for each side and reason: with their names where everybody may know them, else with their number.
fn placed(state: &State, placed: &[(Side, Placing, SpaceId, Vec<Option<UnitId>>)]) -> Vec<String> {
    let mut lines: Vec<(Side, Placing, Vec<String>)> = Vec::new();
    for (side, why, at, units) in placed {
        let named: Vec<String> = units.iter().flatten().map(|unit| names::unit(state, *unit)).collect();
        let who = if named.len() == units.len() { words::list(&named) } else { names::number_of_units(units.len()) };
        let told = format!("{who} in {}", names::space(state, *at));
        match lines.iter_mut().find(|(of, reason, _)| (of, reason) == (side, why)) {
            Some((.., all)) => all.push(told),
            None => lines.push((*side, *why, vec![told])),
        }
    }
    let line = |(side, why, all): (Side, Placing, Vec<String>)| {
        let verb = match why {
            Placing::SetUp => "set up",
            Placing::Recruit => "place",
            Placing::Landing => "land",
            Placing::Return => "see return",
        };
        format!("{} {verb} {}.", names::the_side(state, side), words::list(&all))
    };
    lines.into_iter().map(line).collect()
}

/// Where the enemy's units are that were placed one by one, told when all are: in their order each would be known (29.14, K42). By the position
/// before the event that ends it, and one in which they are all placed.
#[must_use]
pub fn arrivals(before: &State, placed_in: &State, event: &Event) -> Option<String> {
    let (why, units) = match (before.phase, event) {
        (Phase::Deploying(Side::Enemy), Event::TurnBegan(_)) => (Placing::SetUp, placed_in.all(Side::Enemy)),
        (Phase::Recruiting, Event::RecruitsDone(_) | Event::Ended(_)) if before.play.side == Side::Enemy => {
            (Placing::Recruit, placed_in.play.arrived)
        }
        _ => return None,
    };
    if before.options.hidden_numbers {
        return None;
    }
    let there = |space: SpaceId| placed_in.units(Side::Enemy, space).intersection(units).len();
    let stacks: Vec<_> =
        before.spaces().filter(|space| there(*space) > 0).map(|space| (Side::Enemy, why, space, vec![None; there(space)])).collect();
    placed(before, &stacks).pop()
}

/// Tells what of events everybody may see, by the position before the first; a story for each player turn and each battle that they reach
/// into.
#[must_use]
pub fn story(before: &State, events: &[Event]) -> Vec<Story> {
    let mut state = before.clone();
    let mut told = vec![Story::new(about(&state), state.turn, false)];
    let mut together = Together::default();
    for event in events {
        // What is shown once the game is over was no less hidden when it happened.
        let shown = state.shown(event, None);
        let opened = match event {
            Event::PlayerTurnBegan(side) => Some(About::Turn(*side)),
            Event::BattleBegan { space, attacker, .. } => Some(About::Battle(*attacker, *space)),
            Event::SetUp(_) => Some(About::SetUp),
            _ => None,
        };
        if let Some(now) = told.last_mut()
            && (opened.is_some() || matches!(event, Event::BattleEnded { .. }))
        {
            together.end(&state, &mut now.lines);
        }
        if let Some(about) = opened {
            told.push(Story::new(about, state.turn, true));
        }
        if let (Some(now), Some(shown)) = (told.last_mut(), &shown) {
            if !together.takes(&state, shown, &mut now.lines) {
                let (arrivals, line) = (arrivals(&state, &state, shown), line(&state, shown));
                if arrivals.is_some() || line.is_some() {
                    together.end(&state, &mut now.lines);
                }
                now.pictured |= arrivals.is_some();
                now.lines.extend(arrivals);
                if let Some(line) = line {
                    now.lines.extend(decided(&state, shown).map(|battle| won(&state, Side::Enemy, battle.space)));
                    now.lines.push(line);
                }
            }
            now.dice.extend(dice_lines(&state, shown));
            now.pictured |= matches!(
                shown,
                Event::Placed { .. }
                    | Event::Moved { .. }
                    | Event::Led { .. }
                    | Event::Converted { .. }
                    | Event::BattleEnded { .. }
                    | Event::Ended(_)
            );
        }
        state.apply(event);
        // What follows a battle belongs to the player turn again.
        if matches!(event, Event::BattleEnded { .. }) {
            told.push(Story::new(About::Turn(state.play.side), state.turn, false));
        }
    }
    if let Some(now) = told.last_mut() {
        together.end(&state, &mut now.lines);
    }
    told.retain(|story| story.begins || !story.lines.is_empty() || !story.dice.is_empty());
    told
}

/// The rolls of an event that everybody may see.
#[must_use]
pub fn rolls_of(event: &Event) -> Vec<&Roll> {
    match event {
        Event::Drew { roll, .. } | Event::Reshuffled { roll, .. } | Event::DrewRecruit { roll, .. } => roll.iter().collect(),
        Event::Summoned { roll, .. }
        | Event::GuidesRolled { roll, .. }
        | Event::ReturnRolled { roll, .. }
        | Event::Attrition { roll, .. } => vec![roll],
        Event::Superiority { rolls: Some(rolls), .. } => rolls.iter().collect(),
        Event::Fired(shot) => {
            let hit = shot.hit.iter().flat_map(|hit| hit.lot.iter().chain(&hit.elite));
            std::iter::once(&shot.roll).chain(hit).collect()
        }
        _ => Vec::new(),
    }
}

const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Leader => "leader",
        Reason::Mounted => "mounted troops",
        Reason::Unsupplied => "no supply",
        Reason::Terrain => "the ground",
        Reason::Card => "card",
    }
}

/// What is added, each with its reason: " +1 leader −1 no supply".
#[must_use]
pub fn modifiers(of: &[Modifier]) -> String {
    of.iter()
        .map(|modifier| {
            format!(
                " {} {}",
                if modifier.add < 0 { format!("−{}", modifier.add.unsigned_abs()) } else { format!("+{}", modifier.add) },
                reason(modifier.reason)
            )
        })
        .collect()
}

/// A roll in a line, with what it was for.
#[must_use]
pub fn roll_line(state: &State, roll: &Roll) -> String {
    let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let whose = match roll.purpose {
        Purpose::Card(side) | Purpose::Reshuffle(side) | Purpose::Superiority(side) => format!("{}, ", names::bare_side(state, side)),
        Purpose::Defection(unit) | Purpose::Fire(unit) | Purpose::Elite(unit) | Purpose::Attrition(unit) => {
            format!("{}, ", names::unit(state, unit))
        }
        Purpose::Guides(space) => format!("{}, ", names::space(state, space)),
        Purpose::Recruit | Purpose::Lot | Purpose::Return => String::new(),
    };
    let table = if roll.table { " (table dice)" } else { "" };
    let added = modifiers(&roll.modifiers);
    let total = if roll.modifiers.is_empty() { String::new() } else { format!("{added} = {}", roll.total()) };
    words::sentence_case(&format!("{whose}{}: {}D{} [{faces}]{total}{table}", roll.purpose.label(), roll.faces.len(), roll.sides))
}

/// The dice of an event in lines: a shot with its lot and what comes of it is one.
#[must_use]
pub fn dice_lines(state: &State, event: &Event) -> Vec<String> {
    match event {
        Event::Fired(fired) => vec![shot(state, fired)],
        _ => rolls_of(event).into_iter().map(|roll| roll_line(state, roll)).collect(),
    }
}

/// A die in few words: "1D3 [2]".
fn die(roll: &Roll) -> String {
    let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!("{}D{} [{faces}]{}", roll.faces.len(), roll.sides, if roll.table { " (table dice)" } else { "" })
}

/// A shot in a line: who fires at what value, its dice, and what comes of it.
#[must_use]
pub fn shot(state: &State, shot: &Shot) -> String {
    let strength = state.unit(shot.unit).map_or(shot.value, |row| row.strength);
    let value = match modifiers(&shot.modifiers) {
        none if none.is_empty() => shot.value.to_string(),
        added => {
            // However much is taken away or added, a unit fires at the least and at the most that the text names (13.3).
            let sum = shot.modifiers.iter().fold(i16::from(strength), |sum, modifier| sum + i16::from(modifier.add));
            let comes_to = match sum.cmp(&i16::from(shot.value)) {
                Ordering::Less => ", at least",
                Ordering::Equal => " =",
                Ordering::Greater => ", at most",
            };
            format!("{strength}{added}{comes_to} {}", shot.value)
        }
    };
    let fires = format!("{} fires at {value}: {}", names::the_unit(state, shot.unit), die(&shot.roll));
    let Some(hit) = &shot.hit else { return format!("{fires}, a miss") };
    let lot = hit.lot.as_ref().map_or_else(String::new, |lot| format!(", by lot {}", die(lot)));
    let elite = hit.elite.as_ref().map_or_else(String::new, |elite| format!(" {}", die(elite)));
    let comes = match hit.effect {
        Effect::Stands => "shrugs it off",
        Effect::Ignored => "ignores panic there",
        Effect::Panics => "panics",
        Effect::Dies => dies(state, hit.unit),
        Effect::Breaks => "breaks and is eliminated",
    };
    format!("{fires}, a hit{lot}: {}{elite} {comes}", names::unit(state, hit.unit))
}

/// What is said of a unit that fire kills: a leader falls.
fn dies(state: &State, unit: UnitId) -> &'static str {
    if state.unit(unit).is_some_and(|row| row.class == Class::Leader) { "falls" } else { "is eliminated" }
}

/// That a side has won a battle.
#[must_use]
pub fn won(state: &State, side: Side, space: SpaceId) -> String {
    format!("**{} win in {}.**", names::the_side(state, side), names::space(state, space))
}

/// The battle that the enemy has won with an event that ends the game at once: it comes to no end of its own (27.0, K12).
#[must_use]
pub fn decided(before: &State, event: &Event) -> Option<Battle> {
    let Event::Ended(Outcome { by: EndedBy::SuddenDeath, .. }) = event else { return None };
    before.battle.filter(|battle| before.occupies(Side::Enemy, battle.space))
}

/// An event that could be seen, by the position before it; nothing where it has nothing to say by itself.
#[must_use]
pub fn line(before: &State, event: &Event) -> Option<String> {
    let the = |side: Side| names::the_side(before, side);
    let space = |space: &SpaceId| names::space(before, *space);
    let the_unit = |unit: &UnitId| names::the_unit(before, *unit);
    Some(match event {
        Event::Placed { side, unit, at, why } => {
            return placed(before, &[(*side, *why, *at, vec![*unit])]).into_iter().next();
        }
        Event::PutAside { side, card: Some(card) } => format!("{} put {} aside.", the(*side), names::card(before, *card)),
        Event::Played { side, card, holds, .. } => {
            let text = before.pack.card(*card).map_or("", |row| &row.text);
            let fails = if *holds { "" } else { " Its condition is not met." };
            format!("{} play **{}**. *{text}*{fails}", the(*side), names::card(before, *card))
        }
        Event::Skipped { side, why } => match why {
            Skip::Held => format!("{} put a card aside and skip the rest of their turn.", the(*side)),
            Skip::Criteria => format!("{} skip the rest of their turn.", the(*side)),
            Skip::NoCard => format!("{} have no card left and skip their turn.", the(*side)),
        },
        Event::Reshuffled { card, .. } => format!("{} goes back into its set.", names::card(before, *card)),
        Event::Disposed { card, removed: true, .. } => format!("{} goes out of play.", names::card(before, *card)),
        Event::Converted { garrison, unit: infantry, at } => {
            format!("{} in {} breaks out: {} takes its place.", the_unit(garrison), space(at), names::unit(before, *infantry))
        }
        Event::Summoned { unit: garrison, goes, .. } => {
            let at = before.where_is(*garrison).map_or("", |at| names::space(before, at));
            format!(
                "A letter reaches {} in {at}: {}.",
                names::unit(before, *garrison),
                if *goes { "it goes over" } else { "it stands fast" }
            )
        }
        Event::GuidesRolled { space: at, units, roll } => {
            let far = usize::try_from(roll.sum()).unwrap_or(0);
            format!("Guides lead {} in {} {} astray.", names::units(before, *units), space(at), words::count(far, "space", "spaces"))
        }
        Event::Led { units, from, to } => {
            let are = if units.len() == 1 { "is" } else { "are" };
            let who = words::sentence_case(&names::units(before, *units));
            if from == to {
                format!("{who} {are} back in {}.", space(to))
            } else {
                format!("{who} {are} led from {} to {}.", space(from), space(to))
            }
        }
        Event::StayedInBox { .. } => "A recruit finds no space and stays in its box.".to_owned(),
        Event::Forwent(who) => format!("{} does not land and goes to the box of the eliminated.", the_unit(who)),
        Event::Activated(activation) => {
            let moves = |contingent: Contingent| format!("The {} contingent moves.", names::contingent(before, contingent));
            match activation {
                Activation::Allied => moves(Contingent::Allied),
                Activation::Native => moves(Contingent::Native),
                Activation::Both | Activation::Either | Activation::All => return None,
            }
        }
        Event::Moved { side, units, number, from, way } => {
            let to = way.last().copied().unwrap_or(*from);
            let who = match (units, number) {
                (Some(units), _) => names::the_units(before, *units),
                (None, 0) => "Units".to_owned(),
                (None, number) => words::sentence_case(&names::number_of_units((*number).into())),
            };
            let many = units.map_or(*number != 1, |units| units.len() != 1);
            let by: Vec<&str> = way.iter().rev().skip(1).rev().map(space).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by {}", words::list(&by)) };
            let attack = if before.has(side.other(), to) { if many { ", and attack" } else { ", and attacks" } } else { "" };
            format!("{who} {} from {} to {}{by}{attack}.", if many { "march" } else { "marches" }, space(from), names::space(before, to))
        }
        Event::BattleBegan { space: at, attacker, landing, unsupplied } => {
            let sides = [*attacker, attacker.other()].map(|side| {
                let units = before.units(side, *at);
                let strength: u32 = units.iter().filter_map(|unit| before.unit(unit)).map(|row| u32::from(row.strength)).sum();
                format!("{}: {}, strength {strength}", names::bare_side(before, side), names::units(before, units))
            });
            let lands = if *landing { " They land on the enemy." } else { "" };
            let without =
                if unsupplied.is_empty() { String::new() } else { format!(" Without supply: {}.", names::units(before, *unsupplied)) };
            format!("{}; {}.{lands}{without}", sides[0], sides[1])
        }
        Event::Superiority { side, rolls, tie } => {
            let how = match (rolls, tie) {
                (None, _) => ", without dice",
                (Some(_), true) => ", as the ground decides a tie",
                (Some(_), false) => "",
            };
            format!("{} have tactical superiority{how}.", the(*side))
        }
        Event::RoundBegan(round) => format!("*Round {round}.*"),
        Event::BrokeOff { side, units } if !units.is_empty() => {
            format!("{} break off with {}.", the(*side), names::units(before, *units))
        }
        Event::BattleEnded { space: at, winner } => won(before, *winner, *at),
        Event::Died { unit: who, to, cause, .. } => {
            let why = match cause {
                Cause::Fire => dies(before, *who),
                Cause::Panic => "breaks and is eliminated",
                Cause::Retreat => "cannot retreat and is eliminated",
                Cause::Landing => "is lost with the landing",
                Cause::Defection => "has gone over",
                Cause::Attrition => "is lost for want of supply",
            };
            // The die for the return is thrown before; it is told with what it is thrown for.
            let returns = match to {
                Place::Away(turn) => format!(" He returns on turn {turn}."),
                _ if before.pack.counters.chief == Some(*who) => " He does not return before the end.".to_owned(),
                _ => String::new(),
            };
            format!("**{} {why}.**{returns}", the_unit(who))
        }
        Event::Attrition { unit: who, dies: false, .. } => format!("{} is without supply and holds out.", the_unit(who)),
        Event::Seated { side, player: None } => format!("Nobody plays {} now.", names::side(before, *side)),
        Event::Ended(outcome) => format!("**{}.**", ended(before, *outcome)),
        _ => return None,
    })
}

/// How it ended, in a sentence without its stop.
#[must_use]
pub fn ended(state: &State, outcome: Outcome) -> String {
    match outcome.by {
        EndedBy::SuddenDeath => {
            let held: Vec<&str> = state.pack.map.sudden_death.iter().map(|space| names::space(state, space)).collect();
            format!("{} hold {}: a total victory", names::the_side(state, outcome.winner), words::list(&held))
        }
        EndedBy::Conceded => {
            format!("{} resign: {} have won", names::the_side(state, outcome.winner.other()), names::side(state, outcome.winner))
        }
        EndedBy::Points => format!(
            "{} have won: {} hold {} victory points of the {} they need",
            names::the_side(state, outcome.winner),
            names::side(state, Side::Ours),
            outcome.points,
            state.pack.tables.victory_points
        ),
    }
}

#[cfg(test)]
mod tests {
    use engine::dice::DiceSpec;
    use engine::khartoum::pack::Pack;

    use super::*;

    #[test]
    fn a_shot_is_told_from_the_strength_with_what_is_added_to_its_value_13_3() {
        let pack = Pack::embedded().unwrap();
        let unit = pack.unit_keyed("g_2nd_bde").unwrap();
        let state = State::new(pack);
        let mut roll = Roll::new(Purpose::Fire(unit), DiceSpec { count: 1, sides: 6 });
        roll.faces.push(5);
        let fired = |value, modifiers: &[Modifier]| {
            shot(&state, &Shot { unit, value, modifiers: modifiers.iter().copied().collect(), roll: roll.clone(), hit: None })
        };
        let less = Modifier { add: -1, reason: Reason::Unsupplied };
        assert_eq!(fired(3, &[less]), "G 2nd Bde fires at 4 −1 no supply = 3: 1D6 [5], a miss");
        assert_eq!(fired(4, &[]), "G 2nd Bde fires at 4: 1D6 [5], a miss");
        // Not what the sum comes to, but the least and the most there is.
        let (much_less, more) = (Modifier { add: -5, ..less }, Modifier { add: 3, ..less });
        assert_eq!(fired(1, &[much_less]), "G 2nd Bde fires at 4 −5 no supply, at least 1: 1D6 [5], a miss");
        assert_eq!(fired(5, &[more]), "G 2nd Bde fires at 4 +3 no supply, at most 5: 1D6 [5], a miss");
    }

    #[test]
    fn one_unit_that_is_led_astray_is_led_and_several_are_k38() {
        let pack = Pack::embedded().unwrap();
        let [one, other] = ["3rd_infantry", "4th_infantry"].map(|key| pack.unit_keyed(key).unwrap());
        let (from, to) = (pack.space_keyed("kosti").unwrap(), pack.space_keyed("sennar").unwrap());
        let state = State::new(pack);
        let mut both = Units::of(one);
        both.insert(other);
        let told = |units| line(&state, &Event::Led { units, from, to }).unwrap();
        assert_eq!(told(Units::of(one)), "3rd Egyptian Infantry is led from Kosti to Sennar.");
        assert_eq!(told(both), "3rd Egyptian Infantry and 4th Egyptian Infantry are led from Kosti to Sennar.");
    }

    #[test]
    fn the_chief_s_return_is_told_with_the_death_and_not_before_it_29_5() {
        let pack = Pack::embedded().unwrap();
        let (mahdi, kosti) = (pack.unit_keyed("mahdi").unwrap(), pack.space_keyed("kosti").unwrap());
        let mut state = State::new(pack);
        state.turn = 3;
        state.put(mahdi, Place::On(kosti));
        let mut roll = Roll::new(Purpose::Return, DiceSpec { count: 1, sides: 6 });
        roll.faces.push(4);
        for (turn, to, returns) in [(Some(5), Place::Away(5), "returns on turn 5"), (None, Place::Out, "does not return before the end")] {
            let events =
                [Event::ReturnRolled { roll: roll.clone(), turn }, Event::Died { unit: mahdi, from: kosti, to, cause: Cause::Fire }];
            let told = story(&state, &events);
            assert_eq!(told[0].lines, [format!("**The Mahdi falls.** He {returns}.")]);
            assert_eq!(told[0].dice.len(), 1, "the die is shown");
        }
    }
}
