//! The turn that is shown: what it meets, how many presses it takes, and that it can be left and taken up anywhere.

use engine::campaign::{Decision, Event, Options, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use umpire::despatches::guide;
use umpire::model::ids::{CampaignId, UserId};
use umpire::model::standing::Standing;

const STANDING: Standing = Standing::commanded(CampaignId(1), 7, Some(UserId(4_242)));

/// What was met on the way.
#[derive(Default, Debug)]
struct Met {
    presses: usize,
    told: Vec<String>,
    events: Vec<Event>,
    garrison: bool,
    battle: bool,
}

fn begun(seed: [u8; 32]) -> (State, Dice) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded(seed, 0);
    let scenario = state.pack().scenarios[0].key.clone();
    state.give(Seat::Commander, &Order::SetUp { scenario, options: Options::default() }, &mut dice).unwrap();
    (state, dice)
}

/// Presses whatever is shown until nothing is any more; nothing if a step cannot be taken.
fn pressed_through(mut state: State, mut dice: Dice) -> Option<Met> {
    let mut met = Met::default();
    loop {
        let step = guide::step(&state, STANDING)?;
        met.told.push(step.plain());
        let orders = guide::orders(&state);
        if orders.is_empty() {
            return Some(met);
        }
        met.presses += 1;
        met.garrison |= matches!(state.decision(), Some(Decision::Garrison { .. }));
        met.battle |= state.battle().is_some();
        for order in &orders {
            met.events.extend(state.give(Seat::Commander, order, &mut dice).ok()?);
        }
        if met.presses > 40 {
            return None;
        }
    }
}

#[test]
fn a_dozen_presses_show_a_turn_from_the_draw_to_the_summary() {
    let (state, dice) = begun(guide::SEED);
    let met = pressed_through(state, dice).expect("each step can be taken");
    let happens = |is_it: fn(&Event) -> bool| met.events.iter().any(is_it);
    assert!(met.presses <= 12, "{} presses", met.presses);
    assert!(met.garrison && met.battle);
    assert!(happens(|event| matches!(event, Event::CardPlayed { .. })));
    assert!(happens(|event| matches!(event, Event::BattleBegan { .. })));
    assert!(happens(|event| matches!(event, Event::SiegeRolled { .. } | Event::SortieRolled { .. })));
    assert!(happens(|event| matches!(event, Event::TurnBegan { turn: 2 })));
    reads!("guide", met.told.join("\n\n---\n\n"));
}

#[test]
fn whatever_else_is_pressed_the_next_step_can_be_taken() {
    let mut steps = 0;
    for first in 1..40_u64 {
        let (mut state, mut dice) = begun([first as u8; 32]);
        let mut choice = first;
        while state.turn() == 1 && state.ending().is_none() {
            if let Some(order) = guide::orders(&state).first() {
                assert_eq!(state.permit(Seat::Commander, order), Ok(()), "{order:?}");
                assert!(!guide::step(&state, STANDING).unwrap().buttons.is_empty());
                steps += 1;
            }
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let order = orders[(choice >> 33) as usize % orders.len()].clone();
            state.give(Seat::Commander, &order, &mut dice).unwrap();
        }
    }
    assert!(steps > 100, "{steps} steps");
}
