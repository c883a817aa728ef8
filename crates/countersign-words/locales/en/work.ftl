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
work-is-approved = approved as a whole
work-is-stepwise = approved step by step
work-is-rejected = rejected
work-is-waiting = waits
work-is-done = done
work-is-skipped = skipped
work-is-blocked = blocked by a skipped step
work-is-counting = continues automatically
work-is-stopped = stopped: needs your decision
work-is-open = open
work-is-answered = answered
work-is-expired = expired
work-is-cancelled = cancelled
work-is-landed = landed
work-is-dropped = discarded
work-is-undone = undone
work-is-back = undone
work-is-pending = waits
work-col-waiting = Upcoming
work-col-running = Under way
work-col-failed = Failed
work-col-done = Done
work-col-left-out = Skipped
work-class-read = reads
work-class-mutable = changes
work-class-destructive = destructive
work-steps = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
work-state = State
work-approved = Approved
work-approved-whole = as a whole, by { $who }
work-approved-stepwise = step by step, by { $who }
work-proposed = Proposed
work-asked = needs its own approval
work-asked-as = waits for you as
work-after = after { $steps }
work-undo-exact = can be undone exactly
work-undo-part = can be undone in part
work-undo-nothing = nothing to undo
work-undo = Undo
work-approve = Approve
work-approve-whole = Approve the whole plan
work-approve-stepwise = Step by step
work-approve-hint = Your approval covers exactly the steps shown here. Steps that delete or touch something protected still ask when their turn comes.
work-reject = Reject
work-retry = Try again
work-skip = Skip
work-skip-failed = Skip the failed step
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
work-opaque = Cannot be analysed
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
work-held-down = Capped
work-retries = Attempts
work-tried = tried again { $n } of { $most } times
work-begun = Begun
work-begun-by = Begun by
work-reported = Reported
work-decided-by = Decided by
work-decided-evidence = the evidence
work-decided-timeout = nobody objected in time
work-evidence = Evidence
work-no-evidence = No evidence except the agent’s own claim.
work-verified = confidence { $n }
work-passed = passed
work-not-passed = did not pass
work-not-known = not known yet
work-says = says { $who }
work-own-check = the agent’s own check: passing does not count
work-what-tried = Tried
work-what-failed = Went wrong
work-agent-calls-it = The agent calls it:
work-stopped-hint = There is too little evidence to continue: decide what to do.
work-asks = { $agent } asks
work-asked-at = Asked
work-time-left = Expires
work-then-default = then the default answer is used
work-then-nothing = then it ends without an answer
work-default = Default
work-answer = Answer
work-other-answer = Another answer
work-answer-send = Answer
work-rerun = Have the agent redo the work with this answer
work-rerun-hint = The answer is then sent as an instruction and cannot be taken back.
work-answered-at = Answered
work-told-at = The agent was told
work-superseded = Replaced proposals
work-can-take-back = It can be taken back until the agent is told.
work-take-back = Take the answer back
work-answer-told = the agent was told
work-answer-rerun = it was sent as an instruction
work-stages = Stages
work-stages-none = No stages. This starts one:
work-stages-all = Also show discarded ones
work-stages-live = Only open ones
work-stage-dropped = It was discarded; everything that had not landed is gone.
work-stage-empty = Nothing in it differs from the real folders.
work-folders = Folders
work-through = Changed outside the stage
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
work-end-unknown = no end reported
work-over = exceeded its limit: { $what }
work-calls = { $n ->
    [one] { $n } tool call
   *[other] { $n } tool calls
}
work-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
work-choose-hunk = Choose hunk { $n } of { $path }
work-conflicts = { $n ->
    [one] { $n } path was also changed outside the stage, in the same place
   *[other] { $n } paths were also changed outside the stage, in the same place
}
work-conflicts-hint = To land the rest, leave these out or resolve them in the stage.
work-land = Land
work-land-all = Land all of it
work-land-chosen = Land only the ticked parts
work-land-chosen-hint = Tick folders, files or hunks above; a ticked file lands whole.
work-land-others = Land all except these
work-asked-by-name = { $n ->
    [one] Protected, asked for by name:
   *[other] { $n } protected paths, asked for by name:
}
work-other-differences = Differences that belong to no file above
work-choose-folder = Choose everything in { $path }
work-file-protected = protected
work-file-conflict = conflict
work-file-new = new
work-file-deleted = deleted
work-file-show = Show what changes
work-land-all-but = { $n ->
    [one] Land all but the protected path
   *[other] Land all but { $n } protected paths
}
work-left-by-name = { $n ->
    [one] Lands only if you tick or name it itself, not with a folder or with everything:
   *[other] Each lands only if you tick or name it itself, not with a folder or with everything:
}
work-land-all-of = { $n ->
    [one] Land all of it: { $n } file…
   *[other] Land all of it: { $n } files…
}
work-land-not-opened = Not every difference is on this page: open a file above to see its own.
work-land-waits = A landing was requested and waits for your decision:
work-typed = If typed confirmation is required, type what is shown
work-drop = Discard the stage
work-drop-now = Discard it now
work-drop-hint = Everything in it that has not landed is lost, and cannot be recovered.
work-sets-none = No working sets yet.
work-set-new = A new set
work-set-name = Name
work-set-create = Create
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
work-things-hint = One id on each line (i12, rc4, run2), or kind:id for things kept elsewhere (pr:1234).
work-note = Note
work-focus = Focus
work-unfocus = Remove the focus
work-focus-yours = your focus
work-pin = Pin
work-stage = Next
work-defer = Later
work-clear = Clear
work-pinned = pinned
work-staged = next
work-deferred = for later
work-gone = gone
work-remove = Remove
work-move = Move
work-top = To the top
work-up = Up
work-down = Down
work-end = To the end
did-plan-approve = Approved:
did-plan-reject = Rejected:
did-plan-pause = Paused:
did-plan-resume = Resumed:
did-plan-retry = Trying again:
did-plan-skip = Skipped.
did-plan-abort = Ended:
did-plan-rollback = Rolled back:
did-step-approve = Approved:
did-step-reject = Rejected:
did-step-retry = May be tried again:
did-step-skip = Skipped:
did-step-rollback = Rolled back:
did-question-take-back = The answer was taken back:
did-stage-land = Landed:
did-stage-drop = Discarded.
did-working-set-create = Created:
did-working-set-rename = Renamed:
did-working-set-delete = Deleted:
did-working-set-focus = Focused:
did-working-set-unfocus = Focus removed:
did-working-set-add = Added:
did-working-set-mark = Marked:
did-working-set-remove = Removed:
did-working-set-reorder = Reordered:
