use super::*;
use crate::tabletop::formation::Figures;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Arc as FireArc, Aspect};

fn pack() -> std::sync::Arc<BattlePack> {
    BattlePack::embedded().unwrap()
}

/// What a troop of a side is, in a line: figures or flotation, its four dice, its weapons' ranges, whom it charges.
fn row(key: &str, side: Side) -> String {
    let pack = pack();
    let troop = pack.troop(pack.troop_of_key(key).unwrap());
    assert!(troop.whose.are_of(side), "{key}");
    let die = |dice: &Option<BySide<crate::dice::DiceSpec>>| dice.as_ref().map_or("-".to_owned(), |dice| dice.of(side).sides.to_string());
    let weapons = troop.fire.iter().map(|fire| format!(" {}@{}", fire.dice.of(side).sides, pack.tables.ranges[fire.weapon.of(side)]));
    let less = if troop.action_less > 0 { format!("-{}", troop.action_less) } else { String::new() };
    format!(
        "{} {}{less} {} {}{} {:?}",
        troop.figures + troop.flotation,
        troop.action.of(side).sides,
        die(&troop.contact),
        die(&troop.recovery),
        weapons.collect::<String>(),
        troop.charges
    )
}

#[test]
fn the_troops_have_the_figures_dice_and_ranges_of_the_text_t02() {
    let ours = [
        ("british infantry", "4 6 6 6 6@3 Weak"),
        ("egyptian infantry", "4 6 6 6 6@2 Weak"),
        ("sudanese infantry", "4 6 6 6 6@2 Weak"),
        ("british cavalry", "4 12 6 6 6@3 Any"),
        ("egyptian cavalry", "4 12 6 6 6@2 Any"),
        ("british camelry", "4 12 6 6 6@3 Any"),
        ("british camelry dismounted", "4 6 6 6 6@3 Weak"),
        ("egyptian camelry", "4 12 6 6 6@2 Any"),
        ("egyptian camelry dismounted", "4 6 6 6 6@2 Weak"),
        ("british artillery", "2 6 6 6 6@6 Never"),
        ("egyptian artillery", "1 6 6 6 6@6 Never"),
        ("british machine gun", "2 6 6 6 6@3 Never"),
        ("egyptian machine gun", "1 6 6 6 6@3 Never"),
        ("bashi-bazouks", "4 12-2 8 8 12@1 Any"),
        ("bazingers", "4 8 8 8 8@1 Any"),
        ("gendarmerie", "4 8-3 8 8 8@1 Any"),
        ("transport", "1 6 6 6 Never"),
        ("leader", "1 12 - - Never"),
        ("gunboat", "6 8 - - 6@6 6@3 Never"),
        ("metal river boat", "4 8 - - Never"),
        ("wooden river boat", "2 8 - - Never"),
    ];
    let enemy = [
        ("dervish infantry with firearms", "4 8 8 8 8@1 Any"),
        ("dervish infantry with spears", "4 8 8 8 Any"),
        ("dervish cavalry with firearms", "4 12 8 8 12@1 Any"),
        ("dervish cavalry with spears", "4 12 8 8 Any"),
        ("dervish camelry with firearms", "4 12 8 8 12@1 Any"),
        ("dervish camelry with spears", "4 12 8 8 Any"),
        ("dervish artillery", "1 8 8 8 8@4 Never"),
        ("dervish machine gun", "1 8 8 8 8@2 Never"),
        ("transport", "1 8 8 8 Never"),
        ("gunboat", "6 8 - - 8@4 8@2 Never"),
    ];
    for (side, rows) in [(Side::Ours, ours.as_slice()), (Side::Enemy, enemy.as_slice())] {
        for (key, expected) in rows {
            assert_eq!(row(key, side), *expected, "{key}");
        }
    }
    assert_eq!(pack().troops.len(), 29);
}

#[test]
fn irregulars_fight_en_masse_and_only_bashi_bazouks_and_gendarmerie_are_shaky_t26_t34_t48() {
    let pack = pack();
    let shaky: Vec<&str> = pack.troops.iter().filter(|troop| troop.shaky).map(|troop| troop.key.as_str()).collect();
    assert_eq!(shaky, ["bashi-bazouks", "gendarmerie"]);
    for key in ["bashi-bazouks", "bazingers", "gendarmerie"] {
        assert_eq!(pack.troop(pack.troop_of_key(key).unwrap()).formations, [Formation::EnMasse], "{key}");
    }
    let impetuous = pack.troops.iter().filter(|troop| troop.impetuous != troop.arm.is_mounted()).map(|troop| troop.key.as_str());
    assert_eq!(impetuous.collect::<Vec<_>>(), ["bashi-bazouks"], "all cavalry and camelry can become impetuous but they");
}

