list-risk-low = Riesgo bajo
list-risk-medium = Riesgo medio
list-risk-high = Riesgo alto
list-others = Otras cosas en espera
list-more = Todo lo que espera
list-warnings = con advertencias
list-by-run = Por ejecución
list-by-risk = Por riesgo
list-lines = Lista
list-cards = Tarjetas
list-review = Revisar uno por uno
list-before = Anterior
list-after = Siguiente
list-below = Hay más abajo: se muestra primero.
list-more-answers = Más respuestas
details-again = Lo mismo, campo por campo
list-type-exactly = Escriba exactamente: { $what }
live-did-confirm = ha confirmado esto.
live-did-reject = ha rechazado esto.
live-did-defer = ha aplazado esto.
live-did-edit = ha cambiado sus argumentos.
live-did-withdraw = ha retirado una respuesta a esto.
live-new = Ha llegado una propuesta nueva.
live-too-soon = Espere: esto acaba de aparecer.
live-answering = Espere: su respuesta se está enviando.
live-no-key = Ninguna tecla responde a esto: pulse el botón. G lleva a él.
typed-files = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
}
typed-targets = { $n ->
    [one] { $n } destino
   *[other] { $n } destinos
}
typed-things = { $n ->
    [one] { $n } cosa
   *[other] { $n } cosas
}
