//! What a battle on the gridded board costs: an order from end to end at the table, the move of either staff, reading a whole battle back, and
//! reading back a campaign in which thirty battles were fought on the board. `cargo bench -p umpire --bench battle`. Journals are on a real
//! disk.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::campaign::{Correction, Options, Order, Seat, State};
use engine::game::Game as _;
use engine::pack::Pack;
use engine::tabletop;
use engine::tabletop::order::{Battle, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;
use staff::Random;
use staff::tabletop::{BattleStaff as _, Plain, Searching};
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::table::tables::{Founding, Hosted, Tables};

const RICH: UserId = UserId(7);
/// Battles of a campaign that are enough.
const BATTLES: usize = 30;
/// Victory points over which a campaign is brought back to fewer: it would be lost soon.
const MOST_POINTS: i16 = 150;
/// Where it is brought back to.
const KEPT: i16 = 80;
/// As many plays as the searching staff weighs a decision by at the table.
const PLAYS: u32 = 40;
/// Every so many decisions both staffs are timed.
const EVERY: usize = 10;

fn told(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!("{what:<44} median {:>9.2?}   95 in 100 {:>9.2?}   slowest {:>9.2?}   ({})", at(50), at(95), at(100), times.len());
}

async fn journal(folder: &Path, name: &str) -> Journal {
    Journal::open(&folder.join(name)).await.unwrap()
}

/// How long the first look at a game takes after a start.
async fn first_opening<G: Hosted>(what: &str, journal: &Journal, id: CampaignId) {
    let mut times = Vec::new();
    for _ in 0..5 {
        let tables = Tables::<G>::new(journal.clone());
        let begun = Instant::now();
        tables.snapshot(id).await.unwrap();
        times.push(begun.elapsed());
    }
    told(what, times);
}

/// A whole battle in which one member plays both sides as the plain staff would, each order given at the table.
async fn battle(folder: &Path, scenario: &str) {
    let journal = journal(folder, scenario).await;
    let tables = Tables::<tabletop::state::State>::new(journal.clone());
    let seat = |side| (tabletop::order::Order::Seat { side, player: Some(Player::Member(0)) }, None);
    let set_up = SetUp { battle: Battle::Scenario(scenario.to_owned()), options: tabletop::options::Options::default() };
    let orders = vec![seat(Side::Ours), seat(Side::Enemy), (tabletop::order::Order::SetUp(Arc::new(set_up)), None)];
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: BattlePack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), RICH).await.unwrap().campaign;
    let (mut given, mut plain, mut searching) = (Vec::new(), Vec::new(), Vec::new());
    for interaction in 2.. {
        let state = tables.snapshot(id).await.unwrap().state;
        let Some(side) = state.side_asked() else { break };
        let mut legal = Vec::new();
        state.legal_orders(side.into(), &mut legal);
        let view = state.view(side.into());
        let begun = Instant::now();
        let choice = Plain::default().choose(&view, side, &legal);
        plain.push(begun.elapsed());
        if given.len() % EVERY == 0 && legal.len() > 1 {
            let begun = Instant::now();
            Searching::new(interaction, PLAYS).choose(&view, side, &legal);
            searching.push(begun.elapsed());
        }
        let begun = Instant::now();
        tables.order(id, InteractionId(interaction), RICH, &legal[choice], None, None).await.unwrap();
        given.push(begun.elapsed());
    }
    let rows = tables.snapshot(id).await.unwrap().campaign.revision;
    println!("{scenario}: {rows} rows");
    told("  an order from end to end", given);
    told("  the plain staff's choice", plain);
    told("  the searching staff's choice", searching);
    first_opening::<tabletop::state::State>("  reading the whole battle back", &journal, id).await;
    journal.close().await;
}

/// Brings the victory points back before the campaign is lost, if they may be put right now: a campaign that goes on has battles enough.
fn goes_on(state: &State) -> Option<Order> {
    let put_back = Order::Correct { correction: Correction::Points { to: KEPT } };
    (state.victory_points() > MOST_POINTS && state.permit(Seat::Commander, &put_back).is_ok()).then_some(put_back)
}

/// A campaign in which anything legal is ordered and the staff settles each battle on the board, until there have been enough.
async fn campaign(folder: &Path) {
    let journal = journal(folder, "campaign").await;
    let tables = Tables::<State>::new(journal.clone());
    let (mut interaction, mut settled, mut most) = (1, Vec::new(), None);
    for seed in 1..=20 {
        let set_up = Order::SetUp {
            scenario: if seed % 2 == 0 { "uprising" } else { "reconquest" }.to_owned(),
            options: Options { boards: true, ..Options::default() },
        };
        let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
        let founding = Founding { guild: GuildId(1), channel: ChannelId(1 + u64::from(seed)), pack: Pack::embedded().unwrap(), orders };
        interaction += 1;
        let id = tables.found(founding, Seed([seed; 32]), InteractionId(interaction), RICH).await.unwrap().campaign;
        let mut staff = Random::new(seed.into());
        let mut battles = 0;
        while battles < BATTLES {
            let state = tables.snapshot(id).await.unwrap().state;
            let mut orders = sheet::legal(&state);
            orders.retain(|order| !matches!(order, Order::Correct { .. } | Order::FightOut { .. } | Order::LeaveBoard));
            if orders.is_empty() {
                break;
            }
            let goes_on = goes_on(&state);
            let on_board = orders.iter().find(|order| matches!(order, Order::LetStaffFight { .. }));
            let order = goes_on.as_ref().or(on_board).unwrap_or_else(|| &orders[staff::Staff::choose(&mut staff, &state, &orders)]);
            interaction += 1;
            let begun = Instant::now();
            tables.order(id, InteractionId(interaction), RICH, order, None, None).await.unwrap();
            if matches!(order, Order::LetStaffFight { .. }) {
                settled.push(begun.elapsed());
                battles += 1;
            }
        }
        most = most.max(Some((battles, id.0)));
        if battles >= BATTLES {
            break;
        }
    }
    // Some are over before they have so many: the one with the most is read back.
    let (battles, id) = most.unwrap();
    let id = CampaignId(id);
    let rows = tables.snapshot(id).await.unwrap().campaign.revision;
    println!("a campaign with {battles} battles on the board: {rows} rows");
    told("  a battle settled by the staff, one deed", settled);
    first_opening::<State>("  reading it back", &journal, id).await;
    assert!(battles >= BATTLES, "so many battles were fought");
    journal.close().await;
}

async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in ["night march", "form square"] {
        battle(folder.path(), scenario).await;
    }
    campaign(folder.path()).await;
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure());
}
