//! Trouble by HTTP: everything the driver can do to a bot besides what people do, for tests in any language.
//!
//! All of it lies below `/sandbox`, which is no path of Discord's. As the page's API (see [`page`](crate::page)) it answers
//! this machine only, takes and gives JSON, needs no token, and refuses with `{"error": "…"}`, a sentence. A body may be
//! left out where every field of it may.
//!
//! | Request | Body | Answer |
//! |---|---|---|
//! | `GET /sandbox/faults` | | `{faults: [fault]}`: those that are still to come |
//! | `POST /sandbox/faults` | a fault | `{faults: [fault]}`: lets something go wrong with the bot's next requests |
//! | `DELETE /sandbox/faults` | | `{faults: []}`: forgets those that are still to come |
//! | `GET /sandbox/gateway` | | `{connected, identified, resumed}`: whether the bot is connected, and how often it has begun a session and taken one up again |
//! | `POST /sandbox/gateway/drop` | | the same, as are the next three: cuts every connection without a word; sessions can be resumed |
//! | `POST /sandbox/gateway/close` | `{code?: 4000}` | closes every connection with a code; sessions can be resumed |
//! | `POST /sandbox/gateway/reconnect` | | tells the bot to reconnect and resume (op 7) |
//! | `POST /sandbox/gateway/invalidate` | `{resumable?: false}` | tells the bot that its session is invalid (op 9) |
//! | `POST /sandbox/gateway/heartbeats` | `{answered?: false}` | `{answered}`: whether heartbeats are answered from now on |
//! | `POST /sandbox/interactions/hold` | `{count?: 1}` | `{held}`: keeps the next interactions back until they are delivered by the request below |
//! | `POST /sandbox/interactions/repeat` | `{count?: 1}` | `{repeats}`: delivers each of the next interactions twice, one right after the other |
//! | `POST /sandbox/interactions/{interaction}/deliver` | | `{interaction_id}`: delivers this very interaction again |
//! | `POST /sandbox/clock` | `{seconds}` | `{now}`, in milliseconds since 1970: moves the sandbox's clock ahead, so that tokens grow old |
//!
//! A **fault** is `{fault, method?: "*", path?: "/**", times?: 1, after?: 0}`. `path` is one below `/api/v10`, where `*`
//! stands for one part and a last `**` for all that is left; `times` is how many requests it hits, `after` how many
//! matching ones pass first. `fault` is one of
//!
//! - `rate_limited`, with `retry_after` (seconds, 1) and `global` (false): answered 429 with Discord's headers, not done
//! - `status`, with `status`: answered so with no useful body, not done
//! - `refused`, with `status` and `code` (0): answered so, in JSON as Discord itself refuses, not done
//! - `status_after`, with `status`: done, and answered so all the same
//! - `delay`, with `seconds`: done and answered, but only after this time
//! - `drop_before`: the connection is closed and nothing is done
//! - `drop_after`: the connection is closed after it was done
//! - `garbled`: done, and answered 200 with JSON that breaks off

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Path, Request, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::faults::{Fault, Plan};
use crate::local::{Answer, Refusal, text};
use crate::snowflake;
use crate::state::{Shared, World};

/// The longest time that can be ordered: ten years.
const LONGEST: Duration = Duration::from_secs(315_360_000);

/// The routes below `/sandbox`.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/faults", get(faults).post(add_fault).delete(clear_faults))
        .route("/gateway", get(gateway))
        .route("/gateway/drop", post(drop_gateway))
        .route("/gateway/close", post(close_gateway))
        .route("/gateway/reconnect", post(request_reconnect))
        .route("/gateway/invalidate", post(invalidate_session))
        .route("/gateway/heartbeats", post(heartbeats))
        .route("/interactions/hold", post(hold))
        .route("/interactions/repeat", post(repeat))
        .route("/interactions/{interaction}/deliver", post(deliver))
        .route("/clock", post(advance))
        .fallback(|| async { Refusal::missing("route") })
}

/// A body that may be left out, whatever type it claims to be: `curl -d` names a wrong one.
struct Order(Value);

