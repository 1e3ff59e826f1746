//! Settings of projects: the projection of what domains says of them.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::{ProjectGeneral, ProjectSettingsChanged};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::domain::profile::{IDENTIFIER_FORMATS, LOCALES, TIME_FORMATS, number};
use crate::domain::self_registration::UserType;

/// Takes a snapshot, unless a newer one was taken. Returns whether it was.
pub async fn project(connection: &mut PgConnection, settings: &ProjectSettingsChanged, general: &ProjectGeneral) -> Result<bool> {
    let types = general.user_types.iter().map(|offer| UserType { name: offer.name.clone(), role_id: offer.role_id });
    let row = Snapshot::new("project_settings", "project_id")
        .set("project_id", settings.project_id)
        .set("registration_enabled", general.registration_enabled)
        .set("registration_role_id", general.registration_role_id)
        .set("registration_domain_id", general.registration_domain_id)
        .set("self_registration_enabled", general.self_registration_enabled)
        .set("invitation_code", &general.invitation_code)
        .set("user_types", Json(types.collect::<Vec<_>>()))
        .set("object_names", &general.object_names)
        .set("identifier_format", number(&IDENTIFIER_FORMATS, &general.identifier_format).unwrap_or(IDENTIFIER_FORMATS[0].1))
        .set("locales", Languages::known(&general.locales))
        .set("time_format", number(&TIME_FORMATS, &general.time_format).unwrap_or(TIME_FORMATS[0].1));
    row.store(connection, settings.version).await
}

/// The languages of a project.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Languages {
    /// Of what the platform says by itself.
    own: String,
    /// That users may choose.
    pub all: Vec<String>,
}

impl Languages {
    /// Those of a snapshot that are known here; all where it names none.
    fn known(locales: &[String]) -> Vec<String> {
        let known: Vec<String> = locales.iter().filter(|locale| LOCALES.contains(&locale.as_str())).cloned().collect();
        if known.is_empty() { LOCALES.map(String::from).to_vec() } else { known }
    }

    pub fn has(&self, locale: &str) -> bool {
        self.all.iter().any(|known| known == locale)
    }

    /// The language that is wished for, where the project has it; else its own.
    pub fn choose<'a>(&'a self, wished: &'a str) -> &'a str {
        if self.has(wished) { wished } else { &self.own }
    }
}

pub async fn languages(connection: &mut PgConnection, project_id: i64) -> Result<Languages> {
    let found = sqlx::query_as(
        "SELECT p.locale AS own, coalesce(s.locales, $2) AS \"all\"
         FROM projects p LEFT JOIN project_settings s ON s.project_id = p.id WHERE p.id = $1",
    );
    Ok(found.bind(project_id).bind(Languages::known(&[])).fetch_one(connection).await?)
}

/// A project that anybody may register in, and what they become there.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Open {
    pub project_id: i64,
    pub role_id: i64,
    pub domain_id: i64,
}

/// Which projects are asked for.
#[derive(Clone, Copy, Debug)]
pub enum Which {
    Any,
    Uid(Uuid),
    Id(i64),
}

/// Two at most: whether it is one is all that anybody asks. A project is not open while its role or group is gone.
pub async fn open(connection: &mut PgConnection, which: Which) -> Result<Vec<Open>> {
    let (uid, id) = match which {
        Which::Any => (None, None),
        Which::Uid(uid) => (Some(uid), None),
        Which::Id(id) => (None, Some(id)),
    };
    let found = sqlx::query_as(
        "SELECT s.project_id, r.id AS role_id, s.registration_domain_id AS domain_id
         FROM project_settings s JOIN projects p ON p.id = s.project_id
             JOIN roles r ON r.project_id = s.project_id AND r.id = s.registration_role_id
         WHERE s.registration_enabled AND NOT p.suspended AND s.registration_domain_id <> 0
             AND NOT EXISTS (SELECT 1 FROM group_nodes g WHERE g.id = s.registration_domain_id AND g.deleted)
             AND ($1::uuid IS NULL OR p.uid = $1) AND ($2::bigint IS NULL OR p.id = $2)
         ORDER BY s.project_id LIMIT 2",
    )
    .bind(uid)
    .bind(id)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// What a project offers to whoever has its invitation code.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Offer {
    pub project_id: i64,
    pub project_name: String,
    pub user_types: Json<Vec<UserType>>,
    pub object_names: Vec<String>,
}

/// None for a code that no project gives out. Types whose role is gone are left out.
pub async fn offer(connection: &mut PgConnection, code: &str) -> Result<Option<Offer>> {
    let found = sqlx::query_as(
        "SELECT s.project_id, p.name AS project_name, s.object_names,
             (SELECT coalesce(jsonb_agg(t.value ORDER BY t.place), '[]') FROM jsonb_array_elements(s.user_types) WITH ORDINALITY t (value, place)
              JOIN roles r ON r.project_id = s.project_id AND r.id = (t.value ->> 'role_id')::bigint) AS user_types
         FROM project_settings s JOIN projects p ON p.id = s.project_id
         WHERE s.self_registration_enabled AND s.invitation_code = $1 AND s.invitation_code <> '' AND NOT p.suspended
         ORDER BY s.project_id LIMIT 1",
    )
    .bind(code)
    .fetch_optional(connection)
    .await?;
    Ok(found)
}
