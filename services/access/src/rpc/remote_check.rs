//! The access decision for a device that asks at the door.
use kit::{Context, Error, Result};
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::{CheckIdentifierRequest, CheckIdentifierResponse};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::domain::decision::{Question, Who, decide};
use crate::domain::ids::IdentifierId;
use crate::domain::number::Number;
use crate::domain::remote;
use crate::site::{DeviceSite, Whom, timestamp};
use crate::store::identifier;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn check(&self, request: CheckIdentifierRequest) -> Result<CheckIdentifierResponse> {
        let mut reader = self.context.database.read(request.project_id).await?;
        let Some(id) = find(&mut reader, &request).await? else { return Ok(CheckIdentifierResponse::default()) };
        let whom = Whom::Only { user: None, identifier: Some(id) };
        let site = DeviceSite::load(&mut reader, request.project_id, request.device_id, whom).await?;
        drop(reader);
        let Some((identifier, owner)) = site.identifier(IdentifierId(id)) else { return Ok(CheckIdentifierResponse::default()) };
        let question = Question {
            who: Who::Identifier { identifier, owner },
            device: &site.device,
            lock: 0,
            at: timestamp(self.context.clock.now()),
            schedules: &site.schedules,
            license: Some(&site.license),
        };
        let lock_number = remote::lock_number(decide(&question, &site.rules).locks, &site.device.capability);
        Ok(CheckIdentifierResponse { known: true, lock_number: lock_number.map(i32::from) })
    }
}

/// None for a number that is nobody's, or none at all.
async fn find(connection: &mut PgConnection, request: &CheckIdentifierRequest) -> Result<Option<i64>> {
    let types = remote::types_of(&request.r#type);
    let Some(Ok(number)) = types.first().map(|kind| Number::parse(*kind, &request.number)) else { return Ok(None) };
    let numbers: Vec<i16> = types.iter().map(|kind| *kind as i16 + 1).collect();
    identifier::by_number(connection, request.project_id, &numbers, &number.unique_value()).await
}

#[tonic::async_trait]
impl RemoteChecks for Api {
    async fn check_identifier(&self, request: Request<CheckIdentifierRequest>) -> Result<Response<CheckIdentifierResponse>, Status> {
        self.context.caller(&request)?.as_service().map_err(Error::from)?;
        Ok(Response::new(self.check(request.into_inner()).await?))
    }
}
