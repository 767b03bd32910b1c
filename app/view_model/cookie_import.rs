//! What a person goes through to bring cookies over from another browser of theirs: where from, which domains, a yes, and what
//! became of it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use nexus_core::broker::{CookieCommand, PersonAnswer, PersonError};
use nexus_core::{CookieDomain, CookieSource, DomainCookies, DomainReport, ImportReport};
use nexus_policy::WindowId;

use super::hub_view::WindowRow;

/// An import into a Window, while its card is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CookieImport {
    /// Into which.
    pub window: WindowId,
    /// How far it is.
    pub step: ImportStep,
    /// The path of a profile's folder that is typed.
    pub folder: String,
    /// What the domains are searched for.
    pub filter: String,
    /// What went wrong last.
    pub failure: Option<String>,
    sources: Vec<CookieSource>,
    awaited: Option<CookieCommand>,
}

/// How far an import is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportStep {
    /// The person chooses where from.
    Source,
    /// They choose the domains.
    Domains(DomainChoice),
    /// It is over.
    Over(ImportReport),
}

/// The domains that a source has, and those that are ticked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainChoice {
    /// The source.
    pub source: CookieSource,
    /// What it has, by name.
    pub found: Vec<DomainCookies>,
    /// What is ticked.
    pub ticked: BTreeSet<CookieDomain>,
}

/// Something that an import waits for.
#[derive(Debug)]
pub enum CookieNews {
    /// A command was carried out, or not.
    Answered(CookieCommand, Result<PersonAnswer, PersonError>),
    /// The person chose a folder by the desktop's own dialog.
    FolderChosen(PathBuf),
}

impl CookieImport {
    /// Begins one, with the first thing to find out.
    pub fn begin(window: WindowId) -> (Self, CookieCommand) {
        let import = Self {
            window,
            step: ImportStep::Source,
            folder: String::new(),
            filter: String::new(),
            failure: None,
            sources: Vec::new(),
            awaited: Some(CookieCommand::FindSources),
        };
        (import, CookieCommand::FindSources)
    }

    /// Whether its Window is still there.
    pub fn is_current(&self, windows: &[WindowRow]) -> bool {
        windows.iter().any(|row| row.id == self.window)
    }

    /// Where cookies can be brought from, as far as is known.
    pub fn sources(&self) -> &[CookieSource] {
        &self.sources
    }

    /// What is going on, if something is.
    pub fn progress(&self) -> Option<&'static str> {
        Some(match self.awaited.as_ref()? {
            CookieCommand::FindSources | CookieCommand::LookIn(_) => "Looking for browser profiles…",
            CookieCommand::ListDomains(_) => "Finding out which domains have cookies there…",
            CookieCommand::Import { .. } => "Importing…",
        })
    }

    /// Whether it can't be called off any more.
    pub fn is_importing(&self) -> bool {
        matches!(self.awaited, Some(CookieCommand::Import { .. }))
    }

    /// Looks for profiles in the folder that is typed, if one is.
    pub fn look_in_typed(&mut self) -> Option<CookieCommand> {
        let folder = self.folder.trim();
        (!folder.is_empty()).then(|| CookieCommand::LookIn(folder.into())).map(|look| self.wait_for(look))
    }

    /// The person chose where from.
    pub fn choose(&mut self, source: &CookieSource) -> CookieCommand {
        self.wait_for(CookieCommand::ListDomains(source.clone()))
    }

    /// The person says yes to the domains that are ticked; nothing if there is none.
    pub fn agree(&mut self) -> Option<CookieCommand> {
        let ImportStep::Domains(DomainChoice { source, ticked, .. }) = &self.step else { return None };
        let (window, source, domains) = (self.window, source.clone(), ticked.clone());
        (!domains.is_empty()).then(|| self.wait_for(CookieCommand::Import { window, source, domains }))
    }

    /// Goes back to where from.
    pub fn choose_another(&mut self) {
        self.step = ImportStep::Source;
        self.failure = None;
        self.filter.clear();
    }

    fn wait_for(&mut self, command: CookieCommand) -> CookieCommand {
        self.failure = None;
        self.awaited = Some(command.clone());
        command
    }

    /// Takes news in; answers what to find out next. News of what nobody waits for any more count for nothing.
    pub fn hear(&mut self, news: CookieNews) -> Option<CookieCommand> {
        let (command, answer) = match news {
            CookieNews::FolderChosen(folder) if self.awaited.is_none() => {
                self.folder = folder.display().to_string();
                return Some(self.wait_for(CookieCommand::LookIn(folder)));
            }
            CookieNews::Answered(command, answer) if self.awaited.as_ref() == Some(&command) => (command, answer),
            CookieNews::FolderChosen(_) | CookieNews::Answered(..) => return None,
        };
        self.awaited = None;
        match (command, answer) {
            (CookieCommand::LookIn(_), Ok(PersonAnswer::CookieSources(found))) => return self.found_in_folder(found),
            (_, Ok(PersonAnswer::CookieSources(found))) => self.sources = found,
            (CookieCommand::ListDomains(source), Ok(PersonAnswer::CookieDomains(found))) => {
                self.step = ImportStep::Domains(DomainChoice { source, found, ticked: BTreeSet::new() });
            }
            (_, Ok(PersonAnswer::CookiesImported(report))) => self.step = ImportStep::Over(report),
            (_, Ok(_)) => {}
            (_, Err(error)) => self.failure = Some(error.sentence),
        }
        None
    }

    /// The one profile that a folder holds is the one that was meant.
    fn found_in_folder(&mut self, found: Vec<CookieSource>) -> Option<CookieCommand> {
        let next = if let [one] = found.as_slice() { Some(self.choose(one)) } else { None };
        let new = found.into_iter().filter(|source| !self.sources.contains(source)).collect::<Vec<_>>();
        self.sources.extend(new);
        next
    }
}

impl DomainChoice {
    /// The domains in whose name the text is, in any letter case.
    pub fn matching(&self, filter: &str) -> Vec<&DomainCookies> {
        let sought = filter.trim().to_lowercase();
        self.found.iter().filter(|found| found.domain.as_str().contains(&sought)).collect()
    }

    /// What is ticked, in words.
    pub fn ticked_text(&self) -> String {
        let names: Vec<&str> = self.ticked.iter().map(CookieDomain::as_str).collect();
        match names.as_slice() {
            [] => "Nothing is ticked.".to_owned(),
            names => format!("Ticked: {}", names.join(", ")),
        }
    }

    /// The words on the button that says yes.
    pub fn yes(&self) -> String {
        match self.ticked.len() {
            0 => "Import cookies".to_owned(),
            1 => "Import cookies of 1 domain".to_owned(),
            count => format!("Import cookies of {count} domains"),
        }
    }
}

/// "1 cookie", "12 cookies".
pub fn cookies_text(count: u32) -> String {
    if count == 1 { "1 cookie".to_owned() } else { format!("{count} cookies") }
}

/// What became of a domain: "3 imported · 1 skipped: expired".
pub fn became_text(report: &DomainReport) -> String {
    let DomainReport { domain: _, imported, skipped } = report;
    if *imported == 0 && skipped.is_empty() {
        return "nothing to import: it has no cookies there".to_owned();
    }
    let skipped = skipped.iter().map(|(why, count)| format!(" · {count} skipped: {why}"));
    format!("{imported} imported{}", skipped.collect::<String>())
}
