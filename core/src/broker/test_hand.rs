//! The hand of a test in the browsers. The bench host has it; the app drops it when it starts, and no agent or panel can
//! reach it.

use std::sync::Arc;
use std::time::Duration;

use nexus_policy::{PageId, WindowId};
use tokio::sync::{mpsc, oneshot};

use super::inside::{Inside, Lent};
use crate::browser::{Browser, Page, test_evaluate, test_fault, test_press, test_type};
use crate::engine::EngineRole;
use crate::gateway::{Stage, open_door};

pub use crate::browser::TestFault;
pub use crate::gateway::Extent as TestExtent;

/// Reaches into pages without a permit, in every control state.
#[derive(Debug, Clone)]
pub struct TestHand {
    inside: mpsc::UnboundedSender<Inside>,
}

/// Why a test's hand could do nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TestError {
    /// There is no such Window.
    #[error("there is no such Window")]
    UnknownWindow,
    /// There is no such page.
    #[error("there is no such page")]
    UnknownPage,
    /// The page didn't do it.
    #[error("{0}")]
    Failed(String),
}

/// How long a page may take for it.
const DEADLINE: Duration = Duration::from_secs(10);

impl TestHand {
    pub(super) fn new(inside: mpsc::UnboundedSender<Inside>) -> Self {
        Self { inside }
    }

    /// Evaluates an expression in the page's main world.
    pub async fn evaluate(&self, page: PageId, expression: &str) -> Result<serde_json::Value, TestError> {
        let page = self.page(page).await?;
        test_evaluate(&page, expression, DEADLINE).await.map_err(TestError::Failed)
    }

    /// Presses an element with trusted input that no agent's act explains, as the person would.
    pub async fn press(&self, page: PageId, selector: &str) -> Result<(), TestError> {
        let page = self.page(page).await?;
        test_press(&page, selector, DEADLINE).await.map_err(TestError::Failed)
    }

    /// Presses the keys of a text, which no agent's act explains, as the person would.
    pub async fn type_text(&self, page: PageId, text: &str) -> Result<(), TestError> {
        let page = self.page(page).await?;
        test_type(&page, text, DEADLINE).await.map_err(TestError::Failed)
    }

    /// Breaks something.
    pub async fn break_it(&self, window: WindowId, page: Option<PageId>, fault: TestFault) -> Result<(), TestError> {
        let Lent { browser, page } = self.lend(Some(window), page).await;
        let browser: Arc<Browser> = browser.ok_or(TestError::UnknownWindow)?;
        test_fault(&browser, page.as_deref(), fault).await.map_err(TestError::Failed)
    }

    /// Opens the gateway to a page for a client that the test brings itself, as if a permit that goes this far were being
    /// spent for it all the time. Returns where.
    pub async fn attach(&self, page: PageId, role: EngineRole, extent: TestExtent) -> Result<String, TestError> {
        let page = self.page(page).await?;
        let epoch = page.gate.floor();
        let opened = open_door(page, role, epoch).await;
        let (endpoint, attachment) = opened.map_err(|error| TestError::Failed(error.to_string()))?;
        attachment.test_spend(extent);
        tokio::spawn(async move {
            let ended = attachment.stage().wait_for(|stage| *stage == Stage::Ended).await.map(drop);
            drop((ended, attachment));
        });
        Ok(endpoint.address())
    }

    async fn page(&self, page: PageId) -> Result<Arc<Page>, TestError> {
        self.lend(None, Some(page)).await.page.ok_or(TestError::UnknownPage)
    }

    async fn lend(&self, window: Option<WindowId>, page: Option<PageId>) -> Lent {
        let (lent, lending) = oneshot::channel();
        if self.inside.send(Inside::Lend { window, page, lent }).is_err() {
            return Lent::default();
        }
        lending.await.unwrap_or_default()
    }
}
