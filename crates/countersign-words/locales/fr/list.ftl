list-risk-low = Risque faible
list-risk-medium = Risque moyen
list-risk-high = Risque élevé
list-others = Autres choses en attente
list-more = Tout ce qui attend
list-warnings = avec des avertissements
list-by-run = Par exécution
list-by-risk = Par risque
list-lines = Liste
list-cards = Cartes
list-review = Examiner un par un
list-before = Précédent
list-after = Suivant
list-below = Il y en a plus bas : cela est montré d’abord.
list-more-answers = Autres réponses
details-again = La même chose, champ par champ
list-type-exactly = Saisissez exactement : { $what }
live-did-confirm = a confirmé ceci.
live-did-reject = a rejeté ceci.
live-did-defer = a remis ceci à plus tard.
live-did-edit = a modifié ses arguments.
live-did-withdraw = a retiré une réponse à ceci.
live-new = Une nouvelle proposition est arrivée.
live-too-soon = Attendez : cela vient d’apparaître.
live-answering = Attendez : votre réponse est en cours d’envoi.
live-no-key = Aucune touche ne répond à ceci : appuyez sur le bouton. G y mène.
typed-files = { $n ->
    [one] { $n } fichier
   *[other] { $n } fichiers
}
typed-targets = { $n ->
    [one] { $n } cible
   *[other] { $n } cibles
}
typed-things = { $n ->
    [one] { $n } chose
   *[other] { $n } choses
}
