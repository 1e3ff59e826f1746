//! Every operation of the gateway, called as nobody, as a plain user, as the administrator of another group and
//! as the administrator of another tenant, with the ids of a site that none of them may see.
//!
//! What each gets is written in `matrix.tsv`: a change of who may do what shows in its diff, and an operation
//! without a row fails. `UPDATE_MATRIX=1 cargo test -p acceptance --test authorization` writes the answers anew;
//! the rules below hold whatever the file says.
mod operations;
mod site;

use std::collections::BTreeMap;
use std::fmt::Write;

use acceptance::{Answer, Platform};
use operations::Operation;
use reqwest::Method;
use site::{SECRET, Site};
use transcode::AccessKind;

const FILE: &str = "authorization/matrix.tsv";
/// What everybody in a project shares: reading one is no leak, for another tenant it is.
const SHARED: [&str; 2] = ["/domain-types/{id}", "/roles/{id}"];
const CALLERS: [&str; 4] = ["nobody", "plain_user", "other_group", "other_tenant"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_without_rights_learn_nothing_about_a_site_from_any_operation() {
    let platform = Platform::start().await.expect("the platform starts");
    let site = Site::make(&platform).await.expect("a site");
    let mut problems = Vec::new();
    let mut matrix = format!("operation\t{}\n", CALLERS.join("\t"));
    for operation in operations::all() {
        let mut statuses = Vec::new();
        for (caller, token) in CALLERS.iter().zip(site.tokens()) {
            let (path, method) = (site.path(&operation), operation.method.clone());
            let answer = match site.form(&operation) {
                Some(form) => platform.upload(token, &path, form).await,
                None => platform.call(token, method, &path, site.body(&operation)).await,
            };
            let answer = answer.expect("an answer");
            problems.extend(problem(caller, &operation, &answer));
            statuses.push(answer.status.as_u16().to_string());
        }
        writeln!(matrix, "{} {}\t{}", operation.method, operation.path, statuses.join("\t")).unwrap();
    }
    problems.extend(site.changed(&platform).await.expect("the site is still readable"));
    platform.stop().await;
    if std::env::var_os("UPDATE_MATRIX").is_some() {
        std::fs::write(FILE, &matrix).unwrap();
    }
    problems.extend(differences(&std::fs::read_to_string(FILE).unwrap_or_default(), &matrix));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What must hold of every operation, whatever the matrix says.
fn problem(caller: &str, operation: &Operation, answer: &Answer) -> Option<String> {
    let status = answer.status.as_u16();
    let of_the_site = operation.path.contains('{');
    let shared = operation.method == Method::GET && SHARED.contains(&operation.path.as_str()) && caller != "other_tenant";
    let why = if status >= 500 {
        "fails"
    } else if caller == "nobody" && operation.access != AccessKind::Open && status != 401 {
        "is let in without a session"
    } else if answer.body.to_string().contains(SECRET) {
        "sees the name of the site"
    } else if caller != "nobody" && of_the_site && answer.status.is_success() && !shared {
        "acts on what it may not see"
    } else {
        return None;
    };
    Some(format!("{caller}: {} {} {why}: {answer:?}", operation.method, operation.path))
}

fn differences(committed: &str, now: &str) -> Vec<String> {
    let rows = |text: &str| -> BTreeMap<String, String> {
        text.lines().filter_map(|line| line.split_once('\t').map(|(key, row)| (key.into(), row.into()))).collect()
    };
    let (committed, now) = (rows(committed), rows(now));
    let changed =
        now.iter().filter(|(key, row)| committed.get(*key) != Some(row)).map(|(key, row)| format!("{key}: {row}, and not {:?}", committed.get(key)));
    let gone = committed.keys().filter(|key| !now.contains_key(*key)).map(|key| format!("{key} is no more"));
    changed.chain(gone).collect()
}
