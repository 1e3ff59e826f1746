//! The operations of the API, called as somebody: with the rights that their session has at that moment.
use std::time::Duration;

use async_trait::async_trait;
use http::{Method, StatusCode};
use kit::{Error, Result};
use policy::Caller;
use proto::vestibule::identity::v1::RecordBackupRequest;
use proto::vestibule::identity::v1::backup_records_client::BackupRecordsClient;
use serde_json::{Value, json};
use site_backup::{Entity, MAX_ROWS, Site};
use tonic::client::Grpc;
use tonic::{Code, Status};
use transcode::Operation;

use crate::app::App;
use crate::domain::backup::Worker;
use crate::rest::raw::Raw;

const CALL_TIMEOUT: Duration = Duration::from_secs(30);
const RECORD_TIMEOUT: Duration = Duration::from_secs(5);
const PAGE_SIZE: usize = 500;
const MAX_REPLY_BYTES: usize = 64 << 20;
/// Of a call that may be repeated, while its service is away.
const MAX_ATTEMPTS: u32 = 4;
const RETRY_DELAY: Duration = Duration::from_millis(250);

pub struct ApiSite {
    pub app: App,
    pub worker: Worker,
}

impl ApiSite {
    async fn caller(&self) -> Result<Caller> {
        let caller = self.app.sessions.find(self.worker.session_id).await.map_err(|error| match error.status() {
            StatusCode::UNAUTHORIZED => Error::Unauthenticated,
            _ => Error::Unavailable(anyhow::anyhow!("identity does not answer")),
        })?;
        Ok(Caller { ip: self.worker.ip.clone(), request_id: self.worker.request_id.clone(), ..caller })
    }

    fn operation(&self, verb: Method, path: &str) -> Result<&Operation> {
        let found = self.app.registry.operations().iter().find(|operation| operation.verb == verb && operation.path == path);
        found.ok_or_else(|| Error::internal(anyhow::anyhow!("there is no {verb} {path}")))
    }

    async fn call(&self, verb: Method, path: &str, id: Option<i64>, query: &str, body: &Value) -> Result<Value> {
        let is_repeatable = verb != Method::PUT;
        let operation = self.operation(verb, path)?;
        let id = id.map(|id| id.to_string());
        let params = id.as_deref().map(|id| ("id", id));
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let message = operation.request(params.into_iter(), Some(query), &body).map_err(refused_input)?;
        let mut attempt = 1;
        loop {
            match self.send(operation, message.clone()).await {
                Err(Error::Unavailable(error)) if is_repeatable && attempt < MAX_ATTEMPTS => {
                    tracing::warn!(%error, path, "a service does not answer");
                    tokio::time::sleep(RETRY_DELAY * 2_u32.pow(attempt)).await;
                    attempt += 1;
                }
                answer => return answer,
            }
        }
    }

    async fn send(&self, operation: &Operation, message: bytes::Bytes) -> Result<Value> {
        let context = &self.app.context;
        let service = kit::services::of_proto(&operation.service).ok_or_else(|| Error::internal(anyhow::anyhow!("{}", operation.service)))?;
        let request = context.signer.request(&self.caller().await?, message);
        let mut client = Grpc::new(context.peers.peer(service)).max_decoding_message_size(MAX_REPLY_BYTES);
        let answer = async {
            client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
            client.unary(request, operation.grpc_path.clone(), Raw).await
        };
        let answer = tokio::time::timeout(CALL_TIMEOUT, answer).await.map_err(|_| Error::Unavailable(anyhow::anyhow!("no answer in time")))?;
        let reply = answer.map_err(refused)?.into_inner();
        let mut text = Vec::with_capacity(reply.len() * 3);
        operation.response(&reply, &mut text).map_err(Error::internal)?;
        serde_json::from_slice(&text).map_err(Error::internal)
    }
}

/// Into the audit log, by identity: in the name of the gateway, which says who did it.
pub async fn record_backup(app: &App, project_id: i64, record: RecordBackupRequest) -> Result<()> {
    let context = &app.context;
    let mut records = BackupRecordsClient::new(context.peers.peer("identity"));
    let request = context.signer.as_service(context.service, project_id, record);
    let answer = tokio::time::timeout(RECORD_TIMEOUT, records.record_backup(request)).await;
    answer.map_err(|_| Error::Unavailable(anyhow::anyhow!("no answer in time")))?.map(|_| ()).map_err(refused)
}

