//! What a pack is refused for when a campaign is to be begun with it, and borne with where one is under way.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use engine::pack::{Condition, Pack};

/// Our pack, with the words that are laid over it in a file of its own.
fn sources() -> BTreeMap<String, String> {
    let mut sources = Pack::embedded().unwrap().sources().clone();
    sources.insert("words.toml".to_owned(), include_str!("../../config/editions/1/words.toml").to_owned());
    sources
}

/// Our pack with one thing in one file replaced.
#[track_caller]
fn changed(file: &str, is: &str, becomes: &str) -> BTreeMap<String, String> {
    let mut sources = sources();
    let text = sources[file].replacen(is, becomes, 1);
    assert_ne!(text, sources[file], "{file} has no {is:?}");
    sources.insert(file.to_owned(), text);
    sources
}

/// What a new pack is told with one thing in one file replaced.
#[track_caller]
fn complaint(file: &str, is: &str, becomes: &str) -> String {
    Pack::load(changed(file, is, becomes)).unwrap_err().to_string()
}

/// Replaces one thing after another: a new pack with it is told where and why, and one that is under way goes on.
#[track_caller]
fn refused<const ROWS: usize>(file: &str, rows: [(&str, &str, &str, &str); ROWS]) {
    for (is, becomes, key, reason) in rows {
        assert_eq!(complaint(file, is, becomes), format!("{file}: {key}: {reason}"));
        assert!(Pack::load_under_way(changed(file, is, becomes)).is_ok(), "{becomes}");
    }
}

#[test]
fn a_pack_with_its_words_in_a_file_of_its_own_is_accepted() {
    assert!(Pack::load(sources()).is_ok());
}

#[test]
fn what_stands_beside_a_condition_is_refused_and_so_is_a_list_of_none() {
    let two =
        |one: &str, other: &str| format!("`{one}` and `{other}` are two conditions: put them into a list, `all = [...]` or `any = [...]`");
    refused(
        "triggers.toml",
        [
            (
                "{ points_at_least = 120 }",
                "{ points_at_least = 120, besieged = \"Suakin\" }",
                "trigger[0].when.any[0]",
                &two("points_at_least", "besieged"),
            ),
            (
                "{ all = [{ fired = \"british\" }, { points_at_most = 100 }] }",
                "{ all = [{ fired = \"british\" }], any = [{ points_at_most = 100 }] }",
                "trigger[5].when",
                &two("any", "all"),
            ),
            (
                "except = \"Friday Harbor\"",
                "exept = \"Friday Harbor\"",
                "trigger[0].when.any[1]",
                "unknown field `exept`, expected one of `any`, `all`, `points_at_least`, `points_at_most`, `island_lost`, `besieged`, `fired`, `card_played`, `except`",
            ),
            (
                "{ card_played = 4 }",
                "{ card_played = 4, except = \"Suakin\" }",
                "trigger[3].when",
                "`except` goes with `island_lost`, not with `card_played`",
            ),
            ("{ points_at_least = 200 }", "{ any = [] }", "trigger[2].when", "`any` is a list of conditions, and has none in it"),
            (
                "{ points_at_least = 200 }",
                "{ all = [{ all = [] }] }",
                "trigger[2].when.all[0]",
                "`all` is a list of conditions, and has none in it",
            ),
        ],
    );
}

#[test]
fn a_name_or_key_of_a_condition_that_nobody_knows_is_told_by_its_name() {
    for (is, becomes, reason) in [
        (
            "besieged = \"Suakin\"",
            "besieged = \"Suakn\"",
            "trigger[1].when.any[1].besieged: no location is named \"Suakn\"; did you mean \"Suakin\"?",
        ),
        (
            "island_lost = \"San Juan\"",
            "island_lost = \"San Jaun\"",
            "trigger[0].when.any[1].island_lost: no island is named \"San Jaun\"; did you mean \"San Juan\"?",
        ),
        (
            "except = \"Friday Harbor\"",
            "except = \"Friday Harbour\"",
            "trigger[0].when.any[1].except: no location is named \"Friday Harbour\"; did you mean \"Friday Harbor\"?",
        ),
        (
            "{ points_at_least = 200 }",
            "{}",
            "trigger[2].when: a condition has one of these: any, all, points_at_least, points_at_most, island_lost, besieged, fired, card_played",
        ),
        (
            "{ points_at_least = 200 }",
            "200",
            "trigger[2].when: invalid type: integer `200`, expected a condition, as { points_at_least = 40 }",
        ),
    ] {
        let expected = format!("triggers.toml: {reason}");
        assert_eq!(complaint("triggers.toml", is, becomes), expected);
        let under_way = Pack::load_under_way(changed("triggers.toml", is, becomes)).unwrap_err();
        assert_eq!(under_way.to_string(), expected, "it never was accepted");
    }
    let besiged = complaint("triggers.toml", "besieged = \"Suakin\"", "besiged = \"Suakin\"");
    assert!(besiged.starts_with("triggers.toml: trigger[1].when.any[1]: unknown field `besiged`, expected one of"), "{besiged}");
}

