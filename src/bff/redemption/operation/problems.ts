import type { ProblemCode } from '../../../contract/platform/problem.ts';
import { notReady, type Problem, refuse } from '../../platform/http/problem.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Holder } from './journal-port.ts';

/** Nothing was sent, because nothing could be written before; the same request may come again. */
export function journalClosed(): Problem {
  return notReady('safe');
}

/** Another redemption of the voucher is not settled; told with its till and its start. */
export function voucherOpen(holder: Holder): Problem {
  return refuse('voucher-open', { details: { device: holder.device, since: new Date(holder.since).toISOString() } });
}

/** Kinds of operation that somebody asks for, by an id that a page made. */
export type AskedKind = Exclude<OperationKind, 'orphan'>;

/**
 * The id was used before, for something else.
 * @param usedFor what that was, as the message names it
 */
export function idUsed(usedFor: string, code: ProblemCode = 'id-used'): Problem {
  return refuse(code, { message: `This id was used for ${usedFor}.` });
}

/** An id that never arrived, so that the same request may still come. */
export function neverArrived(kind: AskedKind): Problem {
  const what = kind === 'tender' ? 'redemption' : kind;
  return refuse('not-found', { message: `This ${what} never arrived here.`, retry: 'safe' });
}

/**
 * Says that the id is there, and belongs to somebody else.
 *
 * Whoever asks is never told that it did not arrive. A page that was enrolled anew, or a program
 * with another key, would send it again under an id of its own.
 */
export function notYours(kind: AskedKind): Problem {
  const what = kind === 'tender' ? 'redemption' : kind;
  return refuse('not-yours', { message: `This ${what} is somebody else’s.` });
}

/** The issuer may still act on it. */
export function tooEarly(waitMs: number): Problem {
  return refuse('too-early', { details: { retryAfterMs: waitMs } });
}

export function nothingToResume(): Problem {
  return refuse('nothing-to-resume');
}
