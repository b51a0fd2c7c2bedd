import type { StoredProduct } from './ledger-schema.ts';

const VALUE = {
  currency: 'SGD',
  value_based: 1,
  multiple_use: 1,
  open_value: 0,
  physical: 0,
  stock: null,
  valid_days: 365,
} as const;
const ITEMS = { ...VALUE, currency: '', value_based: 0 } as const;

/** The catalogue, and the gift card that is sold as plastic only. `amount` is cents, or items. */
export const SEED_PRODUCTS = [
  {
    ...VALUE,
    code: 'ABCV010SG01',
    name: '$10 Sample Voucher',
    description: 'Ten dollars in any shop, in parts',
    amount: 1000,
  },
  {
    ...VALUE,
    code: 'ABCV050SG01',
    name: '$50 Sample Voucher',
    description: 'Fifty dollars in any shop, in parts',
    amount: 5000,
  },
  {
    ...VALUE,
    code: 'ABCS025SG01',
    name: '$25 Single-use Voucher',
    description: 'Twenty-five dollars, used at once',
    amount: 2500,
    multiple_use: 0,
  },
  {
    ...VALUE,
    code: 'ABCVOPNSG01',
    name: 'Sample Voucher of your amount',
    description: '1 to 1000 dollars, in parts',
    amount: null,
    open_value: 1,
  },
  { ...ITEMS, code: 'ABCC004SG01', name: 'Four Coffees', description: 'Four coffees, one at a time', amount: 4 },
  {
    ...ITEMS,
    code: 'ABCT001SG01',
    name: 'Cinema Ticket',
    description: 'One seat, any film',
    amount: 1,
    multiple_use: 0,
  },
  {
    ...ITEMS,
    code: 'ABCL003SG01',
    name: 'Lunch for Three',
    description: 'Three set lunches at one table',
    amount: 3,
    multiple_use: 0,
  },
  {
    ...VALUE,
    code: 'ABCV050MY01',
    name: 'RM50 Sample Voucher',
    description: 'Fifty ringgit, in parts',
    amount: 5000,
    currency: 'MYR',
  },
  {
    ...VALUE,
    code: 'ABCV100SG01',
    name: '$100 Sample Voucher',
    description: 'Only three are left',
    amount: 10_000,
    stock: 3,
  },
  { ...VALUE, code: 'ABCV005SG01', name: '$5 Sample Voucher', description: 'Out of stock', amount: 500, stock: 0 },
  {
    ...VALUE,
    code: 'ABCG050SG01',
    name: '$50 Gift Card',
    description: 'A plastic card, activated at the till',
    amount: 5000,
    physical: 1,
  },
] as const satisfies readonly StoredProduct[];

export type ProductCode = (typeof SEED_PRODUCTS)[number]['code'];
