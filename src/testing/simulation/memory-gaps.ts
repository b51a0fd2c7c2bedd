import type { Gap, GapStore } from '../../bff/platform/store/journal-gaps.ts';
import type { MemoryStore } from './memory-store.ts';

/** The gaps of one shop. */
export interface MemoryGaps extends GapStore {
  /** A till that was used. */
  used(deviceId: string): void;
  /** The shop is added again: its tills are enrolled again, and remember nothing of it. */
  forgetTills(): void;
  /** True while the shop waits for the end of a gap. */
  isOpen(): boolean;
}

/** The gaps of a journal in memory: one found by any shop concerns all, and each shop ends its own. */
export interface JournalGaps {
  /** A copy has replaced the journal, and no server has started with it yet. */
  isOtherCopy: boolean;
  /** Adds a shop. @param hasPrograms programs redeem in it */
  ofShop(hasPrograms: boolean): MemoryGaps;
}

/** @param rules without `ownGapEnds`, a gap that one shop ends is over for all */
export function createJournalGaps(store: MemoryStore, { ownGapEnds }: { readonly ownGapEnds: boolean }): JournalGaps {
  const shops: Gap[][] = [];
  const newestFact = () => Math.max(0, ...[...store.all()].flatMap(({ facts }) => facts.map(({ at }) => at)));

  function note(gaps: Gap[], gap: Pick<Gap, 'id' | 'reason' | 'fromAt' | 'foundAt'>): Gap {
    const before = gaps.at(-1);
    if (before?.endedAt === null) return before;
    const foundAt = Math.max(gap.foundAt, (before?.foundAt ?? 0) + 1, newestFact() + 1);
    const noted = { ...gap, foundAt, endedAt: null, isOverruled: false };
    gaps.push(noted);
    return noted;
  }

  function end(gaps: Gap[], id: string, ended: Pick<Gap, 'endedAt' | 'isOverruled'>): boolean {
    const index = gaps.findIndex((gap) => gap.id === id && gap.endedAt === null);
    const gap = gaps[index];
    if (gap) gaps[index] = { ...gap, ...ended };
    return gap !== undefined;
  }

  function ofShop(hasPrograms: boolean): MemoryGaps {
    const gaps: Gap[] = [];
    shops.push(gaps);
    const back = new Set<string>();
    const used = new Set<string>();
    const remembered = new Set<string>();
    const unrestored = new Map<string, string | null>();
    let isAddedAgain = false;
    const silentSince = (gap: Gap) => [...(isAddedAgain ? [] : used)].filter((deviceId) => !back.has(`${gap.id} ${deviceId}`));
    return {
      hadPrograms: async () => hasPrograms,
      isOpen: () => gaps.at(-1)?.endedAt === null,
      used: (deviceId) => void used.add(deviceId),
      forgetTills() {
        isAddedAgain = true;
      },
      latest: async () => gaps.at(-1) ?? null,
      earliestFrom: async () => (gaps.length === 0 ? null : Math.min(...gaps.map(({ fromAt }) => fromAt))),
      async note(gap) {
        for (const others of shops) note(others, gap);
        return note(gaps, gap);
      },
      async end(id, at, by) {
        const ended = { endedAt: at, isOverruled: by !== null };
        if (!ownGapEnds) for (const others of shops.filter((other) => other !== gaps)) end(others, id, ended);
        return end(gaps, id, ended);
      },
      remember: async (_, operationId) => void remembered.add(operationId),
      isRemembered: async (operationId) => remembered.has(operationId) || unrestored.has(operationId),
      noteUnrestored: async (_, operationId, refHash) => void unrestored.set(operationId, refHash),
      hasUnrestored: async (refHash, notOf) => [...unrestored].some(([id, hash]) => id !== notOf && (hash === null || hash === refHash)),
      noteReport: async (gapId, deviceId) => void back.add(`${gapId} ${deviceId}`),
      awaited: async (gap) => silentSince(gap).map((id) => ({ id, name: id })),
      isAwaited: async (gap, deviceId) => silentSince(gap).includes(deviceId),
      remembers: async (_, deviceId) => !isAddedAgain && used.has(deviceId),
      async newestFact() {
        let newest: number | null = null;
        for (const { changedAt } of store.all()) newest = Math.max(newest ?? changedAt, changedAt);
        return newest;
      },
    };
  }

  return { isOtherCopy: false, ofShop };
}
