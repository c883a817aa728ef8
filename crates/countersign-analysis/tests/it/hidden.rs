//! Commands that hide in what only the shell itself knows: quotes in defaults, expressions, functions, variables. Bash
//! runs or changes something with every one of them.

use countersign_analysis::{Class, Effect, Facts, Setting, shell};

fn judged(text: &str) -> Facts {
    let setting = Setting {
        cwd: Some("/home/ana/project".to_owned()),
        home: Some("/home/ana".to_owned()),
        ..Setting::default()
    };
    shell(text, &setting)
}

fn class(text: &str) -> Class {
    judged(text).class()
}

fn never_read(texts: &[&str]) {
    let read: Vec<_> = texts.iter().filter(|text| class(text) == Class::Read).collect();
    assert!(read.is_empty(), "judged read: {read:#?}");
}

/// Single quotes in double quotes do not quote.
const QUOTES: &[&str] = &[
    r#"echo "${x:-'$(touch p)'}""#,
    r#"echo "${x:='$(touch p)'}""#,
    r#"x=1; echo "${x:+'$(touch p)'}""#,
    r#"x=1; echo "${x+'$(touch p)'}""#,
    "cat <<X\n${x:-'$(touch p)'}\nX",
    "cat <<X\n'$(touch p)'\nX",
    r#"cat <<< "${x:-'$(touch p)'}""#,
    r#"echo "a${x:-b"'$(touch p)'"}""#,
    r#"echo "${x:-"${y:-'$(touch p)'}"}""#,
    r#"echo "${x:-${y:-'$(touch p)'}}""#,
    r#"echo ${x:-"'$(touch p)'"}"#,
    r#"y="${x:-'$(touch p)'}""#,
    r#"case "${x:-'$(touch p)'}" in *) ;; esac"#,
    r#"[[ "${x:-'$(touch p)'}" == a ]]"#,
    r#"for i in "${x:-'$(touch p)'}"; do :; done"#,
    r#"echo "$((${x:-'$(touch p)'}))""#,
    r#"echo "${x:-$'$(touch p)'}""#,
    r#"echo "${x:-\'$(touch p)\'}""#,
];

