work-older = Older
work-reason = Reason
work-leave = Leave it as it is
work-lines = { $n ->
    [one] { $n } line
   *[other] { $n } lines
}
work-yes = yes
work-is-running = under way
work-is-waiting-approval = waits for you
work-is-paused = paused
work-is-completed = completed
work-is-failed = failed
work-is-aborted = stopped
work-is-rolled-back = rolled back
work-is-proposed = waits for you
work-is-approved = approved whole
work-is-stepwise = approved step by step
work-is-rejected = rejected
work-is-waiting = waits
work-is-done = done
work-is-skipped = left out
work-is-blocked = waits for what was left out
work-is-counting = goes on by itself
work-is-stopped = stopped: needs your word
work-is-open = open
work-is-answered = answered
work-is-expired = time is up
work-is-cancelled = cancelled
work-is-landed = landed
work-is-dropped = thrown away
work-is-undone = undone
work-is-back = is back
work-is-pending = waits
work-col-waiting = To come
work-col-running = Under way
work-col-failed = Failed
work-col-done = Done
work-col-left-out = Left out
work-class-read = reads
work-class-mutable = changes
work-class-destructive = destructive
work-steps = { $n ->
    [one] { $n } step, whole
   *[other] { $n } steps, whole
}
work-state = State
work-approved = Approved
work-approved-whole = whole, by { $who }
work-approved-stepwise = step by step, by { $who }
work-proposed = Proposed
work-asked = asked on its own
work-asked-as = you are asked as
work-after = after { $steps }
work-undo-exact = can be undone exactly
work-undo-part = can be undone in part
work-undo-nothing = nothing to take back
work-undo = Undo
work-approve = Approve
work-approve-whole = Approve whole
work-approve-stepwise = Step by step
work-approve-hint = Your yes covers exactly the steps shown here. What deletes or is protected is asked about all the same when its turn comes.
work-reject = Reject
work-retry = Try again
work-skip = Leave out
work-skip-failed = Leave out the failed step
work-abort = End the plan
work-arguments = Arguments
work-target = Target
work-reads = Reads
work-writes = Writes
work-deletes = Deletes
work-executes = Executes
work-hosts = Network
work-protected = Protected
work-sends = Sends data out
work-opaque = Cannot be seen through
work-outside = Outside the workspace
work-waits-for = Waits for steps
work-receipt = Receipt
work-error = Error
work-step-n = Step { $n }
work-confidence = Confidence
work-sure = well supported
work-fairly-sure = fairly supported
work-unsure = weakly supported
work-doubtful = hardly supported
work-held-down = Held down
work-retries = Tries
work-tried = tried again { $n } of { $most } times
work-begun = Begun
work-begun-by = Begun by
work-reported = Reported
work-decided-by = Decided by
work-decided-evidence = the evidence
work-decided-timeout = nobody objected in time
work-evidence = Evidence
work-no-evidence = Nothing speaks for it but the agent.
work-verified = confidence { $n }
work-passed = passed
work-not-passed = did not pass
work-not-known = not known yet
work-says = says { $who }
work-own-check = the agent’s own: passing counts for nothing
work-what-tried = Tried
work-what-failed = Went wrong
work-agent-calls-it = The agent calls it:
work-stopped-hint = Too little speaks for it to go on: say how.
work-asks = { $agent } asks
work-asked-at = Asked
work-time-left = Time is up
work-then-default = then the default counts
work-then-nothing = then it ends without an answer
work-default = Default
work-answer = Answer
work-other-answer = Another answer
work-answer-send = Answer
work-rerun = Have it worked through again with this answer
work-rerun-hint = Then the answer goes out as an instruction and cannot be taken back.
work-answered-at = Answered
work-told-at = The agent was told
work-superseded = Replaced proposals
work-can-take-back = It can be taken back until the agent was told.
work-take-back = Take the answer back
work-answer-told = the agent was told
work-answer-rerun = it went out as an instruction
work-stages = Stages
work-stages-none = No stages. This begins one:
work-stages-all = Show those that were thrown away, too
work-stages-live = Only those that live
work-stage-dropped = It was thrown away; of what did not land, nothing is left.
work-stage-empty = Nothing in it differs from the real folders.
work-folders = Folders
work-through = Changed for real
work-landed-as = Landed as
work-commands = { $n ->
    [one] { $n } command
   *[other] { $n } commands
}
work-earlier-commands = { $n ->
    [one] { $n } command before these
   *[other] { $n } commands before these
}
work-denied = { $n ->
    [one] { $n } attempt was denied
   *[other] { $n } attempts were denied
}
work-exit = exit { $n }
work-signal = signal { $n }
work-ended = ended
work-end-unknown = its end was not told
work-over = over its limit of { $what }
work-calls = { $n ->
    [one] { $n } call of a tool
   *[other] { $n } calls of tools
}
work-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
work-choose-file = Choose the file { $path }
work-choose-hunk = Choose hunk { $n } of { $path }
work-conflicts = { $n ->
    [one] { $n } path changed for real meanwhile, in the same place
   *[other] { $n } paths changed for real meanwhile, in the same place
}
work-conflicts-hint = They stand in the way until they are left out, or solved in the stage.
work-land = Land
work-land-all = Land all of it
work-land-chosen = Land only what is ticked
work-land-chosen-hint = Tick files or hunks below; a ticked file lands whole.
work-land-others = Land all but these
work-land-waits = A landing was asked for and waits for your word:
work-typed = Where typing is asked for, type what is named
work-drop = Throw the stage away
work-drop-now = Throw it away now
work-drop-hint = Everything in it that has not landed is lost, and cannot be taken back.
work-sets-none = No working sets yet.
work-set-new = A new set
work-set-name = Name
work-set-create = Make it
work-set-rename = Rename
work-set-delete = Delete the set
work-set-add = Add
work-set-empty = Nothing is in it yet.
work-set-things = { $n ->
    [one] { $n } thing
   *[other] { $n } things
}
work-n-pinned = { $n } pinned
work-n-staged = { $n } next
work-n-deferred = { $n } for later
work-things = Things
work-things-hint = One id on each line (i12, rc4, run2), or kind:id for what is kept elsewhere (pr:1234).
work-note = Note
work-focus = Focus
work-unfocus = Let go of the focus
work-focus-yours = your focus
work-pin = Pin
work-stage = Next
work-defer = Later
work-clear = Clear
work-pinned = pinned
work-staged = next
work-deferred = for later
work-gone = gone
work-remove = Take out
work-move = Move
work-top = To the top
work-up = Up
work-down = Down
work-end = To the end
did-plan-approve = Approved:
did-plan-reject = Rejected:
did-plan-pause = Paused:
did-plan-resume = Goes on:
did-plan-retry = Is tried again:
did-plan-skip = Left out.
did-plan-abort = Ended:
did-plan-rollback = Rolled back:
did-step-approve = Approved:
did-step-reject = Rejected:
did-step-retry = May be tried again:
did-step-skip = Left out:
did-step-rollback = Rolled back:
did-question-take-back = The answer was taken back:
did-stage-land = Landed:
did-stage-drop = Thrown away.
did-working-set-create = Made:
did-working-set-rename = Renamed:
did-working-set-delete = Deleted:
did-working-set-focus = Focused:
did-working-set-unfocus = Let go of:
did-working-set-add = Added:
did-working-set-mark = Marked:
did-working-set-remove = Taken out:
did-working-set-reorder = Put in order:
