//! The channels by which a page can send something that changes something: each from a press of its own, on a signed-in profile.

use std::collections::BTreeSet;
use std::time::Duration;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

use crate::{approval, press, signed_in};

/// A name, and what the press does. `MARK` stands for what the server would note, `OTHER` for the other origin.
const CHANNELS: &[(&str, &str)] = &[
    ("fetch POST", "fetch('/log/MARK', {method: 'POST', body: 'x'})"),
    ("fetch PUT", "fetch('/log/MARK', {method: 'PUT', body: 'x'})"),
    ("fetch PATCH", "fetch('/log/MARK', {method: 'PATCH', body: 'x'})"),
    ("fetch DELETE", "fetch('/log/MARK', {method: 'DELETE'})"),
    ("fetch of a method of its own", "fetch('/log/MARK', {method: 'PURGE'})"),
    ("fetch POST without a body", "fetch('/log/MARK', {method: 'POST'})"),
    ("fetch POST to the other origin", "fetch('OTHER/log/MARK', {method: 'POST', mode: 'no-cors', body: 'x'})"),
    ("fetch PUT with a preflight", "fetch('OTHER/log/MARK', {method: 'PUT', body: 'x'})"),
    ("fetch keepalive", "fetch('/log/MARK', {method: 'POST', keepalive: true, body: 'x'})"),
    ("fetch of a Request", "fetch(new Request('/log/MARK', {method: 'POST', body: new Blob(['x'])}))"),
    (
        "fetch of a form",
        "const data = new FormData(); data.append('a', 'x'); fetch('/log/MARK', {method: 'POST', body: data})",
    ),
    ("fetch with credentials", "fetch('OTHER/log/MARK', {method: 'POST', mode: 'no-cors', credentials: 'include'})"),
    ("fetch of low priority", "fetch('/log/MARK', {method: 'POST', priority: 'low'})"),
    (
        "fetch GraphQL mutation",
        "fetch('/log/MARK/graphql', {method: 'POST', headers: {'content-type': 'application/json'}, body: '{\"query\": \"mutation { a }\"}'})",
    ),
    ("XHR POST", "const x = new XMLHttpRequest(); x.open('POST', '/log/MARK'); x.send('x')"),
    ("XHR DELETE", "const x = new XMLHttpRequest(); x.open('DELETE', '/log/MARK'); x.send()"),
    (
        "XHR, waiting",
        "const x = new XMLHttpRequest(); x.open('POST', '/log/MARK', false); try { x.send('x') } catch {}",
    ),
    ("sendBeacon", "navigator.sendBeacon('/log/MARK', 'x')"),
    ("sendBeacon to the other origin", "navigator.sendBeacon('OTHER/log/MARK', 'x')"),
    ("fetchLater", "window.fetchLater?.('/log/MARK', {method: 'POST', activateAfter: 0})"),
    ("form", "form('/log/MARK').submit()"),
    ("form, requestSubmit", "form('/log/MARK').requestSubmit()"),
    ("form to the other origin", "form('OTHER/log/MARK').submit()"),
    ("form, in parts", "const f = form('/log/MARK'); f.enctype = 'multipart/form-data'; f.submit()"),
    ("form, as text", "const f = form('/log/MARK'); f.enctype = 'text/plain'; f.submit()"),
    (
        "form by formaction",
        "const f = form('/'), b = f.appendChild(document.createElement('button')); b.formAction = '/log/MARK'; f.requestSubmit(b)",
    ),
    (
        "form by an image button",
        "const f = form('/log/MARK'), b = f.appendChild(document.createElement('input')); b.type = 'image'; f.requestSubmit(b)",
    ),
    ("form into a new page", "const f = form('/log/MARK'); f.target = '_blank'; f.submit()"),
    (
        "form into a new page without opener",
        "const f = form('/log/MARK'); f.target = '_blank'; f.rel = 'noopener'; f.submit()",
    ),
    (
        "form into a named frame",
        "frame('about:blank').name = 'MARK'; const f = form('/log/MARK'); f.target = 'MARK'; f.submit()",
    ),
    ("form into a frame of the other origin", "const f = form('/log/MARK'); f.target = 'other'; f.submit()"),
    (
        "form in a frame",
        "const d = frame('about:blank').contentDocument; const f = d.body.appendChild(d.createElement('form')); f.method = 'post'; f.action = '/log/MARK'; f.submit()",
    ),
    ("a ping", "link('#', {ping: '/log/MARK'}).click()"),
    ("a ping to the other origin", "link('#', {ping: 'OTHER/log/MARK'}).click()"),
    ("blank frame's fetch", "frame('about:blank').contentWindow.fetch('/log/MARK', {method: 'POST'})"),
    ("blank frame's beacon", "frame('about:blank').contentWindow.navigator.sendBeacon('/log/MARK')"),
    ("srcdoc frame", "frame().srcdoc = `<script>fetch('/log/MARK', {method: 'POST'})<\\/script>`"),
    (
        "sandboxed frame",
        "const f = frame(); f.sandbox = 'allow-scripts'; f.srcdoc = `<script>fetch('OTHER/log/MARK', {method: 'POST', mode: 'no-cors'})<\\/script>`",
    ),
    (
        "blob frame",
        "frame(blob(`<script>fetch('HERE/log/MARK', {method: 'POST', mode: 'no-cors'})<\\/script>`, 'text/html'))",
    ),
    (
        "data frame",
        "frame(`data:text/html,<script>fetch('HERE/log/MARK', {method: 'POST', mode: 'no-cors'})<\\/script>`)",
    ),
    ("new frame", "frame('/poster?MARK')"),
    ("new frame of the other origin", "frame('OTHER/poster?MARK')"),
    ("frame of the other origin that was there", "window.other.contentWindow.postMessage('MARK', '*')"),
    ("object", "const o = document.createElement('object'); o.data = '/poster?MARK'; document.body.append(o)"),
    (
        "embed",
        "const o = document.createElement('embed'); o.src = '/poster?MARK'; o.type = 'text/html'; document.body.append(o)",
    ),
    ("frame's unload", "const f = frame('/leaver?MARK'); f.onload = () => f.remove()"),
    ("frame of the other origin's unload", "const f = frame('OTHER/leaver?MARK'); f.onload = () => f.remove()"),
    ("popup's fetch", "open('about:blank').fetch('/log/MARK', {method: 'POST'})"),
    ("popup", "open('/poster?MARK')"),
    ("popup without opener", "open('/poster?MARK', '_blank', 'noopener')"),
    ("popup of the other origin", "open('OTHER/poster?MARK')"),
    ("popup that closes", "const w = open('/leaver?MARK'); w.onload = () => w.close()"),
    ("link into a new page", "link('/poster?MARK', {target: '_blank'}).click()"),
    ("worker", "new Worker(blob(`fetch('HERE/log/MARK', {method: 'POST'})`))"),
    ("worker of a file", "new Worker('/worker.js').postMessage('MARK')"),
    (
        "worker's waiting XHR",
        "new Worker(blob(`const x = new XMLHttpRequest(); x.open('POST', 'HERE/log/MARK', false); x.send()`))",
    ),
    (
        "worker in a worker",
        "new Worker(blob(`new Worker(URL.createObjectURL(new Blob([\"fetch('HERE/log/MARK', {method: 'POST'})\"])))`))",
    ),
    ("module worker", "new Worker(blob(`fetch('HERE/log/MARK', {method: 'POST'})`), {type: 'module'})"),
    ("worker that was there", "window.worker.postMessage('MARK')"),
    ("shared worker", "new SharedWorker('/shared.js', 'MARK').port.postMessage('MARK')"),
    ("shared worker that was there", "window.shared.port.postMessage('MARK')"),
    (
        "service worker that was there",
        "navigator.serviceWorker.ready.then((ready) => ready.active.postMessage('MARK'))",
    ),
    ("service worker's answer", "fetch('/through-worker?MARK')"),
    ("new service worker", "navigator.serviceWorker.register('/installs.js?MARK', {scope: '/elsewhere/'})"),
    ("307 to the other origin", "fetch('/sent-on/MARK', {method: 'POST', mode: 'no-cors'})"),
    ("307 of a form", "form('/sent-on/MARK').submit()"),
    ("two seconds later", "setTimeout(() => fetch('/log/MARK', {method: 'POST'}), 2000)"),
    ("in steps", "Promise.resolve().then(() => fetch('/')).then(() => fetch('/log/MARK', {method: 'POST'}))"),
    ("at the next frame", "requestAnimationFrame(() => fetch('/log/MARK', {method: 'POST'}))"),
    ("when idle", "requestIdleCallback(() => fetch('/log/MARK', {method: 'POST'}))"),
    ("by a message", "onmessage = () => fetch('/log/MARK', {method: 'POST'}); postMessage(1)"),
    (
        "by a channel",
        "const c = new MessageChannel(); c.port1.onmessage = () => fetch('/log/MARK', {method: 'POST'}); c.port2.postMessage(1)",
    ),
    (
        "by a broadcast",
        "const b = new BroadcastChannel('MARK'); b.onmessage = () => fetch('/log/MARK', {method: 'POST'}); new BroadcastChannel('MARK').postMessage(1)",
    ),
    ("by a picture", "const i = new Image(); i.onerror = () => fetch('/log/MARK', {method: 'POST'}); i.src = '/none'"),
    (
        "by a change",
        "new MutationObserver(() => navigator.sendBeacon('/log/MARK')).observe(document.body, {childList: true}); document.body.append('x')",
    ),
    (
        "by a transition",
        "document.body.animate([{opacity: 0.5}, {opacity: 1}], 50).onfinish = () => fetch('/log/MARK', {method: 'POST'})",
    ),
    ("by a script address", "location = `javascript:fetch('/log/MARK', {method: 'POST'});void 0`"),
    (
        "by an added script",
        "const s = document.createElement('script'); s.textContent = `fetch('/log/MARK', {method: 'POST'})`; document.body.append(s)",
    ),
    ("by an import", "import(blob(`fetch('HERE/log/MARK', {method: 'POST'})`, 'text/javascript'))"),
    (
        "by a custom element",
        "customElements.define('x-MARK'.toLowerCase(), class extends HTMLElement { connectedCallback() { fetch('/log/MARK', {method: 'POST'}) } }); document.body.append(document.createElement('x-MARK'))",
    ),
    (
        "by a prompt's way out",
        "addEventListener('hashchange', () => fetch('/log/MARK', {method: 'POST'}), {once: true}); location.hash = 'MARK'",
    ),
    (
        "by a stored change",
        "frame('about:blank').contentWindow.addEventListener('storage', () => fetch('/log/MARK', {method: 'POST'})); localStorage['MARK'] = '1'",
    ),
    (
        "by the network's own events",
        "const e = new EventSource('/'); e.onerror = () => { e.close(); fetch('/log/MARK', {method: 'POST'}) }",
    ),
    ("while leaving", "addEventListener('pagehide', () => navigator.sendBeacon('/log/MARK')); location = '/?again'"),
    (
        "while leaving, kept alive",
        "addEventListener('pagehide', () => fetch('/log/MARK', {method: 'POST', keepalive: true})); location = '/?again'",
    ),
    ("while reloading", "addEventListener('beforeunload', () => navigator.sendBeacon('/log/MARK')); location.reload()"),
    ("after leaving", "location = '/poster?MARK'"),
    (
        "after going on",
        "document.body.append(Object.assign(document.createElement('meta'), {httpEquiv: 'refresh', content: '0; url=/poster?MARK'}))",
    ),
];

