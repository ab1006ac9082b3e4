//! What is posted of the group: who joins and leaves, posts, votes, proposals, what is delegated and settled.

use engine::campaign::{Event, Post, State};
use engine::pack::Pack;

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Tone};
use crate::model::enemy_command::Willing;
use crate::model::ids::{CampaignId, ProposalId, UserId};
use crate::model::pace::Pace;
use crate::model::played::Played;
use crate::model::proposal::ProposalStanding;
use crate::model::roster::{Delegated, Roster};
use crate::model::standing::Standing;
use crate::model::standing_orders::{Offered, RoleSeat, StandingOrders, SummaryTo};
use crate::model::topic::Topic;
use crate::words;
use engine::tabletop::player::Strength;

/// A despatch of the vote on the command.
fn of_the_vote(sentence: impl Into<String>) -> Despatch {
    Despatch { section: Some(format!("{}the command", Despatch::THE_VOTE)), ..Despatch::saying(sentence) }
}

/// Who is in the group, and what it has settled, is no news of its own.
fn of_the_group(sentence: impl Into<String>) -> Despatch {
    Despatch { section: Some(Despatch::BY_THE_WAY.to_owned()), ..Despatch::saying(sentence) }
}

/// Somebody joined, to play or to look on.
#[must_use]
pub fn joined<G: Played>(user: UserId, spectator: bool) -> Despatch {
    of_the_group(if spectator { format!("**<@{user}> looks on.**") } else { format!("**<@{user}> joins the {}.**", G::NOUN) })
}

/// Somebody left.
#[must_use]
pub fn left<G: Played>(user: UserId) -> Despatch {
    of_the_group(format!("**<@{user}> leaves the {}.**", G::NOUN))
}

/// Somebody was given a post.
#[must_use]
pub fn appointed(by: UserId, whom: UserId, post: Post) -> Despatch {
    let sentence = match post {
        Post::Player => format!("**<@{whom}> holds no office any more.**"),
        Post::Commander | Post::ChiefOfStaff if by == whom => format!("**<@{whom}> takes over as {}.**", words::post(post)),
        Post::Commander | Post::ChiefOfStaff => format!("**<@{by}> appoints <@{whom}> {}.**", words::post(post)),
    };
    Despatch { mention: (by != whom).then_some(whom), ..of_the_group(sentence) }
}

fn vote_buttons(campaign: CampaignId) -> Vec<Button> {
    vec![
        Button { label: "Dismiss".to_owned(), style: ButtonStyle::Danger, id: CustomId::Vote { campaign, dismiss: true } },
        Button { label: "Keep".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Vote { campaign, dismiss: false } },
    ]
}

/// A vote on the commander was called.
#[must_use]
pub fn vote_called(state: &State, roster: &Roster, campaign: CampaignId, by: UserId) -> Despatch {
    let commander = roster.holder(state, Post::Commander).map_or_else(|| "the commander in chief".to_owned(), |user| user.mention());
    let members = state.seats().len();
    // Whoever calls it has not voted with that, but knows of it.
    let mut voters = roster.players().map(|member| member.user).filter(|user| *user != by);
    Despatch {
        mention: voters.next(),
        also_mention: voters.collect(),
        facts: vec![format!(
            "{} of {members} votes dismiss. Once the {} have come no vote is held any more.",
            members / 2 + 1,
            state.pack().words.sides.allies
        )],
        next: "everyone with a seat, vote.".to_owned(),
        buttons: vote_buttons(campaign),
        ..of_the_vote(format!("**<@{by}> calls a vote: is {commander} to be dismissed as commander in chief?**"))
    }
}

