term-about = zu
term-after = nach
term-agent = Agent
term-agent-calls-it = der Agent nennt es:
term-agent-says = der Agent sagt:
term-agents-own = (vom Agenten selbst)
term-all = alle
term-allowed-automatic = von selbst
term-allowed-by = erlaubt von
term-allowed-plan = Plan
term-allowed-timeout = niemand widersprach
term-an-agent = ein Agent
term-and = und
term-and-more = und weitere
term-answer = Antwort
term-answer-ask = fragen
term-answer-proceed = weiter
term-answer-proceed-after = weiter, wenn niemand widerspricht
term-answer-stop = anhalten
term-approvals = Zustimmungen
term-approved = gutgeheißen
term-arguments = Argumente
term-arguments-of = Argumente von { $tool }
term-arguments-proposed = vorgeschlagene Argumente von { $tool }
term-asked = gefragt
term-at = wann
term-bad-at = Stelle
term-bad-what = was
term-begun = begonnen
term-by = von
term-by-itself = automatisch übernommen
term-by-whom = von { $who }
term-can-go-back = { $n ->
    [one] { $n } Wirkung lässt sich zurücknehmen
   *[other] { $n } Wirkungen lassen sich zurücknehmen
}
term-cancelled = abgebrochen
term-cannot-run = nicht ausführbar
term-change = Änderung
term-change-set = Änderungssatz
term-changes = ändert
term-characters = { $n ->
    [one] { $n } Zeichen
   *[other] { $n } Zeichen
}
term-checks = Prüfungen
term-class = Art
term-cli-conflict = { $word } und { $other } gehen nicht zugleich
term-cli-help = Mehr dazu sagt --help.
term-cli-meant = gemeint war vielleicht: { $word }
term-cli-missing = es fehlt: { $word }
term-cli-no-command = es gibt keinen Befehl { $word }
term-cli-no-subcommand = nach { $word } fehlt ein Befehl
term-cli-no-value = { $word } ist kein gültiger Wert für { $other }
term-cli-possible = möglich: { $word }
term-cli-unexpected = { $word } wird hier nicht erwartet
term-colon = :
term-confidence = Konfidenz
term-confirmed = bestätigt
term-confirmed-rate = mindestens zu { $rate } bestätigt
term-conflict = auch außerhalb der Bühne an derselben Stelle geändert
term-countdown = geht in { $n } s weiter — pause { $id } hält es an
term-countdown-label = Countdown
term-created = angelegt
term-created-at = angelegt
term-cwd = Ordner
term-day = Tag
term-decided = entschieden
term-decided-at = entschieden
term-decided-by = entschieden von
term-decision = Entscheidung
term-default-in = in { $n } s gilt die Vorgabe
term-deletes = löscht
term-denied = verweigert
term-destroys = zerstört
term-digest = Prüfsumme
term-do-that = Soll das geschehen?
term-does = was es tut
term-element-n = Element { $n }
term-elements = { $n ->
    [one] { $n } Element
   *[other] { $n } Elemente
}
term-ended = beendet
term-ended-at = beendet
term-error = Fehler
term-event = Ereignis
term-events = Ereignisse
term-evidence = Nachweise
term-executes = führt aus
term-expires = läuft ab
term-expires-at = läuft ab
term-first-bad = erste falsche Stelle
term-first = zuerst
term-focus = im Blick
term-folder = Ordner
term-folders = Ordner
term-for-real = außerhalb der Bühne geändert
term-from-to = { $from } bis { $to }
term-grant = Erlaubnis
term-grants = Erlaubnisse
term-half-within = Median
term-held-by = gehalten von
term-marks = hat gelesen
term-held-down = gedeckelt
term-help-arguments = Argumente
term-help-command = BEFEHL
term-help-commands = Befehle
term-help-help = Zeigt diese Hilfe
term-help-options = Optionen
term-help-review = Prüfen
term-help-undo = Zurücknehmen
term-help-stage = Bühne
term-help-agents = Agenten
term-help-policy = Regeln
term-help-audit = Protokoll
term-help-admin = Verwaltung
term-help-example = Beispiel
term-help-old = Eine frühere Schreibweise; jetzt
term-help-more = countersign help BEFEHL erklärt einen, mit Beispiel. --help-all zeigt auch, was Agenten aufrufen.
term-help-usage = Verwendung
term-help-version = Zeigt die Version
term-hint = Tipp
term-hooks-broken = defekt
term-hooks-installed = eingerichtet
term-hooks-none = keine
term-hosts = kontaktiert
term-in-force = { $file } ist in Kraft
term-in-force-until = bis dahin in Kraft
term-in-part = teils
term-is-already-undone = schon zurückgenommen
term-is-unconfirmed = nicht zurückgenommen
term-is-claimed = gehalten
term-is-held = angehalten
term-is-held-by-another = von jemand anderem gehalten
term-is-invalid = ungültig
term-is-lifted = wieder freigegeben
term-is-needs-typed = muss eingetippt werden
term-is-partially-resolved = teils entschieden
term-is-queued = wartet
term-is-refused = verweigert
term-is-released = losgelassen
term-is-resolved = entschieden
term-is-unchanged = unverändert
term-item = Vorschlag
term-items = Vorschläge
term-items-wait = { $n ->
    [one] { $n } Vorschlag wartet
   *[other] { $n } Vorschläge warten
}
term-kind = Art
term-know = Hinweis
term-label-error = Fehler:
term-label-hint = Tipp:
term-label-inside = intern:
term-label-note = Hinweis:
term-landed-as = übernommen als
term-last-command = letzter Befehl
term-left-alone = unberührt
term-level = Stufe
term-level-own-user = ein eigener Benutzer
term-level-passkey = Passkey
term-level-same-user = derselbe Benutzer
term-limit-disk = Plattenplatz
term-limit-memory = Speicher
term-limit-processes = Prozesse
term-limit-time = Zeit
term-limit-never-started = nie gestartet
term-log-broken = { $n ->
    [one] das Protokoll besteht die Prüfung nicht ({ $n } Ereignis geprüft)
   *[other] das Protokoll besteht die Prüfung nicht ({ $n } Ereignisse geprüft)
}
term-log-whole = { $n ->
    [one] das Protokoll ist unversehrt: { $n } Ereignis, jedes mit allen davor verkettet
   *[other] das Protokoll ist unversehrt: { $n } Ereignisse, jedes mit allen davor verkettet
}
term-lifetime = Dauer
term-message = Mitteilung
term-mode = Modus
term-more = Es gibt mehr:
term-more-attempts = { $n ->
    [one] { $n } weiterer Versuch
   *[other] { $n } weitere Versuche
}
term-no-more = Mehr gibt es nicht.
term-n-absent = { $n } früher angenommen und nicht mehr aufgeführt
term-n-added = { $n } hinzugefügt
term-n-as-accepted = { $n } wie angenommen
term-n-changed-since = { $n } seither geändert
term-n-deferred = { $n } für später
term-n-events = { $n ->
    [one] { $n } Ereignis
   *[other] { $n } Ereignisse
}
term-n-malformed = { $n } fehlerhaft
term-n-new = { $n } neu
term-deciders = nur von
term-assigned = für
term-comments = Kommentare
term-n-of = { $n } von { $total }
term-n-pinned = { $n } angeheftet
term-n-redundant = { $n } überflüssig
term-n-rejected = { $n } abgelehnt
term-n-staged = { $n } als Nächstes
term-n-steps = { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritte
}
term-n-tools = { $n ->
    [one] { $n } Werkzeug
   *[other] { $n } Werkzeuge
}
term-name = Name
term-network = Netz
term-next-list = Die nächste Liste beginnt hier.
term-nine-within = p90
term-no-answer = keine Antwort
term-no-news = Nichts Neues.
term-no-plans = Noch keine Pläne.
term-no-sets = Noch keine Arbeitsmappen. countersign sets create NAME legt eine an.
term-no-settings = Noch keine Einstellungen geladen.
term-no-stages = Keine Bühnen. countersign stage -- CMD beginnt eine.
term-no-stats = Nichts wurde gefragt und nichts lief.
term-no-suggestions = Nichts vorzuschlagen: Nichts wurde zuletzt oft genug bestätigt.
term-no-undo = keine Rücknahme
term-none = keine
term-not-asked = nicht gefragt
term-not-proved = nicht bewiesen
term-nothing-changed = nichts geändert
term-nothing-landed = nichts wurde übernommen
term-nothing-new = Nichts Neues { $when }.
term-nothing-waits = nichts wartet
term-noticed = bemerkt
term-now = jetzt
term-opaque = teils nicht verstanden
term-open = offen
term-outcome-added = hinzugefügt
term-outcome-malformed = fehlerhaft
term-outcome-redundant = überflüssig
term-outcome-rejected = abgelehnt
term-outside = außerhalb
term-owner = Besitzer
term-own-check = vom Agenten selbst: Bestehen zählt nicht
term-person = Person
term-plan = Plan
term-privileged = verlangt mehr Rechte
term-proposed = vorgeschlagen
term-protected = geschützt
term-question = Frage
term-rate = Anteil
term-reads = liest
term-reason = Grund
term-receipt = Beleg
term-refused = verweigert
term-rejected = abgelehnt
term-result = Ergebnis
term-role = Rolle
term-rollback = zurückrollen
term-row = Zeile
term-rule = Regel
term-rule-named = Regel { $rule }
term-run = Lauf
term-scopes = nur für
term-sends = sendet nach außen
term-session = Sitzung
term-set = Satz
term-settings = Einstellungen
term-set-empty = noch ist nichts darin
term-settings-changed = { $path } wurde außerhalb der Bühne geändert: Darin steht, welche Programme der Agent startet
term-since-when = seit { $time }
term-so-far = bisher
term-stage = Bühne
term-stage-over = { $status }, Ordner: { $folders }
term-started = begonnen
term-started-at = begonnen
term-state = Stand
term-status = Stand
term-stays = bleibt
term-step = Schritt
term-step-n = Schritt { $n }
term-steps = Schritte
term-subject = zu
term-summary = Zusammenfassung
term-takes-back = nimmt zurück
term-target = Ziel
term-then = dann jedes mit confirm, reject oder defer, oder confirm { $set }
term-thing = Sache
term-things = Sachen
term-thread = Gespräch
term-title = Titel
term-to = an
term-token = Token
term-token-once = wird nur dieses eine Mal gezeigt; als COUNTERSIGN_TOKEN zu verwenden
term-tokens = Token
term-tool = Werkzeug
term-tool-changed = geändert
term-tool-is = { $tool } ist { $state }
term-tool-new = neu
term-tools = Werkzeuge
term-tried = versucht
term-undo = Rücknahme
term-undo-best = so weit wie möglich: { $caveats }
term-undo-exact = genau
term-kept = Aufbewahrt
term-typed-why = es muss getippt werden: { $why }
term-undo-until = rückgängig bis
term-undo-never = unumkehrbar: { $reason }
term-undone-by = zurückgenommen durch { $receipt }
term-unjudged = { $n ->
    [one] { $n } Aufruf kann nicht mehr beurteilt werden.
   *[other] { $n } Aufrufe können nicht mehr beurteilt werden.
}
term-uses-left = übrige Male
term-verifier = Prüfer
term-waits-for = wartet auf
term-warnings = Warnungen
term-watch = Beobachtung
term-watch-beginning = beginnt
term-watch-changed = geändert
term-watch-created = angelegt
term-watch-deleted = gelöscht
term-watch-ended = beendet
term-watch-frozen = eingefroren
term-watch-gap = Lücke
term-watch-renamed = umbenannt
term-watch-watching = läuft
term-way-back = Rücknahme
term-went-wrong = ging schief
term-what = was
term-who = wer
term-why = warum
term-with-it = mit der Regel
term-working-set = Arbeitsmappe
term-writes = schreibt
term-yours = Ihrer
term-would-change = { $judged ->
    [one] Das hätte { $changed } von { $judged } Aufruf geändert: { $stricter } strenger, { $looser } lockerer.
   *[other] Das hätte { $changed } von { $judged } Aufrufen geändert: { $stricter } strenger, { $looser } lockerer.
}
term-would-change-none = { $judged ->
    [one] Das hätte { $changed } von { $judged } Aufruf geändert.
   *[other] Das hätte { $changed } von { $judged } Aufrufen geändert.
}
term-undo-stale = die Rücknahme ist nicht mehr möglich: { $reason }
term-undo-again = ({ $command } prüft erneut)
term-undo-first = zuerst { $receipts }
term-undo-chain = ({ $command } nimmt sie alle zurück)
term-undo-merge = ({ $command } schlägt eine zusammengeführte Rücknahme vor)
term-undo-would = Sie täte, in dieser Reihenfolge:
term-undo-agree = um es zu tun: { $command }
term-stale = veraltet
term-ask-land = Soll es geschehen?
term-ask-undo = Zurücknehmen?
term-nothing-to-undo = Nichts kann zurückgenommen werden.
term-n-wait = { $n ->
    [one] { $n } wartet
   *[other] { $n } warten
}
term-redo = wiederherstellen
term-redone-by = wiederhergestellt durch { $receipt }
term-redone = wiederhergestellt
term-no-redo = Nichts kann wiederhergestellt werden.
term-printed = Ausgabe
term-printed-errors = Fehlerausgabe
term-more-verbose = … { $n } weitere: -v
term-in-folder = … { $n ->
    [one] 1 Unterschied
   *[other] { $n } Unterschiede
    } in { $folder }: -v
term-host = Rechner
term-no-hosts = dieses Protokoll schreibt nur ein Rechner
term-host-this = dieser
term-host-there = da
term-host-away = abwesend seit { $at }
term-host-waiting = { $n ->
    [one] { $n } Antwort wartet darauf
   *[other] { $n } Antworten warten darauf
}
