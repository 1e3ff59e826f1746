//! The operations of the API, called as somebody: with the rights that their session has at that moment.
use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use http::{Method, StatusCode};
use kit::{Error, Result};
use policy::{Caller, CallerKind, CallerToken};
use proto::vestibule::identity::v1::RecordBackupRequest;
use proto::vestibule::identity::v1::backup_records_client::BackupRecordsClient;
use serde_json::{Value, json};
use site_backup::{Created, Entity, MAX_ROWS, Site, View};
use tonic::client::Grpc;
use tonic::{Code, Status};
use transcode::Operation;

use crate::app::App;
use crate::domain::backup::{Worker, WorkerToken};
use crate::domain::backup_view::{sees_codes, view_of};
use crate::domain::plan_rights::Creators;
use crate::rest::raw::Raw;

const CALL_TIMEOUT: Duration = Duration::from_secs(30);
const RECORD_TIMEOUT: Duration = Duration::from_secs(5);
const PAGE_SIZE: usize = 500;
/// Of rows with lists that are asked for whole.
const WHOLE_PAGE_SIZE: usize = 50;
/// Members of a list that a new row takes; a change takes the others.
const MAX_NAMED: usize = 500;
/// Rows that are asked for by themselves at once.
const MAX_READS: usize = 8;
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

