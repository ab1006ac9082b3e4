//! *When fought in a campaign*, ruling by ruling.

use super::super::test_kit::{Camp, camp_with};
use super::deployment::area;
use super::report;
use super::roster::{self, Role, Roster};
use super::{arrange, ground};
use crate::campaign::decision::Decision;
use crate::campaign::event::Event;
use crate::campaign::field::{Battle, EnemyForce, FieldBattle};
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::option_change::OptionChange;
use crate::campaign::options::Options;
use crate::campaign::order::Order;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::BattleKind;
use crate::campaign::rules::house_rules;
use crate::campaign::rules::terrain::{Edge as TableEdge, Spot};
use crate::campaign::seat::Seat;
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::{BattleType, Pack, ShipSet, SurpriseHour};
use crate::tabletop;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::edge::Edge;
use crate::tabletop::ground::Ground;
use crate::tabletop::instruction::{Instruction, Whom};
use crate::tabletop::pack::BattlePack;
use crate::tabletop::phase::{EndedBy, Outcome};
use crate::tabletop::plan::{Plan, Start};
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId as There;

pub(super) const ROAD: &str = "Lopez–Mud Bay 1 of 2";

/// Boards on which two of the enemy's units are one.
pub(super) fn boards() -> Options {
    Options { boards: true, rubs: 2, ..Options::default() }
}

pub(super) fn force(foot: u16, horse: u16, rifles: u16) -> EnemyForce {
    EnemyForce { foot, horse, rifles, artillery: 0, machine_guns: 0, rolls: Vec::new() }
}

/// A battle that has begun at a space, of this type and kind.
pub(super) fn battle(
    options: Options,
    at: &str,
    units: &[&str],
    battle_type: Option<BattleType>,
    kind: BattleKind,
    force: EnemyForce,
) -> Camp {
    let mut camp = camp_with(options);
    camp.spending(0);
    camp.only(at, units);
    let hour = (battle_type == Some(BattleType::OurSurpriseAttack)).then_some(SurpriseHour::Dawn);
    let battle = FieldBattle {
        at: camp.space(at),
        units: camp.units(units),
        ships: ShipSet::EMPTY,
        kind,
        force,
        battle: Battle { battle_type, hour, ..Battle::assault() },
        note: String::new(),
    };
    let at = battle.at;
    camp.apply(&Event::BattleBegan { battle: Box::new(battle) });
    camp.apply(&Event::DecisionPut { decision: Decision::Battle { at } });
    camp
}

pub(super) const FOUR: [&str; 4] = ["Militia 4", "Militia 5", "Militia 6", "Dragoons 1/1"];

/// Four units met on the road by seven rubs.
pub(super) fn met(battle_type: BattleType) -> Camp {
    battle(boards(), ROAD, &FOUR, Some(battle_type), BattleKind::Encounter, force(8, 4, 2))
}

pub(super) fn plan(camp: &Camp) -> Plan {
    arrange(camp, &GroundDice::default()).unwrap().plan
}

pub(super) fn board(plan: &Plan) -> Board {
    Board::parse(&plan.board).unwrap().0
}

pub(super) fn at(square: &str) -> Square {
    square.parse().unwrap()
}

/// Where each unit of a side begins, Leaders aside.
pub(super) fn starts(plan: &Plan, side: Side) -> Vec<Start> {
    let side = plan.side(side);
    let of = |force: &tabletop::plan::Force| {
        let start = force.area.clone().unwrap_or_else(|| side.area.clone());
        std::iter::repeat_n(start, usize::from(force.units))
    };
    side.forces.iter().filter(|force| force.troop != "leader").flat_map(of).collect()
}

fn troops(plan: &Plan, side: Side) -> Vec<(String, u8)> {
    plan.side(side).forces.iter().map(|force| (force.troop.clone(), force.units)).collect()
}

