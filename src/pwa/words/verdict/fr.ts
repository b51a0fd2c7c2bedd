import type { VerdictMessages } from './en.ts';

export const verdict: VerdictMessages = {
  kinds: { done: 'Fait', attention: 'Attention', refused: 'Refusé', unknown: 'Pas encore confirmé' },
  states: {
    intent: { title: 'Encaissement', next: 'Un instant.' },
    sent: { title: 'Encaissement', next: 'Un instant.' },
    captured: { title: 'Encaissé', next: 'Rendez le bon.' },
    captured_partial: { title: 'Encaissé en partie', next: 'Percevez le reste autrement.' },
    declined: { title: 'Refusé', next: 'Demandez un autre moyen de paiement.' },
    not_sent: {
      title: 'Non encaissé : vous pouvez réessayer',
      next: 'L’émetteur est injoignable : rien n’a été envoyé. Réessayez, ou prenez un autre moyen de paiement.',
    },
    unknown: { title: 'Vérification en cours auprès de l’émetteur', next: 'Gardez le bon ici. N’encaissez pas à nouveau.' },
    not_captured: { title: 'Non encaissé : vous pouvez réessayer', next: 'L’émetteur n’en a aucune trace.' },
    manager: { title: 'Toujours pas confirmé : appelez un responsable', next: 'Gardez le bon ici. N’encaissez pas à nouveau.' },
    late_capture: {
      title: 'Encaissé tardivement',
      next: 'L’émetteur l’a finalement encaissé. Appelez un responsable, qui peut le rembourser.',
    },
    refunded: { title: 'Remboursé', next: 'Le montant est de nouveau sur le bon.' },
    attached: { title: 'Encaissé', next: 'Un responsable l’a confirmé.' },
    cancelled: { title: 'Non encaissé', next: 'Le serveur ne l’a jamais reçu : rien n’a été encaissé. Vous pouvez réessayer.' },
  },
  refusals: {
    'not-found': { title: 'Bon introuvable', next: 'Vérifiez le numéro sur le bon, ou demandez un autre moyen de paiement.' },
    inactive: { title: 'Pas encore activé', next: 'Faites-le activer par le stock ou un responsable, puis scannez à nouveau.' },
    expired: { title: 'Expiré', next: 'Il n’est plus utilisable. Demandez un autre moyen de paiement.' },
    void: { title: 'Annulé', next: 'Il n’est plus en circulation. Demandez un autre moyen de paiement.' },
    used: { title: 'Entièrement utilisé', next: 'Il ne reste aucun solde. Demandez un autre moyen de paiement.' },
    'nothing-on-it': {
      title: 'Solde nul',
      next: 'Il a été utilisé, ou n’est pas encore activé. S’il est neuf, faites-le activer par le stock ou un responsable.',
    },
    'not-enough': { title: 'Solde trop bas', next: 'Scannez-le à nouveau pour voir le solde, puis encaissez moins.' },
    'wrong-currency': { title: 'Autre monnaie', next: 'Il n’est pas utilisable ici. Demandez un autre moyen de paiement.' },
    'open-elsewhere': {
      title: 'En cours sur une autre caisse',
      next: 'Attendez que ce soit réglé, puis scannez à nouveau.',
    },
    held: {
      title: 'Bloqué : appelez un responsable',
      next: 'Un responsable a bloqué ce bon : il ne peut pas être encaissé. En attendant, prenez un autre paiement.',
    },
    'issuer-declined': {
      title: 'Refusé par l’émetteur',
      next: 'Demandez un autre moyen de paiement. L’émetteur peut expliquer le code ci-dessous.',
    },
  },
  leftToPay: (amount) => `${amount} encore à payer`,
  leftOnVoucher: (amount) => `Il reste ${amount} sur le bon`,
  needsManager: 'Un responsable est nécessaire',
  empty: { back: 'Le bon est vide. Rendez-le.', keep: 'Le bon est vide. Gardez-le.' },
  isBack: (amount) => `${amount} de nouveau sur le bon.`,
  collect: 'À percevoir',
  details: 'Détails',
  asked: 'Demandé',
  issuerCode: (code) => `Code de l’émetteur ${code}`,
  voucher: (name) => `Bon ${name}`,
  openOn: (device, when) => `Sur ${device} depuis ${when}`,
  next: 'Bon suivant',
  receipt: 'Imprimer un reçu',
};
