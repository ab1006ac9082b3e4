//! *Random Events*; *Random Locations*.

use super::rule::{Rule, units};
use crate::campaign::event::Modifier;
use crate::campaign::phase::Phase;
use crate::campaign::state::State;
use crate::pack::{Duration, Pack, Pile, RandomEffect, RandomLocation, WhichSiege};

const CHAPTER: &str = "Random Events";

pub(super) fn rules(pack: &Pack) -> Vec<Rule> {
    let told = [
        group(pack, |effect| matches!(effect, RandomEffect::EncounterModifier { .. }), "The enemy is on his guard, and met more easily.")
            .see(["Encounter Table"]),
        group(
            pack,
            |effect| {
                matches!(
                    effect,
                    RandomEffect::ShipDamaged { .. } | RandomEffect::ShipStrikesRock { .. } | RandomEffect::LostShipReplaced { .. }
                )
            },
            "Things that happen to ships.",
        )
        .ruling(58, "turns of repairs are markers of damage, one repair each")
        .ruling(62, "which ship is picked at random, as the text says")
        .see(["Naval Repairs"]),
        group(
            pack,
            |effect| {
                matches!(
                    effect,
                    RandomEffect::GarrisonDeserts { .. }
                        | RandomEffect::SiegeModifier { .. }
                        | RandomEffect::SiegeLevel { .. }
                        | RandomEffect::SiegeBetrayed
                )
            },
            "Something befalls a siege. Without a siege that fits, nothing happens.",
        )
        .see(["Siege Table"]),
        group(pack, |effect| matches!(effect, RandomEffect::VictoryPoints { .. }), "Victory points that are not entered in the ledger.")
            .ruling(61, "they count at once, and can end the campaign")
            .see(["Victory or Defeat?"]),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::Units { .. } | RandomEffect::Redoubts { .. }),
            "Small help, put where you like among places within reach.",
        )
        .see(["Redoubts"]),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::NoOpsNextRound | RandomEffect::MoreOps { .. } | RandomEffect::NextOpsCard { .. }),
            "More Ops, fewer, or none.",
        )
        .ruling(43, "this phase is this action round, the next one the next round, also in the next turn")
        .see(["Using a card for Ops"]),
        group(pack, |effect| matches!(effect, RandomEffect::UnmetMarch), "A march that nobody notices.")
            .ruling(11, "the garrison of a fortified town is not avoided")
            .see(["Encounter Table"]),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::Replacements { .. } | RandomEffect::ReplacementsByRoll { .. }),
            "Replacement points from nowhere.",
        )
        .ruling(52, "[native] before the [allies] are in, afterwards as you choose")
        .see(["Replacements"]),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::MovementModifier { .. } | RandomEffect::ShipCapacity { .. }),
            "Slower marches, or fuller ships, for this round.",
        )
        .ruling(70, "supply is slowed as all else is, with an escort or without")
        .see(["Movement Rate", "Transporting Units"]),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::NextOpsCardMustAttack),
            "An order from home that has to be obeyed. Where no attack is possible it lapses.",
        ),
        group(pack, |effect| matches!(effect, RandomEffect::VillageReturns), "A village comes over by itself.")
            .ruling(42, "without a mark: it may rise again as if nothing had been")
            .see(["Pacification"]),
        group(pack, |effect| matches!(effect, RandomEffect::ExchangeCard { .. }), "A card of the hand may be exchanged, if you like."),
        group(
            pack,
            |effect| matches!(effect, RandomEffect::LocationsCannotMove { .. }),
            "Nobody leaves the places picked, by land, ship or train, for the rest of the round.",
        ),
        group(pack, |effect| matches!(effect, RandomEffect::BattleType { .. }), "The type of battle is settled beforehand.")
            .see(["Type of Battle"]),
    ];
    // What no event of the pack does is not told.
    told.into_iter().filter(|rule| !rule.lines.is_empty()).chain([random_locations(pack)]).collect()
}

/// A rule about the events with such effects: their numbers stand in its heading.
fn group(pack: &Pack, has: impl Fn(&RandomEffect) -> bool, says: &str) -> Rule {
    let events = || pack.random_events.iter().filter(|event| has(&event.effect));
    let numbers: Vec<String> = events().map(|event| event.number.to_string()).collect();
    let heading = format!("Random Event{} {}", if numbers.len() == 1 { "" } else { "s" }, numbers.join(", "));
    events().fold(Rule::new(CHAPTER, heading, says), |rule, event| {
        rule.row(format!("{} {}", event.number, event.title), effect_words(pack, &event.effect))
    })
}

