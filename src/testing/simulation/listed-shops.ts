import type { createAccountTables } from './account-tables.ts';
import type { MemoryGaps } from './memory-gaps.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Plan } from './plan.ts';

export interface ListedShop extends Pick<Plan, 'identity' | 'changes'> {
  readonly shared: { readonly gaps: Pick<MemoryGaps, 'forgetTills'> };
}

export interface ListedShopsOptions {
  readonly store: Pick<MemoryStore, 'commits' | 'learnMid'>;
  readonly tables: ReturnType<typeof createAccountTables>;
  readonly say: (line: string) => void;
}

/** The shops that the journal contains: others are added while the servers run. */
export function createListedShops(shops: readonly ListedShop[], { store, tables, say }: ListedShopsOptions) {
  const isListed = shops.map(({ changes }) => changes.addedMs === 0);
  /** The number of commits before each shop was added. */
  const commitsBefore = new Map<number, number>();
  return {
    has: (index: number) => isListed[index] ?? false,
    /** Adds a shop, whose account is read again. @returns false if it is there */
    add(index: number): boolean {
      const shop = shops[index];
      if (shop === undefined || isListed[index]) return false;
      const { identity, changes, shared } = shop;
      say(`operator adds ${identity.shop}`);
      const mid = changes.wrongMid ?? identity.mid;
      if (commitsBefore.has(index)) shared.gaps.forgetTills();
      isListed[index] = true;
      commitsBefore.set(index, store.commits());
      store.learnMid(identity.shop, mid);
      tables.of(identity.account).readAgain(mid);
      return true;
    },
    /** A copy from before a shop was added lacks the shop. @returns the number of commits that it lacks */
    lose(commits: number): number {
      const lacking = shops.map(({ changes }, index) => {
        if (changes.addedAgainMs === null || !isListed[index]) return 0;
        isListed[index] = false;
        return store.commits() - (commitsBefore.get(index) ?? store.commits());
      });
      return Math.max(commits, ...lacking);
    },
  };
}
