//! *Battles*; *Anglo-Egyptian Withdrawal & Pursuit*; *Determine Casualties*; *Retreat Position*.

use super::rule::{Rule, or_more, whether};
use crate::campaign::options::Options;
use crate::campaign::roll::Reason;
use crate::pack::Pack;

const CHAPTER: &str = "Battles";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    vec![
        type_of_battle(pack),
        random_terrain(pack),
        Rule::new(
            CHAPTER,
            "Battles",
            "A battle is fought on your own table by your own rules. Report to the umpire what each unit lost and who held the field; it does the rest. [A enemy] place whose battle is won is ours again.",
        )
        .also(["fight", "report a battle"])
        .ruling(63, "all forces move first; then one battle for each place, with everyone who came there")
        .see(["Battles (cont.)", "Pursuit Table", "Determine Casualties"]),
        Rule::new(
            CHAPTER,
            "Battles (cont.)",
            format!(
                "If your own rules do not say when the [enemies] give up, look whether they do at half their strength gone. A force that held the field may use what movement it has left; one that left it is pursued, and goes no further this round.{}",
                if options.is_some() { "" } else { " A group may agree that victors stop as well." }
            ),
        )
        .also(["victory in battle", "victor goes on", "[enemy] withdrawal"])
        .ruling(7, "a victor may go on, a loser stops")
        .here(options, |options| whether(options.victor_stops, "a victor stops where it fought.", "a victor goes on with what movement it has."))
        .see(["Pursuit Table", "Retreat Position"]),
        on_the_board(options),
        pursuit_table(pack, options),
        casualties(pack),
        Rule::new(
            CHAPTER,
            "Retreat Position",
            "A beaten force that outlives the pursuit goes back where it came from, or else to another open space next to the field, or aboard the ships that are there. Who finds no room and no way is lost.",
        )
        .also(["retreat after a battle", "fall back"])
        .ruling(45, "movement points are always open; destroyed only with [enemy] places all round and no ship")
        .ruling(65, "by the ships that landed them, if they stayed, as many as they carry, to the nearest port")
        .see(["Pursuit Table", "Transporting Units"]),
    ]
}

fn type_of_battle(pack: &Pack) -> Rule {
    let table = &pack.tables.battle;
    let hour = &pack.tables.surprise_hour;
    let mut rule = Rule::new(
        CHAPTER,
        "Type of Battle",
        format!(
            "{} say how the two sides meet, and that says how they are set up. A surprise attack of ours takes another die for the hour.",
            table.dice
        ),
    )
    .also(["ambush", "surprise attack", "probing attack", "defense", "deployment"])
    .rows(table, |row| format!("{}. {}", row.battle.title(&pack.words), row.deployment));
    for row in hour.rows() {
        rule = rule.row(format!("hour {}", row.on()), row.result.deployment.clone());
    }
    rule.see(["Random Terrain", "Modifiers & Notes"])
}

fn random_terrain(pack: &Pack) -> Rule {
    let table = &pack.tables.terrain;
    Rule::new(
        CHAPTER,
        "Random Terrain",
        format!(
            "What the campaign map shows is on the table first: the village or town, the harbour of a port. For every other square foot {} are thrown. Pieces of dry river bed are moved together until they make one course.",
            table.dice
        ),
    )
    .also(["terrain", "battlefield", "ground"])
    .rows(table, |terrain| terrain.words().to_owned())
    .see(["Type of Battle"])
}

fn on_the_board(options: Option<Options>) -> Rule {
    Rule::new(
        CHAPTER,
        "Battles on the Board",
        "A battle may be fought out on the board of the gridded battle, on the ground that was rolled for it: each unit of ours with its steps for figures, each side with a Leader. It ends with the turn in which a side must break off, or with the last turn. It is reported then as it was fought, with the board's own cavalry, odds and surround for a pursuit; what the [enemies] lost is not counted. Who leaves the board fights on at a table.",
    )
    .also(["board", "fight it out", "gridded battle"])
    .here(options, |options| {
        if !options.boards {
            return "battles are fought on the group's own table.".to_owned();
        }
        let of = if options.rubs == 1 { "each unit of theirs is one".to_owned() } else { format!("{} units of theirs are one", options.rubs) };
        let both = whether(options.both_broken_is_drawn, "nobody holds the field", "ours hold the field");
        let boats = whether(options.gunboats_on_board, "gunboats in the harbour are on it", "gunboats are not on it");
        format!("on the board {of}; if both sides must break off at once, {both}; {boats}.")
    })
    .see(["Battles", "Random Terrain", "Pursuit Table"])
}

fn pursuit_table(pack: &Pack, options: Option<Options>) -> Rule {
    let table = &pack.tables.pursuit;
    let add = &pack.tables.pursuit_modifiers;
    Rule::new(
        CHAPTER,
        "Pursuit Table",
        format!(
            "A force that leaves the field is pursued: {}, with modifiers, and the row says what share of those still left is lost as well. Routed units count on neither side.",
            table.dice
        ),
    )
    .also(["pursuit modifiers", "withdrawal", "outnumbered", "withdraw"])
    .adds(add.no_cavalry, Reason::NoCavalry, "we have no cavalry on the board")
    .adds(add.surrounded, Reason::Surrounded, "we are surrounded on all sides")
    .adds(add.outnumbered_three_to_one, Reason::OutnumberedThreeToOne, "outnumbered more than 3:1 in units")
    .adds(add.outnumbered_two_to_one, Reason::OutnumberedTwoToOne, "outnumbered more than 2:1, up to 3:1")
    .adds(add.each_cavalry_unit, Reason::CavalryUnits(1), "for each unit of our cavalry on the board")
    .open_rows(table, |row| match row.losses {
        0 => format!("{}: nobody else is lost", row.result),
        100 => format!("{}: nobody is left", row.result),
        share => format!("{}: {share}% lost", row.result),
    })
    .ruling(15, "counted when the withdrawal begins, a battery or machine gun as one unit; 2:1 and 3:1 exactly are not more; only one of the two lines counts")
    .ruling(17, "fractions of a unit or step are lost; a group may let them go")
    .ruling(18, "a total past the table's ends takes the end row")
    .ruling(19, "the share is of what the battle left, not of what began it")
    .here(options, |options| whether(options.fractions_down, "fractions of losses are let go.", "fractions of losses are rounded up."))
    .see(["Determine Casualties", "Retreat Position"])
}

fn casualties(pack: &Pack) -> Rule {
    let table = &pack.tables.recovery;
    Rule::new(
        CHAPTER,
        "Determine Casualties",
        format!("Not everyone lost is lost. When battle and pursuit are over, {} is thrown for every figure, stand or unit lost, and some come back to the unit that lost them.", table.dice),
    )
    .also(["recovery", "casualties", "losses", "wounded return"])
    .row(or_more(table.needs_field_held.into(), table.dice), "comes back, if we held the field")
    .row(or_more(table.needs_after_retreat.into(), table.dice), "comes back, after a retreat")
    .row("never", "if the whole force was wiped out")
    .ruling(23, "rolled after the pursuit, for losses of both kinds")
    .ruling(62, "which units bear a loss is the players' choice, unless the text says at random")
    .see(["Pursuit Table", "Group options"])
}
