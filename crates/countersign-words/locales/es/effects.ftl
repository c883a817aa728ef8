effect-about-bytes = unos { $n } bytes
effect-and-more = { $saids } y más
effect-and-n-more = y { $n } más
effect-ask-again = vuelva a pedirlo cuando exista
effect-ask-less = pida menos de una vez
effect-attributes = atributos { $attributes }
effect-attributes-stay = los atributos extendidos de { $path } no se aplican
effect-becomes-unknown = el nuevo contenido de { $path } no se conoce de antemano
effect-before-gone = el estado anterior ya no se conserva
effect-before-not-kept = no se guardó el estado anterior
effect-block-length = un bloque de tiempo necesita una duración
effect-block-title = un bloque de tiempo necesita un título o una tarea
effect-both-sides = { $path } cambió en ambos lados
effect-both-sides-cannot = { $path } cambió en ambos lados: no se puede aplicar tal como está
effect-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
    }
effect-calendar-31 = una entrada del calendario dura como máximo 31 días
effect-calendar-already = «{ $title }» ya está en el calendario ({ $id })
effect-calendar-overlaps = se solapa con «{ $title }» ({ $id }), { $start } a { $end }
effect-calendar-target = el calendario, { $start } a { $end }
effect-call-again = llámelo otra vez: se comprobará de nuevo
effect-call-no-folder = la llamada no tiene carpeta de trabajo
effect-cannot = no se pudo { $said-doing }: { $said }
effect-cannot-enter = no se puede entrar en la carpeta de trabajo { $path }: { $error }
effect-cannot-land = nada de ello se puede aplicar: { $said }
effect-cannot-look = no se pudo examinar { $path }: { $said }
effect-cannot-look-db = no se pudo examinar la base de datos: { $error }
effect-cannot-look-file = no se pudo examinar el archivo: { $error }
effect-cannot-read = no se pudo leer { $path }: { $said }
effect-cannot-read-file = no se pudo leer el archivo: { $error }
effect-cannot-read-kept = no se pudo leer el estado guardado: { $error }
effect-cannot-read-kept-of = no se pudo leer el estado guardado de { $path }: { $said }
effect-cannot-remove = no se pudo quitar { $path }: { $said }
effect-cannot-run = no se puede ejecutar { $name }: { $error }
effect-cannot-take = argumentos no válidos para { $tool }: { $said }
effect-cannot-use = no se puede usar { $path }: { $error }
effect-cannot-write = no se pudo escribir { $path }: { $said }
effect-cannot-write-disk = no se pudo escribir en el disco de { $path }: { $said }
effect-cannot-write-file = no se pudo escribir el archivo: { $error }
effect-cannot-write-trash = no se pudo escribir en la papelera en { $path }: { $said }
effect-changed-meanwhile = { $path } cambió entretanto
effect-changed-now = { $path } acaba de cambiar
effect-changed-since = { $path } ha cambiado desde entonces
effect-changed-since-why = { $path } ha cambiado desde entonces: { $said }
effect-changes-more = cambia más de { $n } archivos y carpetas
effect-check-name = compruebe el nombre de la orden y la carpeta de trabajo
effect-checklist-item = elemento de la lista «{ $title }» ({ $id })
effect-choose-among = elija entre { $paths }
effect-choose-nothing = no hay nada que elegir: nada cambió
effect-choose-whole = elija la ruta entera
effect-clock = el reloj de este equipo se atrasó entretanto
effect-command-both = dé command o argv, no ambos
effect-command-folder-moved = la carpeta lleva ahora a { $path }
effect-command-holds = la orden contiene { $said }
effect-command-lines = la orden tiene { $lines } líneas; léalas todas
effect-command-none = no hay ninguna orden
effect-command-nul = una orden no puede contener caracteres NUL ni retornos de carro
effect-command-own-variable = { $name } es del propio Countersign y no se puede fijar
effect-command-uncaptured = los efectos de una orden no se registran
effect-command-unknown = no se sabe hasta dónde llegó la orden
effect-command-unknown-unchanged = no se sabe hasta dónde llegó la orden; no se cambió ningún archivo
effect-command-variable = { $name } no es un nombre de variable válido
effect-conflict = un conflicto
effect-content-changed = cambió su contenido
effect-copy-deep = no se copian carpetas a más de { $n } niveles
effect-copy-weight = una copia superaría el límite de { $n } bytes
effect-create-first = créela antes con filesystem.create_dir
effect-csv-field = la fila { $row } tiene un campo { $name } que no está en el encabezado
effect-csv-further-names = el archivo tenía otros enlaces duros, que aún conservan el contenido anterior
effect-csv-header = { $path } tiene el encabezado { $header }
effect-csv-list = la fila { $row } contiene una lista o un objeto
effect-csv-million = son más de un millón de filas
effect-csv-names = { $name } tiene { $n } enlaces duros; solo se escribe este
effect-csv-no-file = ningún archivo
effect-csv-nothing = no hay nada que escribir: ni filas ni encabezado
effect-csv-row = no se puede escribir una fila: { $error }
effect-csv-same = { $name } ya tiene exactamente estas filas
effect-csv-state = { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}, permisos { $mode }, contenido { $hash }
effect-csv-too-large = { $path } es demasiado grande para añadirle algo
effect-csv-value-hint = un valor es texto, un número, true, false o null
effect-csv-values = la fila { $row } tiene { $n } valores, el encabezado { $m }
effect-data-add = añadir { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } a { $table }
effect-data-alter-object = modificar { $kind ->
    [index] el índice
    [view] la vista
    [trigger] el disparador
   *[table] la tabla
    } { $name }
effect-data-change = cambiar { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } de { $table }
effect-data-create-object = crear { $kind ->
    [index] el índice
    [view] la vista
    [trigger] el disparador
   *[table] la tabla
    } { $name }
effect-data-delete = borrar { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } de { $table }
effect-data-drop = eliminar la tabla { $table } con { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    }
effect-data-drop-object = eliminar { $kind ->
    [index] el índice
    [view] la vista
    [trigger] el disparador
   *[table] la tabla
    } { $name }
