import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OurLine, TheirLine } from './lines.ts';
import { matchLists } from './match-lists.ts';
import type { Matched, MatchTerms } from './match-terms.ts';

const NOON = Date.UTC(2030, 0, 15, 4);
const MINUTE = 60_000;
const TERMS: MatchTerms = {
  windowMs: 15 * MINUTE,
  mid: '000042',
  period: { from: NOON - 720 * MINUTE, to: NOON + 720 * MINUTE },
};

const our = (id: string, amount: number, more: Partial<OurLine> = {}): OurLine => {
  const usual = {
    currency: 'SGD',
    at: NOON,
    receiptNo: null,
    last4: '1234',
    transactionId: id,
    till: 'Till 1',
    person: 'Ana',
  };
  return { ...usual, id, amount, kind: amount < 0 ? 'refunded' : 'redeemed', ...more };
};
const their = (line: number, amount: number, more: Partial<TheirLine> = {}): TheirLine => {
  const usual = { currency: 'SGD', at: NOON, receiptNo: null, last4: null, transactionId: null, shop: null };
  return { ...usual, line, amount, ...more };
};

function match(ours: OurLine[], theirs: TheirLine[], terms = TERMS): Matched[] {
  const steps = matchLists(ours, theirs, terms);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
const said = (all: Matched[]) =>
  all
    .map(
      ({ list, ours, theirs }) =>
        `${list} ${ours.map(({ id }) => id).join('+')}/${theirs.map(({ line }) => line).join('+')}`,
    )
    .sort();

describe('lines belong together', () => {
  it('by the receipt, one by one or as the sum of a sale, whatever the time', () => {
    const ours = [
      our('a', 500, { receiptNo: 'R1' }),
      our('b', 2_000, { receiptNo: 'R2' }),
      our('c', 3_000, { receiptNo: 'R2' }),
    ];
    const theirs = [
      their(1, 500, { receiptNo: 'R1', at: NOON + 600 * MINUTE }),
      their(2, 5_000, { receiptNo: 'R2', at: null }),
    ];
    expect(said(match(ours, theirs))).toEqual(['agrees a/1', 'agrees b+c/2']);
  });

  it('by the issuer’s id, and differ where only the amount does', () => {
    const theirs = [their(1, 500, { transactionId: 'a' }), their(2, 700, { transactionId: 'b' })];
    expect(said(match([our('a', 500), our('b', 600)], theirs))).toEqual(['agrees a/1', 'differs b/2']);
  });

  it('by amount, time and the last four, each once', () => {
    const ours = [our('a', 500), our('b', 500, { last4: '9999' }), our('c', 500, { at: NOON + 40 * MINUTE })];
    const theirs = [
      their(1, 500, { last4: '9999', at: NOON + 3 * MINUTE }),
      their(2, 500),
      their(3, 500, { at: NOON + 100 * MINUTE }),
    ];
    expect(said(match(ours, theirs))).toEqual(['agrees a/2', 'agrees b/1', 'onlyHere c/', 'onlyThere /3']);
  });

  it('not where both name a receipt and it is another', () => {
    expect(said(match([our('a', 500, { receiptNo: 'R1' })], [their(1, 500, { receiptNo: 'R2' })]))).toEqual([
      'onlyHere a/',
      'onlyThere /1',
    ]);
  });

  it('differ where it is the same voucher at the same time', () => {
    expect(said(match([our('a', 1_000)], [their(1, 2_500, { last4: '1234', at: NOON + MINUTE })]))).toEqual([
      'differs a/1',
    ]);
  });
});

describe('a line that comes again', () => {
  it('is named twice, by its receipt, its id or its voucher', () => {
    const ours = [our('a', 500, { receiptNo: 'R1' }), our('b', 600), our('c', 700, { last4: '7777' })];
    const theirs = [
      their(1, 500, { receiptNo: 'R1' }),
      their(2, 500, { receiptNo: 'R1' }),
      their(3, 600, { transactionId: 'b' }),
      their(4, 600, { transactionId: 'b' }),
      their(5, 700, { last4: '7777' }),
      their(6, 700, { last4: '7777' }),
    ];
    expect(said(match(ours, theirs))).toEqual([
      'agrees a/1',
      'agrees b/3',
      'agrees c/5',
      'twice /2',
      'twice /4',
      'twice /6',
    ]);
  });

  it('is named twice here, where one receipt took the same voucher twice and the list has it once', () => {
    const ours = [our('a', 500, { receiptNo: 'R1' }), our('b', 500, { receiptNo: 'R1' })];
    expect(said(match(ours, [their(1, 500, { receiptNo: 'R1' })]))).toEqual(['agrees a/1', 'twice b/']);
  });
});

it('rows of a second shop in the issuer’s file are set aside', () => {
  const theirs = [
    their(1, 500, { shop: '42', transactionId: 'a' }),
    their(2, 500, { shop: '000000000000099', last4: '1234' }),
  ];
  expect(said(match([our('a', 500)], theirs))).toEqual(['agrees a/1', 'otherShop /2']);
});

it('a line of ours from just outside the period is missed by nobody', () => {
  const late = our('a', 500, { at: TERMS.period.to + MINUTE });
  expect(said(match([late], []))).toEqual([]);
  expect(said(match([late], [their(1, 500, { at: TERMS.period.to })]))).toEqual(['agrees a/1']);
});

const amounts = fc.constantFrom(-500, 500, 1_000, 2_000);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const common = {
  amount: amounts,
  currency: fc.constantFrom('SGD', 'JPY', ''),
  receiptNo: maybe(fc.constantFrom('R1', 'R2', 'R3')),
  last4: maybe(fc.constantFrom('1234', '5678')),
  at: maybe(fc.integer({ min: 0, max: 60 }).map((minute) => NOON + minute * MINUTE)),
};

it('every line is in exactly one list, and what agrees agrees to the cent', () => {
  const ourLines = fc.array(fc.record({ ...common, at: common.at.map((at) => at ?? NOON) }), { maxLength: 40 });
  const theirLines = fc.array(fc.record({ ...common, transactionId: maybe(fc.constantFrom('0', '1', '2', 'x')) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(ourLines, theirLines, (some, others) => {
      const ours = some.map((line, index) => our(String(index), line.amount, line));
      const theirs = others.map((line, index) => their(index, line.amount, line));
      const all = match(ours, theirs);
      expect(all.flatMap((one) => one.ours.map(({ id }) => id)).sort()).toEqual(ours.map(({ id }) => id).sort());
      expect(all.flatMap((one) => one.theirs.map(({ line }) => line)).sort((a, b) => a - b)).toEqual(
        theirs.map(({ line }) => line).sort((a, b) => a - b),
      );
      for (const { ours: own, theirs: other } of all.filter(({ list }) => list === 'agrees')) {
        expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          other.reduce((sum, { amount }) => sum + amount, 0),
        );
      }
    }),
    { numRuns: 500 },
  );
});
