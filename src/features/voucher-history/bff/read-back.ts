import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { nextSliceLength } from '../../../bff/issuer/mirror/plan.ts';
import type { IssuerTransaction, Period } from '../../../bff/issuer/port.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import { eventsOfRows, type StoryEvent } from './events.ts';

/** So long one answer reads on; the page asks for the next, or does not. */
const READS_MS = 1_500;
const FIRST_MS = 10 * 60_000;
const LONGEST_MS = 7 * 24 * 60 * 60_000;

export interface ReadBackDeps {
  readonly mirror: Pick<Mirror, 'scan'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Our mid; null while nobody knows it. */
  readonly mid: string | null;
}

export interface ReadBack {
  readonly events: readonly StoryEvent[];
  /** Everything from here on was read. */
  readonly readFrom: number;
  readonly lengthMs: number;
  /** The issuer did not go on. */
  readonly isAway: boolean;
}

/**
 * Reads the issuer's search backwards for one voucher. It does so for a moment, under the mirror's
 * budget, and keeps nothing: rows of other vouchers are looked at and let go. It ends early where
 * enough was found, or whoever asked has gone.
 * @param period what is still to be read
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
  let length = lengthMs ?? FIRST_MS;
  const soFar = (isAway: boolean): ReadBack => ({
    events: eventsOfRows(found, mid),
    readFrom,
    lengthMs: length,
    isAway,
  });
  while (readFrom > period.from && found.length < LIMITS.storyRowsMax && clock.monotonic() - beganMs < READS_MS) {
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
    length = Math.min(LONGEST_MS, nextSliceLength(piece.to - piece.from, rows));
  }
  return soFar(false);
}

/** A row with the ref of this voucher alone; none where it is about others. */
function aboutVoucher(row: IssuerTransaction, ref: string): IssuerTransaction[] {
  const isIt = (other: string) => refIdentity(other) === refIdentity(ref);
  if (!row.vouchers.some((voucher) => isIt(voucher.ref))) return [];
  return [{ ...row, vouchers: row.vouchers.map((voucher) => (isIt(voucher.ref) ? voucher : { ...voucher, ref: '' })) }];
}