effect-day-end = un día debe terminar después de empezar
effect-db-already = { $path } ya está como antes
effect-db-busy = otro programa está usando la base de datos
effect-db-change-nothing = las sentencias no cambian nada
effect-db-columns = han cambiado las columnas de la tabla { $table }
effect-db-deletes-columns = borra en { $path }: columnas de la tabla { $table }
effect-db-deletes-large = borra en { $path }: filas o tablas (demasiado grande para decir cuáles)
effect-db-deletes-rows = borra en { $path }: { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } de la tabla { $table }
effect-db-deletes-table = borra en { $path }: la tabla { $table } con { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    }
effect-db-expected = { $table }: se esperaba { $expected }, se encontró { $found }
effect-db-failed = la base de datos falló: { $error }
effect-db-first-parameters = solo la primera sentencia puede tener parámetros
effect-db-half = un programa fue terminado a la fuerza mientras escribía en la base de datos, y la dejó a medio escribir
effect-db-hits-columns = { $path }: columnas de la tabla { $table }
effect-db-hits-large = { $path }: filas o tablas (demasiado grande para decir cuáles)
effect-db-hits-rows = { $path }: { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } de la tabla { $table }
effect-db-hits-table = { $path }: la tabla { $table } con { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    }
effect-db-holds = las sentencias contienen { $said }
effect-db-in-the-way = filas añadidas después estorban
effect-db-large-value = { $value } es demasiado grande para una base de datos
effect-db-larger = la base de datos supera los { $n } MiB, así que no se guarda su estado actual
effect-db-no-longer-run = las sentencias ya no se ejecutan: { $said }
effect-db-no-row = ninguna fila
effect-db-no-statement = no hay ninguna sentencia
effect-db-no-value = { $value } no es un valor de una base de datos
effect-db-none = eso no es una base de datos SQLite
effect-db-now = ahora: { $tables }
effect-db-not-allowed = esta herramienta no permite la sentencia: { $error }
effect-db-object = { $kind ->
    [index] índice
    [view] vista
    [trigger] disparador
   *[table] tabla
    } { $name }
effect-db-one-per-call = proponga una sentencia por llamada, o escriba los valores en ella
effect-db-one-query = solo se puede consultar una sentencia a la vez
effect-db-open-once = ábrala una vez con ese programa, o con sqlite3, que la repara
effect-db-otherwise = las sentencias cambiarían ahora { $path } de otro modo
effect-db-parameter = el parámetro { $name } no tiene valor
effect-db-parameters = la sentencia tiene { $n } parámetros, se dan { $m }
effect-db-plain = las consultas solo pueden leer; para escribir, use sentencias simples sobre la propia base de datos
effect-db-read-only = la base de datos está abierta solo para lectura
effect-db-refer = filas añadidas después hacen referencia a filas que se quitarían, o al revés
effect-db-rows-changed = filas de { $path } han cambiado desde entonces
effect-db-shown = mostrado: { $tables }
effect-db-too-large-before = la base de datos es demasiado grande para guardar su estado anterior
effect-db-too-large-tell = { $path } era demasiado grande para guardar su estado anterior, así que no se sabe cómo acabó
effect-db-too-long = la sentencia tardó demasiado y se detuvo
effect-db-touched = se tocan { $n } filas de { $table }; se muestran { $m }
effect-db-value-hint = use texto, números, true, false, null o {"{"}"base64": …{"}"} para bytes
effect-db-varies = usa la hora o valores aleatorios: los valores escritos pueden diferir de los mostrados
effect-db-whole = solo se puede restaurar por entero, lo que descartaría los cambios posteriores
effect-db-write-tool = data.write_sqlite propone cambios
effect-deep = no se siguen carpetas a más de { $n } niveles
effect-deep-at = no se siguen carpetas a más de { $n } niveles: { $path }
effect-deletes-bytes = borra { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
    }
effect-deletes-inside = borra { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
    } dentro, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}: { $names }
effect-deletes-proposed = borra una carpeta que aún solo está propuesta
effect-deletes-things = borra { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
    }, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}: { $names }
effect-deleting-files = borrar archivos: { $path }
effect-denied-absent = leer { $path }: su contenido real está oculto
effect-denied-address = red: la dirección de { $host }
effect-denied-call = la llamada al sistema { $name }
effect-denied-change = modificar { $path }
effect-denied-network = red: { $host }
effect-denied-read = leer { $path }
effect-denied-socket = un programa tras el socket { $name }
effect-did-untold = no se pueden determinar sus efectos: { $said }
effect-plan-too-long = probar los pasos anteriores tardó demasiado
effect-do-along = clonar el montaje de { $path }
effect-do-bring-back = recuperar { $path }
effect-do-change = cambiar { $path }
effect-do-change-back = devolver { $path } a como estaba
effect-do-clear = despejar { $path }
effect-do-copy-db = copiar la base de datos
effect-do-copy-to = copiar a { $path }
effect-do-cover = montar sobre { $path }
effect-do-delete = borrar { $path }
effect-do-empty-trash = vaciar la papelera
effect-do-enter = entrar en la carpeta de trabajo
effect-do-file-back = restituir el archivo
effect-do-filter = filtrar las llamadas al sistema de la orden (seccomp con notificación de usuario)
effect-do-folder-kept = crear una carpeta para el estado actual
effect-do-keep = guardar el estado actual de { $path }
effect-do-keep-db = guardar la base de datos
effect-do-keep-file = guardar el archivo
effect-do-keep-stands = guardar el estado actual
effect-do-keep-thing = guardar { $path }
effect-do-landlock = limitar la orden a sus carpetas (Landlock)
effect-do-limits = fijar los límites de la orden
effect-do-list = listar { $path }
effect-do-make = crear { $path }
effect-do-memory = crear un sistema de archivos privado en memoria
effect-do-mounts = mantener separados los montajes
effect-do-move = mover { $path }
effect-do-move-to = mover a { $path }
effect-do-namespaces = crear un mundo (espacios de nombres de usuario)
effect-do-network = levantar una red propia
effect-do-oneself = asignar el usuario en un mundo (uid_map)
effect-do-open = abrir { $path }
effect-do-open-folder-of = abrir la carpeta de { $path }
effect-do-open-trash = abrir la papelera
effect-do-open-trash-at = abrir la papelera en { $path }
effect-do-overlay = poner una carpeta sobre otra (overlayfs con userxattr)
effect-do-parts = entregar las partes del mundo
effect-do-place = poner { $path } en su lugar
effect-do-prepare = preparar { $path }
effect-do-privileges = renunciar a privilegios
effect-do-proc = montar un /proc propio
effect-do-program = ejecutar el programa
effect-do-put-file = poner el archivo en su lugar
effect-do-read-only = poner todo en solo lectura
effect-do-resolve = resolver { $path }
effect-do-session = empezar una sesión propia
effect-do-start = iniciar la orden
effect-do-streams = preparar la entrada y la salida de la orden
effect-do-terminals = crear terminales propios
effect-do-tie = atar el mundo a quien lo llamó
effect-do-try-folder = crear una carpeta para probarlo
effect-do-watch = vigilar { $path }
effect-do-watch-hidden = vigilar rutas ocultas
effect-do-world = crear el mundo
effect-doctor-lacks = countersign doctor dice qué le falta a este equipo
effect-doctor-missing = countersign doctor dice qué falta
effect-due-already = { $said } ya tiene el vencimiento { $due }
effect-due-none-already = { $said } ya está sin vencimiento
effect-edit-absent = old_text del cambio { $n } no aparece en { $path }
effect-edit-empty = old_text del cambio { $n } está vacío
effect-edit-twice = old_text del cambio { $n } aparece más de una vez en { $path }
effect-element = el elemento { $n } de { $list } está mal formado
effect-emptied = { $path } se vacía
effect-err-denied = permiso denegado
effect-err-device = es un dispositivo, una tubería o un socket, no un archivo
effect-err-full = el disco está lleno
effect-err-is-folder = es una carpeta
effect-err-link = un enlace estorba
effect-err-long = el nombre es demasiado largo
effect-err-noent = no existe ese archivo o carpeta
effect-err-not-folder = una parte no es una carpeta
effect-err-read-only = el sistema de archivos es de solo lectura
effect-estimate-already = { $said } ya tiene la estimación { $estimate }
effect-estimate-none-already = { $said } ya está sin estimación
effect-expected = se esperaba: { $said }
effect-field-checked = marcado
effect-field-due = vencimiento
effect-field-end = fin
effect-field-estimate = estimación
effect-field-item = elemento de la lista
effect-field-label = etiqueta
effect-field-language = idioma
effect-field-link = relación
effect-field-notes = notas
effect-field-observation = observación
effect-field-priority = prioridad
effect-field-report = informe
effect-field-start = inicio
effect-field-status = estado
effect-field-task = tarea
effect-field-title = título
effect-field-to = { $said-field } en { $said-value }
effect-fields-already = { $said } ya tiene { $saids }
effect-file = archivo, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}
effect-file-merged = archivo, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}, fusionado, blake3 { $hash }
effect-files-changed = { $n ->
    [one] { $n } archivo cambiado
   *[other] { $n } archivos cambiados
    }
