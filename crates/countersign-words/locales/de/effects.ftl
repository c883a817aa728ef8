effect-about-bytes = etwa { $n } Bytes
effect-and-more = { $saids } und mehr
effect-and-n-more = und { $n } weitere
effect-ask-again = noch einmal versuchen, wenn es existiert
effect-ask-less = weniger auf einmal verlangen
effect-attributes = Attribute { $attributes }
effect-attributes-stay = die erweiterten Attribute von { $path } werden nicht übernommen
effect-becomes-unknown = der neue Inhalt von { $path } ist vorher nicht bekannt
effect-before-gone = der vorherige Stand ist nicht mehr aufbewahrt
effect-before-not-kept = der vorherige Stand wurde nicht aufbewahrt
effect-block-length = ein Zeitblock braucht eine Länge
effect-block-title = ein Zeitblock braucht einen Titel oder eine Aufgabe
effect-both-sides = { $path } wurde auf beiden Seiten geändert
effect-both-sides-cannot = { $path } wurde auf beiden Seiten geändert: so kann es nicht übernommen werden
effect-bytes = { $n ->
    [one] { $n } Byte
   *[other] { $n } Bytes
    }
effect-calendar-31 = ein Kalendereintrag dauert höchstens 31 Tage
effect-calendar-already = „{ $title }“ steht schon im Kalender ({ $id })
effect-calendar-overlaps = überschneidet sich mit „{ $title }“ ({ $id }), { $start } bis { $end }
effect-calendar-target = der Kalender, { $start } bis { $end }
effect-call-again = rufen Sie es noch einmal auf: es wird neu geprüft
effect-call-no-folder = der Aufruf hat keinen Arbeitsordner
effect-cannot = es gelang nicht, { $said-doing }: { $said }
effect-cannot-enter = der Arbeitsordner { $path } kann nicht betreten werden: { $error }
effect-cannot-land = nichts davon kann übernommen werden: { $said }
effect-cannot-look = { $path } kann nicht untersucht werden: { $said }
effect-cannot-look-db = die Datenbank kann nicht untersucht werden: { $error }
effect-cannot-look-file = die Datei kann nicht untersucht werden: { $error }
effect-cannot-read = { $path } kann nicht gelesen werden: { $said }
effect-cannot-read-file = die Datei kann nicht gelesen werden: { $error }
effect-cannot-read-kept = der aufbewahrte Stand kann nicht gelesen werden: { $error }
effect-cannot-read-kept-of = der aufbewahrte Stand von { $path } kann nicht gelesen werden: { $said }
effect-cannot-remove = { $path } kann nicht entfernt werden: { $said }
effect-cannot-run = { $name } kann nicht ausgeführt werden: { $error }
effect-cannot-take = ungültige Argumente für { $tool }: { $said }
effect-cannot-use = { $path } ist nicht benutzbar: { $error }
effect-cannot-write = { $path } kann nicht geschrieben werden: { $said }
effect-cannot-write-disk = auf den Datenträger von { $path } kann nicht geschrieben werden: { $said }
effect-cannot-write-file = die Datei kann nicht geschrieben werden: { $error }
effect-cannot-write-trash = in den Papierkorb unter { $path } kann nicht geschrieben werden: { $said }
effect-changed-meanwhile = { $path } hat sich inzwischen geändert
effect-changed-now = { $path } hat sich gerade geändert
effect-changed-since = { $path } hat sich seither geändert
effect-changed-since-why = { $path } hat sich seither geändert: { $said }
effect-changes-more = es ändert mehr als { $n } Dateien und Ordner
effect-check-name = den Namen des Befehls und den Arbeitsordner prüfen
effect-checklist-item = Checklistenpunkt „{ $title }“ ({ $id })
effect-choose-among = wählen Sie aus: { $paths }
effect-choose-nothing = es gibt nichts zu wählen: nichts hat sich geändert
effect-choose-whole = wählen Sie den ganzen Pfad
effect-clock = die Uhr dieses Rechners wurde inzwischen zurückgestellt
effect-command-both = entweder command oder argv angeben, nicht beide
effect-command-folder-moved = der Ordner führt jetzt nach { $path }
effect-command-holds = der Befehl enthält: { $said }
effect-command-lines = der Befehl hat { $lines } Zeilen; lesen Sie alle
effect-command-none = es gibt keinen Befehl
effect-command-nul = ein Befehl darf keine NUL-Zeichen oder Wagenrückläufe enthalten
effect-command-own-variable = { $name } gehört Countersign selbst und kann nicht gesetzt werden
effect-command-uncaptured = die Wirkungen eines Befehls werden nicht festgehalten
effect-command-unknown = es ist nicht bekannt, wie weit der Befehl kam
effect-command-unknown-unchanged = es ist nicht bekannt, wie weit der Befehl kam; keine Datei wurde geändert
effect-command-variable = { $name } ist kein gültiger Variablenname
effect-conflict = ein Konflikt
effect-content-changed = sein Inhalt hat sich geändert
effect-copy-deep = Ordner tiefer als { $n } werden nicht kopiert
effect-copy-weight = eine Kopie davon würde die Grenze von { $n } Bytes überschreiten
effect-create-first = zuerst mit filesystem.create_dir anlegen
effect-csv-field = Zeile { $row } hat ein Feld { $name }, das nicht in der Kopfzeile steht
effect-csv-further-names = die Datei hatte weitere harte Links, die noch den alten Inhalt haben
effect-csv-header = { $path } hat die Kopfzeile { $header }
effect-csv-list = Zeile { $row } enthält eine Liste oder ein Objekt
effect-csv-million = das sind mehr als eine Million Zeilen
effect-csv-names = { $name } hat { $n } harte Links; nur dieser wird geschrieben
effect-csv-no-file = keine Datei
effect-csv-nothing = es gibt nichts zu schreiben: keine Zeilen und keine Kopfzeile
effect-csv-row = eine Zeile kann nicht geschrieben werden: { $error }
effect-csv-same = { $name } hat genau diese Zeilen schon
effect-csv-state = { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}, Rechte { $mode }, Inhalt { $hash }
effect-csv-too-large = { $path } ist zu groß, um etwas anzuhängen
effect-csv-value-hint = ein Wert ist Text, eine Zahl, true, false oder null
effect-csv-values = Zeile { $row } hat { $n } Werte, die Kopfzeile { $m }
effect-data-add = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } zu { $table } hinzufügen
effect-data-alter-object = { $kind ->
    [index] Index
    [view] Sicht
    [trigger] Trigger
   *[table] Tabelle
    } { $name } ändern
effect-data-change = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } von { $table } ändern
effect-data-create-object = { $kind ->
    [index] Index
    [view] Sicht
    [trigger] Trigger
   *[table] Tabelle
    } { $name } anlegen
effect-data-delete = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } von { $table } löschen
effect-data-drop = Tabelle { $table } mit { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } entfernen
effect-data-drop-object = { $kind ->
    [index] Index
    [view] Sicht
    [trigger] Trigger
   *[table] Tabelle
    } { $name } entfernen
