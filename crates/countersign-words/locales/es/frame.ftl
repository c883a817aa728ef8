skip-to-content = Ir al contenido
rooms = Secciones
tab-inbox = Bandeja
tab-receipts = Recibos
tab-runs = Ejecuciones
tab-sets = Conjuntos
tab-history = Historial
tab-audit = Auditoría
tab-policy = Reglas
tab-settings = Ajustes
palette-open = Órdenes
palette-title = Paleta de órdenes
back-to-inbox = Volver a la bandeja
look-again = Mirar de nuevo
not-done = No se ha hecho
bar-close = Cerrar
undo = Deshacer
redo = Rehacer
rollback = Revertir
irreversible = No se puede deshacer
did-anything = Hecho.
did-item-confirm = Confirmado:
did-item-confirm-goes-on = Confirmado, y sigue en marcha; el recibo llega cuando termine:
did-item-reject = Rechazado:
did-item-defer = Aplazado:
did-item-edit = Cambiado:
did-item-withdraw = Retirado:
did-items-confirm-selected = Confirmado.
did-set-dismiss = Descartado.
did-receipt-undo = Deshecho:
did-receipt-undo-chain = Deshecho:
did-receipt-merge = Propuesto:
did-receipt-rerun = Propuesto de nuevo:
did-countdown-stop = Retenido:
did-question-answer = Respondido:
did-run-steer = Comunicado:
did-run-pause = En pausa:
did-run-resume = Continúa:
did-run-stop = Detenido:
did-run-mode = Modo fijado:
did-run-stage = Trabaja en un escenario:
did-run-trust = De confianza en su carpeta:
time-now = ahora mismo
time-seconds-ago = { $n ->
    [one] hace { $n } segundo
   *[other] hace { $n } segundos
}
time-minutes-ago = { $n ->
    [one] hace { $n } minuto
   *[other] hace { $n } minutos
}
time-hours-ago = { $n ->
    [one] hace { $n } hora
   *[other] hace { $n } horas
}
time-days-ago = { $n ->
    [one] hace { $n } día
   *[other] hace { $n } días
}
time-in-seconds = { $n ->
    [one] en { $n } segundo
   *[other] en { $n } segundos
}
time-in-minutes = { $n ->
    [one] en { $n } minuto
   *[other] en { $n } minutos
}
time-in-hours = { $n ->
    [one] en { $n } hora
   *[other] en { $n } horas
}
time-in-days = { $n ->
    [one] en { $n } día
   *[other] en { $n } días
}
locked-title = Iniciar sesión
locked-why = No ha iniciado sesión aquí, o su sesión ha terminado.
locked-how = En el equipo donde funciona Countersign, esto abre un enlace que inicia su sesión:
locked-nothing-lost = No se ha hecho nada y nada se ha perdido: tras iniciar sesión volverá a donde estaba.
login-this = Esto inicia sesión en este navegador.
login-do = Iniciar sesión
login-used = Ese enlace ya se usó o ha caducado. Esto crea otro:
login-provider = Iniciar sesión con { $name }
login-done = Ha iniciado sesión.
login-go = Continuar
login-failed = No se pudo iniciar sesión
