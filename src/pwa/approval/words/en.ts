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
};

/** The shape that every language fills in. */
export type ApprovalWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly approval: ApprovalWords;
  }
}
