//! Tells the other services what numbers are, in the transaction that changes them.
use kit::Result;
use kit::outbox::{self, Outgoing};
use proto::vestibule::events::v1::NumberChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::config::Config;
use crate::domain::realm;
use crate::domain::registrar::Registrar;

pub const CHANGED: &str = "telephony.number.changed";
/// Events that are written in one statement.
const AT_ONCE: usize = 500;

const COLUMNS: &str =
    "n.id, n.project_id, n.version, n.number, n.name, n.is_active, n.user_id, n.device_id, n.domain_id, n.is_general, n.sealed_password";

#[derive(Debug, sqlx::FromRow)]
struct Told {
    id: i64,
    project_id: i64,
    version: i64,
    number: String,
    name: String,
    is_active: bool,
    user_id: Option<i64>,
    device_id: Option<i64>,
    domain_id: i64,
    is_general: bool,
    sealed_password: Vec<u8>,
}

pub struct Announcer<'a> {
    pub config: &'a Config,
    pub now: OffsetDateTime,
}

impl Announcer<'_> {
    /// Where the devices of a project register. What is at the project's own address has the realm that the edge knows,
    /// or one of its own.
    pub async fn registrar(&self, connection: &mut PgConnection, project_id: i64) -> Result<Registrar> {
        let own: Option<(String, i32, String, String)> = sqlx::query_as(
            "SELECT proxy_address, proxy_port, transport, realm_address FROM project_sip WHERE project_id = $1 AND is_enabled AND proxy_address <> ''",
        )
        .bind(project_id)
        .fetch_optional(connection)
        .await?;
        let realm = realm::of(project_id, &self.config.domain);
        Ok(match own {
            Some((address, port, transport, of_its_own)) => {
                let realm = if of_its_own.is_empty() { realm } else { of_its_own };
                Registrar { realm, address, port: port as u16, transport }
            }
            None => Registrar { realm, address: self.config.public_host.clone(), port: self.config.public_port, transport: "udp".into() },
        })
    }

    /// Numbers of one project, as they are now.
    pub async fn numbers(&self, connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<()> {
        let numbers = sqlx::query_as(sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM sip_numbers n WHERE n.project_id = $1 AND n.id = ANY($2) ORDER BY n.id"
        )))
        .bind(project_id)
        .bind(ids)
        .fetch_all(&mut *connection)
        .await?;
        self.tell(connection, project_id, numbers, false).await
    }

    /// One that is about to be deleted.
    pub async fn deletion(&self, connection: &mut PgConnection, project_id: i64, id: i64) -> Result<()> {
        let gone = "UPDATE sip_numbers n SET version = version + 1 WHERE n.project_id = $1 AND n.id = $2 RETURNING ";
        let numbers = sqlx::query_as(sqlx::AssertSqlSafe(format!("{gone}{COLUMNS}"))).bind(project_id).bind(id).fetch_all(&mut *connection).await?;
        self.tell(connection, project_id, numbers, true).await
    }

    /// All numbers of devices anew, since they register elsewhere.
    pub async fn of_devices(&self, connection: &mut PgConnection, project_id: i64) -> Result<()> {
        let again = "UPDATE sip_numbers n SET version = version + 1 WHERE n.project_id = $1 AND n.device_id IS NOT NULL RETURNING ";
        let numbers = sqlx::query_as(sqlx::AssertSqlSafe(format!("{again}{COLUMNS}"))).bind(project_id).fetch_all(&mut *connection).await?;
        self.tell(connection, project_id, numbers, false).await
    }

    /// The numbers of a deleted group are out of use until somebody gives them to another group.
    pub async fn of_deleted_group(&self, connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
        let rest = "UPDATE sip_numbers n SET version = version + 1, is_active = false, is_general = false, updated_at = $3
             WHERE n.project_id = $1 AND n.domain_id = $2 RETURNING ";
        let statement = sqlx::AssertSqlSafe(format!("{rest}{COLUMNS}"));
        let numbers = sqlx::query_as(statement).bind(project_id).bind(group_id).bind(self.now).fetch_all(&mut *connection).await?;
        self.tell(connection, project_id, numbers, false).await
    }

    async fn tell(&self, connection: &mut PgConnection, project_id: i64, numbers: Vec<Told>, deleted: bool) -> Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        let registrar = self.registrar(connection, project_id).await?;
        let events: Vec<Outgoing<NumberChanged>> = numbers.into_iter().map(|number| outgoing(number, &registrar, deleted)).collect();
        for some in events.chunks(AT_ONCE) {
            outbox::emit_all(connection, CHANGED, some).await?;
        }
        Ok(())
    }
}

fn outgoing(number: Told, registrar: &Registrar, deleted: bool) -> Outgoing<NumberChanged> {
    let device_id = number.device_id.unwrap_or_default();
    let event = NumberChanged {
        project_id: number.project_id,
        id: number.id,
        version: number.version,
        deleted,
        number: number.number,
        name: number.name,
        is_active: number.is_active,
        user_id: number.user_id.unwrap_or_default(),
        device_id,
        domain_id: number.domain_id,
        is_general: number.is_general,
        realm: registrar.realm.clone(),
        proxy_address: registrar.address.clone(),
        proxy_port: registrar.port.into(),
        transport: registrar.transport.clone(),
        // Nobody but a device has to be told it.
        sealed_password: if device_id == 0 || deleted { Vec::new() } else { number.sealed_password },
    };
    Outgoing { project_id: number.project_id, aggregate: format!("number:{}", number.id), event }
}
