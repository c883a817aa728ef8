effect-about-bytes = environ { $n } octets
effect-and-more = { $saids }, et d’autres encore
effect-and-n-more = et { $n } de plus
effect-ask-again = redemandez quand il existera
effect-ask-less = demandez-en moins à la fois
effect-attributes = attributs { $attributes }
effect-attributes-stay = les attributs étendus de { $path } ne sont pas appliqués
effect-becomes-unknown = le nouveau contenu de { $path } n’est pas connu d’avance
effect-before-gone = l’état antérieur n’est plus conservé
effect-before-not-kept = l’état antérieur n’a pas été conservé
effect-block-length = une plage réservée a besoin d’une durée
effect-block-title = une plage réservée a besoin d’un titre ou d’une tâche
effect-both-sides = { $path } a été modifié des deux côtés
effect-both-sides-cannot = { $path } a été modifié des deux côtés : il ne peut être appliqué tel quel
effect-bytes = { $n ->
    [one] { $n } octet
   *[other] { $n } octets
    }
effect-calendar-31 = une entrée du calendrier dure au plus 31 jours
effect-calendar-already = « { $title } » est déjà dans le calendrier ({ $id })
effect-calendar-overlaps = chevauche « { $title } » ({ $id }), { $start } à { $end }
effect-calendar-target = le calendrier, { $start } à { $end }
effect-call-again = appelez-la à nouveau : elle sera vérifiée de nouveau
effect-call-no-folder = l’appel n’a pas de dossier de travail
effect-cannot = impossible { $said-doing } : { $said }
effect-cannot-enter = impossible d’entrer dans le dossier de travail { $path } : { $error }
effect-cannot-land = rien n’en peut être appliqué : { $said }
effect-cannot-look = impossible d’examiner { $path } : { $said }
effect-cannot-look-db = impossible d’examiner la base de données : { $error }
effect-cannot-look-file = impossible d’examiner le fichier : { $error }
effect-cannot-read = impossible de lire { $path } : { $said }
effect-cannot-read-file = impossible de lire le fichier : { $error }
effect-cannot-read-kept = impossible de lire l’état conservé : { $error }
effect-cannot-read-kept-of = impossible de lire l’état conservé de { $path } : { $said }
effect-cannot-remove = impossible de retirer { $path } : { $said }
effect-cannot-run = impossible d’exécuter { $name } : { $error }
effect-cannot-take = arguments non valides pour { $tool } : { $said }
effect-cannot-use = impossible d’utiliser { $path } : { $error }
effect-cannot-write = impossible d’écrire { $path } : { $said }
effect-cannot-write-disk = impossible d’écrire sur le disque de { $path } : { $said }
effect-cannot-write-file = impossible d’écrire le fichier : { $error }
effect-cannot-write-trash = impossible d’écrire dans la corbeille à { $path } : { $said }
effect-changed-meanwhile = { $path } a changé entre-temps
effect-changed-now = { $path } vient de changer
effect-changed-since = { $path } a changé depuis
effect-changed-since-why = { $path } a changé depuis : { $said }
effect-changes-more = cela modifie plus de { $n } fichiers et dossiers
effect-check-name = vérifiez le nom de la commande et le dossier de travail
effect-checklist-item = élément de la liste « { $title } » ({ $id })
effect-choose-among = choisissez parmi : { $paths }
effect-choose-nothing = il n’y a rien à choisir : rien n’a changé
effect-choose-whole = choisissez le chemin entier
effect-clock = l’horloge de cette machine a été reculée entre-temps
effect-command-both = donnez command ou argv, pas les deux
effect-command-folder-moved = le dossier mène maintenant à { $path }
effect-command-holds = la commande contient : { $said }
effect-command-lines = la commande a { $lines } lignes ; lisez-les toutes
effect-command-none = il n’y a pas de commande
effect-command-nul = une commande ne peut contenir ni caractère NUL ni retour chariot
effect-command-own-variable = { $name } appartient à Countersign et ne peut être défini
effect-command-uncaptured = les effets d’une commande ne sont pas conservés
effect-command-unknown = on ne sait pas jusqu’où la commande est allée
effect-command-unknown-unchanged = on ne sait pas jusqu’où la commande est allée ; aucun fichier n’a été modifié
effect-command-variable = { $name } n’est pas un nom de variable valide
effect-conflict = un conflit
effect-content-changed = son contenu a changé
effect-copy-deep = les dossiers à plus de { $n } niveaux ne sont pas copiés
effect-copy-weight = une copie dépasserait la limite de { $n } octets
effect-create-first = créez-le d’abord avec filesystem.create_dir
effect-csv-field = la ligne { $row } a un champ { $name } qui n’est pas dans l’en-tête
effect-csv-further-names = le fichier avait d’autres liens physiques, qui gardent l’ancien contenu
effect-csv-header = { $path } a l’en-tête { $header }
effect-csv-list = la ligne { $row } contient une liste ou un objet
effect-csv-million = cela fait plus d’un million de lignes
effect-csv-names = { $name } a { $n } liens physiques ; seul celui-ci est écrit
effect-csv-no-file = aucun fichier
effect-csv-nothing = il n’y a rien à écrire : ni lignes ni en-tête
effect-csv-row = une ligne ne peut être écrite : { $error }
effect-csv-same = { $name } a déjà exactement ces lignes
effect-csv-state = { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
}, droits { $mode }, contenu { $hash }
effect-csv-too-large = { $path } est trop volumineux pour y ajouter
effect-csv-value-hint = une valeur est du texte, un nombre, true, false ou null
effect-csv-values = la ligne { $row } a { $n } valeurs, l’en-tête { $m }
effect-data-add = ajouter { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
} à { $table }
effect-data-alter-object = modifier { $kind ->
    [index] l’index
    [view] la vue
    [trigger] le déclencheur
   *[table] la table
    } { $name }
effect-data-change = modifier { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } de { $table }
effect-data-create-object = créer { $kind ->
    [index] l’index
    [view] la vue
    [trigger] le déclencheur
   *[table] la table
    } { $name }
effect-data-delete = supprimer { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } de { $table }
effect-data-drop = supprimer la table { $table } avec { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    }
effect-data-drop-object = supprimer { $kind ->
    [index] l’index
    [view] la vue
    [trigger] le déclencheur
   *[table] la table
    } { $name }