/// What is evaluated as a number or a name runs commands in its indices.
const EXPRESSIONS: &[&str] = &[
    r#"echo "${x-'`touch p`'}""#,
    "cat <<X\n\"${x:-'`touch p`'}\"\nX",
    r#"echo "$(( '$(touch p)' ))""#,
    "(( '$(touch p)' ))",
    r#"echo $(( a["$(touch p)"] ))"#,
    "let 'a[$(touch p)]'",
    r#"echo "${x:-'${y:-$(touch p)}'}""#,
    "echo ${a[$(touch p)]+x}",
    "echo ${a[`touch p`]}",
    r#"echo "${a[$(touch p)]}""#,
    "echo ${a[$(touch p)]:-x}",
    "echo ${a[$(touch p)]#x}",
    "echo ${a[$(touch p)]/x/y}",
    "echo ${a[$(touch p)]^^}",
    "echo ${a[$(touch p)]:0:1}",
    "echo ${a[$(touch p)]@Q}",
    "echo ${a['$(touch p)']}",
    r#"echo "${a['$(touch p)']}""#,
    "echo ${!a[$(touch p)]}",
    "echo ${a[x=1,$(touch p)]}",
    "declare -A m; echo ${m[$(touch p)]}",
    "a=(1 2); unset 'a[$(touch p)]'",
    "a=(1 2); unset -v 'a[`touch p`]'",
    "read 'a[$(touch p)]' <<< 1",
    "printf -v 'a[$(touch p)]' x",
    "printf -va'[$(touch p)]' x",
    "test -v 'a[$(touch p)]'",
    "[ -v 'a[$(touch p)]' ]",
    "[[ -v a[$(touch p)] ]]",
    "[[ -v 'a[$(touch p)]' ]]",
    "a[0]=1; x='a[$(touch p)]'; [[ -v $x ]]",
    r#"x='a[$(touch p)]'; test -v "$x""#,
    r#"test -n "$x" -a -v 'a[$(touch p)]'"#,
    "for x in 'a[$(touch p)]'; do ((x)); done",
    "for x in 'a[$(touch p)]'; do echo $((x)); done",
    "for x in 'a[$(touch p)]'; do echo $[x]; done",
    "for x in 'a[$(touch p)]'; do s=abc; echo ${s:x}; done",
    "for x in 'a[$(touch p)]'; do s=abc; echo ${s:0:x}; done",
    "for x in 'a[$(touch p)]'; do y[x]=1; done",
    "for x in 'a[$(touch p)]'; do [[ x -eq 1 ]]; done",
    "for x in 'a[$(touch p)]'; do let x; done",
    "for x in 'a[$(touch p)]'; do let y=x; done",
    "for x in 'a[$(touch p)]'; do declare -i y=x; done",
    "for x in 'a[$(touch p)]'; do typeset -i y=x; done",
    "f() { local -i y=x; }; for x in 'a[$(touch p)]'; do f; done",
    "for x in 'a[$(touch p)]'; do echo ${!x}; done",
    "for x in 'a[$(touch p)]'; do for ((;x;)); do break; done; done",
    "for x in 'a[$(touch p)]'; do for ((x;0;)); do break; done; done",
    "for x in 'a[$(touch p)]'; do for ((i=0;i<1;i++,x)); do :; done; done",
    "for x in 'a[$(touch p)]'; do echo ${y[x]}; done",
    "for x in 'a[$(touch p)]'; do echo ${y[x]+1}; done",
    "for x in 'a[$(touch p)]'; do y=(1); unset 'y[x]'; done",
    "for x in 'a[$(touch p)]'; do printf -v 'y[x]' 1; done",
    "for x in 'a[$(touch p)]'; do read 'y[x]' <<< 1; done",
    "for x in 'a[$(touch p)]'; do [[ -v y[x] ]]; done",
    "for x in 'a[$(touch p)]'; do y=(1); [[ -v y[x] ]]; done",
    "for x in 'a[$(touch p)]'; do y=([x]=1); done",
    "for x in 'a[$(touch p)]'; do declare y[x]=1; done",
    "for x in 'a[$(touch p)]'; do declare -a y=([x]=1); done",
    "for x in 'a[$(touch p)]'; do set -- 1 2; echo ${@:x}; done",
    "for x in 'a[$(touch p)]'; do set -- 1 2; echo ${*:1:x}; done",
    "for x in 'a[$(touch p)]'; do b=(1 2); echo ${b[@]:x}; done",
    "for x in 'a[$(touch p)]'; do sleep $((x+0)); done",
    "for x in 'a[$(touch p)]'; do echo ~+; : $((y=x)); done",
    "for x in 'a[$(touch p)]'; do (( 1 ? x : 0 )); done",
    "for x in 'a[$(touch p)]'; do z=x; (( z )); done",
    "for x in 'a[$(touch p)]'; do z=x; w=z; (( w )); done",
    "for x in 'a[$(touch p)]'; do declare -n r=x; (( r )); done",
    "for x in 'a[$(touch p)]'; do declare -i z; z=x; done",
    "for x in 'a[$(touch p)]'; do declare -i z; z+=x; done",
    "for x in 'a[$(touch p)]'; do declare -i z; read z <<< x; done",
    "for x in 'a[$(touch p)]'; do declare -i z; for z in x; do :; done; done",
    "for x in 'a[$(touch p)]'; do declare -i z; printf -v z %s x; done",
    "for x in 'a[$(touch p)]'; do declare -i z; : ${z:=x}; done",
    "declare -ai z; z=('a[$(touch p)]')",
    "declare -i z='a[$(touch p)]'",
    "x=$(echo 'a[$(touch p)]'); ((x))",
    "x=$(printf '%s' 'a[$(touch' ' p)]'); echo $((x))",
    "echo 'a[$(touch p)]' | { read x; ((x)); }",
    "read -r x <<< 'a[$(touch p)]'; ((x))",
    "set -- 'a[$(touch p)]'; (( $1 ))",
    "set -- 'a[$(touch p)]'; echo $(( $1 + 1 ))",
    "set -- 'a[$(touch p)]'; [[ $1 -gt 0 ]]",
    "f() { (( $1 )); }; f 'a[$(touch p)]'",
    "f() { echo $(( $1 )); }; f 'a[$(touch p)]'",
    "f() { local n=$1; (( n > 0 )); }; f 'a[$(touch p)]'",
    "f() { [[ $1 -gt 0 ]]; }; f 'a[$(touch p)]'",
    "f() { s=abc; echo ${s:$1}; }; f 'a[$(touch p)]'",
    "x='a[$(touch'; x+=' p)]'; ((x))",
    r#"x='a['; x="$x"'$('; x="${x}touch p)]"; ((x))"#,
    "printf -v x 'a[%s]' '$(touch p)'; ((x))",
    "mapfile -t x <<< 'a[$(touch p)]'; (( x ))",
    "mapfile -t x <<< 'a[$(touch p)]'; (( x[0] ))",
    "x=('a[$(touch p)]'); (( x ))",
    "x=(1 'a[$(touch p)]'); (( x[1] ))",
    "while getopts 'a:' o -a 'b[$(touch p)]'; do (( OPTARG )); done",
    "[[ 'a[$(touch p)]' =~ .* ]]; (( BASH_REMATCH ))",
    "[[ 'a[$(touch p)]' =~ (.*) ]]; (( BASH_REMATCH[1] ))",
    "[[ 'a[$(touch p)]' =~ (.*) ]]; x=${BASH_REMATCH[1]}; (( x ))",
    "read <<< 'a[$(touch p)]'; (( REPLY ))",
    "mapfile <<< 'a[$(touch p)]'; (( MAPFILE ))",
    "select x in 'a[$(touch p)]'; do ((x)); break; done <<< 1",
    r#"x='$(touch p)'; echo "${x@P}""#,
    r#"for x in '$(touch p)'; do echo "${x@P}"; done"#,
    r#"set -- '$(touch p)'; echo "${1@P}""#,
    r#"set -- '$(touch p)'; echo "${@@P}""#,
    r#"a=('$(touch p)'); echo "${a[@]@P}""#,
    r#"a=('$(touch p)'); echo "${a[0]@P}""#,
    r#"a=('$(touch p)'); echo "${a@P}""#,
    r#"x=y; y='$(touch p)'; echo "${!x@P}""#,
    r#"declare -A m=([k]='$(touch p)'); echo "${m[k]@P}""#,
    "x='`touch p`'; echo ${x@P}",
    "x='${y:-$(touch p)}'; echo ${x@P}",
    "x='$[b[$(touch p)]]'; echo ${x@P}",
    "declare -n r='a[$(touch p)]'; echo $r",
    "declare -n r=x; r='$(touch p)'; echo ${x@P}",
    "typeset -n r; for r in 'a[$(touch p)]'; do echo $r; done",
    "f() { local -n r=$1; echo $r; }; f 'a[$(touch p)]'",
    "x='a[$(touch p)]'; echo ${!x}",
    "x='a[$(touch p)]'; echo ${!x:-1}",
    "x='a[$(touch p)]'; echo ${!x+1}",
    "set -- 'a[$(touch p)]'; echo ${!1}",
    "a=('b[$(touch p)]'); echo ${!a}",
    "a=('b[$(touch p)]'); echo ${!a[0]}",
    "exec {a[$(touch p)]}<a.txt",
    "exec {a['$(touch p)']}<a.txt",
    "for x in 'a[$(touch p)]'; do RANDOM=x; done",
    "for x in 'a[$(touch p)]'; do OPTIND=x; done",
    "for x in 'a[$(touch p)]'; do HISTCMD=x; LINENO=x; done",
    "RANDOM='a[$(touch p)]'",
    "OPTIND='a[$(touch p)]'",
    "env 'x=a[$(touch p)]' bash -c '((x))'",
    "x='a[$(touch p)]' bash -c '((x))'",
    "x='a[$(touch p)]' bash -c 'echo $((x))'",
    "export x='a[$(touch p)]'; bash -c '((x))'",
    "bash -c '(( $1 ))' _ 'a[$(touch p)]'",
    "set -- 'b[$(touch p)]'; echo ${a[$1]}",
    "i='b[$(touch p)]'; echo ${a[i]}",
    "i='b[$(touch p)]'; a[i]=3",
    "i='b[$(touch p)]'; a[$i]=3",
    "i='b[$(touch p)]'; a=([i]=3)",
    "i='b[$(touch p)]'; a[i]+=3",
    "echo $(( x = $(touch p) + 1))",
    "echo $(( ${x:-$(touch p)} ))",
    "echo $[ $(touch p) ]",
    r#"echo "$[ `touch p` ]""#,
    "(( x = `touch p` 1 ))",
    "for (( i=$(touch p); i<1; i++ )); do :; done",
    "for (( i=0; i<1; i+=1`touch p` )); do :; done",
    "echo $((1+\\\n$(touch p)))",
];

