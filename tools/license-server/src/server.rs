//! The server's HTTP API.
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Json, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use licensing::domain::license_file::{Payload, sign};
use licensing::domain::license_key::LicenseKey;
use ring::signature::Ed25519KeyPair;
use serde::Deserialize;
use uuid::Uuid;

use crate::ledger::{Ledger, Refused, Seat};

/// Bytes of a request.
const MAX_BODY: usize = 4096;
/// Characters of a seat's secret: 128 bits in base64.
const MIN_SECRET: usize = 22;

struct Vendor {
    ledger: Mutex<Ledger>,
    keys: Vec<Ed25519KeyPair>,
}

#[derive(Deserialize)]
struct Activation {
    key: String,
    #[serde(flatten)]
    seat: Seat,
}

pub fn router(ledger: Ledger, keys: Vec<Ed25519KeyPair>) -> Router {
    Router::new()
        .route("/healthz", get(async || StatusCode::NO_CONTENT))
        .route("/v1/activations", post(activate))
        .route("/v1/activations/{id}/refresh", post(refresh))
        .route("/v1/activations/{id}/release", post(release))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(Arc::new(Vendor { ledger: Mutex::new(ledger), keys }))
}

async fn activate(State(vendor): State<Arc<Vendor>>, Json(Activation { key, seat }): Json<Activation>) -> Response {
    let Some(key) = LicenseKey::parse(&key) else { return StatusCode::NOT_FOUND.into_response() };
    if seat.secret.len() < MIN_SECRET {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    }
    vendor.file(|ledger| ledger.activate(&key, &seat))
}

async fn refresh(State(vendor): State<Arc<Vendor>>, Path(id): Path<Uuid>, Json(seat): Json<Seat>) -> Response {
    vendor.file(|ledger| ledger.refresh(id, &seat))
}

async fn release(State(vendor): State<Arc<Vendor>>, Path(id): Path<Uuid>, Json(seat): Json<Seat>) -> Response {
    let mut ledger = vendor.ledger.lock().unwrap_or_else(PoisonError::into_inner);
    match ledger.release(id, &seat) {
        Ok(Ok(())) => StatusCode::NO_CONTENT.into_response(),
        Ok(Err(refusal)) => refused(refusal),
        Err(error) => failed(&error),
    }
}

fn refused(refusal: Refused) -> Response {
    match refusal {
        Refused::Unknown => StatusCode::NOT_FOUND,
        Refused::Taken => StatusCode::CONFLICT,
        Refused::NotTheirs => StatusCode::FORBIDDEN,
        Refused::Revoked => StatusCode::GONE,
    }
    .into_response()
}

impl Vendor {
    fn file(&self, ask: impl FnOnce(&mut Ledger) -> anyhow::Result<Result<Payload, Refused>>) -> Response {
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        match ask(&mut ledger) {
            Ok(Ok(payload)) => match sign(&payload, &self.keys) {
                Ok(file) => Body::from(file).into_response(),
                Err(error) => failed(&error.into()),
            },
            Ok(Err(refusal)) => refused(refusal),
            Err(error) => failed(&error),
        }
    }
}

fn failed(error: &anyhow::Error) -> Response {
    eprintln!("{error:#}");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}