effect-day-end = une journée doit finir après avoir commencé
effect-db-already = { $path } est déjà comme avant
effect-db-busy = un autre programme utilise la base de données
effect-db-change-nothing = les instructions ne changent rien
effect-db-columns = les colonnes de la table { $table } ont changé
effect-db-deletes-columns = supprime dans { $path } : colonnes de la table { $table }
effect-db-deletes-large = supprime dans { $path } : lignes ou tables (trop volumineux pour dire lesquelles)
effect-db-deletes-rows = supprime dans { $path } : { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } de la table { $table }
effect-db-deletes-table = supprime dans { $path } : table { $table } avec { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    }
effect-db-expected = { $table } : attendu { $expected }, trouvé { $found }
effect-db-failed = erreur de la base de données : { $error }
effect-db-first-parameters = seule la première instruction peut avoir des paramètres
effect-db-half = un programme a été tué pendant qu’il écrivait dans la base de données, et l’a laissée à moitié écrite
effect-db-hits-columns = { $path } : colonnes de la table { $table }
effect-db-hits-large = { $path } : lignes ou tables (trop volumineux pour dire lesquelles)
effect-db-hits-rows = { $path } : { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } de la table { $table }
effect-db-hits-table = { $path } : table { $table } avec { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    }
effect-db-holds = les instructions contiennent : { $said }
effect-db-in-the-way = des lignes ajoutées depuis font obstacle
effect-db-large-value = { $value } est trop grand pour une base de données
effect-db-larger = la base de données dépasse { $n } Mio, donc son état actuel n’est pas conservé
effect-db-no-longer-run = les instructions ne s’exécutent plus : { $said }
effect-db-no-row = aucune ligne
effect-db-no-statement = il n’y a pas d’instruction
effect-db-no-value = { $value } n’est pas une valeur de base de données
effect-db-none = ce n’est pas une base de données SQLite
effect-db-now = maintenant : { $tables }
effect-db-not-allowed = cet outil ne permet pas l’instruction : { $error }
effect-db-object = { $kind ->
    [index] index
    [view] vue
    [trigger] déclencheur
   *[table] table
    } { $name }
effect-db-one-per-call = proposez une instruction par appel, ou inscrivez directement les valeurs
effect-db-one-query = une requête ne prend qu’une instruction à la fois
effect-db-open-once = ouvrez-la une fois avec ce programme, ou avec sqlite3, qui la répare
effect-db-otherwise = les instructions modifieraient maintenant { $path } autrement
effect-db-parameter = le paramètre { $name } n’a pas de valeur
effect-db-parameters = l’instruction a { $n } paramètres, { $m } sont donnés
effect-db-plain = les requêtes ne peuvent que lire ; pour écrire, utilisez de simples instructions sur la base elle-même
effect-db-read-only = la base de données est ouverte en lecture seule
effect-db-refer = des lignes ajoutées depuis renvoient à des lignes qui seraient supprimées, ou l’inverse
effect-db-rows-changed = des lignes de { $path } ont changé depuis
effect-db-shown = montré : { $tables }
effect-db-too-large-before = la base de données est trop volumineuse pour conserver son état antérieur
effect-db-too-large-tell = { $path } était trop volumineux pour conserver son état antérieur, donc l’issue est inconnue
effect-db-too-long = l’instruction a duré trop longtemps et a été arrêtée
effect-db-touched = { $n } lignes de { $table } sont touchées ; { $m } sont montrées
effect-db-value-hint = utilisez du texte, des nombres, true, false, null ou {"{"}"base64": …{"}"} pour des octets
effect-db-varies = utilise l’heure ou des valeurs aléatoires : les valeurs écrites peuvent différer de celles montrées
effect-db-whole = elle ne peut être restaurée qu’en entier, ce qui perdrait les modifications ultérieures
effect-db-write-tool = data.write_sqlite propose des modifications
effect-deep = les dossiers à plus de { $n } niveaux ne sont pas suivis
effect-deep-at = les dossiers à plus de { $n } niveaux ne sont pas suivis : { $path }
effect-deletes-bytes = supprime { $n ->
    [one] { $n } octet
   *[other] { $n } octets
    }
effect-deletes-inside = supprime { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
    } dedans, { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
} : { $names }
effect-deletes-proposed = supprime un dossier qui n’est lui-même que proposé
effect-deletes-things = supprime { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
    }, { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
} : { $names }
effect-deleting-files = suppression de fichiers : { $path }
effect-denied-absent = lire { $path } : son contenu réel est caché
effect-denied-address = réseau : l’adresse de { $host }
effect-denied-call = l’appel système { $name }
effect-denied-change = modifier { $path }
effect-denied-network = réseau : { $host }
effect-denied-read = lire { $path }
effect-denied-socket = un programme derrière le socket { $name }
effect-did-untold = ses effets ne peuvent être déterminés : { $said }
effect-plan-too-long = essayer les étapes précédentes a pris trop de temps
effect-do-along = de cloner le montage de { $path }
effect-do-bring-back = de ramener { $path }
effect-do-change = de modifier { $path }
effect-do-change-back = de remettre { $path } comme avant
effect-do-clear = de libérer { $path }
effect-do-copy-db = de copier la base de données
effect-do-copy-to = de copier vers { $path }
effect-do-cover = de monter par-dessus { $path }
effect-do-delete = de supprimer { $path }
effect-do-empty-trash = de vider la corbeille
effect-do-enter = d’entrer dans le dossier de travail
effect-do-file-back = de remettre le fichier
effect-do-filter = de filtrer les appels système de la commande (seccomp avec notification utilisateur)
effect-do-folder-kept = de créer un dossier pour l’état actuel
effect-do-keep = de conserver l’état actuel de { $path }
effect-do-keep-db = de conserver la base de données
effect-do-keep-file = de conserver le fichier
effect-do-keep-stands = de conserver l’état actuel
effect-do-keep-thing = de conserver { $path }
effect-do-landlock = de limiter la commande à ses dossiers (Landlock)
effect-do-limits = de fixer les limites de la commande
effect-do-list = de lister { $path }
effect-do-make = de créer { $path }
effect-do-memory = de créer un système de fichiers privé en mémoire
effect-do-mounts = de garder les montages à part
effect-do-move = de déplacer { $path }
effect-do-move-to = de déplacer vers { $path }
effect-do-namespaces = de créer un monde (espaces de noms utilisateur)
effect-do-network = de monter un réseau à part
effect-do-oneself = d’associer l’utilisateur dans un monde (uid_map)
effect-do-open = d’ouvrir { $path }
effect-do-open-folder-of = d’ouvrir le dossier de { $path }
effect-do-open-trash = d’ouvrir la corbeille
effect-do-open-trash-at = d’ouvrir la corbeille à { $path }
effect-do-overlay = de poser un dossier sur un autre (overlayfs avec userxattr)
effect-do-parts = de remettre les parties du monde
effect-do-place = de mettre { $path } à sa place
effect-do-prepare = de préparer { $path }
effect-do-privileges = de renoncer aux privilèges
effect-do-proc = de monter un /proc à part
effect-do-program = d’exécuter le programme
effect-do-put-file = de mettre le fichier à sa place
effect-do-read-only = de tout mettre en lecture seule
effect-do-resolve = de résoudre { $path }
effect-do-session = de commencer une session à part
effect-do-start = de lancer la commande
effect-do-streams = de préparer l’entrée et la sortie de la commande
effect-do-terminals = de créer des terminaux à part
effect-do-tie = de lier le monde à son appelant
effect-do-try-folder = de créer un dossier pour l’essayer
effect-do-watch = de surveiller { $path }
effect-do-watch-hidden = de surveiller des chemins cachés
effect-do-world = de créer le monde
effect-doctor-lacks = countersign doctor dit ce qui manque à cette machine
effect-doctor-missing = countersign doctor dit ce qui manque
effect-due-already = { $said } a déjà l’échéance { $due }
effect-due-none-already = { $said } n’a déjà aucune échéance
effect-edit-absent = old_text de la modification { $n } ne figure pas dans { $path }
effect-edit-empty = old_text de la modification { $n } est vide
effect-edit-twice = old_text de la modification { $n } figure plus d’une fois dans { $path }
effect-element = l’élément { $n } de { $list } est mal formé
effect-emptied = { $path } est vidé
effect-err-denied = permission refusée
effect-err-device = c’est un périphérique, un tube ou un socket, pas un fichier
effect-err-full = le disque est plein
effect-err-is-folder = c’est un dossier
effect-err-link = un lien fait obstacle
effect-err-long = le nom est trop long
effect-err-noent = ce fichier ou dossier n’existe pas
effect-err-not-folder = une partie du chemin n’est pas un dossier
effect-err-read-only = le système de fichiers est en lecture seule
effect-estimate-already = { $said } a déjà l’estimation { $estimate }
effect-estimate-none-already = { $said } n’a déjà aucune estimation
effect-expected = attendu : { $said }
effect-field-checked = coché
effect-field-due = échéance
effect-field-end = fin
effect-field-estimate = estimation
effect-field-item = élément de la liste
effect-field-label = étiquette
effect-field-language = langue
effect-field-link = relation
effect-field-notes = notes
effect-field-observation = observation
effect-field-priority = priorité
effect-field-report = rapport
effect-field-start = début
effect-field-status = état
effect-field-task = tâche
effect-field-title = titre
effect-field-to = { $said-field } à { $said-value }
effect-fields-already = { $said } a déjà { $saids }
effect-file = fichier, { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
}
effect-file-merged = fichier, { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
}, fusionné, blake3 { $hash }
effect-files-changed = { $n ->
    [one] { $n } fichier modifié
   *[other] { $n } fichiers modifiés
    }
