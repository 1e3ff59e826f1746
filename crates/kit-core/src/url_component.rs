//! Percent-encoding of one part of a URL: a segment of a path, a user or a password, a file name in a header (RFC 8187).
//!
//! Of the two encodings of URLs this is the one of RFC 3986, by the crate `percent-encoding`: a space is `%20` and a plus is
//! itself. Query strings and forms have another, `application/x-www-form-urlencoded`, where a space is a plus: pairs are written
//! and read by the crate `form_urlencoded`, or `Url::query_pairs`, which is the same. No other crate encodes.
use std::str::Utf8Error;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All but the unreserved characters of RFC 3986, which RFC 8187 lets stand too.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

pub fn decode(text: &str) -> Result<String, Utf8Error> {
    Ok(percent_decode_str(text).decode_utf8()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_comes_back_as_it_was() {
        for text in ["a/b?c=d&e+f g%20", "Дом 1.csv", "p@ss:w*rd'\"", "~-._"] {
            assert_eq!(decode(&encode(text)).unwrap(), text);
        }
        assert_eq!(encode("a b+c*~"), "a%20b%2Bc%2A~");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert!(decode("%ff").is_err());
    }
}
