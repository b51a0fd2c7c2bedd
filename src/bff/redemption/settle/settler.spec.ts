import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';

const REF = '1234567890';

it('a tender whose first write was confirmed too late is settled as not sent minutes later', async () => {
  const till = await createTestTill();
  till.issuer.add(REF);
  await till.settler.recover();
  await till.check(ANA, REF);
  const { begin } = till.journal;
  till.journal.begin = async (tender, ground) => {
    await begin(tender, ground);
    throw new Error('the connection broke while the commit was confirmed');
  };
  const id = randomUUID();
  const put = till.tenders.put(ANA, id, { code: REF, amount: 2000, currency: 'SGD' });
  await expect(put).rejects.toMatchObject({ status: 503, code: 'not-ready' });
  expect((await till.tenders.get(ANA, id)).state).toBe('sent');

  await till.clock.advance(5 * 60_000);
  expect((await till.tenders.get(ANA, id)).state).toBe('unknown');
  await till.clock.advance(4 * 60_000);
  expect([(await till.tenders.get(ANA, id)).state, till.issuer.attempts()]).toEqual(['not_captured', 0]);
  await till.settler.stop();
});
