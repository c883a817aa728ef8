judge-frozen = todo está congelado, no empieza ningún efecto nuevo
judge-paused = la ejecución está en pausa: espere a que una persona la reanude
judge-unlisted-host = envía datos a { $host }, que no está en la lista
judge-rule-asks = la regla { $rule } pregunta
judge-stopped = la ejecución se detuvo
judge-rule-refuses = la regla { $rule } lo deniega
judge-rule-refuses-note = la regla { $rule } lo deniega ({ $said })
judge-rule-always = la regla { $rule } pregunta siempre
judge-rule-always-note = la regla { $rule } pregunta siempre ({ $said })
judge-rule-asks-note = la regla { $rule } pregunta ({ $said })
judge-rule-allows = la regla { $rule } lo permite
judge-rule-allows-note = la regla { $rule } lo permite ({ $said })
judge-protected = siempre se pregunta: { $said }
judge-unaccepted = nadie ha aceptado la definición actual de esta herramienta en su servidor
judge-plan-step = el plan aprobado lo incluye como paso { $step }
judge-grant-covers = el permiso { $grant } lo cubre
judge-by-policy = su efecto está en el almacén y puede deshacerse exactamente
judge-in-stage = su efecto queda en el escenario { $stage }
judge-unknown-host = envía datos a un host que no se pudo determinar
judge-opaque = una parte no se pudo entender
judge-unknown-tool = la herramienta es desconocida
judge-rehearsed = se ensayó: no cambió nada y no se le bloqueó nada
judge-evidence-releases = las pruebas de su paso lo liberan
judge-only-reads = solo lee
judge-changes = cambia algo
judge-destroys = destruye algo
judge-claim-deletes = la afirmación no menciona borrar, pero la llamada borra { $what }
judge-claim-more = { $what } y { $n } más
judge-claim-something = algo
judge-claim-loss = la afirmación no menciona pérdidas, pero la llamada es destructiva
judge-claim-sends-out = la afirmación no menciona enviar, pero la llamada envía datos al exterior
judge-claim-sends-to = la afirmación no menciona enviar, pero la llamada envía datos a { $host }
judge-claim-changes-something = la afirmación solo menciona leer, pero la llamada cambia algo
judge-claim-changes = la afirmación solo menciona leer, pero la llamada cambia { $what }
judge-contains = contiene { $said }
judge-odd-control = caracteres de control
judge-odd-breaks = saltos de línea o tabuladores
judge-odd-bidi = caracteres que cambian el orden de lectura
judge-odd-invisible = caracteres invisibles
judge-odd-spaces = espacios inusuales
judge-odd-scripts = letras de distintas escrituras en una palabra
judge-not-between = { $number } no es un número entre 0 y 1
judge-cap = como máximo { $most }: { $said }
judge-cap-none = no hay pruebas
judge-cap-check = falló una comprobación
judge-cap-verifier = el verificador no está seguro de ello
judge-cap-unsure = alguien no está seguro de ello
judge-cap-new = nada de su tipo se había decidido antes
judge-cap-agent-failed = como máximo 0.00: su agente dice que falló
judge-cap-rewritten = se pregunta: el paso cambió sus propias comprobaciones
judge-part-no-checks = sin comprobaciones
judge-part-checks = { $passed } de { $n } comprobaciones superadas
judge-part-verifier = confianza del verificador: { $sure }
judge-part-one-retry = un reintento
judge-part-retries = { $n } reintentos
judge-part-destructive = algo destructivo
judge-part-harmless = nada destructivo
judge-part-calls = { $n } de { $calls } llamadas tuvieron éxito
judge-part-uncertain = declarado incierto
judge-part-before = hecho antes
judge-part-no-history = sin historial
judge-no-tool = no hay ninguna herramienta { $tool }
judge-did-you-mean = ¿quería decir { $near }?
judge-tools-list = countersign tools las muestra
judge-tool-gone = { $tool } ya no existe; { $item } se queda como está
judge-tool-gone-hint = su servidor ya no la ofrece, o ya no está en los ajustes: recupérela o rechace la propuesta
judge-args-weigh = los argumentos ocupan { $size } bytes; el límite es { $limit }
judge-args-unfit = argumentos no válidos para { $tool }: { $faults }
judge-args-unfit-hint = countersign tools { $tool } muestra sus argumentos
judge-not-rehearsed = no se pudo ensayar: { $said }
judge-check-unnamed-folder = la carpeta en la que se ejecutaría esta comprobación no está en roots de config.toml: añádala y se ejecutará sin preguntar
judge-rehearsed-asks = en el ensayo no cambió nada y no se le bloqueó nada; tras un sí se ejecuta de verdad
judge-policy-spelling = revise la ortografía
judge-policy-line = corrija esa línea
judge-policy-no-version = el archivo no indica su versión
judge-policy-no-version-hint = escriba version = 1 en la primera línea
judge-policy-newer = el archivo tiene la versión { $newer }, este programa lee la { $version }
judge-policy-newer-hint = use un countersign más reciente
judge-policy-bad-version = no existe tal versión
judge-policy-bad-version-hint = escriba version = 1
judge-policy-scratch = { $path } no puede ser scratch
judge-policy-discarded = { $path } no se puede descartar
judge-policy-cache = { $path } no puede ser una caché
judge-policy-build = { $path } no puede ser una carpeta de compilación
judge-policy-registry = { $host } no es un host
judge-policy-registry-hint = escriba un nombre, con puerto si hace falta: "npm.example.com:443"
judge-policy-between = debe estar entre { $from } y { $to }
judge-policy-between-unit = debe estar entre 0 y 1
judge-policy-threshold = confidence_threshold no puede ser { $n }
judge-policy-blank-check = una comprobación no puede estar vacía
judge-policy-write-command = escriba una orden
judge-policy-blank-command = una orden no puede estar vacía
judge-policy-write-terraform = escriba "terraform *"
judge-policy-inside-hint = indique carpetas dentro del espacio de trabajo, como "target/**"
judge-policy-not-host = { $text } no es un host
judge-policy-not-host-hint = escriba solo el host ("api.github.com"), o "*.example.com" para todos los que cuelgan de él
judge-policy-entry-twice = ya hay una entrada para { $tool }
judge-policy-entry-twice-hint = reúna ambas en una sola
judge-policy-hold-none = { $tool } no puede tener hold = "none"
judge-policy-hold-none-hint = solo pueden las herramientas incorporadas cuyo efecto está en el almacén; use una regla que lo permita
judge-policy-all-of-them = { $server }.* vale por todas
judge-policy-rule-name = { $name } no puede ser el nombre de esta regla
judge-policy-rule-name-hint = dé a cada regla un nombre propio; los veredictos se refieren a él
judge-policy-rule = regla { $name }: { $said }
judge-policy-not-compiled = no se compiló
judge-policy-cel = las condiciones son CEL sobre facts, args, agent y run
judge-policy-group-name = { $name } no puede ser el nombre de un grupo
judge-policy-group-name-hint = use letras, cifras, guiones y guiones bajos
judge-policy-no-group = no hay ningún grupo { $name }
judge-policy-no-group-hint = defínalo en [groups] o nombre personas
judge-policy-few-deciders = { $n } deben decir que sí, pero solo se nombran { $have }
judge-policy-few-deciders-hint = nombre más personas o baje approvers
judge-policy-person = { $name } no puede ser una persona
judge-policy-person-hint = escriba el nombre de su token; los grupos se escriben @nombre
judge-looser-group = { $person } entra en el grupo { $group }
judge-looser-hub = el concentrador puede decidir { $new }, hasta ahora { $old }
judge-policy-only-ask = { $name } solo se permite con then = "ask"
judge-policy-only-ask-hint = quítelo, o haga que pregunte
judge-policy-class-twice = class y classes dicen lo mismo
judge-policy-class-twice-hint = conserve uno de los dos
judge-policy-no-class = una regla sobre ninguna clase no coincide con nada
judge-policy-no-class-hint = omita classes, o indique algunas: read, mutable, destructive
judge-policy-no-tool = una regla sobre ninguna herramienta no coincide con nada
judge-policy-no-tool-hint = escriba patrones como "shell.*" o "*"
judge-policy-glob-hint = escriba servidor.nombre, con * para cualquier cosa: "shell.*", "*"
judge-policy-hit = regla { $name }, ejemplo de acierto { $n }: { $said }
judge-policy-miss = regla { $name }, contraejemplo { $n }: { $said }
judge-policy-example-facts = sus facts no se pueden interpretar: { $error }
judge-policy-example-facts-hint = los facts de un ejemplo son los de una llamada: reads, writes, deletes, hosts, …
judge-policy-matches = la regla coincide con él
judge-policy-no-match = la regla no coincide con él
judge-policy-example-hint = corrija la condición o el ejemplo; un ejemplo puede traer sus propios facts = {"{"} … {"}"}
judge-condition-size = la condición tiene { $n } bytes, se permiten como máximo { $most }
judge-condition-parse-at = la condición no se puede interpretar en { $place }
judge-condition-parse = la condición no se puede interpretar
judge-condition-neither = su condición no es ni verdadera ni falsa
judge-condition-unclear = su condición no se puede evaluar: { $said }
judge-condition-no-key = no existe { $key }
judge-condition-not-known = { $name } no se conoce
judge-condition-type = un valor tiene el tipo o el tamaño equivocado
judge-condition-regex = { $pattern } no es una expresión regular
judge-condition-deep = la condición está anidada a más de { $most }
judge-condition-message = la condición crea un mensaje, lo que no se admite
judge-condition-facts = la condición usa facts entero, indique uno: { $facts }
judge-condition-agent = la condición usa agent entero, escriba agent.name
judge-condition-variable = la condición usa una variable desconocida { $name }; conocidas: { $known }
judge-condition-function = la condición usa una función desconocida { $name }; conocidas: { $known }
judge-glob-pattern = { $pattern } no es un patrón de herramientas
judge-glob-server = el patrón { $pattern } no tiene servidor y no coincidiría con nada
judge-looser-mode = el modo es { $new } en lugar de { $old }
judge-looser-confidence = basta una confianza de { $new } en lugar de { $old }
judge-looser-checks = cambiaron las comprobaciones de los pasos
judge-looser-host = enviar a { $host } ya no pregunta
judge-looser-scratch = borrar en { $path } ya no es destructivo
judge-looser-described = cambió la descripción de { $tool }
judge-looser-undescribed = { $tool } ya no se describe
judge-looser-allows = la regla { $rule } permite más
judge-looser-gone = la regla { $rule } se quitó o cambió
judge-looser-rehearsed = las órdenes se ensayan, y las que resultan inofensivas se ejecutan
judge-looser-discard = un cambio solo en { $path } ya no cuenta
judge-looser-cache = lo que las órdenes escriben en { $path } de la carpeta personal queda en capas y no se pregunta
judge-looser-build = lo que las órdenes escriben en carpetas llamadas { $path } que git ignora no se pregunta
judge-looser-registry = { $client } puede contactar con { $host } en los ensayos sin preguntar
judge-looser-never = { $command } puede ensayarse
judge-looser-limits = los ensayos pueden consumir más
judge-covers-script = exactamente ese script
judge-covers-field = el campo { $field } de cualquier { $kind }
judge-covers-kind = cualquier { $kind }
judge-covers-any-command = cualquier orden que, según su ensayo, solo escriba archivos
judge-covers-any-call = cualquier llamada que no destruya nada
judge-covers-below = cualquier archivo bajo { $folder }
judge-covers-in = { $said } en { $folder }
judge-covers-sending = enviar a { $hosts }
judge-policy-number = { $name } no puede ser { $n }
judge-undo-exact = Se puede deshacer exactamente
judge-undo-caveats = Se puede revertir, con reservas
judge-undo-nothing = Nada que deshacer
judge-run-again = Ejecutar de nuevo
judge-changed-nothing = no cambió nada
judge-changed-since-proposed = cambió desde que se propuso: { $saids }
judge-was-and-is = { $field } { $kind ->
    [item] de la propuesta
    [run] de la ejecución
    [plan] del plan
    [step] del paso
    [receipt] del recibo
    [question] de la pregunta
    [stage] del escenario
    [set] del conjunto de cambios
    [grant] del permiso
    [token] del token
    [passkey] de la llave de acceso
    [webhook] del webhook
    [instruction] de la instrucción
    [decision] de la decisión
    [working_set] del conjunto de trabajo
    [task] de la tarea
    [checklist_item] del elemento de la lista
    [task_label] de la etiqueta
    [task_link] del enlace
    [calendar_event] del evento del calendario
    [observation] de la observación
    [report] del informe
    [server] del servidor
   *[other] de { $kind }
    } { $id } era { $then } y es { $now }
