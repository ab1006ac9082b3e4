//! A campaign's lifecycle in words: its name, that it is put away, taken up, handed over, deleted, brought back, read from a file.

use crate::despatches::{position, proof};
use engine::campaign::State;

use crate::model::campaign::{self, Campaign, Sealed, Seed};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Tone};
use crate::model::ids::{CampaignId, UserId};
use crate::model::imported::Imported;
use crate::model::lifecycle::{Company, GRACE, TRIAL_LASTS, Terms, Trial};
use crate::model::listed::Listed;
use crate::model::played::Played;
use crate::model::snapshot::Snapshot;
use crate::model::standing::Standing;
use crate::model::style::Style;
use crate::model::waiting::Waiting;
use crate::words;

/// Puts the name that the group gave its campaign into a heading that names the pack.
pub fn headed<G: Played>(despatch: &mut Despatch, campaign: &Campaign<G>) {
    if let Some(name) = &campaign.lifecycle.name
        && let Some(rest) = despatch.sentence.strip_prefix(&format!("**{}", G::short_title(&campaign.pack)))
    {
        despatch.sentence = format!("**{name}{rest}");
    }
}

/// Puts the name that the group gave its campaign into small print that names the pack.
pub fn footed<G: Played>(despatch: &mut Despatch, campaign: &Campaign<G>) {
    despatch.footer = style(campaign).of(despatch).footer;
}

/// How what is said of a campaign looks.
#[must_use]
pub fn style<G: Played>(campaign: &Campaign<G>) -> Style {
    let name = campaign.lifecycle.name.as_ref().map(|name| (G::short_title(&campaign.pack).to_owned(), name.to_string()));
    Style { plain: campaign.standing_orders.plain, name }
}

/// Why a campaign's board offers nothing, if it does not.
#[must_use]
pub fn over<G: Played>(campaign: &Campaign<G>) -> Option<String> {
    match (campaign.lifecycle.gone_at, campaign.closed_at, campaign.lifecycle.archived_at) {
        (Some(_), ..) if campaign.lifecycle.trial.is_some() => Some("forgotten".to_owned()),
        (Some(gone_at), ..) => Some(format!("deleted: gone for good on <t:{gone_at}:D>; until then `/campaign restore` brings it back")),
        (None, Some(_), _) => Some("closed".to_owned()),
        (None, None, Some(_)) => Some("archived: `/campaign resume` takes it up again, in any channel that is free".to_owned()),
        (None, None, None) => None,
    }
}

fn footer<G: Played>(campaign: &Campaign<G>) -> String {
    let name = campaign.lifecycle.name.as_ref().map_or_else(|| G::short_title(&campaign.pack), |name| name.as_str());
    format!("{name} · {} {}", G::NOUN, campaign.id.0)
}

/// It begins, and nothing has been ordered yet.
#[must_use]
pub fn begun<G: Played>(state: &G, standing: Standing) -> Despatch {
    offering(state, standing, Despatch::saying(format!("**{} begins.**", G::title(state.pack()))))
}

/// Tells in the first despatch on what terms a campaign begins: what its dice come from, whether it is kept, who plays it.
pub fn on_terms(first: &mut Despatch, terms: Terms, campaign: CampaignId, sealed: Sealed) {
    if let Some(user) = terms.calls {
        first.facts.push(format!("{} is asked to take the other side: press *Join*.", user.mention()));
        first.mention = Some(user);
    }
    match terms.company {
        Some(Company::Alone) => first.facts.push(
            "Played alone: every order is carried out at once, what dice decided can be undone without a second word, and in a battle one \
             player commands both sides on the table. Whoever wants to may still join: `/campaign join`."
                .to_owned(),
        ),
        Some(Company::Group) => {
            first.facts.push("Played by a group: *Join* takes a seat, here and now or at any time later.".to_owned());
            first.buttons.push(Button { label: "Join".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Join { campaign } });
        }
        None => {}
    }
    match terms.trial {
        Some(Trial::Trial) => {
            first
                .facts
                .push("A trial: it is forgotten after 24 hours without an order, or by *Forget it*, and nothing of it is kept.".to_owned());
            first.buttons.push(forget_button(campaign));
        }
        Some(Trial::Demonstration) => {
            first.facts.push(
                "A demonstration: its dice come from a seed that was chosen beforehand, so they prove nothing. It is forgotten after 24 hours \
                 without an order."
                    .to_owned(),
            );
            first.buttons.push(forget_button(campaign));
            return;
        }
        None => {}
    }
    // The message before it says so, if there is one.
    if sealed.message.is_none() {
        first.facts.push(format!("The dice are sealed: the SHA-256 of their seed is `{}`.", sealed.seal()));
    }
}