/// What random events that are over have left for cards still to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InStore {
    /// No card is played for Ops in this round (21).
    pub no_ops_now: bool,
    /// No card is played for Ops in the next round (21).
    pub no_ops_next: bool,
    /// Added to the Ops of the next card played for Ops (34).
    pub next_ops: i8,
    /// The next card played for Ops must send a force at the nearest enemy place (36).
    pub must_attack: bool,
}

/// What random events have in store.
#[must_use]
pub const fn in_store(state: &State) -> InStore {
    InStore { no_ops_now: state.round.no_ops, no_ops_next: state.no_ops_next, next_ops: state.next_ops, must_attack: state.next_ops_attack }
}

/// What random events and cards have changed for the round or the turn that goes on, as far as it can still tell.
#[must_use]
pub fn in_force(state: &State) -> Vec<Modifier> {
    let round = &state.round;
    let mut all = Vec::new();
    let not_0 = |add: i8, modifier: fn(i8) -> Modifier| (add != 0).then(|| modifier(add));
    if matches!(state.phase(), Phase::Action { .. }) {
        all.extend(not_0(state.encounter_add, Modifier::EncountersThisTurn));
        all.extend(not_0(round.encounter_add, Modifier::EncountersThisRound));
        all.extend(not_0(round.movement_add, Modifier::Movement));
        all.extend((round.capacity_add > 0).then_some(Modifier::Capacity(round.capacity_add)));
        all.extend((0..round.unmet_marches).map(|_| Modifier::UnmetMarch));
        all.extend(round.battle_type.map(|(battle, once)| Modifier::Battle { battle, once }));
        all.extend((state.passage > 0).then_some(Modifier::Passage(state.passage)));
    }
    if !matches!(state.phase(), Phase::Replacements | Phase::Adjust) {
        let sieges = state.besieged().iter().map(|at| (at, state.siege_add[at.index()])).filter(|(_, add)| *add != 0);
        all.extend(sieges.map(|(at, add)| Modifier::Siege { at, add }));
    }
    all
}

/// What a random event does, in words.
#[must_use]
pub fn effect_words(pack: &Pack, effect: &RandomEffect) -> String {
    pack.words.fill(&words(pack, effect)).into_owned()
}

fn words(pack: &Pack, effect: &RandomEffect) -> String {
    let siege = |which: WhichSiege| match which {
        WhichSiege::Random => "a random besieged place",
        WhichSiege::RandomWithoutAllies => "a random besieged place without [allied] troops",
        WhichSiege::Chosen => "a besieged place of your choice",
    };
    match effect {
        RandomEffect::EncounterModifier { add, lasts } => {
            let lasts = if *lasts == Duration::Round { "this round" } else { "the rest of the turn" };
            format!("{add:+} to every encounter roll, {lasts}")
        }
        RandomEffect::ShipDamaged { damage } => format!("a random ship takes {damage} markers of damage"),
        RandomEffect::GarrisonDeserts { units: lost } => {
            format!("a random besieged place loses {} at random, none of them [allied]", units(*lost))
        }
        RandomEffect::SiegeModifier { add, at } => format!("{add:+} to this turn's siege roll of {}", siege(*at)),
        RandomEffect::VictoryPoints { add } => format!("{add:+} victory points at once"),
        RandomEffect::Units { of, count, .. } => {
            format!("{count} {} at a place of your choice", pack.roster.kinds[of.index()].name)
        }
        RandomEffect::NoOpsNextRound => "no card may be played for Ops in the next round".to_owned(),
        RandomEffect::UnmetMarch => "one force marches without encounter rolls in this round, if the card is used for Ops".to_owned(),
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
        RandomEffect::NextOpsCardMustAttack => "the next card played for Ops must send a force at the nearest [enemy] place".to_owned(),
        RandomEffect::SiegeBetrayed => format!("{} is lost", siege(WhichSiege::RandomWithoutAllies)),
        RandomEffect::VillageReturns => "a random [enemy] village comes over to us".to_owned(),
        RandomEffect::ExchangeCard { with } => {
            format!("a card of the hand for one of the {}", if *with == Pile::Draw { "draw pile" } else { "discard pile" })
        }
        RandomEffect::LocationsCannotMove { count } => format!("nobody leaves {count} random places of ours, this round"),
        RandomEffect::ShipCapacity { add } => format!("every ship has room for {} more, this round", units(*add)),
        RandomEffect::BattleType { battle, note } => {
            let note = if note.is_empty() { String::new() } else { format!(". {note}") };
            format!("{}{note}", battle.title(&pack.words))
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
    .also(["random place", "D30"])
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
