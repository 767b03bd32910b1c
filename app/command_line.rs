//! The command line.

use std::path::PathBuf;

use nexus_policy::AgentName;

pub(crate) const USAGE: &str = "\
Usage: nexus                               start the app
       nexus mcp [--agent NAME] [--start]  connect an MCP client that speaks stdio to the running app
       nexus audit verify [FILE]           check the audit log of a database (default: NEXUS's own)
       nexus engines install               install the engines that can be attached, by npm
       nexus doctor                        check this computer and what NEXUS keeps, and say what to do
       nexus --version | --help

  --agent NAME   the name under which the agent is paired (default: \"MCP client\")
  --start        start the app if it isn't running

Pairing, approvals and control are decided in the app's windows, never here.";

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    App,
    Bridge(BridgeOptions),
    /// Check the audit log in this database, or in NEXUS's own.
    AuditVerify(Option<PathBuf>),
    /// Look at this computer and at what NEXUS keeps.
    Doctor,
    /// Install the engines that can be attached.
    InstallEngines,
    Help,
    Version,
}

/// How the bridge is to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BridgeOptions {
    pub(crate) agent: AgentName,
    /// Start the app if it isn't running.
    pub(crate) start: bool,
}

impl Command {
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments;
        match arguments.next().as_deref() {
            None => Ok(Self::App),
            Some("mcp") => BridgeOptions::parse(arguments).map(Self::Bridge),
            Some("audit") => parse_audit(arguments),
            Some("doctor") => match arguments.next() {
                None => Ok(Self::Doctor),
                Some(_) => Err("nexus doctor takes nothing".to_owned()),
            },
            Some("engines") => match (arguments.next().as_deref(), arguments.next()) {
                (Some("install"), None) => Ok(Self::InstallEngines),
                _ => Err("nexus engines takes the command install".to_owned()),
            },
            Some("--help" | "-h" | "help") => Ok(Self::Help),
            Some("--version" | "-V") => Ok(Self::Version),
            Some(other) => Err(format!("there is no command {other}")),
        }
    }
}

fn parse_audit(mut arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (Some("verify"), file, None) => Ok(Command::AuditVerify(file.map(PathBuf::from))),
        (Some("verify"), _, Some(_)) => Err("nexus audit verify takes one file".to_owned()),
        _ => Err("nexus audit takes the command verify".to_owned()),
    }
}

impl BridgeOptions {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut agent, mut start) = ("MCP client".to_owned(), false);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--agent" => agent = arguments.next().ok_or("--agent needs a name")?,
                "--start" => start = true,
                other => return Err(format!("nexus mcp has no option {other}")),
            }
        }
        let agent = agent.parse().map_err(|error| format!("--agent: {error}"))?;
        Ok(Self { agent, start })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[&str]) -> Result<Command, String> {
        Command::parse(line.iter().map(|argument| (*argument).to_owned()))
    }

    #[test]
    fn without_arguments_the_app_starts() {
        assert_eq!(parse(&[]), Ok(Command::App));
    }

    #[test]
    fn the_bridge_takes_a_name() {
        let Ok(Command::Bridge(options)) = parse(&["mcp", "--agent", "Claude Code", "--start"]) else {
            panic!("it is right");
        };
        assert_eq!((options.agent.as_str(), options.start), ("Claude Code", true));
    }

    #[test]
    fn the_audit_log_is_checked() {
        assert_eq!(parse(&["audit", "verify"]), Ok(Command::AuditVerify(None)));
        assert_eq!(parse(&["audit", "verify", "/x.db"]), Ok(Command::AuditVerify(Some("/x.db".into()))));
    }

    #[test]
    fn the_doctor_comes_alone() {
        assert_eq!(parse(&["doctor"]), Ok(Command::Doctor));
        assert!(parse(&["doctor", "profile"]).is_err());
    }

    #[test]
    fn engines_are_installed_by_a_command() {
        assert_eq!(parse(&["engines", "install"]), Ok(Command::InstallEngines));
    }

    #[test]
    fn mistakes_are_named() {
        for line in [
            &["approve", "ap1"][..],
            &["audit"],
            &["audit", "forget"],
            &["audit", "verify", "a", "b"],
            &["engines"],
            &["engines", "install", "now"],
            &["mcp", "--agent"],
            &["mcp", "--agent", "\u{202e}x"],
            &["mcp", "--yes"],
        ] {
            assert!(parse(line).is_err(), "{line:?}");
        }
    }
}
