//! Why an order is not allowed.

use std::fmt;

use super::phase::Phase;
use super::round::Step;
use crate::pack::{CardNumber, LocationId, LocationSet, Pack, RandomEffect, UnitId};
use crate::tabletop;

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The campaign has been set up already.
    AlreadySetUp,
    /// The campaign has not been set up.
    NotSetUp,
    /// No scenario has this key.
    NoSuchScenario(String),
    /// The scenario has no random start.
    NoRandomStart(String),
    /// The campaign has ended.
    Ended,
    /// The order belongs to another phase.
    WrongPhase {
        /// The phase it is.
        now: Phase,
    },
    /// A decision has to be made first.
    DecisionFirst,
    /// A garrison cannot retreat there.
    CannotRetreatTo {
        /// Where it was to go.
        to: LocationId,
        /// Where it can go.
        choices: LocationSet,
    },
    /// A location is not rolled for now.
    NotRolledFor(LocationId),
    /// The pack has no location of this number.
    NoSuchLocation,
    /// The order belongs to another step of the action round.
    WrongStep {
        /// The step it is.
        now: Step,
    },
    /// A card is not in hand.
    NotInHand(CardNumber),
    /// A card has to be played before all others.
    CardFirst(CardNumber),
    /// A card can only be played as an event.
    OnlyAsEvent(CardNumber),
    /// A card's event is only a story.
    OnlyAStory(CardNumber),
    /// A card's event cannot happen now.
    EventImpossible(CardNumber),
    /// More than there can be.
    NotSoMany {
        /// How many there can be.
        most: u8,
    },
    /// All go to one place.
    AllTogether {
        /// How many.
        count: u8,
    },
    /// The options cannot be played with.
    ImpossibleOptions,
    /// Nobody has asked for this.
    NotAsked,
    /// It is not among the choices.
    NotAChoice,
    /// Battles wait to be fought.
    BattlesFirst,
    /// An attack has to be made first.
    MustAttack,
    /// The expedition marches together as it lands.
    GoesTogether,
    /// Who has to attack goes at the nearest place of the enemy's.
    AttacksTheNearest,
    /// No Ops this round.
    NoOpsThisRound,
    /// One card a turn for replacements.
    ReplacementsPlayed,
    /// The expedition has to be sent.
    ExpeditionMustMarch,
    /// No Ops left.
    NoOps,
    /// Activated already.
    ActivatedAlready,
    /// Nothing to activate.
    NothingThere,
    /// Dysentery.
    TooSick,
    /// No force is moving.
    NoForce,
    /// Formed already.
    FormedAlready,
    /// Nobody can move.
    NobodyCanMove,
    /// Not in the force.
    NotInForce,
    /// The last of the force.
    LastOfForce,
    /// Nobody to gather.
    NobodyToGather,
    /// Out of reach.
    CannotReach,
    /// The governor's guard stays.
    GovernorsGuard,
    /// The field force's island first.
    FieldForceBound,
    /// Simple supply.
    SimpleSupply,
    /// No supply here.
    NoSupplyHere,
    /// No guides.
    NoGuides,
    /// No fleet is moving.
    NoFleet,
    /// No ships there.
    NoShipsHere,
    /// Not in the fleet.
    NotInFleet,
    /// The last ship.
    LastOfFleet,
    /// Not a friendly port.
    NotAFriendlyPort,
    /// Too far to sail.
    CannotSail,
    /// Not in port.
    NotInPort,
    /// Cannot be taken.
    CannotLoad,
    /// No room.
    NoRoom,
    /// That ship cannot be chosen.
    NotThatShip,
    /// Nobody aboard.
    NobodyAboard,
    /// No march left.
    NoMovement,
    /// No functions left.
    NoFunctions,
    /// Ships are damaged.
    ShipsDamaged,
    /// Not a Mahdist port.
    NotAnEnemyPort,
    /// Not damaged.
    NotDamaged,
    /// The governor is elsewhere.
    GovernorElsewhere,
    /// The governor stays.
    GovernorStays,
    /// No hired ships.
    NoPassage,
    /// No train.
    NoTrain,
    /// No room on the train for that unit.
    TrainFull {
        /// Units of foot or guns that it takes.
        most: u8,
    },
    /// No track.
    NoTrack,
    /// Track cannot lie there.
    CannotLayTrack,
    /// Two transports.
    TwoTransports,
    /// No battle there.
    NoBattleThere,
    /// Not in the battle.
    NotInBattle,
    /// Reported already.
    ReportedAlready,
    /// Nobody left.
    NobodyLeft,
    /// Whole units.
    WholeUnits,
    /// Nobody is to go out.
    NobodyCommitted,
    /// No way out by land.
    NoWayOut,
    /// Cannot be declined.
    CannotDecline,
    /// Not on the map.
    NotOnTheMap,
    /// Besieged.
    Besieged,
    /// At full strength.
    FullStrength,
    /// Two points a turn.
    ReplacedTwice,
    /// No points.
    NoPoints,
    /// Nothing to raise.
    NothingLost,
    /// Given by the umpire.
    OnlyTheUmpire,
    /// No such member.
    NoSuchMember,
    /// Has that post.
    HasThatPost,
    /// No dismissal.
    NoDismissal,
    /// No commander.
    NoCommander,
    /// A vote is under way.
    VoteUnderWay,
    /// No vote.
    NoVote,
    /// Voted already.
    VotedAlready,
    /// It is so already.
    SoAlready,
    /// No such unit, ship or card.
    NoSuchCounter,
    /// The enemy holds the place.
    EnemyHolds(LocationId),
    /// The last unit of a besieged place.
    LastOfSiege(LocationId),
    /// It comes with a card that has not been played.
    ComesWithItsCard,
    /// Counters of the kind are unused.
    CountersFirst,
    /// A unit without steps.
    NoStepsLeft,
    /// The place has no port.
    NoPort(LocationId),
    /// Something is aboard.
    Laden,
    /// Somebody or something of ours is there.
    StillOccupied(LocationId),
    /// Nobody is there to be besieged.
    NobodyBesieged(LocationId),
    /// Past the ends of the track of victory points.
    OffTheTrack,
    /// A card that is in no pile yet.
    CardSetAside(CardNumber),
    /// The card that is being played.
    CardInPlay(CardNumber),
    /// A card whose event has taken place.
    EventTookPlace(CardNumber),
    /// The hand is full.
    HandFull,
    /// An option that cannot be changed any more, and why.
    OptionFixed(&'static str),
    /// An option that is not changed just now, and why.
    OptionWaits(&'static str),
    /// The group does not fight its battles on the board.
    NoBoards,
    /// This battle's board was left for a real table.
    BoardWasLeft,
    /// Losses of this battle have been reported from a real table.
    ReportBegun,
    /// Units that the board does not know.
    NotOnBoard(UnitId),
    /// The board cannot be set up.
    NoRoomOnBoard,
    /// Not as many dice as the table takes.
    WrongGround {
        /// So many.
        wanted: usize,
    },
    /// No battle is being fought on the board.
    NoBoard,
    /// A battle is being fought on the board.
    BoardFirst,
    /// The battle on the board is decided.
    BoardDecided,
    /// It is not.
    BoardUndecided,
    /// Whoever commands on the board gives orders there alone.
    OnBoardOnly,
    /// The enemy goes straight on (N14).
    Headlong,
    /// Refused on the board.
    Field(tabletop::refusal::Refusal),
}

impl Refusal {
    /// One sentence for the player, with the pack's names: what is wrong, and what to do.
    #[must_use]
    pub fn sentence(&self, pack: &Pack) -> String {
        pack.words.fill(&self.unfilled(Some(pack))).into_owned()
    }

    /// The same, to be written with the pack's names.
    #[must_use]
    pub const fn told<'a>(&'a self, pack: &'a Pack) -> Told<'a> {
        Told { refusal: self, pack }
    }

    /// The sentence, people by a word in brackets; without a pack places and cards by what is known of them.
    fn unfilled(&self, pack: Option<&Pack>) -> String {
        match self {
            Self::AlreadySetUp => "This campaign has been set up already.".to_owned(),
            Self::NotSetUp => "This campaign has not been set up yet.".to_owned(),
            Self::NoSuchScenario(key) => {
                let shown: String = key.chars().take(40).collect();
                let known: Vec<_> = pack.into_iter().flat_map(|pack| &pack.scenarios).map(|scenario| scenario.key.as_str()).collect();
                match (crate::pack::nearest(&shown, known.iter().copied()), known.is_empty()) {
                    (Some(near), _) => format!("There is no scenario \"{shown}\"; did you mean {near}?"),
                    (None, false) => format!("There is no scenario \"{shown}\"; there are {}.", known.join(" and ")),
                    (None, true) => format!("There is no scenario \"{shown}\"."),
                }
            }
            Self::NoRandomStart(key) => format!("The scenario \"{key}\" begins as it is set up: it has no random start."),
            Self::Ended => "The campaign has ended, and takes no more orders.".to_owned(),
            Self::WrongPhase { now } => format!("That has to wait: {}.", now.waits_for()),
            Self::DecisionFirst => "Something else is waiting to be decided first; the board says what.".to_owned(),
            Self::CannotRetreatTo { to, choices } => {
                let to = known_place(pack, *to).unwrap_or("that place");
                let names: Vec<_> = pack.into_iter().flat_map(|pack| choices.iter().map(|location| pack.location_name(location))).collect();
                let choices = if names.is_empty() { String::new() } else { format!("; it can go to {}", either(&names)) };
                format!("From here this garrison cannot reach {to}{choices}.")
            }
            Self::NotRolledFor(location) => {
                let name = place_name(pack, *location);
                format!(
                    "{name} is not to be rolled for now: it is lost, besieged, pacified by the [allies], done already this turn, or safe while others hold."
                )
            }
            Self::NoSuchLocation => "There is no such place on the map.".to_owned(),
            Self::WrongStep { now } => match now {
                Step::Choose => "First a card has to be played, or the round passed.".to_owned(),
                Step::RandomEvent { .. } | Step::CardEvent { .. } => "An event is taking place; that has to wait.".to_owned(),
                Step::Operations => "A card has been played this round; Ops are being spent.".to_owned(),
                Step::Fighting => "The moves of this round are over: battles are being fought.".to_owned(),
            },
            Self::NotInHand(card) => format!("Card {} is not in hand.", card.0),
            Self::CardFirst(card) => format!("{} has to be played before any other card.", card_name(pack, *card)),
            Self::OnlyAsEvent(card) => format!("{} can only be played as an event.", card_name(pack, *card)),
            Self::OnlyAStory(card) => format!("{} has no event to play: play it for Ops or replacements.", card_name(pack, *card)),
            Self::EventImpossible(card) => {
                format!("The event of {} cannot happen now: the place it needs is lost, or what it brings is here.", card_name(pack, *card))
            }
            Self::NotSoMany { most } => format!("That is too many: {most} at the most."),
            Self::AllTogether { count } => format!("All {count} of them go to one place: choose it for all."),
            Self::ImpossibleOptions => "A unit has 1 to 12 steps, and a replacement point brings 1 to 12 of them back.".to_owned(),
            Self::NotAsked => "That is not what is being decided now; look at the board for what is.".to_owned(),
            Self::NotAChoice => "That is not one of the choices; take one from the menu.".to_owned(),
            Self::BattlesFirst => "A battle waits to be fought first.".to_owned(),
            Self::GoesTogether => "The units of [expedition] march together: nobody is left behind.".to_owned(),
            Self::AttacksTheNearest => {
                "Who has to attack marches to the nearest place of the enemy's, or as near to it as they come.".to_owned()
            }
            Self::MustAttack => "First a force has to attack the enemy: the nearest that can, or that of [expedition].".to_owned(),
            Self::NoOpsThisRound => {
                let why = pack.and_then(|pack| pack.random_events.iter().find(|event| event.effect == RandomEffect::NoOpsNextRound));
                let no_card = "o card can be played for Ops this round. Play an event or replacements, or pass.";
                why.map_or_else(|| format!("N{no_card}"), |event| format!("{}: n{no_card}", event.title))
            }
            Self::ReplacementsPlayed => "One card has been played for replacements this turn, and one is all.".to_owned(),
            Self::ExpeditionMustMarch => {
                "[expedition] has not tried to retake anything this turn, and this is its last round: play Ops or pass, and send him."
                    .to_owned()
            }
            Self::NoOps => "No Ops are left this round.".to_owned(),
            Self::ActivatedAlready => "That place has been activated this round, and a place is activated once.".to_owned(),
            Self::NothingThere => "Nobody is there who could be activated.".to_owned(),
            Self::TooSick => "They are too sick to march this round.".to_owned(),
            Self::NoForce => "No force is moving: activate a place, or form one.".to_owned(),
            Self::FormedAlready => "They are moving together already.".to_owned(),
            Self::NobodyCanMove => "Nobody there can move this round.".to_owned(),
            Self::NotInForce => "That unit is not with the force.".to_owned(),
            Self::LastOfForce => "That is the last of the force; let it halt instead.".to_owned(),
            Self::NobodyToGather => "Nobody else here can still move.".to_owned(),
            Self::CannotReach => "That is out of reach this round.".to_owned(),
            Self::GovernorsGuard => {
                let guard = pack.and_then(|pack| pack.leaders.governor.as_ref()).map(|governor| governor.guard);
                match guard {
                    Some(1) => "One [guards] unit stays with [governor]: leave it behind first.".to_owned(),
                    Some(2) => "Two [guards] units stay with [governor]: leave them behind first.".to_owned(),
                    Some(3) => "Three [guards] units stay with [governor]: leave them behind first.".to_owned(),
                    Some(guard) => format!("{guard} [guards] units stay with [governor]: leave them behind first."),
                    None => "The [guards] stay with [governor]: leave them behind first.".to_owned(),
                }
            }
            Self::FieldForceBound => {
                "What came with [field force] has its [island] to clear and garrison before it goes anywhere else but friendly ports."
                    .to_owned()
            }
            Self::SimpleSupply => "This campaign uses the simple supply rules: there are no supply points to move.".to_owned(),
            Self::NoSupplyHere => "There is no supply point here that could be moved.".to_owned(),
            Self::NoGuides => "No march can go unmet: that takes guides or the night, and one force has them at most once.".to_owned(),
            Self::NoFleet => "No ships are moving: activate their port or sea area first.".to_owned(),
            Self::NoShipsHere => "No ship there has functions left.".to_owned(),
            Self::NotInFleet => "That ship is not with the fleet.".to_owned(),
            Self::LastOfFleet => "That is the last ship; let it anchor instead.".to_owned(),
            Self::NotAFriendlyPort => "Ships go to sea areas and friendly ports; [a enemy] port has to be assaulted.".to_owned(),
            Self::CannotSail => "The ships cannot get there with the functions they have.".to_owned(),
            Self::NotInPort => "For that the ships have to be in a friendly port together.".to_owned(),
            Self::CannotLoad => {
                "Nobody there can be taken: a unit must stand in the same place, free to leave it and with a space of march left."
                    .to_owned()
            }
            Self::NoRoom => "No ship has room, or a function left to load with.".to_owned(),
            Self::NotThatShip => {
                "That ship cannot be chosen: she has no room, or no function left to load with, or is the only one that could.".to_owned()
            }
            Self::NobodyAboard => "Nobody aboard could do that now.".to_owned(),
            Self::NoMovement => "That unit has no march left this round to go ashore.".to_owned(),
            Self::NoFunctions => "The ships have too few functions left this round.".to_owned(),
            Self::ShipsDamaged => "A damaged ship cannot land troops under fire: repair it, or leave it behind.".to_owned(),
            Self::NotAnEnemyPort => "Landings are made at [enemy] ports.".to_owned(),
            Self::NotDamaged => "That ship is sound.".to_owned(),
            Self::GovernorElsewhere => "[governor] is not here.".to_owned(),
            Self::GovernorStays => "[governor] has not decided to leave.".to_owned(),
            Self::NoPassage => "No hired ships are waiting.".to_owned(),
            Self::TrainFull { most } => {
                format!("The train has no room for that unit: it takes {most} units of foot or guns, or one of horse.")
            }
            Self::NoTrain => "The armoured train is not there to be used.".to_owned(),
            Self::NoTrack => "There is no track for that.".to_owned(),
            Self::CannotLayTrack => "Track is laid next to the train or to track that lies, where the enemy is not.".to_owned(),
            Self::TwoTransports => "Two empty transports with a function left carry the train, with nobody on it.".to_owned(),
            Self::NoBattleThere => "No battle waits there.".to_owned(),
            Self::NotInBattle => "That unit is not in the battle.".to_owned(),
            Self::ReportedAlready => "That unit's losses have been reported.".to_owned(),
            Self::NobodyLeft => "Nobody of ours is left on the field: report that it was left.".to_owned(),
            Self::WholeUnits => "Whole units are lost here: choose a unit, not a step.".to_owned(),
            Self::NobodyCommitted => "Nobody has been chosen to go out: choose units first.".to_owned(),
            Self::NoWayOut => "No path leads out of this place; it can only be left by ship.".to_owned(),
            Self::CannotDecline => "That cannot be declined.".to_owned(),
            Self::NotOnTheMap => "That unit is not on the map.".to_owned(),
            Self::Besieged => "Nothing reaches a besieged place.".to_owned(),
            Self::FullStrength => "That unit is at full strength.".to_owned(),
            Self::ReplacedTwice => "A unit takes two replacement points a turn at most.".to_owned(),
            Self::NoPoints => "There are not enough replacement points of its nation and arm.".to_owned(),
            Self::NothingLost => "No unit of that kind has been lost.".to_owned(),
            Self::OnlyTheUmpire => "Posts and votes go through the umpire.".to_owned(),
            Self::NoSuchMember => "That is no member of the group.".to_owned(),
            Self::HasThatPost => "That member has the post already.".to_owned(),
            Self::NoDismissal => "Since the [allies] arrived only [government] can remove a commander.".to_owned(),
            Self::NoCommander => "There is no commander in chief to dismiss.".to_owned(),
            Self::VoteUnderWay => "A vote is being held already.".to_owned(),
            Self::NoVote => "No vote is being held.".to_owned(),
            Self::VotedAlready => "That vote is in already: it stands until all are counted.".to_owned(),
            Self::SoAlready => "That is so already: there is nothing to change.".to_owned(),
            Self::NoSuchCounter => "There is no such unit, ship or card.".to_owned(),
            Self::EnemyHolds(location) => {
                format!("{} is in revolt: nobody of ours can be there; correct whose the place is first.", place_name(pack, *location))
            }
            Self::LastOfSiege(location) => {
                format!("That is the last unit in {}, which is besieged: correct the siege to level 0 first.", place_name(pack, *location))
            }
            Self::ComesWithItsCard => "That comes with a card which has not been played: play it instead.".to_owned(),
            Self::CountersFirst => "Other units of that kind have not been in the campaign yet: take one of them.".to_owned(),
            Self::NoStepsLeft => "A unit on the map has at least a step: correct where it is instead, to lost.".to_owned(),
            Self::NoPort(location) => format!("{} is no port.", place_name(pack, *location)),
            Self::Laden => "Something is aboard that ship: put it ashore by a correction of its own first.".to_owned(),
            Self::StillOccupied(location) => {
                format!("Somebody of ours, or a ship, is at {}: correct where they are first.", place_name(pack, *location))
            }
            Self::NobodyBesieged(location) => {
                format!("Nobody is in {} who could be besieged: correct who is there first.", place_name(pack, *location))
            }
            Self::OffTheTrack => {
                "That is past the ends of the track; what ends the campaign is for the rules alone to bring about.".to_owned()
            }
            Self::CardSetAside(card) => format!("{} is set aside until its time comes.", card_name(pack, *card)),
            Self::CardInPlay(card) => format!("{} is being played this round: undo that instead.", card_name(pack, *card)),
            Self::EventTookPlace(card) => {
                format!("{} is out of the campaign: its event has taken place, and only undo takes that back.", card_name(pack, *card))
            }
            Self::HandFull => "The hand is full: correct another card out of it first.".to_owned(),
            Self::OptionFixed(why) => format!("That cannot be changed any more: {why}."),
            Self::OptionWaits(why) => format!("That cannot be changed now: {why}."),
            Self::NoBoards => "This group fights its battles on a table of its own: a house rule can bring the board in.".to_owned(),
            Self::BoardWasLeft => "The board of this battle was left: report it from your own table.".to_owned(),
            Self::ReportBegun => "Losses of this battle have been reported from your own table: report the rest of it too.".to_owned(),
            Self::NotOnBoard(unit) => {
                format!("The board does not know {}: fight this battle on a table of your own.", unit_name(pack, *unit))
            }
            Self::NoRoomOnBoard => "This battle does not fit on the board: fight it on a table of your own.".to_owned(),
            Self::WrongGround { wanted } => format!("The ground of this battle takes {wanted} six-sided dice."),
            Self::NoBoard => "No battle is being fought on the board.".to_owned(),
            Self::BoardFirst => "A battle is being fought on the board: fight it out there, or leave the board.".to_owned(),
            Self::BoardDecided => "The battle on the board is decided: report it as it was fought.".to_owned(),
            Self::BoardUndecided => "The battle on the board is not decided yet.".to_owned(),
            Self::OnBoardOnly => "Whoever commands on the board gives orders there alone.".to_owned(),
            Self::Headlong => "Until contact [enemy] troops take no instruction but to attack.".to_owned(),
            Self::Field(refusal) => refusal.to_string(),
        }
    }
}

/// A refusal with the names of a pack.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    refusal: &'a Refusal,
    pack: &'a Pack,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.refusal.sentence(self.pack))
    }
}

