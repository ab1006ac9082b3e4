//! Attached files: their bytes are served by the sandbox, so that pictures can be shown.

use serde_json::{Value, json};

use super::World;
use crate::snowflake::Id;

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
    pub(crate) bytes: Vec<u8>,
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
fn escaped(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

impl World {
    /// Where a file is served.
    pub(crate) fn file_url(&self, file: &StoredFile) -> String {
        format!("{}/attachments/{}/{}/{}", self.base, file.channel_id, file.id, escaped(&file.name))
    }

    /// The attachment object.
    pub(crate) fn attachment_json(&self, file: &StoredFile) -> Value {
        let url = self.file_url(file);
        let mut data = json!({
            "id": file.id.to_string(), "filename": file.name, "size": file.bytes.len(),
            "url": url, "proxy_url": url, "content_type": file.media_type, "flags": 0,
        });
        if let Some(description) = &file.description {
            data["description"] = json!(description);
        }
        if let Some((width, height)) = file.size {
            data["width"] = json!(width);
            data["height"] = json!(height);
        }
        data
    }

    /// Keeps a file and gives its id.
    pub(crate) fn store_file(
        &mut self,
        channel_id: Id,
        name: &str,
        description: Option<String>,
        media: Option<&str>,
        bytes: Vec<u8>,
    ) -> Id {
        let id = self.new_id();
        let size = png_size(&bytes);
        let media_type = match media {
            Some(media) if media != "application/octet-stream" => media.to_owned(),
            _ => media_type(name).to_owned(),
        };
        // Discord keeps letters, digits, dots, dashes and underscores of a name.
        let name: String = name
            .chars()
            .map(|c| if c.is_whitespace() { '_' } else { c })
            .filter(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))
            .collect();
        let file = StoredFile { id, channel_id, name, description, media_type, bytes, size };
        self.files.insert(id, file);
        id
    }
}
