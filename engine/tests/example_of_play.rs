//! *Example of Play*: its first two turns, order by order, with the dice it tells and dice of our own where it tells none.
//!
//! Where the Example and the rules part ways, the comments say so: movement points between two friendly locations cannot meet the
//! enemy (R27), and units that board ships from elsewhere have to be activated as well (R39).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use engine::campaign::Seat;
use engine::campaign::rules::rebellion;
use engine::campaign::{
    BattleKind, CardUse, Control, Decision, Event, LedgerReason, Odds, Options, Order, Phase, Refusal, ShipPlace, State, Station, UnitPlace,
};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{BattleType, CardNumber, LocationId, Pack, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId, UnitSet};

/// A campaign at a table, with dice that show what they are told to.
struct Table {
    state: State,
}

impl Table {
    fn new() -> Self {
        let mut table = Self { state: State::new(Pack::embedded().unwrap()) };
        table.give(Order::SetUp { scenario: "uprising".into(), options: Options::default() }, &[]);
        table
    }

    /// Gives an order; the dice must be those wanted, to the last.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "orders are written where they are given")]
    fn give(&mut self, order: Order, faces: &[u16]) -> Vec<Event> {
        let mut dice = Dice::scripted(faces);
        let given = self.state.give(Seat::Commander, &order, &mut dice);
        let events = given.unwrap_or_else(|refusal| panic!("{order:?}: {}", refusal.sentence(self.state.pack())));
        assert_eq!(dice.finish(), Ok(()), "{order:?}");
        events
    }

    #[track_caller]
    fn refused(&self, order: &Order) -> Refusal {
        self.state.permit(Seat::Commander, order).expect_err("an order that is refused")
    }

