//! Identifiers.
use kit::late::{self, Kept};
use kit::{Context, Error, Fields, Mask, Result, audit};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::domain::identifier::IdentifierType as Kind;
use crate::domain::number::Number;
use crate::store::identifier::{self as store, Row};
use crate::store::{affected, ids};

const MAX_PASSES: i32 = 99_999;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn create(&self, caller: Caller, new: Identifier) -> Result<Identifier> {
        let right = caller.authorize::<resource::Identifier, action::Create>()?;
        self.settle(&caller, &new).await?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let mut row = self.blank();
        fill(&mut row, &new)?;
        self.relate(&mut tx, &caller, &row, Some(&new)).await?;
        row.id = store::insert(&mut tx, &right, &row).await?;
        store::set_rules(&mut tx, right.project_id(), row.id, &ids(&new.access_rules)).await?;
        let view = caller.authorize::<resource::Identifier, action::View>()?;
        let made = store::find(&mut tx, &view, row.id, false).await?;
        self.changed(&mut tx, &caller, Action::Create, None, Some(&made)).await?;
        tx.commit().await?;
        Ok(made.into_api())
    }

    async fn update(&self, caller: Caller, request: UpdateIdentifierRequest) -> Result<Identifier> {
        let right = caller.authorize::<resource::Identifier, action::Edit>()?;
        if let Some(named) = &request.identifier {
            self.settle(&caller, named).await?;
        }
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let before = store::find(&mut tx, &right, request.id, true).await?;
        let (mask, new) = (Mask::new(request.update_mask), request.identifier.unwrap_or_default());
        let merged = merge(before.clone().into_api(), new, &mask);
        let mut after = Row { updated_at: self.context.clock.now(), ..before.clone() };
        fill(&mut after, &merged)?;
        self.relate(&mut tx, &caller, &after, mask.has("access_rules").then_some(&merged)).await?;
        let touched = affected::by_identifier(&mut tx, before.id, before.owner_id).await?;
        store::update(&mut tx, &right, &after).await?;
        if mask.has("access_rules") {
            store::set_rules(&mut tx, right.project_id(), before.id, &ids(&merged.access_rules)).await?;
        }
        affected::touch(&mut tx, right.project_id(), touched).await?;
        let after = store::find(&mut tx, &right, before.id, false).await?;
        self.changed(&mut tx, &caller, Action::Edit, Some(&before), Some(&after)).await?;
        tx.commit().await?;
        Ok(after.into_api())
    }

    async fn revoke(&self, caller: Caller, id: i64) -> Result<Identifier> {
        let right = caller.authorize::<resource::Identifier, action::Edit>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let before = store::find(&mut tx, &right, id, true).await?;
        if before.revoked_at.is_some() {
            return Ok(before.into_api());
        }
        let now = self.context.clock.now();
        let after = Row { revoked_at: Some(now), updated_at: now, version: before.version + 1, ..before.clone() };
        store::update(&mut tx, &right, &after).await?;
        self.changed(&mut tx, &caller, Action::Edit, Some(&before), Some(&after)).await?;
        tx.commit().await?;
        Ok(after.into_api())
    }

    async fn delete(&self, caller: &Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::Identifier, action::Delete>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let row = store::find(&mut tx, &right, id, true).await?;
        if row.kind() == Kind::Ukey2 {
            return Err(Error::conflict("ukey2 identifiers cannot be deleted"));
        }
        self.changed(&mut tx, caller, Action::Delete, Some(&row), None).await?;
        store::delete(&mut tx, &right, id).await?;
        Ok(tx.commit().await?)
    }

    fn blank(&self) -> Row {
        let now = self.context.clock.now();
        Row {
            id: 0,
            link_id: Uuid::now_v7(),
            name: String::new(),
            description: None,
            r#type: 1,
            value: String::new(),
            number: String::new(),
            unique_value: String::new(),
            is_active: true,
            owner_type: 1,
            owner_id: None,
            owner_name: None,
            domain_id: None,
            domain_name: None,
            period_restrict_active: false,
            period_restrict_from: None,
            period_restrict_to: None,
            passes_restrict_active: false,
            passes_restrict_max_count: 1,
            passes_restrict_passes_count: 0,
            revoked_at: None,
            version: 1,
            created_by: None,
            created_by_name: String::new(),
            created_at: now,
            updated_at: now,
            rule_ids: Vec::new(),
            rule_names: Vec::new(),
        }
    }

    /// The owner may have been made a moment ago.
    async fn settle(&self, caller: &Caller, named: &Identifier) -> Result<()> {
        let owner: Vec<i64> = named.owner.iter().map(|owner| owner.id).collect();
        late::settle(&self.context, caller, Kept::User, "people", &owner).await
    }

    /// The owner, and the rules that it is put into, must be the caller's to see and to change.
    async fn relate(&self, tx: &mut PgConnection, caller: &Caller, row: &Row, named: Option<&Identifier>) -> Result<()> {
        if let Some(owner) = row.owner_id {
            kit::related::users(tx, caller, &[owner]).await?;
        }
        for rule in named.map(|named| ids(&named.access_rules)).unwrap_or_default() {
            super::access_rule::may_change(tx, caller, rule).await?;
        }
        Ok(())
    }

    /// What every change of an identifier brings: the snapshot, the doors, the record.
    async fn changed(&self, tx: &mut PgConnection, caller: &Caller, action: Action, before: Option<&Row>, after: Option<&Row>) -> Result<()> {
        let Some(subject) = after.or(before) else { return Ok(()) };
        let mut devices = affected::by_identifier(tx, subject.id, subject.owner_id).await?;
        if let Some(before) = before {
            devices.extend(affected::by_identifier(tx, before.id, before.owner_id).await?);
        }
        affected::touch(tx, caller.project_id, devices).await?;
        let version = subject.version + i64::from(after.is_none());
        let deleted_at = after.is_none().then(|| self.context.clock.now());
        store::announce(tx, caller.project_id, subject, version, deleted_at).await?;
        let change = audit::Change::new(action, Resource::Identifier, subject.id, &subject.name, record(before), record(after));
        audit::record(tx, &self.context.clock, caller, change).await
    }
}

