//! The banner by which a page itself shows that it is in the person's hands for an agent (A01). A rule in the style sheet that
//! Chromium keeps for its inspector draws it above the page: no node of it is in the document, no style sheet that the page can
//! list, and no press ends on it. Whoever asks for the computed style can read it, so it says nothing but what the agent said.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::css::{self, CreateStyleSheetParams, DisableParams, SetStyleSheetTextParams};
use chromiumoxide::cdp::browser_protocol::dom::{self, StyleSheetId};
use chromiumoxide::cdp::browser_protocol::page::FrameId;

use super::cdp::CdpError;
use super::page::Page;

/// How long a page may take to draw it. One that hangs draws it when it goes on.
const DEADLINE: Duration = Duration::from_secs(10);
/// The look: at the top, where it is seen, and narrow enough to leave the corners, where a page has its menus. The selector
/// outweighs what pages say of the same place.
const LOOK: &str = "display: block; position: fixed; z-index: 2147483647; top: 6px; left: 50%; transform: translateX(-50%); \
    box-sizing: border-box; width: max-content; max-width: min(60vw, 640px); max-height: 40vh; overflow: hidden; \
    padding: 6px 16px; border: 2px solid #fff; border-radius: 10px; background: #6a3d9a; color: #fff; \
    box-shadow: 0 1px 6px rgb(0 0 0 / 40%); font: 14px/1.35 sans-serif; text-align: center; white-space: pre-line; \
    overflow-wrap: anywhere; pointer-events: none; user-select: none";

/// Style sheets that are remembered: Chromium keeps fewer documents to go back to.
const SHEETS: usize = 16;

/// What one page shows.
#[derive(Debug, Default)]
pub(super) struct Banner {
    wanted: Mutex<Option<String>>,
    /// The style sheets it was drawn by, also in documents that the person may go back to. Held while it is drawn, so that
    /// what was wanted last is drawn last.
    sheets: tokio::sync::Mutex<Vec<StyleSheetId>>,
}

impl Banner {
    fn wanted(&self) -> MutexGuard<'_, Option<String>> {
        // A value is put there as a whole, so a panic elsewhere leaves it sound.
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Page {
    /// From now on it shows this, in whatever document; nothing if absent.
    pub(crate) fn set_banner(self: &Arc<Self>, text: Option<String>) {
        let mut wanted = self.banner.wanted();
        if *wanted != text {
            *wanted = text;
            tokio::spawn(draw(Arc::clone(self)));
        }
    }

    /// It shows another document, which has no banner yet, or one of an earlier time.
    pub(super) fn draw_banner_anew(self: &Arc<Self>) {
        tokio::spawn(draw(Arc::clone(self)));
    }
}

/// Draws what is wanted now.
async fn draw(page: Arc<Page>) {
    let mut sheets = page.banner.sheets.lock().await;
    let wanted = page.banner.wanted().clone();
    if wanted.is_none() && sheets.is_empty() {
        return;
    }
    if let Err(error) = page.draw_banner(wanted, &mut sheets).await {
        tracing::debug!(%error, "a page could not show that it is handed over, or that it no longer is");
    }
}

impl Page {
    async fn draw_banner(&self, text: Option<String>, sheets: &mut Vec<StyleSheetId>) -> Result<(), CdpError> {
        let Self { connection, session, target, .. } = self;
        connection.send(session, &dom::EnableParams::default())?;
        // Until it has answered there are no style sheets.
        connection.call(session, css::EnableParams::default(), DEADLINE).await?;
        for sheet in sheets.iter() {
            // Chromium says no to all but those of the document that is shown.
            connection.send(session, &SetStyleSheetTextParams::new(sheet.clone(), ""))?;
        }
        let Some(text) = text else {
            connection.send(session, &DisableParams::default())?;
            return Ok(());
        };
        let create = CreateStyleSheetParams::new(FrameId::new(target.clone()));
        let sheet = connection.call(session, create, DEADLINE).await?.style_sheet_id;
        connection.send(session, &SetStyleSheetTextParams::new(sheet.clone(), rule(&text)))?;
        sheets.retain(|known| *known != sheet);
        sheets.push(sheet);
        sheets.drain(..sheets.len().saturating_sub(SHEETS));
        Ok(())
    }
}

fn rule(text: &str) -> String {
    let look = LOOK.replace(';', " !important;");
    format!(
        "html:root:root:root::after {{ all: initial !important; {look} !important; content: {} !important }}",
        quoted(text)
    )
}

/// A text as CSS writes it; whatever isn't a plain letter by its number, so that nothing ends the quotes. The space after a
/// number belongs to it.
fn quoted(text: &str) -> String {
    let written = |c: char| match c {
        ' ' | 'a'..='z' | 'A'..='Z' | '0'..='9' => c.to_string(),
        _ => format!("\\{:x} ", u32::from(c)),
    };
    format!("\"{}\"", text.chars().map(written).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A01: what an agent says ends neither the text nor the rule.
    #[test]
    fn nothing_in_a_text_ends_its_quotes() {
        assert_eq!(quoted("a\"}\\\nß b"), "\"a\\22 \\7d \\5c \\a \\df  b\"");
        assert_eq!(rule("} html { display: none }").matches(['{', '}']).count(), 2);
    }
}
