import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { rowAt } from '../../../testing/issuer/row-search.ts';
import { codeOf, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import {
  type Closing,
  closingSchema,
  type Line,
  type Transaction,
  transactionDetailSchema,
  transactionStretchSchema,
} from '../contract/transaction.ts';
import { linesAnswerSchema, totalsAnswerSchema } from '../contract/transaction-list.ts';

/** Spendable, so no answer and no line of the log may ever repeat it. */
const REF = 'CANARY00REF3';
const HOUR_MS = 3_600_000;
onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let office: TestBrowser;
  let ana: TestBrowser;
  let ben: TestBrowser;
  let sam: TestBrowser;
  /** Further rows of the issuer's search. */
  let strange: ReturnType<typeof rowAt>[] = [];

  beforeAll(async () => {
    server = await createTestServer({
      store: await kind.open(),
      issuer: (clock) => {
        issuer = createModelIssuer({ clock });
        const { searchPage } = issuer;
        issuer.add(REF, { amount: 1_000_000, currency: 'SGD' });
        return {
          ...issuer,
          async searchPage(period, page, signal) {
            const asked = await searchPage(period, page, signal);
            if (asked.outcome !== 'found' || page > 0) return asked;
            const within = strange.filter(
              ({ createdAt }) => createdAt === null || (createdAt >= period.from && createdAt <= period.to),
            );
            return { outcome: 'found', value: [...within, ...asked.value, ...within] };
          },
        };
      },
    });
    office = (await setUpShop(server)).browser;
    ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
    ben = await signedIn(server, office, { name: 'Ben', role: 'cashier', pin: '730265' });
    sam = await signedIn(server, office, { name: 'Sam', role: 'stock', pin: '730266' });
  });
  beforeEach(() => {
    strange = [];
  });
  afterAll(() => server.close());

  async function take(till: TestBrowser, amount: number): Promise<string> {
    const id = randomUUID();
    expect((await till.send('PUT', `/api/tenders/${id}`, { code: REF, amount, currency: 'SGD' })).status).toBe(201);
    await server.clock.advance(1_000);
    return id;
  }

  const lastHours = (hours = 24) => ({
    from: new Date(server.clock.now() - hours * HOUR_MS).toISOString(),
    to: new Date(server.clock.now()).toISOString(),
  });

  /** All lines of the last day that a caller sees, read three at a time. */
  async function allLines(browser: TestBrowser): Promise<Line[]> {
    const all: Line[] = [];
    for (let after: string | undefined; ; ) {
      const { body } = await browser.send('POST', '/api/transactions/lines', {
        ...lastHours(),
        take: 3,
        ...(after !== undefined && { after }),
      });
      const { lines, next } = linesAnswerSchema.parse(body);
      all.push(...lines);
      if (next === null) return all;
      after = next;
    }
  }

  /** All lines of the last day from the search for programs, which must equal the list. */
  async function searchAll(): Promise<Transaction[]> {
    const all = new Map<string, Transaction>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await office.send('POST', '/api/transactions/search', {
        ...lastHours(),
        ...(cursor !== undefined && { cursor }),
      });
      expect(answer.status).toBe(200);
      const { transactions, next } = transactionStretchSchema.parse(answer.body);
      for (const row of transactions) all.set(row.id, row);
      cursor = next;
    }
    const listed = (await allLines(office)).flatMap(({ row, authorization }) =>
      authorization ? [row, authorization] : [row],
    );
    const byId = (one: Transaction, other: Transaction) => one.id.localeCompare(other.id);
    expect(listed.toSorted(byId)).toEqual([...all.values()].toSorted(byId));
    const { body } = await office.send('POST', '/api/transactions/totals', lastHours());
    expect(totalsAnswerSchema.parse(body).sums.count).toBe(all.size);
    return [...all.values()];
  }

  describe('the manager’s list', () => {
    it('shows the person behind each transaction, and contains no ref', async () => {
      await take(ana, 1_250);
      const capture = (await searchAll()).find(({ type, amount }) => type === 'capture' && amount === 1_250);
      expect(capture).toMatchObject({
        status: 'succeeded',
        mid: MODEL_MID,
        currency: 'SGD',
        by: { operation: 'tender', person: 'Ana' },
      });
      expect(capture?.vouchers[0]?.last4).toBe('REF3');
      expect(JSON.stringify(capture)).not.toContain(REF);
      expect(server.logged.join('')).not.toContain(REF);
    });

    it('stays complete and without duplicates if rows arrive twice, incomplete or with unknown values', async () => {
      const now = server.clock.now();
      await take(ana, 100);
      strange = [
        rowAt(null, 'no-time', { mid: MODEL_MID, currency: 'THB' }),
        rowAt(now, 'no-words', {
          mid: MODEL_MID,
          type: 'other',
          rawType: '',
          rawStatus: '',
          status: 'unknown',
          currency: '',
          amount: null,
        }),
        rowAt(now, 'new-word', {
          mid: MODEL_MID,
          type: 'other',
          rawType: 'Chargeback',
          status: 'unknown',
          rawStatus: 'Pondering',
        }),
        rowAt(now, 'no-voucher', { mid: MODEL_MID, currency: 'THB', vouchers: [] }),
        rowAt(now, 'items', { mid: MODEL_MID, amount: null, currency: '' }),
        rowAt(now, 'no-shop', { mid: '', currency: 'THB' }),
        rowAt(8.64e15, 'end-of-time', { mid: MODEL_MID, currency: 'THB', createdAt: null, lastUpdatedAt: 8.65e15 }),
        rowAt(now, 'theirs', { mid: '000000000000099' }),
      ];
      const rows = await searchAll();
      const ids = rows.map(({ id }) => id);
      expect(ids).toEqual(
        expect.arrayContaining(['no-time', 'no-words', 'new-word', 'no-voucher', 'items', 'no-shop', 'end-of-time']),
      );
      expect(ids).not.toContain('theirs');
      expect(rows.find(({ id }) => id === 'items')).toMatchObject({ amount: 1_000, currency: '' });
      expect(rows.find(({ id }) => id === 'new-word')).toMatchObject({
        type: 'other',
        rawType: 'Chargeback',
        status: 'unknown',
      });
      expect(rows.find(({ id }) => id === 'end-of-time')).toMatchObject({ at: null, updatedAt: null });
    });

    it('finds the rows of a scanned voucher by a hash that does not reveal the ref', async () => {
      await take(ana, 100);
      const { body } = await office.send('POST', '/api/transactions/voucher', { code: REF });
      expect(body).toEqual({ tag: expect.stringMatching(/^[\w-]{43}$/) as string, last4: 'REF3' });
      const tags = (await searchAll()).flatMap(({ vouchers }) => vouchers.map(({ tag }) => tag));
      expect(tags).toContain((body as { tag: string }).tag);
      expect(codeOf(await office.send('POST', '/api/transactions/voucher', { code: '!' }))).toBe('bad-code');
    });

    it('refuses invalid periods', async () => {
      const { from, to } = lastHours();
      for (const body of [
        { from: to, to: from },
        { from, to: 'yesterday' },
        { from: '2026-13-41T00:00:00Z', to },
        { from: '1999-01-01T00:00:00Z', to },
        { from, to, cursor: 'x' },
        { from },
      ]) {
        expect(codeOf(await office.send('POST', '/api/transactions/search', body))).toBe('bad-request');
      }
    });
  });

  describe('one transaction', () => {
    it('is returned with its records, its author, and the refund that followed', async () => {
      const tenderId = await take(ana, 777);
      const path = `/api/refunds/${randomUUID()}`;
      expect((await office.send('PUT', path, { tenderId, reason: 'wrong voucher' })).status).toBe(201);
      await server.clock.advance(1_000);
      const capture = (await searchAll()).find(({ type, by }) => type === 'capture' && by?.id === tenderId);
      const answer = await office.send('POST', '/api/transactions/look', { id: capture?.id });
      const { line, records, tender, refund, attempts } = transactionDetailSchema.parse(answer.body);
      expect(records.map(({ transaction }) => transaction.type)).toEqual(['capture', 'authorization']);
      expect([line.row.id, records[0]?.transaction.id]).toEqual([capture?.id, capture?.id]);
      expect([tender?.state, refund?.reason, attempts]).toEqual(['refunded', 'wrong voucher', 1]);
      expect(JSON.stringify(answer.body)).not.toContain(REF);
    });

    it('is returned with the reported amounts of its sale, and without them outside a sale', async () => {
      const saleId = randomUUID();
      for (const body of [{ saleId }, {}]) {
        const request = { code: REF, amount: 778, currency: 'SGD', ...body };
        await ana.send('PUT', `/api/tenders/${randomUUID()}`, request);
        await server.clock.advance(1_000);
      }
      const due = { currency: 'SGD', due: 900, collected: 122, revision: 1 };
      expect((await ana.send('PUT', `/api/sales/${saleId}/due`, due)).status).toBe(200);
      const captures = (await searchAll()).filter(({ type, amount }) => type === 'capture' && amount === 778);
      const details = await Promise.all(
        captures.map(async ({ id }) =>
          transactionDetailSchema.parse((await office.send('POST', '/api/transactions/look', { id })).body),
        ),
      );
      const reports = details.map(({ tender, saleDue }) => [tender?.saleId ?? null, saleDue]);
      expect(reports).toHaveLength(2);
      expect(reports).toContainEqual([saleId, { ...due, at: expect.any(String) }]);
      expect(reports).toContainEqual([null, null]);
    });

    it('is not found if it belongs to another shop', async () => {
      strange = [rowAt(server.clock.now(), 'theirs', { mid: '000000000000099' })];
      await searchAll();
      expect(codeOf(await office.send('POST', '/api/transactions/look', { id: 'theirs' }))).toBe('not-found');
    });
  });

  describe('a person who is not a manager', () => {
    it('may not search, view, export or close a day', async () => {
      for (const browser of [ana, sam]) {
        for (const [method, path, body] of [
          ['POST', '/api/transactions/search', lastHours()],
          ['POST', '/api/transactions/look', { id: 'x' }],
          ['POST', '/api/transactions/export', lastHours()],
          ['PUT', `/api/closings/${randomUUID()}`, { date: '2026-11-21', register: [{ currency: 'SGD', amount: 0 }] }],
          ['GET', '/api/closings', undefined],
        ] as const) {
          expect(codeOf(await browser.send(method, path, body))).toBe('not-allowed');
        }
      }
    });

    it('sees no totals as a cashier if closings are blind, while a manager sees all', async () => {
      await take(ana, 1_250);
      const sumsFor = async (browser: TestBrowser) =>
        totalsAnswerSchema.parse((await browser.send('POST', '/api/transactions/totals', lastHours())).body);
      expect((await sumsFor(ana)).sums.currencies).toMatchObject([{ currency: 'SGD' }]);
      await office.send('PUT', '/api/settings', { closingBlind: true });
      await server.clock.advance(1_100);
      const blind = await sumsFor(ana);
      expect(blind).toMatchObject({ bars: [], sums: { currencies: [] } });
      expect(blind.lines).toBeGreaterThan(0);
      expect((await sumsFor(office)).sums.currencies).not.toEqual([]);
    });

    it('sees only their own data: cashiers their redemptions and refunds, stock staff the activations', async () => {
      const ofAna = await take(ana, 11);
      const ofBen = await take(ben, 12);
      const activation = randomUUID();
      await sam.send('PUT', `/api/activations/${activation}`, {
        ranges: [{ start: '000101', end: '000110', count: 10 }],
      });
      await server.clock.advance(1_000);
      const mine = async (browser: TestBrowser) => {
        const lines = await allLines(browser);
        const totals = totalsAnswerSchema.parse(
          (await browser.send('POST', '/api/transactions/totals', lastHours())).body,
        );
        expect([totals.lines, totals.coverage]).toEqual([lines.length, null]);
        return lines.map(({ row: { type, by } }) => [type, by?.id]);
      };
      const seenByAna = await mine(ana);
      const seenBySam = await mine(sam);
      expect(seenByAna).toContainEqual(['capture', ofAna]);
      expect(JSON.stringify(seenByAna)).not.toContain(ofBen);
      expect(await mine(ben)).toEqual([['capture', ofBen]]);
      expect(seenBySam).toEqual([['activation', activation]]);
      expect(await searchAll()).toContainEqual(
        expect.objectContaining({ type: 'activation', amount: 10, currency: '' }),
      );
    });
  });

  describe('an export', () => {
    it('contains the lines of the list, or those that match the filter', async () => {
      await take(ana, 4_321);
      const all = await office.send('POST', '/api/transactions/export', lastHours());
      expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const lines = String(all.body).trimEnd().split('\r\n');
      expect(lines.length).toBe(1 + (await searchAll()).length);
      const some = await office.send('POST', '/api/transactions/export', {
        ...lastHours(),
        filter: { min: 4_321, max: 4_321, type: 'capture' },
      });
      expect(String(some.body).trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining('43.21,SGD,,REF3')]);
      expect(String(all.body)).not.toContain(REF);
    });
  });

  describe('the end of a day', () => {
    async function close(register: number, id = randomUUID()): Promise<Closing> {
      const date = new Date(server.clock.now() + 8 * HOUR_MS).toISOString().slice(0, 10);
      const body = { date, register: [{ currency: 'SGD', amount: register }], note: 'Till 1' };
      return closingSchema.parse((await office.send('PUT', `/api/closings/${id}`, body)).body);
    }

    it('agrees with the issuer to the cent, and names the line that the register lacks', async () => {
      await take(ana, 9_876);
      const net = issuer.ledger().reduce((sum, { amount, refundId }) => sum + (refundId === null ? amount : 0), 0);
      const agreed = (await close(net)).currencies.find(({ currency }) => currency === 'SGD');
      expect(agreed).toMatchObject({ net, difference: 0, explanations: [] });
      const lacking = (await close(net - 9_876)).currencies.find(({ currency }) => currency === 'SGD');
      expect(lacking).toMatchObject({ difference: -9_876, found: 1 });
      expect(lacking?.explanations[0]).toMatchObject({
        side: 'missing',
        lines: [{ amount: 9_876, person: 'Ana', last4: 'REF3' }],
      });
    });

    it('has a figure, a difference and an explanation for each currency', async () => {
      const now = server.clock.now();
      const taken = (id: string, currency: string, amount: number) =>
        rowAt(now, id, { mid: MODEL_MID, currency, amount });
      strange = [taken('ringgit', 'MYR', 5_000), taken('more ringgit', 'MYR', 700), taken('yen', 'JPY', 900)];
      const date = new Date(now + 8 * HOUR_MS).toISOString().slice(0, 10);
      const register = [
        { currency: 'SGD', amount: 0 },
        { currency: 'MYR', amount: 700 },
        { currency: 'JPY', amount: 900 },
        { currency: 'USD', amount: 0 },
      ];
      const { body } = await office.send('PUT', `/api/closings/${randomUUID()}`, { date, register });
      const { currencies } = closingSchema.parse(body);
      const found = (wanted: string) => currencies.find(({ currency }) => currency === wanted);
      expect(found('MYR')).toMatchObject({ net: 5_700, register: 700, difference: -5_000, found: 1 });
      expect(found('MYR')?.explanations).toMatchObject([
        { side: 'missing', lines: [{ id: 'ringgit', amount: 5_000 }] },
      ]);
      expect(found('JPY')).toMatchObject({ net: 900, difference: 0, explanations: [] });
      expect(found('USD')).toMatchObject({ net: 0, register: 0, difference: 0 });
      expect(found('SGD')?.explanations.flatMap(({ lines }) => lines.map(({ id }) => id))).not.toContain('ringgit');
      const twice = { date, register: [...register, { currency: 'MYR', amount: 1 }] };
      expect(codeOf(await office.send('PUT', `/api/closings/${randomUUID()}`, twice))).toBe('bad-request');
    });

    it('explains a difference with known lines of exactly that amount', async () => {
      const given = await take(ana, 4_100);
      await office.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: given, reason: 'wrong voucher' });
      const waits = await take(ana, 5_300);
      const change = (id: string, to: { created_at?: number; open?: number }) =>
        server.db.updateTable('operation').set(to).where('id', '=', id).execute();
      await change(given, { created_at: server.clock.now() - 48 * HOUR_MS });
      await change(waits, { open: 1 });
      const net = (await close(0)).currencies.find(({ currency }) => currency === 'SGD')?.net ?? 0;
      const knownAt = async (register: number) =>
        (await close(register)).currencies.find(({ currency }) => currency === 'SGD')?.known;
      expect(await knownAt(net + 4_100)).toEqual([{ why: 'olderRefunds', amount: 4_100 }]);
      expect(await knownAt(net + 5_300)).toEqual([{ why: 'unsettled', amount: 5_300 }]);
      expect(await knownAt(net + 9_400)).toHaveLength(2);
      expect(await knownAt(net + 1)).toEqual([]);
      await change(waits, { open: 0 });
    });

    it('is stored once for each id, and stays unchanged', async () => {
      const id = randomUUID();
      const first = await close(5, id);
      await take(ana, 100);
      expect(await close(5, id)).toEqual(first);
      const other = { date: first.date, register: [{ currency: 'SGD', amount: 6 }] };
      expect((await office.send('PUT', `/api/closings/${id}`, other)).status).toBe(409);
      const listed = (await office.send('GET', '/api/closings')).body;
      expect(listed).toEqual(expect.arrayContaining([first]));
      await expect(
        server.db.updateTable('closing').set({ found: '{}' }).where('id', '=', id).execute(),
      ).rejects.toThrow('append-only');
    });

    it('is refused for a day that does not exist, or has not begun', async () => {
      for (const date of ['2026-02-30', '2099-01-01']) {
        const body = { date, register: [{ currency: 'SGD', amount: 0 }] };
        expect(codeOf(await office.send('PUT', `/api/closings/${randomUUID()}`, body))).toBe('bad-request');
      }
    });
  });
});
