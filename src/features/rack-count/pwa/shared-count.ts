import type { PageDeps } from '../../../pwa/api/page.ts';
import type { CountedCard } from './count.ts';
import type { Count, StoredCount } from './stored-count.ts';

interface SharedCountDeps extends Pick<PageDeps, 'uuid'> {
  readonly stored: StoredCount;
  /** Receives the stored count; `isOther`: another window has begun it. */
  readonly onCount: (cards: readonly CountedCard[], isOther: boolean) => void;
  readonly onFailure: () => void;
}

/** The count that all windows of this browser share. */
export interface SharedCount {
  readonly start: () => Promise<void>;
  readonly save: (card: CountedCard) => Promise<void>;
  readonly startOver: () => void;
}

export function createSharedCount({ stored, uuid, onCount, onFailure }: SharedCountDeps): SharedCount {
  let countId = '';

  /** Ignores what belongs to a count that this window has ended meanwhile. */
  async function show(work: (id: string) => Promise<Count>): Promise<void> {
    const before = countId;
    try {
      const { id, cards } = await work(before);
      if (before !== countId) return;
      countId = id;
      onCount(cards, id !== before);
    } catch {
      onFailure();
    }
  }

  return {
    async start() {
      await show(stored.read);
      stored.onChange(() => void show(stored.read));
    },
    save: (card) => show((id) => stored.add(id, [card])),
    startOver() {
      countId = uuid();
      stored.begin(countId).catch(onFailure);
    },
  };
}
