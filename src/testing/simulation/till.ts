import type { Scope } from '../../bff/platform/base/scope.ts';
import type { Caller } from '../../bff/platform/http/caller.ts';
import { Problem } from '../../bff/platform/http/problem.ts';
import { keyIdOf } from '../../contract/access/key.ts';
import { isRefundOpen, type RefundView } from '../../contract/redemption/refund.ts';
import { isTenderOpen, type TenderView } from '../../contract/redemption/tender.ts';
import type { Dice } from './dice.ts';
import { DISK_ERROR } from './guards.ts';
import type { Judge } from './judge.ts';
import { deferred } from './life.ts';
import type { Plan, PlannedSale } from './plan.ts';
import type { ProgramMemory } from './program-memory.ts';
import { tillNumber } from './re-enrolled.ts';
import { JOURNAL, type Server } from './server.ts';
import type { TillMemory } from './till-memory.ts';
import type { Timeline } from './timeline.ts';
import { CURRENCY } from './view.ts';

/** The response to a till: a server's answer, its refusal, or nothing. */
export type HeardByTill<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'problem'; readonly code: string }
  | { readonly kind: 'nothing' };

/**
 * A server's work for a till, and the judge's notification of the answer before it may get lost.
 */
export interface TillRequest<T> {
  readonly run: (server: Server) => Promise<T>;
  readonly told: (heard: HeardByTill<T>) => void;
}

export interface TillOptions {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly dice: Dice;
  /** A server that accepts requests now, or null. */
  readonly route: () => Server | null;
  readonly newId: () => string;
  readonly judge: Judge;
  /** Each till's records, which show that it is in use. */
  readonly memoryOf: (till: number) => TillMemory;
  readonly used: (deviceId: string) => void;
  /** The shop that the tills move to, if the plan says so. */
  readonly sister: Pick<TillOptions, 'plan' | 'route' | 'judge'> | null;
  readonly programs: ProgramMemory;
}

const TILL_LIMIT_MS = 12_000;
/**
 * How often a cashier queries before leaving the till; a program continues for longer than a gap
 * closes the shop.
 */
const LOOKS_MAX = 7;
const PROGRAM_LOOKS_MAX = 14;
/** When a program has its other key. */
const REKEYED_AT_LOOK = 4;
const TENDERS_MAX = 3;
/** For more than the time that the shop is closed. */
const TELLS_MAX = 150;

/**
 * A cashier's conclusion from the queries: it is over, it may be tried again, or someone else has
 * to handle it.
 */
type Sense = 'over' | 'again' | 'left';

/** One cashier's way through one sale, with a network between till and server. Resolves when the cashier turns to the next customer. */
export async function serve(options: TillOptions, sale: PlannedSale): Promise<void> {
  use(options, sale);
  const { dice } = options;
  if (sale.isChecked) {
    await askFromTill(options, { run: (server) => server.check(callerOf(options.plan, sale), sale.ref), told: () => undefined });
    await pauseInWorld(options, dice.pick([300, 5_000, 40_000]));
  }
  for (let tender = 0; tender < TENDERS_MAX; tender += 1) {
    const id = options.newId();
    const sense = await follow(options, sale, id, await put(options, sale, id));
    if (sense === 'over' && sale.isUndone) await undo(options, sale, id);
    if (sense !== 'again') return;
    await pauseInWorld(options, dice.between(1_000, 20_000));
  }
}

/** Queries a tender until its outcome is known, or the cashier gives up. */
async function follow(options: TillOptions, sale: PlannedSale, id: string, first: HeardByTill<TenderView>): Promise<Sense> {
  let heard = first;
  for (let look = 0; look < (sale.program ? PROGRAM_LOOKS_MAX : LOOKS_MAX); look += 1) {
    const sense = senseOf(heard);
    if (sense !== null) return sense === 'again' && options.dice.chance(0.3) ? 'over' : sense;
    if (sale.program) heard = await askAgain(options, sale, id, look);
    else {
      if (heard.kind === 'answer') await wait(options, sale, look);
      heard = await nextLook(options, sale, id, heard);
    }
  }
  return 'left';
}

/** A program follows the guide: it repeats the request, or queries the state. */
async function askAgain(options: TillOptions, sale: PlannedSale, id: string, look: number): Promise<HeardByTill<TenderView>> {
  const { dice } = options;
  await pauseInWorld(options, dice.between(2_000, 60_000));
  const asker = sale.program === 'rekeyed' && look >= REKEYED_AT_LOOK ? { ...sale, till: 2 + sale.till } : sale;
  return dice.chance(0.4) ? askAfter(options, asker, id) : put(options, asker, id);
}

