//! Identifiers that come with a structure, as domains imports it: looked at or made in parts, undone or finished as a
//! whole. Owners and groups are domains' to check.
use kit::error::RowError;
use kit::{Context, Error, Result, audit};
use policy::{Action, Authorized, Caller, Resource, Scope, action, resource};
use proto::vestibule::access::v1::imported_identifiers_server::ImportedIdentifiers;
use proto::vestibule::access::v1::{
    ImportStructureIdentifiersRequest, ImportStructureIdentifiersResponse, StructureIdentifier, StructureIdentifierResult,
    StructureIdentifiersRequest,
};
use proto::vestibule::common::v1;
use serde_json::{Value, json};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::domain::identifier::IdentifierType;
use crate::domain::number::Number;
use crate::store::imported_identifier::{self as store, New, There};

/// Identifiers of one call.
const MAX_ITEMS: usize = 2_000;
const MAX_NAME: usize = 100;

type Answer = (Vec<StructureIdentifierResult>, Vec<RowError>);

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    /// Where there are errors nothing is made, and nothing is answered but them.
    async fn import(&self, caller: &Caller, request: ImportStructureIdentifiersRequest) -> Result<Answer> {
        caller.authorize::<resource::Identifier, action::View>()?;
        let right: Option<Authorized<resource::Identifier, action::Create>> = caller.authorize().ok();
        let import_id = id(&request.import_id)?;
        if request.identifiers.len() > MAX_ITEMS {
            return Err(Error::field("identifiers", format!("maximum length is {MAX_ITEMS}")));
        }
        let mut errors = Vec::new();
        let read: Vec<New> = request.identifiers.iter().filter_map(|sent| read(sent, &mut errors)).collect();
        if !errors.is_empty() {
            return Ok((Vec::new(), errors));
        }
        let (project_id, now) = (caller.project_id, self.context.clock.now());
        let mut tx = self.context.database.tenant(project_id).await?;
        if !request.validate_only {
            store::enter(&mut tx, project_id, import_id, now).await?;
        }
        let keys: Vec<(i16, String)> = read.iter().map(|new| (store::number_of(new.kind), new.unique_value.clone())).collect();
        // Whoever may make none finds those that they see: to them the others are not there.
        let reach = if right.is_some() { Scope::everything() } else { caller.scope(Resource::Identifier, Action::View) };
        let there = store::there(&mut tx, project_id, &reach, import_id, &keys).await?;
        let (mut results, mut missing) = (Vec::with_capacity(read.len()), Vec::new());
        for ((sent, new), key) in request.identifiers.iter().zip(read).zip(&keys) {
            let known = there.get(key).copied();
            if known.is_some_and(|known| !is_it(known, sent)) {
                errors.push(problem(sent, "identifier duplicate"));
            }
            results.push(StructureIdentifierResult { is_new: known.is_none_or(|known| known.is_of_import), unique_value: new.unique_value.clone() });
            if known.is_none() {
                if right.is_none() {
                    errors.push(problem(sent, Error::Forbidden.to_string()));
                }
                missing.push(new);
            }
        }
        if !errors.is_empty() {
            return Ok((Vec::new(), errors));
        }
        if let Some(right) = right.filter(|_| !request.validate_only) {
            let ids = store::insert_all(&mut tx, &right, import_id, &missing, now).await?;
            let changes = ids.iter().zip(&missing).map(|(id, new)| change(Action::Create, *id, &new.name, recorded(new)));
            audit::record_all(&mut tx, &self.context.clock, caller, changes).await?;
            tx.commit().await?;
        }
        Ok((results, Vec::new()))
    }

    async fn undo(&self, caller: &Caller, import_id: &str) -> Result<()> {
        let mut tx = self.context.database.tenant(caller.project_id).await?;
        let removed = store::undo(&mut tx, caller.project_id, id(import_id)?, self.context.clock.now()).await?;
        let changes = removed.iter().map(|row| change(Action::Delete, row.id, &row.name, Value::Null));
        audit::record_all(&mut tx, &self.context.clock, caller, changes).await?;
        Ok(tx.commit().await?)
    }

    async fn finish(&self, caller: &Caller, import_id: &str) -> Result<()> {
        let mut tx = self.context.database.tenant(caller.project_id).await?;
        store::finish(&mut tx, caller.project_id, id(import_id)?, self.context.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// One of a number that is there is the table's own when it has the same owner.
fn is_it(there: There, sent: &StructureIdentifier) -> bool {
    let owner = (sent.owner_id != 0).then_some(sent.owner_id);
    there.is_of_import || (there.owner_id == owner && !(sent.owner_is_new && owner.is_none()))
}

/// None where it cannot be taken.
fn read(sent: &StructureIdentifier, errors: &mut Vec<RowError>) -> Option<New> {
    let kind = usize::try_from(sent.r#type - 1).ok().and_then(|place| IdentifierType::ALL.get(place).copied());
    let Some(kind) = kind else {
        errors.push(problem(sent, "required"));
        return None;
    };
    let number = match Number::parse(kind, &sent.value) {
        Ok(number) => number,
        Err(error) => {
            errors.push(problem(sent, error.to_string()));
            return None;
        }
    };
    let other = Some(&sent.other_value).filter(|other| !other.is_empty()).map(|other| Number::parse(kind, other));
    let disagrees = other.is_some_and(|other| other.map_or(true, |other| other.unique_value() != number.unique_value()));
    if disagrees {
        errors.push(problem(sent, "two fields must match"));
        return None;
    }
    Some(New {
        kind,
        name: sent.name.chars().take(MAX_NAME).collect(),
        value: sent.value.trim().into(),
        number: number.for_device(),
        unique_value: number.unique_value(),
        owner_id: (sent.owner_id != 0).then_some(sent.owner_id),
        domain_id: sent.domain_id,
    })
}

fn problem(sent: &StructureIdentifier, message: impl Into<String>) -> RowError {
    RowError { index: sent.index as usize, field: sent.field.clone(), message: message.into() }
}

fn change(action: Action, id: i64, name: &str, after: Value) -> audit::Change<'_> {
    audit::Change::new(action, Resource::Identifier, id, name, Value::Null, after)
}

/// An access code is a secret as a password is.
fn recorded(new: &New) -> Value {
    let value = if new.kind == IdentifierType::AccessCode { Value::Null } else { json!(new.value) };
    json!({ "name": new.name, "type": new.kind.as_str(), "value": value, "owner_id": new.owner_id })
}

fn id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::field("import_id", "value must be a uuid"))
}

#[tonic::async_trait]
impl ImportedIdentifiers for Api {
    async fn import_structure_identifiers(
        &self,
        request: Request<ImportStructureIdentifiersRequest>,
    ) -> Result<Response<ImportStructureIdentifiersResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let (identifiers, errors) = self.import(&caller, request.into_inner()).await?;
        let error = |error: RowError| v1::RowError { index: error.index as i32, field: error.field, message: error.message };
        Ok(Response::new(ImportStructureIdentifiersResponse { identifiers, errors: errors.into_iter().map(error).collect() }))
    }

    async fn undo_structure_identifiers(&self, request: Request<StructureIdentifiersRequest>) -> Result<Response<()>, Status> {
        let caller = self.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        self.undo(&caller, &request.get_ref().import_id).await?;
        Ok(Response::new(()))
    }

    async fn finish_structure_identifiers(&self, request: Request<StructureIdentifiersRequest>) -> Result<Response<()>, Status> {
        let caller = self.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        self.finish(&caller, &request.get_ref().import_id).await?;
        Ok(Response::new(()))
    }
}
