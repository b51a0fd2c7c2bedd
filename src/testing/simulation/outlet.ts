import { type Closers, sendClosers } from './closers.ts';
import { type ClosingJudge, createClosingJudge } from './closing-judge.ts';
import type { Dice } from './dice.ts';
import type { Judge } from './judge.ts';
import type { IssuerBooks } from './ledger.ts';
import { attend, openByHand } from './manager.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Plan } from './plan.ts';
import { createProgramMemory } from './program-memory.ts';
import { devicesIn } from './re-enrolled.ts';
import type { SimulatedShop } from './shop.ts';
import { serve, type TillOptions, tellWhatItRemembers } from './till.ts';
import { createTillMemory, type TillMemory } from './till-memory.ts';
import type { Timeline } from './timeline.ts';

/** One shop of a world: its plan, its judge, and the books and the journal as they are for it. */
export interface Outlet {
  readonly plan: Plan;
  readonly books: () => IssuerBooks;
  readonly store: MemoryStore;
  readonly judge: Judge;
}

/** The people of a shop, at work. */
export interface Staff {
  /** Null if no shifts are closed. */
  readonly closingJudge: ClosingJudge | null;
  readonly closers: Closers | null;
  /** How many sales are not over. */
  selling(): number;
  /** When the last one was over, milliseconds of the world. */
  soldAtMs(): number;
  /** True if nothing of the shop is open except with a manager. */
  isSettled(): boolean;
}

export interface StaffOptions extends Outlet {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly shop: SimulatedShop;
  readonly newId: () => string;
  /** Changes whenever anything may have been settled in any shop. */
  readonly news: () => number;
  /** The shop that its tills may move to; null without one. */
  readonly sister: Pick<TillOptions, 'plan' | 'route' | 'judge'> | null;
  readonly say: (line: string) => void;
}

/** Sends cashiers, their tills and a manager to work. */
export function letPeopleIn({
  plan,
  books,
  store,
  judge,
  timeline,
  dice: people,
  shop,
  newId,
  news: newsOfAll,
  sister,
  say,
}: StaffOptions): Staff {
  let selling = plan.sales.length;
  let soldAtMs = 0;
  const programs = createProgramMemory(timeline.now);
  const memoryOf = tillMemories(timeline.now);
  const { loss, changes } = plan;
  /* A shop that is added again has other tills. */
  const isGone = () => changes.addedAgainMs !== null && loss !== null && timeline.now() >= loss.atMs;
  const till = { plan, timeline, judge, newId, memoryOf, programs, route: shop.route, used: shop.gaps.used, sister };
  for (const sale of plan.sales) {
    const isOfOldTill = sale.atMs < (loss?.atMs ?? 0);
    const route = () => (isOfOldTill && isGone() ? null : shop.route());
    const options = { ...till, route, dice: people.fork() };
    timeline.after(sale.atMs, () => {
      void serve(options, sale).then(() => {
        selling -= 1;
        soldAtMs = timeline.now();
      });
    });
  }
  for (const number of loss && changes.addedAgainMs === null ? devicesIn(plan) : []) {
    const options = { ...till, dice: people.fork() };
    timeline.after(loss?.atMs ?? 0, () => void tellWhatItRemembers(options, number));
  }
  const manager = { plan, timeline, ledger: books(), judge, dice: people.fork(), route: shop.route };
  const shifts = shop.closings?.store;
  const { identity } = plan;
  const closingJudge = shifts ? createClosingJudge({ identity, books, store, shifts, now: timeline.now, say }) : null;
  const closers = shop.closings && closingJudge && sendClosers({ ...till, closings: shop.closings, closingJudge });
  if (changes.addedAgainMs !== null) timeline.after(changes.addedAgainMs, () => closingJudge?.forgetTills());
  for (const atMs of plan.attends) timeline.after(atMs, () => void attend(manager));
  if (loss?.opensByHandMs != null) timeline.after(loss.opensByHandMs, () => void openByHand(manager));

  let looked = { news: -1, isSettled: false };
  function isSettled(): boolean {
    const news = newsOfAll();
    if (looked.news !== news) looked = { news, isSettled: judge.isSettled() };
    return looked.isSettled;
  }

  return { closingJudge, closers, selling: () => selling, soldAtMs: () => soldAtMs, isSettled };
}

/** Each till's records, by its number. */
function tillMemories(now: () => number): (till: number) => TillMemory {
  const memories = new Map<number, TillMemory>();
  return (till) => {
    const memory = memories.get(till) ?? createTillMemory(now);
    memories.set(till, memory);
    return memory;
  };
}
