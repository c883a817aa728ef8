effect-about-bytes = about { $n } bytes
effect-and-more = { $saids }, and more
effect-and-n-more = and { $n } more
effect-ask-again = try again once it exists
effect-ask-less = request less at once
effect-attributes = attributes { $attributes }
effect-attributes-stay = the extended attributes of { $path } do not land
effect-becomes-unknown = the new content of { $path } is not known in advance
effect-before-gone = the previous state is no longer kept
effect-before-not-kept = the previous state was not kept
effect-block-length = a time block needs a length
effect-block-title = a time block needs a title or a task
effect-both-sides = { $path } was changed on both sides
effect-both-sides-cannot = { $path } was changed on both sides: it cannot land as it is
effect-bytes = { $n ->
    [one] 1 byte
   *[other] { $n } bytes
    }
effect-calendar-31 = an entry of the calendar lasts 31 days at most
effect-calendar-already = "{ $title }" is in the calendar already ({ $id })
effect-calendar-overlaps = overlaps "{ $title }" ({ $id }), { $start } to { $end }
effect-calendar-target = the calendar, { $start } to { $end }
effect-call-again = call it again: it will be checked again
effect-call-no-folder = the call has no working folder
effect-cannot = cannot { $said-doing }: { $said }
effect-cannot-enter = cannot enter the working folder { $path }: { $error }
effect-cannot-land = none of it can land: { $said }
effect-cannot-look = cannot inspect { $path }: { $said }
effect-cannot-look-db = cannot inspect the database: { $error }
effect-cannot-look-file = cannot inspect the file: { $error }
effect-cannot-read = cannot read { $path }: { $said }
effect-cannot-read-file = cannot read the file: { $error }
effect-cannot-read-kept = cannot read the kept state: { $error }
effect-cannot-read-kept-of = cannot read the kept state of { $path }: { $said }
effect-cannot-remove = cannot remove { $path }: { $said }
effect-cannot-run = cannot run { $name }: { $error }
effect-cannot-take = invalid arguments for { $tool }: { $said }
effect-cannot-use = cannot use { $path }: { $error }
effect-cannot-write = cannot write { $path }: { $said }
effect-cannot-write-disk = cannot write to the disk of { $path }: { $said }
effect-cannot-write-file = cannot write the file: { $error }
effect-cannot-write-trash = cannot write to the trash at { $path }: { $said }
effect-changed-meanwhile = { $path } changed meanwhile
effect-changed-now = { $path } changed just now
effect-changed-since = { $path } changed since
effect-changed-since-why = { $path } changed since: { $said }
effect-changes-more = it changes more than { $n } files and folders
effect-check-name = check the command's name and the working folder
effect-checklist-item = checklist item "{ $title }" ({ $id })
effect-choose-among = choose among { $paths }
effect-choose-nothing = there is nothing to choose: nothing changed
effect-choose-whole = choose the whole path
effect-clock = the clock of this machine was set back meanwhile
effect-command-both = give either command or argv, not both
effect-command-folder-moved = the folder now resolves to { $path }
effect-command-holds = the command contains { $said }
effect-command-lines = the command has { $lines } lines; read all of them
effect-command-none = there is no command
effect-command-nul = a command cannot hold NUL or carriage return characters
effect-command-own-variable = { $name } is Countersign's own and cannot be set
effect-command-uncaptured = a command's effects are not captured
effect-command-unknown = it is not known how far the command got
effect-command-unknown-unchanged = it is not known how far the command got; no file was changed
effect-command-variable = { $name } is not a valid variable name
effect-conflict = a conflict
effect-content-changed = its content changed
effect-copy-deep = folders deeper than { $n } are not copied
effect-copy-weight = a copy of it would exceed the limit of { $n } bytes
effect-create-first = create it first with filesystem.create_dir
effect-csv-field = row { $row } has a field { $name } that is not in the header
effect-csv-further-names = the file had other hard links, which still have the old content
effect-csv-header = { $path } has the header { $header }
effect-csv-list = row { $row } contains a list or an object
effect-csv-million = that is more than a million rows
effect-csv-names = { $name } has { $n } hard links; only this one is written
effect-csv-no-file = no file
effect-csv-nothing = there is nothing to write: no rows and no header
effect-csv-row = a row cannot be written: { $error }
effect-csv-same = { $name } has exactly these rows already
effect-csv-state = { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}, mode { $mode }, content { $hash }
effect-csv-too-large = { $path } is too large to add to
effect-csv-value-hint = a value is text, a number, true, false or null
effect-csv-values = row { $row } has { $n } values, the header { $m }
effect-data-add = add { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of { $table }
effect-data-alter-object = alter { $kind ->
    [index] index
    [view] view
    [trigger] trigger
   *[table] table
    } { $name }
effect-data-change = change { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of { $table }
effect-data-create-object = create { $kind ->
    [index] index
    [view] view
    [trigger] trigger
   *[table] table
    } { $name }
effect-data-delete = delete { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of { $table }
effect-data-drop = drop table { $table } with { $n ->
    [one] 1 row
   *[other] { $n } rows
    }
effect-data-drop-object = drop { $kind ->
    [index] index
    [view] view
    [trigger] trigger
   *[table] table
    } { $name }
effect-day-end = a day must end after it begins
effect-db-already = { $path } is already in its previous state
effect-db-busy = another program is using the database
effect-db-change-nothing = the statements change nothing
effect-db-columns = the columns of table { $table } have changed
effect-db-deletes-columns = deletes { $path }: columns of table { $table }
effect-db-deletes-large = deletes { $path }: rows or tables (too large to tell which)
effect-db-deletes-rows = deletes { $path }: { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of table { $table }
effect-db-deletes-table = deletes { $path }: table { $table } with { $n ->
    [one] 1 row
   *[other] { $n } rows
    }
effect-db-expected = { $table }: expected { $expected }, found { $found }
effect-db-failed = the database failed: { $error }
effect-db-first-parameters = only the first statement can have parameters
effect-db-half = a program was killed while it wrote to the database, and left it half written
effect-db-hits-columns = { $path }: columns of table { $table }
effect-db-hits-large = { $path }: rows or tables (too large to tell which)
effect-db-hits-rows = { $path }: { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of table { $table }
effect-db-hits-table = { $path }: table { $table } with { $n ->
    [one] 1 row
   *[other] { $n } rows
    }
effect-db-holds = the statements contain { $said }
effect-db-in-the-way = rows added since are in the way
effect-db-large-value = { $value } is too large for a database
effect-db-larger = the database is larger than { $n } MiB, so its current state is not kept
effect-db-no-longer-run = the statements no longer run: { $said }
effect-db-no-row = no row
effect-db-no-statement = there is no statement
effect-db-no-value = { $value } is not a database value
effect-db-none = that is not an SQLite database
effect-db-now = now: { $tables }
effect-db-not-allowed = this tool does not allow the statement: { $error }
effect-db-object = { $kind ->
    [index] index
    [view] view
    [trigger] trigger
   *[table] table
    } { $name }
effect-db-one-per-call = propose one statement per call, or write the values out
effect-db-one-query = only one statement at a time can be queried
effect-db-open-once = open it once with that program, or with sqlite3, which repairs it
effect-db-otherwise = the statements would now change { $path } differently
effect-db-parameter = parameter { $name } has no value
effect-db-parameters = the statement has { $n } parameters, { $m } are given
effect-db-plain = queries can only read; to write, use plain statements on the database itself
effect-db-read-only = the database is opened for reading only
effect-db-refer = rows added since refer to rows that would be removed, or the other way round
effect-db-rows-changed = rows of { $path } changed since
effect-db-shown = shown: { $tables }
effect-db-too-large-before = the database is too large to keep its previous state
effect-db-too-large-tell = { $path } was too large to keep its previous state, so the outcome is unknown
effect-db-too-long = the statement took too long and was stopped
effect-db-touched = { $n } rows of { $table } are touched; { $m } are shown
effect-db-value-hint = use text, numbers, true, false, null, or {"{"}"base64": …{"}"} for bytes
effect-db-varies = uses the time or random values: the values written may differ from those shown
effect-db-whole = it can only be restored as a whole, which would discard later changes
effect-db-write-tool = data.write_sqlite proposes changes
effect-deep = folders deeper than { $n } are not followed
effect-deep-at = folders deeper than { $n } are not followed: { $path }
effect-deletes-bytes = deletes { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
effect-deletes-inside = deletes { $n ->
    [one] 1 thing
   *[other] { $n } things
} in it, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}: { $names }
effect-deletes-proposed = deletes a folder that is itself only proposed
effect-deletes-things = deletes { $n ->
    [one] 1 thing
   *[other] { $n } things
    }, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}: { $names }
effect-deleting-files = deleting files: { $path }
effect-denied-absent = to read { $path }: its real content is hidden
effect-denied-address = network: the address of { $host }
effect-denied-call = the system call { $name }
effect-denied-change = to change { $path }
effect-denied-network = network: { $host }
effect-denied-read = to read { $path }
effect-denied-socket = a program behind the socket { $name }
effect-did-untold = its effects cannot be determined: { $said }
effect-plan-too-long = the steps before it took too long to try out
effect-do-along = clone the mount at { $path }
effect-do-bring-back = bring back { $path }
effect-do-change = change { $path }
effect-do-change-back = change back { $path }
effect-do-clear = clear { $path }
effect-do-copy-db = copy the database
effect-do-copy-to = copy to { $path }
effect-do-cover = mount over { $path }
effect-do-delete = delete { $path }
effect-do-empty-trash = empty the trash
effect-do-enter = enter the working folder
effect-do-file-back = put the file back
effect-do-filter = filter the command's system calls (seccomp with user notification)
effect-do-folder-kept = make a folder for the current state
effect-do-keep = keep the current state of { $path }
effect-do-keep-db = keep the database
effect-do-keep-file = keep the file
effect-do-keep-stands = keep the current state
effect-do-keep-thing = keep { $path }
effect-do-landlock = restrict the command to its folders (Landlock)
effect-do-limits = set the command's limits
effect-do-list = list { $path }
effect-do-make = make { $path }
effect-do-memory = make a private file system in memory
effect-do-mounts = keep mounts separate
effect-do-move = move { $path }
effect-do-move-to = move to { $path }
effect-do-namespaces = create a world (user namespaces)
effect-do-network = bring up its own network
effect-do-oneself = map the user in a world (uid_map)
effect-do-open = open { $path }
effect-do-open-folder-of = open the folder of { $path }
effect-do-open-trash = open the trash
effect-do-open-trash-at = open the trash at { $path }
effect-do-overlay = lay a folder over another (overlayfs with userxattr)
effect-do-parts = hand over the world's parts
effect-do-place = put { $path } in its place
effect-do-prepare = prepare { $path }
effect-do-privileges = give up privileges
effect-do-proc = mount its own /proc
effect-do-program = run the program
effect-do-put-file = put the file in its place
effect-do-read-only = make everything read-only
effect-do-resolve = resolve { $path }
effect-do-session = start its own session
effect-do-start = start the command
effect-do-streams = set up the command's input and output
effect-do-terminals = create its own terminals
effect-do-tie = tie the world to its caller
effect-do-try-folder = make a folder to try it in
effect-do-watch = watch { $path }
effect-do-watch-hidden = watch hidden paths
effect-do-world = make the world
effect-doctor-lacks = countersign doctor says what this machine lacks
effect-doctor-missing = countersign doctor says what is missing
effect-due-already = { $said } already has due date { $due }
effect-due-none-already = { $said } already has no due date
effect-edit-absent = old_text of edit { $n } does not occur in { $path }
effect-edit-empty = old_text of edit { $n } is empty
effect-edit-twice = old_text of edit { $n } occurs more than once in { $path }
effect-element = element { $n } of { $list } is malformed
effect-emptied = { $path } is emptied
effect-err-denied = permission is denied
effect-err-device = it is a device, a pipe or a socket, not a file
effect-err-full = the disk is full
effect-err-is-folder = it is a folder
effect-err-link = a link is in the way
effect-err-long = the name is too long
effect-err-noent = there is no such file or folder
effect-err-not-folder = part of it is not a folder
effect-err-read-only = the file system is read-only
effect-estimate-already = { $said } already has estimate { $estimate }
effect-estimate-none-already = { $said } already has no estimate
effect-expected = expected: { $said }
effect-field-checked = checked
effect-field-due = due date
effect-field-end = end
effect-field-estimate = estimate
effect-field-item = checklist item
effect-field-label = label
effect-field-language = language
effect-field-link = link
effect-field-notes = notes
effect-field-observation = observation
effect-field-priority = priority
effect-field-report = report
effect-field-start = start
effect-field-status = status
effect-field-task = task
effect-field-title = title
effect-field-to = { $said-field } to { $said-value }
effect-fields-already = { $said } already has { $saids }
effect-file = file, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}
effect-file-merged = file, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}, merged, blake3 { $hash }
effect-files-changed = { $n ->
    [one] 1 file
   *[other] { $n } files
    } changed
effect-files-created = { $n ->
    [one] 1 file
   *[other] { $n } files
    } created
effect-files-deleted = { $n ->
    [one] 1 file
   *[other] { $n } files
    } deleted
effect-files-not-left = the files have changed since
effect-files-renamed = { $n ->
    [one] 1 file
   *[other] { $n } files
    } renamed
effect-files-several = { $n } files: { $said-kinds }
effect-folder = folder
effect-folder-gone = the folder { $path } is gone
effect-folder-must-be = its folder must exist: create it with filesystem.create_dir
effect-folder-of-gone = the folder of { $path } is gone
effect-folder-things = folder, { $n ->
    [one] 1 thing
   *[other] { $n } things
} in it, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
}
effect-folder-unreached = the folder { $path } cannot be reached: { $error }
effect-folders-changed = { $n ->
    [one] 1 folder
   *[other] { $n } folders
    } changed
effect-folders-created = { $n ->
    [one] 1 folder
   *[other] { $n } folders
    } created
effect-folders-deleted = { $n ->
    [one] 1 folder
   *[other] { $n } folders
    } deleted
effect-folders-renamed = { $n ->
    [one] 1 folder
   *[other] { $n } folders
    } renamed
effect-folders-several = { $n } folders: { $said-kinds }
effect-for-real = after a yes it runs for real
effect-formulas = { $n } values would run as formulas in a spreadsheet
effect-found = found: { $said }
effect-from-no-folder = it has no working folder
effect-full-folder = { $path } is a folder with { $n ->
    [one] 1 thing
   *[other] { $n } things
} in it
effect-give-absolute = give an absolute path
effect-give-cwd = give cwd as an absolute path
effect-give-field = give at least one field
effect-give-new-path = give the whole new path, or delete it first
effect-give-title = give a title, or whether it is checked
effect-function-destroys = { $name } destroys something, as its process says
effect-function-no-undo = its process registered nothing that takes { $name } back
effect-function-target = function { $name }
effect-function-own = { $agent }'s own process carries this out: what it does is not known here
effect-function-undo-by-worker = a worker takes it back: whether it did is that worker's word
effect-handed = handed over: the agent does it itself; the previous state is kept, and the result is checked when the agent reports
effect-handed-command = a command that the agent runs itself, on this machine: nothing holds it to what it says
effect-handed-mcp = a tool of a server that is not behind Countersign: countersign import puts it there
effect-handed-uncaptured = handed over to the agent: what it does there is not captured
effect-handed-unknown = an unknown tool of the agent
effect-how-far-known = { $saids }; { $n } of { $all } changes are known to be done
effect-how-far-unknown = { $saids }; how far it got is not known
effect-hunk-one = it has only hunk 1
effect-hunk-some = it has hunks 1 to { $n }
effect-in-layers = after a yes it runs in layers over the workspace and reaches only these hosts: its changes there land at once and can be undone, data it sends cannot; it can then read all that you can read, your secrets included
effect-in-layers-any = after a yes it runs in layers over the workspace and reaches the hosts that it names and those they send it on to: its changes there land at once and can be undone, data it sends cannot; it can then read all that you can read, your secrets included
effect-in-rehearsal = in rehearsal it { $said }
effect-in-rehearsal-changed = in rehearsal it changed files, and may change others after a yes: { $saids }
effect-in-rehearsal-more = and { $n } more attempts that were blocked
effect-in-the-way = { $path } is in the way
effect-inside = { $to } is inside { $from }
effect-is-folder = { $path } is a folder
effect-is-gone = it is gone
effect-is-there-now = it exists now
effect-it-leaves = it leaves { $paths }, which a rehearsal does not keep
effect-item-already = { $said } already has the checklist item "{ $title }" ({ $id })
effect-item-belongs = { $said-item } does not belong to { $said-task }
effect-item-so = { $said } already has these values
effect-its-work = its work
effect-kept-at = the previous content is kept at { $path }
effect-kept-changed = its kept state has changed
effect-kind-file = a file
effect-kind-folder = a folder
effect-kind-link = a link
effect-kind-not-file = { $path } is { $said-kind }, not a file
effect-kind-not-folder = { $path } is { $said-kind }, not a folder
effect-kind-nothing = nothing
effect-kind-there-now = { $said-kind } is there now
effect-kind-was = it was { $said-was } and is { $said-now }
effect-kinds-changed = { $n } changed
effect-kinds-created = { $n } created
effect-kinds-deleted = { $n } deleted
effect-kinds-renamed = { $n } renamed
effect-label-already = { $said } already has the label "{ $label }"
effect-label-command = command ({ $lines ->
    [one] 1 line
   *[other] { $lines } lines
    }, { $characters ->
    [one] 1 character
   *[other] { $characters } characters
    })
effect-label-first-rows = first of { $rows } rows written ({ $lines } lines in all)
effect-label-folder = working folder
effect-label-gives-it = input from the agent
effect-label-gives-tool = input from the agent to its tool
effect-label-parameters = parameters
effect-label-patch = the patch
effect-label-rehearsed = rehearsed
effect-label-contacted = contacted
effect-label-rows-of = rows of { $table }
effect-label-sends = what it sends
effect-label-size = size in bytes
effect-label-size-of = size of { $path } in bytes
effect-label-statements = statements ({ $lines } lines, { $characters } characters)
effect-label-stdin = standard input ({ $characters ->
    [one] 1 character
   *[other] { $characters } characters
    })
effect-label-text = text
effect-label-text-everywhere = text, everywhere
effect-label-time = time limit in seconds
effect-label-variable = variable { $name }
effect-lands-exactly = { $saids }; exactly this lands, and the command is not run again
effect-language-already = { $said } already has language { $language }
effect-large-gib = it is larger than { $n } GiB
effect-later-item = the result of item { $item }
effect-later-step = the result of step { $n }
effect-layers-broken = the list of kept files is damaged
effect-layers-folder = layers need a folder of their own
effect-layers-no-folder = there is no folder for its layers
effect-layers-overlap = { $a } and { $b } overlap
effect-layers-themselves = { $path } holds the layers themselves
effect-layers-unresolved = { $path } is not a resolved folder path
effect-leads-through-nothing = { $path } goes through a folder that does not exist
effect-leaves = leaves { $paths }, which a rehearsal does not keep
effect-leaves-thing = leaves a file or folder
effect-less-at-once = changes that were not shown cannot land: let the command do less at once
effect-limit-disk = disk
effect-limit-aside = the limit of a cache
effect-limit-memory = memory
effect-limit-processes = processes
effect-limit-time = time
effect-link = link
effect-link-blocks = { $said-a } blocks { $said-b }
effect-link-dismissed = { $said } (dismissed)
effect-link-duplicates = { $said-a } duplicates { $said-b }
effect-link-itself = a task cannot be linked to itself
effect-link-part = { $said-a } is part of { $said-b }
effect-link-recorded = it is recorded already: { $said }
effect-link-relates = { $said-a } relates to { $said-b }
effect-link-to = link to { $path }
effect-link-to-nothing = { $path } is a link to nothing
effect-links-not-utf8 = { $path } is not UTF-8 once its links are followed
effect-list-empty = the list is empty
effect-list-ids = task.list_tasks and calendar.list_events list the existing ids
effect-many-days = that is more than { $n } days
effect-many-names = it holds too many names
effect-may-be = may be: { $said }
effect-may-have-sent = no file was changed, but it may have sent something: { $saids }
effect-means-apparmor = AppArmor keeps programs from making namespaces: copy packaging/apparmor/countersign to /etc/apparmor.d and run `sudo apparmor_parser -r /etc/apparmor.d/countersign`
effect-means-container = this container does not allow it: start it with `--security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined`
effect-means-landlock = this kernel cannot restrict a command to its folders (this needs Landlock version 2, from Linux 5.19, with landlock among the security modules): no command can be proven harmless
effect-means-linux = Linux 5.12 or later with user namespaces is needed
effect-means-max-userns = run `sudo sysctl user.max_user_namespaces=10000`
effect-means-odd = a test command in a world failed
effect-means-overlay = files are copied instead, which takes longer; Linux 5.11 or later can do it on ext4, xfs and btrfs
effect-means-untried = nothing could be tested in { $path }: { $error }; make that folder writable
effect-means-userns = run `sudo sysctl kernel.unprivileged_userns_clone=1`
effect-means-watching = Linux 5.5 or later can do it, unless a container forbids it
effect-merge-deleted = it is deleted here and changed there
effect-merge-no-text = it was changed on both sides, and is not text now
effect-merge-nothing-kept = it was changed on both sides, and its previous content was not kept
effect-merge-too-many = both sides changed more lines than are merged
effect-merge-of = { $paths }: merged with what has changed since
effect-merge-without = what has changed since is already as it was before
effect-merged = { $path } changed meanwhile; both changes are merged
effect-mode = mode { $mode }
effect-mode-changed = its mode changed from { $was } to { $now }
effect-n-more = { $n } more
effect-more-changes = there are more changes than were looked at
effect-more-effects = there are more effects than were looked at
effect-more-text = give more of the text around it
effect-more-than-lands = it changes more than can be landed at once
effect-move-away = move what is there out of the way and try again
effect-moved-landing = { $path } was moved or replaced while this landed in it
effect-moved-now = { $path } was moved or replaced just now
effect-moved-untold = changes made meanwhile cannot be determined: { $said }
effect-name-each = name each as {"{"}"path": "/w/a.txt", "hunks": [1]{"}"}
effect-name-not-utf8 = the name of { $path } is not UTF-8
effect-name-taken = the name { $path } is taken
effect-name-taken-why = the name { $path } is taken: { $said }
effect-names-all = { $path } has { $n } hard links; all of them change
effect-names-no-file = { $path } does not name a file
effect-names-only = { $path } has { $n } hard links; only this one changes
effect-names-several = { $path } has several hard links; all of them change
effect-neither = { $paths }: neither the previous nor the requested state; the previous content is kept in { $folder }
effect-no-field = no record has a field { $name }
effect-no-file = there is no file { $path }
effect-no-folder = there is no folder { $path }
effect-no-hunk = { $path } has no hunk { $n }
effect-no-hunks = { $path } has no hunks to choose from
effect-no-item = there is no checklist item { $id }
effect-no-longer-kept = { $path } is no longer kept
effect-no-longer-there = { $path } no longer exists
effect-no-means = this machine does not support it
effect-no-observation = there is no observation in these arguments
effect-no-part = that is not part of the rehearsal: { $error }
effect-no-real-files = { $path } is in { $folder }, which holds no real files
effect-no-snapshot = that is not a snapshot
effect-no-world = the world for it cannot be made: { $said }
effect-not-a-path = { $path } is not a path
effect-not-after = { $end } is not after { $start }
effect-not-awaited = cannot wait for the command: { $error }
effect-not-base64 = not base64: { $error }
effect-not-base64-content = content_base64 is not base64: { $error }
effect-not-ended = cannot stop the command: { $error }
effect-not-folder = { $path } is not a folder
effect-not-regular = { $path } is not a regular file
effect-not-rehearsed = it was not rehearsed: { $saids }
effect-not-in-world = it was not run in a world: { $saids }
effect-not-held-to-reading = it cannot be restricted to reading: { $saids }
effect-worlds-off = the policy switches worlds off
effect-never-in-world = the policy says that it never runs in a world
effect-not-started = { $name } cannot be started: { $error }
effect-not-text = { $path } is not text
effect-not-tidied = cannot clean up { $path }: { $error }
effect-not-time = { $text } is not a time of day
effect-not-watched = not watched
effect-not-where = { $path } is no longer where it was
effect-not-yet = { $said } does not exist yet ({ $id })
effect-notes-already = { $said } already has notes "{ $notes }"
effect-notes-none-already = { $said } already has no notes
effect-nothing-at = there is nothing at { $path }
effect-nothing-but-unseen = it changed nothing, but not everything it tried could be observed
effect-nothing-changed = nothing changed
effect-nothing-changes-at = nothing changes at { $path }
effect-nothing-given = there is nothing to change in these arguments
effect-nothing-to-land = there is nothing to land
effect-observations-on = the observations of { $agent } on { $said }
effect-odd = { $path } is a device, a pipe or a socket
effect-odd-delete-stays = { $path } is a device, a pipe or a socket: deleting it does not land
effect-odd-stays = { $path } is a device, a pipe or a socket: it does not land
effect-odd-thing = device, pipe or socket
effect-one-content = exactly one of content, content_base64 and source must be given
effect-only-a-part = only a part lands: { $some } of { $all } changes
effect-only-hunks = of { $path } only the hunks { $hunks } land
effect-only-proposed = { $path } is only proposed
effect-output-unread = its output cannot be read
effect-pack-environment = shows the environment, including its secrets
effect-pack-observations = observations come back at the end of their list
effect-owner = owned by { $owner }
effect-owner-stays = the owner of { $path } does not land
effect-owner-stays-who = the owner of { $path } ({ $owner }) does not land
effect-patch-nothing = the patch touches nothing
effect-patch-unread = the patch cannot be read at { $line }
effect-path-elsewhere = the path now resolves elsewhere
effect-path-empty = a path cannot be empty or hold a NUL
effect-pattern-length = a pattern has 1 to 1000 bytes
effect-pattern-star = `*` finds every name
effect-plan-absolute = the working folder { $path } is not absolute
effect-plan-copied-on-write = { $path } cannot be copied on write
effect-plan-elsewhere = { $path } is not a folder, or now resolves elsewhere
effect-plan-layers = the layers of { $path } are in that same folder
effect-plan-mounted = { $path } has something mounted in it, at { $at }, and must be copied
effect-plan-needed = needed
effect-plan-no-program = there is no program to run
effect-plan-nul = { $text } holds a NUL character
effect-plan-through = let through
effect-plan-unreached = { $path } is { $said-what } and cannot be reached: { $error }
effect-priority-already = { $said } already has priority { $priority }
effect-priority-none-already = { $said } already has no priority
effect-program-check = check its name, and PATH
effect-program-none = there is no program { $name }
effect-program-not-awaited = cannot wait for { $name }: { $error }
effect-program-not-staged = { $name } cannot be started in a stage: { $said }
effect-protected-deletes = deletes or empties { $path }
effect-protected-deletes-more = deletes or empties { $path } and { $n } more
effect-protected-destructive = a destructive command: { $said }
effect-protected-destructive-more = a destructive command: { $said } and { $n } more
effect-quoted = "{ $text }"
effect-ran-may-have-sent = it ran and may have sent something; no file was changed: { $saids }
effect-read-again = read the file again
effect-reads-so = { $path } already has this content
effect-records-large = it is larger than 256 MiB
effect-records-many = it has more than a million records
effect-records-or-path = give either records or a path
effect-refresh = refresh it
effect-refresh-rehearse = refresh it to rehearse again
effect-rehearsal-not-kept = the rehearsal cannot be kept: { $error }
effect-rehearsal-not-removed = the rehearsal { $id } cannot be removed: { $said }
effect-rehearsal-not-whole = the rehearsal { $id } is no longer kept whole
effect-rehearsed-ended-otherwise = changed since it was rehearsed: { $paths }; rehearsed again, it ends with another exit code
effect-rehearsed-gone = the rehearsal is no longer kept
effect-rehearsed-not-again = changed since it was rehearsed: { $paths }; it could not be rehearsed again: { $saids }
effect-rehearsed-other = the rehearsal differs from the shown changes
effect-rehearsed-otherwise = changed since it was rehearsed: { $paths }; rehearsed again, it changes something else: { $others }
effect-rehearsed-stale = changed since it was rehearsed: { $paths }
effect-relative = { $path } is relative, and the folder the call comes from is not known
effect-relative-no-folder = { $path } is relative, and the call has no working folder
effect-removed = removed
effect-renamed-from = { $path } (renamed from { $from })
effect-replaced = { $path } is replaced
effect-replaces-bytes = replaces the current { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
effect-report-already = the report already says this
effect-report-on = the report of { $agent } on { $said }
effect-rights = { $path } runs with the rights of its owner or group (mode { $mode })
effect-root = that is the root of the file system
effect-run-for-real = choose the other paths, or run the command for real
effect-same-file = { $path } is the same file
effect-say-recursive = set recursive to delete all of them
effect-scan-deleted = it has a deletion mark in an unexpected place
effect-scan-elsewhere = its content is somewhere else
effect-scan-mark = it has an unknown mark
effect-sent = what it sends cannot be taken back
effect-settle-by-hand = choose the other paths, or settle it by hand first
effect-shorter = it became shorter while it was read
effect-shorter-range = search a shorter range
effect-slot-length = a slot needs a length
effect-sqlite-says = SQLite says: { $error }
effect-stage-a-call-failed = a call in a stage failed: { $error }
effect-stage-call-failed = the call in the stage failed: { $said }
effect-stage-changed = changed since it was shown: { $saids }
effect-stage-changed-hunks = changed since it was shown: { $path }, and its hunks with it
effect-stage-conflicted = changed in the real folders meanwhile, in the same places: { $paths }
effect-stage-conflicted-git-hint = without them the repository would be half committed: undo what git changed in the real folder, or solve it inside: countersign stage shell { $id }
effect-stage-conflicted-hint = leave them out with --except, or solve it inside: countersign stage shell { $id }; stage diff { $same } shows both sides
effect-stage-conflicted-more = changed in the real folders meanwhile, in the same places: { $paths } and { $n } more
effect-stage-empty = it is empty
effect-stage-empty-now = the stage is now empty
effect-stage-further = stage a folder further down: --root DIR, or cd there
effect-stage-happens = happens in the stage { $id }: none of it lands
effect-stage-hidden = { $path } cannot be staged: it is hidden there
effect-stage-hunk-numbers = PATH#1+3: their numbers, as they are shown
effect-stage-hunks-left-out = { $path }: to leave out hunks, name those that land
effect-stage-in-use = the stage { $id } is in use
effect-stage-is-other = { $path } differs
effect-stage-is-real = { $path } no longer differs from the real one
effect-stage-leave-less = leave out less
effect-stage-limit = it reached the limit: { $said }
effect-stage-look-again = look again: countersign stage diff { $id }
effect-stage-look-inside = look at it from inside: countersign stage shell ID
effect-stage-name-folder = name a folder that exists
effect-stage-net = the net effect of the stage { $id }
effect-stage-no-answer = it gave no answer
effect-stage-no-difference = nothing in it differs from the real folders
effect-stage-no-folder = { $path } is not the resolved path of a folder
effect-stage-no-hunks = { $numbers } are not hunk numbers
effect-stage-no-worlds = this machine cannot create worlds for stages: { $saids }
effect-stage-not-called = no change is called { $name }
effect-stage-not-shown = it differs from the shown changes
effect-secret-not-shown = a possible secret
effect-stage-not-staged = { $paths } cannot be staged: { $saids }
effect-stage-nothing-left = nothing is left to land
effect-stage-own = { $path } holds Countersign's own data
effect-stage-program-elsewhere = run a Countersign that is installed elsewhere
effect-stage-program-inside = { $path } is in the staged folder
effect-stage-remove-inside = remove from inside what can be made again: countersign stage shell ID
effect-stage-secret-hint = secret folders and Countersign's own data cannot be staged
effect-stage-smaller = stage a smaller folder: --root DIR, or cd there
effect-stage-too-many = the stage holds more than { $n } changes
effect-stage-unread = the content of the stage cannot be read: { $said }
effect-stage-wait = wait until it ends
effect-stage-was-added = { $path } was added
effect-status-already = { $said } already has status { $status }
effect-still-there = it still exists
effect-stood-changed = the previous content of { $path } was changed in the trash
effect-stood-gone = the previous content of { $path } is gone from the trash
effect-stood-not-kept = the previous content of { $path } was not kept
effect-target-database = database { $path }
effect-target-records = the records given
effect-task = task "{ $title }" ({ $id })
effect-task-new = a new task "{ $title }"
effect-there-already = { $path } already exists
effect-there-already-file = { $path } already exists and is a file
effect-there-already-is = { $path } already exists and is { $said-kind }
effect-time-changed = its time changed
effect-title-already = { $said } already has title "{ $title }"
effect-to-write-changed = the content to write to { $path } has changed since
effect-too-large-edit = { $path } is larger than { $n } bytes and cannot be edited
effect-too-large-kept = { $path } is too large to be kept
effect-too-many-processes = it started too many processes
effect-too-many-rehearsed = too many other rehearsals are running
effect-too-much-kept = other undecided rehearsals already use too much space
effect-too-much-memory = it took too much memory
effect-too-much-written = it wrote too much
effect-aside-full = it wrote more to { $path } than Countersign keeps for it; what was kept there is removed
effect-touches-asked = touches something that is always asked about: { $said }
effect-two-tasks = { $said-a } and { $said-b }
effect-uncaptured = what it changes is not captured: there is no undo
effect-unreadable = { $path } cannot be read: { $said }
effect-unseen-besides = not everything else it tried could be observed
effect-value-none = none
effect-wants-absent = wants to read a file that a rehearsal does not have
effect-wants-call = wants a system call that is never allowed
effect-wants-change = wants to change { $said }
effect-wants-hidden = wants to read a hidden file
effect-wants-more-than-read = the command wants to do more than read, and nobody was asked about that
effect-wants-network = wants network
effect-wants-socket = wants to reach another program through a socket
effect-wants-write = wants to write
effect-watch-further = watch a subfolder
effect-watch-further-or = watch a subfolder, or this folder without its subfolders
effect-watch-holds-own = { $path } holds Countersign's own folder
effect-watch-many = { $path } holds more than { $n } folders
effect-watch-own = { $path } is Countersign's own: it is not watched
effect-watched-folders = watched for { $time }, { $n } folders; the agent sees names, not contents
effect-watched-for = watched for { $time }
effect-watched-names = watched for { $time }; the agent sees names, not contents
effect-whole-workspace = { $path } is, or holds, a whole workspace
effect-word-due = { $said }; a due date is written as 2026-11-15
effect-word-empty-label = the label is empty
effect-word-empty-text = the text is empty
effect-word-empty-title = the title is empty
effect-word-estimate = { $text } is not an estimate such as "2h", "90m" or "1h 30m"
effect-word-estimate-max = an estimate has at most { $max }
effect-word-estimate-none = write "none" for no estimate
effect-word-language = { $text } is not a language tag such as "en" or "pt-BR"
effect-word-long-label = the label has { $n } characters; { $max } are allowed
effect-word-long-text = the text has { $n } characters; { $max } are allowed
effect-word-long-title = the title has { $n } characters; { $max } are allowed
effect-word-priority = { $text } is not a priority; use P0, P1, P2, P3 or none
effect-word-slash = a label cannot contain a slash
effect-word-status = { $text } is not a status; use one of { $words }
effect-workspace-is = the workspace { $path } is { $said }
effect-workspace-own = the workspace { $path } holds Countersign's own data
effect-workspace-unseen = the workspace cannot be inspected: { $said }
effect-world-ended = the world ended before the command ran
effect-world-only-linux = only Linux on x86-64 and ARM64 can run a command in a world of its own
effect-world-only-linux-copied = only Linux on x86-64 and ARM64 can run a command in a world of its own; elsewhere files are copied
effect-world-socket = descriptor { $fd } is a socket, which a command in a world must not have
effect-world-thread = the helper thread of a rehearsal is gone
effect-write-time = write it as 09:30
effect-write-whole = write the whole file instead
effect-written-at = written { $time }
effect-written-to = it was written to
sum-agent-change = let the agent change { $path }
sum-agent-change-several = let the agent change several files: { $paths }
sum-agent-create = let the agent create { $path }
sum-agent-delete = let the agent delete { $path }
sum-agent-fetch = let the agent fetch { $url }
sum-agent-read = let the agent read { $path }
sum-agent-search = let the agent search the web for { $query }
sum-function = run { $name } in the caller's own process
sum-agent-use = let the agent use { $tool }
sum-audit-log = Read the log of tool calls
sum-audit-pdf = Export the log as PDF
sum-audit-report = Report on the log of tool calls
sum-audit-run = Sum up a run
sum-calendar-create-event = Create event "{ $title }" on { $start } for { $length }
sum-calendar-create-time-block = Block time for { $said } on { $start } for { $length }
sum-calendar-find-slots = Find free slots of { $length }
sum-calendar-list-events = List events
sum-data-anomalies = look for anomalies in { $path }
sum-data-anomalies-given = look for anomalies in the records given
sum-data-change-some = Change { $n ->
    [one] 1 row
   *[other] { $n } rows
    } of { $name }
sum-data-csv-add = Add { $n } rows to { $name }
sum-data-csv-new = Write { $n } rows to the new file { $name }
sum-data-csv-replace = Replace { $name } by { $n } rows
sum-data-duplicates = find duplicates in { $path }
sum-data-duplicates-given = find duplicates in the records given
sum-data-in = { $saids } in { $name }
sum-data-nothing = change nothing in { $name }
sum-data-query = Query { $path }
sum-filesystem-copy-file = Copy { $from } to { $to }
sum-filesystem-create = Create { $path } ({ $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
})
sum-filesystem-create-dir = Create the folder { $path }
sum-filesystem-delete-file = Delete { $path }
sum-filesystem-delete-folder = Delete { $path } with { $n } things in it
sum-filesystem-edit = Edit { $path } in { $n } places
sum-filesystem-edit-once = Edit { $path } in one place
sum-filesystem-list = List { $path }
sum-filesystem-look-at = Look at { $path }
sum-filesystem-move-file = Move { $from } to { $to }
sum-filesystem-overwrite = Overwrite { $path } ({ $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
})
sum-filesystem-read = Read { $path }
sum-filesystem-search = Search { $path } for { $what }
sum-filesystem-watch-folder = Watch { $path } for { $time }
sum-filesystem-watch-folders = Watch { $path } with all folders in it for { $time }
sum-shell-delete = Delete { $path }: { $command }
sum-shell-delete-in = Delete { $m } targets in { $folder }: { $command }
sum-shell-delete-in-over = Delete { $m } targets in { $folder } (over { $n } files, { $size }): { $command }
sum-shell-delete-in-sized = Delete { $m } targets in { $folder } ({ $n ->
    [one] 1 file
   *[other] { $n } files
    }, { $size }): { $command }
sum-shell-delete-many = Delete { $m } targets: { $command }
sum-shell-delete-many-over = Delete { $m } targets (over { $n } files, { $size }): { $command }
sum-shell-delete-many-sized = Delete { $m } targets ({ $n ->
    [one] 1 file
   *[other] { $n } files
    }, { $size }): { $command }
sum-shell-delete-over = Delete { $path } (over { $n } files, { $size }): { $command }
sum-shell-delete-sized = Delete { $path } ({ $n ->
    [one] 1 file
   *[other] { $n } files
    }, { $size }): { $command }
sum-shell-harmless = Rehearsed, and it changed nothing: { $command }
sum-shell-write = Write { $path }: { $command }
sum-shell-write-files = Write { $n } files: { $command }
sum-stage-land = land the stage { $stage }: { $saids }
sum-stage-land-nothing = land the stage { $stage }: nothing
sum-task-assign-label = Assign label "{ $label }"
sum-task-briefing = Summarize the day
sum-task-check-and-rename = Check off { $said } and rename it to "{ $new }"
sum-task-check-off = Check off { $said }
sum-task-create-task = Create task "{ $title }"
sum-task-dismiss-blocks = Dismiss that { $said-a } blocks { $said-b }
sum-task-dismiss-duplicates = Dismiss that { $said-a } duplicates { $said-b }
sum-task-dismiss-part = Dismiss that { $said-a } is part of { $said-b }
sum-task-dismiss-relates = Dismiss that { $said-a } relates to { $said-b }
sum-task-link = Link: { $said }
sum-task-list = List tasks
sum-task-list-overdue = List overdue tasks
sum-task-note = Note: "{ $text }"
sum-task-note-more = Note: "{ $text }" and { $n } more
sum-task-rename-item = Rename { $said } to "{ $new }"
sum-task-set = Set { $saids }
sum-task-set-due-date = Set due date to { $due }
sum-task-set-due-date-none = Set due date to none
sum-task-set-estimate = Set estimate to { $estimate }
sum-task-set-estimate-none = Set estimate to none
sum-task-set-language = Set language to { $language }
sum-task-set-notes = Set notes to "{ $notes }"
sum-task-set-notes-none = Set notes to none
sum-task-set-priority = Set priority to { $priority }
sum-task-set-priority-none = Set priority to none
sum-task-set-status = Set status to { $status }
sum-task-set-title = Set title to "{ $title }"
sum-task-uncheck = Uncheck { $said }
sum-task-uncheck-and-rename = Uncheck { $said } and rename it to "{ $new }"
sum-task-update-report = Update the report: "{ $text }"
sum-run = Run { $line }
sum-add = Add: "{ $title }"
unseen-lines = { $n } lines of the diff of { $path }
unseen-content = the content of { $path }: it is not text, or larger than 1 MiB
unseen-more-changes = more changes than were looked at
unseen-deep-files = the names of { $n } files deep inside ({ $said-size }): they are counted with their folder
unseen-difference = the diff of { $path }
unseen-more-differences = { $n } more diffs
unseen-csv = { $n } rows are written; the first are shown, in part
unseen-rows = { $n } rows of { $table }
effect-ended-waiting = it was ended when it only waited for that host
effect-signals-nobody = it signals processes by name, and this run has none of that name
effect-build-files = { $folders }: { $n ->
    [one] 1 file
   *[other] { $n } files
    }
effect-build-kept = { $saids }: kept for later commands, and not written to the real folders
effect-label-build = build folders
effect-without-secrets = what it read of { $paths } had no secrets in it: lines with passwords and tokens were left out
effect-registry-also = it may also reach { $host }, which belongs to the same registry
effect-builds-unseen = run for real, it does not see what earlier commands built, which is kept apart: { $paths }
effect-label-silence = time limit in seconds without output
effect-cancelled = { $who } cancelled it, and what had been done by then was taken back
effect-cancelled-hint = propose it again if it is still wanted
effect-label-git = git
effect-label-git-in = git in { $folder }
git-head = HEAD moves from { $from } to { $to }
git-commits = { $n ->
    [one] 1 commit on { $name }: { $subjects }
   *[other] { $n } commits on { $name }: { $subjects }
}
git-branch-created = branch { $name } created at { $at }
git-branch-created-with = branch { $name } created at { $at }, with { $n ->
    [one] 1 new commit: { $subjects }
   *[other] { $n } new commits: { $subjects }
}
git-branch-deleted = branch { $name } deleted; it was at { $at }
git-moves = { $name } moves from { $from } to { $to }
git-join = { $n ->
    [one] 1 commit joins it: { $subjects }
   *[other] { $n } commits join it: { $subjects }
}
git-leave = { $n ->
    [one] 1 commit leaves it: { $subjects }
   *[other] { $n } commits leave it: { $subjects }
}
git-no-branch = { $n ->
    [one] 1 commit that no branch holds: { $subjects }
   *[other] { $n } commits that no branch holds: { $subjects }
}
git-tag-created = tag { $name } created at { $at }
git-tag-deleted = tag { $name } deleted; it was at { $at }
git-tag-moves = tag { $name } moves from { $from } to { $to }
git-stash-created = { $name } created: { $what }
git-stash-dropped = stash dropped: { $what }
git-staged = { $n ->
    [one] 1 file staged: { $files }
   *[other] { $n } files staged: { $files }
}
git-unstaged = { $n ->
    [one] 1 file no longer staged: { $files }
   *[other] { $n } files no longer staged: { $files }
}
unseen-git = what { $path } means to git
unseen-submodule = the files of the submodule { $path }
effect-folded = { $folder }: { $saids }, { $said_size }
effect-folded-words = { $saids }, { $said_size }
unseen-folded = { $n ->
    [one] 1 file
   *[other] { $n } files
    } in { $folder }