impl<S: Send + Sync> FromRequest<S> for Order {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, state).await.map_err(|error| Refusal::bad(&error.body_text()))?;
        if bytes.trim_ascii().is_empty() {
            return Ok(Self(json!({})));
        }
        match serde_json::from_slice(&bytes) {
            Ok(body @ Value::Object(_)) => Ok(Self(body)),
            Ok(_) => Err(Refusal::bad("the body must be a JSON object")),
            Err(error) => Err(Refusal::bad(&format!("the body is not JSON: {error}"))),
        }
    }
}

/// Refuses a field that nobody reads: most likely another one is meant.
fn only(body: &Value, known: &[&str]) -> Result<(), Refusal> {
    let given = body.as_object().into_iter().flat_map(serde_json::Map::keys);
    match given.into_iter().find(|key| !known.contains(&key.as_str())) {
        Some(key) if known.is_empty() => Err(Refusal::bad(&format!("`{key}` is unknown; nothing is to be said here"))),
        Some(key) => Err(Refusal::bad(&format!("`{key}` is unknown; known: {}", known.join(", ")))),
        None => Ok(()),
    }
}

fn count(body: &Value, key: &str, fallback: usize) -> Result<usize, Refusal> {
    let wrong = || Refusal::bad(&format!("`{key}` must be a whole number, not {}", body[key]));
    match &body[key] {
        Value::Null => Ok(fallback),
        given => given.as_u64().and_then(|count| usize::try_from(count).ok()).ok_or_else(wrong),
    }
}

fn flag(body: &Value, key: &str) -> Result<bool, Refusal> {
    let wrong = || Refusal::bad(&format!("`{key}` must be true or false, not {}", body[key]));
    if body[key].is_null() { Ok(false) } else { body[key].as_bool().ok_or_else(wrong) }
}

fn seconds(body: &Value, key: &str, fallback: Option<f64>) -> Result<Duration, Refusal> {
    let given = if body[key].is_null() { fallback } else { body[key].as_f64() };
    let time = given.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).filter(|time| *time <= LONGEST);
    time.ok_or_else(|| Refusal::bad(&format!("`{key}` must be a number of seconds, at most {}, not {}", LONGEST.as_secs(), body[key])))
}

fn status(body: &Value) -> Result<u16, Refusal> {
    let given = body["status"].as_u64().and_then(|status| u16::try_from(status).ok());
    let given = given.filter(|status| (400..=599).contains(status));
    given.ok_or_else(|| Refusal::bad(&format!("`status` must be a number from 400 to 599, not {}", body["status"])))
}

/// One of Discord's codes.
fn code(body: &Value) -> Result<u32, Refusal> {
    let given = u32::try_from(count(body, "code", 0)?).ok();
    given.ok_or_else(|| Refusal::bad(&format!("`code` must be one of Discord's codes, not {}", body["code"])))
}

/// Reads a fault with the requests it is meant for.
fn plan(body: &Value) -> Result<Plan, Refusal> {
    let (fault, own): (Fault, &[&str]) = match text(body, "fault")? {
        "rate_limited" => {
            let fault = Fault::RateLimited { retry_after: seconds(body, "retry_after", Some(1.0))?, global: flag(body, "global")? };
            (fault, &["retry_after", "global"])
        }
        "status" => (Fault::Status(status(body)?), &["status"]),
        "refused" => (Fault::Refused { status: status(body)?, code: code(body)? }, &["status", "code"]),
        "status_after" => (Fault::StatusAfter(status(body)?), &["status"]),
        "delay" => (Fault::Delay(seconds(body, "seconds", None)?), &["seconds"]),
        "drop_before" => (Fault::DropBefore, &[]),
        "drop_after" => (Fault::DropAfter, &[]),
        "garbled" => (Fault::Garbled, &[]),
        other => {
            let known = "rate_limited, status, status_after, refused, delay, drop_before, drop_after, garbled";
            return Err(Refusal::bad(&format!("there is no fault `{other}`; known: {known}")));
        }
    };
    only(body, &[&["fault", "method", "path", "times", "after"], own].concat())?;
    let word = |key: &str, fallback: &str| match &body[key] {
        Value::Null => Ok(fallback.to_owned()),
        Value::String(text) => Ok(text.clone()),
        other => Err(Refusal::bad(&format!("`{key}` must be text, not {other}"))),
    };
    let path = word("path", "/**")?;
    if path.starts_with("/api") {
        return Err(Refusal::bad("`path` begins below `/api/v10`, as `/channels/*/messages`"));
    }
    Ok(fault.on(&word("method", "*")?, &path).times(count(body, "times", 1)?).after(count(body, "after", 0)?))
}

