use super::*;
use crate::dice::Dice;
use crate::game::Game;
use crate::khartoum::event::Event;
use crate::khartoum::order::Order;
use crate::khartoum::pack::Pack;
use crate::khartoum::pack::cards::Activation;
use crate::khartoum::phase::{Outcome, Phase, Place};
use crate::khartoum::state::PlayerTurn;
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side::{Enemy, Ours};

/// A battle about to be fought: a turn, where, who attacks, the units of both.
fn battlefield(turn: u8, space: &str, attacker: Side, keys: &[&str]) -> State {
    let mut state = State::opening(&Pack::embedded().unwrap());
    let at = state.pack.space_keyed(space).unwrap();
    for key in keys {
        let unit = state.pack.unit_keyed(key).unwrap();
        state.put(unit, Place::On(at));
        if state.side_of(unit) == attacker {
            state.play.moved.insert(unit);
        }
    }
    let moved = state.play.moved;
    (state.turn, state.phase, state.play) = (turn, Phase::Moving, PlayerTurn::new(attacker));
    (state.play.moved, state.stands, state.options.umpire_retreats) = (moved, [BreakOff::Stand; 2], true);
    state.play.active = Some(if attacker == Enemy { Activation::All } else { Activation::Both });
    state
}

fn odds(state: &State) -> BattleOdds {
    let space = state.contested().first().unwrap();
    battle(state, &prospective(state, space, state.play.side)).unwrap()
}

