import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { ANA, createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import { STATUS_DERIVATIONS } from '../../app/feature-tables.ts';
import { liftAppendOnly } from '../../platform/store/migrations/dialect.ts';
import { describeStates, verifyStates } from './verify-states.ts';

const REF = '1234567890';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let taken: string;
  let lost: string;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    const till = await createTestTill({ db: store.db });
    till.issuer.add(REF);
    till.issuer.add('7654321098');
    taken = randomUUID();
    lost = randomUUID();
    await till.tenders.put(ANA, taken, { code: REF, amount: 100, currency: 'SGD' });
    await till.issues.put(MEI, randomUUID(), { productCode: 'GIFT10', quantity: 1 });
    await till.tenders.cancel(ANA, randomUUID());
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const answer = till.tenders.put(ANA, lost, { code: '7654321098', amount: 100, currency: 'SGD' });
    const states = () => store.db.selectFrom('operation').select('state').where('id', '=', lost).execute();
    while ((await states())[0]?.state !== 'unknown') await new Promise(setImmediate);
    await till.clock.advance(LIMITS.tenderWaitMs);
    await answer;
    await till.settler.stop();
  });
  afterEach(() => store.close());
  const change = (id: string, to: { state?: string; open?: number }) =>
    store.db.updateTable('operation').set(to).where('id', '=', id).execute();

  it('every operation matches its facts, whether redeemed, sold, cancelled or unknown', async () => {
    const verdict = await verifyStates(store.db, STATUS_DERIVATIONS);
    expect(verdict).toEqual({ sound: 4, faults: [] });
    expect(describeStates(verdict)).toBe('unbroken  4 operations match their facts\n');
  });

  it('a redemption with a changed state is reported', async () => {
    await change(taken, { state: 'declined' });
    await change(lost, { open: 0 });
    const verdict = await verifyStates(store.db, STATUS_DERIVATIONS);
    expect(verdict.sound).toBe(2);
    expect([...verdict.faults].sort()).toEqual(
      [
        `tender ${taken} has the state declined, but its facts imply captured`,
        `tender ${lost} is not open, but its facts imply the opposite`,
      ].sort(),
    );
    expect(describeStates(verdict)).toMatch(/^broken {4}tender /);
  });

  it('missing and invalid facts are reported, and do not hide other faults', async () => {
    await liftAppendOnly(store.db, 'fact');
    await store.db.deleteFrom('fact').where('operation_id', '=', taken).execute();
    await store.db.updateTable('fact').set({ data: '{}' }).where('operation_id', '=', lost).execute();
    const { sound, faults } = await verifyStates(store.db, STATUS_DERIVATIONS);
    expect(sound).toBe(2);
    expect(faults).toContain(`tender ${taken} has the state captured, but its facts imply cancelled`);
    expect(faults).toContain(`tender ${lost} has facts that this version never writes`);
  });
});
