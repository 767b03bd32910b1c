//! Who is paired. Only a digest of each token is kept, so a copy of the database lets nobody in.

#[cfg(test)]
mod tests;

use nexus_policy::AgentName;
use rusqlite::OptionalExtension;

use super::{Store, StoreError, Token};

impl Store {
    /// Whether this agent was paired with this token.
    pub fn token_matches(&self, agent: &AgentName, token: &Token) -> Result<bool, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT token_sha256 FROM agents WHERE name = ?1")?;
        let kept: Option<[u8; 32]> = select.query_row([agent.as_str()], |row| row.get(0)).optional()?;
        Ok(kept == Some(token.digest()))
    }

    /// Remembers a pairing; an earlier token of the same name stops working.
    pub fn pair_agent(&self, agent: &AgentName, token: &Token) -> Result<(), StoreError> {
        self.connection().execute(
            "INSERT INTO agents (name, token_sha256) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET token_sha256 = excluded.token_sha256",
            (agent.as_str(), token.digest()),
        )?;
        Ok(())
    }

    /// Ends a pairing, and lets the agent drive no profile any more: whoever is paired under its name next is another.
    /// `false` if there was none.
    pub fn forget_agent(&self, agent: &AgentName) -> Result<bool, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute("DELETE FROM profile_drivers WHERE agent = ?1", [agent.as_str()])?;
        let gone = transaction.execute("DELETE FROM agents WHERE name = ?1", [agent.as_str()])?;
        transaction.commit()?;
        Ok(gone > 0)
    }

    /// Every paired agent, by name.
    pub fn agents(&self) -> Result<Vec<AgentName>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT name FROM agents ORDER BY name")?;
        let names = select.query_map([], |row| row.get::<_, String>(0))?;
        names.map(|name| name?.parse().map_err(|_| StoreError::unreadable("an agent's name"))).collect()
    }
}
