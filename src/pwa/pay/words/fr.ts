import type { PayWords } from './en.ts';

export const fr: PayWords = {
  title: 'Vente d’une caisse',
  opening: 'La vente s’ouvre',
  badLink: 'Ce lien ne peut pas servir',
  faults: {
    amount: 'Il ne nomme aucun montant, ou un montant qui ne peut pas être pris.',
    currency: 'Il est dans une autre devise que celle de cette boutique.',
    reference: 'Il ne nomme aucun numéro de ticket, ou un numéro trop long.',
    return: 'L’adresse de retour ne peut pas servir. Elle doit commencer par https:// et ne contenir aucun mot de passe.',
    state: 'Ce qu’il porte pour la caisse est trop long.',
  },
  notListed: (origin) => `${origin} n’est pas dans la liste des caisses de cette boutique. Un responsable peut l’ajouter sous Connexions.`,
  nothingLost: 'Rien n’a été pris. Une vente ouverte ici est restée comme elle était.',
  toTill: 'Aller à l’encaissement',
};
