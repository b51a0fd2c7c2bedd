import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { nextSliceLength } from '../../../bff/issuer/mirror/plan.ts';
import type { IssuerTransaction, Period } from '../../../bff/issuer/port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import { eventsOfRows, type StoryEvent } from './events.ts';
import { READ_BACK_FIRST_MS, READ_BACK_LONGEST_MS, READ_BACK_MAX_MS } from './limits.ts';

export interface ReadBackDeps {
  readonly mirror: Pick<Mirror, 'scan'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Our mid; null until known. */
  readonly mid: string | null;
}

export interface ReadBack {
  readonly events: readonly StoryEvent[];
  /** Start of the period that was read. */
  readonly readFrom: number;
  readonly lengthMs: number;
  /** The issuer stopped answering. */
  readonly isUnavailable: boolean;
}

/**
 * Reads the issuer's search backwards for one voucher. Reading is short, within the mirror's
 * budget, and stores no rows. It ends early once the history is complete, or the caller has
 * disconnected.
 * @param period the period that was not read yet
 */
export async function readBack(
  { mirror, clock, mid }: ReadBackDeps,
  ref: string,
  {
    period,
    lengthMs,
    signal,
  }: { readonly period: Period; readonly lengthMs: number | null; readonly signal: AbortSignal },
): Promise<ReadBack> {
  const beganMs = clock.monotonic();
  const found: IssuerTransaction[] = [];
  let readFrom = period.to;
  let length = lengthMs ?? READ_BACK_FIRST_MS;
  const soFar = (isUnavailable: boolean): ReadBack => ({
    events: eventsOfRows(found, mid),
    readFrom,
    lengthMs: length,
    isUnavailable: isUnavailable,
  });
  while (
    readFrom > period.from &&
    found.length < LIMITS.storyRowsMax &&
    clock.monotonic() - beganMs < READ_BACK_MAX_MS
  ) {
    const piece = { from: Math.max(period.from, readFrom - length), to: readFrom };
    const ofPiece: IssuerTransaction[] = [];
    let rows = 0;
    const onRows = (page: readonly IssuerTransaction[]) => {
      rows += page.length;
      ofPiece.push(...page.flatMap((row) => aboutVoucher(row, ref)));
    };
    const reading = await mirror.scan(piece, { signal, onRows });
    if (reading.outcome === 'failed') return soFar(!signal.aborted);
    found.push(...ofPiece);
    readFrom = piece.from;
    length = Math.min(READ_BACK_LONGEST_MS, nextSliceLength(piece.to - piece.from, rows));
  }
  return soFar(false);
}

/** Returns the row with only this voucher's ref; empty if the row is about other vouchers. */
function aboutVoucher(row: IssuerTransaction, ref: string): IssuerTransaction[] {
  const isIt = (other: string) => refIdentity(other) === refIdentity(ref);
  if (!row.vouchers.some((voucher) => isIt(voucher.ref))) return [];
  return [{ ...row, vouchers: row.vouchers.map((voucher) => (isIt(voucher.ref) ? voucher : { ...voucher, ref: '' })) }];
}
