//! Hands and the table in words, for those who do not see them.

pub use super::super::board::LONGEST;
use super::data::{Hand, HandCard, Kind, RegionState, Stack, Table};

/// Letters of a title or a name that are told.
const NAME: usize = 120;

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Everything.
    Whole,
    /// Without the notes of cards, and without the roads of the table, which never change.
    Named,
    /// Of units their kinds alone.
    Short,
    /// How many units, not which.
    Least,
}

const TIERS: [Tier; 4] = [Tier::Whole, Tier::Named, Tier::Short, Tier::Least];

/// Says what a hand holds, in at most [`LONGEST`] letters: a line for each card. Where that grows too long, notes are left out, and at last
/// the cards furthest down the list.
pub fn hand_alt_text(hand: &Hand) -> String {
    fitted(|tier| {
        let cards: u32 = hand.cards.iter().map(|card| u32::from(card.count)).sum();
        let held = match cards {
            0 => "No cards.".to_owned(),
            1 => "1 card:".to_owned(),
            cards => format!("{cards} cards:"),
        };
        let mut lines = vec![format!("{}{held}", heading(&hand.title, &hand.caption))];
        lines.extend(hand.cards.iter().map(|card| card_line(card, tier)));
        lines
    })
}

/// A card in a line: "2 × British Infantry, Infantry, force 6: Expeditionary Force (marked)".
fn card_line(card: &HandCard, tier: Tier) -> String {
    let count = if card.count == 1 { String::new() } else { format!("{} × ", card.count) };
    let mut line = format!("{count}{}, {}", short(&card.name), card.kind.words());
    if card.force > 0 {
        line.push_str(&format!(", force {}", card.force));
    }
    if tier == Tier::Whole && !card.note.trim().is_empty() {
        line.push_str(&format!(": {}", short(&card.note)));
    }
    if card.marked {
        line.push_str(" (marked)");
    }
    line
}

/// Says what lies on the table, in at most [`LONGEST`] letters: a line for each region, who holds it, its units and their force, then the
/// notes and the roads. Where that grows too long, the roads are left out, then units are told by their kind, then by their number.
pub fn table_alt_text(table: &Table) -> String {
    fitted(|tier| {
        let [ours, enemies] = table.held;
        let mut lines = vec![format!(
            "{}Regions held: {} {ours}, {} {enemies}.",
            heading(&table.title, &table.caption),
            short(&table.ours),
            short(&table.enemies)
        )];
        for region in &table.regions {
            lines.push(region_line(table, region, tier));
        }
        lines.extend(table.notes.iter().map(|note| short(note)));
        if tier == Tier::Whole {
            let [home, north, south, west, east] = table.regions.each_ref().map(|region| short(&region.name));
            lines.push(format!("Roads: {home}–{north}, {north}–{south}, {south}–{west}, {south}–{east}."));
        }
        lines
    })
}

/// A region in a line: "Egypt: held by the British, conflict now. British: force 12, 3 × Infantry, 2 face down."
fn region_line(table: &Table, region: &RegionState, tier: Tier) -> String {
    let holder = region.holder.map_or_else(|| "held by nobody".to_owned(), |party| format!("held by {}", short(table.party(party))));
    let mut told = vec![holder];
    if region.fought {
        told.push("conflict now".to_owned());
    }
    if !region.news.trim().is_empty() {
        told.push(short(&region.news));
    }
    let stacks: Vec<String> = region.stacks.iter().filter_map(|stack| stack_words(table, stack, tier)).collect();
    let stacks = if stacks.is_empty() { "no units".to_owned() } else { stacks.join("; ") };
    format!("{}: {}. {}.", short(&region.name), told.join(", "), capital(&stacks))
}

fn stack_words(table: &Table, stack: &Stack, tier: Tier) -> Option<String> {
    let units: u32 = stack.units.iter().map(|(_, _, count)| u32::from(*count)).sum();
    let mut told = Vec::new();
    if units > 0 || stack.force > 0 {
        told.push(format!("force {}", stack.force));
    }
    match tier {
        Tier::Whole | Tier::Named => told.extend(stack.units.iter().map(|(_, name, count)| format!("{count} × {}", short(name)))),
        Tier::Short => told.extend(by_kind(stack).into_iter().map(|(kind, count)| format!("{count} × {}", kind.words()))),
        Tier::Least if units > 0 => told.push(format!("{units} units")),
        Tier::Least => {}
    }
    if stack.face_down > 0 {
        told.push(format!("{} face down", stack.face_down));
    }
    (!told.is_empty()).then(|| format!("{}: {}", short(table.party(stack.party)), told.join(", ")))
}

/// How many units there are of each kind, in the order of the legend.
pub(super) fn by_kind(stack: &Stack) -> Vec<(Kind, u32)> {
    Kind::ALL
        .into_iter()
        .map(|kind| (kind, stack.units.iter().filter(|unit| unit.0 == kind).map(|unit| u32::from(unit.2)).sum()))
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn heading(title: &str, caption: &str) -> String {
    [title, caption].map(short).into_iter().filter(|words| !words.is_empty()).map(|words| format!("{words}. ")).collect()
}

fn short(words: &str) -> String {
    words.trim().trim_end_matches('.').chars().take(NAME).collect()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The lines of the first tier that fits; else as many lines as there is room for, and that there is more.
fn fitted(lines: impl Fn(Tier) -> Vec<String>) -> String {
    const REST: &str = "…and more.";
    for tier in TIERS {
        let text = lines(tier).join("\n");
        if text.chars().count() <= LONGEST {
            return text;
        }
    }
    let mut text = String::new();
    for line in lines(Tier::Least) {
        if text.chars().count() + line.chars().count() + 1 + REST.chars().count() > LONGEST {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(REST);
    text
}