    #[track_caller]
    fn at(&self, name: &str) -> LocationId {
        self.state.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    fn space(&self, name: &str) -> SpaceId {
        self.state.pack().map.find_space(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    fn port(&self, name: &str) -> Station {
        Station::Space(self.space(name))
    }

    #[track_caller]
    fn sea(&self, name: &str) -> Station {
        let areas = &self.state.pack().map.sea_areas;
        Station::Sea(SeaAreaId::at(areas.iter().position(|area| area.name == name).unwrap()))
    }

    #[track_caller]
    fn unit(&self, name: &str) -> UnitId {
        UnitId::at(self.state.pack().roster.units.iter().position(|unit| unit.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    #[track_caller]
    fn ship(&self, name: &str) -> ShipId {
        ShipId::at(self.state.pack().roster.ships.iter().position(|ship| ship.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    #[track_caller]
    fn kind(&self, name: &str) -> UnitKindId {
        UnitKindId::at(self.state.pack().roster.kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| panic!("no {name}")))
    }

    fn kinds_at(&self, name: &str) -> Vec<&str> {
        let roster = &self.state.pack().roster;
        self.state.garrison(self.at(name)).iter().map(|unit| roster.kind_of(unit).name.as_str()).collect()
    }

    fn names(&self, units: UnitSet) -> Vec<&str> {
        units.iter().map(|unit| self.state.pack().roster.unit(unit).name.as_str()).collect()
    }

    #[track_caller]
    fn play(&mut self, card: u8, r#as: CardUse, faces: &[u16]) -> Vec<Event> {
        self.give(Order::Play { card: CardNumber(card), r#as }, faces)
    }

    #[track_caller]
    fn place(&mut self, kind: &str, at: &str, count: u8) {
        let order = Order::Place { kind: self.kind(kind), at: self.space(at), count };
        self.give(order, &[]);
    }

    #[track_caller]
    fn activate(&mut self, at: Station) {
        self.give(Order::Activate { at }, &[]);
    }

    /// Draws these cards, each by its place among those left in the pile.
    #[track_caller]
    fn draw(&mut self, cards: &[u8]) {
        let entering: &[u8] = if self.state.turn() == 2 { &[36] } else { &[] };
        let mut pile: Vec<u8> = self.state.draw_pile().iter().map(|card| card.0).chain(entering.iter().copied()).collect();
        pile.sort_unstable();
        let mut faces = Vec::new();
        for card in cards {
            let place = pile.iter().position(|other| other == card).unwrap();
            pile.remove(place);
            faces.push(place as u16 + 1);
        }
        self.give(Order::DrawCards, &faces);
        assert_eq!(self.state.hand().iter().map(|card| card.0).collect::<Vec<_>>(), cards);
    }

    /// Rolls for every location in the printed order: these rise, each garrison's die as given, all others do not.
    #[track_caller]
    fn rebellion(&mut self, rising: &[(&str, &[u16])]) {
        let mut left: Vec<&str> = rising.iter().map(|(name, _)| *name).collect();
        while let Some(location) = rebellion::due_now(&self.state).first() {
            let name = self.state.pack().location_name(location).to_owned();
            let needed = rebellion::revolt_roll(&self.state, location).face_needed().unwrap();
            let faces: Vec<u16> = match rising.iter().find(|(other, _)| *other == name) {
                Some((_, fate)) => {
                    left.retain(|other| *other != name);
                    assert!(needed <= 6, "{name} can rise");
                    std::iter::once(6).chain(fate.iter().copied()).collect()
                }
                None if needed > 6 => vec![],
                None => {
                    assert!(needed > 1, "{name} can hold");
                    vec![1]
                }
            };
            self.give(Order::CheckRevolt { location }, &faces);
        }
        assert!(left.is_empty(), "not rolled for: {left:?}");
    }

    fn in_revolt(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.state.enemy_held().iter().map(|location| self.state.pack().location_name(location)).collect();
        names.sort_unstable();
        names
    }
}

/// Two dice that bring no random event on any card of the Example.
const QUIET: &[u16] = &[1, 1];

/// Turn 1 up to its first action round.
fn turn_1() -> Table {
    let mut table = Table::new();
    table.draw(&[30, 33, 37, 39, 43, 47, 50]);
    // Nine places in revolt with Tokar. The militia of Stuart and Waldron mutiny; El Obeid's battalion retreats to Olga.
    table.rebellion(&[
        ("Stuart", &[1]),
        ("Waldron", &[2]),
        ("El Obeid", &[3]),
        ("Deer Harbor", &[]),
        ("Blakely", &[]),
        ("Mud Bay", &[]),
        ("Ginnis", &[]),
        ("Tamai", &[]),
    ]);
    table
}

/// Turn 1, cards 37, 39 and 50.
fn turn_1_gathering(table: &mut Table) {
    // Round 1: card 37 for its event. The Example's 8 brings no random event.
    table.play(37, CardUse::Event, &[4, 4]);
    table.place("Militia", "Roche Harbor", 3);

    // Round 2: card 39 for two Ops. First Lopez's battalion marches to Richardson. The Example rolls for the two movement points on
    // the way; both lie between friendly locations, where a 7 would be needed (R27), so no die is thrown.
    table.play(39, CardUse::Ops, QUIET);
    table.activate(table.port("Lopez"));
    table.give(Order::March { to: table.space("Richardson") }, &[]);
    // Then Port Stanley: its units and the Dongola stand in one place, so one Op activates both (R39).
    table.activate(table.port("Port Stanley"));
    table.give(Order::FormFleet { at: table.port("Port Stanley") }, &[]);
    table.give(Order::LoadAll, &[]);
    table.give(Order::Sail { to: table.sea("D") }, &[]);
    table.give(Order::Sail { to: table.sea("E") }, &[]);
    assert_eq!(table.state.functions_left(table.ship("Dongola")), 0, "loaded and moved twice: it is out of functions");
    let mud_bay = table.at("Mud Bay");
    assert_eq!(table.refused(&Order::Land { at: mud_bay }), Refusal::NoFunctions, "it cannot land its troops this round");
    table.give(Order::EndRound, &[]);

    // Round 3: card 50 for its event. An 11 brings a random event, and 6 and 2 name it: two replacement points.
    let events = table.play(50, CardUse::Event, &[5, 6, 6, 2]);
    assert!(events.iter().any(|event| matches!(event, Event::RandomEventRolled { number: 62, .. })));
    assert_eq!(table.state.replacements().native, 2);
    table.place("Militia", "Richardson", 2);
}

/// Turn 1, card 30: the battle of Mud Bay.
fn turn_1_mud_bay(table: &mut Table) {
    // Round 4: card 30 for two Ops. Richardson's five march, meet nobody on the way, and on a 5 the enemy at Mud Bay.
    table.play(30, CardUse::Ops, QUIET);
    table.activate(table.port("Richardson"));
    table.give(Order::March { to: table.space("Mud Bay") }, &[2, 3, 5]);
    // The Dongola lands her two, who join the one battle (R63).
    table.activate(table.sea("E"));
    table.give(Order::Land { at: table.at("Mud Bay") }, &[]);
    let mud_bay = table.space("Mud Bay");
    assert_eq!(table.refused(&Order::EndRound), Refusal::BattlesFirst);
    // Twelve of foot, two of horse, one with rifles, no gun; an Encounter battle.
    table.give(Order::Fight { at: mud_bay }, &[3, 3, 3, 3, 2, 1, 2, 4, 3]);
    let (battle, _) = table.state.battle().unwrap();
    assert_eq!((battle.force.foot, battle.force.rifles, battle.force.horse, battle.force.units()), (12, 1, 2, 15));
    assert_eq!((battle.battle.battle_type, battle.kind), (Some(BattleType::Encounter), BattleKind::Encounter));
    let mut fighting = table.names(battle.units);
    fighting.sort_unstable();
    assert_eq!(fighting.len(), 7, "{fighting:?}");
    let regulars = battle.units.iter().find(|unit| table.state.pack().roster.kind_of(*unit).name == "Egyptian Regulars").unwrap();

    // Eighteen of 28 steps go: camels, battery and the irregular foot altogether, and some of four others.
    let militia = ["Militia 7", "Militia 8"].map(|name| table.unit(name));
    let horse = battle.units.iter().find(|unit| table.state.pack().roster.kind_of(*unit).name == "Bashi-Bazouk Cavalry").unwrap();
    let gone = ["Camels 1/1", "Camel Battery 1", "Bashi-Bazouk Foot 1"].map(|name| table.unit(name));
    let losses: Vec<(UnitId, u8)> =
        gone.iter().map(|unit| (*unit, 4)).chain([(regulars, 1), (horse, 1), (militia[0], 2), (militia[1], 2)]).collect();
    assert_eq!(losses.iter().map(|(_, steps)| steps).sum::<u8>(), 18);
    for (unit, steps) in losses {
        table.give(Order::ReportLoss { unit, steps }, &[]);
    }

    // Four units against fifteen, one of them mounted: +2 -1. An 8 makes the Example's 9: 40% of the ten steps left.
    let events = table.give(Order::Withdraw { cavalry: 1, surrounded: false, odds: Odds::OverThreeToOne }, &[4, 4]);
    let pursuit = events.iter().find_map(|event| match event {
        Event::PursuitRolled { roll, percent, steps } => Some((roll.total(), *percent, *steps)),
        _ => None,
    });
    assert_eq!(pursuit, Some((9, 40, 4)));
    table.give(Order::Lose { unit: militia[1], whole: true }, &[]);
    table.give(Order::Lose { unit: regulars, whole: false }, &[]);
    // With the last of the four the lost are rolled for, 22 steps of them: after a retreat only sixes come back, and none shows.
    let lost: Vec<u16> = (0..22).map(|die| die % 5 + 1).collect();
    let events = table.give(Order::Lose { unit: horse, whole: false }, &lost);
    assert!(events.iter().any(|event| matches!(event, Event::RecoveryRolled { needs: 6, recovered: 0, .. })));

    // Three units left, in the movement point next to Mud Bay.
    let point = table.space("Richardson–Mud Bay 2 of 2");
    assert!(table.state.pack().map.neighbours(mud_bay).contains(point));
    assert_eq!(table.state.units_at(point), [regulars, horse, militia[0]].into_iter().collect());
    assert_eq!(table.state.ship_place(table.ship("Dongola")), ShipPlace::from(table.sea("E")), "she stays in no Mahdist port (R64)");
    assert_eq!(table.state.phase(), Phase::Action { round: 5 });
}

/// Turn 1, cards 43, 33 and 47, and what follows.
fn turn_1_aftermath(table: &mut Table) {
    // Round 5: card 43 for two Ops. The beaten force goes back to Richardson and meets nobody.
    table.play(43, CardUse::Ops, QUIET);
    let point = table.port("Richardson–Mud Bay 2 of 2");
    table.activate(point);
    table.give(Order::March { to: table.space("Richardson") }, &[3]);
    assert_eq!(table.state.garrison(table.at("Richardson")).len(), 3);
    // Friday Harbor's ships go to False Bay. The Example has them load the Bashi-Bazouks there for the same Op; but those did not
    // start with the ships and have not been activated, which would take a third Op (R39).
    table.activate(table.port("Friday Harbor"));
    table.give(Order::FormFleet { at: table.port("Friday Harbor") }, &[]);
    table.give(Order::Sail { to: table.port("False Bay") }, &[]);
    assert_eq!(table.state.ships_in(table.at("False Bay")).len(), 4);
    assert_eq!(table.refused(&Order::LoadAll), Refusal::CannotLoad);
    assert_eq!(table.refused(&Order::Activate { at: table.port("False Bay") }), Refusal::NoOps);
    table.give(Order::EndRound, &[]);

    // Round 6: card 33 for one Op. Ships and horse are in one place now: they load, and sail to Friday Harbor. That is three
    // functions, so they go ashore next turn.
    table.play(33, CardUse::Ops, QUIET);
    table.activate(table.port("False Bay"));
    table.give(Order::FormFleet { at: table.port("False Bay") }, &[]);
    table.give(Order::LoadAll, &[]);
    table.give(Order::Sail { to: table.port("Friday Harbor") }, &[]);
    assert!(table.state.garrison(table.at("False Bay")).is_empty());
    let afloat = ["Bashi-Bazouk Horse 2", "Bashi-Bazouk Horse 3"].map(|name| table.unit(name));
    assert!(afloat.iter().all(|unit| matches!(table.state.unit_place(*unit), UnitPlace::Aboard(_))));
    table.give(Order::EndRound, &[]);

    // Round 7: card 47 for replacements: one point more, and five victory points.
    table.play(47, CardUse::Replacements, QUIET);
    assert_eq!(table.state.replacements().native, 3);
    assert_eq!(table.state.phase(), Phase::Replacements, "nobody is out of supply, nothing is besieged");
    assert!(table.state.unsupplied().is_empty() && table.state.besieged().is_empty());

    // The three points bring the three units in Richardson back to strength.
    let ledger: Vec<_> = table.state.ledger().to_vec();
    for unit in table.state.garrison(table.at("Richardson")).iter() {
        assert_eq!(table.state.steps(unit), 2);
        table.give(Order::Replace { unit }, &[]);
        assert_eq!(table.state.steps(unit), 4);
    }
    assert_eq!(table.state.replacements().native, 0);

    // The track began at 5 for Tokar; eight places make 45, the lost battle 10, half its units lost 5, the card 5: 70.
    let sum =
        |wanted: fn(&LedgerReason) -> bool| -> i16 { ledger.iter().filter(|entry| wanted(&entry.reason)).map(|entry| entry.points).sum() };
    assert_eq!(sum(|reason| matches!(reason, LedgerReason::LocationLost(_))), 45);
    assert_eq!(sum(|reason| matches!(reason, LedgerReason::BattleLost(_))), 10);
    assert_eq!(sum(|reason| matches!(reason, LedgerReason::HeavyLosses(_))), 5);
    assert_eq!(sum(|reason| matches!(reason, LedgerReason::ReplacementsCard(CardNumber(47)))), 5);
    assert_eq!(table.state.victory_points(), 70);
    assert_eq!((table.state.turn(), table.state.phase()), (2, Phase::Draw));
}

#[test]
fn example_of_play_turn_1_begins_with_nine_places_in_revolt() {
    let table = turn_1();
    assert_eq!(table.in_revolt(), ["Blakely", "Deer Harbor", "El Obeid", "Ginnis", "Mud Bay", "Stuart", "Tamai", "Tokar", "Waldron"]);
    assert_eq!(table.kinds_at("Olga"), ["Egyptian Regulars", "Egyptian Regulars"]);
    assert_eq!(table.state.phase(), Phase::Action { round: 1 });
}

#[test]
fn example_of_play_turn_1_gathers_at_roche_harbor_and_richardson_r27_r39() {
    let mut table = turn_1();
    turn_1_gathering(&mut table);
    assert_eq!(table.state.garrison(table.at("Roche Harbor")).len(), 5);
    assert!(table.state.garrison(table.at("Lopez")).is_empty());
    let mut richardson = table.kinds_at("Richardson");
    richardson.sort_unstable();
    assert_eq!(richardson, ["Bashi-Bazouk Cavalry", "Bashi-Bazouk Infantry", "Egyptian Regulars", "Militia", "Militia"]);
    let dongola = table.ship("Dongola");
    assert_eq!(table.names(table.state.aboard(dongola)), ["Camels 1/1", "Camel Battery 1"]);
    assert_eq!(table.state.ship_place(dongola), ShipPlace::from(table.sea("E")));
    for gone in [37, 50] {
        assert!(table.state.removed_cards().contains(CardNumber(gone)), "card {gone} leaves the campaign with its event");
    }
    assert!(table.state.discard_pile().contains(CardNumber(39)), "a card played for Ops does not");
    assert_eq!(table.state.phase(), Phase::Action { round: 4 });
}

#[test]
fn example_of_play_turn_1_the_battle_of_mud_bay_leaves_three_units_r63() {
    let mut table = turn_1();
    turn_1_gathering(&mut table);
    turn_1_mud_bay(&mut table);
}

#[test]
fn example_of_play_turn_1_ends_at_seventy() {
    let mut table = turn_1();
    turn_1_gathering(&mut table);
    turn_1_mud_bay(&mut table);
    turn_1_aftermath(&mut table);
}

/// Turn 2 up to its first action round.
fn turn_2() -> Table {
    let mut table = turn_1();
    turn_1_gathering(&mut table);
    turn_1_mud_bay(&mut table);
    turn_1_aftermath(&mut table);
    // The Example shows its second hand in a picture only: card 35 is in it, Hicks (36) is not. The others are ours, rich in Ops.
    table.draw(&[28, 29, 32, 35, 42, 48, 51]);
    assert!(table.state.draw_pile().contains(CardNumber(36)), "Hicks is in the deck from turn 2 (R13)");
    table.rebellion(&[("Rosario", &[]), ("Decatur", &[1]), ("Lopez", &[]), ("Roche Harbor", &[]), ("Sinkat", &[])]);
    table
}

/// Turn 2: the Sudanese land, Richardson goes to Port Stanley and Orcas Landing to Olga, all by sea.
fn turn_2_moves(table: &mut Table) {
    // Card 35: four Sudanese and a battery, split as the Example has it.
    table.play(35, CardUse::Event, QUIET);
    table.place("Sudanese", "West Sound", 1);
    table.place("Sudanese", "Eastsound", 1);
    table.place("Sudanese", "Friday Harbor", 2);
    table.place("Krupp Battery", "Friday Harbor", 1);

    // The Dongola fetches Richardson's three: two stations, two Ops (R39).
    table.play(28, CardUse::Ops, QUIET);
    table.activate(table.sea("E"));
    table.give(Order::Sail { to: table.port("Richardson") }, &[]);
    table.activate(table.port("Richardson"));
    table.give(Order::FormFleet { at: table.port("Richardson") }, &[]);
    table.give(Order::LoadAll, &[]);
    table.give(Order::Sail { to: table.sea("E") }, &[]);
    table.give(Order::EndRound, &[]);

    // Troops at sea move with their ship for one Op. The Atbara fetches Orcas Landing's battalion, which takes two more.
    table.play(29, CardUse::Ops, QUIET);
    table.activate(table.sea("E"));
    table.give(Order::Sail { to: table.port("Port Stanley") }, &[]);
    table.give(Order::UnloadAll, &[]);
    table.activate(table.port("Friday Harbor"));
    table.give(Order::FormFleet { at: table.port("Friday Harbor") }, &[]);
    table.give(Order::UnloadAll, &[]);
    for ship in ["Tamai", "Metemma", "Aswan"] {
        table.give(Order::LeaveShip { ship: table.ship(ship) }, &[]);
    }
    table.give(Order::Sail { to: table.port("Orcas Landing") }, &[]);
    table.activate(table.port("Orcas Landing"));
    table.give(Order::FormFleet { at: table.port("Orcas Landing") }, &[]);
    table.give(Order::LoadAll, &[]);
    table.give(Order::EndRound, &[]);

    table.play(42, CardUse::Ops, QUIET);
    table.activate(table.port("Orcas Landing"));
    table.give(Order::Sail { to: table.port("Olga") }, &[]);
    table.give(Order::EndRound, &[]);
    table.play(48, CardUse::Ops, QUIET);
    table.activate(table.port("Olga"));
    table.give(Order::FormFleet { at: table.port("Olga") }, &[]);
    table.give(Order::UnloadAll, &[]);
    table.give(Order::EndRound, &[]);
}

/// Turn 2: Sinkat is taken back from Friday Harbor by a battle.
fn turn_2_sinkat(table: &mut Table) {
    table.play(51, CardUse::Ops, QUIET);
    table.activate(table.port("Friday Harbor"));
    table.give(Order::Form { at: table.space("Friday Harbor") }, &[]);
    // The fortress keeps its garrison, its horse and its guns; the infantry marches.
    let force = table.state.round().force().unwrap();
    for unit in force.units.iter() {
        let kind = table.state.pack().roster.kind_of(unit).name.as_str();
        if !["Sudanese", "Egyptian Regulars"].contains(&kind) {
            table.give(Order::Leave { unit }, &[]);
        }
    }
    table.give(Order::March { to: table.space("Sinkat") }, &[4, 5, 5]);
    table.give(Order::Fight { at: table.space("Sinkat") }, &[2, 3, 2, 3, 1, 1, 1, 5, 5]);
    let sudanese = table.state.battle().unwrap().0.units.iter().next().unwrap();
    table.give(Order::ReportLoss { unit: sudanese, steps: 1 }, &[]);
    table.give(Order::HoldField, &[5]);
    let sinkat = table.at("Sinkat");
    assert_eq!(table.state.steps(sudanese), 4, "on a field held a five brings the step back");
    assert_eq!(table.state.control(sinkat), Control::NativePacified, "a green marker");
    assert_eq!(table.state.phase(), Phase::Action { round: 7 });
}

#[test]
fn example_of_play_turn_2_roche_harbor_is_besieged_and_four_places_rise() {
    let table = turn_2();
    for lost in ["Sinkat", "Rosario", "Decatur", "Lopez"] {
        assert_eq!(table.state.control(table.at(lost)), Control::Enemy, "{lost}");
    }
    assert_eq!(table.in_revolt().len(), 13);
    assert_eq!(table.state.besieged().iter().collect::<Vec<_>>(), [table.at("Roche Harbor")]);
    assert_eq!(table.state.siege_level(table.at("Roche Harbor")), 1);
    assert_eq!(table.state.ledger().iter().map(|entry| entry.points).sum::<i16>(), 25, "a siege costs nothing (R04)");
    assert_eq!(table.state.unit_place(table.unit("Militia 1")), UnitPlace::Gone, "Decatur's militia mutinies");
}

#[test]
fn example_of_play_turn_2_new_units_and_moves_to_port_stanley_and_olga_r39_r40() {
    let mut table = turn_2();
    turn_2_moves(&mut table);
    assert_eq!(table.kinds_at("West Sound").iter().filter(|kind| **kind == "Sudanese").count(), 2);
    assert_eq!(table.kinds_at("Eastsound").iter().filter(|kind| **kind == "Sudanese").count(), 2);
    assert_eq!(table.kinds_at("Friday Harbor").iter().filter(|kind| **kind == "Sudanese").count(), 4);
    assert_eq!(table.kinds_at("Friday Harbor").iter().filter(|kind| **kind == "Krupp Battery").count(), 2);
    assert_eq!(table.kinds_at("Friday Harbor").iter().filter(|kind| **kind == "Bashi-Bazouk Cavalry").count(), 2);
    assert_eq!(table.state.garrison(table.at("Port Stanley")).len(), 3);
    assert_eq!(table.state.garrison(table.at("Olga")).len(), 3);
    for left in ["Richardson", "Orcas Landing"] {
        assert!(table.state.garrison(table.at(left)).is_empty(), "{left} is abandoned");
        assert!(table.state.control(table.at(left)).is_held());
    }
}

#[test]
fn example_of_play_turn_2_ends_at_eighty_with_sinkat_retaken_and_roche_harbor_held() {
    let mut table = turn_2();
    turn_2_moves(&mut table);
    turn_2_sinkat(&mut table);
    table.give(Order::Pass, &[]);
    table.give(Order::EndRound, &[]);
    // Roche Harbor sits tight, and a 3 costs it nothing; the siege goes on to its second level.
    let roche_harbor = table.at("Roche Harbor");
    assert_eq!(table.state.decision(), Some(&Decision::Garrison { location: roche_harbor }));
    table.give(Order::SitTight, &[1, 2]);
    assert_eq!(table.state.garrison(roche_harbor).len(), 5);
    assert_eq!(table.state.siege_level(roche_harbor), 2);
    // 25 for the places lost, 5 back for Sinkat, 10 for the battle won: 80.
    assert_eq!(table.state.victory_points(), 80);
    assert_eq!((table.state.turn(), table.state.phase()), (3, Phase::Draw));
}
