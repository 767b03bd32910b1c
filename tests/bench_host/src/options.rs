//! The command line.

use std::path::PathBuf;

use nexus_core::InspectionProvider;
use nexus_core::browser::Display;
use nexus_policy::ApprovalSetting;

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) stdio: bool,
    pub(crate) classify: bool,
    pub(crate) display: Display,
    pub(crate) data_dir: Option<PathBuf>,
    pub(crate) browser: Option<PathBuf>,
    pub(crate) human: Option<PathBuf>,
    pub(crate) socket: Option<PathBuf>,
    pub(crate) agent: String,
    pub(crate) approvals: ApprovalSetting,
    pub(crate) uploads: Option<PathBuf>,
    /// Whether Chrome DevTools MCP fills the inspection role.
    pub(crate) dev_tools: bool,
    pub(crate) engines: Option<PathBuf>,
}

const USAGE: &str = "usage: nexus-bench-host --classify | --stdio [--headful] [--data-dir DIR] [--browser PATH] [--human SOCKET] \
                     [--socket SOCKET] [--interaction builtin] [--inspection builtin|devtools] [--engines DIR] \
                     [--approval every|matters|minimal] [--agent NAME] [--uploads DIR] [--private-addresses open]";

impl Options {
    /// Reads the arguments. What names a feature that isn't there yet is refused rather than ignored, unless leaving it
    /// out changes nothing.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            stdio: false,
            classify: false,
            display: Display::Headless,
            data_dir: None,
            browser: None,
            human: None,
            socket: None,
            agent: "bench".to_owned(),
            approvals: ApprovalSetting::default(),
            uploads: None,
            dev_tools: false,
            engines: None,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value. {USAGE}"));
            match argument.as_str() {
                "--stdio" => options.stdio = true,
                "--headful" => options.display = Display::Headful,
                "--data-dir" => options.data_dir = Some(value()?.into()),
                "--browser" => options.browser = Some(value()?.into()),
                "--human" => options.human = Some(value()?.into()),
                "--socket" => options.socket = Some(value()?.into()),
                "--agent" => options.agent = value()?,
                "--interaction" => one_of(&argument, &value()?, &["builtin"])?,
                "--inspection" => {
                    let provider = value()?;
                    one_of(&argument, &provider, &["builtin", "devtools"])?;
                    options.dev_tools = provider == "devtools";
                }
                "--approval" => options.approvals = approvals(&value()?)?,
                "--private-addresses" => one_of(&argument, &value()?, &["open"])?,
                "--uploads" => options.uploads = Some(value()?.into()),
                "--engines" => options.engines = Some(value()?.into()),
                "--classify" => options.classify = true,
                other => return Err(format!("unknown argument {other}. {USAGE}")),
            }
        }
        if options.dev_tools && options.engines.is_none() {
            return Err("--inspection devtools needs --engines, where npm installed it".to_owned());
        }
        if options.stdio != options.classify { Ok(options) } else { Err(USAGE.to_owned()) }
    }

    /// Who fills the inspection role.
    pub(crate) fn inspection(&self) -> InspectionProvider {
        match &self.engines {
            Some(engines) if self.dev_tools => InspectionProvider::DevTools { engines: engines.clone() },
            Some(_) | None => InspectionProvider::BuiltIn,
        }
    }
}

fn approvals(value: &str) -> Result<ApprovalSetting, String> {
    ApprovalSetting::of_word(value).ok_or_else(|| format!("--approval takes every, matters or minimal, not {value}"))
}

fn one_of(argument: &str, value: &str, known: &[&str]) -> Result<(), String> {
    if known.contains(&value) {
        return Ok(());
    }
    Err(format!("{argument} {value}: unavailable; this version has {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_contract_s_arguments_are_taken() {
        let options = parse("--stdio --headful --data-dir /d --human /h --socket /s --agent anna --approval matters");
        let options = options.expect("they are right");
        assert_eq!((options.display, options.agent.as_str()), (Display::Headful, "anna"));
        assert_eq!(options.data_dir, Some("/d".into()));
    }

    #[test]
    fn what_is_not_there_yet_is_refused_by_name() {
        for line in ["--stdio --interaction playwright", "--stdio --private-addresses closed"] {
            assert!(parse(line).is_err_and(|message| message.contains("unavailable")), "{line}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert!(parse("--stdio --sokcet x").is_err_and(|message| message.contains("--sokcet")));
        assert!(parse("--stdio --agent").is_err_and(|message| message.contains("needs a value")));
        assert!(parse("").is_err());
        assert!(parse("--stdio --classify").is_err());
    }
}