/// Somebody voted; `before` commanded until then.
#[must_use]
pub fn voted(state: &State, roster: &Roster, events: &[Event], before: Option<UserId>) -> Despatch {
    let commander = before.map_or_else(|| "The commander in chief".to_owned(), |user| user.mention());
    let counted = events.iter().find_map(|event| if let Event::VoteCounted { dismissed } = event { Some(*dismissed) } else { None });
    match counted {
        Some(true) => {
            let next = match roster.commanding(state) {
                Some(user) => format!("<@{user}>, appoint a commander in chief with `/staff appoint`."),
                None => "one of you, appoint a commander in chief with `/staff appoint`; until then everyone gives orders.".to_owned(),
            };
            let mut concerned = before.into_iter().chain(roster.commanding(state)).collect::<Vec<_>>().into_iter();
            let (mention, also_mention) = (concerned.next(), concerned.collect());
            let told = of_the_vote(format!("**{commander} is dismissed as commander in chief.**"));
            Despatch { next, mention, also_mention, settles: told.section.clone(), ..told }
        }
        Some(false) => {
            let told = of_the_vote(format!("**{commander} keeps the command.**"));
            Despatch { mention: before, settles: told.section.clone(), ..told }
        }
        None => {
            let (votes, members) = (state.vote().map_or(0, <[_]>::len), state.seats().len());
            of_the_vote(format!("**{} on the command.**", words::so_many_voted(votes, members)))
        }
    }
}

/// What is in somebody's hands, in words.
#[must_use]
pub fn delegated_words(state: &State, what: Delegated) -> String {
    match what {
        Delegated::Round { turn, round } => format!("action round {round} of turn {turn}"),
        Delegated::Force(units) => words::units(state.pack(), units),
    }
}

/// Something was put into a member's hands, or taken back.
#[must_use]
pub fn delegated(state: &State, whom: UserId, what: Option<Delegated>) -> Despatch {
    match what {
        Some(what) => Despatch {
            facts: vec!["They need nobody's word for them.".to_owned()],
            mention: Some(whom),
            ..Despatch::saying(format!("**<@{whom}> gives the orders for {}.**", delegated_words(state, what)))
        },
        None => Despatch::saying(format!(
            "**Nothing is in the hands of <@{whom}> any more: what the commander decides goes to the commander again.**"
        )),
    }
}

/// What the commander alone decides, in a sentence.
#[must_use]
pub fn decided_by_the_commander(orders: &StandingOrders) -> String {
    let topics: Vec<String> = orders.commander_decides.iter().map(|topic| matter(*topic).to_owned()).collect();
    if topics.is_empty() {
        "The commander in chief decides nothing alone: everyone's orders are orders.".to_owned()
    } else {
        format!("The commander in chief alone decides: {}.", topics.join("; "))
    }
}

/// What is decided alone now, and by whom, in a sentence: with the command vacant the chief of staff commands, and without one nobody does.
#[must_use]
pub fn decided(state: &State, roster: &Roster, orders: &StandingOrders) -> String {
    let vacant = roster.holder(state, Post::Commander).is_none();
    match roster.commanding(state) {
        None => "Nobody commands: everyone's orders are orders.".to_owned(),
        Some(chief) if vacant && !orders.commander_decides.is_empty() => {
            format!("Until somebody is commander in chief <@{chief}> decides for them. {}", decided_by_the_commander(orders))
        }
        Some(_) => decided_by_the_commander(orders),
    }
}

/// How somebody feels about commanding the Mahdists.
#[must_use]
pub fn willing(pack: &Pack, user: UserId, willing: Willing) -> Despatch {
    let enemies = &pack.words.sides.enemies;
    of_the_group(match willing {
        Willing::Volunteers => format!("**<@{user}> volunteers for the {enemies}, before all others.**"),
        Willing::InTurn => format!("**<@{user}> commands the {enemies} when their turn comes.**"),
        Willing::Never => format!("**<@{user}> does not command the {enemies}.**"),
    })
}

/// Somebody is away, or back.
#[must_use]
pub fn away(user: UserId, until: Option<i64>) -> Despatch {
    of_the_group(match until {
        Some(until) => format!("**<@{user}> is away until <t:{until}:f>.**"),
        None => format!("**<@{user}> is back.**"),
    })
}

