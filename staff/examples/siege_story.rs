//! A game of the siege by two plain staffs, a line for what each side did. Argument: the seed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use engine::game::Game;
use engine::khartoum::event::Event;
use engine::khartoum::options::Options;
use engine::khartoum::pack::Pack;
use engine::khartoum::state::State;
use staff::khartoum::series::{Series, Which};

fn main() {
    let seed = std::env::args().nth(1).map_or(1, |text| text.parse().unwrap());
    let pack = Pack::embedded().unwrap();
    let plan = Series { pack: pack.clone(), options: Options::default(), staffs: [Which::Plain; 2], seed };
    let played = plan.play(0);
    let mut state = State::opening(&pack);
    for event in &played.events {
        let name = |unit: engine::khartoum::ids::UnitId| pack.unit_name(unit).to_owned();
        let space = |space: engine::khartoum::ids::SpaceId| pack.space_name(space).to_owned();
        match event {
            Event::TurnBegan(turn) => println!("== turn {turn}"),
            Event::Played { side, card, holds, .. } => println!("{side:?} plays {} ({holds})", pack.card(*card).unwrap().title),
            Event::Placed { unit: Some(unit), at, .. } => println!("   {} at {}", name(*unit), space(*at)),
            Event::Moved { units: Some(units), from, way, .. } => println!(
                "   {} from {} to {}",
                units.iter().map(name).collect::<Vec<_>>().join(", "),
                space(*from),
                space(*way.last().unwrap())
            ),
            Event::BattleBegan { space: at, attacker, .. } => {
                let here = state.here(*at).iter().map(name).collect::<Vec<_>>().join(", ");
                println!("   BATTLE at {} by {attacker:?}: {here}", space(*at));
            }
            Event::BattleEnded { winner, .. } => println!("   won by {winner:?}"),
            Event::Died { unit, cause, .. } => println!("   {} lost: {cause:?}", name(*unit)),
            Event::Ended(outcome) => println!("{outcome:?}"),
            _ => {}
        }
        state.apply(event);
    }
}
