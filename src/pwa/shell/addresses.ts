import { TRY_ADDRESS } from '../../contract/platform/frame-address.ts';

/** Every address of the app, written once. None ever holds a voucher's ref. */
export const ADDRESSES = {
  redeem: '/',
  today: '/today',
  transactions: '/transactions',
  shifts: '/shifts',
  stories: '/stories',
  statement: '/statement',
  match: '/match',
  books: '/books',
  activate: '/activate',
  sell: '/sell',
  holds: '/holds',
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
} as const;

/** Addresses that navigation does not lead to. */
export const OFF_NAVIGATION = {
  display: '/display',
  scanCheck: '/scan-check',
  tryRegister: TRY_ADDRESS,
  accessibility: '/accessibility',
  /** The shift of whoever is signed in. */
  shift: '/shift',
} as const;
/** Where ends of days were compared before they had Z reports. */
export const OLD_CLOSING_ADDRESS = '/transactions/closing';
/** Where a register's link opens. */
export const PAY_ADDRESS = '/pay';

/** A page that navigation leads to. */
export type PageName = keyof typeof ADDRESSES;

/**
 * Addresses of places that have one page for each thing beside their own, as the router reads them.
 */
export const WITH_ID = { activate: `${ADDRESSES.activate}/:id?`, sell: `${ADDRESSES.sell}/:id?` } as const;

/** Where one activation is shown, by its id. */
export const addressOfActivation = (id: string) => `${ADDRESSES.activate}/${id}`;

/** Where one issue is shown, by its id. */
export const addressOfIssue = (id: string) => `${ADDRESSES.sell}/${id}`;

/** The names under which addresses say which one of a list is meant. */
export const CASE_PARAM = 'case';
export const PERSON_PARAM = 'person';
export const CLOSING_PARAM = 'closing';
export const DAY_PARAM = 'day';
export const SHIFT_PARAM = 'shift';

/** Where one transaction is shown, by the id of one of its rows at the issuer. */
export const addressOfTransaction = (id: string) => `${ADDRESSES.transactions}?${new URLSearchParams({ open: id })}`;

/** Where what was redeemed on a day of the shop is listed. */
export const addressOfRedemptions = (day: string) =>
  `${ADDRESSES.transactions}?${new URLSearchParams({ period: 'custom', from: day, to: day, type: 'capture' })}`;

/** Where a case is shown among the others, by the id of its operation. */
export const addressOfCase = (id: string) => `${ADDRESSES.today}?${new URLSearchParams({ [CASE_PARAM]: id })}`;

/** Where a person can be changed, by their id. */
export const addressOfPerson = (id: string) => `${ADDRESSES.people}?${new URLSearchParams({ [PERSON_PARAM]: id })}`;

/** Where one shift is shown, by its id. */
export const addressOfShift = (id: string) => `${ADDRESSES.shifts}?${new URLSearchParams({ [SHIFT_PARAM]: id })}`;

/** Where a day of the shop is shown beside the issuer's. */
export const addressOfDay = (day: string) => `${ADDRESSES.shifts}?${new URLSearchParams({ [DAY_PARAM]: day })}`;

/** Where a saved comparison of a day with the register is shown, by its id. */
export const addressOfClosing = (id: string) => `${ADDRESSES.shifts}?${new URLSearchParams({ [CLOSING_PARAM]: id })}`;
