use engine::game::Game;
use engine::khartoum::odds;
use engine::khartoum::options::BreakOff;
use engine::khartoum::pack::Pack;
use engine::khartoum::phase::Place;
use engine::khartoum::state::{PlayerTurn, State};

use super::*;
use crate::khartoum::eye::Eye;
use crate::khartoum::lore::Lore;
use crate::khartoum::weights::Weights;

#[test]
fn the_higher_of_two_dice_is_counted_by_what_is_added() {
    assert_eq!(higher(0), (15.0 / 36.0, 6.0 / 36.0));
    assert_eq!(higher(1), (21.0 / 36.0, 5.0 / 36.0));
    assert_eq!(higher(-6), (0.0, 0.0));
    assert_eq!(higher(9), (1.0, 0.0));
}

#[test]
fn what_is_reckoned_of_battles_is_near_what_they_come_to_exactly() {
    let pack = Pack::embedded().unwrap();
    let lore = Lore::of(&pack);
    let cases = [
        (3, "berber", vec!["ali", "muhamed", "abdulah"], vec!["egyptian_c", "5th_infantry"]),
        (3, "berber", vec!["ali"], vec!["egyptian_c"]),
        (3, "khartoum", vec!["mahdi", "ali", "muhamed", "abdulah", "jihadiya_a"], vec!["khartoum_garrison", "4th_infantry"]),
        (1, "khartoum", vec!["mahdi", "ali", "muhamed", "abdulah", "jihadiya_a"], vec!["khartoum_garrison", "4th_infantry"]),
        (1, "khartoum", vec!["ali", "muhamed"], vec!["khartoum_garrison", "gordon"]),
        (3, "suakin", vec!["osman_digna", "a_cavalry"], vec!["suakin_garrison", "rmli"]),
        (3, "kosti", vec!["mahdi", "ali", "muhamed", "b_cavalry"], vec!["1st_infantry", "2nd_infantry", "bashi_cavalry"]),
        (3, "tamai", vec!["osman_digna", "jihadiya_a", "jihadiya_b", "ali"], vec!["g_1st_bde", "g_2nd_bde", "g_cavalry", "rmli"]),
    ];
    let mut errors = 0.0;
    let count = cases.len() as f64;
    for (turn, space, enemies, ours) in cases {
        let mut state = State::opening(&pack);
        let at = pack.space_keyed(space).unwrap();
        for key in enemies.iter().chain(&ours) {
            state.put(pack.unit_keyed(key).unwrap(), Place::On(at));
        }
        (state.turn, state.play, state.stands) = (turn, PlayerTurn::new(Side::Enemy), [BreakOff::Stand; 2]);
        let exact = odds::battle(&state, &odds::prospective(&state, at, Side::Enemy)).unwrap().wins(Side::Enemy);
        let eye = Eye::new(&lore, &Weights::TUNED[1], &state, Side::Enemy);
        let reckoned = f64::from(eye.attack(at, Side::Enemy, eye.force(Side::Enemy, at), eye.force(Side::Ours, at)).wins);
        assert!((exact - reckoned).abs() < 0.2, "{space}, {enemies:?} against {ours:?}: {reckoned:.3} for {exact:.3}");
        errors += (exact - reckoned).abs();
    }
    assert!(errors / count < 0.1, "{errors}");
}
