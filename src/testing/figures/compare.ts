import { expect } from 'vitest';
import { magnitude, type VoucherValue } from '../../contract/money/money.ts';
import { csvRecord } from '../../contract/platform/csv.ts';
import { dayPeriod } from '../../contract/platform/shop-day.ts';
import { statementCsv } from '../../features/closings/bff/books/statement-csv.ts';
import type { StatementDay } from '../../features/closings/contract/books.ts';
import { readListAmount } from '../../features/closings/contract/match/list-amount.ts';
import { csvLines } from '../../features/closings/contract/match/read-csv.ts';
import type { Transaction } from '../../features/transactions/contract/transaction.ts';
import type { Bars } from '../../features/transactions/contract/transaction-list.ts';
import { netOf } from '../../features/transactions/contract/transaction-sums.ts';
import { type Entry, ledgerSums } from './ledger.ts';
import { closeAll, type ShopTrade } from './trade.ts';
import type { TradingWorld } from './trading-world.ts';

const rowsIn = (csv: string) => {
  const [header = [], ...lines] = [...csvLines(csv)].map(({ cells }) => cells);
  return lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
};
const total = (amounts: readonly (number | null)[]) => amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

const valueOf = (value: VoucherValue | null) => (value === null ? 0 : magnitude(value));

/** Compares every report of every shop with the ledgers. */
export async function compareAll(world: TradingWorld, trades: readonly ShopTrade[]): Promise<void> {
  for (const trade of trades) await compareOpen(trade);
  await closeAll(world);
  await world.clock.advance(60_000);
  for (const trade of trades) await compareShop(world, trade);
}

/** The open shifts of the whole shop, as its manager sees them, and each sale as the customer does. */
async function compareOpen({ shop, tenders }: ShopTrade): Promise<void> {
  const { parts, mei, ledger } = shop;
  const days = ledger.entries.map(({ day }) => day).sort();
  const shifts = await parts.shifts.list(mei, { mine: false, day: days[0], to: days.at(-1) });
  const sums = shifts.flatMap((shift) => shift.sums.map((sum) => ({ ...sum, isOpen: shift.number === null })));
  expect(ledgerSums(sums.filter(({ isOpen }) => isOpen)), 'all X').toEqual(ledgerSums(ledger.entries.filter(({ closed }) => !closed)));
  expect(ledgerSums(sums), 'all X and Z').toEqual(ledgerSums(ledger.entries));
  for (const { id, saleId, amount, by, isRefunded } of tenders) {
    const { captured } = await parts.tenders.get(by, id);
    expect(valueOf(captured), 'the redemption, for its receipt').toBe(amount);
    expect((await parts.tenders.sale(mei, saleId, null)).taken, 'the sale').toBe(isRefunded ? 0 : amount);
    await parts.sessions.start({ shop: shop.shop, deviceId: by.device.id }, by.person);
    const { vouchers, receipt } = await parts.shown.view(by, saleId);
    expect(total(vouchers.map(({ taken }) => valueOf(taken))), 'the customer display').toBe(isRefunded ? 0 : amount);
    expect(receipt === null, 'the digital receipt').toBe(isRefunded);
  }
}

