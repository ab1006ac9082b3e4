//! Where everyone is: forces by place with their strength, ships with who is aboard, and what supply there is.

use crate::despatches::position;
use engine::campaign::rules::supply;
use engine::campaign::{OptionChange, ShipPlace, State, SupplySystem, TrainPlace};
use engine::pack::{ShipId, SpaceId, UnitSet};

use crate::despatches::{house_rules, labels};
use crate::model::despatch::Despatch;
use crate::model::optional::{self, OPTIONAL};
use crate::model::orders::house_rules::says;
use crate::model::standing::Standing;
use crate::words;

/// Units with their strength where it is not whole: "Militia 3 (2 of 4), Krupp 1".
pub(super) fn roll_call(state: &State, units: UnitSet) -> String {
    let full = state.options().steps;
    let names: Vec<String> = units
        .iter()
        .map(|unit| {
            let (name, steps) = (&state.pack().roster.unit(unit).name, state.steps(unit));
            if steps == full { name.clone() } else { format!("{name} ({steps} of {full})") }
        })
        .collect();
    names.join(", ")
}

/// All forces, or those at one space.
#[must_use]
pub fn forces(state: &State, standing: Standing, only: Option<SpaceId>) -> Despatch {
    let map = &state.pack().map;
    let mut facts = Vec::new();
    for space in map.space_ids().filter(|space| only.is_none_or(|only| only == *space)) {
        let units = state.units_at(space);
        if !units.is_empty() {
            let siege = map.location_at(space).map_or(0, |location| state.siege_level(location));
            let siege = if siege == 0 { String::new() } else { format!(", besieged (level {siege})") };
            let redoubts = match map.location_at(space).map_or(0, |location| state.redoubts(location)) {
                0 => String::new(),
                count => format!(", {}", words::count(count.into(), "redoubt", "redoubts")),
            };
            facts.push(format!("**{}**{siege}{redoubts}: {}", map.space_name(space), roll_call(state, units)));
        }
    }
    if only.is_none() {
        facts.extend((0..state.pack().roster.ships.len()).filter_map(|index| ship(state, ShipId::at(index))));
        facts.extend(labels::governor(state).map(|governor| format!("{governor}.")));
        if let TrainPlace::At(at) = state.train().place {
            facts.push(format!(
                "The armoured train is at {}, with {} of track.",
                state.pack().location_name(at),
                words::count(state.train().track.len(), "space", "spaces")
            ));
        }
    }
    let strength: usize = map.space_ids().map(|space| state.units_at(space).len()).sum();
    let sentence = match only {
        Some(space) if facts.is_empty() => format!("**Nobody of ours is at {}.**", map.space_name(space)),
        Some(space) => format!("**At {}.**", map.space_name(space)),
        None => {
            let afloat = match state.units_afloat().len() {
                0 => "none".to_owned(),
                some => words::number(some),
            };
            format!("**{} ashore, {afloat} afloat.**", words::sentence_case(&words::count(strength, "unit", "units")))
        }
    };
    Despatch { facts, footer: position::footer(state, standing.revision), ..Despatch::saying(sentence) }
}

/// Where a ship is, what ails her, and who is aboard; nothing of one that is not in the campaign.
pub(super) fn ship(state: &State, ship: ShipId) -> Option<String> {
    let place = match state.ship_place(ship) {
        ShipPlace::Reserve | ShipPlace::Lost => return None,
        ShipPlace::Port(port) => state.pack().location_name(port).to_owned(),
        ShipPlace::Sea(area) => format!("Sea Area {}", state.pack().map.sea_areas[area.index()].name),
    };
    let mut parts = Vec::new();
    if state.damage(ship) > 0 {
        parts.push(words::count(state.damage(ship).into(), "marker of damage", "markers of damage"));
    }
    if !state.aboard(ship).is_empty() {
        parts.push(format!("aboard {}", roll_call(state, state.aboard(ship))));
    }
    if state.supply_aboard(ship) > 0 {
        parts.push(words::count(state.supply_aboard(ship).into(), "supply point", "supply points"));
    }
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
    Some(format!("The {} at {place}{parts}", state.pack().roster.ships[ship.index()].name))
}

