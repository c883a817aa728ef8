#compdef countersign
# Completions of countersign for zsh: source <(countersign completions zsh), or in a folder of $fpath as _countersign
_countersign() {
    local line
    local -a values abouts
    command countersign __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null | while IFS= read -r line; do
        values+=("${line%%$'\t'*}")
        abouts+=("${line%%$'\t'*}  ${line#*$'\t'}")
    done
    if (( $#values )); then
        compadd -l -d abouts -a values
    else
        _files
    fi
}
if [[ "$funcstack[1]" = _countersign ]]; then
    _countersign "$@"
else
    compdef _countersign countersign
fi
