op-inbox-list = List what waits for you, the most dangerous first
op-agent-news = Tell an agent what it was instructed, answered, and what became of its proposals since it was last told
op-audit-log = List tool calls as the log tells them, newest first
op-audit-summary = Sum up what a run did
op-audit-report = Write a report over a stretch of the log
op-audit-export = Export the log, oldest first, as JSON Lines, CSV or PDF
op-token-create = Make a token for a person, an agent or a verifier; it is printed once
op-token-list = List tokens, without what makes them tokens
op-token-revoke = Revoke a token at once
op-grant-list = List the remembered yeses that still count
op-grant-revoke = Forget remembered yeses at once
op-freeze = Stop all new effects until thaw
op-thaw = Let effects happen again
op-call-propose = Call a tool: it runs at once if harmless, else it waits for a person
op-countdown-stop = Stop countdowns: what would go on by itself waits for a person's own yes
op-decision-stats = Count what was asked, how it was answered, and what ran without asking
op-decision-list = List what was decided, newest first
op-context = Tell an agent how its recent proposals were received
op-effect-finish = Record what became of an effect in the world
op-effect-reverted = Record what became of the undo of an effect in the world
op-effect-begun = List effects that were begun and never reported
op-item-bind = Put the results that an item waited for into its arguments, and judge it again
op-item-resolve = Say how an effect ended that nobody could report
op-handover-ask = Ask whether an agent may make a call of a tool of its own
op-handover-approve = Answer the permission prompt of an agent (--permission-prompt-tool): a person decides
op-handover-exec = Run a command that was asked about and needs no person, and say what became of it
op-handover-finish = Look at what an agent did with what was handed over to it
op-hook-change = Note that a person changes the hooks of an agent
op-item-claim = Hold an item or a set for a while, so that others see who looks at it
op-item-lift = Let the agent propose again what was rejected
op-item-confirm = Say yes to items: what was shown happens, once
op-item-reject = Say no to items, with a reason that the agent reads
op-item-defer = Put items off; they stay in the inbox
op-item-withdraw = Take back a rejection the agent has not been told, or a confirmation not yet begun
op-item-edit = Change an item's arguments; it is judged and previewed again
op-item-refresh = Look at items afresh when what they rest on has moved
op-item-retract = Take back your own open proposals
op-item-status = Ask what became of a proposal
op-passkey-begin = Ask for what a browser needs to make a passkey of yours
op-passkey-finish = Add the passkey that your browser made; a second one is let in by the first
op-passkey-list = List passkeys, also those that were revoked
op-passkey-authorize = Ask for what to sign to change who may what: passkeys, persons, settings
op-passkey-revoke = Revoke a passkey of yours, or as an admin of others, signed with one of yours
op-passkey-reset = Revoke all passkeys of a person who lost them, on the machine itself
op-passkey-challenge = Ask for what to sign to answer an item as it was shown
op-plan-show = Show a plan whole, with what became of each step; a later yes binds to what was shown
op-plan-list = List plans, newest first
op-plan-advance = Carry out the next step of a plan, if its turn has come
op-plan-approve = Say yes to a plan as it was shown, whole or step by step
op-plan-reject = Say no to a plan, with a reason that the agent reads
op-plan-pause = Let a plan stand still; the step under way ends
op-plan-resume = Let a paused plan go on
op-plan-retry = Try the failed step of a plan again, looked at afresh
op-plan-skip = Leave out a step of a plan, and with it those that depend on it
op-plan-abort = End a plan; what was done stands until it is rolled back
op-plan-propose = Lay out work as a plan: a person sees it whole, and Countersign carries out its steps
op-plan-rollback = Take back what the steps of a plan did, newest first
op-policy-check = Say how a call would be judged; nothing is run
op-policy-show = Show the policy in force
op-tool-list = List the tools that agents can call
op-process-register = Say which process is the agent itself: nobody decides from it or from what it starts
op-process-list = List the processes that were said to be agents
op-question-ask = Ask the user something; asking the same again gives the same question and its answer
op-question-answer = Answer a question of an agent; the first answer wins
op-question-take-back = Take back an answer that the agent was not told yet; what it superseded is open again
op-question-list = List what agents asked, newest first
op-question-show = Show a question and its answer; an agent that looks has been told
op-receipt-list = List what landed, newest first, each with its way back
op-receipt-undo = Take back exactly what a receipt says, if nothing has moved since
op-receipt-rerun = Propose once more what a receipt did; it passes the gate like any call
op-retention-sweep = Let go of what was kept for undo when its time is over
op-run-rollback = Take back everything a run did, newest first
op-run-settle = End the plan and the step of a run that is rolled back; mark it when nothing of it stands
op-run-start = Start a piece of work
op-run-end = End a piece of work; its open proposals stay for the person
op-run-list = List runs, newest first
op-run-show = Show a run with its proposals and what landed
op-server-listed = Hold what an upstream server lists against what was accepted
op-server-list = List upstream servers, and what of their tools is new or has changed
op-server-accept = Accept what a server says of its new and changed tools, as it was shown
op-server-forget = Forget what was accepted of a server; its next listing is taken as it is
op-link-create = Make a one-time link that signs in a browser or a telephone
op-link-redeem = Redeem a one-time link for a session
op-session-end = Sign out: end the session that this call came with
op-set-confirm-all = Say yes to what you were shown of a set, but what needs a yes of its own
op-items-confirm-selected = Say yes to chosen items, in order, but to those that need a yes of their own
op-set-dismiss = Say no to everything that is pending in a set
op-settings-load = Take up a settings file that changed, or let it wait for a person
op-settings-show = Show which settings are in force, and what waits for your word
op-settings-accept = Put a change of the settings in force that loosens something
op-show = Show one thing whole; a later yes binds to what was shown
op-stage-begin = Begin a stage: a world of its own from which nothing lands until a person signs it
op-stage-note = Tell of a command in a stage: that it begins, how it ended, what it was denied
op-stage-list = List stages, newest first
op-stage-show = Show a stage: its commands, what they were denied, what landed
op-stage-drop = Throw away everything in a stage that has not landed
op-stage-give-up = Throw away a stage of one's own
op-stage-diff = Show everything that would land from a stage; a later landing binds to what was shown
op-stage-land = Say yes to a stage: what was shown of it lands, and one receipt takes it all back
op-run-steer = Tell a run what to do; its agent reads it with the next answer it gets
op-run-redirect = Tell a run to do something else: what it proposed is rejected, what it was not told yet is dropped
op-run-pause = Hold a run: nothing of it begins until it is resumed
op-run-resume = Let a paused run go on
op-run-stop = Stop a run: what it proposed is denied, what was begun finishes, no call of it runs
op-run-memory = Show what persons told a run, in order; an agent reads what it was told already
op-step-approve = Say yes to steps that wait: their runs go on
op-step-reject = Say no to steps: they have failed, and what they did can be rolled back
op-step-retry = Let the agent try steps again; what was gathered for them is gathered anew
op-step-skip = Leave steps out: their runs go on without them
op-step-rollback = Take back everything a step did, newest first
op-step-report = Report a step: it is checked, and the answer says whether to go on
op-step-settle = Score a reported step by the checks that were made of it
op-step-run-check = Run one declared check of a step, through the gate
op-step-verify = Report what a verifier found of a step
op-step-begin = Begin a step of a run; what is called from now on belongs to it
op-step-check = Run the checks of a step now; calls in it that follow rest on them
op-step-list = List the steps of a run, newest first
op-step-show = Show a step, the evidence for it and what became of it
op-grant-suggest = Suggest yeses to remember: what was confirmed again and again, with the evidence
op-grant-accept = Accept a suggestion: remember the yes for what it names, and nothing else
op-grant-decline = Decline a suggestion: it comes back when twice as much speaks for it
op-timer-fire = Do what is due: expire what nobody decided, go on where nobody objected, forget what nobody can ask for
op-visit-since = Show what happened since your last visit, with the ways back, and what waits
op-watch-settle = Say which folders are to be watched, and end the watches that are over
op-watch-noticed = Tell what happened in a watched folder
op-webhook-create = Tell an address of what happens; its secret is printed once
op-webhook-list = List webhooks, without their secrets
op-webhook-remove = Remove a webhook, with its secret and what it was not told yet
op-webhook-test = Send a test to a webhook; if it fails, it is among the dead letters
op-webhook-dead = List what webhooks did not take in the end
op-webhook-retry = Try dead letters again
op-webhook-due = Tell what is to be sent to webhooks now
op-webhook-delivered = Record what a webhook took
op-webhook-failed = Record what a webhook did not take, and when it is tried again
op-working-set-create = Make a working set: things to look at, under a name
op-working-set-rename = Give a working set another name
op-working-set-delete = Delete a working set; what was in it stays where it is
op-working-set-focus = Give a working set your focus: what names none then means this one
op-working-set-unfocus = Take your focus from the working set that has it
op-working-set-list = List working sets, newest first
op-working-set-show = Show a working set, and what has become of the things in it
op-working-set-add = Add things to a working set, all of them or none
op-working-set-mark = Pin, stage or defer things in a working set, or clear that
op-working-set-remove = Take things out of a working set; they themselves stay where they are
op-working-set-reorder = Put the things in a working set in another order: name each of them once
op-limit-1000 = a limit is from 1 to 1000
op-self-no-token = Countersign itself needs no token
op-home-no-person = this home has no person with a token yet
op-hint-make-yours-first = make yours first: countersign token person NAME
op-name-cannot-be = "{ $name }" cannot be a name
op-hint-name-letters = use letters, digits, - _ . @, { $n } at most
op-name-taken = the name { $name } is taken by Countersign itself
op-name-other-kind = { $name } is the name of another kind of actor
op-hint-no-actor-is-two = no actor is two of person, agent and verifier: choose another name
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
op-hint-token-is-for = it is for { $scopes }; this attempt is in the log
op-attempt-logged = this attempt is in the log
op-not-a-tool = { $tool } is { $said-why }, not a tool
op-what-hook-asks = what an agent's hook asks about
op-what-person-does = what only a person does
op-takes-list = { $tool } takes a list, and none came
op-takes-list-plan = { $tool } takes a list: in a plan, each element is a step of its own
op-refused = refused: { $saids }
op-nothing-to-do = nothing to do: { $said }
op-not-confined = cannot be confined: { $saids }
op-no-world = there is no world for it here
op-read-does-not-wait = it needs a result that is not there yet, and a read does not wait
op-hint-read-when-landed = read when { $ids } has landed
op-already-proposed = already proposed as { $id }, which is { $status }
op-queued = Proposal queued for user review.
op-queued-countdown = { $said } It goes on in { $n } s unless somebody objects.
op-list-empty = the list is empty; nothing was queued
op-elements-queued = { $said } { $n } of { $all } elements
op-elements-done = { $n } of { $all } elements done
op-elements-redundant = { $n } redundant
op-elements-malformed = { $n } malformed
op-elements-rejected = { $n } rejected
op-waits-own-yes = waits for your own yes: { $said }
op-neither-item-nor-step = there is neither an item nor a step { $id }
op-no-countdown = { $id } does not count down; it is { $status }
op-hint-inbox-goes-on = countersign inbox shows what goes on by itself
op-days-range = days are from 1 to { $n }
op-decisions-not-yours = { $who } may not read the decisions on { $agent }
op-not-applying = { $id } is { $status }, not applying
op-pending-again-after = { $said }; it is pending again
op-never-reported = it was begun and never reported: { $said }
op-landed-in-part = it landed at least in part, and nobody knows how it ended: { $saids }
op-may-not-be-all = nobody knows whether this is all that it did: { $saids }
op-before-not-captured = what stood before could not be captured
op-replaced-not-captured = what the undo replaced was not captured
op-no-undo-under-way = no undo of { $receipt } is under way as { $id }
op-nothing-in-doubt = { $id } is { $status }; nothing is in doubt
op-pending-again = Pending again: { $said }
op-handed-not-done = handed over to { $who }, which did not do it
op-agent-did-not = the agent did not do it
op-handed-as-approved = handed over to { $who }: what it left is what was approved
op-handed-differs = handed over to { $who }, which did something else than was approved: { $saids }
op-hooks-changed = hooks of { $agent } { $verb ->
    [installed] installed
   *[removed] removed
} in { $path }
op-nobody-holds = nobody holds it
op-claim-range = a claim lasts between 1 and 1440 minutes
op-holds-for = { $who } holds it for { $n } minutes
op-only-rejection-blocks = { $id } is { $status }; only a rejection blocks
op-may-propose-again = the agent may propose it again: { $said }
op-refresh-looks = { $said }; countersign refresh { $id } looks at it afresh
op-froze-thaw = { $who } froze everything; countersign thaw ends that
op-froze = { $who } froze everything
op-needs-result = it needs the result of { $id }, which is { $status }
op-needs-result-anew = it needs the result of { $id }, which is { $status }; when that is there, it is shown anew
op-result-not-judged = a result it needs is there, and it cannot be judged with it now
op-holds-result = it holds the result of { $id }
op-with-result = with the result it waited for: { $saids }
op-not-carried-out = { $id } could not be carried out
op-not-carried-out-why = { $id } could not be carried out: { $said }
op-not-the-owner = the rule asks for someone other than the person the agent works for
op-not-it = that is not it; { $said }
op-no-always-hosts = { $id } cannot be allowed for the future: this yes is for the hosts that were shown, and a remembered one would be for any
op-no-always = { $id } cannot be allowed for the future: it is always asked about
op-hint-without-always = confirm it without --always
op-sign-it = this is destructive and you have a passkey: sign it; POST /v1/items/{ $id }/challenge gives what to sign
op-bad-assertion = { $said }; nothing was decided, ask for a new challenge
op-approvals = { $have } of { $want } approvals
op-yes-before = you said yes before; { $said }
op-no-way-back = Irreversible once the agent is told; until then it can be withdrawn
op-rejected = Rejected: { $said }
op-deferred = Deferred: { $said }
op-withdraw-told = the agent was told of the rejection; it can propose the call anew
op-withdraw-fell = it fell with the item it depends on; the agent can propose it anew
op-withdraw-secrets = its arguments held secrets and were forgotten; the agent can propose it anew
op-withdraw-landed = it has landed; undo its receipt instead
op-no-answer-to-take-back = there is no answer to take back: it is { $status }
op-nothing-different = nothing would be different
op-hint-args-or-land = give --args, or --land
op-agent-does-itself = the agent does that itself, with its own arguments
op-hint-say-instead = say what you want instead: countersign reject { $id } --reason …
op-policy-refuses = the policy refuses that: { $saids }
op-nothing-left = there is nothing left to do: { $said }
op-another-command = another command does something else
op-hint-edit-then-choose = edit its arguments first, then choose from what that does
op-not-rehearsed = { $id } was not rehearsed: there is nothing to choose from
op-hint-may-rehearse = countersign refresh { $id } may rehearse it
op-it-is = it is { $status ->
    [proposed] proposed
    [approved] approved
    [stepwise] stepwise
    [paused] paused
    [completed] completed
    [rejected] rejected
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
op-passkey-known-here = that passkey is known here already
op-passkeys-most = { $who } has { $n } passkeys, which is the most
op-label-range = a label has 1 to { $n } characters
op-hint-challenge-once = start again: the challenge counts once, and for five minutes
op-passkeys-must-sign = a change of passkeys must be signed with a passkey that is there
op-hint-passkeys-authorize = POST /v1/passkeys/authorize gives what to sign; for a lost one, passkey reset on the machine itself
op-not-signed = "{ $op }" is not signed
op-hint-these-are = these are: { $ops }
op-say-one-thing = say one thing: what to add, to revoke, or to allow
op-passkey-of-other = the passkey { $id } belongs to { $who }
op-hint-they-or-admin = only they or an admin may revoke it
op-passkeys-not-from-agent = passkeys are not reset from a process of { $agent }
op-confirm-who-must-agree = { $id } cannot be allowed for the future: a rule says who must agree, and a remembered yes would be yours alone
op-confirm-same-human = { $link }, so both could be one human, and this yes does not count beside the other; it does if both of you sign with a passkey, or decide as different users of this machine
op-confirm-may-be-owner = the rule asks for someone other than the person the agent works for, and { $link }, so both could be one human; sign with your passkey, or decide as a user of this machine of your own
op-links-not-from-agent = nobody is signed in from a process of { $agent }
op-links-not-from-agent-hint = open the link in a browser that no agent started; this attempt is in the log
op-links-other-user = that link is for another user of this machine
op-hint-clean-terminal = do it from a terminal that no agent started
op-has-no-passkey = { $who } has no passkey
op-rejected-before = a person rejected the same proposal { $said-before }, and nothing has changed since
op-before-plain = before
op-before-why = before (reason: { $reason })
op-scope-unknown = { $scope } is neither an operation nor a tool
op-type-it = this cannot simply be taken back: type { $typed } to confirm it
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
   *[rejected] rejected
}
op-plan-is-approved-by = the plan { $id } is { $status } (approved by { $who })
op-hint-only-proposed = only a proposed plan can be approved
op-approved-stepwise = Approved step by step: each change is asked about when its turn comes
op-approved-whole = Approved whole
op-approved-whole-asked = Approved whole; { $n } of its steps are asked about on their own
op-hint-approved-is-aborted = a plan that was approved is ended with countersign plan abort
op-hint-only-going-paused = only a plan that is being carried out can be paused
op-paused-it = { $who } paused it
op-paused-it-why = { $who } paused it: { $reason }
op-step-failed = step { $n } failed
op-hint-plan-go-on = say how to go on: countersign plan retry, skip or abort { $id }
op-hint-only-paused = only a paused plan can go on
op-nobody-knows-step = nobody knows how step { $n } ended
op-hint-look-resolve = look, then: countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = no step of it failed: countersign plan resume lets it go on
op-hint-left-out-when = steps are left out of a plan that was approved and is not over
op-hint-no-step-failed-which = no step of it failed: say which one with --step
op-step-not-left-out = step { $n } is { $status } and cannot be left out
op-it-is-over = it is over
op-ended-it = { $who } ended it
op-ended-it-why = { $who } ended it: { $reason }
op-not-step-number = { $n } is not the number of a step
op-plan-queued = Plan queued for user review.
op-title-range = a title is a line of at most { $n } characters, and not blank
op-plan-steps-range = a plan has 1 to { $most } steps, this one { $n }
op-plan-args-weigh = the arguments of all steps weigh { $n } bytes; the limit is { $most }
op-run-has-plan = the run has a plan already: { $id }, which is { $status }
op-hint-wait-or-end-plan = wait until it is over, or end it: countersign plan abort { $id }
op-step-fault = step { $n }: { $said }
op-plan-not-taken = the plan cannot be taken: { $saids }
op-hint-mend-steps = mend these steps and propose the whole plan again
op-depends-before = it can only depend on a step before it, not on step { $n }
op-flag-irreversible = cannot be taken back: { $said }
op-flag-best-effort = can be taken back only in part: { $saids }
op-flag-asked = asked about on its own: { $saids }
op-flag-noop = nothing to do as things stand: { $said }
op-call-when-done = Call { $tool } when the steps before it are done
op-not-looked-at = it could not be looked at yet
op-flag-unseen = cannot be looked at yet, asked about when its turn comes: { $said }
op-flag-uses = uses what step { $n } gives
op-flag-nobody-has-seen = asked about on its own: nobody has seen what step { $n } will give
op-flag-nobody-has-seen-item = asked about on its own: nobody has seen what { $item } will give
op-hint-end-plan-first = end it first: countersign plan abort { $id }
op-process-is-root = everything on the machine comes from that process
op-not-boot-id = that is not the id of a start of the machine
op-question-queued = Question queued for the user.
op-default-counts = Nobody answered in time; the default counts: { $answer }
op-answered-by = Answered by { $who }: { $answer }
op-stopped-nobody-answers = Its run was stopped; nobody will answer.
op-nobody-answered = Nobody answered in time.
op-questions-most = { $n } questions of this run wait already
op-hint-go-on-or-wait = go on with what is known, or wait for answers
op-question-range = a question has 1 to { $n } characters
op-choices-range = a question has { $least } to { $most } choices, or none
op-no-choices-any = a question without choices takes any answer
op-choice-twice = the choice { $choice } is there twice
op-default-no-answer = the default is no answer: { $said }
op-timeout-range = a time-out has 1 to { $n } seconds
op-hint-leave-timeout-out = leave it out to wait for as long as it takes
op-choice-range = a choice has 1 to { $n } characters
op-choice-contains = a choice contains { $said }
op-choice-secret = a choice looks like a secret
op-confirm-one-typed = what is typed or remembered is for one item at a time
op-confirm-one = confirm one item
op-answer-range = an answer has 1 to { $n } characters
op-none-of-choices = { $answer } is none of the choices
op-hint-choose-one = choose one of { $choices }
op-no-answer = there is no answer
op-until-told = Can be taken back until the agent is told
op-answered = Answered: { $answer }
op-taken-back-open = Taken back; the question is open
op-nothing-landed = nothing of { $id } has landed
op-repeat-no-sense = repeating { $id } makes no sense
op-args-not-kept = the arguments of { $id } are no longer kept
op-kept-a-day = what undo needs is kept for at least a day
op-kept-days-over = what stood before was kept for { $n } days, and they are over
op-nothing-stands = nothing of this { $what } stands
op-effects-taken-back = { $n } of { $all } effects taken back
op-effects-partly = { $n } of { $all } effects taken back; { $m } stand
op-run-rolled-back-already = the run { $id } was rolled back already
op-run-rolled-back = the run { $id } was rolled back
op-hint-new-or-reopen = start a new one, or let a person reopen it: countersign run resume { $id }
op-run-came-later = the run { $id } on the same subject came later
op-hint-roll-that-first = roll that one back first: countersign run rollback { $id }
op-run-is-rolled-back = the run is rolled back
op-subject-blank = a subject or a thread cannot be blank
op-threshold-mode = a threshold goes with the mode confidence_threshold
op-run-checks-most = a run has at most { $n } checks, each a command of at most { $chars } characters
op-agent-no-loosening = an agent cannot choose a mode in which less is asked
op-hint-mode-to-policy = leave the mode to the policy, or ask for manual
op-run-ended-already = the run { $id } has ended already
op-reason-failed = a reason is why a run failed, in at most 2000 characters
op-no-open-run = no run of yours is open in this folder
op-no-receipt-of-yours = there is no receipt { $id } of yours
op-server-name = { $name } cannot be the name of a server
op-hint-letters-digits = use letters, digits, - and _
op-half-digest-else = at least half of the digest is needed, so that nothing else begins like it
op-hint-servers-shows-it = countersign servers shows it
op-server-nothing-new = { $name } offers nothing that is new
op-server-offer-changed = what { $name } offers has changed since it was shown
op-hint-servers-shows-now = countersign servers shows what it is now
op-signed-whole-digest = what is signed is the whole digest
op-no-server = no server { $name } ever listed its tools
op-hint-servers-lists-those = countersign servers lists those that did
op-only-admin-signs-in = only an admin signs in others, and nobody gives more than they have
op-scoped-no-session = a token with scopes cannot be made into a session without them
op-link-range = a link lasts 1 to 60 minutes, and its session 1 to 365 days
op-link-used = that link was used already, or its time is over
op-hint-open-another = make another: countersign open
op-no-session = this call did not come with a session
op-hint-token-revoke = countersign token revoke ID revokes a token
op-not-together = nothing of { $id } can be confirmed together
op-hint-show-first = look at it first: countersign show { $id }
op-items-at-once = at most { $n } items at once
op-other-settings = other settings are in force by now
op-hint-compare = compare with those
op-half-digest-text = at least half of the digest is needed, so that no other text begins like it
op-hint-changes-shows-it = countersign policy changes shows it
op-no-settings-wait = no change of the settings waits under { $digest }
op-hint-changes-shows-waits = countersign policy changes shows what waits; it may have changed since
op-hint-inbox-lists = countersign inbox lists what waits
op-no-event = there is no event { $id }
op-stage-begun-by = { $id } was begun by { $who }, who alone tells of it
op-no-command-begun = no command has begun in { $id }
op-stage-not-shown = it was never shown to you; look first: countersign stage diff { $id }
op-nothing-to-land = there is nothing to land: { $said }
op-redirected = redirected: { $instruction }
op-paused-already = { $who } has paused the run { $id } already
op-reason-range = a reason has at most { $n } characters
op-hint-steer-more = countersign run steer tells the agent more
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
op-go-on-in = go on in { $n } s unless a person objects; step_status { $id } tells
op-check-waits = a check of it waits for a person as { $id }
op-person-decides = a person decides; do nothing that rests on it until then
op-stop-here = stop here; a person says how to go on
op-not-a-check = { $command } is not a check of this run
op-hint-only-declared = only what the policy or the run declares is run as a check
op-run-not-at = the run is not at { $id }
op-passed = passed
op-did-not-pass = did not pass
op-did-not-pass-why = did not pass: { $said }
op-under-way = under way
op-unchanged-since-run = nothing has changed since it was run
op-check-of-step = a check of the step that this run is at
op-hint-evidence-when = evidence is for a step that is under way or waits
op-findings-empty = there is nothing in it: give checks, a confidence, or both
op-checks-at-once = at most { $n } checks are taken at once
op-check-name-range = a check has a name of between 1 and { $n } characters
op-step-retries-most = a step is tried again { $n } times at most
op-hint-wait-thaw = wait until a person thaws it
op-no-checks = no checks are declared
op-hint-list-checks = a person lists them in the policy, checks = ["…"], or with the run
op-nothing-decided = nothing was decided
op-of-confirmed = { $n } of { $all } confirmed
op-too-little = { $said } is too little to go by
op-no-one-pattern = no one pattern covers what was confirmed
op-somebody-said-no = somebody said no to something that it would allow
op-allowed-already = it is allowed already
op-suggest = { $n } of { $all } confirmed in { $days ->
    [one] one day
   *[other] { $days } days
}: allow { $agent } { $said-what } for a week?
op-suggest-on = { $tool } on { $said }
op-suggestion-all-runs = a suggestion is about all runs of the agent, not about one
op-hint-lifetimes = say 1h, 1d, 1w or forever; or confirm an item of that run with --always run
op-yes-no-uses = `uses` must be at least 1
op-suggestion-moved = { $id } is not what would be allowed now
op-hint-suggestion-now = now it is { $id }: { $said }
op-no-suggestion = there is no suggestion { $id }
op-hint-suggest-lists-them = countersign grants suggest lists them
op-no-longer-suggested = { $id } is no longer suggested: { $said }
op-hint-suggest-lists-is = countersign grants suggest lists what is
op-only-first-page = only the first page can be marked
op-hint-ask-without-before = what came since is on none of the others; ask without before
op-hint-give-next = give the next of the answer before, such as e42
op-time-over = its time is over
op-run-ended = its run has ended
op-watch-ended = that watch has ended: { $said }
op-frozen-watches = everything is frozen: watches stand still
op-event-changes-most = one event tells at most { $n } changes
op-daemon-away = while the daemon was away changes were not seen
op-watches-most = { $agent } has { $n } watches already; undo one of them first
op-run-ended-nobody-hears = its run has ended, so nobody would hear of it; reject it
op-was-undone = it was undone
op-is-this-machine = { $host } is this machine
op-hint-allow-private = add --allow-private if that is meant
op-ntfy-topic = the address of an ntfy topic ends in its name
op-hint-ntfy = as in https://ntfy.example.com/desk, with letters, digits, - and _
op-webhooks-most = there are { $n } webhooks already
op-hint-webhooks-remove = remove one: countersign webhooks remove ID
op-people-rung = people are only rung when something waits for them
op-hint-events-out = leave --events out, or take the standard shape
op-patterns-most = { $n } patterns of events are the most
op-no-event-type = { $event } is no type of event
op-hint-event-types = approval_requested, the name of an operation (item.confirm), or a pattern (item.*)
op-switched-off = { $id } is switched off: { $said }
op-hint-add-anew = remove it and add it anew if the receiver is back
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
op-nothing-changed = nothing of that had to be changed
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
op-calls-range = calls are from 1 to { $n }
op-everything-frozen = everything is frozen
op-irreversible = Irreversible
op-policy-backtest = Say which of the latest calls a policy or a rule would have changed; nothing is run
op-neither-policy-nor-rule = that is neither a policy nor a rule
op-hint-policy-or-rule = a policy says version = 1 on its first line; a rule begins with [[rule]] and has a name, tools and then
op-policy-text-unknown = the text of the policy in force is not known here
op-hint-whole-policy = give the whole policy, with the rule in it
op-countdown-list = List what goes on by itself unless somebody objects, the next one first
op-receipts-undo-selected = Take back several receipts, each by its own handle, the last one first
op-items-withdraw-selected = Take back answers to several items, as far as each still can be
op-at-once = at most { $n } at once
