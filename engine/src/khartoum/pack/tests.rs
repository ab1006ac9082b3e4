use super::*;
use crate::tabletop::side::Side;

#[test]
fn the_map_counters_and_cards_are_as_many_as_the_rulings_say_k02_k32_k35() {
    let pack = Pack::embedded().unwrap();
    assert_eq!((pack.map.spaces.len(), pack.deck.cards.len(), pack.counters.units.len()), (34, 18, 40));
    let points: u8 = pack.map.spaces.iter().map(|space| space.victory_points).sum();
    assert_eq!((points, pack.tables.turns()), (18, 9));
    assert_eq!(Side::BOTH.map(|side| pack.deck.of[side as usize].len()), [9, 9]);
    assert_eq!(pack.deck.first.intersection(pack.deck.of[0]).len(), 5, "five A cards");
}

/// The pack with a text put in the place of another.
#[track_caller]
fn changed(file: &str, from: &str, to: &str) -> Result<Pack, PackErrors> {
    let mut files = Pack::embedded().unwrap().sources().clone();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    *text = text.replacen(from, to, 1);
    Pack::load(&files)
}

/// Each fault is refused with its file, its key and a reason.
#[track_caller]
fn refused(file: &str, faults: &[(&str, &str, &str, &str)]) {
    for (from, to, key, reason) in faults {
        let Err(errors) = changed(file, from, to) else { panic!("{file}: {to} is taken") };
        let found = errors.0.iter().any(|error| error.key == *key && error.reason.contains(reason));
        assert!(found && errors.0.iter().all(|error| !error.file.is_empty() && !error.reason.is_empty()), "{to}: {key}: {errors:?}");
    }
}

#[test]
fn files_give_the_same_pack_again_and_a_missing_one_is_named() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.fingerprint().len(), 64);
    assert!(Arc::ptr_eq(&Pack::load_files(pack.sources()).unwrap(), &pack));
    assert_ne!(changed("tables.toml", "victory_points = 9", "victory_points = 8").unwrap().fingerprint(), pack.fingerprint());
    for file in ["cards.toml", "counters.toml", "map.toml", "tables.toml"] {
        let mut files = pack.sources().clone();
        files.remove(file);
        let errors = Pack::load(&files).unwrap_err();
        assert_eq!((errors.0[0].file.as_str(), errors.0[0].reason.as_str()), (file, "there is no such file"));
        let mut files = pack.sources().clone();
        files.insert(file.to_owned(), "x = [".to_owned());
        assert_eq!(Pack::load(&files).unwrap_err().0[0].file, file, "a file that is no TOML is named");
    }
}

#[test]
fn each_fault_of_the_map_is_named() {
    refused(
        "map.toml",
        &[
            ("key = \"murrat_wells\"", "key = \"wadi_halfa\"", "space[1].key", "there already"),
            ("name = \"Murrat Wells\"", "name = \"Wadi Halfa\"", "space[1].name", "there already"),
            ("kind = \"town\"", "kind = \"fortress\"", "space[0].kind", "fortress = true"),
            ("x = 0.61\n", "x = 1.61\n", "space[1].x", "unit square"),
            ("x = 0.61\n", "x = 0.61\nfortress = true\n", "space[1].fortress", "only a town"),
            ("x = 0.61\n", "x = 0.61\nvictory_points = 1\n", "space[1].victory_points", "towns, and no others"),
            ("x = 0.61\n", "x = 0.61\nheight = 3\n", "space[1].height", "unknown field"),
        ],
    );
    let routes = "[[route]]\nkind = \"road\"\nalong = ";
    let with = |along: &str| {
        let mut files = Pack::embedded().unwrap().sources().clone();
        files.get_mut("map.toml").unwrap().push_str(&format!("\n{routes}{along}\n"));
        Pack::load(&files).unwrap_err().0
    };
    let last = format!("route[{}].along", Pack::embedded().unwrap().sources()["map.toml"].matches("[[route]]").count());
    for (along, reason) in [
        ("[\"suakin\", \"cairo\"]", "no space \"cairo\""),
        ("[\"suakin\"]", "two spaces at least"),
        ("[\"suakin\", \"suakin\"]", "none with itself"),
        ("[\"sinkat\", \"suakin\"]", "joined once"),
    ] {
        let errors = with(along);
        assert!(errors.iter().any(|error| error.key == last && error.reason.contains(reason)), "{along}: {errors:?}");
    }
    let sea =
        changed("map.toml", "kind = \"sea\"\nalong = [\"suakin\", \"trinkitat\"]", "kind = \"sea\"\nalong = [\"suakin\", \"berber\"]");
    assert!(sea.unwrap_err().0.iter().any(|error| error.reason == "the sea joins ports"));
    let mut files = Pack::embedded().unwrap().sources().clone();
    let text = files.get_mut("map.toml").unwrap();
    *text = text.replace("sudden_death = true\n", "");
    assert_eq!(Pack::load(&files).unwrap_err().0[0].key, "space");
    files.insert("map.toml".to_owned(), "space = []\nroute = []\n".to_owned());
    assert_eq!(Pack::load(&files).unwrap_err().0[0].reason, "a map has 1 to 64 spaces");
}