#[test]
fn cavalry_and_camelry_have_their_nation_s_firearms_and_machine_guns_are_alike_t42() {
    let pack = pack();
    let weapon = |key: &str| pack.troop(pack.troop_of_key(key).unwrap()).fire[0].weapon.of(Side::Ours).clone();
    for nation in ["british", "egyptian"] {
        for arm in ["cavalry", "camelry", "camelry dismounted"] {
            assert_eq!(weapon(&format!("{nation} {arm}")), weapon(&format!("{nation} infantry")), "{nation} {arm}");
        }
    }
    assert_eq!(weapon("british machine gun"), weapon("egyptian machine gun"));
    let gunners = |key: &str| pack.troop(pack.troop_of_key(key).unwrap()).figures;
    assert_eq!((gunners("british machine gun"), gunners("egyptian machine gun")), (2, 1));
}

#[test]
fn infantry_cavalry_camelry_and_batteries_count_for_break_off_t31() {
    let pack = pack();
    let not = pack.troops.iter().filter(|troop| !troop.arm.counts_for_break_off()).map(|troop| troop.key.as_str());
    assert_eq!(not.collect::<Vec<_>>(), ["transport", "leader", "gunboat", "metal river boat", "wooden river boat"]);
}

#[test]
fn a_gunboat_s_gun_bears_from_the_bow_and_its_machine_gun_from_the_stern_with_two_figures_each_t23() {
    let pack = pack();
    let gunboat = pack.troop(pack.troop_of_key("gunboat").unwrap());
    let weapons: Vec<_> = gunboat.fire.iter().map(|fire| (fire.arc, fire.crew)).collect();
    assert_eq!(weapons, [(FireArc::Bow, Some(2)), (FireArc::Stern, Some(2))]);
    assert!(!gunboat.carries.contains(&Arm::Cavalry) && gunboat.carries.contains(&Arm::Transport));
}

#[test]
fn the_effects_of_unit_tactical_formations_are_the_three_charts() {
    use Figures::{All, Double, Most};
    let charts = [
        (Formation::Line, 0, All, true, [All, Most(1), Most(0)]),
        (Formation::MarchColumn, 2, Most(1), false, [Most(1), Most(0), Most(0)]),
        (Formation::Column, 1, Most(2), true, [Most(2); 3]),
        (Formation::Square, -1, Most(1), false, [All; 3]),
        (Formation::EnMasse, 0, All, true, [All, Most(2), Most(2)]),
        (Formation::Deployed, -1, Double, false, [All; 3]),
        (Formation::Limbered, 0, Most(0), false, [Most(0); 3]),
        (Formation::Transport, -1, Most(0), false, [Most(0); 3]),
    ];
    let pack = pack();
    for (formation, points, fires, may_charge, fights) in charts {
        let row = pack.formation(formation);
        let struck = [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|aspect| row.fights(aspect));
        assert_eq!((row.points, row.fires, row.may_charge, struck), (points, fires, may_charge, fights), "{formation:?}");
    }
    assert_eq!([All.of(3), Double.of(2), Most(2).of(1), Most(2).of(4)], [3, 4, 1, 2], "figures still left count, no others");
}

#[test]
fn the_action_point_movement_tariff_has_the_eleven_lines_of_the_text() {
    let tariff = pack().tables.tariff;
    let moves = [tariff.diagonal_move, tariff.orthogonal_move, tariff.cross_obstacle, tariff.pass_friend, tariff.fire];
    let acts = [tariff.change_formation, tariff.mount_or_dismount, tariff.limber_or_unlimber];
    assert_eq!((moves, acts), ([3, 2, 2, 2, 2], [2, 2, 2]));
    assert_eq!([tariff.turn, tariff.steep_ground, tariff.difficult_ground], [1, 1, 1]);
}

#[test]
fn charging_modifiers_and_outcomes_are_those_of_the_text() {
    let charge = &pack().tables.charge;
    let of = |difference: i16| {
        let row = charge.outcome(difference).unwrap();
        let toll = |toll: Toll| (toll.falls_back, toll.figures, toll.disorganised);
        (row.enters, toll(row.charging), toll(row.charged))
    };
    let (none, modifiers) = ((0, 0, false), charge.modifiers);
    for (difference, outcome) in [
        (-12, (false, (3, 1, true), none)),
        (-3, (false, (3, 1, true), none)),
        (-2, (false, (2, 0, true), none)),
        (-1, (false, (2, 0, false), none)),
        (0, (false, none, none)),
        (1, (true, none, none)),
        (2, (true, none, (0, 0, true))),
        (3, (true, none, (2, 1, true))),
        (12, (true, none, (2, 1, true))),
    ] {
        assert_eq!(of(difference), outcome, "{difference}");
    }
    assert_eq!([modifiers.figure_facing, modifiers.friend_behind, modifiers.figure_charging], [1, 1, 1]);
    assert_eq!((modifiers.charged_disorganised, modifiers.crossed_obstacle, charge.further_figure_from), (1, -1, 2));
}