/// Into the audit log, by identity: in the name of the gateway, which says who did it and by which token.
pub async fn record_backup(app: &App, project_id: i64, token: Option<&WorkerToken>, record: RecordBackupRequest) -> Result<()> {
    let context = &app.context;
    let mut records = BackupRecordsClient::new(context.peers.peer("identity"));
    let token = token.map(|token| CallerToken { id: token.id, name: token.name.clone(), ..CallerToken::default() });
    let gateway = Caller { project_id, kind: CallerKind::Service(context.service.into()), token, ..Caller::default() };
    let request = context.signer.request(&gateway, record);
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
    /// Those of these groups that the caller sees, each with the groups above it that they see: from the root, itself last.
    pub async fn group_paths(&self, ids: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
        let mut paths = HashMap::new();
        for ids in ids.chunks(PAGE_SIZE) {
            let filters = json!([{ "field": "id", "rule": "equals", "value": ids }]).to_string();
            let filters: String = form_urlencoded::byte_serialize(filters.as_bytes()).collect();
            let query = format!("page=1&size={PAGE_SIZE}&filters={filters}");
            let answer = self.call(Method::GET, "/api/v0/domains", None, &query, &Value::Null).await?;
            for group in answer["items"].as_array().into_iter().flatten() {
                let Some(id) = group["id"].as_i64() else { continue };
                let above = group["path"].as_array().into_iter().flatten().filter_map(|step| step["id"].as_i64()).filter(|step| *step != id);
                paths.insert(id, above.chain([id]).collect());
            }
        }
        Ok(paths)
    }

    /// Who made each of these rows, as far as the caller sees it.
    pub async fn creators(&self, rows: &[(&'static Entity, i64)]) -> Result<Creators> {
        let mut creators = Creators::new();
        for (entity, id) in rows {
            match self.call(Method::GET, &item(entity), Some(*id), "", &Value::Null).await {
                Ok(row) => creators.extend(row["created_by_user"]["id"].as_i64().map(|creator| ((entity.name, *id), creator))),
                Err(Error::NotFound | Error::Forbidden) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(creators)
    }

    async fn page(&self, entity: &Entity, after: i64) -> Result<Vec<Value>> {
        let query = page_query(entity, after);
        let mut answer = self.call(Method::GET, &collection(entity), None, &query, &Value::Null).await?;
        let Value::Array(items) = answer["items"].take() else { return Err(Error::internal(anyhow::anyhow!("a list without items"))) };
        Ok(items)
    }

    /// Each by itself; those that were deleted meanwhile are not there.
    async fn read_each(&self, entity: &Entity, rows: Vec<Value>) -> Result<Vec<Value>> {
        let read = |row: Value| async move {
            match self.call(Method::GET, &item(entity), row["id"].as_i64(), "", &Value::Null).await {
                Ok(row) => Ok(Some(row)),
                Err(Error::NotFound) => Ok(None),
                Err(error) => Err(error),
            }
        };
        let rows: Vec<Option<Value>> = stream::iter(rows.into_iter().map(read)).buffered(MAX_READS).try_collect().await?;
        Ok(rows.into_iter().flatten().collect())
    }
}

/// The rows after this id: a list refuses pages after its 10,000th row, and skips a row when one before it is deleted meanwhile.
fn page_query(entity: &Entity, after: i64) -> String {
    let filters = json!([{ "field": "id", "rule": "above", "value": after }]).to_string();
    let filters: String = form_urlencoded::byte_serialize(filters.as_bytes()).collect();
    let whole = if entity.cut_lists.is_empty() { "" } else { "&whole=true" };
    format!("page=1&size={}&sort=id&filters={filters}{whole}", page_size(entity))
}

fn page_size(entity: &Entity) -> usize {
    if entity.cut_lists.is_empty() { PAGE_SIZE } else { WHOLE_PAGE_SIZE }
}

/// A new row with the members that it takes, and what is written besides for the others.
fn within_limits(entity: &Entity, body: &Value) -> (Value, Option<Value>) {
    let (mut first, mut rest) = (body.clone(), serde_json::Map::new());
    for field in entity.cut_lists {
        if let Some(items) = first.get_mut(*field).and_then(Value::as_array_mut).filter(|items| items.len() > MAX_NAMED) {
            rest.insert((*field).to_owned(), body[*field].clone());
            items.truncate(MAX_NAMED);
        }
    }
    (first, (!rest.is_empty()).then_some(Value::Object(rest)))
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
        let (mut rows, mut last) = (Vec::new(), 0);
        loop {
            let items = self.page(entity, last).await?;
            let is_last = items.len() < page_size(entity);
            last = items.last().and_then(|row| row["id"].as_i64()).unwrap_or(last);
            rows.extend(items);
            if is_last {
                return if entity.is_read_each { self.read_each(entity, rows).await } else { Ok(rows) };
            }
            if rows.len() > MAX_ROWS {
                let message = format!("too many items: at most {MAX_ROWS}");
                return Err(Error::Conflict { code: "too_many_items", message, data: Value::Null });
            }
        }
    }

    async fn create(&self, entity: &Entity, body: &Value) -> Result<Created> {
        let (first, rest) = within_limits(entity, body);
        let answer = self.call(Method::PUT, &collection(entity), None, "", &first).await?;
        let id = answer["id"].as_i64().ok_or_else(|| Error::internal(anyhow::anyhow!("a row without an id")))?;
        let missing = match rest {
            Some(rest) => self.update(entity, id, None, &rest).await.err(),
            None => None,
        };
        Ok(Created { id, missing })
    }

    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()> {
        let (path, id) = match part {
            Some(part) => (format!("{}/{part}", collection(entity)), None),
            None => (item(entity), Some(id)),
        };
        let is_whole = entity.cut_lists.iter().any(|field| body.get(field).is_some());
        self.call(Method::PATCH, &path, id, if is_whole { "whole=true" } else { "" }, body).await.map(|_| ())
    }

    /// What is not there any more is deleted.
    async fn delete(&self, entity: &Entity, id: i64) -> Result<()> {
        match self.call(Method::DELETE, &item(entity), Some(id), "", &Value::Null).await {
            Ok(_) | Err(Error::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn view(&self, entity: &Entity) -> Result<View> {
        Ok(view_of(&self.caller().await?, entity))
    }

    async fn takes_codes(&self) -> Result<bool> {
        Ok(sees_codes(&self.caller().await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_asked_for_by_the_id_after_which_it_begins() {
        let query = |name: &str, after| page_query(Entity::find(name).unwrap(), after);
        let filter = "filters=%5B%7B%22field%22%3A%22id%22%2C%22rule%22%3A%22above%22%2C%22value%22%3A77%7D%5D";
        for name in ["users", "roles", "markers", "devices"] {
            assert_eq!(query(name, 77), format!("page=1&size=500&sort=id&{filter}"));
        }
        assert_eq!(query("access-rules", 77), format!("page=1&size=50&sort=id&{filter}&whole=true"));
    }

    #[test]
    fn a_new_rule_takes_500_members_and_a_change_the_others() {
        let rules = Entity::find("access-rules").unwrap();
        let members = |count: i64| Value::Array((0..count).map(|id| json!({ "id": id })).collect());
        let body = json!({ "name": "Gate", "users": members(500), "identifiers": members(501) });
        let (first, rest) = within_limits(rules, &body);
        assert_eq!((&first["users"], &first["identifiers"]), (&members(500), &members(500)));
        assert_eq!(rest, Some(json!({ "identifiers": members(501) })));
        assert_eq!(within_limits(rules, &first), (first.clone(), None));
    }
}