#[test]
fn each_fault_of_the_counters_is_named() {
    refused(
        "counters.toml",
        &[
            ("key = \"abdulah\"", "key = \"mahdi\"", "unit[1].key", "there already"),
            ("name = \"Abdulah\"", "name = \"Mahdi\"", "unit[1].name", "there already"),
            ("strength = 3\n", "strength = 0\n", "unit[0].strength", "1 to 5"),
            ("strength = 3\n", "strength = 6\n", "unit[0].strength", "1 to 5"),
            ("name = \"Ali\"\n", "name = \"Ali\"\ncontingent = \"native\"\n", "unit[3].contingent", "ours, and no others"),
            ("name = \"Ali\"\n", "name = \"Ali\"\nrole = \"chief\"\n", "unit[3].role", "one leader"),
            ("name = \"Ali\"\n", "name = \"Ali\"\nhome = \"suakin\"\n", "unit[3].home", "only garrisons"),
            ("name = \"Ali\"\n", "name = \"Ali\"\nat = \"suakin\"\n", "unit[3].at", "not both"),
            ("default = \"shaykan\"", "default = \"suakin\"", "unit[0].default", "one of its spaces"),
            ("\"el_obeid\", \"bara\"", "\"el_obeid\", \"cairo\"", "unit[0].among", "no space \"cairo\""),
            ("at = \"khartoum\"", "at = \"cairo\"", "unit[9].at", "no space \"cairo\""),
            ("at = \"khartoum\"", "at = \"bara\"", "unit[9].at", "garrisons are in towns"),
            ("home = \"khartoum\"", "home = \"cairo\"", "unit[9].home", "no space \"cairo\""),
            (
                "contingent = \"native\"\nclass = \"garrison\"",
                "contingent = \"allied\"\nclass = \"garrison\"",
                "unit[9].class",
                "native contingent",
            ),
            (
                "contingent = \"native\"\nclass = \"foot\"",
                "contingent = \"native\"\nclass = \"boat\"",
                "unit[16].class",
                "allied contingent",
            ),
            ("name = \"Ali\"\n", "name = \"Ali\"\ncolour = \"green\"\n", "unit[3].colour", "unknown field"),
        ],
    );
    let boats = changed(
        "counters.toml",
        "name = \"Ali\"\nside = \"enemy\"\nclass = \"foot\"",
        "name = \"Ali\"\nside = \"enemy\"\nclass = \"boat\"",
    );
    assert!(boats.unwrap_err().0.iter().any(|error| error.reason.contains("boats are")));
    let mut files = Pack::embedded().unwrap().sources().clone();
    files.insert("counters.toml".to_owned(), "unit = []\n".to_owned());
    assert_eq!(Pack::load(&files).unwrap_err().0[0].reason, "there are 1 to 64 counters");
}

