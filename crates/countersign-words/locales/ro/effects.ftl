effect-about-bytes = circa { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
}
effect-and-more = { $saids } și altele
effect-and-n-more = și încă { $n }
effect-ask-again = întrebați din nou când va exista
effect-ask-less = cereți mai puțin odată
effect-attributes = atribute { $attributes }
effect-attributes-stay = atributele extinse ale lui { $path } nu se aplică
effect-becomes-unknown = noul conținut al lui { $path } nu se cunoaște dinainte
effect-before-gone = starea dinainte nu se mai păstrează
effect-before-not-kept = starea dinainte nu a fost păstrată
effect-block-length = un interval rezervat are nevoie de o durată
effect-block-title = un interval rezervat are nevoie de un titlu sau de o sarcină
effect-both-sides = { $path } a fost modificat în ambele părți
effect-both-sides-cannot = { $path } a fost modificat în ambele părți: nu se poate aplica așa cum este
effect-bytes = { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
    }
effect-calendar-31 = o înregistrare din calendar durează cel mult 31 de zile
effect-calendar-already = „{ $title }” este deja în calendar ({ $id })
effect-calendar-overlaps = se suprapune cu „{ $title }” ({ $id }), { $start } până la { $end }
effect-calendar-target = calendarul, { $start } până la { $end }
effect-call-again = apelați-o din nou: va fi verificată din nou
effect-call-no-folder = apelul nu are dosar de lucru
effect-cannot = nu s-a putut { $said-doing }: { $said }
effect-cannot-enter = nu se poate intra în dosarul de lucru { $path }: { $error }
effect-cannot-land = nimic din acesta nu se poate aplica: { $said }
effect-cannot-look = nu s-a putut examina { $path }: { $said }
effect-cannot-look-db = nu s-a putut examina baza de date: { $error }
effect-cannot-look-file = nu s-a putut examina fișierul: { $error }
effect-cannot-read = nu s-a putut citi { $path }: { $said }
effect-cannot-read-file = nu s-a putut citi fișierul: { $error }
effect-cannot-read-kept = nu s-a putut citi starea păstrată: { $error }
effect-cannot-read-kept-of = nu s-a putut citi starea păstrată a lui { $path }: { $said }
effect-cannot-remove = nu s-a putut elimina { $path }: { $said }
effect-cannot-run = nu se poate rula { $name }: { $error }
effect-cannot-take = argumente nevalide pentru { $tool }: { $said }
effect-cannot-use = nu se poate folosi { $path }: { $error }
effect-cannot-write = nu s-a putut scrie { $path }: { $said }
effect-cannot-write-disk = nu s-a putut scrie pe discul lui { $path }: { $said }
effect-cannot-write-file = nu s-a putut scrie fișierul: { $error }
effect-cannot-write-trash = nu s-a putut scrie în coșul de la { $path }: { $said }
effect-changed-meanwhile = { $path } s-a modificat între timp
effect-changed-now = { $path } tocmai s-a schimbat
effect-changed-since = { $path } s-a schimbat între timp
effect-changed-since-why = { $path } s-a schimbat între timp: { $said }
effect-changes-more = modifică peste { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
} și dosare
effect-check-name = verificați numele comenzii și dosarul de lucru
effect-checklist-item = elementul din listă „{ $title }” ({ $id })
effect-choose-among = alegeți dintre { $paths }
effect-choose-nothing = nu este nimic de ales: nimic nu s-a schimbat
effect-choose-whole = alegeți calea întreagă
effect-clock = ceasul acestei mașini a fost dat înapoi între timp
effect-command-both = dați command sau argv, nu ambele
effect-command-folder-moved = dosarul duce acum la { $path }
effect-command-holds = comanda conține { $said }
effect-command-lines = comanda are { $lines ->
    [one] { $lines } linie
    [few] { $lines } linii
   *[other] { $lines } de linii
}; citiți-le pe toate
effect-command-none = nu există nicio comandă
effect-command-nul = o comandă nu poate conține caractere NUL sau retururi de car
effect-command-own-variable = { $name } este al lui Countersign și nu poate fi setat
effect-command-uncaptured = efectele unei comenzi nu se înregistrează
effect-command-unknown = nu se știe până unde a ajuns comanda
effect-command-unknown-unchanged = nu se știe până unde a ajuns comanda; niciun fișier nu a fost modificat
effect-command-variable = { $name } nu este un nume de variabilă valid
effect-conflict = un conflict
effect-content-changed = conținutul său s-a schimbat
effect-copy-deep = dosarele mai adânci de { $n ->
    [one] { $n } nivel
    [few] { $n } niveluri
   *[other] { $n } de niveluri
} nu se copiază
effect-copy-weight = o copie ar avea peste { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
}, care este limita
effect-create-first = creați-l întâi cu filesystem.create_dir
effect-csv-field = rândul { $row } are un câmp { $name } care nu este în antet
effect-csv-further-names = fișierul avea și alte legături fizice, care păstrează încă vechiul conținut
effect-csv-header = { $path } are antetul { $header }
effect-csv-list = rândul { $row } conține o listă sau un obiect
effect-csv-million = sunt peste un milion de rânduri
effect-csv-names = { $name } are { $n ->
    [one] { $n } nume
    [few] { $n } nume
   *[other] { $n } de nume
}; doar acesta se scrie
effect-csv-no-file = niciun fișier
effect-csv-nothing = nu este nimic de scris: nici rânduri, nici antet
effect-csv-row = un rând nu poate fi scris: { $error }
effect-csv-same = { $name } are deja exact aceste rânduri
effect-csv-state = { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}, drepturi { $mode }, conținut { $hash }
effect-csv-too-large = { $path } este prea mare pentru a adăuga la el
effect-csv-value-hint = o valoare este text, un număr, true, false sau null
effect-csv-values = rândul { $row } are { $n ->
    [one] { $n } valoare
    [few] { $n } valori
   *[other] { $n } de valori
}, antetul { $m }
effect-data-add = adaugă { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
} în { $table }
effect-data-alter-object = modifică { $kind ->
    [index] indexul
    [view] vizualizarea
    [trigger] declanșatorul
   *[table] tabelul
    } { $name }
