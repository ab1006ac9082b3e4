//! What the umpire says of the group, word for word.

use engine::campaign::Seat;
use engine::campaign::rules::battle::Battle;
use engine::campaign::{BattleKind, Correction, Event, FieldBattle, OptionChange, Options, Order, Post, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{BattleType, Pack, ShipSet, UnitId};
use umpire::despatches::labels::describe_order;
use umpire::despatches::{battle as battle_despatch, group, house_rules};
use umpire::model::despatch::Despatch;
use umpire::model::enemy_command::{Candidate, Sides, Willing, assign};
use umpire::model::ids::{CampaignId, ProposalId, UserId};
use umpire::model::proposal::ProposalStanding;
use umpire::model::roster::{Delegated, Member, Roster};
use umpire::model::standing::Standing;
use umpire::model::standing_orders::{StandingOrders, SummaryTo};
use umpire::model::topic::Topic;

fn group_of_three() -> (State, Roster) {
    let pack = Pack::embedded().unwrap();
    let mut state = State::new(std::sync::Arc::clone(&pack));
    let mut dice = Dice::seeded([7; 32], 0);
    let set_up = Order::SetUp { scenario: pack.scenarios[0].key.clone(), options: Options::default() };
    state.give(Seat::Commander, &set_up, &mut dice).unwrap();
    for (member, post) in (0..).zip([Post::Commander, Post::ChiefOfStaff, Post::Player]) {
        state.give(Seat::Umpire, &Order::Appoint { member, post }, &mut dice).unwrap();
    }
    let members = (0..3).map(|number| Member::new(UserId(100 + u64::from(number)), number, false)).collect();
    (state, Roster { members, ..Roster::default() })
}

#[test]
fn the_group_in_every_despatch() {
    let (state, roster) = group_of_three();
    let force = Delegated::Force([0, 1, 2].map(UnitId::at).into_iter().collect());
    let lines = ["Activate Olga (4 units, 1 of 2 Ops)".to_owned(), "March to Mud Bay (3 spaces)".to_owned()];
    let settled = |user, standing| group::settled(&state, 3, UserId(102), user, standing, &lines);
    let voted = |dismissed| group::voted(&state, &roster, &[Event::VoteCounted { dismissed }], Some(UserId(100)));
    let mut voting = state.clone();
    voting.apply(&Event::VoteCalled);
    voting.apply(&Event::Voted { member: 1, dismiss: true });
    let pack = Pack::embedded().unwrap();
    let settled_now = |orders: StandingOrders| group::standing_orders(&pack, &StandingOrders::default(), &orders);
    let despatches = [
        group::joined::<State>(UserId(102), false),
        group::joined::<State>(UserId(103), true),
        group::left::<State>(UserId(102)),
        group::appointed(UserId(100), UserId(101), Post::ChiefOfStaff),
        group::appointed(UserId(101), UserId(101), Post::Commander),
        group::appointed(UserId(100), UserId(101), Post::Player),
        group::vote_called(&state, &roster, CampaignId(1), UserId(102)),
        group::voted(&voting, &roster, &[], Some(UserId(100))),
        voted(true),
        voted(false),
        group::voted(&state, &Roster::default(), &[Event::VoteCounted { dismissed: true }], Some(UserId(100))),
        group::delegated(&state, UserId(102), Some(Delegated::Round { turn: 3, round: 4 })),
        group::delegated(&state, UserId(102), Some(force)),
        group::delegated(&state, UserId(102), None),
        settled_now(StandingOrders { commander_decides: Vec::new(), ..StandingOrders::default() }),
        settled_now(StandingOrders { plain: true, summary_to: SummaryTo::Thread, ..StandingOrders::default() }),
        settled_now(StandingOrders {
            commander_decides: Topic::ALL.to_vec(),
            enemy_players: Some(2),
            pace: None,
            ..StandingOrders::default()
        }),
        group::proposal(&state, (ProposalId(77), 3), UserId(102), Some(UserId(100)), &lines),
        group::proposal(&state, (ProposalId(77), 3), UserId(102), None, &lines[1..]),
        settled(UserId(100), ProposalStanding::Approved),
        settled(UserId(100), ProposalStanding::Declined),
        settled(UserId(102), ProposalStanding::Declined),
        settled(UserId(100), ProposalStanding::Overtaken),
        a_correction_proposed(&state),
    ];
    let all: Vec<String> = despatches.iter().map(|despatch| despatch.plain()).collect();
    reads!("group", all.join("\n----\n"));
}

/// The commander would correct something, and any other may agree.
fn a_correction_proposed(state: &State) -> Despatch {
    let order = Order::Correct { correction: Correction::Points { to: 80 } };
    let lines = [describe_order(state, &order).0];
    let mut despatch = group::proposal(state, (ProposalId(78), 4), UserId(100), Some(UserId(100)), &lines);
    group::takes_two(&mut despatch, UserId(100), Some(UserId(100)));
    despatch
}

#[test]
fn a_vote_on_a_house_rule_is_told_when_it_is_called_when_a_vote_is_in_and_when_it_is_counted() {
    let (mut state, roster) = group_of_three();
    let mut told = Vec::new();
    let change = OptionChange::Storming(true);
    for (by, order) in [
        (UserId(101), Order::CallOptionVote { member: 1, change }),
        (UserId(102), Order::VoteOnOption { member: 2, agree: false }),
        (UserId(100), Order::VoteOnOption { member: 0, agree: true }),
    ] {
        let was = state.clone();
        let events = state.give(Seat::Umpire, &order, &mut Dice::scripted(&[])).unwrap();
        told.push(house_rules::voted(&was, &state, &roster, &events, CampaignId(1), by).plain());
    }
    assert!(house_rules::changed(&state).unwrap().contains("besiegers may storm"));
    reads!("house_rules", told.join("\n----\n"));
}

#[test]
fn the_board_names_three_proposals_that_wait_and_counts_the_rest() {
    let open: Vec<_> = (1..=5).map(|number| (number, UserId(100 + u64::from(number)))).collect();
    assert_eq!(group::proposals_wait(&[]), None);
    assert_eq!(
        group::proposals_wait(&open[..1]).unwrap(),
        "A proposal waits to be settled: no. 1 by <@101>; `/staff roster` shows what is proposed."
    );
    assert_eq!(
        group::proposals_wait(&open).unwrap(),
        "Proposals wait to be settled: no. 1 by <@101>, no. 2 by <@102>, no. 3 by <@103> and two more; `/staff roster` shows what is \
         proposed."
    );
}

#[test]
fn a_battle_in_its_thread() {
    let (mut state, _) = group_of_three();
    let at = state.pack().map.find_space("Mud Bay").unwrap();
    let units = state.units_at(state.pack().map.find_space("Roche Harbor").unwrap());
    let mut dice = Dice::seeded([3; 32], 0);
    let force = engine::campaign::rules::encounter::force(&state.pack().tables, false, &mut dice);
    let battle = FieldBattle {
        at,
        units,
        ships: ShipSet::EMPTY,
        kind: BattleKind::Encounter,
        force,
        battle: Battle { battle_type: Some(BattleType::Encounter), roll: None, hour: None, hour_roll: None },
        note: String::new(),
    };
    state.apply(&Event::BattleBegan { battle: Box::new(battle.clone()) });
    let players = [100, 101, 102].map(|user| Candidate { user: UserId(user), willing: Willing::InTurn, times: u32::from(user == 100) });
    let sides = assign(&players, 1, &mut dice);
    let standing = Standing::commanded(CampaignId(1), 9, Some(UserId(100)));
    let all = [
        battle_despatch::situation(&state, &battle, 8, &sides, standing).plain(),
        battle_despatch::sides_changed(&state, UserId(101), battle_despatch::Change::GoesOver, 8, &sides, standing).plain(),
        battle_despatch::sides_changed(
            &state,
            UserId(101),
            battle_despatch::Change::CannotPlay,
            8,
            &Sides { enemies: Vec::new(), ours: vec![UserId(100), UserId(102)] },
            standing,
        )
        .plain(),
    ];
    reads!("battle_thread", all.join("\n----\n"));
}
