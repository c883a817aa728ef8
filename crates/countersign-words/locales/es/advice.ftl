op-insight-show = Mostrar qué se preguntó y qué se ahorró a las personas, cómo respondieron y qué se sigue de ello
advice-refuse = { $tool } se rechazó { $n } veces y nunca se confirmó: rechácelo con una regla
advice-quick = { $n } de { $all } síes a algo peligroso llegaron menos de { $s } s después de mostrarse: registre una llave de acceso, para que un sí peligroso requiera un segundo paso
advice-unseen = { $n } de { $all } síes llegaron sin toda la diferencia en la pantalla: abra lo que ocupe más de una línea antes de responder
advice-long-run = { $who } dijo sí { $n } veces seguidas: vuelva a mirar algunas, o permita lo que siempre se confirma
advice-undone = { $tool } se deshizo tras { $n } de { $all } síes: mírelo con más atención, o ejecútelo antes en un escenario
advice-overrated = { $n } de { $all } pasos con una puntuación de { $score } o más se rechazaron o se deshicieron: suba confidence_threshold
