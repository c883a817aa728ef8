judge-frozen = everything is frozen, no new effect begins
judge-paused = the run is paused: wait until a person resumes it
judge-unlisted-host = sends data to { $host }, which is not a listed host
judge-rule-asks = the rule { $rule } asks
judge-stopped = the run was stopped
judge-rule-refuses = the rule { $rule } refuses it
judge-rule-refuses-note = the rule { $rule } refuses it ({ $said })
judge-rule-always = the rule { $rule } always asks
judge-rule-always-note = the rule { $rule } always asks ({ $said })
judge-rule-asks-note = the rule { $rule } asks ({ $said })
judge-rule-allows = the rule { $rule } allows it
judge-rule-allows-note = the rule { $rule } allows it ({ $said })
judge-protected = always asked about: { $said }
judge-unaccepted = nobody has accepted the server's current definition of this tool
judge-plan-step = the approved plan lists it as step { $step }
judge-grant-covers = the grant { $grant } covers it
judge-by-policy = its effect is in the store and can be undone exactly
judge-in-stage = its effect stays in the stage { $stage }
judge-unknown-host = sends data to a host that could not be determined
judge-opaque = part of it could not be understood
judge-unknown-tool = the tool is unknown
judge-rehearsed = it was rehearsed: it changed nothing and nothing it tried was blocked
judge-evidence-releases = the evidence of its step releases it
judge-only-reads = it only reads
judge-changes = it changes something
judge-destroys = it destroys something
judge-claim-deletes = the claim does not mention deleting, but the call deletes { $what }
judge-claim-more = { $what } and { $n } more
judge-claim-something = something
judge-claim-loss = the claim does not mention loss, but the call is destructive
judge-claim-sends-out = the claim does not mention sending, but the call sends data out
judge-claim-sends-to = the claim does not mention sending, but the call sends data to { $host }
judge-claim-changes-something = the claim mentions only reading, but the call changes something
judge-claim-changes = the claim mentions only reading, but the call changes { $what }
judge-contains = contains { $said }
judge-odd-control = control characters
judge-odd-breaks = line breaks or tabs
judge-odd-bidi = characters that change the reading order
judge-odd-invisible = invisible characters
judge-odd-spaces = unusual spaces
judge-odd-scripts = letters of different scripts in one word
judge-not-between = { $number } is not a number between 0 and 1
judge-cap = at most { $most }: { $said }
judge-cap-none = there is no evidence
judge-cap-check = a check failed
judge-cap-verifier = the verifier is not sure of it
judge-cap-unsure = somebody is not sure of it
judge-cap-new = nothing of its kind was decided before
judge-cap-agent-failed = at most 0.00: its agent says that it failed
judge-cap-rewritten = asked about: the step changed its own checks
judge-part-no-checks = no checks
judge-part-checks = { $passed } of { $n } checks passed
judge-part-verifier = verifier confidence { $sure }
judge-part-one-retry = one retry
judge-part-retries = { $n } retries
judge-part-destructive = something destructive
judge-part-harmless = nothing destructive
judge-part-calls = { $n } of { $calls } calls succeeded
judge-part-uncertain = declared uncertain
judge-part-before = done before
judge-part-no-history = no history
judge-no-tool = there is no tool { $tool }
judge-did-you-mean = did you mean { $near }?
judge-tools-list = countersign tools lists them
judge-tool-gone = { $tool } no longer exists; { $item } stays as it is
judge-tool-gone-hint = its server no longer lists it, or is no longer in the settings: bring it back, or reject the item
judge-args-weigh = the arguments have { $size } bytes; the limit is { $limit }
judge-args-unfit = invalid arguments for { $tool }: { $faults }
judge-args-unfit-hint = countersign tools { $tool } shows its arguments
judge-not-rehearsed = it could not be rehearsed: { $said }
judge-check-unnamed-folder = the folder in which this check would run is not in roots in config.toml: add it, and the check runs without asking
judge-rehearsed-asks = in rehearsal it changed nothing and nothing was blocked; after a yes it runs for real
judge-policy-spelling = check the spelling
judge-policy-line = correct that line
judge-policy-no-version = the file does not say its version
judge-policy-no-version-hint = write version = 1 on its first line
judge-policy-newer = the file has version { $newer }, this program reads { $version }
judge-policy-newer-hint = use a newer countersign
judge-policy-bad-version = there is no such version
judge-policy-bad-version-hint = write version = 1
judge-policy-scratch = { $path } cannot be scratch
judge-policy-discarded = { $path } cannot be discarded
judge-policy-cache = { $path } cannot be a cache
judge-policy-build = { $path } cannot be a build folder
judge-policy-registry = { $host } is not a host
judge-policy-registry-hint = write a name, with a port if it needs one: "npm.example.com:443"
judge-policy-between = it must be between { $from } and { $to }
judge-policy-between-unit = it must be between 0 and 1
judge-policy-threshold = confidence_threshold cannot be { $n }
judge-policy-blank-check = a check cannot be blank
judge-policy-write-command = write a command
judge-policy-blank-command = a command cannot be blank
judge-policy-write-terraform = write "terraform *"
judge-policy-inside-hint = name folders inside the workspace, such as "target/**"
judge-policy-not-host = { $text } is not a host
judge-policy-not-host-hint = write the host alone ("api.github.com"), or "*.example.com" for all below it
judge-policy-entry-twice = there is an entry for { $tool } already
judge-policy-entry-twice-hint = put both into one
judge-policy-hold-none = { $tool } cannot have hold = "none"
judge-policy-hold-none-hint = only built-in tools whose effect is in the store can; use a rule that allows it
judge-policy-all-of-them = { $server }.* stands for all of them
judge-policy-rule-name = { $name } cannot be the name of this rule
judge-policy-rule-name-hint = give each rule its own name; verdicts refer to it
judge-policy-rule = rule { $name }: { $said }
judge-policy-not-compiled = it was not compiled
judge-policy-cel = conditions are CEL over facts, args, agent and run
judge-policy-group-name = { $name } cannot be the name of a group
judge-policy-group-name-hint = use letters, digits, hyphens and underscores
judge-policy-no-group = there is no group { $name }
judge-policy-no-group-hint = define it under [groups], or name persons
judge-policy-few-deciders = { $n } must say yes, but only { $have } are named
judge-policy-few-deciders-hint = name more persons, or lower approvers
judge-policy-person = { $name } cannot be a person
judge-policy-person-hint = write the name of their token; groups are written @name
judge-looser-group = { $person } joins the group { $group }
judge-looser-hub = the hub may decide { $new }, until now { $old }
judge-policy-only-ask = { $name } is only allowed with then = "ask"
judge-policy-only-ask-hint = remove it, or ask
judge-policy-class-twice = class and classes say the same thing
judge-policy-class-twice-hint = keep one of them
judge-policy-no-class = a rule about no class matches nothing
judge-policy-no-class-hint = leave classes out, or name some: read, mutable, destructive
judge-policy-no-tool = a rule about no tool matches nothing
judge-policy-no-tool-hint = write patterns like "shell.*" or "*"
judge-policy-glob-hint = write server.name, with * for anything: "shell.*", "*"
judge-policy-hit = rule { $name }, hit example { $n }: { $said }
judge-policy-miss = rule { $name }, miss example { $n }: { $said }
judge-policy-example-facts = its facts do not parse: { $error }
judge-policy-example-facts-hint = an example's facts are those of a call: reads, writes, deletes, hosts, …
judge-policy-matches = the rule matches it
judge-policy-no-match = the rule does not match it
judge-policy-example-hint = correct the condition or the example; an example may bring its own facts = {"{"} … {"}"}
judge-condition-size = the condition has { $n } bytes, at most { $most } are allowed
judge-condition-parse-at = the condition does not parse at { $place }
judge-condition-parse = the condition does not parse
judge-condition-neither = its condition is neither true nor false
judge-condition-unclear = its condition cannot be evaluated: { $said }
judge-condition-no-key = there is no { $key }
judge-condition-not-known = { $name } is not known
judge-condition-type = a value has the wrong type or size
judge-condition-regex = { $pattern } is not a regular expression
judge-condition-deep = the condition is nested deeper than { $most }
judge-condition-message = the condition constructs a message, which is not supported
judge-condition-facts = the condition uses facts as a whole, name one: { $facts }
judge-condition-agent = the condition uses agent as a whole, write agent.name
judge-condition-variable = the condition uses an unknown variable { $name }; known: { $known }
judge-condition-function = the condition uses an unknown function { $name }; known: { $known }
judge-glob-pattern = { $pattern } is not a tool pattern
judge-glob-server = the pattern { $pattern } has no server and would match nothing
judge-looser-mode = the mode is { $new } instead of { $old }
judge-looser-confidence = a confidence of { $new } suffices instead of { $old }
judge-looser-checks = the checks of steps changed
judge-looser-host = sending to { $host } no longer asks
judge-looser-scratch = deleting in { $path } is no longer destructive
judge-looser-described = the description of { $tool } changed
judge-looser-undescribed = { $tool } is no longer described
judge-looser-allows = the rule { $rule } allows more
judge-looser-gone = the rule { $rule } was removed or changed
judge-looser-rehearsed = commands are rehearsed, and those that prove harmless run
judge-looser-discard = a change to { $path } alone no longer counts
judge-looser-cache = what commands write to { $path } in the home stays in layers and is not asked about
judge-looser-build = what commands write to folders named { $path } that git ignores is not asked about
judge-looser-registry = { $client } may reach { $host } in rehearsals without asking
judge-looser-never = { $command } may be rehearsed
judge-looser-limits = rehearsals may take more
judge-covers-script = this exact script
judge-covers-field = the { $field } of any { $kind }
judge-covers-kind = any { $kind }
judge-covers-any-command = any command that only writes files, as its rehearsal shows
judge-covers-any-call = any call that destroys nothing
judge-covers-below = any file below { $folder }
judge-covers-in = { $said } in { $folder }
judge-covers-sending = sending to { $hosts }
judge-policy-number = { $name } cannot be { $n }
judge-undo-exact = Can be undone exactly
judge-undo-caveats = Can be rolled back, with caveats
judge-undo-nothing = Nothing to undo
judge-run-again = Run again
judge-changed-nothing = it changed nothing
judge-changed-since-proposed = changed since it was proposed: { $saids }
judge-was-and-is = { $field } of { $kind } { $id } was { $then } and is { $now }
judge-definition-changed = the definition of { $tool } has changed since it was proposed
judge-definition-unaccepted = the definition of { $tool } is no longer accepted
judge-refresh-hint = countersign refresh { $item } checks it again
judge-needs-result = it needs the result of { $item }, which has not landed
judge-args-gone = the exact arguments of { $item } are no longer kept
judge-args-gone-hint = edit the item, or let the agent propose it again
judge-step-args-gone = the exact arguments of step { $n } are no longer kept
judge-already-undone = already undone by { $event }
judge-irreversible = irreversible: { $said }
judge-no-undo = it has no undo
judge-not-handle = { $given } is not the handle of { $receipt }; its handle is { $handle }
judge-holds-it = { $who } holds it
judge-undo-under-way = its undo is under way
judge-undo-by-person = its effect is outside Countersign: a person undoes it by its receipt
judge-undo-purged = its recorded changes are no longer kept
judge-merge-impossible = what { $tool } did cannot be merged with what has changed since
judge-merge-conflicts = the undo cannot be merged with what has changed since: { $saids }
judge-merge-field = { $field } of { $kind } { $id } is { $now }; it was left as { $left } and would go back to { $back }
judge-merge-moved = what it would be merged with has changed since it was shown: propose the merge again
judge-undo-merged = Undo, merged with later changes: { $said }
judge-undo-unconfirmed = it may not restore everything: look at what it would do, and say yes to that (best_effort)
judge-undo-chain-moved = what would have to be undone with { $receipt } is not what was shown: look again
judge-undo-do-put = put back { $path }
judge-undo-do-gone = move { $path } to the trash
judge-undo-do-set = set the mode and times of { $path } as they were
judge-undo-do-move = move { $from } to { $to }
judge-undo-do-field = { $said-label }: { $after } → { $before }
judge-undo-tool-gone = { $tool }, which would undo it, no longer exists
judge-undo-tool-fails = { $tool }, which would undo it, cannot be called: { $said }
judge-undo-tool-refused = { $tool }, which would undo it, is refused: { $saids }
judge-undo-tool-unaccepted = nobody has accepted the server's current definition of { $tool }, which would undo it; countersign servers shows it
judge-undo-of = Undo: { $said }
judge-answered-question = Answered “{ $question }”: { $answer }
judge-answer = answer
judge-answer-again = the question waits again: answer it anew
judge-rolled-back = Rolled back { $kind ->
    [plan] the plan
    [step] the step
   *[run] the run
} { $id }: { $n } of { $all } effects undone
judge-rollback-by-parts = each of its parts has its own receipt, which can be undone
judge-undo-did-not-work = its undo did not work
judge-never-come-back = { $n ->
    [one] { $n } effect cannot be undone
   *[other] { $n } effects cannot be undone
}
judge-undo-target = receipt { $receipt }
judge-undo-calls = calls { $tool }, which is { $class }
judge-undo-destroys = data that { $tool } destroys
judge-cannot-be-undone = { $receipt } cannot be undone
judge-not-yours = { $kind ->
    [item] you have no item { $id }
    [run] you have no run { $id }
    [plan] you have no plan { $id }
    [step] you have no step { $id }
    [question] you have no question { $id }
   *[stage] you have no stage { $id }
}
judge-not-there = there is no { $kind } { $id }
judge-not-in-list = there is no { $kind } { $id } in this list
judge-ambiguous = { $given } could be any of { $found }
judge-ambiguous-hint = type one more character
judge-record-gone = { $kind } { $id } is gone
judge-record-again = { $kind } { $id } exists again
judge-record-changed = { $kind } { $id } has changed since (event { $event })
judge-field-changed = { $field } of { $kind } { $id } has changed since (event { $event })
judge-record-child = { $kind } { $id } has a { $other } that was added later ({ $child })
judge-record-damaged = the record { $kind } { $id } is damaged
judge-plan-no-step = the plan { $plan } has no step { $n }
judge-plan-no-result = step { $n } has not given a result
judge-ran-out = it ran out of time
judge-server-failed = its server says that it failed
judge-server-failed-with = its server says that it failed: { $text }
judge-ended-signal = it was killed by signal { $signal }
judge-ended-exit = it ended with exit code { $code }
judge-ended-exit-with = it ended with exit code { $code }: { $text }
judge-plan-step-failed = step { $n } ({ $said-what }) failed: { $said }
judge-plan-took-back = its plan retracted it
judge-plan-said-no = a person said no to { $item }
judge-plan-said-no-why = a person said no to { $item } (reason: { $reason })
judge-was-taken-back = { $item } was retracted
judge-nobody-decided-on = nobody decided on { $item } in time
judge-plan-resume = the decision that made step { $n } fail was taken back; resume continues the plan
judge-plan-step-otherwise = step { $n } would now do something else than was shown when the plan was approved
judge-how-it-ended = its outcome is unknown
judge-how-step-ended = the outcome of step { $n } is unknown: report it with countersign resolve { $item }, then resume
judge-now-says-steps = it now says { $title } in { $n } steps
judge-plan-title = { $title } ({ $n } steps)
judge-plan-done = { $done } of { $n } steps done
judge-plan-done-left = { $done } of { $n } steps done, { $left } left out
judge-plan-is-paused = { $said-done }; paused: { $said }
judge-plan-is-aborted = { $said-done }; aborted: { $said }
judge-plan-is-rejected = { $said-done }; rejected: { $said }
judge-plan-rollback = { $said }; countersign plan rollback { $plan } undoes the completed steps
judge-no-step = there is no step { $step } in the run { $run }
judge-run-paused = the run { $run } is paused
judge-wait-person = wait until a person resumes it
judge-a-person = a person
judge-somebody = somebody
judge-no-step-begun = no step has begun in the run { $run }
judge-no-step-begun-hint = begin one, or report with a title
judge-step-unreported = { $step } ({ $title }) is not reported yet
judge-step-unreported-hint = report it first; a run does one step at a time
judge-step-reported = { $step } was reported already; it is { $status }
judge-step-reported-by = { $step } was reported already; it is { $status } by { $who }
judge-step-reported-why = { $step } was reported already; it is { $status } (reason: { $reason })
judge-step-reported-by-why = { $step } was reported already; it is { $status } by { $who } (reason: { $reason })
judge-word-first = a person must decide on it first
judge-step-over = it is over; begin another one
judge-step-title = the title of a step has between 1 and { $most } characters
judge-word-before-next = a person must decide on it before another step begins
judge-took-too-long = it took too long
judge-ended-silent = it exited with { $code } and no output
judge-was-ended = it was stopped
judge-goes-not-on = it does not continue by itself: { $said }
judge-its-run-over = its run is over
judge-its-step-over = its step is over
judge-own-yes = it needs a separate yes
judge-has-expired = it has expired
judge-person-holds = a person holds it
judge-kind-always-asked = calls of this kind are always asked about
judge-rests-moved = something it depends on has changed
judge-evidence-no-longer = the evidence of its step no longer releases it
judge-claimed = { $who } holds it; ask them, or wait until their claim ends
judge-not-shown = it was never shown to you; look first: countersign show { $item }
judge-changed-after-proposal = changed since it was proposed: { $paths }
judge-examined-again = examined again, since something else landed: { $said }
judge-changed-since-looked = changed since you looked: { $said }; look again: countersign show { $item }
judge-nobody-decided-again = nobody decided in time; the agent may propose it again
judge-decided-by = { $decision } by { $who } (decision { $id }); it is { $status }
judge-it-is = { $status ->
    [pending] it is pending
    [deferred] it is deferred
    [blocked] it is blocked
    [confirmed] it is confirmed
    [applying] it is applying
    [applied] it is applied
    [failed] it is failed
    [stale] it is stale
    [needs_review] it is needs_review
    [rejected] it is rejected
    [retracted] it is retracted
   *[expired] it is expired
}
judge-now-says = it now says { $summary }
judge-was-rejected = { $item } was rejected
judge-needed-result = it needed the result of { $item }, and { $said }
judge-rejected-with-parent = { $item } was rejected with its parent
judge-nobody-decided = nobody decided in time
judge-token-unknown = that token is not known here
judge-token-revoked = that token was revoked
judge-token-expired = that token has expired
judge-token-new-agent = a person can make a new one: countersign token agent NAME
judge-token-new = a person can make a new one: countersign token person|agent NAME
judge-only-persons-end = only a person can stop work
judge-world-moved = the targets of the call kept changing during the check
judge-try-again = try again
judge-no-operation = there is no operation { $name }
judge-token-missing = this home uses tokens, and the call has none
judge-token-missing-hint = set COUNTERSIGN_TOKEN to yours
judge-ended-before = { $who } stopped this before it began
judge-ended-before-hint = it can be requested again
judge-internal = internal error in Countersign
judge-bad-json = that is not the expected JSON: { $error }
judge-header-edited = its header was edited
judge-body-edited = its body was edited
judge-changes-edited = its changes were edited
judge-body-missing = its body is missing
judge-changes-missing = its changes are missing
judge-both-missing = its body and its changes are missing
judge-attempt-logged = { $said }; this attempt is in the log
judge-may-not-call = { $who } may not call { $op }
judge-only-may = { $who ->
    [person] only a person may
    [agent] only an agent may
    [system] only the system may
    [gate] only a gate may
    [verifier] only a verifier may
   *[other] only these may: { $who }
}
judge-one-of-kind = { $kind ->
    [person] a person
    [agent] an agent
    [system] the system
    [gate] a gate
   *[verifier] a verifier
}
judge-only-these-may = only these may: { $saids }
judge-role-may-not = { $who } is { $role } and may not call { $op }
judge-takes-role = { $role ->
    [viewer] it needs the role viewer
    [approver] it needs the role approver
   *[admin] it needs the role admin
}
judge-token-not-for = the token of { $who } does not allow { $op }
judge-token-is-for = it allows { $scopes }
judge-from-process = { $who } may not call { $op } from a process of { $agent }
judge-from-process-hint = decide from a terminal that no agent started
judge-from-process-agent-hint = use the agent's own token, or a terminal that no agent started
judge-key-used = the idempotency key { $key } was used for another request
judge-key-used-hint = use a new key for a new request
judge-elements-limit = { $n } elements in one call; the limit is { $most }
judge-webhook-works = This webhook works.
judge-webhook-test = Countersign: a test
judge-waits-for-person = a { $kind } waits for a person
judge-suggests = { $n ->
    [one] { $agent } suggests 1 change
   *[other] { $agent } suggests { $n } changes
}
judge-title-usage = The request is malformed
judge-title-invalid = The content cannot be accepted
judge-title-not-found = Nothing has that id or name
judge-title-conflict = The state does not allow it
judge-title-stale = It has changed since
judge-title-unauthenticated = No valid token
judge-title-refused = Not allowed
judge-title-store = The store cannot be used
judge-title-settings = A settings file cannot be used
judge-title-internal = Internal error
judge-level-same-user = same user
judge-level-own-user = separate user
judge-level-passkey = passkey
judge-for-run = for this run
judge-for-hour = for an hour
judge-for-day = for a day
judge-for-week = for a week
judge-for-ever = for ever
judge-item-cannot = an item that is { $status } cannot { $trigger }
judge-status-cannot-become = a { $noun } that is { $from } cannot become { $to }
judge-address = that address cannot be used: { $said }
judge-address-letters = it is too long, or has spaces, a fragment or invalid characters
judge-address-scheme = it has no scheme
judge-address-spoken = only https and http are supported
judge-address-password = it contains a user name or a password
judge-address-password-hint = messages are signed; the receiver needs no password
judge-address-host = its host or port is invalid
judge-op-input = invalid input for { $op }: { $error }
judge-must-be = { $name } must be { $said }, not { $text }
judge-whole-from-zero = a whole number, 0 or more
judge-whole = a whole number
judge-number = a number
judge-true-false = true or false
judge-not-json = { $place } is not JSON: { $error }
judge-not-json-near = { $place } is not JSON: { $error }, near { $near }
judge-input-object = the input of an operation is a JSON object
judge-must-be-text = { $name } must be text
judge-server-changed = { $server } has changed the definition of this tool since it was accepted
judge-server-new = this tool is new at { $server }: nobody has accepted its definition
judge-more-differences = … and { $n } more differences
judge-stands-for-step = { $text } refers to a step of a plan, but this call is not in a plan
judge-stands-for-step-hint = give the value itself: plan_status shows the results of a plan's steps
judge-never-result = { $text } will never have a result: it is { $status }
judge-no-item-of-run = { $text } is not an item of this run
judge-result-has-no = the result of { $whose } has no { $path }
judge-schema-broken = the schema that { $server } gives for { $tool } is broken: { $error }
judge-not-day = { $text } is not a date
judge-not-day-hint = write it as 2026-11-15
judge-not-time = { $text } is not a time
judge-not-time-hint = write it as 2026-11-15T09:30:00+01:00, or without the offset in local time
judge-too-far = { $day } is too far away
judge-no-work = there is no running work { $id }
judge-no-work-hint = it may have ended by itself
judge-no-focus = no working set has your focus
judge-no-focus-hint = name one, or give one your focus: countersign sets focus NAME
judge-no-working-set = there is no working set { $name }
judge-sets-list = countersign sets list shows all
judge-set-needs-name = a working set needs a name
judge-name-has = { $name } cannot be a name: it contains { $said }
judge-name-long = a name has at most { $most } characters
judge-name-id = { $name } cannot be a name: it reads like an id
judge-name-taken = { $set } already has the name { $name }
judge-name-taken-hint = choose another name; case does not matter
judge-focus-of = it is the focus of { $who }; only they can change it
judge-name-given-since = the name { $name } now belongs to { $set }
judge-nothing-called = nothing here is called { $name }
judge-nothing-called-hint = give an id (i12, rc4, run2, t5), or kind:id for something kept elsewhere (pr:1234); nothing was added or changed
judge-not-kind-word = { $text } is not kind:id: a kind is a lowercase word
judge-not-kind-id = { $text } is not kind:id: an id has 1 to { $most } characters
judge-text-has = { $text } contains { $said }
judge-not-in-set = { $thing } is not in { $set }
judge-stage-let-through = at most { $most } hosts or paths can be let through
judge-stage-folders = a stage covers 1 to { $most } folders
judge-stage-folders-hint = call it from the folder to stage
judge-stage-cannot = { $path } cannot be staged
judge-stage-cannot-hint = name a folder by its absolute path; the whole file system cannot be staged
judge-stage-of-run-dropped = the stage { $stage } of this run was dropped
judge-start-new-run = start a new run
judge-stage-dropped = { $stage } was dropped; nothing is left of it
judge-stage-waits = staged changes of { $folders }
judge-stage-waits-command = staged changes of { $folders }: { $command }
judge-stage-used = a command is running in { $stage }
judge-stage-used-hint = wait until it ends, or stop it
judge-stage-landing = { $stage } is being landed
judge-steer-ended = the run { $run } has ended and can no longer be steered
judge-steer-ended-hint = countersign run list shows the active runs
judge-instruction-blank = an instruction cannot be blank
judge-instruction-long = the instruction has { $n } characters; the limit is { $most }
judge-instruction-long-hint = put the rest into a file that the agent can read
judge-question-other-run = the question { $question } was not asked in this run
judge-superseded-by = superseded by the answer to { $question }
judge-told-rerun = the agent was told to redo it with this answer
judge-told-answer = the agent was told the answer
judge-told-superseded = the agent was told that the answer superseded { $item }
judge-proposal-since = the later proposal { $item } refers to it
judge-run-ended = the run { $run } has ended
judge-start-new = start a new one
judge-run-paused-by = the run { $run } is paused by { $who }
judge-run-paused-by-why = the run { $run } is paused by { $who } (reason: { $reason })
judge-run-paused-hint = wait until a person resumes it, then repeat the call
judge-run-stopped-by = the run { $run } was stopped by { $who }
judge-run-stopped-by-why = the run { $run } was stopped by { $who } (reason: { $reason })
judge-run-stopped-hint = do not continue it; for other work start a new run by name (countersign run start) or a new session
judge-run-ended-before = the run ended before it was reported
judge-passkey-domain = { $domain } cannot be the domain of passkeys
judge-passkey-domain-hint = use the name under which browsers find Countersign, such as localhost
judge-passkey-no-origin = no origin is allowed to use passkeys
judge-passkey-origin = { $origin } cannot use passkeys of { $domain }
judge-flaw-long = a part of it is too long
judge-flaw-base64 = a part of it is not base64url without padding
judge-flaw-cbor = it contains CBOR that authenticators do not write
judge-flaw-client-data = its client data is malformed
judge-flaw-authenticator-data = its authenticator data is malformed
judge-flaw-no-credential = no credential was made
judge-flaw-other-credential = the credential is not the named one
judge-flaw-key = its key is not supported: use ES256 or EdDSA
judge-flaw-ceremony = it was made for another ceremony
judge-flaw-statement = something else was signed
judge-flaw-origin = a page of another origin requested it
judge-flaw-framed = it was requested from inside another page
judge-flaw-site = it was made for another site
judge-flaw-nobody = no user was present
judge-flaw-not-verified = the authenticator did not verify the user
judge-flaw-signature = the signature is not that passkey's
judge-flaw-unknown = that passkey does not belong to this person
judge-flaw-revoked = that passkey was revoked
judge-flaw-challenge = that challenge was not given to this person
judge-flaw-used = that challenge was already answered
judge-flaw-expired = that challenge has expired
judge-flaw-counter = the counter of that passkey did not increase: somebody may have a copy of it; revoke it
judge-passkey-no-site = passkeys cannot be used here: no site is set
judge-passkey-no-site-hint = start the daemon with the name under which browsers find it
judge-passkey-none = { $who } has no passkey for { $site }
judge-passkey-none-hint = add one first
judge-passkey-must-sign = { $who } has a passkey, so { $op } must be signed with it
judge-passkey-must-sign-hint = request the challenge with the same input: POST /v1/passkeys/authorize; for a lost passkey, run passkey reset on the machine itself
judge-signed-unknown = it is signed with { $passkey }, which is not known
judge-signed-other-key = its signature does not match the key of { $passkey }
judge-signed-other-person = it is signed with the passkey of { $who }
judge-signed-when = { $passkey } was not valid at that time
judge-signed-flaw = its signature: { $said }
judge-passkey-let-in = it was added without a signature by another passkey of { $who }
judge-passkey-revoked-unsigned = { $who } revoked it without a signature
judge-said-signed = it is marked as signed, but is not
judge-destructive-unsigned = it is destructive and not signed, though { $who } had a passkey
judge-yes-unsigned = the yes of { $who } is not signed, though they had a passkey
judge-bad-indexes = the indexes
judge-bad-records = the records
judge-bad-checkpoint = checkpoint of event { $event }
judge-events-missing = events { $from } to { $to } are missing
judge-event-follows = it does not follow the event before it
judge-event-follows-one = it does not follow the one before
judge-fields-unreadable = its fields cannot be read
judge-kind-unwritten = Countersign does not write records of that kind
judge-index-unfit = an index does not match the records
judge-unreadable = it is not readable
judge-field-not-written = its { $field } is not what event { $event } wrote
judge-behind-back = a record was added, removed or edited without a log entry
judge-signature-false = its signature is invalid
judge-signature-other-home = it was signed with a key that is not this home's
judge-log-cut = the log ends at event { $event }: it was cut off
judge-log-rewritten = the log was rewritten: that event differs
judge-unproven-witness = no witness: anyone who can write the database could have truncated or rewritten the log
judge-unproven-after = events after { $event }: no witness holds a checkpoint of them yet
judge-unproven-passkeys = who owns the passkeys that signed: each was first registered by whoever had the person's token
judge-witness-line = line { $n } of the witness file is not a checkpoint: { $error }
judge-no-event = { $text } is not an event
judge-no-run-yet = there is no run yet
judge-report-title = # Audit report
judge-report-whole = The whole log.
judge-report-whole-filter = The whole log, { $filter }.
judge-report-range = From { $said-from } until { $until }.
judge-report-range-filter = From { $said-from } until { $until }, { $filter }.
judge-report-until-now = From { $said-from } until now.
judge-report-until-now-filter = From { $said-from } until now, { $filter }.
judge-report-beginning = the beginning
judge-report-incomplete = {"**"}Only part of the log was read: older calls are missing here.**
judge-report-dropped = The details of { $n } events are missing: `countersign audit verify` says which.
judge-report-totals = ## Totals
judge-report-by-tool = ## By tool
judge-report-by-actor = ## By actor
judge-report-by-run = ## By run
judge-report-calls = ## Calls
judge-report-newest = The newest { $n }.
judge-report-columns = | | calls | success | error | rejected | confirmed | automatic | held | total ms | longest ms |
judge-report-call-columns = | time | actor | agent | tool | what was called | outcome | exit code | confirmed by a person | ms |
judge-report-yes = yes
judge-report-no = no
judge-pages-go-on = The log continues after { $event }; these pages end there.
judge-pages-end = End of the requested events.
judge-pages-whole = the whole log
judge-pages-title = Countersign: audit log
judge-pages-column = { $name ->
    [event] EVENT
    [at] AT
    [who] WHO
    [agent] AGENT
    [operation] OPERATION
    [run] RUN
    [tool] TOOL
    [ended] ENDED
   *[hash] HASH
}
judge-pages-page = page { $page } of { $all }
judge-pages-took = { $call } ({ $ms } ms)
judge-seen-opened = opened on { $from } { $s } s before, all of it
judge-seen-opened-part = opened on { $from } { $s } s before, not all of it
judge-seen-listed = shown in its set on { $from } { $s } s before, all of it
judge-seen-listed-part = shown in its set on { $from } { $s } s before, not all of it
judge-seen-never = this version had not been shown to them
judge-report-decisions = ## Decisions
judge-report-decision-columns = | time | who | answer | agent | what | shown before the answer |
judge-pages-code = { $call }, exit code { $code }
judge-pages-ended = { $ended ->
    [success] success
    [error] error
    [rejected_by_user] rejected by a person
   *[held] held
}
judge-pages-made = Made { $at } for { $who }. { $n } events. Requested: { $said-asked }.
judge-chain-broken = THE HASH CHAIN IS BROKEN at { $event }: { $said }
judge-chain-holds = The hash chain is intact: { $n } events, each bound to all before it.
judge-chain-holds-first = The hash chain is intact for the first { $n } events; the rest was not checked.
judge-chain-head = Its last event is { $event }, with the hash { $hash }.
judge-pages-unproven = These pages do not prove that the log was not truncated or rewritten: compare the hash with a checkpoint kept elsewhere.
judge-pages-confirmed = { $call } -> { $ended }, confirmed by a person
judge-pages-more-calls = and { $n } more calls of this event
judge-pages-dropped = (details are missing)
bulk-destructive = it is destructive
bulk-typed = something must be typed to confirm it
bulk-not-whole = it is not shown completely: { $saids }
bulk-long = its diff does not fit on one page
bulk-unopened = { $n } of its changed lines were not opened
bulk-put-off = it was deferred
bulk-unknown = its outcome is unknown
bulk-warning = it carries a warning: { $said }
bulk-warning-more = it carries a warning: { $said } (+{ $n })
bulk-odd = something is odd about it: { $said }
bulk-odd-more = something is odd about it: { $said } (+{ $n })
bulk-never-shown = it was never shown to you
bulk-own-yes = it needs a separate yes: { $saids }
judge-trusted = it can be undone exactly, and the folder { $folder } is trusted
judge-looser-trust = changes in { $folder } land without asking
judge-policy-trust-folder = { $text } is not the absolute path of a folder
judge-policy-trust-folder-hint = write the whole path without links, as countersign trust DIR does
judge-policy-cache-hint = name a folder in your home, such as ".cache/tool"
judge-policy-build-hint = name a folder, such as "generated" or "*.out"
judge-tainted = it sends data, and this run has read { $saids }
judge-tainted-more = it sends data, and this run has read { $saids } and { $n } more
judge-tainted-then = it sent data after its run had read a secret or foreign text
judge-mark-secret = the secret { $source } ({ $by })
judge-mark-web = text from { $source } ({ $by })
judge-mark-server = text of the server { $source } ({ $by })
judge-mark-file = { $source }, which another such run has written ({ $by })
judge-redo-of = Redo: { $said }