/// How supply stands.
#[must_use]
pub fn supply(state: &State, standing: Standing) -> Despatch {
    let map = &state.pack().map;
    let mut facts = Vec::new();
    match state.options().supply {
        SupplySystem::Simple => {
            facts.push("Simple supply: a way by land to a friendly port, while a base is held and a ship floats.".to_owned());
        }
        SupplySystem::Advanced => {
            for space in map.space_ids().filter(|space| state.supply(*space) > 0) {
                facts.push(format!(
                    "{}: {}",
                    map.space_name(space),
                    words::count(state.supply(space).into(), "supply point", "supply points")
                ));
            }
        }
    }
    let short = supply::short_now(state);
    if !short.is_empty() {
        facts.push(format!("Short now: {}.", words::units(state.pack(), short)));
    }
    if !state.unsupplied().is_empty() {
        facts.push(format!(
            "Short when it was last looked to, at the end of a turn: {}. They march a space less, and their sieges roll worse.",
            words::units(state.pack(), state.unsupplied())
        ));
    }
    let sentence = if short.is_empty() {
        "**Everyone is fed.**".to_owned()
    } else {
        format!("**Out of supply: {}.**", words::count(short.len(), "unit", "units"))
    };
    Despatch { facts, footer: position::footer(state, standing.revision), ..Despatch::saying(sentence) }
}

/// The optional rules and readings a campaign is played by.
#[must_use]
pub fn rules(state: &State, standing: Standing) -> Despatch {
    let options = state.options();
    let since = |text: String, is_it: fn(&OptionChange) -> bool| match house_rules::since(state, is_it) {
        Some(since) => format!("{} ({since}).", text.trim_end_matches('.')),
        None => text,
    };
    let said = |yes: bool, with: &str, without: &str, is_it: fn(&OptionChange) -> bool| {
        since(if yes { with.to_owned() } else { without.to_owned() }, is_it)
    };
    let value = options.fortified_town_value.map_or_else(|| state.pack().map.values.fortified_town.to_string(), |value| value.to_string());
    let mut facts = vec![since(
        format!("A unit has {} steps; a replacement point brings back {}.", options.steps, options.steps_per_replacement),
        |change| matches!(change, OptionChange::StepsPerReplacement(_)),
    )];
    facts.extend(OPTIONAL.iter().map(|rule| since(optional::said(rule, &options).to_owned(), rule.is_changed_by)));
    facts.extend([
        said(options.victor_stops, "A victor stops where it fought.", "A victor goes on with what movement it has (R07).", |change| {
            matches!(change, OptionChange::VictorStops(_))
        }),
        said(
            options.relief_joins_siege,
            "A relieving force that wins joins the besieged.",
            "A relief that wins lifts the siege (R29).",
            |change| matches!(change, OptionChange::ReliefJoinsSiege(_)),
        ),
        said(options.fractions_down, "Fractions of losses are dropped.", "Fractions of losses are rounded up (R17).", |change| {
            matches!(change, OptionChange::FractionsDown(_))
        }),
        said(
            options.earlier_siege_rows,
            "The Siege Table's earlier row counts where two overlap.",
            "The Siege Table's later row counts where two overlap (R01).",
            |change| matches!(change, OptionChange::EarlierSiegeRows(_)),
        ),
        since(field_force_clears(state), |change| matches!(change, OptionChange::FieldForceByCard(_))),
        format!("A fortified town is worth {value}."),
        "A besieged place is still ours: no victory points, no adjacency (R04). Revolts count at once for the rolls after them (R06).".to_owned(),
        "A random event is checked for on every card played, and comes before the card (R43). Loading any number of units is one function (R12).".to_owned(),
        "All move first; then one battle for each place (R63). Friendly places take no roll for the enemy (R28).".to_owned(),
        "Losses are the players' choice unless the text says at random (R62); the pursuit takes its share of what is left (R19).".to_owned(),
    ]);
    if options.boards {
        facts.push(since(on_the_board(state), |change| {
            matches!(
                change,
                OptionChange::Boards(_) | OptionChange::Rubs(_) | OptionChange::BothBrokenIsDrawn(_) | OptionChange::GunboatsOnBoard(_)
            )
        }));
    }
    Despatch { facts, footer: position::footer(state, standing.revision), ..Despatch::saying("**How this campaign reads the rulebook.**") }
}

/// How battles are fought on the board, where they can be.
fn on_the_board(state: &State) -> String {
    let options = state.options();
    let each = [OptionChange::Rubs(options.rubs), OptionChange::BothBrokenIsDrawn(options.both_broken_is_drawn)];
    let boats = OptionChange::GunboatsOnBoard(options.gunboats_on_board);
    let told: Vec<String> = each.into_iter().chain([boats]).map(says).collect();
    words::told(state.pack(), &format!("Battles can be fought on the board: {}.", told.join("; ")))
}

/// What the field force has to clear, if the campaign has one.
fn field_force_clears(state: &State) -> String {
    engine::campaign::rules::duties::field_forces_island(state)
        .map(|island| state.pack().words.fill(&format!("[field force] clears {}.", state.pack().map.island(island).name)).into_owned())
        .unwrap_or_default()
}