/// Opens the board on open ground, both sides as they are laid.
pub(super) fn open(camp: &mut Camp) {
    let mut dice = Dice::seeded([3; 32], 0);
    camp.0.give(Seat::Commander, &Order::FightOut { ground: GroundDice::default() }, &mut dice).unwrap();
    for _ in 0..2 {
        let side = camp.board().unwrap().battle().side_asked().unwrap();
        camp.0.give(Seat::OnBoard(side), &Order::Field(tabletop::order::Order::Ready(side)), &mut dice).unwrap();
    }
}

pub(super) fn happens(camp: &mut Camp, event: tabletop::event::Event) {
    camp.apply(&Event::Field(Box::new(event)));
}

pub(super) fn ends(camp: &mut Camp, by: EndedBy, winner: Option<Side>) {
    happens(camp, tabletop::event::Event::Ended(Outcome { winner, by }));
}

pub(super) fn lost(camp: &mut Camp, unit: u8, figures: u8) {
    happens(camp, tabletop::event::Event::FiguresLost { unit: There(unit), figures });
    if camp.board().unwrap().battle().unit(There(unit)).figures == 0 {
        happens(camp, tabletop::event::Event::Lost { unit: There(unit), how: tabletop::event::Loss::Destroyed });
    }
}

pub(super) fn disorganised(camp: &mut Camp, units: &[u8]) {
    units.iter().for_each(|unit| happens(camp, tabletop::event::Event::Disorganised(There(*unit))));
}

pub(super) fn stands(camp: &mut Camp, unit: u8, square: &str) {
    let to = at(square);
    let moved = tabletop::event::Event::Moved {
        unit: There(unit),
        to,
        facing: Facing::North,
        cost: 0,
        stream: 0,
        with: tabletop::event::Units::new(),
    };
    happens(camp, moved);
}

// Who.

#[test]
fn each_kind_of_the_campaign_s_counters_is_troops_of_the_board() {
    let (pack, battle) = (Pack::embedded().unwrap(), BattlePack::embedded().unwrap());
    let troop = |name: &str| {
        let unit = pack.roster.units.iter().find(|unit| unit.name == name).unwrap_or_else(|| panic!("no {name}"));
        battle.counters.troop(&pack.roster.kinds[unit.kind.index()].name, name, false).unwrap()
    };
    for (name, wanted) in [
        ("Regulars 1/1", "egyptian infantry"),
        ("Hicks Old Soldiers 7", "egyptian infantry"),
        ("Sudanese 1/4", "sudanese infantry"),
        ("Gordon's Sudanese 6", "sudanese infantry"),
        ("Cuirassiers", "egyptian cavalry"),
        ("Dragoons 1/1", "egyptian cavalry"),
        ("Camels 1/1", "egyptian camelry dismounted"),
        ("Krupp 1", "egyptian artillery"),
        ("Camel Battery 1", "egyptian artillery"),
        ("Hicks Artillery", "egyptian artillery"),
        ("Hicks Machine Guns", "egyptian machine gun"),
        ("Bashi-Bazouk Horse 1", "bashi-bazouks"),
        ("Hicks Militia Cavalry", "bashi-bazouks"),
        ("Bashi-Bazouk Foot 1", "bazingers"),
        ("Militia 1", "bazingers"),
        ("Hicks Bashi-Bazouks", "bazingers"),
        ("Hicks Slave Traders 5", "bazingers"),
        ("Hicks Gendarmes 3", "gendarmerie"),
        ("Naval Brigade 1/1", "british infantry"),
        ("King's Royal Rifles 2", "british infantry"),
        ("Camel Corps 1", "british camelry dismounted"),
        ("Hussars 1/10", "british cavalry"),
        ("Royal Artillery 1", "british artillery"),
        ("Naval Brigade MG", "british machine gun"),
    ] {
        assert_eq!(troop(name), wanted, "{name}");
    }
    for unit in &pack.roster.units {
        let kind = &pack.roster.kinds[unit.kind.index()];
        let key = battle.counters.troop(&kind.name, &unit.name, false).unwrap_or_else(|| panic!("{} has a row", unit.name));
        let arm = battle.troop(battle.troop_of_key(key).unwrap()).arm;
        assert_eq!(kind.arm.is_guns(), arm.is_battery(), "{}", unit.name);
        assert!(arm.counts_for_break_off());
    }
}

