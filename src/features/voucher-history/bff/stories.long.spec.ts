import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { money } from '../../../contract/money/money.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { MODEL_MID } from '../../../testing/issuer/model-issuer.ts';
import { ANA, BEN, createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { Story, StoryRequest } from '../contract/story.ts';

const REF = '1234567890';
const KATONG = '000000000000077';
const HOUR_MS = 3_600_000;
const STOCK: Caller = { ...BEN, person: { id: 'ben', name: 'Ben', role: 'stock' } };
const KEY: Caller = {
  ...MEI,
  device: { id: 'key-1', name: 'Web shop' },
  key: { id: 'key-1', scopes: ['stories'], limits: { perRedemption: null, perDay: null } },
};

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    till = await createTestTill({ db: store.db });
    till.issuer.add(REF);
    await till.journal.learnMid(SHOP, MODEL_MID);
  });
  afterEach(() => store.close());

  /** Lets the clock run, slower than the database is, until something is done. */
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    const next = async (): Promise<void> => {
      if (isOver) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
      await till.clock.advance(50);
      await next();
    };
    await next();
    return work;
  }

  const never = new AbortController().signal;
  const tell = (asked: StoryRequest, caller: Caller = ANA): Promise<Story> =>
    till.stories.explain(caller, asked, never);
  const take = (amount: number) =>
    till.tenders.put(ANA, randomUUID(), { code: REF, amount, currency: 'SGD', receiptNo: 'R-17' });
  const readLastMinutes = () => till.mirror.readWindow();
  const entries = () => store.db.selectFrom('audit').select(['action', 'person_id', 'subject', 'details']).execute();

  it('the history shows when and where the voucher was used up, in this shop and in another', async () => {
    await take(2_000);
    await till.clock.advance(60_000);
    till.issuer.captureElsewhere(REF, 3_000, KATONG);
    await readLastMinutes();
    const story = await tell({ code: REF });
    expect(story).toMatchObject({
      cause: 'used-elsewhere',
      unexplained: null,
      voucher: { last4: '7890', status: 'used', remaining: { amount: 0 } },
      lines: [
        { what: 'redeemed', worth: { amount: 2_000, currency: 'SGD' }, left: { amount: 3_000 }, own: true },
        { what: 'redeemed', worth: { amount: 3_000 }, left: { amount: 0 }, own: false, shop: null },
      ],
    });
    expect(story.sentence).toMatch(/^Fully used: the last SGD 30\.00 on \d+ \w+ \d{4}, \d\d:\d\d, at another shop\.$/);
  });

  describe('if issuer rows are dated half a minute late', () => {
    beforeEach(() => {
      const { searchPage } = till.issuer;
      Object.assign(till.issuer, {
        searchPage: async (...asked: Parameters<typeof searchPage>) => {
          const page = await searchPage(...asked);
          if (page.outcome !== 'found') return page;
          return { ...page, value: page.value.map((row) => ({ ...row, createdAt: (row.createdAt ?? 0) - 30_000 })) };
        },
      });
    });

    it.each([
      ['here', money(4_300, 'SGD'), 'Balance: SGD 43.00.', () => take(700)],
      ['at another shop', null, 'Fully used: SGD 50.00', async () => till.issuer.captureElsewhere(REF, 5_000, KATONG)],
    ])('states the balance after a use %s, not the balance checked before it', async (place, left, says, use) => {
      await till.check(ANA, REF);
      await till.clock.advance(3_000);
      await use();
      await till.clock.advance(15_000);
      await readLastMinutes();
      const { sentence, voucher } = await tell({ code: REF });
      expect(sentence).toContain(`, ${place}`);
      expect(sentence).toContain(says);
      expect(voucher?.remaining).toEqual(left);
    });

    it('gives no balance if the voucher was checked before a use and cannot be checked again', async () => {
      await till.check(ANA, REF);
      await till.clock.advance(3_000);
      till.issuer.captureElsewhere(REF, 2_000, KATONG);
      await till.clock.advance(15_000);
      await readLastMinutes();
      Object.assign(till.issuer, { checkByRef: async () => ({ outcome: 'unclear', reason: 'away' }) });
      const { sentence, voucher, lines } = await tell({ code: REF });
      expect(sentence).toMatch(/^Used on .*, at another shop\.$/);
      expect(voucher?.remaining).toBeNull();
      expect(lines.at(-1)?.left ?? null).toBeNull();
    });
  });

  it('the history shows the shop names that managers have set', async () => {
    till.issuer.captureElsewhere(REF, 5_000, KATONG);
    await readLastMinutes();
    await till.settings.write(MEI, { shopName: 'Orchard', shopNames: [{ mid: KATONG, name: 'Katong' }] });
    await till.clock.advance(1_000);
    expect((await tell({ code: REF })).sentence).toContain(', at Katong.');
  });

  it('the history shows no name or id to a cashier or program, and all of this shop’s to a manager', async () => {
    await take(2_000);
    till.issuer.captureElsewhere(REF, 3_000, KATONG);
    await readLastMinutes();
    for (const caller of [ANA, BEN, KEY]) {
      const story = await tell({ code: REF }, caller);
      const { token: _, ...shown } = story;
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`Ana|Mei|Till 1|R-17|${REF}|${KATONG}`));
      expect(Object.keys(story.lines[0] ?? {}).sort()).toEqual(['at', 'left', 'own', 'shop', 'what', 'worth']);
    }
    const { lines } = await tell({ code: REF }, MEI);
    const [mine, other] = till.issuer.ledger();
    expect(lines).toMatchObject([
      { person: 'Ana', device: 'Till 1', receiptNo: 'R-17', transactionId: mine?.captureId, mid: MODEL_MID },
      { person: null, device: null, receiptNo: null, transactionId: other?.captureId, mid: KATONG },
    ]);
  });

  it('the history is recorded once when it is opened, by hash and last four', async () => {
    const first = await tell({ code: REF });
    await tell({ code: REF, token: first.token });
    const opened = (await entries()).filter(({ action }) => action === 'story.opened');
    expect(opened).toMatchObject([{ person_id: 'ana' }]);
    expect(JSON.parse(opened[0]?.details ?? '')).toEqual({ last4: '7890', case: first.caseNumber });
    expect(opened[0]?.subject).toMatch(/^[\w-]{40,}$/);
    expect(JSON.stringify(opened)).not.toContain(REF);
    await tell({ code: REF, token: first.token }, BEN);
    await till.clock.advance(16 * 60_000);
    await tell({ code: REF, token: first.token });
    expect((await entries()).filter(({ action }) => action === 'story.opened').length).toBe(3);
  });

  it('the history is limited to a number per hour for a cashier, and unlimited for a manager', async () => {
    await till.settings.write(MEI, { storiesPerHour: 2 });
    await tell({ code: REF });
    await till.clock.advance(30 * 60_000);
    await tell({ code: REF });
    await expect(tell({ code: REF })).rejects.toMatchObject({ status: 429, code: 'too-many-stories' });
    expect((await entries()).filter(({ action }) => action === 'story.opened').length).toBe(2);
    for (const caller of [MEI, MEI, MEI, BEN, KEY, KEY, KEY]) await tell({ code: REF }, caller);
    await till.clock.advance(31 * 60_000);
    await tell({ code: REF });
  });

  it('parallel openings cannot share the remaining limit', async () => {
    await till.settings.write(MEI, { storiesPerHour: 3 });
    const asked = Array.from({ length: 8 }, () => till.stories.explain(ANA, { code: REF }, never));
    const ended = await Promise.allSettled(asked);
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  });

  it('the history counts a nonexistent code against the person who tries it, and reports it as unknown', async () => {
    const story = await tell({ code: '9999999999' });
    expect(story).toMatchObject({ cause: 'unknown', voucher: null, lines: [] });
    expect(story.sentence).toBe('Unknown voucher: the issuer has no record of it.');
    for (let number = 1; number < 30; number += 1)
      await tell({ code: `99999999${String(number).padStart(2, '0')}` }, ANA).catch(() => undefined);
    await expect(tell({ code: '8888888888' })).rejects.toMatchObject({ code: 'too-many-wrong-codes' });
  });

  it('the history reads back expired rows piece by piece, only on request, and stores none of them', async () => {
    till.issuer.captureElsewhere(REF, 1_000, KATONG);
    await till.clock.advance(5 * 24 * HOUR_MS);
    till.issuer.captureElsewhere(REF, 500, KATONG);
    await till.clock.advance(4 * 60_000);
    await readLastMinutes();
    let story = await tell({ code: REF });
    expect(story.lines.map(({ worth }) => worth)).toEqual([{ amount: 500, currency: 'SGD' }]);
    expect(story.more).not.toBeNull();
    const before = story.more?.before ?? '';
    for (let turn = 0; turn < 60 && story.lines.length < 2; turn += 1)
      story = await tell({ code: REF, token: story.token, back: true });
    expect(story.lines.map(({ left }) => left)).toEqual([
      { amount: 4_000, currency: 'SGD' },
      { amount: 3_500, currency: 'SGD' },
    ]);
    expect(Date.parse(story.completeSince ?? '')).toBeLessThan(Date.parse(before));
    expect(JSON.stringify(await store.db.selectFrom('issuer_row').selectAll().execute())).not.toContain(
      '"amount":1000',
    );
    expect((await tell({ code: REF })).lines.length).toBe(1);
    expect((await entries()).filter(({ action }) => action === 'story.opened').length).toBe(2);
  });

  it('the history stops reading back as soon as no caller waits for it', async () => {
    await readLastMinutes();
    const { token } = await tell({ code: REF });
    const gone = new AbortController();
    gone.abort();
    const story = await till.stories.explain(ANA, { code: REF, token, back: true }, gone.signal);
    expect(story.away).toBe(false);
  });

  it('the history shows since when a redemption is unsettled, and the known events if the issuer is unreachable', async () => {
    await readLastMinutes();
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    const asked = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2_000, currency: 'SGD' });
    await till.clock.advance(100);
    till.issuer.silent = true;
    await whileTimePasses(asked);
    const story = await tell({ code: REF });
    expect(story).toMatchObject({ cause: 'unknown', open: { since: expect.any(String) } });
    expect(story.sentence).toContain('is not confirmed');
    till.issuer.add('2222222222');
    expect(await tell({ code: '2222222222' })).toMatchObject({
      cause: 'unknown',
      away: true,
      sentence: 'The issuer can’t be reached right now. This is what we know here.',
    });
  });

  it('the history shows stock staff only a card’s activation by its number: its time, person and range', async () => {
    await whileTimePasses(
      till.activations.put(STOCK, randomUUID(), { ranges: [{ start: '000101', end: '000150', count: 50 }] }),
    );
    await till.clock.advance(10_000);
    const story = await tell({ sequence: '000120' }, STOCK);
    expect(story).toMatchObject({
      cause: 'untouched',
      voucher: null,
      sequence: '000120',
      lines: [{ what: 'activated', person: 'Ben', own: true, cards: { start: '000101', end: '000150' } }],
    });
    expect(story.sentence).toMatch(/^Activated here on .*, in the range 000101 to 000150\.$/);
    expect((await tell({ sequence: '000151' }, STOCK)).cause).toBe('never-activated');
    expect(JSON.stringify(await tell({ sequence: '000120' }))).not.toContain('Ben');
    await expect(tell({ code: REF }, STOCK)).rejects.toMatchObject({ status: 403 });
    await expect(tell({})).rejects.toMatchObject({ status: 400 });
  });

  it('the history opens from a row of the list and from a case for a manager, and for no other role', async () => {
    const { view } = await take(2_000);
    await readLastMinutes();
    const [capture] = till.issuer.ledger();
    const transactionId = capture?.captureId ?? '';
    for (const asked of [{ transactionId }, { operationId: view.id }]) {
      expect((await tell(asked, MEI)).voucher).toMatchObject({ last4: '7890' });
      for (const caller of [ANA, KEY]) await expect(tell(asked, caller)).rejects.toMatchObject({ status: 403 });
    }
    till.issuer.captureElsewhere(REF, 100, KATONG);
    await readLastMinutes();
    const foreign = till.issuer.ledger().at(-1)?.captureId ?? '';
    await expect(tell({ transactionId: foreign }, MEI)).rejects.toMatchObject({ status: 404 });
  });

  it('the history stores a manager’s note in the trail, for managers only', async () => {
    const { token, caseNumber } = await tell({ code: REF }, MEI);
    await till.stories.note(MEI, token, 'the customer has the receipt of Katong');
    expect((await tell({ code: REF }, MEI)).notes).toMatchObject([
      { person: 'Mei', note: 'the customer has the receipt of Katong' },
    ]);
    expect((await tell({ code: REF })).notes).toEqual([]);
    const noted = (await entries()).find(({ action }) => action === 'story.noted');
    expect(JSON.parse(noted?.details ?? '')).toMatchObject({ case: caseNumber });
    await expect(till.stories.note(MEI, 'no token', 'x')).rejects.toMatchObject({ code: 'case-moved' });
  });

  it('the history sends nothing to the issuer if the period is stored and the voucher was checked', async () => {
    await take(2_000);
    await readLastMinutes();
    await till.mirror.complete({ from: till.clock.now() - 2 * 24 * HOUR_MS, to: till.clock.now() });
    await till.check(ANA, REF);
    await till.clock.advance(5_000);
    let asked = 0;
    const { searchPage, checkByRef } = till.issuer;
    Object.assign(till.issuer, {
      searchPage: (...page: Parameters<typeof searchPage>) => ((asked += 1), searchPage(...page)),
      checkByRef: (ref: string) => ((asked += 1), checkByRef(ref)),
    });
    expect((await till.stories.explain(ANA, { code: REF }, never)).cause).toBe('part-used');
    expect(asked).toBe(0);
  });
});
