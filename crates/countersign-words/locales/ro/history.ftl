history-agent = Agent
history-all = Toți
history-days = Zile
history-show = Afișează
history-none = Încă nu s-a decis nimic.
history-incomplete = Nu s-a numărat tot: lipsesc intrările cele mai vechi.
history-rate = Răspunsuri
history-rate-told = { $percent } % confirmate ({ $yes } da, { $no } nu)
history-undecided = nu s-a răspuns la nimic
history-time = Timp până la decizie
history-time-told = mediană { $median }, p90 { $slow }
history-saved = Întrebări evitate
history-saved-told = { $saved ->
    [one] { $saved } apel a rulat fără întrebare, pentru { $asked } s-a întrebat
    [few] { $saved } apeluri au rulat fără întrebare, pentru { $asked } s-a întrebat
   *[other] { $saved } de apeluri au rulat fără întrebare, pentru { $asked } s-a întrebat
}
history-by-read = doar citire
history-by-rehearsed = repetat de probă
history-by-grant = printr-o permisiune
history-by-plan = printr-un plan
history-by-policy = prin reguli
history-by-evidence = prin dovezi
history-by-stage = într-o scenă
history-table = Ca tabel
history-day = Zi
history-asked = Întrebat
history-confirmed = Confirmat
history-rejected = Respins
history-deferred = Amânat
history-failed = a eșuat
history-timeout = Fără obiecții
history-expired = Fără răspuns
history-refused = Refuzat
history-median = Mediană
history-slow = p90
history-unasked = Fără întrebare
history-decisions = Decizii
history-when = Când
history-answer = Răspuns
history-what = Ce
history-by = De către
history-reason = Motiv
history-withdrawn = retrasă
history-signed = semnată
history-by-trust = dosar de încredere
