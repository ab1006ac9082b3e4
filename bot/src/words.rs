//! Words for numbers, lists and rolls.

use engine::campaign::{Post, Purpose, Roll};
use engine::pack::{LocationSet, Pack, UnitSet};
use engine::tabletop::player::Strength;

/// "four", up to twelve; figures past that.
#[must_use]
pub fn number(count: usize) -> String {
    const WORDS: [&str; 13] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// "one unit", "three units", "no units".
#[must_use]
pub fn count(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// "Two of five have voted".
#[must_use]
pub fn so_many_voted(voted: usize, of: usize) -> String {
    format!("{} of {} {} voted", sentence_case(&number(voted)), number(of), if voted == 1 { "has" } else { "have" })
}

/// "once", "twice", "three times".
#[must_use]
pub fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => self::count(more, "time", "times"),
    }
}

/// A title at the end of a sentence, which may end with a mark of its own: "Raid!".
#[must_use]
pub fn ended(title: &str) -> String {
    if title.ends_with(['!', '?', '.']) { title.to_owned() } else { format!("{title}.") }
}

/// "Blakely, Mud Bay and Tamai".
#[must_use]
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, "and")
}

/// "Blakely, Mud Bay or Tamai".
#[must_use]
pub fn either<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, "or")
}

fn listed<T: AsRef<str>>(names: &[T], joined_by: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => format!("{} {joined_by} {}", rest.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "), last.as_ref()),
    }
}

/// A post of the group: "chief of staff".
#[must_use]
pub const fn post(post: Post) -> &'static str {
    match post {
        Post::Player => "player",
        Post::Commander => "commander in chief",
        Post::ChiefOfStaff => "chief of staff",
    }
}

/// The names of locations, as a list in words.
#[must_use]
pub fn places(pack: &Pack, locations: LocationSet) -> String {
    list(&locations.iter().map(|location| pack.location_name(location)).collect::<Vec<_>>())
}

/// What units are: up to three by name ("Militia 3 and Krupp 1"), more by kind, those alone of theirs by name ("2 Sudanese, 3 Militia and Krupp 1").
#[must_use]
pub fn units(pack: &Pack, units: UnitSet) -> String {
    if units.is_empty() {
        return "no units".to_owned();
    }
    if units.len() <= 3 {
        return list(&units.iter().map(|unit| pack.roster.unit(unit).name.as_str()).collect::<Vec<_>>());
    }
    let kinds: Vec<String> = pack
        .roster
        .kinds
        .iter()
        .filter_map(|kind| {
            let here = kind.all().intersection(units);
            let alone = here.iter().next().filter(|_| here.len() == 1);
            match alone {
                Some(unit) => Some(pack.roster.unit(unit).name.clone()),
                None => (!here.is_empty()).then(|| format!("{} {}", here.len(), kind.name)),
            }
        })
        .collect();
    list(&kinds)
}

/// With a capital letter to open a sentence.
#[must_use]
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With a small letter, to go on a sentence.
#[must_use]
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// As it stands within a sentence: an article that opens it is small, names keep their capitals.
#[must_use]
pub fn within(text: &str) -> String {
    if text.starts_with("The ") || text.starts_with("A ") || text.starts_with("An ") { lower_first(text) } else { text.to_owned() }
}

/// At most `most` characters, with an ellipsis where something was cut.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The same, cut between words where one ends in the latter half.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    let short = shortened(text, most);
    let Some(kept) = short.strip_suffix('…').filter(|_| text.chars().count() > most) else { return short };
    match kept.rfind(' ').filter(|end| *end >= kept.len() / 2) {
        Some(end) if !text[kept.len()..].starts_with(' ') => format!("{} …", kept[..end].trim_end_matches([',', ';', ':'])),
        _ => short,
    }
}

/// Lines below one another, in at most `most` characters: where there is no room for all, whole ones from the first, and how many are left
/// out.
#[must_use]
pub fn lines_within(lines: &[String], most: usize) -> String {
    let whole = lines.join("\n");
    if whole.chars().count() <= most {
        return whole;
    }
    let left_out = |shown: usize| {
        let left = lines.len() - shown;
        format!("… and {} more {}", number(left), if left == 1 { "line" } else { "lines" })
    };
    let room = most.saturating_sub(left_out(0).chars().count() + 1);
    let mut used = 0;
    let fits = |line: &&String| {
        used += line.chars().count() + 1;
        used <= room
    };
    match lines.iter().take_while(fits).count() {
        // A line that is too long alone is cut itself.
        0 => shortened(&whole, most),
        shown => format!("{}\n{}", lines[..shown].join("\n"), left_out(shown)),
    }
}

/// What somebody typed, as a sentence shows it to them: in one line, with nothing in it that cannot be seen or turns the rest round, and at
/// most so many characters.
#[must_use]
pub fn typed(text: &str, most: usize) -> String {
    shortened(&text.chars().map(|letter| if letter.is_control() || is_invisible(letter) { ' ' } else { letter }).collect::<String>(), most)
}

