runs-none = Noch keine Läufe.
runs-of = Arbeit von { $agent }
runs-proposed = { $n ->
    [one] { $n } Vorschlag
   *[other] { $n } Vorschläge
}
runs-plan = Plan
runs-mode = Modus
runs-mode-auto = auto: die Nachweise entscheiden, oder eine Person
runs-mode-manual = manual: eine Person entscheidet jeden Schritt
runs-mode-confidence-threshold = geht weiter ab einer Konfidenz von
runs-set-mode = Modus festlegen
runs-to-stage = Ab jetzt auf einer Bühne arbeiten
runs-threshold = Zuversicht, ab der es weitergeht, für confidence_threshold
runs-trust = In diesem Ordner trauen, bis er endet
runs-critical = kritisch: braucht eine Stufe mehr
runs-checks = Prüfungen
runs-checks-own = vom Agenten selbst: sie können die Sicherheit nur senken
runs-folder = Ordner
runs-started = Begonnen
runs-ended = Beendet
runs-held-by = Gehalten von
runs-step = Bei Schritt
runs-stage = Bühne
runs-marks = Hat gelesen
runs-marks-note = fragt also, bevor er etwas sendet
runs-stage-diff = Was von seiner Bühne übernommen würde
runs-pause = Pausieren
runs-resume = Fortsetzen
runs-stop = Stoppen
runs-rollback = Lauf zurückrollen
runs-steer = Lenken
runs-steer-label = Dem Agenten sagen
runs-steer-hint = Er liest es beim nächsten sicheren Punkt, einmal; es bleibt als Gedächtnis des Laufs.
runs-steer-send = Senden
runs-redirect = Umlenken
runs-redirect-label = Stattdessen dies tun
runs-redirect-hint = Lehnt seine offenen Vorschläge ab und ersetzt Anweisungen, die er noch nicht gelesen hat.
runs-told = Was ihm gesagt wurde
runs-heard = gelesen
runs-not-heard = noch nicht gelesen
runs-superseded = ersetzt, bevor er es las
runs-timeline = Verlauf
runs-earlier = { $n ->
    [one] { $n } früherer Eintrag
   *[other] { $n } frühere Einträge
}
runs-nothing = Noch ist darin nichts geschehen.
runs-entry-item = vorgeschlagen
runs-entry-receipt = getan
runs-entry-step = Schritt
runs-entry-plan = Plan
runs-entry-question = Frage
runs-entry-instruction = gesagt
runs-entry-end = Ende
runs-would-come-back = { $n ->
    [one] { $n } Wirkung würde zurückgenommen
   *[other] { $n } Wirkungen würden zurückgenommen
}
runs-never-comes-back = { $n ->
    [one] { $n } Wirkung lässt sich nicht zurücknehmen
   *[other] { $n } Wirkungen lassen sich nicht zurücknehmen
}
runs-newest-first = Das Neueste zuerst, jedes nur, wenn sich seither nichts verändert hat. Was sich nicht zurücknehmen lässt, bleibt, wird aufgeführt und kann erneut versucht werden.
runs-roll-back-now = All das zurückrollen
runs-roll-back-on = Zurückrollen fortsetzen
runs-cannot-now = Jetzt nicht zurückzurollen: Der Lauf ist noch nicht beendet oder schon zurückgerollt.
runs-is-back = { $n ->
    [one] { $n } Wirkung ist zurückgenommen
   *[other] { $n } Wirkungen sind zurückgenommen
}
runs-is-not-back = { $n ->
    [one] { $n } Wirkung steht noch
   *[other] { $n } Wirkungen stehen noch
}
did-run-redirect = Umgelenkt:
did-run-rollback = Zurückgerollt:
