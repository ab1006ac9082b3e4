//! What happened, event by event, in words: a fact, or a roll in small print.

use engine::campaign::{BattleKind, CardPlace, CardUse, Control, Event, LossCause, Modifier, Order, Phase, Roll, Source, State};
use engine::pack::{LocationId, LocationKind, Pack, RandomLocation, ShipSet, SpaceId, UnitId, UnitSet};

use crate::despatches::{labels, quick};
use crate::model::orders::house_rules;
use crate::model::played::Line;
use crate::words;

/// What a storm has to carry: a fortified town has walls, any other place works.
fn defences(pack: &Pack, at: LocationId) -> &'static str {
    if pack.map.location(at).kind == LocationKind::FortifiedTown { "walls" } else { "works" }
}

/// How units were lost: "in the siege".
pub(super) fn why_lost(cause: LossCause) -> &'static str {
    match cause {
        LossCause::Battle => "on the field",
        LossCause::Pursuit => "in the pursuit",
        LossCause::LeftBehind => "for want of ships to take them off",
        LossCause::Sortie => "in the sortie",
        LossCause::Siege => "in the siege",
        LossCause::Desertion => "by desertion",
        LossCause::Unsupplied => "for want of supply",
        LossCause::Drowned => "with their ship",
        LossCause::CutOff => "with no way out",
        LossCause::PlaceFell => "with the place",
    }
}

fn ships(pack: &Pack, ships: ShipSet) -> String {
    words::list(&ships.iter().map(|ship| format!("the {}", pack.roster.ships[ship.index()].name)).collect::<Vec<_>>())
}

fn embarked(pack: &Pack, units: UnitSet, aboard: ShipSet) -> String {
    format!("{} {} on {}.", words::units(pack, units), if units.len() == 1 { "embarks" } else { "embark" }, ships(pack, aboard))
}

fn landed(pack: &Pack, units: UnitSet, at: LocationId) -> String {
    format!("{} {} at {}.", words::units(pack, units), if units.len() == 1 { "lands" } else { "land" }, pack.location_name(at))
}

/// Everybody whom an order brought aboard or ashore, in one sentence; nothing where it was nobody, or not all of them at one place.
#[must_use]
pub fn crossing(pack: &Pack, events: &[Event]) -> Option<String> {
    let (mut units, mut aboard, mut shore) = (UnitSet::EMPTY, ShipSet::EMPTY, None);
    for event in events {
        match event {
            Event::UnitLoaded { unit, ship, .. } if shore.is_none() => {
                units.insert(*unit);
                aboard.insert(*ship);
            }
            Event::UnitUnloaded { unit, at, .. } if aboard.is_empty() && shore.is_none_or(|shore| shore == *at) => {
                units.insert(*unit);
                shore = Some(*at);
            }
            Event::UnitLoaded { .. } | Event::UnitUnloaded { .. } => return None,
            _ => {}
        }
    }
    match shore {
        Some(at) => Some(landed(pack, units, at)),
        None => (!units.is_empty()).then(|| embarked(pack, units, aboard)),
    }
}

fn one(pack: &Pack, unit: UnitId) -> String {
    words::units(pack, UnitSet::of(unit))
}

/// What a card or a random event has changed, in a sentence; people by a word in brackets.
pub(super) fn modifier(pack: &Pack, modifier: Modifier) -> String {
    match modifier {
        Modifier::EncountersThisRound(add) => format!("Meeting the enemy {add:+} for this round."),
        Modifier::EncountersThisTurn(add) => format!("Meeting the enemy {add:+} for the rest of the turn."),
        Modifier::Movement(add) => format!("Every rate of march {add:+} for this round."),
        Modifier::Capacity(add) => format!("Every ship carries {add:+} this round."),
        Modifier::MoreOps(add) => format!("Ops {add:+} this round."),
        Modifier::NoOpsNextRound => "No card can be played for Ops in the next round.".to_owned(),
        Modifier::NextOps(add) => format!("The next card played for Ops gives {add:+}."),
        Modifier::NextOpsAttack => "The next card played for Ops must send a force at the nearest [enemy] place.".to_owned(),
        Modifier::UnmetMarch => "One force of this round can march unmet.".to_owned(),
        Modifier::Battle { battle, once: true } => format!("The next battle of this round: {}.", battle.title(&pack.words)),
        Modifier::Battle { battle, once: false } => format!("Every battle met this round: {}.", battle.title(&pack.words)),
        Modifier::Siege { at, add } => format!("The siege of {} rolls {add:+} this turn.", pack.location_name(at)),
        Modifier::Passage(units) => format!("Hired ships carry {} this turn.", words::count(units.into(), "unit", "units")),
    }
}