#[test]
fn where_a_campaign_is_under_way_a_condition_is_the_first_of_its_keys_that_can_be_read() {
    for (becomes, expected) in [
        ("{ besieged = \"Nowhere\", points_at_least = 200 }", Condition::PointsAtLeast { points_at_least: 200 }),
        ("{ points_at_least = \"many\", points_at_most = 7, beseiged = \"Suakin\" }", Condition::PointsAtMost { points_at_most: 7 }),
        ("{ any = [{ besieged = \"Nowhere\" }], all = [] }", Condition::All { all: Vec::new() }),
        ("{ fired = \"graham\", island_lost = \"San Juan\", except = \"Nowhere\" }", Condition::Fired { fired: "graham".to_owned() }),
    ] {
        let sources = changed("triggers.toml", "{ points_at_least = 200 }", becomes);
        assert_eq!(Pack::load_under_way(sources).unwrap().triggers[2].when, expected, "{becomes}");
    }
}

#[test]
fn a_list_that_is_longer_than_what_is_read_of_it_is_refused() {
    refused("map.toml", [("at = [-13.4, 16.1]", "at = [-13.4, 16.1, 3.0]", "location[0].at", "a list of 2, not of 3")]);
    refused(
        "setup.toml",
        [(
            "[\"Egyptian Regulars\", 2]",
            "[\"Egyptian Regulars\", 2, \"Sudanese\", 3]",
            "scenario[0].garrison[2].units[0]",
            "a list of 2, not of 4",
        )],
    );
    let ruling = "[1, \"the printed rows overlap at 4 and at 7; the later row counts\"";
    refused("words.toml", [(ruling, &format!("{ruling}, \"as the house says\""), "settled[2].rulings[0]", "a list of 2, not of 3")]);
}

#[test]
fn a_random_event_that_is_nothing_but_its_kind_has_nothing_beside_it() {
    for (kind, index, number) in [
        ("no ops next round", 6, 21),
        ("unmet march", 7, 22),
        ("next ops card must attack", 17, 36),
        ("siege betrayed", 18, 41),
        ("village returns", 21, 44),
    ] {
        let reason = format!("event {number} has nothing but its `kind`: leave `lasts` out");
        let (is, becomes) = (format!("{{ kind = \"{kind}\" }}"), format!("{{ kind = \"{kind}\", lasts = \"turn\" }}"));
        refused("random_events.toml", [(&is, &becomes, &format!("event[{index}].effect.lasts"), &reason)]);
    }
}

#[test]
fn a_card_whose_event_could_never_be_played_is_refused() {
    refused(
        "cards.toml",
        [
            (
                "  { kind = \"units\", of = \"Gordon's Sudanese\", count = 6, at = { location = \"Friday Harbor\" } },\n",
                "",
                "card[53].effects",
                "a leader and Ops come with something else: such an event could never be played",
            ),
            (
                "units = [\"Hicks's Infantry\", \"Hicks's Militia Cavalry\", \"Hicks's Artillery\", \"Hicks's Machine Guns\"]",
                "units = []",
                "card[35].effects[0].units",
                "an expedition has units",
            ),
            (
                "title = \"Ongoing Skirmishes\"\n",
                "title = \"Ongoing Skirmishes\"\nmust_be_played = \"first\"\n",
                "card[5].must_be_played",
                "a card without effects is never played as an event",
            ),
            (
                "ship = \"Bordein\", at = { location = \"Suakin\" }",
                "ship = \"Bordein\", at = { location = \"Sinkat\" }",
                "card[10].effects[0].at",
                "no ship comes there: it is no port",
            ),
        ],
    );
}

