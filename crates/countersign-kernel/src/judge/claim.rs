//! Compares the agent's claim about a call with the facts.
//!
//! A claim is shown apart from the facts and decides nothing. This only finds claims that would mislead a
//! person who reads no further.

use countersign_words::{Message, say};

use super::{Class, Facts};

/// Words for deleting or losing something, by their beginnings.
#[rustfmt::skip]
const LOSS: &[&str] = &[
    "clean", "clear", "delet", "discard", "drop", "empt", "eras", "purg", "remov", "reset", "revert",
    "roll", "tidy", "trash", "trunc", "uninstall", "wipe", "overwrit", "replac", "kill", "stop", "destroy",
    "forget", "prun",
    "lösch", "gelösch", "entfern", "verwerf", "verworf", "leeren", "leert", "bereinig", "aufräum",
    "aufgeräum", "räum", "zurücksetz", "ersetz", "überschreib", "deinstall", "beend", "zerstör",
    "borra", "elimin", "quitar", "quita", "suprim", "limpi", "vaciar", "vacía", "descart", "reempla",
    "sobrescri", "restablec", "desinstal", "detener",
    "supprim", "effac", "enlev", "retir", "nettoy", "vider", "remplac", "écras", "réinitialis",
    "désinstall", "arrêt", "détrui",
    "șterg", "sterg", "golește", "golire", "curăț", "renunț", "înlocui", "suprascri", "dezinstal", "opri",
    "distrug",
];

/// Words for changing something.
#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "add", "append", "appl", "archiv", "assign", "book", "build", "chang", "clos", "commit", "complet",
    "configur", "convert", "copy", "copies", "correct", "creat", "edit", "enabl", "disabl", "estimat",
    "extend", "finish", "fix", "generat", "insert", "install", "label", "link", "log", "mak", "mark",
    "merg", "mov", "new", "open", "patch", "plan", "post", "prioriti", "propos", "publish", "put",
    "record", "refactor", "renam", "reopen", "reorder", "rewrit", "sav", "schedul", "set", "send", "sort",
    "split", "start", "stor", "switch", "tag", "turn", "updat", "upgrad", "upload", "writ",
    "änder", "geänder", "hinzufüg", "füge", "einfüg", "erstell", "anleg", "schreib", "geschrieb",
    "speicher", "umbenenn", "benenn", "verschieb", "aktualisier", "korrigier", "beheb", "setz", "erzeug",
    "ergänz", "überarbeit", "bearbeit", "kopier",
    "cambi", "añad", "agreg", "crear", "crea", "modific", "escrib", "guardar", "guarda", "renombr",
    "mover", "mueve", "actualiz", "instal", "correg", "corrig", "arregl", "generar",
    "ajout", "créer", "crée", "modifi", "écri", "enregistr", "renomm", "déplac", "mettre", "actualis",
    "adaug", "adăug", "creez", "creare", "scrie", "salv", "redenum", "mută", "mutare", "corect",
    "genereaz", "schimb",
];

/// Words for running a program. Such a claim says nothing about what that writes: a report, a cache, files that it formats.
#[rustfmt::skip]
const RUN: &[&str] = &[
    "run", "execut", "test", "build", "compil", "start", "launch", "format", "prettif", "bench",
    "ausführ", "führ", "laufen", "start", "bauen", "baue", "kompilier",
    "ejecut", "correr", "lanz", "prueb", "probar",
    "exécut", "lanc",
    "rule", "rula", "porne",
];

/// Words for changing nothing.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "analy", "browse", "check", "compar", "count", "describ", "display", "explain", "fetch", "find", "get",
    "inspect", "lint", "list", "look", "preview", "print", "query", "read", "review", "scan", "search",
    "show", "summari", "validat", "verif", "view",
    "anzeig", "zeig", "lesen", "lese", "liest", "prüf", "überprüf", "geprüf", "suche", "vergleich", "zähl",
    "anseh", "schau", "auflist", "untersuch",
    "muestr", "mostrar", "leer", "lee", "revisar", "revisa", "busc", "cuent", "contar", "comprob",
    "comprueb", "consult",
    "affich", "lire", "vérif", "cherch", "compt", "montr", "examin",
    "afișe", "citire", "citeș", "caută", "căut", "număr", "arată", "arăt",
];

