import { beforeEach, describe, expect, it } from 'vitest';
import type { SaleDue } from '../../../contract/redemption/sale.ts';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  noAnswer,
  problem,
  type ScriptedReply,
} from '../../testing/scripted-page.ts';
import { createTillOutbox, type TillOutbox } from './outbox.ts';
import { createTillStore } from './store.ts';

beforeEach(installIndexedDb);

const captured: ScriptedReply = (id) =>
  exampleTender(id, 'captured', { requested: sgd(5_000), captured: sgd(5_000), saleId: null });
const stored: ScriptedReply = () => ({});
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A till of the device with this outbox. */
function openPage(
  putSaleDue: ScriptedReply[],
  {
    outbox = createTillOutbox(freshDatabase()),
    mayQuery = () => true,
  }: { readonly outbox?: TillOutbox; readonly mayQuery?: () => boolean } = {},
) {
  let checks = 0;
  const refs = ['1111111111', '2222222222', '3333333333'];
  const page = createScriptedPage({
    check: [() => checkOf({ ref: refs[checks++] ?? '', remaining: sgd(5_000) })],
    putTender: [captured],
    putSaleDue,
  });
  const store = createTillStore({ ...page.deps, mayQuery, outbox, currency: 'SGD', onSettled: () => undefined });
  const type = (...keys: ('8' | '0' | '9' | 'clear')[]) => {
    store.completeDue();
    for (const key of keys) store.dueKey(key);
  };
  return {
    ...page,
    store,
    outbox,
    type,
    /** A voucher pays SGD 50.00. */
    async redeem() {
      store.scan(scanOf(refs[checks] ?? '', page.clock.now));
      await page.rest();
      store.redeem();
      await page.rest();
    },
    reports: () =>
      page.bodies
        .filter((body): body is SaleDue => typeof body === 'object' && body !== null && 'revision' in body)
        .map(({ due, collected, revision }) => [due, collected, revision]),
    sent: async () => (await outbox.dues.reports()).map((report) => report.sent),
  };
}

/** A sale with SGD 80.00 due, 50.00 from a voucher, and 30.00 collected. */
async function collect(page: ReturnType<typeof openPage>): Promise<void> {
  page.type('8', '0');
  await page.redeem();
  page.store.collect();
  await page.rest();
}

const reopen = (outbox: TillOutbox, replies: ScriptedReply[]) => openPage(replies, { outbox });

describe('the collected amount of a sale', () => {
  it('is reported once, after a while, with the bill', async () => {
    const page = openPage([stored]);
    await collect(page);
    expect([page.reports(), page.store.state().sale.completed]).toEqual([[], true]);
    await page.pass(5);
    expect([page.reports(), await page.sent()]).toEqual([[[8_000, 3_000, 1]], [true]]);
  });

  it('is sent until an answer arrives, and meanwhile the next customer is served', async () => {
    const page = openPage([noAnswer, problem(503, 'journal-gap'), problem(500, 'internal'), stored]);
    await collect(page);
    page.type('9', '0');
    await page.pass(8);
    expect(page.reports()).toEqual(Array.from({ length: 4 }, () => [8_000, 3_000, 1]));
    expect(await page.sent()).toEqual([true]);
    expect(page.store.state().sale.rows).toEqual([]);
  });

  it('is sent by the next page if this one was closed, even after another sale', async () => {
    const page = openPage([noAnswer]);
    await collect(page);
    page.type('9', '0');
    await page.pass();
    const next = reopen(page.outbox, [stored]);
    await next.store.start();
    await next.pass(3);
    expect([next.reports(), await next.sent()]).toEqual([[[8_000, 3_000, 1]], [true]]);
    const third = reopen(page.outbox, [stored]);
    await third.store.start();
    await third.pass(3);
    expect(third.reports()).toEqual([]);
  });

  it('waits while no person is signed in', async () => {
    let isSignedIn = false;
    const page = openPage([stored], { mayQuery: () => isSignedIn });
    await collect(page);
    await page.pass(3);
    expect(page.reports()).toEqual([]);
    isSignedIn = true;
    await page.pass(2);
    expect(page.reports()).toHaveLength(1);
  });

  it('is retried a few times per hour if an older server refuses it, and dropped after a week', async () => {
    const page = openPage([NOT_FOUND]);
    await collect(page);
    await page.pass(7);
    expect([page.reports().length, await page.sent()]).toEqual([4, [false]]);
    page.clock.now += WEEK_MS;
    await page.pass(4);
    const { length } = page.reports();
    await page.pass(9);
    expect([page.reports().length, await page.sent()]).toEqual([length, [true]]);
  });

  it('is reported again if it arrived before its redemption', async () => {
    const page = openPage([NOT_FOUND, stored]);
    await collect(page);
    await page.pass(6);
    expect([page.reports().length, await page.sent()]).toEqual([2, [true]]);
  });

  it('is reported again to a restored server', async () => {
    const page = openPage([stored]);
    await collect(page);
    await page.pass(3);
    await page.store.reportDuesAgain();
    await page.pass(3);
    expect(page.reports()).toEqual([
      [8_000, 3_000, 1],
      [8_000, 3_000, 1],
    ]);
  });

  it('is sent even if this device cannot store it', async () => {
    const outbox = createTillOutbox(freshDatabase());
    const dues = { save: () => Promise.reject(new Error('disk full')), reports: () => Promise.resolve([]) };
    const page = openPage([stored], { outbox: { ...outbox, dues } });
    await collect(page);
    await page.pass(3);
    expect([page.reports().length, page.store.state().note?.reason]).toEqual([1, 'no-storage']);
  });
});

it('a bill that is typed again is sent once, with its final amount', async () => {
  const page = openPage([stored]);
  page.type('8', '0');
  await page.redeem();
  page.store.goOn();
  page.type('9', '0');
  await page.pass(3);
  expect(page.reports().map(([due, collected]) => [due, collected])).toEqual([[9_000, null]]);
});

it('a change during a request is sent after that request', async () => {
  let answer = () => {};
  const first = new Promise((resolve) => {
    answer = () => resolve({});
  });
  const page = openPage([() => first, stored]);
  await collect(page);
  await page.pass();
  page.store.continueSale();
  answer();
  await page.pass(3);
  expect(page.reports()).toEqual([
    [8_000, 3_000, 1],
    [8_000, null, 2],
  ]);
  expect((await page.outbox.dues.reports()).map(({ body, sent }) => [body.revision, sent])).toEqual([[2, true]]);
});

it('the outbox keeps the latest report of each sale, all unsent reports, and the last sent reports', async () => {
  const { dues } = createTillOutbox(freshDatabase());
  const body = { currency: 'SGD', due: 100, collected: null };
  const save = (id: string, revision: number, sent: boolean, savedAt = revision) =>
    dues.save({ id, savedAt, sent, body: { ...body, revision } });
  await save('late', 2, false);
  await save('late', 1, true);
  expect(await dues.reports()).toMatchObject([{ sent: false, body: { revision: 2 } }]);
  for (let number = 10; number < 30; number += 1) await save(`s${number}`, 1, true, number);
  expect((await dues.reports()).map(({ id }) => id)).toEqual([
    'late',
    ...Array.from({ length: 11 }, (_, position) => `s${position + 19}`),
  ]);
});
