//! Row 10: phones that register and call through the platform, against a Kamailio that does nothing else.
use anyhow::Result;

use super::{call, registration};
use crate::kamailio::Kamailio;
use crate::report::Report;
use crate::sip;
use crate::stage::Stage;

pub async fn measure(stage: &Stage, report: &mut Report) -> Result<()> {
    sip::numbers(stage).await?;
    let (edge, bare) = (sip::edge(stage)?, sip::bare(stage)?);
    let measured = both(stage, &edge, &bare, report).await;
    edge.stop().await?;
    bare.stop().await?;
    measured
}

async fn both(stage: &Stage, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    registration::measure(stage, edge, bare, report).await?;
    call::measure(stage, edge, bare, report).await
}
