use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

#[test]
fn disorganisation_example_1() {
    let position = position(
        "a: dervish infantry with spears, enemy, D4, S, en masse, 4, disorganised\n\
         b: dervish infantry with spears, enemy, C3, S, en masse, 4\n\
         c: dervish infantry with spears, enemy, D3, S, en masse, 4\n",
    );
    let tried = attempt(recovery(&position, UnitId(0)).unwrap(), &mut Dice::scripted(&[7]));
    assert_eq!((tried.roll.total(), tried.at_most, tried.recovers()), (5, 4, false), "{position}");
}

#[test]
fn disorganisation_example_2_without_its_card() {
    let position = position(
        "a: british cavalry, ours, D4, N, line, 3, disorganised\n\
         b: leader, ours, D4, N, 1\n",
    );
    let tried = attempt(recovery(&position, UnitId(0)).unwrap(), &mut Dice::scripted(&[6]));
    assert_eq!((tried.roll.total(), tried.at_most, tried.recovers()), (4, 3, false), "{position}");
    assert!(recovery(&position, UnitId(1)).is_none(), "a Leader is never disorganised");
}

#[test]
fn the_chances_of_a_recovery_are_those_of_every_face() {
    let friends = "b: transport, ours, C3, N, transport, 1\nc: british artillery, ours, C4, N, deployed, 2\n";
    for figures in 1..=4 {
        for beside in ["", friends, "b: leader, ours, D5, N, 1\nc: leader, ours, D3, N, 1\n"] {
            for troop in ["british infantry, ours, D4, N, line", "gendarmerie, ours, D4, N, en masse"] {
                let position = position(&format!("a: {troop}, {figures}, disorganised\n{beside}"));
                let trial = recovery(&position, UnitId(0)).unwrap();
                let faces = 1..=u16::from(trial.roll.sides);
                let good = faces.filter(|face| attempt(trial.clone(), &mut Dice::scripted(&[*face])).recovers()).count();
                assert_eq!(chances(&trial), (good as u8, trial.roll.sides), "{position}");
            }
        }
    }
}
