//! Addresses, taken apart for policy.

use nexus_policy::{Destination, Origin, Reach};
use url::Url;

/// What an address is, seen from a page; none where there is no page yet.
pub fn destination(address: &str, page: Option<&Url>) -> Destination {
    let resolved = match page {
        Some(page) => page.join(address),
        None => Url::parse(address),
    };
    let Ok(url) = resolved else {
        let path = address.split(['?', '#']).next().unwrap_or_default().to_owned();
        // Without a page a path of its own can't be another origin's; anything else isn't known.
        let is_path =
            page.is_none() && address.starts_with('/') && !address.starts_with("//") && !address.contains('\\');
        let reach = if is_path { Reach::SameOrigin } else { Reach::Unparsable };
        return Destination { reach, path, query: Vec::new() };
    };
    let query = url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    Destination { reach: reach(&url, page), path: decoded(url.path()), query }
}

/// The same for what a form is sent to: sending to the same address is going there, whatever the fragment.
pub fn form_destination(action: &str, page: Option<&Url>) -> Destination {
    let mut destination = destination(action, page);
    if destination.reach == Reach::SameDocument {
        destination.reach = Reach::SameOrigin;
    }
    destination
}

fn reach(url: &Url, page: Option<&Url>) -> Reach {
    match url.scheme() {
        "javascript" if does_nothing(url.path()) => Reach::SameDocument,
        "javascript" => Reach::Script,
        "http" | "https" => match page {
            Some(page) if page.origin() == url.origin() => {
                let without_fragment = |url: &Url| url.as_str().split('#').next().unwrap_or_default().to_owned();
                let is_fragment = url.fragment().is_some() && without_fragment(page) == without_fragment(url);
                if is_fragment { Reach::SameDocument } else { Reach::SameOrigin }
            }
            Some(_) | None => Reach::OtherOrigin(Origin(url.origin().ascii_serialization())),
        },
        "about" if url.path() == "blank" => Reach::SameOrigin,
        "data" | "blob" | "filesystem" | "file" | "about" | "view-source" => Reach::Opaque,
        scheme => Reach::OtherProgram { scheme: scheme.to_owned() },
    }
}

/// `javascript:` alone, or `void(0)`: what pages write for a link that is none.
fn does_nothing(script: &str) -> bool {
    let script: String = script.chars().filter(|c| !c.is_whitespace() && *c != ';').collect();
    matches!(script.replace("%20", "").as_str(), "" | "void(0)" | "void0")
}

pub(crate) fn decoded(path: &str) -> String {
    // A query's decoder is the one that `url` offers; a plus in a path is only a plus.
    let pairs = path.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    url::form_urlencoded::parse(pairs.as_bytes()).map(|(name, _)| name.into_owned()).collect()
}
