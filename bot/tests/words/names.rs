//! No word of one war stands in the bot, the pictures or the staff: its people, sides and places are the pack's. What was once written
//! to journals, buttons and databases, or registered as a command, is kept word by word, and listed here.

use std::path::Path;

/// Words of the war that the umpire comes with.
const OF_THE_WAR: [&str; 23] = [
    "mahdi",
    "egypt",
    "british",
    "sudan",
    "gordon",
    "graham",
    "hicks",
    "kitchener",
    "wolseley",
    "baker",
    "stewart",
    "suakin",
    "khartoum",
    "friday harbor",
    "san juan",
    "kassala",
    "bordein",
    "cairo",
    "dervish",
    "ansar",
    "zariba",
    "dhow",
    "prophet",
];

/// Texts that are kept as they are, each with where it stands.
const KEPT: [(&str, &str); 27] = [
    // Keys of orders: old buttons carry them.
    ("bot/src/model/orders/mod.rs", "hicks"),
    ("bot/src/model/orders/mod.rs", "gordon"),
    // Commands and options, as they are registered.
    ("bot/src/commands/campaign.rs", "graham_by_card"),
    ("bot/src/commands/staff.rs", "mahdists"),
    ("bot/src/main.rs", "sudan"),
    ("bot/src/main.rs", "khartoum"),
    ("bot/src/commands/khartoum.rs", "khartoum"),
    ("bot/src/commands/khartoum.rs", "The Mahdists"),
    ("bot/src/commands/rule.rs", "The siege of Khartoum"),
    // The game by its name, where all are offered.
    ("bot/src/commands/help.rs", "Khartoum"),
    ("bot/src/commands/help.rs", "Cards, and Khartoum"),
    ("bot/src/commands/help.rs", "**Khartoum**, an hour or two: the Nile on a map, a card a turn, with hidden stacks. `/khartoum new`"),
    (
        "bot/src/commands/help.rs",
        "Of Khartoum only the scenario's own rules survive; the standard rules, the map and the cards are ours, and say so.",
    ),
    ("bot/src/despatches/khartoum/played.rs", "khartoum"),
    // The sketch map of the card game is drawn of that country and no other.
    ("pictures/src/cards/ground.rs", "Khartoum"),
    ("pictures/src/cards/ground.rs", "Suakin"),
    ("bot/src/commands/card_game.rs", "sudan"),
    ("bot/src/commands/card_game.rs", "The Anglo-Egyptians"),
    ("bot/src/commands/card_game.rs", "The Mahdists"),
    (
        "bot/src/commands/help.rs",
        "When a battle comes up among two or more of you it gets a thread of its own, and the enemy's side its commanders: volunteers first, then whoever had it least often, by lot among equals. `/staff willing`, `/staff away` and `/staff mahdists` settle who and how many.",
    ),
    ("bot/src/commands/encounter.rs", "island_all_mahdist"),
    // A group's standing orders, as databases hold them.
    ("bot/src/model/standing_orders.rs", "mahdist_players"),
    // Columns of the database.
    (
        "bot/src/journal/battles.rs",
        "SELECT user AS \\\"user!\\\", mahdist AS enemy FROM battle_commands WHERE campaign = ? AND battle = ? ORDER BY user",
    ),
    (
        "bot/src/journal/battles.rs",
        "SELECT user AS \\\"user!\\\", COUNT(*) AS \\\"times!: i64\\\" FROM battle_commands WHERE campaign = ? AND mahdist = 1 GROUP BY user",
    ),
    (
        "bot/src/journal/battles.rs",
        "SELECT battle AS \\\"battle!\\\", user AS \\\"user!\\\", mahdist AS enemy FROM battle_commands WHERE campaign = ? ORDER BY battle, user",
    ),
    ("bot/src/journal/battles.rs", "INSERT INTO battle_commands (campaign, battle, user, mahdist) VALUES (?, ?, ?, ?)"),
    // Files of the pack that the program carries.
    ("bot/src/drawing/situation.rs", "../../../config/campaigns/false-prophet/chart.toml"),
];

/// The source files of the crates, without tests, each with its code above the tests.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                walk(&path, root, found);
            } else if name.ends_with(".rs") && !["tests.rs", "specimen.rs"].contains(&name) {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                found.push((path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), code.to_owned()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["bot/src", "pictures/src", "staff/src"] {
        walk(&root.join(folder), &root, &mut found);
    }
    assert!(found.len() > 150, "the source is here");
    found
}

/// What is read or sent of a file: every text in quotes, and what a doc comment says, where it is a command's and so its description.
fn texts(file: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in code.lines() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix("///").filter(|_| file.starts_with("bot/src/commands")) {
            found.push(comment.to_owned());
        }
        if line.starts_with("//") {
            continue;
        }
        let mut rest = line;
        while let Some(from) = rest.find('"') {
            let inner = &rest[from + 1..];
            let mut escaped = false;
            let end = inner.char_indices().find(|(_, letter)| {
                let ends = *letter == '"' && !escaped;
                escaped = *letter == '\\' && !escaped;
                ends
            });
            let end = end.map_or(inner.len(), |(end, _)| end);
            found.push(inner[..end].to_owned());
            rest = inner.get(end + 1..).unwrap_or_default();
        }
        // A text of several lines goes on without a quote.
        if !line.contains('"') && line.ends_with('\\') {
            found.push(line.to_owned());
        }
    }
    found
}

#[test]
fn no_text_of_the_bot_the_pictures_or_the_staff_names_a_war_but_what_is_kept_for_ever() {
    let (mut used, mut named) = (Vec::new(), Vec::new());
    for (file, code) in sources() {
        for text in texts(&file, &code) {
            // Commands are named as they are registered.
            let lower = text.to_lowercase().replace("/sudan", "").replace("/khartoum", "");
            if let Some(word) = OF_THE_WAR.iter().find(|word| lower.contains(**word)) {
                if !KEPT.contains(&(file.as_str(), text.as_str())) {
                    named.push(format!("{file} says \"{word}\": {text}"));
                }
                used.push((file.clone(), text));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
    for (file, text) in KEPT {
        assert!(used.iter().any(|(other, kept)| other == file && kept == text), "{file} has no {text} any more");
    }
}

/// The code of a line: without its comment and without what stands in quotes.
fn without_texts(line: &str) -> String {
    let line = line.replace("\\\"", "");
    let outside: Vec<&str> = line.split('"').step_by(2).collect();
    outside.join("\"\"").split("//").next().unwrap_or_default().to_lowercase()
}

#[test]
fn no_identifier_of_the_bot_the_pictures_or_the_staff_names_a_war() {
    for (file, code) in sources() {
        for (number, line) in code.lines().enumerate() {
            let code = without_texts(line);
            // A game is called by its name, and so are its modules.
            for word in OF_THE_WAR.into_iter().filter(|word| *word != "khartoum") {
                assert!(!code.contains(&word.replace(' ', "_")), "{file}:{}: {line} names {word}", number + 1);
            }
        }
    }
}
