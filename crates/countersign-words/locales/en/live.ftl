live-under-way = Under way
live-under-way-more = { $n ->
    [one] { $n } more is under way
   *[other] { $n } more are under way
}
live-cancel = Cancel
live-work-end = Cancel: { $what }
live-work-for = for { $who }
live-work-part = { $done } of { $total }
live-work-ended = cancelled by { $who }; it stops as soon as it can
