list-risk-low = Risc scăzut
list-risk-medium = Risc mediu
list-risk-high = Risc ridicat
list-others = Altele care așteaptă
list-more = Tot ce așteaptă
list-warnings = cu avertismente
list-by-run = După rulare
list-by-risk = După risc
list-lines = Listă
list-cards = Carduri
list-review = Verifică pe rând
list-before = Înapoi
list-after = Înainte
list-below = Mai jos este încă o parte: se arată întâi.
list-more-answers = Alte răspunsuri
details-again = Același lucru, pe câmpuri
list-type-exactly = Tastați exact: { $what }
live-did-confirm = a confirmat asta.
live-did-reject = a respins asta.
live-did-defer = a amânat asta.
live-did-edit = a schimbat argumentele.
live-did-withdraw = a retras un răspuns la asta.
live-new = A venit o propunere nouă.
live-too-soon = Așteptați: aceasta abia a apărut.
live-answering = Așteptați: răspunsul dvs. se trimite.
live-no-key = Nicio tastă nu răspunde la aceasta: apăsați butonul. G duce la el.
typed-files = { $n ->
    [one] { $n } fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
typed-targets = { $n ->
    [one] { $n } țintă
    [few] { $n } ținte
   *[other] { $n } de ținte
}
typed-things = { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