/// Words for sending data off the machine.
#[rustfmt::skip]
const SENDING: &[&str] = &[
    "api", "browse", "call", "clone", "commit", "contact", "deploy", "download", "email", "fetch", "http",
    "install", "mail", "messag", "notif", "open", "ping", "post", "publish", "pull", "push", "quer",
    "request", "search", "send", "shar", "submit", "sync", "upload", "url", "visit", "web",
    "sende", "schick", "verschick", "hochlad", "lade", "herunterlad", "veröffentlich", "abruf", "abfrag",
    "übertrag",
    "enviar", "envía", "envío", "descarg", "subir", "sube", "publicar", "llamar", "consult",
    "envoy", "télécharg", "téléverse", "publier", "pouss", "récupér", "interrog",
    "trimit", "descarc", "descărc", "încarc", "încărc", "publică", "interog",
];

/// Ways to say that nothing changes. No other word of a claim takes that back.
#[rustfmt::skip]
const NOTHING: &[&str] = &[
    "read-only", "read only", "readonly", "only read", "only look", "no change", "without chang", "nothing chang",
    "change nothing", "changes nothing", "nur lesen", "nur gelesen", "nur ansehen", "ohne änder", "ändert nichts",
    "sin cambi", "sin modific", "solo lect", "sólo lect", "solo leer", "sans modif", "sans chang", "lecture seule",
    "fără modific", "fără schimb", "doar citi",
];

/// Describes where `claim` contradicts the facts; None where it does not, or that cannot be determined.
pub fn mismatch(claim: &str, class: Class, facts: &Facts) -> Option<Message> {
    // Romanian is written with two kinds of these letters.
    let lower = claim.to_lowercase().replace('ş', "ș").replace('ţ', "ț");
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    if words.is_empty() {
        return None;
    }
    let says = |list: &[&str]| words.iter().any(|w| list.iter().any(|stem| w.starts_with(stem)));
    let names = |targets: &[String]| targets.iter().any(|t| claim.contains(t.as_str()));
    if !facts.deletes.is_empty() && !says(LOSS) {
        return Some(say!("judge-claim-deletes", what = first(&facts.deletes)));
    }
    if class == Class::Destructive && !says(LOSS) {
        return Some(say!("judge-claim-loss"));
    }
    if facts.sends_out() && !says(SENDING) && !names(&facts.hosts) {
        return Some(match facts.hosts.as_slice() {
            [] => say!("judge-claim-sends-out"),
            hosts => {
                say!("judge-claim-sends-to", host = first(hosts))
            }
        });
    }
    let more = [CHANGE, RUN, LOSS, SENDING];
    let only_harmless = says(HARMLESS) && !more.into_iter().any(says);
    let only_harmless = only_harmless || NOTHING.iter().any(|phrase| lower.contains(phrase));
    (class == Class::Mutable && only_harmless).then(|| match facts.writes.as_slice() {
        [] => say!("judge-claim-changes-something"),
        writes => say!("judge-claim-changes", what = first(writes)),
    })
}

