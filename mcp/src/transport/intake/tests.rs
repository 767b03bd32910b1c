//! What counts as a message, and how what doesn't is answered.

use serde_json::{Value, json};

use super::{INVALID_REQUEST, PARSE_ERROR, read_message};

fn refusal(line: &[u8]) -> (Value, i64) {
    let no_message = read_message(line).expect_err("no message");
    (no_message.id, no_message.code)
}

/// I08: whatever a line holds, it is a message or a coded error, never a panic.
#[test]
fn what_is_no_message_is_told_by_code() {
    let nested = [b"[".repeat(1_000_000), b"]".repeat(1_000_000)].concat();
    let nested_message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{}}}"#, "[".repeat(100_000));
    for line in [
        &b"hello"[..],
        b"{",
        b"\xff\xfe\x00",
        b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\"}",
        &nested,
        nested_message.as_bytes(),
    ] {
        assert_eq!(refusal(line), (Value::Null, PARSE_ERROR));
    }
    for line in [
        "1",
        "null",
        "[]",
        "{}",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    ] {
        assert_eq!(refusal(line.as_bytes()), (Value::Null, INVALID_REQUEST));
    }
}

#[test]
fn something_like_a_request_is_refused_under_its_id() {
    for line in
        [r#"{"id":7,"method":"ping"}"#, r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, r#"{"jsonrpc":"2.0","id":7}"#]
    {
        assert_eq!(refusal(line.as_bytes()), (json!(7), INVALID_REQUEST));
    }
}

#[test]
fn blank_lines_and_byte_order_marks_are_no_garbage() {
    assert!(read_message(b"").expect("nothing").is_none());
    assert!(read_message(b" \t ").expect("nothing").is_none());
    let marked = b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    assert!(read_message(marked).expect("a message").is_some());
}
