//! Which traces are kept: as OTEL_TRACES_SAMPLER says, and never because somebody outside asked for it.
use opentelemetry::trace::{Link, SpanKind, TraceContextExt, TraceId};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator, Sampler, SamplingResult, ShouldSample};

/// Decides anew for requests of browsers and messages of devices: they choose the trace's id and say whether it is
/// sampled, and by either they could have everything recorded that they do. Services believe each other.
#[derive(Clone, Debug)]
pub struct OnOurTerms(pub Sampler);

impl ShouldSample for OnOurTerms {
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

/// OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG as the standard has them; without them everything is sampled.
pub fn of_words(sampler: Option<&str>, argument: Option<&str>) -> anyhow::Result<Sampler> {
    let ratio = || match argument {
        None => Ok(1.0),
        Some(text) => text
            .parse::<f64>()
            .ok()
            .filter(|ratio| (0.0..=1.0).contains(ratio))
            .ok_or_else(|| anyhow::anyhow!("OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1, not {text}")),
    };
    let root = |sampler| Sampler::ParentBased(Box::new(sampler));
    Ok(match sampler.unwrap_or("parentbased_always_on") {
        "always_on" => Sampler::AlwaysOn,
        "always_off" => Sampler::AlwaysOff,
        "traceidratio" => Sampler::TraceIdRatioBased(ratio()?),
        "parentbased_always_on" => root(Sampler::AlwaysOn),
        "parentbased_always_off" => root(Sampler::AlwaysOff),
        "parentbased_traceidratio" => root(Sampler::TraceIdRatioBased(ratio()?)),
        other => anyhow::bail!("OTEL_TRACES_SAMPLER: {other} is not known here"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use opentelemetry::trace::{SpanContext, SpanId, TraceFlags, TraceState};
    use opentelemetry_sdk::trace::SamplingDecision;

    fn decision(sampler: &str, argument: &str, sampled: bool, kind: SpanKind, attribute: (&'static str, &'static str)) -> SamplingDecision {
        let sampler = OnOurTerms(of_words(Some(sampler), Some(argument)).unwrap());
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
            assert_eq!(decision("parentbased_traceidratio", "0", true, kind, attribute), SamplingDecision::Drop);
        }
    }

    #[test]
    fn nor_can_it_hide() {
        for (kind, attribute) in [BROWSER, DEVICE] {
            assert_eq!(decision("parentbased_traceidratio", "1", false, kind, attribute), SamplingDecision::RecordAndSample);
        }
    }

    #[test]
    fn a_service_follows_the_one_before_it() {
        for (kind, attribute) in [SERVICE, EVENT] {
            assert_eq!(decision("parentbased_traceidratio", "0", true, kind.clone(), attribute), SamplingDecision::RecordAndSample);
            assert_eq!(decision("parentbased_traceidratio", "1", false, kind, attribute), SamplingDecision::Drop);
        }
    }

    #[test]
    fn a_word_that_is_not_known_is_refused_at_the_start() {
        assert!(of_words(Some("sometimes"), None).is_err());
        assert!(of_words(Some("traceidratio"), Some("2")).is_err());
        assert!(of_words(None, None).is_ok());
    }
}
