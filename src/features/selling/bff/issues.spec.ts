import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IssueRequest } from '../../../contract/redemption/issue-request.ts';
import { OUT_OF_STOCK } from '../../../testing/issuer/model-stock.ts';
import { LOST, NEVER_DONE, NOT_SENT } from '../../../testing/rigs/cards.ts';
import { ANA, BEN, createTestTill, MEI } from '../../../testing/rigs/till.ts';
import type { IssueView } from '../contract/issue.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const REFUSED = { commit: 'never', answer: OUT_OF_STOCK } as const;
const REJECTED = {
  outcome: 'declined',
  refusal: { reason: 'issuer-declined', issuerCode: '403', issuerText: null },
  isCallerRejected: true,
} as const;

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

const order = (quantity: number, changes: Partial<IssueRequest> = {}): IssueRequest => ({
  productCode: 'GIFT10',
  quantity,
  ...changes,
});
const sell = async (quantity: number, id: string = randomUUID()): Promise<IssueView> =>
  (await till.issues.put(ANA, id, order(quantity))).view;
const keys = () => till.issuer.ordersTried().map(({ idempotencyKey }) => idempotencyKey);
const quantities = () => till.issuer.ordersTried().map(({ quantity }) => quantity);
const get = (id: string) => till.issues.get(ANA, id);

/** The issue has exactly the vouchers that the issuer ever issued. */
function expectAllHere(issue: IssueView): void {
  expect(issue.vouchers.map(({ last4 }) => last4)).toEqual(till.issuer.issuedCodes().map((code) => code.slice(-4)));
  expect(issue.issued).toBe(issue.vouchers.length);
}

