import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OurLine, TheirLine } from './lines.ts';
import { earlierKeysOf, type Matched, matchLists } from './match-lists.ts';
import type { MatchTerms } from './match-rules.ts';
import { matchSums, suggestionsFor } from './match-sums.ts';
import { runSteps } from './parse-list.ts';

const NOON = Date.UTC(2030, 0, 15, 12);
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const TERMS: MatchTerms = { windowMs: 15 * MINUTE, dayOf, days: { first: '2030-01-15', last: '2030-01-15' } };

const our = (id: string, amount: number, more: Partial<OurLine> = {}): OurLine => {
  const at = more.at ?? NOON;
  const usual = { currency: 'SGD', at, settledAt: at, receiptNo: null, last4: '1234', transactionId: `capture-${id}` };
  const kind = amount < 0 ? 'refunded' : 'redeemed';
  return { ...usual, id, amount, kind, till: 'Till 1', person: 'Ana', ...more };
};
const their = (line: number, amount: number, more: Partial<TheirLine> = {}): TheirLine => {
  const at = more.at === undefined ? NOON : more.at;
  const usual = { currency: 'SGD', receiptNo: null, last4: null, transactionId: null };
  return { ...usual, line, amount, day: at === null ? null : dayOf(at), ...more, at };
};

const match = (ours: OurLine[], theirs: TheirLine[], terms = TERMS) => runSteps(matchLists(ours, theirs, terms));
const briefly = (all: Matched[]) =>
  all.map(({ list, own, their: other }) => `${list} ${own?.id ?? ''}/${other?.line ?? ''}`).sort();

describe('two lines are matched', () => {
  it('by the id of the issuer or the tender, and differ if only the amount differs', () => {
    const theirs = [
      their(1, 500, { transactionId: 'capture-a', at: NOON + DAY }),
      their(2, 700, { transactionId: 'capture-b' }),
      their(3, 800, { transactionId: 'c' }),
    ];
    expect(briefly(match([our('a', 500), our('b', 600), our('c', 800)], theirs))).toEqual([
      'agrees a/1',
      'agrees c/3',
      'differs b/2',
    ]);
  });

  it('by receipt number and day, each with an equal amount', () => {
    const ours = [our('a', 2_000, { receiptNo: 'R2', last4: '1' }), our('b', 3_000, { receiptNo: 'R2', last4: '2' })];
    const theirs = [
      their(1, 3_000, { receiptNo: '#0r2', at: NOON + 300 * MINUTE }),
      their(2, 2_000, { receiptNo: 'R2', at: null, day: '2030-01-15' }),
    ];
    expect(
      briefly(
        match(
          ours,
          theirs.map((line) => ({ ...line, receiptNo: 'r2' })),
        ),
      ),
    ).toEqual(['agrees a/2', 'agrees b/1']);
    expect(briefly(match([our('a', 500, { receiptNo: '1001' })], [their(1, 500, { receiptNo: '#001001' })]))).toEqual([
      'agrees a/1',
    ]);
  });

  it('by amount, voucher and time', () => {
    const ours = [our('a', 500), our('b', 500, { last4: '9999' }), our('c', 500, { at: NOON + 40 * MINUTE })];
    const theirs = [
      their(1, 500, { last4: '9999', at: NOON + 3 * MINUTE }),
      their(2, 500, { last4: '1234' }),
      their(3, 500, { last4: '1234', at: NOON + 100 * MINUTE }),
    ];
    expect(briefly(match(ours, theirs))).toEqual(['agrees a/2', 'agrees b/1', 'onlyHere c/', 'onlyThere /3']);
  });

  it('by amount, voucher and day if the list names no times', () => {
    const day = { at: null, day: '2030-01-15', last4: '1234' };
    expect(briefly(match([our('a', 500)], [their(1, 500, day), their(2, 500, day)]))).toEqual([
      'agrees a/1',
      'onlyThere /2',
    ]);
  });

  it('only as a likely match if the list names no voucher', () => {
    expect(briefly(match([our('a', 500)], [their(1, 500)]))).toEqual(['likely a/1']);
  });

  it('by the time of a late settlement', () => {
    const late = our('a', 500, { at: NOON - DAY, settledAt: NOON, receiptNo: 'R1' });
    expect(briefly(match([late], [their(1, 500, { receiptNo: 'R1' })]))).toEqual(['agrees a/1']);
    expect(briefly(match([late], []))).toEqual(['onlyHere a/']);
  });
});

