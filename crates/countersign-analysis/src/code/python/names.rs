//! Names in Python that only compute, read and print.

/// Keywords.
pub(super) const KEYWORDS: &str = "and as assert break continue def del elif else except finally for from global if import in is \
    lambda nonlocal not or pass raise return try while with yield None True False";
/// Functions and keywords that run text, reach anything by name, or start something.
pub(super) const BANNED: &str = "eval exec compile __import__ getattr setattr delattr globals locals vars breakpoint help input \
    execfile reload file super license credits apply class async await case get_ipython";
/// Modules whose listed members may be used.
pub(super) const MODULES: &str = "sys json math cmath re datetime time calendar platform collections itertools functools \
    statistics textwrap hashlib base64 binascii string decimal fractions uuid struct random secrets sysconfig \
    locale zoneinfo bisect heapq difflib fnmatch shlex unicodedata html ipaddress keyword numbers copy \
    pprint ssl sqlite3 zlib ast tomllib csv glob typing enum getpass configparser importlib.metadata \
    urllib.parse xml.etree.ElementTree collections.abc importlib importlib.util urllib xml xml.etree site os os.path \
    pathlib shutil yaml this __future__ operator io gzip bz2 lzma codecs zipfile tarfile toml tomli inspect traceback \
    warnings contextlib socket pkgutil errno stat mimetypes tempfile multiprocessing numpy pandas";
/// Packages that are often imported only to check whether they are installed.
pub(super) const KNOWN_PACKAGES: &str = "torch torchvision torchaudio tensorflow keras jax scipy sklearn matplotlib seaborn plotly \
    transformers datasets tokenizers sentencepiece requests httpx aiohttp flask django fastapi starlette uvicorn \
    gunicorn pydantic sqlalchemy alembic psycopg2 psycopg asyncpg pymysql MySQLdb redis celery boto3 botocore \
    google grpc cv2 PIL skimage bs4 lxml jinja2 markupsafe click typer rich tqdm attr attrs pytest hypothesis \
    setuptools pip wheel packaging cryptography jwt dotenv openai anthropic langchain networkx sympy numba \
    cython pyarrow polars dask h5py tables xlrd openpyxl nltk spacy gensim faiss onnx onnxruntime triton \
    selenium playwright scrapy paramiko docker kubernetes yaml ruamel simplejson ujson orjson dateutil pytz \
    tkinter curses readline dbm ctypes _ctypes _sqlite3 _ssl _bz2 _lzma";

const OS: &str = "path getcwd environ getenv sep linesep name cpu_count listdir scandir walk stat lstat uname getpid \
    getppid getuid geteuid getgid getlogin access pathsep curdir fspath R_OK W_OK X_OK F_OK \
    get_terminal_size getloadavg devnull sched_getaffinity statvfs fsdecode fsencode extsep altsep readlink";
const SHUTIL: &str = "which disk_usage get_terminal_size";
const PATHLIB: &str = "Path PurePath PurePosixPath PosixPath PureWindowsPath";
const YAML: &str = "safe_load safe_load_all safe_dump dump YAMLError __version__ SafeLoader CSafeLoader load";
const OPERATOR: &str =
    "itemgetter add mul sub truediv floordiv mod neg eq ne lt le gt ge and_ or_ xor not_ contains";
const SQLITE3: &str =
    "connect Row sqlite_version sqlite_version_info version Error OperationalError DatabaseError";
const NUMPY: &str = "load loadtxt genfromtxt array asarray arange linspace zeros ones full eye mean median std var min max \
    sum prod cumsum argmin argmax argsort sort unique where isnan isinf isfinite allclose array_equal dot matmul \
    concatenate stack vstack hstack histogram percentile quantile round abs sqrt exp log log2 log10 sin cos tan \
    float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ nan inf pi e ndarray dtype \
    shape ndim size count_nonzero any all diff clip transpose reshape squeeze set_printoptions finfo iinfo \
    __version__ random linalg nanmean nanstd nanmin nanmax corrcoef cov cross outer bincount digitize interp";
const PANDAS: &str = "read_csv read_table read_json read_parquet read_feather read_excel DataFrame Series to_datetime \
    to_numeric Timestamp Timedelta date_range concat merge isna notna isnull notnull cut qcut \
    unique set_option option_context __version__ NaT NA Categorical MultiIndex Index";

/// Allowed members of an unlisted module: it was imported, and only describes itself.
pub(super) const ANY_MODULE: &str =
    "__version__ VERSION version __file__ __path__ __name__ __doc__ cuda is_available device_count";

