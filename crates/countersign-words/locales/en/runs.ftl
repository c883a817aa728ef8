runs-none = No runs yet.
runs-of = Work of { $agent }
runs-proposed = { $n ->
    [one] { $n } proposal
   *[other] { $n } proposals
}
runs-plan = Plan
runs-mode = Mode
runs-mode-auto = auto: the evidence decides, or a person
runs-mode-manual = manual: a person decides every step
runs-mode-confidence-threshold = goes on from a confidence of
runs-set-mode = Set the mode
runs-to-stage = Work in a stage from now on
runs-threshold = Confidence to go on from, for confidence_threshold
runs-trust = Trust in this folder until it ends
runs-critical = critical: needs one band more
runs-checks = Checks
runs-checks-own = the agent’s own: they can only lower confidence
runs-folder = Folder
runs-started = Started
runs-ended = Ended
runs-held-by = Held by
runs-step = At step
runs-stage = Stage
runs-marks = Has read
runs-marks-note = so it asks before it sends anything
runs-stage-diff = What would land from its stage
runs-pause = Pause
runs-resume = Resume
runs-stop = Stop
runs-rollback = Roll back the run
runs-steer = Steer
runs-steer-label = Tell the agent
runs-steer-hint = It reads this at the next safe point, once, and it is kept as the run’s memory.
runs-steer-send = Send
runs-redirect = Redirect
runs-redirect-label = Do this instead
runs-redirect-hint = Rejects its open proposals and replaces instructions that it has not read yet.
runs-told = What it was told
runs-heard = read
runs-not-heard = not read yet
runs-superseded = replaced before it was read
runs-timeline = Timeline
runs-earlier = { $n ->
    [one] { $n } earlier entry
   *[other] { $n } earlier entries
}
runs-nothing = Nothing happened in it yet.
runs-entry-item = proposed
runs-entry-receipt = done
runs-entry-step = step
runs-entry-plan = plan
runs-entry-question = question
runs-entry-instruction = told
runs-entry-end = end
runs-would-come-back = { $n ->
    [one] { $n } effect would be undone
   *[other] { $n } effects would be undone
}
runs-never-comes-back = { $n ->
    [one] { $n } effect cannot be undone
   *[other] { $n } effects cannot be undone
}
runs-newest-first = Newest first, each only if nothing has changed since. Effects that cannot be undone stay, are listed, and can be tried again.
runs-roll-back-now = Roll all of this back
runs-roll-back-on = Continue the rollback
runs-cannot-now = It cannot be rolled back now: it has not ended, or was already rolled back.
runs-is-back = { $n ->
    [one] { $n } effect undone
   *[other] { $n } effects undone
}
runs-is-not-back = { $n ->
    [one] { $n } effect not undone
   *[other] { $n } effects not undone
}
did-run-redirect = Redirected:
did-run-rollback = Rolled back:
