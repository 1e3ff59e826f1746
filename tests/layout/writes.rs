//! Functions of the stores that write rows, and the proof that each takes: a row that was locked under the caller's right,
//! the right itself, or who calls. Without one, anybody could write any row by its id.
use std::collections::{BTreeMap, HashSet};

use crate::source::{Source, Token};

/// What only `policy` and `kit::listing` make, and the caller's signed context.
const PROOFS: &[&str] = &["Permitted", "Authorized", "Caller"];

/// Types of a service that prove as much, each with the reason. Their fields are private.
pub const SERVICE_PROOFS: &[(&str, &str, &str)] = &[
    ("access", "LockedGuestKey", "a key that the caller has made or given, locked"),
    ("access", "SpendingIdentifier", "made by locking the identifier whose pass is spent or given back"),
    ("amenities", "LockedReservation", "made of a `Permitted` reservation, by inserting one, or by locking those that the clock or an event changes"),
    ("device-gateway", "AbandonedAlarms", "made by locking the alarms of a user who is suspended or deleted, for the event that says so"),
    ("device-gateway", "ProjectedDevice", "made by locking a device, for an event or for what the platform does by itself"),
    ("device-gateway", "RefusedDelivery", "made by locking what a device has refused"),
    ("domains", "LockedGroup", "made of a `Permitted` group, or by inserting the group"),
    ("domains", "LockedSettings", "made by locking the settings under the right to change them, or for an event"),
    ("domains", "LogoOwner", "a locked group, or locked settings"),
    ("domains", "ImportLease", "made by beginning an import under the right to create groups, or by claiming an abandoned one"),
    ("device-gateway", "LockedRunDevices", "made by locking the devices of a run, for the event that changes it or for the lane that tells them"),
    ("notifications", "LockedRun", "made by starting a run, by locking those of a `Permitted` alert, or those that the clock or devices change"),
    ("notifications", "LockedAnnounce", "made of a `Permitted` announce, or by locking one that the clock or its sending changes"),
    ("notifications", "LockedRecipient", "made by locking a recipient by the token that is their right"),
    ("identity", "LockedAccount", "made by locking the account: it belongs to no project, so there is no right to it"),
    ("telephony", "FreeNumbers", "made by locking the range of numbers under a right to numbers"),
];

/// A function that others may call and that writes without a proof, as `services/x/src/store/user.rs` and `set_region`.
pub type UnprovenWriter = (String, String);

/// Writing functions that others may call: with a proof, and without.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Writers {
    pub proven: usize,
    pub unproven: Vec<UnprovenWriter>,
}

pub fn writers(files: &[Source]) -> Writers {
    let mut services: BTreeMap<&str, Vec<(&Source, bool)>> = BTreeMap::new();
    for file in files {
        if let Some((service, path)) = file.in_service() {
            services.entry(service).or_default().push((file, path.starts_with("store/") || path == "store.rs"));
        }
    }
    let mut found = Writers::default();
    for (service, files) in services {
        let mut proofs: HashSet<&str> = PROOFS.iter().copied().collect();
        proofs.extend(SERVICE_PROOFS.iter().filter(|(of, _, _)| *of == service).map(|(_, name, _)| *name));
        // An alias may stand for another one.
        for _ in 0..2 {
            let named: Vec<&str> = files.iter().flat_map(|(file, _)| aliases_of(file, &proofs)).collect();
            proofs.extend(named);
        }
        for (file, _) in files.iter().filter(|(_, is_store)| *is_store) {
            for function in writing_functions(file) {
                if function.parameters.iter().any(|word| proofs.contains(word)) {
                    found.proven += 1;
                } else {
                    found.unproven.push((file.path.clone(), function.name.to_owned()));
                }
            }
        }
    }
    found
}

/// Functions of jobs that write by a statement of their own and that others than jobs may call. Nobody calls a job: what it writes
/// is private to `jobs`.
pub fn public_writers_of_jobs(files: &[Source]) -> Vec<UnprovenWriter> {
    let of_jobs = files.iter().filter(|file| file.in_service().is_some_and(|(_, path)| path.starts_with("jobs/")));
    let writers = of_jobs.flat_map(|file| {
        let constants = writing_constants(&file.full_tokens);
        let public = functions(&file.full_tokens).into_iter().filter(move |function| function.is_public && writes(function, &constants));
        public.map(|function| (file.path.clone(), function.name.to_owned()))
    });
    writers.collect()
}

