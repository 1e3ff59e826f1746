//! What a statement does, in few words: its operations and the tables they name. Values never come into it.

/// Longest summary, in characters.
const LONGEST: usize = 120;

/// As `INSERT outbox` or `SELECT device_sync devices`; empty for what is no statement.
pub fn summary(sql: &str) -> String {
    let words = sql.split(|character: char| character.is_whitespace() || matches!(character, '(' | ')' | ',' | ';')).filter(|word| !word.is_empty());
    let mut summary: Vec<&str> = Vec::new();
    let mut wants_table = false;
    let mut is_quoted = false;
    let mut before = "";
    for word in words {
        let before = std::mem::replace(&mut before, word);
        let was_quoted = is_quoted;
        is_quoted ^= word.matches('\'').count() % 2 == 1;
        if was_quoted || word.contains('\'') {
            continue;
        }
        if std::mem::take(&mut wants_table) && is_table(word) {
            summary.push(word);
        } else if let Some(operation) = operation(word, summary.is_empty()).filter(|_| !is_clause(before)) {
            summary.push(operation);
            wants_table = operation == "UPDATE";
        } else if ["FROM", "INTO", "JOIN"].iter().any(|before| word.eq_ignore_ascii_case(before)) {
            wants_table = true;
        }
    }
    summary.join(" ").chars().take(LONGEST).collect()
}

/// What comes after these belongs to the operation before: `FOR UPDATE`, `ON CONFLICT .. DO UPDATE`.
fn is_clause(before: &str) -> bool {
    ["FOR", "DO", "KEY"].iter().any(|clause| before.eq_ignore_ascii_case(clause))
}

/// The first of a summary's words that says what is done.
pub fn operation_of(summary: &str) -> &str {
    summary.split(' ').next().unwrap_or_default()
}

fn operation(word: &str, is_first: bool) -> Option<&'static str> {
    let inner = ["SELECT", "INSERT", "UPDATE", "DELETE"];
    let first = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET", "CALL", "LOCK", "LISTEN", "NOTIFY", "COPY", "TRUNCATE"];
    let found = inner.iter().chain(first.iter().filter(|_| is_first)).find(|operation| word.eq_ignore_ascii_case(operation));
    found.copied()
}

/// Words of the language that can stand where a table does are none.
fn is_table(word: &str) -> bool {
    let is_keyword = ["SET", "SELECT", "LATERAL", "ONLY", "OF", "SKIP", "NOWAIT", "UNNEST"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword));
    !is_keyword && word.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_') && word.chars().all(is_name_character)
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_names_what_is_done_with_which_tables() {
        for (sql, expected) in [
            ("SELECT id FROM devices WHERE serial_number = $1", "SELECT devices"),
            ("SELECT d.id FROM device_sync s JOIN devices d ON d.id = s.device_id", "SELECT device_sync devices"),
            ("INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING", "INSERT inbox"),
            ("UPDATE device_sync SET failures = 0 WHERE device_id = $1", "UPDATE device_sync"),
            ("WITH event AS (INSERT INTO outbox (id) VALUES ($1))\n SELECT pg_notify('outbox', '')", "INSERT outbox SELECT"),
            ("DELETE FROM outbox WHERE seq = ANY($1)", "DELETE outbox"),
            ("SELECT id FROM devices WHERE id = $1 FOR UPDATE SKIP LOCKED", "SELECT devices"),
            ("INSERT INTO workers (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET alive_until = $2", "INSERT workers"),
            ("COMMIT", "COMMIT"),
        ] {
            assert_eq!(summary(sql), expected, "{sql}");
        }
    }

    #[test]
    fn no_value_gets_into_a_summary() {
        let sql = "SELECT 'from secret_a into secret_b' FROM users WHERE name = 'it is from secret_c' AND pin = 4711 AND x = 'join secret_d'";
        assert_eq!(summary(sql), "SELECT users");
        assert_eq!(summary("SET LOCAL app.project_id = '17'"), "SET");
    }

    #[test]
    fn a_long_statement_has_a_short_summary() {
        assert!(summary(&"SELECT a FROM one UNION ".repeat(100)).len() <= LONGEST);
    }
}
