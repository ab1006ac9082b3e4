//! A sandbox with a small bot in it, to look at the page: `cargo run -p sandbox --example page`, then open the address
//! it prints. An argument is the port (3000 without one).

mod bot;

use std::error::Error;

use sandbox::{Sandbox, Settings};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let port = std::env::args().nth(1).map_or(Ok(3000), |port| port.parse())?;
    let sandbox = Sandbox::start(Settings { port, bot_name: "Tea room".to_owned(), ..Settings::default() }).await?;
    let guild = sandbox.guild("The tea room");
    for person in ["anna", "bob"] {
        let _ = guild.member(person);
    }
    println!("{}/", sandbox.base());
    bot::run(&sandbox).await
}
