import { statesOf, TENDER_STATES } from '../../../contract/redemption/states.ts';
import { issuerTime, ourTime } from '../../issuer/issuer-time.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, IssuerTransaction } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { describeError } from '../../platform/base/logging.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import type { RefundJournal } from '../journal/refund-store.ts';
import { foundCapture, mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { Stale } from '../operation/stale.ts';
import { candidateOf } from './cases.ts';
import { earliestSent, findLateRefund, findLateTender, isUndecidedYet, needsExplaining, refOf } from './sweep.ts';

export interface UnexplainedDeps extends Pick<Ports, 'shop' | 'clock' | 'random' | 'log'> {
  readonly journal: Pick<TenderJournal, 'inStates' | 'holder' | 'claimed' | 'capture'>;
  readonly refunds: Pick<RefundJournal, 'inStates' | 'refunded'>;
  readonly orphans: Pick<OrphanJournal, 'found'>;
  readonly mirror: Pick<Mirror, 'unclaimed'>;
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  readonly settleWindowMs: number;
  /**
   * True if a late row that fits may belong to a tender that the journal lost, so that it must not
   * be assigned.
   */
  readonly isAmbiguous: (tender: TenderRecord) => boolean;
}

/** Final states for which a capture may still appear, because the request was sent. */
const LATE_CAPTURE_STATES = statesOf(TENDER_STATES).filter(
  (state) => state !== 'not_sent' && mayFollowTender(state, 'late_capture'),
);

const IDS_PER_QUERY = 500;

/**
 * Judges captures of our mid that nothing claims. Rows are read before the journal is queried, so
 * that the operation of a row is already in the journal. Rows of an open tender of the shop are
 * left to the next sweep.
 * @param period time of the issuer's clock: older rows do not concern the journal, and rows after
 * its end, if it has one, are not judged yet
 */
export async function explainCaptures(
  deps: UnexplainedDeps,
  mid: string,
  { since, until }: { readonly since: number; readonly until: number | null },
): Promise<void> {
  const { shop, journal, mirror, issuer, clock, settleWindowMs } = deps;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const rows = (await mirror.unclaimed({ mid, type: 'capture', since })).filter(
    (row) =>
      needsExplaining(row, 'capture', mid) &&
      !isUndecidedYet(row, now, settleWindowMs) &&
      (until === null || (row.createdAt !== null && row.createdAt < until)),
  );
  const free: IssuerTransaction[] = [];
  for (const row of rows) {
    const holder = await journal.holder(shop, refOf(row));
    if (holder?.kind !== 'tender' || holder.shop !== shop) free.push(row);
  }
  const unexplained = await stillUnclaimed(deps, free);
  if (unexplained.length === 0) return;
  const oldest = Math.min(...unexplained.map(({ createdAt }) => createdAt ?? Number.POSITIVE_INFINITY));
  const sentSince = Number.isFinite(oldest)
    ? ourTime(earliestSent(oldest), deps.issuer.clockOffset())
    : deps.clock.now();
  let lateTenders = (await journal.inStates(shop, LATE_CAPTURE_STATES, sentSince)).filter(
    (tender) => !deps.isAmbiguous(tender),
  );
  for (const row of unexplained) {
    const late = findLateTender(row, lateTenders);
    if (late) lateTenders = lateTenders.filter(({ id }) => id !== late.tender.id);
    await explainCapture(deps, row, late);
  }
}

/** Removes rows that were claimed in the meantime. */
async function stillUnclaimed(
  { shop, journal }: UnexplainedDeps,
  rows: readonly IssuerTransaction[],
): Promise<IssuerTransaction[]> {
  const left: IssuerTransaction[] = [];
  for (let start = 0; start < rows.length; start += IDS_PER_QUERY) {
    const some = rows.slice(start, start + IDS_PER_QUERY);
    const claimed = await journal.claimed(
      shop,
      some.map(({ transactionId }) => transactionId),
    );
    left.push(...some.filter(({ transactionId }) => !claimed.has(transactionId)));
  }
  return left;
}

async function explainCapture(
  { shop, journal, orphans, random, log }: UnexplainedDeps,
  row: IssuerTransaction,
  late: ReturnType<typeof findLateTender>,
): Promise<void> {
  const { transactionId: captureId } = row;
  if (!late) {
    const orphan = await orphans.found({ id: random.uuid(), shop, row: candidateOf(row), ref: refOf(row) });
    if (orphan)
      log.warn(
        { operationId: orphan.id, kind: 'orphan', last4: orphan.last4 },
        'the issuer lists a capture without a matching redemption',
      );
    return;
  }
  const { tender, captured } = late;
  try {
    const written = await journal.capture(tender, { kind: 'late_capture', ...foundCapture(captureId, captured) });
    if (written)
      log.warn(
        { operationId: tender.id, kind: 'tender', last4: tender.last4 },
        'a capture appeared after the redemption was reported as not captured',
      );
  } catch (error) {
    /* The operation has changed; the next sweep judges the row again. */
    if (!(error instanceof Stale)) throw error;
  }
}

/**
 * Finds refunds that appeared after they were recorded as not made. Refunds that we did not make
 * need no matching operation.
 */
export async function explainRefunds(deps: UnexplainedDeps, mid: string): Promise<void> {
  const { shop, mirror, refunds, issuer, log } = deps;
  let lateRefunds = await refunds.inStates(shop, ['not_refunded']);
  if (lateRefunds.length === 0) return;
  const since = earliestSent(
    issuerTime(Math.min(...lateRefunds.map(({ createdAt }) => createdAt)), issuer.clockOffset()),
  );
  const rows = (await mirror.unclaimed({ mid, type: 'refund', since })).filter((row) =>
    needsExplaining(row, 'refund', mid),
  );
  for (const row of rows) {
    const late = findLateRefund(row, lateRefunds);
    if (!late) continue;
    lateRefunds = lateRefunds.filter(({ tender }) => tender.id !== late.tender.id);
    const fact = { kind: 'refunded', refundId: row.transactionId, evidence: 'search' } as const;
    try {
      if (await refunds.refunded(late, fact))
        log.warn(
          { operationId: late.id, kind: 'refund', last4: late.tender.last4 },
          'a refund appeared after it was reported as not made',
        );
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      log.info(
        { operationId: late.id, kind: 'refund', ...describeError(error) },
        'a refund changed while its transaction was being recorded',
      );
    }
  }
}
