people-comments = Comentarios
people-no-comments = Nadie ha dicho nada todavía.
people-comment = Comentar
people-comment-field = Comentario para las demás personas; los agentes no lo ven
people-for = Para
people-nobody = nadie
people-assign = Asignar
people-only = solo { $who }
people-looks = { $who } está mirando esto
people-assigned = para { $who }
people-comment-count = { $n ->
    [one] 1 comentario
   *[other] { $n } comentarios
}
people-team = Equipo
people-team-what = Quién decide aquí. Quitar a alguien acaba con todo con lo que entra y con todo lo que se apoya en su palabra.
people-groups = Grupos
people-agents = Agentes
people-remove = Quitar a { $who }
did-item-comment = Dicho.
did-item-assign = Asignado.
did-person-remove = Fuera del equipo.
people-on-host = en { $host }
people-host-away = en { $host }, ausente
people-answer-waits = la respuesta de { $who } la espera ({ $op })
did-person-admit = Entrará en el próximo inicio de sesión.
