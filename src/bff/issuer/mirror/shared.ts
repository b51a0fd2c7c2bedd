/** Work that many wait for and that is done once for all of them. */
export interface SharedWork<R> {
  /**
   * What comes of a run that began at or after `atMs` of the same clock; all who wait for such a
   * run share it.
   */
  after(atMs: number): Promise<R>;
}

interface Run<R> {
  readonly beganMs: number;
  readonly result: Promise<R>;
}

/** At most one run at a time, and one more that waits for it to end. */
export function createShared<R>(run: () => Promise<R>, nowMs: () => number): SharedWork<R> {
  let current: Run<R> | null = null;
  let next: Promise<R> | null = null;

  function begin(): Promise<R> {
    const result = run();
    const begun = { beganMs: nowMs(), result };
    current = begun;
    const isOver = () => {
      if (current === begun) current = null;
    };
    result.then(isOver, isOver);
    return result;
  }

  async function begunLater(after: Promise<R>): Promise<R> {
    /* Whoever waits for that one hears of its failure. */
    await after.catch(() => undefined);
    next = null;
    return begin();
  }

  return {
    after(atMs) {
      if (current === null) return next ?? begin();
      if (current.beganMs >= atMs) return current.result;
      next ??= begunLater(current.result);
      return next;
    },
  };
}