effect-day-end = ein Tag muss enden, nachdem er begonnen hat
effect-db-already = { $path } ist schon im vorherigen Stand
effect-db-busy = ein anderes Programm benutzt die Datenbank
effect-db-change-nothing = die Anweisungen ändern nichts
effect-db-columns = die Spalten der Tabelle { $table } haben sich geändert
effect-db-deletes-columns = löscht in { $path }: Spalten der Tabelle { $table }
effect-db-deletes-large = löscht in { $path }: Zeilen oder Tabellen (zu groß, um zu sagen, welche)
effect-db-deletes-rows = löscht in { $path }: { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } der Tabelle { $table }
effect-db-deletes-table = löscht in { $path }: Tabelle { $table } mit { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    }
effect-db-expected = { $table }: erwartet { $expected }, gefunden { $found }
effect-db-failed = Fehler der Datenbank: { $error }
effect-db-first-parameters = nur die erste Anweisung kann Parameter haben
effect-db-half = ein Programm wurde abgebrochen, während es in die Datenbank schrieb, und ließ sie halb geschrieben zurück
effect-db-hits-columns = { $path }: Spalten der Tabelle { $table }
effect-db-hits-large = { $path }: Zeilen oder Tabellen (zu groß, um zu sagen, welche)
effect-db-hits-rows = { $path }: { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } der Tabelle { $table }
effect-db-hits-table = { $path }: Tabelle { $table } mit { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    }
effect-db-holds = die Anweisungen enthalten: { $said }
effect-db-in-the-way = seither hinzugefügte Zeilen stehen im Weg
effect-db-large-value = { $value } ist zu groß für eine Datenbank
effect-db-larger = die Datenbank ist größer als { $n } MiB, also wird ihr jetziger Stand nicht aufbewahrt
effect-db-no-longer-run = die Anweisungen laufen nicht mehr: { $said }
effect-db-no-row = keine Zeile
effect-db-no-statement = es gibt keine Anweisung
effect-db-no-value = { $value } ist kein Wert einer Datenbank
effect-db-none = das ist keine SQLite-Datenbank
effect-db-now = jetzt: { $tables }
effect-db-not-allowed = dieses Werkzeug erlaubt die Anweisung nicht: { $error }
effect-db-object = { $kind ->
    [index] Index
    [view] Sicht
    [trigger] Trigger
   *[table] Tabelle
    } { $name }
effect-db-one-per-call = eine Anweisung je Aufruf vorschlagen oder die Werte ausschreiben
effect-db-one-query = nur eine Anweisung auf einmal kann abgefragt werden
effect-db-open-once = öffnen Sie sie einmal mit diesem Programm oder mit sqlite3, das repariert sie
effect-db-otherwise = die Anweisungen würden { $path } jetzt anders ändern
effect-db-parameter = der Parameter { $name } hat keinen Wert
effect-db-parameters = die Anweisung hat { $n } Parameter, { $m } sind angegeben
effect-db-plain = Abfragen können nur lesen; verwenden Sie zum Schreiben einfache Anweisungen auf der Datenbank selbst
effect-db-read-only = die Datenbank ist nur zum Lesen geöffnet
effect-db-refer = seither hinzugefügte Zeilen verweisen auf Zeilen, die entfernt würden, oder umgekehrt
effect-db-rows-changed = Zeilen von { $path } haben sich seither geändert
effect-db-shown = gezeigt: { $tables }
effect-db-too-large-before = die Datenbank ist zu groß, um ihren vorherigen Stand aufzubewahren
effect-db-too-large-tell = { $path } war zu groß, um den vorherigen Stand aufzubewahren, also ist der Ausgang unbekannt
effect-db-too-long = die Anweisung dauerte zu lange und wurde abgebrochen
effect-db-touched = { $n } Zeilen von { $table } sind betroffen; { $m } werden gezeigt
effect-db-value-hint = Text, Zahlen, true, false, null oder {"{"}"base64": …{"}"} für Bytes verwenden
effect-db-varies = benutzt die Zeit oder Zufallswerte: die geschriebenen Werte können von den gezeigten abweichen
effect-db-whole = es lässt sich nur im Ganzen wiederherstellen, und das würde spätere Änderungen verwerfen
effect-db-write-tool = data.write_sqlite schlägt Änderungen vor
effect-deep = Ordnern tiefer als { $n } wird nicht gefolgt
effect-deep-at = Ordnern tiefer als { $n } wird nicht gefolgt: { $path }
effect-deletes-bytes = löscht { $n ->
    [one] { $n } Byte
   *[other] { $n } Bytes
    }
effect-deletes-inside = löscht { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträge
    } darin, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}: { $names }
effect-deletes-proposed = löscht einen Ordner, der selbst erst vorgeschlagen ist
effect-deletes-things = löscht { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträge
    }, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}: { $names }
