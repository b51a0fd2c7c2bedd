import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { ANA, createTestTill, SHOP, seedPeople } from '../../../testing/rigs/till.ts';

const ORDER = { productCode: 'GIFT10', quantity: 1 };

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    till = await createTestTill({ db: store.db, joins: store.servers });
  });
  afterEach(() => store.close());

  it('a voucher of another order is not issued again, and the order receives its own later', async () => {
    const issue = vi.spyOn(till.issuer, 'issue');
    await till.issues.put(ANA, randomUUID(), ORDER);
    const answer = await issue.mock.results[0]?.value;
    issue.mockResolvedValueOnce(answer);
    const id = randomUUID();
    const put = till.issues.put(ANA, id, ORDER);
    await expect.poll(async () => (await till.issueJournal.read(SHOP, id))?.status.request?.state).toBe('unknown');
    expect((await till.issues.get(ANA, id)).vouchers).toEqual([]);
    await till.clock.advance(60_000);
    await put;
    await expect.poll(async () => (await till.issues.get(ANA, id)).state).toBe('done');
    expect(till.issuer.issuedCodes()).toHaveLength(2);
    const own = (await till.issues.get(ANA, id)).vouchers.map(({ last4 }) => last4);
    expect(own).toEqual(['0002']);
  });
});
