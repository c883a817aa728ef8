op-insight-show = Montrer ce qui a été demandé et épargné aux personnes, comment elles ont répondu et ce qui en découle
advice-refuse = { $tool } a été refusé { $n } fois et jamais confirmé : refusez-le par une règle
advice-quick = { $n } oui sur { $all } à quelque chose de dangereux sont venus moins de { $s } s après l’affichage : enregistrez une clé d’accès, pour qu’un oui dangereux demande une deuxième étape
advice-unseen = { $n } oui sur { $all } sont venus sans toute la différence à l’écran : ouvrez ce qui dépasse une ligne avant de répondre
advice-long-run = { $who } a dit oui { $n } fois de suite : revoyez-en quelques-uns, ou autorisez ce qui est toujours confirmé
advice-undone = { $tool } a été annulé après { $n } oui sur { $all } : regardez de plus près, ou faites-le d’abord tourner dans une scène
advice-overrated = { $n } étapes sur { $all } notées { $score } ou plus ont été rejetées ou annulées : augmentez confidence_threshold