effect-deleting-files = Dateien löschen: { $path }
effect-denied-absent = { $path } zu lesen: der wirkliche Inhalt ist verborgen
effect-denied-address = Netz: die Adresse von { $host }
effect-denied-call = der Systemaufruf { $name }
effect-denied-change = { $path } zu ändern
effect-denied-network = Netz: { $host }
effect-denied-read = { $path } zu lesen
effect-denied-socket = ein Programm hinter dem Socket { $name }
effect-did-untold = seine Wirkungen lassen sich nicht feststellen: { $said }
effect-plan-too-long = die Schritte davor auszuprobieren dauerte zu lange
effect-do-along = den Mount bei { $path } zu klonen
effect-do-bring-back = { $path } zurückzuholen
effect-do-change = { $path } zu ändern
effect-do-change-back = { $path } zurückzuändern
effect-do-clear = { $path } freizumachen
effect-do-copy-db = die Datenbank zu kopieren
effect-do-copy-to = nach { $path } zu kopieren
effect-do-cover = über { $path } einzuhängen
effect-do-delete = { $path } zu löschen
effect-do-empty-trash = den Papierkorb zu leeren
effect-do-enter = den Arbeitsordner zu betreten
effect-do-file-back = die Datei zurückzusetzen
effect-do-filter = die Systemaufrufe des Befehls zu filtern (seccomp mit User Notification)
effect-do-folder-kept = einen Ordner für den jetzigen Stand anzulegen
effect-do-keep = den jetzigen Stand von { $path } aufzubewahren
effect-do-keep-db = die Datenbank aufzubewahren
effect-do-keep-file = die Datei aufzubewahren
effect-do-keep-stands = den jetzigen Stand aufzubewahren
effect-do-keep-thing = { $path } aufzubewahren
effect-do-landlock = den Befehl auf seine Ordner zu beschränken (Landlock)
effect-do-limits = die Grenzen des Befehls zu setzen
effect-do-list = { $path } aufzulisten
effect-do-make = { $path } anzulegen
effect-do-memory = ein privates Dateisystem im Speicher anzulegen
effect-do-mounts = Einhängungen getrennt zu halten
effect-do-move = { $path } zu verschieben
effect-do-move-to = nach { $path } zu verschieben
effect-do-namespaces = eine Welt herzustellen (User Namespaces)
effect-do-network = ein eigenes Netz aufzubauen
effect-do-oneself = den Benutzer in einer Welt zuzuordnen (uid_map)
effect-do-open = { $path } zu öffnen
effect-do-open-folder-of = den Ordner von { $path } zu öffnen
effect-do-open-trash = den Papierkorb zu öffnen
effect-do-open-trash-at = den Papierkorb unter { $path } zu öffnen
effect-do-overlay = einen Ordner über einen anderen zu legen (overlayfs mit userxattr)
effect-do-parts = die Teile der Welt zu übergeben
effect-do-place = { $path } an seinen Platz zu setzen
effect-do-prepare = { $path } vorzubereiten
effect-do-privileges = Rechte abzugeben
effect-do-proc = ein eigenes /proc einzuhängen
effect-do-program = das Programm auszuführen
effect-do-put-file = die Datei an ihren Platz zu setzen
effect-do-read-only = alles schreibgeschützt zu machen
effect-do-resolve = { $path } aufzulösen
effect-do-session = eine eigene Sitzung zu beginnen
effect-do-start = den Befehl zu starten
effect-do-streams = Eingabe und Ausgabe des Befehls einzurichten
effect-do-terminals = eigene Terminals anzulegen
effect-do-tie = die Welt an ihren Aufrufer zu binden
effect-do-try-folder = einen Ordner zum Ausprobieren anzulegen
effect-do-watch = { $path } zu beobachten
effect-do-watch-hidden = verborgene Pfade zu beobachten
effect-do-world = die Welt herzustellen
effect-doctor-lacks = countersign doctor sagt, was diesem Rechner fehlt
effect-doctor-missing = countersign doctor sagt, was fehlt
effect-due-already = { $said } hat schon die Fälligkeit { $due }
effect-due-none-already = { $said } hat schon keine Fälligkeit
effect-edit-absent = old_text der Änderung { $n } kommt in { $path } nicht vor
effect-edit-empty = old_text der Änderung { $n } ist leer
effect-edit-twice = old_text der Änderung { $n } kommt in { $path } mehr als einmal vor
effect-element = Element { $n } von { $list } ist fehlerhaft
effect-emptied = { $path } wird geleert
effect-err-denied = der Zugriff ist verweigert
effect-err-device = es ist ein Gerät, eine Pipe oder ein Socket, keine Datei
effect-err-full = der Datenträger ist voll
effect-err-is-folder = es ist ein Ordner
effect-err-link = ein Link steht im Weg
effect-err-long = der Name ist zu lang
effect-err-noent = diese Datei oder diesen Ordner gibt es nicht
effect-err-not-folder = ein Teil davon ist kein Ordner
effect-err-read-only = das Dateisystem ist schreibgeschützt
effect-estimate-already = { $said } hat schon die Schätzung { $estimate }
effect-estimate-none-already = { $said } hat schon keine Schätzung
effect-expected = erwartet: { $said }
effect-field-checked = abgehakt
effect-field-due = Fälligkeit
effect-field-end = Ende
effect-field-estimate = Schätzung
effect-field-item = Checklistenpunkt
effect-field-label = Etikett
effect-field-language = Sprache
effect-field-link = Verknüpfung
effect-field-notes = Notizen
effect-field-observation = Beobachtung
effect-field-priority = Priorität
effect-field-report = Bericht
effect-field-start = Beginn
effect-field-status = Status
effect-field-task = Aufgabe
effect-field-title = Titel
effect-field-to = { $said-field } auf { $said-value }
effect-fields-already = { $said } hat schon { $saids }
effect-file = Datei, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}
effect-file-merged = Datei, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}, zusammengeführt, blake3 { $hash }
effect-files-changed = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    } geändert
effect-files-created = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    } angelegt
effect-files-deleted = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    } gelöscht
effect-files-not-left = die Dateien haben sich seither geändert
effect-files-renamed = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    } umbenannt
effect-files-several = { $n } Dateien: { $said-kinds }
effect-folder = Ordner
effect-folder-gone = der Ordner { $path } ist weg
effect-folder-must-be = sein Ordner muss existieren: legen Sie ihn mit filesystem.create_dir an
effect-folder-of-gone = der Ordner von { $path } ist weg
effect-folder-things = Ordner, { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträge
    } darin, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}
effect-folder-unreached = der Ordner { $path } ist nicht erreichbar: { $error }
effect-folders-changed = { $n ->
    [one] { $n } Ordner
   *[other] { $n } Ordner
    } geändert
effect-folders-created = { $n ->
    [one] { $n } Ordner
   *[other] { $n } Ordner
    } angelegt
effect-folders-deleted = { $n ->
    [one] { $n } Ordner
   *[other] { $n } Ordner
    } gelöscht
effect-folders-renamed = { $n ->
    [one] { $n } Ordner
   *[other] { $n } Ordner
    } umbenannt
effect-folders-several = { $n } Ordner: { $said-kinds }
effect-for-real = nach einem Ja läuft es wirklich
effect-formulas = { $n ->
    [one] { $n } Wert würde
   *[other] { $n } Werte würden
    } in einer Tabellenkalkulation als Formel ausgeführt
effect-found = gefunden: { $said }
effect-from-no-folder = es hat keinen Arbeitsordner
effect-full-folder = { $path } ist ein Ordner mit { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträgen
    } darin
effect-give-absolute = einen absoluten Pfad angeben
effect-give-cwd = cwd als absoluten Pfad angeben
effect-give-field = mindestens ein Feld angeben
effect-give-new-path = den ganzen neuen Pfad angeben oder es zuerst löschen
effect-give-title = einen Titel angeben oder ob es abgehakt ist
effect-function-destroys = { $name } zerstört etwas, wie sein Prozess sagt
effect-function-no-undo = sein Prozess hat nichts angemeldet, was { $name } zurücknimmt
effect-function-target = Funktion { $name }
effect-function-own = der eigene Prozess von { $agent } führt das aus: was es bewirkt, ist hier nicht bekannt
effect-function-undo-by-worker = ein Worker nimmt es zurück: ob es geschah, ist dessen Aussage
effect-handed = übergeben: der Agent tut es selbst; der vorherige Stand wird aufbewahrt, und das Ergebnis wird geprüft, wenn der Agent es meldet
effect-handed-command = ein Befehl, den der Agent selbst auf dieser Maschine ausführt: Nichts zwingt ihn, nur das zu tun, was da steht
effect-handed-mcp = ein Werkzeug eines Servers, der nicht hinter Countersign steht: countersign import stellt ihn dorthin
effect-handed-uncaptured = dem Agenten übergeben: was er dort tut, wird nicht festgehalten
effect-handed-unknown = ein unbekanntes Werkzeug des Agenten
effect-how-far-known = { $saids }; als getan bekannt: { $n } von { $all } Änderungen
effect-how-far-unknown = { $saids }; wie weit es kam, ist nicht bekannt
effect-hunk-one = es hat nur Abschnitt 1
effect-hunk-some = es hat die Abschnitte 1 bis { $n }
effect-in-layers = nach einem Ja läuft es in Schichten über dem Arbeitsbereich und erreicht nur diese Hosts: seine Änderungen dort werden sofort übernommen und lassen sich zurücknehmen, gesendete Daten nicht; es kann dann alles lesen, was Sie lesen können, auch Ihre Geheimnisse
effect-in-layers-any = nach einem Ja läuft er in Schichten über dem Arbeitsbereich und erreicht die genannten Hosts und die, an die sie ihn weiterleiten: seine Änderungen dort werden gleich übernommen und lassen sich zurücknehmen, gesendete Daten nicht; er kann dann alles lesen, was Sie lesen können, auch Ihre Geheimnisse
effect-in-rehearsal = in der Probe: es { $said }
effect-in-rehearsal-changed = in der Probe hat es Dateien geändert und kann nach einem Ja andere ändern: { $saids }
effect-in-rehearsal-more = und { $n ->
    [one] { $n } weiterer Versuch, der verwehrt wurde
   *[other] { $n } weitere Versuche, die verwehrt wurden
    }
