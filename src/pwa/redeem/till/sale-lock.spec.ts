import { describe, expect, it, vi } from 'vitest';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import { createScriptedPage, freshDatabase } from '../../testing/scripted-page.ts';
import { createTillOutbox } from './outbox.ts';
import { balanceOf } from './sale.ts';
import { createSaleLock } from './sale-lock.ts';
import { createTillStore } from './store.ts';

installIndexedDb();

type Granted = (lock: null) => unknown;

/** The locks of a browser, as far as owners use them. */
function createLocks() {
  let holder: { readonly lose: () => void } | null = null;
  const waiting: (() => void)[] = [];

  function request(_: string, { steal = false, ifAvailable = false }: LockOptions, granted: Granted): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        holder = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
        void Promise.resolve(granted(null)).then(resolve);
      };
      if (ifAvailable) resolve(granted(null));
      else if (steal) {
        holder?.lose();
        grant();
      } else if (holder === null) grant();
      else waiting.push(grant);
    });
  }
  const close = () => {
    holder = null;
    waiting.shift()?.();
  };
  return { locks: { request } as unknown as LockManager, close };
}

/** Two pages of one device, the first one with SGD 30.00 due. */
async function twoPages() {
  const database = freshDatabase();
  const { locks, close } = createLocks();
  const open = () => {
    const page = createScriptedPage({
      check: [() => checkOf(), () => checkOf({ ref: '5555555555' })],
      putTender: [(id) => exampleTender(id, 'captured', { requested: sgd(3_000), captured: sgd(3_000) })],
      tender: [(id) => exampleTender(id, 'captured')],
    });
    const saleLock = createSaleLock(page.deps, locks);
    const outbox = createTillOutbox(database);
    return {
      ...page,
      store: createTillStore({ ...page.deps, outbox, saleLock, currency: 'SGD', onSettled: () => undefined }),
    };
  };
  const first = open();
  await first.store.start();
  for (const key of ['3', '0'] as const) first.store.dueKey(key);
  await first.rest();
  const second = open();
  void second.store.start();
  await second.pass();
  return { first, second, close };
}

async function scanAndRedeem({ store, rest }: Awaited<ReturnType<typeof twoPages>>['first']): Promise<void> {
  store.scan(scanOf('1234567890'));
  await rest();
  store.redeem();
  await rest();
}

describe('two pages of one device', () => {
  it('share one sale, which only its owner can change', async () => {
    const { first, second } = await twoPages();
    expect([first.store.state().elsewhere, second.store.state().elsewhere]).toEqual([false, true]);
    second.store.dueKey('1');
    await scanAndRedeem(second);
    expect(second.sent).toEqual([]);
    await scanAndRedeem(first);
    expect(balanceOf(first.store.state().sale)).toMatchObject({ due: 3_000, redeemed: 3_000, left: 0 });
  });

  it('continue with the same sale if the other claims it, and do not redeem anything twice', async () => {
    const { first, second } = await twoPages();
    await scanAndRedeem(first);
    second.store.takeOver();
    await second.rest();
    expect([first.store.state().elsewhere, second.store.state().elsewhere]).toEqual([true, false]);
    expect(balanceOf(second.store.state().sale)).toMatchObject({ due: 3_000, redeemed: 3_000, left: 0 });
    first.store.dueKey('7');
    await first.rest();
    first.store.takeOver();
    await first.rest();
    expect(balanceOf(first.store.state().sale)).toMatchObject({ due: 3_000, redeemed: 3_000 });
  });

  it('leave the sale to the remaining page when the other is closed', async () => {
    const { second, close } = await twoPages();
    close();
    await second.rest();
    expect(second.store.state()).toMatchObject({ elsewhere: false, sale: { due: { current: 3_000 } } });
  });

  it('are not detected if a single slow page receives its lock late', async () => {
    const answers: (() => unknown)[] = [];
    const request = (_: string, __: LockOptions, granted: Granted) =>
      new Promise((resolve) => answers.push(() => resolve(granted(null))));
    const heard: boolean[] = [];
    createSaleLock({ sleep: () => Promise.resolve() }, { request } as unknown as LockManager).claim((hasLock) =>
      heard.push(hasLock),
    );
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    for (const answer of answers) answer();
    expect(heard).toEqual([true]);
  });
});
