//! The map in words, for those who do not see it.

pub use super::super::board::LONGEST;
use super::data::{Space, Theatre};

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Every space with units, who they are led by, and every town.
    Whole,
    /// Without the names of units.
    Short,
    /// Spaces with units alone.
    Least,
}

/// Says what stands on the map, in at most [`LONGEST`] letters: a line for each space with units, and the towns that nobody holds. Where that
/// grows too long, names of units are left out, then towns without units, and at last the spaces furthest down the list.
pub fn alt_text(theatre: &Theatre) -> String {
    const REST: &str = "…and more.";
    for tier in [Tier::Whole, Tier::Short, Tier::Least] {
        let text = lines(theatre, tier).join("\n");
        if text.chars().count() <= LONGEST {
            return text;
        }
    }
    let mut text = String::new();
    for line in lines(theatre, Tier::Least) {
        if text.chars().count() + line.chars().count() + 1 + REST.chars().count() > LONGEST {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(REST);
    text
}

fn lines(theatre: &Theatre, tier: Tier) -> Vec<String> {
    let mut lines = vec![format!(
        "{}. {}. {}: {} victory points, {} to win.",
        theatre.title, theatre.caption, theatre.ours, theatre.points, theatre.wanted
    )];
    lines.extend(theatre.spaces.iter().filter(|space| !space.stacks.is_empty()).map(|space| with_units(theatre, space, tier)));
    let empty = theatre.spaces.iter().filter(|space| space.stacks.is_empty() && space.points > 0);
    let empty: Vec<&str> = empty.map(|space| space.name.as_str()).collect();
    if tier != Tier::Least && !empty.is_empty() {
        lines.push(format!("Towns without units: {}.", empty.join(", ")));
    }
    lines.extend(theatre.notes.iter().cloned());
    lines
}

/// A space in a line: "Khartoum (fortress, 3 points): Empire 2 units, strength 6, first 4th Infantry."
fn with_units(theatre: &Theatre, space: &Space, tier: Tier) -> String {
    let points = match space.points {
        0 => String::new(),
        1 => ", 1 point".to_owned(),
        points => format!(", {points} points"),
    };
    let fought = if space.fought { ", battle now" } else { "" };
    let stacks: Vec<String> = space
        .stacks
        .iter()
        .map(|stack| {
            let units = match stack.unseen {
                Some(unseen) => match stack.units.saturating_add(unseen) {
                    1 => "1 unit".to_owned(),
                    units => format!("{units} units"),
                },
                None => "units".to_owned(),
            };
            let more = if stack.unseen == Some(0) { "" } else { " or more" };
            let first = if tier == Tier::Whole && !stack.name.is_empty() { format!(", first {}", stack.name) } else { String::new() };
            format!("{} {units}, strength {}{more}{first}", theatre.party(stack.party), stack.strength)
        })
        .collect();
    format!("{} ({}{points}{fought}): {}.", space.name, space.kind.words(), stacks.join("; "))
}
