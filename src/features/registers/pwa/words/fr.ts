import type { PayMessages } from './en.ts';

export const fr: PayMessages = {
  title: 'Vente d’une caisse',
  opening: 'La vente s’ouvre',
  badLink: 'Ce lien ne peut pas servir',
  faults: {
    amount: 'Le montant manque ou ne peut pas être encaissé.',
    currency: 'La vente est dans une autre devise que celle de ce magasin.',
    reference: 'Il ne nomme aucun numéro de ticket, ou un numéro trop long.',
    return: 'L’adresse de retour ne peut pas servir. Elle doit commencer par https:// et ne contenir aucun mot de passe.',
    state: 'Ce qu’il porte pour la caisse est trop long.',
    signature: 'La signature n’est pas valable : le lien a peut-être été modifié.',
  },
  notListed: (origin) => `${origin} n’est pas dans la liste des caisses de ce magasin. Un responsable peut l’ajouter sous Connexions.`,
  badFrame: 'La caisse de bons ne peut pas s’ouvrir dans cette page',
  frameFaults: {
    amount: 'Le montant manque ou ne peut pas être encaissé.',
    origin: 'L’adresse ne dit pas, ou pas correctement, où se trouve la page de la caisse.',
    register: 'La demande ne nomme pas la caisse.',
    reference: 'Le numéro de vente de la caisse ne peut pas servir.',
    signature: 'La signature n’est pas valable : la demande a peut-être été modifiée.',
  },
  notFramed: 'Cette page ne s’ouvre qu’à l’intérieur de la page d’une caisse.',
  noSale: 'La page de la caisse n’a pas dit de quelle vente il s’agit.',
  frameOver: 'Terminé. Continuez à la caisse.',
  nothingLost: 'Rien n’a été encaissé. Votre vente ouverte n’a pas changé.',
  toTill: 'Aller à l’encaissement',
};
