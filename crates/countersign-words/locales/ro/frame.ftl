skip-to-content = Salt la conținut
rooms = Secțiuni
tab-inbox = De decis
tab-receipts = Chitanțe
tab-runs = Rulări
tab-sets = Seturi de lucru
tab-history = Istoric
tab-audit = Jurnal
tab-policy = Reguli
tab-settings = Setări
palette-open = Comenzi
palette-title = Paleta de comenzi
back-to-inbox = Înapoi la listă
look-again = Privește din nou
not-done = Nu s-a făcut
bar-close = Închide
undo = Anulează
redo = Refacere
rollback = Revenire
irreversible = Nu se poate anula
did-anything = Gata.
did-item-confirm = Confirmat:
did-item-confirm-goes-on = Confirmat, și încă rulează; chitanța vine când se termină:
did-item-reject = Respins:
did-item-defer = Amânat:
did-item-edit = Modificat:
did-item-withdraw = Retras:
did-items-confirm-selected = Confirmat.
did-set-dismiss = Înlăturat.
did-receipt-undo = Anulat:
did-receipt-undo-chain = Anulat:
did-receipt-merge = Propus:
did-receipt-rerun = Propus din nou:
did-countdown-stop = Oprit:
did-question-answer = Răspuns:
did-run-steer = Transmis:
did-run-pause = În pauză:
did-run-resume = Continuă:
did-run-stop = Oprit:
did-run-mode = Modul este stabilit:
did-run-stage = Lucrează într-o scenă:
did-run-trust = De încredere în dosarul ei:
time-now = chiar acum
time-seconds-ago = { $n ->
    [one] acum o secundă
    [few] acum { $n } secunde
   *[other] acum { $n } de secunde
}
time-minutes-ago = { $n ->
    [one] acum un minut
    [few] acum { $n } minute
   *[other] acum { $n } de minute
}
time-hours-ago = { $n ->
    [one] acum o oră
    [few] acum { $n } ore
   *[other] acum { $n } de ore
}
time-days-ago = { $n ->
    [one] acum o zi
    [few] acum { $n } zile
   *[other] acum { $n } de zile
}
time-in-seconds = { $n ->
    [one] într-o secundă
    [few] în { $n } secunde
   *[other] în { $n } de secunde
}
time-in-minutes = { $n ->
    [one] într-un minut
    [few] în { $n } minute
   *[other] în { $n } de minute
}
time-in-hours = { $n ->
    [one] într-o oră
    [few] în { $n } ore
   *[other] în { $n } de ore
}
time-in-days = { $n ->
    [one] într-o zi
    [few] în { $n } zile
   *[other] în { $n } de zile
}
locked-title = Autentificare
locked-why = Nu sunteți autentificat aici sau sesiunea s-a încheiat.
locked-how = Pe mașina pe care rulează Countersign, aceasta deschide un link care vă autentifică:
locked-nothing-lost = Nu s-a făcut nimic și nimic nu s-a pierdut: după autentificare reveniți unde erați.
login-this = Aceasta autentifică acest browser.
login-do = Autentificare
login-used = Acest link a fost deja folosit sau a expirat. Aceasta creează altul:
login-provider = Autentificare cu { $name }
login-done = Sunteți autentificat.
login-go = Continuă
login-failed = Autentificarea nu a reușit
