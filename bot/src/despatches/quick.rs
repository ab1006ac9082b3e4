//! Rolls at the table: encounters, pursuits, recoveries and plain dice, with or without a campaign.

use engine::campaign::Roll;
use engine::campaign::rules::casualties::Recovery;
use engine::campaign::rules::encounter::{Encounter, EnemyForce, Ground};
use engine::campaign::rules::pursuit::Pursuit;
use engine::pack::Pack;

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Tone};
use crate::words;

/// A Mahdist force in words: "12 foot, 2 horse and 1 with rifles".
#[must_use]
pub fn force_words(force: &EnemyForce) -> String {
    let mut arms = vec![format!("{} foot", force.foot), format!("{} horse", force.horse), format!("{} with rifles", force.rifles)];
    match force.artillery {
        0 => {}
        1 => arms.push("1 artillery piece".to_owned()),
        pieces => arms.push(format!("{pieces} artillery pieces")),
    }
    match force.machine_guns {
        0 => {}
        1 => arms.push("1 machine gun".to_owned()),
        guns => arms.push(format!("{guns} machine guns")),
    }
    words::list(&arms)
}

/// A roll at the table that was thrown in a campaign's channel: nobody shall take it for an order.
#[must_use]
pub fn at_the_table(despatch: Despatch) -> Despatch {
    let mut told = despatch;
    told.facts.push("A roll at the table: the campaign stands as it did.".to_owned());
    told
}

/// What came of moving into a space. `place` is its name, if it has one.
#[must_use]
pub fn encounter(pack: &Pack, place: Option<&str>, encounter: &Encounter) -> Despatch {
    let tables = &pack.tables;
    let at = place.map_or_else(|| format!("at {}", encounter.situation.ground.words(&pack.words)), |place| format!("at {place}"));
    let mut dice = Vec::new();
    if let Some(meeting) = &encounter.meeting {
        dice.push(words::roll(pack, meeting));
    } else {
        dice.push(words::told(pack, "meeting: automatic at [a enemy] fortified town"));
    }
    let (Some(force), Some(battle)) = (&encounter.force, &encounter.battle) else {
        let impossible = encounter.meeting.as_ref().is_some_and(|roll| roll.faces.is_empty());
        let sentence =
            if impossible { format!("**Nobody can be met {at}.**") } else { format!("**Nobody is met {at}: the march goes on.**") };
        return Despatch { dice, tone: Tone::Good, ..Despatch::saying(sentence) };
    };
    dice.extend(force.rolls.iter().map(|roll| {
        let line = words::roll(pack, roll);
        match roll.purpose {
            engine::campaign::Purpose::EnemyGuns if force.artillery + force.machine_guns == 0 => format!("{line}: none"),
            _ => line,
        }
    }));
    if let Some(roll) = &battle.roll {
        dice.push(format!("{}, row {}", words::roll(pack, roll), tables.battle.row(roll.total()).on()));
    }
    if let Some(roll) = &battle.hour_roll {
        dice.push(format!("{}, row {}", words::roll(pack, roll), tables.surprise_hour.row(roll.total()).on()));
    }
    let dice = vec![words::together(dice).join(" · ")];
    let mut facts = vec![format!("**{}** — {}", battle.title(&pack.words), battle.deployment(tables))];
    if encounter.situation.ground == Ground::FortifiedTown {
        facts.push("Fortified towns are always held in strength.".to_owned());
    }
    let units = force.units();
    Despatch {
        facts,
        dice,
        next: "fight it out, then tell the umpire who held the field.".to_owned(),
        tone: Tone::Battle,
        buttons: vec![
            Button { label: "We withdrew: pursuit".to_owned(), style: ButtonStyle::Danger, id: CustomId::AskPursuit { theirs: units } },
            Button {
                label: "We held the field: casualties".to_owned(),
                style: ButtonStyle::Primary,
                id: CustomId::AskRecovery { field_held: true },
            },
        ],
        ..Despatch::saying(format!("**Met {at}: {} ({units} units).**", force_words(force)))
    }
}

