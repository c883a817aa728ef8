details-crumbs = Unde sunteți
details-set-of = Modificări de la { $agent }
details-to-answers = La răspunsuri
details-facts = Ce face
details-circumstances = De ce sunteți întrebat
details-class = Fel
details-class-read = doar citește
details-class-mutable = schimbă ceva
details-class-destructive = distruge ceva
details-target = Țintă
details-deletes = Șterge
details-destroys = Distruge
details-writes = Scrie
details-executes = Execută
details-hosts = Contactează
details-protected = Protejat
details-reads = Citește
details-hits = Afectează
details-hits-n = { $n ->
    [one] { $n } fișier sau dosar
    [few] { $n } fișiere și dosare
   *[other] { $n } de fișiere și dosare
}
details-flags = Atenție
details-flag-opaque = în parte neînțeles
details-flag-outside = în afara spațiului de lucru
details-flag-privileged = cere mai multe drepturi
details-flag-sends = trimite date în afară
details-folder = Dosar de lucru
details-undo = Anulare
details-undo-exact = se poate anula exact
details-undo-best = se poate anula pe cât posibil
details-undo-never = nu se poate anula
details-undo-none = Nu este nimic de anulat.
details-why = Motiv
details-rule = după regula { $rule }
details-row = { $row ->
    [stopped] fiindcă rularea a fost oprită
    [paused] fiindcă rularea este în pauză
    [frozen] fiindcă totul este înghețat
    [refuse_rule] fiindcă o regulă refuză
    [protected] fiindcă atinge ceva despre care se întreabă mereu
    [always_rule] fiindcă o regulă întreabă mereu
    [definition] fiindcă nimeni nu a acceptat definiția uneltei
    [tainted] pentru că trimite, iar rularea sa a citit un secret sau un text străin
    [plan_step] fiindcă un plan aprobat îl conține
    [grant] fiindcă un da reținut îl acoperă
    [allow_rule] fiindcă o regulă îl permite
    [by_policy] fiindcă politica hotărăște
    [stage] fiindcă efectul rămâne într-o scenă
    [unlisted_host] fiindcă trimite la o gazdă care nu este listată
    [opaque] fiindcă o parte nu a putut fi înțeleasă
    [unknown_tool] fiindcă unealta este necunoscută
    [ask_rule] fiindcă o regulă întreabă
    [rehearsed] fiindcă o repetiție a arătat că nu schimbă nimic
    [trust] fiindcă dosarul său este de încredere
    [evidence] din cauza dovezilor pasului
   *[class] fiindcă schimbă ceva
}
details-approvals = Aprobări
details-claimed = Rezervat de
details-expires = Expiră
details-depends = Așteaptă
details-step = Pas
details-plan = Plan
details-plan-step = pasul { $n }
details-question = Presupune un răspuns la
details-origin = De unde vine
details-subject = Despre
details-run = Rulare
details-set = Set de modificări
details-decided = Decis
details-reason = Motivul dvs.
details-digest = Amprentă
details-more-of = încă { $n } din { $total }
details-command = Comanda întreagă
details-length = linii: { $lines }, caractere: { $characters }
details-uncertain = (cât se poate afla)
details-line = O linie întreagă
details-definition = Unealta însăși s-a schimbat
details-definition-why = Definiția ei diferă de cea acceptată. Confirmarea o acceptă și pe aceasta.
details-words = Ce spune agentul
details-words-claim = Propriile sale cuvinte: o afirmație, nu un fapt.
details-next = Urmează:
details-arguments = Argumentele lui { $tool }
details-no-arguments = Nu există.
details-arguments-proposed = Așa cum le-a propus agentul
details-rest = { $n ->
    [one] încă { $n } caracter
    [few] încă { $n } caractere
   *[other] încă { $n } de caractere
}
details-stale = S-a schimbat de la afișare
details-needs-review = Nu se știe cum s-a terminat
details-failed = A eșuat
details-refresh = Verifică din nou
details-resolve-why = Verificați starea reală, apoi spuneți dacă s-a făcut.
details-not-landed = Nu s-a făcut
details-landed = S-a făcut
details-decisions = Răspunsuri de până acum
details-withdraw = Retrage răspunsul
details-lift = Lasă agentul să propună din nou
details-decided-confirmed = Confirmat
details-decided-rejected = Respins
details-decided-deferred = Amânat
details-signed = semnat cu o cheie de acces
details-withdrawn = retras
details-receipt = Chitanță
details-undone = Anulat de
details-result = Rezultat
details-answers = Răspunsul dvs.
details-held = { $who } l-a rezervat; întrebați persoana sau așteptați până expiră rezervarea.
details-reject = Respinge
details-defer = Amână
details-confirm = Confirmă
details-lost = Ce se șterge: { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }
details-lost-folder = dosar
details-lost-inside = { $n ->
    [one] 1 fișier înăuntru
    [few] { $n } fișiere înăuntru
   *[other] { $n } de fișiere înăuntru
}
details-lost-page = { $from } până la { $to } din { $total }
details-lost-before = Înapoi
details-lost-after = Înainte
details-reason-label = Motiv, pentru agent (opțional)
details-type = Pentru confirmare, tastați
details-passkey = Semnați aceasta cu cheia dvs. de acces.
details-passkey-script = Cheile de acces au nevoie de JavaScript, oprit aici: porniți-l ca să confirmați.
details-edit = Schimbă argumentele
details-claim = Rezervă pentru 15 minute
details-release = Eliberează
details-always = Confirmă și ține minte acest da
details-always-why = Astfel de apeluri ale lui { $agent } la { $tool } rulează atunci fără întrebare. În setări puteți vedea și revoca acest lucru.
details-always-what = Pentru ce
details-scope-exact = Exact
details-scope-kind = Oricare de felul lui:
details-scope-so-far = ar fi acoperit { $n } din { $total } până acum
details-scope-not-forever = nu pentru totdeauna
details-scope-command = Această comandă cu orice argument:
details-scope-folder = Acest dosar:
details-scope-host = Această gazdă:
details-scope-tool = Această unealtă:
details-always-long = Cât timp
details-lifetime-run = această rulare
details-lifetime-1h = 1 oră
details-lifetime-1d = 1 zi
details-lifetime-1w = 1 săptămână
details-lifetime-forever = până la revocare
details-always-uses = De câte ori
details-always-confirm = Confirmă și ține minte
details-offer-confirm = Confirmă și permite aceasta timp de o săptămână
details-dismiss = Înlătură toate { $n }
details-alone = { $n ->
    [one] { $n } dintre acestea se decide pe pagina sa.
    [few] { $n } dintre acestea se decid pe paginile lor.
   *[other] { $n } dintre acestea se decid pe paginile lor.
}
diff-title = Diferență
diff-files = { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
diff-lines = { $n ->
    [one] { $n } linie în total
    [few] { $n } linii în total
   *[other] { $n } de linii în total
}
diff-counts = linii adăugate: { $added }, scoase: { $removed }
diff-more-files = { $n ->
    [one] și încă { $n } fișier
    [few] și încă { $n } fișiere
   *[other] și încă { $n } de fișiere
}
diff-before = { $n ->
    [one] { $n } linie înainte, din { $total }
    [few] { $n } linii înainte, din { $total }
   *[other] { $n } de linii înainte, din { $total }
}
diff-after = { $n ->
    [one] încă { $n } linie din { $total }
    [few] încă { $n } linii din { $total }
   *[other] încă { $n } de linii din { $total }
}
diff-continued = (continuare)
diff-more-characters = { $n ->
    [one] … încă { $n } caracter
    [few] … încă { $n } caractere
   *[other] … încă { $n } de caractere
}
diff-blank = { $n ->
    [one] { $n } linie goală
    [few] { $n } linii goale
   *[other] { $n } de linii goale
}
diff-old = Înainte
diff-new = După
diff-text = Text
diff-unified = Pe o coloană
diff-split = Alăturat
diff-viewed = văzut
diff-viewed-count = { $n } din { $total } văzute
diff-folded = restrâns: nu este arătat aici
diff-new-file = fișier nou
diff-deleted = șters
diff-renamed = redenumit
diff-alike = { $n } % la fel
diff-mode = Drepturi
diff-mode-runs = Devine executabil
diff-mode-runs-not = Nu mai este executabil
diff-space-hide = Ignoră spațiile
diff-space-hidden = { $n ->
    [one] { $n } linie schimbată diferă doar prin spații și apare aici ca la fel.
    [few] { $n } linii schimbate diferă doar prin spații și apar aici ca la fel.
   *[other] { $n } de linii schimbate diferă doar prin spații și apar aici ca la fel.
}
details-space-hidden = Această pagină ignoră spațiile, deci nu arată totul: pentru un da este nevoie de pagina care arată totul.
details-space-all = Arată tot
diff-as-table = Ca tabel
diff-as-notebook = Ca notebook
diff-again = Aceleași schimbări încă o dată; se decide asupra diferenței de mai jos.
details-pictures = Imagini
details-pictures-part = Un fișier conține mai mult decât arată imaginea lui.
details-picture-before = { $path }, înainte
details-picture-after = { $path }, după
details-picture-none = Niciun fișier
diff-changed = schimbat:
diff-table-part = Tabelul arată cel mult { $rows } rânduri și { $columns } coloane.
diff-cell-code = Celulă de cod
diff-cell-text = Celulă de text
diff-outputs = Schimbări în ieșiri și metadate:
long-piece = caracterele { $from }–{ $to } din { $total }
long-before = Partea anterioară
long-after = Partea următoare
edit-title = Alte argumente
edit-tool = Alte argumente pentru { $tool }
edit-decided = Este deja decis.
edit-why = Apelul se judecă și se arată din nou cu aceste argumente; nu se întâmplă nimic până nu îl confirmați.
edit-large = Sunt prea mari pentru un formular cu câmpuri.
edit-large-json = Modifică-le ca JSON
edit-send = Arată cu acestea
edit-leave = Lasă cum este
edit-json = Scris ca JSON.
edit-required = (obligatoriu)
edit-hidden = Este un secret care nu se arată: introduceți-l din nou.
edit-yes = da
edit-no = nu
edit-lines = Câte unul pe linie.
edit-hunk = Fragmentul { $n }
edit-land = Doar o parte
edit-land-why = A fost repetat de probă. Alegeți modificările care să se aplice; celelalte nu se întâmplă.
edit-land-send = Arată doar această parte
details-changes = Mai schimbă
details-changed = { $n ->
    [one] { $n } modificare
    [few] { $n } modificări
   *[other] { $n } de modificări
}
diff-not-whole = nu este arătat în întregime, deci nu este numărat
diff-note-conflict = Conflict:
diff-note-wal = schimbările care sunt încă în fișierul -wal nu sunt arătate
diff-note-no-rows = nici schema, nici vreun rând al tabelelor nu diferă
diff-note-work-tree = nu este text, sau este foarte lung: fișierul din arborele de lucru
diff-note-no-newline = Fără sfârșit de linie la capătul fișierului
diff-note-removed-rows = rânduri șterse
diff-note-changed-rows = rânduri schimbate
diff-note-added-rows = rânduri adăugate
diff-note-sqlite = Este o bază de date SQLite: mai jos este ce diferă în schemă și în rândurile tabelelor; nu vederile, tabelele virtuale, coloanele generate și ce depășește 200 de caractere dintr-o valoare
diff-note-no-text = Nu este arătat: nu este text, sau este foarte lung
diff-note-too-much = Nu este arătat: este prea mult
diff-note-unreadable = Nu este arătat: nu se poate citi, este prea mare sau rândurile nu se pot deosebi
diff-note-hunk = partea { $n }
diff-note-more = … (+{ $n }, nearătate)
diff-note-left = diferențe nearătate: { $n }
whole-title = Totul
whole-parts = Totul, pagină cu pagină
whole-file = Diferența ca fișier
whole-content = Conținutul nou ca fișier
whole-none = Restul nu este disponibil: { $said }.
whole-here = Liniile { $from } – { $to } din { $total }
whole-back = Înapoi la întrebare
