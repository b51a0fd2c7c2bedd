import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cable, layCable } from '../../testing/databases/cable.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase } from '../../testing/databases/stores.ts';
import { at, textAt } from '../../testing/rigs/people.ts';
import { openTrainingShop, type PracticeShop } from '../../testing/rigs/training-shop.ts';

onStores([POSTGRES], () => {
  let database: string;
  let cable: Cable;
  let shop: PracticeShop;
  let code: string;
  beforeEach(async () => {
    database = await newDatabase();
    cable = await layCable(database);
    shop = await openTrainingShop(cable.url);
    code = textAt((await shop.signedIn.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
  });
  afterEach(async () => {
    await shop.close();
    await cable.close();
    await removeDatabase(database);
  });

  const problem = (answer: { readonly status: number; readonly body: unknown }) => [
    answer.status,
    at(answer.body, 'error', 'code'),
    at(answer.body, 'error', 'retry'),
  ];
  const answers = async (path: string) => (await shop.signedIn.send('GET', path)).status;

  async function mend(): Promise<void> {
    await cable.mend();
    await expect.poll(() => answers('/api/tenders'), { timeout: 20_000 }).toBe(200);
  }

  it('a request without an id that may have succeeded can be repeated only after a check', async () => {
    const person = { name: 'Zoe', role: 'cashier', pin: '592807' };
    cable.silenceAfter('insert into "person"', 'commit');
    expect(problem(await shop.signedIn.send('POST', '/api/people', person))).toEqual([503, 'not-ready', 'after-check']);
    await mend();
    const people = (await shop.signedIn.send('GET', '/api/people')).body as { name: string }[];
    expect(people.filter(({ name }) => name === 'Zoe')).toHaveLength(1);
  });

  it('a redemption with an uncertain first write was not sent, and the next request reports this', async () => {
    const path = `/api/tenders/${randomUUID()}`;
    const redemption = { code, amount: 100, currency: 'SGD' };
    cable.silenceAfter('insert into "tender"', 'commit');
    expect(problem(await shop.signedIn.send('PUT', path, redemption))).toEqual([503, 'not-ready', 'safe']);
    await mend();
    const again = await shop.signedIn.send('PUT', path, redemption);
    expect([again.status, at(again.body, 'state')]).toEqual([200, 'not_sent']);
    const checked = (await shop.signedIn.send('POST', '/api/vouchers/check', { code })).body;
    expect([at(checked, 'open'), at(checked, 'lastUse')]).toEqual([null, null]);
    const next = await shop.signedIn.send('PUT', `/api/tenders/${randomUUID()}`, redemption);
    expect([next.status, at(next.body, 'state')]).toEqual([201, 'captured']);
  });

  it('a redemption whose outcome could not be written stays “sent”, and is resolved once the database is back', async () => {
    const path = `/api/tenders/${randomUUID()}`;
    cable.silenceAfter('"captureId"');
    const put = await shop.signedIn.send('PUT', path, { code, amount: 100, currency: 'SGD' });
    expect([put.status, at(put.body, 'state')]).toEqual([201, 'sent']);
    expect(problem(await shop.signedIn.send('GET', path))).toEqual([503, 'not-ready', 'safe']);
    await mend();
    const state = async () => at((await shop.signedIn.send('GET', path)).body, 'state');
    await expect.poll(state, { timeout: 30_000, interval: 250 }).toBe('captured');
  }, 60_000);
});
