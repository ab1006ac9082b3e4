//! A campaign of as many orders as are wanted, in which nothing is ever decided: what is ordered ends where it began.
//!
//! Its commander passes, activates a place, and dawdles there: leaves a unit behind and takes it along again, halts and sets out again,
//! corrects the victory points and corrects them back. The rules allow each of these orders, and each stands in the journal like any other:
//! of eight the channel is told of two, the others are steps. After every two the position is the same, so that an order costs the same in
//! an old campaign as in a young one, but for what lies behind it.

use engine::campaign::{Correction, Options, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::pack::Pack;
use umpire::despatches::sheet;

/// The fewest ways of dawdling in one place.
const WAYS: usize = 2;

/// A campaign that can go on for ever.
pub(crate) struct LongGame {
    /// The seed of its dice.
    pub(crate) seed: [u8; 32],
    /// The orders that lead to where its commander dawdles. The first three begin it.
    pub(crate) first: Vec<Order>,
    /// Orders which end, two by two, where they began.
    pub(crate) pairs: Vec<[Order; 2]>,
}

/// Campaigns that can go on for ever, each with the position in which they do.
pub(crate) fn long_games() -> impl Iterator<Item = (LongGame, State)> {
    (1..=u8::MAX).flat_map(|number| long_games_of([number; 32]))
}

/// What an order leads to, if the rules allow it and it takes just these dice.
pub(crate) fn given(state: &State, order: &Order, faces: &[u16]) -> Option<State> {
    let (mut after, mut dice) = (state.clone(), Dice::table(faces.to_vec()));
    after.give(Seat::Commander, order, &mut dice).ok()?;
    dice.finish().ok()?;
    Some(after)
}

fn long_games_of(seed: [u8; 32]) -> Vec<(LongGame, State)> {
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    let mut first = vec![set_up, Order::DrawCards, Order::CheckRevolts];
    let (mut begun, mut dice) = (State::new(Pack::embedded().unwrap()), Dice::seeded(seed, 0));
    if first.iter().any(|order| begun.give(Seat::Commander, order, &mut dice).is_err()) {
        return Vec::new();
    }
    // With some dice the rebellion asks something first.
    let Some(passed) = given(&begun, &Order::Pass, &[]) else { return Vec::new() };
    first.push(Order::Pass);
    let activations = sheet::legal(&passed).into_iter().filter(|order| matches!(order, Order::Activate { .. }));
    activations
        .filter_map(|activate| {
            let there = given(&passed, &activate, &[])?;
            let pairs = pairs(&there)?;
            let first = first.iter().cloned().chain([activate]).collect();
            Some((LongGame { seed, first, pairs }, there))
        })
        .collect()
}

/// The ways of dawdling in a position, if there are enough of them.
fn pairs(there: &State) -> Option<Vec<[Order; 2]>> {
    let force = there.round().force()?;
    let points = there.victory_points();
    let correct = |to| Order::Correct { correction: Correction::Points { to } };
    let leave = sheet::legal(there).into_iter().filter(|order| matches!(order, Order::Leave { .. })).take(2);
    let mut pairs: Vec<[Order; 2]> = leave.map(|leave| [leave, Order::Gather]).collect();
    pairs.insert(pairs.len().min(1), [correct(points + 1), correct(points)]);
    pairs.push([Order::Halt, Order::Form { at: force.at }]);
    pairs.retain(|[away, back]| {
        let returned = given(there, away, &[]).and_then(|away| given(&away, back, &[]));
        returned.is_some_and(|returned| returned == *there)
    });
    (pairs.len() >= WAYS).then_some(pairs)
}
