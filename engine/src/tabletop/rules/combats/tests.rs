use super::*;
use crate::tabletop::event::Loss;
use crate::tabletop::order::Order;
use crate::tabletop::side::Side;
use crate::tabletop::square::Facing;
use crate::tabletop::trial::{Trial, at, unit};

fn contact(square: &str, charger: u8, charged: u8, way: Facing) -> Contact {
    let (charger, charged) = (unit(charger), unit(charged));
    let (struck, cards, answered, fought) = (Aspect::Front, [0; 2], [false; 2], false);
    Contact { square: at(square), charger, charged, struck, way, cards, answered, fought }
}

/// The beginning of step 4 with these combats.
fn locked(units: &str, contacts: &[Contact]) -> Trial {
    Trial::new(units).with(|state| {
        state.step = Step::Combats;
        state.contacts.extend(contacts.iter().copied());
    })
}

const PAIR: &str = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D4, N, line, 4\n";

#[test]
fn combats_are_fought_from_the_far_left_row_by_row_n02() {
    let units = format!("{PAIR}{}", PAIR.replace("D4", "F2").replace("a:", "c:").replace("b:", "d:"))
        + &PAIR.replace("D4", "B4").replace("a:", "e:").replace("b:", "f:");
    let contacts = [contact("D4", 0, 1, Facing::South), contact("F2", 2, 3, Facing::South), contact("B4", 4, 5, Facing::South)];
    let mut trial = locked(&units, &contacts);
    trial.does(&[3, 3, 3, 3, 3, 3], go_on);
    let order: Vec<String> = trial
        .events
        .iter()
        .filter_map(|event| if let Event::Fought { square, .. } = event { Some(square.to_string()) } else { None })
        .collect();
    assert_eq!(order, ["F2", "B4", "D4"]);
}

const LED: &str = "a: dervish infantry with spears, enemy, D4, S, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n\
                   c: leader, enemy, D4, S, 1\nd: leader, ours, D4, N, 1\n";

/// A standing order plays "Hand-to-hand fighting!" where it is held, and asks nobody where it is not (N02).
#[test]
fn who_always_plays_the_card_plays_none_that_is_not_held_n02() {
    let always = |state: &mut State| state.sides.iter_mut().for_each(|side| side.combat_cards = CombatCards::Always);
    let held = |card| locked(LED, &[contact("D4", 1, 0, Facing::North)]).hand(Side::Ours, &[card]).hand(Side::Enemy, &[card]).with(always);
    let played = |trial: &Trial| trial.events.iter().filter(|event| matches!(event, Event::CardPlayed { .. })).count();
    for (card, number) in [(Heroic::HardLuck, 0), (Heroic::Fighting, 2)] {
        let mut trial = held(card);
        trial.does(&[3, 3, 1, 1], go_on);
        assert_eq!(played(&trial), number, "{card:?}");
        assert!(trial.any(|event| matches!(event, Event::Fought { .. })));
    }
}

#[test]
fn the_side_that_charged_is_asked_first_whatever_its_hand_holds_n02() {
    let mut trial =
        locked(LED, &[contact("D4", 1, 0, Facing::North)]).hand(Side::Ours, &[Heroic::HardLuck]).hand(Side::Enemy, &[Heroic::Fighting]);
    trial.does(&[], go_on);
    assert!(trial.has(&Event::Asked(Question::CombatCard { square: at("D4"), side: Side::Ours })));
    trial.order(&Order::NoCard(Side::Ours), &[]);
    trial.does(&[], go_on);
    assert!(trial.has(&Event::Asked(Question::CombatCard { square: at("D4"), side: Side::Enemy })));
    trial.order(&Order::Play { side: Side::Enemy, card: Heroic::Fighting, unit: unit(0) }, &[]);
    // Both throw a 3, then a card is turned for each Leader.
    trial.does(&[3, 3, 1, 1], go_on);
    let Some(Event::Fought { combat, .. }) = trial.events.iter().find(|event| matches!(event, Event::Fought { .. })) else {
        panic!("{:?}", trial.events)
    };
    assert_eq!(combat.rolls[1].total() - combat.rolls[0].total(), 2, "'Hand-to-hand fighting!' adds 2 (T13)");
}

#[test]
fn a_standing_order_answers_for_a_side_n02() {
    for (play, asked) in [(CombatCards::Always, false), (CombatCards::Never, false), (CombatCards::Ask, true)] {
        let mut trial = locked(LED, &[contact("D4", 1, 0, Facing::North)]).hand(Side::Ours, &[Heroic::Fighting]);
        trial.order(&Order::CombatCards { side: Side::Ours, play: CombatCards::Never }, &[]);
        trial.state.sides[0].combat_cards = play;
        let faces: &[u16] = if asked { &[] } else { &[3, 3, 1, 1] };
        trial.does(faces, go_on);
        assert_eq!(trial.any(|event| matches!(event, Event::Asked(_))), asked);
        assert_eq!(trial.any(|event| matches!(event, Event::CardPlayed { .. })), play == CombatCards::Always);
    }
}

