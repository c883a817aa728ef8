command-stdout = nu se poate scrie la ieșirea standard: { $error }
command-label-error = eroare:
command-label-inside = intern:
command-group-audit = Jurnalul: ce s-a întâmplat și dacă a fost modificat de atunci
command-group-grants = Acorduri reținute
command-group-hook = Hookuri care pun sub control uneltele proprii ale agenților
command-group-passkey = Chei de acces cu care persoanele semnează acțiuni distructive
command-group-plan = Planuri: lucrări propuse înainte de a fi făcute
command-group-policy = Regulile: despre ce se întreabă și de ce
command-group-question = Întrebările agenților
command-group-run = Rulări: lucrări ale agenților
command-group-sets = Seturi de lucru: ce adunați ca să priviți
command-group-step = Pași ai lucrărilor: începuți, verificați, hotărâți
command-group-token = Tokenuri pentru persoane, agenți și verificatori
command-group-webhooks = Webhookuri: cine este anunțat de evenimente
command-about = Agenții propun. Dvs. contrasemnați.
command-arg-json = Afișează JSON în loc de text
command-arg-takes-json = { $said } (JSON, @FILE sau - pentru intrarea standard)
command-arg-takes-list = { $said } (mai multe: separate prin virgule)
command-about-up = Rulează serviciul acestui dosar Countersign: API HTTP, evenimente în direct, termene
command-about-down = Încheie serviciul acestui dosar Countersign
command-about-mcp = Oferă MCP pe intrarea și ieșirea standard unui agent: o punte către serviciu
command-about-open = Creează un link de unică folosință care autentifică un browser și îl deschide acolo unde există ecran
command-about-pair = Arată, drept cod QR, un link de unică folosință care autentifică un telefon
command-about-passkey-reset = Revocă toate cheile de acces ale unei persoane care le-a pierdut; chiar pe mașină, cât timp nu rulează niciun serviciu
command-about-audit-verify = Află dacă jurnalul sau înregistrările au fost modificate
command-about-audit-checkpoint = Semnează sfârșitul jurnalului, pentru a fi păstrat în altă parte ca martor
command-about-demo = Joacă rolul unui agent după un scenariu, într-un dosar de probă: priviți, decideți, anulați, vedeți jurnalul
command-about-import = Preia serverele pe care agenții le au în propriile setări; se arată mai întâi, se poate anula
command-about-doctor = Examinează acest dosar Countersign: ce există, ce nu este în regulă, ce nu este protejat
command-about-hook-install = Pune sub control uneltele proprii ale unui agent, prin hookuri în setările lui; se arată mai întâi, se poate anula
command-about-hook-remove = Scoate din nou hookurile din setările unui agent
command-about-hook-status = Spune unde sunt puse hookuri
command-about-hook-run = Judecă un eveniment al unui agent, citit de la intrarea standard (o pornesc agenții)
command-about-exec = Așteaptă o comandă despre care a întrebat un agent și îi redă ieșirea (o pornesc agenții)
command-about-stage = Rulează un agent întreg sau o comandă într-o scenă: nimic nu se aplică până nu spuneți dvs.
command-about-stage-run = Rulează încă o comandă într-o scenă
command-about-stage-shell = Deschide un shell într-o scenă
command-about-completions = Afișează completările pentru un shell
command-about-man = Afișează pagina de manual
command-arg-take-back = Retrage răspunsul, cât timp agentul nu l-a aflat
command-arg-witness = Compară jurnalul cu punctele de control din acest fișier, păstrat în altă parte
command-arg-checkpoint-to = Îl adaugă la acest fișier; păstrați-l unde programele acestui dosar Countersign nu pot scrie
command-arg-check-command = O linie de comandă, așa cum ar primi-o shell.run
command-arg-check-explain = Arată comanda, cu efectele ei marcate dedesubt
command-arg-check-jsonl = Citește apeluri {"{"}"id","tool","args","cwd"?{"}"} de la intrarea standard, unul pe linie, și răspunde la fiecare pe o linie
command-arg-demo-yes = Rulează singură, cu răspunsurile pe care le-ar da o persoană atentă
command-arg-exec-item = Propunerea în care s-a transformat comanda, sau comanda într-un singur cuvânt
command-arg-exec-follow = Îi spune unui shell, prin descriptorul 3, să meargă în dosarul în care s-a încheiat comanda
command-arg-exec-agent = Apelează ca acel agent, indiferent ce permite tokenul
command-arg-waits-person = Așteaptă o persoană cel mult atât
command-arg-wait-s = Cu --wait: așteaptă cel mult atât
command-arg-the-agent = Agentul
command-arg-the-shell = Shellul
command-arg-the-person = Persoana
command-arg-the-stage = Scena
command-arg-hook-project = În setările proiectului din acest dosar, nu în cele proprii ale persoanei
command-arg-hook-yes = Face ce s-a arătat
command-arg-mcp-agent = Numele agentului, dacă COUNTERSIGN_TOKEN nu este al unui agent
command-arg-open-print = Afișează doar linkul
command-arg-man-dir = Scrie în schimb câte o pagină pentru fiecare comandă în acest dosar
command-arg-pair-minutes = Câte minute este valabil linkul
command-arg-passkey-reason = Motivul; rămâne în jurnal
command-arg-stage-hosts = Îi permite să ajungă la aceste gazde: example.com, *.example.com, 127.0.0.1:8080
command-arg-stage-through = Lasă să treacă un fișier sau un dosar: modificările de acolo sunt reale, iar secretele nu sunt ascunse
command-arg-stage-root = Pune pe scenă acest dosar în locul celui din care este apelat; poate fi dat de mai multe ori
command-arg-stage-command = Comanda și argumentele ei
command-arg-stage-shell-command = O comandă în locul unui shell
command-arg-system = Îl configurează sub un utilizator propriu (ca root); se arată mai întâi
command-arg-system-workspace = Un dosar în care să lucreze
command-arg-system-user = Utilizatorul sub care rulează
command-arg-system-for = Utilizatorul primei persoane
command-arg-system-remove = Anulează instalarea
command-arg-system-yes = Face ce s-a arătat
command-arg-up-listen = Unde să asculte; altfel 127.0.0.1:4114 sau orice port liber, dacă acela este ocupat
command-arg-up-cert = Certificatul de arătat, PEM
command-arg-up-key = Cheia certificatului, PEM
command-arg-up-self-signed = Creează un certificat și îi arată amprenta
command-arg-up-insecure = Ascultă alte mașini fără criptare
command-arg-up-idle = Se încheie când nimeni nu l-a folosit atâta timp
command-arg-up-auto = Pentru o comandă care nu a găsit niciun serviciu
command-arg-import-files = Fișierele de setări ale agenților; altfel cele ale acestui dosar și ale dvs.
command-arg-import-agent = Doar cele ale acelui agent: claude-code, codex, cursor, opencode, vscode
command-arg-import-yes = Face ce se arată, pentru fișierele dvs.
command-arg-import-trust = Cu --yes: și pentru fișierele proiectului
command-arg-import-dry-run = Arată ce s-ar schimba și nu face nimic
command-arg-import-undo = Anulează un import, implicit ultimul
command-arg-import-keep = Cu --undo: nu atinge ce s-a schimbat de atunci
command-not-told-to-end = serviciului (pid { $pid }) i s-a cerut să se încheie și nu a făcut-o
command-its-log = jurnalul său este { $path }
command-holds-home = procesul { $pid } ține acest dosar Countersign și nu răspunde pe socketul său
command-holds-home-hint = poate că pornește sau se încheie: încercați din nou peste o clipă; dacă s-a blocat, încheiați-l manual
command-cannot-tell-to-end = serviciului (pid { $pid }) nu i se poate cere să se încheie: { $error }
command-machine-daemon-hint = este al mașinii: systemctl start countersign sau sudo countersign up --system; trebuie să fiți în grupul lui; pentru un dosar Countersign propriu setați COUNTERSIGN_HOME
command-socket-named-hint = îl indică COUNTERSIGN_SOCKET: porniți serviciul care ascultă acolo sau eliminați variabila
command-start-anew-theirs = cereți celui care îl rulează să îl pornească din nou
command-start-anew-own = încheiați-l cu countersign down; următoarea comandă îl pornește din nou
command-other-version = serviciul acestui dosar Countersign are altă versiune ({ $said })
command-this-version-hint = aceasta este { $version }: { $said }
command-daemon-words = pid { $pid }, versiunea { $version }, la { $url }
command-no-daemon-started = nu se poate porni niciun serviciu: { $error }
command-start-it-hint = porniți-l: countersign up
command-did-not-start = serviciul nu a pornit
command-did-not-start-why = serviciul nu a pornit: { $why }
command-policy-stays = { $said }: rămân în vigoare regulile anterioare
command-policy-loosens = policy.toml relaxează ceva și așteaptă: countersign policy changes
command-config-changed = config.toml s-a schimbat: countersign down, iar următoarea comandă îl folosește
command-settings-blind = setările schimbate nu mai sunt observate: rulați countersign down, iar următoarea comandă le încarcă
command-settings-stay = { $said }: rămân în vigoare setările anterioare
command-nothing-done-correct = nu s-a făcut nimic; corectați fișierul și încercați din nou
command-in-force-unreadable = regulile în vigoare nu pot fi citite, așa că se întreabă despre tot: { $said }
command-starting-or-ending = pornește sau se încheie
command-runs-already = aici rulează deja un serviciu ({ $said })
command-down-ends-it = încheiați-l cu countersign down
command-cannot-listen = nu se poate asculta pe { $address }: { $error }
command-cannot-listen-hint = poate că acolo ascultă alt program: alegeți alt port cu --listen
command-home-writable-other = dosarul Countersign trebuie să fie unul în care puteți scrie; COUNTERSIGN_HOME indică altul
command-home-writable = dosarul Countersign trebuie să fie unul în care puteți scrie
command-cannot-use-home = nu se poate folosi dosarul Countersign { $path }: { $error }
command-need-own = { $said }: comenzile ajung la { $said-daemon } de la { $path }
command-the-machines-daemon = serviciul mașinii
command-the-daemon = serviciul
command-need-own-ended = nu se încheie nimic
command-need-own-passkey = nu se resetează nicio cheie de acces
command-need-own-stage = o scenă are nevoie de un dosar Countersign propriu
command-need-own-up = nu se pornește niciun serviciu propriu
command-need-own-import = nu se importă nimic
command-need-own-hint = ca utilizatorul său: sudo -u countersign COUNTERSIGN_HOME={ $home } countersign …; pentru un dosar Countersign propriu setați COUNTERSIGN_HOME
command-no-home = nu se găsește niciun dosar personal
command-no-home-hint = setați COUNTERSIGN_HOME la un dosar în care puteți scrie
command-cannot-read = nu se poate citi { $path }: { $said }
command-cannot-read-utf = nu se poate citi { $path }: nu este text în { $encoding }: { $error }
command-not-a-file = nu este un fișier
command-larger-than-1 = depășește 1 MiB
command-larger-than-5 = depășește 5 MiB
command-link-to-nothing = este o legătură simbolică spre nimic
command-is-a-link = este o legătură simbolică
command-server-name = { $path }: [server.{ $name }] nu poate fi un nume
command-server-name-hint = folosiți litere, cifre, - și _, cel mult 64
command-server-both = { $path }: [server.{ $name }] are atât `command`, cât și `url`
command-server-both-hint = păstrați-l pe cel prin care se ajunge la el
command-server-taken = { $path }: [server.{ $name }] este rezervat uneltelor proprii ale Countersign
command-server-taken-hint = alegeți altul, de exemplu { $name }-server
command-no-pack = { $path }: nu există pachetul { $name }
command-there-are = există { $names }
command-input-unreadable = { $label } nu poate fi citit de la intrarea standard: { $error }
command-file-unreadable = { $label } nu poate fi citit din { $path }: { $error }
command-place-stdin = intrarea standard
command-give-json = dați JSON precum '{"{"}"title":"Fix login"{"}"}', @FILE sau - pentru intrarea standard
command-pages-no-text = un PDF nu poate fi afișat într-un terminal
command-pages-no-text-hint = adăugați > audit.pdf
command-signed = evenimentul { $n } semnat; adăugat la { $path }
command-cannot-read-witness = nu se poate citi martorul { $path }: { $error }
command-cannot-write-witness = nu se poate scrie martorul { $path }: { $error }
command-key-unusable = cheia de semnare { $path } nu poate fi folosită: { $said }
command-key-not-32 = nu are 32 de octeți
command-at-database = baza de date
command-stdin-unreadable = intrarea standard nu poate fi citită: { $error }
command-no-call = nu există niciun apel de judecat
command-line-no-json = linia nu este un obiect JSON: { $error }
command-demo-begin = Un agent numit robin lucrează într-un dosar de probă. Cititul este inofensiv și se face imediat:
command-demo-held = Modificările sunt reținute, iar robin merge mai departe:
command-demo-context = robin citește cum au fost primite propunerile sale:
command-demo-ask = da sau nu? [y/n]
command-demo-accounting = aceasta este contabilitatea noastră
command-demo-no = nu în această demonstrație
command-demo-receipts = Tot ce s-a aplicat are o chitanță și calea înapoi:
command-demo-undo = Ultimul este anulat:
command-demo-whole = Jurnalul este întreg: { $n ->
    [one] { $n } eveniment
    [few] { $n } evenimente
   *[other] { $n } de evenimente
}, fiecare legat de toate dinaintea lui.
command-demo-end = Dosarul de probă { $path } este șters acum.
command-demo-unusable = demonstrația nu își poate folosi dosarul de probă: { $error }
command-doctor-version = versiune
command-doctor-home = dosar
command-doctor-level = nivel
command-doctor-daemon = serviciu
command-doctor-listen = ascultă
command-doctor-database = bază de date
command-doctor-tokens = tokenuri
command-doctor-agents = agenți
command-doctor-policy = reguli
command-doctor-config = configurare
command-doctor-checks = verificări
command-doctor-processes = procese
command-doctor-socket = socket
command-doctor-hooks = hookuri
command-doctor-rehearsal = probă
command-doctor-not-protected = Neprotejat aici
command-doctor-open-tools = un agent care rulează unelte proprii: sunt judecate doar apelurile făcute prin Countersign
command-doctor-open-log = sfârșitul jurnalului: o modificare se vede, dar un jurnal tăiat sau rescris în întregime se vede doar față de un punct de control păstrat în altă parte
command-doctor-open-no-daemon = termene, webhookuri și păstrarea datelor cât timp nu rulează niciun serviciu: așteaptă următoarea comandă; countersign up rămâne pornit
command-doctor-open-network = traficul de rețea: alte mașini se conectează fără criptare, inclusiv tokenuri și decizii
command-doctor-open-same-user = acest dosar Countersign față de un program care rulează sub utilizatorul dvs.: poate citi și scrie baza de date și vă poate vedea tokenul
command-doctor-open-family = o decizie a unui proces al dvs. pornit de un agent, dacă a părăsit arborele de procese al agentului și și-a golit mediul
command-doctor-open-token = un agent care rulează sub utilizatorul dvs.: vă poate folosi tokenul dintr-un proces al dvs.; lăsați agenții să ruleze sub alt utilizator
command-doctor-behind = în spatele lui { $path }: doar utilizatorul său o poate examina
command-doctor-none-yet = încă niciuna; prima comandă o creează
command-doctor-not-there = { $path } (încă nu există)
command-doctor-mode = { $path } (drepturi { $mode })
command-doctor-socket-open = { $path } (drepturi { $mode }) este deschis altora
command-doctor-open-mode = { $path } este deschis altora (drepturi { $mode })
command-doctor-cannot-look = nu se poate examina { $path }: { $error }
command-doctor-damaged = baza de date este deteriorată: { $said }
command-doctor-events = versiunea { $version }, { $n ->
    [one] 1 eveniment
    [few] { $n } evenimente
   *[other] { $n } de evenimente
} (drepturi { $mode })
command-doctor-no-tokens = niciunul: cine poate citi acest dosar Countersign este prima lui persoană; creați unul cu countersign token person NAME
command-doctor-tokens-person = { $n ->
    [one] 1 persoană
    [few] { $n } persoane
   *[other] { $n } de persoane
}
command-doctor-tokens-agent = { $n ->
    [one] 1 agent
    [few] { $n } agenți
   *[other] { $n } de agenți
}
command-doctor-tokens-verifier = { $n ->
    [one] 1 verificator
    [few] { $n } verificatori
   *[other] { $n } de verificatori
}
command-doctor-no-config = valori implicite (fără config.toml)
command-doctor-no-policy = valori implicite (fără policy.toml)
command-doctor-mode-confidence = după încredere
command-doctor-checks-asked = politica enumeră câteva, iar config.toml nu numește roots: pentru verificările unui agent se întreabă
command-doctor-policy-told = { $said }, modul { $said-mode }, { $n ->
    [one] 1 regulă
    [few] { $n } reguli
   *[other] { $n } de reguli
}
command-doctor-correct = corectați fișierul
command-doctor-no-process = niciun proces nu a fost înregistrat ca agent
command-doctor-processes-n = { $n ->
    [one] 1 proces
    [few] { $n } procese
   *[other] { $n } de procese
}
command-doctor-processes-none = înregistrate: { $said }; niciunul nu rulează
command-doctor-processes-running = înregistrate: { $said }; rulează: { $said-running }
command-doctor-process = { $agent } (procesul { $pid })
command-doctor-none-answers = niciunul nu răspunde la { $path }
command-doctor-none-answers-hint = cel al mașinii: systemctl start countersign; trebuie să fiți în grupul lui
command-doctor-none-runs = niciunul nu rulează; următoarea comandă pornește unul
command-doctor-stays = rulează până este încheiat
command-doctor-auto = pornit de o comandă, se încheie când nu este folosit
command-doctor-other-version = { $said }; aceasta este { $own }
command-doctor-other-version-hint = reporniți-l: countersign down
command-doctor-listens-encrypted = { $address }, criptat; { $said }
command-doctor-listens-open = { $address }, necriptat; { $said }
command-doctor-this-machine = doar această mașină
command-doctor-other-machines = alte mașini ajung la el: cine are un token care nu este legat de niciun utilizator poate decide de acolo
command-doctor-hooks-in = { $agent } în { $path }
command-doctor-hooks-trust = { $agent } în { $path }: Codex are încredere în { $n } din { $all }, iar pe celelalte le omite fără avertizare
command-doctor-hooks-trust-hint = porniți codex, tastați /hooks și acordați încredere celor ale lui Countersign
command-doctor-hooks-trusted = { $agent } în { $path }, de încredere conform setărilor lui Codex
command-doctor-rehearse-all = comenzile sunt repetate de probă înainte să fiți întrebat, iar cele inofensive nu au nevoie de un da; scenele funcționează
command-doctor-rehearse-copy = comenzile sunt repetate de probă pe o copie a spațiului de lucru, dacă este mic, iar cele inofensive nu au nevoie de un da; și scenele sunt copii
command-doctor-rehearse-part = comenzile sunt repetate de probă, dar nu se vede tot ce încearcă: sunteți întrebat despre fiecare; scenele funcționează
command-doctor-rehearse-none = comenzile nu pot fi repetate de probă aici: sunteți întrebat despre fiecare fără să vedeți ce face, și despre ce doar citește, cu excepția câtorva comenzi literale; nu există scene
command-doctor-no-proc = nu există /proc: procesele părinte sunt necunoscute și nu se verifică
command-doctor-proc = procesele părinte sunt vizibile
command-doctor-hidepid = procesele altor utilizatori sunt ascunse (hidepid={ $value }): un agent printre ele nu este detectat
command-doctor-no-socket = { $path } nu este un socket
command-doctor-no-socket-hint = aflați cine l-a pus acolo
command-down-ended = Serviciul (pid { $pid }) s-a încheiat.
command-down-none = Aici nu rulează niciun serviciu.
command-hook-no-agent = nu există un astfel de agent
command-hook-same = { $path } este deja la zi; nu s-a schimbat nimic.
command-hook-changed = { $path } a fost schimbat.
command-hook-not-yet = Încă nu s-a schimbat nimic; --yes o face.
command-hook-no-settings = setările lui { $agent } nu pot fi găsite
command-hook-no-settings-hint = setați HOME sau { $variable }
command-hook-note-claude = Claude Code își citește hookurile la pornire: porniți-l din nou
command-hook-note-claude-time = Claude Code 2.1.197 lasă un apel să treacă atunci când un hook durează mai mult decât limita sa de timp; al nostru se încheie înainte, în afară de cazul când mașina stă pe loc
command-hook-note-codex = Codex omite un hook fără avertizare până când îi acordați încredere: porniți codex, tastați /hooks și acordați încredere celor ale lui Countersign
command-hook-note-codex-time = Codex 0.166.0 lasă un apel să treacă atunci când un hook durează mai mult decât limita sa de timp; al nostru se încheie înainte, în afară de cazul când mașina stă pe loc
command-hook-note-codex-typed = Codex nu spune niciunui hook ce se tastează într-o comandă care rulează și nici despre căutările făcute de gazda modelului său
command-hook-no-object = nu este un obiect
command-hook-correct = corectați fișierul; nu s-a schimbat nimic
command-hook-unexpected = hookurile din { $path } nu sunt așa cum se aștepta
command-hook-few = există doar { $n } din { $all ->
    [one] { $all } hook
    [few] { $all } hookuri
   *[other] { $all } de hookuri
}
command-hook-program-gone = { $path } nu există: orice apel este refuzat
command-hook-shells = nu toate shellurile citesc { $program } la fel
command-hook-shells-hint = mutați programul și dosarul său Countersign în dosare ale căror nume nu conțin bară oblică inversă sau caractere de control
command-cannot-write = nu se poate scrie { $path }: { $said }
command-cannot-change = nu se poate modifica { $path }: { $said }
command-cannot-write-to = nu se poate scrie în { $path }: { $error }
command-mcp-lost = legătura cu serviciul s-a pierdut: { $error }
command-mcp-stdin = intrarea standard: { $error }
command-mcp-stdout = ieșirea standard: { $error }
command-open-no-place = serviciul răspunde, dar nu spune unde ascultă
command-open-no-place-hint = porniți-l din nou: countersign down
command-no-shell = nu a fost numit niciun shell
command-pair-scan = Scanați-l cu telefonul; funcționează o dată, timp de { $n ->
    [one] un minut
    [few] { $n } minute
   *[other] { $n } de minute
}.
command-pair-near = serviciul ascultă doar pe această mașină ({ $address }): niciun telefon nu ajunge la el
command-pair-near-hint = countersign down, apoi countersign up --listen 0.0.0.0:4114 --tls-self-signed
command-pair-too-long = linkul este prea lung pentru un cod QR: { $error }
command-passkey-no-database = nu există nicio bază de date în { $path }
command-passkey-owner = baza de date aparține utilizatorului { $owner }, nu lui { $own }
command-passkey-running = cheile de acces se pot reseta doar cât timp nu rulează niciun serviciu ({ $said })
command-passkey-running-hint = încheiați-l (countersign down sau systemctl stop countersign) și apelați din nou
command-stage-no-folder = { $path } nu este un dosar
command-stage-through-missing = { $path } nu există și nu poate fi lăsat să treacă
command-stage-through-missing-hint = creați-l mai întâi
command-stage-through-own = { $path } nu poate fi lăsat să treacă: acolo se află datele proprii ale lui Countersign
command-stage-through-staged = { $path } nu poate fi lăsat să treacă: conține ce este pus pe scenă
command-stage-through-hint = lăsați să treacă doar lucrurile de care comanda nu se poate lipsi
command-stage-no-host = { $host } nu este o gazdă
command-stage-no-host-hint = de exemplu example.com, *.example.com, 127.0.0.1:8080
command-stage-stopped = rularea a fost oprită, iar comanda s-a încheiat odată cu ea
command-stage-no-proc = acest proces nu poate fi examinat: există un /proc?
command-stage-over = scena { $id } peste { $folders }: nimic nu se aplică până nu spuneți dvs.
command-stage-network-none = rețea: niciuna
command-stage-network = rețea: { $hosts }
command-stage-through = schimbat cu adevărat: { $paths }
command-stage-hidden = ascuns în aceste dosare: { $paths }
command-system-not-yet = Încă nu s-a făcut nimic. Ca root, --yes o face.
command-system-done = Făcut.
command-system-token = Tokenul, arătat doar acum:
command-system-no-user-name = { $name } nu poate fi utilizatorul unui serviciu
command-system-no-person = { $name } nu poate fi o persoană: serviciul rulează ca acel utilizator
command-system-no-workspace = { $path } nu poate fi un spațiu de lucru
command-system-no-workspace-hint = numiți dosarul unui proiect
command-system-who = nu a fost indicată prima persoană
command-system-who-hint = apelați cu sudo sau numiți un utilizator al acestei mașini: --for USER
command-system-logs-in = { $name } este un utilizator cu autentificare
command-system-logs-in-hint = alegeți altul: --user NAME
command-system-user-there = utilizatorul { $name } există
command-system-no-useradd = pe această mașină nu există useradd
command-system-no-useradd-hint = creați un utilizator de sistem și un grup { $name } cu care nimeni să nu se poată autentifica, apoi încercați din nou
command-system-make-user = creează utilizatorul de sistem { $name }
command-system-in-group = { $name } este în grupul { $group }
command-system-no-usermod = puneți { $name } în grupul { $group }: aici nu există usermod care să o facă
command-system-into-group = pune { $name } în grupul { $group }
command-system-log-in-anew = { $name } trebuie să se autentifice din nou pentru ca grupul să aibă efect
command-system-checks-asked = niciun --workspace nu este numit, deci se întreabă pentru verificările din politică
command-system-make = creează { $path } (drepturi { $mode })
command-system-write-config = scrie { $home }/config.toml: { $name } se poate conecta, nimeni altcineva în afară de root
command-system-may-connect = { $name } se poate conecta
command-system-no-acl = instalați acl și rulați: { $line }
command-system-run = rulați: { $line }
command-system-tokens-there = există deja tokenuri
command-system-first-token = creează primul token: pentru { $name }, legat de utilizatorul { $uid }, afișat o dată
command-system-start = pornește { $program } up ca { $user } (nu există systemd: porniți-l dvs. la pornirea mașinii)
command-system-write = scrie { $path }
command-system-remove = elimină { $path }
command-system-end = încheie serviciul
command-system-give = dă { $path } lui root
command-system-stays = jurnalul și datele pentru anulare rămân în { $path }; eliminați-l dvs.
command-system-remove-user = elimină utilizatorul { $name }
command-system-only-root = doar root poate face aceasta
command-system-repeat-hint = pașii dinainte sunt făcuți; se poate repeta
command-system-no-table = { $path }: { $key } nu este un tabel
command-system-no-list = { $path }: { $key } nu este o listă
command-system-cannot-change = nu i se poate schimba proprietarul: { $error }
command-system-cannot-write = nu se poate scrie: { $error }
command-system-no-user = nu există utilizatorul { $name }
command-system-cannot-make = nu se poate crea { $path }: { $said }
command-system-cannot-start = nu se poate porni { $program }: { $error }
command-system-failed = { $program } a eșuat: { $output }
command-cannot-find-program = acest program nu poate fi găsit: { $error }
command-up-listens = Countersign ascultă la { $url }
command-up-and-at = și la { $path }
command-up-certificate = certificat SHA-256 { $fingerprint }
command-up-review = Examinați într-un browser: countersign open
command-up-other-holds = alt serviciu ține acest dosar Countersign și nu răspunde
command-wait-nobody = Nimeni nu a decis încă. Propunerea rămâne în așteptare pentru examinare.
command-import-no-json = cu --json nu se poate cere confirmare
command-import-no-json-hint = --dry-run o arată, --yes o face
command-import-one-agent = un fișier numit aparține unui singur agent
command-import-one-agent-hint = dați un singur --agent
command-import-nobody = nu există un terminal în care să se întrebe, așa că nu s-a făcut nimic
command-import-nobody-hint = --yes face ce s-a arătat; pentru fișierele unui proiect dați și --trust-project
command-import-starts = Aceasta pornește ce indică fișierele proiectului.
command-import-cannot-read-answer = nu se poate citi răspunsul: { $error }
command-import-nothing-done = Nu s-a făcut nimic.
command-import-no-token = nu s-a creat niciun token pentru { $agent }, fiindcă acest dosar Countersign nu are încă nicio persoană: countersign token person NAME, apoi countersign token agent { $name }, și puneți-l în intrare drept COUNTERSIGN_TOKEN
command-import-git = { $path } este într-un depozit git și conține acum un token: nu îl includeți într-un commit
command-import-undone-already = importul { $id } a fost deja anulat
command-import-undone = Importul { $id } este anulat.
command-import-restored = { $path } este ca înainte, octet cu octet
command-import-removed = { $path } nu exista înainte și este eliminat
command-import-merged = { $path } și-a recăpătat serverele; ce s-a schimbat de atunci rămâne
command-import-untouched = { $path } era deja ca înainte
command-import-tokens-revoked = { $n ->
    [one] 1 token de agent revocat
    [few] { $n } tokenuri de agent revocate
   *[other] { $n } de tokenuri de agent revocate
}
command-import-pack = (pachetul { $pack })
command-import-nothing = Nimic de importat.
command-import-done = Făcut: importul { $id }. Agenții găsesc serverele în spatele lui Countersign când pornesc din nou; fiecărui agent din spatele lui îi sunt oferite toate.
command-import-take-back = Pentru a-l anula: countersign import --undo { $id }
command-import-no-such-agent = { $name } nu este un agent ale cărui setări sunt cunoscute
command-import-lost = dosarul curent sau dosarul personal nu poate fi găsit: { $error }
command-import-file-of = { $path } este un fișier al lui { $agent }, nu al lui { $other }
command-import-which-agent = nu se poate afla ce agent citește { $path }
command-import-which-agent-hint = indicați-l: --agent NAME
command-import-let-write = faceți-l inscriptibil pentru dvs. sau numiți alte fișiere
command-import-read-only = este doar pentru citire
command-import-its-folder = dosarul său: { $error }
command-import-no-folder = nu are dosar
command-import-cannot-remove = nu se poate elimina { $path }: { $error }
command-import-busy = alt import lucrează în acest dosar Countersign
command-import-busy-hint = lăsați-l să se încheie și încercați din nou
command-import-none = nu există niciun import de anulat
command-import-none-hint = countersign import face unul
command-import-several = mai multe importuri încep cu { $id }
command-import-several-hint = dați mai mult din el
command-import-missing = nu există importul { $id }
command-import-they-are-in = sunt în { $path }
command-import-newer = l-a scris o versiune mai nouă
command-import-not-copy = nu este copia care a fost făcută
command-import-untouched-because = { $said }; nu s-a atins nimic
command-import-gone-since = { $path } a dispărut de la import
command-import-changed-since = { $path } s-a schimbat de la import
command-import-later = l-a schimbat un import ulterior: countersign import --undo { $id }
command-import-before-is-in = ce era înainte se află în { $path }
command-import-not-before = nu exista înainte: scoateți ce a pus importul
command-import-keep-hint = import --undo --keep-changes pune la loc ce a schimbat importul și lasă restul așa cum este acum
command-import-meantime = { $path } s-a schimbat între timp
command-import-again = importați din nou
command-import-names = are { $n ->
    [one] { $n } nume
    [few] { $n } nume
   *[other] { $n } de nume
}, iar celelalte nu s-ar schimba odată cu acesta
command-import-names-hint = faceți din el un fișier separat sau o legătură simbolică spre cel pe care îl păstrați
command-import-leads-out = duce în afara proiectului, la { $path }
command-import-leads-out-hint = cine a scris proiectul a ales acel fișier: numiți-l dvs. dacă pe el îl doriți
command-import-leads-protected = duce la { $path }, care este protejat: { $said }
command-import-leads-protected-hint = faceți-l să ducă în altă parte
command-import-leads-other-user = duce la { $path }, un fișier al altui utilizator
command-import-leads-other-user-hint = faceți-l să ducă la un fișier al dvs.
command-import-leads-open-folder = duce la { $path }, într-un dosar în care oricine poate scrie
command-import-leads-open-folder-hint = faceți-l să ducă la un dosar al dvs.
command-import-leads-now = { $named } duce acum la { $now }, iar înainte ducea la { $path }
command-import-leads-now-hint = nu s-a scris nimic în el; vedeți cine a schimbat legătura simbolică
command-import-another-file = { $path } a fost înlocuit de când a fost arătat
command-import-no-addable = serverele sale sunt scrise într-un fel la care nu se poate adăuga niciunul: folosiți tabele [server.NAME]
command-import-no-servers = { $path }: { $key } nu conține servere după nume
command-import-disabled = este dezactivat
command-import-projects-word = vine din fișierele proiectului: --trust-project îl importă și pe acesta
command-import-cannot-edit = { $path } nu poate fi schimbat fără a atinge ce mai conține
command-import-cannot-edit-hint = scrieți fiecare server pe linii proprii și încercați din nou
command-import-correct = acest fișier nu a fost atins; corectați-l și încercați din nou
command-import-more-after = mai este ceva după sfârșit
command-import-comment-end = acest comentariu nu are sfârșit
command-import-text-end = acest text nu are sfârșit
command-import-too-deep = este imbricat prea adânc
command-import-too-early = se termină prea devreme
command-import-comma-brace = se aștepta o virgulă sau {"}"}
command-import-comma-bracket = se aștepta o virgulă sau ]
command-import-key-quotes = se aștepta o cheie între ghilimele duble
command-import-colon = se așteptau două puncte
command-import-value = se aștepta o valoare
command-import-key-twice = cheia { $key } apare de două ori
command-import-no-json-text = JSON nu permite acest text
command-import-server-no-object = nu este obiect
command-import-server-sse = folosește vechiul transport SSE, pe care Countersign nu îl folosește
command-import-server-type = tipul său { $type } nu este cunoscut
command-import-server-surroundings = { $key } ia valori din mediul agentului, pe care Countersign nu le citește
command-import-server-narrows = { $key } restrânge ce are voie să facă, iar Countersign nu are o astfel de setare
command-import-server-setting = Countersign nu are nimic asemănător setării sale { $key }
command-import-server-no-text = { $name } nu este text
command-import-server-list-text = { $name } conține ceva ce nu este text
command-import-server-no-list = { $name } nu este o listă
command-import-server-map = { $name } nu este un obiect
command-import-server-in-no-text = { $key } din { $name } nu este text
command-import-server-variable = { $place ->
    [it] are
   *[other] { $place } are
} o variabilă pe care o completează agentul; Countersign nu o face
command-import-server-zero = conține un octet zero
command-import-server-neither = nu spune nici ce să pornească, nici unde să se conecteze
command-import-server-both = spune și ce să pornească, și unde să se conecteze
command-import-server-empty = comanda sa este goală
command-import-server-address = adresa sa nu este nici http, nici https
command-import-server-folder = dosarul său depinde de locul unde este agentul
command-import-server-command = comanda sa depinde de locul unde este agentul
