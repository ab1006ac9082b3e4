//! What goes wrong in one sentence each, kept word for word.

use std::sync::Arc;
use umpire::model::ids::{ChannelId, GuildId, MessageId, UserId};

use engine::campaign::Seat;
use engine::campaign::rules::encounter::{Ground, Situation, encounter};
use engine::campaign::{Options, Order, Phase, Refusal, State, Step};
use engine::dice::{Dice, DiceProblem};
use engine::game::Game;
use engine::pack::{CardNumber, LocationId, LocationSet, Pack, UnitId};
use umpire::journal::error::JournalError;
use umpire::model::played::Played as _;
use umpire::table::error::TableError;
use umpire::workers::outbox::PublishError;

fn pack() -> Arc<Pack> {
    Pack::embedded().unwrap()
}

/// The uprising before its first revolt roll, with the hand of the Example of Play.
fn in_rebellion() -> State {
    let mut state = State::new(pack());
    let orders = [
        (Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() }, vec![]),
        (Order::DrawCards, vec![3, 5, 7, 8, 11, 14, 16]),
    ];
    for (order, faces) in orders {
        state.give(Seat::Commander, &order, &mut Dice::table(faces)).unwrap();
    }
    state
}

fn at(state: &State, name: &str) -> LocationId {
    state.pack().map.find_location(name).unwrap()
}

