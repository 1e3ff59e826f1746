//! A fake API server of Kubernetes: it keeps one object (a workload or a Lease) and some pods, and allows what a Role
//! allows, as the charts render it. Nothing of it is Kubernetes' own code; what it shows is which requests are made, and that the Role is theirs.
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use k8s_openapi::api::rbac::v1::Role;
use kube::Client;
use kube::client::Body;
use serde_json::{Value, json};
use tower::service_fn;

/// The renderings that `./dev charts helm` compares the charts with.
pub const SIP_EDGE: &str = include_str!("../../../tools/delivery/golden/sip-edge-nat.yaml");
pub const PLATFORM: &str = include_str!("../../../tools/delivery/golden/vestibule-evaluation.yaml");
pub const NAMESPACE: &str = "vestibule";

/// What is asked for, in the words of a Role: group, resource, name, verb. A list has no name: `*`.
type RequestKey = (String, String, String, String);

#[derive(Clone)]
pub struct FakeApiServer {
    role: Arc<Role>,
    asked: Arc<Mutex<BTreeSet<RequestKey>>>,
    queries: Arc<Mutex<Vec<String>>>,
    object: Arc<Mutex<Value>>,
    pods: Arc<Value>,
    is_away: Arc<AtomicBool>,
}

impl FakeApiServer {
    /// With a workload of two replicas that all serve.
    pub fn new(rendered: &str, role: &str, workload: &str) -> Self {
        let status = json!({ "observedGeneration": 1, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2 });
        let workload = json!({
            "metadata": { "name": workload, "namespace": NAMESPACE, "generation": 1 },
            "spec": { "replicas": 2, "serviceName": "x", "selector": {}, "template": { "metadata": {} } }, "status": status,
        });
        Self::with(rendered, role, workload, json!([]))
    }

    pub fn with_pods(rendered: &str, role: &str, pods: Value) -> Self {
        Self::with(rendered, role, Value::Null, pods)
    }

    /// With a Lease as the charts make it, which nobody has held yet.
    pub fn with_lease(rendered: &str, name: &str) -> Self {
        let lease = json!({ "metadata": { "name": name, "namespace": NAMESPACE, "resourceVersion": "1" } });
        Self::with(rendered, name, lease, json!([]))
    }

    fn with(rendered: &str, role: &str, object: Value, pods: Value) -> Self {
        FakeApiServer {
            role: Arc::new(role_of(rendered, role)),
            asked: Arc::default(),
            queries: Arc::default(),
            object: Arc::new(Mutex::new(object)),
            pods: Arc::new(pods),
            is_away: Arc::default(),
        }
    }

    /// From now on it answers, or every connection breaks.
    pub fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    pub fn client(&self) -> Client {
        let server = self.clone();
        let serve = move |request: http::Request<Body>| {
            let server = server.clone();
            async move { server.answer(request).await }
        };
        Client::new(service_fn(serve), NAMESPACE)
    }

    pub fn object(&self) -> Value {
        self.object.lock().unwrap().clone()
    }

    /// What was allowed and asked for so far.
    pub fn asked(&self) -> BTreeSet<RequestKey> {
        self.asked.lock().unwrap().clone()
    }

    /// What stood behind the paths that were allowed.
    pub fn queries(&self) -> Vec<String> {
        self.queries.lock().unwrap().clone()
    }

    /// All that the Role allows.
    pub fn allowed(&self) -> BTreeSet<RequestKey> {
        let mut allowed = BTreeSet::new();
        for rule in self.role.rules.iter().flatten() {
            for group in rule.api_groups.iter().flatten() {
                for resource in rule.resources.iter().flatten() {
                    for name in rule.resource_names.as_deref().unwrap_or(&["*".to_string()]) {
                        allowed.extend(rule.verbs.iter().map(|verb| (group.clone(), resource.clone(), name.clone(), verb.clone())));
                    }
                }
            }
        }
        allowed
    }

