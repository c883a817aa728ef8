//! SQL functions: which only compute, and which have other effects.

use std::{collections::BTreeSet, sync::LazyLock};

use countersign_words::{Message, say};

/// Returns the message that a function of a name is called.
type Calls = fn(&str) -> Message;

/// Creates a `Calls` from a message id.
macro_rules! calls {
    ($id:literal) => {
        |function: &str| say!($id, function)
    };
}

/// The effect of calling a function.
#[derive(Debug, Clone, Copy)]
pub(super) enum Call {
    /// Computes something.
    Fine,
    /// Unknown.
    Unknown,
    /// Changes something, in words.
    Changes(Calls),
    /// Destroys something, in words.
    Destroys(Calls),
    /// Runs a program or loads code, in words.
    Executes(Calls),
    /// Runs SQL given as text.
    Runs,
    /// Reads the file or contacts the address in its first argument.
    Reads,
    /// Writes the file in its argument of this number.
    Writes(usize),
}

const FAR: &[(&str, Call)] = &[
    ("pg_terminate_backend", Call::Changes(calls!("analysis-calls-which-ends-another-session"))),
    ("pg_cancel_backend", Call::Changes(calls!("analysis-calls-which-cancels-another-session-query"))),
    (
        "pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote",
        Call::Changes(calls!("analysis-calls-which-acts-on-the-database-server")),
    ),
    (
        "pg_wal_replay_pause pg_wal_replay_resume",
        Call::Changes(calls!("analysis-calls-which-acts-on-the-database-server")),
    ),
    (
        "pg_notify nextval setval",
        Call::Changes(calls!("analysis-calls-which-changes-a-sequence-or-notifies-others")),
    ),
    ("set_config", Call::Changes(calls!("analysis-calls-which-changes-a-setting"))),
    (
        "pg_advisory_lock pg_advisory_xact_lock pg_try_advisory_lock get_lock",
        Call::Changes(calls!("analysis-calls-which-takes-a-lock")),
    ),
    (
        "pg_try_advisory_xact_lock pg_advisory_lock_shared pg_advisory_unlock",
        Call::Changes(calls!("analysis-calls-which-takes-or-frees-a-lock")),
    ),
    (
        "pg_advisory_unlock_all release_lock release_all_locks",
        Call::Changes(calls!("analysis-calls-which-takes-or-frees-a-lock")),
    ),
    (
        "lo_creat lo_create lo_from_bytea lo_put lowrite lo_open",
        Call::Changes(calls!("analysis-calls-which-changes-a-large-object")),
    ),
    (
        "lo_unlink lo_truncate lo_truncate64",
        Call::Destroys(calls!("analysis-calls-which-deletes-a-large-object")),
    ),
    ("pg_file_unlink", Call::Destroys(calls!("analysis-calls-which-deletes-a-file-of-the-database-server"))),
    (
        "pg_file_rename pg_file_sync",
        Call::Changes(calls!("analysis-calls-which-changes-files-of-the-database-server")),
    ),
    ("pg_file_write", Call::Writes(0)),
    ("lo_export", Call::Writes(1)),
    ("writefile", Call::Writes(0)),
    ("pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import load_file", Call::Reads),
    ("pg_ls_logdir pg_ls_waldir pg_ls_tmpdir", Call::Reads),
    ("readfile fsdir lsdir glob read_csv read_csv_auto read_parquet parquet_scan read_json", Call::Reads),
    ("read_json_auto read_ndjson read_ndjson_auto read_text read_blob read_xlsx sniff_csv", Call::Reads),
    ("parquet_metadata parquet_schema sqlite_scan postgres_scan mysql_scan iceberg_scan", Call::Reads),
    ("delta_scan file url urlcluster s3 s3cluster gcs hdfs remote remotesecure", Call::Reads),
    ("dblink dblink_exec dblink_open dblink_send_query dblink_connect dblink_connect_u", Call::Runs),
    ("query_to_xml query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml ts_stat", Call::Runs),
    ("crosstab crosstab2 crosstab3 crosstab4 crosstabn connectby query query_table eval", Call::Runs),
    ("openquery openrowset opendatasource postgres_query mysql_query sqlite_query", Call::Runs),
    ("postgres_execute mysql_execute sqlite_attach postgres_attach", Call::Runs),
    (
        "load_extension fts3_tokenizer edit executable",
        Call::Executes(calls!("analysis-calls-which-runs-code-that-is-not-in-the")),
    ),
    (
        "xp_cmdshell sys_exec sys_eval sys_bineval",
        Call::Executes(calls!("analysis-calls-which-runs-a-command-of-the-operating-system")),
    ),
    ("sys_set sys_get", Call::Executes(calls!("analysis-calls-which-reaches-the-server-environment"))),
];
/// Prefixes of functions with effects.
const FAR_STARTS: &[(&str, Call)] = &[
    ("pg_drop_", Call::Destroys(calls!("analysis-calls-which-drops-something-of-the-database-server"))),
    ("pg_create_", Call::Changes(calls!("analysis-calls-which-creates-something-on-the-database-server"))),
    ("pg_copy_", Call::Changes(calls!("analysis-calls-which-copies-something-on-the-database-server"))),
    ("pg_logical_", Call::Changes(calls!("analysis-calls-which-reads-from-a-replication-slot-which-moves"))),
    ("pg_replication_", Call::Changes(calls!("analysis-calls-which-changes-replication"))),
    ("pg_stat_reset", Call::Changes(calls!("analysis-calls-which-resets-statistics"))),
    ("pg_stat_statements_reset", Call::Changes(calls!("analysis-calls-which-resets-statistics"))),
    ("pg_backup_", Call::Changes(calls!("analysis-calls-which-begins-or-ends-a-backup"))),
    ("pg_start_", Call::Changes(calls!("analysis-calls-which-begins-a-backup"))),
    ("pg_stop_", Call::Changes(calls!("analysis-calls-which-ends-a-backup"))),
    ("dblink", Call::Runs),
    ("xp_", Call::Executes(calls!("analysis-calls-which-runs-a-procedure-of-the-server"))),
    ("sp_", Call::Executes(calls!("analysis-calls-which-runs-a-procedure-of-the-server"))),
    ("dbms_", Call::Executes(calls!("analysis-calls-which-runs-a-procedure-of-the-server"))),
    ("utl_", Call::Executes(calls!("analysis-calls-which-reaches-the-server-files-or-network"))),
];
/// Prefixes of functions that only compute.
const FINE_STARTS: &[&str] = &[
    "json_",
    "jsonb_",
    "st_",
    "regexp_",
    "pg_get_",
    "pg_stat_get_",
    "approx_",
    "pragma_",
    "regr_",
    "percentile_",
    "pg_is_",
    "pg_last_",
    "tsvector_",
    "inet_",
    "inet6_",
    "sqlite_",
    "current_",
    "dm_",
];
const FINE: &str = "
abbrev abs aclcontains acldefault aclexplode acos acosh add_days add_months adddate addtime aes_decrypt aes_encrypt
against age akeys all any any_value anyheavy anylast area arg_max arg_min argmax argmin armor array array_agg
array_append array_cat array_concat array_construct array_contains array_dims array_distinct array_fill array_join
array_length array_lower array_ndims array_position array_positions array_prepend array_remove array_replace
array_reverse array_size array_slice array_sort array_to_json array_to_string array_to_tsvector array_transform
array_upper arrayconcat arraycount arraydistinct arrayelement arrayenumerate arrayexists arrayfilter arrayjoin
arraymap arrayreverse arrayslice arraysort arraystringconcat arraysum ascii asin asinh atan atan2 atanh avals avg
avgif avgweighted base64 base64_decode base64_encode benchmark bin bin_to_uuid bit_and bit_count bit_length bit_or
bit_shift_left bit_shift_right bit_xor bitand bitcount bitor bitxor bloom_filter bm25 bool bool_and bool_or box
broadcast btrim cardinality cast cbrt ceil ceiling century changes char char_length character_length charindex choose
chr circle cityhash64 clock_timestamp coalesce col_description collation collect_list collect_set compress concat
concat_ws connection_id contains conv convert convert_from convert_to convert_tz corr cos cosh cosine_distance cot
count count_big count_if countif covar_pop covar_samp crc32 crypt cube cube_distance cume_dist curdate current_catalog
current_database current_date current_query current_role current_schema current_schemas current_setting current_time
current_timestamp current_user currval curtime cutquerystring database datalength date date_add date_bin date_diff
date_format date_from_parts date_part date_sub date_trunc dateadd datediff datediff_big datefromparts datename
datepart datetime datetime2fromparts datetimefromparts day dayname dayofmonth dayofweek dayofyear db_id db_name dbinfo
dbstat dearmor decade decimal decode decrypt defined degrees dense_rank diameter dictget difference digest div div0
divide dmetaphone domain each earth_distance elt encode encrypt ends_with endswith entropy enum_first enum_last
enum_range eomonth epoch epoch_ms epoch_ns epoch_us equal_null equals era error_message every exist exp explode
export_set extract extractall extractvalue factorial family favg field find_in_set first first_value flatten floor
format format_bytes format_date format_datetime format_number format_time format_timestamp format_type formatdatetime
formatdatetimeinjodasyntax formatreadablesize found_rows from_base64 from_days from_unixtime fromunixtimestamp
fromunixtimestamp64milli fsum gcd gen_random_bytes gen_random_uuid gen_salt generate_array generate_date_array
generate_series generate_subscripts generate_uuid generateuuidv4 get_bit get_byte get_json_object getdate getutcdate
greatest group_concat grouparray grouparraysample grouping groupuniqarray has_any_column_privilege
has_column_privilege has_database_privilege has_function_privilege has_schema_privilege has_sequence_privilege
has_table_privilege hash haskey hastoken height hex highlight histogram hmac host hostmask hour hstore if if_null iff
ifnull iif in index_col indexproperty inet_aton inet_merge inet_ntoa inet_same_family initcap inline inner_product
instr int intdiv integer interval is_ipv4 is_ipv6 is_uuid isdate isempty isfinite isjson isnan isnotnull isnull
isnumeric isodow isoyear json json_agg json_array json_valid jsonb jsonextract jsonextractbool jsonextractfloat
jsonextractint jsonextractraw jsonextractstring jsonhas julianday justify_days justify_hours justify_interval
kahan_sum kurtosis l1_distance l2_distance lag laginframe last last_day last_insert_id last_insert_rowid last_value
lastval lcase lcm lead leadinframe least left len length length_utf8 levenshtein levenshtein_less_equal likelihood
likely line list list_aggregate list_append list_avg list_concat list_contains list_distinct list_filter list_has_all
list_has_any list_max list_min list_prepend list_reverse list_slice list_sort list_sum list_transform list_unique
list_value list_zip listagg ll_to_earth ln lo_get localtime localtimestamp locate log log10 log2 lower lowerutf8 lpad
ltrim mad make_date make_interval make_set make_time make_timestamp make_timestamp_ms make_timestamptz makeaclitem
makedate maketime map map_from_entries map_keys map_values mask masklen match matchinfo max max_by maxif maxmap md5
median merge_action metaphone microsecond mid min min_by minif minmap minute mod mode month monthname months_between
multiif multiply multisearchany murmurhash3_64 name_const named_struct neighbor netmask network newid newsequentialid
next_day ngrams now now64 nth_value ntile nullif nullifzero num_nonnulls num_nulls numbers numeric numnode numrange
nvl nvl2 obj_description object_construct object_definition object_id object_keys object_name object_schema_name oct
octet_length offset offsets ord ordinal overlay parse_date parse_ident parse_json parse_timestamp parse_url parsename
path patindex percent_rank period_add period_diff pg_backend_pid pg_blocking_pids pg_char_to_encoding
pg_client_encoding pg_column_compression pg_column_size pg_conf_load_time pg_current_snapshot
pg_current_wal_insert_lsn pg_current_wal_lsn pg_current_xact_id pg_database_size pg_describe_object
pg_encoding_to_char pg_filenode_relation pg_function_is_visible pg_has_role pg_index_column_has_property
pg_index_has_property pg_indexes_size pg_input_is_valid pg_isolation_test_session_is_blocked pg_listening_channels
pg_lock_status pg_my_temp_schema pg_options_to_table pg_partition_ancestors pg_partition_root pg_partition_tree
pg_postmaster_start_time pg_relation_filenode pg_relation_filepath pg_relation_is_publishable pg_relation_size
pg_safe_snapshot_blocking_pids pg_sequence_last_value pg_show_all_settings pg_size_bytes pg_size_pretty pg_sleep
pg_sleep_for pg_sleep_until pg_table_is_visible pg_table_size pg_tablespace_databases pg_tablespace_location
pg_tablespace_size pg_timezone_abbrevs pg_timezone_names pg_total_relation_size pg_trigger_depth pg_type_is_visible
pg_typeof pg_wal_lsn_diff pg_walfile_name pg_xact_commit_timestamp pgp_sym_decrypt pgp_sym_encrypt phraseto_tsquery pi
plainto_tsquery point polygon popcount posexplode position pow power printf product protocol quantile quantile_cont
quantile_disc quantile_exact quantileexact quantileif quantiles quantilesexact quantiletdigest quantiletiming quarter
querytree quote quote_ident quote_literal quote_nullable quotename radians radius rand random random_bytes randomblob
range_merge rank ratio_to_report rawtohex regexp_extract regexp_full_match regexp_like regexp_matches regexp_replace
regexp_split_to_array regexp_split_to_table regexp_substr repeat replace replaceall replaceone replaceregexpall
replaceregexpone replicate reservoir_quantile reverse right rlike rollup round row row_count row_number
row_security_active row_to_json rowid rownumberinallblocks rownumberinblock rpad rtreecheck rtreedepth rtreenode rtrim
runningdifference safe_cast safe_divide safe_offset schema schema_id schema_name scope_identity sec_to_time second
sequence serverproperty session_id session_user set_bit set_byte set_masklen sets setweight sha sha1 sha2 sha224
sha256 sha3 sha384 sha512 shobj_description show_limit show_trgm sign similarity sin sinh siphash64 size skewness
skeys sleep slice snippet some sort_array soundex space split split_part splitbychar splitbystring sqlar_uncompress
sqrt square stack starts_with startswith statement_timestamp std stddev stddev_pop stddev_samp stddevpop stddevsamp
str str_split str_to_date strcmp strftime strict_word_similarity string string_agg string_split string_to_array
string_to_table strip strpos strposition strptime struct struct_extract struct_insert struct_pack stuff subdate
subltree substr substring substring_index substringindex subtime subtract sum sum_distinct sum_no_overflow sumif
summap suser_name suser_sname svals switchoffset sys_context sysdate sysdatetime sysdatetimeoffset system_user
systimestamp sysutcdatetime table_to_xml tan tanh text time time_bucket time_format time_to_sec timediff timefromparts
timeofday timestamp timestamp_add timestamp_diff timestamp_micros timestamp_millis timestamp_ntz_from_parts
timestamp_seconds timestamp_sub timestamp_trunc timestampadd timestampdiff timezone timezone_hour timezone_minute
to_base64 to_char to_date to_days to_hex to_json to_jsonb to_number to_regclass to_regnamespace to_regproc to_regrole
to_regtype to_seconds to_timestamp to_tsquery to_tsvector to_varchar to_variant todate todatetime todatetime64
todatetimeoffset today todayofweek todecimal tofloat tofloat32 tofloat64 tohour toint toint32 toint64 toint64ornull
tojson tojsonstring tokens tominute tomonday tomonth topk tosecond tostartofday tostartoffiveminutes tostartofhour
tostartofinterval tostartofminute tostartofmonth tostartofquarter tostartofweek tostartofyear tostring total
total_changes touint16 touint32 touint64 touint64ornull touint8 tounixtimestamp touuid toyear toyyyymm toyyyymmdd
transaction_timestamp translate trim trim_array trunc truncate try_cast try_convert try_parse_json try_to_date
try_to_number ts_delete ts_filter ts_headline ts_parse ts_rank ts_rank_cd ts_token_type tsquery_phrase tuple
tupleelement txid_current txid_current_if_assigned txid_current_snapshot txid_status txid_visible_in_snapshot typeof
typeproperty ucase uid unaccent uncompress uncompressed_length unhex unicode uniq uniqcombined uniqexact uniqhll12
uniqif uniqtheta unistr unix_timestamp unixepoch unlikely unnest updatexml upper upperutf8 user user_id user_name
utc_date utc_time utc_timestamp uuid uuid_generate_v1 uuid_generate_v4 uuid_generate_v7 uuid_short uuid_to_bin uuidv4
uuidv7 validate_password_strength value values var_pop var_samp variance varp vector_dims vector_norm version
visitparamextractstring websearch_to_tsquery week weekday weekofyear width_bucket within word_similarity xmlagg
xmlconcat xmlelement xmlexists xmlforest xmlparse xmlserialize xmltable xpath xpath_exists xxhash64 year yearweek
yesterday zeroblob zeroifnull zeros zip
";

