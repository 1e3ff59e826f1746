//! A Rust file as the rules see it: its tokens without comments, literals and unit tests, and the paths that it names.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Word(String),
    Sign(char),
    /// A string literal, as it is written.
    Text(String),
}

pub struct Source {
    /// From the root of the tree, with `/`.
    pub path: String,
    /// Words and signs, each with its line, counted from 1.
    pub tokens: Vec<(usize, Token)>,
    /// With the literals.
    pub full_tokens: Vec<(usize, Token)>,
    /// The paths of `use` declarations, expanded, and of expressions and types; `crate`, `self` and `super` are resolved:
    /// a path of this crate begins with `crate`.
    pub paths: Vec<(usize, Vec<String>)>,
}

impl Source {
    pub fn parse(path: &str, text: &str) -> Source {
        let full_tokens = without_unit_tests(tokens(text));
        let tokens: Vec<_> = full_tokens.iter().filter(|(_, token)| !matches!(token, Token::Text(_))).cloned().collect();
        let module = module(path);
        let paths = paths(&tokens).into_iter().map(|(line, path)| (line, resolve(path, &module))).collect();
        Source { path: path.to_owned(), tokens, full_tokens, paths }
    }

    /// The service and the path below its `src`, when the file is of a service and no test.
    pub fn in_service(&self) -> Option<(&str, &str)> {
        let (service, path) = self.path.strip_prefix("services/")?.split_once("/src/")?;
        let is_test = path.split('/').any(|part| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs"));
        (!is_test).then_some((service, path))
    }

    /// Lines where the words and signs stand side by side.
    pub fn lines_with<'a>(&'a self, wanted: &'a [Token]) -> impl Iterator<Item = usize> + 'a {
        self.tokens.windows(wanted.len()).filter(move |window| window.iter().map(|(_, token)| token).eq(wanted)).map(|window| window[0].0)
    }
}

pub fn word(text: &str) -> Token {
    Token::Word(text.to_owned())
}

fn tokens(text: &str) -> Vec<(usize, Token)> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let start = at;
        let next = chars.get(at + 1).copied();
        match chars[at] {
            '/' if next == Some('/') => at = find(&chars, at, |rest| rest[0] == '\n'),
            '/' if next == Some('*') => at = end_of_block_comment(&chars, at),
            '"' => {
                at = end_of_string(&chars, at + 1);
                tokens.push((line, Token::Text(chars[start..at].iter().collect())));
            }
            'r' | 'b' | 'c' if raw_string(&chars, at).is_some() => {
                at = raw_string(&chars, at).unwrap_or(at + 1);
                tokens.push((line, Token::Text(chars[start..at].iter().collect())));
            }
            '\'' => at = end_of_quote(&chars, at),
            first if first.is_alphanumeric() || first == '_' => {
                at = find(&chars, at, |rest| !(rest[0].is_alphanumeric() || rest[0] == '_'));
                tokens.push((line, Token::Word(chars[start..at].iter().collect())));
            }
            sign => {
                at += 1;
                if !sign.is_whitespace() {
                    tokens.push((line, Token::Sign(sign)));
                }
            }
        }
        line += chars[start..at].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn find(chars: &[char], from: usize, is_end: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|at| is_end(&chars[*at..])).unwrap_or(chars.len())
}