    async fn answer(&self, request: http::Request<Body>) -> Result<http::Response<Body>, tower::BoxError> {
        if self.is_away.load(Ordering::Relaxed) {
            return Err("connection refused".into());
        }
        let (parts, body) = request.into_parts();
        let Some(asked) = asked(&parts) else { return Ok(refusal(404, "NotFound", "no such path")) };
        if !self.allowed().contains(&asked) {
            let message = format!("{}.{} {:?} is forbidden: cannot {}", asked.1, asked.0, asked.2, asked.3);
            return Ok(refusal(403, "Forbidden", &message));
        }
        let verb = asked.3.clone();
        self.asked.lock().unwrap().insert(asked);
        self.queries.lock().unwrap().extend(parts.uri.query().map(str::to_string));
        let sent = body.collect_bytes().await?;
        let mut object = self.object.lock().unwrap();
        Ok(match verb.as_str() {
            "list" => answer(200, &json!({ "apiVersion": "v1", "kind": "PodList", "metadata": {}, "items": *self.pods })),
            "patch" => {
                begin(&mut object, &serde_json::from_slice(&sent).unwrap());
                answer(200, &object)
            }
            "update" => update(&mut object, serde_json::from_slice(&sent).unwrap()),
            _ => {
                let answered = answer(200, &object);
                advance_rollout(&mut object);
                answered
            }
        })
    }
}

/// A path of the API as a Role says it: /apis/GROUP/VERSION/namespaces/NAMESPACE/RESOURCE/NAME, and /api/VERSION/.. for
/// what has no group.
fn asked(parts: &http::request::Parts) -> Option<RequestKey> {
    let words: Vec<&str> = parts.uri.path().trim_matches('/').split('/').collect();
    let (group, rest) = match words.as_slice() {
        ["apis", group, _, rest @ ..] => (*group, rest),
        ["api", _, rest @ ..] => ("", rest),
        _ => return None,
    };
    let method = match parts.method.as_str() {
        "PUT" => "update".into(),
        other => other.to_lowercase(),
    };
    match rest {
        ["namespaces", NAMESPACE, resource, name] => Some((group.into(), (*resource).into(), (*name).into(), method)),
        ["namespaces", NAMESPACE, resource] if method == "get" => Some((group.into(), (*resource).into(), "*".into(), "list".into())),
        _ => None,
    }
}

/// The pods' template changed: a new generation, of which nothing is there.
fn begin(workload: &mut Value, patch: &Value) {
    let annotations = &patch["spec"]["template"]["metadata"]["annotations"];
    workload["spec"]["template"]["metadata"]["annotations"] = annotations.clone();
    workload["metadata"]["generation"] = json!(2);
}

/// Whoever has read the newest version may write over it.
fn update(object: &mut Value, sent: Value) -> http::Response<Body> {
    let newest = &object["metadata"]["resourceVersion"];
    if sent["metadata"]["resourceVersion"] != *newest {
        return refusal(409, "Conflict", "the object has been modified");
    }
    let next: u64 = newest.as_str().unwrap().parse::<u64>().unwrap() + 1;
    *object = sent;
    object["metadata"]["resourceVersion"] = json!(next.to_string());
    answer(200, object)
}

/// One step of the rollout with each look: seen, one new pod beside the old ones, all new.
fn advance_rollout(workload: &mut Value) {
    if workload["status"].is_null() {
        return;
    }
    let status = &workload["status"];
    let (observed, updated) = (status["observedGeneration"].clone(), status["updatedReplicas"].clone());
    workload["status"] = match (observed.as_i64(), updated.as_i64()) {
        (Some(1), _) => json!({ "observedGeneration": 2, "replicas": 2, "updatedReplicas": 0, "availableReplicas": 2 }),
        (_, Some(0)) => json!({ "observedGeneration": 2, "replicas": 3, "updatedReplicas": 1, "availableReplicas": 2 }),
        _ => json!({ "observedGeneration": 2, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2 }),
    };
}

fn answer(status: u16, body: &Value) -> http::Response<Body> {
    http::Response::builder().status(status).body(Body::from(body.to_string().into_bytes())).unwrap()
}

fn refusal(code: u16, reason: &str, message: &str) -> http::Response<Body> {
    let body =
        json!({ "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message, "reason": reason, "code": code });
    answer(code, &body)
}

fn role_of(rendered: &str, name: &str) -> Role {
    let is_it = |document: &&str| {
        let has = |wanted: &str| document.lines().any(|line| line == wanted);
        has("kind: Role") && has(&format!("  name: {name}"))
    };
    let document = rendered.split("\n---\n").find(is_it);
    serde_saphyr::from_str(document.unwrap_or_else(|| panic!("no chart renders the Role {name}"))).expect("a Role")
}
