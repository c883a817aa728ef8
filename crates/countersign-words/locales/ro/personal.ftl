op-push-subscribe = Anunță browserul sau telefonul acestei sesiuni când ceva așteaptă
op-push-list = Listează browserele și telefoanele dumneavoastră anunțate când ceva așteaptă
op-push-unsubscribe = Nu mai anunța unul dintre browserele sau telefoanele dumneavoastră
op-push-key = Întoarce cheia cu care se semnează notificările dispozitivelor; este creată o singură dată
op-push-by-device = un dispozitiv se abonează singur
op-hint-push-by-device = deschideți Setări în browserul lui și apăsați „Anunță acest dispozitiv”
op-push-no-session = numai sesiunea unui browser poate fi anunțată
op-hint-push-no-session = autentificați-vă cu countersign open sau countersign pair și abonați-vă acolo
op-push-private-admin = numai un administrator poate indica un serviciu de notificări dintr-o rețea privată
op-push-https = adresa unui serviciu de notificări începe cu https
op-push-keys = cheile abonamentului nu sunt chei
op-push-most = prea multe dispozitive sunt deja anunțate, dintre care { $n } ale dumneavoastră
op-hint-push-most = eliminați unul: countersign devices remove ID
op-push-none = nu aveți dispozitivul { $id }
op-push-removed = { $label } nu mai este anunțat
field-push-credentials = Ce a dat browserul: adresa serviciului său de notificări și cheile abonamentului
field-push-label = Cum se numește dispozitivul
field-push-private = Dacă serviciul său de notificări poate fi într-o rețea privată sau pe această mașină; pentru administratori
field-push-shape = Browserul sau telefonul unei persoane, prin serviciul său de notificări; le creează `push.subscribe`
command-group-devices = Dispozitive: browserele și telefoanele dumneavoastră anunțate
field-defer-until = Când așteaptă din nou de la sine: peste `1h` sau `3d`, `tomorrow` (mâine la opt) sau o oră ca `2026-11-15T14:30`; fără ea, numai când o persoană revine la el
op-deferred-until = Amânat până la { $at }: { $said }
op-until-unread = { $text } nu este un moment viitor
op-until-range = momentul trebuie să fie în viitor, cel mult peste un an
op-hint-until = indicați 90m, 2h sau 3d, tomorrow, sau o oră ca 2026-11-15T14:30
op-until-expires = expiră înainte, la { $at }
op-hint-until-expires = alegeți un moment mai apropiat sau decideți acum
op-view-save = Păstrează o căutare din listă sub un nume
op-view-list = Listează căutările dumneavoastră păstrate
op-view-drop = Elimină una dintre căutările dumneavoastră păstrate
field-view-name = Cum se numește vederea; cea cu același nume este înlocuită
field-view-find = Ce caută, ca în căutarea din listă: cuvinte, `agent:codex`, `risk:high`, `older:2h`
field-view-id = Vederea, după id sau nume
op-view-empty = o vedere fără căutare este lista însăși
op-view-name = o vedere are nevoie de un nume de cel mult { $most } caractere
op-views-most = aveți deja { $n } vederi
op-hint-views-most = eliminați una: countersign views drop NUME
op-view-none = nu aveți vederea { $name }
op-hint-view-none = listați-le: countersign views list
op-view-dropped = Vederea { $name } a fost eliminată
command-group-views = Vederi: căutări din listă pe care le păstrați
op-drill-turn = Pornește sau oprește exercițiile: propuneri periculoase inventate care vă încearcă atenția
op-drill-due = Arată exercițiul la rând printre cele ce așteaptă, dacă exercițiile sunt pornite
op-drill-show = Arată unul dintre exercițiile dumneavoastră
op-drill-answer = Răspunde la un exercițiu; nu se execută nimic
op-drill-list = Listează exercițiile trecute și ce ați răspuns
field-drill-to = Dacă din când în când vi se arată o propunere periculoasă inventată
field-drill-on = Sunt arătate
field-drill-off = Nu sunt arătate
field-drill-id = Exercițiul
field-drill-confirmed = Confirmat: s-ar fi întâmplat
field-drill-rejected = Respins
field-drill-deferred = Amânat
field-drill-examined = Preluat pentru a fi cercetat
op-drills-on = Din când în când, printre cele ce așteaptă va fi o propunere periculoasă inventată
op-drills-off = Nu se mai arată exerciții
op-drill-other = { $id } este exercițiul altcuiva
command-group-drills = Exerciții: propuneri periculoase inventate care vă încearcă atenția
op-item-comment = Spune ceva despre un element celorlalte persoane; agenții nu văd
op-item-comments = Listează ce au spus persoanele despre un element, cele mai vechi întâi
op-item-assign = Spune cine trebuie să decidă un element; cine îl poate decide poate în continuare
op-person-list = Listează persoanele echipei: roluri, grupuri și dispozitive
op-person-remove = Scoate o persoană care pleacă: tot ce o conectează și tot ce se sprijină pe cuvântul ei se încheie imediat
field-comment-text = Ce este de spus; agenții nu văd
field-assign-person = Persoana; nimeni dacă lipsește
field-person-assertion = Semnătura apelantului, necesară dacă are o cheie de acces: vezi `passkey.authorize`
op-comment-length = un comentariu are între 1 și { $most } caractere
op-comments-most = un element are cel mult { $n } comentarii
op-assigned-nobody = Nimeni nu este desemnat
op-assigned = { $who } trebuie să decidă
op-assign-viewer = { $who } doar privește și nu decide nimic
op-assign-not-among = { $name } nu poate spune da la aceasta: doar { $who } poate
op-no-person = nu există persoana { $name }
op-no-person-hint = există: { $names }
op-remove-yourself = nu vă puteți scoate pe dumneavoastră
op-remove-yourself-hint = un alt administrator poate
op-person-removed = { $name } a fost scos: { $n ->
    [one] 1 token sau sesiune s-a încheiat
    [few] { $n } tokenuri și sesiuni s-au încheiat
   *[other] { $n } de tokenuri și sesiuni s-au încheiat
}
op-person-removed-named = { $name } a fost scos: { $n ->
    [one] 1 token sau sesiune s-a încheiat
    [few] { $n } tokenuri și sesiuni s-au încheiat
   *[other] { $n } de tokenuri și sesiuni s-au încheiat
}. Regulile îl numesc încă, în { $places }: scoateți-l de acolo înainte ca altcineva să primească acest nume
command-group-people = Persoane: cine este în echipă
