import { describe, expect, it } from 'vitest';
import { type EndedSale, type HeardNews, type JournalTender, judgeHeard, judgeSale, type ToldOfSale } from './judge.ts';

const TENDER: JournalTender = { id: 't1', state: 'captured', captured: 2_000, captureId: 'c1', createdAt: 100, changedAt: 200 };
const REFUSED: JournalTender = { ...TENDER, state: 'not_captured', captured: 0, captureId: null };
const TAKEN: ToldOfSale = { at: 300, outcome: 'taken', amount: 2_000 };
const NOT_TAKEN: ToldOfSale = { at: 300, outcome: 'not_taken', amount: 0 };
const UNKNOWN: ToldOfSale = { at: 150, outcome: 'unknown', amount: 0 };
const CAPTURE = { id: 'c1', amount: 2_000 };
const SALE: EndedSale = { reference: 'R-1', way: 'link', due: 2_000, told: [UNKNOWN, TAKEN], tenders: [TENDER], captures: [CAPTURE] };
const NOTHING: EndedSale = { ...SALE, told: [NOT_TAKEN], tenders: [REFUSED], captures: [] };

const SECOND: JournalTender = { ...TENDER, id: 't2', captureId: 'c2', createdAt: 400, changedAt: 500 };

describe('a sale', () => {
  it.each<[string, EndedSale]>([
    ['was reported as unknown, and then with the captured amount', SALE],
    ['was reported as not redeemed, and was not', NOTHING],
    ['was cancelled before anything began', { ...NOTHING, told: [{ ...NOT_TAKEN, outcome: 'cancelled' }], tenders: [] }],
    [
      'was reported in part, continued, and was reported as unknown and then completely',
      {
        ...SALE,
        due: 4_000,
        told: [TAKEN, { at: 450, outcome: 'unknown', amount: 2_000 }, { at: 600, outcome: 'taken', amount: 4_000 }],
        tenders: [TENDER, SECOND],
        captures: [CAPTURE, { id: 'c2', amount: 2_000 }],
      },
    ],
  ])('passes when it %s', (_, sale) => {
    expect(judgeSale(sale)).toEqual([]);
  });

  it.each<[string, EndedSale, string]>([
    [
      'was reported as redeemed before the journal had it',
      { ...SALE, told: [{ ...TAKEN, at: 199 }] },
      'it was told taken 2000 when the journal knew of 0',
    ],
    [
      'was reported with more than was captured',
      { ...SALE, told: [{ ...TAKEN, amount: 2_001 }] },
      'it was told taken 2001 when the journal knew of 2000',
    ],
    [
      'was reported with less than was captured',
      { ...SALE, told: [{ ...TAKEN, amount: 1_999 }] },
      'it was told taken 1999, and 2000 turned out to be taken',
    ],
    [
      'was reported as not redeemed although it was',
      { ...SALE, told: [NOT_TAKEN] },
      'it was told not_taken 0, and 2000 turned out to be taken',
    ],
    [
      'was reported as not redeemed and was captured afterwards',
      { ...SALE, told: [{ ...NOT_TAKEN, at: 199 }, TAKEN] },
      'it was told not_taken before the journal knew how tender t1 ended',
    ],
    [
      'was reported as cancelled while a redemption was in progress',
      { ...SALE, told: [{ ...NOT_TAKEN, outcome: 'cancelled', at: 150 }, TAKEN] },
      'it was told cancelled before the journal knew how tender t1 ended',
    ],
    ['was reported as redeemed without an amount', { ...NOTHING, told: [{ ...TAKEN, amount: 0 }] }, 'it was told taken with 0'],
    [
      'was reported as not redeemed with an amount',
      { ...SALE, told: [{ ...NOT_TAKEN, amount: 2_000 }] },
      'it was told not_taken with 2000',
    ],
    [
      'was reported as unknown with more than was known',
      { ...SALE, told: [{ ...UNKNOWN, amount: 1 }, TAKEN] },
      'it was told unknown 1 when',
    ],
    [
      'was reported as unknown after it was known',
      { ...SALE, told: [TAKEN, { ...UNKNOWN, at: 350 }, TAKEN] },
      'it was told unknown after taken',
    ],
    ['was never reported to the end', { ...SALE, told: [UNKNOWN] }, 'at last it was told unknown'],
    ['was never reported', { ...SALE, told: [] }, 'at last it was told nothing'],
    ['is still open', { ...NOTHING, tenders: [{ ...REFUSED, state: 'unknown', changedAt: 90 }] }, 'tender t1 is unknown at the end'],
    ['is redeemed although the voucher service captured nothing', { ...SALE, captures: [] }, 'the voucher service has no such capture'],
    ['was captured under another id', { ...SALE, captures: [{ ...CAPTURE, id: 'c9' }] }, 'of which 0 tenders know'],
    [
      'was captured for another amount',
      { ...SALE, captures: [{ ...CAPTURE, amount: 1 }] },
      'the journal has 2000 of tender t1, the voucher service 1',
    ],
    ['was captured twice', { ...SALE, captures: [CAPTURE, { ...CAPTURE, id: 'c2' }] }, '4000 were taken for 2000'],
    ['was captured although the journal denies it', { ...NOTHING, captures: [CAPTURE] }, 'took 2000 as c1, of which 0 tenders know'],
  ])('fails when it %s', (_, sale, fault) => {
    expect(judgeSale(sale).join('\n')).toContain(fault);
  });
});

describe('the messages received by a webhook', () => {
  const heard: HeardNews = { id: 'msg_1', at: 300, body: '{"a":1}', isSigned: true, news: 'tender.taken', tenderId: 't1' };
  const unknown: HeardNews = { ...heard, id: 'msg_0', body: '{"a":0}', news: 'tender.unknown' };

  it('pass when each outcome arrived, repeated and in any order', () => {
    expect(judgeHeard([heard, heard, unknown], [TENDER])).toEqual([]);
    expect(judgeHeard([{ ...heard, news: 'tender.not_taken' }], [REFUSED])).toEqual([]);
    expect(judgeHeard([], [{ ...REFUSED, state: 'cancelled' }])).toEqual([]);
  });

  it.each<[string, HeardNews[], string]>([
    ['an outcome did not arrive', [unknown], 'nobody was told that tender t1 ended as captured'],
    ['an outcome was another', [{ ...heard, news: 'tender.not_taken' }], 'tender.not_taken was told of tender t1, which is captured'],
    ['an outcome arrived early', [{ ...heard, at: 199 }], 'before the journal knew'],
    ['one id had two contents', [heard, { ...heard, body: '{"a":2}' }], 'message msg_1 said two things'],
    ['one content had two ids', [heard, { ...heard, id: 'msg_2' }], 'tender.taken of t1 was told under several ids'],
    ['a signature is invalid', [heard, { ...heard, isSigned: false }], 'message msg_1 has no signature that holds'],
    ['a message is about an unknown sale', [heard, { ...heard, id: 'msg_2', tenderId: 't9' }], 't9, which is in no sale'],
  ])('fail when %s', (_, messages, fault) => {
    expect(judgeHeard(messages, [TENDER]).join('\n')).toContain(fault);
  });
});