/// One of each; a refusal that is new has to be put into the list beside its match.
fn every_refusal(state: &State) -> Vec<Refusal> {
    let olga = at(state, "Olga");
    let choices: LocationSet = [at(state, "Suakin"), at(state, "Friday Harbor"), at(state, "Roche Harbor")].into_iter().collect();
    let one: LocationSet = [at(state, "Suakin")].into_iter().collect();
    let all = vec![
        Refusal::AlreadySetUp,
        Refusal::NotSetUp,
        Refusal::NoSuchScenario("khartoum".to_owned()),
        Refusal::NoRandomStart("reconquest".to_owned()),
        Refusal::Ended,
        Refusal::WrongPhase { now: Phase::SetUp },
        Refusal::WrongPhase { now: Phase::Draw },
        Refusal::WrongPhase { now: Phase::Rebellion },
        Refusal::WrongPhase { now: Phase::Action { round: 3 } },
        Refusal::WrongPhase { now: Phase::Supply },
        Refusal::WrongPhase { now: Phase::Sieges },
        Refusal::WrongPhase { now: Phase::Replacements },
        Refusal::WrongPhase { now: Phase::Adjust },
        Refusal::DecisionFirst,
        Refusal::CannotRetreatTo { to: olga, choices },
        Refusal::CannotRetreatTo { to: LocationId(200), choices: one },
        Refusal::NotRolledFor(olga),
        Refusal::NotRolledFor(LocationId(200)),
        Refusal::NoSuchLocation,
        Refusal::WrongStep { now: Step::Choose },
        Refusal::WrongStep { now: Step::CardEvent { effect: 0 } },
        Refusal::WrongStep { now: Step::Operations },
        Refusal::WrongStep { now: Step::Fighting },
        Refusal::NotInHand(CardNumber(36)),
        Refusal::CardFirst(CardNumber(36)),
        Refusal::OnlyAsEvent(CardNumber(36)),
        Refusal::OnlyAStory(CardNumber(36)),
        Refusal::EventImpossible(CardNumber(36)),
        Refusal::NotSoMany { most: 3 },
        Refusal::AllTogether { count: 3 },
        Refusal::ImpossibleOptions,
        Refusal::NotAsked,
        Refusal::NotAChoice,
        Refusal::BattlesFirst,
        Refusal::MustAttack,
        Refusal::GoesTogether,
        Refusal::AttacksTheNearest,
        Refusal::NoOpsThisRound,
        Refusal::ReplacementsPlayed,
        Refusal::ExpeditionMustMarch,
        Refusal::NoOps,
        Refusal::ActivatedAlready,
        Refusal::NothingThere,
        Refusal::TooSick,
        Refusal::NoForce,
        Refusal::FormedAlready,
        Refusal::NobodyCanMove,
        Refusal::NotInForce,
        Refusal::LastOfForce,
        Refusal::NobodyToGather,
        Refusal::CannotReach,
        Refusal::GovernorsGuard,
        Refusal::FieldForceBound,
        Refusal::SimpleSupply,
        Refusal::NoSupplyHere,
        Refusal::NoGuides,
        Refusal::NoFleet,
        Refusal::NoShipsHere,
        Refusal::NotInFleet,
        Refusal::LastOfFleet,
        Refusal::NotAFriendlyPort,
        Refusal::CannotSail,
        Refusal::NotInPort,
        Refusal::CannotLoad,
        Refusal::NoRoom,
        Refusal::TrainFull { most: 2 },
        Refusal::NotThatShip,
        Refusal::NobodyAboard,
        Refusal::NoMovement,
        Refusal::NoFunctions,
        Refusal::ShipsDamaged,
        Refusal::NotAnEnemyPort,
        Refusal::NotDamaged,
        Refusal::GovernorElsewhere,
        Refusal::GovernorStays,
        Refusal::NoPassage,
        Refusal::NoTrain,
        Refusal::NoTrack,
        Refusal::CannotLayTrack,
        Refusal::TwoTransports,
        Refusal::NoBattleThere,
        Refusal::NotInBattle,
        Refusal::ReportedAlready,
        Refusal::NobodyLeft,
        Refusal::WholeUnits,
        Refusal::NobodyCommitted,
        Refusal::NoWayOut,
        Refusal::CannotDecline,
        Refusal::NotOnTheMap,
        Refusal::Besieged,
        Refusal::FullStrength,
        Refusal::ReplacedTwice,
        Refusal::NoPoints,
        Refusal::NothingLost,
        Refusal::OnlyTheUmpire,
        Refusal::NoSuchMember,
        Refusal::HasThatPost,
        Refusal::NoDismissal,
        Refusal::NoCommander,
        Refusal::VoteUnderWay,
        Refusal::NoVote,
        Refusal::VotedAlready,
        Refusal::SoAlready,
        Refusal::NoSuchCounter,
        Refusal::EnemyHolds(LocationId(3)),
        Refusal::LastOfSiege(LocationId(3)),
        Refusal::ComesWithItsCard,
        Refusal::CountersFirst,
        Refusal::NoStepsLeft,
        Refusal::NoPort(LocationId(3)),
        Refusal::Laden,
        Refusal::StillOccupied(LocationId(3)),
        Refusal::NobodyBesieged(LocationId(3)),
        Refusal::OffTheTrack,
        Refusal::CardSetAside(CardNumber(36)),
        Refusal::CardInPlay(CardNumber(36)),
        Refusal::EventTookPlace(CardNumber(36)),
        Refusal::HandFull,
        Refusal::OptionFixed("the strength of every unit is counted in these steps"),
        Refusal::OptionWaits("the battle that is being fought has its ground and its rules"),
        Refusal::NoBoards,
        Refusal::BoardWasLeft,
        Refusal::ReportBegun,
        Refusal::NotOnBoard(UnitId(0)),
        Refusal::NotOnBoard(UnitId(255)),
        Refusal::NoRoomOnBoard,
        Refusal::WrongGround { wanted: 46 },
        Refusal::NoBoard,
        Refusal::BoardFirst,
        Refusal::BoardDecided,
        Refusal::BoardUndecided,
        Refusal::OnBoardOnly,
        Refusal::Headlong,
        Refusal::Field(engine::tabletop::refusal::Refusal::NotNow),
    ];
    for refusal in &all {
        match refusal {
            Refusal::AlreadySetUp
            | Refusal::NotSetUp
            | Refusal::NoSuchScenario(_)
            | Refusal::NoRandomStart(_)
            | Refusal::Ended
            | Refusal::WrongPhase { .. }
            | Refusal::DecisionFirst
            | Refusal::CannotRetreatTo { .. }
            | Refusal::NotRolledFor(_)
            | Refusal::NoSuchLocation
            | Refusal::WrongStep { .. }
            | Refusal::NotInHand(_)
            | Refusal::CardFirst(_)
            | Refusal::OnlyAsEvent(_)
            | Refusal::OnlyAStory(_)
            | Refusal::EventImpossible(_)
            | Refusal::NotSoMany { .. }
            | Refusal::AllTogether { .. }
            | Refusal::ImpossibleOptions
            | Refusal::NotAsked
            | Refusal::NotAChoice
            | Refusal::BattlesFirst
            | Refusal::MustAttack
            | Refusal::GoesTogether
            | Refusal::AttacksTheNearest
            | Refusal::NoOpsThisRound
            | Refusal::ReplacementsPlayed
            | Refusal::ExpeditionMustMarch
            | Refusal::NoOps
            | Refusal::ActivatedAlready
            | Refusal::NothingThere
            | Refusal::TooSick
            | Refusal::NoForce
            | Refusal::FormedAlready
            | Refusal::NobodyCanMove
            | Refusal::NotInForce
            | Refusal::LastOfForce
            | Refusal::NobodyToGather
            | Refusal::CannotReach
            | Refusal::GovernorsGuard
            | Refusal::FieldForceBound
            | Refusal::SimpleSupply
            | Refusal::NoSupplyHere
            | Refusal::NoGuides
            | Refusal::NoFleet
            | Refusal::NoShipsHere
            | Refusal::NotInFleet
            | Refusal::LastOfFleet
            | Refusal::NotAFriendlyPort
            | Refusal::CannotSail
            | Refusal::NotInPort
            | Refusal::CannotLoad
            | Refusal::NoRoom
            | Refusal::TrainFull { .. }
            | Refusal::NotThatShip
            | Refusal::NobodyAboard
            | Refusal::NoMovement
            | Refusal::NoFunctions
            | Refusal::ShipsDamaged
            | Refusal::NotAnEnemyPort
            | Refusal::NotDamaged
            | Refusal::GovernorElsewhere
            | Refusal::GovernorStays
            | Refusal::NoPassage
            | Refusal::NoTrain
            | Refusal::NoTrack
            | Refusal::CannotLayTrack
            | Refusal::TwoTransports
            | Refusal::NoBattleThere
            | Refusal::NotInBattle
            | Refusal::ReportedAlready
            | Refusal::NobodyLeft
            | Refusal::WholeUnits
            | Refusal::NobodyCommitted
            | Refusal::NoWayOut
            | Refusal::CannotDecline
            | Refusal::NotOnTheMap
            | Refusal::Besieged
            | Refusal::FullStrength
            | Refusal::ReplacedTwice
            | Refusal::NoPoints
            | Refusal::NothingLost
            | Refusal::OnlyTheUmpire
            | Refusal::NoSuchMember
            | Refusal::HasThatPost
            | Refusal::NoDismissal
            | Refusal::NoCommander
            | Refusal::VoteUnderWay
            | Refusal::NoVote
            | Refusal::VotedAlready
            | Refusal::SoAlready
            | Refusal::NoSuchCounter
            | Refusal::EnemyHolds(_)
            | Refusal::LastOfSiege(_)
            | Refusal::ComesWithItsCard
            | Refusal::CountersFirst
            | Refusal::NoStepsLeft
            | Refusal::NoPort(_)
            | Refusal::Laden
            | Refusal::StillOccupied(_)
            | Refusal::NobodyBesieged(_)
            | Refusal::OffTheTrack
            | Refusal::CardSetAside(_)
            | Refusal::CardInPlay(_)
            | Refusal::EventTookPlace(_)
            | Refusal::HandFull
            | Refusal::OptionFixed(_)
            | Refusal::OptionWaits(_)
            | Refusal::NoBoards
            | Refusal::BoardWasLeft
            | Refusal::ReportBegun
            | Refusal::NotOnBoard(_)
            | Refusal::NoRoomOnBoard
            | Refusal::WrongGround { .. }
            | Refusal::NoBoard
            | Refusal::BoardFirst
            | Refusal::BoardDecided
            | Refusal::BoardUndecided
            | Refusal::OnBoardOnly
            | Refusal::Headlong
            | Refusal::Field(_) => {}
        }
    }
    all
}