effect-files-created = { $n ->
    [one] { $n } archivo creado
   *[other] { $n } archivos creados
    }
effect-files-deleted = { $n ->
    [one] { $n } archivo borrado
   *[other] { $n } archivos borrados
    }
effect-files-not-left = los archivos han cambiado desde entonces
effect-files-renamed = { $n ->
    [one] { $n } archivo renombrado
   *[other] { $n } archivos renombrados
    }
effect-files-several = { $n } archivos: { $said-kinds }
effect-folder = carpeta
effect-folder-gone = la carpeta { $path } ya no está
effect-folder-must-be = su carpeta debe existir: créela con filesystem.create_dir
effect-folder-of-gone = la carpeta de { $path } ya no está
effect-folder-things = carpeta, { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
    } dentro, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}
effect-folder-unreached = no se puede llegar a la carpeta { $path }: { $error }
effect-folders-changed = { $n ->
    [one] { $n } carpeta cambiada
   *[other] { $n } carpetas cambiadas
    }
effect-folders-created = { $n ->
    [one] { $n } carpeta creada
   *[other] { $n } carpetas creadas
    }
effect-folders-deleted = { $n ->
    [one] { $n } carpeta borrada
   *[other] { $n } carpetas borradas
    }
effect-folders-renamed = { $n ->
    [one] { $n } carpeta renombrada
   *[other] { $n } carpetas renombradas
    }
effect-folders-several = { $n } carpetas: { $said-kinds }
effect-for-real = tras un sí se ejecuta de verdad
effect-formulas = { $n ->
    [one] { $n } valor se ejecutaría
   *[other] { $n } valores se ejecutarían
    } como fórmula en una hoja de cálculo
effect-found = se encontró: { $said }
effect-from-no-folder = no tiene carpeta de trabajo
effect-full-folder = { $path } es una carpeta con { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
    } dentro
effect-give-absolute = dé una ruta absoluta
effect-give-cwd = dé cwd como ruta absoluta
effect-give-field = dé al menos un campo
effect-give-new-path = dé la ruta nueva completa, o bórrelo antes
effect-give-title = dé un título, o si está marcado
effect-function-destroys = { $name } destruye algo, según su proceso
effect-function-no-undo = su proceso no registró nada que deshaga { $name }
effect-function-target = función { $name }
effect-function-own = lo ejecuta el propio proceso de { $agent }: aquí no se sabe qué hace
effect-function-undo-by-worker = lo deshace un worker: si lo hizo es palabra suya
effect-handed = entregado: lo hace el propio agente; el estado anterior se conserva, y el resultado se comprueba cuando el agente informa
effect-handed-command = una orden que el propio agente ejecuta en esta máquina: nada la limita a lo que dice
effect-handed-mcp = una herramienta de un servidor que no está detrás de Countersign: countersign import lo pone ahí
effect-handed-uncaptured = entregado al agente: lo que hace ahí no se registra
effect-handed-unknown = una herramienta desconocida del agente
effect-how-far-known = { $saids }; cambios que se sabe que están hechos: { $n } de { $all }
effect-how-far-unknown = { $saids }; no se sabe hasta dónde llegó
effect-hunk-one = solo tiene el fragmento 1
effect-hunk-some = tiene los fragmentos 1 a { $n }
effect-in-layers = tras un sí se ejecuta en capas sobre el espacio de trabajo y solo llega a estos hosts: sus cambios allí se aplican enseguida y se pueden deshacer, los datos que envía no; entonces puede leer todo lo que usted puede leer, incluidos los secretos de usted
effect-in-layers-any = tras un sí se ejecuta en capas sobre el espacio de trabajo y alcanza los hosts que nombra y aquellos a los que estos la remiten: sus cambios allí se aplican enseguida y se pueden deshacer, los datos enviados no; puede entonces leer todo lo que usted puede leer, también sus secretos
effect-in-rehearsal = en el ensayo { $said }
effect-in-rehearsal-changed = en el ensayo cambió archivos, y tras un sí puede cambiar otros: { $saids }
effect-in-rehearsal-more = y { $n ->
    [one] { $n } intento más que se bloqueó
   *[other] { $n } intentos más que se bloquearon
    }