/// Types that are another name of a proof: `type Right<A> = Authorized<resource::User, A>;`.
fn aliases_of<'a>(file: &'a Source, proofs: &HashSet<&str>) -> Vec<&'a str> {
    let mut aliases = Vec::new();
    for (at, pair) in file.full_tokens.windows(2).enumerate() {
        let [(_, Token::Word(keyword)), (_, Token::Word(name))] = pair else { continue };
        if keyword != "type" {
            continue;
        }
        let definition = file.full_tokens[at + 2..].iter().map(|(_, token)| token).take_while(|token| **token != Token::Sign(';'));
        if words(definition).any(|word| proofs.contains(word)) {
            aliases.push(name.as_str());
        }
    }
    aliases
}

/// What stands between the braces of a `struct` or `enum`, or the parentheses of a `struct` without names.
pub fn body_of_type<'a>(file: &'a Source, name: &str) -> Option<&'a [(usize, Token)]> {
    let is_declaration = |pair: &[(usize, Token)]| match [&pair[0].1, &pair[1].1] {
        [Token::Word(keyword), Token::Word(found)] => ["struct", "enum"].contains(&keyword.as_str()) && found == name,
        _ => false,
    };
    let at = file.full_tokens.windows(2).position(is_declaration)?;
    let open = (at..file.full_tokens.len()).find(|at| matches!(file.full_tokens[*at].1, Token::Sign('{' | '(')))?;
    Some(&file.full_tokens[open..closing(&file.full_tokens, open)])
}

fn words<'a>(tokens: impl Iterator<Item = &'a Token>) -> impl Iterator<Item = &'a str> {
    tokens.filter_map(|token| if let Token::Word(word) = token { Some(word.as_str()) } else { None })
}

struct Function<'a> {
    name: &'a str,
    is_public: bool,
    /// Words of the parameters' names and types; of a method also the type that it belongs to.
    parameters: Vec<&'a str>,
    body: &'a [(usize, Token)],
}

/// Those that others may call, and that write: by a statement in their body, or in a constant or a function of the same file
/// that the body names.
fn writing_functions(file: &Source) -> Vec<Function<'_>> {
    let functions = functions(&file.full_tokens);
    let mut writing: HashSet<&str> = writing_constants(&file.full_tokens);
    loop {
        let more: Vec<&str> =
            functions.iter().filter(|function| !writing.contains(function.name) && writes(function, &writing)).map(|f| f.name).collect();
        if more.is_empty() {
            break;
        }
        // What others may call is judged by itself, also where it is called from here.
        writing.extend(functions.iter().filter(|function| more.contains(&function.name)).map(|function| function.name));
    }
    functions.into_iter().filter(|function| function.is_public && writes(function, &writing)).collect()
}

fn writes(function: &Function<'_>, writing: &HashSet<&str>) -> bool {
    function.body.iter().any(|(_, token)| match token {
        Token::Text(text) => is_writing(text),
        Token::Word(word) => word != function.name && writing.contains(word.as_str()),
        Token::Sign(_) => false,
    })
}

fn writing_constants(tokens: &[(usize, Token)]) -> HashSet<&str> {
    let mut constants = HashSet::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [(_, Token::Word(keyword)), (_, Token::Word(name))] = pair else { continue };
        let mut value = tokens[at + 2..].iter().map(|(_, token)| token).take_while(|token| **token != Token::Sign(';'));
        if ["const", "static"].contains(&keyword.as_str()) && value.any(|token| matches!(token, Token::Text(text) if is_writing(text))) {
            constants.insert(name.as_str());
        }
    }
    constants
}

/// Whether a statement inserts, updates or deletes; a lock (`FOR UPDATE`) does not.
fn is_writing(statement: &str) -> bool {
    let words: Vec<&str> = statement.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |at| words[at]);
        match *word {
            "INTO" => before == "INSERT",
            "FROM" => before == "DELETE",
            "UPDATE" => !["FOR", "KEY", "DO"].contains(&before),
            _ => false,
        }
    })
}

