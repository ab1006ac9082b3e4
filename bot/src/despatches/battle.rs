//! What is posted in the thread of a battle: the situation, who commands which side, what has changed.

use crate::despatches::controls;
use crate::despatches::position;
use crate::model::ids::UserId;
use std::collections::BTreeMap;

use engine::campaign::odds::pursuit;
use engine::campaign::{BattleKind, Event, FieldBattle, Roll, State};
use engine::pack::{SpaceId, UnitId};

use crate::despatches::battle_called::{set_up, title};
use crate::despatches::quick;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Place, Tone};
use crate::model::enemy_command::{Sides, Why};
use crate::model::odds_subject::OddsSubject;
use crate::model::standing::Standing;
use crate::words;

/// What a battle's thread is called.
#[must_use]
pub fn thread_name(state: &State, battle: &FieldBattle) -> String {
    let kind = match battle.kind {
        BattleKind::Encounter => "Battle of",
        BattleKind::Landing => "Landing at",
        BattleKind::Relief => "Relief of",
        BattleKind::Breakout => "Breakout from",
        BattleKind::Storm => "Storm of",
    };
    words::shortened(&format!("{kind} {}, turn {}", state.pack().map.space_name(battle.at), state.turn()), 100)
}

/// What a place is worth to whoever holds it after the battle.
fn stake(state: &State, at: SpaceId, kind: BattleKind) -> String {
    let map = &state.pack().map;
    let Some(location) = map.location_at(at) else { return "At stake: the force, and the road.".to_owned() };
    let place = map.space_name(at);
    let points = words::count(usize::try_from(state.value(location)).unwrap_or(0), "victory point", "victory points");
    match kind {
        BattleKind::Encounter | BattleKind::Landing => format!("At stake: {place}, worth {points}."),
        BattleKind::Relief | BattleKind::Breakout => {
            format!("At stake: {place}, besieged at level {} and worth {points}.", state.siege_level(location))
        }
        BattleKind::Storm => format!("At stake: {place} itself, worth {points}, with its garrison."),
    }
}

/// Who commands which side, in two lines.
#[must_use]
pub fn sides(state: &State, sides: &Sides) -> Vec<String> {
    let pack = state.pack();
    let enemies: Vec<String> = sides
        .enemies
        .iter()
        .map(|chosen| {
            let before = match chosen.times {
                0 => "never before".to_owned(),
                1 => "once before".to_owned(),
                times => format!("{times} times before"),
            };
            let why = match chosen.why {
                Why::Volunteer => "volunteer, ",
                Why::Turn => "",
            };
            format!("{} ({why}{before})", chosen.user.mention())
        })
        .collect();
    let ours: Vec<String> = sides.ours.iter().copied().map(UserId::mention).collect();
    vec![
        format!(
            "{} command: {}.",
            words::sentence_case(&pack.words.sides.enemy),
            match (enemies.is_empty(), state.board()) {
                (false, _) => words::list(&enemies),
                (true, Some(_)) => "the staff".to_owned(),
                (true, None) => "nobody; play them together".to_owned(),
            }
        ),
        format!("{} command: {}.", words::sentence_case(&pack.words.sides.ours), words::list(&ours)),
    ]
}

/// What anyone in the battle can press.
fn buttons(standing: Standing, battle: u32) -> Vec<Button> {
    let campaign = standing.campaign;
    let side = |label: &str, away| Button {
        label: label.to_owned(),
        style: ButtonStyle::Secondary,
        id: CustomId::Side { campaign, battle, away },
    };
    let field = Button { label: "The field".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Terrain { campaign, battle } };
    vec![field, side("Change sides", false), side("I cannot play", true)]
}

/// The field of a battle for whoever asks: `laid` is its table, `lots` decided who commands the enemy; with how both sides are set up, and
/// every die that was thrown before the first shot.
#[must_use]
pub fn field(state: &State, lots: &[(UserId, Roll)], laid: Despatch) -> Despatch {
    let Some((battle, _)) = state.battle() else { return laid };
    let pack = state.pack();
    let thrown = battle.force.rolls.iter().chain(&battle.battle.roll).chain(&battle.battle.hour_roll);
    let mut dice: Vec<String> = thrown.map(|roll| words::roll(pack, roll)).collect();
    dice.extend(lots.iter().map(|(user, lot)| words::named_roll(pack, &format!("lot for {}", user.mention()), lot)));
    Despatch { facts: vec![set_up(pack, battle)], dice: words::together(dice), ..laid }
}

