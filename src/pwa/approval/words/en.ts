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
  askManagers: 'Ask managers on their devices',
  asked: 'Managers see this on their devices now.',
  secondsLeft: (seconds: number) => plural(seconds, { one: '# second left', other: '# seconds left' }),
  takeBack: 'Don’t ask any more',
  refusedBy: (name: string) => `${name} said no.`,
  nobodyAnswered: 'No manager answered in time.',
  waiting: 'Waiting for a manager',
  kinds: { tender: 'Redemption', refund: 'Refund', issue: 'Sale of vouchers', activation: 'Activation of cards' },
  pieces: (count: number) => plural(count, { one: '# piece', other: '# pieces' }),
  asks: (person: string, device: string) => `${person} asks at ${device}`,
  approve: 'Approve',
  refuse: 'Refuse',
};

/** The shape that every language fills in. */
export type ApprovalWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly approval: ApprovalWords;
  }
}
