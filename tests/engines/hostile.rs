//! An engine that was replaced by a hostile program: what it tries over the gateway, of which nothing may succeed. The permit
//! that it is given goes as far as any does. N01, N02, N25, A03.

use std::path::{Path, PathBuf};
use std::time::Duration;

use nexus_test_support::cdp_client::CdpClient;
use nexus_test_support::stage::{Page, Stage};
use serde_json::{Value, json};

use crate::gateway::{attach, endpoint, mouse};

const PAGE: &str = "<!doctype html><title>Victim</title><style>body{margin:0}button{width:200px;height:100px}</style>\
    <button onclick='window.pressed = (window.pressed ?? 0) + 1'>Press</button><input type=file id=f>\
    <script>window.moves = 0; addEventListener('mousemove', () => { moves += 1 }, true); window.typed = 0; \
    addEventListener('keydown', () => { typed += 1 }, true)</script>";

/// What it is after: a cookie, something stored, and what another page says.
const LOOT: &str = "LOOT-0123456789abcdef";

/// The scene of its attempts.
struct Scene<'a> {
    page: &'a Page<'a>,
    engine: CdpClient,
    session: String,
    /// A world of its own.
    world: i64,
    /// CDP's name for its page.
    target: String,
}

/// To the browser, or to the page.
#[derive(Clone, Copy)]
enum To {
    Browser,
    Page,
}
use To::{Browser as B, Page as P};

