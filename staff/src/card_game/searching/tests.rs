use std::cell::RefCell;
use std::rc::Rc;

use engine::card_game::options::Options;
use engine::card_game::pack::CardPack;

use super::*;
use crate::card_game::Plain;
use crate::card_game::series::{Series, Which};

/// A plain staff that looks over a hand dealt to the other side at each of its choices.
struct Dealing {
    plain: Plain,
    random: Random,
    seen: Rc<RefCell<u32>>,
}

impl CardStaff for Dealing {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let state = view.state();
        let lore = Lore::of(&state.pack, &state.options);
        let imagined = imagine(state, side, &Weights::TUNED, &lore, &mut self.random);
        let mut again = imagined.view(Seat::from(side)).state().clone();
        // What the other side has chosen to exchange is chosen again.
        again.armies[side.other() as usize].relief = state.army(side.other()).relief;
        assert_eq!(again, *state, "what is imagined looks as what is seen");
        let other = imagined.army(side.other());
        let unseen = other.laid.iter().chain([&other.hand]).map(|pile| pile.unseen).sum::<u8>();
        assert_eq!(unseen, 0);
        assert!(other.laid.iter().flat_map(|pile| pile.cards.iter()).all(|card| lore.row(side.other(), card).arm.is_unit()));
        *self.seen.borrow_mut() += 1;
        self.plain.choose(view, side, orders)
    }
}

#[test]
fn hands_that_are_dealt_to_the_other_side_agree_with_everything_that_was_seen_n21() {
    let seen = Rc::new(RefCell::new(0));
    for tactics_at_once in [false, true] {
        let options = Options { tactics_at_once, ..Options::default() };
        let plan = Series { pack: CardPack::embedded().unwrap(), options, staffs: [Which::Plain; 2], seed: 9 };
        for number in 0..3 {
            let staff = |seed| -> Box<dyn CardStaff> {
                Box::new(Dealing { plain: Plain::default(), random: Random::new(seed), seen: Rc::clone(&seen) })
            };
            let _ = plan.play_with(number, [staff(1), staff(2)]);
        }
    }
    assert!(*seen.borrow() > 300, "{seen:?}");
}

#[test]
fn a_search_that_has_no_time_plays_as_the_plain_staff_does() {
    let plan = Series { pack: CardPack::embedded().unwrap(), options: Options::default(), staffs: [Which::Plain; 2], seed: 4 };
    let hurried = || -> Box<dyn CardStaff> { Box::new(Searching::new(1, 50).within(Duration::ZERO)) };
    assert_eq!(plan.play_with(2, [hurried(), hurried()]).events, plan.play(2).events);
}
