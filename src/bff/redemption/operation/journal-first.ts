import { describeError, type Logger } from '../../platform/base/logging.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import { StoreUnavailable } from '../../platform/store/store-unavailable.ts';
import { journalClosed } from './problems.ts';
import { Stale } from './stale.ts';

/**
 * Reads the journal before anything is sent. If the journal is unavailable, nothing will be sent.
 * @throws Problem 503 in place of the journal's error
 */
export type JournalRead = <T>(id: string, reading: Promise<T>) => Promise<T>;

/** @param kind for the log */
export function createJournalRead(log: Logger, kind: OperationKind): JournalRead {
  return async (id, reading) => {
    try {
      return await reading;
    } catch (error) {
      /* These are answers of the journal. The route decides whether a request may be repeated while
         the database is unavailable. */
      if (error instanceof Problem || error instanceof Stale || error instanceof StoreUnavailable) throw error;
      log.error(
        { operationId: id, kind, ...describeError(error) },
        'a request was refused, because the journal cannot be used',
      );
      throw journalClosed();
    }
  };
}

/** Reads, decides and writes; starts again if another caller wrote in between. */
export async function retryWhenStale<R, T>(read: () => Promise<R>, act: (record: R) => Promise<T>): Promise<T> {
  for (;;) {
    const record = await read();
    try {
      return await act(record);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
    }
  }
}
