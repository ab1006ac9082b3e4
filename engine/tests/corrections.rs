//! The laws of corrections, held over random campaigns in which they are made: listed means accepted and not listed refused, the position
//! stays one that can be, and play goes on to the end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use engine::campaign::rules::corrections;
use engine::campaign::{
    CardPlace, Control, Correction, CorrectionKind, Decision, Event, GovernorPlace, Options, Order, Purse, Seat, ShipPlace, State,
    SupplySystem, UnitPlace,
};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{CardNumber, CardSet, LocationId, Pack, SeaAreaId, ShipId, SpaceId, UnitId, UnitSet};

/// A stream of numbers that a seed gives.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A small number, most often one that stands for something, sometimes far off.
    fn number(&mut self, limit: usize) -> u8 {
        if self.below(12) == 0 { self.below(256) as u8 } else { self.below(limit + 2) as u8 }
    }
}

/// A correction of any kind, of anything; often one that is not allowed.
fn any_correction(state: &State, choices: &mut Choices) -> Correction {
    let pack = state.pack();
    let at = LocationId(choices.number(pack.map.locations.len()));
    let space = SpaceId(choices.number(pack.map.locations.len() + pack.map.points.len()));
    let unit = UnitId(choices.number(pack.roster.units.len()));
    let ship = ShipId(choices.number(pack.roster.ships.len()));
    let few = choices.number(6);
    let card = CardNumber(choices.number(55));
    let purses = [Purse::Native, Purse::Allied, Purse::AlliedInfantry, Purse::AlliedCavalry, Purse::AlliedGuns];
    let units = [UnitPlace::At(space), UnitPlace::Aboard(ship), UnitPlace::Lost, UnitPlace::Gone, UnitPlace::Reserve];
    let ships = [ShipPlace::Port(at), ShipPlace::Sea(SeaAreaId(few)), ShipPlace::Lost, ShipPlace::Reserve];
    let piles = [CardPlace::Hand, CardPlace::Draw, CardPlace::Discard, CardPlace::Removed];
    let governor = [GovernorPlace::At(at), GovernorPlace::Aboard(ship), GovernorPlace::Safe, GovernorPlace::Dead, GovernorPlace::Absent];
    match CorrectionKind::ALL[choices.below(CorrectionKind::ALL.len())] {
        CorrectionKind::Unit => Correction::Unit { unit, to: units[choices.below(5)] },
        CorrectionKind::Steps => Correction::Steps { unit, steps: few },
        CorrectionKind::Ship => Correction::Ship { ship, to: ships[choices.below(4)] },
        CorrectionKind::Damage => Correction::Damage { ship, damage: few },
        CorrectionKind::Place => {
            let controls = [Control::Native, Control::NativePacified, Control::Allied, Control::Enemy];
            Correction::Place { at, control: controls[choices.below(4)] }
        }
        CorrectionKind::Siege => Correction::Siege { at, level: few },
        CorrectionKind::Redoubts => Correction::Redoubts { at, count: few },
        CorrectionKind::Supply => Correction::Supply { at: space, points: choices.number(70) },
        CorrectionKind::Points => Correction::Points { to: choices.below(320) as i16 - 10 },
        CorrectionKind::Ledger => Correction::Ledger { points: choices.below(640) as i16 - 320 },
        CorrectionKind::Replacements => Correction::Replacements { purse: purses[choices.below(5)], points: choices.number(45) },
        CorrectionKind::Card => Correction::Card { card, to: piles[choices.below(4)] },
        CorrectionKind::Governor => Correction::Governor { to: governor[choices.below(5)] },
    }
}

/// What every position has to be, whatever was corrected in it.
fn can_be(state: &State) {
    let pack = state.pack();
    let mut somewhere = UnitSet::EMPTY;
    for space in pack.map.space_ids() {
        for unit in state.units_at(space).iter() {
            assert!(!somewhere.contains(unit), "a unit stands twice");
            somewhere.insert(unit);
            assert_eq!(state.unit_place(unit), UnitPlace::At(space));
        }
    }
    for ship in (0..pack.roster.ships.len()).map(ShipId::at) {
        for unit in state.aboard(ship).iter() {
            assert!(!somewhere.contains(unit), "a unit is twice aboard");
            somewhere.insert(unit);
            assert_eq!(state.unit_place(unit), UnitPlace::Aboard(ship));
        }
        match state.ship_place(ship) {
            ShipPlace::Port(port) => assert!(pack.map.location(port).is_port() && state.ships_in(port).contains(ship)),
            ShipPlace::Sea(area) => assert!(state.ships_at_sea(area).contains(ship)),
            ShipPlace::Reserve | ShipPlace::Lost => assert!(state.aboard(ship).is_empty() && !state.fleet_list().contains(ship)),
        }
    }
    let battle = state.battle().map_or(UnitSet::EMPTY, |(battle, _)| battle.units);
    for unit in (0..pack.roster.units.len()).map(UnitId::at) {
        let on_map = matches!(state.unit_place(unit), UnitPlace::At(_) | UnitPlace::Aboard(_));
        assert_eq!(on_map, somewhere.contains(unit));
        assert!(state.steps(unit) <= state.options().steps);
        assert!(on_map == (state.steps(unit) > 0) || battle.contains(unit), "a unit has its steps while it is on the map");
    }
    for at in pack.map.location_ids() {
        assert_eq!(state.besieged().contains(at), state.siege_level(at) > 0);
        if !state.control(at).is_held() {
            let space = pack.map.space_of(at);
            let fought_for = state.round().battle_at(space).is_some() || state.battle().is_some_and(|(battle, _)| battle.at == space);
            let leaving = matches!(state.decision(), Some(Decision::RetreatFrom { .. } | Decision::Casualties { .. }));
            assert!(state.siege_level(at) == 0);
            assert!(fought_for || leaving || (state.garrison(at).is_empty() && state.ships_in(at).is_empty()));
        }
    }
    let piles = [state.draw_pile(), state.hand(), state.discard_pile(), state.removed_cards()];
    let union = piles.iter().fold(CardSet::EMPTY, |all, pile| all.union(*pile));
    assert_eq!(union.len(), piles.iter().map(|pile| pile.len()).sum::<usize>(), "no card is in two piles");
}

