import type { Sweeper } from '../settle/sweeper.ts';
import { type AttentionSource, backlogSource } from './source.ts';

/**
 * Lists a case while the sweep for captures lags behind: until it catches up, cases from that time
 * may be missing.
 */
export function behindSource(sweeper: Pick<Sweeper, 'behind'>): AttentionSource {
  return backlogSource(() => {
    const behind = sweeper.behind();
    if (behind === null) return null;
    const { from, since, reason } = behind;
    const evidence = [{ at: new Date(from).toISOString(), code: 'look-behind' as const, detail: reason }];
    return { id: 'look', kind: 'behind', subject: 'look', since, evidence };
  });
}
