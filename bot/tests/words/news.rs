//! What a despatch says of great news, and that it hides none: how turns and campaigns end, what random events and leaders change, and
//! every die.

use engine::campaign::{
    CardPlace, CardUse, Decision, Event, GovernorPlace, LedgerEntry, LedgerReason, Modifier, Order, Phase, Purpose, Roll, Seat, State,
};
use engine::dice::{Dice, DiceSpec};
use engine::game::Game as _;
use engine::pack::{CardNumber, Leader};
use umpire::despatches::{board, campaign, labels, lines};
use umpire::model::played::Line;

use crate::despatches::{STANDING, at, give, in_first_round, in_last_round, in_rebellion, pass_round};

#[test]
fn a_turn_that_ends_in_an_exchange_is_called_by_its_own_number_and_what_its_trigger_brings_is_told() {
    let mut state = in_last_round(5, 230, 0);
    state.apply(&Event::CardMoved { card: CardNumber(20), to: CardPlace::Hand });
    let told = pass_round(&mut state);
    assert_eq!(told.sentence, "**Turn 5 ends at 230 victory points.**");
    assert!(matches!(state.decision(), Some(Decision::ExchangeFor { .. })) && state.turn() == 5, "{}", told.plain());
    assert!(["London sends for Gordon.", "The British Army enters the war."].iter().all(|fact| told.facts.iter().any(|told| told == fact)));
}

#[test]
fn how_the_campaign_ends_hides_nothing_else_that_happened() {
    let told = |total: i16, ledger: i16| {
        let mut state = in_last_round(5, total, ledger);
        let location = at(&state, "Shaw");
        give(&mut state, &Order::Pass, &[]);
        let mut events = vec![Event::LocationLost { location }];
        events.extend(state.give(Seat::Commander, &Order::EndRound, &mut Dice::scripted(&[])).unwrap());
        campaign::for_order(&state, &Order::EndRound, &events, STANDING)
    };
    let over = told(290, 10);
    assert!(over.sentence.contains("The campaign is lost after turn 5"), "{}", over.sentence);
    assert_eq!(over.facts[0], "Shaw is lost.");
}

#[test]
fn what_cards_and_random_events_have_changed_for_the_round_or_the_turn_stands_on_the_board() {
    let mut state = in_first_round();
    let besieged = at(&state, "West Sound");
    state.apply(&Event::SiegeBegan { location: besieged });
    let set = [
        (Modifier::EncountersThisTurn(1), "Meeting the enemy +1 for the rest of the turn."),
        (Modifier::Movement(-1), "Every rate of march -1 for this round."),
        (Modifier::UnmetMarch, "One force of this round can march unmet."),
        (Modifier::Siege { at: besieged, add: -2 }, "The siege of West Sound rolls -2 this turn."),
        (Modifier::Passage(4), "Hired ships can still carry four units."),
    ];
    let show = |state: &State| board::board(state, STANDING).facts;
    for (modifier, told) in set {
        assert!(!show(&state).iter().any(|fact| fact == told), "{told}");
        state.apply(&Event::ModifierSet { modifier });
        assert!(show(&state).iter().any(|fact| fact == told), "{:?}", show(&state));
    }
    for (modifier, told) in [
        (Modifier::UnmetMarch, "Two forces of this round can march unmet."),
        (Modifier::Capacity(1), "Every ship carries +1 this round."),
        (Modifier::EncountersThisRound(2), "Meeting the enemy +2 for this round."),
    ] {
        state.apply(&Event::ModifierSet { modifier });
        assert!(show(&state).iter().any(|fact| fact == told), "{:?}", show(&state));
    }
    // A siege is still to be rolled for when the rounds are over; nothing else can tell any more, nor that once all are rolled for.
    let left = |state: &State| {
        show(state).into_iter().filter(|fact| fact.contains("+1") || fact.contains("rolls -2") || fact.contains("carr")).collect::<Vec<_>>()
    };
    state.apply(&Event::PhaseBegan { phase: Phase::Supply });
    assert_eq!(left(&state), ["The siege of West Sound rolls -2 this turn."]);
    state.apply(&Event::PhaseBegan { phase: Phase::Adjust });
    assert_eq!(left(&state), Vec::<String>::new());
    state.apply(&Event::TurnBegan { turn: 2 });
    assert!(set.iter().all(|(_, told)| !show(&state).iter().any(|fact| fact == told)), "{:?}", show(&state));
}

#[test]
fn the_dice_that_name_a_random_event_the_enemys_ships_and_a_shore_are_told_too() {
    let state = in_first_round();
    let thrown = |purpose: Purpose, faces: &[u16], sides: u8| {
        let dice = DiceSpec { count: faces.len() as u8, sides };
        Dice::scripted(faces).throw(Roll::new(purpose, dice), dice.count)
    };
    let events = [
        Event::RandomEventRolled { roll: thrown(Purpose::RandomEvent, &[4, 3], 6), number: 43 },
        Event::PlacePicked { roll: thrown(Purpose::RandomPlace, &[29], 30), at: None },
        Event::FlotillaRolled { roll: thrown(Purpose::Flotilla, &[5, 4], 6), light: 1, heavy: 1, boats: 0 },
    ];
    let rolls = campaign::every_roll(&state, &events);
    assert_eq!(rolls.len(), 3, "{rolls:?}");
    assert!(rolls[0].contains("[4 3]") && rolls[2].contains("[5 4]"), "{rolls:?}");
    assert!(rolls[1].contains("[29]: the shore of sea area E") && !rolls[1].contains("again"), "{rolls:?}");
    let told = campaign::for_order(&state, &Order::Pass, &events, STANDING);
    assert_eq!(told.dice, rolls);
}

