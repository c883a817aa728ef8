palette-find = Căutați o operațiune, o pagină, ceva de anulat
palette-things = Vă așteaptă
palette-search = Caută
palette-rooms = Mergeți la
palette-operations = Operațiuni
palette-undo = Anulare
palette-undo-none = Nu există nimic care să poată fi anulat.
palette-keys = Taste
palette-not-you = Rolul sau tokenul dvs. nu permite aceasta. Orice încercare este jurnalizată.
palette-do = Execută
palette-ask = Interoghează
palette-answer = Răspuns
palette-once-more = Încă o dată
palette-operation = Operațiune
palette-terminal = Terminal
palette-undoable = Ce modifică poate fi anulat.
palette-no-fields = Nu are nevoie de nimic.
palette-not-given = neindicat
palette-required = obligatoriu
palette-yes = da
palette-no = nu
palette-is-list = Mai multe, separate prin virgule.
palette-is-json = Scris ca JSON.
palette-rest = { $n ->
    [one] și încă { $n } caracter
    [few] și încă { $n } caractere
   *[other] și încă { $n } de caractere
}
passkey-title = Chei de acces
passkey-why = O cheie de acces semnează ceea ce permiteți, pe acest dispozitiv sau cu o cheie de securitate. Dacă aveți una, tot ce este distructiv cere semnătura ei; astfel, o sesiune furată nu distruge nimic de una singură.
passkey-script = Cheile de acces au nevoie de un browser care execută scripturi.
passkey-have = Cheile dvs. de acces și ale altora
passkey-none = Încă nu există niciuna.
passkey-revoked = { $n ->
    [one] { $n } a fost revocată
    [few] { $n } au fost revocate
   *[other] { $n } de chei au fost revocate
}
passkey-new = Adăugați o cheie de acces
passkey-label = Numele ei
passkey-add = Adaugă o cheie de acces
passkey-lost = Le-ați pierdut pe toate? Chiar pe mașină, cu serviciul oprit:
passkey-added = adăugată
passkey-used = ultima folosire
passkey-ended = revocată
passkey-revoke = Revocă
passkey-notify = Notificări în acest browser
passkey-notify-why = Când ceva vă așteaptă și nicio pagină nu este în prim-plan, acest browser vă poate anunța: o dată pe rulare, cu numărul și nimic altceva.
key-next = la propunerea următoare
key-previous = la cea dinainte
key-open = deschide
key-yes = confirmă, sau examinează acolo unde o tastă nu ajunge
key-always = întotdeauna
key-no = respinge
key-edit = editează
key-defer = amână
key-hold = oprește o numărătoare inversă
key-undo = anulează
key-choose = selectează
key-menu = meniu, cu un motiv
key-palette = paleta de comenzi
key-keys = aceste taste
live-lost = Conexiunea s-a pierdut. Se încearcă din nou; ce vedeți poate fi vechi.
live-changed = Această pagină s-a schimbat de când ați început să scrieți.
live-over = Sesiunea dvs. s-a încheiat. Autentificați-vă din nou: ce ați scris se păstrează.
live-unsent = Nu s-a trimis: serverul nu răspunde. Nimic nu s-a pierdut.
live-again = Încearcă din nou
live-look = Privește din nou
live-copy = Copiază
live-copied = Copiat
live-all = Selectează toate acestea
live-waits = vă așteaptă
live-notify-on = Pornește notificările
live-notify-off = Oprește notificările
live-notify-denied = Notificările sunt blocate în setările browserului
live-close = Închide
live-passkey-asks = Browserul cere cheia dvs. de acces.
live-passkey-none = Acest browser nu poate folosi chei de acces aici. Au nevoie de https sau de localhost ca adresă.
live-passkey-cancelled = S-a renunțat sau a durat prea mult. Nu s-a făcut nimic.
live-passkey-known = Acest dispozitiv are deja o cheie de acces pentru dvs.
live-passkey-place = Cheile de acces sunt legate de altă adresă. Deschideți pagina la adresa cu care a fost configurat serviciul.
live-passkey-failed = Cheia de acces nu a funcționat:
live-passkey-added = Cheia de acces a fost adăugată.
live-menu-open = Deschide
live-find-none = Niciun rezultat.
live-reason = Motiv; agentul îl citește
live-reject = Respinge
live-defer = Amână
