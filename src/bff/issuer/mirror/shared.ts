/** Work that is done once for all callers that wait for it. */
export interface SharedWork<R> {
  /**
   * Returns the result of a run that began at or after `atMs` (monotonic). Waiting callers share
   * one run.
   */
  after(atMs: number): Promise<R>;
}

interface Run<R> {
  readonly beganMs: number;
  readonly result: Promise<R>;
}

/** Allows one run at a time, and one more that waits for it to end. */
export function createShared<R>(run: () => Promise<R>, nowMs: () => number): SharedWork<R> {
  let current: Run<R> | null = null;
  let next: Promise<R> | null = null;

  function begin(): Promise<R> {
    const result = run();
    const started = { beganMs: nowMs(), result };
    current = started;
    const isOver = () => {
      if (current === started) current = null;
    };
    result.then(isOver, isOver);
    return result;
  }

  async function startLater(after: Promise<R>): Promise<R> {
    /* The other callers of that run handle its failure. */
    await after.catch(() => undefined);
    next = null;
    return begin();
  }

  return {
    after(atMs) {
      if (current === null) return next ?? begin();
      if (current.beganMs >= atMs) return current.result;
      next ??= startLater(current.result);
      return next;
    },
  };
}
