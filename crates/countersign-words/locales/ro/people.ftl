people-comments = Comentarii
people-no-comments = Nimeni nu a spus nimic încă.
people-comment = Comentează
people-comment-field = Comentariu pentru celelalte persoane; agenții nu îl văd
people-for = Pentru
people-nobody = nimeni
people-assign = Desemnează
people-only = doar { $who }
people-looks = { $who } se uită la aceasta
people-assigned = pentru { $who }
people-comment-count = { $n ->
    [one] 1 comentariu
    [few] { $n } comentarii
   *[other] { $n } de comentarii
}
people-team = Echipa
people-team-what = Cine decide aici. Scoaterea cuiva încheie tot ce îl conectează și tot ce se sprijină pe cuvântul lui.
people-groups = Grupuri
people-agents = Agenți
people-remove = Scoate { $who }
did-item-comment = S-a spus.
did-item-assign = Desemnat.
did-person-remove = Scos din echipă.
people-on-host = pe { $host }
people-host-away = pe { $host }, absentă
people-answer-waits = răspunsul lui { $who } o așteaptă ({ $op })
did-person-admit = Va intra la următoarea autentificare.
