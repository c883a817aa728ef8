inbox-count = { $n ->
    [one] { $n } chose vous attend
   *[other] { $n } choses vous attendent
}
card-title = { $n ->
    [one] { $agent } propose { $n } changement
   *[other] { $agent } propose { $n } changements
}
card-about = à propos de { $what }
card-decided = { $decided } sur { $total } décidés
confirm-all = Tout confirmer ({ $n })
confirm-selected = Confirmer la sélection
review-details = Voir les détails
dismiss = Écarter
select-item = Sélectionner : { $what }
reject-item = Refuser : { $what }
confirm-item = Confirmer : { $what }
review-item = Examiner : { $what }
review = Examiner
destructive = destructif
changed-since-seen = modifié depuis votre lecture
claimed-by = tenu par { $who }
approvals = { $n } approbations
goes-on-in = continue dans { $n } s
hold = Mettre en pause
more-changes = et { $n } de plus
agent-says = L’agent dit :
show-more = Afficher plus
open = Ouvrir
waits-item = Une proposition
waits-step = Une étape
waits-plan = Un plan
waits-question = Une question
waits-stage = Une scène
waits-settings = Réglages
empty-title = Rien ne vous attend.
empty-next = Placez un agent sous contrôle en trois lignes, puis travaillez comme toujours. Ce qu’il veut changer apparaît ici.
empty-demo = Pour voir à quoi cela ressemble, sans agent :
status-deferred = reporté
status-blocked = en attend un autre
status-confirmed = confirmé
status-applying = en cours
status-applied = fait
status-rejected = refusé
status-failed = échoué
status-stale = a changé depuis l’affichage
status-needs-review = attend votre décision
status-expired = expiré
status-retracted = retiré par l’agent
card-here = { $here } des { $open } ouverts affichés
more-warnings = { $n ->
    [one] et { $n } avertissement de plus
   *[other] et { $n } avertissements de plus
}
inbox-part = { $here } sur { $total } affichés
inbox-agents = Agents
inbox-all-agents = Tous les agents
question-default = réponse « { $answer } » { $when }
quick-reject = Refuser
quick-approve = Approuver
more-lines = { $n ->
    [one] { $n } autre ligne modifiée
   *[other] { $n } autres lignes modifiées
}
file-bytes = { $n ->
    [one] { $n } octet
   *[other] { $n } octets
}
file-gone = disparaît
diff-added = ajouté :
diff-removed = supprimé :
not-shown = Pas montré en entier :
left-out = { $n ->
    [one] { $n } exclu de « Tout confirmer », et pourquoi
   *[other] { $n } exclus de « Tout confirmer », et pourquoi
}
strip-title = Continue automatiquement
strip-more = { $n ->
    [one] { $n } autre continue automatiquement
   *[other] { $n } autres continuent automatiquement
}
bulk-confirmed = Confirmées : { $n }
bulk-dismissed = Écartées : { $n }
bulk-undone = Annulées : { $n }
bulk-withdrawn = De nouveau en attente : { $n }
bulk-confirmed-part = Confirmées : { $n } sur { $total }
bulk-dismissed-part = Écartées : { $n } sur { $total }
bulk-undone-part = Annulées : { $n } sur { $total }
bulk-again = Proposer de nouveau les { $n }
bulk-proposed = Proposées à nouveau : { $n }
bulk-proposed-part = Proposées à nouveau : { $n } sur { $total }
bulk-withdrawn-part = De nouveau en attente : { $n } sur { $total }
bulk-failed = Non faites : { $n }
bulk-left-out = Laissées de côté : { $n }
bulk-goes-on = En cours : { $n }
bulk-done = Faites : { $n }
bulk-undo = Annuler les { $n }
bulk-take-back = Reprendre les { $n }
bulk-take-back-until = C’est possible tant que l’agent n’en sait rien.
bulk-final = { $n ->
    [one] { $n } d’entre elles ne peut pas simplement être annulée ; son reçu dit pourquoi
   *[other] { $n } d’entre elles ne peuvent pas simplement être annulées ; leurs reçus disent pourquoi
}
bulk-back = Continuer
inbox-find = Chercher
inbox-find-example = Des mots, ou agent:codex risk:high in:src/ older:2h
inbox-find-all = Tout montrer
inbox-find-none = Rien de ce qui attend n'a tout cela.
inbox-found = { $n ->
    [one] { $n } trouvée
   *[other] { $n } trouvées
}
