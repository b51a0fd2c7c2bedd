import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EXAMPLE_SHOP, exampleTender, sgd } from '../testing/examples.ts';
import { installFakeServer, ok } from '../testing/fake-server.ts';
import { installIndexedDb } from '../testing/indexed-db.ts';
import { readRedemptions, saveRedemptions } from './last-redemptions.ts';
import { shopQuery } from './queries.ts';
import { readStoredZs, saveZ } from './z-numbers.ts';

beforeEach(installIndexedDb);
afterEach(() => vi.unstubAllGlobals());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 7, minute)).toISOString();
const taken = (id: string, minute: number) =>
  exampleTender(id, 'captured', { createdAt: at(minute), changedAt: at(minute) });

it('the last ten redemptions are stored, newest first, with the listed fields only', async () => {
  for (let minute = 0; minute < 12; minute += 1) await saveRedemptions([taken(`t${minute}`, minute)]);
  const kept = await readRedemptions();
  expect(kept.map(({ id }) => id)).toEqual(['t11', 't10', 't9', 't8', 't7', 't6', 't5', 't4', 't3', 't2']);
  expect(kept[0]).toEqual({
    id: 't11',
    last4: '7890',
    worth: sgd(3_000),
    state: 'captured',
    createdAt: at(11),
    changedAt: at(11),
    captureId: '0000123',
    saleId: 'sale-1',
    receiptNo: null,
  });
});

it('a redemption that was refunded later is shown with its current state, and redemptions of other tills are not included', async () => {
  await saveRedemptions([taken('t1', 1)]);
  const listed = [exampleTender('t1', 'refunded', { createdAt: at(1), changedAt: at(5) }), taken('elsewhere', 4)];
  await saveRedemptions(listed, { known: true });
  await saveRedemptions([taken('t1', 1)]);
  expect(await readRedemptions()).toMatchObject([{ id: 't1', state: 'refunded' }]);
});

it('a device deletes its stored redemptions when it is revoked', async () => {
  await saveRedemptions([taken('t1', 1)]);
  const client = new QueryClient();
  installFakeServer({ shop: () => ok(EXAMPLE_SHOP) });
  await client.fetchQuery({ ...shopQuery, staleTime: 0 });
  expect(await readRedemptions()).toHaveLength(1);
  installFakeServer({ shop: () => ok({ ...EXAMPLE_SHOP, device: null }) });
  await client.fetchQuery({ ...shopQuery, staleTime: 0 });
  expect(await readRedemptions()).toEqual([]);
});

it('a device deletes its stored redemptions and closings when it has moved to another shop', async () => {
  /* The page's shop is a variable of its module. */
  vi.resetModules();
  const { shopQuery: freshQuery } = await import('./queries.ts');
  const client = new QueryClient();
  const load = (id: string) => {
    installFakeServer({ shop: () => ok({ ...EXAMPLE_SHOP, id }) });
    return client.fetchQuery({ ...freshQuery, staleTime: 0 });
  };
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload, pathname: location.pathname, origin: location.origin });
  await load('katong');
  await saveRedemptions([taken('t1', 1)]);
  saveZ({ tillId: 'd1', number: 4, tag: 'tag', burnt: false });
  await load('katong');
  expect(await readRedemptions()).toHaveLength(1);
  await load('bedok');
  expect([await readRedemptions(), readStoredZs()]).toEqual([[], []]);
  expect(reload).toHaveBeenCalledOnce();
  vi.resetModules();
});
