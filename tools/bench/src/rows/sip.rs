//! Row 10: phones that register and call through the platform, against a Kamailio that does nothing else.
use anyhow::Result;

use super::{call, registration};
use crate::Arguments;
use crate::kamailio::Kamailio;
use crate::report::Report;
use crate::sip;
use crate::stage::Stage;

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    sip::numbers(stage).await?;
    let (edge, bare) = (sip::edge(stage)?, sip::bare(stage)?);
    let measured = both(stage, arguments, &edge, &bare, report).await;
    edge.stop().await?;
    bare.stop().await?;
    measured
}

async fn both(stage: &Stage, arguments: &Arguments, edge: &Kamailio, bare: &Kamailio, report: &mut Report) -> Result<()> {
    registration::measure(stage, arguments, edge, bare, report).await?;
    call::measure(stage, arguments, edge, bare, report).await
}
