import { assertAwaited } from './problems.ts';

/** Runs work sequentially, in the order of the requests. */
export interface Lane {
  /**
   * @param signal if it is aborted before the work's turn, the work does not begin @throws errors
   * of `work`; Problem if the signal was aborted
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const turn = last.then(() => {
        assertAwaited(signal);
        return work();
      });
      /* The caller gets the error; later work continues. */
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