effect-in-the-way = { $path } ist im Weg
effect-inside = { $to } liegt in { $from }
effect-is-folder = { $path } ist ein Ordner
effect-is-gone = es ist weg
effect-is-there-now = es existiert jetzt
effect-it-leaves = es hinterlässt { $paths }, was eine Probe nicht aufbewahrt
effect-item-already = { $said } hat schon den Checklistenpunkt „{ $title }“ ({ $id })
effect-item-belongs = { $said-item } gehört nicht zu { $said-task }
effect-item-so = { $said } hat diese Werte schon
effect-its-work = seine Arbeit
effect-kept-at = der vorherige Inhalt ist unter { $path } aufbewahrt
effect-kept-changed = sein aufbewahrter Stand hat sich geändert
effect-kind-file = eine Datei
effect-kind-folder = ein Ordner
effect-kind-link = ein Link
effect-kind-not-file = { $path } ist { $said-kind }, keine Datei
effect-kind-not-folder = { $path } ist { $said-kind }, kein Ordner
effect-kind-nothing = nichts
effect-kind-there-now = { $said-kind } ist jetzt da
effect-kind-was = es war { $said-was } und ist { $said-now }
effect-kinds-changed = { $n } geändert
effect-kinds-created = { $n } angelegt
effect-kinds-deleted = { $n } gelöscht
effect-kinds-renamed = { $n } umbenannt
effect-label-already = { $said } hat schon das Etikett „{ $label }“
effect-label-command = Befehl ({ $lines ->
    [one] { $lines } Zeile
   *[other] { $lines } Zeilen
    }, { $characters } Zeichen)
effect-label-first-rows = die ersten von { $rows } geschriebenen Zeilen ({ $lines } Zeilen insgesamt)
effect-label-folder = Arbeitsordner
effect-label-gives-it = Eingabe des Agenten
effect-label-gives-tool = Eingabe des Agenten an sein Werkzeug
effect-label-parameters = Parameter
effect-label-patch = der Patch
effect-label-rehearsed = geprobt
effect-label-contacted = erreicht
effect-label-rows-of = Zeilen von { $table }
effect-label-sends = was es sendet
effect-label-size = Größe in Bytes
effect-label-size-of = Größe von { $path } in Bytes
effect-label-statements = Anweisungen ({ $lines ->
    [one] { $lines } Zeile
   *[other] { $lines } Zeilen
    }, { $characters } Zeichen)
