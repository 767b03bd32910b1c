//! What a page repeats of a password-like field isn't told either, by whatever way it repeats it (L07, L08, L10).

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, Stage};
use serde_json::json;

use crate::fields::{KINDS, Kind};
use crate::reads::{guess, search, search_all};

/// Ways of repeating a value in the document; each is HTML with `@` for the value.
const WAYS: &[&str] = &[
    "<p>It is @ now</p>",
    "<p>glued@together</p>",
    "<button title='@'>b</button>",
    "<button aria-label='Do @ now'>b</button>",
    "<button>Press @</button>",
    "<button aria-description='@'>b</button>",
    "<img alt='@' width=9 height=9>",
    "<a href='/elsewhere'><img alt='@' width=9 height=9></a>",
    "<input placeholder='@'>",
    "<input aria-label=x aria-placeholder='@'>",
    "<table><caption>@</caption><tr><th>@<td>@</table>",
    "<svg role=img width=9 height=9><title>@</title></svg>",
    "<svg width=99 height=9><text y=9>@</text></svg>",
    "<svg role=img aria-label='@' width=9 height=9></svg>",
    "<style>i.k::before { content: '@' }</style><button><i class=k></i></button>",
    "<style>i.k::after { content: '@' }</style><h2><i class=k></i></h2>",
    "<output>@</output>",
    "<select aria-label=Options><option>@<option value='@'>b<option label='@'></select>",
    "<select><optgroup label='@'><option>b</optgroup></select>",
    "<ul role=listbox><li role=option aria-selected=true>@</ul>",
    "<a href='/@'>link</a>",
    "<a href='/?k=@#@'>@</a>",
    "<fieldset><legend>@</legend><input></fieldset>",
    "<label>@<input type=checkbox></label>",
    "<figure><img src='data:,' alt=i><figcaption>@</figcaption></figure>",
    "<details open><summary>@</summary>@</details>",
    "<dialog open aria-label='@'>@</dialog>",
    "<div role=slider aria-valuetext='@' aria-valuenow=1 tabindex=0></div>",
    "<div role=button aria-roledescription='@' tabindex=0>b</div>",
    "<div role=link aria-current='@' tabindex=0>b</div>",
    "<div role=heading aria-level='@'>b</div>",
    "<b id=h hidden>@</b><button aria-labelledby=h>b</button>",
    "<b id=d hidden>@</b><button aria-describedby=d>b</button>",
    "<div style='cursor:pointer'>@</div>",
    "<input type=button value='@'><input type=submit value='@'>",
    "<iframe title='@' name='@' srcdoc='empty'></iframe>",
    "<meter title='@' value=1></meter><progress aria-label='@'></progress>",
    "<canvas width=9 height=9>@</canvas><video title='@' controls></video>",
    "<div role=status aria-live=polite>@</div><div role=alert>@</div>",
    "<abbr title='@'>b</abbr><ruby>b<rt>@</rt></ruby><pre>@</pre><code>@</code><del>@</del>",
    "<div role=tab aria-selected=true tabindex=0>@</div><div role=menuitem tabindex=0>@</div>",
    "<div role=treeitem tabindex=0 aria-label='@'></div><div role=gridcell>@</div>",
];

