analysis-sends = envía datos al exterior
analysis-a-key-or-secret-file = un archivo de claves o secretos
analysis-a-file-that-runs-at-startup = un archivo que se ejecuta al arrancar
analysis-git-own-settings-or-hooks = los propios ajustes o hooks de git
analysis-an-agent-own-settings = los propios ajustes de un agente
analysis-countersign-own-data = los propios datos de Countersign
analysis-production-configuration = configuración de producción
analysis-the-machine-accounts-or-what-every-program-loads = las cuentas del equipo o archivos que carga todo programa
analysis-is-countersign-own-setting = es un ajuste propio de Countersign
analysis-a-variable-that-holds-a-secret = una variable que contiene un secreto
analysis-reads-a-variable-that-holds-a-secret = lee una variable que contiene un secreto
analysis-shows-the-variables-of-other-processes = muestra las variables de otros procesos, que pueden contener secretos
analysis-that-is-everything-there-is = { $said }: eso es todo el sistema de archivos
analysis-that-is-the-whole-home-folder = { $said }: eso es toda la carpeta personal
analysis-that-is-the-whole-working-folder = { $said }: eso es toda la carpeta de trabajo
analysis-the-working-folder-stands-in-it = { $said }: la carpeta de trabajo está dentro
analysis-the-home-folder-stands-in-it = { $said }: la carpeta personal está dentro
analysis-connects-to-a-host = se conecta a un host
analysis-sends-data-to-a-host = envía datos a un host
analysis-contacts-a-host = contacta con un host
analysis-contacts = contacta con { $host }
analysis-contacts-a-host-that-only-running-tells = contacta con un host que solo se sabe al ejecutar
analysis-writes-to-the-raw-device = escribe en el dispositivo en bruto { $target }
analysis-tells-the-kernel-to-act-at-once-as-by = ordena al núcleo actuar de inmediato, por ejemplo detenerse
analysis-changes-the-running-kernel = modifica el núcleo en ejecución: { $target }
analysis-reads-a-file = lee un archivo
analysis-may-read-a-file = puede leer un archivo
analysis-writes-a-file = escribe un archivo
analysis-writes-files = escribe archivos
analysis-writes-to-a-file = escribe en un archivo
analysis-may-write-to-a-file = puede escribir en un archivo
analysis-deletes-a-file = borra un archivo
analysis-empties-a-file = vacía un archivo
analysis-empties-the-file = vacía el archivo
analysis-empties-files = vacía archivos
analysis-empties-a-file-before-it-is-read = vacía un archivo antes de que se lea
analysis-overwrites-the-file-with-zeros = sobrescribe el archivo con ceros
analysis-rewrites-the-file-in-place = reescribe el archivo en su sitio
analysis-deletes-what-it-is-given = borra lo que se le da
analysis-works-in-a-folder = trabaja en una carpeta
analysis-runs-a-program = ejecuta un programa
analysis-runs-program = ejecuta { $program }
analysis-runs-a-script = ejecuta un script
analysis-runs-a-script-that-only-running-tells = ejecuta un script que solo se sabe al ejecutar
analysis-loads-code = carga código
analysis-loads-a-library = carga una biblioteca
analysis-loads-a-module = carga un módulo
analysis-runs-code-that-is-made-elsewhere = ejecuta código que se genera en otra parte
analysis-runs-text-that-is-made-elsewhere = ejecuta texto que se genera en otra parte
analysis-runs-sql-that-is-made-elsewhere = ejecuta SQL que se genera en otra parte
analysis-runs-code-that-may-do-anything = ejecuta código que puede hacer cualquier cosa
analysis-runs-code-that-may-do-anything-of = ejecuta código de { $language } que puede hacer cualquier cosa
analysis-runs-code-that-nobody-looked-at = ejecuta código que no se ha examinado
analysis-runs-code-that-nobody-here-can-read = ejecuta código que no se puede examinar
analysis-runs-code-that-is-not-given = ejecuta código que no se indica
analysis-runs-code-that-is-not-in-the-text = ejecuta código que no está en el texto
analysis-runs-code-where-a-module-is-named = ejecuta código en lugar de un nombre de módulo
analysis-may-run-code = puede ejecutar código
analysis-runs-with-more-rights = se ejecuta con más permisos
analysis-runs-what-comes-in-by-standard-input = ejecuta código de la entrada estándar
analysis-runs-sql-that-comes-in-by-standard-input = ejecuta SQL de la entrada estándar
analysis-runs-what-is-in = ejecuta el código de { $file }
analysis-runs-what-is-in-a-file-that-only-running = ejecuta el código de un archivo que solo se sabe al ejecutar: { $file }
analysis-runs-a-command-that-a-pattern-stands-for = ejecuta una orden que se indica con un patrón: { $command }
analysis-runs-a-command-that-only-running-tells = ejecuta una orden que solo se sabe al ejecutar
analysis-runs-a-command-that-only-running-tells-of = ejecuta una orden que solo se sabe al ejecutar: { $command }
analysis-runs-a-command-that-is-not-given = ejecuta una orden que no se indica
analysis-runs-which-is-not-in-any-table = ejecuta { $program }, que no es un programa conocido
analysis-runs-which-nobody-here-can-read = ejecuta { $program }, que no se puede examinar
analysis-speaks-of-destroying = contiene una palabra que indica borrar o destruir: { $word }
analysis-stands-too-deep-in-other-commands-to-be-looked = está demasiado anidado en otras órdenes para examinarlo
analysis-has-too-many-commands-to-be-looked-at = tiene demasiadas órdenes para examinarlas
analysis-has-more-commands-than-are-looked-at = tiene más órdenes de las que se examinan
analysis-has-a-subcommand-that-is-not-in-any-table = tiene una suborden desconocida
analysis-has-a-subcommand-that-is-not-in-any-table-of = tiene una suborden desconocida: { $word }
analysis-has-an-option-that-is-not-known = tiene una opción desconocida: { $option }
analysis-stands-for-a-file-or-a-program-of-its = { $option } no tiene valor, así que la orden elige por sí misma un archivo o un programa
analysis-may-be-an-option-that-changes-what-it-does = { $word } puede ser una opción que cambia lo que hace
analysis-may-be-any-subcommand = { $word } puede ser cualquier suborden
analysis-only-running-tells-where-the-command-begins-that-it = solo al ejecutar se sabe dónde empieza la orden que ejecuta
analysis-only-running-tells-which-command-it-runs = solo al ejecutar se sabe qué orden ejecuta
analysis-only-running-tells-which-command-belongs-to = solo al ejecutar se sabe a qué orden pertenece { $word }
analysis-more-words-may-appear-where-only-running-tells = al ejecutar pueden añadirse más palabras
analysis-writes-to = escribe en { $target }
analysis-sets-a-variable-that-only-running-tells = asigna una variable que solo se sabe al ejecutar
analysis-sets-variables-that-only-running-tells = asigna variables que solo se saben al ejecutar
analysis-names-a-variable-that-only-running-tells = nombra una variable que solo se sabe al ejecutar
analysis-unsets-what-only-running-tells = anula lo que solo se sabe al ejecutar
analysis-unsets-path = anula PATH, de modo que los programas se buscan en otra parte
analysis-lets-operands-of-commands-set-variables = deja que los operandos de las órdenes asignen variables
analysis-assigns-an-expression-that-sets-variables = asigna una expresión que asigna variables
analysis-sets-the-positional-parameters-at-any-time = asigna los parámetros posicionales en cualquier momento
analysis-makes-an-array-of-text = crea un array a partir de texto
analysis-switches-the-shell-to-a-mode-in-which-text = pone la shell en un modo en el que el texto significa otra cosa
analysis-switches-modes-of-the-shell-that-only-running-tells = cambia modos de la shell que solo se saben al ejecutar
analysis-sets-which-may-name-a-program-or-a-file = asigna { $name }, que puede nombrar un programa o un archivo
analysis-sets-to-what-only-running-tells = asigna a { $name } un valor que solo se sabe al ejecutar
analysis-sets-which-is-countersign-own = asigna { $name }, que es propia de Countersign
analysis-sets-which-decides-what-is-run-or-where = asigna { $name }, que decide qué se ejecuta o dónde
analysis-runs-what-holds-whenever-the-prompt-is-shown = ejecuta el valor de { $name } cada vez que se muestra el prompt
analysis-is-nested-too-deeply-to-be-followed = está demasiado anidado para seguirlo
analysis-it-is-nested-too-deeply = está demasiado anidado
analysis-holds-more-text-in-text-than-is-looked-at = contiene más texto anidado del que se examina
analysis-leaves-loops-in-more-ways-than-are-looked-at = sale de bucles de más maneras de las que se examinan
analysis-holds-a-loop-that-goes-on-changing-its-variables = contiene un bucle que sigue cambiando sus variables
analysis-sets-more-traps-than-are-looked-at = establece más traps de los que se examinan
analysis-is-longer-than-kib-and-was-not-looked-at = tiene más de { $n } KiB y no se ha examinado
analysis-is-not-understood-as-shell-text = no se entiende como texto de shell
analysis-is-not-understood-as-shell-text-of = no se entiende como texto de shell: { $said }
analysis-holds-a-word-that-is-not-understood = contiene una palabra que no se entiende
analysis-holds-text-that-is-not-understood = contiene texto que no se entiende
analysis-holds-brackets-that-can-be-read-in-two-ways = contiene paréntesis que se pueden leer de dos maneras
analysis-holds-a-substitution-that-runs-when-it-is-evaluated = contiene una sustitución que se ejecuta al evaluarse
analysis-evaluates-what-is-not-proved-to-be-a-number = evalúa un valor que puede no ser un número y ejecutar órdenes
analysis-defines-a-function-whose-name-only-running-tells = define una función cuyo nombre solo se sabe al ejecutar
analysis-calls-itself-again-and-again = se llama a sí misma recursivamente: { $name }
analysis-gives-a-command-another-meaning = redefine una orden
analysis-gives-a-word-of-the-shell-language-another-meaning = redefine una palabra del lenguaje de la shell
analysis-expands-text-that-is-made-elsewhere-as-a-prompt = expande como prompt texto que se genera en otra parte
analysis-a-second-parser-does-not-understand-it = un segundo analizador no lo entiende
analysis-takes-more-options-from-a-file = toma más opciones de un archivo
analysis-changes-something = cambia algo
analysis-destroys-something = destruye algo
analysis-is-always-asked-about = siempre se pregunta
analysis-cannot-be-told-from-the-text = no se puede determinar por el texto
analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead = contiene una secuencia de escape, que un terminal obedece en lugar de mostrarla
analysis-holds-which-looks-like-a-sign-that-a-shell = contiene { $code }, que parece un carácter especial de la shell
analysis-holds-a-carriage-return-after-which-a-terminal-writes = contiene un retorno de carro, tras el cual un terminal escribe sobre lo que ha mostrado ({ $code })
analysis-holds-a-line-break-that-is-none-to-a = contiene un salto de línea que una shell no trata como tal ({ $code })
analysis-holds-a-nul-at-which-some-programs-stop-reading = contiene un NUL, en el que algunos programas dejan de leer ({ $code })
analysis-holds-a-character-that-changes-the-order-of-reading = contiene un carácter que cambia el orden de lectura ({ $code })
analysis-holds-a-character-that-is-not-seen = contiene un carácter invisible ({ $code })
analysis-holds-a-blank-that-is-none-to-a-shell = contiene un espacio que una shell no trata como tal ({ $code })
analysis-holds-a-control-character = contiene un carácter de control ({ $code })
analysis-holds-in-a-word-of-latin-letters-which-looks = contiene { $code } en una palabra de letras latinas, que parece una de ellas
analysis-the-awk-program-cannot-be-read = no se puede leer el programa de awk
analysis-runs-an-awk-program-that-only-running-tells = ejecuta un programa de awk que solo se sabe al ejecutar
analysis-runs-an-awk-program-that-may-write-files-and = ejecuta un programa de awk que puede escribir archivos y ejecutar órdenes
analysis-talks-to-a-host = habla con un host
analysis-awk-prints-to-a-file = awk imprime en un archivo
analysis-awk-prints-to-files = awk imprime en archivos
analysis-awk-reads-a-file = awk lee un archivo
analysis-awk-runs-text-that-is-made-elsewhere = awk ejecuta texto que se genera en otra parte
analysis-awk-talks-to-a-host = awk habla con un host
analysis-awk-sends-data-to-a-host = awk envía datos a un host
analysis-makes-a-variable-that-stands-for-another-one = crea una variable que representa a otra
analysis-makes-a-variable-that-does-not-hold-what-is = crea una variable que cambia el valor que se le asigna
analysis-makes-an-alias-that-only-running-tells = crea un alias que solo se sabe al ejecutar
analysis-makes-an-alias-of-text-that-is-made-elsewhere = crea un alias a partir de texto que se genera en otra parte
analysis-asks-a-server-to-delete-something = pide a un servidor que borre algo
analysis-sends-a-request = envía una petición { $method }
analysis-sends-a-request-whose-method-only-running-tells = envía una petición cuyo método solo se sabe al ejecutar
analysis-sends-data-which-may-change-something-there = envía datos, lo que puede cambiar algo allí
analysis-writes-what-it-tells-to-a-file = escribe su salida en un archivo
analysis-may-write-to-a-device = puede escribir en un dispositivo
analysis-gives-a-container-all-rights-of-the-machine = da a un contenedor todos los permisos del equipo
analysis-gives-a-container-rights-of-the-machine = da a un contenedor permisos del equipo
analysis-shares-the-machine-own-space-with-a-container = comparte un espacio de nombres del equipo con un contenedor
analysis-may-reach-folders-of-the-machine = puede acceder a carpetas del equipo
analysis-a-container-reads-a-folder-of-the-machine = un contenedor lee una carpeta del equipo
analysis-a-container-may-change-a-folder-of-the-machine = un contenedor puede modificar una carpeta del equipo
analysis-gives-a-container-the-container-engine = da a un contenedor acceso al motor de contenedores
analysis-lets-git-run-what-its-settings-name = deja que git ejecute programas que nombran sus ajustes
analysis-nothing-is-known-of-an-option = tiene una opción desconocida
analysis-nothing-is-known-of-an-option-of-env = da a env una opción desconocida
analysis-nothing-is-known-of-an-option-of-xargs = da a xargs una opción desconocida
analysis-nothing-is-known-of-find = da a find una opción desconocida: { $option }
analysis-takes-the-environment-from-a-file = toma el entorno de un archivo
analysis-looks-for-the-program-elsewhere = busca el programa en otra parte
analysis-may-be-told-to-delete-what-it-finds = puede borrar los archivos que encuentra
analysis-looks-for-files = busca archivos
analysis-deletes-the-files-it-finds = borra los archivos que encuentra
analysis-does-what-only-running-tells-with-what-it-finds = solo al ejecutar se sabe qué hace con los archivos que encuentra
analysis-reads-where-to-look = lee las rutas de búsqueda
analysis-compares-with-a-file = compara con un archivo
analysis-writes-what-it-finds-to-a-file = escribe en un archivo lo que encuentra
analysis-changes-what-a-symbolic-ref-points-to = cambia aquello a lo que apunta una referencia simbólica
analysis-changes-git-settings = modifica los ajustes de git
analysis-settings-of-git-can-name-programs-to-run = los ajustes de git pueden nombrar programas que se ejecutan
analysis-changes-a-file-of-settings = modifica un archivo de ajustes
analysis-feeds-a-hook = pasa datos a un hook
analysis-runs-git-programs-from-another-folder = ejecuta los programas de git desde otra carpeta
analysis-takes-git-settings-which-can-name-programs-to-run = toma de otra carpeta los ajustes de git, que pueden nombrar programas que se ejecutan
analysis-takes-a-setting-of-git-from-the-environment = toma del entorno un ajuste de git
analysis-gives-git-a-setting-that-only-running-tells = da a git un ajuste que solo se sabe al ejecutar
analysis-makes-git-run-what-its-setting-says = hace que git ejecute el valor de su ajuste { $key }
analysis-makes-git-run-text-that-is-made-elsewhere = hace que git ejecute texto que se genera en otra parte
analysis-gives-git-the-setting = da a git el ajuste { $key }
analysis-runs-a-command-as-a-transport = ejecuta una orden como transporte
analysis-runs-a-transport-program = ejecuta un programa de transporte
analysis-reads-what-git-has-stored-of-a-file = lee una versión guardada de un archivo
analysis-prints-whatever-git-has-stored = muestra cualquier objeto que git ha guardado
analysis-reads-another-repository = lee otro repositorio
analysis-overwrites-files-with-a-stored-version = sobrescribe archivos con una versión guardada
analysis-perhaps-overwrites-files-with-a-stored-version = quizá sobrescribe archivos con una versión guardada
analysis-overwrites-published-history = sobrescribe historial publicado
analysis-deletes-a-branch-or-tag-at-the-remote = borra una rama o etiqueta en el remoto
analysis-perhaps-overwrites-or-deletes-at-the-remote = quizá sobrescribe o borra en el remoto
analysis-opens-a-console-in-which-anything-can-be-run = abre una consola en la que se puede ejecutar cualquier cosa
analysis-opens-a-console-of-the-application-or-its-database = abre una consola de la aplicación o de su base de datos
analysis-opens-a-console-of-the-database = abre una consola de la base de datos
analysis-deletes-all-tables-of-the-application = borra todas las tablas de la aplicación
analysis-imports-a-module-for-a-warning = importa un módulo para un aviso
analysis-imports-the-module-of-a-warning-category = importa el módulo de la categoría de un aviso
analysis-imports-a-module = importa un módulo
analysis-imports-a-module-to-describe-it-or-starts-a = importa un módulo para describirlo, o inicia un servidor
analysis-opens-a-name-as-a-command-or-to-write = abre un nombre como orden o para escribir
analysis-signals-a-process = envía una señal a un proceso
analysis-signals-every-process = envía una señal a todos los procesos
analysis-may-stand-for-every-process = { $word } puede significar todos los procesos
analysis-runs-a-module-that-only-running-tells = ejecuta un módulo que solo se sabe al ejecutar
analysis-runs-the-module = ejecuta el módulo { $name }
analysis-runs-code-by = ejecuta código mediante { $name }
analysis-reads-an-archive = lee un archivo comprimido
analysis-creates-or-extracts-an-archive = crea o extrae un archivo comprimido
analysis-writes-the-json-to-a-file = escribe el JSON en un archivo
analysis-starts-a-web-server = inicia un servidor web
analysis-installs-python-into-a-folder = instala Python en una carpeta
analysis-runs-what-a-pickle-says = ejecuta el código de un pickle
analysis-runs-a-sed-script-that-may-write-files-and = ejecuta un script de sed que puede escribir archivos y ejecutar órdenes
analysis-runs-a-sed-script-that-is-made-elsewhere = ejecuta un script de sed que se genera en otra parte
analysis-runs-a-sed-script-that-only-running-tells = ejecuta un script de sed que solo se sabe al ejecutar
analysis-the-sed-script-cannot-be-read = no se puede leer el script de sed
analysis-sed-w-command-writes-a-file = la orden w de sed escribe un archivo
analysis-sed-r-command-reads-a-file = la orden r de sed lee un archivo
analysis-sed-runs-lines-of-its-input-as-commands = sed ejecuta líneas de su entrada como órdenes
analysis-runs-a-startup-file = ejecuta un archivo de arranque
analysis-runs-text-in-a-language-that-is-not-followed = ejecuta texto en un lenguaje que no se puede comprobar
analysis-changes-the-database = modifica la base de datos
analysis-creates-the-database-where-it-is-not-there-yet = crea la base de datos si aún no existe
analysis-forwards-connections = reenvía conexiones
analysis-takes-settings-that-can-run-programs = toma ajustes que pueden ejecutar programas
analysis-writes-a-log = escribe un registro
analysis-controls-a-shared-connection = controla una conexión compartida
analysis-may-be-an-option-of-ssh-that-runs-a = puede ser una opción de ssh que ejecuta un programa
analysis-opens-a-session-on-another-machine = abre una sesión en otro equipo
analysis-runs-on-another-machine-what-comes-in = ejecuta en otro equipo órdenes de la entrada estándar
analysis-runs-what-says = ejecuta el valor de { $key }
analysis-runs-or-loads-what-says = ejecuta o carga el valor de { $key }
analysis-shares-or-forwards-connections = comparte o reenvía conexiones
analysis-gives-ssh-a-setting-that-only-running-tells = da a ssh un ajuste que solo se sabe al ejecutar
analysis-writes-an-archive = escribe un archivo comprimido
analysis-does-what-only-running-tells = hace algo que solo se sabe al ejecutar
analysis-may-be-an-option-of-tar-that-runs-a = puede ser una opción de tar que ejecuta un programa
analysis-extracts-files-over-existing-ones = extrae archivos sobre los existentes
analysis-writes-to-the-usual-archive = escribe en el archivo comprimido habitual
analysis-changes-the-archive = modifica el archivo comprimido
analysis-takes-options-and-names-from-a-file = toma opciones y nombres de un archivo
analysis-writes-a-list-of-files = escribe una lista de archivos
analysis-reads-a-list-of-patterns = lee una lista de patrones
analysis-runs-a-script-of-editor-commands = ejecuta un script de órdenes de editor
analysis-runs-editor-commands-that-come-in = ejecuta órdenes de editor de la entrada estándar
analysis-runs-editor-commands-that-only-running-tells = ejecuta órdenes de editor que solo se saben al ejecutar
analysis-runs-editor-commands-that-may-do-anything = ejecuta órdenes de editor que pueden hacer cualquier cosa
analysis-deletes-every-line-of-the-file = borra todas las líneas del archivo
analysis-reads-words-for-a-command = lee argumentos para una orden
analysis-writes-what-came-out = escribe resultados o archivos temporales
analysis-runs-lines-that-only-running-tells = ejecuta líneas que solo se saben al ejecutar
analysis-runs-perl-text-in-a-template = ejecuta código Perl de una plantilla
analysis-runs-code-in-the-pattern-to-split-by = ejecuta código en el patrón por el que se divide
analysis-holds-more-sql-than-is-looked-at = contiene más SQL del que se examina
analysis-holds-sql-nested-too-deep = contiene SQL demasiado anidado
analysis-holds-sql-with-characters-that-databases-read-differently = contiene SQL con caracteres que las bases de datos leen de forma distinta
analysis-holds-sql-that-could-not-be-taken-apart = contiene SQL que no se pudo descomponer
analysis-holds-sql-that-could-not-be-understood = contiene SQL que no se pudo entender
analysis-holds-more-statements-than-are-looked-at = contiene más sentencias de las que se examinan
analysis-does-more-than-is-told-here = hace más de lo que se indica aquí
analysis-runs-a-shell-command-from-the-sql-client = ejecuta una orden de shell desde el cliente SQL
analysis-runs-sql-from-a-file = ejecuta SQL de un archivo
analysis-runs-sql-from-a-file-which-is-not-in = ejecuta SQL de un archivo, que no está en el texto
analysis-writes-the-client-output-to-a-file = escribe en un archivo la salida del cliente
analysis-runs-which-is-no-known-command-of-the-shell = ejecuta .{ $command }, que no es una orden conocida de la shell
analysis-runs = ejecuta .{ $command }
analysis-opens-the-output-in-a-program = abre la salida en un programa
analysis-writes-the-output-to-a-file = escribe la salida en un archivo
analysis-writes-a-log-to-a-file = escribe un registro en un archivo
analysis-runs-sql-that-a-command-prints = ejecuta SQL que imprime una orden
analysis-imports-rows-from-a-file = importa filas de un archivo
analysis-imports-rows-into-table = importa filas en la tabla { $table }
analysis-replaces-the-database-with-a-backup = sustituye la base de datos por una copia de seguridad
analysis-opens-a-database-file = abre un archivo de base de datos
analysis-empties-a-database-file = vacía un archivo de base de datos
analysis-opens-or-creates-a-database-file = abre o crea un archivo de base de datos
analysis-opens-a-database-that-is-not-in-the-text = abre una base de datos que no está en el texto
analysis-creates-changes-or-unpacks-an-archive = crea, modifica o extrae un archivo comprimido
analysis-loads-code-into-the-database = carga código en la base de datos
analysis-runs-a-short-command-that-is-none-of-the = ejecuta una orden corta que no es del cliente mysql
analysis-opens-an-editor-and-runs-what-comes-out-of = abre un editor y ejecuta el texto editado
analysis-runs-what-comes-out-of-an-editor = ejecuta el texto de un editor
analysis-holds-more-on-the-line-of-a-client-command = contiene algo más en la línea de una orden del cliente
analysis-lets-psql-put-the-value-of-a-variable-into = deja que psql ponga en el texto el valor de una variable
analysis-lets-a-prompt-run-shell-commands = deja que un prompt ejecute órdenes de shell
analysis-runs-each-value-of-the-result-as-sql = ejecuta como SQL cada valor del resultado
analysis-changes-the-client-environment = modifica el entorno del cliente
analysis-changes-a-password = cambia una contraseña
analysis-loads-a-file-into-a-large-object = carga un archivo en un objeto grande
analysis-creates-a-large-object = crea un objeto grande
analysis-deletes-a-large-object = borra un objeto grande
analysis-writes-a-large-object-to-a-file = escribe un objeto grande en un archivo
analysis-runs-which-is-no-known-command-of-psql = ejecuta \{ $command }, que no es una orden conocida de psql
analysis-holds-a-copy-that-could-not-be-taken-apart = contiene un \copy que no se pudo descomponer
analysis-runs-a-command-that-is-not-in-the-text = ejecuta una orden que no está en el texto
analysis-copies-rows-to-a-file = copia filas a un archivo
analysis-copies-rows-from-a-file = copia filas desde un archivo
analysis-copies-rows-to-or-from-a-place-that-is = copia filas a o desde un lugar que no está en el texto
analysis-copies-rows-to-files = copia filas a archivos
analysis-copies-rows-to-a-stage = copia filas a un área de preparación
analysis-copies-files-to-a-stage = copia archivos a un área de preparación
analysis-copies-files-from-a-stage = copia archivos desde un área de preparación
analysis-deletes-files-of-a-stage = borra archivos de un área de preparación
analysis-loads-rows-into-table = carga filas en la tabla { $table }
analysis-loads-rows-into-a-table = carga filas en una tabla
analysis-loads-rows-from-a-file = carga filas de un archivo
analysis-replaces-the-rows-of-table = sustituye las filas de la tabla { $table }
analysis-exports-to-files = exporta a archivos
analysis-exports-data = exporta datos
analysis-drops-a-part-of-the-database = elimina una parte de la base de datos
analysis-alters-part-of-the-database = modifica una parte de la base de datos
analysis-creates-a-part-of-the-database = crea una parte de la base de datos
analysis-empties-table = vacía la tabla { $table }
analysis-empties-a-table = vacía una tabla
analysis-changes-a-setting-of-the-database-server = modifica un ajuste del servidor de la base de datos
analysis-calls-which-may-change-something = llama a { $function }, que puede cambiar algo
analysis-calls-which-runs-sql-given-as-text = llama a { $function }, que ejecuta SQL dado como texto
analysis-calls-which-reaches-outside-of-the-database = llama a { $function }, que llega fuera de la base de datos
analysis-calls-which-writes-a-file = llama a { $function }, que escribe un archivo
analysis-calls-and-nobody-can-see-what-that-does = llama a { $function }, cuyo efecto no está en el texto
analysis-acts-on-the-database-server = actúa sobre el servidor de la base de datos
analysis-changes-a-setting = modifica un ajuste
analysis-runs-a-command-of-the-operating-system = ejecuta una orden del sistema operativo
analysis-changes-replication = modifica la replicación
analysis-changes-the-schema = modifica el esquema
analysis-deletes-rows = borra filas
analysis-deletes-rows-of-table = borra filas de la tabla { $table }
analysis-deletes-rows-of-table-all-of-them-there-is = borra filas de la tabla { $table } (todas: no hay WHERE)
analysis-inserts-rows = inserta filas
analysis-inserts-rows-into-table = inserta filas en la tabla { $table }
analysis-inserts-or-replaces-rows-of-table = inserta o sustituye filas de la tabla { $table }
analysis-replaces-all-rows-of-table = sustituye todas las filas de la tabla { $table }
analysis-replaces-what-is-in-a-folder = sustituye lo que hay en una carpeta
analysis-changes-rows = modifica filas
analysis-changes-rows-of-table = modifica filas de la tabla { $table }
analysis-changes-rows-of-table-all-of-them-there-is = modifica filas de la tabla { $table } (todas: no hay WHERE)
analysis-merges-rows = fusiona filas
analysis-merges-rows-into-table = fusiona filas en la tabla { $table }
analysis-merges-into-and-deletes-rows-of-table = fusiona y borra filas de la tabla { $table }
analysis-writes-the-result-to-a-file = escribe el resultado en un archivo
analysis-writes-the-result-into-table = escribe el resultado en la tabla { $table }
analysis-locks-the-rows-it-reads = bloquea las filas que lee
analysis-locks-what-it-reads = bloquea lo que lee
analysis-stops-the-server = detiene el servidor
analysis-reads-a-file-by = lee un archivo con { $function }
analysis-reads-a-file-of-the-database-server-by = lee un archivo del servidor de la base de datos con { $function }
analysis-writes-a-file-by = escribe un archivo con { $function }
analysis-reads-table = lee la tabla { $table }
analysis-reads-a-file-as-a-table = lee un archivo como tabla
analysis-ends-a-prepared-transaction = termina una transacción preparada
analysis-starts-a-part-of-the-server = inicia una parte del servidor
analysis-stops-a-part-of-the-server = detiene una parte del servidor
analysis-resets-a-part-of-the-server = restablece una parte del servidor
analysis-goes-on-as-another-role = continúa con otro rol
analysis-changes-the-setting = modifica el ajuste { $name }
analysis-changes-the-character-set-and-with-it-how-quotes = cambia el juego de caracteres y, con él, cómo se leen las comillas
analysis-deletes-the-server-logs = borra los registros del servidor
analysis-runs-pragma = ejecuta el pragma { $name }
analysis-sets-pragma = asigna el pragma { $name }
analysis-runs-a-command-on-the-database-server = ejecuta una orden en el servidor de la base de datos
analysis-takes-a-table-out-of-the-database = saca una tabla de la base de datos
analysis-writes-a-copy-of-the-database = escribe una copia de la base de datos
analysis-rewrites-tables-to-free-space = reescribe tablas para liberar espacio
analysis-grants-rights = concede permisos
analysis-takes-rights-away = revoca permisos
analysis-locks-tables = bloquea tablas
analysis-changes-a-comment-in-the-schema = modifica un comentario del esquema
analysis-refreshes-a-materialized-view = actualiza una vista materializada
analysis-rewrites-a-table-in-another-order = reescribe una tabla en otro orden
analysis-rebuilds-an-index = reconstruye un índice
analysis-makes-the-database-write-its-state-to-disk = hace que la base de datos escriba su estado en el disco
analysis-notifies-other-sessions = notifica a otras sesiones
analysis-flushes-caches-or-logs-of-the-server = hace un FLUSH de cachés o registros del servidor
analysis-ends-another-session-or-query = termina otra sesión o consulta
analysis-rewrites-a-table = reescribe una tabla
analysis-renames-a-table = renombra una tabla
analysis-imports-into-the-database = importa en la base de datos
analysis-installs-an-extension = instala una extensión
analysis-removes-an-extension = quita una extensión
analysis-changes-a-security-label = modifica una etiqueta de seguridad
analysis-changes-owners = cambia propietarios
analysis-caches-a-table = pone una tabla en caché
analysis-removes-a-table-from-the-cache = quita una tabla de la caché
analysis-repairs-a-table-partitions = repara las particiones de una tabla
analysis-restores-a-dropped-object = restaura un objeto eliminado
analysis-writes-a-backup = escribe una copia de seguridad
analysis-runs-a-maintenance-command-of-the-server = ejecuta una orden de mantenimiento del servidor
analysis-writes-rows-to-files = escribe filas en archivos
analysis-runs-events-of-a-log = ejecuta eventos de un registro
analysis-takes-part-in-a-distributed-transaction = participa en una transacción distribuida
analysis-deletes-logs-or-dropped-objects = borra registros u objetos eliminados
analysis-replaces-a-database = sustituye una base de datos
analysis-runs-a-block-of-procedural-code = ejecuta un bloque de código procedimental
analysis-updates-the-statistics-of-tables = actualiza las estadísticas de tablas
analysis-prepares-a-transaction-for-a-later-commit = prepara una transacción para confirmarla más tarde
analysis-prepares-a-statement-that-is-not-in-the-text = prepara una sentencia que no está en el texto
analysis-runs-sql-that-is-put-together-when-it-runs = ejecuta SQL que se compone al ejecutarse
analysis-calls-which-acts-on-the-database-server = llama a { $function }, que actúa sobre el servidor de la base de datos
analysis-calls-which-begins-a-backup = llama a { $function }, que inicia una copia de seguridad
analysis-calls-which-begins-or-ends-a-backup = llama a { $function }, que inicia o termina una copia de seguridad
analysis-calls-which-cancels-another-session-query = llama a { $function }, que cancela la consulta de otra sesión
analysis-calls-which-changes-a-large-object = llama a { $function }, que modifica un objeto grande
analysis-calls-which-changes-a-sequence-or-notifies-others = llama a { $function }, que modifica una secuencia o notifica a otros
analysis-calls-which-changes-a-setting = llama a { $function }, que modifica un ajuste
analysis-calls-which-changes-files-of-the-database-server = llama a { $function }, que modifica archivos del servidor de la base de datos
analysis-calls-which-changes-replication = llama a { $function }, que modifica la replicación
analysis-calls-which-copies-something-on-the-database-server = llama a { $function }, que copia algo en el servidor de la base de datos
analysis-calls-which-creates-something-on-the-database-server = llama a { $function }, que crea algo en el servidor de la base de datos
analysis-calls-which-deletes-a-file-of-the-database-server = llama a { $function }, que borra un archivo del servidor de la base de datos
analysis-calls-which-deletes-a-large-object = llama a { $function }, que borra un objeto grande
analysis-calls-which-drops-something-of-the-database-server = llama a { $function }, que elimina algo del servidor de la base de datos
analysis-calls-which-ends-a-backup = llama a { $function }, que termina una copia de seguridad
analysis-calls-which-ends-another-session = llama a { $function }, que termina otra sesión
analysis-calls-which-reaches-the-server-environment = llama a { $function }, que accede al entorno del servidor
analysis-calls-which-reaches-the-server-files-or-network = llama a { $function }, que accede a los archivos o la red del servidor
analysis-calls-which-reads-from-a-replication-slot-which-moves = llama a { $function }, que lee de una ranura de replicación, lo que la hace avanzar
analysis-calls-which-resets-statistics = llama a { $function }, que restablece estadísticas
analysis-calls-which-runs-a-command-of-the-operating-system = llama a { $function }, que ejecuta una orden del sistema operativo
analysis-calls-which-runs-a-procedure-of-the-server = llama a { $function }, que ejecuta un procedimiento del servidor
analysis-calls-which-runs-code-that-is-not-in-the = llama a { $function }, que ejecuta código que no está en el texto
analysis-calls-which-takes-a-lock = llama a { $function }, que toma un bloqueo
analysis-calls-which-takes-or-frees-a-lock = llama a { $function }, que toma o libera un bloqueo
analysis-reads-a-key-or-secret-file = lee un archivo de claves o secretos
analysis-reads-countersign-own-data = lee los propios datos de Countersign
analysis-changes-a-key-or-secret-file = modifica un archivo de claves o secretos
analysis-changes-a-file-that-runs-at-startup = modifica un archivo que se ejecuta al arrancar
analysis-changes-git-own-settings-or-hooks = modifica los propios ajustes o hooks de git
analysis-changes-an-agent-own-settings = modifica los propios ajustes de un agente
analysis-changes-countersign-own-data = modifica los propios datos de Countersign
analysis-changes-production-configuration = modifica la configuración de producción
analysis-changes-the-machine-accounts-or-what-every-program-loads = modifica las cuentas del equipo o archivos que carga todo programa
analysis-hides-what-follows-under-empty-lines = oculta texto bajo { $count } líneas vacías
analysis-is-a-line-of-characters = es una línea de { $count } caracteres
analysis-pushes-what-follows-aside-with-blanks = aparta texto con { $width } espacios
analysis-a-second-parser-finds-commands-in-it-the-first = un segundo analizador encuentra { $second ->
    [one] { $second } orden
   *[other] { $second } órdenes
}, el primero { $first }
analysis-drops-kind = elimina { $kind ->
    [view] la vista
    [index] el índice
    [trigger] el disparador
    [function] la función
    [procedure] el procedimiento
    [proc] el procedimiento
    [routine] la rutina
    [aggregate] la función de agregación
    [schema] el esquema
    [database] la base de datos
    [sequence] la secuencia
    [type] el tipo
    [domain] el dominio
    [role] el rol
    [user] el usuario
    [group] el grupo
    [login] el login
    [extension] la extensión
    [policy] la política
    [rule] la regla
    [event] el evento
    [server] el servidor
    [tablespace] el espacio de tablas
    [publication] la publicación
    [subscription] la suscripción
    [collation] la intercalación
    [conversion] la conversión
    [operator] el operador
    [cast] la conversión de tipo
    [language] el lenguaje
    [owned] los objetos de
    [secret] el secreto
    [macro] la macro
    [stage] el área de preparación
    [warehouse] el almacén
    [pipe] la canalización
    [stream] el flujo
    [task] la tarea
    [dictionary] el diccionario
    [synonym] el sinónimo
    [statistics] las estadísticas
    [system] el sistema
    [column] la columna
    [constraint] la restricción
    [partition] la partición
    [snapshot] la instantánea
    [model] el modelo
   *[table] la tabla
} { $name }
analysis-creates-kind = crea { $kind ->
    [view] la vista
    [index] el índice
    [trigger] el disparador
    [function] la función
    [procedure] el procedimiento
    [proc] el procedimiento
    [routine] la rutina
    [aggregate] la función de agregación
    [schema] el esquema
    [database] la base de datos
    [sequence] la secuencia
    [type] el tipo
    [domain] el dominio
    [role] el rol
    [user] el usuario
    [group] el grupo
    [login] el login
    [extension] la extensión
    [policy] la política
    [rule] la regla
    [event] el evento
    [server] el servidor
    [tablespace] el espacio de tablas
    [publication] la publicación
    [subscription] la suscripción
    [collation] la intercalación
    [conversion] la conversión
    [operator] el operador
    [cast] la conversión de tipo
    [language] el lenguaje
    [owned] los objetos de
    [secret] el secreto
    [macro] la macro
    [stage] el área de preparación
    [warehouse] el almacén
    [pipe] la canalización
    [stream] el flujo
    [task] la tarea
    [dictionary] el diccionario
    [synonym] el sinónimo
    [statistics] las estadísticas
    [system] el sistema
    [column] la columna
    [constraint] la restricción
    [partition] la partición
    [snapshot] la instantánea
    [model] el modelo
   *[table] la tabla
} { $name }
analysis-alters-kind = modifica { $kind ->
    [view] la vista
    [index] el índice
    [trigger] el disparador
    [function] la función
    [procedure] el procedimiento
    [proc] el procedimiento
    [routine] la rutina
    [aggregate] la función de agregación
    [schema] el esquema
    [database] la base de datos
    [sequence] la secuencia
    [type] el tipo
    [domain] el dominio
    [role] el rol
    [user] el usuario
    [group] el grupo
    [login] el login
    [extension] la extensión
    [policy] la política
    [rule] la regla
    [event] el evento
    [server] el servidor
    [tablespace] el espacio de tablas
    [publication] la publicación
    [subscription] la suscripción
    [collation] la intercalación
    [conversion] la conversión
    [operator] el operador
    [cast] la conversión de tipo
    [language] el lenguaje
    [owned] los objetos de
    [secret] el secreto
    [macro] la macro
    [stage] el área de preparación
    [warehouse] el almacén
    [pipe] la canalización
    [stream] el flujo
    [task] la tarea
    [dictionary] el diccionario
    [synonym] el sinónimo
    [statistics] las estadísticas
    [system] el sistema
    [column] la columna
    [constraint] la restricción
    [partition] la partición
    [snapshot] la instantánea
    [model] el modelo
   *[table] la tabla
} { $name }
analysis-drops-a-part-of-kind = elimina una parte { $kind ->
    [view] de la vista
    [index] del índice
    [trigger] del disparador
    [function] de la función
    [procedure] del procedimiento
    [proc] del procedimiento
    [routine] de la rutina
    [aggregate] de la función de agregación
    [schema] del esquema
    [database] de la base de datos
    [sequence] de la secuencia
    [type] del tipo
    [domain] del dominio
    [role] del rol
    [user] del usuario
    [group] del grupo
    [login] del login
    [extension] de la extensión
    [policy] de la política
    [rule] de la regla
    [event] del evento
    [server] del servidor
    [tablespace] del espacio de tablas
    [publication] de la publicación
    [subscription] de la suscripción
    [collation] de la intercalación
    [conversion] de la conversión
    [operator] del operador
    [cast] de la conversión de tipo
    [language] del lenguaje
    [owned] de los objetos de
    [secret] del secreto
    [macro] de la macro
    [stage] del área de preparación
    [warehouse] del almacén
    [pipe] de la canalización
    [stream] del flujo
    [task] de la tarea
    [dictionary] del diccionario
    [synonym] del sinónimo
    [statistics] de las estadísticas
    [system] del sistema
    [column] de la columna
    [constraint] de la restricción
    [partition] de la partición
    [snapshot] de la instantánea
    [model] del modelo
   *[table] de la tabla
} { $name }
analysis-replaces-kind = sustituye { $kind ->
    [schema] el esquema
    [database] la base de datos
   *[table] la tabla
} { $name } y su contenido
analysis-creates-kind-running-later = crea { $kind ->
    [rule] la regla
    [event] el evento
    [task] la tarea
   *[trigger] el disparador
} { $name }, que se ejecuta automáticamente más tarde
