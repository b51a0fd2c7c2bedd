import { describe, expect, it } from 'vitest';
import { recogniseColumns } from './columns.ts';
import { allAtOnce, columnsOf, readList, UnfitList, understand } from './lay-beside.ts';
import { readListAmount } from './lines.ts';
import { decodeList } from './read-csv.ts';

const SHOP = { currency: 'SGD', timeZone: 'Europe/Berlin', dayBegins: '00:00' };

function read(text: string) {
  const list = allAtOnce(readList(text, 1_000));
  const columns = columnsOf(list, []);
  const { amount } = columns;
  if (amount === undefined) throw new Error('no amount');
  return { columns, ...allAtOnce(understand(list, { ...columns, amount }, SHOP)) };
}

describe('a list is read', () => {
  it('with quotes, line ends inside of them, and numbers of its lines as an editor counts them', () => {
    const { theirs, unread } = read(
      'Time,Amount,"Receipt\nnumber"\n2030-01-15T09:00:00Z,"1,234.50","R ""1"""\n\n2030-01-15T10:00:00Z,abc,x\n2030-01-15T11:00:00Z,1.00,\n2030-01-15T12:00:00Z,2.00,\n',
    );
    expect(theirs).toHaveLength(3);
    expect(theirs[0]).toMatchObject({ line: 3, amount: 123_450, receiptNo: 'R "1"', at: Date.UTC(2030, 0, 15, 9) });
    expect(unread).toEqual([{ line: 5, why: 'no-amount' }]);
  });

  it('as German, French and American registers write it', () => {
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

  it('through the hours in which clocks are changed', () => {
    const at = (local: string) => read(`time,amount\n${local},1.00\n`).theirs[0]?.at;
    expect(at('2030-03-31 01:59')).toBe(Date.UTC(2030, 2, 31, 0, 59));
    expect(at('2030-03-31 03:00')).toBe(Date.UTC(2030, 2, 31, 1));
    expect(at('2030-10-27 02:30')).toBe(Date.UTC(2030, 9, 27, 0, 30));
    expect(at('2030-10-27 03:00')).toBe(Date.UTC(2030, 9, 27, 2));
    expect(read('time,amount\n2030-02-30 10:00,1.00\n').unread).toEqual([{ line: 2, why: 'no-time' }]);
  });

  it('with refunds said by a word or a sign, and of a voucher only the last four', () => {
    const { theirs } = read(
      'time,type,amount,voucher\n2030-01-15 10:00,Refund,5.00,SG-1234-5678\n2030-01-15 10:00,Sale,-5.00,12\n',
    );
    expect(theirs).toMatchObject([
      { amount: -500, last4: '5678' },
      { amount: -500, last4: '12' },
    ]);
  });

  it('in UTF-8, UTF-16 and what older programs write', () => {
    expect(decodeList(new TextEncoder().encode('Größe'))).toBe('Größe');
    expect(decodeList(Uint8Array.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x80]))).toBe('Größe€');
    expect(decodeList(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))).toBe('A');
  });

  it('not at all where it has no lines, or too many', () => {
    expect(() => allAtOnce(readList('amount\n', 10))).toThrow(UnfitList);
    expect(() => allAtOnce(readList('amount\n1\n2\n3\n', 2))).toThrow('too-long');
  });
});

it('an amount is read in the decimals of its currency, or not at all', () => {
  const read1 = (text: string, currency: string, decimal: '.' | ',' = '.') =>
    readListAmount(text, currency, { decimal });
  expect([read1('12', 'SGD'), read1('12.3', 'SGD'), read1('12.340', 'SGD'), read1('12.345', 'SGD')]).toEqual([
    1_200,
    1_230,
    1_234,
    null,
  ]);
  expect([read1('1.234', 'KWD'), read1('1,234', 'JPY'), read1('1.5', 'JPY'), read1('7', '')]).toEqual([
    1_234,
    1_234,
    null,
    7,
  ]);
  expect([
    read1('-1.234,50', 'EUR', ','),
    read1('1.234,50-', 'EUR', ','),
    read1('EUR 5', 'EUR'),
    read1('', 'EUR'),
  ]).toEqual([-123_450, -123_450, 500, null]);
  expect(readListAmount('2000', 'SGD', { minor: true })).toBe(2_000);
});

it('a column is known by its name only where what stands below could be it', () => {
  const header = ['Amount', 'Total amount', 'Date', 'Card', 'Transaction ID', 'Outlet'];
  const columns = recogniseColumns(header, [['cash', '5.00', '2030-01-15', 'x1234', '99', '42']]);
  expect(columns).toEqual({
    amount: 'Total amount',
    at: 'Date',
    last4: 'Card',
    transactionId: 'Transaction ID',
    shop: 'Outlet',
    decimal: '.',
    dates: 'ymd',
  });
});