effect-in-the-way = { $path } estorba
effect-inside = { $to } está dentro de { $from }
effect-is-folder = { $path } es una carpeta
effect-is-gone = ya no está
effect-is-there-now = ahora existe
effect-it-leaves = deja { $paths }, que un ensayo no conserva
effect-item-already = { $said } ya tiene el elemento de la lista «{ $title }» ({ $id })
effect-item-belongs = { $said-item } no pertenece a { $said-task }
effect-item-so = { $said } ya tiene estos valores
effect-its-work = su trabajo
effect-kept-at = el contenido anterior se conserva en { $path }
effect-kept-changed = su estado guardado ha cambiado
effect-kind-file = un archivo
effect-kind-folder = una carpeta
effect-kind-link = un enlace
effect-kind-not-file = { $path } es { $said-kind }, no un archivo
effect-kind-not-folder = { $path } es { $said-kind }, no una carpeta
effect-kind-nothing = nada
effect-kind-there-now = ahora hay { $said-kind }
effect-kind-was = era { $said-was } y es { $said-now }
effect-kinds-changed = cambia { $n }
effect-kinds-created = crea { $n }
effect-kinds-deleted = borra { $n }
effect-kinds-renamed = renombra { $n }
effect-label-already = { $said } ya tiene la etiqueta «{ $label }»
effect-label-command = orden ({ $lines ->
    [one] { $lines } línea
   *[other] { $lines } líneas
    }, { $characters ->
    [one] { $characters } carácter
   *[other] { $characters } caracteres
    })
effect-label-first-rows = primeras de { $rows } filas escritas ({ $lines } líneas en total)
effect-label-folder = carpeta de trabajo
effect-label-gives-it = entrada del agente
effect-label-gives-tool = entrada del agente a su herramienta
effect-label-parameters = parámetros
effect-label-patch = el parche
effect-label-rehearsed = ensayado
effect-label-contacted = contactado
effect-label-rows-of = filas de { $table }
effect-label-sends = lo que envía
effect-label-size = tamaño en bytes
effect-label-size-of = tamaño de { $path } en bytes
effect-label-statements = sentencias ({ $lines ->
    [one] { $lines } línea
   *[other] { $lines } líneas
    }, { $characters ->
    [one] { $characters } carácter
   *[other] { $characters } caracteres
    })
effect-label-stdin = entrada estándar ({ $characters ->
    [one] { $characters } carácter
   *[other] { $characters } caracteres
    })