describe('two lines are not matched', () => {
  it('if a receipt number is repeated on another day, so that a lost and an invented redemption stay separate', () => {
    const ours = [our('a', 500, { receiptNo: '1' })];
    const theirs = [their(1, 500, { receiptNo: '1', at: NOON + DAY })];
    expect(briefly(match(ours, theirs, { ...TERMS, days: { first: '2030-01-15', last: '2030-01-16' } }))).toEqual([
      'onlyHere a/',
      'onlyThere /1',
    ]);
  });

  it('if they name different receipts, ids or vouchers', () => {
    const same = { last4: '1234' };
    expect(briefly(match([our('a', 500, { receiptNo: 'R1' })], [their(1, 500, { ...same, receiptNo: 'R2' })]))).toEqual(
      ['onlyHere a/', 'onlyThere /1'],
    );
    expect(briefly(match([our('a', 500)], [their(1, 500, { ...same, transactionId: 'other' })]))).toEqual([
      'onlyHere a/',
      'onlyThere /1',
    ]);
    expect(briefly(match([our('a', 500)], [their(1, 500, { last4: '9999' })]))).toEqual([
      'onlyHere a/',
      'onlyThere /1',
    ]);
    expect(
      briefly(match([our('a', 500, { receiptNo: 'R1' })], [their(1, 500, { receiptNo: 'R1', last4: '9999' })])),
    ).toEqual(['differs a/1']);
  });

  it('because of equal sums, or because one line is repeated', () => {
    const ours = [our('a', 2_000, { receiptNo: 'R1' }), our('b', 3_000, { receiptNo: 'R1' })];
    expect(briefly(match(ours, [their(1, 5_000, { receiptNo: 'R1' })]))).toEqual([
      'onlyHere a/',
      'onlyHere b/',
      'onlyThere /1',
    ]);
    const copies = [their(1, 500, { transactionId: 'capture-a' }), their(2, 500, { transactionId: 'capture-a' })];
    expect(briefly(match([our('a', 500)], copies))).toEqual(['agrees a/1', 'onlyThere /2']);
  });

  it('because of a similar amount, which is only suggested', () => {
    const all = match([our('a', 1_000)], [their(1, 1_050, { last4: '9999' }), their(2, 4_000, { last4: '9999' })]);
    expect(briefly(all)).toEqual(['onlyHere a/', 'onlyThere /1', 'onlyThere /2']);
    const own = all.find(({ list }) => list === 'onlyHere');
    expect(own && briefly(suggestionsFor(own, all, dayOf))).toEqual(['onlyThere /1']);
  });
});

describe('a line of ours', () => {
  it('is listed as unsettled or unexplained, with or without its counterpart, and never agrees', () => {
    const open = our('a', 500, { kind: 'unsettled', settledAt: null, transactionId: null });
    const capture = our('b', 700, { kind: 'unexplained' });
    const theirs = [their(1, 500, { last4: '1234' }), their(2, 700, { transactionId: 'capture-b' })];
    expect(briefly(match([open, capture], theirs))).toEqual(['unexplained b/2', 'unsettled a/1']);
    expect(briefly(match([open, capture], []))).toEqual(['unexplained b/', 'unsettled a/']);
  });

  it('is matched before an unexplained capture if it has a redemption', () => {
    const ours = [our('b', 500, { kind: 'unexplained', at: NOON - MINUTE }), our('a', 500)];
    expect(briefly(match(ours, [their(1, 500, { last4: '1234', at: NOON - MINUTE })]))).toEqual([
      'agrees a/1',
      'unexplained b/',
    ]);
  });

  it('belongs to the period even after the last line of the file, while other days are listed separately', () => {
    const ours = [our('a', 500, { at: NOON + 11 * 60 * MINUTE }), our('b', 500, { at: NOON + 13 * 60 * MINUTE })];
    expect(briefly(match(ours, [their(1, 900), their(2, 900, { at: NOON + DAY })]))).toEqual([
      'onlyHere a/',
      'onlyThere /1',
      'otherDays /2',
    ]);
  });
});

