live-under-way = En cours
live-under-way-more = { $n ->
    [one] { $n } autre travail est en cours
   *[other] { $n } autres travaux sont en cours
}
live-cancel = Annuler
live-work-end = Annuler : { $what }
live-work-for = pour { $who }
live-work-part = { $done } sur { $total }
live-work-ended = annulé par { $who } ; cela s’arrête dès que possible
