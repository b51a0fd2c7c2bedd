import type { KindContradictions } from '../tender/kind-contradictions.ts';
import { type AttentionSource, backlogSource } from './source.ts';

/**
 * Lists a case if a redemption contradicted the server's setting for what vouchers count. The
 * setting can only change with a restart, which also clears this case.
 */
export function kindContradictionSource(kindContradictions: Pick<KindContradictions, 'last'>): AttentionSource {
  return backlogSource(() => {
    const last = kindContradictions.last();
    if (last === null) return null;
    const { since, last4 } = last;
    const evidence = [{ at: new Date(since).toISOString(), code: 'other-kind' as const, detail: 'LEGACY_CHECK_KIND' }];
    return { id: 'setting', kind: 'setting', subject: 'tender', since, last4, evidence };
  });
}