effect-label-text = texto
effect-label-text-everywhere = texto, en todas partes
effect-label-time = límite de tiempo en segundos
effect-label-variable = variable { $name }
effect-lands-exactly = { $saids }; se aplica exactamente esto, y la orden no se ejecuta otra vez
effect-language-already = { $said } ya tiene el idioma { $language }
effect-large-gib = supera los { $n } GiB
effect-later-item = el resultado de la propuesta { $item }
effect-later-step = el resultado del paso { $n }
effect-layers-broken = la lista de archivos guardados está dañada
effect-layers-folder = las capas necesitan una carpeta propia
effect-layers-no-folder = no hay ninguna carpeta para sus capas
effect-layers-overlap = { $a } y { $b } se solapan
effect-layers-themselves = { $path } contiene las propias capas
effect-layers-unresolved = { $path } no es la ruta resuelta de una carpeta
effect-leads-through-nothing = { $path } pasa por una carpeta que no existe
effect-leaves = deja { $paths }, que un ensayo no conserva
effect-leaves-thing = deja un archivo o una carpeta
effect-less-at-once = los cambios que no se mostraron no se pueden aplicar: haga que la orden haga menos de una vez
effect-limit-disk = disco
effect-limit-aside = el límite de una caché
effect-limit-memory = memoria
effect-limit-processes = procesos
effect-limit-time = tiempo
effect-link = enlace
effect-link-blocks = { $said-a } bloquea { $said-b }
effect-link-dismissed = { $said } (descartado)
effect-link-duplicates = { $said-a } es un duplicado de { $said-b }
effect-link-itself = una tarea no se puede enlazar consigo misma
effect-link-part = { $said-a } es parte de { $said-b }
effect-link-recorded = ya está registrado: { $said }
effect-link-relates = { $said-a } está relacionada con { $said-b }
effect-link-to = enlace a { $path }
effect-link-to-nothing = { $path } es un enlace a nada
effect-links-not-utf8 = { $path } no es UTF-8 al seguir sus enlaces
effect-list-empty = la lista está vacía
effect-list-ids = task.list_tasks y calendar.list_events listan los identificadores existentes
effect-many-days = son más de { $n } días
effect-many-names = contiene demasiados nombres
effect-may-be = puede ser: { $said }
effect-may-have-sent = no se cambió ningún archivo, pero puede haber enviado algo: { $saids }
effect-means-apparmor = AppArmor impide a los programas crear espacios de nombres: copie packaging/apparmor/countersign a /etc/apparmor.d y ejecute `sudo apparmor_parser -r /etc/apparmor.d/countersign`
effect-means-container = este contenedor no lo permite: inícielo con `--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined`
effect-means-landlock = este núcleo no puede limitar una orden a sus carpetas (hace falta Landlock versión 2, desde Linux 5.19, con landlock entre los módulos de seguridad): de ninguna orden se puede demostrar que es inofensiva
effect-means-linux = se necesita Linux 5.12 o posterior con espacios de nombres de usuario
effect-means-max-userns = ejecute `sudo sysctl user.max_user_namespaces=10000`
effect-means-odd = falló una orden de prueba en un mundo
effect-means-overlay = en su lugar se copian los archivos, lo que tarda más; Linux 5.11 o posterior puede hacerlo en ext4, xfs y btrfs
effect-means-untried = no se pudo probar nada en { $path }: { $error }; haga que se pueda escribir en esa carpeta
effect-means-userns = ejecute `sudo sysctl kernel.unprivileged_userns_clone=1`
effect-means-watching = Linux 5.5 o posterior puede hacerlo, salvo que un contenedor lo prohíba
effect-merge-deleted = aquí está borrado y allí cambiado
effect-merge-no-text = cambió en ambos lados, y ahora no es texto
effect-merge-nothing-kept = cambió en ambos lados, y no se guardó su contenido anterior
effect-merge-too-many = ambos lados cambiaron más líneas de las que se fusionan
effect-merge-of = { $paths }: combinado con lo que ha cambiado desde entonces
effect-merge-without = lo que ha cambiado desde entonces ya está como antes
effect-merged = { $path } cambió entretanto; se fusionan ambos cambios
effect-mode = permisos { $mode }
effect-mode-changed = sus permisos cambiaron de { $was } a { $now }
effect-n-more = { $n } más
effect-more-changes = hay más cambios de los que se miraron
effect-more-effects = hay más efectos de los que se miraron
effect-more-text = dé más del texto de alrededor
effect-more-than-lands = cambia más de lo que se puede aplicar de una vez
effect-move-away = aparte lo que hay ahí e inténtelo de nuevo
effect-moved-landing = { $path } se movió o se sustituyó mientras esto se aplicaba dentro
effect-moved-now = { $path } se acaba de mover o sustituir
effect-moved-untold = no se pueden determinar los cambios hechos entretanto: { $said }
effect-name-each = indique cada uno como {"{"}"path": "/w/a.txt", "hunks": [1]{"}"}
effect-name-not-utf8 = el nombre de { $path } no es UTF-8
effect-name-taken = el nombre { $path } está ocupado
effect-name-taken-why = el nombre { $path } está ocupado: { $said }
effect-names-all = { $path } tiene { $n } enlaces duros; todos cambian
effect-names-no-file = { $path } no designa un archivo
effect-names-only = { $path } tiene { $n } enlaces duros; solo cambia este
effect-names-several = { $path } tiene varios enlaces duros; todos cambian
effect-neither = { $paths }: ni el estado anterior ni el pedido; el contenido anterior se conserva en { $folder }
effect-no-field = ningún registro tiene un campo { $name }
effect-no-file = no hay ningún archivo { $path }
effect-no-folder = no hay ninguna carpeta { $path }
effect-no-hunk = { $path } no tiene el fragmento { $n }
effect-no-hunks = { $path } no tiene fragmentos entre los que elegir
effect-no-item = no hay ningún elemento de lista { $id }
effect-no-longer-kept = { $path } ya no se conserva
effect-no-longer-there = { $path } ya no existe
effect-no-means = este equipo no lo admite
effect-no-observation = no hay ninguna observación en estos argumentos
effect-no-part = eso no es parte del ensayo: { $error }
effect-no-real-files = { $path } está en { $folder }, que no contiene archivos reales
effect-no-snapshot = eso no es una instantánea
effect-no-world = no se puede crear el mundo para ello: { $said }
effect-not-a-path = { $path } no es una ruta
effect-not-after = { $end } no es posterior a { $start }
effect-not-awaited = no se puede esperar a la orden: { $error }
effect-not-base64 = no es base64: { $error }
effect-not-base64-content = content_base64 no es base64: { $error }
effect-not-ended = no se puede terminar la orden: { $error }
effect-not-folder = { $path } no es una carpeta
effect-not-regular = { $path } no es un archivo normal
effect-not-rehearsed = no se ensayó: { $saids }
effect-not-in-world = no se ejecutó en un mundo propio: { $saids }
effect-not-held-to-reading = no se puede limitar a leer: { $saids }
effect-worlds-off = la política desactiva los mundos
effect-never-in-world = la política dice que nunca se ejecuta en un mundo
effect-not-started = no se puede iniciar { $name }: { $error }
effect-not-text = { $path } no es texto
effect-not-tidied = no se puede limpiar { $path }: { $error }
effect-not-time = { $text } no es una hora del día
effect-not-watched = no vigilado
effect-not-where = { $path } ya no está donde estaba
effect-not-yet = { $said } aún no existe ({ $id })
effect-notes-already = { $said } ya tiene las notas «{ $notes }»
effect-notes-none-already = { $said } ya está sin notas
effect-nothing-at = no hay nada en { $path }
effect-nothing-but-unseen = no cambió nada, pero no se pudo observar todo lo que intentó
effect-nothing-changed = nada cambió
effect-nothing-changes-at = nada cambia en { $path }
effect-nothing-given = no hay nada que cambiar en estos argumentos
effect-nothing-to-land = no hay nada que aplicar
effect-observations-on = las observaciones de { $agent } sobre { $said }
effect-odd = { $path } es un dispositivo, una tubería o un socket
effect-odd-delete-stays = { $path } es un dispositivo, una tubería o un socket: borrarlo no se aplica
effect-odd-stays = { $path } es un dispositivo, una tubería o un socket: no se aplica
effect-odd-thing = dispositivo, tubería o socket
effect-one-content = hay que dar exactamente uno de content, content_base64 y source
effect-only-a-part = solo se aplica una parte: { $some } de { $all } cambios
effect-only-hunks = de { $path } solo se aplican los fragmentos { $hunks }
effect-only-proposed = { $path } solo está propuesto
effect-output-unread = no se puede leer su salida
effect-pack-environment = muestra el entorno, incluidos sus secretos
effect-pack-observations = las observaciones vuelven al final de su lista
effect-owner = propietario { $owner }
effect-owner-stays = el propietario de { $path } no se aplica
effect-owner-stays-who = el propietario de { $path } ({ $owner }) no se aplica
effect-patch-nothing = el parche no toca nada
effect-patch-unread = el parche no se puede leer en { $line }
effect-path-elsewhere = la ruta lleva ahora a otro lugar
effect-path-empty = una ruta no puede estar vacía ni contener un NUL
effect-pattern-length = un patrón tiene de 1 a 1000 bytes
effect-pattern-star = `*` encuentra todos los nombres
effect-plan-absolute = la carpeta de trabajo { $path } no es absoluta
effect-plan-copied-on-write = { $path } no se puede copiar al escribir
effect-plan-elsewhere = { $path } no es una carpeta, o lleva ahora a otro lugar
effect-plan-layers = las capas de { $path } están en esa misma carpeta
effect-plan-mounted = { $path } tiene algo montado dentro, en { $at }, y hay que copiarlo
effect-plan-needed = entre lo necesario
effect-plan-no-program = no hay ningún programa que ejecutar
effect-plan-nul = { $text } contiene un carácter NUL
effect-plan-through = entre lo que se deja pasar
effect-plan-unreached = { $path } está { $said-what } y no se puede llegar a él: { $error }
effect-priority-already = { $said } ya tiene la prioridad { $priority }
effect-priority-none-already = { $said } ya está sin prioridad
effect-program-check = compruebe su nombre y PATH
effect-program-none = no hay ningún programa { $name }
effect-program-not-awaited = no se puede esperar a { $name }: { $error }
effect-program-not-staged = no se puede iniciar { $name } en un escenario: { $said }
effect-protected-deletes = borra o vacía { $path }
effect-protected-deletes-more = borra o vacía { $path } y { $n } más
effect-protected-destructive = una orden destructiva: { $said }
effect-protected-destructive-more = una orden destructiva: { $said } y { $n } más
effect-quoted = «{ $text }»
effect-ran-may-have-sent = se ejecutó y puede haber enviado algo; no se cambió ningún archivo: { $saids }
effect-read-again = lea el archivo otra vez
effect-reads-so = { $path } ya tiene este contenido
effect-records-large = supera los 256 MiB
effect-records-many = tiene más de un millón de registros
effect-records-or-path = dé registros o una ruta
effect-refresh = actualícelo
effect-refresh-rehearse = actualícelo para ensayar de nuevo
effect-rehearsal-not-kept = no se puede conservar el ensayo: { $error }
effect-rehearsal-not-removed = no se puede quitar el ensayo { $id }: { $said }
effect-rehearsal-not-whole = el ensayo { $id } ya no se conserva entero
effect-rehearsed-ended-otherwise = cambió desde que se ensayó: { $paths }; ensayado de nuevo, termina con otro código de salida
effect-rehearsed-gone = el ensayo ya no se conserva
effect-rehearsed-not-again = cambió desde que se ensayó: { $paths }; no se pudo ensayar de nuevo: { $saids }
effect-rehearsed-other = el ensayo difiere de los cambios mostrados
effect-rehearsed-otherwise = cambió desde que se ensayó: { $paths }; ensayado de nuevo, cambia otra cosa: { $others }
effect-rehearsed-stale = cambió desde que se ensayó: { $paths }
effect-relative = { $path } es relativa, y no se sabe de qué carpeta viene la llamada
effect-relative-no-folder = { $path } es relativa, y la llamada no tiene carpeta de trabajo
effect-removed = quitado
effect-renamed-from = { $path } (renombrado desde { $from })
effect-replaced = { $path } se sustituye
effect-replaces-bytes = sustituye { $n ->
    [one] { $n } byte que está
   *[other] { $n } bytes que están
    } ahí ahora
