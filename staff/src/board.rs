//! A campaign's battle fought out on the board by simulated players.

use engine::campaign::rules::board::ground;
use engine::campaign::rules::terrain::battlefield;
use engine::campaign::{Event, GroundDice, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game;

use crate::Random;
use crate::tabletop::skirmish::Which;
use crate::tabletop::{BattleStaff, Plain, Searching};

/// Orders after which a battle is given up as going nowhere, and left for a table; far more than any takes.
const MOST_ORDERS: u64 = 20_000;

/// The simulated players of the two sides, ours and the enemy's.
pub type Staffs = [Box<dyn BattleStaff>; 2];

/// The same staff on both sides, each with choices of its own.
#[must_use]
pub fn staffs(which: Which, seed: u64) -> Staffs {
    [1, 2].map(|side: u64| -> Box<dyn BattleStaff> {
        let seed = seed ^ side << 32;
        match which {
            Which::Random => Box::new(Random::new(seed)),
            Which::Plain => Box::new(Plain::default()),
            Which::Searching(plays) => Box::new(Searching::new(seed, plays)),
        }
    })
}

/// The order with dice for its ground, where it opens a board and has none.
#[must_use]
pub fn with_ground(state: &State, order: Order, dice: &mut Dice) -> Order {
    match order {
        Order::FightOut { ground } if ground.is_empty() => Order::FightOut { ground: rolled(state, dice) },
        Order::LetStaffFight { ground } if ground.is_empty() => Order::LetStaffFight { ground: rolled(state, dice) },
        other => other,
    }
}

fn rolled(state: &State, dice: &mut Dice) -> GroundDice {
    let Some(plan) = ground::terrain_plan(state) else { return GroundDice::default() };
    battlefield(&state.pack().tables, plan, dice).map_or_else(|_| GroundDice::default(), |field| ground::dice_of(&field))
}

/// Fights the battle on the board out, if one is there, and says how many orders it took.
pub fn fight_out(state: &mut State, staffs: &mut Staffs, dice: &mut Dice, events: &mut Vec<Event>) -> u64 {
    let (mut given, mut legal) = (0, Vec::new());
    while let Some(side) = state.board().and_then(|board| board.battle().side_asked()) {
        let Some(board) = state.board() else { break };
        legal.clear();
        board.battle().legal_orders(engine::tabletop::seat::Seat::from(side), &mut legal);
        let choice = match legal.len() {
            0 => break,
            1 => 0,
            _ => staffs[side as usize].choose(&board.view(Some(side)), side, &legal),
        };
        let Some(order) = legal.get(choice).cloned().map(Order::Field) else { break };
        if given >= MOST_ORDERS || state.permit(Seat::OnBoard(side), &order).is_err() {
            state.resolve(&Order::LeaveBoard, dice, events);
            break;
        }
        state.resolve(&order, dice, events);
        given += 1;
    }
    given
}
