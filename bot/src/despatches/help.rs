//! What the one who asks can do now: `/help` in a campaign's channel, chosen from how things stand.

use crate::despatches::position;
use crate::model::ids::UserId;
use engine::campaign::{Decision, Order, Phase, State, Step};

use crate::despatches::{group, sheet};
use crate::model::battle::BattleRow;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::roster::{Authority, Roster};
use crate::model::standing::Standing;
use crate::model::standing_orders::StandingOrders;
use crate::model::topic::Topic;
use crate::words;

/// Lines of advice, at most: it is read on a telephone.
const MOST_LINES: usize = 6;
/// Sheets that are offered by a button.
const MOST_SHEETS: usize = 3;

/// Who asks for help, and how things stand for them.
#[derive(Clone, Copy, Debug)]
pub struct HelpRequest<'a> {
    /// The campaign, with what the asker is putting together carried out.
    pub state: &'a State,
    /// What despatches need to know besides.
    pub standing: Standing,
    /// The group.
    pub roster: &'a Roster,
    /// What it has settled.
    pub orders: &'a StandingOrders,
    /// Who asks.
    pub user: UserId,
    /// Whether the asker is putting a proposal together.
    pub drafting: bool,
    /// Who made the proposals that wait.
    pub proposers: &'a [UserId],
    /// The battle that is being fought among several, if one is.
    pub battle: Option<&'a BattleRow>,
}

/// What there is to do about a topic.
fn act(state: &State, topic: Topic) -> String {
    let command = format!("/{}", topic.command());
    let ops = words::count(state.round().ops().into(), "Op", "Ops");
    match topic {
        Topic::Decision => format!("`{command}` (*Decide*): settle first what is asked; all else waits for it."),
        Topic::Rebellion if state.phase() == Phase::Draw => {
            format!("`{command}`, *Draw the cards*: the hand is filled, and the rebellion follows.")
        }
        Topic::Rebellion => format!("`{command}`, *Roll the rebellion*: every place at once, or one by one in the order you like."),
        Topic::Cards if matches!(state.round().step(), Step::Choose) => {
            format!(
                "`{command}`: play one of {} for its event, Ops or replacements; or pass.",
                words::count(state.hand().len(), "card", "cards")
            )
        }
        Topic::Cards => format!("`{command}`, *End the round*: when everything is done; {ops} left."),
        Topic::Move if state.round().force().is_some() => format!("`{command}`: march on, leave units behind or take them along, or halt."),
        Topic::Move if state.round().ops() > 0 => format!("`{command}`: activate a place, then march; {ops} left."),
        Topic::Move => format!("`{command}`: march with those who can still move."),
        Topic::Sail => format!("`{command}`: sail, embark, land or repair, with the ships under way."),
        Topic::Battle if matches!(state.decision(), Some(Decision::Battle { .. })) => {
            format!("`{command}`: report what each unit lost, and last who held the field.")
        }
        Topic::Battle => {
            let battles = words::count(state.round().battles_to_fight().len(), "battle that waits", "battles that wait");
            format!("`{command}`: fight the {battles}, when all have moved.")
        }
        Topic::Siege => {
            format!("`{command}`: the garrison sallies out, breaks out or sits tight; `/odds sortie` sets the three side by side.")
        }
        Topic::Replacements => format!("`{command}`: spend points, or keep them; that ends the turn."),
    }
}

/// What the odds can tell as things stand.
fn foresight(state: &State) -> Option<&'static str> {
    Some(match (state.decision(), state.phase()) {
        (Some(Decision::Battle { .. }), _) => "`/odds pursuit`: what leaving the field would cost.",
        (Some(Decision::Garrison { .. }), _) => "`/odds siege`: what the siege comes to when the turn ends.",
        (_, Phase::Draw | Phase::Rebellion) => "`/odds revolt`: which places may rise, and how likely.",
        (_, Phase::Action { .. }) => "`/odds march`: whether a march meets the enemy; `/odds encounter`: in what force.",
        _ => return None,
    })
}

/// When it is, in words.
fn when(state: &State) -> String {
    match state.phase() {
        Phase::Action { round } => format!("Turn {}, action round {round} of {}", state.turn(), state.pack().outline.turns.action_rounds),
        Phase::Draw => format!("Turn {}, before the draw", state.turn()),
        Phase::Rebellion => format!("Turn {}, the rebellion", state.turn()),
        _ => format!("Turn {}, its end", state.turn()),
    }
}

