//! Answers as agents get them: one text, a small structure for programs, and a picture where there is one. Page text
//! goes into the fence and nowhere else (A11, N24).

mod facts;
mod fence;
mod overview;
#[cfg(test)]
mod tests;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use nexus_core::broker::{Answer, Picture};
use nexus_policy::{Code, Refusal, Status};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

/// An answer, rendered.
#[derive(Debug)]
pub(crate) struct Rendered {
    status: Status,
    text: String,
    structured: Value,
    picture: Option<Picture>,
}

impl Rendered {
    /// Renders an answer. Without random numbers nothing can be fenced, so the page's text stays here then.
    pub(crate) fn new(answer: Answer) -> Self {
        Self::fenced_by(answer, fence::random_nonce).unwrap_or_else(|fence::NoNonce| {
            tracing::error!("the system has no random numbers, so page text can't be fenced");
            let refusal = Refusal::new(Code::Unavailable, "NEXUS can't mark page text as untrusted now.");
            let Answer { code, summary, facts, page_text: _, picture: _ } = Answer::refused(&refusal);
            let structured = facts::structured(Status::Error, code, &facts);
            Self { status: Status::Error, text: summary, structured, picture: None }
        })
    }

    fn fenced_by(answer: Answer, nonce: fence::NonceSource) -> Result<Self, fence::NoNonce> {
        let status = answer.status();
        let Answer { code, summary, facts, page_text, picture } = answer;
        let mut text = summary;
        facts::append_lines(&mut text, &facts);
        let mut from_page = Vec::new();
        if let Some(overview) = &facts.overview {
            overview::append_lines(&mut text, overview);
            from_page.extend(overview::titles(overview));
        }
        if let Some(page_text) = page_text {
            from_page.push(page_text.as_str().to_owned());
        }
        if !from_page.is_empty() {
            text.push('\n');
            text.push_str(&fence::around(&from_page.join("\n"), nonce)?);
        }
        let structured = facts::structured(status, code, &facts);
        Ok(Self { status, text, structured, picture })
    }
}

impl From<Rendered> for CallToolResult {
    fn from(rendered: Rendered) -> Self {
        let Rendered { status, text, structured, picture } = rendered;
        let mut content = vec![ContentBlock::text(text)];
        content.extend(picture.map(|Picture { png }| ContentBlock::image(STANDARD.encode(png), "image/png")));
        let mut result = Self::success(content);
        result.structured_content = Some(structured);
        // So that no client takes "waiting for approval" for "done".
        result.is_error = Some(status != Status::Ok);
        result
    }
}
