import type { Role } from '../../contract/access/people.ts';
import { pluralsOf } from './plural.ts';
import { problems } from './problems/en.ts';

const plural = pluralsOf('en');

/** What a device says before somebody signs in, and what every part of a screen may say. It comes with the app; the other words follow. */
export const door = {
  common: {
    appName: 'Tillside',
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    tryAgain: 'Try again',
    loading: 'One moment',
    fieldMissing: 'Fill in this field.',
    fieldWrong: 'This does not have the form that is asked for.',
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
    /** A part of the sentence above, beside a plus. */
    addWord: 'item',
    reference: 'Reference',
    opensHereOnly: (address: string) =>
      `No other device can open ${address}: it means this computer. Open this page by the computer’s name or number in the network.`,
    items: (count: number) => plural(count, { one: '# item', other: '# items' }),
    roles: { cashier: 'Cashier', stock: 'Stock', manager: 'Manager' } satisfies Record<Role, string>,
  },
  unlock: {
    title: 'Who is at the till?',
    nobody: 'Nobody can sign in here yet.',
    badgeOrName: 'Scan your badge or choose your name.',
    notBadge: 'That is no badge. Choose your name, then scan it again.',
    badgeCamera: 'Read a badge with the camera',
    badgeCameraOff: 'Close the camera',
    pinFor: (name: string) => `PIN for ${name}`,
    someoneElse: 'Someone else',
    practicePin: (pin: string) => `Practice PIN ${pin}`,
    checking: 'Checking',
    attemptsLeft: (count: number) => plural(count, { one: 'Wrong PIN. # try is left.', other: 'Wrong PIN. # tries are left.' }),
    wait: (time: string) => `Too many attempts. Try again in ${time}.`,
    lockedFor: (time: string) => `Locked after too many wrong PINs. Try again in ${time}, or ask another manager.`,
    tenderWaits: 'The sale on screen is kept.',
    /** Amount and voucher of a redemption: refused because nobody was signed in, and one that is not settled. */
    shutOut: (amount: string, voucher: string) =>
      `Nobody was signed in when Redeem was pressed: ${amount} from voucher ${voucher} was not sent to the issuer. The voucher comes back after the PIN.`,
    outcomeWaits: (amount: string, voucher: string) =>
      `${amount} from voucher ${voucher} was sent. What came of it is looked up after the PIN. Do not redeem it again.`,
  },
  offline: {
    title: 'No network',
    lead: 'You can see what is here. Nothing can be redeemed, and nothing is queued.',
    unreachable: 'The server does not answer',
    unreachableLead: 'Check the network of this device. The app tries again by itself.',
  },
  update: { ready: 'A new version is ready.', reload: 'Use it now', later: 'Later' },
  crash: {
    title: 'This screen stopped',
    lead: 'Redemptions are kept by the server. Load the page again to go on.',
    reload: 'Load again',
  },
  noAnswer: 'The server did not answer. Check the network and try again.',
  problems,
};

/** What is there from the first moment on. */
export type DoorWords = typeof door;
