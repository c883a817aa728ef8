notice-title = { $agent }: { $n ->
    [one] { $n } Änderung wartet
   *[other] { $n } Änderungen warten
}
notice-title-destructive = { $agent }: { $n ->
    [one] { $n } Änderung wartet, { $destructive } davon zerstört etwas
   *[other] { $n } Änderungen warten, { $destructive } davon zerstören etwas
}
notice-open = Öffnen
notice-hold = Anhalten
notice-reject = Ablehnen
notice-works = Dieses Gerät wird benachrichtigt, wenn etwas auf Sie wartet.
settings-notices = Benachrichtigungen
notices-what = Ein Gerät, das Sie hier hinzufügen, wird benachrichtigt, wenn etwas auf Sie wartet, auch wenn der Tisch geschlossen ist. Die Nachricht geht durch den Push-Dienst des Browser-Herstellers, der sie nicht lesen kann.
notices-none = Kein Gerät wird benachrichtigt.
notices-here = dieses Gerät
notices-unnamed = Ein Browser
notices-added = hinzugefügt
notices-failing = Sein Push-Dienst nimmt gerade keine Nachrichten an; es wird wieder versucht.
notices-remove = Entfernen
notices-need-script = Um ein Gerät hinzuzufügen, braucht es Script und eine Adresse mit https oder auf diesem Rechner.
live-push-on = Dieses Gerät benachrichtigen
live-push-denied = Der Browser blockiert Benachrichtigungen dieser Seite: in seinen Einstellungen erlauben.
live-push-failed = Dieses Gerät kann nicht benachrichtigt werden:
later-title = Zurückstellen bis …
later-hour = In einer Stunde
later-tomorrow = Morgen früh
later-back = Bis ich darauf zurückkomme
later-at = Bis
views-title = Eigene Ansichten
views-name = Name dieser Ansicht
views-save = Als Ansicht behalten
views-drop = Diese Ansicht verwerfen
