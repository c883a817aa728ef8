//! Names in JavaScript and Node that only compute, read and print.

use super::super::listed;

/// Globals and their allowed members; `*` for all of them.
const GLOBALS: &[(&str, &str)] = &[
    ("console", "log error info warn table dir debug group groupEnd count time timeEnd timeLog assert trace"),
    ("JSON", "parse stringify"),
    (
        "Object",
        "keys values entries fromEntries assign freeze isFrozen getOwnPropertyNames hasOwn is groupBy",
    ),
    ("Array", "from isArray of"),
    ("Math", "*"),
    ("Number", "*"),
    ("String", "fromCharCode fromCodePoint raw"),
    ("Boolean", ""),
    ("Date", "now parse UTC"),
    ("Set", ""),
    ("Map", "groupBy"),
    ("BigInt", "asUintN asIntN"),
    ("Buffer", "from alloc byteLength concat isBuffer compare"),
    (
        "Intl",
        "DateTimeFormat NumberFormat PluralRules Collator ListFormat RelativeTimeFormat Segmenter \
    DisplayNames Locale supportedValuesOf getCanonicalLocales",
    ),
    ("RegExp", ""),
    ("Error", ""),
    ("TypeError", ""),
    ("RangeError", ""),
    ("TextEncoder", ""),
    ("TextDecoder", ""),
    ("URL", "canParse parse"),
    ("URLSearchParams", ""),
    ("Uint8Array", "from of"),
    ("performance", "now"),
];
/// Global functions; they may also be passed on as values.
pub(super) const FUNCTIONS: &str = "parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI \
    decodeURI structuredClone btoa atob escape unescape Number String Boolean BigInt";
/// Members that may be called on any object.
pub(super) const CALLED: &str = "log error info warn table dir debug parse stringify keys values entries fromEntries isArray from map \
    filter forEach reduce reduceRight find findIndex findLast findLastIndex some every includes indexOf lastIndexOf join split slice \
    splice concat push pop shift unshift reverse toReversed sort toSorted toSpliced with flat flatMap fill at trim trimStart trimEnd \
    toUpperCase toLowerCase toLocaleUpperCase toLocaleLowerCase replace replaceAll startsWith endsWith padStart padEnd repeat charAt \
    charCodeAt codePointAt substring substr match matchAll search test exec localeCompare normalize toString isWellFormed \
    toFixed toPrecision toExponential toLocaleString toISOString toUTCString toDateString toTimeString toLocaleDateString \
    toLocaleTimeString getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getTimezoneOffset \
    getUTCFullYear getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds setDate setMonth setFullYear setHours \
    setMinutes setSeconds setUTCDate setTime now has get size add set delete clear union intersection difference isSubsetOf \
    byteLength alloc isInteger isSafeInteger floor ceil round abs max min pow sqrt random trunc sign bigint \
    hypot log2 log10 getOwnPropertyNames format formatToParts resolvedOptions toJSON encode decode equals \
    readUInt8 readUInt16LE readUInt16BE readUInt32LE readUInt32BE readInt32LE readInt32BE getAll append next hasOwnProperty \
    update digest isFile isDirectory isSymbolicLink setEncoding resume";
/// Allowed members of `process`.
pub(super) const PROCESS: &str = "version versions platform arch argv argv0 execPath execArgv env pid ppid cwd uptime memoryUsage \
    hrtime cpuUsage release features config title exit exitCode stdin stdout stderr getuid getgid geteuid resourceUsage \
    availableMemory constrainedMemory";
/// Members of modules that only read.
const MODULES: &[(&str, &str)] = &[
    (
        "fs",
        "readFileSync existsSync readdirSync statSync lstatSync realpathSync readlinkSync accessSync \
    constants",
    ),
    (
        "path",
        "join resolve basename dirname extname relative sep normalize parse isAbsolute delimiter format",
    ),
    (
        "os",
        "platform arch cpus totalmem freemem hostname homedir tmpdir type release uptime EOL version \
    availableParallelism loadavg userInfo endianness machine networkInterfaces",
    ),
    ("util", "inspect format types isDeepStrictEqual styleText stripVTControlCharacters"),
    ("crypto", "createHash randomBytes randomUUID getHashes getCiphers randomInt hash"),
    ("url", "URL URLSearchParams parse format fileURLToPath pathToFileURL"),
    ("querystring", "parse stringify escape unescape"),
];
/// Members that give access to arbitrary code.
pub(super) const BANNED: &str = "constructor prototype __proto__ mainModule binding dlopen call apply bind valueOf \
    __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ defineProperty defineProperties \
    setPrototypeOf getPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors caller callee arguments \
    prepareStackTrace captureStackTrace getBuiltinModule _linkedBinding reallyExit";
/// Globals that may do anything: they cannot be used as names of values, either.
pub(super) const NO_NAMES: &str = "require process assert async_hooks buffer child_process cluster console crypto dgram \
    diagnostics_channel dns domain fs http http2 https inspector module net os perf_hooks readline repl stream sys test timers \
    tls trace_events tty v8 vm wasi worker_threads zlib sqlite sea util undefined NaN Infinity setTimeout setInterval \
    setImmediate queueMicrotask navigator localStorage sessionStorage gc __dirname __filename eval Function globalThis \
    global exports import arguments this super Reflect Proxy Symbol WebAssembly fetch WebSocket EventSource \
    XMLHttpRequest Worker Promise async await yield class with AsyncFunction GeneratorFunction db rs sh";
/// Functions whose argument names a file to read.
pub(super) const NAME_FILES: &str =
    "readFileSync existsSync readdirSync statSync lstatSync realpathSync readlinkSync accessSync require";

/// Returns the module of that name and its read-only members.
pub(super) fn module(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let name = name.strip_prefix("node:").unwrap_or(name);
    MODULES.iter().find(|(known, _)| *known == name)
}

/// Returns the allowed members of a global.
pub(super) fn global(name: &str) -> Option<&'static str> {
    GLOBALS.iter().find(|(known, _)| *known == name).map(|(_, members)| *members)
}

/// Whether a list of a global's members contains this one.
pub(super) fn has(members: &str, name: &str) -> bool {
    members == "*" || listed(members, name)
}
