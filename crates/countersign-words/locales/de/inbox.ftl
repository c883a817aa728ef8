inbox-count = { $n ->
    [one] { $n } Sache wartet auf Sie
   *[other] { $n } Sachen warten auf Sie
}
card-title = { $n ->
    [one] { $agent } schlägt { $n } Änderung vor
   *[other] { $agent } schlägt { $n } Änderungen vor
}
card-about = zu { $what }
card-decided = { $decided } von { $total } entschieden
confirm-all = Alle { $n } bestätigen
confirm-selected = Ausgewählte bestätigen
review-details = Einzelheiten
dismiss = Verwerfen
select-item = Auswählen: { $what }
reject-item = Ablehnen: { $what }
confirm-item = Bestätigen: { $what }
review-item = Ansehen: { $what }
review = Ansehen
destructive = zerstörend
changed-since-seen = geändert, seit Sie hinsahen
claimed-by = gehalten von { $who }
approvals = { $n } Zustimmungen
goes-on-in = geht in { $n } s weiter
hold = Anhalten
more-changes = und { $n } weitere
agent-says = Der Agent sagt:
show-more = Mehr zeigen
open = Öffnen
waits-item = Ein Vorschlag
waits-step = Ein Schritt
waits-plan = Ein Plan
waits-question = Eine Frage
waits-stage = Eine Bühne
waits-settings = Einstellungen
empty-title = Nichts wartet auf Sie.
empty-next = Stellen Sie einen Agenten mit drei Zeilen unter Kontrolle und arbeiten Sie wie immer. Was er ändern will, erscheint hier.
empty-demo = So sieht es aus, ohne Agenten:
status-deferred = zurückgestellt
status-blocked = wartet auf anderes
status-confirmed = bestätigt
status-applying = wird ausgeführt
status-applied = getan
status-rejected = abgelehnt
status-failed = fehlgeschlagen
status-stale = seit der Anzeige verändert
status-needs-review = braucht Ihre Entscheidung
status-expired = abgelaufen
status-retracted = vom Agenten zurückgenommen
card-here = { $here } von { $open } offenen gezeigt
more-warnings = { $n ->
    [one] und { $n } weitere Warnung
   *[other] und { $n } weitere Warnungen
}
inbox-part = { $here } von { $total } gezeigt
inbox-agents = Agenten
inbox-all-agents = Alle Agenten
question-default = { $when } mit „{ $answer }“ beantwortet
quick-reject = Ablehnen
quick-approve = Zustimmen
more-lines = { $n ->
    [one] { $n } weitere geänderte Zeile
   *[other] { $n } weitere geänderte Zeilen
}
file-bytes = { $n ->
    [one] { $n } Byte
   *[other] { $n } Bytes
}
file-gone = weg
diff-added = neu:
diff-removed = entfernt:
not-shown = Nicht ganz gezeigt:
left-out = { $n ->
    [one] { $n } Vorschlag ist bei „Alle bestätigen“ nicht dabei, und warum
   *[other] { $n } Vorschläge sind bei „Alle bestätigen“ nicht dabei, und warum
}
strip-title = Läuft automatisch weiter
strip-more = { $n ->
    [one] { $n } weiteres läuft automatisch weiter
   *[other] { $n } weitere laufen automatisch weiter
}
bulk-confirmed = { $n } bestätigt
bulk-dismissed = { $n } abgelehnt
bulk-undone = { $n } rückgängig gemacht
bulk-withdrawn = { $n } wieder offen
bulk-confirmed-part = { $n } von { $total } bestätigt
bulk-dismissed-part = { $n } von { $total } abgelehnt
bulk-undone-part = { $n } von { $total } rückgängig gemacht
bulk-again = Alle { $n } erneut vorschlagen
bulk-proposed = { $n } erneut vorgeschlagen
bulk-proposed-part = { $n } von { $total } erneut vorgeschlagen
bulk-withdrawn-part = { $n } von { $total } wieder offen
bulk-failed = { $n } nicht ausgeführt
bulk-left-out = { $n } ausgelassen
bulk-goes-on = { $n } noch nicht beendet
bulk-done = { $n } ausgeführt
bulk-undo = Alle { $n } rückgängig machen
bulk-take-back = Alle { $n } zurücknehmen
bulk-take-back-until = Das geht, bis der Agent es erfährt.
bulk-final = { $n ->
    [one] { $n } davon kann nicht einfach rückgängig gemacht werden; die Quittung sagt, warum
   *[other] { $n } davon können nicht einfach rückgängig gemacht werden; ihre Quittungen sagen, warum
}
bulk-back = Weiter
inbox-find = Finden
inbox-find-example = Wörter, oder agent:codex risk:high in:src/ older:2h
inbox-find-all = Alles zeigen
inbox-find-none = Nichts, was wartet, hat all das.
inbox-found = { $n ->
    [one] { $n } gefunden
   *[other] { $n } gefunden
}
