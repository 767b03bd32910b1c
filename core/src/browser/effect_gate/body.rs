//! What the body of a request holds, by the names of its fields. A value isn't even looked at, and what can't be told from one
//! isn't named.

use serde_json::Value;
use url::Url;

/// Names on a card: more than these, and nobody reads them.
const MOST_NAMES: usize = 12;
/// Characters of a name; a longer one is none.
const LONGEST_NAME: usize = 40;

/// The names of the fields in a body of this type.
pub(super) fn field_names(content_type: &str, body: &str) -> Vec<String> {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/x-www-form-urlencoded" => kept(pair_names(body)),
        "multipart/form-data" => kept(part_names(body)),
        "application/json" | "text/json" => kept(json_names(body)),
        _ => Vec::new(),
    }
}

/// The names of the parameters in an address.
pub(super) fn query_names(url: &Url) -> Vec<String> {
    kept(pair_names(url.query().unwrap_or_default()))
}

/// Without a `=` there is no telling whether it is a name or a value.
fn pair_names(pairs: &str) -> Vec<String> {
    let named = pairs.split('&').filter(|pair| pair.contains('='));
    named.flat_map(|pair| url::form_urlencoded::parse(pair.as_bytes()).map(|(name, _)| name.into_owned())).collect()
}

fn part_names(body: &str) -> Vec<String> {
    let headers = body.lines().filter(|line| line.len() < 500);
    let is_form = |line: &&str| line.to_ascii_lowercase().starts_with("content-disposition: form-data");
    let name = |line: &str| Some(line.split_once(" name=\"")?.1.split_once('"')?.0.to_owned());
    headers.filter(is_form).filter_map(name).collect()
}

fn json_names(body: &str) -> Vec<String> {
    match serde_json::from_str(body) {
        Ok(Value::Object(object)) => object.into_iter().map(|(name, _)| name).collect(),
        Ok(_) | Err(_) => Vec::new(),
    }
}

/// Each once; what doesn't look like a name may be a value.
fn kept(names: Vec<String>) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']' | ' ');
    let is_name = |name: &str| {
        let digits = name.chars().filter(char::is_ascii_digit).count();
        !name.is_empty()
            && name.chars().count() <= LONGEST_NAME
            && name.chars().all(is_part)
            && digits * 2 <= name.len()
    };
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        let shown = if is_name(&name) { name } else { "…".to_owned() };
        if !kept.contains(&shown) && kept.len() < MOST_NAMES {
            kept.push(shown);
        }
    }
    kept
}

/// Whether a body is GraphQL that only asks. What can't be told counts as more.
pub(super) fn only_queries(body: &str) -> bool {
    match serde_json::from_str(body) {
        Ok(Value::Array(all)) => !all.is_empty() && all.iter().all(is_query),
        Ok(one) => is_query(&one),
        Err(_) => false,
    }
}

fn is_query(operation: &Value) -> bool {
    let Some(text) = operation.get("query").and_then(Value::as_str) else { return false };
    let text = text.trim_start();
    let begins = text.starts_with('{') || ["query", "fragment"].iter().any(|word| text.starts_with(word));
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    begins && !words().any(|word| word == "mutation" || word == "subscription")
}
