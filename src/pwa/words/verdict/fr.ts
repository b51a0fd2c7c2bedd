import type { VerdictWords } from './en.ts';

export const verdict: VerdictWords = {
  kinds: { done: 'Fait', attention: 'Attention', refused: 'Refusé', unknown: 'Pas encore connu' },
  states: {
    intent: { title: 'Encaissement', next: 'Un instant.' },
    sent: { title: 'Encaissement', next: 'Un instant.' },
    captured: { title: 'Prélevé', next: 'Rendez le bon.' },
    captured_partial: { title: 'Prélevé en partie', next: 'Le reste est encore à payer.' },
    declined: { title: 'Refusé', next: 'Demandez un autre moyen de paiement.' },
    not_sent: {
      title: 'Rien de prélevé : vous pouvez réessayer',
      next: 'L’émetteur est injoignable : rien n’a été envoyé. Réessayez, ou prenez un autre moyen de paiement.',
    },
    unknown: { title: 'Vérification en cours auprès de l’émetteur', next: 'Gardez le bon ici. N’encaissez pas à nouveau.' },
    not_captured: { title: 'Rien de prélevé : vous pouvez réessayer', next: 'L’émetteur n’en a aucune trace.' },
    manager: { title: 'Toujours inconnu : appelez un responsable', next: 'Gardez le bon ici. N’encaissez pas à nouveau.' },
    late_capture: { title: 'Prélevé en retard', next: 'L’émetteur a prélevé après coup. Appelez un responsable : c’est remboursable.' },
    refunded: { title: 'Remboursé', next: 'Le montant est de nouveau sur le bon.' },
    attached: { title: 'Prélevé', next: 'Un responsable l’a confirmé.' },
    cancelled: { title: 'Rien de prélevé', next: 'Ce n’est jamais arrivé : rien n’a été prélevé. Vous pouvez réessayer.' },
  },
  refusals: {
    'not-found': { title: 'Ce bon n’existe pas', next: 'Comparez le numéro avec le bon, puis demandez un autre moyen de paiement.' },
    inactive: { title: 'Pas encore activé', next: 'Faites-le activer par le stock ou un responsable, puis scannez à nouveau.' },
    expired: { title: 'Expiré', next: 'Il n’est plus utilisable. Demandez un autre moyen de paiement.' },
    void: { title: 'Annulé', next: 'Il n’est plus en circulation. Demandez un autre moyen de paiement.' },
    used: { title: 'Déjà utilisé', next: 'Il ne reste rien dessus. Demandez un autre moyen de paiement.' },
    'nothing-on-it': {
      title: 'Rien dessus',
      next: 'Il a été utilisé, ou n’est pas encore activé. S’il est neuf, faites-le activer par le stock ou un responsable.',
    },
    'not-enough': { title: 'Solde trop bas', next: 'Scannez à nouveau pour voir le solde, et prélevez moins.' },
    'wrong-currency': { title: 'Autre monnaie', next: 'Il ne peut pas payer ici. Demandez un autre moyen de paiement.' },
    'open-elsewhere': {
      title: 'En cours sur une autre caisse',
      next: 'Attendez que ce soit réglé, puis scannez à nouveau.',
    },
    'issuer-declined': {
      title: 'Refusé par l’émetteur',
      next: 'Demandez un autre moyen de paiement. L’émetteur peut expliquer le code ci-dessous.',
    },
  },
  leftToPay: (amount) => `${amount} encore à payer`,
  leftOnVoucher: (amount) => `il reste ${amount} sur le bon`,
  emptyVoucher: 'Il ne reste rien sur le bon',
  asked: 'Demandé',
  issuerCode: (code) => `Code de l’émetteur ${code}`,
  voucher: (name) => `Bon ${name}`,
  openOn: (device, when) => `Sur ${device} depuis ${when}`,
  next: 'Bon suivant',
  receipt: 'Imprimer un reçu',
};
