import type { MirrorStore, Span } from '../../bff/issuer/mirror/mirror-store.ts';
import { isOurs, type MirrorRow } from '../../bff/issuer/mirror/row.ts';
import { mergePeriods } from '../../bff/issuer/mirror/spans.ts';

interface Kept {
  readonly row: MirrorRow;
  readonly goneAt: number | null;
}

/**
 * The mirror's tables in memory, for the simulation; `claimed` returns rows that belong to
 * operations.
 */
export interface MemoryMirror extends MirrorStore {
  readonly rows: ReadonlyMap<string, Kept>;
  /** Forgets the rows of a shop that is added, and what was read: its rows were stored without vouchers. */
  readAgain(mid: string): void;
}

export function createMemoryMirror(claimed: (transactionId: string) => boolean = () => false): MemoryMirror {
  const rows = new Map<string, Kept>();
  const byHash = new Map<string, Set<string>>();
  let spans: readonly Span[] = [];
  const ordered = (some: readonly MirrorRow[]) =>
    [...some].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.transactionId < b.transactionId ? -1 : 1));
  const isIn = ({ createdAt }: MirrorRow, from: number, to: number) => createdAt !== null && createdAt >= from && createdAt <= to;

  return {
    rows,
    readAgain(mid) {
      spans = [];
      for (const [id, { row }] of rows) {
        if (row.mid !== mid) continue;
        rows.delete(id);
        for (const { hash } of row.vouchers) byHash.get(hash)?.delete(id);
      }
    },
    async save(read) {
      for (const row of read) {
        rows.set(row.transactionId, { row, goneAt: null });
        for (const { hash } of row.vouchers) {
          const ids = byHash.get(hash);
          if (ids) ids.add(row.transactionId);
          else byHash.set(hash, new Set([row.transactionId]));
        }
      }
    },
    ofVoucher: async (hash, which = 'all') =>
      ordered(
        [...(byHash.get(hash) ?? [])].flatMap((id) => {
          const kept = rows.get(id);
          return kept === undefined || (which === 'shown' && kept.goneAt !== null) ? [] : [kept.row];
        }),
      ),
    mids: async ({ from, to }) => [...new Set([...rows.values()].filter(({ row }) => isIn(row, from, to)).map(({ row }) => row.mid))],
    unclaimed: async ({ mid, type, since, transactionId }) =>
      ordered(
        [...rows.values()]
          .map(({ row }) => row)
          .filter(({ transactionId: id }) => transactionId === undefined || id === transactionId)
          .filter((row) => row.mid === mid && row.type === type && (row.createdAt ?? since - 1) >= since && !claimed(row.transactionId)),
      ),
    processing: async (ownMids, since) =>
      [...rows.values()]
        .filter(({ row, goneAt }) => goneAt === null && row.status === 'pending' && row.type !== 'other' && isOurs(row, ownMids))
        .flatMap(({ row: { createdAt } }) => (createdAt !== null && createdAt >= since ? [createdAt] : []))
        .sort((a, b) => a - b),
    spans: async () => spans,
    async noteSpan(span) {
      const period = { from: Math.floor(span.period.from), to: Math.ceil(span.period.to) };
      if (span.kind === 'day') {
        spans = [...spans, { ...span, period }];
        return;
      }
      const whole = mergePeriods([...spans.filter(({ kind }) => kind === 'span').map((known) => known.period), period]);
      spans = [
        ...spans.filter(({ kind }) => kind === 'day'),
        ...whole.map((one) => ({ kind: 'span' as const, period: one, beganAt: span.beganAt })),
      ];
    },
    newest: async (mids, before) =>
      ordered([...rows.values()].flatMap(({ row, goneAt }) => (goneAt === null && (mids === null || mids.includes(row.mid)) ? [row] : [])))
        .flatMap(({ transactionId, createdAt }) => (createdAt !== null && createdAt < before ? [{ transactionId, createdAt }] : []))
        .slice(-20),
    missingIn: async ({ from, to }, shown) =>
      [...rows].flatMap(([id, { row, goneAt }]) => (goneAt === null && isIn(row, from, to) && !shown.has(id) ? [id] : [])),
    async markGone({ from, to }, shown, at) {
      const gone = [...rows].filter(([id, { row, goneAt }]) => goneAt === null && isIn(row, from, to) && !shown.has(id));
      for (const [id, kept] of gone) rows.set(id, { ...kept, goneAt: at });
      return gone.length;
    },
    async forget(ownMids, othersBefore, before) {
      const isOld = (row: MirrorRow) =>
        row.createdAt !== null && (row.createdAt < before || (ownMids !== null && !isOurs(row, ownMids) && row.createdAt < othersBefore));
      const old = [...rows].filter(([, { row }]) => isOld(row));
      for (const [id, { row }] of old) {
        rows.delete(id);
        for (const { hash } of row.vouchers) byHash.get(hash)?.delete(id);
      }
      spans = spans.flatMap((span) => {
        const from = Math.max(span.period.from, before);
        return span.period.to <= before
          ? []
          : [{ ...span, period: { from: span.kind === 'span' ? from : span.period.from, to: span.period.to } }];
      });
      return old.length;
    },
  };
}
