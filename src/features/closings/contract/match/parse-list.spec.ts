import { describe, expect, it } from 'vitest';
import { areConfirmed, type ListColumns } from './columns.ts';
import { readListAmount } from './list-amount.ts';
import { parseLines, readList, runSteps, UnfitList } from './parse-list.ts';
import { proposeColumns } from './propose-columns.ts';
import { decodeList } from './read-csv.ts';

const DAYS = { first: '2030-01-01', last: '2030-12-31' };
const SHOP = { currency: 'EUR', timeZone: 'Europe/Berlin', dayBegins: '00:00' };
const KNOWN = { ...SHOP, days: DAYS, ours: [], mid: '000000000000042' };

function propose(text: string, known: Partial<typeof KNOWN> = {}) {
  const list = runSteps(readList(text, 1_000));
  return { list, columns: proposeColumns(list.header, list.lines, { ...KNOWN, ...known }) };
}

function read(text: string, more: Partial<ListColumns> = {}, days = DAYS) {
  const { list, columns } = propose(text);
  const all = { ...columns, ...more };
  if (!areConfirmed(all, list.header, list.lines)) throw new Error('not confirmed');
  return runSteps(parseLines(list, all, days, SHOP));
}

describe('reading a list', () => {
  it('accepts quotes and line ends inside of them, and numbers its lines as an editor does', () => {
    const { theirs, skipped } = read(
      'Time,Amount,"Receipt\nnumber"\n2030-01-15T09:00:00Z,"1,234.50","R ""1"""\n\n2030-01-15T10:00:00Z,abc,x\n2030-01-15T11:00:00Z,1.00,\n2030-01-15T12:00:00Z,2.00,\n',
    );
    expect(theirs).toHaveLength(3);
    expect(theirs[0]).toMatchObject({ line: 3, amount: 123_450, receiptNo: 'R "1"', at: Date.UTC(2030, 0, 15, 9) });
    expect(skipped).toMatchObject([{ line: 5, why: 'no-amount' }]);
  });

  it('accepts the formats of German, French and American registers', () => {
    expect(read('Datum;Uhrzeit;Belegnummer;Betrag\n31.01.2030;14:05;7;1.234,50 €\n').theirs).toMatchObject([
      { amount: 123_450, receiptNo: '7', at: Date.UTC(2030, 0, 31, 13, 5) },
    ]);
    expect(read('Date;Reçu;Montant\n31/07/2030 14:05;A1;1 234,50\n').theirs).toMatchObject([
      { amount: 123_450, receiptNo: 'A1', at: Date.UTC(2030, 6, 31, 12, 5) },
    ]);
    expect(
      read('Date\tOrder\tTotal\n01/31/2030 2:05 PM\tA1\t$1,234.50\n01/02/2030 12:05 AM\tA2\t($3.00)\n').theirs,
    ).toMatchObject([
      { amount: 123_450, at: Date.UTC(2030, 0, 31, 13, 5) },
      { amount: -300, at: Date.UTC(2030, 0, 1, 23, 5) },
    ]);
  });

  it('converts times during the hours of a clock change', () => {
    const at = (local: string) => read(`time,amount\n${local},1.00\n`).theirs[0]?.at;
    expect(at('2030-03-31 01:59')).toBe(Date.UTC(2030, 2, 31, 0, 59));
    expect(at('2030-03-31 03:00')).toBe(Date.UTC(2030, 2, 31, 1));
    expect(at('2030-10-27 02:30')).toBe(Date.UTC(2030, 9, 27, 0, 30));
    expect(at('2030-10-27 03:00')).toBe(Date.UTC(2030, 9, 27, 2));
    expect(read('time,amount\n2030-02-30 10:00,1.00\n', { dates: 'ymd' }).skipped).toMatchObject([
      { line: 2, why: 'no-time' },
    ]);
  });

  it('matches by day if the list has no times, and by the period’s only day if it has no dates', () => {
    const csv = 'date,amount\n2030-01-15,1.00\n2030-01-15 00:00:00,2.00\n';
    expect(read(csv).theirs).toMatchObject([
      { at: null, day: '2030-01-15' },
      { at: null, day: '2030-01-15' },
    ]);
    const one = { first: '2030-01-15', last: '2030-01-15' };
    expect(read('amount\n1.00\n', {}, one).theirs).toMatchObject([{ at: null, day: '2030-01-15' }]);
    expect(read('amount\n1.00\n').theirs).toMatchObject([{ at: null, day: null }]);
  });

  it('recognises refunds by their type, and keeps only the last four of a voucher', () => {
    const { theirs, skipped } = read(
      'time,type,amount,voucher\n2030-01-15 10:00,Refund,5.00,SG-1234-5678\n2030-01-15 10:00,Sale,-5.00,12\n2030-01-15 10:00,Cash,5.00,\n',
    );
    expect(theirs).toMatchObject([
      { amount: -500, last4: '5678' },
      { amount: -500, last4: '12' },
    ]);
    expect(skipped).toMatchObject([{ line: 4, why: 'no-payment' }]);
  });

  it('accepts UTF-8, UTF-16 and Windows-1252', () => {
    expect(decodeList(new TextEncoder().encode('Größe'))).toBe('Größe');
    expect(decodeList(Uint8Array.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x80]))).toBe('Größe€');
    expect(decodeList(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))).toBe('A');
  });

  it.each([
    ['sep=;\r\nBeleg;Datum;Betrag\r\n7;31.01.2030 14:05;5,00\r\n', 3],
    ['\uFEFF"sep=;"\nBeleg;Datum;Betrag\n7;31.01.2030 14:05;5,00\n', 3],
    ['Umsätze Januar 2030\n\nBeleg;Datum;Betrag\n7;31.01.2030 14:05;5,00\n', 4],
    ['Umsätze;;;\nVon;01.01.2030;;\nBeleg;Datum;Betrag;Kasse\n7;31.01.2030 14:05;5,00;1\n', 4],
  ])('skips the lines above the column names: %j', (text, line) => {
    expect(read(text).theirs).toMatchObject([{ line, amount: 500, receiptNo: '7', at: Date.UTC(2030, 0, 31, 13, 5) }]);
  });

  it.each(['Total', 'Grand total:', 'SUMME', 'Gesamtbetrag', '合计', 'Jumlah'])(
    'skips its total line %s, and keeps the sale of a product with that name',
    (total) => {
      const { theirs, skipped } = read(
        `Receipt,Time,Amount,Product\nR1,2030-01-15 10:00,5.00,${total}\nR2,2030-01-15 10:05,3.00,Lunch\n${total},,8.00,\n,,8.00,${total}\n`,
      );
      expect(theirs.map(({ amount }) => amount)).toEqual([500, 300]);
      expect(skipped).toMatchObject([
        { line: 4, why: 'no-payment' },
        { line: 5, why: 'no-payment' },
      ]);
    },
  );

  it('removes the formulas that spreadsheets need around codes', () => {
    const text = 'Receipt,Time,Amount,Voucher\n"=""0007""",2030-01-15 10:00,5.00,="0042"\n';
    expect(read(text).theirs).toMatchObject([{ receiptNo: '0007', last4: '0042' }]);
  });

  it('is refused if it has no lines, or too many', () => {
    expect(() => runSteps(readList('amount\n', 10))).toThrow(UnfitList);
    expect(() => runSteps(readList('amount\n1\n2\n3\n', 2))).toThrow('too-long');
  });
});

