//! What a page is about to send, held at the effect gate, and what explains it.

use crate::{
    ApprovalKey, CallId, Destination, Digest, Element, Evidence, Method, Navigation, Origin, PageId, Profile, Reach,
    Risk, SessionId, Touched, WindowId,
};

/// A request that can change something, held before anything of it has left the browser. Plain data: no value of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    /// From which Window.
    pub window: WindowId,
    /// From which page, where that is known: a worker that several share has none.
    pub page: Option<PageId>,
    /// What would receive it.
    pub endpoint: Endpoint,
    /// What its body holds, by the names of its fields.
    pub fields: Vec<String>,
    /// Whether it only reads, by its known shape: a GraphQL query.
    pub reads: bool,
}

/// A method at an address, without its query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Endpoint {
    /// In capital letters.
    pub method: String,
    /// Of the receiver.
    pub origin: Origin,
    /// Percent-decoded.
    pub path: String,
}

impl Endpoint {
    /// The same for whichever thing: what looks like the number of one is a star.
    pub fn shape(&self) -> Self {
        let segments = self.path.split('/').map(|segment| if names_a_thing(segment) { "*" } else { segment });
        Self { path: segments.collect::<Vec<_>>().join("/"), ..self.clone() }
    }
}

/// How long a segment of a path without any digit may be and still be a word.
const LONGEST_WORD: usize = 32;

/// Whether a segment of a path is the number or key of one thing rather than a word.
fn names_a_thing(segment: &str) -> bool {
    let digits = segment.bytes().filter(u8::is_ascii_digit).count();
    let is_version = segment.len() <= 3 && segment.starts_with('v');
    !is_version && (digits * 2 > segment.len() || (digits > 0 && segment.len() >= 8) || segment.len() > LONGEST_WORD)
}

/// What a person's yes to one sending holds for: what the agent did, and exactly what received it (N17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendingKey {
    /// The Window.
    pub window: WindowId,
    /// Its profile.
    pub profile: Profile,
    /// Whose act it is because of.
    pub session: SessionId,
    /// That act, with all arguments.
    pub action: Digest,
    /// What receives it.
    pub endpoint: Endpoint,
}

/// What a yes to an act says that it sends. It explains one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Explained {
    /// Any that can change something, where the evidence didn't say.
    method: Option<&'static str>,
    origin: Origin,
    /// Percent-decoded. Any, where the evidence didn't say.
    path: Option<String>,
}

impl Explained {
    /// What the evidence of an act says of it, which the person has said yes to: where its forms and links go. Where it has none
    /// and may have consequences, that the page's own site gets something.
    pub(crate) fn by(key: &ApprovalKey, risk: Risk) -> Vec<Self> {
        let Some(Evidence { origin: Some(origin), touched, .. }) = &key.evidence else { return Vec::new() };
        let something =
            || (risk >= Risk::Consequential).then(|| Self { method: None, origin: origin.clone(), path: None });
        match touched {
            Touched::Elements(acts) => {
                let all: Vec<Option<Self>> =
                    acts.iter().filter_map(|act| Self::by_element(origin, &act.element)).collect();
                if all.is_empty() { something().into_iter().collect() } else { all.into_iter().flatten().collect() }
            }
            Touched::Dialog { .. } => something().into_iter().collect(),
            Touched::Navigation(Navigation::To(destination)) => {
                Self::at("GET", origin, destination).into_iter().collect()
            }
            Touched::Navigation(Navigation::Again { destination: Some(destination), posts_again }) => {
                let method = if *posts_again { "POST" } else { "GET" };
                Self::at(method, origin, destination).into_iter().collect()
            }
            Touched::Navigation(Navigation::Again { destination: None, .. })
            | Touched::Opening(_)
            | Touched::Closing
            | Touched::Download { .. }
            | Touched::Permission { .. }
            | Touched::Script { .. }
            | Touched::Emulation
            | Touched::Unresolved => Vec::new(),
        }
    }

    /// What an element itself says; none if nothing.
    fn by_element(here: &Origin, element: &Element) -> Option<Option<Self>> {
        match (&element.submits, &element.link) {
            (Some(form), _) => Some(match form.method {
                Method::Get => Self::at("GET", here, &form.destination),
                Method::Post => Self::at("POST", here, &form.destination),
                Method::Dialog => None,
            }),
            (None, Some(link)) => Some(Self::at("GET", here, &link.destination)),
            (None, None) => None,
        }
    }

    fn at(method: &'static str, here: &Origin, to: &Destination) -> Option<Self> {
        let origin = match &to.reach {
            Reach::SameDocument | Reach::SameOrigin => here.clone(),
            Reach::OtherOrigin(origin) => origin.clone(),
            Reach::OtherProgram { .. } | Reach::Script | Reach::Opaque | Reach::Unparsable => return None,
        };
        Some(Self { method: Some(method), origin, path: Some(to.path.clone()) })
    }

    /// Whether this is what was meant.
    pub(crate) fn covers(&self, endpoint: &Endpoint) -> bool {
        let Self { method, origin, path } = self;
        method.is_none_or(|method| method == endpoint.method)
            && *origin == endpoint.origin
            && path.as_ref().is_none_or(|path| *path == endpoint.path)
    }
}

/// An agent's act that a page was touched by last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastAct {
    pub(crate) call: CallId,
    pub(crate) session: SessionId,
    pub(crate) action: Digest,
    /// What it touched, where that was found out.
    pub(crate) touched: Option<Touched>,
}

#[cfg(test)]
mod tests;
