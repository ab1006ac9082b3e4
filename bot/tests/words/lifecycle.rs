//! What the umpire says of a campaign's lifecycle, word for word.

use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::{Options, Order, Post, Refusal, State};
use engine::dice::{Dice, DiceProblem};
use engine::game::Game;
use engine::pack::Pack;
use umpire::despatches::lifecycle;
use umpire::files::import::ImportError;
use umpire::model::campaign::{Campaign, Seed};
use umpire::model::campaign_name::CampaignName;
use umpire::model::despatch::Despatch;
use umpire::model::export::ExportedOrder;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, UserId};
use umpire::model::imported::Imported;
use umpire::model::lifecycle::Lifecycle;
use umpire::model::listed::Listed;
use umpire::model::proof::EarlierReading;
use umpire::model::roster::{Member, Roster};
use umpire::model::snapshot::Snapshot;
use umpire::model::standing::Standing;
use umpire::model::standing_orders::StandingOrders;
use umpire::model::waiting::Waiting;
use umpire::table::error::LifecycleError;

/// A time, in seconds since 1970.
const THEN: i64 = 1_800_000_000;

fn begun() -> State {
    let pack = Pack::embedded().unwrap();
    let mut state = State::new(Arc::clone(&pack));
    let mut dice = Dice::seeded([7; 32], 0);
    let set_up = Order::SetUp { scenario: pack.scenarios[0].key.clone(), options: Options::default() };
    state.give(Seat::Commander, &set_up, &mut dice).unwrap();
    state.give(Seat::Umpire, &Order::Appoint { member: 0, post: Post::Commander }, &mut dice).unwrap();
    state
}

fn campaign(lifecycle: Lifecycle, closed_at: Option<i64>) -> Campaign {
    Campaign {
        id: CampaignId(3),
        guild: GuildId(1),
        channel: ChannelId(2),
        pack: Pack::embedded().unwrap(),
        sealed: Seed([7; 32]).into(),
        revision: 2,
        started_at: THEN,
        closed_at,
        standing_orders: StandingOrders::default(),
        lifecycle,
    }
}

fn named() -> Lifecycle {
    Lifecycle { name: Some(CampaignName::read("The Friday club").unwrap()), ..Lifecycle::default() }
}

fn snapshot(campaign: Campaign) -> Snapshot {
    let roster = Roster { members: vec![Member::new(UserId(100), 0, false)], ..Roster::default() };
    Snapshot { campaign, state: begun(), roster, drafted: Vec::new(), last_deed: None, last_order: 1 }
}

const STANDING: Standing = Standing::commanded(CampaignId(3), 2, Some(UserId(100)));

fn imported(proved: Option<usize>) -> Imported {
    let state = begun();
    let row = ExportedOrder {
        revision: 1,
        order: Order::DrawCards,
        events: Vec::new(),
        position: 0,
        streamed: true,
        undone_by: None,
        edition: State::EDITION,
    };
    let rows = vec![row.clone(), ExportedOrder { revision: 2, ..row }];
    Imported { pack: Pack::embedded().unwrap(), name: None, rows, state, last: 2, proved, corrections: Vec::new(), earlier: Vec::new() }
}

#[test]
fn every_despatch_about_a_campaigns_lifecycle() {
    let state = begun();
    let archived = Lifecycle { archived_at: Some(THEN), ..named() };
    let shown: Vec<Despatch> = vec![
        lifecycle::renamed("The Return of the False Prophet of the San Juans", &campaign(named(), None), UserId(100)),
        lifecycle::archived(&campaign(named(), None), 4, UserId(100)),
        lifecycle::taken_up(&campaign(named(), None), &state, STANDING, UserId(100)),
        lifecycle::handed_over(&state, UserId(100), UserId(101), true),
        lifecycle::handed_over(&state, UserId(100), UserId(101), false),
        lifecycle::ask_delete(&snapshot(campaign(named(), None)), THEN),
        lifecycle::deleted(&campaign(named(), None), UserId(100), THEN),
        lifecycle::restored(&campaign(named(), None), &state, STANDING, UserId(100)),
        lifecycle::restored(&campaign(archived.clone(), None), &state, STANDING, UserId(100)),
        lifecycle::restored(&campaign(named(), Some(THEN)), &state, STANDING, UserId(100)),
        lifecycle::imported(&imported(None), &state, STANDING, Seed([7; 32]).into()),
        lifecycle::imported(&imported(Some(0)), &state, STANDING, Seed([7; 32]).into()),
        lifecycle::imported(&imported(Some(1)), &state, STANDING, Seed([7; 32]).into()),
        lifecycle::imported(&imported(Some(2)), &state, STANDING, Seed([7; 32]).into()),
        lifecycle::imported(
            &Imported { earlier: vec![EarlierReading { revision: 2, rulings: vec!["R26", "R58"] }], ..imported(Some(2)) },
            &state,
            STANDING,
            Seed([7; 32]).into(),
        ),
        lifecycle::list(Vec::new(), 0),
        lifecycle::list(
            [
                (campaign(named(), None), Some(Waiting { users: vec![UserId(100)], battle: None, since: THEN, due: None })),
                (campaign(Lifecycle::default(), None), None),
                (campaign(archived.clone(), None), None),
                (campaign(Lifecycle { gone_at: Some(THEN), ..archived }, None), None),
                (campaign(named(), Some(THEN)), None),
            ]
            .into_iter()
            .map(|(campaign, waiting)| lifecycle::listed(&snapshot(campaign), waiting.as_ref()))
            .collect(),
            2,
        ),
        umpire::despatches::board::of(&snapshot(campaign(named(), None))),
    ];
    let text: Vec<String> = shown.iter().map(Despatch::plain).collect();
    reads!("lifecycle", text.join("\n\n---\n\n"));
}