#[test]
fn a_garrison_is_other_troops_behind_its_walls_than_outside_them_n16() {
    let units = ["Friday Fortress 1", "Friday Fortress 2"];
    let outside = battle(boards(), "Friday Harbor", &units, Some(BattleType::Encounter), BattleKind::Breakout, force(4, 1, 1));
    assert_eq!(troops(&plan(&outside), Side::Ours)[0], ("gendarmerie".to_owned(), 2));
    let walls = battle(boards(), "Friday Harbor", &units, None, BattleKind::Storm, force(4, 1, 1));
    assert_eq!(troops(&plan(&walls), Side::Ours)[0], ("egyptian infantry".to_owned(), 2));
}

#[test]
fn steps_are_figures_and_figures_lost_are_steps_rounded_as_the_group_has_it_r17() {
    assert_eq!([1, 2, 3, 4].map(|steps| roster::figures(steps, 4, 4)), [1, 2, 3, 4], "four steps, four figures");
    assert_eq!([1, 2, 3].map(|steps| roster::figures(steps, 3, 4)), [2, 3, 4]);
    assert_eq!([1, 2, 3, 4].map(|steps| roster::figures(steps, 4, 2)), [1, 1, 2, 2], "a battery of two gunners");
    assert_eq!([1, 4].map(|steps| roster::figures(steps, 4, 1)), [1, 1]);
    assert_eq!([1, 2, 3].map(|lost| report::share(4, lost, 4, false)), [1, 2, 3]);
    assert_eq!([1, 2, 3].map(|lost| report::share(3, lost, 4, false)), [1, 2, 2], "never the last step while a figure stands");
    assert_eq!([1, 2, 3].map(|lost| report::share(3, lost, 4, true)), [0, 1, 2]);
    assert_eq!(report::share(4, 1, 2, false), 2);
    assert_eq!(report::share(1, 3, 4, false), 0);
}

#[test]
fn three_of_the_enemy_s_units_are_one_on_the_board_or_one_or_two_rounded_up_for_each_arm() {
    let camp = battle(boards(), ROAD, &FOUR, Some(BattleType::Encounter), BattleKind::Encounter, force(14, 5, 3));
    let (fought, _) = camp.battle().unwrap();
    assert_eq!(roster::enemies(fought, 2), [7, 2, 3, 0, 0], "foot, rifles, horse");
    assert_eq!(roster::enemies(fought, 1), [14, 3, 5, 0, 0]);
    assert_eq!(roster::enemies(fought, 3), [5, 1, 2, 0, 0]);
    assert_eq!(Options::default().rubs, 3);
    let of = |troop: &str, units: u8| (troop.to_owned(), units);
    let wanted = [
        of("dervish infantry with spears", 7),
        of("dervish infantry with firearms", 2),
        of("dervish cavalry with spears", 3),
        of("leader", 1),
    ];
    assert_eq!(troops(&plan(&camp), Side::Enemy), wanted);
}

#[test]
fn each_side_has_a_leader_and_ours_is_named_after_who_is_with_the_force_n12() {
    let camp = met(BattleType::Encounter);
    for side in Side::BOTH {
        assert_eq!(troops(&plan(&camp), side).last(), Some(&("leader".to_owned(), 1)));
    }
    assert_eq!(roster::our_leader(&camp), None);
    let expedition = ["Hicks Gendarmes 3", "Hicks Artillery"];
    let mut camp = battle(boards(), ROAD, &expedition, Some(BattleType::Encounter), BattleKind::Encounter, force(4, 1, 1));
    camp.0.expedition.units = camp.units(&expedition);
    assert_eq!(roster::our_leader(&camp), Some("Hicks"));
}