/// The situation, for those who fight it out: no longer than a phone shows. How both sides are set up, the field, the pursuit's odds and
/// the dice stand behind buttons.
#[must_use]
pub fn situation(state: &State, battle: &FieldBattle, at_row: u32, command: &Sides, standing: Standing) -> Despatch {
    let pack = state.pack();
    let mut what = words::ended(&title(pack, battle));
    if !battle.note.is_empty() {
        what = format!("{what} {}", battle.note);
    }
    let mut facts = vec![what, format!("Ours: {}.", words::units(pack, battle.units)), stake(state, battle.at, battle.kind)];
    facts.extend(sides(state, command));
    let (menu, mut controls) = controls::controls(state, standing);
    if pursuit::from_battle(state).is_some() {
        let id = CustomId::Odds { campaign: standing.campaign, about: Some(OddsSubject::Pursuit) };
        controls.push(Button { label: "If we lose".to_owned(), style: ButtonStyle::Secondary, id });
    }
    controls.extend(buttons(standing, at_row));
    // All who fight are waited for, and whoever is called in a thread has it before their eyes.
    let mut fighting = command.enemies.iter().map(|chosen| chosen.user).chain(command.ours.iter().copied());
    Despatch {
        facts,
        tone: Tone::Battle,
        menu,
        buttons: controls,
        next: position::fight_it_out(state, None),
        footer: position::footer(state, standing.revision),
        place: Place::Thread { battle: at_row, closes: false },
        section: Some(Despatch::THE_BATTLE.to_owned()),
        mention: fighting.next(),
        also_mention: fighting.collect(),
        ..Despatch::saying(format!(
            "**{}: {} against {} of ours.**",
            thread_name(state, battle),
            quick::force_words(&battle.force),
            words::count(battle.units.len(), "unit", "units")
        ))
    }
}

/// Members were put on other sides by the commander.
#[must_use]
pub fn swapped(state: &State, whom: UserId, with: Option<UserId>, at_row: u32, command: &Sides, standing: Standing) -> Despatch {
    let sentence = match with {
        Some(with) => format!("**<@{whom}> and <@{with}> change places.**"),
        None => format!("**<@{whom}> is put on the other side.**"),
    };
    let own = sides_changed(state, whom, Change::GoesOver, at_row, command, standing);
    Despatch { mention: Some(whom), also_mention: with.into_iter().collect(), sentence, ..own }
}

/// Units named in what a battle cost.
const NAMED: usize = 8;

/// What a battle cost us, unit by unit, and who came back; `before` is the position before the order that ended it. Nothing if none
/// was ended.
#[must_use]
pub fn cost(before: &State, events: &[Event]) -> Option<String> {
    if !events.iter().any(|event| matches!(event, Event::BattleEnded { .. })) {
        return None;
    }
    let units = before.battle()?.0.units;
    let mut lost: BTreeMap<UnitId, u16> = units.iter().map(|unit| (unit, u16::from(before.lost_in_battle(unit)))).collect();
    let mut back: BTreeMap<UnitId, u16> = BTreeMap::new();
    for event in events {
        match event {
            Event::StepsLost { unit, steps, .. } | Event::FieldStepLost { unit, steps } | Event::LossReported { unit, steps } => {
                *lost.entry(*unit).or_default() += u16::from(*steps);
            }
            Event::StepsReturned { unit, steps } => *back.entry(*unit).or_default() += u16::from(*steps),
            _ => {}
        }
    }
    let all = |steps: &BTreeMap<UnitId, u16>| steps.values().map(|steps| usize::from(*steps)).sum::<usize>();
    let named = |steps: &BTreeMap<UnitId, u16>| {
        let known: Vec<_> = steps.iter().filter(|(_, steps)| **steps > 0).collect();
        let mut names: Vec<String> =
            known.iter().take(NAMED).map(|(unit, steps)| format!("{}: {steps}", before.pack().roster.unit(**unit).name)).collect();
        if known.len() > NAMED {
            names.push(format!("{} more", words::count(known.len() - NAMED, "unit", "units")));
        }
        names.join(", ")
    };
    if all(&lost) == 0 {
        return Some("It cost us nobody.".to_owned());
    }
    let came = match all(&back) {
        0 => "nobody came back".to_owned(),
        steps => format!("{} came back ({})", words::number(steps), named(&back)),
    };
    Some(format!("It cost us {} ({}); {came}.", words::count(all(&lost), "step", "steps"), named(&lost)))
}

/// What a player does about their side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// They cannot play the battle.
    CannotPlay,
    /// They go over to the other side.
    GoesOver,
    /// They had no side, and take ours.
    Joins,
}

/// Somebody changed sides, or cannot play.
#[must_use]
pub fn sides_changed(state: &State, user: UserId, change: Change, at_row: u32, command: &Sides, standing: Standing) -> Despatch {
    let sentence = match change {
        Change::CannotPlay => format!("**<@{user}> cannot play this battle.**"),
        Change::GoesOver => format!("**<@{user}> changes sides.**"),
        Change::Joins => format!("**<@{user}> joins the {}.**", state.pack().words.sides.army),
    };
    Despatch {
        facts: sides(state, command),
        buttons: buttons(standing, at_row),
        footer: position::footer(state, standing.revision),
        tone: Tone::Battle,
        place: Place::Thread { battle: at_row, closes: false },
        ..Despatch::saying(sentence)
    }
}