/// Service workers are passed by, so the server is asked what one of them would have answered with a request of its own.
const NOTHING_SENT: [&str; 1] = ["service worker's answer"];

/// What the page has of tools, and what is there before the press.
fn pages(site: &nexus_test_support::Site) {
    let (here, other) = (site.origin(), site.other_origin());
    let buttons: String =
        (0..CHANNELS.len()).map(|at| format!("<button onclick='run({at})'>Next {at}</button>")).collect();
    let page = format!(
        "<!doctype html><title>Shop</title>{buttons}<iframe id=other name=other src='{other}/listens'></iframe><script>
        const HERE = '{here}', OTHER = '{other}';
        const form = (action) => {{ const f = document.body.appendChild(document.createElement('form'));
          f.method = 'post'; f.action = action; return f; }};
        const frame = (src) => {{ const f = document.createElement('iframe'); if (src) f.src = src;
          document.body.append(f); return f; }};
        const link = (href, more) => {{ const a = document.createElement('a'); a.href = href;
          for (const name in more) a.setAttribute(name, more[name]); document.body.append(a); return a; }};
        const blob = (text, type = 'text/javascript') => URL.createObjectURL(new Blob([text], {{type}}));
        window.other = document.getElementById('other');
        window.worker = new Worker('/worker.js'); window.shared = new SharedWorker('/shared.js', 'early');
        navigator.serviceWorker.register('/sw.js');
        let channels = {{}}; const run = (at) => {{ channels[at](); }};
        </script>"
    );
    let script = |text: &str| Content::Shown("text/javascript", text.as_bytes().to_vec());
    let worker = "onmessage = ({data}) => fetch('/log/' + data, {method: 'POST'})";
    site.set("/", page);
    site.set("/poster", "<script>fetch('/log/' + location.search.slice(1), {method: 'POST'})</script>");
    site.set(
        "/leaver",
        "<script>addEventListener('pagehide', () => navigator.sendBeacon('/log/' + location.search.slice(1)))</script>",
    );
    site.set("/listens", "<script>onmessage = ({data}) => fetch('/log/' + data, {method: 'POST'})</script>");
    site.set("/worker.js", script(worker));
    site.set("/shared.js", script(&format!("onconnect = ({{ports: [port]}}) => port.{worker}")));
    site.set(
        "/sw.js",
        script(
            "onactivate = (event) => event.waitUntil(clients.claim()); \
        onmessage = ({data}) => fetch('/log/' + data, {method: 'POST'}); \
        onfetch = (event) => { const url = new URL(event.request.url); if (url.pathname === '/through-worker') \
        event.respondWith(fetch('/log/' + url.search.slice(1), {method: 'POST'})); }",
        ),
    );
    site.set(
        "/installs.js",
        script("oninstall = (event) => event.waitUntil(fetch('/log/' + location.search.slice(1), {method: 'POST'}))"),
    );
    for at in 0..CHANNELS.len() {
        site.set(&format!("/sent-on/{}", mark(at)), Content::SentOn(format!("{other}/log/{}", mark(at))));
    }
}