fn record(row: Option<&Row>) -> Value {
    // An access code is a secret as a password is; the others are printed on cards and plates.
    let shown = |row: &Row| if row.kind() == Kind::AccessCode { Value::Null } else { json!(row.value) };
    row.map_or(Value::Null, |row| {
        json!({
            "name": row.name, "description": row.description, "type": row.kind().as_str(), "value": shown(row), "is_active": row.is_active, "owner_id": row.owner_id,
            "period_restrict_from": row.period_restrict_from.map(|at| at.to_string()), "period_restrict_to": row.period_restrict_to.map(|at| at.to_string()),
            "passes_restrict_max_count": row.passes_restrict_active.then_some(row.passes_restrict_max_count), "revoked": row.revoked_at.is_some(), "access_rules": row.rule_ids,
        })
    })
}

fn merge(mut old: Identifier, new: Identifier, mask: &Mask) -> Identifier {
    macro_rules! take {
        ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut old.$field, new.$field);)+ };
    }
    take!(
        name,
        description,
        is_active,
        value,
        owner_type,
        owner,
        period_restrict_active,
        period_restrict_from,
        period_restrict_to,
        passes_restrict_active,
        passes_restrict_max_count,
        access_rules,
    );
    mask.apply("type", &mut old.r#type, new.r#type);
    old
}

/// Checks what was sent and puts it into the row.
fn fill(row: &mut Row, sent: &Identifier) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("name", &sent.name, 100);
    fields.optional_text("description", sent.description.as_deref(), 1000);
    fields.check((1..=7).contains(&sent.r#type), "type", "required");
    let read = |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(kit::clock::from_proto);
    let (from, to) = (read(&sent.period_restrict_from), read(&sent.period_restrict_to));
    if sent.period_restrict_active {
        fields.check(from.is_some() || to.is_some(), "period_restrict_from", "at least one must have a value");
        fields.check(!matches!((from, to), (Some(from), Some(to)) if from >= to), "period_restrict_to", "must be greater than period_restrict_from");
    }
    if sent.passes_restrict_active {
        fields.range("passes_restrict_max_count", sent.passes_restrict_max_count, 1, MAX_PASSES);
    }
    let kind = Kind::ALL[usize::from(sent.r#type.clamp(1, 7) as u16) - 1];
    let number = Number::parse(kind, &sent.value);
    if let Err(error) = &number {
        fields.add("value", error.to_string());
    }
    fields.finish()?;

    let number = number.map_err(|error| Error::field("value", error.to_string()))?;
    row.name = sent.name.trim().into();
    row.description.clone_from(&sent.description);
    row.is_active = sent.is_active;
    row.r#type = sent.r#type as i16;
    row.value = sent.value.trim().into();
    row.number = number.for_device();
    row.unique_value = number.unique_value();
    row.owner_type = if sent.owner_type == OwnerType::Guest as i32 { 2 } else { 1 };
    row.owner_id = sent.owner.as_ref().map(|owner| owner.id).filter(|id| *id != 0);
    row.period_restrict_active = sent.period_restrict_active;
    (row.period_restrict_from, row.period_restrict_to) = if sent.period_restrict_active { (from, to) } else { (None, None) };
    // A limit that is set anew counts from now on; one that is only another counts on.
    if sent.passes_restrict_active && !row.passes_restrict_active {
        row.passes_restrict_passes_count = 0;
    }
    row.passes_restrict_active = sent.passes_restrict_active;
    row.passes_restrict_max_count = if sent.passes_restrict_active { sent.passes_restrict_max_count } else { 1 };
    Ok(())
}

#[tonic::async_trait]
impl Identifiers for Api {
    async fn list_identifiers(&self, request: Request<ListIdentifiersRequest>) -> Result<Response<ListIdentifiersResponse>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::Identifier, action::View>().map_err(Error::from)?;
        let request = request.into_inner();
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = store::list(&mut reader, &right, &kit::list_query!(request), request.only_guest.unwrap_or(false)).await?.map(Row::into_api);
        Ok(Response::new(ListIdentifiersResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_identifier(&self, request: Request<GetIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::Identifier, action::View>().map_err(Error::from)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(store::find(&mut reader, &right, request.into_inner().id, false).await?.into_api()))
    }

    async fn create_identifier(&self, request: Request<CreateIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.create(caller, request.into_inner().identifier.unwrap_or_default()).await?))
    }

    async fn update_identifier(&self, request: Request<UpdateIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.update(caller, request.into_inner()).await?))
    }

    async fn delete_identifier(&self, request: Request<DeleteIdentifierRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let id = request.into_inner().id;
        self.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_identifiers(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.authorize::<resource::Identifier, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.delete(&caller, id)).await?))
    }

    async fn revoke_identifier(&self, request: Request<RevokeIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.revoke(caller, request.into_inner().id).await?))
    }
}
