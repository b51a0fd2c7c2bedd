import { Client } from 'pg';
import { vi } from 'vitest';
import { idle } from '../clock.ts';

/** The queries of PostgreSQL that are running in this process. */
export interface RunningQueries {
  /** Waits until no query runs, and the work that followed the last one started no other. */
  quiet(): Promise<void>;
  stop(): void;
}

/** @param onQuery receives the argument of each `query` of a connection */
export function followQueries(onQuery: (asked: unknown) => void = () => {}): RunningQueries {
  const running = new Set<Promise<unknown>>();
  const query = Client.prototype.query as (...given: readonly unknown[]) => unknown;
  const listening = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: readonly unknown[]) {
    onQuery(given[0]);
    const answer = query.apply(this, [...given]);
    if (answer instanceof Promise) {
      const ended: Promise<unknown> = answer.then(
        () => running.delete(ended),
        () => running.delete(ended),
      );
      running.add(ended);
    }
    return answer;
  });
  return {
    async quiet() {
      do {
        await Promise.all(running);
        await idle();
      } while (running.size > 0);
    },
    stop: () => listening.mockRestore(),
  };
}