#[test]
fn what_comes_to_one_port_or_place_names_it_unless_the_players_are_asked() {
    let train = "the train is landed at a port that is named";
    let redoubts = "where each redoubt goes is asked: write `any`";
    let ship = "a lost ship is replaced at a port that is named";
    let lost_ship = "\"lost ship replaced\", at = { location = \"Suakin\" }";
    refused(
        "cards.toml",
        [
            ("track = 8, at = { location = \"Suakin\" }", "track = 8, at = { one = \"location\" }", "card[8].effects[0].at", train),
            ("track = 8, at = { location = \"Suakin\" }", "track = 8, at = { any = \"village\" }", "card[8].effects[0].at", train),
            (
                "count = 2, at = { any = \"british location\" }",
                "count = 2, at = { one = \"location\" }",
                "card[12].effects[0].at",
                redoubts,
            ),
        ],
    );
    refused(
        "random_events.toml",
        [
            ("\"redoubts\", count = 1", "\"redoubts\", count = 2", "event 35, effect.at", redoubts),
            (lost_ship, "\"lost ship replaced\", at = { one = \"location\" }", "event 64, effect.at", ship),
            (lost_ship, "\"lost ship replaced\", at = { any = \"location\" }", "event 64, effect.at", ship),
            (
                lost_ship,
                "\"lost ship replaced\", at = { location = \"Sinkat\" }",
                "event 64, effect.at",
                "no ship comes there: it is no port",
            ),
        ],
    );
    // They stand where the unit went that comes with them.
    assert!(Pack::load(changed("cards.toml", "\"redoubts\", count = 1", "\"redoubts\", count = 2")).is_ok());
}

#[test]
fn a_storm_is_rolled_with_one_die() {
    refused("tables.toml", [("[storm]\ndice = \"1D6\"", "[storm]\ndice = \"2D6\"", "storm.dice", "one die is thrown for each siege")]);
}

#[test]
fn the_rows_that_sink_gunboats_and_turn_boats_back_are_known_by_their_places() {
    let (sinks, turns_back) = ("the last row sinks a gunboat, and no other does", "the first row turns boats back, and no other does");
    let in_vain = |reason: &str| format!("{reason}: damage would change nothing");
    refused(
        "tables.toml",
        [
            ("\"unhurt\"", "\"Sunk\"", "gunboat_at_siege.rows[0].result", sinks),
            ("\"sunk\"", "\"sunk\", damage = 1", "gunboat_at_siege.rows[3].damage", &in_vain(sinks)),
            ("\"arrive\"", "\"turned back\"", "boats_into_siege.rows[2].result", turns_back),
            ("\"turned back\"", "\"turned back\", damage = 1", "boats_into_siege.rows[0].damage", &in_vain(turns_back)),
        ],
    );
}

#[test]
fn numbers_that_nobody_could_count_with_are_refused() {
    let (points, each) = ("100 points at most come in at once", "what is added for each of several is within 20");
    refused(
        "tables.toml",
        [
            ("suakin = \"1D6\"", "suakin = \"3D100\"", "supply.overseas_points", points),
            ("suakin_with_british = \"1D10\"", "suakin_with_british = \"11D10\"", "supply.overseas_points_with_allies", points),
            ("each_four_units = 1", "each_four_units = 30", "sortie.modifiers.each_four_units", each),
            ("gunboat = -1", "gunboat = -128", "siege.modifiers.gunboat", each),
            ("each_level_past_first = 1", "each_level_past_first = 100", "storm.each_level_past_first", each),
            (
                "\"disaster\", loses_percent = 50",
                "\"disaster\", loses_percent = 150",
                "sortie.rows[0].loses_percent",
                "150 percent cannot be lost",
            ),
            (
                "\"famine\", loses_percent = 50",
                "\"famine\", loses_percent = 101",
                "siege.rows[6].loses_percent",
                "101 percent cannot be lost",
            ),
        ],
    );
    refused(
        "cards.toml",
        [("\"free passage\", units = 6", "\"free passage\", units = 200", "card[22].effects[0].units", "100 units at most")],
    );
    refused(
        "random_events.toml",
        [
            ("\"encounter modifier\", add = 1", "\"encounter modifier\", add = -128", "event 11, effect.add", "within 100"),
            ("\"siege modifier\", add = -2", "\"siege modifier\", add = 101", "event 14, effect.add", "within 100"),
            ("\"ship capacity\", add = 1", "\"ship capacity\", add = 200", "event 53, effect.add", "100 at most"),
        ],
    );
}

#[test]
fn a_heading_that_there_is_not_is_refused_where_it_is_settled_or_gone_on_to() {
    let like = |heading: &str, near: &str| format!("no rule has the heading \"{heading}\"; did you mean \"{near}\"?");
    refused(
        "words.toml",
        [
            ("heading = \"Siege Table\"", "heading = \"Seige Table\"", "settled[2].heading", &like("Seige Table", "Siege Table")),
            ("see = [\"Pacification\"]", "see = [\"Pacificaton\"]", "rule[8].see", &like("Pacificaton", "Pacification")),
            ("heading = \"Set Up\"", "heading = \"xyz\"", "settled[1].heading", "no rule has the heading \"xyz\""),
        ],
    );
    for (is, becomes) in [
        ("see = [\"Pacification\"]", "see = [\"Size of the Mahdist Force\", \"Size of the [enemy] Force\", \"Random Events 15, 23\"]"),
        ("heading = \"Set Up\"", "heading = \"Raid! (24)\""),
    ] {
        assert!(Pack::load(changed("words.toml", is, becomes)).is_ok(), "{becomes}");
    }
}

