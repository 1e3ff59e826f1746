//! The limit: pgbench with the best SQL for the same answer, on the same database.
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::process::Command;

use crate::measure::Sample;

/// pgbench's own threads.
const THREADS: &str = "2";

/// Runs a script with as many connections as the platform gets.
pub async fn run(folder: &Path, url: &str, name: &str, script: &str, connections: usize, seconds: u64) -> Result<Sample> {
    let folder = folder.join(format!("pgbench-{name}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("script.sql");
    std::fs::write(&file, script)?;
    let (connections, seconds_text) = (connections.to_string(), seconds.to_string());
    let file = file.display().to_string();
    let threads = if connections == "1" { "1" } else { THREADS };
    let arguments = ["-n", "-M", "prepared", "-c", &connections, "-j", threads, "-T", &seconds_text, "-f", &file, "--log", "--log-prefix=times", url];
    let output = Command::new("pgbench").current_dir(&folder).args(arguments).output().await.context("starting pgbench")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "pgbench {name}: {}", errors.lines().rev().take(5).collect::<Vec<_>>().join(" | "));
    let times = times(&folder)?;
    ensure!(!times.is_empty(), "pgbench {name} measured nothing");
    Ok(Sample::new(times, Duration::from_secs(seconds)))
}

/// Every transaction's time, in microseconds: the third word of each line of the logs.
fn times(folder: &Path) -> Result<Vec<u32>> {
    let logs: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).filter(|path| is_log(path)).collect();
    let mut times = Vec::new();
    for log in logs {
        let text = std::fs::read_to_string(&log)?;
        times.extend(text.lines().filter_map(|line| line.split_ascii_whitespace().nth(2)?.parse::<u32>().ok()));
    }
    Ok(times)
}

fn is_log(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("times"))
}
