/** What the till says where the kind of a voucher, or what is left on it, is not known, and of what is forfeited. */
export const kinds = {
  /** Beside a voucher of which a check told neither product nor use. */
  kindUnknown: 'Kind of voucher not known: it may be single use or count items.',
  /** Beside one whose use is known, but not what it holds. */
  worthUnknown: 'What is left on it is not known: it may be in another currency or count items.',
  stateUnknown: 'The issuer does not say whether it can be used. Redeeming will decide.',
  leftUnknown: 'What is left on the voucher is not known',
  forfeited: (amount: string) => `Single use: ${amount} is forfeited`,
  forfeitedLabel: 'Forfeited (single use)',
};

/** The shape that every language fills in. */
export type KindWords = typeof kinds;
