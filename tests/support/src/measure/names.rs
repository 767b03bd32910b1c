//! Names and roles in snapshots against what the accname tests expect and what a Chromium without NEXUS computes.
//! The tests' own scripts aren't served: NEXUS is measured, not what they would say.

mod case;
mod computed;
mod summary;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::chromium;
use super::line::Line;
use super::page::MeasuredPage;
use crate::leftovers::files_below;
use crate::site::{Content, Site};
use summary::Summary;

/// Run in both browsers: a snapshot repeats what it tags the tested elements with.
const TAG: &str = include_str!("names/tag.js");
/// Room for every page as a whole.
const MAX_CHARS: usize = 1_000_000;

/// Measures the pages below `DIR/name`. Demanded is that every name that Chromium gets right is as expected, unless it
/// holds a field's value, and that every role is Chromium's.
pub(super) fn measure(folder: &Path, report: &mut impl Write) -> Result<bool> {
    let root = folder.join("name");
    let mut files = files_below(&root);
    files.retain(|file| file.extension().is_some_and(|ending| ending == "html"));
    files.sort();
    ensure!(!files.is_empty(), "no page in {}", root.display());
    let site = Site::start::<Content>([])?;
    let chromium = chromium::find()?;
    let page = MeasuredPage::open();
    let mut summary = Summary::default();
    for file in &files {
        let name = file.strip_prefix(&root)?.display().to_string();
        let html = std::fs::read_to_string(file)?;
        let cases = computed::compute(&chromium, &site, &html).with_context(|| name.clone())?;
        let mut lines = snapshot(&page, &site, &html);
        for case in cases {
            let told = case.take_line(&mut lines);
            summary.add(&name, &case, told.as_ref());
        }
    }
    page.close();
    write!(report, "{summary}")?;
    Ok(summary.is_as_demanded())
}

fn snapshot(page: &MeasuredPage, site: &Site, html: &str) -> Vec<Line> {
    site.set("/measured", format!("{html}<script>{TAG}</script>"));
    page.navigate(&site.url("/measured"));
    let snapshot = page.snapshot(Some(MAX_CHARS)).expect_ok();
    snapshot.text.lines().filter_map(Line::parse).collect()
}
