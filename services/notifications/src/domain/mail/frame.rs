//! What a mail looks like: one frame for all, with the white label of the group or project.
//!
//! Readers of mail know little of CSS, so the boxes are tables and the styles stand in the tags; what is in the head
//! is for those that read it: narrow screens.
use super::locale::Locale;
use super::macros::{escape, replace};

const FRAME: &str = include_str!("frame.html");
const BUTTON: &str = "display:inline-block;padding:12px 24px;border-radius:6px;background:#0b63ce;color:#ffffff;font-weight:600;text-decoration:none";
const CODE: &str = "margin:8px 0 24px;padding:16px;border-radius:6px;background:#f3f6f9;color:#16202a;font-size:32px;line-height:40px;font-weight:700;\
                    letter-spacing:8px;text-align:center;font-family:'SF Mono',Consolas,'DejaVu Sans Mono',monospace";

/// Who a mail seems to come from. Empty where nothing was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhiteLabel {
    pub name: String,
    /// An address that the receiver's program can load.
    pub logo: String,
    pub address: String,
    pub email: String,
    pub phone: String,
}

/// `content` is clean HTML; `project` is shown where there is no white label.
pub fn around(content: &str, title: &str, project: &str, label: &WhiteLabel, locale: Locale) -> String {
    let name = if label.name.is_empty() { project } else { &label.name };
    replace(FRAME, |place| {
        match place {
            "lang" => locale.code().into(),
            "title" => escape(title),
            "head" => head(name, label),
            "content" => dressed(content),
            "foot" => foot(name, label, locale),
            _ => String::new(),
        }
        .into()
    })
}

fn head(name: &str, label: &WhiteLabel) -> String {
    let name = escape(name);
    match label.logo.as_str() {
        "" => name,
        logo => format!(
            "<img src=\"{}\" alt=\"{name}\" height=\"40\" style=\"height:40px;max-width:240px;object-fit:contain;object-position:left;border:0;display:block\">",
            escape(logo)
        ),
    }
}

fn foot(name: &str, label: &WhiteLabel, locale: Locale) -> String {
    let why = match locale {
        Locale::En => "This mail was sent automatically.",
        Locale::Ru => "Это письмо отправлено автоматически.",
    };
    let lines = [name, &label.address, &label.phone, &label.email];
    let known: Vec<String> = lines.iter().filter(|line| !line.is_empty()).map(|line| escape(line)).collect();
    format!("{}<br>{why}", known.join(" &middot; "))
}

/// Buttons and codes, which templates mark by their class.
fn dressed(content: &str) -> String {
    let content = content.replace("class=\"button\"", &format!("class=\"button\" style=\"{BUTTON}\""));
    content.replace("class=\"code\"", &format!("class=\"code\" style=\"{CODE}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_shows_the_white_label_and_its_values_as_text() {
        let label =
            WhiteLabel { name: "River & Co".into(), logo: "https://x.test/l.png?a=1&b=2".into(), phone: "<+3120>".into(), ..WhiteLabel::default() };
        let html = around("<p>Hi</p>", "Hello", "Project", &label, Locale::Ru);
        for part in ["lang=\"ru\"", "alt=\"River &amp; Co\"", "l.png?a=1&amp;b=2", "&lt;+3120&gt;", "<p>Hi</p>", "автоматически"] {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("{{") && !html.contains("Project"));
    }

    #[test]
    fn without_a_white_label_the_project_is_named() {
        let html = around("<p class=\"code\">{{code}}</p>", "Hello", "Riverside", &WhiteLabel::default(), Locale::En);
        assert!(html.contains("Riverside") && !html.contains("<img"));
        // What the content says in braces is its own.
        assert!(html.contains("letter-spacing:8px") && html.contains("{{code}}"));
    }
}
