term-about = despre
term-after = după
term-agent = agent
term-agent-calls-it = agentul îl numește:
term-agent-says = agentul spune:
term-agents-own = (ale agentului)
term-all = toate
term-allowed-automatic = automat
term-allowed-by = permis de
term-allowed-plan = plan
term-allowed-timeout = nimeni nu s-a opus
term-an-agent = un agent
term-and = și
term-and-more = și altele
term-answer = răspuns
term-answer-ask = întreabă
term-answer-proceed = continuă
term-answer-proceed-after = continuă dacă nimeni nu se opune
term-answer-stop = oprește
term-approvals = aprobări
term-approved = aprobat
term-arguments = argumente
term-arguments-of = argumentele lui { $tool }
term-arguments-proposed = argumentele propuse ale lui { $tool }
term-asked = întrebat
term-at = când
term-bad-at = loc
term-bad-what = ce
term-begun = început
term-by = de
term-by-itself = încărcat automat
term-by-whom = de { $who }
term-can-go-back = { $n ->
    [one] { $n } efect se poate anula
    [few] { $n } efecte se pot anula
   *[other] { $n } de efecte se pot anula
}
term-cancelled = anulat
term-cannot-run = nu poate rula
term-change = modificare
term-change-set = set de modificări
term-changes = modifică
term-characters = { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
term-checks = verificări
term-class = fel
term-cli-conflict = { $word } nu poate fi folosit cu { $other }
term-cli-help = Mai multe cu --help.
term-cli-meant = poate ați vrut: { $word }
term-cli-missing = lipsește: { $word }
term-cli-no-command = nu există comanda { $word }
term-cli-no-subcommand = lipsește o comandă după { $word }
term-cli-no-value = { $word } nu este o valoare validă pentru { $other }
term-cli-possible = posibil: { $word }
term-cli-unexpected = { $word } nu este așteptat aici
term-colon = :
term-confidence = încredere
term-confirmed = confirmat
term-confirmed-rate = confirmat în cel puțin { $rate } din cazuri
term-conflict = schimbat și în afara scenei, în același loc
term-countdown = continuă în { $n } s — pause { $id } îl oprește
term-countdown-label = numărătoare inversă
term-created = creat
term-created-at = creat
term-cwd = dosar
term-day = zi
term-decided = decis
term-decided-at = decis
term-decided-by = decis de
term-decision = decizie
term-default-in = în { $n } s se răspunde cu valoarea implicită
term-deletes = șterge
term-denied = refuzat
term-destroys = distruge
term-digest = amprentă
term-do-that = Să se facă?
term-does = ce face
term-element-n = elementul { $n }
term-elements = { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
}
term-ended = încheiat
term-ended-at = încheiat
term-error = eroare
term-event = eveniment
term-events = evenimente
term-evidence = dovezi
term-executes = execută
term-expires = expiră
term-expires-at = expiră
term-first-bad = primul neconform
term-first = mai întâi
term-focus = focalizare
term-folder = dosar
term-folders = dosare
term-for-real = schimbat în afara scenei
term-from-to = { $from } – { $to }
term-grant = permisiune
term-grants = permisiuni
term-half-within = mediană
term-held-by = reținut de
term-marks = a citit
term-held-down = plafonată
term-help-arguments = Argumente
term-help-command = COMANDĂ
term-help-commands = Comenzi
term-help-help = Arată acest ajutor
term-help-options = Opțiuni
term-help-review = Verificare
term-help-undo = Anulare
term-help-stage = Scenă
term-help-agents = Agenți
term-help-policy = Reguli
term-help-audit = Jurnal
term-help-admin = Administrare
term-help-example = Exemplu
term-help-old = O formă mai veche; acum
term-help-more = countersign help COMANDĂ explică una, cu un exemplu. --help-all arată și ce apelează agenții.
term-help-usage = Utilizare
term-help-version = Arată versiunea
term-hint = sfat
term-hooks-broken = defect
term-hooks-installed = instalat
term-hooks-none = niciunul
term-hosts = contactează
term-in-force = { $file } este în vigoare
term-in-force-until = în vigoare până atunci
term-in-part = în parte
term-is-already-undone = deja anulat
term-is-unconfirmed = neanulat
term-is-claimed = rezervat
term-is-held = reținut
term-is-held-by-another = rezervat de altcineva
term-is-invalid = nevalid
term-is-lifted = ridicat
term-is-needs-typed = cere confirmare tastată
term-is-partially-resolved = decis în parte
term-is-queued = așteaptă
term-is-refused = refuzat
term-is-released = eliberat
term-is-resolved = decis
term-is-unchanged = neschimbat
term-item = propunere
term-items = propuneri
term-items-wait = { $n ->
    [one] { $n } propunere așteaptă
    [few] { $n } propuneri așteaptă
   *[other] { $n } de propuneri așteaptă
}
term-kind = fel
term-know = notă
term-label-error = eroare:
term-label-hint = sfat:
term-label-inside = intern:
term-label-note = notă:
term-landed-as = aplicat ca
term-last-command = ultima comandă
term-left-alone = lăsat așa
term-level = nivel
term-level-own-user = un utilizator propriu
term-level-passkey = cheie de acces
term-level-same-user = același utilizator
term-limit-disk = disc
term-limit-memory = memorie
term-limit-processes = procese
term-limit-time = timp
term-limit-never-started = nepornit
term-log-broken = { $n ->
    [one] jurnalul nu este valid ({ $n } eveniment examinat)
    [few] jurnalul nu este valid ({ $n } evenimente examinate)
   *[other] jurnalul nu este valid ({ $n } de evenimente examinate)
}
term-log-whole = { $n ->
    [one] jurnalul este intact: { $n } eveniment, legat de toate dinaintea lui
    [few] jurnalul este intact: { $n } evenimente, fiecare legat de toate dinaintea lui
   *[other] jurnalul este intact: { $n } de evenimente, fiecare legat de toate dinaintea lui
}
term-lifetime = durată
term-message = mesaj
term-mode = mod
term-more = Mai sunt:
term-more-attempts = { $n ->
    [one] încă { $n } încercare
    [few] încă { $n } încercări
   *[other] încă { $n } de încercări
}
term-no-more = Nu mai sunt.
term-n-absent = { $n } acceptate înainte și care nu mai sunt listate
term-n-added = { $n ->
    [one] { $n } adăugat
    [few] { $n } adăugate
   *[other] { $n } adăugate
}
term-n-as-accepted = { $n } așa cum au fost acceptate
term-n-changed-since = { $n } schimbate de atunci
term-n-deferred = { $n } pentru mai târziu
term-n-events = { $n ->
    [one] { $n } eveniment
    [few] { $n } evenimente
   *[other] { $n } de evenimente
}
term-n-malformed = { $n ->
    [one] { $n } greșit
    [few] { $n } greșite
   *[other] { $n } greșite
}
term-n-new = { $n ->
    [one] { $n } nouă
    [few] { $n } noi
   *[other] { $n } noi
}
term-deciders = doar de
term-assigned = pentru
term-comments = comentarii
term-n-of = { $n } din { $total }
term-n-pinned = { $n } fixate
term-n-redundant = { $n ->
    [one] { $n } de prisos
    [few] { $n } de prisos
   *[other] { $n } de prisos
}
term-n-rejected = { $n ->
    [one] { $n } respins
    [few] { $n } respinse
   *[other] { $n } respinse
}
term-n-staged = { $n } urmează
term-n-steps = { $n ->
    [one] { $n } pas
    [few] { $n } pași
   *[other] { $n } de pași
}
term-n-tools = { $n ->
    [one] { $n } unealtă
    [few] { $n } unelte
   *[other] { $n } de unelte
}
term-name = nume
term-network = rețea
term-next-list = Următoarea listă începe aici.
term-nine-within = p90
term-no-answer = fără răspuns
term-no-news = Nimic nou.
term-no-plans = Încă niciun plan.
term-no-sets = Încă niciun set de lucru. countersign sets create NAME creează unul.
term-no-settings = Încă nu s-au încărcat setări.
term-no-stages = Nicio scenă. countersign stage -- CMD începe una.
term-no-stats = Nimic nu s-a întrebat și nimic nu a rulat.
term-no-suggestions = Nimic de sugerat: nimic nu a fost confirmat destul de des în ultima vreme.
term-no-undo = nu se poate anula
term-none = niciunul
term-not-asked = neîntrebat
term-not-proved = nedovedit
term-nothing-changed = nimic nu s-a schimbat
term-nothing-landed = nimic nu s-a aplicat
term-nothing-new = Nimic nou { $when }.
term-nothing-waits = nu așteaptă nimic
term-noticed = observat
term-now = acum
term-opaque = în parte neînțeles
term-open = deschis
term-outcome-added = adăugat
term-outcome-malformed = greșit
term-outcome-redundant = de prisos
term-outcome-rejected = respins
term-outside = în afară
term-owner = proprietar
term-own-check = a agentului: trecerea nu contează
term-person = persoană
term-plan = plan
term-privileged = cere mai multe drepturi
term-proposed = propus
term-protected = protejat
term-question = întrebare
term-rate = proporție
term-reads = citește
term-reason = motiv
term-receipt = chitanță
term-refused = refuzat
term-rejected = respins
term-result = rezultat
term-role = rol
term-rollback = revenire
term-row = rând
term-rule = regulă
term-rule-named = regula { $rule }
term-run = rulare
term-scopes = doar pentru
term-sends = trimite în afară
term-session = sesiune
term-set = set
term-settings = setări
term-set-empty = încă nu conține nimic
term-settings-changed = { $path } s-a schimbat în afara scenei: spune ce programe pornește agentul
term-since-when = din { $time }
term-so-far = până acum
term-stage = scenă
term-stage-over = { $status }, dosare: { $folders }
term-started = început
term-started-at = început
term-state = stare
term-status = stare
term-stays = rămâne
term-step = pas
term-step-n = pasul { $n }
term-steps = pași
term-subject = despre
term-summary = rezumat
term-takes-back = anulează
term-target = țintă
term-then = apoi confirm, reject sau defer pentru fiecare, sau confirm { $set }
term-thing = lucru
term-things = lucruri
term-thread = fir
term-title = titlu
term-to = la
term-token = token
term-token-once = se arată doar acum; se folosește ca COUNTERSIGN_TOKEN
term-tokens = tokenuri
term-tool = unealtă
term-tool-changed = schimbată
term-tool-is = { $tool }: { $state }
term-tool-new = nouă
term-tools = unelte
term-tried = încercat
term-undo = anulare
term-undo-best = pe cât posibil: { $caveats }
term-undo-exact = exact
term-kept = păstrat
term-typed-why = trebuie tastat: { $why }
term-undo-until = se anulează până la
term-undo-never = ireversibil: { $reason }
term-undone-by = anulat prin { $receipt }
term-unjudged = { $n ->
    [one] { $n } apel nu mai poate fi judecat.
    [few] { $n } apeluri nu mai pot fi judecate.
   *[other] { $n } de apeluri nu mai pot fi judecate.
}
term-uses-left = utilizări rămase
term-verifier = verificator
term-waits-for = așteaptă
term-warnings = avertismente
term-watch = urmărire
term-watch-beginning = începe
term-watch-changed = schimbat
term-watch-created = creat
term-watch-deleted = șters
term-watch-ended = încheiată
term-watch-frozen = înghețată
term-watch-gap = gol
term-watch-renamed = redenumit
term-watch-watching = în curs
term-way-back = anulare
term-went-wrong = a mers prost
term-what = ce
term-who = cine
term-why = de ce
term-with-it = cu regula
term-working-set = set de lucru
term-writes = scrie
term-yours = al dvs.
term-would-change = { $judged ->
    [one] Aceasta ar fi schimbat { $changed } din { $judged } apel: { $stricter } mai stricte, { $looser } mai relaxate.
    [few] Aceasta ar fi schimbat { $changed } din { $judged } apeluri: { $stricter } mai stricte, { $looser } mai relaxate.
   *[other] Aceasta ar fi schimbat { $changed } din { $judged } de apeluri: { $stricter } mai stricte, { $looser } mai relaxate.
}
term-would-change-none = { $judged ->
    [one] Aceasta ar fi schimbat { $changed } din { $judged } apel.
    [few] Aceasta ar fi schimbat { $changed } din { $judged } apeluri.
   *[other] Aceasta ar fi schimbat { $changed } din { $judged } de apeluri.
}
term-undo-stale = anularea nu mai este posibilă: { $reason }
term-undo-again = ({ $command } verifică din nou)
term-undo-first = mai întâi { $receipts }
term-undo-chain = ({ $command } le anulează pe toate)
term-undo-merge = ({ $command } propune o anulare îmbinată cu schimbările)
term-undo-would = Ar face, în această ordine:
term-undo-agree = pentru a continua: { $command }
term-stale = depășit
term-ask-land = Să se întâmple?
term-ask-undo = Să fie anulat?
term-nothing-to-undo = Nu este nimic de anulat.
term-n-wait = { $n ->
    [one] { $n } așteaptă
    [few] { $n } așteaptă
   *[other] { $n } așteaptă
}
term-redo = refacere
term-redone-by = refăcut prin { $receipt }
term-redone = refăcut
term-no-redo = Nimic nu poate fi refăcut.
term-printed = ieșire
term-printed-errors = erori
term-more-verbose = … încă { $n }: -v
term-in-folder = … { $n ->
    [one] { $n } diferență
    [few] { $n } diferențe
   *[other] { $n } de diferențe
    } în { $folder }: -v
term-host = mașină
term-no-hosts = acest jurnal este scris de o singură mașină
term-host-this = aceasta
term-host-there = prezentă
term-host-away = absentă din { $at }
term-host-waiting = { $n ->
    [one] { $n } răspuns o așteaptă
    [few] { $n } răspunsuri o așteaptă
   *[other] { $n } răspunsuri o așteaptă
}