effect-data-change = modifică { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din { $table }
effect-data-create-object = creează { $kind ->
    [index] indexul
    [view] vizualizarea
    [trigger] declanșatorul
   *[table] tabelul
    } { $name }
effect-data-delete = șterge { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din { $table }
effect-data-drop = șterge tabelul { $table } cu { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
}
effect-data-drop-object = șterge { $kind ->
    [index] indexul
    [view] vizualizarea
    [trigger] declanșatorul
   *[table] tabelul
    } { $name }
effect-day-end = o zi trebuie să se termine după ce începe
effect-db-already = { $path } este deja ca înainte
effect-db-busy = alt program folosește baza de date
effect-db-change-nothing = instrucțiunile nu schimbă nimic
effect-db-columns = coloanele tabelului { $table } s-au schimbat
effect-db-deletes-columns = șterge din { $path }: coloane din tabelul { $table }
effect-db-deletes-large = șterge din { $path }: rânduri sau tabele (prea mare pentru a spune care)
effect-db-deletes-rows = șterge din { $path }: { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din tabelul { $table }
effect-db-deletes-table = șterge din { $path }: tabelul { $table } cu { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    }
effect-db-expected = { $table }: așteptat { $expected }, găsit { $found }
effect-db-failed = baza de date a eșuat: { $error }
effect-db-first-parameters = doar prima instrucțiune poate avea parametri
effect-db-half = un program a fost oprit forțat în timp ce scria în baza de date și a lăsat-o scrisă pe jumătate
effect-db-hits-columns = { $path }: coloane din tabelul { $table }
effect-db-hits-large = { $path }: rânduri sau tabele (prea mare pentru a spune care)
effect-db-hits-rows = { $path }: { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din tabelul { $table }
effect-db-hits-table = { $path }: tabelul { $table } cu { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    }
effect-db-holds = instrucțiunile conțin { $said }
effect-db-in-the-way = rânduri adăugate între timp stau în cale
effect-db-large-value = { $value } este prea mare pentru o bază de date
effect-db-larger = baza de date depășește { $n } MiB, așa că nu se păstrează starea ei actuală
effect-db-no-longer-run = instrucțiunile nu mai rulează: { $said }
effect-db-no-row = niciun rând
effect-db-no-statement = nu există nicio instrucțiune
effect-db-no-value = { $value } nu este o valoare de bază de date
effect-db-none = aceea nu este o bază de date SQLite
effect-db-now = acum: { $tables }
effect-db-not-allowed = această unealtă nu permite instrucțiunea: { $error }
effect-db-object = { $kind ->
    [index] index
    [view] vizualizare
    [trigger] declanșator
   *[table] tabel
    } { $name }
effect-db-one-per-call = propuneți o instrucțiune pe apel sau scrieți valorile în ea
effect-db-one-query = se poate interoga cu o singură instrucțiune odată
effect-db-open-once = deschideți-o o dată cu acel program sau cu sqlite3, care o repară
effect-db-otherwise = instrucțiunile ar schimba acum { $path } altfel
effect-db-parameter = parametrul { $name } nu are valoare
effect-db-parameters = instrucțiunea are { $n ->
    [one] { $n } parametru
    [few] { $n } parametri
   *[other] { $n } de parametri
}, sunt dați { $m }
effect-db-plain = interogările pot doar citi; pentru scriere folosiți instrucțiuni simple asupra bazei de date
effect-db-read-only = baza de date este deschisă doar pentru citire
effect-db-refer = rânduri adăugate între timp trimit la rânduri care ar fi scoase sau invers
effect-db-rows-changed = rânduri din { $path } s-au schimbat între timp
effect-db-shown = arătat: { $tables }
effect-db-too-large-before = baza de date este prea mare pentru a păstra starea ei dinainte
effect-db-too-large-tell = { $path } era prea mare ca starea dinainte să fie păstrată, așa că rezultatul nu se cunoaște
effect-db-too-long = instrucțiunea a durat prea mult și a fost oprită
effect-db-touched = { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din { $table } sunt atinse; se arată { $m }
effect-db-value-hint = folosiți text, numere, true, false, null sau {"{"}"base64": …{"}"} pentru octeți
effect-db-varies = folosește ora sau valori aleatorii: valorile scrise pot diferi de cele arătate
effect-db-whole = poate fi readusă doar în întregime, ceea ce ar pierde modificările ulterioare
effect-db-write-tool = data.write_sqlite propune modificări
effect-deep = dosarele mai adânci de { $n ->
    [one] { $n } nivel
    [few] { $n } niveluri
   *[other] { $n } de niveluri
} nu se urmează
effect-deep-at = dosarele mai adânci de { $n ->
    [one] { $n } nivel
    [few] { $n } niveluri
   *[other] { $n } de niveluri
} nu se urmează: { $path }
effect-deletes-bytes = șterge { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
    }
effect-deletes-inside = șterge { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
} din el, { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}: { $names }
effect-deletes-proposed = șterge un dosar care este el însuși doar propus
effect-deletes-things = șterge { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
}, { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}: { $names }
effect-deleting-files = ștergere de fișiere: { $path }
effect-denied-absent = să citească { $path }: conținutul real este ascuns
effect-denied-address = rețea: adresa lui { $host }
effect-denied-call = apelul de sistem { $name }
effect-denied-change = să modifice { $path }
effect-denied-network = rețea: { $host }
effect-denied-read = să citească { $path }
effect-denied-socket = un program din spatele socketului { $name }
effect-did-untold = efectele sale nu se pot determina: { $said }
effect-plan-too-long = încercarea pașilor anteriori a durat prea mult
effect-do-along = clona montarea de la { $path }
effect-do-bring-back = aduce înapoi { $path }
effect-do-change = modifica { $path }
effect-do-change-back = readuce { $path } la starea dinainte
effect-do-clear = elibera { $path }
effect-do-copy-db = copia baza de date
effect-do-copy-to = copia în { $path }
effect-do-cover = monta peste { $path }
effect-do-delete = șterge { $path }
effect-do-empty-trash = goli coșul
effect-do-enter = intra în dosarul de lucru
effect-do-file-back = pune fișierul înapoi
effect-do-filter = filtra apelurile de sistem ale comenzii (seccomp cu notificare către utilizator)
effect-do-folder-kept = crea un dosar pentru starea actuală
effect-do-keep = păstra starea actuală a lui { $path }
effect-do-keep-db = păstra baza de date
effect-do-keep-file = păstra fișierul
effect-do-keep-stands = păstra starea actuală
effect-do-keep-thing = păstra { $path }
effect-do-landlock = limita comanda la dosarele ei (Landlock)
effect-do-limits = seta limitele comenzii
effect-do-list = lista { $path }
effect-do-make = crea { $path }
effect-do-memory = crea un sistem de fișiere privat în memorie
effect-do-mounts = ține montările separat
effect-do-move = muta { $path }
effect-do-move-to = muta în { $path }
effect-do-namespaces = crea o lume (spații de nume de utilizator)
effect-do-network = porni o rețea proprie
effect-do-oneself = asocia utilizatorul într-o lume (uid_map)
effect-do-open = deschide { $path }
effect-do-open-folder-of = deschide dosarul lui { $path }
effect-do-open-trash = deschide coșul
effect-do-open-trash-at = deschide coșul de la { $path }
effect-do-overlay = așeza un dosar peste altul (overlayfs cu userxattr)
effect-do-parts = preda părțile lumii
effect-do-place = pune { $path } la locul lui
effect-do-prepare = pregăti { $path }
effect-do-privileges = renunța la privilegii
effect-do-proc = monta un /proc propriu
effect-do-program = rula programul
effect-do-put-file = pune fișierul la locul lui
effect-do-read-only = face totul doar pentru citire
effect-do-resolve = rezolva { $path }
effect-do-session = începe o sesiune proprie
effect-do-start = porni comanda
effect-do-streams = pregăti intrarea și ieșirea comenzii
effect-do-terminals = crea terminale proprii
effect-do-tie = lega lumea de apelantul ei
effect-do-try-folder = crea un dosar de încercare
effect-do-watch = urmări { $path }
effect-do-watch-hidden = urmări căi ascunse
effect-do-world = crea lumea
effect-doctor-lacks = countersign doctor spune ce îi lipsește acestei mașini
effect-doctor-missing = countersign doctor spune ce lipsește
effect-due-already = { $said } are deja termenul { $due }
effect-due-none-already = { $said } deja nu are termen
effect-edit-absent = old_text al modificării { $n } nu apare în { $path }
effect-edit-empty = old_text al modificării { $n } este gol
effect-edit-twice = old_text al modificării { $n } apare de mai multe ori în { $path }
effect-element = elementul { $n } din { $list } este formulat greșit
effect-emptied = { $path } este golit
effect-err-denied = acces interzis
effect-err-device = este un dispozitiv, un pipe sau un socket, nu un fișier
effect-err-full = discul este plin
effect-err-is-folder = este un dosar
effect-err-link = o legătură simbolică stă în cale
effect-err-long = numele este prea lung
effect-err-noent = nu există un astfel de fișier sau dosar
effect-err-not-folder = o parte din cale nu este un dosar
effect-err-read-only = sistemul de fișiere este doar pentru citire
effect-estimate-already = { $said } are deja estimarea { $estimate }
effect-estimate-none-already = { $said } deja nu are estimare
effect-expected = așteptat: { $said }
effect-field-checked = bifat
effect-field-due = termen
effect-field-end = sfârșit
effect-field-estimate = estimare
effect-field-item = element din listă
effect-field-label = etichetă
effect-field-language = limbă
effect-field-link = legătură
effect-field-notes = note
effect-field-observation = observație
effect-field-priority = prioritate
effect-field-report = raport
effect-field-start = început
effect-field-status = stare
effect-field-task = sarcină
effect-field-title = titlu
effect-field-to = { $said-field } la { $said-value }
effect-fields-already = { $said } are deja { $saids }
effect-file = fișier, { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}
effect-file-merged = fișier, { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}, îmbinat, blake3 { $hash }
effect-files-changed = { $n ->
    [one] { $n } fișier modificat
    [few] { $n } fișiere modificate
   *[other] { $n } de fișiere modificate
    }
effect-files-created = { $n ->
    [one] { $n } fișier creat
    [few] { $n } fișiere create
   *[other] { $n } de fișiere create
    }
effect-files-deleted = { $n ->
    [one] { $n } fișier șters
    [few] { $n } fișiere șterse
   *[other] { $n } de fișiere șterse
    }
effect-files-not-left = fișierele s-au schimbat între timp
effect-files-renamed = { $n ->
    [one] { $n } fișier redenumit
    [few] { $n } fișiere redenumite
   *[other] { $n } de fișiere redenumite
    }
effect-files-several = { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
    }: { $said-kinds }
effect-folder = dosar
effect-folder-gone = dosarul { $path } a dispărut
effect-folder-must-be = dosarul său trebuie să existe: creați-l cu filesystem.create_dir
effect-folder-of-gone = dosarul lui { $path } a dispărut
effect-folder-things = dosar, { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
    } în el, { $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
}
effect-folder-unreached = dosarul { $path } nu poate fi accesat: { $error }
effect-folders-changed = { $n ->
    [one] { $n } dosar modificat
    [few] { $n } dosare modificate
   *[other] { $n } de dosare modificate
    }
effect-folders-created = { $n ->
    [one] { $n } dosar creat
    [few] { $n } dosare create
   *[other] { $n } de dosare create
    }
effect-folders-deleted = { $n ->
    [one] { $n } dosar șters
    [few] { $n } dosare șterse
   *[other] { $n } de dosare șterse
    }
effect-folders-renamed = { $n ->
    [one] { $n } dosar redenumit
    [few] { $n } dosare redenumite
   *[other] { $n } de dosare redenumite
    }
effect-folders-several = { $n ->
    [one] { $n } dosar
    [few] { $n } dosare
   *[other] { $n } de dosare
    }: { $said-kinds }
effect-for-real = după un da rulează cu adevărat
effect-formulas = { $n ->
    [one] { $n } valoare ar rula ca formulă într-o foaie de calcul
    [few] { $n } valori ar rula ca formule într-o foaie de calcul
   *[other] { $n } de valori ar rula ca formule într-o foaie de calcul
}
effect-found = găsit: { $said }
effect-from-no-folder = nu are dosar de lucru
effect-full-folder = { $path } este un dosar cu { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
    } în el
effect-give-absolute = dați o cale absolută
effect-give-cwd = dați cwd ca o cale absolută
effect-give-field = dați cel puțin un câmp
effect-give-new-path = dați calea nouă întreagă sau ștergeți-l întâi
effect-give-title = dați un titlu sau spuneți dacă este bifat
effect-function-destroys = { $name } distruge ceva, după cum spune procesul său
effect-function-no-undo = procesul său nu a înregistrat nimic care să anuleze { $name }
effect-function-target = funcția { $name }
effect-function-own = o execută propriul proces al lui { $agent }: ce face nu se știe aici
effect-function-undo-by-worker = un worker o anulează: dacă a făcut-o este cuvântul lui
effect-handed = predat: agentul o face el însuși; starea dinainte se păstrează, iar rezultatul se verifică atunci când agentul raportează
effect-handed-command = o comandă pe care agentul o execută el însuși pe această mașină: nimic nu o limitează la ce spune
effect-handed-mcp = o unealtă a unui server care nu este în spatele lui Countersign: countersign import îl pune acolo
effect-handed-uncaptured = predat agentului: ce face acolo nu se înregistrează
effect-handed-unknown = o unealtă necunoscută a agentului
effect-how-far-known = { $saids }; modificări despre care se știe că sunt făcute: { $n } din { $all }
effect-how-far-unknown = { $saids }; nu se știe până unde a ajuns
effect-hunk-one = are doar fragmentul 1
effect-hunk-some = are fragmentele de la 1 la { $n }
effect-in-layers = după un da rulează în straturi peste spațiul de lucru și ajunge doar la aceste gazde: modificările de acolo se aplică imediat și se pot anula, datele trimise nu; poate citi atunci tot ce puteți citi dvs., inclusiv secretele dvs.
effect-in-layers-any = după un da rulează în straturi peste spațiul de lucru și ajunge la gazdele pe care le numește și la cele spre care acestea o trimit mai departe: modificările de acolo se aplică imediat și pot fi anulate, datele trimise nu; poate citi atunci tot ce puteți citi dumneavoastră, inclusiv secretele
effect-in-rehearsal = la repetiția de probă { $said }
effect-in-rehearsal-changed = la repetiția de probă a modificat fișiere, iar după un da poate modifica altele: { $saids }
effect-in-rehearsal-more = { $n ->
    [one] și încă { $n } încercare blocată
    [few] și încă { $n } încercări blocate
   *[other] și încă { $n } de încercări blocate
    }
effect-in-the-way = { $path } stă în cale
effect-inside = { $to } este în interiorul lui { $from }
effect-is-folder = { $path } este un dosar
effect-is-gone = a dispărut
effect-is-there-now = acum există
effect-it-leaves = lasă { $paths }, ceea ce o repetiție de probă nu păstrează
effect-item-already = { $said } are deja elementul din listă „{ $title }” ({ $id })
effect-item-belongs = { $said-item } nu aparține de { $said-task }
effect-item-so = { $said } are deja aceste valori
effect-its-work = munca sa
effect-kept-at = conținutul dinainte se păstrează la { $path }
effect-kept-changed = starea sa păstrată s-a schimbat
effect-kind-file = un fișier
effect-kind-folder = un dosar
effect-kind-link = o legătură simbolică
effect-kind-not-file = { $path } este { $said-kind }, nu un fișier
effect-kind-not-folder = { $path } este { $said-kind }, nu un dosar
effect-kind-nothing = nimic
effect-kind-there-now = acum este acolo { $said-kind }
effect-kind-was = era { $said-was } și este { $said-now }
effect-kinds-changed = { $n ->
    [one] { $n } modificat
   *[other] { $n } modificate
    }
effect-kinds-created = { $n ->
    [one] { $n } creat
   *[other] { $n } create
    }
effect-kinds-deleted = { $n ->
    [one] { $n } șters
   *[other] { $n } șterse
    }
effect-kinds-renamed = { $n ->
    [one] { $n } redenumit
   *[other] { $n } redenumite
    }
effect-label-already = { $said } are deja eticheta „{ $label }”
effect-label-command = comandă ({ $lines ->
    [one] { $lines } linie
    [few] { $lines } linii
   *[other] { $lines } de linii
    }, { $characters ->
    [one] { $characters } caracter
    [few] { $characters } caractere
   *[other] { $characters } de caractere
    })
effect-label-first-rows = primele din { $rows ->
    [one] { $rows } rând scris
    [few] { $rows } rânduri scrise
   *[other] { $rows } de rânduri scrise
} ({ $lines ->
    [one] { $lines } linie
    [few] { $lines } linii
   *[other] { $lines } de linii
} în total)
effect-label-folder = dosar de lucru
effect-label-gives-it = intrare de la agent
effect-label-gives-tool = intrare de la agent pentru unealta sa
effect-label-parameters = parametri
effect-label-patch = patch-ul
effect-label-rehearsed = repetat de probă
effect-label-contacted = contactat
effect-label-rows-of = rânduri din { $table }
effect-label-sends = ce trimite
effect-label-size = mărime în octeți
effect-label-size-of = mărimea lui { $path } în octeți
effect-label-statements = instrucțiuni ({ $lines ->
    [one] { $lines } linie
    [few] { $lines } linii
   *[other] { $lines } de linii
    }, { $characters ->
    [one] { $characters } caracter
    [few] { $characters } caractere
   *[other] { $characters } de caractere
    })
effect-label-stdin = intrare standard ({ $characters ->
    [one] { $characters } caracter
    [few] { $characters } caractere
   *[other] { $characters } de caractere
    })
effect-label-text = text
effect-label-text-everywhere = text, peste tot
effect-label-time = limită de timp în secunde
effect-label-variable = variabila { $name }
effect-lands-exactly = { $saids }; se aplică exact aceasta, iar comanda nu mai rulează o dată
effect-language-already = { $said } are deja limba { $language }
effect-large-gib = depășește { $n } GiB
effect-later-item = rezultatul propunerii { $item }
effect-later-step = rezultatul pasului { $n }
effect-layers-broken = lista fișierelor păstrate este deteriorată
effect-layers-folder = straturile au nevoie de un dosar propriu
effect-layers-no-folder = nu există un dosar pentru straturile sale
effect-layers-overlap = { $a } și { $b } se suprapun
effect-layers-themselves = { $path } conține chiar straturile
effect-layers-unresolved = { $path } nu este calea rezolvată a unui dosar
effect-leads-through-nothing = { $path } trece printr-un dosar care nu există
effect-leaves = lasă { $paths }, ceea ce o repetiție de probă nu păstrează
effect-leaves-thing = lasă un fișier sau un dosar
effect-less-at-once = modificările care nu s-au arătat nu se pot aplica: lăsați comanda să facă mai puțin odată
effect-limit-disk = disc
effect-limit-aside = limita unui cache
effect-limit-memory = memorie
effect-limit-processes = procese
effect-limit-time = timp
effect-link = legătură simbolică
effect-link-blocks = { $said-a } blochează { $said-b }
effect-link-dismissed = { $said } (respinsă)
effect-link-duplicates = { $said-a } este un duplicat al { $said-b }
effect-link-itself = o sarcină nu poate fi legată de ea însăși
effect-link-part = { $said-a } face parte din { $said-b }
effect-link-recorded = este deja înregistrată: { $said }
effect-link-relates = { $said-a } are legătură cu { $said-b }
effect-link-to = legătură simbolică spre { $path }
effect-link-to-nothing = { $path } este o legătură simbolică spre nimic
effect-links-not-utf8 = { $path } nu este UTF-8 după ce se urmează legăturile simbolice
effect-list-empty = lista este goală
effect-list-ids = task.list_tasks și calendar.list_events arată identificatorii existenți
effect-many-days = sunt peste { $n ->
    [one] { $n } zi
    [few] { $n } zile
   *[other] { $n } de zile
}
effect-many-names = conține prea multe nume
effect-may-be = poate fi: { $said }
effect-may-have-sent = niciun fișier nu a fost modificat, dar poate a trimis ceva: { $saids }
effect-means-apparmor = AppArmor împiedică programele să creeze spații de nume: copiați packaging/apparmor/countersign în /etc/apparmor.d și rulați `sudo apparmor_parser -r /etc/apparmor.d/countersign`
effect-means-container = acest container nu permite aceasta: porniți-l cu `--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined`
effect-means-landlock = acest nucleu nu poate limita o comandă la dosarele ei (este nevoie de Landlock versiunea 2, din Linux 5.19, cu landlock printre modulele de securitate): nu se poate dovedi despre nicio comandă că este inofensivă
effect-means-linux = este nevoie de Linux 5.12 sau mai nou cu spații de nume de utilizator
effect-means-max-userns = rulați `sudo sysctl user.max_user_namespaces=10000`
effect-means-odd = o comandă de test într-o lume a eșuat
effect-means-overlay = în schimb fișierele se copiază, ceea ce durează mai mult; Linux 5.11 sau mai nou o poate face pe ext4, xfs și btrfs
effect-means-untried = nu s-a putut încerca nimic în { $path }: { $error }; faceți ca în acel dosar să se poată scrie
effect-means-userns = rulați `sudo sysctl kernel.unprivileged_userns_clone=1`
effect-means-watching = Linux 5.5 sau mai nou o poate face, dacă nu o interzice un container
effect-merge-deleted = aici este șters, iar acolo modificat
effect-merge-no-text = a fost modificat în ambele părți și acum nu este text
effect-merge-nothing-kept = a fost modificat în ambele părți, iar conținutul dinainte nu a fost păstrat
effect-merge-too-many = ambele părți au modificat mai multe linii decât se îmbină
effect-merge-of = { $paths }: îmbinat cu ce s-a schimbat între timp
effect-merge-without = ce s-a schimbat între timp este deja ca înainte
effect-merged = { $path } s-a modificat între timp; ambele modificări se îmbină
effect-mode = drepturi { $mode }
effect-mode-changed = drepturile sale s-au schimbat din { $was } în { $now }
effect-n-more = încă { $n }
effect-more-changes = sunt mai multe modificări decât s-au examinat
effect-more-effects = sunt mai multe efecte decât s-au examinat
effect-more-text = dați mai mult din textul din jur
effect-more-than-lands = schimbă mai mult decât se poate aplica deodată
effect-move-away = dați la o parte ce este acolo și încercați din nou
effect-moved-landing = { $path } a fost mutat sau înlocuit în timp ce aceasta se aplica în el
effect-moved-now = { $path } tocmai a fost mutat sau înlocuit
effect-moved-untold = modificările făcute între timp nu se pot determina: { $said }
effect-name-each = numiți fiecare așa: {"{"}"path": "/w/a.txt", "hunks": [1]{"}"}
effect-name-not-utf8 = numele lui { $path } nu este UTF-8
effect-name-taken = numele { $path } este ocupat
effect-name-taken-why = numele { $path } este ocupat: { $said }
effect-names-all = { $path } are { $n ->
    [one] { $n } nume
    [few] { $n } nume
   *[other] { $n } de nume
}; toate se schimbă
effect-names-no-file = { $path } nu denumește un fișier
effect-names-only = { $path } are { $n ->
    [one] { $n } nume
    [few] { $n } nume
   *[other] { $n } de nume
}; doar acesta se schimbă
effect-names-several = { $path } are mai multe legături fizice; toate se schimbă
effect-neither = { $paths }: nici starea dinainte, nici cea cerută; conținutul dinainte se păstrează în { $folder }
effect-no-field = nicio înregistrare nu are un câmp { $name }
effect-no-file = nu există fișierul { $path }
effect-no-folder = nu există dosarul { $path }
effect-no-hunk = { $path } nu are fragmentul { $n }
effect-no-hunks = { $path } nu are fragmente din care să se aleagă
effect-no-item = nu există elementul de listă { $id }
effect-no-longer-kept = { $path } nu se mai păstrează
effect-no-longer-there = { $path } nu mai există
effect-no-means = această mașină nu îl acceptă
effect-no-observation = nu este nicio observație în aceste argumente
effect-no-part = nu este o parte din repetiția de probă: { $error }
effect-no-real-files = { $path } este în { $folder }, care nu conține fișiere reale
effect-no-snapshot = nu este un instantaneu
effect-no-world = lumea pentru aceasta nu poate fi creată: { $said }
effect-not-a-path = { $path } nu este o cale
effect-not-after = { $end } nu este după { $start }
effect-not-awaited = nu se poate aștepta comanda: { $error }
effect-not-base64 = nu este base64: { $error }
effect-not-base64-content = content_base64 nu este base64: { $error }
effect-not-ended = comanda nu poate fi oprită: { $error }
effect-not-folder = { $path } nu este un dosar
effect-not-regular = { $path } nu este un fișier obișnuit
effect-not-rehearsed = nu a fost repetat de probă: { $saids }
effect-not-in-world = nu a rulat într-o lume proprie: { $saids }
effect-not-held-to-reading = nu poate fi limitată la citire: { $saids }
effect-worlds-off = politica dezactivează lumile
effect-never-in-world = politica spune că nu rulează niciodată într-o lume
effect-not-started = { $name } nu poate fi pornit: { $error }
effect-not-text = { $path } nu este text
effect-not-tidied = { $path } nu poate fi curățat: { $error }
effect-not-time = { $text } nu este o oră
effect-not-watched = neurmărit
effect-not-where = { $path } nu mai este unde era
effect-not-yet = { $said } nu există încă ({ $id })
effect-notes-already = { $said } are deja notele „{ $notes }”
effect-notes-none-already = { $said } deja nu are note
effect-nothing-at = nu este nimic la { $path }
effect-nothing-but-unseen = nu a schimbat nimic, dar nu s-a putut observa tot ce a încercat
effect-nothing-changed = nimic schimbat
effect-nothing-changes-at = nimic nu se schimbă la { $path }
effect-nothing-given = nu este nimic de schimbat în aceste argumente
effect-nothing-to-land = nu este nimic de aplicat
effect-observations-on = observațiile lui { $agent } despre { $said }
effect-odd = { $path } este un dispozitiv, un pipe sau un socket
effect-odd-delete-stays = { $path } este un dispozitiv, un pipe sau un socket: ștergerea lui nu se aplică
effect-odd-stays = { $path } este un dispozitiv, un pipe sau un socket: nu se aplică
effect-odd-thing = dispozitiv, pipe sau socket
effect-one-content = trebuie dat exact unul dintre content, content_base64 și source
effect-only-a-part = se aplică doar o parte: { $some } din { $all ->
    [one] { $all } modificare
    [few] { $all } modificări
   *[other] { $all } de modificări
}
effect-only-hunks = din { $path } se aplică doar fragmentele { $hunks }
effect-only-proposed = { $path } este doar propus
effect-output-unread = ieșirea sa nu poate fi citită
effect-pack-environment = arată mediul, inclusiv secretele din el
effect-pack-observations = observațiile revin la sfârșitul listei lor
effect-owner = proprietar { $owner }
effect-owner-stays = proprietarul lui { $path } nu se aplică
effect-owner-stays-who = proprietarul lui { $path } ({ $owner }) nu se aplică
effect-patch-nothing = patch-ul nu atinge nimic
effect-patch-unread = patch-ul nu poate fi citit la { $line }
effect-path-elsewhere = calea duce acum în altă parte
effect-path-empty = o cale nu poate fi goală și nu poate conține un NUL
effect-pattern-length = un tipar are între 1 și 1000 de octeți
effect-pattern-star = `*` găsește orice nume
effect-plan-absolute = dosarul de lucru { $path } nu este absolut
effect-plan-copied-on-write = { $path } nu poate fi copiat la scriere (copy-on-write)
effect-plan-elsewhere = { $path } nu este un dosar sau duce acum în altă parte
effect-plan-layers = straturile lui { $path } se află chiar în acel dosar
effect-plan-mounted = { $path } are ceva montat în el, la { $at }, și trebuie copiat
effect-plan-needed = necesar
effect-plan-no-program = nu există niciun program de rulat
effect-plan-nul = { $text } conține un caracter NUL
effect-plan-through = lăsat să treacă
effect-plan-unreached = { $path } este { $said-what } și nu poate fi accesat: { $error }
effect-priority-already = { $said } are deja prioritatea { $priority }
effect-priority-none-already = { $said } deja nu are prioritate
effect-program-check = verificați-i numele și PATH
effect-program-none = nu există programul { $name }
effect-program-not-awaited = nu se poate aștepta { $name }: { $error }
effect-program-not-staged = { $name } nu poate fi pornit într-o scenă: { $said }
effect-protected-deletes = șterge sau golește { $path }
effect-protected-deletes-more = șterge sau golește { $path } și încă { $n }
effect-protected-destructive = o comandă distructivă: { $said }
effect-protected-destructive-more = o comandă distructivă: { $said } și încă { $n }
effect-quoted = „{ $text }”
effect-ran-may-have-sent = a rulat și poate a trimis ceva; niciun fișier nu a fost modificat: { $saids }
effect-read-again = citiți din nou fișierul
effect-reads-so = { $path } are deja acest conținut
effect-records-large = depășește 256 MiB
effect-records-many = are peste un milion de înregistrări
effect-records-or-path = dați înregistrări sau o cale
effect-refresh = reexaminați-l
effect-refresh-rehearse = reexaminați-l pentru o nouă repetiție de probă
effect-rehearsal-not-kept = repetiția de probă nu poate fi păstrată: { $error }
effect-rehearsal-not-removed = repetiția de probă { $id } nu poate fi eliminată: { $said }
effect-rehearsal-not-whole = repetiția de probă { $id } nu se mai păstrează întreagă
effect-rehearsed-ended-otherwise = modificat de la repetiția de probă: { $paths }; refăcută, aceasta se încheie cu alt cod de ieșire
effect-rehearsed-gone = repetiția de probă nu se mai păstrează
effect-rehearsed-not-again = modificat de la repetiția de probă: { $paths }; aceasta nu a putut fi refăcută: { $saids }
effect-rehearsed-other = repetiția de probă diferă de modificările arătate
effect-rehearsed-otherwise = modificat de la repetiția de probă: { $paths }; refăcută, aceasta modifică altceva: { $others }
effect-rehearsed-stale = modificat de la repetiția de probă: { $paths }
effect-relative = { $path } este relativă, iar dosarul din care vine apelul nu este cunoscut
effect-relative-no-folder = { $path } este relativă, iar apelul nu are dosar de lucru
effect-removed = eliminat
effect-renamed-from = { $path } (redenumit din { $from })
effect-replaced = { $path } este înlocuit
effect-replaces-bytes = înlocuiește { $n ->
    [one] { $n } octet care se află
    [few] { $n } octeți care se află
   *[other] { $n } de octeți care se află
} acolo acum
effect-report-already = raportul spune deja aceasta
effect-report-on = raportul lui { $agent } despre { $said }
effect-rights = { $path } rulează cu drepturile proprietarului sau ale grupului său (drepturi { $mode })
effect-root = este rădăcina sistemului de fișiere
effect-run-for-real = alegeți celelalte căi sau rulați comanda cu adevărat
effect-same-file = { $path } este același fișier
effect-say-recursive = indicați recursive pentru a le șterge pe toate
effect-scan-deleted = are un marcaj de ștergere într-un loc neașteptat
effect-scan-elsewhere = conținutul său este în altă parte
effect-scan-mark = are un marcaj necunoscut
effect-sent = ce trimite nu mai poate fi retras
effect-settle-by-hand = alegeți celelalte căi sau rezolvați întâi manual
effect-shorter = s-a scurtat în timp ce era citit
effect-shorter-range = căutați într-un interval mai scurt
effect-slot-length = un interval are nevoie de o durată
effect-sqlite-says = SQLite spune: { $error }
effect-stage-a-call-failed = un apel într-o scenă a eșuat: { $error }
effect-stage-call-failed = apelul din scenă a eșuat: { $said }
effect-stage-changed = modificat de când a fost arătat: { $saids }
effect-stage-changed-hunks = modificat de când a fost arătat: { $path }, și fragmentele sale odată cu el
effect-stage-conflicted = modificat între timp în dosarele reale, în aceleași locuri: { $paths }
effect-stage-conflicted-git-hint = fără ele depozitul ar fi comis pe jumătate: anulați ce a modificat git în dosarul real sau rezolvați înăuntru: countersign stage shell { $id }
effect-stage-conflicted-hint = lăsați-le deoparte cu --except sau rezolvați înăuntru: countersign stage shell { $id }; stage diff { $same } arată ambele părți
effect-stage-conflicted-more = modificat între timp în dosarele reale, în aceleași locuri: { $paths } și încă { $n }
effect-stage-empty = este goală
effect-stage-empty-now = scena este acum goală
effect-stage-further = puneți pe scenă un dosar de mai jos: --root DIR, sau mergeți acolo cu cd
effect-stage-happens = are loc în scena { $id }: nimic nu se aplică
effect-stage-hidden = { $path } nu poate fi pus pe scenă: acolo este ascuns
effect-stage-hunk-numbers = PATH#1+3: numerele lor, așa cum sunt arătate
effect-stage-hunks-left-out = { $path }: pentru a lăsa deoparte fragmente, numiți-le pe cele care se aplică
effect-stage-in-use = scena { $id } este în uz
effect-stage-is-other = { $path } diferă
effect-stage-is-real = { $path } nu mai diferă de cel real
effect-stage-leave-less = lăsați deoparte mai puțin
effect-stage-limit = a atins limita: { $said }
effect-stage-look-again = priviți din nou: countersign stage diff { $id }
effect-stage-look-inside = priviți din interior: countersign stage shell ID
effect-stage-name-folder = numiți un dosar care există
effect-stage-net = efectul net al scenei { $id }
effect-stage-no-answer = nu a dat niciun răspuns
effect-stage-no-difference = nimic din ea nu diferă de dosarele reale
effect-stage-no-folder = { $path } nu este calea rezolvată a unui dosar
effect-stage-no-hunks = { $numbers } nu sunt numere de fragmente
effect-stage-no-worlds = această mașină nu poate crea lumi pentru scene: { $saids }
effect-stage-not-called = nicio modificare nu se numește { $name }
effect-stage-not-shown = diferă de modificările arătate
effect-secret-not-shown = un posibil secret
effect-stage-not-staged = { $paths } nu poate fi pus pe scenă: { $saids }
effect-stage-nothing-left = nu mai rămâne nimic de aplicat
effect-stage-own = { $path } conține datele lui Countersign
effect-stage-program-elsewhere = rulați un Countersign instalat în altă parte
effect-stage-program-inside = { $path } se află în dosarul pus pe scenă
effect-stage-remove-inside = eliminați din interior ce se poate reface: countersign stage shell ID
effect-stage-secret-hint = dosarele secrete și datele proprii ale Countersign nu pot fi puse pe scenă
effect-stage-smaller = puneți pe scenă un dosar mai mic: --root DIR, sau mergeți acolo cu cd
effect-stage-too-many = scena conține peste { $n ->
    [one] { $n } modificare
    [few] { $n } modificări
   *[other] { $n } de modificări
}
effect-stage-unread = conținutul scenei nu poate fi citit: { $said }
effect-stage-wait = așteptați până se termină
effect-stage-was-added = s-a adăugat { $path }
effect-status-already = { $said } are deja starea { $status }
effect-still-there = încă există
effect-stood-changed = conținutul dinainte al lui { $path } a fost modificat în coș
effect-stood-gone = conținutul dinainte al lui { $path } nu mai este în coș
effect-stood-not-kept = conținutul dinainte al lui { $path } nu a fost păstrat
effect-target-database = baza de date { $path }
effect-target-records = înregistrările date
effect-task = sarcina „{ $title }” ({ $id })
effect-task-new = o sarcină nouă „{ $title }”
effect-there-already = { $path } există deja
effect-there-already-file = { $path } există deja și este un fișier
effect-there-already-is = { $path } există deja și este { $said-kind }
effect-time-changed = data sa s-a schimbat
effect-title-already = { $said } are deja titlul „{ $title }”
effect-to-write-changed = conținutul de scris în { $path } s-a schimbat între timp
effect-too-large-edit = { $path } are peste { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
} și nu poate fi editat
effect-too-large-kept = { $path } este prea mare pentru a fi păstrat
effect-too-many-processes = a pornit prea multe procese
effect-too-many-rehearsed = rulează prea multe alte repetiții de probă
effect-too-much-kept = alte repetiții de probă nedecise ocupă deja prea mult spațiu
effect-too-much-memory = a folosit prea multă memorie
effect-too-much-written = a scris prea mult
effect-aside-full = a scris în { $path } mai mult decât păstrează Countersign; ce era păstrat acolo a fost eliminat
effect-touches-asked = atinge ceva despre care se întreabă mereu: { $said }
effect-two-tasks = { $said-a } și { $said-b }
effect-uncaptured = ce schimbă nu se înregistrează: nu există anulare
effect-unreadable = { $path } nu poate fi citit: { $said }
effect-unseen-besides = nu s-a putut observa tot ce a mai încercat
effect-value-none = gol
effect-wants-absent = vrea să citească un fișier pe care o repetiție de probă nu îl are
effect-wants-call = vrea un apel de sistem care nu este permis niciodată
effect-wants-change = vrea să modifice { $said }
effect-wants-hidden = vrea să citească un fișier ascuns
effect-wants-more-than-read = comanda vrea să facă mai mult decât să citească, și nimeni nu a fost întrebat despre aceasta
effect-wants-network = vrea acces la rețea
effect-wants-socket = vrea să ajungă la alt program printr-un socket
effect-wants-write = vrea să scrie
effect-watch-further = urmăriți un subdosar
effect-watch-further-or = urmăriți un subdosar sau acest dosar fără subdosare
effect-watch-holds-own = { $path } conține dosarul lui Countersign
effect-watch-many = { $path } conține peste { $n ->
    [one] { $n } dosar
    [few] { $n } dosare
   *[other] { $n } de dosare
}
effect-watch-own = { $path } este al lui Countersign: nu se urmărește
effect-watched-folders = urmărit timp de { $time }, { $n ->
    [one] { $n } dosar
    [few] { $n } dosare
   *[other] { $n } de dosare
}; agentul află nume, nu conținuturi
effect-watched-for = urmărit timp de { $time }
effect-watched-names = urmărit timp de { $time }; agentul află nume, nu conținuturi
effect-whole-workspace = { $path } este sau conține un spațiu de lucru întreg
effect-word-due = { $said }; un termen se scrie 2026-11-15
effect-word-empty-label = eticheta este goală
effect-word-empty-text = textul este gol
effect-word-empty-title = titlul este gol
effect-word-estimate = { $text } nu este o estimare precum „2h”, „90m” sau „1h 30m”
effect-word-estimate-max = o estimare are cel mult { $max }
effect-word-estimate-none = scrieți „none” pentru nicio estimare
effect-word-language = { $text } nu este un cod de limbă precum „en” sau „pt-BR”
effect-word-long-label = eticheta are { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}; sunt permise { $max }
effect-word-long-text = textul are { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}; sunt permise { $max }
effect-word-long-title = titlul are { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}; sunt permise { $max }
effect-word-priority = { $text } nu este o prioritate; folosiți P0, P1, P2, P3 sau none
effect-word-slash = o etichetă nu poate conține o bară oblică
effect-word-status = { $text } nu este o stare; folosiți una dintre { $words }
effect-workspace-is = spațiul de lucru { $path } este { $said }
effect-workspace-own = spațiul de lucru { $path } conține datele lui Countersign
effect-workspace-unseen = spațiul de lucru nu poate fi examinat: { $said }
effect-world-ended = lumea s-a încheiat înainte să ruleze comanda
effect-world-only-linux = doar Linux pe x86-64 și ARM64 poate rula o comandă într-o lume proprie
effect-world-only-linux-copied = doar Linux pe x86-64 și ARM64 poate rula o comandă într-o lume proprie; în rest fișierele se copiază
effect-world-socket = descriptorul { $fd } este un socket, pe care o comandă dintr-o lume nu trebuie să îl aibă
effect-world-thread = firul ajutător al unei repetiții de probă a dispărut
effect-write-time = scrieți-o ca 09:30
effect-write-whole = scrieți în schimb fișierul întreg
effect-written-at = ultima scriere { $time }
effect-written-to = s-a scris în el
sum-agent-change = lasă agentul să modifice { $path }
sum-agent-change-several = lasă agentul să modifice mai multe fișiere: { $paths }
sum-agent-create = lasă agentul să creeze { $path }
sum-agent-delete = lasă agentul să șteargă { $path }
sum-agent-fetch = lasă agentul să preia { $url }
sum-agent-read = lasă agentul să citească { $path }
sum-agent-search = lasă agentul să caute { $query } pe web
sum-function = execută { $name } în propriul proces al apelantului
sum-agent-use = lasă agentul să folosească { $tool }
sum-audit-log = Citește jurnalul apelurilor de unelte
sum-audit-pdf = Exportă jurnalul ca PDF
sum-audit-report = Întocmește un raport despre jurnalul apelurilor de unelte
sum-audit-run = Rezumă o rulare
sum-calendar-create-event = Creează evenimentul „{ $title }” pe { $start }, cu durata { $length }
sum-calendar-create-time-block = Rezervă timp pentru { $said } pe { $start }, cu durata { $length }
sum-calendar-find-slots = Caută intervale libere de { $length }
sum-calendar-list-events = Afișează evenimentele
sum-data-anomalies = caută anomalii în { $path }
sum-data-anomalies-given = caută anomalii în înregistrările date
sum-data-change-some = Modifică { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } din { $name }
sum-data-csv-add = Adaugă { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } la { $name }
sum-data-csv-new = Scrie { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    } în fișierul nou { $name }
sum-data-csv-replace = Înlocuiește { $name } cu { $n ->
    [one] { $n } rând
    [few] { $n } rânduri
   *[other] { $n } de rânduri
    }
sum-data-duplicates = caută duplicate în { $path }
sum-data-duplicates-given = caută duplicate în înregistrările date
sum-data-in = { $saids } în { $name }
sum-data-nothing = nu schimbă nimic în { $name }
sum-data-query = Interoghează { $path }
sum-filesystem-copy-file = Copiază { $from } în { $to }
sum-filesystem-create = Creează { $path } ({ $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
})
sum-filesystem-create-dir = Creează dosarul { $path }
sum-filesystem-delete-file = Șterge { $path }
sum-filesystem-delete-folder = Șterge { $path } cu { $n ->
    [one] { $n } element
    [few] { $n } elemente
   *[other] { $n } de elemente
    } în el
sum-filesystem-edit = Editează { $path } în { $n ->
    [one] { $n } loc
    [few] { $n } locuri
   *[other] { $n } de locuri
    }
sum-filesystem-edit-once = Editează { $path } într-un loc
sum-filesystem-list = Afișează conținutul din { $path }
sum-filesystem-look-at = Examinează { $path }
sum-filesystem-move-file = Mută { $from } în { $to }
sum-filesystem-overwrite = Suprascrie { $path } ({ $bytes ->
    [one] { $bytes } octet
    [few] { $bytes } octeți
   *[other] { $bytes } de octeți
})
sum-filesystem-read = Citește { $path }
sum-filesystem-search = Caută { $what } în { $path }
sum-filesystem-watch-folder = Urmărește { $path } timp de { $time }
sum-filesystem-watch-folders = Urmărește { $path } cu toate dosarele din el timp de { $time }
sum-shell-delete = Șterge { $path }: { $command }
sum-shell-delete-in = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
} din { $folder }: { $command }
sum-shell-delete-in-over = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
} din { $folder } (peste { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-delete-in-sized = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
} din { $folder } ({ $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-delete-many = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
}: { $command }
sum-shell-delete-many-over = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
} (peste { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-delete-many-sized = Șterge { $m ->
    [one] { $m } țintă
    [few] { $m } ținte
   *[other] { $m } de ținte
} ({ $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-delete-over = Șterge { $path } (peste { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-delete-sized = Șterge { $path } ({ $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}, { $size }): { $command }
sum-shell-harmless = Repetat de probă, fără să schimbe nimic: { $command }
sum-shell-write = Scrie { $path }: { $command }
sum-shell-write-files = Scrie { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}: { $command }
sum-stage-land = aplică scena { $stage }: { $saids }
sum-stage-land-nothing = aplică scena { $stage }: nimic
sum-task-assign-label = Atribuie eticheta „{ $label }”
sum-task-briefing = Rezumă ziua
sum-task-check-and-rename = Bifează { $said } și îl redenumește în „{ $new }”
sum-task-check-off = Bifează { $said }
sum-task-create-task = Creează sarcina „{ $title }”
sum-task-dismiss-blocks = Respinge că { $said-a } blochează { $said-b }
sum-task-dismiss-duplicates = Respinge că { $said-a } este un duplicat al { $said-b }
sum-task-dismiss-part = Respinge că { $said-a } face parte din { $said-b }
sum-task-dismiss-relates = Respinge că { $said-a } are legătură cu { $said-b }
sum-task-link = Leagă: { $said }
sum-task-list = Afișează sarcinile
sum-task-list-overdue = Afișează sarcinile întârziate
sum-task-note = Notează: „{ $text }”
sum-task-note-more = Notează: „{ $text }” și încă { $n }
sum-task-rename-item = Redenumește { $said } în „{ $new }”
sum-task-set = Setează { $saids }
sum-task-set-due-date = Setează termenul la { $due }
sum-task-set-due-date-none = Elimină termenul
sum-task-set-estimate = Setează estimarea la { $estimate }
sum-task-set-estimate-none = Elimină estimarea
sum-task-set-language = Setează limba la { $language }
sum-task-set-notes = Schimbă notele în „{ $notes }”
sum-task-set-notes-none = Elimină notele
sum-task-set-priority = Setează prioritatea la { $priority }
sum-task-set-priority-none = Elimină prioritatea
sum-task-set-status = Setează starea la { $status }
sum-task-set-title = Schimbă titlul în „{ $title }”
sum-task-uncheck = Debifează { $said }
sum-task-uncheck-and-rename = Debifează { $said } și îl redenumește în „{ $new }”
sum-task-update-report = Actualizează raportul: „{ $text }”
sum-run = Execută { $line }
sum-add = Adaugă: „{ $title }”
unseen-lines = { $n ->
    [one] { $n } linie din diferența lui { $path }
    [few] { $n } linii din diferența lui { $path }
   *[other] { $n } de linii din diferența lui { $path }
}
unseen-content = conținutul lui { $path }: nu este text sau depășește 1 MiB
unseen-more-changes = mai multe schimbări decât au fost examinate
unseen-deep-files = numele a { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
} din adâncime ({ $said-size }): sunt numărate cu dosarul lor
unseen-difference = diff-ul lui { $path }
unseen-more-differences = { $n ->
    [one] încă { $n } diferență
    [few] încă { $n } diferențe
   *[other] încă { $n } de diferențe
}
unseen-csv = { $n ->
    [one] se scrie { $n } rând; primele sunt arătate, în parte
    [few] se scriu { $n } rânduri; primele sunt arătate, în parte
   *[other] se scriu { $n } de rânduri; primele sunt arătate, în parte
}
unseen-rows = { $n ->
    [one] { $n } rând din { $table }
    [few] { $n } rânduri din { $table }
   *[other] { $n } de rânduri din { $table }
}
effect-ended-waiting = a fost oprită când doar mai aștepta acea gazdă
effect-signals-nobody = trimite semnale proceselor după nume, iar această rulare nu are niciunul cu acest nume
effect-build-files = { $folders }: { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
    }
effect-build-kept = { $saids }: păstrat pentru comenzile următoare și nescris în dosarele reale
effect-label-build = dosare de compilare
effect-without-secrets = ce a citit din { $paths } nu conținea secrete: rândurile cu parole și tokenuri au fost omise
effect-registry-also = poate accesa și { $host }, care aparține aceluiași registru
effect-builds-unseen = rulată cu adevărat, nu vede ce au construit comenzile anterioare, care este păstrat separat: { $paths }
effect-label-silence = limită de timp în secunde fără ieșire
effect-cancelled = { $who } a anulat, iar ce se făcuse până atunci a fost refăcut
effect-cancelled-hint = propune-l din nou dacă mai este dorit
effect-label-git = git
effect-label-git-in = git în { $folder }
git-head = HEAD trece de la { $from } la { $to }
git-commits = { $n ->
    [one] 1 commit pe { $name }: { $subjects }
   *[other] { $n } commit-uri pe { $name }: { $subjects }
}
git-branch-created = ramura { $name } creată la { $at }
git-branch-created-with = ramura { $name } creată la { $at }, cu { $n ->
    [one] 1 commit nou: { $subjects }
   *[other] { $n } commit-uri noi: { $subjects }
}
git-branch-deleted = ramura { $name } ștearsă; era la { $at }
git-moves = { $name } trece de la { $from } la { $to }
git-join = { $n ->
    [one] 1 commit se adaugă: { $subjects }
   *[other] { $n } commit-uri se adaugă: { $subjects }
}
git-leave = { $n ->
    [one] 1 commit dispare: { $subjects }
   *[other] { $n } commit-uri dispar: { $subjects }
}
git-no-branch = { $n ->
    [one] 1 commit care nu e pe nicio ramură: { $subjects }
   *[other] { $n } commit-uri care nu sunt pe nicio ramură: { $subjects }
}
git-tag-created = eticheta { $name } creată la { $at }
git-tag-deleted = eticheta { $name } ștearsă; era la { $at }
git-tag-moves = eticheta { $name } trece de la { $from } la { $to }
git-stash-created = { $name } creat: { $what }
git-stash-dropped = stash abandonat: { $what }
git-staged = { $n ->
    [one] 1 fișier pregătit: { $files }
   *[other] { $n } fișiere pregătite: { $files }
}
git-unstaged = { $n ->
    [one] 1 fișier nu mai e pregătit: { $files }
   *[other] { $n } fișiere nu mai sunt pregătite: { $files }
}
unseen-git = ce înseamnă { $path } pentru git
unseen-submodule = fișierele submodulului { $path }
effect-folded = { $folder }: { $saids }, { $said_size }
effect-folded-words = { $saids }, { $said_size }
unseen-folded = { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
    } în { $folder }
