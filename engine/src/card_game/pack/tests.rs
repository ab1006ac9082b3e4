use super::*;

fn sums(side: Side) -> (u32, u32, u32, u32, u32) {
    let pack = CardPack::embedded().unwrap();
    let count = |wanted: fn(Arm) -> bool| pack.deck(side).iter().filter(|card| wanted(card.arm)).map(|card| u32::from(card.count)).sum();
    let units = pack.deck(side).iter().filter(|card| card.arm.is_unit());
    let force = units.map(|card| u32::from(card.count) * u32::from(card.force)).sum();
    (u32::from(pack.all(side).len()), count(Arm::is_unit), force, count(Arm::is_tactics), count(|arm| arm == Arm::Movement))
}

#[test]
fn the_decks_have_78_and_86_cards_with_the_printed_sums() {
    assert_eq!(sums(Side::Ours), (78, 46, 261, 20, 12));
    assert_eq!(sums(Side::Enemy), (86, 60, 384, 26, 0));
}

#[test]
fn the_types_of_both_decks_are_counted_as_printed() {
    let pack = CardPack::embedded().unwrap();
    let of = |side: Side, arm: Arm| pack.deck(side).iter().filter(|card| card.arm == arm).map(|card| card.count).sum::<u8>();
    let ours = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::MachineGun, Arm::Boat, Arm::Tactics, Arm::Attack, Arm::Defence];
    assert_eq!(ours.map(|arm| of(Side::Ours, arm)), [30, 6, 5, 3, 2, 8, 4, 8]);
    let enemy = [Arm::Shock, Arm::Cavalry, Arm::Rifle, Arm::Artillery, Arm::Boat, Arm::Leader, Arm::Flag];
    assert_eq!(enemy.map(|arm| of(Side::Enemy, arm)), [15, 10, 16, 8, 3, 5, 3]);
    assert_eq!([Arm::Tactics, Arm::Attack, Arm::Defence].map(|arm| of(Side::Enemy, arm)), [6, 12, 8]);
}

#[test]
fn only_the_named_regions_are_adjacent_and_boats_are_never_in_the_west() {
    let pack = CardPack::embedded().unwrap();
    let adjacent = |one: Region| Region::ALL.into_iter().filter(|other| pack.border(one, *other).is_some()).collect::<Vec<_>>();
    assert_eq!(adjacent(Region::Home), [Region::North]);
    assert_eq!(adjacent(Region::North), [Region::Home, Region::South]);
    assert_eq!(adjacent(Region::South), [Region::North, Region::West, Region::East]);
    assert_eq!(adjacent(Region::West), [Region::South]);
    assert_eq!(adjacent(Region::East), [Region::South]);
    let boats: Vec<bool> = Region::ALL.into_iter().map(|region| pack.may_enter(Arm::Boat, region)).collect();
    assert_eq!(boats, [true, true, true, false, true]);
    assert!(pack.may_enter(Arm::Rifle, Region::West));
}

#[test]
fn files_give_the_same_pack_again_and_faults_are_named() {
    let pack = CardPack::embedded().unwrap();
    assert_eq!(pack.fingerprint().len(), 64);
    assert!(Arc::ptr_eq(&CardPack::load_files(pack.sources()).unwrap(), &pack));
    let changed = |file: &str, from: &str, to: &str| {
        let mut files = pack.sources().clone();
        let text = files.get_mut(file).unwrap();
        assert!(text.contains(from), "{file} has {from}");
        *text = text.replacen(from, to, 1);
        CardPack::load_files(&files).map(|pack| pack.fingerprint().to_owned())
    };
    assert_ne!(changed("tables.toml", "turns = 9", "turns = 8").unwrap(), pack.fingerprint());
    // The bounds themselves are allowed.
    let allowed = [
        ("tables.toml", "hand = 7", "hand = 20"),
        ("tables.toml", "hand = 7", "hand = 4"),
        ("tables.toml", "exchanged = 4", "exchanged = 6"),
        ("tables.toml", "turns = 9", "turns = 1"),
        ("tables.toml", "turns = 9", "turns = 40"),
        ("ours.toml", "count = 8", "count = 130"),
    ];
    for (file, from, to) in allowed {
        assert!(changed(file, from, to).is_ok(), "{to}");
    }
    let faults = [
        ("tables.toml", "hand = 7", "hand = 0", "hand"),
        ("tables.toml", "hand = 7", "hand = 21", "hand"),
        ("tables.toml", "hand = 7", "hand = 3", "exchanged"),
        ("tables.toml", "exchanged = 4", "exchanged = 7", "exchanged"),
        ("tables.toml", "turns = 9", "turns = 0", "turns"),
        ("tables.toml", "turns = 9", "turns = 41", "turns"),
        ("ours.toml", "count = 8", "count = 131", "card"),
        ("ours.toml", "moves = 6\n", "moves = 6\nforce = 1\n", "card[18].force"),
        ("ours.toml", "count = 8\n", "count = 8\nmoves = 2\nways = [[\"home\", \"north\"]]\n", "card[0].moves"),
        ("ours.toml", "count = 8\n", "count = 8\nneeds = \"allied\"\n", "card[0].needs"),
        ("ours.toml", "count = 8\n", "count = 8\nregion = \"home\"\n", "card[0].needs"),
        ("regions.toml", "[\"south\", \"east\"]", "[\"south\", \"west\"]", "border[3].between"),
        ("regions.toml", "[\"south\", \"east\"]", "[\"west\", \"south\"]", "border[3].between"),
        (
            "regions.toml",
            "deploys = [\"ours\"]\n\n[[region]]\nkey = \"north\"\nname = \"Northern Sudan\"\ndeploys = [\"ours\", ",
            "deploys = []\n\n[[region]]\nkey = \"north\"\nname = \"Northern Sudan\"\ndeploys = [",
            "region",
        ),
        ("tables.toml", "\"control\"", "\"other\"", "conflict.faces"),
        ("ours.toml", "2nd Egyptian Regiment", "1st Egyptian Regiment", "card[1].name"),
        ("ours.toml", "moves = 6\n", "", "card[18].moves"),
        ("ours.toml", "[\"home\", \"north\"]", "[\"home\", \"west\"]", "card[18].ways"),
        ("enemy.toml", "force = 3", "force = 0", "card[0].force"),
        ("enemy.toml", "count = 5", "count = 0", "card[0].count"),
        ("regions.toml", "key = \"south\"", "key = \"west\"", "region"),
        ("regions.toml", "[\"south\", \"east\"]", "[\"south\", \"south\"]", "border[3].between"),
    ];
    for (file, from, to, key) in faults {
        let errors = changed(file, from, to).unwrap_err().0;
        assert!(errors.iter().any(|error| error.file == file && error.key == key), "{file} {key}: {errors:?}");
    }
    let mut files = pack.sources().clone();
    files.remove("enemy.toml");
    assert_eq!(CardPack::load_files(&files).unwrap_err().0[0].reason, "there is no such file");
}

#[test]
fn a_deck_has_32_names_at_the_most() {
    let pack = CardPack::embedded().unwrap();
    let with = |more: usize| {
        let mut files = pack.sources().clone();
        let row = |place: usize| format!("[[card]]\nname = \"Regiment {place}\"\ncount = 1\ntype = \"UI\"\nforce = 4\n");
        files.get_mut("ours.toml").unwrap().extend((0..more).map(row));
        CardPack::load_files(&files)
    };
    assert_eq!(with(10).unwrap().deck(Side::Ours).len(), 32);
    assert_eq!(with(11).unwrap_err().0[0].key, "card");
}
