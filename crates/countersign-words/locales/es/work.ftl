work-older = Anteriores
work-reason = Motivo
work-leave = Dejarlo como está
work-lines = { $n ->
    [one] { $n } línea
   *[other] { $n } líneas
}
work-yes = sí
work-is-running = en curso
work-is-waiting-approval = le espera
work-is-paused = en pausa
work-is-completed = completado
work-is-failed = fallido
work-is-aborted = interrumpido
work-is-rolled-back = revertido
work-is-proposed = le espera
work-is-approved = aprobado entero
work-is-stepwise = aprobado paso a paso
work-is-rejected = rechazado
work-is-waiting = espera
work-is-done = hecho
work-is-skipped = omitido
work-is-blocked = bloqueado por un paso omitido
work-is-counting = continúa automáticamente
work-is-stopped = detenido: necesita su decisión
work-is-open = abierto
work-is-answered = respondido
work-is-expired = tiempo agotado
work-is-cancelled = cancelado
work-is-landed = aplicado
work-is-dropped = descartado
work-is-undone = deshecho
work-is-back = deshecho
work-is-pending = espera
work-col-waiting = Pendientes
work-col-running = En curso
work-col-failed = Fallidos
work-col-done = Hechos
work-col-left-out = Omitidos
work-class-read = lee
work-class-mutable = cambia
work-class-destructive = destructivo
work-steps = { $n ->
    [one] { $n } paso
   *[other] { $n } pasos
}
work-state = Estado
work-approved = Aprobado
work-approved-whole = entero, por { $who }
work-approved-stepwise = paso a paso, por { $who }
work-proposed = Propuesto
work-asked = necesita su propia aprobación
work-asked-as = le espera como
work-after = después de { $steps }
work-undo-exact = se deshace exactamente
work-undo-part = se deshace en parte
work-undo-nothing = nada que deshacer
work-undo = Deshacer
work-approve = Aprobar
work-approve-whole = Aprobar todo el plan
work-approve-stepwise = Paso a paso
work-approve-hint = Su aprobación cubre exactamente los pasos mostrados aquí. Los pasos que borran o tocan algo protegido preguntan igualmente cuando les llega el turno.
work-reject = Rechazar
work-retry = Reintentar
work-skip = Omitir
work-skip-failed = Omitir el paso fallido
work-abort = Terminar el plan
work-arguments = Argumentos
work-target = Objetivo
work-reads = Lee
work-writes = Escribe
work-deletes = Borra
work-executes = Ejecuta
work-hosts = Red
work-protected = Protegido
work-sends = Envía datos al exterior
work-opaque = No se puede analizar
work-outside = Fuera del espacio de trabajo
work-waits-for = Espera a los pasos
work-receipt = Recibo
work-error = Error
work-step-n = Paso { $n }
work-confidence = Confianza
work-sure = bien respaldado
work-fairly-sure = bastante respaldado
work-unsure = poco respaldado
work-doubtful = apenas respaldado
work-held-down = Limitada
work-retries = Intentos
work-tried = reintentado { $n } de { $most } veces
work-begun = Comenzado
work-begun-by = Comenzado por
work-reported = Comunicado
work-decided-by = Decidido por
work-decided-evidence = las pruebas
work-decided-timeout = nadie se opuso a tiempo
work-evidence = Pruebas
work-no-evidence = No hay más pruebas que lo que dice el agente.
work-verified = confianza { $n }
work-passed = superada
work-not-passed = no superada
work-not-known = aún no se sabe
work-says = dice { $who }
work-own-check = del propio agente: superarla no cuenta
work-what-tried = Intentado
work-what-failed = Salió mal
work-agent-calls-it = El agente lo llama:
work-stopped-hint = Hay muy pocas pruebas para continuar: decida qué hacer.
work-asks = { $agent } pregunta
work-asked-at = Preguntado
work-time-left = Caduca
work-then-default = entonces vale el valor por defecto
work-then-nothing = entonces termina sin respuesta
work-default = Por defecto
work-answer = Respuesta
work-other-answer = Otra respuesta
work-answer-send = Responder
work-rerun = Que el agente rehaga el trabajo con esta respuesta
work-rerun-hint = La respuesta se envía entonces como instrucción y no puede retirarse.
work-answered-at = Respondido
work-told-at = Se le dijo al agente
work-superseded = Propuestas sustituidas
work-can-take-back = Puede retirarse hasta que el agente la conozca.
work-take-back = Retirar la respuesta
work-answer-told = el agente ya la conoce
work-answer-rerun = se envió como instrucción
work-stages = Escenarios
work-stages-none = No hay escenarios. Así empieza uno:
work-stages-all = Mostrar también los descartados
work-stages-live = Solo los abiertos
work-stage-dropped = Se descartó; todo lo que no se había aplicado ya no existe.
work-stage-empty = Nada en él difiere de las carpetas reales.
work-folders = Carpetas
work-through = Cambiado fuera del escenario
work-landed-as = Aplicado como
work-commands = { $n ->
    [one] { $n } orden
   *[other] { $n } órdenes
}
work-earlier-commands = { $n ->
    [one] { $n } orden antes de estas
   *[other] { $n } órdenes antes de estas
}
work-denied = { $n ->
    [one] { $n } intento denegado
   *[other] { $n } intentos denegados
}
work-exit = salida { $n }
work-signal = señal { $n }
work-ended = terminado
work-end-unknown = no se comunicó su fin
work-over = superó su límite: { $what }
work-calls = { $n ->
    [one] { $n } llamada de herramienta
   *[other] { $n } llamadas de herramientas
}
work-files = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
}
work-choose-hunk = Elegir el fragmento { $n } de { $path }
work-conflicts = { $n ->
    [one] { $n } ruta cambió también fuera del escenario, en el mismo lugar
   *[other] { $n } rutas cambiaron también fuera del escenario, en el mismo lugar
}
work-conflicts-hint = Para aplicar el resto, omítalas o resuélvalas en el escenario.
work-land = Aplicar
work-land-all = Aplicarlo todo
work-land-chosen = Aplicar solo lo marcado
work-land-chosen-hint = Marque arriba carpetas, archivos o fragmentos; un archivo marcado se aplica entero.
work-land-others = Aplicar todo menos esto
work-asked-by-name = { $n ->
    [one] Protegida, se pide por su nombre:
   *[other] { $n } rutas protegidas, que se piden por su nombre:
}
work-other-differences = Diferencias que no son de ningún archivo de arriba
work-choose-folder = Elegir todo lo que hay en { $path }
work-file-protected = protegido
work-file-conflict = conflicto
work-file-new = nuevo
work-file-deleted = borrado
work-file-show = Mostrar qué cambia
work-land-all-but = { $n ->
    [one] Aplicar todo menos la ruta protegida
   *[other] Aplicar todo menos { $n } rutas protegidas
}
work-left-by-name = { $n ->
    [one] Solo se aplica si la marca o la nombra a ella misma, no con una carpeta ni con todo:
   *[other] Cada una se aplica solo si la marca o la nombra a ella misma, no con una carpeta ni con todo:
}
work-land-all-of = { $n ->
    [one] Aplicarlo todo: { $n } archivo…
   *[other] Aplicarlo todo: { $n } archivos…
}
work-land-not-opened = No todas las diferencias están en esta página: abra un archivo arriba para ver las suyas.
work-land-waits = Se pidió aplicarlo y espera su decisión:
work-typed = Si se pide confirmar por escrito, escriba lo que se muestra
work-drop = Descartar el escenario
work-drop-now = Descartar ahora
work-drop-hint = Todo lo que no se haya aplicado se pierde y no puede recuperarse.
work-sets-none = Todavía no hay conjuntos de trabajo.
work-set-new = Un conjunto nuevo
work-set-name = Nombre
work-set-create = Crear
work-set-rename = Renombrar
work-set-delete = Borrar el conjunto
work-set-add = Añadir
work-set-empty = Todavía no contiene nada.
work-set-things = { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
work-n-pinned = { $n } fijados
work-n-staged = { $n } a continuación
work-n-deferred = { $n } para luego
work-things = Cosas
work-things-hint = Un identificador por línea (i12, rc4, run2), o tipo:id para lo que se guarda en otro sitio (pr:1234).
work-note = Nota
work-focus = Enfocar
work-unfocus = Quitar el enfoque
work-focus-yours = su enfoque
work-pin = Fijar
work-stage = A continuación
work-defer = Luego
work-clear = Quitar marca
work-pinned = fijado
work-staged = a continuación
work-deferred = para luego
work-gone = ya no existe
work-remove = Sacar
work-move = Mover
work-top = Al principio
work-up = Arriba
work-down = Abajo
work-end = Al final
did-plan-approve = Aprobado:
did-plan-reject = Rechazado:
did-plan-pause = En pausa:
did-plan-resume = Continúa:
did-plan-retry = Se reintenta:
did-plan-skip = Omitido.
did-plan-abort = Terminado:
did-plan-rollback = Revertido:
did-step-approve = Aprobado:
did-step-reject = Rechazado:
did-step-retry = Puede reintentarse:
did-step-skip = Omitido:
did-step-rollback = Revertido:
did-question-take-back = Se retiró la respuesta:
did-stage-land = Aplicado:
did-stage-drop = Descartado.
did-working-set-create = Creado:
did-working-set-rename = Renombrado:
did-working-set-delete = Borrado:
did-working-set-focus = Enfocado:
did-working-set-unfocus = Desenfocado:
did-working-set-add = Añadido:
did-working-set-mark = Marcado:
did-working-set-remove = Sacado:
did-working-set-reorder = Reordenado:
