//! Row 1: a page of 50 identifiers of a million, through gateway and service, for those who see all of them, a part, or their own.
use std::sync::Arc;

use anyhow::Result;
use e2e_harness::site;
use form_urlencoded::Serializer;
use serde_json::json;

use super::CONNECTIONS;
use crate::Arguments;
use crate::client::{Question, Target, ask};
use crate::load::FIRST;
use crate::pgbench;
use crate::report::{self, Report};
use crate::stage::Stage;
use crate::turns::alternate;

/// Pages that are asked for, in no order.
const PAGES: u64 = 10;
/// A page far down, as somebody who leafs reaches it.
const FAR_PAGE: u64 = 200;
/// Identifiers of the person who sees their own only.
const OWN: i64 = 1_000;
/// Identifiers in the reach of a group's administrator, in a table of a million.
pub const SUBTREES: [i64; 3] = [1_000, 50_000, 500_000];
const CARDS_OF_ONE: i64 = 20;
const MAIL_DOMAIN: &str = "bench.test";
const PASSWORD: &str = "vestibule-bench-1";
/// A search by a part of a word reads the table as a whole, a second for a million rows: with more at once some get no answer in time.
const SEARCHES: usize = 4;
const NEWEST_FIRST: &str = "i.created_at DESC, i.id DESC";

/// The columns of a list row, for the keys of `k`.
const ITEMS: &str = "SELECT i.id, i.link_id, i.name, i.description, i.type, i.value, i.is_active, i.owner_type, i.owner_id, p.name, i.domain_id, g.name,
        i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count, i.passes_restrict_passes_count,
        i.revoked_at, i.created_by, i.created_by_name, i.created_at, i.updated_at, r.ids, r.names
    FROM k JOIN identifiers i ON i.id = k.id LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id
    LEFT JOIN LATERAL (SELECT array_agg(a.id ORDER BY a.id) AS ids, array_agg(a.name ORDER BY a.id) AS names
        FROM rule_identifiers x JOIN access_rules a ON a.id = x.rule_id WHERE x.identifier_id = i.id) r ON true";

/// A list that somebody asks for, and the best SQL that gives its keys.
struct Case {
    name: String,
    target: Target,
    question: Question,
    /// The statement of the keys, with `:offset`.
    keys: String,
    order: &'static str,
    /// Of its first row, at most.
    max_page: u64,
    connections: usize,
}

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let mut cases = whole_project(stage).await?;
    for size in SUBTREES.into_iter().filter(|size| *size < arguments.identifiers) {
        cases.push(subtree(stage, size).await?);
    }
    cases.push(own(stage, arguments.identifiers).await?);
    sqlx::raw_sql("VACUUM ANALYZE identifiers, person_groups").execute(&stage.access).await?;
    for case in cases {
        measure_case(stage, arguments, report, case).await?;
    }
    report.note("row 1: the limit gives the same 50 lines without counting; ours also says how many there are.");
    Ok(())
}

async fn measure_case(stage: &Stage, arguments: &Arguments, report: &mut Report, case: Case) -> Result<()> {
    let Case { name, target, question, keys, order, max_page, connections } = case;
    let script = format!(
        "\\set offset random(0, {}) * 50\nWITH k AS MATERIALIZED ({}) {} ORDER BY {order};\n",
        max_page - 1,
        one_line(&keys),
        one_line(ITEMS)
    );
    let (url, turn) = (stage.environment.owner_url("access"), arguments.turn());
    let limit = async || pgbench::run(&stage.folder, &url, "list", &script, connections, turn.as_secs()).await;
    let ours = async || ask(&target, question.clone(), connections, turn).await;
    let pairs = alternate(arguments.turns, limit, ours).await?;
    report.add_samples(1, format!("list of 50, {name}"), "/s", &pairs, |sample| sample.per_second(), report::Target::AtLeast(0.65));
    report.add_samples(1, format!("  p99, {name}"), "ms", &pairs, |sample| sample.p99(), report::Target::AtMost(3.0));
    Ok(())
}