effect-report-already = el informe ya dice eso
effect-report-on = el informe de { $agent } sobre { $said }
effect-rights = { $path } se ejecuta con los derechos de su propietario o grupo (permisos { $mode })
effect-root = eso es la raíz del sistema de archivos
effect-run-for-real = elija las otras rutas, o ejecute la orden de verdad
effect-same-file = { $path } es el mismo archivo
effect-say-recursive = indique recursive para borrarlos todos
effect-scan-deleted = tiene una marca de borrado en un lugar inesperado
effect-scan-elsewhere = su contenido está en otra parte
effect-scan-mark = tiene una marca desconocida
effect-sent = lo que envía no se puede deshacer
effect-settle-by-hand = elija las otras rutas, o resuélvalo antes a mano
effect-shorter = se acortó mientras se leía
effect-shorter-range = busque en un periodo más corto
effect-slot-length = un hueco necesita una duración
effect-sqlite-says = SQLite dice: { $error }
effect-stage-a-call-failed = falló una llamada en un escenario: { $error }
effect-stage-call-failed = la llamada en el escenario falló: { $said }
effect-stage-changed = cambió desde que se mostró: { $saids }
effect-stage-changed-hunks = cambió desde que se mostró: { $path }, y con él sus fragmentos
effect-stage-conflicted = cambió entretanto en las carpetas reales, en los mismos lugares: { $paths }
effect-stage-conflicted-git-hint = sin ellos el repositorio quedaría confirmado a medias: deshaga lo que git cambió en la carpeta real, o resuélvalo dentro: countersign stage shell { $id }
effect-stage-conflicted-hint = omítalos con --except, o resuélvalo dentro: countersign stage shell { $id }; stage diff { $same } muestra ambos lados
effect-stage-conflicted-more = cambió entretanto en las carpetas reales, en los mismos lugares: { $paths } y { $n } más
effect-stage-empty = está vacío
effect-stage-empty-now = el escenario está ahora vacío
effect-stage-further = lleve al escenario una carpeta más abajo: --root DIR, o vaya allí con cd
effect-stage-happens = ocurre en el escenario { $id }: nada de ello se aplica
effect-stage-hidden = { $path } no se puede poner en un escenario: allí está oculto
effect-stage-hunk-numbers = PATH#1+3: sus números, tal como se muestran
effect-stage-hunks-left-out = { $path }: para omitir fragmentos, nombre los que se aplican
effect-stage-in-use = el escenario { $id } está en uso
effect-stage-is-other = { $path } es distinto
effect-stage-is-real = { $path } ya no difiere del real
effect-stage-leave-less = omita menos
effect-stage-limit = llegó al límite: { $said }
effect-stage-look-again = mírelo otra vez: countersign stage diff { $id }
effect-stage-look-inside = mírelo desde dentro: countersign stage shell ID
effect-stage-name-folder = indique una carpeta que exista
effect-stage-net = el efecto neto del escenario { $id }
effect-stage-no-answer = no dio respuesta
effect-stage-no-difference = nada en él difiere de las carpetas reales
effect-stage-no-folder = { $path } no es la ruta resuelta de una carpeta
effect-stage-no-hunks = { $numbers } no son números de fragmentos
effect-stage-no-worlds = este equipo no puede crear mundos para escenarios: { $saids }
effect-stage-not-called = ningún cambio se llama { $name }
effect-stage-not-shown = difiere de los cambios mostrados
effect-secret-not-shown = un posible secreto
effect-stage-not-staged = { $paths } no se puede poner en un escenario: { $saids }
effect-stage-nothing-left = no queda nada que aplicar
effect-stage-own = { $path } contiene datos del propio Countersign
effect-stage-program-elsewhere = ejecute un Countersign instalado en otro lugar
effect-stage-program-inside = { $path } está en la carpeta puesta en el escenario
effect-stage-remove-inside = quite desde dentro lo que se pueda volver a crear: countersign stage shell ID
effect-stage-secret-hint = las carpetas secretas y los datos propios de Countersign no se pueden poner en el escenario
effect-stage-smaller = lleve al escenario una carpeta más pequeña: --root DIR, o vaya allí con cd
effect-stage-too-many = el escenario contiene más de { $n } cambios
effect-stage-unread = no se puede leer el contenido del escenario: { $said }
effect-stage-wait = espere a que termine
effect-stage-was-added = se añadió { $path }
effect-status-already = { $said } ya tiene el estado { $status }
effect-still-there = todavía existe
effect-stood-changed = el contenido anterior de { $path } se cambió en la papelera
effect-stood-gone = el contenido anterior de { $path } ya no está en la papelera
effect-stood-not-kept = no se guardó el contenido anterior de { $path }
effect-target-database = base de datos { $path }
effect-target-records = los registros dados
effect-task = tarea «{ $title }» ({ $id })
effect-task-new = una tarea nueva «{ $title }»
effect-there-already = { $path } ya existe
effect-there-already-file = { $path } ya existe, y es un archivo
effect-there-already-is = { $path } ya existe, y es { $said-kind }
effect-time-changed = cambió su hora
effect-title-already = { $said } ya tiene el título «{ $title }»
effect-to-write-changed = el contenido que se iba a escribir en { $path } ha cambiado desde entonces
effect-too-large-edit = { $path } tiene más de { $n } bytes y no se puede editar
effect-too-large-kept = { $path } es demasiado grande para guardarlo
effect-too-many-processes = inició demasiados procesos
effect-too-many-rehearsed = hay demasiados otros ensayos en marcha
effect-too-much-kept = otros ensayos sin decidir ya ocupan demasiado espacio
effect-too-much-memory = usó demasiada memoria
effect-too-much-written = escribió demasiado
effect-aside-full = escribió en { $path } más de lo que Countersign guarda; lo guardado allí se ha eliminado
effect-touches-asked = toca algo por lo que siempre se pregunta: { $said }
effect-two-tasks = { $said-a } y { $said-b }
effect-uncaptured = lo que cambia no se registra: no hay forma de deshacerlo
effect-unreadable = no se puede leer { $path }: { $said }
effect-unseen-besides = no se pudo observar todo lo demás que intentó
effect-value-none = vacío
effect-wants-absent = quiere leer un archivo que un ensayo no tiene
effect-wants-call = quiere una llamada al sistema que nunca se permite
effect-wants-change = quiere modificar { $said }
effect-wants-hidden = quiere leer un archivo oculto
effect-wants-more-than-read = la orden quiere hacer algo más que leer, y no se preguntó a nadie por ello
effect-wants-network = quiere acceder a la red
effect-wants-socket = quiere llegar a otro programa por un socket
effect-wants-write = quiere escribir
effect-watch-further = vigile una subcarpeta
effect-watch-further-or = vigile una subcarpeta, o esta carpeta sin subcarpetas
effect-watch-holds-own = { $path } contiene la carpeta del propio Countersign
effect-watch-many = { $path } contiene más de { $n } carpetas
effect-watch-own = { $path } es del propio Countersign: no se vigila
effect-watched-folders = vigilado durante { $time }, { $n } carpetas; el agente se entera de nombres, no de contenidos
effect-watched-for = vigilado durante { $time }
effect-watched-names = vigilado durante { $time }; el agente se entera de nombres, no de contenidos
effect-whole-workspace = { $path } es, o contiene, un espacio de trabajo entero
effect-word-due = { $said }; un vencimiento se escribe así: 2026-11-15
effect-word-empty-label = la etiqueta está vacía
effect-word-empty-text = el texto está vacío
effect-word-empty-title = el título está vacío
effect-word-estimate = { $text } no es una estimación como «2h», «90m» o «1h 30m»
effect-word-estimate-max = una estimación tiene como máximo { $max }
effect-word-estimate-none = escriba «none» para ninguna estimación
effect-word-language = { $text } no es una etiqueta de idioma como «en» o «pt-BR»
effect-word-long-label = la etiqueta tiene { $n } caracteres; se permiten { $max }
effect-word-long-text = el texto tiene { $n } caracteres; se permiten { $max }
effect-word-long-title = el título tiene { $n } caracteres; se permiten { $max }
effect-word-priority = { $text } no es una prioridad; use P0, P1, P2, P3 o none
effect-word-slash = una etiqueta no puede contener una barra
effect-word-status = { $text } no es un estado; use uno de { $words }
effect-workspace-is = el espacio de trabajo { $path } es { $said }
effect-workspace-own = el espacio de trabajo { $path } contiene datos del propio Countersign
effect-workspace-unseen = no se puede examinar el espacio de trabajo: { $said }
effect-world-ended = el mundo terminó antes de que se ejecutara la orden
effect-world-only-linux = solo Linux en x86-64 y ARM64 puede ejecutar una orden en un mundo propio
effect-world-only-linux-copied = solo Linux en x86-64 y ARM64 puede ejecutar una orden en un mundo propio; en otros se copian los archivos
effect-world-socket = el descriptor { $fd } es un socket, que una orden en un mundo no debe tener
effect-world-thread = el hilo auxiliar de un ensayo ya no está
effect-write-time = escríbala como 09:30
effect-write-whole = escriba en su lugar el archivo entero
effect-written-at = última escritura { $time }
effect-written-to = se escribió en él
sum-agent-change = dejar que el agente cambie { $path }
sum-agent-change-several = dejar que el agente cambie varios archivos: { $paths }
sum-agent-create = dejar que el agente cree { $path }
sum-agent-delete = dejar que el agente borre { $path }
sum-agent-fetch = dejar que el agente obtenga { $url }
sum-agent-read = dejar que el agente lea { $path }
sum-agent-search = dejar que el agente busque { $query } en la web
sum-function = ejecutar { $name } en el propio proceso de quien llama
sum-agent-use = dejar que el agente use { $tool }
sum-audit-log = Leer el registro de llamadas a herramientas
sum-audit-pdf = Exportar el registro como PDF
sum-audit-report = Informar sobre el registro de llamadas a herramientas
sum-audit-run = Resumir una ejecución
sum-calendar-create-event = Crear el evento «{ $title }» el { $start } durante { $length }
sum-calendar-create-time-block = Reservar tiempo para { $said } el { $start } durante { $length }
sum-calendar-find-slots = Buscar huecos libres de { $length }
sum-calendar-list-events = Listar los eventos
sum-data-anomalies = buscar anomalías en { $path }
sum-data-anomalies-given = buscar anomalías en los registros dados
sum-data-change-some = Cambiar { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } de { $name }
sum-data-csv-add = Añadir { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } a { $name }
sum-data-csv-new = Escribir { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    } en el archivo nuevo { $name }
sum-data-csv-replace = Sustituir { $name } por { $n ->
    [one] { $n } fila
   *[other] { $n } filas
    }