describe('an issue', () => {
  it('returns the vouchers with all details that their holder needs', async () => {
    const { view: issue, isNew } = await till.issues.put(ANA, randomUUID(), order(1, { clientReference: 'order#1' }));
    expect(isNew).toBe(true);
    expect(issue).toMatchObject({
      state: 'done',
      productName: 'Ten dollars',
      quantity: 1,
      remainder: 0,
      refusal: null,
      person: 'Ana',
    });
    expect(issue.vouchers).toEqual([
      {
        code: 'SOLD00000001',
        last4: '0001',
        voucherId: 'voucher-1',
        name: 'Gift',
        productName: 'Gift',
        remaining: { amount: 1000, currency: 'SGD' },
        status: 'active',
        expires: '2031-01-15T00:00:00.000Z',
        url: 'https://vouchers.example/v/1',
        shortUrl: null,
        pin: '0042',
        sent: null,
        released: null,
      },
    ]);
    expect(till.issuer.ordersTried()).toEqual([
      { ...order(1), clientReference: 'order#1', idempotencyKey: expect.stringMatching(UUID_V4) },
    ]);
  });

  it('is sent in several requests, each with its own key, if it has more than twenty vouchers', async () => {
    const issue = await sell(45);
    expect(issue.state).toBe('done');
    expect(quantities()).toEqual([20, 20, 5]);
    expect(new Set(keys()).size).toBe(3);
    expectAllHere(issue);
  });

  it('returns the existing result for the same id and order, and does not send it again', async () => {
    const id = randomUUID();
    const first = await sell(3, id);
    expect(await till.issues.put(ANA, id, order(3))).toEqual({ view: first, isNew: false });
    expect(till.issuer.ordersTried()).toHaveLength(1);
  });

  it('sends one request when the same order arrives ten times at once', async () => {
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => till.issues.put(ANA, id, order(25))));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(quantities()).toEqual([20, 5]);
  });

  it('refuses the same id for another order, and from another person', async () => {
    const id = randomUUID();
    await sell(3, id);
    for (const other of [
      order(4),
      order(3, { clientReference: 'x' }),
      order(3, { productCode: 'GIFTOPEN', faceValue: 500 }),
    ]) {
      await expect(till.issues.put(ANA, id, other)).rejects.toMatchObject({ status: 409, code: 'issue-mismatch' });
    }
    await expect(till.issues.put(BEN, id, order(3))).rejects.toMatchObject({ code: 'issue-mismatch' });
  });

  it('is visible to its author and to managers, but not to another person at the same device', async () => {
    const { id } = await sell(1);
    expect((await till.issues.get(MEI, id)).vouchers).toHaveLength(1);
    for (const caller of [BEN, { ...BEN, device: ANA.device }]) {
      await expect(till.issues.get(caller, id)).rejects.toMatchObject({ status: 404 });
      await expect(till.issues.resume(caller, id)).rejects.toMatchObject({ status: 404 });
    }
    expect(await till.issues.latest(BEN)).toEqual([]);
    const [mine] = await till.issues.latest(ANA);
    expect(mine).toMatchObject({ id, issued: 1 });
    expect(mine).not.toHaveProperty('vouchers');
  });

  it('needs a face value for an open-value product, and refuses one for any other', async () => {
    const open = await till.issues.put(ANA, randomUUID(), order(1, { productCode: 'GIFTOPEN', faceValue: 1550 }));
    expect(open.view.vouchers[0]?.remaining).toEqual({ amount: 1550, currency: 'SGD' });
    for (const wrong of [order(1, { productCode: 'GIFTOPEN' }), order(1, { faceValue: 1000 })]) {
      const asked = till.issues.put(ANA, randomUUID(), wrong);
      await expect(asked).rejects.toMatchObject({ status: 400, details: { field: 'faceValue' } });
    }
    expect(till.issuer.ordersTried()).toHaveLength(1);
  });

  it('is not possible without client credentials', async () => {
    till.issuer.stopSelling();
    await expect(sell(1)).rejects.toMatchObject({ status: 404, code: 'not-sold-here' });
    await expect(till.issues.products()).rejects.toMatchObject({ status: 404, code: 'not-sold-here' });
    expect(await till.issues.latest(ANA)).toEqual([]);
  });

  it('offers the products of the catalogue', async () => {
    expect(await till.issues.products()).toMatchObject([
      { code: 'GIFT10', openValue: false, worth: { amount: 1000, currency: 'SGD' }, singleUse: false },
      { code: 'GIFTOPEN', openValue: true, worth: null },
    ]);
  });
});

describe('an issuer that issues fewer vouchers', () => {
  it('answers 207 to the second of four requests, so that the issued vouchers are kept and the rest waits for a person', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: 'normal' }, { commit: 'now', answer: 'normal', only: 12 });
    const partly = await sell(65);
    expect(partly).toMatchObject({ state: 'partly', issued: 32, remainder: 33, refusal: OUT_OF_STOCK });
    expect(quantities()).toEqual([20, 20]);
    const whole = await till.issues.resume(ANA, partly.id);
    expect(whole).toMatchObject({ state: 'done', remainder: 0, refusal: null });
    expect(quantities()).toEqual([20, 20, 20, 13]);
    expect(new Set(keys()).size).toBe(4);
    expectAllHere(whole);
  });

  it('refuses the whole order, so that no voucher exists, the reason is stored, and a person may retry', async () => {
    till.issuer.failNextIssues(REFUSED);
    const declined = await sell(5);
    expect(declined).toMatchObject({ state: 'declined', issued: 0, remainder: 5, refusal: OUT_OF_STOCK, vouchers: [] });
    expect((await till.issues.resume(ANA, declined.id)).state).toBe('done');
    await expect(till.issues.resume(ANA, declined.id)).rejects.toMatchObject({
      status: 409,
      code: 'nothing-to-resume',
    });
  });

  it('cannot be reached, so that nothing was sent, and a person may try again', async () => {
    till.issuer.failNextIssues(NOT_SENT);
    const stopped = await sell(5);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'issuer-silent', remainder: 5 });
    expectAllHere(await till.issues.resume(ANA, stopped.id));
  });
});

