import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Role } from '../../../contract/access/people.ts';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { makeShop, SHOP, shopNamed } from '../../../testing/rigs/shops.ts';
import { createAudit } from '../../platform/audit/audit.ts';
import { deriveKeys, KEY_BYTES } from '../../platform/base/keys.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createGuessLimiter, type GuessLimiter } from '../rate-limits/guess-limiter.ts';
import { insertPerson } from './people.ts';
import { createPinCheck, type PinCheck, rightPin } from './pin-check.ts';
import type { Pins } from './pins.ts';
import { unlockManagers } from './unlock-managers.ts';

const PIN = '592807';
const WRONG = '918273';

/** PINs without hashing: argon2 is slow by design, and the counts do not depend on it. */
const PLAIN: Pins = { hash: (pin) => Promise.resolve(pin), verify: (kept, pin) => Promise.resolve(kept === pin) };

onStores([SQLITE, POSTGRES], ({ open }) => {
  let store: TestStore;
  let clock: ManualClock;
  let guessLimiter: GuessLimiter;
  let checkPin: PinCheck;
  let strangers = 0;

  beforeEach(async () => {
    store = await open();
    clock = createManualClock();
    guessLimiter = createGuessLimiter({ db: store.db, clock });
    checkPin = pinCheck(PLAIN);
    await makeShop(store.db);
    for (let number = 0; number < 40; number += 1) await addPerson(`cashier-${number}`, 'cashier');
    await addPerson('mei', 'manager');
  });
  afterEach(() => store.close());

  const addPerson = (id: string, role: Role) =>
    insertPerson(
      store.db,
      { id, name: id, pin_hash: PIN, created_at: clock.now(), disabled_at: null },
      { shop: SHOP, role },
    );

  function pinCheck(pins: Pins): PinCheck {
    const audit = createAudit({ db: store.db, keys: deriveKeys(Buffer.alloc(KEY_BYTES, 7)), clock });
    return createPinCheck({ db: store.db, isRight: rightPin(pins), guessLimiter, audit, refused: 'session.refused' });
  }

  /** `right`, or the code of the problem. */
  async function type(deviceId: string, personId: string, pin: string, check = checkPin): Promise<string> {
    try {
      await check({ shop: SHOP, deviceId }, personId, pin);
      return 'right';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }

  const tally = async () => {
    const of = store.db.selectFrom('pin_guard').select(['failures', 'wait_until', 'locked_at']);
    return (await of.where('subject', '=', `shop:${SHOP}`).executeTakeFirst()) ?? null;
  };
  const failures = async () => (await tally())?.failures ?? 0;

  /**
   * A number of wrong PINs, each on another device for an unknown person, as soon as the shop
   * accepts one.
   */
  async function guessWrong(count: number): Promise<void> {
    for (let guess = 0; guess < count; guess += 1) {
      strangers += 1;
      expect(await type(`stranger-${strangers}`, `nobody-${strangers}`, WRONG)).toBe('wrong-pin');
      const { wait_until = 0 } = (await tally()) ?? {};
      await clock.advance(Math.max(0, wait_until - clock.now()));
    }
  }

  it('a device of another shop cannot lock a person, and gets the same answers as for an unknown person', async () => {
    const other = shopNamed('other');
    await makeShop(store.db, other);
    const answersIn = async (personId: string) => {
      const answers: string[] = [];
      for (let guess = 0; guess < 8; guess += 1) {
        const asked = checkPin({ shop: other, deviceId: `other-${personId}` }, personId, PIN);
        answers.push(
          await asked.then(
            () => 'right',
            (error: Problem) => error.code,
          ),
        );
        await clock.advance(60_000);
      }
      return answers;
    };
    expect(await answersIn('cashier-1')).toEqual(await answersIn('nobody'));
    expect(await type('till', 'cashier-1', PIN)).toBe('right');
  });

  it('three hundred right PINs of cashiers on five tills do not cause a delay or a lock', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const tills = Array.from({ length: 5 }, (_, till) => type(`till-${till}`, `cashier-${(round + till) % 40}`, PIN));
      for (const outcome of await Promise.all(tills)) outcomes.add(outcome);
      await clock.advance(60_000);
    }
    expect([...outcomes]).toEqual(['right']);
    expect(await tally()).toMatchObject({ failures: 0, locked_at: null });
  });

  it('a right PIN among wrong ones removes only its own attempt from the count', async () => {
    await guessWrong(30);
    expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
    expect(await failures()).toBe(30);
    await guessWrong(20);
    expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
    expect(await failures()).toBe(50);
    // The fiftieth began a wait, which is over; the right one after it has begun none.
    expect(await type('till-2', 'cashier-38', PIN)).toBe('right');
    await guessWrong(1);
    expect(await failures()).toBe(51);
  });

  it('the hundredth wrong PIN locks the shop, even with right PINs in between', async () => {
    for (let guess = 0; guess < 99; guess += 1) {
      await guessWrong(1);
      expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
    }
    expect(await tally()).toMatchObject({ failures: 99, locked_at: null });
    // A correct PIN counts as the hundredth wrong one while it is checked.
    expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
    expect(await tally()).toMatchObject({ failures: 99, locked_at: null });
    expect(await type('stranger', 'cashier-1', WRONG)).toBe('locked');
    expect(await type('till-1', 'cashier-39', PIN)).toBe('locked');
  });

  it('a wrong PIN during the check of a right PIN stays counted, with its delay', async () => {
    await guessWrong(48);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = pinCheck({ ...PLAIN, verify: async (kept, pin) => held.then(() => PLAIN.verify(kept, pin)) });
    const right = type('till-1', 'cashier-39', PIN, slow);
    await expect.poll(failures).toBe(49);
    expect(await type('stranger', 'cashier-1', WRONG)).toBe('wrong-pin');
    release();
    expect(await right).toBe('right');
    expect(await tally()).toMatchObject({ failures: 49, wait_until: clock.now() + 5_000 });
    expect(await type('till-1', 'cashier-39', PIN)).toBe('slow-down');
  });

  it('the shop checks only fifty of two hundred wrong PINs sent at once', async () => {
    const all = Array.from({ length: 200 }, (_, guess) => type(`stranger-${guess}`, `nobody-${guess}`, WRONG));
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((outcome) => outcome === 'wrong-pin')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'slow-down')).toHaveLength(150);
  });

  it('a manager’s right PIN is accepted during the shop’s delay and ends it for everyone, but a wrong PIN is not', async () => {
    await guessWrong(49);
    expect(await type('stranger', 'cashier-1', WRONG)).toBe('wrong-pin');
    expect(await type('till-1', 'cashier-39', PIN)).toBe('slow-down');
    expect(await type('till-1', 'mei', WRONG)).toBe('wrong-pin');
    expect(await type('till-1', 'cashier-39', PIN)).toBe('slow-down');
    expect(await type('till-1', 'mei', PIN)).toBe('right');
    expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
    expect(await failures()).toBe(0);
  });

  it('wrong PINs of a manager still delay the manager and the device', async () => {
    for (let guess = 0; guess < 5; guess += 1) expect(await type(`stranger-${guess}`, 'mei', WRONG)).toBe('wrong-pin');
    expect(await type('till-1', 'mei', PIN)).toBe('slow-down');
    for (let guess = 0; guess < 5; guess += 1)
      expect(await type('till-2', `cashier-${guess}`, WRONG)).toBe('wrong-pin');
    await clock.advance(1_000);
    await store.db.deleteFrom('pin_guard').where('subject', '=', 'person:mei').execute();
    expect(await type('till-2', 'mei', PIN)).toBe('slow-down');
  });

  /**
   * Enters wrong PINs for one person on one device, five minutes apart, so that none is delayed.
   * Returns the server's answers.
   */
  async function guessAt(personId: string, deviceId: string, count: number): Promise<string[]> {
    const said: string[] = [];
    for (let guess = 0; guess < count; guess += 1) {
      await clock.advance(5 * 60_000);
      said.push(await type(deviceId, personId, WRONG));
    }
    return said;
  }

  const HOUR_MS = 60 * 60_000;

  it('a manager is locked for an hour, then twice as long, up to a day, and the right PIN ends it', async () => {
    await guessAt('mei', 'till-1', 10);
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      const till = `till-of-${hours}`;
      expect(await type(till, 'mei', PIN)).toBe('locked');
      await clock.advance(hours * HOUR_MS - 1);
      expect(await type(till, 'mei', PIN)).toBe('locked');
      await clock.advance(1);
      expect(await type(till, 'mei', WRONG)).toBe('locked');
      await guessLimiter.forgive([`device:${till}`]);
    }
    await clock.advance(24 * HOUR_MS);
    expect(await type('till-2', 'mei', PIN)).toBe('right');
    expect(await type('till-2', 'mei', WRONG)).toBe('wrong-pin');
  });

  it('a cashier stays locked until a manager unlocks them', async () => {
    await guessAt('cashier-1', 'till-1', 10);
    await clock.advance(48 * HOUR_MS);
    expect(await type('till-2', 'cashier-1', PIN)).toBe('locked');
    expect(await guessLimiter.locked(['person:cashier-1', 'person:mei'], store.db, ['person:mei'])).toEqual(
      new Set(['person:cashier-1']),
    );
  });

  it('a locked till accepts three wrong manager PINs an hour, and managers can sign in elsewhere meanwhile', async () => {
    for (const other of ['ada', 'eva']) await addPerson(other, 'manager');
    for (let guess = 0; guess < 10; guess += 1) await guessAt(`cashier-${guess}`, 'till-1', 1);
    expect(await type('till-1', 'cashier-39', PIN)).toBe('locked');
    expect(await guessAt('mei', 'till-1', 3)).toEqual(['wrong-pin', 'wrong-pin', 'locked']);
    expect(await guessAt('eva', 'till-1', 6)).toEqual(Array.from({ length: 6 }, () => 'locked'));
    expect(await type('till-1', 'ada', PIN)).toBe('locked');
    expect(await type('till-2', 'mei', PIN)).toBe('right');
    await clock.advance(HOUR_MS);
    expect(await type('till-1', 'ada', PIN)).toBe('right');
    expect(await type('till-1', 'cashier-39', PIN)).toBe('right');
  });

  it('a person’s own right PIN does not clear wrong manager PINs, and the till locks after ten of them', async () => {
    for (const other of ['ada', 'eva']) await addPerson(other, 'manager');
    const said = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      for (const manager of ['mei', 'ada', 'eva']) {
        for (const outcome of await guessAt(manager, 'till-1', 3)) said.set(outcome, (said.get(outcome) ?? 0) + 1);
        await type('till-1', 'cashier-1', PIN);
      }
    }
    expect(said.get('wrong-pin')).toBeLessThanOrEqual(13);
    for (const manager of ['mei', 'ada', 'eva']) expect(await type('till-2', manager, PIN)).toBe('right');
    expect(await type('till-1', 'cashier-1', PIN)).toBe('locked');
    await clock.advance(24 * HOUR_MS);
    expect(await type('till-1', 'mei', PIN)).toBe('right');
    expect(await type('till-1', 'cashier-1', PIN)).toBe('right');
  });

  it('a cashier’s right PIN clears that cashier’s wrong PINs from the till’s count', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await guessAt('cashier-1', 'till-1', 4)).toEqual(Array.from({ length: 4 }, () => 'wrong-pin'));
      expect(await type('till-1', 'cashier-1', PIN)).toBe('right');
    }
    expect(await guessAt('cashier-2', 'till-1', 9)).toEqual(Array.from({ length: 9 }, () => 'wrong-pin'));
  });

  it('a till that keeps locking managers with a few wrong PINs a day is locked after three locks', async () => {
    for (const other of ['ada', 'eva']) await addPerson(other, 'manager');
    for (const manager of ['mei', 'ada', 'eva']) await guessAt(manager, `till-of-${manager}`, 9);
    await clock.advance(25 * HOUR_MS);
    for (const manager of ['mei', 'ada', 'eva']) expect(await type('till-1', manager, WRONG)).toBe('locked');
    expect(await guessLimiter.locked(['device:till-1'])).toEqual(new Set(['device:till-1']));
    for (let day = 0; day < 3; day += 1) {
      await clock.advance(25 * HOUR_MS);
      for (const manager of ['mei', 'ada', 'eva']) await type('till-1', manager, WRONG);
    }
    await clock.advance(25 * HOUR_MS);
    await type('till-1', 'mei', WRONG);
    const answers = [];
    for (const manager of ['mei', 'ada', 'eva']) answers.push(await type('till-2', manager, PIN));
    expect(answers.filter((answer) => answer === 'right').length).toBeGreaterThanOrEqual(2);
  });

  it('a wrong PIN is recorded in the trail with the name of the person who is, or was last, signed in at that till', async () => {
    await store.db
      .insertInto('device')
      .values({
        id: 'till-1',
        shop: SHOP,
        name: 'Till 1',
        secret_hash: 'h',
        enrolled_at: 0,
        last_seen_at: null,
        revoked_at: null,
      })
      .execute();
    const session = { shop: SHOP, device_id: 'till-1', created_at: 0, ended_at: null };
    await store.db
      .insertInto('session')
      .values({ ...session, token_hash: 'a', person_id: 'cashier-1', last_used_at: 1 })
      .execute();
    await store.db
      .insertInto('session')
      .values({ ...session, token_hash: 'b', person_id: 'cashier-2', last_used_at: 2 })
      .execute();
    await type('till-1', 'mei', WRONG);
    const entries = await store.db.selectFrom('audit').select(['action', 'person_id', 'details']).execute();
    expect(entries).toEqual([
      { action: 'session.refused', person_id: null, details: '{"name":"mei","beside":"cashier-2"}' },
    ]);
  });

  it('setting the clock back does not lock out a manager', async () => {
    await guessAt('mei', 'till-1', 10);
    clock.jump(-72 * HOUR_MS);
    expect(await type('till-2', 'mei', PIN)).toBe('right');
  });

  it('the server’s operator can unlock managers but not cashiers, and the trail records it', async () => {
    await guessAt('cashier-1', 'till-1', 10);
    await guessAt('mei', 'till-1', 3);
    await guessAt('mei', 'till-2', 7);
    expect(await type('till-3', 'mei', PIN)).toBe('locked');
    await store.db
      .insertInto('device')
      .values({
        id: 'till-1',
        shop: SHOP,
        name: 'Till 1',
        secret_hash: 'h',
        enrolled_at: 0,
        last_seen_at: null,
        revoked_at: null,
      })
      .execute();
    const audit = createAudit({ db: store.db, keys: deriveKeys(Buffer.alloc(KEY_BYTES, 7)), clock });
    expect(await unlockManagers({ db: store.db, audit, shop: SHOP })).toEqual(['mei']);
    expect(await type('till-1', 'mei', PIN)).toBe('right');
    expect(await type('till-1', 'cashier-1', PIN)).toBe('locked');
    const entries = await store.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'shop.opened-at-server')
      .execute();
    expect(entries).toEqual([{ details: '{"name":"mei"}' }]);
  });
});
