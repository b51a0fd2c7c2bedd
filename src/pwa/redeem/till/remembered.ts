import { LIMITS } from '../../../contract/access/limits.ts';
import type { TillReport } from '../../../contract/redemption/journal.ts';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import type { KeptRedemption } from '../../api/last-redemptions.ts';
import type { TenderWish } from './wish.ts';

/**
 * This device's records in the format of the server's request.
 * @param now milliseconds since the epoch
 */
export function rememberedOf(
  journal: string,
  wishes: readonly TenderWish[],
  redemptions: readonly KeptRedemption[],
  now: number,
): TillReport {
  const agoMs = (at: number) => Math.min(Math.max(0, now - at), LIMITS.sentAgoMsMax);
  return {
    journal,
    wishes: wishes
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