#[test]
fn a_battery_out_of_supply_has_four_shots_n13() {
    let units = ["Krupp 1", "Krupp 2", "Militia 4"];
    let mut camp = battle(boards(), ROAD, &units, Some(BattleType::Encounter), BattleKind::Encounter, force(4, 1, 1));
    camp.0.unsupplied = camp.units(&["Krupp 2", "Militia 4"]);
    let shots: Vec<_> = plan(&camp).ours.forces.iter().map(|force| (force.troop.clone(), force.shots)).collect();
    let guns = |shots| ("egyptian artillery".to_owned(), shots);
    assert!(shots.contains(&guns(None)) && shots.contains(&guns(Some(4))), "{shots:?}");
    assert!(shots.contains(&("bazingers".to_owned(), None)));
}

#[test]
fn gunboats_are_on_the_harbour_s_water_where_the_group_has_it_so_n15() {
    let units = ["Friday Fortress 1", "Friday Fortress 2"];
    let begin = |gunboats_on_board| {
        let options = Options { gunboats_on_board, ..boards() };
        let mut camp = battle(options, "Friday Harbor", &units, None, BattleKind::Storm, force(4, 1, 1));
        let port = camp.port("Friday Harbor");
        for ship in camp.ships_in(camp.at("Friday Harbor")).iter().collect::<Vec<_>>() {
            camp.0.place_ship(ship, crate::campaign::ShipPlace::Reserve);
        }
        camp.ship_to("Fateh", port);
        let ship = camp.ship("Fateh");
        camp.0.damage[ship.index()] = 1;
        camp
    };
    assert!(troops(&plan(&begin(false)), Side::Ours).iter().all(|(troop, _)| troop != "gunboat"));
    let mut camp = begin(true);
    let arranged = arrange(&camp, &GroundDice::default()).unwrap();
    let plan = &arranged.plan;
    let boat = plan.ours.forces.iter().find(|force| force.troop == "gunboat").unwrap();
    assert_eq!((boat.figures, arranged.ships.as_slice()), (Some(4), [camp.ship("Fateh")].as_slice()), "a marker is two points");
    let Some(Start::SetUp(water)) = &boat.area else { panic!("{boat:?}") };
    assert!(water.squares().all(|square| board(plan).ground(square) == Ground::Water));
    // Two points are a marker, sunk is sunk.
    open(&mut camp);
    let mut hit = camp.clone();
    lost(&mut hit, 2, 3);
    ends(&mut hit, EndedBy::Aim, Some(Side::Ours));
    assert_eq!(report::report(&hit).unwrap().ships, [(hit.ship("Fateh"), Some(1))]);
    happens(&mut camp, tabletop::event::Event::Lost { unit: There(2), how: tabletop::event::Loss::Sunk });
    ends(&mut camp, EndedBy::Aim, Some(Side::Ours));
    let dice = &mut Dice::seeded([1; 32], 0);
    let events = camp.0.give(Seat::Commander, &Order::ReportFought, dice).unwrap();
    assert!(events.contains(&Event::ShipSunk { ship: camp.ship("Fateh") }), "{events:?}");
}

#[test]
fn a_battle_with_a_kind_that_the_board_does_not_know_is_not_offered_there_unless_its_pack_says_what_it_is_n22() {
    let (state, unit) = of_another_war(|units| units);
    let fight = Order::FightOut { ground: GroundDice::default() };
    assert_eq!(state.permit(Seat::Commander, &fight), Err(Refusal::NotOnBoard(unit)));
    let mut legal = Vec::new();
    state.legal_orders(Seat::Commander, &mut legal);
    assert!(!legal.contains(&fight) && legal.contains(&Order::HoldField));
    let (state, _) = of_another_war(|units| units.replace("\nquality = ", "\non_board = \"british infantry\"\nquality = "));
    assert_eq!(state.permit(Seat::Commander, &fight), Ok(()));
    let (state, unit) = of_another_war(|units| units.replace("\nquality = ", "\non_board = \"lancers\"\nquality = "));
    assert_eq!(state.permit(Seat::Commander, &fight), Err(Refusal::NotOnBoard(unit)), "there are no such troops");
}