fn mark(at: usize) -> String {
    format!("MARK{at}.")
}

/// What came of a channel at the server.
fn count(stage: &Stage, at: usize) -> usize {
    let is_its = |text: &str| !text.starts_with("OPTIONS") && text.contains(&mark(at));
    stage.site.log().iter().filter(|logged| is_its(&logged.text)).count()
}

fn cards(stage: &Stage) -> Vec<Value> {
    let view = stage.view();
    let requests = view["requests"].as_array().cloned().unwrap_or_default();
    requests.into_iter().filter(|request| request["sends"].is_object()).collect()
}

/// Puts a channel behind its button, on a page as new.
fn prepare(page: &Page<'_>, at: usize) -> String {
    let here = page.stage.site.origin();
    let script = CHANNELS[at].1.replace("OTHER", &page.stage.site.other_origin()).replace("HERE", &here);
    let script = script.replace("MARK", &mark(at));
    page.eval(&format!("channels[{at}] = () => {{ {script} }}; 0"));
    page.find("button", &format!("Next {at}"))
}

/// Goes to the page anew, as the person does, so that nothing of before is left.
fn renew(page: &Page<'_>, at: usize) {
    let stage = page.stage;
    let anew = format!("?{at}");
    stage.host.human.take_control(&page.window, None).expect("it can be taken");
    page.eval(&format!("location = '{}{anew}'; 0", stage.site.url("/")));
    let is_there = || {
        let ready = format!("location.search === '{anew}' && document.readyState === 'complete'");
        let state = stage.host.human.evaluate(&page.id, &ready).ok()?;
        (state == json!(true)).then_some(())
    };
    wait_until("the page", SOON, is_there).expect("it comes");
    stage.host.human.give_back(&page.window, None).expect("it can be given back");
}

