inbox-count = { $n ->
    [one] { $n } cosa le espera
   *[other] { $n } cosas le esperan
}
card-title = { $n ->
    [one] { $agent } propone { $n } cambio
   *[other] { $agent } propone { $n } cambios
}
card-about = sobre { $what }
card-decided = { $decided } de { $total } decididos
confirm-all = Confirmar los { $n }
confirm-selected = Confirmar selección
review-details = Ver detalles
dismiss = Descartar
select-item = Seleccionar: { $what }
reject-item = Rechazar: { $what }
confirm-item = Confirmar: { $what }
review-item = Revisar: { $what }
review = Revisar
destructive = destructivo
changed-since-seen = cambió desde que miró
claimed-by = retenido por { $who }
approvals = { $n } aprobaciones
goes-on-in = sigue en { $n } s
hold = Pausar
more-changes = y { $n } más
agent-says = El agente dice:
show-more = Mostrar más
open = Abrir
waits-item = Una propuesta
waits-step = Un paso
waits-plan = Un plan
waits-question = Una pregunta
waits-stage = Un escenario
waits-settings = Ajustes
empty-title = Nada le espera.
empty-next = Ponga un agente bajo control con tres líneas y trabaje como siempre. Lo que quiera cambiar aparecerá aquí.
empty-demo = Para ver cómo es, sin agente:
status-deferred = aplazado
status-blocked = espera a otro
status-confirmed = confirmado
status-applying = en curso
status-applied = hecho
status-rejected = rechazado
status-failed = falló
status-stale = cambió desde que se mostró
status-needs-review = necesita su decisión
status-expired = caducado
status-retracted = retirado por el agente
card-here = { $here } de { $open } abiertos mostrados
more-warnings = { $n ->
    [one] y { $n } aviso más
   *[other] y { $n } avisos más
}
inbox-part = { $here } de { $total } mostrados
inbox-agents = Agentes
inbox-all-agents = Todos los agentes
question-default = se responde «{ $answer }» { $when }
quick-reject = Rechazar
quick-approve = Aprobar
more-lines = { $n ->
    [one] { $n } línea cambiada más
   *[other] { $n } líneas cambiadas más
}
file-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
file-gone = desaparece
diff-added = añadido:
diff-removed = quitado:
not-shown = No se muestra entero:
left-out = { $n ->
    [one] { $n } queda fuera de confirmar todo, y por qué
   *[other] { $n } quedan fuera de confirmar todo, y por qué
}
strip-title = Continúa automáticamente
strip-more = { $n ->
    [one] { $n } más continúa automáticamente
   *[other] { $n } más continúan automáticamente
}
bulk-confirmed = Confirmadas: { $n }
bulk-dismissed = Descartadas: { $n }
bulk-undone = Deshechas: { $n }
bulk-withdrawn = De nuevo pendientes: { $n }
bulk-confirmed-part = Confirmadas: { $n } de { $total }
bulk-dismissed-part = Descartadas: { $n } de { $total }
bulk-undone-part = Deshechas: { $n } de { $total }
bulk-again = Proponer las { $n } de nuevo
bulk-proposed = Propuestas de nuevo: { $n }
bulk-proposed-part = Propuestas de nuevo: { $n } de { $total }
bulk-withdrawn-part = De nuevo pendientes: { $n } de { $total }
bulk-failed = No hechas: { $n }
bulk-left-out = Dejadas fuera: { $n }
bulk-goes-on = En marcha: { $n }
bulk-done = Hechas: { $n }
bulk-undo = Deshacer las { $n }
bulk-take-back = Retirar las { $n }
bulk-take-back-until = Se puede hasta que el agente lo sepa.
bulk-final = { $n ->
    [one] { $n } de ellas no se puede deshacer sin más; su recibo dice por qué
   *[other] { $n } de ellas no se pueden deshacer sin más; sus recibos dicen por qué
}
bulk-back = Continuar
inbox-find = Buscar
inbox-find-example = Palabras, o agent:codex risk:high in:src/ older:2h
inbox-find-all = Mostrar todo
inbox-find-none = Nada de lo que espera tiene todo esto.
inbox-found = { $n ->
    [one] { $n } encontrada
   *[other] { $n } encontradas
}