/// Whether units that moved may be what a raid left, one unit of the allies at a place that they hold for good, and not who fell back.
fn may_be_left_by_a_raid(state: &State, units: UnitSet, to: SpaceId) -> bool {
    let pack = state.pack();
    let held = pack.map.location_at(to).is_some_and(|location| state.control(location) == Control::Allied);
    held && units.len() == 1 && units.is_within(pack.roster.allied)
}

/// What an event says, with the state after the order; most steps of bookkeeping say nothing.
#[must_use]
pub fn line(state: &State, event: &Event) -> Option<Line> {
    let told = |text: String| words::told(state.pack(), &text);
    Some(match unfilled(state, event)? {
        Line::Fact(weight, text) => Line::Fact(weight, told(text)),
        Line::Roll(text) => Line::Roll(told(text)),
    })
}

/// The dice of an event that is told as a fact, each in a line.
#[must_use]
pub fn dice(state: &State, event: &Event) -> Vec<String> {
    let pack = state.pack();
    let one = |roll| vec![words::told(pack, &words::roll(pack, roll))];
    match event {
        Event::RandomEventRolled { roll, .. } | Event::FlotillaRolled { roll, .. } => one(roll),
        Event::BattleBegan { battle } => {
            let thrown = battle.force.rolls.iter().chain(&battle.battle.roll).chain(&battle.battle.hour_roll);
            thrown.map(|roll| words::roll(pack, roll)).collect()
        }
        _ => Vec::new(),
    }
}

/// The places that were lost by one order, in one sentence, with what each would have been told by; nothing where there is one at most.
#[must_use]
pub fn lost_together(pack: &Pack, events: &[Event]) -> Option<(String, Vec<String>)> {
    let lost = |event: &Event| if let Event::LocationLost { location } = event { Some(*location) } else { None };
    let lost: Vec<LocationId> = events.iter().filter_map(lost).collect();
    let names: Vec<&str> = lost.iter().map(|location| pack.location_name(*location)).collect();
    let each = names.iter().map(|name| format!("{name} is lost.")).collect();
    (lost.len() > 1).then(|| (format!("{} are lost.", words::list(&names)), each))
}