/// Whether a character shows nothing, or turns the direction of what stands after it.
#[must_use]
pub const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A roll in one line: `Tamai 1D6 [4] +1 Ginnis in revolt = 5, needs 6`.
#[must_use]
pub fn roll(pack: &Pack, roll: &Roll) -> String {
    named_roll(pack, &roll.purpose.describe(pack), roll)
}

/// How a single roll says that the players threw it.
const TABLE_MARK: &str = " (table dice)";

/// Whether the players threw the roll of a line.
#[must_use]
pub fn is_thrown_by_players(line: &str) -> bool {
    line.contains(TABLE_MARK)
}

/// How a roll says that it was settled without a die.
const NO_DIE: &str = ", no die thrown";

/// Whether a die was thrown for the roll of a line: what is certain or impossible needs none.
#[must_use]
pub fn is_thrown(line: &str) -> bool {
    !line.contains(NO_DIE)
}

/// Several rolls that were thrown together: that the players threw them stands once, at the end.
#[must_use]
pub fn together(lines: Vec<String>) -> Vec<String> {
    let marked = lines.iter().filter(|line| is_thrown_by_players(line)).count();
    if marked < 2 {
        return lines;
    }
    let mut lines: Vec<String> = lines.into_iter().map(|line| line.replace(TABLE_MARK, "")).collect();
    lines.push("all table dice".to_owned());
    lines
}

/// A roll in one line, called as the caller likes.
#[must_use]
pub fn named_roll(pack: &Pack, name: &str, roll: &Roll) -> String {
    let modifiers: String =
        roll.modifiers.iter().map(|modifier| format!(" {:+} {}", modifier.add, modifier.reason.describe(pack))).collect();
    if roll.faces.is_empty() {
        let settled = if roll.succeeds() { "certain" } else { "impossible" };
        let needs = roll.needs.map_or_else(String::new, |needs| format!(" needs {needs}"));
        let separator = if modifiers.is_empty() { "" } else { "," };
        return format!("{name}{needs}{separator}{modifiers}: {settled}{NO_DIE}");
    }
    let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    // The sum of dice that are looked at one by one says nothing.
    let one_by_one = matches!(roll.purpose, Purpose::Recovery | Purpose::EnemyGuns | Purpose::RandomEvent);
    let total =
        if !one_by_one && (roll.faces.len() > 1 || !roll.modifiers.is_empty()) { format!(" = {}", roll.total()) } else { String::new() };
    let needs = roll.needs.map_or_else(String::new, |needs| format!(", needs {needs}"));
    let table = if roll.table { TABLE_MARK } else { "" };
    format!("{name} {}D{} [{faces}]{modifiers}{total}{needs}{table}", roll.faces.len(), roll.sides)
}

/// A text of ours with the pack's words for its people: `[governor] is safe` is whoever governs there.
#[must_use]
pub fn told(pack: &Pack, text: &str) -> String {
    pack.words.fill(text).into_owned()
}

/// A staff by how well it plays: "plain staff".
#[must_use]
pub const fn staff(strength: Strength) -> &'static str {
    match strength {
        Strength::Plain => "plain staff",
        Strength::Searching => "searching staff",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_cut_ends_with_a_word() {
        let levies = "Local levies come in to one garrison or force: three units of the pool.";
        assert_eq!(cut(levies, 66), "Local levies come in to one garrison or force: three units of the…");
        assert_eq!(cut(levies, 64), "Local levies come in to one garrison or force: three units of …");
        assert_eq!(cut(levies, 48), "Local levies come in to one garrison or force …");
        assert_eq!(cut(levies, 71), levies);
        // A single long word is cut within itself.
        assert_eq!(cut("Donaudampfschifffahrt", 8), "Donauda…");
        for most in 2..80 {
            assert!(cut(levies, most).chars().count() <= most, "{most}");
        }
    }

    #[test]
    fn lists_read_as_people_write_them() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["Tamai"]), "Tamai");
        assert_eq!(list(&["Tamai", "Olga"]), "Tamai and Olga");
        assert_eq!(list(&["Tamai", "Olga", "Lopez"]), "Tamai, Olga and Lopez");
        assert_eq!(either(&["Tamai", "Olga", "Lopez"]), "Tamai, Olga or Lopez");
    }

    #[test]
    fn what_was_typed_is_said_back_in_one_line_without_what_cannot_be_seen() {
        assert_eq!(typed("a\nb\u{202e}c\u{200b}d\u{2066}e\u{e0041}f", 40), "a b c d e f");
        assert_eq!(typed("Ägypten, the 1st", 40), "Ägypten, the 1st");
    }

    #[test]
    fn what_is_too_long_is_cut_at_a_letter_not_in_the_middle_of_one() {
        assert_eq!(shortened("ééééé", 3), "éé…");
        assert_eq!(shortened("abc", 3), "abc");
    }
}
