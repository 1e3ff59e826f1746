//! Cards that doors have refused because nobody has them.
use kit::Result;
use proto::vestibule::events::v1::EventArrived;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::identifier::IdentifierType;
use crate::domain::number::Number;

/// How long they are kept.
const RETENTION: Duration = Duration::days(90);
const UNKNOWN_CARD: &str = "access_denied_by_unknown_card";

/// The number of the card, as numbers are compared; None for an event of something else.
pub fn number_of(event: &EventArrived) -> Option<String> {
    let is_unknown = event.identifier_id == 0 && event.code == UNKNOWN_CARD && event.identifier_type == IdentifierType::Card.device_word();
    let number = is_unknown.then(|| Number::parse(IdentifierType::Card, &event.identifier_number).ok())?;
    number.map(|number| number.unique_value())
}

pub async fn note(connection: &mut PgConnection, project_id: i64, number: &str, at: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM unknown_cards WHERE project_id = $1 AND last_at < $2")
        .bind(project_id)
        .bind(at - RETENTION)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO unknown_cards (project_id, unique_value, last_at) VALUES ($1, $2, $3)
         ON CONFLICT (project_id, unique_value) DO UPDATE SET last_at = greatest(unknown_cards.last_at, excluded.last_at)",
    )
    .bind(project_id)
    .bind(number)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_card_that_nobody_has_is_noted() {
        let event =
            EventArrived { code: UNKNOWN_CARD.into(), identifier_type: "card".into(), identifier_number: "13961168".into(), ..Default::default() };
        assert_eq!(number_of(&event).as_deref(), Some("00-D5-07-D0"));
        assert_eq!(number_of(&EventArrived { identifier_id: 5, ..event.clone() }), None);
        assert_eq!(number_of(&EventArrived { identifier_type: "inputCode".into(), ..event.clone() }), None);
        assert_eq!(number_of(&EventArrived { identifier_number: "?".into(), ..event.clone() }), None);
        assert_eq!(number_of(&EventArrived { code: "access_granted_by_valid_identifier".into(), ..event }), None);
    }
}
