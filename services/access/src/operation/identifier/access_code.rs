//! How long access codes have to be: a guess at a keypad stays hopeless.
use kit::{Error, Result};
use ring::rand::{SecureRandom, SystemRandom};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::domain::identifier::{CodeLength, IdentifierType};
use crate::domain::number::Number;
use crate::store::identifier::{count_codes, find_by_number};

/// Codes that are tried: of a thousand numbers one is taken at most.
const ATTEMPTS: usize = 10;

/// Of new codes of the project, beside those that work.
pub async fn length(app: &App, connection: &mut PgConnection, project_id: i64) -> Result<CodeLength> {
    Ok(CodeLength { shortest: app.shortest_code, live_codes: count_codes(connection, project_id).await? })
}

/// Refuses a new code that is shorter than one that the platform would make. `known`: the value of an identifier that is changed,
/// which may stay as it is.
pub async fn ensure_length(app: &App, connection: &mut PgConnection, project_id: i64, number: &Number, known: Option<&str>) -> Result<()> {
    let Number::Code(code) = number else { return Ok(()) };
    if known == Some(code) {
        return Ok(());
    }
    match length(app, connection, project_id).await?.too_short(code) {
        Some(message) => Err(Error::field("value", message)),
        None => Ok(()),
    }
}

/// A new one, that no identifier has.
pub async fn make(app: &App, connection: &mut PgConnection, project_id: i64) -> Result<String> {
    let length = length(app, connection, project_id).await?.least();
    let kinds = [IdentifierType::AccessCode.number()];
    for _ in 0..ATTEMPTS {
        let mut random = [0; 16];
        SystemRandom::new().fill(&mut random).map_err(|_| Error::internal(anyhow::anyhow!("the system gives no random bytes")))?;
        let number = Uuid::from_bytes(random).as_u128() % 10u128.pow(length as u32);
        let code = format!("{number:0length$}");
        if find_by_number(connection, project_id, &kinds, &code).await?.is_none() {
            return Ok(code);
        }
    }
    Err(Error::conflict("identifier duplicate"))
}
