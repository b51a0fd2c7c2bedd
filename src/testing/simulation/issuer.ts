import { classifyRedeem } from '../../bff/issuer/classify.ts';
import { createOffsetMemory } from '../../bff/issuer/clock-offset.ts';
import type { Reply } from '../../bff/issuer/exchange.ts';
import { createOperate } from '../../bff/issuer/operate.ts';
import type { Issuer, IssuerReply, Period, RedeemOrder, RedeemOutcome } from '../../bff/issuer/port.ts';
import { createRefund } from '../../bff/issuer/refunds.ts';
import type { Account } from '../../bff/platform/base/scope.ts';
import { type AttemptSender, type Demand, demandsOn } from './demands.ts';
import type { Dice } from './dice.ts';
import { drawFate, type Fate } from './faults.ts';
import type { Author, IssuerBooks } from './ledger.ts';
import { deferred, type Life } from './life.ts';
import { createMisdelivery, type MisdeliveryOptions } from './misdelivery.ts';
import { isIn, type Plan, type ServerBehind } from './plan.ts';
import { garbledReply, silence } from './replies.ts';
import type { Timeline } from './timeline.ts';
import { createView } from './view.ts';

/** Replacements for parts of the server's issuer client, to show their purpose. */
export interface EdgeRules {
  /** Classifies a reply; production's reader unless it is ablated. */
  readonly classify: (reply: Reply, order: RedeemOrder, mid?: string | null) => RedeemOutcome;
  /** Nothing is sent that would leave too late after SENT. */
  readonly firstByteInTime: boolean;
  /** The remembered offset of the issuer's clock is corrected when our clock was set. */
  readonly noticesSetClock: boolean;
}

export const SOUND_EDGE: EdgeRules = { classify: classifyRedeem, firstByteInTime: true, noticesSetClock: true };

export interface IssuerOptions extends MisdeliveryOptions {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly ledger: IssuerBooks;
  readonly dice: Dice;
  readonly edge: EdgeRules;
  /** The first byte of a request left. */
  readonly onPosted: (sender: AttemptSender) => void;
}

/** The issuer as one server reaches it over a network that loses, delays and garbles. */
export interface ReachedIssuer extends Issuer {
  /** The same, for the requests of one attempt. */
  as(sender: AttemptSender): Issuer;
}

export interface SimulatedIssuer {
  /** @param shop the plan of the shop that asks @param behind what slows this server's searches now */
  reach(life: Life, shop: Pick<Plan, 'identity' | 'changes'>, behind: () => ServerBehind | undefined): ReachedIssuer;
  /** Ids of the rows of a period that its search shows to an account by now. */
  shown(account: Account, period: Period): readonly string[];
  /** How many requests it has yet to act on. */
  pending(): number;
  /** The last known time of an action; milliseconds of the world. */
  lastActMs(): number;
}

/** Limits of the server's own adapter. */
const POST_LIMIT_MS = 30_000;
const READ_LIMIT_MS = 10_000;

