analysis-sends = sendet Daten nach außen
analysis-a-key-or-secret-file = eine Schlüssel- oder Geheimnisdatei
analysis-a-file-that-runs-at-startup = eine Datei, die beim Start ausgeführt wird
analysis-git-own-settings-or-hooks = gits eigene Einstellungen oder Hooks
analysis-an-agent-own-settings = die eigenen Einstellungen eines Agenten
analysis-countersign-own-data = Countersigns eigene Daten
analysis-production-configuration = Produktionskonfiguration
analysis-the-machine-accounts-or-what-every-program-loads = die Konten des Rechners oder Dateien, die jedes Programm lädt
analysis-is-countersign-own-setting = ist Countersigns eigene Einstellung
analysis-a-variable-that-holds-a-secret = eine Variable, die ein Geheimnis enthält
analysis-reads-a-variable-that-holds-a-secret = liest eine Variable, die ein Geheimnis enthält
analysis-shows-the-variables-of-other-processes = zeigt die Variablen anderer Prozesse, die Geheimnisse enthalten können
analysis-that-is-everything-there-is = { $said }: das ist das ganze Dateisystem
analysis-that-is-the-whole-home-folder = { $said }: das ist der ganze Home-Ordner
analysis-that-is-the-whole-working-folder = { $said }: das ist der ganze Arbeitsordner
analysis-the-working-folder-stands-in-it = { $said }: der Arbeitsordner liegt darin
analysis-the-home-folder-stands-in-it = { $said }: der Home-Ordner liegt darin
analysis-connects-to-a-host = verbindet sich mit einem Host
analysis-sends-data-to-a-host = sendet Daten an einen Host
analysis-contacts-a-host = kontaktiert einen Host
analysis-contacts = kontaktiert { $host }
analysis-contacts-a-host-that-only-running-tells = kontaktiert einen Host, der erst bei der Ausführung bekannt ist
analysis-writes-to-the-raw-device = schreibt direkt auf das Gerät { $target }
analysis-tells-the-kernel-to-act-at-once-as-by = weist den Kernel an, sofort zu handeln, etwa anzuhalten
analysis-changes-the-running-kernel = ändert den laufenden Kernel: { $target }
analysis-reads-a-file = liest eine Datei
analysis-may-read-a-file = liest vielleicht eine Datei
analysis-writes-a-file = schreibt eine Datei
analysis-writes-files = schreibt Dateien
analysis-writes-to-a-file = schreibt in eine Datei
analysis-may-write-to-a-file = schreibt vielleicht in eine Datei
analysis-deletes-a-file = löscht eine Datei
analysis-empties-a-file = leert eine Datei
analysis-empties-the-file = leert die Datei
analysis-empties-files = leert Dateien
analysis-empties-a-file-before-it-is-read = leert eine Datei, bevor sie gelesen wird
analysis-overwrites-the-file-with-zeros = überschreibt die Datei mit Nullen
analysis-rewrites-the-file-in-place = schreibt die Datei an Ort und Stelle um
analysis-deletes-what-it-is-given = löscht, was ihm übergeben wird
analysis-works-in-a-folder = arbeitet in einem Ordner
analysis-runs-a-program = führt ein Programm aus
analysis-runs-program = führt { $program } aus
analysis-runs-a-script = führt ein Skript aus
analysis-runs-a-script-that-only-running-tells = führt ein Skript aus, das erst bei der Ausführung bekannt ist
analysis-loads-code = lädt Code
analysis-loads-a-library = lädt eine Bibliothek
analysis-loads-a-module = lädt ein Modul
analysis-runs-code-that-is-made-elsewhere = führt Code aus, der anderswo entsteht
analysis-runs-text-that-is-made-elsewhere = führt Text aus, der anderswo entsteht
analysis-runs-sql-that-is-made-elsewhere = führt SQL aus, das anderswo entsteht
analysis-runs-code-that-may-do-anything = führt Code aus, der alles tun kann
analysis-runs-code-that-may-do-anything-of = führt { $language }-Code aus, der alles tun kann
analysis-runs-code-that-nobody-looked-at = führt Code aus, der nicht geprüft wurde
analysis-runs-code-that-nobody-here-can-read = führt Code aus, der nicht geprüft werden kann
analysis-runs-code-that-is-not-given = führt Code aus, der nicht angegeben ist
analysis-runs-code-that-is-not-in-the-text = führt Code aus, der nicht im Text steht
analysis-runs-code-where-a-module-is-named = führt Code aus, der anstelle eines Modulnamens steht
analysis-may-run-code = führt vielleicht Code aus
analysis-runs-with-more-rights = läuft mit mehr Rechten
analysis-runs-what-comes-in-by-standard-input = führt Code aus der Standardeingabe aus
analysis-runs-sql-that-comes-in-by-standard-input = führt SQL aus der Standardeingabe aus
analysis-runs-what-is-in = führt den Code in { $file } aus
analysis-runs-what-is-in-a-file-that-only-running = führt den Code in einer Datei aus, die erst bei der Ausführung bekannt ist: { $file }
analysis-runs-a-command-that-a-pattern-stands-for = führt einen Befehl aus, der als Muster angegeben ist: { $command }
analysis-runs-a-command-that-only-running-tells = führt einen Befehl aus, der erst bei der Ausführung bekannt ist
analysis-runs-a-command-that-only-running-tells-of = führt einen Befehl aus, der erst bei der Ausführung bekannt ist: { $command }
analysis-runs-a-command-that-is-not-given = führt einen Befehl aus, der nicht angegeben ist
analysis-runs-which-is-not-in-any-table = führt { $program } aus, das kein bekanntes Programm ist
analysis-runs-which-nobody-here-can-read = führt { $program } aus, das nicht geprüft werden kann
analysis-speaks-of-destroying = enthält ein Wort für Löschen oder Zerstören: { $word }
analysis-stands-too-deep-in-other-commands-to-be-looked = ist zu tief in andere Befehle verschachtelt, um geprüft zu werden
analysis-has-too-many-commands-to-be-looked-at = hat zu viele Befehle, um sie zu prüfen
analysis-has-more-commands-than-are-looked-at = hat mehr Befehle, als geprüft werden
analysis-has-a-subcommand-that-is-not-in-any-table = hat einen unbekannten Unterbefehl
analysis-has-a-subcommand-that-is-not-in-any-table-of = hat einen unbekannten Unterbefehl: { $word }
analysis-has-an-option-that-is-not-known = hat eine unbekannte Option: { $option }
analysis-stands-for-a-file-or-a-program-of-its = { $option } hat keinen Wert, daher wählt der Befehl selbst eine Datei oder ein Programm
analysis-may-be-an-option-that-changes-what-it-does = { $word } kann eine Option sein, die ändert, was es tut
analysis-may-be-any-subcommand = { $word } kann jeder Unterbefehl sein
analysis-only-running-tells-where-the-command-begins-that-it = wo sein Befehl beginnt, ist erst bei der Ausführung bekannt
analysis-only-running-tells-which-command-it-runs = welchen Befehl es ausführt, ist erst bei der Ausführung bekannt
analysis-only-running-tells-which-command-belongs-to = zu welchem Befehl { $word } gehört, ist erst bei der Ausführung bekannt
analysis-more-words-may-appear-where-only-running-tells = bei der Ausführung können weitere Wörter hinzukommen
analysis-writes-to = schreibt nach { $target }
analysis-sets-a-variable-that-only-running-tells = setzt eine Variable, die erst bei der Ausführung bekannt ist
analysis-sets-variables-that-only-running-tells = setzt Variablen, die erst bei der Ausführung bekannt sind
analysis-names-a-variable-that-only-running-tells = nennt eine Variable, die erst bei der Ausführung bekannt ist
analysis-unsets-what-only-running-tells = entfernt mit unset etwas, das erst bei der Ausführung bekannt ist
analysis-unsets-path = entfernt PATH mit unset, sodass Programme anderswo gesucht werden
analysis-lets-operands-of-commands-set-variables = lässt Operanden von Befehlen Variablen setzen
analysis-assigns-an-expression-that-sets-variables = weist einen Ausdruck zu, der Variablen setzt
analysis-sets-the-positional-parameters-at-any-time = setzt die Positionsparameter zu beliebiger Zeit
analysis-makes-an-array-of-text = legt ein Array aus Text an
analysis-switches-the-shell-to-a-mode-in-which-text = schaltet die Shell in einen Modus, in dem Text etwas anderes bedeutet
analysis-switches-modes-of-the-shell-that-only-running-tells = schaltet Modi der Shell um, die erst bei der Ausführung bekannt sind
analysis-sets-which-may-name-a-program-or-a-file = setzt { $name }, das ein Programm oder eine Datei nennen kann
analysis-sets-to-what-only-running-tells = setzt { $name } auf einen Wert, der erst bei der Ausführung bekannt ist
analysis-sets-which-is-countersign-own = setzt { $name }, das Countersign selbst gehört
analysis-sets-which-decides-what-is-run-or-where = setzt { $name }, das bestimmt, was oder wo ausgeführt wird
analysis-runs-what-holds-whenever-the-prompt-is-shown = führt bei jeder Anzeige des Prompts den Wert von { $name } aus
analysis-is-nested-too-deeply-to-be-followed = ist zu tief verschachtelt, um nachvollzogen zu werden
analysis-it-is-nested-too-deeply = es ist zu tief verschachtelt
analysis-holds-more-text-in-text-than-is-looked-at = enthält mehr verschachtelten Text, als geprüft wird
analysis-leaves-loops-in-more-ways-than-are-looked-at = verlässt Schleifen auf mehr Arten, als geprüft werden
analysis-holds-a-loop-that-goes-on-changing-its-variables = enthält eine Schleife, die ihre Variablen immer weiter ändert
analysis-sets-more-traps-than-are-looked-at = setzt mehr Traps, als geprüft werden
analysis-is-longer-than-kib-and-was-not-looked-at = ist länger als { $n } KiB und wurde nicht geprüft
analysis-is-not-understood-as-shell-text = wird nicht als Shell-Text verstanden
analysis-is-not-understood-as-shell-text-of = wird nicht als Shell-Text verstanden: { $said }
analysis-holds-a-word-that-is-not-understood = enthält ein Wort, das nicht verstanden wird
analysis-holds-text-that-is-not-understood = enthält Text, der nicht verstanden wird
analysis-holds-brackets-that-can-be-read-in-two-ways = enthält Klammern, die sich auf zwei Arten lesen lassen
analysis-holds-a-substitution-that-runs-when-it-is-evaluated = enthält eine Ersetzung, die beim Auswerten ausgeführt wird
analysis-evaluates-what-is-not-proved-to-be-a-number = wertet einen Wert aus, der vielleicht keine Zahl ist und Befehle ausführen kann
analysis-defines-a-function-whose-name-only-running-tells = definiert eine Funktion, deren Name erst bei der Ausführung bekannt ist
analysis-calls-itself-again-and-again = ruft sich selbst rekursiv auf: { $name }
analysis-gives-a-command-another-meaning = definiert einen Befehl um
analysis-gives-a-word-of-the-shell-language-another-meaning = definiert ein Wort der Shell-Sprache um
analysis-expands-text-that-is-made-elsewhere-as-a-prompt = wertet Text, der anderswo entsteht, als Prompt aus
analysis-a-second-parser-does-not-understand-it = ein zweiter Parser versteht es nicht
analysis-takes-more-options-from-a-file = nimmt weitere Optionen aus einer Datei
analysis-changes-something = ändert etwas
analysis-destroys-something = zerstört etwas
analysis-is-always-asked-about = verlangt immer eine Rückfrage
analysis-cannot-be-told-from-the-text = lässt sich am Text nicht erkennen
analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead = enthält eine Escape-Sequenz, die ein Terminal befolgt, statt sie anzuzeigen
analysis-holds-which-looks-like-a-sign-that-a-shell = enthält { $code }, das wie ein Sonderzeichen der Shell aussieht
analysis-holds-a-carriage-return-after-which-a-terminal-writes = enthält einen Wagenrücklauf, nach dem ein Terminal das Gezeigte überschreibt ({ $code })
analysis-holds-a-line-break-that-is-none-to-a = enthält einen Zeilenumbruch, den eine Shell nicht als solchen behandelt ({ $code })
analysis-holds-a-nul-at-which-some-programs-stop-reading = enthält ein NUL, bei dem manche Programme zu lesen aufhören ({ $code })
analysis-holds-a-character-that-changes-the-order-of-reading = enthält ein Zeichen, das die Leserichtung ändert ({ $code })
analysis-holds-a-character-that-is-not-seen = enthält ein unsichtbares Zeichen ({ $code })
analysis-holds-a-blank-that-is-none-to-a-shell = enthält ein Leerzeichen, das eine Shell nicht als solches behandelt ({ $code })
analysis-holds-a-control-character = enthält ein Steuerzeichen ({ $code })
analysis-holds-in-a-word-of-latin-letters-which-looks = enthält in einem Wort aus lateinischen Buchstaben { $code }, das wie einer von ihnen aussieht
analysis-the-awk-program-cannot-be-read = das awk-Programm lässt sich nicht lesen
analysis-runs-an-awk-program-that-only-running-tells = führt ein awk-Programm aus, das erst bei der Ausführung bekannt ist
analysis-runs-an-awk-program-that-may-write-files-and = führt ein awk-Programm aus, das Dateien schreiben und Befehle ausführen kann
analysis-talks-to-a-host = spricht mit einem Host
analysis-awk-prints-to-a-file = awk gibt in eine Datei aus
analysis-awk-prints-to-files = awk gibt in Dateien aus
analysis-awk-reads-a-file = awk liest eine Datei
analysis-awk-runs-text-that-is-made-elsewhere = awk führt Text aus, der anderswo entsteht
analysis-awk-talks-to-a-host = awk spricht mit einem Host
analysis-awk-sends-data-to-a-host = awk sendet Daten an einen Host
analysis-makes-a-variable-that-stands-for-another-one = legt eine Variable an, die für eine andere steht
analysis-makes-a-variable-that-does-not-hold-what-is = legt eine Variable an, die den zugewiesenen Wert verändert
analysis-makes-an-alias-that-only-running-tells = legt einen Alias an, der erst bei der Ausführung bekannt ist
analysis-makes-an-alias-of-text-that-is-made-elsewhere = legt einen Alias aus Text an, der anderswo entsteht
analysis-asks-a-server-to-delete-something = fordert einen Server auf, etwas zu löschen
analysis-sends-a-request = sendet eine { $method }-Anfrage
analysis-sends-a-request-whose-method-only-running-tells = sendet eine Anfrage, deren Methode erst bei der Ausführung bekannt ist
analysis-sends-data-which-may-change-something-there = sendet Daten, was dort etwas ändern kann
analysis-writes-what-it-tells-to-a-file = schreibt seine Ausgabe in eine Datei
analysis-may-write-to-a-device = schreibt vielleicht auf ein Gerät
analysis-gives-a-container-all-rights-of-the-machine = gibt einem Container alle Rechte des Rechners
analysis-gives-a-container-rights-of-the-machine = gibt einem Container Rechte des Rechners
analysis-shares-the-machine-own-space-with-a-container = teilt einen Namensraum des Rechners mit einem Container
analysis-may-reach-folders-of-the-machine = erreicht vielleicht Ordner des Rechners
analysis-a-container-reads-a-folder-of-the-machine = ein Container liest einen Ordner des Rechners
analysis-a-container-may-change-a-folder-of-the-machine = ein Container kann einen Ordner des Rechners ändern
analysis-gives-a-container-the-container-engine = gibt einem Container Zugriff auf die Container-Engine
analysis-lets-git-run-what-its-settings-name = lässt git Programme ausführen, die seine Einstellungen nennen
analysis-nothing-is-known-of-an-option = hat eine unbekannte Option
analysis-nothing-is-known-of-an-option-of-env = gibt env eine unbekannte Option
analysis-nothing-is-known-of-an-option-of-xargs = gibt xargs eine unbekannte Option
analysis-nothing-is-known-of-find = gibt find eine unbekannte Option: { $option }
analysis-takes-the-environment-from-a-file = nimmt die Umgebung aus einer Datei
analysis-looks-for-the-program-elsewhere = sucht das Programm anderswo
analysis-may-be-told-to-delete-what-it-finds = löscht vielleicht die Dateien, die es findet
analysis-looks-for-files = sucht nach Dateien
analysis-deletes-the-files-it-finds = löscht die Dateien, die es findet
analysis-does-what-only-running-tells-with-what-it-finds = was es mit den gefundenen Dateien tut, ist erst bei der Ausführung bekannt
analysis-reads-where-to-look = liest die Suchpfade
analysis-compares-with-a-file = vergleicht mit einer Datei
analysis-writes-what-it-finds-to-a-file = schreibt, was es findet, in eine Datei
analysis-changes-what-a-symbolic-ref-points-to = ändert, worauf eine symbolische Referenz zeigt
analysis-changes-git-settings = ändert gits Einstellungen
analysis-settings-of-git-can-name-programs-to-run = Einstellungen von git können auszuführende Programme nennen
analysis-changes-a-file-of-settings = ändert eine Einstellungsdatei
analysis-feeds-a-hook = übergibt einem Hook Eingaben
analysis-runs-git-programs-from-another-folder = führt gits Programme aus einem anderen Ordner aus
analysis-takes-git-settings-which-can-name-programs-to-run = nimmt gits Einstellungen, die auszuführende Programme nennen können, aus einem anderen Ordner
analysis-takes-a-setting-of-git-from-the-environment = nimmt eine Einstellung von git aus der Umgebung
analysis-gives-git-a-setting-that-only-running-tells = gibt git eine Einstellung, die erst bei der Ausführung bekannt ist
analysis-makes-git-run-what-its-setting-says = lässt git den Wert seiner Einstellung { $key } ausführen
analysis-makes-git-run-text-that-is-made-elsewhere = lässt git Text ausführen, der anderswo entsteht
analysis-gives-git-the-setting = gibt git die Einstellung { $key }
analysis-runs-a-command-as-a-transport = führt einen Befehl als Transport aus
analysis-runs-a-transport-program = führt ein Transportprogramm aus
analysis-reads-what-git-has-stored-of-a-file = liest eine gespeicherte Version einer Datei
analysis-prints-whatever-git-has-stored = gibt jedes Objekt aus, das git gespeichert hat
analysis-reads-another-repository = liest ein anderes Repository
analysis-overwrites-files-with-a-stored-version = überschreibt Dateien mit einer gespeicherten Fassung
analysis-perhaps-overwrites-files-with-a-stored-version = überschreibt vielleicht Dateien mit einer gespeicherten Fassung
analysis-overwrites-published-history = überschreibt die veröffentlichte Historie
analysis-deletes-a-branch-or-tag-at-the-remote = löscht einen Branch oder ein Tag auf dem Remote
analysis-perhaps-overwrites-or-deletes-at-the-remote = überschreibt oder löscht vielleicht etwas auf dem Remote
analysis-opens-a-console-in-which-anything-can-be-run = öffnet eine Konsole, in der sich alles ausführen lässt
analysis-opens-a-console-of-the-application-or-its-database = öffnet eine Konsole der Anwendung oder ihrer Datenbank
analysis-opens-a-console-of-the-database = öffnet eine Konsole der Datenbank
analysis-deletes-all-tables-of-the-application = löscht alle Tabellen der Anwendung
analysis-imports-a-module-for-a-warning = importiert ein Modul für eine Warnung
analysis-imports-the-module-of-a-warning-category = importiert das Modul der Kategorie einer Warnung
analysis-imports-a-module = importiert ein Modul
analysis-imports-a-module-to-describe-it-or-starts-a = importiert ein Modul, um es zu beschreiben, oder startet einen Server
analysis-opens-a-name-as-a-command-or-to-write = öffnet einen Namen als Befehl oder zum Schreiben
analysis-signals-a-process = sendet einem Prozess ein Signal
analysis-signals-every-process = sendet jedem Prozess ein Signal
analysis-may-stand-for-every-process = { $word } kann jeden Prozess bedeuten
analysis-runs-a-module-that-only-running-tells = führt ein Modul aus, das erst bei der Ausführung bekannt ist
analysis-runs-the-module = führt das Modul { $name } aus
analysis-runs-code-by = führt mit { $name } Code aus
analysis-reads-an-archive = liest ein Archiv
analysis-creates-or-extracts-an-archive = erstellt oder entpackt ein Archiv
analysis-writes-the-json-to-a-file = schreibt das JSON in eine Datei
analysis-starts-a-web-server = startet einen Webserver
analysis-installs-python-into-a-folder = installiert Python in einen Ordner
analysis-runs-what-a-pickle-says = führt den Code in einem Pickle aus
analysis-runs-a-sed-script-that-may-write-files-and = führt ein sed-Skript aus, das Dateien schreiben und Befehle ausführen kann
analysis-runs-a-sed-script-that-is-made-elsewhere = führt ein sed-Skript aus, das anderswo entsteht
analysis-runs-a-sed-script-that-only-running-tells = führt ein sed-Skript aus, das erst bei der Ausführung bekannt ist
analysis-the-sed-script-cannot-be-read = das sed-Skript lässt sich nicht lesen
analysis-sed-w-command-writes-a-file = der Befehl w von sed schreibt eine Datei
analysis-sed-r-command-reads-a-file = der Befehl r von sed liest eine Datei
analysis-sed-runs-lines-of-its-input-as-commands = sed führt Zeilen seiner Eingabe als Befehle aus
analysis-runs-a-startup-file = führt eine Startdatei aus
analysis-runs-text-in-a-language-that-is-not-followed = führt Text in einer Sprache aus, die nicht geprüft werden kann
analysis-changes-the-database = ändert die Datenbank
analysis-creates-the-database-where-it-is-not-there-yet = legt die Datenbank an, falls es sie noch nicht gibt
analysis-forwards-connections = leitet Verbindungen weiter
analysis-takes-settings-that-can-run-programs = übernimmt Einstellungen, die Programme ausführen können
analysis-writes-a-log = schreibt ein Protokoll
analysis-controls-a-shared-connection = steuert eine gemeinsam genutzte Verbindung
analysis-may-be-an-option-of-ssh-that-runs-a = kann eine Option von ssh sein, die ein Programm ausführt
analysis-opens-a-session-on-another-machine = öffnet eine Sitzung auf einem anderen Rechner
analysis-runs-on-another-machine-what-comes-in = führt Befehle aus der Standardeingabe auf einem anderen Rechner aus
analysis-runs-what-says = führt den Wert von { $key } aus
analysis-runs-or-loads-what-says = führt den Wert von { $key } aus oder lädt ihn
analysis-shares-or-forwards-connections = teilt Verbindungen oder leitet sie weiter
analysis-gives-ssh-a-setting-that-only-running-tells = gibt ssh eine Einstellung, die erst bei der Ausführung bekannt ist
analysis-writes-an-archive = schreibt ein Archiv
analysis-does-what-only-running-tells = tut etwas, das erst bei der Ausführung bekannt ist
analysis-may-be-an-option-of-tar-that-runs-a = kann eine Option von tar sein, die ein Programm ausführt
analysis-extracts-files-over-existing-ones = entpackt Dateien über vorhandene
analysis-writes-to-the-usual-archive = schreibt in das übliche Archiv
analysis-changes-the-archive = ändert das Archiv
analysis-takes-options-and-names-from-a-file = nimmt Optionen und Namen aus einer Datei
analysis-writes-a-list-of-files = schreibt eine Liste von Dateien
analysis-reads-a-list-of-patterns = liest eine Liste von Mustern
analysis-runs-a-script-of-editor-commands = führt ein Skript aus Editorbefehlen aus
analysis-runs-editor-commands-that-come-in = führt Editorbefehle aus der Standardeingabe aus
analysis-runs-editor-commands-that-only-running-tells = führt Editorbefehle aus, die erst bei der Ausführung bekannt sind
analysis-runs-editor-commands-that-may-do-anything = führt Editorbefehle aus, die alles tun können
analysis-deletes-every-line-of-the-file = löscht jede Zeile der Datei
analysis-reads-words-for-a-command = liest Argumente für einen Befehl
analysis-writes-what-came-out = schreibt Ergebnisse oder temporäre Dateien
analysis-runs-lines-that-only-running-tells = führt Zeilen aus, die erst bei der Ausführung bekannt sind
analysis-runs-perl-text-in-a-template = führt Perl-Code in einer Vorlage aus
analysis-runs-code-in-the-pattern-to-split-by = führt Code im Muster aus, nach dem aufgeteilt wird
analysis-holds-more-sql-than-is-looked-at = enthält mehr SQL, als geprüft wird
analysis-holds-sql-nested-too-deep = enthält zu tief verschachteltes SQL
analysis-holds-sql-with-characters-that-databases-read-differently = enthält SQL mit Zeichen, die Datenbanken verschieden lesen
analysis-holds-sql-that-could-not-be-taken-apart = enthält SQL, das sich nicht zerlegen ließ
analysis-holds-sql-that-could-not-be-understood = enthält SQL, das nicht verstanden werden konnte
analysis-holds-more-statements-than-are-looked-at = enthält mehr Anweisungen, als geprüft werden
analysis-does-more-than-is-told-here = tut mehr, als hier aufgeführt ist
analysis-runs-a-shell-command-from-the-sql-client = führt aus dem SQL-Client einen Shell-Befehl aus
analysis-runs-sql-from-a-file = führt SQL aus einer Datei aus
analysis-runs-sql-from-a-file-which-is-not-in = führt SQL aus einer Datei aus, das nicht im Text steht
analysis-writes-the-client-output-to-a-file = schreibt die Ausgabe des Clients in eine Datei
analysis-runs-which-is-no-known-command-of-the-shell = führt .{ $command } aus, das kein bekannter Befehl der Shell ist
analysis-runs = führt .{ $command } aus
analysis-opens-the-output-in-a-program = öffnet die Ausgabe in einem Programm
analysis-writes-the-output-to-a-file = schreibt die Ausgabe in eine Datei
analysis-writes-a-log-to-a-file = schreibt ein Protokoll in eine Datei
analysis-runs-sql-that-a-command-prints = führt SQL aus, das ein Befehl ausgibt
analysis-imports-rows-from-a-file = importiert Zeilen aus einer Datei
analysis-imports-rows-into-table = importiert Zeilen in die Tabelle { $table }
analysis-replaces-the-database-with-a-backup = ersetzt die Datenbank durch eine Sicherung
analysis-opens-a-database-file = öffnet eine Datenbankdatei
analysis-empties-a-database-file = leert eine Datenbankdatei
analysis-opens-or-creates-a-database-file = öffnet oder erstellt eine Datenbankdatei
analysis-opens-a-database-that-is-not-in-the-text = öffnet eine Datenbank, die nicht im Text steht
analysis-creates-changes-or-unpacks-an-archive = erstellt, ändert oder entpackt ein Archiv
analysis-loads-code-into-the-database = lädt Code in die Datenbank
analysis-runs-a-short-command-that-is-none-of-the = führt einen kurzen Befehl aus, den der mysql-Client nicht kennt
analysis-opens-an-editor-and-runs-what-comes-out-of = öffnet einen Editor und führt den bearbeiteten Text aus
analysis-runs-what-comes-out-of-an-editor = führt den Text aus einem Editor aus
analysis-holds-more-on-the-line-of-a-client-command = hat weiteren Text auf der Zeile eines Client-Befehls
analysis-lets-psql-put-the-value-of-a-variable-into = lässt psql den Wert einer Variablen in den Text einsetzen
analysis-lets-a-prompt-run-shell-commands = lässt einen Prompt Shell-Befehle ausführen
analysis-runs-each-value-of-the-result-as-sql = führt jeden Wert des Ergebnisses als SQL aus
analysis-changes-the-client-environment = ändert die Umgebung des Clients
analysis-changes-a-password = ändert ein Passwort
analysis-loads-a-file-into-a-large-object = lädt eine Datei in ein Large Object
analysis-creates-a-large-object = erstellt ein Large Object
analysis-deletes-a-large-object = löscht ein Large Object
analysis-writes-a-large-object-to-a-file = schreibt ein Large Object in eine Datei
analysis-runs-which-is-no-known-command-of-psql = führt \{ $command } aus, das kein bekannter Befehl von psql ist
analysis-holds-a-copy-that-could-not-be-taken-apart = enthält ein \copy, das sich nicht zerlegen ließ
analysis-runs-a-command-that-is-not-in-the-text = führt einen Befehl aus, der nicht im Text steht
analysis-copies-rows-to-a-file = kopiert Zeilen in eine Datei
analysis-copies-rows-from-a-file = kopiert Zeilen aus einer Datei
analysis-copies-rows-to-or-from-a-place-that-is = kopiert Zeilen an einen Ort oder von einem Ort, der nicht im Text steht
analysis-copies-rows-to-files = kopiert Zeilen in Dateien
analysis-copies-rows-to-a-stage = kopiert Zeilen in einen Stagingbereich
analysis-copies-files-to-a-stage = kopiert Dateien in einen Stagingbereich
analysis-copies-files-from-a-stage = kopiert Dateien aus einem Stagingbereich
analysis-deletes-files-of-a-stage = löscht Dateien eines Stagingbereichs
analysis-loads-rows-into-table = lädt Zeilen in die Tabelle { $table }
analysis-loads-rows-into-a-table = lädt Zeilen in eine Tabelle
analysis-loads-rows-from-a-file = lädt Zeilen aus einer Datei
analysis-replaces-the-rows-of-table = ersetzt die Zeilen der Tabelle { $table }
analysis-exports-to-files = exportiert in Dateien
analysis-exports-data = exportiert Daten
analysis-drops-a-part-of-the-database = löscht einen Teil der Datenbank
analysis-alters-part-of-the-database = ändert einen Teil der Datenbank
analysis-creates-a-part-of-the-database = erstellt einen Teil der Datenbank
analysis-empties-table = leert die Tabelle { $table }
analysis-empties-a-table = leert eine Tabelle
analysis-changes-a-setting-of-the-database-server = ändert eine Einstellung des Datenbankservers
analysis-calls-which-may-change-something = ruft { $function } auf: das kann etwas ändern
analysis-calls-which-runs-sql-given-as-text = ruft { $function } auf: das führt als Text gegebenes SQL aus
analysis-calls-which-reaches-outside-of-the-database = ruft { $function } auf: das reicht über die Datenbank hinaus
analysis-calls-which-writes-a-file = ruft { $function } auf: das schreibt eine Datei
analysis-calls-and-nobody-can-see-what-that-does = ruft { $function } auf, dessen Wirkung nicht im Text steht
analysis-acts-on-the-database-server = wirkt auf den Datenbankserver ein
analysis-changes-a-setting = ändert eine Einstellung
analysis-runs-a-command-of-the-operating-system = führt einen Befehl des Betriebssystems aus
analysis-changes-replication = ändert die Replikation
analysis-changes-the-schema = ändert das Schema
analysis-deletes-rows = löscht Zeilen
analysis-deletes-rows-of-table = löscht Zeilen der Tabelle { $table }
analysis-deletes-rows-of-table-all-of-them-there-is = löscht Zeilen der Tabelle { $table } (alle: es gibt kein WHERE)
analysis-inserts-rows = fügt Zeilen ein
analysis-inserts-rows-into-table = fügt Zeilen in die Tabelle { $table } ein
analysis-inserts-or-replaces-rows-of-table = fügt Zeilen in die Tabelle { $table } ein oder ersetzt welche
analysis-replaces-all-rows-of-table = ersetzt alle Zeilen der Tabelle { $table }
analysis-replaces-what-is-in-a-folder = ersetzt, was in einem Ordner ist
analysis-changes-rows = ändert Zeilen
analysis-changes-rows-of-table = ändert Zeilen der Tabelle { $table }
analysis-changes-rows-of-table-all-of-them-there-is = ändert Zeilen der Tabelle { $table } (alle: es gibt kein WHERE)
analysis-merges-rows = führt Zeilen zusammen
analysis-merges-rows-into-table = führt Zeilen mit der Tabelle { $table } zusammen
analysis-merges-into-and-deletes-rows-of-table = führt Zeilen mit der Tabelle { $table } zusammen und löscht welche daraus
analysis-writes-the-result-to-a-file = schreibt das Ergebnis in eine Datei
analysis-writes-the-result-into-table = schreibt das Ergebnis in die Tabelle { $table }
analysis-locks-the-rows-it-reads = sperrt die Zeilen, die es liest
analysis-locks-what-it-reads = sperrt, was es liest
analysis-stops-the-server = hält den Server an
analysis-reads-a-file-by = liest eine Datei mit { $function }
analysis-reads-a-file-of-the-database-server-by = liest eine Datei des Datenbankservers mit { $function }
analysis-writes-a-file-by = schreibt eine Datei mit { $function }
analysis-reads-table = liest die Tabelle { $table }
analysis-reads-a-file-as-a-table = liest eine Datei als Tabelle
analysis-ends-a-prepared-transaction = beendet eine vorbereitete Transaktion
analysis-starts-a-part-of-the-server = startet einen Teil des Servers
analysis-stops-a-part-of-the-server = hält einen Teil des Servers an
analysis-resets-a-part-of-the-server = setzt einen Teil des Servers zurück
analysis-goes-on-as-another-role = macht unter einer anderen Rolle weiter
analysis-changes-the-setting = ändert die Einstellung { $name }
analysis-changes-the-character-set-and-with-it-how-quotes = ändert den Zeichensatz und damit, wie Anführungszeichen gelesen werden
analysis-deletes-the-server-logs = löscht die Protokolle des Servers
analysis-runs-pragma = führt das Pragma { $name } aus
analysis-sets-pragma = setzt das Pragma { $name }
analysis-runs-a-command-on-the-database-server = führt einen Befehl auf dem Datenbankserver aus
analysis-takes-a-table-out-of-the-database = nimmt eine Tabelle aus der Datenbank
analysis-writes-a-copy-of-the-database = schreibt eine Kopie der Datenbank
analysis-rewrites-tables-to-free-space = schreibt Tabellen neu, um Platz freizugeben
analysis-grants-rights = erteilt Rechte
analysis-takes-rights-away = entzieht Rechte
analysis-locks-tables = sperrt Tabellen
analysis-changes-a-comment-in-the-schema = ändert einen Kommentar im Schema
analysis-refreshes-a-materialized-view = aktualisiert eine materialisierte Sicht
analysis-rewrites-a-table-in-another-order = schreibt eine Tabelle in anderer Reihenfolge neu
analysis-rebuilds-an-index = baut einen Index neu auf
analysis-makes-the-database-write-its-state-to-disk = lässt die Datenbank ihren Zustand auf die Platte schreiben
analysis-notifies-other-sessions = benachrichtigt andere Sitzungen
analysis-flushes-caches-or-logs-of-the-server = führt FLUSH für Caches oder Protokolle des Servers aus
analysis-ends-another-session-or-query = beendet eine andere Sitzung oder Abfrage
analysis-rewrites-a-table = schreibt eine Tabelle neu
analysis-renames-a-table = benennt eine Tabelle um
analysis-imports-into-the-database = importiert in die Datenbank
analysis-installs-an-extension = installiert eine Erweiterung
analysis-removes-an-extension = entfernt eine Erweiterung
analysis-changes-a-security-label = ändert ein Sicherheitslabel
analysis-changes-owners = ändert Eigentümer
analysis-caches-a-table = legt eine Tabelle in den Cache
analysis-removes-a-table-from-the-cache = entfernt eine Tabelle aus dem Cache
analysis-repairs-a-table-partitions = repariert die Partitionen einer Tabelle
analysis-restores-a-dropped-object = stellt ein gelöschtes Objekt wieder her
analysis-writes-a-backup = schreibt eine Sicherung
analysis-runs-a-maintenance-command-of-the-server = führt einen Wartungsbefehl des Servers aus
analysis-writes-rows-to-files = schreibt Zeilen in Dateien
analysis-runs-events-of-a-log = spielt Ereignisse eines Protokolls ein
analysis-takes-part-in-a-distributed-transaction = nimmt an einer verteilten Transaktion teil
analysis-deletes-logs-or-dropped-objects = löscht Protokolle oder bereits gelöschte Objekte
analysis-replaces-a-database = ersetzt eine Datenbank
analysis-runs-a-block-of-procedural-code = führt einen Block prozeduralen Codes aus
analysis-updates-the-statistics-of-tables = aktualisiert die Statistik von Tabellen
analysis-prepares-a-transaction-for-a-later-commit = bereitet eine Transaktion für einen späteren Commit vor
analysis-prepares-a-statement-that-is-not-in-the-text = bereitet eine Anweisung vor, die nicht im Text steht
analysis-runs-sql-that-is-put-together-when-it-runs = führt SQL aus, das erst bei der Ausführung zusammengesetzt wird
analysis-calls-which-acts-on-the-database-server = ruft { $function } auf: das wirkt auf den Datenbankserver ein
analysis-calls-which-begins-a-backup = ruft { $function } auf: das beginnt eine Sicherung
analysis-calls-which-begins-or-ends-a-backup = ruft { $function } auf: das beginnt oder beendet eine Sicherung
analysis-calls-which-cancels-another-session-query = ruft { $function } auf: das bricht die Abfrage einer anderen Sitzung ab
analysis-calls-which-changes-a-large-object = ruft { $function } auf: das ändert ein Large Object
analysis-calls-which-changes-a-sequence-or-notifies-others = ruft { $function } auf: das ändert eine Sequenz oder benachrichtigt andere
analysis-calls-which-changes-a-setting = ruft { $function } auf: das ändert eine Einstellung
analysis-calls-which-changes-files-of-the-database-server = ruft { $function } auf: das ändert Dateien des Datenbankservers
analysis-calls-which-changes-replication = ruft { $function } auf: das ändert die Replikation
analysis-calls-which-copies-something-on-the-database-server = ruft { $function } auf: das kopiert etwas auf dem Datenbankserver
analysis-calls-which-creates-something-on-the-database-server = ruft { $function } auf: das erstellt etwas auf dem Datenbankserver
analysis-calls-which-deletes-a-file-of-the-database-server = ruft { $function } auf: das löscht eine Datei des Datenbankservers
analysis-calls-which-deletes-a-large-object = ruft { $function } auf: das löscht ein Large Object
analysis-calls-which-drops-something-of-the-database-server = ruft { $function } auf: das löscht etwas vom Datenbankserver
analysis-calls-which-ends-a-backup = ruft { $function } auf: das beendet eine Sicherung
analysis-calls-which-ends-another-session = ruft { $function } auf: das beendet eine andere Sitzung
analysis-calls-which-reaches-the-server-environment = ruft { $function } auf: das greift auf die Umgebung des Servers zu
analysis-calls-which-reaches-the-server-files-or-network = ruft { $function } auf: das greift auf Dateien oder Netz des Servers zu
analysis-calls-which-reads-from-a-replication-slot-which-moves = ruft { $function } auf: das liest aus einem Replikationsslot und rückt ihn damit weiter
analysis-calls-which-resets-statistics = ruft { $function } auf: das setzt Statistiken zurück
analysis-calls-which-runs-a-command-of-the-operating-system = ruft { $function } auf: das führt einen Befehl des Betriebssystems aus
analysis-calls-which-runs-a-procedure-of-the-server = ruft { $function } auf: das führt eine Prozedur des Servers aus
analysis-calls-which-runs-code-that-is-not-in-the = ruft { $function } auf: das führt Code aus, der nicht im Text steht
analysis-calls-which-takes-a-lock = ruft { $function } auf: das setzt eine Sperre
analysis-calls-which-takes-or-frees-a-lock = ruft { $function } auf: das setzt oder löst eine Sperre
analysis-reads-a-key-or-secret-file = liest eine Schlüssel- oder Geheimnisdatei
analysis-reads-countersign-own-data = liest Countersigns eigene Daten
analysis-changes-a-key-or-secret-file = ändert eine Schlüssel- oder Geheimnisdatei
analysis-changes-a-file-that-runs-at-startup = ändert eine Datei, die beim Start ausgeführt wird
analysis-changes-git-own-settings-or-hooks = ändert gits eigene Einstellungen oder Hooks
analysis-changes-an-agent-own-settings = ändert die eigenen Einstellungen eines Agenten
analysis-changes-countersign-own-data = ändert Countersigns eigene Daten
analysis-changes-production-configuration = ändert Produktionskonfiguration
analysis-changes-the-machine-accounts-or-what-every-program-loads = ändert die Konten des Rechners oder Dateien, die jedes Programm lädt
analysis-hides-what-follows-under-empty-lines = verbirgt Text unter { $count } leeren Zeilen
analysis-is-a-line-of-characters = ist eine Zeile von { $count } Zeichen
analysis-pushes-what-follows-aside-with-blanks = schiebt Text mit { $width } Leerzeichen beiseite
analysis-a-second-parser-finds-commands-in-it-the-first = ein zweiter Parser findet darin { $second ->
    [one] { $second } Befehl
   *[other] { $second } Befehle
}, der erste { $first }
analysis-drops-kind = löscht { $kind ->
    [view] die Sicht
    [index] den Index
    [trigger] den Trigger
    [function] die Funktion
    [procedure] die Prozedur
    [proc] die Prozedur
    [routine] die Routine
    [aggregate] die Aggregatfunktion
    [schema] das Schema
    [database] die Datenbank
    [sequence] die Sequenz
    [type] den Typ
    [domain] die Domäne
    [role] die Rolle
    [user] den Benutzer
    [group] die Gruppe
    [login] das Login
    [extension] die Erweiterung
    [policy] die Richtlinie
    [rule] die Regel
    [event] das Ereignis
    [server] den Server
    [tablespace] den Tablespace
    [publication] die Publikation
    [subscription] die Subskription
    [collation] die Kollation
    [conversion] die Konvertierung
    [operator] den Operator
    [cast] die Typumwandlung
    [language] die Sprache
    [owned] die Objekte von
    [secret] das Geheimnis
    [macro] das Makro
    [stage] den Stagingbereich
    [warehouse] das Warehouse
    [pipe] die Pipe
    [stream] den Stream
    [task] die Aufgabe
    [dictionary] das Wörterbuch
    [synonym] das Synonym
    [statistics] die Statistik
    [system] das System
    [column] die Spalte
    [constraint] die Bedingung
    [partition] die Partition
    [snapshot] den Snapshot
    [model] das Modell
   *[table] die Tabelle
} { $name }
analysis-creates-kind = erstellt { $kind ->
    [view] die Sicht
    [index] den Index
    [trigger] den Trigger
    [function] die Funktion
    [procedure] die Prozedur
    [proc] die Prozedur
    [routine] die Routine
    [aggregate] die Aggregatfunktion
    [schema] das Schema
    [database] die Datenbank
    [sequence] die Sequenz
    [type] den Typ
    [domain] die Domäne
    [role] die Rolle
    [user] den Benutzer
    [group] die Gruppe
    [login] das Login
    [extension] die Erweiterung
    [policy] die Richtlinie
    [rule] die Regel
    [event] das Ereignis
    [server] den Server
    [tablespace] den Tablespace
    [publication] die Publikation
    [subscription] die Subskription
    [collation] die Kollation
    [conversion] die Konvertierung
    [operator] den Operator
    [cast] die Typumwandlung
    [language] die Sprache
    [owned] die Objekte von
    [secret] das Geheimnis
    [macro] das Makro
    [stage] den Stagingbereich
    [warehouse] das Warehouse
    [pipe] die Pipe
    [stream] den Stream
    [task] die Aufgabe
    [dictionary] das Wörterbuch
    [synonym] das Synonym
    [statistics] die Statistik
    [system] das System
    [column] die Spalte
    [constraint] die Bedingung
    [partition] die Partition
    [snapshot] den Snapshot
    [model] das Modell
   *[table] die Tabelle
} { $name }
analysis-alters-kind = ändert { $kind ->
    [view] die Sicht
    [index] den Index
    [trigger] den Trigger
    [function] die Funktion
    [procedure] die Prozedur
    [proc] die Prozedur
    [routine] die Routine
    [aggregate] die Aggregatfunktion
    [schema] das Schema
    [database] die Datenbank
    [sequence] die Sequenz
    [type] den Typ
    [domain] die Domäne
    [role] die Rolle
    [user] den Benutzer
    [group] die Gruppe
    [login] das Login
    [extension] die Erweiterung
    [policy] die Richtlinie
    [rule] die Regel
    [event] das Ereignis
    [server] den Server
    [tablespace] den Tablespace
    [publication] die Publikation
    [subscription] die Subskription
    [collation] die Kollation
    [conversion] die Konvertierung
    [operator] den Operator
    [cast] die Typumwandlung
    [language] die Sprache
    [owned] die Objekte von
    [secret] das Geheimnis
    [macro] das Makro
    [stage] den Stagingbereich
    [warehouse] das Warehouse
    [pipe] die Pipe
    [stream] den Stream
    [task] die Aufgabe
    [dictionary] das Wörterbuch
    [synonym] das Synonym
    [statistics] die Statistik
    [system] das System
    [column] die Spalte
    [constraint] die Bedingung
    [partition] die Partition
    [snapshot] den Snapshot
    [model] das Modell
   *[table] die Tabelle
} { $name }
analysis-drops-a-part-of-kind = löscht einen Teil { $kind ->
    [view] der Sicht
    [index] des Index
    [trigger] des Triggers
    [function] der Funktion
    [procedure] der Prozedur
    [proc] der Prozedur
    [routine] der Routine
    [aggregate] der Aggregatfunktion
    [schema] des Schemas
    [database] der Datenbank
    [sequence] der Sequenz
    [type] des Typs
    [domain] der Domäne
    [role] der Rolle
    [user] des Benutzers
    [group] der Gruppe
    [login] des Logins
    [extension] der Erweiterung
    [policy] der Richtlinie
    [rule] der Regel
    [event] des Ereignisses
    [server] des Servers
    [tablespace] des Tablespace
    [publication] der Publikation
    [subscription] der Subskription
    [collation] der Kollation
    [conversion] der Konvertierung
    [operator] des Operators
    [cast] der Typumwandlung
    [language] der Sprache
    [owned] der Objekte von
    [secret] des Geheimnisses
    [macro] des Makros
    [stage] des Stagingbereichs
    [warehouse] des Warehouses
    [pipe] der Pipe
    [stream] des Streams
    [task] der Aufgabe
    [dictionary] des Wörterbuchs
    [synonym] des Synonyms
    [statistics] der Statistik
    [system] des Systems
    [column] der Spalte
    [constraint] der Bedingung
    [partition] der Partition
    [snapshot] des Snapshots
    [model] des Modells
   *[table] der Tabelle
} { $name }
analysis-replaces-kind = ersetzt { $kind ->
    [schema] das Schema
    [database] die Datenbank
   *[table] die Tabelle
} { $name } samt Inhalt
analysis-creates-kind-running-later = erstellt { $kind ->
    [rule] die Regel
    [event] das Ereignis
    [task] die Aufgabe
   *[trigger] den Trigger
} { $name }; das läuft später von selbst
