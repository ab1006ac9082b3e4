//! The menus of corrections, held against the law that lists what may be put right.

use std::collections::BTreeSet;

use engine::campaign::rules::corrections;
use engine::campaign::{CorrectionKind, Options, Order, Seat, State, SupplySystem};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use umpire::despatches::correcting::{self, Asking};
use umpire::model::custom_id::CustomId;
use umpire::model::ids::CampaignId;
use umpire::model::orders::order_key;
use umpire::model::orders::question::LINES;

/// A campaign in its first round.
fn position() -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([3; 32], 0);
    let options = Options { supply: SupplySystem::Advanced, ..Options::default() };
    let mut order = Order::SetUp { scenario: state.pack().scenarios[0].key.clone(), options };
    while state.round().ops() == 0 {
        state.give(Seat::Commander, &order, &mut dice).unwrap();
        let mut orders = Vec::new();
        state.legal_orders(Seat::Commander, &mut orders);
        order = orders.into_iter().next_back().unwrap();
        if matches!(order, Order::EndRound) {
            order = Order::Pass;
        }
    }
    state
}

/// What is reached from a step by its menu, on all of its pages, with the number of choices it took.
fn reached(state: &State, path: &str, chosen: usize, found: &mut BTreeSet<(usize, String)>) {
    let asking = Asking { state, campaign: CampaignId(1), revision: 1, alone: true };
    let first = correcting::step(asking, path, Some(0)).unwrap();
    let Some(menu) = first.menu else {
        assert!(matches!(&first.buttons[0].id, CustomId::Sure { key, .. } if *key == format!("correct.{path}")), "{path}");
        assert!(found.insert((chosen, format!("correct.{path}"))), "{path} is offered twice");
        return;
    };
    let mut lines = menu.choices;
    for page in 1.. {
        let next = correcting::step(asking, path, Some(page)).unwrap().menu.unwrap().choices;
        assert!(next.len() <= LINES);
        if lines.contains(&next[0]) {
            break;
        }
        lines.extend(next);
    }
    for line in lines {
        assert!(line.value.starts_with(path) && line.value != path, "{} follows {path}", line.value);
        reached(state, &line.value, chosen + 1, found);
    }
}

#[test]
fn menus_offer_exactly_what_may_be_put_right_in_three_choices_before_the_last_word() {
    let state = position();
    let mut found = BTreeSet::new();
    // Units and supply go by thousands and in the same way: of these a few things each.
    for kind in CorrectionKind::ALL {
        let word = umpire::model::orders::correct::word(kind);
        let mut listed: BTreeSet<String> =
            corrections::listed(&state, kind).into_iter().map(|correction| order_key(&Order::Correct { correction }).unwrap()).collect();
        if listed.is_empty() {
            assert_eq!(kind, CorrectionKind::Governor, "there is none yet");
            continue;
        }
        found.clear();
        if matches!(kind, CorrectionKind::Unit | CorrectionKind::Supply) {
            let mut things: Vec<String> = listed.iter().map(|key| key.split('.').skip(1).take(2).collect::<Vec<_>>().join(".")).collect();
            things.dedup();
            for thing in things.iter().step_by(17) {
                reached(&state, thing, 2, &mut found);
            }
            listed.retain(|key| things.iter().step_by(17).any(|thing| key.starts_with(&format!("correct.{thing}."))));
        } else {
            reached(&state, word, 1, &mut found);
        }
        assert!(found.iter().all(|(chosen, _)| *chosen <= 3), "{kind:?}: at most four choices, the last word among them");
        let offered: BTreeSet<String> = found.iter().map(|(_, key)| key.clone()).collect();
        assert_eq!(offered, listed, "{kind:?}");
    }
}
