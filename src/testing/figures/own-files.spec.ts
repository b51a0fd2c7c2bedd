import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, CSV_BOM, csvRecord, spreadsheetRecord } from '../../contract/platform/csv.ts';
import { closingsCsv } from '../../features/chain/bff/closings-csv.ts';
import type { BookEntry } from '../../features/closings/bff/books/entries.ts';
import { genericCsv, odooCsv, xeroCsv } from '../../features/closings/bff/books/formats.ts';
import { statementCsv } from '../../features/closings/bff/books/statement-csv.ts';
import { readListAmount } from '../../features/closings/contract/match/list-amount.ts';
import { csvLines, decodeList } from '../../features/closings/contract/match/read-csv.ts';
import { createCsv, csvHeader } from '../../features/transactions/bff/csv.ts';
import type { Transaction } from '../../features/transactions/contract/transaction.ts';

/** Texts that programs misread: quotes, delimiters, line ends, formulas, digits, other scripts. */
const HOSTILE = [
  'Lunch, "for three"; 5;6;7\r\n;;;;;;;;;;;;;;;;;;;;;;;;\nsecond "line"',
  '=HYPERLINK("http://x")',
  '+65 1234',
  '-5.00',
  '@cmd;=1+1;\t-2',
  "'=quoted by hand",
  "a;'=1",
  '="0042"',
  '0042',
  '12345678901234567890',
  '1e10',
  'தேநீர், மாலை',
  '茶杯；优惠',
  '🎁,🎄',
  "O'Brien \"''\"",
];

/** Reads a file of ours as *Reconcile* reads a list. */
function readBack(text: string): string[][] {
  const bytes = new TextEncoder().encode(text);
  return [...csvLines(decodeList(bytes))].map(({ cells }) => [...cells]);
}