/// Ways of which a verbatim search knows nothing: `v` is the value, `put` adds HTML.
const PIECES: &[&str] = &[
    // Cut into nodes, in a line and below each other.
    "put('<p>' + [...v].map((c) => `<span>${c}</span>`).join('') + '</p>')",
    "put('<p>' + [...v].map((c) => `<b>${c}</b>`).join('') + '</p>')",
    "put('<button>' + [...v].map((c) => `<span>${c}</span>`).join('') + '</button>')",
    "{ const p = document.createElement('p'); p.append(...v); document.body.append(p) }",
    "put('<div>' + v.slice(0, 7) + '</div><div>' + v.slice(7) + '</div>')",
    "put('<ul>' + v.match(/.{1,5}/g).map((c) => `<li>${c}`).join('') + '</ul>')",
    "put('<table><tr>' + v.match(/.{1,5}/g).map((c) => `<td>${c}`).join('') + '</table>')",
    // Written otherwise.
    "put('<p>' + v.toLowerCase() + '</p><button>' + v.toUpperCase() + '</button>')",
    "put('<p>' + [...v].join(' ') + '</p><button>' + [...v].join('&nbsp;') + '</button>')",
    "put('<p>' + [...v].join('\\u200b') + '</p><button>' + [...v].join('\\u00ad') + '</button>')",
    "put('<p>' + v.match(/.{1,4}/g).join(' ') + '</p>')",
    // Where a long text is cut.
    "put('<button>' + 'n '.repeat(142) + v + '</button>')",
    "put('<div style=\"cursor:pointer\">' + 'n '.repeat(54) + v + '</div>')",
    "put('<section><p>' + 'n '.repeat(54) + v + '</p></section>')",
];

fn secrets() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().filter(|kind| kind.is_secret)
}

fn canary(kind: &Kind) -> String {
    format!("CANARY-{}-Kept7", kind.name)
}

fn canaries() -> Vec<String> {
    secrets().map(canary).chain(["CANARY-toggled-Kept7".to_owned()]).collect()
}

/// A page with a field of each password-like kind, which hold their canaries; one was shown by its page since.
fn page() -> String {
    let fields: String = secrets().map(|kind| kind.html(&format!("id='{0}' aria-label='{0}'", kind.name))).collect();
    format!(
        "<!doctype html><title>Echoes</title><h1>Echoes</h1>{fields}<input type=password id=toggled aria-label=toggled><hr>\
         <button id=echo>Echo</button><script>const put = (html) => document.body.insertAdjacentHTML('beforeend', html); \
         window.fields = [...document.querySelectorAll('[id][aria-label]')]; \
         for (const field of fields) {{ const value = `CANARY-${{field.id}}-Kept7`; \
         if (field.isContentEditable) field.textContent = value; else field.value = value; }} \
         window.values = () => fields.map((field) => field.isContentEditable ? field.textContent : field.value);</script>"
    )
}

fn stage() -> Stage {
    let options = HostOptions::default().asking_little().environment([("RUST_LOG", "debug")]);
    Stage::with_options::<Content>(options, [("/", page().into()), ("/elsewhere", "<title>Elsewhere</title>".into())])
}

/// The page with its toggled field, which has been read once: what was masked then counts as masked.
fn open(stage: &Stage) -> Page<'_> {
    let page = stage.open("/");
    assert_eq!(page.eval("values()"), json!(canaries()), "the fields hold their canaries");
    page.snapshot();
    page.eval("toggled.type = 'text'; 0");
    page
}

/// L07, L08, L10: each password-like kind in each way in which a document can say something.
#[test]
fn nothing_in_the_document_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    for way in WAYS {
        page.eval(&format!(
            "for (const [i, v] of values().entries()) put({}.replaceAll('@', v).replaceAll('i.k', 'i.k' + i).replaceAll('class=k', 'class=k' + i)); 0",
            json!(way)
        ));
    }
    search_all(&page, &canaries());
    search(&page.call("browser_snapshot", json!({"max_chars": 500_000})).expect_ok(), &canaries());
    for canary in canaries() {
        guess(&page, &canary);
    }
    stage.close();
}

/// L07: a secret that is cut into nodes, spaced, folded, or cut off where a text is too long.
#[test]
fn no_pieces_of_a_secret_are_told() {
    let stage = stage();
    let page = open(&stage);
    for way in PIECES {
        page.eval(&format!("for (const v of values()) {way}; 0"));
        search(&page.snapshot(), &canaries());
        search(&page.call("browser_text", json!({})).expect_ok(), &canaries());
        let found = page.call("browser_find", json!({"text": "n"})).expect_ok();
        search(&found, &canaries());
        for answer in [page.snapshot(), found] {
            assert!(!answer.mentions("CANAR"), "{way}: a beginning is told: {}", answer.text);
        }
        page.show("<p>empty</p>");
        page.eval("document.body.prepend(...fields); 0");
    }
    stage.close();
}

