import { FAULT_NAMES, FAULTS, type FaultName } from './fault-table.ts';
import type { StoredVoucher, TrainingLine } from './ledger-schema.ts';
import type { ProductCode } from './seed-products.ts';

/** One voucher of the practice page. Defaults: a full balance, active, valid for a year. */
export interface SeedVoucher extends Pick<TrainingLine, 'ref' | 'title' | 'shows' | 'group'> {
  readonly product: ProductCode;
  /** For open-value products, cents. */
  readonly faceValue?: number;
  readonly remaining?: number;
  readonly state?: StoredVoucher['state'];
  /** Days from the seeding to the last day of use; negative: in the past. */
  readonly days?: number;
  readonly fault?: FaultName;
}

/** A ref without a voucher. */
export const MISSING_REF: TrainingLine = {
  ref: '9999999999',
  qr: '9999999999',
  title: 'Unknown',
  shows: 'No such voucher',
  group: 'refused',
  sequence: null,
};

const OPEN = 'ABCVOPNSG01';
const everyday = (ref: string, product: ProductCode, title: string, shows: string) =>
  ({ group: 'everyday', ref, product, title, shows }) as const;
const refused = (ref: string, product: ProductCode, title: string, shows: string) =>
  ({ group: 'refused', ref, product, title, shows }) as const;
const kind = (ref: string, product: ProductCode, title: string, shows: string) =>
  ({ group: 'kinds', ref, product, title, shows }) as const;

const dispute = (ref: string, title: string, shows: string) =>
  ({ group: 'disputes', ref, product: 'ABCV050SG01', title, shows }) as const;

/** The vouchers that the second shop has acted on. */
export const DISPUTES = {
  elsewhere: '4000000001',
  checkedOften: '4000000002',
  refunded: '4000000003',
  late: '4000000004',
  neverActivated: '4000000005',
  expired: '4000000006',
  unexplained: '4000000007',
} as const;
/** The card that the second shop empties soon after its activation. */
export const DRAINED_CARD = 951;

const DISPUTED: readonly SeedVoucher[] = [
  dispute(DISPUTES.elsewhere, 'Used in another shop', 'Emptied yesterday in Katong'),
  dispute(DISPUTES.checkedOften, 'Checked often', 'Looked at five times in Katong, then emptied'),
  dispute(DISPUTES.refunded, 'Refunded', 'SGD 20.00 were used in Katong and came back'),
  dispute(DISPUTES.late, 'Redeemed late', 'Asked for in Katong, and taken 45 seconds later'),
  { ...dispute(DISPUTES.neverActivated, 'Never activated', 'It was sold, and nobody activated it'), state: 'inactive' },
  { ...dispute(DISPUTES.expired, 'Expired, partly used', 'SGD 12.00 were left on its last day'), days: -1 },
  dispute(DISPUTES.unexplained, 'Unexplained balance', 'SGD 12.00 less than what can be seen'),
];

