//! Words about a position that many despatches share: the footer, what is next, cards and hands, the victory track.

use crate::model::ids::UserId;
use crate::words;
use engine::campaign::rulebook;
use engine::campaign::rules::duties::{self, Attacker};
use engine::campaign::rules::{play, train};
use engine::campaign::{Decision, Ending, LossIn, Order, Phase, Seat, State, Step};
use engine::game::Game as _;
use engine::pack::{CardNumber, Pile, RandomEffect, SpaceId, SpaceSet, UnitSet};

/// Small print: the campaign, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    format!("{} · turn {} · No. {revision}", state.pack().outline.short_title, state.turn())
}

/// Replacement points at hand, in words.
#[must_use]
pub fn points_line(state: &State) -> String {
    let points = state.replacements();
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
    let told = if parts.is_empty() { "none".to_owned() } else { words::told(state.pack(), &words::list(&parts)) };
    format!("Replacement points: {told}")
}

/// What random events have in store for cards still to be played, each in a few words: "Indecision: the next card for Ops gives -1".
#[must_use]
pub fn in_store(state: &State) -> Vec<String> {
    let pack = state.pack();
    let titled = |is: fn(&RandomEffect) -> bool, what: String| {
        let event = pack.random_events.iter().find(|event| is(&event.effect));
        event.map_or_else(|| words::sentence_case(&what), |event| format!("{}: {what}", event.title))
    };
    let in_store = rulebook::in_store(state);
    let no_ops = |round: &str| titled(|effect| matches!(effect, RandomEffect::NoOpsNextRound), format!("no card for Ops {round}"));
    let mut told = Vec::new();
    if in_store.no_ops_now {
        told.push(no_ops("this round"));
    }
    if in_store.no_ops_next {
        told.push(no_ops("in the next round"));
    }
    if in_store.next_ops != 0 {
        let gives = format!("the next card for Ops gives {:+}", in_store.next_ops);
        told.push(titled(|effect| matches!(effect, RandomEffect::NextOpsCard { .. }), gives));
    }
    if in_store.must_attack {
        let attacks = words::told(pack, "the next card for Ops must send a force at the nearest [enemy] place");
        told.push(titled(|effect| matches!(effect, RandomEffect::NextOpsCardMustAttack), attacks));
    }
    told
}

/// Who has to go at the enemy before anything else is done, and from where; or that somebody has to before the turn ends. Nothing in most
/// positions.
#[must_use]
pub fn duty(state: &State) -> Option<String> {
    let pack = state.pack();
    let told = |text: &str| Some(words::told(pack, text));
    let attacker = duties::attacker(state)?;
    if attacker == Attacker::Expedition && state.round().step() == Step::Choose {
        return told("[expedition] has still to try to retake a place this turn");
    }
    let from: Vec<String> = duties::duty_spaces(state).iter().map(|space| pack.map.space_name(space)).collect();
    if from.is_empty() {
        return None;
    }
    let who = match attacker {
        Attacker::Expedition => "[expedition]",
        Attacker::Nearest => "a force",
    };
    told(&format!("first {who} has to attack the nearest [enemy] place, from {}", words::either(&from)))
}

/// Where those of these units that came with the field force may go alone, until its work is done (*General Graham Arrives*, R09); nothing where
/// none of them is bound.
#[must_use]
pub fn bond(state: &State, units: UnitSet) -> Option<String> {
    let field_force = state.field_force();
    if field_force.free || units.intersection(field_force.units).is_empty() {
        return None;
    }
    let island = duties::field_forces_island(state)?;
    let island = &state.pack().map.island(island).name;
    let bound = format!("[field force]'s troops go only to {island} and to ports of ours, until all of {island} is held and garrisoned");
    Some(words::told(state.pack(), &bound))
}

/// Those of these units who have boarded the train, and would leave it with a march; nothing where there are none.
#[must_use]
pub fn entrained(state: &State, units: UnitSet) -> Option<String> {
    let aboard = train::aboard(state).intersection(units);
    (!aboard.is_empty()).then(|| {
        let (who, leave) = (words::units(state.pack(), aboard), if aboard.len() == 1 { "leaves" } else { "leave" });
        format!("{who} {leave} the train if this force marches with them: let them stay, or run the train first")
    })
}

/// Where a card comes from, in words.
pub(super) const fn out_of(pile: Pile) -> &'static str {
    match pile {
        Pile::Draw => "from the draw pile",
        Pile::Discard => "from the discards",
    }
}

