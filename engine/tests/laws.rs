//! The laws of the engine, held over many random campaigns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use engine::campaign::Seat;
use engine::campaign::{
    CardUse, Decision, Event, GroundDice, Odds, Options, Order, Post, ShipPlace, State, Station, SupplySystem, UnitPlace,
};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{CardNumber, CardSet, LocationId, Nation, Pack, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};

/// A stream of numbers that a seed gives, for choices that are not dice.
struct Choices(u64);

impl Choices {
    fn next(&mut self) -> u64 {
        // xorshift64*, which is plenty for picking orders.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A small number, most often one that stands for something, sometimes far off.
    fn number(&mut self, limit: usize) -> u8 {
        if self.below(12) == 0 { self.below(256) as u8 } else { self.below(limit + 2) as u8 }
    }
}

/// An order of any sort, about anything; mostly one that is not allowed.
fn any_order(state: &State, choices: &mut Choices) -> Order {
    let pack = state.pack();
    let location = LocationId(choices.number(pack.map.locations.len()));
    let space = SpaceId(choices.number(pack.map.locations.len() + pack.map.points.len()));
    let area = SeaAreaId(choices.number(pack.map.sea_areas.len()));
    let unit = UnitId(choices.number(pack.roster.units.len()));
    let ship = ShipId(choices.number(pack.roster.ships.len()));
    let kind = UnitKindId(choices.number(pack.roster.kinds.len()));
    let card = CardNumber(choices.number(55));
    let at = if choices.flag() { Station::Space(space) } else { Station::Sea(area) };
    let few = choices.number(8);
    let r#as = [CardUse::Event, CardUse::Ops, CardUse::Replacements][choices.below(3)];
    let odds = [Odds::Even, Odds::OverTwoToOne, Odds::OverThreeToOne][choices.below(3)];
    let post = [Post::Player, Post::Commander, Post::ChiefOfStaff][choices.below(3)];
    let flag = choices.flag();
    match choices.below(67) {
        0 => Order::SetUp { scenario: "uprising".to_owned(), options: Options { random_start: flag, ..Options::default() } },
        1 => Order::DrawCards,
        2 => Order::CheckRevolts,
        3 => Order::CheckRevolt { location },
        4 => Order::Retreat { to: location },
        5..=8 => Order::Play { card, r#as },
        9 => Order::Pass,
        10 | 11 => Order::Place { kind, at: space, count: few },
        12 => Order::PlaceShip { at: location },
        13 => Order::BuildRedoubt { at: location },
        14 => Order::Raid { location },
        15 => Order::Garrison { unit },
        16 => Order::GiveCard { card },
        17 => Order::TakeCard { card },
        18 => Order::ChooseSiege { location },
        19 => Order::ChooseNation { nation: if flag { Nation::Allied } else { Nation::Native } },
        20 => Order::LandExpedition { port: location },
        21 => Order::Decline,
        22 | 23 => Order::Activate { at },
        24 => Order::Form { at: space },
        25 => Order::Leave { unit },
        26 => Order::Gather,
        27 => Order::TakeSupply,
        28 => Order::LeaveSupply,
        29 => Order::MarchUnmet,
        30 | 31 => Order::March { to: space },
        32 => Order::Halt,
        33 => Order::FormFleet { at },
        34 => Order::LeaveShip { ship },
        35 | 36 => Order::Sail { to: at },
        37 => Order::Land { at: location },
        38 => Order::Load { unit, aboard: flag.then_some(ship) },
        39 => Order::LoadAll,
        40 => Order::Unload { unit },
        41 => Order::UnloadAll,
        42 => Order::LoadSupply,
        43 => Order::UnloadSupply,
        44 => Order::EmbarkGovernor,
        45 => Order::LoadTrain,
        46 => Order::UnloadTrain,
        47 => Order::Repair { ship },
        48 => Order::Anchor,
        49 => Order::LayTrack { at: space },
        50 => Order::Entrain { unit },
        51 => Order::RunTrain { to: space },
        52 => Order::Ferry { unit },
        53 => Order::FerryTo { to: location },
        54 => Order::Fight { at: space },
        55 => Order::EndRound,
        56 => Order::ReportLoss { unit, steps: few },
        57 => [Order::HoldField, Order::Withdraw { cavalry: few, surrounded: flag, odds }][choices.below(2)].clone(),
        58 => Order::Lose { unit, whole: flag },
        59 => Order::SpreadLosses,
        60 => [Order::RetreatTo { to: space }, Order::RetreatByShip { to: location }][choices.below(2)].clone(),
        61 => [Order::ReportShip { ship, damage: flag.then_some(few) }, Order::EndDuel][choices.below(2)].clone(),
        62 => [Order::Commit { unit }, Order::CommitAll, Order::Sortie, Order::BreakOut, Order::SitTight][choices.below(5)].clone(),
        63 => Order::BreakOutTo { to: space },
        65 => [
            Order::FightOut { ground: GroundDice::default() },
            Order::LetStaffFight { ground: GroundDice(vec![1, 2]) },
            Order::Field(engine::tabletop::order::Order::Ready(engine::tabletop::side::Side::Ours)),
            Order::LeaveBoard,
            Order::ReportFought,
        ][choices.below(5)]
        .clone(),
        64 => [Order::Replace { unit }, Order::Rebuild { kind }, Order::EndReplacements][choices.below(3)].clone(),
        _ => [
            Order::Appoint { member: few, post },
            Order::CallVote,
            Order::Vote { member: few, dismiss: flag },
            Order::Discharge { member: few },
        ][choices.below(4)]
        .clone(),
    }
}

/// Every optional rule, on or off.
fn any_options(choices: &mut Choices, scenario: &str) -> Options {
    Options {
        random_start: scenario == "uprising" && choices.flag(),
        storming: choices.flag(),
        siege_reinforcement: choices.flag(),
        gunboats_at_sieges: choices.flag(),
        gunboat_encounters: choices.flag(),
        supply: if choices.flag() { SupplySystem::Advanced } else { SupplySystem::Simple },
        field_force_by_card: choices.flag(),
        victor_stops: choices.flag(),
        fractions_down: choices.flag(),
        earlier_siege_rows: choices.flag(),
        relief_joins_siege: choices.flag(),
        fortified_town_value: choices.flag().then_some(15),
        steps: 1 + choices.below(12) as u8,
        steps_per_replacement: 1 + choices.below(4) as u8,
        // Campaigns with boards have laws of their own: `board_laws.rs`.
        boards: false,
        rubs: 1 + choices.below(3) as u8,
        both_broken_is_drawn: choices.flag(),
        gunboats_on_board: choices.flag(),
    }
}

fn conserved(state: &State) {
    let pack = state.pack();
    for space in pack.map.space_ids() {
        for unit in state.units_at(space).iter() {
            assert_eq!(state.unit_place(unit), UnitPlace::At(space), "a unit is where the map says");
        }
    }
    for ship in (0..pack.roster.ships.len()).map(ShipId::at) {
        for unit in state.aboard(ship).iter() {
            assert_eq!(state.unit_place(unit), UnitPlace::Aboard(ship), "a unit is aboard where the ship says");
        }
        assert!(state.aboard(ship).is_empty() || matches!(state.ship_place(ship), ShipPlace::Port(_) | ShipPlace::Sea(_)));
    }
    let battle = state.battle().map_or(engine::pack::UnitSet::EMPTY, |(battle, _)| battle.units);
    for unit in (0..pack.roster.units.len()).map(UnitId::at) {
        let steps = state.steps(unit);
        match state.unit_place(unit) {
            UnitPlace::At(_) | UnitPlace::Aboard(_) => {
                assert!(steps <= state.options().steps && (steps > 0 || battle.contains(unit)), "a unit on the map has its steps");
            }
            UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => assert_eq!(steps, 0),
        }
    }
    let on_map: usize = pack.map.space_ids().map(|space| state.units_at(space).len()).sum();
    let placed = (0..pack.roster.units.len()).filter(|unit| matches!(state.unit_place(UnitId::at(*unit)), UnitPlace::At(_))).count();
    assert_eq!(on_map, placed, "no unit is twice on the map");
    for location in pack.map.location_ids() {
        if !state.control(location).is_held() {
            assert_eq!(state.siege_level(location), 0, "no siege of a place that is lost");
            let space = pack.map.space_of(location);
            let fought_for = state.round().battle_at(space).is_some() || state.battle().is_some_and(|(battle, _)| battle.at == space);
            let leaving = matches!(state.decision(), Some(Decision::RetreatFrom { .. } | Decision::Casualties { .. }));
            let quiet = !fought_for && !leaving;
            assert!(!quiet || state.garrison(location).is_empty(), "nobody of ours stays in a place that is lost");
            assert!(!quiet || state.ships_in(location).is_empty(), "no ship stays in a port that is lost");
        }
        assert_eq!(state.besieged().contains(location), state.siege_level(location) > 0);
    }
    for ship in 0..pack.roster.ships.len() {
        let ship = ShipId::at(ship);
        match state.ship_place(ship) {
            ShipPlace::Port(port) => assert!(pack.map.location(port).is_port() && state.ships_in(port).contains(ship)),
            ShipPlace::Sea(area) => assert!(state.ships_at_sea(area).contains(ship)),
            ShipPlace::Reserve | ShipPlace::Lost => assert!(!state.fleet_list().contains(ship)),
        }
    }
    let piles = [state.draw_pile(), state.hand(), state.discard_pile(), state.removed_cards()];
    let union = piles.iter().fold(CardSet::EMPTY, |all, pile| all.union(*pile));
    assert_eq!(union.len(), piles.iter().map(|pile| pile.len()).sum::<usize>(), "no card is in two piles");
}

/// How a campaign is played out.
struct Played {
    end: State,
    journal: Vec<Event>,
    orders: Vec<Order>,
}

/// Plays a campaign by choosing among the legal orders.
fn play(seed: u64, look: impl FnMut(&State, &[Order], &mut Choices)) -> Played {
    let mut choices = Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let scenario = if seed % 4 == 3 { "reconquest" } else { "uprising" };
    let options = if seed.is_multiple_of(2) { Options::default() } else { any_options(&mut choices, scenario) };
    play_with(seed, scenario, options, choices, look)
}

fn play_with(
    seed: u64,
    scenario: &str,
    options: Options,
    mut choices: Choices,
    mut look: impl FnMut(&State, &[Order], &mut Choices),
) -> Played {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::seeded(key, 0);
    let mut orders = vec![Order::SetUp { scenario: scenario.to_owned(), options }];
    let mut journal = state.give(Seat::Player, &orders[0], &mut dice).unwrap();
    assert!(!journal.is_empty(), "{:?} leaves no trace", orders[0]);
    let mut legal = Vec::new();
    for _ in 0..MOST_ORDERS {
        legal.clear();
        state.legal_orders(Seat::Player, &mut legal);
        look(&state, &legal, &mut choices);
        if legal.is_empty() {
            break;
        }
        let order = legal[choices.below(legal.len())].clone();
        let events = state.give(Seat::Player, &order, &mut dice).unwrap();
        assert!(!events.is_empty(), "{order:?} leaves no trace");
        journal.extend(events);
        orders.push(order);
    }
    Played { end: state, journal, orders }
}

/// Orders after which a campaign is taken to be going nowhere.
const MOST_ORDERS: usize = 200_000;

/// Campaigns for the laws that look at every order of each.
const CAMPAIGNS_LOOKED_AT: u64 = 60;

/// Campaigns for the laws that look at the end of each.
const CAMPAIGNS: u64 = 10_000;

#[test]
fn listed_means_accepted_and_not_listed_means_refused_with_nothing_changed() {
    for seed in 0..CAMPAIGNS_LOOKED_AT {
        play(seed, |state, listed, choices| {
            for order in listed {
                assert_eq!(state.permit(Seat::Player, order), Ok(()), "{order:?} is listed");
            }
            for _ in 0..20 {
                let order = any_order(state, choices);
                let permitted = state.permit(Seat::Player, &order);
                assert_eq!(permitted.is_ok(), listed.contains(&order), "{order:?} at {:?} {:?}", state.phase(), state.decision());
                if let Err(refusal) = permitted {
                    let mut after = state.clone();
                    let mut dice = Dice::seeded([9; 32], 0);
                    assert!(after.give(Seat::Player, &order, &mut dice).is_err());
                    assert_eq!(&after, state);
                    assert_eq!(dice.position(), Some(0), "a refusal never spends a die");
                    let sentence = refusal.sentence(state.pack());
                    assert!(sentence.ends_with('.') && sentence.len() < 400, "{sentence}");
                }
            }
        });
    }
}

#[test]
fn replaying_the_journal_gives_the_live_state_also_through_json() {
    for seed in 0..CAMPAIGNS_LOOKED_AT {
        let played = play(seed, |_, _, _| {});
        let written = serde_json::to_string(&played.journal).unwrap();
        let read: Vec<Event> = serde_json::from_str(&written).unwrap();
        assert_eq!(read, played.journal);
        let mut replayed = State::new(Pack::embedded().unwrap());
        replayed.replay(&read);
        assert_eq!(replayed, played.end);
        let written = serde_json::to_string(&played.orders).unwrap();
        let read: Vec<Order> = serde_json::from_str(&written).unwrap();
        assert_eq!(read, played.orders);
    }
}

#[test]
fn units_steps_ships_and_cards_are_conserved_and_there_is_no_dead_end() {
    for seed in 0..CAMPAIGNS_LOOKED_AT {
        play(seed, |state, orders, _| {
            conserved(state);
            assert!(state.turn() <= 20);
            assert!(!orders.is_empty() || state.ending().is_some(), "no dead end at {:?} {:?}", state.phase(), state.decision());
        });
    }
}

#[test]
fn every_order_leaves_a_trace_and_every_campaign_ends_by_its_last_turn() {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    std::thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                for seed in (first..CAMPAIGNS).step_by(threads as usize) {
                    let played = play(seed, |_, _, _| {});
                    assert!(played.end.ending().is_some(), "campaign {seed} does not end: {:?}", played.end.phase());
                    assert!(
                        played.end.turn() <= played.end.pack().outline.turns.last,
                        "campaign {seed} ends on turn {}",
                        played.end.turn()
                    );
                    conserved(&played.end);
                }
            });
        }
    });
}

