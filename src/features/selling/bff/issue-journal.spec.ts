import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stale } from '../../../bff/redemption/operation/stale.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { createTestJournalTools } from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { IssuedVoucher } from '../contract/issue.ts';
import { createIssueJournal } from './issue-journal.ts';
import type { IssueJournal, IssueRecord, NewIssue } from './issue-store.ts';

const by = { personId: 'ana', person: 'Ana' };
const clock = createManualClock();
const voucher = (code: string): IssuedVoucher => {
  const nothing = {
    name: null,
    productName: null,
    remaining: null,
    expires: null,
    url: null,
    shortUrl: null,
    pin: null,
  };
  return { ...nothing, code, voucherId: `id-${code}`, status: 'active' };
};
const wish = (changes: Partial<NewIssue> = {}): NewIssue => ({
  id: randomUUID(),
  shop: SHOP,
  device: ANA.device,
  person: ANA.person,
  order: { productCode: 'GIFT10', quantity: 30, faceValue: null, clientReference: null },
  productName: null,
  ...changes,
});

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let journal: IssueJournal;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    const { db, servers } = store;
    journal = createIssueJournal(createTestJournalTools({ db, servers }, clock));
  });
  afterEach(() => store.close());

  async function begun(changes: Partial<NewIssue> = {}): Promise<IssueRecord> {
    const result = await journal.begin(wish(changes));
    if (result.outcome !== 'new') throw new Error(`expected a new issue, got ${result.outcome}`);
    return result.record;
  }
  const send = (issue: IssueRecord, quantity = 20) =>
    journal.append(issue, { kind: 'sent', key: randomUUID(), quantity });
  const lost = { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' } as const;
  const codes = async (issue: IssueRecord) => (await journal.vouchers(issue)).map(({ code }) => code);

  it('the journal returns exactly the stored issue, with the vouchers in the order of arrival', async () => {
    let issue = await begun();
    issue = await journal.issued(await send(issue), [voucher('A1'), voucher('A2')], null);
    expect(issue.status).toMatchObject({ state: 'partly', issued: 2 });
    issue = await journal.issued(await send(await journal.resume(issue, by)), [voucher('B1')], null);
    expect(await journal.read(SHOP, issue.id)).toEqual(issue);
    expect(await codes(issue)).toEqual(['A1', 'A2', 'B1']);
    expect(await journal.latestOf(SHOP, ANA.person.id, 5)).toEqual([issue]);
    expect(await journal.inStates(SHOP, ['unknown', 'manager'])).toEqual([]);
  });

  it('the journal stores either the vouchers of an answer together with the fact, or nothing', async () => {
    const sent = await send(await begun());
    await store.db
      .insertInto('issued_voucher')
      .values({ issue_id: sent.id, position: 1, sealed: 'in the way', ref_hash: '' })
      .execute();
    await expect(journal.issued(sent, [voucher('A1'), voucher('A2')], null)).rejects.toThrow();
    expect(await journal.read(SHOP, sent.id)).toEqual(sent);
    expect(await store.db.selectFrom('issued_voucher').select('position').execute()).toEqual([{ position: 1 }]);
  });

  it('the journal accepts one answer to a request, even if two servers have it', async () => {
    const unanswered = await journal.append(await send(await begun()), lost);
    await journal.issued(unanswered, [voucher('A1')], null);
    await expect(journal.issued(unanswered, [voucher('A1')], null)).rejects.toThrow(Stale);
    expect(await codes(unanswered)).toEqual(['A1']);
  });

  it('the journal stores either a print with its person and reason, or nothing', async () => {
    const issued = await journal.issued(await send(await begun()), [voucher('A1'), voucher('A2')], null);
    const fact = { kind: 'printed', print: randomUUID(), from: 0, to: 2, by, reason: null } as const;
    await expect(journal.recordRelease(issued, fact, () => Promise.reject(new Error('not written')))).rejects.toThrow(
      'not written',
    );
    expect(await journal.read(SHOP, issued.id)).toEqual(issued);
    const printed = await journal.recordRelease(issued, fact);
    expect(printed.status).toMatchObject({ state: 'partly', printed: 2, lastPrint: { from: 0, to: 2, by } });
    expect(await journal.read(SHOP, issued.id)).toEqual(printed);
    await expect(journal.recordRelease(issued, fact)).rejects.toThrow(Stale);
    await expect(journal.recordRelease(printed, { ...fact, to: 3 })).rejects.toThrow('printed');
  });

  it('the journal lists issues without an answer', async () => {
    const unanswered = await journal.append(await send(await begun()), lost);
    await begun();
    expect(await journal.inStates(SHOP, ['unknown', 'manager'])).toEqual([unanswered]);
    expect(await journal.inStates(shopNamed('elsewhere'), ['unknown', 'manager'])).toEqual([]);
  });

  it('the journal recognises the same issue by its order and its person', async () => {
    const { id, order } = await begun();
    const recall = (changes: object) => journal.recall(id, { shop: SHOP, personId: ANA.person.id, order, ...changes });
    expect((await recall({})).outcome).toBe('same');
    expect((await recall({ personId: BEN.person.id })).outcome).toBe('different');
    expect((await recall({ order: { ...order, quantity: 31 } })).outcome).toBe('different');
    expect((await recall({ shop: shopNamed('elsewhere') })).outcome).toBe('different');
    expect((await journal.begin(wish({ id, order: { ...order, faceValue: 500 } }))).outcome).toBe('different');
  });

  it('an issue does not send a request while another has no answer', async () => {
    const sent = await send(await begun());
    await expect(send(sent)).rejects.toThrow('cannot accept the fact sent');
    await expect(send(await journal.append(sent, lost))).rejects.toThrow('cannot accept the fact sent');
  });

  it.each(['issue', 'issued_voucher'])('the journal stores rows of %s that cannot be changed', async (table) => {
    await journal.issued(await send(await begun()), [voucher('A1')], null);
    await expect(sql`delete from ${sql.table(table)}`.execute(store.db)).rejects.toThrow('append-only');
  });
});