effect-label-stdin = Standardeingabe ({ $characters } Zeichen)
effect-label-text = Text
effect-label-text-everywhere = Text, überall
effect-label-time = Zeitgrenze in Sekunden
effect-label-variable = Variable { $name }
effect-lands-exactly = { $saids }; genau das wird übernommen, und der Befehl läuft nicht noch einmal
effect-language-already = { $said } hat schon die Sprache { $language }
effect-large-gib = es ist größer als { $n } GiB
effect-later-item = das Ergebnis von { $item }
effect-later-step = das Ergebnis von Schritt { $n }
effect-layers-broken = die Liste der aufbewahrten Dateien ist beschädigt
effect-layers-folder = Schichten brauchen einen eigenen Ordner
effect-layers-no-folder = es gibt keinen Ordner für seine Schichten
effect-layers-overlap = { $a } und { $b } überschneiden sich
effect-layers-themselves = { $path } enthält die Schichten selbst
effect-layers-unresolved = { $path } ist kein aufgelöster Pfad eines Ordners
effect-leads-through-nothing = { $path } führt durch einen Ordner, der nicht existiert
effect-leaves = hinterlässt { $paths }, was eine Probe nicht aufbewahrt
effect-leaves-thing = hinterlässt eine Datei oder einen Ordner
effect-less-at-once = nicht gezeigte Änderungen können nicht übernommen werden: den Befehl weniger auf einmal tun lassen
effect-limit-disk = Plattenplatz
effect-limit-aside = die Grenze eines Zwischenspeichers
effect-limit-memory = Speicher
effect-limit-processes = Prozesse
effect-limit-time = Zeit
effect-link = Link
effect-link-blocks = { $said-a } blockiert { $said-b }
effect-link-dismissed = { $said } (verworfen)
effect-link-duplicates = { $said-a } ist ein Duplikat von { $said-b }
effect-link-itself = eine Aufgabe kann nicht mit sich selbst verknüpft werden
effect-link-part = { $said-a } ist Teil von { $said-b }
effect-link-recorded = es ist schon festgehalten: { $said }
effect-link-relates = { $said-a } hängt mit { $said-b } zusammen
effect-link-to = Link auf { $path }
effect-link-to-nothing = { $path } ist ein Link ins Leere
effect-links-not-utf8 = { $path } ist nicht UTF-8, wenn man seinen Links folgt
effect-list-empty = die Liste ist leer
effect-list-ids = task.list_tasks und calendar.list_events nennen die vorhandenen Kennungen
effect-many-days = das sind mehr als { $n } Tage
effect-many-names = es enthält zu viele Namen
effect-may-be = vielleicht: { $said }
effect-may-have-sent = keine Datei wurde geändert, aber es hat vielleicht etwas gesendet: { $saids }
effect-means-apparmor = AppArmor hindert Programme daran, Namespaces anzulegen: packaging/apparmor/countersign nach /etc/apparmor.d kopieren und `sudo apparmor_parser -r /etc/apparmor.d/countersign` ausführen
effect-means-container = dieser Container erlaubt es nicht: mit `--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined` starten
effect-means-landlock = dieser Kernel kann einen Befehl nicht auf seine Ordner beschränken (nötig ist Landlock Version 2, ab Linux 5.19, mit landlock unter den Sicherheitsmodulen): von keinem Befehl lässt sich zeigen, dass er harmlos ist
effect-means-linux = Linux 5.12 oder neuer mit User Namespaces ist nötig
effect-means-max-userns = `sudo sysctl user.max_user_namespaces=10000` ausführen
effect-means-odd = ein Testbefehl in einer Welt ist fehlgeschlagen
effect-means-overlay = stattdessen werden Dateien kopiert, was länger dauert; Linux 5.11 oder neuer kann es auf ext4, xfs und btrfs
effect-means-untried = in { $path } konnte nichts ausprobiert werden: { $error }; diesen Ordner beschreibbar machen
effect-means-userns = `sudo sysctl kernel.unprivileged_userns_clone=1` ausführen
effect-means-watching = Linux 5.5 oder neuer kann es, wenn kein Container es verbietet
effect-merge-deleted = hier ist es gelöscht, dort geändert
effect-merge-no-text = es wurde auf beiden Seiten geändert und ist jetzt kein Text
effect-merge-nothing-kept = es wurde auf beiden Seiten geändert, und der vorherige Inhalt wurde nicht aufbewahrt
effect-merge-too-many = beide Seiten haben mehr Zeilen geändert, als zusammengeführt werden
effect-merge-of = { $paths }: mit den seitherigen Änderungen zusammengeführt
effect-merge-without = was sich seither änderte, ist schon wie zuvor
effect-merged = { $path } hat sich inzwischen geändert; beide Änderungen werden zusammengeführt
effect-mode = Rechte { $mode }
effect-mode-changed = seine Rechte haben sich von { $was } zu { $now } geändert
effect-n-more = { $n } weitere
effect-more-changes = es gibt mehr Änderungen, als angesehen wurden
effect-more-effects = es gibt mehr Wirkungen, als angesehen wurden
effect-more-text = mehr von dem Text darum herum angeben
effect-more-than-lands = es ändert mehr, als auf einmal übernommen werden kann
effect-move-away = was dort ist, aus dem Weg räumen und noch einmal versuchen
effect-moved-landing = { $path } wurde verschoben oder ersetzt, während dies dort übernommen wurde
effect-moved-now = { $path } wurde gerade verschoben oder ersetzt
effect-moved-untold = inzwischen gemachte Änderungen lassen sich nicht feststellen: { $said }
effect-name-each = jeden so benennen: {"{"}"path": "/w/a.txt", "hunks": [1]{"}"}
effect-name-not-utf8 = der Name von { $path } ist nicht UTF-8
effect-name-taken = der Name { $path } ist vergeben
effect-name-taken-why = der Name { $path } ist vergeben: { $said }
effect-names-all = { $path } hat { $n } harte Links; alle ändern sich
effect-names-no-file = { $path } benennt keine Datei
effect-names-only = { $path } hat { $n } harte Links; nur dieser ändert sich
effect-names-several = { $path } hat mehrere harte Links; alle ändern sich
effect-neither = { $paths }: weder der vorherige noch der verlangte Stand; der vorherige Inhalt ist in { $folder } aufbewahrt
effect-no-field = kein Datensatz hat ein Feld { $name }
effect-no-file = es gibt keine Datei { $path }
effect-no-folder = es gibt keinen Ordner { $path }
effect-no-hunk = { $path } hat keinen Abschnitt { $n }
effect-no-hunks = { $path } hat keine Abschnitte zur Auswahl
effect-no-item = es gibt keinen Checklistenpunkt { $id }
effect-no-longer-kept = { $path } ist nicht mehr aufbewahrt
effect-no-longer-there = { $path } existiert nicht mehr
effect-no-means = dieser Rechner unterstützt es nicht
effect-no-observation = in diesen Argumenten ist keine Beobachtung
effect-no-part = das ist kein Teil der Probe: { $error }
effect-no-real-files = { $path } liegt in { $folder }, wo keine echten Dateien sind
effect-no-snapshot = das ist kein Schnappschuss
effect-no-world = die Welt dafür kann nicht hergestellt werden: { $said }
effect-not-a-path = { $path } ist kein Pfad
effect-not-after = { $end } liegt nicht nach { $start }
effect-not-awaited = auf den Befehl kann nicht gewartet werden: { $error }
effect-not-base64 = kein base64: { $error }
effect-not-base64-content = content_base64 ist kein base64: { $error }
effect-not-ended = der Befehl kann nicht beendet werden: { $error }
effect-not-folder = { $path } ist kein Ordner
effect-not-regular = { $path } ist keine gewöhnliche Datei
effect-not-rehearsed = es wurde nicht geprobt: { $saids }
effect-not-in-world = es lief nicht in einer eigenen Welt: { $saids }
effect-not-held-to-reading = es lässt sich nicht auf Lesen beschränken: { $saids }
effect-worlds-off = die Richtlinie schaltet Welten aus
effect-never-in-world = laut Richtlinie läuft es nie in einer Welt
effect-not-started = { $name } kann nicht gestartet werden: { $error }
effect-not-text = { $path } ist kein Text
effect-not-tidied = { $path } kann nicht aufgeräumt werden: { $error }
effect-not-time = { $text } ist keine Uhrzeit
effect-not-watched = nicht beobachtet
effect-not-where = { $path } ist nicht mehr dort, wo es war
effect-not-yet = { $said } existiert noch nicht ({ $id })
effect-notes-already = { $said } hat schon die Notizen „{ $notes }“
effect-notes-none-already = { $said } hat schon keine Notizen
effect-nothing-at = bei { $path } ist nichts
effect-nothing-but-unseen = es hat nichts geändert, aber nicht alles, was es versuchte, war zu beobachten
effect-nothing-changed = nichts geändert
effect-nothing-changes-at = bei { $path } ändert sich nichts
effect-nothing-given = in diesen Argumenten gibt es nichts zu ändern
effect-nothing-to-land = es gibt nichts zu übernehmen
effect-observations-on = die Beobachtungen von { $agent } über { $said }
effect-odd = { $path } ist ein Gerät, eine Pipe oder ein Socket
effect-odd-delete-stays = { $path } ist ein Gerät, eine Pipe oder ein Socket: das Löschen wird nicht übernommen
effect-odd-stays = { $path } ist ein Gerät, eine Pipe oder ein Socket: es wird nicht übernommen
effect-odd-thing = Gerät, Pipe oder Socket
effect-one-content = genau eines von content, content_base64 und source muss angegeben werden
effect-only-a-part = nur ein Teil wird übernommen: { $some } von { $all } Änderungen
effect-only-hunks = von { $path } werden nur die Abschnitte { $hunks } übernommen
effect-only-proposed = { $path } ist erst vorgeschlagen
effect-output-unread = seine Ausgabe kann nicht gelesen werden
effect-pack-environment = zeigt die Umgebung, auch die Geheimnisse darin
effect-pack-observations = Beobachtungen kommen ans Ende ihrer Liste zurück
effect-owner = Eigentümer { $owner }
effect-owner-stays = der Besitzer von { $path } wird nicht übernommen
effect-owner-stays-who = der Besitzer von { $path } ({ $owner }) wird nicht übernommen
effect-patch-nothing = der Patch berührt nichts
effect-patch-unread = der Patch ist bei { $line } nicht lesbar
effect-path-elsewhere = der Pfad führt jetzt anderswohin
effect-path-empty = ein Pfad darf nicht leer sein und kein NUL enthalten
effect-pattern-length = ein Muster hat 1 bis 1000 Bytes
effect-pattern-star = `*` findet jeden Namen
effect-plan-absolute = der Arbeitsordner { $path } ist nicht absolut
effect-plan-copied-on-write = für { $path } ist kein Copy-on-Write möglich
effect-plan-elsewhere = { $path } ist kein Ordner oder führt jetzt anderswohin
effect-plan-layers = die Schichten von { $path } liegen in demselben Ordner
effect-plan-mounted = in { $path } ist etwas eingehängt, bei { $at }, und es muss kopiert werden
effect-plan-needed = nötig
effect-plan-no-program = es gibt kein Programm, das auszuführen wäre
effect-plan-nul = { $text } enthält ein NUL-Zeichen
effect-plan-through = durchgelassen
effect-plan-unreached = { $path } ist { $said-what } und nicht erreichbar: { $error }
effect-priority-already = { $said } hat schon die Priorität { $priority }
effect-priority-none-already = { $said } hat schon keine Priorität
effect-program-check = seinen Namen und PATH prüfen
effect-program-none = es gibt kein Programm { $name }
effect-program-not-awaited = auf { $name } kann nicht gewartet werden: { $error }
effect-program-not-staged = { $name } kann auf einer Bühne nicht gestartet werden: { $said }
effect-protected-deletes = löscht oder leert { $path }
effect-protected-deletes-more = löscht oder leert { $path } und { $n } weitere
effect-protected-destructive = ein zerstörender Befehl: { $said }
effect-protected-destructive-more = ein zerstörender Befehl: { $said } und { $n } weitere
effect-quoted = „{ $text }“
effect-ran-may-have-sent = es lief und hat vielleicht etwas gesendet; keine Datei wurde geändert: { $saids }
effect-read-again = die Datei noch einmal lesen
effect-reads-so = { $path } hat diesen Inhalt schon
effect-records-large = sie ist größer als 256 MiB
effect-records-many = sie hat mehr als eine Million Datensätze
effect-records-or-path = entweder records oder path angeben
effect-refresh = neu ansehen lassen
effect-refresh-rehearse = neu ansehen lassen, um noch einmal zu proben
effect-rehearsal-not-kept = die Probe kann nicht aufbewahrt werden: { $error }
effect-rehearsal-not-removed = die Probe { $id } kann nicht entfernt werden: { $said }
effect-rehearsal-not-whole = die Probe { $id } ist nicht mehr ganz aufbewahrt
effect-rehearsed-ended-otherwise = seit der Probe geändert: { $paths }; erneut geprobt, endet der Befehl mit einem anderen Exit-Code
effect-rehearsed-gone = die Probe ist nicht mehr aufbewahrt
effect-rehearsed-not-again = seit der Probe geändert: { $paths }; sie ließ sich nicht wiederholen: { $saids }
effect-rehearsed-other = die Probe weicht von den gezeigten Änderungen ab
effect-rehearsed-otherwise = seit der Probe geändert: { $paths }; erneut geprobt, ändert der Befehl etwas anderes: { $others }
effect-rehearsed-stale = seit der Probe geändert: { $paths }
effect-relative = { $path } ist relativ, und der Ordner, aus dem der Aufruf kommt, ist nicht bekannt
effect-relative-no-folder = { $path } ist relativ, und der Aufruf hat keinen Arbeitsordner
effect-removed = entfernt
effect-renamed-from = { $path } (umbenannt von { $from })
effect-replaced = { $path } wird ersetzt
effect-replaces-bytes = ersetzt { $n ->
    [one] { $n } Byte, das
   *[other] { $n } Bytes, die
    } jetzt dort { $n ->
    [one] steht
   *[other] stehen
    }
