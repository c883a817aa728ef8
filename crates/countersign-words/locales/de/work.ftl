work-older = Ältere
work-reason = Grund
work-leave = So lassen
work-lines = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
}
work-yes = ja
work-is-running = im Gang
work-is-waiting-approval = wartet auf Sie
work-is-paused = pausiert
work-is-completed = abgeschlossen
work-is-failed = fehlgeschlagen
work-is-aborted = gestoppt
work-is-rolled-back = zurückgerollt
work-is-proposed = wartet auf Sie
work-is-approved = ganz gutgeheißen
work-is-stepwise = Schritt für Schritt gutgeheißen
work-is-rejected = abgelehnt
work-is-waiting = wartet
work-is-done = getan
work-is-skipped = übersprungen
work-is-blocked = durch einen übersprungenen Schritt blockiert
work-is-counting = geht automatisch weiter
work-is-stopped = gestoppt: braucht Ihre Entscheidung
work-is-open = offen
work-is-answered = beantwortet
work-is-expired = Zeit abgelaufen
work-is-cancelled = abgebrochen
work-is-landed = übernommen
work-is-dropped = verworfen
work-is-undone = zurückgenommen
work-is-back = zurückgenommen
work-is-pending = wartet
work-col-waiting = Ausstehend
work-col-running = Im Gang
work-col-failed = Fehlgeschlagen
work-col-done = Getan
work-col-left-out = Übersprungen
work-class-read = liest
work-class-mutable = ändert
work-class-destructive = zerstörend
work-steps = { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritte
}
work-state = Stand
work-approved = Gutgeheißen
work-approved-whole = ganz, von { $who }
work-approved-stepwise = Schritt für Schritt, von { $who }
work-proposed = Vorgeschlagen
work-asked = braucht eine eigene Zustimmung
work-asked-as = wartet auf Sie als
work-after = nach { $steps }
work-undo-exact = genau zurücknehmbar
work-undo-part = teils zurücknehmbar
work-undo-nothing = nichts zurückzunehmen
work-undo = Rücknahme
work-approve = Gutheißen
work-approve-whole = Den ganzen Plan gutheißen
work-approve-stepwise = Schritt für Schritt
work-approve-hint = Ihre Zustimmung gilt genau für die hier gezeigten Schritte. Schritte, die löschen oder Geschütztes berühren, fragen trotzdem nach, wenn sie an der Reihe sind.
work-reject = Ablehnen
work-retry = Noch einmal versuchen
work-skip = Überspringen
work-skip-failed = Fehlgeschlagenen Schritt überspringen
work-abort = Plan beenden
work-arguments = Argumente
work-target = Ziel
work-reads = Liest
work-writes = Schreibt
work-deletes = Löscht
work-executes = Führt aus
work-hosts = Netz
work-protected = Geschützt
work-sends = Sendet Daten nach außen
work-opaque = Nicht analysierbar
work-outside = Außerhalb des Arbeitsbereichs
work-waits-for = Wartet auf Schritte
work-receipt = Beleg
work-error = Fehler
work-step-n = Schritt { $n }
work-confidence = Konfidenz
work-sure = gut belegt
work-fairly-sure = einigermaßen belegt
work-unsure = schwach belegt
work-doubtful = kaum belegt
work-held-down = Gedeckelt
work-retries = Versuche
work-tried = { $n } von { $most } Mal erneut versucht
work-begun = Begonnen
work-begun-by = Begonnen von
work-reported = Gemeldet
work-decided-by = Entschieden von
work-decided-evidence = die Nachweise
work-decided-timeout = niemand widersprach rechtzeitig
work-evidence = Nachweise
work-no-evidence = Keine Belege außer der Aussage des Agenten.
work-verified = Konfidenz { $n }
work-passed = bestanden
work-not-passed = nicht bestanden
work-not-known = noch unbekannt
work-says = sagt { $who }
work-own-check = vom Agenten selbst: Bestehen zählt nicht
work-what-tried = Versucht
work-what-failed = Ging schief
work-agent-calls-it = Der Agent nennt es:
work-stopped-hint = Es gibt zu wenig Belege, um weiterzumachen: Entscheiden Sie, was geschehen soll.
work-asks = { $agent } fragt
work-asked-at = Gefragt
work-time-left = Läuft ab
work-then-default = dann gilt die Vorgabe
work-then-nothing = dann endet sie ohne Antwort
work-default = Vorgabe
work-answer = Antwort
work-other-answer = Eine andere Antwort
work-answer-send = Antworten
work-rerun = Den Agenten die Arbeit mit dieser Antwort neu machen lassen
work-rerun-hint = Die Antwort wird dann als Anweisung gesendet und lässt sich nicht zurücknehmen.
work-answered-at = Beantwortet
work-told-at = Dem Agenten gesagt
work-superseded = Ersetzte Vorschläge
work-can-take-back = Sie lässt sich zurücknehmen, bis der Agent sie erfahren hat.
work-take-back = Antwort zurücknehmen
work-answer-told = der Agent hat sie erfahren
work-answer-rerun = sie wurde als Anweisung gesendet
work-stages = Bühnen
work-stages-none = Keine Bühnen. So beginnt eine:
work-stages-all = Auch verworfene zeigen
work-stages-live = Nur offene
work-stage-dropped = Sie wurde verworfen; alles, was nicht übernommen war, ist weg.
work-stage-empty = Nichts darin weicht von den echten Ordnern ab.
work-folders = Ordner
work-through = Außerhalb der Bühne geändert
work-landed-as = Übernommen als
work-commands = { $n ->
    [one] { $n } Befehl
   *[other] { $n } Befehle
}
work-earlier-commands = { $n ->
    [one] { $n } Befehl vor diesen
   *[other] { $n } Befehle vor diesen
}
work-denied = { $n ->
    [one] { $n } Versuch verweigert
   *[other] { $n } Versuche verweigert
}
work-exit = Ende { $n }
work-signal = Signal { $n }
work-ended = beendet
work-end-unknown = Ende nicht gemeldet
work-over = Grenze überschritten: { $what }
work-calls = { $n ->
    [one] { $n } Werkzeugaufruf
   *[other] { $n } Werkzeugaufrufe
}
work-files = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
}
work-choose-hunk = Abschnitt { $n } von { $path } wählen
work-conflicts = { $n ->
    [one] { $n } Pfad wurde auch außerhalb der Bühne an derselben Stelle geändert
   *[other] { $n } Pfade wurden auch außerhalb der Bühne an denselben Stellen geändert
}
work-conflicts-hint = Um den Rest zu übernehmen, lassen Sie diese aus oder lösen Sie die Konflikte auf der Bühne.
work-land = Übernehmen
work-land-all = Alles übernehmen
work-land-chosen = Nur Angekreuztes übernehmen
work-land-chosen-hint = Oben Ordner, Dateien oder Abschnitte ankreuzen; eine angekreuzte Datei wird ganz übernommen.
work-land-others = Alles außer diesen übernehmen
work-asked-by-name = { $n ->
    [one] Geschützt, wird beim Namen erfragt:
   *[other] { $n } geschützte Pfade, beim Namen erfragt:
}
work-other-differences = Unterschiede, die zu keiner Datei oben gehören
work-choose-folder = Alles in { $path } wählen
work-file-protected = geschützt
work-file-conflict = Konflikt
work-file-new = neu
work-file-deleted = gelöscht
work-file-show = Zeigen, was sich ändert
work-land-all-but = { $n ->
    [one] Alles außer dem geschützten Pfad übernehmen
   *[other] Alles außer { $n } geschützten Pfaden übernehmen
}
work-left-by-name = { $n ->
    [one] Wird nur übernommen, wenn Sie es selbst ankreuzen oder nennen, nicht mit einem Ordner oder mit allem:
   *[other] Jeder davon wird nur übernommen, wenn Sie ihn selbst ankreuzen oder nennen, nicht mit einem Ordner oder mit allem:
}
work-land-all-of = { $n ->
    [one] Alles übernehmen: { $n } Datei …
   *[other] Alles übernehmen: { $n } Dateien …
}
work-land-not-opened = Nicht jeder Unterschied steht auf dieser Seite: Öffnen Sie oben eine Datei, um ihren zu sehen.
work-land-waits = Eine Übernahme wurde verlangt und wartet auf Ihre Entscheidung:
work-typed = Falls Eintippen verlangt ist: das Gezeigte eintippen
work-drop = Bühne verwerfen
work-drop-now = Jetzt verwerfen
work-drop-hint = Alles darin, was nicht übernommen wurde, geht verloren und lässt sich nicht zurückholen.
work-sets-none = Noch keine Arbeitsmappen.
work-set-new = Eine neue Mappe
work-set-name = Name
work-set-create = Anlegen
work-set-rename = Umbenennen
work-set-delete = Mappe löschen
work-set-add = Hinzufügen
work-set-empty = Noch ist nichts darin.
work-set-things = { $n ->
    [one] { $n } Sache
   *[other] { $n } Sachen
}
work-n-pinned = { $n } angeheftet
work-n-staged = { $n } als Nächstes
work-n-deferred = { $n } für später
work-things = Sachen
work-things-hint = Eine Kennung je Zeile (i12, rc4, run2), oder art:kennung für anderswo Geführtes (pr:1234).
work-note = Notiz
work-focus = In den Blick
work-unfocus = Aus dem Blick
work-focus-yours = in Ihrem Blick
work-pin = Anheften
work-stage = Als Nächstes
work-defer = Später
work-clear = Leeren
work-pinned = angeheftet
work-staged = als Nächstes
work-deferred = für später
work-gone = nicht mehr da
work-remove = Herausnehmen
work-move = Verschieben
work-top = Ganz nach oben
work-up = Nach oben
work-down = Nach unten
work-end = Ganz nach unten
did-plan-approve = Gutgeheißen:
did-plan-reject = Abgelehnt:
did-plan-pause = Pausiert:
did-plan-resume = Läuft weiter:
did-plan-retry = Wird erneut versucht:
did-plan-skip = Übersprungen.
did-plan-abort = Beendet:
did-plan-rollback = Zurückgerollt:
did-step-approve = Gutgeheißen:
did-step-reject = Abgelehnt:
did-step-retry = Darf erneut versucht werden:
did-step-skip = Übersprungen:
did-step-rollback = Zurückgerollt:
did-question-take-back = Die Antwort ist zurückgenommen:
did-stage-land = Übernommen:
did-stage-drop = Verworfen.
did-working-set-create = Angelegt:
did-working-set-rename = Umbenannt:
did-working-set-delete = Gelöscht:
did-working-set-focus = Im Blick:
did-working-set-unfocus = Aus dem Blick:
did-working-set-add = Hinzugefügt:
did-working-set-mark = Vermerkt:
did-working-set-remove = Herausgenommen:
did-working-set-reorder = Umgeordnet:
