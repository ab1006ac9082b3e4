//! What players read of odds, kept word for word.

use engine::campaign::Seat;
use engine::campaign::odds::{self, march, revolt, siege, sortie};
use engine::campaign::rules::pursuit::Situation;
use engine::campaign::{Event, Options, Order, Source, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{LocationId, Pack, SpaceId, UnitId};
use pictures::odds::alt_text;
use umpire::despatches::odds as told;
use umpire::despatches::odds::Told;
use umpire::despatches::position;
use umpire::model::ids::{CampaignId, UserId};
use umpire::model::standing::Standing;

/// What is told, and its picture in words.
fn told_with_picture(told: &Told) -> String {
    format!("{}\n\n{}", told.despatch.plain(), alt_text(&told.sheet))
}

const STANDING: Standing = Standing::commanded(CampaignId(1), 7, Some(UserId(4_242)));

/// The uprising with these places lost.
fn campaign(options: Options, lost: &[&str]) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let order = Order::SetUp { scenario: "uprising".to_owned(), options };
    state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
    for name in lost {
        let location = at(&state, name);
        let units = state.garrison(location);
        state.apply(&Event::UnitsRecalled { units });
        state.apply(&Event::LocationLost { location });
    }
    state
}

fn at(state: &State, name: &str) -> LocationId {
    state.pack().map.find_location(name).unwrap()
}

fn space(state: &State, name: &str) -> SpaceId {
    state.pack().map.find_space(name).unwrap()
}

#[test]
fn odds_of_revolts() {
    let state = campaign(Options::default(), &["Ginnis", "Tamai", "Stuart", "Deer Harbor"]);
    reads!("odds_revolt", told_with_picture(&told::revolt::revolts(&state, STANDING, &revolt::revolts(&state))));
    let mut waned = state.clone();
    waned.replay(&state.pack().triggers.iter().map(|trigger| Event::TriggerFired { key: trigger.key.clone() }).collect::<Vec<_>>());
    reads!("odds_revolt_none", told_with_picture(&told::revolt::revolts(&waned, STANDING, &revolt::revolts(&waned))));
}

#[test]
fn odds_of_encounters() {
    let state = campaign(Options::default(), &["Lopez", "Friday Harbor"]);
    for (name, place) in [("town", "Lopez"), ("walls", "Friday Harbor"), ("ours", "Olga")] {
        let told = told::encounter::encounter(
            &state,
            STANDING,
            space(&state, place),
            &odds::encounter::encounter(&state, space(&state, place), engine::pack::UnitSet::EMPTY),
        );
        match name {
            "town" => {
                reads!("odds_encounter_town", told_with_picture(&told));
            }
            "walls" => {
                reads!("odds_encounter_walls", told_with_picture(&told));
            }
            _ => {
                reads!("odds_encounter_ours", told_with_picture(&told));
            }
        }
    }
}

/// Sieges at Friday Harbor and West Sound.
fn besieged(options: Options) -> State {
    let mut state = campaign(options, &["Deer Harbor"]);
    for (name, level) in [("Friday Harbor", 1), ("West Sound", 3)] {
        let location = at(&state, name);
        state.apply(&Event::SiegeBegan { location });
        state.apply(&Event::SiegeLevelSet { at: location, level });
    }
    state
}

#[test]
fn odds_of_sieges() {
    let state = besieged(Options { storming: true, ..Options::default() });
    let sieges: Vec<_> = state.besieged().iter().filter_map(|place| siege::siege(&state, place)).collect();
    reads!("odds_siege_all", told_with_picture(&told::siege::sieges(&state, STANDING, &sieges)));
    reads!("odds_siege_one", told_with_picture(&told::siege::sieges(&state, STANDING, &sieges[..1])));
}

#[test]
fn odds_of_a_garrison() {
    let state = besieged(Options::default());
    let place = at(&state, "West Sound");
    let sitting = siege::siege(&state, place).unwrap();
    let sizes = sortie::sizes(&state, place).into_iter();
    let sorties: Vec<_> = sizes.filter_map(|size| sortie::sortie(&state, place, sortie::told_off(&state, place, size))).collect();
    let breakout = told::sortie::Breakout {
        force: odds::encounter::force(&state.pack().tables, false),
        ways: sortie::ways_out(&state, place, state.garrison(place)),
    };
    reads!("odds_sortie", told_with_picture(&told::sortie::garrison(&state, STANDING, &sitting, &sorties, &breakout)));
}

#[test]
fn odds_of_pursuits() {
    let pack = Pack::embedded().unwrap();
    let told = |cavalry, left, lost, measure| {
        let situation = Situation { cavalry, surrounded: false, ours: 7, theirs: 15, left, other: 0 };
        let odds = odds::pursuit::pursuit(&pack.tables, Options::default(), situation, lost);
        told::pursuit::pursuit(&pack, position::footer(&campaign(Options::default(), &[]), 7), &odds, lost, measure)
    };
    reads!("odds_pursuit_without_cavalry", told_with_picture(&told(0, 20, 8, "steps")));
    reads!("odds_pursuit_nothing_left_said", told_with_picture(&told(4, 0, 0, "units")));
}

#[test]
fn odds_of_marches() {
    let mut state = campaign(Options::default(), &["Tamai", "Friday Harbor"]);
    let ginnis = space(&state, "Ginnis");
    let units = ["Sudanese 1/5", "Sudanese 2/5"];
    let find = |name: &&str| UnitId::at(state.pack().roster.units.iter().position(|unit| unit.name == **name).unwrap());
    let units = units.iter().map(find).collect();
    state.apply(&Event::UnitsArrived { units, at: ginnis, source: Source::Reserve });
    let to = space(&state, "Tamai");
    reads!(
        "odds_march",
        told_with_picture(&told::march::way(&state, STANDING, ginnis, to, &march::march(&state, ginnis, to, units).unwrap()))
    );
    let reach = march::reach(&state, ginnis, units).iter();
    let marches: Vec<_> = reach.filter_map(|to| march::march(&state, ginnis, to, units).map(|odds| (to, odds))).collect();
    reads!("odds_march_reach", told_with_picture(&told::march::reach(&state, STANDING, ginnis, units, &marches)));
}
