import { describeError, type Logger } from '../../platform/base/logging.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import { Stale } from './stale.ts';

/** One request to the issuer, and how its outcome is written. */
export interface Outcome<R> {
  readonly kind: OperationKind;
  readonly id: string;
  readonly log: Logger;
  /** Writes the outcome if the operation is still at SENT. */
  readonly write: () => Promise<R>;
  readonly read: () => Promise<R | null>;
  /**
   * Writes a certain outcome although another server changed the operation; null if the outcome is
   * uncertain.
   */
  readonly writeLate: (now: R) => Promise<R | null>;
}

/**
 * Writes the outcome of a request. Another server may have taken the operation over while the
 * answer was awaited, because this one seemed dead. Certain outcomes are written anyway; other
 * outcomes are left to the server that is now responsible.
 * @returns the operation with its outcome, or as another server changed it
 * @throws if the journal cannot be written; the operation then stays at SENT, which recovery
 * handles
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
        'an operation changed while its outcome was being recorded',
      );
    }
    now = await read();
    if (now === null) throw new Error('An operation that was sent is not in the journal');
  }
}
