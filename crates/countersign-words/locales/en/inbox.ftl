inbox-count = { $n ->
    [one] { $n } thing waits for you
   *[other] { $n } things wait for you
}
card-title = { $n ->
    [one] { $agent } suggests { $n } change
   *[other] { $agent } suggests { $n } changes
}
card-about = about { $what }
card-decided = { $decided } of { $total } decided
confirm-all = Confirm all { $n }
confirm-selected = Confirm selected
review-details = Review details
dismiss = Dismiss
select-item = Select: { $what }
reject-item = Reject: { $what }
confirm-item = Confirm: { $what }
review-item = Review: { $what }
review = Review
destructive = destructive
changed-since-seen = changed since you looked
claimed-by = held by { $who }
approvals = { $n } approvals
goes-on-in = continues in { $n } s
hold = Pause
more-changes = and { $n } more
agent-says = The agent says:
show-more = Show more
open = Open
waits-item = A proposal
waits-step = A step
waits-plan = A plan
waits-question = A question
waits-stage = A stage
waits-settings = Settings
empty-title = Nothing waits for you.
empty-next = Put an agent under control with three lines, then work as always. What it wants to change appears here.
empty-demo = To see how it looks, without an agent:
status-deferred = put off
status-blocked = waits for another
status-confirmed = confirmed
status-applying = in progress
status-applied = done
status-rejected = rejected
status-failed = failed
status-stale = changed since it was shown
status-needs-review = needs your decision
status-expired = expired
status-retracted = withdrawn by the agent
card-here = { $here } of { $open } open ones shown
more-warnings = { $n ->
    [one] and { $n } more warning
   *[other] and { $n } more warnings
}
inbox-part = { $here } of { $total } shown
inbox-agents = Agents
inbox-all-agents = All agents
question-default = answered with “{ $answer }” { $when }
quick-reject = Reject
quick-approve = Approve
more-lines = { $n ->
    [one] { $n } more changed line
   *[other] { $n } more changed lines
}
file-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
file-gone = gone
diff-added = added:
diff-removed = removed:
not-shown = Not shown in full:
left-out = { $n ->
    [one] { $n } left out of “Confirm all”, and why
   *[other] { $n } left out of “Confirm all”, and why
}
strip-title = Continues automatically
strip-more = { $n ->
    [one] { $n } more continues automatically
   *[other] { $n } more continue automatically
}
bulk-confirmed = { $n } confirmed
bulk-dismissed = { $n } dismissed
bulk-undone = { $n } undone
bulk-withdrawn = { $n } pending again
bulk-confirmed-part = { $n } of { $total } confirmed
bulk-dismissed-part = { $n } of { $total } dismissed
bulk-undone-part = { $n } of { $total } undone
bulk-again = Propose all { $n } again
bulk-proposed = { $n } proposed again
bulk-proposed-part = { $n } of { $total } proposed again
bulk-withdrawn-part = { $n } of { $total } pending again
bulk-failed = { $n } not done
bulk-left-out = { $n } left out
bulk-goes-on = { $n } still running
bulk-done = { $n } done
bulk-undo = Undo all { $n }
bulk-take-back = Take back all { $n }
bulk-take-back-until = This works until the agent is told.
bulk-final = { $n ->
    [one] { $n } of these cannot simply be undone; its receipt says why
   *[other] { $n } of these cannot simply be undone; their receipts say why
}
bulk-back = Continue
inbox-find = Find
inbox-find-example = Words, or agent:codex risk:high in:src/ older:2h
inbox-find-all = Show everything
inbox-find-none = Nothing that waits has all of this.
inbox-found = { $n ->
    [one] { $n } found
   *[other] { $n } found
}
