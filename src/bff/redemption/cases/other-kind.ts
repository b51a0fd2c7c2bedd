import type { OtherKinds } from '../tender/other-kinds.ts';
import { type AttentionSource, backlogSource } from './source.ts';

/**
 * Lists a case if a redemption contradicted the server's setting for what vouchers count. The
 * setting can only change with a restart, which also clears this case.
 */
export function otherKindSource(otherKinds: Pick<OtherKinds, 'last'>): AttentionSource {
  return backlogSource(() => {
    const last = otherKinds.last();
    if (last === null) return null;
    const { since, last4 } = last;
    const evidence = [{ at: new Date(since).toISOString(), code: 'other-kind' as const, detail: 'LEGACY_CHECK_KIND' }];
    return { id: 'setting', kind: 'setting', subject: 'tender', since, last4, evidence };
  });
}