impl HelpRequest<'_> {
    fn commander(&self) -> String {
        self.standing.commander.map_or_else(|| "the commander".to_owned(), |user| user.mention())
    }

    /// What the asker can do now, and where.
    #[must_use]
    pub fn advice(&self) -> Despatch {
        let member = self.roster.member(self.user);
        let (sentence, facts, buttons) = match member {
            _ if self.state.ending().is_some() => self.when_it_is_over(),
            None => self.for_a_stranger(),
            Some(member) if member.spectator => self.for_a_spectator(),
            Some(_) => self.for_a_player(),
        };
        Despatch {
            facts,
            next: position::next(self.state, self.standing.called.first),
            footer: position::footer(self.state, self.standing.revision),
            buttons,
            ..Despatch::saying(sentence)
        }
    }

    /// The welcome of somebody who has just taken a seat, or looks on: what they are, what they can do, what is wanted of them.
    #[must_use]
    pub fn welcome(&self) -> Despatch {
        let title = &self.state.pack().outline.short_title;
        let told = self.advice();
        let looks_on = self.roster.member(self.user).is_some_and(|member| member.spectator);
        let part = if looks_on { "you look on, and are asked nothing" } else { "you are one of its players" };
        let legal = sheet::legal(self.state);
        let orders = sheet::topics(&legal);
        let proposes = |topic: &Topic| legal.iter().any(|order| Topic::of(order) == *topic && self.authority(order) == Authority::Proposes);
        let can = if looks_on {
            "Look at anything by these buttons or with `/map`, `/forces` and `/odds`; `/campaign join` takes a seat after all.".to_owned()
        } else if orders.iter().any(proposes) {
            format!(
                "What you press is put before {}, who approves it or declines it; what needs nobody's word is done at once.",
                self.commander()
            )
        } else {
            "Press what is to be done: it is carried out at once, as anyone's orders are.".to_owned()
        };
        Despatch {
            facts: vec![
                can,
                "Nothing waits for you until a message names you after **Next:**; `/help` here says at any time what you can do."
                    .to_owned(),
            ],
            footer: position::footer(self.state, self.standing.revision),
            buttons: told.buttons,
            ..Despatch::saying(format!("**Welcome to {title}, now in {}: {part}.**", when(self.state).replacen("Turn", "turn", 1)))
        }
    }

    fn looking(&self) -> Vec<Button> {
        let campaign = self.standing.campaign;
        vec![
            Button { label: "Where we stand".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Board { campaign } },
            Button { label: "Map".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Map { campaign } },
        ]
    }

    fn when_it_is_over(&self) -> (String, Vec<String>, Vec<Button>) {
        let ending = self.state.ending().map_or("", position::ending_words);
        let close = if self.standing.commander == Some(self.user) {
            "`/campaign end`: close it; the seed of its dice is then revealed.".to_owned()
        } else {
            format!("{} closes it with `/campaign end`; the seed of its dice is then revealed.", self.commander())
        };
        let facts = vec![
            close,
            "`/campaign export`: all of it in a file, to keep or to run again.".to_owned(),
            "`/summary`: how it came to this, turn by turn.".to_owned(),
        ];
        (format!("**The campaign is over: {ending}.**"), facts, self.looking())
    }

    fn for_a_stranger(&self) -> (String, Vec<String>, Vec<Button>) {
        let facts = vec![
            "`/campaign join`: take a seat, and give orders or propose them.".to_owned(),
            "`/campaign join looking_on:True`: look on, without being asked anything.".to_owned(),
            "`/map`, `/forces`, `/campaign status`: see how it stands.".to_owned(),
            "`/rule`: what any rule says; `/help topic:` how all this works.".to_owned(),
        ];
        (format!("**{}: you have no seat in this campaign yet.**", when(self.state)), facts, self.looking())
    }

    fn for_a_spectator(&self) -> (String, Vec<String>, Vec<Button>) {
        let mut facts = vec![
            "`/map`, `/forces`, `/supply`: see how it stands; `/summary`: what happened since you last asked.".to_owned(),
            "`/campaign join`: take a seat after all.".to_owned(),
        ];
        facts.extend(foresight(self.state).map(str::to_owned));
        facts.push("`/rule`: what any rule says.".to_owned());
        (format!("**{}: you look on, and nothing is asked of you.**", when(self.state)), facts, self.looking())
    }

    /// What an order of a topic would be, from the asker.
    fn authority(&self, order: &Order) -> Authority {
        self.roster.authority(self.state, self.orders, self.user, order)
    }

    fn for_a_player(&self) -> (String, Vec<String>, Vec<Button>) {
        let legal = sheet::legal(self.state);
        let topics = sheet::topics(&legal);
        let proposed: Vec<&str> = topics
            .iter()
            .filter(|topic| legal.iter().any(|order| Topic::of(order) == **topic && self.authority(order) == Authority::Proposes))
            .map(|topic| group::matter(*topic))
            .collect();
        let commands = self.standing.commander == Some(self.user);
        let mut facts: Vec<String> = self.in_battle().into_iter().collect();
        facts.extend(topics.iter().map(|topic| act(self.state, *topic)));
        if !proposed.is_empty() {
            facts.push(format!("About {} you propose: {} approves it or declines it.", words::list(&proposed), self.commander()));
        }
        if self.drafting {
            facts.push("You are putting a proposal together: each of its sheets has *Propose this* and *Start over*.".to_owned());
        }
        let (own, waiting) = (self.proposers.iter().filter(|user| **user == self.user).count(), self.proposers.len());
        if commands && waiting > 0 {
            let wait = if waiting == 1 { "waits" } else { "wait" };
            facts.push(format!("`/staff roster`: {} {wait} for your word.", words::count(waiting, "proposal", "proposals")));
        } else if own > 0 {
            let wait = if own == 1 { "waits" } else { "wait" };
            facts.push(format!(
                "`/staff roster`: {} of yours {wait} for {}.",
                words::count(own, "proposal", "proposals"),
                self.commander()
            ));
        }
        if self.state.vote().is_some() {
            facts.push("A vote on the commander is open: *Dismiss* or *Keep*, under its message in the channel.".to_owned());
        }
        if self.standing.commander.is_none() {
            facts.push("`/staff appoint`: nobody commands; until somebody does, everyone's orders are carried out.".to_owned());
        }
        facts.truncate(MOST_LINES - 1);
        if facts.len() < MOST_LINES - 1 {
            facts.extend(foresight(self.state).map(str::to_owned));
        }
        facts.push("`/map`, `/forces`, `/supply`: how it stands; `/rule`: what a rule says.".to_owned());
        let mut buttons: Vec<Button> = topics.iter().filter_map(|topic| self.button(&legal, *topic)).take(MOST_SHEETS).collect();
        buttons.extend(self.looking());
        let role = match (commands, self.standing.called.first) {
            (_, Some(called)) if called == self.user => "the umpire waits for your orders".to_owned(),
            (true, Some(called)) => format!("the round is in the hands of <@{called}>, and you can still give orders"),
            (false, Some(_)) if proposed.is_empty() && !topics.is_empty() => "your orders are carried out, as anyone's are".to_owned(),
            (false, Some(_)) if topics.len() > proposed.len() => "part of it is yours to order, the rest to propose".to_owned(),
            (false, Some(called)) => format!("the umpire waits for <@{called}>, and you can propose"),
            (_, None) => "nobody commands, and the umpire waits for any of you".to_owned(),
        };
        (format!("**{}: {role}.**", when(self.state)), facts, buttons)
    }

    /// Which side the asker commands in the battle being fought, and where.
    fn in_battle(&self) -> Option<String> {
        let battle = self.battle?;
        let (_, enemy) = battle.sides.iter().find(|(user, _)| *user == self.user)?;
        let sides = &self.state.pack().words.sides;
        let (enemies, army) = (&sides.enemies, &sides.army);
        let place = battle.thread.map_or_else(|| battle.name.clone(), |thread| thread.mention());
        Some(if *enemy {
            format!(
                "{place}: you command the {enemies}. *Change sides* or *I cannot play*, under the situation there, if you would rather not."
            )
        } else {
            format!(
                "{place}: you command the {army}. When it is fought, *{army} held the field* or *{army} left the field* there reports it."
            )
        })
    }

    /// The button for a topic: its sheet, or where one order opens the phase that order itself.
    fn button(&self, legal: &[Order], topic: Topic) -> Option<Button> {
        match topic {
            Topic::Rebellion => {
                let order = legal.iter().find(|order| matches!(order, Order::DrawCards | Order::CheckRevolts))?;
                sheet::button(self.state, order, self.standing)
            }
            topic => sheet::opening(self.state, legal, topic, self.standing),
        }
    }
}