describe('an amount', () => {
  const read1 = (text: string, currency: string, decimal: '.' | ',' = '.') =>
    readListAmount(text, currency, { decimal });

  it('is read with the decimals of its currency and in a single format, or refused', () => {
    expect(['12', '12.3', '12.3000', '12.345', '1.234,50'].map((text) => read1(text, 'SGD'))).toEqual([
      1_200,
      1_230,
      1_230,
      null,
      null,
    ]);
    expect([read1('1.234', 'KWD'), read1('1,234', 'JPY'), read1('1.5', 'JPY'), read1('7', '')]).toEqual([
      1_234,
      1_234,
      null,
      7,
    ]);
    expect(['-1.234,50', '1.234,50-', '(5,00)', '1’234,50', '5,-', ''].map((text) => read1(text, 'EUR', ','))).toEqual([
      -123_450,
      -123_450,
      -500,
      123_450,
      null,
      null,
    ]);
    expect([
      read1('EUR 5', 'EUR'),
      read1('EUR 5', 'SGD'),
      read1('Rp. 50.000', 'IDR', ','),
      read1('Rp.50.000', 'IDR', ','),
    ]).toEqual([500, null, 5_000_000, 5_000_000]);
    expect(readListAmount('2000', 'SGD', { minor: true })).toBe(2_000);
  });

  it.each([
    ['SGD', '50,000', '20', '.', 5_000_000],
    ['SGD', '1,500', '20', '.', 150_000],
    ['IDR', '50.000', '20.000', ',', 5_000_000],
    ['JPY', '1,500', '20', '.', 1_500],
    ['EUR', '1.500', '20,5', ',', 150_000],
  ])('in %s written %s together with %s has thousands, not decimals', (currency, first, second, decimal, amount) => {
    const { columns } = propose(`Amount;x\n${first};\n${second};\n`, { currency });
    expect(columns.decimal).toBe(decimal);
    expect(readListAmount(first, currency, columns)).toBe(amount);
  });

  it('is confirmed by a person if it can be read in two ways, like an ambiguous day', () => {
    expect(propose('Amount;x\n1,500;\n', { currency: 'KWD' }).columns).not.toHaveProperty('decimal');
    expect(propose('Amount;Date\n1.00;01/02/2030\n').columns).not.toHaveProperty('dates');
    const { list, columns } = propose('Amount;Date\n1.00;01/02/2030\n');
    expect(areConfirmed(columns, list.header, list.lines)).toBe(false);
    expect(areConfirmed({ ...columns, dates: 'dmy' }, list.header, list.lines)).toBe(true);
    expect(areConfirmed({ ...columns, dates: 'dmy', shop: 'Date' }, list.header, list.lines)).toBe(false);
  });
});

