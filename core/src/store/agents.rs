//! Who is paired. Only a digest of each token is kept, so a copy of the database lets nobody in.

#[cfg(test)]
mod tests;

use nexus_policy::{AgentName, ApprovalSetting};
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

    /// Keeps how much the person wants to be asked about a paired agent; `false` if there is none of this name.
    pub fn set_approvals(&self, agent: &AgentName, setting: ApprovalSetting) -> Result<bool, StoreError> {
        let update = "UPDATE agents SET approvals = ?2 WHERE name = ?1";
        Ok(self.connection().execute(update, (agent.as_str(), setting.as_str()))? > 0)
    }

    /// How much the person wants to be asked about the agents of which they said something, by name.
    pub fn approvals(&self) -> Result<Vec<(AgentName, ApprovalSetting)>, StoreError> {
        let select = "SELECT name, approvals FROM agents WHERE approvals IS NOT NULL ORDER BY name";
        let connection = self.connection();
        let mut select = connection.prepare_cached(select)?;
        let rows = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (name, word) = row?;
            let setting = ApprovalSetting::of_word(&word);
            // A word that can't be read must not become a setting that asks less.
            let setting = setting.ok_or_else(|| StoreError::unreadable("an agent's approval setting"))?;
            Ok((name.parse().map_err(|_| StoreError::unreadable("an agent's name"))?, setting))
        })
        .collect()
    }

    /// Every paired agent, by name.
    pub fn agents(&self) -> Result<Vec<AgentName>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT name FROM agents ORDER BY name")?;
        let names = select.query_map([], |row| row.get::<_, String>(0))?;
        names.map(|name| name?.parse().map_err(|_| StoreError::unreadable("an agent's name"))).collect()
    }
}
