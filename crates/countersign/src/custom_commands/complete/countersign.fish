# Completions of countersign for fish: countersign completions fish | source
function __countersign_candidates
    set -l words (commandline -opc) (commandline -ct)
    set -g __countersign_found (command countersign __complete -- $words[2..-1] 2>/dev/null)
    test (count $__countersign_found) -gt 0
end
complete -c countersign -f -n __countersign_candidates -a '$__countersign_found'
