details-crumbs = Wo Sie sind
details-set-of = Änderungen von { $agent }
details-to-answers = Zu den Antworten
details-facts = Was es tut
details-circumstances = Warum Sie gefragt werden
details-class = Art
details-class-read = liest nur
details-class-mutable = ändert etwas
details-class-destructive = zerstört etwas
details-target = Ziel
details-deletes = Löscht
details-destroys = Zerstört
details-writes = Schreibt
details-executes = Führt aus
details-hosts = Kontaktiert
details-protected = Geschützt
details-reads = Liest
details-hits = Betrifft
details-hits-n = { $n ->
    [one] { $n } Datei oder Ordner
   *[other] { $n } Dateien und Ordner
}
details-flags = Beachten
details-flag-opaque = teils nicht verstanden
details-flag-outside = außerhalb des Arbeitsbereichs
details-flag-privileged = verlangt mehr Rechte
details-flag-sends = sendet Daten nach außen
details-folder = Arbeitsordner
details-undo = Rücknahme
details-undo-exact = genau zurücknehmbar
details-undo-best = so weit wie möglich zurücknehmbar
details-undo-never = nicht zurücknehmbar
details-undo-none = Es gibt nichts zurückzunehmen.
details-why = Grund
details-rule = nach der Regel { $rule }
details-row = { $row ->
    [stopped] weil sein Lauf gestoppt wurde
    [paused] weil sein Lauf pausiert
    [frozen] weil alles eingefroren ist
    [refuse_rule] weil eine Regel es ablehnt
    [protected] weil es etwas berührt, wonach immer gefragt wird
    [always_rule] weil eine Regel immer fragt
    [definition] weil niemand die Definition seines Werkzeugs angenommen hat
    [tainted] weil es sendet und sein Lauf ein Geheimnis oder fremden Text gelesen hat
    [plan_step] weil ein genehmigter Plan es aufführt
    [grant] weil ein gemerktes Ja es abdeckt
    [allow_rule] weil eine Regel es erlaubt
    [by_policy] weil die Richtlinie darüber entscheidet
    [stage] weil seine Wirkung in einer Bühne bleibt
    [unlisted_host] weil es an einen Host sendet, der nicht aufgeführt ist
    [opaque] weil ein Teil davon nicht zu verstehen war
    [unknown_tool] weil das Werkzeug unbekannt ist
    [ask_rule] weil eine Regel fragt
    [rehearsed] weil eine Probe zeigte, dass es nichts ändert
    [trust] weil sein Ordner vertraut ist
    [evidence] wegen der Belege seines Schritts
   *[class] weil es etwas ändert
}
details-approvals = Zustimmungen
details-claimed = Gehalten von
details-expires = Läuft ab
details-depends = Wartet auf
details-step = Schritt
details-plan = Plan
details-plan-step = Schritt { $n }
details-question = Nimmt eine Antwort an auf
details-origin = Woher es kommt
details-subject = Betrifft
details-run = Lauf
details-set = Änderungssatz
details-decided = Entschieden
details-reason = Ihr Grund
details-digest = Prüfsumme
details-more-of = { $n } weitere von { $total }
details-command = Der ganze Befehl
details-length = Zeilen: { $lines }, Zeichen: { $characters }
details-uncertain = (soweit erkennbar)
details-line = Eine ganze Zeile
details-definition = Das Werkzeug selbst hat sich geändert
details-definition-why = Seine Definition weicht von der angenommenen ab. Mit dem Bestätigen nehmen Sie auch diese an.
details-words = Was der Agent sagt
details-words-claim = Seine eigenen Worte: eine Behauptung, keine Tatsache.
details-next = Als Nächstes:
details-arguments = Argumente von { $tool }
details-no-arguments = Es gibt keine.
details-arguments-proposed = Wie der Agent sie vorschlug
details-rest = { $n ->
    [one] { $n } weiteres Zeichen
   *[other] { $n } weitere Zeichen
}
details-stale = Seit der Anzeige verändert
details-needs-review = Wie es ausging, ist unbekannt
details-failed = Fehlgeschlagen
details-refresh = Neu prüfen
details-resolve-why = Prüfen Sie den tatsächlichen Stand und sagen Sie dann, ob es geschehen ist.
details-not-landed = Es ist nicht geschehen
details-landed = Es ist geschehen
details-decisions = Bisherige Antworten
details-withdraw = Antwort zurücknehmen
details-lift = Den Agenten erneut vorschlagen lassen
details-decided-confirmed = Bestätigt
details-decided-rejected = Abgelehnt
details-decided-deferred = Zurückgestellt
details-signed = mit Passkey unterschrieben
details-withdrawn = zurückgenommen
details-receipt = Beleg
details-undone = Zurückgenommen durch
details-result = Ergebnis
details-answers = Ihre Antwort
details-held = { $who } hält es; fragen Sie dort nach oder warten Sie, bis das endet.
details-reject = Ablehnen
details-defer = Zurückstellen
details-confirm = Bestätigen
details-lost = Was gelöscht wird: { $n ->
    [one] 1 Datei
   *[other] { $n } Dateien
}, { $size }
details-lost-folder = Ordner
details-lost-inside = { $n ->
    [one] 1 Datei darin
   *[other] { $n } Dateien darin
}
details-lost-page = { $from } bis { $to } von { $total }
details-lost-before = Zurück
details-lost-after = Weiter
details-reason-label = Grund, für den Agenten (freiwillig)
details-type = Zum Bestätigen tippen Sie
details-passkey = Sie unterschreiben dies mit Ihrem Passkey.
details-passkey-script = Passkeys brauchen JavaScript, das hier aus ist: Schalten Sie es ein, um dies zu bestätigen.
details-edit = Argumente ändern
details-claim = Für 15 Minuten halten
details-release = Freigeben
details-always = Bestätigen und dieses Ja merken
details-always-why = Solche Aufrufe von { $agent } an { $tool } laufen dann ohne Rückfrage. In den Einstellungen können Sie das sehen und widerrufen.
details-always-what = Wofür
details-scope-exact = Genau
details-scope-kind = Alle dieser Art:
details-scope-so-far = hätte bisher { $n } von { $total } umfasst
details-scope-not-forever = nicht für immer
details-scope-command = Dieser Befehl mit beliebigen Argumenten:
details-scope-folder = Dieser Ordner:
details-scope-host = Dieser Host:
details-scope-tool = Dieses Werkzeug:
details-always-long = Wie lange
details-lifetime-run = dieser Lauf
details-lifetime-1h = 1 Stunde
details-lifetime-1d = 1 Tag
details-lifetime-1w = 1 Woche
details-lifetime-forever = bis zum Widerruf
details-always-uses = Wie oft
details-always-confirm = Bestätigen und merken
details-offer-confirm = Bestätigen und das eine Woche lang erlauben
details-dismiss = Alle { $n } verwerfen
details-alone = { $n ->
    [one] { $n } davon wird auf einer eigenen Seite beantwortet.
   *[other] { $n } davon werden auf eigenen Seiten beantwortet.
}
diff-title = Unterschied
diff-files = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
}
diff-lines = { $n ->
    [one] { $n } Zeile insgesamt
   *[other] { $n } Zeilen insgesamt
}
diff-counts = Zeilen hinzu: { $added }, weg: { $removed }
diff-more-files = { $n ->
    [one] und { $n } weitere Datei
   *[other] und { $n } weitere Dateien
}
diff-before = { $n } Zeilen davor, von { $total }
diff-after = { $n } weitere Zeilen von { $total }
diff-continued = (Fortsetzung)
diff-more-characters = { $n ->
    [one] … { $n } weiteres Zeichen
   *[other] … { $n } weitere Zeichen
}
diff-blank = { $n ->
    [one] { $n } leere Zeile
   *[other] { $n } leere Zeilen
}
diff-old = Vorher
diff-new = Nachher
diff-text = Text
diff-unified = Eine Spalte
diff-split = Nebeneinander
diff-viewed = angesehen
diff-viewed-count = { $n } von { $total } angesehen
diff-folded = zusammengefaltet: hier nicht gezeigt
diff-new-file = neue Datei
diff-deleted = gelöscht
diff-renamed = umbenannt
diff-alike = zu { $n } % gleich
diff-mode = Rechte
diff-mode-runs = Wird ausführbar
diff-mode-runs-not = Ist nicht mehr ausführbar
diff-space-hide = Leerraum übergehen
diff-space-hidden = { $n ->
    [one] { $n } geänderte Zeile unterscheidet sich nur im Leerraum und steht hier als gleich.
   *[other] { $n } geänderte Zeilen unterscheiden sich nur im Leerraum und stehen hier als gleich.
}
details-space-hidden = Diese Seite übergeht Leerraum und zeigt daher nicht alles: Ein Ja braucht die Seite, die alles zeigt.
details-space-all = Alles zeigen
diff-as-table = Als Tabelle
diff-as-notebook = Als Notebook
diff-again = Dieselben Änderungen noch einmal; entschieden wird über den Unterschied unten.
details-pictures = Bilder
details-pictures-part = Eine Datei enthält mehr, als ihr Bild zeigt.
details-picture-before = { $path }, vorher
details-picture-after = { $path }, nachher
details-picture-none = Keine Datei
diff-changed = geändert:
diff-table-part = Die Tabelle zeigt höchstens { $rows } Zeilen und { $columns } Spalten.
diff-cell-code = Codezelle
diff-cell-text = Textzelle
diff-outputs = Änderungen an Ausgaben und Metadaten:
long-piece = Zeichen { $from } bis { $to } von { $total }
long-before = Voriger Teil
long-after = Nächster Teil
edit-title = Andere Argumente
edit-tool = Andere Argumente für { $tool }
edit-decided = Es ist schon entschieden.
edit-why = Der Aufruf wird mit diesen Argumenten neu beurteilt und gezeigt; nichts geschieht, bevor Sie ihn bestätigen.
edit-large = Diese sind zu groß für ein Formular mit Feldern.
edit-large-json = Als JSON ändern
edit-send = Damit zeigen
edit-leave = So lassen
edit-json = Als JSON geschrieben.
edit-required = (erforderlich)
edit-hidden = Das ist ein Geheimnis, das nicht gezeigt wird: Geben Sie es neu ein.
edit-yes = ja
edit-no = nein
edit-lines = Je Zeile eines.
edit-hunk = Abschnitt { $n }
edit-land = Nur ein Teil davon
edit-land-why = Es wurde geprobt. Wählen Sie die Änderungen, die übernommen werden sollen; die anderen geschehen nicht.
edit-land-send = Nur diesen Teil zeigen
details-changes = Ändert außerdem
details-changed = { $n ->
    [one] { $n } Änderung
   *[other] { $n } Änderungen
}
diff-not-whole = nicht ganz gezeigt, daher nicht gezählt
diff-note-conflict = Konflikt:
diff-note-wal = Änderungen, die noch in ihrer -wal-Datei stehen, werden nicht gezeigt
diff-note-no-rows = weder ihr Schema noch eine Zeile ihrer Tabellen ist anders
diff-note-work-tree = kein Text, oder ein sehr langer: die Datei im Arbeitsverzeichnis
diff-note-no-newline = Kein Zeilenumbruch am Ende der Datei
diff-note-removed-rows = entfernte Zeilen
diff-note-changed-rows = geänderte Zeilen
diff-note-added-rows = hinzugefügte Zeilen
diff-note-sqlite = Das ist eine SQLite-Datenbank: unten steht, was in ihrem Schema und in den Zeilen ihrer Tabellen anders ist; nicht Sichten, virtuelle Tabellen, berechnete Spalten und was über 200 Zeichen eines Wertes hinausgeht
diff-note-no-text = Nicht gezeigt: kein Text, oder ein sehr langer
diff-note-too-much = Nicht gezeigt: es ist zu viel
diff-note-unreadable = Nicht gezeigt: nicht lesbar, zu groß, oder die Zeilen sind nicht zu unterscheiden
diff-note-hunk = Abschnitt { $n }
diff-note-more = … (+{ $n }, nicht gezeigt)
diff-note-left = nicht gezeigte Unterschiede: { $n }
whole-title = Alles davon
whole-parts = Alles davon, Seite für Seite
whole-file = Der Unterschied als Datei
whole-content = Der neue Inhalt als Datei
whole-none = Der Rest ist nicht verfügbar: { $said }.
whole-here = Zeilen { $from } bis { $to } von { $total }
whole-back = Zurück zur Frage