/// A battle of another war that has begun, with its units as its pack's file says after a change, and the first of ours in it.
fn of_another_war(change: impl Fn(String) -> String) -> (crate::campaign::State, crate::pack::UnitId) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("packs/doab");
    let read = |entry: std::fs::DirEntry| (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap());
    let mut sources: std::collections::BTreeMap<String, String> =
        std::fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect();
    let units = sources.get_mut("units.toml").unwrap();
    *units = change(units.clone());
    let pack = std::sync::Arc::new(Pack::load(sources).unwrap());
    let mut state = crate::campaign::State::new(std::sync::Arc::clone(&pack));
    let set_up = Order::SetUp { scenario: "summer".into(), options: boards() };
    state.give(Seat::Commander, &set_up, &mut Dice::seeded([1; 32], 0)).unwrap();
    let place = pack.map.space_ids().find(|space| !state.units_at(*space).is_empty()).unwrap();
    let units = state.units_at(place);
    let battle = FieldBattle {
        at: place,
        units,
        ships: ShipSet::EMPTY,
        kind: BattleKind::Encounter,
        force: force(4, 1, 1),
        battle: Battle { battle_type: Some(BattleType::Encounter), ..Battle::assault() },
        note: String::new(),
    };
    state.apply(&Event::BattleBegan { battle: Box::new(battle) });
    state.apply(&Event::DecisionPut { decision: Decision::Battle { at: place } });
    let first = units.first().unwrap();
    (state, first)
}

// Where.

#[test]
fn the_table_is_larger_for_more_units_of_the_larger_side_and_without_boards_always_the_usual_one() {
    let table = |options: Options, foot: u16| {
        ground::table(&battle(options, ROAD, &FOUR, Some(BattleType::Encounter), BattleKind::Encounter, force(foot, 0, 0)))
    };
    assert_eq!([48, 49, 96, 97].map(|foot| table(boards(), foot)), [(6, 4), (8, 6), (8, 6), (12, 8)], "units of the board are counted");
    assert_eq!(table(Options { rubs: 1, ..boards() }, 25), (8, 6));
    assert_eq!(table(Options::default(), 200), ground::USUAL);
}

#[test]
fn the_board_is_the_ground_that_the_dice_of_the_order_have_laid() {
    let camp = met(BattleType::Encounter);
    let fields = ground::terrain_plan(&camp).unwrap();
    let field = crate::campaign::rules::terrain::battlefield(&camp.pack().tables, fields, &mut Dice::seeded([8; 32], 0)).unwrap();
    let dice = ground::dice_of(&field);
    assert_eq!(dice.0.len(), 2 * 24, "two dice for each square foot");
    assert_eq!(
        ground::surveyed(&camp, &dice).unwrap().squares.iter().map(|square| square.feature).collect::<Vec<_>>(),
        field.squares.iter().map(|square| square.feature).collect::<Vec<_>>()
    );
    assert_ne!(arrange(&camp, &dice).unwrap().plan.board, plan(&camp).board);
    let few = GroundDice(dice.0[1..].to_vec());
    for wrong in [few, GroundDice(vec![3; 49]), GroundDice(vec![7; 48])] {
        assert_eq!(camp.permit(Seat::Commander, &Order::FightOut { ground: wrong }), Err(Refusal::WrongGround { wanted: 48 }));
    }
    assert!(board(&plan(&camp)).squares().all(|square| board(&plan(&camp)).ground(square) == Ground::Open), "without dice it is open");
}

/// The ground of a battle on the road, by a letter for each square foot as in the tests of the terrain.
pub(super) fn laid(camp: &Camp, rows: [&str; 4]) -> Board {
    let dice = |letter: char| match letter {
        'C' => [1, 1],
        'o' => [1, 2],
        's' => [2, 2],
        '~' => [1, 4],
        'r' => [5, 5],
        'L' => [6, 6],
        _ => [3, 4],
    };
    let faces = rows.concat().chars().flat_map(dice).collect();
    board(&arrange(camp, &GroundDice(faces)).unwrap().plan)
}

#[test]
fn a_square_foot_of_each_terrain_is_four_squares_of_it() {
    let camp = met(BattleType::Encounter);
    let board = laid(&camp, ["s.L.o.", "....r.", "......", "C....."]);
    let grounds = |squares: [&str; 4]| squares.map(|square| board.ground(at(square)));
    assert_eq!(grounds(["A1", "B1", "A2", "B2"]), [Ground::Hill, Ground::Open, Ground::Open, Ground::Open], "a small hill");
    assert_eq!(grounds(["E1", "F1", "E2", "F2"]), [Ground::Hill; 4], "a large one");
    assert_eq!(grounds(["I1", "J1", "I2", "J2"]), [Ground::Growth; 4], "an oasis");
    assert_eq!(grounds(["I3", "J3", "I4", "J4"]), [Ground::Growth; 4], "rocks and scrub");
    // A cliff along one side of its hill, which nobody crosses.
    assert_eq!(ground::cliff_side(Spot { column: 0, row: 3 }), TableEdge::Right);
    assert_eq!(grounds(["A7", "B7", "A8", "B8"]), [Ground::Hill; 4]);
    assert_eq!(["B7", "B8"].map(|square| board.edge(at(square), at(&square.replace('B', "C")))), [Some(Edge::Cliff); 2]);
    assert!(!board.lets_through(at("B7"), at("C7")) && board.lets_through(at("B6"), at("B7")));
}

#[test]
fn a_dry_bed_is_an_obstacle_along_the_middle_of_its_feet_as_it_runs() {
    let camp = met(BattleType::Encounter);
    let board = laid(&camp, [".~....", ".~~...", "......", "......"]);
    // From the far edge down through B1 and B2, there to the right and on through C2 to its other side.
    assert_eq!(["C1", "C2", "C3"].map(|left| board.edge(at(left), at(&left.replace('C', "D")))), [Some(Edge::DryBed); 3]);
    assert_eq!(board.edge(at("C4"), at("D4")), None);
    assert_eq!(["D3", "E3", "F3"].map(|far| board.edge(at(far), at(&far.replace('3', "4")))), [Some(Edge::DryBed); 3]);
    assert_eq!(board.edge(at("C3"), at("C4")), None);
}

#[test]
fn a_village_is_built_up_and_a_fortified_town_has_walls_with_a_gate_on_each_side() {
    let camp = battle(boards(), "Suakin", &FOUR, None, BattleKind::Encounter, force(8, 4, 2));
    let plan = plan(&camp);
    let board = board(&plan);
    let houses: Vec<Square> = board.squares().filter(|square| board.ground(*square) == Ground::BuiltUp).collect();
    assert_eq!(area(&houses).0.iter().map(ToString::to_string).collect::<Vec<_>>(), ["E3:H6"], "below the harbour along the far edge");
    assert!(["A1", "L2"].iter().all(|square| board.ground(at(square)) == Ground::Water));
    for (inside, outside) in [("E3", "D3"), ("H6", "I6"), ("H6", "H7"), ("E3", "E2")] {
        assert_eq!(board.edge(at(inside), at(outside)), Some(Edge::Wall), "{inside} {outside}");
    }
    for (inside, outside) in [("F3", "F2"), ("F6", "F7"), ("E4", "D4"), ("H4", "I4")] {
        assert_eq!(board.edge(at(inside), at(outside)), Some(Edge::Gate), "{inside} {outside}");
    }
}

// On the board.

