import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Transaction } from '../../transactions/contract/transaction.ts';
import { netOf } from '../../transactions/contract/transaction-sums.ts';
import type { Cover } from '../contract/shift.ts';
import type { CountedRowsDeps } from './counted-rows.ts';
import { type RedeemedLine, redeemedLines } from './redeemed-lines.ts';

export interface ClosedRow {
  readonly id: string;
  readonly type: Transaction['type'];
  readonly status: Transaction['status'];
  readonly amount: number | null;
  readonly currency: string;
  readonly tails: string;
}

interface Day {
  readonly period: Period;
  /** Operations in a Z that have a transaction on this day. */
  readonly operationIds: ReadonlySet<string>;
}

const IDS_PER_QUERY = 500;

/**
 * Reads the lines that Z reports count for a day: those of the issuer's transactions of that day,
 * and those with an outcome on that day and no transaction on another day.
 */
export async function zLinesOf(
  deps: CountedRowsDeps & Pick<Ports, 'reads'>,
  { period, operationIds }: Day,
): Promise<RedeemedLine[]> {
  const found = await redeemedLines(deps.reads, deps, { period });
  const ids = [...operationIds];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const some = ids.slice(start, start + IDS_PER_QUERY);
    found.push(...(await redeemedLines(deps.reads, deps, { operationIds: some })));
  }
  const inZ = found.filter(({ zId }) => zId !== null);
  const lines = [...new Map(inZ.map((line) => [`${line.transactionId}\n${line.id}\n${line.at}`, line])).values()];
  const times = await timesOf(
    deps,
    lines.map(({ transactionId }) => transactionId),
  );
  return lines.filter(({ transactionId }) => {
    const at = times.get(transactionId) ?? period.from;
    return at >= period.from && at <= period.to;
  });
}

async function timesOf({ reads, shop }: CountedRowsDeps & Pick<Ports, 'reads'>, ids: readonly string[]) {
  const times = new Map<string, number>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const some = ids.slice(start, start + IDS_PER_QUERY);
    const rows = reads.selectFrom('list_row').select(['id', 'at']).where('shop', '=', shop).where('id', 'in', some);
    for (const { id, at } of await rows.execute()) times.set(id, at);
  }
  return times;
}

/** Adds up the Z reports, redeemed minus refunded. */
export function countedNet(lines: readonly RedeemedLine[]): number {
  return lines.reduce((sum, { kind, amount }) => sum + (kind === 'redeemed' ? amount : -amount), 0);
}

/** Lists the transactions with different amounts in a Z and at the issuer. */
export function differingOf(lines: readonly RedeemedLine[], closed: readonly ClosedRow[]): Cover['differing'] {
  const differing = new Map<string, Cover['differing'][number]>();
  for (const { id, type, tails, currency, ...row } of closed) {
    const last4 = tails.trim().split(' ')[0] ?? '';
    const issuer = Math.abs(netOf({ type, ...row }) ?? 0);
    differing.set(id, { id, type: type === 'refund' ? 'refund' : 'capture', last4, currency, counted: 0, issuer });
  }
  for (const { transactionId: id, kind, last4, currency, amount } of lines) {
    const type = kind === 'refunded' ? 'refund' : 'capture';
    const before = differing.get(id) ?? { id, type, last4, currency, counted: 0, issuer: 0 };
    differing.set(id, { ...before, counted: before.counted + amount });
  }
  return [...differing.values()].filter(({ counted, issuer }) => counted !== issuer);
}
