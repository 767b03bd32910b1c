//! The site as a browser sees it.

use std::io::Read;

use super::*;

const SECONDS: Duration = Duration::from_secs(10);

fn fetch(site: &Site, request: &str) -> String {
    let mut stream = TcpStream::connect(site.address).expect("the site listens");
    stream.write_all(request.as_bytes()).expect("the site reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the site answers");
    answer
}

#[test]
fn page_is_found_by_path_without_its_query() {
    let site = Site::start([("/work", "<h1>Work</h1>")]).expect("a site");
    let answer = fetch(&site, "GET /work?code=1 HTTP/1.1\r\nhost: x\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("<h1>Work</h1>"));
    assert!(fetch(&site, "GET /nothing HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    site.set("/nothing", Content::Redirect(site.url("/work")));
    assert!(fetch(&site, "GET /nothing HTTP/1.1\r\n\r\n").contains("location: http://127.0.0.1:"));
}

#[test]
fn what_is_sent_to_the_log_is_remembered_in_order() {
    let site = Site::start([("/", "")]).expect("a site");
    let before = Instant::now();
    fetch(&site, "POST /log/press?x=1 HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");
    fetch(&site, "GET /log/second HTTP/1.1\r\n\r\n");
    let first = site.wait_logged("press", SECONDS).expect("it was sent");
    assert!(first.at >= before);
    let texts: Vec<String> = site.log().into_iter().map(|entry| entry.text).collect();
    assert_eq!(texts, ["POST press hello", "GET second"]);
    assert!(site.wait_logged("third", Duration::from_millis(10)).is_err());
}

#[test]
fn slow_answers_are_counted_while_they_are_open() {
    let site = Site::start([("/slow/page", "late")]).expect("a site");
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert!(fetch(&site, "GET /slow/page HTTP/1.1\r\n\r\n").ends_with("late")));
        }
    });
    assert_eq!(site.most_slow(), 3);
}

#[test]
fn dropped_site_stops_listening() {
    let site = Site::start([("/", "")]).expect("a site");
    let address = site.address;
    drop(site);
    wait_until("the port to close", SECONDS, || TcpStream::connect(address).is_err().then_some(())).expect("it closes");
}