/// Functions stand for commands of the same name.
const FUNCTIONS: &[&str] = &[
    "ls() { touch p; }; ls",
    "ls() { touch p; }; unset -v ls; ls",
    "ls=1; ls() { touch p; }; unset ls; ls",
    "ls() { touch p; }; readonly -f ls; unset -f ls; ls",
    "if true; then ls() { touch p; }; else ls() { echo; }; fi; ls",
    "if false; then ls() { echo; }; else ls() { touch p; }; fi; ls",
    "ls() { touch p; }; false && ls() { echo; }; ls",
    "ls() { touch p; }; (unset -f ls); ls",
    "ls() { touch p; }; unset -f ls | cat; ls",
    "for i in 1 2; do ls; ls() { touch p; }; done",
    "i=0; while [ $i -lt 2 ]; do ls; ls() { touch p; }; i=$((i+1)); done",
    "trap ls EXIT; ls() { touch p; }",
    "trap 'echo hi; ls' EXIT; function ls { touch p; }",
    "ls() { touch p; }; export -f ls; bash -c ls",
    "set -a; ls() { touch p; }; bash -c ls",
    "ls() { touch p; }; declare -fx ls; bash -c ls",
    "ls() { touch p; }; time ls",
    "ls() { touch p; }; ! ls",
    "ls() { touch p; }; x=ls; $x",
    "ls() { touch p; }; eval ls",
    "ls() { touch p; }; coproc ls; wait",
    "ls() { touch p; }; echo $(ls)",
    "ls() { touch p; }; cat <(ls)",
    "ls() { touch p; }; ls | cat",
    "[() { touch p; }; [ a = b ]",
    "test() { touch p; }; test a",
    "echo() { touch p; }; echo hi",
    "eval() { command echo; }; set -o posix; eval 'touch p'",
    "command() { touch p; }; command -v ls",
    "cd() { touch p; }; cd /tmp",
    "f() { ls; }; ls() { touch p; }; f",
    "f() { g() { touch p; }; }; f; g",
    "f() { ls() { touch p; }; }; f; ls",
    "function ls() { touch p; }; ls",
    "function ls { touch p; }\nls",
    "ls () ( touch p ); ls",
    "ls() if true; then touch p; fi; ls",
    "command_not_found_handle() { touch p; }; nosuchcmd",
    "command_not_found_handle() { touch p; }; rg x",
    "f() { local PATH=bin; date; }; f",
    "f() { bash; }; f <<< 'touch p'",
    "a=ls; f() { $a; }; a='touch p' f",
    "x='touch p'; f() { local x=ls; }; f; $x",
    "x='touch p'; f() { local x; x=ls; }; f; $x",
    "x='touch p'; f() { declare x=ls; }; f; $x",
    "x='touch p'; f() { typeset x=ls; }; f; $x",
    "x=ls; f() { declare -g x='touch p'; }; f; $x",
    "x=ls; f() { x='touch p'; return; x=ls; }; f; $x",
    "x=ls; f() { for i in 1; do x='touch p'; return; done; x=ls; }; f; $x",
    "x=ls; f() { x='touch p'; if true; then return 0; fi; x=ls; }; f; $x",
    "shopt -s lastpipe; echo 1 | ls() { touch p; }; ls",
    r#"set -- ls -la; f() { "$@"; }; f touch p"#,
    "x='.,-delete'; f() { find $x -name a.txt; }; IFS=, f",
    "x='.,-delete'; f() { local IFS=,; find $x -name a.txt; }; f",
    "f() { touch p; }; trap f EXIT",
];

