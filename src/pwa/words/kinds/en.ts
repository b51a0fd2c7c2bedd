/** What the till says where the kind of a voucher, or what is left on it, is not known, of what is forfeited, and of another currency. */
export const kinds = {
  /** Beside a voucher of which a check told neither product nor use. */
  kindUnknown: 'Voucher type not known: it may be single use, or for items.',
  /** Beside one whose use is known, but not what it holds. */
  worthUnknown: 'Balance not known: it may be in another currency, or for items.',
  /** Beside one whose kind is known, where two answers name different numbers, or none. */
  amountUnknown: 'Balance not known. You can still try to redeem.',
  stateUnknown: 'The issuer does not report this voucher’s status. You can still try to redeem.',
  leftUnknown: 'Balance on voucher not known',
  /** Of a single-use voucher of which nobody knows what it holds. */
  forfeitsRest: 'Single use: any remaining balance is forfeited.',
  /** Two currencies by their codes. */
  wrongCurrency: (theirs: string, ours: string) => `This voucher is in ${theirs}, but this shop accepts ${ours}. Take another payment.`,
  /** In place of the state: the issuer knows no such voucher, or did not tell its state. */
  notFound: 'Not found',
  notTold: 'Status not known',
  forfeited: (amount: string) => `Forfeited (single use): ${amount}`,
  forfeitedLabel: 'Forfeited (single use)',
  /** Beside a balance that v2 alone told, which names no kind. */
  moneyBySetting: 'Money value assumed from this shop’s settings; the issuer does not report it',
  itemsBySetting: 'Number of items assumed from this shop’s settings; the issuer does not report it',
  /** Under the outcome of a redemption that speaks against that setting. */
  otherKind: 'The issuer treated this voucher as a different type than this shop’s settings expect. Tell a manager.',
};

/** The shape that every language fills in. */
export type KindWords = typeof kinds;