/// The same, people by a word in brackets.
fn unfilled(state: &State, event: &Event) -> Option<Line> {
    let pack = state.pack();
    let place = |location| pack.location_name(location);
    let space = |at| pack.map.space_name(at);
    let roll = |roll| Some(Line::Roll(words::roll(pack, roll)));
    let fact = |weight, text: String| Some(Line::Fact(weight, text));
    match event {
        Event::RandomEventChecked { roll: check, happens, .. } => {
            let what = if *happens { "a random event" } else { "no random event" };
            Some(Line::Roll(format!("{}: {what}", words::roll(pack, check))))
        }
        Event::RandomEventRolled { number, .. } => {
            let event = pack.random_events.iter().find(|event| event.number == *number)?;
            fact(40, format!("Random event {number}, {}: {}", event.title, event.text))
        }
        Event::RandomEventIgnored { .. } => fact(1, "It does not apply now.".to_owned()),
        Event::CardPlayed { card, r#as, leaves_campaign } => {
            let found = pack.card(*card)?;
            let gone = if *leaves_campaign { " The card leaves the campaign." } else { "" };
            fact(
                60,
                match r#as {
                    CardUse::Event => format!("Card {} is played: {} {}{gone}", card.0, words::ended(&found.title), found.text),
                    CardUse::Ops => format!("Card {}, {}, is played for Ops.", card.0, found.title),
                    CardUse::Replacements => format!("Card {}, {}, is played for replacements.", card.0, found.title),
                },
            )
        }
        Event::RoundPassed { round } => fact(60, format!("Action round {round}: no card is played.")),
        Event::OpsGained { ops } => fact(2, format!("{} to spend.", words::sentence_case(&words::count((*ops).into(), "Op", "Ops")))),
        Event::CardMoved { card, to: CardPlace::Hand } => fact(
            30,
            format!("{} comes to the hand.", pack.card(*card).map_or_else(String::new, |card| format!("{} {}", card.number.0, card.title))),
        ),
        Event::CardMoved { card, .. } => fact(
            3,
            format!("{} is given up.", pack.card(*card).map_or_else(String::new, |card| format!("{} {}", card.number.0, card.title))),
        ),
        Event::UnitsArrived { units, at, source } => {
            let verb = match (source, units.len()) {
                (Source::Rebuilt, _) => "is raised again at",
                (_, 1) => "arrives at",
                _ => "arrive at",
            };
            fact(35, format!("{} {verb} {}.", words::units(pack, *units), space(*at)))
        }
        Event::ShipArrived { ship, at } => {
            fact(35, format!("{} arrives at {}.", words::sentence_case(&ships(pack, ShipSet::of(*ship))), place(*at)))
        }
        Event::RedoubtBuilt { at } => fact(20, format!("A redoubt is thrown up at {}.", place(*at))),
        Event::TrainArrived { at } | Event::TrainUnloaded { at, .. } => {
            fact(35, format!("The armoured train is landed at {}.", place(*at)))
        }
        Event::TrainLoaded { ships: carriers } => fact(20, format!("The armoured train goes aboard {}.", ships(pack, *carriers))),
        Event::LeaderArrived { leader, at } => fact(36, format!("{} arrives at {}.", pack.words.leader(*leader), place(*at))),
        Event::ExpeditionLanded { at, units } => {
            fact(50, format!("The [expedition] Expedition lands at {}: {}.", place(*at), words::units(pack, *units)))
        }
        Event::ReplacementsGained { points } => {
            let parts: Vec<String> = [
                (points.native, "[native]"),
                (points.allied, "[allied]"),
                (points.allied_infantry, "[allied] infantry"),
                (points.allied_cavalry, "[allied] cavalry"),
                (points.allied_guns, "[allied] guns"),
            ]
            .iter()
            .filter(|(points, _)| *points > 0)
            .map(|(points, whose)| format!("{points} {whose}"))
            .collect();
            fact(30, format!("Replacement points gained: {}.", words::list(&parts)))
        }
        Event::ModifierSet { modifier: set } => fact(10, modifier(pack, *set)),
        Event::SiegePicked { roll: die, at } => Some(Line::Roll(format!("{}: {}", words::roll(pack, die), place(*at)))),
        Event::ShipPicked { roll: die, ship } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), ships(pack, ShipSet::of(*ship)))))
        }
        Event::UnitPicked { roll: die, unit } => Some(Line::Roll(format!("{}: {}", words::roll(pack, die), one(pack, *unit)))),
        Event::PlacePicked { roll: die, at } => {
            let table = &pack.tables.random_locations;
            let found = match &table.row(die.total()).result {
                // Of the places on a shore another die says which it is.
                RandomLocation::Shore(shore) if at.is_none() && die.sides == table.dice.sides => format!("the shore of sea area {shore}"),
                _ => at.map_or("not there, roll again", place).to_owned(),
            };
            Some(Line::Roll(format!("{}: {found}", words::roll(pack, die))))
        }
        Event::PlaceSick { at } => fact(20, format!("Too many are sick at {} to march this round.", place(*at))),
        Event::RockStruck { roll: die, .. } | Event::ReplacementsRolled { roll: die } => roll(die),
        Event::ShipDamaged { ship, damage } => fact(
            25,
            format!(
                "{} takes {}.",
                words::sentence_case(&ships(pack, ShipSet::of(*ship))),
                words::count((*damage).into(), "marker of damage", "markers of damage")
            ),
        ),
        Event::ShipSunk { ship } => {
            fact(55, format!("{} is lost with all aboard.", words::sentence_case(&ships(pack, ShipSet::of(*ship)))))
        }
        Event::ShipRepaired { ship } => {
            let left = match state.damage(*ship) {
                0 => "she is sound again".to_owned(),
                damage => format!("{} left", words::count(damage.into(), "is", "are")),
            };
            fact(25, format!("One marker of damage on {} is repaired; {left}.", ships(pack, ShipSet::of(*ship))))
        }
        Event::SiegeBegan { location } => fact(45, format!("{} is besieged.", place(*location))),
        Event::SiegeLevelSet { at, level } => fact(30, format!("The siege of {} stands at level {level}.", place(*at))),
        Event::SiegeLifted { at } => fact(70, format!("The siege of {} is broken.", place(*at))),
        Event::LocationRetaken { location, allied } => {
            let how = match allied {
                Some(true) => ", pacified by the [allies] for good",
                Some(false) => ", pacified",
                None => "",
            };
            fact(90, format!("{} is ours again{how}.", place(*location)))
        }
        Event::LocationLost { location } => fact(80, format!("{} is lost.", place(*location))),
        Event::ShipsPutToSea { from, ships: put, .. } => fact(
            15,
            format!(
                "{} put{} to sea from {}.",
                words::sentence_case(&ships(pack, *put)),
                if put.len() == 1 { "s" } else { "" },
                place(*from)
            ),
        ),
        Event::UnitsLost { units, cause } => fact(50, format!("Lost {}: {}.", why_lost(*cause), words::units(pack, *units))),
        Event::UnitsDestroyed { units, .. } => fact(50, format!("Destroyed: {}.", words::units(pack, *units))),
        Event::UnitsRecalled { units } => fact(50, format!("Recalled: {}.", words::units(pack, *units))),
        Event::Activated { at, rates, ships: sail, .. } => {
            let units = rates.iter().fold(UnitSet::EMPTY, |all, (_, units)| all.union(*units));
            let mut who = Vec::new();
            if !units.is_empty() {
                who.push(words::count(units.len(), "unit", "units"));
            }
            if !sail.is_empty() {
                who.push(words::count(sail.len(), "ship", "ships"));
            }
            let who = if who.is_empty() { String::new() } else { format!(": {}", words::list(&who)) };
            fact(20, format!("{} is activated{who}.", labels::station(state, *at)))
        }
        Event::SupplyTaken => fact(5, "A supply point goes along.".to_owned()),
        Event::SupplyLeft => fact(5, "A supply point stays.".to_owned()),
        Event::GuidesTaken => fact(15, "Guides lead the way; nobody will be met.".to_owned()),
        Event::ForceMoved { to, .. } => fact(22, format!("To {}.", space(*to))),
        Event::PhaseBegan { phase: Phase::Action { round } } if *round > 1 => fact(1, format!("Action round {} ends.", round - 1)),
        Event::EnemySought { at, roll: sought, met } => {
            let what = if *met { "the enemy is met" } else { "nobody is met" };
            Some(Line::Roll(match sought {
                Some(sought) => format!("{}: {}, {what}", space(*at), words::roll(pack, sought)),
                None => format!("{}: no roll, {what}", space(*at)),
            }))
        }
        // Others were there before: the enemy has been met already.
        Event::BattleMet { met } if state.round().battle_at(met.at).is_some_and(|waits| waits.units != met.units) => {
            let who = words::sentence_case(&words::units(pack, met.units));
            let (out, join) = if met.units.len() == 1 { ("breaks out and joins", "joins") } else { ("break out and join", "join") };
            let join = if met.kind == BattleKind::Breakout { out } else { join };
            fact(74, format!("{who} {join} the battle that waits at {}.", space(met.at)))
        }
        Event::BattleMet { met } if matches!(met.kind, BattleKind::Breakout | BattleKind::Relief) && !met.units.is_empty() => {
            let who = words::sentence_case(&words::units(pack, met.units));
            let does = match (met.kind, met.units.len()) {
                (BattleKind::Breakout, 1) => "breaks out of",
                (BattleKind::Breakout, _) => "break out of",
                (_, 1) => "marches to the relief of",
                _ => "march to the relief of",
            };
            let when = if matches!(state.phase(), Phase::Action { .. }) { ", once all have moved" } else { "" };
            fact(75, format!("{who} {does} {}: a battle with the besiegers{when}.", space(met.at)))
        }
        Event::BattleMet { met } => fact(75, format!("The enemy is met at {}: a battle, once all have moved.", space(met.at))),
        Event::ColumnLost { at, supply } => fact(
            60,
            format!("The column is caught at {}: {} lost.", space(*at), words::count((*supply).into(), "supply point", "supply points")),
        ),
        Event::ShipsSailed { ships: sail, to, .. } => fact(
            22,
            format!(
                "{} sail{} to {}.",
                words::sentence_case(&ships(pack, *sail)),
                if sail.len() == 1 { "s" } else { "" },
                labels::station(state, *to)
            ),
        ),
        Event::UnitLoaded { unit, ship, .. } => fact(18, embarked(pack, UnitSet::of(*unit), ShipSet::of(*ship))),
        Event::UnitUnloaded { unit, at, .. } => fact(18, landed(pack, UnitSet::of(*unit), *at)),
        Event::SupplyLoaded { ship, .. } => fact(18, format!("A supply point goes aboard {}.", ships(pack, ShipSet::of(*ship)))),
        Event::SupplyUnloaded { ship, .. } => fact(18, format!("A supply point is landed from {}.", ships(pack, ShipSet::of(*ship)))),
        Event::GovernorMoved { .. } => labels::governor(state).map(|governor| Line::Fact(65, format!("{governor}."))).or_else(|| {
            let what = if state.governor().place == engine::campaign::GovernorPlace::Dead {
                "[governor] has been killed."
            } else {
                "[governor] is safe, and goes home."
            };
            Some(Line::Fact(85, what.to_owned()))
        }),
        Event::BoatsRolled { roll: die, .. } => {
            let row = &pack.tables.boats_into_siege.row(die.total()).result.result;
            Some(Line::Roll(format!("{}: {row}", words::roll(pack, die))))
        }
        Event::WatersSearched { roll: die, met, .. } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), if *met { "the enemy's ships" } else { "nobody" })))
        }
        Event::FlotillaRolled { light, heavy, boats, .. } => {
            let parts: Vec<String> = [("heavily armed ships", *heavy), ("lightly armed ships", *light), ("[boats] with riflemen", *boats)]
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(what, count)| format!("{what}: {count}"))
                .collect();
            fact(75, format!("The enemy is met at sea ({}).", parts.join(", ")))
        }
        Event::TrackLaid { at, .. } => fact(20, format!("Track is laid at {}.", space(*at))),
        Event::TrainRan { to, units } => {
            fact(25, format!("The train takes {} to {}, and comes back.", words::units(pack, *units), space(*to)))
        }
        Event::UnitFerried { unit, to } => fact(20, format!("{} is carried to {}.", one(pack, *unit), place(*to))),
        Event::BattleBegan { battle } => {
            let why = match battle.kind {
                BattleKind::Encounter => "Met at",
                BattleKind::Landing => "Landing at",
                BattleKind::Relief => "Relief of",
                BattleKind::Breakout => "Breakout from",
                BattleKind::Storm => "Storm of",
            };
            fact(
                95,
                format!(
                    "{why} {}: {} against our {}.",
                    space(battle.at),
                    quick::force_words(&battle.force),
                    words::count(battle.units.len(), "unit", "units")
                ),
            )
        }
        Event::PursuitRolled { roll: die, percent, steps } => {
            let row = &pack.tables.pursuit.row(die.total()).result.result;
            Some(Line::Roll(format!("{}: {row}, {percent}%: {}", words::roll(pack, die), words::count((*steps).into(), "step", "steps"))))
        }
        Event::RecoveryRolled { roll: die, needs, recovered } => {
            Some(Line::Roll(format!("{}, each needs {needs}: {recovered} back", words::roll(pack, die))))
        }
        Event::BattleEnded { at, won, heavy } => {
            let cost = if *heavy { ", at a heavy cost" } else { "" };
            fact(96, format!("The battle at {} is {}{cost}.", space(*at), if *won { "won" } else { "lost" }))
        }
        Event::UnitsMoved { units, to } if may_be_left_by_a_raid(state, *units, *to) => {
            fact(24, format!("{} goes to {}.", words::units(pack, *units), space(*to)))
        }
        Event::UnitsMoved { units, to } => {
            let fall = if units.len() == 1 { "falls" } else { "fall" };
            fact(24, format!("{} {fall} back to {}.", words::units(pack, *units), space(*to)))
        }
        Event::UnitsTookShip { units, to } => {
            let take = if units.len() == 1 { "takes" } else { "take" };
            fact(24, format!("{} {take} ship to {}.", words::units(pack, *units), place(*to)))
        }
        Event::SortieRolled { roll: die, .. } => {
            let row = &pack.tables.sortie.row(die.total()).result.result;
            Some(Line::Roll(format!("{}: {row}", words::roll(pack, die))))
        }
        Event::StormRolled { roll: die, storms, .. } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), if *storms { "they come" } else { "they do not come" })))
        }
        Event::StormBeaten { at } => fact(70, format!("The storm of {} is beaten.", place(*at))),
        Event::StormCarried { at } => fact(70, format!("The {} of {} are carried.", defences(pack, *at), place(*at))),
        Event::SiegeRolled { roll: die, result, .. } => {
            let row = engine::campaign::rules::sieges::siege_table(&pack.tables, state.options()).row(die.total()).on();
            Some(Line::Roll(format!("{}, row {row}: {}", words::roll(pack, die), siege_words(*result))))
        }
        Event::GunboatRolled { roll: die, .. } => {
            let row = &pack.tables.gunboat_at_siege.row(die.total()).result.result;
            Some(Line::Roll(format!("{}: {row}", words::roll(pack, die))))
        }
        Event::GovernorRolled { roll: die, leaves } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), if *leaves { "he will leave" } else { "he stays" })))
        }
        Event::SupplyReceived { roll: Some(die), points, .. } => {
            let points = words::count((*points).into(), "supply point", "supply points");
            Some(Line::Roll(format!("{}: {points}", words::roll(pack, die))))
        }
        Event::SupplyReceived { at, points, .. } => fact(8, supply_received(pack, *at, *points)),
        Event::SupplySpent { at, points } => fact(
            8,
            format!(
                "{} used up at {}.",
                words::sentence_case(&words::count((*points).into(), "supply point", "supply points")),
                space(*at)
            ),
        ),
        Event::SupplyChecked { unsupplied } if !unsupplied.is_empty() => {
            fact(40, format!("Out of supply: {}.", words::units(pack, *unsupplied)))
        }
        Event::AttritionRolled { roll: die, dies, .. } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), if *dies { "lost" } else { "holds out" })))
        }
        Event::UnitReplaced { unit, steps, .. } => {
            fact(20, format!("{} gets {} back.", one(pack, *unit), words::count((*steps).into(), "step", "steps")))
        }
        Event::TriggerFired { key } => fact(65, trigger_words(pack, key)),
        Event::CardsEntered { cards } => {
            fact(30, format!("{} into the draw pile.", words::sentence_case(&words::count(cards.len(), "card goes", "cards go"))))
        }
        Event::RecallRolled { roll: die, goes, .. } => {
            Some(Line::Roll(format!("{}: {}", words::roll(pack, die), if *goes { "leaves" } else { "stays" })))
        }
        Event::LeaderRecalled { leader } => fact(66, format!("{} is recalled.", pack.words.leader(*leader))),
        Event::LeaderFreed { leader } => {
            fact(66, format!("{} has done what he came to do; his force is free.", pack.words.leader(*leader)))
        }
        Event::ExpeditionFreed if state.expedition().units.is_empty() => fact(66, "All of [expedition]'s expedition is gone.".to_owned()),
        Event::ExpeditionFreed => fact(66, "Half of [expedition]'s expedition is gone; the rest may do as others do.".to_owned()),
        Event::PointsChangedAtOnce { from, to } => fact(50, format!("Victory points {from} → {to}.")),
        Event::TurnBegan { turn } => fact(100, format!("Turn {turn} begins.")),
        // Told by the despatch of their order itself, not line by line.
        Event::SetUp { .. }
        | Event::RebellionBegan { .. }
        | Event::PhaseBegan { .. }
        | Event::DiscardsShuffled
        | Event::CardDrawn { .. }
        | Event::RevoltsDue { .. }
        | Event::RevoltChecked { .. }
        | Event::GarrisonFateRolled { .. }
        | Event::UnitsMutinied { .. }
        | Event::UnitsRetreated { .. }
        | Event::LedgerEntered { .. }
        | Event::PointsAdjusted { .. }
        | Event::Ended { .. } => None,
        // Bookkeeping: what it leads to is told.
        Event::DecisionPut { .. }
        | Event::DecisionMade
        | Event::StepBegan { .. }
        | Event::OpSpent
        | Event::ExchangeOwed { .. }
        | Event::ExchangeSettled { .. }
        | Event::SupplyChecked { .. }
        | Event::StepsLost { .. }
        | Event::ForceFormed { .. }
        | Event::UnitsLeft { .. }
        | Event::UnitsJoined { .. }
        | Event::ForceHalted { .. }
        | Event::ExpeditionAttempted
        | Event::AttackMade
        | Event::FleetFormed { .. }
        | Event::ShipLeft { .. }
        | Event::FleetAnchored
        | Event::FunctionsEnded { .. }
        | Event::ShipReported { .. }
        | Event::UnitEntrained { .. }
        | Event::MovesEnded
        | Event::LossReported { .. }
        | Event::FieldStepLost { .. }
        | Event::MovementEnded { .. }
        | Event::FieldStageBegan { .. }
        | Event::StepsReturned { .. }
        | Event::SiegesDue { .. }
        | Event::SiegeTaken { .. }
        | Event::GarrisonCommitted { .. }
        | Event::GarrisonReady { .. }
        | Event::SiegeResolved { .. }
        | Event::PointSpent { .. }
        | Event::ReplacementsEnded => None,
        // What happens on the board is told there; what came of it is told by the losses and the end of the battle.
        Event::BoardOpened { .. } | Event::Field(_) | Event::BoardLeft | Event::BoardReported { .. } => None,
        // The group's own business has despatches of its own.
        Event::Appointed { .. }
        | Event::Discharged { .. }
        | Event::VoteCalled
        | Event::Voted { .. }
        | Event::VoteCounted { .. }
        | Event::OptionVoteCalled { .. }
        | Event::OptionVoted { .. } => None,
        Event::OptionVoteCounted { carried: true } => None,
        Event::OptionVoteCounted { carried: false } => Some(Line::Fact(40, "The house rules stay as they were.".to_owned())),
        Event::OptionChanged { change } => {
            Some(Line::Fact(70, format!("House rule from turn {} on: {}.", state.turn(), house_rules::says(*change))))
        }
        Event::Corrected { correction } => {
            let correction = *correction;
            Some(Line::Fact(70, format!("{}.", labels::describe_order(state, &Order::Correct { correction }).0)))
        }
    }
}