judge-definition-changed = la definición de { $tool } ha cambiado desde que se propuso
judge-definition-unaccepted = la definición de { $tool } ya no está aceptada
judge-refresh-hint = countersign refresh { $item } lo comprueba de nuevo
judge-needs-result = necesita el resultado de { $item }, que aún no se ha aplicado
judge-args-gone = los argumentos exactos de { $item } ya no se conservan
judge-args-gone-hint = edite la propuesta, o deje que el agente la haga de nuevo
judge-step-args-gone = los argumentos exactos del paso { $n } ya no se conservan
judge-already-undone = ya deshecho por { $event }
judge-irreversible = irreversible: { $said }
judge-no-undo = no se puede deshacer
judge-not-handle = { $given } no es el identificador de { $receipt }; su identificador es { $handle }
judge-holds-it = { $who } lo retiene
judge-undo-under-way = se está deshaciendo
judge-undo-by-person = su efecto está fuera de Countersign: una persona lo deshace con su recibo
judge-undo-purged = sus cambios registrados ya no se conservan
judge-merge-impossible = lo que hizo { $tool } no se puede combinar con lo que ha cambiado desde entonces
judge-merge-conflicts = no se puede combinar con lo que ha cambiado desde entonces: { $saids }
judge-merge-field = { $field } de { $kind } { $id } es { $now }; quedó como { $left } y volvería a { $back }
judge-merge-moved = aquello con lo que se combinaría ha cambiado desde que se mostró: propóngalo de nuevo
judge-undo-merged = Deshacer, combinado con cambios posteriores: { $said }
judge-undo-unconfirmed = puede que no lo restaure todo: mire qué haría y acéptelo (best_effort)
judge-undo-chain-moved = lo que habría que deshacer con { $receipt } no es lo que se mostró: mírelo de nuevo
judge-undo-do-put = restituir { $path }
judge-undo-do-gone = mover { $path } a la papelera
judge-undo-do-set = restablecer permisos y fechas de { $path }
judge-undo-do-move = mover { $from } a { $to }
judge-undo-do-field = { $said-label }: { $after } → { $before }
judge-undo-tool-gone = { $tool }, que lo desharía, ya no existe
judge-undo-tool-fails = { $tool }, que lo desharía, no se puede llamar: { $said }
judge-undo-tool-refused = { $tool }, que lo desharía, se deniega: { $saids }
judge-undo-tool-unaccepted = nadie ha aceptado la definición actual de { $tool }, que lo desharía; countersign servers la muestra
judge-undo-of = Deshacer: { $said }
judge-answered-question = Respondido «{ $question }»: { $answer }
judge-answer = respuesta
judge-answer-again = la pregunta espera de nuevo: respóndala otra vez
judge-rolled-back = Revertido: { $kind ->
    [plan] el plan
    [step] el paso
   *[run] la ejecución
} { $id }, { $n } de { $all } efectos deshechos
judge-rollback-by-parts = cada una de sus partes tiene su propio recibo, que se puede deshacer
judge-undo-did-not-work = no se pudo deshacer
judge-never-come-back = { $n ->
    [one] { $n } efecto no puede revertirse
   *[other] { $n } efectos no pueden revertirse
}
judge-undo-target = recibo { $receipt }
judge-undo-calls = llama a { $tool }, que { $class ->
    [read] solo lee
    [mutable] cambia algo
    [destructive] destruye algo
   *[other] es { $class }
    }
