op-insight-show = Zeigen, was Menschen gefragt und ihnen erspart wurde, wie sie antworteten und was daraus folgt
advice-refuse = { $tool } wurde { $n }-mal abgelehnt und nie bestätigt: lehnen Sie es durch eine Regel ab
advice-quick = { $n } von { $all } Ja zu etwas Gefährlichem kamen binnen { $s } s nach dem Anzeigen: richten Sie einen Passkey ein, damit ein gefährliches Ja einen zweiten Schritt braucht
advice-unseen = { $n } von { $all } Ja kamen, ohne dass der ganze Unterschied auf dem Bildschirm war: öffnen Sie vor der Antwort, was länger als eine Zeile ist
advice-long-run = { $who } sagte { $n }-mal hintereinander Ja: sehen Sie einige davon noch einmal an, oder erlauben Sie, was immer bestätigt wird
advice-undone = { $tool } wurde nach { $n } von { $all } Ja zurückgenommen: sehen Sie genauer hin, oder lassen Sie es erst auf einer Bühne laufen
advice-overrated = { $n } von { $all } Schritten mit einer Wertung ab { $score } wurden abgelehnt oder zurückgenommen: erhöhen Sie confidence_threshold
