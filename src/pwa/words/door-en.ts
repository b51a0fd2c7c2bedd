import type { Role } from '../../contract/access/people.ts';
import { pluralsOf } from './plural.ts';
import { problems } from './problems/en.ts';

const plural = pluralsOf('en');

/** Texts before sign-in, and those that every screen may use. They are part of the app; all other texts load later. */
export const initialMessages = {
  common: {
    search: 'Search',
    noneFound: 'Nothing found.',
    qrCode: 'QR code',
    barCode: 'Bar code',
    appName: 'Tillside',
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    tryAgain: 'Try again',
    loading: 'One moment',
    fieldMissing: 'Fill in this field.',
    fieldWrong: 'Check the format of this field.',
    amountWrong: 'Enter an amount, such as 12.50.',
    name: 'Name',
    role: 'Role',
    pin: 'PIN',
    delete: 'Delete last digit',
    point: 'Decimal point',
    clear: 'Clear',
    justNow: 'just now',
    language: 'Language',
    keypad: 'Keypad',
    add: 'Add another item',
    /** The word of the sentence above that is displayed after a plus sign. */
    addWord: 'item',
    reference: 'Reference',
    opensHereOnly: (address: string) =>
      `${address} only works on this computer. For other devices, set HOST, TLS_CERT_FILE and TLS_KEY_FILE on the server, then open this page with the computer’s network name or IP address.`,
    items: (count: number) => plural(count, { one: '# item', other: '# items' }),
    roles: { cashier: 'Cashier', stock: 'Stock', manager: 'Manager' } satisfies Record<Role, string>,
  },
  unlock: {
    check: 'Check this device',
    title: 'Sign in',
    noPeople: 'No one can sign in on this device yet.',
    findName: 'Find your name',
    badgeOrName: 'Scan your badge or choose your name.',
    notBadge: 'That is not a badge. Choose your name, then scan the code again.',
    badgeCamera: 'Read a badge with the camera',
    badgeCameraOff: 'Close the camera',
    pinFor: (name: string) => `PIN for ${name}`,
    someoneElse: 'Switch user',
    trainingPin: (pin: string) => `Training PIN ${pin}`,
    checking: 'Checking',
    attemptsRemaining: (count: number) => plural(count, { one: 'Wrong PIN. # attempt left.', other: 'Wrong PIN. # attempts left.' }),
    wait: (time: string) => `Too many attempts. Try again in ${time}.`,
    lockedFor: (time: string) => `Locked after too many wrong PINs. Try again in ${time}, or ask another manager.`,
    tenderWaits: 'The sale on screen is saved.',
    /** Amount and voucher of a redemption that was refused because no user was signed in, and of one without a result yet. */
    refusedSignedOut: (amount: string, voucher: string) =>
      `No one was signed in when Redeem was pressed, so ${amount} from voucher ${voucher} was not redeemed. Sign in to reopen the voucher.`,
    outcomeWaits: (amount: string, voucher: string) =>
      `${amount} from voucher ${voucher} was sent. Sign in to see the result. Do not redeem it again.`,
  },
  offline: {
    title: 'No network',
    lead: 'You can view this page, but you can’t redeem. Nothing is queued.',
    unreachable: 'The server is not responding',
    unreachableLead: 'Check this device’s network. The app keeps retrying.',
    suspended: 'This shop is switched off',
    suspendedLead: 'Call the head office. The app keeps retrying.',
  },
  update: { ready: 'A new version is ready.', reload: 'Update now', later: 'Later' },
  crash: {
    title: 'Something went wrong',
    lead: 'Your redemptions are safe on the server. Reload the page to continue.',
    reload: 'Reload',
  },
  noAnswer: 'The server did not respond. Check the network and try again.',
  problems,
};

/** Texts that are available from the start. */
export type InitialMessages = typeof initialMessages;
