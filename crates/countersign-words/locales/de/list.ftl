list-risk-low = Geringes Risiko
list-risk-medium = Mittleres Risiko
list-risk-high = Hohes Risiko
list-others = Anderes, das wartet
list-more = Alles, was wartet
list-warnings = mit Warnungen
list-by-run = Nach Lauf
list-by-risk = Nach Risiko
list-lines = Liste
list-cards = Karten
list-review = Eines nach dem anderen prüfen
list-before = Zurück
list-after = Weiter
list-below = Weiter unten steht noch mehr davon: Das wird zuerst gezeigt.
list-more-answers = Weitere Antworten
details-again = Dasselbe als Felder
list-type-exactly = Genau so eingeben: { $what }
live-did-confirm = hat das bestätigt.
live-did-reject = hat das abgelehnt.
live-did-defer = hat das zurückgestellt.
live-did-edit = hat die Argumente geändert.
live-did-withdraw = hat eine Antwort darauf zurückgenommen.
live-new = Ein neuer Vorschlag ist da.
live-too-soon = Warten: das ist eben erst erschienen.
live-answering = Warten: Ihre Antwort wird gesendet.
live-no-key = Dafür gibt es keine Taste: drücken Sie den Knopf. G führt zu ihm.
typed-files = { $n ->
    [one] { $n } Datei
   *[other] { $n } Dateien
}
typed-targets = { $n ->
    [one] { $n } Ziel
   *[other] { $n } Ziele
}
typed-things = { $n ->
    [one] { $n } Ding
   *[other] { $n } Dinge
}
