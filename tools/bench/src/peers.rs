//! The same requests to small programs of other frameworks (`peers/`), which answer from the same tables with the best SQL. They are
//! installed when they are asked for, and are no dependency of anything.
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e_harness::process::{self, Signal};
use e2e_harness::wait::until;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::Arguments;
use crate::client::{Question, Target, answer, ask};
use crate::report::{self, Report};
use crate::rows::{CONNECTIONS, change, item, list, login};
use crate::stage::Stage;
use crate::turns::alternate;

const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Of this run alone: the peers listen on the loopback address, and end with it.
const SECRET: &str = "a secret of the peers of one run";

/// How a peer is installed and started, in a folder of its own.
struct Program {
    name: &'static str,
    folder: &'static str,
    install: &'static [&'static [&'static str]],
    start: fn(port: u16, workers: usize) -> Vec<String>,
    /// How many times as quick ours is to be.
    target: report::Target,
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "Express and pg",
        folder: "express",
        install: &[&["npm", "install", "--no-audit", "--no-fund", "--omit=dev"]],
        start: |_, _| ["node", "server.mjs"].map(String::from).to_vec(),
        target: report::Target::AtLeast(3.0),
    },
    Program {
        name: "FastAPI and asyncpg",
        folder: "fastapi",
        install: &[&["python3", "-m", "venv", "venv"], &["venv/bin/pip", "install", "--quiet", "--requirement", "requirements.txt"]],
        start: |port, workers| {
            let (port, workers) = (port.to_string(), workers.to_string());
            [
                "venv/bin/uvicorn",
                "app:app",
                "--host",
                "127.0.0.1",
                "--port",
                &port,
                "--workers",
                &workers,
                "--no-access-log",
                "--log-level",
                "warning",
            ]
            .map(String::from)
            .to_vec()
        },
        target: report::Target::None,
    },
];

struct Peer {
    address: String,
    process: Child,
}

/// Ours against each of the programs, for the rows that are measured.
pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let emails = if arguments.wants(4) { login::emails() } else { Vec::new() };
    let folder = stage.folder.join("peers");
    for program in &PROGRAMS {
        let peer = start(stage, program, &folder).await.with_context(|| format!("starting {}", program.name))?;
        let measured = measure_peer(stage, arguments, report, program, &peer, emails.clone()).await;
        peer.stop().await?;
        measured.context(program.name)?;
    }
    report.note("peers: they give lists without counting, check rights by their token alone, and write event and audit record without sending them.");
    Ok(())
}

async fn measure_peer(stage: &Stage, arguments: &Arguments, report: &mut Report, program: &Program, peer: &Peer, emails: Vec<String>) -> Result<()> {
    let administrator = peer.sign_in(&stage.account.0, &stage.account.1).await?;
    let ours = stage.target(&stage.api).await?;
    let mut cases: Vec<(u8, String, Target, Target, Question)> = Vec::new();
    if arguments.wants(1) {
        cases.push((1, "list of 50, the whole project".into(), ours.clone(), administrator.clone(), list::pages()));
        for size in list::SUBTREES.into_iter().filter(|size| *size < arguments.identifiers) {
            let (email, password) = list::administrator_of(size);
            let (ours, theirs) = (stage.target(&stage.api.as_account(&email, password)).await?, peer.sign_in(&email, password).await?);
            cases.push((1, format!("list of 50, a subtree of {size}"), ours, theirs, list::pages()));
        }
    }
    if arguments.wants(2) {
        cases.push((2, "one item".into(), ours.clone(), administrator.clone(), item::one_of(arguments.identifiers)));
    }
    if arguments.wants(3) {
        cases.push((3, "a change with audit and event".into(), ours.clone(), administrator.clone(), change::changes_of(arguments.identifiers)));
    }
    if !emails.is_empty() {
        cases.push((4, "sign-in".into(), ours, administrator, login::sign_ins(Arc::new(emails))));
    }
    for (row, what, ours, theirs, question) in cases {
        let turn = arguments.turn();
        let theirs = async || ask(&theirs, question.clone(), CONNECTIONS, turn).await;
        let ours = async || ask(&ours, question.clone(), CONNECTIONS, turn).await;
        let pairs = alternate(arguments.turns, theirs, ours).await.with_context(|| what.clone())?;
        // A sign-in is one hash on either side.
        let target = if row == 4 { report::Target::None } else { program.target };
        report.add_samples(row, format!("{what}, against {}", program.name), "/s", &pairs, |sample| sample.per_second(), target);
    }
    Ok(())
}

impl Peer {
    /// By a signal that its workers get too.
    async fn stop(mut self) -> Result<()> {
        if let Some(pid) = self.process.id() {
            process::signal(pid, Signal::Term).await?;
        }
        self.process.wait().await?;
        Ok(())
    }

    async fn sign_in(&self, login: &str, password: &str) -> Result<Target> {
        let nobody = Target { address: self.address.clone(), token: String::new() };
        let body = json!({ "login": login, "password": password }).to_string();
        let signed_in: Value = serde_json::from_str(&answer(&nobody, ("POST", "/login".into(), Some(body))).await?)?;
        let token = signed_in["token"].as_str().context("a sign-in without token")?.to_owned();
        Ok(Target { token, ..nobody })
    }
}

async fn start(stage: &Stage, program: &Program, folder: &Path) -> Result<Peer> {
    let folder = folder.join(program.folder);
    install(program, &folder).await?;
    // Nobody else takes ports while the bench runs.
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let line = (program.start)(port, workers);
    let process = Command::new(executable(&folder, &line[0]))
        .args(&line[1..])
        .current_dir(&folder)
        .env("NODE_ENV", "production")
        .env("PEER_PORT", port.to_string())
        .env("PEER_WORKERS", workers.to_string())
        .env("PEER_ACCESS_URL", stage.environment.owner_url("access"))
        .env("PEER_IDENTITY_URL", stage.environment.owner_url("identity"))
        .env("PEER_PROJECT", stage.project.to_string())
        .env("PEER_SECRET", SECRET)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let peer = Peer { address: format!("127.0.0.1:{port}"), process };
    let is_ready = until(READY_TIMEOUT, program.name, || async { peer.sign_in(&stage.account.0, &stage.account.1).await.map(drop) }).await;
    match is_ready {
        Ok(()) => Ok(peer),
        Err(error) => {
            peer.stop().await?;
            Err(error)
        }
    }
}

async fn install(program: &Program, folder: &Path) -> Result<()> {
    let source = Path::new(&std::env::var("VESTIBULE_ROOT")?).join("tools/bench/peers").join(program.folder);
    std::fs::create_dir_all(folder)?;
    for file in std::fs::read_dir(source)?.flatten() {
        std::fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    for line in program.install {
        let done = Command::new(executable(folder, line[0])).args(&line[1..]).current_dir(folder).stdin(Stdio::null()).output().await?;
        ensure!(done.status.success(), "{}: {}", line.join(" "), String::from_utf8_lossy(&done.stderr));
    }
    Ok(())
}

/// A program of the folder, or one of the path.
fn executable(folder: &Path, name: &str) -> PathBuf {
    if name.contains('/') { folder.join(name) } else { name.into() }
}
