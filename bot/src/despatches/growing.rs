//! A message that grows: the despatches that belong together, told as one.
//!
//! It opens with the greatest news, or with what happened first; all else stands below in its order, each with its sentence, and only the
//! latest offers what is next. What was undone since is struck through.

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Despatch, Picture, Tone};
use crate::model::outbox_row::Part;
use crate::words;

/// A sentence without its emphasis.
fn bare(sentence: &str) -> String {
    sentence.replace("**", "")
}

/// A sentence that tells of what was undone.
fn struck(sentence: &str, by: u32) -> String {
    format!("~~{}~~ — undone by No. {by}", words::shortened(&bare(sentence), 1_800))
}

/// The part whose picture is shown: the latest that still stands, or else the latest.
fn pictured(parts: &[Part]) -> Option<usize> {
    let has = |part: &Part| part.despatch.picture.is_some();
    parts.iter().rposition(|part| has(part) && part.undone_by.is_none()).or_else(|| parts.iter().rposition(has))
}

/// The picture that a message must be given, with the revision it is drawn at; nothing where it has none, or shows it already.
#[must_use]
pub fn new_picture(parts: &[Part]) -> Option<(u32, &Picture)> {
    let wanted = pictured(parts)?;
    // What it shows was chosen among the parts it shows, before any of them was undone.
    let showing = parts.iter().rposition(|part| part.shown && part.despatch.picture.is_some());
    let part = parts.get(wanted).filter(|_| showing != Some(wanted))?;
    part.despatch.picture.as_ref().map(|picture| (part.revision, picture))
}

/// The parts of a message as one despatch; `closed` says that something else is offered by now.
#[must_use]
pub fn grown(parts: &[Part], closed: bool) -> Despatch {
    let Some((first, rest)) = parts.split_first() else { return Despatch::default() };
    let last = rest.last().unwrap_or(first);
    // The latest that says what is next says it for all: what is said by the way takes nothing back.
    let offers = |part: &&Part| part.undone_by.is_none() && (!part.despatch.next.is_empty() || part.despatch.menu.is_some());
    let offering = parts.iter().rev().find(offers).unwrap_or(last);
    let mut whole = Despatch { attachment: None, ..offering.despatch.clone() };
    if let Some(part) = parts.iter().rev().find(|part| !part.despatch.footer.is_empty()) {
        whole.footer.clone_from(&part.despatch.footer);
    }
    let heading = heading(parts);
    if let Some(part) = parts.get(heading) {
        whole.sentence = part.undone_by.map_or_else(|| part.despatch.sentence.clone(), |by| struck(&part.despatch.sentence, by));
    }
    // A despatch that stands alone keeps its facts, though it was undone: they say what it was.
    if !rest.is_empty() {
        whole.facts = facts(parts, heading);
        let stand = || parts.iter().filter(|part| part.undone_by.is_none());
        whole.dice = stand().flat_map(|part| part.despatch.dice.iter().cloned()).collect();
        whole.tone = stand().map(|part| part.despatch.tone).rfind(|tone| *tone != Tone::Staff).unwrap_or(last.despatch.tone);
        whole.picture = pictured(parts).and_then(|index| parts.get(index)).and_then(|part| part.despatch.picture.clone());
        // What earlier parts let one look at can still be looked at; a side that somebody has taken since is not offered.
        let standing: Vec<&Part> = stand().collect();
        for (at, part) in standing.iter().enumerate() {
            let taken = standing.get(at + 1..).is_some_and(|later| later.iter().any(|part| part.despatch.takes_over));
            let is_over = |id: &CustomId| id.offers_an_order() || (taken && matches!(id, CustomId::Join { .. }));
            let more = part.despatch.buttons.iter().filter(|button| !is_over(&button.id));
            let new: Vec<_> = more.filter(|button| whole.buttons.iter().all(|other| other.id != button.id)).cloned().collect();
            whole.buttons.extend(new);
        }
    }
    if parts.iter().all(|part| part.undone_by.is_some()) {
        whole.is_followed();
    } else if closed {
        whole.is_closed();
    }
    whole
}

/// The part that the message opens with: the latest good or bad news that still stands; where there is none, what happened first.
fn heading(parts: &[Part]) -> usize {
    parts.iter().rposition(|part| part.undone_by.is_none() && part.despatch.tone != Tone::Staff).unwrap_or(0)
}