effect-files-created = { $n ->
    [one] { $n } fichier créé
   *[other] { $n } fichiers créés
    }
effect-files-deleted = { $n ->
    [one] { $n } fichier supprimé
   *[other] { $n } fichiers supprimés
    }
effect-files-not-left = les fichiers ont changé depuis
effect-files-renamed = { $n ->
    [one] { $n } fichier renommé
   *[other] { $n } fichiers renommés
    }
effect-files-several = { $n } fichiers : { $said-kinds }
effect-folder = dossier
effect-folder-gone = le dossier { $path } n’est plus là
effect-folder-must-be = son dossier doit exister : créez-le avec filesystem.create_dir
effect-folder-of-gone = le dossier de { $path } n’est plus là
effect-folder-things = dossier, { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
    } dedans, { $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
}
effect-folder-unreached = le dossier { $path } est inaccessible : { $error }
effect-folders-changed = { $n ->
    [one] { $n } dossier modifié
   *[other] { $n } dossiers modifiés
    }
effect-folders-created = { $n ->
    [one] { $n } dossier créé
   *[other] { $n } dossiers créés
    }
effect-folders-deleted = { $n ->
    [one] { $n } dossier supprimé
   *[other] { $n } dossiers supprimés
    }
effect-folders-renamed = { $n ->
    [one] { $n } dossier renommé
   *[other] { $n } dossiers renommés
    }
effect-folders-several = { $n } dossiers : { $said-kinds }
effect-for-real = après un oui, cela s’exécute pour de vrai
effect-formulas = { $n ->
    [one] { $n } valeur s’exécuterait comme formule
   *[other] { $n } valeurs s’exécuteraient comme formules
} dans un tableur
effect-found = trouvé : { $said }
effect-from-no-folder = il n’a pas de dossier de travail
effect-full-folder = { $path } est un dossier avec { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
    } dedans
effect-give-absolute = donnez un chemin absolu
effect-give-cwd = donnez cwd comme chemin absolu
effect-give-field = donnez au moins un champ
effect-give-new-path = donnez le nouveau chemin entier, ou supprimez-le d’abord
effect-give-title = donnez un titre, ou si c’est coché
effect-function-destroys = { $name } détruit quelque chose, selon son processus
effect-function-no-undo = son processus n’a rien enregistré qui annule { $name }
effect-function-target = fonction { $name }
effect-function-own = le propre processus de { $agent } l’exécute : ce qu’elle fait n’est pas connu ici
effect-function-undo-by-worker = un worker l’annule : qu’il l’ait fait n’est que sa parole
effect-handed = remis : l’agent le fait lui-même ; l’état antérieur est conservé, et le résultat est vérifié quand l’agent en rend compte
effect-handed-command = une commande que l’agent exécute lui-même sur cette machine : rien ne la limite à ce qu’elle annonce
effect-handed-mcp = un outil d’un serveur qui n’est pas derrière Countersign : countersign import l’y place
effect-handed-uncaptured = remis à l’agent : ce qu’il y fait n’est pas conservé
effect-handed-unknown = un outil inconnu de l’agent
effect-how-far-known = { $saids } ; modifications dont on sait qu’elles sont faites : { $n } sur { $all }
effect-how-far-unknown = { $saids } ; on ne sait pas jusqu’où cela est allé
effect-hunk-one = il n’a que le bloc 1
effect-hunk-some = il a les blocs 1 à { $n }
effect-in-layers = après un oui, cela s’exécute en couches au-dessus de l’espace de travail et n’atteint que ces hôtes : ses changements y sont appliqués aussitôt et peuvent être annulés, pas les données envoyées ; cela peut alors lire tout ce que vous pouvez lire, vos secrets compris
effect-in-layers-any = après un oui, elle s’exécute en couches au-dessus de l’espace de travail et atteint les hôtes qu’elle nomme et ceux vers lesquels ils la renvoient : ses modifications y sont reprises aussitôt et peuvent être annulées, les données envoyées non ; elle peut alors lire tout ce que vous pouvez lire, vos secrets compris
effect-in-rehearsal = lors de la répétition à blanc, cela { $said }
effect-in-rehearsal-changed = lors de la répétition à blanc, cela a modifié des fichiers, et peut en modifier d’autres après un oui : { $saids }
effect-in-rehearsal-more = et { $n ->
    [one] { $n } autre tentative bloquée
   *[other] { $n } autres tentatives bloquées
    }
