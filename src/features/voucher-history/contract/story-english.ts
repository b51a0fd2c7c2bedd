/** Formats how many times something was done. */
const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/**
 * The sentences of a history in English, for programs and the English page. Places, amounts and
 * times are passed in already formatted.
 */
export const STORY_ENGLISH = {
  here: 'here',
  at: (shop: string) => `at ${shop}`,
  elsewhere: 'at another shop',
  used: (value: string, when: string, shop: string) => `Fully used: ${value} on ${when}, ${shop}.`,
  usedLast: (value: string, when: string, shop: string) => `Fully used: the last ${value} on ${when}, ${shop}.`,
  usedSomehow: (when: string, shop: string) => `Fully used on ${when}, ${shop}.`,
  partUsed: (value: string, when: string, shop: string, left: string) =>
    `${value} was used on ${when}, ${shop}. Balance: ${left}.`,
  partUsedSomehow: (when: string, shop: string) => `Used on ${when}, ${shop}.`,
  refunded: (value: string, when: string, shop: string, left: string) =>
    `${value} was refunded on ${when}, ${shop}. Balance: ${left}.`,
  refundedSomehow: (when: string, shop: string) => `Refunded on ${when}, ${shop}.`,
  expired: (when: string, left: string) => `Expired on ${when} with a balance of ${left}.`,
  expiredSomehow: 'Expired.',
  expiredWhen: (when: string) => `Expired on ${when}.`,
  void: 'Cancelled by the issuer.',
  neverActivated: 'Not activated yet, so it can’t be used.',
  deactivated: (when: string) => `Not active: it was deactivated on ${when}.`,
  untouched: (left: string) => `Not used: the full ${left} is left.`,
  untouchedSince: (when: string, left: string) =>
    `Not used since ${when}. Balance: ${left}. Older events have not been read.`,
  untouchedSomehow: 'No uses are recorded here.',
  notTold: 'The issuer does not report the balance.',
  activatedHere: (when: string, first: string, last: string) =>
    `Activated here on ${when}, in the range ${first} to ${last}.`,
  notActivatedHere: 'This shop did not activate this number.',
  absent: 'Unknown voucher: the issuer has no record of it.',
  open: (when: string) => `A transaction made here on ${when} is not confirmed yet.`,
  away: 'The issuer can’t be reached right now. This is what we know here.',
  unexplained: (value: string) => `${value} is not explained by the events shown here.`,
  unexplainedSoFar: (value: string, when: string) =>
    `${value} is not explained by the events read so far, back to ${when}.`,
  surplus: (value: string) => `The balance is ${value} higher than the events shown here explain.`,
  emptySoFar: (when: string) =>
    `No balance left. The events read so far, back to ${when}, do not show where it was used.`,
  emptySomehow: 'No balance left. The events shown here do not show where it was used.',
  checkedOften: (count: number, time: string) => `Looked up ${times(count)} in ${time} before it was fully used.`,
  checkedOftenUse: (count: number, time: string) => `Looked up ${times(count)} in ${time} before the last use.`,
  soonAfter: (time: string) => `Fully used ${time} after it was activated.`,
  takenLate: (time: string) => `Redeemed ${time} after it was requested.`,
  foundLate: 'Shown here as not redeemed, but confirmed later as redeemed.',
  forfeited: (value: string) => `${value} was forfeited, because this voucher can be used only once.`,
};

export type StorySentences = typeof STORY_ENGLISH;
