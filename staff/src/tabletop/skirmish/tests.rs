use std::io::Write as _;
use std::sync::Arc;

use engine::tabletop::formation::Formation;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::instruction::Whom;
use engine::tabletop::unit::UnitId;

use super::*;

fn skirmish_of(key: &str, staffs: [Which; 2]) -> Skirmish {
    let pack = BattlePack::embedded().unwrap();
    let battle = if key == "typical" { Battle::Typical } else { Battle::Scenario(key.to_owned()) };
    Skirmish { pack, battle, options: Options::default(), staffs, seed: 1 }
}

#[test]
fn the_same_seed_gives_the_same_battle_whoever_plays() {
    for staffs in [[Which::Random, Which::Plain], [Which::Plain, Which::Searching(12)]] {
        let plan = skirmish_of("marching", staffs);
        let (one, again) = (plan.play(3), plan.play(3));
        assert_eq!((one.end, one.events), (again.end, again.events));
    }
}

#[test]
fn a_tally_of_battles_is_the_sum_of_its_parts() {
    let plan = skirmish_of("form square", [Which::Plain, Which::Random]);
    let mut whole = Tally::default();
    for number in 0..4 {
        whole.count(&plan.play(number));
    }
    assert_eq!(skirmish(&plan, 4, || {}), whole);
    assert_eq!(whole.ours + whole.enemy + whole.drawn, 4);
    assert_eq!(whole.endings.values().sum::<u64>(), 4);
}

#[test]
fn a_battle_s_rows_are_under_150_kb_of_json_and_20_kb_compressed_and_read_again() {
    let pack = BattlePack::embedded().unwrap();
    let scenarios = pack.scenarios.iter().map(|scenario| scenario.key.as_str());
    for key in scenarios.chain(["typical"]) {
        for number in 0..8 {
            let played = skirmish_of(key, [Which::Plain, Which::Plain]).play(number);
            let rows = serde_json::to_string(&played.events).unwrap();
            let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            compressed.write_all(rows.as_bytes()).unwrap();
            let compressed = compressed.finish().unwrap().len();
            println!("{key}, battle {number}: {} bytes, {compressed} compressed", rows.len());
            assert!(
                rows.len() < 150 * 1024 && compressed < 20 * 1024,
                "{key}, battle {number}: {} bytes, {compressed} compressed",
                rows.len()
            );
            assert_eq!(serde_json::from_str::<Vec<Event>>(&rows).unwrap(), played.events);
        }
    }
}

#[test]
fn the_plain_staff_does_as_it_is_told() {
    let plan = skirmish_of("form square", [Which::Plain, Which::Plain]);
    for (instruction, forbidden) in [(Instruction::HoldAndFire, true), (Instruction::Attack, false)] {
        let mut charges = 0;
        for number in 0..3 {
            let mut dice = Dice::seeded([number; 32], 0);
            let mut state = State::opening(&plan.pack);
            let mut events = Vec::new();
            let set_up = Order::SetUp(Arc::new(SetUp { battle: plan.battle.clone(), options: plan.options }));
            state.resolve(&set_up, &mut dice, &mut events);
            state.resolve(&Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction }, &mut dice, &mut events);
            let mut staff = Plain::default();
            let mut legal = Vec::new();
            while let Some(side) = state.side_asked() {
                legal.clear();
                state.legal_orders(Seat::from(side), &mut legal);
                let choice = staff.choose(&state.view(Seat::from(side)), side, &legal);
                let impetuous = |unit: UnitId| state.unit(unit).impetuous;
                if matches!(&legal[choice], Order::Charge { unit, .. } if state.unit(*unit).side == Side::Enemy && !impetuous(*unit)) {
                    charges += 1;
                }
                state.resolve(&legal[choice], &mut dice, &mut events);
            }
        }
        assert_eq!(charges == 0, forbidden, "{instruction:?}: {charges} charges");
    }
}

#[test]
fn the_searching_staff_does_as_it_is_told() {
    let plan = skirmish_of("form square", [Which::Plain, Which::Plain]);
    let mut dice = Dice::seeded([7; 32], 0);
    let mut state = State::opening(&plan.pack);
    let mut events = Vec::new();
    let set_up = Order::SetUp(Arc::new(SetUp { battle: plan.battle.clone(), options: plan.options }));
    state.resolve(&set_up, &mut dice, &mut events);
    let hold = Order::Instruct { side: Side::Enemy, whom: Whom::All, instruction: Instruction::HoldAndFire };
    state.resolve(&hold, &mut dice, &mut events);
    let (mut searching, mut plain, mut legal) = (Searching::new(1, 8), Plain::default(), Vec::new());
    while let Some(side) = state.side_asked().filter(|_| state.turn < 4) {
        legal.clear();
        state.legal_orders(Seat::from(side), &mut legal);
        let view = state.view(Seat::from(side));
        let choice = if side == Side::Enemy { searching.choose(&view, side, &legal) } else { plain.choose(&view, side, &legal) };
        let impetuous = |unit: UnitId| state.unit(unit).impetuous;
        assert!(!matches!(&legal[choice], Order::Charge { unit, .. } if state.unit(*unit).side == Side::Enemy && !impetuous(*unit)));
        state.resolve(&legal[choice], &mut dice, &mut events);
    }
}

#[test]
fn the_plain_staff_forms_no_square_only_to_leave_it_in_the_same_activation_unless_a_shot_has_changed_something() {
    let mut squares = 0;
    for key in ["typical", "form square", "night"] {
        for number in 0..40 {
            let played = skirmish_of(key, [Which::Plain, Which::Plain]).play(number);
            let mut formed: Option<UnitId> = None;
            for event in &played.events {
                match event {
                    Event::Activated { .. } | Event::BrigadeActivated { .. } | Event::Fired { .. } => formed = None,
                    Event::Formed { unit, formation: Formation::Square, .. } => {
                        squares += 1;
                        formed = Some(*unit);
                    }
                    Event::Formed { unit, formation, .. } => assert_ne!(formed, Some(*unit), "{key} {number}: square, then {formation:?}"),
                    _ => {}
                }
            }
        }
    }
    assert!(squares > 20, "{squares}");
}