async function compareShop(world: TradingWorld, { shop }: ShopTrade): Promise<void> {
  const { parts, currency, mei, ana, ben, ledger } = shop;
  const days = [...new Set([...ledger.entries, ...ledger.unmatched].map(({ day }) => day))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const money = ledgerSums(ledger.entries);
  const unmatched = total(ledger.unmatched.map(({ amount }) => amount));
  const cents = (text = '') => readListAmount(text, currency, {});
  const at = { from: dayPeriod(first, shop.days).from, to: dayPeriod(last, shop.days).to };
  const period = { from: new Date(at.from).toISOString(), to: new Date(at.to).toISOString() };

  const { lines, days: drawnDays, ...of } = await parts.bookKeeping.books.statement({ from: first, to: last, till: null });
  const inStatement = { redeemed: total(lines.map((line) => line.redeemed)), refunded: total(lines.map((line) => line.refunded)) };
  expect(inStatement, 'the statement').toEqual({ redeemed: money.redeemed, refunded: money.refunded });
  const statement = rowsIn(statementCsv(of, [{ lines }], csvRecord));
  expect(total(statement.map((row) => cents(row['net']))), 'the statement’s file').toBe(money.redeemed - money.refunded);

  for (const day of days) await compareStatementDay({ shop, day, drawn: drawnDays });

  const csv = await world.passing(parts.transactions.csv(period, {}, csvRecord).then((stream) => new Response(stream).text()));
  const rows = rowsIn(csv);
  const sumOf = (type: string) => total(rows.filter((row) => row['type'] === type).map((row) => cents(row['amount'])));
  expect([sumOf('capture'), sumOf('refund')], 'the transactions’ file').toEqual([money.redeemed + unmatched, money.refunded]);
  const { sums, bars } = await parts.transactions.totals(mei, period);
  const listed = sums.currencies.find((one) => one.currency === currency);
  expect([listed?.captured ?? 0, listed?.refunded ?? 0], 'the list').toEqual([money.redeemed + unmatched, money.refunded]);
  const drawn = bars.find((one) => one.currency === currency);
  expect([total(drawn?.captured ?? []), total(drawn?.refunded ?? [])], 'the chart').toEqual([money.redeemed + unmatched, money.refunded]);
  const found = await searchAll(world, shop, period);
  const net = total([...found.values()].map(netOf));
  expect(net, 'the search of programs').toBe(money.redeemed + unmatched - money.refunded);
  for (const by of [ana, ben]) await compareOwn(ledger.entries, { parts, period, by });

  const request = { format: 'csv', currency, from: first, to: last, again: true } as const;
  const entries = ledger.entries.filter(({ kind }) => kind !== 'sold');
  if (entries.some(({ amount }) => amount > 0) && money.redeemed !== money.refunded) {
    const file = await parts.bookKeeping.exports.make(mei, request);
    const posted = rowsIn(new TextDecoder().decode(file.bytes)).filter((row) => row['class'] !== 'register');
    expect(total(posted.map((row) => (cents(row['debit']) ?? 0) - (cents(row['credit']) ?? 0))), 'the accounting export').toBe(
      money.redeemed - money.refunded,
    );
  }

  const ours = (await parts.matching.ours(at)).lines.filter(({ kind }) => kind !== 'unexplained');
  expect(total(ours.map(({ amount }) => amount)), 'our lines to reconcile').toBe(money.redeemed - money.refunded);
  await compareOffice(world, shop, { days, expected: [money.redeemed + unmatched, money.refunded] });
}

const DAY_MS = 86_400_000;
/** The number of days, both included. */
const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
const barOf = (bars: Bars | undefined, index: number) => [bars?.captured[index] ?? 0, bars?.refunded[index] ?? 0];

/** Reads a period page by page, as a program does: rows may come twice. */
async function searchAll(
  world: TradingWorld,
  { parts }: ShopTrade['shop'],
  period: { from: string; to: string },
): Promise<Map<string, Transaction>> {
  const found = new Map<string, Transaction>();
  for (let cursor: string | undefined; ; ) {
    const { transactions, next } = await world.passing(parts.transactions.search({ ...period, cursor }));
    for (const row of transactions) found.set(row.id, row);
    if (next === null) return found;
    cursor = next;
  }
}

async function compareOwn(
  entries: readonly Entry[],
  { parts, period, by }: Pick<ShopTrade['shop'], 'parts'> & { period: { from: string; to: string }; by: ShopTrade['shop']['ana'] },
): Promise<void> {
  const { currencies } = (await parts.transactions.totals(by, period)).sums;
  const own = ledgerSums(entries.filter(({ person }) => person === by.person.id));
  expect([total(currencies.map(({ captured }) => captured)), total(currencies.map(({ refunded }) => refunded))], 'the own list').toEqual([
    own.redeemed,
    own.refunded,
  ]);
}

interface OfficeFigures {
  readonly days: readonly string[];
  readonly expected: readonly number[];
}

/** Compares head office's table of all days, its chart, and every day. */
async function compareOffice(world: TradingWorld, shop: ShopTrade['shop'], { days, expected }: OfficeFigures): Promise<void> {
  const { parts, currency } = shop;
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const office = (await parts.overview({ from: first, to: last })).find((one) => one.name === shop.name);
  expect(
    [total((office?.sums ?? []).map((one) => one.captured)), total((office?.sums ?? []).map((one) => one.refunded))],
    'all shops',
  ).toEqual(expected);
  const officeBars = office?.bars.find((one) => one.currency === currency);
  /* A shop without money has no bars. */
  expect([undefined, daysBetween(first, last)], 'the days of all shops').toContain(officeBars?.captured.length);
  for (const day of days) await compareDay(world, { shop, day, bar: barOf(officeBars, daysBetween(first, day) - 1) });
}

interface StatementDayFigures {
  readonly shop: ShopTrade['shop'];
  readonly day: string;
  readonly drawn: readonly StatementDay[];
}

/** Compares a day of the statement's chart with the statement that it leads to. */
async function compareStatementDay({ shop: { parts, ledger, currency }, day, drawn }: StatementDayFigures): Promise<void> {
  const ofDay = ledgerSums(ledger.entries.filter((entry) => entry.day === day));
  const list = (await parts.bookKeeping.books.statement({ from: day, to: day, till: null })).lines;
  const bar = drawn.find((one) => one.day === day && one.currency === currency);
  const expected = [ofDay.redeemed, ofDay.refunded];
  expect([total(list.map((line) => line.redeemed)), total(list.map((line) => line.refunded))], 'the statement of a day').toEqual(expected);
  expect([bar?.redeemed ?? 0, bar?.refunded ?? 0], 'the statement’s chart').toEqual(expected);
}

interface DayInOffice {
  readonly shop: ShopTrade['shop'];
  readonly day: string;
  /** Amounts of the day in the chart of all shops. */
  readonly bar: readonly number[];
}

async function compareDay(world: TradingWorld, { shop, day, bar }: DayInOffice): Promise<void> {
  const { parts, mei, currency, ledger, name } = shop;
  const ofDay = ledgerSums(ledger.entries.filter((entry) => entry.day === day));
  const redeemed = ofDay.redeemed + total(ledger.unmatched.filter((one) => one.day === day).map(({ amount }) => amount));
  const expected = [redeemed, ofDay.refunded];
  const declared = { date: day, register: [{ currency, amount: redeemed - ofDay.refunded }] };
  const { closing } = await world.passing(parts.closings.put(mei, crypto.randomUUID(), declared));
  expect(
    closing.currencies.map(({ captured, refunded, difference }) => [captured, refunded, difference]),
    'the day',
  ).toEqual([[...expected, 0]]);
  const cover = (await parts.covers.of(day)).currencies.find((one) => one.currency === currency);
  expect([cover?.issuer ?? 0, cover?.open ?? 0, cover?.difference ?? 0], 'where the day is booked').toEqual([
    redeemed - ofDay.refunded,
    0,
    0,
  ]);
  const office = (await parts.overview({ from: day, to: day })).find((one) => one.name === name);
  expect(
    [total((office?.sums ?? []).map(({ captured }) => captured)), total((office?.sums ?? []).map(({ refunded }) => refunded))],
    'head office',
  ).toEqual(expected);
  expect(bar, 'the chart of all shops').toEqual(expected);
}
