//! What journals hold of a battle on the board.

use crate::campaign::event::Event;
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::options::Options;
use crate::campaign::order::Order;
use crate::tabletop;
use crate::tabletop::phase::{EndedBy, Outcome};
use crate::tabletop::side::Side;
use crate::tabletop::unit::UnitId as There;

#[test]
fn what_journals_hold_of_the_board_is_written_so_for_ever() {
    let written = |order: &Order| {
        let text = serde_json::to_string(order).unwrap();
        assert_eq!(&serde_json::from_str::<Order>(&text).unwrap(), order);
        text
    };
    assert_eq!(written(&Order::FightOut { ground: GroundDice(vec![3, 4, 6]) }), r#"{"fight_out":{"ground":"346"}}"#);
    assert_eq!(written(&Order::FightOut { ground: GroundDice::default() }), r#"{"fight_out":{}}"#);
    assert_eq!(written(&Order::LetStaffFight { ground: GroundDice::default() }), r#"{"let_staff_fight":{}}"#);
    assert_eq!(written(&Order::Field(tabletop::order::Order::Ready(Side::Ours))), r#"{"field":{"ready":"ours"}}"#);
    assert_eq!(written(&Order::LeaveBoard), r#""leave_board""#);
    assert_eq!(written(&Order::ReportFought), r#""report_fought""#);
    assert!(serde_json::from_str::<Order>(r#"{"fight_out":{"ground":"37"}}"#).is_err());
    let event = Event::Field(Box::new(tabletop::event::Event::Disorganised(There(3))));
    assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"field":{"disorganised":3}}"#);
    let opened = Event::BoardOpened { units: vec![crate::pack::UnitId(4)], ships: Vec::new(), by_staff: false, headlong: false };
    assert_eq!(serde_json::to_string(&opened).unwrap(), r#"{"board_opened":{"units":[4]}}"#);
    let outcome = Outcome { winner: Some(Side::Ours), by: EndedBy::BreakOff };
    let reported = serde_json::to_string(&Event::BoardReported { outcome }).unwrap();
    assert_eq!(reported, r#"{"board_reported":{"outcome":{"winner":"ours","by":"break_off"}}}"#);
    assert_eq!(serde_json::to_string(&Event::BoardLeft).unwrap(), r#""board_left""#);
    // Options of campaigns without boards are written as they always were, but for the enemy's units to one, of which more below.
    let options = serde_json::to_string(&Options::default()).unwrap();
    assert!(["boards", "drawn", "gunboats_on_board"].iter().all(|word| !options.contains(word)), "{options}");
    let with = Options { boards: true, rubs: 1, both_broken_is_drawn: true, gunboats_on_board: true, ..Options::default() };
    assert_eq!(serde_json::from_str::<Options>(&serde_json::to_string(&with).unwrap()).unwrap(), with);
}

#[test]
fn a_campaign_begins_with_three_of_the_enemy_s_units_to_one_and_a_journal_that_does_not_say_means_two() {
    let written = |options: &Options| serde_json::to_string(options).unwrap();
    let read = |text: &str| serde_json::from_str::<Options>(text).unwrap();
    let usual = Options::default();
    assert!(usual.rubs == 3 && written(&usual).contains(r#""rubs":3"#), "{}", written(&usual));
    let earlier = Options { rubs: 2, ..usual };
    assert_eq!(read("{}"), earlier);
    assert!(!written(&earlier).contains("rubs"), "{}", written(&earlier));
    for options in [1, 2, 3].map(|rubs| Options { boards: true, rubs, ..usual }) {
        assert_eq!(read(&written(&options)), options);
    }
    // As an order for a campaign with boards was written in earlier days.
    let order = r#"{"set_up":{"scenario":"uprising","options":{"boards":true}}}"#;
    assert!(matches!(serde_json::from_str::<Order>(order).unwrap(), Order::SetUp { options, .. } if options.rubs == 2 && options.boards));
}
