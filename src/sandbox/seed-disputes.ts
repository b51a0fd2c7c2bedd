import type { Deps } from './deps.ts';
import { recordTransaction } from './record.ts';
import { KATONG, shopActionsOf } from './second-shop.ts';
import { DISPUTES } from './seed-vouchers.ts';

type Seeding = Pick<Deps, 'ledger' | 'seed'> & { readonly now: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Long enough ago that it is not today, but recent enough for a till to remember. */
const YESTERDAY_MS = 26 * HOUR_MS;
/** The delay between authorization and capture in the late redemption. */
const LATE_MS = 45_000;

/**
 * Creates yesterday's actions of the second shop on the vouchers that customers dispute, with the
 * same effect as its API calls.
 */
export function seedDisputes({ ledger, seed, now }: Seeding): void {
  const begin = now - YESTERDAY_MS;
  const at = (ref: string, time: number) => shopActionsOf({ ledger, seed, now: () => time }, ref);
  ledger.atomically(() => {
    at(DISPUTES.elsewhere, begin).check();
    at(DISPUTES.elsewhere, begin + MINUTE_MS).redeem();
    for (const minute of [0, 2, 3, 6, 8]) at(DISPUTES.checkedOften, begin + minute * MINUTE_MS).check();
    at(DISPUTES.checkedOften, begin + 9 * MINUTE_MS).redeem();
    const redeemed = at(DISPUTES.refunded, begin).redeem(2_000);
    at(DISPUTES.refunded, begin + 20 * MINUTE_MS).refund(redeemed);
    redeemLate({ ledger, seed, now: begin }, DISPUTES.late);
    const expired = ledger.voucherByRef(DISPUTES.expired)?.expires_at ?? now;
    at(DISPUTES.expired, expired - 5 * HOUR_MS).redeem(3_800);
    at(DISPUTES.unexplained, begin).redeem(2_000);
    ledger.setRemaining(DISPUTES.unexplained, 1_800);
  });
}

/** An authorization stands alone for a while before its capture. */
function redeemLate({ ledger, seed, now }: Seeding, ref: string): void {
  const { mid } = KATONG;
  const amount = ledger.voucherByRef(ref)?.remaining ?? 0;
  const rest = { mid, amount, currency: 'SGD' };
  const entry = { ref, using_value: amount };
  recordTransaction(
    { ledger, seed, now: () => now },
    { ...rest, type: 'Authorization', entries: [{ ...entry, taken: 0 }] },
  );
  const books = { ledger, seed, now: () => now + LATE_MS };
  recordTransaction(books, { ...rest, type: 'Capture', entries: [{ ...entry, taken: amount }] });
  ledger.setRemaining(ref, 0);
}