fn end_of_block_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < chars.len() {
        match chars[at..].get(..2) {
            Some(['/', '*']) => (depth, at) = (depth + 1, at + 2),
            Some(['*', '/']) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_string(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// The end of a string with a prefix (`r`, `b`, `br`, `c`, `cr`) that begins here.
fn raw_string(chars: &[char], from: usize) -> Option<usize> {
    let quote = find(chars, from, |rest| !['r', 'b', 'c', '#'].contains(&rest[0]));
    let prefix: String = chars[from..quote].iter().collect();
    let hashes = prefix.chars().filter(|c| *c == '#').count();
    let letters = prefix.trim_end_matches('#');
    if chars.get(quote) != Some(&'"') || !["r", "b", "c", "br", "cr"].contains(&letters) {
        return None;
    }
    if !letters.ends_with('r') {
        return Some(end_of_string(chars, quote + 1));
    }
    let is_end = |rest: &[char]| rest[0] == '"' && rest[1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
    Some((find(chars, quote + 1, is_end) + 1 + hashes).min(chars.len()))
}

/// Past a character literal, or past the apostrophe of a lifetime.
fn end_of_quote(chars: &[char], from: usize) -> usize {
    match chars.get(from + 1) {
        Some('\\') => (find(chars, from + 3, |rest| rest[0] == '\'') + 1).min(chars.len()),
        Some(_) if chars.get(from + 2) == Some(&'\'') => from + 3,
        _ => from + 1,
    }
}

/// Without what stands under `#[cfg(test)]`.
fn without_unit_tests(tokens: Vec<(usize, Token)>) -> Vec<(usize, Token)> {
    let attribute = [Token::Sign('#'), Token::Sign('['), word("cfg"), Token::Sign('('), word("test"), Token::Sign(')'), Token::Sign(']')];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let window = &tokens[at..tokens.len().min(at + attribute.len())];
        if window.iter().map(|(_, token)| token).eq(&attribute) {
            at = end_of_item(&tokens, at + attribute.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Past the `;`, the `,` or the block that ends the item which begins here.
fn end_of_item(tokens: &[(usize, Token)], from: usize) -> usize {
    let mut depth = 0;
    for (at, (_, token)) in tokens.iter().enumerate().skip(from) {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign('}') if depth == 1 => return at + 1,
            Token::Sign('}' | ')' | ']') => depth -= 1,
            Token::Sign(';' | ',') if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

fn paths(tokens: &[(usize, Token)]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at].1 {
            // `use<..>` after a type names lifetimes.
            Token::Word(first) if first == "use" && tokens.get(at + 1).is_some_and(|(_, next)| *next != Token::Sign('<')) => {
                at = use_tree(tokens, at + 1, &[], &mut found)
            }
            Token::Word(_) if is_separator(tokens, at + 1) => {
                let line = tokens[at].0;
                let mut path = Vec::new();
                while let Some((_, Token::Word(part))) = tokens.get(at) {
                    path.push(part.clone());
                    at += 1;
                    if !is_separator(tokens, at) {
                        break;
                    }
                    at += 2;
                }
                found.push((line, path));
            }
            _ => at += 1,
        }
    }
    found
}

/// The paths of a `use` tree that begins here; returns where it ends.
fn use_tree(tokens: &[(usize, Token)], from: usize, prefix: &[String], found: &mut Vec<(usize, Vec<String>)>) -> usize {
    let mut path = prefix.to_vec();
    let mut at = from;
    let mut is_leaf = true;
    while let Some((line, token)) = tokens.get(at) {
        match token {
            Token::Word(part) if part == "as" => at += 2,
            Token::Word(part) => {
                path.push(part.clone());
                at += 1;
            }
            Token::Sign('{') => {
                is_leaf = false;
                at += 1;
                while !matches!(tokens.get(at), None | Some((_, Token::Sign('}' | ';')))) {
                    at = use_tree(tokens, at, &path, found);
                    at += usize::from(matches!(tokens.get(at), Some((_, Token::Sign(',')))));
                }
                at += 1;
            }
            Token::Sign(',' | '}' | ';') => {
                if is_leaf {
                    found.push((*line, path));
                }
                return at;
            }
            Token::Sign(_) | Token::Text(_) => at += 1,
        }
    }
    at
}

fn is_separator(tokens: &[(usize, Token)], at: usize) -> bool {
    matches!(tokens.get(at..at + 2), Some([(_, Token::Sign(':')), (_, Token::Sign(':'))]))
}

/// The module of a file below `src`; empty for the root.
fn module(path: &str) -> Vec<String> {
    let below = path.split_once("/src/").map_or(path, |(_, below)| below).trim_end_matches(".rs");
    let mut parts: Vec<String> = below.split('/').map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

fn resolve(path: Vec<String>, module: &[String]) -> Vec<String> {
    let up = path.iter().take_while(|part| *part == "super").count();
    let is_self = path.first().is_some_and(|part| part == "self");
    if up == 0 && !is_self {
        return path;
    }
    let base = &module[..module.len().saturating_sub(up)];
    let rest = path.iter().skip(up.max(1)).filter(|part| *part != "self");
    std::iter::once("crate".to_owned()).chain(base.iter().cloned()).chain(rest.cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths_of(path: &str, text: &str) -> Vec<String> {
        Source::parse(path, text).paths.into_iter().map(|(_, path)| path.join("::")).collect()
    }

    #[test]
    fn paths_of_use_trees_are_expanded() {
        let text = "use a::{self, b::{c, d as e}, f::*};\nuse crate::store;\npub use g;";
        assert_eq!(paths_of("services/x/src/lib.rs", text), ["a::self", "a::b::c", "a::b::d", "a::f", "crate::store", "g"]);
    }

    #[test]
    fn paths_relative_to_the_module_are_resolved() {
        assert_eq!(paths_of("services/x/src/rpc/user.rs", "use super::super::store::user;"), ["crate::store::user"]);
        assert_eq!(
            paths_of("services/x/src/rpc/mod.rs", "fn f() { super::store::list(); self::g::h() }"),
            ["crate::store::list", "crate::rpc::g::h"]
        );
        assert_eq!(paths_of("services/x/src/lib.rs", "use self::rpc::Users;"), ["crate::rpc::Users"]);
    }

    #[test]
    fn paths_of_expressions_and_attributes_count() {
        let text = "#[derive(sqlx::FromRow)] struct A; fn f() -> tonic::Status { Vec::<u8>::new(); x::y!() }";
        assert_eq!(paths_of("services/x/src/domain/a.rs", text), ["sqlx::FromRow", "tonic::Status", "Vec", "x::y"]);
    }

    #[test]
    fn captured_lifetimes_are_no_imports() {
        let text = "fn f<'a>(x: &'a u8) -> impl A + use<'a> { if true { b::c(); } d::e() }";
        assert_eq!(paths_of("services/x/src/a.rs", text), ["b::c", "d::e"]);
    }

    #[test]
    fn comments_and_literals_do_not_count() {
        let text = r###"// a::b
            /* c::d /* nested */ e::f */
            const A: &str = "g::h \" i::j"; const B: &str = r#"k::l " m::n"#; const C: &[u8] = b"o::p"; const D: char = '"';
            const E: char = '\''; fn f<'a>(x: &'a q::R) {}"###;
        assert_eq!(paths_of("services/x/src/a.rs", text), ["q::R"]);
    }

    #[test]
    fn unit_tests_do_not_count() {
        let text = "use a::b;\n#[cfg(test)]\nmod tests { use c::d; fn f() { e::f() } }\n#[cfg(test)]\nuse g::h;\nuse i::j;";
        assert_eq!(paths_of("services/x/src/a.rs", text), ["a::b", "i::j"]);
        let file = Source::parse("services/x/src/a/tests.rs", "use a::b;");
        assert_eq!(file.in_service(), None);
        assert_eq!(Source::parse("services/x/src/a/b.rs", "").in_service(), Some(("x", "a/b.rs")));
        assert_eq!(Source::parse("services/x/tests/it/b.rs", "").in_service(), None);
    }

    #[test]
    fn tokens_know_their_line() {
        let file = Source::parse("services/x/src/a.rs", "const A: &str = \"\n\n\";\nfn f() { t.commit() }");
        let commit = [Token::Sign('.'), word("commit"), Token::Sign('(')];
        assert_eq!(file.lines_with(&commit).collect::<Vec<_>>(), [4]);
    }
}
