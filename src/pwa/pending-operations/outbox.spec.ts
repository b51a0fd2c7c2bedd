import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActivateOutbox } from '../../features/gift-cards/pwa/outbox.ts';
import { createSellOutbox } from '../../features/selling/pwa/outbox.ts';
import { createTillOutbox } from '../redeem/till/outbox.ts';
import { createTillStore } from '../redeem/till/store.ts';
import { createRefundOutbox } from '../refund/outbox.ts';
import { exampleTender } from '../testing/examples.ts';
import { installIndexedDb } from '../testing/indexed-db.ts';
import { createScriptedPage } from '../testing/scripted-page.ts';

beforeEach(installIndexedDb);
afterEach(() => vi.restoreAllMocks());

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SALE = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
const amount = { amount: 3_000, currency: 'SGD' };
const tender = {
  id: ID,
  body: { code: '1234567890', saleId: SALE, ...amount },
  last4: '7890',
  requested: amount,
  savedAt: 1_000_000,
};

/**
 * The databases as the first version wrote them: names, stores and one record each.
 *
 * They are spelled out, because stored databases cannot be renamed.
 */
const KEPT = [
  {
    what: 'redemption',
    database: 'tillside',
    store: 'tenders',
    others: ['sale'],
    record: tender,
    open: createTillOutbox,
  },
  {
    what: 'refund',
    database: 'tillside-refunds',
    store: 'refunds',
    others: [],
    record: { id: ID, tenderId: SALE, reason: 'Wrong amount', last4: '7890', amount, savedAt: 1 },
    open: createRefundOutbox,
  },
  {
    what: 'order',
    database: 'tillside-sales',
    store: 'sales',
    others: [],
    record: {
      id: ID,
      personId: 'p1',
      order: { productCode: 'GIFT10', quantity: 3 },
      productName: 'Ten dollars',
      savedAt: 1,
    },
    open: createSellOutbox,
  },
  {
    what: 'activation',
    database: 'tillside-activations',
    store: 'wishes',
    others: ['draft', 'samples'],
    record: { id: ID, mode: 'list', ranges: [{ start: '000101', end: '000150', count: 50 }], savedAt: 1 },
    open: createActivateOutbox,
  },
] as const;

/** A tab of an earlier version, whose connection stays open. */
async function openEarlierTab({ database, store, others, record }: (typeof KEPT)[number]) {
  const tab = await openDB(database, 1, {
    upgrade: (db) => {
      db.createObjectStore(store, { keyPath: 'id' });
      for (const other of others) db.createObjectStore(other);
    },
  });
  await tab.put(store, record);
  return tab;
}

/** The browser closes the page's connection a number of times. */
function loseConnection(times: number): void {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let lost = 0; lost < times; lost += 1)
    transaction.mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    });
}

describe('after the browser has lost its connection to the database', () => {
  it.each(KEPT)('saves the $what on a new connection, exactly once', async ({ record, open }) => {
    const outbox: Pick<ReturnType<typeof createTillOutbox>, 'remove'> & {
      save: (operation: never) => Promise<void>;
      operations: () => Promise<unknown[]>;
    } = open();
    expect(await outbox.operations()).toEqual([]);
    loseConnection(1);
    await outbox.save(record as never);
    expect(await outbox.operations()).toEqual([record]);
  });

  it('reports a failed save if the connection is lost twice, and saves the next operation without a reload', async () => {
    const outbox = createTillOutbox();
    await outbox.operations();
    loseConnection(2);
    await expect(outbox.save(tender)).rejects.toThrow('closing');
    await outbox.save(tender);
    expect(await outbox.operations()).toEqual([tender]);
  });
});

describe('while a tab of an earlier version is open', () => {
  it.each(KEPT)('lets the next version read the stored $what and continue', async (kept) => {
    const tab = await openEarlierTab(kept);
    const outbox = kept.open();
    expect(await outbox.operations()).toEqual([kept.record]);
    await outbox.remove(ID);
    expect(await tab.getAll(kept.store)).toEqual([]);
    await tab.put(kept.store, kept.record);
    expect(await outbox.operations()).toHaveLength(1);
  });

  it('a redemption in progress is looked up and never sent again, and the sale is unchanged', async () => {
    const [kept] = KEPT;
    const tab = await openEarlierTab(kept);
    const row = { tenderId: ID, last4: '7890', requested: amount, savedAt: 1_000_000, view: null };
    await tab.put('sale', { id: SALE, currency: 'SGD', due: { added: [], current: 8_000 }, rows: [row] }, 'current');
    const { deps, sent, rest } = createScriptedPage({ tender: [(id) => exampleTender(id, 'captured')] });
    const till = createTillStore({ ...deps, outbox: createTillOutbox(), currency: 'SGD', onSettled: () => undefined });
    await till.start();
    await rest();
    expect(sent).toEqual([`tender ${ID}`]);
    expect(till.state().stage).toMatchObject({ at: 'verdict', tenderId: ID, view: { state: 'captured' } });
    expect(till.state().sale).toMatchObject({ id: SALE, due: { current: 8_000 }, rows: [{ code: '1234567890' }] });
    expect(await tab.getAll('tenders')).toEqual([]);
  });
});

describe('operations that the server has not reported', () => {
  /* The page's shop is a variable of its module. */
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.resetModules());

  it('are counted once, however many outboxes share their store, and only in their shop', async () => {
    const { startInShop } = await import('../api/page-shop.ts');
    const { countUnsent } = await import('./outbox.ts');
    const { createTillOutbox: createFresh } = await import('../redeem/till/outbox.ts');
    const [outbox] = [createFresh(), createFresh()];
    const before = await countUnsent();
    startInShop('katong');
    await outbox.save(tender);
    expect(await countUnsent()).toBe(before + 1);
    startInShop('bedok');
    expect([await countUnsent(), await outbox.operations()]).toEqual([before, []]);
    startInShop('katong');
    await outbox.markReceived(ID);
    expect(await countUnsent()).toBe(before);
  });
});
