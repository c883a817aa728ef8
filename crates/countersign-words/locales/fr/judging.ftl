judge-frozen = tout est gelé, aucun nouvel effet ne commence
judge-paused = l’exécution est en pause : attendez qu’une personne la reprenne
judge-unlisted-host = envoie des données à { $host }, qui n’est pas dans la liste
judge-rule-asks = la règle { $rule } demande
judge-stopped = l’exécution a été arrêtée
judge-rule-refuses = la règle { $rule } le refuse
judge-rule-refuses-note = la règle { $rule } le refuse ({ $said })
judge-rule-always = la règle { $rule } demande toujours
judge-rule-always-note = la règle { $rule } demande toujours ({ $said })
judge-rule-asks-note = la règle { $rule } demande ({ $said })
judge-rule-allows = la règle { $rule } l’autorise
judge-rule-allows-note = la règle { $rule } l’autorise ({ $said })
judge-protected = toujours demandé : { $said }
judge-unaccepted = personne n’a accepté la définition actuelle de cet outil par son serveur
judge-plan-step = le plan approuvé le compte comme étape { $step }
judge-grant-covers = l’autorisation { $grant } le couvre
judge-by-policy = son effet est dans le stockage et peut être annulé exactement
judge-in-stage = son effet reste dans la scène { $stage }
judge-unknown-host = envoie des données à un hôte qui n’a pu être déterminé
judge-opaque = une partie n’a pas pu être comprise
judge-unknown-tool = l’outil est inconnu
judge-rehearsed = répété à blanc : rien n’a changé et rien n’a été bloqué
judge-evidence-releases = les preuves de son étape le libèrent
judge-only-reads = il ne fait que lire
judge-changes = il change quelque chose
judge-destroys = il détruit quelque chose
judge-claim-deletes = l’affirmation ne parle pas de supprimer, mais l’appel supprime { $what }
judge-claim-more = { $what } et { $n } de plus
judge-claim-something = quelque chose
judge-claim-loss = l’affirmation ne parle pas de perte, mais l’appel est destructif
judge-claim-sends-out = l’affirmation ne parle pas d’envoyer, mais l’appel envoie des données à l’extérieur
judge-claim-sends-to = l’affirmation ne parle pas d’envoyer, mais l’appel envoie des données à { $host }
judge-claim-changes-something = l’affirmation ne parle que de lire, mais l’appel change quelque chose
judge-claim-changes = l’affirmation ne parle que de lire, mais l’appel change { $what }
judge-contains = contient { $said }
judge-odd-control = des caractères de contrôle
judge-odd-breaks = des sauts de ligne ou des tabulations
judge-odd-bidi = des caractères qui changent le sens de lecture
judge-odd-invisible = des caractères invisibles
judge-odd-spaces = des espaces inhabituels
judge-odd-scripts = des lettres d’écritures différentes dans un même mot
judge-not-between = { $number } n’est pas un nombre entre 0 et 1
judge-cap = au plus { $most } : { $said }
judge-cap-none = il n’y a pas de preuves
judge-cap-check = une vérification a échoué
judge-cap-verifier = le vérificateur n’en est pas sûr
judge-cap-unsure = quelqu’un n’en est pas sûr
judge-cap-new = rien de ce genre n’a été décidé auparavant
judge-cap-agent-failed = au plus 0.00 : son agent dit que cela a échoué
judge-cap-rewritten = demandé : l’étape a modifié ses propres vérifications
judge-part-no-checks = aucune vérification
judge-part-checks = vérifications réussies : { $passed } sur { $n }
judge-part-verifier = confiance du vérificateur : { $sure }
judge-part-one-retry = un nouvel essai
judge-part-retries = { $n } nouveaux essais
judge-part-destructive = quelque chose de destructif
judge-part-harmless = rien de destructif
judge-part-calls = appels réussis : { $n } sur { $calls }
judge-part-uncertain = déclaré incertain
judge-part-before = déjà fait auparavant
judge-part-no-history = aucun historique
judge-no-tool = il n’y a pas d’outil { $tool }
judge-did-you-mean = vouliez-vous dire { $near } ?
judge-tools-list = countersign tools les liste
judge-tool-gone = { $tool } n’existe plus ; { $item } reste tel quel
judge-tool-gone-hint = son serveur ne le liste plus, ou n’est plus dans les réglages : rétablissez-le, ou refusez la proposition
judge-args-weigh = les arguments pèsent { $size } octets ; la limite est { $limit }
judge-args-unfit = arguments non valides pour { $tool } : { $faults }
judge-args-unfit-hint = countersign tools { $tool } montre ses arguments
judge-not-rehearsed = la répétition à blanc n’a pas été possible : { $said }
judge-check-unnamed-folder = le dossier où cette vérification s’exécuterait n’est pas dans roots de config.toml : ajoutez-le, et elle s’exécutera sans question
judge-rehearsed-asks = lors de la répétition à blanc, rien n’a changé et rien n’a été bloqué ; après un oui, l’exécution est réelle
judge-policy-spelling = vérifiez l’orthographe
judge-policy-line = corrigez cette ligne
judge-policy-no-version = le fichier n’indique pas sa version
judge-policy-no-version-hint = écrivez version = 1 sur la première ligne
judge-policy-newer = le fichier est en version { $newer }, ce programme lit la { $version }
judge-policy-newer-hint = utilisez un countersign plus récent
judge-policy-bad-version = cette version n’existe pas
judge-policy-bad-version-hint = écrivez version = 1
judge-policy-scratch = { $path } ne peut pas être scratch
judge-policy-discarded = { $path } ne peut pas être écarté
judge-policy-cache = { $path } ne peut pas être un cache
judge-policy-build = { $path } ne peut pas être un dossier de compilation
judge-policy-registry = { $host } n’est pas un hôte
judge-policy-registry-hint = écrivez un nom, avec un port si besoin : "npm.example.com:443"
judge-policy-between = la valeur doit être comprise entre { $from } et { $to }
judge-policy-between-unit = la valeur doit être comprise entre 0 et 1
judge-policy-threshold = confidence_threshold ne peut pas être { $n }
judge-policy-blank-check = une vérification ne peut pas être vide
judge-policy-write-command = écrivez une commande
judge-policy-blank-command = une commande ne peut pas être vide
judge-policy-write-terraform = écrivez "terraform *"
judge-policy-inside-hint = nommez des dossiers de l’espace de travail, tels que "target/**"
judge-policy-not-host = { $text } n’est pas un hôte
judge-policy-not-host-hint = écrivez l’hôte seul ("api.github.com"), ou "*.example.com" pour tous ceux en dessous
judge-policy-entry-twice = il y a déjà une entrée pour { $tool }
judge-policy-entry-twice-hint = réunissez les deux en une
judge-policy-hold-none = { $tool } ne peut pas avoir hold = "none"
judge-policy-hold-none-hint = seuls le peuvent les outils intégrés dont l’effet est dans le stockage ; utilisez une règle qui l’autorise
judge-policy-all-of-them = { $server }.* les désigne tous
judge-policy-rule-name = { $name } ne peut pas être le nom de cette règle
judge-policy-rule-name-hint = donnez à chaque règle un nom unique ; les verdicts s’y réfèrent
judge-policy-rule = règle { $name } : { $said }
judge-policy-not-compiled = elle n’a pas été compilée
judge-policy-cel = les conditions sont du CEL sur facts, args, agent et run
judge-policy-group-name = { $name } ne peut pas être le nom d’un groupe
judge-policy-group-name-hint = utilisez des lettres, chiffres, traits d’union et soulignés
judge-policy-no-group = il n’y a pas de groupe { $name }
judge-policy-no-group-hint = définissez-le sous [groups], ou nommez des personnes
judge-policy-few-deciders = { $n } doivent dire oui, mais { $have } seulement sont nommés
judge-policy-few-deciders-hint = nommez plus de personnes, ou baissez approvers
judge-policy-person = { $name } ne peut pas être une personne
judge-policy-person-hint = écrivez le nom de son jeton ; les groupes s’écrivent @nom
judge-looser-group = { $person } entre dans le groupe { $group }
judge-looser-hub = le hub peut décider { $new }, jusqu’ici { $old }
judge-policy-only-ask = { $name } n’est permis qu’avec then = "ask"
judge-policy-only-ask-hint = retirez-le, ou mettez then = "ask"
judge-policy-class-twice = class et classes disent la même chose
judge-policy-class-twice-hint = gardez l’un des deux
judge-policy-no-class = une règle sur aucune classe ne correspond à rien
judge-policy-no-class-hint = omettez classes, ou nommez-en : read, mutable, destructive
judge-policy-no-tool = une règle sur aucun outil ne correspond à rien
judge-policy-no-tool-hint = écrivez des motifs comme "shell.*" ou "*"
judge-policy-glob-hint = écrivez serveur.nom, avec * pour n’importe quoi : "shell.*", "*"
judge-policy-hit = règle { $name }, exemple positif { $n } : { $said }
judge-policy-miss = règle { $name }, contre-exemple { $n } : { $said }
judge-policy-example-facts = ses facts sont illisibles : { $error }
judge-policy-example-facts-hint = les facts d’un exemple sont ceux d’un appel : reads, writes, deletes, hosts, …
judge-policy-matches = la règle y correspond
judge-policy-no-match = la règle n’y correspond pas
judge-policy-example-hint = corrigez la condition ou l’exemple ; un exemple peut apporter ses propres facts = {"{"} … {"}"}
judge-condition-size = la condition fait { $n } octets, au plus { $most } sont permis
judge-condition-parse-at = la condition est illisible à { $place }
judge-condition-parse = la condition est illisible
judge-condition-neither = sa condition n’est ni vraie ni fausse
judge-condition-unclear = sa condition ne peut être évaluée : { $said }
judge-condition-no-key = { $key } n’existe pas
judge-condition-not-known = { $name } n’est pas connu
judge-condition-type = une valeur a un type ou une taille incorrects
judge-condition-regex = { $pattern } n’est pas une expression régulière
judge-condition-deep = la condition est imbriquée au-delà de { $most }
judge-condition-message = la condition construit un message, ce qui n’est pas pris en charge
judge-condition-facts = la condition utilise facts en entier, nommez-en un : { $facts }
judge-condition-agent = la condition utilise agent en entier, écrivez agent.name
judge-condition-variable = la condition utilise une variable inconnue { $name } ; connues : { $known }
judge-condition-function = la condition utilise une fonction inconnue { $name } ; connues : { $known }
judge-glob-pattern = { $pattern } n’est pas un motif d’outils
judge-glob-server = le motif { $pattern } n’a pas de serveur et ne correspondrait à rien
judge-looser-mode = le mode est { $new } au lieu de { $old }
judge-looser-confidence = une confiance de { $new } suffit au lieu de { $old }
judge-looser-checks = les vérifications des étapes ont changé
judge-looser-host = envoyer à { $host } ne demande plus
judge-looser-scratch = supprimer dans { $path } n’est plus destructif
judge-looser-described = la description de { $tool } a changé
judge-looser-undescribed = { $tool } n’est plus décrit
judge-looser-allows = la règle { $rule } autorise davantage
judge-looser-gone = la règle { $rule } a été supprimée ou modifiée
judge-looser-rehearsed = les commandes sont répétées à blanc, et celles qui s’avèrent inoffensives s’exécutent
judge-looser-discard = un changement de { $path } seul ne compte plus
judge-looser-cache = ce que les commandes écrivent dans { $path } du dossier personnel reste dans des couches sans question
judge-looser-build = ce que les commandes écrivent dans des dossiers nommés { $path } que git ignore ne donne pas lieu à une question
judge-looser-registry = { $client } peut joindre { $host } dans les répétitions sans demander
judge-looser-never = { $command } peut être répété à blanc
judge-looser-limits = les répétitions à blanc peuvent consommer davantage
judge-covers-script = ce script précis
judge-covers-field = le champ { $field } de { $kind ->
    [task] toute tâche
    [report] tout rapport
   *[other] tout { $kind }
}
judge-covers-kind = tout { $kind }
judge-covers-any-command = toute commande qui, d’après sa répétition, ne fait qu’écrire des fichiers
judge-covers-any-call = tout appel qui ne détruit rien
judge-covers-below = tout fichier sous { $folder }
judge-covers-in = { $said } dans { $folder }
judge-covers-sending = envoyer à { $hosts }
judge-policy-number = { $name } ne peut pas être { $n }
judge-undo-exact = Annulable exactement
judge-undo-caveats = Peut être ramené en arrière, avec des réserves
judge-undo-nothing = Rien à annuler
judge-run-again = Refaire
judge-changed-nothing = cela n’a rien changé
judge-changed-since-proposed = changé depuis la proposition : { $saids }
judge-was-and-is = { $field } de { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } était { $then } et est { $now }
judge-definition-changed = la définition de { $tool } a changé depuis la proposition
judge-definition-unaccepted = la définition de { $tool } n’est plus acceptée
judge-refresh-hint = countersign refresh { $item } le vérifie à nouveau
judge-needs-result = il faut le résultat de { $item }, qui n’a pas encore été appliqué
judge-args-gone = les arguments exacts de { $item } ne sont plus conservés
judge-args-gone-hint = modifiez la proposition, ou laissez l’agent la refaire
judge-step-args-gone = les arguments exacts de l’étape { $n } ne sont plus conservés
judge-already-undone = déjà annulé par { $event }
judge-irreversible = irréversible : { $said }
judge-no-undo = aucune annulation n’est possible
judge-not-handle = { $given } n’est pas l’identifiant de { $receipt } ; son identifiant est { $handle }
judge-holds-it = { $who } le tient
judge-undo-under-way = son annulation est en cours
judge-undo-by-person = son effet est hors de Countersign : une personne l’annule par son reçu
judge-undo-purged = ses changements enregistrés ne sont plus conservés
judge-merge-impossible = ce qu’a fait { $tool } ne peut pas être fusionné avec ce qui a changé depuis
judge-merge-conflicts = l’annulation ne peut pas être fusionnée avec ce qui a changé depuis : { $saids }
judge-merge-field = { $field } de { $kind } { $id } est { $now } ; il restait { $left } et redeviendrait { $back }
judge-merge-moved = ce avec quoi cela serait fusionné a changé depuis : proposez de nouveau la fusion
judge-undo-merged = Annulation, fusionnée avec des changements ultérieurs : { $said }
judge-undo-unconfirmed = elle ne rétablira peut-être pas tout : regardez ce qu’elle ferait, puis acceptez-le (best_effort)
judge-undo-chain-moved = ce qu’il faudrait annuler avec { $receipt } n’est pas ce qui a été montré : regardez de nouveau
judge-undo-do-put = remettre { $path }
judge-undo-do-gone = mettre { $path } à la corbeille
judge-undo-do-set = rétablir les droits et les dates de { $path }
judge-undo-do-move = déplacer { $from } vers { $to }
judge-undo-do-field = { $said-label } : { $after } → { $before }
judge-undo-tool-gone = { $tool }, qui l’annulerait, n’existe plus
judge-undo-tool-fails = { $tool }, qui l’annulerait, ne peut être appelé : { $said }
judge-undo-tool-refused = { $tool }, qui l’annulerait, est refusé : { $saids }
judge-undo-tool-unaccepted = personne n’a accepté la définition actuelle de { $tool }, qui l’annulerait ; countersign servers la montre
judge-undo-of = Annulation : { $said }
judge-answered-question = Réponse à « { $question } » : { $answer }
judge-answer = réponse
judge-answer-again = la question attend de nouveau : répondez-y à nouveau
judge-rolled-back = Retour en arrière : { $kind ->
    [plan] le plan
    [step] l’étape
   *[run] l’exécution
} { $id }, effets annulés : { $n } sur { $all }
judge-rollback-by-parts = chacune de ses parties a son propre reçu, qui peut être annulé
judge-undo-did-not-work = son annulation n’a pas abouti
judge-never-come-back = { $n ->
    [one] { $n } effet ne peut pas être annulé
   *[other] { $n } effets ne peuvent pas être annulés
}
judge-undo-target = reçu { $receipt }
judge-undo-calls = appelle { $tool }, qui est { $class ->
    [read] en lecture seule
    [mutable] modificateur
    [destructive] destructif
   *[other] { $class }
}
judge-undo-destroys = des données que { $tool } détruit
judge-cannot-be-undone = { $receipt } ne peut pas être annulé
judge-not-yours = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } : vous n’avez rien de tel
judge-not-there = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } : introuvable
judge-not-in-list = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } : introuvable dans cette liste
judge-ambiguous = { $given } peut désigner plusieurs choses : { $found }
judge-ambiguous-hint = tapez un caractère de plus
judge-record-gone = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } a disparu
judge-record-again = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } existe à nouveau
judge-record-changed = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } a changé depuis (événement { $event })
judge-field-changed = { $field } de { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } a changé depuis (événement { $event })
judge-record-child = { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
} { $id } a quelque chose d’ajouté plus tard : { $other } ({ $child })
judge-record-damaged = l’enregistrement { $kind } { $id } est endommagé
judge-plan-no-step = le plan { $plan } n’a pas d’étape { $n }
judge-plan-no-result = l’étape { $n } n’a pas donné de résultat
judge-ran-out = le temps a manqué
judge-server-failed = son serveur dit que cela a échoué
judge-server-failed-with = son serveur dit que cela a échoué : { $text }
judge-ended-signal = le signal { $signal } y a mis fin
judge-ended-exit = il s’est terminé avec le code de sortie { $code }
judge-ended-exit-with = il s’est terminé avec le code de sortie { $code } : { $text }
judge-plan-step-failed = l’étape { $n } ({ $said-what }) a échoué : { $said }
judge-plan-took-back = son plan l’a retiré
judge-plan-said-no = une personne a dit non à { $item }
judge-plan-said-no-why = une personne a dit non à { $item } (motif : { $reason })
judge-was-taken-back = { $item } a été retiré
judge-nobody-decided-on = personne n’a décidé à temps de { $item }
judge-plan-resume = la décision qui a fait échouer l’étape { $n } a été retirée ; resume poursuit le plan
judge-plan-step-otherwise = l’étape { $n } ferait maintenant autre chose que ce qui a été montré à l’approbation du plan
judge-how-it-ended = on ne sait pas comment cela a fini
judge-how-step-ended = on ne sait pas comment l’étape { $n } a fini : indiquez-le avec countersign resolve { $item }, puis resume
judge-now-says-steps = il dit maintenant { $title } en { $n ->
    [one] { $n } étape
   *[other] { $n } étapes
}
judge-plan-title = { $title } ({ $n ->
    [one] { $n } étape
   *[other] { $n } étapes
})
judge-plan-done = { $done } sur { $n ->
    [one] { $n } étape faite
   *[other] { $n } étapes faites
}
judge-plan-done-left = { $done } sur { $n ->
    [one] { $n } étape faite
   *[other] { $n } étapes faites
}, { $left ->
    [one] { $left } omise
   *[other] { $left } omises
}
judge-plan-is-paused = { $said-done } ; en pause : { $said }
judge-plan-is-aborted = { $said-done } ; interrompu : { $said }
judge-plan-is-rejected = { $said-done } ; refusé : { $said }
judge-plan-rollback = { $said } ; countersign plan rollback { $plan } annule les étapes faites
judge-no-step = il n’y a pas d’étape { $step } dans l’exécution { $run }
judge-run-paused = l’exécution { $run } est en pause
judge-wait-person = attendez qu’une personne la reprenne
judge-a-person = une personne
judge-somebody = quelqu’un
judge-no-step-begun = aucune étape de l’exécution { $run } n’a été commencée
judge-no-step-begun-hint = commencez-en une, ou signalez avec un titre
judge-step-unreported = { $step } ({ $title }) n’est pas encore signalée
judge-step-unreported-hint = signalez-la d’abord ; une exécution fait une étape à la fois
judge-step-reported = { $step } a déjà été signalée ; état : { $status ->
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
}
judge-step-reported-by = { $step } a déjà été signalée ; état : { $status ->
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
}, par { $who }
judge-step-reported-why = { $step } a déjà été signalée ; état : { $status ->
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
} (motif : { $reason })
judge-step-reported-by-why = { $step } a déjà été signalée ; état : { $status ->
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
}, par { $who } (motif : { $reason })
judge-word-first = une personne doit d’abord décider
judge-step-over = elle est finie ; commencez-en une autre
judge-step-title = le titre d’une étape compte entre 1 et { $most } caractères
judge-word-before-next = une personne doit décider avant qu’une autre étape ne commence
judge-took-too-long = cela a pris trop de temps
judge-ended-silent = il s’est terminé avec { $code } et sans sortie
judge-was-ended = il a été arrêté
judge-goes-not-on = il ne continue pas de lui-même : { $said }
judge-its-run-over = son exécution est finie
judge-its-step-over = son étape est finie
judge-own-yes = il lui faut un oui à part
judge-has-expired = il a expiré
judge-person-holds = une personne le tient
judge-kind-always-asked = les appels de ce genre font toujours l’objet d’une demande
judge-rests-moved = quelque chose dont il dépend a changé
judge-evidence-no-longer = les preuves de son étape ne le libèrent plus
judge-claimed = { $who } le tient ; demandez-lui, ou attendez que cela prenne fin
judge-not-shown = cela ne vous a jamais été montré ; regardez d’abord : countersign show { $item }
judge-changed-after-proposal = changé depuis la proposition : { $paths }
judge-examined-again = examiné à nouveau, car autre chose a été appliqué : { $said }
judge-changed-since-looked = changé depuis votre lecture : { $said } ; regardez à nouveau : countersign show { $item }
judge-nobody-decided-again = personne n’a décidé à temps ; l’agent peut le proposer à nouveau
judge-decided-by = { $decision ->
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
   *[other] { $decision }
} par { $who } (décision { $id }) ; état : { $status ->
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
}
judge-it-is = état : { $status ->
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
}
judge-now-says = il dit maintenant { $summary }
judge-was-rejected = { $item } a été refusé
judge-needed-result = il fallait le résultat de { $item }, et { $said }
judge-rejected-with-parent = { $item } a été refusé avec ce dont il dépend
judge-nobody-decided = personne n’a décidé à temps
judge-token-unknown = ce jeton n’est pas connu ici
judge-token-revoked = ce jeton a été révoqué
judge-token-expired = ce jeton a expiré
judge-token-new-agent = une personne peut en créer un nouveau : countersign token agent NAME
judge-token-new = une personne peut en créer un nouveau : countersign token person|agent NAME
judge-only-persons-end = seule une personne peut mettre fin aux travaux
judge-world-moved = les cibles de l’appel n’ont cessé de changer pendant la vérification
judge-try-again = réessayez
judge-no-operation = il n’y a pas d’opération { $name }
judge-token-missing = ce dossier de Countersign utilise des jetons, et l’appel n’en porte aucun
judge-token-missing-hint = mettez le vôtre dans COUNTERSIGN_TOKEN
judge-ended-before = { $who } y a mis fin avant que cela ne commence
judge-ended-before-hint = cela peut être demandé à nouveau
judge-internal = erreur interne de Countersign
judge-bad-json = ce n’est pas le JSON attendu : { $error }
judge-header-edited = son en-tête a été modifié
judge-body-edited = son contenu a été modifié
judge-changes-edited = ses changements ont été modifiés
judge-body-missing = son contenu manque
judge-changes-missing = ses changements manquent
judge-both-missing = son contenu et ses changements manquent
judge-attempt-logged = { $said } ; cette tentative est dans le journal
judge-may-not-call = { $who } ne peut pas appeler { $op }
judge-only-may = { $who ->
    [person] seule une personne le peut
    [agent] seul un agent le peut
    [system] seul le système le peut
    [gate] seul un portail le peut
    [verifier] seul un vérificateur le peut
   *[other] ne le peut que : { $who }
}
judge-one-of-kind = { $kind ->
    [person] une personne
    [agent] un agent
    [system] le système
    [gate] un portail
   *[verifier] un vérificateur
}
judge-only-these-may = ne le peuvent que : { $saids }
judge-role-may-not = { $who } a le rôle { $role } et ne peut pas appeler { $op }
judge-takes-role = il faut le rôle { $role }
judge-token-not-for = le jeton de { $who } ne permet pas { $op }
judge-token-is-for = il permet { $scopes }
judge-from-process = { $who } ne peut pas appeler { $op } depuis un processus de { $agent }
judge-from-process-hint = décidez depuis un terminal qu’aucun agent n’a lancé
judge-from-process-agent-hint = utilisez le jeton propre de l’agent, ou un terminal qu’aucun agent n’a lancé
judge-key-used = la clé d’idempotence { $key } a servi à une autre requête
judge-key-used-hint = utilisez une nouvelle clé pour une nouvelle requête
judge-elements-limit = { $n } éléments en un appel ; la limite est { $most }
judge-webhook-works = Ce webhook fonctionne.
judge-webhook-test = Countersign : un test
judge-waits-for-person = quelque chose attend une personne : { $kind ->
    [item] proposition
    [run] exécution
    [plan] plan
    [step] étape
    [receipt] reçu
    [question] question
    [stage] scène
    [set] lot de changements
    [grant] autorisation
    [token] jeton
    [passkey] clé d’accès
    [webhook] webhook
    [instruction] instruction
    [decision] décision
    [working_set] ensemble de travail
    [task] tâche
    [report] rapport
    [server] serveur
   *[other] { $kind }
}
judge-suggests = { $n ->
    [one] { $agent } propose { $n } changement
   *[other] { $agent } propose { $n } changements
}
judge-title-usage = La requête est mal formée
judge-title-invalid = Le contenu ne peut être accepté
judge-title-not-found = Rien ne porte cet identifiant ou ce nom
judge-title-conflict = L’état ne le permet pas
judge-title-stale = Cela a changé depuis
judge-title-unauthenticated = Pas de jeton valide
judge-title-refused = Non autorisé
judge-title-store = Le stockage est inutilisable
judge-title-settings = Un fichier de réglages est inutilisable
judge-title-internal = Erreur interne
judge-level-same-user = même utilisateur
judge-level-own-user = utilisateur à part
judge-level-passkey = clé d’accès
judge-for-run = pour cette exécution
judge-for-hour = pour une heure
judge-for-day = pour un jour
judge-for-week = pour une semaine
judge-for-ever = pour toujours
judge-item-cannot = pour une proposition à l’état « { $status ->
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
} », ceci est impossible : { $trigger ->
    [confirm] confirmer
    [reject] refuser
    [defer] reporter
    [edit] modifier
    [refresh] regarder à nouveau
    [retract] retirer
    [begin] commencer
    [land] appliquer
    [reopen] rouvrir
    [withdraw] reprendre la réponse
   *[other] { $trigger }
}
judge-status-cannot-become = { $noun } : l'état { $from } ne peut pas devenir { $to }
judge-address = cette adresse ne peut être utilisée : { $said }
judge-address-letters = elle est trop longue, ou contient des espaces, un fragment ou des caractères non valides
judge-address-scheme = elle n’a pas de schéma
judge-address-spoken = seuls https et http sont pris en charge
judge-address-password = elle contient un nom d’utilisateur ou un mot de passe
judge-address-password-hint = les messages sont signés ; le destinataire n’a pas besoin de mot de passe
judge-address-host = son hôte ou son port n’est pas valide
judge-op-input = entrée non valide pour { $op } : { $error }
judge-must-be = { $name } doit être { $said }, pas { $text }
judge-whole-from-zero = un nombre entier, 0 ou plus
judge-whole = un nombre entier
judge-number = un nombre
judge-true-false = true ou false
judge-not-json = { $place } n’est pas du JSON : { $error }
judge-not-json-near = { $place } n’est pas du JSON : { $error }, près de { $near }
judge-input-object = l’entrée d’une opération est un objet JSON
judge-must-be-text = { $name } doit être du texte
judge-server-changed = { $server } a changé la définition de cet outil depuis l’acceptation
judge-server-new = cet outil est nouveau chez { $server } : personne n’a accepté sa définition
judge-more-differences = { $n ->
    [one] … et { $n } différence de plus
   *[other] … et { $n } différences de plus
}
judge-stands-for-step = { $text } désigne une étape d’un plan, mais cet appel n’est dans aucun plan
judge-stands-for-step-hint = donnez la valeur elle-même : plan_status indique les résultats des étapes d’un plan
judge-never-result = { $text } n’aura jamais de résultat ; état : { $status ->
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
}
judge-no-item-of-run = { $text } n’est pas une proposition de cette exécution
judge-result-has-no = le résultat de { $whose } n’a pas de { $path }
judge-schema-broken = le schéma que { $server } donne pour { $tool } est défectueux : { $error }
judge-not-day = { $text } n’est pas une date
judge-not-day-hint = écrivez-le comme 2026-11-15
judge-not-time = { $text } n’est pas une heure
judge-not-time-hint = écrivez-la comme 2026-11-15T09:30:00+01:00, ou sans le décalage en heure locale
judge-too-far = { $day } est trop éloigné
judge-no-work = il n’y a pas de travail { $id } en cours
judge-no-work-hint = il s’est peut-être terminé de lui-même
judge-no-focus = aucun ensemble de travail n’est votre centre
judge-no-focus-hint = nommez-en un, ou mettez-en un au centre : countersign sets focus NAME
judge-no-working-set = il n’y a pas d’ensemble de travail { $name }
judge-sets-list = countersign sets list les montre tous
judge-set-needs-name = un ensemble de travail a besoin d’un nom
judge-name-has = { $name } ne peut pas être un nom : il contient { $said }
judge-name-long = un nom a au plus { $most } caractères
judge-name-id = { $name } ne peut pas être un nom : cela ressemble à un identifiant
judge-name-taken = { $set } porte déjà le nom { $name }
judge-name-taken-hint = choisissez un autre nom ; majuscules et minuscules ne sont pas distinguées
judge-focus-of = c’est le centre de { $who } ; seule cette personne peut le changer
judge-name-given-since = le nom { $name } appartient maintenant à { $set }
judge-nothing-called = rien ici ne s’appelle { $name }
judge-nothing-called-hint = donnez un identifiant (i12, rc4, run2, t5), ou type:id pour ce qui est conservé ailleurs (pr:1234) ; rien n’a été ajouté ni changé
judge-not-kind-word = { $text } n’est pas type:id : un type est un mot en minuscules
judge-not-kind-id = { $text } n’est pas type:id : un id a de 1 à { $most } caractères
judge-text-has = { $text } contient { $said }
judge-not-in-set = { $thing } n’est pas dans { $set }
judge-stage-let-through = on laisse passer au plus { $most } hôtes ou chemins
judge-stage-folders = une scène couvre de 1 à { $most } dossiers
judge-stage-folders-hint = lancez la commande depuis le dossier à mettre en scène
judge-stage-cannot = { $path } ne peut pas être mis en scène
judge-stage-cannot-hint = nommez un dossier par son chemin absolu ; le système de fichiers entier ne peut être mis en scène
judge-stage-of-run-dropped = la scène { $stage } de cette exécution a été jetée
judge-start-new-run = lancez une nouvelle exécution
judge-stage-dropped = { $stage } a été jetée ; il n’en reste rien
judge-stage-waits = changements en scène de { $folders }
judge-stage-waits-command = changements en scène de { $folders } : { $command }
judge-stage-used = une commande s’exécute en ce moment dans { $stage }
judge-stage-used-hint = attendez qu’elle finisse, ou mettez-y fin
judge-stage-landing = { $stage } est en cours d’application
judge-steer-ended = l’exécution { $run } est terminée et ne peut plus être dirigée
judge-steer-ended-hint = countersign run list montre les exécutions actives
judge-instruction-blank = une instruction ne peut pas être vide
judge-instruction-long = l’instruction a { $n } caractères ; la limite est { $most }
judge-instruction-long-hint = mettez le reste dans un fichier que l’agent peut lire
judge-question-other-run = la question { $question } n’a pas été posée dans cette exécution
judge-superseded-by = remplacé par la réponse à { $question }
judge-told-rerun = l’agent a été chargé de reprendre le travail avec cette réponse
judge-told-answer = l’agent a été informé de la réponse
judge-told-superseded = l’agent a été informé que la réponse a remplacé { $item }
judge-proposal-since = la proposition ultérieure { $item } s’y réfère
judge-run-ended = l’exécution { $run } est terminée
judge-start-new = lancez-en une nouvelle
judge-run-paused-by = l’exécution { $run } est mise en pause par { $who }
judge-run-paused-by-why = l’exécution { $run } est mise en pause par { $who } (motif : { $reason })
judge-run-paused-hint = attendez qu’une personne la reprenne, puis refaites l’appel
judge-run-stopped-by = l’exécution { $run } a été arrêtée par { $who }
judge-run-stopped-by-why = l’exécution { $run } a été arrêtée par { $who } (motif : { $reason })
judge-run-stopped-hint = ne la poursuivez pas ; pour un autre travail, lancez une nouvelle exécution par son nom (countersign run start) ou une nouvelle session
judge-run-ended-before = l’exécution s’est terminée avant que ce soit signalé
judge-passkey-domain = { $domain } ne peut pas être le domaine des clés d’accès
judge-passkey-domain-hint = utilisez le nom sous lequel les navigateurs trouvent Countersign, tel que localhost
judge-passkey-no-origin = aucune origine ne peut utiliser de clés d’accès
judge-passkey-origin = { $origin } ne peut pas utiliser les clés d’accès de { $domain }
judge-flaw-long = une partie est trop longue
judge-flaw-base64 = une partie n’est pas du base64url sans remplissage
judge-flaw-cbor = il contient du CBOR que les authentificateurs n’écrivent pas
judge-flaw-client-data = ses données client sont mal formées
judge-flaw-authenticator-data = ses données d’authentificateur sont mal formées
judge-flaw-no-credential = aucun identifiant n’a été créé
judge-flaw-other-credential = l’identifiant n’est pas celui indiqué
judge-flaw-key = sa clé n’est pas prise en charge : utilisez ES256 ou EdDSA
judge-flaw-ceremony = il a été fait pour une autre cérémonie
judge-flaw-statement = autre chose a été signé
judge-flaw-origin = une page d’une autre origine l’a demandé
judge-flaw-framed = cela a été demandé depuis l’intérieur d’une autre page
judge-flaw-site = il a été fait pour un autre site
judge-flaw-nobody = aucun utilisateur n’était présent
judge-flaw-not-verified = l’authentificateur n’a pas vérifié l’utilisateur
judge-flaw-signature = la signature n’est pas celle de cette clé d’accès
judge-flaw-unknown = ce n’est pas une clé d’accès de cette personne
judge-flaw-revoked = cette clé d’accès a été révoquée
judge-flaw-challenge = ce défi n’a pas été donné à cette personne
judge-flaw-used = ce défi a déjà reçu une réponse
judge-flaw-expired = ce défi a expiré
judge-flaw-counter = le compteur de cette clé d’accès n’a pas avancé : quelqu’un en a peut-être une copie ; révoquez-la
judge-passkey-no-site = les clés d’accès ne peuvent être utilisées ici : aucun site n’est défini
judge-passkey-no-site-hint = lancez le service avec le nom sous lequel les navigateurs le trouvent
judge-passkey-none = { $who } n’a pas de clé d’accès pour { $site }
judge-passkey-none-hint = ajoutez-en d’abord une
judge-passkey-must-sign = { $who } a une clé d’accès, donc { $op } doit être signé avec elle
judge-passkey-must-sign-hint = demandez le défi avec la même entrée : POST /v1/passkeys/authorize ; pour une clé d’accès perdue, lancez passkey reset sur la machine même
judge-signed-unknown = il est signé avec { $passkey }, qui n’est pas connue
judge-signed-other-key = sa signature ne correspond pas à la clé de { $passkey }
judge-signed-other-person = il est signé avec la clé d’accès de { $who }
judge-signed-when = { $passkey } n’était pas valable à ce moment-là
judge-signed-flaw = sa signature : { $said }
judge-passkey-let-in = elle a été ajoutée sans la signature d’une autre clé d’accès de { $who }
judge-passkey-revoked-unsigned = { $who } l’a révoquée sans signature
judge-said-signed = il est marqué comme signé, mais ne l’est pas
judge-destructive-unsigned = il est destructif et non signé, alors que { $who } avait une clé d’accès
judge-yes-unsigned = le oui de { $who } n’est pas signé, alors qu’une clé d’accès existait
judge-bad-indexes = les index
judge-bad-records = les enregistrements
judge-bad-checkpoint = point de contrôle de l’événement { $event }
judge-events-missing = les événements { $from } à { $to } manquent
judge-event-follows = il ne suit pas l’événement précédent
judge-event-follows-one = il ne suit pas le précédent
judge-fields-unreadable = ses champs ne sont pas lisibles
judge-kind-unwritten = Countersign n’écrit pas d’enregistrements de ce genre
judge-index-unfit = un index ne correspond pas aux enregistrements
judge-unreadable = il n’est pas lisible
judge-field-not-written = son { $field } n’est pas ce que l’événement { $event } a écrit
judge-behind-back = un enregistrement a été ajouté, ôté ou modifié sans entrée dans le journal
judge-signature-false = sa signature n’est pas valide
judge-signature-other-home = il a été signé avec une autre clé que celle de ce dossier de Countersign
judge-log-cut = le journal s’arrête à l’événement { $event } : il a été coupé
judge-log-rewritten = le journal a été réécrit : cet événement est différent
judge-unproven-witness = aucun témoin : qui peut écrire la base de données a pu tronquer ou réécrire le journal
judge-unproven-after = événements après { $event } : aucun témoin n’en a encore de point de contrôle
judge-unproven-passkeys = à qui sont les clés d’accès qui ont signé : chacune a d’abord été enregistrée par qui avait le jeton de la personne
judge-witness-line = la ligne { $n } du fichier témoin n’est pas un point de contrôle : { $error }
judge-no-event = { $text } n’est pas un événement
judge-no-run-yet = il n’y a pas encore d’exécution
judge-report-title = # Rapport d’audit
judge-report-whole = Le journal entier.
judge-report-whole-filter = Le journal entier, { $filter }.
judge-report-range = Depuis { $said-from } jusqu’à { $until }.
judge-report-range-filter = Depuis { $said-from } jusqu’à { $until }, { $filter }.
judge-report-until-now = Depuis { $said-from } jusqu’à maintenant.
judge-report-until-now-filter = Depuis { $said-from } jusqu’à maintenant, { $filter }.
judge-report-beginning = le début
judge-report-incomplete = {"**"}Seule une partie du journal a été lue : des appels plus anciens manquent ici.**
judge-report-dropped = Les détails de { $n } événements manquent : `countersign audit verify` dit lesquels.
judge-report-totals = ## Totaux
judge-report-by-tool = ## Par outil
judge-report-by-actor = ## Par acteur
judge-report-by-run = ## Par exécution
judge-report-calls = ## Appels
judge-report-newest = Les { $n } plus récents.
judge-report-columns = | | appels | faits | échoués | refusés | confirmés | automatiques | retenus | ms au total | ms au plus |
judge-report-call-columns = | heure | qui | agent | outil | ce qui a été appelé | issue | code de sortie | confirmé par une personne | ms |
judge-report-yes = oui
judge-report-no = non
judge-pages-go-on = Le journal continue après { $event } ; ces pages s’arrêtent là.
judge-pages-end = Fin des événements demandés.
judge-pages-whole = le journal entier
judge-pages-title = Countersign : journal d’audit
judge-pages-column = { $name ->
    [event] ÉVÉNEMENT
    [at] QUAND
    [who] QUI
    [agent] AGENT
    [operation] OPÉRATION
    [run] EXÉCUTION
    [tool] OUTIL
    [ended] ISSUE
   *[hash] HASH
}
judge-pages-page = page { $page } sur { $all }
judge-pages-took = { $call } ({ $ms } ms)
judge-seen-opened = ouvert dans { $from } { $s } s avant, en entier
judge-seen-opened-part = ouvert dans { $from } { $s } s avant, pas en entier
judge-seen-listed = montré dans son lot dans { $from } { $s } s avant, en entier
judge-seen-listed-part = montré dans son lot dans { $from } { $s } s avant, pas en entier
judge-seen-never = cette version ne lui avait pas été montrée
judge-report-decisions = ## Décisions
judge-report-decision-columns = | heure | qui | réponse | agent | quoi | montré avant la réponse |
judge-pages-code = { $call }, code de sortie { $code }
judge-pages-ended = { $ended ->
    [success] réussi
    [error] erreur
    [rejected_by_user] refusé par une personne
   *[held] retenu
}
judge-pages-made = Établi le { $at } pour { $who }. Événements : { $n }. Demandé : { $said-asked }.
judge-chain-broken = LA CHAÎNE DES EMPREINTES EST ROMPUE à { $event } : { $said }
judge-chain-holds = { $n ->
    [one] La chaîne des empreintes est intacte : { $n } événement, lié à tous les précédents.
   *[other] La chaîne des empreintes est intacte : { $n } événements, chacun lié à tous les précédents.
}
judge-chain-holds-first = La chaîne des empreintes est intacte pour les { $n } premiers événements ; le reste n’a pas été vérifié.
judge-chain-head = Son dernier événement est { $event }, avec l’empreinte { $hash }.
judge-pages-unproven = Ces pages ne prouvent pas que le journal n’a pas été tronqué ou réécrit : comparez l’empreinte avec un point de contrôle gardé ailleurs.
judge-pages-confirmed = { $call } -> { $ended }, confirmé par une personne
judge-pages-more-calls = { $n ->
    [one] et { $n } appel de plus de cet événement
   *[other] et { $n } appels de plus de cet événement
}
judge-pages-dropped = (les détails manquent)
bulk-destructive = elle est destructive
bulk-typed = il faut taper quelque chose pour la confirmer
bulk-not-whole = elle n’est pas montrée en entier : { $saids }
bulk-long = son diff ne tient pas sur une page
bulk-unopened = { $n } lignes modifiées n’ont pas été ouvertes
bulk-put-off = elle a été reportée
bulk-unknown = on ne sait pas ce qu’elle est devenue
bulk-warning = elle porte un avertissement : { $said }
bulk-warning-more = elle porte un avertissement : { $said } (+{ $n })
bulk-odd = quelque chose y est étrange : { $said }
bulk-odd-more = quelque chose y est étrange : { $said } (+{ $n })
bulk-never-shown = elle ne vous a jamais été montrée
bulk-own-yes = elle demande un oui à part : { $saids }
judge-trusted = cela peut être annulé exactement et le dossier { $folder } est approuvé
judge-looser-trust = les changements dans { $folder } sont appliqués sans demander
judge-policy-trust-folder = { $text } n’est pas le chemin absolu d’un dossier
judge-policy-trust-folder-hint = écrivez le chemin complet sans liens, comme le fait countersign trust DIR
judge-policy-cache-hint = nommez un dossier de votre dossier personnel, par exemple ".cache/tool"
judge-policy-build-hint = nommez un dossier, par exemple "generated" ou "*.out"
judge-tainted = cela envoie des données, et cette exécution a lu { $saids }
judge-tainted-more = cela envoie des données, et cette exécution a lu { $saids } et { $n } de plus
judge-tainted-then = cela a envoyé des données après que son exécution a lu un secret ou un texte étranger
judge-mark-secret = le secret { $source } ({ $by })
judge-mark-web = du texte de { $source } ({ $by })
judge-mark-server = du texte du serveur { $source } ({ $by })
judge-mark-file = { $source }, qu’une autre exécution de ce genre a écrit ({ $by })
judge-redo-of = Rétablir : { $said }