/** Reads a file by its headings. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = [], ...lines] = readBack(text);
  return lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

const major = (amount: number, currency: string) => ({ amount, currency });
const MONEY = [major(-123_456_789_01, 'SGD'), major(7, 'SGD'), major(5, 'JPY'), major(1_005, 'KWD')];

describe.each([csvRecord, spreadsheetRecord])('a file of ours in the format %o, read by our own reader', (recordOf) => {
  it('contains every text and code unchanged', () => {
    const sign = fc.constantFrom(...Array.from('=+-@|%\'";,\t\r\n 05a界🎁＝'));
    const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('').trim());
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      text,
      text.map((digits) => ({ digits })),
    );
    const record = fc.array(cell, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
        const texts = records.map((cells) => cells.map((one) => (typeof one === 'string' ? one : (one as { digits: string }).digits)));
        const header = ['first', 'second', 'third'];
        expect(readBack(CSV_BOM + [header, ...records].map(recordOf).join(''))).toEqual([
          header,
          ...texts.filter((cells) => cells.some((each) => each !== '')),
        ]);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('contains the transactions to the cent and to the character', () => {
    const rows = HOSTILE.map(
      (text, index): Transaction => ({
        id: `${index}${text}`,
        type: 'capture',
        rawType: text,
        status: 'succeeded',
        rawStatus: text,
        mid: text,
        ...(MONEY[index % MONEY.length] ?? major(0, 'SGD')),
        at: '2030-01-15T09:00:00.000Z',
        updatedAt: null,
        vouchers: [{ last4: '0042', tag: '', product: text }],
        by: {
          operation: 'tender',
          id: '',
          person: text,
          device: text,
          sale: { receiptNo: text, entry: null, held: null, forfeited: null },
        },
      }),
    );
    const lineOf = createCsv('Asia/Singapore', recordOf);
    const read = rowsOf(csvHeader() + rows.map(lineOf).join(''));
    expect(
      read.map(({ transaction_id, product, person, device, receipt_no, shop, issuer_status, voucher }) => [
        transaction_id,
        product,
        person,
        device,
        receipt_no,
        shop,
        issuer_status,
        voucher,
      ]),
    ).toEqual(rows.map(({ id, mid }, index) => [id, ...Array<string>(4).fill(HOSTILE[index] ?? ''), mid, mid, '0042']));
    expect(read.map(({ amount = '', currency = '' }) => readListAmount(amount, currency, {}))).toEqual(rows.map(({ amount }) => amount));
    const plain = rows.filter(({ rawType }) => rawType === '0042').map((row) => lineOf({ ...row, amount: -500, currency: 'SGD' }));
    expect(plain.join(''), 'a number for every program').toContain(',-5.00,SGD,');
  });

  it('contains statements of several shops to the cent and to the character', () => {
    const lines = HOSTILE.map((text, index) => ({
      product: text,
      class: 'own-multi' as const,
      account: text,
      redemptions: 2,
      refunds: 1,
      redeemed: 0,
      refunded: 0,
      forfeited: 0,
      currency: MONEY[index % MONEY.length]?.currency ?? '',
      net: MONEY[index % MONEY.length]?.amount ?? 0,
      receipts: { first: text, last: text },
    }));
    const read = rowsOf(statementCsv({ from: '2030-01-01', to: '2030-01-31' }, [{ shop: '=SUM(A1)', lines }], recordOf));
    expect(
      read.map(({ shop, product, account, first_receipt, last_receipt }) => [shop, product, account, first_receipt, last_receipt]),
    ).toEqual(HOSTILE.map((text) => ['=SUM(A1)', text, text, text, text]));
    expect(read.map(({ net = '', currency = '' }) => readListAmount(net, currency, {}))).toEqual(lines.map(({ net }) => net));
  });

  it('contains accounting entries to the cent and to the character', () => {
    const entries = HOSTILE.map(
      (text, index): BookEntry => ({
        z: { id: '', number: index, till: text, tillId: '', person: text, day: '2030-01-15', again: false },
        postings: [{ account: text, tax: text, class: null, debit: 0, credit: index + 5 }],
        net: 0,
      }),
    );
    const terms = { currency: 'SGD', odooJournal: '@Journal; =1' };
    const name = (index: number) => `Vouchers Z ${index} ${HOSTILE[index]}`;
    const cents = (text = '') => readListAmount(text, 'SGD', {});
    expect(
      rowsOf(genericCsv(entries, terms)).map(({ till, person, account, tax, text, credit }) => [
        till,
        person,
        account,
        tax,
        text,
        cents(credit),
      ]),
    ).toEqual(HOSTILE.map((text, index) => [text, text, text, text, name(index), index + 5]));
    expect(
      rowsOf(xeroCsv(entries, terms)).map((row) => [row['*Narration'], row['*AccountCode'], row['*TaxRate'], cents(row['*Amount'])]),
    ).toEqual(HOSTILE.map((text, index) => [name(index), text, text, -index - 5]));
    expect(
      rowsOf(odooCsv(entries, terms)).map((row) => [
        row['ref'],
        row['journal_id'],
        row['line_ids/account_id'],
        cents(row['line_ids/credit']),
      ]),
    ).toEqual(HOSTILE.map((text, index) => [name(index), '@Journal; =1', text, index + 5]));
  });

  it('contains the closings of all shops to the cent and to the character', () => {
    const shops = HOSTILE.map((text, index) => ({
      id: '',
      name: text,
      timeZone: 'UTC',
      currency: 'SGD',
      suspended: false,
      answer: [
        {
          id: '',
          till: text,
          tillId: '',
          person: text,
          personId: '',
          day: '2030-01-15',
          opened: '',
          closed: null,
          closedBy: null,
          number: index,
          burnt: false,
          unsettled: 0,
          declared: { amount: -index, currency: 'SGD' },
          difference: -index - 2,
          sums: [{ kind: 'redeemed' as const, currency: 'SGD', count: 1, amount: index + 2 }],
        },
      ],
    }));
    const cents = (text = '') => readListAmount(text, 'SGD', {});
    expect(
      rowsOf(closingsCsv(shops, recordOf)).map(({ shop, till, person, net, register, difference }) => [
        shop,
        till,
        person,
        cents(net),
        cents(register),
        cents(difference),
      ]),
    ).toEqual(HOSTILE.map((text, index) => [text, text, text, index + 2, 0 - index, -index - 2]));
  });
});
