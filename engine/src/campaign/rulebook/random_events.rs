//! *Random Events*; *Random Locations*.

use super::rule::{Rule, units};
use crate::pack::{Duration, Pack, Pile, RandomEffect, RandomLocation, WhichSiege};

const CHAPTER: &str = "Random Events";

pub(super) fn rules(pack: &Pack) -> Vec<Rule> {
    vec![
        group(pack, "Random Events 11, 43", "The enemy is on his guard, and met more easily.").see(&["Encounter Table"]),
        group(pack, "Random Events 12, 63, 64", "Things that happen to ships.")
            .ruling(58, "turns of repairs are markers of damage, one repair each")
            .ruling(62, "which ship is picked at random, as the text says")
            .see(&["Naval Repairs"]),
        group(pack, "Random Events 13, 14, 24, 26, 33, 41", "Something befalls a siege. Without a siege that fits, nothing happens.")
            .see(&["Siege Table"]),
        group(pack, "Random Events 15, 23", "Victory points that are not entered in the ledger.")
            .ruling(61, "they count at once, and can end the campaign")
            .see(&["Victory or Defeat?"]),
        group(pack, "Random Events 16, 35", "Small help, put where you like among places within reach.").see(&["Redoubts"]),
        group(pack, "Random Events 21, 31, 34, 54", "More Ops, fewer, or none.")
            .ruling(43, "this phase is this action round, the next one the next round, also in the next turn")
            .see(&["Using a card for Ops"]),
        group(pack, "Random Events 22, 51", "A march that nobody notices.")
            .ruling(11, "the garrison of a fortified town is not avoided")
            .see(&["Encounter Table"]),
        group(pack, "Random Events 25, 42, 62", "Replacement points from nowhere.")
            .ruling(52, "Egyptian before the British are in, afterwards as you choose")
            .see(&["Replacements"]),
        group(pack, "Random Events 32, 45, 53, 55", "Slower marches, or fuller ships, for this round.")
            .see(&["Movement Rate", "Transporting Units"]),
        group(pack, "Random Event 36", "An order from home that has to be obeyed. Where no attack is possible it lapses."),
        group(pack, "Random Event 44", "A village comes over by itself.")
            .ruling(42, "without a mark: it may rise again as if nothing had been")
            .see(&["Pacification"]),
        group(pack, "Random Events 46, 65", "A card of the hand may be exchanged, if you like."),
        group(pack, "Random Event 52", "Nobody leaves the places picked, by land, ship or train, for the rest of the round."),
        group(pack, "Random Events 56, 61, 66", "The type of battle is settled beforehand.").see(&["Type of Battle"]),
        random_locations(pack),
    ]
}

/// A rule about some events: their numbers stand in its heading.
fn group(pack: &Pack, heading: &'static str, says: &str) -> Rule {
    let numbers = heading.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse::<u8>().ok());
    numbers
        .filter_map(|number| pack.random_events.iter().find(|event| event.number == number))
        .fold(Rule::new(CHAPTER, heading, says), |rule, event| {
            rule.row(format!("{} {}", event.number, event.title), effect_words(pack, &event.effect))
        })
}

/// What a random event does, in words.
#[must_use]
pub fn effect_words(pack: &Pack, effect: &RandomEffect) -> String {
    let siege = |which: WhichSiege| match which {
        WhichSiege::Random => "a random besieged place",
        WhichSiege::RandomWithoutBritish => "a random besieged place without British troops",
        WhichSiege::Chosen => "a besieged place of your choice",
    };
    match effect {
        RandomEffect::EncounterModifier { add, lasts } => {
            let lasts = if *lasts == Duration::Round { "this round" } else { "the rest of the turn" };
            format!("{add:+} to every encounter roll, {lasts}")
        }
        RandomEffect::ShipDamaged { damage } => format!("a random ship takes {damage} markers of damage"),
        RandomEffect::GarrisonDeserts { units: lost } => {
            format!("a random besieged place loses {} at random, none of them British", units(*lost))
        }
        RandomEffect::SiegeModifier { add, at } => format!("{add:+} to this turn's siege roll of {}", siege(*at)),
        RandomEffect::VictoryPoints { add } => format!("{add:+} victory points at once"),
        RandomEffect::Units { of, count, .. } => {
            format!("{count} {} at a place of your choice", pack.roster.kinds[of.index()].name)
        }
        RandomEffect::NoOpsNextRound => "no card may be played for Ops in the next round".to_owned(),
        RandomEffect::UnmetMarch => "one force marches without encounter rolls, if the card is played for Ops".to_owned(),
        RandomEffect::SiegeLevel { add, at } => format!("siege level {add:+} at {}", siege(*at)),
        RandomEffect::Replacements { points } => format!("{points} replacement points"),
        RandomEffect::ReplacementsByRoll { sides, add } => format!("1D{sides}{add:+} replacement points"),
        RandomEffect::MoreOps { add, .. } => format!("{add:+} Op, if the card is played for Ops"),
        RandomEffect::MovementModifier { add } => {
            format!("every force marches {add:+} {}, this round", if add.abs() == 1 { "space" } else { "spaces" })
        }
        RandomEffect::NextOpsCard { add } => format!("{add:+} Op on the next card played for Ops"),
        RandomEffect::Redoubts { count, .. } => {
            format!("{} at a place of ours", if *count == 1 { "a redoubt".to_owned() } else { format!("{count} redoubts") })
        }
        RandomEffect::NextOpsCardMustAttack => "the next card played for Ops must send a force at the nearest Mahdist place".to_owned(),
        RandomEffect::SiegeBetrayed => format!("{} is lost", siege(WhichSiege::RandomWithoutBritish)),
        RandomEffect::VillageReturns => "a random Mahdist village comes over to us".to_owned(),
        RandomEffect::ExchangeCard { with } => {
            format!("a card of the hand for one of the {}", if *with == Pile::Draw { "draw pile" } else { "discard pile" })
        }
        RandomEffect::LocationsCannotMove { count } => format!("nobody leaves {count} random places of ours, this round"),
        RandomEffect::ShipCapacity { add } => format!("every ship has room for {} more, this round", units(*add)),
        RandomEffect::BattleType { battle, note } => {
            let note = if note.is_empty() { String::new() } else { format!(". {note}") };
            format!("{}{note}", battle.title())
        }
        RandomEffect::ShipStrikesRock { sunk_on, damage } => {
            format!("a random ship strikes a rock: sunk on a {sunk_on} on 1D6, otherwise {damage} of damage")
        }
        RandomEffect::LostShipReplaced { .. } => "a random lost ship is replaced".to_owned(),
    }
}

fn random_locations(pack: &Pack) -> Rule {
    let table = &pack.tables.random_locations;
    let mut rule = Rule::new(
        CHAPTER,
        "Random Locations",
        format!(
            "Where the text says a random place, {} picks it; a shore takes another die. What does not serve is thrown again.",
            table.dice
        ),
    )
    .also(&["random place", "D30"])
    .rows(table, |row| match row {
        RandomLocation::Place(place) => pack.location_name(*place).to_owned(),
        RandomLocation::Shore(name) => format!("the shore of Sea Area {name}"),
    });
    for shore in &pack.tables.shores {
        let places: Vec<String> = shore.table.rows().iter().map(|row| format!("{} {}", row.on(), pack.location_name(row.result))).collect();
        rule = rule.row(format!("shore {}, {}", shore.name, shore.table.dice), places.join(", "));
    }
    rule.ruling(46, "whatever is past the table, or does not fit the event, is rolled again")
}
