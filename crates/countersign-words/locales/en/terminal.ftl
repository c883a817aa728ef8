term-about = about
term-after = after
term-agent = agent
term-agent-calls-it = agent calls it:
term-agent-says = agent says:
term-agents-own = (the agent's own)
term-all = all
term-allowed-automatic = automatic
term-allowed-by = allowed by
term-allowed-plan = plan
term-allowed-timeout = timeout
term-an-agent = an agent
term-and = and
term-and-more = and more
term-answer = answer
term-answer-ask = ask
term-answer-proceed = proceed
term-answer-proceed-after = proceed_after
term-answer-stop = stop
term-approvals = approvals
term-approved = approved
term-arguments = arguments
term-arguments-of = arguments of { $tool }
term-arguments-proposed = arguments as proposed of { $tool }
term-asked = asked
term-at = at
term-bad-at = at
term-bad-what = what
term-begun = begun
term-by = by
term-by-itself = loaded automatically
term-by-whom = by { $who }
term-can-go-back = { $n ->
    [one] { $n } effect can be undone
   *[other] { $n } effects can be undone
}
term-cancelled = cancelled
term-cannot-run = cannot run
term-change = change
term-change-set = change set
term-changes = changes
term-characters = { $n ->
    [one] { $n } character
   *[other] { $n } characters
}
term-checks = checks
term-class = class
term-cli-conflict = { $word } cannot be used with { $other }
term-cli-help = For more, try --help.
term-cli-meant = did you mean: { $word }
term-cli-missing = missing: { $word }
term-cli-no-command = there is no command { $word }
term-cli-no-subcommand = a command is missing after { $word }
term-cli-no-value = { $word } is not a valid value for { $other }
term-cli-possible = possible: { $word }
term-cli-unexpected = { $word } is not expected here
term-colon = :
term-confidence = confidence
term-confirmed = confirmed
term-confirmed-rate = confirmed at least { $rate } of the time
term-conflict = also changed outside the stage, in the same place
term-countdown = continues in { $n } s — pause { $id } stops it
term-countdown-label = countdown
term-created = created
term-created-at = created
term-cwd = folder
term-day = day
term-decided = decided
term-decided-at = decided
term-decided-by = decided by
term-decision = decision
term-default-in = default answer in { $n } s
term-deletes = deletes
term-denied = denied
term-destroys = destroys
term-digest = digest
term-do-that = Do that?
term-does = what it does
term-element-n = element { $n }
term-elements = { $n ->
    [one] { $n } element
   *[other] { $n } elements
}
term-ended = ended
term-ended-at = ended
term-error = error
term-event = event
term-events = events
term-evidence = evidence
term-executes = executes
term-expires = expires
term-expires-at = expires
term-first-bad = first bad
term-first = first
term-focus = focus
term-folder = folder
term-folders = folders
term-for-real = changed outside the stage
term-from-to = { $from } to { $to }
term-grant = grant
term-grants = grants
term-half-within = median
term-held-by = held by
term-marks = has read
term-held-down = capped
term-help-arguments = Arguments
term-help-command = COMMAND
term-help-commands = Commands
term-help-help = Print help
term-help-options = Options
term-help-review = Review
term-help-undo = Undo
term-help-stage = Stage
term-help-agents = Agents
term-help-policy = Policy
term-help-audit = Audit
term-help-admin = Admin
term-help-example = Example
term-help-old = An older spelling; now
term-help-more = countersign help COMMAND explains one, with an example. --help-all also lists what agents call.
term-help-usage = Usage
term-help-version = Print version
term-hint = hint
term-hooks-broken = broken
term-hooks-installed = installed
term-hooks-none = none
term-hosts = hosts
term-in-force = { $file } is in force
term-in-force-until = in force until then
term-in-part = in part
term-is-already-undone = already undone
term-is-unconfirmed = not undone
term-is-claimed = claimed
term-is-held = held
term-is-held-by-another = held by another
term-is-invalid = invalid
term-is-lifted = lifted
term-is-needs-typed = needs typed confirmation
term-is-partially-resolved = partly decided
term-is-queued = queued
term-is-refused = refused
term-is-released = released
term-is-resolved = resolved
term-is-unchanged = unchanged
term-item = item
term-items = items
term-items-wait = { $n ->
    [one] { $n } item waits
   *[other] { $n } items wait
}
term-kind = kind
term-know = note
term-label-error = error:
term-label-hint = hint:
term-label-inside = inside:
term-label-note = note:
term-landed-as = landed as
term-last-command = last command
term-left-alone = unchanged
term-level = level
term-level-own-user = own user
term-level-passkey = passkey
term-level-same-user = same user
term-limit-disk = disk
term-limit-memory = memory
term-limit-processes = processes
term-limit-time = time
term-limit-never-started = never started
term-log-broken = { $n ->
    [one] the log fails verification ({ $n } event checked)
   *[other] the log fails verification ({ $n } events checked)
}
term-log-whole = { $n ->
    [one] the log is intact: { $n } event, each chained to all before it
   *[other] the log is intact: { $n } events, each chained to all before it
}
term-lifetime = lifetime
term-message = message
term-mode = mode
term-more = There is more:
term-more-attempts = { $n ->
    [one] { $n } more attempt
   *[other] { $n } more attempts
}
term-no-more = There is no more.
term-n-absent = { $n } accepted before, no longer listed
term-n-added = { $n } added
term-n-as-accepted = { $n } as accepted
term-n-changed-since = { $n } changed since
term-n-deferred = { $n } deferred
term-n-events = { $n ->
    [one] { $n } event
   *[other] { $n } events
}
term-n-malformed = { $n } malformed
term-n-new = { $n } new
term-deciders = only by
term-assigned = for
term-comments = comments
term-n-of = { $n } of { $total }
term-n-pinned = { $n } pinned
term-n-redundant = { $n } redundant
term-n-rejected = { $n } rejected
term-n-staged = { $n } staged
term-n-steps = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
term-n-tools = { $n ->
    [one] { $n } tool
   *[other] { $n } tools
}
term-name = name
term-network = network
term-next-list = The next list begins here.
term-nine-within = p90
term-no-answer = no answer
term-no-news = No news.
term-no-plans = No plans yet.
term-no-sets = No working sets yet. countersign sets create NAME creates one.
term-no-settings = No settings loaded yet.
term-no-stages = No stages. countersign stage -- CMD starts one.
term-no-stats = Nothing was asked and nothing ran.
term-no-suggestions = Nothing to suggest: nothing was confirmed often enough lately.
term-no-undo = no undo
term-none = none
term-not-asked = not asked
term-not-proved = not proven
term-nothing-changed = nothing changed
term-nothing-landed = nothing has landed
term-nothing-new = Nothing new { $when }.
term-nothing-waits = nothing waits
term-noticed = noticed
term-now = now
term-opaque = opaque
term-open = open
term-outcome-added = added
term-outcome-malformed = malformed
term-outcome-redundant = redundant
term-outcome-rejected = rejected
term-outside = outside
term-owner = owner
term-own-check = the agent's own check: passing does not count
term-person = person
term-plan = plan
term-privileged = privileged
term-proposed = proposed
term-protected = protected
term-question = question
term-rate = rate
term-reads = reads
term-reason = reason
term-receipt = receipt
term-refused = refused
term-rejected = rejected
term-result = result
term-role = role
term-rollback = rollback
term-row = row
term-rule = rule
term-rule-named = rule { $rule }
term-run = run
term-scopes = scopes
term-sends = sends
term-session = session
term-set = set
term-settings = settings
term-set-empty = empty
term-settings-changed = { $path } was changed outside the stage: it says which programs the agent starts
term-since-when = since { $time }
term-so-far = so far
term-stage = stage
term-stage-over = { $status }, folders: { $folders }
term-started = started
term-started-at = started
term-state = state
term-status = status
term-stays = stays
term-step = step
term-step-n = step { $n }
term-steps = steps
term-subject = subject
term-summary = summary
term-takes-back = undoes
term-target = target
term-then = then confirm, reject or defer each, or confirm { $set }
term-thing = thing
term-things = things
term-thread = thread
term-title = title
term-to = to
term-token = token
term-token-once = shown only once; set it as COUNTERSIGN_TOKEN
term-tokens = tokens
term-tool = tool
term-tool-changed = changed
term-tool-is = { $tool } is { $state }
term-tool-new = new
term-tools = tools
term-tried = tried
term-undo = undo
term-undo-best = best effort: { $caveats }
term-undo-exact = exact
term-kept = kept
term-typed-why = it must be typed: { $why }
term-undo-until = undo until
term-undo-never = irreversible: { $reason }
term-undone-by = undone by { $receipt }
term-unjudged = { $n ->
    [one] { $n } call can no longer be judged.
   *[other] { $n } calls can no longer be judged.
}
term-uses-left = uses left
term-verifier = verifier
term-waits-for = waits for
term-warnings = warnings
term-watch = watch
term-watch-beginning = beginning
term-watch-changed = changed
term-watch-created = created
term-watch-deleted = deleted
term-watch-ended = ended
term-watch-frozen = frozen
term-watch-gap = gap
term-watch-renamed = renamed
term-watch-watching = watching
term-way-back = undo
term-went-wrong = went wrong
term-what = what
term-who = who
term-why = why
term-with-it = with the rule
term-working-set = working set
term-writes = writes
term-yours = yours
term-would-change = { $judged ->
    [one] This would have changed { $changed } of { $judged } call: { $stricter } stricter, { $looser } looser.
   *[other] This would have changed { $changed } of { $judged } calls: { $stricter } stricter, { $looser } looser.
}
term-would-change-none = { $judged ->
    [one] This would have changed { $changed } of { $judged } call.
   *[other] This would have changed { $changed } of { $judged } calls.
}
term-undo-stale = undo no longer applies: { $reason }
term-undo-again = ({ $command } checks again)
term-undo-first = first { $receipts }
term-undo-chain = ({ $command } undoes all of them)
term-undo-merge = ({ $command } proposes an undo merged with the changes)
term-undo-would = It would, in this order:
term-undo-agree = to go ahead: { $command }
term-stale = stale
term-ask-land = Should it happen?
term-ask-undo = Take it back?
term-nothing-to-undo = Nothing can be undone.
term-n-wait = { $n ->
    [one] { $n } waits
   *[other] { $n } wait
}
term-redo = redo
term-redone-by = redone by { $receipt }
term-redone = redone
term-no-redo = Nothing can be redone.
term-printed = it printed
term-printed-errors = errors
term-more-verbose = … { $n } more: -v
term-in-folder = … { $n ->
    [one] 1 difference
   *[other] { $n } differences
    } in { $folder }: -v
term-host = host
term-no-hosts = this log is written by one machine only
term-host-this = this one
term-host-there = there
term-host-away = away since { $at }
term-host-waiting = { $n ->
    [one] { $n } answer waits for it
   *[other] { $n } answers wait for it
}