effect-in-the-way = { $path } fait obstacle
effect-inside = { $to } est dans { $from }
effect-is-folder = { $path } est un dossier
effect-is-gone = il n’est plus là
effect-is-there-now = il existe maintenant
effect-it-leaves = cela laisse { $paths }, qu’une répétition à blanc ne conserve pas
effect-item-already = { $said } a déjà l’élément de la liste « { $title } » ({ $id })
effect-item-belongs = { $said-item } n’appartient pas à { $said-task }
effect-item-so = { $said } a déjà ces valeurs
effect-its-work = son travail
effect-kept-at = le contenu antérieur est conservé dans { $path }
effect-kept-changed = son état conservé a changé
effect-kind-file = un fichier
effect-kind-folder = un dossier
effect-kind-link = un lien
effect-kind-not-file = { $path } est { $said-kind }, pas un fichier
effect-kind-not-folder = { $path } est { $said-kind }, pas un dossier
effect-kind-nothing = rien
effect-kind-there-now = { $said-kind } est là maintenant
effect-kind-was = c’était { $said-was } et c’est { $said-now }
effect-kinds-changed = { $n ->
    [one] { $n } modifié
   *[other] { $n } modifiés
    }
effect-kinds-created = { $n ->
    [one] { $n } créé
   *[other] { $n } créés
    }
effect-kinds-deleted = { $n ->
    [one] { $n } supprimé
   *[other] { $n } supprimés
    }
effect-kinds-renamed = { $n ->
    [one] { $n } renommé
   *[other] { $n } renommés
    }
effect-label-already = { $said } a déjà l’étiquette « { $label } »
effect-label-command = commande ({ $lines ->
    [one] { $lines } ligne
   *[other] { $lines } lignes
    }, { $characters ->
    [one] { $characters } caractère
   *[other] { $characters } caractères
    })
effect-label-first-rows = premières des { $rows } lignes écrites ({ $lines } lignes en tout)
effect-label-folder = dossier de travail
effect-label-gives-it = entrée de l’agent
effect-label-gives-tool = entrée de l’agent pour son outil
effect-label-parameters = paramètres
effect-label-patch = le correctif
effect-label-rehearsed = répété à blanc
effect-label-contacted = contacté
effect-label-rows-of = lignes de { $table }
effect-label-sends = ce qui est envoyé
effect-label-size = taille en octets
effect-label-size-of = taille de { $path } en octets
effect-label-statements = instructions ({ $lines ->
    [one] { $lines } ligne
   *[other] { $lines } lignes
    }, { $characters ->
    [one] { $characters } caractère
   *[other] { $characters } caractères
    })
effect-label-stdin = entrée standard ({ $characters ->
    [one] { $characters } caractère
   *[other] { $characters } caractères
    })
effect-label-text = texte
effect-label-text-everywhere = texte, partout
effect-label-time = limite de temps en secondes
effect-label-variable = variable { $name }
effect-lands-exactly = { $saids } ; c’est exactement ce qui est appliqué, et la commande n’est pas relancée
effect-language-already = { $said } a déjà la langue { $language }
effect-large-gib = cela dépasse { $n } Gio
effect-later-item = le résultat de { $item }
effect-later-step = le résultat de l’étape { $n }
effect-layers-broken = la liste des fichiers conservés est endommagée
effect-layers-folder = les couches ont besoin d’un dossier à elles
effect-layers-no-folder = il n’y a pas de dossier pour ses couches
effect-layers-overlap = { $a } et { $b } se chevauchent
effect-layers-themselves = { $path } contient les couches elles-mêmes
effect-layers-unresolved = { $path } n’est pas le chemin résolu d’un dossier
effect-leads-through-nothing = { $path } passe par un dossier qui n’existe pas
effect-leaves = laisse { $paths }, qu’une répétition à blanc ne conserve pas
effect-leaves-thing = laisse un fichier ou un dossier
effect-less-at-once = les changements qui n’ont pas été montrés ne peuvent être appliqués : faites faire moins à la commande en une fois
effect-limit-disk = disque
effect-limit-aside = la limite d’un cache
effect-limit-memory = mémoire
effect-limit-processes = processus
effect-limit-time = temps
effect-link = lien
effect-link-blocks = { $said-a } bloque { $said-b }
effect-link-dismissed = { $said } (écarté)
effect-link-duplicates = { $said-a } est un doublon de { $said-b }
effect-link-itself = une tâche ne peut être reliée à elle-même
effect-link-part = { $said-a } fait partie de { $said-b }
effect-link-recorded = c’est déjà enregistré : { $said }
effect-link-relates = { $said-a } est liée à { $said-b }
effect-link-to = lien vers { $path }
effect-link-to-nothing = { $path } est un lien qui ne mène nulle part
effect-links-not-utf8 = { $path } n’est pas en UTF-8 une fois ses liens suivis
effect-list-empty = la liste est vide
effect-list-ids = task.list_tasks et calendar.list_events donnent les identifiants existants
effect-many-days = cela fait plus de { $n } jours
effect-many-names = cela contient trop de noms
effect-may-be = peut-être : { $said }
effect-may-have-sent = aucun fichier n’a été modifié, mais quelque chose a pu être envoyé : { $saids }
effect-means-apparmor = AppArmor empêche les programmes de créer des espaces de noms : copiez packaging/apparmor/countersign dans /etc/apparmor.d et exécutez `sudo apparmor_parser -r /etc/apparmor.d/countersign`
effect-means-container = ce conteneur ne le permet pas : démarrez-le avec `--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined`
effect-means-landlock = ce noyau ne peut limiter une commande à ses dossiers (il faut Landlock version 2, à partir de Linux 5.19, avec landlock parmi les modules de sécurité) : aucune commande ne peut être prouvée inoffensive
effect-means-linux = il faut Linux 5.12 ou ultérieur avec les espaces de noms utilisateur
effect-means-max-userns = exécutez `sudo sysctl user.max_user_namespaces=10000`
effect-means-odd = une commande d’essai dans un monde a échoué
effect-means-overlay = les fichiers sont copiés à la place, ce qui prend plus de temps ; Linux 5.11 ou ultérieur le peut sur ext4, xfs et btrfs
effect-means-untried = rien n’a pu être essayé dans { $path } : { $error } ; rendez ce dossier accessible en écriture
effect-means-userns = exécutez `sudo sysctl kernel.unprivileged_userns_clone=1`
effect-means-watching = Linux 5.5 ou ultérieur le peut, sauf si un conteneur l’interdit
effect-merge-deleted = il est supprimé ici et modifié là
effect-merge-no-text = il a été modifié des deux côtés, et n’est plus du texte
effect-merge-nothing-kept = il a été modifié des deux côtés, et son contenu antérieur n’a pas été conservé
effect-merge-too-many = les deux côtés ont modifié plus de lignes que ce qui est fusionné
effect-merge-of = { $paths } : fusionné avec ce qui a changé depuis
effect-merge-without = ce qui a changé depuis est déjà comme avant
effect-merged = { $path } a changé entre-temps ; les deux modifications sont fusionnées
effect-mode = droits { $mode }
effect-mode-changed = ses droits sont passés de { $was } à { $now }
effect-n-more = { $n ->
    [one] { $n } autre
   *[other] { $n } autres
    }
