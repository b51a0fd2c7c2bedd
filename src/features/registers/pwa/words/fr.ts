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
    signature: 'Il ne porte pas la signature de sa caisse. Quelqu’un l’a peut-être modifié.',
  },
  notListed: (origin) => `${origin} n’est pas dans la liste des caisses de cette boutique. Un responsable peut l’ajouter sous Connexions.`,
  badFrame: 'La caisse de bons ne peut pas s’ouvrir dans cette page',
  frameFaults: {
    amount: 'L’adresse ne nomme aucun montant, ou un montant qui ne peut pas être pris.',
    origin: 'L’adresse ne dit pas, ou pas correctement, où se trouve la page de la caisse.',
    register: 'L’adresse ne dit pas quelle caisse demande.',
    reference: 'Le numéro de vente de la caisse ne peut pas servir.',
    signature: 'Il ne porte pas la signature de sa caisse. Quelqu’un l’a peut-être modifié.',
  },
  notFramed: 'Cette page ne s’ouvre qu’à l’intérieur de la page d’une caisse.',
  noSale: 'La page de la caisse n’a pas dit de quelle vente il s’agit.',
  frameOver: 'Terminé. La caisse continue.',
  nothingLost: 'Rien n’a été pris. Une vente ouverte ici est restée comme elle était.',
  toTill: 'Aller à l’encaissement',
};
