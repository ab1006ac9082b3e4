//! A request as the routes see it, and how one is read from HTTP.

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart};
use axum::http::{HeaderMap, Request, header};
use serde_json::{Value, json};

use crate::errors::{ApiError, Unknown};
use crate::model::attachment::Upload;
use crate::snowflake::{self, Id};

/// A request.
#[derive(Debug, Default)]
pub(crate) struct Call {
    /// The method.
    pub(crate) method: String,
    /// Path and query below the version.
    pub(crate) path: String,
    /// The query.
    pub(crate) query: HashMap<String, String>,
    /// The body, or `payload_json`, or null.
    pub(crate) body: Value,
    /// Uploaded files.
    pub(crate) uploads: Vec<Upload>,
    /// Whether the bot's token came with it.
    pub(crate) is_authorized: bool,
}

impl Call {
    /// A number of the query.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.query.get(key).and_then(|value| value.parse().ok())
    }

    /// A limit of the query, within bounds.
    pub(crate) fn limit(&self, fallback: usize, most: usize) -> Result<usize, ApiError> {
        let Some(given) = self.query.get("limit") else { return Ok(fallback) };
        match given.parse::<usize>() {
            Ok(limit) if (1..=most).contains(&limit) => Ok(limit),
            Ok(limit) if limit > most => {
                let message = format!("int value should be less than or equal to {most}.");
                Err(ApiError::field("limit", "NUMBER_TYPE_MAX", &message))
            }
            Ok(_) => Err(ApiError::field("limit", "NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")),
            Err(_) => {
                let message = format!("Value \"{given}\" is not int.");
                Err(ApiError::field("limit", "NUMBER_TYPE_COERCE", &message))
            }
        }
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The body; none for 204.
    pub(crate) body: Option<Value>,
}

impl Reply {
    /// 200 with a body.
    pub(crate) fn ok(body: Value) -> Self {
        Self { status: 200, body: Some(body) }
    }

    /// 201 with a body.
    pub(crate) fn created(body: Value) -> Self {
        Self { status: 201, body: Some(body) }
    }

    /// 204.
    pub(crate) fn done() -> Self {
        Self { status: 204, body: None }
    }
}

/// What a route gives.
pub(crate) type Outcome = Result<Reply, ApiError>;

/// Refuses who has no token.
pub(crate) fn require_token(call: &Call) -> Result<(), ApiError> {
    if call.is_authorized { Ok(()) } else { Err(ApiError::unauthorized()) }
}

/// An id in a path; what is no id is unknown.
pub(crate) fn id(text: &str, what: Unknown) -> Result<Id, ApiError> {
    match snowflake::parse(text) {
        Some(id) => Ok(id),
        None => {
            let path = match what {
                Unknown::Channel => "channel_id",
                Unknown::Message => "message_id",
                Unknown::Guild => "guild_id",
                Unknown::User | Unknown::Member => "user_id",
                _ => return Err(ApiError::unknown(what)),
            };
            let message = format!("Value \"{text}\" is not snowflake.");
            Err(ApiError::field(path, "NUMBER_TYPE_COERCE", &message))
        }
    }
}

/// An id with its place, as lists of roles and channels are arranged.
pub(crate) fn placed(value: &Value) -> Option<(Id, i64)> {
    Some((snowflake::from_json(&value["id"])?, value["position"].as_i64()?))
}

/// Decodes `%20` and its like.
pub(crate) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escaped = (*byte == b'%').then(|| text.get(at + 1..at + 3)).flatten().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escaped {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Reads the query.
pub(crate) fn query(text: &str) -> HashMap<String, String> {
    text.split('&').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (decoded(key), decoded(&value.replace('+', " ")))).collect()
}

/// Reads body and files.
pub(crate) async fn read_body(headers: &HeaderMap, bytes: Bytes) -> Result<(Value, Vec<Upload>), ApiError> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = media.unwrap_or_default().to_owned();
    if media.starts_with("multipart/form-data") {
        return read_multipart(&media, bytes).await;
    }
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if !media.starts_with("application/json") {
        return Err(ApiError::field("", "CONTENT_TYPE_INVALID", "Expected \"Content-Type\" header to be one of {'application/json'}."));
    }
    let body = serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?;
    Ok((body, Vec::new()))
}

async fn read_multipart(media: &str, bytes: Bytes) -> Result<(Value, Vec<Upload>), ApiError> {
    let broken = || ApiError::new(400, 50_035, "Invalid Form Body");
    let mut request = Request::builder().header(header::CONTENT_TYPE, media).body(Body::from(bytes)).map_err(|_| broken())?;
    // How large a request may be was seen to at the door; of a file that is too large Discord's own words are said below.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| broken())?;
    let mut body = Value::Null;
    let mut uploads = Vec::new();
    while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let media_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| broken())?;
        if name == "payload_json" {
            body = serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?;
        } else if let Some(file) = file {
            if bytes.len() > crate::validate::message::FILE_BYTES {
                return Err(ApiError::new(413, 40_005, "Request entity too large"));
            }
            let digits: String = name.chars().filter(char::is_ascii_digit).collect();
            let number = digits.parse().unwrap_or(uploads.len() as u64);
            uploads.push(Upload { number, name: file, media_type, bytes });
        } else {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if body.is_null() {
                body = json!({});
            }
            body.as_object_mut().ok_or_else(ApiError::no_object)?.insert(name, json!(text));
        }
    }
    Ok((body, uploads))
}
