import type { Gap, GapStore } from '../../bff/platform/store/journal-gaps.ts';
import type { MemoryStore } from './memory-store.ts';

export interface MemoryGaps extends GapStore {
  /** A till that was used. */
  used(deviceId: string): void;
  /** True while the shop waits for the end of a gap. */
  isOpen(): boolean;
  /** A copy has replaced the journal, and no server has started with it yet. */
  isOtherCopy: boolean;
}

/** The gaps of a journal in memory, and the tills that know it. */
export function createMemoryGaps(store: MemoryStore, { hasPrograms }: { readonly hasPrograms: boolean }): MemoryGaps {
  const gaps: Gap[] = [];
  const back = new Set<string>();
  const used = new Set<string>();
  const remembered = new Set<string>();
  const silentSince = (gap: Gap) => [...used].filter((deviceId) => !back.has(`${gap.id} ${deviceId}`));
  return {
    isOtherCopy: false,
    hadPrograms: async () => hasPrograms,
    isOpen: () => gaps.at(-1)?.endedAt === null,
    used: (deviceId) => void used.add(deviceId),
    latest: async () => gaps.at(-1) ?? null,
    earliestFrom: async () => (gaps.length === 0 ? null : Math.min(...gaps.map(({ fromAt }) => fromAt))),
    async note(gap) {
      const before = gaps.at(-1);
      if (before?.endedAt === null) return before;
      const latest = Math.max(0, ...[...store.all()].flatMap(({ facts }) => facts.map(({ at }) => at)));
      const foundAt = Math.max(gap.foundAt, (before?.foundAt ?? 0) + 1, latest + 1);
      const noted = { ...gap, foundAt, endedAt: null, isOverruled: false };
      gaps.push(noted);
      return noted;
    },
    async end(id, at, by) {
      const index = gaps.findIndex((gap) => gap.id === id && gap.endedAt === null);
      const gap = gaps[index];
      if (gap) gaps[index] = { ...gap, endedAt: at, isOverruled: by !== null };
      return gap !== undefined;
    },
    remember: async (_, operationId) => void remembered.add(operationId),
    isRemembered: async (operationId) => remembered.has(operationId),
    noteReport: async (gapId, deviceId) => void back.add(`${gapId} ${deviceId}`),
    awaited: async (gap) => silentSince(gap).map((id) => ({ id, name: id })),
    isAwaited: async (gap, deviceId) => silentSince(gap).includes(deviceId),
    remembers: async (_, deviceId) => used.has(deviceId),
    async newestFact() {
      let newest: number | null = null;
      for (const { changedAt } of store.all()) newest = Math.max(newest ?? changedAt, changedAt);
      return newest;
    },
  };
}