/// What is next and who does it.
#[must_use]
pub fn next(state: &State, called: Option<UserId>) -> String {
    let call = called.map_or_else(|| "Whoever acts".to_owned(), |user| user.mention());
    if state.ending().is_some() {
        return format!("{call}, close it with `/campaign end`: the seed of its dice is then revealed.");
    }
    if let Some(decision) = state.decision() {
        return format!("{call}, {}", question(state, decision));
    }
    match state.phase() {
        Phase::SetUp => format!("{call}, set up the campaign."),
        Phase::Draw => format!("{call}, draw the cards for turn {}.", state.turn()),
        Phase::Rebellion => format!("{call}, roll the rebellion."),
        Phase::Action { round } => {
            let of = state.pack().outline.turns.action_rounds;
            match state.round().step() {
                Step::Choose => match play::must_be_first(state).and_then(|number| state.pack().card(number)) {
                    Some(first) => {
                        format!(
                            "{call}, action round {round} of {of}: {} {} has to be played before any other card; play it, or pass.",
                            first.number.0, first.title
                        )
                    }
                    None => match duty(state) {
                        Some(duty) if rulebook::in_store(state).no_ops_now => {
                            format!("{call}, action round {round} of {of}: pass; {duty}.")
                        }
                        Some(duty) => format!("{call}, action round {round} of {of}: play a card for Ops, or pass; {duty}."),
                        None => format!("{call}, action round {round} of {of}: play a card, or pass."),
                    },
                },
                Step::Operations => {
                    let ops = words::count(state.round().ops().into(), "Op", "Ops");
                    let fights = state.round().battles_to_fight().len();
                    let fights = if fights == 0 {
                        String::new()
                    } else {
                        format!(
                            ", {} to fight{}",
                            words::count(fights, "battle", "battles"),
                            before_it(state).map_or_else(String::new, |who| format!(", before which {who} can still march"))
                        )
                    };
                    let duty = duty(state).map_or_else(String::new, |duty| format!("; {duty}"));
                    format!("{call}, action round {round} of {of}: {ops} left{fights}{duty}.")
                }
                Step::Fighting => format!("{call}, action round {round} of {of}: battles, and what the victors do next."),
                Step::RandomEvent { .. } | Step::CardEvent { .. } => String::new(),
            }
        }
        Phase::Replacements => format!("{call}, spend replacement points, or keep them."),
        Phase::Supply | Phase::Sieges | Phase::Adjust => String::new(),
    }
}

/// Who can still march before the battles of the round are fought, after which nobody does but the victors (R63): how many, and where.
pub(super) fn before_it(state: &State) -> Option<String> {
    // Once a battle is fought the victors alone march on, and no other battle hinders them.
    if state.round().step() != Step::Operations {
        return None;
    }
    let fought = |at: SpaceId| state.round().battle_at(at).is_some();
    let where_now =
        state.round().active().iter().filter(|unit| state.movement_left(*unit) > 0).filter_map(|unit| state.space_of_unit(unit));
    let waiting: Vec<SpaceId> = where_now.filter(|at| !fought(*at)).collect();
    if waiting.is_empty() {
        return None;
    }
    let spaces: SpaceSet = waiting.iter().copied().collect();
    let names: Vec<String> = spaces.iter().map(|at| state.pack().map.space_name(at)).collect();
    Some(format!("{} at {}", words::count(waiting.len(), "unit", "units"), words::list(&names)))
}

/// What gives an order its meaning in a position: the step of the turn, what is asked and of which place or ship, and who is moving.
pub(super) fn concerns(state: &State) -> String {
    let about = match state.decision() {
        Some(Decision::Retreat { from, .. } | Decision::BreakOut { from, .. }) => Some(from.index()),
        Some(Decision::RaidGarrison { at: place, .. } | Decision::Garrison { location: place }) => Some(place.index()),
        Some(Decision::PlaceShip { ship, .. }) => Some(ship.index()),
        Some(Decision::TakeCard { given: card, .. } | Decision::ExchangeFor { card, .. }) => Some(card.0.into()),
        Some(Decision::Battle { at } | Decision::RetreatFrom { at, .. }) => Some(at.index()),
        // Of these one at a time is asked, or how many are left of it makes no difference to what is meant.
        Some(
            Decision::Reinforce { .. }
            | Decision::Redoubts { .. }
            | Decision::Raid { .. }
            | Decision::ExchangeCard { .. }
            | Decision::EaseSiege { .. }
            | Decision::Replacements { .. }
            | Decision::ExpeditionLands { .. }
            | Decision::Ferry { .. }
            | Decision::Duel { .. }
            | Decision::Casualties { .. },
        )
        | None => None,
    };
    let asked = state.decision().map(std::mem::discriminant);
    let round = state.round();
    let moving = (round.force().map(|force| (force.units, force.at)), round.fleet());
    let card = round.card().map(|(number, _)| number);
    format!("{} {:?} {:?} {card:?} {asked:?} {about:?} {moving:?}", state.turn(), state.phase(), round.step())
}