/// What is posted before a game's first die is thrown: its number is mixed into them.
#[must_use]
pub fn seal(seed: Seed) -> Despatch {
    Despatch {
        facts: vec![format!(
            "The SHA-256 of their seed is `{}`. The number of this message is mixed into them, and nobody could choose that.",
            campaign::seal(seed)
        )],
        ..Despatch::saying("**The dice of a new game are sealed.**")
    }
}

/// The button that ends a trial.
#[must_use]
pub fn forget_button(campaign: CampaignId) -> Button {
    Button { label: "Forget it".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Forget { campaign, sure: false } }
}

/// Asks whether a trial is to be forgotten.
#[must_use]
pub fn ask_forget(campaign: CampaignId) -> Despatch {
    let button = |label: &str, style, id| Button { label: label.to_owned(), style, id };
    Despatch {
        facts: vec!["It is gone for good then, with every order, and this channel is free for another.".to_owned()],
        buttons: vec![
            button("Forget it", ButtonStyle::Danger, CustomId::Forget { campaign, sure: true }),
            button("Go on with it", ButtonStyle::Secondary, CustomId::Leave),
        ],
        ..Despatch::saying("**Forget this trial?**")
    }
}

/// A trial is over.
#[must_use]
pub fn forgotten<G: Played>(campaign: &Campaign<G>, by: UserId) -> Despatch {
    Despatch {
        facts: vec![format!("Ended by <@{by}>; nothing of it is kept. `/campaign start` begins a campaign, here or in any channel.")],
        footer: footer(campaign),
        ..Despatch::saying("**The trial is over, and forgotten.**")
    }
}

/// A trial is over because nobody played it.
#[must_use]
pub fn lapsed<G: Played>(campaign: &Campaign<G>) -> Despatch {
    let hours = TRIAL_LASTS / 3_600;
    Despatch {
        facts: vec!["Nothing of it is kept. `/campaign start` begins a campaign, here or in any channel.".to_owned()],
        footer: footer(campaign),
        ..Despatch::saying(format!("**The trial is forgotten: for {hours} hours nobody gave an order in it.**"))
    }
}

/// It is called something else.
#[must_use]
pub fn renamed<G: Played>(before: &str, campaign: &Campaign<G>, by: UserId) -> Despatch {
    Despatch {
        facts: vec![format!("Before: {before}. Renamed by <@{by}>.")],
        footer: footer(campaign),
        ..Despatch::saying(format!("**This {} is called {} now.**", G::NOUN, campaign.title()))
    }
}

/// It is put away.
#[must_use]
pub fn archived<G: Played>(campaign: &Campaign<G>, turn: u8, by: UserId) -> Despatch {
    Despatch {
        facts: vec![
            format!("Put away by <@{by}>{}. Nobody is reminded, and this channel is free for another campaign.", in_turn(turn)),
            "`/campaign resume` takes it up again, here or in any channel of this server that is free.".to_owned(),
        ],
        footer: footer(campaign),
        ..Despatch::saying(format!("**{} is archived.**", campaign.title()))
    }
}

/// What can be done now, as a despatch offers it.
fn offering<G: Played>(state: &G, standing: Standing, despatch: Despatch) -> Despatch {
    let (menu, buttons) = state.controls(standing);
    let next = state.next(standing);
    Despatch { menu, buttons, next, footer: state.footer(standing.revision), ..despatch }.calling(standing.called)
}

fn where_it_stands<G: Played>(state: &G) -> String {
    words::sentence_case(&format!("{}.", state.where_it_stands()))
}

/// "in turn 3"; nothing in a game without turns, or before the first.
fn in_turn(turn: u8) -> String {
    if turn == 0 { String::new() } else { format!(" in turn {turn}") }
}

/// It is taken up again.
#[must_use]
pub fn taken_up<G: Played>(campaign: &Campaign<G>, state: &G, standing: Standing, by: UserId) -> Despatch {
    let despatch = Despatch {
        facts: vec![where_it_stands(state), format!("Taken up by <@{by}>; from here on it is played in this channel.")],
        ..Despatch::saying(format!("**{} goes on.**", campaign.title()))
    };
    offering(state, standing, despatch)
}

/// The command is handed over.
#[must_use]
pub fn handed_over(state: &State, by: UserId, to: UserId, newly_seated: bool) -> Despatch {
    let mut facts = vec![format!("Handed over by <@{by}>.")];
    if newly_seated {
        facts.push(format!("<@{to}> has a seat in the campaign from now on."));
    }
    Despatch {
        facts,
        next: position::next(state, Some(to)),
        mention: Some(to),
        ..Despatch::saying(format!("**<@{to}> is commander in chief.**"))
    }
}