/// Members that change nothing on any object (a module's own functions are looked up above).
pub(super) const MEMBERS: &str = "append extend insert pop remove clear index count sort reverse copy get items keys values update \
    setdefault fromkeys add discard union intersection difference issubset issuperset isdisjoint \
    symmetric_difference join split rsplit splitlines strip lstrip rstrip replace startswith endswith \
    removeprefix removesuffix upper lower title capitalize casefold swapcase find rfind rindex center \
    ljust rjust zfill expandtabs partition rpartition encode decode format isdigit isalpha isalnum \
    isspace isupper islower istitle isascii isprintable isnumeric isdecimal isidentifier translate maketrans hex fromhex \
    bit_length bit_count \
    to_bytes from_bytes is_integer as_integer_ratio numerator denominator real imag conjugate read \
    readline readlines close flush seek tell readable loads dumps load dump JSONDecodeError version \
    version_info argv stdin stdout stderr buffer path executable prefix base_prefix exec_prefix platform \
    maxsize maxunicode byteorder getsizeof getrecursionlimit setrecursionlimit getdefaultencoding getfilesystemencoding \
    implementation cache_tag flags hexversion float_info int_info builtin_module_names reconfigure \
    stdlib_module_names exit major minor micro releaselevel api_version copyright pi e tau inf nan sqrt \
    cbrt floor ceil log log2 log10 log1p exp pow sin cos tan atan atan2 asin acos sinh cosh tanh degrees \
    radians factorial gcd lcm comb perm isqrt hypot fsum prod fabs trunc isclose isnan isinf isfinite \
    dist fmod modf copysign phase polar rect search match fullmatch findall finditer sub subn escape compile IGNORECASE \
    MULTILINE DOTALL VERBOSE ASCII UNICODE I M S X A U group groups groupdict start end span lastgroup lastindex pattern \
    datetime date timedelta timezone now utcnow \
    today fromtimestamp utcfromtimestamp fromisoformat fromisocalendar fromordinal toordinal isoformat strftime strptime timestamp \
    total_seconds days seconds microseconds year month day hour minute second microsecond weekday astimezone combine \
    isoweekday isocalendar tzinfo utc UTC utcoffset ctime time time_ns perf_counter perf_counter_ns monotonic sleep \
    process_time gmtime localtime mktime asctime tzname timegm monthrange isleap prmonth month_name day_name \
    month_abbr day_abbr monthcalendar system machine \
    processor release node python_version python_version_tuple python_implementation python_build \
    python_compiler uname architecture mac_ver libc_ver freedesktop_os_release Counter defaultdict \
    OrderedDict deque namedtuple ChainMap most_common elements total subtract popleft appendleft extendleft rotate move_to_end popitem chain \
    from_iterable product permutations combinations combinations_with_replacement groupby islice batched compress \
    accumulate repeat cycle starmap takewhile dropwhile filterfalse zip_longest tee pairwise reduce mean median mode multimode median_low \
    median_high geometric_mean harmonic_mean correlation \
    stdev pstdev variance pvariance quantiles fmean dedent indent wrap fill shorten md5 sha1 sha224 \
    sha256 sha384 sha512 sha3_256 sha3_512 blake2b blake2s digest hexdigest file_digest algorithms_available \
    algorithms_guaranteed new name b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode \
    b32decode b16encode b16decode b85encode b85decode a85encode a85decode hexlify unhexlify crc32 adler32 ascii_letters \
    ascii_lowercase ascii_uppercase digits punctuation hexdigits printable whitespace Template \
    substitute safe_substitute Decimal quantize getcontext prec Fraction limit_denominator uuid4 uuid5 \
    uuid3 UUID NAMESPACE_DNS NAMESPACE_URL int bytes pack unpack calcsize unpack_from iter_unpack random randint \
    choice choices sample shuffle uniform seed randrange gauss normalvariate getrandbits token_hex token_urlsafe token_bytes \
    randbelow get_paths get_path get_config_var get_config_vars get_platform get_python_version \
    getlocale getpreferredencoding ZoneInfo available_timezones bisect_left bisect_right bisect insort heapify \
    heappush heappop heappushpop nlargest nsmallest merge unified_diff context_diff ndiff get_close_matches SequenceMatcher ratio \
    get_opcodes get_matching_blocks \
    fnmatch fnmatchcase quote unquote quote_plus unquote_plus urlparse urlsplit urlunsplit parse_qs parse_qsl urlencode urljoin \
    urlunparse netloc scheme hostname port query fragment params username geturl normalize category unescape ip_address \
    ip_network ip_interface hosts num_addresses is_private is_global is_loopback subnets overlaps network_address broadcast_address netmask \
    prefixlen exploded compressed packed \
    kwlist iskeyword deepcopy pprint pformat pp OPENSSL_VERSION OPENSSL_VERSION_INFO \
    get_default_verify_paths sqlite_version sqlite_version_info decompress parse literal_eval \
    unparse reader DictReader fieldnames line_num writer DictWriter writerow writerows writeheader Sniffer sniff has_header excel \
    field_size_limit QUOTE_ALL QUOTE_MINIMAL delimiter glob iglob rglob getuser ConfigParser RawConfigParser \
    sections options has_option has_section getint getboolean getfloat metadata distributions PackageNotFoundError requires \
    fromstring getroot iter iterparse itertext findtext attrib tag text tail ElementTree etree ParseError getsitepackages \
    getusersitepackages exists isfile isdir islink ismount isabs lexists basename dirname abspath realpath normpath \
    expanduser expandvars splitext getsize getmtime getctime getatime relpath commonpath commonprefix splitdrive normcase \
    samefile is_file is_dir is_symlink is_absolute is_mount read_text read_bytes iterdir stem suffix suffixes root anchor drive \
    parent parents parts with_suffix with_name with_stem resolve absolute relative_to is_relative_to cwd match \
    home as_posix as_uri owner joinpath stat lstat st_size st_mtime st_mode st_ctime st_atime st_ino st_nlink st_uid st_gid sysname used free args \
    lineno colno end_lineno col_offset msg filename message strerror errno code reason pos doc \
    itemgetter partial lru_cache cache cmp_to_key wraps total_ordering body walk iter_child_nodes iter_fields get_docstring \
    FunctionDef AsyncFunctionDef ClassDef Module Call Attribute Name Constant Assign AnnAssign Expr Return If For While \
    With Try Raise Import ImportFrom names id attr func value targets target alias asname module level annotation annotations returns \
    decorator_list bases keywords arg defaults ctx elts generators orelse handlers \
    List Dict Tuple Set Optional Union Any Callable Iterable Iterator Sequence Mapping \
    getvalue getbuffer StringIO BytesIO SEEK_SET SEEK_CUR SEEK_END \
    namelist infolist getinfo printdir testzip file_size compress_size compress_type date_time BadZipFile is_zipfile is_tarfile \
    getnames getmembers getmember extractfile isreg issym size mtime mode uid gid uname gname linkname TarError ReadError \
    getsource getfile getdoc print_exc format_exc filterwarnings simplefilter catch_warnings suppress nullcontext closing \
    gethostname iter_modules errorcode S_ISDIR S_ISREG S_ISLNK S_IMODE filemode guess_type guess_extension gettempdir cpu_count \
    BOM_UTF8 cursor fetchone fetchall fetchmany description rowcount row_factory \
    shape dtype dtypes ndim columns head tail describe info value_counts nunique unique isna isnull notna notnull dropna fillna \
    sort_values sort_index reset_index set_index groupby iloc loc at iat T tolist item min max std var argmin argmax \
    argsort astype reshape flatten ravel squeeze cumsum cumprod any all nbytes itemsize strides corr cov median idxmin idxmax nlargest \
    nsmallest duplicated drop_duplicates drop select_dtypes memory_usage empty axes ndim str contains dt \
    between isin clip rank diff pct_change shift rolling expanding resample pivot melt stack unstack merge to_list iterrows itertuples \
    first last ngroups get_group quantile skew kurt kurtosis mad sem round abs add_prefix add_suffix explode \
    linalg norm det inv eig randn rand default_rng normal integers permutation finfo eps tiny \
    files fields __version__ __name__ __file__ __doc__";