/// How a battle goes on that nobody has begun to settle: the ways are as many as its buttons.
#[must_use]
pub fn fight_it_out(state: &State, at: Option<&str>) -> String {
    let at = at.map_or_else(String::new, |at| format!(" at {at}"));
    let mut legal = Vec::new();
    state.legal_orders(Seat::Commander, &mut legal);
    if legal.iter().any(|order| matches!(order, Order::FightOut { .. })) {
        format!("fight it out here{at}, let the staff settle it, or report it from your own table.")
    } else {
        format!("fight it out{at}, report what each unit lost in steps, then who held the field.")
    }
}

/// What a decision asks.
pub(super) fn question(state: &State, decision: &Decision) -> String {
    let pack = state.pack();
    let place = |location| pack.location_name(location);
    match decision {
        Decision::Retreat { from, units, .. } => {
            format!("where does the garrison of {} go ({})?", place(*from), words::units(pack, *units))
        }
        Decision::Reinforce { count, kinds, .. } => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| pack.roster.kinds[kind.index()].name.as_str()).collect();
            let verb = if *count == 1 { "does" } else { "do" };
            format!("where {verb} {} go ({})?", words::count((*count).into(), "unit", "units"), words::either(&kinds))
        }
        Decision::PlaceShip { ship, .. } => format!("where does the {} arrive?", pack.roster.ships[ship.index()].name),
        Decision::Redoubts { count, .. } => {
            format!("where {} built?", if *count == 1 { "is a redoubt".to_owned() } else { format!("are {count} redoubts") })
        }
        Decision::Raid { kind, .. } => format!("which {} is raided?", kind.word()),
        Decision::RaidGarrison { at, units } => format!("who is left at {} (up to {units})?", place(*at)),
        Decision::ExchangeCard { pile } => format!("which card is given up, for another {}?", out_of(*pile)),
        Decision::TakeCard { .. } => "which card is taken for it?".to_owned(),
        Decision::ExchangeFor { card, .. } => format!("which card is given up for {}?", self::card(state, *card)),
        Decision::EaseSiege { .. } => "which siege is eased?".to_owned(),
        Decision::Replacements { points } => format!("whose are the {points} replacement points?"),
        Decision::ExpeditionLands { .. } => words::told(pack, "where does the [expedition] Expedition land?"),
        Decision::Ferry { units, .. } => format!("where is {} carried?", words::units(pack, *units)),
        Decision::Battle { at } => {
            let at = pack.map.space_name(*at);
            match state.board() {
                Some(board) if board.battle().is_over() => format!("report the battle at {at} as it was fought on the board."),
                Some(_) => format!("the battle at {at} is being fought on the board, in its thread."),
                None => fight_it_out(state, Some(&at)),
            }
        }
        Decision::Duel { .. } => "fight it out at sea, then report what each ship took.".to_owned(),
        Decision::Casualties { owed, counted, .. } => {
            let what = match counted {
                LossIn::Steps => words::count((*owed).into(), "step", "steps"),
                LossIn::Units => words::count((*owed).into(), "unit", "units"),
            };
            format!("who bears the loss of {what}?")
        }
        Decision::RetreatFrom { at, .. } => format!("where do the beaten of {} go?", pack.map.space_name(*at)),
        Decision::Garrison { location } => {
            format!(
                "does the garrison of {} sally out, break out or sit tight? Siege level {}.",
                place(*location),
                state.siege_level(*location)
            )
        }
        Decision::BreakOut { from, .. } => format!("which way do they break out of {}?", place(*from)),
    }
}

/// A bar of ten for the victory track.
#[must_use]
pub fn track_bar(total: i16, lost_at: i16) -> String {
    let filled = (i32::from(total.max(0)) * 10 / i32::from(lost_at.max(1))).clamp(0, 10) as usize;
    format!("{}{}", "▰".repeat(filled), "▱".repeat(10 - filled))
}

/// A card in a hand: "30 Rallying the Troops (2)".
#[must_use]
pub fn card(state: &State, number: CardNumber) -> String {
    state.pack().card(number).map_or_else(
        || number.0.to_string(),
        |card| format!("{} {} ({}{})", number.0, card.title, card.ops, if card.effects.is_empty() { "" } else { ", event" }),
    )
}

/// The cards in hand, in one line.
#[must_use]
pub fn hand(state: &State) -> String {
    let cards: Vec<String> = state.hand().iter().map(|number| card(state, number)).collect();
    if cards.is_empty() { "no cards".to_owned() } else { cards.join(" · ") }
}

/// How a campaign ended, in words.
#[must_use]
pub const fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "the rebellion is beaten",
        Ending::Defeat => "the campaign is lost",
        Ending::Draw => "the war drags on: a draw",
    }
}