effect-more-changes = il y a plus de modifications que celles examinées
effect-more-effects = il y a plus d’effets que ceux examinés
effect-more-text = donnez davantage du texte autour
effect-more-than-lands = cela change plus qu’on ne peut appliquer en une fois
effect-move-away = écartez ce qui s’y trouve et réessayez
effect-moved-landing = { $path } a été déplacé ou remplacé pendant que ceci y était appliqué
effect-moved-now = { $path } vient d’être déplacé ou remplacé
effect-moved-untold = les changements faits entre-temps ne peuvent être déterminés : { $said }
effect-name-each = nommez chacun ainsi : {"{"}"path": "/w/a.txt", "hunks": [1]{"}"}
effect-name-not-utf8 = le nom de { $path } n’est pas en UTF-8
effect-name-taken = le nom { $path } est pris
effect-name-taken-why = le nom { $path } est pris : { $said }
effect-names-all = { $path } a { $n } liens physiques ; tous changent
effect-names-no-file = { $path } ne nomme pas un fichier
effect-names-only = { $path } a { $n } liens physiques ; seul celui-ci change
effect-names-several = { $path } a plusieurs liens physiques ; tous changent
effect-neither = { $paths } : ni l’état antérieur ni l’état demandé ; le contenu antérieur est conservé dans { $folder }
effect-no-field = aucun enregistrement n’a de champ { $name }
effect-no-file = il n’y a pas de fichier { $path }
effect-no-folder = il n’y a pas de dossier { $path }
effect-no-hunk = { $path } n’a pas de bloc { $n }
effect-no-hunks = { $path } n’a pas de blocs à choisir
effect-no-item = il n’y a pas d’élément de liste { $id }
effect-no-longer-kept = { $path } n’est plus conservé
effect-no-longer-there = { $path } n’existe plus
effect-no-means = cette machine ne le prend pas en charge
effect-no-observation = il n’y a pas d’observation dans ces arguments
effect-no-part = ce n’est pas une partie de la répétition à blanc : { $error }
effect-no-real-files = { $path } est dans { $folder }, qui ne contient pas de vrais fichiers
effect-no-snapshot = ce n’est pas un instantané
effect-no-world = le monde pour cela ne peut être créé : { $said }
effect-not-a-path = { $path } n’est pas un chemin
effect-not-after = { $end } n’est pas après { $start }
effect-not-awaited = impossible d’attendre la commande : { $error }
effect-not-base64 = pas du base64 : { $error }
effect-not-base64-content = content_base64 n’est pas du base64 : { $error }
effect-not-ended = la commande ne peut être arrêtée : { $error }
effect-not-folder = { $path } n’est pas un dossier
effect-not-regular = { $path } n’est pas un fichier ordinaire
effect-not-rehearsed = cela n’a pas été répété à blanc : { $saids }
effect-not-in-world = elle n’a pas été exécutée dans un monde à part : { $saids }
effect-not-held-to-reading = elle ne peut être limitée à lire : { $saids }
effect-worlds-off = la politique désactive les mondes
effect-never-in-world = la politique dit qu’elle ne s’exécute jamais dans un monde
effect-not-started = { $name } ne peut être lancé : { $error }
effect-not-text = { $path } n’est pas du texte
effect-not-tidied = impossible de nettoyer { $path } : { $error }
effect-not-time = { $text } n’est pas une heure
effect-not-watched = non surveillé
effect-not-where = { $path } n’est plus là où il était
effect-not-yet = { $said } n’existe pas encore ({ $id })
effect-notes-already = { $said } a déjà les notes « { $notes } »
effect-notes-none-already = { $said } n’a déjà aucune note
effect-nothing-at = il n’y a rien à { $path }
effect-nothing-but-unseen = cela n’a rien changé, mais on n’a pas pu observer tout ce que cela a tenté
effect-nothing-changed = rien n’a changé
effect-nothing-changes-at = rien ne change à { $path }
effect-nothing-given = il n’y a rien à changer dans ces arguments
effect-nothing-to-land = il n’y a rien à appliquer
effect-observations-on = les observations de { $agent } sur { $said }
effect-odd = { $path } est un périphérique, un tube ou un socket
effect-odd-delete-stays = { $path } est un périphérique, un tube ou un socket : sa suppression n’est pas appliquée
effect-odd-stays = { $path } est un périphérique, un tube ou un socket : il n’est pas appliqué
effect-odd-thing = périphérique, tube ou socket
effect-one-content = il faut donner exactement un de content, content_base64 et source
effect-only-a-part = une partie seulement est appliquée : { $some } modifications sur { $all }
effect-only-hunks = de { $path }, seuls les blocs { $hunks } sont appliqués
effect-only-proposed = { $path } n’est que proposé
effect-output-unread = sa sortie ne peut être lue
effect-pack-environment = montre l’environnement, secrets compris
effect-pack-observations = les observations reviennent à la fin de leur liste
effect-owner = propriétaire { $owner }
effect-owner-stays = le propriétaire de { $path } n’est pas appliqué
effect-owner-stays-who = le propriétaire de { $path } ({ $owner }) n’est pas appliqué
effect-patch-nothing = le correctif ne touche à rien
effect-patch-unread = le correctif est illisible à { $line }
effect-path-elsewhere = le chemin mène maintenant ailleurs
effect-path-empty = un chemin ne peut être vide ni contenir un NUL
effect-pattern-length = un motif a de 1 à 1000 octets
effect-pattern-star = `*` trouve tous les noms
effect-plan-absolute = le dossier de travail { $path } n’est pas absolu
effect-plan-copied-on-write = { $path } ne peut être copié à l’écriture
effect-plan-elsewhere = { $path } n’est pas un dossier, ou mène maintenant ailleurs
effect-plan-layers = les couches de { $path } se trouvent dans ce dossier même
effect-plan-mounted = { $path } contient un montage, à { $at }, et doit être copié
effect-plan-needed = nécessaire
effect-plan-no-program = il n’y a pas de programme à exécuter
effect-plan-nul = { $text } contient un caractère NUL
effect-plan-through = laissé passer
effect-plan-unreached = { $path } est { $said-what } et inaccessible : { $error }
effect-priority-already = { $said } a déjà la priorité { $priority }
effect-priority-none-already = { $said } n’a déjà aucune priorité
effect-program-check = vérifiez son nom, et PATH
effect-program-none = il n’y a pas de programme { $name }
effect-program-not-awaited = impossible d’attendre { $name } : { $error }
effect-program-not-staged = { $name } ne peut être lancé dans une scène : { $said }
effect-protected-deletes = supprime ou vide { $path }
effect-protected-deletes-more = supprime ou vide { $path } et { $n } de plus
effect-protected-destructive = une commande destructive : { $said }
effect-protected-destructive-more = une commande destructive : { $said } et { $n } de plus
effect-quoted = « { $text } »
effect-ran-may-have-sent = cela s’est exécuté et a pu envoyer quelque chose ; aucun fichier n’a été modifié : { $saids }
effect-read-again = relisez le fichier
effect-reads-so = { $path } a déjà ce contenu
effect-records-large = il dépasse 256 Mio
effect-records-many = il a plus d’un million d’enregistrements
effect-records-or-path = donnez des enregistrements ou un chemin
effect-refresh = actualisez
effect-refresh-rehearse = actualisez pour refaire la répétition à blanc
effect-rehearsal-not-kept = la répétition à blanc ne peut être conservée : { $error }
effect-rehearsal-not-removed = la répétition à blanc { $id } ne peut être retirée : { $said }
effect-rehearsal-not-whole = la répétition à blanc { $id } n’est plus conservée en entier
effect-rehearsed-ended-otherwise = modifié depuis la répétition à blanc : { $paths } ; refaite, elle se termine avec un autre code de sortie
effect-rehearsed-gone = la répétition à blanc n’est plus conservée
effect-rehearsed-not-again = modifié depuis la répétition à blanc : { $paths } ; elle n’a pas pu être refaite : { $saids }
effect-rehearsed-other = la répétition à blanc diffère des changements montrés
effect-rehearsed-otherwise = modifié depuis la répétition à blanc : { $paths } ; refaite, elle modifie autre chose : { $others }
effect-rehearsed-stale = modifié depuis la répétition à blanc : { $paths }
effect-relative = { $path } est relatif, et le dossier d’où vient l’appel n’est pas connu
effect-relative-no-folder = { $path } est relatif, et l’appel n’a pas de dossier de travail
effect-removed = retiré
effect-renamed-from = { $path } (renommé depuis { $from })
effect-replaced = { $path } est remplacé
effect-replaces-bytes = remplace { $n ->
    [one] { $n } octet qui s’y trouve
   *[other] { $n } octets qui s’y trouvent
    } maintenant
