details-crumbs = Where you are
details-set-of = Changes by { $agent }
details-to-answers = To the answers
details-facts = What it does
details-circumstances = Why you are asked
details-class = Kind
details-class-read = only reads
details-class-mutable = changes something
details-class-destructive = destroys something
details-target = Done to
details-deletes = Deletes
details-destroys = Destroys
details-writes = Writes
details-executes = Runs
details-hosts = Contacts
details-protected = Always asked about
details-reads = Reads
details-hits = Hits
details-hits-n = { $n ->
    [one] { $n } file or folder
   *[other] { $n } files and folders
}
details-flags = Mind
details-flag-opaque = partly not understood
details-flag-outside = outside the workspace
details-flag-privileged = asks for more rights
details-flag-sends = sends data out
details-folder = Working folder
details-undo = Way back
details-undo-exact = can be taken back exactly
details-undo-best = can be taken back as far as possible
details-undo-never = cannot be taken back
details-undo-none = There is nothing to take back.
details-why = Reason
details-rule = by the rule { $rule }
details-row = { $row ->
    [stopped] because its run was stopped
    [paused] because its run is paused
    [frozen] because everything is frozen
    [refuse_rule] because a rule refuses it
    [protected] because it touches what is always asked about
    [always_rule] because a rule always asks
    [definition] because nobody has accepted its tool's definition
    [plan_step] because an approved plan lists it
    [grant] because a remembered yes covers it
    [allow_rule] because a rule allows it
    [by_policy] because the policy decides on it
    [stage] because its effect stays in a stage
    [unlisted_host] because it sends to a host that is not listed
    [opaque] because part of it could not be understood
    [unknown_tool] because the tool is unknown
    [ask_rule] because a rule asks
    [rehearsed] because a rehearsal showed that it changes nothing
    [evidence] because of the evidence of its step
   *[class] because it changes something
}
details-approvals = Approvals
details-claimed = Held by
details-expires = Expires
details-depends = Waits for
details-step = Step
details-plan = Plan
details-plan-step = step { $n }
details-question = Assumes an answer to
details-origin = Where it comes from
details-subject = About
details-run = Run
details-set = Change set
details-decided = Decided
details-reason = Your reason
details-digest = Digest
details-more-of = { $n } more of { $total }
details-command = The whole command
details-length = lines: { $lines }, characters: { $characters }
details-uncertain = (as far as can be told)
details-line = One line, whole
details-definition = The tool itself has changed
details-definition-why = Its definition is not the one that was accepted. A yes accepts this one, too.
details-words = What the agent says
details-words-claim = Its own words: a claim, not a fact.
details-next = Next:
details-arguments = Arguments of { $tool }
details-no-arguments = There are none.
details-arguments-proposed = As the agent proposed them
details-rest = { $n ->
    [one] { $n } more character
   *[other] { $n } more characters
}
details-stale = It moved since it was shown
details-needs-review = Nobody could report how it ended
details-failed = It failed
details-refresh = Look at it afresh
details-resolve-why = Look at what is there, then say whether it landed.
details-not-landed = It was not done
details-landed = It was done
details-decisions = Answers so far
details-withdraw = Take the answer back
details-lift = Let the agent propose it again
details-decided-confirmed = Confirmed
details-decided-rejected = Rejected
details-decided-deferred = Put off
details-signed = signed with a passkey
details-withdrawn = taken back
details-receipt = Receipt
details-undone = Taken back by
details-result = What came back
details-answers = Your answer
details-held = { $who } holds it; ask them, or wait until their claim ends.
details-reject = Reject
details-defer = Put off
details-confirm = Confirm
details-reason-label = Reason, for the agent (optional)
details-type = To confirm, type
details-passkey = You sign this with your passkey.
details-passkey-script = A passkey needs script, which is off here: turn it on to confirm this.
details-edit = Change the arguments
details-claim = Hold it for 15 minutes
details-release = Give it back
details-always = Confirm, and remember this yes
details-always-why = Such calls of { $agent } to { $tool } are then not asked about again. Settings list what is remembered, and end it.
details-always-what = For what
details-scope-exact = Exactly
details-scope-kind = Any of its kind:
details-always-long = For how long
details-lifetime-run = this run
details-lifetime-1h = 1 hour
details-lifetime-1d = 1 day
details-lifetime-1w = 1 week
details-lifetime-forever = until revoked
details-always-uses = How often
details-always-confirm = Confirm and remember
details-dismiss = Dismiss all { $n }
details-alone = { $n ->
    [one] { $n } of these is answered on its own page.
   *[other] { $n } of these are answered on their own pages.
}
diff-title = Difference
diff-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
diff-lines = { $n ->
    [one] { $n } line in all
   *[other] { $n } lines in all
}
diff-counts = lines added: { $added }, removed: { $removed }
diff-more-files = { $n ->
    [one] and { $n } more file
   *[other] and { $n } more files
}
diff-before = { $n } lines before this, of { $total }
diff-after = { $n } more lines of { $total }
diff-continued = (continued)
diff-more-characters = { $n ->
    [one] … { $n } more character
   *[other] … { $n } more characters
}
diff-blank = { $n ->
    [one] { $n } blank line
   *[other] { $n } blank lines
}
diff-old = Before
diff-new = After
diff-text = Text
diff-unified = In one column
diff-split = Side by side
long-piece = characters { $from } to { $to } of { $total }
long-before = What is before
long-after = What comes after
edit-title = Other arguments
edit-tool = Other arguments for { $tool }
edit-decided = It is decided already.
edit-why = It is judged and shown again with them; nothing happens until you confirm that.
edit-large = These are too large for a form. On the command line:
edit-send = Show it with these
edit-leave = Leave it as it is
edit-json = Written as JSON.
edit-required = (needed)
edit-hidden = A secret stands here that is not shown: enter it again.
edit-yes = yes
edit-no = no
edit-lines = One on each line.
edit-hunk = Hunk { $n }
edit-land = Only a part of it
edit-land-why = It was rehearsed. Choose what of it is to land; what is not chosen does not happen.
edit-land-send = Show only this part
details-changes = Changes besides
details-changed = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}
diff-not-whole = not shown whole, so not counted
