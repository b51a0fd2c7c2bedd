import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillJournal } from '../../../testing/databases/fill-journal.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { makeShop, SHOP, shopNamed } from '../../../testing/rigs/shops.ts';
import { createGapStore, type Gap, type GapStore } from './journal-gaps.ts';

const HOUR_MS = 60 * 60_000;
/** Tuesday morning; the weekend was a long one. */
const FROM_AT = Date.UTC(2026, 0, 6, 9);
const FOUND_AT = FROM_AT + HOUR_MS;
const LONG_AGO = Date.UTC(2025, 0, 1);

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let gaps: GapStore;
  let gap: Gap;
  beforeEach(async () => {
    store = await kind.open();
    await makeShop(store.db);
    gaps = createGapStore(store.db, SHOP);
    gap = await gaps.note({ id: 'gap', reason: 'till-remembers', fromAt: FROM_AT, foundAt: FOUND_AT });
  });
  afterEach(() => store.close());

  async function device(
    id: string,
    row: { enrolled_at?: number; last_seen_at?: number | null; revoked_at?: number },
  ): Promise<void> {
    const usual = {
      shop: SHOP,
      name: id,
      secret_hash: id,
      enrolled_at: LONG_AGO,
      last_seen_at: FROM_AT,
      revoked_at: null,
    };
    await store.db
      .insertInto('device')
      .values({ ...usual, id, ...row })
      .execute();
  }
  it('a gap is dated after everything in the journal, even data dated ahead by a fast clock', async () => {
    await gaps.end(gap.id, FOUND_AT, null);
    await device('till', {});
    const ana = { id: 'ana', name: 'Ana', pin_hash: '', created_at: 0, disabled_at: null };
    await store.db.insertInto('person').values(ana).execute();
    const by = { device: 'till', person: 'ana' };
    await fillJournal(store.db, { shop: SHOP, count: 3, until: FOUND_AT + HOUR_MS, by: [by] });
    const next = await gaps.note({ id: 'next', reason: 'other-copy', fromAt: FOUND_AT, foundAt: FOUND_AT + 1 });
    const { latest } = await store.db
      .selectFrom('fact')
      .where('shop', '=', SHOP)
      .select(({ fn }) => fn.max<number>('at').as('latest'))
      .executeTakeFirstOrThrow();
    expect([next.foundAt, latest > FOUND_AT]).toEqual([latest + 1, true]);
  });

  it('a gap keeps the vouchers of redemptions that were not restored, for its own shop', async () => {
    await gaps.remember(gap.id, 'first');
    await gaps.noteUnrestored(gap.id, 'first', 'hash');
    await gaps.noteUnrestored(gap.id, 'first', 'hash');
    await gaps.remember(gap.id, 'second');
    expect(await gaps.hasUnrestored('hash', 'second', FOUND_AT)).toBe(true);
    expect(await gaps.hasUnrestored('hash', 'first', FOUND_AT)).toBe(false);
    expect(await gaps.hasUnrestored('other', 'second', FOUND_AT)).toBe(false);
    await gaps.noteUnrestored(gap.id, 'third', null);
    expect(await gaps.hasUnrestored('other', 'second', FOUND_AT)).toBe(true);
    expect(await gaps.hasUnrestored('other', 'third', FOUND_AT)).toBe(false);
    expect(await gaps.hasUnrestored('other', 'second', FOUND_AT + 1)).toBe(false);
    const east = shopNamed('east');
    await makeShop(store.db, east);
    expect(await createGapStore(store.db, east).hasUnrestored('hash', 'second', FOUND_AT)).toBe(false);
  });

  it('a gap affects every shop, and ending it for one shop does not open another', async () => {
    const other = shopNamed('other');
    await makeShop(store.db, other);
    const others = createGapStore(store.db, other);
    expect(await others.latest()).toBeNull();
    const request = { id: 'second', reason: 'restored', fromAt: FROM_AT, foundAt: FOUND_AT } as const;
    expect(await gaps.note(request)).toEqual(gap);
    const noted = await others.latest();
    expect(noted).toMatchObject({ fromAt: FROM_AT, foundAt: FOUND_AT, endedAt: null });
    expect(await others.end(gap.id, FOUND_AT, null)).toBe(false);
    expect(await gaps.end(gap.id, FOUND_AT + 1, 'mei')).toBe(true);
    expect([(await gaps.latest())?.endedAt, (await others.latest())?.endedAt]).toEqual([FOUND_AT + 1, null]);
  });

  const waitedFor = async () => (await gaps.awaited(gap)).map(({ id }) => id);

  describe('a till from before a gap', () => {
    it('is waited for if it was used in the days before, even before a long weekend', async () => {
      await device('in use', {});
      await device('since Friday evening', { last_seen_at: Date.UTC(2026, 0, 2, 21) });
      await device('new, and never seen', { enrolled_at: FROM_AT - HOUR_MS, last_seen_at: null });
      expect(await waitedFor()).toEqual(['in use', 'new, and never seen', 'since Friday evening']);
    });

    it('is not waited for if it was idle longer, but must still report before it gets “not received”', async () => {
      await device('in the drawer', { last_seen_at: FROM_AT - 5 * 24 * HOUR_MS });
      expect(await waitedFor()).toEqual([]);
      expect(await gaps.isAwaited(gap, 'in the drawer')).toBe(true);
    });

    it('is not awaited again after its report, and other tills are not awaited', async () => {
      await device('back', {});
      await device('revoked', { revoked_at: FROM_AT - HOUR_MS });
      await device('enrolled since', { enrolled_at: FOUND_AT, last_seen_at: FOUND_AT });
      await gaps.noteReport(gap.id, 'back', FOUND_AT);
      expect(await waitedFor()).toEqual([]);
      for (const id of ['back', 'revoked', 'enrolled since', 'nobody'])
        expect(await gaps.isAwaited(gap, id)).toBe(false);
    });
  });
});