effect-report-already = le rapport le dit déjà
effect-report-on = le rapport de { $agent } sur { $said }
effect-rights = { $path } s’exécute avec les droits de son propriétaire ou de son groupe (droits { $mode })
effect-root = c’est la racine du système de fichiers
effect-run-for-real = choisissez les autres chemins, ou exécutez la commande pour de vrai
effect-same-file = { $path } est le même fichier
effect-say-recursive = indiquez recursive pour tous les supprimer
effect-scan-deleted = il porte une marque de suppression à un endroit inattendu
effect-scan-elsewhere = son contenu est ailleurs
effect-scan-mark = il porte une marque inconnue
effect-sent = ce qui est envoyé ne peut être repris
effect-settle-by-hand = choisissez les autres chemins, ou réglez-le d’abord à la main
effect-shorter = il a raccourci pendant qu’il était lu
effect-shorter-range = cherchez sur une plage plus courte
effect-slot-length = un créneau a besoin d’une durée
effect-sqlite-says = SQLite dit : { $error }
effect-stage-a-call-failed = un appel dans une scène a échoué : { $error }
effect-stage-call-failed = l’appel dans la scène a échoué : { $said }
effect-stage-changed = modifié depuis que cela a été montré : { $saids }
effect-stage-changed-hunks = modifié depuis que cela a été montré : { $path }, et ses blocs avec
effect-stage-conflicted = modifié entre-temps dans les dossiers réels, aux mêmes endroits : { $paths }
effect-stage-conflicted-git-hint = sans eux, le dépôt serait à moitié validé : annulez ce que git a modifié dans le dossier réel, ou résolvez cela à l’intérieur : countersign stage shell { $id }
effect-stage-conflicted-hint = écartez-les avec --except, ou résolvez cela à l’intérieur : countersign stage shell { $id } ; stage diff { $same } montre les deux côtés
effect-stage-conflicted-more = modifié entre-temps dans les dossiers réels, aux mêmes endroits : { $paths } et { $n } de plus
effect-stage-empty = elle est vide
effect-stage-empty-now = la scène est maintenant vide
effect-stage-further = prenez un dossier plus bas : --root DIR, ou allez-y avec cd
effect-stage-happens = a lieu dans la scène { $id } : rien n’en est appliqué
effect-stage-hidden = { $path } ne peut être mis en scène : il y est caché
effect-stage-hunk-numbers = PATH#1+3 : leurs numéros, tels qu’ils sont montrés
effect-stage-hunks-left-out = { $path } : pour écarter des blocs, nommez ceux qui sont appliqués
effect-stage-in-use = la scène { $id } est utilisée
effect-stage-is-other = { $path } est différent
effect-stage-is-real = { $path } ne diffère plus du vrai
effect-stage-leave-less = écartez-en moins
effect-stage-limit = il a atteint la limite : { $said }
effect-stage-look-again = regardez à nouveau : countersign stage diff { $id }
effect-stage-look-inside = regardez de l’intérieur : countersign stage shell ID
effect-stage-name-folder = nommez un dossier qui existe
effect-stage-net = l’effet net de la scène { $id }
effect-stage-no-answer = il n’a pas donné de réponse
effect-stage-no-difference = rien n’y diffère des vrais dossiers
effect-stage-no-folder = { $path } n’est pas le chemin résolu d’un dossier
effect-stage-no-hunks = { $numbers } ne sont pas des numéros de blocs
effect-stage-no-worlds = cette machine ne peut pas créer de mondes pour des scènes : { $saids }
effect-stage-not-called = aucun changement ne s’appelle { $name }
effect-stage-not-shown = cela diffère des changements montrés
effect-secret-not-shown = un secret possible
effect-stage-not-staged = { $paths } ne peut être mis en scène : { $saids }
effect-stage-nothing-left = il ne reste rien à appliquer
effect-stage-own = { $path } contient les données de Countersign
effect-stage-program-elsewhere = lancez un Countersign installé ailleurs
effect-stage-program-inside = { $path } se trouve dans le dossier mis en scène
effect-stage-remove-inside = retirez de l’intérieur ce qui peut être refait : countersign stage shell ID
effect-stage-secret-hint = les dossiers secrets et les données propres à Countersign ne peuvent être mis en scène
effect-stage-smaller = prenez un dossier plus petit : --root DIR, ou allez-y avec cd
effect-stage-too-many = la scène contient plus de { $n } modifications
effect-stage-unread = le contenu de la scène ne peut être lu : { $said }
effect-stage-wait = attendez que ce soit terminé
effect-stage-was-added = { $path } a été ajouté
effect-status-already = { $said } a déjà l’état { $status }
effect-still-there = il existe toujours
effect-stood-changed = le contenu antérieur de { $path } a été modifié dans la corbeille
effect-stood-gone = le contenu antérieur de { $path } n’est plus dans la corbeille
effect-stood-not-kept = le contenu antérieur de { $path } n’a pas été conservé
effect-target-database = base de données { $path }
effect-target-records = les enregistrements donnés
effect-task = tâche « { $title } » ({ $id })
effect-task-new = une nouvelle tâche « { $title } »
effect-there-already = { $path } existe déjà
effect-there-already-file = { $path } existe déjà, et c’est un fichier
effect-there-already-is = { $path } existe déjà, et c’est { $said-kind }
effect-time-changed = sa date a changé
effect-title-already = { $said } a déjà le titre « { $title } »
effect-to-write-changed = le contenu à écrire dans { $path } a changé depuis
effect-too-large-edit = { $path } dépasse { $n } octets et ne peut être modifié
effect-too-large-kept = { $path } est trop volumineux pour être conservé
effect-too-many-processes = cela a lancé trop de processus
effect-too-many-rehearsed = trop d’autres répétitions à blanc sont en cours
effect-too-much-kept = d’autres répétitions à blanc en attente de décision occupent déjà trop de place
effect-too-much-memory = cela a pris trop de mémoire
effect-too-much-written = cela a trop écrit
effect-aside-full = elle a écrit dans { $path } plus que Countersign n’en conserve ; ce qui y était conservé est supprimé
effect-touches-asked = touche à quelque chose qui fait toujours l’objet d’une demande : { $said }
effect-two-tasks = { $said-a } et { $said-b }
effect-uncaptured = ce que cela change n’est pas conservé : aucune annulation n’est possible
effect-unreadable = { $path } ne peut être lu : { $said }
effect-unseen-besides = on n’a pas pu observer tout ce que cela a tenté d’autre
effect-value-none = vide
effect-wants-absent = veut lire un fichier qu’une répétition à blanc n’a pas
effect-wants-call = demande un appel système qui n’est jamais autorisé
effect-wants-change = veut modifier : { $said }
effect-wants-hidden = veut lire un fichier caché
effect-wants-more-than-read = la commande veut faire plus que lire, et personne n’a été interrogé à ce sujet
effect-wants-network = demande le réseau
effect-wants-socket = veut atteindre un autre programme par un socket
effect-wants-write = veut écrire
effect-watch-further = surveillez un sous-dossier
effect-watch-further-or = surveillez un sous-dossier, ou ce dossier sans ses sous-dossiers
effect-watch-holds-own = { $path } contient le dossier de Countersign
effect-watch-many = { $path } contient plus de { $n } dossiers
effect-watch-own = { $path } appartient à Countersign : il n’est pas surveillé
effect-watched-folders = surveillé pendant { $time }, { $n } dossiers ; l’agent apprend les noms, pas les contenus
effect-watched-for = surveillé pendant { $time }
effect-watched-names = surveillé pendant { $time } ; l’agent apprend les noms, pas les contenus
effect-whole-workspace = { $path } est, ou contient, un espace de travail entier
effect-word-due = { $said } ; une échéance s’écrit 2026-11-15
effect-word-empty-label = l’étiquette est vide
effect-word-empty-text = le texte est vide
effect-word-empty-title = le titre est vide
effect-word-estimate = { $text } n’est pas une estimation comme « 2h », « 90m » ou « 1h 30m »
effect-word-estimate-max = une estimation est d’au plus { $max }
effect-word-estimate-none = écrivez « none » pour aucune estimation
effect-word-language = { $text } n’est pas une étiquette de langue comme « en » ou « pt-BR »
effect-word-long-label = l’étiquette a { $n } caractères ; { $max } sont permis
effect-word-long-text = le texte a { $n } caractères ; { $max } sont permis
effect-word-long-title = le titre a { $n } caractères ; { $max } sont permis
effect-word-priority = { $text } n’est pas une priorité ; utilisez P0, P1, P2, P3 ou none
effect-word-slash = une étiquette ne peut contenir de barre oblique
effect-word-status = { $text } n’est pas un état ; utilisez l’un de { $words }
effect-workspace-is = l’espace de travail { $path } est { $said }
effect-workspace-own = l’espace de travail { $path } contient les données de Countersign
effect-workspace-unseen = l’espace de travail ne peut être examiné : { $said }
effect-world-ended = le monde s’est terminé avant que la commande ne s’exécute
effect-world-only-linux = seul Linux sur x86-64 et ARM64 peut exécuter une commande dans un monde à part
effect-world-only-linux-copied = seul Linux sur x86-64 et ARM64 peut exécuter une commande dans un monde à part ; ailleurs, les fichiers sont copiés
effect-world-socket = le descripteur { $fd } est un socket, qu’une commande dans un monde ne doit pas avoir
effect-world-thread = le fil auxiliaire d’une répétition à blanc n’est plus là
effect-write-time = écrivez-la ainsi : 09:30
effect-write-whole = écrivez plutôt le fichier entier
effect-written-at = dernière écriture { $time }
effect-written-to = on y a écrit
sum-agent-change = laisser l’agent modifier { $path }
sum-agent-change-several = laisser l’agent modifier plusieurs fichiers : { $paths }
sum-agent-create = laisser l’agent créer { $path }
sum-agent-delete = laisser l’agent supprimer { $path }
sum-agent-fetch = laisser l’agent récupérer { $url }
sum-agent-read = laisser l’agent lire { $path }
sum-agent-search = laisser l’agent chercher { $query } sur le web
sum-function = exécuter { $name } dans le propre processus de l’appelant
sum-agent-use = laisser l’agent utiliser { $tool }
sum-audit-log = Lire le journal des appels d’outils
sum-audit-pdf = Exporter le journal en PDF
sum-audit-report = Faire un rapport sur le journal des appels d’outils
sum-audit-run = Résumer une exécution
sum-calendar-create-event = Créer l’événement « { $title } » le { $start }, durée { $length }
sum-calendar-create-time-block = Réserver du temps pour { $said } le { $start }, durée { $length }
sum-calendar-find-slots = Chercher des créneaux libres de { $length }
sum-calendar-list-events = Lister les événements
sum-data-anomalies = chercher des anomalies dans { $path }
sum-data-anomalies-given = chercher des anomalies dans les enregistrements donnés
sum-data-change-some = Modifier { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } de { $name }
sum-data-csv-add = Ajouter { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } à { $name }
sum-data-csv-new = Écrire { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    } dans le nouveau fichier { $name }
sum-data-csv-replace = Remplacer { $name } par { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
    }
