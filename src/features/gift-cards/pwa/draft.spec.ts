import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  addRangeToList,
  type Draft,
  draftSumOf,
  emptyDraft,
  enterCount,
  enterScanned,
  enterTyped,
  sequenceNumber,
  withLines,
  withoutRange,
} from './draft.ts';

const scanAll = (...numbers: string[]) =>
  numbers.reduce((seen, number) => enterScanned(seen.draft, number), { draft: emptyDraft, note: null } as ReturnType<
    typeof enterScanned
  >);
const line = (start: string, end: string, count: string) => ({ start, end, count });

describe('scans', () => {
  it('fill the first number, then the last, and are ignored after that', () => {
    const { draft, note } = scanAll('000101', '000150', '000999');
    expect(draft.hand).toEqual(line('000101', '000150', ''));
    expect(note).toBe('both-there');
  });

  it('fill in the missing number when one was typed', () => {
    const draft = enterTyped(emptyDraft, { end: '000150' });
    expect(enterScanned(draft, '000101').draft.hand).toEqual(line('000101', '000150', ''));
  });

  it.each([
    ['000101', '000101'],
    [' 0001 01 ', '000101'],
    ['AB123456789', null],
    ['https://vouchers.example/v/1', null],
    ['', null],
    ['1'.repeat(LIMITS.sequenceDigitsMax + 1), null],
  ])('are read as numbers: %j is %j', (text, number) => {
    expect(sequenceNumber(text)).toBe(number);
  });
});

describe('the list', () => {
  const good = enterTyped(emptyDraft, { start: '000101', end: '000150', count: '50' });

  it('accepts the current range only once it is correct', () => {
    const miscounted = enterTyped(good, { count: '49' });
    expect(addRangeToList(miscounted)).toBe(miscounted);
    const listed = addRangeToList(good);
    expect(listed.lines).toEqual([{ ...line('000101', '000150', '50'), id: 1 }]);
    expect(listed.hand).toEqual(emptyDraft.hand);
  });

  it('includes the current range as its last one', () => {
    const draft = enterTyped(addRangeToList(good), { start: '000201', end: '000201', count: '1' });
    expect(draftSumOf(draft)).toMatchObject({ cards: 51, ready: [{ count: 50 }, { start: '000201', count: 1 }] });
  });

  it.each<[string, (draft: Draft) => Draft]>([
    ['is empty', () => emptyDraft],
    ['has an uncounted range', (draft) => withLines(draft, [line('000201', '000210', '')])],
    ['has a started range', (draft) => enterTyped(draft, { start: '000300' })],
    ['has cards twice', (draft) => withLines(draft, [line('000150', '000151', '2')])],
    [
      'has too many cards',
      (draft) =>
        withLines(
          draft,
          Array.from({ length: 6 }, (_, tens) => line(`${tens + 1}00000`, `${tens + 1}09999`, '10000')),
        ),
    ],
  ])('is not ready while it %s', (_, change) => {
    expect(draftSumOf(change(addRangeToList(good))).ready).toBeNull();
  });

  it('counts cards that are in several ranges once, and treats numbers of another length as other cards', () => {
    const twice = withLines(addRangeToList(good), [line('000146', '000155', '10'), line('000110', '000120', '11')]);
    expect(draftSumOf(twice).cards).toBe(55);
    expect(draftSumOf(withLines(twice, [line('101', '150', '50')])).cards).toBe(105);
    expect(draftSumOf(withLines(twice, [line('000200', '000190', '11')])).cards).toBe(55);
  });

  it('is ready once its pasted ranges are counted, and excludes removed ones', () => {
    const pasted = withLines(addRangeToList(good), [line('000201', '000210', ''), line('000210', '000220', '11')]);
    const [, second, third] = pasted.lines;
    const done = withoutRange(enterCount(pasted, second?.id ?? 0, ' 10 '), third?.id ?? 0);
    expect(draftSumOf(done)).toMatchObject({ cards: 60, ready: [{ count: 50 }, { start: '000201', count: 10 }] });
  });

  it('accepts as many ranges as an activation', () => {
    const many = Array.from({ length: LIMITS.rangesMax + 5 }, (_, index) =>
      line(String(index + 1000), String(index + 1000), '1'),
    );
    const full = withLines(emptyDraft, many);
    expect(full.lines).toHaveLength(LIMITS.rangesMax);
    expect(new Set(full.lines.map(({ id }) => id)).size).toBe(LIMITS.rangesMax);
    expect(draftSumOf(full).ready).toHaveLength(LIMITS.rangesMax);
  });
});