/// By the fields, as a caller over HTTP gets it.
fn refused_input(error: transcode::InputError) -> Error {
    let fields = error.data()["fields"].as_object().cloned().unwrap_or_default();
    let fields = fields.into_iter().map(|(path, why)| (path, why.as_str().unwrap_or_default().to_owned()));
    Error::Invalid(fields.collect())
}

fn refused(status: Status) -> Error {
    let details = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok());
    let details: Value = details.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    match status.code() {
        Code::PermissionDenied => Error::Forbidden,
        Code::Unauthenticated => Error::Unauthenticated,
        Code::NotFound => Error::NotFound,
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => Error::Unavailable(status.into()),
        _ => match details["data"]["fields"].as_object() {
            Some(fields) => {
                let fields = fields.iter().map(|(path, why)| (path.clone(), why.as_str().unwrap_or_default().to_owned()));
                Error::Invalid(fields.collect())
            }
            None if details.is_null() => Error::internal(status),
            None => Error::Peer(Box::new(status)),
        },
    }
}

impl ApiSite {
    /// Those of these groups that the caller sees: 500 at most.
    pub async fn visible_groups(&self, ids: &[i64]) -> Result<Vec<i64>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let filters = json!([{ "field": "id", "rule": "equals", "value": ids }]).to_string();
        let filters: String = form_urlencoded::byte_serialize(filters.as_bytes()).collect();
        let query = format!("page=1&size={PAGE_SIZE}&filters={filters}");
        let answer = self.call(Method::GET, "/api/v0/domains", None, &query, &Value::Null).await?;
        Ok(answer["items"].as_array().into_iter().flatten().filter_map(|group| group["id"].as_i64()).collect())
    }
}

fn collection(entity: &Entity) -> String {
    format!("/api/v0/{}", entity.name)
}

fn item(entity: &Entity) -> String {
    format!("/api/v0/{}/{{id}}", entity.name)
}

#[async_trait]
impl Site for ApiSite {
    async fn list(&self, entity: &Entity, part: Option<&str>) -> Result<Vec<Value>> {
        if let Some(part) = part {
            return Ok(vec![self.call(Method::GET, &format!("{}/{part}", collection(entity)), None, "", &Value::Null).await?]);
        }
        let (mut rows, mut page, mut last) = (Vec::new(), 1, 0);
        loop {
            let query = if entity.is_sorted_by_id {
                let filters = json!([{ "field": "id", "rule": "above", "value": last }]).to_string();
                let filters: String = form_urlencoded::byte_serialize(filters.as_bytes()).collect();
                format!("page=1&size={PAGE_SIZE}&sort=id&filters={filters}")
            } else {
                format!("page={page}&size={PAGE_SIZE}")
            };
            let mut answer = self.call(Method::GET, &collection(entity), None, &query, &Value::Null).await?;
            let Value::Array(items) = answer["items"].take() else { return Err(Error::internal(anyhow::anyhow!("a list without items"))) };
            let is_last = items.len() < PAGE_SIZE;
            last = items.last().and_then(|row| row["id"].as_i64()).unwrap_or(last);
            rows.extend(items);
            page += 1;
            if is_last {
                return Ok(rows);
            }
            if rows.len() > MAX_ROWS {
                let message = format!("too many items: at most {MAX_ROWS}");
                return Err(Error::Conflict { code: "too_many_items", message, data: Value::Null });
            }
        }
    }

    async fn create(&self, entity: &Entity, body: &Value) -> Result<i64> {
        let answer = self.call(Method::PUT, &collection(entity), None, "", body).await?;
        answer["id"].as_i64().ok_or_else(|| Error::internal(anyhow::anyhow!("a row without an id")))
    }

    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()> {
        let (path, id) = match part {
            Some(part) => (format!("{}/{part}", collection(entity)), None),
            None => (item(entity), Some(id)),
        };
        self.call(Method::PATCH, &path, id, "", body).await.map(|_| ())
    }

    /// What is not there any more is deleted.
    async fn delete(&self, entity: &Entity, id: i64) -> Result<()> {
        match self.call(Method::DELETE, &item(entity), Some(id), "", &Value::Null).await {
            Ok(_) | Err(Error::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
