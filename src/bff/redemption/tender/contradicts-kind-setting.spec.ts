import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { money } from '../../../contract/money/money.ts';
import { refusal } from '../../../contract/voucher/refusal.ts';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';
import type { Issuer, RedeemOutcome } from '../../issuer/port.ts';

const REF = '1234567890';
/** A voucher as v2 states it, in a shop whose setting reads its number as money. */
const BY_SETTING = { singleUse: null, source: 'legacy' } as const;
let till: Awaited<ReturnType<typeof createTestTill>>;

beforeEach(async () => {
  till = await createTestTill({ safeSecondAttempt: true });
  till.issuer.add(REF, money(5_000, 'SGD'), BY_SETTING);
});

/** Redeems SGD 20.00; `change` replaces parts of the issuer's answer. */
async function take(change: (outcome: RedeemOutcome) => RedeemOutcome = (outcome) => outcome) {
  const redeem: Issuer['redeem'] = till.issuer.redeem;
  till.issuer.redeem = async (...order) => change(await redeem(...order));
  await till.check(ANA, REF);
  return (await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2_000, currency: 'SGD' })).view;
}
const cases = async () => (await till.attention.list()).map(({ kind, last4, actions }) => ({ kind, last4, actions }));

it('a voucher with a kind from the setting shows a balance, and does not open a case if the issuer agrees', async () => {
  expect((await till.check(ANA, REF)).remaining).toEqual(money(5_000, 'SGD'));
  const view = await take((outcome) => ({ ...outcome, unit: 'SGD' }));
  expect(view).toMatchObject({ state: 'captured', captured: money(2_000, 'SGD') });
  expect(view).not.toHaveProperty('otherKind');
  expect(await cases()).toEqual([]);
});

it('a second attempt is made if the balance, in the unit of the setting, can pay only one of two attempts', async () => {
  await till.check(ANA, REF);
  till.issuer.failNext({ commit: 'never', answer: 'lost' });
  const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 4_000, currency: 'SGD' });
  await till.clock.advance(LIMITS.tenderWaitMs);
  expect((await put).view.state).toBe('captured');
  expect(till.issuer.attempts()).toBe(2);
});

it.each<[string, (outcome: RedeemOutcome) => RedeemOutcome]>([
  ['names items', (outcome) => ({ ...outcome, unit: 'items' })],
  ['names another currency', (outcome) => ({ ...outcome, unit: 'MYR' })],
  ['captures less than the balance allows', (outcome) => ({ ...outcome, captured: money(4, 'SGD') })],
  ['refuses an amount within the balance', () => ({ outcome: 'declined', refusal: refusal('not-enough') })],
])('an answer that %s opens a case at once, and no balance is returned', async (_, change) => {
  expect(await take(change)).toMatchObject({ otherKind: true, remaining: null });
  expect(await cases()).toEqual([{ kind: 'setting', last4: '7890', actions: [] }]);
});

it('a kind reported by the issuer is used without a case', async () => {
  till.issuer.add(REF, money(5_000, 'SGD'));
  expect(await take((outcome) => ({ ...outcome, captured: money(4, 'SGD') }))).not.toHaveProperty('otherKind');
  expect(await cases()).toEqual([]);
});
