//! The plain-text part of a mail, made from its HTML, for programs that show no HTML.

/// `html` is well-formed, as `html::sanitize` returns it.
pub fn from_html(html: &str) -> String {
    let mut plain = Plain::default();
    let mut rest = html;
    while let Some((text, tag, after)) = next_tag(rest) {
        plain.text(text);
        plain.tag(tag);
        rest = after;
    }
    plain.text(rest);
    plain.finish()
}

/// The text before the next tag, the inside of the tag's brackets, and the text after it.
fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let open = html.find('<')?;
    let inside = &html[open + 1..];
    let close = end_of_tag(inside)?;
    Some((&html[..open], &inside[..close], &inside[close + 1..]))
}

/// The closing bracket, leaving out brackets in quoted attributes.
fn end_of_tag(inside: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (place, c) in inside.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => return Some(place),
            _ => {}
        }
    }
    None
}

#[derive(Default)]
struct Plain {
    lines: String,
    /// URL of the open link, and where its text begins in `lines`.
    link: Option<(String, usize)>,
}

impl Plain {
    /// Collapses whitespace, and drops it at the beginning of a line.
    fn text(&mut self, text: &str) {
        for c in unescape(text).chars() {
            if !c.is_whitespace() {
                self.lines.push(c);
            } else if !self.lines.is_empty() && !self.lines.ends_with(['\n', ' ']) {
                self.lines.push(' ');
            }
        }
    }

    fn tag(&mut self, tag: &str) {
        let name = tag.trim_start_matches('/').split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        let closes = tag.starts_with('/');
        match name {
            "a" if closes => self.end_link(),
            "a" => self.link = attribute(tag, "href").map(|address| (address, self.lines.len())),
            "img" => self.text(&attribute(tag, "alt").unwrap_or_default()),
            "br" => self.end_line(),
            "li" if !closes => {
                self.end_line();
                self.lines.push_str("- ");
            }
            "li" | "tr" => self.end_line(),
            "td" | "th" if closes => self.text(" "),
            "p" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "div" | "table" | "blockquote" | "pre" | "hr" => self.end_paragraph(),
            _ => {}
        }
    }

    /// Appends the URL after the link's text, unless the text contains it.
    fn end_link(&mut self) {
        let Some((address, start)) = self.link.take() else { return };
        let is_visible = self.lines.get(start..).is_some_and(|text| text.contains(&address));
        if !is_visible {
            let gap = if self.lines.is_empty() || self.lines.ends_with(char::is_whitespace) { "" } else { ": " };
            self.lines.push_str(gap);
            self.lines.push_str(address.trim_start_matches("mailto:").trim_start_matches("tel:"));
        }
    }

    fn end_line(&mut self) {
        self.lines.truncate(self.lines.trim_end_matches(' ').len());
        if !self.lines.is_empty() && !self.lines.ends_with('\n') {
            self.lines.push('\n');
        }
    }

    fn end_paragraph(&mut self) {
        self.end_line();
        if !self.lines.is_empty() && !self.lines.ends_with("\n\n") {
            self.lines.push('\n');
        }
    }

    fn finish(self) -> String {
        let text = self.lines.trim();
        if text.is_empty() { String::new() } else { format!("{text}\n") }
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    Some(unescape(value.split('"').next()?))
}

/// The entities that sanitized HTML contains.
fn unescape(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    pairs.iter().fold(text.to_string(), |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_lines_and_lists_are_kept() {
        let html = "<h1>Hello,   Ann</h1>\n<p>One<br>two</p><ul><li>a</li><li>b</li></ul><p>End</p>";
        assert_eq!(from_html(html), "Hello, Ann\n\nOne\ntwo\n\n- a\n- b\n\nEnd\n");
    }

    #[test]
    fn a_link_shows_its_url() {
        assert_eq!(from_html("<p><a class=\"button\" href=\"https://x.test/?a=1&amp;b=2\">Open</a></p>"), "Open: https://x.test/?a=1&b=2\n");
        assert_eq!(from_html("<a href=\"https://x.test/\">https://x.test/</a>"), "https://x.test/\n");
        assert_eq!(from_html("<a href=\"mailto:a@x.test\">Write</a>"), "Write: a@x.test\n");
    }

    #[test]
    fn entities_are_characters_and_tags_are_not_text() {
        assert_eq!(from_html("<b>1 &lt; 2 &amp;amp; 3</b>&nbsp;<img alt=\"a > b\">"), "1 < 2 &amp; 3 a > b\n");
        assert_eq!(from_html(""), "");
    }
}
