use engine::campaign::State;
use std::sync::OnceLock;

use engine::campaign::Event;
use engine::game::Game as _;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::files::export::export;
use crate::model::campaign::Campaign;
use crate::model::entry::OrderRow;
use crate::model::export::Export;
use crate::model::ids::{CampaignId, ChannelId, GuildId, MessageId};
use crate::model::lifecycle::Lifecycle;
use crate::model::standing_orders::StandingOrders;
use staff::recorded::{SEED, recorded};

/// A campaign of two turns, closed.
fn exported() -> &'static Export {
    static EXPORT: OnceLock<Export> = OnceLock::new();
    EXPORT.get_or_init(|| {
        let rows: Vec<OrderRow> = (1..)
            .zip(recorded(7, 2))
            .map(|(revision, row)| OrderRow {
                revision,
                order: row.order,
                events: row.events,
                position_before: row.position_before,
                position_after: row.position_after,
                undone_by: None,
                edition: State::EDITION,
            })
            .collect();
        let campaign = Campaign {
            lifecycle: Lifecycle::default(),
            id: CampaignId(1),
            guild: GuildId(1),
            channel: ChannelId(2),
            pack: engine::pack::Pack::embedded().unwrap(),
            sealed: Seed(SEED).into(),
            revision: rows.len() as u32,
            started_at: 0,
            closed_at: Some(1),
            standing_orders: StandingOrders::default(),
        };
        export(&campaign, rows)
    })
}

fn text(export: &Export) -> String {
    serde_json::to_string(export).unwrap()
}

#[track_caller]
fn refused(export: &Export) -> String {
    prove::<State>(&text(export), None).unwrap_err().to_string()
}

#[test]
fn a_file_that_names_another_message_of_the_seal_than_that_of_its_dice_is_not_proved() {
    let without = text(exported());
    assert!(!without.contains("seal_message"), "the dice are of the bare seed");
    let refused = refused(&Export { seal_message: Some(MessageId(1)), ..exported().clone() });
    assert!(refused.contains("No. 1 ") || refused.contains("came to something else"), "{refused}");
}

#[test]
fn a_campaign_as_it_was_exported_is_proved_and_every_roll_counted() {
    let export = exported();
    let proof = prove::<State>(&text(export), None).unwrap();
    let mut luck = Luck::default();
    for entry in &export.entries {
        luck.add::<State>(&serde_json::to_value(&entry.events).unwrap());
    }
    assert_eq!((proof.orders as usize, proof.proved, proof.on_trust), (export.entries.len(), luck.streamed.rolls, 0));
    assert!(proof.proved > 30);
    assert_eq!(proof.seal.as_deref(), Some(seal(Seed(SEED)).as_str()));
    let verdict = crate::despatches::proof::verdict(&proof);
    assert!(
        verdict.starts_with("Proved: ") && verdict.contains("thrown again and came out the same. None was thrown by the players."),
        "{verdict}"
    );
}

#[test]
fn what_was_proved_is_counted_in_whole_sentences_also_where_it_is_nothing() {
    let counted = |proved, on_trust| crate::despatches::proof::counted(&Proof { proved, on_trust, ..Proof::default() });
    assert_eq!(counted(0, 2), "No roll was of the sealed stream. Two were thrown by the players, and are taken on trust.");
    assert_eq!(counted(1, 0), "One roll of the sealed stream was thrown again and came out the same. None was thrown by the players.");
}

#[test]
fn without_its_seed_nothing_is_proved_and_with_another_it_is_said_to_be_another() {
    let open = Export { seed: None, ..exported().clone() };
    assert!(refused(&open).starts_with("without the seed no roll can be proved"));
    assert!(prove::<State>(&text(&open), Some(&"07".repeat(32))).is_ok());
    assert!(matches!(prove::<State>(&text(&open), Some(&"08".repeat(32))), Err(NotProved::Replay(ReplayError::NotTheSealedSeed))));
    assert!(matches!(prove::<State>(&text(&open), Some("07")), Err(NotProved::Replay(ReplayError::NotASeed))));
    let sealed = Export { seal: Some("0".repeat(64)), ..exported().clone() };
    assert!(refused(&sealed).contains("was announced at the start: it is another seed"));
}

#[test]
fn dice_from_nowhere_dice_used_twice_and_orders_out_of_order_are_told_with_their_number() {
    let thrown = |event: &Event| matches!(event, Event::RevoltChecked { roll, .. } if !roll.faces.is_empty());
    let at = exported().entries.iter().position(|entry| entry.events.iter().any(thrown)).unwrap();
    let number = exported().entries[at].revision;
    let mut nowhere = exported().clone();
    nowhere.entries[at].streamed = false;
    assert!(refused(&nowhere).starts_with(&format!("No. {number} shows dice that come from nowhere")));
    let mut again = exported().clone();
    let mut copy = again.entries[0].clone();
    copy.revision = 1;
    again.entries.push(copy);
    assert!(prove::<State>(&text(&again), None).is_err());
    let mut swapped = Export { seed: None, ..exported().clone() };
    swapped.entries.swap(at, at + 1);
    assert!(refused(&swapped).contains("stands where it cannot"));
    let mut twice = Export { seed: None, ..exported().clone() };
    let used = |entry: &crate::model::export::ExportedOrder| entry.events.iter().any(|event| matches!(event, Event::CardDrawn { .. }));
    let last = twice.entries.iter().rposition(used).unwrap();
    twice.entries[last].position = 0;
    assert!(refused(&twice).contains("had been used before"));
}

