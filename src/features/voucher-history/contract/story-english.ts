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
  used: (value: string, when: string, shop: string) => `Used up: ${value} on ${when}, ${shop}.`,
  usedLast: (value: string, when: string, shop: string) => `Used up: the last ${value} on ${when}, ${shop}.`,
  usedSomehow: (when: string, shop: string) => `Used up on ${when}, ${shop}.`,
  partUsed: (value: string, when: string, shop: string, left: string) =>
    `${value} was used on ${when}, ${shop}; ${left} is left.`,
  partUsedSomehow: (when: string, shop: string) => `It was used on ${when}, ${shop}.`,
  refunded: (value: string, when: string, shop: string, left: string) =>
    `${value} went back onto it on ${when}, ${shop}; ${left} is on it now.`,
  refundedSomehow: (when: string, shop: string) => `What was used went back onto it on ${when}, ${shop}.`,
  expired: (when: string, left: string) => `Expired on ${when}, with ${left} left on it.`,
  expiredSomehow: 'Expired.',
  expiredWhen: (when: string) => `Expired on ${when}.`,
  void: 'Cancelled by the issuer.',
  neverActivated: 'Not activated yet, so it can’t be used.',
  deactivated: (when: string) => `Not active: it was deactivated on ${when}.`,
  untouched: (left: string) => `Not used: the full ${left} is left.`,
  untouchedSince: (when: string, left: string) =>
    `Not used since ${when}. Balance: ${left}. Older events have not been read.`,
  untouchedSomehow: 'No use is known here.',
  notTold: 'The issuer does not report the balance.',
  activatedHere: (when: string, first: string, last: string) =>
    `Activated here on ${when}, in the range ${first} to ${last}.`,
  notActivatedHere: 'This shop did not activate this number.',
  absent: 'Not one of ours: the issuer knows no such voucher.',
  open: (when: string) => `Something done with it here on ${when} is not settled: nobody knows yet what was taken.`,
  away: 'The issuer cannot be asked now. Below is what is known here.',
  unexplained: (value: string) => `${value} is not explained by what can be seen here.`,
  unexplainedSoFar: (value: string, when: string) =>
    `${value} is not explained by what was read, which goes back to ${when}.`,
  surplus: (value: string) => `${value} more is on it than what can be seen here explains.`,
  emptySoFar: (when: string) => `Nothing is left on it. What was read, back to ${when}, does not say where it went.`,
  emptySomehow: 'Nothing is left on it. What can be seen here does not say where it went.',
  checkedOften: (count: number, time: string) => `Checked ${times(count)} in ${time} before it was emptied.`,
  checkedOftenUse: (count: number, time: string) => `Checked ${times(count)} in ${time} before the last use.`,
  soonAfter: (time: string) => `Emptied ${time} after it was activated.`,
  takenLate: (time: string) => `Taken ${time} after it was asked for.`,
  foundLate: 'It was said here that nothing was taken; later it turned out that it was.',
  forfeited: (value: string) => `${value} was forfeited, because one use takes the whole voucher.`,
};

export type StorySentences = typeof STORY_ENGLISH;
