notice-title = { $agent } : { $n ->
    [one] { $n } changement attend
   *[other] { $n } changements attendent
}
notice-title-destructive = { $agent } : { $n ->
    [one] { $n } changement attend, dont { $destructive } destructeur
   *[other] { $n } changements attendent, dont { $destructive } destructeurs
}
notice-open = Ouvrir
notice-hold = Retenir
notice-reject = Refuser
notice-works = Cet appareil est averti quand quelque chose vous attend.
settings-notices = Notifications
notices-what = Un appareil que vous ajoutez ici est averti quand quelque chose vous attend, même bureau fermé. La notification passe par le service du fabricant du navigateur, qui ne peut pas la lire.
notices-none = Aucun appareil n’est averti.
notices-here = cet appareil
notices-unnamed = Un navigateur
notices-added = ajouté
notices-failing = Son service de notifications n’accepte pas de messages pour l’instant ; de nouveaux essais suivent.
notices-remove = Retirer
notices-need-script = Ajouter un appareil demande le script et une adresse en https ou sur cette machine.
live-push-on = Avertir cet appareil
live-push-denied = Le navigateur bloque les notifications de cette page : autorisez-les dans ses réglages.
live-push-failed = Cet appareil ne peut pas être averti :
later-title = Reporter jusqu’à…
later-hour = Dans une heure
later-tomorrow = Demain matin
later-back = Jusqu’à ce que j’y revienne
later-at = Jusqu’à
views-title = Vos vues
views-name = Nom de cette vue
views-save = Garder comme vue
views-drop = Supprimer cette vue
