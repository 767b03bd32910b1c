//! Children end with their owner, and a family is what it was.

use super::*;

const SECONDS: Duration = Duration::from_secs(10);

fn sleeper() -> OwnedChild {
    let mut command = bound_command("sleep");
    command.arg("600");
    OwnedChild::spawn(command).expect("sleep starts")
}

#[test]
fn dropped_child_is_gone_and_family_knows() {
    let child = sleeper();
    let mut family = Family::of(std::process::id());
    family.extend(Family::of(std::process::id()));
    let id = child.id();
    assert!(family.alive().contains(&id));
    drop(child);
    assert!(!family.alive().contains(&id));
}

#[test]
fn grandchildren_belong_to_the_family() {
    let mut command = bound_command("sh");
    command.args(["-c", "sleep 600 & echo started; wait"]).stdout(Stdio::piped());
    let mut shell = OwnedChild::spawn(command).expect("sh starts");
    let family = wait_until("a grandchild", SECONDS, || {
        let family = Family::of(shell.id());
        (!family.is_empty()).then_some(family)
    });
    let family = family.expect("the shell starts sleep");
    assert_eq!(family.len(), 1);
    let left = family.alive();
    shell.end().expect("the shell ends");
    assert_eq!(family.alive(), left, "a shell that is terminated leaves its child");
    assert!(family.wait_gone(Duration::from_millis(20)).is_err());
    for pid in left {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("a process id");
        kill_process(pid, Signal::TERM).expect("the grandchild is ours");
    }
    family.wait_gone(SECONDS).expect("the grandchild ends");
}

#[test]
fn process_is_found_by_a_path_in_its_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let marker = folder.path().join("marker");
    std::fs::write(&marker, "").expect("a file");
    let mut command = bound_command("tail");
    command.arg("-f").arg(&marker).stdout(Stdio::null());
    let child = OwnedChild::spawn(command).expect("tail starts");
    wait_until("tail in the process list", SECONDS, || processes_naming(&marker).contains(&child.id()).then_some(()))
        .expect("its command line names the file");
}

#[test]
fn long_output_is_read_to_its_end() {
    let mut command = Command::new("sh");
    command.args(["-c", "head -c 300000 /dev/zero; echo problem >&2; exit 3"]);
    let output = run_to_end(command, SECONDS).expect("sh runs");
    assert_eq!((output.stdout.len(), output.stderr.as_slice()), (300_000, b"problem\n".as_slice()));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn endless_program_is_ended_at_its_deadline() {
    let mut command = Command::new("sleep");
    command.arg("600");
    assert!(matches!(run_to_end(command, Duration::from_millis(30)), Err(RunError::TimedOut(_))));
}

#[test]
fn a_port_is_its_listener_s() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    assert!(listening_ports(std::process::id()).contains(&port));
    let child = sleeper();
    assert!(listening_ports(child.id()).is_empty());
    drop(listener);
    assert!(!listening_ports(std::process::id()).contains(&port));
}
