//! The turn in a sentence and in a paragraph: what a staff officer would telegraph, and what they would write.

use crate::despatches::position;
use engine::campaign::{Ending, Event, GovernorPlace};

use crate::despatches::lines;
use crate::despatches::summary::{Account, Span, dangers, ground, losses};
use crate::model::despatch::Tone;
use crate::model::played::Line;
use crate::words;

/// Places named in a paragraph before the rest is counted.
const NAMED: usize = 4;

/// Battles fought, and of them won.
fn battles(account: &Account) -> (usize, usize) {
    let fought = account.events.iter().filter(|event| matches!(event, Event::BattleEnded { .. })).count();
    let won = account.events.iter().filter(|event| matches!(event, Event::BattleEnded { won: true, .. })).count();
    (fought, won)
}

/// One sentence that can be read alone.
pub(super) fn sentence(account: &Account, title: &str) -> String {
    let ground = ground::changes(account);
    let mut news = Vec::new();
    if let Some(ending) = account.after.ending() {
        news.push(position::ending_words(ending).to_owned());
    }
    for (places, what) in [(ground.lost, "lost"), (ground.won, "won back"), (ground.besieged, "besieged")] {
        match places.len() {
            0 => {}
            1 => news.push(format!("{} {what}", words::places(account.after.pack(), places))),
            count => news.push(format!("{} {what}", words::count(count, "place", "places"))),
        }
    }
    match battles(account) {
        (0, _) => {}
        (1, won) => news.push(format!("a battle {}", if won == 1 { "won" } else { "lost" })),
        (fought, 0) => news.push(format!("{} fought and none won", words::count(fought, "battle", "battles"))),
        (fought, won) => news.push(format!("{} fought and {} won", words::count(fought, "battle", "battles"), words::number(won))),
    }
    let (from, to) = (account.before.victory_points(), account.after.victory_points());
    news.push(if from == to { format!("victory points stay at {to}") } else { format!("victory points {from} → {to}") });
    format!("**{title}: {}.**", words::list(&news))
}

/// What changes the campaign for good: what a trigger brings, who has come and gone, and a commander in chief who was dismissed. Of the first of
/// these events, by those that follow it.
fn great_news(account: &Account, events: &[Event]) -> Option<String> {
    let pack = account.after.pack();
    let (event, after) = events.split_first()?;
    match event {
        Event::TriggerFired { key } => {
            (!lines::is_idle_trigger(&account.after, event, after)).then(|| words::told(pack, &lines::trigger_words(pack, key)))
        }
        Event::VoteCounted { dismissed: true } => Some("The commander in chief was dismissed by vote.".to_owned()),
        Event::GovernorMoved { to: GovernorPlace::Dead, .. } => Some(words::told(pack, "[governor] has been killed.")),
        Event::LeaderArrived { .. } | Event::LeaderRecalled { .. } => match lines::line(&account.after, event)? {
            Line::Fact(_, told) => Some(told),
            Line::Roll(_) => None,
        },
        _ => None,
    }
}

/// The turn in one paragraph.
pub(super) fn paragraph(account: &Account) -> String {
    let (before, after) = (&account.before, &account.after);
    let pack = after.pack();
    let ground = ground::changes(account);
    let (from, to) = (before.victory_points(), after.victory_points());
    let what = if matches!(account.span, Span::Turn(_)) { "The turn" } else { "The period under report" };
    let stands = if account.is_over() && account.span != Span::SinceLastLook { "closed at" } else { "stands at" };
    let mut sentences = vec![format!("{what} opened at {from} victory points and {stands} {to} of {}.", pack.outline.victory.lost_at)];
    sentences.extend((0..account.events.len()).filter_map(|at| great_news(account, &account.events[at..])));
    let named = |places: engine::pack::LocationSet| {
        let names: Vec<&str> = places.iter().map(|place| pack.location_name(place)).collect();
        if names.len() <= NAMED {
            words::list(&names)
        } else {
            format!("{} places, {} among them", words::number(names.len()), words::list(&names[..2]))
        }
    };
    match (ground.lost.is_empty(), ground.won.is_empty()) {
        (true, true) => sentences.push("No place changed hands.".to_owned()),
        (false, true) => sentences.push(format!("The rebellion took {}; nothing was won back.", named(ground.lost))),
        (true, false) => sentences.push(format!("We won back {}, and lost nothing.", named(ground.won))),
        (false, false) => sentences.push(format!("The rebellion took {}; we won back {}.", named(ground.lost), named(ground.won))),
    }
    if !ground.besieged.is_empty() {
        sentences.push(format!("The enemy sat down before {}.", named(ground.besieged)));
    }
    sentences.push(match battles(account) {
        (0, _) => "No battle was fought.".to_owned(),
        (1, 1) => "One battle was fought, and won.".to_owned(),
        (1, _) => "One battle was fought, and not won.".to_owned(),
        (fought, won) => format!(
            "{} were fought, of which {} won.",
            words::sentence_case(&words::count(fought, "battle", "battles")),
            match won {
                0 => "none was".to_owned(),
                1 => "one was".to_owned(),
                won => format!("{} were", words::number(won)),
            }
        ),
    });
    let (gone, come) = (losses::gone(account), losses::come(account));
    sentences.push(match (gone, come) {
        (0, 0) => "The muster rolls are as they were.".to_owned(),
        (gone, 0) => format!("{} struck off the rolls.", words::sentence_case(&words::count(gone, "unit was", "units were"))),
        (0, come) => format!("{} the rolls.", words::sentence_case(&words::count(come, "unit joined", "units joined"))),
        (gone, come) => {
            format!(
                "{} struck off the rolls and {} entered.",
                words::sentence_case(&words::count(gone, "unit was", "units were")),
                words::number(come)
            )
        }
    });
    sentences.push(match (account.after.ending(), dangers::greatest(account)) {
        (Some(ending), _) => format!("{}; the staff will hand in its pencils.", words::sentence_case(position::ending_words(ending))),
        (None, Some(danger)) => format!("The staff would look first to {danger}."),
        (None, None) => "The staff foresees nothing, and has put that in writing.".to_owned(),
    });
    sentences.join(" ")
}

/// Whether the news is good.
pub(super) fn tone(account: &Account) -> Tone {
    match account.after.ending() {
        Some(Ending::Victory) => return Tone::Good,
        Some(_) => return Tone::Bad,
        None => {}
    }
    let ground = ground::changes(account);
    match ground.won.len().cmp(&ground.lost.len()) {
        std::cmp::Ordering::Greater => Tone::Good,
        std::cmp::Ordering::Less => Tone::Bad,
        std::cmp::Ordering::Equal => Tone::Staff,
    }
}
