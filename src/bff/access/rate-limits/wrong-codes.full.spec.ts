import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { ANA, BEN, createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';

const REF = '1234567890';
const MINUTES_MS = 60_000;
/** A program that acts for Ana. */
const KEY: Caller = {
  shop: SHOP,
  device: { id: 'key-web', name: 'Web shop' },
  person: ANA.person,
  key: { id: 'key-web', scopes: ['check', 'redeem'], limits: { perRedemption: null, perDay: null } },
};
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
    const enrolled = { shop: SHOP, secret_hash: KEY.device.id, enrolled_at: 0, last_seen_at: null, revoked_at: null };
    await store.db
      .insertInto('device')
      .values({ ...KEY.device, ...enrolled })
      .execute();
    clock = createManualClock();
    issuer = createModelIssuer({ clock });
    issuer.add(REF);
    till = await openTill();
  });
  afterEach(() => store.close());

  let tried = 0;
  const wrong = () => `55555${10_000 + tried++}`;
  /** `judged`, or the code of the problem. */
  async function check(
    caller: Caller,
    code: string,
    at: Pick<Till, 'check'> = till,
    shopper?: string,
  ): Promise<string> {
    try {
      return (await at.check(caller, code, shopper)).status === 'active' ? 'found' : 'judged';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }
  const judgedOf = (answers: readonly string[]) => answers.filter((answer) => answer === 'judged').length;
  /** The issuer takes its time for each check. */
  function slow(ms: number): void {
    const { checkByRef } = issuer;
    issuer.checkByRef = async (ref) => {
      await clock.sleep(ms);
      return checkByRef(ref);
    };
  }
  /** Advances the clock until the work is done. */
  async function passing<T>(work: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const end = () => {
      state.isDone = true;
    };
    work.then(end, end);
    while (!state.isDone) await clock.advance(100);
    return work;
  }
  /** A different voucher each time, so that no caller knows that it exists. */
  let vouchers = 0;
  function another(): string {
    const ref = String(2_000_000_000 + vouchers++);
    issuer.add(ref);
    return ref;
  }
  /** The distinct answers to a number of tills that each check a different voucher. */
  const heard = async (count: number, personOf: (number: number) => Caller['person'], at: readonly Till[] = [till]) => {
    const asked = Array.from({ length: count }, (_, number) =>
      check(tillOf(number, personOf(number)), another(), at[number % at.length]),
    );
    return [...new Set(await passing(Promise.all(asked)))];
  };
  const tillOf = (number: number, person: Caller['person']): Caller => ({
    shop: SHOP,
    device: { id: `desk-${number}`, name: `Desk ${number}` },
    person,
  });
  const many = (count: number, at: readonly Pick<Till, 'check'>[] = [till]) =>
    Promise.all(Array.from({ length: count }, (_, index) => check(ANA, wrong(), at[index % at.length])));

  it('only thirty of three hundred wrong codes sent at once are checked', async () => {
    expect(judgedOf(await many(300))).toBe(30);
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
    expect(await check(BEN, REF)).toBe('found');
    await clock.advance(10 * MINUTES_MS + 1);
    expect(await check(ANA, REF)).toBe('found');
  });

  it('a restart keeps the count of wrong codes', async () => {
    expect(judgedOf(await many(30))).toBe(30);
    till = await openTill();
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
  });

  /** Valid EAN-13 codes of different products. */
  const products = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const digits = String(400_638_100_000 + index);
      const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
      return `${digits}${(10 - (sum % 10)) % 10}`;
    });

  it('a voucher is still found after forty product codes', async () => {
    for (const code of products(40)) expect(await check(ANA, code)).toBe('judged');
    expect(await check(ANA, REF)).toBe('found');
  });

  it('a repeated wrong code counts once', async () => {
    const code = wrong();
    for (let round = 0; round < 40; round += 1) expect(await check(ANA, code)).toBe('judged');
    expect(await store.db.selectFrom('wrong_code').select('id').execute()).toHaveLength(1);
  });

  it('at most about 150 codes in the format of product codes can be guessed', async () => {
    const answers = await Promise.all(products(300).map((code) => check(ANA, code)));
    expect(judgedOf(answers)).toBeGreaterThanOrEqual(150);
    expect(judgedOf(answers)).toBeLessThan(160);
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
    till = await openTill();
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
  });

  it('valid codes do not use up the budget, and are not stored', async () => {
    await many(9);
    const before = await store.db.selectFrom('wrong_code').selectAll().execute();
    for (let round = 0; round < 60; round += 1) expect(await check(ANA, REF)).toBe('found');
    await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
    expect(await store.db.selectFrom('wrong_code').selectAll().execute()).toEqual(before);
    expect(before).toHaveLength(9);
  });

  it('valid codes are still found after many wrong codes', async () => {
    await many(29);
    for (let round = 0; round < 5; round += 1) expect(await check(ANA, REF)).toBe('found');
    await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
    expect(await store.db.selectFrom('wrong_code').select('id').execute()).toHaveLength(29);
  });

  it('only the guessing person is refused while 256 tills are busy and answers take 5 s', async () => {
    slow(5_000);
    for (let round = 0; round < 3; round += 1) {
      const guesses = many(20);
      expect(await heard(256, (number) => ({ ...ANA.person, id: `person-${number}` }))).toEqual(['found']);
      await passing(guesses);
    }
    expect(await passing(check(ANA, REF))).toBe('too-many-wrong-codes');
    expect(await store.db.selectFrom('wrong_code').select('id').execute()).toHaveLength(30);
  });

  it('one person signed in on 64 busy tills is not refused', async () => {
    slow(5_000);
    for (let round = 0; round < 4; round += 1) expect(await heard(64, () => ANA.person)).toEqual(['found']);
  });

  it('a busy key is not refused for valid codes, even if some of its customers mistype', async () => {
    slow(2_500);
    await passing(many(5));
    for (let round = 0; round < 40; round += 1) {
      const answers = Array.from({ length: 12 }, () => check(KEY, another()));
      if (round % 2 === 0) answers.push(check(KEY, wrong()));
      expect(await passing(Promise.all(answers))).not.toContain('too-many-wrong-codes');
    }
  });

  it('one customer’s wrong codes block that customer, but neither other customers of the key nor the tills', async () => {
    const guess = (shopper: string) => check(KEY, wrong(), till, shopper);
    expect(judgedOf(await Promise.all(Array.from({ length: 100 }, () => guess('mallory'))))).toBe(30);
    expect(await check(KEY, REF, till, 'mallory')).toBe('too-many-wrong-codes');
    expect(await check(KEY, REF, till, 'alice')).toBe('found');
    expect(await check(KEY, REF)).toBe('found');
    expect(await check(ANA, REF)).toBe('found');
    const kept = await store.db.selectFrom('wrong_code').selectAll().execute();
    expect(kept).toHaveLength(30);
    expect(JSON.stringify(kept)).not.toContain('mallory');
  });

  it('a key with invented customer names is slowed down after eighty wrong codes, and valid codes are found', async () => {
    const guess = (round: number) => check(KEY, wrong(), till, `customer ${round % 40}`);
    for (let round = 0; round < 80; round += 1) expect(await guess(round)).toBe('judged');
    const before = clock.monotonic();
    for (const shopper of ['alice', 'bob', 'carol'])
      expect(await passing(check(KEY, another(), till, shopper))).toBe('found');
    expect(await passing(check(KEY, wrong(), till, 'dave'))).toBe('judged');
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(15_000);
    expect(await check(ANA, REF)).toBe('found');
  });

  it('a slowed key has at most five codes waiting, and more are refused', async () => {
    for (let round = 0; round < 80; round += 1) await check(KEY, wrong(), till, `customer ${round}`);
    const asked = Array.from({ length: 40 }, (_, round) => check(KEY, another(), till, `shopper ${round}`));
    const refused: string[] = [];
    for (const answer of asked) void answer.then((code) => code === 'too-many-wrong-codes' && refused.push(code));
    await expect.poll(() => refused.length).toBe(35);
    const answers = await passing(Promise.all(asked));
    expect(answers.filter((answer) => answer === 'found')).toHaveLength(5);
    await clock.advance(10 * MINUTES_MS);
    expect(await check(KEY, another())).toBe('found');
  });

  it('a key that names no customers is slowed down, not refused', async () => {
    for (let round = 0; round < 30; round += 1) await check(KEY, wrong());
    expect(await passing(check(KEY, REF))).toBe('found');
  });

  it('a redemption accepts a code that was just found, even if the budget is exhausted', async () => {
    const pay = (shopper: string) =>
      till.tenders.put(KEY, randomUUID(), { code: REF, amount: 100, currency: 'SGD', shopper });
    expect(await check(KEY, REF, till, 'alice')).toBe('found');
    for (let round = 0; round < 30; round += 1) await check(KEY, wrong(), till, 'alice');
    expect(await check(KEY, another(), till, 'alice')).toBe('too-many-wrong-codes');
    expect((await pay('alice')).view.state).toBe('captured');
  });

  it('an unknown link in a redemption counts as a wrong code', async () => {
    issuer.checkByVoucherId = () => Promise.resolve({ outcome: 'absent' });
    const link = () => `https://vouchers.example/v/${randomUUID()}`;
    for (let round = 0; round < 30; round += 1)
      await expect(
        till.tenders.put(ANA, randomUUID(), { code: link(), amount: 100, currency: 'SGD' }),
      ).rejects.toMatchObject({
        code: 'bad-code',
      });
    await expect(
      till.tenders.put(ANA, randomUUID(), { code: link(), amount: 100, currency: 'SGD' }),
    ).rejects.toMatchObject({
      status: 429,
    });
    expect(await check(ANA, REF)).toBe('too-many-wrong-codes');
  });

  it('an exhausted budget is recorded in the trail, and opens a case until a manager closes it', async () => {
    await many(40);
    const [one, ...others] = await till.attention.list();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      kind: 'guessing',
      subject: 'codes',
      person: 'Ana',
      device: 'Till 1',
      evidence: [{ detail: '30' }],
    });
    const request = { action: 'close', reason: 'a bad batch of cards' } as const;
    expect(await till.attention.settle(MEI, one?.id ?? '', request)).toBeNull();
    expect(await till.attention.list()).toEqual([]);
    const entries = await store.db
      .selectFrom('audit')
      .select(['action', 'person_id', 'details'])
      .orderBy('seq')
      .execute();
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
    expect(await Promise.all([check(ANA, REF), check(ANA, REF, second)])).toEqual([
      'too-many-wrong-codes',
      'too-many-wrong-codes',
    ]);
    await other.close();
  });

  it.runIf(kind === POSTGRES)('checks in progress on two servers do not add up to a refusal', async () => {
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    const other = await store.another();
    const second = await openTill(other.db);
    slow(5_000);
    await passing(many(15, [till, second]));
    for (let round = 0; round < 3; round += 1)
      expect(await heard(256, () => ANA.person, [till, second])).toEqual(['found']);
    await other.close();
  });
});