describe('a rejected token', () => {
  it('declines the order, and resuming it after the repair uses the same key', async () => {
    const { issue } = till.issuer;
    let used: string | null = null;
    till.issuer.issue = async ({ idempotencyKey }) => {
      used = idempotencyKey;
      return REJECTED;
    };
    const declined = await sell(5);
    expect(declined).toMatchObject({ state: 'declined', remainder: 5, refusal: { issuerCode: '403' } });
    till.issuer.issue = issue;
    expectAllHere(await till.issues.resume(ANA, declined.id));
    expect(keys()).toEqual([used]);
  });

  it('does not lose a voucher after a gateway time-out, because resuming returns the issued vouchers', async () => {
    const { issue } = till.issuer;
    till.issuer.issue = async (wanted) => {
      await issue(wanted);
      return REJECTED;
    };
    const declined = await sell(5);
    expect(declined.state).toBe('declined');
    till.issuer.issue = issue;
    const resumed = await till.issues.resume(ANA, declined.id);
    expect(resumed).toMatchObject({ state: 'done', issued: 5 });
    expectAllHere(resumed);
  });

  it('proves nothing after a lost answer, however long it lasts', async () => {
    const { issue } = till.issuer;
    till.issuer.failNextIssues(LOST);
    const asked = sell(5);
    await till.clock.advance(1_000);
    till.issuer.issue = async () => REJECTED;
    await till.clock.advance(620_000);
    const { id } = await asked;
    expect((await get(id)).state).toBe('manager');
    till.issuer.issue = issue;
    await till.clock.advance(3_600_000);
    const found = await get(id);
    expect(found.state).toBe('done');
    expectAllHere(found);
  });
});

