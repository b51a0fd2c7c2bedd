/** Texts about an unknown voucher type or balance, a forfeited rest, and another currency. */
export const kinds = {
  /** For a voucher whose product and number of uses are unknown. */
  kindUnknown: 'Voucher type not known. It may be single use, or hold items instead of money.',
  /** For one whose number of uses is known, but not its kind of value. */
  worthUnknown: 'Balance not known. It may be in another currency, or a number of items.',
  /** For one whose kind is known, but whose balance is missing or contradictory. */
  amountUnknown: 'Balance not known. You can still try to redeem.',
  stateUnknown: 'The issuer does not report this voucher’s status. You can still try to redeem.',
  remainingUnknown: 'Remaining balance not known',
  /** For a single-use voucher with an unknown balance. */
  forfeitsRest: 'Single use: any remaining balance is forfeited.',
  /** Both currencies are ISO codes. */
  wrongCurrency: (theirs: string, ours: string) => `This voucher is in ${theirs}, but this shop accepts ${ours}. Take another payment.`,
  /** In place of the status: the issuer does not know the voucher, or did not send a status. */
  notFound: 'Not found',
  statusUnknown: 'Status not known',
  forfeited: (amount: string) => `Forfeited (single use): ${amount}`,
  forfeitedLabel: 'Forfeited (single use)',
  /** Next to a balance from v2 alone, which names no kind of value. */
  moneyBySetting: 'Money value assumed from this shop’s settings; the issuer does not report it',
  itemsBySetting: 'Number of items assumed from this shop’s settings; the issuer does not report it',
  /** Below a result that contradicts that setting. */
  otherKind: 'The issuer treated this voucher as a different type than this shop’s settings expect. Tell a manager.',
};

/** The texts that every language has. */
export type KindMessages = typeof kinds;
