import { SHOPS } from './credentials.ts';
import { seededRandom } from './faults.ts';
import { endOfShopDay } from './formats.ts';
import { issuedRef } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { StoredProduct } from './ledger-schema.ts';
import { newVoucher } from './new-voucher.ts';
import { recordTransaction } from './record.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 31;
/** Opening hours in Singapore, as UTC: ten in the morning to ten at night. */
const OPENS_MS = 2 * HOUR_MS;
const OPEN_FOR_MS = 12 * HOUR_MS;
const CAPTURE_AFTER_MS = 200;

interface Seeding {
  readonly ledger: Ledger;
  readonly seed: number;
  /** Milliseconds UTC: nothing is later. */
  readonly now: number;
}

/** Shares of redemptions with an earlier check, and with a refund, and the rows for each. */
const CHECKED = 0.04;
const REFUNDED_SHARE = 0.03;
const ROWS_EACH = 2 + CHECKED + REFUNDED_SHARE;

/**
 * Kinds of redemptions: the share of all, the product, and the face value of each of its vouchers.
 */
const KINDS = [
  { share: 0.92, code: 'ABCVOPNSG01', faceValue: 100_000, most: 12_000 },
  { share: 0.05, code: 'ABCV050MY01', faceValue: 5_000, most: 2_000 },
  { share: 0.03, code: 'ABCC004SG01', faceValue: 4, most: 1 },
] as const;

/** A voucher that is being used up. */
interface OpenVoucher {
  readonly ref: string;
  readonly currency: string;
  remaining: number;
}

/**
 * Creates the past of a busy merchant: transactions in its two shops, or in the first one only,
 * over the last 31 days, most of them authorizations and captures, some refunds and checks. A
 * ledger with any transaction is not changed; the same seed and time give the same past.
 */
export function seedTransactions({ ledger, seed, now }: Seeding, count: number, shops: 1 | 2 = 2): void {
  if (count === 0 || ledger.transactions().length > 0) return;
  const random = seededRandom(seed);
  const vouchers = createVouchers({ ledger, seed, now });
  const captures: { id: string; mid: string; voucher: OpenVoucher; amount: number }[] = [];
  let left = count;

  function record(
    at: number,
    type: 'Authorization' | 'Capture' | 'Refund' | 'Other',
    mid: string,
    voucher: OpenVoucher,
    amount: number,
  ) {
    left -= 1;
    const isMoney = voucher.currency !== '' && type !== 'Other';
    const entries = [{ ref: voucher.ref, using_value: amount, taken: type === 'Capture' ? amount : 0 }];
    const value = { amount: isMoney ? amount : null, currency: isMoney ? voucher.currency : null };
    return recordTransaction({ ledger, seed, now: () => at }, { type, mid, ...value, entries });
  }

  function redeem(at: number): void {
    const mid = SHOPS[shops === 1 || random() < 0.7 ? 0 : 1].mid;
    const { voucher, amount } = vouchers.use(random);
    record(at, 'Authorization', mid, voucher, amount);
    captures.push({ id: record(at + CAPTURE_AFTER_MS, 'Capture', mid, voucher, amount), mid, voucher, amount });
  }

  function check(at: number): void {
    record(at, 'Other', SHOPS[0].mid, vouchers.latest(), 0);
  }

  function refund(at: number): void {
    const [capture] = captures.splice(Math.floor(random() * captures.length), 1);
    if (capture === undefined) return;
    ledger.markRefunded(capture.id, record(at, 'Refund', capture.mid, capture.voucher, capture.amount), at);
    capture.voucher.remaining += capture.amount;
  }

  ledger.atomically(() => {
    for (const at of instants(Math.ceil(count / ROWS_EACH), now, random)) {
      if (random() < CHECKED && left > 0) check(at - 1_000);
      if (left >= 2) redeem(at);
      if (random() < REFUNDED_SHARE && left > 0) refund(at + 1_000);
    }
    for (const at of instants(left, now, random)) check(at);
    vouchers.settle();
  });
}

function createVouchers({ ledger, seed, now }: Seeding) {
  const made: OpenVoucher[] = [];
  const open = new Map<string, OpenVoucher>();

  function productOf(code: string): StoredProduct {
    const product = ledger.product(code);
    if (product === undefined) throw new Error(`seed: there is no product ${code}`);
    return product;
  }

  function issue(product: StoredProduct, value: number): OpenVoucher {
    const number = ledger.next('voucher');
    const voucher = { ...newVoucher(seed, number, product, value), ref: issuedRef(seed, number) };
    ledger.addVoucher({
      ...voucher,
      state: 'active',
      sequence: null,
      fault: null,
      expires_at: endOfShopDay(now, product.valid_days),
    });
    const opened = { ref: voucher.ref, currency: product.currency, remaining: value };
    made.push(opened);
    return opened;
  }

  return {
    latest: () => made.at(-1) ?? issue(productOf(KINDS[0].code), KINDS[0].faceValue),
    /** Redeems from a voucher that holds enough; a new one is issued if none does. */
    use(random: () => number): { voucher: OpenVoucher; amount: number } {
      const roll = random();
      const kind = roll < KINDS[0].share ? KINDS[0] : roll < KINDS[0].share + KINDS[1].share ? KINDS[1] : KINDS[2];
      const amount = 1 + Math.floor(random() * kind.most);
      const vouchers = open.get(kind.code);
      const voucher =
        vouchers !== undefined && vouchers.remaining >= amount ? vouchers : issue(productOf(kind.code), kind.faceValue);
      open.set(kind.code, voucher);
      voucher.remaining -= amount;
      return { voucher, amount };
    },
    /** Stores the final balance of each voucher. */
    settle(): void {
      for (const { ref, remaining } of made) ledger.setRemaining(ref, remaining);
    },
  };
}

/** Instants within opening hours, oldest first, none in the future. */
function instants(count: number, now: number, random: () => number): number[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const all = Array.from({ length: count }, () => {
    const at = today - Math.floor(random() * DAYS) * DAY_MS + OPENS_MS + Math.floor(random() * OPEN_FOR_MS);
    return at > now - 2_000 ? at - DAYS * DAY_MS : at;
  });
  return all.sort((a, b) => a - b);
}