/// A secret that JSON or a regular expression would write otherwise.
#[test]
fn no_secret_escapes_by_its_characters() {
    let stage = stage();
    let page = open(&stage);
    for secret in [
        "CANARY\"quoted\"",
        "CANARY\\back\\slash",
        "CANARY  two  spaces",
        "CANARY$&$1.*(x)",
        "CANARY?q=1",
        "CANARYäß👍🏽",
    ] {
        page.show("<p>empty</p>");
        page.eval(&format!("document.body.prepend(...fields); password.value = {}; 0", json!(secret)));
        page.eval(
            "{ const v = password.value; for (const name of ['aria-label', 'title']) { const b = document.createElement('button'); b.setAttribute(name, v); document.body.append(b) } \
             const p = document.createElement('p'); p.textContent = v; document.body.append(p); const h = document.createElement('h2'); h.textContent = v; document.body.append(h) } 0",
        );
        for answer in [
            page.snapshot(),
            page.call("browser_text", json!({})),
            page.call("browser_find", json!({"role": "heading"})),
        ] {
            assert!(!answer.mentions("CANARY"), "{secret:?}: {}", answer.text);
        }
    }
    stage.close();
}

/// N27: a field that its page turns into plain text before anyone has read it was a password when it was filled in.
#[test]
fn a_password_shown_at_once_stays_a_password() {
    let stage = stage();
    let page = stage.open("/");
    page.eval(
        "password.dispatchEvent(new Event('input', {bubbles: true})); password.type = 'text'; \
         put(`<p>${password.value}</p><button>${password.value}</button>`); 0",
    );
    search_all(&page, &canaries());
    stage.close();
}

/// L20, A12: what an act answers is no way out: what changed, what is in the way, what a select has.
#[test]
fn no_act_tells_a_secret() {
    let stage = stage();
    let page = open(&stage);
    page.eval("echo.onclick = () => { put(`<p>${password.value}</p><button>${card.value}</button>`); }; 0");
    let clicked = page.click("button", "Echo").expect_ok();
    search(&clicked, &canaries());
    page.eval("put(`<select aria-label=Choice><option>${password.value}<option>b</select>`); 0");
    let choice = page.find("combobox", "Choice");
    search(
        &page
            .call("browser_select", json!({"ref": choice, "values": ["none of them"]}))
            .expect_code("invalid_arguments"),
        &canaries(),
    );
    let fields = json!([{"ref": choice, "value": "none of them"}]);
    search(&page.call("browser_fill_form", json!({"fields": fields})), &canaries());
    page.eval("put(`<div role=dialog aria-label='${password.value}' title='${password.value}' style='position:fixed;inset:0;background:#fff'>${password.value}</div>`); 0");
    search(&page.click("button", "Echo"), &canaries());
    search(&page.call("browser_hover", json!({"ref": choice})), &canaries());
    stage.close();
}

/// L07, N26: neither the name of the window nor a query or fragment; a request's address is the site's alone.
#[test]
fn neither_address_nor_window_name_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    for (way, address) in [
        ("window.name = v", "/"),
        ("history.pushState(v, v, '?q=' + v + '#' + v)", "/"),
        ("location.hash = v", "/"),
        ("fetch('/log/' + v + '?' + v)", "/"),
        ("new Image().src = '/log/' + v", "/"),
    ] {
        page.eval(&format!("for (const v of values()) {way}; 0"));
        assert_eq!(page.snapshot().fact("address"), stage.site.url(address), "{way}");
        search_all(&page, &canaries());
        search(&page.click("button", "Echo"), &canaries());
    }
    stage.close();
}