#[test]
fn the_hand_is_filled_to_seven_and_hicks_waits_for_turn_2_r13() {
    for seed in 0..20 {
        let journal = play_with(seed, "uprising", Options::default(), Choices(seed + 1), |state, _, _| {
            if state.turn() == 1 {
                assert!(!state.draw_pile().contains(CardNumber(36)) && !state.hand().contains(CardNumber(36)));
            }
        })
        .journal;
        let drawn_on_turn_1 = journal
            .iter()
            .take_while(|event| !matches!(event, Event::TurnBegan { turn: 2 }))
            .filter(|event| matches!(event, Event::CardDrawn { .. }))
            .count();
        assert_eq!(drawn_on_turn_1, 7);
        if journal.iter().any(|event| matches!(event, Event::TurnBegan { turn: 2 })) {
            assert!(journal.iter().any(|event| matches!(event, Event::CardsEntered { cards } if cards.contains(CardNumber(36)))));
        }
    }
}

#[test]
fn a_campaign_set_up_with_the_random_start_begins_where_the_die_says() {
    for (face, place) in [(1, "Mud Bay"), (2, "Rosario"), (3, "Deer Harbor"), (4, "Ginnis"), (5, "Tamai"), (6, "Stuart")] {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options { random_start: true, ..Options::default() } };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[face])).unwrap();
        let in_revolt: Vec<_> = state.enemy_held().iter().map(|location| state.pack().location_name(location)).collect();
        assert_eq!(in_revolt, [place]);
        assert!(state.enemy_held().iter().all(|location| state.garrison(location).is_empty()), "the militia at Stuart goes over");
    }
}

