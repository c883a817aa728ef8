term-about = sobre
term-after = tras
term-agent = agente
term-agent-calls-it = el agente lo llama:
term-agent-says = el agente dice:
term-agents-own = (del propio agente)
term-all = todo
term-allowed-automatic = automático
term-allowed-by = permitido por
term-allowed-plan = plan
term-allowed-timeout = nadie se opuso
term-an-agent = un agente
term-and = y
term-and-more = y más
term-answer = respuesta
term-answer-ask = preguntar
term-answer-proceed = seguir
term-answer-proceed-after = seguir si nadie se opone
term-answer-stop = detener
term-approvals = aprobaciones
term-approved = aprobado
term-arguments = argumentos
term-arguments-of = argumentos de { $tool }
term-arguments-proposed = argumentos propuestos de { $tool }
term-asked = preguntado
term-at = cuándo
term-bad-at = lugar
term-bad-what = qué
term-begun = inicio
term-by = por
term-by-itself = cargado automáticamente
term-by-whom = por { $who }
term-can-go-back = { $n ->
    [one] { $n } efecto puede deshacerse
   *[other] { $n } efectos pueden deshacerse
}
term-cancelled = cancelado
term-cannot-run = no puede ejecutarse
term-change = cambio
term-change-set = conjunto de cambios
term-changes = cambia
term-characters = { $n ->
    [one] { $n } carácter
   *[other] { $n } caracteres
}
term-checks = comprobaciones
term-class = tipo
term-cli-conflict = { $word } no puede usarse con { $other }
term-cli-help = Más con --help.
term-cli-meant = quizá se quiso decir: { $word }
term-cli-missing = falta: { $word }
term-cli-no-command = no existe la orden { $word }
term-cli-no-subcommand = falta una orden tras { $word }
term-cli-no-value = { $word } no es un valor válido para { $other }
term-cli-possible = posible: { $word }
term-cli-unexpected = { $word } no se espera aquí
term-colon = :
term-confidence = confianza
term-confirmed = confirmado
term-confirmed-rate = confirmado al menos { $rate } de las veces
term-conflict = cambió también fuera del escenario, en el mismo lugar
term-countdown = sigue en { $n } s — pause { $id } lo detiene
term-countdown-label = cuenta atrás
term-created = creado
term-created-at = creado
term-cwd = carpeta
term-day = día
term-decided = decidido
term-decided-at = decidido
term-decided-by = decidido por
term-decision = decisión
term-default-in = en { $n } s se responde con el valor por defecto
term-deletes = borra
term-denied = denegado
term-destroys = destruye
term-digest = huella
term-do-that = ¿Hacerlo?
term-does = qué hace
term-element-n = elemento { $n }
term-elements = { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
}
term-ended = fin
term-ended-at = fin
term-error = error
term-event = suceso
term-events = sucesos
term-evidence = pruebas
term-executes = ejecuta
term-expires = caduca
term-expires-at = caduca
term-first-bad = primer fallo
term-first = primero
term-focus = enfoque
term-folder = carpeta
term-folders = carpetas
term-for-real = cambiado fuera del escenario
term-from-to = { $from } a { $to }
term-grant = permiso
term-grants = permisos
term-half-within = mediana
term-held-by = retenido por
term-marks = ha leído
term-held-down = limitada
term-help-arguments = Argumentos
term-help-command = ORDEN
term-help-commands = Órdenes
term-help-help = Muestra esta ayuda
term-help-options = Opciones
term-help-review = Revisar
term-help-undo = Deshacer
term-help-stage = Escenario
term-help-agents = Agentes
term-help-policy = Reglas
term-help-audit = Registro
term-help-admin = Administración
term-help-example = Ejemplo
term-help-old = Una forma anterior; ahora
term-help-more = countersign help ORDEN explica una, con un ejemplo. --help-all muestra también lo que llaman los agentes.
term-help-usage = Uso
term-help-version = Muestra la versión
term-hint = consejo
term-hooks-broken = roto
term-hooks-installed = instalado
term-hooks-none = ninguno
term-hosts = contacta con
term-in-force = { $file } está en vigor
term-in-force-until = en vigor hasta entonces
term-in-part = en parte
term-is-already-undone = ya deshecho
term-is-unconfirmed = no deshecho
term-is-claimed = retenido
term-is-held = retenido
term-is-held-by-another = retenido por otra persona
term-is-invalid = no válido
term-is-lifted = levantado
term-is-needs-typed = pide confirmarlo por escrito
term-is-partially-resolved = decidido en parte
term-is-queued = en espera
term-is-refused = denegado
term-is-released = liberado
term-is-resolved = decidido
term-is-unchanged = sin cambios
term-item = propuesta
term-items = propuestas
term-items-wait = { $n ->
    [one] { $n } propuesta espera
   *[other] { $n } propuestas esperan
}
term-kind = tipo
term-know = nota
term-label-error = error:
term-label-hint = consejo:
term-label-inside = interno:
term-label-note = nota:
term-landed-as = aplicado como
term-last-command = última orden
term-left-alone = sin tocar
term-level = nivel
term-level-own-user = un usuario propio
term-level-passkey = llave de acceso
term-level-same-user = el mismo usuario
term-limit-disk = disco
term-limit-memory = memoria
term-limit-processes = procesos
term-limit-time = tiempo
term-limit-never-started = nunca se inició
term-log-broken = { $n ->
    [one] el registro no supera la verificación ({ $n } suceso comprobado)
   *[other] el registro no supera la verificación ({ $n } sucesos comprobados)
}
term-log-whole = { $n ->
    [one] el registro está íntegro: { $n } suceso, cada uno ligado a todos los anteriores
   *[other] el registro está íntegro: { $n } sucesos, cada uno ligado a todos los anteriores
}
term-lifetime = duración
term-message = mensaje
term-mode = modo
term-more = Hay más:
term-more-attempts = { $n ->
    [one] { $n } intento más
   *[other] { $n } intentos más
}
term-no-more = No hay más.
term-n-absent = { $n } aceptadas antes y ya no listadas
term-n-added = { $n ->
    [one] { $n } añadido
   *[other] { $n } añadidos
}
term-n-as-accepted = { $n } como se aceptaron
term-n-changed-since = { $n } cambiadas desde entonces
term-n-deferred = { $n } para más tarde
term-n-events = { $n ->
    [one] { $n } suceso
   *[other] { $n } sucesos
}
term-n-malformed = { $n ->
    [one] { $n } mal formado
   *[other] { $n } mal formados
}
term-n-new = { $n ->
    [one] { $n } nueva
   *[other] { $n } nuevas
}
term-deciders = solo por
term-assigned = para
term-comments = comentarios
term-n-of = { $n } de { $total }
term-n-pinned = { $n } fijadas
term-n-redundant = { $n ->
    [one] { $n } redundante
   *[other] { $n } redundantes
}
term-n-rejected = { $n ->
    [one] { $n } rechazado
   *[other] { $n } rechazados
}
term-n-staged = { $n } a continuación
term-n-steps = { $n ->
    [one] { $n } paso
   *[other] { $n } pasos
}
term-n-tools = { $n ->
    [one] { $n } herramienta
   *[other] { $n } herramientas
}
term-name = nombre
term-network = red
term-next-list = La próxima lista empieza aquí.
term-nine-within = p90
term-no-answer = sin respuesta
term-no-news = Nada nuevo.
term-no-plans = Todavía no hay planes.
term-no-sets = Todavía no hay conjuntos de trabajo. countersign sets create NAME crea uno.
term-no-settings = Todavía no se cargó ningún ajuste.
term-no-stages = No hay escenarios. countersign stage -- CMD inicia uno.
term-no-stats = Nada se preguntó y nada se ejecutó.
term-no-suggestions = Nada que sugerir: últimamente nada se confirmó lo bastante a menudo.
term-no-undo = no se puede deshacer
term-none = ninguno
term-not-asked = sin preguntar
term-not-proved = no probado
term-nothing-changed = nada cambió
term-nothing-landed = nada se ha aplicado
term-nothing-new = Nada nuevo { $when }.
term-nothing-waits = nada espera
term-noticed = advertido
term-now = ahora
term-opaque = no se entiende del todo
term-open = abierto
term-outcome-added = añadido
term-outcome-malformed = mal formado
term-outcome-redundant = redundante
term-outcome-rejected = rechazado
term-outside = fuera
term-owner = titular
term-own-check = del propio agente: superarla no cuenta
term-person = persona
term-plan = plan
term-privileged = pide más permisos
term-proposed = propuesto
term-protected = protegido
term-question = pregunta
term-rate = proporción
term-reads = lee
term-reason = motivo
term-receipt = recibo
term-refused = denegado
term-rejected = rechazado
term-result = resultado
term-role = rol
term-rollback = revertir
term-row = fila
term-rule = regla
term-rule-named = regla { $rule }
term-run = ejecución
term-scopes = solo para
term-sends = envía al exterior
term-session = sesión
term-set = conjunto
term-settings = ajustes
term-set-empty = todavía no contiene nada
term-settings-changed = { $path } cambió fuera del escenario: dice qué programas inicia el agente
term-since-when = desde { $time }
term-so-far = hasta ahora
term-stage = escenario
term-stage-over = { $status }, carpetas: { $folders }
term-started = inicio
term-started-at = inicio
term-state = estado
term-status = estado
term-stays = se queda
term-step = paso
term-step-n = paso { $n }
term-steps = pasos
term-subject = sobre
term-summary = resumen
term-takes-back = deshace
term-target = destino
term-then = luego confirm, reject o defer para cada uno, o confirm { $set }
term-thing = cosa
term-things = cosas
term-thread = hilo
term-title = título
term-to = a
term-token = token
term-token-once = solo se muestra esta vez; se usa como COUNTERSIGN_TOKEN
term-tokens = tokens
term-tool = herramienta
term-tool-changed = cambiada
term-tool-is = { $tool }: { $state }
term-tool-new = nueva
term-tools = herramientas
term-tried = intentado
term-undo = deshacer
term-undo-best = en lo posible: { $caveats }
term-undo-exact = exacto
term-kept = se guarda
term-typed-why = hay que escribirlo: { $why }
term-undo-until = se deshace hasta
term-undo-never = irreversible: { $reason }
term-undone-by = deshecho por { $receipt }
term-unjudged = { $n ->
    [one] { $n } llamada ya no puede juzgarse.
   *[other] { $n } llamadas ya no pueden juzgarse.
}
term-uses-left = usos restantes
term-verifier = verificador
term-waits-for = espera a
term-warnings = avisos
term-watch = vigilancia
term-watch-beginning = empieza
term-watch-changed = cambió
term-watch-created = creado
term-watch-deleted = borrado
term-watch-ended = terminada
term-watch-frozen = congelada
term-watch-gap = laguna
term-watch-renamed = renombrado
term-watch-watching = en curso
term-way-back = deshacer
term-went-wrong = salió mal
term-what = qué
term-who = quién
term-why = por qué
term-with-it = con la regla
term-working-set = conjunto de trabajo
term-writes = escribe
term-yours = suyo
term-would-change = { $judged ->
    [one] Esto habría cambiado { $changed } de { $judged } llamada: { $stricter } más estricta, { $looser } más laxa.
   *[other] Esto habría cambiado { $changed } de { $judged } llamadas: { $stricter } más estrictas, { $looser } más laxas.
}
term-would-change-none = { $judged ->
    [one] Esto habría cambiado { $changed } de { $judged } llamada.
   *[other] Esto habría cambiado { $changed } de { $judged } llamadas.
}
term-undo-stale = ya no se puede deshacer: { $reason }
term-undo-again = ({ $command } lo comprueba de nuevo)
term-undo-first = primero { $receipts }
term-undo-chain = ({ $command } los deshace todos)
term-undo-merge = ({ $command } propone deshacerlo combinado con los cambios)
term-undo-would = Haría, en este orden:
term-undo-agree = para hacerlo: { $command }
term-stale = desfasado
term-ask-land = ¿Debe hacerse?
term-ask-undo = ¿Deshacerlo?
term-nothing-to-undo = No hay nada que deshacer.
term-n-wait = { $n ->
    [one] { $n } espera
   *[other] { $n } esperan
}
term-redo = rehacer
term-redone-by = rehecho por { $receipt }
term-redone = rehecho
term-no-redo = No se puede rehacer nada.
term-printed = salida
term-printed-errors = errores
term-more-verbose = … { $n } más: -v
term-in-folder = … { $n ->
    [one] 1 diferencia
   *[other] { $n } diferencias
    } en { $folder }: -v
term-host = máquina
term-no-hosts = este registro lo escribe una sola máquina
term-host-this = esta
term-host-there = presente
term-host-away = ausente desde { $at }
term-host-waiting = { $n ->
    [one] { $n } respuesta la espera
   *[other] { $n } respuestas la esperan
}
