import type { AttemptSender } from './demands.ts';
import { createDice } from './dice.ts';
import { drawPlan } from './draw.ts';
import type { Violation } from './invariants.ts';
import { createIssuer, type SimulatedIssuer } from './issuer.ts';
import { createJudge, type Judge } from './judge.ts';
import { booksOf, createLedger, type IssuerBooks, type LedgerCapture } from './ledger.ts';
import { createMemoryStore, storeOf } from './memory-store.ts';
import { letPeopleIn, type Outlet, type Staff } from './outlet.ts';
import { BYSTANDER, OUR_MID, type Plan, type PlannedSpan, plansOfShops, STRANGER } from './plan.ts';
import { withNewDevices } from './re-enrolled.ts';
import { openShops } from './shop.ts';
import type { TimedVerdict } from './stopwatch.ts';
import { askForStories, stepsOf } from './story-asks.ts';
import { createStoryJudge, type StoryCounts } from './story-judge.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { SOUND, type WorldRules } from './world-rules.ts';

/** One shop or two, their servers, the issuer and all interfering clients, from a seed to the end. */
export interface World {
  readonly plan: Plan;
  violations(): readonly Violation[];
  verdicts(): readonly TimedVerdict[];
  /** The totals of the histories; null if none are requested. */
  readonly told: StoryCounts | null;
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
/** @param trace receives one line for every event */
export function createWorld(seed: number, rules: WorldRules = SOUND, trace: ((line: string) => void) | null = null): World {
  const drawn = drawPlan(seed, rules);
  const plan = withDevices(drawn, rules);
  const dice = createDice(seed ^ 0x5eed);
  const timeline = createTimeline();
  const say = (line: string) => trace?.(`${(timeline.now() / 1000).toFixed(3).padStart(9)} ${line}`);
  const store = createMemoryStore(rules.store, (shop) => (shop === STRANGER.shop ? STRANGER.account : plan.identity.account));
  const claimed = new Map<string, string>();
  const [, ...others] = plansOfShops(drawn);
  const isAlone = others.length === 0;
  const first = openOutlet(plan, 0);
  const outlets = [first, ...others.map((other, index) => openOutlet(withDevices(other, rules), index + 1))];

  function openOutlet(own: Plan, index: number): Outlet {
    const { identity } = own;
    const books = isAlone ? () => ledger : () => booksOf(ledger, identity.mid);
    const ownStore = isAlone ? store : storeOf(store, identity.shop);
    const isOwnShut = () => !isReadable(plan) && (shops[index]?.gaps.isOpen() ?? false);
    const judge = createJudge({ identity, books, store: ownStore, claimed, now: timeline.now, isHeard, isShut: isOwnShut, say });
    ownStore.onWritten(judge.written);
    return { plan: own, books, store: ownStore, judge };
  }

  /** The judge of a line of ours; that of the first shop, for one of somebody else. */
  function judgeOf({ author, mid }: Pick<LedgerCapture, 'author' | 'mid'>): Judge {
    return ((author.who === 'ours' && outlets.find((outlet) => outlet.plan.identity.mid === mid)) || first).judge;
  }

  const ledger: IssuerBooks = createLedger(timeline.now, {
    captured(capture) {
      judgeOf(capture).captured(capture);
      if (plan.flavour === 'twins' && capture.author.who === 'ours') takeAgain(capture);
    },
    refunded: (refund) => judgeOf(refund).refunded(refund),
  });
  const plans = outlets.map((outlet) => outlet.plan);
  function isHeard(): boolean {
    return isIssuerHeard(plan, plans, timeline.now());
  }

  function onPosted(sender: AttemptSender): void {
    const shop = store.get(sender.operationId)?.shop;
    (outlets.find((outlet) => outlet.plan.identity.shop === shop) ?? first).judge.posted(sender);
  }

  const issuer = createIssuer({ plan, timeline, ledger, dice: dice.fork(), edge: rules.edge, onPosted });
  const twins = dice.fork();
  /** Another client captures the same amount again when ours is visible. */
  function takeAgain({ ref, amount, mid }: LedgerCapture): void {
    if (twins.chance(0.5)) return;
    timeline.after(plan.searchLagMs + twins.between(1_000, 20_000), () => void ledger.capture({ ref, amount, mid, author: FOREIGN }));
  }

  issueVouchers({ plan, outlets, timeline, ledger });
  const shops = openShops({
    plan,
    shops: plans,
    timeline,
    store,
    issuer,
    rules,
    say,
    onNoted: (account, missing) => outlets.find((outlet) => outlet.plan.identity.account === account)?.judge.noted(missing),
    onLost: (lost) => outlets.forEach(({ judge }) => judge.lost(lost)),
    dice: dice.fork(),
  });
  const news = () => outlets.reduce((sum, { judge }) => sum + judge.news(), 0);
  const staffs = outlets.flatMap((outlet, index): Staff[] => {
    const shop = shops[index];
    const sister = sisterOf(outlets, index);
    const moved = sister && { plan: sister.plan, judge: sister.judge, route: () => shops[outlets.indexOf(sister)]?.route() ?? null };
    return shop ? [letPeopleIn({ ...outlet, shop, timeline, say, dice: dice.fork(), newId: newIds(index), news, sister: moved })] : [];
  });
  const stories = rules.story && createStoryJudge({ plan, ledger, issuer, say, now: timeline.now });
  const asks = stories && askForStories({ plan, timeline, judge: stories, route: () => shops[0]?.route() ?? null });

  const troubleEndsMs = troubleEnds(plan, plans);
  /* A redemption that a till reported may be unknown for a while, like any other. */
  let recoveredAtMs = 0;
  store.onWritten(({ state }, fact) => {
    if (fact === null && state === 'unknown') recoveredAtMs = timeline.now();
  });
  const calmFromMs = () => Math.max(troubleEndsMs, ...staffs.map(({ soldAtMs }) => soldAtMs()), recoveredAtMs, processedMs(plan, issuer));

  function isOver(): boolean {
    if (timeline.now() < lateRowsReadMs(plan, plans) || staffs.some(({ selling }) => selling() > 0)) return false;
    const isCalm = issuer.pending() === 0 && staffs.every(({ isSettled }) => isSettled());
    return isCalm || timeline.now() > calmFromMs() + CALM_MS + unconfirmedMs(plan);
  }

  const judges = [...outlets.map(({ judge }) => judge), ...staffs.flatMap(({ closingJudge }) => closingJudge ?? [])];
  return {
    plan,
    violations: () => [...judges, ...(stories ? [stories] : [])].flatMap(({ violations }) => violations),
    verdicts: () => outlets.flatMap(({ judge }) => judge.verdicts),
    told: stories?.counts ?? null,
    now: timeline.now,
    step: stepsOf({
      timeline,
      judge: { end: () => judges.forEach((judge) => judge.end()) },
      /* Every closer must be asked, because asking makes them close. */
      isOver: () => isOver() && staffs.map(({ closers }) => closers?.isAtIt() === true).every((isAtIt) => !isAtIt),
      asks,
    }),
  };
}

/** Another shop of the account. */
function sisterOf(outlets: readonly Outlet[], index: number): Outlet | null {
  const account = outlets[index]?.plan.identity.account;
  return outlets.find(({ plan }, other) => other !== index && plan.identity.account === account) ?? null;
}

/** Ids of the requests of a shop's tills. */
function newIds(shop: number): () => string {
  let ids = 0;
  return () => `00000000-0000-4000-800${shop}-${String((ids += 1)).padStart(12, '0')}`;
}

/** In worlds with closings, some tills are enrolled again. */
function withDevices(plan: Plan, { closings }: Pick<WorldRules, 'closings'>): Plan {
  return closings === null ? plan : withNewDevices(plan);
}

interface Issuing {
  readonly plan: Plan;
  readonly outlets: readonly Outlet[];
  readonly timeline: Timeline;
  readonly ledger: IssuerBooks;
}

/** Puts vouchers into circulation, and plans what others do with them. */
function issueVouchers({ plan, outlets, timeline, ledger }: Issuing): void {
  ledger.issue({ ref: BYSTANDER, amount: 1_000_000, isSingleUse: false, expiresAt: null });
  for (const voucher of plan.vouchers) ledger.issue(voucher);
  for (const { plan: own, store } of plan.isMidKnown ? outlets : []) {
    const { identity, changes } = own;
    if (changes.addedMs === 0) store.learnMid(identity.shop, changes.wrongMid ?? identity.mid);
  }
  for (const { ref, amount } of plan.flavour === 'twins' ? plan.sales : []) ledger.capture({ ref, amount, mid: OUR_MID, author: FOREIGN });
  const takenBack = plan.processing?.takenBack;
  if (takenBack)
    timeline.after(takenBack.atMs, () => {
      for (const { author, captureId } of ledger.captures) if (author.who === 'ours') ledger.takeBack(captureId);
    });
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

/** When the issuer's last row has its final status. */
function processedMs({ processing }: Plan, issuer: Pick<SimulatedIssuer, 'lastActMs'>): number {
  return issuer.lastActMs() + (processing?.forMs ?? 0);
}

/** Hours are read again for the last time this long after a row in them appeared. */
const READ_AGAIN_MS = 130 * 60_000;

/**
 * When rows have appeared that a broken search hid, and were read: also those that it left out in
 * the moment when a shop was added again, whose gap has no date once the clock is set.
 */
function lateRowsReadMs({ processing, flickers, clockSettings }: Plan, shops: readonly Plan[]): number {
  const shownAfterMs = processing?.shownAfterMs ?? 0;
  const isUndated = flickers.length > 0 && clockSettings.length > 0;
  const addedMs = isUndated ? Math.max(0, ...shops.map(({ changes }) => changes.addedAgainMs ?? 0)) : 0;
  const lastMs = Math.max(shownAfterMs, addedMs);
  return lastMs === 0 ? 0 : lastMs + READ_AGAIN_MS;
}

/** True if search is complete, no fault occurred for minutes, and rows can be read in time. */
function isIssuerHeard(plan: Plan, shops: readonly Plan[], now: number): boolean {
  const outages = [...plan.outages, ...plan.searchOutages, ...spansOfShops(shops)];
  const begun = outages.filter(({ fromMs }) => fromMs <= now).map(({ toMs }) => toMs);
  const stood = plan.stalls.filter(({ atMs }) => atMs <= now).map(({ atMs, forMs }) => atMs + forMs);
  const sinceMs = Math.max(plan.faultsUntilMs, ...begun, ...stood);
  const isWhole = plan.flavour !== 'paging' && plan.flickers.length === 0;
  return isWhole && now - sinceMs > HEARD_MS && isReadable(plan);
}

/** When single shops are not added yet, suspended, or without an answer of the issuer. */
function spansOfShops(shops: readonly Plan[]): readonly PlannedSpan[] {
  return shops.flatMap(({ second, changes: { addedMs, addedAgainMs, suspended, rejected } }) => [
    { fromMs: 0, toMs: Math.max(addedMs, addedAgainMs ?? 0) },
    ...(second?.behind ?? []),
    ...suspended,
    ...rejected,
  ]);
}

/** The end of the last planned fault. */
function troubleEnds(plan: Plan, shops: readonly Plan[]): number {
  const { faultsUntilMs, stalls, outages, searchOutages, fullDisk } = plan;
  const spans = [...outages, ...searchOutages, ...fullDisk, ...spansOfShops(shops)].map(({ toMs }) => toMs);
  const lostMs = shops.flatMap(({ loss, changes }) =>
    loss === null ? [] : [Math.max(loss.atMs, loss.absent?.untilMs ?? 0, changes.addedAgainMs ?? 0) + OPENS_WITHIN_MS],
  );
  return Math.max(faultsUntilMs, lateRowsReadMs(plan, shops), ...spans, ...stalls.map(({ atMs, forMs }) => atMs + forMs), ...lostMs);
}
