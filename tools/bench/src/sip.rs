//! The stage of row 10: a project with numbers, the edge as it is shipped, and a Kamailio that does nothing else.
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use tokio::process::Command;

use crate::kamailio::{Kamailio, file};
use crate::stage::Stage;

/// Project of the benchmark.
pub const PROJECT: i64 = 900_001;
pub const DOMAIN: &str = "p900001.sip.vestibule";
/// Numbers that register, those that are called, and those that call.
pub const REGISTERING: Range<u32> = 500_000..520_000;
pub const CALLED: Range<u32> = 520_000..520_500;
pub const CALLING: Range<u32> = 520_500..530_000;

pub async fn numbers(stage: &Stage) -> Result<()> {
    let telephony = e2e_harness::databases::owner_pool(&stage.environment, "telephony")?;
    sqlx::query(
        "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, domain_id, is_general,
             forward_mode, forward_queues, created_at, updated_at)
         SELECT $1, n::text, '', '', md5(n || ':' || $2 || ':secret'), true, false, false, $1, false, 'disabled', '[]', now(), now()
         FROM generate_series($3::bigint, $4::bigint) n",
    )
    .bind(PROJECT)
    .bind(DOMAIN)
    .bind(i64::from(REGISTERING.start))
    .bind(i64::from(CALLING.end - 1))
    .execute(&telephony)
    .await?;
    // A group in which all numbers may call each other, and a licence for telephony.
    sqlx::query("INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id) VALUES ($1, $1, 0, $1)")
        .bind(PROJECT)
        .execute(&telephony)
        .await?;
    sqlx::query("INSERT INTO project_features (project_id, features, version) VALUES ($1, '{sip}', 1)").bind(PROJECT).execute(&telephony).await?;
    sqlx::query("ANALYZE sip_numbers").execute(&telephony).await?;
    Ok(())
}

/// A line for sipp: number, domain and credentials.
pub fn lines(numbers: Range<u32>) -> Result<String> {
    let mut lines = String::from("SEQUENTIAL\n");
    for number in numbers {
        writeln!(lines, "{number};{DOMAIN};[authentication username={number} password=secret]")?;
    }
    Ok(lines)
}

/// The shipped configuration with a higher rate limit per source, because sipp is a single source. The limit has 16 bits.
pub fn edge(stage: &Stage) -> Result<Kamailio> {
    let folder = stage.folder.join("edge");
    std::fs::create_dir_all(&folder)?;
    for name in ["key.pem", "certificate.pem"] {
        std::fs::copy(Path::new(&variable("VESTIBULE_SIP_CERTIFICATES")?).join(name), folder.join(name))?;
    }
    let mut command = Command::new(file("docker/sip-edge/start.sh")?);
    command.arg(&folder).args(["-A", "REQUESTS_PER_SOURCE=60000"]);
    command.env("VESTIBULE_SIP_EDGE_DATABASE_URL", database(stage)?).env("VESTIBULE_SIP_EDGE_CHILDREN", "4");
    Kamailio::start(command, &variable("VESTIBULE_SIP_LISTEN")?, &stage.folder.join("log/edge.log"))
}

pub fn bare(stage: &Stage) -> Result<Kamailio> {
    let folder = stage.folder.join("bare");
    std::fs::create_dir_all(&folder)?;
    let address = variable("VESTIBULE_SIP_BARE_ADDR")?;
    let mut command = Command::new("kamailio");
    command.args(["-DD", "-E", "-m", "128", "-M", "16", "-f"]).arg(file("tools/bench/sip/bare.cfg")?).arg("-Y").arg(&folder);
    command.env("EDGE_NUMBERS", format!("\"numbers=>{}\"", database(stage)?)).env("EDGE_UDP", format!("udp:{address}"));
    Kamailio::start(command, &address, &stage.folder.join("log/bare.log"))
}

/// The tool's own telephony database, with the edge's role.
fn database(stage: &Stage) -> Result<String> {
    let own = variable("VESTIBULE_SIP_EDGE_DATABASE_URL")?;
    let (server, _) = own.rsplit_once('/').context("a database URL names its database")?;
    Ok(format!("{server}/{}_telephony", stage.environment.prefix()))
}

pub fn variable(name: &str) -> Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set: this program is started by ./dev"))
}
