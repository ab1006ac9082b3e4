use super::*;
use crate::card_game::cards::Cards;
use crate::card_game::event::Event;
use crate::card_game::options::Options;
use crate::card_game::order::Order;
use crate::card_game::pack::CardPack;
use crate::card_game::region::Region;
use crate::dice::Dice;
use crate::game::Game;

fn id(side: Side, name: &str) -> CardId {
    CardPack::embedded().unwrap().card_named(side, name).unwrap()
}

/// A conflict at home, which is ours, before anybody has declared.
fn conflict_of(options: Options, region: Region, ours: &[&str], enemy: &[&str], hands: [&[&str]; 2]) -> State {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    (state.options, state.turn, state.phase) = (options, 3, Phase::Conflict(Conflict::new(region)));
    for (side, units) in Side::BOTH.into_iter().zip([ours, enemy]) {
        let army = &mut state.armies[side as usize];
        for name in units {
            assert!(army.deck.take(id(side, name)));
            army.ready[region as usize].add(id(side, name), 1);
        }
        for name in hands[side as usize] {
            assert!(army.deck.take(id(side, name)));
            army.hand.cards.add(id(side, name), 1);
        }
        army.weakest_falls = true;
    }
    state
}

/// How often each ending comes when both pass and the engine plays the conflict out.
fn thrown(state: &State, times: u32) -> Vec<(Ending, f64)> {
    let mut dice = Dice::seeded([11; 32], 0);
    let mut found: Vec<(Ending, f64)> = Vec::new();
    let Phase::Conflict(fought) = state.phase else { panic!("no conflict") };
    for _ in 0..times {
        let mut state = state.clone();
        let mut events = Vec::new();
        while events.iter().all(|event| !matches!(event, Event::ConflictEnded { .. })) {
            let Some(side) = state.acting().first().and_then(|seat| seat.side()) else { break };
            let order = match state.phase {
                Phase::Conflict(Conflict { region, loser: Some(_), .. }) => {
                    Order::Lose { side, card: weakest(&state, side, &state.units(side, region)).unwrap() }
                }
                Phase::Conflict(_) => Order::Pass(side),
                _ => Order::Concede(side),
            };
            events.extend(state.give(Seat::from(side), &order, &mut dice).unwrap());
        }
        let mut advantage = events.iter().filter_map(|event| if let Event::Advantage { side, .. } = event { Some(*side) } else { None });
        let advantage = advantage.next_back().or(fought.advantage).unwrap();
        let end = events.iter().position(|event| matches!(event, Event::ConflictEnded { .. })).unwrap();
        let by = match events[..end].iter().rev().find(|event| matches!(event, Event::Lost { .. } | Event::ConflictRolled(_))).unwrap() {
            Event::ConflictRolled(_) => EndsBy::Control,
            Event::Lost { side, .. } if *side == advantage => EndsBy::AdvantageFallen,
            _ => EndsBy::OtherFallen,
        };
        let Event::ConflictEnded { taken, .. } = &events[end] else { continue };
        let control = taken.or(CardPack::embedded().unwrap().region(fought.region).holder).map(|side| side == Side::Ours);
        let ending = Ending { control, by };
        match found.iter_mut().find(|(other, _)| *other == ending) {
            Some((_, share)) => *share += 1.0 / f64::from(times),
            None => found.push((ending, 1.0 / f64::from(times))),
        }
    }
    found
}

#[test]
fn the_chances_of_control_are_those_of_the_rulings_c11() {
    for (ours, enemy, top, bottom) in [
        (1, 1, 2, 3),
        (1, 2, 1, 2),
        (1, 3, 5, 12),
        (2, 1, 8, 9),
        (2, 2, 7, 9),
        (2, 3, 25, 36),
        (3, 1, 26, 27),
        (3, 2, 49, 54),
        (3, 3, 23, 27),
    ] {
        let mut state =
            conflict_of(Options::default(), Region::Home, &vec!["British Infantry"; ours], &vec!["Ansar Spearmen"; enemy], [&[], &[]]);
        if let Phase::Conflict(fought) = &mut state.phase {
            fought.advantage = Some(Side::Ours);
        }
        let chance = conflict(&state).unwrap().chance(|ending| ending.controls() == Some(Side::Ours));
        assert_eq!(chance, Fraction::new(top, bottom), "{ours} against {enemy}");
    }
}

#[test]
fn each_ending_comes_as_often_as_it_is_likely_whatever_the_settings_c09_c11_c13() {
    let times = 8_000;
    for wiped_out in [WipedOut::SurvivorControls, WipedOut::NoChange, WipedOut::RollOn] {
        for advantage_again in [false, true] {
            for (region, ours, enemy) in [
                (Region::Home, vec!["British Infantry", "British Cavalry"], vec!["Baqqara Cavalry", "Dervishes", "Ansar Spearmen"]),
                (Region::South, vec!["British Infantry", "1st Egyptian Regiment"], vec!["Dervishes", "Beja swordsmen"]),
            ] {
                let options = Options { wiped_out, advantage_again, ..Options::default() };
                let state = conflict_of(options, region, &ours, &enemy, [&[], &[]]);
                // Nobody controls the south: both throw for who declares first, which passes do not mind.
                let mut begun = state.clone();
                if let Phase::Conflict(fought) = &mut begun.phase {
                    fought.first = (region == Region::South).then_some(Side::Ours);
                }
                let spread = conflict(&begun).unwrap();
                assert!(spread.iter().map(|(_, chance)| chance).sum::<Fraction>().is_one());
                for (ending, share) in thrown(&begun, times) {
                    let chance = spread.chance(|other| *other == ending).value();
                    let error = 4.0 * (chance * (1.0 - chance) / f64::from(times)).sqrt();
                    assert!((share - chance).abs() <= error + 1e-9, "{options:?} {region:?} {ending:?}: {share} for {chance}");
                }
            }
        }
    }
}

/// That ours control the region at the end where it is theirs, by the force of each unit left of both, any of which may fall.
fn any_may_fall(ours: &[u16], enemy: &[u16]) -> Fraction {
    if ours.is_empty() || enemy.is_empty() {
        return if ours.is_empty() { Fraction::ZERO } else { Fraction::ONE };
    }
    let fewer =
        |units: &[u16]| -> Vec<Vec<u16>> { (0..units.len()).map(|place| [&units[..place], &units[place + 1..]].concat()).collect() };
    let ours_lose: Fraction = fewer(ours).iter().map(|left| any_may_fall(left, enemy) * Fraction::new(1, ours.len() as u128)).sum();
    let enemy_loses: Fraction = fewer(enemy).iter().map(|left| any_may_fall(ours, left) * Fraction::new(1, enemy.len() as u128)).sum();
    if ours.iter().sum::<u16>() >= enemy.iter().sum::<u16>() {
        ours_lose * Fraction::new(2, 6) + enemy_loses * Fraction::new(3, 6) + Fraction::new(1, 6)
    } else {
        enemy_loses * Fraction::new(2, 6) + ours_lose * Fraction::new(3, 6)
    }
}

#[test]
fn where_a_die_says_who_falls_each_unit_may_and_the_advantage_goes_by_who_is_left_c12_c13() {
    let options = Options { random_losses: true, advantage_again: true, ..Options::default() };
    let ours_control = |options: Options, ours: &[&str], enemy: &[&str]| {
        conflict(&conflict_of(options, Region::Home, ours, enemy, [&[], &[]]))
            .unwrap()
            .chance(|ending| ending.controls() == Some(Side::Ours))
    };
    let (ours, enemy) = (["Nile Flotilla Gunboats", "1st Egyptian Regiment"], ["Jihadiyya Riflemen"; 2]);
    // The gunboats may fall first, and with them the Advantage.
    assert_eq!(ours_control(options, &ours, &enemy), Fraction::new(37, 54));
    assert_eq!(ours_control(Options { random_losses: false, ..options }, &ours, &enemy), Fraction::new(7, 9), "the weakest falls first");
    for (ours, enemy) in [
        (vec!["Nile Flotilla Gunboats"], vec!["Jihadiyya Riflemen", "Ansar Spearmen", "Ansar Spearmen"]),
        (
            vec!["British Infantry", "1st Egyptian Regiment", "2nd Egyptian Regiment", "Nile Flotilla Gunboats"],
            vec!["Baqqara Cavalry", "Dervishes", "Ansar Spearmen", "Amir"],
        ),
        (vec!["Xth Sudanese Regiment"; 3], vec!["Black Flag", "Ansar Spearmen", "al-Mahdi"]),
    ] {
        let forces = |side: Side, units: &[&str]| -> Vec<u16> {
            let pack = CardPack::embedded().unwrap();
            units.iter().map(|name| u16::from(pack.card(side, id(side, name)).unwrap().force)).collect()
        };
        let wanted = any_may_fall(&forces(Side::Ours, &ours), &forces(Side::Enemy, &enemy));
        assert_eq!(ours_control(options, &ours, &enemy), wanted, "{ours:?} against {enemy:?}");
    }
}

