import { pluralsOf } from '../../words/plural.ts';
import type { AttentionWords } from './en.ts';

const plural = pluralsOf('fr');

export const fr: AttentionWords = {
  nothing: 'Rien ne vous attend',
  nothingMore: 'Ce qui n’est pas réglé, a été prélevé en retard ou reste inexpliqué apparaît ici tout seul.',
  lastSeen: (when) => `Vu pour la dernière fois ${when}`,
  groups: {
    late: {
      title: 'Prélevé en retard',
      lead: 'La caisse avait dit que rien n’était prélevé, puis l’émetteur a prélevé. Remboursez, ou gardez si le client n’a pas payé autrement.',
    },
    unsettled: {
      title: 'Pas encore connu',
      lead: 'Personne ne sait encore comment cela s’est terminé. D’ici là, rien d’autre n’est possible avec ces bons.',
    },
    orphan: {
      title: 'Inexpliqué',
      lead: 'L’émetteur montre des prélèvements de ce magasin qu’aucun encaissement n’explique ici.',
    },
    behind: {
      title: 'Pas encore passé en revue',
      lead: 'Les transactions de l’émetteur n’ont pas pu être lues depuis plus d’une demi-heure : il peut manquer des cas ici. Vérifiez que l’émetteur répond et que la liaison du serveur fonctionne. Si ceci est encore là dans une heure, prévenez la personne qui gère le serveur. Cela disparaît tout seul quand tout est lu.',
    },
  },
  subjects: {
    tender: 'Encaissement',
    refund: 'Remboursement',
    activation: 'Activation',
    issue: 'Vente de bons',
    capture: 'Prélèvement',
    look: 'Recherche de prélèvements',
  },
  cards: (count, start, end) => `${plural(count, { one: '# carte', other: '# cartes' })}, de ${start} à ${end}`,
  standings: { checking: 'à vérifier', decide: 'à décider', late: 'en retard', orphan: 'inexpliqué', behind: 'en retard' },
  behindToDo: 'Le serveur continue d’essayer tout seul.',
  nothingToDo: 'Le serveur interroge encore l’émetteur. Il n’y a rien à faire pour l’instant.',
  since: (time, distance) => `Depuis : ${time}, ${distance}`,
  known: 'Ce que l’on sait',
  evidence: {
    'answer-lost': 'La réponse de l’émetteur n’est pas venue, ou n’a pas été comprise.',
    'server-stopped': 'Le serveur s’est arrêté en attendant la réponse.',
    'answer-contradicts': 'La réponse de l’émetteur contredit ce qui est noté ici.',
    'several-fit': 'L’émetteur montre plusieurs lignes qui pourraient être celle-ci.',
    'row-differs': 'L’émetteur montre une ligne de ce bon dont le montant, la monnaie ou le magasin diffère, ou sans heure.',
    'other-mid': 'L’émetteur montre une ligne qui convient, mais sous un autre numéro de magasin.',
    'authorization-only': 'L’émetteur montre une autorisation, mais pas de prélèvement.',
    'issuer-silent': 'L’émetteur n’a donné aucune réponse utilisable à la question de ce qui s’est passé.',
    'search-restless': 'L’émetteur a répondu, mais sa recherche changeait sans cesse pendant la lecture : elle ne prouve rien.',
    'search-endless': 'L’émetteur a répondu, mais a montré plus de transactions qu’on n’a pu en lire à temps.',
    'row-unproved': 'L’émetteur montre une ligne qui convient, mais ni son heure ni le solde ne prouvent que c’est celle-ci.',
    'balance-unproved': 'L’émetteur ne montre aucune ligne, mais le solde ne prouve pas que rien ne s’est passé.',
    'never-undisturbed': 'L’émetteur ne montre aucune ligne, mais il n’a pas pu être interrogé assez longtemps sans dérangement.',
    'proved-nothing': 'Deux recherches et le solde s’accordaient : rien ne s’est passé.',
    'found-late': 'L’émetteur la montre après coup.',
    'not-ours': 'L’émetteur montre un prélèvement de ce magasin qu’aucun encaissement n’explique ici.',
    'not-searchable': 'L’émetteur n’offre aucun moyen de le vérifier.',
    'look-behind': 'À partir de cette heure, les transactions de l’émetteur n’ont pas été passées en revue.',
    decided: 'Une personne a décidé.',
  },
  issuerShows: 'Ce que montre l’émetteur',
  rowTypes: { authorization: 'Autorisation', capture: 'Prélèvement', refund: 'Remboursement', other: 'Autre ligne' },
  noTime: 'sans heure',
  row: (id) => `Ligne ${id}`,
  shopNumber: (mid) => `Magasin numéro ${mid}`,
  whichRow: 'Quelle ligne ?',
  transactionId: 'Numéro de la ligne chez l’émetteur',
  transactionIdHint: 'L’émetteur peut le donner. La ligne est vérifiée avant de compter.',
  reason: 'Raison',
  reasonHint: 'Elle est conservée avec votre nom.',
  gaveNothing: 'L’émetteur n’a rien rendu. Si une ligne a été rattachée, l’encaissement compte comme prélevé.',
  notOver: 'Le dossier n’est pas encore réglé : il reste sur la liste.',
  ways: {
    'attach-tender': {
      label: 'Rattacher une ligne',
      lead: 'Cette ligne de l’émetteur est cet encaissement. Il compte alors comme prélevé.',
      done: 'Rattaché. L’encaissement compte comme prélevé.',
    },
    'attach-refund': {
      label: 'Rattacher une ligne',
      lead: 'Cette ligne de l’émetteur est ce remboursement. Le montant compte alors comme rendu.',
      done: 'Rattaché. Le montant compte comme rendu.',
    },
    'attach-other': { label: 'Rattacher une ligne', lead: 'Cette ligne de l’émetteur appartient à ce dossier.', done: 'Rattaché.' },
    'keep-late': {
      label: 'Garder comme prélevé',
      lead: 'Le client a payé avec ce bon et pas autrement. L’encaissement compte alors comme prélevé.',
      done: 'Gardé. L’encaissement compte comme prélevé.',
    },
    'refund-late': {
      label: 'Rembourser',
      lead: 'Le montant entier revient sur le bon.',
      done: 'Le remboursement est parti. Si son issue n’est pas connue aussitôt, il est sur cette liste jusque-là.',
    },
    'refund-row': {
      label: 'Rembourser une ligne',
      lead: 'Cette ligne de l’émetteur est cet encaissement, et tout son montant revient sur le bon.',
      done: 'Le remboursement est parti. Si son issue n’est pas connue aussitôt, il est sur cette liste jusque-là.',
    },
    'close-tender': {
      label: 'Clore comme non prélevé',
      lead: 'Rien n’a été prélevé. L’émetteur est d’abord interrogé encore une fois ; tant qu’il montre une ligne possible, le dossier reste ouvert.',
      done: 'Clos. L’encaissement compte comme non prélevé.',
    },
    'close-refund': {
      label: 'Clore comme non remboursé',
      lead: 'Rien n’a été rendu. L’émetteur est d’abord interrogé encore une fois ; tant qu’il montre une ligne possible, le dossier reste ouvert.',
      done: 'Clos. Le montant compte comme non rendu.',
    },
    'close-other': { label: 'Clore le dossier', lead: 'Rien de plus ne sera fait ici.', done: 'Clos.' },
  },
};
