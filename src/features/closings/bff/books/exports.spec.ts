import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorDigits } from '../../../../contract/money/money.ts';
import { toCp1252 } from '../../../../contract/platform/cp1252.ts';
import { type BookFormat, type Books, type ExportFault, NO_BOOKS, VOUCHER_CLASSES } from '../../contract/books.ts';
import { readListAmount } from '../../contract/match/list-amount.ts';
import { readList, runSteps } from '../../contract/match/parse-list.ts';
import { csvLines, decodeList } from '../../contract/match/read-csv.ts';
import { DATEV_COLUMNS, datevText } from './datev.ts';
import { type BookEntry, type BookedLine, type BookedZ, entriesOf, withoutAccount } from './entries.ts';
import { genericCsv, odooCsv, xeroCsv } from './formats.ts';

const BOOKS: Books = {
  classes: {
    'own-multi': { account: '3272', tax: '' },
    'own-single': { account: '3273', tax: '9' },
    'other-issuer': { account: '1371', tax: '40' },
    free: { account: '6600', tax: '' },
  },
  clearing: { account: '1361', tax: 'No Tax' },
  products: [
    { product: 'Café & Kuchen', class: 'own-single' },
    { product: 'City voucher', class: 'other-issuer' },
    { product: 'Welcome gift', class: 'free' },
  ],
  usual: 'own-multi',
  odooJournal: 'Vouchers',
  datev: { consultant: 1001, client: 7, yearStart: '04-01', accountDigits: 4 },
};
const NOW = Date.UTC(2030, 0, 31, 22, 5, 6, 789);

const taken = (product: string, amount: number, currency = 'EUR'): BookedLine => ({
  kind: 'redeemed',
  product,
  amount,
  currency,
});
const back = (product: string, amount: number, currency = 'EUR'): BookedLine => ({
  kind: 'refunded',
  product,
  amount,
  currency,
});
const z = (number: number, lines: BookedLine[], change: Partial<BookedZ> = {}): BookedZ => {
  const who = {
    till: 'Café Süd, Kasse 1',
    tillId: 'till-1',
    person: 'Zoë "Z" Müller',
    day: '2030-01-15',
    again: false,
  };
  return { id: `z${number}`, number, ...who, ...change, lines };
};

/** Three closings as a shop has them: several classes, more given back than taken, one exported before. */
const CLOSINGS = [
  z(41, [
    taken('', 123_450),
    taken('Café & Kuchen', 2_000),
    taken('City voucher', 4_999),
    taken('Welcome gift', 500),
    back('', 3_450),
  ]),
  z(42, [back('City voucher', 4_999), taken('Welcome gift', 1)], { day: '2030-01-16', again: true }),
  z(43, [taken('', 700, 'JPY'), { ...taken('', 3, ''), currency: '' }], { till: '=cmd()' }),
];

function fileOf(format: BookFormat, entries: readonly BookEntry[], currency: string): Uint8Array {
  const terms = { currency, odooJournal: BOOKS.odooJournal };
  const text = { csv: genericCsv, xero: xeroCsv, odoo: odooCsv };
  if (format === 'datev')
    return toCp1252(datevText(entries, { ...BOOKS, currency, from: '2030-01-15', to: '2030-01-16', now: NOW }));
  return new TextEncoder().encode(text[format](entries, terms));
}

describe.each(['csv', 'xero', 'odoo', 'datev'] as const)('the file for %s', (format) => {
  it('matches its golden file byte for byte', () => {
    const golden = fileURLToPath(new URL(`golden/${format}.csv`, import.meta.url));
    const file = Buffer.from(fileOf(format, entriesOf(CLOSINGS, BOOKS, 'EUR'), 'EUR'));
    if (process.env['WRITE_GOLDEN'] === 'true') writeFileSync(golden, file);
    expect(file.equals(readFileSync(golden))).toBe(true);
  });
});

/** Parses a file: its rows by column name, and the sums of both sides in minor units. */
function sidesOf(
  format: BookFormat,
  bytes: Uint8Array,
  currency: string,
): { debit: number; credit: number; cleared: number }[] {
  const text = decodeList(bytes);
  const amount = (cell: string | undefined) =>
    cell === undefined || cell === ''
      ? 0
      : (readListAmount(cell, currency, { decimal: format === 'datev' ? ',' : '.' }) ?? Number.NaN);
  if (format === 'datev') {
    const [, header, ...rows] = [...csvLines(text, ';')].map(({ cells }) => cells);
    expect(header).toEqual(DATEV_COLUMNS);
    return rows.map((cells) => {
      const sum = amount(cells[0]);
      return { debit: sum, credit: sum, cleared: cells[1] === 'S' ? sum : -sum };
    });
  }
  const { header, lines } = runSteps(readList(text, 100_000));
  const at = (cells: readonly string[], name: string) => cells[header.indexOf(name)];
  return lines.map(({ cells }) => {
    const account = at(
      cells,
      format === 'csv' ? 'account' : format === 'xero' ? '*AccountCode' : 'line_ids/account_id',
    );
    const both = amount(at(cells, '*Amount'));
    const debit =
      format === 'xero' ? Math.max(0, both) : amount(at(cells, format === 'csv' ? 'debit' : 'line_ids/debit'));
    const credit =
      format === 'xero' ? Math.max(0, -both) : amount(at(cells, format === 'csv' ? 'credit' : 'line_ids/credit'));
    return { debit, credit, cleared: account === BOOKS.clearing.account ? credit - debit : 0 };
  });
}