static FINE_NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| FINE.split_whitespace().collect());

/// Returns the effect of a function; `name` has no schema and is in lower case.
pub(super) fn call(name: &str) -> Call {
    let far = FAR.iter().find(|(names, _)| names.split(' ').any(|n| n == name));
    let far_start = || FAR_STARTS.iter().find(|(start, _)| name.starts_with(start));
    if let Some((_, call)) = far.or_else(far_start) {
        *call
    } else if FINE_NAMES.contains(name) || FINE_STARTS.iter().any(|start| name.starts_with(start)) {
        Call::Fine
    } else {
        Call::Unknown
    }
}

/// Words before a parenthesis that are not functions: syntax and types.
const SYNTAX: &str = "
AND OR NOT IN IS LIKE ILIKE RLIKE REGEXP GLOB BETWEEN EXISTS ANY ALL SOME AS ON USING OVER FILTER WHERE SELECT FROM JOIN INNER
OUTER LEFT RIGHT FULL CROSS NATURAL WHEN THEN ELSE CASE END BY HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT MINUS DISTINCT
LATERAL GROUP WITHIN PARTITION ORDER RETURNING VALUES VALUE SET INTO WITH MATERIALIZED INDEX KEY PRIMARY UNIQUE FOREIGN
REFERENCES CHECK CONSTRAINT CONFLICT COLUMNS ROWS RANGE RECURSIVE TABLE ONLY TABLESAMPLE BERNOULLI SYSTEM RESERVOIR APPLY
PIVOT UNPIVOT FOR OPTION QUALIFY WINDOW ROLLUP CUBE SETS GROUPING XMLNAMESPACES DO TOP PERCENT INTERVAL ARRAY ROW COLLATE ESCAPE
XOR DIV MOD BINARY EXPLAIN ANALYZE GENERATED DEFAULT ENGINE STRUCT MAP PREWHERE SAMPLE SEPARATOR OVERLAPS SIMILAR TO SYMMETRIC
CHAR VARCHAR VARCHAR2 NVARCHAR NCHAR CHARACTER VARYING DECIMAL DEC NUMERIC NUMBER FLOAT DOUBLE PRECISION REAL BIT VARBIT VARBINARY
TIME TIMESTAMP TIMESTAMPTZ DATETIME DATETIME2 DATETIMEOFFSET INT INTEGER TINYINT SMALLINT MEDIUMINT BIGINT TEXT BLOB GEOMETRY
GEOGRAPHY VECTOR ENUM FIXEDSTRING NULLABLE LOWCARDINALITY DATETIME64 HALFVEC NOLOCK ISNULL NOTNULL OF AT ZONE UNNEST EXCLUDE RENAME
";

static SYNTAX_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| SYNTAX.split_whitespace().collect());

/// Whether a word before a parenthesis is not a function; the word is in upper case and not quoted.
pub(super) fn is_syntax(upper: &str) -> bool {
    SYNTAX_WORDS.contains(upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_reach_far_are_told_from_those_that_compute() {
        for name in [
            "count",
            "coalesce",
            "json_extract",
            "date_trunc",
            "pg_size_pretty",
            "pragma_table_info",
            "st_area",
        ] {
            assert!(matches!(call(name), Call::Fine), "{name}");
        }
        for name in ["purge_users", "my_fn", "do_it", "archive"] {
            assert!(matches!(call(name), Call::Unknown), "{name}");
        }
        assert!(matches!(call("dblink_exec"), Call::Runs));
        assert!(matches!(call("lo_export"), Call::Writes(1)));
        assert!(matches!(call("pg_drop_replication_slot"), Call::Destroys(_)));
        assert!(matches!(call("xp_dirtree"), Call::Executes(_)));
    }

    #[test]
    fn nothing_that_reaches_far_is_listed_as_computing() {
        for (names, _) in FAR {
            for name in names.split(' ') {
                assert!(!FINE_NAMES.contains(name), "{name}");
            }
        }
    }
}
