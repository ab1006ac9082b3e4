//! Attached files: their bytes are served by the sandbox, so that pictures can be shown.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::World;
use crate::model::attachment::{StoredFile, escaped, media_type, png_size};
use crate::snowflake::Id;

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

    /// Lets go of files that are attached nowhere any longer.
    pub(crate) fn forget_files(&mut self, ids: impl IntoIterator<Item = Id>) {
        for id in ids {
            self.files.remove(&id);
        }
    }

    /// Keeps a file and gives its id.
    pub(crate) fn store_file(&mut self, channel_id: Id, name: &str, description: Option<String>, media: Option<&str>, bytes: Bytes) -> Id {
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