/// One of each; an error that is new has to be put into the list beside its match.
fn every_lifecycle_error() -> Vec<LifecycleError> {
    let all = vec![
        LifecycleError::Archived,
        LifecycleError::Deleted(THEN),
        LifecycleError::Gone,
        LifecycleError::PlayedElsewhere(ChannelId(2)),
        LifecycleError::OfAnother,
        LifecycleError::Unknown,
        LifecycleError::NotArchived,
        LifecycleError::NotDeleted,
        LifecycleError::InChargeOnly(Some(UserId(100))),
        LifecycleError::InChargeOnly(None),
        LifecycleError::NoTrial,
        LifecycleError::Demonstration,
        LifecycleError::EndsByItself,
        LifecycleError::NotOver("/battle withdraw"),
        LifecycleError::Bot,
    ];
    for error in &all {
        match error {
            LifecycleError::Archived
            | LifecycleError::Deleted(_)
            | LifecycleError::Gone
            | LifecycleError::PlayedElsewhere(_)
            | LifecycleError::OfAnother
            | LifecycleError::Unknown
            | LifecycleError::NotArchived
            | LifecycleError::NotDeleted
            | LifecycleError::InChargeOnly(_)
            | LifecycleError::NoTrial
            | LifecycleError::Demonstration
            | LifecycleError::EndsByItself
            | LifecycleError::NotOver(_)
            | LifecycleError::Bot => {}
        }
    }
    all
}

/// One of each; an error that is new has to be put into the list beside its match.
fn every_import_error() -> Vec<ImportError> {
    let all = vec![
        ImportError::TooLarge(8_000_001),
        ImportError::NotFetched("the line dropped".to_owned()),
        ImportError::NotAnExport { at: None, after: None },
        ImportError::NotAnExport { at: Some((1, 7)), after: None },
        ImportError::NotAnExport { at: Some((1, 700)), after: Some(6) },
        ImportError::Version("2".to_owned()),
        ImportError::OtherGame("chess".to_owned()),
        ImportError::Hidden(3),
        ImportError::UnknownPack,
        ImportError::Empty,
        ImportError::TooMany { what: "orders", after: None },
        ImportError::TooMany { what: "events in one order", after: Some(6) },
        ImportError::OutOfOrder(4),
        ImportError::NotASeed,
        ImportError::Refused { revision: 4, refusal: Refusal::NotSetUp.sentence(&Pack::embedded().unwrap()) },
        ImportError::Names(1),
        ImportError::Dice(4, DiceProblem::TooMany { given: 3, used: 2 }),
        ImportError::Different(4),
        ImportError::DiceSpent(4),
        ImportError::EditionFell(4),
        ImportError::LaterEdition(4, 3),
        ImportError::Undone(4, 6),
        ImportError::NotSealed("Discord did not take the seal of the dice, so nothing has been begun: begin again in a moment.".to_owned()),
        ImportError::UnderWay,
        ImportError::OthersAreRead,
        ImportError::TooLong,
        ImportError::Broken,
    ];
    for error in &all {
        match error {
            ImportError::TooLarge(_)
            | ImportError::NotFetched(_)
            | ImportError::NotAnExport { .. }
            | ImportError::Version(_)
            | ImportError::OtherGame(_)
            | ImportError::Hidden(_)
            | ImportError::UnknownPack
            | ImportError::Empty
            | ImportError::TooMany { .. }
            | ImportError::OutOfOrder(_)
            | ImportError::NotASeed
            | ImportError::Refused { .. }
            | ImportError::Names(_)
            | ImportError::Dice(..)
            | ImportError::Different(_)
            | ImportError::DiceSpent(_)
            | ImportError::EditionFell(_)
            | ImportError::LaterEdition(..)
            | ImportError::Undone(..)
            | ImportError::NotSealed(_)
            | ImportError::UnderWay
            | ImportError::OthersAreRead
            | ImportError::TooLong
            | ImportError::Broken => {}
        }
    }
    all
}

#[test]
fn every_error_about_a_campaigns_lifecycle_in_one_sentence() {
    let lifecycle = every_lifecycle_error().into_iter().map(|error| error.sentence());
    let sentences: Vec<String> = lifecycle.chain(every_import_error().iter().map(ImportError::sentence)).collect();
    reads!("lifecycle_errors", sentences.join("\n"));
}

#[test]
fn what_the_log_says_of_a_file_that_is_not_taken_up_has_nothing_of_the_file_in_it() {
    let told = [
        ImportError::Version("a note of mine".to_owned()),
        ImportError::OtherGame("a note of mine".to_owned()),
        ImportError::Refused { revision: 4, refusal: "a note of mine".to_owned() },
    ];
    for error in told {
        assert!(error.sentence().contains("a note of mine") && !error.to_string().contains("a note of mine"), "{error}");
    }
}

#[test]
fn a_choice_of_campaigns_has_at_most_discords_100_characters() {
    let listed = Listed {
        id: CampaignId(i64::MAX),
        game: "campaign".to_owned(),
        pack: String::new(),
        name: None,
        channel: ChannelId(2),
        archived_at: None,
        closed_at: None,
        gone_at: None,
        trial: None,
        is_member: false,
    };
    let choice = lifecycle::choice(&"W".repeat(60), &listed);
    assert!(choice.chars().count() <= 100, "{choice}");
}