/// Variables and modes decide what commands mean.
const SETTINGS: &[&str] = &[
    "shopt -s expand_aliases\nalias ls='touch p'\nls",
    "shopt -s expand_aliases\nalias echo='echo; touch p;'\necho hi",
    "shopt -s expand_aliases\nalias a='echo '\nalias b='$(touch p)'\na b",
    "shopt -s expand_aliases\nalias a='touch'\na p",
    "shopt -s expand_aliases\nalias a=touch b=p\na b",
    "shopt -s expand_aliases\nBASH_ALIASES[ls]='touch p'\nls",
    "shopt -s expand_aliases\nif true; then alias ls='touch p'; fi\nls",
    "shopt -s expand_aliases\nalias then='then touch p;'\nif true; then echo; fi",
    "shopt -s expand_aliases\nalias l='ls' \nalias ls='touch p'\nl",
    "shopt -s expand_aliases\nread -r x <<< \"ls=touch p\"; alias \"$x\"\nls",
    "sh -c 'alias ls=\"touch p\"\nls'",
    "dash -c 'alias ls=\"touch p\"\nls'",
    "BASH_CMDS[ls]=./evil; ls",
    "BASH_CMDS=([ls]=./evil); ls",
    "declare BASH_CMDS[ls]=./evil; ls",
    "declare -A BASH_CMDS=([ls]=./evil); ls",
    "printf -v 'BASH_CMDS[ls]' ./evil; ls",
    "read 'BASH_CMDS[ls]' <<< ./evil; ls",
    ": ${BASH_CMDS[ls]:=./evil}; ls",
    "hash -p ./evil ls; ls",
    "hash -p./evil ls; ls",
    "hash -lp ./evil ls; ls",
    "PATH=./bin; ls",
    "PATH=./bin:$PATH ls",
    "PATH[0]=./bin; ls",
    "PATH=(./bin); ls",
    "for PATH in ./bin; do ls; done",
    "for PATH in bin; do date; done",
    "read PATH <<< ./bin; ls",
    "read -r PATH <<< ./bin; ls",
    "printf -v PATH ./bin; ls",
    "printf -v PATH[0] ./bin; ls",
    "mapfile -t PATH <<< ./bin; ls",
    "readarray PATH <<< ./bin; ls",
    ": ${PATH:=.}; PATH=; : ${PATH:=./bin}; ls",
    "unset PATH; ls",
    "unset PATH; : ${PATH=./bin}; ls",
    "unset -v PATH; cat a.txt",
    "export PATH; PATH=bin; date",
    "declare PATH=bin; date",
    "declare -x PATH=bin; date",
    "typeset PATH=bin; date",
    "readonly PATH=bin; date",
    "declare -g PATH=bin; date",
    "export PATH=bin; date",
    "env PATH=bin date",
    "env -S 'PATH=bin date'",
    "declare -n q=PATH; q=bin; date",
    "PATH+=:bin; nosuch",
    "PATH=bin:$PATH; date",
    r#"x=PATH; declare "$x=bin"; date"#,
    "x=PATH; export $x=bin; date",
    "x=PATH; read $x <<< bin; date",
    "x=PATH; printf -v $x bin; date",
    "x=PATH; eval $x=bin; date",
    "eval PATH=bin; date",
    "select PATH in bin; do date; break; done <<< 1",
    "source /dev/stdin <<< 'PATH=bin'; date",
    "bash /dev/stdin <<< 'touch p'",
    "PS4='$(touch p)'; set -x; ls",
    r#"PS4='\044(touch p)'; set -x; ls"#,
    "PS4='${a[$(touch p)]}'; set -x; ls",
    "for PS4 in '$(touch p)'; do set -x; ls; done",
    "read -r PS4 <<< '$(touch p)'; set -x; ls",
    "printf -v PS4 '$(touch p)'; set -x; ls",
    "PS4='$((b))'; b='a[$(touch p)]'; set -x; ls",
    "BASH_ENV=./evil.sh bash -c ls",
    "export BASH_ENV=evil.sh; bash -c ls",
    "for BASH_ENV in evil.sh; do export BASH_ENV; bash -c ls; done",
    "set -a; for BASH_ENV in evil.sh; do bash -c ls; done",
    "ENV=evil.sh sh -i -c ls",
    "ENV=evil.sh dash -i -c ls",
    "bash -o noexec +o noexec -c 'touch p'",
    "bash -n +n -c 'touch p'",
    "bash -n -i <<< 'touch p'",
    "bash -n -o noexec +o noexec -c 'touch p'",
    "bash --posix -c 'touch p'",
    "bash +o posix -c 'touch p'",
    "POSIXLY_CORRECT=1 rm a.txt --help",
    "export POSIXLY_CORRECT=1; rm a.txt --help",
    "POSIXLY_CORRECT= rm a.txt --help",
    "env POSIXLY_CORRECT=1 rm a.txt --help",
    "set -o posix; export POSIXLY_CORRECT; rm a.txt --help",
    "set -a; set -o posix; rm a.txt --help",
    "bash -o posix -c 'export POSIXLY_CORRECT; rm a.txt --help'",
    "set -ao posix; rm a.txt --help",
    "for POSIXLY_CORRECT in 1; do export POSIXLY_CORRECT; rm a.txt --help; done",
    "shopt -so posix; export POSIXLY_CORRECT; rm a.txt --help",
    "set -a; ((POSIXLY_CORRECT=1)); rm a.txt --help",
    "set -a; : ${POSIXLY_CORRECT:=1}; rm a.txt --help",
    "set -o allexport; read POSIXLY_CORRECT <<< 1; rm a.txt --help",
    "a=ls; set -o posix; a='touch p' :; $a",
    "IFS=,; x='touch,p'; $x",
    "IFS=, x=touch,p; $x",
    "x='.,-delete'; IFS=,; find $x -name a.txt",
    "x='.,-delete'; IFS=, eval 'find $x -name a.txt'",
    "x='.,-delete'; for IFS in ,; do find $x -name a.txt; done",
    "x='.,-delete'; read IFS <<< ,; find $x -name a.txt",
    "x='.,-delete'; printf -v IFS ,; find $x -name a.txt",
    "x='.,-delete'; : ${IFS:=,}; unset IFS; : ${IFS:=,}; find $x -name a.txt",
    "x='.,-delete'; declare IFS=,; find $x -name a.txt",
    "x='.,-delete'; export IFS=,; find $x -name a.txt",
    "x='.0-delete'; ((IFS=0)); find $x -name a.txt",
    r#"set -- . -delete; IFS=' '; find "$@" -name a.txt"#,
    "[[ '. -delete' =~ .* ]]; find $BASH_REMATCH -name a.txt",
    "[[ 'touch p' =~ .* ]]; $BASH_REMATCH",
    "getopts 'x:' o -x './bin'; PATH=$OPTARG; date",
    "HISTFILE=hist; history -s x; history -w",
    "HISTFILE=p; set -o history; history -s x; history -a",
    "for HISTFILE in p; do history -s x; history -w; done",
    "BASH_XTRACEFD=1; exec 9>c; BASH_XTRACEFD=9; set -x; ls",
];