impl fmt::Display for Refusal {
    /// The sentence without a pack's names: "the governor", "that place", "card 36".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = PLAIN.iter().fold(self.unfilled(None), |text, (tag, plain)| text.replace(tag, plain));
        let mut letters = sentence.chars();
        f.write_str(&letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>()))
    }
}

impl std::error::Error for Refusal {}

/// What people are called where no pack says more.
const PLAIN: [(&str, &str); 10] = [
    ("[guards] units stay", "guards stay"),
    ("The [guards]", "the guards"),
    ("[governor]", "the governor"),
    ("[field force]", "the field force"),
    ("[expedition]", "the expedition"),
    ("[a enemy]", "an enemy"),
    ("[enemy]", "enemy"),
    ("[allies]", "allies"),
    ("[government]", "the government"),
    ("[island]", "island"),
];

fn known_place(pack: Option<&Pack>, location: LocationId) -> Option<&str> {
    pack.and_then(|pack| pack.map.locations.get(location.index())).map(|location| location.name.as_str())
}

fn place_name(pack: Option<&Pack>, location: LocationId) -> &str {
    known_place(pack, location).unwrap_or("That place")
}

/// Names to choose from: "Suakin, Roche Harbor or Friday Harbor".
fn either(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn unit_name(pack: Option<&Pack>, unit: UnitId) -> &str {
    pack.and_then(|pack| pack.roster.units.get(unit.index())).map_or("one of the units", |unit| unit.name.as_str())
}

fn card_name(pack: Option<&Pack>, number: CardNumber) -> String {
    pack.and_then(|pack| pack.card(number))
        .map_or_else(|| format!("Card {}", number.0), |card| format!("Card {} ({})", number.0, card.title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_a_sentence_with_a_pack_s_names_and_without_them() {
        let pack = Pack::embedded().unwrap();
        let location = LocationId(3);
        for refusal in [
            Refusal::NoSuchScenario("uprsing".to_owned()),
            Refusal::CannotRetreatTo { to: location, choices: LocationSet::of(location) },
            Refusal::NotRolledFor(location),
            Refusal::CardFirst(CardNumber(36)),
            Refusal::MustAttack,
            Refusal::GoesTogether,
            Refusal::AttacksTheNearest,
            Refusal::NoOpsThisRound,
            Refusal::ExpeditionMustMarch,
            Refusal::GovernorsGuard,
            Refusal::FieldForceBound,
            Refusal::GovernorElsewhere,
            Refusal::GovernorStays,
            Refusal::NotAFriendlyPort,
            Refusal::NotAnEnemyPort,
            Refusal::NoDismissal,
        ] {
            for sentence in [refusal.to_string(), refusal.told(&pack).to_string()] {
                assert!(sentence.ends_with(['.', '?']) && !sentence.contains(['[', ']', '{']), "{sentence}");
                assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
            }
            assert_eq!(refusal.told(&pack).to_string(), refusal.sentence(&pack));
        }
        assert_eq!(Refusal::GovernorsGuard.to_string(), "The guards stay with the governor: leave them behind first.");
        assert_eq!(Refusal::GovernorElsewhere.to_string(), "The governor is not here.");
    }

    #[test]
    fn where_a_garrison_can_retreat_to_instead_is_told_as_people_say_it() {
        let pack = Pack::embedded().unwrap();
        let [olga, suakin, roche, friday] =
            ["Olga", "Suakin", "Roche Harbor", "Friday Harbor"].map(|name| pack.map.find_location(name).unwrap());
        let told = |to: LocationId, choices: &[LocationId]| {
            Refusal::CannotRetreatTo { to, choices: choices.iter().copied().collect() }.sentence(&pack)
        };
        assert_eq!(told(olga, &[suakin]), "From here this garrison cannot reach Olga; it can go to Suakin.");
        assert!(told(olga, &[suakin, roche, friday]).contains("; it can go to "));
        assert_eq!(told(olga, &[suakin, roche, friday]).matches(" or ").count(), 1);
        assert!(told(LocationId(63), &[]).ends_with("cannot reach that place."));
    }

    #[test]
    fn no_refusal_asks_for_a_sound_ship_where_a_damaged_one_serves_r58() {
        for refusal in [Refusal::NoRoom, Refusal::TwoTransports, Refusal::NotThatShip, Refusal::CannotSail] {
            assert!(!refusal.to_string().contains("sound"), "{refusal}");
        }
    }
}
