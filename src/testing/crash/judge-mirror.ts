import { gapsIn } from '../../bff/issuer/mirror/spans.ts';
import type { Period } from '../../bff/issuer/port.ts';

/** A row as the voucher service's search shows it. Times are milliseconds UTC of its clock. */
export interface ShownRow {
  readonly id: string;
  readonly mid: string;
  readonly createdAt: number;
}

/** The contents of a shop's mirror tables. */
export interface KeptMirror {
  /** With the hashes of the vouchers that each row names itself. */
  readonly rows: readonly { readonly id: string; readonly hashes: readonly string[]; readonly isGone: boolean }[];
  /** Index entries for finding rows by voucher. */
  readonly vouchers: readonly { readonly id: string; readonly hash: string }[];
  /** Periods that are noted as read, of either kind. */
  readonly read: readonly Period[];
}

/** The stored rows, and those that the voucher service shows. */
export interface Mirrored {
  readonly kept: KeptMirror;
  readonly shown: readonly ShownRow[];
  readonly ownMid: string;
  /** Rows of other shops that are older may have been let go. */
  readonly othersSince: number;
}

/**
 * Returns faults of tables while no server writes: a missing row in a period marked as read, or a
 * row that its voucher's index does not contain.
 */
export function judgeKept({ kept, shown, ownMid, othersSince }: Mirrored): string[] {
  const rows = new Map(kept.rows.map((row) => [row.id, row]));
  const lines = new Set(kept.vouchers.map(({ id, hash }) => `${id} ${hash}`));
  const mayBeGone = ({ mid, createdAt }: ShownRow) => mid !== ownMid && createdAt < othersSince;
  const isRead = ({ createdAt }: ShownRow) => kept.read.some(({ from, to }) => createdAt >= from && createdAt <= to);
  const missing = shown.filter((row) => isRead(row) && !mayBeGone(row) && !rows.has(row.id));
  return [
    ...missing.map(({ id }) => `${id} is not kept, and its time is noted as read`),
    ...kept.rows.filter(({ id, hashes }) => hashes.some((hash) => !lines.has(`${id} ${hash}`))).map(({ id }) => `${id} has lost a voucher`),
    ...kept.vouchers.filter(({ id }) => !rows.has(id)).map(({ id }) => `a voucher leads to ${id}, which is not kept`),
    ...kept.rows.filter(({ isGone }) => isGone).map(({ id }) => `${id} is marked as gone, and search shows it`),
  ];
}

/**
 * Returns the missing rows of a period that has to be read, and of everything that the search
 * shows.
 */
export function judgeComplete({ kept, shown, ownMid, othersSince }: Mirrored, period: Period): string[] {
  const rows = new Set(kept.rows.map(({ id }) => id));
  const gaps = gapsIn(period, kept.read);
  const wanted = shown.filter(({ id, mid, createdAt }) => !rows.has(id) && (mid === ownMid || createdAt >= othersSince));
  return [
    ...gaps.map(({ from, to }) => `${new Date(from).toISOString()} to ${new Date(to).toISOString()} was never read`),
    ...wanted.map(({ id }) => `${id} is still not kept`),
  ];
}