/// What a variable holds depends on the way that leads to it.
const FLOW: &[&str] = &[
    "a=ls; a='touch p' eval '$a'",
    "x=ls; for i in 1; do x='touch p'; continue; x=ls; done; $x",
    "x=ls; for i in 1 2; do x='touch p'; break; x=ls; done; $x",
    "x=ls; while :; do x='touch p'; break; x=ls; done; $x",
    "a=ls; b=ls; c=ls; for i in 1 2 3 4 5 6 $z; do $a; a=$b; b=$c; c='touch p'; done",
    "a=ls; b=ls; c=ls; d=ls; i=0; while [ $i -lt 9 ]; do $a; a=$b; b=$c; c=$d; d='touch p'; i=$((i+1)); done",
    "shopt -s lastpipe; x=ls; echo 1 | x='touch p'; $x",
    "shopt -s lastpipe; x=ls; echo touch p | read -r x; $x",
    "x=ls; { x='touch p'; }; $x",
    "x=ls; x='touch p' && $x",
    "x='touch p'; [[ a == b ]] && x=ls; $x",
    "x='touch p'; case a in b) x=ls;; esac; $x",
    "x='touch p'; if false; then x=ls; fi; $x",
    "x='touch p'; while false; do x=ls; done; $x",
    "x='touch p'; for i in; do x=ls; done; $x",
    "x='touch p'; for i in $none; do x=ls; done; $x",
    "x='. -delete'; find $x -name a.txt",
    ": 'a[$(touch p)]'; ((_))",
    "trap 'touch p' EXIT",
    "trap 'touch p' DEBUG; ls",
    "trap 'touch p' ERR; false",
    "trap 'touch p' 0",
    "trap -- 'touch p' EXIT",
    "trap 'touch p' USR1; kill -USR1 $$",
    "x='touch p'; trap '$x' EXIT",
    "trap '((x))' EXIT; x=$(printf 'a[$(touch p)]')",
    r#"trap 'eval "$x"' EXIT; x='touch p'"#,
    r#"trap "$(echo touch p)" EXIT"#,
    "let 'x=1'; touch p",
];

