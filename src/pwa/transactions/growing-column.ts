const ROOM_AT_FIRST = 1_024;
const GROWTH = 1.5;
/** In a column: nothing. */
export const NONE = -1;

/** A number for each row, in one piece of memory that grows. */
export interface Column {
  get(row: number): number;
  set(row: number, value: number): void;
}

/** An empty column of fractions, large numbers and NaN. */
export const wideColumn = (): Column => createColumn((room) => new Float64Array(room));

/** An empty column of whole numbers that count something. */
export const narrowColumn = (): Column => createColumn((room) => new Int32Array(room));

function createColumn(make: (room: number) => Float64Array | Int32Array): Column {
  let values = make(ROOM_AT_FIRST);
  return {
    get: (row) => values[row] ?? Number.NaN,
    set(row, value) {
      if (row >= values.length) {
        const more = make(Math.max(row + 1, Math.ceil(values.length * GROWTH)));
        more.set(values);
        values = more;
      }
      values[row] = value;
    },
  };
}
