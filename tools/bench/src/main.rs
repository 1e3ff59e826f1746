//! The benchmarks: each row against its limit, measured in the same run on the same machine and data. Only the
//! ratios mean anything elsewhere.
mod client;
mod event;
mod fsync;
mod load;
mod measure;
mod pgbench;
mod report;
mod rows;
mod stage;

use anyhow::Result;
use clap::Parser;

use report::Report;
use stage::Stage;

#[derive(Parser)]
#[command(about = "Measures the platform against what its database and broker could do")]
pub struct Arguments {
    /// Rows of the table of targets: 1 list, 2 item, 3 change, 5 subtree, 7 event.
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,5,7")]
    rows: Vec<u8>,
    /// How long each measurement takes.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Rows in the table of identifiers.
    #[arg(long, default_value_t = 1_000_000)]
    identifiers: i64,
    /// Groups in the tree.
    #[arg(long, default_value_t = 1_000_000)]
    groups: i64,
    /// Device events a second.
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// Panels that report the events.
    #[arg(long, default_value_t = 100)]
    panels: usize,
    /// Prints JSON in place of the table.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn wants(&self, row: u8) -> bool {
        self.rows.contains(&row)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut stage = Stage::set(&arguments).await?;
    let report = measure(&stage, &arguments).await;
    stage.end().await?;
    let report = report?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    Ok(())
}

async fn measure(stage: &Stage, arguments: &Arguments) -> Result<Report> {
    let mut report = Report::new(stage.idle_memory);
    if arguments.wants(1) {
        rows::list::measure(stage, arguments, &mut report).await?;
    }
    if arguments.wants(2) {
        rows::item::measure(stage, arguments, &mut report).await?;
    }
    if arguments.wants(3) {
        rows::change::measure(stage, arguments, &mut report).await?;
    }
    if arguments.wants(5) {
        rows::subtree::measure(stage, arguments, &mut report).await?;
    }
    if arguments.wants(7) {
        rows::event::measure(stage, arguments, &mut report).await?;
    }
    report.memory = stage.platform.memory();
    Ok(report)
}
