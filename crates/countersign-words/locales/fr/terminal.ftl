term-about = sujet
term-after = après
term-agent = agent
term-agent-calls-it = l’agent l’appelle :
term-agent-says = l’agent dit :
term-agents-own = (celles de l’agent)
term-all = tout
term-allowed-automatic = automatique
term-allowed-by = autorisé par
term-allowed-plan = plan
term-allowed-timeout = personne ne s’y est opposé
term-an-agent = un agent
term-and = et
term-and-more = et plus
term-answer = réponse
term-answer-ask = demander
term-answer-proceed = continuer
term-answer-proceed-after = continuer sauf objection
term-answer-stop = arrêter
term-approvals = approbations
term-approved = approuvé
term-arguments = arguments
term-arguments-of = arguments de { $tool }
term-arguments-proposed = arguments proposés de { $tool }
term-asked = demandé
term-at = quand
term-bad-at = endroit
term-bad-what = quoi
term-begun = début
term-by = par
term-by-itself = chargé automatiquement
term-by-whom = par { $who }
term-can-go-back = { $n ->
    [one] { $n } effet peut être annulé
   *[other] { $n } effets peuvent être annulés
}
term-cancelled = annulé
term-cannot-run = ne peut s’exécuter
term-change = changement
term-change-set = lot de changements
term-changes = modifie
term-characters = { $n ->
    [one] { $n } caractère
   *[other] { $n } caractères
}
term-checks = vérifications
term-class = genre
term-cli-conflict = { $word } ne peut être utilisé avec { $other }
term-cli-help = Pour en savoir plus : --help.
term-cli-meant = peut-être : { $word }
term-cli-missing = il manque : { $word }
term-cli-no-command = il n’y a pas de commande { $word }
term-cli-no-subcommand = il manque une commande après { $word }
term-cli-no-value = { $word } n’est pas une valeur valide pour { $other }
term-cli-possible = possible : { $word }
term-cli-unexpected = { $word } n’est pas attendu ici
term-colon = {" "}:
term-confidence = confiance
term-confirmed = confirmé
term-confirmed-rate = confirmé au moins { $rate } des fois
term-conflict = modifié aussi hors de la scène, au même endroit
term-countdown = continue dans { $n } s — pause { $id } l’arrête
term-countdown-label = compte à rebours
term-created = créé
term-created-at = créé
term-cwd = dossier
term-day = jour
term-decided = décidé
term-decided-at = décidé
term-decided-by = décidé par
term-decision = décision
term-default-in = dans { $n } s, réponse par défaut
term-deletes = supprime
term-denied = refusé
term-destroys = détruit
term-digest = empreinte
term-do-that = Le faire ?
term-does = ce qu’il fait
term-element-n = élément { $n }
term-elements = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
term-ended = fin
term-ended-at = fin
term-error = erreur
term-event = événement
term-events = événements
term-evidence = preuves
term-executes = exécute
term-expires = expire
term-expires-at = expire
term-first-bad = premier défaut
term-first = d’abord
term-focus = focus
term-folder = dossier
term-folders = dossiers
term-for-real = modifié hors de la scène
term-from-to = { $from } à { $to }
term-grant = autorisation
term-grants = autorisations
term-half-within = médiane
term-held-by = tenu par
term-marks = a lu
term-held-down = plafonnée
term-help-arguments = Arguments
term-help-command = COMMANDE
term-help-commands = Commandes
term-help-help = Affiche cette aide
term-help-options = Options
term-help-review = Examiner
term-help-undo = Annuler
term-help-stage = Scène
term-help-agents = Agents
term-help-policy = Règles
term-help-audit = Journal
term-help-admin = Administration
term-help-example = Exemple
term-help-old = Une forme antérieure ; à présent
term-help-more = countersign help COMMANDE en explique une, avec un exemple. --help-all montre aussi ce qu’appellent les agents.
term-help-usage = Utilisation
term-help-version = Affiche la version
term-hint = conseil
term-hooks-broken = défectueux
term-hooks-installed = installé
term-hooks-none = aucun
term-hosts = contacte
term-in-force = { $file } est en vigueur
term-in-force-until = en vigueur d’ici là
term-in-part = en partie
term-is-already-undone = déjà annulé
term-is-unconfirmed = non annulé
term-is-claimed = tenu
term-is-held = retenu
term-is-held-by-another = tenu par quelqu’un d’autre
term-is-invalid = non valide
term-is-lifted = levé
term-is-needs-typed = demande une confirmation saisie
term-is-partially-resolved = décidé en partie
term-is-queued = en attente
term-is-refused = refusé
term-is-released = rendu
term-is-resolved = décidé
term-is-unchanged = inchangé
term-item = proposition
term-items = propositions
term-items-wait = { $n ->
    [one] { $n } proposition en attente
   *[other] { $n } propositions en attente
}
term-kind = genre
term-know = note
term-label-error = erreur :
term-label-hint = conseil :
term-label-inside = interne :
term-label-note = note :
term-landed-as = appliqué comme
term-last-command = dernière commande
term-left-alone = laissé tel quel
term-level = niveau
term-level-own-user = un utilisateur à part
term-level-passkey = clé d’accès
term-level-same-user = le même utilisateur
term-limit-disk = disque
term-limit-memory = mémoire
term-limit-processes = processus
term-limit-time = temps
term-limit-never-started = jamais démarré
term-log-broken = { $n ->
    [one] le journal échoue à la vérification ({ $n } événement vérifié)
   *[other] le journal échoue à la vérification ({ $n } événements vérifiés)
}
term-log-whole = { $n ->
    [one] le journal est intact : { $n } événement, chacun lié à tous les précédents
   *[other] le journal est intact : { $n } événements, chacun lié à tous les précédents
}
term-lifetime = durée
term-message = message
term-mode = mode
term-more = Il y en a plus :
term-more-attempts = { $n ->
    [one] { $n } tentative de plus
   *[other] { $n } tentatives de plus
}
term-no-more = Il n’y en a plus.
term-n-absent = { $n } acceptés avant et plus listés
term-n-added = { $n ->
    [one] { $n } ajouté
   *[other] { $n } ajoutés
}
term-n-as-accepted = { $n } tels qu’acceptés
term-n-changed-since = { $n } modifiés depuis
term-n-deferred = { $n } pour plus tard
term-n-events = { $n ->
    [one] { $n } événement
   *[other] { $n } événements
}
term-n-malformed = { $n ->
    [one] { $n } mal formé
   *[other] { $n } mal formés
}
term-n-new = { $n ->
    [one] { $n } nouveau
   *[other] { $n } nouveaux
}
term-deciders = seulement par
term-assigned = pour
term-comments = commentaires
term-n-of = { $n } sur { $total }
term-n-pinned = { $n } épinglés
term-n-redundant = { $n ->
    [one] { $n } superflu
   *[other] { $n } superflus
}
term-n-rejected = { $n ->
    [one] { $n } refusé
   *[other] { $n } refusés
}
term-n-staged = { $n } à suivre
term-n-steps = { $n ->
    [one] { $n } étape
   *[other] { $n } étapes
}
term-n-tools = { $n ->
    [one] { $n } outil
   *[other] { $n } outils
}
term-name = nom
term-network = réseau
term-next-list = La prochaine liste commence ici.
term-nine-within = p90
term-no-answer = sans réponse
term-no-news = Rien de nouveau.
term-no-plans = Aucun plan pour l’instant.
term-no-sets = Aucun ensemble de travail pour l’instant. countersign sets create NAME en crée un.
term-no-settings = Aucun réglage chargé pour l’instant.
term-no-stages = Aucune scène. countersign stage -- CMD en commence une.
term-no-stats = Rien n’a été demandé et rien n’a tourné.
term-no-suggestions = Rien à suggérer : rien n’a été confirmé assez souvent ces derniers temps.
term-no-undo = pas d’annulation
term-none = aucun
term-not-asked = non demandé
term-not-proved = non prouvé
term-nothing-changed = rien n’a changé
term-nothing-landed = rien n’a été appliqué
term-nothing-new = Rien de nouveau { $when }.
term-nothing-waits = rien n’attend
term-noticed = remarqué
term-now = maintenant
term-opaque = pas entièrement compris
term-open = ouvert
term-outcome-added = ajouté
term-outcome-malformed = mal formé
term-outcome-redundant = superflu
term-outcome-rejected = refusé
term-outside = dehors
term-owner = propriétaire
term-own-check = celle de l’agent : la réussir ne compte pas
term-person = personne
term-plan = plan
term-privileged = demande plus de droits
term-proposed = proposé
term-protected = protégé
term-question = question
term-rate = taux
term-reads = lit
term-reason = motif
term-receipt = reçu
term-refused = refusé
term-rejected = refusé
term-result = résultat
term-role = rôle
term-rollback = revenir en arrière
term-row = ligne
term-rule = règle
term-rule-named = règle { $rule }
term-run = exécution
term-scopes = seulement pour
term-sends = envoie dehors
term-session = session
term-set = ensemble
term-settings = réglages
term-set-empty = rien dedans pour l’instant
term-settings-changed = { $path } a été modifié hors de la scène : il dit quels programmes l’agent démarre
term-since-when = depuis { $time }
term-so-far = jusqu’ici
term-stage = scène
term-stage-over = { $status }, dossiers : { $folders }
term-started = début
term-started-at = début
term-state = état
term-status = état
term-stays = reste
term-step = étape
term-step-n = étape { $n }
term-steps = étapes
term-subject = sujet
term-summary = résumé
term-takes-back = annule
term-target = cible
term-then = puis confirm, reject ou defer pour chacun, ou confirm { $set }
term-thing = chose
term-things = choses
term-thread = fil
term-title = titre
term-to = à
term-token = jeton
term-token-once = montré cette seule fois ; à utiliser comme COUNTERSIGN_TOKEN
term-tokens = jetons
term-tool = outil
term-tool-changed = modifié
term-tool-is = { $tool } : { $state }
term-tool-new = nouveau
term-tools = outils
term-tried = essayé
term-undo = annulation
term-undo-best = autant que possible : { $caveats }
term-undo-exact = exacte
term-kept = gardé
term-typed-why = il faut le taper : { $why }
term-undo-until = annulable jusqu’à
term-undo-never = irréversible : { $reason }
term-undone-by = annulé par { $receipt }
term-unjudged = { $n ->
    [one] { $n } appel ne peut plus être jugé.
   *[other] { $n } appels ne peuvent plus être jugés.
}
term-uses-left = usages restants
term-verifier = vérificateur
term-waits-for = attend
term-warnings = avertissements
term-watch = surveillance
term-watch-beginning = commence
term-watch-changed = modifié
term-watch-created = créé
term-watch-deleted = supprimé
term-watch-ended = terminée
term-watch-frozen = gelée
term-watch-gap = lacune
term-watch-renamed = renommé
term-watch-watching = en cours
term-way-back = annulation
term-went-wrong = a mal tourné
term-what = quoi
term-who = qui
term-why = pourquoi
term-with-it = avec la règle
term-working-set = ensemble de travail
term-writes = écrit
term-yours = le vôtre
term-would-change = { $judged ->
    [one] Cela aurait changé { $changed } appel sur { $judged } : { $stricter } plus strict, { $looser } plus souple.
   *[other] Cela aurait changé { $changed } appels sur { $judged } : { $stricter } plus stricts, { $looser } plus souples.
}
term-would-change-none = { $judged ->
    [one] Cela aurait changé { $changed } appel sur { $judged }.
   *[other] Cela aurait changé { $changed } appels sur { $judged }.
}
term-undo-stale = l’annulation n’est plus possible : { $reason }
term-undo-again = ({ $command } vérifie à nouveau)
term-undo-first = d’abord { $receipts }
term-undo-chain = ({ $command } les annule tous)
term-undo-merge = ({ $command } propose une annulation fusionnée avec les changements)
term-undo-would = Elle ferait, dans cet ordre :
term-undo-agree = pour le faire : { $command }
term-stale = dépassé
term-ask-land = Faut-il le faire ?
term-ask-undo = L’annuler ?
term-nothing-to-undo = Rien ne peut être annulé.
term-n-wait = { $n ->
    [one] { $n } attend
   *[other] { $n } attendent
}
term-redo = rétablir
term-redone-by = rétabli par { $receipt }
term-redone = rétabli
term-no-redo = Rien ne peut être rétabli.
term-printed = sortie
term-printed-errors = erreurs
term-more-verbose = … { $n } de plus : -v
term-in-folder = … { $n ->
    [one] { $n } différence
   *[other] { $n } différences
    } dans { $folder } : -v
term-host = machine
term-no-hosts = ce journal n’est écrit que par une machine
term-host-this = celle-ci
term-host-there = présente
term-host-away = absente depuis { $at }
term-host-waiting = { $n ->
    [one] { $n } réponse l’attend
   *[other] { $n } réponses l’attendent
}