#[test]
fn places_that_fall_by_one_order_are_told_together() {
    let state = in_first_round();
    let events = ["Shaw", "Sinkat", "Olga"].map(|name| Event::LocationLost { location: at(&state, name) });
    let told = campaign::for_order(&state, &Order::Pass, &events, STANDING);
    assert_eq!(told.sentence, "**Shaw, Sinkat and Olga are lost.**");
    assert_eq!(told.facts, Vec::<String>::new());
}

#[test]
fn an_expedition_of_which_nobody_is_left_is_not_said_to_be_half_gone() {
    let mut state = in_first_round();
    let freed = |state: &State| match lines::line(state, &Event::ExpeditionFreed) {
        Some(Line::Fact(_, told)) => told,
        other => panic!("{other:?}"),
    };
    assert_eq!(freed(&state), "All of Hicks's expedition is gone.");
    let units = state.pack().expedition_units;
    state.apply(&Event::ExpeditionLanded { at: at(&state, "Suakin"), units });
    assert!(freed(&state).starts_with("Half of Hicks's expedition is gone"), "{}", freed(&state));
}

#[test]
fn what_random_events_have_in_store_is_counted_in_the_menu_and_stands_on_the_board() {
    let mut state = in_first_round();
    let play = Order::Play { card: CardNumber(30), r#as: CardUse::Ops };
    assert_eq!(labels::describe_order(&state, &play).0, "30 Rallying the Troops: 2 Ops");
    for modifier in [Modifier::NextOps(-1), Modifier::NextOpsAttack, Modifier::NoOpsNextRound] {
        state.apply(&Event::ModifierSet { modifier });
    }
    assert_eq!(labels::describe_order(&state, &play).0, "30 Rallying the Troops: 1 Op");
    let in_store = [
        "Sandstorms: no card for Ops in the next round",
        "Indecision: the next card for Ops gives -1",
        "Impatience at home: the next card for Ops must send a force at the nearest Mahdist place",
    ];
    let show = |state: &State| board::board(state, STANDING).facts;
    assert!(in_store.iter().all(|told| show(&state).iter().any(|fact| fact == told)), "{:?}", show(&state));
    // The card gives what the menu said, and nothing is left in store but for the next round.
    give(&mut state, &play, &[1, 1]);
    assert_eq!(state.round().ops(), 1);
    assert_eq!(in_store.map(|told| show(&state).iter().any(|fact| fact == told)), [true, false, false]);
    state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 2 } });
    assert!(show(&state).iter().any(|fact| fact == "Sandstorms: no card for Ops this round"), "{:?}", show(&state));
    // Never less than none.
    state.apply(&Event::ModifierSet { modifier: Modifier::NextOps(-3) });
    let less = Order::Play { card: CardNumber(39), r#as: CardUse::Ops };
    assert_eq!(labels::describe_order(&state, &less).0, "39 Channel Defense: 0 Ops");
}

#[test]
fn what_befalls_leaders_is_told_when_places_rise() {
    let mut state = in_rebellion();
    let location = at(&state, "Friday Harbor");
    state.apply(&Event::LeaderArrived { leader: Leader::Governor, at: location });
    let units = state.pack().expedition_units.iter().take(5).collect();
    state.apply(&Event::ExpeditionLanded { at: at(&state, "Suakin"), units });
    let entry = LedgerEntry { reason: LedgerReason::GovernorKilled, points: 40 };
    let events = [
        Event::LocationLost { location },
        Event::GovernorMoved { to: GovernorPlace::Dead, spends: false },
        Event::LedgerEntered { entry },
        Event::ExpeditionFreed,
        Event::LeaderFreed { leader: Leader::FieldForce },
    ];
    state.replay(&events);
    let told = campaign::for_order(&state, &Order::CheckRevolt { location }, &events, STANDING);
    assert_eq!(told.sentence, "**Turn 1, the rebellion spreads: Friday Harbor is lost.**");
    for fact in [
        "Gordon has been killed.",
        "Half of Hicks's expedition is gone; the rest may do as others do.",
        "Graham has done what he came to do; his force is free.",
    ] {
        assert!(told.facts.iter().any(|told| told == fact), "{fact} {:?}", told.facts);
    }
}

#[test]
fn a_trigger_of_which_nothing_comes_is_not_told() {
    let state = in_first_round();
    let fired = Event::TriggerFired { key: "graham".to_owned() };
    let told = |events: &[Event]| campaign::for_order(&state, &Order::EndRound, events, STANDING).plain();
    assert!(!told(std::slice::from_ref(&fired)).contains("troops are on their way"));
    let entered = Event::CardsEntered { cards: [CardNumber(2), CardNumber(3)].into_iter().collect() };
    assert!(told(&[fired, entered]).contains("More of Graham's troops are on their way."));
}