/// The facts of all parts: of the one it opens with first, then of the others, each below its own sentence.
fn facts(parts: &[Part], heading: usize) -> Vec<String> {
    let told = |part: &Part| if part.undone_by.is_some() { Vec::new() } else { part.despatch.facts.clone() };
    let mut facts = parts.get(heading).map(told).unwrap_or_default();
    for (_, part) in parts.iter().enumerate().filter(|(index, _)| *index != heading) {
        let sentence = &part.despatch.sentence;
        facts.push(part.undone_by.map_or_else(|| format!("▸ {}", bare(sentence)), |by| format!("▸ {}", struck(sentence, by))));
        facts.extend(told(part));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::despatch::{Button, ButtonStyle};
    use crate::model::ids::{CampaignId, OutboxId};

    fn part(revision: u32, sentence: &str, facts: &[&str]) -> Part {
        let campaign = CampaignId(1);
        let id = CustomId::Order { campaign, revision, key: "pass".to_owned() };
        let look = CustomId::Rolls { campaign, revision };
        let button = |label: &str, id| Button { label: label.to_owned(), style: ButtonStyle::Secondary, id };
        Part {
            id: OutboxId(i64::from(revision)),
            revision,
            despatch: Despatch {
                facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
                dice: vec![format!("roll of {revision}")],
                next: format!("next after {revision}"),
                buttons: vec![button("Pass", id), button("All rolls", look)],
                footer: format!("No. {revision}"),
                ..Despatch::saying(format!("**{sentence}**"))
            },
            undone_by: None,
            shown: false,
        }
    }

    #[test]
    fn what_belongs_together_is_one_message_that_opens_with_the_first_and_offers_what_the_last_offers() {
        let parts = [part(4, "A card is played.", &["2 Ops."]), part(5, "They march.", &["Nobody is met."])];
        let whole = grown(&parts, false);
        assert_eq!(whole.sentence, "**A card is played.**");
        assert_eq!(whole.facts, ["2 Ops.", "▸ They march.", "Nobody is met."]);
        assert_eq!(whole.dice, ["roll of 4", "roll of 5"]);
        assert_eq!((whole.next.as_str(), whole.footer.as_str()), ("next after 5", "No. 5"));
        let labels: Vec<&str> = whole.buttons.iter().map(|button| button.label.as_str()).collect();
        assert_eq!(labels, ["Pass", "All rolls", "All rolls"], "what could be ordered before cannot be ordered any more");
    }

    #[test]
    fn the_greatest_news_is_what_a_message_opens_with() {
        let mut lost = part(5, "A place is lost.", &["Its garrison too."]);
        lost.despatch.tone = Tone::Bad;
        let whole = grown(&[part(4, "Cards are drawn.", &["Seven."]), lost, part(6, "Nothing else.", &[])], false);
        assert_eq!((whole.sentence.as_str(), whole.tone), ("**A place is lost.**", Tone::Bad));
        assert_eq!(whole.facts, ["Its garrison too.", "▸ Cards are drawn.", "Seven.", "▸ Nothing else."]);
    }

    #[test]
    fn a_closed_message_offers_nothing_to_be_ordered_and_says_nothing_is_next() {
        let whole = grown(&[part(4, "A card is played.", &["2 Ops."])], true);
        assert!(whole.next.is_empty());
        assert_eq!(whole.buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>(), ["All rolls"]);
        assert_eq!(whole.facts, ["2 Ops."]);
    }

    #[test]
    fn what_was_undone_is_struck_through_and_its_dice_are_gone_from_a_message_that_goes_on() {
        let undone = Part { undone_by: Some(6), ..part(5, "They march.", &["Nobody is met."]) };
        let whole = grown(&[part(4, "A card is played.", &[]), undone, part(6, "Undone: a march.", &[])], false);
        assert_eq!(whole.facts, ["▸ ~~They march.~~ — undone by No. 6", "▸ Undone: a march."]);
        assert_eq!(whole.dice, ["roll of 4", "roll of 6"]);
        let alone = grown(&[Part { undone_by: Some(6), ..part(5, "They march.", &["Nobody is met."]) }], false);
        assert_eq!(alone.sentence, "~~They march.~~ — undone by No. 6");
        assert!(alone.buttons.is_empty() && alone.next.is_empty());
    }

    #[test]
    fn a_message_tells_every_part_and_is_full_where_not_all_of_it_can_be_shown() {
        let long = "a long fact ".repeat(60);
        let parts: Vec<Part> = (1..=6).map(|number| part(number, &format!("Part {number}."), &[&long])).collect();
        let (some, all) = (grown(&parts[..4], false), grown(&parts, false));
        assert!(some.is_shown_whole() && some.facts.len() == 7 && some.dice.len() == 4, "{}", some.body());
        assert!(!all.is_shown_whole() && all.facts.len() == 11 && all.dice.len() == 6);
        assert!(!Despatch { plain: true, ..some }.is_shown_whole(), "a plain message has less room");
    }

    #[test]
    fn a_picture_is_drawn_anew_only_where_the_message_shows_another() {
        let map = |revision| {
            let mut part = part(revision, "They march.", &[]);
            part.despatch.picture = Some(Picture::Map { subtitle: format!("{revision}"), island: None, around: Vec::new() });
            part
        };
        let shown = |part: Part| Part { shown: true, ..part };
        assert_eq!(new_picture(&[shown(map(4)), part(5, "Nothing moves.", &[])]), None);
        assert_eq!(new_picture(&[shown(map(4)), map(5)]).map(|(revision, _)| revision), Some(5));
        let undone = Part { undone_by: Some(6), ..shown(map(5)) };
        assert_eq!(new_picture(&[shown(map(4)), undone]).map(|(revision, _)| revision), Some(4));
    }

    #[test]
    fn a_side_that_somebody_has_taken_since_is_not_offered_and_a_campaign_is_joined_at_any_time() {
        let opening = || {
            let mut part = part(1, "It begins.", &[]);
            let id = CustomId::Join { campaign: CampaignId(1) };
            part.despatch.buttons = vec![Button { label: "Join".to_owned(), style: ButtonStyle::Primary, id }];
            part
        };
        let joined = |takes_over| Part { despatch: Despatch { takes_over, ..part(2, "They join.", &[]).despatch }, ..part(2, "", &[]) };
        let offers = |second: Part| grown(&[opening(), second], false).buttons.iter().any(|button| button.label == "Join");
        assert_eq!([false, true].map(|takes_over| offers(joined(takes_over))), [true, false]);
        let undone = Part { undone_by: Some(3), ..joined(true) };
        assert!(offers(undone), "whose seat was taken back is waited for again");
    }
}
