//! The lines before MCP on a NEXUS socket: who connects, and what is made of it.

use serde_json::{Value, json};

/// What a program says of itself when it connects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// The name it gives itself.
    pub agent: String,
    /// The token from an earlier pairing.
    pub token: Option<String>,
    /// On the bench host's socket: go through pairing instead of counting as paired.
    pub unpaired: bool,
}

impl Hello {
    /// A hello with a name alone.
    pub fn from_agent(agent: &str) -> Self {
        Self { agent: agent.to_owned(), token: None, unpaired: false }
    }

    /// The same with a token.
    pub fn with_token(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    /// The same, asking the bench host for pairing.
    pub fn through_pairing(self) -> Self {
        Self { unpaired: true, ..self }
    }

    pub(super) fn to_wire(&self) -> Value {
        let Self { agent, token, unpaired } = self;
        let mut line = json!({"agent": agent});
        if let Some(token) = token {
            line["token"] = json!(token);
        }
        if *unpaired {
            line["unpaired"] = json!(true);
        }
        line
    }
}

/// How a hello is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Welcome {
    /// MCP may begin.
    Admitted {
        /// The session's id.
        session: String,
        /// For the next time, after a pairing.
        token: Option<String>,
    },
    /// A person is asked. Another answer follows when they have decided.
    Pairing {
        /// The code that both sides show.
        code: String,
    },
    /// The connection is of no use.
    Refused {
        /// The server's code, if it gave one.
        code: String,
    },
}

impl Welcome {
    pub(super) fn from_wire(line: &Value) -> Option<Self> {
        let text = |key: &str| line.get(key).and_then(Value::as_str).map(str::to_owned);
        if let Some(code) = text("pairing") {
            return Some(Self::Pairing { code });
        }
        match line.get("ok")?.as_bool()? {
            true => Some(Self::Admitted { session: text("session")?, token: text("token") }),
            false => Some(Self::Refused { code: text("code").unwrap_or_default() }),
        }
    }
}
