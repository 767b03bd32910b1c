use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixListener;
use std::process::Stdio;

use super::super::find_node;
use super::*;

/// What a program tries within the limits, one line each: whether it came off.
const TRIES: &str = r#"
const [own, other, secret, home, sock] = process.argv.slice(2);
const net = require('net'), fs = require('fs'), dgram = require('dgram'), cp = require('child_process');
const to = (where) => new Promise((done) => {
  const s = net.connect(where);
  s.on('connect', () => { s.destroy(); done(true); });
  s.on('error', () => done(false));
});
const can = (what) => { try { what(); return true; } catch { return false; } };
(async () => {
  const said = {
    own: await to({ host: '127.0.0.1', port: +own }),
    other: await to({ host: '127.0.0.1', port: +other }),
    socket: await to({ path: sock }),
    listen: await new Promise((done) => {
      const s = net.createServer();
      s.on('error', () => done(false));
      s.listen(0, '127.0.0.1', () => { s.close(); done(true); });
    }),
    datagram: await new Promise((done) => {
      const s = dgram.createSocket('udp4');
      s.on('error', () => done(false));
      s.send('x', +other, '127.0.0.1', (error) => { try { s.close(); } catch {} done(!error); });
    }),
    secret: can(() => fs.readFileSync(secret)),
    passwd: can(() => fs.readFileSync('/etc/passwd')),
    environ: can(() => fs.readFileSync('/proc/' + process.ppid + '/environ')),
    outside: can(() => fs.writeFileSync(secret + '.new', 'x')),
    home: can(() => { fs.writeFileSync(home + '/x', 'x'); fs.readFileSync(home + '/x'); }),
    run: can(() => { const r = cp.spawnSync('/bin/true'); if (r.error || r.status !== 0) throw 1; }),
    signal: can(() => process.kill(process.ppid, 0)),
  };
  console.log(JSON.stringify(said));
})();
"#;

/// N01, N25: an engine reaches its own port and its own folder, and nothing else: no file, socket, program or process.
#[test]
fn an_engine_reaches_its_door_and_its_own_folder_alone() {
    if confinement() != Confinement::Full {
        eprintln!("this kernel can't limit engines in full, which `nexus doctor` says");
        return;
    }
    let Ok(node) = find_node() else {
        eprintln!("there is no Node.js for engines here");
        return;
    };
    let scratch = tempfile::tempdir().expect("a folder");
    let (home, package) = (scratch.path().join("home"), scratch.path().join("package"));
    let (secret, socket) = (scratch.path().join("secret"), scratch.path().join("nexus.sock"));
    std::fs::create_dir_all(&home).expect("a folder");
    std::fs::create_dir_all(&package).expect("a folder");
    std::fs::write(&secret, "secret").expect("written");
    let script = package.join("tries.js");
    std::fs::write(&script, TRIES).expect("written");
    let (own, other) = (TcpListener::bind("127.0.0.1:0"), TcpListener::bind("127.0.0.1:0"));
    let (own, other) = (own.expect("a port"), other.expect("a port"));
    let (own_port, other_port) = (own.local_addr().expect("a port").port(), other.local_addr().expect("a port").port());
    let _socket = UnixListener::bind(&socket).expect("a socket");
    let mut command = Command::new(&node.program);
    command.arg(&script).args([own_port.to_string(), other_port.to_string()]).args([&secret, &home, &socket]);
    command.env_clear().current_dir(&home).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let reach = Reach { port: own_port, program: &node.program, reads: &[package], writes: &home };
    let (child, confinement) = spawn(command, &reach).expect("it starts");
    assert_eq!(confinement, Confinement::Full);
    let output = child.wait_with_output().expect("it ends");
    let said: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("it says nothing: {}", String::from_utf8_lossy(&output.stderr)));
    for (what, came_off) in said.as_object().expect("an object") {
        assert_eq!(*came_off, matches!(what.as_str(), "own" | "home"), "{what}: {said}");
    }
    // Nothing of it is on this thread, or on NEXUS.
    assert!(TcpStream::connect(("127.0.0.1", other_port)).is_ok() && UdpSocket::bind("127.0.0.1:0").is_ok());
    assert!(std::fs::read(&secret).is_ok());
}
