/** Every address of the app, written once. None ever holds a voucher's ref. */
export const ADDRESSES = {
  redeem: '/',
  activate: '/activate',
  sell: '/sell',
  transactions: '/transactions',
  closing: '/transactions/closing',
  attention: '/attention',
  people: '/people',
  audit: '/audit',
  practice: '/practice',
} as const;

/** A place of the app that navigation leads to. */
export type PlaceName = keyof typeof ADDRESSES;

/** Addresses of places that have one page for each thing beside their own, as the router reads them. */
export const WITH_ID = { activate: `${ADDRESSES.activate}/:id?`, sell: `${ADDRESSES.sell}/:id?` } as const;

/** Where one activation is shown, by its id. */
export const addressOfActivation = (id: string) => `${ADDRESSES.activate}/${id}`;

/** Where one issue is shown, by its id. */
export const addressOfIssue = (id: string) => `${ADDRESSES.sell}/${id}`;