#[track_caller]
fn is(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

/// Ali (4) attacks the 4th Infantry (2) at Berber: any hit settles it, and the defender wins ties of superiority.
#[test]
fn one_against_one_is_decided_by_the_first_hit() {
    let odds = odds(&battlefield(3, "berber", Enemy, &["ali", "4th_infantry"]));
    is(odds.superiority[1], 15.0 / 36.0);
    let (hit, misses, round) = (4.0 / 6.0, 2.0 / 6.0, 2.0 / 6.0 * 4.0 / 6.0);
    let first = 15.0 / 36.0 * hit + 21.0 / 36.0 * (4.0 / 6.0) * hit;
    is(odds.decided[0][1], first);
    is(odds.wins(Enemy), first * (1.0 + round + round * round));
    // What is left after the third round is the defenders'.
    is(odds.wins(Ours), 1.0 - odds.wins(Enemy));
    is(odds.decided_in_the_first_round(), 1.0 - round);
    // Ali falls to a 1 in a round that is reached, the 4th to Ali's.
    let shots = 15.0 / 36.0 * misses + 21.0 / 36.0;
    is(odds.falls[0].1, shots / 6.0 * (1.0 + round + round * round));
}

#[test]
fn an_elite_unit_stands_half_its_panics_and_a_fortress_heeds_none() {
    // Abdulah (4, elite) attacks the garrison (4) of Khartoum in flood: 3 of the hits, of which only the 1 counts.
    let odds = odds(&battlefield(1, "khartoum", Enemy, &["abdulah", "khartoum_garrison"]));
    let (kill, shaken) = (1.0 / 6.0, 1.0 / 6.0 + 3.0 / 6.0 / 2.0);
    let (first, round) = (15.0 / 36.0, 5.0 / 6.0 * (1.0 - shaken));
    let wins = first * kill + (1.0 - first) * (1.0 - shaken) * kill;
    is(odds.wins(Enemy), wins * (1.0 + round + round * round));
    // The garrison falls only by fire: it has lost only when it is gone.
    is(odds.falls[1].1, odds.wins(Enemy));
}

#[test]
fn superiority_counts_leaders_mounted_troops_supply_and_the_table_of_terrain() {
    let of = |space: &str, keys: &[&str]| {
        let state = battlefield(3, space, Enemy, keys);
        superiority(&state, &prospective(&state, state.contested().first().unwrap(), Enemy))
    };
    is(of("berber", &["mahdi", "4th_infantry"])[1], 21.0 / 36.0);
    is(of("berber", &["mahdi", "a_cavalry", "4th_infantry"])[1], 26.0 / 36.0);
    is(of("berber", &["a_cavalry", "4th_infantry", "bashi_cavalry"])[1], 15.0 / 36.0);
    // The marines are without supply there, which takes one from their die; and the enemy has ties in the open.
    is(of("tamai", &["ali", "rmli"])[1], 26.0 / 36.0);
}

/// A unit of a battle that is counted out: its fire value, what its panic does, whether it is elite, and how it stands.
#[derive(Clone, Copy)]
struct Counted {
    side: Side,
    value: u8,
    breaks: bool,
    elite: bool,
    stands: usize,
}

/// The chance that the enemy, who attacks, wins from here on: shot by shot, by every face, lot and elite die.
fn counted(units: &[Counted], firing: Side, first: Side, shooter: usize, round: u8) -> f64 {
    let steady = |units: &[Counted], side: Side| units.iter().any(|unit| unit.side == side && unit.stands == STEADY);
    if shooter == units.len() {
        if !steady(units, firing.other()) {
            return if firing == Enemy { 1.0 } else { 0.0 };
        }
        return match (firing == first, round) {
            (true, _) => counted(units, firing.other(), first, 0, round),
            (false, 3) => 0.0,
            (false, _) => counted(units, first, first, 0, round + 1),
        };
    }
    let next = |units: &[Counted]| counted(units, firing, first, shooter + 1, round);
    let unit = units[shooter];
    let wanted = if steady(units, firing.other()) { STEADY } else { PANICKED };
    let targets: Vec<usize> = (0..units.len()).filter(|place| units[*place].side != firing && units[*place].stands == wanted).collect();
    if unit.side != firing || unit.stands != STEADY || targets.is_empty() {
        return next(units);
    }
    let mut sum = 0.0;
    for face in 1..=6 {
        if face > unit.value {
            sum += next(units) / 6.0;
            continue;
        }
        for target in &targets {
            for elite in 1..=6 {
                let mut after = units.to_vec();
                let struck = &mut after[*target];
                struck.stands = match face {
                    1 => GONE,
                    _ if struck.stands == PANICKED => GONE,
                    _ if struck.elite && elite <= 3 => STEADY,
                    _ if struck.breaks => GONE,
                    _ => PANICKED,
                };
                sum += next(&after) / 36.0 / targets.len() as f64;
            }
        }
    }
    sum
}

#[test]
fn small_battles_come_out_as_they_are_counted_out_die_by_die() {
    let unit = |side: Side, value: u8, breaks: bool, elite: bool| Counted { side, value, breaks, elite, stands: STEADY };
    let cases = [
        (
            vec!["ali", "4th_infantry", "1st_infantry"],
            vec![unit(Enemy, 4, false, false), unit(Ours, 2, true, false), unit(Ours, 2, false, false)],
        ),
        (vec!["osman_digna", "5th_infantry"], vec![unit(Enemy, 4, false, true), unit(Ours, 3, false, false)]),
    ];
    for (keys, units) in cases {
        let state = battlefield(3, "berber", Enemy, &keys);
        let odds = odds(&state);
        let wins: f64 = Side::BOTH.into_iter().map(|first| odds.superiority[first as usize] * counted(&units, first, first, 0, 1)).sum();
        is(odds.wins(Enemy), wins);
    }
}

/// Fights a battle many times; how often each side wins and each unit falls is what was reckoned.
#[track_caller]
fn thrown(mut state: State, stands: [BreakOff; 2], seed: u8) {
    const TIMES: u32 = 6_000;
    state.stands = stands;
    let odds = odds(&state);
    is(odds.wins(Ours) + odds.wins(Enemy), 1.0);
    let mut dice = Dice::seeded([seed; 32], 0);
    let (mut wins, mut falls) = (0, vec![0; odds.falls.len()]);
    for _ in 0..TIMES {
        let mut fought = state.clone();
        let side = fought.play.side;
        let events = fought.give(Seat::from(side), &Order::MovesDone(side), &mut dice).unwrap();
        for event in &events {
            match event {
                Event::Died { unit, .. } => {
                    if let Some(place) = odds.falls.iter().position(|(fell, _)| fell == unit) {
                        falls[place] += 1;
                    }
                }
                Event::BattleEnded { winner: Enemy, .. } | Event::Ended(Outcome { winner: Enemy, .. }) => wins += 1,
                _ => {}
            }
        }
    }
    let near = |what: &str, count: u32, chance: f64| {
        let often = f64::from(count) / f64::from(TIMES);
        let error = 4.0 * (chance * (1.0 - chance) / f64::from(TIMES)).sqrt() + 1e-9;
        assert!((often - chance).abs() <= error, "{what}: {often} of {chance}, {odds:?}");
    };
    near("won by the enemy", wins, odds.wins(Enemy));
    for (count, (unit, chance)) in falls.iter().zip(&odds.falls) {
        near(state.pack.unit_name(*unit), *count, *chance);
    }
}

#[test]
fn battles_that_are_thrown_out_come_as_often_as_reckoned_k27_k29() {
    let stand = [BreakOff::Stand; 2];
    let town = battlefield(3, "berber", Enemy, &["mahdi", "abdulah", "ali", "b_cavalry", "1st_infantry", "3rd_infantry", "egyptian_c"]);
    thrown(town.clone(), stand, 41);
    thrown(town, [BreakOff::WhenOutmatched, BreakOff::WhenOutmatched], 42);
    let keys = ["abdulah", "ali", "muhamed", "osman_digna", "khartoum_garrison", "1st_infantry", "gordon", "bordein"];
    thrown(battlefield(1, "khartoum", Enemy, &keys), stand, 43);
    thrown(battlefield(3, "khartoum", Enemy, &keys), [BreakOff::LeadersWhenOutmatched, BreakOff::Stand], 44);
}

#[test]
fn a_battle_that_is_under_way_is_reckoned_from_where_it_stands() {
    let state = battlefield(3, "berber", Enemy, &["ali", "muhamed", "4th_infantry"]);
    let mut fought = prospective(&state, state.contested().first().unwrap(), Enemy);
    let fresh = battle(&state, &fought).unwrap();
    fought.superior = Some(Ours);
    (fought.round, fought.step) = (3, Step::Fire(Ours));
    fought.panicked.insert(state.pack.unit_keyed("ali").unwrap());
    let late = battle(&state, &fought).unwrap();
    assert!(late.wins(Enemy) < fresh.wins(Enemy) && late.decided[0] == [0.0; 2], "{late:?}");
    // Only Muhamed fires, after the 4th has missed them both or struck the panicked not at all.
    is(late.wins(Enemy), 4.0 / 6.0 * 4.0 / 6.0);
    fought.step = Step::Rout(Ours);
    assert_eq!(battle(&state, &fought), None);
}

#[test]
fn of_too_many_units_nothing_is_reckoned() {
    let all: Vec<&str> = vec![
        "mahdi",
        "abdulah",
        "muhamed",
        "ali",
        "osman_digna",
        "a_cavalry",
        "khartoum_garrison",
        "gordon",
        "bordein",
        "safieh",
        "1st_infantry",
        "2nd_infantry",
    ];
    let state = battlefield(3, "khartoum", Enemy, &all);
    assert_eq!(battle(&state, &prospective(&state, state.contested().first().unwrap(), Enemy)), None);
}
