import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** The words of what is asked for before so much is begun: the own PIN again, or a manager's. */
export const en = {
  own: 'Enter your PIN again',
  ownLead: 'This is above the limit for one transaction or one hour. Enter your PIN to confirm.',
  pin: 'Your PIN',
  confirm: 'Confirm and send',
  title: 'A manager has to approve this',
  lead: 'Ask a manager to enter their PIN here. You stay signed in. The approval is for this one action and is saved with both names.',
  manager: 'Manager',
  managerPin: 'Manager’s PIN',
  pinOf: (name: string) => `PIN for ${name}`,
  sixth: 'It is approved when the sixth digit is entered.',
  checking: 'Checking',
  nobody: 'No manager is set up on this till.',
  noOtherManager: 'No other manager can approve this now. A manager who was removed still counts for one day.',
  askManagers: 'Request approval on managers’ devices',
  asked: 'Sent to the managers’ devices.',
  noManagerSignedIn: 'No manager is signed in on any device. Ask one to sign in, or to enter their PIN here.',
  secondsLeft: (seconds: number) => plural(seconds, { one: '# second left', other: '# seconds left' }),
  takeBack: 'Cancel the request',
  refusedBy: (name: string) => `${name} declined.`,
  nobodyAnswered: 'No manager responded in time.',
  waiting: 'Waiting for a manager',
  kinds: {
    tender: 'Redemption',
    refund: 'Refund',
    issue: 'Voucher sale',
    activation: 'Card activation',
    reprint: 'Reissue of vouchers',
  },
  pieces: (count: number) => plural(count, { one: '# piece', other: '# pieces' }),
  asks: (person: string, device: string) => `${person} at ${device} requests approval`,
  approve: 'Approve',
  refuse: 'Decline',
  questions: 'Two questions for the customer',
  questionsLead: 'Read them aloud and wait for the answer.',
  onPhone: 'Are you on the phone with someone right now?',
  toldTo: 'Has anyone told you to pay with this voucher?',
  yes: 'Yes',
  no: 'No',
  questionOf: (number: string) => `Question ${number} of 2`,
  notSold: 'Not sold',
  stopText:
    'We can’t sell you this right now. The police, banks and tax offices never ask to be paid with vouchers. Please hang up and talk to someone you trust.',
  notSoldMore: 'Nothing was sent to the issuer, and there is nothing to pay. This is saved without the customer’s name.',
  backToCatalogue: 'Back to the catalogue',
  notice:
    'Vouchers are for gifts and shopping. If anyone asks you to pay with one, or for its number, it is fraud. Hang up and talk to us.',
  guard: 'Did someone ask for this by phone?',
  guardLead: 'Head office, the issuer and IT never ask for this by phone.',
  guardMore: 'This number of cards, or this time of day, needs a manager. If a caller wants it, hang up and ask your manager in person.',
  nobodyAsks: 'No, not by phone',
  somebodyAsks: 'Yes: stop',
};

/** The shape that every language fills in. */
export type ApprovalWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly approval: ApprovalWords;
  }
}
