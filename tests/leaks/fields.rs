//! The kinds of fields, and a page that has all of them in its document and in an open and a closed shadow root.

/// A kind of field: its name, its element with `@` where the attributes go, and whether it is password-like.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    html: &'static str,
    pub(crate) is_secret: bool,
}

const fn plain(name: &'static str, html: &'static str) -> Kind {
    Kind { name, html, is_secret: false }
}

const fn secret(name: &'static str, html: &'static str) -> Kind {
    Kind { name, html, is_secret: true }
}

pub(crate) const KINDS: &[Kind] = &[
    plain("text", "<input @>"),
    plain("search", "<input type=search @>"),
    plain("email", "<input type=email @>"),
    plain("tel", "<input type=tel @>"),
    plain("url", "<input type=url @>"),
    plain("number", "<input type=number @>"),
    plain("date", "<input type=date @>"),
    plain("area", "<textarea @></textarea>"),
    plain("rich", "<div contenteditable role=textbox @></div>"),
    plain("plain", "<div contenteditable @></div>"),
    plain("combo", "<input role=combobox aria-expanded=false @>"),
    plain("list", "<input list=l @><datalist id=l></datalist>"),
    plain("spin", "<input role=spinbutton @>"),
    plain("hidden", "<input type=hidden @>"),
    secret("password", "<input type=password @>"),
    secret("new", "<input autocomplete='section-a new-password' @>"),
    secret("code", "<input autocomplete=one-time-code inputmode=numeric @>"),
    secret("card", "<input autocomplete=cc-number @>"),
    secret("check", "<input autocomplete=cc-csc @>"),
    secret("masked", "<input style='-webkit-text-security:disc' @>"),
    secret("maskedarea", "<textarea style='-webkit-text-security:square' @></textarea>"),
    secret("maskedregion", "<div contenteditable role=textbox style='-webkit-text-security:circle' @></div>"),
];

/// Where a field is within its document.
const ROOTS: &[&str] = &["document", "open", "closed"];

impl Kind {
    /// What is typed into a field of this kind.
    pub(crate) fn canary(&self, place: &str, root: &str) -> String {
        // Numbers and dates take nothing else. What tells them apart from others is that nothing here holds them.
        match self.name {
            "number" => "908172635".to_owned(),
            "date" => "2031-07-19".to_owned(),
            "email" => format!("CANARY-{place}-{root}@field.example"),
            name => format!("CANARY-{name}-{place}-{root}"),
        }
    }

    pub(crate) fn label(&self, place: &str, root: &str) -> String {
        format!("{} {place} {root}", self.name)
    }

    pub(crate) fn html(&self, attributes: &str) -> String {
        self.html.replace('@', attributes)
    }
}

/// Every canary that [`page`] has at a place.
pub(crate) fn canaries(place: &str) -> Vec<String> {
    ROOTS.iter().flat_map(|root| KINDS.iter().map(move |kind| kind.canary(place, root))).collect()
}

/// The labels of the fields there that can be seen.
pub(crate) fn labels(place: &str) -> Vec<String> {
    let seen = KINDS.iter().filter(|kind| kind.name != "hidden");
    seen.flat_map(|kind| ROOTS.iter().map(move |root| kind.label(place, root))).collect()
}

/// The page, empty until it is told to `fill`; it then says how many fields hold their canary, its frames' included.
pub(crate) fn page(place: &str, frames: &[String]) -> String {
    let fields = |root: &str| -> String {
        let field = |kind: &Kind| {
            let (label, value) = (kind.label(place, root), kind.canary(place, root));
            let named = format!("<button aria-labelledby='{0}-{root}'>b</button>", kind.name);
            kind.html(&format!("id='{}-{root}' aria-label='{label}' data-value='{value}'", kind.name)) + &named
        };
        KINDS.iter().map(field).collect()
    };
    let frames: String =
        frames.iter().map(|frame| format!("<iframe src='{frame}' width=900 height=700></iframe>")).collect();
    let (document, open, closed) = (fields("document"), fields("open"), fields("closed"));
    format!(
        "<!doctype html><title>Fields</title><h1>Fields of {place}</h1>{document}<div id=opened></div><div id=shut></div>{frames}\
         <script>const sealed = shut.attachShadow({{mode: 'closed'}}); opened.attachShadow({{mode: 'open'}}).innerHTML = `{open}`; \
         sealed.innerHTML = `{closed}`;{SCRIPT}</script>"
    )
}

const SCRIPT: &str = "
  const all = () => [document, opened.shadowRoot, sealed].flatMap((root) => [...root.querySelectorAll('[data-value]')]);
  const held = (field) => field.isContentEditable ? field.textContent : field.value;
  window.fill = async () => {
    for (const field of all()) {
      if (field.isContentEditable) field.textContent = field.dataset.value; else field.value = field.dataset.value;
      field.dispatchEvent(new Event('input', {bubbles: true}));
    }
    let filled = all().filter((field) => held(field) === field.dataset.value).length;
    for (const field of all()) delete field.dataset.value;
    for (let i = 0; i < frames.length; i++) {
      const {port1, port2} = new MessageChannel();
      const told = new Promise((resolve) => { port1.onmessage = ({data}) => resolve(data); });
      frames[i].postMessage('fill', '*', [port2]);
      filled += await told;
    }
    return filled;
  };
  onmessage = async ({ports}) => ports[0].postMessage(await fill());
  window.loaded = new Promise((resolve) => addEventListener('load', () => resolve(0)));
";
