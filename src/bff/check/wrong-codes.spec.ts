import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/clock.ts';
import { createModelIssuer, type ModelIssuer } from '../../testing/model-issuer.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../testing/stores.ts';
import { ANA, BEN, createTestTill, MEI, SHOP, seedPeople } from '../../testing/till.ts';
import type { Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';

const REF = '1234567890';
const MINUTES_MS = 60_000;
type Till = Awaited<ReturnType<typeof createTestTill>>;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let clock: ManualClock;
  let issuer: ModelIssuer;
  let till: Till;
  const openTill = (db = store.db) => createTestTill({ db, clock, issuer });
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    clock = createManualClock();
    issuer = createModelIssuer({ clock });
    issuer.add(REF);
    till = await openTill();
  });
  afterEach(() => store.close());

  let tried = 0;
  const wrong = () => `55555${10_000 + tried++}`;
  /** `judged`, or the code of the problem. */
  async function check(caller: Caller, code: string, at: Pick<Till, 'check'> = till): Promise<string> {
    try {
      return (await at.check(caller, code)).status === 'active' ? 'found' : 'judged';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }
  const judgedOf = (answers: readonly string[]) => answers.filter((answer) => answer === 'judged').length;
  const many = (count: number, at: readonly Pick<Till, 'check'>[] = [till]) =>
    Promise.all(Array.from({ length: count }, (_, index) => check(ANA, wrong(), at[index % at.length])));

  it('of three hundred codes at once thirty are judged', async () => {
    expect(judgedOf(await many(300))).toBe(30);
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
    expect(await check(BEN, REF)).toBe('found');
    await clock.advance(10 * MINUTES_MS + 1);
    expect(await check(ANA, REF)).toBe('found');
  });

  it('a restart forgets none', async () => {
    expect(judgedOf(await many(30))).toBe(30);
    till = await openTill();
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
  });

  it('codes that are there never use the budget up, and are written nowhere', async () => {
    await many(9);
    const before = await store.db.selectFrom('wrong_code').selectAll().execute();
    for (let round = 0; round < 60; round += 1) expect(await check(ANA, REF)).toBe('found');
    await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
    expect(await store.db.selectFrom('wrong_code').selectAll().execute()).toEqual(before);
    expect(before).toHaveLength(9);
  });

  it('where many were wrong, one that is there is still given back', async () => {
    await many(29);
    for (let round = 0; round < 5; round += 1) expect(await check(ANA, REF)).toBe('found');
    await expect.poll(() => store.db.selectFrom('wrong_code').select('id').execute()).toHaveLength(29);
    await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
    await expect.poll(() => store.db.selectFrom('wrong_code').select('id').execute()).toHaveLength(29);
  });

  it('a link that leads nowhere counts in a redemption as in a check', async () => {
    issuer.checkByVoucherId = () => Promise.resolve({ outcome: 'absent' });
    const link = () => `https://vouchers.example/v/${randomUUID()}`;
    for (let round = 0; round < 30; round += 1)
      await expect(till.tenders.put(ANA, randomUUID(), { code: link(), amount: 100, currency: 'SGD' })).rejects.toMatchObject({
        code: 'bad-code',
      });
    await expect(till.tenders.put(ANA, randomUUID(), { code: link(), amount: 100, currency: 'SGD' })).rejects.toMatchObject({
      status: 429,
    });
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
  });

  it('whoever uses the budget up is in the trail, and a case until a manager closes it', async () => {
    await many(40);
    const [one, ...others] = await till.attention.list();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ kind: 'guessing', subject: 'codes', person: 'Ana', device: 'Till 1', evidence: [{ detail: '30' }] });
    const request = { action: 'close', reason: 'a bad batch of cards' } as const;
    expect(await till.attention.settle(MEI, one?.id ?? '', request)).toBeNull();
    expect(await till.attention.list()).toEqual([]);
    const entries = await store.db.selectFrom('audit').select(['action', 'person_id', 'details']).orderBy('seq').execute();
    expect(entries).toEqual([
      { action: 'codes.guessed', person_id: 'ana', details: '{"codes":30}' },
      { action: 'codes.closed', person_id: 'mei', details: '{"reason":"a bad batch of cards"}' },
    ]);
    await clock.advance(11 * MINUTES_MS);
    await many(40);
    expect(await till.attention.list()).toHaveLength(1);
  });

  it.runIf(kind === POSTGRES)('two servers share one budget', async () => {
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    const other = await store.another();
    const second = await openTill(other.db);
    expect(judgedOf(await many(300, [till, second]))).toBeLessThanOrEqual(40);
    await clock.advance(3_000);
    expect(await Promise.all([check(ANA, REF), check(ANA, REF, second)])).toEqual(['too-many-wrong-codes', 'too-many-wrong-codes']);
    await other.close();
  });
});
