//! The web page and the API under it.

pub(crate) mod event;
mod view;

use std::sync::Arc;

use axum::Router;

use crate::state::Shared;

/// The routes below `/page`.
pub(crate) fn router(_shared: Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
}

/// The page's own files.
pub(crate) fn files() -> Router<Arc<Shared>> {
    Router::new()
}