/** One currency of each number of decimals that ISO 4217 has. */
const CURRENCIES = ['JPY', 'SGD', 'KWD', 'CLF'] as const;
const lineOf = (currency: string) =>
  fc.record({
    kind: fc.constantFrom('redeemed' as const, 'refunded' as const),
    product: fc.constantFrom('', 'Café & Kuchen', 'City voucher', 'Welcome gift', 'never seen'),
    currency: fc.constantFrom(currency, ''),
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
  });
const dayOf = (currency: string) =>
  fc
    .array(fc.array(lineOf(currency), { maxLength: 12 }), { minLength: 1, maxLength: 8 })
    .map((days) => days.map((lines, index) => z(index + 1, lines)));

describe.each(CURRENCIES)('in %s', (currency) => {
  it(`every Z is booked with all ${minorDigits(currency)} decimals, its debit equals its credit, and the register account is cleared`, () => {
    fc.assert(
      fc.property(dayOf(currency), (closings) => {
        const entries = entriesOf(closings, BOOKS, currency);
        for (const {
          postings,
          net,
          z: { id },
        } of entries) {
          const sum = (side: 'debit' | 'credit') => postings.reduce((all, one) => all + one[side], 0);
          expect(sum('debit')).toBe(sum('credit'));
          const lines = closings.find((one) => one.id === id)?.lines.filter((line) => line.currency === currency) ?? [];
          expect(net).toBe(lines.reduce((all, { kind, amount }) => all + (kind === 'redeemed' ? amount : -amount), 0));
        }
        if (entries.length === 0) return;
        const total = entries.reduce((all, { net }) => all + net, 0);
        for (const format of ['csv', 'xero', 'odoo'] as const) {
          const sides = sidesOf(format, fileOf(format, entries, currency), currency);
          expect(sides.reduce((all, { debit, credit }) => all + debit - credit, 0)).toBe(0);
          expect(sides.reduce((all, { cleared }) => all + cleared, 0)).toBe(total);
        }
        if (minorDigits(currency) > 2) return;
        const sides = sidesOf('datev', fileOf('datev', entries, currency), currency);
        expect(sides.reduce((all, { cleared }) => all + cleared, 0)).toBe(total);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a file is refused with the reason', () => {
  const refused = (work: () => unknown, field: ExportFault) =>
    expect(work).toThrow(expect.objectContaining({ status: 400, details: { field } }));
  const terms = { ...BOOKS, currency: 'EUR', from: '2030-01-15', to: '2030-01-16', now: NOW };
  const entries = entriesOf(CLOSINGS, BOOKS, 'EUR');

  it('by DATEV for a third decimal, two fiscal years, an invalid account, and missing numbers', () => {
    const kuwait = entriesOf([z(1, [taken('', 1_001, 'KWD')])], BOOKS, 'KWD');
    refused(() => datevText(kuwait, { ...terms, currency: 'KWD' }), 'datev-decimals');
    expect(
      datevText(entriesOf([z(1, [taken('', 1_010, 'KWD')])], BOOKS, 'KWD'), { ...terms, currency: 'KWD' }),
    ).toContain('\r\n1,01;');
    refused(() => datevText(entries, { ...terms, from: '2030-03-31', to: '2030-04-01' }), 'datev-year');
    refused(() => datevText(entries, { ...terms, clearing: { account: 'Kasse', tax: '' } }), 'datev-account');
    refused(() => datevText(entries, { ...terms, datev: NO_BOOKS.datev }), 'datev-numbers');
    const named = { ...BOOKS, classes: { ...BOOKS.classes, free: { account: '6600', tax: 'Tax Exempt' } } };
    refused(() => datevText(entriesOf(CLOSINGS, named, 'EUR'), terms), 'datev-tax');
  });

  it('if accounts are missing, with the names of their classes', () => {
    expect(
      withoutAccount(entriesOf(CLOSINGS, { ...BOOKS, classes: NO_BOOKS.classes, clearing: NO_BOOKS.clearing }, 'EUR')),
    ).toEqual([...VOUCHER_CLASSES, null]);
  });
});

it('DATEV’s document number is different for each till, even if their names look alike', () => {
  const tills = ['Kasse 1', 'Kasse1', '柜台一', '柜台二', `${'K'.repeat(35)}1`, `${'K'.repeat(35)}2`, 'Kasse2'];
  const closings = tills.map((till, index) => z(1, [taken('', 100)], { till, tillId: `till-${index}` }));
  const terms = { ...BOOKS, currency: 'EUR', from: '2030-01-15', to: '2030-01-16', now: NOW };
  const [, , ...lines] = datevText(entriesOf(closings, BOOKS, 'EUR'), terms)
    .trimEnd()
    .split('\r\n');
  const numbers = lines.map((line) => line.split(';')[DATEV_COLUMNS.indexOf('Belegfeld 1')] ?? '');
  expect(new Set(numbers).size).toBe(tills.length);
  expect(numbers.at(-1)).toBe('"Z1-Kasse2"');
  expect(Math.max(...numbers.map(({ length }) => length))).toBeLessThanOrEqual(38);
});

it('a DATEV file has 125 columns, and its text is encoded as CP1252', () => {
  expect([DATEV_COLUMNS.length, new Set(DATEV_COLUMNS).size]).toEqual([125, 125]);
  expect([...toCp1252('Ä€ž…😀語')]).toEqual([0xc4, 0x80, 0x9e, 0x85, 0x3f, 0x3f]);
});