/// What came of a pursuit.
#[must_use]
pub fn pursuit(pack: &Pack, pursuit: &Pursuit) -> Despatch {
    let row = pursuit.row(&pack.tables);
    let losses = match pursuit.percent {
        0 => "nothing more is lost".to_owned(),
        _ if pursuit.is_wiped_out() => "the whole force is wiped out".to_owned(),
        percent => format!("{percent}% of what is left is lost"),
    };
    let left = pursuit.situation.left;
    let mut facts = Vec::new();
    let mut buttons = Vec::new();
    if left > 0 && !pursuit.is_wiped_out() {
        let lost = if pursuit.lost == 0 { "none".to_owned() } else { pursuit.lost.to_string() };
        let away = match left - pursuit.lost {
            0 => "none gets away".to_owned(),
            1 => "1 gets away".to_owned(),
            away => format!("{away} get away"),
        };
        facts.push(format!("Of {} left: {lost} lost, {away}.", words::count(left.into(), "unit", "units")));
    }
    if pursuit.is_wiped_out() {
        if pursuit.percent < 100 {
            facts.push(format!("{}% of {} left, fractions up, is all of it.", pursuit.percent, words::count(left.into(), "unit", "units")));
        }
        facts.push("Nobody is left to recover the lost.".to_owned());
    } else if left > 0 && pursuit.lost > 0 && pursuit.lost <= u16::from(engine::campaign::rules::casualties::MOST_LOST) {
        let lost = pursuit.lost as u8;
        buttons.push(Button {
            label: format!("Roll recovery for {lost}"),
            style: ButtonStyle::Primary,
            id: CustomId::Recover { lost, field_held: false },
        });
        buttons.push(Button {
            label: "With losses of the battle…".to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::AskRecovery { field_held: false },
        });
    } else {
        buttons.push(Button {
            label: "Roll recovery…".to_owned(),
            style: ButtonStyle::Primary,
            id: CustomId::AskRecovery { field_held: false },
        });
    }
    let needs = pack.tables.recovery.needs_after_retreat;
    Despatch {
        facts,
        dice: vec![format!("{}, row {}", words::roll(pack, &pursuit.roll), row.on())],
        next: if pursuit.is_wiped_out() {
            String::new()
        } else {
            format!("the lost come back on {needs}; then the force falls back one space.")
        },
        tone: if pursuit.percent == 0 { Tone::Good } else { Tone::Bad },
        buttons,
        ..Despatch::saying(format!("**{}: {losses}.**", words::sentence_case(&row.result.result)))
    }
}

/// What came of rolling for the lost.
#[must_use]
pub fn recovery(pack: &Pack, recovery: &Recovery) -> Despatch {
    let lost = recovery.roll.faces.len();
    let how = if recovery.field_held { "the field was held" } else { "after a retreat" };
    let sentence = match (lost, recovery.recovered) {
        (0, _) => "**Nobody was lost.**".to_owned(),
        (1, 0) => "**The one lost does not come back.**".to_owned(),
        (1, _) => "**The one lost comes back.**".to_owned(),
        (_, 0) => format!("**None of the {lost} lost come back.**"),
        (lost, back) if usize::from(back) == lost => format!("**All {lost} lost come back.**"),
        (lost, back) => format!(
            "**{back} of the {lost} lost {}; {} {} gone for good.**",
            if back == 1 { "comes back" } else { "come back" },
            recovery.permanent(),
            if recovery.permanent() == 1 { "is" } else { "are" }
        ),
    };
    let dice = if lost == 0 {
        Vec::new()
    } else {
        vec![format!("{}, {how}: each comes back on {} or more", words::roll(pack, &recovery.roll), recovery.needs)]
    };
    Despatch { dice, tone: if recovery.recovered > 0 { Tone::Good } else { Tone::Bad }, ..Despatch::saying(sentence) }
}

/// Plain dice.
#[must_use]
pub fn free(pack: &Pack, asked: &str, rolls: &[(bool, Roll)], total: i16) -> Despatch {
    let told = |(taken_away, roll): &(bool, Roll)| words::named_roll(pack, if *taken_away { "taken away" } else { "thrown" }, roll);
    Despatch { dice: rolls.iter().map(told).collect(), ..Despatch::saying(format!("**{asked}: {total}**")) }
}
