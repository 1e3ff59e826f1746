//! The rules of the layout, over parsed files.
use std::collections::{BTreeSet, HashSet};
use std::fmt;

use crate::source::{Source, Token, word};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A transport has no SQL and ends no transaction: it calls an operation or a function of the store.
    RpcWithoutSql,
    /// Statements are in `store` and `projection`, and in `jobs` what no caller asks for: see `writes::public_writers_of_jobs`.
    SqlInStoreOnly,
    /// The store knows rows and drafts. Only the payloads of events, in `publish.rs` or `events.rs`, are protobuf messages.
    StoreWithoutApi,
    /// Rules do no I/O and know no transport.
    DomainWithoutIo,
    /// An operation knows nothing of the transport by which it is called.
    OperationWithoutTransport,
    /// gRPC is known to `rpc`, `lib.rs`, `events.rs` and the adapters.
    TonicInRpcOnly,
    /// A layer imports no layer above it.
    NoUpwardImport,
    /// A noun has one file name in `rpc` and `operation`.
    SameNounInOperation,
    /// Modules at the root of a service are those of the layout, and its adapters.
    KnownTopLevel,
    /// A type carries its noun, so that a jump to a symbol finds one thing.
    TypeCarriesItsNoun,
    /// A constant of time says what it limits: `*_TIMEOUT`, `*_TTL`, `*_INTERVAL`.
    TimeConstantNamesItsUse,
    /// Programs read the environment by `kit::variables` only, from which the page of settings is written.
    EnvironmentInOnePlace,
    /// Instants of the crates `time` and `jiff` are converted by `kit::zone` only (docs/adr/0062).
    DatesMeetInOnePlace,
    /// Keys and channels of Redis begin with the name of the installation, since several may share a Redis.
    RedisNamesBeginWithTheInstallation,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub path: String,
    pub line: usize,
    pub rule: Rule,
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {:?}: {}", self.path, self.line, self.rule, self.what)
    }
}

/// Names that may stand at the root of `src` in every service; adapters are named for each.
const TOP_LEVEL: &[&str] = &["lib", "app", "config", "domain", "operation", "rpc", "store", "projection", "events", "publish", "jobs"];

/// What the rules of a domain may not touch: databases, transports, the network, files.
const IO: &[&[&str]] =
    &[&["sqlx"], &["tonic"], &["reqwest"], &["redis"], &["lapin"], &["rumqttc"], &["lettre"], &["tokio", "net"], &["tokio", "fs"], &["std", "fs"]];

/// For each layer those that it must not import; `rpc` is imported by `lib.rs` only.
const ABOVE: &[(&str, &[&str])] = &[
    ("domain", &["app", "operation", "store", "projection", "jobs", "events", "publish"]),
    ("store", &["operation", "projection", "jobs", "events"]),
    ("projection", &["operation"]),
    ("publish", &["operation"]),
];

/// Names that say nothing without their module.
const BARE_TYPES: &[&str] = &["Row", "Api", "Draft", "Rights", "Parts", "Kept", "Wanted", "There", "Held"];