function senseOf(heard: HeardByTill<TenderView>): Sense | null {
  if (heard.kind === 'nothing') return null;
  if (heard.kind === 'problem') {
    if (heard.code === 'tender-cancelled') return 'again';
    return heard.code === 'voucher-open' || heard.code === 'not-yours' ? 'left' : null;
  }
  const { state } = heard.value;
  if (isTenderOpen(state)) return state === 'manager' ? 'left' : null;
  return ['declined', 'not_sent', 'not_captured'].includes(state) ? 'again' : 'over';
}

/** Waits like a cashier: some try the same voucher at another till, or in another sale. */
async function wait(options: TillOptions, sale: PlannedSale, look: number): Promise<void> {
  const { dice } = options;
  await pauseInWorld(options, dice.between(1_000, 8_000) * (look + 1));
  if (!dice.chance(sale.impatience)) return;
  const elsewhere = dice.chance(0.5) ? { ...sale, till: 3 - tillNumber(sale.till) } : sale;
  await put(options, elsewhere, options.newId());
}

async function nextLook(
  options: TillOptions,
  sale: PlannedSale,
  id: string,
  last: HeardByTill<TenderView>,
): Promise<HeardByTill<TenderView>> {
  const { dice } = options;
  if (hasMoved(options)) return put(options, sale, id);
  if (dice.chance(last.kind === 'answer' ? sale.impatience / 3 : 0.3)) return cancel(options, sale, id);
  if (dice.chance(last.kind === 'answer' ? sale.impatience / 2 : 0.5)) return put(options, sale, id);
  const heard = await askAfter(options, sale, id);
  if (heard.kind === 'answer') options.memoryOf(sale.till).heard(heard.value);
  return heard.kind === 'problem' ? cancel(options, sale, id) : heard;
}

function askAfter(options: TillOptions, sale: PlannedSale, id: string): Promise<HeardByTill<TenderView>> {
  const told = (heard: HeardByTill<TenderView>) => {
    if (heard.kind === 'problem' && heard.code === 'not-found') options.judge.toldNothing(id, 'never-arrived');
    if (heard.kind === 'answer') options.judge.told(heard.value);
  };
  return askFromTill(options, { run: ({ tenders }) => tenders.get(callerOf(options.plan, sale), id), told });
}

/**
 * True if the till is in another shop by now. It can only repeat requests there, because a page from
 * before the move is refused.
 */
function hasMoved({ plan: { changes }, timeline, sister }: TillOptions): boolean {
  return sister !== null && changes.tillsMoveMs !== null && timeline.now() >= changes.tillsMoveMs;
}

/** Sends a tender; browsers and networks may send it once more, later. */
async function put(options: TillOptions, sale: PlannedSale, id: string): Promise<HeardByTill<TenderView>> {
  const { dice, plan, timeline } = options;
  const { sister } = options;
  use(options, sale);
  const at = sister && hasMoved(options) ? { ...options, ...sister } : options;
  const asked = { code: sale.ref, amount: sale.amount, currency: CURRENCY };
  const memory = sale.program ? null : options.memoryOf(sale.till);
  const body = memory?.sending(id, asked) ?? options.programs.sending(sale, id, asked);
  const told = (heard: HeardByTill<TenderView>) => heard.kind === 'answer' && at.judge.told(heard.value);
  const request = { run: async ({ tenders }: Server) => (await tenders.put(callerOf(at.plan, sale), id, body)).view, told };
  if (timeline.now() < plan.faultsUntilMs && dice.chance(0.1 * plan.trouble)) void askFromTill(at, request, dice.below(25_000));
  const heard = await askFromTill(at, request);
  if (heard.kind === 'answer') memory?.heard(heard.value);
  return heard;
}

/**
 * A till with an open page sends its records repeatedly: while the shop is closed, or waits for it.
 */
export async function tellWhatItRemembers(options: TillOptions, till: number): Promise<void> {
  const { timeline, plan, memoryOf } = options;
  const caller = callerOf(plan, { till });
  let isDone = false;
  for (let round = 0; round < TELLS_MAX; round += 1) {
    await pauseInWorld(options, isDone ? 60_000 : 7_000);
    if (plan.loss?.absent?.till === till && timeline.now() < plan.loss.absent.untilMs) continue;
    const told = await askFromTill(options, {
      run: ({ tillReports }) => tillReports.handleReport(caller, memoryOf(till).all(JOURNAL)),
      told: () => undefined,
    });
    /* Another till may close the shop once more. */
    isDone = told.kind === 'answer' && told.value.closed === null && told.value.awaited !== true && round > 20;
  }
}

