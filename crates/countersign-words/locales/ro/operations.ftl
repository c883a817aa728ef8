op-inbox-list = Afișează ce vă așteaptă, cele mai periculoase primele
op-inbox-count = Numără ce vă așteaptă
op-agent-news = Comunică unui agent noile instrucțiuni și răspunsuri și rezultatul propunerilor lui
op-audit-log = Afișează apelurile de unelte din jurnal, cele mai noi primele
op-audit-summary = Rezumă ce a făcut o rulare
op-audit-report = Scrie un raport despre o porțiune a jurnalului
op-audit-export = Exportă jurnalul ca JSON Lines, CSV, PDF sau OCSF, cele mai vechi primele
op-token-create = Creează un token pentru o persoană, un agent sau un verificator; se afișează o singură dată
op-token-list = Afișează tokenurile, fără secretele lor
op-token-revoke = Revocă imediat un token
op-grant-list = Afișează acordurile reținute care mai sunt valabile
op-grant-revoke = Revocă imediat acorduri reținute
op-freeze = Oprește orice efect nou până la dezgheț
op-thaw = Permite din nou efectele
op-call-propose = Apelează o unealtă: ce e inofensiv rulează imediat, restul așteaptă o persoană
op-countdown-stop = Oprește numărători inverse, ca să trebuiască să decidă o persoană
op-decision-stats = Numără cererile, răspunsurile și apelurile care au rulat fără întrebare
op-decision-list = Afișează deciziile, cele mai noi primele
op-context = Spune unui agent cum au fost primite propunerile lui recente
op-effect-finish = Consemnează rezultatul unui efect în lume
op-effect-reverted = Consemnează rezultatul anulării unui efect în lume
op-effect-begun = Afișează efectele începute și niciodată raportate
op-item-bind = Pune în argumentele unei propuneri rezultatele pe care le aștepta și o judecă din nou
op-item-recheck = Compară o propunere în așteptare cu starea actuală; dacă ar face altceva, arată asta
op-item-resolve = Consemnează cum s-a încheiat un efect neraportat
op-handover-ask = Întreabă dacă un agent poate apela o unealtă proprie
op-handover-approve = Răspunde la cererea de permisiune a unui agent (--permission-prompt-tool): decide o persoană
op-handover-exec = Execută o comandă care nu are nevoie de o persoană și îi raportează rezultatul
op-handover-finish = Verifică ce a făcut un agent cu un apel care i-a fost predat
op-function-ask-doc = Întreabă dacă o funcție a propriului proces poate rula
op-function-begin-doc = Preia o funcție permisă, pentru a o executa o dată
op-function-renew-doc = Spune că o funcție sau o sarcină este încă în execuție
op-function-report-doc = Raportează cum s-a încheiat o funcție executată
op-function-take-doc = Preia o sarcină pe care o poate face doar un worker cu acea funcție
op-function-finish-doc = Raportează cum s-a încheiat o sarcină preluată ca worker
op-receipt-cancel-undo-doc = Oprește o anulare care așteaptă un worker
op-handover-note = Consemnează ce spune un agent că a făcut fără să întrebe
op-hook-change = Notează că o persoană schimbă hookurile unui agent
op-item-claim = Rezervă pentru un timp o propunere sau un set, ca alții să vadă cine se uită la ele
op-item-lift = Lasă agentul să propună din nou ce a fost respins
op-item-scopes = Numără câte întrebări anterioare ar fi acoperit fiecare fel de a ține minte un da
op-item-whole = Arată diferența unei propuneri pe care o pagină o scurtează, întreagă sau pe părți
op-item-confirm = Spune da unor propuneri: ce s-a arătat se întâmplă, o dată
op-item-reject = Spune nu unor propuneri, cu un motiv pe care agentul îl citește
op-item-defer = Amână propuneri; rămân printre cele de decis
op-item-withdraw = Retrage o respingere pe care agentul nu a aflat-o sau o confirmare încă neîncepută
op-item-edit = Schimbă argumentele unei propuneri; este judecată și arătată din nou
op-item-refresh = Verifică din nou propuneri când s-au schimbat condițiile lor prealabile
op-item-retract = Retrage propriile propuneri deschise
op-item-status = Află starea unei propuneri
op-passkey-begin = Obține opțiunile de care are nevoie un browser ca să creeze o cheie de acces
op-passkey-finish = Adaugă cheia de acces creată de browserul dvs.; următoarele trebuie semnate cu una existentă
op-passkey-list = Afișează cheile de acces, și pe cele revocate
op-passkey-authorize = Obține provocarea de semnat pentru a schimba chei de acces, persoane sau setări
op-passkey-revoke = Revocă o cheie de acces a dvs. sau, ca administrator, a altora, cu semnătura uneia dintre ale dvs.
op-passkey-reset = Revocă toate cheile de acces ale unei persoane care le-a pierdut, chiar pe mașină
op-passkey-challenge = Obține provocarea de semnat pentru a răspunde la o propunere așa cum a fost arătată
op-plan-show = Arată un plan întreg cu rezultatul fiecărui pas; un da ulterior este valabil pentru ce s-a arătat
op-plan-list = Afișează planurile, cele mai noi primele
op-plan-advance = Execută pasul următor al unui plan, dacă i-a venit rândul
op-plan-approve = Spune da unui plan așa cum a fost arătat, în întregime sau pas cu pas
op-plan-reject = Spune nu unui plan, cu un motiv pe care agentul îl citește
op-plan-pause = Pune un plan în pauză; pasul în curs se încheie
op-plan-resume = Reia un plan aflat în pauză
op-plan-retry = Verifică din nou pasul eșuat al unui plan și îl reîncearcă
op-plan-skip = Omite un pas al unui plan și, odată cu el, pe cei care depind de el
op-plan-abort = Încheie un plan; ce s-a făcut rămâne până când se revine
op-plan-propose = Prezintă lucrul ca plan: o persoană îl vede întreg, iar Countersign îi execută pașii
op-plan-rollback = Anulează ce au făcut pașii unui plan, cele mai noi primele
op-policy-check = Spune cum ar fi judecat un apel; nu se execută nimic
op-policy-show = Arată regulile în vigoare
op-tool-list = Afișează uneltele pe care le pot apela agenții
op-process-register = Înregistrează procesul unui agent: nimeni nu poate decide din el sau din procesele lui fiice
op-process-list = Afișează procesele înregistrate drept agenți
op-question-ask = Întreabă ceva utilizatorul; aceeași întrebare repetată dă aceeași întrebare și răspunsul ei
op-question-answer = Răspunde la întrebarea unui agent; contează primul răspuns
op-question-take-back = Retrage un răspuns pe care agentul nu l-a aflat încă; propunerile pe care le-a înlocuit sunt din nou deschise
op-question-list = Afișează întrebările agenților, cele mai noi primele
op-question-show = Arată o întrebare și răspunsul ei; un agent care o privește se consideră informat
op-receipt-list = Afișează chitanțele, cele mai noi primele, fiecare cu anularea ei
op-receipt-undo = Anulează exact ce spune o chitanță, dacă între timp nu s-a schimbat nimic
op-receipt-rerun = Propune din nou apelul unei chitanțe; este verificat ca orice apel
op-retention-sweep = Șterge datele expirate pentru anulare
op-run-rollback = Anulează tot ce a făcut o rulare, cele mai noi primele
op-run-settle = Încheie planul și pasul unei rulări asupra căreia se revine; o marchează când nu mai rămâne nimic din ea
op-run-start = Începe o lucrare
op-run-end = Încheie o lucrare; propunerile ei deschise rămân pentru persoană
op-run-list = Afișează rulările, cele mai noi primele
op-run-show = Arată o rulare cu propunerile ei și ce s-a aplicat
op-server-listed = Compară ce listează un server din amonte cu ce s-a acceptat
op-server-failed = Notează de ce un server extern nu a pornit
op-server-list = Afișează serverele din amonte și uneltele lor noi sau schimbate
op-server-accept = Acceptă uneltele noi și schimbate ale unui server așa cum s-au arătat
op-server-forget = Uită uneltele acceptate ale unui server; următoarea lui listă se acceptă așa cum este
op-link-create = Creează un link de unică folosință care autentifică un browser sau un telefon
op-link-redeem = Schimbă un link de unică folosință pe o sesiune
op-session-end = Deconectare: încheie sesiunea acestui apel
op-listener-open = Lasă telefoanele din această rețea să ajungă la serviciu, cu TLS, până la închidere
op-listener-close = Închide adresa la care telefoanele ajung la serviciu
op-set-confirm-all = Confirmă propunerile dintr-un set care vi s-au arătat, în afară de cele care au nevoie de un da separat
op-items-confirm-selected = Confirmă în ordine propuneri alese, în afară de cele care au nevoie de un da separat
op-set-dismiss = Respinge tot ce așteaptă într-un set
op-settings-load = Preia un fișier de setări schimbat sau îl lasă să aștepte o persoană
op-settings-show = Arată setările în vigoare și schimbările care vă așteaptă
op-settings-accept = Pune în vigoare o schimbare a setărilor care relaxează ceva
op-show = Arată un lucru întreg; un da ulterior este valabil pentru ce s-a arătat
op-stage-begin = Începe o scenă: o lume separată din care nimic nu se aplică până când o persoană semnează
op-stage-note = Consemnează o comandă dintr-o scenă: începutul, sfârșitul, ce i s-a refuzat
op-stage-list = Afișează scenele, cele mai noi primele
op-stage-show = Arată o scenă: comenzile ei, ce li s-a refuzat, ce s-a aplicat
op-stage-drop = Aruncă tot ce nu s-a aplicat dintr-o scenă
op-stage-give-up = Aruncă o scenă proprie
op-stage-diff = Arată tot ce s-ar aplica dintr-o scenă; o aplicare ulterioară este valabilă pentru ce s-a arătat
op-stage-land = Spune da unei scene: ce s-a arătat din ea se aplică, iar o singură chitanță anulează tot
op-run-steer = Spune unei rulări ce să facă; agentul ei citește instrucțiunea odată cu următorul răspuns primit
op-run-redirect = Spune unei rulări să facă altceva: propunerile ei se resping, iar instrucțiunile pe care nu le-a aflat încă se abandonează
op-run-pause = Pune o rulare în pauză: nimic din ea nu începe până nu este reluată
op-run-resume = Reia o rulare aflată în pauză
op-run-stop = Oprește o rulare: propunerile ei se refuză, ce a început se încheie, niciun apel al ei nu mai rulează
op-run-memory = Arată în ordine instrucțiunile date de persoane unei rulări; un agent le vede pe cele aflate deja
op-run-mode = Stabilește în ce mod se decide de acum asupra unei rulări în curs
op-run-stage = Lasă o rulare în curs să lucreze de acum într-o scenă: nu se întreabă nimic, iar tu aplici totul după o singură verificare
op-mode-set = Stabilește în ce mod se decide asupra rulărilor unui agent sau dintr-un dosar
op-mode-list = Enumeră modurile stabilite pentru agenți și dosare
op-mode-clear = Încheie un mod stabilit pentru un agent sau un dosar: acolo este din nou valabil cel al regulilor
op-run-trust = Acordă încredere unei rulări în curs în dosarul ei până se încheie: ce poate fi anulat exact se aplică acolo fără a întreba
op-trust-give = Acordă încredere unui dosar, pentru un agent sau pentru toți: ce poate fi anulat exact se aplică acolo fără a întreba
op-trust-list = Enumeră dosarele în care au încredere persoanele pe lângă cele din fișierul de reguli
op-trust-end = Încheie imediat încrederea acordată unui dosar sau unei rulări
op-step-approve = Aprobă pași care așteaptă: rulările lor continuă
op-step-reject = Respinge pași: se consideră eșuați, iar asupra efectelor lor se poate reveni
op-step-retry = Lasă agentul să reîncerce pași; dovezile lor se strâng din nou
op-step-skip = Omite pași: rulările lor continuă fără ei
op-step-rollback = Anulează tot ce a făcut un pas, cele mai noi primele
op-step-report = Raportează un pas: este verificat, iar răspunsul spune dacă se continuă
op-step-settle = Punctează un pas raportat după verificările lui
op-step-run-check = Execută o verificare declarată a unui pas, trecută prin control ca orice apel
op-step-verify = Raportează constatările unui verificator despre un pas
op-step-begin = Începe un pas al unei rulări; apelurile următoare îi aparțin
op-step-check = Execută acum verificările unui pas; apelurile care urmează în el se bazează pe ele
op-step-list = Afișează pașii unei rulări, cei mai noi primii
op-step-show = Arată un pas cu dovezile și rezultatul lui
op-grant-suggest = Sugerează acorduri de reținut pentru apeluri confirmate în mod repetat, cu dovezile
op-grant-accept = Acceptă o sugestie: reține acordul pentru ce numește ea și pentru nimic altceva
op-grant-decline = Refuză o sugestie: revine când dovezile s-au dublat
op-timer-fire = Procesează temporizatoarele scadente: lasă să expire ce nu s-a decis, continuă unde nu s-a opus nimeni, șterge ce a expirat
op-visit-since = Arată ce s-a întâmplat de la ultima dvs. vizită, cum se anulează și ce vă așteaptă
op-watch-settle = Afișează dosarele de urmărit și încheie urmăririle expirate
op-watch-noticed = Raportează ce s-a întâmplat într-un dosar urmărit
op-webhook-create = Adaugă un webhook care primește evenimente; secretul lui se afișează o singură dată
op-webhook-list = Afișează webhookurile, fără secretele lor
op-webhook-remove = Elimină un webhook, secretul lui și mesajele lui nelivrate
op-webhook-test = Trimite un test unui webhook; dacă eșuează, este printre mesajele nelivrate
op-webhook-dead = Afișează mesajele nelivrate, pe care niciun webhook nu le-a primit
op-webhook-retry = Reîncearcă mesaje nelivrate
op-webhook-due = Afișează livrările către webhookuri scadente acum
op-webhook-delivered = Consemnează o livrare reușită către un webhook
op-webhook-failed = Consemnează o livrare eșuată către un webhook și când se încearcă din nou
op-working-set-create = Creează un set de lucru: lucruri de privit, sub un nume
op-working-set-rename = Dă alt nume unui set de lucru
op-working-set-delete = Șterge un set de lucru; ce era în el rămâne unde este
op-working-set-focus = Focalizează un set de lucru: apelurile care nu numesc niciunul îl folosesc atunci pe acesta
op-working-set-unfocus = Renunță la focalizarea pe setul de lucru care o are
op-working-set-list = Afișează seturile de lucru, cele mai noi primele
op-working-set-show = Arată un set de lucru și starea lucrurilor din el
op-working-set-add = Adaugă lucruri într-un set de lucru, toate sau niciunul
op-working-set-mark = Fixează lucruri într-un set de lucru, le pune la rând sau pe mai târziu ori le șterge marcajul
op-working-set-remove = Scoate lucruri dintr-un set de lucru; ele însele rămân unde sunt
op-working-set-reorder = Pune lucrurile dintr-un set de lucru în altă ordine: fiecare trebuie numit o dată
op-limit-1000 = o limită este între 1 și 1000
op-self-no-token = Countersign însuși nu are nevoie de token
op-home-no-person = acest dosar Countersign nu are încă nicio persoană cu token
op-hint-make-yours-first = creați-l întâi pe al dvs.: countersign token person NAME
op-name-cannot-be = „{ $name }” nu poate fi un nume
op-hint-name-letters = folosiți litere, cifre, - _ . @, cel mult { $n }
op-name-taken = numele { $name } este al lui Countersign însuși
op-name-other-kind = { $name } este numele unui alt fel de actor
op-hint-no-actor-is-two = un actor este doar unul dintre persoană, agent și verificator: alegeți alt nume
op-only-persons-have-roles = doar persoanele au roluri
op-hint-scopes-narrow = un agent propune, un verificator raportează; --scopes restrânge scopul unui token
op-token-ends-at-once = `days` trebuie să fie cel puțin 1
op-hint-scopes-are = item.* și show sunt operațiuni, tool:filesystem.* sunt unelte
op-first-person-admin = prima persoană a unui dosar Countersign este administratorul lui
op-hint-own-token-first = creați întâi tokenul dvs., apoi unul pentru alții
op-revoked-already = { $id } a fost deja revocat
op-last-admin-token = este ultimul token al unui administrator; nimeni nu ar putea crea altul
op-hint-make-another-first = creați întâi altul: countersign token person NAME
op-nothing-frozen = nimic nu este înghețat
op-hint-token-is-for = este pentru { $scopes }; această încercare este în jurnal
op-attempt-logged = această încercare este în jurnal
op-not-a-tool = { $tool } este { $said-why }, nu o unealtă
op-what-hook-asks = o operațiune pentru hookurile agenților
op-what-person-does = o operațiune pentru persoane
op-takes-list = { $tool } primește o listă, dar nu s-a dat niciuna
op-takes-list-plan = { $tool } primește o listă: într-un plan, fiecare element este un pas separat
op-refused = refuzat: { $saids }
op-nothing-to-do = nimic de făcut: { $said }
op-not-confined = nu poate fi izolat: { $saids }
op-no-world = aici nu există nicio lume pentru aceasta
op-read-does-not-wait = are nevoie de un rezultat care încă nu există, iar o citire nu așteaptă
op-hint-read-when-landed = citiți după ce { $ids } s-a aplicat
op-landed-before = a fost propus deja ca { $id } și a fost aplicat între timp, o dată; acesta este rezultatul. Dacă trebuie să se întâmple din nou, repetați același apel
op-already-proposed = deja propus ca { $id } (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
})
op-queued = Propunerea așteaptă examinarea de către utilizator.
op-queued-countdown = { $said } Continuă în { $n } s dacă nimeni nu se opune.
op-list-empty = lista este goală; nu s-a propus nimic
op-elements-queued = { $said } { $n } din { $all } elemente
op-elements-done = { $n } din { $all } elemente efectuate
op-elements-at-once = imediat: { $n }
op-elements-redundant = { $n ->
    [one] { $n } redundant
   *[other] { $n } redundante
}
op-elements-malformed = { $n } cu format greșit
op-elements-rejected = { $n ->
    [one] { $n } respins
   *[other] { $n } respinse
}
op-waits-own-yes = așteaptă acordul dvs. expres: { $said }
op-neither-item-nor-step = nu există nici propunere, nici pas { $id }
op-no-countdown = { $id } nu are numărătoare inversă (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [skipped] omis
   *[other] { $status }
})
op-hint-inbox-goes-on = vedeți numărătorile inverse: countersign inbox
op-days-range = zilele sunt între 1 și { $n }
op-decisions-not-yours = { $who } nu poate citi deciziile despre { $agent }
op-not-applying = { $id } nu este în curs (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
})
op-pending-again-after = { $said }; este din nou în așteptare
op-never-reported = a început, dar rezultatul lui nu a fost niciodată raportat: { $said }
op-landed-in-part = s-a aplicat cel puțin în parte, iar rezultatul lui este necunoscut: { $saids }
op-may-not-be-all = se poate să fi făcut mai mult decât atât: { $saids }
op-before-not-captured = starea anterioară nu a putut fi păstrată
op-replaced-not-captured = ce a înlocuit anularea nu a fost păstrat
op-no-undo-under-way = nicio anulare a lui { $receipt } nu este în curs ca { $id }
op-nothing-in-doubt = nimic nu este de lămurit la { $id } (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
})
op-pending-again = Din nou în așteptare: { $said }
op-handed-not-done = predat lui { $who }, care nu a făcut-o
op-agent-did-not = agentul nu a făcut-o
op-handed-as-approved = predat lui { $who }: rezultatul este cel aprobat
op-handed-differs = predat lui { $who }, care a făcut altceva decât s-a aprobat: { $saids }
op-unasked-noted = notat
op-hooks-changed = hookurile lui { $agent } { $verb ->
    [installed] instalate
   *[removed] eliminate
} în { $path }
op-nobody-holds = nimeni nu l-a rezervat
op-claim-range = o rezervare durează între 1 și 1440 de minute
op-holds-for = { $who } l-a rezervat pentru { $n ->
    [one] { $n } minut
    [few] { $n } minute
   *[other] { $n } de minute
}
op-only-rejection-blocks = doar o respingere blochează; { $id } este { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
}
op-may-propose-again = agentul poate propune din nou: { $said }
op-refresh-looks = { $said }; verificați din nou: countersign refresh { $id }
op-froze-thaw = { $who } a înghețat totul; countersign thaw pune capăt
op-froze = { $who } a înghețat totul
op-needs-result = are nevoie de rezultatul lui { $id } (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
})
op-needs-result-anew = are nevoie de rezultatul lui { $id } (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
   *[other] { $status }
}); când va exista, aceasta se arată din nou
op-result-not-judged = un rezultat necesar a sosit, dar acum nu poate fi judecat cu el
op-holds-result = conține rezultatul lui { $id }
op-with-result = cu rezultatul pe care îl aștepta: { $saids }
op-not-carried-out = { $id } nu a putut fi executat
op-not-carried-out-why = { $id } nu a putut fi executat: { $said }
op-only-they-decide = doar { $who } poate spune da la aceasta
op-nobody-may-decide = nimeni nu poate spune da la aceasta: grupurile numite de reguli sunt goale
op-not-the-owner = regula cere pe altcineva decât persoana pentru care lucrează agentul
op-not-it = nu se potrivește; { $said }
op-no-always-hosts = { $id } nu poate fi permis pe viitor: acest da este pentru gazdele arătate, iar unul reținut ar fi pentru oricare
op-no-always = { $id } nu poate fi permis pe viitor: despre acesta se întreabă mereu
op-offer = asemenea apeluri au fost confirmate de { $n } ori; o permisiune pentru { $agent } le-ar fi acoperit, și pe acesta: { $said-what }
op-offer-moved = ceea ce { $id } propune să fie reținut nu este ce a fost arătat: priviți din nou
op-offer-scope = `offer` spune deja ce acoperă permisiunea: omiteți `scope`
op-scope-not-offered = un da pentru { $id } nu poate fi reținut cu întinderea „{ $scope }”
op-scope-offered = întinderi posibile: { $scopes }
op-scope-tool-forever = o unealtă întreagă poate fi permisă pentru o rulare sau un timp, nu pentru totdeauna
op-scope-tool-hint = spuneți `--always run`, `1h`, `1d` sau `1w`
op-hint-without-always = confirmați fără --always
op-sign-it = aceasta este distructivă, iar dvs. aveți o cheie de acces: semnați; POST /v1/items/{ $id }/challenge întoarce provocarea
op-bad-assertion = { $said }; nu s-a decis nimic, cereți o nouă provocare
op-approvals = { $have } din { $want ->
    [one] { $want } aprobare
    [few] { $want } aprobări
   *[other] { $want } de aprobări
}
op-yes-before = ați spus deja da; { $said }
op-no-way-back = Ireversibil odată ce agentul a aflat; până atunci se poate retrage
op-rejected = Respins: { $said }
op-deferred = Amânat: { $said }
op-withdraw-told = agentul a aflat de respingere; poate propune apelul din nou
op-withdraw-fell = a fost respinsă odată cu propunerea de care depinde; agentul o poate propune din nou
op-withdraw-secrets = argumentele ei conțineau secrete și au fost șterse; agentul o poate propune din nou
op-withdraw-landed = s-a aplicat deja; anulați în schimb chitanța
op-no-answer-to-take-back = nu există răspuns de retras (stare: { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [open] deschis
    [answered] cu răspuns dat
    [cancelled] anulat
   *[other] { $status }
})
op-nothing-different = nu s-ar schimba nimic
op-hint-args-or-land = dați --args sau --land
op-function-name = "{ $name }" nu poate fi un nume aici: doar litere, cifre, - _ . și :, cel mult 128
op-function-claim = o revendicare este un cuvânt aleatoriu de 16 până la 200 de caractere
op-function-same = doar argumentele lui { $name } pot fi modificate
op-function-call-id = acesta nu poate fi id-ul unui apel: doar litere, cifre, - _ . și :, cel mult 200
op-function-id-used = { $id } a fost id-ul altui apel în această rulare
op-function-allowed = permis: începe și execută cu aceste argumente
op-function-done-before = { $id } a fost deja executat
op-function-begun = execută acum și raportează cum s-a încheiat
op-function-not-one = { $id } nu este un apel de funcție
op-function-taken = alt proces execută { $id }
op-function-other-version = { $name } este acum versiunea { $now }, iar aprobată a fost versiunea { $was }
op-function-judged-anew = acum ar fi judecat altfel; privește din nou: countersign refresh { $id }
op-function-not-yours = { $id } nu a fost început cu această revendicare, sau timpul i-a expirat
op-function-unknown = procesul său nu știe dacă a rulat: { $said }
op-function-failed = procesul său spune că a eșuat: { $said }
op-function-silent = procesul care o executa nu a raportat niciodată
op-function-word = executată de propriul proces al lui { $agent }: că s-a întâmplat, și rezultatul, sunt doar cuvântul acelui proces
op-function-waits = așteaptă un worker care cunoaște { $name }
op-function-waits-version = așteaptă un worker care cunoaște { $name } (versiunea { $version })
op-function-worker-silent = workerul care o anula nu a raportat niciodată
op-function-too-many = un worker numește cel mult { $n } funcții
op-function-worker-version = a venit un worker cu versiunea { $now } a lui { $name }, dar a rulat versiunea { $was }
op-function-not-a-check = doar o verificare poate spune că nu a rulat
op-function-did-run = un worker spune că a rulat
op-function-did-not-run = un worker spune că nu a rulat; este nevoie de o nouă decizie
op-function-worker-says = workerul spune: { $said }
op-function-confirmed = aprobat; procesul care a întrebat o execută
op-goes-on = { $said }: rulează; chitanța vine când se termină (`countersign show { $id }`)
op-has-its-turn = { $said }: îi vine rândul când se termină ce este înainte
op-cancel-undo-none = nicio anulare a lui { $id } nu așteaptă un worker
op-cancel-undo-late = un worker anulează { $id } chiar acum
op-cancel-undo-done = anularea a fost oprită: { $said }
op-agent-does-itself = aceasta o face agentul însuși, cu propriile argumente
op-hint-say-instead = spuneți ce doriți în schimb: countersign reject { $id } --reason …
op-policy-refuses = regulile refuză aceasta: { $saids }
op-nothing-left = nu mai este nimic de făcut: { $said }
op-another-command = o comandă schimbată are alte efecte
op-hint-edit-then-choose = schimbați întâi argumentele, apoi alegeți dintre noile efecte
op-not-rehearsed = { $id } nu a fost repetat de probă: nu este nimic de ales
op-hint-may-rehearse = încercați să îl repetați de probă: countersign refresh { $id }
op-it-is = este { $status ->
    [proposed] propus
    [approved] aprobat în întregime
    [stepwise] aprobat pas cu pas
    [paused] în pauză
    [completed] încheiat
    [rejected] respins
    [rolled_back] anulat în întregime
   *[aborted] întrerupt
}
op-agent-took-back = agentul l-a retras
op-retracted = Retras de agent: { $said }
op-id-is = { $id } este { $status ->
    [pending] în așteptare
    [deferred] amânat
    [blocked] blocat
    [confirmed] confirmat
    [applying] în curs
    [applied] făcut
    [failed] eșuat
    [stale] depășit
    [needs_review] de lămurit
    [rejected] respins
    [retracted] retras de agent
    [expired] expirat
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
   *[skipped] omis
}
op-passkey-known-here = acea cheie de acces este deja înregistrată
op-passkeys-most = { $who } are { $n ->
    [one] { $n } cheie de acces
    [few] { $n } chei de acces
   *[other] { $n } de chei de acces
}, adică maximul
op-label-range = o etichetă are între 1 și { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-hint-challenge-once = luați-o de la capăt: provocarea este valabilă o dată, timp de cinci minute
op-passkeys-must-sign = o schimbare a cheilor de acces trebuie semnată cu o cheie existentă
op-hint-passkeys-authorize = POST /v1/passkeys/authorize întoarce provocarea; pentru una pierdută, passkey reset chiar pe mașină
op-not-signed = „{ $op }” nu poate fi semnată
op-hint-these-are = acestea da: { $ops }
op-say-one-thing = spuneți un singur lucru: ce să se adauge, să se revoce sau să se permită
op-passkey-of-other = cheia de acces { $id } îi aparține lui { $who }
op-hint-they-or-admin = doar acea persoană sau un administrator o poate revoca
op-passkeys-not-from-agent = cheile de acces nu pot fi resetate dintr-un proces al lui { $agent }
op-confirm-who-must-agree = { $id } nu poate fi permis pe viitor: o regulă spune cine trebuie să fie de acord, iar un da reținut ar fi numai al dumneavoastră
op-confirm-same-human = { $link }, deci ambii ar putea fi un singur om, iar acest da nu contează lângă celălalt; contează dacă semnați amândoi cu o cheie de acces sau decideți ca utilizatori diferiți ai acestui calculator
op-confirm-may-be-owner = regula cere pe altcineva decât persoana pentru care lucrează agentul, iar { $link }, deci ambii ar putea fi un singur om; semnați cu cheia dumneavoastră de acces sau decideți ca utilizator propriu al acestui calculator
op-links-not-from-agent = nimeni nu se poate autentifica dintr-un proces al lui { $agent }
op-links-not-from-agent-hint = deschideți linkul într-un browser pe care nu l-a pornit niciun agent; această încercare este în jurnal
op-links-other-user = acel link este pentru alt utilizator al acestui calculator
op-hint-clean-terminal = faceți aceasta dintr-un terminal pe care nu l-a pornit niciun agent
op-has-no-passkey = { $who } nu are cheie de acces
op-rejected-before = o persoană a respins aceeași propunere { $said-before }, iar de atunci nu s-a schimbat nimic
op-before-plain = mai înainte
op-before-why = mai înainte (motiv: { $reason })
op-scope-unknown = { $scope } nu este nici operațiune, nici unealtă
op-type-it = tastați { $typed } ca să confirmați: { $said-why }
verb-confirm = Confirmă
category-calendar = Calendar
category-checklist = Puncte din listă
category-commands = Comenzi
category-data = Date
category-due = Termene
category-estimates = Estimări
category-files = Fișiere
category-functions = Funcții
category-labels = Etichete
category-links = Legături
category-other = { $tool } ({ $server })
category-priorities = Priorități
category-reports = Rapoarte și note
category-status = Stare
category-tasks = Sarcini
category-titles = Titluri
verb-send = Trimite
verb-run-deleting = Execută și șterge
verb-delete-files = Șterge { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
verb-delete-files-and-more = Șterge { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
} și schimbă altele
verb-delete-folders = Șterge { $n ->
    [one] 1 dosar
    [few] { $n } dosare
   *[other] { $n } de dosare
}
typed-never = nu se poate anula
typed-best = nu se poate anula complet
typed-outside = se află în afara spațiului de lucru
typed-many = atinge { $n ->
    [one] 1 lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
} deodată
kept-until = ce înlocuiește sau șterge se păstrează în { $place } timp de { $days ->
    [one] 1 zi
    [few] { $days } zile
   *[other] { $days } de zile
}: se poate anula până la { $date }
op-run-was-stopped = rularea lui a fost oprită
op-run-was-rolled-back = s-a revenit asupra rulării
op-run-is-paused = rularea lui este în pauză
op-step-under-way = pasul { $n } este în curs
op-nothing-left-to-do = nu mai este nimic de făcut
op-step-waits-as = pasul { $n } așteaptă o persoană ca { $item }
op-step-waits-result = pasul { $n } așteaptă rezultatul lui { $id }
op-plan-is = planul { $id } este { $status ->
    [proposed] propus
    [approved] aprobat în întregime
    [stepwise] aprobat pas cu pas
    [paused] în pauză
    [completed] încheiat
    [aborted] întrerupt
    [rolled_back] anulat în întregime
   *[rejected] respins
}
op-plan-is-approved-by = planul { $id } este { $status ->
    [proposed] propus
    [approved] aprobat în întregime
    [stepwise] aprobat pas cu pas
    [paused] în pauză
    [completed] încheiat
    [aborted] întrerupt
    [rejected] respins
   *[other] { $status }
} (aprobat de { $who })
op-hint-only-proposed = doar un plan propus poate fi aprobat
op-approved-stepwise = Aprobat pas cu pas: se întreabă despre fiecare schimbare când îi vine rândul
op-approved-whole = Aprobat în întregime
op-approved-whole-asked = Aprobat în întregime; despre { $n } dintre pașii lui se întreabă separat
op-hint-approved-is-aborted = încheiați un plan aprobat cu countersign plan abort
op-hint-only-going-paused = doar un plan în curs de execuție poate fi pus în pauză
op-paused-it = { $who } l-a pus în pauză
op-paused-it-why = { $who } l-a pus în pauză: { $reason }
op-step-failed = pasul { $n } a eșuat
op-hint-plan-go-on = spuneți cum se continuă: countersign plan retry, skip sau abort { $id }
op-hint-only-paused = doar un plan aflat în pauză poate fi reluat
op-nobody-knows-step = rezultatul pasului { $n } este necunoscut
op-hint-look-resolve = verificați, apoi: countersign resolve { $id } --applied|--not-applied
op-hint-no-step-failed-resume = niciun pas al lui nu a eșuat: reluați-l cu countersign plan resume
op-hint-left-out-when = se pot omite pași doar dintr-un plan aprobat care nu s-a încheiat
op-hint-no-step-failed-which = niciun pas al lui nu a eșuat: spuneți care, cu --step
op-step-not-left-out = pasul { $n } este { $status ->
    [waiting] în așteptare
    [running] în curs
    [done] făcut
    [failed] eșuat
    [skipped] omis
    [blocked] blocat
   *[other] { $status }
} și nu poate fi omis
op-it-is-over = s-a încheiat
op-ended-it = { $who } l-a încheiat
op-ended-it-why = { $who } l-a încheiat: { $reason }
op-not-step-number = { $n } nu este numărul unui pas
op-plan-queued = Planul așteaptă examinarea de către utilizator.
op-title-range = un titlu este o linie de cel mult { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
} și nu poate fi gol
op-plan-steps-range = un plan are între 1 și { $most ->
    [few] { $most } pași
   *[other] { $most } de pași
}, acesta { $n }
op-plan-args-weigh = argumentele tuturor pașilor au { $n ->
    [one] { $n } octet
    [few] { $n } octeți
   *[other] { $n } de octeți
}; limita este { $most }
op-run-has-plan = rularea are deja un plan: { $id } (stare: { $status ->
    [proposed] propus
    [approved] aprobat în întregime
    [stepwise] aprobat pas cu pas
    [paused] în pauză
    [completed] încheiat
    [aborted] întrerupt
    [rejected] respins
   *[other] { $status }
})
op-run-has-no-folder = rularea { $id } nu lucrează în niciun folder, deci nu e nimic de pus în scenă
op-run-has-stage = rularea { $id } lucrează deja în scena { $stage }
op-hint-wait-or-end-plan = așteptați să se încheie sau încheiați-l: countersign plan abort { $id }
op-step-fault = pasul { $n }: { $said }
op-plan-not-taken = planul nu este valid: { $saids }
op-hint-mend-steps = corectați acești pași și propuneți din nou întregul plan
op-depends-before = poate depinde doar de un pas dinaintea lui, nu de pasul { $n }
op-flag-irreversible = nu se poate anula: { $said }
op-flag-rehearsed-asked = se întreabă separat: repetiția lui șterge sau atinge ceva protejat
op-shown-reads = doar citește: inofensiv
op-shown-exact = argumentele spun exact ce face
op-shown-changes = repetat: asta modifică
op-shown-changes-over = repetat după { $n ->
    [one] pasul
   *[other] pașii
} { $steps }: asta modifică
op-shown-nothing = repetat: nu modifică nimic
op-shown-nothing-over = repetat după { $n ->
    [one] pasul
   *[other] pașii
} { $steps }: nu modifică nimic
op-shown-without = fără ce vor face pașii { $steps }
op-shown-not = nerepetat: { $said }
op-shown-not-to-its-end = nerepetat până la capăt: vezi avertismentele
op-rehearse-elsewhere = ce face { $tool } nu poate fi încercat
op-rehearse-in-stage = execuția lui lucrează într-o scenă
op-rehearse-results = folosește rezultate care nu există încă
op-rehearse-policy = politica nu permite
op-rehearse-item = așteaptă ceva ce nu e decis
op-rehearse-host = ajunge la { $hosts }
op-rehearse-no-world = nu poate fi încercat pe această mașină
op-flag-best-effort = se poate anula doar în parte: { $saids }
op-flag-asked = se întreabă separat: { $saids }
op-flag-noop = în starea actuală, nimic de făcut: { $said }
op-call-when-done = Apelează { $tool } când pașii dinainte sunt făcuți
op-not-looked-at = încă nu a putut fi examinat
op-flag-unseen = încă nu poate fi examinat, se întreabă când îi vine rândul: { $said }
op-flag-uses = folosește rezultatul pasului { $n }
op-flag-nobody-has-seen = se întreabă separat: nimeni nu a văzut încă rezultatul pasului { $n }
op-flag-nobody-has-seen-item = se întreabă separat: nimeni nu a văzut încă rezultatul lui { $item }
op-hint-end-plan-first = încheiați-l întâi: countersign plan abort { $id }
op-process-is-root = din acel proces descind toate procesele mașinii
op-not-boot-id = acela nu este un identificator de pornire
op-question-queued = Întrebarea așteaptă utilizatorul.
op-default-counts = Nimeni nu a răspuns la timp; se aplică valoarea implicită: { $answer }
op-answered-by = Răspuns dat de { $who }: { $answer }
op-stopped-nobody-answers = Rularea ei a fost oprită; nimeni nu va răspunde.
op-nobody-answered = Nimeni nu a răspuns la timp.
op-questions-most = { $n ->
    [one] { $n } întrebare
    [few] { $n } întrebări
   *[other] { $n } de întrebări
} ale acestei rulări așteaptă deja
op-hint-go-on-or-wait = continuați cu ce se știe sau așteptați răspunsuri
op-question-range = o întrebare are între 1 și { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-choices-range = o întrebare are între { $least } și { $most ->
    [one] { $most } variantă
    [few] { $most } variante
   *[other] { $most } de variante
}, sau niciuna
op-no-choices-any = o întrebare fără variante primește orice răspuns
op-choice-twice = varianta { $choice } apare de două ori
op-default-no-answer = valoarea implicită nu este un răspuns valid: { $said }
op-timeout-range = un termen are între 1 și { $n ->
    [one] { $n } secundă
    [few] { $n } secunde
   *[other] { $n } de secunde
}
op-hint-leave-timeout-out = omiteți-l ca să se aștepte oricât este nevoie
op-choice-range = o variantă are între 1 și { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-choice-contains = o variantă conține { $said }
op-choice-secret = o variantă arată ca un secret
op-confirm-one-typed = o confirmare tastată sau reținută este pentru un singur element
op-confirm-one = confirmați un element
op-answer-range = un răspuns are între 1 și { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-none-of-choices = { $answer } nu este una dintre variante
op-hint-choose-one = alegeți una dintre { $choices }
op-no-answer = nu există răspuns
op-until-told = Se poate retrage până când află agentul
op-answered = Răspuns dat: { $answer }
op-taken-back-open = Retras; întrebarea este deschisă
op-nothing-landed = nimic din { $id } nu s-a aplicat
op-repeat-no-sense = repetarea lui { $id } nu are sens
op-args-not-kept = argumentele lui { $id } nu se mai păstrează
op-kept-a-day = datele pentru anulare trebuie păstrate cel puțin o zi
op-kept-days-over = ce era înainte s-a păstrat { $n ->
    [one] { $n } zi
    [few] { $n } zile
   *[other] { $n } de zile
}, iar termenul a trecut
op-nothing-stands = nu mai rămâne nimic din { $what ->
    [run] această rulare
    [plan] acest plan
    [step] acest pas
   *[other] aceasta ({ $what })
}
op-effects-taken-back = { $n } din { $all ->
    [one] { $all } efect anulat
    [few] { $all } efecte anulate
   *[other] { $all } de efecte anulate
}
op-effects-partly = { $n } din { $all ->
    [one] { $all } efect anulat
    [few] { $all } efecte anulate
   *[other] { $all } de efecte anulate
}; { $m ->
    [one] rămâne { $m }
   *[other] rămân { $m }
}
op-run-rolled-back-already = s-a revenit deja asupra rulării { $id }
op-rollback-moved = { $id } nu mai este cum a fost arătat: { $event } nu mai este ultimul său efect
op-run-rolled-back = s-a revenit asupra rulării { $id }
op-hint-new-or-reopen = porniți una nouă sau lăsați o persoană să o redeschidă: countersign run resume { $id }
op-run-came-later = rularea { $id } despre același subiect este mai nouă
op-hint-roll-that-first = reveniți întâi asupra aceleia: countersign run rollback { $id }
op-run-is-rolled-back = se revine asupra rulării
op-subject-blank = un subiect sau un fir nu poate fi gol
op-threshold-mode = un prag are nevoie de modul confidence_threshold
op-run-checks-most = o rulare are cel mult { $n ->
    [one] { $n } verificare
    [few] { $n } verificări
   *[other] { $n } de verificări
}, fiecare o comandă de cel mult { $chars ->
    [one] { $chars } caracter
    [few] { $chars } caractere
   *[other] { $chars } de caractere
}
op-agent-no-loosening = un agent nu poate alege un mod în care se întreabă mai puțin
op-hint-mode-to-policy = lăsați modul pe seama regulilor sau cereți manual
op-mode-whose = un mod se stabilește pentru un agent, un dosar sau amândouă
op-mode-whose-hint = numiți `agent` sau `folder`; `run mode` îl stabilește pentru o rulare
op-mode-most = se pot stabili cel mult { $n } moduri; încheiați întâi unul
op-mode-folder = { $path } nu este un dosar în care ar putea lucra rulări
op-mode-folder-hint = dați-l ca o cale absolută
op-trust-no-folder = rularea { $id } nu lucrează în niciun dosar
op-trust-files = de la 1 la { $most } fișiere
op-trust-most = încrederea poate fi acordată de cel mult { $n } ori; încheiați întâi una
op-mode-was-set = { $what }: { $mode } de acum înainte; { $n ->
    [0] nicio rulare în curs nu îl urmează
    [one] o rulare în curs îl urmează
    [few] { $n } rulări în curs îl urmează
   *[other] { $n } de rulări în curs îl urmează
}
op-mode-was-cleared = { $what }: din nou { $mode }; { $n ->
    [0] nicio rulare în curs nu se schimbă
    [one] o rulare în curs se schimbă
    [few] { $n } rulări în curs se schimbă
   *[other] { $n } de rulări în curs se schimbă
}
op-run-of-other = un agent începe rulări proprii, în propriul dosar
op-run-of-other-hint = omiteți `agent` și `folder`
op-run-ended-already = rularea { $id } s-a încheiat deja
op-reason-failed = un motiv este doar pentru o rulare eșuată și are cel mult 2000 de caractere
op-no-open-run = nicio rulare a dvs. nu este deschisă în acest dosar
op-no-receipt-of-yours = nu aveți nicio chitanță { $id }
op-server-name = { $name } nu poate fi numele unui server
op-hint-letters-digits = folosiți litere, cifre, - și _
op-half-digest-else = dați cel puțin jumătate din amprentă, ca să fie neechivocă
op-hint-servers-shows-it = countersign servers o arată
op-server-nothing-new = { $name } nu oferă nimic nou
op-server-offer-changed = ce oferă { $name } s-a schimbat de când a fost arătat
op-hint-servers-shows-now = countersign servers arată ce este acum
op-signed-whole-digest = semnați amprenta întreagă
op-no-server = niciun server { $name } nu și-a listat vreodată uneltele
op-hint-servers-lists-those = countersign servers le afișează pe cele care au făcut-o
op-only-admin-signs-in = doar un administrator îi poate autentifica pe alții, și nimeni nu poate da mai multe drepturi decât are
op-scoped-no-session = un token restrâns nu poate deveni o sesiune fără restricții
op-link-range = un link durează între 1 și 60 de minute, iar sesiunea lui între 1 și 365 de zile
op-link-used = acel link a fost deja folosit sau a expirat
op-listener-no-address = { $address } nu este o adresă
op-listener-no-address-hint = dați o adresă a acestei mașini, fără port: 192.168.1.5
op-listener-not-private = { $address } nu este o singură adresă dintr-o rețea privată
op-listener-not-private-hint = ca să asculte în altă parte, porniți serviciul așa: countersign up --listen ADDRESS --tls-self-signed
op-hint-open-another = creați altul: countersign open
op-no-session = acest apel nu are sesiune
op-hint-token-revoke = countersign token revoke ID revocă un token
op-not-together = nimic din { $id } nu poate fi confirmat împreună
op-rehearsed-first = mai întâi se repetă de probă, unde se poate: dacă nu schimbă nimic, continuă, altfel vedeți ce a făcut și sunteți întrebat
op-settings-wait = { $name } așteaptă decizia dumneavoastră: { $said-first }
op-settings-wait-more = { $name } așteaptă decizia dumneavoastră: { $said-first } (și încă { $n })
op-hint-show-first = vedeți ce s-a ales de el: countersign show { $id }
op-items-at-once = cel mult { $n ->
    [one] { $n } propunere
    [few] { $n } propuneri
   *[other] { $n } de propuneri
} odată
op-other-settings = între timp sunt în vigoare alte setări
op-hint-compare = comparați cu setările în vigoare
op-half-digest-text = dați cel puțin jumătate din amprentă, ca niciun alt text să nu se potrivească
op-hint-changes-shows-it = countersign policy changes o arată
op-no-settings-wait = nicio schimbare a setărilor nu așteaptă sub { $digest }
op-hint-changes-shows-waits = countersign policy changes arată ce așteaptă; se poate să se fi schimbat între timp
op-hint-inbox-lists = countersign inbox afișează ce așteaptă
op-no-event = nu există niciun eveniment { $id }
op-stage-begun-by = { $id } a fost începută de { $who }, singurul care raportează despre ea
op-no-command-begun = nicio comandă nu a început în { $id }
op-stage-not-shown = nu v-a fost arătată niciodată; priviți întâi: countersign stage diff { $id }
whole-no-file = numai ce scriu uneltele pentru fișiere se poate vedea întreg
whole-protected = atinge un fișier protejat, din care nu se oferă mai mult
whole-decided = este decis: fișierele s-ar putea să se fi schimbat
whole-moved = fișierele s-au schimbat de când s-a arătat aceasta
whole-moved-hint = priviți din nou: countersign refresh { $id }
whole-secrets = secretele din el nu se arată
op-stage-by-name = aceste căi sunt protejate și trebuie cerute pe nume: { $paths }
op-stage-by-name-hint = numiți-o pe fiecare: { $ways }; sau lăsați-le deoparte cu --except
op-nothing-to-land = nu este nimic de aplicat: { $said }
op-redirected = reorientat: { $instruction }
op-paused-already = { $who } a pus deja în pauză rularea { $id }
op-reason-range = un motiv are cel mult { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-hint-steer-more = spuneți-i agentului mai mult cu countersign run steer
op-run-stopped-why = rularea a fost oprită: { $reason }
op-step-is-by = { $id } este { $status ->
    [running] în curs
    [counting] în numărătoare inversă
    [waiting] în așteptare
    [stopped] oprit
    [completed] încheiat
    [failed] eșuat
   *[skipped] omis
} de { $who }
op-hint-not-reported = agentul lui nu l-a raportat încă
op-hint-step-go-on = spuneți cum se continuă: countersign step retry { $id }, step skip { $id2 } sau step reject { $id3 }
op-approved = Aprobat: { $title }
op-step-rejected-effects = { $said }; { $n ->
    [one] { $n } dintre efectele lui poate fi anulat
    [few] { $n } dintre efectele lui pot fi anulate
   *[other] { $n } dintre efectele lui pot fi anulate
}: countersign step rollback { $id }
op-may-try-again = Agentul poate încerca din nou: { $title }
op-skipped = Omis: { $title }
op-notes-range = notele au cel mult { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-go-on = continuați
op-go-on-in = continuați în { $n } s dacă nicio persoană nu se opune; verificați cu step_status { $id }
op-check-waits = o verificare a lui așteaptă o persoană ca { $id }
op-person-decides = decide o persoană; până atunci nu faceți nimic din ce se bazează pe el
op-stop-here = opriți-vă aici; o persoană spune cum se continuă
op-not-a-check = { $command } nu este o verificare a acestei rulări
op-hint-only-declared = se execută doar verificările declarate de reguli sau de rulare
op-run-not-at = { $id } nu este pasul curent al rulării
op-passed = trecută
op-did-not-pass = netrecută
op-did-not-pass-why = netrecută: { $said }
op-under-way = în curs
op-unchanged-since-run = de la executare nu s-a schimbat nimic
op-check-of-step = o verificare a pasului curent al acestei rulări
op-hint-evidence-when = doar un pas în curs sau în așteptare acceptă dovezi
op-findings-empty = raportul este gol: dați verificări, o încredere sau ambele
op-checks-at-once = se primesc cel mult { $n ->
    [one] { $n } verificare
    [few] { $n } verificări
   *[other] { $n } de verificări
} odată
op-check-name-range = o verificare are un nume de între 1 și { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-step-retries-most = un pas se reîncearcă de cel mult { $n ->
    [one] { $n } ori
    [few] { $n } ori
   *[other] { $n } de ori
}
op-hint-wait-thaw = așteptați până când o persoană permite din nou efectele
op-no-checks = nu sunt declarate verificări
op-hint-list-checks = o persoană le indică în reguli, checks = ["…"], sau la rulare
op-nothing-decided = nu s-a decis nimic
op-of-confirmed = { $n } din { $all } confirmate
op-too-little = { $said } nu este o dovadă suficientă
op-no-one-pattern = niciun tipar unic nu acoperă apelurile confirmate
op-somebody-said-no = cineva a respins un apel pe care l-ar permite
op-allowed-already = este deja permis
op-suggest = { $n } din { $all } confirmate { $days ->
    [one] într-o zi
    [few] în { $days } zile
   *[other] în { $days } de zile
}: i se permite lui { $agent } { $said-what } timp de o săptămână?
op-suggest-on = { $tool } pe { $said }
op-suggestion-all-runs = o sugestie privește toate rulările agentului, nu una singură
op-hint-lifetimes = spuneți 1h, 1d, 1w sau forever; sau confirmați o propunere a acelei rulări cu --always run
op-yes-no-uses = `uses` trebuie să fie cel puțin 1
op-suggestion-moved = sugestia { $id } s-a schimbat
op-hint-suggestion-now = acum este { $id }: { $said }
op-no-suggestion = nu există nicio sugestie { $id }
op-hint-suggest-lists-them = countersign grants suggest le afișează
op-no-longer-suggested = { $id } nu mai este sugerat: { $said }
op-hint-suggest-lists-is = afișați sugestiile curente cu countersign grants suggest
op-only-first-page = doar prima pagină poate fi marcată
op-hint-ask-without-before = doar prima pagină are cele mai noi evenimente; cereți fără before
op-hint-give-next = dați next din răspunsul anterior, de exemplu e42
op-time-over = a expirat
op-run-ended = rularea lui s-a încheiat
op-watch-ended = acea urmărire s-a încheiat: { $said }
op-frozen-watches = totul este înghețat: urmăririle sunt în pauză
op-event-changes-most = un eveniment raportează cel mult { $n ->
    [one] { $n } modificare
    [few] { $n } modificări
   *[other] { $n } de modificări
}
op-daemon-away = s-au pierdut modificări cât timp serviciul nu rula
op-watches-most = { $agent } are deja { $n ->
    [one] { $n } urmărire
    [few] { $n } urmăriri
   *[other] { $n } de urmăriri
}; anulați întâi una dintre ele
op-run-ended-nobody-hears = rularea s-a încheiat, deci nimeni nu ar afla; respingeți
op-was-undone = a fost anulată
op-is-this-machine = { $host } este această mașină
op-hint-allow-private = adăugați --allow-private dacă aceasta se dorește
op-ntfy-topic = adresa unui subiect ntfy se termină cu numele lui
op-hint-ntfy = ca https://ntfy.example.com/desk, cu litere, cifre, - și _
op-webhooks-most = există deja { $n ->
    [one] { $n } webhook
    [few] { $n } webhookuri
   *[other] { $n } de webhookuri
}
op-hint-webhooks-remove = eliminați unul: countersign webhooks remove ID
op-people-rung = oamenii sunt anunțați doar când îi așteaptă ceva
op-hint-events-out = omiteți --events sau folosiți forma standard
op-patterns-most = cel mult { $n ->
    [one] { $n } tipar
    [few] { $n } tipare
   *[other] { $n } de tipare
} de evenimente
op-no-event-type = { $event } nu este un tip de eveniment
op-hint-event-types = approval_requested, numele unei operațiuni (item.confirm) sau un tipar (item.*)
op-switched-off = { $id } este oprit: { $said }
op-hint-add-anew = eliminați-l și adăugați-l din nou dacă destinatarul a revenit
op-still-tried = { $id } încă se încearcă
op-answered-410 = destinatarul a răspuns 410 Gone
op-set-make = Creează setul de lucru { $name }
op-set-make-with = Creează setul de lucru { $name } cu { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
op-set-called-already = se numește deja { $name }
op-set-delete = Șterge setul de lucru { $name } cu { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
op-set-has-focus = { $name } are deja focalizarea dvs.
op-set-focus = Focalizează setul de lucru { $name }
op-set-unfocus = Renunță la focalizarea pe setul de lucru { $name }
op-note-range = o notă are cel mult { $n ->
    [one] { $n } caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
op-in-set-already = este deja în set
op-named-twice = a fost numit de două ori
op-set-things-most = un set de lucru are cel mult { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
op-hint-take-some-out = scoateți din ele sau creați alt set; nu s-a adăugat nimic
op-no-thing-named = niciun lucru nu a fost numit
op-hint-name-one = numiți cel puțin unul: i12,rc4,task:t5
op-things-at-once = se pot numi cel mult { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
} odată
op-all-in-already = toate acestea sunt deja în { $name }
op-nothing-to-clear = nu este niciun marcaj de șters
op-is-already = este deja { $state ->
    [pinned] fixat
    [staged] pus la rând
    [deferred] lăsat pe mai târziu
   *[other] { $state }
}
op-nothing-changed = nu a trebuit schimbat nimic
op-hint-name-each = numiți-l pe fiecare o singură dată ({ $said-things }); nu s-a schimbat nimic
op-n-things = { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
op-order-twice = ordinea numește { $thing } de două ori
op-order-leaves-out = ordinea omite { $things }
op-in-order-already = sunt deja în această ordine
op-set-reorder = Reordonează setul de lucru { $name }
op-set-rename = Redenumește setul de lucru { $old } în { $new }
op-set-add = Adaugă { $said-things } în setul de lucru { $name }
op-set-mark = { $said-mark } în setul de lucru { $name }
op-mark-things = { $state ->
    [none] Șterge marcajul de la
    [pinned] Fixează
    [staged] Pune la rând
   *[deferred] Lasă pe mai târziu
} { $n ->
    [one] { $n } lucru
    [few] { $n } lucruri
   *[other] { $n } de lucruri
}
op-set-take-out = Scoate { $said-things } din setul de lucru { $name }
op-run-not-paused = rularea { $id } nu este în pauză
op-calls-range = apelurile sunt între 1 și { $n }
op-everything-frozen = totul este înghețat
op-irreversible = Ireversibil
op-policy-backtest = Spune care dintre ultimele apeluri ar fi fost schimbate de un fișier de reguli sau de o regulă; nu se execută nimic
op-neither-policy-nor-rule = nu este nici fișier de reguli, nici regulă
op-hint-policy-or-rule = un fișier de reguli spune version = 1 pe prima linie; o regulă începe cu [[rule]] și are name, tools și then
op-policy-text-unknown = textul regulilor în vigoare nu este cunoscut aici
op-hint-whole-policy = dați toate regulile, cu regula în ele
op-countdown-list = Afișează numărătorile inverse, care continuă dacă nimeni nu se opune, întâi următoarea
op-receipts-undo-selected = Anulează mai multe chitanțe, fiecare prin referința ei, ultima întâi
op-receipts-rerun-selected = Propune din nou apelurile mai multor chitanțe; fiecare este verificat ca orice apel
op-rollback-record = Întocmește chitanța unei anulări în întregime din ce s-a ales de chitanțele ei
op-thing-show = Arată un lucru cu ce i s-a întâmplat și cum se anulează
op-receipt-undo-chain = Anulează o chitanță după cele ulterioare care îi stau în cale, dacă sunt cum au fost arătate
op-receipt-merge = Propune anularea unei chitanțe îmbinată cu ce s-a schimbat între timp; se arată și se confirmă ca orice schimbare
op-items-withdraw-selected = Retrage răspunsurile la mai multe propuneri, cât mai este posibil la fiecare
op-at-once = cel mult { $n } deodată
op-policies-most = se pot încerca cel mult { $n } fișiere de reguli deodată
op-policy-replay = Spune ce s-ar întâmpla cu apelurile făcute de agenți în altă parte; nu se execută nimic
op-token-reset = Înlocuiește tokenul pierdut al unei persoane și încheie sesiunile ei, pe mașina însăși
op-token-not-from-agent = tokenurile nu pot fi resetate dintr-un proces al { $agent }
op-reset-nobody = nicio persoană nu are un token aici, deci nu este niciunul de resetat
op-reset-nobody-hint = countersign token person NAME creează unul
op-reset-no-such = nicio persoană "{ $name }" nu a avut vreodată un token aici
op-reset-which = pot fi vizate mai multe persoane: { $names }
op-reset-which-hint = spuneți al cui: countersign token reset NAME
op-find-too-long = acesta are mai mult de { $most } caractere
op-find-risk = „{ $value }” nu este un risc
op-find-time = „{ $value }” nu este un timp
op-hint-find = cuvinte care trebuie să apară toate, și agent:codex, tool:shell, in:src/, risk:high (sau medium, low), older:2h, newer:10m