/// Who was given the Mahdists, and how often: the staff may have fought for them, `most` of them by name; nothing if nobody has.
#[must_use]
pub fn enemy_commands(pack: &Pack, commands: &[(UserId, u32)], most: usize) -> Option<String> {
    if commands.is_empty() {
        return None;
    }
    let told: Vec<String> =
        commands.iter().take(most).map(|(user, times)| format!("<@{user}> {}", words::times(*times as usize))).collect();
    let more = commands.len().saturating_sub(most);
    let told = if more == 0 { words::list(&told) } else { format!("{} and {}", told.join(", "), words::count(more, "other", "others")) };
    Some(format!("**Given the {}:** {told}.", pack.words.sides.enemies))
}

/// How many players command the Mahdists, in words.
#[must_use]
pub fn enemy_players(orders: &StandingOrders) -> String {
    orders
        .enemy_players
        .map_or_else(|| "half of the players who are there".to_owned(), |players| words::count(players.into(), "player", "players"))
}

/// What orders of a topic are about, in words.
#[must_use]
pub const fn matter(topic: Topic) -> &'static str {
    match topic {
        Topic::Decision => "what is asked in between",
        Topic::Rebellion => "the draw and the rebellion's rolls",
        Topic::Cards => "cards",
        Topic::Move => "marches",
        Topic::Sail => "ships",
        Topic::Battle => "battles and their reports",
        Topic::Siege => "sorties and breakouts",
        Topic::Replacements => "replacements",
    }
}

/// The pace, in a sentence.
#[must_use]
pub fn pace(orders: &StandingOrders) -> String {
    orders.pace.map_or_else(|| "Nobody is reminded of anything: `/pace set` would change that.".to_owned(), Pace::in_words)
}

/// Which roles of the server bring a seat with them, in a sentence; nothing where none does.
#[must_use]
pub fn roles(orders: &StandingOrders) -> Option<String> {
    let seat = |seat| match seat {
        RoleSeat::Commander => "the commander in chief",
        RoleSeat::ChiefOfStaff => "the chief of staff",
        RoleSeat::Player => "players",
        RoleSeat::Spectator => "spectators",
    };
    let roles: Vec<String> = orders.roles.iter().map(|settled| format!("<@&{}> for {}", settled.role, seat(settled.seat))).collect();
    (!roles.is_empty()).then(|| format!("Roles that bring a seat with them: {}.", words::list(&roles)))
}

/// Where the summary of a turn goes, in a sentence.
#[must_use]
pub fn summary_to(orders: &StandingOrders) -> String {
    let place = match orders.summary_to {
        SummaryTo::Channel => "into this channel".to_owned(),
        SummaryTo::Thread => "into a thread of its own".to_owned(),
        SummaryTo::ChiefOfStaff => "to the chief of staff, by direct message".to_owned(),
        SummaryTo::Elsewhere(channel) => format!("into <#{channel}>"),
    };
    format!("The summary of a turn goes {place}.")
}

/// What is offered first when a battle is to be fought, in a sentence.
#[must_use]
pub fn offered(orders: &StandingOrders) -> String {
    let what = match orders.offered {
        Offered::Board => "to fight it out on the board",
        Offered::Staff => "to let the staff settle it",
        Offered::Table => "to report what came of it on your own table",
    };
    format!("What a battle offers first: {what}.")
}

/// Whom one who plays alone fights on the board, in a sentence.
#[must_use]
pub fn opponent(orders: &StandingOrders) -> String {
    let staff = match orders.opponent {
        Strength::Plain => "the plain staff",
        Strength::Searching => "the searching staff",
    };
    format!("Whoever plays alone fights {staff} on the board.")
}

