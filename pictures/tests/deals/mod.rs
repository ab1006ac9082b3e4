//! Specimen hands and tables of the card game.
#![allow(dead_code, unreachable_pub, missing_docs, clippy::unwrap_used)]

use pictures::cards::{Hand, HandCard, Kind, Party, RegionState, Stack, Table};

/// The cards of both decks: kind, name, force, note.
pub const OURS: [(Kind, &str, u8, &str); 22] = [
    (Kind::Infantry, "1st Egyptian Regiment", 4, "Infantry"),
    (Kind::Infantry, "2nd Egyptian Regiment", 4, "Infantry"),
    (Kind::Cavalry, "3rd Egyptian Cavalry Regiment", 5, "Squadrons"),
    (Kind::Camelry, "4th Egyptian Camel Corps", 5, "Camel-mounted infantry"),
    (Kind::Artillery, "5th Egyptian Artillery Battery", 9, "9-pdr rifled breech-loaders"),
    (Kind::MachineGun, "5th Egyptian Maxim Battery", 11, "Maxims"),
    (Kind::Infantry, "Xth Sudanese Regiment", 3, "Sudanese Infantry"),
    (Kind::Boat, "Nile Flotilla Gunboats", 12, "BlueJackets"),
    (Kind::Infantry, "British Infantry", 6, "Expeditionary Force"),
    (Kind::Cavalry, "British Cavalry", 6, "Expeditionary Force"),
    (Kind::Camelry, "British Camel Corps", 6, "Expeditionary Force"),
    (Kind::Artillery, "British Artillery Batteries", 10, "15-pdr rifled breech-loaders"),
    (Kind::MachineGun, "British Maxim Battery", 11, "Maxims"),
    (Kind::Tactics, "Discipline", 8, "Only play if British present"),
    (Kind::Tactics, "Infantry Square", 7, "Only play if Infantry present"),
    (Kind::Attack, "Relief Force", 10, ""),
    (Kind::Defence, "Garrison Force", 10, ""),
    (Kind::Defence, "Defend Camp", 9, ""),
    (Kind::Movement, "Travel Nile River", 0, "6 Units"),
    (Kind::Movement, "Travel Atbara River", 0, "6 Units to/from East"),
    (Kind::Movement, "Travel Desert Railway", 0, "6 Units to/from North"),
    (Kind::Movement, "Travel Desert Route", 0, "4 Units"),
];

/// The Mahdists' deck.
pub const THEIRS: [(Kind, &str, u8, &str); 27] = [
    (Kind::Shock, "Ansar Spearmen", 3, ""),
    (Kind::Shock, "Mahdist Warrior", 4, ""),
    (Kind::Shock, "Beja swordsmen", 5, ""),
    (Kind::Cavalry, "Baqqara Cavalry", 6, ""),
    (Kind::Rifle, "Dervishes", 5, "Percussion Cap"),
    (Kind::Rifle, "Jihadiyya Riflemen", 6, "Bolt Action"),
    (Kind::Rifle, "Kashkhashan Rifles", 7, "Elephant Guns"),
    (Kind::Artillery, "12-pdr smoothbores", 9, ""),
    (Kind::Artillery, "9-pdr breech-loaders", 8, ""),
    (Kind::Boat, "Nile Steamer", 8, ""),
    (Kind::Tactics, "Fanatical Charge", 8, ""),
    (Kind::Tactics, "Jihad", 9, ""),
    (Kind::Leader, "Amir", 7, ""),
    (Kind::Leader, "al-Mahdi", 12, ""),
    (Kind::Leader, "Uthman Diqna", 10, ""),
    (Kind::Leader, "Khalifa Abdullahi", 11, ""),
    (Kind::Flag, "Black Flag", 12, ""),
    (Kind::Flag, "Red Flag", 11, ""),
    (Kind::Flag, "Green Flag", 10, ""),
    (Kind::Attack, "Ambushing a column", 9, ""),
    (Kind::Attack, "Surprise Revolt", 10, ""),
    (Kind::Defence, "Defend Town", 10, ""),
    (Kind::Defence, "Defend Camp", 9, ""),
    (Kind::Attack, "Attack Khartoum", 10, "South Region"),
    (Kind::Attack, "Attack Wadi Halfa", 10, "North Region"),
    (Kind::Attack, "Attack Suakin", 10, "East Region"),
    (Kind::Attack, "Attack El Obeid", 10, "West Region"),
];

fn deck(party: Party) -> &'static [(Kind, &'static str, u8, &'static str)] {
    if party == Party::Ours { &OURS } else { &THEIRS }
}

pub fn card(party: Party, number: usize, count: u8, marked: bool) -> HandCard {
    let (kind, name, force, note) = deck(party)[number];
    HandCard { kind, name: name.into(), note: note.into(), force, count, marked }
}

pub fn hand(party: Party, cards: &[(usize, u8, bool)]) -> Hand {
    Hand {
        title: "Your hand, turn 3: Deploy".into(),
        caption: "Choose the units you send, and where to.".into(),
        party,
        cards: cards.iter().map(|(number, count, marked)| card(party, *number, *count, *marked)).collect(),
    }
}

/// Every card of a deck, in hands that are small enough to be looked at.
pub fn all_cards(party: Party) -> Hand {
    let every: Vec<(usize, u8, bool)> = (0..deck(party).len()).map(|number| (number, (number % 3) as u8 + 1, number % 5 == 1)).collect();
    hand(party, &every)
}