/// Commands of which none may be carried out. `OWN` stands for the name of its page.
fn commands() -> Vec<(&'static str, To, &'static str, Value)> {
    let target = json!({"targetId": "OWN"});
    vec![
        ("read the page's cookies", P, "Network.getCookies", json!({})),
        ("read all cookies", P, "Network.getAllCookies", json!({})),
        ("read the browser's cookies", B, "Storage.getCookies", json!({})),
        ("read cookies by the page's storage", P, "Storage.getCookies", json!({})),
        ("plant a cookie", P, "Network.setCookie", json!({"name": "a", "value": "b", "url": "http://127.0.0.1"})),
        ("throw cookies away", P, "Network.clearBrowserCookies", json!({})),
        ("throw storage away", P, "Storage.clearDataForOrigin", json!({"origin": "*", "storageTypes": "all"})),
        ("read local storage", P, "DOMStorage.enable", json!({})),
        ("read databases", P, "IndexedDB.requestDatabaseNames", json!({"securityOrigin": "*"})),
        ("read caches", P, "CacheStorage.requestCacheNames", json!({"securityOrigin": "*"})),
        ("open a page", B, "Target.createTarget", json!({"url": "about:blank"})),
        ("open a context", B, "Target.createBrowserContext", json!({})),
        ("close its page by the browser", B, "Target.closeTarget", target.clone()),
        ("close its page", P, "Page.close", json!({})),
        ("crash its page", P, "Page.crash", json!({})),
        ("crash the browser", B, "Browser.crash", json!({})),
        ("expose the protocol to a page", B, "Target.exposeDevToolsProtocol", target.clone()),
        (
            "hear of related pages",
            B,
            "Target.autoAttachRelated",
            json!({"targetId": "OWN", "waitForDebuggerOnStart": false}),
        ),
        ("attach to the browser", B, "Target.attachToBrowserTarget", json!({})),
        (
            "have a session of the old kind",
            B,
            "Target.sendMessageToTarget",
            json!({"targetId": "OWN", "message": "{}"}),
        ),
        (
            "reach other browsers",
            B,
            "Target.setRemoteLocations",
            json!({"locations": [{"host": "127.0.0.1", "port": 9}]}),
        ),
        ("grant permissions", B, "Browser.grantPermissions", json!({"permissions": ["geolocation"]})),
        (
            "set a permission",
            B,
            "Browser.setPermission",
            json!({"permission": {"name": "camera"}, "setting": "granted"}),
        ),
        (
            "choose where the page's downloads go",
            P,
            "Page.setDownloadBehavior",
            json!({"behavior": "allow", "downloadPath": "/tmp"}),
        ),
        ("read Chromium's command line", B, "Browser.getBrowserCommandLine", json!({})),
        ("list processes", B, "SystemInfo.getProcessInfo", json!({})),
        ("trace everything", B, "Tracing.start", json!({})),
        ("open a file", P, "Page.navigate", json!({"url": "file:///etc/passwd"})),
        ("open Chromium's settings", P, "Page.navigate", json!({"url": "chrome://settings"})),
        ("run a script as an address", P, "Page.navigate", json!({"url": "javascript:document.title='x'"})),
        ("read the history", P, "Page.getNavigationHistory", json!({})),
        ("go back in it", P, "Page.navigateToHistoryEntry", json!({"entryId": 1})),
        ("intercept requests", P, "Fetch.enable", json!({})),
        ("read a body", P, "Network.getResponseBody", json!({"requestId": "1"})),
        ("read a file by handle", P, "IO.read", json!({"handle": "1"})),
        ("send headers of its own", P, "Network.setExtraHTTPHeaders", json!({"headers": {"a": "b"}})),
        ("fill a field with a file", P, "DOM.setFileInputFiles", json!({"files": ["/etc/passwd"], "backendNodeId": 1})),
        ("answer a dialog", P, "Page.handleJavaScriptDialog", json!({"accept": true})),
        ("step into scripts", P, "Debugger.enable", json!({})),
        ("search the heap", P, "Runtime.queryObjects", json!({"prototypeObjectId": "1.1.1"})),
        ("list the guard's listeners", P, "DOMDebugger.getEventListeners", json!({"objectId": "1.1.1"})),
        (
            "speak in the guard's name",
            P,
            "Runtime.addBinding",
            json!({"name": "nexusGuard", "executionContextName": "nexus"}),
        ),
        ("have the guard's world", P, "Page.createIsolatedWorld", json!({"frameId": "OWN", "worldName": "nexus"})),
        ("run a script in the page's world", P, "Runtime.evaluate", json!({"expression": "document.title = 'x'"})),
        (
            "leave a script behind",
            P,
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": "document.title = 'x'", "worldName": "mine"}),
        ),
        (
            "press with fingers",
            P,
            "Input.dispatchTouchEvent",
            json!({"type": "touchStart", "touchPoints": [{"x": 20, "y": 20}]}),
        ),
        ("tap without a mark", P, "Input.synthesizeTapGesture", json!({"x": 20, "y": 20})),
        (
            "drop a file",
            P,
            "Input.dispatchDragEvent",
            json!({"type": "drop", "x": 20, "y": 20, "data": {"items": [], "files": ["/etc/passwd"], "dragOperationsMask": 1}}),
        ),
        ("ignore the page's policy of content", P, "Page.setBypassCSP", json!({"enabled": true})),
        ("accept any certificate", P, "Security.setIgnoreCertificateErrors", json!({"ignore": true})),
        ("print the page", P, "Page.printToPDF", json!({})),
        ("sign in with a key of its own", P, "WebAuthn.enable", json!({})),
        ("draw over the page", P, "Overlay.enable", json!({})),
    ]
}

/// Deeds of which each says whether it came off.
type Deed = (&'static str, fn(&mut Scene<'_>) -> bool);

