/**
 * Lets work about one id be done one after the other, and work about different ids at the same
 * time.
 */
export type TurnsById = <T>(id: string, work: () => Promise<T>) => Promise<T>;

export function createTurnsById(): TurnsById {
  const last = new Map<string, Promise<unknown>>();
  return async (id, work) => {
    const before = last.get(id);
    const result = before === undefined ? work() : before.then(work);
    /* Whoever waits for the work hears of its failure; who comes next does not. */
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(id, over);
    try {
      return await result;
    } finally {
      if (last.get(id) === over) last.delete(id);
    }
  };
}
