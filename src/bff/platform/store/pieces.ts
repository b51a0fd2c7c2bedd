const PIECE_ROWS = 200;

/** Divides rows among queries, because a query takes a limited number of parameters. */
export function* inPieces<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += PIECE_ROWS) yield rows.slice(start, start + PIECE_ROWS);
}