#[test]
fn every_refusal_in_one_sentence() {
    let state = in_rebellion();
    let sentences: Vec<String> = every_refusal(&state).iter().map(|refusal| refusal.sentence(state.pack())).collect();
    reads!("refusals", sentences.join("\n"));
}

/// One of each; an error that is new has to be put into the list beside its match.
fn every_table_error() -> Vec<TableError> {
    let journal = |error: JournalError| TableError::Journal(error);
    let all = vec![
        TableError::Refused(Refusal::NotSetUp.sentence(&pack())),
        TableError::Dice(DiceProblem::TooMany { given: 3, used: 2 }),
        TableError::NoCampaign,
        TableError::OtherGame,
        TableError::UnknownGame("chess".to_owned()),
        TableError::UnknownOrder,
        TableError::NoSeat("Both sides are taken: look on instead.".to_owned()),
        TableError::NotAPlayer(State::COMMANDS),
        TableError::CommanderOnly(UserId(4_242)),
        TableError::CommanderStays,
        TableError::AlreadyIn,
        TableError::NotAMember(UserId(4_242)),
        TableError::Full,
        TableError::Spectator,
        TableError::NothingToChange,
        TableError::DiceWithProposal,
        TableError::NobodyOnOurSide,
        TableError::SidesAreFixed,
        TableError::Settled,
        TableError::Overtaken,
        TableError::NothingToUndo(State::COMMANDS),
        TableError::NotYoursToUndo { given_by: UserId(4_343), commander: Some(UserId(4_242)) },
        TableError::NotYoursToUndo { given_by: UserId(4_343), commander: None },
        TableError::AnotherHasToAgree { commander: Some(UserId(4_242)) },
        TableError::AnotherHasToAgree { commander: None },
        TableError::CorrectionTakesTwo { commander: Some(UserId(4_242)) },
        TableError::CorrectionTakesTwo { commander: None },
        TableError::NoBattle,
        TableError::NoPace,
        TableError::Rests,
        TableError::NotWaitedFor,
        TableError::Closed,
        TableError::AskedAlready { guild: GuildId(7), channel: ChannelId(99), message: Some(MessageId(4)) },
        TableError::AskedAlready { guild: GuildId(7), channel: ChannelId(99), message: None },
        TableError::OutOfDate,
        journal(JournalError::Repeated),
        journal(JournalError::ChannelTaken),
        journal(JournalError::MovedOn),
        journal(JournalError::Unreadable("a row".to_owned())),
        journal(JournalError::Database(sqlx::Error::PoolTimedOut)),
    ];
    for error in &all {
        match error {
            TableError::Refused { .. }
            | TableError::Dice(_)
            | TableError::NoCampaign
            | TableError::OtherGame
            | TableError::UnknownGame(_)
            | TableError::UnknownOrder
            | TableError::NoSeat(_)
            | TableError::NotAPlayer(_)
            | TableError::CommanderOnly(_)
            | TableError::CommanderStays
            | TableError::AlreadyIn
            | TableError::NotAMember(_)
            | TableError::Full
            | TableError::Spectator
            | TableError::NothingToChange
            | TableError::DiceWithProposal
            | TableError::NobodyOnOurSide
            | TableError::SidesAreFixed
            | TableError::Settled
            | TableError::Overtaken
            | TableError::NothingToUndo(_)
            | TableError::NotYoursToUndo { .. }
            | TableError::AnotherHasToAgree { .. }
            | TableError::CorrectionTakesTwo { .. }
            | TableError::NoBattle
            | TableError::NoPace
            | TableError::Rests
            | TableError::NotWaitedFor
            | TableError::Closed
            | TableError::AskedAlready { .. }
            | TableError::OutOfDate
            // In the tests of a campaign's lifecycle.
            | TableError::Lifecycle(_)
            | TableError::Journal(_) => {}
        }
    }
    all
}