#[test]
fn hand_to_hand_combat_modifiers_and_outcomes_are_those_of_the_text() {
    let combat = &pack().tables.hand_to_hand;
    let of = |difference| combat.loser(difference).map(|toll| (toll.falls_back, toll.figures, toll.disorganised));
    assert_eq!(of(0), None);
    assert_eq!([1, 2, 3].map(of), [Some((1, 0, false)), Some((2, 0, false)), Some((2, 0, true))]);
    assert_eq!([4, 5, 11].map(of), [Some((3, 0, true)), Some((3, 1, true)), Some((3, 1, true))]);
    assert_eq!((combat.modifiers.figure, combat.modifiers.friend_behind, combat.modifiers.disorganised), (1, 1, -2));
    assert_eq!(combat.further_figure_from, 3);
}

#[test]
fn disorganisation_modifiers_impetuous_dice_and_boats_are_those_of_the_text() {
    let tables = &pack().tables;
    assert_eq!((tables.recovery.friend_adjacent, tables.recovery.leader_near), (-1, -2));
    assert_eq!(tables.impetuous.dice.to_string(), "2D12");
    assert_eq!((tables.boats.downstream, tables.boats.upstream), (2, -1));
}

#[test]
fn there_are_54_heroic_leadership_cards_of_five_kinds_and_three_make_a_hand() {
    let heroic = &pack().heroic;
    let kinds: Vec<_> = heroic.kinds.iter().map(|card| (card.cards, card.effect)).collect();
    assert_eq!(
        kinds,
        [
            (12, HeroicEffect::Nothing),
            (12, HeroicEffect::FireAgain),
            (12, HeroicEffect::Points(2)),
            (9, HeroicEffect::Combat(2)),
            (9, HeroicEffect::Recover),
        ]
    );
    assert_eq!((kinds.iter().map(|(cards, _)| u32::from(*cards)).sum::<u32>(), heroic.hand), (54, 3));
}

/// What is said when a file reads otherwise.
fn faults(file: &str, from: &str, to: &str) -> String {
    let mut sources = EMBEDDED;
    let text = match file {
        "troops" => &mut sources.troops,
        "formations" => &mut sources.formations,
        "tables" => &mut sources.tables,
        _ => &mut sources.heroic,
    };
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, *text, "{from} stands in {file}");
    *text = &changed;
    BattlePack::load(&sources).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_wrong_is_told_with_file_key_and_reason() {
    for (file, from, to, expected) in [
        (
            "troops",
            "weapon = \"british firearms\"",
            "weapon = \"bows\"",
            "troops.toml: troop[0].fire[0].weapon: the table of ranges has no such weapon",
        ),
        ("troops", "figures = 4", "figures = 0", "troops.toml: troop[0].figures: every unit has figures, but a boat has none"),
        ("troops", "contact = \"1D6\"", "contact = \"2D6\"", "troops.toml: troop[0].key: each throw of a unit is of one die"),
        (
            "troops",
            "dismounted = \"british camelry dismounted\"",
            "dismounted = \"british cavalry\"",
            "troops.toml: troop[5].dismounted: camelry dismounts to the key of an infantry",
        ),
        ("troops", "key = \"egyptian infantry\"", "key = \"british infantry\"", "troops.toml: troop[1].key: this key is there already"),
        ("formations", "key = \"column\"", "key = \"line\"", "formations.toml: formation[2].key: this formation is there already"),
        (
            "formations",
            "fires = \"all\"",
            "fires = \"most\"",
            "formations.toml: formation[0].fires: invalid value: string \"most\", expected \"all\", \"double\", \"none\" or a number of figures",
        ),
        (
            "tables",
            "from = 1\nto = 1\nenters",
            "from = 1\nto = 2\nenters",
            "tables.toml: charge.outcomes: each row must begin where the one before ends, and together they must answer every difference",
        ),
        ("tables", "orthogonal_move = 2", "orthogonal_move = 0", "tables.toml: tariff: a move must cost 1 point at least"),
        ("tables", "turn = 1", "turn = -1", "tables.toml: tariff.turn: invalid value: integer `-1`, expected u8"),
        ("heroic", "cards = 12", "cards = 0", "heroic.toml: card[0].cards: there must be one at least"),
        ("heroic", "hand = 3", "hand = 30", "heroic.toml: hand: there are not so many cards for both players"),
    ] {
        let said = faults(file, from, to);
        assert!(said.lines().any(|line| line == expected), "{said}\nbut {expected}");
    }
}
