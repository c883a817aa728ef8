work-older = Mai vechi
work-reason = Motiv
work-leave = Lasă așa
work-lines = { $n ->
    [one] { $n } linie
    [few] { $n } linii
   *[other] { $n } de linii
}
work-yes = da
work-is-running = în curs
work-is-waiting-approval = vă așteaptă
work-is-paused = în pauză
work-is-completed = încheiat
work-is-failed = eșuat
work-is-aborted = întrerupt
work-is-rolled-back = anulat în întregime
work-is-proposed = vă așteaptă
work-is-approved = aprobat în întregime
work-is-stepwise = aprobat pas cu pas
work-is-rejected = respins
work-is-waiting = așteaptă
work-is-done = făcut
work-is-skipped = omis
work-is-blocked = blocat de un pas omis
work-is-counting = continuă automat
work-is-stopped = oprit: are nevoie de decizia dvs.
work-is-open = deschis
work-is-answered = răspuns
work-is-expired = timp expirat
work-is-cancelled = anulat
work-is-landed = aplicat
work-is-dropped = aruncat
work-is-undone = anulat
work-is-back = anulat
work-is-pending = așteaptă
work-col-waiting = Urmează
work-col-running = În curs
work-col-failed = Eșuați
work-col-done = Făcuți
work-col-left-out = Omiși
work-class-read = citește
work-class-mutable = modifică
work-class-destructive = distructiv
work-steps = { $n ->
    [one] { $n } pas
    [few] { $n } pași
   *[other] { $n } de pași
}
work-state = Stare
work-approved = Aprobat
work-approved-whole = în întregime, de { $who }
work-approved-stepwise = pas cu pas, de { $who }
work-proposed = Propus
work-asked = cere o aprobare proprie
work-asked-as = vă așteaptă ca
work-after = după { $steps }
work-undo-exact = se anulează exact
work-undo-part = se anulează în parte
work-undo-nothing = nimic de anulat
work-undo = Anulare
work-approve = Aprobă
work-approve-whole = Aprobă tot planul
work-approve-stepwise = Pas cu pas
work-approve-hint = Aprobarea dvs. acoperă exact pașii arătați aici. Pașii care șterg sau ating ceva protejat întreabă totuși când le vine rândul.
work-reject = Respinge
work-retry = Încearcă din nou
work-skip = Omite
work-skip-failed = Omite pasul eșuat
work-abort = Încheie planul
work-arguments = Argumente
work-target = Țintă
work-reads = Citește
work-writes = Scrie
work-deletes = Șterge
work-executes = Execută
work-hosts = Rețea
work-protected = Protejat
work-sends = Trimite date în afară
work-opaque = Nu se poate analiza
work-outside = În afara spațiului de lucru
work-waits-for = Așteaptă pașii
work-receipt = Chitanță
work-error = Eroare
work-step-n = Pasul { $n }
work-confidence = Încredere
work-sure = bine susținut
work-fairly-sure = destul de susținut
work-unsure = slab susținut
work-doubtful = abia susținut
work-held-down = Plafonată
work-retries = Încercări
work-tried = reîncercat de { $n } ori din { $most }
work-begun = Început
work-begun-by = Început de
work-reported = Raportat
work-decided-by = Decis de
work-decided-evidence = dovezile
work-decided-timeout = nimeni nu s-a opus la timp
work-evidence = Dovezi
work-no-evidence = Nicio dovadă în afară de ce spune agentul.
work-verified = încredere { $n }
work-passed = trecută
work-not-passed = netrecută
work-not-known = încă necunoscut
work-says = spune { $who }
work-own-check = a agentului: trecerea nu contează
work-what-tried = Încercat
work-what-failed = A mers prost
work-agent-calls-it = Agentul îl numește:
work-stopped-hint = Sunt prea puține dovezi pentru a continua: decideți ce urmează.
work-asks = { $agent } întreabă
work-asked-at = Întrebat
work-time-left = Expiră
work-then-default = atunci contează valoarea implicită
work-then-nothing = atunci se încheie fără răspuns
work-default = Implicit
work-answer = Răspuns
work-other-answer = Alt răspuns
work-answer-send = Răspunde
work-rerun = Să reia lucrul cu acest răspuns
work-rerun-hint = Răspunsul este trimis atunci ca instrucțiune și nu mai poate fi retras.
work-answered-at = Răspuns dat
work-told-at = Agentul a aflat
work-superseded = Propuneri înlocuite
work-can-take-back = Poate fi retras până când află agentul.
work-take-back = Retrage răspunsul
work-answer-told = agentul a aflat deja
work-answer-rerun = a fost trimis ca instrucțiune
work-stages = Scene
work-stages-none = Nicio scenă. Așa începe una:
work-stages-all = Arată și cele aruncate
work-stages-live = Doar cele deschise
work-stage-dropped = A fost aruncată; tot ce nu fusese aplicat a dispărut.
work-stage-empty = Nimic din ea nu diferă de dosarele reale.
work-folders = Dosare
work-through = Schimbat în afara scenei
work-landed-as = Aplicat ca
work-commands = { $n ->
    [one] { $n } comandă
    [few] { $n } comenzi
   *[other] { $n } de comenzi
}
work-earlier-commands = { $n ->
    [one] { $n } comandă înaintea acestora
    [few] { $n } comenzi înaintea acestora
   *[other] { $n } de comenzi înaintea acestora
}
work-denied = { $n ->
    [one] { $n } încercare refuzată
    [few] { $n } încercări refuzate
   *[other] { $n } de încercări refuzate
}
work-exit = ieșire { $n }
work-signal = semnal { $n }
work-ended = încheiată
work-end-unknown = sfârșit neraportat
work-over = limită depășită: { $what }
work-calls = { $n ->
    [one] { $n } apel de unealtă
    [few] { $n } apeluri de unelte
   *[other] { $n } de apeluri de unelte
}
work-files = { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
work-choose-hunk = Alege fragmentul { $n } din { $path }
work-conflicts = { $n ->
    [one] { $n } cale s-a schimbat și în afara scenei, în același loc
    [few] { $n } căi s-au schimbat și în afara scenei, în același loc
   *[other] { $n } de căi s-au schimbat și în afara scenei, în același loc
}
work-conflicts-hint = Pentru a aplica restul, lăsați-le deoparte sau rezolvați-le în scenă.
work-land = Aplică
work-land-all = Aplică totul
work-land-chosen = Aplică doar ce e bifat
work-land-chosen-hint = Bifați mai sus dosare, fișiere sau fragmente; un fișier bifat se aplică întreg.
work-land-others = Aplică tot în afară de acestea
work-asked-by-name = { $n ->
    [one] Protejat, cerut pe nume:
    [few] { $n } căi protejate, cerute pe nume:
   *[other] { $n } de căi protejate, cerute pe nume:
}
work-other-differences = Diferențe care nu țin de niciun fișier de mai sus
work-choose-folder = Alege tot ce e în { $path }
work-file-protected = protejat
work-file-conflict = conflict
work-file-new = nou
work-file-deleted = șters
work-file-show = Arată ce se schimbă
work-land-all-but = { $n ->
    [one] Aplică totul în afară de calea protejată
    [few] Aplică totul în afară de { $n } căi protejate
   *[other] Aplică totul în afară de { $n } de căi protejate
}
work-left-by-name = { $n ->
    [one] Se aplică numai dacă o bifați sau o numiți chiar pe ea, nu cu un dosar sau cu totul:
    [few] Fiecare se aplică numai dacă o bifați sau o numiți chiar pe ea, nu cu un dosar sau cu totul:
   *[other] Fiecare se aplică numai dacă o bifați sau o numiți chiar pe ea, nu cu un dosar sau cu totul:
}
work-land-all-of = { $n ->
    [one] Aplică totul: { $n } fișier…
    [few] Aplică totul: { $n } fișiere…
   *[other] Aplică totul: { $n } de fișiere…
}
work-land-not-opened = Nu toate diferențele sunt pe această pagină: deschideți mai sus un fișier ca să o vedeți pe a lui.
work-land-waits = S-a cerut o aplicare și așteaptă decizia dvs.:
work-typed = Dacă se cere confirmare tastată, tastați ce se arată
work-drop = Aruncă scena
work-drop-now = Aruncă acum
work-drop-hint = Tot ce este în ea și nu s-a aplicat se pierde și nu mai poate fi recuperat.
work-sets-none = Încă niciun set de lucru.
work-set-new = Un set nou
work-set-name = Nume
work-set-create = Creează
work-set-rename = Redenumește
work-set-delete = Șterge setul
work-set-add = Adaugă
work-set-empty = Încă nu conține nimic.
work-set-things = { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
work-n-pinned = { $n } fixate
work-n-staged = { $n } urmează
work-n-deferred = { $n } pentru mai târziu
work-things = Lucruri
work-things-hint = Un identificator pe linie (i12, rc4, run2) sau tip:id pentru ce se păstrează în altă parte (pr:1234).
work-note = Notă
work-focus = Focalizează
work-unfocus = Renunță la focalizare
work-focus-yours = focalizarea dvs.
work-pin = Fixează
work-stage = Urmează
work-defer = Mai târziu
work-clear = Curăță
work-pinned = fixat
work-staged = urmează
work-deferred = pentru mai târziu
work-gone = dispărut
work-remove = Scoate
work-move = Mută
work-top = La început
work-up = Sus
work-down = Jos
work-end = La sfârșit
did-plan-approve = Aprobat:
did-plan-reject = Respins:
did-plan-pause = În pauză:
did-plan-resume = Continuă:
did-plan-retry = Se reîncearcă:
did-plan-skip = Omis.
did-plan-abort = Încheiat:
did-plan-rollback = S-a revenit:
did-step-approve = Aprobat:
did-step-reject = Respins:
did-step-retry = Poate fi reîncercat:
did-step-skip = Omis:
did-step-rollback = S-a revenit:
did-question-take-back = Răspunsul a fost retras:
did-stage-land = Aplicat:
did-stage-drop = Aruncat.
did-working-set-create = Creat:
did-working-set-rename = Redenumit:
did-working-set-delete = Șters:
did-working-set-focus = Focalizat:
did-working-set-unfocus = Defocalizat:
did-working-set-add = Adăugat:
did-working-set-mark = Marcat:
did-working-set-remove = Scos:
did-working-set-reorder = Reordonat:
