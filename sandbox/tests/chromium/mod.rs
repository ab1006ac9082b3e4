//! A browser for tests: Chromium without a window, driven by chromedriver.
//!
//! `CHROMEDRIVER` and `CHROMIUM` name the programs when they are not found by themselves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::panic::AssertUnwindSafe;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use futures_util::FutureExt;
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};

/// How long a test waits for something to show.
const PATIENCE: Duration = Duration::from_secs(40);

/// How long a browser may be busy with one test.
const LIFE: Duration = Duration::from_secs(300);

/// A running chromedriver, ended with its handle.
struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    fn start() -> Self {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut lines = said.map_while(Result::ok);
            let port = lines.find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok());
            let _ = tell.send(port);
        });
        let mut driver = Self { child, port: 0 };
        driver.port = told.recv_timeout(PATIENCE).ok().flatten().expect("chromedriver tells its port");
        driver
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The browser's console, which the standard does not have.
#[derive(Debug)]
struct ConsoleLog;

impl WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({"type": "browser"}).to_string()))
    }
}

/// A page in the browser.
pub(crate) struct Page {
    client: Client,
}

impl Page {
    /// Opens an address in a browser of its own, does what the test does, and ends the browser however that went.
    /// The console must stay free of errors.
    pub(crate) async fn visit<F: Future<Output = ()>>(address: &str, test: impl FnOnce(Self) -> F) {
        let driver = Driver::start();
        let mut options = json!({"args": ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--window-size=1100,800"]});
        if let Ok(program) = std::env::var("CHROMIUM") {
            options["binary"] = json!(program);
        }
        let wanted = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let Value::Object(wanted) = wanted else { unreachable!() };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let address_of_driver = format!("http://127.0.0.1:{}", driver.port);
        let connected = builder.capabilities(wanted).connect(&address_of_driver);
        let client = tokio::time::timeout(PATIENCE, connected).await.expect("a browser comes up").unwrap();
        let page = Self { client: client.clone() };
        let outcome = AssertUnwindSafe(tokio::time::timeout(LIFE, async {
            client.goto(address).await.unwrap();
            page.see("body[data-live]").await;
            test(page).await;
            let log = client.issue_cmd(ConsoleLog).await.unwrap();
            let errors: Vec<&Value> = log.as_array().unwrap().iter().filter(|entry| entry["level"] == "SEVERE").collect();
            assert!(errors.is_empty(), "{errors:?}");
        }));
        let outcome = outcome.catch_unwind().await;
        let _ = tokio::time::timeout(PATIENCE, client.close()).await;
        match outcome {
            Ok(ended) => ended.expect("the browser is done in time"),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Waits for an element.
    pub(crate) async fn see(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).every(Duration::from_millis(40)).for_element(Locator::Css(css)).await;
        match found {
            Ok(found) => found,
            Err(error) => panic!("{css} is not there ({error}); the page says:\n{}", self.text("body").await),
        }
    }

    /// Waits until an element holds a text.
    pub(crate) async fn read(&self, css: &str, text: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].some((found) => found.innerText.includes(arguments[1]))";
        self.until(script, vec![json!(css), json!(text)], &format!("{css} does not say {text:?}")).await;
    }

    /// Waits until an element is gone.
    pub(crate) async fn miss(&self, css: &str) {
        self.until("return !document.querySelector(arguments[0])", vec![json!(css)], &format!("{css} is still there")).await;
    }

    async fn until(&self, script: &str, arguments: Vec<Value>, complaint: &str) {
        let limit = tokio::time::Instant::now() + PATIENCE;
        while self.ask(script, arguments.clone()).await != true {
            if tokio::time::Instant::now() > limit {
                panic!("{complaint}; the page says:\n{}", self.text("body").await);
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }

    /// What a script returns.
    pub(crate) async fn ask(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap()
    }

    /// All the text an element shows.
    pub(crate) async fn text(&self, css: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.ask(script, vec![json!(css)]).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a script returns a value.
    pub(crate) async fn hold(&self, script: &str, value: Value) {
        let limit = tokio::time::Instant::now() + PATIENCE;
        loop {
            let found = self.ask(script, Vec::new()).await;
            if found == value {
                return;
            }
            assert!(
                tokio::time::Instant::now() < limit,
                "{script} gives {found}, not {value}; the page says:\n{}",
                self.text("body").await
            );
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }

    /// Waits until nothing the page has asked is under way: an answer may change what is about to be clicked.
    async fn calm(&self) {
        self.miss("[aria-busy=true]").await;
    }

    /// Clicks an element as soon as it is there, and once more if the page has drawn it anew in that moment.
    pub(crate) async fn click(&self, css: &str) {
        self.calm().await;
        if self.see(css).await.click().await.is_err() {
            self.see(css).await.click().await.unwrap();
        }
    }

    /// Types on the keyboard, wherever the focus is, when nothing is under way.
    pub(crate) async fn keys(&self, text: &str) {
        self.calm().await;
        self.type_at_once(text).await;
    }

    /// Types on the keyboard, whatever is under way.
    pub(crate) async fn type_at_once(&self, text: &str) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in text.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Sets the size of the window.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        self.client.set_window_size(width, height).await.unwrap();
    }

    /// Loads the page anew.
    pub(crate) async fn refresh(&self) {
        self.client.refresh().await.unwrap();
        self.see("body[data-live]").await;
    }
}