const DEEDS: &[Deed] = &[
    ("read a cookie in a world of its own", |scene| scene.says("document.cookie")),
    ("read a cookie by way of a frame", |scene| {
        scene.says("(() => { const f = document.createElement('iframe'); document.body.append(f); const d = f.contentDocument; \
                    return d.cookie + new f.contentWindow.Document().cookie })()")
    }),
    ("read a cookie by the page's own getter", |scene| {
        scene.says("Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document)")
    }),
    ("read a cookie by another document", |scene| {
        scene.says("document.implementation.createHTMLDocument('').cookie + new DOMParser().parseFromString('', 'text/html').cookie")
    }),
    ("read a cookie from the store", |scene| scene.says("cookieStore.getAll().then(JSON.stringify)")),
    ("read local storage in a world of its own", |scene| scene.says("localStorage.getItem('loot')")),
    ("read local storage by way of a frame", |scene| {
        scene.says(
            "(() => { const f = document.createElement('iframe'); document.body.append(f); \
                    return f.contentWindow.localStorage.getItem('loot') })()",
        )
    }),
    ("read a cookie in a world that was never enabled", |scene| {
        let page = scene.page;
        let (mut engine, session) = attach(page, "interaction", "acting");
        engine.call(Some(&session), "Runtime.enable", json!({})).expect("an engine may listen");
        let world = engine.own_world(&session, "bare").expect("an engine may have a world");
        engine.evaluate(&session, world, "document.cookie").is_ok_and(|value| value.to_string().contains(LOOT))
    }),
    ("run a script in a world that isn't its own", |scene| {
        (1..60).filter(|world| *world != scene.world).any(|world| {
            let told = scene.engine.evaluate(&scene.session, world, "typeof nexus + document.cookie");
            told.is_ok_and(|value| value != "undefinedundefined")
        })
    }),
    ("call a function in the page's world", |scene| {
        let call =
            json!({"functionDeclaration": "() => document.cookie", "executionContextId": 1, "returnByValue": true});
        let told = scene.engine.call(Some(&scene.session), "Runtime.callFunctionOn", call);
        told.is_ok_and(|told| told.to_string().contains(LOOT))
    }),
    ("have the guard's world told", |scene| {
        scene.engine.listen(Duration::from_millis(50)).iter().any(|event| {
            event["method"] == "Runtime.executionContextCreated" && event["params"]["context"]["name"] == "nexus"
        })
    }),
    ("have the console's own functions", |scene| {
        let with =
            json!({"expression": "getEventListeners(window)", "contextId": scene.world, "includeCommandLineAPI": true});
        scene
            .engine
            .call(Some(&scene.session), "Runtime.evaluate", with)
            .is_ok_and(|told| told["exceptionDetails"].is_null())
    }),
    ("hear cookies among the headers", |scene| {
        scene.page.eval(
            "fetch('/log/with-a-cookie', {headers: {Authorization: 'Bearer LOOT-0123456789abcdef'}}).then(() => 0)",
        );
        scene.heard(LOOT)
    }),
    ("hear what a form sends", |scene| {
        scene.page.eval("fetch('/log/posted', {method: 'POST', body: 'LOOT-0123456789abcdef'}).then(() => 0)");
        scene.heard(LOOT)
    }),
    ("go to a file by a script", |scene| {
        let gone = scene.engine.evaluate(&scene.session, scene.world, "location = 'file:///etc/passwd', 0");
        drop(gone);
        std::thread::sleep(Duration::from_millis(300));
        scene.page.eval("location.protocol") == "file:"
    }),
    ("find the other page", |scene| {
        let told = scene.engine.call(None, "Target.getTargets", json!({})).unwrap_or_default();
        told["targetInfos"].as_array().is_none_or(|targets| targets.len() != 1)
            || scene.engine.listen(Duration::ZERO).iter().any(|event| event.to_string().contains("/other"))
    }),
    ("attach to the other page", |scene| {
        let tries = ["", "*", "browser", "nexus"].map(|target| json!({"targetId": target, "flatten": true}));
        tries.into_iter().any(|other| scene.engine.call(None, "Target.attachToTarget", other).is_ok())
    }),
    ("be attached to a page that its page opens", |scene| {
        scene.page.eval("window.open('/other'), 0");
        std::thread::sleep(Duration::from_millis(300));
        let events = scene.engine.listen(Duration::from_millis(100));
        let pages = events.iter().filter(|event| {
            event["method"] == "Target.attachedToTarget" && event["params"]["targetInfo"]["type"] == "page"
        });
        pages.count() != 1
    }),
    ("speak on another engine's session", |scene| {
        let (_other, session) = attach(scene.page, "interaction", "acting");
        scene.engine.call(Some(&session), "Page.getFrameTree", json!({})).is_ok()
    }),
    ("close the browser", |scene| {
        let page = scene.page;
        let (mut engine, _) = attach(page, "interaction", "acting");
        drop(engine.call(None, "Browser.close", json!({})));
        let is_over = engine.hung_up_within(Duration::from_secs(2));
        !is_over || page.eval("1 + 1") != 2
    }),
    ("have downloads come to a place of its choice", |scene| {
        let folder = std::env::temp_dir().join(format!("hostile-{}", std::process::id()));
        let wanted = json!({"behavior": "allow", "downloadPath": folder});
        drop(scene.engine.call(None, "Browser.setDownloadBehavior", wanted));
        let press = "(() => { const a = document.createElement('a'); a.href = 'data:application/octet-stream,x'; \
                     a.download = 'loot.bin'; document.body.append(a); a.click(); return 0 })()";
        drop(scene.engine.evaluate(&scene.session, scene.world, press));
        std::thread::sleep(Duration::from_millis(400));
        folder.exists() || files_named(scene.page.stage.host.data_dir(), "loot.bin")
    }),
    ("pass for the person", |scene| {
        for kind in ["mousePressed", "mouseReleased"] {
            drop(scene.engine.call(Some(&scene.session), "Input.dispatchMouseEvent", mouse(kind, 20)));
        }
        std::thread::sleep(Duration::from_millis(200));
        scene.page.call("browser_snapshot", json!({})).code == "paused_by_user"
    }),
    ("press what nothing was said of", |scene| {
        for kind in ["mousePressed", "mouseReleased"] {
            drop(scene.engine.call(Some(&scene.session), "Input.dispatchMouseEvent", mouse(kind, 20)));
        }
        std::thread::sleep(Duration::from_millis(200));
        scene.page.eval("window.pressed ?? 0") != 0
    }),
    ("type what nothing was said of", |scene| {
        let key = json!({"type": "keyDown", "key": "a", "text": "a", "code": "KeyA", "windowsVirtualKeyCode": 65});
        drop(scene.engine.call(Some(&scene.session), "Input.dispatchKeyEvent", key));
        std::thread::sleep(Duration::from_millis(200));
        scene.page.eval("typed") != 0
    }),
    ("send input without a permit", |scene| {
        let before = scene.page.eval("moves");
        let (mut engine, session) = attach(scene.page, "interaction", "reading");
        let sent = engine.call(Some(&session), "Input.dispatchMouseEvent", mouse("mouseMoved", 77)).is_ok();
        sent || scene.page.eval("moves") != before
    }),
    ("go elsewhere without a permit to act", |scene| {
        let (mut engine, session) = attach(scene.page, "interaction", "reading");
        engine.call(Some(&session), "Page.navigate", json!({"url": "about:blank"})).is_ok()
    }),
    ("look without any permit", |scene| {
        let (mut engine, session) = attach(scene.page, "interaction", "listening");
        let world = engine.own_world(&session, "mine").unwrap_or_default();
        engine.evaluate(&session, world, "document.title").is_ok()
            || engine.call(Some(&session), "Page.captureScreenshot", json!({})).is_ok()
    }),
    ("act in inspection's place", |scene| {
        let (mut engine, session) = attach(scene.page, "inspection", "acting");
        let tries = [
            ("Runtime.evaluate", json!({"expression": "1"})),
            ("Input.dispatchMouseEvent", mouse("mouseMoved", 50)),
            ("Page.navigate", json!({"url": "about:blank"})),
            ("Page.captureScreenshot", json!({})),
        ];
        tries.into_iter().any(|(method, params)| engine.call(Some(&session), method, params).is_ok())
    }),
    ("use its token twice", |scene| {
        let address = endpoint(scene.page, "interaction", "acting");
        let first = CdpClient::connect(&address, &[]);
        let second = CdpClient::connect(&address, &[]);
        first.is_err() || second.is_ok()
    }),
    ("come in by way of a page", |scene| {
        let address = endpoint(scene.page, "interaction", "acting");
        let script = format!(
            "new Promise((done) => {{ const s = new WebSocket('{address}'); s.onopen = () => done(true); s.onerror = () => done(false) }})"
        );
        scene.page.eval(&script) == true
    }),
    ("end the connection that NEXUS has", |scene| {
        drop(scene.engine.call(None, "Target.detachFromTarget", json!({"sessionId": "1"})));
        drop(scene.engine.call(None, "Target.setAutoAttach", json!({"autoAttach": false})));
        drop(scene.engine.call(None, "Target.setDiscoverTargets", json!({"discover": false})));
        !scene.page.call("browser_snapshot", json!({})).is_ok()
    }),
    ("look while the person has control", |scene| {
        let (stage, window) = (scene.page.stage, &scene.page.window);
        stage.host.human.take_control(window, None).expect("in force");
        let own = scene.engine.call(Some(&scene.session), "Page.getFrameTree", json!({})).is_ok();
        let world = scene.engine.evaluate(&scene.session, scene.world, "document.title").is_ok();
        let asked = json!({"page": scene.page.id, "role": "interaction", "how": "acting"});
        own || world || stage.host.human.ask("attach_engine", asked).is_ok()
    }),
];

