runs-none = Aucune exécution pour l’instant.
runs-of = Travail de { $agent }
runs-proposed = { $n ->
    [one] { $n } proposition
   *[other] { $n } propositions
}
runs-plan = Plan
runs-mode = Mode
runs-mode-auto = auto : les preuves décident, ou une personne
runs-mode-manual = manuel : une personne décide chaque étape
runs-mode-confidence-threshold = continue à partir d’une confiance de
runs-set-mode = Fixer le mode
runs-to-stage = Travailler dans une scène désormais
runs-threshold = Confiance à partir de laquelle continuer, pour confidence_threshold
runs-trust = Faire confiance dans ce dossier jusqu’à la fin
runs-critical = critique : exige un niveau de plus
runs-checks = Vérifications
runs-checks-own = celles de l’agent : elles ne peuvent que baisser la confiance
runs-folder = Dossier
runs-started = Début
runs-ended = Fin
runs-held-by = Retenu par
runs-step = À l’étape
runs-stage = Scène
runs-marks = A lu
runs-marks-note = il demande donc avant d’envoyer quoi que ce soit
runs-stage-diff = Ce qui serait appliqué depuis sa scène
runs-pause = Mettre en pause
runs-resume = Reprendre
runs-stop = Arrêter
runs-rollback = Ramener l’exécution en arrière
runs-steer = Diriger
runs-steer-label = Dire à l’agent
runs-steer-hint = Il le lira au prochain point sûr, une fois ; cela reste dans la mémoire de l’exécution.
runs-steer-send = Envoyer
runs-redirect = Réorienter
runs-redirect-label = Faire ceci à la place
runs-redirect-hint = Refuse ses propositions ouvertes et remplace les instructions qu’il n’a pas encore lues.
runs-told = Ce qui lui a été dit
runs-heard = lu
runs-not-heard = pas encore lu
runs-superseded = remplacé avant d’être lu
runs-timeline = Chronologie
runs-earlier = { $n ->
    [one] { $n } entrée antérieure
   *[other] { $n } entrées antérieures
}
runs-nothing = Il ne s’y est encore rien passé.
runs-entry-item = proposé
runs-entry-receipt = fait
runs-entry-step = étape
runs-entry-plan = plan
runs-entry-question = question
runs-entry-instruction = dit
runs-entry-end = fin
runs-would-come-back = { $n ->
    [one] { $n } effet serait annulé
   *[other] { $n } effets seraient annulés
}
runs-never-comes-back = { $n ->
    [one] { $n } effet ne peut pas être annulé
   *[other] { $n } effets ne peuvent pas être annulés
}
runs-newest-first = Le plus récent d’abord, chacun seulement si rien n’a changé depuis. Ce qui ne peut être annulé reste, est indiqué et peut être retenté.
runs-roll-back-now = Ramener tout cela en arrière
runs-roll-back-on = Poursuivre le retour en arrière
runs-cannot-now = Impossible de revenir en arrière maintenant : l’exécution n’est pas terminée, ou c’est déjà fait.
runs-is-back = { $n ->
    [one] { $n } effet annulé
   *[other] { $n } effets annulés
}
runs-is-not-back = { $n ->
    [one] { $n } effet demeure
   *[other] { $n } effets demeurent
}
did-run-redirect = Réorienté :
did-run-rollback = Ramené en arrière :
