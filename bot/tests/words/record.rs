//! What is told of a campaign's record, as players read it: its report, its log, its proof, its film in words.

use engine::campaign::State;
use engine::game::Game;
use engine::pack::Pack;
use pictures::{film, report};
use umpire::despatches::campaign::proved;
use umpire::despatches::log::{page, row, told};
use umpire::despatches::report::Report;
use umpire::model::campaign::{Campaign, Seed};
use umpire::model::entry::JournalRow;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, UserId};
use umpire::model::lifecycle::Lifecycle;
use umpire::model::log_filter::LogFilter;
use umpire::model::proof::Finding;
use umpire::model::proof::{EarlierReading, Proof};
use umpire::model::roster::Roster;
use umpire::model::standing_orders::StandingOrders;

use staff::recorded::{RecordedOrder, SEED, recorded};

fn campaign() -> Vec<RecordedOrder> {
    recorded(3, 6)
}

fn state() -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    for order in campaign() {
        state.replay(&order.events);
    }
    state
}

#[test]
fn the_report_with_the_words_of_its_charts() {
    let orders = campaign();
    let start = State::new(Pack::embedded().unwrap());
    let told = Report::of(start, orders.iter().map(|order| order.events.as_slice()), &[], vec![(UserId(11), 2), (UserId(22), 1)]);
    reads!("record_report", format!("{}\n\n{}", told.despatch(99).plain(), report::alt_text(&told.sheet())));
}

#[test]
fn the_film_in_words() {
    let orders = campaign();
    let cut = umpire::drawing::film::film(&Pack::embedded().unwrap(), orders.iter().map(|order| order.events.as_slice()));
    reads!("record_film", film::alt_text(&cut));
}

#[test]
fn a_page_of_the_log_and_a_row_of_it() {
    let rows: Vec<JournalRow> = (1..)
        .zip(campaign())
        .map(|(revision, order)| JournalRow {
            revision,
            kind: "order".to_owned(),
            user: UserId(11),
            entry: serde_json::to_string(&order.order).unwrap(),
            events: serde_json::to_string(&order.events).unwrap(),
            written_at: 1_700_000_000 + 60 * i64::from(revision),
            undone_by: (revision == 24).then_some(25),
        })
        .collect();
    let rows = told::<State>(&Pack::embedded().unwrap(), &rows[..24], &Roster::default(), None);
    let state = state();
    let log = page(&state, CampaignId(1), &rows, LogFilter::default(), 0);
    let rebellion = rows.iter().find(|told| told.rolls.len() > 10).unwrap();
    reads!("record_log", format!("{}\n\n{}", log.plain(), row(&state, rebellion).plain()));
}

#[test]
fn a_campaign_proved_and_not_proved() {
    let state = state();
    let campaign = Campaign {
        lifecycle: Lifecycle::default(),
        id: CampaignId(1),
        guild: GuildId(1),
        channel: ChannelId(2),
        pack: Pack::embedded().unwrap(),
        sealed: Seed(SEED).into(),
        revision: 99,
        started_at: 0,
        closed_at: None,
        standing_orders: StandingOrders::default(),
    };
    let proof = Proof { orders: 90, proved: 140, on_trust: 24, ..Proof::default() };
    let good = Finding { proof: Ok(proof), announced: true, gap: None, rolls: 3 };
    let of_earlier_editions = |rows: u32| {
        let rulings = |row: u32| if row == 1 { vec!["R26", "R58"] } else { vec!["R26"] };
        let earlier = (1..=rows).map(|row| EarlierReading { revision: 40 + row, rulings: rulings(row) }).collect();
        let proof = Proof { orders: 90, proved: 140, on_trust: 24, earlier, ..Proof::default() };
        Finding { proof: Ok(proof), ..good.clone() }
    };
    let closed = Campaign { closed_at: Some(1), ..campaign.clone() };
    let told: Vec<String> = [
        proved(&state, &good, &campaign),
        proved(&state, &good, &closed),
        proved(&state, &of_earlier_editions(2), &campaign),
        proved(&state, &of_earlier_editions(30), &campaign),
        proved(&state, &Finding { announced: false, ..good.clone() }, &campaign),
        proved(&state, &Finding { gap: Some(17), ..good.clone() }, &campaign),
        proved(&state, &Finding { proof: Err("No. 12 came to something else than the file says".to_owned()), ..good }, &campaign),
    ]
    .iter()
    .map(umpire::model::despatch::Despatch::plain)
    .collect();
    reads!("record_proved", told.join("\n\n"));
}
