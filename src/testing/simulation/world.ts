import { SHOP } from '../rigs/shops.ts';
import { type Closers, sendClosers } from './closers.ts';
import { type ClosingJudge, createClosingJudge } from './closing-judge.ts';
import { createDice } from './dice.ts';
import { drawPlan } from './draw.ts';
import { createIssuer } from './issuer.ts';
import { createJudge, type Judge } from './judge.ts';
import { createLedger, type IssuerBooks, type LedgerCapture } from './ledger.ts';
import { attend, openByHand } from './manager.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { BYSTANDER, OUR_MID, type Plan } from './plan.ts';
import { devicesIn, withNewDevices } from './re-enrolled.ts';
import { openShop, type SimulatedShop } from './shop.ts';
import { askForStories, stepsOf } from './story-asks.ts';
import { createStoryJudge, type StoryJudge } from './story-judge.ts';
import { createProgramMemory, serve, tellWhatItRemembers } from './till.ts';
import { createTillMemory, type TillMemory } from './till-memory.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { SOUND, type WorldRules } from './world-rules.ts';

/** One shop, its servers, the issuer and all interfering clients, from a seed to its end. */
export interface World {
  readonly plan: Plan;
  readonly judge: Judge;
  /** Null if no shifts are closed. */
  readonly closingJudge: ClosingJudge | null;
  readonly ledger: IssuerBooks;
  readonly store: MemoryStore;
  /** The result of the histories; null if none are requested. */
  readonly stories: StoryJudge | null;
  /** Lets the next event happen; false when the world has ended and is judged. */
  step(): boolean;
  /** Milliseconds that have passed in it. */
  now(): number;
}

/**
 * Without faults, no outcome is unknown for longer than this: a manager is called after ten
 * minutes, and the issuer is asked once more.
 */
const CALM_MS = 10 * 60_000 + 60_000;
/** A server finds operations with an unconfirmed write again after this time, by the wall clock. */
const FORGOTTEN_MS = 6 * 60_000;
/**
 * An issuer that has answered for this long was queried many times, and a merchant with at most
 * this rate of rows can be read in time.
 */
const HEARD_MS = 2 * 60_000;
const READABLE_PER_SECOND = 10;
/** The longest time that a shop is closed after its journal lost operations: a restart, then W. */
const OPENS_WITHIN_MS = 5 * 60_000;
const FOREIGN = { who: 'foreign' } as const;

const isReadable = ({ trade }: Plan) => (trade?.rowsPerSecond ?? 0) <= READABLE_PER_SECOND;
/** A shop whose journal may lack operations is closed until all is read, or a manager opens it. */
const isShut = (plan: Plan, { gaps }: Pick<SimulatedShop, 'gaps'>) => !isReadable(plan) && gaps.isOpen();