describe('a lost answer', () => {
  it.each([
    ['after the vouchers were issued', LOST],
    ['before any was issued', NEVER_DONE],
  ])(
    '%s makes the server send the request again under the same key, and continue the issue automatically',
    async (_, fault) => {
      till.issuer.failNextIssues({ commit: 'now', answer: 'normal' }, fault, fault, fault);
      const asked = sell(45);
      await till.clock.advance(1_000);
      const { id } = (await till.issues.latest(ANA))[0] ?? { id: '' };
      expect(await get(id)).toMatchObject({ state: 'unknown', issued: 20, remainder: 25 });
      await till.clock.advance(20_000);
      await asked;
      const issue = await get(id);
      expect(issue).toMatchObject({ state: 'done', remainder: 0 });
      expect(quantities()).toEqual([20, 20, 20, 20, 20, 5]);
      expect(new Set(keys()).size).toBe(3);
      expectAllHere(issue);
    },
  );

  it('followed by a refusal leaves the outcome unknown while the first request may still be executed', async () => {
    till.issuer.failNextIssues(
      { commit: { afterMs: 60_000 }, answer: 'lost' },
      ...Array.from({ length: 18 }, () => REFUSED),
    );
    const asked = sell(5);
    await till.clock.advance(50_000);
    const { id } = await asked;
    expect(await get(id)).toMatchObject({ state: 'unknown', issued: 0 });
    await till.clock.advance(60_000);
    const issue = await get(id);
    expect(issue.state).toBe('done');
    expectAllHere(issue);
    expect(new Set(keys()).size).toBe(1);
  });

  it('followed by refusals until the first request has expired means that nothing was issued', async () => {
    till.issuer.failNextIssues(NEVER_DONE, ...Array.from({ length: 60 }, () => REFUSED));
    const asked = sell(5);
    await till.clock.advance(205_000);
    const { id } = await asked;
    expect((await get(id)).state).toBe('unknown');
    await till.clock.advance(30_000);
    expect(await get(id)).toMatchObject({ state: 'declined', remainder: 5, refusal: OUT_OF_STOCK });
    expect(till.issuer.issuedCodes()).toEqual([]);
  });

  it('calls a manager after ten minutes, and the vouchers still arrive afterwards', async () => {
    till.issuer.failNextIssues(LOST, ...Array.from({ length: 60 }, () => NOT_SENT));
    const asked = sell(5);
    await till.clock.advance(620_000);
    const { id } = await asked;
    expect((await get(id)).state).toBe('manager');
    const [item] = await till.attention.list();
    expect(item).toMatchObject({ id, subject: 'issue', state: 'manager', actions: ['close'] });
    expect(item?.evidence.map(({ code }) => code)).toEqual(['answer-lost', 'issuer-silent']);
    await till.clock.advance(24 * 3_600_000);
    const issue = await get(id);
    expect(issue.state).toBe('done');
    expectAllHere(issue);
    expect(await till.attention.list()).toEqual([]);
  });

  it('closed by a manager makes resuming use the same key before anything else', async () => {
    till.issuer.failNextIssues(LOST, ...Array.from({ length: 60 }, () => NOT_SENT));
    const asked = sell(25);
    await till.clock.advance(610_000);
    const { id } = await asked;
    expect(await till.attention.settle(MEI, id, { action: 'close', reason: 'The customer has left' })).toBeNull();
    const before = till.issuer.ordersTried().length;
    await till.clock.advance(3_600_000);
    expect(till.issuer.ordersTried()).toHaveLength(before);
    expect(await get(id)).toMatchObject({ state: 'stopped', stopReason: 'closed', issued: 0, remainder: 25 });
    const resumed = till.issues.resume(ANA, id);
    await till.clock.advance(24 * 3_600_000);
    await resumed;
    const issue = await get(id);
    expect(issue.state).toBe('done');
    expectAllHere(issue);
    expect(new Set(keys()).size).toBe(2);
  });

  it('does not offer a manager actions while the request is being repeated normally', async () => {
    till.issuer.failNextIssues(LOST);
    const asked = sell(5);
    await till.clock.advance(1_000);
    const [item] = await till.attention.list();
    expect(item).toMatchObject({ subject: 'issue', state: 'unknown', actions: [] });
    const close = till.attention.settle(MEI, item?.id ?? '', { action: 'close', reason: 'too slow' });
    await expect(close).rejects.toMatchObject({ status: 409, code: 'case-moved' });
    await till.clock.advance(5_000);
    expectAllHere(await asked);
  });
});

describe('stop and resume', () => {
  it('does not send further requests after the current one, and keeps its vouchers', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: { afterMs: 20_000 } });
    const asked = sell(45);
    await till.clock.advance(5_000);
    const { id, state } = await asked;
    expect(state).toBe('running');
    expect((await till.issues.stop(ANA, id)).state).toBe('stopping');
    await till.clock.advance(20_000);
    const stopped = await get(id);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'asked', issued: 20, remainder: 25 });
    expect(await till.issues.stop(ANA, id)).toEqual(stopped);
    expectAllHere(await till.issues.resume(ANA, id));
    expect(quantities()).toEqual([20, 20, 5]);
  });

  it('still resolves a lost answer after a stop', async () => {
    till.issuer.failNextIssues(LOST);
    const asked = sell(45);
    await till.clock.advance(1_000);
    const { id } = (await till.issues.latest(ANA))[0] ?? { id: '' };
    await till.issues.stop(ANA, id);
    await till.clock.advance(10_000);
    const issue = await asked;
    expect(issue).toMatchObject({ state: 'stopped', stopReason: 'asked', issued: 20 });
    expectAllHere(issue);
  });

  it('continues if it is resumed before it has stopped', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: { afterMs: 20_000 } });
    const asked = sell(45);
    await till.clock.advance(5_000);
    const { id } = await asked;
    await till.issues.stop(ANA, id);
    const resumed = till.issues.resume(ANA, id);
    await till.clock.advance(20_000);
    await resumed;
    expectAllHere(await get(id));
    expect(quantities()).toEqual([20, 20, 5]);
  });
});