/// The shell's own commands mean the same behind `command` and `builtin`.
const WRAPPED: &[&str] = &[
    "x=ls; f() { x='touch p'; command return; x=ls; }; f; $x",
    "x=ls; f() { x='touch p'; builtin return; x=ls; }; f; $x",
    "x=ls; for i in 1; do x='touch p'; command break; x=ls; done; $x",
    "trap 'x=touch' DEBUG; x=ls; $x p",
    "set -- ls touch; command shift; $1 p",
    r#"set -- ls; command set -- touch p; "$@""#,
    "command let 'a[$(touch p)]'",
    "builtin shopt -s lastpipe; x=ls; echo touch p | read -r x; $x",
    "command unset PATH; ls",
    "command -p unset PATH; ls",
    "command set -a; ls() { touch p; }; bash -c ls",
];

/// Everyday lines that count and loop.
const QUIET: &[&str] = &[
    "for i in $(seq 1 3); do echo $((i * 2)); done",
    "n=$(wc -l < a.txt); echo $((n + 1))",
    "n=$(grep -c x a.txt); (( n > 3 )) && echo many",
    "n=$(cat a.txt | wc -l | tr -d ' '); [[ $n -gt 3 ]] && echo many",
    "i=0; while (( i < 3 )); do echo $i; (( i++ )); done",
    r#"a=(1 2 3); for n in "${a[@]}"; do (( sum += n )); done; echo $sum"#,
    r#"a=(x y); for i in "${!a[@]}"; do echo "${a[$i]}"; done"#,
    r#"declare -A m=([x]=1); for k in "${!m[@]}"; do echo "$k=${m[$k]}"; done"#,
    "s=hello; echo ${s:0:3} ${s:1} ${#s}",
    "f() { local n=$1; echo $((n + 1)); }; f 5",
    r#"echo "${z:-'none'}""#,
    "for v in HOME USER; do echo ${!v}; done",
    "declare -i n=5; n+=1; echo $n",
    "let x=1+2; echo $x",
    "for f in a b; do [ -f $f ] || continue; cat $f; done",
    "f() { [ -f a ] || return 1; cat a; }; f",
    "echo $(( $(date +%s) - $(stat -c %Y a.txt) ))",
    "shopt -s nullglob globstar; ls **/*.rs",
    "bash -n script.sh",
    r#"for f in scripts/*.sh; do bash -n "$f"; done"#,
    "(( COLUMNS > 80 )) && echo wide",
    "rm --help",
    "for i in {1..3}; do echo $((i**2)); done",
];