/// What a pursuit takes, as a sentence of its own.
#[must_use]
pub fn pursued(pack: &Pack, roll: &Roll, percent: u8, steps: u16) -> String {
    let result = words::sentence_case(&pack.tables.pursuit.row(roll.total()).result.result);
    match (percent, steps) {
        (100, _) => format!("{result}: the pursuit takes all that is left."),
        (_, 0) => format!("{result}: the pursuit takes nothing."),
        _ => format!("{result}: the pursuit takes {percent}% of what is left, {}.", words::count(steps.into(), "step", "steps")),
    }
}

/// Who bore what the pursuit took: "Lost in the pursuit: Militia 7: 2, Krupp 1: 1."
#[must_use]
pub fn borne(pack: &Pack, events: &[Event]) -> Option<String> {
    let lost: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::FieldStepLost { unit, steps } if *steps > 0 => Some(format!("{}: {steps}", pack.roster.unit(*unit).name)),
            _ => None,
        })
        .collect();
    (!lost.is_empty()).then(|| format!("Lost {}: {}.", why_lost(LossCause::Pursuit), lost.join(", ")))
}

/// What came of sitting tight in a siege: the place, and what the siege does.
#[must_use]
pub fn sat_tight(pack: &Pack, events: &[Event]) -> Option<String> {
    events.iter().find_map(|event| match event {
        Event::SiegeRolled { at, result, .. } => Some(format!("{} sits tight: {}.", pack.location_name(*at), siege_words(*result))),
        _ => None,
    })
}