sum-data-duplicates = chercher des doublons dans { $path }
sum-data-duplicates-given = chercher des doublons dans les enregistrements donnés
sum-data-in = { $saids } dans { $name }
sum-data-nothing = ne rien changer dans { $name }
sum-data-query = Interroger { $path }
sum-filesystem-copy-file = Copier { $from } vers { $to }
sum-filesystem-create = Créer { $path } ({ $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
})
sum-filesystem-create-dir = Créer le dossier { $path }
sum-filesystem-delete-file = Supprimer { $path }
sum-filesystem-delete-folder = Supprimer { $path } avec { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
    } dedans
sum-filesystem-edit = Modifier { $path } à { $n } endroits
sum-filesystem-edit-once = Modifier { $path } à un endroit
sum-filesystem-list = Lister { $path }
sum-filesystem-look-at = Regarder { $path }
sum-filesystem-move-file = Déplacer { $from } vers { $to }
sum-filesystem-overwrite = Écraser { $path } ({ $bytes ->
    [one] { $bytes } octet
   *[other] { $bytes } octets
})
sum-filesystem-read = Lire { $path }
sum-filesystem-search = Chercher { $what } dans { $path }
sum-filesystem-watch-folder = Surveiller { $path } pendant { $time }
sum-filesystem-watch-folders = Surveiller { $path } avec tous ses dossiers pendant { $time }
sum-shell-delete = Supprimer { $path } : { $command }
sum-shell-delete-in = Supprimer { $m } cibles dans { $folder } : { $command }
sum-shell-delete-in-over = Supprimer { $m } cibles dans { $folder } (plus de { $n } fichiers, { $size }) : { $command }
sum-shell-delete-in-sized = Supprimer { $m } cibles dans { $folder } ({ $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
    }, { $size }) : { $command }