#[test]
fn a_word_in_brackets_that_nothing_stands_for_is_refused_with_those_there_are() {
    let there_are = "there are [governor], [field force], [expedition], [successor], [guards], [enemy], [enemies], [enemy leader], [ours], [army], [native], [natives], [allied], [allies], [government], [boats], [island], [islands]";
    let reason = |tag: &str| format!("nothing stands for [{tag}]; {there_are}");
    refused(
        "words.toml",
        [
            ("when [field force] is recalled", "when [feild force] is recalled", "rule[4].says", &reason("feild force")),
            ("as long as the [allies] hold it", "as long as [a ally] holds it", "rule[6].says", &reason("a ally")),
            ("also when [field force] never did", "also when [he] never did", "rule[4].rulings", &reason("he")),
            ("[governor]'s wait", "[governer]'s wait", "set_up.waiting", &reason("governer")),
            ("sends for [governor]", "sends for [governer]", "triggers.gordon", &reason("governer")),
        ],
    );
}

#[test]
fn a_complaint_about_a_table_says_which_row_and_which_key() {
    for (is, becomes, expected) in [
        ("[revolt]\ndice = \"1D6\"", "[revolt]\ndice = \"2D6\"", "revolt.dice: one die is rolled, not 2D6"),
        ("[encounter]\ndice = \"1D6\"", "[encounter]\ndice = \"2D6\"", "encounter.dice: one die is rolled, not 2D6"),
        ("[recovery]\ndice = \"1D6\"", "[recovery]\ndice = \"3D6\"", "recovery.dice: one die is rolled, not 3D6"),
        ("losses = 30", "losses = 300", "pursuit.rows[3]: losses: invalid value: integer `300`, expected u8"),
        (
            "place = \"Stuart\"",
            "place = \"Stuat\"",
            "random_locations.rows[0]: place: no location is named \"Stuat\"; did you mean \"Stuart\"?",
        ),
    ] {
        assert_eq!(complaint("tables.toml", is, becomes), format!("tables.toml: {expected}"));
    }
}

#[test]
fn a_campaign_that_would_end_as_it_begins_is_refused() {
    let between = "a campaign begins between 0 points, where it is won, and 300, where it is lost";
    refused(
        "setup.toml",
        [
            ("victory_points = 5", "victory_points = 0", "scenario[0].victory_points", between),
            ("victory_points = 220", "victory_points = 300", "scenario[1].victory_points", between),
        ],
    );
}

#[test]
fn two_scenarios_that_nobody_could_tell_apart_are_refused() {
    refused(
        "setup.toml",
        [
            (
                "title = \"The re-conquest\"",
                "title = \"The Uprising\"",
                "scenario[1].title",
                "another scenario has this title, letter case aside",
            ),
            ("key = \"reconquest\"", "key = \"Uprising\"", "scenario[1].key", "another scenario has this key, letter case aside"),
        ],
    );
}

#[test]
fn a_name_that_nobody_could_type_is_refused() {
    let reason = "a name has no spaces at its ends, and no line breaks";
    refused("campaign.toml", [("\"The False Prophet\"", "\"The False\\nProphet\"", "short_title", reason)]);
    refused(
        "units.toml",
        [
            ("names = [\"Cuirassiers\"]", "names = [\" Cuirassiers\"]", "unit[2].names[0]", reason),
            ("names = [\"Regulars 1/1\", \"Regulars 2/1\"", "names = [\"Regulars 1/1\", \"Regulars 2/1\\t\"", "unit[0].names[1]", reason),
        ],
    );
    refused("cards.toml", [("title = \"Oasis Battles\"", "title = \"Oasis Battles \"", "card[33].title", reason)]);
    refused("setup.toml", [("title = \"The uprising\"", "title = \"\\nThe uprising\"", "scenario[0].title", reason)]);
    refused(
        "words.toml",
        [
            ("governor = \"Gordon\"", "governor = \"Gordon \"", "leaders.governor", reason),
            ("enemies = \"Mahdists\"", "enemies = \" Mahdists\"", "sides.enemies", reason),
        ],
    );
    let mut everywhere = sources();
    everywhere.values_mut().for_each(|text| *text = text.replace("\"Mud Bay\"", "\"Mud Bay \""));
    assert_eq!(Pack::load(everywhere.clone()).unwrap_err().to_string(), format!("map.toml: location[18].name: {reason}"));
    assert!(Pack::load_under_way(everywhere).is_ok());
}
