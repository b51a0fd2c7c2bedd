import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { ANA, BEN, createTestTill, MEI } from '../../../testing/rigs/till.ts';
import type { SendRequest } from '../contract/issue.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
let id: string;
beforeEach(async () => {
  till = await createTestTill();
  id = randomUUID();
  await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 3 });
});

const send = (caller = ANA, request: Partial<SendRequest> = {}) =>
  till.issues.send(caller, id, { sending: randomUUID(), position: 1, ...request });
const trail = async () => {
  const { lines } = await till.trail.page(ANA.shop, {
    from: '1970-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
    kind: 'sales',
  });
  return lines.filter(({ action }) => action.includes('sent'));
};
const facts = async () =>
  (await till.issueJournal.read(ANA.shop, id))?.facts.filter(({ fact }) => fact.kind === 'link_given').length;

it('the link of a voucher is returned once to its seller, and the issue contains no usable link afterwards', async () => {
  const before = await till.issues.get(ANA, id);
  expect(await send()).toEqual({ link: 'https://vouchers.example/v/2', pin: '0042' });
  for (const caller of [ANA, MEI]) {
    const { vouchers, state, changedAt } = await till.issues.get(caller, id);
    expect({ state, changedAt }).toEqual({ state: 'done', changedAt: before.changedAt });
    expect(vouchers.map(({ released }) => released?.channel ?? null)).toEqual([null, 'send', null]);
    expect(vouchers[1]).toMatchObject({
      last4: '0002',
      url: null,
      shortUrl: null,
      pin: null,
      voucherId: null,
      sent: { person: 'Ana' },
    });
    expect(vouchers[0]?.sent).toBe(null);
  }
  expect(await trail()).toMatchObject([
    { action: 'issue.voucher-sent', person: { name: 'Ana' }, subject: id, details: { quantity: 1 } },
  ]);
});

it('the link is returned a second time, or after a print, only to a manager with a reason', async () => {
  await send();
  await expect(send()).rejects.toMatchObject({ status: 403, code: 'already-sent' });
  await expect(send(ANA, { reason: 'It did not arrive' })).rejects.toMatchObject({ code: 'already-sent' });
  await expect(send(MEI)).rejects.toMatchObject({ status: 400, details: { field: 'reason' } });
  expect(await send(MEI, { reason: 'It did not arrive' })).toMatchObject({ pin: '0042' });
  expect(await till.issues.print(ANA, id, { print: randomUUID() })).toMatchObject([{ position: 0 }, { position: 2 }]);
  await expect(send(ANA, { position: 0 })).rejects.toMatchObject({ code: 'already-sent' });
  await send(MEI, { position: 0, reason: 'The paper was lost' });
  const line = (reason: string) => ({
    action: 'voucher.sent-again',
    person: { name: 'Mei' },
    details: { vouchers: 1, reason },
  });
  const again = (await trail()).filter(({ action }) => action === 'voucher.sent-again');
  expect(again).toHaveLength(2);
  expect(again).toMatchObject([line('The paper was lost'), line('It did not arrive')]);
});

it('a repeated request to send a voucher gets the same response while its answer may have been lost, and is recorded once', async () => {
  const sending = randomUUID();
  const first = await send(ANA, { sending });
  await till.clock.advance(LIMITS.printAgainMs - 1);
  expect(await send(ANA, { sending })).toEqual(first);
  expect(await facts()).toBe(1);
  await till.clock.advance(1);
  await expect(send(ANA, { sending })).rejects.toMatchObject({ code: 'already-sent' });
});

it('no link is returned if the audit trail cannot be written', async () => {
  await send();
  await sql`CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(till.db);
  await expect(send(MEI, { reason: 'Again' })).rejects.toMatchObject({ status: 503 });
  expect(await facts()).toBe(1);
});

it('a missing voucher, or one of another person, cannot be sent', async () => {
  await expect(send(ANA, { position: 3 })).rejects.toMatchObject({ status: 404 });
  await expect(send(BEN)).rejects.toMatchObject({ status: 404 });
});
