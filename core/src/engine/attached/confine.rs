//! What an attached engine can't do, by the kernel's word: reach anything but its own port, open files beside its own, start
//! another program, or look into other processes. The limits are put on a thread that then starts it, so it has them from its
//! first instruction, and whatever it starts has them, too.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// How much of it this kernel can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confinement {
    /// All.
    Full,
    /// A part: an older Landlock, which can't limit the network or signals.
    Partial,
    /// Nothing.
    None,
}

/// What an engine may reach.
#[derive(Debug, Clone)]
pub(super) struct Reach<'a> {
    /// The one port on loopback.
    pub(super) port: u16,
    /// The program, which alone may be run.
    pub(super) program: &'a Path,
    /// What it may read, beside the system's libraries.
    pub(super) reads: &'a [PathBuf],
    /// What it may change.
    pub(super) writes: &'a Path,
}

/// What there is to be read for any program: libraries, and what they are set up by.
const SYSTEM: &[&str] = &[
    "/usr/lib",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/share",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/ssl",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
];
/// What the kernel runs to load a program.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];
/// The newest Landlock that something here is asked of. Of an older one it is had what it has.
const NEWEST: ABI = ABI::V6;

/// Starts a program within its limits; says how much of them this kernel has put on it.
pub(super) fn spawn(mut command: Command, reach: &Reach<'_>) -> io::Result<(Child, Confinement)> {
    thread::scope(|scope| {
        let started = thread::Builder::new().name("engine-start".to_owned()).spawn_scoped(scope, || {
            let landlock = restrict_files_and_ports(reach).map_err(io::Error::other)?;
            let seccomp = restrict_calls();
            let child = command.spawn()?;
            Ok((child, grade(&landlock, seccomp)))
        })?;
        started.join().unwrap_or_else(|_| Err(io::Error::other("the limits could not be put on it")))
    })
}

/// What an engine would be held by on this computer. For `nexus doctor`.
pub fn confinement() -> Confinement {
    let tried = thread::Builder::new().name("engine-limits".to_owned()).spawn(|| {
        let nowhere = Path::new("/nonexistent");
        let landlock = restrict_files_and_ports(&Reach { port: 1, program: nowhere, reads: &[], writes: nowhere });
        landlock.map_or(Confinement::None, |landlock| grade(&landlock, restrict_calls()))
    });
    tried.ok().and_then(|tried| tried.join().ok()).unwrap_or(Confinement::None)
}

fn grade(landlock: &RestrictionStatus, seccomp: bool) -> Confinement {
    match (&landlock.ruleset, seccomp) {
        (RulesetStatus::FullyEnforced, true) => Confinement::Full,
        (RulesetStatus::NotEnforced, false) => Confinement::None,
        (RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced | RulesetStatus::NotEnforced, _) => {
            Confinement::Partial
        }
    }
}

fn restrict_files_and_ports(reach: &Reach<'_>) -> Result<RestrictionStatus, landlock::RulesetError> {
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = AccessFs::from_all(NEWEST)
        & !(AccessFs::Execute | AccessFs::MakeSock | AccessFs::MakeChar | AccessFs::MakeBlock);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(reach.reads, read))?
        .add_rules(path_beneath_rules(["/dev/null"], read | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([reach.writes], write))?
        .add_rules(path_beneath_rules([reach.program], read | AccessFs::Execute))?
        .add_rules(path_beneath_rules(LOADERS, read | AccessFs::Execute))?
        .add_rule(NetPort::new(reach.port, AccessNet::ConnectTcp))?
        .restrict_self()
}

/// Only TCP sockets, which Landlock limits, and none of the calls by which that or others' memory could be had otherwise.
fn restrict_calls() -> bool {
    let applied = filter().map_err(|error| error.to_string());
    let applied = applied.and_then(|filter| seccompiler::apply_filter(&filter).map_err(|error| error.to_string()));
    applied.inspect_err(|error| tracing::warn!(error, "an engine's calls can't be limited")).is_ok()
}

fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let unless_internet = [libc::AF_INET, libc::AF_INET6].map(|family| argument(0, SeccompCmpOp::Ne, family));
    let [not_4, not_6] = unless_internet;
    let mut of_socket = vec![SeccompRule::new(vec![not_4?, not_6?])?];
    for kind in [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, libc::SOCK_SEQPACKET, libc::SOCK_DCCP, PACKET] {
        of_socket.push(SeccompRule::new(vec![argument(1, SeccompCmpOp::MaskedEq(0xf), kind)?])?);
    }
    let mut rules = BTreeMap::from([(libc::SYS_socket, of_socket)]);
    // No rule for its arguments: never.
    rules.extend(NEVER.iter().map(|call| (*call, Vec::new())));
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)?.try_into()
}

fn argument(index: u8, is: SeccompCmpOp, value: i32) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, is, u64::from(value.unsigned_abs()))
}

/// Sockets of an old kind, by which root could still have raw ones.
const PACKET: i32 = 10;

const NEVER: &[libc::c_long] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
];

#[cfg(test)]
mod tests;
