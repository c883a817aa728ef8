runs-none = Todavía no hay ejecuciones.
runs-of = Trabajo de { $agent }
runs-proposed = { $n ->
    [one] { $n } propuesta
   *[other] { $n } propuestas
}
runs-plan = Plan
runs-mode = Modo
runs-mode-auto = auto: deciden las pruebas, o una persona
runs-mode-manual = manual: una persona decide cada paso
runs-mode-confidence-threshold = continúa desde una confianza de
runs-set-mode = Fijar el modo
runs-to-stage = Trabajar en un escenario desde ahora
runs-threshold = Confianza desde la que se continúa, para confidence_threshold
runs-trust = Confiar en esta carpeta hasta que termine
runs-critical = crítica: necesita un nivel más
runs-checks = Comprobaciones
runs-checks-own = del propio agente: solo pueden bajar la confianza
runs-folder = Carpeta
runs-started = Inicio
runs-ended = Fin
runs-held-by = Retenida por
runs-step = En el paso
runs-stage = Escenario
runs-marks = Ha leído
runs-marks-note = así que pregunta antes de enviar nada
runs-stage-diff = Lo que se aplicaría desde su escenario
runs-pause = Pausar
runs-resume = Continuar
runs-stop = Detener
runs-rollback = Revertir la ejecución
runs-steer = Dirigir
runs-steer-label = Decir al agente
runs-steer-hint = Lo leerá en el próximo punto seguro, una vez, y queda como memoria de la ejecución.
runs-steer-send = Enviar
runs-redirect = Reorientar
runs-redirect-label = Hacer esto en su lugar
runs-redirect-hint = Rechaza sus propuestas abiertas y sustituye las instrucciones que aún no ha leído.
runs-told = Lo que se le dijo
runs-heard = leído
runs-not-heard = aún no leído
runs-superseded = sustituido antes de leerse
runs-timeline = Cronología
runs-earlier = { $n ->
    [one] { $n } entrada anterior
   *[other] { $n } entradas anteriores
}
runs-nothing = Todavía no ha ocurrido nada en ella.
runs-entry-item = propuesto
runs-entry-receipt = hecho
runs-entry-step = paso
runs-entry-plan = plan
runs-entry-question = pregunta
runs-entry-instruction = dicho
runs-entry-end = fin
runs-would-come-back = { $n ->
    [one] { $n } efecto se revertiría
   *[other] { $n } efectos se revertirían
}
runs-never-comes-back = { $n ->
    [one] { $n } efecto no puede revertirse
   *[other] { $n } efectos no pueden revertirse
}
runs-newest-first = Lo más reciente primero, cada uno solo si nada ha cambiado desde entonces. Lo que no se puede deshacer se queda, se indica y puede reintentarse.
runs-roll-back-now = Revertir todo esto
runs-roll-back-on = Continuar la reversión
runs-cannot-now = Ahora no puede revertirse: no ha terminado, o ya se revirtió.
runs-is-back = { $n ->
    [one] { $n } efecto revertido
   *[other] { $n } efectos revertidos
}
runs-is-not-back = { $n ->
    [one] { $n } efecto sigue en pie
   *[other] { $n } efectos siguen en pie
}
did-run-redirect = Reorientado:
did-run-rollback = Revertido:
