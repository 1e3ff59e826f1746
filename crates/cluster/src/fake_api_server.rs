//! A fake API server of Kubernetes: it keeps one workload and some pods, and allows what a Role allows, as the charts
//! render it. Nothing of it is Kubernetes' own code; what it shows is which requests are made, and that the Role is theirs.
use std::collections::BTreeSet;
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
type Asked = (String, String, String, String);

#[derive(Clone)]
pub struct FakeApiServer {
    role: Arc<Role>,
    asked: Arc<Mutex<BTreeSet<Asked>>>,
    queries: Arc<Mutex<Vec<String>>>,
    workload: Arc<Mutex<Value>>,
    pods: Arc<Value>,
}

impl FakeApiServer {
    /// With a workload of two replicas that all serve.
    pub fn new(rendered: &str, role: &str, workload: &str) -> Self {
        let status = json!({ "observedGeneration": 1, "replicas": 2, "updatedReplicas": 2, "availableReplicas": 2 });
        let workload = json!({
            "metadata": { "name": workload, "namespace": NAMESPACE, "generation": 1 },
            "spec": { "replicas": 2, "serviceName": "x", "selector": {}, "template": { "metadata": {} } }, "status": status,
        });
        FakeApiServer {
            role: Arc::new(role_of(rendered, role)),
            asked: Arc::default(),
            queries: Arc::default(),
            workload: Arc::new(Mutex::new(workload)),
            pods: Arc::default(),
        }
    }

    pub fn with_pods(rendered: &str, role: &str, pods: Value) -> Self {
        FakeApiServer { pods: Arc::new(pods), ..Self::new(rendered, role, "none") }
    }

    pub fn client(&self) -> Client {
        let server = self.clone();
        let serve = move |request: http::Request<Body>| {
            let server = server.clone();
            async move { server.answer(request).await }
        };
        Client::new(service_fn(serve), NAMESPACE)
    }

    pub fn workload(&self) -> Value {
        self.workload.lock().unwrap().clone()
    }

    /// What was allowed and asked for so far.
    pub fn asked(&self) -> BTreeSet<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// What stood behind the paths that were allowed.
    pub fn queries(&self) -> Vec<String> {
        self.queries.lock().unwrap().clone()
    }

    /// All that the Role allows.
    pub fn allowed(&self) -> BTreeSet<Asked> {
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

    async fn answer(&self, request: http::Request<Body>) -> Result<http::Response<Body>, kube::Error> {
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
        if verb == "list" {
            return Ok(answer(200, &json!({ "apiVersion": "v1", "kind": "PodList", "metadata": {}, "items": *self.pods })));
        }
        let mut workload = self.workload.lock().unwrap();
        if verb == "patch" {
            begin(&mut workload, &serde_json::from_slice(&sent).unwrap());
            return Ok(answer(200, &workload));
        }
        let answered = answer(200, &workload);
        go_on(&mut workload);
        Ok(answered)
    }
}

/// A path of the API as a Role says it: /apis/GROUP/VERSION/namespaces/NAMESPACE/RESOURCE/NAME, and /api/VERSION/.. for
/// what has no group.
fn asked(parts: &http::request::Parts) -> Option<Asked> {
    let words: Vec<&str> = parts.uri.path().trim_matches('/').split('/').collect();
    let (group, rest) = match words.as_slice() {
        ["apis", group, _, rest @ ..] => (*group, rest),
        ["api", _, rest @ ..] => ("", rest),
        _ => return None,
    };
    let method = parts.method.as_str().to_lowercase();
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

/// One step of the rollout with each look: seen, one new pod beside the old ones, all new.
fn go_on(workload: &mut Value) {
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