/// The name of a variant.
fn sort(thing: &impl std::fmt::Debug) -> String {
    let written = format!("{thing:?}");
    written.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

/// The other laws would prove little if what they watch never happened.
#[test]
fn random_campaigns_give_every_sort_of_order() {
    let mut given = std::collections::BTreeSet::new();
    for seed in 0..CAMPAIGNS_LOOKED_AT * 40 {
        given.extend(play(seed, |_, _, _| {}).orders.iter().map(sort));
    }
    let all = [
        "Activate",
        "Anchor",
        "BreakOut",
        "BreakOutTo",
        "BuildRedoubt",
        "CheckRevolt",
        "CheckRevolts",
        "ChooseNation",
        "ChooseSiege",
        "Commit",
        "CommitAll",
        "Decline",
        "DrawCards",
        "EmbarkGovernor",
        "EndDuel",
        "EndReplacements",
        "EndRound",
        "Entrain",
        "Ferry",
        "FerryTo",
        "Fight",
        "Form",
        "FormFleet",
        "Garrison",
        "Gather",
        "GiveCard",
        "Halt",
        "HoldField",
        "Land",
        "LandExpedition",
        "LayTrack",
        "Leave",
        "LeaveShip",
        "LeaveSupply",
        "Load",
        "LoadAll",
        "LoadSupply",
        "LoadTrain",
        "Lose",
        "March",
        "MarchUnmet",
        "Pass",
        "Place",
        "PlaceShip",
        "Play",
        "Raid",
        "Rebuild",
        "Repair",
        "Replace",
        "ReportLoss",
        "ReportShip",
        "Retreat",
        "RetreatByShip",
        "RetreatTo",
        "RunTrain",
        "Sail",
        "SetUp",
        "SitTight",
        "Sortie",
        "SpreadLosses",
        "TakeCard",
        "TakeSupply",
        "Unload",
        "UnloadAll",
        "UnloadSupply",
        "UnloadTrain",
        "Withdraw",
    ];
    let missing: Vec<_> = all.iter().filter(|order| !given.contains(**order)).collect();
    assert!(missing.is_empty(), "never given: {missing:?}");
    assert_eq!(given.len(), all.len(), "an order that this list does not know");
}
