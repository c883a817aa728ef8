analysis-sends = envoie des données à l’extérieur
analysis-a-key-or-secret-file = un fichier de clés ou de secrets
analysis-a-file-that-runs-at-startup = un fichier exécuté au démarrage
analysis-git-own-settings-or-hooks = les réglages ou hooks propres à git
analysis-an-agent-own-settings = les réglages propres à un agent
analysis-countersign-own-data = les données propres à Countersign
analysis-production-configuration = une configuration de production
analysis-the-machine-accounts-or-what-every-program-loads = les comptes de la machine ou des fichiers que charge tout programme
analysis-is-countersign-own-setting = est un réglage propre à Countersign
analysis-a-variable-that-holds-a-secret = une variable qui contient un secret
analysis-reads-a-variable-that-holds-a-secret = lit une variable qui contient un secret
analysis-shows-the-variables-of-other-processes = montre les variables d’autres processus, qui peuvent contenir des secrets
analysis-that-is-everything-there-is = { $said } : c’est tout le système de fichiers
analysis-that-is-the-whole-home-folder = { $said } : c’est tout le dossier personnel
analysis-that-is-the-whole-working-folder = { $said } : c’est tout le dossier de travail
analysis-the-working-folder-stands-in-it = { $said } : le dossier de travail s’y trouve
analysis-the-home-folder-stands-in-it = { $said } : le dossier personnel s’y trouve
analysis-connects-to-a-host = se connecte à un hôte
analysis-sends-data-to-a-host = envoie des données à un hôte
analysis-contacts-a-host = contacte un hôte
analysis-contacts = contacte { $host }
analysis-contacts-a-host-that-only-running-tells = contacte un hôte connu seulement à l’exécution
analysis-writes-to-the-raw-device = écrit sur le périphérique brut { $target }
analysis-tells-the-kernel-to-act-at-once-as-by = ordonne au noyau d’agir immédiatement, par exemple de s’arrêter
analysis-changes-the-running-kernel = modifie le noyau en marche : { $target }
analysis-reads-a-file = lit un fichier
analysis-may-read-a-file = peut lire un fichier
analysis-writes-a-file = écrit un fichier
analysis-writes-files = écrit des fichiers
analysis-writes-to-a-file = écrit dans un fichier
analysis-may-write-to-a-file = peut écrire dans un fichier
analysis-deletes-a-file = supprime un fichier
analysis-empties-a-file = vide un fichier
analysis-empties-the-file = vide le fichier
analysis-empties-files = vide des fichiers
analysis-empties-a-file-before-it-is-read = vide un fichier avant qu’il soit lu
analysis-overwrites-the-file-with-zeros = écrase le fichier avec des zéros
analysis-rewrites-the-file-in-place = réécrit le fichier sur place
analysis-deletes-what-it-is-given = supprime ce qu’on lui donne
analysis-works-in-a-folder = travaille dans un dossier
analysis-runs-a-program = exécute un programme
analysis-runs-program = exécute { $program }
analysis-runs-a-script = exécute un script
analysis-runs-a-script-that-only-running-tells = exécute un script connu seulement à l’exécution
analysis-loads-code = charge du code
analysis-loads-a-library = charge une bibliothèque
analysis-loads-a-module = charge un module
analysis-runs-code-that-is-made-elsewhere = exécute du code produit ailleurs
analysis-runs-text-that-is-made-elsewhere = exécute du texte produit ailleurs
analysis-runs-sql-that-is-made-elsewhere = exécute du SQL produit ailleurs
analysis-runs-code-that-may-do-anything = exécute du code qui peut tout faire
analysis-runs-code-that-may-do-anything-of = exécute du code { $language } qui peut tout faire
analysis-runs-code-that-nobody-looked-at = exécute du code qui n’a pas été examiné
analysis-runs-code-that-nobody-here-can-read = exécute du code qui ne peut pas être examiné
analysis-runs-code-that-is-not-given = exécute du code qui n’est pas donné
analysis-runs-code-that-is-not-in-the-text = exécute du code qui n’est pas dans le texte
analysis-runs-code-where-a-module-is-named = exécute du code à la place d’un nom de module
analysis-may-run-code = peut exécuter du code
analysis-runs-with-more-rights = s’exécute avec plus de droits
analysis-runs-what-comes-in-by-standard-input = exécute du code venant de l’entrée standard
analysis-runs-sql-that-comes-in-by-standard-input = exécute du SQL venant de l’entrée standard
analysis-runs-what-is-in = exécute le code de { $file }
analysis-runs-what-is-in-a-file-that-only-running = exécute le code d’un fichier connu seulement à l’exécution : { $file }
analysis-runs-a-command-that-a-pattern-stands-for = exécute une commande indiquée par un motif : { $command }
analysis-runs-a-command-that-only-running-tells = exécute une commande connue seulement à l’exécution
analysis-runs-a-command-that-only-running-tells-of = exécute une commande connue seulement à l’exécution : { $command }
analysis-runs-a-command-that-is-not-given = exécute une commande qui n’est pas donnée
analysis-runs-which-is-not-in-any-table = exécute { $program }, qui n’est pas un programme connu
analysis-runs-which-nobody-here-can-read = exécute { $program }, qui ne peut pas être examiné
analysis-speaks-of-destroying = contient un mot qui indique une suppression ou une destruction : { $word }
analysis-stands-too-deep-in-other-commands-to-be-looked = est trop imbriqué dans d’autres commandes pour être examiné
analysis-has-too-many-commands-to-be-looked-at = a trop de commandes pour être examiné
analysis-has-more-commands-than-are-looked-at = a plus de commandes qu’il n’en est examiné
analysis-has-a-subcommand-that-is-not-in-any-table = a une sous-commande inconnue
analysis-has-a-subcommand-that-is-not-in-any-table-of = a une sous-commande inconnue : { $word }
analysis-has-an-option-that-is-not-known = a une option inconnue : { $option }
analysis-stands-for-a-file-or-a-program-of-its = { $option } n’a pas de valeur, donc la commande choisit elle-même un fichier ou un programme
analysis-may-be-an-option-that-changes-what-it-does = { $word } peut être une option qui change ce que cela fait
analysis-may-be-any-subcommand = { $word } peut être n’importe quelle sous-commande
analysis-only-running-tells-where-the-command-begins-that-it = l’endroit où commence la commande exécutée n’est connu qu’à l’exécution
analysis-only-running-tells-which-command-it-runs = la commande exécutée n’est connue qu’à l’exécution
analysis-only-running-tells-which-command-belongs-to = la commande à laquelle { $word } appartient n’est connue qu’à l’exécution
analysis-more-words-may-appear-where-only-running-tells = d’autres mots peuvent s’ajouter à l’exécution
analysis-writes-to = écrit vers { $target }
analysis-sets-a-variable-that-only-running-tells = définit une variable connue seulement à l’exécution
analysis-sets-variables-that-only-running-tells = définit des variables connues seulement à l’exécution
analysis-names-a-variable-that-only-running-tells = nomme une variable connue seulement à l’exécution
analysis-unsets-what-only-running-tells = annule la définition de quelque chose qui n’est connu qu’à l’exécution
analysis-unsets-path = annule la définition de PATH, si bien que les programmes sont cherchés ailleurs
analysis-lets-operands-of-commands-set-variables = laisse les opérandes des commandes définir des variables
analysis-assigns-an-expression-that-sets-variables = affecte une expression qui définit des variables
analysis-sets-the-positional-parameters-at-any-time = définit les paramètres positionnels à tout moment
analysis-makes-an-array-of-text = crée un tableau à partir de texte
analysis-switches-the-shell-to-a-mode-in-which-text = met le shell dans un mode où le texte a un autre sens
analysis-switches-modes-of-the-shell-that-only-running-tells = change des modes du shell connus seulement à l’exécution
analysis-sets-which-may-name-a-program-or-a-file = définit { $name }, qui peut nommer un programme ou un fichier
analysis-sets-to-what-only-running-tells = donne à { $name } une valeur connue seulement à l’exécution
analysis-sets-which-is-countersign-own = définit { $name }, qui appartient à Countersign
analysis-sets-which-decides-what-is-run-or-where = définit { $name }, qui décide de ce qui est exécuté ou à quel endroit
analysis-runs-what-holds-whenever-the-prompt-is-shown = exécute la valeur de { $name } à chaque affichage de l’invite
analysis-is-nested-too-deeply-to-be-followed = est trop imbriqué pour être suivi
analysis-it-is-nested-too-deeply = c’est trop imbriqué
analysis-holds-more-text-in-text-than-is-looked-at = contient plus de texte imbriqué qu’il n’en est examiné
analysis-leaves-loops-in-more-ways-than-are-looked-at = quitte des boucles de plus de façons qu’il n’en est examiné
analysis-holds-a-loop-that-goes-on-changing-its-variables = contient une boucle qui continue de changer ses variables
analysis-sets-more-traps-than-are-looked-at = définit plus de traps qu’il n’en est examiné
analysis-is-longer-than-kib-and-was-not-looked-at = dépasse { $n } Kio et n’a pas été examiné
analysis-is-not-understood-as-shell-text = n’est pas compris comme texte de shell
analysis-is-not-understood-as-shell-text-of = n’est pas compris comme texte de shell : { $said }
analysis-holds-a-word-that-is-not-understood = contient un mot qui n’est pas compris
analysis-holds-text-that-is-not-understood = contient du texte qui n’est pas compris
analysis-holds-brackets-that-can-be-read-in-two-ways = contient des parenthèses qui peuvent se lire de deux façons
analysis-holds-a-substitution-that-runs-when-it-is-evaluated = contient une substitution qui s’exécute lors de son évaluation
analysis-evaluates-what-is-not-proved-to-be-a-number = évalue une valeur qui n’est peut-être pas un nombre et peut exécuter des commandes
analysis-defines-a-function-whose-name-only-running-tells = définit une fonction dont le nom est connu seulement à l’exécution
analysis-calls-itself-again-and-again = s’appelle elle-même récursivement : { $name }
analysis-gives-a-command-another-meaning = redéfinit une commande
analysis-gives-a-word-of-the-shell-language-another-meaning = redéfinit un mot du langage du shell
analysis-expands-text-that-is-made-elsewhere-as-a-prompt = développe comme invite du texte produit ailleurs
analysis-a-second-parser-does-not-understand-it = un second analyseur ne le comprend pas
analysis-takes-more-options-from-a-file = prend d’autres options dans un fichier
analysis-changes-something = change quelque chose
analysis-destroys-something = détruit quelque chose
analysis-is-always-asked-about = fait toujours l’objet d’une demande
analysis-cannot-be-told-from-the-text = ne peut se déduire du texte
analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead = contient une séquence d’échappement, à laquelle un terminal obéit au lieu de l’afficher
analysis-holds-which-looks-like-a-sign-that-a-shell = contient { $code }, qui ressemble à un caractère spécial du shell
analysis-holds-a-carriage-return-after-which-a-terminal-writes = contient un retour chariot, après lequel un terminal écrit par-dessus ce qu’il a affiché ({ $code })
analysis-holds-a-line-break-that-is-none-to-a = contient un saut de ligne qu’un shell ne traite pas comme tel ({ $code })
analysis-holds-a-nul-at-which-some-programs-stop-reading = contient un NUL, auquel certains programmes cessent de lire ({ $code })
analysis-holds-a-character-that-changes-the-order-of-reading = contient un caractère qui change l’ordre de lecture ({ $code })
analysis-holds-a-character-that-is-not-seen = contient un caractère invisible ({ $code })
analysis-holds-a-blank-that-is-none-to-a-shell = contient une espace qu’un shell ne traite pas comme telle ({ $code })
analysis-holds-a-control-character = contient un caractère de contrôle ({ $code })
analysis-holds-in-a-word-of-latin-letters-which-looks = contient { $code } dans un mot en lettres latines, qui ressemble à l’une d’elles
analysis-the-awk-program-cannot-be-read = le programme awk ne peut être lu
analysis-runs-an-awk-program-that-only-running-tells = exécute un programme awk connu seulement à l’exécution
analysis-runs-an-awk-program-that-may-write-files-and = exécute un programme awk qui peut écrire des fichiers et exécuter des commandes
analysis-talks-to-a-host = communique avec un hôte
analysis-awk-prints-to-a-file = awk écrit dans un fichier
analysis-awk-prints-to-files = awk écrit dans des fichiers
analysis-awk-reads-a-file = awk lit un fichier
analysis-awk-runs-text-that-is-made-elsewhere = awk exécute du texte produit ailleurs
analysis-awk-talks-to-a-host = awk communique avec un hôte
analysis-awk-sends-data-to-a-host = awk envoie des données à un hôte
analysis-makes-a-variable-that-stands-for-another-one = crée une variable qui en désigne une autre
analysis-makes-a-variable-that-does-not-hold-what-is = crée une variable qui change la valeur affectée
analysis-makes-an-alias-that-only-running-tells = crée un alias connu seulement à l’exécution
analysis-makes-an-alias-of-text-that-is-made-elsewhere = crée un alias à partir de texte produit ailleurs
analysis-asks-a-server-to-delete-something = demande à un serveur de supprimer quelque chose
analysis-sends-a-request = envoie une requête { $method }
analysis-sends-a-request-whose-method-only-running-tells = envoie une requête dont la méthode est connue seulement à l’exécution
analysis-sends-data-which-may-change-something-there = envoie des données, ce qui peut y changer quelque chose
analysis-writes-what-it-tells-to-a-file = écrit sa sortie dans un fichier
analysis-may-write-to-a-device = peut écrire sur un périphérique
analysis-gives-a-container-all-rights-of-the-machine = donne à un conteneur tous les droits de la machine
analysis-gives-a-container-rights-of-the-machine = donne à un conteneur des droits de la machine
analysis-shares-the-machine-own-space-with-a-container = partage un espace de noms de la machine avec un conteneur
analysis-may-reach-folders-of-the-machine = peut atteindre des dossiers de la machine
analysis-a-container-reads-a-folder-of-the-machine = un conteneur lit un dossier de la machine
analysis-a-container-may-change-a-folder-of-the-machine = un conteneur peut modifier un dossier de la machine
analysis-gives-a-container-the-container-engine = donne à un conteneur accès au moteur de conteneurs
analysis-lets-git-run-what-its-settings-name = laisse git exécuter des programmes que nomment ses réglages
analysis-nothing-is-known-of-an-option = a une option inconnue
analysis-nothing-is-known-of-an-option-of-env = donne à env une option inconnue
analysis-nothing-is-known-of-an-option-of-xargs = donne à xargs une option inconnue
analysis-nothing-is-known-of-find = donne à find une option inconnue : { $option }
analysis-takes-the-environment-from-a-file = prend l’environnement dans un fichier
analysis-looks-for-the-program-elsewhere = cherche le programme ailleurs
analysis-may-be-told-to-delete-what-it-finds = peut supprimer les fichiers qu’il trouve
analysis-looks-for-files = cherche des fichiers
analysis-deletes-the-files-it-finds = supprime les fichiers qu’il trouve
analysis-does-what-only-running-tells-with-what-it-finds = ce qu’il fait des fichiers trouvés n’est connu qu’à l’exécution
analysis-reads-where-to-look = lit les chemins de recherche
analysis-compares-with-a-file = compare avec un fichier
analysis-writes-what-it-finds-to-a-file = écrit ce qu’il trouve dans un fichier
analysis-changes-what-a-symbolic-ref-points-to = change ce que désigne une référence symbolique
analysis-changes-git-settings = modifie les réglages de git
analysis-settings-of-git-can-name-programs-to-run = des réglages de git peuvent nommer des programmes à exécuter
analysis-changes-a-file-of-settings = modifie un fichier de réglages
analysis-feeds-a-hook = transmet des données à un hook
analysis-runs-git-programs-from-another-folder = exécute les programmes de git depuis un autre dossier
analysis-takes-git-settings-which-can-name-programs-to-run = prend dans un autre dossier les réglages de git, qui peuvent nommer des programmes à exécuter
analysis-takes-a-setting-of-git-from-the-environment = prend un réglage de git dans l’environnement
analysis-gives-git-a-setting-that-only-running-tells = donne à git un réglage connu seulement à l’exécution
analysis-makes-git-run-what-its-setting-says = fait exécuter à git la valeur de son réglage { $key }
analysis-makes-git-run-text-that-is-made-elsewhere = fait exécuter à git du texte produit ailleurs
analysis-gives-git-the-setting = donne à git le réglage { $key }
analysis-runs-a-command-as-a-transport = exécute une commande comme transport
analysis-runs-a-transport-program = exécute un programme de transport
analysis-reads-what-git-has-stored-of-a-file = lit une version enregistrée d’un fichier
analysis-prints-whatever-git-has-stored = affiche tout objet que git a enregistré
analysis-reads-another-repository = lit un autre dépôt
analysis-overwrites-files-with-a-stored-version = écrase des fichiers avec une version enregistrée
analysis-perhaps-overwrites-files-with-a-stored-version = écrase peut-être des fichiers avec une version enregistrée
analysis-overwrites-published-history = écrase un historique publié
analysis-deletes-a-branch-or-tag-at-the-remote = supprime une branche ou une étiquette sur le dépôt distant
analysis-perhaps-overwrites-or-deletes-at-the-remote = écrase ou supprime peut-être sur le dépôt distant
analysis-opens-a-console-in-which-anything-can-be-run = ouvre une console où tout peut être exécuté
analysis-opens-a-console-of-the-application-or-its-database = ouvre une console de l’application ou de sa base de données
analysis-opens-a-console-of-the-database = ouvre une console de la base de données
analysis-deletes-all-tables-of-the-application = supprime toutes les tables de l’application
analysis-imports-a-module-for-a-warning = importe un module pour un avertissement
analysis-imports-the-module-of-a-warning-category = importe le module de la catégorie d’un avertissement
analysis-imports-a-module = importe un module
analysis-imports-a-module-to-describe-it-or-starts-a = importe un module pour le décrire, ou démarre un serveur
analysis-opens-a-name-as-a-command-or-to-write = ouvre un nom comme commande ou pour écrire
analysis-signals-a-process = envoie un signal à un processus
analysis-signals-every-process = envoie un signal à tous les processus
analysis-may-stand-for-every-process = { $word } peut désigner tous les processus
analysis-runs-a-module-that-only-running-tells = exécute un module connu seulement à l’exécution
analysis-runs-the-module = exécute le module { $name }
analysis-runs-code-by = exécute du code avec { $name }
analysis-reads-an-archive = lit une archive
analysis-creates-or-extracts-an-archive = crée ou extrait une archive
analysis-writes-the-json-to-a-file = écrit le JSON dans un fichier
analysis-starts-a-web-server = démarre un serveur web
analysis-installs-python-into-a-folder = installe Python dans un dossier
analysis-runs-what-a-pickle-says = exécute le code d’un pickle
analysis-runs-a-sed-script-that-may-write-files-and = exécute un script sed qui peut écrire des fichiers et exécuter des commandes
analysis-runs-a-sed-script-that-is-made-elsewhere = exécute un script sed produit ailleurs
analysis-runs-a-sed-script-that-only-running-tells = exécute un script sed connu seulement à l’exécution
analysis-the-sed-script-cannot-be-read = le script sed ne peut être lu
analysis-sed-w-command-writes-a-file = la commande w de sed écrit un fichier
analysis-sed-r-command-reads-a-file = la commande r de sed lit un fichier
analysis-sed-runs-lines-of-its-input-as-commands = sed exécute des lignes de son entrée comme commandes
analysis-runs-a-startup-file = exécute un fichier de démarrage
analysis-runs-text-in-a-language-that-is-not-followed = exécute du texte dans un langage qui ne peut être vérifié
analysis-changes-the-database = modifie la base de données
analysis-creates-the-database-where-it-is-not-there-yet = crée la base de données si elle n’existe pas encore
analysis-forwards-connections = redirige des connexions
analysis-takes-settings-that-can-run-programs = prend des réglages qui peuvent exécuter des programmes
analysis-writes-a-log = écrit un journal
analysis-controls-a-shared-connection = pilote une connexion partagée
analysis-may-be-an-option-of-ssh-that-runs-a = peut être une option de ssh qui exécute un programme
analysis-opens-a-session-on-another-machine = ouvre une session sur une autre machine
analysis-runs-on-another-machine-what-comes-in = exécute sur une autre machine des commandes venant de l’entrée standard
analysis-runs-what-says = exécute la valeur de { $key }
analysis-runs-or-loads-what-says = exécute ou charge la valeur de { $key }
analysis-shares-or-forwards-connections = partage ou redirige des connexions
analysis-gives-ssh-a-setting-that-only-running-tells = donne à ssh un réglage connu seulement à l’exécution
analysis-writes-an-archive = écrit une archive
analysis-does-what-only-running-tells = fait quelque chose qui n’est connu qu’à l’exécution
analysis-may-be-an-option-of-tar-that-runs-a = peut être une option de tar qui exécute un programme
analysis-extracts-files-over-existing-ones = extrait des fichiers par-dessus ceux qui existent
analysis-writes-to-the-usual-archive = écrit dans l’archive habituelle
analysis-changes-the-archive = modifie l’archive
analysis-takes-options-and-names-from-a-file = prend des options et des noms dans un fichier
analysis-writes-a-list-of-files = écrit une liste de fichiers
analysis-reads-a-list-of-patterns = lit une liste de motifs
analysis-runs-a-script-of-editor-commands = exécute un script de commandes d’éditeur
analysis-runs-editor-commands-that-come-in = exécute des commandes d’éditeur venant de l’entrée standard
analysis-runs-editor-commands-that-only-running-tells = exécute des commandes d’éditeur connues seulement à l’exécution
analysis-runs-editor-commands-that-may-do-anything = exécute des commandes d’éditeur qui peuvent tout faire
analysis-deletes-every-line-of-the-file = supprime toutes les lignes du fichier
analysis-reads-words-for-a-command = lit des arguments pour une commande
analysis-writes-what-came-out = écrit des résultats ou des fichiers temporaires
analysis-runs-lines-that-only-running-tells = exécute des lignes connues seulement à l’exécution
analysis-runs-perl-text-in-a-template = exécute du code Perl d’un template
analysis-runs-code-in-the-pattern-to-split-by = exécute du code dans le motif selon lequel on découpe
analysis-holds-more-sql-than-is-looked-at = contient plus de SQL qu’il n’en est examiné
analysis-holds-sql-nested-too-deep = contient du SQL trop imbriqué
analysis-holds-sql-with-characters-that-databases-read-differently = contient du SQL avec des caractères que les bases de données lisent différemment
analysis-holds-sql-that-could-not-be-taken-apart = contient du SQL qui n’a pas pu être décomposé
analysis-holds-sql-that-could-not-be-understood = contient du SQL qui n’a pas pu être compris
analysis-holds-more-statements-than-are-looked-at = contient plus d’instructions qu’il n’en est examiné
analysis-does-more-than-is-told-here = fait plus que ce qui est indiqué ici
analysis-runs-a-shell-command-from-the-sql-client = exécute une commande de shell depuis le client SQL
analysis-runs-sql-from-a-file = exécute du SQL depuis un fichier
analysis-runs-sql-from-a-file-which-is-not-in = exécute du SQL depuis un fichier, qui n’est pas dans le texte
analysis-writes-the-client-output-to-a-file = écrit la sortie du client dans un fichier
analysis-runs-which-is-no-known-command-of-the-shell = exécute .{ $command }, qui n’est pas une commande connue du shell
analysis-runs = exécute .{ $command }
analysis-opens-the-output-in-a-program = ouvre la sortie dans un programme
analysis-writes-the-output-to-a-file = écrit la sortie dans un fichier
analysis-writes-a-log-to-a-file = écrit un journal dans un fichier
analysis-runs-sql-that-a-command-prints = exécute du SQL qu’une commande affiche
analysis-imports-rows-from-a-file = importe des lignes depuis un fichier
analysis-imports-rows-into-table = importe des lignes dans la table { $table }
analysis-replaces-the-database-with-a-backup = remplace la base de données par une sauvegarde
analysis-opens-a-database-file = ouvre un fichier de base de données
analysis-empties-a-database-file = vide un fichier de base de données
analysis-opens-or-creates-a-database-file = ouvre ou crée un fichier de base de données
analysis-opens-a-database-that-is-not-in-the-text = ouvre une base de données qui n’est pas dans le texte
analysis-creates-changes-or-unpacks-an-archive = crée, modifie ou extrait une archive
analysis-loads-code-into-the-database = charge du code dans la base de données
analysis-runs-a-short-command-that-is-none-of-the = exécute une commande courte que le client mysql n’a pas
analysis-opens-an-editor-and-runs-what-comes-out-of = ouvre un éditeur et exécute le texte modifié
analysis-runs-what-comes-out-of-an-editor = exécute le texte d’un éditeur
analysis-holds-more-on-the-line-of-a-client-command = contient autre chose sur la ligne d’une commande du client
analysis-lets-psql-put-the-value-of-a-variable-into = laisse psql mettre la valeur d’une variable dans le texte
analysis-lets-a-prompt-run-shell-commands = laisse une invite exécuter des commandes de shell
analysis-runs-each-value-of-the-result-as-sql = exécute chaque valeur du résultat comme du SQL
analysis-changes-the-client-environment = modifie l’environnement du client
analysis-changes-a-password = change un mot de passe
analysis-loads-a-file-into-a-large-object = charge un fichier dans un grand objet
analysis-creates-a-large-object = crée un grand objet
analysis-deletes-a-large-object = supprime un grand objet
analysis-writes-a-large-object-to-a-file = écrit un grand objet dans un fichier
analysis-runs-which-is-no-known-command-of-psql = exécute \{ $command }, qui n’est pas une commande connue de psql
analysis-holds-a-copy-that-could-not-be-taken-apart = contient un \copy qui n’a pas pu être décomposé
analysis-runs-a-command-that-is-not-in-the-text = exécute une commande qui n’est pas dans le texte
analysis-copies-rows-to-a-file = copie des lignes vers un fichier
analysis-copies-rows-from-a-file = copie des lignes depuis un fichier
analysis-copies-rows-to-or-from-a-place-that-is = copie des lignes vers ou depuis un endroit qui n’est pas dans le texte
analysis-copies-rows-to-files = copie des lignes vers des fichiers
analysis-copies-rows-to-a-stage = copie des lignes vers une zone de préparation
analysis-copies-files-to-a-stage = copie des fichiers vers une zone de préparation
analysis-copies-files-from-a-stage = copie des fichiers depuis une zone de préparation
analysis-deletes-files-of-a-stage = supprime des fichiers d’une zone de préparation
analysis-loads-rows-into-table = charge des lignes dans la table { $table }
analysis-loads-rows-into-a-table = charge des lignes dans une table
analysis-loads-rows-from-a-file = charge des lignes depuis un fichier
analysis-replaces-the-rows-of-table = remplace les lignes de la table { $table }
analysis-exports-to-files = exporte vers des fichiers
analysis-exports-data = exporte des données
analysis-drops-a-part-of-the-database = supprime une partie de la base de données
analysis-alters-part-of-the-database = modifie une partie de la base de données
analysis-creates-a-part-of-the-database = crée une partie de la base de données
analysis-empties-table = vide la table { $table }
analysis-empties-a-table = vide une table
analysis-changes-a-setting-of-the-database-server = modifie un réglage du serveur de base de données
analysis-calls-which-may-change-something = appelle { $function }, qui peut changer quelque chose
analysis-calls-which-runs-sql-given-as-text = appelle { $function }, qui exécute du SQL donné sous forme de texte
analysis-calls-which-reaches-outside-of-the-database = appelle { $function }, qui sort de la base de données
analysis-calls-which-writes-a-file = appelle { $function }, qui écrit un fichier
analysis-calls-and-nobody-can-see-what-that-does = appelle { $function }, dont l’effet n’est pas dans le texte
analysis-acts-on-the-database-server = agit sur le serveur de base de données
analysis-changes-a-setting = modifie un réglage
analysis-runs-a-command-of-the-operating-system = exécute une commande du système d’exploitation
analysis-changes-replication = modifie la réplication
analysis-changes-the-schema = modifie le schéma
analysis-deletes-rows = supprime des lignes
analysis-deletes-rows-of-table = supprime des lignes de la table { $table }
analysis-deletes-rows-of-table-all-of-them-there-is = supprime toutes les lignes de la table { $table } (il n’y a pas de WHERE)
analysis-inserts-rows = insère des lignes
analysis-inserts-rows-into-table = insère des lignes dans la table { $table }
analysis-inserts-or-replaces-rows-of-table = insère ou remplace des lignes de la table { $table }
analysis-replaces-all-rows-of-table = remplace toutes les lignes de la table { $table }
analysis-replaces-what-is-in-a-folder = remplace ce qui se trouve dans un dossier
analysis-changes-rows = modifie des lignes
analysis-changes-rows-of-table = modifie des lignes de la table { $table }
analysis-changes-rows-of-table-all-of-them-there-is = modifie toutes les lignes de la table { $table } (il n’y a pas de WHERE)
analysis-merges-rows = fusionne des lignes
analysis-merges-rows-into-table = fusionne des lignes dans la table { $table }
analysis-merges-into-and-deletes-rows-of-table = fusionne dans la table { $table } et en supprime des lignes
analysis-writes-the-result-to-a-file = écrit le résultat dans un fichier
analysis-writes-the-result-into-table = écrit le résultat dans la table { $table }
analysis-locks-the-rows-it-reads = verrouille les lignes qu’il lit
analysis-locks-what-it-reads = verrouille ce qu’il lit
analysis-stops-the-server = arrête le serveur
analysis-reads-a-file-by = lit un fichier avec { $function }
analysis-reads-a-file-of-the-database-server-by = lit un fichier du serveur de base de données avec { $function }
analysis-writes-a-file-by = écrit un fichier avec { $function }
analysis-reads-table = lit la table { $table }
analysis-reads-a-file-as-a-table = lit un fichier comme une table
analysis-ends-a-prepared-transaction = termine une transaction préparée
analysis-starts-a-part-of-the-server = démarre une partie du serveur
analysis-stops-a-part-of-the-server = arrête une partie du serveur
analysis-resets-a-part-of-the-server = réinitialise une partie du serveur
analysis-goes-on-as-another-role = continue sous un autre rôle
analysis-changes-the-setting = modifie le réglage { $name }
analysis-changes-the-character-set-and-with-it-how-quotes = change le jeu de caractères et, avec lui, la lecture des guillemets
analysis-deletes-the-server-logs = supprime les journaux du serveur
analysis-runs-pragma = exécute le pragma { $name }
analysis-sets-pragma = définit le pragma { $name }
analysis-runs-a-command-on-the-database-server = exécute une commande sur le serveur de base de données
analysis-takes-a-table-out-of-the-database = retire une table de la base de données
analysis-writes-a-copy-of-the-database = écrit une copie de la base de données
analysis-rewrites-tables-to-free-space = réécrit des tables pour libérer de l’espace
analysis-grants-rights = accorde des droits
analysis-takes-rights-away = retire des droits
analysis-locks-tables = verrouille des tables
analysis-changes-a-comment-in-the-schema = modifie un commentaire du schéma
analysis-refreshes-a-materialized-view = rafraîchit une vue matérialisée
analysis-rewrites-a-table-in-another-order = réécrit une table dans un autre ordre
analysis-rebuilds-an-index = reconstruit un index
analysis-makes-the-database-write-its-state-to-disk = fait écrire à la base de données son état sur le disque
analysis-notifies-other-sessions = notifie d’autres sessions
analysis-flushes-caches-or-logs-of-the-server = fait un FLUSH de caches ou de journaux du serveur
analysis-ends-another-session-or-query = termine une autre session ou requête
analysis-rewrites-a-table = réécrit une table
analysis-renames-a-table = renomme une table
analysis-imports-into-the-database = importe dans la base de données
analysis-installs-an-extension = installe une extension
analysis-removes-an-extension = retire une extension
analysis-changes-a-security-label = modifie une étiquette de sécurité
analysis-changes-owners = change des propriétaires
analysis-caches-a-table = met une table en cache
analysis-removes-a-table-from-the-cache = retire une table du cache
analysis-repairs-a-table-partitions = répare les partitions d’une table
analysis-restores-a-dropped-object = restaure un objet supprimé
analysis-writes-a-backup = écrit une sauvegarde
analysis-runs-a-maintenance-command-of-the-server = exécute une commande de maintenance du serveur
analysis-writes-rows-to-files = écrit des lignes dans des fichiers
analysis-runs-events-of-a-log = exécute des événements d’un journal
analysis-takes-part-in-a-distributed-transaction = participe à une transaction distribuée
analysis-deletes-logs-or-dropped-objects = supprime définitivement des journaux ou des objets déjà supprimés
analysis-replaces-a-database = remplace une base de données
analysis-runs-a-block-of-procedural-code = exécute un bloc de code procédural
analysis-updates-the-statistics-of-tables = met à jour les statistiques de tables
analysis-prepares-a-transaction-for-a-later-commit = prépare une transaction pour une validation ultérieure
analysis-prepares-a-statement-that-is-not-in-the-text = prépare une instruction qui n’est pas dans le texte
analysis-runs-sql-that-is-put-together-when-it-runs = exécute du SQL assemblé au moment de l’exécution
analysis-calls-which-acts-on-the-database-server = appelle { $function }, qui agit sur le serveur de base de données
analysis-calls-which-begins-a-backup = appelle { $function }, qui commence une sauvegarde
analysis-calls-which-begins-or-ends-a-backup = appelle { $function }, qui commence ou termine une sauvegarde
analysis-calls-which-cancels-another-session-query = appelle { $function }, qui annule la requête d’une autre session
analysis-calls-which-changes-a-large-object = appelle { $function }, qui modifie un grand objet
analysis-calls-which-changes-a-sequence-or-notifies-others = appelle { $function }, qui modifie une séquence ou notifie d’autres
analysis-calls-which-changes-a-setting = appelle { $function }, qui modifie un réglage
analysis-calls-which-changes-files-of-the-database-server = appelle { $function }, qui modifie des fichiers du serveur de base de données
analysis-calls-which-changes-replication = appelle { $function }, qui modifie la réplication
analysis-calls-which-copies-something-on-the-database-server = appelle { $function }, qui copie quelque chose sur le serveur de base de données
analysis-calls-which-creates-something-on-the-database-server = appelle { $function }, qui crée quelque chose sur le serveur de base de données
analysis-calls-which-deletes-a-file-of-the-database-server = appelle { $function }, qui supprime un fichier du serveur de base de données
analysis-calls-which-deletes-a-large-object = appelle { $function }, qui supprime un grand objet
analysis-calls-which-drops-something-of-the-database-server = appelle { $function }, qui supprime quelque chose du serveur de base de données
analysis-calls-which-ends-a-backup = appelle { $function }, qui termine une sauvegarde
analysis-calls-which-ends-another-session = appelle { $function }, qui termine une autre session
analysis-calls-which-reaches-the-server-environment = appelle { $function }, qui accède à l’environnement du serveur
analysis-calls-which-reaches-the-server-files-or-network = appelle { $function }, qui accède aux fichiers ou au réseau du serveur
analysis-calls-which-reads-from-a-replication-slot-which-moves = appelle { $function }, qui lit depuis un slot de réplication, ce qui le fait avancer
analysis-calls-which-resets-statistics = appelle { $function }, qui réinitialise des statistiques
analysis-calls-which-runs-a-command-of-the-operating-system = appelle { $function }, qui exécute une commande du système d’exploitation
analysis-calls-which-runs-a-procedure-of-the-server = appelle { $function }, qui exécute une procédure du serveur
analysis-calls-which-runs-code-that-is-not-in-the = appelle { $function }, qui exécute du code qui n’est pas dans le texte
analysis-calls-which-takes-a-lock = appelle { $function }, qui prend un verrou
analysis-calls-which-takes-or-frees-a-lock = appelle { $function }, qui prend ou libère un verrou
analysis-reads-a-key-or-secret-file = lit un fichier de clés ou de secrets
analysis-reads-countersign-own-data = lit les données propres à Countersign
analysis-changes-a-key-or-secret-file = modifie un fichier de clés ou de secrets
analysis-changes-a-file-that-runs-at-startup = modifie un fichier exécuté au démarrage
analysis-changes-git-own-settings-or-hooks = modifie les réglages ou hooks propres à git
analysis-changes-an-agent-own-settings = modifie les réglages propres à un agent
analysis-changes-countersign-own-data = modifie les données propres à Countersign
analysis-changes-production-configuration = modifie une configuration de production
analysis-changes-the-machine-accounts-or-what-every-program-loads = modifie les comptes de la machine ou des fichiers que charge tout programme
analysis-hides-what-follows-under-empty-lines = cache du texte sous { $count } lignes vides
analysis-is-a-line-of-characters = est une ligne de { $count } caractères
analysis-pushes-what-follows-aside-with-blanks = repousse du texte avec { $width } espaces
analysis-a-second-parser-finds-commands-in-it-the-first = un second analyseur y trouve { $second ->
    [one] { $second } commande
   *[other] { $second } commandes
}, le premier { $first }
analysis-drops-kind = supprime { $kind ->
    [view] la vue
    [index] l’index
    [trigger] le déclencheur
    [function] la fonction
    [procedure] la procédure
    [proc] la procédure
    [routine] la routine
    [aggregate] la fonction d’agrégation
    [schema] le schéma
    [database] la base de données
    [sequence] la séquence
    [type] le type
    [domain] le domaine
    [role] le rôle
    [user] l’utilisateur
    [group] le groupe
    [login] le login
    [extension] l’extension
    [policy] la politique
    [rule] la règle
    [event] l’événement
    [server] le serveur
    [tablespace] l’espace de tables
    [publication] la publication
    [subscription] la souscription
    [collation] le collationnement
    [conversion] la conversion
    [operator] l’opérateur
    [cast] la conversion de type
    [language] le langage
    [owned] les objets de
    [secret] le secret
    [macro] la macro
    [stage] la zone de préparation
    [warehouse] l’entrepôt
    [pipe] le canal
    [stream] le flux
    [task] la tâche
    [dictionary] le dictionnaire
    [synonym] le synonyme
    [statistics] les statistiques
    [system] le système
    [column] la colonne
    [constraint] la contrainte
    [partition] la partition
    [snapshot] l’instantané
    [model] le modèle
   *[table] la table
} { $name }
analysis-creates-kind = crée { $kind ->
    [view] la vue
    [index] l’index
    [trigger] le déclencheur
    [function] la fonction
    [procedure] la procédure
    [proc] la procédure
    [routine] la routine
    [aggregate] la fonction d’agrégation
    [schema] le schéma
    [database] la base de données
    [sequence] la séquence
    [type] le type
    [domain] le domaine
    [role] le rôle
    [user] l’utilisateur
    [group] le groupe
    [login] le login
    [extension] l’extension
    [policy] la politique
    [rule] la règle
    [event] l’événement
    [server] le serveur
    [tablespace] l’espace de tables
    [publication] la publication
    [subscription] la souscription
    [collation] le collationnement
    [conversion] la conversion
    [operator] l’opérateur
    [cast] la conversion de type
    [language] le langage
    [owned] les objets de
    [secret] le secret
    [macro] la macro
    [stage] la zone de préparation
    [warehouse] l’entrepôt
    [pipe] le canal
    [stream] le flux
    [task] la tâche
    [dictionary] le dictionnaire
    [synonym] le synonyme
    [statistics] les statistiques
    [system] le système
    [column] la colonne
    [constraint] la contrainte
    [partition] la partition
    [snapshot] l’instantané
    [model] le modèle
   *[table] la table
} { $name }
analysis-alters-kind = modifie { $kind ->
    [view] la vue
    [index] l’index
    [trigger] le déclencheur
    [function] la fonction
    [procedure] la procédure
    [proc] la procédure
    [routine] la routine
    [aggregate] la fonction d’agrégation
    [schema] le schéma
    [database] la base de données
    [sequence] la séquence
    [type] le type
    [domain] le domaine
    [role] le rôle
    [user] l’utilisateur
    [group] le groupe
    [login] le login
    [extension] l’extension
    [policy] la politique
    [rule] la règle
    [event] l’événement
    [server] le serveur
    [tablespace] l’espace de tables
    [publication] la publication
    [subscription] la souscription
    [collation] le collationnement
    [conversion] la conversion
    [operator] l’opérateur
    [cast] la conversion de type
    [language] le langage
    [owned] les objets de
    [secret] le secret
    [macro] la macro
    [stage] la zone de préparation
    [warehouse] l’entrepôt
    [pipe] le canal
    [stream] le flux
    [task] la tâche
    [dictionary] le dictionnaire
    [synonym] le synonyme
    [statistics] les statistiques
    [system] le système
    [column] la colonne
    [constraint] la contrainte
    [partition] la partition
    [snapshot] l’instantané
    [model] le modèle
   *[table] la table
} { $name }
analysis-drops-a-part-of-kind = supprime une partie { $kind ->
    [view] de la vue
    [index] de l’index
    [trigger] du déclencheur
    [function] de la fonction
    [procedure] de la procédure
    [proc] de la procédure
    [routine] de la routine
    [aggregate] de la fonction d’agrégation
    [schema] du schéma
    [database] de la base de données
    [sequence] de la séquence
    [type] du type
    [domain] du domaine
    [role] du rôle
    [user] de l’utilisateur
    [group] du groupe
    [login] du login
    [extension] de l’extension
    [policy] de la politique
    [rule] de la règle
    [event] de l’événement
    [server] du serveur
    [tablespace] de l’espace de tables
    [publication] de la publication
    [subscription] de la souscription
    [collation] du collationnement
    [conversion] de la conversion
    [operator] de l’opérateur
    [cast] de la conversion de type
    [language] du langage
    [owned] des objets de
    [secret] du secret
    [macro] de la macro
    [stage] de la zone de préparation
    [warehouse] de l’entrepôt
    [pipe] du canal
    [stream] du flux
    [task] de la tâche
    [dictionary] du dictionnaire
    [synonym] du synonyme
    [statistics] des statistiques
    [system] du système
    [column] de la colonne
    [constraint] de la contrainte
    [partition] de la partition
    [snapshot] de l’instantané
    [model] du modèle
   *[table] de la table
} { $name }
analysis-replaces-kind = remplace { $kind ->
    [schema] le schéma
    [database] la base de données
   *[table] la table
} { $name }, contenu compris
analysis-creates-kind-running-later = crée { $kind ->
    [rule] la règle
    [event] l’événement
    [task] la tâche
   *[trigger] le déclencheur
} { $name }, qui s’exécutera automatiquement plus tard