/// Asks whether it is to be ended, and says what that means.
#[must_use]
pub fn ask_close<G: Played>(campaign: &Campaign<G>, turn: u8) -> Despatch {
    Despatch {
        facts: vec!["It cannot be taken up again. The seed of its dice is revealed, and the channel is free for another.".to_owned()],
        buttons: vec![
            Button {
                label: words::shortened(&format!("End the {}", G::NOUN), 80),
                style: ButtonStyle::Danger,
                id: CustomId::Close { campaign: campaign.id },
            },
            Button { label: "Go on with it".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave },
        ],
        ..Despatch::saying(format!("**End the {}{}?**", G::NOUN, in_turn(turn)))
    }
}

/// Asks whether it is to be deleted, and says what that means; `now` is in seconds since 1970.
#[must_use]
pub fn ask_delete<G: Played>(snapshot: &Snapshot<G>, now: i64) -> Despatch {
    let campaign = &snapshot.campaign;
    Despatch {
        facts: if campaign.lifecycle.trial.is_some() {
            vec!["It is a trial: it is gone for good at once, with every order.".to_owned()]
        } else {
            vec![
                format!(
                    "It is gone for good on <t:{}:D>, with every order, its dice and their seed; until then `/campaign restore` brings it back.",
                    now + GRACE
                ),
                "`/campaign export` keeps it as a file; `/campaign archive` only puts it away.".to_owned(),
            ]
        },
        buttons: vec![
            Button {
                label: words::shortened(&format!("Delete the {}", G::NOUN), 80),
                style: ButtonStyle::Danger,
                id: CustomId::Delete { campaign: campaign.id },
            },
            Button { label: "Keep it".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave },
        ],
        tone: Tone::Bad,
        ..Despatch::saying(format!("**Delete {}{}?**", campaign.title(), in_turn(snapshot.state.turn()).replacen(' ', ", ", 1)))
    }
}

/// It is deleted.
#[must_use]
pub fn deleted<G: Played>(campaign: &Campaign<G>, by: UserId, gone_at: i64) -> Despatch {
    Despatch {
        facts: vec![format!("By <@{by}>. It is gone for good on <t:{gone_at}:D>; until then `/campaign restore` brings it back.")],
        tone: Tone::Bad,
        footer: footer(campaign),
        ..Despatch::saying(format!("**{} is deleted.**", campaign.title()))
    }
}

/// It is brought back.
#[must_use]
pub fn restored<G: Played>(campaign: &Campaign<G>, state: &G, standing: Standing, by: UserId) -> Despatch {
    let back = format!("Brought back by <@{by}>.");
    let sentence = format!("**{} is back.**", campaign.title());
    let put_back = |where_to: &str| Despatch {
        facts: vec![where_it_stands(state), back.clone(), where_to.to_owned()],
        footer: footer(campaign),
        ..Despatch::saying(sentence.clone())
    };
    if campaign.closed_at.is_some() {
        return put_back("It is closed, as it was before.");
    }
    if campaign.lifecycle.archived_at.is_some() {
        return put_back("It is in the archive: `/campaign resume` takes it up, in any channel that is free.");
    }
    let despatch = Despatch { facts: vec![where_it_stands(state), back], ..Despatch::saying(sentence) };
    offering(state, standing, despatch)
}

/// It was read from a file: `state` and `standing` are those it goes on from.
#[must_use]
pub fn imported<G: Played>(imported: &Imported<G>, state: &G, standing: Standing, sealed: Sealed) -> Despatch {
    let name = imported.name.as_ref().map_or(G::title(state.pack()), |name| name.as_str());
    let orders = words::count(imported.rows.len(), "order", "orders");
    let dice = match imported.proved {
        Some(proved) if proved == imported.rows.len() => "The seed in the file proves the dice of all of them.".to_owned(),
        Some(0) => "The seed in the file proves the dice of none of them: they are as the file says.".to_owned(),
        Some(proved) => format!("The seed in the file proves the dice of {proved}; those of the rest are as the file says."),
        None => "Their dice are as the file says: it reveals no seed that could prove them.".to_owned(),
    };
    let over = imported.state.is_over();
    let mut facts = vec![where_it_stands(state)];
    match proof::earlier(&imported.earlier) {
        Some(earlier) => {
            facts.push(format!("All the other orders were given again, and came to the same. {dice}"));
            let from_here = if over { "" } else { " From here on the rules are those of today." };
            facts.push(format!("{earlier}{from_here}"));
        }
        None => facts.push(format!("Each order was given again, and came to the same. {dice}")),
    }
    facts.extend(proof::corrected(&imported.corrections));
    if over {
        // A finished campaign is opened to be read: it is closed, and takes no orders.
        facts.push(format!(
            "No dice are thrown in it any more; the SHA-256 of the seed that it has here for form's sake is `{}`.",
            sealed.seal()
        ));
        return Despatch {
            facts,
            next: format!("it is over, and takes no orders; {} read it, until another is begun in this channel.", G::READ_BY),
            footer: state.footer(standing.revision),
            ..Despatch::saying(format!("**{name} is opened from a file to be read: {orders}.**"))
        };
    }
    facts.push(match sealed.message {
        Some(_) => "From here on the dice are new: those sealed just above.".to_owned(),
        None => format!("From here on the dice are new, and sealed: the SHA-256 of their seed is `{}`.", sealed.seal()),
    });
    facts.push(match G::COMMANDS.give_up {
        Some(_) if state.waits_for_a_side() => {
            format!(
                "Whoever brought the file plays what members played; a side that nobody plays is free, and `{}` takes it.",
                G::COMMANDS.join
            )
        }
        Some(_) => "Whoever brought the file plays what members played.".to_owned(),
        None => format!("Posts begin anew: `{}` takes a seat.", G::COMMANDS.join),
    });
    // It stands alone, and offers nothing any more when something is ordered.
    let section = Some("taken up from a file".to_owned());
    let despatch = Despatch { facts, section, ..Despatch::saying(format!("**{name} is taken up from a file: {orders}.**")) };
    offering(state, standing, despatch)
}

