use std::collections::BTreeSet;

use engine::campaign::{Options, Seat};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;

use super::*;

/// Every position of some campaigns played out at random, with what is legal there.
fn at_every_turning(mut look: impl FnMut(&State, &[Order])) {
    for seed in 1..12_u64 {
        let mut state = State::new(Pack::embedded().unwrap());
        let mut dice = Dice::seeded([seed as u8; 32], 0);
        let options = Options { gunboat_encounters: seed.is_multiple_of(2), ..Options::default() };
        let scenario = if seed.is_multiple_of(3) { "reconquest" } else { "uprising" };
        state.give(Seat::Commander, &Order::SetUp { scenario: scenario.to_owned(), options }, &mut dice).unwrap();
        let mut choice = seed;
        while state.ending().is_none() {
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            look(&state, &orders);
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let order = orders[(choice >> 33) as usize % orders.len()].clone();
            state.give(Seat::Commander, &order, &mut dice).unwrap();
        }
    }
}

#[test]
fn every_order_of_a_campaign_is_read_back_from_its_key() {
    at_every_turning(|_, orders| {
        for order in orders {
            let key = order_key(order).unwrap();
            assert!(key.len() <= 60, "{key}");
            assert_eq!(order_from_key(&key).as_ref(), Some(order), "{key}");
        }
    });
}

#[test]
fn every_key_reads_back_to_itself_whatever_it_is_about() {
    let parts = ["0", "1", "2", "3", "37", "255", "event", "ops", "points", "land", "sea"];
    for word in WORDS {
        let mut keys = vec![(*word).to_owned()];
        let mut read = 0;
        for _ in 0..4 {
            for key in &keys {
                if let Some(order) = order_from_key(key) {
                    assert_eq!(order_key(&order).as_ref(), Some(key));
                    read += 1;
                }
            }
            keys = keys.iter().flat_map(|key| parts.map(|part| format!("{key}.{part}"))).collect();
        }
        assert!(read > 0, "{word}");
    }
}

#[test]
fn anything_else_is_no_order() {
    for key in [
        "",
        ".",
        "retreat",
        "retreat.x",
        "retreat.256",
        "retreat.01",
        "retreat.1.",
        "conquer",
        "play.3",
        "play.3.fun",
        "sail.air.1",
        "lose.1.2",
        "pass.",
        "pass.1",
    ] {
        assert_eq!(order_from_key(key), None, "{key}");
    }
}

