op-inbox-list = Auflisten, was auf Sie wartet, das Gefährlichste zuerst
op-inbox-count = Zählen, was auf Sie wartet
op-agent-news = Einem Agenten seine neuen Anweisungen und Antworten und den Ausgang seiner Vorschläge mitteilen
op-audit-log = Werkzeugaufrufe aus dem Protokoll auflisten, die neuesten zuerst
op-audit-summary = Zusammenfassen, was ein Lauf getan hat
op-audit-report = Einen Bericht über einen Abschnitt des Protokolls schreiben
op-audit-export = Das Protokoll als JSON Lines, CSV, PDF oder OCSF exportieren, das Älteste zuerst
op-token-create = Ein Token für eine Person, einen Agenten oder einen Prüfer erstellen; es wird einmal ausgegeben
op-token-list = Token auflisten, ohne ihre Geheimnisse
op-token-revoke = Ein Token sofort widerrufen
op-grant-list = Die gemerkten Zusagen auflisten, die noch gelten
op-grant-revoke = Gemerkte Zusagen sofort widerrufen
op-freeze = Alle neuen Wirkungen anhalten, bis sie wieder zugelassen werden
op-thaw = Wirkungen wieder zulassen
op-call-propose = Ein Werkzeug aufrufen: Harmloses läuft sofort, alles andere wartet auf eine Person
op-countdown-stop = Countdowns anhalten, damit eine Person entscheiden muss
op-decision-stats = Anfragen, Antworten und Aufrufe zählen, die ohne Frage liefen
op-decision-list = Entscheidungen auflisten, die neuesten zuerst
op-context = Einem Agenten mitteilen, wie seine letzten Vorschläge aufgenommen wurden
op-effect-finish = Den Ausgang einer Wirkung in der Welt festhalten
op-effect-reverted = Den Ausgang der Rücknahme einer Wirkung in der Welt festhalten
op-effect-begun = Wirkungen auflisten, die begonnen und nie gemeldet wurden
op-item-bind = Ergebnisse, auf die ein Vorschlag gewartet hat, in seine Argumente einsetzen und ihn neu beurteilen
op-item-recheck = Einen wartenden Vorschlag mit dem jetzigen Stand vergleichen; täte er etwas anderes, das zeigen
op-item-resolve = Festhalten, wie eine nicht gemeldete Wirkung endete
op-handover-ask = Fragen, ob ein Agent ein eigenes Werkzeug aufrufen darf
op-handover-approve = Die Berechtigungsabfrage eines Agenten beantworten (--permission-prompt-tool): Eine Person entscheidet
op-handover-exec = Einen Befehl ausführen, der keine Person braucht, und sein Ergebnis melden
op-handover-finish = Prüfen, was ein Agent mit einem ihm übergebenen Aufruf getan hat
op-function-ask-doc = Fragen, ob eine Funktion des eigenen Prozesses laufen darf
op-function-begin-doc = Eine erlaubte Funktion übernehmen, um sie einmal auszuführen
op-function-renew-doc = Sagen, dass eine Funktion oder ein Auftrag noch ausgeführt wird
op-function-report-doc = Melden, wie eine ausgeführte Funktion endete
op-function-take-doc = Einen Auftrag übernehmen, den nur ein Worker mit dieser Funktion erledigen kann
op-function-finish-doc = Melden, wie ein als Worker übernommener Auftrag endete
op-receipt-cancel-undo-doc = Ein Rückgängigmachen absagen, das auf einen Worker wartet
op-handover-note = Festhalten, was ein Agent nach eigener Angabe ungefragt getan hat
op-hook-change = Vermerken, dass eine Person die Hooks eines Agenten ändert
op-item-claim = Einen Vorschlag oder einen Änderungssatz eine Weile für sich beanspruchen, damit andere sehen, wer ihn ansieht
op-item-lift = Den Agenten erneut vorschlagen lassen, was abgelehnt wurde
op-item-scopes = Zählen, wie viele frühere Fragen jede Art, sich ein Ja zu merken, abgedeckt hätte
op-item-whole = Den Unterschied eines Vorschlags zeigen, den eine Seite kürzt, ganz oder in Teilen
op-item-confirm = Ja zu Vorschlägen sagen: Was gezeigt wurde, geschieht, einmal
op-item-reject = Nein zu Vorschlägen sagen, mit einem Grund, den der Agent liest
op-item-defer = Vorschläge zurückstellen; sie bleiben im Eingang
op-item-withdraw = Eine Ablehnung zurücknehmen, die der Agent noch nicht erfahren hat, oder eine Bestätigung, deren Ausführung nicht begonnen hat
op-item-edit = Die Argumente eines Vorschlags ändern; er wird neu beurteilt und neu gezeigt
op-item-refresh = Vorschläge neu prüfen, wenn sich ihre Voraussetzungen geändert haben
op-item-retract = Eigene offene Vorschläge zurücknehmen
op-item-status = Den Stand eines Vorschlags abfragen
op-passkey-begin = Die Optionen abrufen, die ein Browser zum Erstellen eines Passkeys braucht
op-passkey-finish = Den Passkey hinzufügen, den Ihr Browser erstellt hat; weitere müssen mit einem vorhandenen unterschrieben werden
op-passkey-list = Passkeys auflisten, auch die widerrufenen
op-passkey-authorize = Die Challenge abrufen, die für eine Änderung von Passkeys, Personen oder Einstellungen zu unterschreiben ist
op-passkey-revoke = Einen eigenen Passkey widerrufen, oder als Admin den anderer, unterschrieben mit einem eigenen
op-passkey-reset = Alle Passkeys einer Person widerrufen, die sie verloren hat, auf dem Rechner selbst
op-passkey-challenge = Die Challenge abrufen, die für die Antwort auf einen Vorschlag, wie er gezeigt wurde, zu unterschreiben ist
op-plan-show = Einen ganzen Plan mit dem Ausgang jedes Schritts zeigen; ein späteres Ja gilt für das, was gezeigt wurde
op-plan-list = Pläne auflisten, die neuesten zuerst
op-plan-advance = Den nächsten Schritt eines Plans ausführen, wenn er an der Reihe ist
op-plan-approve = Ja zu einem Plan sagen, wie er gezeigt wurde, ganz oder Schritt für Schritt
op-plan-reject = Nein zu einem Plan sagen, mit einem Grund, den der Agent liest
op-plan-pause = Einen Plan pausieren; der laufende Schritt läuft zu Ende
op-plan-resume = Einen pausierten Plan fortsetzen
op-plan-retry = Den fehlgeschlagenen Schritt eines Plans neu prüfen und erneut versuchen
op-plan-skip = Einen Schritt eines Plans und alle, die von ihm abhängen, auslassen
op-plan-abort = Einen Plan beenden; was getan wurde, bleibt, bis es zurückgerollt wird
op-plan-propose = Arbeit als Plan vorlegen: Eine Person sieht ihn ganz, und Countersign führt seine Schritte aus
op-plan-rollback = Zurücknehmen, was die Schritte eines Plans getan haben, das Neueste zuerst
op-policy-check = Sagen, wie ein Aufruf beurteilt würde; nichts wird ausgeführt
op-policy-show = Die geltenden Regeln zeigen
op-tool-list = Die Werkzeuge auflisten, die Agenten aufrufen können
op-process-register = Den Prozess eines Agenten registrieren: Aus ihm und seinen Kindprozessen kann niemand entscheiden
op-process-list = Die als Agenten registrierten Prozesse auflisten
op-question-ask = Den Benutzer etwas fragen; dieselbe Frage noch einmal gibt dieselbe Frage und ihre Antwort
op-question-answer = Die Frage eines Agenten beantworten; die erste Antwort zählt
op-question-take-back = Eine Antwort zurücknehmen, die der Agent noch nicht erfahren hat; Vorschläge, die sie ersetzte, sind wieder offen
op-question-list = Die Fragen der Agenten auflisten, die neuesten zuerst
op-question-show = Eine Frage und ihre Antwort zeigen; ein Agent, der nachsieht, gilt als informiert
op-receipt-list = Belege auflisten, die neuesten zuerst, jeweils mit ihrer Rücknahme
op-receipt-undo = Genau das zurücknehmen, was ein Beleg sagt, wenn sich seither nichts verändert hat
op-receipt-rerun = Den Aufruf eines Belegs noch einmal vorschlagen; er wird geprüft wie jeder Aufruf
op-retention-sweep = Abgelaufene Daten zum Zurücknehmen löschen
op-run-rollback = Alles zurücknehmen, was ein Lauf getan hat, das Neueste zuerst
op-run-settle = Plan und Schritt eines Laufs beenden, der zurückgerollt wird; ihn vermerken, wenn nichts von ihm bleibt
op-run-start = Eine Arbeit beginnen
op-run-end = Eine Arbeit beenden; ihre offenen Vorschläge bleiben für die Person
op-run-list = Läufe auflisten, die neuesten zuerst
op-run-show = Einen Lauf zeigen, mit seinen Vorschlägen und dem, was geschehen ist
op-server-listed = Was ein vorgelagerter Server nennt, mit dem vergleichen, was angenommen wurde
op-server-failed = Festhalten, warum ein vorgelagerter Server nicht gestartet ist
op-server-list = Vorgelagerte Server und ihre neuen oder geänderten Werkzeuge auflisten
op-server-accept = Die neuen und geänderten Werkzeuge eines Servers annehmen, wie sie gezeigt wurden
op-server-forget = Die angenommenen Werkzeuge eines Servers vergessen; seine nächste Liste gilt, wie sie ist
op-link-create = Einen Link erstellen, der einmal einen Browser oder ein Telefon anmeldet
op-link-redeem = Einen einmaligen Link gegen eine Sitzung einlösen
op-session-end = Abmelden: die Sitzung dieses Aufrufs beenden
op-listener-open = Telefone in diesem Netz den Daemon mit TLS erreichen lassen, bis das beendet wird
op-listener-close = Die Adresse schließen, unter der Telefone den Daemon erreichen
op-set-confirm-all = Die Ihnen gezeigten Vorschläge eines Änderungssatzes bestätigen, außer denen, die ein eigenes Ja brauchen
op-items-confirm-selected = Ausgewählte Vorschläge der Reihe nach bestätigen, außer denen, die ein eigenes Ja brauchen
op-set-dismiss = Alles ablehnen, was in einem Änderungssatz offen ist
op-settings-load = Eine geänderte Einstellungsdatei übernehmen oder auf eine Person warten lassen
op-settings-show = Die geltenden Einstellungen zeigen und Änderungen, die auf Sie warten
op-settings-accept = Eine Änderung der Einstellungen in Kraft setzen, die etwas lockert
op-show = Eines ganz zeigen; ein späteres Ja gilt für das, was gezeigt wurde
op-stage-begin = Eine Bühne beginnen: eine eigene Welt, aus der nichts übernommen wird, bis eine Person es unterschreibt
op-stage-note = Einen Befehl auf einer Bühne festhalten: Beginn, Ende, was ihm verweigert wurde
op-stage-list = Bühnen auflisten, die neuesten zuerst
op-stage-show = Eine Bühne zeigen: ihre Befehle, was ihnen verweigert wurde, was übernommen wurde
op-stage-drop = Alles auf einer Bühne wegwerfen, was nicht übernommen wurde
op-stage-give-up = Eine eigene Bühne wegwerfen
op-stage-diff = Alles zeigen, was von einer Bühne übernommen würde; eine spätere Übernahme gilt für das, was gezeigt wurde
op-stage-land = Ja zu einer Bühne sagen: Was von ihr gezeigt wurde, wird übernommen, und ein Beleg nimmt alles zurück
op-run-steer = Einem Lauf sagen, was zu tun ist; sein Agent liest es mit der nächsten Antwort, die er erhält
op-run-redirect = Einem Lauf sagen, etwas anderes zu tun: Seine Vorschläge werden abgelehnt, noch nicht mitgeteilte Anweisungen entfallen
op-run-pause = Einen Lauf pausieren: Nichts von ihm beginnt, bis er fortgesetzt wird
op-run-resume = Einen pausierten Lauf fortsetzen
op-run-stop = Einen Lauf stoppen: Seine Vorschläge werden verweigert, Begonnenes läuft zu Ende, kein Aufruf von ihm läuft
op-run-memory = Die Anweisungen von Personen an einen Lauf der Reihe nach zeigen; ein Agent sieht die, die ihm mitgeteilt wurden
op-run-mode = Festlegen, in welchem Modus über einen laufenden Lauf ab jetzt entschieden wird
op-run-stage = Einen laufenden Lauf ab jetzt auf einer Bühne arbeiten lassen: nichts wird gefragt, und Sie übernehmen es mit einer Durchsicht
op-mode-set = Festlegen, in welchem Modus über die Läufe eines Agenten oder in einem Ordner entschieden wird
op-mode-list = Die für Agenten und Ordner festgelegten Modi auflisten
op-mode-clear = Einen für einen Agenten oder Ordner festgelegten Modus beenden: Dort gilt wieder der der Regeln
op-run-trust = Einem laufenden Lauf in seinem Ordner bis zu seinem Ende trauen: Was sich genau zurücknehmen lässt, wird dort ohne Rückfrage übernommen
op-trust-give = Einem Ordner trauen, für einen Agenten oder für alle: Was sich genau zurücknehmen lässt, wird dort ohne Rückfrage übernommen
op-trust-list = Die Ordner auflisten, denen Personen außer denen der Regeldatei trauen
op-trust-end = Das Vertrauen in einen Ordner oder Lauf sofort beenden
op-step-approve = Wartende Schritte gutheißen: Ihre Läufe gehen weiter
op-step-reject = Schritte ablehnen: Sie gelten als fehlgeschlagen, und ihre Wirkungen lassen sich zurückrollen
op-step-retry = Den Agenten Schritte erneut versuchen lassen; ihre Nachweise werden neu gesammelt
op-step-skip = Schritte auslassen: Ihre Läufe gehen ohne sie weiter
op-step-rollback = Alles zurücknehmen, was ein Schritt getan hat, das Neueste zuerst
op-step-report = Einen Schritt melden: Er wird geprüft, und die Antwort sagt, ob es weitergeht
op-step-settle = Einen gemeldeten Schritt nach seinen Prüfungen bewerten
op-step-run-check = Eine angegebene Prüfung eines Schritts ausführen; sie wird beurteilt wie jeder Aufruf
op-step-verify = Die Befunde eines Prüfers zu einem Schritt melden
op-step-begin = Einen Schritt eines Laufs beginnen; spätere Aufrufe gehören zu ihm
op-step-check = Die Prüfungen eines Schritts jetzt ausführen; folgende Aufrufe in ihm beruhen auf ihnen
op-step-list = Die Schritte eines Laufs auflisten, die neuesten zuerst
op-step-show = Einen Schritt mit seinen Nachweisen und seinem Ausgang zeigen
op-grant-suggest = Zusagen für wiederholt bestätigte Aufrufe vorschlagen, mit den Nachweisen dafür
op-grant-accept = Einen Vorschlag zum Merken annehmen: die Zusage für das merken, was er nennt, und für nichts anderes
op-grant-decline = Einen Vorschlag zum Merken ablehnen: Er kommt wieder, wenn sich die Nachweise verdoppelt haben
op-timer-fire = Fällige Zeitgeber verarbeiten: Unentschiedenes ablaufen lassen, weitermachen, wo niemand widersprach, Abgelaufenes löschen
op-visit-since = Zeigen, was seit Ihrem letzten Besuch geschah, wie es zurückzunehmen ist und was auf Sie wartet
op-watch-settle = Die zu beobachtenden Ordner auflisten und abgelaufene Beobachtungen beenden
op-watch-noticed = Berichten, was in einem beobachteten Ordner geschah
op-webhook-create = Einen Webhook hinzufügen, der Ereignisse empfängt; sein Geheimnis wird einmal ausgegeben
op-webhook-list = Webhooks auflisten, ohne ihre Geheimnisse
op-webhook-remove = Einen Webhook, sein Geheimnis und seine nicht zugestellten Nachrichten entfernen
op-webhook-test = Einem Webhook einen Test senden; schlägt er fehl, steht er bei den unzustellbaren Nachrichten
op-webhook-dead = Unzustellbare Nachrichten auflisten, die kein Webhook annahm
op-webhook-retry = Unzustellbare Nachrichten erneut versuchen
op-webhook-due = Die jetzt fälligen Zustellungen an Webhooks auflisten
op-webhook-delivered = Eine gelungene Zustellung an einen Webhook festhalten
op-webhook-failed = Eine fehlgeschlagene Zustellung an einen Webhook festhalten und wann sie erneut versucht wird
op-working-set-create = Eine Arbeitsmappe anlegen: Sachen zum Ansehen, unter einem Namen
op-working-set-rename = Einer Arbeitsmappe einen anderen Namen geben
op-working-set-delete = Eine Arbeitsmappe löschen; was in ihr war, bleibt, wo es ist
op-working-set-focus = Eine Arbeitsmappe in den Blick nehmen: Aufrufe, die keine nennen, verwenden dann diese
op-working-set-unfocus = Die Arbeitsmappe, die in Ihrem Blick ist, aus dem Blick nehmen
op-working-set-list = Arbeitsmappen auflisten, die neuesten zuerst
op-working-set-show = Eine Arbeitsmappe und den Stand ihrer Sachen zeigen
op-working-set-add = Sachen in eine Arbeitsmappe aufnehmen, alle oder keine
op-working-set-mark = Sachen in einer Arbeitsmappe anheften, als Nächstes vormerken oder für später zurücklegen, oder die Marke entfernen
op-working-set-remove = Sachen aus einer Arbeitsmappe herausnehmen; sie selbst bleiben, wo sie sind
op-working-set-reorder = Die Sachen in einer Arbeitsmappe anders ordnen: jede genau einmal nennen
op-limit-1000 = eine Grenze liegt zwischen 1 und 1000
op-self-no-token = Countersign selbst braucht kein Token
op-home-no-person = dieser Countersign-Ordner hat noch keine Person mit einem Token
op-hint-make-yours-first = erstellen Sie zuerst Ihres: countersign token person NAME
op-name-cannot-be = „{ $name }“ kann kein Name sein
op-hint-name-letters = verwenden Sie Buchstaben, Ziffern, - _ . @, höchstens { $n }
op-name-taken = den Namen { $name } hat Countersign selbst
op-name-other-kind = { $name } ist der Name eines Akteurs anderer Art
op-hint-no-actor-is-two = ein Akteur ist nur eines von Person, Agent und Prüfer: wählen Sie einen anderen Namen
op-only-persons-have-roles = nur Personen haben Rollen
op-hint-scopes-narrow = ein Agent schlägt vor, ein Prüfer meldet; --scopes schränkt ein, wofür ein Token gilt
op-token-ends-at-once = `days` muss mindestens 1 sein
op-hint-scopes-are = item.* und show sind Vorgänge, tool:filesystem.* sind Werkzeuge
op-first-person-admin = die erste Person eines Countersign-Ordners ist sein Admin
op-hint-own-token-first = erstellen Sie zuerst Ihr eigenes Token, dann eines für andere
op-revoked-already = { $id } wurde bereits widerrufen
op-last-admin-token = das ist das letzte Token eines Admins; niemand könnte ein weiteres erstellen
op-hint-make-another-first = erstellen Sie zuerst ein weiteres: countersign token person NAME
op-nothing-frozen = nichts ist eingefroren
op-hint-token-is-for = es gilt für { $scopes }; dieser Versuch steht im Protokoll
op-attempt-logged = dieser Versuch steht im Protokoll
op-not-a-tool = { $tool } ist { $said-why }, kein Werkzeug
op-what-hook-asks = ein Vorgang für die Hooks von Agenten
op-what-person-does = ein Vorgang für Personen
op-takes-list = { $tool } nimmt eine Liste, und es wurde keine angegeben
op-takes-list-plan = { $tool } nimmt eine Liste: In einem Plan ist jedes Element ein eigener Schritt
op-refused = verweigert: { $saids }
op-nothing-to-do = nichts zu tun: { $said }
op-not-confined = lässt sich nicht abschotten: { $saids }
op-no-world = dafür gibt es hier keine Welt
op-read-does-not-wait = es braucht ein Ergebnis, das noch nicht da ist, und ein Lesen wartet nicht
op-hint-read-when-landed = lesen Sie, wenn { $ids } geschehen ist
op-landed-before = bereits vorgeschlagen als { $id } und inzwischen umgesetzt, einmal; dies ist das Ergebnis. Soll es noch einmal geschehen, rufen Sie es noch einmal auf
op-already-proposed = bereits vorgeschlagen als { $id } (Stand: { $status ->
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
   *[other] { $status }
})
op-queued = Der Vorschlag wartet auf die Durchsicht durch eine Person.
op-queued-countdown = { $said } In { $n } s geht es weiter, wenn niemand widerspricht.
op-list-empty = die Liste ist leer; nichts wurde vorgeschlagen
op-elements-queued = { $said } { $n } von { $all } Elementen
op-elements-done = { $n } von { $all } Elementen ausgeführt
op-elements-at-once = sofort ausgeführt: { $n }
op-elements-redundant = { $n } überflüssig
op-elements-malformed = { $n } fehlerhaft
op-elements-rejected = { $n } abgelehnt
op-waits-own-yes = wartet auf Ihr eigenes Ja: { $said }
op-neither-item-nor-step = es gibt weder einen Vorschlag noch einen Schritt { $id }
op-no-countdown = { $id } hat keinen Countdown (Stand: { $status ->
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
})
op-hint-inbox-goes-on = Countdowns ansehen: countersign inbox
op-days-range = Tage liegen zwischen 1 und { $n }
op-decisions-not-yours = { $who } darf die Entscheidungen über { $agent } nicht lesen
op-not-applying = { $id } ist nicht in Ausführung (Stand: { $status ->
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
   *[other] { $status }
})
op-pending-again-after = { $said }; es ist wieder offen
op-never-reported = es begann, aber sein Ausgang wurde nie gemeldet: { $said }
op-landed-in-part = es wurde wenigstens zum Teil übernommen, und der Ausgang ist unbekannt: { $saids }
op-may-not-be-all = es kann mehr als das getan haben: { $saids }
op-before-not-captured = der vorherige Zustand konnte nicht festgehalten werden
op-replaced-not-captured = der Zustand, den die Rücknahme ersetzt hat, wurde nicht festgehalten
op-no-undo-under-way = keine Rücknahme von { $receipt } ist als { $id } im Gang
op-nothing-in-doubt = nichts ist ungeklärt bei { $id } (Stand: { $status ->
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
   *[other] { $status }
})
op-pending-again = Wieder offen: { $said }
op-handed-not-done = an { $who } übergeben, der es nicht getan hat
op-agent-did-not = der Agent hat es nicht getan
op-handed-as-approved = an { $who } übergeben: Das Ergebnis ist wie gutgeheißen
op-handed-differs = an { $who } übergeben, der etwas anderes getan hat, als gutgeheißen wurde: { $saids }
op-unasked-noted = vermerkt
op-hooks-changed = Hooks von { $agent } { $verb ->
    [installed] eingerichtet
   *[removed] entfernt
} in { $path }
op-nobody-holds = niemand hält es
op-claim-range = gehalten wird zwischen 1 und 1440 Minuten
op-holds-for = { $who } hält es { $n ->
    [one] { $n } Minute
   *[other] { $n } Minuten
} lang
op-only-rejection-blocks = nur eine Ablehnung sperrt; { $id } ist { $status ->
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
   *[other] { $status }
}
op-may-propose-again = der Agent darf es erneut vorschlagen: { $said }
op-refresh-looks = { $said }; prüfen Sie es neu: countersign refresh { $id }
op-froze-thaw = { $who } hat alles eingefroren; beenden mit: countersign thaw
op-froze = { $who } hat alles eingefroren
op-needs-result = es braucht das Ergebnis von { $id } (Stand: { $status ->
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
   *[other] { $status }
})
op-needs-result-anew = es braucht das Ergebnis von { $id } (Stand: { $status ->
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
   *[other] { $status }
}); wenn es da ist, wird dies neu gezeigt
op-result-not-judged = ein benötigtes Ergebnis ist da, aber es kann damit jetzt nicht beurteilt werden
op-holds-result = es enthält das Ergebnis von { $id }
op-with-result = mit dem Ergebnis, auf das es wartete: { $saids }
op-not-carried-out = { $id } konnte nicht ausgeführt werden
op-not-carried-out-why = { $id } konnte nicht ausgeführt werden: { $said }
op-only-they-decide = nur { $who } darf dazu Ja sagen
op-nobody-may-decide = niemand darf dazu Ja sagen: die Gruppen, die die Regeln nennen, sind leer
op-not-the-owner = die Regel verlangt jemand anderen als die Person, für die der Agent arbeitet
op-not-it = das stimmt nicht überein; { $said }
op-no-always-hosts = { $id } lässt sich nicht für die Zukunft erlauben: Dieses Ja gilt für die gezeigten Hosts, ein gemerktes gälte für alle
op-no-always = { $id } lässt sich nicht für die Zukunft erlauben: Danach wird immer gefragt
op-offer = solche Aufrufe wurden { $n }-mal bestätigt; eine Erlaubnis für { $agent } hätte sie und diesen abgedeckt: { $said-what }
op-offer-moved = was sich für { $id } merken lässt, ist nicht mehr das Gezeigte: sehen Sie es noch einmal an
op-offer-scope = `offer` sagt schon, was die Erlaubnis abdeckt: lassen Sie `scope` weg
op-scope-not-offered = ein Ja zu { $id } lässt sich nicht mit der Reichweite „{ $scope }“ merken
op-scope-offered = möglich sind dafür: { $scopes }
op-scope-tool-forever = ein ganzes Werkzeug lässt sich für einen Lauf oder eine Zeit erlauben, nicht für immer
op-scope-tool-hint = `--always run`, `1h`, `1d` oder `1w` angeben
op-hint-without-always = bestätigen Sie es ohne --always
op-sign-it = das zerstört etwas und Sie haben einen Passkey: unterschreiben Sie es; POST /v1/items/{ $id }/challenge liefert die Challenge
op-bad-assertion = { $said }; nichts wurde entschieden, fordern Sie eine neue Challenge an
op-approvals = { $have } von { $want } Zustimmungen
op-yes-before = Sie haben bereits Ja gesagt; { $said }
op-no-way-back = Unumkehrbar, sobald der Agent es erfahren hat; bis dahin lässt es sich zurücknehmen
op-rejected = Abgelehnt: { $said }
op-deferred = Zurückgestellt: { $said }
op-withdraw-told = der Agent hat von der Ablehnung erfahren; er kann den Aufruf neu vorschlagen
op-withdraw-fell = es wurde mit dem Vorschlag abgelehnt, von dem es abhängt; der Agent kann es neu vorschlagen
op-withdraw-secrets = seine Argumente enthielten Geheimnisse und wurden gelöscht; der Agent kann es neu vorschlagen
op-withdraw-landed = es ist geschehen; nehmen Sie stattdessen seinen Beleg zurück
op-no-answer-to-take-back = es gibt keine Antwort zurückzunehmen (Stand: { $status ->
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
    [open] offen
    [answered] beantwortet
    [cancelled] abgebrochen
   *[other] { $status }
})
op-nothing-different = nichts würde sich ändern
op-hint-args-or-land = geben Sie --args oder --land an
op-function-name = "{ $name }" kann hier kein Name sein: nur Buchstaben, Ziffern, - _ . und :, höchstens 128
op-function-claim = ein Anspruch ist ein zufälliges Wort von 16 bis 200 Zeichen
op-function-same = nur die Argumente von { $name } können bearbeitet werden
op-function-call-id = das kann nicht die Kennung eines Aufrufs sein: nur Buchstaben, Ziffern, - _ . und :, höchstens 200
op-function-id-used = { $id } war in diesem Lauf die Kennung eines anderen Aufrufs
op-function-allowed = erlaubt: beginnen und mit diesen Argumenten ausführen
op-function-done-before = { $id } wurde schon ausgeführt
op-function-begun = jetzt ausführen und melden, wie es endete
op-function-not-one = { $id } ist kein Aufruf einer Funktion
op-function-taken = ein anderer Prozess führt { $id } aus
op-function-other-version = { $name } ist jetzt Version { $now }, genehmigt wurde Version { $was }
op-function-judged-anew = es würde jetzt anders beurteilt; neu ansehen: countersign refresh { $id }
op-function-not-yours = { $id } wurde nicht mit diesem Anspruch begonnen, oder seine Zeit ist abgelaufen
op-function-unknown = sein Prozess weiß nicht, ob es gelaufen ist: { $said }
op-function-failed = sein Prozess sagt, dass es fehlgeschlagen ist: { $said }
op-function-silent = der Prozess, der es ausführte, hat sich nie gemeldet
op-function-word = ausgeführt vom eigenen Prozess von { $agent }: dass es geschah und das Ergebnis sind nur dessen Aussage
op-function-waits = wartet auf einen Worker, der { $name } kennt
op-function-waits-version = wartet auf einen Worker, der { $name } kennt (Version { $version })
op-function-worker-silent = der Worker, der es zurücknahm, hat sich nie gemeldet
op-function-too-many = ein Worker nennt höchstens { $n } Funktionen
op-function-worker-version = ein Worker kam mit Version { $now } von { $name }, gelaufen ist aber Version { $was }
op-function-not-a-check = nur eine Prüfung kann sagen, dass es nicht gelaufen ist
op-function-did-run = ein Worker sagt, dass es gelaufen ist
op-function-did-not-run = ein Worker sagt, dass es nicht gelaufen ist; es braucht eine neue Entscheidung
op-function-worker-says = der Worker sagt: { $said }
op-function-confirmed = genehmigt; der Prozess, der gefragt hat, führt es aus
op-goes-on = { $said }: es läuft; die Quittung kommt, wenn es endet (`countersign show { $id }`)
op-has-its-turn = { $said }: es ist an der Reihe, wenn das davor geendet hat
op-cancel-undo-none = kein Rückgängigmachen von { $id } wartet auf einen Worker
op-cancel-undo-late = ein Worker nimmt { $id } gerade zurück
op-cancel-undo-done = das Rückgängigmachen wurde abgesagt: { $said }
op-agent-does-itself = das tut der Agent selbst, mit seinen eigenen Argumenten
op-hint-say-instead = sagen Sie, was Sie stattdessen wollen: countersign reject { $id } --reason …
op-policy-refuses = die Regeln verweigern das: { $saids }
op-nothing-left = es bleibt nichts zu tun: { $said }
op-another-command = ein geänderter Befehl hat andere Wirkungen
op-hint-edit-then-choose = ändern Sie zuerst die Argumente, dann wählen Sie aus den neuen Wirkungen
op-not-rehearsed = { $id } wurde nicht geprobt: es gibt nichts zu wählen
op-hint-may-rehearse = versuchen Sie, es zu proben: countersign refresh { $id }
op-it-is = es ist { $status ->
    [proposed] vorgeschlagen
    [approved] ganz gutgeheißen
    [stepwise] Schritt für Schritt gutgeheißen
    [paused] pausiert
    [completed] abgeschlossen
    [rejected] abgelehnt
    [rolled_back] zurückgerollt
   *[aborted] abgebrochen
}
op-agent-took-back = der Agent hat es zurückgenommen
op-retracted = Vom Agenten zurückgenommen: { $said }
op-id-is = { $id } ist { $status ->
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
   *[skipped] ausgelassen
}
op-passkey-known-here = dieser Passkey ist bereits registriert
op-passkeys-most = { $who } hat { $n } Passkeys; mehr sind nicht möglich
op-label-range = eine Bezeichnung hat 1 bis { $n } Zeichen
op-hint-challenge-once = beginnen Sie neu: Die Challenge gilt einmal, fünf Minuten lang
op-passkeys-must-sign = eine Änderung der Passkeys muss mit einem vorhandenen Passkey unterschrieben werden
op-hint-passkeys-authorize = POST /v1/passkeys/authorize liefert die Challenge; bei Verlust: passkey reset auf dem Rechner selbst
op-not-signed = „{ $op }“ kann nicht unterschrieben werden
op-hint-these-are = diese schon: { $ops }
op-say-one-thing = nennen Sie nur eines: was hinzuzufügen, zu widerrufen oder zu erlauben ist
op-passkey-of-other = der Passkey { $id } gehört { $who }
op-hint-they-or-admin = nur diese Person oder ein Admin darf ihn widerrufen
op-passkeys-not-from-agent = Passkeys können nicht aus einem Prozess von { $agent } zurückgesetzt werden
op-confirm-who-must-agree = { $id } kann nicht für die Zukunft erlaubt werden: eine Regel sagt, wer zustimmen muss, und ein gemerktes Ja wäre Ihres allein
op-confirm-same-human = { $link }, also könnten beide ein Mensch sein, und dieses Ja zählt nicht neben dem anderen; es zählt, wenn Sie beide mit einem Passkey unterschreiben oder als verschiedene Benutzer dieses Rechners entscheiden
op-confirm-may-be-owner = die Regel verlangt jemand anderen als die Person, für die der Agent arbeitet, und { $link }, also könnten beide ein Mensch sein; unterschreiben Sie mit Ihrem Passkey, oder entscheiden Sie als eigener Benutzer dieses Rechners
op-links-not-from-agent = niemand kann sich aus einem Prozess von { $agent } anmelden
op-links-not-from-agent-hint = öffnen Sie den Link in einem Browser, den kein Agent gestartet hat; dieser Versuch steht im Protokoll
op-links-other-user = dieser Link ist für einen anderen Benutzer dieses Rechners
op-hint-clean-terminal = tun Sie es in einem Terminal, das kein Agent gestartet hat
op-has-no-passkey = { $who } hat keinen Passkey
op-rejected-before = eine Person hat denselben Vorschlag { $said-before } abgelehnt, und seither hat sich nichts geändert
op-before-plain = bereits
op-before-why = bereits (Grund: { $reason })
op-scope-unknown = { $scope } ist weder ein Vorgang noch ein Werkzeug
op-type-it = geben Sie { $typed } ein, um es zu bestätigen: { $said-why }
verb-confirm = Bestätigen
category-calendar = Kalender
category-checklist = Checklistenpunkte
category-commands = Befehle
category-data = Daten
category-due = Fälligkeiten
category-estimates = Schätzungen
category-files = Dateien
category-functions = Funktionen
category-labels = Etiketten
category-links = Verknüpfungen
category-other = { $tool } ({ $server })
category-priorities = Prioritäten
category-reports = Berichte und Notizen
category-status = Status
category-tasks = Aufgaben
category-titles = Titel
verb-send = Senden
verb-run-deleting = Ausführen und löschen
verb-delete-files = { $n ->
    [one] 1 Datei löschen
   *[other] { $n } Dateien löschen
}
verb-delete-files-and-more = { $n ->
    [one] 1 Datei löschen und andere ändern
   *[other] { $n } Dateien löschen und andere ändern
}
verb-delete-folders = { $n ->
    [one] 1 Ordner löschen
   *[other] { $n } Ordner löschen
}
typed-never = es lässt sich nicht rückgängig machen
typed-best = es lässt sich nicht vollständig rückgängig machen
typed-outside = es liegt außerhalb des Arbeitsbereichs
typed-many = es trifft { $n } Dinge auf einmal
kept-until = was es ersetzt oder löscht, bleibt { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
} in { $place }: rückgängig machen lässt es sich bis { $date }
op-run-was-stopped = sein Lauf wurde gestoppt
op-run-was-rolled-back = sein Lauf wurde zurückgerollt
op-run-is-paused = sein Lauf ist pausiert
op-step-under-way = Schritt { $n } ist im Gang
op-nothing-left-to-do = es ist nichts mehr zu tun
op-step-waits-as = Schritt { $n } wartet als { $item } auf eine Person
op-step-waits-result = Schritt { $n } wartet auf das Ergebnis von { $id }
op-plan-is = der Plan { $id } ist { $status ->
    [proposed] vorgeschlagen
    [approved] ganz gutgeheißen
    [stepwise] Schritt für Schritt gutgeheißen
    [paused] pausiert
    [completed] abgeschlossen
    [aborted] abgebrochen
    [rolled_back] zurückgerollt
   *[rejected] abgelehnt
}
op-plan-is-approved-by = der Plan { $id } ist { $status ->
    [proposed] vorgeschlagen
    [approved] ganz gutgeheißen
    [stepwise] Schritt für Schritt gutgeheißen
    [paused] pausiert
    [completed] abgeschlossen
    [aborted] abgebrochen
    [rejected] abgelehnt
   *[other] { $status }
} (gutgeheißen von { $who })
op-hint-only-proposed = nur ein vorgeschlagener Plan kann gutgeheißen werden
op-approved-stepwise = Schritt für Schritt gutgeheißen: Nach jeder Änderung wird gefragt, wenn sie an der Reihe ist
op-approved-whole = Ganz gutgeheißen
op-approved-whole-asked = Ganz gutgeheißen; nach { $n } seiner Schritte wird einzeln gefragt
op-hint-approved-is-aborted = beenden Sie einen gutgeheißenen Plan mit countersign plan abort
op-hint-only-going-paused = nur ein Plan, der ausgeführt wird, kann pausiert werden
op-paused-it = { $who } hat ihn pausiert
op-paused-it-why = { $who } hat ihn pausiert: { $reason }
op-step-failed = Schritt { $n } ist fehlgeschlagen
op-hint-plan-go-on = sagen Sie, wie es weitergeht: countersign plan retry, skip oder abort { $id }
op-hint-only-paused = nur ein pausierter Plan kann fortgesetzt werden
op-nobody-knows-step = der Ausgang von Schritt { $n } ist unbekannt
op-hint-look-resolve = prüfen Sie es, dann: countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = keiner seiner Schritte ist fehlgeschlagen: setzen Sie ihn mit countersign plan resume fort
op-hint-left-out-when = Schritte können nur in einem gutgeheißenen Plan ausgelassen werden, der nicht vorbei ist
op-hint-no-step-failed-which = keiner seiner Schritte ist fehlgeschlagen: sagen Sie mit --step, welcher
op-step-not-left-out = Schritt { $n } ist { $status ->
    [waiting] wartend
    [running] im Gang
    [done] getan
    [failed] fehlgeschlagen
    [skipped] ausgelassen
    [blocked] blockiert
   *[other] { $status }
} und kann nicht ausgelassen werden
op-it-is-over = er ist vorbei
op-ended-it = { $who } hat ihn beendet
op-ended-it-why = { $who } hat ihn beendet: { $reason }
op-not-step-number = { $n } ist nicht die Nummer eines Schritts
op-plan-queued = Der Plan wartet auf die Durchsicht durch eine Person.
op-title-range = ein Titel ist eine Zeile von höchstens { $n } Zeichen und nicht leer
op-plan-steps-range = ein Plan hat 1 bis { $most } Schritte, dieser { $n }
op-plan-args-weigh = die Argumente aller Schritte haben { $n } Bytes; die Grenze ist { $most }
op-run-has-plan = der Lauf hat bereits einen Plan: { $id } (Stand: { $status ->
    [proposed] vorgeschlagen
    [approved] ganz gutgeheißen
    [stepwise] Schritt für Schritt gutgeheißen
    [paused] pausiert
    [completed] abgeschlossen
    [aborted] abgebrochen
    [rejected] abgelehnt
   *[other] { $status }
})
op-run-has-no-folder = der Lauf { $id } arbeitet in keinem Ordner, also gibt es nichts für eine Bühne
op-run-has-stage = der Lauf { $id } arbeitet schon auf der Bühne { $stage }
op-hint-wait-or-end-plan = warten Sie, bis er vorbei ist, oder beenden Sie ihn: countersign plan abort { $id }
op-step-fault = Schritt { $n }: { $said }
op-plan-not-taken = der Plan ist ungültig: { $saids }
op-hint-mend-steps = berichtigen Sie diese Schritte und schlagen Sie den ganzen Plan neu vor
op-depends-before = er kann nur von einem Schritt vor ihm abhängen, nicht von Schritt { $n }
op-flag-irreversible = nicht zurücknehmbar: { $said }
op-flag-rehearsed-asked = wird einzeln gefragt: seine Probe löscht oder berührt etwas Geschütztes
op-shown-reads = liest nur: harmlos
op-shown-exact = seine Argumente sagen genau, was er tut
op-shown-changes = geprobt: das ändert er
op-shown-changes-over = nach { $n ->
    [one] dem Schritt
   *[other] den Schritten
} { $steps } geprobt: das ändert er
op-shown-nothing = geprobt: er ändert nichts
op-shown-nothing-over = nach { $n ->
    [one] dem Schritt
   *[other] den Schritten
} { $steps } geprobt: er ändert nichts
op-shown-without = ohne das, was die Schritte { $steps } tun werden
op-shown-not = nicht geprobt: { $said }
op-shown-not-to-its-end = nicht bis zum Ende geprobt: siehe die Warnungen
op-rehearse-elsewhere = was { $tool } tut, lässt sich nicht ausprobieren
op-rehearse-in-stage = sein Lauf arbeitet auf einer Bühne
op-rehearse-results = er benutzt Ergebnisse, die es noch nicht gibt
op-rehearse-policy = die Richtlinie erlaubt es nicht
op-rehearse-item = er wartet auf etwas, das nicht entschieden ist
op-rehearse-host = er erreicht { $hosts }
op-rehearse-no-world = er lässt sich auf diesem Rechner nicht ausprobieren
op-flag-best-effort = nur teils zurücknehmbar: { $saids }
op-flag-asked = eigene Rückfrage: { $saids }
op-flag-noop = nach jetzigem Stand nichts zu tun: { $said }
op-call-when-done = { $tool } aufrufen, wenn die Schritte davor getan sind
op-not-looked-at = es konnte noch nicht untersucht werden
op-flag-unseen = noch nicht zu untersuchen, Rückfrage, wenn es an der Reihe ist: { $said }
op-flag-uses = verwendet das Ergebnis von Schritt { $n }
op-flag-nobody-has-seen = eigene Rückfrage: niemand hat das Ergebnis von Schritt { $n } gesehen
op-flag-nobody-has-seen-item = eigene Rückfrage: niemand hat das Ergebnis von { $item } gesehen
op-hint-end-plan-first = beenden Sie ihn zuerst: countersign plan abort { $id }
op-process-is-root = von diesem Prozess stammen alle anderen auf dem Rechner ab
op-not-boot-id = das ist keine Boot-Kennung
op-question-queued = Die Frage wartet auf eine Person.
op-default-counts = Niemand hat rechtzeitig geantwortet; es gilt die Vorgabe: { $answer }
op-answered-by = Beantwortet von { $who }: { $answer }
op-stopped-nobody-answers = Ihr Lauf wurde gestoppt; niemand wird antworten.
op-nobody-answered = Niemand hat rechtzeitig geantwortet.
op-questions-most = { $n } Fragen dieses Laufs warten bereits
op-hint-go-on-or-wait = machen Sie mit dem Bekannten weiter oder warten Sie auf Antworten
op-question-range = eine Frage hat 1 bis { $n } Zeichen
op-choices-range = eine Frage hat { $least } bis { $most } Antworten zur Wahl oder keine
op-no-choices-any = eine Frage ohne Antworten zur Wahl nimmt jede Antwort
op-choice-twice = die Antwort { $choice } steht zweimal zur Wahl
op-default-no-answer = die Vorgabe ist keine gültige Antwort: { $said }
op-timeout-range = eine Frist hat 1 bis { $n } Sekunden
op-hint-leave-timeout-out = lassen Sie sie weg, um beliebig lange zu warten
op-choice-range = eine Antwort zur Wahl hat 1 bis { $n } Zeichen
op-choice-contains = eine Antwort zur Wahl enthält { $said }
op-choice-secret = eine Antwort zur Wahl sieht wie ein Geheimnis aus
op-confirm-one-typed = eine getippte oder gemerkte Bestätigung gilt für einen Eintrag
op-confirm-one = einen Eintrag bestätigen
op-answer-range = eine Antwort hat 1 bis { $n } Zeichen
op-none-of-choices = { $answer } steht nicht zur Wahl
op-hint-choose-one = wählen Sie eine von { $choices }
op-no-answer = es gibt keine Antwort
op-until-told = Lässt sich zurücknehmen, bis der Agent es erfährt
op-answered = Beantwortet: { $answer }
op-taken-back-open = Zurückgenommen; die Frage ist offen
op-nothing-landed = von { $id } ist nichts geschehen
op-repeat-no-sense = { $id } zu wiederholen ergibt keinen Sinn
op-args-not-kept = die Argumente von { $id } werden nicht mehr aufbewahrt
op-kept-a-day = Daten zum Zurücknehmen müssen mindestens einen Tag aufbewahrt werden
op-kept-days-over = was vorher dort stand, wurde { $n ->
    [one] { $n } Tag
   *[other] { $n } Tage
} aufbewahrt, und die Zeit ist vorbei
op-nothing-stands = von { $what ->
    [run] diesem Lauf
    [plan] diesem Plan
    [step] diesem Schritt
   *[other] alldem ({ $what })
} ist nichts mehr da
op-effects-taken-back = { $n } von { $all } Wirkungen zurückgenommen
op-effects-partly = { $n } von { $all } Wirkungen zurückgenommen; { $m ->
    [one] { $m } bleibt
   *[other] { $m } bleiben
}
op-run-rolled-back-already = der Lauf { $id } wurde bereits zurückgerollt
op-rollback-moved = { $id } ist nicht mehr wie gezeigt: { $event } ist nicht mehr die letzte Wirkung
op-run-rolled-back = der Lauf { $id } wurde zurückgerollt
op-hint-new-or-reopen = beginnen Sie einen neuen, oder lassen Sie ihn von einer Person wieder öffnen: countersign run resume { $id }
op-run-came-later = der Lauf { $id } zum selben Gegenstand ist neuer
op-hint-roll-that-first = rollen Sie zuerst diesen zurück: countersign run rollback { $id }
op-run-is-rolled-back = der Lauf wird zurückgerollt
op-subject-blank = ein Gegenstand oder ein Thread darf nicht leer sein
op-threshold-mode = eine Schwelle braucht den Modus confidence_threshold
op-run-checks-most = ein Lauf hat höchstens { $n } Prüfungen, jede ein Befehl von höchstens { $chars } Zeichen
op-agent-no-loosening = ein Agent kann keinen Modus wählen, in dem weniger gefragt wird
op-hint-mode-to-policy = überlassen Sie den Modus den Regeln oder verlangen Sie manual
op-mode-whose = ein Modus gilt für einen Agenten, einen Ordner oder beides
op-mode-whose-hint = `agent` oder `folder` nennen; `run mode` legt ihn für einen Lauf fest
op-mode-most = höchstens { $n } Modi lassen sich festlegen; zuerst einen beenden
op-mode-folder = { $path } ist kein Ordner, in dem Läufe arbeiten könnten
op-mode-folder-hint = als absoluten Pfad angeben
op-trust-no-folder = der Lauf { $id } arbeitet in keinem Ordner
op-trust-files = 1 bis { $most } Dateien
op-trust-most = Vertrauen lässt sich höchstens { $n }-mal geben; zuerst eines beenden
op-mode-was-set = { $what }: ab jetzt { $mode }; { $n ->
    [0] kein laufender Lauf folgt dem
    [one] ein laufender Lauf folgt dem
   *[other] { $n } laufende Läufe folgen dem
}
op-mode-was-cleared = { $what }: wieder { $mode }; { $n ->
    [0] kein laufender Lauf ändert sich
    [one] ein laufender Lauf ändert sich
   *[other] { $n } laufende Läufe ändern sich
}
op-run-of-other = ein Agent beginnt eigene Läufe, in seinem eigenen Ordner
op-run-of-other-hint = `agent` und `folder` weglassen
op-run-ended-already = der Lauf { $id } ist bereits beendet
op-reason-failed = ein Grund gilt nur für einen fehlgeschlagenen Lauf und hat höchstens 2000 Zeichen
op-no-open-run = in diesem Ordner ist keiner Ihrer Läufe offen
op-no-receipt-of-yours = einen Beleg { $id } haben Sie nicht
op-server-name = { $name } kann nicht der Name eines Servers sein
op-hint-letters-digits = verwenden Sie Buchstaben, Ziffern, - und _
op-half-digest-else = geben Sie mindestens die Hälfte der Prüfsumme an, damit sie eindeutig ist
op-hint-servers-shows-it = countersign servers zeigt sie
op-server-nothing-new = { $name } bietet nichts Neues an
op-server-offer-changed = was { $name } anbietet, hat sich geändert, seit es gezeigt wurde
op-hint-servers-shows-now = countersign servers zeigt, was es jetzt ist
op-signed-whole-digest = unterschreiben Sie die ganze Prüfsumme
op-no-server = kein Server { $name } hat je seine Werkzeuge genannt
op-hint-servers-lists-those = countersign servers nennt die, die es taten
op-only-admin-signs-in = nur ein Admin kann andere anmelden, und niemand kann mehr Rechte geben, als er hat
op-scoped-no-session = aus einem eingeschränkten Token lässt sich keine uneingeschränkte Sitzung machen
op-link-range = ein Link gilt 1 bis 60 Minuten und seine Sitzung 1 bis 365 Tage
op-link-used = dieser Link wurde bereits verwendet oder ist abgelaufen
op-listener-no-address = { $address } ist keine Adresse
op-listener-no-address-hint = geben Sie eine Adresse dieses Rechners ohne Port an: 192.168.1.5
op-listener-not-private = { $address } ist keine einzelne Adresse in einem privaten Netz
op-listener-not-private-hint = um anderswo zu lauschen, starten Sie den Daemon so: countersign up --listen ADDRESS --tls-self-signed
op-hint-open-another = erstellen Sie einen neuen: countersign open
op-no-session = dieser Aufruf hat keine Sitzung
op-hint-token-revoke = countersign token revoke ID widerruft ein Token
op-not-together = nichts von { $id } lässt sich gemeinsam bestätigen
op-rehearsed-first = es wird zuerst geprobt, wo das möglich ist: ändert es nichts, läuft es weiter, sonst sehen Sie, was es tat, und werden gefragt
op-settings-wait = { $name } wartet auf Ihre Entscheidung: { $said-first }
op-settings-wait-more = { $name } wartet auf Ihre Entscheidung: { $said-first } (und { $n } weitere)
op-hint-show-first = was daraus wurde: countersign show { $id }
op-items-at-once = höchstens { $n } Vorschläge auf einmal
op-other-settings = inzwischen gelten andere Einstellungen
op-hint-compare = vergleichen Sie mit den geltenden Einstellungen
op-half-digest-text = geben Sie mindestens die Hälfte der Prüfsumme an, damit kein anderer Text passt
op-hint-changes-shows-it = countersign policy changes zeigt sie
op-no-settings-wait = unter { $digest } wartet keine Änderung der Einstellungen
op-hint-changes-shows-waits = countersign policy changes zeigt, was wartet; es kann sich seither geändert haben
op-hint-inbox-lists = countersign inbox zeigt, was wartet
op-no-event = es gibt kein Ereignis { $id }
op-stage-begun-by = { $id } wurde von { $who } begonnen; nur { $who } kann darüber berichten
op-no-command-begun = auf der Bühne { $id } hat kein Befehl begonnen
op-stage-not-shown = sie wurde Ihnen nie gezeigt; sehen Sie erst nach: countersign stage diff { $id }
whole-no-file = nur was Werkzeuge für Dateien schreiben, gibt es ganz
whole-protected = es betrifft eine geschützte Datei, von der nicht mehr angeboten wird
whole-decided = es ist entschieden: die Dateien können sich geändert haben
whole-moved = die Dateien haben sich geändert, seit dies gezeigt wurde
whole-moved-hint = noch einmal ansehen: countersign refresh { $id }
whole-secrets = Geheimnisse darin werden nicht gezeigt
op-stage-by-name = diese Pfade sind geschützt und müssen beim Namen genannt werden: { $paths }
op-stage-by-name-hint = nennen Sie jeden: { $ways }; oder lassen Sie sie mit --except aus
op-nothing-to-land = es gibt nichts zu übernehmen: { $said }
op-redirected = umgelenkt: { $instruction }
op-paused-already = { $who } hat den Lauf { $id } bereits pausiert
op-reason-range = ein Grund hat höchstens { $n } Zeichen
op-hint-steer-more = sagen Sie dem Agenten mehr mit countersign run steer
op-run-stopped-why = der Lauf wurde gestoppt: { $reason }
op-step-is-by = { $id } ist { $status ->
    [running] im Gang
    [counting] im Countdown
    [waiting] wartend
    [stopped] gestoppt
    [completed] abgeschlossen
    [failed] fehlgeschlagen
   *[skipped] ausgelassen
} durch { $who }
op-hint-not-reported = sein Agent hat ihn noch nicht gemeldet
op-hint-step-go-on = sagen Sie, wie es weitergeht: countersign step retry { $id }, step skip { $id2 } oder step reject { $id3 }
op-approved = Gutgeheißen: { $title }
op-step-rejected-effects = { $said }; { $n } seiner Wirkungen { $n ->
    [one] lässt
   *[other] lassen
} sich zurücknehmen: countersign step rollback { $id }
op-may-try-again = Der Agent darf es erneut versuchen: { $title }
op-skipped = Ausgelassen: { $title }
op-notes-range = Notizen haben höchstens { $n } Zeichen
op-go-on = weiter
op-go-on-in = weiter in { $n } s, wenn keine Person widerspricht; nachsehen mit step_status { $id }
op-check-waits = eine Prüfung dafür wartet als { $id } auf eine Person
op-person-decides = eine Person entscheidet; bis dahin nichts tun, was darauf beruht
op-stop-here = hier anhalten; eine Person sagt, wie es weitergeht
op-not-a-check = { $command } ist keine Prüfung dieses Laufs
op-hint-only-declared = nur Prüfungen, die die Regeln oder der Lauf angeben, werden ausgeführt
op-run-not-at = { $id } ist nicht der aktuelle Schritt des Laufs
op-passed = bestanden
op-did-not-pass = nicht bestanden
op-did-not-pass-why = nicht bestanden: { $said }
op-under-way = im Gang
op-unchanged-since-run = seit der Ausführung hat sich nichts geändert
op-check-of-step = eine Prüfung des aktuellen Schritts dieses Laufs
op-hint-evidence-when = nur ein Schritt, der im Gang ist oder wartet, nimmt Nachweise an
op-findings-empty = der Bericht ist leer: geben Sie Prüfungen, eine Konfidenz oder beides an
op-checks-at-once = höchstens { $n } Prüfungen werden auf einmal angenommen
op-check-name-range = eine Prüfung hat einen Namen von 1 bis { $n } Zeichen
op-step-retries-most = ein Schritt wird höchstens { $n } Mal erneut versucht
op-hint-wait-thaw = warten Sie, bis eine Person es wieder zulässt
op-no-checks = es sind keine Prüfungen angegeben
op-hint-list-checks = eine Person nennt sie in den Regeln, checks = ["…"], oder beim Lauf
op-nothing-decided = nichts wurde entschieden
op-of-confirmed = { $n } von { $all } bestätigt
op-too-little = { $said } reicht als Nachweis nicht aus
op-no-one-pattern = kein einzelnes Muster deckt die bestätigten Aufrufe ab
op-somebody-said-no = jemand hat einen Aufruf abgelehnt, den es erlauben würde
op-allowed-already = es ist bereits erlaubt
op-suggest = { $n } von { $all } { $days ->
    [one] an einem Tag
   *[other] in { $days } Tagen
} bestätigt: { $agent } { $said-what } für eine Woche erlauben?
op-suggest-on = { $tool } auf { $said }
op-suggestion-all-runs = ein Vorschlag zum Merken betrifft alle Läufe des Agenten, nicht einen
op-hint-lifetimes = sagen Sie 1h, 1d, 1w oder forever; oder bestätigen Sie einen Vorschlag dieses Laufs mit --always run
op-yes-no-uses = `uses` muss mindestens 1 sein
op-suggestion-moved = der Vorschlag { $id } hat sich geändert
op-hint-suggestion-now = jetzt ist es { $id }: { $said }
op-no-suggestion = es gibt keinen Vorschlag { $id }
op-hint-suggest-lists-them = countersign grants suggest zeigt sie
op-no-longer-suggested = { $id } wird nicht mehr vorgeschlagen: { $said }
op-hint-suggest-lists-is = aktuelle Vorschläge zeigt countersign grants suggest
op-only-first-page = nur die erste Seite kann als gesehen vermerkt werden
op-hint-ask-without-before = nur die erste Seite hat die neuesten Ereignisse; fragen Sie ohne before
op-hint-give-next = geben Sie das next der vorigen Antwort an, etwa e42
op-time-over = es ist abgelaufen
op-run-ended = sein Lauf ist beendet
op-watch-ended = diese Beobachtung ist beendet: { $said }
op-frozen-watches = alles ist eingefroren: Beobachtungen pausieren
op-event-changes-most = ein Ereignis meldet höchstens { $n } Änderungen
op-daemon-away = Änderungen wurden verpasst, während der Daemon nicht lief
op-watches-most = { $agent } hat bereits { $n } Beobachtungen; nehmen Sie zuerst eine davon zurück
op-run-ended-nobody-hears = sein Lauf ist beendet, niemand würde davon erfahren; lehnen Sie es ab
op-was-undone = sie wurde zurückgenommen
op-is-this-machine = { $host } ist dieser Rechner
op-hint-allow-private = fügen Sie --allow-private hinzu, wenn das gemeint ist
op-ntfy-topic = die Adresse eines ntfy-Themas endet mit seinem Namen
op-hint-ntfy = wie https://ntfy.example.com/desk, mit Buchstaben, Ziffern, - und _
op-webhooks-most = es gibt bereits { $n } Webhooks
op-hint-webhooks-remove = entfernen Sie einen: countersign webhooks remove ID
op-people-rung = Personen werden nur benachrichtigt, wenn etwas auf sie wartet
op-hint-events-out = lassen Sie --events weg oder nehmen Sie die Form standard
op-patterns-most = mehr als { $n } Muster für Ereignisse sind nicht möglich
op-no-event-type = { $event } ist keine Art von Ereignis
op-hint-event-types = approval_requested, der Name eines Vorgangs (item.confirm) oder ein Muster (item.*)
op-switched-off = { $id } ist abgeschaltet: { $said }
op-hint-add-anew = entfernen Sie ihn und fügen Sie ihn neu hinzu, wenn der Empfänger wieder da ist
op-still-tried = { $id } wird noch versucht
op-answered-410 = der Empfänger antwortete 410 Gone
op-set-make = Arbeitsmappe { $name } anlegen
op-set-make-with = Arbeitsmappe { $name } mit { $n ->
    [one] { $n } Sache
   *[other] { $n } Sachen
} anlegen
op-set-called-already = sie heißt bereits { $name }
op-set-delete = Arbeitsmappe { $name } mit { $n ->
    [one] { $n } Sache
   *[other] { $n } Sachen
} löschen
op-set-has-focus = { $name } ist bereits in Ihrem Blick
op-set-focus = Arbeitsmappe { $name } in den Blick nehmen
op-set-unfocus = Arbeitsmappe { $name } aus dem Blick nehmen
op-note-range = eine Notiz hat höchstens { $n } Zeichen
op-in-set-already = es ist bereits in der Mappe
op-named-twice = es wurde zweimal genannt
op-set-things-most = eine Arbeitsmappe hat höchstens { $n } Sachen
op-hint-take-some-out = nehmen Sie einige heraus oder legen Sie eine weitere Mappe an; nichts wurde hinzugefügt
op-no-thing-named = keine Sache wurde genannt
op-hint-name-one = nennen Sie mindestens eine: i12,rc4,task:t5
op-things-at-once = höchstens { $n } Sachen können auf einmal genannt werden
op-all-in-already = all das ist bereits in { $name }
op-nothing-to-clear = es gibt nichts zu entfernen
op-is-already = es ist bereits { $state ->
    [pinned] angeheftet
    [staged] als Nächstes vorgemerkt
    [deferred] für später zurückgelegt
   *[other] { $state }
}
op-nothing-changed = nichts musste geändert werden
op-hint-name-each = nennen Sie jede genau einmal ({ $said-things }); nichts wurde geändert
op-n-things = { $n ->
    [one] { $n } Sache
   *[other] { $n } Sachen
}
op-order-twice = die Reihenfolge nennt { $thing } zweimal
op-order-leaves-out = in der Reihenfolge fehlt { $things }
op-in-order-already = sie stehen bereits in dieser Reihenfolge
op-set-reorder = Arbeitsmappe { $name } umordnen
op-set-rename = Arbeitsmappe { $old } in { $new } umbenennen
op-set-add = In die Arbeitsmappe { $name } aufnehmen: { $said-things }
op-set-mark = In der Arbeitsmappe { $name }: { $said-mark }
op-mark-things = { $n ->
    [one] { $n } Sache
   *[other] { $n } Sachen
} { $state ->
    [none] von der Marke befreien
    [pinned] anheften
    [staged] als Nächstes vormerken
   *[deferred] für später zurücklegen
}
op-set-take-out = Aus der Arbeitsmappe { $name } herausnehmen: { $said-things }
op-run-not-paused = der Lauf { $id } ist nicht pausiert
op-calls-range = Aufrufe liegen zwischen 1 und { $n }
op-everything-frozen = alles ist eingefroren
op-irreversible = Unumkehrbar
op-policy-backtest = Sagen, welche der letzten Aufrufe Regeln oder eine Regel geändert hätten; nichts wird ausgeführt
op-neither-policy-nor-rule = das ist weder eine Regeldatei noch eine Regel
op-hint-policy-or-rule = eine Regeldatei sagt version = 1 in der ersten Zeile; eine Regel beginnt mit [[rule]] und hat name, tools und then
op-policy-text-unknown = der Text der geltenden Regeln ist hier nicht bekannt
op-hint-whole-policy = geben Sie alle Regeln an, mit der Regel darin
op-countdown-list = Countdowns auflisten, die weiterlaufen, wenn niemand widerspricht, den nächsten zuerst
op-receipts-undo-selected = Mehrere Quittungen zurücknehmen, jede mit ihrer eigenen Kennung, die letzte zuerst
op-receipts-rerun-selected = Die Aufrufe mehrerer Quittungen erneut vorschlagen; jeder wird wie jeder Aufruf geprüft
op-rollback-record = Den Beleg eines Zurückrollens daraus machen, was aus seinen Belegen wurde
op-thing-show = Ein Ding zeigen mit dem, was ihm geschah, und wie sich das zurücknehmen lässt
op-receipt-undo-chain = Einen Beleg nach den späteren zurücknehmen, die ihm im Weg stehen, wenn sie wie gezeigt sind
op-receipt-merge = Die Rücknahme eines Belegs, zusammengeführt mit seitherigen Änderungen, vorschlagen; sie wird wie jede Änderung gezeigt und bestätigt
op-items-withdraw-selected = Antworten auf mehrere Vorschläge zurücknehmen, soweit das bei jedem noch geht
op-at-once = höchstens { $n } auf einmal
op-policies-most = höchstens { $n } Regelwerke können auf einmal versucht werden
op-policy-replay = Sagen, was aus Aufrufen würde, die Agenten anderswo machten; nichts wird ausgeführt
op-token-reset = Das verlorene Token einer Person ersetzen und ihre Sitzungen beenden, auf dem Rechner selbst
op-token-not-from-agent = aus einem Prozess von { $agent } können keine Tokens zurückgesetzt werden
op-reset-nobody = hier hat keine Person ein Token, daher ist keines zurückzusetzen
op-reset-nobody-hint = countersign token person NAME erzeugt eines
op-reset-no-such = keine Person "{ $name }" hatte hier je ein Token
op-reset-which = mehrere Personen könnten gemeint sein: { $names }
op-reset-which-hint = sagen Sie, wessen: countersign token reset NAME
op-find-too-long = das ist länger als { $most } Zeichen
op-find-risk = „{ $value }“ ist kein Risiko
op-find-time = „{ $value }“ ist keine Zeit
op-hint-find = Wörter, die alle vorkommen müssen, und agent:codex, tool:shell, in:src/, risk:high (oder medium, low), older:2h, newer:10m