/// P13, P14, P16, P34, P35, P50: whatever way a press takes, nothing of it reaches the server without a yes; with one, what was
/// asked about reaches it once.
#[test]
fn nothing_gets_out_without_a_yes_and_each_yes_once() {
    let stage = Stage::with([("/", "")]);
    pages(&stage.site);
    let page = signed_in(&stage);
    let only = std::env::var("CHANNEL").ok();
    let (mut escaped, mut unasked, mut not_once) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (at, (name, _)) in CHANNELS.iter().enumerate() {
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        renew(&page, at);
        let reference = prepare(&page, at);
        press(&page, &reference);
        let late = name.contains("later");
        std::thread::sleep(Duration::from_millis(if late { 2_400 } else { 250 }));
        let waits = wait_until("a card", Duration::from_secs(3), || cards(&stage).into_iter().next());
        if count(&stage, at) > 0 {
            escaped.insert(*name);
        }
        let Ok(card) = waits else {
            unasked.insert(*name);
            continue;
        };
        stage.host.human.approve(approval(&card)).expect("it is open");
        let came = wait_until("it at the server", Duration::from_secs(3), || {
            // What is sent on to another origin is asked about anew.
            cards(&stage).iter().for_each(|card| stage.host.human.approve(approval(card)).unwrap_or_default());
            (count(&stage, at) > 0).then_some(())
        });
        std::thread::sleep(Duration::from_millis(100));
        if came.is_err() || count(&stage, at) != 1 {
            not_once.insert((*name, count(&stage, at)));
        }
    }
    assert!(escaped.is_empty(), "escaped: {escaped:?}; unasked: {unasked:?}; not once: {not_once:?}");
    let foretold: BTreeSet<&str> = if only.is_some() { unasked.clone() } else { BTreeSet::from(NOTHING_SENT) };
    assert_eq!((unasked, not_once), (foretold, BTreeSet::new()));
    stage.close();
}
