import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { startParts } from '../../app/start-parts.ts';
import { assertMid } from '../../issuer/mirror/assert-mid.ts';
import type { RedeemOutcome } from '../../issuer/port.ts';
import { firstShop } from '../../platform/store/first-shop.ts';

const REF = '1234567890';
const WITHIN = { timeout: 15_000, interval: 20 };
const MISTYPED = '000000000000024';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let manager: TestBrowser;
  beforeEach(async () => {
    server = await createTestServer({
      store: await kind.open(),
      issuer(clock) {
        issuer = createModelIssuer({ clock });
        issuer.add(REF);
        return issuer;
      },
    });
    manager = (await setUpShop(server)).browser;
    await startParts(server.parts);
  });
  afterEach(() => server.close());

  const shopId = async () => (await firstShop(server.db))?.shop ?? Promise.reject(new Error('no shop'));
  const setMid = async (mid: string) =>
    server.db
      .updateTable('shop')
      .set({ mid })
      .where('id', '=', await shopId())
      .execute();
  async function redeem() {
    const id = randomUUID();
    let isOver = false;
    const answer = manager
      .send('PUT', `/api/tenders/${id}`, { code: REF, amount: 700, currency: 'SGD' })
      .finally(() => (isOver = true));
    await vi.waitFor(async () => {
      if (!isOver) await server.clock.advance(500);
      expect(isOver).toBe(true);
    }, WITHIN);
    return { id, ...(await answer) };
  }
  const stateOf = async (id: string) => (await manager.send('GET', `/api/tenders/${id}`)).body;
  const midCases = async () => {
    const { body } = await manager.send('GET', '/api/attention');
    return (body as { kind: string }[]).filter((item) => item.kind === 'mid');
  };

  it('the right voucher under another mid closes the shop, with a case that names the setting', async () => {
    await setMid(MISTYPED);
    const first = await redeem();
    expect(first.body).toMatchObject({ state: 'unknown' });
    expect(await redeem()).toMatchObject({ status: 409, body: { error: { code: 'shop-stopped', retry: 'safe' } } });
    expect(issuer.attempts()).toBe(1);
    expect(await midCases()).toMatchObject([
      { subject: 'shop', actions: [], evidence: [{ code: 'mid-differs', detail: `MERCHANT_MID: ${MODEL_MID}` }] },
    ]);
  });

  it('correcting the mid reopens the shop and resolves its unknown outcome', async () => {
    await setMid(MISTYPED);
    const { id } = await redeem();
    const journal = { db: server.db, setting: 'DATA_DIR' };
    await expect(assertMid(journal, await shopId(), '000000000000077')).rejects.toThrow('MERCHANT_MID');
    await assertMid(journal, await shopId(), MODEL_MID);
    server.parts.journals.tenders.forgetMid(await shopId());
    server.parts.mirror.forgetCached();
    await server.clock.advance(60_000);
    await vi.waitFor(async () => {
      await server.clock.advance(15_000);
      expect(await stateOf(id)).toMatchObject({ state: 'captured' });
    }, WITHIN);
    expect(await midCases()).toEqual([]);
    expect(await redeem()).toMatchObject({ body: { state: 'captured' } });
  });

  it('a single unexpected answer closes the shop only until search shows the redemption under its mid', async () => {
    expect(await redeem()).toMatchObject({ body: { state: 'captured' } });
    const { redeem: send } = issuer;
    vi.spyOn(issuer, 'redeem').mockImplementationOnce(
      async (...order) => ({ ...(await send(...order)), mid: MISTYPED }) as RedeemOutcome,
    );
    const { id } = await redeem();
    await vi.waitFor(async () => {
      await server.clock.advance(15_000);
      expect(await stateOf(id)).toMatchObject({ state: 'captured' });
    }, WITHIN);
    await server.clock.advance(15_000);
    expect(await midCases()).toEqual([]);
    expect(await redeem()).toMatchObject({ body: { state: 'captured' } });
  });
});