#[test]
fn players_own_dice_are_taken_on_trust_and_said_to_be() {
    let mut trusted = exported().clone();
    let entry = trusted.entries.iter_mut().find(|entry| entry.events.iter().any(|event| matches!(event, Event::CardDrawn { .. }))).unwrap();
    entry.streamed = false;
    let mut dice = 0;
    for event in &mut entry.events {
        if let Event::CardDrawn { roll, .. } = event {
            roll.table = true;
            dice += 1;
        }
    }
    let proof = prove::<State>(&text(&trusted), None).unwrap();
    assert_eq!(proof.on_trust, dice);
    assert!(crate::despatches::proof::verdict(&proof).contains("were thrown by the players, and are taken on trust"));
}

#[test]
fn a_file_too_large_missing_or_no_text_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.json");
    assert!(prove_file::<State>(&file, None).unwrap_err().contains("cannot be read"));
    std::fs::write(&file, b"\xff\xfe\x00").unwrap();
    assert!(prove_file::<State>(&file, None).unwrap_err().contains("cannot be read"));
    std::fs::write(&file, "é".repeat(10)).unwrap();
    assert_eq!(read_at_most(&file, 20).unwrap().unwrap().len(), 20);
    assert_eq!(read_at_most(&file, 19).unwrap(), None);
    assert_eq!(read_at_most(&file, 18).unwrap(), None);
    for (written, says) in [("", "no campaign of mine"), ("[[[[[", "no campaign of mine"), ("{}", "no campaign of mine")] {
        std::fs::write(&file, written).unwrap();
        assert!(prove_file::<State>(&file, None).unwrap_err().contains(says));
    }
}

/// Puts another number in place of the so-manieth in a value; counts down to it.
fn change(value: &mut Value, at: &mut usize, to: i64) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| change(value, at, to)),
        Value::Object(fields) => fields.values_mut().for_each(|value| change(value, at, to)),
        Value::Number(_) => {
            if *at == 0 {
                *value = to.into();
            }
            *at = at.wrapping_sub(1);
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn an_event_that_was_changed_is_never_proved(at in any::<prop::sample::Index>(), number in 0_usize..40, to in prop_oneof![0_i64..40, Just(-1), Just(255), Just(70_000), Just(i64::MAX)]) {
        let mut written = serde_json::to_value(exported()).unwrap();
        let index = at.index(exported().entries.len());
        let mut left = number;
        change(&mut written["entries"][index]["events"], &mut left, to);
        let changed = written != serde_json::to_value(exported()).unwrap();
        prop_assert_eq!(prove::<State>(&written.to_string(), None).is_err(), changed);
    }

    #[test]
    fn a_file_changed_anywhere_is_proved_or_refused_with_a_sentence_and_never_ends_the_program(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, any::<u8>()), 1..6),
        open in any::<bool>(),
    ) {
        let mut bytes = text(&Export { seed: exported().seed.clone().filter(|_| !open), ..exported().clone() }).into_bytes();
        // The orders come last; the pack before them is most of the file, and is checked as it is loaded.
        let first = bytes.len() - serde_json::to_string(&exported().entries).unwrap().len();
        for (at, how, byte) in edits {
            let at = first + at.index(bytes.len() - first);
            match how {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, byte),
                _ => bytes[at] = b'0' + byte % 10,
            }
        }
        let written = String::from_utf8_lossy(&bytes);
        match prove::<State>(&written, None) {
            Ok(proof) => prop_assert!(proof.orders > 0),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_pack_changed_anywhere_does_no_harm_either(at in any::<prop::sample::Index>(), digit in b'0'..=b'9') {
        let mut export = exported().clone();
        export.entries.truncate(6);
        let name = export.pack.keys().nth(at.index(export.pack.len())).unwrap().clone();
        let file = export.pack.get_mut(&name).unwrap();
        let digits: Vec<usize> = file.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).map(|(at, _)| at).collect();
        if !digits.is_empty() {
            let at = digits[at.index(digits.len())];
            file.replace_range(at..=at, std::str::from_utf8(&[digit]).unwrap());
        }
        let _ = prove::<State>(&text(&export), None).map_err(|error| error.to_string());
    }
}

#[test]
fn a_verdict_names_the_corrections_that_stand_and_how_many_there_are() {
    use crate::despatches::proof::{corrected, proved_except};
    let proof = |rows: std::ops::Range<u32>| Proof { corrections: rows.collect(), ..Proof::default() };
    assert_eq!(proved_except(&proof(0..0)), "Proved");
    assert_eq!(proved_except(&proof(14..16)), "Proved, with two corrections by agreement");
    assert_eq!(corrected(&[]), None);
    assert!(corrected(&[214]).unwrap().starts_with("One correction: No. 214."));
    let many = corrected(&proof(1..20).corrections).unwrap();
    assert!(many.starts_with("19 corrections: No. 1, No. 2, ") && many.contains("No. 12 and 7 more."), "{many}");
    let verdict = crate::despatches::proof::verdict(&proof(3..4));
    assert!(verdict.contains("Proved, with one correction by agreement: ") && verdict.contains("\nOne correction: No. 3."), "{verdict}");
}
