//! How the common MCP clients are told about NEXUS, as text to copy. It never writes into their files.

use std::path::Path;

/// What to copy for one client, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientConfig {
    /// The client.
    pub client: &'static str,
    /// Where the text goes.
    pub place: &'static str,
    /// The text.
    pub text: String,
}

/// The configurations for a `nexus` executable.
pub fn client_configs(nexus: &Path) -> Vec<ClientConfig> {
    let nexus = nexus.to_string_lossy();
    vec![
        ClientConfig {
            client: "Claude Code",
            place: "Run in a terminal",
            text: format!("claude mcp add --scope user nexus -- {} mcp --agent \"Claude Code\"", shell_word(&nexus)),
        },
        ClientConfig {
            client: "Codex",
            place: "Add to ~/.codex/config.toml",
            text: format!(
                "[mcp_servers.nexus]\ncommand = {}\nargs = [\"mcp\", \"--agent\", \"Codex\"]",
                quoted(&nexus)
            ),
        },
        ClientConfig {
            client: "Cursor",
            place: "Add to ~/.cursor/mcp.json",
            text: json(&nexus, "mcpServers", "Cursor"),
        },
        ClientConfig { client: "VS Code", place: "Add to .vscode/mcp.json", text: vs_code(&nexus) },
        ClientConfig {
            client: "Gemini CLI",
            place: "Add to ~/.gemini/settings.json",
            text: json(&nexus, "mcpServers", "Gemini CLI"),
        },
    ]
}

fn json(nexus: &str, servers: &str, agent: &str) -> String {
    format!(
        "{{\n  \"{servers}\": {{\n    \"nexus\": {{\n      \"command\": {},\n      \"args\": [\"mcp\", \"--agent\", {}]\n    }}\n  }}\n}}",
        quoted(nexus),
        quoted(agent)
    )
}

fn vs_code(nexus: &str) -> String {
    format!(
        "{{\n  \"servers\": {{\n    \"nexus\": {{\n      \"type\": \"stdio\",\n      \"command\": {},\n      \"args\": [\"mcp\", \"--agent\", \"VS Code\"]\n    }}\n  }}\n}}",
        quoted(nexus)
    )
}

/// A string as JSON and TOML both read it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A string as one word of a shell command.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