impl Scene<'_> {
    /// Whether an expression in a world of its own tells the loot.
    fn says(&mut self, expression: &str) -> bool {
        let told = self.engine.evaluate(&self.session, self.world, expression);
        told.is_ok_and(|value| value.to_string().contains(LOOT))
    }

    /// Whether it hears this.
    fn heard(&mut self, text: &str) -> bool {
        self.engine.listen(Duration::from_millis(300)).iter().any(|event| event.to_string().contains(text))
    }
}

fn files_named(folder: &Path, name: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.iter().any(|path| path.ends_with(name) || (path.is_dir() && files_named(path, name)))
}

/// N01, N02, N25: of all that a hostile engine tries nothing comes off, and neither the page nor its Chromium is harmed.
#[test]
fn nothing_that_a_hostile_engine_tries_succeeds() {
    let stage = Stage::with([("/", PAGE), ("/other", "<title>Other</title>")]);
    stage.keep_secret(LOOT);
    let page = stage.open("/");
    stage.call("browser_page_open", json!({"window": page.window, "url": stage.site.url("/other")})).expect_ok();
    page.eval(&format!("document.cookie = 'sid={LOOT}'; localStorage.setItem('loot', '{LOOT}'); 0"));
    let (mut engine, session) = attach(&page, "interaction", "acting");
    for method in ["Page.enable", "Runtime.enable", "Network.enable"] {
        engine.call(Some(&session), method, json!({})).expect("an engine may listen");
    }
    let world = engine.own_world(&session, "mine").expect("an engine may have a world");
    assert_eq!(engine.evaluate(&session, world, "document.title"), Ok(json!("Victim")), "what it may do works");
    let told = engine.call(None, "Target.getTargets", json!({})).expect("its page is told");
    let target = told["targetInfos"][0]["targetId"].as_str().expect("a name").to_owned();
    let mut scene = Scene { page: &page, engine, session, world, target };

    let (mut tried, mut succeeded) = (0, Vec::new());
    for (what, to, method, params) in commands() {
        let params: Value = serde_json::from_str(&params.to_string().replace("OWN", &scene.target)).expect("JSON");
        let session = scene.session.clone();
        let to = match to {
            B => None,
            P => Some(session.as_str()),
        };
        tried += 1;
        if scene.engine.call(to, method, params).is_ok() {
            succeeded.push(what);
        }
    }
    for (what, deed) in DEEDS {
        tried += 1;
        if deed(&mut scene) {
            succeeded.push(what);
        }
    }
    assert!(tried >= 80, "{tried} things were tried");
    assert!(succeeded.is_empty(), "of {tried} things a hostile engine managed to {succeeded:?}");
    stage.host.human.give_back(&page.window, None).expect("given back");
    assert!(page.snapshot().mentions("Press"), "the page is as it was");
    assert_eq!(page.eval("document.title"), "Victim");
    stage.close();
}
