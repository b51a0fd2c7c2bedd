import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { OUT_OF_STOCK } from '../../../testing/issuer/model-stock.ts';
import { GOOD, HANGING, HOUR_MS, LOST, NOT_SENT } from '../../../testing/rigs/cards.ts';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';
import type { IssueView } from '../contract/issue.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

const keys = () => till.issuer.ordersTried().map(({ idempotencyKey }) => idempotencyKey);

/** Begins an issue of 45 vouchers and lets some time pass; returns its state. */
async function sellFor(ms: number): Promise<IssueView> {
  const id = randomUUID();
  void till.issues.put(ANA, id, { productCode: 'GIFT10', quantity: 45 });
  await till.clock.advance(ms);
  return till.issues.get(ANA, id);
}

/** Starts another server on the same database after killing this one. */
async function restart() {
  const after = await createTestTill(till);
  await after.settler.recover();
  return { ...after, get: (id: string) => after.issues.get(ANA, id) };
}

function expectAllHere(issue: IssueView): void {
  expect(issue.vouchers.map(({ last4 }) => last4)).toEqual(till.issuer.issuedCodes().map((code) => code.slice(-4)));
}

describe('a server that is killed', () => {
  it('before the answer repeats the request under its key, and does not send others until a person resumes', async () => {
    till.issuer.failNextIssues(GOOD, HANGING);
    const { id } = await sellFor(1_000);
    const after = await restart();
    expect(await after.get(id)).toMatchObject({ state: 'unknown', issued: 20 });
    await till.clock.advance(5_000);
    const stopped = await after.get(id);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'server-stopped', issued: 40, remainder: 5 });
    expectAllHere(stopped);
    const done = await after.issues.resume(ANA, id);
    expect(done.state).toBe('done');
    expectAllHere(done);
    expect(new Set(keys()).size).toBe(3);
  });

  it('between two requests keeps the received vouchers, and the rest waits for a person', async () => {
    till.issuer.failNextIssues(GOOD, HANGING);
    const { id } = await sellFor(1_000);
    /* As a server leaves it that dies after an answer and before the next SENT. */
    await sql`DROP TRIGGER fact_no_delete`.execute(till.db);
    await sql`DELETE FROM fact WHERE kind = 'sent' AND seq = (SELECT max(seq) FROM fact)`.execute(till.db);
    await till.db.updateTable('operation').set({ version: 3 }).where('id', '=', id).execute();
    const after = await restart();
    await till.clock.advance(60_000);
    expect(await after.get(id)).toMatchObject({
      state: 'stopped',
      stopReason: 'server-stopped',
      issued: 20,
      remainder: 25,
    });
    expect(till.issuer.ordersTried()).toHaveLength(2);
  });

  it('while it resolves a lost answer is replaced by a server that uses the same key', async () => {
    till.issuer.failNextIssues(LOST, HANGING);
    const { id } = await sellFor(3_000);
    const after = await restart();
    await till.clock.advance(5_000);
    const stopped = await after.get(id);
    expect(stopped).toMatchObject({ state: 'stopped', issued: 20 });
    expectAllHere(stopped);
    expect(new Set(keys()).size).toBe(1);
  });

  it('before a refusal arrives accepts a later refusal only when the lost request can no longer be executed', async () => {
    till.issuer.failNextIssues(
      HANGING,
      ...Array.from({ length: 60 }, () => ({ commit: 'never', answer: OUT_OF_STOCK }) as const),
    );
    const { id } = await sellFor(1_000);
    const after = await restart();
    await till.clock.advance(205_000);
    expect((await after.get(id)).state).toBe('unknown');
    await till.clock.advance(30_000);
    expect((await after.get(id)).state).toBe('declined');
  });
});

