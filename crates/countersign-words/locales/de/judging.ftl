judge-frozen = alles ist eingefroren, nichts Neues beginnt
judge-paused = der Lauf ist pausiert: warten Sie, bis eine Person ihn fortsetzt
judge-unlisted-host = sendet Daten an { $host }, das nicht auf der Liste steht
judge-rule-asks = die Regel { $rule } fragt
judge-stopped = der Lauf wurde gestoppt
judge-rule-refuses = die Regel { $rule } verweigert es
judge-rule-refuses-note = die Regel { $rule } verweigert es ({ $said })
judge-rule-always = die Regel { $rule } fragt immer
judge-rule-always-note = die Regel { $rule } fragt immer ({ $said })
judge-rule-asks-note = die Regel { $rule } fragt ({ $said })
judge-rule-allows = die Regel { $rule } erlaubt es
judge-rule-allows-note = die Regel { $rule } erlaubt es ({ $said })
judge-protected = immer mit Rückfrage: { $said }
judge-unaccepted = niemand hat die aktuelle Definition dieses Werkzeugs durch den Server angenommen
judge-plan-step = der gutgeheißene Plan führt es als Schritt { $step }
judge-grant-covers = die Erlaubnis { $grant } deckt es ab
judge-by-policy = seine Wirkung liegt im Speicher und lässt sich genau zurücknehmen
judge-in-stage = seine Wirkung bleibt auf der Bühne { $stage }
judge-unknown-host = sendet Daten an einen Host, der nicht zu erkennen war
judge-opaque = ein Teil davon konnte nicht verstanden werden
judge-unknown-tool = das Werkzeug ist unbekannt
judge-rehearsed = es wurde geprobt: es änderte nichts, und nichts wurde ihm verwehrt
judge-evidence-releases = die Nachweise seines Schritts geben es frei
judge-only-reads = es liest nur
judge-changes = es ändert etwas
judge-destroys = es zerstört etwas
judge-claim-deletes = die Behauptung erwähnt kein Löschen, aber der Aufruf löscht { $what }
judge-claim-more = { $what } und { $n } weitere
judge-claim-something = etwas
judge-claim-loss = die Behauptung erwähnt keinen Verlust, aber der Aufruf ist zerstörend
judge-claim-sends-out = die Behauptung erwähnt kein Senden, aber der Aufruf sendet Daten nach außen
judge-claim-sends-to = die Behauptung erwähnt kein Senden, aber der Aufruf sendet Daten an { $host }
judge-claim-changes-something = die Behauptung erwähnt nur Lesen, aber der Aufruf ändert etwas
judge-claim-changes = die Behauptung erwähnt nur Lesen, aber der Aufruf ändert { $what }
judge-contains = enthält { $said }
judge-odd-control = Steuerzeichen
judge-odd-breaks = Zeilenumbrüche oder Tabulatoren
judge-odd-bidi = Zeichen, die die Leserichtung ändern
judge-odd-invisible = unsichtbare Zeichen
judge-odd-spaces = ungewöhnliche Leerzeichen
judge-odd-scripts = Buchstaben verschiedener Schriften in einem Wort
judge-not-between = { $number } ist keine Zahl zwischen 0 und 1
judge-cap = höchstens { $most }: { $said }
judge-cap-none = es gibt keine Nachweise
judge-cap-check = eine Prüfung ist fehlgeschlagen
judge-cap-verifier = der Prüfer ist sich dessen nicht sicher
judge-cap-unsure = jemand ist sich dessen nicht sicher
judge-cap-new = nichts dieser Art wurde je entschieden
judge-cap-agent-failed = höchstens 0.00: sein Agent sagt, dass es fehlschlug
judge-cap-rewritten = mit Rückfrage: der Schritt hat seine eigenen Prüfungen geändert
judge-part-no-checks = keine Prüfungen
judge-part-checks = { $passed } von { $n } Prüfungen bestanden
judge-part-verifier = Sicherheit des Prüfers: { $sure }
judge-part-one-retry = ein erneuter Versuch
judge-part-retries = { $n } erneute Versuche
judge-part-destructive = etwas Zerstörendes
judge-part-harmless = nichts Zerstörendes
judge-part-calls = { $n } von { $calls } Aufrufen gelungen
judge-part-uncertain = als unsicher erklärt
judge-part-before = schon früher getan
judge-part-no-history = keine Vorgeschichte
judge-no-tool = ein Werkzeug { $tool } gibt es nicht
judge-did-you-mean = meinten Sie { $near }?
judge-tools-list = countersign tools listet sie auf
judge-tool-gone = { $tool } gibt es nicht mehr; { $item } bleibt, wie es ist
judge-tool-gone-hint = sein Server führt es nicht mehr oder steht nicht mehr in den Einstellungen: zurückholen oder den Vorschlag ablehnen
judge-args-weigh = die Argumente sind { $size } Bytes groß; die Grenze ist { $limit }
judge-args-unfit = ungültige Argumente für { $tool }: { $faults }
judge-args-unfit-hint = countersign tools { $tool } zeigt seine Argumente
judge-not-rehearsed = es konnte nicht geprobt werden: { $said }
judge-check-unnamed-folder = der Ordner, in dem diese Prüfung liefe, steht nicht unter roots in config.toml: Tragen Sie ihn ein, dann läuft sie ohne Rückfrage
judge-rehearsed-asks = in der Probe änderte es nichts, und nichts wurde ihm verwehrt; nach einem Ja läuft es wirklich
judge-policy-spelling = die Schreibweise prüfen
judge-policy-line = diese Zeile berichtigen
judge-policy-no-version = die Datei nennt ihre Version nicht
judge-policy-no-version-hint = schreiben Sie version = 1 in die erste Zeile
judge-policy-newer = die Datei hat Version { $newer }, dieses Programm liest { $version }
judge-policy-newer-hint = verwenden Sie ein neueres countersign
judge-policy-bad-version = eine solche Version gibt es nicht
judge-policy-bad-version-hint = schreiben Sie version = 1
judge-policy-scratch = { $path } kann nicht scratch sein
judge-policy-discarded = { $path } kann nicht verworfen werden
judge-policy-cache = { $path } kann kein Zwischenspeicher sein
judge-policy-build = { $path } kann kein Build-Ordner sein
judge-policy-registry = { $host } ist kein Rechnername
judge-policy-registry-hint = schreiben Sie einen Namen, wenn nötig mit Port: "npm.example.com:443"
judge-policy-between = möglich ist ein Wert zwischen { $from } und { $to }
judge-policy-between-unit = möglich ist ein Wert zwischen 0 und 1
judge-policy-threshold = confidence_threshold kann nicht { $n } sein
judge-policy-blank-check = eine Prüfung kann nicht leer sein
judge-policy-write-command = schreiben Sie einen Befehl
judge-policy-blank-command = ein Befehl kann nicht leer sein
judge-policy-write-terraform = schreiben Sie "terraform *"
judge-policy-inside-hint = nennen Sie Ordner im Arbeitsbereich, etwa "target/**"
judge-policy-not-host = { $text } ist kein Host
judge-policy-not-host-hint = schreiben Sie nur den Host ("api.github.com"), oder "*.example.com" für alle darunter
judge-policy-entry-twice = für { $tool } gibt es schon einen Eintrag
judge-policy-entry-twice-hint = fassen Sie beide zu einem zusammen
judge-policy-hold-none = { $tool } kann nicht hold = "none" haben
judge-policy-hold-none-hint = das können nur eingebaute Werkzeuge, deren Wirkung im Speicher liegt; verwenden Sie eine Regel, die es erlaubt
judge-policy-all-of-them = { $server }.* steht für alle
judge-policy-rule-name = { $name } kann nicht der Name dieser Regel sein
judge-policy-rule-name-hint = geben Sie jeder Regel einen eigenen Namen; Urteile verweisen darauf
judge-policy-rule = Regel { $name }: { $said }
judge-policy-not-compiled = sie wurde nicht übersetzt
judge-policy-cel = Bedingungen sind CEL über facts, args, agent und run
judge-policy-group-name = { $name } kann keine Gruppe heißen
judge-policy-group-name-hint = verwenden Sie Buchstaben, Ziffern, Binde- und Unterstriche
judge-policy-no-group = es gibt keine Gruppe { $name }
judge-policy-no-group-hint = legen Sie sie unter [groups] an, oder nennen Sie Personen
judge-policy-few-deciders = { $n } müssen Ja sagen, aber nur { $have } sind genannt
judge-policy-few-deciders-hint = nennen Sie mehr Personen, oder senken Sie approvers
judge-policy-person = { $name } kann keine Person sein
judge-policy-person-hint = schreiben Sie den Namen ihres Tokens; Gruppen werden @name geschrieben
judge-looser-group = { $person } kommt in die Gruppe { $group }
judge-looser-hub = der Hub darf { $new } entscheiden, bisher { $old }
judge-policy-only-ask = { $name } ist nur mit then = "ask" erlaubt
judge-policy-only-ask-hint = entfernen Sie es, oder lassen Sie fragen
judge-policy-class-twice = class und classes sagen dasselbe
judge-policy-class-twice-hint = behalten Sie eines davon
judge-policy-no-class = eine Regel für keine Klasse trifft auf nichts zu
judge-policy-no-class-hint = lassen Sie classes weg, oder nennen Sie welche: read, mutable, destructive
judge-policy-no-tool = eine Regel für kein Werkzeug trifft auf nichts zu
judge-policy-no-tool-hint = schreiben Sie Muster wie "shell.*" oder "*"
judge-policy-glob-hint = schreiben Sie server.name, mit * für Beliebiges: "shell.*", "*"
judge-policy-hit = Regel { $name }, Treffer-Beispiel { $n }: { $said }
judge-policy-miss = Regel { $name }, Gegenbeispiel { $n }: { $said }
judge-policy-example-facts = seine facts sind nicht lesbar: { $error }
judge-policy-example-facts-hint = die facts eines Beispiels sind die eines Aufrufs: reads, writes, deletes, hosts, …
judge-policy-matches = die Regel trifft darauf zu
judge-policy-no-match = die Regel trifft darauf nicht zu
judge-policy-example-hint = berichtigen Sie die Bedingung oder das Beispiel; ein Beispiel kann eigene facts = {"{"} … {"}"} mitbringen
judge-condition-size = die Bedingung hat { $n } Bytes, erlaubt sind höchstens { $most }
judge-condition-parse-at = die Bedingung ist nicht lesbar bei { $place }
judge-condition-parse = die Bedingung ist nicht lesbar
judge-condition-neither = ihre Bedingung ist weder wahr noch falsch
judge-condition-unclear = ihre Bedingung lässt sich nicht auswerten: { $said }
judge-condition-no-key = { $key } gibt es nicht
judge-condition-not-known = { $name } ist nicht bekannt
judge-condition-type = ein Wert hat den falschen Typ oder die falsche Größe
judge-condition-regex = { $pattern } ist kein regulärer Ausdruck
judge-condition-deep = die Bedingung ist tiefer als { $most } verschachtelt
judge-condition-message = die Bedingung bildet eine Nachricht; das wird nicht unterstützt
judge-condition-facts = die Bedingung benutzt facts als Ganzes, nennen Sie eines: { $facts }
judge-condition-agent = die Bedingung benutzt agent als Ganzes, schreiben Sie agent.name
judge-condition-variable = die Bedingung verwendet eine unbekannte Variable { $name }; bekannt: { $known }
judge-condition-function = die Bedingung verwendet eine unbekannte Funktion { $name }; bekannt: { $known }
judge-glob-pattern = { $pattern } ist kein Muster für Werkzeuge
judge-glob-server = das Muster { $pattern } hat keinen Server und träfe auf nichts zu
judge-looser-mode = der Modus ist { $new } statt { $old }
judge-looser-confidence = eine Konfidenz von { $new } genügt statt { $old }
judge-looser-checks = die Prüfungen der Schritte wurden geändert
judge-looser-host = Senden an { $host } fragt nicht mehr
judge-looser-scratch = Löschen in { $path } gilt nicht mehr als zerstörend
judge-looser-described = die Beschreibung von { $tool } wurde geändert
judge-looser-undescribed = { $tool } ist nicht mehr beschrieben
judge-looser-allows = die Regel { $rule } erlaubt mehr
judge-looser-gone = die Regel { $rule } wurde entfernt oder geändert
judge-looser-rehearsed = Befehle werden geprobt, und was sich als harmlos erweist, läuft
judge-looser-discard = eine Änderung allein an { $path } zählt nicht mehr
judge-looser-cache = was Befehle im Heimordner nach { $path } schreiben, bleibt in Schichten und wird nicht gefragt
judge-looser-build = was Befehle in Ordner namens { $path } schreiben, die git ignoriert, wird nicht gefragt
judge-looser-registry = { $client } darf { $host } in Proben ohne Rückfrage erreichen
judge-looser-never = { $command } darf geprobt werden
judge-looser-limits = Proben dürfen mehr verbrauchen
judge-covers-script = genau dieses Skript
judge-covers-field = das Feld { $field } bei allem der Art { $kind }
judge-covers-kind = jede Art { $kind }
judge-covers-any-command = jeder Befehl, der laut seiner Probe nur Dateien schreibt
judge-covers-any-call = jeder Aufruf, der nichts zerstört
judge-covers-below = jede Datei unter { $folder }
judge-covers-in = { $said } in { $folder }
judge-covers-sending = Senden an { $hosts }
judge-policy-number = { $name } kann nicht { $n } sein
judge-undo-exact = Genau zurücknehmbar
judge-undo-caveats = Zurückrollbar, mit Vorbehalten
judge-undo-nothing = Nichts zurückzunehmen
judge-run-again = Noch einmal
judge-changed-nothing = es hat nichts geändert
judge-changed-since-proposed = geändert seit dem Vorschlag: { $saids }
judge-was-and-is = { $field } von { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } war { $then } und ist { $now }
judge-definition-changed = die Beschreibung von { $tool } hat sich seit dem Vorschlag geändert
judge-definition-unaccepted = die Beschreibung von { $tool } ist nicht mehr angenommen
judge-refresh-hint = countersign refresh { $item } prüft es erneut
judge-needs-result = es braucht das Ergebnis von { $item }, das noch nicht geschehen ist
judge-args-gone = die genauen Argumente von { $item } werden nicht mehr aufbewahrt
judge-args-gone-hint = bearbeiten Sie den Vorschlag, oder lassen Sie den Agenten ihn erneut machen
judge-step-args-gone = die genauen Argumente von Schritt { $n } werden nicht mehr aufbewahrt
judge-already-undone = schon zurückgenommen durch { $event }
judge-irreversible = unumkehrbar: { $said }
judge-no-undo = es lässt sich nicht zurücknehmen
judge-not-handle = { $given } ist nicht die Kennung von { $receipt }; die Kennung ist { $handle }
judge-holds-it = { $who } hält es
judge-undo-under-way = seine Rücknahme ist im Gang
judge-undo-by-person = seine Wirkung liegt außerhalb von Countersign: eine Person nimmt es über den Beleg zurück
judge-undo-purged = seine aufgezeichneten Änderungen werden nicht mehr aufbewahrt
judge-merge-impossible = was { $tool } tat, lässt sich nicht mit den seitherigen Änderungen zusammenführen
judge-merge-conflicts = die Rücknahme lässt sich nicht mit den seitherigen Änderungen zusammenführen: { $saids }
judge-merge-field = { $field } von { $kind } { $id } ist { $now }; hinterlassen wurde { $left }, zurück ginge es zu { $back }
judge-merge-moved = womit es zusammengeführt würde, hat sich seit dem Zeigen geändert: schlagen Sie die Zusammenführung neu vor
judge-undo-merged = Rücknahme, mit späteren Änderungen zusammengeführt: { $said }
judge-undo-unconfirmed = sie stellt vielleicht nicht alles wieder her: sehen Sie sich an, was sie täte, und stimmen Sie dem zu (best_effort)
judge-undo-chain-moved = was mit { $receipt } zurückzunehmen wäre, ist nicht das Gezeigte: sehen Sie noch einmal nach
judge-undo-do-put = { $path } zurücklegen
judge-undo-do-gone = { $path } in den Papierkorb legen
judge-undo-do-set = Rechte und Zeiten von { $path } wie zuvor setzen
judge-undo-do-move = { $from } nach { $to } verschieben
judge-undo-do-field = { $said-label }: { $after } → { $before }
judge-undo-tool-gone = { $tool }, womit es sich zurücknehmen ließe, gibt es nicht mehr
judge-undo-tool-fails = { $tool }, womit es sich zurücknehmen ließe, kann nicht aufgerufen werden: { $said }
judge-undo-tool-refused = { $tool }, womit es sich zurücknehmen ließe, wird verweigert: { $saids }
judge-undo-tool-unaccepted = niemand hat die aktuelle Definition von { $tool } angenommen, womit es sich zurücknehmen ließe; countersign servers zeigt sie
judge-undo-of = Rücknahme: { $said }
judge-answered-question = „{ $question }“ beantwortet: { $answer }
judge-answer = Antwort
judge-answer-again = die Frage wartet wieder: beantworten Sie sie neu
judge-rolled-back = Zurückgerollt: { $kind ->
    [plan] der Plan
    [step] der Schritt
   *[run] der Lauf
} { $id }, { $n } von { $all } Wirkungen zurückgenommen
judge-rollback-by-parts = jeder seiner Teile hat einen eigenen Beleg, der sich zurücknehmen lässt
judge-undo-did-not-work = seine Rücknahme gelang nicht
judge-never-come-back = { $n ->
    [one] { $n } Wirkung lässt sich nicht zurücknehmen
   *[other] { $n } Wirkungen lassen sich nicht zurücknehmen
}
judge-undo-target = Beleg { $receipt }
judge-undo-calls = ruft { $tool } auf, das ist { $class ->
    [read] nur lesend
    [mutable] ändernd
    [destructive] zerstörend
   *[other] { $class }
}
judge-undo-destroys = Daten, die { $tool } zerstört
judge-cannot-be-undone = { $receipt } lässt sich nicht zurücknehmen
judge-not-yours = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } haben Sie nicht
judge-not-there = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } gibt es nicht
judge-not-in-list = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } gibt es in dieser Liste nicht
judge-ambiguous = { $given } kann eines davon sein: { $found }
judge-ambiguous-hint = tippen Sie ein Zeichen mehr
judge-record-gone = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } ist nicht mehr da
judge-record-again = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } ist wieder da
judge-record-changed = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } hat sich seither geändert (Ereignis { $event })
judge-field-changed = { $field } von { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } hat sich seither geändert (Ereignis { $event })
judge-record-child = { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
} { $id } hat etwas, das später dazukam: { $other } ({ $child })
judge-record-damaged = der Datensatz { $kind } { $id } ist beschädigt
judge-plan-no-step = der Plan { $plan } hat keinen Schritt { $n }
judge-plan-no-result = Schritt { $n } hat kein Ergebnis geliefert
judge-ran-out = die Zeit reichte nicht
judge-server-failed = sein Server sagt, dass es fehlschlug
judge-server-failed-with = sein Server sagt, dass es fehlschlug: { $text }
judge-ended-signal = es wurde durch Signal { $signal } beendet
judge-ended-exit = es endete mit Exit-Code { $code }
judge-ended-exit-with = es endete mit Exit-Code { $code }: { $text }
judge-plan-step-failed = Schritt { $n } ({ $said-what }) ist fehlgeschlagen: { $said }
judge-plan-took-back = sein Plan nahm es zurück
judge-plan-said-no = eine Person hat { $item } abgelehnt
judge-plan-said-no-why = eine Person hat { $item } abgelehnt (Grund: { $reason })
judge-was-taken-back = { $item } wurde zurückgezogen
judge-nobody-decided-on = niemand hat rechtzeitig über { $item } entschieden
judge-plan-resume = die Entscheidung, an der Schritt { $n } scheiterte, wurde zurückgenommen; resume setzt den Plan fort
judge-plan-step-otherwise = Schritt { $n } würde jetzt etwas anderes tun, als bei der Zustimmung zum Plan gezeigt wurde
judge-how-it-ended = sein Ausgang ist unbekannt
judge-how-step-ended = der Ausgang von Schritt { $n } ist unbekannt: melden Sie ihn mit countersign resolve { $item }, dann resume
judge-now-says-steps = es lautet jetzt { $title }, in { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritten
}
judge-plan-title = { $title } ({ $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritte
})
judge-plan-done = { $done } von { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritten
} getan
judge-plan-done-left = { $done } von { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritten
} getan, { $left } ausgelassen
judge-plan-is-paused = { $said-done }; pausiert: { $said }
judge-plan-is-aborted = { $said-done }; abgebrochen: { $said }
judge-plan-is-rejected = { $said-done }; abgelehnt: { $said }
judge-plan-rollback = { $said }; countersign plan rollback { $plan } nimmt die erledigten Schritte zurück
judge-no-step = einen Schritt { $step } gibt es im Lauf { $run } nicht
judge-run-paused = der Lauf { $run } ist pausiert
judge-wait-person = warten Sie, bis eine Person ihn fortsetzt
judge-a-person = eine Person
judge-somebody = jemand
judge-no-step-begun = im Lauf { $run } wurde kein Schritt begonnen
judge-no-step-begun-hint = beginnen Sie einen, oder melden Sie mit einem Titel
judge-step-unreported = { $step } ({ $title }) ist noch nicht gemeldet
judge-step-unreported-hint = melden Sie ihn zuerst; ein Lauf macht nur einen Schritt auf einmal
judge-step-reported = { $step } wurde schon gemeldet; Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}
judge-step-reported-by = { $step } wurde schon gemeldet; Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}, von { $who }
judge-step-reported-why = { $step } wurde schon gemeldet; Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
} (Grund: { $reason })
judge-step-reported-by-why = { $step } wurde schon gemeldet; Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}, von { $who } (Grund: { $reason })
judge-word-first = zuerst muss eine Person darüber entscheiden
judge-step-over = er ist vorbei; beginnen Sie einen anderen
judge-step-title = der Titel eines Schritts hat zwischen 1 und { $most } Zeichen
judge-word-before-next = eine Person muss darüber entscheiden, bevor ein anderer Schritt beginnt
judge-took-too-long = es dauerte zu lange
judge-ended-silent = es endete mit { $code } und ohne Ausgabe
judge-was-ended = es wurde abgebrochen
judge-goes-not-on = es geht nicht von selbst weiter: { $said }
judge-its-run-over = sein Lauf ist vorbei
judge-its-step-over = sein Schritt ist vorbei
judge-own-yes = es braucht ein eigenes Ja
judge-has-expired = es ist abgelaufen
judge-person-holds = eine Person hält es
judge-kind-always-asked = bei Aufrufen dieser Art wird immer gefragt
judge-rests-moved = etwas, wovon es abhängt, hat sich geändert
judge-evidence-no-longer = die Nachweise seines Schritts geben es nicht mehr frei
judge-claimed = { $who } hält es; fragen Sie dort nach, oder warten Sie, bis das endet
judge-not-shown = es wurde Ihnen nie gezeigt; sehen Sie es zuerst an: countersign show { $item }
judge-changed-after-proposal = geändert, seit es vorgeschlagen wurde: { $paths }
judge-examined-again = erneut geprüft, da anderes umgesetzt wurde: { $said }
judge-changed-since-looked = geändert, seit Sie hinsahen: { $said }; sehen Sie noch einmal hin: countersign show { $item }
judge-nobody-decided-again = niemand hat rechtzeitig entschieden; der Agent darf es erneut vorschlagen
judge-decided-by = { $decision ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $decision }
} von { $who } (Entscheidung { $id }); Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}
judge-it-is = Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}
judge-now-says = es lautet jetzt { $summary }
judge-was-rejected = { $item } wurde abgelehnt
judge-needed-result = es brauchte das Ergebnis von { $item }, und { $said }
judge-rejected-with-parent = { $item } wurde mit dem übergeordneten Vorschlag abgelehnt
judge-nobody-decided = niemand hat rechtzeitig entschieden
judge-token-unknown = dieses Token ist hier nicht bekannt
judge-token-revoked = dieses Token wurde widerrufen
judge-token-expired = dieses Token ist abgelaufen
judge-token-new-agent = eine Person kann ein neues erstellen: countersign token agent NAME
judge-token-new = eine Person kann ein neues erstellen: countersign token person|agent NAME
judge-only-persons-end = nur eine Person kann Arbeiten beenden
judge-world-moved = die Ziele des Aufrufs änderten sich während der Prüfung immer wieder
judge-try-again = versuchen Sie es noch einmal
judge-no-operation = einen Vorgang { $name } gibt es nicht
judge-token-missing = dieser Countersign-Ordner verwendet Token, und der Aufruf hat keines
judge-token-missing-hint = setzen Sie COUNTERSIGN_TOKEN auf Ihres
judge-ended-before = { $who } hat es abgebrochen, bevor es begann
judge-ended-before-hint = es kann erneut verlangt werden
judge-internal = interner Fehler in Countersign
judge-bad-json = das ist nicht das erwartete JSON: { $error }
judge-header-edited = sein Kopf wurde verändert
judge-body-edited = sein Inhalt wurde verändert
judge-changes-edited = seine Änderungen wurden verändert
judge-body-missing = sein Inhalt fehlt
judge-changes-missing = seine Änderungen fehlen
judge-both-missing = sein Inhalt und seine Änderungen fehlen
judge-attempt-logged = { $said }; dieser Versuch steht im Protokoll
judge-may-not-call = { $who } darf { $op } nicht aufrufen
judge-only-may = { $who ->
    [person] nur eine Person darf das
    [agent] nur ein Agent darf das
    [system] nur das System darf das
    [gate] nur ein Gate darf das
    [verifier] nur ein Prüfer darf das
   *[other] das darf nur: { $who }
}
judge-one-of-kind = { $kind ->
    [person] eine Person
    [agent] ein Agent
    [system] das System
    [gate] ein Gate
   *[verifier] ein Prüfer
}
judge-only-these-may = das dürfen nur: { $saids }
judge-role-may-not = { $who } hat die Rolle { $role } und darf { $op } nicht aufrufen
judge-takes-role = nötig ist die Rolle { $role }
judge-token-not-for = das Token von { $who } erlaubt { $op } nicht
judge-token-is-for = es erlaubt { $scopes }
judge-from-process = { $who } darf { $op } nicht aus einem Prozess von { $agent } aufrufen
judge-from-process-hint = entscheiden Sie in einem Terminal, das kein Agent gestartet hat
judge-from-process-agent-hint = verwenden Sie das eigene Token des Agenten oder ein Terminal, das kein Agent gestartet hat
judge-key-used = der Idempotenzschlüssel { $key } wurde für eine andere Anfrage verwendet
judge-key-used-hint = nehmen Sie für eine neue Anfrage einen neuen Schlüssel
judge-elements-limit = { $n } Elemente in einem Aufruf; die Grenze ist { $most }
judge-webhook-works = Dieser Webhook funktioniert.
judge-webhook-test = Countersign: ein Test
judge-waits-for-person = etwas wartet auf eine Person: { $kind ->
    [item] Vorschlag
    [run] Lauf
    [plan] Plan
    [step] Schritt
    [receipt] Beleg
    [question] Frage
    [stage] Bühne
    [set] Änderungssatz
    [grant] Erlaubnis
    [token] Token
    [passkey] Passkey
    [webhook] Webhook
    [instruction] Anweisung
    [decision] Entscheidung
    [working_set] Arbeitsmappe
    [task] Aufgabe
    [report] Bericht
    [server] Server
   *[other] { $kind }
}
judge-suggests = { $n ->
    [one] { $agent } schlägt { $n } Änderung vor
   *[other] { $agent } schlägt { $n } Änderungen vor
}
judge-title-usage = Die Anfrage ist fehlerhaft
judge-title-invalid = Der Inhalt kann nicht angenommen werden
judge-title-not-found = Nichts hat diese Kennung oder diesen Namen
judge-title-conflict = Der Zustand lässt es nicht zu
judge-title-stale = Es hat sich seither geändert
judge-title-unauthenticated = Kein gültiges Token
judge-title-refused = Nicht erlaubt
judge-title-store = Der Speicher ist nicht benutzbar
judge-title-settings = Eine Einstellungsdatei ist nicht benutzbar
judge-title-internal = Interner Fehler
judge-level-same-user = derselbe Benutzer
judge-level-own-user = eigener Benutzer
judge-level-passkey = Passkey
judge-for-run = für diesen Lauf
judge-for-hour = für eine Stunde
judge-for-day = für einen Tag
judge-for-week = für eine Woche
judge-for-ever = für immer
judge-item-cannot = bei einem Vorschlag im Stand „{ $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}“ geht das nicht: { $trigger ->
    [confirm] bestätigen
    [reject] ablehnen
    [defer] zurückstellen
    [edit] bearbeiten
    [refresh] neu ansehen
    [retract] zurücknehmen
    [begin] beginnen
    [land] ausführen
    [reopen] wieder öffnen
    [withdraw] die Antwort zurücknehmen
   *[other] { $trigger }
}
judge-status-cannot-become = { $noun }: aus dem Zustand { $from } kann nicht { $to } werden
judge-address = diese Adresse kann nicht verwendet werden: { $said }
judge-address-letters = sie ist zu lang, oder hat Leerzeichen, ein Fragment oder ungültige Zeichen
judge-address-scheme = sie hat kein Schema
judge-address-spoken = nur https und http werden unterstützt
judge-address-password = sie enthält einen Benutzernamen oder ein Passwort
judge-address-password-hint = Nachrichten sind signiert; der Empfänger braucht kein Passwort
judge-address-host = ihr Host oder Port ist ungültig
judge-op-input = ungültige Eingabe für { $op }: { $error }
judge-must-be = { $name } muss { $said } sein, nicht { $text }
judge-whole-from-zero = eine ganze Zahl ab 0
judge-whole = eine ganze Zahl
judge-number = eine Zahl
judge-true-false = true oder false
judge-not-json = { $place } ist kein JSON: { $error }
judge-not-json-near = { $place } ist kein JSON: { $error }, bei { $near }
judge-input-object = die Eingabe eines Vorgangs ist ein JSON-Objekt
judge-must-be-text = { $name } muss Text sein
judge-server-changed = { $server } hat die Definition dieses Werkzeugs geändert, seit es angenommen wurde
judge-server-new = dieses Werkzeug ist neu bei { $server }: niemand hat seine Definition angenommen
judge-more-differences = … und { $n } weitere Unterschiede
judge-stands-for-step = { $text } steht für einen Schritt eines Plans, aber dieser Aufruf ist in keinem Plan
judge-stands-for-step-hint = geben Sie den Wert selbst an: plan_status nennt die Ergebnisse der Schritte eines Plans
judge-never-result = { $text } wird nie ein Ergebnis haben; Stand: { $status ->
    [pending] offen
    [deferred] zurückgestellt
    [blocked] blockiert
    [confirmed] bestätigt
    [applying] in Ausführung
    [applied] getan
    [failed] fehlgeschlagen
    [stale] veraltet
    [needs_review] ungeklärt
    [rejected] abgelehnt
    [retracted] vom Agenten zurückgenommen
    [expired] abgelaufen
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [skipped] ausgelassen
   *[other] { $status }
}
judge-no-item-of-run = { $text } ist kein Vorschlag dieses Laufs
judge-result-has-no = das Ergebnis von { $whose } hat kein { $path }
judge-schema-broken = das Schema, das { $server } für { $tool } angibt, ist fehlerhaft: { $error }
judge-not-day = { $text } ist kein Datum
judge-not-day-hint = schreiben Sie ihn als 2026-11-15
judge-not-time = { $text } ist keine Zeit
judge-not-time-hint = schreiben Sie sie als 2026-11-15T09:30:00+01:00, oder ohne den Versatz in Ortszeit
judge-too-far = { $day } ist zu weit weg
judge-no-work = es läuft keine Arbeit { $id }
judge-no-work-hint = sie ist vielleicht von selbst zu Ende gegangen
judge-no-focus = keine Arbeitsmappe ist in Ihrem Blick
judge-no-focus-hint = nennen Sie eine, oder nehmen Sie eine in den Blick: countersign sets focus NAME
judge-no-working-set = eine Arbeitsmappe { $name } gibt es nicht
judge-sets-list = countersign sets list zeigt alle
judge-set-needs-name = eine Arbeitsmappe braucht einen Namen
judge-name-has = { $name } kann kein Name sein: es enthält { $said }
judge-name-long = ein Name hat höchstens { $most } Zeichen
judge-name-id = { $name } kann kein Name sein: es liest sich wie eine Kennung
judge-name-taken = { $set } hat den Namen { $name } schon
judge-name-taken-hint = wählen Sie einen anderen Namen; Groß- und Kleinschreibung zählt nicht
judge-focus-of = es ist im Blick von { $who }; nur diese Person kann es ändern
judge-name-given-since = der Name { $name } gehört jetzt zu { $set }
judge-nothing-called = nichts hier heißt { $name }
judge-nothing-called-hint = geben Sie eine Kennung an (i12, rc4, run2, t5), oder art:kennung für anderswo Geführtes (pr:1234); nichts wurde hinzugefügt oder geändert
judge-not-kind-word = { $text } ist nicht art:kennung: eine Art ist ein Wort aus Kleinbuchstaben
judge-not-kind-id = { $text } ist nicht art:kennung: eine Kennung hat 1 bis { $most } Zeichen
judge-text-has = { $text } enthält { $said }
judge-not-in-set = { $thing } ist nicht in { $set }
judge-stage-let-through = höchstens { $most } Hosts oder Pfade werden durchgelassen
judge-stage-folders = eine Bühne umfasst 1 bis { $most } Ordner
judge-stage-folders-hint = rufen Sie es aus dem Ordner auf, der auf die Bühne soll
judge-stage-cannot = { $path } lässt sich nicht auf eine Bühne bringen
judge-stage-cannot-hint = nennen Sie einen Ordner mit absolutem Pfad; das ganze Dateisystem kann nicht auf die Bühne
judge-stage-of-run-dropped = die Bühne { $stage } dieses Laufs wurde weggeworfen
judge-start-new-run = beginnen Sie einen neuen Lauf
judge-stage-dropped = { $stage } wurde weggeworfen; nichts ist davon übrig
judge-stage-waits = Änderungen auf der Bühne: { $folders }
judge-stage-waits-command = Änderungen auf der Bühne: { $folders }: { $command }
judge-stage-used = auf der Bühne { $stage } läuft ein Befehl
judge-stage-used-hint = warten Sie, bis er zu Ende ist, oder beenden Sie ihn
judge-stage-landing = { $stage } wird gerade übernommen
judge-steer-ended = der Lauf { $run } ist beendet und nicht mehr zu lenken
judge-steer-ended-hint = countersign run list zeigt die aktiven Läufe
judge-instruction-blank = eine Anweisung kann nicht leer sein
judge-instruction-long = die Anweisung hat { $n } Zeichen; die Grenze ist { $most }
judge-instruction-long-hint = legen Sie den Rest in eine Datei, die der Agent lesen kann
judge-question-other-run = die Frage { $question } wurde nicht in diesem Lauf gestellt
judge-superseded-by = ersetzt durch die Antwort auf { $question }
judge-told-rerun = der Agent wurde angewiesen, es mit dieser Antwort noch einmal zu machen
judge-told-answer = der Agent hat die Antwort erfahren
judge-told-superseded = der Agent hat erfahren, dass die Antwort { $item } ersetzt
judge-proposal-since = der spätere Vorschlag { $item } bezieht sich darauf
judge-run-ended = der Lauf { $run } ist beendet
judge-start-new = beginnen Sie einen neuen
judge-run-paused-by = der Lauf { $run } wurde von { $who } pausiert
judge-run-paused-by-why = der Lauf { $run } wurde von { $who } pausiert (Grund: { $reason })
judge-run-paused-hint = warten Sie, bis eine Person ihn fortsetzt, und rufen Sie dann erneut auf
judge-run-stopped-by = der Lauf { $run } wurde von { $who } gestoppt
judge-run-stopped-by-why = der Lauf { $run } wurde von { $who } gestoppt (Grund: { $reason })
judge-run-stopped-hint = nicht damit weitermachen; für andere Arbeit einen neuen Lauf mit Namen (countersign run start) oder eine neue Sitzung beginnen
judge-run-ended-before = der Lauf endete, bevor es gemeldet wurde
judge-passkey-domain = { $domain } kann nicht die Domain von Passkeys sein
judge-passkey-domain-hint = nehmen Sie den Namen, unter dem Browser Countersign finden, etwa localhost
judge-passkey-no-origin = kein Ursprung darf Passkeys verwenden
judge-passkey-origin = { $origin } kann keine Passkeys von { $domain } benutzen
judge-flaw-long = ein Teil davon ist zu lang
judge-flaw-base64 = ein Teil davon ist nicht base64url ohne Füllzeichen
judge-flaw-cbor = es enthält CBOR, das Authentifikatoren nicht schreiben
judge-flaw-client-data = seine Client-Daten sind fehlerhaft
judge-flaw-authenticator-data = seine Authentifikator-Daten sind fehlerhaft
judge-flaw-no-credential = es wurden keine Anmeldedaten erzeugt
judge-flaw-other-credential = die Anmeldedaten sind nicht die angegebenen
judge-flaw-key = sein Schlüssel wird nicht unterstützt: verwenden Sie ES256 oder EdDSA
judge-flaw-ceremony = es wurde für einen anderen Vorgang gemacht
judge-flaw-statement = unterschrieben wurde etwas anderes
judge-flaw-origin = eine Seite eines anderen Ursprungs hat es verlangt
judge-flaw-framed = es wurde aus einer anderen Seite heraus verlangt
judge-flaw-site = es wurde für eine andere Website gemacht
judge-flaw-nobody = kein Benutzer war anwesend
judge-flaw-not-verified = der Authentifikator hat den Benutzer nicht überprüft
judge-flaw-signature = die Unterschrift ist nicht von diesem Passkey
judge-flaw-unknown = das ist kein Passkey dieser Person
judge-flaw-revoked = dieser Passkey wurde widerrufen
judge-flaw-challenge = diese Challenge wurde dieser Person nicht gestellt
judge-flaw-used = diese Challenge wurde schon beantwortet
judge-flaw-expired = diese Challenge ist abgelaufen
judge-flaw-counter = der Zähler dieses Passkeys hat sich nicht erhöht: jemand könnte eine Kopie haben; widerrufen Sie ihn
judge-passkey-no-site = Passkeys können hier nicht verwendet werden: es ist keine Website festgelegt
judge-passkey-no-site-hint = starten Sie den Daemon mit dem Namen, unter dem Browser ihn finden
judge-passkey-none = { $who } hat keinen Passkey für { $site }
judge-passkey-none-hint = fügen Sie zuerst einen hinzu
judge-passkey-must-sign = { $who } hat einen Passkey, darum muss { $op } damit unterschrieben werden
judge-passkey-must-sign-hint = fordern Sie die Challenge mit derselben Eingabe an: POST /v1/passkeys/authorize; bei verlorenem Passkey passkey reset auf dem Rechner selbst ausführen
judge-signed-unknown = es ist mit { $passkey } unterschrieben, das nicht bekannt ist
judge-signed-other-key = seine Unterschrift passt nicht zum Schlüssel von { $passkey }
judge-signed-other-person = es ist mit dem Passkey von { $who } unterschrieben
judge-signed-when = { $passkey } war zu jener Zeit nicht gültig
judge-signed-flaw = seine Unterschrift: { $said }
judge-passkey-let-in = er wurde ohne Unterschrift eines anderen Passkeys von { $who } hinzugefügt
judge-passkey-revoked-unsigned = { $who } hat ihn ohne Unterschrift widerrufen
judge-said-signed = es ist als unterschrieben markiert, ist es aber nicht
judge-destructive-unsigned = es ist zerstörend und nicht unterschrieben, obwohl { $who } einen Passkey hatte
judge-yes-unsigned = das Ja von { $who } ist nicht unterschrieben, obwohl ein Passkey da war
judge-bad-indexes = die Indexe
judge-bad-records = die Datensätze
judge-bad-checkpoint = Prüfpunkt von Ereignis { $event }
judge-events-missing = die Ereignisse { $from } bis { $to } fehlen
judge-event-follows = es folgt nicht auf das Ereignis davor
judge-event-follows-one = es folgt nicht auf das davor
judge-fields-unreadable = seine Felder sind nicht lesbar
judge-kind-unwritten = Countersign schreibt keine Datensätze dieser Art
judge-index-unfit = ein Index passt nicht zu den Datensätzen
judge-unreadable = es ist nicht lesbar
judge-field-not-written = sein { $field } ist nicht, was Ereignis { $event } schrieb
judge-behind-back = ein Datensatz wurde ohne Eintrag im Protokoll hinzugefügt, entfernt oder verändert
judge-signature-false = seine Signatur ist ungültig
judge-signature-other-home = er wurde mit einem anderen Schlüssel als dem dieses Countersign-Ordners signiert
judge-log-cut = das Protokoll endet bei Ereignis { $event }: es wurde abgeschnitten
judge-log-rewritten = das Protokoll wurde neu geschrieben: dieses Ereignis weicht ab
judge-unproven-witness = kein Zeuge: wer die Datenbank schreiben kann, könnte das Protokoll gekürzt oder neu geschrieben haben
judge-unproven-after = Ereignisse nach { $event }: noch hat kein Zeuge einen Prüfpunkt davon
judge-unproven-passkeys = wem die Passkeys gehören, die unterschrieben haben: jeder wurde zuerst von jemandem registriert, der das Token der Person hatte
judge-witness-line = Zeile { $n } der Zeugendatei ist kein Prüfpunkt: { $error }
judge-no-event = { $text } ist kein Ereignis
judge-no-run-yet = es gibt noch keinen Lauf
judge-report-title = # Prüfbericht
judge-report-whole = Das ganze Protokoll.
judge-report-whole-filter = Das ganze Protokoll, { $filter }.
judge-report-range = Von { $said-from } bis { $until }.
judge-report-range-filter = Von { $said-from } bis { $until }, { $filter }.
judge-report-until-now = Von { $said-from } bis jetzt.
judge-report-until-now-filter = Von { $said-from } bis jetzt, { $filter }.
judge-report-beginning = Beginn
judge-report-incomplete = {"**"}Nur ein Teil des Protokolls wurde gelesen: ältere Aufrufe fehlen hier.**
judge-report-dropped = Die Einzelheiten von { $n } Ereignissen fehlen: `countersign audit verify` sagt, von welchen.
judge-report-totals = ## Insgesamt
judge-report-by-tool = ## Nach Werkzeug
judge-report-by-actor = ## Nach Handelnden
judge-report-by-run = ## Nach Lauf
judge-report-calls = ## Aufrufe
judge-report-newest = Die neuesten { $n }.
judge-report-columns = | | Aufrufe | ausgeführt | fehlgeschlagen | abgelehnt | bestätigt | von selbst | zurückgehalten | ms insgesamt | ms maximal |
judge-report-call-columns = | Zeit | wer | Agent | Werkzeug | was aufgerufen wurde | Ausgang | Exit-Code | von einer Person bestätigt | ms |
judge-report-yes = ja
judge-report-no = nein
judge-pages-go-on = Das Protokoll geht nach { $event } weiter; diese Seiten enden dort.
judge-pages-end = Ende der angeforderten Ereignisse.
judge-pages-whole = das ganze Protokoll
judge-pages-title = Countersign: Prüfprotokoll
judge-pages-column = { $name ->
    [event] EREIGNIS
    [at] WANN
    [who] WER
    [agent] AGENT
    [operation] VORGANG
    [run] LAUF
    [tool] WERKZEUG
    [ended] AUSGANG
   *[hash] HASH
}
judge-pages-page = Seite { $page } von { $all }
judge-pages-took = { $call } ({ $ms } ms)
judge-seen-opened = geöffnet in { $from } { $s } s davor, ganz
judge-seen-opened-part = geöffnet in { $from } { $s } s davor, nicht ganz
judge-seen-listed = in der Liste gezeigt in { $from } { $s } s davor, ganz
judge-seen-listed-part = in der Liste gezeigt in { $from } { $s } s davor, nicht ganz
judge-seen-never = diese Fassung war ihnen nicht gezeigt worden
judge-report-decisions = ## Entscheidungen
judge-report-decision-columns = | Zeit | wer | Antwort | Agent | was | vor der Antwort gezeigt |
judge-pages-code = { $call }, Exit-Code { $code }
judge-pages-ended = { $ended ->
    [success] gelungen
    [error] Fehler
    [rejected_by_user] von einer Person abgelehnt
   *[held] angehalten
}
judge-pages-made = Erstellt { $at } für { $who }. Ereignisse: { $n }. Angefordert: { $said-asked }.
judge-chain-broken = DIE HASH-KETTE IST UNTERBROCHEN bei { $event }: { $said }
judge-chain-holds = { $n ->
    [one] Die Hash-Kette ist intakt: { $n } Ereignis, an alle davor gebunden.
   *[other] Die Hash-Kette ist intakt: { $n } Ereignisse, jedes an alle davor gebunden.
}
judge-chain-holds-first = Die Hash-Kette ist für die ersten { $n } Ereignisse intakt; der Rest wurde nicht geprüft.
judge-chain-head = Ihr letztes Ereignis ist { $event }, mit dem Hash { $hash }.
judge-pages-unproven = Diese Seiten beweisen nicht, dass das Protokoll nicht gekürzt oder neu geschrieben wurde: vergleichen Sie den Hash mit einem anderswo aufbewahrten Prüfpunkt.
judge-pages-confirmed = { $call } -> { $ended }, von einer Person bestätigt
judge-pages-more-calls = { $n ->
    [one] und { $n } weiterer Aufruf dieses Ereignisses
   *[other] und { $n } weitere Aufrufe dieses Ereignisses
}
judge-pages-dropped = (Einzelheiten fehlen)
bulk-destructive = er ist zerstörend
bulk-typed = zum Bestätigen muss etwas eingetippt werden
bulk-not-whole = er wird nicht ganz gezeigt: { $saids }
bulk-long = sein Diff passt nicht auf eine Seite
bulk-unopened = { $n } geänderte Zeilen wurden nicht geöffnet
bulk-put-off = er wurde zurückgestellt
bulk-unknown = sein Ausgang ist unbekannt
bulk-warning = er trägt eine Warnung: { $said }
bulk-warning-more = er trägt eine Warnung: { $said } (+{ $n })
bulk-odd = etwas daran ist auffällig: { $said }
bulk-odd-more = etwas daran ist auffällig: { $said } (+{ $n })
bulk-never-shown = er wurde Ihnen nie gezeigt
bulk-own-yes = er braucht ein eigenes Ja: { $saids }
judge-trusted = es lässt sich genau rückgängig machen, und der Ordner { $folder } ist vertraut
judge-looser-trust = Änderungen in { $folder } werden ohne Rückfrage übernommen
judge-policy-trust-folder = { $text } ist kein absoluter Pfad eines Ordners
judge-policy-trust-folder-hint = schreiben Sie den ganzen Pfad ohne Links, wie es countersign trust DIR tut
judge-policy-cache-hint = nennen Sie einen Ordner in Ihrem Home-Ordner, etwa ".cache/tool"
judge-policy-build-hint = nennen Sie einen Ordner, etwa "generated" oder "*.out"
judge-tainted = es sendet Daten, und dieser Lauf hat { $saids } gelesen
judge-tainted-more = es sendet Daten, und dieser Lauf hat { $saids } und { $n } weitere gelesen
judge-tainted-then = es sendete Daten, nachdem sein Lauf ein Geheimnis oder fremden Text gelesen hatte
judge-mark-secret = das Geheimnis { $source } ({ $by })
judge-mark-web = Text von { $source } ({ $by })
judge-mark-server = Text des Servers { $source } ({ $by })
judge-mark-file = { $source }, das ein anderer solcher Lauf geschrieben hat ({ $by })
judge-redo-of = Wiederherstellen: { $said }