judge-undo-destroys = datos que { $tool } destruye
judge-cannot-be-undone = { $receipt } no se puede deshacer
judge-not-yours = usted no tiene { $kind ->
    [item] ninguna propuesta
    [run] ninguna ejecución
    [plan] ningún plan
    [step] ningún paso
    [receipt] ningún recibo
    [question] ninguna pregunta
    [stage] ningún escenario
    [set] ningún conjunto de cambios
    [grant] ningún permiso
    [token] ningún token
    [passkey] ninguna llave de acceso
    [webhook] ningún webhook
    [instruction] ninguna instrucción
    [decision] ninguna decisión
    [working_set] ningún conjunto de trabajo
    [task] ninguna tarea
    [checklist_item] ningún elemento de la lista
    [task_label] ninguna etiqueta
    [task_link] ningún enlace
    [calendar_event] ningún evento del calendario
    [observation] ninguna observación
    [report] ningún informe
    [server] ningún servidor
   *[other] { $kind }
    } { $id }
judge-not-there = no existe { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id }
judge-not-in-list = no existe { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id } en esta lista
judge-ambiguous = { $given } podría ser cualquiera de { $found }
judge-ambiguous-hint = escriba un carácter más
judge-record-gone = { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id } ya no existe
judge-record-again = { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id } existe de nuevo
judge-record-changed = { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id } ha cambiado desde entonces (suceso { $event })
judge-field-changed = { $field } { $kind ->
    [item] de la propuesta
    [run] de la ejecución
    [plan] del plan
    [step] del paso
    [receipt] del recibo
    [question] de la pregunta
    [stage] del escenario
    [set] del conjunto de cambios
    [grant] del permiso
    [token] del token
    [passkey] de la llave de acceso
    [webhook] del webhook
    [instruction] de la instrucción
    [decision] de la decisión
    [working_set] del conjunto de trabajo
    [task] de la tarea
    [checklist_item] del elemento de la lista
    [task_label] de la etiqueta
    [task_link] del enlace
    [calendar_event] del evento del calendario
    [observation] de la observación
    [report] del informe
    [server] del servidor
   *[other] de { $kind }
    } { $id } ha cambiado desde entonces (suceso { $event })
