skip-to-content = Aller au contenu
rooms = Sections
tab-inbox = À traiter
tab-receipts = Reçus
tab-runs = Exécutions
tab-sets = Ensembles
tab-history = Historique
tab-audit = Journal
tab-policy = Règles
tab-settings = Réglages
palette-open = Commandes
palette-title = Palette de commandes
back-to-inbox = Retour à la liste
look-again = Regarder à nouveau
not-done = Cela n’a pas été fait
bar-close = Fermer
undo = Annuler
redo = Rétablir
rollback = Revenir en arrière
irreversible = Irréversible
did-anything = C’est fait.
did-item-confirm = Confirmé :
did-item-confirm-goes-on = Confirmé, et c’est encore en cours ; le reçu viendra à la fin :
did-item-reject = Refusé :
did-item-defer = Reporté :
did-item-edit = Modifié :
did-item-withdraw = Repris :
did-items-confirm-selected = Confirmé.
did-set-dismiss = Écarté.
did-receipt-undo = Annulé :
did-receipt-undo-chain = Annulé :
did-receipt-merge = Proposé :
did-receipt-rerun = Proposé à nouveau :
did-countdown-stop = Retenu :
did-question-answer = Répondu :
did-run-steer = Transmis :
did-run-pause = En pause :
did-run-resume = Reprend :
did-run-stop = Arrêté :
did-run-mode = Mode fixé :
did-run-stage = Elle travaille dans une scène :
did-run-trust = De confiance dans son dossier :
time-now = à l’instant
time-seconds-ago = { $n ->
    [one] il y a { $n } seconde
   *[other] il y a { $n } secondes
}
time-minutes-ago = { $n ->
    [one] il y a { $n } minute
   *[other] il y a { $n } minutes
}
time-hours-ago = { $n ->
    [one] il y a { $n } heure
   *[other] il y a { $n } heures
}
time-days-ago = { $n ->
    [one] il y a { $n } jour
   *[other] il y a { $n } jours
}
time-in-seconds = { $n ->
    [one] dans { $n } seconde
   *[other] dans { $n } secondes
}
time-in-minutes = { $n ->
    [one] dans { $n } minute
   *[other] dans { $n } minutes
}
time-in-hours = { $n ->
    [one] dans { $n } heure
   *[other] dans { $n } heures
}
time-in-days = { $n ->
    [one] dans { $n } jour
   *[other] dans { $n } jours
}
locked-title = Connexion
locked-why = Vous n’êtes pas connecté ici, ou votre session est terminée.
locked-how = Sur la machine où tourne Countersign, ceci ouvre un lien qui vous connecte :
locked-nothing-lost = Rien n’a été fait et rien n’est perdu : une fois connecté, vous serez de retour où vous étiez.
login-this = Ceci connecte ce navigateur.
login-do = Se connecter
login-used = Ce lien a déjà servi ou a expiré. Ceci en crée un autre :
login-provider = Se connecter avec { $name }
login-done = Vous êtes connecté.
login-go = Continuer
login-failed = La connexion a échoué