#[test]
fn nobody_is_asked_without_a_leader_in_the_square_or_a_card_in_the_hand_t13() {
    let apart = LED.replace("d: leader, ours, D4", "d: leader, ours, D5");
    let mut trial = locked(&apart, &[contact("D4", 1, 0, Facing::North)]).hand(Side::Ours, &[Heroic::Fighting]);
    trial.does(&[3, 3, 1], go_on);
    assert!(!trial.any(|event| matches!(event, Event::Asked(_))));
    let mut trial = locked(LED, &[contact("D4", 1, 0, Facing::North)]);
    trial.does(&[3, 3, 1, 1], go_on);
    assert!(!trial.any(|event| matches!(event, Event::Asked(_))));
}

#[test]
fn the_winner_stays_and_a_tie_leaves_both_there_t41() {
    let mut trial = locked(PAIR, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[4, 3], go_on);
    assert!(trial.has(&Event::FellBack { unit: unit(1), to: at("D5"), facing: Facing::North, with: [].into_iter().collect() }));
    assert_eq!((trial.square(0), trial.state.contacts.len()), ("D4".to_owned(), 0), "the winner does not pursue");
    let mut trial = locked(PAIR, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[3, 3], go_on);
    assert_eq!((trial.state.contacts.len(), trial.square(1)), (1, "D4".to_owned()), "it goes on next turn");
}

#[test]
fn a_loser_who_cannot_fall_back_at_all_loses_the_figure_and_stays_n01() {
    let units = format!("{PAIR}c: egyptian artillery, ours, D5, N, deployed, 1\n");
    let mut trial = locked(&units, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[5, 3], go_on);
    assert!(trial.has(&Event::FiguresLost { unit: unit(1), figures: 1 }), "{:?}", trial.events);
    assert_eq!((trial.square(1), trial.state.contacts.len()), ("D4".to_owned(), 1), "the combat goes on");
}

#[test]
fn a_leader_who_is_removed_takes_the_loss_for_his_unit_t19_t20() {
    let units = LED.replace("c: leader, enemy, D4", "c: leader, enemy, A1");
    let mut trial = locked(&units, &[contact("D4", 0, 1, Facing::South)]);
    let jack = trial.draws("JS");
    trial.does(&[8, 1, jack], go_on);
    assert!(trial.has(&Event::Lost { unit: unit(3), how: Loss::Killed }));
    let british = trial.state.unit(unit(1));
    assert_eq!((british.figures, british.disorganised, trial.square(1)), (4, false, "D7".to_owned()), "but it falls back");
}

#[test]
fn gunners_fight_behind_the_unit_and_are_lost_with_it_t35() {
    let units = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D4, N, line, 1, disorganised\n\
                 c: egyptian artillery, ours, D4, N, deployed, 1\n";
    let mut trial = locked(units, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[8, 1], go_on);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Destroyed }), "{:?}", trial.events);
    assert!(trial.has(&Event::Lost { unit: unit(2), how: Loss::Captured }));
}

#[test]
fn gunners_fall_back_with_their_unit_t35() {
    let units = format!("{PAIR}c: egyptian artillery, ours, D4, N, deployed, 1\n");
    let mut trial = locked(&units, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[8, 4], go_on);
    assert_eq!((trial.square(1), trial.square(2)), ("D6".to_owned(), "D6".to_owned()), "{:?}", trial.events);
}

#[test]
fn a_leader_left_alone_after_his_gunners_is_captured_or_gets_to_a_friend_t43() {
    let units = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nl: leader, ours, D4, N, 1\n\
                 b: egyptian infantry, ours, D4, N, line, 1, disorganised\nc: egyptian artillery, ours, D4, N, deployed, 1\n";
    let mut trial = locked(units, &[contact("D4", 0, 2, Facing::South)]);
    trial.does(&[8, 1, 1], go_on);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "{:?}", trial.events);
    let friend = format!("{units}d: egyptian infantry, ours, E5, N, line, 4\n");
    let mut trial = locked(&friend, &[contact("D4", 0, 2, Facing::South)]);
    trial.does(&[8, 1, 1], go_on);
    assert!(trial.has(&Event::LeaderEscaped { leader: unit(1), to: at("E5") }), "{:?}", trial.events);
}

#[test]
fn units_in_combat_neither_move_nor_fire_nor_are_fired_at_t18_t39() {
    let units = format!("{PAIR}c: british infantry, ours, D6, N, line, 4\n");
    let trial = locked(&units, &[contact("D4", 0, 1, Facing::South)]).acts(2, 6);
    let fire = Order::Fire { unit: unit(2), weapon: 0, target: unit(0) };
    assert!(matches!(trial.refuses(&fire), crate::tabletop::refusal::Refusal::CannotFire(_)));
    assert!(!super::super::deal::may_act(&trial.state, unit(0), 2) && !super::super::deal::may_act(&trial.state, unit(1), 2));
    let charge = Order::Charge { unit: unit(2), target: unit(0), from: at("D5") };
    assert_eq!(trial.refuses(&charge), crate::tabletop::refusal::Refusal::CannotCharge, "no second unit charges in (T38)");
}

#[test]
fn transport_in_a_contact_fights_with_no_figure_t25() {
    let units = PAIR.replace("egyptian infantry, ours, D4, N, line, 4", "transport, ours, D4, N, transport, 1");
    let mut trial = locked(&units, &[contact("D4", 0, 1, Facing::South)]);
    trial.does(&[1, 3], go_on);
    let Some(Event::Fought { combat, .. }) = trial.events.first() else { panic!("{:?}", trial.events) };
    assert_eq!(combat.rolls.each_ref().map(|roll| roll.total()), [5, 3]);
}
