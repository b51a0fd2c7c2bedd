import type { Budget } from '../../bff/issuer/mirror/budget.ts';
import { createMirror, type Mirror } from '../../bff/issuer/mirror/mirror.ts';
import { MIRROR_RULES, type MirrorRules } from '../../bff/issuer/mirror/mirror-rules.ts';
import type { MirrorStore } from '../../bff/issuer/mirror/mirror-store.ts';
import type { Issuer, IssuerTransaction } from '../../bff/issuer/port.ts';
import { deriveKeys } from '../../bff/platform/base/keys.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createShelf, OWN_MID, rowAt } from '../issuer/search-shelf.ts';
import { createMemoryMirror, type MemoryMirror } from './memory-mirror.ts';

export const KEYS = deriveKeys(Buffer.alloc(32, 7));
export const MIRRORED_REF = '1234567890';

export interface MirrorKit {
  readonly clock: ManualClock;
  readonly store: MemoryMirror;
  readonly mirror: Mirror;
  /** Adds a capture of the voucher to the search, `agoMs` milliseconds old. */
  add(id: string, agoMs?: number, change?: Partial<IssuerTransaction>): void;
  /** The number of requested pages. */
  asked(): number;
  /** From now on, `count` pages fail after `after` successful ones. */
  fail(count: number, after?: number): void;
}

export interface MirrorKitOptions {
  readonly pageSize?: number;
  readonly rules?: Partial<MirrorRules>;
  readonly budget?: (clock: ManualClock) => Budget;
  readonly wrap?: (store: MirrorStore) => MirrorStore;
  /** Answers in the place of the shelf. */
  readonly page?: Issuer['searchPage'];
  /** Happens before each page is answered. */
  readonly before?: (page: number) => void | Promise<void>;
}

/** Nothing waits for a turn. */
const FREE: Budget = { turn: async () => undefined, hold: () => undefined };

/** A mirror of a search with exactly the given rows, and a manual clock. */
export function createMirrorKit({
  pageSize = 20,
  rules = {},
  budget = () => FREE,
  wrap = (store) => store,
  before,
  page: answer,
}: MirrorKitOptions = {}): MirrorKit {
  const clock = createManualClock();
  const shelf = createShelf([], { pageSize });
  const store = createMemoryMirror();
  let failing = 0;
  let well = 0;
  const issuer: Pick<Issuer, 'searchPage' | 'clockOffset'> = {
    clockOffset: () => ({ offsetMs: 0, errorMs: 500 }),
    async searchPage(period, page, signal, size) {
      if (answer) return answer(period, page, signal, size);
      await before?.(page);
      if (well > 0) well -= 1;
      else if (failing > 0) {
        failing -= 1;
        return { outcome: 'unclear', reason: 'HTTP 500' };
      }
      return shelf.searchPage(period, page);
    },
  };
  const mirror = createMirror({
    issuer,
    store: wrap(store),
    budget: budget(clock),
    keys: KEYS,
    clock,
    mid: async () => OWN_MID,
    rules: { ...MIRROR_RULES, ...rules },
  });
  return {
    clock,
    store,
    mirror,
    add: (id, agoMs = 0, change = {}) => shelf.add(rowAt(clock.now() - agoMs, id, change)),
    asked: shelf.asked,
    fail(count, after = 0) {
      failing = count;
      well = after;
    },
  };
}

/** The reader of the issuer over a search of a story, page by page. */
export function readerOf(search: Pick<Issuer, 'searchPage'>): Pick<Mirror, 'readPeriod'> {
  const clock = createManualClock();
  const issuer = { ...search, clockOffset: () => ({ offsetMs: 0, errorMs: 500 }) };
  return createMirror({
    issuer,
    store: createMemoryMirror(),
    budget: FREE,
    keys: KEYS,
    clock,
    mid: async () => OWN_MID,
    rules: MIRROR_RULES,
  });
}
