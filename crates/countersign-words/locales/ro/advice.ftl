op-insight-show = Arată ce au fost întrebați și de ce au fost scutiți oamenii, cum au răspuns și ce urmează de aici
advice-refuse = { $tool } a fost refuzat de { $n ->
    [few] { $n } ori
   *[other] { $n } de ori
} și niciodată confirmat: refuzați-l printr-o regulă
advice-quick = da la ceva periculos în mai puțin de { $s } s de la afișare: { $n } din { $all }; înregistrați o cheie de acces, ca un da periculos să ceară un al doilea pas
advice-unseen = da fără toată diferența pe ecran: { $n } din { $all }; deschideți înainte de răspuns ce e mai lung de un rând
advice-long-run = { $who } a spus da de { $n ->
    [few] { $n } ori
   *[other] { $n } de ori
} la rând: uitați-vă din nou la câteva, sau permiteți ce se confirmă mereu
advice-undone = { $tool } a fost anulat după { $n } din { $all } da: priviți mai atent, sau lăsați-l să ruleze întâi într-o scenă
advice-overrated = pași cu scorul { $score } sau mai mare, respinși sau anulați: { $n } din { $all }; măriți confidence_threshold
always-could-exact = Nimic altceva: doar același apel asupra acelorași ținte.
always-could-exact-rehearsed = Doar aceleași cuvinte în același dosar; fișierele scrise pot fi altele, cu aceeași extensie, lângă acelea.
always-could-kind = Și același lucru asupra altor ținte de acest fel, și asupra celor viitoare.
always-could-command = Și această comandă cu orice alte cuvinte, asupra oricărui fișier din spațiul de lucru; niciodată ce șterge, trimite sau rulează altceva.
always-could-host = Și această comandă cu alte date către aceeași gazdă; niciodată cu fișiere.
always-could-folder = Și orice conținut nou al oricărui fișier de dedesubt, și fișiere noi; niciodată o ștergere.
always-could-tool = Și orice apel viitor al acestei unelte, cu orice argumente, care nu distruge nimic și rămâne în spațiul de lucru.
advice-drills = { $n } din { $all } propuneri periculoase inventate au fost lăsate să treacă: citiți ce distruge înainte de a spune da