pub fn stack(party: Party, units: &[(usize, u8)], face_down: u8) -> Stack {
    let force = units.iter().map(|(number, count)| u16::from(deck(party)[*number].2) * u16::from(*count)).sum();
    let units = units.iter().map(|(number, count)| (deck(party)[*number].0, deck(party)[*number].1.to_owned(), *count)).collect();
    Stack { party, units, force, face_down }
}

pub fn region(name: &str, holder: Option<Party>, stacks: Vec<Stack>) -> RegionState {
    RegionState { name: name.into(), holder, stacks, fought: false, news: String::new() }
}

/// The table before the first turn.
pub fn beginning() -> Table {
    Table {
        title: "War in the Sudan".into(),
        caption: "Turn 1 of 9 · Logistics".into(),
        ours: "Anglo-Egyptians".into(),
        enemies: "Mahdists".into(),
        held: [1, 0],
        regions: [
            region("Egypt", Some(Party::Ours), vec![]),
            region("Northern Sudan", None, vec![]),
            region("Southern Sudan", None, vec![]),
            region("Western Sudan", None, vec![]),
            region("Eastern Sudan", None, vec![]),
        ],
        notes: vec![
            "Anglo-Egyptians: 7 in hand, 71 in the deck, none discarded".into(),
            "Mahdists: 7 in hand, 79 in the deck, none discarded".into(),
        ],
    }
}

/// While both sides deploy.
pub fn deploying() -> Table {
    let mut table = beginning();
    table.caption = "Turn 2 of 9 · Deploy".into();
    table.regions[0].stacks = vec![stack(Party::Ours, &[(0, 2)], 1)];
    table.regions[1].stacks = vec![stack(Party::Ours, &[], 3)];
    table.regions[2].stacks = vec![stack(Party::Enemy, &[(0, 1), (5, 2)], 2)];
    table.regions[3] = region("Western Sudan", Some(Party::Enemy), vec![stack(Party::Enemy, &[(3, 1)], 0)]);
    table.regions[4].stacks = vec![stack(Party::Enemy, &[], 1)];
    table.held = [1, 1];
    table
}

/// In the middle of a game.
pub fn middle() -> Table {
    let mut table = beginning();
    table.caption = "Turn 5 of 9 · Conflict in the north".into();
    table.held = [2, 2];
    table.regions[0].stacks = vec![stack(Party::Ours, &[(0, 1), (2, 1)], 0)];
    table.regions[1] = region(
        "Northern Sudan",
        Some(Party::Ours),
        vec![stack(Party::Ours, &[(0, 3), (1, 2), (8, 2), (4, 1), (7, 1)], 0), stack(Party::Enemy, &[(3, 3), (5, 2), (12, 1), (17, 1)], 0)],
    );
    table.regions[1].fought = true;
    table.regions[1].news = "Mahdists have the advantage".into();
    table.regions[2] = region(
        "Southern Sudan",
        Some(Party::Enemy),
        vec![stack(Party::Ours, &[(10, 1)], 0), stack(Party::Enemy, &[(1, 2), (2, 2), (8, 1), (13, 1), (16, 1), (9, 1)], 0)],
    );
    table.regions[3] = region("Western Sudan", Some(Party::Enemy), vec![stack(Party::Enemy, &[(3, 1)], 0)]);
    table.regions[4].stacks = vec![stack(Party::Enemy, &[(2, 3), (14, 1)], 0)];
    table.regions[4].news = "nobody’s yet".into();
    table.notes =
        vec!["Anglo-Egyptians: 4 in hand, 43 in the deck, 12 discarded".into(), "Mahdists: 7 in hand, 40 in the deck, 16 discarded".into()];
    table
}

/// Every kind of unit of both sides in every region, with long names.
pub fn worst() -> Table {
    let mut table = beginning();
    table.title = "The War in the Sudan, as it was fought by the umpire’s own cards".into();
    table.caption = "Turn 9 of 9 · Conflict in Eastern Sudan: declare your Tactics card or pass, the Mahdists first".into();
    table.ours = "The Anglo-Egyptian Field Force".into();
    table.enemies = "Ansar of the Mahdi’s own following".into();
    let ours: Vec<(usize, u8)> = (0..13).map(|number| (number, 2)).collect();
    let theirs: Vec<(usize, u8)> = (0..10).chain(12..19).map(|number| (number, 4)).collect();
    for (number, region) in table.regions.iter_mut().enumerate() {
        region.stacks = vec![stack(Party::Ours, &ours, 11), stack(Party::Enemy, &theirs, 12)];
        region.fought = true;
        region.name = ["Egypt and the Delta", "Northern (Military) Sudan", "Southern Sudan, Omdurman, Khartoum and the Ghezira"]
            .get(number)
            .map_or_else(|| "Western Sudan".to_owned(), |name| (*name).to_owned());
        region.holder = [Some(Party::Ours), Some(Party::Enemy), None][number % 3];
        region.news = "taken this turn by the Ansar with all their following and their guns".into();
    }
    table.notes = vec!["Mahdists: 7 in hand, 43 in the deck, 12 discarded and some more that nobody has counted for a long time".into(); 6];
    table
}