judge-record-child = { $kind ->
    [item] la propuesta
    [run] la ejecución
    [plan] el plan
    [step] el paso
    [receipt] el recibo
    [question] la pregunta
    [stage] el escenario
    [set] el conjunto de cambios
    [grant] el permiso
    [token] el token
    [passkey] la llave de acceso
    [webhook] el webhook
    [instruction] la instrucción
    [decision] la decisión
    [working_set] el conjunto de trabajo
    [task] la tarea
    [checklist_item] el elemento de la lista
    [task_label] la etiqueta
    [task_link] el enlace
    [calendar_event] el evento del calendario
    [observation] la observación
    [report] el informe
    [server] el servidor
   *[other] { $kind }
    } { $id } tiene { $other ->
    [item] una propuesta
    [run] una ejecución
    [plan] un plan
    [step] un paso
    [receipt] un recibo
    [question] una pregunta
    [stage] un escenario
    [set] un conjunto de cambios
    [grant] un permiso
    [token] un token
    [passkey] una llave de acceso
    [webhook] un webhook
    [instruction] una instrucción
    [decision] una decisión
    [working_set] un conjunto de trabajo
    [task] una tarea
    [checklist_item] un elemento de la lista
    [task_label] una etiqueta
    [task_link] un enlace
    [calendar_event] un evento del calendario
    [observation] una observación
    [report] un informe
    [server] un servidor
   *[other] { $other }
    } que se añadió después ({ $child })