#[test]
fn the_board_is_offered_where_the_group_s_options_say_so_until_it_is_left_or_a_report_begun() {
    let fight = Order::FightOut { ground: GroundDice::default() };
    let without = battle(Options::default(), ROAD, &FOUR, Some(BattleType::Encounter), BattleKind::Encounter, force(8, 4, 2));
    assert_eq!(without.refused(&fight), Refusal::NoBoards);
    let mut camp = met(BattleType::Encounter);
    let listed = |camp: &Camp, seat: Seat| {
        let mut orders = Vec::new();
        camp.legal_orders(seat, &mut orders);
        orders
    };
    assert!(listed(&camp, Seat::Commander).contains(&fight));
    let mut reported = camp.clone();
    reported.give(Order::ReportLoss { unit: reported.unit("Militia 4"), steps: 1 }, &[]);
    assert_eq!(reported.refused(&fight), Refusal::ReportBegun);
    open(&mut camp);
    assert_eq!(camp.refused(&fight), Refusal::BoardFirst);
    assert_eq!(camp.refused(&Order::HoldField), Refusal::BoardFirst);
    assert_eq!(camp.refused(&Order::ReportFought), Refusal::BoardUndecided);
    assert_eq!(listed(&camp, Seat::Commander), [Order::LeaveBoard]);
    camp.give(Order::LeaveBoard, &[]);
    assert_eq!((camp.board(), camp.refused(&fight)), (None, Refusal::BoardWasLeft));
    camp.allowed(&Order::HoldField);
}

#[test]
fn an_order_on_the_board_is_its_side_s_alone_and_its_side_gives_no_other() {
    let mut camp = met(BattleType::Encounter);
    camp.0.give(Seat::Commander, &Order::LetStaffFight { ground: GroundDice::default() }, &mut Dice::seeded([3; 32], 0)).unwrap();
    assert!(camp.board().unwrap().is_by_staff());
    assert_eq!(camp.acting(), [Seat::OnBoard(Side::Ours)]);
    let ready = Order::Field(tabletop::order::Order::Ready(Side::Ours));
    assert_eq!(camp.giver(&ready), Seat::OnBoard(Side::Ours));
    assert_eq!(camp.permit(Seat::OnBoard(Side::Ours), &ready), Ok(()));
    for seat in [Seat::Commander, Seat::Player, Seat::Umpire, Seat::OnBoard(Side::Enemy)] {
        assert!(camp.permit(seat, &ready).is_err(), "{seat:?}");
    }
    assert_eq!(camp.permit(Seat::OnBoard(Side::Ours), &Order::LeaveBoard), Err(Refusal::OnBoardOnly));
    assert_eq!(met(BattleType::Encounter).permit(Seat::OnBoard(Side::Ours), &ready), Err(Refusal::NoBoard));
}

#[test]
fn the_umpire_says_who_plays_a_side_on_the_board() {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    let seat = Order::Field(tabletop::order::Order::Seat { side: Side::Enemy, player: Some(tabletop::player::Player::Member(2)) });
    assert_eq!(camp.giver(&seat), Seat::Umpire);
    assert!(camp.permit(Seat::Commander, &seat).is_err() && camp.permit(Seat::OnBoard(Side::Enemy), &seat).is_err());
    camp.0.give(Seat::Umpire, &seat, &mut Dice::scripted(&[])).unwrap();
    assert_eq!(camp.board().unwrap().battle().player(Side::Enemy), Some(tabletop::player::Player::Member(2)));
}