sum-shell-delete-many = Supprimer { $m } cibles : { $command }
sum-shell-delete-many-over = Supprimer { $m } cibles (plus de { $n } fichiers, { $size }) : { $command }
sum-shell-delete-many-sized = Supprimer { $m } cibles ({ $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
    }, { $size }) : { $command }
sum-shell-delete-over = Supprimer { $path } (plus de { $n } fichiers, { $size }) : { $command }
sum-shell-delete-sized = Supprimer { $path } ({ $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
    }, { $size }) : { $command }
sum-shell-harmless = Répété à blanc, et cela n’a rien changé : { $command }
sum-shell-write = Écrire { $path } : { $command }
sum-shell-write-files = Écrire { $n } fichiers : { $command }
sum-stage-land = appliquer la scène { $stage } : { $saids }
sum-stage-land-nothing = appliquer la scène { $stage } : rien
sum-task-assign-label = Attribuer l’étiquette « { $label } »
sum-task-briefing = Résumer la journée
sum-task-check-and-rename = Cocher { $said } et le renommer en « { $new } »
sum-task-check-off = Cocher { $said }
sum-task-create-task = Créer la tâche « { $title } »
sum-task-dismiss-blocks = Écarter que { $said-a } bloque { $said-b }
sum-task-dismiss-duplicates = Écarter que { $said-a } est un doublon de { $said-b }
sum-task-dismiss-part = Écarter que { $said-a } fait partie de { $said-b }
sum-task-dismiss-relates = Écarter que { $said-a } est liée à { $said-b }
sum-task-link = Relier : { $said }
sum-task-list = Lister les tâches
sum-task-list-overdue = Lister les tâches en retard
sum-task-note = Noter : « { $text } »
sum-task-note-more = Noter : « { $text } » et { $n } de plus
sum-task-rename-item = Renommer { $said } en « { $new } »
sum-task-set = Fixer { $saids }
sum-task-set-due-date = Fixer l’échéance au { $due }
sum-task-set-due-date-none = Retirer l’échéance
sum-task-set-estimate = Fixer l’estimation à { $estimate }
sum-task-set-estimate-none = Retirer l’estimation
sum-task-set-language = Fixer la langue à { $language }
sum-task-set-notes = Changer les notes en « { $notes } »
sum-task-set-notes-none = Retirer les notes
sum-task-set-priority = Fixer la priorité à { $priority }
sum-task-set-priority-none = Retirer la priorité
sum-task-set-status = Fixer l’état à { $status }
sum-task-set-title = Changer le titre en « { $title } »
sum-task-uncheck = Décocher { $said }
sum-task-uncheck-and-rename = Décocher { $said } et le renommer en « { $new } »
sum-task-update-report = Mettre à jour le rapport : « { $text } »
sum-run = Exécuter { $line }
sum-add = Ajouter : « { $title } »
unseen-lines = { $n } lignes du diff de { $path }
unseen-content = le contenu de { $path } : ce n’est pas du texte, ou plus de 1 Mio
unseen-more-changes = plus de modifications qu’il n’en a été regardé
unseen-deep-files = les noms de { $n } fichiers en profondeur ({ $said-size }) : ils sont comptés avec leur dossier
unseen-difference = le diff de { $path }
unseen-more-differences = { $n } autres diffs
unseen-csv = { $n } lignes sont écrites ; les premières sont montrées, en partie
unseen-rows = { $n } lignes de { $table }
effect-ended-waiting = elle a été arrêtée quand elle n'attendait plus que cet hôte
effect-signals-nobody = elle envoie des signaux à des processus par leur nom, et cette exécution n'en a aucun de ce nom
effect-build-files = { $folders } : { $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
    }
effect-build-kept = { $saids } : gardé pour les commandes suivantes, sans être écrit dans les vrais dossiers
effect-label-build = dossiers de compilation
effect-without-secrets = ce qui a été lu de { $paths } ne contenait pas de secrets : les lignes avec mots de passe et jetons ont été omises
effect-registry-also = elle peut aussi joindre { $host }, qui fait partie du même registre
effect-builds-unseen = exécutée pour de vrai, elle ne voit pas ce que des commandes précédentes ont construit, qui est gardé à part : { $paths }
effect-label-silence = limite de temps en secondes sans sortie
effect-cancelled = { $who } l'a annulé, et ce qui avait été fait a été repris
effect-cancelled-hint = propose-le à nouveau si c'est encore voulu
effect-label-git = git
effect-label-git-in = git dans { $folder }
git-head = HEAD passe de { $from } à { $to }
git-commits = { $n ->
    [one] 1 commit sur { $name } : { $subjects }
   *[other] { $n } commits sur { $name } : { $subjects }
}
git-branch-created = branche { $name } créée à { $at }
git-branch-created-with = branche { $name } créée à { $at }, avec { $n ->
    [one] 1 nouveau commit : { $subjects }
   *[other] { $n } nouveaux commits : { $subjects }
}
git-branch-deleted = branche { $name } supprimée ; elle était à { $at }
git-moves = { $name } passe de { $from } à { $to }
git-join = { $n ->
    [one] 1 commit s’y ajoute : { $subjects }
   *[other] { $n } commits s’y ajoutent : { $subjects }
}
git-leave = { $n ->
    [one] 1 commit n’y est plus : { $subjects }
   *[other] { $n } commits n’y sont plus : { $subjects }
}
git-no-branch = { $n ->
    [one] 1 commit qui n’est sur aucune branche : { $subjects }
   *[other] { $n } commits qui ne sont sur aucune branche : { $subjects }
}
git-tag-created = étiquette { $name } créée à { $at }
git-tag-deleted = étiquette { $name } supprimée ; elle était à { $at }
git-tag-moves = l’étiquette { $name } passe de { $from } à { $to }
git-stash-created = { $name } créé : { $what }
git-stash-dropped = stash abandonné : { $what }
git-staged = { $n ->
    [one] 1 fichier indexé : { $files }
   *[other] { $n } fichiers indexés : { $files }
}
git-unstaged = { $n ->
    [one] 1 fichier n’est plus indexé : { $files }
   *[other] { $n } fichiers ne sont plus indexés : { $files }
}
unseen-git = ce que { $path } signifie pour git
unseen-submodule = les fichiers du sous-module { $path }
effect-folded = { $folder } : { $saids }, { $said_size }
effect-folded-words = { $saids }, { $said_size }
unseen-folded = { $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
    } dans { $folder }