/// Members that open their argument; only reading is allowed.
pub(super) const OPENERS: &str = "open ZipFile";
/// Members that read a file; it must be a literal, since they also fetch URLs.
pub(super) const FETCHERS: &str =
    "read_csv read_table read_json read_parquet read_feather read_excel loadtxt genfromtxt";
/// Members that return text without an argument, and otherwise write to a file.
pub(super) const SHOWERS: &str = "to_string to_csv to_json to_markdown to_dict to_html to_numpy";
/// Members that run SQL.
pub(super) const QUERIES: &str = "execute executescript";
/// Functions and members whose argument names a file.
pub(super) const NAME_FILES: &str = "open Path ZipFile connect load read_csv read_table read_json read_parquet read_feather read_excel \
    loadtxt genfromtxt parse iterparse read";

/// Whether a module's member changes nothing.
pub(super) fn member_of(module: &str, name: &str) -> bool {
    let list = match module {
        "os" => OS,
        "shutil" => SHUTIL,
        "pathlib" => PATHLIB,
        "yaml" => YAML,
        "operator" => OPERATOR,
        "sqlite3" => SQLITE3,
        "numpy" => NUMPY,
        "pandas" => PANDAS,
        "importlib" => "metadata util",
        "importlib.util" => "find_spec",
        "io" => "StringIO BytesIO SEEK_SET SEEK_CUR SEEK_END open",
        "gzip" | "bz2" | "lzma" => "open compress decompress BadGzipFile LZMAError",
        "codecs" => "open decode encode BOM_UTF8",
        "zipfile" => "ZipFile is_zipfile BadZipFile",
        "tarfile" => "open is_tarfile TarError ReadError",
        "toml" | "tomli" => "load loads TomlDecodeError TOMLDecodeError __version__",
        "inspect" => "getsource getfile getdoc",
        "traceback" => "print_exc format_exc",
        "warnings" => "filterwarnings simplefilter catch_warnings",
        "contextlib" => "suppress nullcontext closing",
        "socket" => "gethostname",
        "tempfile" => "gettempdir",
        "multiprocessing" => "cpu_count",
        "pkgutil" => "iter_modules",
        _ => MEMBERS,
    };
    super::listed(list, name)
}