#[test]
fn random_event_66_has_the_enemy_attack_and_take_no_other_instruction_until_contact_n14() {
    let mut camp = met(BattleType::Encounter);
    if let Some((battle, _)) = &mut camp.0.field {
        battle.note = "straight on".to_owned();
    }
    open(&mut camp);
    let instruct = |instruction| Order::Field(tabletop::order::Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction });
    let enemy = Seat::OnBoard(Side::Enemy);
    let first = There(5);
    assert_eq!(camp.board().unwrap().battle().instruction(first), Instruction::Attack, "told so from the beginning");
    assert_eq!(camp.permit(enemy, &instruct(Instruction::FallBack)), Err(Refusal::Headlong));
    assert_eq!(camp.permit(enemy, &instruct(Instruction::AskMe)), Err(Refusal::Headlong));
    assert!(camp.standing_orders_on_board(Side::Enemy).iter().all(|order| !matches!(order,
        Order::Field(tabletop::order::Order::Instruct { instruction, .. }) if *instruction != Instruction::Attack)));
    let shot = tabletop::event::Event::Fired {
        unit: There(0),
        weapon: 0,
        target: first,
        roll: tabletop::roll::Roll::new(tabletop::roll::Purpose::Fire(There(0)), crate::dice::DiceSpec { count: 1, sides: 6 }),
        at_most: 4,
        direction: 0,
        free: false,
    };
    happens(&mut camp, shot);
    assert_eq!(camp.permit(enemy, &instruct(Instruction::FallBack)), Ok(()));
}

#[test]
fn the_board_s_options_wait_while_a_battle_is_fought() {
    let mut camp = met(BattleType::Encounter);
    let change = OptionChange::Rubs(3);
    assert!(matches!(house_rules::permit_change(&camp, change), Err(Refusal::OptionWaits(_))));
    camp.give(Order::HoldField, &[]);
    assert_eq!(house_rules::permit_change(&camp, change), Ok(()));
    assert!(!Options { rubs: 0, ..boards() }.are_possible() && !Options { rubs: 4, ..boards() }.are_possible());
}

#[test]
fn the_largest_forces_of_the_campaign_fit_on_the_largest_board() {
    let pack = BattlePack::embedded().unwrap();
    for battle_type in [
        BattleType::EnemySurpriseAttack,
        BattleType::Ambush,
        BattleType::ProbingAttack,
        BattleType::Encounter,
        BattleType::Defense,
        BattleType::OurSurpriseAttack,
    ] {
        let mut camp = camp_with(Options { rubs: 1, ..boards() });
        let all: crate::pack::UnitSet = (0..80).map(crate::pack::UnitId).collect();
        let space = camp.space("Friday Harbor");
        camp.apply(&Event::UnitsArrived { units: all, at: space, source: crate::campaign::Source::Reserve });
        let battle = FieldBattle {
            at: space,
            units: all,
            ships: ShipSet::EMPTY,
            kind: BattleKind::Encounter,
            force: force(24, 8, 8),
            battle: Battle { battle_type: Some(battle_type), hour: Some(SurpriseHour::Dawn), ..Battle::assault() },
            note: String::new(),
        };
        camp.apply(&Event::BattleBegan { battle: Box::new(battle.clone()) });
        camp.apply(&Event::DecisionPut { decision: Decision::Battle { at: space } });
        assert_eq!(ground::table(&camp), (12, 8));
        let arranged = arrange(&camp, &GroundDice::default()).unwrap_or_else(|refusal| panic!("{battle_type:?}: {refusal}"));
        assert_eq!(arranged.units.len(), 80);
        let roster = Roster::of(&camp, &battle, &pack, Size::Large).unwrap();
        assert!(roster.ours.len() == 81 && roster.enemy.len() == 41 && roster.ours[80].role == Role::Leads);
    }
}

#[test]
fn the_field_force_s_leader_is_with_his_own_units_alone_n12() {
    let mut camp = met(BattleType::Encounter);
    camp.0.field_force.present = true;
    assert_eq!(roster::our_leader(&camp), None, "his units are elsewhere");
    camp.0.field_force.units = camp.units(&FOUR[..1]);
    assert_eq!(roster::our_leader(&camp), Some(camp.pack().words.leaders.field_force.as_str()));
    camp.0.field_force.present = false;
    assert_eq!(roster::our_leader(&camp), None);
}