/** The issuer: a hidden ledger, and a network between it and the servers. */
export function createIssuer(options: IssuerOptions): SimulatedIssuer {
  const { plan, timeline, ledger, edge } = options;
  const network = options.dice.fork();
  const view = createView(options);
  const misdelivery = createMisdelivery(options);
  const { redemption, refund } = demandsOn(ledger);
  let pending = 0;
  let lastActMs = 0;

  function post(
    life: Life,
    demand: Demand,
    onFirstByte: (() => void) | undefined,
    heard: (roundTripMs: number) => void,
    isRejected: boolean,
  ): Promise<Reply> {
    const { promise, resolve } = deferred<Reply>();
    const drawn = drawFate(plan, network, timeline.now(), demand.amount);
    const fate: Fate = isRejected ? { ...drawn, actsMs: null, reply: '401' } : drawn;
    if (fate.stallsMs > 0) {
      life.stall(fate.stallsMs);
      lastActMs = Math.max(lastActMs, timeline.now() + fate.stallsMs);
    }
    life.after(fate.connectMs, () => {
      if (fate.isRefused) return resolve(silence(false, 'ECONNREFUSED'));
      try {
        if (edge.firstByteInTime) onFirstByte?.();
      } catch {
        return resolve(silence(false, 'stopped before the first byte'));
      }
      options.onPosted(demand.sender);
      const startedAt = timeline.now();
      travel(life, demand, fate, (reply) => {
        if (reply.kind === 'answer') heard(timeline.now() - startedAt);
        resolve(reply);
      });
    });
    return promise;
  }

  /** Delivers a request from its first byte on, even if the server dies. */
  function travel(life: Life, demand: Demand, fate: Fate, arrive: (reply: Reply) => void): void {
    const { sender, act, authorize } = demand;
    const { actsMs, authorizesMs, reply, replyMs, isWithinBound } = fate;
    const { operationId, attempt } = sender;
    const author: Author = { who: 'ours', operationId, attempt, isWithinBound };
    let whole: Reply | null = null;
    if (actsMs !== null) {
      pending += 1;
      lastActMs = Math.max(lastActMs, timeline.now() + actsMs);
      if (authorizesMs !== null) timeline.after(authorizesMs, () => authorize(author));
      timeline.after(actsMs, () => {
        pending -= 1;
        whole = act(author, fate);
        misdelivery.answered(demand, whole, reply === 'whole');
      });
    }
    const limitMs = POST_LIMIT_MS - fate.connectMs;
    const arrivesMs = reply === 'whole' ? Math.max(replyMs, (actsMs ?? 0) + 20) : replyMs;
    if (reply === 'lost' || arrivesMs > limitMs) return void life.after(limitMs, () => arrive(silence(true, 'timed out')));
    life.after(arrivesMs, () => {
      if (reply === 'reset') return arrive(silence(true, 'ECONNRESET'));
      if (reply === 'whole') return arrive(misdelivery.arrives(demand, whole) ?? silence(true, 'ECONNRESET'));
      if (reply === 'replayed') return arrive(misdelivery.again(demand) ?? silence(true, 'ECONNRESET'));
      arrive(garbledReply(reply, whole));
    });
  }

  /** A question that changes nothing; it may stay without an answer. */
  function ask<T>(life: Life, read: () => IssuerReply<T>, heard: (ms: number) => void, isOut = false, pageMs = 0): Promise<IssuerReply<T>> {
    const isTroubled = timeline.now() < plan.faultsUntilMs;
    const isLost = isOut || isIn(plan.outages, timeline.now()) || (isTroubled && network.chance(0.08 * plan.trouble));
    const takesMs = Math.max(pageMs, isTroubled ? drawLatency(network, plan.trouble) : 0);
    if (isLost) return after(life, Math.min(READ_LIMIT_MS, takesMs), () => ({ outcome: 'unclear', reason: 'no answer' }));
    if (takesMs === 0) {
      heard(0);
      return Promise.resolve(read());
    }
    const { promise, resolve } = deferred<IssuerReply<T>>();
    timeline.after(takesMs / 2, () => {
      const answer = read();
      life.after(takesMs / 2, () => {
        heard(takesMs);
        resolve(answer);
      });
    });
    return promise;
  }

  function reach(
    life: Life,
    { identity, changes }: Pick<Plan, 'identity' | 'changes'>,
    behind: () => ServerBehind | undefined,
  ): ReachedIssuer {
    const { clock } = life;
    const { account, mid } = identity;
    const isRejected = () => isIn(changes.rejected, timeline.now());
    const send = (demand: Demand, onFirstByte: (() => void) | undefined) => post(life, demand, onFirstByte, heard, isRejected());
    const issuerClock = createOffsetMemory(edge.noticesSetClock ? clock : { ...clock, monotonic: clock.now });
    const heard = (roundTripMs: number) => {
      issuerClock.observe(new Date(view.issuerTime(timeline.now() - roundTripMs / 2)).toUTCString(), roundTripMs);
    };
    const questions = {
      checkByRef: (ref: string) => ask(life, () => view.check(ref), heard, isRejected()),
      checkByVoucherId: () => Promise.resolve({ outcome: 'not-configured' } as const),
      searchPage(period: Parameters<Issuer['searchPage']>[0], page: number) {
        const found = () => ({ outcome: 'found' as const, value: view.search(account, period, page) });
        const { isOut, pageMs } = searchTrouble(plan, timeline.now(), page, behind());
        return ask(life, found, heard, isOut || isRejected(), pageMs);
      },
      clockOffset: issuerClock.offset,
      pauseMs: () => 0,
    };
    const as = (sender: AttemptSender): Issuer => ({
      ...questions,
      redeem: async (order, onFirstByte) => edge.classify(await send(redemption(sender, order, mid), onFirstByte), order, changes.wrongMid),
      refund: (order, onFirstByte) => overTheWire((captureId) => send(refund(sender, captureId, mid), onFirstByte))(order, onFirstByte),
    });
    return { ...as({ operationId: '', attempt: 0, ref: '' }), as };
  }

  return { reach, shown: view.shown, pending: () => pending, lastActMs: () => lastActMs };
}

/** The production adapter over one request; it names the capture in the path. */
function overTheWire(send: (captureId: string) => Promise<Reply>): Issuer['refund'] {
  const merchant = { sendOnce: ({ path }: { path: string }) => send(/-(\d+)\/actions/.exec(path)?.[1] ?? '') };
  const operate = createOperate({ config: { mid: null }, merchant, merchantHeaders: {}, changed: () => undefined });
  return createRefund(operate, 'ETX_001');
}

function after<T>(life: Life, ms: number, value: () => T): Promise<T> {
  return new Promise((resolve) => life.after(ms, () => resolve(value())));
}

/** If a page of a search is answered, and the minimum time of that. */
function searchTrouble({ searchOutages, slowPages, trade }: Plan, now: number, page: number, behind: ServerBehind | undefined) {
  const outages = searchOutages.filter(({ fromPage }) => page >= fromPage);
  const pageMs = slowPages.find((span) => isIn([span], now))?.pageMs ?? trade?.pageMs ?? 0;
  return { isOut: isIn(outages, now) || behind?.pageMs === null, pageMs: Math.max(behind?.pageMs ?? 0, pageMs) };
}

/** Most answers are immediate, so that a world has few events. */
function drawLatency(dice: Dice, trouble: number): number {
  const throwOf = dice.below(100);
  if (throwOf < 85) return 0;
  return throwOf < 100 - 8 * trouble ? dice.between(2, 300) : dice.between(300, 9_900);
}