#[test]
fn every_error_of_the_table_in_one_sentence() {
    let sentences: Vec<String> = every_table_error().iter().map(TableError::sentence).collect();
    reads!("table_errors", sentences.join("\n"));
}

#[test]
fn a_damaged_row_that_was_read_is_not_said_to_be_one_that_could_not_be_written() {
    let sentence = TableError::Journal(JournalError::Unreadable("proposal: expected a list".to_owned())).sentence();
    assert!(sentence.contains("cannot be read (proposal: expected a list)") && !sentence.contains("written"), "{sentence}");
}

#[test]
fn what_could_not_be_posted_is_not_said_to_be_in_the_journal_for_a_proposal_is_not() {
    let (why, lost) = ("made up".to_owned(), sqlx::Error::PoolTimedOut);
    for error in [
        PublishError::Refused(why.clone()),
        PublishError::NoChannel(why.clone()),
        PublishError::Forbidden(why.clone()),
        PublishError::Later(why),
        PublishError::Journal(JournalError::Database(lost)),
    ] {
        let sentence = error.sentence();
        assert!(sentence.starts_with("It is done, but ") && !sentence.contains("in the journal"), "{sentence}");
        let is_discords = !matches!(error, PublishError::Journal(_));
        assert!(is_discords || !sentence.contains("Discord"), "{sentence}");
    }
}

#[test]
fn every_problem_with_the_players_dice() {
    let problem = |faces: Vec<u16>| {
        let mut dice = Dice::table(faces);
        let _ = encounter(&pack().tables, Situation::on(Ground::Village), &mut dice);
        dice.finish().unwrap_err().to_string()
    };
    let typed = |text: &str| engine::dice::parse_faces(text).unwrap_err();
    let all = [
        problem(vec![]),
        problem(vec![5]),
        problem(vec![5, 4, 3]),
        problem(vec![1, 2]),
        problem(vec![1, 2, 3, 4]),
        problem(vec![7]),
        problem(vec![5, 1, 1, 1, 1, 9]),
        typed(""),
        typed("4 six"),
        typed("4 0"),
        typed(&"6 ".repeat(501)),
    ];
    reads!("dice_problems", all.join("\n"));
}
