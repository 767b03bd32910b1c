//! Arguments of the tools that look behind a page.

use nexus_core::broker::{
    AgentScript, ColorScheme, Connection, ConsoleLevel, ConsoleQuery, Emulated, NetworkQuery, PageRequest,
    PerformanceAction, RequestRef, Viewport,
};
use nexus_core::redaction::is_plain;
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{MAX_WAITED_CHARS, numbered, on_page, optional_element, wrong};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Console {
    page: Option<String>,
    /// And graver.
    level: Option<Level>,
    /// Number of an entry: only later ones.
    since: Option<u64>,
    #[schemars(range(min = 1, max = 300))]
    limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Warning,
    Error,
}

impl Arguments for Console {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, level, since, limit } = self;
        let level = match level {
            None | Some(Level::Debug) => ConsoleLevel::Debug,
            Some(Level::Info) => ConsoleLevel::Info,
            Some(Level::Warning) => ConsoleLevel::Warning,
            Some(Level::Error) => ConsoleLevel::Error,
        };
        let query = ConsoleQuery { level, since: since.unwrap_or_default(), limit };
        on_page(page.as_deref(), None, PageRequest::Console(query))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Network {
    page: Option<String>,
    /// All of one, like r12.
    request: Option<String>,
    /// Part of an address; a type, method or outcome (fetch, POST, failed, 4xx).
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    filter: Option<String>,
    #[schemars(range(min = 1, max = 300))]
    limit: Option<usize>,
}

impl Arguments for Network {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, request, filter, limit } = self;
        let query = match (request, &filter, limit) {
            (None, ..) => NetworkQuery::List { filter, limit },
            (Some(request), None, None) => {
                let number = numbered('r', &request);
                let number =
                    number.ok_or_else(|| wrong("`request` takes an id from browser_network's list, like r12."))?;
                NetworkQuery::One(RequestRef(number))
            }
            (Some(_), ..) => return Err(wrong("Give `request` alone, or `filter` and `limit`.")),
        };
        on_page(page.as_deref(), None, PageRequest::Network(query))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Performance {
    page: Option<String>,
    action: Measure,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Measure {
    Start,
    Stop,
    Metrics,
}

impl Arguments for Performance {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, action } = self;
        let action = match action {
            Measure::Start => PerformanceAction::Start,
            Measure::Stop => PerformanceAction::Stop,
            Measure::Metrics => PerformanceAction::Metrics,
        };
        on_page(page.as_deref(), None, PageRequest::Performance(action))
    }
}

/// The longest script, in characters: a person has to read it.
const MAX_SCRIPT_CHARS: usize = 5_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    page: Option<String>,
    /// As in () => document.title, or with ref (el) => el.id. Returns JSON.
    #[schemars(length(min = 1, max = MAX_SCRIPT_CHARS))]
    function: String,
    #[serde(rename = "ref")]
    target: Option<String>,
    lease: Option<String>,
}

impl Arguments for Evaluate {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, function, target, lease } = self;
        let target = optional_element("ref", target.as_deref())?;
        if !function.chars().all(|c| c == '\n' || c == '\t' || is_plain(c)) {
            return Err(wrong("`function` takes text without characters that hide or reorder what is read."));
        }
        let evaluate = PageRequest::Evaluate { function: AgentScript(function), target };
        on_page(page.as_deref(), lease.as_deref(), evaluate)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Emulate {
    page: Option<String>,
    /// As in 390x844, 390x844@3 or 390x844@3 mobile; none ends it.
    #[schemars(length(max = 30))]
    viewport: Option<String>,
    network: Option<Speed>,
    /// Times slower; 1 ends it.
    #[schemars(range(min = 1, max = 20))]
    cpu: Option<f64>,
    color_scheme: Option<Scheme>,
    lease: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Speed {
    Offline,
    #[serde(rename = "slow-3g")]
    Slow3g,
    #[serde(rename = "fast-3g")]
    Fast3g,
    #[serde(rename = "fast-4g")]
    Fast4g,
    None,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Scheme {
    Light,
    Dark,
    None,
}

impl Arguments for Emulate {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, viewport, network, cpu, color_scheme, lease } = self;
        let viewport = viewport.as_deref().map(parse_viewport).transpose()?;
        let network = network.map(|network| match network {
            Speed::Offline => Connection::Offline,
            Speed::Slow3g => Connection::Slow3g,
            Speed::Fast3g => Connection::Fast3g,
            Speed::Fast4g => Connection::Fast4g,
            Speed::None => Connection::Natural,
        });
        let color_scheme = color_scheme.map(|scheme| match scheme {
            Scheme::Light => ColorScheme::Light,
            Scheme::Dark => ColorScheme::Dark,
            Scheme::None => ColorScheme::Natural,
        });
        let wish = Emulated { viewport, network, cpu, color_scheme };
        if wish == Emulated::default() {
            return Err(wrong("Give at least one of `viewport`, `network`, `cpu` and `color_scheme`."));
        }
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Emulate(wish))
    }
}

/// Sides of a viewport, in CSS pixels.
const SIDES: std::ops::RangeInclusive<u32> = 100..=5_000;
/// Device pixels for each.
const SCALES: std::ops::RangeInclusive<f64> = 0.5..=5.0;

fn parse_viewport(text: &str) -> Result<Viewport, Refusal> {
    if text == "none" {
        return Ok(Viewport::Natural);
    }
    let parsed = || {
        let (text, is_mobile) = text.strip_suffix(" mobile").map_or((text, false), |text| (text, true));
        let (size, scale) = text.split_once('@').map_or((text, None), |(size, scale)| (size, Some(scale)));
        let (width, height) = size.split_once('x')?;
        let side = |side: &str| side.parse().ok().filter(|side| SIDES.contains(side));
        let scale = match scale {
            Some(scale) => scale.parse().ok().filter(|scale| SCALES.contains(scale))?,
            None => 0.0,
        };
        Some(Viewport::Size { width: side(width)?, height: side(height)?, scale, is_mobile })
    };
    parsed().ok_or_else(|| {
        wrong(
            "`viewport` takes a size such as 390x844, 390x844@3 or 390x844@3 mobile, sides from 100 to 5000, or none.",
        )
    })
}
