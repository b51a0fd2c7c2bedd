import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';

/** Remembers which tills have reported for the latest gap. */
export interface ReportedTills {
  note(gap: Gap, deviceId: string): void;
  has(gap: Gap, deviceId: string): Promise<boolean>;
}

/** Queries the journal once for each till. A report is never withdrawn. */
export function createReportedTills(gaps: Pick<GapStore, 'isAwaited'>): ReportedTills {
  let gapId = '';
  const reported = new Set<string>();
  function ofGap({ id }: Gap): Set<string> {
    if (id !== gapId) reported.clear();
    gapId = id;
    return reported;
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
