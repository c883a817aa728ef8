details-crumbs = Dónde está
details-set-of = Cambios de { $agent }
details-to-answers = A las respuestas
details-facts = Qué hace
details-circumstances = Por qué se le pregunta
details-class = Tipo
details-class-read = solo lee
details-class-mutable = cambia algo
details-class-destructive = destruye algo
details-target = Destino
details-deletes = Borra
details-destroys = Destruye
details-writes = Escribe
details-executes = Ejecuta
details-hosts = Contacta con
details-protected = Protegido
details-reads = Lee
details-hits = Afecta a
details-hits-n = { $n ->
    [one] { $n } archivo o carpeta
   *[other] { $n } archivos y carpetas
}
details-flags = Atención
details-flag-opaque = no se entiende del todo
details-flag-outside = fuera del espacio de trabajo
details-flag-privileged = pide más permisos
details-flag-sends = envía datos al exterior
details-folder = Carpeta de trabajo
details-undo = Deshacer
details-undo-exact = se puede deshacer exactamente
details-undo-best = se puede deshacer en lo posible
details-undo-never = no se puede deshacer
details-undo-none = No hay nada que deshacer.
details-why = Motivo
details-rule = por la regla { $rule }
details-row = { $row ->
    [stopped] porque su ejecución fue detenida
    [paused] porque su ejecución está en pausa
    [frozen] porque todo está congelado
    [refuse_rule] porque una regla lo rechaza
    [protected] porque toca algo por lo que siempre se pregunta
    [always_rule] porque una regla siempre pregunta
    [definition] porque nadie ha aceptado la definición de su herramienta
    [tainted] porque envía y su ejecución ha leído un secreto o texto ajeno
    [plan_step] porque un plan aprobado lo incluye
    [grant] porque un sí recordado lo cubre
    [allow_rule] porque una regla lo permite
    [by_policy] porque la política decide sobre ello
    [stage] porque su efecto queda en un escenario
    [unlisted_host] porque envía a un host que no está en la lista
    [opaque] porque una parte no se pudo entender
    [unknown_tool] porque la herramienta es desconocida
    [ask_rule] porque una regla pregunta
    [rehearsed] porque un ensayo mostró que no cambia nada
    [trust] porque su carpeta es de confianza
    [evidence] por las pruebas de su paso
   *[class] porque cambia algo
}
details-approvals = Aprobaciones
details-claimed = Retenido por
details-expires = Caduca
details-depends = Espera a
details-step = Paso
details-plan = Plan
details-plan-step = paso { $n }
details-question = Supone una respuesta a
details-origin = De dónde viene
details-subject = Sobre
details-run = Ejecución
details-set = Conjunto de cambios
details-decided = Decidido
details-reason = Su motivo
details-digest = Huella
details-more-of = { $n } más de { $total }
details-command = La orden completa
details-length = líneas: { $lines }, caracteres: { $characters }
details-uncertain = (hasta donde se sabe)
details-line = Una línea completa
details-definition = La propia herramienta ha cambiado
details-definition-why = Su definición difiere de la aceptada. Al confirmar se acepta también esta.
details-words = Lo que dice el agente
details-words-claim = Sus propias palabras: una afirmación, no un hecho.
details-next = Siguiente:
details-arguments = Argumentos de { $tool }
details-no-arguments = No hay.
details-arguments-proposed = Como los propuso el agente
details-rest = { $n ->
    [one] { $n } carácter más
   *[other] { $n } caracteres más
}
details-stale = Cambió desde que se mostró
details-needs-review = No se sabe cómo acabó
details-failed = Falló
details-refresh = Comprobarlo de nuevo
details-resolve-why = Compruebe el estado real y diga si llegó a hacerse.
details-not-landed = No se hizo
details-landed = Se hizo
details-decisions = Respuestas hasta ahora
details-withdraw = Retirar la respuesta
details-lift = Dejar que el agente lo proponga otra vez
details-decided-confirmed = Confirmado
details-decided-rejected = Rechazado
details-decided-deferred = Aplazado
details-signed = firmado con llave de acceso
details-withdrawn = retirado
details-receipt = Recibo
details-undone = Deshecho por
details-result = Resultado
details-answers = Su respuesta
details-held = { $who } lo retiene; pregúntele o espere a que deje de retenerlo.
details-reject = Rechazar
details-defer = Aplazar
details-confirm = Confirmar
details-lost = Lo que se elimina: { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
}, { $size }
details-lost-folder = carpeta
details-lost-inside = { $n ->
    [one] 1 archivo dentro
   *[other] { $n } archivos dentro
}
details-lost-page = { $from } a { $to } de { $total }
details-lost-before = Anterior
details-lost-after = Siguiente
details-reason-label = Motivo, para el agente (opcional)
details-type = Para confirmar, escriba
details-passkey = Firma esto con su llave de acceso.
details-passkey-script = Las llaves de acceso necesitan JavaScript, que aquí está desactivado: actívelo para confirmar esto.
details-edit = Cambiar los argumentos
details-claim = Retenerlo 15 minutos
details-release = Soltarlo
details-always = Confirmar y recordar este sí
details-always-why = Tales llamadas de { $agent } a { $tool } se ejecutan entonces sin preguntar. En los ajustes puede verlo y revocarlo.
details-always-what = Para qué
details-scope-exact = Exactamente
details-scope-kind = Cualquiera de su tipo:
details-scope-so-far = habría abarcado { $n } de { $total } hasta ahora
details-scope-not-forever = no para siempre
details-scope-command = Esta orden con cualquier argumento:
details-scope-folder = Esta carpeta:
details-scope-host = Este host:
details-scope-tool = Esta herramienta:
details-always-long = Por cuánto tiempo
details-lifetime-run = esta ejecución
details-lifetime-1h = 1 hora
details-lifetime-1d = 1 día
details-lifetime-1w = 1 semana
details-lifetime-forever = hasta que se revoque
details-always-uses = Cuántas veces
details-always-confirm = Confirmar y recordar
details-offer-confirm = Confirmar y permitir esto durante una semana
details-dismiss = Descartar los { $n }
details-alone = { $n ->
    [one] { $n } de estos se responde en su propia página.
   *[other] { $n } de estos se responden en sus propias páginas.
}
diff-title = Diferencia
diff-files = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
}
diff-lines = { $n ->
    [one] { $n } línea en total
   *[other] { $n } líneas en total
}
diff-counts = líneas añadidas: { $added }, quitadas: { $removed }
diff-more-files = { $n ->
    [one] y { $n } archivo más
   *[other] y { $n } archivos más
}
diff-before = { $n } líneas antes, de { $total }
diff-after = { $n } líneas más de { $total }
diff-continued = (continuación)
diff-more-characters = { $n ->
    [one] … { $n } carácter más
   *[other] … { $n } caracteres más
}
diff-blank = { $n ->
    [one] { $n } línea en blanco
   *[other] { $n } líneas en blanco
}
diff-old = Antes
diff-new = Después
diff-text = Texto
diff-unified = En una columna
diff-split = Lado a lado
diff-viewed = visto
diff-viewed-count = { $n } de { $total } vistos
diff-folded = plegado: no se muestra aquí
diff-new-file = archivo nuevo
diff-deleted = eliminado
diff-renamed = renombrado
diff-alike = { $n } % igual
diff-mode = Permisos
diff-mode-runs = Pasa a ser ejecutable
diff-mode-runs-not = Deja de ser ejecutable
diff-space-hide = Ignorar espacios
diff-space-hidden = { $n ->
    [one] { $n } línea cambiada solo difiere en espacios y aquí aparece como igual.
   *[other] { $n } líneas cambiadas solo difieren en espacios y aquí aparecen como iguales.
}
details-space-hidden = Esta página ignora los espacios, así que no lo muestra todo: para un sí hace falta la página que sí lo hace.
details-space-all = Mostrar todo
diff-as-table = Como tabla
diff-as-notebook = Como cuaderno
diff-again = Los mismos cambios otra vez; se decide sobre la diferencia de abajo.
details-pictures = Imágenes
details-pictures-part = Un archivo contiene más de lo que muestra su imagen.
details-picture-before = { $path }, antes
details-picture-after = { $path }, después
details-picture-none = Ningún archivo
diff-changed = cambiado:
diff-table-part = La tabla muestra como mucho { $rows } filas y { $columns } columnas.
diff-cell-code = Celda de código
diff-cell-text = Celda de texto
diff-outputs = Cambios en salidas y metadatos:
long-piece = caracteres { $from } a { $to } de { $total }
long-before = Parte anterior
long-after = Parte siguiente
edit-title = Otros argumentos
edit-tool = Otros argumentos para { $tool }
edit-decided = Ya está decidido.
edit-why = La llamada se juzga y se muestra de nuevo con estos argumentos; nada ocurre hasta que la confirme.
edit-large = Son demasiado grandes para un formulario con campos.
edit-large-json = Cambiarlos como JSON
edit-send = Mostrarlo con estos
edit-leave = Dejarlo como está
edit-json = Escrito como JSON.
edit-required = (obligatorio)
edit-hidden = Es un secreto que no se muestra: introdúzcalo de nuevo.
edit-yes = sí
edit-no = no
edit-lines = Uno por línea.
edit-hunk = Fragmento { $n }
edit-land = Solo una parte
edit-land-why = Se ensayó. Elija los cambios que deben aplicarse; los demás no ocurren.
edit-land-send = Mostrar solo esta parte
details-changes = Cambia además
details-changed = { $n ->
    [one] { $n } cambio
   *[other] { $n } cambios
}
diff-not-whole = no se muestra entero, así que no se cuenta
diff-note-conflict = Conflicto:
diff-note-wal = los cambios que aún están en su archivo -wal no se muestran
diff-note-no-rows = no cambian ni su esquema ni ninguna fila de sus tablas
diff-note-work-tree = no es texto, o es muy largo: el archivo del árbol de trabajo
diff-note-no-newline = No hay salto de línea al final del archivo
diff-note-removed-rows = filas eliminadas
diff-note-changed-rows = filas cambiadas
diff-note-added-rows = filas añadidas
diff-note-sqlite = Es una base de datos SQLite: abajo está lo que cambia en su esquema y en las filas de sus tablas; no las vistas, las tablas virtuales, las columnas generadas ni lo que pasa de 200 caracteres de un valor
diff-note-no-text = No se muestra: no es texto, o es muy largo
diff-note-too-much = No se muestra: es demasiado
diff-note-unreadable = No se muestra: no se puede leer, es demasiado grande o no se distinguen sus filas
diff-note-hunk = parte { $n }
diff-note-more = … (+{ $n }, no se muestran)
diff-note-left = diferencias que no se muestran: { $n }
whole-title = Todo
whole-parts = Todo, página por página
whole-file = La diferencia como archivo
whole-content = El contenido nuevo como archivo
whole-none = El resto no está disponible: { $said }.
whole-here = Líneas { $from } a { $to } de { $total }
whole-back = Volver a la pregunta