sum-data-duplicates = buscar duplicados en { $path }
sum-data-duplicates-given = buscar duplicados en los registros dados
sum-data-in = { $saids } en { $name }
sum-data-nothing = no cambiar nada en { $name }
sum-data-query = Consultar { $path }
sum-filesystem-copy-file = Copiar { $from } a { $to }
sum-filesystem-create = Crear { $path } ({ $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
})
sum-filesystem-create-dir = Crear la carpeta { $path }
sum-filesystem-delete-file = Borrar { $path }
sum-filesystem-delete-folder = Borrar { $path } con { $n ->
    [one] { $n } elemento
   *[other] { $n } elementos
    } dentro
sum-filesystem-edit = Editar { $path } en { $n } lugares
sum-filesystem-edit-once = Editar { $path } en un lugar
sum-filesystem-list = Listar { $path }
sum-filesystem-look-at = Mirar { $path }
sum-filesystem-move-file = Mover { $from } a { $to }
sum-filesystem-overwrite = Sobrescribir { $path } ({ $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
})
sum-filesystem-read = Leer { $path }
sum-filesystem-search = Buscar { $what } en { $path }
sum-filesystem-watch-folder = Vigilar { $path } durante { $time }
sum-filesystem-watch-folders = Vigilar { $path } con todas sus carpetas durante { $time }
sum-shell-delete = Borrar { $path }: { $command }
sum-shell-delete-in = Borrar { $m } objetivos en { $folder }: { $command }
sum-shell-delete-in-over = Borrar { $m } objetivos en { $folder } (más de { $n } archivos, { $size }): { $command }
sum-shell-delete-in-sized = Borrar { $m } objetivos en { $folder } ({ $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
    }, { $size }): { $command }
