/** Values that many rows share, each kept once and known by a number. */
export interface Pool<Value> {
  /** In the order of their numbers. */
  readonly all: readonly Value[];
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
  const all: Value[] = [];
  return {
    all,
    numberOf(value) {
      const key = keyOf(value);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      all.push(value);
      return all.length - 1;
    },
    at: (number) => valueAt(all, number),
  };
}

/** An empty pool of words. */
export const createWords = (): Pool<string> => createPool((word) => word);

/** @throws Error for a number that none of the values has */
export function valueAt<Value>(all: readonly Value[], number: number): Value {
  const value = all[number];
  if (value === undefined) throw new Error(`no value has the number ${number}`);
  return value;
}
