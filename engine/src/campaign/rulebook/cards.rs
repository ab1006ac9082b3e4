//! *Card Explanations*: the cards that need more than their own text.

use super::rule::{Rule, or_more, units};
use crate::campaign::options::Options;
use crate::campaign::roll::{Reason, island_name};
use crate::campaign::rules::train;
use crate::pack::{CardNumber, Pack};

const CHAPTER: &str = "Card Explanations";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    vec![
        with_cards(pack, &[1], Rule::new(CHAPTER, "HMS Sultan Arrives", "The best gunboat there is. She carries troops as other gunboats do; on your table she should be the largest and best armed you have."))
            .also(&["Sultan"])
            .see(&["Naval Movement", "Transporting Units"]),
        with_cards(pack, &[2, 3, 5, 12], Rule::new(CHAPTER, "Cards 2, 3, 5, 12", "Cards that bring the units they name, where they name it, for good."))
            .also(&["Australians", "Indian forces"])
            .see(&["Event Triggers", "Crisis at Suakin!"]),
        graham(pack, options),
        with_cards(pack, &[11], Rule::new(CHAPTER, "Transport Arrives", "A river freighter, smaller than the other transports and hardly armed."))
            .ruling(54, "she is the Bordein; card 46's converted gunboat is the Fateh")
            .see(&["Transporting Units"]),
        with_cards(pack, &[21], Rule::new(CHAPTER, "Lord Kitchener Arrives", "The card comes into the pile when Graham is recalled. It is played for its event or not at all, and gives its Ops on top."))
            .also(&["Kitchener"])
            .ruling(51, "it comes also when Graham never did")
            .see(&["Event Triggers", "General Graham Arrives"]),
        armoured_train(pack),
        with_cards(pack, &[13], Rule::new(CHAPTER, "Strengthening Defenses", "The redoubts may go to one place or to several, as long as the British hold it."))
            .see(&["Redoubts"]),
        with_cards(pack, &[23], Rule::new(CHAPTER, "Transport Requisitioned (23)", "Units are carried where you like, without ships or Ops of yours, to any place within reach of troops."))
            .also(&["free passage", "ferry"])
            .see(&["Transporting Units"]),
        with_cards(pack, &[24], Rule::new(CHAPTER, "Raid! (24)", "The village changes hands without a battle and without an encounter roll."))
            .ruling(42, "it counts as retaken by the British: it never rises again")
            .see(&["Pacification"]),
        with_cards(pack, &[35, 40, 50], Rule::new(CHAPTER, "Reinforcements (35, 40, 50)", "What these cards bring may be put at any places troops can reach."))
            .also(&["Fresh Mounts", "Local Villagers Answer Summons"])
            .ruling(40, "split among places as you like; besieged ports too, besieged places inland not"),
        with_cards(pack, &[37], Rule::new(CHAPTER, "Local Recruiting (37)", "The levies join a garrison or force that is there already."))
            .also(&["recruits"])
            .ruling(40, "all of them go to one place"),
        with_cards(pack, &[43], Rule::new(CHAPTER, "Fortifying Outposts (43)", "Battalion and redoubt go to the same village of ours.")).see(&["Redoubts"]),
        hicks(pack),
        gordon(pack),
    ]
}

/// A rule with the texts of its cards.
pub(super) fn with_cards(pack: &Pack, numbers: &[u8], rule: Rule) -> Rule {
    numbers
        .iter()
        .filter_map(|number| pack.card(CardNumber(*number)))
        .fold(rule, |rule, card| rule.row(format!("{} {}", card.number.0, card.title), format!("{} Ops. {}", card.ops, card.text)))
}

fn graham(pack: &Pack, options: Option<Options>) -> Rule {
    let graham = &pack.leaders.graham;
    let island = |island| island_name(pack, island);
    with_cards(
        pack,
        &[4],
        Rule::new(
            CHAPTER,
            "General Graham Arrives",
            format!(
                "What lands with Graham first clears and garrisons {}, and fights nowhere else until it has. When he is recalled, {} is thrown for each unit that came with him: on {} it goes with him.",
                island(graham.clears),
                graham.recalled.dice,
                or_more(graham.recalled.needs, graham.recalled.dice)
            ),
        ),
    )
    .also(&["Graham"])
    .ruling(9, "cleared means no Mahdist place left on the island, and a unit of ours in each")
    .here(options, move |options| {
        let clears = if options.graham_by_card { graham.or_clears } else { graham.clears };
        format!("Graham clears {}.", island(clears))
    })
    .see(&["Event Triggers", "Lord Kitchener Arrives"])
}

fn armoured_train(pack: &Pack) -> Rule {
    let aboard = u64::try_from(train::UNITS).unwrap_or_default();
    with_cards(
        pack,
        &[9],
        Rule::new(
            CHAPTER,
            "Armored Train Arrives",
            format!(
                "The train runs on track you lay, {} points in all, next to the train or to track that lies. A run loads, goes along the track, unloads and comes back, and nobody on it is rolled for. Two empty transports can carry train and track to another island.",
                pack.track
            ),
        ),
    )
    .also(&["armoured train", "railway", "track"])
    .row("1 Op", format!("lays {} points of track", train::TRACK_FOR_AN_OP))
    .row("1 Op", "one run, there and back")
    .row("room", format!("{} of infantry or guns, or one of cavalry", units(aboard)))
    .ruling(57, "places count as points of track; there is one set of it")
    .see(&["Movement", "Using a card for Ops"])
}

fn hicks(pack: &Pack) -> Rule {
    let hicks = pack.leaders.hicks;
    with_cards(
        pack,
        &[36],
        Rule::new(
            CHAPTER,
            "Hicks Expedition",
            format!(
                "{} land at a friendly port of the island that has most Mahdist places, and march at once at the nearest of them. In every turn after that they must try again at least once, by ship to another island if theirs is clear, until {}% of them are lost. Others may go with them.",
                units(pack.hicks_units.len() as u64),
                hicks.free_at_percent_lost
            ),
        ),
    )
    .also(&["Hicks"])
    .adds(hicks.encounter_add, Reason::Hicks, format!("to be met, on the first {} turns from the landing", hicks.turns))
    .ruling(48, "the first march is free; ties between islands are your choice; with no friendly port there, the next worst island")
    .see(&["Using the Cards", "Encounter Table"])
}

fn gordon(pack: &Pack) -> Rule {
    let gordon = &pack.leaders.gordon;
    with_cards(
        pack,
        &[54],
        Rule::new(
            CHAPTER,
            "Gordon Sent to Friday Harbor",
            format!(
                "{} of the Sudanese stay with Gordon while he is there. Once his place is besieged, {} at the end of each Sieges phase says whether he wants to leave: he does on {}, and has to be taken to another open port by ship. If his place or his ship is lost with him in it he is dead, for {:+} victory points.",
                units(gordon.guard),
                gordon.leaves.dice,
                or_more(gordon.leaves.needs, gordon.leaves.dice),
                gordon.points_if_killed
            ),
        ),
    )
    .also(&["Gordon", "Khartoum"])
    .adds(pack.tables.siege.modifiers.gordon, Reason::Gordon, "to the siege roll, while he is in the place")
    .see(&["Siege Table", "Event Triggers"])
}
