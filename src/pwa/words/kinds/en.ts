/** What the till says where the kind of a voucher, or what is left on it, is not known, of what is forfeited, and of another currency. */
export const kinds = {
  /** Beside a voucher of which a check told neither product nor use. */
  kindUnknown: 'Kind of voucher not known: it may be single use or count items.',
  /** Beside one whose use is known, but not what it holds. */
  worthUnknown: 'What is left on it is not known: it may be in another currency or count items.',
  /** Beside one whose kind is known, where two answers name different numbers, or none. */
  amountUnknown: 'What is left on it is not known. Redeeming will decide.',
  stateUnknown: 'The issuer does not say whether it can be used. Redeeming will decide.',
  leftUnknown: 'What is left on the voucher is not known',
  /** Of a single-use voucher of which nobody knows what it holds. */
  forfeitsRest: 'Single use: whatever is left on it is forfeited.',
  /** Two currencies by their codes. */
  wrongCurrency: (theirs: string, ours: string) => `This voucher is in ${theirs}; this shop takes ${ours}. Take another payment.`,
  /** In place of the state: the issuer knows no such voucher, or did not tell its state. */
  notFound: 'Not found',
  notTold: 'State not known',
  forfeited: (amount: string) => `Forfeited (single use): ${amount}`,
  forfeitedLabel: 'Forfeited (single use)',
  /** Beside a balance that v2 alone told, which names no kind. */
  moneyBySetting: 'That it is money is this shop’s setting; the issuer does not say',
  itemsBySetting: 'That it counts items is this shop’s setting; the issuer does not say',
  /** Under the outcome of a redemption that speaks against that setting. */
  otherKind: 'The issuer answered as if this voucher were of another kind than this shop’s setting says. Tell a manager.',
};

/** The shape that every language fills in. */
export type KindWords = typeof kinds;