/// What is in a file is not in the text.
const FILES: &[&str] = &[
    "eval `< evil.sh`",
    r#"eval "$(<evil.sh)""#,
    "$(<evil.sh)",
    r#"bash -c "$(<evil.sh)""#,
    r#"bash -c "$(< evil.sh 2>/dev/null)""#,
    r#"x=$(<evil.sh); eval "$x""#,
    "sh -c \"`<evil.sh`\"",
    "find $(<names) -name x",
];

#[test]
fn a13_a_substitution_that_only_reads_a_file_gives_what_is_in_it() {
    never_read(FILES);
}

#[test]
fn a13_wrapped_builtins_change_the_shell_all_the_same() {
    never_read(WRAPPED);
}

#[test]
fn a13_single_quotes_in_double_quotes_hide_nothing() {
    never_read(QUOTES);
}

#[test]
fn a5_a_secret_named_in_single_quotes_within_double_quotes_is_asked_about() {
    for text in [r#"echo "${x:-'$(cat .env)'}""#, "cat <<E\n${x:-'`cat .env`'}\nE"] {
        let found = judged(text).findings;
        assert!(found.iter().any(|finding| finding.effect == Effect::Protected), "{text}: {found:?}");
    }
}

#[test]
fn a13_what_is_evaluated_is_proved_to_be_a_number() {
    never_read(EXPRESSIONS);
}

#[test]
fn a13_a_function_that_shadows_a_command_is_judged_instead_of_it() {
    never_read(FUNCTIONS);
}

#[test]
fn a13_variables_that_decide_what_runs_are_noticed_by_whatever_route_they_are_set() {
    never_read(SETTINGS);
}

#[test]
fn a13_a_variable_holds_what_any_way_may_have_given_it() {
    never_read(FLOW);
}

#[test]
fn a1_lines_that_count_and_loop_are_read() {
    let asked: Vec<_> = QUIET.iter().filter(|text| class(text) != Class::Read).collect();
    assert!(asked.is_empty(), "asked about: {asked:#?}");
}
