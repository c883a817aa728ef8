work-older = Plus anciens
work-reason = Motif
work-leave = Laisser tel quel
work-lines = { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
}
work-yes = oui
work-is-running = en cours
work-is-waiting-approval = vous attend
work-is-paused = en pause
work-is-completed = terminé
work-is-failed = échoué
work-is-aborted = interrompu
work-is-rolled-back = ramené en arrière
work-is-proposed = vous attend
work-is-approved = approuvé en entier
work-is-stepwise = approuvé étape par étape
work-is-rejected = refusé
work-is-waiting = en attente
work-is-done = fait
work-is-skipped = omis
work-is-blocked = bloqué par une étape omise
work-is-counting = continue automatiquement
work-is-stopped = arrêté : attend votre décision
work-is-open = ouvert
work-is-answered = répondu
work-is-expired = délai écoulé
work-is-cancelled = annulé
work-is-landed = appliqué
work-is-dropped = abandonné
work-is-undone = annulé
work-is-back = annulé
work-is-pending = en attente
work-col-waiting = À venir
work-col-running = En cours
work-col-failed = Échoués
work-col-done = Faits
work-col-left-out = Omis
work-class-read = lit
work-class-mutable = modifie
work-class-destructive = destructif
work-steps = { $n ->
    [one] { $n } étape
   *[other] { $n } étapes
}
work-state = État
work-approved = Approuvé
work-approved-whole = en entier, par { $who }
work-approved-stepwise = étape par étape, par { $who }
work-proposed = Proposé
work-asked = demande sa propre approbation
work-asked-as = vous attend en tant que
work-after = après { $steps }
work-undo-exact = annulable exactement
work-undo-part = annulable en partie
work-undo-nothing = rien à annuler
work-undo = Annulation
work-approve = Approuver
work-approve-whole = Approuver tout le plan
work-approve-stepwise = Étape par étape
work-approve-hint = Votre approbation couvre exactement les étapes montrées ici. Les étapes qui suppriment ou touchent quelque chose de protégé demandent quand même, le moment venu.
work-reject = Refuser
work-retry = Réessayer
work-skip = Omettre
work-skip-failed = Omettre l’étape échouée
work-abort = Terminer le plan
work-arguments = Arguments
work-target = Cible
work-reads = Lit
work-writes = Écrit
work-deletes = Supprime
work-executes = Exécute
work-hosts = Réseau
work-protected = Protégé
work-sends = Envoie des données à l’extérieur
work-opaque = Ne peut être analysé
work-outside = Hors de l’espace de travail
work-waits-for = Attend les étapes
work-receipt = Reçu
work-error = Erreur
work-step-n = Étape { $n }
work-confidence = Confiance
work-sure = bien étayé
work-fairly-sure = assez étayé
work-unsure = faiblement étayé
work-doubtful = à peine étayé
work-held-down = Plafonnée
work-retries = Essais
work-tried = réessayé { $n } fois sur { $most }
work-begun = Commencé
work-begun-by = Commencé par
work-reported = Signalé
work-decided-by = Décidé par
work-decided-evidence = les preuves
work-decided-timeout = personne ne s’y est opposé à temps
work-evidence = Preuves
work-no-evidence = Aucune preuve hormis ce que dit l’agent.
work-verified = confiance { $n }
work-passed = réussie
work-not-passed = non réussie
work-not-known = pas encore connue
work-says = dit { $who }
work-own-check = celle de l’agent : la réussir ne compte pas
work-what-tried = Essayé
work-what-failed = A échoué
work-agent-calls-it = L’agent l’appelle :
work-stopped-hint = Il y a trop peu de preuves pour continuer : décidez de la suite.
work-asks = { $agent } demande
work-asked-at = Demandé
work-time-left = Expire
work-then-default = alors la valeur par défaut compte
work-then-nothing = alors elle finit sans réponse
work-default = Par défaut
work-answer = Réponse
work-other-answer = Une autre réponse
work-answer-send = Répondre
work-rerun = Faire reprendre le travail avec cette réponse
work-rerun-hint = La réponse est alors envoyée comme instruction et ne peut être reprise.
work-answered-at = Répondu
work-told-at = L’agent en a été informé
work-superseded = Propositions remplacées
work-can-take-back = Elle peut être reprise tant que l’agent n’en est pas informé.
work-take-back = Reprendre la réponse
work-answer-told = l’agent en a été informé
work-answer-rerun = elle a été envoyée comme instruction
work-stages = Scènes
work-stages-none = Aucune scène. Ceci en ouvre une :
work-stages-all = Afficher aussi celles abandonnées
work-stages-live = Seulement celles ouvertes
work-stage-dropped = Elle a été abandonnée ; tout ce qui n’avait pas été appliqué a disparu.
work-stage-empty = Rien n’y diffère des vrais dossiers.
work-folders = Dossiers
work-through = Modifié hors de la scène
work-landed-as = Appliqué sous
work-commands = { $n ->
    [one] { $n } commande
   *[other] { $n } commandes
}
work-earlier-commands = { $n ->
    [one] { $n } commande avant celles-ci
   *[other] { $n } commandes avant celles-ci
}
work-denied = { $n ->
    [one] { $n } tentative refusée
   *[other] { $n } tentatives refusées
}
work-exit = sortie { $n }
work-signal = signal { $n }
work-ended = terminée
work-end-unknown = fin non signalée
work-over = limite dépassée : { $what }
work-calls = { $n ->
    [one] { $n } appel d’outil
   *[other] { $n } appels d’outils
}
work-files = { $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
}
work-choose-hunk = Choisir le bloc { $n } de { $path }
work-conflicts = { $n ->
    [one] { $n } chemin a aussi été modifié hors de la scène, au même endroit
   *[other] { $n } chemins ont aussi été modifiés hors de la scène, au même endroit
}
work-conflicts-hint = Pour appliquer le reste, écartez-les ou résolvez-les dans la scène.
work-land = Appliquer
work-land-all = Tout appliquer
work-land-chosen = Appliquer seulement ce qui est coché
work-land-chosen-hint = Cochez ci-dessus des dossiers, des fichiers ou des blocs ; un fichier coché est appliqué en entier.
work-land-others = Tout appliquer sauf ceux-ci
work-asked-by-name = { $n ->
    [one] Protégé, demandé par son nom :
   *[other] { $n } chemins protégés, demandés par leur nom :
}
work-other-differences = Différences qui ne sont d’aucun fichier ci-dessus
work-choose-folder = Choisir tout ce qui est dans { $path }
work-file-protected = protégé
work-file-conflict = conflit
work-file-new = nouveau
work-file-deleted = supprimé
work-file-show = Montrer ce qui change
work-land-all-but = { $n ->
    [one] Tout appliquer sauf le chemin protégé
   *[other] Tout appliquer sauf { $n } chemins protégés
}
work-left-by-name = { $n ->
    [one] N’est appliqué que si vous le cochez ou le nommez lui-même, pas avec un dossier ni avec le tout :
   *[other] Chacun n’est appliqué que si vous le cochez ou le nommez lui-même, pas avec un dossier ni avec le tout :
}
work-land-all-of = { $n ->
    [one] Tout appliquer : { $n } fichier…
   *[other] Tout appliquer : { $n } fichiers…
}
work-land-not-opened = Toutes les différences ne sont pas sur cette page : ouvrez un fichier ci-dessus pour voir la sienne.
work-land-waits = Une application a été demandée et attend votre décision :
work-typed = Si une saisie est demandée, tapez ce qui est montré
work-drop = Abandonner la scène
work-drop-now = Abandonner maintenant
work-drop-hint = Tout ce qui n’a pas été appliqué est perdu et ne peut être récupéré.
work-sets-none = Aucun ensemble de travail pour l’instant.
work-set-new = Un nouvel ensemble
work-set-name = Nom
work-set-create = Créer
work-set-rename = Renommer
work-set-delete = Supprimer l’ensemble
work-set-add = Ajouter
work-set-empty = Il ne contient encore rien.
work-set-things = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
work-n-pinned = { $n } épinglés
work-n-staged = { $n } à suivre
work-n-deferred = { $n } pour plus tard
work-things = Éléments
work-things-hint = Un identifiant par ligne (i12, rc4, run2), ou type:id pour ce qui est conservé ailleurs (pr:1234).
work-note = Note
work-focus = Mettre au centre
work-unfocus = Retirer du centre
work-focus-yours = votre centre
work-pin = Épingler
work-stage = À suivre
work-defer = Plus tard
work-clear = Effacer
work-pinned = épinglé
work-staged = à suivre
work-deferred = pour plus tard
work-gone = disparu
work-remove = Retirer
work-move = Déplacer
work-top = Tout en haut
work-up = Vers le haut
work-down = Vers le bas
work-end = Tout en bas
did-plan-approve = Approuvé :
did-plan-reject = Refusé :
did-plan-pause = En pause :
did-plan-resume = Reprend :
did-plan-retry = Nouvel essai :
did-plan-skip = Omis.
did-plan-abort = Terminé :
did-plan-rollback = Ramené en arrière :
did-step-approve = Approuvé :
did-step-reject = Refusé :
did-step-retry = Peut être réessayé :
did-step-skip = Omis :
did-step-rollback = Ramené en arrière :
did-question-take-back = La réponse a été reprise :
did-stage-land = Appliqué :
did-stage-drop = Abandonnée.
did-working-set-create = Créé :
did-working-set-rename = Renommé :
did-working-set-delete = Supprimé :
did-working-set-focus = Au centre :
did-working-set-unfocus = Retiré du centre :
did-working-set-add = Ajouté :
did-working-set-mark = Marqué :
did-working-set-remove = Retiré :
did-working-set-reorder = Réordonné :
