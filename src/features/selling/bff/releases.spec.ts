import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { ANA, createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { PrintoutState } from '../../printing/contract/printing.ts';
import { CHANNELS, type Channel, voucherSubject } from '../contract/issue.ts';

type Till = Awaited<ReturnType<typeof createTestTill>>;
interface Attempt {
  readonly release: string;
  readonly reason?: string;
}
/** Releases the voucher at position 0; returns true if it is a copy, null if the answer has no mark. */
type ReleaseFirst = (till: Till, caller: Caller, id: string, attempt: Attempt) => Promise<boolean | null>;

const RELEASE: Readonly<Record<Channel, ReleaseFirst>> = {
  async print(till, caller, id, { release, ...reason }) {
    const vouchers = await till.issues.print(caller, id, { print: release, ...reason });
    return vouchers.find(({ position }) => position === 0)?.isCopy ?? null;
  },
  async send(till, caller, id, { release, ...reason }) {
    const { link, pin } = await till.issues.send(caller, id, { sending: release, position: 0, ...reason });
    expect({ link, pin }).toEqual({ link: expect.stringContaining('https://'), pin: '0042' });
    return null;
  },
  async show(till, caller, id, { release, ...reason }) {
    return (await till.issues.show(caller, id, { showing: release, position: 0, ...reason })).isCopy;
  },
};
const REFUSALS = { print: 'already-printed', send: 'already-sent', show: 'already-shown' } as const;
const AGAIN = { print: 'voucher.reprinted', send: 'voucher.sent-again', show: 'voucher.shown-again' } as const;
const PAIRS = CHANNELS.flatMap((first) => CHANNELS.map((second) => [first, second] as const));
const attempt = (reason?: string): Attempt => ({ release: randomUUID(), ...(reason !== undefined && { reason }) });

/** Routes of an issue that return nothing usable, or only to the order itself. */
const WITHOUT_VOUCHERS = [
  'putIssue',
  'issue',
  'stopIssue',
  'resumeIssue',
  'takeBackIssue',
  'undoReturn',
  'issueStates',
];
const RELEASING = { print: 'printIssue', send: 'sendVoucher', show: 'showVoucher' } satisfies Record<Channel, string>;

it('every route of an issue follows the rule for released vouchers, or returns no voucher', () => {
  const routes = Object.entries(endpoints).filter(([, { path }]) => path.startsWith('/api/issues/:id'));
  expect(routes.map(([name]) => name).sort()).toEqual([...WITHOUT_VOUCHERS, ...Object.values(RELEASING)].sort());
});

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let till: Till;
  let id: string;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    till = await createTestTill({ db: store.db, joins: store.servers });
    id = randomUUID();
    await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 2 });
  });
  afterEach(() => store.close());

  const again = async () =>
    (await till.db.selectFrom('audit').select('action').where('action', 'like', 'voucher.%').execute()).map(
      ({ action }) => action,
    );

  describe.each(PAIRS)('a voucher released first by %s and then by %s', (first, second) => {
    it('needs a manager and a reason the second time, and is recorded as a copy', async () => {
      expect(await RELEASE[first](till, ANA, id, attempt())).toBe(first === 'send' ? null : false);
      const refused = RELEASE[second](till, ANA, id, attempt('Please'));
      /* The other voucher is still free, so a print leaves this one out. */
      if (second === 'print' && first !== 'print') expect(await refused).toBe(null);
      else await expect(refused).rejects.toMatchObject({ status: 403, code: REFUSALS[second] });
      if (second !== 'print' || first === 'print')
        await expect(RELEASE[second](till, MEI, id, attempt())).rejects.toMatchObject({ details: { field: 'reason' } });
      expect(await again()).toEqual([]);
      expect(await RELEASE[second](till, MEI, id, attempt('Lost'))).toBe(second === 'send' ? null : true);
      expect(await again()).toEqual([AGAIN[second]]);
      const { vouchers } = await till.issues.get(ANA, id);
      expect(vouchers[0]).toMatchObject({ released: { channel: second, person: 'Mei' }, code: null, pin: null });
    });
  });

  it.each(CHANNELS)('the next voucher of the same sale can still be released freely after %s', async (channel) => {
    await RELEASE[channel](till, ANA, id, attempt());
    if (channel === 'print') return;
    expect(await till.issues.print(ANA, id, { print: randomUUID() })).toMatchObject([{ position: 1, isCopy: false }]);
  });

  it.each(PAIRS)('only one of two tills that release by %s and by %s at the same time succeeds', async (one, other) => {
    id = randomUUID();
    await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 1 });
    const another = await store.another?.();
    const second = another ? await createTestTill({ ...till, db: another.db, joins: another.servers }) : till;
    const outcomes = await Promise.allSettled([
      RELEASE[one](till, ANA, id, attempt()),
      RELEASE[other](second, ANA, id, attempt()),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await another?.close();
  });

  it('no usable code is returned to a reloaded page, after a server restart or for a repeated order', async () => {
    const order = { productCode: 'GIFT10', quantity: 2 };
    expect((await till.issues.get(ANA, id)).vouchers[0]).toMatchObject({ code: null, url: null, released: null });
    const [own] = (await till.issues.put(ANA, id, order)).view.vouchers;
    expect(own?.code).toBe(till.issuer.issuedCodes()[0]);
    await RELEASE.show(till, ANA, id, attempt());
    const later = await createTestTill({ ...till, joins: store.servers });
    expect((await later.issues.put(ANA, id, order)).view.vouchers).toMatchObject([{ code: null, pin: null }, {}]);
    await expect(RELEASE.send(later, ANA, id, attempt())).rejects.toMatchObject({ code: 'already-sent' });
  });

  it('a repeated release gets the same response for a while, unless another followed', async () => {
    const same = attempt();
    await RELEASE.show(till, ANA, id, same);
    await till.clock.advance(LIMITS.printAgainMs - 1);
    expect(await RELEASE.show(till, ANA, id, same)).toBe(false);
    await expect(RELEASE.print(till, MEI, id, { ...same, reason: 'Lost' })).resolves.toBe(true);
    await expect(RELEASE.show(till, ANA, id, same)).rejects.toMatchObject({ code: 'already-shown' });
  });

  it('a voucher sold before a restore may have been released, so it needs a manager and is a copy', async () => {
    await till.clock.advance(1_000);
    const at = till.clock.now();
    await createGapStore(store.db, SHOP).note({ id: 'gap', reason: 'restored', fromAt: at, foundAt: at });
    const restored = await createTestTill({ ...till, joins: store.servers });
    await restored.opening.start();
    expect((await restored.issues.get(ANA, id)).vouchers[0]?.released?.channel).toBe('unknown');
    for (const channel of CHANNELS) {
      await expect(RELEASE[channel](restored, ANA, id, attempt())).rejects.toMatchObject({ code: REFUSALS[channel] });
      expect(await RELEASE[channel](restored, MEI, id, attempt('Restored'))).toBe(channel === 'send' ? null : true);
    }
    await restored.opening.stop();
  });

  describe('a print on a printer', () => {
    async function printout(state: PrintoutState, position = 0): Promise<void> {
      const now = till.clock.now();
      const printer = { host: null, port: null, width: 80, cutter: 0, drawer: 0, token_hash: null } as const;
      await store.db
        .insertInto('printer')
        .values({
          id: 'p',
          shop: SHOP,
          name: 'P',
          kind: 'cloudprnt',
          ...printer,
          state: 'ready',
          state_at: null,
          created_at: 0,
          removed_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const by = { shop: SHOP, printer_id: 'p', device_id: ANA.device.id, person_id: ANA.person.id, owner: 1 };
      const document = { what: 'voucher', subject: voucherSubject(id, position), copy_of: null, drawer: 0 } as const;
      const rest = { asked_hash: 'h', sealed: null, state, reason: null, created_at: now, changed_at: now };
      await store.db
        .insertInto('printout')
        .values({ id: randomUUID(), ...by, ...document, ...rest })
        .execute();
    }

    it.each(['failed', 'cancelled'] as const)('does not count as a release if it %s', async (state) => {
      await RELEASE.print(till, ANA, id, attempt());
      await printout(state);
      expect(await till.issues.print(ANA, id, { print: randomUUID() })).toMatchObject([{ position: 0, isCopy: false }]);
    });

    it.each(['queued', 'sending', 'unsure', 'printed', 'repeated'] as const)(
      'counts as a release if it is %s',
      async (state) => {
        await RELEASE.print(till, ANA, id, attempt());
        await printout('failed');
        await printout(state);
        await printout('failed', 1);
        expect(await till.issues.print(ANA, id, { print: randomUUID() })).toMatchObject([{ position: 1 }]);
        await expect(RELEASE.send(till, ANA, id, attempt())).rejects.toMatchObject({ code: 'already-sent' });
      },
    );

    it('does not undo another release if it failed afterwards', async () => {
      await RELEASE.show(till, ANA, id, attempt());
      await RELEASE.print(till, MEI, id, attempt('Paper'));
      await printout('failed');
      await expect(RELEASE.send(till, ANA, id, attempt())).rejects.toMatchObject({ code: 'already-sent' });
    });
  });
});
