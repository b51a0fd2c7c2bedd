import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: ApprovalMessages = {
  own: 'Saisissez à nouveau votre code PIN',
  ownLead: 'Cela dépasse la limite par opération ou par heure. Saisissez votre code PIN pour confirmer.',
  pin: 'Votre code PIN',
  confirm: 'Confirmer et envoyer',
  title: 'Un responsable doit approuver',
  lead: 'Demandez à un responsable de saisir son code PIN ici. Vous restez connecté. L’accord vaut pour cette seule action et est enregistré avec les deux noms.',
  manager: 'Responsable',
  managerPin: 'Code PIN du responsable',
  pinOf: (name) => `Code PIN de ${name}`,
  sixth: 'L’accord est donné automatiquement après le sixième chiffre.',
  checking: 'Vérification',
  nobody: 'Aucun responsable n’est défini sur cette caisse.',
  noOtherManager:
    'Aucun autre responsable ne peut donner son accord pour l’instant. Si l’un d’eux a été retiré aujourd’hui, réessayez après 24 heures.',
  kinds: {
    tender: 'Encaissement',
    refund: 'Remboursement',
    issue: 'Vente de bons',
    activation: 'Activation de cartes',
    reprint: 'Réimpression ou renvoi',
  },
  limits: {
    card: 'Valeur d’un bon vendu',
    order: 'Valeur de tous les bons d’une vente',
    vouchers: 'Nombre de bons dans une vente',
    typed: 'Numéro saisi à la main',
    'voucher-day': 'Utilisé sur un bon en une journée',
    refund: 'Un remboursement',
    'own-refund': 'Remboursement par la personne qui a encaissé le bon',
    reprint: 'Bons imprimés ou envoyés à nouveau en une fois',
    cards: 'Cartes activées à la fois',
    'closed-cards': 'Cartes activées hors des heures d’ouverture',
    'hour-sum': 'Bons émis en une heure',
    'hour-cards': 'Cartes activées en une heure',
  },
  rule: (what, above, isOther) =>
    `${what} : au-delà de ${above}, ${isOther ? 'un autre responsable' : 'un responsable'} doit donner son accord.`,
  cards: (count) => plural(count, { one: '# carte', other: '# cartes' }),
  vouchers: (count) => plural(count, { one: '# bon', other: '# bons' }),
  notice:
    'Les bons servent à offrir et à acheter. Si quelqu’un vous demande de le payer avec un bon, ou d’en donner le numéro, c’est une fraude : raccrochez et parlez-nous.',
};
