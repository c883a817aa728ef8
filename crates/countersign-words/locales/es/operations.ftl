op-inbox-list = Listar lo que le espera a usted, lo más peligroso primero
op-inbox-count = Contar lo que le espera a usted
op-agent-news = Informar a un agente de sus nuevas instrucciones y respuestas, y del resultado de sus propuestas
op-audit-log = Listar las llamadas a herramientas del registro, las más recientes primero
op-audit-summary = Resumir lo que hizo una ejecución
op-audit-report = Redactar un informe sobre un tramo del registro
op-audit-export = Exportar el registro como JSON Lines, CSV, PDF o OCSF, lo más antiguo primero
op-token-create = Crear un token para una persona, un agente o un verificador; se muestra una sola vez
op-token-list = Listar los tokens, sin sus secretos
op-token-revoke = Revocar un token de inmediato
op-grant-list = Listar los síes recordados que siguen valiendo
op-grant-revoke = Revocar de inmediato síes recordados
op-freeze = Detener todo efecto nuevo hasta que se vuelva a permitir
op-thaw = Volver a permitir los efectos
op-call-propose = Llamar a una herramienta: si la llamada es inofensiva, se ejecuta al instante; si no, espera a una persona
op-countdown-stop = Detener cuentas atrás, para que deba decidir una persona
op-decision-stats = Contar las solicitudes, las respuestas y las llamadas que se ejecutaron sin preguntar
op-decision-list = Listar las decisiones, las más recientes primero
op-context = Informar a un agente de cómo se recibieron sus propuestas recientes
op-effect-finish = Registrar el resultado de un efecto en el mundo
op-effect-reverted = Registrar el resultado de deshacer un efecto en el mundo
op-effect-begun = Listar los efectos que empezaron y nunca se comunicaron
op-item-bind = Poner en los argumentos de una propuesta los resultados que esperaba y juzgarla de nuevo
op-item-recheck = Comparar una propuesta en espera con el estado actual; si hiciera otra cosa, mostrarlo
op-item-resolve = Registrar cómo terminó un efecto no comunicado
op-handover-ask = Preguntar si un agente puede llamar a una herramienta propia
op-handover-approve = Responder a la petición de permiso de un agente (--permission-prompt-tool): decide una persona
op-handover-exec = Ejecutar una orden que no necesita a nadie y comunicar su resultado
op-handover-finish = Comprobar lo que hizo un agente con una llamada que se le entregó
op-function-ask-doc = Preguntar si una función del propio proceso puede ejecutarse
op-function-begin-doc = Tomar una función permitida, para ejecutarla una vez
op-function-renew-doc = Decir que una función o un encargo sigue en ejecución
op-function-report-doc = Informar de cómo terminó una función ejecutada
op-function-take-doc = Tomar un encargo que solo puede hacer un worker con esa función
op-function-finish-doc = Informar de cómo terminó un encargo tomado como worker
op-receipt-cancel-undo-doc = Cancelar una anulación que espera a un worker
op-handover-note = Registrar lo que un agente dice haber hecho sin preguntar
op-hook-change = Anotar que una persona cambia los hooks de un agente
op-item-claim = Reservar un rato una propuesta o un conjunto, para que otros vean quién lo mira
op-item-lift = Dejar que el agente proponga otra vez lo rechazado
op-item-scopes = Contar cuántas preguntas anteriores habría cubierto cada manera de recordar un sí
op-item-whole = Mostrar la diferencia de una propuesta que una página corta, entera o por partes
op-item-confirm = Decir sí a propuestas: lo que se mostró ocurre, una vez
op-item-reject = Decir no a propuestas, con un motivo que el agente lee
op-item-defer = Aplazar propuestas; permanecen en la bandeja
op-item-withdraw = Retirar un rechazo que el agente aún no conoce, o una confirmación aún no empezada
op-item-edit = Cambiar los argumentos de una propuesta; se juzga y se muestra de nuevo
op-item-refresh = Comprobar de nuevo propuestas cuando han cambiado sus condiciones previas
op-item-retract = Retirar propuestas propias abiertas
op-item-status = Consultar el estado de una propuesta
op-passkey-begin = Obtener las opciones que un navegador necesita para crear una llave de acceso
op-passkey-finish = Añadir la llave de acceso que creó su navegador; las siguientes deben firmarse con una existente
op-passkey-list = Listar las llaves de acceso, también las revocadas
op-passkey-authorize = Obtener el desafío que hay que firmar para cambiar llaves de acceso, personas o ajustes
op-passkey-revoke = Revocar una llave de acceso propia o, como administrador, de otros, firmando con una propia
op-passkey-reset = Revocar todas las llaves de acceso de quien las perdió, en el propio equipo
op-passkey-challenge = Obtener el desafío que hay que firmar para responder a una propuesta tal como se mostró
op-plan-show = Mostrar un plan entero con el resultado de cada paso; un sí posterior vale para lo mostrado
op-plan-list = Listar planes, los más recientes primero
op-plan-advance = Llevar a cabo el paso siguiente de un plan, si le ha llegado el turno
op-plan-approve = Decir sí a un plan tal como se mostró, entero o paso a paso
op-plan-reject = Decir no a un plan, con un motivo que el agente lee
op-plan-pause = Pausar un plan; el paso en curso termina
op-plan-resume = Reanudar un plan en pausa
op-plan-retry = Comprobar de nuevo el paso fallido de un plan y reintentarlo
op-plan-skip = Omitir un paso de un plan y, con él, los que dependen de él
op-plan-abort = Terminar un plan; lo hecho queda hasta que se revierta
op-plan-propose = Exponer el trabajo como un plan: una persona lo ve entero y Countersign lleva a cabo sus pasos
op-plan-rollback = Deshacer lo que hicieron los pasos de un plan, lo más reciente primero
op-policy-check = Decir cómo se juzgaría una llamada; no se ejecuta nada
op-policy-show = Mostrar las reglas en vigor
op-tool-list = Listar las herramientas que los agentes pueden llamar
op-process-register = Registrar el proceso de un agente: nadie puede decidir desde él ni desde sus procesos hijos
op-process-list = Listar los procesos registrados como agentes
op-question-ask = Preguntar algo al usuario; repetir la pregunta da la misma pregunta y su respuesta
op-question-answer = Responder a una pregunta de un agente; vale la primera respuesta
op-question-take-back = Retirar una respuesta que el agente aún no conoce; las propuestas que sustituyó vuelven a estar abiertas
op-question-list = Listar las preguntas de los agentes, las más recientes primero
op-question-show = Mostrar una pregunta y su respuesta; un agente que mira queda informado
op-receipt-list = Listar los recibos, los más recientes primero, cada uno con cómo deshacerlo
op-receipt-undo = Deshacer exactamente lo que dice un recibo, si nada ha cambiado desde entonces
op-receipt-rerun = Proponer otra vez la llamada de un recibo; se examina como cualquier llamada
op-retention-sweep = Eliminar los datos caducados para deshacer
op-run-rollback = Deshacer todo lo que hizo una ejecución, lo más reciente primero
op-run-settle = Terminar el plan y el paso de una ejecución que se revierte; marcarla cuando no quede nada de ella
op-run-start = Empezar un trabajo
op-run-end = Terminar un trabajo; sus propuestas abiertas quedan para la persona
op-run-list = Listar ejecuciones, las más recientes primero
op-run-show = Mostrar una ejecución con sus propuestas y lo aplicado
op-server-listed = Comparar lo que lista un servidor externo con lo que se aceptó
op-server-failed = Registrar por qué un servidor externo no arrancó
op-server-list = Listar los servidores externos y sus herramientas nuevas o cambiadas
op-server-accept = Aceptar las herramientas nuevas y cambiadas de un servidor tal como se mostraron
op-server-forget = Olvidar las herramientas aceptadas de un servidor; su próxima lista se acepta tal cual
op-link-create = Crear un enlace de un solo uso que inicia sesión en un navegador o un teléfono
op-link-redeem = Canjear un enlace de un solo uso por una sesión
op-session-end = Cerrar sesión: terminar la sesión de esta llamada
op-listener-open = Dejar que los teléfonos de esta red lleguen al servicio, con TLS, hasta que se cierre
op-listener-close = Cerrar la dirección en la que los teléfonos llegan al servicio
op-set-confirm-all = Confirmar las propuestas de un conjunto que se le mostraron, salvo las que necesitan un sí propio
op-items-confirm-selected = Confirmar por orden propuestas elegidas, salvo las que necesitan un sí propio
op-set-dismiss = Rechazar todo lo pendiente en un conjunto
op-settings-load = Adoptar un archivo de ajustes que cambió, o dejar que espere a una persona
op-settings-show = Mostrar los ajustes en vigor y los cambios que esperan por usted
op-settings-accept = Poner en vigor un cambio de los ajustes que relaja algo
op-show = Mostrar una cosa entera; un sí posterior vale para lo mostrado
op-stage-begin = Empezar un escenario: un mundo aparte del que nada se aplica hasta que una persona lo firma
op-stage-note = Registrar una orden en un escenario: su inicio, su final, lo que se le denegó
op-stage-list = Listar escenarios, los más recientes primero
op-stage-show = Mostrar un escenario: sus órdenes, lo que se les denegó, lo que se aplicó
op-stage-drop = Descartar todo lo que en un escenario no se ha aplicado
op-stage-give-up = Descartar un escenario propio
op-stage-diff = Mostrar todo lo que se aplicaría desde un escenario; una aplicación posterior vale para lo mostrado
op-stage-land = Decir sí a un escenario: lo que se mostró de él se aplica, y un solo recibo lo deshace todo
op-run-steer = Decir a una ejecución qué hacer; su agente lo lee con la próxima respuesta que recibe
op-run-redirect = Decir a una ejecución que haga otra cosa: sus propuestas se rechazan y las instrucciones que aún no conoce se descartan
op-run-pause = Retener una ejecución: nada de ella empieza hasta que se reanude
op-run-resume = Reanudar una ejecución en pausa
op-run-stop = Detener una ejecución: sus propuestas se deniegan, lo empezado termina y ninguna llamada suya se ejecuta
op-run-memory = Mostrar por orden las instrucciones que dieron personas a una ejecución; un agente ve las que ya conoce
op-run-mode = Fijar en qué modo se decide una ejecución en curso a partir de ahora
op-run-stage = Hacer que una ejecución en curso trabaje desde ahora en un escenario: no se pregunta nada y usted lo aplica con una sola revisión
op-mode-set = Fijar en qué modo se deciden las ejecuciones de un agente, o las de una carpeta
op-mode-list = Listar los modos fijados para agentes y carpetas
op-mode-clear = Terminar un modo fijado para un agente o una carpeta: allí vuelve a valer el de las reglas
op-run-trust = Confiar en una ejecución en curso en su carpeta hasta que termine: lo que se puede deshacer exactamente se aplica allí sin preguntar
op-trust-give = Confiar en una carpeta, para un agente o para todos: lo que se puede deshacer exactamente se aplica allí sin preguntar
op-trust-list = Listar las carpetas en que confían personas además de las del archivo de reglas
op-trust-end = Terminar enseguida la confianza dada a una carpeta o a una ejecución
op-step-approve = Aprobar pasos que esperan: sus ejecuciones continúan
op-step-reject = Rechazar pasos: cuentan como fallidos y sus efectos se pueden revertir
op-step-retry = Dejar que el agente reintente pasos; sus pruebas se reúnen de nuevo
op-step-skip = Omitir pasos: sus ejecuciones continúan sin ellos
op-step-rollback = Deshacer todo lo que hizo un paso, lo más reciente primero
op-step-report = Comunicar un paso: se comprueba, y la respuesta dice si se continúa
op-step-settle = Puntuar un paso comunicado según sus comprobaciones
op-step-run-check = Ejecutar una comprobación declarada de un paso, examinada como toda llamada
op-step-verify = Comunicar los hallazgos de un verificador sobre un paso
op-step-begin = Empezar un paso de una ejecución; las llamadas posteriores le pertenecen
op-step-check = Ejecutar ahora las comprobaciones de un paso; las llamadas que sigan en él se basan en ellas
op-step-list = Listar los pasos de una ejecución, los más recientes primero
op-step-show = Mostrar un paso con sus pruebas y su resultado
op-grant-suggest = Sugerir síes que recordar para llamadas confirmadas repetidamente, con las pruebas
op-grant-accept = Aceptar una sugerencia: recordar el sí para lo que nombra, y para nada más
op-grant-decline = Declinar una sugerencia: vuelve cuando las pruebas se hayan duplicado
op-timer-fire = Procesar los temporizadores vencidos: dejar caducar lo no decidido, continuar donde nadie se opuso, borrar lo caducado
op-visit-since = Mostrar lo ocurrido desde su última visita, cómo deshacerlo y lo que espera por usted
op-watch-settle = Listar las carpetas que vigilar y terminar las vigilancias caducadas
op-watch-noticed = Informar de lo ocurrido en una carpeta vigilada
op-webhook-create = Añadir un webhook que recibe sucesos; su secreto se muestra una sola vez
op-webhook-list = Listar los webhooks, sin sus secretos
op-webhook-remove = Quitar un webhook, su secreto y sus mensajes no entregados
op-webhook-test = Enviar una prueba a un webhook; si falla, queda entre los mensajes no entregados
op-webhook-dead = Listar los mensajes no entregados, que ningún webhook aceptó
op-webhook-retry = Reintentar mensajes no entregados
op-webhook-due = Listar las entregas a webhooks pendientes ahora
op-webhook-delivered = Registrar una entrega correcta a un webhook
op-webhook-failed = Registrar una entrega fallida a un webhook y cuándo se reintenta
op-working-set-create = Crear un conjunto de trabajo: cosas que mirar, bajo un nombre
op-working-set-rename = Dar otro nombre a un conjunto de trabajo
op-working-set-delete = Borrar un conjunto de trabajo; lo que contenía se queda donde está
op-working-set-focus = Enfocar un conjunto de trabajo: las llamadas que no nombran ninguno usan entonces este
op-working-set-unfocus = Quitar el enfoque al conjunto de trabajo que lo tiene
op-working-set-list = Listar conjuntos de trabajo, los más recientes primero
op-working-set-show = Mostrar un conjunto de trabajo y el estado de sus elementos
op-working-set-add = Añadir cosas a un conjunto de trabajo, todas o ninguna
op-working-set-mark = Fijar cosas en un conjunto de trabajo, ponerlas como siguientes o para luego, o quitar esa marca
op-working-set-remove = Sacar cosas de un conjunto de trabajo; ellas mismas se quedan donde están
op-working-set-reorder = Poner las cosas de un conjunto de trabajo en otro orden: nombrar cada una una vez
op-limit-1000 = un límite va de 1 a 1000
op-self-no-token = Countersign mismo no necesita token
op-home-no-person = en esta carpeta de Countersign todavía ninguna persona tiene un token
op-hint-make-yours-first = cree primero el suyo: countersign token person NAME
op-name-cannot-be = «{ $name }» no puede ser un nombre
op-hint-name-letters = use letras, cifras, - _ . @, { $n } como máximo
op-name-taken = el nombre { $name } lo tiene el propio Countersign
op-name-other-kind = { $name } es el nombre de otro tipo de actor
op-hint-no-actor-is-two = un actor es solo una cosa entre persona, agente y verificador: elija otro nombre
op-only-persons-have-roles = solo las personas tienen roles
op-hint-scopes-narrow = un agente propone y un verificador comunica; --scopes acota para qué sirve un token
op-token-ends-at-once = `days` debe ser al menos 1
op-hint-scopes-are = item.* y show son operaciones, tool:filesystem.* son herramientas
op-first-person-admin = la primera persona de una carpeta de Countersign es su administrador
op-hint-own-token-first = cree primero su propio token y después uno para otros
op-revoked-already = { $id } ya se revocó
op-last-admin-token = es el último token de un administrador; nadie podría crear otro
op-hint-make-another-first = cree primero otro: countersign token person NAME
op-nothing-frozen = nada está congelado
op-hint-token-is-for = es para { $scopes }; este intento consta en el registro
op-attempt-logged = este intento consta en el registro
op-not-a-tool = { $tool } es { $said-why }, no una herramienta
op-what-hook-asks = una operación para los hooks de los agentes
op-what-person-does = una operación para personas
op-takes-list = { $tool } recibe una lista, y no se dio ninguna
op-takes-list-plan = { $tool } recibe una lista: en un plan, cada elemento es un paso propio
op-refused = denegado: { $saids }
op-nothing-to-do = nada que hacer: { $said }
op-not-confined = no se puede confinar: { $saids }
op-no-world = aquí no hay ningún mundo para ello
op-read-does-not-wait = necesita un resultado que aún no está, y una lectura no espera
op-hint-read-when-landed = lea cuando { $ids } se haya aplicado
op-landed-before = ya se propuso como { $id } y se aplicó entretanto, una vez; este es su resultado. Si debe ocurrir de nuevo, repita la misma llamada
op-already-proposed = ya propuesto como { $id } (estado: { $status ->
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
   *[other] { $status }
})
op-queued = La propuesta espera la revisión del usuario.
op-queued-countdown = { $said } Continúa en { $n } s si nadie se opone.
op-list-empty = la lista está vacía; no se propuso nada
op-elements-queued = { $said } { $n } de { $all } elementos
op-elements-done = { $n } de { $all } elementos hechos
op-elements-at-once = al momento: { $n }
op-elements-redundant = { $n ->
    [one] { $n } redundante
   *[other] { $n } redundantes
}
op-elements-malformed = { $n } con formato incorrecto
op-elements-rejected = { $n ->
    [one] { $n } rechazado
   *[other] { $n } rechazados
}
op-waits-own-yes = espera el sí propio de usted: { $said }
op-neither-item-nor-step = no hay ni una propuesta ni un paso { $id }
op-no-countdown = { $id } no tiene cuenta atrás (estado: { $status ->
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
})
op-hint-inbox-goes-on = vea las cuentas atrás: countersign inbox
op-days-range = los días van de 1 a { $n }
op-decisions-not-yours = { $who } no puede leer las decisiones sobre { $agent }
op-not-applying = { $id } no está en curso (estado: { $status ->
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
   *[other] { $status }
})
op-pending-again-after = { $said }; vuelve a estar pendiente
op-never-reported = empezó, pero su resultado nunca se comunicó: { $said }
op-landed-in-part = se aplicó al menos en parte, y se desconoce su resultado: { $saids }
op-may-not-be-all = puede haber hecho más que esto: { $saids }
op-before-not-captured = no se pudo conservar el estado anterior
op-replaced-not-captured = no se conservó lo que la anulación sustituyó
op-no-undo-under-way = ninguna anulación de { $receipt } está en curso como { $id }
op-nothing-in-doubt = nada está por aclarar en { $id } (estado: { $status ->
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
   *[other] { $status }
})
op-pending-again = Pendiente de nuevo: { $said }
op-handed-not-done = entregado a { $who }, que no lo hizo
op-agent-did-not = el agente no lo hizo
op-handed-as-approved = entregado a { $who }: el resultado es el aprobado
op-handed-differs = entregado a { $who }, que hizo algo distinto de lo aprobado: { $saids }
op-unasked-noted = anotado
op-hooks-changed = hooks de { $agent } { $verb ->
    [installed] instalados
   *[removed] quitados
} en { $path }
op-nobody-holds = nadie lo retiene
op-claim-range = se retiene entre 1 y 1440 minutos
op-holds-for = { $who } lo retiene { $n ->
    [one] { $n } minuto
   *[other] { $n } minutos
}
op-only-rejection-blocks = solo un rechazo bloquea; { $id } está { $status ->
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
   *[other] { $status }
}
op-may-propose-again = el agente puede proponerlo otra vez: { $said }
op-refresh-looks = { $said }; compruébelo de nuevo: countersign refresh { $id }
op-froze-thaw = { $who } ha congelado todo; countersign thaw le pone fin
op-froze = { $who } ha congelado todo
op-needs-result = necesita el resultado de { $id } (estado: { $status ->
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
   *[other] { $status }
})
op-needs-result-anew = necesita el resultado de { $id } (estado: { $status ->
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
   *[other] { $status }
}); cuando esté, esto se muestra de nuevo
op-result-not-judged = ya está un resultado que necesita, pero ahora no se puede juzgar con él
op-holds-result = contiene el resultado de { $id }
op-with-result = con el resultado que esperaba: { $saids }
op-not-carried-out = { $id } no se pudo llevar a cabo
op-not-carried-out-why = { $id } no se pudo llevar a cabo: { $said }
op-only-they-decide = solo { $who } puede decir que sí a esto
op-nobody-may-decide = nadie puede decir que sí a esto: los grupos que nombran las reglas están vacíos
op-not-the-owner = la regla pide a alguien distinto de la persona para la que trabaja el agente
op-not-it = eso no coincide; { $said }
op-no-always-hosts = { $id } no se puede permitir para el futuro: este sí es para los hosts mostrados, y uno recordado valdría para cualquiera
op-no-always = { $id } no se puede permitir para el futuro: siempre se pregunta por ello
op-offer = llamadas así se han confirmado { $n } veces; un permiso para { $agent } las habría cubierto, y también esta: { $said-what }
op-offer-moved = lo que { $id } ofrece recordar no es lo que se mostró: mírelo de nuevo
op-offer-scope = `offer` ya dice qué cubre el permiso: omita `scope`
op-scope-not-offered = un sí a { $id } no se puede recordar con el alcance «{ $scope }»
op-scope-offered = alcances posibles: { $scopes }
op-scope-tool-forever = una herramienta entera se puede permitir para una ejecución o un tiempo, no para siempre
op-scope-tool-hint = indique `--always run`, `1h`, `1d` o `1w`
op-hint-without-always = confírmelo sin --always
op-sign-it = esto es destructivo y usted tiene una llave de acceso: fírmelo; POST /v1/items/{ $id }/challenge devuelve el desafío
op-bad-assertion = { $said }; no se ha decidido nada, pida un nuevo desafío
op-approvals = { $have } de { $want } aprobaciones
op-yes-before = usted ya dijo que sí; { $said }
op-no-way-back = Irreversible en cuanto el agente lo sepa; hasta entonces se puede retirar
op-rejected = Rechazado: { $said }
op-deferred = Aplazado: { $said }
op-withdraw-told = el agente ya conoce el rechazo; puede proponer la llamada de nuevo
op-withdraw-fell = se rechazó con la propuesta de la que depende; el agente puede proponerlo de nuevo
op-withdraw-secrets = sus argumentos contenían secretos y se borraron; el agente puede proponerlo de nuevo
op-withdraw-landed = ya se aplicó; deshágalo con su recibo
op-no-answer-to-take-back = no hay respuesta que retirar (estado: { $status ->
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
    [open] abierto
    [answered] respondido
    [cancelled] cancelado
   *[other] { $status }
})
op-nothing-different = nada cambiaría
op-hint-args-or-land = indique --args o --land
op-function-name = "{ $name }" no puede ser un nombre aquí: solo letras, cifras, - _ . y :, 128 como máximo
op-function-claim = una reserva es una palabra aleatoria de 16 a 200 caracteres
op-function-same = solo se pueden editar los argumentos de { $name }
op-function-call-id = eso no puede ser el id de una llamada: solo letras, cifras, - _ . y :, 200 como máximo
op-function-id-used = { $id } fue el id de otra llamada en esta ejecución
op-function-allowed = permitido: comenzarla y ejecutarla con estos argumentos
op-function-done-before = { $id } ya se ejecutó
op-function-begun = ejecutarla ahora e informar de cómo terminó
op-function-not-one = { $id } no es una llamada a una función
op-function-taken = otro proceso está ejecutando { $id }
op-function-other-version = { $name } es ahora la versión { $now }, y se aprobó la versión { $was }
op-function-judged-anew = ahora se juzgaría de otro modo; mirar de nuevo: countersign refresh { $id }
op-function-not-yours = { $id } no se comenzó con esta reserva, o su tiempo terminó
op-function-unknown = su proceso no sabe si se ejecutó: { $said }
op-function-failed = su proceso dice que falló: { $said }
op-function-silent = el proceso que la ejecutaba nunca informó
op-function-word = ejecutada por el propio proceso de { $agent }: que ocurrió, y su resultado, son palabra de ese proceso
op-function-waits = esperando a un worker que conozca { $name }
op-function-waits-version = esperando a un worker que conozca { $name } (versión { $version })
op-function-worker-silent = el worker que la deshacía nunca informó
op-function-too-many = un worker nombra { $n } funciones como máximo
op-function-worker-version = llegó un worker con la versión { $now } de { $name }, pero se ejecutó la versión { $was }
op-function-not-a-check = solo una comprobación puede decir que no se ejecutó
op-function-did-run = un worker dice que se ejecutó
op-function-did-not-run = un worker dice que no se ejecutó; necesita una nueva decisión
op-function-worker-says = el worker dice: { $said }
op-function-confirmed = aprobada; la ejecuta el proceso que preguntó
op-goes-on = { $said }: se está ejecutando; el recibo llega cuando termine (`countersign show { $id }`)
op-has-its-turn = { $said }: le toca cuando termine lo anterior
op-cancel-undo-none = ninguna anulación de { $id } espera a un worker
op-cancel-undo-late = un worker está deshaciendo { $id } en este momento
op-cancel-undo-done = se canceló su anulación: { $said }
op-agent-does-itself = eso lo hace el propio agente, con sus propios argumentos
op-hint-say-instead = diga lo que quiere en su lugar: countersign reject { $id } --reason …
op-policy-refuses = las reglas lo deniegan: { $saids }
op-nothing-left = no queda nada por hacer: { $said }
op-another-command = una orden cambiada tiene otros efectos
op-hint-edit-then-choose = cambie primero los argumentos y luego elija entre los nuevos efectos
op-not-rehearsed = { $id } no se ensayó: no hay nada que elegir
op-hint-may-rehearse = intente ensayarlo: countersign refresh { $id }
op-it-is = está { $status ->
    [proposed] propuesto
    [approved] aprobado entero
    [stepwise] aprobado paso a paso
    [paused] en pausa
    [completed] completado
    [rejected] rechazado
    [rolled_back] revertido
   *[aborted] interrumpido
}
op-agent-took-back = el agente lo retiró
op-retracted = Retirado por el agente: { $said }
op-id-is = { $id } está { $status ->
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
   *[skipped] omitido
}
op-passkey-known-here = esa llave de acceso ya está registrada
op-passkeys-most = { $who } tiene { $n } llaves de acceso, que es el máximo
op-label-range = una etiqueta tiene de 1 a { $n } caracteres
op-hint-challenge-once = empiece de nuevo: el desafío vale una vez, durante cinco minutos
op-passkeys-must-sign = un cambio de llaves de acceso debe firmarse con una llave de acceso existente
op-hint-passkeys-authorize = POST /v1/passkeys/authorize devuelve el desafío; si se perdió, passkey reset en el propio equipo
op-not-signed = «{ $op }» no se puede firmar
op-hint-these-are = estas sí: { $ops }
op-say-one-thing = diga una sola cosa: qué añadir, revocar o permitir
op-passkey-of-other = la llave de acceso { $id } es de { $who }
op-hint-they-or-admin = solo esa persona o un administrador puede revocarla
op-passkeys-not-from-agent = las llaves de acceso no se pueden restablecer desde un proceso de { $agent }
op-confirm-who-must-agree = { $id } no se puede permitir para el futuro: una regla dice quién debe estar de acuerdo, y un sí recordado sería solo suyo
op-confirm-same-human = { $link }, así que ambos podrían ser una sola persona, y este sí no cuenta junto al otro; cuenta si ambos firman con una llave de acceso o deciden como usuarios distintos de este equipo
op-confirm-may-be-owner = la regla pide a alguien distinto de la persona para la que trabaja el agente, y { $link }, así que ambos podrían ser una sola persona; firme con su llave de acceso o decida como un usuario propio de este equipo
op-links-not-from-agent = nadie puede iniciar sesión desde un proceso de { $agent }
op-links-not-from-agent-hint = abra el enlace en un navegador que no haya iniciado ningún agente; este intento está en el registro
op-links-other-user = ese enlace es para otro usuario de este equipo
op-hint-clean-terminal = hágalo desde un terminal que no haya iniciado ningún agente
op-has-no-passkey = { $who } no tiene llave de acceso
op-rejected-before = una persona rechazó la misma propuesta { $said-before }, y desde entonces nada ha cambiado
op-before-plain = antes
op-before-why = antes (motivo: { $reason })
op-scope-unknown = { $scope } no es ni una operación ni una herramienta
op-type-it = escriba { $typed } para confirmarlo: { $said-why }
verb-confirm = Confirmar
category-calendar = Calendario
category-checklist = Elementos de la lista
category-commands = Comandos
category-data = Datos
category-due = Fechas de vencimiento
category-estimates = Estimaciones
category-files = Archivos
category-functions = Funciones
category-labels = Etiquetas
category-links = Enlaces
category-other = { $tool } ({ $server })
category-priorities = Prioridades
category-reports = Informes y notas
category-status = Estado
category-tasks = Tareas
category-titles = Títulos
verb-send = Enviar
verb-run-deleting = Ejecutar y eliminar
verb-delete-files = Eliminar { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
}
verb-delete-files-and-more = Eliminar { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
} y cambiar otros
verb-delete-folders = Eliminar { $n ->
    [one] 1 carpeta
   *[other] { $n } carpetas
}
typed-never = no se puede deshacer
typed-best = no se puede deshacer por completo
typed-outside = está fuera del espacio de trabajo
typed-many = afecta a { $n } cosas a la vez
kept-until = lo que sustituye o elimina se guarda en { $place } durante { $days ->
    [one] 1 día
   *[other] { $days } días
}: se puede deshacer hasta el { $date }
op-run-was-stopped = su ejecución se detuvo
op-run-was-rolled-back = su ejecución se revirtió
op-run-is-paused = su ejecución está en pausa
op-step-under-way = el paso { $n } está en curso
op-nothing-left-to-do = no queda nada por hacer
op-step-waits-as = el paso { $n } espera a una persona como { $item }
op-step-waits-result = el paso { $n } espera el resultado de { $id }
op-plan-is = el plan { $id } está { $status ->
    [proposed] propuesto
    [approved] aprobado entero
    [stepwise] aprobado paso a paso
    [paused] en pausa
    [completed] completado
    [aborted] interrumpido
    [rolled_back] revertido
   *[rejected] rechazado
}
op-plan-is-approved-by = el plan { $id } está { $status ->
    [proposed] propuesto
    [approved] aprobado entero
    [stepwise] aprobado paso a paso
    [paused] en pausa
    [completed] completado
    [aborted] interrumpido
    [rejected] rechazado
   *[other] { $status }
} (aprobado por { $who })
op-hint-only-proposed = solo se puede aprobar un plan propuesto
op-approved-stepwise = Aprobado paso a paso: se pregunta por cada cambio cuando le llega el turno
op-approved-whole = Aprobado entero
op-approved-whole-asked = Aprobado entero; se pregunta aparte por { $n } de sus pasos
op-hint-approved-is-aborted = termine un plan aprobado con countersign plan abort
op-hint-only-going-paused = solo se puede pausar un plan que se está llevando a cabo
op-paused-it = { $who } lo puso en pausa
op-paused-it-why = { $who } lo puso en pausa: { $reason }
op-step-failed = el paso { $n } falló
op-hint-plan-go-on = diga cómo seguir: countersign plan retry, skip o abort { $id }
op-hint-only-paused = solo un plan en pausa se puede reanudar
op-nobody-knows-step = se desconoce el resultado del paso { $n }
op-hint-look-resolve = compruébelo, luego: countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = ninguno de sus pasos falló: reanúdelo con countersign plan resume
op-hint-left-out-when = solo se pueden omitir pasos de un plan aprobado que no ha terminado
op-hint-no-step-failed-which = ningún paso suyo falló: diga cuál con --step
op-step-not-left-out = el paso { $n } está { $status ->
    [waiting] en espera
    [running] en curso
    [done] hecho
    [failed] fallido
    [skipped] omitido
    [blocked] bloqueado
   *[other] { $status }
} y no se puede omitir
op-it-is-over = ha terminado
op-ended-it = { $who } lo terminó
op-ended-it-why = { $who } lo terminó: { $reason }
op-not-step-number = { $n } no es el número de un paso
op-plan-queued = El plan espera la revisión del usuario.
op-title-range = un título es una línea de { $n } caracteres como máximo, y no está en blanco
op-plan-steps-range = un plan tiene de 1 a { $most } pasos, este { $n }
op-plan-args-weigh = los argumentos de todos los pasos ocupan { $n } bytes; el límite es { $most }
op-run-has-plan = la ejecución ya tiene un plan: { $id } (estado: { $status ->
    [proposed] propuesto
    [approved] aprobado entero
    [stepwise] aprobado paso a paso
    [paused] en pausa
    [completed] completado
    [aborted] interrumpido
    [rejected] rechazado
   *[other] { $status }
})
op-run-has-no-folder = la ejecución { $id } no trabaja en ninguna carpeta, así que no hay nada que poner en un escenario
op-run-has-stage = la ejecución { $id } ya trabaja en el escenario { $stage }
op-hint-wait-or-end-plan = espere a que termine, o termínelo: countersign plan abort { $id }
op-step-fault = paso { $n }: { $said }
op-plan-not-taken = el plan no es válido: { $saids }
op-hint-mend-steps = corrija estos pasos y proponga de nuevo el plan entero
op-depends-before = solo puede depender de un paso anterior, no del paso { $n }
op-flag-irreversible = no se puede deshacer: { $said }
op-flag-rehearsed-asked = se pregunta aparte: su ensayo borra o toca algo protegido
op-shown-reads = solo lee: inofensivo
op-shown-exact = sus argumentos dicen exactamente lo que hace
op-shown-changes = ensayado: esto es lo que cambia
op-shown-changes-over = ensayado después { $n ->
    [one] del paso
   *[other] de los pasos
} { $steps }: esto es lo que cambia
op-shown-nothing = ensayado: no cambia nada
op-shown-nothing-over = ensayado después { $n ->
    [one] del paso
   *[other] de los pasos
} { $steps }: no cambia nada
op-shown-without = sin lo que harán los pasos { $steps }
op-shown-not = no ensayado: { $said }
op-shown-not-to-its-end = no ensayado hasta el final: véanse las advertencias
op-rehearse-elsewhere = lo que hace { $tool } no se puede probar
op-rehearse-in-stage = su ejecución trabaja en un escenario
op-rehearse-results = usa resultados que aún no existen
op-rehearse-policy = la política no lo permite
op-rehearse-item = espera algo que no está decidido
op-rehearse-host = llega a { $hosts }
op-rehearse-no-world = no se puede probar en esta máquina
op-flag-best-effort = solo se puede deshacer en parte: { $saids }
op-flag-asked = se pregunta aparte: { $saids }
op-flag-noop = tal como está todo, nada que hacer: { $said }
op-call-when-done = Llamar a { $tool } cuando se hayan hecho los pasos anteriores
op-not-looked-at = aún no se ha podido mirar
op-flag-unseen = aún no se puede examinar, se pregunta cuando le llegue el turno: { $said }
op-flag-uses = usa el resultado del paso { $n }
op-flag-nobody-has-seen = se pregunta aparte: nadie ha visto aún el resultado del paso { $n }
op-flag-nobody-has-seen-item = se pregunta aparte: nadie ha visto aún el resultado de { $item }
op-hint-end-plan-first = termínelo primero: countersign plan abort { $id }
op-process-is-root = de ese proceso descienden todos los del equipo
op-not-boot-id = eso no es un identificador de arranque
op-question-queued = La pregunta espera al usuario.
op-default-counts = Nadie respondió a tiempo; vale el valor por defecto: { $answer }
op-answered-by = Respondido por { $who }: { $answer }
op-stopped-nobody-answers = Su ejecución se detuvo; nadie responderá.
op-nobody-answered = Nadie respondió a tiempo.
op-questions-most = ya esperan { $n } preguntas de esta ejecución
op-hint-go-on-or-wait = siga con lo que se sabe o espere respuestas
op-question-range = una pregunta tiene de 1 a { $n } caracteres
op-choices-range = una pregunta tiene de { $least } a { $most } opciones, o ninguna
op-no-choices-any = una pregunta sin opciones admite cualquier respuesta
op-choice-twice = la opción { $choice } está dos veces
op-default-no-answer = el valor por defecto no es una respuesta válida: { $said }
op-timeout-range = un plazo tiene de 1 a { $n } segundos
op-hint-leave-timeout-out = omítalo para esperar lo que haga falta
op-choice-range = una opción tiene de 1 a { $n } caracteres
op-choice-contains = una opción contiene { $said }
op-choice-secret = una opción parece un secreto
op-confirm-one-typed = una confirmación tecleada o recordada vale para un solo elemento
op-confirm-one = confirme un elemento
op-answer-range = una respuesta tiene de 1 a { $n } caracteres
op-none-of-choices = { $answer } no es ninguna de las opciones
op-hint-choose-one = elija una de { $choices }
op-no-answer = no hay respuesta
op-until-told = Se puede retirar hasta que el agente lo sepa
op-answered = Respondido: { $answer }
op-taken-back-open = Retirada; la pregunta está abierta
op-nothing-landed = nada de { $id } se ha aplicado
op-repeat-no-sense = repetir { $id } no tiene sentido
op-args-not-kept = los argumentos de { $id } ya no se conservan
op-kept-a-day = los datos para deshacer deben conservarse al menos un día
op-kept-days-over = lo que había antes se conservó { $n ->
    [one] { $n } día
   *[other] { $n } días
}, y el plazo ha pasado
op-nothing-stands = no queda nada de { $what ->
    [run] esta ejecución
    [plan] este plan
    [step] este paso
   *[other] esto ({ $what })
}
op-effects-taken-back = { $n } de { $all } efectos deshechos
op-effects-partly = { $n } de { $all } efectos deshechos; { $m ->
    [one] queda { $m }
   *[other] quedan { $m }
}
op-run-rolled-back-already = la ejecución { $id } ya se revirtió
op-rollback-moved = { $id } ya no está como se mostró: { $event } ya no es su último efecto
op-run-rolled-back = la ejecución { $id } se revirtió
op-hint-new-or-reopen = inicie una nueva, o deje que una persona la reabra: countersign run resume { $id }
op-run-came-later = la ejecución { $id } sobre el mismo asunto es más reciente
op-hint-roll-that-first = revierta primero esa: countersign run rollback { $id }
op-run-is-rolled-back = la ejecución se revierte
op-subject-blank = un asunto o un hilo no puede estar en blanco
op-threshold-mode = un umbral necesita el modo confidence_threshold
op-run-checks-most = una ejecución tiene como máximo { $n } comprobaciones, cada una una orden de { $chars } caracteres como máximo
op-agent-no-loosening = un agente no puede elegir un modo en que se pregunte menos
op-hint-mode-to-policy = deje el modo a las reglas o pida manual
op-mode-whose = un modo se fija para un agente, una carpeta o ambos
op-mode-whose-hint = indique `agent` o `folder`; `run mode` lo fija para una ejecución
op-mode-most = se pueden fijar como mucho { $n } modos; termine antes uno
op-mode-folder = { $path } no es una carpeta en la que puedan trabajar ejecuciones
op-mode-folder-hint = indíquela como ruta absoluta
op-trust-no-folder = la ejecución { $id } no trabaja en ninguna carpeta
op-trust-files = de 1 a { $most } archivos
op-trust-most = se puede dar confianza como mucho { $n } veces; termine antes una
op-mode-was-set = { $what }: { $mode } a partir de ahora; { $n ->
    [0] ninguna ejecución en curso lo sigue
    [one] una ejecución en curso lo sigue
   *[other] { $n } ejecuciones en curso lo siguen
}
op-mode-was-cleared = { $what }: de nuevo { $mode }; { $n ->
    [0] ninguna ejecución en curso cambia
    [one] una ejecución en curso cambia
   *[other] { $n } ejecuciones en curso cambian
}
op-run-of-other = un agente empieza sus propias ejecuciones, en su propia carpeta
op-run-of-other-hint = omita `agent` y `folder`
op-run-ended-already = la ejecución { $id } ya ha terminado
op-reason-failed = un motivo es solo para una ejecución fallida, y tiene como máximo 2000 caracteres
op-no-open-run = usted no tiene ninguna ejecución abierta en esta carpeta
op-no-receipt-of-yours = usted no tiene ningún recibo { $id }
op-server-name = { $name } no puede ser el nombre de un servidor
op-hint-letters-digits = use letras, cifras, - y _
op-half-digest-else = indique al menos la mitad de la huella, para que sea inequívoca
op-hint-servers-shows-it = countersign servers la muestra
op-server-nothing-new = { $name } no ofrece nada nuevo
op-server-offer-changed = lo que ofrece { $name } ha cambiado desde que se mostró
op-hint-servers-shows-now = countersign servers muestra lo que es ahora
op-signed-whole-digest = firme la huella entera
op-no-server = ningún servidor { $name } listó nunca sus herramientas
op-hint-servers-lists-those = countersign servers lista los que lo hicieron
op-only-admin-signs-in = solo quien administra puede iniciar sesión para otros, y nadie puede dar más derechos de los que tiene
op-scoped-no-session = un token acotado no se puede convertir en una sesión sin acotar
op-link-range = un enlace dura de 1 a 60 minutos, y su sesión de 1 a 365 días
op-link-used = ese enlace ya se usó o ha caducado
op-listener-no-address = { $address } no es una dirección
op-listener-no-address-hint = indique una dirección de este equipo sin puerto: 192.168.1.5
op-listener-not-private = { $address } no es una sola dirección de una red privada
op-listener-not-private-hint = para escuchar en otra parte, inicie el servicio así: countersign up --listen ADDRESS --tls-self-signed
op-hint-open-another = cree otro: countersign open
op-no-session = esta llamada no tiene sesión
op-hint-token-revoke = countersign token revoke ID revoca un token
op-not-together = nada de { $id } se puede confirmar en conjunto
op-rehearsed-first = primero se ensaya, donde es posible: si no cambia nada, continúa; si no, usted ve lo que hizo y se le pregunta
op-settings-wait = { $name } espera su decisión: { $said-first }
op-settings-wait-more = { $name } espera su decisión: { $said-first } (y { $n } más)
op-hint-show-first = vea qué fue de él: countersign show { $id }
op-items-at-once = como máximo { $n } propuestas a la vez
op-other-settings = ya están en vigor otros ajustes
op-hint-compare = compare con los ajustes en vigor
op-half-digest-text = indique al menos la mitad de la huella, para que no coincida ningún otro texto
op-hint-changes-shows-it = countersign policy changes la muestra
op-no-settings-wait = ningún cambio de los ajustes espera bajo { $digest }
op-hint-changes-shows-waits = countersign policy changes muestra lo que espera; puede haber cambiado desde entonces
op-hint-inbox-lists = countersign inbox lista lo que espera
op-no-event = no hay ningún suceso { $id }
op-stage-begun-by = { $id } lo empezó { $who }, y solo { $who } informa de él
op-no-command-begun = ninguna orden ha empezado en { $id }
op-stage-not-shown = nunca se le mostró; mire primero: countersign stage diff { $id }
whole-no-file = solo lo que escriben las herramientas de archivos puede verse entero
whole-protected = toca un archivo protegido, del que no se ofrece más
whole-decided = está decidido: los archivos pueden haber cambiado
whole-moved = los archivos han cambiado desde que se mostró esto
whole-moved-hint = mírelo de nuevo: countersign refresh { $id }
whole-secrets = los secretos que contiene no se muestran
op-stage-by-name = estas rutas están protegidas y deben pedirse por su nombre: { $paths }
op-stage-by-name-hint = nombre cada una: { $ways }; o déjelas fuera con --except
op-nothing-to-land = no hay nada que aplicar: { $said }
op-redirected = reorientado: { $instruction }
op-paused-already = { $who } ya ha puesto en pausa la ejecución { $id }
op-reason-range = un motivo tiene como máximo { $n } caracteres
op-hint-steer-more = diga más al agente con countersign run steer
op-run-stopped-why = la ejecución se detuvo: { $reason }
op-step-is-by = { $id } está { $status ->
    [running] en curso
    [counting] en cuenta atrás
    [waiting] en espera
    [stopped] detenido
    [completed] completado
    [failed] fallido
   *[skipped] omitido
} por { $who }
op-hint-not-reported = su agente aún no lo ha comunicado
op-hint-step-go-on = diga cómo seguir: countersign step retry { $id }, step skip { $id2 } o step reject { $id3 }
op-approved = Aprobado: { $title }
op-step-rejected-effects = { $said }; { $n ->
    [one] { $n } de sus efectos se puede
   *[other] { $n } de sus efectos se pueden
} deshacer: countersign step rollback { $id }
op-may-try-again = El agente puede intentarlo de nuevo: { $title }
op-skipped = Omitido: { $title }
op-notes-range = las notas tienen como máximo { $n } caracteres
op-go-on = seguir
op-go-on-in = seguir en { $n } s si ninguna persona se opone; compruébelo con step_status { $id }
op-check-waits = una comprobación suya espera a una persona como { $id }
op-person-decides = decide una persona; hasta entonces, no hacer nada que se base en ello
op-stop-here = parar aquí; una persona dice cómo seguir
op-not-a-check = { $command } no es una comprobación de esta ejecución
op-hint-only-declared = solo se ejecutan las comprobaciones que declaran las reglas o la ejecución
op-run-not-at = { $id } no es el paso actual de la ejecución
op-passed = superada
op-did-not-pass = no superada
op-did-not-pass-why = no superada: { $said }
op-under-way = en curso
op-unchanged-since-run = nada ha cambiado desde que se ejecutó
op-check-of-step = una comprobación del paso actual de esta ejecución
op-hint-evidence-when = solo un paso en curso o en espera admite pruebas
op-findings-empty = el informe está vacío: dé comprobaciones, una confianza o ambas
op-checks-at-once = se aceptan como máximo { $n } comprobaciones a la vez
op-check-name-range = una comprobación tiene un nombre de entre 1 y { $n } caracteres
op-step-retries-most = un paso se reintenta { $n } veces como máximo
op-hint-wait-thaw = espere a que una persona lo vuelva a permitir
op-no-checks = no hay comprobaciones declaradas
op-hint-list-checks = una persona las indica en las reglas, checks = ["…"], o con la ejecución
op-nothing-decided = no se decidió nada
op-of-confirmed = { $n } de { $all } confirmados
op-too-little = { $said } no es prueba suficiente
op-no-one-pattern = ningún patrón único cubre las llamadas confirmadas
op-somebody-said-no = alguien rechazó una llamada que permitiría
op-allowed-already = ya está permitido
op-suggest = { $n } de { $all } confirmados en { $days ->
    [one] un día
   *[other] { $days } días
}: ¿permitir a { $agent } { $said-what } durante una semana?
op-suggest-on = { $tool } en { $said }
op-suggestion-all-runs = una sugerencia trata de todas las ejecuciones del agente, no de una
op-hint-lifetimes = diga 1h, 1d, 1w o forever; o confirme una propuesta de esa ejecución con --always run
op-yes-no-uses = `uses` debe ser al menos 1
op-suggestion-moved = la sugerencia { $id } ha cambiado
op-hint-suggestion-now = ahora es { $id }: { $said }
op-no-suggestion = no hay ninguna sugerencia { $id }
op-hint-suggest-lists-them = countersign grants suggest las lista
op-no-longer-suggested = { $id } ya no se sugiere: { $said }
op-hint-suggest-lists-is = vea las sugerencias actuales con countersign grants suggest
op-only-first-page = solo se puede marcar la primera página
op-hint-ask-without-before = solo la primera página tiene los sucesos más recientes; pregunte sin before
op-hint-give-next = indique el next de la respuesta anterior, por ejemplo e42
op-time-over = ha caducado
op-run-ended = su ejecución ha terminado
op-watch-ended = esa vigilancia ha terminado: { $said }
op-frozen-watches = todo está congelado: las vigilancias están detenidas
op-event-changes-most = un suceso comunica como máximo { $n } cambios
op-daemon-away = se perdieron cambios mientras el servicio no estaba en marcha
op-watches-most = { $agent } ya tiene { $n } vigilancias; deshaga primero una de ellas
op-run-ended-nobody-hears = su ejecución ha terminado, así que nadie se enteraría; rechácelo
op-was-undone = se deshizo
op-is-this-machine = { $host } es este equipo
op-hint-allow-private = añada --allow-private si es lo que se quiere
op-ntfy-topic = la dirección de un tema de ntfy termina en su nombre
op-hint-ntfy = como https://ntfy.example.com/desk, con letras, cifras, - y _
op-webhooks-most = ya hay { $n } webhooks
op-hint-webhooks-remove = quite uno: countersign webhooks remove ID
op-people-rung = a las personas solo se les avisa cuando algo las espera
op-hint-events-out = omita --events o use la forma standard
op-patterns-most = { $n } patrones de sucesos son el máximo
op-no-event-type = { $event } no es un tipo de suceso
op-hint-event-types = approval_requested, el nombre de una operación (item.confirm) o un patrón (item.*)
op-switched-off = { $id } está desactivado: { $said }
op-hint-add-anew = quítelo y añádalo de nuevo si el receptor ha vuelto
op-still-tried = { $id } todavía se está intentando
op-answered-410 = el receptor respondió 410 Gone
op-set-make = Crear el conjunto de trabajo { $name }
op-set-make-with = Crear el conjunto de trabajo { $name } con { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
op-set-called-already = ya se llama { $name }
op-set-delete = Borrar el conjunto de trabajo { $name } con { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
op-set-has-focus = usted ya tiene enfocado { $name }
op-set-focus = Enfocar el conjunto de trabajo { $name }
op-set-unfocus = Quitar el enfoque al conjunto de trabajo { $name }
op-note-range = una nota tiene como máximo { $n } caracteres
op-in-set-already = ya está en el conjunto
op-named-twice = se nombró dos veces
op-set-things-most = un conjunto de trabajo tiene como máximo { $n } cosas
op-hint-take-some-out = saque algunas o cree otro conjunto; no se añadió nada
op-no-thing-named = no se nombró ninguna cosa
op-hint-name-one = indique al menos una: i12,rc4,task:t5
op-things-at-once = se pueden nombrar como máximo { $n } cosas a la vez
op-all-in-already = todo eso ya está en { $name }
op-nothing-to-clear = no hay ninguna marca que quitar
op-is-already = ya está { $state ->
    [pinned] fijado
    [staged] como siguiente
    [deferred] para luego
   *[other] { $state }
}
op-nothing-changed = no hubo que cambiar nada
op-hint-name-each = indique cada una una sola vez ({ $said-things }); no se cambió nada
op-n-things = { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
op-order-twice = el orden nombra { $thing } dos veces
op-order-leaves-out = el orden omite { $things }
op-in-order-already = ya están en ese orden
op-set-reorder = Reordenar el conjunto de trabajo { $name }
op-set-rename = Renombrar el conjunto de trabajo { $old } como { $new }
op-set-add = Añadir { $said-things } al conjunto de trabajo { $name }
op-set-mark = { $said-mark } en el conjunto de trabajo { $name }
op-mark-things = { $state ->
    [none] Quitar la marca de
    [pinned] Fijar
    [staged] Poner como siguiente
   *[deferred] Dejar para luego
} { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
op-set-take-out = Sacar { $said-things } del conjunto de trabajo { $name }
op-run-not-paused = la ejecución { $id } no está en pausa
op-calls-range = las llamadas van de 1 a { $n }
op-everything-frozen = todo está congelado
op-irreversible = Irreversible
op-policy-backtest = Decir qué llamadas recientes habrían cambiado unas reglas o una regla; no se ejecuta nada
op-neither-policy-nor-rule = eso no es ni un archivo de reglas ni una regla
op-hint-policy-or-rule = un archivo de reglas dice version = 1 en la primera línea; una regla empieza por [[rule]] y tiene name, tools y then
op-policy-text-unknown = el texto de las reglas en vigor no se conoce aquí
op-hint-whole-policy = indique las reglas completas, con esa regla incluida
op-countdown-list = Listar las cuentas atrás, que siguen si nadie se opone, la próxima primero
op-receipts-undo-selected = Deshacer varios recibos, cada uno por su propia referencia, el último primero
op-receipts-rerun-selected = Proponer de nuevo las llamadas de varios recibos; cada una se examina como cualquier llamada
op-rollback-record = Crear el recibo de una reversión a partir de lo que fue de sus recibos
op-thing-show = Mostrar una cosa con lo que le ocurrió y cómo se deshace
op-receipt-undo-chain = Deshacer un recibo tras los posteriores que lo impiden, si están como se mostraron
op-receipt-merge = Proponer deshacer un recibo combinado con lo que ha cambiado desde entonces; se muestra y confirma como cualquier cambio
op-items-withdraw-selected = Retirar respuestas a varias propuestas, en lo que aún se pueda de cada una
op-at-once = como máximo { $n } a la vez
op-policies-most = se pueden probar como máximo { $n } políticas a la vez
op-policy-replay = Decir qué sería de las llamadas que los agentes hicieron en otra parte; no se ejecuta nada
op-token-reset = Reemplazar el token perdido de una persona y terminar sus sesiones, en el propio equipo
op-token-not-from-agent = no se pueden restablecer tokens desde un proceso de { $agent }
op-reset-nobody = aquí ninguna persona tiene un token, así que no hay ninguno que restablecer
op-reset-nobody-hint = countersign token person NAME crea uno
op-reset-no-such = ninguna persona "{ $name }" ha tenido aquí un token
op-reset-which = puede tratarse de varias personas: { $names }
op-reset-which-hint = diga de quién: countersign token reset NAME
op-find-too-long = esto tiene más de { $most } caracteres
op-find-risk = «{ $value }» no es un riesgo
op-find-time = «{ $value }» no es un tiempo
op-hint-find = palabras que deben aparecer todas, y agent:codex, tool:shell, in:src/, risk:high (o medium, low), older:2h, newer:10m
