//! A campaign's battle while it is fought on the board: the words of the battle, as the campaign says them.

use std::sync::Arc;

use engine::campaign::{BattleKind, Event, Order, Seat, State};
use engine::game::Game as _;
use engine::tabletop;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::field::nested::{ON_BOARD, nested};
use crate::despatches::field::{board as battle_board, names, report, sheets, told};
use crate::despatches::{battle_called, position, sheet};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Menu, Picture};
use crate::model::ids::CampaignId;
use crate::model::played::Played;
use crate::model::standing::Standing;
use crate::words;

/// The battle on the board, commanded by members of the group, the enemy by the staff where nobody of them does; nothing where none is fought there.
#[must_use]
pub fn battle(state: &State, standing: Standing) -> Option<tabletop::state::State> {
    let mut battle = state.board()?.battle().clone();
    battle.players = [Some(Player::Member(0)), Some(standing.staff.map_or(Player::Member(1), Player::Staff))];
    // The board calls every battle by its type: to it a storm of ours is an assault like theirs.
    if let Some((fought, _)) = state.battle().filter(|(fought, _)| fought.kind == BattleKind::Storm)
        && let Some(plan) = &mut battle.plan
    {
        let pack = state.pack();
        Arc::make_mut(plan).title = format!("{} at {}", battle_called::title(pack, fought), pack.map.space_name(fought.at));
    }
    Some(battle)
}

/// The seat on the board of a seat of the campaign.
#[must_use]
pub const fn seat_there(seat: Option<Seat>) -> Option<tabletop::seat::Seat> {
    match seat {
        Some(Seat::OnBoard(Side::Ours)) => Some(tabletop::seat::Seat::Ours),
        Some(Seat::OnBoard(Side::Enemy)) => Some(tabletop::seat::Seat::Enemy),
        _ => None,
    }
}

/// What can be done now, as everybody may see it offered: on the board, or with it.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> Option<(Option<Menu>, Vec<Button>)> {
    let battle = battle(state, standing)?;
    let (menu, buttons) = battle_board::controls(&battle, standing);
    let mut told = nested(Despatch { menu, buttons, ..Despatch::default() });
    let over = if battle.is_over() { Order::ReportFought } else { Order::LeaveBoard };
    told.buttons.extend(sheet::button(state, &over, standing));
    Some((told.menu, told.buttons))
}

/// The board, as everybody sees it.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Option<Despatch> {
    let battle = battle(state, standing)?;
    let (menu, buttons) = controls(state, standing)?;
    let mut told = battle_board::board(&battle, standing);
    if battle.is_over() {
        told.next = position::next(state, standing.called.first);
    }
    Some(Despatch { menu, buttons, footer: position::footer(state, standing.revision), ..told })
}

/// A sheet of the board, by its topic.
#[must_use]
pub fn sheet_of(state: &State, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
    let topic = topic.strip_prefix(ON_BOARD)?;
    let told = sheets::sheet(&battle(state, standing)?, seat_there(seat), standing, topic, page)?;
    Some(Despatch { footer: position::footer(state, standing.revision), ..nested(told) })
}

/// What whoever gave an order on the board sees next.
#[must_use]
pub fn after(state: &State, seat: Option<Seat>, standing: Standing, order: &tabletop::order::Order) -> Option<Despatch> {
    let battle = battle(state, standing)?;
    let mut told = nested(sheets::after(&battle, seat_there(seat), standing, order));
    if battle.is_over() {
        told.next = position::next(state, standing.called.first);
    }
    Some(Despatch { footer: position::footer(state, standing.revision), ..told })
}

/// What is asked before an order that cannot be taken back.
#[must_use]
pub fn question(state: &State, order: &Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
    if let Order::Field(order) = order {
        let asked = Played::question(state.board()?.battle(), order, campaign, revision).map(nested)?;
        let facts = cost_of_giving_up(state, order).into_iter().collect();
        return Some(Despatch { facts, ..asked });
    }
    if !matches!(order, Order::LeaveBoard) {
        return None;
    }
    let sure = CustomId::Sure { campaign, revision, key: State::key(order)? };
    Some(Despatch {
        buttons: vec![
            Button { label: "Leave the board".to_owned(), style: ButtonStyle::Danger, id: sure },
            Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Back { campaign } },
        ],
        ..Despatch::saying(
            "**Leave the board?** The battle is fought on at your own table then, and nothing that happened on the board is reported.",
        )
    })
}

/// What a campaign loses or wins where a side gives its battle up.
fn cost_of_giving_up(state: &State, order: &tabletop::order::Order) -> Option<String> {
    let track = &state.pack().outline.victory;
    let what = match order {
        tabletop::order::Order::Concede(Side::Ours) => {
            let lost =
                format!("It is lost then: victory points {:+} when the turn ends, and whoever is left is pursued.", track.battle_lost);
            match state.battle().filter(|(battle, _)| battle.kind == BattleKind::Storm) {
                Some((battle, _)) => {
                    format!("{lost} {} falls, as it does when its defences are carried.", state.pack().map.space_name(battle.at))
                }
                None => lost,
            }
        }
        tabletop::order::Order::Concede(Side::Enemy) => {
            format!("The [army] have won it then: victory points {:+} when the turn ends.", track.battle_won)
        }
        _ => return None,
    };
    Some(words::told(state.pack(), &what))
}

