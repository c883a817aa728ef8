analysis-sends = sends data out
analysis-a-key-or-secret-file = a key or secret file
analysis-a-file-that-runs-at-startup = a file that runs at startup
analysis-git-own-settings-or-hooks = git's own settings or hooks
analysis-an-agent-own-settings = an agent's own settings
analysis-countersign-own-data = Countersign's own data
analysis-production-configuration = production configuration
analysis-the-machine-accounts-or-what-every-program-loads = the machine's accounts or files that every program loads
analysis-is-countersign-own-setting = is Countersign's own setting
analysis-a-variable-that-holds-a-secret = a variable that holds a secret
analysis-reads-a-variable-that-holds-a-secret = reads a variable that holds a secret
analysis-shows-the-variables-of-other-processes = shows the variables of other processes, which may hold secrets
analysis-that-is-everything-there-is = { $said }: that is the whole file system
analysis-that-is-the-whole-home-folder = { $said }: that is the whole home folder
analysis-that-is-the-whole-working-folder = { $said }: that is the whole working folder
analysis-the-working-folder-stands-in-it = { $said }: the working folder is in it
analysis-the-home-folder-stands-in-it = { $said }: the home folder is in it
analysis-connects-to-a-host = connects to a host
analysis-sends-data-to-a-host = sends data to a host
analysis-contacts-a-host = contacts a host
analysis-contacts = contacts { $host }
analysis-contacts-a-host-that-only-running-tells = contacts a host known only at run time
analysis-writes-to-the-raw-device = writes to the raw device { $target }
analysis-tells-the-kernel-to-act-at-once-as-by = tells the kernel to act at once, for example to shut down
analysis-changes-the-running-kernel = changes the running kernel: { $target }
analysis-reads-a-file = reads a file
analysis-may-read-a-file = may read a file
analysis-writes-a-file = writes a file
analysis-writes-files = writes files
analysis-writes-to-a-file = writes to a file
analysis-may-write-to-a-file = may write to a file
analysis-deletes-a-file = deletes a file
analysis-empties-a-file = empties a file
analysis-empties-the-file = empties the file
analysis-empties-files = empties files
analysis-empties-a-file-before-it-is-read = empties a file before it is read
analysis-overwrites-the-file-with-zeros = overwrites the file with zeros
analysis-rewrites-the-file-in-place = rewrites the file in place
analysis-deletes-what-it-is-given = deletes what it is given
analysis-works-in-a-folder = works in a folder
analysis-runs-a-program = runs a program
analysis-runs-program = runs { $program }
analysis-runs-a-script = runs a script
analysis-runs-a-script-that-only-running-tells = runs a script known only at run time
analysis-loads-code = loads code
analysis-loads-a-library = loads a library
analysis-loads-a-module = loads a module
analysis-runs-code-that-is-made-elsewhere = runs code that is generated elsewhere
analysis-runs-text-that-is-made-elsewhere = runs text that is generated elsewhere
analysis-runs-sql-that-is-made-elsewhere = runs SQL that is generated elsewhere
analysis-runs-code-that-may-do-anything = runs code that may do anything
analysis-runs-code-that-may-do-anything-of = runs { $language } code that may do anything
analysis-runs-code-that-nobody-looked-at = runs code that was not checked
analysis-runs-code-that-nobody-here-can-read = runs code that cannot be checked
analysis-runs-code-that-is-not-given = runs code that is not given
analysis-runs-code-that-is-not-in-the-text = runs code that is not in the text
analysis-runs-code-where-a-module-is-named = runs code given in place of a module name
analysis-may-run-code = may run code
analysis-runs-with-more-rights = runs with more rights
analysis-runs-what-comes-in-by-standard-input = runs code from standard input
analysis-runs-sql-that-comes-in-by-standard-input = runs SQL from standard input
analysis-runs-what-is-in = runs the code in { $file }
analysis-runs-what-is-in-a-file-that-only-running = runs the code in a file known only at run time: { $file }
analysis-runs-a-command-that-a-pattern-stands-for = runs a command that is given as a pattern: { $command }
analysis-runs-a-command-that-only-running-tells = runs a command known only at run time
analysis-runs-a-command-that-only-running-tells-of = runs a command known only at run time: { $command }
analysis-runs-a-command-that-is-not-given = runs a command that is not given
analysis-runs-which-is-not-in-any-table = runs { $program }, which is not a known program
analysis-runs-which-nobody-here-can-read = runs { $program }, which cannot be checked
analysis-speaks-of-destroying = has a word for deleting or destroying: { $word }
analysis-stands-too-deep-in-other-commands-to-be-looked = is nested too deeply in other commands to be checked
analysis-has-too-many-commands-to-be-looked-at = has too many commands to check
analysis-has-more-commands-than-are-looked-at = has more commands than are checked
analysis-has-a-subcommand-that-is-not-in-any-table = has an unknown subcommand
analysis-has-a-subcommand-that-is-not-in-any-table-of = has an unknown subcommand: { $word }
analysis-has-an-option-that-is-not-known = has an unknown option: { $option }
analysis-stands-for-a-file-or-a-program-of-its = { $option } has no value, so the command chooses a file or a program itself
analysis-may-be-an-option-that-changes-what-it-does = { $word } may be an option that changes what it does
analysis-may-be-any-subcommand = { $word } may be any subcommand
analysis-only-running-tells-where-the-command-begins-that-it = where its command begins is known only at run time
analysis-only-running-tells-which-command-it-runs = which command it runs is known only at run time
analysis-only-running-tells-which-command-belongs-to = which command { $word } belongs to is known only at run time
analysis-more-words-may-appear-where-only-running-tells = more words may be added at run time
analysis-writes-to = writes to { $target }
analysis-sets-a-variable-that-only-running-tells = sets a variable known only at run time
analysis-sets-variables-that-only-running-tells = sets variables known only at run time
analysis-names-a-variable-that-only-running-tells = names a variable known only at run time
analysis-unsets-what-only-running-tells = unsets something known only at run time
analysis-unsets-path = unsets PATH, so that programs are looked for elsewhere
analysis-lets-operands-of-commands-set-variables = lets operands of commands set variables
analysis-assigns-an-expression-that-sets-variables = assigns an expression that sets variables
analysis-sets-the-positional-parameters-at-any-time = sets the positional parameters at any time
analysis-makes-an-array-of-text = makes an array from text
analysis-switches-the-shell-to-a-mode-in-which-text = switches the shell to a mode in which text means something else
analysis-switches-modes-of-the-shell-that-only-running-tells = switches modes of the shell known only at run time
analysis-sets-which-may-name-a-program-or-a-file = sets { $name }, which may name a program or a file
analysis-sets-to-what-only-running-tells = sets { $name } to a value known only at run time
analysis-sets-which-is-countersign-own = sets { $name }, which is Countersign's own
analysis-sets-which-decides-what-is-run-or-where = sets { $name }, which decides what is run or where
analysis-runs-what-holds-whenever-the-prompt-is-shown = runs the value of { $name } whenever the prompt is shown
analysis-is-nested-too-deeply-to-be-followed = is nested too deeply to be followed
analysis-it-is-nested-too-deeply = it is nested too deeply
analysis-holds-more-text-in-text-than-is-looked-at = contains more nested text than is checked
analysis-leaves-loops-in-more-ways-than-are-looked-at = leaves loops in more ways than are checked
analysis-holds-a-loop-that-goes-on-changing-its-variables = contains a loop that keeps changing its variables
analysis-sets-more-traps-than-are-looked-at = sets more traps than are checked
analysis-is-longer-than-kib-and-was-not-looked-at = is longer than { $n } KiB and was not checked
analysis-is-not-understood-as-shell-text = is not understood as shell text
analysis-is-not-understood-as-shell-text-of = is not understood as shell text: { $said }
analysis-holds-a-word-that-is-not-understood = contains a word that is not understood
analysis-holds-text-that-is-not-understood = contains text that is not understood
analysis-holds-brackets-that-can-be-read-in-two-ways = contains brackets that can be read in two ways
analysis-holds-a-substitution-that-runs-when-it-is-evaluated = contains a substitution that runs when it is evaluated
analysis-evaluates-what-is-not-proved-to-be-a-number = evaluates a value that may not be a number and may run commands
analysis-defines-a-function-whose-name-only-running-tells = defines a function whose name is known only at run time
analysis-calls-itself-again-and-again = calls itself recursively: { $name }
analysis-gives-a-command-another-meaning = redefines a command
analysis-gives-a-word-of-the-shell-language-another-meaning = redefines a word of the shell language
analysis-expands-text-that-is-made-elsewhere-as-a-prompt = expands text that is generated elsewhere as a prompt
analysis-a-second-parser-does-not-understand-it = a second parser does not understand it
analysis-takes-more-options-from-a-file = takes more options from a file
analysis-changes-something = changes something
analysis-destroys-something = destroys something
analysis-is-always-asked-about = is always asked about
analysis-cannot-be-told-from-the-text = cannot be determined from the text
analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead = contains an escape sequence, which a terminal obeys instead of showing it
analysis-holds-which-looks-like-a-sign-that-a-shell = contains { $code }, which looks like a special character of the shell
analysis-holds-a-carriage-return-after-which-a-terminal-writes = contains a carriage return, after which a terminal writes over what it has shown ({ $code })
analysis-holds-a-line-break-that-is-none-to-a = contains a line break that a shell does not treat as one ({ $code })
analysis-holds-a-nul-at-which-some-programs-stop-reading = contains a NUL, at which some programs stop reading ({ $code })
analysis-holds-a-character-that-changes-the-order-of-reading = contains a character that changes the reading order ({ $code })
analysis-holds-a-character-that-is-not-seen = contains an invisible character ({ $code })
analysis-holds-a-blank-that-is-none-to-a-shell = contains a space that a shell does not treat as one ({ $code })
analysis-holds-a-control-character = contains a control character ({ $code })
analysis-holds-in-a-word-of-latin-letters-which-looks = contains { $code } in a word of Latin letters, which looks like one of them
analysis-the-awk-program-cannot-be-read = the awk program cannot be read
analysis-runs-an-awk-program-that-only-running-tells = runs an awk program known only at run time
analysis-runs-an-awk-program-that-may-write-files-and = runs an awk program that may write files and run commands
analysis-talks-to-a-host = talks to a host
analysis-awk-prints-to-a-file = awk prints to a file
analysis-awk-prints-to-files = awk prints to files
analysis-awk-reads-a-file = awk reads a file
analysis-awk-runs-text-that-is-made-elsewhere = awk runs text that is generated elsewhere
analysis-awk-talks-to-a-host = awk talks to a host
analysis-awk-sends-data-to-a-host = awk sends data to a host
analysis-makes-a-variable-that-stands-for-another-one = makes a variable that refers to another one
analysis-makes-a-variable-that-does-not-hold-what-is = makes a variable that changes the value assigned to it
analysis-makes-an-alias-that-only-running-tells = makes an alias known only at run time
analysis-makes-an-alias-of-text-that-is-made-elsewhere = makes an alias of text that is generated elsewhere
analysis-asks-a-server-to-delete-something = asks a server to delete something
analysis-sends-a-request = sends a { $method } request
analysis-sends-a-request-whose-method-only-running-tells = sends a request whose method is known only at run time
analysis-sends-data-which-may-change-something-there = sends data, which may change something there
analysis-writes-what-it-tells-to-a-file = writes its output to a file
analysis-may-write-to-a-device = may write to a device
analysis-gives-a-container-all-rights-of-the-machine = gives a container all rights on the machine
analysis-gives-a-container-rights-of-the-machine = gives a container rights on the machine
analysis-shares-the-machine-own-space-with-a-container = shares a namespace of the machine with a container
analysis-may-reach-folders-of-the-machine = may reach folders of the machine
analysis-a-container-reads-a-folder-of-the-machine = a container reads a folder of the machine
analysis-a-container-may-change-a-folder-of-the-machine = a container may change a folder of the machine
analysis-gives-a-container-the-container-engine = gives a container access to the container engine
analysis-lets-git-run-what-its-settings-name = lets git run programs that its settings name
analysis-nothing-is-known-of-an-option = has an unknown option
analysis-nothing-is-known-of-an-option-of-env = gives env an unknown option
analysis-nothing-is-known-of-an-option-of-xargs = gives xargs an unknown option
analysis-nothing-is-known-of-find = gives find an unknown option: { $option }
analysis-takes-the-environment-from-a-file = takes the environment from a file
analysis-looks-for-the-program-elsewhere = looks for the program elsewhere
analysis-may-be-told-to-delete-what-it-finds = may delete the files it finds
analysis-looks-for-files = looks for files
analysis-deletes-the-files-it-finds = deletes the files it finds
analysis-does-what-only-running-tells-with-what-it-finds = what it does with the files it finds is known only at run time
analysis-reads-where-to-look = reads the search paths
analysis-compares-with-a-file = compares with a file
analysis-writes-what-it-finds-to-a-file = writes what it finds to a file
analysis-changes-what-a-symbolic-ref-points-to = changes what a symbolic ref points to
analysis-changes-git-settings = changes git's settings
analysis-settings-of-git-can-name-programs-to-run = settings of git can name programs to run
analysis-changes-a-file-of-settings = changes a settings file
analysis-feeds-a-hook = passes input to a hook
analysis-runs-git-programs-from-another-folder = runs git's programs from another folder
analysis-takes-git-settings-which-can-name-programs-to-run = takes git's settings, which can name programs to run, from another folder
analysis-takes-a-setting-of-git-from-the-environment = takes a setting of git from the environment
analysis-gives-git-a-setting-that-only-running-tells = gives git a setting known only at run time
analysis-makes-git-run-what-its-setting-says = makes git run the value of its setting { $key }
analysis-makes-git-run-text-that-is-made-elsewhere = makes git run text that is generated elsewhere
analysis-gives-git-the-setting = gives git the setting { $key }
analysis-runs-a-command-as-a-transport = runs a command as a transport
analysis-runs-a-transport-program = runs a transport program
analysis-reads-what-git-has-stored-of-a-file = reads a stored version of a file
analysis-prints-whatever-git-has-stored = prints any object that git has stored
analysis-reads-another-repository = reads another repository
analysis-overwrites-files-with-a-stored-version = overwrites files with a stored version
analysis-perhaps-overwrites-files-with-a-stored-version = perhaps overwrites files with a stored version
analysis-overwrites-published-history = overwrites published history
analysis-deletes-a-branch-or-tag-at-the-remote = deletes a branch or tag at the remote
analysis-perhaps-overwrites-or-deletes-at-the-remote = perhaps overwrites or deletes at the remote
analysis-opens-a-console-in-which-anything-can-be-run = opens a console in which anything can be run
analysis-opens-a-console-of-the-application-or-its-database = opens a console of the application or its database
analysis-opens-a-console-of-the-database = opens a console of the database
analysis-deletes-all-tables-of-the-application = deletes all tables of the application
analysis-imports-a-module-for-a-warning = imports a module for a warning
analysis-imports-the-module-of-a-warning-category = imports the module of a warning's category
analysis-imports-a-module = imports a module
analysis-imports-a-module-to-describe-it-or-starts-a = imports a module to describe it, or starts a server
analysis-opens-a-name-as-a-command-or-to-write = opens a name as a command or for writing
analysis-signals-a-process = signals a process
analysis-signals-every-process = signals every process
analysis-may-stand-for-every-process = { $word } may mean every process
analysis-runs-a-module-that-only-running-tells = runs a module known only at run time
analysis-runs-the-module = runs the module { $name }
analysis-runs-code-by = runs code with { $name }
analysis-reads-an-archive = reads an archive
analysis-creates-or-extracts-an-archive = creates or extracts an archive
analysis-writes-the-json-to-a-file = writes the JSON to a file
analysis-starts-a-web-server = starts a web server
analysis-installs-python-into-a-folder = installs Python into a folder
analysis-runs-what-a-pickle-says = runs the code in a pickle
analysis-runs-a-sed-script-that-may-write-files-and = runs a sed script that may write files and run commands
analysis-runs-a-sed-script-that-is-made-elsewhere = runs a sed script that is generated elsewhere
analysis-runs-a-sed-script-that-only-running-tells = runs a sed script known only at run time
analysis-the-sed-script-cannot-be-read = the sed script cannot be read
analysis-sed-w-command-writes-a-file = sed's w command writes a file
analysis-sed-r-command-reads-a-file = sed's r command reads a file
analysis-sed-runs-lines-of-its-input-as-commands = sed runs lines of its input as commands
analysis-runs-a-startup-file = runs a startup file
analysis-runs-text-in-a-language-that-is-not-followed = runs text in a language that cannot be checked
analysis-changes-the-database = changes the database
analysis-creates-the-database-where-it-is-not-there-yet = creates the database if it does not exist
analysis-forwards-connections = forwards connections
analysis-takes-settings-that-can-run-programs = takes settings that can run programs
analysis-writes-a-log = writes a log
analysis-controls-a-shared-connection = controls a shared connection
analysis-may-be-an-option-of-ssh-that-runs-a = may be an option of ssh that runs a program
analysis-opens-a-session-on-another-machine = opens a session on another machine
analysis-runs-on-another-machine-what-comes-in = runs commands from standard input on another machine
analysis-runs-what-says = runs the value of { $key }
analysis-runs-or-loads-what-says = runs or loads the value of { $key }
analysis-shares-or-forwards-connections = shares or forwards connections
analysis-gives-ssh-a-setting-that-only-running-tells = gives ssh a setting known only at run time
analysis-writes-an-archive = writes an archive
analysis-does-what-only-running-tells = does something known only at run time
analysis-may-be-an-option-of-tar-that-runs-a = may be an option of tar that runs a program
analysis-extracts-files-over-existing-ones = extracts files over existing ones
analysis-writes-to-the-usual-archive = writes to the usual archive
analysis-changes-the-archive = changes the archive
analysis-takes-options-and-names-from-a-file = takes options and names from a file
analysis-writes-a-list-of-files = writes a list of files
analysis-reads-a-list-of-patterns = reads a list of patterns
analysis-runs-a-script-of-editor-commands = runs a script of editor commands
analysis-runs-editor-commands-that-come-in = runs editor commands from standard input
analysis-runs-editor-commands-that-only-running-tells = runs editor commands known only at run time
analysis-runs-editor-commands-that-may-do-anything = runs editor commands that may do anything
analysis-deletes-every-line-of-the-file = deletes every line of the file
analysis-reads-words-for-a-command = reads arguments for a command
analysis-writes-what-came-out = writes results or temporary files
analysis-runs-lines-that-only-running-tells = runs lines known only at run time
analysis-runs-perl-text-in-a-template = runs Perl code in a template
analysis-runs-code-in-the-pattern-to-split-by = runs code in the pattern to split by
analysis-holds-more-sql-than-is-looked-at = contains more SQL than is checked
analysis-holds-sql-nested-too-deep = contains SQL nested too deep
analysis-holds-sql-with-characters-that-databases-read-differently = contains SQL with characters that databases read differently
analysis-holds-sql-that-could-not-be-taken-apart = contains SQL that could not be split into tokens
analysis-holds-sql-that-could-not-be-understood = contains SQL that could not be understood
analysis-holds-more-statements-than-are-looked-at = contains more statements than are checked
analysis-does-more-than-is-told-here = does more than is listed here
analysis-runs-a-shell-command-from-the-sql-client = runs a shell command from the SQL client
analysis-runs-sql-from-a-file = runs SQL from a file
analysis-runs-sql-from-a-file-which-is-not-in = runs SQL from a file, which is not in the text
analysis-writes-the-client-output-to-a-file = writes the client's output to a file
analysis-runs-which-is-no-known-command-of-the-shell = runs .{ $command }, which is not a known command of the shell
analysis-runs = runs .{ $command }
analysis-opens-the-output-in-a-program = opens the output in a program
analysis-writes-the-output-to-a-file = writes the output to a file
analysis-writes-a-log-to-a-file = writes a log to a file
analysis-runs-sql-that-a-command-prints = runs SQL that a command prints
analysis-imports-rows-from-a-file = imports rows from a file
analysis-imports-rows-into-table = imports rows into table { $table }
analysis-replaces-the-database-with-a-backup = replaces the database with a backup
analysis-opens-a-database-file = opens a database file
analysis-empties-a-database-file = empties a database file
analysis-opens-or-creates-a-database-file = opens or creates a database file
analysis-opens-a-database-that-is-not-in-the-text = opens a database that is not in the text
analysis-creates-changes-or-unpacks-an-archive = creates, changes or unpacks an archive
analysis-loads-code-into-the-database = loads code into the database
analysis-runs-a-short-command-that-is-none-of-the = runs a short command that the mysql client does not have
analysis-opens-an-editor-and-runs-what-comes-out-of = opens an editor and runs the edited text
analysis-runs-what-comes-out-of-an-editor = runs the text from an editor
analysis-holds-more-on-the-line-of-a-client-command = has more text on the line of a client command
analysis-lets-psql-put-the-value-of-a-variable-into = lets psql put the value of a variable into the text
analysis-lets-a-prompt-run-shell-commands = lets a prompt run shell commands
analysis-runs-each-value-of-the-result-as-sql = runs each value of the result as SQL
analysis-changes-the-client-environment = changes the client's environment
analysis-changes-a-password = changes a password
analysis-loads-a-file-into-a-large-object = loads a file into a large object
analysis-creates-a-large-object = creates a large object
analysis-deletes-a-large-object = deletes a large object
analysis-writes-a-large-object-to-a-file = writes a large object to a file
analysis-runs-which-is-no-known-command-of-psql = runs \{ $command }, which is not a known command of psql
analysis-holds-a-copy-that-could-not-be-taken-apart = contains a \copy that could not be parsed
analysis-runs-a-command-that-is-not-in-the-text = runs a command that is not in the text
analysis-copies-rows-to-a-file = copies rows to a file
analysis-copies-rows-from-a-file = copies rows from a file
analysis-copies-rows-to-or-from-a-place-that-is = copies rows to or from a place that is not in the text
analysis-copies-rows-to-files = copies rows to files
analysis-copies-rows-to-a-stage = copies rows to a stage
analysis-copies-files-to-a-stage = copies files to a stage
analysis-copies-files-from-a-stage = copies files from a stage
analysis-deletes-files-of-a-stage = deletes files of a stage
analysis-loads-rows-into-table = loads rows into table { $table }
analysis-loads-rows-into-a-table = loads rows into a table
analysis-loads-rows-from-a-file = loads rows from a file
analysis-replaces-the-rows-of-table = replaces the rows of table { $table }
analysis-exports-to-files = exports to files
analysis-exports-data = exports data
analysis-drops-a-part-of-the-database = drops a part of the database
analysis-alters-part-of-the-database = alters part of the database
analysis-creates-a-part-of-the-database = creates a part of the database
analysis-empties-table = empties table { $table }
analysis-empties-a-table = empties a table
analysis-changes-a-setting-of-the-database-server = changes a setting of the database server
analysis-calls-which-may-change-something = calls { $function }, which may change something
analysis-calls-which-runs-sql-given-as-text = calls { $function }, which runs SQL given as text
analysis-calls-which-reaches-outside-of-the-database = calls { $function }, which reaches outside of the database
analysis-calls-which-writes-a-file = calls { $function }, which writes a file
analysis-calls-and-nobody-can-see-what-that-does = calls { $function }, whose effect is not in the text
analysis-acts-on-the-database-server = acts on the database server
analysis-changes-a-setting = changes a setting
analysis-runs-a-command-of-the-operating-system = runs a command of the operating system
analysis-changes-replication = changes replication
analysis-changes-the-schema = changes the schema
analysis-deletes-rows = deletes rows
analysis-deletes-rows-of-table = deletes rows of table { $table }
analysis-deletes-rows-of-table-all-of-them-there-is = deletes rows of table { $table } (all of them: there is no WHERE)
analysis-inserts-rows = inserts rows
analysis-inserts-rows-into-table = inserts rows into table { $table }
analysis-inserts-or-replaces-rows-of-table = inserts or replaces rows of table { $table }
analysis-replaces-all-rows-of-table = replaces all rows of table { $table }
analysis-replaces-what-is-in-a-folder = replaces what is in a folder
analysis-changes-rows = changes rows
analysis-changes-rows-of-table = changes rows of table { $table }
analysis-changes-rows-of-table-all-of-them-there-is = changes rows of table { $table } (all of them: there is no WHERE)
analysis-merges-rows = merges rows
analysis-merges-rows-into-table = merges rows into table { $table }
analysis-merges-into-and-deletes-rows-of-table = merges into, and deletes, rows of table { $table }
analysis-writes-the-result-to-a-file = writes the result to a file
analysis-writes-the-result-into-table = writes the result into table { $table }
analysis-locks-the-rows-it-reads = locks the rows it reads
analysis-locks-what-it-reads = locks what it reads
analysis-stops-the-server = stops the server
analysis-reads-a-file-by = reads a file by { $function }
analysis-reads-a-file-of-the-database-server-by = reads a file of the database server by { $function }
analysis-writes-a-file-by = writes a file by { $function }
analysis-reads-table = reads table { $table }
analysis-reads-a-file-as-a-table = reads a file as a table
analysis-ends-a-prepared-transaction = ends a prepared transaction
analysis-starts-a-part-of-the-server = starts a part of the server
analysis-stops-a-part-of-the-server = stops a part of the server
analysis-resets-a-part-of-the-server = resets a part of the server
analysis-goes-on-as-another-role = continues as another role
analysis-changes-the-setting = changes the setting { $name }
analysis-changes-the-character-set-and-with-it-how-quotes = changes the character set, and with it how quotes are read
analysis-deletes-the-server-logs = deletes the server's logs
analysis-runs-pragma = runs pragma { $name }
analysis-sets-pragma = sets pragma { $name }
analysis-runs-a-command-on-the-database-server = runs a command on the database server
analysis-takes-a-table-out-of-the-database = detaches a table from the database
analysis-writes-a-copy-of-the-database = writes a copy of the database
analysis-rewrites-tables-to-free-space = rewrites tables to free space
analysis-grants-rights = grants rights
analysis-takes-rights-away = revokes rights
analysis-locks-tables = locks tables
analysis-changes-a-comment-in-the-schema = changes a comment in the schema
analysis-refreshes-a-materialized-view = refreshes a materialized view
analysis-rewrites-a-table-in-another-order = rewrites a table in another order
analysis-rebuilds-an-index = rebuilds an index
analysis-makes-the-database-write-its-state-to-disk = makes the database write its state to disk
analysis-notifies-other-sessions = notifies other sessions
analysis-flushes-caches-or-logs-of-the-server = flushes caches or logs of the server
analysis-ends-another-session-or-query = ends another session or query
analysis-rewrites-a-table = rewrites a table
analysis-renames-a-table = renames a table
analysis-imports-into-the-database = imports into the database
analysis-installs-an-extension = installs an extension
analysis-removes-an-extension = removes an extension
analysis-changes-a-security-label = changes a security label
analysis-changes-owners = changes owners
analysis-caches-a-table = caches a table
analysis-removes-a-table-from-the-cache = removes a table from the cache
analysis-repairs-a-table-partitions = repairs a table's partitions
analysis-restores-a-dropped-object = restores a dropped object
analysis-writes-a-backup = writes a backup
analysis-runs-a-maintenance-command-of-the-server = runs a maintenance command of the server
analysis-writes-rows-to-files = writes rows to files
analysis-runs-events-of-a-log = replays events of a log
analysis-takes-part-in-a-distributed-transaction = takes part in a distributed transaction
analysis-deletes-logs-or-dropped-objects = deletes logs or dropped objects
analysis-replaces-a-database = replaces a database
analysis-runs-a-block-of-procedural-code = runs a block of procedural code
analysis-updates-the-statistics-of-tables = updates the statistics of tables
analysis-prepares-a-transaction-for-a-later-commit = prepares a transaction for a later commit
analysis-prepares-a-statement-that-is-not-in-the-text = prepares a statement that is not in the text
analysis-runs-sql-that-is-put-together-when-it-runs = runs SQL that is built at run time
analysis-calls-which-acts-on-the-database-server = calls { $function }, which acts on the database server
analysis-calls-which-begins-a-backup = calls { $function }, which begins a backup
analysis-calls-which-begins-or-ends-a-backup = calls { $function }, which begins or ends a backup
analysis-calls-which-cancels-another-session-query = calls { $function }, which cancels another session's query
analysis-calls-which-changes-a-large-object = calls { $function }, which changes a large object
analysis-calls-which-changes-a-sequence-or-notifies-others = calls { $function }, which changes a sequence or notifies others
analysis-calls-which-changes-a-setting = calls { $function }, which changes a setting
analysis-calls-which-changes-files-of-the-database-server = calls { $function }, which changes files of the database server
analysis-calls-which-changes-replication = calls { $function }, which changes replication
analysis-calls-which-copies-something-on-the-database-server = calls { $function }, which copies something on the database server
analysis-calls-which-creates-something-on-the-database-server = calls { $function }, which creates something on the database server
analysis-calls-which-deletes-a-file-of-the-database-server = calls { $function }, which deletes a file of the database server
analysis-calls-which-deletes-a-large-object = calls { $function }, which deletes a large object
analysis-calls-which-drops-something-of-the-database-server = calls { $function }, which drops something of the database server
analysis-calls-which-ends-a-backup = calls { $function }, which ends a backup
analysis-calls-which-ends-another-session = calls { $function }, which ends another session
analysis-calls-which-reaches-the-server-environment = calls { $function }, which reaches the server's environment
analysis-calls-which-reaches-the-server-files-or-network = calls { $function }, which reaches the server's files or network
analysis-calls-which-reads-from-a-replication-slot-which-moves = calls { $function }, which reads from a replication slot and advances it
analysis-calls-which-resets-statistics = calls { $function }, which resets statistics
analysis-calls-which-runs-a-command-of-the-operating-system = calls { $function }, which runs a command of the operating system
analysis-calls-which-runs-a-procedure-of-the-server = calls { $function }, which runs a procedure of the server
analysis-calls-which-runs-code-that-is-not-in-the = calls { $function }, which runs code that is not in the text
analysis-calls-which-takes-a-lock = calls { $function }, which takes a lock
analysis-calls-which-takes-or-frees-a-lock = calls { $function }, which takes or frees a lock
analysis-reads-a-key-or-secret-file = reads a key or secret file
analysis-reads-countersign-own-data = reads Countersign's own data
analysis-changes-a-key-or-secret-file = changes a key or secret file
analysis-changes-a-file-that-runs-at-startup = changes a file that runs at startup
analysis-changes-git-own-settings-or-hooks = changes git's own settings or hooks
analysis-changes-an-agent-own-settings = changes an agent's own settings
analysis-changes-countersign-own-data = changes Countersign's own data
analysis-changes-production-configuration = changes production configuration
analysis-changes-the-machine-accounts-or-what-every-program-loads = changes the machine's accounts or files that every program loads
analysis-hides-what-follows-under-empty-lines = hides text below { $count } empty lines
analysis-is-a-line-of-characters = is a line of { $count } characters
analysis-pushes-what-follows-aside-with-blanks = pushes text aside with { $width } spaces
analysis-a-second-parser-finds-commands-in-it-the-first = a second parser finds { $second } commands in it, the first { $first }
analysis-drops-kind = drops { $kind ->
    [view] view
    [index] index
    [trigger] trigger
    [function] function
    [procedure] procedure
    [proc] proc
    [routine] routine
    [aggregate] aggregate
    [schema] schema
    [database] database
    [sequence] sequence
    [type] type
    [domain] domain
    [role] role
    [user] user
    [group] group
    [login] login
    [extension] extension
    [policy] policy
    [rule] rule
    [event] event
    [server] server
    [tablespace] tablespace
    [publication] publication
    [subscription] subscription
    [collation] collation
    [conversion] conversion
    [operator] operator
    [cast] cast
    [language] language
    [owned] owned
    [secret] secret
    [macro] macro
    [stage] stage
    [warehouse] warehouse
    [pipe] pipe
    [stream] stream
    [task] task
    [dictionary] dictionary
    [synonym] synonym
    [statistics] statistics
    [system] system
    [column] column
    [constraint] constraint
    [partition] partition
    [snapshot] snapshot
    [model] model
   *[table] table
} { $name }
analysis-creates-kind = creates { $kind ->
    [view] view
    [index] index
    [trigger] trigger
    [function] function
    [procedure] procedure
    [proc] proc
    [routine] routine
    [aggregate] aggregate
    [schema] schema
    [database] database
    [sequence] sequence
    [type] type
    [domain] domain
    [role] role
    [user] user
    [group] group
    [login] login
    [extension] extension
    [policy] policy
    [rule] rule
    [event] event
    [server] server
    [tablespace] tablespace
    [publication] publication
    [subscription] subscription
    [collation] collation
    [conversion] conversion
    [operator] operator
    [cast] cast
    [language] language
    [owned] owned
    [secret] secret
    [macro] macro
    [stage] stage
    [warehouse] warehouse
    [pipe] pipe
    [stream] stream
    [task] task
    [dictionary] dictionary
    [synonym] synonym
    [statistics] statistics
    [system] system
    [column] column
    [constraint] constraint
    [partition] partition
    [snapshot] snapshot
    [model] model
   *[table] table
} { $name }
analysis-alters-kind = alters { $kind ->
    [view] view
    [index] index
    [trigger] trigger
    [function] function
    [procedure] procedure
    [proc] proc
    [routine] routine
    [aggregate] aggregate
    [schema] schema
    [database] database
    [sequence] sequence
    [type] type
    [domain] domain
    [role] role
    [user] user
    [group] group
    [login] login
    [extension] extension
    [policy] policy
    [rule] rule
    [event] event
    [server] server
    [tablespace] tablespace
    [publication] publication
    [subscription] subscription
    [collation] collation
    [conversion] conversion
    [operator] operator
    [cast] cast
    [language] language
    [owned] owned
    [secret] secret
    [macro] macro
    [stage] stage
    [warehouse] warehouse
    [pipe] pipe
    [stream] stream
    [task] task
    [dictionary] dictionary
    [synonym] synonym
    [statistics] statistics
    [system] system
    [column] column
    [constraint] constraint
    [partition] partition
    [snapshot] snapshot
    [model] model
   *[table] table
} { $name }
analysis-drops-a-part-of-kind = drops a part of { $kind ->
    [view] view
    [index] index
    [trigger] trigger
    [function] function
    [procedure] procedure
    [proc] proc
    [routine] routine
    [aggregate] aggregate
    [schema] schema
    [database] database
    [sequence] sequence
    [type] type
    [domain] domain
    [role] role
    [user] user
    [group] group
    [login] login
    [extension] extension
    [policy] policy
    [rule] rule
    [event] event
    [server] server
    [tablespace] tablespace
    [publication] publication
    [subscription] subscription
    [collation] collation
    [conversion] conversion
    [operator] operator
    [cast] cast
    [language] language
    [owned] owned
    [secret] secret
    [macro] macro
    [stage] stage
    [warehouse] warehouse
    [pipe] pipe
    [stream] stream
    [task] task
    [dictionary] dictionary
    [synonym] synonym
    [statistics] statistics
    [system] system
    [column] column
    [constraint] constraint
    [partition] partition
    [snapshot] snapshot
    [model] model
   *[table] table
} { $name }
analysis-replaces-kind = replaces { $kind ->
    [schema] schema
    [database] database
   *[table] table
} { $name } and its contents
analysis-creates-kind-running-later = creates { $kind ->
    [rule] rule
    [event] event
    [task] task
   *[trigger] trigger
} { $name }, which runs by itself later