fn first<T: AsRef<str>>(targets: &[T]) -> Message {
    match targets {
        [] => say!("judge-claim-something"),
        [one] => one.as_ref().into(),
        [one, rest @ ..] => say!("judge-claim-more", what = one.as_ref(), n = rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deletes(target: &str) -> Facts {
        Facts { deletes: vec![target.into()], ..Facts::default() }
    }

    #[test]
    fn b3_a_claim_that_hides_a_deletion_is_flagged() {
        let facts = deletes("file:/src/main.rs");
        let found = mismatch("Format the code", Class::Destructive, &facts).unwrap();
        assert!(found.contains("deletes file:/src/main.rs"), "{found}");
        assert!(mismatch("Update the build", Class::Destructive, &facts).is_some());
        for honest in ["Delete main.rs", "Removes an old file", "Clean up", "DROP the table"] {
            assert_eq!(mismatch(honest, Class::Destructive, &facts), None, "{honest}");
        }
    }

    #[test]
    fn b3_a_claim_of_reading_is_flagged_when_the_call_changes_something() {
        let facts = Facts::write("task:t1-0000/title");
        let found = mismatch("Just checking the title", Class::Mutable, &facts).unwrap();
        assert!(found.contains("changes task:t1-0000/title"), "{found}");
        for honest in ["Rename the task", "Check and update the title", "Titel ändern", "", "…"] {
            assert_eq!(mismatch(honest, Class::Mutable, &facts), None, "{honest}");
        }
        assert_eq!(mismatch("Checking the title", Class::Read, &Facts::read("task:t1")), None);
    }

    #[test]
    fn b3_a_claim_of_running_something_does_not_speak_of_reading_only() {
        let facts = Facts::write("/w/report.xml");
        for honest in [
            "Run the tests",
            "run tests and check the output",
            "Format the code",
            "Run the linter",
            "Test the parser",
            "Tests ausführen und prüfen",
            "Ejecutar las pruebas y revisar",
            "Exécuter les tests et vérifier",
            "Rulează testele și verifică",
        ] {
            assert_eq!(mismatch(honest, Class::Mutable, &facts), None, "{honest}");
        }
        for lie in [
            "Run a read-only check",
            "Run the tests, no changes",
            "Look at the settings without changing them",
            "Nur lesen, Tests ausführen",
            "Ejecutar en modo solo lectura",
            "Lancer en lecture seule",
            "Rulează, fără modificări",
        ] {
            assert!(mismatch(lie, Class::Mutable, &facts).is_some(), "{lie}");
        }
        let lost = deletes("/w/src/main.rs");
        assert!(mismatch("Run the tests", Class::Destructive, &lost).is_some(), "a loss must be said");
        let sends = Facts { sends: true, hosts: vec!["paste.test".into()], ..Facts::default() };
        assert!(mismatch("Run the tests", Class::Mutable, &sends).is_some(), "and so must sending");
    }

    #[test]
    fn b3_a_claim_is_understood_in_the_languages_of_the_desk() {
        let lost = deletes("/w/old.txt");
        for honest in [
            "Löscht die alte Datei",
            "Alte Datei gelöscht",
            "Elimina el archivo",
            "Borrar el archivo",
            "Supprimer le fichier",
            "Effacer l’ancien fichier",
            "Șterge fișierul",
            "Şterge fişierul vechi",
        ] {
            assert_eq!(mismatch(honest, Class::Destructive, &lost), None, "{honest}");
        }
        let sends = Facts { sends: true, hosts: vec!["paste.test".into()], ..Facts::default() };
        for honest in
            ["Protokoll verschicken", "Enviar el registro", "Envoyer le journal", "Trimite jurnalul"]
        {
            assert_eq!(mismatch(honest, Class::Mutable, &sends), None, "{honest}");
        }
        let facts = Facts::write("/w/a.txt");
        for lie in
            ["Titel prüfen", "Revisar el título", "Vérifier le titre", "Verifică titlul", "Afișează titlul"]
        {
            assert!(mismatch(lie, Class::Mutable, &facts).is_some(), "{lie}");
            assert!(mismatch(lie, Class::Destructive, &lost).is_some(), "{lie}");
        }
        for honest in ["Titel prüfen und ändern", "Cambiar el título", "Modifier le titre", "Schimbă titlul"]
        {
            assert_eq!(mismatch(honest, Class::Mutable, &facts), None, "{honest}");
        }
        // Words of one language do not excuse another: these begin like words of theirs.
        for lie in ["Borrow the environment", "Show the public video"] {
            assert!(mismatch(lie, Class::Destructive, &lost).is_some(), "{lie}");
            assert!(mismatch(lie, Class::Mutable, &sends).is_some(), "{lie}");
        }
    }

    #[test]
    fn b3_a_claim_that_hides_sending_is_flagged() {
        let facts =
            Facts { sends: true, hosts: vec!["paste.test".into(), "b.test".into()], ..Facts::default() };
        let found = mismatch("Count the lines", Class::Read, &facts).unwrap();
        assert!(found.contains("to paste.test and 1 more"), "{found}");
        for honest in ["Upload the log", "Ask paste.test", "POST it"] {
            assert_eq!(mismatch(honest, Class::Read, &facts), None, "{honest}");
        }
        let unknown = Facts { sends: true, ..Facts::default() };
        assert!(mismatch("Count the lines", Class::Read, &unknown).unwrap().ends_with("data out"));
    }

    #[test]
    fn b3_a_destructive_call_without_named_targets_is_flagged_too() {
        assert!(mismatch("Improve the layout", Class::Destructive, &Facts::default()).is_some());
        assert_eq!(mismatch("Wipe the disk", Class::Destructive, &Facts::default()), None);
    }
}