/// What a group has settled for itself, a sentence each.
fn settled_for_itself(pack: &Pack, orders: &StandingOrders) -> [String; 8] {
    [
        decided_by_the_commander(orders),
        format!("In a battle the {} are commanded by {}.", pack.words.sides.enemies, enemy_players(orders)),
        pace(orders),
        summary_to(orders),
        roles(orders).unwrap_or_else(|| "No role of the server brings a seat with it.".to_owned()),
        if orders.plain { "Everything is told in plain messages." } else { "Everything is told with embeds." }.to_owned(),
        offered(orders),
        opponent(orders),
    ]
}

/// The standing orders were changed: what is otherwise now.
#[must_use]
pub fn standing_orders(pack: &Pack, was: &StandingOrders, is: &StandingOrders) -> Despatch {
    let (was, is) = (settled_for_itself(pack, was), settled_for_itself(pack, is));
    let changed = is.into_iter().zip(was).filter(|(is, was)| is != was).map(|(is, _)| is);
    Despatch { facts: changed.collect(), ..of_the_group("**The standing orders are changed.**") }
}

/// A proposal is put before whoever commands; `lines` are its orders.
#[must_use]
pub fn proposal<G: Played>(
    state: &G,
    (id, number): (ProposalId, u32),
    by: UserId,
    commander: Option<UserId>,
    lines: &[String],
) -> Despatch {
    let last = lines.last().cloned().unwrap_or_default();
    let steps = if lines.len() > 1 { numbered(lines) } else { Vec::new() };
    let call = commander.map_or_else(String::new, |user| format!("<@{user}>, approve it or decline it."));
    Despatch {
        facts: steps,
        next: call,
        footer: format!("{} · turn {} · proposal {number}", G::short_title(state.pack()), state.turn()),
        buttons: vec![
            Button { label: "Approve".to_owned(), style: ButtonStyle::Primary, id: CustomId::Settle { proposal: id, approve: true } },
            Button { label: "Decline".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Settle { proposal: id, approve: false } },
        ],
        mention: commander,
        ..Despatch::saying(format!("**<@{by}> proposes: {last}.**"))
    }
}

/// A correction that is proposed waits for a second word rather than for whoever commands: two agree, and one of them commands.
pub fn takes_two(proposal: &mut Despatch, by: UserId, commander: Option<UserId>) {
    let asked = commander.filter(|commander| *commander != by);
    let who = asked.map_or_else(|| "any other player".to_owned(), |user| format!("<@{user}>, who commands,"));
    proposal.next = format!("{who} may agree; then it is so.");
    proposal.mention = asked;
    if let Some(approve) = proposal.buttons.first_mut() {
        approve.label = "Agree: correct it".to_owned();
    }
}

/// The proposals that wait, with whose they are, in a line of the board; nothing if none does.
#[must_use]
pub fn proposals_wait(open: &[(u32, UserId)]) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<String> = open.iter().take(NAMED).map(|(number, by)| format!("no. {number} by <@{by}>")).collect();
    let more = if open.len() > NAMED { format!(" and {} more", words::number(open.len() - NAMED)) } else { String::new() };
    let what = match open.len() {
        0 => return None,
        1 => "A proposal waits to be settled",
        _ => "Proposals wait to be settled",
    };
    Some(format!("{what}: {}{more}; `/staff roster` shows what is proposed.", named.join(", ")))
}

/// What became of a proposal of `by`'s that `user` settled.
#[must_use]
pub fn fate(by: UserId, user: UserId, standing: ProposalStanding) -> String {
    match standing {
        ProposalStanding::Approved => format!("Approved by <@{user}>."),
        ProposalStanding::Declined if by == user => "Taken back.".to_owned(),
        ProposalStanding::Declined => format!("Declined by <@{user}>."),
        ProposalStanding::Open => {
            "Nothing is done yet: the game has moved on since it was proposed. This is what it would do now; approve it again if it is meant so."
                .to_owned()
        }
        ProposalStanding::Overtaken | ProposalStanding::Draft => {
            "Overtaken: the campaign has moved on, and it is not carried out.".to_owned()
        }
    }
}

