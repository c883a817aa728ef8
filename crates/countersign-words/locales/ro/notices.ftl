notice-title = { $agent }: { $n ->
    [one] { $n } modificare așteaptă
    [few] { $n } modificări așteaptă
   *[other] { $n } de modificări așteaptă
}
notice-title-destructive = { $agent }: { $n ->
    [one] { $n } modificare așteaptă, { $destructive } distructivă
    [few] { $n } modificări așteaptă, { $destructive } distructive
   *[other] { $n } de modificări așteaptă, { $destructive } distructive
}
notice-open = Deschide
notice-hold = Oprește
notice-reject = Respinge
notice-works = Acest dispozitiv este anunțat când ceva vă așteaptă.
settings-notices = Notificări
notices-what = Un dispozitiv adăugat aici este anunțat când ceva vă așteaptă, chiar cu biroul închis. Notificarea trece prin serviciul producătorului browserului, care nu o poate citi.
notices-none = Niciun dispozitiv nu este anunțat.
notices-here = acest dispozitiv
notices-unnamed = Un browser
notices-added = adăugat
notices-failing = Serviciul său de notificări nu acceptă mesaje acum; se încearcă din nou.
notices-remove = Elimină
notices-need-script = Adăugarea unui dispozitiv necesită script și o adresă cu https sau pe această mașină.
live-push-on = Anunță acest dispozitiv
live-push-denied = Browserul blochează notificările acestei pagini: permiteți-le în setările lui.
live-push-failed = Acest dispozitiv nu poate fi anunțat:
later-title = Amână până…
later-hour = Peste o oră
later-tomorrow = Mâine dimineață
later-back = Până când revin la el
later-at = Până la
views-title = Vederile dumneavoastră
views-name = Numele acestei vederi
views-save = Păstrează ca vedere
views-drop = Elimină această vedere