judge-record-damaged = el registro { $kind } { $id } está dañado
judge-plan-no-step = el plan { $plan } no tiene el paso { $n }
judge-plan-no-result = el paso { $n } no ha dado un resultado
judge-ran-out = se agotó el tiempo
judge-server-failed = su servidor dice que falló
judge-server-failed-with = su servidor dice que falló: { $text }
judge-ended-signal = lo terminó la señal { $signal }
judge-ended-exit = terminó con el código de salida { $code }
judge-ended-exit-with = terminó con el código de salida { $code }: { $text }
judge-plan-step-failed = el paso { $n } ({ $said-what }) falló: { $said }
judge-plan-took-back = su plan lo retiró
judge-plan-said-no = una persona dijo que no a { $item }
judge-plan-said-no-why = una persona dijo que no a { $item } (motivo: { $reason })
judge-was-taken-back = { $item } se retiró
judge-nobody-decided-on = nadie decidió a tiempo sobre { $item }
judge-plan-resume = la decisión por la que falló el paso { $n } se retiró; resume continúa el plan
judge-plan-step-otherwise = el paso { $n } haría ahora algo distinto de lo que se mostró al aprobar el plan
judge-how-it-ended = no se sabe cómo acabó
judge-how-step-ended = no se sabe cómo acabó el paso { $n }: indíquelo con countersign resolve { $item }, luego resume
judge-now-says-steps = ahora dice { $title } en { $n ->
    [one] { $n } paso
   *[other] { $n } pasos
}
judge-plan-title = { $title } ({ $n ->
    [one] { $n } paso
   *[other] { $n } pasos
})
judge-plan-done = { $done } de { $n ->
    [one] { $n } paso hecho
   *[other] { $n } pasos hechos
}
judge-plan-done-left = { $done } de { $n ->
    [one] { $n } paso hecho
   *[other] { $n } pasos hechos
}, { $left ->
    [one] { $left } omitido
   *[other] { $left } omitidos
}
judge-plan-is-paused = { $said-done }; en pausa: { $said }
judge-plan-is-aborted = { $said-done }; interrumpido: { $said }
judge-plan-is-rejected = { $said-done }; rechazado: { $said }
judge-plan-rollback = { $said }; countersign plan rollback { $plan } deshace los pasos hechos
judge-no-step = no existe el paso { $step } en la ejecución { $run }
judge-run-paused = la ejecución { $run } está en pausa
judge-wait-person = espere a que una persona la reanude
judge-a-person = una persona
judge-somebody = alguien
judge-no-step-begun = no se ha comenzado ningún paso de la ejecución { $run }
judge-no-step-begun-hint = comience uno, o comunique con un título
judge-step-unreported = { $step } ({ $title }) aún no se ha comunicado
judge-step-unreported-hint = comuníquelo antes; una ejecución hace un solo paso a la vez
judge-step-reported = { $step } ya se comunicó; está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado por el agente
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
}
judge-step-reported-by = { $step } ya se comunicó; está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
} por { $who }
judge-step-reported-why = { $step } ya se comunicó; está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado por el agente
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
} (motivo: { $reason })
judge-step-reported-by-why = { $step } ya se comunicó; está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
} por { $who } (motivo: { $reason })
judge-word-first = antes debe decidir una persona
judge-step-over = ha terminado; comience otro
judge-step-title = el título de un paso tiene entre 1 y { $most } caracteres
judge-word-before-next = una persona debe decidir antes de que empiece otro paso
judge-took-too-long = tardó demasiado
judge-ended-silent = terminó con { $code } y sin salida
judge-was-ended = se detuvo
judge-goes-not-on = no continúa por sí solo: { $said }
judge-its-run-over = su ejecución ha terminado
judge-its-step-over = su paso ha terminado
judge-own-yes = necesita un sí aparte
judge-has-expired = ha caducado
judge-person-holds = lo retiene una persona
judge-kind-always-asked = por las llamadas de este tipo siempre se pregunta
judge-rests-moved = ha cambiado algo de lo que depende
judge-evidence-no-longer = las pruebas de su paso ya no lo liberan
judge-claimed = { $who } lo retiene; pregúntele o espere a que deje de retenerlo
judge-not-shown = nunca se le mostró; mírelo antes: countersign show { $item }
judge-changed-after-proposal = cambió desde que se propuso: { $paths }
judge-examined-again = examinado de nuevo, porque se aplicó otra cosa: { $said }
judge-changed-since-looked = cambió desde que miró: { $said }; mire otra vez: countersign show { $item }
judge-nobody-decided-again = nadie decidió a tiempo; el agente puede proponerlo de nuevo
judge-decided-by = { $decision ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $decision }
} por { $who } (decisión { $id }); está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
}
judge-it-is = está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado por el agente
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
}
judge-now-says = ahora dice { $summary }
judge-was-rejected = { $item } se rechazó
judge-needed-result = necesitaba el resultado de { $item }, y { $said }
judge-rejected-with-parent = { $item } se rechazó junto con aquello de lo que depende
judge-nobody-decided = nadie decidió a tiempo
judge-token-unknown = ese token no se conoce aquí
judge-token-revoked = ese token se revocó
judge-token-expired = ese token ha caducado
judge-token-new-agent = una persona puede crear uno nuevo: countersign token agent NAME
judge-token-new = una persona puede crear uno nuevo: countersign token person|agent NAME
judge-only-persons-end = solo una persona puede terminar trabajos
judge-world-moved = los objetivos de la llamada siguieron cambiando durante la comprobación
judge-try-again = inténtelo de nuevo
judge-no-operation = no existe la operación { $name }
judge-token-missing = esta carpeta de Countersign usa tokens, y la llamada no lleva ninguno
judge-token-missing-hint = ponga el suyo en COUNTERSIGN_TOKEN
judge-ended-before = { $who } lo detuvo antes de que empezara
judge-ended-before-hint = se puede pedir de nuevo
judge-internal = error interno de Countersign
judge-bad-json = ese no es el JSON esperado: { $error }
judge-header-edited = se editó su cabecera
judge-body-edited = se editó su contenido
judge-changes-edited = se editaron sus cambios
judge-body-missing = falta su contenido
judge-changes-missing = faltan sus cambios
judge-both-missing = faltan su contenido y sus cambios
judge-attempt-logged = { $said }; este intento queda en el registro
judge-may-not-call = { $who } no puede llamar a { $op }
judge-only-may = { $who ->
    [person] solo puede una persona
    [agent] solo puede un agente
    [system] solo puede el sistema
    [gate] solo puede una puerta
    [verifier] solo puede un verificador
   *[other] solo puede: { $who }
}
judge-one-of-kind = { $kind ->
    [person] una persona
    [agent] un agente
    [system] el sistema
    [gate] una puerta
   *[verifier] un verificador
}
judge-only-these-may = solo pueden: { $saids }
judge-role-may-not = { $who } es { $role } y no puede llamar a { $op }
judge-takes-role = hace falta el rol { $role }
judge-token-not-for = el token de { $who } no permite { $op }
judge-token-is-for = permite { $scopes }
judge-from-process = { $who } no puede llamar a { $op } desde un proceso de { $agent }
judge-from-process-hint = decida desde un terminal que no haya iniciado ningún agente
judge-from-process-agent-hint = use el token propio del agente, o un terminal que no haya iniciado ningún agente
judge-key-used = la clave de idempotencia { $key } se usó para otra petición
judge-key-used-hint = use una clave nueva para una petición nueva
judge-elements-limit = { $n } elementos en una llamada; el límite es { $most }
judge-webhook-works = Este webhook funciona.
judge-webhook-test = Countersign: una prueba
judge-waits-for-person = { $kind ->
    [item] una propuesta
    [run] una ejecución
    [plan] un plan
    [step] un paso
    [receipt] un recibo
    [question] una pregunta
    [stage] un escenario
    [set] un conjunto de cambios
    [grant] un permiso
    [token] un token
    [passkey] una llave de acceso
    [webhook] un webhook
    [instruction] una instrucción
    [decision] una decisión
    [working_set] un conjunto de trabajo
    [task] una tarea
    [checklist_item] un elemento de la lista
    [task_label] una etiqueta
    [task_link] un enlace
    [calendar_event] un evento del calendario
    [observation] una observación
    [report] un informe
    [server] un servidor
   *[other] { $kind }
    } espera a una persona
