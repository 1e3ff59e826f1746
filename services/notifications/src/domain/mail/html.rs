//! The HTML that a mail may contain: no scripts, no forms, nothing that loads by itself but images.
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// CSS properties that `style` may contain: looks of text and boxes. None takes a URL or places a box over others.
const STYLE: &[&str] = &[
    "background-color",
    "border",
    "border-bottom",
    "border-collapse",
    "border-color",
    "border-left",
    "border-radius",
    "border-right",
    "border-spacing",
    "border-style",
    "border-top",
    "border-width",
    "color",
    "direction",
    "display",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "height",
    "letter-spacing",
    "line-height",
    "list-style-type",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "max-width",
    "min-width",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "text-align",
    "text-decoration",
    "text-transform",
    "vertical-align",
    "white-space",
    "width",
    "word-break",
];

static RULES: LazyLock<Builder<'static>> = LazyLock::new(rules);

fn rules() -> Builder<'static> {
    let mut rules = Builder::default();
    rules
        .add_generic_attributes(["style", "align", "dir"])
        .add_tag_attributes("table", ["width", "border", "cellpadding", "cellspacing", "bgcolor", "role"])
        .add_tag_attributes("td", ["width", "height", "valign", "bgcolor"])
        .add_tag_attributes("tr", ["valign", "bgcolor"])
        .add_allowed_classes("a", ["button"])
        .add_allowed_classes("p", ["code"])
        .filter_style_properties(STYLE.iter().copied().collect())
        .url_schemes(["http", "https", "mailto", "tel"].into())
        // A mail has no base URL.
        .url_relative(UrlRelative::Deny)
        .link_rel(None);
    rules
}

/// Removes what is not allowed. The result is well-formed.
pub fn sanitize(html: &str) -> String {
    RULES.clean(html).to_string()
}

/// Whether what is left of it says or shows something: tags alone say nothing.
pub fn has_content(html: &str) -> bool {
    let is_shown = |character: char| !character.is_whitespace() && !is_invisible(character);
    let has_text = Builder::empty().clean(html).to_string().replace("&nbsp;", " ").contains(is_shown);
    // Nothing but an image has a source.
    has_text || sanitize(html).contains(" src=\"")
}

/// Characters of no width, by which an empty text looks like one.
pub fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// A value that nobody but the receiver may learn, and the attribute that may be it.
pub struct Secret {
    pub value: String,
    pub attribute: &'static str,
}

/// As `sanitize`; and an attribute with one of the secrets in it is removed, but for the secret's own attribute where it is nothing else:
/// a picture of another server, or a link to it, would tell the secret to that server.
pub fn sanitize_with_secrets(html: &str, secrets: Vec<Secret>) -> String {
    if secrets.is_empty() {
        return sanitize(html);
    }
    let mut rules = rules();
    rules.attribute_filter(move |_, attribute, value| {
        let has_secret = secrets.iter().any(|secret| value.contains(secret.value.as_str()));
        let is_secret = secrets.iter().any(|secret| value == secret.value && attribute == secret.attribute);
        (!has_secret || is_secret).then(|| value.into())
    });
    rules.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_told_to_no_other_server() {
        let secret = "https://vestibule.test/password/reset/abc";
        let clean = |html: &str| sanitize_with_secrets(&html.replace("{{link}}", secret), vec![Secret { value: secret.into(), attribute: "href" }]);
        assert_eq!(clean("<a href=\"{{link}}\">{{link}}</a>"), format!("<a href=\"{secret}\">{secret}</a>"));
        assert_eq!(clean("<img src=\"https://x.test/?{{link}}\">"), "<img>");
        assert_eq!(clean("<img src=\"{{link}}\">"), "<img>");
        assert_eq!(clean("<a href=\"https://x.test/?{{link}}\">a</a>"), "<a>a</a>");
        assert_eq!(clean("<img src=\"https://x.test/logo.png\">"), "<img src=\"https://x.test/logo.png\">");
    }

    #[test]
    fn a_picture_with_a_secret_is_loaded_from_its_own_address_only() {
        let secret = "https://vestibule.test/api/v0/guest-access/abc/qr";
        let clean = |html: &str| sanitize_with_secrets(&html.replace("{{qr}}", secret), vec![Secret { value: secret.into(), attribute: "src" }]);
        assert_eq!(clean("<img src=\"{{qr}}\">"), format!("<img src=\"{secret}\">"));
        assert_eq!(clean("<img src=\"https://x.test/?{{qr}}\">"), "<img>");
        assert_eq!(clean("<a href=\"https://x.test/?{{qr}}\">a</a>"), "<a>a</a>");
    }

    #[test]
    fn unsafe_html_is_removed() {
        for (dirty, safe) in [
            ("<p>a<script>alert(1)</script></p>", "<p>a</p>"),
            ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
            ("<a href=\"javascript:x()\">a</a>", "<a>a</a>"),
            ("<img src=\"x.png\" onerror=\"x()\">", "<img>"),
            ("<style>p { display: none }</style>a", "a"),
            ("<iframe src=\"https://x.test\"></iframe><form><input></form>b", "b"),
            ("<p style=\"color:red;position:fixed;background:url(https://x.test)\">a</p>", "<p style=\"color:red\">a</p>"),
            ("<!-- c --><p class=\"evil\">a", "<p class=\"\">a</p>"),
        ] {
            assert_eq!(sanitize(dirty), safe, "{dirty}");
        }
    }

    #[test]
    fn tags_alone_are_no_content() {
        for empty in [
            "",
            "<p></p>",
            "<p>&nbsp;</p><br>",
            "<h1> </h1><ul><li></li></ul>",
            "<p>\u{200b}&#8203;</p>",
            "<script>alert(1)</script>",
            "<img>",
            "<img src=\"javascript:x()\">",
        ] {
            assert!(!has_content(empty), "{empty}");
        }
        for full in ["a", "<p>&lt;</p>", "<img src=\"https://x.test/l.png\" alt=\"\">", "<p><b>1</b></p>"] {
            assert!(has_content(full), "{full}");
        }
    }

    #[test]
    fn ordinary_html_of_a_mail_is_kept() {
        for html in [
            "<h1>Hello</h1><p class=\"code\">482913</p>",
            "<a class=\"button\" href=\"https://x.test/?a=1&amp;b=2\">Open</a>",
            "<a href=\"mailto:a@x.test\">a</a><a href=\"tel:+3120\">b</a>",
            "<table width=\"100%\"><tbody><tr><td style=\"padding:8px\"><img src=\"https://x.test/l.png\" alt=\"\"></td></tr></tbody></table>",
        ] {
            assert_eq!(sanitize(html), html);
        }
    }
}
