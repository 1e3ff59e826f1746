//! The language that a browser asks for.
use super::profile::LOCALES;

/// Languages of one header that are read.
const MAX_LANGUAGES: usize = 20;

/// Of an `Accept-Language` header (RFC 9110, section 12.5.4): the one of the platform's languages that is liked best.
pub fn preferred(header: &str) -> Option<&'static str> {
    let mut liked: Option<(&'static str, f32)> = None;
    for item in header.split(',').take(MAX_LANGUAGES) {
        let mut parts = item.split(';');
        let primary = parts.next().unwrap_or_default().trim().split('-').next().unwrap_or_default();
        let quality = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
        let known = LOCALES.iter().find(|known| known.eq_ignore_ascii_case(primary));
        if let Some(known) = known
            && quality > liked.map_or(0.0, |(_, best)| best)
        {
            liked = Some((known, quality));
        }
    }
    liked.map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_liked_language_that_the_platform_speaks_is_taken() {
        for (header, language) in [
            ("ru-RU,ru;q=0.9,en;q=0.8", Some("ru")),
            ("de, en;q=0.5, ru;q=0.7", Some("ru")),
            ("EN", Some("en")),
            ("en;q=0, de", None),
            ("nl-NL", None),
            ("*", None),
            ("", None),
        ] {
            assert_eq!(preferred(header), language, "{header}");
        }
    }
}
