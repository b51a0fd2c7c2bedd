import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadsheetRecord } from '../../../contract/platform/csv.ts';
import type { Transaction } from '../contract/transaction.ts';
import { createCsv, csvHeader } from './csv.ts';

const row: Transaction = {
  id: '1763700000000000000001123456789012345',
  type: 'capture',
  rawType: 'Capture',
  status: 'succeeded',
  rawStatus: 'Succeeded',
  mid: '000000012345678',
  amount: 123_405,
  currency: 'SGD',
  at: '2026-11-20T16:00:01.500Z',
  updatedAt: null,
  vouchers: [{ last4: '7890', tag: 't', product: 'Lunch, "for three"' }],
  by: {
    operation: 'tender',
    id: 'x',
    person: '=HYPERLINK("evil")',
    device: 'Till 1',
    sale: { receiptNo: 'R-1029', entry: 'camera', held: 130_000, forfeited: 6_595 },
  },
};

/** Parses a line by RFC 4180, independently of the writer. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  const text = line.replace(/\r\n$/, '');
  let at = 0;
  while (at <= text.length) {
    if (text[at] === '"') {
      let field = '';
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at += 1;
        field += text[at];
        at += 1;
      }
      fields.push(field);
      at += 2;
    } else {
      const end = text.indexOf(',', at) === -1 ? text.length : text.indexOf(',', at);
      fields.push(text.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

describe('an export', () => {
  it('has one field for each of its headings, including the shop’s time', () => {
    const headings = fieldsOf(csvHeader().slice(1));
    const fields = fieldsOf(createCsv('Asia/Singapore')(row));
    expect(Object.fromEntries(headings.map((heading, index) => [heading, fields[index]]))).toEqual({
      time_utc: '2026-11-20T16:00:01.500Z',
      time_shop: '2026-11-21 00:00:01',
      type: 'capture',
      status: 'succeeded',
      shop: '000000012345678',
      amount: '1234.05',
      currency: 'SGD',
      items: '',
      voucher: '7890',
      product: 'Lunch, "for three"',
      person: `'=HYPERLINK("evil")`,
      device: 'Till 1',
      transaction_id: row.id,
      issuer_type: 'Capture',
      issuer_status: 'Succeeded',
      receipt_no: 'R-1029',
      entry: 'camera',
      held: '1300.00',
      forfeited: '65.95',
    });
  });

  it('for spreadsheets preserves the digits of codes', () => {
    const fields = fieldsOf(createCsv('Asia/Singapore', spreadsheetRecord)(row));
    expect([fields[4], fields[8], fields[12]]).toEqual(['="000000012345678"', '="7890"', `="${row.id}"`]);
  });

  it('counts items separately from money, and leaves out unknown values', () => {
    const fields = (change: Partial<Transaction>) => fieldsOf(createCsv('UTC')({ ...row, ...change })).slice(5, 8);
    expect(fields({ currency: '', amount: 3 })).toEqual(['', '', '3']);
    expect(fields({ amount: null })).toEqual(['', 'SGD', '']);
    expect(fields({ currency: 'JPY', amount: 1_200 })).toEqual(['1200', 'JPY', '']);
    expect(fields({ currency: 'S$', amount: 1_200 })).toEqual(['1200', 'S$', '']);
  });

  it('contains any content of a row unchanged or made harmless', () => {
    const write = createCsv('UTC');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '"', ',', '\r', '\n', '-', '@', '1', 'é', '𝒳', ' ') }),
        (product) => {
          const line = write({ ...row, vouchers: [{ last4: '7890', tag: '', product }] });
          const field = fieldsOf(line)[9];
          expect(field?.replaceAll("'", '')).toBe(product);
          expect(fieldsOf(line)).toHaveLength(19);
        },
      ),
    );
  });
});
