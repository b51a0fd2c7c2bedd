import type { Budget } from '../../bff/issuer/mirror/budget.ts';
import { createMirror, type Mirror } from '../../bff/issuer/mirror/mirror.ts';
import { MIRROR_RULES, type MirrorRules } from '../../bff/issuer/mirror/mirror-rules.ts';
import type { MirrorStore } from '../../bff/issuer/mirror/mirror-store.ts';
import type { Issuer, IssuerTransaction } from '../../bff/issuer/port.ts';
import { deriveKeys } from '../../bff/platform/base/keys.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createRowSearch, OWN_MID, rowAt } from '../issuer/row-search.ts';
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
  /** Answers in the place of the search. */
  readonly page?: Issuer['searchPage'];
  /** Happens before each page is answered. */
  readonly before?: (page: number) => void | Promise<void>;
}

/** Nothing waits for a turn. */
const FREE: Budget = { turn: async () => undefined };

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
  const search = createRowSearch([], { pageSize });
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
      return search.searchPage(period, page);
    },
  };
  const mirror = createMirror({
    issuer,
    store: wrap(store),
    budget: budget(clock),
    keys: KEYS,
    clock,
    ownMids: async () => [OWN_MID],
    rules: { ...MIRROR_RULES, ...rules },
  });
  return {
    clock,
    store,
    mirror,
    add: (id, agoMs = 0, change = {}) => search.add(rowAt(clock.now() - agoMs, id, change)),
    asked: search.asked,
    fail(count, after = 0) {
      failing = count;
      well = after;
    },
  };
}

/** Reads a given search page by page, like the mirror. */
export function readerOf(search: Pick<Issuer, 'searchPage'>): Pick<Mirror, 'readPeriod'> {
  const clock = createManualClock();
  const issuer = { ...search, clockOffset: () => ({ offsetMs: 0, errorMs: 500 }) };
  return createMirror({
    issuer,
    store: createMemoryMirror(),
    budget: FREE,
    keys: KEYS,
    clock,
    ownMids: async () => [OWN_MID],
    rules: MIRROR_RULES,
  });
}
