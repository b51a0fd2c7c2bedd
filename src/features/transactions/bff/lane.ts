import { assertAwaited } from './problems.ts';

/** Work that is done one after the other, in the order in which it was asked for. */
export interface Lane {
  /**
   * @param signal where it is aborted before its turn comes, the work is not begun @throws what
   * `work` throws; Problem where the signal was aborted
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A lane in which nothing goes on yet. */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const turn = last.then(() => {
        assertAwaited(signal);
        return work();
      });
      /* Whoever asked hears of the failure; those behind it go on. */
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
