import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** Texts of approvals on managers' own devices. */
export const en = {
  askManagers: 'Request approval on managers’ devices',
  asked: 'Sent to the managers’ devices.',
  noManagerSignedIn: 'No manager is signed in on any device. Ask one to sign in, or to enter their PIN here.',
  secondsRemaining: (seconds: number) => plural(seconds, { one: '# second left', other: '# seconds left' }),
  takeBack: 'Cancel the request',
  refusedBy: (name: string) => `${name} declined.`,
  noAnswer: 'No manager responded in time.',
  waiting: 'Waiting for a manager',
  asks: (person: string, device: string) => `${person} at ${device} requests approval`,
  approve: 'Approve',
  refuse: 'Decline',
};

/** The texts that every language has. */
export type RemoteApprovalMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'remote-approval': RemoteApprovalMessages;
  }
}
