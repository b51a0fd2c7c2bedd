import { TRY_ADDRESS } from '../../contract/platform/frame-address.ts';

/** All addresses of the app. None ever contains a voucher's ref. */
export const ADDRESSES = {
  redeem: '/',
  today: '/today',
  transactions: '/transactions',
  stories: '/transactions/voucher',
  shifts: '/closings',
  days: '/closings/days',
  statement: '/accounting',
  match: '/accounting/reconcile',
  books: '/accounting/export',
  activate: '/activate',
  sell: '/sell',
  holds: '/holds',
  rackCount: '/rack-count',
  people: '/people',
  tills: '/tills',
  exceptions: '/exceptions',
  audit: '/audit',
  settings: '/settings',
  shop: '/settings/shop',
  limits: '/settings/limits',
  till: '/settings/till',
  codes: '/settings/codes',
  receipts: '/settings/receipts',
  printers: '/printers',
  connections: '/connections',
  practice: '/practice',
  shops: '/shops',
  allDevices: '/shops/devices',
  allClosings: '/shops/closings',
  allStatements: '/shops/statement',
  allExceptions: '/shops/exceptions',
} as const;

export const OFF_NAVIGATION = {
  display: '/display',
  receipt: '/receipt',
  scanCheck: '/scan-check',
  tryRegister: TRY_ADDRESS,
  serverCheck: '/setup/check',
  restore: '/setup/restore',
  accessibility: '/accessibility',
  /** The passkeys of the signed-in manager. */
  passkeys: '/passkeys',
  whatsNew: '/whats-new',
  /** The shift of the signed-in user. */
  shift: '/shift',
} as const;
/** Pages of features that any device opens, without enrolment or sign-in. */
export const PUBLIC_ADDRESSES = [OFF_NAVIGATION.receipt, OFF_NAVIGATION.serverCheck, OFF_NAVIGATION.restore] as const;
/** Former addresses of pages. Bookmarks and printed links still lead there. */
export const FORMER_ADDRESSES: readonly (readonly [former: string, now: PageName])[] = [
  ['/transactions/closing', 'shifts'],
  ['/shifts', 'shifts'],
  ['/stories', 'stories'],
  ['/statement', 'statement'],
  ['/match', 'match'],
  ['/books', 'books'],
];
/** The target of a register's link. */
export const PAY_ADDRESS = '/pay';

export type PageName = keyof typeof ADDRESSES;

export const PATHS_WITH_ID = { activate: `${ADDRESSES.activate}/:id?`, sell: `${ADDRESSES.sell}/:id?` } as const;

export const addressOfActivation = (id: string) => `${ADDRESSES.activate}/${id}`;

export const addressOfIssue = (id: string) => `${ADDRESSES.sell}/${id}`;

/** Names of URL parameters that select an item of a list. */
export const CASE_PARAM = 'case';
export const PERSON_PARAM = 'person';
export const CLOSING_PARAM = 'closing';
export const DAY_PARAM = 'day';
export const SHIFT_PARAM = 'shift';

/** @param id id of one of the transaction's rows at the issuer */
export const addressOfTransaction = (id: string) => `${ADDRESSES.transactions}?${new URLSearchParams({ open: id })}`;

export const addressOfRedemptions = (day: string) =>
  `${ADDRESSES.transactions}?${new URLSearchParams({ period: 'custom', from: day, to: day, type: 'capture' })}`;

/** @param id id of the operation that the case is about */
export const addressOfCase = (id: string) => `${ADDRESSES.today}?${new URLSearchParams({ [CASE_PARAM]: id })}`;

export const addressOfPerson = (id: string) => `${ADDRESSES.people}?${new URLSearchParams({ [PERSON_PARAM]: id })}`;

export const addressOfShift = (id: string) => `${ADDRESSES.shifts}?${new URLSearchParams({ [SHIFT_PARAM]: id })}`;

export const addressOfDay = (day: string) => `${ADDRESSES.days}?${new URLSearchParams({ [DAY_PARAM]: day })}`;

export const addressOfClosing = (id: string) => `${ADDRESSES.shifts}?${new URLSearchParams({ [CLOSING_PARAM]: id })}`;