describe('a column is proposed', () => {
  it('by its name only if the values below fit', () => {
    const header = 'Amount,Total amount,Date,Card number,Transaction ID,Outlet';
    expect(propose(`${header}\ncash,5.00,2030-01-15,x1234,99,42\n`).columns).toEqual({
      amount: 'Total amount',
      at: 'Date',
      last4: 'Card number',
      decimal: '.',
      dates: 'ymd',
    });
  });

  it('for an id or a shop number only if its values are ours', () => {
    const csv = 'Amount,Store,Ref,Merchant\n5.00,1,c-1,000000000000042\n6.00,2,c-2,000000000000099\n';
    const ours = [{ id: 't-1', transactionId: 'c-1' }];
    expect(propose(csv, { ours: ours as never }).columns).toMatchObject({
      transactionId: 'Ref',
      shop: 'Merchant',
      shopValue: '000000000000042',
    });
    expect(propose(csv.replaceAll('000000000000042', '3')).columns).not.toHaveProperty('shop');
  });

  it('for the amount if it holds voucher amounts, rather than the total, and never for the voucher number', () => {
    expect(propose('Date,Total,Gift card amount\n2030-01-15,50.00,20.00\n').columns.amount).toBe('Gift card amount');
    expect(propose('Date,Voucher amount\n2030-01-15,20\n').columns).toMatchObject({ amount: 'Voucher amount' });
    expect(propose('Date,Voucher amount\n2030-01-15,20\n').columns).not.toHaveProperty('last4');
  });
});