judge-suggests = { $n ->
    [one] { $agent } propone { $n } cambio
   *[other] { $agent } propone { $n } cambios
}
judge-title-usage = La petición está mal formada
judge-title-invalid = El contenido no se puede aceptar
judge-title-not-found = Nada tiene ese identificador o nombre
judge-title-conflict = El estado no lo permite
judge-title-stale = Ha cambiado desde entonces
judge-title-unauthenticated = Sin token válido
judge-title-refused = No permitido
judge-title-store = El almacén no se puede usar
judge-title-settings = Un archivo de ajustes no se puede usar
judge-title-internal = Error interno
judge-level-same-user = mismo usuario
judge-level-own-user = usuario aparte
judge-level-passkey = llave de acceso
judge-for-run = para esta ejecución
judge-for-hour = durante una hora
judge-for-day = durante un día
judge-for-week = durante una semana
judge-for-ever = para siempre
judge-item-cannot = con una propuesta en estado «{ $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado por el agente
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
}» no es posible: { $trigger ->
    [confirm] confirmar
    [reject] rechazar
    [defer] aplazar
    [edit] editar
    [refresh] mirar de nuevo
    [retract] retirar
    [begin] comenzar
    [land] aplicar
    [reopen] reabrir
    [withdraw] retirar la respuesta
   *[other] { $trigger }
}
judge-status-cannot-become = { $noun }: del estado { $from } no puede pasar a { $to }
judge-address = esa dirección no se puede usar: { $said }
judge-address-letters = es demasiado larga, o tiene espacios, un fragmento o caracteres no válidos
judge-address-scheme = no tiene esquema
judge-address-spoken = solo se admiten https y http
judge-address-password = contiene un nombre de usuario o una contraseña
judge-address-password-hint = los mensajes van firmados; el receptor no necesita contraseña
judge-address-host = su host o puerto no es válido
judge-op-input = entrada no válida para { $op }: { $error }
judge-must-be = { $name } debe ser { $said }, no { $text }
judge-whole-from-zero = un número entero, 0 o más
judge-whole = un número entero
judge-number = un número
judge-true-false = true o false
judge-not-json = { $place } no es JSON: { $error }
judge-not-json-near = { $place } no es JSON: { $error }, cerca de { $near }
judge-input-object = la entrada de una operación es un objeto JSON
judge-must-be-text = { $name } debe ser texto
judge-server-changed = { $server } ha cambiado la definición de esta herramienta desde que se aceptó
judge-server-new = esta herramienta es nueva en { $server }: nadie ha aceptado su definición
judge-more-differences = … y { $n } diferencias más
judge-stands-for-step = { $text } representa un paso de un plan, pero esta llamada no está en un plan
judge-stands-for-step-hint = dé el valor mismo: plan_status indica los resultados de los pasos de un plan
judge-never-result = { $text } nunca tendrá un resultado: está { $status ->
    [pending] pendiente
    [deferred] aplazado
    [blocked] bloqueado
    [confirmed] confirmado
    [applying] en curso
    [applied] hecho
    [failed] fallido
    [stale] desfasado
    [needs_review] por aclarar
    [rejected] rechazado
    [retracted] retirado por el agente
    [expired] caducado
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [skipped] omitido
   *[other] { $status }
}
judge-no-item-of-run = { $text } no es una propuesta de esta ejecución
judge-result-has-no = el resultado de { $whose } no tiene { $path }
judge-schema-broken = el esquema que { $server } da para { $tool } está roto: { $error }
judge-not-day = { $text } no es una fecha
judge-not-day-hint = escríbalo así: 2026-11-15
judge-not-time = { $text } no es una hora
judge-not-time-hint = escríbala así: 2026-11-15T09:30:00+01:00, o sin el desfase en hora local
judge-too-far = { $day } está demasiado lejos
judge-no-work = no hay ningún trabajo { $id } en curso
judge-no-work-hint = puede haber terminado por sí solo
judge-no-focus = usted no tiene enfocado ningún conjunto de trabajo
judge-no-focus-hint = indique uno, o enfoque uno: countersign sets focus NAME
judge-no-working-set = no existe el conjunto de trabajo { $name }
judge-sets-list = countersign sets list los muestra todos
judge-set-needs-name = un conjunto de trabajo necesita un nombre
judge-name-has = { $name } no puede ser un nombre: contiene { $said }
judge-name-long = un nombre tiene como máximo { $most } caracteres
judge-name-id = { $name } no puede ser un nombre: se lee como un identificador
judge-name-taken = { $set } ya tiene el nombre { $name }
judge-name-taken-hint = elija otro nombre; no se distinguen mayúsculas y minúsculas
judge-focus-of = es el enfoque de { $who }; solo esa persona puede cambiarlo
judge-name-given-since = el nombre { $name } pertenece ahora a { $set }
judge-nothing-called = aquí nada se llama { $name }
judge-nothing-called-hint = dé un identificador (i12, rc4, run2, t5), o tipo:id para lo que se guarda en otro sitio (pr:1234); no se añadió ni cambió nada
judge-not-kind-word = { $text } no es tipo:id: un tipo es una palabra en minúsculas
judge-not-kind-id = { $text } no es tipo:id: un id tiene de 1 a { $most } caracteres
judge-text-has = { $text } contiene { $said }
judge-not-in-set = { $thing } no está en { $set }
judge-stage-let-through = se dejan pasar como máximo { $most } hosts o rutas
judge-stage-folders = un escenario abarca de 1 a { $most } carpetas
judge-stage-folders-hint = llámelo desde la carpeta que debe ir al escenario
judge-stage-cannot = { $path } no puede ir a un escenario
judge-stage-cannot-hint = indique una carpeta por su ruta absoluta; el sistema de archivos entero no se puede poner en el escenario
judge-stage-of-run-dropped = el escenario { $stage } de esta ejecución se descartó
judge-start-new-run = inicie una ejecución nueva
judge-stage-dropped = { $stage } se descartó; no queda nada de él
judge-stage-waits = cambios en el escenario de { $folders }
judge-stage-waits-command = cambios en el escenario de { $folders }: { $command }
judge-stage-used = ahora mismo se ejecuta una orden en { $stage }
judge-stage-used-hint = espere a que termine, o termínela
judge-stage-landing = { $stage } se está aplicando ahora mismo
judge-steer-ended = la ejecución { $run } ha terminado y ya no se puede dirigir
judge-steer-ended-hint = countersign run list muestra las ejecuciones activas
judge-instruction-blank = una instrucción no puede estar vacía
judge-instruction-long = la instrucción tiene { $n } caracteres; el límite es { $most }
judge-instruction-long-hint = ponga el resto en un archivo que el agente pueda leer
judge-question-other-run = la pregunta { $question } no se hizo en esta ejecución
judge-superseded-by = sustituido por la respuesta a { $question }
judge-told-rerun = se le dijo al agente que lo hiciera de nuevo con esta respuesta
judge-told-answer = se le dijo la respuesta al agente
judge-told-superseded = se le dijo al agente que la respuesta sustituyó a { $item }
judge-proposal-since = la propuesta posterior { $item } se refiere a ella
judge-run-ended = la ejecución { $run } ha terminado
judge-start-new = inicie una nueva
judge-run-paused-by = { $who } ha puesto en pausa la ejecución { $run }
judge-run-paused-by-why = { $who } ha puesto en pausa la ejecución { $run } (motivo: { $reason })
judge-run-paused-hint = espere a que una persona la reanude y repita entonces la llamada
judge-run-stopped-by = la ejecución { $run } fue detenida por { $who }
judge-run-stopped-by-why = la ejecución { $run } fue detenida por { $who } (motivo: { $reason })
judge-run-stopped-hint = no la continúe; para otro trabajo inicie una ejecución nueva por nombre (countersign run start) o una sesión nueva
judge-run-ended-before = la ejecución terminó antes de que se comunicara
judge-passkey-domain = { $domain } no puede ser el dominio de llaves de acceso
judge-passkey-domain-hint = use el nombre con el que los navegadores encuentran Countersign, como localhost
judge-passkey-no-origin = ningún origen puede usar llaves de acceso
judge-passkey-origin = { $origin } no puede usar llaves de acceso de { $domain }
judge-flaw-long = una parte es demasiado larga
judge-flaw-base64 = una parte no es base64url sin relleno
judge-flaw-cbor = contiene CBOR que los autenticadores no escriben
judge-flaw-client-data = sus datos de cliente están mal formados
judge-flaw-authenticator-data = sus datos de autenticador están mal formados
judge-flaw-no-credential = no se creó ninguna credencial
judge-flaw-other-credential = la credencial no es la indicada
judge-flaw-key = su clave no se admite: use ES256 o EdDSA
judge-flaw-ceremony = se hizo para otra ceremonia
judge-flaw-statement = se firmó otra cosa
judge-flaw-origin = lo pidió una página de otro origen
judge-flaw-framed = se pidió desde dentro de otra página
judge-flaw-site = se hizo para otro sitio
judge-flaw-nobody = no había ningún usuario presente
judge-flaw-not-verified = el autenticador no verificó al usuario
judge-flaw-signature = la firma no es de esa llave de acceso
judge-flaw-unknown = esa no es una llave de acceso de esta persona
judge-flaw-revoked = esa llave de acceso se revocó
judge-flaw-challenge = ese desafío no se dio a esta persona
judge-flaw-used = ese desafío ya se respondió antes
judge-flaw-expired = ese desafío ha caducado
judge-flaw-counter = el contador de esa llave de acceso no avanzó: alguien puede tener una copia; revóquela
judge-passkey-no-site = aquí no se pueden usar llaves de acceso: no hay ningún sitio definido
judge-passkey-no-site-hint = inicie el servicio con el nombre con el que lo encuentran los navegadores
judge-passkey-none = { $who } no tiene llave de acceso para { $site }
judge-passkey-none-hint = añada antes una
judge-passkey-must-sign = { $who } tiene una llave de acceso, así que { $op } debe firmarse con ella
judge-passkey-must-sign-hint = pida el desafío con la misma entrada: POST /v1/passkeys/authorize; si se perdió la llave de acceso, ejecute passkey reset en el propio equipo
judge-signed-unknown = está firmado con { $passkey }, que no se conoce
judge-signed-other-key = su firma no corresponde a la clave de { $passkey }
judge-signed-other-person = está firmado con la llave de acceso de { $who }
judge-signed-when = { $passkey } no era válida en ese momento
judge-signed-flaw = su firma: { $said }
judge-passkey-let-in = se añadió sin la firma de otra llave de acceso de { $who }
judge-passkey-revoked-unsigned = { $who } la revocó sin firma
judge-said-signed = está marcado como firmado, pero no lo está
judge-destructive-unsigned = es destructivo y no está firmado, aunque { $who } tenía una llave de acceso
judge-yes-unsigned = el sí de { $who } no está firmado, aunque tenía una llave de acceso
judge-bad-indexes = los índices
judge-bad-records = los registros
judge-bad-checkpoint = punto de control del suceso { $event }
judge-events-missing = faltan los sucesos { $from } a { $to }
judge-event-follows = no sigue al suceso anterior
judge-event-follows-one = no sigue al anterior
judge-fields-unreadable = sus campos no son legibles
judge-kind-unwritten = Countersign no escribe registros de ese tipo
judge-index-unfit = un índice no concuerda con los registros
judge-unreadable = no es legible
judge-field-not-written = su { $field } no es lo que escribió el suceso { $event }
judge-behind-back = se añadió, quitó o editó un registro sin entrada en el registro de sucesos
judge-signature-false = su firma no es válida
judge-signature-other-home = se firmó con una clave que no es la de esta carpeta de Countersign
judge-log-cut = el registro termina en el suceso { $event }: fue cortado
judge-log-rewritten = el registro se reescribió: ese suceso es distinto
judge-unproven-witness = sin testigo: quien pueda escribir la base de datos podría haber truncado o reescrito el registro
judge-unproven-after = sucesos posteriores a { $event }: ningún testigo tiene aún un punto de control de ellos
judge-unproven-passkeys = de quién son las llaves de acceso que firmaron: cada una la registró primero quien tenía el token de la persona
judge-witness-line = la línea { $n } del archivo del testigo no es un punto de control: { $error }
judge-no-event = { $text } no es un suceso
judge-no-run-yet = todavía no hay ninguna ejecución
judge-report-title = # Informe de auditoría
judge-report-whole = El registro completo.
judge-report-whole-filter = El registro completo, { $filter }.
judge-report-range = Desde { $said-from } hasta { $until }.
judge-report-range-filter = Desde { $said-from } hasta { $until }, { $filter }.
judge-report-until-now = Desde { $said-from } hasta ahora.
judge-report-until-now-filter = Desde { $said-from } hasta ahora, { $filter }.
judge-report-beginning = el principio
judge-report-incomplete = {"**"}Solo se leyó una parte del registro: aquí faltan llamadas más antiguas.**
judge-report-dropped = Faltan los detalles de { $n } sucesos: `countersign audit verify` dice cuáles.
judge-report-totals = ## Totales
judge-report-by-tool = ## Por herramienta
judge-report-by-actor = ## Por actor
judge-report-by-run = ## Por ejecución
judge-report-calls = ## Llamadas
judge-report-newest = Las { $n } más recientes.
judge-report-columns = | | llamadas | hechas | fallidas | rechazadas | confirmadas | automáticas | retenidas | ms en total | ms como máximo |
judge-report-call-columns = | hora | quién | agente | herramienta | qué se llamó | resultado | código de salida | confirmado por una persona | ms |
judge-report-yes = sí
judge-report-no = no
judge-pages-go-on = El registro continúa después de { $event }; estas páginas terminan ahí.
judge-pages-end = Fin de los sucesos pedidos.
judge-pages-whole = el registro completo
judge-pages-title = Countersign: registro de auditoría
judge-pages-column = { $name ->
    [event] EVENTO
    [at] CUÁNDO
    [who] QUIÉN
    [agent] AGENTE
    [operation] OPERACIÓN
    [run] EJECUCIÓN
    [tool] HERRAMIENTA
    [ended] RESULTADO
   *[hash] HASH
}
judge-pages-page = página { $page } de { $all }
judge-pages-took = { $call } ({ $ms } ms)
judge-seen-opened = abierto en { $from } { $s } s antes, completo
judge-seen-opened-part = abierto en { $from } { $s } s antes, no completo
judge-seen-listed = mostrado en su conjunto en { $from } { $s } s antes, completo
judge-seen-listed-part = mostrado en su conjunto en { $from } { $s } s antes, no completo
judge-seen-never = esta versión no se le había mostrado
judge-report-decisions = ## Decisiones
judge-report-decision-columns = | hora | quién | respuesta | agente | qué | mostrado antes de la respuesta |
judge-pages-code = { $call }, código de salida { $code }
judge-pages-ended = { $ended ->
    [success] correcto
    [error] error
    [rejected_by_user] rechazado por una persona
   *[held] retenido
}
judge-pages-made = Hecho { $at } para { $who }. Sucesos: { $n }. Pedido: { $said-asked }.
judge-chain-broken = LA CADENA DE HASHES ESTÁ ROTA en { $event }: { $said }
judge-chain-holds = { $n ->
    [one] La cadena de hashes está intacta: { $n } suceso, ligado a todos los anteriores.
   *[other] La cadena de hashes está intacta: { $n } sucesos, cada uno ligado a todos los anteriores.
}
judge-chain-holds-first = La cadena de hashes está intacta en los primeros { $n } sucesos; el resto no se comprobó.
judge-chain-head = Su último suceso es { $event }, con el hash { $hash }.
judge-pages-unproven = Estas páginas no demuestran que el registro no se truncara o reescribiera: compare el hash con un punto de control guardado en otro lugar.
judge-pages-confirmed = { $call } -> { $ended }, confirmado por una persona
judge-pages-more-calls = { $n ->
    [one] y { $n } llamada más de este suceso
   *[other] y { $n } llamadas más de este suceso
}
judge-pages-dropped = (faltan los detalles)
bulk-destructive = es destructiva
bulk-typed = para confirmarla hay que escribir algo
bulk-not-whole = no se muestra entera: { $saids }
bulk-long = su diff no cabe en una página
bulk-unopened = { $n } líneas cambiadas no se abrieron
bulk-put-off = se aplazó
bulk-unknown = no se sabe qué fue de ella
bulk-warning = lleva una advertencia: { $said }
bulk-warning-more = lleva una advertencia: { $said } (+{ $n })
bulk-odd = hay algo raro en ella: { $said }
bulk-odd-more = hay algo raro en ella: { $said } (+{ $n })
bulk-never-shown = nunca se le mostró
bulk-own-yes = necesita un sí aparte: { $saids }
judge-trusted = se puede deshacer exactamente y la carpeta { $folder } es de confianza
judge-looser-trust = los cambios en { $folder } se aplican sin preguntar
judge-policy-trust-folder = { $text } no es la ruta absoluta de una carpeta
judge-policy-trust-folder-hint = escriba la ruta completa sin enlaces, como hace countersign trust DIR
judge-policy-cache-hint = indique una carpeta de su carpeta personal, como ".cache/tool"
judge-policy-build-hint = indique una carpeta, como "generated" o "*.out"
judge-tainted = envía datos, y esta ejecución ha leído { $saids }
judge-tainted-more = envía datos, y esta ejecución ha leído { $saids } y { $n } más
judge-tainted-then = envió datos después de que su ejecución leyera un secreto o texto ajeno
judge-mark-secret = el secreto { $source } ({ $by })
judge-mark-web = texto de { $source } ({ $by })
judge-mark-server = texto del servidor { $source } ({ $by })
judge-mark-file = { $source }, que escribió otra ejecución así ({ $by })
judge-redo-of = Rehacer: { $said }
