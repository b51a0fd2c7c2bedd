import type { ProblemCode } from '../../../contract/platform/problem.ts';
import { notReady, type Problem, refuse } from '../../platform/http/problem.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { Holder } from './journal-port.ts';

/** Nothing was sent, because nothing could be written first; the request may be repeated. */
export function journalClosed(): Problem {
  return notReady('safe');
}

/** Another redemption of the voucher is not settled. The details name its till and its start. */
export function voucherOpen(holder: Holder): Problem {
  return refuse('voucher-open', { details: { device: holder.device, since: new Date(holder.since).toISOString() } });
}

/** Kinds of operations that are requested under an id chosen by a page. */
export type RequestedKind = Exclude<OperationKind, 'orphan'>;

/**
 * The id was used before for a different request.
 * @param usedFor the earlier use, for the message
 */
export function idUsed(usedFor: string, code: ProblemCode = 'id-used'): Problem {
  return refuse(code, { message: `This id was already used for ${usedFor}.` });
}

/** The id never arrived, so the request may still be sent. */
export function neverArrived(kind: RequestedKind): Problem {
  const what = kind === 'tender' ? 'redemption' : kind;
  return refuse('not-found', { message: `This ${what} never reached this server.`, retry: 'safe' });
}

/**
 * The id exists and belongs to another caller. The caller must never learn that it did not arrive.
 * A page that was enrolled again, or a program with another key, would then send it again under a
 * new id.
 */
export function notYours(kind: RequestedKind): Problem {
  const what = kind === 'tender' ? 'redemption' : kind;
  return refuse('not-yours', { message: `This ${what} belongs to another person.` });
}

/** The issuer may still process the request. */
export function tooEarly(waitMs: number): Problem {
  return refuse('too-early', { details: { retryAfterMs: waitMs } });
}

export function notResumable(): Problem {
  return refuse('nothing-to-resume');
}
