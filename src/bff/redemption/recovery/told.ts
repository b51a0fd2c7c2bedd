import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';

/** Remembers which tills have reported for the latest gap. */
export interface ToldByTills {
  note(gap: Gap, deviceId: string): void;
  has(gap: Gap, deviceId: string): Promise<boolean>;
}

/** Queries the journal once for each till. A report is never withdrawn. */
export function createTold(gaps: Pick<GapStore, 'isAwaited'>): ToldByTills {
  let gapId = '';
  const known = new Set<string>();
  function ofGap({ id }: Gap): Set<string> {
    if (id !== gapId) known.clear();
    gapId = id;
    return known;
  }
  return {
    note: (gap, deviceId) => void ofGap(gap).add(deviceId),
    async has(gap, deviceId) {
      if (ofGap(gap).has(deviceId)) return true;
      if (await gaps.isAwaited(gap, deviceId)) return false;
      ofGap(gap).add(deviceId);
      return true;
    },
  };
}
