//! The headings of the rulebook, as far as the engine tells it: what a pack may settle further, and go on to.
//!
//! The rulebook stands on the pack, and cannot be asked here for what is in it; a test holds the two against each other.

/// Those that are told whatever is in the pack, or would be if the pack had what they are about.
pub(super) const HEADINGS: [&str; 56] = [
    // Set Up
    "Starting Forces",
    "Set Up",
    "Optional Rebellion Start",
    "Group options",
    // Sequence of Play, Using the Cards
    "Sequence of Play",
    "Draw New Cards",
    "Action Rounds",
    "Using the Cards",
    // How The Rebellion Spreads
    "Revolt",
    "How The Rebellion Spreads",
    "Occupied Spaces",
    "Sieges",
    "Pacification",
    "Places changing hands",
    "Important Note",
    // Movement
    "Using a card for Ops",
    "Movement Rate",
    "Movement",
    "Naval Movement",
    "Transporting Units",
    "Naval Repairs",
    "Ports that fall",
    // Encounters & Combat
    "Encounters & Combat",
    "Encounter Table",
    "Size of the [enemy] Force",
    "Modifiers & Notes",
    "Battles",
    "Battles (cont.)",
    "Retreat Position",
    "Type of Battle",
    "Random Terrain",
    "Battles on the Board",
    "Pursuit Table",
    "Determine Casualties",
    // Sieges
    "Under Siege",
    "Siege Outcome",
    "Garrison Sortie/Breakout",
    "Adjust Siege Level",
    "Redoubts",
    "Sortie Table",
    "Siege Table",
    "Sieges-Storming the Defenses!",
    "Reinforcements/Replacements During a Siege",
    "Gunboats During a Siege",
    "Gunboat Encounters",
    // Supply, Replacements
    "Simple Supply System",
    "Advanced Supply System",
    "Out of Supply Effects",
    "Replacements",
    // Random Events, Victory or Defeat?, Group Play
    "Random Locations",
    "Victory Points",
    "Victory or Defeat?",
    "Event Triggers",
    "Group Play",
    "Corrections",
    "House Rules in Mid-campaign",
];

/// How the headings begin that name the random events they are about, by their numbers in the pack.
pub(super) const OF_EVENTS: &str = "Random Event";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::campaign::rulebook;
    use crate::pack::Pack;

    #[test]
    fn the_headings_are_those_that_the_rulebook_tells_beside_the_pack_s_own() {
        let pack = Pack::embedded().unwrap();
        let words = &pack.words;
        let own = |heading: &str| words.set_up.shorter == heading || words.rules.iter().any(|rule| rule.heading == heading);
        let told: BTreeSet<String> = rulebook::rules(&pack, None)
            .into_iter()
            .map(|rule| rule.heading)
            .filter(|heading| !own(heading) && !heading.starts_with(OF_EVENTS))
            .collect();
        let known: BTreeSet<String> = HEADINGS.iter().map(|heading| words.fill(heading).into_owned()).collect();
        assert_eq!(told, known);
    }
}
