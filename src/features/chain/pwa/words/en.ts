import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** Texts about several shops of one server. */
export const en = {
  title: 'Shops of the chain',
  shop: 'Shop',
  home: (shop: string) => `${shop} (this device)`,
  visiting: (shop: string) => `You are viewing ${shop}. Nothing can be redeemed here.`,
  office: (shop: string) => `Head office, viewing ${shop}.`,
  back: (shop: string) => `Back to ${shop}`,
  columns: {
    redeemed: 'Redeemed',
    refunded: 'Refunded',
    openCases: 'Open cases',
    openTills: 'Tills with an open shift',
    exceptions: 'Exceptions',
    devices: 'Devices to check',
  },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'All shops',
  openShop: (shop: string) => `Open ${shop}`,
  quietShops: (count: number) => plural(count, { one: 'Show # shop without transactions', other: 'Show # shops without transactions' }),
  allDevices: 'All devices',
  devices: (count: number) => plural(count, { one: '# device', other: '# devices' }),
  /** Shops without data on a page of all shops. */
  missing: {
    suspended: (shops: string) => `Switched off and not included: ${shops}`,
    unread: (shops: string) => `Not included, because the data could not be read: ${shops}. Try again later.`,
  },
  /** Marks of figures that may lack something. */
  incomplete: {
    total: 'Total is incomplete',
    suspended: 'Switched off',
    'no-answer': 'No answer. Try again later',
    'being-read': 'Still being read',
    'issuer-away': 'Issuer can’t be reached',
    'not-stored': 'Older transactions are not stored',
  },
  openShifts: (count: number) => plural(count, { one: '# open shift', other: '# open shifts' }),
  differing: (count: number) => plural(count, { one: '# shift differs from the register', other: '# shifts differ from the register' }),
  moveOf: (device: string, shop: string) => `Move ${device} from ${shop} to another shop`,
  signedOut: 'The device is signed out now.',
  moved: (device: string, shop: string) => `${device} now belongs to ${shop}.`,
  noExceptions: 'No exceptions to review.',
};

/** The texts that every language has. */
export type ChainMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly chain: ChainMessages;
  }
}