#[test]
fn where_a_die_says_who_falls_each_ending_comes_as_often_as_it_is_likely_c09_c11_c12_c13_c25() {
    let times = 8_000;
    for wiped_out in [WipedOut::SurvivorControls, WipedOut::NoChange, WipedOut::RollOn] {
        for advantage_again in [false, true] {
            for (region, ours, enemy) in [
                (Region::Home, vec!["Nile Flotilla Gunboats", "1st Egyptian Regiment"], vec!["Jihadiyya Riflemen", "Jihadiyya Riflemen"]),
                // Combined arms are lost with the first of them, and nobody controls the south: equal forces are thrown for.
                (
                    Region::South,
                    vec!["British Infantry", "British Cavalry", "British Artillery Batteries", "British Maxim Battery"],
                    vec!["Mahdist Warrior", "Baqqara Cavalry", "9-pdr breech-loaders", "Dervishes", "Dervishes", "Beja swordsmen"],
                ),
                (Region::South, vec!["British Infantry", "1st Egyptian Regiment"], vec!["Baqqara Cavalry", "Mahdist Warrior"]),
            ] {
                let options = Options { wiped_out, advantage_again, random_losses: true, ..Options::default() };
                let mut begun = conflict_of(options, region, &ours, &enemy, [&[], &[]]);
                if let Phase::Conflict(fought) = &mut begun.phase {
                    fought.first = (region == Region::South).then_some(Side::Ours);
                }
                let spread = conflict(&begun).unwrap();
                assert!(spread.iter().map(|(_, chance)| chance).sum::<Fraction>().is_one());
                for (ending, share) in thrown(&begun, times) {
                    let chance = spread.chance(|other| *other == ending).value();
                    let error = 4.0 * (chance * (1.0 - chance) / f64::from(times)).sqrt();
                    assert!((share - chance).abs() <= error + 1e-9, "{options:?} {region:?} {ending:?}: {share} for {chance}");
                }
            }
        }
    }
}

