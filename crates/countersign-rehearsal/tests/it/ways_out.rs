//! Tries every known way to escape from a world, and checks that all fail.

use std::{
    fs,
    io::{ErrorKind, Read as _},
    net::{TcpListener, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            fs::{OpenOptionsExt as _, PermissionsExt as _},
            net::{SocketAddr, UnixDatagram, UnixListener},
        },
    },
    process::{Child, Command, Stdio},
};

use crate::place::{Place, as_everyone};

/// A way out: its name, the program that tries it, and a part of the text that must be reported, if any. A
/// program that succeeds prints "escaped".
struct Way(&'static str, &'static str, &'static str);

/// The beginning of all programs.
const BEGIN: &str = r#"
import ctypes, ctypes.util, errno, fcntl, mmap, os, socket, stat, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
OUT, PORT, UDP, PID, ABSTRACT = (os.environ[n] for n in ('OUT', 'PORT', 'UDP', 'PID', 'ABSTRACT'))
VICTIM = OUT + '/victim'
ARM = os.uname().machine == 'aarch64'
def nr(x86, arm): return arm if ARM else x86
def call(*args):
    r = libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    return r if r >= 0 else -ctypes.get_errno()
def attempt(f, *args):
    try: return f(*args)
    except OSError as e: return None
def write(path):
    def f():
        with open(path, 'r+b', buffering=0) as file: file.write(b'changed')
        print('escaped: wrote', path)
    attempt(f)
"#;

const WAYS: &[Way] = &[
    Way("the root of the first process", "write('/proc/1/root' + VICTIM); print(attempt(os.listdir, '/proc/1/root') and 'escaped')", ""),
    Way(
        "the memory, environment, program and descriptors of the first process",
        "
for name in ('mem', 'environ', 'exe', 'maps', 'fd/0', 'cwd'):
    if attempt(open, '/proc/1/' + name, 'rb'): print('escaped', name)
for name in ('exe', 'cwd', 'root', 'ns/mnt'):
    if attempt(os.readlink, '/proc/1/' + name): print('escaped', name)
for name in attempt(os.listdir, '/proc/1/fd') or []:
    if attempt(os.open, '/proc/1/fd/' + name, os.O_RDONLY): print('escaped', name)",
        "",
    ),
    Way("tracing the first process", "print(call(nr(101, 117), 16, 1, 0, 0) == 0 and 'escaped')", r#"Call("ptrace")"#),
    Way("reading the memory of the first process", "
b = ctypes.create_string_buffer(8); v = struct.pack('PN', ctypes.addressof(b), 8); w = struct.pack('PN', 0x400000, 8)
print(call(nr(310, 270), 1, v, 1, w, 1, 0) > 0 and 'escaped')", r#"Call("process_vm_readv")"#),
    Way("a socket with a path", "print(not attempt(lambda: socket.socket(socket.AF_UNIX).connect(OUT + '/stream') or 1) or 'escaped')", "Socket("),
    Way("a socket with a path, by way of a link in the workspace", "
os.symlink(OUT, 'link'); print(attempt(lambda: socket.socket(socket.AF_UNIX).connect('link/stream') or 1) and 'escaped')", "Socket("),
    Way("a socket with a path, in a packet", "print(attempt(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect(OUT + '/stream') or 1) and 'escaped')", "Socket("),
    Way("a socket in the workspace", "print(attempt(lambda: socket.socket(socket.AF_UNIX).connect('inner') or 1) and 'escaped')", "Socket("),
    Way("datagrams to a path", "
s = attempt(socket.socket, socket.AF_UNIX, socket.SOCK_DGRAM)
print(s and attempt(s.sendto, b'x', OUT + '/datagram') and 'escaped')", r#"Call("socket(AF_UNIX, SOCK_DGRAM)")"#),
    Way("datagrams to a path, from a pair", "
p = attempt(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM)
print(p and attempt(p[0].sendto, b'x', OUT + '/datagram') and 'escaped')", r#"Call("socketpair(SOCK_DGRAM)")"#),
    Way("datagrams to a path, from other pairs", "
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    p = socket.socketpair(socket.AF_UNIX, kind)
    attempt(p[0].sendto, b'x', OUT + '/datagram'); attempt(p[0].sendmsg, [b'x'], [], 0, OUT + '/datagram')", ""),
    Way("an abstract socket", r"print(attempt(lambda: socket.socket(socket.AF_UNIX).connect('\0' + ABSTRACT) or 1) and 'escaped')", "Socket(\"@"),
    Way("the machine's own loopback", "print(attempt(socket.create_connection, ('127.0.0.1', int(PORT)), 5) and 'escaped')", "Host(\"127.0.0.1:"),
    Way("the machine's own loopback, without waiting", "
s = socket.socket(); s.setblocking(False); s.connect_ex(('127.0.0.1', int(PORT))); time.sleep(0.05)
print(attempt(s.getpeername) and 'escaped')", "Host(\"127.0.0.1:"),
    Way("the machine's own loopback, with data in the first packet", "
s = socket.socket(); print(attempt(s.sendto, b'x', 0x20000000, ('127.0.0.1', int(PORT))) and 'escaped')", ""),
    Way("datagrams to the machine itself", "attempt(socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto, b'x', ('127.0.0.1', int(UDP)))", "Host(\"127.0.0.1:"),
    Way("datagrams elsewhere", "
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); attempt(s.sendmsg, [b'x'], [], 0, ('192.0.2.1', 9))", "Host(\"192.0.2.1:9"),
    Way("other addresses", "
for a in ('192.0.2.1', '10.0.0.1', '169.254.169.254'): print(attempt(socket.create_connection, (a, 80), 5) and 'escaped')", "Host(\"169.254.169.254:80"),
    Way("other kinds of sockets", "
for family in (17, 40, 21, 30, 44): print(attempt(socket.socket, family, 1) and 'escaped', attempt(socket.socket, family, 2) and 'escaped')", r#"Call("socket(family 40)")"#),
    Way("raw packets", "print(attempt(socket.socket, socket.AF_INET, socket.SOCK_RAW, 1) and 'escaped')", "Call(\"socket(SOCK_RAW)"),
    Way("mounting everything writable again", "
for flags in (32 | 4096, 32, 4096): call(nr(165, 40), b'none', b'/', 0, flags, 0)
call(nr(442, 442), -100, b'/', 0x8000, struct.pack('QQQQ', 0, 1, 0, 0), 32)
write(VICTIM)", r#"Call("mount")"#),
    Way("unmounting what lies over the workspace", "
here = os.getcwd(); os.chdir('/'); call(nr(166, 39), here.encode(), 2)
attempt(lambda: open(here + '/inside', 'w').write('x'))", r#"Call("umount")"#),
    Way("a root of one's own", "
print(call(nr(161, 51), b'/tmp') == 0 and 'escaped'); print(call(nr(155, 41), b'.', b'.') == 0 and 'escaped')", "Call(\"chroot\")"),
    Way("devices", "
for kind, device in ((stat.S_IFBLK, 0xfe00), (stat.S_IFBLK, 0x800), (stat.S_IFCHR, 0x101)):
    for folder in ('.', '/tmp', '/dev/shm'):
        path = folder + '/device'
        attempt(os.mknod, path, kind | 0o666, device)
        print(attempt(os.open, path, os.O_RDONLY) and 'escaped'); attempt(os.unlink, path)
for path in (OUT + '/device', 'device-inside'): print(attempt(os.open, path, os.O_RDONLY) and 'escaped', attempt(os.open, path, os.O_WRONLY) and 'escaped')
for name in ('mem', 'kmem', 'kmsg', 'console', 'vda', 'sda', 'nvme0n1', 'port', 'tty1', 'fuse', 'kvm', 'net/tun'):
    print(attempt(os.open, '/dev/' + name, os.O_WRONLY) and 'escaped')", ""),
    Way("programs that run as their owner", "
s = open('/proc/self/status').read()
print('NoNewPrivs:\\t1' not in s and 'escaped')
caps = [int(l.split()[1], 16) for l in s.splitlines() if l.startswith(('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'))]
print(any(c & ~0x1f for c in caps) and 'escaped')
print(os.geteuid() and any(caps) and 'escaped')
for program in ('/usr/bin/su', '/bin/mount', '/usr/bin/passwd', '/usr/bin/newgrp'):
    if os.path.exists(program):
        r = subprocess.run(['/bin/sh', '-c', 'grep -h ^Uid /proc/self/status'], capture_output=True, text=True).stdout.split()
        print(len(set(r[1:])) != 1 and 'escaped')
p = os.getcwd() + '/id'; subprocess.run(['cp', '/usr/bin/id', p]); os.chmod(p, 0o6755)
print(subprocess.run([p, '-u'], capture_output=True, text=True).stdout.strip() != str(os.getuid()) and 'escaped')", ""),
    Way("becoming somebody else", "
for f in (lambda: os.setuid(0), lambda: os.setuid(1), lambda: os.setgid(1), lambda: os.setgroups([])):
    if os.getuid(): print(attempt(lambda: f() or 1) and os.getuid() == 0 and 'escaped')
    else: print(attempt(lambda: f() or 1) and os.getuid() != 0 and 'escaped')", ""),
    Way("namespaces of one's own", "
print(call(nr(272, 97), 0x10000000 | 0x20000) == 0 and 'escaped')
print(call(nr(272, 97), 0x40000000) == 0 and 'escaped')
pid = call(nr(56, 220), 0x10000000 | 17, 0, 0, 0, 0)
if pid == 0: os._exit(0)
print(pid > 0 and 'escaped')
print(call(435, struct.pack('QQQQQQQQ', 0x10000000, 0, 0, 0, 17, 0, 0, 0), 64) >= 0 and 'escaped')", r#"Call("unshare(namespaces)")"#),
    Way("namespaces of others", "
for pid in ('1', 'self'):
    for name in ('mnt', 'net', 'user', 'pid'):
        fd = attempt(os.open, f'/proc/{pid}/ns/{name}', os.O_RDONLY)
        if fd: print(call(nr(308, 268), fd, 0) == 0 and 'escaped')", r#"Call("setns")"#),
    Way("the keyring", "
print(call(nr(248, 217), b'user', b'countersign-escape', b'x', 1, -4) > 0 and 'escaped'); print(call(nr(250, 219), 0, -3, 1) > 0 and 'escaped')", r#"Call("add_key")"#),
    Way("signals", "
for sig in (9, 15, 19): print(attempt(lambda: os.kill(int(PID), sig) or 1) and 'escaped')
import signal; signal.signal(15, signal.SIG_IGN); attempt(os.kill, -1, 15); attempt(os.killpg, 0, 15)", ""),
    Way("a link in the workspace", "os.symlink(VICTIM, 'victim'); write('victim'); attempt(lambda: open('victim', 'w').write('x'))", "Write("),
    Way("a link in the workspace to what is not there", "os.symlink(OUT + '/new', 'new'); attempt(lambda: open('new', 'w').write('x'))", "Write("),
    Way("a link swapped while it is used", "
def swap():
    for n in range(2000):
        attempt(os.symlink, VICTIM, f's{n}'); attempt(os.rename, f's{n}', 'swapped')
        attempt(lambda: open(f't{n}', 'w').close()); attempt(os.rename, f't{n}', 'swapped')
t = threading.Thread(target=swap); t.start()
while t.is_alive(): attempt(lambda: open('swapped', 'w').write('x'))", "Write("),
    Way("another name for a file outside", "
attempt(os.link, VICTIM, 'linked'); attempt(lambda: open('linked', 'a').write('x'))
attempt(os.rename, VICTIM, 'moved'); attempt(os.rename, 'inside', VICTIM)", "Write("),
    Way("changes outside", "
attempt(os.unlink, VICTIM); attempt(os.truncate, VICTIM, 0); attempt(os.chmod, VICTIM, 0o777); attempt(os.utime, VICTIM, (1, 1))
attempt(os.mkdir, OUT + '/new'); attempt(os.symlink, 'x', OUT + '/new'); attempt(os.mkfifo, OUT + '/new'); attempt(os.rmdir, OUT + '/empty')
attempt(os.setxattr, VICTIM, 'user.x', b'x'); attempt(os.chown, VICTIM, os.getuid(), os.getgid())
fd = os.open(VICTIM, os.O_RDONLY); attempt(os.fchmod, fd, 0o777); attempt(os.utime, fd, (1, 1))
attempt(lambda: socket.socket(socket.AF_UNIX).bind(OUT + '/new')); attempt(os.open, OUT, os.O_TMPFILE | os.O_RDWR)
os.chdir('..'); attempt(lambda: open('victim', 'w').write('x')); write('/proc/self/root' + VICTIM); write('/proc/self/cwd/victim')", "Write("),
    Way("a pipe with a name", "
fd = attempt(os.open, OUT + '/fifo', os.O_WRONLY | os.O_NONBLOCK)
if fd: attempt(os.write, fd, b'x'); print('escaped')", "Write("),
    Way("a file by its number", "
h = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128)); m = ctypes.c_int()
call(nr(303, 264), -100, VICTIM.encode(), h, ctypes.byref(m), 0)
at = os.open('/', os.O_RDONLY); print(call(nr(304, 265), at, h, os.O_RDWR) >= 0 and 'escaped')", r#"Call("open_by_handle_at")"#),
    Way("a ring of requests", "print(call(425, 8, bytes(120)) != -errno.ENOSYS and 'escaped')", ""),
    Way("words in the terminal's owner's mouth", "
print(attempt(lambda: fcntl.ioctl(0, 0x5412, b'x')) and 'escaped'); print(call(nr(16, 29), 0, (1 << 32) | 0x5412, b'x') == 0 and 'escaped')", r#"Call("ioctl(TIOCSTI)")"#),
    Way("settings of the kernel", "
for path in ('/proc/sys/kernel/core_pattern', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches', '/sys/kernel/uevent_helper', '/sys/power/state'):
    print(attempt(os.open, path, os.O_WRONLY) and 'escaped')
print(call(nr(170, 161), b'escaped', 7) == 0 and 'escaped')", ""),
    Way("control groups", "
for folder in ('/sys/fs/cgroup', '/sys/fs/cgroup/pids', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/memory'):
    print(attempt(lambda: os.mkdir(folder + '/countersign-escape') or 1) and 'escaped')
    for name in ('release_agent', 'cgroup.procs', 'notify_on_release'): print(attempt(os.open, folder + '/' + name, os.O_WRONLY) and 'escaped')", ""),
    Way("descriptors that were left", "
print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[3:] != [3] and 'escaped')
for n in range(3, 1100): print(attempt(os.fstat, n) and 'escaped')", ""),
    Way("other processes", "print([p for p in os.listdir('/proc') if p.isdigit() and int(p) > 3] and 'escaped'); print(os.path.exists('/proc/' + PID) and 'escaped')", ""),
    Way("the program of the caller", "write('/proc/1/exe'); print(attempt(os.open, '/proc/1/exe', os.O_RDONLY) and 'escaped')", ""),
    Way("the limit on core files", "
import resource
attempt(resource.setrlimit, resource.RLIMIT_CORE, (0, 0)); print(resource.getrlimit(resource.RLIMIT_CORE) != (1, 1) and 'escaped')", ""),
    Way("a mask taken off", "
hidden = OUT + '/hidden'
call(nr(166, 39), hidden.encode(), 2); attempt(os.unlink, hidden); attempt(os.rename, hidden, OUT + '/shown')
print('secret' in (attempt(lambda: open(hidden).read()) or '') and 'escaped')
print('secret' in (attempt(lambda: open('/proc/self/root' + hidden).read()) or '') and 'escaped')", "Read("),
    Way("an address changed behind our back", r"
unix = struct.pack('H', 1) + (OUT + '/stream').encode() + b'\0'
inet = struct.pack('!HH4s', 0, 1, bytes([127, 0, 0, 1])); inet = struct.pack('H', 2) + inet[2:] + bytes(8)
address = ctypes.create_string_buffer(110); over = False
def flip():
    while not over:
        ctypes.memmove(address, inet.ljust(110, b'\0'), 110); ctypes.memmove(address, unix.ljust(110, b'\0'), 110)
t = threading.Thread(target=flip); t.start()
for _ in range(3000):
    s = socket.socket(socket.AF_UNIX); s.setblocking(False)
    if libc.connect(s.fileno(), address, 110) == 0: print('escaped')
    s.close()
over = True; t.join()", ""),
];

/// Targets outside that could be reached or harmed.
struct Outside {
    stream: UnixListener,
    inner: UnixListener,
    abstract_: UnixListener,
    datagram: UnixDatagram,
    tcp: TcpListener,
    udp: UdpSocket,
    fifo: fs::File,
    process: Child,
}

impl Outside {
    fn new(place: &mut Place) -> Self {
        let at = |name: &str| place.outside(name);
        fs::write(at("victim"), "untouched").unwrap();
        fs::set_permissions(at("victim"), fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(at("hidden"), "secret").unwrap();
        fs::create_dir(at("empty")).unwrap();
        fs::write(place.real().join("inside"), "untouched").unwrap();
        assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
        // Root can create devices before the world exists; others cannot, and use a file instead.
        for device in [at("device"), place.real().join("device-inside")] {
            let made = Command::new("mknod")
                .arg(&device)
                .args(["c", "1", "5"])
                .stderr(Stdio::null())
                .status()
                .unwrap();
            assert_eq!(made.success(), rustix::process::geteuid().is_root());
            if !made.success() {
                fs::write(&device, "").unwrap();
                fs::set_permissions(&device, fs::Permissions::from_mode(0o0)).unwrap();
            }
        }
        let name = format!("countersign-test-{}", std::process::id());
        let abstract_ = SocketAddr::from_abstract_name(&name).unwrap();
        let outside = Self {
            stream: UnixListener::bind(at("stream")).unwrap(),
            inner: UnixListener::bind(place.real().join("inner")).unwrap(),
            abstract_: UnixListener::bind_addr(&abstract_).unwrap(),
            datagram: UnixDatagram::bind(at("datagram")).unwrap(),
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            udp: UdpSocket::bind("127.0.0.1:0").unwrap(),
            fifo: fs::OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(at("fifo")).unwrap(),
            process: Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap(),
        };
        for listener in [&outside.stream, &outside.inner, &outside.abstract_] {
            listener.set_nonblocking(true).unwrap();
        }
        outside.datagram.set_nonblocking(true).unwrap();
        outside.tcp.set_nonblocking(true).unwrap();
        outside.udp.set_nonblocking(true).unwrap();
        place.hidden.push(at("hidden"));
        // /tmp is private in a world, so the outside must be shown there to be visible at all.
        place.env = [
            ("OUT", place.real().parent().unwrap().display().to_string()),
            ("PORT", outside.tcp.local_addr().unwrap().port().to_string()),
            ("UDP", outside.udp.local_addr().unwrap().port().to_string()),
            ("PID", outside.process.id().to_string()),
            ("ABSTRACT", name),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
        outside
    }

    /// Asserts that nothing of it was reached or harmed.
    #[track_caller]
    fn is_untouched(&mut self, place: &Place, way: &str) {
        let at = |name: &str| place.outside(name);
        assert_eq!(fs::read_to_string(at("victim")).unwrap(), "untouched", "{way}");
        assert_eq!(fs::read_to_string(at("hidden")).unwrap(), "secret", "{way}");
        assert_eq!(fs::read_to_string(place.real().join("inside")).unwrap(), "untouched", "{way}");
        let stat = fs::metadata(at("victim")).unwrap();
        assert_eq!(stat.permissions().mode() & 0o7777, 0o644, "{way}");
        let mut names: Vec<_> =
            fs::read_dir(at("")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(
            names,
            ["datagram", "device", "empty", "fifo", "hidden", "layers", "stream", "victim", "work"],
            "{way}"
        );
        for listener in [&self.stream, &self.inner, &self.abstract_] {
            assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "{way}");
        }
        assert_eq!(self.tcp.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "{way}");
        let mut bytes = [0; 9];
        assert_eq!(self.datagram.recv(&mut bytes).unwrap_err().kind(), ErrorKind::WouldBlock, "{way}");
        assert_eq!(self.udp.recv(&mut bytes).unwrap_err().kind(), ErrorKind::WouldBlock, "{way}");
        assert!(!matches!(self.fifo.read(&mut bytes), Ok(1..)), "{way}");
        assert!(self.process.try_wait().unwrap().is_none(), "{way}");
        let keys = fs::read_to_string("/proc/keys").unwrap_or_default();
        assert!(!keys.contains("countersign-escape"), "{way}");
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let _ = (self.process.kill(), self.process.wait());
    }
}

#[test]
fn a_script_that_tries_every_way_out_gets_none() {
    as_everyone("ways_out::a_script_that_tries_every_way_out_gets_none", || {
        let mut place = Place::outside_tmp();
        let mut outside = Outside::new(&mut place);
        for Way(way, program, told) in WAYS {
            let outcome = place.python(&format!("{BEGIN}\n{program}"));
            let (said, errors) = (&outcome.stdout, &outcome.stderr);
            assert!(!said.contains("escaped"), "{way}:\n{said}\n{errors}");
            assert!(!errors.contains("Traceback"), "{way}: the program itself is wrong:\n{errors}");
            let denied = format!("{:?}", outcome.ended.denied);
            assert!(denied.contains(told), "{way}: {told} is not told, only {denied}");
            assert!(outcome.ended.all_seen, "{way}: something was missed");
            outside.is_untouched(&place, way);
        }
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn calls_of_other_machines_end_the_program() {
    as_everyone("ways_out::calls_of_other_machines_end_the_program", || {
        let place = Place::new();
        let other = place.python("import ctypes; ctypes.CDLL(None).syscall(0x40000000 | 39)");
        assert_eq!(other.ended.signal, Some(libc::SIGSYS), "{}", other.stderr);
        // mov eax, 20; int 0x80; ret
        let program = r"
import ctypes, mmap
m = mmap.mmap(-1, 4096, prot=7); m.write(b'\xb8\x14\x00\x00\x00\xcd\x80\xc3')
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()
";
        let other = place.python(program);
        assert_eq!(other.ended.signal, Some(libc::SIGSYS), "{}", other.stderr);
    });
}
