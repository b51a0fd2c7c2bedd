import { describe, expect, it } from 'vitest';
import { minorDigits } from '../../../../contract/money/money.ts';
import { shopDate } from '../../../../contract/platform/shop-day.ts';
import { areConfirmed, type ListColumns } from './columns.ts';
import type { OurLine } from './lines.ts';
import { matchLists } from './match-lists.ts';
import { parseLines, readList, runSteps } from './parse-list.ts';
import { proposeColumns } from './propose-columns.ts';

/**
 * Two days of a shop whose receipt numbers begin anew each day, as eleven programs export them. The
 * list lacks sales, has some that never were, other amounts and a line twice.
 */
const TIME_ZONE = 'Asia/Singapore';
const DAYS = { first: '2030-01-15', last: '2030-01-16' };
const MORNING = Date.UTC(2030, 0, 15, 1);
const DAY = 86_400_000;
const MID = '000000000000042';
const ZONE_DAYS = { timeZone: TIME_ZONE, dayBegins: '00:00' };
const dayOf = (ms: number) => shopDate(ms, ZONE_DAYS);

interface Sale {
  /** Our redemption of this line; null for one that does not exist. */
  readonly index: number | null;
  readonly at: number;
  readonly receipt: number;
  readonly voucher: string;
  /** Major units; negative for a refund. */
  readonly amount: number;
}

const EACH_DAY = 24;
const AMOUNTS = [20, 50, 20, 1_500, 100, 20];
const sales = Array.from({ length: 2 * EACH_DAY }, (_, index): Sale => {
  const place = index % EACH_DAY;
  const at = MORNING + Math.floor(index / EACH_DAY) * DAY + place * 20 * 60_000;
  const amount = AMOUNTS[(index * 5) % AMOUNTS.length] ?? 20;
  return {
    index,
    at,
    receipt: place + 1,
    voucher: `100000${7_000 + (index % 9)}`,
    amount: place === 9 ? -amount : amount,
  };
});
const LOST = [3, 30];
const DEARER = 11;
const TWICE = 7;
const saleAt = (index: number) => {
  const sale = sales[index];
  if (sale === undefined) throw new Error(`no sale ${index}`);
  return sale;
};
const INVENTED: readonly Sale[] = [
  { ...saleAt(3), index: null, at: saleAt(3).at + DAY + 60_000, voucher: '1000009999' },
  { ...saleAt(30), index: null, at: saleAt(30).at + 60_000, receipt: 77, voucher: '1000009998' },
];
const listed: readonly Sale[] = [
  ...sales
    .filter(({ index }) => index === null || !LOST.includes(index))
    .map((sale) => (sale.index === DEARER ? { ...sale, amount: sale.amount + 1 } : sale)),
  saleAt(TWICE),
  ...INVENTED,
];

function ours(currency: string): OurLine[] {
  return sales.map(({ index, at, receipt, voucher, amount }) => {
    const named = { receiptNo: String(receipt), last4: voucher.slice(-4), transactionId: `90${index}` };
    const minor = amount * 10 ** minorDigits(currency);
    const kind = amount < 0 ? 'refunded' : 'redeemed';
    return {
      id: `t-${index}`,
      at,
      settledAt: at + 2_000,
      amount: minor,
      currency,
      kind,
      till: '',
      person: '',
      ...named,
    };
  });
}

