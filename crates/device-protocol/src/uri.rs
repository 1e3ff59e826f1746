//! Paths and queries of the calls: just enough of RFC 3986 for a device's interface.

/// A URI taken apart: segments of the path without empty ones and without a leading `api`
/// (some calls are documented with it, some without), and the query's pairs, decoded.
pub(crate) struct Uri {
    segments: Vec<String>,
    pairs: Vec<(String, String)>,
}

impl Uri {
    pub fn parse(uri: &str) -> Self {
        let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
        let mut segments: Vec<String> = path.split('/').filter(|segment| !segment.is_empty()).map(decode).collect();
        if segments.first().is_some_and(|first| first == "api") {
            segments.remove(0);
        }
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        };
        let pairs = query.split('&').filter(|text| !text.is_empty()).map(pair).collect();
        Self { segments, pairs }
    }

    pub fn segments(&self) -> Vec<&str> {
        self.segments.iter().map(String::as_str).collect()
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Percent-encodes everything but unreserved characters.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Decodes percent-encoding and `+`. Invalid sequences stay as they are.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten().and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match hex {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_comes_apart_with_or_without_api() {
        for text in ["/api/v1/x/7?a=1&b=", "/v1/x/7?a=1&b", "v1//x/7/?a=1&b="] {
            let uri = Uri::parse(text);
            assert_eq!(uri.segments(), ["v1", "x", "7"]);
            assert_eq!((uri.query("a"), uri.query("b"), uri.query("c")), (Some("1"), Some(""), None));
        }
    }

    #[test]
    fn what_is_encoded_decodes_to_itself() {
        for text in ["code eq 'a & b'", "100%", "ж+1", "%zz", "%"] {
            assert_eq!(decode(&encode(text)), text);
        }
        assert_eq!(decode("100%"), "100%");
    }
}
