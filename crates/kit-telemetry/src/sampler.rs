//! Which traces are sampled: by OTEL_TRACES_SAMPLER, and never by the decision of somebody outside the platform.
use opentelemetry::trace::{Link, SpanKind, TraceContextExt, TraceId};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator, Sampler, SamplingResult, ShouldSample};

/// Decides anew for requests of browsers and messages of devices: they choose the id of the trace and its sampled flag, and
/// could have everything they do recorded by either. Between services the caller's decision holds.
#[derive(Clone, Debug)]
pub struct ResampleUntrusted(pub Sampler);

impl ShouldSample for ResampleUntrusted {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace_id: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let comes_from_afar = parent.is_some_and(|parent| parent.span().span_context().is_remote());
        match comes_from_afar && is_from_outside(kind, attributes) {
            true => self.0.should_sample(None, RandomIdGenerator::default().new_trace_id(), name, kind, attributes, links),
            false => self.0.should_sample(parent, trace_id, name, kind, attributes, links),
        }
    }
}

/// Browsers speak HTTP, devices MQTT; services speak gRPC and RabbitMQ with each other.
fn is_from_outside(kind: &SpanKind, attributes: &[KeyValue]) -> bool {
    let has = |key: &str, value: &str| attributes.iter().any(|one| one.key.as_str() == key && one.value.as_str() == value);
    match kind {
        SpanKind::Server => attributes.iter().any(|one| one.key.as_str() == "http.route"),
        SpanKind::Consumer => has("messaging.system", "mqtt"),
        _ => false,
    }
}

/// The samplers that OTEL_TRACES_SAMPLER may name, the one without a setting first.
pub const NAMES: [&str; 6] =
    ["parentbased_always_on", "parentbased_traceidratio", "parentbased_always_off", "traceidratio", "always_on", "always_off"];

/// One of [`NAMES`]; the ratio is for those by ratio.
pub fn by_name(name: &str, ratio: f64) -> anyhow::Result<Sampler> {
    let root = |sampler| Sampler::ParentBased(Box::new(sampler));
    Ok(match name {
        "always_on" => Sampler::AlwaysOn,
        "always_off" => Sampler::AlwaysOff,
        "traceidratio" => Sampler::TraceIdRatioBased(ratio),
        "parentbased_always_on" => root(Sampler::AlwaysOn),
        "parentbased_always_off" => root(Sampler::AlwaysOff),
        "parentbased_traceidratio" => root(Sampler::TraceIdRatioBased(ratio)),
        other => anyhow::bail!("there is no sampler {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use opentelemetry::trace::{SpanContext, SpanId, TraceFlags, TraceState};
    use opentelemetry_sdk::trace::SamplingDecision;

    fn decision(sampler: &str, argument: f64, sampled: bool, kind: SpanKind, attribute: (&'static str, &'static str)) -> SamplingDecision {
        let sampler = ResampleUntrusted(by_name(sampler, argument).unwrap());
        let flags = if sampled { TraceFlags::SAMPLED } else { TraceFlags::default() };
        // A ratio takes the id for a number: this one is in every share.
        let id = TraceId::from(1);
        let parent = Context::new().with_remote_span_context(SpanContext::new(id, SpanId::from(1), flags, true, TraceState::default()));
        sampler.should_sample(Some(&parent), id, "", &kind, &[KeyValue::new(attribute.0, attribute.1)], &[]).decision
    }

    const BROWSER: (SpanKind, (&str, &str)) = (SpanKind::Server, ("http.route", "/x"));
    const DEVICE: (SpanKind, (&str, &str)) = (SpanKind::Consumer, ("messaging.system", "mqtt"));
    const SERVICE: (SpanKind, (&str, &str)) = (SpanKind::Server, ("rpc.system", "grpc"));
    const EVENT: (SpanKind, (&str, &str)) = (SpanKind::Consumer, ("messaging.system", "rabbitmq"));

    #[test]
    fn a_browser_or_a_device_cannot_have_itself_recorded() {
        for (kind, attribute) in [BROWSER, DEVICE] {
            assert_eq!(decision("parentbased_traceidratio", 0.0, true, kind, attribute), SamplingDecision::Drop);
        }
    }

    #[test]
    fn nor_can_it_hide() {
        for (kind, attribute) in [BROWSER, DEVICE] {
            assert_eq!(decision("parentbased_traceidratio", 1.0, false, kind, attribute), SamplingDecision::RecordAndSample);
        }
    }

    #[test]
    fn a_service_follows_the_one_before_it() {
        for (kind, attribute) in [SERVICE, EVENT] {
            assert_eq!(decision("parentbased_traceidratio", 0.0, true, kind.clone(), attribute), SamplingDecision::RecordAndSample);
            assert_eq!(decision("parentbased_traceidratio", 1.0, false, kind, attribute), SamplingDecision::Drop);
        }
    }

    #[test]
    fn every_name_is_known_and_no_other() {
        assert!(NAMES.iter().all(|name| by_name(name, 0.5).is_ok()));
        assert!(by_name("sometimes", 0.5).is_err());
    }
}
