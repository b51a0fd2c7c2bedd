import type { ServerCheckMessages } from './en.ts';

export const fr: ServerCheckMessages = {
  title: 'Vérification du serveur',
  lead: 'Vérifie ce serveur et ce navigateur. Rien n’est modifié, et vous pouvez continuer dans tous les cas.',
  managersOnly:
    'Les résultats du serveur sont réservés aux responsables. Pour les voir, connectez-vous comme responsable, puis rouvrez cette page.',
  checking: 'Vérification… Cela peut prendre quelques secondes.',
  again: 'Vérifier à nouveau',
  leave: 'Continuer',
  packet: 'Télécharger le fichier d’assistance',
  packetLead:
    'Le fichier d’assistance est un fichier texte : résultats, versions, noms des réglages et dernières lignes du journal. Il ne contient ni secrets, ni numéros de bons, ni noms.',
  browser: 'Ce navigateur',
  server: 'Le serveur',
  states: {
    ok: 'OK',
    note: 'À noter',
    problem: 'Problème',
  },
  subjects: {
    address: 'Adresse',
    secure: 'Chiffrement',
    browserClock: 'Horloge de cet appareil',
    camera: 'Caméra',
    storage: 'Stockage de ce navigateur',
  },
  serverSubjects: {
    port: 'Port',
    certificate: 'Certificat',
    settings: 'Réglages',
    store: 'Registre',
    backups: 'Sauvegardes',
    issuer: 'Service de bons',
    clock: 'Horloge du serveur',
    'client API': 'Liens et vente de bons',
    check: 'Consultation du solde',
    printer: 'Imprimante',
  },
  texts: {
    same: 'La même que dans les réglages du serveur.',
    thisMachine: 'Cette machine.',
    noOrigin: ({ origin }) =>
      `Le navigateur affiche ${origin}. Donnez cette valeur à PUBLIC_ORIGIN, sinon ce navigateur ne peut pas utiliser la caisse.`,
    otherOrigin: ({ origin, publicOrigin }) =>
      `Le navigateur affiche ${origin}, mais PUBLIC_ORIGIN est ${publicOrigin ?? ''}. Ouvrez cette adresse ou corrigez le réglage.`,
    accepted: 'Le serveur accepte cette adresse.',
    notAccepted: ({ origin }) =>
      `Le serveur n’accepte pas ${origin} : ce navigateur ne peut pas utiliser la caisse. Demandez la bonne adresse au service informatique.`,
    noAnswer: 'Non vérifié, car le serveur ne répond pas.',
    encrypted: 'La connexion est chiffrée, ou reste sur cette machine.',
    notEncrypted: 'La connexion n’est pas chiffrée. Utilisez HTTPS, sinon les navigateurs n’autorisent pas la caméra.',
    clockRight: 'La même que celle du serveur.',
    clockWrong: ({ clockOffsetMs }) =>
      `Elle diffère de celle du serveur de ${Math.round(Math.abs(clockOffsetMs) / 60_000)} minutes. Réglez l’heure de cet appareil.`,
    cameraGranted: 'Autorisée.',
    cameraAsks: 'Le navigateur demandera l’autorisation à la première utilisation.',
    cameraDenied: 'Bloquée pour cette adresse. Autorisez-la dans les réglages du site du navigateur.',
    cameraNone: 'Aucune caméra trouvée. Utilisez un lecteur, ou saisissez les numéros.',
    storageWorks: 'Fonctionne.',
    storageLow: 'Presque plein. Libérez de l’espace sur cet appareil.',
    storageFails:
      'Ce navigateur n’enregistre rien ici : des opérations peuvent être perdues à sa fermeture. Quittez la navigation privée, ou autorisez le stockage pour cette adresse.',
  },
};
