//! Arguments of the tools that fill forms.

use std::borrow::Cow;

use nexus_core::broker::{FormField, FormValue, PageRequest, TypedText};
use nexus_policy::Refusal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::arguments::{MAX_TYPED_CHARS, element, on_page, wrong};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FillForm {
    page: Option<String>,
    #[schemars(length(min = 1, max = 100))]
    fields: Vec<Field>,
    lease: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Field {
    #[serde(rename = "ref")]
    target: String,
    /// Text; an option; 2026-01-31; true for checked.
    value: FieldValue,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FieldValue {
    Text(String),
    Checked(bool),
    Number(serde_json::Number),
}

impl JsonSchema for FieldValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FieldValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "boolean", "number"], "maxLength": MAX_TYPED_CHARS})
    }
}

impl Arguments for FillForm {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, fields, lease } = self;
        let fields = fields
            .into_iter()
            .map(|Field { target, value }| {
                let value = match value {
                    FieldValue::Text(text) => FormValue::Text(TypedText(text)),
                    FieldValue::Checked(checked) => FormValue::Checked(checked),
                    FieldValue::Number(number) => FormValue::Text(TypedText(number.to_string())),
                };
                Ok(FormField { target: element("ref", &target)?, value })
            })
            .collect::<Result<Vec<_>, Refusal>>()?;
        let twice =
            fields.iter().enumerate().find(|(at, one)| fields[..*at].iter().any(|other| other.target == one.target));
        if let Some((_, field)) = twice {
            return Err(wrong(format!("`fields` names {} twice.", field.target)));
        }
        on_page(page.as_deref(), lease.as_deref(), PageRequest::FillForm { fields })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Select {
    page: Option<String>,
    #[serde(rename = "ref")]
    target: String,
    /// Values or labels.
    #[schemars(length(max = 1_000))]
    values: Vec<String>,
    lease: Option<String>,
}

impl Arguments for Select {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, values, lease } = self;
        let target = element("ref", &target)?;
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Select { target, values })
    }
}
