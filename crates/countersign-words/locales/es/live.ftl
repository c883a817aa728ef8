live-under-way = En curso
live-under-way-more = { $n ->
    [one] Hay { $n } trabajo más en curso
   *[other] Hay { $n } trabajos más en curso
}
live-cancel = Cancelar
live-work-end = Cancelar: { $what }
live-work-for = para { $who }
live-work-part = { $done } de { $total }
live-work-ended = cancelado por { $who }; se detiene en cuanto pueda
