runs-none = Încă nicio rulare.
runs-of = Lucrul lui { $agent }
runs-proposed = { $n ->
    [one] { $n } propunere
    [few] { $n } propuneri
   *[other] { $n } de propuneri
}
runs-plan = Plan
runs-mode = Mod
runs-mode-auto = auto: decid dovezile sau o persoană
runs-mode-manual = manual: o persoană decide fiecare pas
runs-mode-confidence-threshold = continuă de la o încredere de
runs-set-mode = Stabilește modul
runs-to-stage = Lucrează de acum într-o scenă
runs-threshold = Încrederea de la care se continuă, pentru confidence_threshold
runs-trust = Acordă încredere în acest dosar până la sfârșit
runs-critical = critic: cere un nivel în plus
runs-checks = Verificări
runs-checks-own = ale agentului: pot doar să scadă încrederea
runs-folder = Dosar
runs-started = Început
runs-ended = Încheiat
runs-held-by = Reținut de
runs-step = La pasul
runs-stage = Scenă
runs-marks = A citit
runs-marks-note = deci întreabă înainte de a trimite ceva
runs-stage-diff = Ce s-ar aplica de pe scena sa
runs-pause = Pauză
runs-resume = Continuă
runs-stop = Oprește
runs-rollback = Revenire asupra rulării
runs-steer = Îndrumă
runs-steer-label = Spuneți agentului
runs-steer-hint = Îl citește la următorul punct sigur, o dată, și rămâne ca memorie a rulării.
runs-steer-send = Trimite
runs-redirect = Reorientează
runs-redirect-label = Faceți asta în schimb
runs-redirect-hint = Respinge propunerile sale deschise și înlocuiește instrucțiunile pe care nu le-a citit încă.
runs-told = Ce i s-a spus
runs-heard = citit
runs-not-heard = încă necitit
runs-superseded = înlocuit înainte de a fi citit
runs-timeline = Cronologie
runs-earlier = { $n ->
    [one] { $n } intrare anterioară
    [few] { $n } intrări anterioare
   *[other] { $n } de intrări anterioare
}
runs-nothing = Încă nu s-a întâmplat nimic în ea.
runs-entry-item = propus
runs-entry-receipt = făcut
runs-entry-step = pas
runs-entry-plan = plan
runs-entry-question = întrebare
runs-entry-instruction = spus
runs-entry-end = sfârșit
runs-would-come-back = { $n ->
    [one] { $n } efect ar fi anulat
    [few] { $n } efecte ar fi anulate
   *[other] { $n } de efecte ar fi anulate
}
runs-never-comes-back = { $n ->
    [one] { $n } efect nu poate fi anulat
    [few] { $n } efecte nu pot fi anulate
   *[other] { $n } de efecte nu pot fi anulate
}
runs-newest-first = Cele mai noi întâi, fiecare doar dacă nimic nu s-a schimbat de atunci. Ce nu se poate anula rămâne, este numit și se poate încerca din nou.
runs-roll-back-now = Anulează toate acestea
runs-roll-back-on = Continuă revenirea
runs-cannot-now = Acum nu se poate reveni: rularea nu s-a încheiat sau s-a revenit deja.
runs-is-back = { $n ->
    [one] { $n } efect anulat
    [few] { $n } efecte anulate
   *[other] { $n } de efecte anulate
}
runs-is-not-back = { $n ->
    [one] { $n } efect rămâne
    [few] { $n } efecte rămân
   *[other] { $n } de efecte rămân
}
did-run-redirect = Reorientat:
did-run-rollback = S-a revenit:
