use engine::game::Game;
use engine::tabletop::pack::BattlePack;

use super::*;

#[test]
fn what_a_charge_comes_to_is_the_mean_of_every_way_the_dice_fall() {
    let state = State::opening(&BattlePack::embedded().unwrap());
    let weights = Weights::TUNED;
    let table = &state.position.pack.tables.charge;
    for dice in [(8, 6), (6, 8), (6, 6)] {
        let thrown = Clashes::of(&state, &weights).thrown(dice);
        for ahead in -4_i16..=4 {
            for disorganised in [false, true] {
                let (mut charging, mut charged, mut ways) = (0.0, 0.0, 0.0);
                for one in 1..=i16::from(dice.0) {
                    for other in 1..=i16::from(dice.1) {
                        let difference = ahead + one - other;
                        let row = table.outcome(difference).unwrap();
                        let further = u8::from(disorganised && difference >= table.further_figure_from);
                        let toll = |toll: &Toll, figures: u8, already: bool| {
                            let disorder = if toll.disorganised && !already { weights.disorder } else { 0.0 };
                            f32::from(figures) * weights.figure + disorder + f32::from(toll.falls_back) * 0.05
                        };
                        charging += toll(&row.charging, row.charging.figures, false);
                        charged += toll(&row.charged, row.charged.figures + further, disorganised);
                        ways += 1.0;
                    }
                }
                let found = thrown.at(ahead, disorganised);
                assert!((found.charging - charging / ways).abs() < 1e-4, "{dice:?} {ahead} {disorganised}");
                assert!((found.charged - charged / ways).abs() < 1e-4, "{dice:?} {ahead} {disorganised}");
            }
        }
    }
}