fn functions(tokens: &[(usize, Token)]) -> Vec<Function<'_>> {
    let mut functions = Vec::new();
    let mut implemented: Option<(&str, usize)> = None;
    let mut at = 0;
    while at + 1 < tokens.len() {
        if implemented.is_some_and(|(_, end)| at >= end) {
            implemented = None;
        }
        match (&tokens[at].1, &tokens[at + 1].1) {
            (Token::Word(keyword), _) if keyword == "impl" && implemented.is_none() => {
                if let Some(open) = (at..tokens.len()).find(|at| tokens[*at].1 == Token::Sign('{')) {
                    let name = words(tokens[at + 1..open].iter().map(|(_, token)| token)).filter(|word| word.starts_with(char::is_uppercase)).last();
                    implemented = name.map(|name| (name, closing(tokens, open)));
                    at = open;
                }
            }
            (Token::Word(keyword), Token::Word(name)) if keyword == "fn" => {
                let Some(open) = (at..tokens.len()).find(|at| tokens[*at].1 == Token::Sign('(')) else { break };
                let close = closing(tokens, open);
                let Some(start) = (close..tokens.len()).find(|at| matches!(tokens[*at].1, Token::Sign('{' | ';'))) else { break };
                let end = if tokens[start].1 == Token::Sign('{') { closing(tokens, start) } else { start };
                let mut parameters: Vec<&str> = words(tokens[open..close].iter().map(|(_, token)| token)).collect();
                if parameters.contains(&"self") {
                    parameters.extend(implemented.map(|(name, _)| name));
                }
                functions.push(Function { name, is_public: is_public(tokens, at), parameters, body: &tokens[start..end] });
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    functions
}

/// Where the bracket that opens here is closed.
fn closing(tokens: &[(usize, Token)], open: usize) -> usize {
    let mut depth = 0;
    for (at, (_, token)) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign('}' | ')' | ']') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Whether the `fn` here follows `pub`, `pub(crate)`, `pub async` and the like. What is for the module above is private to the
/// store.
fn is_public(tokens: &[(usize, Token)], at: usize) -> bool {
    let before =
        tokens[..at].iter().rev().map(|(_, token)| token).find(|token| !matches!(token, Token::Word(word) if word == "async" || word == "const"));
    match before {
        Some(Token::Word(word)) => word == "pub",
        Some(Token::Sign(')')) => !tokens[..at].iter().rev().take(5).any(|(_, token)| *token == crate::source::word("super")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writers_of(files: &[(&str, &str)]) -> (usize, Vec<String>) {
        let files: Vec<Source> = files.iter().map(|(path, text)| Source::parse(&format!("services/domains/src/{path}"), text)).collect();
        let found = writers(&files);
        (found.proven, found.unproven.into_iter().map(|(_, name)| name).collect())
    }

    #[test]
    fn a_function_that_writes_by_an_id_is_found() {
        for body in ["query(\"INSERT INTO users\")", "query(\"UPDATE users SET a = 1\")", "query(r#\"WITH x AS (DELETE FROM users) SELECT\"#)"] {
            let text = format!("pub(crate) async fn change<A>(c: &mut PgConnection, id: i64) -> Result<()> {{ {body} }}");
            assert_eq!(writers_of(&[("store/user.rs", &text)]), (0, vec!["change".to_owned()]), "{body}");
        }
    }

    #[test]
    fn a_statement_in_a_constant_or_a_private_function_counts() {
        let text = "const SQL: &str = \"DELETE FROM users\"; pub fn delete(id: i64) { remove(id) } fn remove(id: i64) { query(SQL) }";
        assert_eq!(writers_of(&[("store/user.rs", text)]), (0, vec!["delete".to_owned()]));
    }

    #[test]
    fn reading_and_locking_is_no_writing() {
        let text = "pub fn find(id: i64) { query(\"SELECT a FROM users FOR NO KEY UPDATE\"); query(\"SELECT 1 FOR UPDATE OF u\") } fn update() { query(\"UPDATE a\") }";
        assert_eq!(
            writers_of(&[("store/user.rs", text), ("projection/user.rs", "pub fn project(id: i64) { query(\"DELETE FROM a\") }")]),
            (0, Vec::new())
        );
    }

    #[test]
    fn what_a_job_writes_is_private_to_jobs() {
        let writers = |text: &str| public_writers_of_jobs(&[Source::parse("services/domains/src/jobs/clean_up.rs", text)]).len();
        assert_eq!(writers("pub async fn delete_old() { query(\"DELETE FROM users\") }"), 1);
        assert_eq!(writers("const SQL: &str = \"DELETE FROM users\"; pub(crate) fn delete_old() { query(SQL) }"), 1);
        assert_eq!(writers("pub fn run() { delete_old() } fn delete_old() { query(\"DELETE FROM users\") }"), 0);
        assert_eq!(writers("pub(super) fn delete_old() { query(\"DELETE FROM users\") }"), 0);
    }

    #[test]
    fn a_row_a_right_an_alias_of_one_and_a_proof_of_the_service_are_proofs() {
        let texts = [
            "pub fn delete(user: &Permitted<UserRow, action::Delete>) { query(\"DELETE FROM users\") }",
            "type Right = Authorized<resource::User, action::Create>; pub fn insert(right: &Right) { query(\"INSERT INTO users\") }",
            "impl LockedGroup { pub fn release(&self) { query(\"UPDATE a SET b\") } }",
        ];
        for text in texts {
            assert_eq!(writers_of(&[("store/user.rs", text)]), (1, Vec::new()), "{text}");
        }
        let other = "impl Group { pub fn release(&self) { query(\"UPDATE a SET b\") } }";
        assert_eq!(writers_of(&[("store/user.rs", other)]), (0, vec!["release".to_owned()]));
    }
}