/// Of each service its adapters: service, module, what it talks to.
pub type Adapters = [(&'static str, &'static str, &'static str)];

pub fn check(files: &[Source], adapters: &Adapters) -> Vec<Finding> {
    let operations: HashSet<(&str, &str)> =
        files.iter().filter_map(Source::in_service).filter_map(|(service, path)| Some((service, noun(path.strip_prefix("operation/")?)))).collect();
    let mut findings = BTreeSet::new();
    for file in files {
        names(file, &mut findings);
        environment(file, &mut findings);
        dates(file, &mut findings);
        redis_names(file, &mut findings);
        if let Some((service, path)) = file.in_service() {
            let layer = noun(path);
            let is_adapter = adapters.iter().any(|(of, adapter, _)| *of == service && *adapter == layer);
            if !TOP_LEVEL.contains(&layer) && !is_adapter {
                findings.insert(finding(file, 1, Rule::KnownTopLevel, format!("`{layer}` is no layer and no named adapter")));
            }
            layers(file, layer, is_adapter, &mut findings);
            if let Some(below) = path.strip_prefix("rpc/") {
                let calls = file.paths.iter().find(|(_, path)| path.starts_with(&["crate".to_owned(), "operation".to_owned()]));
                if let Some((line, _)) = calls.filter(|_| noun(below) != "mod" && !operations.contains(&(service, noun(below)))) {
                    findings.insert(finding(file, *line, Rule::SameNounInOperation, format!("`operation/{}` does not exist", noun(below))));
                }
            }
        }
    }
    findings.into_iter().collect()
}

/// The first part of a path, without the ending of a file.
fn noun(path: &str) -> &str {
    path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn finding(file: &Source, line: usize, rule: Rule, what: String) -> Finding {
    Finding { path: file.path.clone(), line, rule, what }
}

fn layers(file: &Source, layer: &str, is_adapter: bool, findings: &mut BTreeSet<Finding>) {
    let publishes = ["publish.rs", "events.rs"].iter().any(|name| file.path.ends_with(&format!("/{name}")));
    let mut add = |line: usize, rule: Rule, what: String| findings.insert(finding(file, line, rule, what));
    for (line, path) in &file.paths {
        let name = path.join("::");
        let starts = |prefix: &[&str]| path.len() >= prefix.len() && path.iter().zip(prefix).all(|(part, wanted)| part == wanted);
        if layer == "rpc" && starts(&["sqlx"]) {
            add(*line, Rule::RpcWithoutSql, name.clone());
        }
        let is_statement =
            starts(&["sqlx"]) && path.get(1).is_some_and(|part| part.starts_with("query") || part == "raw_sql" || part == "QueryBuilder");
        if is_statement && !["rpc", "store", "projection", "jobs"].contains(&layer) {
            add(*line, Rule::SqlInStoreOnly, name.clone());
        }
        let is_event = publishes && starts(&["proto", "vestibule", "events"]);
        if layer == "store" && starts(&["proto"]) && !is_event {
            add(*line, Rule::StoreWithoutApi, name.clone());
        }
        if layer == "domain" && IO.iter().any(|prefix| starts(prefix)) {
            add(*line, Rule::DomainWithoutIo, name.clone());
        }
        if starts(&["tonic"]) {
            match layer {
                "operation" => drop(add(*line, Rule::OperationWithoutTransport, name.clone())),
                "rpc" | "lib" | "events" | "domain" => {}
                _ if is_adapter => {}
                _ => drop(add(*line, Rule::TonicInRpcOnly, name.clone())),
            }
        }
        let above = ABOVE.iter().find(|(of, _)| *of == layer).map_or(&[][..], |(_, above)| above);
        let imports_rpc = !["rpc", "lib"].contains(&layer) && path.get(1).is_some_and(|part| part == "rpc");
        if path[0] == "crate" && (imports_rpc || path.get(1).is_some_and(|part| above.contains(&part.as_str()))) {
            add(*line, Rule::NoUpwardImport, format!("{layer} imports {name}"));
        }
    }
    if layer == "rpc" {
        for line in file.lines_with(&[Token::Sign('.'), word("commit"), Token::Sign('(')]) {
            add(line, Rule::RpcWithoutSql, "ends a transaction".to_owned());
        }
    }
    if layer == "operation" {
        for message in ["Request", "Response"] {
            for line in file.lines_with(&[word(message), Token::Sign('<')]) {
                add(line, Rule::OperationWithoutTransport, format!("{message}<..>"));
            }
        }
    }
}

fn names(file: &Source, findings: &mut BTreeSet<Finding>) {
    let mut depth = 0;
    for pair in file.tokens.windows(2) {
        match pair[0].1 {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            _ => {}
        }
        let [(line, Token::Word(keyword)), (_, Token::Word(name))] = pair else { continue };
        let is_type = match keyword.as_str() {
            "struct" | "enum" | "trait" => true,
            // In a block it is an associated type, which is named by the trait.
            "type" => depth == 0,
            _ => false,
        };
        match keyword.as_str() {
            _ if is_type && BARE_TYPES.contains(&name.as_str()) => {
                findings.insert(finding(file, *line, Rule::TypeCarriesItsNoun, format!("{keyword} {name}")));
            }
            "const" if name == "PATIENCE" => {
                findings.insert(finding(file, *line, Rule::TimeConstantNamesItsUse, name.clone()));
            }
            _ => {}
        }
    }
}

/// Whether the file is of a service or of what services are made of; not of a build script, a test or a tool.
fn is_program(file: &Source) -> bool {
    file.path.contains("/src/") && ["crates/", "services/"].iter().any(|folder| file.path.starts_with(folder))
}

fn environment(file: &Source, findings: &mut BTreeSet<Finding>) {
    for (line, path) in &file.paths {
        let is_read = path.windows(2).any(|pair| pair[0] == "env" && ["var", "vars", "var_os", "vars_os"].contains(&pair[1].as_str()));
        if is_program(file) && is_read {
            findings.insert(finding(file, *line, Rule::EnvironmentInOnePlace, path.join("::")));
        }
    }
}

/// What turns an instant of either crate into a number, or back.
const CONVERSIONS: &[&str] = &[
    "unix_timestamp",
    "unix_timestamp_nanos",
    "from_unix_timestamp",
    "from_unix_timestamp_nanos",
    "as_second",
    "as_nanosecond",
    "from_second",
    "from_millisecond",
    "from_nanosecond",
];

/// Only where a file knows `jiff`: with `time` alone these are numbers of an interface.
fn dates(file: &Source, findings: &mut BTreeSet<Finding>) {
    let knows_zones = file.paths.iter().any(|(_, path)| path.iter().any(|part| part == "jiff"));
    for (line, token) in &file.tokens {
        let Token::Word(name) = token else { continue };
        if is_program(file) && knows_zones && CONVERSIONS.contains(&name.as_str()) {
            findings.insert(finding(file, *line, Rule::DatesMeetInOnePlace, name.clone()));
        }
    }
}

/// By one of these a name begins with that of the installation.
const OF_THE_INSTALLATION: &[&str] = &["redis_name", "amqp_prefix", "counter"];

fn redis_names(file: &Source, findings: &mut BTreeSet<Finding>) {
    let names_keys = |path: &[String]| {
        path.first().is_some_and(|part| part == "redis") && ["AsyncCommands", "Script", "cmd"].contains(&path[path.len() - 1].as_str())
    };
    let Some((line, _)) = file.paths.iter().find(|(_, path)| names_keys(path)) else { return };
    let begins = |(_, token): &(usize, Token)| matches!(token, Token::Word(name) if OF_THE_INSTALLATION.contains(&name.as_str()));
    if is_program(file) && !file.tokens.iter().any(begins) {
        findings.insert(finding(file, *line, Rule::RedisNamesBeginWithTheInstallation, "names keys by itself".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADAPTERS: &Adapters = &[("x", "smtp", "mail servers")];

    /// The rules that the files break, as `path rule`.
    fn broken(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<Source> = files.iter().map(|(path, text)| Source::parse(&format!("services/x/src/{path}"), text)).collect();
        check(&files, ADAPTERS).into_iter().map(|finding| format!("{} {:?}", &finding.path["services/x/src/".len()..], finding.rule)).collect()
    }

    #[test]
    fn a_service_by_the_layout_breaks_no_rule() {
        let files = [
            ("lib.rs", "use tonic::service::Routes; mod app; use rpc::user::UserService;"),
            ("domain/user.rs", "use proto::vestibule::identity::v1::User; pub struct UserDraft;"),
            ("store/user.rs", "use crate::domain::user::UserDraft; #[derive(sqlx::FromRow)] pub struct UserRow;"),
            ("store/publish.rs", "use proto::vestibule::events::v1::UserChanged;"),
            ("operation/user/create.rs", "use crate::{app::App, store}; async fn create(app: &App) { t.commit().await }"),
            ("rpc/mod.rs", "use crate::operation::session;"),
            ("rpc/user.rs", "use crate::operation; use tonic::{Request, Response, Status}; fn f(r: Request<A>) { operation::user::create() }"),
            ("smtp/mod.rs", "use tonic::Status;"),
        ];
        assert_eq!(broken(&files), [""; 0]);
    }

    #[test]
    fn rpc_has_no_sql_and_ends_no_transaction() {
        assert_eq!(broken(&[("rpc/user.rs", "use sqlx::PgConnection;")]), ["rpc/user.rs RpcWithoutSql"]);
        assert_eq!(broken(&[("rpc/user.rs", "async fn f() { transaction.commit().await }")]), ["rpc/user.rs RpcWithoutSql"]);
        assert_eq!(broken(&[("rpc/user.rs", "// sqlx::query\n const A: &str = \"sqlx::query\";")]), [""; 0]);
    }

    #[test]
    fn statements_are_in_the_store_in_projections_and_in_jobs() {
        for path in ["operation/user/create.rs", "smtp/mod.rs", "publish.rs"] {
            assert_eq!(broken(&[(path, "use sqlx::PgConnection; fn f() { sqlx::query_as(\"\") }")]), [format!("{path} SqlInStoreOnly")]);
        }
        assert_eq!(
            broken(&[
                ("store/user.rs", "fn f() { sqlx::query(A) }"),
                ("projection/user.rs", "use sqlx::QueryBuilder;"),
                ("jobs/clean_up.rs", "fn f() { sqlx::query(A) }")
            ]),
            [""; 0]
        );
    }

    #[test]
    fn the_store_has_no_api_messages_and_events_only_where_they_are_published() {
        assert_eq!(broken(&[("store/user.rs", "use proto::vestibule::identity::v1::User;")]), ["store/user.rs StoreWithoutApi"]);
        assert_eq!(broken(&[("store/user.rs", "use proto::vestibule::events::v1::UserChanged;")]), ["store/user.rs StoreWithoutApi"]);
        assert_eq!(broken(&[("store/publish.rs", "use proto::vestibule::identity::v1::User;")]), ["store/publish.rs StoreWithoutApi"]);
    }

    #[test]
    fn the_domain_does_no_io() {
        for text in
            ["use sqlx::FromRow;", "fn f() -> tonic::Status {}", "use tokio::{net::TcpStream, time};", "use std::fs;", "fn f() { reqwest::get() }"]
        {
            assert_eq!(broken(&[("domain/user.rs", text)]), ["domain/user.rs DomainWithoutIo"], "{text}");
        }
        assert_eq!(broken(&[("domain/user.rs", "use std::net::IpAddr; use tokio::sync::Mutex;")]), [""; 0]);
    }

    #[test]
    fn operations_know_no_transport() {
        assert_eq!(broken(&[("operation/user/create.rs", "use tonic::Status;")]), ["operation/user/create.rs OperationWithoutTransport"]);
        assert_eq!(broken(&[("operation/user/create.rs", "fn f(r: Request<A>) {}")]), ["operation/user/create.rs OperationWithoutTransport"]);
    }

    #[test]
    fn only_rpc_and_adapters_know_tonic() {
        for path in ["store/user.rs", "jobs/clean_up.rs", "app.rs", "projection/group.rs"] {
            assert_eq!(broken(&[(path, "use tonic::Code;")]), [format!("{path} TonicInRpcOnly")]);
        }
        assert_eq!(broken(&[("events.rs", "use tonic::Code;")]), [""; 0]);
    }

    #[test]
    fn no_layer_imports_one_above_it() {
        for (path, text) in [
            ("domain/user.rs", "use crate::store::user;"),
            ("store/user.rs", "use super::super::rpc::user;"),
            ("store/user.rs", "fn f() { crate::operation::user::create() }"),
            ("operation/user.rs", "use crate::{store, rpc::user};"),
            ("projection/user.rs", "use crate::rpc;"),
            ("smtp/mod.rs", "use crate::rpc::mail;"),
            ("jobs/clean_up.rs", "use crate::rpc::mail;"),
        ] {
            assert_eq!(broken(&[(path, text)]), [format!("{path} NoUpwardImport")], "{text}");
        }
    }

    #[test]
    fn a_noun_of_rpc_that_calls_operations_has_its_own() {
        let rpc = ("rpc/person.rs", "use crate::operation::user::create;");
        assert_eq!(broken(&[rpc, ("operation/user/create.rs", "")]), ["rpc/person.rs SameNounInOperation"]);
        assert_eq!(broken(&[rpc, ("operation/person.rs", "")]), [""; 0]);
        assert_eq!(broken(&[("rpc/person/list.rs", "use crate::store;")]), [""; 0]);
    }

    #[test]
    fn modules_at_the_root_are_known() {
        assert_eq!(broken(&[("signal.rs", ""), ("smtp.rs", ""), ("jobs/clean_up.rs", "")]), ["signal.rs KnownTopLevel"]);
    }

    #[test]
    fn types_carry_their_noun_and_constants_their_use() {
        let text = "struct Row; struct UserRow; enum Held {} type Drafts = (); impl Settings for Mail { type Api = A; } const PATIENCE: u8 = 1;";
        assert_eq!(
            broken(&[("store/user.rs", text)]),
            ["store/user.rs TypeCarriesItsNoun", "store/user.rs TypeCarriesItsNoun", "store/user.rs TimeConstantNamesItsUse"]
        );
    }

    #[test]
    fn the_crates_of_dates_meet_in_one_place() {
        let text = "use jiff::Timestamp; fn f(at: OffsetDateTime) { at.unix_timestamp() }";
        assert_eq!(broken(&[("domain/time.rs", text)]), ["domain/time.rs DatesMeetInOnePlace"]);
        let others =
            [("domain/a.rs", "use jiff::Timestamp; fn f(at: Timestamp) { zone::instant(at) }"), ("rpc/b.rs", "fn f() { at.unix_timestamp() }")];
        assert_eq!(broken(&others), [""; 0]);
    }

    #[test]
    fn names_of_redis_begin_with_the_installation() {
        let text = "use redis::{AsyncCommands, Script}; fn f() { redis.get(format!(\"ticket:{id}\")) }";
        assert_eq!(broken(&[("store/ticket.rs", text)]), ["store/ticket.rs RedisNamesBeginWithTheInstallation"]);
        let others = [
            ("store/lease.rs", "use redis::AsyncCommands; fn f() { redis.get(settings.redis_name(name)) }"),
            ("jobs/count.rs", "use redis::Script; fn f() { rate_limit::counter(context, kind, of) }"),
            ("domain/user.rs", "fn f() { redis_name() }"),
        ];
        assert_eq!(broken(&others), [""; 0]);
    }

    #[test]
    fn the_environment_is_read_in_one_place() {
        for text in ["fn f() { std::env::var(A) }", "use std::env; fn f() { env::var_os(A) }", "use std::env::vars;"] {
            assert_eq!(broken(&[("config.rs", text)]), ["config.rs EnvironmentInOnePlace"], "{text}");
        }
        let others = "use std::env; fn f() { env!(A); env::current_dir() }\n#[cfg(test)]\nmod tests { fn f() { std::env::var(A) } }";
        assert_eq!(broken(&[("config.rs", others)]), [""; 0]);
    }
}
