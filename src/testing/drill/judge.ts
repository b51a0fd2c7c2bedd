import type { AttentionItem } from '../../contract/redemption/attention.ts';
import type { ServiceBooks, VoucherService } from '../crash/service.ts';
import type { CrashTill } from '../crash/till.ts';
import { falseWords } from './judge-links.ts';
import type { LinkSale } from './links.ts';
import type { KeptOrder } from './orders.ts';
import { falseRefunds } from './refunds.ts';
import type { Tills } from './tills.ts';
import type { Week } from './week.ts';
import { isSettledWish } from './wishes.ts';

/** The result for all sales. */
export interface Judged {
  /** Vouchers that one redemption charged more than once. */
  readonly doubles: number;
  /** Answers to registers that were not so. */
  readonly falseWords: number;
  /** Orders with more issued than ordered vouchers. */
  readonly issuedTwice: number;
  /** Violations of the guarantees. */
  readonly faults: readonly string[];
}

/**
 * Compares the answers to tills, registers and buyers, and the manager's view, with the issuer's
 * ledger.
 */
export async function judge(service: VoucherService, { till, tills, cases, week }: EndedTrial): Promise<Judged> {
  const all = await service.ledger();
  const listed = new Set(cases.flatMap(({ id, candidates }) => [id, ...candidates.map(({ transactionId }) => transactionId)]));
  const closed = tills.isClosed() ? [`the shop is still closed: ${JSON.stringify(cases.filter(({ kind }) => kind === 'gap'))}`] : [];
  const { doubles, faults, captured } = await judgeWishes(service, till, tills, { all, listed });
  const later = week?.sales ?? [];
  for (const { wish } of later.flatMap(({ wishes }) => wishes)) captured.set(wish.id, capturedOf(await service.ledger(wish.ref)));
  const links = [...tills.sales, ...later].flatMap((sale) => falseWords(sale, (id) => captured.get(id) ?? 0));
  const told = [...links, ...falseRefunds(tills.refunds, all)];
  const unknown = (sales: readonly LinkSale[]) => sales.filter(({ told: heard }) => (heard.at(-1)?.outcome ?? 'unknown') === 'unknown');
  /*
   * While captures of the day are before a manager, also as a candidate of a redemption, a sale may
   * stay unknown; a week later none may.
   */
  const isExplained = cases.every(({ kind, id }) => kind !== 'orphan' && (captured.get(id) ?? 0) === 0);
  const open = [
    ...unknown(isExplained ? tills.sales : []).filter(({ wishes }) => !wishes.some(({ wish }) => listed.has(wish.id))),
    ...unknown(later),
  ];
  const untold = open.map(({ link }) => `${link.reference} was never told how it ended`);
  const issued = tills.orders.map((order) => judgeOrder(order, all));
  return {
    doubles,
    falseWords: told.length,
    issuedTwice: issued.filter(({ isTwice }) => isTwice).length,
    faults: [...closed, ...faults, ...told, ...untold, ...(week?.faults ?? []), ...issued.flatMap((one) => one.faults)],
  };
}

/** The state at the end of a trial. */
export interface EndedTrial {
  readonly till: CrashTill;
  readonly tills: Tills;
  /** Cases of a manager before any was decided. */
  readonly cases: readonly AttentionItem[];
  /** Null if the trial ended on its day. */
  readonly week: Week | null;
}

/** Cents redeemed from a voucher. */
function capturedOf({ transactions }: Pick<ServiceBooks, 'transactions'>): number {
  const captures = transactions.filter(({ type }) => type === 'Capture');
  return captures.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

interface Books {
  readonly all: ServiceBooks;
  /** Ids of the redemptions and transactions in the cases for managers. */
  readonly listed: ReadonlySet<string>;
}

async function judgeWishes(service: VoucherService, till: CrashTill, { wishes }: Tills, { all, listed }: Books) {
  const taken = new Set(all.transactions.map(({ transactionId }) => transactionId));
  const faults: string[] = [];
  const captured = new Map<string, number>();
  let doubles = 0;
  for (const wish of wishes) {
    const { id, ref, amount, view } = wish;
    const captures = (await service.ledger(ref)).transactions.filter(({ type }) => type === 'Capture');
    captured.set(id, capturedOf({ transactions: captures }));
    if (captures.length > 1) doubles += 1;
    if (captures.length > 1) faults.push(`${id} took ${captures.length} times`);
    if (captures.some((capture) => capture.amount !== amount)) faults.push(`${id} took something else`);
    const isTold = view?.captureId != null && taken.has(view.captureId);
    const isListed = listed.has(id) || captures.every(({ transactionId }) => listed.has(transactionId));
    if (captures.length > 0 && !isTold && !isListed)
      faults.push(`${id} took money, and neither a till nor a manager knows: ${view?.state ?? 'nothing said'}`);
    if (captures.length === 0 && view?.state === 'captured') faults.push(`${id} is said to be taken, and is not`);
    const now = await till.send('GET', `/api/tenders/${id}`);
    if (captures.length > 0 && now?.status !== 200 && !isListed)
      faults.push(`${id} took money and the journal does not know it (${now?.status})`);
    if (!isSettledWish(wish) && !listed.has(id))
      faults.push(`${id} of a ${wish.by} is not settled: ${view?.state ?? `nothing said, and ${now?.status} now`}`);
  }
  return { doubles, faults, captured };
}

/** Compares an order with the vouchers that have its id as reference. */
export function judgeOrder({ id, quantity, view, codes }: KeptOrder, { vouchers }: Pick<ServiceBooks, 'vouchers'>) {
  const made = new Set(vouchers.filter(({ clientReference }) => clientReference === id).map(({ ref }) => ref));
  const isTwice = made.size > quantity;
  const faults = isTwice ? [`of order ${id} the issuer made ${made.size} of ${quantity} vouchers`] : [];
  if (view?.state !== 'done') faults.push(`order ${id} of ${quantity} is not done: ${view?.state ?? 'nothing said'}`);
  else if (made.size < quantity) faults.push(`order ${id} is said to be done, with ${made.size} of ${quantity} vouchers`);
  const unknown = [...made].filter((code) => !codes.has(code)).length;
  /* After a restore, a manager shows the codes that may have been handed out. */
  const withheld = view?.vouchers.filter(({ code }) => code === null).length ?? 0;
  if (view?.state === 'done' && unknown > withheld) faults.push(`of order ${id} nobody was told of ${unknown} vouchers`);
  return { isTwice, faults };
}
