//! Lines from streams that come in pieces, too long, or not at all.

use std::time::Duration;

use tokio::io::{AsyncWriteExt, duplex};
use tokio::time::timeout;

use super::{CHUNK, Line, LineReader};

fn text(line: &str) -> Line {
    Line::Text(line.as_bytes().to_vec())
}

#[tokio::test]
async fn a_read_that_is_given_up_loses_nothing() {
    let (mut far, near) = duplex(64);
    let mut lines = LineReader::new(near);
    far.write_all(b"half a ").await.expect("written");
    assert!(timeout(Duration::from_millis(5), lines.next(100)).await.is_err(), "there is no line yet");
    far.write_all(b"line\r\nnext\nno end").await.expect("written");
    drop(far);
    assert_eq!(lines.next(100).await.expect("readable"), text("half a line"));
    assert_eq!(lines.next(100).await.expect("readable"), text("next"));
    assert_eq!(lines.next(100).await.expect("readable"), Line::End);
}

/// I08: the limit holds for a line with an end and for one without, and bounds what is kept.
#[tokio::test]
async fn a_line_beyond_the_limit_is_told_before_it_is_kept() {
    let mut short = LineReader::new(&b"12345\n123456\n"[..]);
    assert_eq!(short.next(5).await.expect("readable"), text("12345"));
    assert_eq!(short.next(5).await.expect("readable"), Line::TooLong);
    let mut endless = LineReader::new(tokio::io::repeat(b'x'));
    assert_eq!(endless.next(1 << 20).await.expect("readable"), Line::TooLong);
    assert!(endless.buffer.len() <= (1 << 20) + CHUNK, "{} bytes are kept", endless.buffer.len());
}

#[tokio::test]
async fn an_end_is_seen_behind_lines_that_nobody_wants_yet() {
    let mut lines = LineReader::new(&b"later\n"[..]);
    timeout(Duration::from_secs(5), lines.ended(100)).await.expect("in time").expect("readable");
    assert_eq!(lines.next(100).await.expect("readable"), text("later"));
    let mut full = LineReader::new(tokio::io::repeat(b'x'));
    assert!(timeout(Duration::from_millis(5), full.ended(1000)).await.is_err(), "it reads no further ahead");
    assert!(full.buffer.len() <= 1000 + CHUNK);
}
