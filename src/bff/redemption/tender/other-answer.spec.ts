import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { ANA, createTestTill, SHOP } from '../../../testing/rigs/till.ts';
import type { RedeemOutcome } from '../../issuer/port.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
});

/** Redeems 7.00, and lets the server settle it where the answer does not. */
async function take() {
  const call = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 700, currency: 'SGD' });
  await till.clock.advance(20_000);
  return till.tenders.get(ANA, (await call).view.id);
}

/** Lets the next redemption have an answer that was changed on its way. */
function changed(change: (outcome: RedeemOutcome) => RedeemOutcome): void {
  const { redeem } = till.issuer;
  vi.spyOn(till.issuer, 'redeem').mockImplementationOnce(async (...asked) => change(await redeem(...asked)));
}

it('an answer under an unexpected merchant id is settled by search', async () => {
  await take();
  changed((outcome) => ({ ...outcome, mid: '000000000000043' }) as RedeemOutcome);
  const tender = await take();
  expect(tender).toMatchObject({ state: 'captured', captureId: till.issuer.ledger()[1]?.captureId });
  const { facts } = (await till.journal.read(SHOP, tender.id)) ?? { facts: [] };
  expect(facts.map(({ fact }) => fact)).toContainEqual(expect.objectContaining({ evidence: 'answer-contradicts' }));
});

it('an answer with a capture that search showed before is rejected, even if no redemption claims it', async () => {
  till.issuer.captureElsewhere(REF, 700);
  const [earlier] = till.issuer.ledger();
  await till.check(ANA, REF);
  await till.clock.advance(1_000);
  changed((outcome) => ({ ...outcome, captureId: earlier?.captureId }) as RedeemOutcome);
  expect(await take()).toMatchObject({ state: 'captured', captureId: till.issuer.ledger()[1]?.captureId });
});

it('the voucher’s earlier balance is passed along, so that a partial capture can be compared', async () => {
  await till.check(ANA, REF);
  const redeem = vi.spyOn(till.issuer, 'redeem');
  await take();
  expect(redeem.mock.calls[0]?.[0]).toMatchObject({ balanceBefore: 5000 });
  till.issuer.add('SINGLE', { amount: 5000, currency: 'SGD' }, { singleUse: true });
  await till.tenders.put(ANA, randomUUID(), { code: 'SINGLE', amount: 700, currency: 'SGD' });
  expect(redeem.mock.calls[1]?.[0]).toMatchObject({ balanceBefore: null });
});
