//! A campaign of another war: its players never read a word of the one the umpire comes with.

use std::path::Path;
use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::{Options, Order, State, SupplySystem};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use staff::{Cautious, Random, Staff};
use umpire::despatches::{board, campaign, labels};
use umpire::model::ids::CampaignId;
use umpire::model::standing::Standing;

/// Words of the war that the umpire comes with.
const OTHER_WAR: [&str; 17] = [
    "islands",
    "dhow",
    "mahd",
    "egypt",
    "british",
    "sudan",
    "suakin",
    "gordon",
    "graham",
    "hicks",
    "kitchener",
    "khartoum",
    "san juan",
    "friday harbor",
    "bordein",
    "kassala",
    "cairo",
];

/// The pack of the Two Rivers, as the setting `campaign.pack` names its directory.
fn two_rivers() -> Arc<Pack> {
    umpire::settings::load_pack("campaign.pack", &Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/packs/doab")).unwrap()
}

/// A despatch without the words that buttons and menus carry for the umpire, which nobody reads: they are kept as they always were.
fn read(text: &str) -> String {
    ["value: \"", "key: \""].iter().fold(text.to_owned(), |text, carried| {
        let mut parts = text.split(carried);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |read, part| read + part.split_once('"').map_or(part, |(_, after)| after))
    })
}

#[track_caller]
fn is_of_its_own_war(text: &str) {
    let text = read(text);
    let lower = text.to_lowercase();
    for word in OTHER_WAR {
        let near =
            lower.find(word).map(|at| lower.chars().skip(lower[..at].chars().count().saturating_sub(80)).take(160).collect::<String>());
        assert!(near.is_none(), "{word}: {near:?}");
    }
    for tag in ["[governor", "[field force", "[expedition", "[enem", "[a enem", "[native", "[allie", "[army", "[ours"] {
        assert!(!text.contains(tag), "{tag} is left: {text}");
    }
}

#[test]
fn no_despatch_board_or_menu_of_another_war_names_this_one() {
    for seed in 0..24_u64 {
        let mut state = State::new(two_rivers());
        let mut dice = Dice::seeded([seed as u8; 32], 0);
        let (mut random, mut cautious) = (Random::new(seed), Cautious::new(seed));
        let supply = if seed % 2 == 0 { SupplySystem::Advanced } else { SupplySystem::Simple };
        let options = Options { supply, storming: seed % 3 == 0, ..Options::default() };
        let mut order = Order::SetUp { scenario: "summer".to_owned(), options };
        let mut orders = Vec::new();
        for revision in 1_u32.. {
            let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
            let standing = Standing::commanded(CampaignId(1), revision, Some(umpire::model::ids::UserId(4_242)));
            is_of_its_own_war(&format!("{:?}", campaign::for_order(&state, &order, &events, standing)));
            is_of_its_own_war(&format!("{:?}", board::board(&state, standing)));
            orders.clear();
            state.legal_orders(Seat::Commander, &mut orders);
            if orders.is_empty() {
                break;
            }
            for order in &orders {
                let (called, costs) = labels::describe_order(&state, order);
                is_of_its_own_war(&format!("{called} {costs}"));
            }
            let chosen = if seed % 2 == 0 { cautious.choose(&state, &orders) } else { random.choose(&state, &orders) };
            order = orders[chosen].clone();
        }
        assert!(state.ending().is_some(), "{seed}");
    }
}
