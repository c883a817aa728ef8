details-crumbs = Where you are
details-set-of = Changes by { $agent }
details-to-answers = To the answers
details-facts = What it does
details-circumstances = Why you are asked
details-class = Kind
details-class-read = only reads
details-class-mutable = changes something
details-class-destructive = destroys something
details-target = Target
details-deletes = Deletes
details-destroys = Destroys
details-writes = Writes
details-executes = Runs
details-hosts = Contacts
details-protected = Protected
details-reads = Reads
details-hits = Affects
details-hits-n = { $n ->
    [one] { $n } file or folder
   *[other] { $n } files and folders
}
details-flags = Warnings
details-flag-opaque = not fully understood
details-flag-outside = outside the workspace
details-flag-privileged = asks for more rights
details-flag-sends = sends data out
details-folder = Working folder
details-undo = Undo
details-undo-exact = can be undone exactly
details-undo-best = can be undone as far as possible
details-undo-never = cannot be undone
details-undo-none = There is nothing to undo.
details-why = Reason
details-rule = by the rule { $rule }
details-row = { $row ->
    [stopped] because its run was stopped
    [paused] because its run is paused
    [frozen] because everything is frozen
    [refuse_rule] because a rule refuses it
    [protected] because it touches something protected
    [always_rule] because a rule always asks
    [definition] because nobody has accepted its tool's definition
    [tainted] because it sends and its run has read a secret or foreign text
    [plan_step] because an approved plan lists it
    [grant] because a grant covers it
    [allow_rule] because a rule allows it
    [by_policy] because the policy decides on it
    [stage] because its effect stays in a stage
    [unlisted_host] because it sends to a host that is not listed
    [opaque] because part of it could not be understood
    [unknown_tool] because the tool is unknown
    [ask_rule] because a rule asks
    [rehearsed] because a rehearsal showed that it changes nothing
    [trust] because its folder is trusted
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
details-uncertain = (as far as known)
details-line = One line in full
details-definition = The tool itself has changed
details-definition-why = Its definition differs from the accepted one. Confirming accepts this one, too.
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
details-stale = It changed since it was shown
details-needs-review = Its outcome is unknown
details-failed = It failed
details-refresh = Check it again
details-resolve-why = Check the actual state, then say whether it was done.
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
details-undone = Undone by
details-result = Result
details-answers = Your answer
details-held = { $who } holds it; ask them, or wait until their claim ends.
details-reject = Reject
details-defer = Put off
details-confirm = Confirm
details-lost = What this deletes: { $n ->
    [one] 1 file
   *[other] { $n } files
}, { $size }
details-lost-folder = folder
details-lost-inside = { $n ->
    [one] 1 file in it
   *[other] { $n } files in it
}
details-lost-page = { $from } to { $to } of { $total }
details-lost-before = Before
details-lost-after = Next
details-reason-label = Reason, for the agent (optional)
details-type = To confirm, type
details-passkey = You sign this with your passkey.
details-passkey-script = Passkeys need JavaScript, which is off here: turn it on to confirm this.
details-edit = Change the arguments
details-claim = Hold it for 15 minutes
details-release = Release it
details-always = Confirm, and remember this yes
details-always-why = Such calls of { $agent } to { $tool } then run without asking. You can see and revoke this in the settings.
details-always-what = For what
details-scope-exact = Exactly
details-scope-kind = Any of its kind:
details-scope-so-far = would have covered { $n } of { $total } so far
details-scope-not-forever = not for ever
details-scope-command = This command with any argument:
details-scope-folder = This folder:
details-scope-host = This host:
details-scope-tool = This tool:
details-always-long = For how long
details-lifetime-run = this run
details-lifetime-1h = 1 hour
details-lifetime-1d = 1 day
details-lifetime-1w = 1 week
details-lifetime-forever = until revoked
details-always-uses = How many times
details-always-confirm = Confirm and remember
details-offer-confirm = Confirm, and allow this for a week
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
diff-viewed = viewed
diff-viewed-count = { $n } of { $total } viewed
diff-folded = folded: not shown here
diff-new-file = new file
diff-deleted = deleted
diff-renamed = renamed
diff-alike = { $n } % alike
diff-mode = Rights
diff-mode-runs = It becomes executable
diff-mode-runs-not = It is no longer executable
diff-space-hide = Ignore spaces
diff-space-hidden = { $n ->
    [one] { $n } changed line differs only in spaces and is shown as the same.
   *[other] { $n } changed lines differ only in spaces and are shown as the same.
}
details-space-hidden = This page ignores spaces, so it does not show everything: a yes needs the page that does.
details-space-all = Show everything
diff-as-table = As a table
diff-as-notebook = As a notebook
diff-again = The same changes again; you decide on the difference below.
details-pictures = Pictures
details-pictures-part = A file holds more than its picture shows.
details-picture-before = { $path }, before
details-picture-after = { $path }, after
details-picture-none = No file
diff-changed = changed:
diff-table-part = The table shows at most { $rows } rows and { $columns } columns.
diff-cell-code = Code cell
diff-cell-text = Text cell
diff-outputs = Changes in outputs and metadata:
long-piece = characters { $from } to { $to } of { $total }
long-before = Previous part
long-after = Next part
edit-title = Other arguments
edit-tool = Other arguments for { $tool }
edit-decided = It was already decided.
edit-why = The call is judged and shown again with these arguments; nothing happens until you confirm it.
edit-large = These are too large for a form of fields.
edit-large-json = Change them as JSON
edit-send = Show it with these
edit-leave = Leave it as it is
edit-json = Written as JSON.
edit-required = (required)
edit-hidden = This is a secret that is not shown: enter it again.
edit-yes = yes
edit-no = no
edit-lines = One on each line.
edit-hunk = Hunk { $n }
edit-land = Only part of it
edit-land-why = It was rehearsed. Choose the changes that should land; the others do not happen.
edit-land-send = Show only this part
details-changes = Also changes
details-changed = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}
diff-not-whole = not shown in full, so not counted
diff-note-conflict = Conflict:
diff-note-wal = it writes ahead: rows that are in its -wal file are not shown
diff-note-no-rows = neither its schema nor a row of its tables differs
diff-note-work-tree = no text, or a very long one: the file in the work tree
diff-note-no-newline = No line break at the end of the file
diff-note-removed-rows = removed rows
diff-note-changed-rows = changed rows
diff-note-added-rows = added rows
diff-note-sqlite = It is a SQLite database: below is what differs in its schema and in the rows of its tables; not views, virtual tables, generated columns, and what is beyond 200 characters of a value
diff-note-no-text = Not shown: no text, or a very long one
diff-note-too-much = Not shown: there is too much of it
diff-note-unreadable = Not shown: it cannot be read, is too large, or its rows cannot be told apart
diff-note-hunk = part { $n }
diff-note-more = … (+{ $n }, not shown)
diff-note-left = differences not shown: { $n }
whole-title = All of it
whole-parts = All of it, page by page
whole-file = The difference as a file
whole-content = The new content as a file
whole-none = The rest is not available: { $said }.
whole-here = Lines { $from } to { $to } of { $total }
whole-back = Back to the question
