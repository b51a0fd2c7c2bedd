import type { RestoreMessages } from './en.ts';

export const fr: RestoreMessages = {
  title: 'Restaurer une sauvegarde',
  lead: 'Rétablit un magasin dont le serveur est perdu. Rien n’est modifié avant que vous n’appuyiez sur Restaurer.',
  code: 'Code de configuration',
  codeHint: 'Le nouveau serveur l’a affiché à son démarrage.',
  next: 'Continuer',
  leave: 'Retour',
  backup: 'Sauvegarde',
  other: 'Un autre dossier',
  folder: 'Dossier de la sauvegarde sur le serveur',
  folderHint: 'Par exemple /mnt/backups/tillside-2030-01-15T09-00-00Z',
  check: 'Vérifier cette sauvegarde',
  checking: 'Restauration d’essai… Cela peut prendre quelques minutes pour un grand magasin.',
  fit: (when) => `La sauvegarde est complète et intacte. Elle date du ${when}.`,
  holds: (people, devices) => `Personnes : ${people}. Caisses : ${devices}.`,
  missing: (when) =>
    `Tout ce qui suit le ${when} manque. Le magasin démarre fermé, jusqu’à ce que l’émetteur et les caisses aient fourni ce qu’ils peuvent. Chacun se connecte avec son code PIN de ce jour-là.`,
  device: 'Nom de cette caisse',
  deviceExample: 'Nouvelle caisse',
  restore: 'Restaurer',
  restoring: 'Restauration… Le serveur redémarre. Laissez cette page ouverte.',
  unfit: 'Cette sauvegarde ne peut pas être restaurée. Rien n’a été modifié.',
};