/// Tells somebody that their proposal was declined.
#[must_use]
pub fn declined<G: Played>(state: &G, number: u32, by: UserId, user: UserId, lines: &[String]) -> Despatch {
    let last = lines.last().cloned().unwrap_or_default();
    Despatch {
        mention: Some(by),
        footer: format!("{} · turn {} · proposal {number}", G::short_title(state.pack()), state.turn()),
        ..Despatch::saying(format!("**<@{user}> declines what <@{by}> proposed: {last}.**"))
    }
}

/// Offers whoever declined something to say why.
#[must_use]
pub fn offer_reason(campaign: CampaignId, asked_by: UserId, proposal: u32) -> Despatch {
    Despatch {
        buttons: vec![Button {
            label: "Say why".to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Reason { campaign, asked_by, proposal },
        }],
        ..Despatch::saying("Declined. If you like, say why.")
    }
}

/// Why something was declined, in the words of whoever did.
#[must_use]
pub fn reason(by: UserId, asked_by: UserId, proposal: u32, why: &str) -> Despatch {
    let what = if proposal == 0 { "what".to_owned() } else { format!("proposal {proposal}, which") };
    // What was typed is shown as it was typed, and marks nothing.
    let why = words::typed(&why.replace(['*', '_', '`', '~', '|', '\\'], ""), 300);
    let verb = if proposal == 0 { "asked to undo" } else { "made" };
    let mention = Some(asked_by).filter(|asked_by| *asked_by != by);
    Despatch {
        mention,
        facts: vec![format!("\u{201c}{why}\u{201d}")],
        ..of_the_group(format!("**<@{by}> says why they declined {what} <@{asked_by}> {verb}.**"))
    }
}

/// Somebody declines to undo something, or takes back that they asked.
#[must_use]
pub fn undo_declined(by: UserId, asked_by: UserId) -> Despatch {
    let sentence = if by == asked_by {
        format!("**<@{by}> asks no longer to undo it: it stands.**")
    } else {
        format!("**<@{by}> declines to undo what <@{asked_by}> asked for: it stands.**")
    };
    Despatch {
        mention: Some(asked_by).filter(|asked_by| *asked_by != by),
        asks: Despatch::ASKS_NOTHING.to_owned(),
        settles: Some(Despatch::THE_REQUEST.to_owned()),
        ..of_the_group(sentence)
    }
}

/// A proposal's message where it was approved and would do another thing now than when it was made: it says what that is, and calls nobody.
#[must_use]
pub fn put_again<G: Played>(state: &G, standing: Standing, (id, number): (ProposalId, u32), by: UserId, lines: &[String]) -> Despatch {
    let mut again = proposal(state, (id, number), by, None, lines);
    again.facts.push(format!("**{}**", fate(by, by, ProposalStanding::Open)));
    again.next = state.next(standing);
    again
}

/// A proposal's message once it is settled: it offers nothing any more, and says what became of it.
#[must_use]
pub fn settled<G: Played>(state: &G, number: u32, by: UserId, user: UserId, standing: ProposalStanding, lines: &[String]) -> Despatch {
    let last = lines.last().cloned().unwrap_or_default();
    let fate = fate(by, user, standing);
    let tone = if standing == ProposalStanding::Approved { Tone::Good } else { Tone::Staff };
    let mut facts = if lines.len() > 1 { numbered(lines) } else { Vec::new() };
    facts.push(format!("**{fate}**"));
    Despatch {
        facts,
        tone,
        footer: format!("{} · turn {} · proposal {number}", G::short_title(state.pack()), state.turn()),
        ..Despatch::saying(format!("**<@{by}> proposed: {last}.**"))
    }
}

fn numbered(lines: &[String]) -> Vec<String> {
    lines.iter().enumerate().map(|(index, line)| format!("{}. {line}", index + 1)).collect()
}