effect-report-already = der Bericht sagt das schon
effect-report-on = der Bericht von { $agent } über { $said }
effect-rights = { $path } läuft mit den Rechten seines Besitzers oder seiner Gruppe (Rechte { $mode })
effect-root = das ist die Wurzel des Dateisystems
effect-run-for-real = die anderen Pfade wählen oder den Befehl wirklich ausführen
effect-same-file = { $path } ist dieselbe Datei
effect-say-recursive = recursive angeben, um alle zu löschen
effect-scan-deleted = es hat eine Löschmarkierung an unerwarteter Stelle
effect-scan-elsewhere = sein Inhalt ist anderswo
effect-scan-mark = es hat eine unbekannte Markierung
effect-sent = was es sendet, lässt sich nicht zurücknehmen
effect-settle-by-hand = die anderen Pfade wählen oder es zuerst von Hand lösen
effect-shorter = es wurde kürzer, während es gelesen wurde
effect-shorter-range = einen kürzeren Zeitraum durchsuchen
effect-slot-length = eine freie Zeit braucht eine Länge
effect-sqlite-says = SQLite sagt: { $error }
effect-stage-a-call-failed = ein Aufruf auf einer Bühne ist fehlgeschlagen: { $error }
effect-stage-call-failed = der Aufruf auf der Bühne ist fehlgeschlagen: { $said }
effect-stage-changed = geändert, seit es gezeigt wurde: { $saids }
effect-stage-changed-hunks = geändert, seit es gezeigt wurde: { $path }, und damit seine Abschnitte
effect-stage-conflicted = inzwischen in den wirklichen Ordnern geändert, an denselben Stellen: { $paths }
effect-stage-conflicted-git-hint = ohne sie wäre das Repository halb committet: rückgängig machen, was git im wirklichen Ordner geändert hat, oder innen lösen: countersign stage shell { $id }
effect-stage-conflicted-hint = mit --except auslassen oder innen lösen: countersign stage shell { $id }; stage diff { $same } zeigt beide Seiten
effect-stage-conflicted-more = inzwischen in den wirklichen Ordnern geändert, an denselben Stellen: { $paths } und { $n } weitere
effect-stage-empty = sie ist leer
effect-stage-empty-now = die Bühne ist jetzt leer
effect-stage-further = einen Ordner weiter unten nehmen: --root DIR, oder dorthin wechseln
effect-stage-happens = geschieht auf der Bühne { $id }: nichts davon wird übernommen
effect-stage-hidden = { $path } lässt sich nicht auf eine Bühne bringen: es ist dort verborgen
effect-stage-hunk-numbers = PATH#1+3: ihre Nummern, wie sie gezeigt werden
effect-stage-hunks-left-out = { $path }: um Abschnitte auszulassen, nennen Sie die, die übernommen werden
effect-stage-in-use = die Bühne { $id } wird gerade benutzt
effect-stage-is-other = { $path } ist anders
effect-stage-is-real = { $path } weicht nicht mehr vom wirklichen ab
effect-stage-leave-less = weniger auslassen
effect-stage-limit = er erreichte die Grenze: { $said }
effect-stage-look-again = noch einmal ansehen: countersign stage diff { $id }
effect-stage-look-inside = von innen ansehen: countersign stage shell ID
effect-stage-name-folder = einen Ordner nennen, den es gibt
effect-stage-net = die Gesamtwirkung der Bühne { $id }
effect-stage-no-answer = er gab keine Antwort
effect-stage-no-difference = nichts darin weicht von den echten Ordnern ab
effect-stage-no-folder = { $path } ist kein aufgelöster Pfad eines Ordners
effect-stage-no-hunks = { $numbers } sind keine Nummern von Abschnitten
effect-stage-no-worlds = dieser Rechner kann keine Welten für Bühnen herstellen: { $saids }
effect-stage-not-called = keine Änderung heißt { $name }
effect-stage-not-shown = es weicht von den gezeigten Änderungen ab
effect-secret-not-shown = ein mögliches Geheimnis
effect-stage-not-staged = { $paths } lässt sich nicht auf eine Bühne bringen: { $saids }
effect-stage-nothing-left = es bleibt nichts zu übernehmen
effect-stage-own = { $path } enthält Countersigns eigene Daten
effect-stage-program-elsewhere = ein Countersign ausführen, das anderswo installiert ist
effect-stage-program-inside = { $path } liegt in dem Ordner, der auf der Bühne ist
effect-stage-remove-inside = von innen entfernen, was sich neu herstellen lässt: countersign stage shell ID
effect-stage-secret-hint = geheime Ordner und Countersigns eigene Daten können nicht auf die Bühne
effect-stage-smaller = einen kleineren Ordner nehmen: --root DIR, oder dorthin wechseln
effect-stage-too-many = die Bühne enthält mehr als { $n } Änderungen
effect-stage-unread = der Inhalt der Bühne kann nicht gelesen werden: { $said }
effect-stage-wait = warten, bis das zu Ende ist
effect-stage-was-added = { $path } kam hinzu
effect-status-already = { $said } hat schon den Status { $status }
effect-still-there = es existiert noch
effect-stood-changed = der vorherige Inhalt von { $path } wurde im Papierkorb geändert
effect-stood-gone = der vorherige Inhalt von { $path } ist aus dem Papierkorb verschwunden
effect-stood-not-kept = der vorherige Inhalt von { $path } wurde nicht aufbewahrt
effect-target-database = Datenbank { $path }
effect-target-records = die übergebenen Datensätze
effect-task = Aufgabe „{ $title }“ ({ $id })
effect-task-new = eine neue Aufgabe „{ $title }“
effect-there-already = { $path } existiert schon
effect-there-already-file = { $path } existiert schon und ist eine Datei
effect-there-already-is = { $path } existiert schon und ist { $said-kind }
effect-time-changed = seine Zeit hat sich geändert
effect-title-already = { $said } hat schon den Titel „{ $title }“
effect-to-write-changed = der Inhalt, der nach { $path } geschrieben werden sollte, hat sich seither geändert
effect-too-large-edit = { $path } ist größer als { $n } Bytes und kann nicht bearbeitet werden
effect-too-large-kept = { $path } ist zu groß, um aufbewahrt zu werden
effect-too-many-processes = es startete zu viele Prozesse
effect-too-many-rehearsed = gerade laufen zu viele andere Proben
effect-too-much-kept = andere Proben, über die noch nicht entschieden ist, belegen schon zu viel Platz
effect-too-much-memory = es brauchte zu viel Speicher
effect-too-much-written = es schrieb zu viel
effect-aside-full = es schrieb mehr nach { $path }, als Countersign dafür aufbewahrt; das dort Aufbewahrte ist entfernt
effect-touches-asked = berührt etwas, wonach immer gefragt wird: { $said }
effect-two-tasks = { $said-a } und { $said-b }
effect-uncaptured = was es ändert, wird nicht festgehalten: es gibt keine Rücknahme
effect-unreadable = { $path } kann nicht gelesen werden: { $said }
effect-unseen-besides = nicht alles, was es sonst versuchte, war zu beobachten
effect-value-none = leer
effect-wants-absent = will eine Datei lesen, die eine Probe nicht hat
effect-wants-call = will einen Systemaufruf, der nie erlaubt wird
effect-wants-change = will ändern: { $said }
effect-wants-hidden = will eine verborgene Datei lesen
effect-wants-more-than-read = der Befehl will mehr tun als lesen, und danach wurde niemand gefragt
effect-wants-network = will ins Netz
effect-wants-socket = will über einen Socket ein anderes Programm erreichen
effect-wants-write = will schreiben
effect-watch-further = einen Unterordner beobachten
effect-watch-further-or = einen Unterordner beobachten oder diesen Ordner ohne Unterordner
effect-watch-holds-own = { $path } enthält Countersigns eigenen Ordner
effect-watch-many = { $path } enthält mehr als { $n } Ordner
effect-watch-own = { $path } gehört Countersign selbst: es wird nicht beobachtet
effect-watched-folders = { $time } lang beobachtet, { $n } Ordner; der Agent erfährt Namen, keine Inhalte
effect-watched-for = { $time } lang beobachtet
effect-watched-names = { $time } lang beobachtet; der Agent erfährt Namen, keine Inhalte
effect-whole-workspace = { $path } ist oder enthält einen ganzen Arbeitsbereich
effect-word-due = { $said }; eine Fälligkeit wird als 2026-11-15 geschrieben
effect-word-empty-label = das Etikett ist leer
effect-word-empty-text = der Text ist leer
effect-word-empty-title = der Titel ist leer
effect-word-estimate = { $text } ist keine Schätzung wie „2h“, „90m“ oder „1h 30m“
effect-word-estimate-max = eine Schätzung beträgt höchstens { $max }
effect-word-estimate-none = schreiben Sie „none“ für keine Schätzung
effect-word-language = { $text } ist kein Sprachkürzel wie „en“ oder „pt-BR“
effect-word-long-label = das Etikett hat { $n } Zeichen; { $max } sind erlaubt
effect-word-long-text = der Text hat { $n } Zeichen; { $max } sind erlaubt
effect-word-long-title = der Titel hat { $n } Zeichen; { $max } sind erlaubt
effect-word-priority = { $text } ist keine Priorität; möglich sind P0, P1, P2, P3 oder none
effect-word-slash = ein Etikett darf keinen Schrägstrich enthalten
effect-word-status = { $text } ist kein Status; möglich sind { $words }
effect-workspace-is = der Arbeitsbereich { $path } ist { $said }
effect-workspace-own = der Arbeitsbereich { $path } enthält Countersigns eigene Daten
effect-workspace-unseen = der Arbeitsbereich kann nicht untersucht werden: { $said }
effect-world-ended = die Welt endete, bevor der Befehl lief
effect-world-only-linux = nur Linux auf x86-64 und ARM64 kann einen Befehl in einer eigenen Welt ausführen
effect-world-only-linux-copied = nur Linux auf x86-64 und ARM64 kann einen Befehl in einer eigenen Welt ausführen; anderswo werden Dateien kopiert
effect-world-socket = der Deskriptor { $fd } ist ein Socket, den ein Befehl in einer Welt nicht haben darf
effect-world-thread = der Hilfsthread einer Probe ist weg
effect-write-time = so schreiben: 09:30
effect-write-whole = stattdessen die ganze Datei schreiben
effect-written-at = zuletzt geschrieben { $time }
effect-written-to = es wurde hineingeschrieben
sum-agent-change = den Agenten { $path } ändern lassen
sum-agent-change-several = den Agenten mehrere Dateien ändern lassen: { $paths }
sum-agent-create = den Agenten { $path } anlegen lassen
sum-agent-delete = den Agenten { $path } löschen lassen
sum-agent-fetch = den Agenten { $url } abrufen lassen
sum-agent-read = den Agenten { $path } lesen lassen
sum-agent-search = den Agenten im Web nach { $query } suchen lassen
sum-function = { $name } im eigenen Prozess des Aufrufers ausführen
sum-agent-use = den Agenten { $tool } benutzen lassen
sum-audit-log = Protokoll der Werkzeugaufrufe lesen
sum-audit-pdf = Protokoll als PDF exportieren
sum-audit-report = Über das Protokoll der Werkzeugaufrufe berichten
sum-audit-run = Einen Lauf zusammenfassen
sum-calendar-create-event = Termin „{ $title }“ am { $start } für { $length } anlegen
sum-calendar-create-time-block = Zeit für { $said } am { $start } für { $length } einplanen
sum-calendar-find-slots = Freie Zeiten von { $length } suchen
sum-calendar-list-events = Termine auflisten
sum-data-anomalies = Auffälligkeiten in { $path } suchen
sum-data-anomalies-given = Auffälligkeiten in den übergebenen Datensätzen suchen
sum-data-change-some = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } von { $name } ändern
sum-data-csv-add = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } an { $name } anhängen
sum-data-csv-new = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } in die neue Datei { $name } schreiben
sum-data-csv-replace = { $name } durch { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
    } ersetzen
