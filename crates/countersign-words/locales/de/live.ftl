live-under-way = Im Gang
live-under-way-more = { $n ->
    [one] { $n } weitere Arbeit ist im Gang
   *[other] { $n } weitere Arbeiten sind im Gang
}
live-cancel = Abbrechen
live-work-end = Abbrechen: { $what }
live-work-for = für { $who }
live-work-part = { $done } von { $total }
live-work-ended = von { $who } abgebrochen; es hält an, sobald es kann
