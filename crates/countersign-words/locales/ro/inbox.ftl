inbox-count = { $n ->
    [one] { $n } lucru vă așteaptă
    [few] { $n } lucruri vă așteaptă
   *[other] { $n } de lucruri vă așteaptă
}
card-title = { $n ->
    [one] { $agent } propune { $n } modificare
    [few] { $agent } propune { $n } modificări
   *[other] { $agent } propune { $n } de modificări
}
card-about = despre { $what }
card-decided = { $decided } din { $total } decise
confirm-all = Confirmă toate { $n }
confirm-selected = Confirmă selecția
review-details = Vezi detaliile
dismiss = Înlătură
select-item = Selectează: { $what }
reject-item = Respinge: { $what }
confirm-item = Confirmă: { $what }
review-item = Examinează: { $what }
review = Examinează
destructive = distructiv
changed-since-seen = schimbat de când l-ați privit
claimed-by = rezervat de { $who }
approvals = { $n } aprobări
goes-on-in = continuă în { $n } s
hold = Pune în pauză
more-changes = și încă { $n }
agent-says = Agentul spune:
show-more = Arată mai mult
open = Deschide
waits-item = O propunere
waits-step = Un pas
waits-plan = Un plan
waits-question = O întrebare
waits-stage = O scenă
waits-settings = Setări
empty-title = Nu vă așteaptă nimic.
empty-next = Puneți un agent sub control cu trei linii, apoi lucrați ca de obicei. Ce vrea să schimbe apare aici.
empty-demo = Ca să vedeți cum arată, fără agent:
status-deferred = amânat
status-blocked = așteaptă alta
status-confirmed = confirmat
status-applying = în curs
status-applied = făcut
status-rejected = respins
status-failed = eșuat
status-stale = s-a schimbat de la afișare
status-needs-review = are nevoie de decizia dvs.
status-expired = expirat
status-retracted = retras de agent
card-here = { $here } din { $open } deschise arătate
more-warnings = { $n ->
    [one] și încă { $n } avertisment
    [few] și încă { $n } avertismente
   *[other] și încă { $n } de avertismente
}
inbox-part = { $here } din { $total } arătate
inbox-agents = Agenți
inbox-all-agents = Toți agenții
question-default = se răspunde „{ $answer }” { $when }
quick-reject = Respinge
quick-approve = Aprobă
more-lines = { $n ->
    [one] încă o linie schimbată
    [few] încă { $n } linii schimbate
   *[other] încă { $n } de linii schimbate
}
file-bytes = { $n ->
    [one] un octet
    [few] { $n } octeți
   *[other] { $n } de octeți
}
file-gone = dispare
diff-added = adăugat:
diff-removed = scos:
not-shown = Nu este arătat în întregime:
left-out = { $n ->
    [one] { $n } rămâne în afara confirmării tuturor, și de ce
    [few] { $n } rămân în afara confirmării tuturor, și de ce
   *[other] { $n } rămân în afara confirmării tuturor, și de ce
}
strip-title = Continuă automat
strip-more = { $n ->
    [one] încă { $n } continuă automat
    [few] încă { $n } continuă automat
   *[other] încă { $n } continuă automat
}
bulk-confirmed = Confirmate: { $n }
bulk-dismissed = Respinse: { $n }
bulk-undone = Anulate: { $n }
bulk-withdrawn = Din nou în așteptare: { $n }
bulk-confirmed-part = Confirmate: { $n } din { $total }
bulk-dismissed-part = Respinse: { $n } din { $total }
bulk-undone-part = Anulate: { $n } din { $total }
bulk-again = Propune din nou toate: { $n }
bulk-proposed = Propuse din nou: { $n }
bulk-proposed-part = Propuse din nou: { $n } din { $total }
bulk-withdrawn-part = Din nou în așteptare: { $n } din { $total }
bulk-failed = Nefăcute: { $n }
bulk-left-out = Lăsate deoparte: { $n }
bulk-goes-on = În curs: { $n }
bulk-done = Făcute: { $n }
bulk-undo = Anulează toate ({ $n })
bulk-take-back = Retrage toate ({ $n })
bulk-take-back-until = Se poate până când află agentul.
bulk-final = { $n ->
    [one] { $n } dintre ele nu poate fi pur și simplu anulată; chitanța spune de ce
    [few] { $n } dintre ele nu pot fi pur și simplu anulate; chitanțele spun de ce
   *[other] { $n } dintre ele nu pot fi pur și simplu anulate; chitanțele spun de ce
}
bulk-back = Continuă
inbox-find = Caută
inbox-find-example = Cuvinte, sau agent:codex risk:high in:src/ older:2h
inbox-find-all = Arată tot
inbox-find-none = Nimic din ce așteaptă nu are toate acestea.
inbox-found = { $n ->
    [one] { $n } găsită
    [few] { $n } găsite
   *[other] { $n } de găsite
}
