import { LIMITS } from '../../../contract/access/limits.ts';
import type { TillReport } from '../../../contract/redemption/journal.ts';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import type { StoredRedemption } from '../../api/last-redemptions.ts';
import type { PendingTender } from './pending-tender.ts';

/**
 * Builds the server's request from this device's records.
 * @param now milliseconds since the epoch
 */
export function createTillReport(
  journal: string,
  pendingTenders: readonly PendingTender[],
  redemptions: readonly StoredRedemption[],
  now: number,
): TillReport {
  const agoMs = (at: number) => Math.min(Math.max(0, now - at), LIMITS.sentAgoMsMax);
  return {
    journal,
    wishes: pendingTenders
      .slice(-LIMITS.rememberedMax)
      .map(({ id, body, savedAt }) => ({ id, body, sentAgoMs: agoMs(savedAt) })),
    heard: redemptions.map(({ id, createdAt, tag }) => ({
      id,
      agoMs: agoMs(Date.parse(createdAt)),
      ...(tag !== undefined && { tag }),
    })),
    taken: redemptions.flatMap(({ id, state, worth, captureId, saleId, receiptNo }) =>
      captureId != null && hasRedeemed(state) ? [{ id, captureId, captured: worth, saleId, receiptNo }] : [],
    ),
  };
}
