import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { LOST } from '../../../testing/rigs/cards.ts';
import { ANA, BEN, createTestTill, MEI } from '../../../testing/rigs/till.ts';
import type { PrintRequest } from '../contract/issue.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
let id: string;
beforeEach(async () => {
  till = await createTestTill();
  id = randomUUID();
  await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 3 });
});

const print = (caller = ANA, request: Partial<PrintRequest> = {}) =>
  till.issues.print(caller, id, { print: randomUUID(), ...request });
const trail = async () =>
  (await till.db.selectFrom('audit').select(['action', 'person_id', 'subject', 'details']).execute()).slice(-1);

describe('printed vouchers', () => {
  it('are returned once to their seller, and the issue contains no usable code afterwards', async () => {
    const before = await till.issues.get(ANA, id);
    expect(before).toMatchObject({ printed: 0, lastPrint: null });
    const paper = await print();
    expect(paper.map(({ code, pin, position }) => [code, pin, position])).toEqual(
      till.issuer.issuedCodes().map((code, position) => [code, '0042', position]),
    );
    for (const caller of [ANA, MEI]) {
      const after = await till.issues.get(caller, id);
      expect(after).toMatchObject({
        printed: 3,
        lastPrint: { person: 'Ana' },
        state: 'done',
        changedAt: before.changedAt,
      });
      expect(after.vouchers.map(({ last4 }) => last4)).toEqual(['0001', '0002', '0003']);
      for (const { code } of paper) expect(JSON.stringify(after)).not.toContain(code);
      for (const voucher of after.vouchers)
        expect(voucher).toMatchObject({ code: null, voucherId: null, url: null, shortUrl: null, pin: null });
    }
  });

  it('can be printed again only by a manager, with a reason that is audited', async () => {
    await print();
    await expect(print()).rejects.toMatchObject({ status: 403, code: 'already-printed' });
    await expect(print(ANA, { reason: 'The printer jammed' })).rejects.toMatchObject({ code: 'already-printed' });
    await expect(print(MEI)).rejects.toMatchObject({ status: 400, details: { field: 'reason' } });
    expect(await trail()).toEqual([]);
    expect(await print(MEI, { reason: 'The printer jammed' })).toHaveLength(3);
    expect(await trail()).toEqual([
      {
        action: 'voucher.reprinted',
        person_id: 'mei',
        subject: id,
        details: JSON.stringify({ vouchers: 3, reason: 'The printer jammed' }),
      },
    ]);
  });

  it('are recorded in the audit trail from the first print on, with person and number', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: 'normal', only: 2 });
    id = randomUUID();
    await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 5 });
    await print();
    const { lines } = await till.trail.page(ANA.shop, {
      from: '1970-01-01T00:00:00Z',
      to: '2100-01-01T00:00:00Z',
      kind: 'sales',
    });
    const printed = lines.filter(({ action }) => action === 'issue.printed');
    expect(printed).toMatchObject([{ person: { name: 'Ana' }, subject: id, details: { quantity: 2 } }]);
  });

  it('are not returned if the audit trail cannot be written', async () => {
    await print();
    await sql`CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(till.db);
    await expect(print(MEI, { reason: 'Again' })).rejects.toMatchObject({ status: 503 });
    expect(
      (await till.issueJournal.read(ANA.shop, id))?.facts.filter(({ fact }) => fact.kind === 'printed'),
    ).toHaveLength(1);
  });

  it('are returned again for the same print only while its answer may have been lost', async () => {
    const request = { print: randomUUID() };
    const first = await print(ANA, request);
    await till.clock.advance(LIMITS.printAgainMs - 1);
    expect(await print(ANA, request)).toEqual(first);
    await till.clock.advance(1);
    await expect(print(ANA, request)).rejects.toMatchObject({ code: 'already-printed' });
  });

  it('exclude vouchers issued after a print, which are printed next', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: 'normal', only: 2 });
    id = randomUUID();
    await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 5 });
    expect((await print()).map(({ position }) => position)).toEqual([0, 1]);
    const whole = await till.issues.resume(ANA, id);
    expect(whole).toMatchObject({ issued: 5, printed: 2, state: 'done' });
    expect(whole.vouchers.map(({ released }) => released === null)).toEqual([false, false, true, true, true]);
    expect((await print()).map(({ position }) => position)).toEqual([2, 3, 4]);
    expect(await print(MEI, { reason: 'All of them' })).toHaveLength(5);
  });

  it('can be printed while an answer is awaited, without disturbing the issue', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: 'normal' }, LOST);
    id = randomUUID();
    const put = till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 30 });
    await till.clock.advance(1_000);
    expect(await print()).toHaveLength(20);
    await till.clock.advance(10_000);
    await put;
    const issue = await till.issues.get(ANA, id);
    expect(issue).toMatchObject({ state: 'done', issued: 30, printed: 20 });
    expect(till.issuer.issuedCodes()).toHaveLength(33);
  });

  it('are an empty list for an empty issue, and not found for another person', async () => {
    till.issuer.failNextIssues({ commit: 'never', answer: 'not-sent' });
    const own = id;
    id = randomUUID();
    await till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 5 });
    expect(await print()).toEqual([]);
    id = own;
    await expect(print(BEN)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a manager', () => {
  it('finds the latest issues of all people if requested, and a cashier finds their own', async () => {
    const ids = async (caller: typeof ANA, all: boolean) =>
      (await till.issues.latest(caller, { all })).map((issue) => issue.id);
    expect(await ids(MEI, true)).toEqual([id]);
    expect(await ids(MEI, false)).toEqual([]);
    expect(await ids(BEN, true)).toEqual([]);
    expect(await ids(ANA, true)).toEqual([id]);
  });
});
