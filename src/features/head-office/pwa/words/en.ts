import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** Texts of the sign-in and the passkeys of head office. */
export const en = {
  title: 'Head office',
  signInLead: 'Sign in with a passkey on this device, your phone or a security key.',
  signIn: 'Sign in with a passkey',
  haveCode: 'I have a code',
  code: 'Code for head office',
  codeHint: 'From IT or another person at head office.',
  next: 'Continue',
  back: 'Back',
  passkeysOf: (name: string) => `Passkeys for ${name}`,
  first: 'Passkey 1 of 2: create it on this device or your phone.',
  second: 'Passkey 2 of 2: use another device, such as a phone or a security key, in case you lose the first.',
  stillValid: 'Your code stays valid until both passkeys exist.',
  create: 'Create a passkey',
  ready: 'Both passkeys are ready. Sign in with one of them.',
  portable: 'Phone or security key',
  waiting: 'Waiting for the passkey',
  cancelled: 'No passkey was used. Try again.',
  unsupported: 'Passkeys need HTTPS, the server’s name instead of an IP address, and a current browser.',
  passkeys: 'Passkeys',
  lead: 'You sign in to head office with a passkey. Keep at least two, on different devices.',
  managerLead:
    'Once you have a passkey, you use it to confirm exports, refunds over a limit, released vouchers, and changes to staff, devices, settings and connections.',
  pin: 'Your PIN',
  pinLead: 'Enter your PIN to add your first passkey.',
  firstWarning: (host: string) =>
    `From then on, these actions need a passkey made at ${host}. At another address, or if you lose it, another manager confirms with a PIN.`,
  onlyManager: 'You are the only manager. If you lose your passkey, only IT can remove it, so add a second one.',
  confirmTitle: 'Confirm with your passkey',
  confirmLead: 'This action needs your passkey. You won’t need it again for five minutes.',
  confirm: 'Confirm',
  useOther: 'Use another manager’s PIN',
  otherLead: 'The other manager confirms that this is you.',
  createdAt: (when: string) => `Created ${when}`,
  usedAt: (when: string) => `Last used ${when}`,
  neverUsed: 'Not used yet',
  add: 'Add a passkey',
  added: (name: string) => `Added: ${name}.`,
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  save: 'Save',
  saved: (name: string) => `Saved: ${name}.`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `You can no longer use ${name}.`,
  removed: (name: string) => `Removed: ${name}.`,
  members: 'People at head office',
  membersLead: 'Give a new code to a person who has no passkeys yet or has lost them.',
  you: 'You',
  count: (count: number) => plural(count, { one: '# passkey', other: '# passkeys' }),
  newCode: 'New code',
  newCodeOf: (name: string) => `New code for ${name}`,
  codeOf: (name: string) => `Code for ${name}`,
  codeLead: (until: string) => `Shown only now. It creates two passkeys and works until ${until}.`,
};

/** The texts that every language has. */
export type HeadOfficeMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'head-office': HeadOfficeMessages;
  }
}
