//! *Movement*; *Naval Movement*.

use super::rule::{Rule, named, units, whether};
use crate::campaign::options::Options;
use crate::campaign::rules::movement::FUNCTIONS;
use crate::campaign::rules::naval::FUNCTIONS_TO_LAND;
use crate::campaign::rules::reach::{CAVALRY_RATE, INFANTRY_RATE};
use crate::pack::{Pack, ShipClass};

const LAND: &str = "Movement";
const SEA: &str = "Naval Movement";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    let mut rules = land();
    rules.extend(sea(pack, options));
    rules
}

fn land() -> Vec<Rule> {
    vec![
        Rule::new(
            LAND,
            "Using a card for Ops",
            "An Op activates one place, or one sea area, with everyone who is there: all of them may move, fight, or stay. A place is activated once in a round. It does not matter how many units stand there, only how many places you need.",
        )
        .also(["ops", "activation", "activate"])
        .see(["Movement Rate", "Naval Movement", "Battles"]),
        Rule::new(LAND, "Movement Rate", "How many spaces a unit marches when it is activated. Places and the points between them each count as a space.")
            .also(["movement points", "how far", "speed"])
            .row(INFANTRY_RATE.to_string(), "infantry, artillery, machine guns, supply")
            .row(CAVALRY_RATE.to_string(), "cavalry and camels")
            .row("least", "a mixed force goes with its slowest")
            .ruling(38, "camels march and count as cavalry; batteries, on camels too, march as infantry")
            .see(["Movement", "Out of Supply Effects"]),
        Rule::new(
            LAND,
            "Movement",
            "Forces march by land along the paths, space by space, and may leave units on the way or take others along; a force that waits while another moves keeps what it has left. In each space that is not a friendly place it is rolled whether the enemy is met.",
        )
        .also(["march"])
        .see(["Movement Rate", "Encounter Table", "Transporting Units"]),
    ]
}

fn sea(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    let mut carrying = Rule::new(
        SEA,
        "Transporting Units",
        "Ships carry troops from port to port. Going aboard costs the ship one function and each unit a space of its march; so does going ashore. Ships and troops in two different places take an Op each; once together, also at sea, one Op moves both.",
    )
    .also(["transport", "embark", "load", "unload", "landing", "capacity"]);
    for class in [ShipClass::Gunboat, ShipClass::Transport] {
        let mut sizes: Vec<u8> = pack.roster.ships.iter().filter(|ship| ship.class == class).map(|ship| ship.carries).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes.into_iter().rev() {
            let of_size = pack.roster.ships.iter().filter(|ship| ship.class == class && ship.carries == size);
            carrying = carrying.row(units(size), format!("the {}", named(of_size.map(|ship| ship.name.as_str()))));
        }
    }
    vec![
        Rule::new(
            SEA,
            "Naval Movement",
            format!(
                "An activated ship has {FUNCTIONS} functions in the round. A function is a move to the next sea area or into or out of a port, a loading, an unloading, or a repair."
            ),
        )
        .also(["ships", "functions", "sailing", "sea areas"])
        .see(["Transporting Units", "Naval Repairs", "Gunboat Encounters"]),
        carrying
            .here(options, |options| {
                whether(options.siege_reinforcement, "boats with troops run into a besieged port at a risk.", "boats enter a besieged port freely.")
            })
            .ruling(12, "any number of units is one function of their ship")
            .ruling(28, "no roll for the enemy on entering a friendly place, for ships neither")
            .ruling(39, "both places have to be activated; the Example of Play slips once")
            .ruling(64, "[a enemy] port can only be entered to land an assault")
            .row(format!("{FUNCTIONS_TO_LAND} functions"), "to run into [a enemy] port and land an assault")
            .see(["Naval Movement", "Battles", "Reinforcements/Replacements During a Siege"]),
        Rule::new(SEA, "Naval Repairs", "A function mends one marker of damage, in a friendly port. Until it is mended a damaged ship does all that a sound one does.")
            .also(["repair", "damage", "damaged ship"])
            .ruling(58, "turns, weeks and increments of damage are all markers of damage, one repair each; a damaged ship sails, loads, lands and counts for supply"),
        Rule::new(SEA, "Ports that fall", "When a port falls the ships in it are not lost with it.")
            .ruling(64, "they put to sea, in an adjoining area")
            .see(["Occupied Spaces", "Siege Table"]),
    ]
}
