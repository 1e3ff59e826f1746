//! What calls are counted by, for /metrics.
use kit::metrics::Metrics;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;

use crate::domain::call::CallStatus;
use crate::domain::outcome::Outcome;

#[derive(Clone, Default)]
pub struct Counters {
    pub calls: Family<OutcomeLabel, Counter>,
    pub refused: Counter,
    pub legs: Counter,
    pub alarm_calls: Family<OutcomeLabel, Counter>,
    pub active_calls: Family<StatusLabel, Gauge>,
    pub media_errors: Counter,
    pub records_lost: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct OutcomeLabel {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct StatusLabel {
    status: &'static str,
}

impl From<Outcome> for OutcomeLabel {
    fn from(outcome: Outcome) -> Self {
        OutcomeLabel { outcome: outcome.word() }
    }
}

impl From<CallStatus> for StatusLabel {
    fn from(status: CallStatus) -> Self {
        StatusLabel { status: status.word() }
    }
}

impl Counters {
    pub fn register(metrics: &Metrics) -> Counters {
        let counters = Counters::default();
        metrics.register("telephony_calls", "Calls that ended, by what became of them", counters.calls.clone());
        metrics.register("telephony_calls_refused", "Calls that were refused at once", counters.refused.clone());
        metrics.register("telephony_alarm_calls", "Calls because of alarms that ended, by what became of them", counters.alarm_calls.clone());
        metrics.register("telephony_legs", "Phones that were rung", counters.legs.clone());
        metrics.register("telephony_active_calls", "Calls that are up, by their state", counters.active_calls.clone());
        metrics.register("telephony_media_errors", "Commands that rtpengine refused or did not answer", counters.media_errors.clone());
        metrics.register("telephony_records_lost", "Calls that could not be written into the history", counters.records_lost.clone());
        counters
    }
}
