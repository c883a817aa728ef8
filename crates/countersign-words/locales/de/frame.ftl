skip-to-content = Zum Inhalt springen
rooms = Seiten
tab-inbox = Eingang
tab-receipts = Belege
tab-runs = Läufe
tab-sets = Arbeitsmappen
tab-history = Verlauf
tab-audit = Protokoll
tab-policy = Regeln
tab-settings = Einstellungen
palette-open = Befehle
palette-title = Befehlspalette
back-to-inbox = Zurück zum Eingang
look-again = Noch einmal ansehen
not-done = Das wurde nicht getan
bar-close = Schließen
undo = Rückgängig
redo = Wiederherstellen
rollback = Zurückrollen
irreversible = Nicht rückgängig zu machen
did-anything = Erledigt.
did-item-confirm = Bestätigt:
did-item-confirm-goes-on = Bestätigt, und es läuft noch; die Quittung kommt, wenn es endet:
did-item-reject = Abgelehnt:
did-item-defer = Zurückgestellt:
did-item-edit = Geändert:
did-item-withdraw = Zurückgenommen:
did-items-confirm-selected = Bestätigt.
did-set-dismiss = Verworfen.
did-receipt-undo = Rückgängig gemacht:
did-receipt-undo-chain = Zurückgenommen:
did-receipt-merge = Vorgeschlagen:
did-receipt-rerun = Erneut vorgeschlagen:
did-countdown-stop = Angehalten:
did-question-answer = Beantwortet:
did-run-steer = Mitgeteilt:
did-run-pause = Pausiert:
did-run-resume = Läuft weiter:
did-run-stop = Gestoppt:
did-run-mode = Modus festgelegt:
did-run-stage = Er arbeitet auf einer Bühne:
did-run-trust = Vertraut in seinem Ordner:
time-now = gerade eben
time-seconds-ago = { $n ->
    [one] vor { $n } Sekunde
   *[other] vor { $n } Sekunden
}
time-minutes-ago = { $n ->
    [one] vor { $n } Minute
   *[other] vor { $n } Minuten
}
time-hours-ago = { $n ->
    [one] vor { $n } Stunde
   *[other] vor { $n } Stunden
}
time-days-ago = { $n ->
    [one] vor { $n } Tag
   *[other] vor { $n } Tagen
}
time-in-seconds = { $n ->
    [one] in { $n } Sekunde
   *[other] in { $n } Sekunden
}
time-in-minutes = { $n ->
    [one] in { $n } Minute
   *[other] in { $n } Minuten
}
time-in-hours = { $n ->
    [one] in { $n } Stunde
   *[other] in { $n } Stunden
}
time-in-days = { $n ->
    [one] in { $n } Tag
   *[other] in { $n } Tagen
}
locked-title = Anmelden
locked-why = Sie sind hier nicht angemeldet, oder Ihre Sitzung ist zu Ende.
locked-how = Auf dem Rechner, auf dem Countersign läuft, öffnet dies einen Link, der Sie anmeldet:
locked-nothing-lost = Nichts wurde getan und nichts ist verloren: Nach der Anmeldung sind Sie wieder, wo Sie waren.
login-this = Damit wird dieser Browser angemeldet.
login-do = Anmelden
login-used = Dieser Link wurde schon benutzt oder ist abgelaufen. Dies erstellt einen neuen:
login-provider = Mit { $name } anmelden
login-done = Sie sind angemeldet.
login-go = Weiter
login-failed = Sie konnten nicht angemeldet werden
