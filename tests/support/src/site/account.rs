//! An account at the site: a password and a code that changes (RFC 6238), and a cookie that outlives the browser.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::request::Request;
use super::{Content, response_of};

/// How long a code counts.
const STEP_SECONDS: u64 = 30;
const DIGITS: u32 = 8;

/// What the account page says of somebody who is signed in.
pub const SIGNED_IN: &str = "Signed in as Ada";

const FORM: &str = "<!doctype html><title>Sign in</title><form method=post action=/sign-in>\
    <label>Password <input type=password name=password id=password autofocus></label>\
    <label>Code <input name=code id=code autocomplete=one-time-code></label><button>Sign in</button></form>\
    <script>fetch('/log/driven', {method: 'POST', body: String(navigator.webdriver)})</script>";

/// Who may sign in, and with what.
#[derive(Debug, Clone)]
pub struct Account {
    password: String,
    secret: Vec<u8>,
    session: String,
}

impl Account {
    /// The same one each time, so that a site that starts anew knows its cookies. Both its password and its cookie are
    /// canaries.
    pub fn ada() -> Self {
        Self {
            password: "CANARY-correct-horse".to_owned(),
            secret: b"12345678901234567890123456789012".to_vec(),
            session: "CANARY-6f1c2b".to_owned(),
        }
    }

    /// The password.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// The value of the cookie that says who is signed in.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The code that counts now.
    pub fn code(&self) -> String {
        self.code_at(seconds())
    }

    fn code_at(&self, seconds: u64) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("any length will do");
        mac.update(&(seconds / STEP_SECONDS).to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let at = usize::from(hash[hash.len() - 1] & 0xf);
        let number = u32::from_be_bytes([hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]]);
        format!("{:08}", number % 10_u32.pow(DIGITS))
    }

    /// Also the code of a moment ago counts, as it does at real sites.
    fn lets_in(&self, body: &str) -> bool {
        let field = |name: &str| body.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let now = seconds();
        let codes = [now, now - STEP_SECONDS].map(|at| self.code_at(at));
        field("password") == Some(&self.password) && field("code").is_some_and(|code| codes.iter().any(|is| is == code))
    }

    /// The answer of the account's own paths.
    pub(super) fn answer(&self, request: &Request) -> Option<Vec<u8>> {
        let cookie = format!("session={}", self.session);
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/sign-in") if self.lets_in(&request.body) => {
                let set = format!("set-cookie: {cookie}; Max-Age=864000; Path=/; HttpOnly; SameSite=Lax\r\n");
                Some(response_of(&Content::Redirect("/account".to_owned()), &set))
            }
            (_, "/sign-in") => Some(response_of(&Content::from(FORM), "")),
            (_, "/account") => {
                let is_in = request.cookies.split("; ").any(|sent| sent == cookie);
                let says = if is_in { SIGNED_IN } else { "Not signed in" };
                Some(response_of(&format!("<!doctype html><title>Account</title><h1>{says}</h1>").into(), ""))
            }
            _ => None,
        }
    }
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is set").as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 6238, appendix B.
    #[test]
    fn codes_are_those_of_the_standard() {
        let codes = [59, 1_111_111_109, 2_000_000_000].map(|at| Account::ada().code_at(at));
        assert_eq!(codes, ["46119246", "68084774", "90698825"]);
    }
}