describe('an issue that the journal lost', () => {
  it.each([
    ['that was never sent', NOT_SENT],
    ['that was refused', { commit: 'never', answer: OUT_OF_STOCK } as const],
  ])('and is requested again returns the vouchers issued for it, even after a request %s', async (_, fault) => {
    const id = randomUUID();
    const order = { productCode: 'GIFT10', quantity: 25 };
    till.issuer.failNextIssues(fault);
    await till.issues.put(ANA, id, order);
    await till.issues.resume(ANA, id);
    const before = till.issuer.issuedCodes();
    const restored = await createTestTill({ issuer: till.issuer, clock: till.clock });
    const again = await restored.issues.put(ANA, id, order);
    expect(again.view.vouchers.map(({ code }) => code)).toEqual(before);
    expect([before.length, till.issuer.issuedCodes().length]).toEqual([25, 25]);
  });
});

describe('a server that was only thought to be dead', () => {
  it('receives the same vouchers as the server that replaced it, and they are stored once', async () => {
    till.issuer.failNextIssues(
      { commit: 'now', answer: { afterMs: 10_000 } },
      { commit: 'now', answer: { afterMs: 6_000 } },
    );
    const { id } = await sellFor(1_000);
    const after = await restart();
    await till.clock.advance(HOUR_MS);
    const issue = await after.get(id);
    expect(issue).toMatchObject({ state: 'stopped', issued: 20, remainder: 25 });
    expectAllHere(issue);
  });
});

describe('a refusal that reaches a server that was presumed dead', () => {
  it('has no effect, because the request was repeated meanwhile', async () => {
    const { issue } = till.issuer;
    till.issuer.issue = async () => {
      till.issuer.issue = issue;
      await till.clock.sleep(10_000);
      return { outcome: 'declined', refusal: OUT_OF_STOCK };
    };
    const slow = { commit: 'now', answer: { afterMs: 20_000 } } as const;
    till.issuer.failNextIssues(slow, slow);
    const { id } = await sellFor(1_000);
    const after = await restart();
    await till.clock.advance(15_000);
    expect((await after.get(id)).state).toBe('unknown');
    await till.clock.advance(15_000);
    const issued = await after.get(id);
    expect(issued).toMatchObject({ state: 'stopped', issued: 20 });
    expectAllHere(issued);
  });
});

describe('a server that stops', () => {
  it('stores the vouchers of the current request, and does not send others', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: { afterMs: 8_000 } });
    const { id } = await sellFor(1_000);
    const closed = till.runs.close();
    await till.clock.advance(8_000);
    await closed;
    const issue = await till.issues.get(ANA, id);
    expect(issue).toMatchObject({ state: 'stopped', stopReason: 'server-stopped', issued: 20 });
    expectAllHere(issue);
  });
});

describe('a journal that cannot be written', () => {
  it('refuses an issue before any request is sent', async () => {
    await till.db.destroy();
    const asked = till.issues.put(ANA, randomUUID(), { productCode: 'GIFT10', quantity: 1 });
    await expect(asked).rejects.toMatchObject({ status: 503, code: 'not-ready', retry: 'safe' });
    expect(till.issuer.ordersTried()).toEqual([]);
  });

  it('stores vouchers that arrived meanwhile as soon as it can, and sends only stored keys', async () => {
    till.issuer.failNextIssues({ commit: 'now', answer: { afterMs: 8_000 } });
    const { id } = await sellFor(1_000);
    await sql`CREATE TRIGGER full BEFORE INSERT ON issued_voucher BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(
      till.db,
    );
    await till.clock.advance(60_000);
    expect(await till.issues.get(ANA, id)).toMatchObject({ state: 'running', issued: 0, vouchers: [] });
    expect(till.issuer.ordersTried()).toHaveLength(1);
    await sql`DROP TRIGGER full`.execute(till.db);
    await till.clock.advance(2_000);
    const issue = await till.issues.get(ANA, id);
    expect(issue.state).toBe('done');
    expectAllHere(issue);
  });

  it('contains no voucher unencrypted', async () => {
    const { id } = await sellFor(1_000);
    const rows = await sql<{
      text: string;
    }>`select data as text from fact union all select sealed from issued_voucher`.execute(till.db);
    const stored = rows.rows.map(({ text }) => text).join('\n');
    const { vouchers } = await till.issues.get(ANA, id);
    expect(vouchers).toHaveLength(45);
    for (const { code, voucherId, url } of vouchers) {
      for (const secret of [code, voucherId, url]) expect(stored).not.toContain(secret ?? 'nothing to see');
    }
  });
});
