judge-frozen = totul este înghețat, niciun efect nou nu începe
judge-paused = rularea este în pauză: așteptați până când o persoană o reia
judge-unlisted-host = trimite date către { $host }, care nu este pe listă
judge-rule-asks = regula { $rule } întreabă
judge-stopped = rularea a fost oprită
judge-rule-refuses = regula { $rule } refuză
judge-rule-refuses-note = regula { $rule } refuză ({ $said })
judge-rule-always = regula { $rule } întreabă mereu
judge-rule-always-note = regula { $rule } întreabă mereu ({ $said })
judge-rule-asks-note = regula { $rule } întreabă ({ $said })
judge-rule-allows = regula { $rule } permite
judge-rule-allows-note = regula { $rule } permite ({ $said })
judge-protected = se întreabă mereu: { $said }
judge-unaccepted = nimeni nu a acceptat definiția actuală a acestei unelte de pe server
judge-plan-step = planul aprobat îl cuprinde ca pasul { $step }
judge-grant-covers = permisiunea { $grant } îl acoperă
judge-by-policy = efectul său este în depozitul de date și se poate anula exact
judge-in-stage = efectul său rămâne în scena { $stage }
judge-unknown-host = trimite date către o gazdă care nu a putut fi determinată
judge-opaque = o parte nu a putut fi înțeleasă
judge-unknown-tool = unealta este necunoscută
judge-rehearsed = a fost repetat de probă: nu a schimbat nimic și nimic nu i-a fost blocat
judge-evidence-releases = dovezile pasului său îl lasă să treacă
judge-only-reads = doar citește
judge-changes = schimbă ceva
judge-destroys = distruge ceva
judge-claim-deletes = afirmația nu menționează ștergerea, dar apelul șterge { $what }
judge-claim-more = { $what } și încă { $n }
judge-claim-something = ceva
judge-claim-loss = afirmația nu menționează pierderi, dar apelul este distructiv
judge-claim-sends-out = afirmația nu menționează trimiterea, dar apelul trimite date în afară
judge-claim-sends-to = afirmația nu menționează trimiterea, dar apelul trimite date către { $host }
judge-claim-changes-something = afirmația menționează doar citirea, dar apelul schimbă ceva
judge-claim-changes = afirmația menționează doar citirea, dar apelul schimbă { $what }
judge-contains = conține { $said }
judge-odd-control = caractere de control
judge-odd-breaks = sfârșituri de linie sau tabulatori
judge-odd-bidi = caractere care schimbă ordinea de citire
judge-odd-invisible = caractere invizibile
judge-odd-spaces = spații neobișnuite
judge-odd-scripts = litere din scrieri diferite într-un singur cuvânt
judge-not-between = { $number } nu este un număr între 0 și 1
judge-cap = cel mult { $most }: { $said }
judge-cap-none = nu există dovezi
judge-cap-check = o verificare a eșuat
judge-cap-verifier = verificatorul nu este sigur de aceasta
judge-cap-unsure = cineva nu este sigur de aceasta
judge-cap-new = nimic de felul acesta nu s-a decis înainte
judge-cap-agent-failed = cel mult 0.00: agentul său spune că a eșuat
judge-cap-rewritten = se întreabă: pasul și-a schimbat propriile verificări
judge-part-no-checks = nicio verificare
judge-part-checks = { $passed } din { $n ->
    [one] { $n } verificare trecută
    [few] { $n } verificări trecute
   *[other] { $n } de verificări trecute
}
judge-part-verifier = încrederea verificatorului: { $sure }
judge-part-one-retry = o reîncercare
judge-part-retries = { $n ->
    [one] { $n } reîncercare
    [few] { $n } reîncercări
   *[other] { $n } de reîncercări
}
judge-part-destructive = ceva distructiv
judge-part-harmless = nimic distructiv
judge-part-calls = { $n } din { $calls ->
    [one] { $calls } apel reușit
    [few] { $calls } apeluri reușite
   *[other] { $calls } de apeluri reușite
}
judge-part-uncertain = declarat nesigur
judge-part-before = făcut și înainte
judge-part-no-history = fără istoric
judge-no-tool = nu există unealta { $tool }
judge-did-you-mean = ați vrut să spuneți { $near }?
judge-tools-list = countersign tools le afișează
judge-tool-gone = { $tool } nu mai există; { $item } rămâne așa cum este
judge-tool-gone-hint = serverul său nu o mai oferă sau nu mai este în setări: aduceți-o înapoi sau respingeți propunerea
judge-args-weigh = argumentele au { $size ->
    [one] { $size } octet
    [few] { $size } octeți
   *[other] { $size } de octeți
}; limita este { $limit }
judge-args-unfit = argumente nevalide pentru { $tool }: { $faults }
judge-args-unfit-hint = countersign tools { $tool } arată argumentele sale
judge-not-rehearsed = nu a putut fi repetat de probă: { $said }
judge-check-unnamed-folder = dosarul în care ar rula această verificare nu este în roots din config.toml: adăugați-l și va rula fără întrebare
judge-rehearsed-asks = la probă nu a schimbat nimic și nimic nu i-a fost blocat; după un da rulează cu adevărat
judge-policy-spelling = verificați ortografia
judge-policy-line = corectați acea linie
judge-policy-no-version = fișierul nu își spune versiunea
judge-policy-no-version-hint = scrieți version = 1 pe prima linie
judge-policy-newer = fișierul are versiunea { $newer }, acest program citește { $version }
judge-policy-newer-hint = folosiți un countersign mai nou
judge-policy-bad-version = nu există o astfel de versiune
judge-policy-bad-version-hint = scrieți version = 1
judge-policy-scratch = { $path } nu poate fi scratch
judge-policy-discarded = { $path } nu poate fi înlăturat
judge-policy-cache = { $path } nu poate fi un cache
judge-policy-build = { $path } nu poate fi un dosar de compilare
judge-policy-registry = { $host } nu este o gazdă
judge-policy-registry-hint = scrieți un nume, cu port dacă e nevoie: "npm.example.com:443"
judge-policy-between = valoarea trebuie să fie între { $from } și { $to }
judge-policy-between-unit = valoarea trebuie să fie între 0 și 1
judge-policy-threshold = confidence_threshold nu poate fi { $n }
judge-policy-blank-check = o verificare nu poate fi goală
judge-policy-write-command = scrieți o comandă
judge-policy-blank-command = o comandă nu poate fi goală
judge-policy-write-terraform = scrieți "terraform *"
judge-policy-inside-hint = numiți dosare din spațiul de lucru, precum "target/**"
judge-policy-not-host = { $text } nu este o gazdă
judge-policy-not-host-hint = scrieți doar gazda ("api.github.com") sau "*.example.com" pentru toate de sub ea
judge-policy-entry-twice = există deja o intrare pentru { $tool }
judge-policy-entry-twice-hint = puneți-le pe amândouă într-una
judge-policy-hold-none = { $tool } nu poate avea hold = "none"
judge-policy-hold-none-hint = pot doar uneltele încorporate al căror efect este în depozitul de date; folosiți o regulă care permite
judge-policy-all-of-them = { $server }.* le cuprinde pe toate
judge-policy-rule-name = { $name } nu poate fi numele acestei reguli
judge-policy-rule-name-hint = dați fiecărei reguli un nume propriu; verdictele se referă la el
judge-policy-rule = regula { $name }: { $said }
judge-policy-not-compiled = nu a fost compilată
judge-policy-cel = condițiile sunt CEL peste facts, args, agent și run
judge-policy-group-name = { $name } nu poate fi numele unui grup
judge-policy-group-name-hint = folosiți litere, cifre, cratime și liniuțe de subliniere
judge-policy-no-group = nu există grupul { $name }
judge-policy-no-group-hint = definiți-l sub [groups] sau numiți persoane
judge-policy-few-deciders = { $n } trebuie să spună da, dar sunt numite doar { $have }
judge-policy-few-deciders-hint = numiți mai multe persoane sau micșorați approvers
judge-policy-person = { $name } nu poate fi o persoană
judge-policy-person-hint = scrieți numele tokenului; grupurile se scriu @nume
judge-looser-group = { $person } intră în grupul { $group }
judge-looser-hub = hubul poate decide { $new }, până acum { $old }
judge-policy-only-ask = { $name } este permis doar cu then = "ask"
judge-policy-only-ask-hint = eliminați-l sau folosiți ask
judge-policy-class-twice = class și classes spun același lucru
judge-policy-class-twice-hint = păstrați unul dintre ele
judge-policy-no-class = o regulă despre nicio clasă nu se potrivește cu nimic
judge-policy-no-class-hint = omiteți classes sau numiți câteva: read, mutable, destructive
judge-policy-no-tool = o regulă despre nicio unealtă nu se potrivește cu nimic
judge-policy-no-tool-hint = scrieți tipare precum "shell.*" sau "*"
judge-policy-glob-hint = scrieți server.name, cu * pentru orice: "shell.*", "*"
judge-policy-hit = regula { $name }, exemplul de potrivire { $n }: { $said }
judge-policy-miss = regula { $name }, contraexemplul { $n }: { $said }
judge-policy-example-facts = facts nu poate fi interpretat: { $error }
judge-policy-example-facts-hint = facts dintr-un exemplu sunt cele ale unui apel: reads, writes, deletes, hosts, …
judge-policy-matches = regula i se potrivește
judge-policy-no-match = regula nu i se potrivește
judge-policy-example-hint = corectați condiția sau exemplul; un exemplu poate aduce propriile facts = {"{"} … {"}"}
judge-condition-size = condiția are { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
}, sunt permiși cel mult { $most }
judge-condition-parse-at = condiția nu poate fi interpretată la { $place }
judge-condition-parse = condiția nu poate fi interpretată
judge-condition-neither = condiția sa nu este nici adevărată, nici falsă
judge-condition-unclear = condiția sa nu poate fi evaluată: { $said }
judge-condition-no-key = nu există { $key }
judge-condition-not-known = { $name } nu este cunoscut
judge-condition-type = o valoare are tipul sau mărimea greșită
judge-condition-regex = { $pattern } nu este o expresie regulată
judge-condition-deep = condiția este imbricată mai adânc de { $most }
judge-condition-message = condiția creează un mesaj, ceea ce nu este acceptat
judge-condition-facts = condiția folosește facts în întregime, numiți unul: { $facts }
judge-condition-agent = condiția folosește agent în întregime, scrieți agent.name
judge-condition-variable = condiția folosește o variabilă necunoscută { $name }; cunoscute: { $known }
judge-condition-function = condiția folosește o funcție necunoscută { $name }; cunoscute: { $known }
judge-glob-pattern = { $pattern } nu este un tipar de unelte
judge-glob-server = tiparul { $pattern } nu are server și nu s-ar potrivi cu nimic
judge-looser-mode = modul este { $new } în loc de { $old }
judge-looser-confidence = este de ajuns o încredere de { $new } în loc de { $old }
judge-looser-checks = verificările pașilor s-au schimbat
judge-looser-host = pentru trimiterea către { $host } nu se mai întreabă
judge-looser-scratch = ștergerea în { $path } nu mai este distructivă
judge-looser-described = descrierea pentru { $tool } s-a schimbat
judge-looser-undescribed = { $tool } nu mai este descris
judge-looser-allows = regula { $rule } permite mai mult
judge-looser-gone = regula { $rule } a fost scoasă sau schimbată
judge-looser-rehearsed = comenzile sunt repetate de probă, iar cele care se dovedesc inofensive rulează
judge-looser-discard = o schimbare doar în { $path } nu mai contează
judge-looser-cache = ce scriu comenzile în { $path } din dosarul personal rămâne în straturi și nu se întreabă
judge-looser-build = ce scriu comenzile în dosare numite { $path } pe care git le ignoră nu se întreabă
judge-looser-registry = { $client } poate contacta { $host } în repetiții fără să întrebe
judge-looser-never = { $command } poate fi repetat de probă
judge-looser-limits = repetițiile de probă pot consuma mai mult
judge-covers-script = exact acel script
judge-covers-field = câmpul { $field } din orice { $kind }
judge-covers-kind = orice { $kind }
judge-covers-any-command = orice comandă care, după repetiția ei, doar scrie fișiere
judge-covers-any-call = orice apel care nu distruge nimic
judge-covers-below = orice fișier de sub { $folder }
judge-covers-in = { $said } în { $folder }
judge-covers-sending = trimitere către { $hosts }
judge-policy-number = { $name } nu poate fi { $n }
judge-undo-exact = Se poate anula exact
judge-undo-caveats = Se poate reveni, cu rezerve
judge-undo-nothing = Nimic de anulat
judge-run-again = Rulează din nou
judge-changed-nothing = nu a schimbat nimic
judge-changed-since-proposed = schimbat de când a fost propus: { $saids }
judge-was-and-is = { $field } din { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } era { $then } și este { $now }
judge-definition-changed = definiția pentru { $tool } s-a schimbat de când a fost propus
judge-definition-unaccepted = definiția pentru { $tool } nu mai este acceptată
judge-refresh-hint = countersign refresh { $item } îl verifică din nou
judge-needs-result = are nevoie de rezultatul lui { $item }, care nu s-a aplicat
judge-args-gone = argumentele exacte ale lui { $item } nu mai sunt păstrate
judge-args-gone-hint = editați propunerea sau lăsați agentul să o facă din nou
judge-step-args-gone = argumentele exacte ale pasului { $n } nu mai sunt păstrate
judge-already-undone = deja anulat de { $event }
judge-irreversible = ireversibil: { $said }
judge-no-undo = nu are anulare
judge-not-handle = { $given } nu este identificatorul lui { $receipt }; identificatorul său este { $handle }
judge-holds-it = { $who } l-a rezervat
judge-undo-under-way = anularea sa este în curs
judge-undo-by-person = efectul său este în afara Countersign: o persoană îl anulează prin chitanța sa
judge-undo-purged = modificările sale înregistrate nu se mai păstrează
judge-merge-impossible = ce a făcut { $tool } nu poate fi îmbinat cu ce s-a schimbat între timp
judge-merge-conflicts = anularea nu poate fi îmbinată cu ce s-a schimbat între timp: { $saids }
judge-merge-field = { $field } din { $kind } { $id } este { $now }; a rămas { $left } și ar reveni la { $back }
judge-merge-moved = lucrul cu care s-ar îmbina s-a schimbat de când a fost arătat: propuneți din nou îmbinarea
judge-undo-merged = Anulare, îmbinată cu schimbări ulterioare: { $said }
judge-undo-unconfirmed = s-ar putea să nu refacă totul: uitați-vă ce ar face și acceptați (best_effort)
judge-undo-chain-moved = ce ar trebui anulat împreună cu { $receipt } nu este ce s-a arătat: uitați-vă din nou
judge-undo-do-put = pune la loc { $path }
judge-undo-do-gone = mută { $path } la coș
judge-undo-do-set = pune drepturile și datele lui { $path } ca înainte
judge-undo-do-move = mută { $from } la { $to }
judge-undo-do-field = { $said-label }: { $after } → { $before }
judge-undo-tool-gone = { $tool }, care l-ar anula, nu mai există
judge-undo-tool-fails = { $tool }, care l-ar anula, nu poate fi apelat: { $said }
judge-undo-tool-refused = { $tool }, care l-ar anula, este refuzat: { $saids }
judge-undo-tool-unaccepted = nimeni nu a acceptat definiția actuală a { $tool }, care l-ar anula; countersign servers o arată
judge-undo-of = Anulare: { $said }
judge-answered-question = Răspuns la „{ $question }”: { $answer }
judge-answer = răspuns
judge-answer-again = întrebarea așteaptă din nou: răspundeți iarăși
judge-rolled-back = Anulat în întregime: { $kind ->
    [plan] planul
    [step] pasul
   *[run] execuția
} { $id }, efecte anulate: { $n } din { $all }
judge-rollback-by-parts = fiecare parte are propria chitanță, care poate fi anulată
judge-undo-did-not-work = anularea sa nu a reușit
judge-never-come-back = { $n ->
    [one] { $n } efect nu poate fi anulat
    [few] { $n } efecte nu pot fi anulate
   *[other] { $n } de efecte nu pot fi anulate
}
judge-undo-target = chitanța { $receipt }
judge-undo-calls = apelează { $tool }, care { $class ->
    [read] doar citește
    [mutable] schimbă ceva
    [destructive] distruge ceva
   *[other] este { $class }
}
judge-undo-destroys = date pe care { $tool } le distruge
judge-cannot-be-undone = { $receipt } nu se poate anula
judge-not-yours = { $kind ->
    [item] nu aveți nicio propunere { $id }
    [run] nu aveți nicio rulare { $id }
    [plan] nu aveți niciun plan { $id }
    [step] nu aveți niciun pas { $id }
    [question] nu aveți nicio întrebare { $id }
   *[stage] nu aveți nicio scenă { $id }
}
judge-not-there = nu există { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id }
judge-not-in-list = nu există { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } în această listă
judge-ambiguous = { $given } ar putea fi oricare dintre { $found }
judge-ambiguous-hint = mai tastați un caracter
judge-record-gone = { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } nu mai există
judge-record-again = { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } există din nou
judge-record-changed = { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } s-a schimbat între timp (evenimentul { $event })
judge-field-changed = { $field } din { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } s-a schimbat între timp (evenimentul { $event })
judge-record-child = { $kind ->
    [item] propunerea
    [run] rularea
    [plan] planul
    [step] pasul
    [receipt] chitanța
    [question] întrebarea
    [stage] scena
    [set] setul de modificări
    [grant] permisiunea
    [token] tokenul
    [passkey] cheia de acces
    [webhook] webhookul
    [instruction] instrucțiunea
    [decision] decizia
    [working_set] setul de lucru
    [task] sarcina
    [report] raportul
    [server] serverul
   *[other] { $kind }
} { $id } are { $other ->
    [item] o propunere
    [run] o rulare
    [plan] un plan
    [step] un pas
    [receipt] o chitanță
    [question] o întrebare
    [stage] o scenă
    [set] un set de modificări
    [grant] o permisiune
    [token] un token
    [passkey] o cheie de acces
    [webhook] un webhook
    [instruction] o instrucțiune
    [decision] o decizie
    [working_set] un set de lucru
    [task] o sarcină
    [report] un raport
    [server] un server
   *[other] { $other }
} care s-a adăugat mai târziu ({ $child })
judge-record-damaged = înregistrarea { $kind } { $id } este deteriorată
judge-plan-no-step = planul { $plan } nu are pasul { $n }
judge-plan-no-result = pasul { $n } nu a dat un rezultat
judge-ran-out = i s-a terminat timpul
judge-server-failed = serverul său spune că a eșuat
judge-server-failed-with = serverul său spune că a eșuat: { $text }
judge-ended-signal = a fost încheiat de semnalul { $signal }
judge-ended-exit = s-a încheiat cu codul de ieșire { $code }
judge-ended-exit-with = s-a încheiat cu codul de ieșire { $code }: { $text }
judge-plan-step-failed = pasul { $n } ({ $said-what }) a eșuat: { $said }
judge-plan-took-back = planul său l-a retras
judge-plan-said-no = o persoană a spus nu la { $item }
judge-plan-said-no-why = o persoană a spus nu la { $item } (motiv: { $reason })
judge-was-taken-back = { $item } a fost retras
judge-nobody-decided-on = nimeni nu a decis la timp despre { $item }
judge-plan-resume = decizia care a făcut pasul { $n } să eșueze a fost retrasă; resume continuă planul
judge-plan-step-otherwise = pasul { $n } ar face acum altceva decât ce s-a arătat la aprobarea planului
judge-how-it-ended = nu se știe cum s-a terminat
judge-how-step-ended = nu se știe cum s-a terminat pasul { $n }: indicați cu countersign resolve { $item }, apoi resume
judge-now-says-steps = acum spune { $title } în { $n ->
    [one] { $n } pas
    [few] { $n } pași
   *[other] { $n } de pași
}
judge-plan-title = { $title } ({ $n ->
    [one] { $n } pas
    [few] { $n } pași
   *[other] { $n } de pași
})
judge-plan-done = { $done } din { $n ->
    [one] { $n } pas făcut
    [few] { $n } pași făcuți
   *[other] { $n } de pași făcuți
}
judge-plan-done-left = { $done } din { $n ->
    [one] { $n } pas făcut
    [few] { $n } pași făcuți
   *[other] { $n } de pași făcuți
}, { $left ->
    [one] { $left } omis
    [few] { $left } omiși
   *[other] { $left } de pași omiși
}
judge-plan-is-paused = { $said-done }; în pauză: { $said }
judge-plan-is-aborted = { $said-done }; întrerupt: { $said }
judge-plan-is-rejected = { $said-done }; respins: { $said }
judge-plan-rollback = { $said }; countersign plan rollback { $plan } anulează pașii făcuți
judge-no-step = nu există pasul { $step } în rularea { $run }
judge-run-paused = rularea { $run } este în pauză
judge-wait-person = așteptați până când o persoană o reia
judge-a-person = o persoană
judge-somebody = cineva
judge-no-step-begun = niciun pas al rulării { $run } nu a fost început
judge-no-step-begun-hint = începeți unul sau raportați cu un titlu
judge-step-unreported = { $step } ({ $title }) nu este încă raportat
judge-step-unreported-hint = raportați-l întâi; o rulare face un singur pas o dată
judge-step-reported = { $step } a fost deja raportat; stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}
judge-step-reported-by = { $step } a fost deja raportat; stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}, de { $who }
judge-step-reported-why = { $step } a fost deja raportat; stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
} (motiv: { $reason })
judge-step-reported-by-why = { $step } a fost deja raportat; stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}, de { $who } (motiv: { $reason })
judge-word-first = întâi trebuie să decidă o persoană
judge-step-over = s-a încheiat; începeți altul
judge-step-title = titlul unui pas are între 1 și { $most ->
    [one] { $most } caracter
    [few] { $most } caractere
   *[other] { $most } de caractere
}
judge-word-before-next = o persoană trebuie să decidă înainte să înceapă alt pas
judge-took-too-long = a durat prea mult
judge-ended-silent = s-a încheiat cu { $code } și fără ieșire
judge-was-ended = a fost oprit
judge-goes-not-on = nu continuă de la sine: { $said }
judge-its-run-over = rularea sa s-a încheiat
judge-its-step-over = pasul său s-a încheiat
judge-own-yes = are nevoie de un da separat
judge-has-expired = a expirat
judge-person-holds = o persoană l-a rezervat
judge-kind-always-asked = despre apelurile de acest fel se întreabă mereu
judge-rests-moved = s-a schimbat ceva de care depinde
judge-evidence-no-longer = dovezile pasului său nu îl mai lasă să treacă
judge-claimed = { $who } l-a rezervat; întrebați persoana sau așteptați până expiră rezervarea
judge-not-shown = nu v-a fost arătat niciodată; priviți întâi: countersign show { $item }
judge-changed-after-proposal = schimbat de când a fost propus: { $paths }
judge-examined-again = examinat din nou, deoarece altceva a fost aplicat: { $said }
judge-changed-since-looked = schimbat de când l-ați privit: { $said }; priviți din nou: countersign show { $item }
judge-nobody-decided-again = nimeni nu a decis la timp; agentul îl poate propune din nou
judge-decided-by = { $decision ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $decision }
} de { $who } (decizia { $id }); stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}
judge-it-is = stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}
judge-now-says = acum spune { $summary }
judge-was-rejected = { $item } a fost respins
judge-needed-result = avea nevoie de rezultatul lui { $item }, iar { $said }
judge-rejected-with-parent = { $item } a fost respins odată cu cel de care depinde
judge-nobody-decided = nimeni nu a decis la timp
judge-token-unknown = acest token nu este cunoscut aici
judge-token-revoked = acest token a fost revocat
judge-token-expired = acest token a expirat
judge-token-new-agent = o persoană poate crea unul nou: countersign token agent NAME
judge-token-new = o persoană poate crea unul nou: countersign token person|agent NAME
judge-only-persons-end = doar o persoană poate opri lucrări
judge-world-moved = țintele apelului s-au tot schimbat în timpul verificării
judge-try-again = încercați din nou
judge-no-operation = nu există operațiunea { $name }
judge-token-missing = acest dosar Countersign folosește tokenuri, iar apelul nu are niciunul
judge-token-missing-hint = setați COUNTERSIGN_TOKEN la al dvs.
judge-ended-before = { $who } l-a oprit înainte să înceapă
judge-ended-before-hint = se poate cere din nou
judge-internal = eroare internă în Countersign
judge-bad-json = acesta nu este JSON-ul așteptat: { $error }
judge-header-edited = antetul său a fost alterat
judge-body-edited = conținutul său a fost alterat
judge-changes-edited = modificările sale au fost alterate
judge-body-missing = conținutul său lipsește
judge-changes-missing = modificările sale lipsesc
judge-both-missing = conținutul și modificările sale lipsesc
judge-attempt-logged = { $said }; această încercare este în jurnal
judge-may-not-call = { $who } nu are voie să apeleze { $op }
judge-only-may = { $who ->
    [person] are voie doar o persoană
    [agent] are voie doar un agent
    [system] are voie doar sistemul
    [gate] are voie doar o poartă
    [verifier] are voie doar un verificator
   *[other] are voie doar: { $who }
}
judge-one-of-kind = { $kind ->
    [person] o persoană
    [agent] un agent
    [system] sistemul
    [gate] o poartă
   *[verifier] un verificator
}
judge-only-these-may = au voie doar: { $saids }
judge-role-may-not = { $who } este { $role } și nu are voie să apeleze { $op }
judge-takes-role = este nevoie de rolul { $role }
judge-token-not-for = tokenul lui { $who } nu permite { $op }
judge-token-is-for = permite { $scopes }
judge-from-process = { $who } nu are voie să apeleze { $op } dintr-un proces al lui { $agent }
judge-from-process-hint = decideți dintr-un terminal pe care nu l-a pornit niciun agent
judge-from-process-agent-hint = folosiți tokenul propriu al agentului sau un terminal pe care nu l-a pornit niciun agent
judge-key-used = cheia de idempotență { $key } a fost folosită pentru altă cerere
judge-key-used-hint = folosiți o cheie nouă pentru o cerere nouă
judge-elements-limit = { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
} într-un apel; limita este { $most }
judge-webhook-works = Acest webhook funcționează.
judge-webhook-test = Countersign: un test
judge-waits-for-person = { $kind ->
    [item] o propunere
    [run] o rulare
    [plan] un plan
    [step] un pas
    [receipt] o chitanță
    [question] o întrebare
    [stage] o scenă
    [set] un set de modificări
    [grant] o permisiune
    [token] un token
    [passkey] o cheie de acces
    [webhook] un webhook
    [instruction] o instrucțiune
    [decision] o decizie
    [working_set] un set de lucru
    [task] o sarcină
    [report] un raport
    [server] un server
   *[other] { $kind }
} așteaptă o persoană
judge-suggests = { $n ->
    [one] { $agent } propune { $n } modificare
    [few] { $agent } propune { $n } modificări
   *[other] { $agent } propune { $n } de modificări
}
judge-title-usage = Cererea este formulată greșit
judge-title-invalid = Conținutul nu poate fi acceptat
judge-title-not-found = Nimic nu are acest identificator sau nume
judge-title-conflict = Starea nu o permite
judge-title-stale = S-a schimbat între timp
judge-title-unauthenticated = Niciun token valid
judge-title-refused = Nepermis
judge-title-store = Depozitul de date nu poate fi folosit
judge-title-settings = Un fișier de setări nu poate fi folosit
judge-title-internal = Eroare internă
judge-level-same-user = același utilizator
judge-level-own-user = utilizator separat
judge-level-passkey = cheie de acces
judge-for-run = pentru această rulare
judge-for-hour = pentru o oră
judge-for-day = pentru o zi
judge-for-week = pentru o săptămână
judge-for-ever = pentru totdeauna
judge-item-cannot = pentru o propunere cu starea „{ $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}” nu se poate: { $trigger ->
    [confirm] confirmarea
    [reject] respingerea
    [defer] amânarea
    [edit] editarea
    [refresh] reexaminarea
    [retract] retragerea
    [begin] începerea
    [land] aplicarea
    [reopen] redeschiderea
    [withdraw] retragerea răspunsului
   *[other] { $trigger }
}
judge-status-cannot-become = { $noun }: din starea { $from } nu poate deveni { $to }
judge-address = această adresă nu poate fi folosită: { $said }
judge-address-letters = este prea lungă sau are spații, un fragment ori caractere nevalide
judge-address-scheme = nu are schemă
judge-address-spoken = se acceptă doar https și http
judge-address-password = conține un nume de utilizator sau o parolă
judge-address-password-hint = mesajele sunt semnate; destinatarul nu are nevoie de parolă
judge-address-host = gazda sau portul său nu este valid
judge-op-input = intrare nevalidă pentru { $op }: { $error }
judge-must-be = { $name } trebuie să fie { $said }, nu { $text }
judge-whole-from-zero = un număr întreg, 0 sau mai mare
judge-whole = un număr întreg
judge-number = un număr
judge-true-false = true sau false
judge-not-json = { $place } nu este JSON: { $error }
judge-not-json-near = { $place } nu este JSON: { $error }, lângă { $near }
judge-input-object = intrarea unei operațiuni este un obiect JSON
judge-must-be-text = { $name } trebuie să fie text
judge-server-changed = { $server } a schimbat definiția acestei unelte de când a fost acceptată
judge-server-new = această unealtă este nouă la { $server }: nimeni nu i-a acceptat definiția
judge-more-differences = … și încă { $n ->
    [one] { $n } diferență
    [few] { $n } diferențe
   *[other] { $n } de diferențe
}
judge-stands-for-step = { $text } se referă la un pas dintr-un plan, dar acest apel nu este într-un plan
judge-stands-for-step-hint = dați chiar valoarea: plan_status arată rezultatele pașilor unui plan
judge-never-result = { $text } nu va avea niciodată un rezultat; stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
}
judge-no-item-of-run = { $text } nu este o propunere a acestei rulări
judge-result-has-no = rezultatul lui { $whose } nu are { $path }
judge-schema-broken = schema pe care { $server } o dă pentru { $tool } este stricată: { $error }
judge-not-day = { $text } nu este o dată
judge-not-day-hint = scrieți-o ca 2026-11-15
judge-not-time = { $text } nu este o oră
judge-not-time-hint = scrieți-o ca 2026-11-15T09:30:00+01:00 sau fără decalaj, în ora locală
judge-too-far = { $day } este prea departe
judge-no-work = nu există nicio lucrare { $id } în curs
judge-no-work-hint = poate că s-a încheiat de la sine
judge-no-focus = niciun set de lucru nu are focalizarea dvs.
judge-no-focus-hint = numiți unul sau focalizați unul: countersign sets focus NAME
judge-no-working-set = nu există setul de lucru { $name }
judge-sets-list = countersign sets list le arată pe toate
judge-set-needs-name = un set de lucru are nevoie de un nume
judge-name-has = { $name } nu poate fi un nume: conține { $said }
judge-name-long = un nume are cel mult { $most ->
    [one] { $most } caracter
    [few] { $most } caractere
   *[other] { $most } de caractere
}
judge-name-id = { $name } nu poate fi un nume: arată ca un identificator
judge-name-taken = { $set } are deja numele { $name }
judge-name-taken-hint = alegeți alt nume; literele mari și mici nu se deosebesc
judge-focus-of = este focalizarea lui { $who }; doar acea persoană o poate schimba
judge-name-given-since = numele { $name } aparține acum lui { $set }
judge-nothing-called = nimic de aici nu se numește { $name }
judge-nothing-called-hint = dați un identificator (i12, rc4, run2, t5) sau tip:id pentru ce se păstrează în altă parte (pr:1234); nu s-a adăugat și nu s-a schimbat nimic
judge-not-kind-word = { $text } nu este tip:id: un tip este un cuvânt cu litere mici
judge-not-kind-id = { $text } nu este tip:id: un id are între 1 și { $most ->
    [one] { $most } caracter
    [few] { $most } caractere
   *[other] { $most } de caractere
}
judge-text-has = { $text } conține { $said }
judge-not-in-set = { $thing } nu este în { $set }
judge-stage-let-through = sunt lăsate să treacă cel mult { $most ->
    [one] { $most } gazdă
    [few] { $most } gazde
   *[other] { $most } de gazde
} sau căi
judge-stage-folders = o scenă cuprinde între 1 și { $most ->
    [one] { $most } dosar
    [few] { $most } dosare
   *[other] { $most } de dosare
}
judge-stage-folders-hint = apelați din dosarul care urmează să fie pus pe scenă
judge-stage-cannot = { $path } nu poate fi pus pe scenă
judge-stage-cannot-hint = numiți un dosar prin calea absolută; întregul sistem de fișiere nu poate fi pus pe scenă
judge-stage-of-run-dropped = scena { $stage } a acestei rulări a fost aruncată
judge-start-new-run = porniți o rulare nouă
judge-stage-dropped = { $stage } a fost aruncată; nu a mai rămas nimic din ea
judge-stage-waits = modificări pe scenă din { $folders }
judge-stage-waits-command = modificări pe scenă din { $folders }: { $command }
judge-stage-used = chiar acum rulează o comandă în { $stage }
judge-stage-used-hint = așteptați să se încheie sau încheiați-o
judge-stage-landing = { $stage } se aplică chiar acum
judge-steer-ended = rularea { $run } s-a încheiat și nu mai poate fi îndrumată
judge-steer-ended-hint = countersign run list arată rulările active
judge-instruction-blank = o instrucțiune nu poate fi goală
judge-instruction-long = instrucțiunea are { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}; limita este { $most }
judge-instruction-long-hint = puneți restul într-un fișier pe care agentul îl poate citi
judge-question-other-run = întrebarea { $question } nu a fost pusă în această rulare
judge-superseded-by = înlocuit de răspunsul la { $question }
judge-told-rerun = agentului i s-a spus să reia lucrul cu acest răspuns
judge-told-answer = agentul a aflat răspunsul
judge-told-superseded = agentul a aflat că răspunsul a înlocuit { $item }
judge-proposal-since = propunerea ulterioară { $item } se referă la el
judge-run-ended = rularea { $run } s-a încheiat
judge-start-new = porniți una nouă
judge-run-paused-by = rularea { $run } este pusă în pauză de { $who }
judge-run-paused-by-why = rularea { $run } este pusă în pauză de { $who } (motiv: { $reason })
judge-run-paused-hint = așteptați până când o persoană o reia, apoi repetați apelul
judge-run-stopped-by = rularea { $run } a fost oprită de { $who }
judge-run-stopped-by-why = rularea { $run } a fost oprită de { $who } (motiv: { $reason })
judge-run-stopped-hint = nu o continuați; pentru altă lucrare porniți o rulare nouă după nume (countersign run start) sau o sesiune nouă
judge-run-ended-before = rularea s-a încheiat înainte să fie raportat
judge-passkey-domain = { $domain } nu poate fi domeniul cheilor de acces
judge-passkey-domain-hint = folosiți numele sub care browserele găsesc Countersign, de exemplu localhost
judge-passkey-no-origin = nicio origine nu poate folosi chei de acces
judge-passkey-origin = { $origin } nu poate folosi chei de acces ale lui { $domain }
judge-flaw-long = o parte este prea lungă
judge-flaw-base64 = o parte nu este base64url fără completare
judge-flaw-cbor = conține CBOR pe care autentificatoarele nu îl scriu
judge-flaw-client-data = datele sale de client sunt greșit formate
judge-flaw-authenticator-data = datele sale de autentificator sunt greșit formate
judge-flaw-no-credential = nu s-a creat nicio credențială
judge-flaw-other-credential = credențiala nu este cea indicată
judge-flaw-key = cheia sa nu este acceptată: folosiți ES256 sau EdDSA
judge-flaw-ceremony = a fost făcut pentru altă ceremonie
judge-flaw-statement = s-a semnat altceva
judge-flaw-origin = l-a cerut o pagină de altă origine
judge-flaw-framed = a fost cerut din interiorul altei pagini
judge-flaw-site = a fost făcut pentru alt site
judge-flaw-nobody = niciun utilizator nu era prezent
judge-flaw-not-verified = autentificatorul nu a verificat utilizatorul
judge-flaw-signature = semnătura nu este a acelei chei de acces
judge-flaw-unknown = aceasta nu este o cheie de acces a acestei persoane
judge-flaw-revoked = această cheie de acces a fost revocată
judge-flaw-challenge = această provocare nu a fost dată acestei persoane
judge-flaw-used = la această provocare s-a răspuns deja
judge-flaw-expired = această provocare a expirat
judge-flaw-counter = contorul acelei chei de acces nu a avansat: cineva ar putea avea o copie a ei; revocați-o
judge-passkey-no-site = cheile de acces nu pot fi folosite aici: nu este stabilit niciun site
judge-passkey-no-site-hint = porniți serviciul cu numele sub care îl găsesc browserele
judge-passkey-none = { $who } nu are cheie de acces pentru { $site }
judge-passkey-none-hint = adăugați întâi una
judge-passkey-must-sign = { $who } are o cheie de acces, deci { $op } trebuie semnat cu ea
judge-passkey-must-sign-hint = cereți provocarea cu aceeași intrare: POST /v1/passkeys/authorize; pentru o cheie de acces pierdută, rulați passkey reset chiar pe mașină
judge-signed-unknown = este semnat cu { $passkey }, care nu este cunoscută
judge-signed-other-key = semnătura sa nu corespunde cheii lui { $passkey }
judge-signed-other-person = este semnat cu cheia de acces a lui { $who }
judge-signed-when = { $passkey } nu era valabilă la acea vreme
judge-signed-flaw = semnătura sa: { $said }
judge-passkey-let-in = a fost adăugată fără semnătura altei chei de acces a lui { $who }
judge-passkey-revoked-unsigned = { $who } a revocat-o fără semnătură
judge-said-signed = este marcat ca semnat, dar nu este
judge-destructive-unsigned = este distructiv și nesemnat, deși { $who } avea o cheie de acces
judge-yes-unsigned = acordul lui { $who } nu este semnat, deși avea o cheie de acces
judge-bad-indexes = indexurile
judge-bad-records = înregistrările
judge-bad-checkpoint = punctul de control al evenimentului { $event }
judge-events-missing = lipsesc evenimentele de la { $from } la { $to }
judge-event-follows = nu urmează după evenimentul dinaintea lui
judge-event-follows-one = nu urmează după cel dinainte
judge-fields-unreadable = câmpurile sale nu pot fi citite
judge-kind-unwritten = Countersign nu scrie înregistrări de felul acesta
judge-index-unfit = un index nu se potrivește cu înregistrările
judge-unreadable = nu poate fi citit
judge-field-not-written = câmpul { $field } nu este ce a scris evenimentul { $event }
judge-behind-back = o înregistrare a fost adăugată, scoasă sau alterată fără intrare în jurnal
judge-signature-false = semnătura sa nu este validă
judge-signature-other-home = a fost semnat cu altă cheie decât cea a acestui dosar Countersign
judge-log-cut = jurnalul se oprește la evenimentul { $event }: a fost tăiat
judge-log-rewritten = jurnalul a fost rescris: acel eveniment diferă
judge-unproven-witness = niciun martor: cine poate scrie baza de date ar fi putut trunchia sau rescrie jurnalul
judge-unproven-after = evenimentele de după { $event }: niciun martor nu are încă un punct de control al lor
judge-unproven-passkeys = ale cui sunt cheile de acces care au semnat: fiecare a fost înregistrată întâi de cine avea tokenul persoanei
judge-witness-line = linia { $n } din fișierul martor nu este un punct de control: { $error }
judge-no-event = { $text } nu este un eveniment
judge-no-run-yet = încă nu există nicio rulare
judge-report-title = # Raport de audit
judge-report-whole = Jurnalul întreg.
judge-report-whole-filter = Jurnalul întreg, { $filter }.
judge-report-range = De la { $said-from } până la { $until }.
judge-report-range-filter = De la { $said-from } până la { $until }, { $filter }.
judge-report-until-now = De la { $said-from } până acum.
judge-report-until-now-filter = De la { $said-from } până acum, { $filter }.
judge-report-beginning = început
judge-report-incomplete = {"**"}S-a citit doar o parte din jurnal: aici lipsesc apelurile mai vechi.**
judge-report-dropped = Lipsesc detaliile a { $n } evenimente: `countersign audit verify` spune care.
judge-report-totals = ## Totaluri
judge-report-by-tool = ## După unealtă
judge-report-by-actor = ## După actor
judge-report-by-run = ## După rulare
judge-report-calls = ## Apeluri
judge-report-newest = Cele mai noi { $n }.
judge-report-columns = | | apeluri | făcute | eșuate | respinse | confirmate | automate | reținute | ms în total | ms cel mult |
judge-report-call-columns = | ora | cine | agent | unealtă | ce s-a apelat | rezultat | cod de ieșire | confirmat de o persoană | ms |
judge-report-yes = da
judge-report-no = nu
judge-pages-go-on = Jurnalul continuă după { $event }; aceste pagini se termină acolo.
judge-pages-end = Sfârșitul evenimentelor cerute.
judge-pages-whole = jurnalul întreg
judge-pages-title = Countersign: jurnal de audit
judge-pages-column = { $name ->
    [event] EVENIMENT
    [at] CÂND
    [who] CINE
    [agent] AGENT
    [operation] OPERAȚIE
    [run] RULARE
    [tool] UNEALTĂ
    [ended] REZULTAT
   *[hash] HASH
}
judge-pages-page = pagina { $page } din { $all }
judge-pages-took = { $call } ({ $ms } ms)
judge-seen-opened = deschis în { $from } cu { $s } s înainte, în întregime
judge-seen-opened-part = deschis în { $from } cu { $s } s înainte, nu în întregime
judge-seen-listed = arătat în setul său în { $from } cu { $s } s înainte, în întregime
judge-seen-listed-part = arătat în setul său în { $from } cu { $s } s înainte, nu în întregime
judge-seen-never = această versiune nu îi fusese arătată
judge-report-decisions = ## Decizii
judge-report-decision-columns = | oră | cine | răspuns | agent | ce | arătat înainte de răspuns |
judge-pages-code = { $call }, cod de ieșire { $code }
judge-pages-ended = { $ended ->
    [success] reușit
    [error] eroare
    [rejected_by_user] respins de o persoană
   *[held] reținut
}
judge-pages-made = Făcut { $at } pentru { $who }. Evenimente: { $n }. Cerut: { $said-asked }.
judge-chain-broken = LANȚUL DE AMPRENTE ESTE RUPT la { $event }: { $said }
judge-chain-holds = { $n ->
    [one] Lanțul de amprente este valid: { $n } eveniment, legat de toate dinaintea lui.
    [few] Lanțul de amprente este valid: { $n } evenimente, fiecare legat de toate dinaintea lui.
   *[other] Lanțul de amprente este valid: { $n } de evenimente, fiecare legat de toate dinaintea lui.
}
judge-chain-holds-first = Lanțul de amprente este valid pentru { $n ->
    [one] primul eveniment
    [few] primele { $n } evenimente
   *[other] primele { $n } de evenimente
}; restul nu a fost examinat.
judge-chain-head = Ultimul său eveniment este { $event }, cu amprenta { $hash }.
judge-pages-unproven = Aceste pagini nu dovedesc că jurnalul nu a fost trunchiat sau rescris: comparați amprenta cu un punct de control păstrat în altă parte.
judge-pages-confirmed = { $call } -> { $ended }, confirmat de o persoană
judge-pages-more-calls = { $n ->
    [one] și încă { $n } apel al acestui eveniment
    [few] și încă { $n } apeluri ale acestui eveniment
   *[other] și încă { $n } de apeluri ale acestui eveniment
}
judge-pages-dropped = (detaliile lipsesc)
bulk-destructive = este distructivă
bulk-typed = trebuie tastat ceva pentru a o confirma
bulk-not-whole = nu este arătată în întregime: { $saids }
bulk-long = diff-ul ei nu încape pe o pagină
bulk-unopened = { $n ->
    [one] { $n } linie schimbată nu a fost deschisă
    [few] { $n } linii schimbate nu au fost deschise
   *[other] { $n } de linii schimbate nu au fost deschise
}
bulk-put-off = a fost amânată
bulk-unknown = nu se știe ce s-a întâmplat cu ea
bulk-warning = are un avertisment: { $said }
bulk-warning-more = are un avertisment: { $said } (+{ $n })
bulk-odd = ceva este ciudat la ea: { $said }
bulk-odd-more = ceva este ciudat la ea: { $said } (+{ $n })
bulk-never-shown = nu v-a fost arătată niciodată
bulk-own-yes = are nevoie de un da separat: { $saids }
judge-trusted = poate fi anulat exact, iar dosarul { $folder } este de încredere
judge-looser-trust = modificările din { $folder } se aplică fără întrebare
judge-policy-trust-folder = { $text } nu este calea absolută a unui dosar
judge-policy-trust-folder-hint = scrieți calea completă fără legături, cum face countersign trust DIR
judge-policy-cache-hint = numiți un dosar din dosarul personal, de exemplu ".cache/tool"
judge-policy-build-hint = numiți un dosar, de exemplu "generated" sau "*.out"
judge-tainted = trimite date, iar această rulare a citit { $saids }
judge-tainted-more = trimite date, iar această rulare a citit { $saids } și încă { $n }
judge-tainted-then = a trimis date după ce rularea sa a citit un secret sau un text străin
judge-mark-secret = secretul { $source } ({ $by })
judge-mark-web = text de la { $source } ({ $by })
judge-mark-server = textul serverului { $source } ({ $by })
judge-mark-file = { $source }, scris de o altă rulare de acest fel ({ $by })
judge-redo-of = Refacere: { $said }