sum-data-duplicates = Duplikate in { $path } suchen
sum-data-duplicates-given = Duplikate in den übergebenen Datensätzen suchen
sum-data-in = in { $name } { $saids }
sum-data-nothing = in { $name } nichts ändern
sum-data-query = { $path } abfragen
sum-filesystem-copy-file = { $from } nach { $to } kopieren
sum-filesystem-create = { $path } anlegen ({ $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
})
sum-filesystem-create-dir = Ordner { $path } anlegen
sum-filesystem-delete-file = { $path } löschen
sum-filesystem-delete-folder = { $path } mit { $n ->
    [one] { $n } Eintrag
   *[other] { $n } Einträgen
    } darin löschen
sum-filesystem-edit = { $path } an { $n } Stellen bearbeiten
sum-filesystem-edit-once = { $path } an einer Stelle bearbeiten
sum-filesystem-list = { $path } auflisten
sum-filesystem-look-at = { $path } ansehen
sum-filesystem-move-file = { $from } nach { $to } verschieben
sum-filesystem-overwrite = { $path } überschreiben ({ $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
})
sum-filesystem-read = { $path } lesen
sum-filesystem-search = In { $path } nach { $what } suchen
sum-filesystem-watch-folder = { $path } { $time } lang beobachten
sum-filesystem-watch-folders = { $path } mit allen Ordnern darin { $time } lang beobachten
sum-shell-delete = { $path } löschen: { $command }
sum-shell-delete-in = { $m } Ziele in { $folder } löschen: { $command }
sum-shell-delete-in-over = { $m } Ziele in { $folder } löschen (über { $n } Dateien, { $size }): { $command }
sum-shell-delete-in-sized = { $m } Ziele in { $folder } löschen ({ $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    }, { $size }): { $command }
sum-shell-delete-many = { $m } Ziele löschen: { $command }
sum-shell-delete-many-over = { $m } Ziele löschen (über { $n } Dateien, { $size }): { $command }
sum-shell-delete-many-sized = { $m } Ziele löschen ({ $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    }, { $size }): { $command }
sum-shell-delete-over = { $path } löschen (über { $n } Dateien, { $size }): { $command }
sum-shell-delete-sized = { $path } löschen ({ $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
    }, { $size }): { $command }
sum-shell-harmless = Geprobt, und es hat nichts geändert: { $command }
sum-shell-write = { $path } schreiben: { $command }
sum-shell-write-files = { $n } Dateien schreiben: { $command }
sum-stage-land = die Bühne { $stage } übernehmen: { $saids }
sum-stage-land-nothing = die Bühne { $stage } übernehmen: nichts
sum-task-assign-label = Etikett „{ $label }“ vergeben
sum-task-briefing = Den Tag zusammenfassen
sum-task-check-and-rename = { $said } abhaken und in „{ $new }“ umbenennen
sum-task-check-off = { $said } abhaken
sum-task-create-task = Aufgabe „{ $title }“ anlegen
sum-task-dismiss-blocks = Verwerfen, dass { $said-a } { $said-b } blockiert
sum-task-dismiss-duplicates = Verwerfen, dass { $said-a } ein Duplikat von { $said-b } ist
sum-task-dismiss-part = Verwerfen, dass { $said-a } Teil von { $said-b } ist
sum-task-dismiss-relates = Verwerfen, dass { $said-a } mit { $said-b } zusammenhängt
sum-task-link = Verknüpfen: { $said }
sum-task-list = Aufgaben auflisten
sum-task-list-overdue = Überfällige Aufgaben auflisten
sum-task-note = Vermerken: „{ $text }“
sum-task-note-more = Vermerken: „{ $text }“ und { $n } weitere
sum-task-rename-item = { $said } in „{ $new }“ umbenennen
sum-task-set = { $saids } setzen
sum-task-set-due-date = Fälligkeit auf { $due } setzen
sum-task-set-due-date-none = Fälligkeit entfernen
sum-task-set-estimate = Schätzung auf { $estimate } setzen
sum-task-set-estimate-none = Schätzung entfernen
sum-task-set-language = Sprache auf { $language } setzen
sum-task-set-notes = Notizen auf „{ $notes }“ setzen
sum-task-set-notes-none = Notizen entfernen
sum-task-set-priority = Priorität auf { $priority } setzen
sum-task-set-priority-none = Priorität entfernen
sum-task-set-status = Status auf { $status } setzen
sum-task-set-title = Titel auf „{ $title }“ setzen
sum-task-uncheck = Haken bei { $said } entfernen
sum-task-uncheck-and-rename = Haken bei { $said } entfernen und in „{ $new }“ umbenennen
sum-task-update-report = Bericht aktualisieren: „{ $text }“
sum-run = { $line } ausführen
sum-add = Hinzufügen: „{ $title }“
unseen-lines = { $n } Zeilen des Diffs von { $path }
unseen-content = der Inhalt von { $path }: Er ist kein Text oder größer als 1 MiB
unseen-more-changes = mehr Änderungen, als angesehen wurden
unseen-deep-files = die Namen von { $n } Dateien tief im Inneren ({ $said-size }): sie sind bei ihrem Ordner mitgezählt
unseen-difference = das Diff von { $path }
unseen-more-differences = { $n } weitere Diffs
unseen-csv = { $n } Zeilen werden geschrieben; die ersten werden gezeigt, zum Teil
unseen-rows = { $n } Zeilen von { $table }
effect-ended-waiting = es wurde beendet, als es nur noch auf diesen Rechner wartete
effect-signals-nobody = sie sendet Signale an Prozesse mit einem Namen, und dieser Lauf hat keinen mit diesem Namen
effect-build-files = { $folders }: { $n ->
    [one] 1 Datei
   *[other] { $n } Dateien
    }
effect-build-kept = { $saids }: für spätere Befehle aufgehoben und nicht in die echten Ordner geschrieben
effect-label-build = Build-Ordner
effect-without-secrets = was es aus { $paths } las, enthielt keine Geheimnisse: Zeilen mit Passwörtern und Tokens fehlten
effect-registry-also = es darf auch { $host } erreichen, das zur selben Registry gehört
effect-builds-unseen = wirklich ausgeführt sieht es nicht, was frühere Befehle gebaut haben und getrennt aufbewahrt wird: { $paths }
effect-label-silence = Zeitgrenze in Sekunden ohne Ausgabe
effect-cancelled = { $who } hat es abgebrochen; was bis dahin geschehen war, wurde zurückgenommen
effect-cancelled-hint = schlage es erneut vor, wenn es noch gewünscht ist
effect-label-git = git
effect-label-git-in = git in { $folder }
git-head = HEAD wechselt von { $from } zu { $to }
git-commits = { $n ->
    [one] 1 Commit auf { $name }: { $subjects }
   *[other] { $n } Commits auf { $name }: { $subjects }
}
git-branch-created = Branch { $name } angelegt bei { $at }
git-branch-created-with = Branch { $name } angelegt bei { $at }, mit { $n ->
    [one] 1 neuen Commit: { $subjects }
   *[other] { $n } neuen Commits: { $subjects }
}
git-branch-deleted = Branch { $name } gelöscht; er war bei { $at }
git-moves = { $name } wechselt von { $from } zu { $to }
git-join = { $n ->
    [one] 1 Commit kommt dazu: { $subjects }
   *[other] { $n } Commits kommen dazu: { $subjects }
}
git-leave = { $n ->
    [one] 1 Commit fällt weg: { $subjects }
   *[other] { $n } Commits fallen weg: { $subjects }
}
git-no-branch = { $n ->
    [one] 1 Commit, der auf keinem Branch ist: { $subjects }
   *[other] { $n } Commits, die auf keinem Branch sind: { $subjects }
}
git-tag-created = Tag { $name } angelegt bei { $at }
git-tag-deleted = Tag { $name } gelöscht; er war bei { $at }
git-tag-moves = Tag { $name } wechselt von { $from } zu { $to }
git-stash-created = { $name } angelegt: { $what }
git-stash-dropped = Stash verworfen: { $what }
git-staged = { $n ->
    [one] 1 Datei vorgemerkt: { $files }
   *[other] { $n } Dateien vorgemerkt: { $files }
}
git-unstaged = { $n ->
    [one] 1 Datei nicht mehr vorgemerkt: { $files }
   *[other] { $n } Dateien nicht mehr vorgemerkt: { $files }
}
unseen-git = was { $path } für git bedeutet
unseen-submodule = die Dateien des Submoduls { $path }
effect-folded = { $folder }: { $saids }, { $said_size }
effect-folded-words = { $saids }, { $said_size }
unseen-folded = { $n ->
    [one] 1 Datei
   *[other] { $n } Dateien
    } in { $folder }
