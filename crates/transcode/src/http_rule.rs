//! The `google.api.http` method option.

use http::Method;
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor, Value};

const OPTION: &str = "google.api.http";
/// The end of a path whose last parameter takes several segments.
const REST: &str = "=**}";
const VERBS: [(&str, Method); 5] =
    [("get", Method::GET), ("put", Method::PUT), ("post", Method::POST), ("delete", Method::DELETE), ("patch", Method::PATCH)];

/// One binding of a method to a verb and a path.
#[derive(Debug)]
pub(crate) struct HttpRule {
    pub verb: Method,
    /// `/api/v0/devices/{id}`, which is also how axum 0.8 spells it.
    pub path: String,
    /// Whether the last parameter takes the rest of the path, with its slashes: `{path=**}`.
    pub takes_rest: bool,
    /// The names in braces, in order.
    pub parameters: Vec<String>,
    /// Empty, `*`, or the name of a field.
    pub body: String,
}

impl HttpRule {
    /// The bindings of a method, additional ones included; none when it is not annotated.
    pub fn from_method(pool: &DescriptorPool, method: &MethodDescriptor) -> Result<Vec<Self>, String> {
        let options = method.options();
        let Some(extension) = pool.get_extension_by_name(OPTION) else { return Ok(Vec::new()) };
        if !options.has_extension(&extension) {
            return Ok(Vec::new());
        }
        let option = options.get_extension(&extension);
        let main = option.as_message().ok_or_else(|| format!("{OPTION} is not a message"))?;
        let additional = main.get_field_by_name("additional_bindings");
        let additional = additional.as_deref().and_then(Value::as_list).unwrap_or_default();
        let additional = additional.iter().filter_map(Value::as_message);
        std::iter::once(main).chain(additional).map(Self::read).collect()
    }

    fn read(option: &DynamicMessage) -> Result<Self, String> {
        let verb = VERBS.into_iter().find(|(name, _)| option.has_field_by_name(name));
        let (name, verb) = verb.ok_or("needs one of get, put, post, delete, patch")?;
        if !text(option, "response_body").is_empty() {
            return Err("response_body is not supported".into());
        }
        let path = text(option, name);
        let takes_rest = path.ends_with(REST);
        let path = path.strip_suffix(REST).map_or(path.clone(), |start| format!("{start}}}"));
        let parameters = parameters(&path)?;
        Ok(Self { verb, path, takes_rest, parameters, body: text(option, "body") })
    }
}

fn text(option: &DynamicMessage, field: &str) -> String {
    let value = option.get_field_by_name(field);
    value.as_deref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The names in braces. A brace holds a whole segment and a plain name.
fn parameters(path: &str) -> Result<Vec<String>, String> {
    let Some(rest) = path.strip_prefix('/') else {
        return Err(format!("path '{path}' does not start with a slash"));
    };
    let mut names: Vec<String> = Vec::new();
    for segment in rest.split('/').filter(|segment| segment.contains(['{', '}'])) {
        let name = segment.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
        let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match name.filter(plain).filter(|name| !name.is_empty()) {
            Some(name) if names.iter().any(|known| known == name) => {
                return Err(format!("path '{path}' names '{name}' twice"));
            }
            Some(name) => names.push(name.to_owned()),
            None => return Err(format!("segment '{segment}' is not supported")),
        }
    }
    Ok(names)
}
