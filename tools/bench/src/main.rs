//! The benchmarks: each row against its limit, measured in the same run on the same machine and data. Only the
//! ratios mean anything elsewhere.
mod client;
mod event;
mod fsync;
mod kamailio;
mod leftovers;
mod load;
mod measure;
mod peers;
mod pgbench;
mod report;
mod rows;
mod sip;
mod sizing;
mod stage;
mod turns;
mod usage;

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Parser;

use report::Report;
use stage::Stage;

#[derive(Parser)]
#[command(about = "Measures the platform against what its database and broker could do")]
pub struct Arguments {
    /// Rows of the table of targets: 1 list, 2 item, 3 change, 4 login, 5 subtree, 7 event, 10 registrations and calls, 12 import of users,
    /// 13 import of identifiers, 14 access matrix.
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,5,7,10,12,13,14")]
    rows: Vec<u8>,
    /// How long each side of a row is measured, over all its turns.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Turns of each side: limit and ours alternate.
    #[arg(long, default_value_t = 5)]
    turns: usize,
    /// Rows in the table of identifiers.
    #[arg(long, default_value_t = 1_000_000)]
    identifiers: i64,
    /// Groups in the tree.
    #[arg(long, default_value_t = 1_000_000)]
    groups: i64,
    /// Users in the imported table.
    #[arg(long, default_value_t = 10_000)]
    users: usize,
    /// Device events a second.
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// Panels that report the events.
    #[arg(long, default_value_t = 100)]
    panels: usize,
    /// After the rows: the same requests to programs of other frameworks, for rows 1 to 4 of those that are measured. Installs them.
    #[arg(long)]
    peers: bool,
    /// In place of the rows: what each service and server spends on an operation, with every service a process of its own.
    #[arg(long)]
    sizing: bool,
    /// Prints JSON in place of the table; it is in bench.json of the set's folder in any case.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn wants(&self, row: u8) -> bool {
        self.rows.contains(&row)
    }

    /// Of one turn.
    pub fn turn(&self) -> Duration {
        Duration::from_secs(self.seconds.div_ceil(self.turns.max(1) as u64))
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut stage = Stage::set(&arguments).await?;
    if arguments.sizing {
        print!("{}", sizing::measure(&mut stage, &arguments).await?);
        return Ok(());
    }
    let report = measure(&stage, &arguments).await;
    stage.stop().await?;
    let json = serde_json::to_string_pretty(&report)?;
    std::fs::write(stage.folder.join("bench.json"), &json)?;
    if arguments.json {
        println!("{json}");
    } else {
        print!("{report}");
    }
    ensure!(report.failures.is_empty(), "{} rows could not be measured", report.failures.len());
    Ok(())
}

/// A row that fails does not cost the others what they measured.
async fn measure(stage: &Stage, arguments: &Arguments) -> Report {
    let mut report = Report::new(stage.idle_memory);
    for row in [1, 2, 3, 4, 5, 10, 12, 13, 14, 7].into_iter().filter(|row| arguments.wants(*row)) {
        if let Err(error) = measure_row(row, stage, arguments, &mut report).await {
            report.fail(row, &error);
        }
    }
    if arguments.peers
        && let Err(error) = peers::measure(stage, arguments, &mut report).await
    {
        report.failures.push(format!("peers: FAILED: {error:#}"));
    }
    report.memory = stage.platform.memory();
    report
}

async fn measure_row(row: u8, stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    match row {
        1 => rows::list::measure(stage, arguments, report).await,
        2 => rows::item::measure(stage, arguments, report).await,
        3 => rows::change::measure(stage, arguments, report).await,
        4 => rows::login::measure(stage, arguments, report).await,
        5 => {
            rows::subtree::measure(stage, arguments, report).await?;
            rows::moving::measure(stage, arguments, report).await
        }
        7 => rows::event::measure(stage, arguments, report).await,
        10 => rows::sip::measure(stage, arguments, report).await,
        13 => rows::identifier_import::measure(stage, report).await,
        14 => rows::access_matrix::measure(stage, report).await,
        _ => rows::import::measure(stage, arguments, report).await,
    }
}