#[test]
fn each_fault_of_the_cards_is_named() {
    let breakout = "convert_garrison = true\ncriteria = \"garrison_and_infantry\"";
    refused(
        "cards.toml",
        &[
            ("key = \"K-02\"", "key = \"K-01\"", "card[1].key", "there already"),
            ("title = \"Hicks's column\"", "title = \"Send Gordon\"", "card[1].title", "there already"),
            ("activate = \"native\"", "activate = \"all\"", "card[0].activate", "contingents"),
            ("activate = \"all\"", "activate = \"both\"", "card[9].activate", "always moves all"),
            ("\"gordon\", \"bordein\"", "\"gordon\", \"wolseley\"", "card[0].recruit_named.units", "no allied unit \"wolseley\""),
            ("\"gordon\", \"bordein\"", "\"gordon\", \"5th_infantry\"", "card[0].recruit_named.units", "no allied unit"),
            ("also = [\"khartoum\"]", "also = [\"cairo\"]", "card[0].recruit_named.also", "no space \"cairo\""),
            ("recruit_native = 2\n", "recruit_native = 2\nrecruit_by_lot = { units = 1 }\n", "card[1].recruit_by_lot", "the enemy's"),
            ("recruit_native = 2\n", "recruit_native = 2\ndefect = 3\n", "card[1].defect", "the enemy's cards"),
            ("defect = 3", "defect = 7", "card[14].defect", "6 at the most"),
            ("recruit_native = 2\n", "recruit_native = 2\nallowance = 5\n", "card[1].allowance", "4 spaces"),
            (breakout, "convert_garrison = true", "card[4].criteria", "needs one and infantry"),
            ("text = \"Ten thousand", "convert_garrison = true\ntext = \"Ten thousand", "card[1].criteria", "needs one and infantry"),
            ("criteria = \"natives_to_mislead\"\n", "", "card[17].criteria", "needs such units"),
            ("group = \"jihadiya\"", "group = \"lancers\"", "card[12].fire.group", "no unit is of the group"),
            ("space = \"khartoum\"", "space = \"cairo\"", "card[13].terrain.space", "no space \"cairo\""),
            ("recruit_native = 2\n", "recruit_native = 2\nglory = 1\n", "card[1].glory", "unknown field"),
        ],
    );
    let enemy = "side = \"enemy\"\nset = \"a\"\n";
    for (words, key) in [
        ("recruit_named = { units = [\"gordon\"] }\n", "card[9].recruit_named"),
        ("recruit_native = 1\n", "card[9].recruit_native"),
        ("convert_garrison = true\ncriteria = \"garrison_and_infantry\"\n", "card[9].convert_garrison"),
    ] {
        let errors = changed("cards.toml", enemy, &format!("{enemy}{words}")).unwrap_err().0;
        assert!(errors.iter().any(|error| error.key == key), "{key}: {errors:?}");
    }
    let mut files = Pack::embedded().unwrap().sources().clone();
    let text = files.get_mut("cards.toml").unwrap();
    let first = text.find("[[card]]\nkey = \"K-10\"").unwrap();
    text.truncate(first);
    assert!(Pack::load(&files).unwrap_err().0.iter().any(|error| error.reason == "each side has cards"));
    files.insert("cards.toml".to_owned(), "card = []\n".to_owned());
    assert_eq!(Pack::load(&files).unwrap_err().0[0].reason, "there are 1 to 32 cards");
}

#[test]
fn each_fault_of_the_tables_is_named() {
    refused(
        "tables.toml",
        &[
            ("victory_points = 9", "victory_points = 0", "victory_points", "1 victory point"),
            ("supply = 2", "supply = 3", "supply", "1 or 2"),
            ("supply = 2", "supply = 0", "supply", "1 or 2"),
            ("attrition = 2", "attrition = 6", "attrition", "never eliminates"),
            ("return_divisor = 2", "return_divisor = 0", "return_divisor", "at least"),
            ("usual = 5", "usual = 7", "stack", "no smaller"),
            ("usual = 5", "usual = 0", "stack", "no smaller"),
            ("larger = 6", "larger = 13", "stack.larger", "12 units"),
            ("garrison = 0", "garrison = 1", "movement.garrison", "never move"),
            ("foot = 2", "foot = 0", "movement", "1 to 8"),
            ("boat = 4", "boat = 9", "movement", "1 to 8"),
            ("rounds = 3", "rounds = 5", "battle.rounds", "1 to 10"),
            ("more_rounds = 4", "more_rounds = 11", "battle.rounds", "1 to 10"),
            ("least_fire = 1", "least_fire = 0", "battle.least_fire", "1 to 6"),
            ("most_fire = 5", "most_fire = 7", "battle.least_fire", "1 to 6"),
            ("eliminates = 1", "eliminates = 6", "battle.eliminates", "6 faces"),
            ("elite = 3", "elite = 7", "battle.eliminates", "6 faces"),
            ("leader = 1", "leader = 4", "battle", "-3 to 3"),
            ("fire_unsupplied = -1", "fire_unsupplied = -4", "battle", "-3 to 3"),
            ("tie = \"defender\"", "tie = \"nobody\"", "terrain.fortress.tie", "nobody"),
        ],
    );
    // The bounds themselves are allowed.
    for (from, to) in [("supply = 2", "supply = 1"), ("larger = 6", "larger = 12"), ("boat = 4", "boat = 8"), ("leader = 1", "leader = 3")]
    {
        assert!(changed("tables.toml", from, to).is_ok(), "{to}");
    }
    let mut files = Pack::embedded().unwrap().sources().clone();
    let text = files.get_mut("tables.toml").unwrap();
    let turns = text.find("[[turn]]").unwrap();
    text.truncate(turns);
    text.insert_str(0, "turn = []\n");
    assert_eq!(Pack::load(&files).unwrap_err().0[0].key, "turn");
}

#[test]
fn a_fortress_of_the_flood_and_the_spaces_closed_at_low_water_are_known_as_sets_k07_k26() {
    let pack = Pack::embedded().unwrap();
    let names = |spaces: crate::khartoum::ids::Spaces| spaces.iter().map(|space| pack.space_name(space)).collect::<Vec<_>>();
    assert_eq!(names(pack.map.fortresses), ["Khartoum"]);
    assert_eq!(names(pack.map.flood_only), ["Jebel Aulia", "Ed Dueim", "Kosti", "Fashoda", "Wad Medani", "Sennar"]);
}