const STATES_AND_KINDS: readonly SeedVoucher[] = [
  everyday('1234567890', 'ABCV010SG01', '$10', 'A full balance of SGD 10.00'),
  everyday('1000000050', 'ABCV050SG01', '$50', 'A full balance of SGD 50.00'),
  everyday('AB123456789', 'ABCV050SG01', '$50', 'A number with two letters and nine digits'),
  everyday('SG1234567890', 'ABCV050SG01', '$50', 'A number with two letters and ten digits'),
  everyday('7KQ2M9XW4ZP3', 'ABCV050SG01', '$50', 'A number with twelve letters and digits'),
  everyday('2026-00001234', 'ABCV050SG01', '$50', 'A number with a dash'),
  { ...everyday('1000000051', 'ABCV050SG01', '$50, partly used', 'SGD 23.40 of 50.00 is left'), remaining: 2340 },
  { ...everyday('1000000052', 'ABCV050SG01', '$50, nearly empty', '5 cents are left'), remaining: 5 },
  { ...everyday('1000000053', 'ABCV010SG01', '$10, ends soon', 'The last day is in two days'), days: 2 },
  { ...everyday('1000000054', 'ABCV010SG01', '$10, ends today', 'Today is the last day'), days: 0 },
  { ...everyday('1000000100', OPEN, '$1000', 'The largest balance, SGD 1,000.00'), faceValue: 100_000 },
  { ...everyday('1000000001', OPEN, '$1', 'The smallest voucher, SGD 1.00'), faceValue: 100 },
  { ...everyday('1000000037', OPEN, '$37.55', 'An odd amount, SGD 37.55'), faceValue: 3755 },

  { ...refused('2000000001', 'ABCV050SG01', 'Used', 'Nothing is left'), remaining: 0 },
  { ...refused('2000000002', 'ABCS025SG01', 'Used, single-use', 'It was used once'), remaining: 0 },
  { ...refused('2000000003', 'ABCV050SG01', 'Expired', 'The last day was yesterday'), days: -1 },
  { ...refused('CD987654321', 'ABCV010SG01', 'Expired long ago', 'The last day was a year ago'), days: -365 },
  { ...refused('2000000004', 'ABCV050SG01', 'Not activated', 'It must be activated before use'), state: 'inactive' },
  { ...refused('2000000005', 'ABCV050SG01', 'Cancelled', 'It is no longer in circulation'), state: 'trashed' },
  { ...refused('2000000006', 'ABCT001SG01', 'Used ticket', 'The one item is gone'), remaining: 0 },
  { ...refused('2000000007', 'ABCC004SG01', 'Expired coffees', 'Items that are past their date'), days: -3 },

  kind('3000000001', 'ABCS025SG01', '$25, single-use', 'One redemption consumes it whole'),
  { ...kind('3000000002', OPEN, '$120, multiple-use', 'It can be used in parts'), faceValue: 12_000 },
  kind('3000000003', 'ABCT001SG01', 'Cinema ticket', 'One item, used at once'),
  kind('3000000004', 'ABCC004SG01', 'Four coffees', 'Four items, one at a time'),
  { ...kind('3000000005', 'ABCC004SG01', 'Two coffees left', 'Two of four items are left'), remaining: 2 },
  kind('3000000006', 'ABCL003SG01', 'Lunch for three', 'Three items, all used at once'),
  kind('MY123456789', 'ABCV050MY01', 'RM50', 'Another currency, MYR 50.00'),
];

const TROUBLE: readonly SeedVoucher[] = FAULT_NAMES.map((fault) => {
  const { ref, title, shows } = FAULTS[fault];
  return { group: 'trouble', ref, title, shows, product: OPEN, faceValue: 100_000, fault };
});

export const SEED_VOUCHERS: readonly SeedVoucher[] = [...STATES_AND_KINDS, ...DISPUTED, ...TROUBLE];

/** Plastic gift cards: sequence numbers from first to last, all in one state. */
export const SEED_CARDS: readonly { first: number; last: number; state: StoredVoucher['state'] }[] = [
  { first: 101, last: 600, state: 'inactive' },
  { first: 601, last: 603, state: 'active' },
  { first: 604, last: 604, state: 'trashed' },
  { first: DRAINED_CARD, last: DRAINED_CARD, state: 'inactive' },
];

/** The cards on the practice page, by number. */
export const PRACTICE_CARDS: ReadonlyMap<number, { title: string; shows: string; group?: 'disputes' }> = new Map<
  number,
  { title: string; shows: string; group?: 'disputes' }
>([
  [101, { title: 'Card 000101', shows: 'The first of 500 cards that are not active yet' }],
  [102, { title: 'Card 000102', shows: 'Not active yet' }],
  [150, { title: 'Card 000150', shows: 'The last of the first 50' }],
  [600, { title: 'Card 000600', shows: 'The last of the 500' }],
  [601, { title: 'Card 000601', shows: 'Activated earlier, SGD 50.00' }],
  [604, { title: 'Card 000604', shows: 'Void: a range with it is refused' }],
  [
    DRAINED_CARD,
    {
      title: 'Drained after activation',
      shows: 'Activate card 000951: twenty seconds later Katong has emptied it',
      group: 'disputes',
    },
  ],
]);

/** Sequence number as printed: six digits with leading zeros. */
export function sequenceOf(number: number): string {
  return String(number).padStart(6, '0');
}