/** Refunds the last redemption, repeatedly until an answer arrives. */
async function undo(options: TillOptions, sale: PlannedSale, tenderId: string): Promise<void> {
  const { dice, judge } = options;
  await pauseInWorld(options, dice.pick([500, 20_000, 100_000]));
  const id = options.newId();
  const body = { tenderId, reason: 'wrong amount' };
  const told = (heard: HeardByTill<RefundView>) => heard.kind === 'answer' && judge.toldRefund(heard.value);
  const refund = { run: async ({ refunds }: Server) => (await refunds.put(callerOf(options.plan, sale), id, body)).view, told };
  const get = { run: ({ refunds }: Server) => refunds.get(callerOf(options.plan, sale), id), told };
  let heard = await askFromTill(options, refund);
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if ((heard.kind === 'problem' && heard.code !== 'too-early') || (heard.kind === 'answer' && !isRefundOpen(heard.value.state))) return;
    await pauseInWorld(options, dice.between(2_000, 10_000) * (look + 1));
    heard = await askFromTill(options, dice.chance(0.5) ? refund : get);
  }
}

/** Cancels an id that may still be in transit; if it has arrived, queries it. */
async function cancel(options: TillOptions, sale: PlannedSale, id: string): Promise<HeardByTill<TenderView>> {
  const told = (heard: HeardByTill<unknown>) => heard.kind === 'answer' && options.judge.toldNothing(id, 'cancelled');
  const heard = await askFromTill(options, { run: ({ tenders }) => tenders.cancel(callerOf(options.plan, sale), id), told });
  if (heard.kind === 'answer') options.memoryOf(sale.till).givenUp(id);
  return heard.kind === 'answer' ? { kind: 'problem', code: 'tender-cancelled' } : { kind: 'nothing' };
}

/**
 * Sends one request and returns the till's response. Requests may be lost or delayed, and answers,
 * too.
 */
export function askFromTill<T>(options: TillOptions, request: TillRequest<T>, delayMs = 0): Promise<HeardByTill<T>> {
  const { plan, timeline, dice } = options;
  const { promise, resolve } = deferred<HeardByTill<T>>();
  const isTroubled = timeline.now() < plan.faultsUntilMs && dice.chance(0.2 * plan.trouble);
  const fate = isTroubled ? dice.pick(['lost', 'late', 'answer-lost'] as const) : 'well';
  const arrivesMs = delayMs + (fate === 'late' ? dice.below(25_000) : dice.between(2, 30));
  const limit = timeline.after(TILL_LIMIT_MS, () => resolve({ kind: 'nothing' }));
  const hear = (heard: HeardByTill<T>) => {
    limit.isOff = true;
    resolve(heard);
  };
  if (fate === 'lost') return promise;
  timeline.after(arrivesMs, () => {
    const server = options.route();
    if (!server) return hear({ kind: 'nothing' });
    server.life.run(() => {
      void answerOf(request.run(server)).then((heard) => {
        if (server.life.isDead()) return;
        request.told(heard);
        if (fate !== 'answer-lost') hear(heard);
      });
    });
  });
  return promise;
}

/** @throws every error that is not a refusal, because it is a fault in the program */
async function answerOf<T>(answer: Promise<T>): Promise<HeardByTill<T>> {
  try {
    return { kind: 'answer', value: await answer };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', code: error.code };
    if (error instanceof Error && error.message === DISK_ERROR) return { kind: 'nothing' };
    throw error;
  }
}

export function pauseInWorld({ timeline }: TillOptions, ms: number): Promise<void> {
  return new Promise((resolve) => timeline.after(ms, resolve));
}

/** A program is never waited for. */
function use({ plan, used }: TillOptions, sale: PlannedSale): void {
  if (!sale.program) used(callerOf(plan, sale).device.id);
}

export function callerOf(
  { identity: { shop } }: Pick<Plan, 'identity'>,
  { till, program = null }: Pick<PlannedSale, 'till'> & Partial<Pick<PlannedSale, 'program'>>,
): Caller {
  if (program) return programAt(shop, till);
  const number = tillNumber(till);
  const device = { id: `till-${till}`, name: `Till ${number}` };
  return { shop, device, person: { id: `person-${number}`, name: `Person ${number}`, role: 'cashier' } };
}

function programAt(shop: Scope, till: number): Caller {
  const device = { id: keyIdOf(String(till)), name: `Program ${till}` };
  const key = { id: device.id, scopes: [], limits: { perRedemption: null, perDay: null } };
  return { shop, device, person: { id: device.id, name: device.name, role: 'cashier' }, key };
}
