//! The newcomer's first minutes in a real browser: `cargo test -p umpire --test play -- --ignored browser::`,
//! with Chromium and chromedriver.

#[path = "../../../sandbox/tests/chromium/mod.rs"]
#[allow(dead_code, reason = "the sandbox uses the rest of it")]
mod chromium;

use crate::table::Table;
use chromium::Page;
use fantoccini::key::Key;

const LOG: &str = "[role=log]";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_newcomer_starts_a_campaign_sees_the_rebellion_and_its_map_and_rolls_as_at_a_table() {
    let table = Table::laid().await;
    let _rich = table.member("rich");
    Page::visit(table.sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys("/campaign st").await;
        page.read("[data-testid=completion]", "/campaign start").await;
        page.keys(&Key::Escape.to_string()).await;
        // Dice under which no garrison asks where to go.
        page.keys(&format!("art dice:6 1 6 2 6 3 3 3 3 5 3 4 6 4 4 4 4 6 4 5 4 3 4{}", Key::Enter)).await;
        page.read(LOG, "the uprising begins").await;
        page.read(LOG, "seven cards drawn").await;
        page.read(LOG, "action round 1 of 7").await;
        // The rebellion with a roll of its own, and the map with its words for those who do not see it.
        page.read(LOG, "garrison of El Obeid 1D6 [3], row 3–4: retreat").await;
        let alt = page.ask("return document.querySelector('[role=log] img[alt]')?.alt ?? ''", vec![]).await;
        assert!(alt.as_str().unwrap().contains("Mahdist: El Obeid and Deer Harbor"), "{alt}");

        page.click("[data-testid=composer]").await;
        page.keys("/encounter location:").await;
        page.read("[data-testid=completion]", "Mud Bay").await;
        page.keys("Tok").await;
        page.read("[data-testid=completion]", "Tokar").await;
        page.keys(&format!("{}{}", Key::Enter, Key::Enter)).await;
        page.read(LOG, "at Tokar").await;

        page.click("[data-testid=composer]").await;
        page.keys(&format!("/pursuit cavalry:0 ours:7 theirs:15 left:5 dice:6 3{}", Key::Enter)).await;
        // 9, no cavalry +2, more than 2:1 +1: twelve, disaster.
        page.read(LOG, "Disaster: the whole force is wiped out.").await;
        page.read(LOG, "= 12 (table dice), row 12").await;
    })
    .await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn on_a_wide_screen_every_command_of_the_list_takes_a_line_or_two() {
    let table = Table::laid().await;
    let _rich = table.member("rich");
    Page::visit(table.sandbox.base(), |page| async move {
        page.resize(1680, 900).await;
        page.click("[data-testid=composer]").await;
        page.keys("/").await;
        page.read("[data-testid=completion]", "/campaign start").await;
        let heights = "return [...document.querySelectorAll('[data-testid=suggestion]')].map((row) => row.offsetHeight)";
        let heights: Vec<u64> = page.ask(heights, vec![]).await.as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).collect();
        assert!(heights.len() > 20 && heights.iter().all(|height| (20..=60).contains(height)), "{heights:?}");
    })
    .await;
}
