/** Runs work for one id sequentially, and work for different ids concurrently. */
export type TurnsById = <T>(id: string, work: () => Promise<T>) => Promise<T>;

export function createTurnsById(): TurnsById {
  const last = new Map<string, Promise<unknown>>();
  return async (id, work) => {
    const before = last.get(id);
    const result = before === undefined ? work() : before.then(work);
    /* Callers that are waiting get the error of the work; later callers start it again. */
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
