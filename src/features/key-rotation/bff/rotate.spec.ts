import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  dataKeyMark,
  deriveKeys,
  KEY_BYTES,
  type KeyRing,
  makeKey,
  sealingKeyOf,
} from '../../../bff/platform/base/keys.ts';
import { loadKeys, openKeys, readRotations } from '../../../bff/platform/storage/key-ring.ts';
import { createKeyWatch, type KeyWatch } from '../../../bff/platform/storage/key-watch.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { whose } from '../../../testing/rigs/shops.ts';
import { MEI, QUIET, seedPeople } from '../../../testing/rigs/till.ts';
import { describeKeys } from '../../server-check/bff/describe-keys.ts';
import { rewrap } from './rewrap.ts';
import { type RotationTerms, rotateKeys } from './rotate.ts';

const OLD = Buffer.alloc(KEY_BYTES, 7);
const REF = '1234567890';
const AT = Date.UTC(2030, 0, 15, 9);

interface Server {
  readonly id: number;
  readonly keys: KeyRing;
  readonly watch: KeyWatch;
}

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let servers: Server[];
  /** Servers that run and do not look at the database. */
  let asleep: Set<number>;
  let next: Buffer;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, MEI.shop);
    servers = [];
    asleep = new Set();
    next = makeKey();
  });
  afterEach(() => store.close());

  async function start(id: number, dataKey: Buffer): Promise<Server> {
    const keys = await loadKeys(store.db, dataKey);
    const clock = { now: () => AT, monotonic: () => 0, sleep: () => Promise.resolve() };
    const one = { id, alive: () => Promise.resolve(new Set(servers.map((server) => server.id))) };
    const watch = createKeyWatch({ db: store.db, keys, servers: one, clock, log: QUIET });
    await watch.look();
    const server = { id, keys, watch };
    servers.push(server);
    return server;
  }

  /** Servers look while the command waits. */
  function rotating(changes: Partial<RotationTerms> = {}): RotationTerms {
    let waited = 0;
    return {
      db: store.db,
      dataKey: OLD,
      storeDataKey: (proposed) => Promise.resolve(proposed ?? next),
      settle: () => Promise.resolve(true),
      living: (said) => Promise.resolve(servers.every(({ id }) => said.has(id))),
      clock: {
        now: () => AT,
        monotonic: () => waited,
        async sleep(ms) {
          waited += ms;
          for (const { id, watch } of servers) if (!asleep.has(id)) await watch.look();
          expectAllToReadEachOther();
        },
      },
      ...changes,
    };
  }

  function expectAllToReadEachOther(): void {
    for (const { keys } of servers) for (const other of servers) expect(other.keys.open(keys.seal(REF))).toBe(REF);
  }

  /** One row in each place where something sealed can be changed. */
  async function fill({ keys }: Server): Promise<void> {
    const { db } = store;
    const hook = {
      shop: MEI.shop,
      url: 'https://a.example',
      news: '[]',
      made_by: MEI.person.id,
      made_at: AT,
      removed_at: null,
    };
    const secrets = { secret_sealed: keys.seal('new'), old_secret_sealed: keys.seal('old'), old_until: AT };
    await db
      .insertInto('webhook')
      .values({ id: 'hook', ...hook, ...secrets })
      .execute();
    const listed = { shop: MEI.shop, origin: 'https://a.example', name: 'A', person_id: MEI.person.id, created_at: AT };
    await db
      .insertInto('register')
      .values({ id: 'register', ...listed, ...secrets, secret_sealed: keys.seal('link') })
      .execute();
    await db
      .insertInto('setting')
      .values({ name: 'return-key', value: keys.seal('signs') })
      .execute();
    const row = {
      account: whose().account,
      type: 'capture',
      raw_type: 'c',
      succeeded: 1,
      raw_status: 's',
      mid: '1',
      amount: 1,
      currency: 'SGD',
    };
    const times = { created_at: AT, updated_at: AT, first_read_at: AT, last_read_at: AT, gone_at: null };
    for (let n = 0; n < 450; n += 1) {
      const vouchers = JSON.stringify([
        { hash: 'h', sealed: keys.seal(`${REF}${n}`), last4: '7890' },
        { hash: 'i', sealed: null, last4: '' },
      ]);
      await db
        .insertInto('issuer_row')
        .values({ ...row, ...times, transaction_id: `${n}`, vouchers })
        .execute();
    }
  }

  async function sealedTexts(): Promise<string[]> {
    const hook = await store.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
    const setting = await store.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'return-key')
      .executeTakeFirstOrThrow();
    const rows = await store.db.selectFrom('issuer_row').select('vouchers').execute();
    const refs = rows.map(({ vouchers }) => (JSON.parse(vouchers) as { sealed: string }[])[0]?.sealed ?? '');
    const register = await store.db.selectFrom('register').selectAll().executeTakeFirstOrThrow();
    const secrets = [hook.secret_sealed, hook.old_secret_sealed, register.secret_sealed, register.old_secret_sealed];
    return [...secrets.map((sealed) => sealed ?? ''), setting.value, ...refs];
  }

  it('running servers take over the new key, changeable rows are re-encrypted, and the old data key decrypts nothing', async () => {
    const one = await start(1, OLD);
    const two = await start(2, OLD);
    await fill(one);
    const tender = two.keys.seal('a ref that cannot be changed');
    const before = one.keys.hash(REF);

    expect(await rotateKeys(rotating())).toEqual({ number: 2, rows: 455, ended: true });
    expect(servers.map(({ keys }) => [keys.sealsWith(), keys.dataKey().equals(next)])).toEqual([
      [2, true],
      [2, true],
    ]);
    expectAllToReadEachOther();
    const texts = await sealedTexts();
    expect(new Set(texts.map(sealingKeyOf))).toEqual(new Set([2]));
    expect(texts.slice(0, 5).map(one.keys.open)).toEqual(['new', 'old', 'link', 'old', 'signs']);
    await expect(openKeys(store.db, OLD)).rejects.toThrow('DATA_KEY is not the key of this database');
    const later = await start(3, next);
    expect([later.keys.open(tender), later.keys.hash(REF), later.keys.sealsWith()]).toEqual([
      'a ref that cannot be changed',
      before,
      2,
    ]);
    const left = await store.db.selectFrom('wrapped_key').select('data_key').distinct().execute();
    expect(left).toEqual([{ data_key: dataKeyMark(next) }]);
    expect(await store.db.selectFrom('key_rotation').select('handed').execute()).toEqual([{ handed: null }]);
  });

  it('a running server accepts the key of the next rotation', async () => {
    const one = await start(1, OLD);
    await rotateKeys(rotating());
    const third = makeKey();
    const done = await rotateKeys(
      rotating({ dataKey: next, storeDataKey: (proposed) => Promise.resolve(proposed ?? third) }),
    );
    expect([done.number, done.ended, one.keys.sealsWith(), one.keys.dataKey().equals(third)]).toEqual([
      3,
      true,
      3,
      true,
    ]);
  });

  it('no server seals with a key that another server does not have yet, however slow it is', async () => {
    const one = await start(1, OLD);
    const two = await start(2, OLD);
    asleep.add(2);
    await expect(rotateKeys(rotating())).rejects.toThrow('does not use the new key yet');
    await one.watch.look();
    expect([one.keys.sealsWith(), two.keys.open(one.keys.seal(REF))]).toEqual([1, REF]);
    expect(describeKeys(OLD, await readRotations(store.db))).toMatchObject({
      ok: false,
      message: expect.stringContaining('not finished'),
    });

    asleep.clear();
    expect(
      await rotateKeys(rotating({ storeDataKey: (proposed) => Promise.resolve(proposed ?? makeKey()) })),
    ).toMatchObject({
      ended: true,
    });
    expect(two.keys.dataKey()).toEqual(next);
    expect(describeKeys(next, await readRotations(store.db))).toMatchObject({
      ok: true,
      message: expect.stringContaining('sealing key 2'),
    });
  });

  it('after an interruption at any step, every server reads everything and starts with the stored key, and the next run continues', async () => {
    const one = await start(1, OLD);
    await fill(one);
    let isSettled = false;
    let cuts = 0;
    let wasCutLate = false;
    for (let writes = 0; ; writes += 1) {
      let left = writes;
      const cut = () => {
        left -= 1;
        if (left < 0) throw new Error('cut off');
      };
      const run = rotating({
        dataKey: isSettled ? next : OLD,
        storeDataKey(proposed) {
          cut();
          return Promise.resolve(proposed ?? next);
        },
        settle() {
          cut();
          isSettled = true;
          cut();
          return Promise.resolve(true);
        },
        living(said) {
          cut();
          return Promise.resolve(servers.every(({ id }) => said.has(id)));
        },
      });
      const ended = await rotateKeys(run).then(
        (rotated) => rotated.ended,
        () => false,
      );
      for (const text of await sealedTexts()) expect(one.keys.open(text)).not.toBe('');
      await start(100 + writes, isSettled || ended ? next : OLD);
      expectAllToReadEachOther();
      if (ended) break;
      cuts += 1;
      wasCutLate ||= isSettled;
    }
    expect([cuts > 4, wasCutLate]).toEqual([true, true]);
    expect(new Set((await sealedTexts()).map(sealingKeyOf))).toEqual(new Set([2]));
    expect(await readRotations(store.db)).toHaveLength(1);
  });

  it('a data key from the settings is retired when the command is run with the new key', async () => {
    await start(1, OLD);
    const given = rotating({ settle: () => Promise.resolve(false) });
    expect(await rotateKeys(given)).toMatchObject({ ended: false });
    expect(await rotateKeys(given)).toMatchObject({ ended: false });
    for (const key of [OLD, next]) expect((await openKeys(store.db, key)).sealsWith()).toBe(2);
    expect(await rotateKeys({ ...given, dataKey: next })).toMatchObject({ ended: true });
    await expect(rotateKeys(given)).rejects.toThrow('DATA_KEY is not the key of this database');
  });

  it('only one of two simultaneous commands begins, and none with a wrong key', async () => {
    await start(1, OLD);
    await expect(rotateKeys(rotating({ dataKey: makeKey() }))).rejects.toThrow(
      'DATA_KEY is not the key of this database',
    );
    const haveLooked: (() => void)[] = [];
    /* Neither begins before both have seen that nothing is begun. */
    const bothHaveLooked = () =>
      new Promise<void>((resolve) => {
        haveLooked.push(resolve);
        if (haveLooked.length > 1) for (const goOn of haveLooked) goOn();
      });
    const storeDataKey = async (proposed: Buffer | null) => {
      if (proposed === null) await bothHaveLooked();
      return proposed ?? makeKey();
    };
    const both = await Promise.allSettled([1, 2].map(() => rotateKeys(rotating({ storeDataKey }))));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRotations(store.db)).toMatchObject([{ number: 2, state: 'ended' }]);
  });

  it('a row that changes during re-encryption keeps its latest content', async () => {
    const one = await start(1, OLD);
    await fill(one);
    one.keys.learn(2, makeKey());
    one.keys.sealWith(2);
    let isChanged = false;
    const changing = {
      ...one.keys,
      open(sealed: string) {
        const text = one.keys.open(sealed);
        if (text === 'signs' && !isChanged) {
          isChanged = true;
          void store.db
            .updateTable('setting')
            .set({ value: one.keys.seal('others') })
            .where('name', '=', 'return-key')
            .execute();
        }
        return text;
      },
    };
    await rewrap(store.db, changing, { sleep: () => Promise.resolve() });
    expect(await rewrap(store.db, one.keys, { sleep: () => Promise.resolve() })).toBe(0);
    expect(isChanged).toBe(true);
    expect(one.keys.open((await sealedTexts())[4] ?? '')).toBe('others');
  });

  it('a text sealed with an unknown key is refused with the reason', () => {
    const keys = deriveKeys(OLD);
    expect(() => keys.open('2.AAAA')).toThrow('Sealing key 2 is unknown to this server');
    expect(() => keys.sealWith(2)).toThrow('is unknown to this server');
  });
});
