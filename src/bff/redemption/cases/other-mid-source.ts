import type { MidCheck } from '../recovery/mid-check.ts';
import { type AttentionSource, backlogSource } from './source.ts';

/** Lists a case while the shop is stopped because the issuer's answers name another mid. */
export function otherMidSource(midCheck: Pick<MidCheck, 'current'>): AttentionSource {
  return backlogSource(() => {
    const other = midCheck.current();
    if (other === null) return null;
    const { named, setting, since } = other;
    const line = { at: new Date(since).toISOString(), code: 'mid-differs', detail: `${setting}: ${named}` } as const;
    return { id: 'mid', kind: 'mid', subject: 'shop', since, evidence: [line] };
  });
}
