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

/** Values that many rows share, each kept once and known by a number. */
export interface Pool<Value> {
  /** The same value always has the same number. */
  numberOf(value: Value): number;
  /** @throws Error for a number that was never given */
  at(number: number): Value;
}

/**
 * An empty pool.
 * @param keyOf what makes two values the same
 */
export function createPool<Value>(keyOf: (value: Value) => string): Pool<Value> {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    numberOf(value) {
      const key = keyOf(value);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      values.push(value);
      return values.length - 1;
    },
    at(number) {
      const value = values[number];
      if (value === undefined) throw new Error(`no value has the number ${number}`);
      return value;
    },
  };
}

/** An empty pool of words. */
export const createWords = (): Pool<string> => createPool((word) => word);
