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
runs-critical = critical: one band more
runs-checks = Checks
runs-checks-own = the agent’s own: they can only lower
runs-folder = Folder
runs-started = Started
runs-ended = Ended
runs-held-by = Held by
runs-step = At step
runs-stage = Stage
runs-stage-diff = What would land from its stage
runs-pause = Pause
runs-resume = Go on
runs-stop = Stop
runs-rollback = Roll back the run
runs-steer = Steer
runs-steer-label = Tell the agent
runs-steer-hint = It reads this at the next safe point, once, and it is kept as the run’s memory.
runs-steer-send = Tell
runs-redirect = Redirect
runs-redirect-label = Do this instead
runs-redirect-hint = Rejects its open proposals and replaces what it has not heard yet.
runs-told = What it was told
runs-heard = heard
runs-not-heard = not heard yet
runs-superseded = replaced before it was heard
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
    [one] { $n } effect would come back
   *[other] { $n } effects would come back
}
runs-never-comes-back = { $n ->
    [one] { $n } effect cannot be taken back
   *[other] { $n } effects cannot be taken back
}
runs-newest-first = Newest first, each only if nothing has moved since. What cannot be taken back stays, is named, and can be tried again.
runs-roll-back-now = Roll all of this back
runs-roll-back-on = Go on with the rollback
runs-cannot-now = It cannot be rolled back as it stands now: end it first, or it was rolled back already.
runs-is-back = { $n ->
    [one] { $n } effect is back
   *[other] { $n } effects are back
}
runs-is-not-back = { $n ->
    [one] { $n } effect is not back
   *[other] { $n } effects are not back
}
did-run-redirect = Redirected:
did-run-rollback = Rolled back:
