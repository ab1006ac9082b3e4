//! What a supervisor asks an umpire that runs.

use std::net::TcpListener;

use crate::program::output;
use crate::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_is_told_whether_the_umpire_works_whether_it_plays_and_its_figures() {
    // A port that was free a moment ago; at an address at which no other test takes one meanwhile, where the system has more than one.
    let free = TcpListener::bind("127.77.0.1:0").or_else(|_| TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let mut table = Table::laid_with("UMPIRE_METRICS", &address.to_string()).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let ask = async |path: &str| {
        let answer = client.get(format!("http://{address}{path}")).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn").await;
    assert_eq!(ask("/healthz").await, (200, "It works.\n".to_owned()));
    table.until("it plays", async || ask("/readyz").await.0 == 200).await;
    table.until("nothing waits to be posted", async || ask("/metrics").await.1.contains("umpire_despatches_waiting 0\n")).await;
    let (_, figures) = ask("/metrics").await;
    for line in ["umpire_interactions_total{kind=\"command\"} 2\n", "umpire_connected 1\n", "umpire_games_open 1\n"] {
        assert!(figures.contains(line), "{line} is not in {figures}");
    }
    let works = output(table.program().arg("health"));
    assert!(works.status.success(), "{works:?}");
    table.stop_umpire().await;
    let gone = output(table.program().arg("health"));
    assert!(!gone.status.success() && String::from_utf8_lossy(&gone.stderr).contains("nobody answers at"), "{gone:?}");
}
