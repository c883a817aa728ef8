op-inbox-list = List everything that waits for you, most dangerous first
op-inbox-count = Count what waits for you
op-agent-news = Tell an agent its new instructions and answers, and the outcome of its proposals
op-audit-log = List tool calls from the log, newest first
op-audit-summary = Summarize a run
op-audit-report = Write a report on part of the log
op-audit-export = Export the log, oldest first, as JSON Lines, CSV, PDF or OCSF
op-token-create = Create a token for a person, an agent or a verifier; it is printed once
op-token-list = List tokens, without their secrets
op-token-revoke = Revoke a token at once
op-grant-list = List the grants in force
op-grant-revoke = Revoke grants at once
op-freeze = Stop all new effects until thaw
op-thaw = Allow effects again
op-call-propose = Call a tool: harmless calls run at once, others wait for a person
op-countdown-stop = Stop countdowns, so that a person must decide
op-decision-stats = Count requests, answers, and calls that ran without asking
op-decision-list = List decisions, newest first
op-context = Tell an agent how its recent proposals were received
op-effect-finish = Record the outcome of an effect in the world
op-effect-reverted = Record the outcome of undoing an effect in the world
op-effect-begun = List effects that started and were never reported
op-item-bind = Put awaited results into the arguments of an item, and judge it again
op-item-recheck = Compare a waiting item with how things are now; if it would do something else, show that
op-item-resolve = Record how an unreported effect ended
op-handover-ask = Ask whether an agent may call one of its own tools
op-handover-approve = Answer the permission prompt of an agent (--permission-prompt-tool): a person decides
op-handover-exec = Run a command that needs no person, and report its result
op-handover-finish = Check what an agent did with a call that was handed over to it
op-function-ask-doc = Ask whether a function of your own process may run
op-function-begin-doc = Take an allowed function, to carry it out once
op-function-renew-doc = Say that a function or a job is still being carried out
op-function-report-doc = Report how a function ended that you carried out
op-function-take-doc = Take a job that only a worker with that function can do
op-function-finish-doc = Report how a job ended that you took as a worker
op-receipt-cancel-undo-doc = Call off an undo that waits for a worker
op-handover-note = Record what an agent says that it did without asking
op-hook-change = Record that a person changes the hooks of an agent
op-item-claim = Claim an item or a set for a while, so that others see who is reviewing it
op-item-lift = Allow the agent to propose a rejected item again
op-item-scopes = Count how many earlier asks each way to remember a yes to an item would have covered
op-item-whole = Show the difference of an item that a page cuts, whole or in parts
op-item-confirm = Confirm items: exactly what was shown happens, once
op-item-reject = Reject items, with a reason that the agent reads
op-item-defer = Defer items; they stay in the inbox
op-item-withdraw = Withdraw a rejection the agent has not been told of, or a confirmation not yet begun
op-item-edit = Change an item's arguments; it is judged and previewed again
op-item-refresh = Check items again when their preconditions have changed
op-item-retract = Withdraw your own open proposals
op-item-status = Get the status of a proposal
op-passkey-begin = Get the options that a browser needs to create a passkey
op-passkey-finish = Add the passkey that your browser created; further ones must be signed with an existing one
op-passkey-list = List passkeys, including revoked ones
op-passkey-authorize = Get the challenge to sign for a change of passkeys, persons or settings
op-passkey-revoke = Revoke a passkey of yours, or of others as an admin, signed with one of yours
op-passkey-reset = Revoke all passkeys of a person who lost them, on the machine itself
op-passkey-challenge = Get the challenge to sign for an answer to an item as it was shown
op-plan-show = Show a whole plan with the outcome of each step; a later yes binds to what was shown
op-plan-list = List plans, newest first
op-plan-advance = Run the next step of a plan, if it is due
op-plan-approve = Approve a plan as it was shown, as a whole or step by step
op-plan-reject = Reject a plan, with a reason that the agent reads
op-plan-pause = Pause a plan; the step under way finishes
op-plan-resume = Resume a paused plan
op-plan-retry = Check the failed step of a plan again and retry it
op-plan-skip = Skip a step of a plan and all steps that depend on it
op-plan-abort = End a plan; completed steps stay until they are rolled back
op-plan-propose = Propose work as a plan: a person reviews all of it, and Countersign carries out its steps
op-plan-rollback = Undo the steps of a plan, newest first
op-policy-check = Say how a call would be judged; nothing is run
op-policy-show = Show the policy in force
op-tool-list = List the tools that agents can call
op-process-register = Register an agent's process: nobody can decide from it or from its child processes
op-process-list = List the processes registered as agents
op-question-ask = Ask the user something; asking the same again gives the same question and its answer
op-question-answer = Answer an agent's question; the first answer wins
op-question-take-back = Take back an answer that the agent was not told yet; proposals that it superseded are open again
op-question-list = List the questions of agents, newest first
op-question-show = Show a question and its answer; an agent that looks counts as told
op-receipt-list = List receipts, newest first, each with its undo
op-receipt-undo = Take back exactly what a receipt says, if nothing has changed since
op-receipt-rerun = Propose the call of a receipt again; it passes the gate like any call
op-retention-sweep = Delete expired undo data
op-run-rollback = Undo everything a run did, newest first
op-run-settle = End the plan and the step of a run that is rolled back; mark the run when nothing of it remains
op-run-start = Start a run: a piece of work
op-run-end = End a run; its open proposals stay for the person
op-run-list = List runs, newest first
op-run-show = Show a run with its proposals and receipts
op-server-listed = Compare the listing of an upstream server with what was accepted
op-server-failed = Record why an upstream server did not start
op-server-list = List upstream servers and their new or changed tools
op-server-accept = Accept the new and changed tools of a server as they were shown
op-server-forget = Forget the accepted tools of a server; its next listing is accepted as it is
op-link-create = Make a one-time link that signs in a browser or a phone
op-link-redeem = Redeem a one-time link for a session
op-session-end = Sign out: end the session of this call
op-listener-open = Let phones in this network reach the daemon, with TLS, until it is closed
op-listener-close = Close the address at which phones reach the daemon
op-set-confirm-all = Confirm the items of a set that you were shown, except those that need a yes of their own
op-items-confirm-selected = Confirm selected items in order, except those that need a yes of their own
op-set-dismiss = Reject everything that is pending in a set
op-settings-load = Load a changed settings file, or hold it for a person
op-settings-show = Show the settings in force, and changes that wait for you
op-settings-accept = Accept a change of the settings that loosens something
op-show = Show one thing in full; a later yes binds to what was shown
op-stage-begin = Begin a stage: an isolated world from which nothing lands until a person signs it
op-stage-note = Record a command in a stage: its start, its end, what it was denied
op-stage-list = List stages, newest first
op-stage-show = Show a stage: its commands, their denied attempts, what landed
op-stage-drop = Discard everything in a stage that has not landed
op-stage-give-up = Throw away your own stage
op-stage-diff = Show everything that would land from a stage; a later landing is bound to what was shown
op-stage-land = Land a stage as it was shown; one receipt takes it all back
op-run-steer = Give a run an instruction; its agent reads it with the next answer it gets
op-run-redirect = Tell a run to do something else: its proposals are rejected, and instructions it was not told yet are dropped
op-run-pause = Pause a run: nothing of it begins until it is resumed
op-run-resume = Resume a paused run
op-run-stop = Stop a run: its proposals are denied, effects under way finish, and no call of it runs
op-run-memory = Show the instructions that persons gave a run, in order; an agent sees those it was told
op-run-mode = Set in which mode a running run is decided about from now on
op-run-stage = Let a running run work in a stage from now on: nothing is asked, and you land it with one review
op-mode-set = Set in which mode the runs of an agent, or the runs in a folder, are decided about
op-mode-list = List the modes that were set for agents and folders
op-mode-clear = End a mode that was set for an agent or a folder: the policy's holds there again
op-run-trust = Trust a running run in its folder until it ends: what undo restores exactly lands there without asking
op-trust-give = Trust a folder, for an agent or for all: what undo restores exactly lands there without asking
op-trust-list = List the folders that persons trust besides those of the policy file
op-trust-end = End trust that was given to a folder or a run, at once
op-step-approve = Approve steps that wait: their runs go on
op-step-reject = Reject steps: they count as failed, and their effects can be rolled back
op-step-retry = Let the agent retry steps; their evidence is gathered again
op-step-skip = Skip steps: their runs go on without them
op-step-rollback = Undo everything a step did, newest first
op-step-report = Report a step as done: it is checked, and the answer says whether to continue
op-step-settle = Score a reported step by its checks
op-step-run-check = Run one declared check of a step, through the gate
op-step-verify = Report a verifier's findings on a step
op-step-begin = Begin a step of a run; later calls belong to it
op-step-check = Run the checks of a step now; later calls in it rely on them
op-step-list = List the steps of a run, newest first
op-step-show = Show a step with its evidence and outcome
op-grant-suggest = Suggest grants for calls that were confirmed repeatedly, with the evidence
op-grant-accept = Accept a suggestion: grant what it names, and nothing else
op-grant-decline = Decline a suggestion: it comes back when the evidence has doubled
op-timer-fire = Process due timers: expire undecided items, go on where nobody objected, delete expired data
op-visit-since = Show what happened since your last visit, how to undo it, and what waits for you
op-watch-settle = List the folders to watch, and end expired watches
op-watch-noticed = Report changes in a watched folder
op-webhook-create = Add a webhook that receives events; its secret is printed once
op-webhook-list = List webhooks, without their secrets
op-webhook-remove = Remove a webhook, its secret and its undelivered messages
op-webhook-test = Send a test to a webhook; a failed test goes to the dead letters
op-webhook-dead = List dead letters: messages that no webhook accepted
op-webhook-retry = Try dead letters again
op-webhook-due = List the webhook deliveries that are due now
op-webhook-delivered = Record a successful webhook delivery
op-webhook-failed = Record a failed webhook delivery, and when it is tried again
op-working-set-create = Create a working set: a named list of things to look at
op-working-set-rename = Rename a working set
op-working-set-delete = Delete a working set; the things in it stay where they are
op-working-set-focus = Focus a working set: calls that name none then use it
op-working-set-unfocus = Remove the focus from your focused working set
op-working-set-list = List working sets, newest first
op-working-set-show = Show a working set and the state of its things
op-working-set-add = Add things to a working set, all of them or none
op-working-set-mark = Pin, stage or defer things in a working set, or clear the mark
op-working-set-remove = Remove things from a working set; the things themselves stay where they are
op-working-set-reorder = Reorder the things in a working set: name each of them once
op-limit-1000 = a limit must be from 1 to 1000
op-self-no-token = Countersign itself needs no token
op-home-no-person = this home has no person with a token yet
op-hint-make-yours-first = make yours first: countersign token person NAME
op-name-cannot-be = "{ $name }" cannot be a name
op-hint-name-letters = use letters, digits, - _ . @, { $n } at most
op-name-taken = the name { $name } is taken by Countersign itself
op-name-other-kind = { $name } is the name of another kind of actor
op-hint-no-actor-is-two = an actor is only one of person, agent and verifier: choose another name
op-only-persons-have-roles = only persons have roles
op-hint-scopes-narrow = an agent proposes and a verifier reports; --scopes narrows what a token is for
op-token-ends-at-once = `days` must be at least 1
op-hint-scopes-are = item.* and show are operations, tool:filesystem.* are tools
op-first-person-admin = the first person of a home is its admin
op-hint-own-token-first = make your own token first, then one for others
op-revoked-already = { $id } was revoked already
op-last-admin-token = that is the last token of an admin; nobody could make another
op-hint-make-another-first = make another first: countersign token person NAME
op-nothing-frozen = nothing is frozen
op-hint-token-is-for = its scopes are { $scopes }; this attempt is in the log
op-attempt-logged = this attempt is in the log
op-not-a-tool = { $tool } is { $said-why }, not a tool
op-what-hook-asks = an operation for agents' hooks
op-what-person-does = an operation for persons
op-takes-list = { $tool } takes a list, and none was given
op-takes-list-plan = { $tool } takes a list: in a plan, each element is a step of its own
op-refused = refused: { $saids }
op-nothing-to-do = nothing to do: { $said }
op-not-confined = cannot be confined: { $saids }
op-no-world = there is no world for it here
op-read-does-not-wait = it needs a result that is not available yet, and a read does not wait
op-hint-read-when-landed = read again when { $ids } has landed
op-landed-before = it was proposed before as { $id } and has landed since, once; this is its result. If it should happen again, make the same call again
op-already-proposed = already proposed as { $id }, which is { $status }
op-queued = Proposal queued for user review.
op-queued-countdown = { $said } It goes on in { $n } s unless somebody objects.
op-list-empty = the list is empty; nothing was queued
op-elements-queued = { $said } { $n } of { $all } elements
op-elements-done = { $n } of { $all } elements done
op-elements-at-once = { $n } done at once
op-elements-redundant = { $n } redundant
op-elements-malformed = { $n } malformed
op-elements-rejected = { $n } rejected
op-waits-own-yes = waits for your own yes: { $said }
op-neither-item-nor-step = there is neither an item nor a step { $id }
op-no-countdown = { $id } does not count down; it is { $status }
op-hint-inbox-goes-on = see the countdowns: countersign inbox
op-days-range = days must be from 1 to { $n }
op-decisions-not-yours = { $who } may not read the decisions on { $agent }
op-not-applying = { $id } is { $status }, not applying
op-pending-again-after = { $said }; it is pending again
op-never-reported = it started, but its outcome was never reported: { $said }
op-landed-in-part = it landed at least in part, and its outcome is unknown: { $saids }
op-may-not-be-all = it may have done more than this: { $saids }
op-before-not-captured = the previous state could not be captured
op-replaced-not-captured = the state that the undo replaced was not captured
op-no-undo-under-way = no undo of { $receipt } is under way as { $id }
op-nothing-in-doubt = { $id } is { $status }; its outcome is not in doubt
op-pending-again = Pending again: { $said }
op-handed-not-done = handed over to { $who }, which did not do it
op-agent-did-not = the agent did not do it
op-handed-as-approved = handed over to { $who }: the result is as approved
op-handed-differs = handed over to { $who }, which did not do what was approved: { $saids }
op-unasked-noted = noted
op-hooks-changed = hooks of { $agent } { $verb ->
    [installed] installed
   *[removed] removed
} in { $path }
op-nobody-holds = nobody holds it
op-claim-range = a claim lasts between 1 and 1440 minutes
op-holds-for = { $who } holds it for { $n } minutes
op-only-rejection-blocks = { $id } is { $status }; only a rejection can be lifted
op-may-propose-again = the agent may propose it again: { $said }
op-refresh-looks = { $said }; check it again: countersign refresh { $id }
op-froze-thaw = { $who } froze everything; to end that: countersign thaw
op-froze = { $who } froze everything
op-needs-result = it needs the result of { $id }, which is { $status }
op-needs-result-anew = it needs the result of { $id }, which is { $status }; it is shown again when the result is there
op-result-not-judged = a result that it needs has arrived, but it cannot be judged with it now
op-holds-result = it holds the result of { $id }
op-with-result = with the result it waited for: { $saids }
op-not-carried-out = { $id } could not be carried out
op-not-carried-out-why = { $id } could not be carried out: { $said }
op-only-they-decide = { $who } may say yes to this, nobody else
op-nobody-may-decide = nobody may say yes to this: the groups that the policy names are empty
op-not-the-owner = the rule asks for someone other than the person the agent works for
op-not-it = that does not match; { $said }
op-no-always-hosts = { $id } cannot be allowed for the future: this yes covers only the hosts shown, and a remembered yes would cover any host
op-no-always = { $id } cannot be allowed for the future: it must be asked about each time
op-offer = such calls were confirmed { $n } times; one grant for { $agent } would have covered them and this one: { $said-what }
op-offer-moved = what { $id } offers to remember is not what was shown: look at it again
op-offer-scope = `offer` says what the grant covers: leave out `scope`
op-scope-not-offered = a yes to { $id } cannot be remembered with the scope “{ $scope }”
op-scope-offered = what there is for it: { $scopes }
op-scope-tool-forever = a whole tool can be allowed for a run or a time, not for ever
op-scope-tool-hint = say `--always run`, `1h`, `1d` or `1w`
op-hint-without-always = confirm it without --always
op-sign-it = this is destructive and you have a passkey: sign it; POST /v1/items/{ $id }/challenge returns the challenge
op-bad-assertion = { $said }; nothing was decided, ask for a new challenge
op-approvals = { $have } of { $want } approvals
op-yes-before = you said yes before; { $said }
op-no-way-back = Irreversible once the agent is told; until then it can be withdrawn
op-rejected = Rejected: { $said }
op-deferred = Deferred: { $said }
op-withdraw-told = the agent was told of the rejection; it can propose the call again
op-withdraw-fell = it was rejected with the item it depends on; the agent can propose it again
op-withdraw-secrets = its arguments contained secrets and were deleted; the agent can propose it again
op-withdraw-landed = it has landed; undo its receipt instead
op-no-answer-to-take-back = there is no answer to take back: it is { $status }
op-nothing-different = nothing would change
op-hint-args-or-land = give --args, or --land
op-function-name = "{ $name }" cannot be a name here: letters, digits, - _ . and : only, 128 at most
op-function-claim = a claim is a random word of 16 to 200 characters
op-function-same = only the arguments of { $name } can be edited
op-function-call-id = that cannot be the id of a call: letters, digits, - _ . and : only, 200 at most
op-function-id-used = { $id } was the id of another call in this run
op-function-allowed = allowed: begin it, and run it with these arguments
op-function-done-before = { $id } was carried out before
op-function-begun = carry it out now, and report how it ended
op-function-not-one = { $id } is not a call of a function
op-function-taken = another process is carrying out { $id }
op-function-other-version = { $name } is version { $now } now, and version { $was } was approved
op-function-judged-anew = it would be judged otherwise now; look again: countersign refresh { $id }
op-function-not-yours = { $id } was not begun with this claim, or its time is over
op-function-unknown = its process does not know whether it ran: { $said }
op-function-failed = its process says that it failed: { $said }
op-function-silent = the process that carried it out never reported
op-function-word = carried out by { $agent }'s own process: that it was, and its result, are the word of that process
op-function-waits = waiting for a worker that knows { $name }
op-function-waits-version = waiting for a worker that knows { $name } (version { $version })
op-function-worker-silent = the worker that was taking it back never reported
op-function-too-many = a worker names { $n } functions at most
op-function-worker-version = a worker came with version { $now } of { $name }, but version { $was } ran
op-function-not-a-check = only a check can say that it did not run
op-function-did-run = a worker says that it ran
op-function-did-not-run = a worker says that it did not run; it needs a new decision
op-function-worker-says = the worker says: { $said }
op-function-confirmed = approved; the process that asked carries it out
op-goes-on = { $said }: it runs; its receipt comes when it ends (`countersign show { $id }`)
op-has-its-turn = { $said }: it has its turn when what is before it has ended
op-cancel-undo-none = no undo of { $id } waits for a worker
op-cancel-undo-late = a worker is taking { $id } back at this moment
op-cancel-undo-done = its undo was called off: { $said }
op-agent-does-itself = the agent does that itself, with its own arguments
op-hint-say-instead = say what you want instead: countersign reject { $id } --reason …
op-policy-refuses = the policy refuses that: { $saids }
op-nothing-left = there is nothing left to do: { $said }
op-another-command = a changed command has other effects
op-hint-edit-then-choose = edit its arguments first, then choose from the new effects
op-not-rehearsed = { $id } was not rehearsed: there is nothing to choose from
op-hint-may-rehearse = try to rehearse it: countersign refresh { $id }
op-it-is = it is { $status ->
    [proposed] proposed
    [approved] approved
    [stepwise] stepwise
    [paused] paused
    [completed] completed
    [rejected] rejected
    [rolled_back] rolled back
   *[aborted] aborted
}
op-agent-took-back = the agent took it back
op-retracted = Retracted: { $said }
op-id-is = { $id } is { $status ->
    [pending] pending
    [deferred] deferred
    [blocked] blocked
    [confirmed] confirmed
    [applying] applying
    [applied] applied
    [failed] failed
    [stale] stale
    [needs_review] needs_review
    [rejected] rejected
    [retracted] retracted
    [expired] expired
    [running] running
    [counting] counting
    [waiting] waiting
    [stopped] stopped
    [completed] completed
   *[skipped] skipped
}
op-passkey-known-here = that passkey is already registered
op-passkeys-most = { $who } has { $n } passkeys, which is the maximum
op-label-range = a label has 1 to { $n } characters
op-hint-challenge-once = start again: a challenge is valid once, for five minutes
op-passkeys-must-sign = a change of passkeys must be signed with an existing passkey
op-hint-passkeys-authorize = POST /v1/passkeys/authorize returns the challenge; if the passkey is lost, run passkey reset on the machine itself
op-not-signed = "{ $op }" cannot be signed
op-hint-these-are = these can be: { $ops }
op-say-one-thing = name only one thing: what to add, to revoke, or to allow
op-passkey-of-other = the passkey { $id } belongs to { $who }
op-hint-they-or-admin = only they or an admin may revoke it
op-passkeys-not-from-agent = passkeys cannot be reset from a process of { $agent }
op-confirm-who-must-agree = { $id } cannot be allowed for the future: a rule says who must agree, and a remembered yes would be yours alone
op-confirm-same-human = { $link }, so both could be the same human, and this yes does not count in addition to the other; it does if both of you sign with a passkey, or decide as different users of this machine
op-confirm-may-be-owner = the rule asks for someone other than the person the agent works for, and { $link }, so both could be the same human; sign with your passkey, or decide as your own user of this machine
op-links-not-from-agent = nobody can sign in from a process of { $agent }
op-links-not-from-agent-hint = open the link in a browser that no agent started; this attempt is in the log
op-links-other-user = that link is for another user of this machine
op-hint-clean-terminal = do it from a terminal that no agent started
op-has-no-passkey = { $who } has no passkey
op-rejected-before = a person rejected the same proposal { $said-before }, and nothing has changed since
op-before-plain = before
op-before-why = before (reason: { $reason })
op-scope-unknown = { $scope } is neither an operation nor a tool
op-type-it = type { $typed } to confirm it: { $said-why }
verb-confirm = Confirm
category-calendar = Calendar
category-checklist = Checklist items
category-commands = Commands
category-data = Data
category-due = Due dates
category-estimates = Estimates
category-files = Files
category-functions = Functions
category-labels = Labels
category-links = Links
category-other = { $tool } ({ $server })
category-priorities = Priorities
category-reports = Reports and notes
category-status = Status
category-tasks = Tasks
category-titles = Titles
verb-send = Send it
verb-run-deleting = Run it and delete
verb-delete-files = Delete { $n ->
    [one] 1 file
   *[other] { $n } files
}
verb-delete-files-and-more = Delete { $n ->
    [one] 1 file
   *[other] { $n } files
} and change others
verb-delete-folders = Delete { $n ->
    [one] 1 folder
   *[other] { $n } folders
}
typed-never = it cannot be undone
typed-best = it cannot be undone completely
typed-outside = it lies outside the workspace
typed-many = it hits { $n } things at once
kept-until = what it replaces or deletes is kept in { $place } for { $days ->
    [one] 1 day
   *[other] { $days } days
}: undo works until { $date }
op-run-was-stopped = its run was stopped
op-run-was-rolled-back = its run was rolled back
op-run-is-paused = its run is paused
op-step-under-way = step { $n } is under way
op-nothing-left-to-do = nothing is left to do
op-step-waits-as = step { $n } waits for a person as { $item }
op-step-waits-result = step { $n } waits for the result of { $id }
op-plan-is = the plan { $id } is { $status ->
    [proposed] proposed
    [approved] approved
    [stepwise] stepwise
    [paused] paused
    [completed] completed
    [aborted] aborted
    [rolled_back] rolled back
   *[rejected] rejected
}
op-plan-is-approved-by = the plan { $id } is { $status } (approved by { $who })
op-hint-only-proposed = only a proposed plan can be approved
op-approved-stepwise = Approved step by step: each change is asked about when its turn comes
op-approved-whole = Approved whole
op-approved-whole-asked = Approved whole; { $n } of its steps are asked about on their own
op-hint-approved-is-aborted = end an approved plan with countersign plan abort
op-hint-only-going-paused = only a plan that is being carried out can be paused
op-paused-it = { $who } paused it
op-paused-it-why = { $who } paused it: { $reason }
op-step-failed = step { $n } failed
op-hint-plan-go-on = say how to go on: countersign plan retry, skip or abort { $id }
op-hint-only-paused = only a paused plan can be resumed
op-nobody-knows-step = the outcome of step { $n } is unknown
op-hint-look-resolve = check it, then: countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = no step of it failed: resume it with countersign plan resume
op-hint-left-out-when = steps can only be skipped in an approved plan that is not over
op-hint-no-step-failed-which = no step of it failed: say which one with --step
op-step-not-left-out = step { $n } is { $status } and cannot be skipped
op-it-is-over = it is over
op-ended-it = { $who } ended it
op-ended-it-why = { $who } ended it: { $reason }
op-not-step-number = { $n } is not the number of a step
op-plan-queued = Plan queued for user review.
op-title-range = a title is a line of at most { $n } characters, and not blank
op-plan-steps-range = a plan has 1 to { $most } steps, this one { $n }
op-plan-args-weigh = the arguments of all steps have { $n } bytes; the limit is { $most }
op-run-has-plan = the run has a plan already: { $id }, which is { $status }
op-run-has-no-folder = the run { $id } works in no folder, so there is nothing to stage
op-run-has-stage = the run { $id } works in the stage { $stage } already
op-hint-wait-or-end-plan = wait until it is over, or end it: countersign plan abort { $id }
op-step-fault = step { $n }: { $said }
op-plan-not-taken = the plan is invalid: { $saids }
op-hint-mend-steps = fix these steps and propose the whole plan again
op-depends-before = it can only depend on a step before it, not on step { $n }
op-flag-irreversible = cannot be taken back: { $said }
op-flag-rehearsed-asked = asked about on its own: its rehearsal deletes or touches something protected
op-shown-reads = only reads: harmless
op-shown-exact = its arguments say exactly what it does
op-shown-changes = rehearsed: this is what it changes
op-shown-changes-over = rehearsed after { $n ->
    [one] step
   *[other] steps
} { $steps }: this is what it changes
op-shown-nothing = rehearsed: it changes nothing
op-shown-nothing-over = rehearsed after { $n ->
    [one] step
   *[other] steps
} { $steps }: it changes nothing
op-shown-without = without what steps { $steps } will do
op-shown-not = not rehearsed: { $said }
op-shown-not-to-its-end = not rehearsed to its end: see the warnings
op-rehearse-elsewhere = what { $tool } does cannot be tried out
op-rehearse-in-stage = its run works in a stage
op-rehearse-results = it uses results that are not there yet
op-rehearse-policy = the policy does not allow it
op-rehearse-item = it waits for something that is not decided
op-rehearse-host = it reaches { $hosts }
op-rehearse-no-world = it cannot be tried out on this machine
op-flag-best-effort = can be taken back only in part: { $saids }
op-flag-asked = asked about on its own: { $saids }
op-flag-noop = nothing to do as things stand: { $said }
op-call-when-done = Call { $tool } when the steps before it are done
op-not-looked-at = it could not be inspected yet
op-flag-unseen = cannot be inspected yet, asked about when its turn comes: { $said }
op-flag-uses = uses the result of step { $n }
op-flag-nobody-has-seen = asked about on its own: nobody has seen the result of step { $n } yet
op-flag-nobody-has-seen-item = asked about on its own: nobody has seen the result of { $item } yet
op-hint-end-plan-first = end it first: countersign plan abort { $id }
op-process-is-root = that process is an ancestor of everything on the machine
op-not-boot-id = that is not a boot id
op-question-queued = Question queued for the user.
op-default-counts = Nobody answered in time; the default applies: { $answer }
op-answered-by = Answered by { $who }: { $answer }
op-stopped-nobody-answers = Its run was stopped; nobody will answer.
op-nobody-answered = Nobody answered in time.
op-questions-most = { $n } questions of this run wait already
op-hint-go-on-or-wait = go on with what is known, or wait for answers
op-question-range = a question has 1 to { $n } characters
op-choices-range = a question has { $least } to { $most } choices, or none
op-no-choices-any = a question without choices takes any answer
op-choice-twice = the choice { $choice } is there twice
op-default-no-answer = the default is not a valid answer: { $said }
op-timeout-range = a timeout has 1 to { $n } seconds
op-hint-leave-timeout-out = leave it out to wait for as long as it takes
op-choice-range = a choice has 1 to { $n } characters
op-choice-contains = a choice contains { $said }
op-choice-secret = a choice looks like a secret
op-confirm-one-typed = a typed or remembered confirmation is for one item at a time
op-confirm-one = confirm one item
op-answer-range = an answer has 1 to { $n } characters
op-none-of-choices = { $answer } is not one of the choices
op-hint-choose-one = choose one of { $choices }
op-no-answer = there is no answer
op-until-told = Can be taken back until the agent is told
op-answered = Answered: { $answer }
op-taken-back-open = Taken back; the question is open
op-nothing-landed = nothing of { $id } has landed
op-repeat-no-sense = repeating { $id } makes no sense
op-args-not-kept = the arguments of { $id } are no longer kept
op-kept-a-day = undo data must be kept for at least a day
op-kept-days-over = the undo data was kept for { $n } days and has expired
op-nothing-stands = nothing of this { $what } is left to take back
op-effects-taken-back = { $n } of { $all } effects taken back
op-effects-partly = { $n } of { $all } effects taken back; { $m } remain
op-run-rolled-back-already = the run { $id } was rolled back already
op-rollback-moved = { $id } is not as it was shown: { $event } is not its latest effect any more
op-run-rolled-back = the run { $id } was rolled back
op-hint-new-or-reopen = start a new one, or let a person reopen it: countersign run resume { $id }
op-run-came-later = the run { $id } on the same subject is newer
op-hint-roll-that-first = roll that one back first: countersign run rollback { $id }
op-run-is-rolled-back = the run is rolled back
op-subject-blank = a subject or a thread cannot be blank
op-threshold-mode = a threshold needs the mode confidence_threshold
op-run-checks-most = a run has at most { $n } checks, each a command of at most { $chars } characters
op-agent-no-loosening = an agent cannot choose a mode in which less is asked
op-hint-mode-to-policy = leave the mode to the policy, or ask for manual
op-mode-whose = a mode is set for an agent, a folder or both
op-mode-whose-hint = name `agent` or `folder`; `run mode` sets it for one run
op-mode-most = at most { $n } modes can be set; clear one first
op-mode-folder = { $path } is no folder that runs could work in
op-mode-folder-hint = give it as an absolute path
op-trust-no-folder = the run { $id } works in no folder
op-trust-files = 1 to { $most } files
op-trust-most = trust can be given at most { $n } times; end one first
op-mode-was-set = { $what }: { $mode } from now on; { $n ->
    [0] no running run follows it
    [one] one running run follows it
   *[other] { $n } running runs follow it
}
op-mode-was-cleared = { $what }: { $mode } again; { $n ->
    [0] no running run changes
    [one] one running run changes
   *[other] { $n } running runs change
}
op-run-of-other = an agent starts runs of its own, in its own folder
op-run-of-other-hint = leave out `agent` and `folder`
op-run-ended-already = the run { $id } has ended already
op-reason-failed = a reason is only for a failed run, and has at most 2000 characters
op-no-open-run = no run of yours is open in this folder
op-no-receipt-of-yours = there is no receipt { $id } of yours
op-server-name = { $name } cannot be the name of a server
op-hint-letters-digits = use letters, digits, - and _
op-half-digest-else = give at least half of the digest, so that it is unambiguous
op-hint-servers-shows-it = countersign servers shows it
op-server-nothing-new = { $name } offers nothing new
op-server-offer-changed = the offer of { $name } has changed since it was shown
op-hint-servers-shows-now = see the current offer: countersign servers
op-signed-whole-digest = sign the whole digest
op-no-server = no server { $name } ever listed its tools
op-hint-servers-lists-those = countersign servers lists those that did
op-only-admin-signs-in = only an admin can sign in others, and nobody can give more rights than they have
op-scoped-no-session = a token with scopes cannot be made into a session without them
op-link-range = a link lasts 1 to 60 minutes, and its session 1 to 365 days
op-link-used = that link was already used or has expired
op-listener-no-address = { $address } is no address
op-listener-no-address-hint = give an address of this machine without a port: 192.168.1.5
op-listener-not-private = { $address } is not one address in a private network
op-listener-not-private-hint = to listen elsewhere, start the daemon so: countersign up --listen ADDRESS --tls-self-signed
op-hint-open-another = make another: countersign open
op-no-session = this call has no session
op-hint-token-revoke = countersign token revoke ID revokes a token
op-not-together = nothing of { $id } can be confirmed together
op-rehearsed-first = it is rehearsed first, where that is possible: if it changes nothing it proceeds, otherwise you see what it did and are asked
op-settings-wait = { $name } waits for your decision: { $said-first }
op-settings-wait-more = { $name } waits for your decision: { $said-first } (and { $n } more)
op-hint-show-first = see what became of it: countersign show { $id }
op-items-at-once = at most { $n } items at once
op-other-settings = other settings are in force now
op-hint-compare = compare with the settings in force
op-half-digest-text = give at least half of the digest, so that no other text matches
op-hint-changes-shows-it = countersign policy changes shows it
op-no-settings-wait = no change of the settings waits under { $digest }
op-hint-changes-shows-waits = countersign policy changes shows what waits; it may have changed since
op-hint-inbox-lists = countersign inbox lists what waits
op-no-event = there is no event { $id }
op-stage-begun-by = { $id } was begun by { $who }, and only { $who } can report on it
op-no-command-begun = no command has begun in { $id }
op-stage-not-shown = it was never shown to you; look first: countersign stage diff { $id }
whole-no-file = only what tools for files write can be had whole
whole-protected = it touches a protected file, of which nothing more is offered
whole-decided = it is decided: the files may have changed
whole-moved = the files have changed since this was shown
whole-moved-hint = look at it again: countersign refresh { $id }
whole-secrets = secrets in it are not shown
op-stage-by-name = these are protected and must be asked for by name: { $paths }
op-stage-by-name-hint = name each: { $ways }; or leave them out with --except
op-nothing-to-land = there is nothing to land: { $said }
op-redirected = redirected: { $instruction }
op-paused-already = { $who } has paused the run { $id } already
op-reason-range = a reason has at most { $n } characters
op-hint-steer-more = tell the agent more with countersign run steer
op-run-stopped-why = the run was stopped: { $reason }
op-step-is-by = { $id } is { $status ->
    [running] running
    [counting] counting
    [waiting] waiting
    [stopped] stopped
    [completed] completed
    [failed] failed
   *[skipped] skipped
} by { $who }
op-hint-not-reported = its agent has not reported it yet
op-hint-step-go-on = say how to go on: countersign step retry { $id }, step skip { $id2 }, or step reject { $id3 }
op-approved = Approved: { $title }
op-step-rejected-effects = { $said }; { $n } of its effects can be taken back: countersign step rollback { $id }
op-may-try-again = The agent may try again: { $title }
op-skipped = Skipped: { $title }
op-notes-range = notes have at most { $n } characters
op-go-on = go on
op-go-on-in = go on in { $n } s unless a person objects; check with step_status { $id }
op-check-waits = a check of it waits for a person as { $id }
op-person-decides = a person decides; do nothing that depends on it until then
op-stop-here = stop here; a person says how to go on
op-not-a-check = { $command } is not a check of this run
op-hint-only-declared = only checks that the policy or the run declares are run
op-run-not-at = { $id } is not the current step of the run
op-passed = passed
op-did-not-pass = did not pass
op-did-not-pass-why = did not pass: { $said }
op-under-way = under way
op-unchanged-since-run = nothing has changed since it was run
op-check-of-step = a check of the run's current step
op-hint-evidence-when = only a step that is under way or waits takes evidence
op-findings-empty = the report is empty: give checks, a confidence, or both
op-checks-at-once = at most { $n } checks can be given at once
op-check-name-range = a check has a name of between 1 and { $n } characters
op-step-retries-most = a step can be retried at most { $n } times
op-hint-wait-thaw = wait until a person thaws it
op-no-checks = no checks are declared
op-hint-list-checks = a person lists them in the policy, checks = ["…"], or with the run
op-nothing-decided = nothing was decided
op-of-confirmed = { $n } of { $all } confirmed
op-too-little = { $said } is not enough evidence
op-no-one-pattern = no single pattern covers the confirmed calls
op-somebody-said-no = somebody rejected a call that it would allow
op-allowed-already = it is allowed already
op-suggest = { $n } of { $all } confirmed in { $days ->
    [one] one day
   *[other] { $days } days
}: allow { $agent } { $said-what } for a week?
op-suggest-on = { $tool } on { $said }
op-suggestion-all-runs = a suggestion is about all runs of the agent, not about one
op-hint-lifetimes = say 1h, 1d, 1w or forever; or confirm an item of that run with --always run
op-yes-no-uses = `uses` must be at least 1
op-suggestion-moved = the suggestion { $id } has changed
op-hint-suggestion-now = now it is { $id }: { $said }
op-no-suggestion = there is no suggestion { $id }
op-hint-suggest-lists-them = countersign grants suggest lists them
op-no-longer-suggested = { $id } is no longer suggested: { $said }
op-hint-suggest-lists-is = list current suggestions with countersign grants suggest
op-only-first-page = only the first page can be marked
op-hint-ask-without-before = only the first page has the newest events; ask without before
op-hint-give-next = give next from the previous answer, such as e42
op-time-over = it has expired
op-run-ended = its run has ended
op-watch-ended = that watch has ended: { $said }
op-frozen-watches = everything is frozen: watches are paused
op-event-changes-most = one event can hold at most { $n } changes
op-daemon-away = changes were missed while the daemon was not running
op-watches-most = { $agent } has { $n } watches already; undo one of them first
op-run-ended-nobody-hears = its run has ended, so nobody would be told; reject it
op-was-undone = it was undone
op-is-this-machine = { $host } is this machine
op-hint-allow-private = add --allow-private if that is meant
op-ntfy-topic = the address of an ntfy topic ends in its name
op-hint-ntfy = as in https://ntfy.example.com/desk, with letters, digits, - and _
op-webhooks-most = there are { $n } webhooks already
op-hint-webhooks-remove = remove one: countersign webhooks remove ID
op-people-rung = people are only notified when something waits for them
op-hint-events-out = omit --events, or use the standard shape
op-patterns-most = at most { $n } event patterns are allowed
op-no-event-type = { $event } is not a type of event
op-hint-event-types = approval_requested, the name of an operation (item.confirm), or a pattern (item.*)
op-switched-off = { $id } is switched off: { $said }
op-hint-add-anew = remove it and add it again if the receiver is back
op-still-tried = { $id } is still being tried
op-answered-410 = the receiver answered 410 Gone
op-set-make = Make the working set { $name }
op-set-make-with = Make the working set { $name } with { $n ->
    [one] 1 thing
   *[other] { $n } things
}
op-set-called-already = it is called { $name } already
op-set-delete = Delete the working set { $name } with { $n ->
    [one] 1 thing
   *[other] { $n } things
}
op-set-has-focus = { $name } has your focus already
op-set-focus = Focus on the working set { $name }
op-set-unfocus = Take the focus from the working set { $name }
op-note-range = a note has at most { $n } characters
op-in-set-already = it is in the set already
op-named-twice = it was named twice
op-set-things-most = a working set has at most { $n } things
op-hint-take-some-out = take some out, or make another set; nothing was added
op-no-thing-named = no thing was named
op-hint-name-one = name at least one: i12,rc4,task:t5
op-things-at-once = at most { $n } things can be named at once
op-all-in-already = all of that is in { $name } already
op-nothing-to-clear = there is nothing to clear
op-is-already = it is { $state } already
op-nothing-changed = nothing had to be changed
op-hint-name-each = name each of the { $said-things } once; nothing was changed
op-n-things = { $n ->
    [one] 1 thing
   *[other] { $n } things
}
op-order-twice = the order names { $thing } twice
op-order-leaves-out = the order leaves out { $things }
op-in-order-already = they are in that order already
op-set-reorder = Reorder the working set { $name }
op-set-rename = Rename the working set { $old } to { $new }
op-set-add = Add { $said-things } to the working set { $name }
op-set-mark = { $said-mark } in the working set { $name }
op-mark-things = { $state ->
    [none] Clear
    [pinned] Pin
    [staged] Stage
   *[deferred] Defer
} { $n ->
    [one] 1 thing
   *[other] { $n } things
}
op-set-take-out = Take { $said-things } out of the working set { $name }
op-run-not-paused = the run { $id } is not paused
op-calls-range = calls must be from 1 to { $n }
op-everything-frozen = everything is frozen
op-irreversible = Irreversible
op-policy-backtest = Show which of the latest calls a policy or a rule would have changed; nothing is run
op-neither-policy-nor-rule = that is neither a policy nor a rule
op-hint-policy-or-rule = a policy says version = 1 on its first line; a rule begins with [[rule]] and has a name, tools and then
op-policy-text-unknown = the text of the policy in force is not known here
op-hint-whole-policy = give the whole policy, with the rule in it
op-countdown-list = List countdowns, which go on unless somebody objects, the next one first
op-receipts-undo-selected = Take back several receipts, each by its own handle, last one first
op-receipts-rerun-selected = Propose the calls of several receipts again; each passes the gate like any call
op-rollback-record = Make the receipt of a rollback from what became of its receipts
op-thing-show = Show a thing with what happened to it, and how that is undone
op-receipt-undo-chain = Undo a receipt after the later ones that stand in its way, if they are as they were shown
op-receipt-merge = Propose the undo of a receipt merged with what has changed since; it is shown and confirmed like any change
op-items-withdraw-selected = Take back answers to several items where that is still possible
op-at-once = at most { $n } at once
op-policies-most = at most { $n } policies can be tried at once
op-policy-replay = Say what would become of calls that agents made elsewhere; nothing is run
op-token-reset = Replace a person's lost token and end their sessions, on the machine itself
op-token-not-from-agent = tokens cannot be reset from a process of { $agent }
op-reset-nobody = no person has a token here, so there is none to reset
op-reset-nobody-hint = countersign token person NAME makes one
op-reset-no-such = no person "{ $name }" has ever had a token here
op-reset-which = several persons could be meant: { $names }
op-reset-which-hint = say whose: countersign token reset NAME
op-find-too-long = this is longer than { $most } characters
op-find-risk = “{ $value }” is no risk
op-find-time = “{ $value }” is no time
op-hint-find = words that must all occur, and agent:codex, tool:shell, in:src/, risk:high (or medium, low), older:2h, newer:10m