/** @param trace receives one line for every event */
export function createWorld(seed: number, rules: WorldRules = SOUND, trace: ((line: string) => void) | null = null): World {
  const plan = planOf(seed, rules);
  const dice = createDice(seed ^ 0x5eed);
  const timeline = createTimeline();
  const say = (line: string) => trace?.(`${(timeline.now() / 1000).toFixed(3).padStart(9)} ${line}`);
  const store = createMemoryStore(rules.store);
  const judge: Judge = createJudge({ books: () => ledger, store, now: timeline.now, isHeard, isShut: () => isShut(plan, shop), say });
  const ledger: IssuerBooks = createLedger(timeline.now, {
    captured(capture) {
      judge.captured(capture);
      if (plan.flavour === 'twins' && capture.author.who === 'ours') takeAgain(capture);
    },
    refunded: judge.refunded,
  });
  /** True if search is complete, no fault occurred for minutes, and rows can be read in time. */
  function isHeard(): boolean {
    const begun = [...plan.outages, ...plan.searchOutages].filter(({ fromMs }) => fromMs <= timeline.now()).map(({ toMs }) => toMs);
    const stood = plan.stalls.filter(({ atMs }) => atMs <= timeline.now()).map(({ atMs, forMs }) => atMs + forMs);
    const sinceMs = Math.max(plan.faultsUntilMs, ...begun, ...stood);
    const isWhole = plan.flavour !== 'paging' && plan.flickers.length === 0;
    return isWhole && timeline.now() - sinceMs > HEARD_MS && isReadable(plan);
  }

  const issuer = createIssuer({ plan, timeline, ledger, dice: dice.fork(), edge: rules.edge, onPosted: judge.posted });
  store.onWritten(judge.written);

  const twins = dice.fork();
  /** Another client captures the same amount again when ours is visible. */
  function takeAgain({ ref, amount }: LedgerCapture): void {
    if (twins.chance(0.5)) return;
    timeline.after(
      plan.searchLagMs + twins.between(1_000, 20_000),
      () => void ledger.capture({ ref, amount, mid: OUR_MID, author: FOREIGN }),
    );
  }

  issueVouchers({ plan, timeline, store, ledger });
  const shop = openShop({ plan, timeline, store, issuer, rules, say, onNoted: judge.noted, onLost: judge.lost, dice: dice.fork() });
  let selling = plan.sales.length;
  let soldAtMs = 0;
  const shifts = shop.closings?.store;
  const closingJudge = shifts ? createClosingJudge({ books: () => ledger, store, shifts, now: timeline.now, say }) : null;
  let closers: Closers | null = null;
  letPeopleIn();
  const stories = rules.story && createStoryJudge({ plan, ledger, issuer, say, now: timeline.now });
  const asks = stories && askForStories({ plan, timeline, judge: stories, route: shop.route });

  function letPeopleIn(): void {
    const people = dice.fork();
    const programs = createProgramMemory(timeline.now);
    let ids = 0;
    const newId = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
    const memoryOf = tillMemories(timeline.now);
    const till = { plan, timeline, judge, newId, memoryOf, programs, route: shop.route, used: shop.gaps.used };
    for (const sale of plan.sales) {
      const options = { ...till, dice: people.fork() };
      timeline.after(sale.atMs, () => {
        void serve(options, sale).then(() => {
          selling -= 1;
          soldAtMs = timeline.now();
        });
      });
    }
    const { loss } = plan;
    for (const number of loss ? devicesIn(plan) : []) {
      const options = { ...till, dice: people.fork() };
      timeline.after(loss?.atMs ?? 0, () => void tellWhatItRemembers(options, number));
    }
    const manager = { plan, timeline, ledger, judge, dice: people.fork(), route: shop.route };
    if (shop.closings && closingJudge) closers = sendClosers({ ...till, closings: shop.closings, closingJudge });
    for (const atMs of plan.attends) timeline.after(atMs, () => void attend(manager));
    if (loss?.opensByHandMs != null) timeline.after(loss.opensByHandMs, () => void openByHand(manager));
  }

  const troubleEndsMs = troubleEnds(plan);
  /* A redemption that a till reported may be unknown for a while, like any other. */
  let recoveredAtMs = 0;
  store.onWritten(({ state }, fact) => {
    if (fact === null && state === 'unknown') recoveredAtMs = timeline.now();
  });
  const calmFromMs = () => Math.max(troubleEndsMs, soldAtMs, recoveredAtMs, issuer.lastActMs());

  let looked = { news: -1, isSettled: false };
  function isSettled(): boolean {
    const news = judge.news();
    if (looked.news !== news) looked = { news, isSettled: judge.isSettled() };
    return looked.isSettled;
  }

  function isOver(): boolean {
    if (selling > 0) return false;
    const isCalm = issuer.pending() === 0 && isSettled();
    return isCalm || timeline.now() > calmFromMs() + CALM_MS + unconfirmedMs(plan);
  }

  return {
    plan,
    judge,
    closingJudge,
    ledger,
    store,
    stories,
    now: timeline.now,
    step: stepsOf({
      timeline,
      judge: {
        end() {
          judge.end();
          closingJudge?.end();
        },
      },
      isOver: () => isOver() && closers?.isAtIt() !== true,
      asks,
    }),
  };
}

function planOf(seed: number, { lossShare, isBusy, closings }: WorldRules): Plan {
  const plan = drawPlan(seed, lossShare, isBusy);
  return closings === null ? plan : withNewDevices(plan);
}

interface Issuing extends Pick<World, 'plan' | 'ledger' | 'store'> {
  readonly timeline: Timeline;
}

/** Puts vouchers into circulation, and plans what others do with them. */
function issueVouchers({ plan, timeline, store, ledger }: Issuing): void {
  ledger.issue({ ref: BYSTANDER, amount: 1_000_000, isSingleUse: false, expiresAt: null });
  for (const voucher of plan.vouchers) ledger.issue(voucher);
  if (plan.isMidKnown) store.learnMid(SHOP, OUR_MID);
  for (const { ref, amount } of plan.flavour === 'twins' ? plan.sales : []) ledger.capture({ ref, amount, mid: OUR_MID, author: FOREIGN });
  for (const { atMs, ref, amount, mid, does } of plan.elsewhere) {
    const act =
      does === 'capture' ? () => ledger.capture({ ref, amount, mid, author: FOREIGN }) : () => ledger.giveBack({ ref, amount, mid });
    timeline.after(atMs, act);
  }
}

/**
 * The longest time until a server finds an operation again whose write was not confirmed. 0 if the
 * disk is never full, because then all writes are confirmed.
 */
function unconfirmedMs({ clockSettings, fullDisk }: Plan): number {
  const setBackMs = clockSettings.reduce((sum, { byMs }) => sum + Math.max(0, -byMs), 0);
  return fullDisk.length > 0 ? FORGOTTEN_MS + setBackMs : 0;
}

/** The end of the last planned fault. */
function troubleEnds({ faultsUntilMs, loss, stalls, ...plan }: Plan): number {
  const spans = [...plan.outages, ...plan.searchOutages, ...plan.fullDisk].map(({ toMs }) => toMs);
  const lostMs = loss === null ? [] : [Math.max(loss.atMs, loss.absent?.untilMs ?? 0) + OPENS_WITHIN_MS];
  return Math.max(faultsUntilMs, ...spans, ...stalls.map(({ atMs, forMs }) => atMs + forMs), ...lostMs);
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