/// The events on the board among those of a campaign, of the last battle that was fought there.
#[must_use]
pub fn events_there<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<tabletop::event::Event> {
    let mut there = Vec::new();
    for event in events {
        match event {
            Event::BoardOpened { .. } => there.clear(),
            Event::Field(event) => there.push(event.as_ref().clone()),
            _ => {}
        }
    }
    there
}

/// What is told of what a deed did on the board; `before` is the battle before it, or as it was before anything was set up.
#[must_use]
pub fn deed(before: &tabletop::state::State, after: &State, events: &[tabletop::event::Event], standing: Standing) -> Vec<Despatch> {
    let Some(battle) = battle(after, standing) else { return Vec::new() };
    let mut despatches = told::deed(before, &battle, events, standing);
    for despatch in &mut despatches {
        despatch.footer = position::footer(after, standing.revision);
        // What the campaign's own messages offer goes on beside the battle.
        despatch.takes_over = false;
        if let Some(section) = &mut despatch.section {
            // Each battle of a campaign has messages of its own.
            section.push_str(&format!(": {}", battle_board::title(&battle)));
        }
    }
    if let Some(last) = despatches.last_mut().filter(|_| battle.is_over()) {
        last.next = position::next(after, standing.called.first);
    }
    despatches
}

/// The report of what was fought on the board, once it is over there, to be told with what it comes to.
#[must_use]
pub fn fought(battle: &tabletop::state::State, events: &[tabletop::event::Event], revision: u32) -> Despatch {
    let opening = tabletop::state::State::opening(&battle.position.pack);
    report::report(&opening, events, revision)
}

/// What is told of a battle that goes on the board.
#[must_use]
pub fn opening(after: &State, standing: Standing) -> Option<Despatch> {
    let battle = battle(after, standing)?;
    let facts = Side::BOTH.map(|side| format!("{}: {}.", names::side(&battle, side), told::units(&battle, side)));
    Some(
        Despatch {
            facts: facts.into(),
            next: battle_board::next(&battle, standing),
            footer: position::footer(after, standing.revision),
            picture: Some(Picture::WholeBoard),
            settles: Some(Despatch::THE_BATTLE.to_owned()),
            ..Despatch::saying(format!("**{}: it is fought out on the board.**", battle_board::title(&battle)))
        }
        .calling(standing.called),
    )
}

/// What the channel is told where the battle goes into a thread only now that it is fought on the board.
#[must_use]
pub fn goes_to_a_thread(after: &State, standing: Standing) -> Despatch {
    Despatch {
        next: position::next(after, standing.called.first),
        footer: position::footer(after, standing.revision),
        section: Played::section(after),
        ..Despatch::saying("**It is fought out on the board.**")
    }
}

#[cfg(test)]
mod tests {
    use engine::campaign::rules::battle::Battle as Type;
    use engine::campaign::{Decision, EnemyForce, FieldBattle, GroundDice, Options};
    use engine::dice::Dice;
    use engine::pack::{Pack, ShipSet};

    use super::*;
    use crate::despatches::field::board as battle_board;

    #[test]
    fn a_storm_of_ours_is_called_so_on_the_board_too_and_what_happens_there_closes_no_message_of_the_campaign() {
        let mut state = State::new(Pack::embedded().unwrap());
        let options = Options { boards: true, ..Options::default() };
        let order = Order::SetUp { scenario: "uprising".to_owned(), options };
        state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
        let at = state.pack().map.find_space("El Obeid").unwrap();
        let force = EnemyForce { foot: 6, horse: 0, rifles: 1, artillery: 0, machine_guns: 0, rolls: Vec::new() };
        let (units, ships, note) = (state.units_at(at), ShipSet::EMPTY, String::new());
        let stormed = FieldBattle { at, units, ships, kind: BattleKind::Storm, force, battle: Type::assault(), note };
        state.apply(&Event::BattleBegan { battle: Box::new(stormed) });
        state.apply(&Event::DecisionPut { decision: Decision::Battle { at } });
        let fights = Order::FightOut { ground: GroundDice::default() };
        state.give(Seat::Commander, &fights, &mut Dice::seeded([5; 32], 0)).unwrap();
        let board = battle(&state, Standing::commanded(CampaignId(1), 9, None)).unwrap();
        assert_eq!(battle_board::title(&board), "Storm of our works at El Obeid");
        // By itself a deed there ends what earlier messages say is next; in a campaign its other messages go on offering what they do.
        let (standing, gives_up) = (Standing::commanded(CampaignId(1), 9, None), [tabletop::event::Event::GivesUp(Side::Ours)]);
        let takes_over = |told: Vec<Despatch>| told.into_iter().map(|told| told.takes_over).collect::<Vec<_>>();
        assert_eq!(takes_over(told::deed(&board, &board, &gives_up, standing)), [true]);
        assert_eq!(takes_over(deed(&board, &state, &gives_up, standing)), [false]);
        // Whoever gives it up is told what the campaign loses or wins by it.
        let asked = |side: Side| question(&state, &Order::Field(tabletop::order::Order::Concede(side)), CampaignId(1), 9).unwrap().facts;
        let lost = "It is lost then: victory points +10 when the turn ends, and whoever is left is pursued. El Obeid falls, as it does when its defences are carried.";
        assert_eq!(asked(Side::Ours), [lost]);
        assert_eq!(asked(Side::Enemy), ["The Anglo-Egyptians have won it then: victory points -10 when the turn ends."]);
    }
}
