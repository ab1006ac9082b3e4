//! A bot without a library: bare requests, and the gateway only if it wants to listen.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail by it")]

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use sandbox::{Guild, Id, Sandbox, Settings};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a test waits for what is to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// A sandbox with a guild, and a client that knows the token.
pub(crate) struct Raw {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: Guild,
    pub(crate) client: reqwest::Client,
}

/// Where an interaction is answered.
pub(crate) fn callback(payload: &Value) -> String {
    let text = |key: &str| payload[key].as_str().unwrap().to_owned();
    format!("/interactions/{}/{}/callback", text("id"), text("token"))
}

impl Raw {
    pub(crate) async fn start(settings: Settings) -> Self {
        let sandbox = Sandbox::start(settings).await.unwrap();
        let guild = sandbox.guild("The Camel Corps");
        let client = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        Self { sandbox, guild, client }
    }

    pub(crate) fn general(&self) -> Id {
        self.guild.channel("general").id()
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{path}", self.sandbox.base());
        let token = format!("Bot {}", self.sandbox.token());
        self.client.request(method.parse().unwrap(), url).header("authorization", token)
    }

    pub(crate) async fn try_call(&self, method: &str, path: &str, body: &Value) -> reqwest::Result<reqwest::Response> {
        self.request(method, path).json(body).send().await
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let answer = self.try_call(method, path, &body).await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    pub(crate) async fn upload(&self, path: &str, body: Value, files: &[(&str, &[u8])]) -> (u16, Value) {
        let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
        for (number, (name, bytes)) in files.iter().enumerate() {
            let part = reqwest::multipart::Part::bytes(bytes.to_vec()).file_name((*name).to_owned());
            form = form.part(format!("files[{number}]"), part);
        }
        let answer = self.request("POST", path).multipart(form).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    /// A request to the sandbox's own API, without the bot's token.
    pub(crate) async fn order(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}{path}", self.sandbox.base());
        let request = self.client.request(method.parse().unwrap(), url);
        let request = if body.is_null() { request } else { request.json(&body) };
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    /// Anna asks something; gives where to answer first, and where later.
    pub(crate) fn ask(&self) -> (String, String) {
        let anna = self.guild.member("anna");
        let ask = json!({"type": 2, "data": {"id": "1", "name": "ask", "type": 1}});
        let payload = anna.start_interact(&ask).payload();
        let token = payload["token"].as_str().unwrap();
        (callback(&payload), format!("/webhooks/{}/{token}", self.sandbox.bot_id()))
    }
}

/// A connection to the gateway.
pub(crate) struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    pub(crate) async fn open(raw: &Raw) -> Self {
        let (_, found) = raw.call("GET", "/gateway/bot", json!(null)).await;
        Self::open_at(&format!("{}?v=10&encoding=json", found["url"].as_str().unwrap())).await
    }

    pub(crate) async fn open_at(url: &str) -> Self {
        let mut line = Self(connect_async(url).await.unwrap().0);
        assert_eq!(line.next().await["op"], 10);
        line
    }

    pub(crate) async fn send(&mut self, payload: Value) {
        self.0.send(Message::text(payload.to_string())).await.unwrap();
    }

    /// Closes it with a code, and waits until the other side has heard it.
    pub(crate) async fn close(mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: "".into() };
        self.0.close(Some(frame)).await.unwrap();
        while let Some(Ok(_)) = self.0.next().await {}
    }

    /// The next payload; a close is `{"closed": code}`.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match next.expect("nothing came") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Close(Some(frame)))) => return json!({"closed": u16::from(frame.code)}),
                Some(Ok(Message::Close(None)) | Err(_)) | None => return json!({"closed": 0}),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next event of this name; others are passed over.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        loop {
            let next = self.next().await;
            assert!(next["closed"].is_null(), "closed before {name}: {next}");
            if next["t"] == name {
                return next;
            }
        }
    }
}

pub(crate) fn identify(token: &str, intents: u64, shard: [u64; 2]) -> Value {
    json!({"op": 2, "d": {"token": token, "intents": intents, "shard": shard,
        "properties": {"os": "linux", "browser": "test", "device": "test"}}})
}

pub(crate) async fn ready(raw: &Raw, intents: u64) -> (Line, Value) {
    let mut line = Line::open(raw).await;
    line.send(identify(raw.sandbox.token(), intents, [0, 1])).await;
    let ready = line.event("READY").await;
    (line, ready)
}
