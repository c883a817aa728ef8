live-under-way = În curs
live-under-way-more = { $n ->
    [one] Încă { $n } lucrare este în curs
    [few] Încă { $n } lucrări sunt în curs
   *[other] Încă { $n } de lucrări sunt în curs
}
live-cancel = Întrerupe
live-work-end = Întrerupe: { $what }
live-work-for = pentru { $who }
live-work-part = { $done } din { $total }
live-work-ended = anulat de { $who }; se oprește de îndată ce se poate
