import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../../testing/databases/stores.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../../../../testing/issuer/model-issuer.ts';
import { setUpShop, signedIn } from '../../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../../testing/test-server.ts';
import { MATCH_LISTS } from '../../contract/match/match-lists.ts';
import { type Comparison, compareLists } from './compare-lists.ts';
import { hasOpenDifferences, matchReport } from './match-report.ts';
import type { OursPeriod } from './our-lines.ts';

const REF = 'AB123456789';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let office: TestBrowser;
  let ana: TestBrowser;

  beforeEach(async () => {
    server = await createTestServer({
      store: await kind.open(),
      issuer: (clock) => {
        issuer = createModelIssuer({ clock });
        issuer.add(REF, { amount: 1_000_000, currency: 'SGD' });
        return issuer;
      },
    });
    office = (await setUpShop(server)).browser;
    ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
    await server.parts.learnMid(MODEL_MID);
  });
  afterEach(() => server.close());

  async function take(amount: number, receiptNo?: string): Promise<string> {
    const body = { code: REF, amount, currency: 'SGD', ...(receiptNo !== undefined && { receiptNo }) };
    const answer = await ana.send('PUT', `/api/tenders/${randomUUID()}`, body);
    expect(answer.body).toMatchObject({ state: 'captured' });
    await server.clock.advance(1_000);
    return (answer.body as { captureId: string }).captureId;
  }

  const DAYS = { first: '2030-01-15', last: '2030-01-15' };
  const shopLines = async (period: OursPeriod) => (await server.parts.matching.ours(period)).lines;
  const match = (text: string, columns?: object, days = DAYS) =>
    compareLists(
      {
        memory: server.parts.matching.memory,
        ours: shopLines,
        currency: 'SGD',
        timeZone: 'Asia/Singapore',
        dayBegins: '00:00',
      },
      { text, mapping: columns && JSON.stringify(columns), days },
    );
  const counts = ({ all }: Comparison) =>
    Object.fromEntries(
      MATCH_LISTS.flatMap((name) => {
        const count = all.filter(({ list }) => list === name).length;
        return count === 0 ? [] : [[name, count]];
      }),
    );

  describe('a list', () => {
    it.each(['', '?spreadsheet=1'])('agrees in every line if it is our own export%s', async (query) => {
      await take(2_000, '0007');
      await take(500, '-8; =1');
      await take(700);
      const period = { from: '2030-01-15T00:00:00Z', to: '2030-01-15T23:59:59Z' };
      const exported = await office.send('POST', `/api/transactions/export${query}`, period);
      expect(exported.status).toBe(200);
      const columns = { amount: 'amount', at: 'time_utc', receiptNo: 'receipt_no', transactionId: 'transaction_id' };
      const reading = {
        decimal: '.',
        dates: 'ymd',
        last4: 'voucher',
        type: 'type',
        types: { capture: 'payment', authorization: 'none' },
      };
      expect(counts(await match(String(exported.body), { ...columns, ...reading }))).toEqual({ agrees: 3 });
    });

    it('is compared with ours once its columns are confirmed, and each line appears in one result list', async () => {
      await take(2_000, 'R-1');
      await take(500, 'R-2');
      await take(700);
      const csv =
        'Receipt no;Date;Amount\nR-1;15.01.2030 17:00;20,00\nR-2;15.01.2030 17:01;5,50\nR-7;15.01.2030 18:00;3,00\nR-1;15.01.2030 17:00;20,00\n';
      const columns = { amount: 'Amount', at: 'Date', receiptNo: 'Receipt no', decimal: ',', dates: 'dmy' };
      const confirm = { message: expect.stringContaining(`--mapping '{"at":"Date","amount":"Amount"`) };
      await expect(match(csv)).rejects.toMatchObject(confirm);
      const answer = await match(csv, columns);
      expect(counts(answer)).toEqual({ agrees: 1, differs: 1, onlyHere: 1, onlyThere: 2 });
      expect(answer.all.find(({ list }) => list === 'differs')).toMatchObject({
        own: { amount: 500, person: 'Ana' },
        their: { line: 3, amount: 550 },
      });
      expect(
        (await office.send('PUT', '/api/match/layout', { layout: 'receipt no | date | amount', columns })).status,
      ).toBe(204);
      expect(counts(await match(csv))).toEqual(counts(answer));
      const wrong = [
        [csv, { amount: 'no such', decimal: '.' }],
        ['', columns],
        ['amount\n', columns],
      ] as const;
      for (const [text, mapping] of wrong)
        await expect(match(text, mapping)).rejects.toMatchObject({ code: 'bad-request' });
    });

    it('is matched by ids if the issuer exported it, without authorizations and rows of other shops, and unmatched captures are listed', async () => {
      const captureId = await take(2_000);
      issuer.captureElsewhere(REF, 77, MODEL_MID);
      await server.clock.advance(60_000);
      const { from, to } = { from: server.clock.now() - 3_600_000, to: server.clock.now() };
      await server.parts.mirror.readPeriod({ from, to }, 'backfill');
      await server.parts.sweeper.sweepNow();
      const orphan = issuer.ledger().find(({ amount }) => amount === 77)?.captureId;
      const columns = {
        amount: 'amount',
        at: 'created_at',
        transactionId: 'transaction_id',
        type: 'type',
        shop: 'merchant_id',
      };
      const types = { Authorization: 'none', Capture: 'payment', Other: 'none' };
      const answer = await match(
        `transaction_id,created_at,type,amount,merchant_id\n${captureId},2030-01-15T09:00:00Z,Capture,20.00,${MODEL_MID}\n` +
          `1${captureId},2030-01-15T09:00:00Z,Authorization,20.00,${MODEL_MID}\n2${captureId},2030-01-15T09:00:00Z,Other,,${MODEL_MID}\n` +
          `${orphan},2030-01-15T09:00:05Z,Capture,0.77,${MODEL_MID}\n9999,2030-01-15T09:00:00Z,Capture,20.00,000000000000099\n`,
        { ...columns, types, shopValue: MODEL_MID, decimal: '.', dates: 'ymd' },
      );
      expect(counts(answer)).toEqual({ agrees: 1, unexplained: 1 });
      expect(answer.skipped.map(({ why }) => why)).toEqual(['no-payment', 'no-payment', 'other-shop']);
    });
  });

  describe('our lines of a period', () => {
    const period = (from: number, to: number) => ({ from, to });

    /** Writes a copy of the existing redemption with 9.00, settled at a time or unsettled. */
    async function write(id: string, settledAt: number | null): Promise<void> {
      const { db, clock } = server;
      const like = await db.selectFrom('tender').selectAll().executeTakeFirstOrThrow();
      const operation = await db
        .selectFrom('operation')
        .selectAll()
        .where('id', '=', like.id)
        .executeTakeFirstOrThrow();
      const isOpen = settledAt === null;
      const state = { state: isOpen ? 'manager' : 'captured', open: isOpen ? 1 : 0, created_at: clock.now() };
      await db
        .insertInto('operation')
        .values({ ...operation, ...state, id })
        .execute();
      await db
        .insertInto('tender')
        .values({ ...like, id, requested: 900, receipt_no: 'R-9' })
        .execute();
      const facts = await db
        .selectFrom('fact')
        .selectAll()
        .where('operation_id', '=', like.id)
        .orderBy('seq')
        .execute();
      for (const { seq: _, ...fact } of facts) {
        if (fact.kind === 'captured' && isOpen) continue;
        const at = fact.kind === 'captured' ? (settledAt ?? 0) : clock.now();
        await db
          .insertInto('fact')
          .values({ ...fact, operation_id: id, at })
          .execute();
      }
    }

    it('include unsettled redemptions', async () => {
      await take(500);
      await write('open', null);
      const now = server.clock.now();
      const open = {
        id: 'open',
        kind: 'unsettled',
        amount: 900,
        receiptNo: 'R-9',
        settledAt: null,
        transactionId: null,
      };
      expect(await shopLines(period(now, now))).toMatchObject([open]);
      const csv = 'no,amount\nR-9,9.00\n';
      const columns = { receiptNo: 'no', amount: 'amount', decimal: '.' };
      expect(counts(await match(csv, columns))).toEqual({ onlyHere: 1, unsettled: 1 });
    });

    it('include late settlements, in the period of their start and in that of their settlement', async () => {
      await take(500);
      const now = server.clock.now();
      const settledAt = now + 20 * 86_400_000;
      await write('late', settledAt);
      const late = [{ id: 'late', kind: 'redeemed', at: now, settledAt }];
      expect(await shopLines(period(now, now))).toMatchObject(late);
      expect(await shopLines(period(settledAt, settledAt))).toMatchObject(late);
      expect(await shopLines(period(now + 1, settledAt - 1))).toEqual([]);
    });

    it('are returned in parts, each line once', async () => {
      const begun = server.clock.now();
      for (let count = 0; count < 3; count += 1) await take(100 + count);
      const all = await shopLines(period(begun, begun + 60_000));
      expect(all.map(({ amount }) => amount)).toEqual([100, 101, 102]);
      const body = { from: new Date(begun).toISOString(), to: new Date(begun + 60_000).toISOString(), after: '' };
      expect((await office.send('POST', '/api/match/ours', body)).body).toEqual({ lines: all, next: null });
      expect(
        (await office.send('POST', '/api/match/ours', { ...body, after: `${all[1]?.at} 1000000` })).body,
      ).toMatchObject({
        lines: [{ amount: 102 }],
      });
    });
  });

  it('a difference counts as explained once it has a note', async () => {
    await take(2_000, 'R-1');
    const csv = 'receipt,date,amount\nR-1,2030-01-15 17:00,19.00\n';
    const columns = { amount: 'amount', receiptNo: 'receipt', at: 'date', decimal: '.', dates: 'ymd' };
    const before = await match(csv, columns);
    expect(hasOpenDifferences(before)).toBe(true);
    const difference = before.all.find(({ list }) => list === 'differs')?.key;
    const note = { difference, note: 'rounded at the register' };
    expect((await office.send('PUT', '/api/match/note', note)).status).toBe(204);
    const beside = await match(csv, columns);
    expect(hasOpenDifferences(beside)).toBe(false);
    const report = matchReport(beside, 'Asia/Singapore');
    expect(report).toContain('here SGD 20.00, there SGD 19.00, difference SGD -1.00\n');
    expect(report).toContain('differs          1\n');
    expect(report).toMatch(
      /differs: here 2030-01-15 17:00:0\d SGD 20\.00 R-1 ··6789 Ana’s till Ana \| there line 2 .*SGD 19\.00.*\(rounded at the register\)/,
    );
    expect((await ana.send('GET', '/api/match')).status).toBe(403);
  });
});
