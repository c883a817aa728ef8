details-crumbs = Où vous êtes
details-set-of = Changements de { $agent }
details-to-answers = Vers les réponses
details-facts = Ce que cela fait
details-circumstances = Pourquoi on vous demande
details-class = Nature
details-class-read = lit seulement
details-class-mutable = change quelque chose
details-class-destructive = détruit quelque chose
details-target = Cible
details-deletes = Supprime
details-destroys = Détruit
details-writes = Écrit
details-executes = Exécute
details-hosts = Contacte
details-protected = Protégé
details-reads = Lit
details-hits = Touche
details-hits-n = { $n ->
    [one] { $n } fichier ou dossier
   *[other] { $n } fichiers et dossiers
}
details-flags = Attention
details-flag-opaque = en partie incompris
details-flag-outside = hors de l’espace de travail
details-flag-privileged = demande plus de droits
details-flag-sends = envoie des données à l’extérieur
details-folder = Dossier de travail
details-undo = Annulation
details-undo-exact = annulable exactement
details-undo-best = annulable autant que possible
details-undo-never = ne peut être annulé
details-undo-none = Il n’y a rien à annuler.
details-why = Raison
details-rule = selon la règle { $rule }
details-row = { $row ->
    [stopped] parce que son exécution a été arrêtée
    [paused] parce que son exécution est en pause
    [frozen] parce que tout est gelé
    [refuse_rule] parce qu’une règle le refuse
    [protected] parce que cela touche à ce qui demande toujours un accord
    [always_rule] parce qu’une règle demande toujours
    [definition] parce que personne n’a accepté la définition de son outil
    [tainted] parce que cela envoie et que son exécution a lu un secret ou un texte étranger
    [plan_step] parce qu’un plan approuvé le prévoit
    [grant] parce qu’un oui mémorisé le couvre
    [allow_rule] parce qu’une règle l’autorise
    [by_policy] parce que la politique en décide
    [stage] parce que son effet reste dans un espace à part
    [unlisted_host] parce que cela envoie à un hôte non listé
    [opaque] parce qu’une partie n’a pas pu être comprise
    [unknown_tool] parce que l’outil est inconnu
    [ask_rule] parce qu’une règle demande
    [rehearsed] parce qu’une répétition a montré que cela ne change rien
    [trust] parce que son dossier est approuvé
    [evidence] en raison des preuves de son étape
   *[class] parce que cela change quelque chose
}
details-approvals = Approbations
details-claimed = Tenu par
details-expires = Expire
details-depends = Attend
details-step = Étape
details-plan = Plan
details-plan-step = étape { $n }
details-question = Suppose une réponse à
details-origin = D’où cela vient
details-subject = À propos de
details-run = Exécution
details-set = Lot de changements
details-decided = Décidé
details-reason = Votre motif
details-digest = Empreinte
details-more-of = { $n } de plus sur { $total }
details-command = La commande entière
details-length = lignes : { $lines }, caractères : { $characters }
details-uncertain = (pour autant qu’on sache)
details-line = Une ligne entière
details-definition = L’outil lui-même a changé
details-definition-why = Sa définition diffère de celle acceptée. Confirmer accepte aussi celle-ci.
details-words = Ce que dit l’agent
details-words-claim = Ses propres mots : une affirmation, pas un fait.
details-next = Ensuite :
details-arguments = Arguments de { $tool }
details-no-arguments = Il n’y en a pas.
details-arguments-proposed = Tels que l’agent les a proposés
details-rest = { $n ->
    [one] { $n } caractère de plus
   *[other] { $n } caractères de plus
}
details-stale = Cela a changé depuis l’affichage
details-needs-review = On ne sait pas comment cela a fini
details-failed = Cela a échoué
details-refresh = Vérifier à nouveau
details-resolve-why = Vérifiez l’état réel, puis dites si cela a eu lieu.
details-not-landed = Cela n’a pas eu lieu
details-landed = Cela a eu lieu
details-decisions = Réponses jusqu’ici
details-withdraw = Reprendre la réponse
details-lift = Laisser l’agent le proposer à nouveau
details-decided-confirmed = Confirmé
details-decided-rejected = Refusé
details-decided-deferred = Reporté
details-signed = signé avec une clé d’accès
details-withdrawn = repris
details-receipt = Reçu
details-undone = Annulé par
details-result = Résultat
details-answers = Votre réponse
details-held = { $who } le tient ; demandez-lui, ou attendez que cela finisse.
details-reject = Refuser
details-defer = Reporter
details-confirm = Confirmer
details-lost = Ce qui est supprimé : { $n ->
    [one] 1 fichier
   *[other] { $n } fichiers
}, { $size }
details-lost-folder = dossier
details-lost-inside = { $n ->
    [one] 1 fichier dedans
   *[other] { $n } fichiers dedans
}
details-lost-page = { $from } à { $to } sur { $total }
details-lost-before = Précédent
details-lost-after = Suivant
details-reason-label = Motif, pour l’agent (facultatif)
details-type = Pour confirmer, tapez
details-passkey = Vous signez cela avec votre clé d’accès.
details-passkey-script = Les clés d’accès ont besoin de JavaScript, désactivé ici : activez-le pour confirmer cela.
details-edit = Changer les arguments
details-claim = Le tenir 15 minutes
details-release = Le rendre
details-always = Confirmer et retenir ce oui
details-always-why = De tels appels de { $agent } à { $tool } s’exécutent alors sans demander. Vous pouvez le voir et le révoquer dans les réglages.
details-always-what = Pour quoi
details-scope-exact = Exactement
details-scope-kind = Tous du même genre :
details-scope-so-far = aurait couvert { $n } sur { $total } jusqu’ici
details-scope-not-forever = pas pour toujours
details-scope-command = Cette commande avec n’importe quel argument :
details-scope-folder = Ce dossier :
details-scope-host = Cet hôte :
details-scope-tool = Cet outil :
details-always-long = Pour combien de temps
details-lifetime-run = cette exécution
details-lifetime-1h = 1 heure
details-lifetime-1d = 1 jour
details-lifetime-1w = 1 semaine
details-lifetime-forever = jusqu’à révocation
details-always-uses = Combien de fois
details-always-confirm = Confirmer et retenir
details-offer-confirm = Confirmer et autoriser cela pendant une semaine
details-dismiss = Tout écarter ({ $n })
details-alone = { $n ->
    [one] { $n } d’entre eux se décide sur sa propre page.
   *[other] { $n } d’entre eux se décident sur leurs propres pages.
}
diff-title = Différence
diff-files = { $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
}
diff-lines = { $n ->
    [one] { $n } ligne en tout
   *[other] { $n } lignes en tout
}
diff-counts = lignes ajoutées : { $added }, ôtées : { $removed }
diff-more-files = { $n ->
    [one] et { $n } fichier de plus
   *[other] et { $n } fichiers de plus
}
diff-before = { $n } lignes avant, sur { $total }
diff-after = { $n } lignes de plus sur { $total }
diff-continued = (suite)
diff-more-characters = { $n ->
    [one] … { $n } caractère de plus
   *[other] … { $n } caractères de plus
}
diff-blank = { $n ->
    [one] { $n } ligne vide
   *[other] { $n } lignes vides
}
diff-old = Avant
diff-new = Après
diff-text = Texte
diff-unified = Sur une colonne
diff-split = Côte à côte
diff-viewed = vu
diff-viewed-count = { $n } sur { $total } vus
diff-folded = replié : pas montré ici
diff-new-file = nouveau fichier
diff-deleted = supprimé
diff-renamed = renommé
diff-alike = { $n } % identique
diff-mode = Droits
diff-mode-runs = Devient exécutable
diff-mode-runs-not = N’est plus exécutable
diff-space-hide = Ignorer les espaces
diff-space-hidden = { $n ->
    [one] { $n } ligne modifiée ne diffère que par des espaces et figure ici comme identique.
   *[other] { $n } lignes modifiées ne diffèrent que par des espaces et figurent ici comme identiques.
}
details-space-hidden = Cette page ignore les espaces et ne montre donc pas tout : un oui demande la page qui montre tout.
details-space-all = Tout montrer
diff-as-table = En tableau
diff-as-notebook = En notebook
diff-again = Les mêmes changements encore une fois ; la décision porte sur la différence ci-dessous.
details-pictures = Images
details-pictures-part = Un fichier contient plus que ce que montre son image.
details-picture-before = { $path }, avant
details-picture-after = { $path }, après
details-picture-none = Aucun fichier
diff-changed = modifié :
diff-table-part = Le tableau montre au plus { $rows } lignes et { $columns } colonnes.
diff-cell-code = Cellule de code
diff-cell-text = Cellule de texte
diff-outputs = Changements dans les sorties et les métadonnées :
long-piece = caractères { $from } à { $to } sur { $total }
long-before = Partie précédente
long-after = Partie suivante
edit-title = D’autres arguments
edit-tool = D’autres arguments pour { $tool }
edit-decided = C’est déjà décidé.
edit-why = L’appel est jugé et montré à nouveau avec ces arguments ; rien n’arrive avant que vous ne le confirmiez.
edit-large = Ils sont trop grands pour un formulaire à champs.
edit-large-json = Les modifier en JSON
edit-send = Montrer avec ceux-ci
edit-leave = Laisser tel quel
edit-json = Écrit en JSON.
edit-required = (obligatoire)
edit-hidden = C’est un secret qui n’est pas montré : saisissez-le à nouveau.
edit-yes = oui
edit-no = non
edit-lines = Un par ligne.
edit-hunk = Bloc { $n }
edit-land = Une partie seulement
edit-land-why = Cela a été répété à blanc. Choisissez les changements à appliquer ; les autres n’arrivent pas.
edit-land-send = Montrer seulement cette partie
details-changes = Change aussi
details-changed = { $n ->
    [one] { $n } changement
   *[other] { $n } changements
}
diff-not-whole = pas montré en entier, donc pas compté
diff-note-conflict = Conflit :
diff-note-wal = les changements encore dans son fichier -wal ne sont pas montrés
diff-note-no-rows = ni son schéma ni une ligne de ses tables ne change
diff-note-work-tree = pas un texte, ou un texte très long : le fichier de l’arbre de travail
diff-note-no-newline = Pas de saut de ligne à la fin du fichier
diff-note-removed-rows = lignes supprimées
diff-note-changed-rows = lignes modifiées
diff-note-added-rows = lignes ajoutées
diff-note-sqlite = C’est une base de données SQLite : ci-dessous, ce qui change dans son schéma et dans les lignes de ses tables ; pas les vues, les tables virtuelles, les colonnes calculées, ni ce qui dépasse 200 caractères d’une valeur
diff-note-no-text = Non montré : pas un texte, ou un texte très long
diff-note-too-much = Non montré : il y en a trop
diff-note-unreadable = Non montré : illisible, trop grand, ou ses lignes ne se distinguent pas
diff-note-hunk = partie { $n }
diff-note-more = … (+{ $n }, non montrées)
diff-note-left = différences non montrées : { $n }
whole-title = Le tout
whole-parts = Le tout, page par page
whole-file = La différence en fichier
whole-content = Le nouveau contenu en fichier
whole-none = Le reste n’est pas disponible : { $said }.
whole-here = Lignes { $from } à { $to } sur { $total }
whole-back = Retour à la question
