import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelFault, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { ANA, BEN, createTestTill, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { Store } from '../../platform/storage/open-store.ts';
import { StoreUnavailable } from '../../platform/store/store-unavailable.ts';

const REF = '1234567890';
const DAY_MS = 86_400_000;
const TWENTY = { amount: 2000, currency: 'SGD' } as const;
/** The issuer takes the money and its answer never comes. */
const LOST: ModelFault = { commit: 'now', answer: { afterMs: DAY_MS } };

type Till = Awaited<ReturnType<typeof createTestTill>>;

onStores([POSTGRES], ({ open }) => {
  let store: TestStore;
  let mortal: Store;
  let clock: ManualClock;
  let issuer: ModelIssuer;
  let first: Till;
  let second: Till;
  beforeEach(async () => {
    store = await open();
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    mortal = await store.another();
    await seedPeople(store.db, SHOP);
    clock = createManualClock();
    issuer = createModelIssuer({ clock });
    issuer.add(REF);
    /* Connections that are made while time passes would take the time of others. */
    for (const { db } of [store, mortal])
      await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)));
    first = await createTestTill({ db: mortal.db, joins: mortal.servers, clock, issuer });
    second = await createTestTill({ db: store.db, joins: store.servers, clock, issuer });
  });
  afterEach(async () => {
    await Promise.all([first, second].map(({ settler }) => settler.stop()));
    await mortal.close();
    await store.close();
  });

  /** Waits until neither server uses the database, in three checks in a row. */
  async function calm(): Promise<void> {
    for (let seen = 0; seen < 3; ) {
      const { rows } = await sql<{ busy: number }>`select count(*) as busy from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(store.db);
      seen = rows[0]?.busy === 0 ? seen + 1 : 0;
    }
  }

  /**
   * Lets time pass until something is so.
   *
   * The database answers in its own time, so the clock waits for it at each step.
   */
  async function until(isSo: () => Promise<boolean> | boolean, stepMs = 250, withinMs = 900_000): Promise<void> {
    for (let passedMs = 0; !(await isSo()); passedMs += stepMs) {
      if (passedMs > withinMs) throw new Error('It never came to be');
      await clock.advance(stepMs);
      await calm();
    }
  }

  async function whileTimePasses<T>(call: Promise<T>): Promise<T> {
    let done = false;
    const watched = call.finally(() => {
      done = true;
    });
    await until(() => done);
    return watched;
  }

  const stateOf = async (till: Till, id: string) => (await till.tenders.get(ANA, id)).state;

  /**
   * Hides this server from the others, like a running server that lost its connection to the
   * database.
   */
  const vanish = () => mortal.servers.close();

  /** Starts a redemption at the first server, which waits for the issuer's answer. */
  async function leaveInFlight(fault: ModelFault): Promise<string> {
    issuer.failNext(fault);
    const id = randomUUID();
    const attempts = issuer.attempts();
    const answer = first.tenders.put(ANA, id, { code: REF, ...TWENTY });
    await until(() => issuer.attempts() > attempts, 0);
    await expect(whileTimePasses(answer)).resolves.toMatchObject({ view: { state: 'sent' } });
    return id;
  }

  it('a request repeated on the other server redeems once, and both return the same outcome', async () => {
    issuer.failNext({ commit: 'now', answer: { afterMs: 3_000 } });
    const id = randomUUID();
    const answers = [first, second].map(({ tenders }) => tenders.put(ANA, id, { code: REF, ...TWENTY }));
    await until(() => issuer.attempts() === 1, 0);
    const both = await whileTimePasses(Promise.all(answers));
    expect(both.map(({ view: tender }) => tender.state)).toEqual(['captured', 'captured']);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(issuer.ledger()).toHaveLength(1);
  });

  it('a redemption that one server could not begin is sent by the other, and never called “not sent”', async () => {
    const id = randomUUID();
    const { begin } = first.journal;
    first.journal.begin = () => Promise.reject(new StoreUnavailable(new Error('cut off in its commit'), undefined));
    const refused = first.tenders.put(ANA, id, { code: REF, ...TWENTY }).catch((error: unknown) => error);
    expect(await whileTimePasses(refused)).toBeInstanceOf(StoreUnavailable);
    first.journal.begin = begin;
    issuer.failNext({ commit: 'now', answer: { afterMs: 9_000 } });
    const sent = await whileTimePasses(second.tenders.put(ANA, id, { code: REF, ...TWENTY }));
    /* The clock of this test stands still, but a busy database needs real time. */
    const heard = [sent.view.state];
    while (heard.at(-1) === 'sent' && heard.length < 10)
      heard.push((await whileTimePasses(first.tenders.put(ANA, id, { code: REF, ...TWENTY }))).view.state);
    expect([new Set(heard), issuer.ledger().length]).toEqual([new Set(['sent', 'captured']), 1]);
  });

  it('a voucher in use on one server is in use on the other', async () => {
    await leaveInFlight(LOST);
    await expect(
      second.tenders.put(BEN, randomUUID(), { code: REF, amount: 100, currency: 'SGD' }),
    ).rejects.toMatchObject({
      code: 'voucher-open',
      details: { device: 'Till 1' },
    });
  });

  it('operations awaited by a living server are left to it', async () => {
    const id = await leaveInFlight(LOST);
    await second.settler.recover();
    await clock.advance(60_000);
    expect(await stateOf(second, id)).toBe('sent');
  });

  it('operations awaited by a dead server are settled by the other', async () => {
    const id = await leaveInFlight(LOST);
    await second.settler.recover();
    await vanish();
    await until(async () => (await stateOf(second, id)) === 'captured');
    expect(issuer.attempts()).toBe(1);
    expect(issuer.ledger()).toHaveLength(1);
  });

  it('a server wrongly believed dead adds its late answer to the other’s result, and no voucher is redeemed twice', async () => {
    const id = await leaveInFlight({ commit: 'now', answer: { afterMs: 120_000 } });
    await vanish();
    await second.settler.recover();
    await until(async () => (await stateOf(second, id)) === 'captured');
    await clock.advance(120_000);
    await first.tenders.drain();
    expect(await stateOf(first, id)).toBe('captured');
    expect(issuer.ledger()).toHaveLength(1);
  });

  it('every tender of many tills on two servers is redeemed once, despite lost answers and a dead server', async () => {
    const slow: ModelFault = { commit: 'now', answer: { afterMs: 60_000 } };
    const late: ModelFault = { commit: { afterMs: 40_000 }, answer: 'lost' };
    const faults: ModelFault[] = [slow, { commit: 'now', answer: 'lost' }, { commit: 'now', answer: 'normal' }, late];
    issuer.failNext(...faults, ...faults, ...faults, ...faults);
    const wishes = Array.from({ length: 16 }, (_, at) => ({
      id: randomUUID(),
      code: `88880000${10 + at}`,
      till: at % 2 === 0 ? first : second,
    }));
    for (const { code } of wishes) issuer.add(code);
    const answers = wishes.map(({ id, code, till }) => till.tenders.put(ANA, id, { code, ...TWENTY }));
    await until(() => issuer.attempts() === 16, 0);
    await whileTimePasses(Promise.all(answers));
    await second.settler.recover();
    await vanish();
    const unsettled = () => store.db.selectFrom('operation').select('id').where('open', '=', 1).execute();
    await until(async () => (await unsettled()).length === 0);
    const states = await Promise.all(wishes.map(({ id }) => stateOf(second, id)));
    expect(new Set(states)).toEqual(new Set(['captured']));
    expect(issuer.attempts()).toBe(16);
    const claims = await store.db.selectFrom('claim').select('transaction_id').execute();
    expect(claims.map(({ transaction_id }) => transaction_id).sort()).toEqual(
      issuer
        .ledger()
        .map(({ captureId }) => captureId)
        .sort(),
    );
  });
});
