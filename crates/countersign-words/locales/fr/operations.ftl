op-inbox-list = Lister ce qui vous attend, le plus dangereux d’abord
op-inbox-count = Compter ce qui vous attend
op-agent-news = Communiquer à un agent ses nouvelles instructions et réponses, et l’issue de ses propositions
op-audit-log = Lister les appels d’outils du journal, les plus récents d’abord
op-audit-summary = Résumer ce qu’a fait une exécution
op-audit-report = Rédiger un rapport sur une partie du journal
op-audit-export = Exporter le journal en JSON Lines, CSV, PDF ou OCSF, le plus ancien d’abord
op-token-create = Créer un jeton pour une personne, un agent ou un vérificateur ; il n’est affiché qu’une fois
op-token-list = Lister les jetons, sans leurs secrets
op-token-revoke = Révoquer immédiatement un jeton
op-grant-list = Lister les oui mémorisés qui comptent encore
op-grant-revoke = Révoquer aussitôt des oui mémorisés
op-freeze = Arrêter tout nouvel effet jusqu’au dégel
op-thaw = Laisser les effets reprendre
op-call-propose = Appeler un outil : ce qui est sans danger s’exécute aussitôt, le reste attend une personne
op-countdown-stop = Arrêter des comptes à rebours, pour qu’une personne doive décider
op-decision-stats = Compter les demandes, les réponses et les appels exécutés sans demander
op-decision-list = Lister les décisions, les plus récentes d’abord
op-context = Dire à un agent comment ses propositions récentes ont été reçues
op-effect-finish = Consigner l’issue d’un effet dans le monde
op-effect-reverted = Consigner l’issue de l’annulation d’un effet dans le monde
op-effect-begun = Lister les effets commencés et jamais signalés
op-item-bind = Mettre dans les arguments d’une proposition les résultats qu’elle attendait et la juger à nouveau
op-item-recheck = Comparer une proposition en attente avec l’état actuel ; si elle ferait autre chose, le montrer
op-item-resolve = Consigner comment s’est terminé un effet non signalé
op-handover-ask = Demander si un agent peut appeler un outil qui lui est propre
op-handover-approve = Répondre à la demande d’autorisation d’un agent (--permission-prompt-tool) : une personne décide
op-handover-exec = Exécuter une commande qui ne demande personne, et signaler son résultat
op-handover-finish = Vérifier ce qu’un agent a fait d’un appel qui lui a été remis
op-function-ask-doc = Demander si une fonction de son propre processus peut s’exécuter
op-function-begin-doc = Prendre une fonction autorisée, pour l’exécuter une fois
op-function-renew-doc = Dire qu’une fonction ou une tâche est encore en cours
op-function-report-doc = Rapporter comment s’est terminée une fonction exécutée
op-function-take-doc = Prendre une tâche que seul un worker ayant cette fonction peut faire
op-function-finish-doc = Rapporter comment s’est terminée une tâche prise comme worker
op-receipt-cancel-undo-doc = Annuler une annulation qui attend un worker
op-handover-note = Consigner ce qu’un agent dit avoir fait sans demander
op-hook-change = Noter qu’une personne modifie les hooks d’un agent
op-item-claim = Réserver un moment une proposition ou un lot, pour que les autres voient qui l’examine
op-item-lift = Laisser l’agent proposer à nouveau ce qui a été refusé
op-item-scopes = Compter combien de demandes passées chaque façon de retenir un oui aurait couvertes
op-item-whole = Montrer la différence d’une proposition qu’une page coupe, entière ou par parties
op-item-confirm = Dire oui à des propositions : ce qui a été montré a lieu, une fois
op-item-reject = Dire non à des propositions, avec un motif que l’agent lit
op-item-defer = Reporter des propositions ; elles restent à traiter
op-item-withdraw = Reprendre un refus dont l’agent n’est pas informé, ou une confirmation pas encore commencée
op-item-edit = Changer les arguments d’une proposition ; elle est jugée et montrée à nouveau
op-item-refresh = Vérifier à nouveau des propositions quand leurs conditions préalables ont changé
op-item-retract = Retirer ses propres propositions ouvertes
op-item-status = Obtenir l’état d’une proposition
op-passkey-begin = Obtenir les options qu’il faut à un navigateur pour créer une clé d’accès
op-passkey-finish = Ajouter la clé d’accès créée par votre navigateur ; les suivantes doivent être signées avec une clé existante
op-passkey-list = Lister les clés d’accès, y compris celles révoquées
op-passkey-authorize = Obtenir le défi à signer pour modifier des clés d’accès, des personnes ou des réglages
op-passkey-revoke = Révoquer une de vos clés d’accès ou, comme administrateur, celle d’autrui, en signant avec une des vôtres
op-passkey-reset = Révoquer toutes les clés d’accès d’une personne qui les a perdues, sur la machine même
op-passkey-challenge = Obtenir le défi à signer pour répondre à une proposition telle qu’elle a été montrée
op-plan-show = Montrer un plan entier avec l’issue de chaque étape ; un oui ultérieur vaut pour ce qui a été montré
op-plan-list = Lister les plans, les plus récents d’abord
op-plan-advance = Exécuter l’étape suivante d’un plan, si son tour est venu
op-plan-approve = Dire oui à un plan tel qu’il a été montré, en entier ou étape par étape
op-plan-reject = Dire non à un plan, avec un motif que l’agent lit
op-plan-pause = Mettre un plan en pause ; l’étape en cours se termine
op-plan-resume = Reprendre un plan en pause
op-plan-retry = Vérifier à nouveau l’étape échouée d’un plan et la réessayer
op-plan-skip = Omettre une étape d’un plan, et avec elle celles qui en dépendent
op-plan-abort = Terminer un plan ; ce qui a été fait demeure jusqu’à un retour en arrière
op-plan-propose = Présenter un travail comme un plan : une personne le voit en entier et Countersign en exécute les étapes
op-plan-rollback = Annuler ce qu’ont fait les étapes d’un plan, le plus récent d’abord
op-policy-check = Dire comment un appel serait jugé ; rien n’est exécuté
op-policy-show = Montrer les règles en vigueur
op-tool-list = Lister les outils que les agents peuvent appeler
op-process-register = Enregistrer le processus d’un agent : personne ne peut décider depuis lui ni depuis ses processus enfants
op-process-list = Lister les processus enregistrés comme agents
op-question-ask = Demander quelque chose à l’utilisateur ; redemander la même chose donne la même question et sa réponse
op-question-answer = Répondre à une question d’un agent ; la première réponse l’emporte
op-question-take-back = Reprendre une réponse dont l’agent n’est pas encore informé ; les propositions qu’elle remplaçait sont de nouveau ouvertes
op-question-list = Lister les questions des agents, les plus récentes d’abord
op-question-show = Montrer une question et sa réponse ; un agent qui regarde en est informé
op-receipt-list = Lister les reçus, les plus récents d’abord, chacun avec son annulation
op-receipt-undo = Annuler exactement ce que dit un reçu, si rien n’a bougé depuis
op-receipt-rerun = Proposer à nouveau l’appel d’un reçu ; il est examiné comme tout appel
op-retention-sweep = Supprimer les données d’annulation expirées
op-run-rollback = Annuler tout ce qu’a fait une exécution, le plus récent d’abord
op-run-settle = Terminer le plan et l’étape d’une exécution ramenée en arrière ; la marquer quand il n’en reste rien
op-run-start = Commencer un travail
op-run-end = Terminer un travail ; ses propositions ouvertes restent à la personne
op-run-list = Lister les exécutions, les plus récentes d’abord
op-run-show = Montrer une exécution avec ses propositions et ce qui a été appliqué
op-server-listed = Comparer ce que liste un serveur en amont avec ce qui a été accepté
op-server-failed = Noter pourquoi un serveur en amont n’a pas démarré
op-server-list = Lister les serveurs en amont et leurs outils nouveaux ou modifiés
op-server-accept = Accepter les outils nouveaux et modifiés d’un serveur tels qu’ils ont été montrés
op-server-forget = Oublier les outils acceptés d’un serveur ; sa prochaine liste est acceptée telle quelle
op-link-create = Créer un lien à usage unique qui connecte un navigateur ou un téléphone
op-link-redeem = Échanger un lien à usage unique contre une session
op-session-end = Se déconnecter : terminer la session de cet appel
op-listener-open = Laisser les téléphones de ce réseau atteindre le service, avec TLS, jusqu’à la fermeture
op-listener-close = Fermer l’adresse à laquelle les téléphones atteignent le service
op-set-confirm-all = Confirmer les propositions d’un lot qui vous ont été montrées, sauf celles qui demandent un oui à part
op-items-confirm-selected = Confirmer dans l’ordre des propositions choisies, sauf celles qui demandent un oui à part
op-set-dismiss = Refuser tout ce qui est en attente dans un lot
op-settings-load = Prendre en compte un fichier de réglages modifié, ou le laisser attendre une personne
op-settings-show = Montrer les réglages en vigueur, et les modifications qui vous attendent
op-settings-accept = Mettre en vigueur une modification des réglages qui assouplit quelque chose
op-show = Montrer une chose en entier ; un oui ultérieur vaut pour ce qui a été montré
op-stage-begin = Ouvrir une scène : un monde à part d’où rien n’est appliqué avant qu’une personne ne le signe
op-stage-note = Consigner une commande dans une scène : son début, sa fin, ce qui lui a été refusé
op-stage-list = Lister les scènes, les plus récentes d’abord
op-stage-show = Montrer une scène : ses commandes, ce qui leur a été refusé, ce qui a été appliqué
op-stage-drop = Jeter tout ce qui, dans une scène, n’a pas été appliqué
op-stage-give-up = Jeter une scène à soi
op-stage-diff = Montrer tout ce qui serait appliqué depuis une scène ; une application ultérieure vaut pour ce qui a été montré
op-stage-land = Dire oui à une scène : ce qui en a été montré est appliqué, et un seul reçu annule le tout
op-run-steer = Dire à une exécution quoi faire ; son agent le lit avec la prochaine réponse qu’il reçoit
op-run-redirect = Dire à une exécution de faire autre chose : ses propositions sont refusées, et les instructions qu’elle n’a pas encore reçues sont abandonnées
op-run-pause = Retenir une exécution : rien n’y commence avant sa reprise
op-run-resume = Reprendre une exécution en pause
op-run-stop = Arrêter une exécution : ses propositions sont refusées, ce qui est commencé se termine, aucun de ses appels ne s’exécute
op-run-memory = Montrer dans l’ordre les instructions données par des personnes à une exécution ; un agent voit celles qu’il a reçues
op-run-mode = Fixer dans quel mode une exécution en cours est décidée à partir de maintenant
op-run-stage = Faire travailler une exécution en cours dans une scène à partir de maintenant : rien n’est demandé, et vous l’appliquez après une seule revue
op-mode-set = Fixer dans quel mode sont décidées les exécutions d’un agent, ou celles d’un dossier
op-mode-list = Lister les modes fixés pour des agents et des dossiers
op-mode-clear = Mettre fin à un mode fixé pour un agent ou un dossier : celui des règles y vaut de nouveau
op-run-trust = Faire confiance à une exécution en cours dans son dossier jusqu’à sa fin : ce que l’annulation restaure exactement y est repris sans demander
op-trust-give = Faire confiance à un dossier, pour un agent ou pour tous : ce que l’annulation restaure exactement y est repris sans demander
op-trust-list = Lister les dossiers auxquels des personnes font confiance en plus de ceux du fichier de règles
op-trust-end = Mettre fin aussitôt à la confiance donnée à un dossier ou à une exécution
op-step-approve = Approuver des étapes en attente : leurs exécutions continuent
op-step-reject = Refuser des étapes : elles comptent comme échouées, et leurs effets peuvent être ramenés en arrière
op-step-retry = Laisser l’agent réessayer des étapes ; leurs preuves sont réunies à nouveau
op-step-skip = Omettre des étapes : leurs exécutions continuent sans elles
op-step-rollback = Annuler tout ce qu’a fait une étape, le plus récent d’abord
op-step-report = Signaler une étape : elle est vérifiée, et la réponse dit s’il faut continuer
op-step-settle = Noter une étape signalée d’après ses vérifications
op-step-run-check = Exécuter une vérification déclarée d’une étape, examinée comme tout appel
op-step-verify = Signaler les constats d’un vérificateur sur une étape
op-step-begin = Commencer une étape d’une exécution ; les appels suivants lui appartiennent
op-step-check = Exécuter maintenant les vérifications d’une étape ; les appels qui y suivent reposent sur elles
op-step-list = Lister les étapes d’une exécution, les plus récentes d’abord
op-step-show = Montrer une étape avec ses preuves et son issue
op-grant-suggest = Proposer des oui à mémoriser pour des appels confirmés à plusieurs reprises, avec les éléments à l’appui
op-grant-accept = Accepter une suggestion : mémoriser le oui pour ce qu’elle nomme, et rien d’autre
op-grant-decline = Décliner une suggestion : elle revient quand les éléments à l’appui ont doublé
op-timer-fire = Traiter les minuteries échues : laisser expirer ce qui n’est pas décidé, continuer là où personne ne s’est opposé, supprimer ce qui a expiré
op-visit-since = Montrer ce qui s’est passé depuis votre dernière visite, comment l’annuler, et ce qui vous attend
op-watch-settle = Lister les dossiers à surveiller, et terminer les surveillances échues
op-watch-noticed = Rapporter ce qui s’est passé dans un dossier surveillé
op-webhook-create = Ajouter un webhook qui reçoit des événements ; son secret n’est affiché qu’une fois
op-webhook-list = Lister les webhooks, sans leurs secrets
op-webhook-remove = Retirer un webhook, son secret et ses messages non livrés
op-webhook-test = Envoyer un test à un webhook ; s’il échoue, il est parmi les messages non livrés
op-webhook-dead = Lister les messages non livrés, qu’aucun webhook n’a acceptés
op-webhook-retry = Réessayer des messages non livrés
op-webhook-due = Lister les livraisons aux webhooks à faire maintenant
op-webhook-delivered = Consigner une livraison réussie à un webhook
op-webhook-failed = Consigner une livraison échouée à un webhook, et quand elle sera réessayée
op-working-set-create = Créer un ensemble de travail : des éléments à regarder, sous un nom
op-working-set-rename = Donner un autre nom à un ensemble de travail
op-working-set-delete = Supprimer un ensemble de travail ; ce qu’il contenait reste où il est
op-working-set-focus = Mettre un ensemble de travail au centre : les appels qui n’en nomment aucun utilisent alors celui-ci
op-working-set-unfocus = Retirer du centre l’ensemble de travail qui y est
op-working-set-list = Lister les ensembles de travail, les plus récents d’abord
op-working-set-show = Montrer un ensemble de travail et l’état de ses éléments
op-working-set-add = Ajouter des éléments à un ensemble de travail, tous ou aucun
op-working-set-mark = Épingler des éléments dans un ensemble de travail, les mettre à suivre ou pour plus tard, ou effacer cela
op-working-set-remove = Retirer des éléments d’un ensemble de travail ; eux-mêmes restent où ils sont
op-working-set-reorder = Mettre les éléments d’un ensemble de travail dans un autre ordre : nommer chacun une fois
op-limit-1000 = une limite va de 1 à 1000
op-self-no-token = Countersign lui-même n’a pas besoin de jeton
op-home-no-person = ce dossier de Countersign n’a encore aucune personne avec un jeton
op-hint-make-yours-first = créez d’abord le vôtre : countersign token person NAME
op-name-cannot-be = « { $name } » ne peut pas être un nom
op-hint-name-letters = utilisez des lettres, des chiffres, - _ . @, { $n } au plus
op-name-taken = le nom { $name } est pris par Countersign lui-même
op-name-other-kind = { $name } est le nom d’un acteur d’un autre type
op-hint-no-actor-is-two = un acteur est soit une personne, soit un agent, soit un vérificateur : choisissez un autre nom
op-only-persons-have-roles = seules les personnes ont des rôles
op-hint-scopes-narrow = un agent propose et un vérificateur signale ; --scopes restreint ce à quoi sert un jeton
op-token-ends-at-once = `days` doit être au moins 1
op-hint-scopes-are = item.* et show sont des opérations, tool:filesystem.* sont des outils
op-first-person-admin = la première personne d’un dossier de Countersign en est l’administrateur
op-hint-own-token-first = créez d’abord votre propre jeton, puis un pour les autres
op-revoked-already = { $id } a déjà été révoqué
op-last-admin-token = c’est le dernier jeton d’un administrateur ; personne ne pourrait en créer un autre
op-hint-make-another-first = créez-en d’abord un autre : countersign token person NAME
op-nothing-frozen = rien n’est gelé
op-hint-token-is-for = il vaut pour { $scopes } ; cette tentative est dans le journal
op-attempt-logged = cette tentative est dans le journal
op-not-a-tool = { $tool } est { $said-why }, pas un outil
op-what-hook-asks = une opération pour les hooks des agents
op-what-person-does = une opération pour les personnes
op-takes-list = { $tool } prend une liste, et n’en a pas reçu
op-takes-list-plan = { $tool } prend une liste : dans un plan, chaque élément est une étape à part
op-refused = refusé : { $saids }
op-nothing-to-do = rien à faire : { $said }
op-not-confined = ne peut être confiné : { $saids }
op-no-world = il n’y a pas de monde pour cela ici
op-read-does-not-wait = il faut un résultat qui n’est pas encore là, et une lecture n’attend pas
op-hint-read-when-landed = lisez quand { $ids } aura été appliqué
op-landed-before = déjà proposé sous { $id } et appliqué entre-temps, une fois ; voici son résultat. S’il doit se produire encore, refaites le même appel
op-already-proposed = déjà proposé sous { $id } (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
})
op-queued = La proposition attend l’examen de l’utilisateur.
op-queued-countdown = { $said } Elle continue dans { $n } s si personne ne s’y oppose.
op-list-empty = la liste est vide ; rien n’a été proposé
op-elements-queued = { $said } { $n } sur { $all } éléments
op-elements-done = { $n } éléments sur { $all } faits
op-elements-at-once = aussitôt : { $n }
op-elements-redundant = { $n ->
    [one] { $n } redondant
   *[other] { $n } redondants
}
op-elements-malformed = { $n ->
    [one] { $n } mal formé
   *[other] { $n } mal formés
}
op-elements-rejected = { $n ->
    [one] { $n } rejeté
   *[other] { $n } rejetés
}
op-waits-own-yes = attend votre propre oui : { $said }
op-neither-item-nor-step = il n’y a ni proposition ni étape { $id }
op-no-countdown = { $id } n’a pas de compte à rebours (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
    [running] en cours
    [counting] en compte à rebours
    [waiting] en attente
    [stopped] arrêté
    [completed] terminé
    [skipped] omis
   *[other] { $status }
})
op-hint-inbox-goes-on = voyez les comptes à rebours : countersign inbox
op-days-range = les jours vont de 1 à { $n }
op-decisions-not-yours = { $who } ne peut pas lire les décisions sur { $agent }
op-not-applying = { $id } n’est pas en cours (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
})
op-pending-again-after = { $said } ; c’est de nouveau en attente
op-never-reported = cela a commencé, mais son issue n’a jamais été signalée : { $said }
op-landed-in-part = cela a été appliqué au moins en partie, et son issue est inconnue : { $saids }
op-may-not-be-all = cela a pu faire plus que ceci : { $saids }
op-before-not-captured = l’état précédent n’a pas pu être conservé
op-replaced-not-captured = ce que l’annulation a remplacé n’a pas été conservé
op-no-undo-under-way = aucune annulation de { $receipt } n’est en cours sous { $id }
op-nothing-in-doubt = rien n’est à éclaircir pour { $id } (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
})
op-pending-again = De nouveau en attente : { $said }
op-handed-not-done = remis à { $who }, qui ne l’a pas fait
op-agent-did-not = l’agent ne l’a pas fait
op-handed-as-approved = remis à { $who } : le résultat est celui qui a été approuvé
op-handed-differs = remis à { $who }, qui a fait autre chose que ce qui a été approuvé : { $saids }
op-unasked-noted = noté
op-hooks-changed = hooks de { $agent } { $verb ->
    [installed] installés
   *[removed] retirés
} dans { $path }
op-nobody-holds = personne ne le tient
op-claim-range = on tient une proposition de 1 à 1440 minutes
op-holds-for = { $who } le tient { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
op-only-rejection-blocks = seul un refus bloque ; { $id } est { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
}
op-may-propose-again = l’agent peut le proposer à nouveau : { $said }
op-refresh-looks = { $said } ; vérifiez-le à nouveau : countersign refresh { $id }
op-froze-thaw = { $who } a tout gelé ; countersign thaw y met fin
op-froze = { $who } a tout gelé
op-needs-result = il faut le résultat de { $id } (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
})
op-needs-result-anew = il faut le résultat de { $id } (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
   *[other] { $status }
}) ; quand il sera là, cela sera montré à nouveau
op-result-not-judged = un résultat nécessaire est là, mais cela ne peut pas être jugé avec lui pour l’instant
op-holds-result = cela contient le résultat de { $id }
op-with-result = avec le résultat attendu : { $saids }
op-not-carried-out = { $id } n’a pas pu être exécuté
op-not-carried-out-why = { $id } n’a pas pu être exécuté : { $said }
op-only-they-decide = seul { $who } peut dire oui à ceci
op-nobody-may-decide = personne ne peut dire oui à ceci : les groupes nommés par les règles sont vides
op-not-the-owner = la règle demande quelqu’un d’autre que la personne pour qui l’agent travaille
op-not-it = cela ne correspond pas ; { $said }
op-no-always-hosts = { $id } ne peut pas être autorisé pour l’avenir : ce oui vaut pour les hôtes montrés, un oui mémorisé vaudrait pour tous
op-no-always = { $id } ne peut pas être autorisé pour l’avenir : cela fait toujours l’objet d’une demande
op-offer = de tels appels ont été confirmés { $n } fois ; une autorisation pour { $agent } les aurait couverts, et celui-ci aussi : { $said-what }
op-offer-moved = ce que { $id } propose de retenir n’est pas ce qui a été montré : regardez-le de nouveau
op-offer-scope = `offer` dit déjà ce que l’autorisation couvre : omettez `scope`
op-scope-not-offered = un oui à { $id } ne peut pas être retenu avec la portée « { $scope } »
op-scope-offered = portées possibles : { $scopes }
op-scope-tool-forever = un outil entier peut être permis pour une exécution ou une durée, pas pour toujours
op-scope-tool-hint = indiquez `--always run`, `1h`, `1d` ou `1w`
op-hint-without-always = confirmez-le sans --always
op-sign-it = ceci est destructif et vous avez une clé d’accès : signez-le ; POST /v1/items/{ $id }/challenge renvoie le défi
op-bad-assertion = { $said } ; rien n’a été décidé, demandez un nouveau défi
op-approvals = approbations : { $have } sur { $want }
op-yes-before = vous avez déjà dit oui ; { $said }
op-no-way-back = Irréversible dès que l’agent en est informé ; d’ici là, cela peut être repris
op-rejected = Refusé : { $said }
op-deferred = Reporté : { $said }
op-withdraw-told = l’agent est informé du refus ; il peut proposer l’appel à nouveau
op-withdraw-fell = elle a été refusée avec la proposition dont elle dépend ; l’agent peut la proposer à nouveau
op-withdraw-secrets = ses arguments contenaient des secrets et ont été supprimés ; l’agent peut la proposer à nouveau
op-withdraw-landed = c’est appliqué ; annulez plutôt son reçu
op-no-answer-to-take-back = il n’y a pas de réponse à reprendre (état : { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
    [open] ouvert
    [answered] répondu
    [cancelled] annulé
   *[other] { $status }
})
op-nothing-different = rien ne changerait
op-hint-args-or-land = donnez --args ou --land
op-function-name = "{ $name }" ne peut pas être un nom ici : seulement lettres, chiffres, - _ . et :, 128 au plus
op-function-claim = une réservation est un mot aléatoire de 16 à 200 caractères
op-function-same = seuls les arguments de { $name } peuvent être modifiés
op-function-call-id = cela ne peut pas être l’identifiant d’un appel : seulement lettres, chiffres, - _ . et :, 200 au plus
op-function-id-used = { $id } était l’identifiant d’un autre appel dans cette exécution
op-function-allowed = autorisé : la commencer et l’exécuter avec ces arguments
op-function-done-before = { $id } a déjà été exécuté
op-function-begun = l’exécuter maintenant et rapporter comment elle s’est terminée
op-function-not-one = { $id } n’est pas un appel de fonction
op-function-taken = un autre processus exécute { $id }
op-function-other-version = { $name } est maintenant en version { $now }, et la version { $was } a été approuvée
op-function-judged-anew = elle serait jugée autrement maintenant ; regarder à nouveau : countersign refresh { $id }
op-function-not-yours = { $id } n’a pas été commencé avec cette réservation, ou son temps est écoulé
op-function-unknown = son processus ne sait pas si elle s’est exécutée : { $said }
op-function-failed = son processus dit qu’elle a échoué : { $said }
op-function-silent = le processus qui l’exécutait n’a jamais répondu
op-function-word = exécutée par le propre processus de { $agent } : que cela a eu lieu, et son résultat, ne sont que la parole de ce processus
op-function-waits = en attente d’un worker qui connaît { $name }
op-function-waits-version = en attente d’un worker qui connaît { $name } (version { $version })
op-function-worker-silent = le worker qui l’annulait n’a jamais répondu
op-function-too-many = un worker nomme { $n } fonctions au plus
op-function-worker-version = un worker est venu avec la version { $now } de { $name }, mais c’est la version { $was } qui s’est exécutée
op-function-not-a-check = seule une vérification peut dire qu’elle ne s’est pas exécutée
op-function-did-run = un worker dit qu’elle s’est exécutée
op-function-did-not-run = un worker dit qu’elle ne s’est pas exécutée ; il faut une nouvelle décision
op-function-worker-says = le worker dit : { $said }
op-function-confirmed = approuvée ; le processus qui a demandé l’exécute
op-goes-on = { $said } : c’est en cours ; le reçu viendra à la fin (`countersign show { $id }`)
op-has-its-turn = { $said } : ce sera son tour quand ce qui précède sera terminé
op-cancel-undo-none = aucune annulation de { $id } n’attend un worker
op-cancel-undo-late = un worker annule { $id } en ce moment
op-cancel-undo-done = son annulation a été abandonnée : { $said }
op-agent-does-itself = l’agent fait cela lui-même, avec ses propres arguments
op-hint-say-instead = dites ce que vous voulez à la place : countersign reject { $id } --reason …
op-policy-refuses = les règles le refusent : { $saids }
op-nothing-left = il ne reste rien à faire : { $said }
op-another-command = une commande modifiée a d’autres effets
op-hint-edit-then-choose = modifiez d’abord ses arguments, puis choisissez parmi les nouveaux effets
op-not-rehearsed = { $id } n’a pas été répété à blanc : il n’y a rien à choisir
op-hint-may-rehearse = essayez de le répéter à blanc : countersign refresh { $id }
op-it-is = c’est { $status ->
    [proposed] proposé
    [approved] approuvé en entier
    [stepwise] approuvé étape par étape
    [paused] en pause
    [completed] terminé
    [rejected] refusé
    [rolled_back] ramené en arrière
   *[aborted] interrompu
}
op-agent-took-back = l’agent l’a retiré
op-retracted = Retiré par l’agent : { $said }
op-id-is = { $id } est { $status ->
    [pending] en attente
    [deferred] reporté
    [blocked] bloqué
    [confirmed] confirmé
    [applying] en cours
    [applied] fait
    [failed] en échec
    [stale] périmé
    [needs_review] à éclaircir
    [rejected] refusé
    [retracted] retiré par l’agent
    [expired] expiré
    [running] en cours
    [counting] en compte à rebours
    [waiting] en attente
    [stopped] arrêté
    [completed] terminé
   *[skipped] omis
}
op-passkey-known-here = cette clé d’accès est déjà enregistrée
op-passkeys-most = { $who } a { $n } clés d’accès, ce qui est le maximum
op-label-range = un libellé a de 1 à { $n } caractères
op-hint-challenge-once = recommencez : le défi vaut une fois, pendant cinq minutes
op-passkeys-must-sign = un changement de clés d’accès doit être signé avec une clé déjà présente
op-hint-passkeys-authorize = POST /v1/passkeys/authorize renvoie le défi ; en cas de perte, passkey reset sur la machine même
op-not-signed = « { $op } » ne peut pas être signé
op-hint-these-are = le sont : { $ops }
op-say-one-thing = dites une seule chose : quoi ajouter, révoquer ou autoriser
op-passkey-of-other = la clé d’accès { $id } appartient à { $who }
op-hint-they-or-admin = seule cette personne ou un administrateur peut la révoquer
op-passkeys-not-from-agent = les clés d’accès ne peuvent pas être réinitialisées depuis un processus de { $agent }
op-confirm-who-must-agree = { $id } ne peut être permis pour l’avenir : une règle dit qui doit être d’accord, et un oui retenu serait le vôtre seul
op-confirm-same-human = { $link }, les deux pourraient donc être un seul humain, et ce oui ne compte pas à côté de l’autre ; il compte si vous signez tous deux avec une clé d’accès, ou décidez comme utilisateurs différents de cette machine
op-confirm-may-be-owner = la règle demande quelqu’un d’autre que la personne pour qui travaille l’agent, et { $link }, les deux pourraient donc être un seul humain ; signez avec votre clé d’accès, ou décidez comme votre propre utilisateur de cette machine
op-links-not-from-agent = personne ne peut se connecter depuis un processus de { $agent }
op-links-not-from-agent-hint = ouvrez le lien dans un navigateur qu’aucun agent n’a lancé ; cette tentative est au journal
op-links-other-user = ce lien est pour un autre utilisateur de cette machine
op-hint-clean-terminal = faites-le depuis un terminal qu’aucun agent n’a lancé
op-has-no-passkey = { $who } n’a pas de clé d’accès
op-rejected-before = une personne a refusé la même proposition { $said-before }, et rien n’a changé depuis
op-before-plain = auparavant
op-before-why = auparavant (motif : { $reason })
op-scope-unknown = { $scope } n’est ni une opération ni un outil
op-type-it = tapez { $typed } pour le confirmer : { $said-why }
verb-confirm = Confirmer
category-calendar = Agenda
category-checklist = Points de la liste
category-commands = Commandes
category-data = Données
category-due = Échéances
category-estimates = Estimations
category-files = Fichiers
category-functions = Fonctions
category-labels = Étiquettes
category-links = Liens
category-other = { $tool } ({ $server })
category-priorities = Priorités
category-reports = Rapports et notes
category-status = Statut
category-tasks = Tâches
category-titles = Titres
verb-send = Envoyer
verb-run-deleting = Exécuter et supprimer
verb-delete-files = Supprimer { $n ->
    [one] 1 fichier
   *[other] { $n } fichiers
}
verb-delete-files-and-more = Supprimer { $n ->
    [one] 1 fichier
   *[other] { $n } fichiers
} et en modifier d’autres
verb-delete-folders = Supprimer { $n ->
    [one] 1 dossier
   *[other] { $n } dossiers
}
typed-never = cela ne peut pas être annulé
typed-best = cela ne peut pas être annulé entièrement
typed-outside = cela se trouve hors de l’espace de travail
typed-many = cela touche { $n } éléments à la fois
kept-until = ce qui est remplacé ou supprimé est gardé dans { $place } pendant { $days ->
    [one] 1 jour
   *[other] { $days } jours
} : annulable jusqu’au { $date }
op-run-was-stopped = son exécution a été arrêtée
op-run-was-rolled-back = son exécution a été ramenée en arrière
op-run-is-paused = son exécution est en pause
op-step-under-way = l’étape { $n } est en cours
op-nothing-left-to-do = il ne reste rien à faire
op-step-waits-as = l’étape { $n } attend une personne sous { $item }
op-step-waits-result = l’étape { $n } attend le résultat de { $id }
op-plan-is = le plan { $id } est { $status ->
    [proposed] proposé
    [approved] approuvé en entier
    [stepwise] approuvé étape par étape
    [paused] en pause
    [completed] terminé
    [aborted] interrompu
    [rolled_back] ramené en arrière
   *[rejected] refusé
}
op-plan-is-approved-by = le plan { $id } est { $status ->
    [proposed] proposé
    [approved] approuvé en entier
    [stepwise] approuvé étape par étape
    [paused] en pause
    [completed] terminé
    [aborted] interrompu
    [rejected] refusé
   *[other] { $status }
} (approuvé par { $who })
op-hint-only-proposed = seul un plan proposé peut être approuvé
op-approved-stepwise = Approuvé étape par étape : chaque changement est demandé quand vient son tour
op-approved-whole = Approuvé en entier
op-approved-whole-asked = Approuvé en entier ; { $n ->
    [one] { $n } de ses étapes est demandée
   *[other] { $n } de ses étapes sont demandées
} à part
op-hint-approved-is-aborted = terminez un plan approuvé avec countersign plan abort
op-hint-only-going-paused = seul un plan en cours d’exécution peut être mis en pause
op-paused-it = { $who } l’a mis en pause
op-paused-it-why = { $who } l’a mis en pause : { $reason }
op-step-failed = l’étape { $n } a échoué
op-hint-plan-go-on = dites comment continuer : countersign plan retry, skip ou abort { $id }
op-hint-only-paused = seul un plan en pause peut être repris
op-nobody-knows-step = l’issue de l’étape { $n } est inconnue
op-hint-look-resolve = vérifiez, puis : countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = aucune de ses étapes n’a échoué : reprenez-le avec countersign plan resume
op-hint-left-out-when = on ne peut omettre des étapes que dans un plan approuvé qui n’est pas terminé
op-hint-no-step-failed-which = aucune de ses étapes n’a échoué : dites laquelle avec --step
op-step-not-left-out = l’étape { $n } ne peut être omise (état : { $status ->
    [waiting] en attente
    [running] en cours
    [done] fait
    [failed] en échec
    [skipped] omis
    [blocked] bloqué
   *[other] { $status }
})
op-it-is-over = il est terminé
op-ended-it = { $who } l’a terminé
op-ended-it-why = { $who } l’a terminé : { $reason }
op-not-step-number = { $n } n’est pas le numéro d’une étape
op-plan-queued = Le plan attend l’examen de l’utilisateur.
op-title-range = un titre est une ligne d’au plus { $n } caractères, et non vide
op-plan-steps-range = un plan a de 1 à { $most } étapes, celui-ci { $n }
op-plan-args-weigh = les arguments de toutes les étapes pèsent { $n } octets ; la limite est { $most }
op-run-has-plan = l’exécution a déjà un plan : { $id } (état : { $status ->
    [proposed] proposé
    [approved] approuvé en entier
    [stepwise] approuvé étape par étape
    [paused] en pause
    [completed] terminé
    [aborted] interrompu
    [rejected] refusé
   *[other] { $status }
})
op-run-has-no-folder = l’exécution { $id } ne travaille dans aucun dossier : il n’y a rien à mettre en scène
op-run-has-stage = l’exécution { $id } travaille déjà dans la scène { $stage }
op-hint-wait-or-end-plan = attendez qu’il soit terminé, ou terminez-le : countersign plan abort { $id }
op-step-fault = étape { $n } : { $said }
op-plan-not-taken = le plan n’est pas valide : { $saids }
op-hint-mend-steps = corrigez ces étapes et proposez à nouveau le plan entier
op-depends-before = elle ne peut dépendre que d’une étape antérieure, pas de l’étape { $n }
op-flag-irreversible = ne peut être annulé : { $said }
op-flag-rehearsed-asked = demandée à part : sa répétition supprime ou touche quelque chose de protégé
op-shown-reads = ne fait que lire : sans danger
op-shown-exact = ses arguments disent exactement ce qu’elle fait
op-shown-changes = répétée : voici ce qu’elle change
op-shown-changes-over = répétée après { $n ->
    [one] l’étape
   *[other] les étapes
} { $steps } : voici ce qu’elle change
op-shown-nothing = répétée : elle ne change rien
op-shown-nothing-over = répétée après { $n ->
    [one] l’étape
   *[other] les étapes
} { $steps } : elle ne change rien
op-shown-without = sans ce que feront les étapes { $steps }
op-shown-not = non répétée : { $said }
op-shown-not-to-its-end = non répétée jusqu’au bout : voir les avertissements
op-rehearse-elsewhere = ce que fait { $tool } ne peut pas être essayé
op-rehearse-in-stage = son exécution travaille dans une scène
op-rehearse-results = elle utilise des résultats qui n’existent pas encore
op-rehearse-policy = la politique ne le permet pas
op-rehearse-item = elle attend quelque chose qui n’est pas décidé
op-rehearse-host = elle atteint { $hosts }
op-rehearse-no-world = elle ne peut pas être essayée sur cette machine
op-flag-best-effort = ne peut être annulé qu’en partie : { $saids }
op-flag-asked = demandé à part : { $saids }
op-flag-noop = en l’état, rien à faire : { $said }
op-call-when-done = Appeler { $tool } quand les étapes précédentes sont faites
op-not-looked-at = cela n’a pas encore pu être examiné
op-flag-unseen = ne peut encore être examiné, demandé quand vient son tour : { $said }
op-flag-uses = utilise le résultat de l’étape { $n }
op-flag-nobody-has-seen = demandé à part : personne n’a encore vu le résultat de l’étape { $n }
op-flag-nobody-has-seen-item = demandé à part : personne n’a encore vu le résultat de { $item }
op-hint-end-plan-first = terminez-le d’abord : countersign plan abort { $id }
op-process-is-root = tous les processus de la machine descendent de celui-ci
op-not-boot-id = ce n’est pas un identifiant de démarrage
op-question-queued = La question attend l’utilisateur.
op-default-counts = Personne n’a répondu à temps ; la valeur par défaut s’applique : { $answer }
op-answered-by = Réponse de { $who } : { $answer }
op-stopped-nobody-answers = Son exécution a été arrêtée ; personne ne répondra.
op-nobody-answered = Personne n’a répondu à temps.
op-questions-most = { $n } questions de cette exécution attendent déjà
op-hint-go-on-or-wait = continuez avec ce qui est connu, ou attendez des réponses
op-question-range = une question a de 1 à { $n } caractères
op-choices-range = une question a de { $least } à { $most } choix, ou aucun
op-no-choices-any = une question sans choix accepte toute réponse
op-choice-twice = le choix { $choice } figure deux fois
op-default-no-answer = la valeur par défaut n’est pas une réponse valide : { $said }
op-timeout-range = un délai a de 1 à { $n } secondes
op-hint-leave-timeout-out = omettez-le pour attendre le temps qu’il faut
op-choice-range = un choix a de 1 à { $n } caractères
op-choice-contains = un choix contient { $said }
op-choice-secret = un choix ressemble à un secret
op-confirm-one-typed = une confirmation tapée ou mémorisée vaut pour un seul élément
op-confirm-one = confirmez un élément
op-answer-range = une réponse a de 1 à { $n } caractères
op-none-of-choices = { $answer } n’est pas l’un des choix
op-hint-choose-one = choisissez parmi { $choices }
op-no-answer = il n’y a pas de réponse
op-until-told = Peut être repris tant que l’agent n’en est pas informé
op-answered = Répondu : { $answer }
op-taken-back-open = Reprise ; la question est ouverte
op-nothing-landed = rien de { $id } n’a été appliqué
op-repeat-no-sense = répéter { $id } n’a pas de sens
op-args-not-kept = les arguments de { $id } ne sont plus conservés
op-kept-a-day = les données d’annulation doivent être conservées au moins un jour
op-kept-days-over = ce qui était là avant a été conservé { $n ->
    [one] { $n } jour
   *[other] { $n } jours
}, et ce délai est écoulé
op-nothing-stands = il ne reste rien de { $what ->
    [run] cette exécution
    [plan] ce plan
    [step] cette étape
   *[other] cela ({ $what })
}
op-effects-taken-back = effets annulés : { $n } sur { $all }
op-effects-partly = effets annulés : { $n } sur { $all } ; { $m ->
    [one] { $m } demeure
   *[other] { $m } demeurent
}
op-run-rolled-back-already = l’exécution { $id } a déjà été ramenée en arrière
op-rollback-moved = { $id } n’est plus tel que montré : { $event } n’est plus son dernier effet
op-run-rolled-back = l’exécution { $id } a été ramenée en arrière
op-hint-new-or-reopen = lancez-en une nouvelle, ou laissez une personne la rouvrir : countersign run resume { $id }
op-run-came-later = l’exécution { $id } sur le même sujet est plus récente
op-hint-roll-that-first = ramenez d’abord celle-là en arrière : countersign run rollback { $id }
op-run-is-rolled-back = l’exécution est ramenée en arrière
op-subject-blank = un sujet ou un fil ne peut pas être vide
op-threshold-mode = un seuil demande le mode confidence_threshold
op-run-checks-most = une exécution a au plus { $n } vérifications, chacune une commande d’au plus { $chars } caractères
op-agent-no-loosening = un agent ne peut pas choisir un mode où moins est demandé
op-hint-mode-to-policy = laissez le mode aux règles, ou demandez manual
op-mode-whose = un mode se fixe pour un agent, un dossier ou les deux
op-mode-whose-hint = nommez `agent` ou `folder` ; `run mode` le fixe pour une exécution
op-mode-most = au plus { $n } modes peuvent être fixés ; mettez d’abord fin à l’un d’eux
op-mode-folder = { $path } n’est pas un dossier où des exécutions pourraient travailler
op-mode-folder-hint = donnez-le comme chemin absolu
op-trust-no-folder = l’exécution { $id } ne travaille dans aucun dossier
op-trust-files = de 1 à { $most } fichiers
op-trust-most = la confiance peut être donnée au plus { $n } fois ; mettez d’abord fin à l’une
op-mode-was-set = { $what } : { $mode } à partir de maintenant ; { $n ->
    [0] aucune exécution en cours ne le suit
    [one] une exécution en cours le suit
   *[other] { $n } exécutions en cours le suivent
}
op-mode-was-cleared = { $what } : de nouveau { $mode } ; { $n ->
    [0] aucune exécution en cours ne change
    [one] une exécution en cours change
   *[other] { $n } exécutions en cours changent
}
op-run-of-other = un agent commence ses propres exécutions, dans son propre dossier
op-run-of-other-hint = omettez `agent` et `folder`
op-run-ended-already = l’exécution { $id } est déjà terminée
op-reason-failed = un motif n’est que pour une exécution échouée, et compte au plus 2000 caractères
op-no-open-run = aucune de vos exécutions n’est ouverte dans ce dossier
op-no-receipt-of-yours = vous n’avez pas de reçu { $id }
op-server-name = { $name } ne peut pas être le nom d’un serveur
op-hint-letters-digits = utilisez des lettres, des chiffres, - et _
op-half-digest-else = donnez au moins la moitié de l’empreinte, pour qu’elle soit sans ambiguïté
op-hint-servers-shows-it = countersign servers la montre
op-server-nothing-new = { $name } ne propose rien de nouveau
op-server-offer-changed = ce que propose { $name } a changé depuis l’affichage
op-hint-servers-shows-now = countersign servers montre ce que c’est maintenant
op-signed-whole-digest = signez l’empreinte entière
op-no-server = aucun serveur { $name } n’a jamais listé ses outils
op-hint-servers-lists-those = countersign servers liste ceux qui l’ont fait
op-only-admin-signs-in = seul un administrateur peut connecter les autres, et nul ne peut donner plus de droits qu’il n’en a
op-scoped-no-session = un jeton restreint ne peut pas devenir une session sans restriction
op-link-range = un lien dure de 1 à 60 minutes, et sa session de 1 à 365 jours
op-link-used = ce lien a déjà servi ou a expiré
op-listener-no-address = { $address } n’est pas une adresse
op-listener-no-address-hint = donnez une adresse de cette machine, sans port : 192.168.1.5
op-listener-not-private = { $address } n’est pas une seule adresse d’un réseau privé
op-listener-not-private-hint = pour écouter ailleurs, démarrez le service ainsi : countersign up --listen ADDRESS --tls-self-signed
op-hint-open-another = créez-en un autre : countersign open
op-no-session = cet appel ne porte pas de session
op-hint-token-revoke = countersign token revoke ID révoque un jeton
op-not-together = rien de { $id } ne peut être confirmé en bloc
op-rehearsed-first = c’est d’abord répété, là où c’est possible : si rien ne change, cela continue, sinon vous voyez ce que cela a fait et on vous demande
op-settings-wait = { $name } attend votre décision : { $said-first }
op-settings-wait-more = { $name } attend votre décision : { $said-first } (et { $n } de plus)
op-hint-show-first = voyez ce qu’il en est : countersign show { $id }
op-items-at-once = au plus { $n } propositions à la fois
op-other-settings = d’autres réglages sont désormais en vigueur
op-hint-compare = comparez avec les réglages en vigueur
op-half-digest-text = donnez au moins la moitié de l’empreinte, pour qu’aucun autre texte ne corresponde
op-hint-changes-shows-it = countersign policy changes la montre
op-no-settings-wait = aucune modification des réglages n’attend sous { $digest }
op-hint-changes-shows-waits = countersign policy changes montre ce qui attend ; cela peut avoir changé depuis
op-hint-inbox-lists = countersign inbox liste ce qui attend
op-no-event = il n’y a pas d’événement { $id }
op-stage-begun-by = { $id } a été ouverte par { $who }, qui seul en rend compte
op-no-command-begun = aucune commande n’a commencé dans { $id }
op-stage-not-shown = elle ne vous a jamais été montrée ; regardez d’abord : countersign stage diff { $id }
whole-no-file = seul ce qu’écrivent les outils de fichiers peut être vu en entier
whole-protected = cela touche un fichier protégé, dont rien de plus n’est offert
whole-decided = c’est décidé : les fichiers peuvent avoir changé
whole-moved = les fichiers ont changé depuis que ceci a été montré
whole-moved-hint = regardez de nouveau : countersign refresh { $id }
whole-secrets = les secrets qui s’y trouvent ne sont pas montrés
op-stage-by-name = ces chemins sont protégés et doivent être demandés par leur nom : { $paths }
op-stage-by-name-hint = nommez chacun : { $ways } ; ou laissez-les de côté avec --except
op-nothing-to-land = il n’y a rien à appliquer : { $said }
op-redirected = réorienté : { $instruction }
op-paused-already = { $who } a déjà mis en pause l’exécution { $id }
op-reason-range = un motif a au plus { $n } caractères
op-hint-steer-more = dites-en plus à l’agent avec countersign run steer
op-run-stopped-why = l’exécution a été arrêtée : { $reason }
op-step-is-by = { $id } est { $status ->
    [running] en cours
    [counting] en compte à rebours
    [waiting] en attente
    [stopped] arrêté
    [completed] terminé
    [failed] en échec
   *[skipped] omis
} par { $who }
op-hint-not-reported = son agent ne l’a pas encore signalée
op-hint-step-go-on = dites comment continuer : countersign step retry { $id }, step skip { $id2 } ou step reject { $id3 }
op-approved = Approuvé : { $title }
op-step-rejected-effects = { $said } ; { $n ->
    [one] { $n } de ses effets peut être annulé
   *[other] { $n } de ses effets peuvent être annulés
} : countersign step rollback { $id }
op-may-try-again = L’agent peut réessayer : { $title }
op-skipped = Omis : { $title }
op-notes-range = les notes ont au plus { $n } caractères
op-go-on = continuer
op-go-on-in = continuer dans { $n } s si personne ne s’y oppose ; vérifiez avec step_status { $id }
op-check-waits = une de ses vérifications attend une personne sous { $id }
op-person-decides = une personne décide ; d’ici là, ne rien faire qui en dépende
op-stop-here = s’arrêter ici ; une personne dit comment continuer
op-not-a-check = { $command } n’est pas une vérification de cette exécution
op-hint-only-declared = seules les vérifications que déclarent les règles ou l’exécution sont exécutées
op-run-not-at = { $id } n’est pas l’étape actuelle de l’exécution
op-passed = vérification réussie
op-did-not-pass = échec de la vérification
op-did-not-pass-why = échec de la vérification : { $said }
op-under-way = en cours
op-unchanged-since-run = rien n’a changé depuis son exécution
op-check-of-step = une vérification de l’étape actuelle de cette exécution
op-hint-evidence-when = seule une étape en cours ou en attente accepte des preuves
op-findings-empty = le rapport est vide : donnez des vérifications, une confiance, ou les deux
op-checks-at-once = au plus { $n } vérifications sont acceptées à la fois
op-check-name-range = une vérification a un nom de 1 à { $n } caractères
op-step-retries-most = une étape est réessayée { $n } fois au plus
op-hint-wait-thaw = attendez qu’une personne laisse reprendre
op-no-checks = aucune vérification n’est déclarée
op-hint-list-checks = une personne les indique dans les règles, checks = ["…"], ou avec l’exécution
op-nothing-decided = rien n’a été décidé
op-of-confirmed = { $n } sur { $all } confirmés
op-too-little = { $said } ne suffit pas comme preuve
op-no-one-pattern = aucun motif unique ne couvre les appels confirmés
op-somebody-said-no = quelqu’un a refusé un appel que cela autoriserait
op-allowed-already = c’est déjà autorisé
op-suggest = { $n } sur { $all } confirmés en { $days ->
    [one] un jour
   *[other] { $days } jours
} : autoriser { $agent } à faire { $said-what } pendant une semaine ?
op-suggest-on = { $tool } sur { $said }
op-suggestion-all-runs = une suggestion porte sur toutes les exécutions de l’agent, pas sur une seule
op-hint-lifetimes = dites 1h, 1d, 1w ou forever ; ou confirmez une proposition de cette exécution avec --always run
op-yes-no-uses = `uses` doit être au moins 1
op-suggestion-moved = la suggestion { $id } a changé
op-hint-suggestion-now = c’est maintenant { $id } : { $said }
op-no-suggestion = il n’y a pas de suggestion { $id }
op-hint-suggest-lists-them = countersign grants suggest les liste
op-no-longer-suggested = { $id } n’est plus suggéré : { $said }
op-hint-suggest-lists-is = listez les suggestions actuelles avec countersign grants suggest
op-only-first-page = seule la première page peut être marquée
op-hint-ask-without-before = seule la première page a les événements les plus récents ; demandez sans before
op-hint-give-next = donnez le next de la réponse précédente, par exemple e42
op-time-over = cela a expiré
op-run-ended = son exécution est terminée
op-watch-ended = cette surveillance est terminée : { $said }
op-frozen-watches = tout est gelé : les surveillances sont suspendues
op-event-changes-most = un événement rapporte au plus { $n } changements
op-daemon-away = des changements ont été manqués pendant que le service ne tournait pas
op-watches-most = { $agent } a déjà { $n } surveillances ; annulez-en d’abord une
op-run-ended-nobody-hears = son exécution est terminée, personne n’en saurait rien ; refusez cette proposition
op-was-undone = elle a été annulée
op-is-this-machine = { $host } est cette machine
op-hint-allow-private = ajoutez --allow-private si c’est voulu
op-ntfy-topic = l’adresse d’un sujet ntfy se termine par son nom
op-hint-ntfy = comme https://ntfy.example.com/desk, avec des lettres, des chiffres, - et _
op-webhooks-most = il y a déjà { $n } webhooks
op-hint-webhooks-remove = retirez-en un : countersign webhooks remove ID
op-people-rung = on n’alerte les personnes que lorsque quelque chose les attend
op-hint-events-out = omettez --events, ou prenez la forme standard
op-patterns-most = au plus { $n } motifs d’événements sont permis
op-no-event-type = { $event } n’est pas un type d’événement
op-hint-event-types = approval_requested, le nom d’une opération (item.confirm), ou un motif (item.*)
op-switched-off = { $id } est désactivé : { $said }
op-hint-add-anew = retirez-le et ajoutez-le à nouveau si le destinataire est revenu
op-still-tried = { $id } fait encore l’objet d’essais
op-answered-410 = le destinataire a répondu 410 Gone
op-set-make = Créer l’ensemble de travail { $name }
op-set-make-with = Créer l’ensemble de travail { $name } avec { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
op-set-called-already = il s’appelle déjà { $name }
op-set-delete = Supprimer l’ensemble de travail { $name } avec { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
op-set-has-focus = { $name } est déjà au centre
op-set-focus = Mettre l’ensemble de travail { $name } au centre
op-set-unfocus = Retirer l’ensemble de travail { $name } du centre
op-note-range = une note a au plus { $n } caractères
op-in-set-already = c’est déjà dans l’ensemble
op-named-twice = cela a été nommé deux fois
op-set-things-most = un ensemble de travail a au plus { $n } éléments
op-hint-take-some-out = retirez-en, ou créez un autre ensemble ; rien n’a été ajouté
op-no-thing-named = aucun élément n’a été nommé
op-hint-name-one = nommez-en au moins un : i12,rc4,task:t5
op-things-at-once = au plus { $n } éléments peuvent être nommés à la fois
op-all-in-already = tout cela est déjà dans { $name }
op-nothing-to-clear = il n’y a rien à effacer
op-is-already = c’est déjà { $state ->
    [pinned] épinglé
    [staged] à suivre
    [deferred] pour plus tard
   *[other] { $state }
}
op-nothing-changed = rien n’a dû être changé
op-hint-name-each = nommez chacun une seule fois ({ $said-things }) ; rien n’a été changé
op-n-things = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
op-order-twice = l’ordre nomme { $thing } deux fois
op-order-leaves-out = l’ordre omet { $things }
op-in-order-already = ils sont déjà dans cet ordre
op-set-reorder = Réordonner l’ensemble de travail { $name }
op-set-rename = Renommer l’ensemble de travail { $old } en { $new }
op-set-add = Ajouter { $said-things } à l’ensemble de travail { $name }
op-set-mark = { $said-mark } dans l’ensemble de travail { $name }
op-mark-things = { $state ->
    [none] Effacer la marque de
    [pinned] Épingler
    [staged] Mettre à suivre
   *[deferred] Mettre à plus tard
} { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
op-set-take-out = Retirer { $said-things } de l’ensemble de travail { $name }
op-run-not-paused = l’exécution { $id } n’est pas en pause
op-calls-range = les appels vont de 1 à { $n }
op-everything-frozen = tout est gelé
op-irreversible = Irréversible
op-policy-backtest = Dire lesquels des derniers appels des règles ou une règle auraient changés ; rien n’est exécuté
op-neither-policy-nor-rule = ce n’est ni un fichier de règles ni une règle
op-hint-policy-or-rule = un fichier de règles dit version = 1 à la première ligne ; une règle commence par [[rule]] et a name, tools et then
op-policy-text-unknown = le texte des règles en vigueur n’est pas connu ici
op-hint-whole-policy = donnez toutes les règles, avec la règle dedans
op-countdown-list = Lister les comptes à rebours, qui continuent si personne ne s’y oppose, le prochain d’abord
op-receipts-undo-selected = Annuler plusieurs reçus, chacun par sa propre référence, le dernier d’abord
op-receipts-rerun-selected = Proposer à nouveau les appels de plusieurs reçus ; chacun est examiné comme tout appel
op-rollback-record = Établir le reçu d’un retour en arrière d’après ce que sont devenus ses reçus
op-thing-show = Montrer une chose avec ce qui lui est arrivé, et comment l’annuler
op-receipt-undo-chain = Annuler un reçu après les suivants qui l’empêchent, s’ils sont tels que montrés
op-receipt-merge = Proposer l’annulation d’un reçu fusionnée avec ce qui a changé depuis ; elle est montrée et confirmée comme tout changement
op-items-withdraw-selected = Reprendre les réponses à plusieurs propositions, autant que chacune le permet encore
op-at-once = au plus { $n } à la fois
op-policies-most = on peut essayer au plus { $n } fichiers de règles à la fois
op-policy-replay = Dire ce que deviendraient des appels que des agents ont faits ailleurs ; rien n’est exécuté
op-token-reset = Remplacer le jeton perdu d’une personne et terminer ses sessions, sur la machine elle-même
op-token-not-from-agent = aucun jeton ne peut être réinitialisé depuis un processus de { $agent }
op-reset-nobody = personne n’a de jeton ici, il n’y en a donc aucun à réinitialiser
op-reset-nobody-hint = countersign token person NAME en crée un
op-reset-no-such = aucune personne "{ $name }" n’a jamais eu de jeton ici
op-reset-which = plusieurs personnes peuvent être visées : { $names }
op-reset-which-hint = dites de qui : countersign token reset NAME
op-find-too-long = c'est plus long que { $most } caractères
op-find-risk = « { $value } » n'est pas un risque
op-find-time = « { $value } » n'est pas une durée
op-hint-find = des mots qui doivent tous figurer, et agent:codex, tool:shell, in:src/, risk:high (ou medium, low), older:2h, newer:10m