describe('a note', () => {
  const keys = (theirs: TheirLine[]) => match([], theirs).map(({ key }) => key);

  it('explains one of two equal lines, on one day only', () => {
    const line = { receiptNo: 'R1' };
    const [one, copy] = keys([their(1, 500, line), their(2, 500, line)]);
    expect(copy).not.toBe(one);
    expect(keys([their(7, 500, line)])).toEqual([one]);
    expect(keys([their(1, 500, { ...line, at: NOON + DAY })])).not.toEqual([one]);
  });

  it('is also found under the keys of earlier versions', () => {
    expect(match([our('a', 500)], [])[0]?.key).toBe('onlyHere a ');
    expect(keys([their(1, 500, { transactionId: 'x' })])).toEqual(['onlyThere  500SGD x']);
    const [one] = match([], [their(1, 500, { receiptNo: 'R1' })]);
    expect(one && earlierKeysOf(one)).toEqual(['onlyThere  500SGD R1', 'twice  500SGD R1']);
  });
});

it('sums include only the settled lines of the period, by currency', () => {
  const ours = [our('a', 500), our('b', 300, { kind: 'unsettled' }), our('c', 900, { currency: 'JPY', last4: '2' })];
  const theirs = [their(1, 500, { last4: '1234' }), their(2, 40), their(3, 7, { at: NOON + DAY })];
  expect(matchSums(match(ours, theirs))).toEqual([
    { currency: 'JPY', ours: 900, theirs: 0 },
    { currency: 'SGD', ours: 500, theirs: 540 },
  ]);
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const common = {
  amount: fc.constantFrom(-500, 500, 1_000),
  currency: fc.constantFrom('SGD', 'JPY', ''),
  receiptNo: maybe(fc.constantFrom('R1', 'R2')),
  last4: maybe(fc.constantFrom('1234', '5678')),
};
const minutes = fc.integer({ min: -800, max: 800 }).map((minute) => NOON + minute * MINUTE);
const ourLines = fc.array(
  fc.record({
    ...common,
    at: minutes,
    settledAt: maybe(minutes),
    kind: fc.constantFrom<OurLine['kind'][]>('redeemed', 'redeemed', 'unsettled', 'unexplained'),
    transactionId: maybe(fc.constantFrom('0', '1', 't')),
  }),
  { maxLength: 40 },
);
const theirLines = fc.array(
  fc.record({ ...common, at: maybe(minutes), transactionId: maybe(fc.constantFrom('0', '1', 't', 'x')) }),
  { maxLength: 40 },
);

it('every line is listed exactly once under its own key, and matched lines agree in every field that both have', () => {
  fc.assert(
    fc.property(ourLines, theirLines, (some, others) => {
      const ours = some.map((line, index) => our(String(index), line.amount, line));
      const theirs = others.map((line, index) => their(index, line.amount, line));
      const all = match(ours, theirs);
      const isToday = (at: number) => dayOf(at) === TERMS.days.first;
      const placed = all.flatMap(({ own }) => own ?? []);
      expect(new Set(placed).size).toBe(placed.length);
      for (const own of ours.filter(({ at }) => isToday(at))) expect(placed).toContain(own);
      expect(all.flatMap(({ their: other }) => other?.line ?? []).sort((a, b) => a - b)).toEqual(
        theirs.map(({ line }) => line),
      );
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      for (const { list, own, their: other } of all) {
        if ((list !== 'agrees' && list !== 'likely') || own === null || other === null) continue;
        expect([own.amount, own.currency]).toEqual([other.amount, other.currency]);
        expect(['redeemed', 'refunded']).toContain(own.kind);
        const ids = [own.id, own.transactionId];
        if (other.transactionId !== null && own.transactionId !== null) expect(ids).toContain(other.transactionId);
        if (other.transactionId === null || !ids.includes(other.transactionId))
          for (const field of ['receiptNo', 'last4'] as const)
            if (own[field] !== null && other[field] !== null) expect(own[field]).toBe(other[field]);
      }
    }),
    { numRuns: 1_000 },
  );
});
