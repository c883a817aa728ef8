notice-title = { $agent }: { $n ->
    [one] { $n } change waits
   *[other] { $n } changes wait
}
notice-title-destructive = { $agent }: { $n ->
    [one] { $n } change waits, { $destructive } of them destructive
   *[other] { $n } changes wait, { $destructive } of them destructive
}
notice-open = Open
notice-hold = Hold
notice-reject = Reject
notice-works = This device is notified when something waits for you.
settings-notices = Notifications
notices-what = A device that you add here is notified when something waits for you, even with the desk closed. The notice goes through the push service of the browser’s maker, which cannot read it.
notices-none = No device is notified.
notices-here = this device
notices-unnamed = A browser
notices-added = added
notices-failing = Its push service does not take messages at the moment; they are tried again.
notices-remove = Remove
notices-need-script = Adding a device needs script, and an address with https or on this machine.
live-push-on = Notify this device
live-push-denied = The browser blocks notifications of this page: allow them in its settings.
live-push-failed = This device cannot be notified:
later-title = Put off until …
later-hour = In an hour
later-tomorrow = Tomorrow morning
later-back = Until I come back to it
later-at = Until
views-title = Your views
views-name = Name of this view
views-save = Keep as a view
views-drop = Drop this view
