import { endOfShopDay } from './formats.ts';
import { cardRef } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { StoredVoucher, TrainingLine } from './ledger-schema.ts';
import { newVoucher } from './new-voucher.ts';
import { SEED_PRODUCTS } from './seed-products.ts';
import {
  MISSING_REF,
  PRACTICE_CARDS,
  SEED_CARDS,
  SEED_VOUCHERS,
  type SeedVoucher,
  sequenceOf,
} from './seed-vouchers.ts';
import { linkOf } from './states.ts';

const CARD_PRODUCT = 'ABCG050SG01';

interface Seeding {
  readonly ledger: Ledger;
  readonly seed: number;
  /** Milliseconds UTC; the dates of the vouchers are relative to it. */
  readonly now: number;
  /** Number of additional inactive cards, from 001001 on; default none. */
  readonly cards?: number;
}

/** Number of the first card of a larger stack. */
const MORE_CARDS_FROM = 1_001;

/**
 * Fills an empty ledger, and does not change any other. The same seed gives the same ids. @returns
 * true if it was empty
 */
export function seedWhenEmpty(seeding: Seeding): boolean {
  const { ledger } = seeding;
  if (!ledger.isEmpty()) return false;
  ledger.atomically(() => {
    SEED_PRODUCTS.forEach((product, position) => {
      ledger.addProduct(product, position);
    });
    [...addVouchers(seeding), MISSING_REF, ...addCards(seeding)].forEach(ledger.addTraining);
  });
  return true;
}

function addVouchers(seeding: Seeding): TrainingLine[] {
  return SEED_VOUCHERS.map(({ product, ref, state = 'active', fault = null, title, shows, group, ...rest }) => {
    const voucher = addOne(seeding, product, { ref, state, fault, sequence: null, ...rest });
    return { ref, qr: linkOf(voucher) ?? ref, title, shows, group, sequence: null };
  });
}

function addCards(seeding: Seeding): TrainingLine[] {
  const more = { first: MORE_CARDS_FROM, last: MORE_CARDS_FROM + (seeding.cards ?? 0) - 1, state: 'inactive' } as const;
  return [...SEED_CARDS, more].flatMap(({ first, last, state }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((number) => {
      const sequence = sequenceOf(number);
      const { ref } = addOne(seeding, CARD_PRODUCT, {
        ref: cardRef(seeding.seed, number),
        state,
        sequence,
        fault: null,
      });
      const trainingCard = PRACTICE_CARDS.get(number);
      return trainingCard === undefined ? [] : { group: 'physical' as const, ...trainingCard, ref, qr: ref, sequence };
    }),
  );
}

type VoucherSeed = Pick<StoredVoucher, 'ref' | 'state' | 'sequence' | 'fault'> &
  Pick<SeedVoucher, 'faceValue' | 'remaining' | 'days'>;

function addOne(
  { ledger, seed, now }: Seeding,
  code: string,
  { faceValue, remaining, days, ...fields }: VoucherSeed,
): StoredVoucher {
  const product = ledger.product(code);
  const value = faceValue ?? product?.amount ?? null;
  if (product === undefined || value === null) throw new Error(`seed: product ${code} gives no face value`);
  const made = newVoucher(seed, ledger.next('voucher'), product, value);
  const voucher = {
    ...made,
    ...fields,
    remaining: remaining ?? value,
    expires_at: endOfShopDay(now, days ?? product.valid_days),
  };
  ledger.addVoucher(voucher);
  return voucher;
}