/// A key of each word, as buttons carry it, and its order, as the journal does: both are written for ever. What is new comes after.
const KEPT: [(&str, &str); 99] = [
    ("draw", r#""draw_cards""#),
    ("rebellion", r#""check_revolts""#),
    ("revolt.7", r#"{"check_revolt":{"location":7}}"#),
    ("retreat.7", r#"{"retreat":{"to":7}}"#),
    ("play.7.event", r#"{"play":{"card":7,"as":"event"}}"#),
    ("play.7.ops", r#"{"play":{"card":7,"as":"ops"}}"#),
    ("play.7.points", r#"{"play":{"card":7,"as":"replacements"}}"#),
    ("pass", r#""pass""#),
    ("end-round", r#""end_round""#),
    ("place.7.31.2", r#"{"place":{"kind":7,"at":31,"count":2}}"#),
    ("place-ship.7", r#"{"place_ship":{"at":7}}"#),
    ("redoubt.7", r#"{"build_redoubt":{"at":7}}"#),
    ("raid.7", r#"{"raid":{"location":7}}"#),
    ("garrison.7", r#"{"garrison":{"unit":7}}"#),
    ("give.7", r#"{"give_card":{"card":7}}"#),
    ("take.7", r#"{"take_card":{"card":7}}"#),
    ("siege.7", r#"{"choose_siege":{"location":7}}"#),
    ("nation.0", r#"{"choose_nation":{"nation":"egyptian"}}"#),
    ("nation.1", r#"{"choose_nation":{"nation":"british"}}"#),
    ("hicks.7", r#"{"land_hicks":{"port":7}}"#),
    ("ferry-to.7", r#"{"ferry_to":{"to":7}}"#),
    ("decline", r#""decline""#),
    ("activate.land.7", r#"{"activate":{"at":{"space":7}}}"#),
    ("activate.sea.7", r#"{"activate":{"at":{"sea":7}}}"#),
    ("form.7", r#"{"form":{"at":7}}"#),
    ("leave.7", r#"{"leave":{"unit":7}}"#),
    ("gather", r#""gather""#),
    ("take-supply", r#""take_supply""#),
    ("leave-supply", r#""leave_supply""#),
    ("unmet", r#""march_unmet""#),
    ("march.7", r#"{"march":{"to":7}}"#),
    ("halt", r#""halt""#),
    ("track.7", r#"{"lay_track":{"at":7}}"#),
    ("entrain.7", r#"{"entrain":{"unit":7}}"#),
    ("train.7", r#"{"run_train":{"to":7}}"#),
    ("ferry.7", r#"{"ferry":{"unit":7}}"#),
    ("fleet.land.7", r#"{"form_fleet":{"at":{"space":7}}}"#),
    ("fleet.sea.7", r#"{"form_fleet":{"at":{"sea":7}}}"#),
    ("leave-ship.7", r#"{"leave_ship":{"ship":7}}"#),
    ("sail.land.7", r#"{"sail":{"to":{"space":7}}}"#),
    ("sail.sea.7", r#"{"sail":{"to":{"sea":7}}}"#),
    ("land.7", r#"{"land":{"at":7}}"#),
    ("load.7", r#"{"load":{"unit":7}}"#),
    ("load.7.2", r#"{"load":{"unit":7,"aboard":2}}"#),
    ("load-all", r#""load_all""#),
    ("unload.7", r#"{"unload":{"unit":7}}"#),
    ("unload-all", r#""unload_all""#),
    ("load-supply", r#""load_supply""#),
    ("unload-supply", r#""unload_supply""#),
    ("gordon", r#""embark_gordon""#),
    ("load-train", r#""load_train""#),
    ("unload-train", r#""unload_train""#),
    ("repair.7", r#"{"repair":{"ship":7}}"#),
    ("anchor", r#""anchor""#),
    ("fight.7", r#"{"fight":{"at":7}}"#),
    ("loss.7.2", r#"{"report_loss":{"unit":7,"steps":2}}"#),
    ("held", r#""hold_field""#),
    ("withdraw.2.0.1", r#"{"withdraw":{"cavalry":2,"surrounded":false,"odds":"even"}}"#),
    ("withdraw.2.1.2", r#"{"withdraw":{"cavalry":2,"surrounded":true,"odds":"over_two_to_one"}}"#),
    ("withdraw.0.1.3", r#"{"withdraw":{"cavalry":0,"surrounded":true,"odds":"over_three_to_one"}}"#),
    ("lose.7.0", r#"{"lose":{"unit":7,"whole":false}}"#),
    ("lose.7.1", r#"{"lose":{"unit":7,"whole":true}}"#),
    ("spread", r#""spread_losses""#),
    ("fall-back.7", r#"{"retreat_to":{"to":7}}"#),
    ("take-ship.7", r#"{"retreat_by_ship":{"to":7}}"#),
    ("ship.7.0", r#"{"report_ship":{"ship":7,"damage":null}}"#),
    ("ship.7.2", r#"{"report_ship":{"ship":7,"damage":2}}"#),
    ("end-duel", r#""end_duel""#),
    ("commit.7", r#"{"commit":{"unit":7}}"#),
    ("commit-all", r#""commit_all""#),
    ("sortie", r#""sortie""#),
    ("break-out", r#""break_out""#),
    ("sit", r#""sit_tight""#),
    ("break-out-to.7", r#"{"break_out_to":{"to":7}}"#),
    ("replace.7", r#"{"replace":{"unit":7}}"#),
    ("rebuild.7", r#"{"rebuild":{"kind":7}}"#),
    ("keep-points", r#""end_replacements""#),
    ("correct.unit.7.at.31", r#"{"correct":{"correction":{"unit":{"unit":7,"to":{"at":31}}}}}"#),
    ("correct.unit.7.aboard.2", r#"{"correct":{"correction":{"unit":{"unit":7,"to":{"aboard":2}}}}}"#),
    ("correct.unit.7.gone", r#"{"correct":{"correction":{"unit":{"unit":7,"to":"gone"}}}}"#),
    ("correct.steps.7.2", r#"{"correct":{"correction":{"steps":{"unit":7,"steps":2}}}}"#),
    ("correct.ship.2.port.7", r#"{"correct":{"correction":{"ship":{"ship":2,"to":{"port":7}}}}}"#),
    ("correct.ship.2.sea.3", r#"{"correct":{"correction":{"ship":{"ship":2,"to":{"sea":3}}}}}"#),
    ("correct.damage.2.1", r#"{"correct":{"correction":{"damage":{"ship":2,"damage":1}}}}"#),
    ("correct.place.7.3", r#"{"correct":{"correction":{"place":{"at":7,"control":"mahdist"}}}}"#),
    ("correct.siege.7.2", r#"{"correct":{"correction":{"siege":{"at":7,"level":2}}}}"#),
    ("correct.redoubts.7.1", r#"{"correct":{"correction":{"redoubts":{"at":7,"count":1}}}}"#),
    ("correct.supply.31.5", r#"{"correct":{"correction":{"supply":{"at":31,"points":5}}}}"#),
    ("correct.points.80", r#"{"correct":{"correction":{"points":{"to":80}}}}"#),
    ("correct.ledger.-10", r#"{"correct":{"correction":{"ledger":{"points":-10}}}}"#),
    ("correct.replacements.4.3", r#"{"correct":{"correction":{"replacements":{"purse":"british_guns","points":3}}}}"#),
    ("correct.card.37.hand", r#"{"correct":{"correction":{"card":{"card":37,"to":"hand"}}}}"#),
    ("correct.governor.at.7", r#"{"correct":{"correction":{"governor":{"to":{"at":7}}}}}"#),
    ("correct.governor.dead", r#"{"correct":{"correction":{"governor":{"to":"dead"}}}}"#),
    ("fight-out", r#"{"fight_out":{}}"#),
    ("fight-out.346125", r#"{"fight_out":{"ground":"346125"}}"#),
    ("staff-fights", r#"{"let_staff_fight":{}}"#),
    ("leave-board", r#""leave_board""#),
    ("report-fought", r#""report_fought""#),
];

#[test]
fn a_key_means_for_ever_what_it_meant() {
    for (key, order) in KEPT {
        let order: Order = serde_json::from_str(order).unwrap();
        assert_eq!(order_from_key(key).as_ref(), Some(&order), "{key}");
        assert_eq!(order_key(&order).as_deref(), Some(key));
    }
    for word in WORDS {
        assert!(KEPT.iter().any(|(key, _)| key.split('.').next() == Some(word)), "{word} is new: what it means is to be kept too");
    }
}

/// Discord takes no two completions of one name, and nobody could choose between them.
#[test]
fn no_two_orders_that_are_legal_together_are_called_the_same() {
    at_every_turning(|state, orders| {
        let mut names = BTreeSet::new();
        for order in orders {
            let (name, _) = describe_order(state, order);
            assert!(!name.is_empty() && name.chars().count() <= 100, "{order:?}: {name}");
            assert!(names.insert(name.to_lowercase()), "{order:?}: {name}");
        }
    });
}
