import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differenceOf } from '../../contract/match/lay-beside.ts';
import { MATCH_LISTS } from '../../contract/match/match-terms.ts';
import { createModelIssuer, MODEL_MID, type ModelIssuer } from '../../testing/model-issuer.ts';
import { setUpShop, signedIn } from '../../testing/people.ts';
import { onStores, POSTGRES, SQLITE } from '../../testing/stores.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../testing/test-server.ts';
import { differs, matchReport } from './match-report.ts';
import { type LaidBeside, layBeside } from './matching.ts';

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

  const match = (text: string, asked: { mapping?: string; from?: string; to?: string } = {}) =>
    layBeside(
      { ...server.parts.matching, currency: 'SGD', timeZone: 'Asia/Singapore', dayBegins: '00:00' },
      { text, mapping: undefined, from: undefined, to: undefined, ...asked },
    );
  const counts = ({ all }: LaidBeside) => MATCH_LISTS.map((name) => all.filter(({ list }) => list === name).length);

  describe('a list', () => {
    it('of the register is recognised by its first line, and each of its lines is in one list', async () => {
      await take(2_000, 'R-1');
      await take(500, 'R-2');
      await take(700);
      const answer = await match(
        'Receipt no;Date;Amount\nR-1;15.01.2030 17:00;20,00\nR-2;15.01.2030 17:01;5,50\nR-2;15.01.2030 17:01;9,00\nR-7;15.01.2030 18:00;3,00\nR-1;15.01.2030 17:00;20,00\n',
      );
      expect(counts(answer)).toEqual([1, 1, 1, 2, 1, 0]);
      expect(answer.all.find(({ list }) => list === 'differs')).toMatchObject({
        ours: [{ amount: 500, person: 'Ana' }],
        theirs: [{ line: 3, amount: 550 }],
      });
    });

    it('of the issuer is matched by its ids; rows of a second shop are set aside, and what nothing here explains agrees', async () => {
      const captureId = await take(2_000);
      issuer.captureElsewhere(REF, 77, MODEL_MID);
      await server.clock.advance(60_000);
      const { from, to } = { from: server.clock.now() - 3_600_000, to: server.clock.now() };
      await server.parts.mirror.readPeriod({ from, to }, 'backfill');
      await server.parts.sweeper.sweepNow();
      const orphan = issuer.ledger().find(({ amount }) => amount === 77)?.captureId;
      const answer = await match(
        `transaction_id,created_at,type,amount,currency,merchant_id\n${captureId},2030-01-15T09:00:00Z,Capture,20.00,SGD,${MODEL_MID}\n` +
          `${orphan},2030-01-15T09:00:05Z,Capture,0.77,SGD,${MODEL_MID}\n9999,2030-01-15T09:00:00Z,Capture,20.00,SGD,000000000000099\n`,
      );
      expect(counts(answer)).toEqual([2, 0, 0, 0, 0, 1]);
    });

    it('that nobody could recognise is mapped once, and remembered', async () => {
      await take(2_000, 'R-1');
      const csv = 'a,b,c\nR-1,2000,x\n';
      await expect(match(csv)).rejects.toMatchObject({ code: 'bad-request' });
      const mapping = { amount: 'b', receiptNo: 'a', minor: true };
      const period = { from: '2030-01-15T00:00:00Z', to: '2030-01-15T23:00:00Z' };
      expect(counts(await match(csv, { mapping: JSON.stringify(mapping), ...period }))).toEqual([1, 0, 0, 0, 0, 0]);
      expect((await office.send('PUT', '/api/match/layout', { layout: 'a | b | c', columns: mapping })).status).toBe(
        204,
      );
      expect(counts(await match(csv, period))).toEqual([1, 0, 0, 0, 0, 0]);
      for (const [wrong, query] of [
        [csv, { mapping: '{' }],
        [csv, { mapping: '{"amount":"no such"}', ...period }],
        ['', {}],
        ['amount\n', {}],
      ] as const)
        await expect(match(wrong, query)).rejects.toMatchObject({ code: 'bad-request' });
    });
  });

  it('a difference with a note is counted as such from then on', async () => {
    await take(2_000, 'R-1');
    const csv = 'receipt,date,amount\nR-1,2030-01-15 17:00,19.00\n';
    const before = await match(csv);
    expect(differs(before)).toBe(true);
    const [difference] = before.all.filter(({ list }) => list === 'differs').map(differenceOf);
    const note = { difference, note: 'rounded at the register' };
    expect((await office.send('PUT', '/api/match/note', note)).status).toBe(204);
    const beside = await match(csv);
    expect(differs(beside)).toBe(false);
    const report = matchReport(beside, 'Asia/Singapore');
    expect(report).toContain('amount differs   1\n');
    expect(report).toMatch(
      /amount differs: here 2030-01-15 17:00:0\d SGD 20\.00 R-1 ··6789 Ana’s till Ana \| there line 2 .*SGD 19\.00.*\(rounded at the register\)/,
    );
    expect((await ana.send('GET', '/api/match')).status).toBe(403);
  });
});