/// A campaign in the list of a server's.
#[must_use]
pub fn listed<G: Played>(snapshot: &Snapshot<G>, waiting: Option<&Waiting>) -> String {
    let campaign = &snapshot.campaign;
    let mut line = format!("**{}** ({} {})", campaign.title(), G::NOUN, campaign.id.0);
    let in_use = campaign.lifecycle.in_use() && campaign.closed_at.is_none();
    if in_use {
        line.push_str(&format!(" in <#{}>", campaign.channel));
    }
    line.push_str(&format!(" · {}", snapshot.state.where_it_stands()));
    let commander = snapshot.state.who_plays(&snapshot.roster);
    match (campaign.lifecycle.gone_at, campaign.closed_at, campaign.lifecycle.archived_at) {
        (Some(_), ..) if campaign.lifecycle.trial.is_some() => line.push_str(" · a trial, forgotten"),
        (Some(gone_at), ..) => line.push_str(&format!(" · deleted: gone for good <t:{gone_at}:R>, `/campaign restore` brings it back")),
        (None, Some(closed_at), _) => line.push_str(&format!(" · closed <t:{closed_at}:D>")),
        (None, None, Some(archived_at)) => {
            line.push_str(&format!(" · {commander} · archived <t:{archived_at}:D>: `/campaign resume` takes it up"));
        }
        (None, None, None) => {
            line.push_str(&format!(" · {commander}"));
            if let Some(waiting) = waiting {
                line.push_str(&format!(" · waiting since <t:{}:f>", waiting.since));
            }
        }
    }
    line
}

/// The list of a server's campaigns, by their lines; `more` are left out.
#[must_use]
pub fn list(lines: Vec<String>, more: usize) -> Despatch {
    let count = lines.len() + more;
    if count == 0 {
        return Despatch::saying("There is no game on this server yet: `/campaign start` begins a campaign, in any channel.");
    }
    let mut facts = lines;
    if more > 0 {
        facts.push(format!("… and {more} more"));
    }
    let sentence = format!("**{} on this server.**", words::sentence_case(&words::count(count, "game", "games")));
    Despatch { facts, ..Despatch::saying(sentence) }
}

/// The same of the games played in somebody's direct messages.
#[must_use]
pub fn list_of_direct_messages(lines: Vec<String>, more: usize) -> Despatch {
    let count = lines.len() + more;
    let sentence = match count {
        0 => "There is no game here yet: `/battle new`, `/sudan new` and `/khartoum new` begin one.".to_owned(),
        _ => format!("**{} in these direct messages.**", words::sentence_case(&words::count(count, "game", "games"))),
    };
    Despatch { sentence, ..list(lines, more) }
}

/// A campaign of this title as it is offered for choice: at most Discord's 100 characters.
#[must_use]
pub fn choice(title: &str, listed: &Listed) -> String {
    let standing = match (listed.gone_at, listed.closed_at, listed.archived_at) {
        (Some(_), ..) => "deleted",
        (None, Some(_), _) => "closed",
        (None, None, Some(_)) => "archived",
        (None, None, None) => "being played",
    };
    let CampaignId(id) = listed.id;
    let game = if listed.game == State::NAME { State::NOUN } else { "game" };
    words::shortened(&format!("{} ({game} {id}, {standing})", words::shortened(title, 60)), 100)
}