/// As an administrator: everything, in several orders, with a filter and with a search.
async fn whole_project(stage: &Stage) -> Result<Vec<Case>> {
    let (target, project) = (stage.target(&stage.api).await?, stage.project);
    let keys = |condition: &str, order: &str| {
        format!("SELECT i.id FROM identifiers i WHERE i.project_id = {project} {condition} ORDER BY {order} LIMIT 50 OFFSET :offset")
    };
    let case = |name: &str, question, condition: &str, order, max_page| Case {
        name: name.into(),
        target: target.clone(),
        question,
        keys: keys(condition, order),
        order,
        max_page,
        connections: CONNECTIONS,
    };
    let active = json!([{ "field": "is_active", "rule": "equals", "value": true }]).to_string();
    // The names end with the md5 of a number: three digits are in a part of them.
    let found = "AND (i.name ILIKE '%c0ffe%' OR i.number ILIKE '%c0ffe%' OR i.value ILIKE '%c0ffe%')";
    Ok(vec![
        case("the whole project", pages(), "", NEWEST_FIRST, PAGES),
        case("with a filter", questions(vec![("filters", active)], PAGES), "AND i.is_active", NEWEST_FIRST, PAGES),
        Case { connections: SEARCHES, ..case("with a search", questions(vec![("search", "c0ffe".into())], 1), found, NEWEST_FIRST, 1) },
        case("page 200", questions(vec![], FAR_PAGE), "", NEWEST_FIRST, FAR_PAGE),
        case("sorted by name", questions(vec![("sort", "name".into())], PAGES), "", "i.name, i.id", PAGES),
    ])
}

/// E-mail and password of the administrator of the subtree of that many.
pub fn administrator_of(size: i64) -> (String, &'static str) {
    (format!("subtree-{size}@{MAIL_DOMAIN}"), PASSWORD)
}

/// An administrator of a group whose people have that many identifiers.
async fn subtree(stage: &Stage, size: i64) -> Result<Case> {
    let (project, (email, password)) = (stage.project, administrator_of(size));
    let group = site::group(&stage.api, &format!("Subtree {size}"), None).await?;
    let role = site::role(&stage.api, "group_administrator").await?;
    site::user(&stage.api, &format!("Administrator of {size}"), &email, password, role, group).await?;
    let statement =
        "INSERT INTO person_groups (project_id, group_id, user_id) SELECT $1, $2, $3 + n FROM generate_series(0, $4 - 1) n ON CONFLICT DO NOTHING";
    sqlx::query(statement).bind(project).bind(group).bind(FIRST).bind(size / CARDS_OF_ONE).execute(&stage.access).await?;
    let condition = format!(
        "i.owner_id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {group}))"
    );
    Ok(Case {
        name: format!("a subtree of {size}"),
        target: stage.target(&stage.api.as_account(&email, password)).await?,
        question: pages(),
        keys: format!(
            "SELECT i.id FROM identifiers i WHERE i.project_id = {project} AND {condition} ORDER BY {NEWEST_FIRST} LIMIT 50 OFFSET :offset"
        ),
        order: NEWEST_FIRST,
        max_page: PAGES,
        connections: CONNECTIONS,
    })
}

/// A user without rights over others, whose cards are spread over the whole table.
async fn own(stage: &Stage, identifiers: i64) -> Result<Case> {
    let (project, email) = (stage.project, format!("own@{MAIL_DOMAIN}"));
    let group = site::group(&stage.api, "Bench", None).await?;
    let role = site::role(&stage.api, "user").await?;
    let user = site::user(&stage.api, "Own", &email, PASSWORD, role, group).await?;
    let every = (identifiers / OWN).max(1);
    let statement = "UPDATE identifiers SET owner_id = $1 WHERE project_id = $2 AND id >= $3 AND id % $4 = 0";
    sqlx::query(statement).bind(user).bind(project).bind(FIRST).bind(every).execute(&stage.access).await?;
    let of = |column: &str| {
        format!(
            "(SELECT id, created_at FROM identifiers WHERE project_id = {project} AND {column} = {user} ORDER BY created_at DESC, id DESC LIMIT :offset + 50)"
        )
    };
    Ok(Case {
        name: "a person's own".into(),
        target: stage.target(&stage.api.as_account(&email, PASSWORD)).await?,
        question: pages(),
        keys: format!("SELECT id FROM ({} UNION {}) own ORDER BY created_at DESC, id DESC LIMIT 50 OFFSET :offset", of("owner_id"), of("created_by")),
        order: NEWEST_FIRST,
        max_page: PAGES,
        connections: CONNECTIONS,
    })
}

/// pgbench reads a statement to its semicolon, over several lines too; a log is easier to read without them.
fn one_line(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Pages of the newest.
pub fn pages() -> Question {
    questions(Vec::new(), PAGES)
}

fn questions(parameters: Vec<(&'static str, String)>, max_page: u64) -> Question {
    let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
    Arc::new(move |random| ("GET", format!("/identifiers?size=50&page={}&{query}", random % max_page + 1), None))
}
