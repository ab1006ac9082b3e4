//! *Anglo-Egyptian Withdrawal & Pursuit*, rule by rule.

use super::*;
use crate::pack::Pack;

fn tables() -> Tables {
    Pack::embedded().unwrap().tables.clone()
}

const EVEN: Situation = Situation { cavalry: 1, surrounded: false, ours: 7, theirs: 7, left: 10, other: 0 };

fn modifier(situation: Situation) -> i16 {
    situation.roll(&tables()).modifier()
}

#[test]
fn pursuit_table_each_modifier_of_the_table() {
    assert_eq!(modifier(EVEN), -1, "each unit of cavalry on the board");
    assert_eq!(modifier(Situation { cavalry: 3, ..EVEN }), -3);
    assert_eq!(modifier(Situation { cavalry: 0, ..EVEN }), 2, "no cavalry on the board");
    assert_eq!(modifier(Situation { surrounded: true, ..EVEN }), 1);
    assert_eq!(modifier(Situation { other: -1, ..EVEN }), -2);
}

#[test]
fn pursuit_table_two_to_one_exactly_adds_nothing_and_three_to_one_exactly_adds_one_r15() {
    let outnumbered = |theirs| modifier(Situation { theirs, ..EVEN }) + 1;
    assert_eq!(outnumbered(14), 0, "2:1 exactly");
    assert_eq!(outnumbered(15), 1);
    assert_eq!(outnumbered(21), 1, "3:1 exactly");
    assert_eq!(outnumbered(22), 2, "the two lines are alternatives");
}

#[test]
fn pursuit_table_a_force_wholly_in_rout_is_outnumbered_by_anyone() {
    assert_eq!(modifier(Situation { ours: 0, theirs: 1, ..EVEN }), 1);
    assert_eq!(modifier(Situation { ours: 0, theirs: 0, ..EVEN }), -1);
}

#[test]
fn pursuit_table_every_total_has_its_row() {
    let tables = tables();
    for (totals, losses) in [(2..=3, 0), (4..=5, 10), (6..=6, 25), (7..=8, 30), (9..=10, 40), (11..=11, 50), (12..=12, 100)] {
        for total in totals {
            assert_eq!(tables.pursuit.row(total).result.losses, losses, "{total}");
        }
    }
}

#[test]
fn pursuit_table_totals_past_the_ends_use_the_end_rows_r18() {
    let tables = tables();
    assert_eq!(pursuit(&tables, Situation { cavalry: 8, ..EVEN }, &mut Dice::scripted(&[1, 1])).percent, 0);
    assert!(pursuit(&tables, Situation { cavalry: 0, surrounded: true, ..EVEN }, &mut Dice::scripted(&[6, 6])).is_wiped_out());
}

#[test]
fn pursuit_the_example_of_mud_bay_a_nine_costs_forty_percent() {
    let result = pursuit(
        &tables(),
        Situation { cavalry: 2, surrounded: false, ours: 5, theirs: 15, left: 5, other: 0 },
        &mut Dice::scripted(&[6, 4]),
    );
    assert_eq!((result.roll.total(), result.percent, result.lost), (9, 40, 2));
    assert_eq!(result.row(&tables()).result.result, "rear guard overwhelmed");
}

#[test]
fn pursuit_fractions_of_units_are_lost_whole_r17() {
    assert_eq!(share(10, 5), 1);
    assert_eq!(share(25, 5), 2);
    assert_eq!(share(40, 5), 2);
    assert_eq!(share(0, 5), 0);
    assert_eq!(share(100, 5), 5);
    assert_eq!(share(50, 0), 0);
}

#[test]
fn pursuit_at_the_table_is_rounded_as_a_campaign_rounds_r17() {
    let result = pursuit(&tables(), Situation { left: 6, cavalry: 0, ours: 7, theirs: 15, ..EVEN }, &mut Dice::scripted(&[5, 2]));
    assert_eq!((result.percent, result.lost), (40, 3));
    assert_eq!(result.clone().rounded(Options::default()).lost, 3);
    assert_eq!(result.rounded(Options { fractions_down: true, ..Options::default() }).lost, 2);
}

#[test]
fn pursuit_any_number_the_players_type_is_taken_without_overflow() {
    let extreme = Situation { cavalry: u8::MAX, surrounded: true, ours: u16::MAX, theirs: u16::MAX, left: u16::MAX, other: i8::MIN };
    let result = pursuit(&tables(), extreme, &mut Dice::scripted(&[6, 6]));
    assert_eq!(result.percent, 0);
    assert_eq!(share(100, u16::MAX), u16::MAX);
}

#[test]
fn pursuit_nobody_is_left_when_the_row_says_so_or_the_fraction_takes_the_last() {
    let tables = tables();
    let wiped_out = |situation, faces: &[u16]| pursuit(&tables, situation, &mut Dice::scripted(faces)).is_wiped_out();
    assert!(!wiped_out(EVEN, &[1, 2]), "nothing is lost");
    assert!(!wiped_out(EVEN, &[2, 3]), "one of ten");
    assert!(wiped_out(Situation { left: 1, ..EVEN }, &[2, 3]), "10% of one is the one");
    assert!(!wiped_out(Situation { left: 0, ..EVEN }, &[2, 3]), "nobody was counted");
    assert!(wiped_out(Situation { left: 0, cavalry: 0, surrounded: true, ..EVEN }, &[6, 6]), "disaster, whoever was counted");
}

#[test]
fn pursuit_table_each_unit_of_cavalry_takes_off_what_the_pack_says() {
    let mut tables = tables();
    tables.pursuit_modifiers.each_cavalry_unit = -2;
    assert_eq!(Situation { cavalry: 3, ..EVEN }.roll(&tables).modifier(), -6);
}
