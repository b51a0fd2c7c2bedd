import { createWords } from '../../contract/pool.ts';
import { NONE, narrowColumn } from './growing-column.ts';
import { type Half, pair, pairKey } from './lines.ts';
import type { Rows } from './rows.ts';

/** Which rows belong together. */
export interface Pairs {
  /** Puts a row, new or changed, where it belongs; what that changes is seen with the next {@link Pairs.pairAnew}. */
  place(row: number): void;
  pairAnew(): void;
  /** The other half of a row's line; {@link NONE} where it is alone. */
  partner(row: number): number;
}

/** Pairs within these rows. Rows that could belong together are a group: the first is known, and of each the next one. */
export function createPairs(rows: Rows): Pairs {
  const groups = createWords();
  const [groupOf, nextOf, partnerOf, firstOf] = [narrowColumn(), narrowColumn(), narrowColumn(), narrowColumn()];
  const touched = new Set<number>();
  let [rowCount, groupCount] = [0, 0];

  function* members(group: number): Generator<number> {
    for (let row = firstOf.get(group); row !== NONE; row = nextOf.get(row)) yield row;
  }

  function leave(group: number, row: number): void {
    const next = nextOf.get(row);
    if (firstOf.get(group) === row) firstOf.set(group, next);
    else for (const other of members(group)) if (nextOf.get(other) === row) nextOf.set(other, next);
    touched.add(group);
  }

  function join(group: number, row: number): void {
    if (group === groupCount) {
      firstOf.set(group, NONE);
      groupCount += 1;
    }
    nextOf.set(row, firstOf.get(group));
    firstOf.set(group, row);
  }

  const halfOf = (row: number): Half => ({
    row,
    id: rows.id(row),
    isAuthorization: rows.kind(row).type === 'authorization',
    at: rows.time(row),
    amount: rows.amount(row),
  });

  return {
    place(row) {
      const key = Number.isNaN(rows.time(row)) ? null : pairKey(rows.at(row));
      const group = key === null ? NONE : groups.numberOf(key);
      const before = row < rowCount ? groupOf.get(row) : NONE;
      rowCount = Math.max(rowCount, row + 1);
      if (group !== NONE) touched.add(group);
      if (group === before && group !== NONE) return;
      if (before !== NONE) leave(before, row);
      if (group !== NONE) join(group, row);
      groupOf.set(row, group);
      partnerOf.set(row, NONE);
    },
    pairAnew() {
      for (const group of touched) {
        const halves = Array.from(members(group), halfOf);
        for (const { row } of halves) partnerOf.set(row, NONE);
        for (const [capture, authorization] of pair(halves)) {
          partnerOf.set(capture.row, authorization.row);
          partnerOf.set(authorization.row, capture.row);
        }
      }
      touched.clear();
    },
    partner: partnerOf.get,
  };
}