sum-shell-delete-many = Borrar { $m } objetivos: { $command }
sum-shell-delete-many-over = Borrar { $m } objetivos (más de { $n } archivos, { $size }): { $command }
sum-shell-delete-many-sized = Borrar { $m } objetivos ({ $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
    }, { $size }): { $command }
sum-shell-delete-over = Borrar { $path } (más de { $n } archivos, { $size }): { $command }
sum-shell-delete-sized = Borrar { $path } ({ $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
    }, { $size }): { $command }
sum-shell-harmless = Ensayado, y no cambió nada: { $command }
sum-shell-write = Escribir { $path }: { $command }
sum-shell-write-files = Escribir { $n } archivos: { $command }
sum-stage-land = aplicar el escenario { $stage }: { $saids }
sum-stage-land-nothing = aplicar el escenario { $stage }: nada
sum-task-assign-label = Asignar la etiqueta «{ $label }»
sum-task-briefing = Resumir el día
sum-task-check-and-rename = Marcar { $said } como hecho y renombrarlo a «{ $new }»
sum-task-check-off = Marcar { $said } como hecho
sum-task-create-task = Crear la tarea «{ $title }»
sum-task-dismiss-blocks = Descartar que { $said-a } bloquea { $said-b }
sum-task-dismiss-duplicates = Descartar que { $said-a } es un duplicado de { $said-b }
sum-task-dismiss-part = Descartar que { $said-a } es parte de { $said-b }
sum-task-dismiss-relates = Descartar que { $said-a } está relacionada con { $said-b }
sum-task-link = Enlazar: { $said }
sum-task-list = Listar las tareas
sum-task-list-overdue = Listar las tareas vencidas
sum-task-note = Anotar: «{ $text }»
sum-task-note-more = Anotar: «{ $text }» y { $n } más
sum-task-rename-item = Renombrar { $said } a «{ $new }»
sum-task-set = Fijar { $saids }
sum-task-set-due-date = Fijar el vencimiento en { $due }
sum-task-set-due-date-none = Quitar el vencimiento
sum-task-set-estimate = Fijar la estimación en { $estimate }
sum-task-set-estimate-none = Quitar la estimación
sum-task-set-language = Fijar el idioma en { $language }
sum-task-set-notes = Cambiar las notas a «{ $notes }»
sum-task-set-notes-none = Quitar las notas
sum-task-set-priority = Fijar la prioridad en { $priority }
sum-task-set-priority-none = Quitar la prioridad
sum-task-set-status = Fijar el estado en { $status }
sum-task-set-title = Cambiar el título a «{ $title }»
sum-task-uncheck = Desmarcar { $said }
sum-task-uncheck-and-rename = Desmarcar { $said } y renombrarlo a «{ $new }»
sum-task-update-report = Actualizar el informe: «{ $text }»
sum-run = Ejecutar { $line }
sum-add = Añadir: «{ $title }»
unseen-lines = { $n } líneas del diff de { $path }
unseen-content = el contenido de { $path }: no es texto, o supera 1 MiB
unseen-more-changes = más cambios de los que se miraron
unseen-deep-files = los nombres de { $n } archivos muy adentro ({ $said-size }): se cuentan con su carpeta
unseen-difference = el diff de { $path }
unseen-more-differences = { $n } diffs más
unseen-csv = se escriben { $n } filas; se muestran las primeras, en parte
unseen-rows = { $n } filas de { $table }
effect-ended-waiting = se terminó cuando solo esperaba a ese equipo
effect-signals-nobody = envía señales a procesos por su nombre, y esta ejecución no tiene ninguno con ese nombre
effect-build-files = { $folders }: { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
    }
effect-build-kept = { $saids }: se guarda para órdenes posteriores y no se escribe en las carpetas reales
effect-label-build = carpetas de compilación
effect-without-secrets = lo que leyó de { $paths } no tenía secretos: se omitieron las líneas con contraseñas y tokens
effect-registry-also = también puede acceder a { $host }, que pertenece al mismo registro
effect-builds-unseen = ejecutado de verdad, no ve lo que construyeron comandos anteriores, que se guarda aparte: { $paths }
effect-label-silence = límite de tiempo en segundos sin salida
effect-cancelled = { $who } lo canceló, y lo hecho hasta entonces se deshizo
effect-cancelled-hint = vuelve a proponerlo si aún se quiere
effect-label-git = git
effect-label-git-in = git en { $folder }
git-head = HEAD pasa de { $from } a { $to }
git-commits = { $n ->
    [one] 1 commit en { $name }: { $subjects }
   *[other] { $n } commits en { $name }: { $subjects }
}
git-branch-created = rama { $name } creada en { $at }
git-branch-created-with = rama { $name } creada en { $at }, con { $n ->
    [one] 1 commit nuevo: { $subjects }
   *[other] { $n } commits nuevos: { $subjects }
}
git-branch-deleted = rama { $name } eliminada; estaba en { $at }
git-moves = { $name } pasa de { $from } a { $to }
git-join = { $n ->
    [one] 1 commit se añade: { $subjects }
   *[other] { $n } commits se añaden: { $subjects }
}
git-leave = { $n ->
    [one] 1 commit deja de estar: { $subjects }
   *[other] { $n } commits dejan de estar: { $subjects }
}
git-no-branch = { $n ->
    [one] 1 commit que no está en ninguna rama: { $subjects }
   *[other] { $n } commits que no están en ninguna rama: { $subjects }
}
git-tag-created = etiqueta { $name } creada en { $at }
git-tag-deleted = etiqueta { $name } eliminada; estaba en { $at }
git-tag-moves = la etiqueta { $name } pasa de { $from } a { $to }
git-stash-created = { $name } creado: { $what }
git-stash-dropped = stash descartado: { $what }
git-staged = { $n ->
    [one] 1 archivo preparado: { $files }
   *[other] { $n } archivos preparados: { $files }
}
git-unstaged = { $n ->
    [one] 1 archivo ya no preparado: { $files }
   *[other] { $n } archivos ya no preparados: { $files }
}
unseen-git = lo que { $path } significa para git
unseen-submodule = los archivos del submódulo { $path }
effect-folded = { $folder }: { $saids }, { $said_size }
effect-folded-words = { $saids }, { $said_size }
unseen-folded = { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
    } en { $folder }
