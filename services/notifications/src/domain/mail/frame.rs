//! The HTML frame around every mail, with the white label of the group or project.
//!
//! Mail programs support little CSS: boxes are tables, and styles are attributes of their tags. Only styles for narrow
//! screens are in the head, for the programs that read it.
use super::locale::Locale;
use super::macros::{escape, replace};

const FRAME: &str = include_str!("frame.html");
const BUTTON: &str = "display:inline-block;padding:12px 24px;border-radius:6px;background:#0b63ce;color:#ffffff;font-weight:600;text-decoration:none";
const CODE: &str = "margin:8px 0 24px;padding:16px;border-radius:6px;background:#f3f6f9;color:#16202a;font-size:32px;line-height:40px;font-weight:700;\
                    letter-spacing:8px;text-align:center;font-family:'SF Mono',Consolas,'DejaVu Sans Mono',monospace";

/// How the sender of a mail presents itself. A field is empty where nothing was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhiteLabel {
    pub name: String,
    /// Absolute URL, which the receiver's program can load.
    pub logo: String,
    pub address: String,
    pub email: String,
    pub phone: String,
}

/// `content` is sanitized HTML; `project` is the name shown without a white label.
pub fn wrap(content: &str, title: &str, project: &str, label: &WhiteLabel, locale: Locale) -> String {
    let name = if label.name.is_empty() { project } else { &label.name };
    replace(FRAME, |place| {
        match place {
            "lang" => locale.code().into(),
            "title" => escape(title),
            "head" => head(name, label),
            "content" => with_styles(content),
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

/// Adds styles to buttons and codes, which templates mark by their class.
fn with_styles(content: &str) -> String {
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
        let html = wrap("<p>Hi</p>", "Hello", "Project", &label, Locale::Ru);
        for part in ["lang=\"ru\"", "alt=\"River &amp; Co\"", "l.png?a=1&amp;b=2", "&lt;+3120&gt;", "<p>Hi</p>", "автоматически"] {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("{{") && !html.contains("Project"));
    }

    #[test]
    fn without_a_white_label_the_projects_name_is_shown() {
        let html = wrap("<p class=\"code\">{{code}}</p>", "Hello", "Riverside", &WhiteLabel::default(), Locale::En);
        assert!(html.contains("Riverside") && !html.contains("<img"));
        // Braces within the content are not replaced.
        assert!(html.contains("letter-spacing:8px") && html.contains("{{code}}"));
    }
}