const clock = (ms: number, tag = 'sv-SE', options: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat(tag, { timeZone: TIME_ZONE, ...options }).format(ms);
const isoDay = (ms: number) => clock(ms);
const time = (ms: number) => clock(ms, 'sv-SE', { timeStyle: 'medium' });
const [dotted, slashed, american] = [
  (ms: number) => isoDay(ms).split('-').toReversed().join('.'),
  (ms: number) => isoDay(ms).split('-').toReversed().join('/'),
  (ms: number) => isoDay(ms).replace(/20(\d\d)-(\d\d)-(\d\d)/, '$2/$3/$1'),
];
const plain = (amount: number) => amount.toFixed(2);
const english = (amount: number, digits = 2) => amount.toLocaleString('en', { minimumFractionDigits: digits });
const german = (amount: number, digits = 2) => amount.toLocaleString('de', { minimumFractionDigits: digits });

interface Format {
  readonly currency: string;
  readonly delimiter: string;
  readonly header: string;
  /** The lines of a sale; the first is the payment. */
  readonly lines: (sale: Sale) => readonly string[];
  /** A person's changes to the proposal. */
  readonly confirmed?: Partial<ListColumns>;
  /** Columns of the proposal that a person takes away. */
  readonly without?: readonly (keyof ListColumns)[];
}

const FORMATS: Readonly<Record<string, Format>> = {
  Shopify: {
    currency: 'SGD',
    delimiter: ',',
    header: 'Order,Name,Kind,Gateway,Created At,Status,Amount,Currency,Card Type',
    lines: ({ at, receipt, amount }) => {
      const when = `${isoDay(at)} ${time(at)} +0800`;
      const kind = amount < 0 ? 'refund' : 'sale';
      return [
        `59${receipt},#${receipt},${kind},gift_card,${when},success,${plain(Math.abs(amount))},SGD,`,
        `59${receipt},#${receipt},authorization,shopify_payments,${when},success,80.00,SGD,visa`,
      ];
    },
    confirmed: { receiptNo: 'Name' },
  },
  Square: {
    currency: 'SGD',
    delimiter: ',',
    header:
      'Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Gift Card Sales,Tax,Tip,Total Collected,Card,Cash,Other Tender,Other Tender Type,Other Tender Note,Transaction ID,Payment ID,Device Name',
    lines: ({ at, voucher, amount }) => [
      `${american(at)},${time(at)},Singapore,$90.00,$0.00,$90.00,$0.00,$0.00,$0.00,$90.00,$0.00,$0.00,"${amount < 0 ? '-' : ''}$${english(Math.abs(amount))}",Voucher,${voucher},Txn${at},Pay${at},Till 1`,
      `${american(at)},${time(at)},Singapore,$20.00,$0.00,$20.00,$20.00,$0.00,$0.00,$20.00,$20.00,$0.00,$0.00,,,Txn${at}b,Pay${at}b,Till 1`,
    ],
    confirmed: { amount: 'Other Tender', last4: 'Other Tender Note' },
    without: ['receiptNo', 'type', 'types'],
  },
  Lightspeed: {
    currency: 'SGD',
    delimiter: ',',
    header: 'Sale ID,Date,Payment Type,Payment Amount,Register,Employee,Shop',
    lines: ({ at, receipt, amount }) => [
      `${receipt},${isoDay(at)} ${time(at)},Gift Card,${plain(amount)},Register 1,Ana,1`,
      `${receipt},${isoDay(at)} ${time(at)},Cash,20.00,Register 1,Ana,1`,
    ],
  },
  Vend: {
    currency: 'SGD',
    delimiter: ',',
    header:
      'Date,Receipt Number,Line Type,Customer Name,Note,Quantity,Subtotal,Total,Paid,Details,Register,User,Status',
    lines: ({ at, receipt, amount }) => [
      `${isoDay(at)} ${time(at)},${receipt},Payment,,,,,,${plain(amount)},Gift Card,Main,Ana,CLOSED`,
      `${isoDay(at)} ${time(at)},${receipt},Sale Line,,,1,20.00,20.00,,Shirt,Main,Ana,CLOSED`,
    ],
    confirmed: { amount: 'Paid', type: 'Line Type', types: { Payment: 'payment', 'Sale Line': 'none' } },
  },
  Loyverse: {
    currency: 'SGD',
    delimiter: ',',
    header:
      'Date,Receipt number,Receipt type,Gross sales,Discounts,Net sales,Taxes,Total collected,Payment type,Description,POS,Store,Cashier name,Status',
    lines: ({ at, receipt, amount }) => {
      const kind = amount < 0 ? 'Refund' : 'Sale';
      const gross = `${plain(amount)},0.00,${plain(amount)},0.00,${plain(amount)}`;
      return [
        `${slashed(at)} ${time(at).slice(0, 5)},${receipt},${kind},${gross},Voucher,1 x Shirt,POS 1,2,Ana,Closed`,
        `${slashed(at)} ${time(at).slice(0, 5)},${receipt},Sale,20.00,0.00,20.00,0.00,20.00,Cash,1 x Cap,POS 1,2,Ana,Closed`,
      ];
    },
    confirmed: { amount: 'Total collected', type: 'Payment type', types: { Voucher: 'payment', Cash: 'none' } },
  },
  SAP: {
    currency: 'EUR',
    delimiter: ';',
    header: 'Filiale;Kasse;Belegnr;Datum;Uhrzeit;Zahlungsart;Betrag;Währung;Gutscheinnummer',
    lines: ({ at, receipt, amount, voucher }) => [
      `0001;2;${String(receipt).padStart(6, '0')};${dotted(at)};${time(at)};Gutschein;${german(Math.abs(amount))}${amount < 0 ? '-' : ''};EUR;${voucher}`,
      `0001;2;${String(receipt).padStart(6, '0')};${dotted(at)};${time(at)};BAR;20,00;EUR;`,
    ],
    confirmed: { types: { Gutschein: 'payment', BAR: 'none' } },
  },
  Xstore: {
    currency: 'SGD',
    delimiter: '|',
    header: 'RTL_LOC_ID|BUSINESS_DATE|WKSTN_ID|TRANS_SEQ|TNDR_TYPCODE|SERIAL_NBR|AMT',
    lines: ({ at, receipt, amount, voucher }) => [
      `101|${isoDay(at)} 00:00:00|1|${receipt}|VOUCHER|XXXXXX${voucher.slice(-4)}|${plain(amount)}0000`,
      `101|${isoDay(at)} 00:00:00|1|${receipt}|CASH||80.000000`,
    ],
    confirmed: {
      amount: 'AMT',
      receiptNo: 'TRANS_SEQ',
      last4: 'SERIAL_NBR',
      type: 'TNDR_TYPCODE',
      types: { VOUCHER: 'payment', CASH: 'none' },
      decimal: '.',
    },
  },
  DATEV: {
    currency: 'EUR',
    delimiter: ';',
    header:
      'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Konto;Gegenkonto;Belegdatum;Belegfeld 1;Buchungstext',
    lines: ({ at, receipt, amount }) => [
      `${german(Math.abs(amount))};${amount < 0 ? 'H' : 'S'};EUR;1790;1360;${dotted(at)};${receipt};Gutschein`,
    ],
    confirmed: { receiptNo: 'Belegfeld 1', type: 'Soll/Haben-Kennzeichen', types: { S: 'payment', H: 'refund' } },
  },
  'a register in Jakarta': {
    currency: 'IDR',
    delimiter: ',',
    header: 'Tanggal,Waktu,No Struk,Metode Bayar,Nominal,Toko',
    lines: ({ at, receipt, amount }) => [
      `${slashed(at)},${time(at)},${receipt},Voucher,"Rp ${german(amount * 1_000, 0)}",1`,
    ],
    confirmed: { receiptNo: 'No Struk', time: 'Waktu' },
  },
  'a register in Tokyo': {
    currency: 'JPY',
    delimiter: ',',
    header: '日付,時刻,伝票番号,支払方法,金額',
    lines: ({ at, receipt, amount }) => [
      `${isoDay(at).replaceAll('-', '/')},${time(at)},${receipt},商品券,"${amount < 0 ? '-' : ''}¥${english(Math.abs(amount), 0)}"`,
    ],
    confirmed: { at: '日付', time: '時刻', receiptNo: '伝票番号', dates: 'ymd' },
  },
  'the issuer': {
    currency: 'SGD',
    delimiter: ',',
    header: 'transaction_id,created,type,status,mid,amount,currency,voucher_ref',
    lines: ({ index, at, amount, voucher }) => {
      const common = `Succeeded,${MID},${Math.abs(amount) * 100},SGD,${voucher}`;
      const id = index === null ? `77${at}` : `90${index}`;
      const when = (ms: number) => new Date(ms).toISOString();
      return [
        `${id},${when(at)},${amount < 0 ? 'Refund' : 'Capture'},${common}`,
        `8${id},${when(at - 200)},Authorization,${common}`,
        `7${id},${when(at - 900)},Other,Succeeded,${MID},,,${voucher}`,
        `6${id},${when(at)},Capture,Succeeded,000000000000099,${Math.abs(amount) * 100},SGD,${voucher}`,
      ];
    },
    confirmed: { minor: true },
  },
};
const SCALE: Readonly<Record<string, number>> = { IDR: 1_000 };

describe('the export of', () => {
  it.each(Object.entries(FORMATS))('%s agrees in the expected lines only', (_, format) => {
    const { currency, header, lines, confirmed = {}, without = [] } = format;
    const own = ours(currency).map((line) => ({ ...line, amount: line.amount * (SCALE[currency] ?? 1) }));
    const rows = listed.flatMap((sale) =>
      lines(sale).map((text, place) => ({ text, sale: place === 0 ? sale : null })),
    );
    const list = runSteps(readList([header, ...rows.map(({ text }) => text)].join('\r\n'), 10_000));
    const shop = { currency, ...ZONE_DAYS };
    const proposed = proposeColumns(list.header, list.lines, { ...shop, days: DAYS, ours: own, mid: MID });
    const kept = Object.entries({ ...proposed, ...confirmed }).filter(([name]) => !without.includes(name as 'type'));
    const columns = Object.fromEntries(kept);
    if (!areConfirmed(columns, list.header, list.lines)) throw new Error(`not confirmed: ${JSON.stringify(columns)}`);
    const { theirs, skipped } = runSteps(parseLines(list, columns, DAYS, shop));
    const all = runSteps(matchLists(own, theirs, { windowMs: 900_000, days: DAYS, dayOf }));

    const saleOf = (line: number) => rows[line - 2]?.sale?.index ?? null;
    const agreed = all.filter(({ list: name }) => name === 'agrees');
    const wrong = agreed.filter(({ own: one, their }) => one?.id !== `t-${saleOf(their?.line ?? 0)}`);
    expect(wrong).toEqual([]);
    const shouldAgree = sales.flatMap(({ index }) =>
      index === null || LOST.includes(index) || index === DEARER ? [] : `t-${index}`,
    );
    expect(new Set(agreed.map(({ own: one }) => one?.id))).toEqual(new Set(shouldAgree));
    expect(agreed).toHaveLength(shouldAgree.length);
    expect(skipped.filter(({ why }) => why.startsWith('no-') && why !== 'no-payment')).toEqual([]);
    expect(theirs.length + skipped.length).toBe(rows.length);
    const listedTwice = all.filter(
      ({ list: name, their }) => name === 'onlyThere' && saleOf(their?.line ?? 0) === TWICE,
    );
    expect(listedTwice).toHaveLength(1);
  });
});