fn plan_json(plan: &Plan) -> Value {
    let (method, path) = plan.target();
    let (times, after) = plan.counts();
    let mut json = json!({"method": method, "path": path, "times": times, "after": after});
    let (name, own) = match plan.fault() {
        Fault::RateLimited { retry_after, global } => ("rate_limited", json!({"retry_after": retry_after.as_secs_f64(), "global": global})),
        Fault::Status(status) => ("status", json!({"status": status})),
        Fault::Refused { status, code } => ("refused", json!({"status": status, "code": code})),
        Fault::StatusAfter(status) => ("status_after", json!({"status": status})),
        Fault::Delay(time) => ("delay", json!({"seconds": time.as_secs_f64()})),
        Fault::DropBefore => ("drop_before", json!({})),
        Fault::DropAfter => ("drop_after", json!({})),
        Fault::Garbled => ("garbled", json!({})),
    };
    json["fault"] = json!(name);
    for (key, value) in own.as_object().into_iter().flatten() {
        json[key] = value.clone();
    }
    json
}

fn pending(world: &World) -> Answer {
    let faults: Vec<Value> = world.faults.pending().map(plan_json).collect();
    Ok(Json(json!({"faults": faults})))
}

async fn faults(State(shared): State<Arc<Shared>>) -> Answer {
    pending(&shared.read())
}

async fn add_fault(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    let plan = plan(&body)?;
    let mut world = shared.write();
    world.faults.add(plan);
    pending(&world)
}

async fn clear_faults(State(shared): State<Arc<Shared>>) -> Answer {
    let mut world = shared.write();
    world.faults.clear();
    pending(&world)
}

fn standing(world: &World) -> Answer {
    let gateway = &world.gateway;
    Ok(Json(json!({"connected": gateway.is_connected(), "identified": gateway.identified, "resumed": gateway.resumed})))
}

async fn gateway(State(shared): State<Arc<Shared>>) -> Answer {
    standing(&shared.read())
}

async fn drop_gateway(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &[])?;
    let mut world = shared.write();
    world.drop_gateway();
    standing(&world)
}

async fn close_gateway(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["code"])?;
    let code = u16::try_from(count(&body, "code", 4000)?).ok().filter(|code| *code == 1000 || *code == 1001 || (4000..5000).contains(code));
    let code = code.ok_or_else(|| Refusal::bad("`code` must be 1000, 1001, or one of Discord's from 4000"))?;
    let mut world = shared.write();
    world.close_gateway(code);
    standing(&world)
}

async fn request_reconnect(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &[])?;
    let mut world = shared.write();
    world.request_reconnect();
    standing(&world)
}

async fn invalidate_session(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["resumable"])?;
    let resumable = flag(&body, "resumable")?;
    let mut world = shared.write();
    world.invalidate_session(resumable);
    standing(&world)
}

async fn heartbeats(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["answered"])?;
    let answered = flag(&body, "answered")?;
    shared.write().answer_heartbeats(answered);
    Ok(Json(json!({"answered": answered})))
}

async fn hold(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["count"])?;
    let count = count(&body, "count", 1)?;
    shared.write().held = count;
    Ok(Json(json!({"held": count})))
}

async fn repeat(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["count"])?;
    let count = count(&body, "count", 1)?;
    shared.write().repeats = count;
    Ok(Json(json!({"repeats": count})))
}

async fn deliver(State(shared): State<Arc<Shared>>, Path(interaction): Path<String>, Order(body): Order) -> Answer {
    only(&body, &[])?;
    let mut world = shared.write();
    let found = snowflake::parse(&interaction).filter(|id| world.interactions.contains_key(id));
    world.deliver_again(found.ok_or_else(|| Refusal::missing("interaction"))?);
    Ok(Json(json!({"interaction_id": interaction})))
}

async fn advance(State(shared): State<Arc<Shared>>, Order(body): Order) -> Answer {
    only(&body, &["seconds"])?;
    let by = seconds(&body, "seconds", None)?;
    let mut world = shared.write();
    world.advance(by);
    Ok(Json(json!({"now": world.now()})))
}
