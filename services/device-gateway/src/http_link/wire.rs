//! Requests and answers of devices, as HTTP has them.
use base64::prelude::*;
use device_protocol::envelope::{DIGEST_HEADER, VERSION_HEADER};
use device_protocol::photo::Photo;
use device_protocol::{Method, Request, Response};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::Value;
use uuid::Uuid;

/// A path begins with `/api`, where the vendor's pages leave it out too.
const PREFIX: &str = "/api";

pub fn request(base: &str, request: &Request, token: Option<&str>) -> http::Result<http::Request<Vec<u8>>> {
    let prefix = if request.uri.starts_with("/api/") { "" } else { PREFIX };
    let method = match request.method {
        Method::Get => http::Method::GET,
        Method::Post => http::Method::POST,
        Method::Put => http::Method::PUT,
        Method::Patch => http::Method::PATCH,
        Method::Delete => http::Method::DELETE,
    };
    let mut builder = http::Request::builder().method(method).uri(format!("{base}{prefix}{}", request.uri));
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    if let Some(token) = token {
        builder = builder.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    match &request.body {
        Value::Null => builder.body(Vec::new()),
        body => builder.header(CONTENT_TYPE, "application/json").body(body.to_string().into_bytes()),
    }
}

/// A body is read as JSON whatever it says to be; a picture comes as over MQTT, and anything else is none.
pub fn response(id: Uuid, answer: http::Response<Vec<u8>>) -> Response {
    let (head, bytes) = answer.into_parts();
    let text = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let body = match text("content-type").filter(|kind| kind.starts_with("image/")) {
        Some(content_type) => serde_json::to_value(Photo { content_type, file: BASE64_STANDARD.encode(&bytes) }).unwrap_or_default(),
        None => serde_json::from_slice(&bytes).unwrap_or_default(),
    };
    let mut response = Response::new(id, head.status.as_u16(), body);
    for name in [VERSION_HEADER, DIGEST_HEADER] {
        response.headers.extend(text(name).map(|value| (name.to_owned(), value)));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use device_protocol::{Credentials, DeviceCall};
    use serde_json::json;

    fn written(call: DeviceCall, token: Option<&str>) -> http::Request<Vec<u8>> {
        request("http://192.0.2.5:80", &call.request(Uuid::nil()).with_version(7), token).unwrap()
    }

    #[test]
    fn a_call_goes_to_the_devices_own_interface() {
        let info = written(DeviceCall::Info, None);
        assert_eq!((info.method().as_str(), info.uri().to_string().as_str()), ("GET", "http://192.0.2.5:80/api/info"));
        assert!(info.body().is_empty() && !info.headers().contains_key(AUTHORIZATION));
        let login = written(DeviceCall::Login(Credentials::new("admin", "123456")), None);
        assert_eq!(login.uri().query(), Some("username=admin&password=e10adc3949ba59abbe56e057f20f883e"));
        assert_eq!(login.uri().path(), "/api/v1/login");
        let reboot = written(DeviceCall::Reboot, Some("t"));
        assert_eq!(reboot.uri().path(), "/api/v1/system/reboot/run");
        assert_eq!((reboot.headers()[AUTHORIZATION].to_str().unwrap(), reboot.headers()[VERSION_HEADER].to_str().unwrap()), ("Bearer t", "7"));
    }

    #[test]
    fn an_answer_is_json_whatever_it_says_to_be_and_a_picture_stays_one() {
        let answer = |kind: &str, body: &[u8]| {
            let answer = http::Response::builder().header("content-type", kind).header("X-Digest", "ff").body(body.to_vec()).unwrap();
            response(Uuid::nil(), answer)
        };
        let json = answer("text/html", br#"{"a":1}"#);
        assert_eq!((json.body.clone(), json.digest()), (json!({"a": 1}), Some("ff")));
        assert_eq!(answer("application/json", b"<html>").body, Value::Null);
        assert_eq!(answer("image/jpeg", b"jpeg").body, json!({"content_type": "image/jpeg", "file": "anBlZw=="}));
    }
}
