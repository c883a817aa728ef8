people-comments = Comments
people-no-comments = Nobody has said anything yet.
people-comment = Comment
people-comment-field = Comment for the other persons; agents do not see it
people-for = For
people-nobody = nobody
people-assign = Assign
people-only = only { $who }
people-looks = { $who } looks at this
people-assigned = for { $who }
people-comment-count = { $n ->
    [one] 1 comment
   *[other] { $n } comments
}
people-team = Team
people-team-what = Who decides here. Removing somebody ends all that signs them in, and all that rests on their word.
people-groups = Groups
people-agents = Agents
people-remove = Remove { $who }
did-item-comment = Said.
did-item-assign = Assigned.
did-person-remove = Removed from the team.
people-on-host = on { $host }
people-host-away = on { $host }, which is away
people-answer-waits = the answer of { $who } waits for it ({ $op })
did-person-admit = Let in with the next sign-in.
