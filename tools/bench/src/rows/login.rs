//! Row 4: sign-ins, and the latency of lists during a storm of sign-ins.
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use e2e_harness::site;
use serde_json::json;

use super::list::pages;
use crate::Arguments;
use crate::client::{Question, ask};
use crate::report::{Report, Target};
use crate::stage::Stage;
use crate::turns::{Pair, alternate, median};

/// Concurrent sign-ins, each with its own account, because attempts per account are limited.
const PEOPLE: usize = 32;
/// Connections that request lists at the same time.
const LISTS: usize = 8;
const PASSWORD: &str = "vestibule-bench-4";

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let turn = arguments.turn();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let emails = Arc::new(people(stage).await?);
    let target = stage.target(&stage.api).await?;
    let limit = async || hashes(cores, turn).await;
    let alone = async || Ok(ask(&target, sign_ins(emails.clone()), PEOPLE, turn).await.context("sign-ins alone")?.per_second());
    let sign_in = alternate(arguments.turns, limit, alone).await?;
    let quiet = async || Ok((ask(&target, pages(), LISTS, turn).await.context("lists without sign-ins")?.p99(), 0.0));
    let during = async || {
        let (storm, lists) = tokio::join!(ask(&target, sign_ins(emails.clone()), PEOPLE, turn), ask(&target, pages(), LISTS, turn));
        Ok((lists.context("lists during sign-ins")?.p99(), storm.context("sign-ins during lists")?.per_second()))
    };
    let lists = alternate(arguments.turns, quiet, during).await?;
    let storm = median(lists.iter().map(|pair| pair.ours.1).collect());
    let lists: Vec<Pair<f64>> = lists.iter().map(|pair| pair.map(|(p99, _)| *p99)).collect();
    report.add_pairs(4, "sign-in", "/s", &sign_in, Target::AtLeast(0.85));
    report.add_pairs(4, "p99 of a list during a storm of sign-ins, against none", "ms", &lists, Target::AtMost(2.0));
    report.note(format!("row 4: the limit is Argon2id (19 MiB, two passes) on {cores} cores and nothing else; {PEOPLE} people sign in at once."));
    report.note(format!("row 4: while {LISTS} connections asked for lists, {storm:.0} people a second signed in."));
    Ok(())
}

/// Passwords checked in a second, on every core, as identity checks them.
async fn hashes(cores: usize, length: Duration) -> Result<f64> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| anyhow!("Argon2: {error}"))?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let salt = SaltString::encode_b64(&[7; 16]).map_err(|error| anyhow!("salt: {error}"))?;
    let hash = argon2.hash_password(PASSWORD.as_bytes(), &salt).map_err(|error| anyhow!("Argon2: {error}"))?.to_string();
    let begin = Instant::now();
    let working: Vec<_> = (0..cores)
        .map(|_| {
            let (argon2, hash) = (argon2.clone(), hash.clone());
            tokio::task::spawn_blocking(move || check_until(&argon2, &hash, begin + length))
        })
        .collect();
    let mut checked = 0;
    for done in working {
        checked += done.await??;
    }
    Ok(checked as f64 / begin.elapsed().as_secs_f64())
}

fn check_until(argon2: &Argon2<'_>, hash: &str, end: Instant) -> Result<u64> {
    let mut checked = 0;
    while Instant::now() < end {
        let hash = PasswordHash::new(hash).map_err(|error| anyhow!("hash: {error}"))?;
        argon2.verify_password(PASSWORD.as_bytes(), &hash).map_err(|error| anyhow!("Argon2: {error}"))?;
        checked += 1;
    }
    Ok(checked)
}

pub async fn people(stage: &Stage) -> Result<Vec<String>> {
    let group = site::group(&stage.api, "Storm", None).await?;
    let role = site::role(&stage.api, "user").await?;
    let emails = emails();
    for (number, email) in emails.iter().enumerate() {
        site::user(&stage.api, &format!("Storm {number}"), email, PASSWORD, role, group).await?;
    }
    Ok(emails)
}

pub fn emails() -> Vec<String> {
    (0..PEOPLE).map(|number| format!("storm-{number}@bench.test")).collect()
}

pub fn sign_ins(emails: Arc<Vec<String>>) -> Question {
    Arc::new(move |random| {
        let email = &emails[(random % emails.len() as u64) as usize];
        ("POST", "/login".into(), Some(json!({ "login": email, "password": PASSWORD, "remember": false }).to_string()))
    })
}