/// What may be left of sixteen units of eight kinds is too much to be reckoned through.
#[test]
fn hosts_too_great_to_be_reckoned_unit_by_unit_have_chances_all_the_same_c12_c13() {
    let options = Options { random_losses: true, advantage_again: true, ..Options::default() };
    let twice = |names: &[&'static str]| [names, names].concat();
    let ours = twice(&[
        "Xth Sudanese Regiment",
        "1st Egyptian Regiment",
        "British Infantry",
        "3rd Egyptian Cavalry Regiment",
        "British Cavalry",
        "5th Egyptian Artillery Battery",
        "British Artillery Batteries",
        "5th Egyptian Maxim Battery",
    ]);
    let enemy = twice(&["Ansar Spearmen", "Mahdist Warrior", "Baqqara Cavalry", "Dervishes"]);
    let state = conflict_of(options, Region::Home, &ours, &enemy, [&[], &[]]);
    let spread = conflict(&state).unwrap();
    assert!(spread.iter().map(|(_, chance)| chance).sum::<Fraction>().is_one());
    assert!(spread.chance(|ending| ending.controls() == Some(Side::Ours)) > Fraction::new(9, 10), "113 against 36, and the region theirs");
}

/// Ours have the Advantage, and are asked which of two units they lose: one against one is left.
#[test]
fn a_loss_that_is_due_counts_while_its_owner_is_asked_who_falls_c11_c12() {
    let due = |options: Options, ours: &[&str], enemy: &[&str], loser: Side| {
        let mut state = conflict_of(options, Region::Home, ours, enemy, [&[], &[]]);
        if let Phase::Conflict(fought) = &mut state.phase {
            (fought.declared, fought.advantage, fought.loser) = ([Some(None); 2], Some(Side::Ours), Some(loser));
        }
        state
    };
    let state = due(Options::default(), &["1st Egyptian Regiment", "British Infantry"], &["Dervishes"], Side::Ours);
    let chance = conflict(&state).unwrap().chance(|ending| ending.controls() == Some(Side::Ours));
    assert_eq!(chance, Fraction::new(2, 3));
    let times = 8_000;
    for wiped_out in [WipedOut::SurvivorControls, WipedOut::NoChange, WipedOut::RollOn] {
        for advantage_again in [false, true] {
            let options = Options { wiped_out, advantage_again, ..Options::default() };
            for (ours, enemy, loser) in [
                (vec!["British Infantry", "1st Egyptian Regiment"], vec!["Dervishes"], Side::Ours),
                // Without its weakest unit the side has not the greater force any more.
                (vec!["British Infantry", "1st Egyptian Regiment"], vec!["Dervishes", "Ansar Spearmen"], Side::Ours),
                (vec!["British Infantry"], vec!["Dervishes", "Ansar Spearmen", "Baqqara Cavalry"], Side::Enemy),
                // Nobody is asked who has one unit; reckoned it is all the same.
                (vec!["British Infantry"], vec!["Dervishes"], Side::Ours),
            ] {
                let state = due(options, &ours, &enemy, loser);
                let spread = conflict(&state).unwrap();
                assert!(spread.iter().map(|(_, chance)| chance).sum::<Fraction>().is_one());
                for (ending, share) in thrown(&state, times) {
                    let chance = spread.chance(|other| *other == ending).value();
                    let error = 4.0 * (chance * (1.0 - chance) / f64::from(times)).sqrt();
                    assert!((share - chance).abs() <= error + 1e-9, "{options:?} {ours:?} {enemy:?} {ending:?}: {share} for {chance}");
                }
            }
        }
    }
}

#[test]
fn a_hand_misses_cards_as_often_as_counting_all_hands_says() {
    // All hands of 3 out of 7 cards, 2 of them wanted.
    let (mut all, mut without) = (0, 0);
    for hand in 0_u8..128 {
        if hand.count_ones() == 3 {
            all += 1;
            without += u128::from(hand & 3 == 0);
        }
    }
    assert_eq!(misses(7, 2, 3), Fraction::new(without, all));
    assert_eq!((misses(7, 0, 3), misses(5, 4, 3), misses(0, 0, 3)), (Fraction::ONE, Fraction::ZERO, Fraction::ONE));
}

#[test]
fn tactics_are_weighed_by_every_hand_that_the_other_side_may_hold_c07_n21() {
    // The enemy attacks Egypt with force 11 against 12, holds 2 of the 4 cards that nobody has seen, and declares first.
    let hands: [&[&str]; 2] = [&["Garrison Force"], &["Jihad", "Dervishes"]];
    let mut state = conflict_of(Options::default(), Region::Home, &["British Infantry"; 2], &["Baqqara Cavalry", "Dervishes"], hands);
    let [jihad, surprise, dervishes] = ["Jihad", "Surprise Revolt", "Dervishes"].map(|name| id(Side::Enemy, name));
    let army = &mut state.armies[Side::Enemy as usize];
    army.discards = army.deck;
    army.deck = Cards::NONE;
    for card in [surprise, dervishes] {
        assert!(army.discards.take(card));
        army.deck.add(card, 1);
    }
    if let Phase::Conflict(fought) = &mut state.phase {
        fought.first = Some(Side::Enemy);
        fought.declared[Side::Enemy as usize] = Some(None);
    }
    let known = tactics(&state.view(Seat::Ours), Side::Ours);
    assert!(known.iter().all(|chances| chances.answered == chances.unanswered && chances.may_be_answered.is_zero()));
    assert_eq!(known.iter().map(|chances| chances.card).collect::<Vec<_>>(), [None, Some(id(Side::Ours, "Garrison Force"))]);
    // Face down both choose at once: what the enemy may hold counts. Of the 6 hands of 2 of the 4 cards 5 have Jihad or Surprise Revolt.
    if let Phase::Conflict(fought) = &mut state.phase {
        fought.declared[Side::Enemy as usize] = None;
    }
    state.options.tactics_at_once = true;
    let unseen = [jihad, surprise, dervishes, dervishes];
    let takes = |card: &CardId| state.card(Side::Enemy, *card).is_some_and(|row| row.arm.is_tactics());
    let (mut hands, mut answering) = (0_u128, 0_u128);
    for one in 0..4 {
        for other in one + 1..4 {
            hands += 1;
            answering += u128::from([unseen[one], unseen[other]].iter().any(takes));
        }
    }
    let pass = tactics(&state.view(Seat::Ours), Side::Ours)[0];
    assert_eq!(pass.may_be_answered, Fraction::new(answering, hands));
    // With the Advantage 2 against 2 control is 7/9, without it 2/9.
    assert_eq!(pass.unanswered, Fraction::new(7, 9));
    let share = Fraction::new(answering, hands);
    assert_eq!(pass.answered, share * Fraction::new(2, 9) + share.rest() * Fraction::new(7, 9));
    // What a seat does not see makes no difference, and the other side's own view is of its own cards.
    assert_eq!(tactics(&state.view(Seat::Enemy), Side::Enemy).len(), 2);
    assert!(tactics_of(&state.view(Seat::Umpire), Seat::Umpire).is_empty());
}

/// "A player may play only one Tactics card", and who does not control declares first (C07).
#[test]
fn who_is_not_asked_for_tactics_is_told_no_chances_c07() {
    let state = conflict_of(Options::default(), Region::Home, &["British Infantry"], &["Dervishes"], [&["Garrison Force"], &["Jihad"]]);
    assert_eq!(tactics(&state.view(Seat::Enemy), Side::Enemy).len(), 2);
    assert!(tactics(&state.view(Seat::Ours), Side::Ours).is_empty());
}

/// Of every hand that the other side may hold the strongest card answers, where it takes the Advantage; cards of one force are one (C07, C13).
#[test]
fn the_strongest_tactics_of_each_hand_answer_and_those_too_weak_are_none_c07_c13() {
    let options = Options { advantage_again: true, tactics_at_once: true, ..Options::default() };
    for (ours, unseen) in [
        // 8 and 9 take the Advantage until the enemy's first loss, 10 keeps it.
        (
            ["British Infantry", "British Infantry", "Xth Sudanese Regiment"],
            ["Fanatical Charge", "Jihad", "Surprise Revolt", "Dervishes", "Amir"],
        ),
        // Against 20 only 10 takes it, and two cards have that; 8 is of use after a loss of ours.
        (
            ["British Infantry", "British Artillery Batteries", "1st Egyptian Regiment"],
            ["Fanatical Charge", "Surprise Revolt", "Dervishes", "Attack Suakin", "Surprise Revolt"],
        ),
    ] {
        let hands: [&[&str]; 2] = [&[], &unseen[..2]];
        let mut state = conflict_of(options, Region::Home, &ours, &["Baqqara Cavalry", "Dervishes"], hands);
        let army = &mut state.armies[Side::Enemy as usize];
        (army.discards, army.deck) = (army.deck, unseen[2..].iter().map(|name| id(Side::Enemy, name)).collect());
        let Phase::Conflict(fought) = state.phase else { panic!("no conflict") };
        let controls = |name: Option<&str>| {
            let card = name.map(|name| id(Side::Enemy, name)).filter(|card| fits(&state, Side::Enemy, *card, Region::Home).is_ok());
            let field = Field { tactics: [0, card_force(&state, Side::Enemy, card)] };
            spread(&field, &state, &fought).chance(|ending| ending.controls() == Some(Side::Ours))
        };
        let pass = tactics(&state.view(Seat::Ours), Side::Ours)[0];
        assert_eq!(pass.unanswered, controls(None));
        let (mut answered, mut may, tenth) = (Fraction::ZERO, Fraction::ZERO, Fraction::new(1, 10));
        for one in 0..5 {
            for other in one + 1..5 {
                let best = [unseen[one], unseen[other]].map(|name| controls(Some(name))).into_iter().min().unwrap();
                answered = answered + tenth * best.min(pass.unanswered);
                may = may + if best < pass.unanswered { tenth } else { Fraction::ZERO };
            }
        }
        assert_eq!((pass.answered, pass.may_be_answered), (answered, may), "{ours:?}");
        assert!(!may.is_zero() && !may.is_one());
    }
}
