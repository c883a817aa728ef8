analysis-sends = trimite date în afară
analysis-a-key-or-secret-file = un fișier cu chei sau secrete
analysis-a-file-that-runs-at-startup = un fișier care se execută la pornire
analysis-git-own-settings-or-hooks = setările sau hookurile proprii ale git
analysis-an-agent-own-settings = setările proprii ale unui agent
analysis-countersign-own-data = datele proprii ale Countersign
analysis-production-configuration = configurație de producție
analysis-the-machine-accounts-or-what-every-program-loads = conturile mașinii sau fișiere pe care le încarcă orice program
analysis-is-countersign-own-setting = este o setare proprie a Countersign
analysis-a-variable-that-holds-a-secret = o variabilă care conține un secret
analysis-reads-a-variable-that-holds-a-secret = citește o variabilă care conține un secret
analysis-shows-the-variables-of-other-processes = arată variabilele altor procese, care pot conține secrete
analysis-that-is-everything-there-is = { $said }: acesta este tot sistemul de fișiere
analysis-that-is-the-whole-home-folder = { $said }: acesta este tot dosarul personal
analysis-that-is-the-whole-working-folder = { $said }: acesta este tot dosarul de lucru
analysis-the-working-folder-stands-in-it = { $said }: dosarul de lucru se află în el
analysis-the-home-folder-stands-in-it = { $said }: dosarul personal se află în el
analysis-connects-to-a-host = se conectează la o gazdă
analysis-sends-data-to-a-host = trimite date către o gazdă
analysis-contacts-a-host = contactează o gazdă
analysis-contacts = contactează { $host }
analysis-contacts-a-host-that-only-running-tells = contactează o gazdă cunoscută abia la execuție
analysis-writes-to-the-raw-device = scrie pe dispozitivul brut { $target }
analysis-tells-the-kernel-to-act-at-once-as-by = îi cere nucleului să acționeze imediat, de exemplu să se oprească
analysis-changes-the-running-kernel = modifică nucleul în funcțiune: { $target }
analysis-reads-a-file = citește un fișier
analysis-may-read-a-file = poate citi un fișier
analysis-writes-a-file = scrie un fișier
analysis-writes-files = scrie fișiere
analysis-writes-to-a-file = scrie într-un fișier
analysis-may-write-to-a-file = poate scrie într-un fișier
analysis-deletes-a-file = șterge un fișier
analysis-empties-a-file = golește un fișier
analysis-empties-the-file = golește fișierul
analysis-empties-files = golește fișiere
analysis-empties-a-file-before-it-is-read = golește un fișier înainte să fie citit
analysis-overwrites-the-file-with-zeros = suprascrie fișierul cu zerouri
analysis-rewrites-the-file-in-place = rescrie fișierul pe loc
analysis-deletes-what-it-is-given = șterge ce i se dă
analysis-works-in-a-folder = lucrează într-un dosar
analysis-runs-a-program = execută un program
analysis-runs-program = execută { $program }
analysis-runs-a-script = execută un script
analysis-runs-a-script-that-only-running-tells = execută un script cunoscut abia la execuție
analysis-loads-code = încarcă cod
analysis-loads-a-library = încarcă o bibliotecă
analysis-loads-a-module = încarcă un modul
analysis-runs-code-that-is-made-elsewhere = execută cod produs în altă parte
analysis-runs-text-that-is-made-elsewhere = execută text produs în altă parte
analysis-runs-sql-that-is-made-elsewhere = execută SQL produs în altă parte
analysis-runs-code-that-may-do-anything = execută cod care poate face orice
analysis-runs-code-that-may-do-anything-of = execută cod { $language } care poate face orice
analysis-runs-code-that-nobody-looked-at = execută cod care nu a fost examinat
analysis-runs-code-that-nobody-here-can-read = execută cod care nu poate fi examinat
analysis-runs-code-that-is-not-given = execută cod care nu este dat
analysis-runs-code-that-is-not-in-the-text = execută cod care nu este în text
analysis-runs-code-where-a-module-is-named = execută cod dat în locul unui nume de modul
analysis-may-run-code = poate executa cod
analysis-runs-with-more-rights = se execută cu mai multe drepturi
analysis-runs-what-comes-in-by-standard-input = execută cod de la intrarea standard
analysis-runs-sql-that-comes-in-by-standard-input = execută SQL de la intrarea standard
analysis-runs-what-is-in = execută codul din { $file }
analysis-runs-what-is-in-a-file-that-only-running = execută codul dintr-un fișier cunoscut abia la execuție: { $file }
analysis-runs-a-command-that-a-pattern-stands-for = execută o comandă indicată printr-un tipar: { $command }
analysis-runs-a-command-that-only-running-tells = execută o comandă cunoscută abia la execuție
analysis-runs-a-command-that-only-running-tells-of = execută o comandă cunoscută abia la execuție: { $command }
analysis-runs-a-command-that-is-not-given = execută o comandă care nu este dată
analysis-runs-which-is-not-in-any-table = execută { $program }, care nu este un program cunoscut
analysis-runs-which-nobody-here-can-read = execută { $program }, care nu poate fi examinat
analysis-speaks-of-destroying = conține un cuvânt care indică ștergere sau distrugere: { $word }
analysis-stands-too-deep-in-other-commands-to-be-looked = este imbricat prea adânc în alte comenzi ca să fie examinat
analysis-has-too-many-commands-to-be-looked-at = are prea multe comenzi ca să fie examinate
analysis-has-more-commands-than-are-looked-at = are mai multe comenzi decât se examinează
analysis-has-a-subcommand-that-is-not-in-any-table = are o subcomandă necunoscută
analysis-has-a-subcommand-that-is-not-in-any-table-of = are o subcomandă necunoscută: { $word }
analysis-has-an-option-that-is-not-known = are o opțiune necunoscută: { $option }
analysis-stands-for-a-file-or-a-program-of-its = { $option } nu are valoare, deci comanda alege singură un fișier sau un program
analysis-may-be-an-option-that-changes-what-it-does = { $word } poate fi o opțiune care schimbă ce face
analysis-may-be-any-subcommand = { $word } poate fi orice subcomandă
analysis-only-running-tells-where-the-command-begins-that-it = locul în care începe comanda executată este cunoscut abia la execuție
analysis-only-running-tells-which-command-it-runs = comanda executată este cunoscută abia la execuție
analysis-only-running-tells-which-command-belongs-to = comanda căreia îi aparține { $word } este cunoscută abia la execuție
analysis-more-words-may-appear-where-only-running-tells = la execuție se pot adăuga alte cuvinte
analysis-writes-to = scrie în { $target }
analysis-sets-a-variable-that-only-running-tells = setează o variabilă cunoscută abia la execuție
analysis-sets-variables-that-only-running-tells = setează variabile cunoscute abia la execuție
analysis-names-a-variable-that-only-running-tells = numește o variabilă cunoscută abia la execuție
analysis-unsets-what-only-running-tells = anulează definiția a ceva cunoscut abia la execuție
analysis-unsets-path = anulează definiția lui PATH, astfel că programele sunt căutate în altă parte
analysis-lets-operands-of-commands-set-variables = lasă operanzii comenzilor să seteze variabile
analysis-assigns-an-expression-that-sets-variables = atribuie o expresie care setează variabile
analysis-sets-the-positional-parameters-at-any-time = setează parametrii poziționali în orice moment
analysis-makes-an-array-of-text = creează un tablou din text
analysis-switches-the-shell-to-a-mode-in-which-text = trece shellul într-un mod în care textul înseamnă altceva
analysis-switches-modes-of-the-shell-that-only-running-tells = schimbă moduri ale shellului cunoscute abia la execuție
analysis-sets-which-may-name-a-program-or-a-file = setează { $name }, care poate numi un program sau un fișier
analysis-sets-to-what-only-running-tells = dă variabilei { $name } o valoare cunoscută abia la execuție
analysis-sets-which-is-countersign-own = setează { $name }, care aparține Countersign
analysis-sets-which-decides-what-is-run-or-where = setează { $name }, care decide ce se execută sau unde
analysis-runs-what-holds-whenever-the-prompt-is-shown = execută valoarea lui { $name } de fiecare dată când apare promptul
analysis-is-nested-too-deeply-to-be-followed = este imbricat prea adânc ca să fie urmărit
analysis-it-is-nested-too-deeply = este imbricat prea adânc
analysis-holds-more-text-in-text-than-is-looked-at = conține mai mult text imbricat decât se examinează
analysis-leaves-loops-in-more-ways-than-are-looked-at = iese din bucle în mai multe feluri decât se examinează
analysis-holds-a-loop-that-goes-on-changing-its-variables = conține o buclă care își schimbă mereu variabilele
analysis-sets-more-traps-than-are-looked-at = setează mai multe trapuri decât se examinează
analysis-is-longer-than-kib-and-was-not-looked-at = depășește { $n } KiB și nu a fost examinat
analysis-is-not-understood-as-shell-text = nu este înțeles ca text de shell
analysis-is-not-understood-as-shell-text-of = nu este înțeles ca text de shell: { $said }
analysis-holds-a-word-that-is-not-understood = conține un cuvânt care nu este înțeles
analysis-holds-text-that-is-not-understood = conține text care nu este înțeles
analysis-holds-brackets-that-can-be-read-in-two-ways = conține paranteze care se pot citi în două feluri
analysis-holds-a-substitution-that-runs-when-it-is-evaluated = conține o substituție care se execută când este evaluată
analysis-evaluates-what-is-not-proved-to-be-a-number = evaluează o valoare care poate să nu fie un număr și poate executa comenzi
analysis-defines-a-function-whose-name-only-running-tells = definește o funcție al cărei nume este cunoscut abia la execuție
analysis-calls-itself-again-and-again = se apelează pe sine recursiv: { $name }
analysis-gives-a-command-another-meaning = redefinește o comandă
analysis-gives-a-word-of-the-shell-language-another-meaning = redefinește un cuvânt din limbajul shellului
analysis-expands-text-that-is-made-elsewhere-as-a-prompt = expandează ca prompt text produs în altă parte
analysis-a-second-parser-does-not-understand-it = un al doilea analizor nu îl înțelege
analysis-takes-more-options-from-a-file = ia mai multe opțiuni dintr-un fișier
analysis-changes-something = schimbă ceva
analysis-destroys-something = distruge ceva
analysis-is-always-asked-about = se întreabă mereu
analysis-cannot-be-told-from-the-text = nu se poate determina din text
analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead = conține o secvență de escape, pe care un terminal o execută în loc să o afișeze
analysis-holds-which-looks-like-a-sign-that-a-shell = conține { $code }, care arată ca un caracter special al shellului
analysis-holds-a-carriage-return-after-which-a-terminal-writes = conține un retur de car, după care un terminal scrie peste ce a afișat ({ $code })
analysis-holds-a-line-break-that-is-none-to-a = conține un sfârșit de linie pe care un shell nu îl tratează ca atare ({ $code })
analysis-holds-a-nul-at-which-some-programs-stop-reading = conține un NUL, la care unele programe se opresc din citit ({ $code })
analysis-holds-a-character-that-changes-the-order-of-reading = conține un caracter care schimbă ordinea de citire ({ $code })
analysis-holds-a-character-that-is-not-seen = conține un caracter invizibil ({ $code })
analysis-holds-a-blank-that-is-none-to-a-shell = conține un spațiu pe care un shell nu îl tratează ca atare ({ $code })
analysis-holds-a-control-character = conține un caracter de control ({ $code })
analysis-holds-in-a-word-of-latin-letters-which-looks = conține { $code } într-un cuvânt cu litere latine, care arată ca una dintre ele
analysis-the-awk-program-cannot-be-read = programul awk nu poate fi citit
analysis-runs-an-awk-program-that-only-running-tells = execută un program awk cunoscut abia la execuție
analysis-runs-an-awk-program-that-may-write-files-and = execută un program awk care poate scrie fișiere și executa comenzi
analysis-talks-to-a-host = comunică cu o gazdă
analysis-awk-prints-to-a-file = awk scrie într-un fișier
analysis-awk-prints-to-files = awk scrie în fișiere
analysis-awk-reads-a-file = awk citește un fișier
analysis-awk-runs-text-that-is-made-elsewhere = awk execută text produs în altă parte
analysis-awk-talks-to-a-host = awk comunică cu o gazdă
analysis-awk-sends-data-to-a-host = awk trimite date către o gazdă
analysis-makes-a-variable-that-stands-for-another-one = creează o variabilă care ține locul alteia
analysis-makes-a-variable-that-does-not-hold-what-is = creează o variabilă care schimbă valoarea atribuită
analysis-makes-an-alias-that-only-running-tells = creează un alias cunoscut abia la execuție
analysis-makes-an-alias-of-text-that-is-made-elsewhere = creează un alias din text produs în altă parte
analysis-asks-a-server-to-delete-something = cere unui server să șteargă ceva
analysis-sends-a-request = trimite o cerere { $method }
analysis-sends-a-request-whose-method-only-running-tells = trimite o cerere a cărei metodă este cunoscută abia la execuție
analysis-sends-data-which-may-change-something-there = trimite date, ceea ce poate schimba ceva acolo
analysis-writes-what-it-tells-to-a-file = scrie ieșirea sa într-un fișier
analysis-may-write-to-a-device = poate scrie pe un dispozitiv
analysis-gives-a-container-all-rights-of-the-machine = dă unui container toate drepturile mașinii
analysis-gives-a-container-rights-of-the-machine = dă unui container drepturi ale mașinii
analysis-shares-the-machine-own-space-with-a-container = partajează un spațiu de nume al mașinii cu un container
analysis-may-reach-folders-of-the-machine = poate ajunge la dosare ale mașinii
analysis-a-container-reads-a-folder-of-the-machine = un container citește un dosar al mașinii
analysis-a-container-may-change-a-folder-of-the-machine = un container poate modifica un dosar al mașinii
analysis-gives-a-container-the-container-engine = dă unui container acces la motorul de containere
analysis-lets-git-run-what-its-settings-name = lasă git să execute programe numite de setările sale
analysis-nothing-is-known-of-an-option = are o opțiune necunoscută
analysis-nothing-is-known-of-an-option-of-env = dă lui env o opțiune necunoscută
analysis-nothing-is-known-of-an-option-of-xargs = dă lui xargs o opțiune necunoscută
analysis-nothing-is-known-of-find = dă lui find o opțiune necunoscută: { $option }
analysis-takes-the-environment-from-a-file = ia mediul dintr-un fișier
analysis-looks-for-the-program-elsewhere = caută programul în altă parte
analysis-may-be-told-to-delete-what-it-finds = poate șterge fișierele găsite
analysis-looks-for-files = caută fișiere
analysis-deletes-the-files-it-finds = șterge fișierele pe care le găsește
analysis-does-what-only-running-tells-with-what-it-finds = ce face cu fișierele găsite este cunoscut abia la execuție
analysis-reads-where-to-look = citește căile de căutare
analysis-compares-with-a-file = compară cu un fișier
analysis-writes-what-it-finds-to-a-file = scrie ce găsește într-un fișier
analysis-changes-what-a-symbolic-ref-points-to = schimbă ținta unei referințe simbolice
analysis-changes-git-settings = modifică setările git
analysis-settings-of-git-can-name-programs-to-run = setările git pot numi programe de executat
analysis-changes-a-file-of-settings = modifică un fișier de setări
analysis-feeds-a-hook = transmite date unui hook
analysis-runs-git-programs-from-another-folder = execută programele git din alt dosar
analysis-takes-git-settings-which-can-name-programs-to-run = ia din alt dosar setările git, care pot numi programe de executat
analysis-takes-a-setting-of-git-from-the-environment = ia o setare git din mediu
analysis-gives-git-a-setting-that-only-running-tells = îi dă lui git o setare cunoscută abia la execuție
analysis-makes-git-run-what-its-setting-says = face ca git să execute valoarea setării sale { $key }
analysis-makes-git-run-text-that-is-made-elsewhere = face ca git să execute text produs în altă parte
analysis-gives-git-the-setting = îi dă lui git setarea { $key }
analysis-runs-a-command-as-a-transport = execută o comandă ca transport
analysis-runs-a-transport-program = execută un program de transport
analysis-reads-what-git-has-stored-of-a-file = citește o versiune păstrată a unui fișier
analysis-prints-whatever-git-has-stored = afișează orice obiect păstrat de git
analysis-reads-another-repository = citește alt depozit
analysis-overwrites-files-with-a-stored-version = suprascrie fișiere cu o versiune păstrată
analysis-perhaps-overwrites-files-with-a-stored-version = poate suprascrie fișiere cu o versiune păstrată
analysis-overwrites-published-history = suprascrie istoric publicat
analysis-deletes-a-branch-or-tag-at-the-remote = șterge o ramură sau o etichetă din depozitul remote
analysis-perhaps-overwrites-or-deletes-at-the-remote = poate suprascrie sau șterge în depozitul remote
analysis-opens-a-console-in-which-anything-can-be-run = deschide o consolă în care se poate executa orice
analysis-opens-a-console-of-the-application-or-its-database = deschide o consolă a aplicației sau a bazei ei de date
analysis-opens-a-console-of-the-database = deschide o consolă a bazei de date
analysis-deletes-all-tables-of-the-application = șterge toate tabelele aplicației
analysis-imports-a-module-for-a-warning = importă un modul pentru un avertisment
analysis-imports-the-module-of-a-warning-category = importă modulul categoriei unui avertisment
analysis-imports-a-module = importă un modul
analysis-imports-a-module-to-describe-it-or-starts-a = importă un modul ca să îl descrie sau pornește un server
analysis-opens-a-name-as-a-command-or-to-write = deschide un nume ca o comandă sau pentru scriere
analysis-signals-a-process = trimite un semnal unui proces
analysis-signals-every-process = trimite un semnal fiecărui proces
analysis-may-stand-for-every-process = { $word } poate însemna toate procesele
analysis-runs-a-module-that-only-running-tells = execută un modul cunoscut abia la execuție
analysis-runs-the-module = execută modulul { $name }
analysis-runs-code-by = execută cod prin { $name }
analysis-reads-an-archive = citește o arhivă
analysis-creates-or-extracts-an-archive = creează sau extrage o arhivă
analysis-writes-the-json-to-a-file = scrie JSON-ul într-un fișier
analysis-starts-a-web-server = pornește un server web
analysis-installs-python-into-a-folder = instalează Python într-un dosar
analysis-runs-what-a-pickle-says = execută codul dintr-un pickle
analysis-runs-a-sed-script-that-may-write-files-and = execută un script sed care poate scrie fișiere și executa comenzi
analysis-runs-a-sed-script-that-is-made-elsewhere = execută un script sed produs în altă parte
analysis-runs-a-sed-script-that-only-running-tells = execută un script sed cunoscut abia la execuție
analysis-the-sed-script-cannot-be-read = scriptul sed nu poate fi citit
analysis-sed-w-command-writes-a-file = comanda w a lui sed scrie un fișier
analysis-sed-r-command-reads-a-file = comanda r a lui sed citește un fișier
analysis-sed-runs-lines-of-its-input-as-commands = sed execută linii din intrarea sa ca pe comenzi
analysis-runs-a-startup-file = execută un fișier de pornire
analysis-runs-text-in-a-language-that-is-not-followed = execută text într-un limbaj care nu poate fi verificat
analysis-changes-the-database = modifică baza de date
analysis-creates-the-database-where-it-is-not-there-yet = creează baza de date dacă nu există încă
analysis-forwards-connections = redirecționează conexiuni
analysis-takes-settings-that-can-run-programs = ia setări care pot executa programe
analysis-writes-a-log = scrie un jurnal
analysis-controls-a-shared-connection = controlează o conexiune partajată
analysis-may-be-an-option-of-ssh-that-runs-a = poate fi o opțiune a lui ssh care execută un program
analysis-opens-a-session-on-another-machine = deschide o sesiune pe altă mașină
analysis-runs-on-another-machine-what-comes-in = execută pe altă mașină comenzi de la intrarea standard
analysis-runs-what-says = execută valoarea lui { $key }
analysis-runs-or-loads-what-says = execută sau încarcă valoarea lui { $key }
analysis-shares-or-forwards-connections = partajează sau redirecționează conexiuni
analysis-gives-ssh-a-setting-that-only-running-tells = îi dă lui ssh o setare cunoscută abia la execuție
analysis-writes-an-archive = scrie o arhivă
analysis-does-what-only-running-tells = face ceva cunoscut abia la execuție
analysis-may-be-an-option-of-tar-that-runs-a = poate fi o opțiune a lui tar care execută un program
analysis-extracts-files-over-existing-ones = extrage fișiere peste cele existente
analysis-writes-to-the-usual-archive = scrie în arhiva obișnuită
analysis-changes-the-archive = modifică arhiva
analysis-takes-options-and-names-from-a-file = ia opțiuni și nume dintr-un fișier
analysis-writes-a-list-of-files = scrie o listă de fișiere
analysis-reads-a-list-of-patterns = citește o listă de tipare
analysis-runs-a-script-of-editor-commands = execută un script de comenzi de editor
analysis-runs-editor-commands-that-come-in = execută comenzi de editor de la intrarea standard
analysis-runs-editor-commands-that-only-running-tells = execută comenzi de editor cunoscute abia la execuție
analysis-runs-editor-commands-that-may-do-anything = execută comenzi de editor care pot face orice
analysis-deletes-every-line-of-the-file = șterge fiecare linie a fișierului
analysis-reads-words-for-a-command = citește argumente pentru o comandă
analysis-writes-what-came-out = scrie rezultate sau fișiere temporare
analysis-runs-lines-that-only-running-tells = execută linii cunoscute abia la execuție
analysis-runs-perl-text-in-a-template = execută cod Perl dintr-un șablon
analysis-runs-code-in-the-pattern-to-split-by = execută cod din tiparul după care se împarte
analysis-holds-more-sql-than-is-looked-at = conține mai mult SQL decât se examinează
analysis-holds-sql-nested-too-deep = conține SQL imbricat prea adânc
analysis-holds-sql-with-characters-that-databases-read-differently = conține SQL cu caractere pe care bazele de date le citesc diferit
analysis-holds-sql-that-could-not-be-taken-apart = conține SQL care nu a putut fi descompus
analysis-holds-sql-that-could-not-be-understood = conține SQL care nu a putut fi înțeles
analysis-holds-more-statements-than-are-looked-at = conține mai multe instrucțiuni decât se examinează
analysis-does-more-than-is-told-here = face mai mult decât este indicat aici
analysis-runs-a-shell-command-from-the-sql-client = execută o comandă de shell din clientul SQL
analysis-runs-sql-from-a-file = execută SQL dintr-un fișier
analysis-runs-sql-from-a-file-which-is-not-in = execută SQL dintr-un fișier, care nu este în text
analysis-writes-the-client-output-to-a-file = scrie ieșirea clientului într-un fișier
analysis-runs-which-is-no-known-command-of-the-shell = execută .{ $command }, care nu este o comandă cunoscută a shellului
analysis-runs = execută .{ $command }
analysis-opens-the-output-in-a-program = deschide ieșirea într-un program
analysis-writes-the-output-to-a-file = scrie ieșirea într-un fișier
analysis-writes-a-log-to-a-file = scrie un jurnal într-un fișier
analysis-runs-sql-that-a-command-prints = execută SQL pe care îl scrie o comandă
analysis-imports-rows-from-a-file = importă rânduri dintr-un fișier
analysis-imports-rows-into-table = importă rânduri în tabelul { $table }
analysis-replaces-the-database-with-a-backup = înlocuiește baza de date cu o copie de rezervă
analysis-opens-a-database-file = deschide un fișier de bază de date
analysis-empties-a-database-file = golește un fișier de bază de date
analysis-opens-or-creates-a-database-file = deschide sau creează un fișier de bază de date
analysis-opens-a-database-that-is-not-in-the-text = deschide o bază de date care nu este în text
analysis-creates-changes-or-unpacks-an-archive = creează, modifică sau despachetează o arhivă
analysis-loads-code-into-the-database = încarcă cod în baza de date
analysis-runs-a-short-command-that-is-none-of-the = execută o comandă scurtă care nu este a clientului mysql
analysis-opens-an-editor-and-runs-what-comes-out-of = deschide un editor și execută textul editat
analysis-runs-what-comes-out-of-an-editor = execută textul dintr-un editor
analysis-holds-more-on-the-line-of-a-client-command = conține mai mult pe linia unei comenzi a clientului
analysis-lets-psql-put-the-value-of-a-variable-into = lasă psql să pună în text valoarea unei variabile
analysis-lets-a-prompt-run-shell-commands = lasă un prompt să execute comenzi de shell
analysis-runs-each-value-of-the-result-as-sql = execută fiecare valoare a rezultatului ca SQL
analysis-changes-the-client-environment = modifică mediul clientului
analysis-changes-a-password = schimbă o parolă
analysis-loads-a-file-into-a-large-object = încarcă un fișier într-un obiect mare
analysis-creates-a-large-object = creează un obiect mare
analysis-deletes-a-large-object = șterge un obiect mare
analysis-writes-a-large-object-to-a-file = scrie un obiect mare într-un fișier
analysis-runs-which-is-no-known-command-of-psql = execută \{ $command }, care nu este o comandă cunoscută a psql
analysis-holds-a-copy-that-could-not-be-taken-apart = conține un \copy care nu a putut fi descompus
analysis-runs-a-command-that-is-not-in-the-text = execută o comandă care nu este în text
analysis-copies-rows-to-a-file = copiază rânduri într-un fișier
analysis-copies-rows-from-a-file = copiază rânduri dintr-un fișier
analysis-copies-rows-to-or-from-a-place-that-is = copiază rânduri spre sau dintr-un loc care nu este în text
analysis-copies-rows-to-files = copiază rânduri în fișiere
analysis-copies-rows-to-a-stage = copiază rânduri într-o zonă de pregătire
analysis-copies-files-to-a-stage = copiază fișiere într-o zonă de pregătire
analysis-copies-files-from-a-stage = copiază fișiere dintr-o zonă de pregătire
analysis-deletes-files-of-a-stage = șterge fișiere dintr-o zonă de pregătire
analysis-loads-rows-into-table = încarcă rânduri în tabelul { $table }
analysis-loads-rows-into-a-table = încarcă rânduri într-un tabel
analysis-loads-rows-from-a-file = încarcă rânduri dintr-un fișier
analysis-replaces-the-rows-of-table = înlocuiește rândurile tabelului { $table }
analysis-exports-to-files = exportă în fișiere
analysis-exports-data = exportă date
analysis-drops-a-part-of-the-database = șterge o parte a bazei de date
analysis-alters-part-of-the-database = modifică o parte a bazei de date
analysis-creates-a-part-of-the-database = creează o parte a bazei de date
analysis-empties-table = golește tabelul { $table }
analysis-empties-a-table = golește un tabel
analysis-changes-a-setting-of-the-database-server = modifică o setare a serverului bazei de date
analysis-calls-which-may-change-something = apelează { $function }, care poate schimba ceva
analysis-calls-which-runs-sql-given-as-text = apelează { $function }, care execută SQL dat ca text
analysis-calls-which-reaches-outside-of-the-database = apelează { $function }, care ajunge în afara bazei de date
analysis-calls-which-writes-a-file = apelează { $function }, care scrie un fișier
analysis-calls-and-nobody-can-see-what-that-does = apelează { $function }, al cărei efect nu este în text
analysis-acts-on-the-database-server = acționează asupra serverului bazei de date
analysis-changes-a-setting = modifică o setare
analysis-runs-a-command-of-the-operating-system = execută o comandă a sistemului de operare
analysis-changes-replication = modifică replicarea
analysis-changes-the-schema = modifică schema
analysis-deletes-rows = șterge rânduri
analysis-deletes-rows-of-table = șterge rânduri din tabelul { $table }
analysis-deletes-rows-of-table-all-of-them-there-is = șterge rânduri din tabelul { $table } (toate: nu există WHERE)
analysis-inserts-rows = inserează rânduri
analysis-inserts-rows-into-table = inserează rânduri în tabelul { $table }
analysis-inserts-or-replaces-rows-of-table = inserează sau înlocuiește rânduri din tabelul { $table }
analysis-replaces-all-rows-of-table = înlocuiește toate rândurile tabelului { $table }
analysis-replaces-what-is-in-a-folder = înlocuiește ce este într-un dosar
analysis-changes-rows = modifică rânduri
analysis-changes-rows-of-table = modifică rânduri din tabelul { $table }
analysis-changes-rows-of-table-all-of-them-there-is = modifică rânduri din tabelul { $table } (toate: nu există WHERE)
analysis-merges-rows = îmbină rânduri
analysis-merges-rows-into-table = îmbină rânduri în tabelul { $table }
analysis-merges-into-and-deletes-rows-of-table = îmbină în tabelul { $table } și șterge rânduri din el
analysis-writes-the-result-to-a-file = scrie rezultatul într-un fișier
analysis-writes-the-result-into-table = scrie rezultatul în tabelul { $table }
analysis-locks-the-rows-it-reads = blochează rândurile pe care le citește
analysis-locks-what-it-reads = blochează ce citește
analysis-stops-the-server = oprește serverul
analysis-reads-a-file-by = citește un fișier cu { $function }
analysis-reads-a-file-of-the-database-server-by = citește un fișier al serverului bazei de date cu { $function }
analysis-writes-a-file-by = scrie un fișier cu { $function }
analysis-reads-table = citește tabelul { $table }
analysis-reads-a-file-as-a-table = citește un fișier ca tabel
analysis-ends-a-prepared-transaction = încheie o tranzacție pregătită
analysis-starts-a-part-of-the-server = pornește o parte a serverului
analysis-stops-a-part-of-the-server = oprește o parte a serverului
analysis-resets-a-part-of-the-server = resetează o parte a serverului
analysis-goes-on-as-another-role = continuă cu alt rol
analysis-changes-the-setting = modifică setarea { $name }
analysis-changes-the-character-set-and-with-it-how-quotes = schimbă setul de caractere și, odată cu el, felul în care se citesc ghilimelele
analysis-deletes-the-server-logs = șterge jurnalele serverului
analysis-runs-pragma = execută pragma { $name }
analysis-sets-pragma = setează pragma { $name }
analysis-runs-a-command-on-the-database-server = execută o comandă pe serverul bazei de date
analysis-takes-a-table-out-of-the-database = scoate un tabel din baza de date
analysis-writes-a-copy-of-the-database = scrie o copie a bazei de date
analysis-rewrites-tables-to-free-space = rescrie tabele ca să elibereze spațiu
analysis-grants-rights = acordă drepturi
analysis-takes-rights-away = retrage drepturi
analysis-locks-tables = blochează tabele
analysis-changes-a-comment-in-the-schema = modifică un comentariu din schemă
analysis-refreshes-a-materialized-view = reîmprospătează o vizualizare materializată
analysis-rewrites-a-table-in-another-order = rescrie un tabel în altă ordine
analysis-rebuilds-an-index = reconstruiește un index
analysis-makes-the-database-write-its-state-to-disk = face ca baza de date să își scrie starea pe disc
analysis-notifies-other-sessions = notifică alte sesiuni
analysis-flushes-caches-or-logs-of-the-server = golește cache-uri sau tampoane de jurnale ale serverului
analysis-ends-another-session-or-query = încheie altă sesiune sau interogare
analysis-rewrites-a-table = rescrie un tabel
analysis-renames-a-table = redenumește un tabel
analysis-imports-into-the-database = importă în baza de date
analysis-installs-an-extension = instalează o extensie
analysis-removes-an-extension = elimină o extensie
analysis-changes-a-security-label = modifică o etichetă de securitate
analysis-changes-owners = schimbă proprietari
analysis-caches-a-table = pune un tabel în cache
analysis-removes-a-table-from-the-cache = scoate un tabel din cache
analysis-repairs-a-table-partitions = repară partițiile unui tabel
analysis-restores-a-dropped-object = restaurează un obiect șters
analysis-writes-a-backup = scrie o copie de rezervă
analysis-runs-a-maintenance-command-of-the-server = execută o comandă de întreținere a serverului
analysis-writes-rows-to-files = scrie rânduri în fișiere
analysis-runs-events-of-a-log = execută evenimente dintr-un jurnal
analysis-takes-part-in-a-distributed-transaction = participă la o tranzacție distribuită
analysis-deletes-logs-or-dropped-objects = șterge jurnale sau obiecte deja eliminate
analysis-replaces-a-database = înlocuiește o bază de date
analysis-runs-a-block-of-procedural-code = execută un bloc de cod procedural
analysis-updates-the-statistics-of-tables = actualizează statisticile unor tabele
analysis-prepares-a-transaction-for-a-later-commit = pregătește o tranzacție pentru un commit ulterior
analysis-prepares-a-statement-that-is-not-in-the-text = pregătește o instrucțiune care nu este în text
analysis-runs-sql-that-is-put-together-when-it-runs = execută SQL care este compus la execuție
analysis-calls-which-acts-on-the-database-server = apelează { $function }, care acționează asupra serverului bazei de date
analysis-calls-which-begins-a-backup = apelează { $function }, care începe o copie de rezervă
analysis-calls-which-begins-or-ends-a-backup = apelează { $function }, care începe sau încheie o copie de rezervă
analysis-calls-which-cancels-another-session-query = apelează { $function }, care anulează interogarea altei sesiuni
analysis-calls-which-changes-a-large-object = apelează { $function }, care modifică un obiect mare
analysis-calls-which-changes-a-sequence-or-notifies-others = apelează { $function }, care modifică o secvență sau îi notifică pe alții
analysis-calls-which-changes-a-setting = apelează { $function }, care modifică o setare
analysis-calls-which-changes-files-of-the-database-server = apelează { $function }, care modifică fișiere ale serverului bazei de date
analysis-calls-which-changes-replication = apelează { $function }, care modifică replicarea
analysis-calls-which-copies-something-on-the-database-server = apelează { $function }, care copiază ceva pe serverul bazei de date
analysis-calls-which-creates-something-on-the-database-server = apelează { $function }, care creează ceva pe serverul bazei de date
analysis-calls-which-deletes-a-file-of-the-database-server = apelează { $function }, care șterge un fișier al serverului bazei de date
analysis-calls-which-deletes-a-large-object = apelează { $function }, care șterge un obiect mare
analysis-calls-which-drops-something-of-the-database-server = apelează { $function }, care șterge ceva de pe serverul bazei de date
analysis-calls-which-ends-a-backup = apelează { $function }, care încheie o copie de rezervă
analysis-calls-which-ends-another-session = apelează { $function }, care încheie altă sesiune
analysis-calls-which-reaches-the-server-environment = apelează { $function }, care ajunge la mediul serverului
analysis-calls-which-reaches-the-server-files-or-network = apelează { $function }, care ajunge la fișierele sau rețeaua serverului
analysis-calls-which-reads-from-a-replication-slot-which-moves = apelează { $function }, care citește dintr-un slot de replicare, ceea ce îl mută mai departe
analysis-calls-which-resets-statistics = apelează { $function }, care resetează statistici
analysis-calls-which-runs-a-command-of-the-operating-system = apelează { $function }, care execută o comandă a sistemului de operare
analysis-calls-which-runs-a-procedure-of-the-server = apelează { $function }, care execută o procedură a serverului
analysis-calls-which-runs-code-that-is-not-in-the = apelează { $function }, care execută cod care nu este în text
analysis-calls-which-takes-a-lock = apelează { $function }, care obține o blocare
analysis-calls-which-takes-or-frees-a-lock = apelează { $function }, care obține sau eliberează o blocare
analysis-reads-a-key-or-secret-file = citește un fișier cu chei sau secrete
analysis-reads-countersign-own-data = citește datele proprii ale Countersign
analysis-changes-a-key-or-secret-file = modifică un fișier cu chei sau secrete
analysis-changes-a-file-that-runs-at-startup = modifică un fișier care se execută la pornire
analysis-changes-git-own-settings-or-hooks = modifică setările sau hookurile proprii ale git
analysis-changes-an-agent-own-settings = modifică setările proprii ale unui agent
analysis-changes-countersign-own-data = modifică datele proprii ale Countersign
analysis-changes-production-configuration = modifică configurație de producție
analysis-changes-the-machine-accounts-or-what-every-program-loads = modifică conturile mașinii sau fișiere pe care le încarcă orice program
analysis-hides-what-follows-under-empty-lines = ascunde ce urmează sub { $count ->
    [one] { $count } linie goală
    [few] { $count } linii goale
   *[other] { $count } de linii goale
}
analysis-is-a-line-of-characters = este o linie de { $count ->
    [one] { $count } caracter
    [few] { $count } caractere
   *[other] { $count } de caractere
}
analysis-pushes-what-follows-aside-with-blanks = împinge la o parte ce urmează cu { $width ->
    [one] { $width } spațiu
    [few] { $width } spații
   *[other] { $width } de spații
}
analysis-a-second-parser-finds-commands-in-it-the-first = un al doilea analizor găsește în el { $second ->
    [one] { $second } comandă
    [few] { $second } comenzi
   *[other] { $second } de comenzi
}, primul { $first }
analysis-drops-kind = șterge { $kind ->
    [view] vizualizarea
    [index] indexul
    [trigger] declanșatorul
    [function] funcția
    [procedure] procedura
    [proc] procedura
    [routine] rutina
    [aggregate] funcția de agregare
    [schema] schema
    [database] baza de date
    [sequence] secvența
    [type] tipul
    [domain] domeniul
    [role] rolul
    [user] utilizatorul
    [group] grupul
    [login] loginul
    [extension] extensia
    [policy] politica
    [rule] regula
    [event] evenimentul
    [server] serverul
    [tablespace] spațiul de tabele
    [publication] publicația
    [subscription] subscripția
    [collation] colaționarea
    [conversion] conversia
    [operator] operatorul
    [cast] conversia de tip
    [language] limbajul
    [owned] obiectele lui
    [secret] secretul
    [macro] macrocomanda
    [stage] zona de pregătire
    [warehouse] depozitul
    [pipe] canalul
    [stream] fluxul
    [task] sarcina
    [dictionary] dicționarul
    [synonym] sinonimul
    [statistics] statisticile
    [system] sistemul
    [column] coloana
    [constraint] constrângerea
    [partition] partiția
    [snapshot] instantaneul
    [model] modelul
   *[table] tabelul
} { $name }
analysis-creates-kind = creează { $kind ->
    [view] vizualizarea
    [index] indexul
    [trigger] declanșatorul
    [function] funcția
    [procedure] procedura
    [proc] procedura
    [routine] rutina
    [aggregate] funcția de agregare
    [schema] schema
    [database] baza de date
    [sequence] secvența
    [type] tipul
    [domain] domeniul
    [role] rolul
    [user] utilizatorul
    [group] grupul
    [login] loginul
    [extension] extensia
    [policy] politica
    [rule] regula
    [event] evenimentul
    [server] serverul
    [tablespace] spațiul de tabele
    [publication] publicația
    [subscription] subscripția
    [collation] colaționarea
    [conversion] conversia
    [operator] operatorul
    [cast] conversia de tip
    [language] limbajul
    [owned] obiectele lui
    [secret] secretul
    [macro] macrocomanda
    [stage] zona de pregătire
    [warehouse] depozitul
    [pipe] canalul
    [stream] fluxul
    [task] sarcina
    [dictionary] dicționarul
    [synonym] sinonimul
    [statistics] statisticile
    [system] sistemul
    [column] coloana
    [constraint] constrângerea
    [partition] partiția
    [snapshot] instantaneul
    [model] modelul
   *[table] tabelul
} { $name }
analysis-alters-kind = modifică { $kind ->
    [view] vizualizarea
    [index] indexul
    [trigger] declanșatorul
    [function] funcția
    [procedure] procedura
    [proc] procedura
    [routine] rutina
    [aggregate] funcția de agregare
    [schema] schema
    [database] baza de date
    [sequence] secvența
    [type] tipul
    [domain] domeniul
    [role] rolul
    [user] utilizatorul
    [group] grupul
    [login] loginul
    [extension] extensia
    [policy] politica
    [rule] regula
    [event] evenimentul
    [server] serverul
    [tablespace] spațiul de tabele
    [publication] publicația
    [subscription] subscripția
    [collation] colaționarea
    [conversion] conversia
    [operator] operatorul
    [cast] conversia de tip
    [language] limbajul
    [owned] obiectele lui
    [secret] secretul
    [macro] macrocomanda
    [stage] zona de pregătire
    [warehouse] depozitul
    [pipe] canalul
    [stream] fluxul
    [task] sarcina
    [dictionary] dicționarul
    [synonym] sinonimul
    [statistics] statisticile
    [system] sistemul
    [column] coloana
    [constraint] constrângerea
    [partition] partiția
    [snapshot] instantaneul
    [model] modelul
   *[table] tabelul
} { $name }
analysis-drops-a-part-of-kind = șterge o parte { $kind ->
    [view] din vizualizarea
    [index] din indexul
    [trigger] din declanșatorul
    [function] din funcția
    [procedure] din procedura
    [proc] din procedura
    [routine] din rutina
    [aggregate] din funcția de agregare
    [schema] din schema
    [database] din baza de date
    [sequence] din secvența
    [type] din tipul
    [domain] din domeniul
    [role] din rolul
    [user] din utilizatorul
    [group] din grupul
    [login] din loginul
    [extension] din extensia
    [policy] din politica
    [rule] din regula
    [event] din evenimentul
    [server] din serverul
    [tablespace] din spațiul de tabele
    [publication] din publicația
    [subscription] din subscripția
    [collation] din colaționarea
    [conversion] din conversia
    [operator] din operatorul
    [cast] din conversia de tip
    [language] din limbajul
    [owned] din obiectele lui
    [secret] din secretul
    [macro] din macrocomanda
    [stage] din zona de pregătire
    [warehouse] din depozitul
    [pipe] din canalul
    [stream] din fluxul
    [task] din sarcina
    [dictionary] din dicționarul
    [synonym] din sinonimul
    [statistics] din statisticile
    [system] din sistemul
    [column] din coloana
    [constraint] din constrângerea
    [partition] din partiția
    [snapshot] din instantaneul
    [model] din modelul
   *[table] din tabelul
} { $name }
analysis-replaces-kind = înlocuiește { $kind ->
    [schema] schema
    [database] baza de date
   *[table] tabelul
} { $name }, cu tot cu conținut
analysis-creates-kind-running-later = creează { $kind ->
    [rule] regula
    [event] evenimentul
    [task] sarcina
   *[trigger] declanșatorul
} { $name }, care se execută automat mai târziu
