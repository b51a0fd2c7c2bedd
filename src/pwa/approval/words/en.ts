import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** The words of what is asked for before so much is begun: the own PIN again, or a manager's. */
export const en = {
  own: 'Type your PIN again',
  ownLead: 'So much at a time, or within an hour, needs your PIN once more.',
  pin: 'Your PIN',
  confirm: 'Confirm and send',
  title: 'A manager has to approve this',
  lead: 'Ask a manager to type the PIN here. You stay signed in. It goes for this once, and is written down with both names.',
  manager: 'Manager',
  managerPin: 'PIN of the manager',
  pinOf: (name: string) => `PIN of ${name}`,
  sixth: 'The sixth digit approves it.',
  checking: 'Checking',
  nobody: 'Nobody here is a manager.',
  noOtherManager: 'No other manager can agree now. A manager who was removed still counts for one day.',
  askManagers: 'Ask managers on their devices',
  asked: 'Managers see this on their devices now.',
  noManagerSignedIn: 'No manager is signed in on any device. Ask one to sign in, or to type their PIN here.',
  secondsLeft: (seconds: number) => plural(seconds, { one: '# second left', other: '# seconds left' }),
  takeBack: 'Don’t ask any more',
  refusedBy: (name: string) => `${name} said no.`,
  nobodyAnswered: 'No manager answered in time.',
  waiting: 'Waiting for a manager',
  kinds: {
    tender: 'Redemption',
    refund: 'Refund',
    issue: 'Sale of vouchers',
    activation: 'Activation of cards',
    reprint: 'Vouchers given out again',
  },
  pieces: (count: number) => plural(count, { one: '# piece', other: '# pieces' }),
  asks: (person: string, device: string) => `${person} asks at ${device}`,
  approve: 'Approve',
  refuse: 'Refuse',
  questions: 'Two questions to the customer',
  questionsLead: 'Read them aloud, and wait for the answer.',
  onPhone: 'Are you on the phone with somebody now?',
  toldTo: 'Has anybody told you to pay somebody with this voucher?',
  yes: 'Yes',
  no: 'No',
  questionOf: (number: string) => `Question ${number} of 2`,
  notSold: 'Not sold',
  stopText:
    'We would rather not sell you this now. Nobody honest asks to be paid with vouchers: not the police, not a bank, not a tax office. Please hang up and talk to somebody you trust.',
  notSoldMore: 'Nothing was asked of the issuer and nothing is to be paid. It is written down without the customer’s name.',
  backToCatalogue: 'Back to the catalogue',
  notice:
    'Vouchers are for giving and shopping. If somebody asks you to pay with one, or to tell them its number, it is fraud: hang up and talk to us.',
  guard: 'Is somebody asking for this by phone?',
  guardLead: 'Nobody from head office, the issuer or IT ever asks for this by phone.',
  guardMore: 'So many cards, or at this hour, need a manager. If a caller wants it: hang up, and ask your manager in person.',
  nobodyAsks: 'Nobody asks by phone',
  somebodyAsks: 'Somebody does: stop',
};

/** The shape that every language fills in. */
export type ApprovalWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly approval: ApprovalWords;
  }
}
