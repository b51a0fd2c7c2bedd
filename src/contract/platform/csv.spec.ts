import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, csvRecord, spreadsheetRecord } from './csv.ts';

/** Reads one record as RFC 4180 has it. */
function read(record: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = pattern.exec(record); match !== null; match = pattern.exec(record)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '\r\n') break;
  }
  expect(pattern.lastIndex).toBe(record.length);
  return cells;
}

describe('a record of a CSV file', () => {
  it('survives a round trip with any content', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('"', ',', '\r', '\n', ' ', 'a', '界'), fc.string({ minLength: 1, maxLength: 1 })),
    });
    const cells = fc.array(fc.oneof(text, fc.integer()), { minLength: 1 });
    fc.assert(
      fc.property(cells, (given: Cell[]) => {
        const back = read(csvRecord(given));
        expect(
          back.map((cell, index) => (typeof given[index] === 'string' ? cell.replaceAll("'", '') : Number(cell))),
        ).toEqual(given.map((cell) => (typeof cell === 'string' ? cell.replaceAll("'", '') : cell)));
      }),
    );
  });

  it.each(['=1+1', '+SUM(A1)', '-2', '@cmd', '\t=1', '\r=1', ' =HYPERLINK("http://x")', '＝1', '|calc', '%0A'])(
    'is not read as a formula by a spreadsheet: %j',
    (formula) => {
      expect(read(csvRecord([formula]))[0]).toBe(`'${formula.replace(/(?<=^\s)=/, "'=").replace(" '=", ' =')}`);
    },
  );

  it.each(['A;=1+1', 'A\t=1+1', 'A; @cmd', 'A\n-1', 'A;"=1+1"', 'A;\uff1d1', 'A;+1;|calc'])(
    'is not read as a formula by a spreadsheet that splits cells at semicolons or tabs: %j',
    (text) => {
      const cells = csvRecord([text])
        .split(/[;\t\r\n]/)
        .map((cell) => cell.replace(/^[\s"]+/, ''));
      expect(cells.filter((cell) => /^[=+\-@\uff1d|%]/.test(cell))).toEqual([]);
    },
  );

  it.each(['0053', '1234567890123456789012345678901234567', '12E4', '1-2', '0053 0054'])(
    'contains a code unchanged, or so that a spreadsheet keeps every digit: %s',
    (digits) => {
      expect(read(csvRecord([{ digits }]))).toEqual([digits]);
      expect(read(spreadsheetRecord([{ digits }]))).toEqual([`="${digits}"`]);
    },
  );

  it('contains number-like text so that a spreadsheet keeps it, and amounts and dates as numbers', () => {
    expect(spreadsheetRecord(['0042', { exact: '0.50' }, { exact: '2030-01-15' }, 7, null])).toBe(
      '"=""0042""",0.50,2030-01-15,7,\r\n',
    );
  });

  it('contains codes with letters unchanged, and neutralizes formulas', () => {
    for (const record of [csvRecord, spreadsheetRecord])
      expect(record([{ digits: 'AB12' }, { digits: '' }, { digits: '=1' }])).toBe("AB12,,'=1\r\n");
  });

  it('contains numbers, even negative ones, as numbers, and empty fields as empty', () => {
    expect(csvRecord([-5, 20, null, 'Ana'])).toBe('-5,20,,Ana\r\n');
  });
});
