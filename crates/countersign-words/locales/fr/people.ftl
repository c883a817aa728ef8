people-comments = Commentaires
people-no-comments = Personne n’a encore rien dit.
people-comment = Commenter
people-comment-field = Commentaire pour les autres personnes ; les agents ne le voient pas
people-for = Pour
people-nobody = personne
people-assign = Charger
people-only = seul { $who }
people-looks = { $who } regarde ceci
people-assigned = pour { $who }
people-comment-count = { $n ->
    [one] 1 commentaire
   *[other] { $n } commentaires
}
people-team = Équipe
people-team-what = Qui décide ici. Retirer quelqu’un met fin à tout ce qui le connecte et à tout ce qui repose sur sa parole.
people-groups = Groupes
people-agents = Agents
people-remove = Retirer { $who }
did-item-comment = C’est dit.
did-item-assign = C’est attribué.
did-person-remove = Retiré de l’équipe.
people-on-host = sur { $host }
people-host-away = sur { $host }, absente
people-answer-waits = la réponse de { $who } l’attend ({ $op })
did-person-admit = Entrera à la prochaine connexion.
