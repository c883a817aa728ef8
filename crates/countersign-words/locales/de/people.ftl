people-comments = Kommentare
people-no-comments = Noch hat niemand etwas gesagt.
people-comment = Kommentieren
people-comment-field = Kommentar für die anderen Personen; Agenten sehen ihn nicht
people-for = Für
people-nobody = niemanden
people-assign = Zuweisen
people-only = nur { $who }
people-looks = { $who } sieht sich das an
people-assigned = für { $who }
people-comment-count = { $n ->
    [one] 1 Kommentar
   *[other] { $n } Kommentare
}
people-team = Team
people-team-what = Wer hier entscheidet. Wer entfernt wird, kann sich nicht mehr anmelden, und alles, was auf seinem Wort beruht, endet.
people-groups = Gruppen
people-agents = Agenten
people-remove = { $who } entfernen
did-item-comment = Gesagt.
did-item-assign = Zugewiesen.
did-person-remove = Aus dem Team entfernt.
people-on-host = auf { $host }
people-host-away = auf { $host }, nicht da
people-answer-waits = die Antwort von { $who } wartet darauf ({ $op })
did-person-admit = Wird bei der nächsten Anmeldung eingelassen.
