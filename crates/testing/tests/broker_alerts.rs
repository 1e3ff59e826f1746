//! The alerts about RabbitMQ, against the metrics of a running one: an alert on a series that RabbitMQ does not have never fires.
use std::collections::BTreeMap;
use std::time::Duration;

use kit::{Settings, consumer};
use kit_events::topology::declare_own;
use lapin::BasicProperties;
use lapin::options::BasicPublishOptions;

const ALERTS: &str = include_str!("../../../charts/vestibule/files/alerts.yaml");
const SERVICE: &str = "amenities";

/// `metric{queue=~".+\\.name"} > 0`, or without the label.
struct Condition {
    metric: &'static str,
    queues: Option<&'static str>,
    is_met: fn(f64, f64) -> bool,
    threshold: f64,
}

impl Condition {
    fn parse(text: &'static str) -> Self {
        let (series, operator, threshold) = [" > ", " == "]
            .into_iter()
            .find_map(|operator| text.split_once(operator).map(|(series, threshold)| (series, operator, threshold)))
            .unwrap_or_else(|| panic!("this test does not know the condition {text}"));
        let (metric, label) = series.split_once('{').map_or((series, None), |(metric, label)| (metric, Some(label)));
        let queues = label.map(|label| {
            let named = label.strip_prefix(r#"queue=~".+\\."#).and_then(|label| label.strip_suffix(r#""}"#));
            named.unwrap_or_else(|| panic!("this test does not know the label {label}"))
        });
        let is_met: fn(f64, f64) -> bool =
            if operator == " > " { |value, threshold| value > threshold } else { |value, threshold| value == threshold };
        Condition { metric, queues, is_met, threshold: threshold.parse().expect("a number") }
    }

    /// Prometheus matches the whole label.
    fn matches(&self, queue: Option<&str>) -> bool {
        let Some(names) = self.queues else { return true };
        let names = names.trim_start_matches('(').trim_end_matches(')');
        let last = queue.and_then(|queue| queue.rsplit_once('.')).map(|(_, last)| last);
        names.split('|').any(|name| last == Some(name))
    }

    /// The values of its series by their queue.
    fn series(&self, metrics: &str) -> BTreeMap<String, f64> {
        let value_of = |line: &str| {
            let (series, value) = line.rsplit_once(' ')?;
            let (metric, labels) = series.split_once('{').unwrap_or((series, ""));
            let queue = labels.split_once("queue=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(queue, _)| queue);
            let value: f64 = value.parse().ok()?;
            (metric == self.metric && self.matches(queue)).then(|| (queue.unwrap_or_default().to_owned(), value))
        };
        metrics.lines().filter_map(value_of).collect()
    }

    fn fires(&self, metrics: &str, queue: &str) -> bool {
        self.series(metrics).get(queue).is_some_and(|value| (self.is_met)(*value, self.threshold))
    }
}

/// The conditions of an alert: it fires when one of them is met.
fn conditions(alert: &str) -> Vec<Condition> {
    let rule = ALERTS.split("- alert: ").find(|rule| rule.lines().next() == Some(alert)).unwrap_or_else(|| panic!("there is no alert {alert}"));
    let expression = rule.lines().find_map(|line| line.trim().strip_prefix("expr: ")).expect("an expression");
    expression.split(" or ").map(Condition::parse).collect()
}

struct Broker {
    prefix: String,
    metrics_url: String,
    channel: lapin::Channel,
    _connection: lapin::Connection,
}

impl Broker {
    /// With the queue of a service and that of its dead letters.
    async fn start() -> Self {
        let settings = Settings::from_env().expect("the settings of ./dev");
        let connection = consumer::connect(&settings.amqp_url).await.expect("RabbitMQ answers");
        let prefix = format!("alerts-{}", uuid::Uuid::now_v7().simple());
        declare_own(&connection, &prefix, SERVICE, &["alerts.nothing"]).await.expect("the queues are declared");
        let metrics_url = std::env::var("VESTIBULE_AMQP_METRICS_URL").expect("VESTIBULE_AMQP_METRICS_URL: where RabbitMQ has its metrics");
        Broker { prefix, metrics_url, channel: connection.create_channel().await.expect("a channel"), _connection: connection }
    }

    async fn publish(&self, queue: &str, messages: usize) {
        for _ in 0..messages {
            self.channel
                .basic_publish("".into(), queue.into(), BasicPublishOptions::default(), b"event", BasicProperties::default())
                .await
                .expect("it is sent");
        }
    }

    async fn metrics(&self) -> String {
        let answer = reqwest::get(&self.metrics_url).await.expect("RabbitMQ answers");
        answer.error_for_status().expect("its metrics").text().await.expect("text")
    }

    /// RabbitMQ counts every few seconds.
    async fn until_fires(&self, alert: &str, queue: &str) {
        let conditions = conditions(alert);
        let fires = async {
            loop {
                let metrics = self.metrics().await;
                if conditions.iter().any(|condition| condition.fires(&metrics, queue)) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), fires).await.unwrap_or_else(|_| panic!("{alert} does not fire for {queue}"));
    }
}

#[tokio::test]
async fn alerts_about_queues_fire_for_what_a_running_rabbitmq_says() {
    let broker = Broker::start().await;
    let (queue, dead) = (format!("{}.{SERVICE}", broker.prefix), format!("{}.{SERVICE}.dead", broker.prefix));
    broker.until_fires("EventQueueWithoutConsumer", &queue).await;
    let metrics = broker.metrics().await;
    assert!(conditions("EventsDead").iter().all(|condition| condition.series(&metrics).get(&dead) == Some(&0.0)), "nothing is dead yet");
    broker.publish(&dead, 1).await;
    broker.until_fires("EventsDead", &dead).await;
    assert!(conditions("EventQueueGrows").iter().all(|condition| !condition.fires(&metrics, &queue)), "nothing waits yet");
    broker.publish(&queue, 10_001).await;
    broker.until_fires("EventQueueGrows", &queue).await;
    for name in [queue, dead] {
        broker.channel.queue_delete(name.as_str().into(), lapin::options::QueueDeleteOptions::default()).await.expect("it is deleted");
    }
}

#[tokio::test]
async fn the_alarms_of_a_running_rabbitmq_are_those_of_the_alert() {
    let broker = Broker::start().await;
    let metrics = broker.metrics().await;
    for condition in conditions("BrokerAlarm") {
        assert_eq!(condition.series(&metrics).into_values().collect::<Vec<_>>(), [0.0], "{}: no alarm", condition.metric);
    }
}