/// Boats ran in past besiegers, or did not, and how much that is worth telling.
pub fn boats_ran(pack: &Pack, at: LocationId, roll: &Roll) -> (u8, String) {
    let table = &pack.tables.boats_into_siege;
    let place = pack.location_name(at);
    if table.row_index(roll.total()) == 0 {
        return (60, format!("The besiegers turn the boats back from {place}."));
    }
    let fire = if table.row(roll.total()).result.damage > 0 { "under fire" } else { "unhurt" };
    (30, format!("The boats run past the besiegers into {place}, {fire}."))
}

/// Supply points come in.
pub fn supply_received(pack: &Pack, at: LocationId, points: u8) -> String {
    let come = words::count(points.into(), "supply point comes in", "supply points come in");
    format!("{} at {}.", words::sentence_case(&come), pack.location_name(at))
}

const fn siege_words(result: engine::pack::SiegeOutcome) -> &'static str {
    use engine::pack::SiegeOutcome as Is;
    match result {
        Is::Lifted => "the siege is broken",
        Is::Continues => "the siege goes on",
        Is::Tightens => "the siege tightens",
        Is::Famine => "desertion, famine and plague",
        Is::Surrender => "the place surrenders",
    }
}

/// Whether a trigger fired of which nothing came: the cards that it brings are in play already, or out of the campaign for good. What it brings
/// follows upon it.
#[must_use]
pub fn is_idle_trigger(state: &State, event: &Event, after: &[Event]) -> bool {
    let Event::TriggerFired { key } = event else { return false };
    let lasts = state.pack().triggers.iter().any(|trigger| trigger.key == *key && trigger.consequence.skip_rebellion);
    let brings = matches!(
        after.first(),
        Some(
            Event::CardsEntered { .. }
                | Event::ExchangeOwed { .. }
                | Event::RecallRolled { .. }
                | Event::UnitsRecalled { .. }
                | Event::LeaderRecalled { .. }
        )
    );
    !lasts && !brings
}

/// What is said when a trigger fires, people by a word in brackets.
pub(super) fn trigger_words(pack: &Pack, key: &str) -> String {
    pack.words.triggers.get(key).cloned().unwrap_or_else(|| format!("It has come to this: {key}."))
}

/// Where a force went, as one sentence instead of one for each space.
#[must_use]
pub fn march(state: &State, events: &[Event]) -> Option<String> {
    let map = &state.pack().map;
    let mut steps = events.iter().filter_map(|event| match event {
        Event::ForceMoved { units, from, to } => Some((*units, *from, *to)),
        _ => None,
    });
    let (units, from, first) = steps.next()?;
    let to = steps.next_back().map_or(first, |(_, _, to)| to);
    let who = match units.len() {
        0 => "The supply column".to_owned(),
        count => words::sentence_case(&words::count(count, "unit", "units")),
    };
    let march = if units.len() > 1 { "march" } else { "marches" };
    Some(format!("{who} {march} from {} to {}.", map.space_name(from), map.space_name(to)))
}
