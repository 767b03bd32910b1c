//! Input schemas: made from the argument types, trimmed to what a model needs, and checked before anything is decoded,
//! so that a refusal can name the argument without repeating what it held.

use nexus_policy::Refusal;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::arguments::wrong;

/// The schema of a tool's arguments.
pub(super) fn of<A: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    trim(&mut schema);
    match schema {
        Value::Object(object) => object,
        // Only a type that accepts everything or nothing has another kind of schema, and arguments are structs.
        _ => JsonObject::new(),
    }
}

/// Drops what costs tokens and says nothing: titles, number formats, and that an optional argument may be null too.
fn trim(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    for noise in ["title", "format", "default"] {
        // `properties` holds arguments, and one could have such a name.
        if object.get(noise).is_some_and(|value| !value.is_object()) {
            object.remove(noise);
        }
    }
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            object.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(mut choices)) = object.remove("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_mut_slice() {
            object.append(only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    object.values_mut().for_each(trim);
}

/// Checks arguments against a tool's schema.
pub(super) fn check(tool: &str, schema: &JsonObject, arguments: &JsonObject) -> Result<(), Refusal> {
    let nothing = JsonObject::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    for (name, value) in arguments {
        let Some(property) = properties.get(name) else { return Err(unknown(tool, name, properties)) };
        // A model may spell "left out" as null.
        let left_out = value.is_null() && !is_required(schema, name);
        if !left_out && !fits(property, value) {
            return Err(wrong(format!("`{name}` takes {}.", expectation(property))));
        }
    }
    let missing = properties.keys().find(|name| is_required(schema, name) && !arguments.contains_key(*name));
    match missing {
        Some(name) => Err(wrong(format!("`{name}` is missing; it takes {}.", expectation(&properties[name])))),
        None => Ok(()),
    }
}

fn is_required(schema: &JsonObject, name: &str) -> bool {
    schema.get("required").and_then(Value::as_array).is_some_and(|required| required.iter().any(|one| one == name))
}

fn unknown(tool: &str, name: &str, properties: &JsonObject) -> Refusal {
    let known = properties.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    // A name that doesn't look like one may be text that went astray.
    let is_name = name.len() <= 30 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let name = if is_name { format!("`{name}`") } else { "One of these arguments".to_owned() };
    wrong(format!("{name} isn't an argument of {tool}, which takes {known}."))
}

fn fits(property: &Value, value: &Value) -> bool {
    let within = |amount: f64, least: &str, most: &str| {
        property[least].as_f64().is_none_or(|least| amount >= least)
            && property[most].as_f64().is_none_or(|most| amount <= most)
    };
    let is_choice = property["enum"].as_array().is_none_or(|choices| choices.contains(value));
    match (property["type"].as_str(), value) {
        (Some("string"), Value::String(text)) => {
            is_choice && within(text.chars().count() as f64, "minLength", "maxLength")
        }
        (Some("boolean"), Value::Bool(_)) => true,
        (Some("integer"), Value::Number(number)) => {
            number.as_u64().is_some_and(|number| within(number as f64, "minimum", "maximum"))
        }
        (Some("number"), Value::Number(number)) => {
            number.as_f64().is_some_and(|number| within(number, "minimum", "maximum"))
        }
        (Some("object"), Value::Object(object)) => {
            let Value::Object(schema) = property else { return false };
            check("", schema, object).is_ok()
        }
        (None, value) => {
            // Any of several types.
            let types = property["type"].as_array().map(Vec::as_slice).unwrap_or_default();
            types.iter().any(|each| {
                let mut single = property.clone();
                single["type"] = each.clone();
                fits(&single, value)
            })
        }
        (Some("array"), Value::Array(items)) => {
            within(items.len() as f64, "minItems", "maxItems")
                && items.iter().all(|item| fits(&property["items"], item))
        }
        _ => false,
    }
}

/// What a property takes, in words.
fn expectation(property: &Value) -> String {
    let bound = |name: &str| property[name].as_f64().map(|bound| bound.to_string());
    let range = |least: Option<String>, most: Option<String>| match (least, most) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (None, Some(most)) => format!(" of at most {most}"),
        (Some(least), None) => format!(" of at least {least}"),
        (None, None) => String::new(),
    };
    if let Some(choices) = property["enum"].as_array() {
        let choices: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", choices.join(", "));
    }
    match property["type"].as_str() {
        Some("string") => match bound("maxLength") {
            Some(most) => format!("text of at most {most} characters"),
            None => "text".to_owned(),
        },
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => format!("a whole number{}", range(bound("minimum"), bound("maximum"))),
        Some("number") => format!("a number{}", range(bound("minimum"), bound("maximum"))),
        Some("object") => {
            let nothing = JsonObject::new();
            let properties = property["properties"].as_object().unwrap_or(&nothing);
            let each = properties.iter().map(|(name, inner)| format!("`{name}`: {}", expectation(inner)));
            format!("an object with {}", each.collect::<Vec<_>>().join(", "))
        }
        None => {
            let types = property["type"].as_array().map(Vec::as_slice).unwrap_or_default();
            let each = types.iter().map(|each| {
                let mut single = property.clone();
                single["type"] = each.clone();
                expectation(&single)
            });
            each.collect::<Vec<_>>().join(" or ")
        }
        Some("array") => format!("a list, each item {}", expectation(&property["items"])),
        _ => "another value".to_owned(),
    }
}
