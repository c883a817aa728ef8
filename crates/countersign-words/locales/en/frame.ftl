skip-to-content = Skip to the content
rooms = Pages
tab-inbox = Inbox
tab-receipts = Receipts
tab-runs = Runs
tab-sets = Working sets
tab-history = History
tab-audit = Audit
tab-policy = Policy
tab-settings = Settings
palette-open = Commands
palette-title = Command palette
back-to-inbox = Back to the inbox
look-again = Look again
not-done = That was not done
bar-close = Close
undo = Undo
redo = Redo
rollback = Roll back
irreversible = Cannot be undone
did-anything = Done.
did-item-confirm = Confirmed:
did-item-confirm-goes-on = Confirmed, and it still runs; its receipt comes when it ends:
did-item-reject = Rejected:
did-item-defer = Put off:
did-item-edit = Changed:
did-item-withdraw = Taken back:
did-items-confirm-selected = Confirmed.
did-set-dismiss = Dismissed.
did-receipt-undo = Undone:
did-receipt-undo-chain = Undone:
did-receipt-merge = Proposed:
did-receipt-rerun = Proposed again:
did-countdown-stop = Held:
did-question-answer = Answered:
did-run-steer = Told:
did-run-pause = Paused:
did-run-resume = Resumed:
did-run-stop = Stopped:
did-run-mode = The mode is set:
did-run-stage = It works in a stage:
did-run-trust = Trusted in its folder:
time-now = just now
time-seconds-ago = { $n ->
    [one] { $n } second ago
   *[other] { $n } seconds ago
}
time-minutes-ago = { $n ->
    [one] { $n } minute ago
   *[other] { $n } minutes ago
}
time-hours-ago = { $n ->
    [one] { $n } hour ago
   *[other] { $n } hours ago
}
time-days-ago = { $n ->
    [one] { $n } day ago
   *[other] { $n } days ago
}
time-in-seconds = { $n ->
    [one] in { $n } second
   *[other] in { $n } seconds
}
time-in-minutes = { $n ->
    [one] in { $n } minute
   *[other] in { $n } minutes
}
time-in-hours = { $n ->
    [one] in { $n } hour
   *[other] in { $n } hours
}
time-in-days = { $n ->
    [one] in { $n } day
   *[other] in { $n } days
}
locked-title = Sign in
locked-why = You are not signed in here, or your session has ended.
locked-how = On the machine where Countersign runs, this opens a link that signs you in:
locked-nothing-lost = Nothing was done and nothing is lost: after signing in you are back where you were.
login-this = This signs in this browser.
login-do = Sign in
login-used = That link was already used or has expired. This makes another:
login-provider = Sign in with { $name }
login-done = You are signed in.
login-go = Continue
login-failed = You could not be signed in
