import * as z from 'zod';
import type { AttentionItem } from '../../contract/redemption/attention.ts';
import { shopOverviewSchema } from '../../features/chain/contract/overview.ts';
import { LINES_MAX } from '../../features/transactions/contract/limits.ts';
import { linesAnswerSchema } from '../../features/transactions/contract/transaction-list.ts';
import type { VoucherService } from '../crash/service.ts';
import type { CrashTill } from '../crash/till.ts';
import type { Counter } from './chain-shops.ts';
import type { Tills } from './tills.ts';
import { DRILL_CURRENCY, type DrillWish, pause } from './wishes.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 31;
const READ_WITHIN_MS = 60_000;

type Cases = () => Promise<readonly AttentionItem[]>;

/** The service with the books of one shop only: shops of one account may redeem the same voucher. */
export function asShopSees(service: VoucherService, mid: string): VoucherService {
  return {
    ...service,
    async ledger(ref) {
      const { vouchers, transactions } = await service.ledger(ref);
      return { vouchers, transactions: transactions.filter((one) => one.mid === mid) };
    },
  };
}

/** Ids of redemptions and transactions in cases. */
const idsIn = (cases: readonly AttentionItem[]) =>
  new Set(cases.flatMap(({ id, candidates }) => [id, ...candidates.map(({ transactionId }) => transactionId)]));

/**
 * Captures of a shop that were not given back, and that neither its journal nor one of its cases
 * explains: none, once outcomes that were still open have settled.
 * @param past transactions of before the drill
 */
export async function unknownCaptures(
  service: VoucherService,
  {
    till,
    tills,
    cases,
    past,
  }: { readonly till: CrashTill; readonly tills: Tills; readonly cases: Cases; readonly past: ReadonlySet<string> },
): Promise<string[]> {
  const find = async () => {
    const { transactions } = await service.ledger();
    const listed = idsIn(await cases());
    const explained = await explainedRows(till);
    const followed = await capturesOf(tills.wishes.filter(({ id }) => listed.has(id)));
    return transactions
      .filter(({ transactionId, type, refundId }) => type === 'Capture' && refundId === null && !past.has(transactionId))
      .filter(({ transactionId }) => ![listed, explained, followed].some((ids) => ids.has(transactionId)));
  };
  /** A case names a redemption, and later its capture. */
  const capturesOf = async (wishes: readonly DrillWish[]) => {
    const books = await Promise.all(wishes.map(({ ref }) => service.ledger(ref)));
    return new Set(books.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId)));
  };
  let found = await find();
  for (const until = Date.now() + READ_WITHIN_MS; found.length > 0 && Date.now() < until; found = await find()) await pause(1_000);
  return found.map((row) => `${JSON.stringify(row)} is in no journal and in no case`);
}

/** Ids of the issuer's rows on the shop's list that an operation explains. */
async function explainedRows(till: CrashTill): Promise<ReadonlySet<string>> {
  const period = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() };
  const ids = new Set<string>();
  for (let after: string | null | undefined; after !== null; ) {
    const body = { ...period, take: LINES_MAX, ...(after !== undefined && { after }) };
    const page = linesAnswerSchema.parse((await till.send('POST', '/api/transactions/lines', body))?.body);
    for (const { row } of page.lines) if (row.by !== null && row.by.operation !== 'orphan') ids.add(row.id);
    after = page.next;
  }
  return ids;
}

/**
 * Judges devices whose shop was not in the backup. Its redemptions stay unknown to their pages, and
 * each capture is a case of the shop that was added again.
 */
export async function judgeLeft(service: VoucherService, tills: Tills, cases: readonly AttentionItem[]) {
  const listed = idsIn(cases);
  const faults: string[] = [];
  let doubles = 0;
  for (const { id, ref, view } of tills.wishes) {
    const captures = (await service.ledger(ref)).transactions.filter(({ type }) => type === 'Capture');
    if (captures.length > 1) doubles += 1;
    if (captures.length > 1) faults.push(`${id} took ${captures.length} times`);
    if (captures.length === 0 && view?.state === 'captured') faults.push(`${id} is said to be taken, and is not`);
    const isUnlisted = captures.some(({ transactionId, refundId }) => refundId === null && !listed.has(transactionId));
    if (isUnlisted) faults.push(`${id} took money, and no case of its shop names it: ${view?.state ?? 'nothing said'}`);
  }
  return { doubles, faults };
}

/** Compares what head office reads, once it is complete, with the books and with each shop's own cases. */
export async function judgeOverview(
  office: CrashTill,
  service: VoucherService,
  shops: readonly { readonly counter: Counter; readonly cases: Cases }[],
): Promise<string[]> {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const path = `/api/chain/overview?from=${day(DAYS)}&to=${day(-1)}`;
  const read = async () => z.array(shopOverviewSchema).safeParse((await office.send('GET', path))?.body).data ?? [];
  const isComplete = (all: Awaited<ReturnType<typeof read>>) => all.length > 0 && all.every(({ incomplete }) => incomplete === null);
  let seen = await read();
  for (const until = Date.now() + READ_WITHIN_MS; !isComplete(seen) && Date.now() < until; seen = await read()) await pause(500);
  const faults: string[] = [];
  for (const { counter, cases } of shops) {
    const { transactions } = await asShopSees(service, counter.mid).ledger();
    const money = transactions.filter(({ currency }) => currency === DRILL_CURRENCY);
    const sum = (type: string) => money.reduce((all, one) => all + (one.type === type ? (one.amount ?? 0) : 0), 0);
    const found = seen.find(({ id }) => id === counter.id);
    const sums = found?.sums.find(({ currency }) => currency === DRILL_CURRENCY);
    const said = [found?.incomplete, sums?.captured, sums?.refunded, found?.openCases];
    const right = [null, sum('Capture'), sum('Refund'), (await cases()).length];
    if (JSON.stringify(said) !== JSON.stringify(right))
      faults.push(`head office reads ${JSON.stringify(said)} of shop ${counter.number} instead of ${JSON.stringify(right)}`);
  }
  return faults;
}
