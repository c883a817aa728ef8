notice-title = { $agent }: { $n ->
    [one] { $n } cambio espera
   *[other] { $n } cambios esperan
}
notice-title-destructive = { $agent }: { $n ->
    [one] { $n } cambio espera, { $destructive } destructivo
   *[other] { $n } cambios esperan, { $destructive } destructivos
}
notice-open = Abrir
notice-hold = Detener
notice-reject = Rechazar
notice-works = Este dispositivo recibe un aviso cuando algo le espera.
settings-notices = Avisos
notices-what = Un dispositivo que añada aquí recibe un aviso cuando algo le espera, también con la mesa cerrada. El aviso pasa por el servicio del fabricante del navegador, que no puede leerlo.
notices-none = No se avisa a ningún dispositivo.
notices-here = este dispositivo
notices-unnamed = Un navegador
notices-added = añadido
notices-failing = Su servicio de avisos no acepta mensajes por ahora; se reintenta.
notices-remove = Quitar
notices-need-script = Añadir un dispositivo requiere script y una dirección con https o en esta máquina.
live-push-on = Avisar en este dispositivo
live-push-denied = El navegador bloquea los avisos de esta página: permítalos en sus ajustes.
live-push-failed = No se puede avisar a este dispositivo:
later-title = Aplazar hasta…
later-hour = Dentro de una hora
later-tomorrow = Mañana por la mañana
later-back = Hasta que lo retome
later-at = Hasta
views-title = Sus vistas
views-name = Nombre de esta vista
views-save = Guardar como vista
views-drop = Eliminar esta vista
