import { describeError, type Logger } from '../../platform/base/logging.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import { Stale } from './stale.ts';

/** One request to the issuer, and how what came of it is written. */
export interface Outcome<R> {
  readonly kind: OperationKind;
  readonly id: string;
  readonly log: Logger;
  /** Writes it where the operation still stands at SENT. */
  readonly write: () => Promise<R>;
  readonly read: () => Promise<R | null>;
  /** Writes what still counts after somebody else's move; null where nothing does. */
  readonly writeLate: (now: R) => Promise<R | null>;
}

/**
 * Writes what came of a request.
 *
 * Another server may have taken the operation over while the answer was awaited, because this one
 * seemed gone. Then what is certain is still written; everything else is for whoever looks after
 * the operation now.
 * @returns the operation with its outcome, or as somebody else left it
 * @throws when the journal cannot be written; the operation then stands at SENT, which recovery
 * knows how to read
 */
export async function writeOutcome<R>(outcome: Outcome<R>): Promise<R> {
  const { kind, id, log, write, read, writeLate } = outcome;
  for (let now: R | null = null; ; ) {
    try {
      return now === null ? await write() : ((await writeLate(now)) ?? now);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      log.info(
        { operationId: id, kind, ...describeError(error) },
        'an operation moved on while its outcome was written',
      );
    }
    now = await read();
    if (now === null) throw new Error('An operation that was sent is not in the journal');
  }
}
