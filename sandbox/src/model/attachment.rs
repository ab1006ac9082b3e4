//! Files: one on its way, and one that is kept.

use axum::body::Bytes;

use crate::snowflake::Id;

/// An uploaded file.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub(crate) number: u64,
    /// The file's name.
    pub(crate) name: String,
    /// The media type the sender gave.
    pub(crate) media_type: Option<String>,
    /// The bytes.
    pub(crate) bytes: Bytes,
}

/// A file someone attached.
#[derive(Debug, Clone)]
pub(crate) struct StoredFile {
    /// The id.
    pub(crate) id: Id,
    /// The channel it was sent to.
    pub(crate) channel_id: Id,
    /// The file's name.
    pub(crate) name: String,
    /// What it shows, in words.
    pub(crate) description: Option<String>,
    /// Its media type.
    pub(crate) media_type: String,
    /// The bytes.
    pub(crate) bytes: Bytes,
    /// Width and height, for a PNG.
    pub(crate) size: Option<(u32, u32)>,
}

/// Width and height from a PNG's header.
pub(crate) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.get(..8)? != b"\x89PNG\r\n\x1a\n" {
        return None;
    }
    let number = |from: usize| -> Option<u32> { Some(u32::from_be_bytes(bytes.get(from..from + 4)?.try_into().ok()?)) };
    Some((number(16)?, number(20)?))
}

/// The media type for a file's name, when its sender did not say.
pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "md" => "text/markdown; charset=utf-8",
        "txt" | "log" => "text/plain; charset=utf-8",
        "json" => "application/json",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}

/// A file's name in a URL.
pub(crate) fn escaped(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
