import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRanges } from './read-list.ts';

const counted = [{ start: '000101', end: '000150', count: '50' }];

describe('a list of ranges', () => {
  it.each([
    ['commas', '000101,000150,50'],
    ['semicolons and quotes', '"000101";"000150";"50"'],
    ['tabs, as from a spreadsheet', '000101\t000150\t50\r\n'],
    ['a heading and a byte order mark', '\uFEFFfirst,last,cards\n000101,000150,50'],
    ['words between the numbers', '000101 to 000150, 50'],
    ['a dash between the numbers', '000101 – 000150 50'],
    ['empty lines', '\n\n  000101 000150 50\n\n'],
  ])('is read with %s', (_, text) => {
    expect(readRanges(text)).toEqual({ ranges: counted, unread: [] });
  });

  it('keeps leading zeros, reads one number as one card, and leaves missing counts open', () => {
    expect(readRanges('0007\n000101 000150').ranges).toEqual([
      { start: '0007', end: '0007', count: '1' },
      { start: '000101', end: '000150', count: '' },
    ]);
  });

  it('names the unreadable lines, and reads the others', () => {
    expect(readRanges('000101 000150 50\nsee below\n1 2 3 4')).toEqual({ ranges: counted, unread: [2, 3] });
  });

  it('keeps letters among digits, so that they are reported as a fault', () => {
    expect(readRanges('00O101,000150').ranges).toEqual([{ start: '00O101', end: '000150', count: '' }]);
  });

  it('is read back exactly as it was written', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: 1, maxLength: 32 });
    const range = fc.record({ start: digits, end: digits, count: fc.nat().map(String) });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 20 }), fc.constantFrom(',', ';', '\t', ' '), (ranges, between) => {
        const text = ranges.map(({ start, end, count }) => [start, end, count].join(between)).join('\n');
        expect(readRanges(text)).toEqual({ ranges, unread: [] });
      }),
    );
  });
});