fn begun(seed: u64, choices: &mut Choices) -> (State, Dice, Vec<Event>) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::seeded(key, 0);
    let scenario = if seed % 4 == 3 { "reconquest" } else { "uprising" };
    let options = Options {
        storming: choices.below(2) == 0,
        siege_reinforcement: choices.below(2) == 0,
        gunboats_at_sieges: choices.below(2) == 0,
        gunboat_encounters: choices.below(2) == 0,
        supply: if choices.below(2) == 0 { SupplySystem::Advanced } else { SupplySystem::Simple },
        ..Options::default()
    };
    let events = state.give(Seat::Commander, &Order::SetUp { scenario: scenario.to_owned(), options }, &mut dice).unwrap();
    (state, dice, events)
}

/// Plays a campaign with random orders, and between them corrections: `look` sees every position.
fn play(seed: u64, mut look: impl FnMut(&State, &mut Choices)) -> (State, Vec<Event>, BTreeSet<CorrectionKind>) {
    let mut choices = Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut state, mut dice, mut journal) = begun(seed, &mut choices);
    let mut made = BTreeSet::new();
    let mut legal = Vec::new();
    for _ in 0..60_000 {
        look(&state, &mut choices);
        // In every sixth place something is put right.
        if choices.below(6) == 0 {
            let kind = CorrectionKind::ALL[choices.below(CorrectionKind::ALL.len())];
            // What ends a campaign early would leave little to see.
            let ends_it = matches!(kind, CorrectionKind::Points | CorrectionKind::Ledger) && choices.below(60) > 0;
            let listed = if ends_it { Vec::new() } else { corrections::listed(&state, kind) };
            if !listed.is_empty() {
                let correction = listed[choices.below(listed.len())];
                let position = dice.position();
                let events = state.give(Seat::Commander, &Order::Correct { correction }, &mut dice).unwrap();
                assert_eq!(dice.position(), position, "a correction throws nothing");
                assert!(events.contains(&Event::Corrected { correction }));
                journal.extend(events);
                made.insert(kind);
                can_be(&state);
            }
        }
        legal.clear();
        state.legal_orders(Seat::Player, &mut legal);
        if legal.is_empty() {
            assert!(state.ending().is_some(), "no dead end at {:?} {:?}", state.phase(), state.round().step());
            return (state, journal, made);
        }
        for order in &legal {
            assert_eq!(state.permit(Seat::Player, order), Ok(()), "{order:?} is listed");
        }
        let order = legal[choices.below(legal.len())].clone();
        journal.extend(state.give(Seat::Player, &order, &mut dice).unwrap());
        can_be(&state);
    }
    panic!("campaign {seed} goes nowhere: turn {} {:?}", state.turn(), state.phase());
}

#[test]
fn a_correction_that_is_listed_is_accepted_and_one_that_is_not_is_refused_with_nothing_changed() {
    for seed in 0..30 {
        play(seed, |state, choices| {
            let correction = any_correction(state, choices);
            let order = Order::Correct { correction };
            let permitted = state.permit(Seat::Player, &order);
            let listed = corrections::listed(state, correction.kind());
            assert_eq!(permitted.is_ok(), listed.contains(&correction), "{correction:?}: {permitted:?}");
            if let Err(refusal) = permitted {
                let mut after = state.clone();
                let mut dice = Dice::seeded([9; 32], 0);
                assert!(after.give(Seat::Player, &order, &mut dice).is_err() && &after == state);
                let sentence = refusal.sentence(state.pack());
                assert!(sentence.ends_with('.') && sentence.len() < 400 && !sentence.contains('['), "{sentence}");
            }
            if choices.below(40) == 0 {
                for listed in corrections::listed(state, correction.kind()) {
                    assert_eq!(state.permit(Seat::Player, &Order::Correct { correction: listed }), Ok(()), "{listed:?}");
                }
            }
        });
    }
}

#[test]
fn campaigns_with_corrections_of_every_kind_go_on_to_their_end_and_replay_to_the_same() {
    let mut made = BTreeSet::new();
    let mut turns = 0;
    for seed in 0..200 {
        let (end, journal, kinds) = play(seed, |_, _| {});
        made.extend(kinds);
        turns += u32::from(end.turn());
        let written = serde_json::to_string(&journal).unwrap();
        let read: Vec<Event> = serde_json::from_str(&written).unwrap();
        let mut replayed = State::new(Pack::embedded().unwrap());
        replayed.replay(&read);
        assert_eq!(replayed, end);
    }
    let missing: Vec<_> = CorrectionKind::ALL.into_iter().filter(|kind| !made.contains(kind)).collect();
    assert!(turns > 600, "only {turns} turns were played");
    assert!(missing.is_empty(), "never made: {missing:?}");
}
